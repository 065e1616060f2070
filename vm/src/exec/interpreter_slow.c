// The slow halves of property, class and object operations.
#include "exec/interpreter_slow.h"

#include "exec/cache.h"
#include "exec/function_create.h"
#include "lang/lookup.h"
#include "object/throw.h"
#include "object/typed_array.h"

#define COPY_AT_ONCE (1u << 18) // values between two looks at the safepoint

vm_value interpreter_get_element(vm_isolate *vm, vm_value v, vm_value key) {
    vm_value element;
    if (value_is_typed_array(v) && value_is_int(key) &&
        typed_array_get_fast(value_as_view(v), value_as_int(key), &element)) {
        return element;
    }
    if (value_is_string(v) && value_is_int(key)) {
        struct string *s = value_as_string(v);
        if ((uint32_t)value_as_int(key) < s->length) {
            s = string_flatten(vm, s);
            struct string *unit = s ? string_from_unit(vm, string_at(s, (uint32_t)value_as_int(key))) : NULL;
            return unit ? value_from_cell(unit) : VALUE_EXCEPTION;
        }
    }
    if (value_is_symbol(key) && value_is_object(v)) {
        return cache_get_symbol(vm, value_as_object(v), key);
    }
    if (value_is_object(v) && value_is_string(key) && string_is_atom(value_as_string(key))) {
        element = lookup_cached(vm, value_as_object(v), key_from_cell(value_as_cell(key)));
        if (!value_is_empty(element)) return element;
    }
    return js_get_element(vm, v, key);
}

bool interpreter_set_element(vm_isolate *vm, vm_value v, vm_value key, vm_value value, bool strict) {
    if (value_is_typed_array(v) && value_is_int(key) &&
        typed_array_set_fast(value_as_view(v), value_as_int(key), value)) {
        return true;
    }
    if (value_is_array_kind(v) && value_is_int(key)) {
        struct object *o = value_as_object(v);
        uint32_t i = (uint32_t)value_as_int(key);
        if (i == elements_used(o) && i >= o->cell.word && !(o->cell.flags & OBJECT_ELEMENTS_SPECIAL) &&
            !vm->indexed_prototypes && value_as_int(key) >= 0) {
            return array_push(vm, o, value);
        }
    }
    return js_put_element(vm, v, key, value, strict);
}

vm_value interpreter_element_key(vm_isolate *vm, vm_value v, vm_value key) {
    if (value_is_nullish(v)) {
        return js_get_element(vm, v, key); // throws with its message
    }
    return interpreter_to_key(vm, key);
}

vm_value interpreter_delete(vm_isolate *vm, vm_value v, vm_value key, bool strict) {
    property_key k;
    struct object *o;
    if (value_is_nullish(v)) {
        return throw_type_error(vm, "Cannot convert undefined or null to object");
    }
    if (!(o = js_to_object(vm, v)) || !js_to_property_key(vm, key, &k)) {
        return VALUE_EXCEPTION;
    }
    if (strict) {
        return js_delete_or_throw(vm, o, k) ? VALUE_TRUE : VALUE_EXCEPTION;
    }
    return interpreter_outcome(js_delete(vm, o, k));
}

// --- super

vm_value interpreter_get_super(vm_isolate *vm, const vm_value *operands, bool has_base) {
    property_key key;
    vm_value parent = has_base ? operands[0] : js_get_prototype_of(vm, value_as_object(operands[0]));
    if (value_is_exception(parent) || !js_to_property_key(vm, operands[2], &key)) {
        return VALUE_EXCEPTION;
    }
    if (value_is_null(parent)) {
        return throw_type_error(vm, "Cannot read properties of null (reading '%K')", key);
    }
    return js_get_with_receiver(vm, value_as_object(parent), key, operands[1]);
}

bool interpreter_set_super(vm_isolate *vm, const vm_value *operands, bool has_base, vm_value value,
                           bool strict) {
    property_key key;
    vm_value parent = has_base ? operands[0] : js_get_prototype_of(vm, value_as_object(operands[0]));
    if (value_is_exception(parent) || !js_to_property_key(vm, operands[2], &key)) {
        return false;
    }
    if (value_is_null(parent)) {
        throw_type_error(vm, "Cannot set properties of null (setting '%K')", key);
        return false;
    }
    enum outcome outcome = js_set_with_receiver(vm, value_as_object(parent), key, value, operands[1]);
    if (outcome == OUTCOME_FALSE && strict) {
        throw_type_error(vm, "Cannot assign to read only property '%K' of object", key);
        return false;
    }
    return outcome != OUTCOME_EXCEPTION;
}

// --- definitions

bool interpreter_define_field(vm_isolate *vm, vm_value o, vm_value key, vm_value value) {
    property_key k;
    return js_to_property_key(vm, key, &k) &&
           js_create_data_property_or_throw(vm, value_as_object(o), k, value);
}

bool interpreter_define_method(vm_isolate *vm, vm_value o, vm_value key, vm_value function, uint32_t flags) {
    property_key k;
    if (!js_to_property_key(vm, key, &k)) {
        return false;
    }
    struct function *f = value_as_cell(function);
    heap_write(&vm->heap, f);
    f->home = o;
    struct property_descriptor d = {.attributes = PROPERTY_CONFIGURABLE,
                                    .fields = DESCRIPTOR_CONFIGURABLE | DESCRIPTOR_ENUMERABLE};
    if (flags & DEFINE_ENUMERABLE) {
        d.attributes |= PROPERTY_ENUMERABLE;
    }
    if (flags & DEFINE_GETTER) {
        d.getter = function;
        d.fields |= DESCRIPTOR_GET;
    } else if (flags & DEFINE_SETTER) {
        d.setter = function;
        d.fields |= DESCRIPTOR_SET;
    } else {
        d.value = function;
        d.attributes |= PROPERTY_WRITABLE;
        d.fields |= DESCRIPTOR_VALUE | DESCRIPTOR_WRITABLE;
    }
    return js_define_or_throw(vm, value_as_object(o), k, &d);
}

bool interpreter_set_function_name(vm_isolate *vm, vm_value function, vm_value key, int prefix) {
    property_key k;
    return js_to_property_key(vm, key, &k) && function_set_name(vm, value_as_object(function), k, prefix);
}

bool interpreter_set_literal_prototype(vm_isolate *vm, vm_value o, vm_value prototype) {
    if (value_is_object(prototype)) {
        return js_set_prototype_of(vm, value_as_object(o), value_as_object(prototype)) != OUTCOME_EXCEPTION;
    }
    return !value_is_null(prototype) ||
           js_set_prototype_of(vm, value_as_object(o), NULL) != OUTCOME_EXCEPTION;
}

// What a copy leaves out: property keys, or where there are many the own keys of a plain object.
struct exclusion {
    const vm_value *keys;
    uint32_t count;
    struct object *owner;
};

static bool is_excluded(vm_isolate *vm, property_key key, const struct exclusion *excluded) {
    if (excluded->owner) {
        struct property property;
        return object_find_own(vm, excluded->owner, key, &property);
    }
    for (uint32_t i = 0; i < excluded->count; i++) {
        property_key k;
        if (js_to_property_key(vm, excluded->keys[i], &k) && key_equals(k, key)) {
            return true;
        }
    }
    return false;
}

static bool copy_simple(vm_isolate *vm, vm_value *target, struct object *from,
                        const struct exclusion *excluded) {
    struct object *to = value_as_object(*target);
    if (!excluded->count && !excluded->owner && object_is_simple(to) && !to->shape->count &&
        object_prototype(to) == object_prototype(from) && object_is_cloneable(from)) {
        struct object *clone = object_clone(vm, from);
        if (clone) {
            *target = value_from_cell(clone);
        }
        return clone;
    }
    struct shape_property properties[OBJECT_SIMPLE_LIMIT];
    uint32_t found = object_simple_properties(from, properties);
    for (uint32_t i = 0; i < found; i++) {
        property_key key = properties[i].key;
        if (!is_excluded(vm, key, excluded) &&
            !js_create_data_property_or_throw(vm, to, key, *object_slot(from, properties[i].slot))) {
            return false;
        }
    }
    return true;
}

static bool copy_properties(vm_isolate *vm, vm_value *target, vm_value source,
                            const struct exclusion *excluded) {
    if (value_is_nullish(source)) {
        return true;
    }
    struct object *from = js_to_object(vm, source), *to = value_as_object(*target);
    if (from && object_is_simple(from)) {
        return copy_simple(vm, target, from, excluded);
    }
    struct list *keys = from ? list_create(vm) : NULL;
    if (!keys || !js_own_keys(vm, from, KEYS_STRINGS | KEYS_SYMBOLS, keys)) {
        return false;
    }
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        if (!js_safepoint(vm)) {
            return false;
        }
        if (is_excluded(vm, key, excluded)) {
            continue;
        }
        struct property_descriptor d;
        enum outcome found = js_get_own_property(vm, from, key, &d);
        if (found == OUTCOME_EXCEPTION) {
            return false;
        }
        if (found == OUTCOME_TRUE && d.attributes & PROPERTY_ENUMERABLE) {
            vm_value value = d.fields & DESCRIPTOR_VALUE && from->cell.kind != CELL_PROXY
                                 ? d.value
                                 : js_get(vm, from, key);
            if (value_is_exception(value) || !js_create_data_property_or_throw(vm, to, key, value)) {
                return false;
            }
        }
    }
    return true;
}

bool interpreter_copy_properties(vm_isolate *vm, vm_value *target, vm_value source, const vm_value *excluded,
                                 uint32_t count) {
    return copy_properties(vm, target, source, &(struct exclusion){.keys = excluded, .count = count});
}

bool interpreter_copy_properties_except(vm_isolate *vm, vm_value *target, vm_value source,
                                        vm_value excluded) {
    return copy_properties(vm, target, source, &(struct exclusion){.owner = value_as_object(excluded)});
}

// --- private names

vm_value interpreter_new_private_name(vm_isolate *vm, vm_value description) {
    struct symbol *name = symbol_create(vm, value_as_string(description), SYMBOL_PRIVATE);
    return name ? value_from_cell(name) : VALUE_EXCEPTION;
}

static vm_value throw_no_private(vm_isolate *vm, vm_value name, const char *verb, const char *preposition) {
    struct string *text = value_as_symbol(name)->description;
    return throw_type_error(vm, "Cannot %s private member %S %s an object whose class did not declare it",
                            verb, text, preposition);
}

static bool find_private(vm_isolate *vm, vm_value o, vm_value name, struct property *out) {
    return value_is_object(o) && object_get_own(vm, value_as_object(o), key_from_value_bits(name), out);
}

vm_value interpreter_get_private(vm_isolate *vm, vm_value o, vm_value name) {
    struct property p;
    if (!find_private(vm, o, name, &p)) {
        return throw_no_private(vm, name, "read", "from");
    }
    if (p.attributes & PROPERTY_ACCESSOR) {
        struct accessor *accessor = value_as_cell(p.value);
        if (value_is_undefined(accessor->getter)) {
            return throw_type_error(vm, "'%S' was defined without a getter",
                                    value_as_symbol(name)->description);
        }
        return js_call(vm, accessor->getter, o, 0, NULL);
    }
    return p.value;
}

bool interpreter_set_private(vm_isolate *vm, vm_value o, vm_value name, vm_value value) {
    struct property p;
    if (!find_private(vm, o, name, &p)) {
        throw_no_private(vm, name, "write", "to");
        return false;
    }
    if (p.attributes & PROPERTY_ACCESSOR) {
        struct accessor *accessor = value_as_cell(p.value);
        if (value_is_undefined(accessor->setter)) {
            throw_type_error(vm, "'%S' was defined without a setter", value_as_symbol(name)->description);
            return false;
        }
        return !value_is_exception(js_call(vm, accessor->setter, o, 1, &value));
    }
    if (!(p.attributes & PROPERTY_WRITABLE)) {
        throw_type_error(vm, "Private method '%S' is not writable", value_as_symbol(name)->description);
        return false;
    }
    object_store(vm, value_as_object(o), key_from_value_bits(name), &p, value);
    return true;
}

vm_value interpreter_has_private(vm_isolate *vm, vm_value o, vm_value name) {
    if (!value_is_object(o)) {
        return throw_type_error(vm, "Cannot use 'in' operator to search for '%S' in %V",
                                value_as_symbol(name)->description, o);
    }
    struct property p;
    return value_from_bool(find_private(vm, o, name, &p));
}

bool interpreter_define_private(vm_isolate *vm, vm_value v, vm_value name, vm_value value, uint32_t kind) {
    struct object *o = value_as_object(v);
    property_key key = key_from_value_bits(name);
    struct property p;
    bool there = object_get_own(vm, o, key, &p);
    if (kind >= 2) { // getter, setter
        struct accessor *accessor = there && p.attributes & PROPERTY_ACCESSOR ? value_as_cell(p.value) : NULL;
        if (accessor && value_is_undefined(kind == 2 ? accessor->getter : accessor->setter)) {
            heap_write(&vm->heap, accessor);
            *(kind == 2 ? &accessor->getter : &accessor->setter) = value;
            return true;
        }
        if (!there) {
            accessor =
                accessor_create(vm, kind == 2 ? value : VALUE_UNDEFINED, kind == 3 ? value : VALUE_UNDEFINED);
            return accessor && object_add(vm, o, key, value_from_cell(accessor), PROPERTY_ACCESSOR);
        }
    }
    if (there) {
        throw_type_error(vm, "Cannot initialize %S twice on the same object",
                         value_as_symbol(name)->description);
        return false;
    }
    return object_add(vm, o, key, value, kind == 0 ? PROPERTY_WRITABLE : 0);
}

// --- object creation

vm_value interpreter_new_object(vm_isolate *vm, uint32_t capacity) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_OBJECT, capacity) : NULL;
    struct object *o = shape ? object_create_with_shape(vm, shape) : NULL;
    return o ? value_from_cell(o) : VALUE_EXCEPTION;
}

bool interpreter_literal_shape(vm_isolate *vm, struct code *code, struct property_cache *cache,
                               const vm_value *keys, uint32_t count) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_OBJECT, count) : NULL;
    for (uint32_t i = 0; shape && i < count; i++) {
        shape = shape_add(vm, shape, key_from_value_bits(keys[i]), PROPERTY_DEFAULT, false, NULL);
    }
    if (!shape) {
        return false;
    }
    heap_write(&vm->heap, code);
    cache->shape = shape;
    cache->kind = CACHE_LITERAL;
    return true;
}

vm_value interpreter_new_array(vm_isolate *vm, uint32_t capacity) {
    struct object *array = array_create(vm, 0);
    if (!array || (capacity && !elements_reserve(vm, array, capacity))) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(array);
}

bool interpreter_array_append(vm_isolate *vm, vm_value v, const vm_value *values, uint32_t count) {
    struct object *array = value_as_object(v);
    uint32_t length = array_length(array), i = 0;
    if (elements_used(array) == length && elements_reserve(vm, array, length + count)) {
        for (; i < count && !value_is_empty(values[i]); i++) {
            array->elements[length + i] = values[i];
        }
        if (i) {
            elements_vector(array->elements)->used = array->cell.word = length + i;
            heap_write(&vm->heap, array);
        }
    }
    for (; i < count && value_is_empty(vm->exception); i++) {
        if (value_is_empty(values[i])) {
            array->cell.word++;
        } else if (!elements_put(vm, array, array_length(array), values[i])) {
            return false;
        }
    }
    return value_is_empty(vm->exception);
}

vm_value interpreter_array_from(vm_isolate *vm, vm_value iterable) {
    uint32_t count;
    const vm_value *values = js_iterates_packed(vm, iterable, &count);
    struct object *array = NULL;
    if (values && count <= COPY_AT_ONCE) {
        array = array_create_from(vm, values, count);
    } else if (value_is_empty(vm->exception)) {
        array = array_create(vm, 0);
        array = array && interpreter_array_spread(vm, value_from_cell(array), iterable) ? array : NULL;
    }
    return array ? value_from_cell(array) : VALUE_EXCEPTION;
}

bool interpreter_array_spread(vm_isolate *vm, vm_value v, vm_value iterable) {
    struct object *array = value_as_object(v);
    struct iteration it;
    vm_value value;
    enum outcome step;
    if (!js_iterate(vm, iterable, &it) || !js_iterate_append(vm, &it, array)) {
        return false;
    }
    while ((step = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (!array_push(vm, array, value)) {
            return false;
        }
    }
    return step == OUTCOME_FALSE;
}

// sec-gettemplateobject
vm_value interpreter_template_object(vm_isolate *vm, struct code *code, uint32_t constant) {
    vm_value site = code->constants[constant];
    if (value_is_object(site)) {
        return site;
    }
    struct list *strings = value_as_cell(site);
    uint32_t count = strings->length / 2;
    struct object *template = array_create_from(vm, strings->vector->values, count);
    struct object *raw = template ? array_create_from(vm, strings->vector->values + count, count) : NULL;
    if (!raw || js_set_integrity_level(vm, raw, INTEGRITY_FROZEN) != OUTCOME_TRUE ||
        !object_add(vm, template, atom_key(vm, ATOM_raw), value_from_cell(raw), 0) ||
        js_set_integrity_level(vm, template, INTEGRITY_FROZEN) != OUTCOME_TRUE) {
        return VALUE_EXCEPTION;
    }
    heap_write(&vm->heap, code);
    code->constants[constant] = value_from_cell(template);
    return value_from_cell(template);
}

// --- operators

vm_value interpreter_increment(vm_isolate *vm, vm_value v, int by) {
    vm_value numeric = js_to_numeric(vm, v);
    return value_is_exception(numeric) ? numeric : js_increment(vm, numeric, by);
}

vm_value interpreter_to_string(vm_isolate *vm, vm_value v) {
    struct string *s = js_to_string(vm, v);
    return s ? value_from_cell(s) : VALUE_EXCEPTION;
}

vm_value interpreter_to_key(vm_isolate *vm, vm_value v) {
    if (value_is_int(v) || value_is_symbol(v) || (value_is_string(v) && string_is_atom(value_as_string(v)))) {
        return v;
    }
    property_key key;
    if (!js_to_property_key(vm, v, &key)) {
        return VALUE_EXCEPTION;
    }
    return key_is_index(key) ? value_from_uint32(key_as_index(key)) : VALUE(key.bits);
}

vm_value interpreter_concat(vm_isolate *vm, const vm_value *values, uint32_t count) {
    struct string *result = NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct string *piece = js_to_string(vm, values[i]);
        if (!piece || !(result = result ? string_concat(vm, result, piece) : piece)) {
            return VALUE_EXCEPTION;
        }
    }
    return result ? value_from_cell(result) : atom_value(vm, ATOM_empty);
}

void interpreter_throw_not_coercible(vm_isolate *vm, vm_value v, vm_value text) {
    struct string *what = value_as_string(text);
    if (!what->length) {
        throw_type_error(vm, "Cannot destructure '%V' as it is %V.", v, v);
    } else if (string_at(what, what->length - 1) == ' ') { // "property 'a' of "
        throw_type_error(vm, "Cannot destructure %S'%V' as it is %V.", what, v, v);
    } else {
        throw_type_error(vm, "Cannot destructure %S as it is %V.", what, v);
    }
}
