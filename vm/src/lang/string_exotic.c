// String exotic objects (sec-string-exotic-objects): the units of the string and its length as own
// properties.
#include "lang/exotic.h"

static inline struct string *string_of(const struct object *o) {
    return value_as_string(((const struct primitive_object *)o)->primitive);
}

// sec-stringgetownproperty
static enum outcome own_of_string(vm_isolate *vm, struct object *o, property_key key,
                                  struct property_descriptor *out) {
    struct string *s = string_of(o);
    if (key_is_index(key)) {
        if (key_as_index(key) >= s->length) return OUTCOME_FALSE;
        struct string *unit = string_from_unit(vm, string_at(s, key_as_index(key)));
        if (!unit) return OUTCOME_EXCEPTION;
        *out = descriptor_data(value_from_cell(unit), PROPERTY_ENUMERABLE);
        return OUTCOME_TRUE;
    }
    if (!key_equals(key, atom_key(vm, ATOM_length))) return OUTCOME_FALSE;
    *out = descriptor_data(value_from_uint32(s->length), 0);
    return OUTCOME_TRUE;
}

enum outcome string_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                     struct property_descriptor *out) {
    enum outcome there = own_of_string(vm, o, key, out);
    return there == OUTCOME_FALSE ? ordinary_get_own_property(vm, o, key, out) : there;
}

enum outcome string_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        const struct property_descriptor *descriptor) {
    struct property_descriptor current;
    enum outcome there = own_of_string(vm, o, key, &current);
    if (there == OUTCOME_EXCEPTION) return there;
    if (there == OUTCOME_FALSE) return ordinary_define_own_property(vm, o, key, descriptor);
    bool extensible = !(o->cell.flags & OBJECT_NOT_EXTENSIBLE);
    return validate_and_apply_descriptor(vm, NULL, key, extensible, descriptor, &current);
}

bool string_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    struct list *own = list_create(vm);
    if (!own || !object_own_keys(vm, o, flags, own)) return false;
    uint32_t i = 0;
    if (flags & KEYS_STRINGS) {
        uint32_t units = flags & KEYS_NAMED ? 0 : string_of(o)->length;
        for (uint32_t unit = 0; unit < units; unit++) {
            if (!list_push(vm, out, VALUE(key_from_index(unit).bits))) return false;
        }
        for (; i < own->length && key_is_index(key_from_value_bits(list_at(own, i))); i++) {
            if (!list_push(vm, out, list_at(own, i))) return false;
        }
        if (!(flags & KEYS_ENUMERABLE) && !list_push(vm, out, atom_value(vm, ATOM_length))) return false;
    }
    for (; i < own->length; i++) {
        if (!list_push(vm, out, list_at(own, i))) return false;
    }
    return true;
}
