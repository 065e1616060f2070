// performance.now, performance.timeOrigin.
#include "bind/runtime.h"
#include "os/process.h"

static vm_value performance_now(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct runtime *rt = runtime_of(vm);
    return vm_number((double)(process_now_ns() - (rt ? rt->started_ns : 0)) / 1e6);
}

static vm_value time_origin(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct runtime *rt = runtime_of(vm);
    return vm_number((double)(rt ? rt->started_wall_ns : 0) / 1e6);
}

static vm_value make_performance(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    static const vm_method methods[] = {
        {"now", performance_now, 0, VM_METHOD, NULL},
        {"timeOrigin", time_origin, 0, VM_GETTER, NULL},
    };
    vm_value object = vm_object(vm);
    if (vm_is_exception(object) ||
        !vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods)) {
        return vm_exception();
    }
    return object;
}

bool performance_define(struct runtime *rt, vm_value global) {
    return vm_define_lazy(rt->vm, global, "performance", make_performance, NULL, VM_DEFAULT);
}
