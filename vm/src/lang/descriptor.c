// Property descriptors (sec-property-descriptor-specification-type): records and objects, validation.
#include "lang/operate.h"
#include "lang/property.h"
#include "object/intrinsics.h"

#define DESCRIPTOR_ANY_DATA (DESCRIPTOR_VALUE | DESCRIPTOR_WRITABLE)
#define DESCRIPTOR_ANY_ACCESSOR (DESCRIPTOR_GET | DESCRIPTOR_SET)
#define ATTRIBUTES_OF_ALL (PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE)

struct property_descriptor descriptor_data(vm_value value, uint8_t attributes) {
    return (struct property_descriptor){.value = value,
                                        .getter = VALUE_UNDEFINED,
                                        .setter = VALUE_UNDEFINED,
                                        .fields = DESCRIPTOR_ANY_DATA | DESCRIPTOR_ENUMERABLE |
                                                  DESCRIPTOR_CONFIGURABLE,
                                        .attributes = attributes & PROPERTY_DEFAULT};
}

struct property_descriptor descriptor_accessor(vm_value getter, vm_value setter, uint8_t attributes) {
    return (struct property_descriptor){.value = VALUE_UNDEFINED,
                                        .getter = getter,
                                        .setter = setter,
                                        .fields = DESCRIPTOR_ANY_ACCESSOR | DESCRIPTOR_ENUMERABLE |
                                                  DESCRIPTOR_CONFIGURABLE,
                                        .attributes = attributes & ATTRIBUTES_OF_ALL};
}

// --- to and from objects ---------------------------------------------------------------------------

static bool put_field(vm_isolate *vm, struct object *o, enum atom_id name, vm_value value) {
    return object_add(vm, o, atom_key(vm, name), value, PROPERTY_DEFAULT);
}

static vm_value attribute_value(const struct property_descriptor *d, uint8_t attribute) {
    return value_from_bool(d->attributes & attribute);
}

// sec-frompropertydescriptor
vm_value js_from_descriptor(vm_isolate *vm, const struct property_descriptor *d) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *o = prototype ? object_create(vm, prototype) : NULL;
    if (!o) return VALUE_EXCEPTION;
    bool done = true;
    if (d->fields & DESCRIPTOR_VALUE) done = put_field(vm, o, ATOM_value, d->value);
    if (done && (d->fields & DESCRIPTOR_WRITABLE)) {
        done = put_field(vm, o, ATOM_writable, attribute_value(d, PROPERTY_WRITABLE));
    }
    if (done && (d->fields & DESCRIPTOR_GET)) done = put_field(vm, o, ATOM_get, d->getter);
    if (done && (d->fields & DESCRIPTOR_SET)) done = put_field(vm, o, ATOM_set, d->setter);
    if (done && (d->fields & DESCRIPTOR_ENUMERABLE)) {
        done = put_field(vm, o, ATOM_enumerable, attribute_value(d, PROPERTY_ENUMERABLE));
    }
    if (done && (d->fields & DESCRIPTOR_CONFIGURABLE)) {
        done = put_field(vm, o, ATOM_configurable, attribute_value(d, PROPERTY_CONFIGURABLE));
    }
    return done ? value_from_cell(o) : VALUE_EXCEPTION;
}

// Reads one field when the object has it.
static bool read_field(vm_isolate *vm, struct object *o, enum atom_id name, uint8_t field,
                       struct property_descriptor *out, vm_value *value) {
    enum outcome there = js_has_property(vm, o, atom_key(vm, name));
    if (there != OUTCOME_TRUE) return there == OUTCOME_FALSE;
    *value = js_get_atom(vm, o, name);
    if (value_is_exception(*value)) return false;
    out->fields |= field;
    return true;
}

static bool read_attribute(vm_isolate *vm, struct object *o, enum atom_id name, uint8_t field,
                           uint8_t attribute, struct property_descriptor *out) {
    vm_value value = VALUE_FALSE;
    if (!read_field(vm, o, name, field, out, &value)) return false;
    if (js_to_boolean(value)) out->attributes |= attribute;
    return true;
}

// sec-topropertydescriptor
bool js_to_descriptor(vm_isolate *vm, vm_value v, struct property_descriptor *out) {
    *out = (struct property_descriptor){
        .value = VALUE_UNDEFINED, .getter = VALUE_UNDEFINED, .setter = VALUE_UNDEFINED};
    if (!value_is_object(v)) {
        throw_type_error(vm, "Property description must be an object: %V", v);
        return false;
    }
    struct object *o = value_as_object(v);
    if (!read_attribute(vm, o, ATOM_enumerable, DESCRIPTOR_ENUMERABLE, PROPERTY_ENUMERABLE, out) ||
        !read_attribute(vm, o, ATOM_configurable, DESCRIPTOR_CONFIGURABLE, PROPERTY_CONFIGURABLE, out) ||
        !read_field(vm, o, ATOM_value, DESCRIPTOR_VALUE, out, &out->value) ||
        !read_attribute(vm, o, ATOM_writable, DESCRIPTOR_WRITABLE, PROPERTY_WRITABLE, out) ||
        !read_field(vm, o, ATOM_get, DESCRIPTOR_GET, out, &out->getter)) {
        return false;
    }
    if (!value_is_undefined(out->getter) && !value_is_callable(out->getter)) {
        throw_type_error(vm, "Getter must be a function: %V", out->getter);
        return false;
    }
    if (!read_field(vm, o, ATOM_set, DESCRIPTOR_SET, out, &out->setter)) return false;
    if (!value_is_undefined(out->setter) && !value_is_callable(out->setter)) {
        throw_type_error(vm, "Setter must be a function: %V", out->setter);
        return false;
    }
    if ((out->fields & DESCRIPTOR_ANY_ACCESSOR) && (out->fields & DESCRIPTOR_ANY_DATA)) {
        throw_type_error(
            vm,
            "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute");
        return false;
    }
    return true;
}

// --- validation ------------------------------------------------------------------------------------

// Whether a change of a property that is not configurable is allowed.
static bool change_is_compatible(vm_isolate *vm, const struct property_descriptor *d,
                                 const struct property_descriptor *current) {
    if ((d->fields & DESCRIPTOR_CONFIGURABLE) && (d->attributes & PROPERTY_CONFIGURABLE)) return false;
    if ((d->fields & DESCRIPTOR_ENUMERABLE) && ((d->attributes ^ current->attributes) & PROPERTY_ENUMERABLE))
        return false;
    bool was_accessor = current->fields & DESCRIPTOR_ANY_ACCESSOR;
    if (was_accessor ? d->fields & DESCRIPTOR_ANY_DATA : d->fields & DESCRIPTOR_ANY_ACCESSOR) return false;
    if (was_accessor) {
        if ((d->fields & DESCRIPTOR_GET) && !value_same_bits(d->getter, current->getter)) return false;
        return !(d->fields & DESCRIPTOR_SET) || value_same_bits(d->setter, current->setter);
    }
    if (current->attributes & PROPERTY_WRITABLE) return true;
    if ((d->fields & DESCRIPTOR_WRITABLE) && (d->attributes & PROPERTY_WRITABLE)) return false;
    return !(d->fields & DESCRIPTOR_VALUE) || js_same_value(vm, d->value, current->value);
}

static enum outcome add_described(vm_isolate *vm, struct object *o, property_key key,
                                  const struct property_descriptor *d) {
    vm_value value = d->fields & DESCRIPTOR_VALUE ? d->value : VALUE_UNDEFINED;
    uint8_t attributes = d->attributes;
    if (d->fields & DESCRIPTOR_ANY_ACCESSOR) {
        struct accessor *accessor =
            accessor_create(vm, d->fields & DESCRIPTOR_GET ? d->getter : VALUE_UNDEFINED,
                            d->fields & DESCRIPTOR_SET ? d->setter : VALUE_UNDEFINED);
        if (!accessor) return OUTCOME_EXCEPTION;
        value = value_from_cell(accessor);
        attributes = (attributes & ATTRIBUTES_OF_ALL) | PROPERTY_ACCESSOR;
    }
    return object_add(vm, o, key, value, attributes) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

// The attributes after the change, without ACCESSOR; WRITABLE only for data.
static uint8_t merged_attributes(const struct property_descriptor *d,
                                 const struct property_descriptor *current, bool data) {
    uint8_t given = (d->fields & DESCRIPTOR_ENUMERABLE ? PROPERTY_ENUMERABLE : 0) |
                    (d->fields & DESCRIPTOR_CONFIGURABLE ? PROPERTY_CONFIGURABLE : 0) |
                    (d->fields & DESCRIPTOR_WRITABLE ? PROPERTY_WRITABLE : 0);
    uint8_t merged = (current->attributes & ~given) | (d->attributes & given);
    return data ? merged : merged & ATTRIBUTES_OF_ALL;
}

static enum outcome change_described(vm_isolate *vm, struct object *o, property_key key,
                                     const struct property_descriptor *d,
                                     const struct property_descriptor *current) {
    struct property at;
    if (!object_get_own(vm, o, key, &at)) return OUTCOME_TRUE; // exotic, and as it was
    if (value_is_exception(at.value)) return OUTCOME_EXCEPTION;
    bool was_accessor = current->fields & DESCRIPTOR_ANY_ACCESSOR;
    bool accessor =
        d->fields & DESCRIPTOR_ANY_ACCESSOR || (was_accessor && !(d->fields & DESCRIPTOR_ANY_DATA));
    uint8_t attributes = merged_attributes(d, current, !accessor);
    vm_value value = at.value;
    if (accessor) {
        attributes |= PROPERTY_ACCESSOR;
        vm_value getter = d->fields & DESCRIPTOR_GET ? d->getter
                          : was_accessor             ? current->getter
                                                     : VALUE_UNDEFINED;
        vm_value setter = d->fields & DESCRIPTOR_SET ? d->setter
                          : was_accessor             ? current->setter
                                                     : VALUE_UNDEFINED;
        bool same = was_accessor && value_same_bits(getter, current->getter) &&
                    value_same_bits(setter, current->setter);
        if (!same) {
            struct accessor *replaced = accessor_create(vm, getter, setter);
            if (!replaced) return OUTCOME_EXCEPTION;
            value = value_from_cell(replaced);
        }
    } else if (d->fields & DESCRIPTOR_VALUE) {
        value = d->value;
    } else if (was_accessor) {
        value = VALUE_UNDEFINED;
    }
    if (attributes == at.attributes && !accessor) {
        object_store(vm, o, key, &at, value);
        return OUTCOME_TRUE;
    }
    return object_reconfigure(vm, o, key, &at, value, attributes) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

enum outcome validate_and_apply_descriptor(vm_isolate *vm, struct object *o, property_key key,
                                           bool extensible, const struct property_descriptor *descriptor,
                                           const struct property_descriptor *current) {
    if (!current) {
        if (!extensible) return OUTCOME_FALSE;
        return o ? add_described(vm, o, key, descriptor) : OUTCOME_TRUE;
    }
    if (!(current->attributes & PROPERTY_CONFIGURABLE) && !change_is_compatible(vm, descriptor, current)) {
        return OUTCOME_FALSE;
    }
    return o && descriptor->fields ? change_described(vm, o, key, descriptor, current) : OUTCOME_TRUE;
}
