// Environments and bindings.
#include "object/environment.h"

#include "object/isolate.h"
#include "object/throw.h"

struct environment *environment_create(vm_isolate *vm, struct environment *parent, uint32_t count) {
    size_t size = sizeof(struct environment) + count * sizeof(vm_value);
    struct environment *environment = heap_allocate(&vm->heap, CELL_ENVIRONMENT, size);
    if (!environment) {
        throw_out_of_memory(vm);
        return NULL;
    }
    environment->cell.word = count;
    environment->parent = parent;
    for (uint32_t i = 0; i < count; i++)
        environment->values[i] = VALUE_EMPTY;
    return environment;
}

struct binding *binding_create(vm_isolate *vm, vm_value value, uint8_t flags) {
    struct binding *binding = heap_allocate(&vm->heap, CELL_BINDING, sizeof *binding);
    if (!binding) {
        throw_out_of_memory(vm);
        return NULL;
    }
    binding->cell.flags = flags;
    binding->value = value;
    return binding;
}

void environment_trace(struct marker *marker, struct cell *cell) {
    struct environment *environment = (struct environment *)cell;
    mark_cell(marker, environment->parent);
    mark_values(marker, environment->values, cell->word);
}

void binding_trace(struct marker *marker, struct cell *cell) {
    mark_value(marker, ((struct binding *)cell)->value);
}
