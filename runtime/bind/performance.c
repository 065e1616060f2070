// The clock of `performance` (stdlib/internal/performance.js).
#include "bind/runtime.h"
#include "os/process.h"

// now(): milliseconds since the runtime started.
static vm_value performance_now(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct runtime *rt = runtime_of(vm);
    return vm_number((double)(process_now_ns() - (rt ? rt->started_ns : 0)) / 1e6);
}

// timeOrigin(): when that was, in milliseconds since 1970.
static vm_value time_origin(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct runtime *rt = runtime_of(vm);
    return vm_number((double)(rt ? rt->started_wall_ns : 0) / 1e6);
}

bool performance_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"now", performance_now, 0, VM_METHOD, NULL},
        {"timeOrigin", time_origin, 0, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
