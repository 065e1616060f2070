// Everyday property access: reading, writing, defining and deleting with the answers that natives and the
// interpreter's slow paths want.
//
// Fast paths may look past the class table only where it has nothing to say: an index key of an object whose
// class reads and reports own properties in the ordinary way, a named key that lookup_is_ordinary.
#include "lang/property.h"

#include "lang/exotic.h"
#include "lang/lookup.h"
#include "lang/safepoint.h"
#include "lang/wrapper.h"
#include "object/elements.h"

// --- reading ---------------------------------------------------------------------------------------

// The element as it stands in the dense vector; EMPTY: look it up.
static inline vm_value dense_element(vm_isolate *vm, struct object *o, uint32_t index) {
    if (index >= elements_used(o)) return VALUE_EMPTY;
    const struct object_class *class = &vm->classes[o->cell.kind];
    return class->get || class->get_own_property ? VALUE_EMPTY : o->elements[index];
}

vm_value js_get_with_receiver(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    if (key_is_index(key)) {
        vm_value element = dense_element(vm, o, key_as_index(key));
        if (!value_is_empty(element)) return element;
    } else {
        vm_value cached = lookup_cached(vm, o, key);
        if (!value_is_empty(cached)) return cached;
    }
    const struct object_class *class = &vm->classes[o->cell.kind];
    return class->get ? class->get(vm, o, key, receiver) : ordinary_get(vm, o, key, receiver);
}

vm_value js_get(vm_isolate *vm, struct object *o, property_key key) {
    return js_get_with_receiver(vm, o, key, value_from_cell(o));
}

vm_value js_get_atom(vm_isolate *vm, struct object *o, enum atom_id name) {
    return js_get(vm, o, atom_key(vm, name));
}

static vm_value get_of_string(vm_isolate *vm, vm_value v, property_key key) {
    struct string *s = value_as_string(v);
    if (key_equals(key, atom_key(vm, ATOM_length))) return value_from_uint32(s->length);
    if (key_is_index(key) && key_as_index(key) < s->length) {
        s = string_flatten(vm, s);
        struct string *unit = s ? string_from_unit(vm, string_at(s, key_as_index(key))) : NULL;
        return unit ? value_from_cell(unit) : VALUE_EXCEPTION;
    }
    struct object *prototype = wrapper_prototype(vm, v);
    return prototype ? js_get_with_receiver(vm, prototype, key, v) : VALUE_EXCEPTION;
}

vm_value js_get_value(vm_isolate *vm, vm_value v, property_key key) {
    if (value_is_object(v)) return js_get_with_receiver(vm, value_as_object(v), key, v);
    if (value_is_string(v)) return get_of_string(vm, v, key);
    if (value_is_nullish(v))
        return throw_type_error(vm, "Cannot read properties of %V (reading '%K')", v, key);
    struct object *prototype = wrapper_prototype(vm, v);
    return prototype ? js_get_with_receiver(vm, prototype, key, v) : VALUE_EXCEPTION;
}

// The key of v[key] when getting it runs no script.
static inline bool simple_index(vm_value key, uint32_t *index) {
    if (!value_is_int(key) || value_as_int(key) < 0) return false;
    *index = (uint32_t)value_as_int(key);
    return true;
}

vm_value js_get_element(vm_isolate *vm, vm_value v, vm_value key) {
    uint32_t index;
    if (simple_index(key, &index)) {
        if (value_is_object(v)) {
            vm_value element = dense_element(vm, value_as_object(v), index);
            if (!value_is_empty(element)) return element;
        }
        return js_get_value(vm, v, key_from_index(index));
    }
    if (value_is_nullish(v)) {
        return value_is_object(key)
                   ? throw_type_error(vm, "Cannot read properties of %V", v)
                   : throw_type_error(vm, "Cannot read properties of %V (reading '%V')", v, key);
    }
    property_key name;
    return js_to_property_key(vm, key, &name) ? js_get_value(vm, v, name) : VALUE_EXCEPTION;
}

enum outcome js_has_own(vm_isolate *vm, struct object *o, property_key key) {
    struct property property;
    if (!vm->classes[o->cell.kind].get_own_property) return object_find_own(vm, o, key, &property);
    struct property_descriptor descriptor;
    return js_get_own_property(vm, o, key, &descriptor);
}

vm_value js_get_method(vm_isolate *vm, vm_value v, property_key key) {
    vm_value method = js_get_value(vm, v, key);
    if (value_is_exception(method) || value_is_callable(method)) return method;
    if (value_is_nullish(method)) return VALUE_UNDEFINED;
    return throw_type_error(vm, "%V is not a function", method);
}

bool js_length_of_array_like(vm_isolate *vm, struct object *o, uint64_t *out) {
    if (o->cell.kind == CELL_ARRAY) {
        *out = array_length(o);
        return true;
    }
    vm_value length = js_get_atom(vm, o, ATOM_length);
    return !value_is_exception(length) && js_to_length(vm, length, out);
}

bool key_from_uint64(vm_isolate *vm, uint64_t i, property_key *key) {
    if (i < UINT32_MAX) {
        *key = key_from_index((uint32_t)i);
        return true;
    }
    struct string *s = string_from_number(vm, (double)i);
    return s && key_from_string(vm, s, key);
}

// --- writing ---------------------------------------------------------------------------------------

static bool string_has_own(vm_isolate *vm, struct string *s, property_key key) {
    return key_is_index(key) ? key_as_index(key) < s->length : key_equals(key, atom_key(vm, ATOM_length));
}

vm_value throw_set_failure(vm_isolate *vm, vm_value receiver, property_key key) {
    if (value_is_string(receiver) && string_has_own(vm, value_as_string(receiver), key)) {
        return throw_type_error(vm, "Cannot assign to read only property '%K' of string '%V'", key, receiver);
    }
    if (!value_is_object(receiver)) {
        return throw_type_error(vm, "Cannot create property '%K' on %s '%V'", key,
                                value_is_string(receiver)    ? "string"
                                : value_is_number(receiver)  ? "number"
                                : value_is_boolean(receiver) ? "boolean"
                                : value_is_symbol(receiver)  ? "symbol"
                                                             : "bigint",
                                receiver);
    }
    struct object *o = value_as_object(receiver);
    if (o->cell.kind == CELL_PROXY) {
        return throw_type_error(vm, "'set' on proxy: trap returned falsish for property '%K'", key);
    }
    if (o->cell.kind == CELL_NAMESPACE && js_has_own(vm, o, key) == OUTCOME_TRUE) {
        return throw_type_error(vm, "Cannot assign to read only property '%K' of object '%V'", key, receiver);
    }
    for (struct object *at = o; at && at->cell.kind != CELL_PROXY; at = object_prototype(at)) {
        struct property property;
        bool found = object_find_own(vm, at, key, &property);
        if (!found && at->cell.kind == CELL_STRING_OBJECT) {
            found = string_has_own(vm, value_as_string(((struct primitive_object *)at)->primitive), key);
            property.attributes = 0;
        }
        if (!found) continue;
        if (property.attributes & PROPERTY_ACCESSOR) {
            return throw_type_error(vm, "Cannot set property %K of %V which has only a getter", key,
                                    receiver);
        }
        if (property.attributes & PROPERTY_WRITABLE) break;
        return throw_type_error(vm, "Cannot assign to read only property '%K' of object '%V'", key, receiver);
    }
    if (o->cell.kind == CELL_ARRAY &&
        (o->cell.flags & (OBJECT_LENGTH_READ_ONLY | OBJECT_NOT_EXTENSIBLE)) == OBJECT_LENGTH_READ_ONLY) {
        return throw_type_error(vm, "Cannot add property %K, array length is not writable", key);
    }
    if (o->cell.flags & OBJECT_NOT_EXTENSIBLE) {
        return throw_type_error(vm, "Cannot add property %K, object is not extensible", key);
    }
    return throw_type_error(vm, "Cannot assign to property '%K' of %V", key, receiver);
}

static bool succeeded(vm_isolate *vm, enum outcome outcome, vm_value receiver, property_key key) {
    if (outcome == OUTCOME_FALSE) throw_set_failure(vm, receiver, key);
    return outcome == OUTCOME_TRUE;
}

bool js_set(vm_isolate *vm, struct object *o, property_key key, vm_value value) {
    vm_value receiver = value_from_cell(o);
    return succeeded(vm, js_set_with_receiver(vm, o, key, value, receiver), receiver, key);
}

bool js_put_value(vm_isolate *vm, vm_value v, property_key key, vm_value value, bool strict) {
    enum outcome outcome;
    if (value_is_object(v)) {
        outcome = js_set_with_receiver(vm, value_as_object(v), key, value, v);
    } else if (value_is_nullish(v)) {
        throw_type_error(vm, "Cannot set properties of %V (setting '%K')", v, key);
        return false;
    } else if (value_is_string(v)) {
        struct object *wrapper = wrapper_create(vm, v);
        if (!wrapper) return false;
        outcome = js_set_with_receiver(vm, wrapper, key, value, v);
    } else {
        struct object *prototype = wrapper_prototype(vm, v);
        if (!prototype) return false;
        outcome = js_set_with_receiver(vm, prototype, key, value, v);
    }
    return outcome == OUTCOME_FALSE && !strict ? true : succeeded(vm, outcome, v, key);
}

// Stores into an element that is there, or appends, where nothing can object. False: not that simple.
static inline bool put_dense(vm_isolate *vm, struct object *o, uint32_t index, vm_value value) {
    if (o->cell.kind != CELL_ARRAY && o->cell.kind != CELL_OBJECT) return false;
    uint32_t used = elements_used(o);
    if (index < used && !value_is_empty(o->elements[index])) {
        if (o->cell.flags & OBJECT_ELEMENTS_FROZEN) return false;
        o->elements[index] = value;
        heap_write_slot(&vm->heap, o, elements_vector(o->elements), index);
        return true;
    }
    if (o->cell.kind != CELL_ARRAY || index != used || vm->indexed_prototypes) return false;
    if ((o->cell.flags & OBJECT_ELEMENTS_SPECIAL) || index >= elements_vector(o->elements)->cell.word)
        return false;
    return elements_put(vm, o, index, value);
}

bool js_put_element(vm_isolate *vm, vm_value v, vm_value key, vm_value value, bool strict) {
    uint32_t index;
    if (simple_index(key, &index)) {
        if (value_is_object(v) && put_dense(vm, value_as_object(v), index, value)) return true;
        return js_put_value(vm, v, key_from_index(index), value, strict);
    }
    if (value_is_nullish(v)) {
        if (value_is_object(key)) {
            throw_type_error(vm, "Cannot set properties of %V", v);
        } else {
            throw_type_error(vm, "Cannot set properties of %V (setting '%V')", v, key);
        }
        return false;
    }
    property_key name;
    return js_to_property_key(vm, key, &name) && js_put_value(vm, v, name, value, strict);
}

// --- defining and deleting -------------------------------------------------------------------------

enum outcome js_create_data_property(vm_isolate *vm, struct object *o, property_key key, vm_value value) {
    bool plain = o->cell.kind == CELL_OBJECT || (o->cell.kind == CELL_ARRAY && key_is_index(key));
    struct property found;
    if (plain && !(o->cell.flags & (OBJECT_NOT_EXTENSIBLE | OBJECT_LENGTH_READ_ONLY)) &&
        !object_find_own(vm, o, key, &found)) {
        return object_add(vm, o, key, value, PROPERTY_DEFAULT) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
    }
    struct property_descriptor descriptor = descriptor_data(value, PROPERTY_DEFAULT);
    return js_define_own_property(vm, o, key, &descriptor);
}

static bool defined(vm_isolate *vm, enum outcome outcome, struct object *o, property_key key) {
    if (outcome != OUTCOME_FALSE) return outcome == OUTCOME_TRUE;
    if (o->cell.kind == CELL_PROXY) {
        throw_type_error(vm, "'defineProperty' on proxy: trap returned falsish for property '%K'", key);
        return false;
    }
    enum outcome there = js_has_own(vm, o, key);
    if (there == OUTCOME_TRUE) throw_type_error(vm, "Cannot redefine property: %K", key);
    if (there == OUTCOME_FALSE)
        throw_type_error(vm, "Cannot define property %K, object is not extensible", key);
    return false;
}

bool js_create_data_property_or_throw(vm_isolate *vm, struct object *o, property_key key, vm_value value) {
    return defined(vm, js_create_data_property(vm, o, key, value), o, key);
}

bool js_define_or_throw(vm_isolate *vm, struct object *o, property_key key,
                        const struct property_descriptor *d) {
    return defined(vm, js_define_own_property(vm, o, key, d), o, key);
}

bool js_delete_or_throw(vm_isolate *vm, struct object *o, property_key key) {
    enum outcome outcome = js_delete(vm, o, key);
    if (outcome == OUTCOME_FALSE) {
        throw_type_error(vm,
                         o->cell.kind == CELL_PROXY
                             ? "'deleteProperty' on proxy: trap returned falsish for property '%K'"
                             : "Cannot delete property '%K' of %V",
                         key, value_from_cell(o));
    }
    return outcome == OUTCOME_TRUE;
}

// --- integrity -------------------------------------------------------------------------------------

// sec-setintegritylevel
enum outcome js_set_integrity_level(vm_isolate *vm, struct object *o, enum integrity_level level) {
    bool frozen = level == INTEGRITY_FROZEN;
    if (o->cell.kind == CELL_OBJECT || o->cell.kind == CELL_ARRAY || o->cell.kind == CELL_FUNCTION) {
        return object_restrict(vm, o, frozen) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
    }
    enum outcome outcome = js_prevent_extensions(vm, o);
    if (outcome != OUTCOME_TRUE) return outcome;
    struct list *keys = list_create(vm);
    if (!keys || !js_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return OUTCOME_EXCEPTION;
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        struct property_descriptor change = {.fields = DESCRIPTOR_CONFIGURABLE};
        if (frozen) {
            struct property_descriptor current;
            outcome = js_get_own_property(vm, o, key, &current);
            if (outcome == OUTCOME_EXCEPTION) return outcome;
            if (outcome == OUTCOME_FALSE) continue;
            if (!(current.fields & (DESCRIPTOR_GET | DESCRIPTOR_SET))) change.fields |= DESCRIPTOR_WRITABLE;
        }
        if (!js_define_or_throw(vm, o, key, &change) || !js_safepoint(vm)) return OUTCOME_EXCEPTION;
    }
    return OUTCOME_TRUE;
}

// sec-testintegritylevel
enum outcome js_test_integrity_level(vm_isolate *vm, struct object *o, enum integrity_level level) {
    enum outcome outcome = js_is_extensible(vm, o);
    if (outcome != OUTCOME_FALSE) return outcome == OUTCOME_TRUE ? OUTCOME_FALSE : outcome;
    struct list *keys = list_create(vm);
    if (!keys || !js_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return OUTCOME_EXCEPTION;
    for (uint32_t i = 0; i < keys->length; i++) {
        struct property_descriptor current;
        outcome = js_get_own_property(vm, o, key_from_value_bits(list_at(keys, i)), &current);
        if (outcome == OUTCOME_EXCEPTION || !js_safepoint(vm)) return OUTCOME_EXCEPTION;
        if (outcome == OUTCOME_FALSE) continue;
        if (current.attributes & PROPERTY_CONFIGURABLE) return OUTCOME_FALSE;
        if (level == INTEGRITY_FROZEN && (current.attributes & PROPERTY_WRITABLE)) return OUTCOME_FALSE;
    }
    return OUTCOME_TRUE;
}
