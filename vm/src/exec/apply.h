// Calls that only call another function: Function.prototype.call and apply, Reflect.apply, bound functions.
// The interpreter turns the window of such a call into that of the other function, in place, and enters that
// without leaving its loop; so does a call with spread arguments.
#ifndef EXEC_APPLY_H
#define EXEC_APPLY_H

#include "exec/frame.h"
#include "object/isolate.h"

vm_value function_prototype_call(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value function_prototype_apply(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value reflect_apply(vm_isolate *vm, vm_value *frame, uint32_t argc);
// Whether a native is one of these three.
bool apply_is_forwarder(vm_native native);

enum apply_result { APPLY_REWRITTEN, APPLY_LEFT, APPLY_THREW };

// For a call of a bound function or of one of the three, whose window is `frame`. REWRITTEN: it is the window
// of the call that this one comes to, *argc the count of its arguments. LEFT: no simple case, nothing was
// done.
enum apply_result apply_forward(vm_isolate *vm, vm_value *frame, uint32_t *argc);
// For a call of f.apply or Reflect.apply that takes a view: the same. False: error pending.
bool apply_view(vm_isolate *vm, vm_value *frame, uint32_t *argc);
// For a call whose last argument is an array or view of more: puts them there one by one. LEFT: the callee is
// none that is entered from its window.
enum apply_result apply_spread(vm_isolate *vm, vm_value *frame, uint32_t *argc);
// The values of the last argument of such a call.
static inline const vm_value *apply_list(vm_isolate *vm, vm_value v, uint32_t *count) {
    if (value_is_empty(v)) {
        return frame_rest(vm->call, count);
    }
    *count = array_length(value_as_object(v));
    return value_as_object(v)->elements;
}
// Whether a function is entered from its window without allocating anything before its frame is there.
static inline bool apply_enters(vm_isolate *vm, vm_value callee) {
    if (value_is_kind(callee, CELL_FUNCTION)) {
        const struct code *code = ((struct function *)value_as_cell(callee))->code;
        return code->script->realm == vm->realm && !(code->cell.flags & CODE_CLASS);
    }
    return value_is_kind(callee, CELL_NATIVE_FUNCTION) &&
           ((struct native_function *)value_as_cell(callee))->realm == vm->realm;
}
// The same, or a function bound to such a one.
static inline bool apply_reaches(vm_isolate *vm, vm_value callee) {
    uint32_t bound;
    return apply_enters(vm, value_is_kind(callee, CELL_BOUND_FUNCTION)
                                ? bound_last(value_as_cell(callee), &bound)->target
                                : callee);
}
// Whether the call in window `frame`, whose last argument is still missing at frame[argc], is one of
// Function.prototype.apply or Reflect.apply that takes the arguments it passes on from the caller's frame.
static inline bool apply_takes_view(vm_isolate *vm, const vm_value *frame, uint32_t argc) {
    if (!value_is_kind(frame[-1], CELL_NATIVE_FUNCTION)) {
        return false;
    }
    const struct native_function *f = value_as_cell(frame[-1]);
    return (f->native == function_prototype_apply && argc == 2 && apply_reaches(vm, frame[0])) ||
           (f->native == reflect_apply && argc == 3 && apply_reaches(vm, frame[1]));
}

#endif
