// Objects of embedder classes (struct vm_class of vm.h): plain bytes and traced values in one cell.
//
//   struct host_object | data: class->bytes, rounded up to 8 | slots: `slot_count` values
//
// Data stands first, so that the object can be found from a pointer to it. The number of slots is in
// cell.word. Classes with a finalizer use the kind HOST_RESOURCE, whose cells are swept one by one; all
// others HOST_OBJECT.
#ifndef EXEC_HOST_OBJECT_H
#define EXEC_HOST_OBJECT_H

#include "object/isolate.h"

struct host_object {
    struct object object;
    const vm_class *host_class; // outlives the isolate
    uint64_t data[];
};

static inline vm_value *host_object_slots(struct host_object *o) {
    return (vm_value *)&o->data[(o->host_class->bytes + 7) / 8];
}
static inline uint32_t host_object_slot_count(const struct host_object *o) { return o->object.cell.word; }
static inline bool value_is_host_object(vm_value v) {
    return value_is_cell(v) &&
           (value_cell_kind(v) == CELL_HOST_OBJECT || value_cell_kind(v) == CELL_HOST_RESOURCE);
}

// Data zero, slots as in `values`, or undefined when that is NULL. NULL: error pending.
struct host_object *host_object_create(vm_isolate *vm, const vm_class *host_class, struct object *prototype,
                                       uint32_t slot_count, const vm_value *values);

// A lazy property of the embedder's: what stands in the slot until the value is made. A BYTES cell.
struct host_lazy {
    struct cell cell;
    vm_lazy make;
    void *data;
};
struct host_lazy *host_lazy_create(vm_isolate *vm, vm_lazy make, void *data); // NULL: error pending
// For realm_materialize: true when the slot holds a host_lazy; *ok says whether its value could be made.
bool host_lazy_materialize(vm_isolate *vm, struct object *o, struct property *property, bool *ok);

struct marker;
struct heap;
void host_object_trace(struct marker *marker, struct cell *cell);
void host_object_trace_finalize(struct heap *heap, struct cell *cell);

#endif
