// The internal methods: dispatch through the class table, and the ordinary ones
// (sec-ordinary-object-internal-methods-and-internal-slots).
//
// The ordinary methods serve exotic classes too: where they need another internal method of the same object
// they go through the class table, and walking up they stop at the first prototype whose class has a method
// of its own.
#include "lang/exotic.h"
#include "lang/lookup.h"
#include "lang/property.h"
#include "object/intrinsics.h"

static inline const struct object_class *class_of(vm_isolate *vm, const struct object *o) {
    return &vm->classes[o->cell.kind];
}

// --- dispatch --------------------------------------------------------------------------------------

vm_value js_get_prototype_of(vm_isolate *vm, struct object *o) {
    const struct object_class *class = class_of(vm, o);
    if (class->get_prototype_of) return class->get_prototype_of(vm, o);
    struct object *prototype = object_prototype(o);
    return prototype ? value_from_cell(prototype) : VALUE_NULL;
}

enum outcome js_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) {
    const struct object_class *class = class_of(vm, o);
    return class->set_prototype_of ? class->set_prototype_of(vm, o, prototype)
                                   : ordinary_set_prototype_of(vm, o, prototype);
}

enum outcome js_is_extensible(vm_isolate *vm, struct object *o) {
    const struct object_class *class = class_of(vm, o);
    return class->is_extensible ? class->is_extensible(vm, o) : !(o->cell.flags & OBJECT_NOT_EXTENSIBLE);
}

enum outcome js_prevent_extensions(vm_isolate *vm, struct object *o) {
    const struct object_class *class = class_of(vm, o);
    if (class->prevent_extensions) return class->prevent_extensions(vm, o);
    return object_prevent_extensions(vm, o) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

enum outcome js_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                 struct property_descriptor *out) {
    const struct object_class *class = class_of(vm, o);
    return class->get_own_property ? class->get_own_property(vm, o, key, out)
                                   : ordinary_get_own_property(vm, o, key, out);
}

enum outcome js_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                    const struct property_descriptor *descriptor) {
    const struct object_class *class = class_of(vm, o);
    return class->define_own_property ? class->define_own_property(vm, o, key, descriptor)
                                      : ordinary_define_own_property(vm, o, key, descriptor);
}

enum outcome js_has_property(vm_isolate *vm, struct object *o, property_key key) {
    const struct object_class *class = class_of(vm, o);
    return class->has_property ? class->has_property(vm, o, key) : ordinary_has_property(vm, o, key);
}

enum outcome js_set_with_receiver(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                                  vm_value receiver) {
    const struct object_class *class = class_of(vm, o);
    return class->set ? class->set(vm, o, key, value, receiver) : ordinary_set(vm, o, key, value, receiver);
}

enum outcome js_delete(vm_isolate *vm, struct object *o, property_key key) {
    const struct object_class *class = class_of(vm, o);
    return class->delete_property ? class->delete_property(vm, o, key) : ordinary_delete(vm, o, key);
}

bool js_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    const struct object_class *class = class_of(vm, o);
    return class->own_keys ? class->own_keys(vm, o, flags, out) : object_own_keys(vm, o, flags, out);
}

// --- prototypes ------------------------------------------------------------------------------------

enum outcome ordinary_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) {
    if (object_prototype(o) == prototype) return OUTCOME_TRUE;
    if (o->cell.flags & OBJECT_NOT_EXTENSIBLE) return OUTCOME_FALSE;
    // sec-immutable-prototype-exotic-objects
    if (o->cell.kind == CELL_OBJECT && !object_prototype(o) && vm->realm &&
        o == intrinsic(vm, INTRINSIC_ObjectPrototype)) {
        return OUTCOME_FALSE;
    }
    for (struct object *at = prototype; at && !class_of(vm, at)->get_prototype_of;
         at = object_prototype(at)) {
        if (at == o) return OUTCOME_FALSE;
    }
    return object_set_prototype(vm, o, prototype) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

// --- own properties --------------------------------------------------------------------------------

enum outcome ordinary_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                       struct property_descriptor *out) {
    struct property property;
    if (!object_get_own(vm, o, key, &property)) return OUTCOME_FALSE;
    if (value_is_exception(property.value)) return OUTCOME_EXCEPTION;
    if (property.attributes & PROPERTY_ACCESSOR) {
        const struct accessor *accessor = value_as_cell(property.value);
        *out = descriptor_accessor(accessor->getter, accessor->setter, property.attributes);
    } else {
        *out = descriptor_data(property.value, property.attributes);
    }
    return OUTCOME_TRUE;
}

enum outcome ordinary_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                          const struct property_descriptor *descriptor) {
    struct property_descriptor current;
    enum outcome there = js_get_own_property(vm, o, key, &current);
    if (there == OUTCOME_EXCEPTION) return there;
    enum outcome extensible = js_is_extensible(vm, o);
    if (extensible == OUTCOME_EXCEPTION) return extensible;
    return validate_and_apply_descriptor(vm, o, key, extensible, descriptor, there ? &current : NULL);
}

enum outcome ordinary_delete(vm_isolate *vm, struct object *o, property_key key) {
    uint8_t attributes;
    if (class_of(vm, o)->get_own_property) {
        struct property_descriptor current;
        enum outcome there = js_get_own_property(vm, o, key, &current);
        if (there != OUTCOME_TRUE) return there == OUTCOME_FALSE ? OUTCOME_TRUE : there;
        attributes = current.attributes;
    } else {
        struct property property;
        if (!object_find_own(vm, o, key, &property)) return OUTCOME_TRUE;
        attributes = property.attributes;
    }
    if (!(attributes & PROPERTY_CONFIGURABLE)) return OUTCOME_FALSE;
    return object_remove(vm, o, key) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

// --- walks -----------------------------------------------------------------------------------------

enum outcome ordinary_has_property(vm_isolate *vm, struct object *o, property_key key) {
    for (struct object *at = o; at; at = object_prototype(at)) {
        const struct object_class *class = class_of(vm, at);
        if (at != o && class->has_property) return class->has_property(vm, at, key);
        enum outcome there = js_has_own(vm, at, key);
        if (there != OUTCOME_FALSE) return there;
    }
    return OUTCOME_FALSE;
}

// An own property of `at` on a walk, data or accessor.
static enum outcome own_property(vm_isolate *vm, struct object *at, property_key key, bool ordinary,
                                 struct property *out) {
    if (ordinary || !class_of(vm, at)->get_own_property) {
        if (!object_get_own(vm, at, key, out)) return OUTCOME_FALSE;
        return value_is_exception(out->value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
    }
    struct property_descriptor descriptor;
    enum outcome there = js_get_own_property(vm, at, key, &descriptor);
    if (there != OUTCOME_TRUE) return there;
    *out = (struct property){
        .value = descriptor.value, .attributes = descriptor.attributes, .slot = PROPERTY_NO_SLOT};
    if (descriptor.fields & (DESCRIPTOR_GET | DESCRIPTOR_SET)) {
        struct accessor *accessor = accessor_create(vm, descriptor.getter, descriptor.setter);
        if (!accessor) return OUTCOME_EXCEPTION;
        out->value = value_from_cell(accessor);
        out->attributes |= PROPERTY_ACCESSOR;
    }
    return OUTCOME_TRUE;
}

vm_value ordinary_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    bool cacheable = !key_is_index(key);
    for (struct object *at = o; at; at = object_prototype(at)) {
        const struct object_class *class = class_of(vm, at);
        if (at != o && class->get) return class->get(vm, at, key, receiver);
        bool ordinary = !key_is_index(key) && lookup_is_ordinary(vm, at, key);
        cacheable = cacheable && ordinary;
        struct property property;
        enum outcome there = own_property(vm, at, key, ordinary, &property);
        if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if (there == OUTCOME_FALSE) continue;
        if (property.attributes & PROPERTY_ACCESSOR) {
            const struct accessor *accessor = value_as_cell(property.value);
            if (value_is_undefined(accessor->getter)) return VALUE_UNDEFINED;
            return js_call(vm, accessor->getter, receiver, 0, NULL);
        }
        if (cacheable && (at == o || !shape_is_dictionary(o->shape))) {
            lookup_remember(vm, key,
                            &(struct cache_info){.kind = at == o ? LOOKUP_OWN : LOOKUP_PROTOTYPE,
                                                 .shape = o->shape,
                                                 .holder = at == o ? NULL : at,
                                                 .slot = property.slot});
        }
        return property.value;
    }
    if (cacheable && !shape_is_dictionary(o->shape)) {
        lookup_remember(vm, key, &(struct cache_info){.kind = LOOKUP_ABSENT, .shape = o->shape});
    }
    return VALUE_UNDEFINED;
}

// The last step of a set that met no setter: stores into the receiver (sec-ordinarysetwithowndescriptor, step
// 2 on).
static enum outcome set_on_receiver(vm_isolate *vm, property_key key, vm_value value, vm_value receiver) {
    if (!value_is_object(receiver)) return OUTCOME_FALSE;
    struct object *o = value_as_object(receiver);
    struct property_descriptor current;
    enum outcome there = js_get_own_property(vm, o, key, &current);
    if (there == OUTCOME_EXCEPTION) return there;
    if (there == OUTCOME_FALSE) return js_create_data_property(vm, o, key, value);
    if (current.fields & (DESCRIPTOR_GET | DESCRIPTOR_SET)) return OUTCOME_FALSE;
    if (!(current.attributes & PROPERTY_WRITABLE)) return OUTCOME_FALSE;
    struct property_descriptor change = {.value = value, .fields = DESCRIPTOR_VALUE};
    return js_define_own_property(vm, o, key, &change);
}

// The same for a receiver where the walk began, which is known not to have the property, and whose class only
// takes care of "length" or of nothing.
static enum outcome add_to_receiver(vm_isolate *vm, struct object *o, property_key key, vm_value value) {
    if (o->cell.flags & OBJECT_NOT_EXTENSIBLE) return OUTCOME_FALSE;
    if ((o->cell.flags & OBJECT_LENGTH_READ_ONLY) && key_is_index(key) &&
        key_as_index(key) >= array_length(o)) {
        return OUTCOME_FALSE;
    }
    return object_add(vm, o, key, value, PROPERTY_DEFAULT) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

// Stores into the receiver's own writable data property.
static enum outcome overwrite(vm_isolate *vm, struct object *o, property_key key, const struct property *at,
                              vm_value value) {
    if (at->slot == PROPERTY_NO_SLOT && !at->is_element) {
        struct property_descriptor change = {.value = value, .fields = DESCRIPTOR_VALUE};
        return array_set_length(vm, o, &change);
    }
    if (__builtin_expect(at->attributes & PROPERTY_LAZY, 0)) {
        return object_reconfigure(vm, o, key, at, value, at->attributes & ~PROPERTY_LAZY) ? OUTCOME_TRUE
                                                                                          : OUTCOME_EXCEPTION;
    }
    object_store(vm, o, key, at, value);
    return OUTCOME_TRUE;
}

enum outcome ordinary_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                          vm_value receiver) {
    const struct object_class *class = class_of(vm, o);
    bool simple = value_same_bits(receiver, value_from_cell(o)) && !class->get_own_property &&
                  (!class->define_own_property || o->cell.kind == CELL_ARRAY);
    struct object *at = o;
    if (simple) {
        struct property property;
        if (object_find_own(vm, o, key, &property)) {
            if (!(property.attributes & PROPERTY_ACCESSOR)) {
                return property.attributes & PROPERTY_WRITABLE ? overwrite(vm, o, key, &property, value)
                                                               : OUTCOME_FALSE;
            }
        } else {
            at = object_prototype(o);
        }
    }
    for (; at; at = object_prototype(at)) {
        class = class_of(vm, at);
        if (at != o && class->set) return class->set(vm, at, key, value, receiver);
        struct property property;
        bool ordinary = !key_is_index(key) && lookup_is_ordinary(vm, at, key);
        enum outcome there = own_property(vm, at, key, ordinary, &property);
        if (there == OUTCOME_EXCEPTION) return there;
        if (there == OUTCOME_FALSE) continue;
        if (property.attributes & PROPERTY_ACCESSOR) {
            vm_value setter = ((struct accessor *)value_as_cell(property.value))->setter;
            if (value_is_undefined(setter)) return OUTCOME_FALSE;
            return value_is_exception(js_call(vm, setter, receiver, 1, &value)) ? OUTCOME_EXCEPTION
                                                                                : OUTCOME_TRUE;
        }
        if (!(property.attributes & PROPERTY_WRITABLE)) return OUTCOME_FALSE;
        break;
    }
    return simple ? add_to_receiver(vm, o, key, value) : set_on_receiver(vm, key, value, receiver);
}
