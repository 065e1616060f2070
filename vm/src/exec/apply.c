// A rewritten window may reach beyond the registers of its caller, where a collection clears everything:
// nothing is allocated from then on until the callee's frame is there. That is certain for bytecode and
// natives of the current realm; other callees are left to js_call.
#include "exec/apply.h"

#include "exec/arguments.h"
#include "exec/frame.h"
#include "exec/realm.h"
#include "lang/property.h"
#include "object/throw.h"

// The values of a plain array without holes, of an untouched arguments object, or of a view, as they lie.
// NULL: something else.
static inline const vm_value *packed_values(vm_isolate *vm, vm_value v, uint32_t *count) {
    if (value_is_empty(v)) {
        return frame_rest(vm->call, count);
    }
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

static vm_value call_with_list(vm_isolate *vm, vm_value target, vm_value this_value, vm_value arguments) {
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

static vm_value refuse(vm_isolate *vm, vm_value target) {
    return throw_type_error(vm, "Function.prototype.apply was called on %V, which is not a function", target);
}

// sec-function.prototype.call
vm_value function_prototype_call(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return js_call(vm, frame[0], native_argument(frame, argc, 0), argc > 1 ? argc - 1 : 0, frame + 2);
}

// sec-function.prototype.apply
vm_value function_prototype_apply(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value this_value = native_argument(frame, argc, 0), arguments = native_argument(frame, argc, 1);
    if (!value_is_callable(frame[0])) {
        return refuse(vm, frame[0]);
    }
    return value_is_nullish(arguments) ? js_call(vm, frame[0], this_value, 0, NULL)
                                       : call_with_list(vm, frame[0], this_value, arguments);
}

// sec-reflect.apply
vm_value reflect_apply(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value target = native_argument(frame, argc, 0);
    return value_is_callable(target)
               ? call_with_list(vm, target, native_argument(frame, argc, 1), native_argument(frame, argc, 2))
               : refuse(vm, target);
}

bool apply_is_forwarder(vm_native native) {
    return native == function_prototype_call || native == function_prototype_apply || native == reflect_apply;
}

// --- rewriting windows

// Room for a window with `count` arguments. False: stack overflow is pending.
static bool reserve(vm_isolate *vm, vm_value *frame, uint32_t count) {
    return frame + 1 + count <= vm->stack_end || frame_ensure_stack(vm, frame + 1 + count);
}

static inline __attribute__((always_inline)) enum apply_result rewrite(vm_isolate *vm, vm_value *frame,
                                                                       vm_value target, vm_value this_value,
                                                                       const vm_value *values,
                                                                       uint32_t count) {
    if (!reserve(vm, frame, count)) {
        return APPLY_THREW;
    }
    frame[-1] = target;
    frame[0] = this_value;
    for (uint32_t i = 0; i < count; i++) {
        frame[1 + i] = values[i];
    }
    return APPLY_REWRITTEN;
}

static enum apply_result forward_bound(vm_isolate *vm, vm_value *frame, uint32_t *argc) {
    struct bound_function *b = value_as_cell(frame[-1]);
    uint32_t bound;
    const struct bound_function *last = bound_last(b, &bound);
    if (!apply_enters(vm, last->target)) {
        return APPLY_LEFT;
    }
    if (!reserve(vm, frame, bound + *argc)) {
        return APPLY_THREW;
    }
    if (bound) {
        for (uint32_t i = *argc; i-- > 0;) {
            frame[1 + bound + i] = frame[1 + i];
        }
        bound_put_arguments(b, frame + 1 + bound);
    }
    *argc += bound;
    frame[-1] = last->target;
    frame[0] = last->this_value;
    return APPLY_REWRITTEN;
}

enum apply_result apply_forward(vm_isolate *vm, vm_value *frame, uint32_t *argc) {
    if (value_is_kind(frame[-1], CELL_BOUND_FUNCTION)) {
        return forward_bound(vm, frame, argc);
    }
    vm_native native = native_callee(frame)->native;
    bool reflect = native == reflect_apply;
    vm_value target = reflect ? native_argument(frame, *argc, 0) : frame[0];
    if (!apply_reaches(vm, target)) {
        return APPLY_LEFT;
    }
    vm_value this_value = native_argument(frame, *argc, reflect);
    if (native == function_prototype_call) {
        *argc = *argc > 1 ? *argc - 1 : 0;
        return rewrite(vm, frame, target, this_value, frame + 2, *argc);
    }
    vm_value arguments = native_argument(frame, *argc, reflect ? 2 : 1);
    const vm_value *values = NULL;
    uint32_t count = 0;
    bool none = !reflect && value_is_nullish(arguments);
    if (!none && !(values = packed_values(vm, arguments, &count))) {
        return APPLY_LEFT;
    }
    *argc = count;
    return rewrite(vm, frame, target, this_value, values, count);
}

bool apply_view(vm_isolate *vm, vm_value *frame, uint32_t *argc) {
    vm_value *call = frame + *argc - 2; // of f.apply
    const vm_value *values = frame_rest(vm->call, argc);
    return rewrite(vm, frame, call[0], call[1], values, *argc) == APPLY_REWRITTEN;
}

enum apply_result apply_spread(vm_isolate *vm, vm_value *frame, uint32_t *argc) {
    if (!apply_reaches(vm, frame[-1])) {
        return APPLY_LEFT;
    }
    vm_value *last = frame + *argc;
    uint32_t count;
    const vm_value *values = apply_list(vm, *last, &count);
    *argc += count - 1;
    if (!reserve(vm, frame, *argc)) {
        return APPLY_THREW;
    }
    for (uint32_t i = 0; i < count; i++) {
        last[i] = values[i];
    }
    return APPLY_REWRITTEN;
}
