#include "exec/host_object.h"

#include "object/throw.h"

struct host_object *host_object_create(vm_isolate *vm, const vm_class *host_class, struct object *prototype,
                                       uint32_t slot_count, const vm_value *values) {
    enum cell_kind kind = host_class->finalize ? CELL_HOST_RESOURCE : CELL_HOST_OBJECT;
    size_t words = ((size_t)host_class->bytes + 7) / 8;
    struct shape *shape = shape_root(vm, prototype, kind, 0);
    struct host_object *o =
        shape ? heap_allocate(&vm->heap, kind, sizeof *o + (words + slot_count) * 8) : NULL;
    if (!o) {
        throw_out_of_memory(vm);
        return NULL;
    }
    o->object.cell.word = slot_count;
    o->object.shape = shape;
    o->object.slots = NULL;
    o->object.elements = vm->empty_elements;
    o->host_class = host_class;
    for (size_t i = 0; i < words; i++) {
        o->data[i] = 0;
    }
    vm_value *slots = (vm_value *)&o->data[words];
    for (uint32_t i = 0; i < slot_count; i++) {
        slots[i] = values ? values[i] : VALUE_UNDEFINED;
    }
    return o;
}

struct host_lazy *host_lazy_create(vm_isolate *vm, vm_lazy make, void *data) {
    struct host_lazy *lazy =
        (struct host_lazy *)heap_allocate_bytes(&vm->heap, sizeof *lazy - sizeof(struct cell));
    if (!lazy) {
        throw_out_of_memory(vm);
        return NULL;
    }
    lazy->make = make;
    lazy->data = data;
    return lazy;
}

bool host_lazy_materialize(vm_isolate *vm, struct object *o, struct property *property, bool *ok) {
    if (!value_is_kind(property->value, CELL_BYTES)) {
        return false;
    }
    struct host_lazy *lazy = value_as_cell(property->value);
    property->value = lazy->make(vm, value_from_cell(o), lazy->data);
    *ok = !value_is_exception(property->value);
    return true;
}

void host_object_trace(struct marker *marker, struct cell *cell) {
    struct host_object *o = (struct host_object *)cell;
    object_trace(marker, cell);
    mark_values(marker, host_object_slots(o), host_object_slot_count(o));
}

void host_object_trace_finalize(struct heap *heap, struct cell *cell) {
    struct host_object *o = (struct host_object *)cell;
    if (o->host_class) {
        o->host_class->finalize(heap_isolate(heap), o->data);
    }
}
