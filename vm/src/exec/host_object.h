// Objects of embedder classes: traced slots and plain bytes inline, an optional finalizer.
#ifndef EXEC_HOST_OBJECT_H
#define EXEC_HOST_OBJECT_H

#include "object/object.h"

struct host_class {
    const char *name;
    uint32_t slot_count; // traced values
    uint32_t data_bytes; // plain bytes behind the slots
    void (*finalize)(void *data, void *class_data); // no script, no allocation; NULL: none
    void *class_data;
};

struct host_object {
    struct object object;
    const struct host_class *host_class; // outlives the isolate
    vm_value slots[];                    // then data_bytes
};
static inline void *host_object_data(struct host_object *o) { return &o->slots[o->host_class->slot_count]; }

// A host object with slots undefined and data zero. NULL: error pending.
struct host_object *host_object_create(vm_isolate *vm, const struct host_class *host_class, struct object *prototype);

struct marker;
struct heap;
void host_object_trace(struct marker *marker, struct cell *cell);
void host_object_trace_finalize(struct heap *heap, struct cell *cell);

#endif
