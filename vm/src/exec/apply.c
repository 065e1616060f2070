#include "exec/apply.h"

#include "exec/arguments.h"
#include "exec/frame.h"
#include "lang/property.h"
#include "object/throw.h"

// The values of a plain array without holes, or of an untouched arguments object, as they lie. NULL:
// something else.
static const vm_value *packed_values(vm_isolate *vm, vm_value v, uint32_t *count) {
    if (value_is_kind(v, CELL_ARGUMENTS)) {
        return arguments_packed(vm, value_as_object(v), count);
    }
    if (!value_is_array_kind(v)) {
        return NULL;
    }
    const struct object *array = value_as_object(v);
    *count = array_length(array);
    if (elements_used(array) != *count) {
        return NULL;
    }
    for (uint32_t i = 0; i < *count; i++) {
        if (value_is_empty(array->elements[i])) {
            return NULL;
        }
    }
    return array->elements;
}

// sec-function.prototype.call
vm_value function_prototype_call(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return js_call(vm, frame[0], native_argument(frame, argc, 0), argc > 1 ? argc - 1 : 0, frame + 2);
}

// sec-function.prototype.apply
vm_value function_prototype_apply(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value target = frame[0], this_value = native_argument(frame, argc, 0),
             arguments = native_argument(frame, argc, 1);
    if (!value_is_callable(target)) {
        return throw_type_error(vm, "Function.prototype.apply was called on %V, which is not a function",
                                target);
    }
    if (value_is_nullish(arguments)) {
        return js_call(vm, target, this_value, 0, NULL);
    }
    uint32_t count;
    const vm_value *values = packed_values(vm, arguments, &count);
    if (values) {
        return js_call(vm, target, this_value, count, values);
    }
    struct list *list = js_list_from_array_like(vm, arguments);
    if (!list) {
        return VALUE_EXCEPTION;
    }
    vm_value result =
        js_call(vm, target, this_value, list->length, list->length ? list->vector->values : NULL);
    KEEP_ALIVE(list);
    return result;
}

vm_value *apply_forward(vm_isolate *vm, vm_native native, vm_value *frame, uint32_t argc,
                        uint32_t *forwarded) {
    if (!value_is_kind(frame[0], CELL_FUNCTION)) {
        return NULL;
    }
    if (native == function_prototype_call) { // shift everything down by one
        frame[-1] = frame[0];
        frame[0] = native_argument(frame, argc, 0);
        *forwarded = argc > 1 ? argc - 1 : 0;
        memmove(frame + 1, frame + 2, *forwarded * sizeof(vm_value));
        return frame;
    }
    vm_value arguments = native_argument(frame, argc, 1);
    const vm_value *values = NULL;
    *forwarded = 0;
    if (!value_is_nullish(arguments) && !(values = packed_values(vm, arguments, forwarded))) {
        return NULL;
    }
    vm_value *target = frame_top(vm) + 1;
    if (target + 1 + *forwarded > vm->stack_end && !frame_ensure_stack(vm, target + 1 + *forwarded)) {
        vm->exception = VALUE_EMPTY; // the native reports it
        return NULL;
    }
    target[-1] = frame[0];
    target[0] = native_argument(frame, argc, 0);
    if (*forwarded) {
        memcpy(target + 1, values, *forwarded * sizeof(vm_value));
    }
    return target;
}
