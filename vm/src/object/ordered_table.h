// The table of Map and Set: entries in insertion order in one array, a hash chain beside. Deleting leaves a
// tombstone, so that iterators are plain indices; clear and rehash bump `epoch` information through the
// `next` link: an iterator over a replaced table follows it (deterministic hash tables). Keys compare by
// SameValueZero; strings by content.
#ifndef OBJECT_ORDERED_TABLE_H
#define OBJECT_ORDERED_TABLE_H

#include "object/object.h"

// Map and Set objects.
struct collection {
    struct object object;
    struct cell *table; // ORDERED_TABLE, or WEAK_TABLE of weak collections; never NULL
};

// Live entries.
uint32_t ordered_table_size(const struct collection *c);
bool ordered_table_initialize(vm_isolate *vm, struct collection *c);
vm_value ordered_table_get(vm_isolate *vm, struct collection *c, vm_value key); // ABSENT
bool ordered_table_has(vm_isolate *vm, struct collection *c, vm_value key);
bool ordered_table_set(vm_isolate *vm, struct collection *c, vm_value key,
                       vm_value value); // false: error pending
bool ordered_table_delete(vm_isolate *vm, struct collection *c, vm_value key);
bool ordered_table_clear(vm_isolate *vm, struct collection *c);

// An iteration that survives changes of the collection: start with table = c->table, position 0.
struct ordered_cursor {
    struct cell *table; // the holder must trace it
    uint32_t position;
};
// The next live entry; false at the end. Brings the cursor to the current table first.
bool ordered_table_next(struct ordered_cursor *cursor, vm_value *key, vm_value *value);

struct marker;
void ordered_table_trace(struct marker *marker, struct cell *cell);
void collection_trace(struct marker *marker, struct cell *cell);

#endif
