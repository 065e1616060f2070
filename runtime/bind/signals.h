// Signals as events of `process`.
#ifndef BIND_SIGNALS_H
#define BIND_SIGNALS_H

#include <vm_runtime.h>

struct runtime;

struct signals_state {
    uint64_t listened; // bit n - 1 for signal n
};

// Listeners of newListener and removeListener of `process`.
vm_value signals_new_listener(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value signals_removed_listener(vm_isolate *vm, vm_value *frame, uint32_t argc);
void signals_detach(struct runtime *rt);
// At the end of a loop.
void signals_free(vm_loop *owner);

#endif
