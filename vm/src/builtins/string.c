// String (sec-string-objects): constructor, characters and parts, the HTML methods, iterators.
#include "builtins/string.h"

#include "builtins/iterator_step.h"
#include "lang/wrapper.h"

struct string *string_this_slow(vm_isolate *vm, vm_value v, const char *method) {
    if (!value_is_nullish(v)) return js_to_flat_string(vm, v);
    throw_type_error(vm, "String.prototype.%s called on null or undefined", method);
    return NULL;
}

// --- constructor -----------------------------------------------------------------------------------

// sec-symboldescriptivestring
static struct string *symbol_text(vm_isolate *vm, struct symbol *symbol) {
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_text(&b, "Symbol(");
    if (symbol->description) string_builder_string(&b, symbol->description);
    string_builder_unit(&b, ')');
    return string_builder_finish(&b);
}

// sec-string-constructor-string-value
static vm_value string_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value new_target = NEW_TARGET;
    struct string *s = vm->empty_string;
    if (argc) {
        if (value_is_undefined(new_target) && value_is_symbol(frame[1]))
            return builtin_cell(symbol_text(vm, value_as_symbol(frame[1])));
        s = js_to_string(vm, frame[1]);
    }
    if (!s) return VALUE_EXCEPTION;
    if (value_is_undefined(new_target)) return value_from_cell(s);
    struct object *prototype =
        js_prototype_from_constructor(vm, value_as_object(new_target), INTRINSIC_StringPrototype);
    return builtin_cell(prototype ? wrapper_create_with_prototype(vm, value_from_cell(s), prototype) : NULL);
}

// sec-string.fromcharcode
static vm_value string_from_char_code(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint32_t unit;
    if (argc == 1) {
        if (!js_to_uint32(vm, frame[1], &unit)) return VALUE_EXCEPTION;
        return builtin_cell(string_from_unit(vm, (uint16_t)unit));
    }
    struct string_builder b;
    string_builder_start(&b, vm);
    for (uint32_t i = 1; i <= argc; i++) {
        if (!js_to_uint32(vm, frame[i], &unit)) {
            string_builder_discard(&b);
            return VALUE_EXCEPTION;
        }
        string_builder_unit(&b, (uint16_t)unit);
    }
    return builtin_cell(string_builder_finish(&b));
}

// sec-string.fromcodepoint
static vm_value string_from_code_points(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string_builder b;
    string_builder_start(&b, vm);
    for (uint32_t i = 1; i <= argc; i++) {
        double d;
        bool ok = js_to_number(vm, frame[i], &d);
        if (ok && !(d >= 0 && d <= 0x10FFFF && __builtin_trunc(d) == d)) {
            throw_range_error(vm, "Invalid code point %V", frame[i]);
            ok = false;
        }
        if (!ok) {
            string_builder_discard(&b);
            return VALUE_EXCEPTION;
        }
        string_builder_code_point(&b, (uint32_t)d);
    }
    return builtin_cell(string_builder_finish(&b));
}

// Appends ToString of a value. False: exception pending.
static bool append_text(vm_isolate *vm, struct string_builder *b, vm_value v) {
    struct string *s = js_to_string(vm, v);
    if (s) string_builder_string(b, s);
    return s != NULL;
}

// sec-string.raw
static vm_value string_raw(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *template = js_to_object(vm, ARGUMENT(0));
    vm_value raw = template ? js_get_atom(vm, template, ATOM_raw) : VALUE_EXCEPTION;
    if (value_is_exception(raw)) return raw;
    struct object *literals = js_to_object(vm, raw);
    uint64_t length;
    if (!literals || !js_length_of_array_like(vm, literals, &length)) return VALUE_EXCEPTION;
    struct string_builder b;
    string_builder_start(&b, vm);
    for (uint64_t i = 0; i < length; i++) {
        property_key key;
        bool ok = key_from_uint64(vm, i, &key) && js_safepoint(vm);
        vm_value literal = ok ? js_get(vm, literals, key) : VALUE_EXCEPTION;
        ok = !value_is_exception(literal) && append_text(vm, &b, literal);
        if (ok && i + 1 < length && i + 1 < argc) ok = append_text(vm, &b, frame[2 + i]);
        if (!ok || b.failed) {
            string_builder_discard(&b);
            return ok ? throw_range_error(vm, "Invalid string length") : VALUE_EXCEPTION;
        }
    }
    return builtin_cell(string_builder_finish(&b));
}

// --- characters and parts --------------------------------------------------------------------------

// sec-string.prototype.at
static vm_value prototype_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "at");
    double index;
    if (!s || !js_to_integer_or_infinity(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    if (index < 0) index += s->length;
    if (!(index >= 0 && index < s->length)) return VALUE_UNDEFINED;
    return builtin_cell(string_from_unit(vm, string_at(s, (uint32_t)index)));
}

// The index that an argument names. False: exception pending; *inside false: there is no such unit.
static bool unit_index(vm_isolate *vm, struct string *s, vm_value v, uint32_t *index, bool *inside) {
    if (__builtin_expect(value_is_int(v), 1)) {
        *index = (uint32_t)value_as_int(v);
        *inside = *index < s->length;
        return true;
    }
    double d;
    if (!js_to_integer_or_infinity(vm, v, &d)) return false;
    *inside = d >= 0 && d < s->length;
    *index = *inside ? (uint32_t)d : 0;
    return true;
}

// sec-string.prototype.charat
static vm_value prototype_char_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "charAt");
    uint32_t index;
    bool inside;
    if (!s || !unit_index(vm, s, ARGUMENT(0), &index, &inside)) return VALUE_EXCEPTION;
    return inside ? builtin_cell(string_from_unit(vm, string_at(s, index)))
                  : value_from_cell(vm->empty_string);
}

// sec-string.prototype.charcodeat
static vm_value prototype_char_code_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "charCodeAt");
    uint32_t index;
    bool inside;
    if (!s || !unit_index(vm, s, ARGUMENT(0), &index, &inside)) return VALUE_EXCEPTION;
    return inside ? value_from_int(string_at(s, index)) : value_box_double(__builtin_nan(""));
}

// sec-string.prototype.codepointat
static vm_value prototype_code_point_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "codePointAt");
    uint32_t index, units;
    bool inside;
    if (!s || !unit_index(vm, s, ARGUMENT(0), &index, &inside)) return VALUE_EXCEPTION;
    return inside ? value_from_int((int32_t)string_code_point_at(s, index, &units)) : VALUE_UNDEFINED;
}

// sec-string.prototype.concat
static vm_value prototype_concat(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "concat");
    for (uint32_t i = 1; s && i <= argc; i++) {
        struct string *next = js_to_string(vm, frame[i]);
        s = next ? string_concat(vm, s, next) : NULL;
    }
    return builtin_cell(s);
}

// sec-string.prototype.slice
static vm_value prototype_slice(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "slice");
    double from, to;
    if (!s || !js_relative_index(vm, ARGUMENT(0), s->length, 0, &from) ||
        !js_relative_index(vm, ARGUMENT(1), s->length, s->length, &to)) {
        return VALUE_EXCEPTION;
    }
    return from < to ? builtin_cell(string_substring(vm, s, (uint32_t)from, (uint32_t)to))
                     : value_from_cell(vm->empty_string);
}

// sec-string.prototype.substring
static vm_value prototype_substring(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "substring");
    uint32_t from, to = s ? s->length : 0;
    if (!s || !string_position(vm, ARGUMENT(0), s->length, &from) ||
        (!value_is_undefined(ARGUMENT(1)) && !string_position(vm, frame[2], s->length, &to))) {
        return VALUE_EXCEPTION;
    }
    return builtin_cell(from < to ? string_substring(vm, s, from, to) : string_substring(vm, s, to, from));
}

// sec-string.prototype.substr
static vm_value prototype_substr(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "substr");
    double from, count = s ? s->length : 0;
    if (!s || !js_relative_index(vm, ARGUMENT(0), s->length, 0, &from) ||
        (!value_is_undefined(ARGUMENT(1)) && !js_to_integer_or_infinity(vm, frame[2], &count))) {
        return VALUE_EXCEPTION;
    }
    double to = from + count < s->length ? from + count : s->length;
    return from < to ? builtin_cell(string_substring(vm, s, (uint32_t)from, (uint32_t)to))
                     : value_from_cell(vm->empty_string);
}

// sec-string.prototype.tostring, sec-string.prototype.valueof; MAGIC: whether valueOf
static vm_value prototype_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (value_is_string(THIS)) return THIS;
    if (value_is_kind(THIS, CELL_STRING_OBJECT))
        return ((struct primitive_object *)value_as_cell(THIS))->primitive;
    return throw_type_error(vm, "String.prototype.%s requires that 'this' be a String",
                            MAGIC ? "valueOf" : "toString");
}

// --- HTML ------------------------------------------------------------------------------------------

enum html_method {
    HTML_ANCHOR,
    HTML_BIG,
    HTML_BLINK,
    HTML_BOLD,
    HTML_FIXED,
    HTML_FONTCOLOR,
    HTML_FONTSIZE,
    HTML_ITALICS,
    HTML_LINK,
    HTML_SMALL,
    HTML_STRIKE,
    HTML_SUB,
    HTML_SUP,
};
static const struct {
    const char *method, *tag, *attribute;
} html_methods[] = {
    [HTML_ANCHOR] = {"anchor", "a", "name"},
    [HTML_BIG] = {"big", "big", NULL},
    [HTML_BLINK] = {"blink", "blink", NULL},
    [HTML_BOLD] = {"bold", "b", NULL},
    [HTML_FIXED] = {"fixed", "tt", NULL},
    [HTML_FONTCOLOR] = {"fontcolor", "font", "color"},
    [HTML_FONTSIZE] = {"fontsize", "font", "size"},
    [HTML_ITALICS] = {"italics", "i", NULL},
    [HTML_LINK] = {"link", "a", "href"},
    [HTML_SMALL] = {"small", "small", NULL},
    [HTML_STRIKE] = {"strike", "strike", NULL},
    [HTML_SUB] = {"sub", "sub", NULL},
    [HTML_SUP] = {"sup", "sup", NULL},
};

// sec-createhtml; MAGIC: enum html_method
static vm_value prototype_html(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    const char *tag = html_methods[MAGIC].tag, *attribute = html_methods[MAGIC].attribute;
    struct string *s = string_this(vm, THIS, html_methods[MAGIC].method), *value = NULL;
    if (!s || (attribute && !(value = string_argument(vm, ARGUMENT(0))))) return VALUE_EXCEPTION;
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_unit(&b, '<');
    string_builder_text(&b, tag);
    if (attribute) {
        string_builder_unit(&b, ' ');
        string_builder_text(&b, attribute);
        string_builder_text(&b, "=\"");
        for (uint32_t i = 0; i < value->length; i++) {
            if (string_at(value, i) == '"') {
                string_builder_text(&b, "&quot;");
            } else {
                string_builder_unit(&b, string_at(value, i));
            }
        }
        string_builder_unit(&b, '"');
    }
    string_builder_unit(&b, '>');
    string_builder_string(&b, s);
    string_builder_text(&b, "</");
    string_builder_text(&b, tag);
    string_builder_unit(&b, '>');
    return builtin_cell(string_builder_finish(&b));
}

// --- iterators -------------------------------------------------------------------------------------

// sec-string.prototype-%symbol.iterator%
static vm_value prototype_iterator(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct string *s = string_this(vm, THIS, "[Symbol.iterator]");
    struct object *prototype = s ? intrinsic(vm, INTRINSIC_StringIteratorPrototype) : NULL;
    if (!prototype) return VALUE_EXCEPTION;
    return builtin_cell(iterator_create(vm, prototype, ITERATOR_STRING, ITERATE_VALUES, value_from_cell(s)));
}

enum outcome string_iterator_step(vm_isolate *vm, struct iterator_object *iterator, vm_value *value) {
    if (iterator_is_exhausted(iterator)) return OUTCOME_FALSE;
    struct string *s = value_as_string(iterator->target);
    uint32_t index = (uint32_t)iterator->index, units;
    if (index >= s->length) {
        iterator_exhaust(iterator);
        return OUTCOME_FALSE;
    }
    *value = builtin_cell(string_from_code_point(vm, string_code_point_at(s, index, &units)));
    iterator->index = index + units;
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

// sec-%stringiteratorprototype%.next
vm_value string_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_iterator(THIS, ITERATOR_STRING))
        return throw_type_error(vm, "next method called on incompatible receiver %V", THIS);
    vm_value value = VALUE_UNDEFINED;
    return iterator_step_result(vm, string_iterator_step(vm, value_as_cell(THIS), &value), value);
}

static const struct builtin_row statics[] = {
    NATIVE("fromCharCode", string_from_char_code, 1),
    NATIVE("fromCodePoint", string_from_code_points, 1),
    NATIVE("raw", string_raw, 1),
};

static const struct builtin_row methods[] = {
    NATIVE_MAGIC("anchor", prototype_html, 1, HTML_ANCHOR),
    NATIVE("at", prototype_at, 1),
    NATIVE_MAGIC("big", prototype_html, 0, HTML_BIG),
    NATIVE_MAGIC("blink", prototype_html, 0, HTML_BLINK),
    NATIVE_MAGIC("bold", prototype_html, 0, HTML_BOLD),
    NATIVE("charAt", prototype_char_at, 1),
    NATIVE("charCodeAt", prototype_char_code_at, 1),
    NATIVE("codePointAt", prototype_code_point_at, 1),
    NATIVE("concat", prototype_concat, 1),
    NATIVE("endsWith", string_search_ends_with, 1),
    NATIVE_MAGIC("fontcolor", prototype_html, 1, HTML_FONTCOLOR),
    NATIVE_MAGIC("fontsize", prototype_html, 1, HTML_FONTSIZE),
    NATIVE_MAGIC("fixed", prototype_html, 0, HTML_FIXED),
    NATIVE("includes", string_search_includes, 1),
    NATIVE("indexOf", string_search_index_of, 1),
    NATIVE_MAGIC("italics", prototype_html, 0, HTML_ITALICS),
    NATIVE("lastIndexOf", string_search_last_index_of, 1),
    NATIVE_MAGIC("link", prototype_html, 1, HTML_LINK),
    NATIVE("localeCompare", string_locale_compare, 1),
    NATIVE("match", string_pattern_match, 1),
    NATIVE("matchAll", string_pattern_match_all, 1),
    NATIVE("normalize", string_transform_normalize, 0),
    NATIVE_MAGIC("padEnd", string_transform_pad, 1, false),
    NATIVE_MAGIC("padStart", string_transform_pad, 1, true),
    NATIVE("repeat", string_transform_repeat, 1),
    NATIVE("replace", string_pattern_replace, 2),
    NATIVE("replaceAll", string_pattern_replace_all, 2),
    NATIVE("search", string_pattern_search, 1),
    NATIVE("slice", prototype_slice, 2),
    NATIVE_MAGIC("small", prototype_html, 0, HTML_SMALL),
    NATIVE("split", string_pattern_split, 2),
    NATIVE_MAGIC("strike", prototype_html, 0, HTML_STRIKE),
    NATIVE_MAGIC("sub", prototype_html, 0, HTML_SUB),
    NATIVE("substr", prototype_substr, 2),
    NATIVE("substring", prototype_substring, 2),
    NATIVE_MAGIC("sup", prototype_html, 0, HTML_SUP),
    NATIVE("startsWith", string_search_starts_with, 1),
    NATIVE_MAGIC("toString", prototype_value_of, 0, false),
    NATIVE("toWellFormed", string_transform_to_well_formed, 0),
    NATIVE_MAGIC("trim", string_transform_trim, 0, STRING_TRIM_START | STRING_TRIM_END),
    NATIVE_MAGIC("trimStart", string_transform_trim, 0, STRING_TRIM_START),
    ALIAS("trimLeft", "trimStart"),
    NATIVE_MAGIC("trimEnd", string_transform_trim, 0, STRING_TRIM_END),
    ALIAS("trimRight", "trimEnd"),
    NATIVE("toLocaleLowerCase", string_transform_lower_case, 0),
    NATIVE("toLocaleUpperCase", string_transform_upper_case, 0),
    NATIVE("toLowerCase", string_transform_lower_case, 0),
    NATIVE("toUpperCase", string_transform_upper_case, 0),
    NATIVE_MAGIC("valueOf", prototype_value_of, 0, true),
    NATIVE("isWellFormed", string_transform_is_well_formed, 0),
    NATIVE("@@iterator", prototype_iterator, 0),
};

const struct builtin_class string_class = {
    .name = "String",
    .constructor = string_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_String,
    .prototype_id = INTRINSIC_StringPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    .prototype_kind = CELL_STRING_OBJECT,
    STATICS(statics),
    METHODS(methods),
};

static const struct builtin_row iterator_methods[] = {
    NATIVE("next", string_iterator_next, 0),
    TO_STRING_TAG("String Iterator"),
};

const struct builtin_class string_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_StringIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(iterator_methods),
};
