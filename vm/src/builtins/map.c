// Map (sec-map-objects).
#include "builtins/collection.h"

#include "object/throw.h"

// sec-map.prototype.set
static vm_value map_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.set");
    if (!map || !ordered_table_set(vm, map, ARGUMENT(0), ARGUMENT(1))) return VALUE_EXCEPTION;
    return THIS;
}

static const struct collection_construction construction = {
    .name = "Map",
    .prototype = INTRINSIC_MapPrototype,
    .kind = CELL_MAP,
    .adder_name = ATOM_set,
    .adder = map_set,
    .add = ordered_table_set,
    .entries = true,
};

// sec-map-iterable
static vm_value map_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return collection_construct(vm, &construction, ARGUMENT(0));
}

// The array of a group, made at the first member.
static struct object *group_for(vm_isolate *vm, struct collection *groups, vm_value key) {
    vm_value there = ordered_table_get(vm, groups, key);
    if (value_is_exception(there)) return NULL;
    if (!value_is_absent(there)) return value_as_object(there);
    struct object *group = array_create(vm, 0);
    return group && ordered_table_set(vm, groups, key, value_from_cell(group)) ? group : NULL;
}

// sec-map.groupby
static vm_value map_group_by(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value callback = ARGUMENT(1), value;
    if (value_is_exception(js_require_object_coercible(vm, ARGUMENT(0)))) return VALUE_EXCEPTION;
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    struct collection *groups = collection_create_plain(vm, CELL_MAP);
    struct iteration it;
    enum outcome more;
    if (!groups || !js_iterate(vm, frame[1], &it)) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        vm_value arguments[] = {value, value_from_double((double)k)};
        vm_value key = js_call(vm, callback, VALUE_UNDEFINED, 2, arguments);
        if (value_is_exception(key)) return js_iterate_abort(vm, &it);
        struct object *group = group_for(vm, groups, key);
        if (!group || !array_push(vm, group, value)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(groups);
}

// sec-map.prototype.clear
static vm_value map_clear(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.clear");
    return map && ordered_table_clear(vm, map) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-map.prototype.delete
static vm_value map_delete(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.delete");
    if (!map) return VALUE_EXCEPTION;
    bool there = ordered_table_delete(vm, map, ARGUMENT(0));
    return value_is_empty(vm->exception) ? value_from_bool(there) : VALUE_EXCEPTION;
}

// sec-map.prototype.foreach
static vm_value map_for_each(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.forEach");
    if (!map) return VALUE_EXCEPTION;
    vm_value callback = ARGUMENT(0), key, value;
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    struct ordered_cursor cursor = {.table = map->table};
    while (ordered_table_next(&cursor, &key, &value)) {
        vm_value arguments[] = {value, key, THIS};
        if (!js_safepoint(vm) || value_is_exception(js_call(vm, callback, ARGUMENT(1), 3, arguments)))
            return VALUE_EXCEPTION;
    }
    return VALUE_UNDEFINED;
}

// sec-map.prototype.get
static vm_value map_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.get");
    if (!map) return VALUE_EXCEPTION;
    vm_value value = ordered_table_get(vm, map, ARGUMENT(0));
    return value_is_absent(value) ? VALUE_UNDEFINED : value;
}

// sec-map.prototype.getorinsert
static vm_value map_get_or_insert(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.getOrInsert");
    vm_value value = map ? ordered_table_get(vm, map, ARGUMENT(0)) : VALUE_EXCEPTION;
    if (!value_is_absent(value)) return value;
    return ordered_table_set(vm, map, ARGUMENT(0), ARGUMENT(1)) ? ARGUMENT(1) : VALUE_EXCEPTION;
}

// sec-map.prototype.getorinsertcomputed. The callback may have changed the map: its value wins.
static vm_value map_get_or_insert_computed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.getOrInsertComputed");
    if (!map) return VALUE_EXCEPTION;
    vm_value key = ARGUMENT(0), callback = ARGUMENT(1);
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    if (value_is_number(key) && value_as_double(key) == 0) key = value_from_int(0); // -0
    vm_value value = ordered_table_get(vm, map, key);
    if (!value_is_absent(value)) return value;
    value = js_call(vm, callback, VALUE_UNDEFINED, 1, &key);
    return !value_is_exception(value) && ordered_table_set(vm, map, key, value) ? value : VALUE_EXCEPTION;
}

// sec-map.prototype.has
static vm_value map_has(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.has");
    if (!map) return VALUE_EXCEPTION;
    bool there = ordered_table_has(vm, map, ARGUMENT(0));
    return value_is_empty(vm->exception) ? value_from_bool(there) : VALUE_EXCEPTION;
}

// sec-get-map.prototype.size
static vm_value map_size(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, "get Map.prototype.size");
    return map ? value_from_uint32(ordered_table_size(map)) : VALUE_EXCEPTION;
}

// sec-map.prototype.entries, sec-map.prototype.keys, sec-map.prototype.values; MAGIC: enum iteration_kind
static vm_value map_iterate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    static const char *const names[] = {"Map.prototype.keys", "Map.prototype.values",
                                        "Map.prototype.entries"};
    struct collection *map = builtin_this(vm, THIS, CELL_MAP, names[MAGIC]);
    return map ? collection_iterator(vm, map, MAGIC) : VALUE_EXCEPTION;
}

static const struct builtin_row statics[] = {
    NATIVE("groupBy", map_group_by, 2),
    GETTER("@@species", builtin_return_this),
};

static const struct builtin_row methods[] = {
    NATIVE("get", map_get, 1),
    NATIVE("getOrInsert", map_get_or_insert, 2),
    NATIVE("getOrInsertComputed", map_get_or_insert_computed, 2),
    NATIVE("set", map_set, 2),
    NATIVE("has", map_has, 1),
    NATIVE("delete", map_delete, 1),
    NATIVE("clear", map_clear, 0),
    NATIVE_MAGIC("entries", map_iterate, 0, ITERATE_ENTRIES),
    NATIVE("forEach", map_for_each, 1),
    NATIVE_MAGIC("keys", map_iterate, 0, ITERATE_KEYS),
    GETTER("size", map_size),
    NATIVE_MAGIC("values", map_iterate, 0, ITERATE_VALUES),
    TO_STRING_TAG("Map"),
    ALIAS("@@iterator", "entries"),
};

const struct builtin_class map_class = {
    .name = "Map",
    .constructor = map_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_Map,
    .prototype_id = INTRINSIC_MapPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
