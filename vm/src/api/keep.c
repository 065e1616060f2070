// Keeping values alive: roots, pins, holders.
#include "api/api.h"

static void visit_holders(struct marker *marker, void *data) {
    struct host *host = data;
    for (vm_holder *holder = host->first_holder; holder; holder = holder->next) {
        holder->visit((vm_marker *)marker, marker_heap(marker)->young, holder->data);
    }
}

void holders_initialize(vm_isolate *vm) {
    struct host *host = host_of(vm);
    host->holders = (struct root_section){.name = "holders", .visit = visit_holders, .data = host};
    heap_add_root_section(&vm->heap, &host->holders);
}

void vm_holder_add(vm_isolate *vm, vm_holder *holder) {
    api_enter(vm);
    struct host *host = host_of(vm);
    holder->next = host->first_holder;
    host->first_holder = holder;
}

void vm_holder_remove(vm_isolate *vm, vm_holder *holder) {
    api_enter(vm);
    vm_holder **link = &host_of(vm)->first_holder;
    while (*link && *link != holder) {
        link = &(*link)->next;
    }
    if (*link) {
        *link = holder->next;
    }
}

void vm_mark(vm_marker *marker, vm_value value) {
    if (value_is_cell(value)) {
        mark_cell_of_many((struct marker *)marker, value_as_cell(value));
    }
}

void vm_root_add(vm_isolate *vm, vm_root *root, vm_value value) {
    api_enter(vm);
    root->value = value;
    heap_root_add(&vm->heap, root);
}

void vm_root_remove(vm_root *root) { heap_root_remove(root); }

bool vm_pin(vm_isolate *vm, vm_value value) {
    api_enter(vm);
    if (!value_is_cell(value)) {
        return true;
    }
    if (!heap_pin(&vm->heap, value_as_cell(value))) {
        throw_out_of_memory(vm);
        return false;
    }
    return true;
}

void vm_unpin(vm_isolate *vm, vm_value value) {
    api_enter(vm);
    if (value_is_cell(value)) {
        heap_unpin(&vm->heap, value_as_cell(value));
    }
}
