// FinalizationRegistry: remembers what to say when a target has been collected.
//
// The entries stand in one table, a BYTES cell that belongs to the registry: an array with a list of free
// places, chained by token. Targets and tokens are weak, held values strong. A collection that finds targets
// dead empties them and puts the registry into vm->finalizations, whence the jobs take it
// (exec/finalization.c).
#ifndef OBJECT_FINALIZATION_REGISTRY_H
#define OBJECT_FINALIZATION_REGISTRY_H

#include "object/object.h"

struct finalization_registry {
    struct object object;
    vm_value cleanup;                   // the callback
    struct finalization_table *table;   // NULL until the first entry
    struct finalization_registry *next; // in vm->finalizations
    bool queued;                        // in vm->finalizations, or its job is waiting
};

// Adds an entry; token NULL: none. False with the error pending.
bool finalization_registry_add(vm_isolate *vm, struct finalization_registry *registry, struct cell *target,
                               vm_value held, struct cell *token);
// Removes the entries with this token; false when there was none.
bool finalization_registry_remove(struct finalization_registry *registry, const struct cell *token);
// Takes out an entry whose target is dead and gives its held value; ABSENT when there is none.
vm_value finalization_registry_take_dead(struct finalization_registry *registry);

struct marker;
struct heap;
void finalization_registry_trace(struct marker *marker, struct cell *cell);
void finalization_registry_trace_clear_dead(struct heap *heap, struct cell *cell);

#endif
