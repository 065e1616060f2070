// Object and Object.prototype (sec-object-objects).
#include "builtins/builtin.h"

#include "object/function.h"
#include "object/throw.h"

// --- constructor -----------------------------------------------------------------------------------

// sec-object-value
static vm_value object_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value new_target = NEW_TARGET;
    if (!value_is_undefined(new_target) && !value_same_bits(new_target, frame[-1])) {
        return builtin_cell(builtin_create(vm, value_as_object(new_target), INTRINSIC_ObjectPrototype,
                                           CELL_OBJECT, sizeof(struct object)));
    }
    if (!value_is_nullish(ARGUMENT(0))) return builtin_cell(js_to_object(vm, ARGUMENT(0)));
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    return builtin_cell(prototype ? object_create(vm, prototype) : NULL);
}

// --- own properties, listed ------------------------------------------------------------------------

enum listing { LIST_KEYS, LIST_VALUES, LIST_ENTRIES };

// Whether the object's own properties are what object/ stores.
static bool is_plain(vm_isolate *vm, struct object *o) {
    const struct object_class *class = &vm->classes[o->cell.kind];
    return !class->own_keys && !class->get_own_property && !class->get;
}

// The value of an own enumerable property: ABSENT when there is none by that key.
static vm_value enumerable_value(vm_isolate *vm, struct object *o, property_key key) {
    if (is_plain(vm, o)) {
        struct property property;
        if (!object_get_own(vm, o, key, &property)) return VALUE_ABSENT;
        if (value_is_exception(property.value)) return VALUE_EXCEPTION;
        if (!(property.attributes & PROPERTY_ENUMERABLE)) return VALUE_ABSENT;
        return property.attributes & PROPERTY_ACCESSOR ? js_get(vm, o, key) : property.value;
    }
    struct property_descriptor descriptor;
    enum outcome there = js_get_own_property(vm, o, key, &descriptor);
    if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    if (there == OUTCOME_FALSE || !(descriptor.attributes & PROPERTY_ENUMERABLE)) return VALUE_ABSENT;
    return js_get(vm, o, key);
}

static bool push_pair(vm_isolate *vm, struct object *array, vm_value first, vm_value second) {
    vm_value pair[] = {first, second};
    struct object *entry = array_create_from(vm, pair, 2);
    return entry && array_push(vm, array, value_from_cell(entry));
}

// What one key adds to the result of keys, values, entries.
static bool list_property(vm_isolate *vm, struct object *o, property_key key, enum listing what,
                          struct object *result) {
    vm_value value = VALUE_UNDEFINED, name = VALUE_UNDEFINED;
    if (what != LIST_KEYS) {
        value = enumerable_value(vm, o, key);
    } else if (!is_plain(vm, o)) {
        struct property_descriptor descriptor;
        enum outcome there = js_get_own_property(vm, o, key, &descriptor);
        if (there == OUTCOME_EXCEPTION) return false;
        if (there == OUTCOME_FALSE || !(descriptor.attributes & PROPERTY_ENUMERABLE)) return true;
    }
    if (value_is_exception(value)) return false;
    if (value_is_absent(value)) return true;
    if (what != LIST_VALUES) {
        name = key_to_value(vm, key);
        if (value_is_exception(name)) return false;
    }
    return what == LIST_ENTRIES ? push_pair(vm, result, name, value)
                                : array_push(vm, result, what == LIST_KEYS ? name : value);
}

// The same as object_list for a simple object: nothing can change while it is done. The line of shapes leads
// from the last property to the first.
static struct object *list_simple(vm_isolate *vm, struct object *o, enum listing what) {
    vm_value values[OBJECT_SIMPLE_LIMIT];
    uint32_t first = OBJECT_SIMPLE_LIMIT;
    for (struct shape *s = o->shape; s->parent; s = s->parent) {
        if (s->count == s->parent->count || !(s->cell.aux & PROPERTY_ENUMERABLE) || key_is_symbol(s->key))
            continue;
        vm_value name = VALUE(s->key.bits);
        if (what == LIST_ENTRIES) {
            vm_value pair[] = {name, *object_slot(o, s->slot)};
            struct object *entry = array_create_from(vm, pair, 2);
            if (!entry) return NULL;
            values[--first] = value_from_cell(entry);
        } else {
            values[--first] = what == LIST_KEYS ? name : *object_slot(o, s->slot);
        }
    }
    return array_create_from(vm, values + first, OBJECT_SIMPLE_LIMIT - first);
}

// sec-enumerableownproperties; MAGIC: enum listing
static vm_value object_list(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum listing what = MAGIC;
    struct object *o = js_to_object(vm, ARGUMENT(0));
    if (!o) return VALUE_EXCEPTION;
    if (object_is_simple(o)) return builtin_cell(list_simple(vm, o, what));
    struct list *keys = list_create(vm);
    if (!keys) return VALUE_EXCEPTION;
    int flags = KEYS_STRINGS | (is_plain(vm, o) ? KEYS_ENUMERABLE : 0);
    struct object *result = js_own_keys(vm, o, flags, keys) ? array_create(vm, 0) : NULL;
    if (!result) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < keys->length; i++) {
        if (!js_safepoint(vm) || !list_property(vm, o, key_from_value_bits(list_at(keys, i)), what, result))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-getownpropertykeys; MAGIC: KEYS_STRINGS or KEYS_SYMBOLS
static vm_value object_own_names(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int flags = MAGIC;
    struct object *o = js_to_object(vm, ARGUMENT(0));
    struct list *keys = o ? list_create(vm) : NULL;
    if (!keys || !js_own_keys(vm, o, flags, keys)) return VALUE_EXCEPTION;
    struct object *result = array_create(vm, 0);
    if (!result) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < keys->length; i++) {
        vm_value name = key_to_value(vm, key_from_value_bits(list_at(keys, i)));
        if (value_is_exception(name) || !array_push(vm, result, name) || !js_safepoint(vm))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-object.getownpropertydescriptor
static vm_value object_get_own_property_descriptor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, ARGUMENT(0));
    property_key key;
    struct property_descriptor descriptor;
    if (!o || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    enum outcome there = js_get_own_property(vm, o, key, &descriptor);
    if (there == OUTCOME_TRUE) return js_from_descriptor(vm, &descriptor);
    return there == OUTCOME_FALSE ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

static struct object *plain_object(vm_isolate *vm) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    return prototype ? object_create(vm, prototype) : NULL;
}

// sec-object.getownpropertydescriptors
static vm_value object_get_own_property_descriptors(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, ARGUMENT(0));
    struct list *keys = o ? list_create(vm) : NULL;
    if (!keys || !js_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return VALUE_EXCEPTION;
    struct object *result = plain_object(vm);
    if (!result) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        struct property_descriptor descriptor;
        enum outcome there = js_get_own_property(vm, o, key, &descriptor);
        if (there == OUTCOME_FALSE) continue;
        vm_value value = there == OUTCOME_TRUE ? js_from_descriptor(vm, &descriptor) : VALUE_EXCEPTION;
        if (value_is_exception(value) || !js_create_data_property_or_throw(vm, result, key, value) ||
            !js_safepoint(vm)) {
            return VALUE_EXCEPTION;
        }
    }
    return value_from_cell(result);
}

// sec-object.hasown
static vm_value object_has_own(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, ARGUMENT(0));
    property_key key;
    if (!o || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    return builtin_outcome(js_has_own(vm, o, key));
}

// --- making and changing ---------------------------------------------------------------------------

// Whether a set of `key` on an object that has no such property would only add it.
static bool is_absent_above(vm_isolate *vm, struct object *o, property_key key) {
    for (o = object_prototype(o); o; o = object_prototype(o)) {
        struct shape_property property;
        if (!is_plain(vm, o) || vm->classes[o->cell.kind].set || shape_lookup(vm, o->shape, key, &property))
            return false;
    }
    return true;
}

// Object.assign from a simple object to one without properties, where no set can do anything but add. FALSE:
// it is not like that.
static enum outcome assign_simple(vm_isolate *vm, struct object *to, struct object *from) {
    struct shape_property properties[OBJECT_SIMPLE_LIMIT];
    uint32_t count = object_simple_properties(from, properties);
    bool fresh = to->cell.kind == CELL_OBJECT && !to->shape->count && to != from &&
                 !(to->cell.flags & (OBJECT_NOT_EXTENSIBLE | OBJECT_IS_PROTOTYPE));
    if (!fresh) return OUTCOME_FALSE;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_absent_above(vm, to, properties[i].key)) return OUTCOME_FALSE;
    }
    if (!object_reserve_slots(vm, to, to->shape->slots + count)) return OUTCOME_EXCEPTION;
    for (uint32_t i = 0; i < count; i++) {
        if (!object_add(vm, to, properties[i].key, *object_slot(from, properties[i].slot), PROPERTY_DEFAULT))
            return OUTCOME_EXCEPTION;
    }
    return OUTCOME_TRUE;
}

static bool assign_from(vm_isolate *vm, struct object *to, vm_value source) {
    struct object *from = js_to_object(vm, source);
    if (!from) return false;
    if (object_is_simple(from)) {
        enum outcome outcome = assign_simple(vm, to, from);
        if (outcome != OUTCOME_FALSE) return outcome == OUTCOME_TRUE;
    }
    struct list *keys = list_create(vm);
    int flags = KEYS_STRINGS | KEYS_SYMBOLS;
    if (!keys || !js_own_keys(vm, from, flags | (is_plain(vm, from) ? KEYS_ENUMERABLE : 0), keys))
        return false;
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        vm_value value = enumerable_value(vm, from, key);
        if (value_is_exception(value) || !js_safepoint(vm)) return false;
        if (!value_is_absent(value) && !js_set(vm, to, key, value)) return false;
    }
    return true;
}

// sec-object.assign
static vm_value object_assign(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *to = js_to_object(vm, ARGUMENT(0));
    if (!to) return VALUE_EXCEPTION;
    for (uint32_t i = 1; i < argc; i++) {
        if (!value_is_nullish(frame[1 + i]) && !assign_from(vm, to, frame[1 + i])) return VALUE_EXCEPTION;
    }
    return value_from_cell(to);
}

// sec-objectdefineproperties: all descriptors are read before the first property is defined.
static bool define_properties(vm_isolate *vm, struct object *o, vm_value properties) {
    struct object *from = js_to_object(vm, properties);
    struct list *keys = from ? list_create(vm) : NULL, *pairs = keys ? list_create(vm) : NULL;
    if (!pairs || !js_own_keys(vm, from, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return false;
    for (uint32_t i = 0; i < keys->length; i++) {
        vm_value key = list_at(keys, i), value = enumerable_value(vm, from, key_from_value_bits(key));
        struct property_descriptor d;
        if (value_is_absent(value)) continue;
        if (value_is_exception(value) || !js_safepoint(vm) || !js_to_descriptor(vm, value, &d)) return false;
        vm_value parts[] = {key, d.fields & DESCRIPTOR_VALUE ? d.value : VALUE_UNDEFINED,
                            d.fields & DESCRIPTOR_GET ? d.getter : VALUE_UNDEFINED,
                            d.fields & DESCRIPTOR_SET ? d.setter : VALUE_UNDEFINED,
                            value_from_int(d.fields | d.attributes << 8)};
        for (int part = 0; part < 5; part++) {
            if (!list_push(vm, pairs, parts[part])) return false;
        }
    }
    for (uint32_t i = 0; i < pairs->length; i += 5) {
        int32_t bits = value_as_int(list_at(pairs, i + 4));
        struct property_descriptor d = {.value = list_at(pairs, i + 1),
                                        .getter = list_at(pairs, i + 2),
                                        .setter = list_at(pairs, i + 3),
                                        .fields = bits & 0xFF,
                                        .attributes = bits >> 8};
        if (!js_define_or_throw(vm, o, key_from_value_bits(list_at(pairs, i)), &d) || !js_safepoint(vm))
            return false;
    }
    return true;
}

// sec-object.create
static vm_value object_create_static(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value prototype = ARGUMENT(0);
    if (!value_is_object(prototype) && !value_is_null(prototype))
        return throw_type_error(vm, "Object prototype may only be an Object or null: %V", prototype);
    struct object *o = object_create(vm, builtin_object_or_null(prototype));
    if (!o || (!value_is_undefined(ARGUMENT(1)) && !define_properties(vm, o, ARGUMENT(1))))
        return VALUE_EXCEPTION;
    return value_from_cell(o);
}

// sec-object.defineproperties
static vm_value object_define_properties(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_object(ARGUMENT(0)))
        return throw_type_error(vm, "Object.defineProperties called on non-object");
    return define_properties(vm, value_as_object(frame[1]), ARGUMENT(1)) ? frame[1] : VALUE_EXCEPTION;
}

// sec-object.defineproperty
static vm_value object_define_property(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    property_key key;
    struct property_descriptor descriptor;
    if (!value_is_object(ARGUMENT(0)))
        return throw_type_error(vm, "Object.defineProperty called on non-object");
    if (!js_to_property_key(vm, ARGUMENT(1), &key) || !js_to_descriptor(vm, ARGUMENT(2), &descriptor) ||
        !js_define_or_throw(vm, value_as_object(frame[1]), key, &descriptor)) {
        return VALUE_EXCEPTION;
    }
    return frame[1];
}

static bool add_entry(vm_isolate *vm, struct object *result, vm_value entry) {
    if (!value_is_object(entry)) {
        throw_type_error(vm, "Iterator value %V is not an entry object", entry);
        return false;
    }
    vm_value name = js_get(vm, value_as_object(entry), key_from_index(0));
    if (value_is_exception(name)) return false;
    vm_value value = js_get(vm, value_as_object(entry), key_from_index(1));
    property_key key;
    return !value_is_exception(value) && js_to_property_key(vm, name, &key) &&
           js_create_data_property_or_throw(vm, result, key, value);
}

// sec-object.fromentries
static vm_value object_from_entries(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (value_is_exception(js_require_object_coercible(vm, ARGUMENT(0)))) return VALUE_EXCEPTION;
    struct object *result = plain_object(vm);
    struct iteration it;
    vm_value entry;
    enum outcome more;
    if (!result || !js_iterate(vm, ARGUMENT(0), &it)) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &entry)) == OUTCOME_TRUE) {
        if (!add_entry(vm, result, entry)) return js_iterate_abort(vm, &it);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(result);
}

// The array of a group, made at the first member.
static struct object *group_for(vm_isolate *vm, struct object *groups, property_key key) {
    struct property property;
    if (object_get_own(vm, groups, key, &property)) return value_as_object(property.value);
    struct object *group = array_create(vm, 0);
    return group && object_add(vm, groups, key, value_from_cell(group), PROPERTY_DEFAULT) ? group : NULL;
}

// sec-object.groupby
static vm_value object_group_by(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value callback = ARGUMENT(1), value;
    if (value_is_exception(js_require_object_coercible(vm, ARGUMENT(0)))) return VALUE_EXCEPTION;
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    struct object *groups = object_create(vm, NULL);
    struct iteration it;
    enum outcome more;
    if (!groups || !js_iterate(vm, frame[1], &it)) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        vm_value arguments[] = {value, value_from_double((double)k)};
        vm_value name = js_call(vm, callback, VALUE_UNDEFINED, 2, arguments);
        property_key key;
        if (value_is_exception(name) || !js_to_property_key(vm, name, &key)) return js_iterate_abort(vm, &it);
        struct object *group = group_for(vm, groups, key);
        if (!group || !array_push(vm, group, value)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(groups);
}

// --- prototype, extensibility, integrity -----------------------------------------------------------

// sec-object.getprototypeof
static vm_value object_get_prototype_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, ARGUMENT(0));
    return o ? js_get_prototype_of(vm, o) : VALUE_EXCEPTION;
}

// Sets the prototype of an object or gives the TypeError that says why not.
static bool set_prototype_or_throw(vm_isolate *vm, struct object *o, vm_value prototype) {
    enum outcome outcome = js_set_prototype_of(vm, o, builtin_object_or_null(prototype));
    if (outcome != OUTCOME_FALSE) return outcome == OUTCOME_TRUE;
    enum outcome extensible = js_is_extensible(vm, o);
    if (extensible == OUTCOME_EXCEPTION) return false;
    if (o->cell.kind == CELL_PROXY) {
        throw_type_error(vm, "'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'");
    } else if (!extensible) {
        throw_type_error(vm, "%V is not extensible", value_from_cell(o));
    } else if (o->cell.kind == CELL_OBJECT && !object_prototype(o)) {
        throw_type_error(vm, "Immutable prototype object '%V' cannot have their prototype set",
                         value_from_cell(o));
    } else {
        throw_type_error(vm, "Cyclic __proto__ value");
    }
    return false;
}

// sec-object.setprototypeof
static vm_value object_set_prototype_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value o = ARGUMENT(0), prototype = ARGUMENT(1);
    if (value_is_nullish(o)) return throw_type_error(vm, "Object.setPrototypeOf called on null or undefined");
    if (!value_is_object(prototype) && !value_is_null(prototype))
        return throw_type_error(vm, "Object prototype may only be an Object or null: %V", prototype);
    if (!value_is_object(o)) return o;
    return set_prototype_or_throw(vm, value_as_object(o), prototype) ? o : VALUE_EXCEPTION;
}

// sec-object.is
static vm_value object_is(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return value_from_bool(js_same_value(vm, ARGUMENT(0), ARGUMENT(1)));
}

// sec-object.isextensible
static vm_value object_is_extensible(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_object(ARGUMENT(0))) return VALUE_FALSE;
    return builtin_outcome(js_is_extensible(vm, value_as_object(frame[1])));
}

// sec-object.preventextensions
static vm_value object_prevent_extensions_static(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_object(ARGUMENT(0))) return ARGUMENT(0);
    enum outcome outcome = js_prevent_extensions(vm, value_as_object(frame[1]));
    if (outcome == OUTCOME_FALSE)
        return throw_type_error(vm, "'preventExtensions' on proxy: trap returned falsish");
    return outcome == OUTCOME_TRUE ? frame[1] : VALUE_EXCEPTION;
}

// sec-object.seal, sec-object.freeze; MAGIC: enum integrity_level
static vm_value object_set_integrity(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum integrity_level level = MAGIC;
    if (!value_is_object(ARGUMENT(0))) return ARGUMENT(0);
    enum outcome outcome = js_set_integrity_level(vm, value_as_object(frame[1]), level);
    if (outcome == OUTCOME_FALSE)
        return throw_type_error(vm, "Cannot %s", level == INTEGRITY_FROZEN ? "freeze" : "seal");
    return outcome == OUTCOME_TRUE ? frame[1] : VALUE_EXCEPTION;
}

// sec-object.issealed, sec-object.isfrozen; MAGIC: enum integrity_level
static vm_value object_test_integrity(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum integrity_level level = MAGIC;
    if (!value_is_object(ARGUMENT(0))) return VALUE_TRUE;
    return builtin_outcome(js_test_integrity_level(vm, value_as_object(frame[1]), level));
}

// --- Object.prototype ------------------------------------------------------------------------------

// sec-object.prototype.hasownproperty
static vm_value prototype_has_own_property(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    property_key key;
    if (!js_to_property_key(vm, ARGUMENT(0), &key)) return VALUE_EXCEPTION;
    struct object *o = js_to_object(vm, THIS);
    return o ? builtin_outcome(js_has_own(vm, o, key)) : VALUE_EXCEPTION;
}

// sec-object.prototype.isprototypeof
static vm_value prototype_is_prototype_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value v = ARGUMENT(0);
    if (!value_is_object(v)) return VALUE_FALSE;
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    while (true) {
        v = js_get_prototype_of(vm, value_as_object(v));
        if (value_is_exception(v)) return v;
        if (value_is_null(v)) return VALUE_FALSE;
        if (value_as_object(v) == o) return VALUE_TRUE;
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
    }
}

// sec-object.prototype.propertyisenumerable
static vm_value prototype_property_is_enumerable(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    property_key key;
    struct property_descriptor descriptor;
    if (!js_to_property_key(vm, ARGUMENT(0), &key)) return VALUE_EXCEPTION;
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    enum outcome there = js_get_own_property(vm, o, key, &descriptor);
    if (there != OUTCOME_TRUE) return builtin_outcome(there);
    return value_from_bool(descriptor.attributes & PROPERTY_ENUMERABLE);
}

// sec-object.prototype.tolocalestring
static vm_value prototype_to_locale_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return js_invoke(vm, THIS, atom_key(vm, ATOM_toString), 0, NULL);
}

static const char *builtin_tag(struct object *o) {
    switch (o->cell.kind) {
    case CELL_ARGUMENTS: return "[object Arguments]";
    case CELL_DATE: return "[object Date]";
    case CELL_ERROR: return "[object Error]";
    case CELL_REGEXP: return "[object RegExp]";
    case CELL_STRING_OBJECT: return "[object String]";
    case CELL_PRIMITIVE_OBJECT: {
        vm_value primitive = ((struct primitive_object *)o)->primitive;
        return value_is_boolean(primitive)  ? "[object Boolean]"
               : value_is_number(primitive) ? "[object Number]"
                                            : "[object Object]";
    }
    default: return object_is_callable(o) ? "[object Function]" : "[object Object]";
    }
}

// sec-object.prototype.tostring
vm_value object_prototype_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (value_is_undefined(THIS)) return builtin_cell(atom_from_text(vm, "[object Undefined]"));
    if (value_is_null(THIS)) return builtin_cell(atom_from_text(vm, "[object Null]"));
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    enum outcome array = js_is_array(vm, value_from_cell(o));
    if (array == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    vm_value tag = js_get(vm, o, symbol_key(vm, SYMBOL_toStringTag));
    if (value_is_exception(tag)) return tag;
    if (!value_is_string(tag))
        return builtin_cell(atom_from_text(vm, array ? "[object Array]" : builtin_tag(o)));
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_text(&b, "[object ");
    string_builder_string(&b, value_as_string(tag));
    string_builder_unit(&b, ']');
    return builtin_cell(string_builder_finish(&b));
}

// sec-object.prototype.valueof
static vm_value prototype_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return builtin_cell(js_to_object(vm, THIS));
}

// sec-get-object.prototype.__proto__
static vm_value prototype_get_proto(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct object *o = js_to_object(vm, THIS);
    return o ? js_get_prototype_of(vm, o) : VALUE_EXCEPTION;
}

// sec-set-object.prototype.__proto__
static vm_value prototype_set_proto(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value prototype = ARGUMENT(0);
    if (value_is_nullish(THIS))
        return throw_type_error(vm, "Object.prototype.__proto__ called on null or undefined");
    if ((!value_is_object(prototype) && !value_is_null(prototype)) || !value_is_object(THIS))
        return VALUE_UNDEFINED;
    return set_prototype_or_throw(vm, value_as_object(THIS), prototype) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-object.prototype.__defineGetter__, sec-object.prototype.__defineSetter__; MAGIC: DESCRIPTOR_GET or _SET
static vm_value prototype_define_half(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int half = MAGIC;
    vm_value function = ARGUMENT(1);
    property_key key;
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    if (!value_is_callable(function))
        return throw_type_error(vm, "Object.prototype.__define%setter__: Expecting function",
                                half == DESCRIPTOR_GET ? "G" : "S");
    struct property_descriptor descriptor = {.getter = function,
                                             .setter = function,
                                             .fields = half | DESCRIPTOR_ENUMERABLE | DESCRIPTOR_CONFIGURABLE,
                                             .attributes = PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE};
    if (!js_to_property_key(vm, ARGUMENT(0), &key) || !js_define_or_throw(vm, o, key, &descriptor))
        return VALUE_EXCEPTION;
    return VALUE_UNDEFINED;
}

// sec-object.prototype.__lookupGetter__, sec-object.prototype.__lookupSetter__; MAGIC: DESCRIPTOR_GET or _SET
static vm_value prototype_lookup_half(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int half = MAGIC;
    property_key key;
    struct object *o = js_to_object(vm, THIS);
    if (!o || !js_to_property_key(vm, ARGUMENT(0), &key)) return VALUE_EXCEPTION;
    while (true) {
        struct property_descriptor d;
        enum outcome there = js_get_own_property(vm, o, key, &d);
        if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if (there == OUTCOME_TRUE) {
            if (!(d.fields & half)) return VALUE_UNDEFINED;
            return half == DESCRIPTOR_GET ? d.getter : d.setter;
        }
        vm_value prototype = js_get_prototype_of(vm, o);
        if (value_is_exception(prototype)) return prototype;
        if (value_is_null(prototype)) return VALUE_UNDEFINED;
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        o = value_as_object(prototype);
    }
}

static const struct builtin_row statics[] = {
    NATIVE("assign", object_assign, 2),
    NATIVE("create", object_create_static, 2),
    NATIVE("defineProperties", object_define_properties, 2),
    NATIVE("defineProperty", object_define_property, 3),
    NATIVE_MAGIC("entries", object_list, 1, LIST_ENTRIES), // sec-object.entries
    NATIVE_MAGIC("freeze", object_set_integrity, 1, INTEGRITY_FROZEN),
    NATIVE("fromEntries", object_from_entries, 1),
    NATIVE("getOwnPropertyDescriptor", object_get_own_property_descriptor, 2),
    NATIVE("getOwnPropertyDescriptors", object_get_own_property_descriptors, 1),
    NATIVE_MAGIC("getOwnPropertyNames", object_own_names, 1, KEYS_STRINGS), // sec-object.getownpropertynames
    NATIVE_MAGIC("getOwnPropertySymbols", object_own_names, 1,
                 KEYS_SYMBOLS), // sec-object.getownpropertysymbols
    NATIVE("getPrototypeOf", object_get_prototype_of, 1),
    NATIVE("groupBy", object_group_by, 2),
    NATIVE("hasOwn", object_has_own, 2),
    NATIVE("is", object_is, 2),
    NATIVE("isExtensible", object_is_extensible, 1),
    NATIVE_MAGIC("isFrozen", object_test_integrity, 1, INTEGRITY_FROZEN),
    NATIVE_MAGIC("isSealed", object_test_integrity, 1, INTEGRITY_SEALED),
    NATIVE_MAGIC("keys", object_list, 1, LIST_KEYS), // sec-object.keys
    NATIVE("preventExtensions", object_prevent_extensions_static, 1),
    NATIVE_MAGIC("seal", object_set_integrity, 1, INTEGRITY_SEALED),
    NATIVE("setPrototypeOf", object_set_prototype_of, 2),
    NATIVE_MAGIC("values", object_list, 1, LIST_VALUES), // sec-object.values
};

static const struct builtin_row methods[] = {
    NATIVE_MAGIC("__defineGetter__", prototype_define_half, 2, DESCRIPTOR_GET),
    NATIVE_MAGIC("__defineSetter__", prototype_define_half, 2, DESCRIPTOR_SET),
    NATIVE("hasOwnProperty", prototype_has_own_property, 1),
    NATIVE_MAGIC("__lookupGetter__", prototype_lookup_half, 1, DESCRIPTOR_GET),
    NATIVE_MAGIC("__lookupSetter__", prototype_lookup_half, 1, DESCRIPTOR_SET),
    NATIVE("isPrototypeOf", prototype_is_prototype_of, 1),
    NATIVE("propertyIsEnumerable", prototype_property_is_enumerable, 1),
    NATIVE("toString", object_prototype_to_string, 0),
    NATIVE("valueOf", prototype_value_of, 0),
    GETTER("__proto__", prototype_get_proto),
    SETTER("__proto__", prototype_set_proto),
    NATIVE("toLocaleString", prototype_to_locale_string, 0),
};

const struct builtin_class object_class = {
    .name = "Object",
    .constructor = object_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Object,
    .prototype_id = INTRINSIC_ObjectPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = BUILTIN_NONE,
    STATICS(statics),
    METHODS(methods),
};
