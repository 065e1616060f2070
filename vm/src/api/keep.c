// Keeping values alive: roots and pins.
//
// Pinned host objects form a list in the order of pinning. A young collection only has to mark those pinned
// since the last one: all others are old. Other cells are pinned in the heap's table.
#include "api/api.h"

static void visit_pins(struct marker *marker, void *data) {
    struct host *host = data;
    struct host_object *o =
        host->pins_seen && marker_heap(marker)->young ? host->pins_seen->next : host->first_pin;
    for (; o; o = o->next) {
        mark_cell(marker, o);
    }
    host->pins_seen = host->last_pin;
}

void pins_initialize(vm_isolate *vm) {
    struct host *host = host_of(vm);
    host->pins = (struct root_section){.name = "pins", .visit = visit_pins, .data = host};
    heap_add_root_section(&vm->heap, &host->pins);
}

void vm_root_add(vm_isolate *vm, vm_root *root, vm_value value) {
    api_enter(vm);
    root->value = value;
    heap_root_add(&vm->heap, root);
}

void vm_root_remove(vm_root *root) { heap_root_remove(root); }

static void pin_host_object(struct host *host, struct host_object *o) {
    if (o->pins++) {
        return;
    }
    o->previous = host->last_pin;
    o->next = NULL;
    if (host->last_pin) {
        host->last_pin->next = o;
    } else {
        host->first_pin = o;
    }
    host->last_pin = o;
}

static void unpin_host_object(struct host *host, struct host_object *o) {
    if (!o->pins || --o->pins) {
        return;
    }
    if (host->pins_seen == o) {
        host->pins_seen = o->previous;
    }
    if (o->previous) {
        o->previous->next = o->next;
    } else {
        host->first_pin = o->next;
    }
    if (o->next) {
        o->next->previous = o->previous;
    } else {
        host->last_pin = o->previous;
    }
    o->next = o->previous = NULL;
}

bool vm_pin(vm_isolate *vm, vm_value value) {
    api_enter(vm);
    if (!value_is_cell(value)) {
        return true;
    }
    if (value_is_host_object(value)) {
        pin_host_object(host_of(vm), value_as_cell(value));
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
    if (value_is_host_object(value)) {
        unpin_host_object(host_of(vm), value_as_cell(value));
    } else if (value_is_cell(value)) {
        heap_unpin(&vm->heap, value_as_cell(value));
    }
}
