// sec-async-from-sync-iterator-objects. The object keeps iterator and next method in two hidden inline slots
// of its own, under private names nobody else has: simply a PRIMITIVE_OBJECT whose internal value is a LIST
// {iterator, next}.
#include "exec/async_from_sync.h"

#include "exec/function_create.h"
#include "exec/generator.h"
#include "exec/realm.h"
#include "lang/iterate.h"
#include "object/throw.h"

vm_value async_from_sync_create(vm_isolate *vm, vm_value iterator, vm_value next) {
    struct object *prototype = intrinsic(vm, INTRINSIC_AsyncFromSyncIteratorPrototype);
    struct list *state = prototype ? list_create(vm) : NULL;
    if (!state || !list_push(vm, state, iterator) || !list_push(vm, state, next)) {
        return VALUE_EXCEPTION;
    }
    struct primitive_object *o = object_allocate_kind(vm, CELL_PRIMITIVE_OBJECT, sizeof *o, prototype);
    if (!o) {
        return VALUE_EXCEPTION;
    }
    o->primitive = value_from_cell(state);
    return value_from_cell(o);
}

// Rejects the capability with the pending exception; gives the promise.
static vm_value reject_pending(vm_isolate *vm, struct promise *promise) {
    return promise_reject_pending(vm, promise) ? value_from_cell(promise) : VALUE_EXCEPTION;
}

// The awaited value goes into a result object; data: done.
static vm_value unwrap(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return js_iterator_result(vm, native_argument(frame, argc, 0), native_callee(frame)->data);
}

// The awaited value was a rejection: the sync iterator is closed.
static vm_value close_iterator(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it = {.iterator = native_callee(frame)->captured[0]};
    throw_value(vm, native_argument(frame, argc, 0));
    return js_iterate_abort(vm, &it);
}

// sec-asyncfromsynciteratorcontinuation
static vm_value continuation(vm_isolate *vm, vm_value result, struct promise *promise, vm_value iterator,
                             bool close) {
    vm_value done = js_get_atom(vm, value_as_object(result), ATOM_done);
    if (value_is_exception(done)) {
        return reject_pending(vm, promise);
    }
    bool ended = js_to_boolean(done);
    vm_value value = js_get_atom(vm, value_as_object(result), ATOM_value);
    if (value_is_exception(value)) {
        return reject_pending(vm, promise);
    }
    struct promise *wrapped = js_promise_resolve_value(vm, value);
    if (!wrapped) {
        if (!ended && close && !vm->terminating) {
            struct iteration it = {.iterator = iterator};
            js_iterate_abort(vm, &it);
        }
        return reject_pending(vm, promise);
    }
    struct native_function *fulfilled =
        native_closure_create(vm, unwrap, 1, ended, VALUE_UNDEFINED, VALUE_UNDEFINED);
    struct native_function *rejected = NULL;
    if (fulfilled && !ended && close) {
        rejected = native_closure_create(vm, close_iterator, 1, 0, iterator, VALUE_UNDEFINED);
        if (!rejected) {
            return VALUE_EXCEPTION;
        }
    }
    vm_value on_rejected = rejected ? value_from_cell(rejected) : VALUE_UNDEFINED;
    if (!fulfilled ||
        !promise_then(vm, wrapped, value_from_cell(fulfilled), on_rejected, value_from_cell(promise))) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(promise);
}

vm_value async_from_sync_step(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum resume_mode mode = (enum resume_mode)native_callee(frame)->data;
    struct list *state = value_as_cell(((struct primitive_object *)value_as_cell(frame[0]))->primitive);
    vm_value iterator = list_at(state, 0), method = list_at(state, 1);
    struct promise *promise = promise_create(vm);
    if (!promise) {
        return VALUE_EXCEPTION;
    }
    if (mode != RESUME_NEXT) {
        method = js_get_method(vm, iterator, atom_key(vm, mode == RESUME_THROW ? ATOM_throw : ATOM_return));
        if (value_is_exception(method)) {
            return reject_pending(vm, promise);
        }
        if (value_is_undefined(method) && mode == RESUME_RETURN) {
            vm_value result = js_iterator_result(vm, native_argument(frame, argc, 0), true);
            return !value_is_exception(result) && promise_resolve(vm, promise, result)
                       ? value_from_cell(promise)
                       : VALUE_EXCEPTION;
        }
        if (value_is_undefined(method)) {
            struct iteration it = {.iterator = iterator};
            if (js_iterate_close(vm, &it)) {
                throw_type_error(vm, "The iterator does not provide a 'throw' method");
            }
            return reject_pending(vm, promise);
        }
    }
    vm_value result = js_call(vm, method, iterator, argc ? 1 : 0, frame + 1);
    if (value_is_exception(result)) {
        return reject_pending(vm, promise);
    }
    if (!value_is_object(result)) {
        throw_type_error(vm, "Iterator result %V is not an object", result);
        return reject_pending(vm, promise);
    }
    return continuation(vm, result, promise, iterator, mode != RESUME_RETURN);
}
