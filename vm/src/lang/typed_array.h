// Typed arrays as exotic objects (sec-typedarray-exotic-objects), and element conversion.
#ifndef LANG_TYPED_ARRAY_H
#define LANG_TYPED_ARRAY_H

#include "lang/property.h"
#include "object/typed_array.h"

// What a key means to a typed array (sec-canonicalnumericindexstring).
enum numeric_key {
    NUMERIC_NOT,     // an ordinary key
    NUMERIC_INDEX,   // an integer, perhaps beyond the end
    NUMERIC_INVALID, // a numeric string that can never be an index: "-0", "1.5", "NaN"
};
enum numeric_key typed_array_key(property_key key, uint64_t *index);

// ToNumber or ToBigInt(value), in raw form. May run script; false: exception pending.
bool element_from_value_slow(vm_isolate *vm, enum element_type type, vm_value value,
                             uint64_t *raw) MUST_CHECK;
static inline MUST_CHECK bool element_from_value(vm_isolate *vm, enum element_type type, vm_value value,
                                                 uint64_t *raw) {
    if (__builtin_expect(value_is_number(value) && !element_is_bigint(type), 1)) {
        *raw = element_from_number_value(type, value);
        return true;
    }
    return element_from_value_slow(vm, type, value, raw);
}

// sec-typedarraygetelement: UNDEFINED beyond the end.
vm_value typed_array_get(vm_isolate *vm, const struct buffer_view *array, uint64_t index) MUST_CHECK;
// sec-typedarraysetelement: converts, then stores if the index is valid by then.
bool typed_array_set(vm_isolate *vm, struct buffer_view *array, uint64_t index, vm_value value) MUST_CHECK;

// The internal methods.
enum outcome typed_array_prevent_extensions(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome typed_array_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                          struct property_descriptor *out) MUST_CHECK;
enum outcome typed_array_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                             const struct property_descriptor *descriptor) MUST_CHECK;
enum outcome typed_array_has_property(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
vm_value typed_array_get_property(vm_isolate *vm, struct object *o, property_key key,
                                  vm_value receiver) MUST_CHECK;
enum outcome typed_array_set_property(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                                      vm_value receiver) MUST_CHECK;
enum outcome typed_array_delete(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
bool typed_array_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) MUST_CHECK;

#endif
