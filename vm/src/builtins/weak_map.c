// WeakMap (sec-weakmap-objects).
#include "builtins/collection.h"

#include "object/throw.h"

static bool set_entry(vm_isolate *vm, struct collection *map, vm_value key, vm_value value) {
    struct cell *cell = collection_weak_key(key);
    if (cell) return weak_table_set(vm, map, cell, value);
    throw_type_error(vm, "Invalid value used as weak map key");
    return false;
}

// sec-weakmap.prototype.set
static vm_value weak_map_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.set");
    return map && set_entry(vm, map, ARGUMENT(0), ARGUMENT(1)) ? THIS : VALUE_EXCEPTION;
}

static const struct collection_construction construction = {
    .name = "WeakMap",
    .prototype = INTRINSIC_WeakMapPrototype,
    .kind = CELL_WEAK_MAP,
    .adder_name = ATOM_set,
    .adder = weak_map_set,
    .add = set_entry,
    .entries = true,
};

// sec-weakmap-iterable
static vm_value weak_map_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return collection_construct(vm, &construction, ARGUMENT(0));
}

// sec-weakmap.prototype.delete
static vm_value weak_map_delete(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.delete");
    struct cell *key = collection_weak_key(ARGUMENT(0));
    return map ? value_from_bool(key && weak_table_delete(vm, map, key)) : VALUE_EXCEPTION;
}

static vm_value look_up(struct collection *map, vm_value key) {
    struct cell *cell = collection_weak_key(key);
    return cell ? weak_table_get(map, cell) : VALUE_ABSENT;
}

// sec-weakmap.prototype.get
static vm_value weak_map_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.get");
    if (!map) return VALUE_EXCEPTION;
    vm_value value = look_up(map, ARGUMENT(0));
    return value_is_absent(value) ? VALUE_UNDEFINED : value;
}

// sec-weakmap.prototype.getorinsert
static vm_value weak_map_get_or_insert(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.getOrInsert");
    vm_value value = map ? look_up(map, ARGUMENT(0)) : VALUE_EXCEPTION;
    if (!value_is_absent(value)) return value;
    return set_entry(vm, map, ARGUMENT(0), ARGUMENT(1)) ? ARGUMENT(1) : VALUE_EXCEPTION;
}

// sec-weakmap.prototype.getorinsertcomputed. The callback may have changed the map: its value wins.
static vm_value weak_map_get_or_insert_computed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.getOrInsertComputed");
    if (!map) return VALUE_EXCEPTION;
    vm_value key = ARGUMENT(0), callback = ARGUMENT(1);
    if (!collection_weak_key(key)) return throw_type_error(vm, "Invalid value used as weak map key");
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    vm_value value = look_up(map, key);
    if (!value_is_absent(value)) return value;
    value = js_call(vm, callback, VALUE_UNDEFINED, 1, &key);
    return !value_is_exception(value) && set_entry(vm, map, key, value) ? value : VALUE_EXCEPTION;
}

// sec-weakmap.prototype.has
static vm_value weak_map_has(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_WEAK_MAP, "WeakMap.prototype.has");
    return map ? value_from_bool(!value_is_absent(look_up(map, ARGUMENT(0)))) : VALUE_EXCEPTION;
}

static const struct builtin_row methods[] = {
    NATIVE("getOrInsert", weak_map_get_or_insert, 2),
    NATIVE("getOrInsertComputed", weak_map_get_or_insert_computed, 2),
    NATIVE("delete", weak_map_delete, 1),
    NATIVE("get", weak_map_get, 1),
    NATIVE("set", weak_map_set, 2),
    NATIVE("has", weak_map_has, 1),
    TO_STRING_TAG("WeakMap"),
};

const struct builtin_class weak_map_class = {
    .name = "WeakMap",
    .constructor = weak_map_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_WeakMap,
    .prototype_id = INTRINSIC_WeakMapPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
