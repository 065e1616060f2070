// structuredClone (stdlib/internal/structured_clone.js): the engine's clone within one isolate.
#include "bind/runtime.h"

struct functions {
    vm_value special, error;
};

static int copy_special(vm_isolate *vm, vm_isolate *to, vm_value value, vm_value *result, void *data) {
    (void)to;
    *result = vm_call(vm, ((struct functions *)data)->special, vm_undefined(), 1, &value);
    return vm_is_exception(*result) ? -1 : !vm_is_undefined(*result);
}

static vm_value make_error(vm_isolate *vm, vm_value message, void *data) {
    return vm_call(vm, ((struct functions *)data)->error, vm_undefined(), 1, &message);
}

// clone(value, transfer, copySpecial, makeError): transfer is an array or undefined; copySpecial(value) gives
// the copy of what the engine does not copy, or undefined; makeError(message) the DataCloneError.
static vm_value clone(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value transfer = vm_argument(frame, argc, 1);
    struct functions functions = {vm_argument(frame, argc, 2), vm_argument(frame, argc, 3)};
    vm_clone_options options = {.special = copy_special, .error = make_error, .data = &functions};
    uint64_t count = 0;
    if (vm_is_array(transfer) && !vm_length(vm, transfer, &count)) {
        return vm_exception();
    }
    vm_value *list = count ? vm_allocate(vm, count * sizeof *list) : NULL;
    if (count && !list) {
        return vm_throw_out_of_memory(vm);
    }
    bool ok = true;
    for (uint64_t i = 0; ok && i < count; i++) {
        list[i] = vm_get_index(vm, transfer, (uint32_t)i); // the array keeps it alive
        ok = !vm_is_exception(list[i]);
    }
    options.transfer = list;
    options.transfer_count = (uint32_t)count;
    vm_value result = ok ? vm_clone(vm, vm, vm_argument(frame, argc, 0), &options) : vm_exception();
    vm_keep(transfer);
    vm_free(vm, list);
    return result;
}

bool clone_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {{"clone", clone, 4, VM_METHOD, NULL}};
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
