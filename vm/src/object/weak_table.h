// The ephemeron table of WeakMap and WeakSet: open addressing by cell address; an entry's value is reachable
// only while table and key are. Dead entries are dropped in the mark pause.
#ifndef OBJECT_WEAK_TABLE_H
#define OBJECT_WEAK_TABLE_H

#include "object/ordered_table.h"

bool weak_table_initialize(vm_isolate *vm, struct collection *c);
vm_value weak_table_get(struct collection *c, struct cell *key); // ABSENT
bool weak_table_set(vm_isolate *vm, struct collection *c, struct cell *key, vm_value value);
bool weak_table_delete(vm_isolate *vm, struct collection *c, struct cell *key);
// Appends the keys, or keys and values in turn, of so many entries that are alive to an array; *count gets
// the number of all of them. False with the error pending.
bool weak_table_push_entries(vm_isolate *vm, struct collection *c, bool values, uint64_t most,
                             struct object *array, uint64_t *count);

// WeakRef: the target is kept until the current job ends when it was made or dereferenced in it
// (vm->kept_alive).
struct weak_ref {
    struct object object;
    struct cell *target; // NULL: collected
};

struct marker;
struct heap;
void weak_table_trace(struct marker *marker, struct cell *cell);
void weak_table_trace_clear_dead(struct heap *heap, struct cell *cell);
void weak_ref_trace(struct marker *marker, struct cell *cell);
void weak_ref_trace_clear_dead(struct heap *heap, struct cell *cell);

#endif
