// TypedArray exotic objects (sec-typedarray-exotic-objects): numeric keys name elements, or nothing at all;
// they never reach the ordinary properties nor the prototype.
#include "lang/typed_array.h"

enum numeric_key typed_array_key(property_key key, uint64_t *index) {
    if (key_is_index(key)) {
        *index = key_as_index(key);
        return NUMERIC_INDEX;
    }
    if (key_is_symbol(key)) return NUMERIC_NOT;
    const struct string *s = (struct string *)key_as_cell(key);
    if (!s->length || s->length > NUMBER_SHORTEST_SIZE || string_is_wide(s)) return NUMERIC_NOT;
    uint8_t first = string_latin1(s)[0];
    if (!(first >= '0' && first <= '9') && first != '-' && first != 'I' && first != 'N') return NUMERIC_NOT;
    if (string_equals_text(s, "-0")) return NUMERIC_INVALID;
    char text[NUMBER_SHORTEST_SIZE];
    double number = string_to_number(NULL, s);
    size_t length = number_to_shortest(number, text);
    if (!string_equals_latin1(s, (const uint8_t *)text, length)) return NUMERIC_NOT;
    if (!(number >= 0 && number < 0x1p53) || number != (double)(uint64_t)number) return NUMERIC_INVALID;
    *index = (uint64_t)number;
    return NUMERIC_INDEX;
}

bool element_from_value_slow(vm_isolate *vm, enum element_type type, vm_value value, uint64_t *raw) {
    if (element_is_bigint(type)) {
        struct bigint *bigint = js_to_bigint(vm, value);
        if (!bigint) return false;
        *raw = bigint_to_uint64(bigint);
        return true;
    }
    double number;
    if (!js_to_number(vm, value, &number)) return false;
    *raw = element_from_number(type, number);
    return true;
}

static inline void *element_address(const struct buffer_view *array, uint64_t index) {
    return array->data + (index << element_shift(view_type(array)));
}

vm_value typed_array_get(vm_isolate *vm, const struct buffer_view *array, uint64_t index) {
    if (index >= view_length(array)) return VALUE_UNDEFINED;
    return element_to_value(vm, view_type(array),
                            element_read(view_type(array), element_address(array, index)));
}

bool typed_array_set(vm_isolate *vm, struct buffer_view *array, uint64_t index, vm_value value) {
    uint64_t raw;
    if (!element_from_value(vm, view_type(array), value, &raw)) return false;
    if (index < view_length(array)) element_write(view_type(array), element_address(array, index), raw);
    return true;
}

// Whether a key is numeric; then *valid says whether it names an element now (sec-isvalidintegerindex). What
// can never be an index becomes one that is beyond every end.
static bool is_numeric(const struct object *o, property_key key, uint64_t *index, bool *valid) {
    enum numeric_key kind = typed_array_key(key, index);
    if (kind == NUMERIC_INVALID) *index = UINT64_MAX;
    *valid = kind == NUMERIC_INDEX && *index < view_length((const struct buffer_view *)o);
    return kind != NUMERIC_NOT;
}

enum outcome typed_array_prevent_extensions(vm_isolate *vm, struct object *o) {
    if (!view_is_fixed_length((struct buffer_view *)o)) return OUTCOME_FALSE;
    return object_prevent_extensions(vm, o) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

enum outcome typed_array_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                          struct property_descriptor *out) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_get_own_property(vm, o, key, out);
    if (!valid) return OUTCOME_FALSE;
    vm_value value = typed_array_get(vm, (struct buffer_view *)o, index);
    *out = descriptor_data(value, PROPERTY_WRITABLE | PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE);
    return value_is_exception(value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

enum outcome typed_array_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                             const struct property_descriptor *d) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_define_own_property(vm, o, key, d);
    if (!valid || (d->fields & (DESCRIPTOR_GET | DESCRIPTOR_SET))) return OUTCOME_FALSE;
    if ((d->fields & DESCRIPTOR_CONFIGURABLE) && !(d->attributes & PROPERTY_CONFIGURABLE))
        return OUTCOME_FALSE;
    if ((d->fields & DESCRIPTOR_ENUMERABLE) && !(d->attributes & PROPERTY_ENUMERABLE)) return OUTCOME_FALSE;
    if ((d->fields & DESCRIPTOR_WRITABLE) && !(d->attributes & PROPERTY_WRITABLE)) return OUTCOME_FALSE;
    if ((d->fields & DESCRIPTOR_VALUE) && !typed_array_set(vm, (struct buffer_view *)o, index, d->value))
        return OUTCOME_EXCEPTION;
    return OUTCOME_TRUE;
}

enum outcome typed_array_has_property(vm_isolate *vm, struct object *o, property_key key) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_has_property(vm, o, key);
    return valid ? OUTCOME_TRUE : OUTCOME_FALSE;
}

vm_value typed_array_get_property(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_get(vm, o, key, receiver);
    return valid ? typed_array_get(vm, (struct buffer_view *)o, index) : VALUE_UNDEFINED;
}

enum outcome typed_array_set_property(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                                      vm_value receiver) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_set(vm, o, key, value, receiver);
    if (value_same_bits(receiver, value_from_cell(o)))
        return typed_array_set(vm, (struct buffer_view *)o, index, value) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
    return valid ? ordinary_set(vm, o, key, value, receiver) : OUTCOME_TRUE;
}

enum outcome typed_array_delete(vm_isolate *vm, struct object *o, property_key key) {
    uint64_t index;
    bool valid;
    if (!is_numeric(o, key, &index, &valid)) return ordinary_delete(vm, o, key);
    return valid ? OUTCOME_FALSE : OUTCOME_TRUE;
}

bool typed_array_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    bool indices = (flags & KEYS_STRINGS) && !(flags & KEYS_NAMED);
    uint64_t length = indices ? view_length((struct buffer_view *)o) : 0;
    for (uint64_t i = 0; i < length; i++) {
        property_key key;
        if (!key_from_uint64(vm, i, &key) || !list_push(vm, out, VALUE(key.bits))) return false;
    }
    return object_own_keys(vm, o, flags, out);
}
