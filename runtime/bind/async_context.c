// The engine's async context, for stdlib/async_hooks.js.
#include "bind/runtime.h"

// get(): the current one, undefined or an object.
static vm_value context_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return vm_async_context(vm);
}

// set(context): makes it the current one.
static vm_value context_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_set_async_context(vm, vm_argument(frame, argc, 0));
    return vm_undefined();
}

bool async_context_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"get", context_get, 0, VM_METHOD, NULL},
        {"set", context_set, 1, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
