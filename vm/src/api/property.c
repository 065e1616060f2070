// Objects, their properties and keys; what is inside objects.
#include "api/api.h"
#include "object/date.h"
#include "object/intrinsics.h"
#include "object/iterator.h"
#include "object/ordered_table.h"
#include "object/proxy.h"
#include "object/weak_table.h"

bool api_key(vm_isolate *vm, const char *name, property_key *key) {
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] >= 0x80) {
            struct string *s = string_from_utf8(vm, name, length);
            return s && key_from_string(vm, s, key);
        }
    }
    return key_from_text(vm, name, key);
}

bool api_refuse(vm_isolate *vm) {
    if (value_is_empty(vm->exception)) {
        throw_type_error(vm, "The result of a call that failed was given as a value");
    }
    return false;
}

bool api_values(vm_isolate *vm, uint32_t count, const vm_value *values) {
    for (uint32_t i = 0; i < count; i++) {
        if (!api_value(vm, values[i])) {
            return false;
        }
    }
    return true;
}

static property_key key_of(vm_key key) { return (property_key){key.bits}; }

// The object that an operation is for; NULL: TypeError pending.
static struct object *object_of(vm_isolate *vm, vm_value v) {
    if (value_is_object(v)) {
        return value_as_object(v);
    }
    if (api_value(vm, v)) {
        throw_type_error(vm, "%V is not an object", v);
    }
    return NULL;
}

// --- making

vm_value vm_object(vm_isolate *vm) {
    api_enter(vm);
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    return value_or_exception(prototype ? object_create(vm, prototype) : NULL);
}

vm_value vm_object_with_prototype(vm_isolate *vm, vm_value prototype_or_null) {
    api_enter(vm);
    if (!api_value(vm, prototype_or_null)) {
        return VALUE_EXCEPTION;
    }
    struct object *prototype = value_is_object(prototype_or_null) ? value_as_object(prototype_or_null) : NULL;
    return value_or_exception(object_create(vm, prototype));
}

vm_value vm_array(vm_isolate *vm, const vm_value *values, uint32_t count) {
    api_enter(vm);
    return api_values(vm, count, values) ? value_or_exception(array_create_from(vm, values, count))
                                         : VALUE_EXCEPTION;
}

bool vm_array_push(vm_isolate *vm, vm_value array, vm_value value) {
    api_enter(vm);
    if (!api_value(vm, array) || !api_value(vm, value)) {
        return false;
    }
    if (!value_is_array_kind(array)) {
        throw_type_error(vm, "%V is not an array", array);
        return false;
    }
    struct object *o = value_as_object(array);
    if (!(o->cell.flags & OBJECT_ELEMENTS_SPECIAL)) {
        return array_push(vm, o, value);
    }
    return js_set(vm, o, key_from_index(array_length(o)), value);
}

bool vm_length(vm_isolate *vm, vm_value object, uint64_t *out) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    return o && js_length_of_array_like(vm, o, out);
}

// --- keys

vm_key vm_intern(vm_isolate *vm, const char *name) {
    api_enter(vm);
    property_key key;
    if (!api_key(vm, name, &key)) {
        return (vm_key){0};
    }
    if (!key_is_index(key) && !heap_pin(&vm->heap, key_as_cell(key))) {
        throw_out_of_memory(vm);
        return (vm_key){0};
    }
    return (vm_key){key.bits};
}

bool vm_to_key(vm_isolate *vm, vm_value value, vm_key *out) {
    api_enter(vm);
    property_key key;
    if (!api_value(vm, value) || !js_to_property_key(vm, value, &key)) {
        return false;
    }
    out->bits = key.bits;
    return true;
}

vm_key vm_key_from_symbol(vm_value symbol) { return (vm_key){symbol.bits}; }

vm_value vm_key_value(vm_isolate *vm, vm_key key) {
    api_enter(vm);
    return key_to_value(vm, key_of(key));
}

// --- access

vm_value vm_get_key(vm_isolate *vm, vm_value object, vm_key key) {
    api_enter(vm);
    return api_value(vm, object) ? js_get_value(vm, object, key_of(key)) : VALUE_EXCEPTION;
}

vm_value vm_get(vm_isolate *vm, vm_value object, const char *name) {
    api_enter(vm);
    property_key key;
    return api_value(vm, object) && api_key(vm, name, &key) ? js_get_value(vm, object, key) : VALUE_EXCEPTION;
}

vm_value vm_get_index(vm_isolate *vm, vm_value object, uint32_t index) {
    api_enter(vm);
    return api_value(vm, object) ? js_get_element(vm, object, value_from_uint32(index)) : VALUE_EXCEPTION;
}

bool vm_set_key(vm_isolate *vm, vm_value object, vm_key key, vm_value value) {
    api_enter(vm);
    return api_value(vm, object) && api_value(vm, value) &&
           js_put_value(vm, object, key_of(key), value, true);
}

bool vm_set(vm_isolate *vm, vm_value object, const char *name, vm_value value) {
    api_enter(vm);
    property_key key;
    return api_value(vm, object) && api_value(vm, value) && api_key(vm, name, &key) &&
           js_put_value(vm, object, key, value, true);
}

bool vm_set_index(vm_isolate *vm, vm_value object, uint32_t index, vm_value value) {
    api_enter(vm);
    return api_value(vm, object) && api_value(vm, value) &&
           js_put_element(vm, object, value_from_uint32(index), value, true);
}

int vm_has_key(vm_isolate *vm, vm_value object, vm_key key) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    return o ? js_has_property(vm, o, key_of(key)) : OUTCOME_EXCEPTION;
}

int vm_has(vm_isolate *vm, vm_value object, const char *name) {
    property_key key;
    return api_key(vm, name, &key) ? vm_has_key(vm, object, (vm_key){key.bits}) : OUTCOME_EXCEPTION;
}

int vm_has_own(vm_isolate *vm, vm_value object, vm_key key) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    return o ? js_has_own(vm, o, key_of(key)) : OUTCOME_EXCEPTION;
}

bool vm_delete_key(vm_isolate *vm, vm_value object, vm_key key) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    return o && js_delete_or_throw(vm, o, key_of(key));
}

bool vm_delete(vm_isolate *vm, vm_value object, const char *name) {
    property_key key;
    return api_key(vm, name, &key) && vm_delete_key(vm, object, (vm_key){key.bits});
}

// --- definition

bool vm_define_key(vm_isolate *vm, vm_value object, vm_key key, vm_value value, unsigned attributes) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    struct property_descriptor d = descriptor_data(value, attributes & PROPERTY_DEFAULT);
    return o && api_value(vm, value) && js_define_or_throw(vm, o, key_of(key), &d);
}

bool vm_define(vm_isolate *vm, vm_value object, const char *name, vm_value value, unsigned attributes) {
    property_key key;
    return api_key(vm, name, &key) && vm_define_key(vm, object, (vm_key){key.bits}, value, attributes);
}

bool vm_define_accessor(vm_isolate *vm, vm_value object, vm_key key, vm_value getter, vm_value setter,
                        unsigned attributes) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    struct property_descriptor d =
        descriptor_accessor(getter, setter, attributes & (PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE));
    return o && api_value(vm, getter) && api_value(vm, setter) && js_define_or_throw(vm, o, key_of(key), &d);
}

bool vm_define_lazy(vm_isolate *vm, vm_value object, const char *name, vm_lazy make, void *data,
                    unsigned attributes) {
    api_enter(vm);
    property_key key;
    struct object *o = object_of(vm, object);
    if (!o || !api_key(vm, name, &key)) {
        return false;
    }
    struct host_lazy *lazy = host_lazy_create(vm, make, data);
    return lazy && object_add(vm, o, key, value_from_cell(lazy),
                              (uint8_t)((attributes & PROPERTY_DEFAULT) | PROPERTY_LAZY));
}

// --- looking

vm_value vm_own_keys(vm_isolate *vm, vm_value object, unsigned flags) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    struct list *keys = o ? list_create(vm) : NULL;
    if (!keys) {
        return VALUE_EXCEPTION;
    }
    int wanted = flags & VM_KEYS_ONLY_SYMBOLS ? KEYS_SYMBOLS
                 : flags & VM_KEYS_SYMBOLS    ? KEYS_STRINGS | KEYS_SYMBOLS
                                              : KEYS_STRINGS;
    wanted |= flags & VM_KEYS_NAMED ? KEYS_NAMED : 0;
    struct object *array = js_own_keys(vm, o, wanted, keys) ? array_create(vm, 0) : NULL;
    for (uint32_t i = 0; array && i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        if (flags & VM_KEYS_ENUMERABLE) {
            struct property_descriptor d;
            enum outcome there = js_get_own_property(vm, o, key, &d);
            if (there == OUTCOME_EXCEPTION) {
                return VALUE_EXCEPTION;
            }
            if (there == OUTCOME_FALSE || !(d.attributes & PROPERTY_ENUMERABLE)) {
                continue;
            }
        }
        vm_value name = key_to_value(vm, key);
        if (value_is_exception(name) || !array_push(vm, array, name)) {
            return VALUE_EXCEPTION;
        }
    }
    return value_or_exception(array);
}

int vm_get_own(vm_isolate *vm, vm_value object, vm_key key, vm_property *out) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    struct property_descriptor d;
    enum outcome there = o ? js_get_own_property(vm, o, key_of(key), &d) : OUTCOME_EXCEPTION;
    if (there == OUTCOME_TRUE) {
        out->is_accessor = d.fields & (DESCRIPTOR_GET | DESCRIPTOR_SET);
        out->value = out->is_accessor ? VALUE_UNDEFINED : d.value;
        out->getter = out->is_accessor ? d.getter : VALUE_UNDEFINED;
        out->setter = out->is_accessor ? d.setter : VALUE_UNDEFINED;
        out->attributes = d.attributes & PROPERTY_DEFAULT;
    }
    return there;
}

vm_value vm_prototype(vm_isolate *vm, vm_value object) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    return o ? js_get_prototype_of(vm, o) : VALUE_EXCEPTION;
}

bool vm_set_prototype(vm_isolate *vm, vm_value object, vm_value prototype_or_null) {
    api_enter(vm);
    struct object *o = object_of(vm, object);
    if (!o || !api_value(vm, prototype_or_null)) {
        return false;
    }
    struct object *prototype = value_is_object(prototype_or_null) ? value_as_object(prototype_or_null) : NULL;
    enum outcome set = js_set_prototype_of(vm, o, prototype);
    if (set == OUTCOME_FALSE) {
        throw_type_error(vm, "The prototype of %V cannot be changed", object);
    }
    return set == OUTCOME_TRUE;
}

// --- inside

// Entries from a cursor on, as many as there is room for; *count gets the number of all of them.
static bool push_ordered_entries(vm_isolate *vm, struct object *array, struct ordered_cursor cursor,
                                 enum iteration_kind what, bool map, uint64_t most, uint64_t *count) {
    vm_value key, value;
    for (*count = 0; ordered_table_next(&cursor, &key, &value); ++*count) {
        bool keys = !map || what != ITERATE_VALUES,
             second = map ? what != ITERATE_KEYS : what == ITERATE_ENTRIES;
        if (*count < most && ((keys && !array_push(vm, array, key)) ||
                              (second && !array_push(vm, array, map ? value : key)))) {
            return false;
        }
    }
    return true;
}

vm_entries_kind vm_entries(vm_isolate *vm, vm_value collection, uint64_t most, vm_value *out,
                           uint64_t *count) {
    api_enter(vm);
    struct object *array = array_create(vm, 0);
    if (!array) {
        return VM_ENTRIES_FAILED;
    }
    *out = value_from_cell(array);
    *count = 0;
    bool ok = true, pairs;
    if (value_is_kind(collection, CELL_MAP) || value_is_kind(collection, CELL_SET)) {
        struct collection *c = value_as_cell(collection);
        pairs = value_is_kind(collection, CELL_MAP);
        ok = push_ordered_entries(vm, array, (struct ordered_cursor){c->table, 0},
                                  pairs ? ITERATE_ENTRIES : ITERATE_KEYS, pairs, most, count);
    } else if (value_is_kind(collection, CELL_WEAK_MAP) || value_is_kind(collection, CELL_WEAK_SET)) {
        pairs = value_is_kind(collection, CELL_WEAK_MAP);
        ok = weak_table_push_entries(vm, value_as_cell(collection), pairs, most, array, count);
    } else if (value_is_iterator(collection, ITERATOR_MAP) || value_is_iterator(collection, ITERATOR_SET)) {
        struct iterator_object *iterator = value_as_cell(collection);
        enum iteration_kind what = iterator_iteration(iterator);
        pairs = what == ITERATE_ENTRIES;
        ok = iterator_is_exhausted(iterator) ||
             push_ordered_entries(vm, array, iterator->cursor, what, iterator_kind(iterator) == ITERATOR_MAP,
                                  most, count);
    } else {
        return VM_ENTRIES_NONE;
    }
    return !ok ? VM_ENTRIES_FAILED : pairs ? VM_ENTRIES_PAIRS : VM_ENTRIES_SINGLE;
}

vm_value vm_proxy_handler(vm_value proxy) {
    struct object *handler =
        value_is_kind(proxy, CELL_PROXY) ? ((struct proxy *)value_as_cell(proxy))->handler : NULL;
    return handler ? value_from_cell(handler) : VALUE_NULL;
}

vm_type vm_iterated_type(vm_value iterator) {
    return value_is_iterator(iterator, ITERATOR_MAP)   ? VM_MAP
           : value_is_iterator(iterator, ITERATOR_SET) ? VM_SET
                                                       : VM_OTHER_OBJECT;
}

vm_value vm_inner_value(vm_value object) {
    if (value_is_kind(object, CELL_PRIMITIVE_OBJECT) || value_is_kind(object, CELL_STRING_OBJECT)) {
        return ((struct primitive_object *)value_as_cell(object))->primitive;
    }
    if (value_is_kind(object, CELL_DATE)) {
        return value_from_double(((struct date *)value_as_cell(object))->time);
    }
    if (value_is_kind(object, CELL_PROXY)) {
        struct object *target = ((struct proxy *)value_as_cell(object))->target;
        return target ? value_from_cell(target) : VALUE_NULL;
    }
    if (value_is_kind(object, CELL_WEAK_REF)) {
        struct cell *target = ((struct weak_ref *)value_as_cell(object))->target;
        return target ? value_from_cell(target) : VALUE_UNDEFINED;
    }
    return VALUE_UNDEFINED;
}
