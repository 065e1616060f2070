#include "exec/host_object.h"

#include "object/isolate.h"

struct host_object *host_object_create(vm_isolate *vm, const struct host_class *host_class, struct object *prototype) {
    size_t tail = host_class->slot_count * sizeof(vm_value) + host_class->data_bytes;
    struct host_object *o = object_allocate_kind(vm, CELL_HOST_OBJECT, sizeof *o + tail, prototype);
    if (!o) {
        return NULL;
    }
    o->host_class = host_class;
    for (uint32_t i = 0; i < host_class->slot_count; i++) {
        o->slots[i] = VALUE_UNDEFINED;
    }
    return o;
}

void host_object_trace(struct marker *marker, struct cell *cell) {
    struct host_object *o = (struct host_object *)cell;
    object_trace(marker, cell);
    mark_values(marker, o->slots, o->host_class->slot_count);
}

void host_object_trace_finalize(struct heap *heap, struct cell *cell) {
    (void)heap;
    struct host_object *o = (struct host_object *)cell;
    if (o->host_class->finalize) {
        o->host_class->finalize(host_object_data(o), o->host_class->class_data);
    }
}
