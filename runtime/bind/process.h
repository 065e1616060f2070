// The global `process`.
#ifndef BIND_PROCESS_H
#define BIND_PROCESS_H

#include <vm.h>

struct runtime;
struct process_terminal;

struct process_state {
    struct process_terminal *terminal; // as it was before it became raw; NULL: it is not
};

bool process_define(struct runtime *rt, vm_value global);
void process_detach(struct runtime *rt);
// Emits an event of `process` with at most two arguments. Whether somebody listens; -1: a listener threw, or
// termination.
int process_emit(struct runtime *rt, const char *event, uint32_t argc, const vm_value *arguments);
bool process_has_listener(struct runtime *rt, const char *event);

// environment.c: process.env, as vm_define_lazy asks for it.
vm_value environment_make(vm_isolate *vm, vm_value process, void *data);

#endif
