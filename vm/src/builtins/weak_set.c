// WeakSet (sec-weakset-objects).
#include "builtins/collection.h"

#include "object/throw.h"

static bool add_key(vm_isolate *vm, struct collection *set, vm_value key, vm_value value) {
    (void)value;
    struct cell *cell = collection_weak_key(key);
    if (cell) return weak_table_set(vm, set, cell, VALUE_UNDEFINED);
    throw_type_error(vm, "Invalid value used in weak set");
    return false;
}

// sec-weakset.prototype.add
static vm_value weak_set_add(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_WEAK_SET, "WeakSet.prototype.add");
    return set && add_key(vm, set, ARGUMENT(0), VALUE_UNDEFINED) ? THIS : VALUE_EXCEPTION;
}

static const struct collection_construction construction = {
    .name = "WeakSet",
    .prototype = INTRINSIC_WeakSetPrototype,
    .kind = CELL_WEAK_SET,
    .adder_name = ATOM_add,
    .adder = weak_set_add,
    .add = add_key,
};

// sec-weakset-iterable
static vm_value weak_set_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return collection_construct(vm, &construction, ARGUMENT(0));
}

// sec-weakset.prototype.delete
static vm_value weak_set_delete(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_WEAK_SET, "WeakSet.prototype.delete");
    struct cell *key = collection_weak_key(ARGUMENT(0));
    return set ? value_from_bool(key && weak_table_delete(vm, set, key)) : VALUE_EXCEPTION;
}

// sec-weakset.prototype.has
static vm_value weak_set_has(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_WEAK_SET, "WeakSet.prototype.has");
    struct cell *key = collection_weak_key(ARGUMENT(0));
    return set ? value_from_bool(key && !value_is_absent(weak_table_get(set, key))) : VALUE_EXCEPTION;
}

static const struct builtin_row methods[] = {
    NATIVE("delete", weak_set_delete, 1),
    NATIVE("has", weak_set_has, 1),
    NATIVE("add", weak_set_add, 1),
    TO_STRING_TAG("WeakSet"),
};

const struct builtin_class weak_set_class = {
    .name = "WeakSet",
    .constructor = weak_set_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_WeakSet,
    .prototype_id = INTRINSIC_WeakSetPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
