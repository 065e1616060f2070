#include "bind/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "bind/runtime.h"
#include "modules/builtin.h"

static vm_value buffer_prototype(struct runtime *rt) {
    vm_root *root = &rt->roots.buffer_prototype;
    if (vm_is_undefined(root->value)) {
        vm_value module = builtin_require(rt->vm, "buffer");
        vm_value constructor = vm_is_exception(module) ? module : vm_get(rt->vm, module, "Buffer");
        vm_value prototype =
            vm_is_exception(constructor) ? constructor : vm_get(rt->vm, constructor, "prototype");
        if (vm_is_exception(prototype)) {
            return prototype;
        }
        root->value = prototype;
    }
    return root->value;
}

static vm_value buffer_of(vm_isolate *vm, vm_value memory, vm_value prototype, size_t length) {
    vm_value buffer = vm_is_exception(memory) ? memory : vm_typed_array(vm, VM_UINT8, memory, 0, length);
    return !vm_is_exception(buffer) && vm_set_prototype(vm, buffer, prototype) ? buffer : vm_exception();
}

bool bytes_move(vm_isolate *vm, uint8_t *to, const uint8_t *from, size_t length) {
    bool backwards = to > from; // the last piece first: nothing that is still to be read is written over
    for (size_t done = 0, step; done < length; done += step) {
        step = length - done < BYTES_PIECE ? length - done : BYTES_PIECE;
        size_t at = backwards ? length - done - step : done;
        memmove(to + at, from + at, step);
        if (step == BYTES_PIECE && !vm_poll(vm)) {
            return false;
        }
    }
    return true;
}

vm_value bytes_to_buffer(vm_isolate *vm, const void *bytes, size_t length) {
    vm_value prototype = buffer_prototype(runtime_of(vm));
    if (!vm_is_exception(prototype) && length <= BYTES_PIECE) {
        return vm_uint8_array(vm, bytes, length, prototype);
    }
    vm_value memory = vm_is_exception(prototype) ? prototype : vm_array_buffer(vm, length);
    uint8_t *to;
    size_t room;
    if (!vm_is_exception(memory) && length && vm_bytes(memory, &to, &room) &&
        !bytes_move(vm, to, bytes, length)) {
        return vm_exception();
    }
    return buffer_of(vm, memory, prototype, length);
}

static void release(void *bytes, size_t length, void *data) {
    (void)length, (void)data;
    free(bytes);
}

vm_value bytes_take_buffer(vm_isolate *vm, void *bytes, size_t length) {
    vm_value prototype = buffer_prototype(runtime_of(vm));
    vm_value memory =
        vm_is_exception(prototype) ? prototype : vm_array_buffer_external(vm, bytes, length, release, NULL);
    if (vm_is_exception(memory)) {
        free(bytes);
    }
    return buffer_of(vm, memory, prototype, length);
}
