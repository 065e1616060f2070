// What Map, Set, WeakMap and WeakSet share: construction, and the iterators of Map and Set.
#include "builtins/collection.h"

#include "builtins/iterator_step.h"
#include "object/throw.h"

static struct collection *create_with_prototype(vm_isolate *vm, struct object *prototype,
                                                enum cell_kind kind) {
    struct collection *c = object_allocate_kind(vm, kind, sizeof *c, prototype);
    if (!c) return NULL;
    bool weak = kind == CELL_WEAK_MAP || kind == CELL_WEAK_SET;
    return (weak ? weak_table_initialize(vm, c) : ordered_table_initialize(vm, c)) ? c : NULL;
}

struct collection *collection_create(vm_isolate *vm, struct object *new_target, enum intrinsic prototype,
                                     enum cell_kind kind) {
    struct object *o = js_prototype_from_constructor(vm, new_target, prototype);
    return o ? create_with_prototype(vm, o, kind) : NULL;
}

struct collection *collection_create_plain(vm_isolate *vm, enum cell_kind kind) {
    struct object *prototype =
        intrinsic(vm, kind == CELL_MAP ? INTRINSIC_MapPrototype : INTRINSIC_SetPrototype);
    return prototype ? create_with_prototype(vm, prototype, kind) : NULL;
}

// The parts of an entry. False: exception pending.
static bool entry_parts(vm_isolate *vm, vm_value entry, vm_value *key, vm_value *value) {
    if (!value_is_object(entry)) {
        throw_type_error(vm, "Iterator value %V is not an entry object", entry);
        return false;
    }
    struct object *o = value_as_object(entry);
    if (o->cell.kind == CELL_ARRAY && elements_used(o) >= 2 && !value_is_empty(o->elements[0]) &&
        !value_is_empty(o->elements[1])) {
        *key = o->elements[0];
        *value = o->elements[1];
        return true;
    }
    *key = js_get(vm, o, key_from_index(0));
    if (value_is_exception(*key)) return false;
    *value = js_get(vm, o, key_from_index(1));
    return !value_is_exception(*value);
}

static bool add_element(vm_isolate *vm, const struct collection_construction *how, struct collection *c,
                        vm_value adder, vm_value element) {
    vm_value parts[2] = {element, element};
    if (how->entries && !entry_parts(vm, element, &parts[0], &parts[1])) return false;
    if (value_is_undefined(adder)) return how->add(vm, c, parts[0], parts[1]);
    return !value_is_exception(js_call(vm, adder, value_from_cell(c), how->entries ? 2 : 1, parts));
}

vm_value collection_construct(vm_isolate *vm, const struct collection_construction *how, vm_value iterable) {
    struct object *new_target = builtin_new_target(vm, how->name);
    struct collection *c = new_target ? collection_create(vm, new_target, how->prototype, how->kind) : NULL;
    if (!c) return VALUE_EXCEPTION;
    if (value_is_nullish(iterable)) return value_from_cell(c);
    vm_value adder = js_get_atom(vm, &c->object, how->adder_name), element;
    if (value_is_exception(adder)) return adder;
    if (!value_is_callable(adder)) {
        return throw_type_error(vm, "'%V' returned for property '%K' of object '%V' is not a function", adder,
                                atom_key(vm, how->adder_name), value_from_cell(c));
    }
    if (value_is_kind(adder, CELL_NATIVE_FUNCTION) &&
        ((struct native_function *)value_as_cell(adder))->native == how->adder) {
        adder = VALUE_UNDEFINED;
    }
    struct iteration it;
    enum outcome more;
    if (!js_iterate(vm, iterable, &it)) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &element)) == OUTCOME_TRUE) {
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        if (!add_element(vm, how, c, adder, element)) return js_iterate_abort(vm, &it);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(c);
}

// --- iterators -------------------------------------------------------------------------------------

vm_value collection_iterator(vm_isolate *vm, struct collection *c, enum iteration_kind iteration) {
    bool map = c->object.cell.kind == CELL_MAP;
    struct object *prototype =
        intrinsic(vm, map ? INTRINSIC_MapIteratorPrototype : INTRINSIC_SetIteratorPrototype);
    if (!prototype) return VALUE_EXCEPTION;
    return builtin_cell(
        iterator_create(vm, prototype, map ? ITERATOR_MAP : ITERATOR_SET, iteration, value_from_cell(c)));
}

enum outcome collection_iterator_step(vm_isolate *vm, struct iterator_object *iterator, vm_value *value) {
    if (iterator_is_exhausted(iterator)) return OUTCOME_FALSE;
    vm_value pair[2];
    struct cell *table = iterator->cursor.table;
    bool more = ordered_table_next(&iterator->cursor, &pair[0], &pair[1]);
    if (iterator->cursor.table != table) heap_write(&vm->heap, iterator);
    if (!more) {
        iterator_exhaust(iterator);
        return OUTCOME_FALSE;
    }
    if (iterator_kind(iterator) == ITERATOR_SET) pair[1] = pair[0];
    switch (iterator_iteration(iterator)) {
    case ITERATE_KEYS: *value = pair[0]; return OUTCOME_TRUE;
    case ITERATE_VALUES: *value = pair[1]; return OUTCOME_TRUE;
    default: *value = builtin_cell(array_create_from(vm, pair, 2));
    }
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

// sec-%mapiteratorprototype%.next, sec-%setiteratorprototype%.next; MAGIC: enum iterator_kind
vm_value collection_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_iterator(THIS, MAGIC))
        return throw_type_error(vm, "next method called on incompatible receiver %V", THIS);
    vm_value value = VALUE_UNDEFINED;
    return iterator_step_result(vm, collection_iterator_step(vm, value_as_cell(THIS), &value), value);
}

static const struct builtin_row map_iterator_methods[] = {
    NATIVE_MAGIC("next", collection_iterator_next, 0, ITERATOR_MAP),
    TO_STRING_TAG("Map Iterator"),
};

static const struct builtin_row set_iterator_methods[] = {
    NATIVE_MAGIC("next", collection_iterator_next, 0, ITERATOR_SET),
    TO_STRING_TAG("Set Iterator"),
};

const struct builtin_class map_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_MapIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(map_iterator_methods),
};

const struct builtin_class set_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_SetIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(set_iterator_methods),
};
