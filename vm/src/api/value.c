// Values: their types, strings, symbols, big integers, conversions and comparisons.
#include <stdarg.h>
#include <stdio.h>

#include "api/api.h"
#include "builtins/json.h"
#include "lang/operate.h"
#include "object/proxy.h"

_Static_assert(sizeof(vm_key) == sizeof(property_key), "vm_key has the bits of a property key");

static const uint8_t cell_types[CELL_KIND_COUNT] = {
    [CELL_STRING] = VM_STRING,
    [CELL_SYMBOL] = VM_SYMBOL,
    [CELL_BIGINT] = VM_BIGINT,
    [CELL_CODE] = VM_SCRIPT,
    [CELL_SCRIPT] = VM_SCRIPT,
    [CELL_MODULE] = VM_MODULE,
    [CELL_REALM] = VM_REALM,
    [CELL_OBJECT] = VM_OBJECT,
    [CELL_ARRAY] = VM_ARRAY,
    [CELL_FUNCTION] = VM_FUNCTION,
    [CELL_NATIVE_FUNCTION] = VM_FUNCTION,
    [CELL_BOUND_FUNCTION] = VM_FUNCTION,
    [CELL_PRIMITIVE_OBJECT] = VM_BOXED,
    [CELL_STRING_OBJECT] = VM_BOXED,
    [CELL_ERROR] = VM_ERROR,
    [CELL_ARGUMENTS] = VM_ARGUMENTS,
    [CELL_MAP] = VM_MAP,
    [CELL_SET] = VM_SET,
    [CELL_WEAK_MAP] = VM_WEAK_MAP,
    [CELL_WEAK_SET] = VM_WEAK_SET,
    [CELL_WEAK_REF] = VM_WEAK_REF,
    [CELL_PROMISE] = VM_PROMISE,
    [CELL_GENERATOR] = VM_GENERATOR,
    [CELL_ASYNC_GENERATOR] = VM_GENERATOR,
    [CELL_ITERATOR] = VM_ITERATOR,
    [CELL_NAMESPACE] = VM_NAMESPACE,
    [CELL_ARRAY_BUFFER] = VM_ARRAY_BUFFER,
    [CELL_TYPED_ARRAY] = VM_TYPED_ARRAY,
    [CELL_DATA_VIEW] = VM_DATA_VIEW,
    [CELL_DATE] = VM_DATE,
    [CELL_PROXY] = VM_PROXY,
    [CELL_REGEXP] = VM_REGEXP,
    [CELL_HOST_OBJECT] = VM_HOST_OBJECT,
    [CELL_HOST_RESOURCE] = VM_HOST_OBJECT,
};

vm_type vm_type_of(vm_value v) {
    if (value_is_cell(v)) {
        uint8_t type = cell_types[value_cell_kind(v)];
        return type ? (vm_type)type : VM_OTHER_OBJECT;
    }
    if (value_is_number(v)) {
        return VM_NUMBER;
    }
    return value_is_boolean(v) ? VM_BOOLEAN : value_is_null(v) ? VM_NULL : VM_UNDEFINED;
}

bool vm_is_object(vm_value v) { return value_is_object(v); }

bool vm_is_function(vm_value v) { return value_is_callable(v); }

bool vm_is_constructor(vm_value v) { return value_is_constructor(v); }

// --- strings

vm_value vm_string(vm_isolate *vm, const char *utf8) { return vm_string_utf8(vm, utf8, strlen(utf8)); }

vm_value vm_string_utf8(vm_isolate *vm, const char *utf8, size_t length) {
    api_enter(vm);
    return value_or_exception(string_from_utf8(vm, utf8, length));
}

vm_value vm_string_latin1(vm_isolate *vm, const uint8_t *text, size_t length) {
    api_enter(vm);
    return value_or_exception(string_from_latin1(vm, text, length));
}

vm_value vm_string_utf16(vm_isolate *vm, const uint16_t *text, size_t length) {
    api_enter(vm);
    return value_or_exception(string_from_utf16(vm, text, length));
}

vm_value vm_string_format(vm_isolate *vm, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return vm_string(vm, text);
}

vm_value vm_string_concat(vm_isolate *vm, vm_value left, vm_value right) {
    api_enter(vm);
    if (!api_value(vm, left) || !api_value(vm, right)) {
        return VALUE_EXCEPTION;
    }
    if (!value_is_string(left) || !value_is_string(right)) {
        return throw_type_error(vm, "%V is not a string", value_is_string(left) ? right : left);
    }
    return value_or_exception(string_concat(vm, value_as_string(left), value_as_string(right)));
}

uint32_t vm_string_length(vm_value string) {
    return value_is_string(string) ? value_as_string(string)->length : 0;
}

bool vm_string_text(vm_isolate *vm, vm_value string, vm_text *out) {
    api_enter(vm);
    if (!value_is_string(string)) {
        throw_type_error(vm, "%V is not a string", string);
        return false;
    }
    struct string *s = string_flatten(vm, value_as_string(string));
    if (!s) {
        return false;
    }
    bool wide = string_is_wide(s);
    out->latin1 = wide ? NULL : string_latin1(s);
    out->utf16 = wide ? string_utf16(s) : NULL;
    out->length = s->length;
    return true;
}

char *vm_to_utf8(vm_isolate *vm, vm_value value, size_t *length) {
    api_enter(vm);
    struct string *s = api_value(vm, value) ? js_to_flat_string(vm, value) : NULL;
    size_t count;
    return s ? string_to_utf8(vm, s, length ? length : &count) : NULL;
}

bool vm_string_is(vm_isolate *vm, vm_value string, const char *ascii) {
    api_enter(vm);
    if (!value_is_string(string) || value_as_string(string)->length != strlen(ascii)) {
        return false;
    }
    struct string *s = string_flatten(vm, value_as_string(string));
    return s && string_equals_text(s, ascii);
}

// --- symbols

vm_value vm_symbol(vm_isolate *vm, vm_value description) {
    api_enter(vm);
    struct string *text = value_is_string(description) ? value_as_string(description) : NULL;
    return value_or_exception(symbol_create(vm, text, 0));
}

vm_value vm_symbol_for(vm_isolate *vm, const char *key) {
    api_enter(vm);
    struct string *text = string_from_utf8(vm, key, strlen(key));
    return value_or_exception(text ? symbol_for(vm, text) : NULL);
}

vm_value vm_symbol_description(vm_value symbol) {
    if (!value_is_symbol(symbol) || !value_as_symbol(symbol)->description) {
        return VALUE_UNDEFINED;
    }
    return value_from_cell(value_as_symbol(symbol)->description);
}

vm_value vm_well_known_symbol(vm_isolate *vm, vm_well_known symbol) {
    static const uint8_t ids[] = {
        [VM_SYMBOL_ASYNC_ITERATOR] = SYMBOL_asyncIterator,
        [VM_SYMBOL_HAS_INSTANCE] = SYMBOL_hasInstance,
        [VM_SYMBOL_ITERATOR] = SYMBOL_iterator,
        [VM_SYMBOL_TO_PRIMITIVE] = SYMBOL_toPrimitive,
        [VM_SYMBOL_TO_STRING_TAG] = SYMBOL_toStringTag,
        [VM_SYMBOL_DISPOSE] = SYMBOL_dispose,
        [VM_SYMBOL_ASYNC_DISPOSE] = SYMBOL_asyncDispose,
    };
    return (size_t)symbol < sizeof ids ? value_from_cell(vm->symbols[ids[symbol]]) : VALUE_UNDEFINED;
}

// --- big integers

vm_value vm_bigint_from_int64(vm_isolate *vm, int64_t value) {
    api_enter(vm);
    return value_or_exception(bigint_from_int64(vm, value));
}

vm_value vm_bigint_from_uint64(vm_isolate *vm, uint64_t value) {
    api_enter(vm);
    return value_or_exception(bigint_from_uint64(vm, value));
}

int64_t vm_bigint_as_int64(vm_value bigint, bool *exact) {
    bool fits = value_is_bigint(bigint);
    uint64_t low = 0;
    if (fits) {
        const struct bigint *b = value_as_bigint(bigint);
        bool negative = bigint_is_negative(b);
        uint64_t digit = b->cell.word ? b->digits[0] : 0;
        low = negative ? 0 - digit : digit;
        fits = b->cell.word <= 1 && digit <= (uint64_t)INT64_MAX + negative;
    }
    if (exact) {
        *exact = fits;
    }
    return (int64_t)low;
}

// --- conversions and comparisons

bool vm_to_boolean(vm_value v) { return js_to_boolean(v); }

bool vm_to_double(vm_isolate *vm, vm_value v, double *out) {
    api_enter(vm);
    return api_value(vm, v) && js_to_number(vm, v, out);
}

bool vm_to_int32(vm_isolate *vm, vm_value v, int32_t *out) {
    api_enter(vm);
    return api_value(vm, v) && js_to_int32(vm, v, out);
}

bool vm_to_uint32(vm_isolate *vm, vm_value v, uint32_t *out) {
    api_enter(vm);
    return api_value(vm, v) && js_to_uint32(vm, v, out);
}

bool vm_to_index(vm_isolate *vm, vm_value v, uint64_t *out) {
    api_enter(vm);
    return api_value(vm, v) && js_to_index(vm, v, out);
}

vm_value vm_to_string(vm_isolate *vm, vm_value v) {
    api_enter(vm);
    return value_or_exception(api_value(vm, v) ? js_to_string(vm, v) : NULL);
}

vm_value vm_to_object(vm_isolate *vm, vm_value v) {
    api_enter(vm);
    return value_or_exception(api_value(vm, v) ? js_to_object(vm, v) : NULL);
}

bool vm_strict_equals(vm_isolate *vm, vm_value a, vm_value b) { return js_strictly_equal(vm, a, b); }

bool vm_same_value(vm_isolate *vm, vm_value a, vm_value b) { return js_same_value(vm, a, b); }

int vm_loosely_equals(vm_isolate *vm, vm_value a, vm_value b) {
    api_enter(vm);
    return api_value(vm, a) && api_value(vm, b) ? js_loosely_equal(vm, a, b) : OUTCOME_EXCEPTION;
}

int vm_instance_of(vm_isolate *vm, vm_value v, vm_value constructor) {
    api_enter(vm);
    return api_value(vm, v) && api_value(vm, constructor) ? js_instance_of(vm, v, constructor)
                                                          : OUTCOME_EXCEPTION;
}

vm_value vm_json_parse(vm_isolate *vm, const char *utf8, size_t length) {
    api_enter(vm);
    struct json_parse_result result;
    struct string *text = string_from_utf8(vm, utf8, length);
    text = text ? string_flatten(vm, text) : NULL;
    return text && json_parse_text(vm, text, false, &result) ? result.value : VALUE_EXCEPTION;
}
