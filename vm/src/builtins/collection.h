// What Map, Set, WeakMap and WeakSet share.
#ifndef BUILTINS_COLLECTION_H
#define BUILTINS_COLLECTION_H

#include "builtins/builtin.h"
#include "object/iterator.h"

// A new collection with an empty table, from a constructor. NULL: exception pending.
struct collection *collection_create(vm_isolate *vm, struct object *new_target, enum intrinsic prototype,
                                     enum cell_kind kind) MUST_CHECK;
// A new empty Map or Set of the current realm. NULL: error pending.
struct collection *collection_create_plain(vm_isolate *vm, enum cell_kind kind) MUST_CHECK;

// One member for a constructor: false with the exception pending.
typedef bool collection_adder(vm_isolate *vm, struct collection *c, vm_value key, vm_value value);

// The constructors' common steps: makes the collection and fills it from argument 0. While the method
// `adder_name` of the new collection is the native `adder`, `add` is called instead of it. Elements are
// entries [key, value] when `entries`, else keys.
struct collection_construction {
    const char *name;
    enum intrinsic prototype;
    enum cell_kind kind;
    enum atom_id adder_name;
    vm_native adder;
    collection_adder *add;
    bool entries;
};
vm_value collection_construct(vm_isolate *vm, const struct collection_construction *how,
                              vm_value iterable) MUST_CHECK;

// keys, values and entries of Map and Set: an iterator over the collection.
vm_value collection_iterator(vm_isolate *vm, struct collection *c, enum iteration_kind iteration) MUST_CHECK;

// The key of weak collections and the target of WeakRef: an object or a symbol that is not registered
// (sec-canbeheldweakly); NULL for all else.
static inline struct cell *collection_weak_key(vm_value v) {
    if (value_is_object(v)) return value_as_cell(v);
    if (value_is_symbol(v) && !(value_as_symbol(v)->cell.flags & SYMBOL_REGISTERED)) return value_as_cell(v);
    return NULL;
}

#endif
