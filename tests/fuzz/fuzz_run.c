// Programs under limits of time and memory, their jobs too; gc() collects. Afterwards the heap must be in
// order.
#include <vm.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static vm_value collect(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    vm_collect(vm);
    return vm_undefined();
}

static void ignore_rejection(vm_isolate *vm, vm_value promise, vm_value reason, bool late, void *data) {
    (void)vm, (void)promise, (void)reason, (void)late, (void)data;
}

static bool ignore_error(vm_isolate *vm, vm_value error, void *data) {
    (void)vm, (void)error, (void)data;
    return true;
}

static void describe_pending(vm_isolate *vm) {
    if (vm_termination(vm) != VM_NOT_TERMINATED) {
        vm_clear_termination(vm);
        return;
    }
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    vm_error_info_free(vm, &info);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vm_isolate *vm = vm_create(&(vm_options){.memory_limit = 64 << 20});
    if (vm == NULL) return 0;
    vm_set_uncaught_hook(vm, ignore_error, NULL);
    vm_set_rejection_hook(vm, ignore_rejection, NULL);
    vm_value function = vm_function(vm, collect, "gc", 0, NULL);
    if (vm_is_exception(function) || !vm_set(vm, vm_global(vm), "gc", function)) {
        vm_destroy(vm);
        return 0;
    }
    vm_set_deadline(vm, 300 * UINT64_C(1000000));
    vm_source source = {.text = (const char *)data, .length = size, .name = "input.js"};
    if (vm_is_exception(vm_eval(vm, &source))) describe_pending(vm);
    vm_set_deadline(vm, 300 * UINT64_C(1000000));
    if (!vm_drain(vm, false)) describe_pending(vm);
    vm_collect(vm);
    const char *wrong = vm_verify(vm);
    if (wrong != NULL) __builtin_trap();
    vm_destroy(vm);
    return 0;
}
