// Methods of String that take a pattern: match, matchAll, replace, replaceAll, search, split. Objects are
// asked for the method of the symbol; all else is a string here, or becomes a regular expression.
#include "builtins/string.h"

// sec-isregexp
enum outcome string_pattern_is_regexp(vm_isolate *vm, vm_value v) {
    if (!value_is_object(v)) return OUTCOME_FALSE;
    vm_value matcher = js_get(vm, value_as_object(v), symbol_key(vm, SYMBOL_match));
    if (value_is_exception(matcher)) return OUTCOME_EXCEPTION;
    return js_to_boolean(matcher) ? OUTCOME_TRUE : OUTCOME_FALSE;
}

static bool receiver_is_coercible(vm_isolate *vm, vm_value v, const char *method) {
    if (!value_is_nullish(v)) return true;
    throw_type_error(vm, "String.prototype.%s called on null or undefined", method);
    return false;
}

// Calls the pattern's own method with the receiver and one more argument. ABSENT: the pattern has none.
static vm_value delegate(vm_isolate *vm, vm_value *frame, uint32_t argc, enum well_known_symbol symbol,
                         uint32_t count) {
    vm_value pattern = ARGUMENT(0);
    if (!value_is_object(pattern)) return VALUE_ABSENT;
    vm_value method = js_get_method(vm, pattern, symbol_key(vm, symbol));
    if (value_is_exception(method)) return method;
    if (value_is_undefined(method)) return VALUE_ABSENT;
    vm_value arguments[] = {THIS, ARGUMENT(1)};
    return js_call(vm, method, pattern, count, arguments);
}

// Makes a regular expression of the pattern and calls its method.
static vm_value with_regexp(vm_isolate *vm, vm_value *frame, uint32_t argc, enum well_known_symbol symbol,
                            const char *flags) {
    struct string *s = js_to_string(vm, THIS);
    struct object *constructor = s ? intrinsic(vm, INTRINSIC_RegExp) : NULL;
    vm_value arguments[] = {ARGUMENT(0), VALUE_UNDEFINED}, subject;
    if (!constructor) return VALUE_EXCEPTION;
    subject = value_from_cell(s);
    if (flags) {
        struct string *text = string_from_text(vm, flags);
        if (!text) return VALUE_EXCEPTION;
        arguments[1] = value_from_cell(text);
    }
    vm_value regexp = js_construct(vm, constructor, 2, arguments, NULL);
    return value_is_exception(regexp) ? regexp : js_invoke(vm, regexp, symbol_key(vm, symbol), 1, &subject);
}

// sec-string.prototype.match
vm_value string_pattern_match(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "match")) return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_match, 1);
    return value_is_absent(result) ? with_regexp(vm, frame, argc, SYMBOL_match, NULL) : result;
}

// sec-string.prototype.search
vm_value string_pattern_search(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "search")) return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_search, 1);
    return value_is_absent(result) ? with_regexp(vm, frame, argc, SYMBOL_search, NULL) : result;
}

// matchAll and replaceAll want a regular expression to be global. False: exception pending.
static bool check_global(vm_isolate *vm, vm_value pattern, const char *method) {
    enum outcome is_regexp = string_pattern_is_regexp(vm, pattern);
    if (is_regexp != OUTCOME_TRUE) return is_regexp == OUTCOME_FALSE;
    property_key key;
    if (!key_from_text(vm, "flags", &key)) return false;
    vm_value flags = js_get(vm, value_as_object(pattern), key);
    if (value_is_exception(flags) || value_is_exception(js_require_object_coercible(vm, flags))) return false;
    struct string *text = js_to_flat_string(vm, flags), *global = text ? string_from_unit(vm, 'g') : NULL;
    if (!global) return false;
    int64_t at = string_index_of(vm, text, global, 0);
    if (at != -1) return at >= 0;
    throw_type_error(vm, "String.prototype.%s called with a non-global RegExp argument", method);
    return false;
}

// sec-string.prototype.matchall
vm_value string_pattern_match_all(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "matchAll") || !check_global(vm, ARGUMENT(0), "matchAll"))
        return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_matchAll, 1);
    return value_is_absent(result) ? with_regexp(vm, frame, argc, SYMBOL_matchAll, "g") : result;
}

// --- replace ---------------------------------------------------------------------------------------

// What each match is replaced by: the result of a function, or a template.
struct replacement {
    struct string *s, *needle, *template;
    vm_value function; // UNDEFINED: the template
};

// sec-getsubstitution for a match without captures
static void append_template(struct string_builder *b, const struct replacement *r, uint32_t position) {
    struct string *t = r->template;
    uint32_t plain = 0; // start of what is not yet appended
    for (uint32_t i = 0; i + 1 < t->length; i++) {
        if (string_at(t, i) != '$') continue;
        uint16_t next = string_at(t, i + 1);
        if (next != '$' && next != '&' && next != '`' && next != '\'') continue;
        string_builder_range(b, t, plain, i);
        if (next == '$') string_builder_unit(b, '$');
        if (next == '&') string_builder_string(b, r->needle);
        if (next == '`') string_builder_range(b, r->s, 0, position);
        if (next == '\'') string_builder_range(b, r->s, position + r->needle->length, r->s->length);
        plain = ++i + 1;
    }
    string_builder_range(b, t, plain, t->length);
}

// Appends what replaces the match at a position. False: exception pending.
static bool append_replacement(vm_isolate *vm, struct string_builder *b, const struct replacement *r,
                               uint32_t position) {
    if (value_is_undefined(r->function)) {
        append_template(b, r, position);
        return true;
    }
    vm_value arguments[] = {value_from_cell(r->needle), value_from_uint32(position), value_from_cell(r->s)};
    vm_value result = js_call(vm, r->function, VALUE_UNDEFINED, 3, arguments);
    struct string *text = value_is_exception(result) ? NULL : js_to_string(vm, result);
    if (text) string_builder_string(b, text);
    return text != NULL;
}

// The common end of replace and replaceAll: the pattern is a string.
static vm_value replace_text(vm_isolate *vm, vm_value *frame, uint32_t argc, const char *method, bool all) {
    struct replacement r = {.function = VALUE_UNDEFINED};
    r.s = string_this(vm, THIS, method);
    r.needle = r.s ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!r.needle) return VALUE_EXCEPTION;
    if (value_is_callable(ARGUMENT(1))) {
        r.function = frame[2];
    } else if (!(r.template = string_argument(vm, ARGUMENT(1)))) {
        return VALUE_EXCEPTION;
    }
    int64_t at = string_index_of(vm, r.s, r.needle, 0);
    if (at < 0) return at == STRING_SEARCH_GIVEN_UP ? VALUE_EXCEPTION : value_from_cell(r.s);
    struct string_builder b;
    uint32_t end = 0, step = r.needle->length ? r.needle->length : 1;
    string_builder_start(&b, vm);
    while (at >= 0) {
        string_builder_range(&b, r.s, end, (uint32_t)at);
        if (!js_safepoint(vm) || !append_replacement(vm, &b, &r, (uint32_t)at)) {
            string_builder_discard(&b);
            return VALUE_EXCEPTION;
        }
        if (b.failed) break;
        end = (uint32_t)at + r.needle->length;
        uint64_t next = (uint64_t)at + step;
        at = all && next <= r.s->length ? string_index_of(vm, r.s, r.needle, (uint32_t)next) : -1;
    }
    if (at == STRING_SEARCH_GIVEN_UP) {
        string_builder_discard(&b);
        return VALUE_EXCEPTION;
    }
    string_builder_range(&b, r.s, end, r.s->length);
    return builtin_cell(string_builder_finish(&b));
}

// sec-string.prototype.replace
vm_value string_pattern_replace(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "replace")) return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_replace, 2);
    return value_is_absent(result) ? replace_text(vm, frame, argc, "replace", false) : result;
}

// sec-string.prototype.replaceall
vm_value string_pattern_replace_all(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "replaceAll") || !check_global(vm, ARGUMENT(0), "replaceAll"))
        return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_replace, 2);
    return value_is_absent(result) ? replace_text(vm, frame, argc, "replaceAll", true) : result;
}

// --- split -----------------------------------------------------------------------------------------

static bool push_part(vm_isolate *vm, struct object *parts, struct string *s, uint32_t from, uint32_t to) {
    struct string *part = string_substring(vm, s, from, to);
    return part && js_safepoint(vm) && array_push(vm, parts, value_from_cell(part));
}

static vm_value split_units(vm_isolate *vm, struct string *s, uint32_t limit) {
    uint32_t count = s->length < limit ? s->length : limit;
    struct object *parts = array_create(vm, 0);
    if (!parts || !elements_reserve(vm, parts, count)) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t c = string_at(s, i);
        struct string *unit = c < STRING_UNIT_CACHE && vm->units[c] ? vm->units[c] : string_from_unit(vm, c);
        if (!unit || !array_push(vm, parts, value_from_cell(unit)) || !js_safepoint(vm))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(parts);
}

static vm_value split_text(vm_isolate *vm, struct string *s, struct string *separator, uint32_t limit) {
    if (!separator->length) return split_units(vm, s, limit);
    struct object *parts = array_create(vm, 0);
    uint32_t from = 0;
    int64_t at;
    if (!parts) return VALUE_EXCEPTION;
    for (; (at = string_index_of(vm, s, separator, from)) >= 0; from = (uint32_t)at + separator->length) {
        if (!push_part(vm, parts, s, from, (uint32_t)at)) return VALUE_EXCEPTION;
        if (array_length(parts) == limit) return value_from_cell(parts);
    }
    return at == -1 && push_part(vm, parts, s, from, s->length) ? value_from_cell(parts) : VALUE_EXCEPTION;
}

// sec-string.prototype.split
vm_value string_pattern_split(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!receiver_is_coercible(vm, THIS, "split")) return VALUE_EXCEPTION;
    vm_value result = delegate(vm, frame, argc, SYMBOL_split, 2);
    if (!value_is_absent(result)) return result;
    struct string *s = string_this(vm, THIS, "split");
    uint32_t limit = UINT32_MAX;
    if (!s || (!value_is_undefined(ARGUMENT(1)) && !js_to_uint32(vm, frame[2], &limit)))
        return VALUE_EXCEPTION;
    struct string *separator = string_argument(vm, ARGUMENT(0));
    if (!separator) return VALUE_EXCEPTION;
    if (!limit) return builtin_cell(array_create(vm, 0));
    vm_value whole = value_from_cell(s);
    if (value_is_undefined(ARGUMENT(0))) return builtin_cell(array_create_from(vm, &whole, 1));
    return split_text(vm, s, separator, limit);
}
