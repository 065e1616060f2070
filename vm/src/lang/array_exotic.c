// Array exotic objects (sec-array-exotic-objects): "length" and its ties to the indices.
#include "lang/exotic.h"

enum outcome array_define_own_property(vm_isolate *vm, struct object *array, property_key key,
                                       const struct property_descriptor *descriptor) {
    if (key_is_index(key)) {
        bool fixed = array->cell.flags & OBJECT_LENGTH_READ_ONLY;
        if (fixed && key_as_index(key) >= array_length(array)) return OUTCOME_FALSE;
    } else if (key_equals(key, atom_key(vm, ATOM_length))) {
        return array_set_length(vm, array, descriptor);
    }
    return ordinary_define_own_property(vm, array, key, descriptor);
}

// The length that a value asks for.
static bool to_length(vm_isolate *vm, vm_value value, uint32_t *length) {
    if (value_is_int(value) && value_as_int(value) >= 0) {
        *length = (uint32_t)value_as_int(value);
        return true;
    }
    double number;
    if (!js_to_uint32(vm, value, length) || !js_to_number(vm, value, &number)) return false;
    if (number == *length) return true;
    throw_range_error(vm, "Invalid array length");
    return false;
}

enum outcome array_set_length(vm_isolate *vm, struct object *array,
                              const struct property_descriptor *descriptor) {
    uint32_t length = array_length(array);
    bool has_value = descriptor->fields & DESCRIPTOR_VALUE;
    if (has_value && !to_length(vm, descriptor->value, &length)) return OUTCOME_EXCEPTION;

    struct property_descriptor change = *descriptor;
    if (has_value) change.value = value_from_uint32(length);
    uint8_t attributes = array->cell.flags & OBJECT_LENGTH_READ_ONLY ? 0 : PROPERTY_WRITABLE;
    struct property_descriptor current = descriptor_data(value_from_uint32(array_length(array)), attributes);
    enum outcome allowed =
        validate_and_apply_descriptor(vm, NULL, atom_key(vm, ATOM_length), true, &change, &current);
    if (allowed != OUTCOME_TRUE) return allowed;

    uint64_t reached = length;
    if (has_value && length != array_length(array)) {
        reached = elements_truncate(vm, array, length);
        if (reached == UINT64_MAX) return OUTCOME_EXCEPTION;
    }
    if ((change.fields & DESCRIPTOR_WRITABLE) && !(change.attributes & PROPERTY_WRITABLE)) {
        array->cell.flags |= OBJECT_LENGTH_READ_ONLY;
    }
    return reached == length ? OUTCOME_TRUE : OUTCOME_FALSE;
}
