// The iteration operations: for-of, destructuring, for-await, for-in, yield*.
//
// An iteration is three registers: iterator, next method, state. A plain array with pristine iteration
// protocol is iterated without an iterator: the array itself, EMPTY, and the next index.
#include "exec/async_from_sync.h"
#include "exec/for_in.h"
#include "exec/interpreter_slow.h"
#include "exec/promise.h"
#include "lang/safepoint.h"
#include "object/throw.h"

bool interpreter_iterator_open(vm_isolate *vm, vm_value *it, vm_value iterable) {
    struct iteration iteration;
    if (!js_iterate(vm, iterable, &iteration)) {
        return false;
    }
    if (iteration.array) {
        it[0] = value_from_cell(iteration.array);
        it[1] = VALUE_EMPTY;
        it[2] = value_from_int(0);
    } else {
        it[0] = iteration.iterator;
        it[1] = iteration.next;
        it[2] = VALUE_UNDEFINED;
    }
    return true;
}

enum iterator_step interpreter_iterator_result(vm_isolate *vm, vm_value *result) {
    if (!value_is_object(*result)) {
        throw_type_error(vm, "Iterator result %V is not an object", *result);
        return ITERATOR_STEP_THREW;
    }
    struct object *o = value_as_object(*result);
    vm_value done = js_get_atom(vm, o, ATOM_done);
    if (value_is_exception(done)) {
        return ITERATOR_STEP_THREW;
    }
    if (js_to_boolean(done)) {
        return ITERATOR_STEP_DONE;
    }
    *result = js_get_atom(vm, o, ATOM_value);
    return value_is_exception(*result) ? ITERATOR_STEP_THREW : ITERATOR_STEP_VALUE;
}

static bool is_resumable(vm_isolate *vm, vm_value *it) {
    return generator_is_resumable(vm, it[0]) && value_is_kind(it[1], CELL_NATIVE_FUNCTION) &&
           ((struct native_function *)value_as_cell(it[1]))->native == generator_prototype_next;
}

enum iterator_step interpreter_iterator_next(vm_isolate *vm, vm_value *it, vm_value *value) {
    if (value_is_undefined(it[0])) {
        return ITERATOR_STEP_DONE; // exhausted before, by destructuring
    }
    if (is_resumable(vm, it)) {
        struct generator *g = value_as_cell(it[0]);
        if (generator_push(vm, g->frame, CALL_GENERATOR | CALL_FOR_OF, RESUME_NEXT, VALUE_UNDEFINED)) {
            return ITERATOR_STEP_PUSHED;
        }
        it[0] = VALUE_UNDEFINED;
        return ITERATOR_STEP_THREW;
    }
    enum outcome outcome;
    enum iterator_step step;
    if (iterator_step_directly(vm, it[0], it[1], value, &outcome)) {
        step = outcome == OUTCOME_TRUE    ? ITERATOR_STEP_VALUE
               : outcome == OUTCOME_FALSE ? ITERATOR_STEP_DONE
                                          : ITERATOR_STEP_THREW;
    } else {
        *value = js_call(vm, it[1], it[0], 0, NULL);
        step = value_is_exception(*value) ? ITERATOR_STEP_THREW : interpreter_iterator_result(vm, value);
    }
    if (step != ITERATOR_STEP_VALUE) {
        it[0] = VALUE_UNDEFINED;
    }
    return step;
}

// The return method of an iteration, undefined when there is none. For an array without iterator object one
// is made when somebody gave its prototype a return method.
static vm_value return_method(vm_isolate *vm, vm_value *it) {
    if (value_is_empty(it[1])) {
        if (vm->array_iteration.realm == vm->realm && vm->array_iteration.epoch == vm->prototype_epoch) {
            return VALUE_UNDEFINED; // js_iterate has looked, and no prototype has changed since
        }
        struct object *prototype = intrinsic(vm, INTRINSIC_ArrayIteratorPrototype);
        if (!prototype) {
            return VALUE_EXCEPTION;
        }
        vm_value method = js_get_method(vm, value_from_cell(prototype), atom_key(vm, ATOM_return));
        if (value_is_undefined(method) || value_is_exception(method)) {
            return method;
        }
        vm_value iterator = js_call(vm, vm->realm->array_values, it[0], 0, NULL);
        if (value_is_exception(iterator)) {
            return iterator;
        }
        it[0] = iterator;
        it[1] = VALUE_UNDEFINED;
    }
    return js_get_method(vm, it[0], atom_key(vm, ATOM_return));
}

bool interpreter_iterator_close(vm_isolate *vm, vm_value *it) {
    if (value_is_undefined(it[0])) {
        return true;
    }
    vm_value method = return_method(vm, it);
    if (value_is_exception(method)) {
        return false;
    }
    if (value_is_undefined(method)) {
        return true;
    }
    vm_value result = js_call(vm, method, it[0], 0, NULL);
    if (value_is_exception(result)) {
        return false;
    }
    if (!value_is_object(result)) {
        throw_type_error(vm, "%V is not an object", result);
        return false;
    }
    return true;
}

bool interpreter_iterator_abort(vm_isolate *vm, vm_value *it) {
    if (value_is_undefined(it[0])) {
        return true;
    }
    vm_value method = return_method(vm, it);
    if (!value_is_exception(method) && !value_is_undefined(method)) {
        method = js_call(vm, method, it[0], 0, NULL);
    }
    vm_value ignored;
    return !value_is_exception(method) || exception_take(vm, &ignored);
}

vm_value interpreter_iterator_rest(vm_isolate *vm, vm_value *it) {
    struct object *array = array_create(vm, 0);
    if (!array) {
        it[0] = VALUE_UNDEFINED;
        return VALUE_EXCEPTION;
    }
    while (!value_is_undefined(it[0])) {
        vm_value value;
        if (!js_safepoint(vm)) {
            it[0] = VALUE_UNDEFINED;
            return VALUE_EXCEPTION;
        }
        if (value_is_empty(it[1])) {
            struct object *from = value_as_object(it[0]);
            uint32_t i = (uint32_t)value_as_int(it[2]);
            if (i >= array_length(from)) {
                it[0] = VALUE_UNDEFINED;
                it[1] = VALUE_UNDEFINED;
                break;
            }
            it[2] = value_from_int((int32_t)(i + 1));
            value = js_get(vm, from, key_from_index(i));
            if (value_is_exception(value)) {
                it[0] = VALUE_UNDEFINED;
                return value;
            }
        } else {
            value = js_call(vm, it[1], it[0], 0, NULL);
            enum iterator_step step =
                value_is_exception(value) ? ITERATOR_STEP_THREW : interpreter_iterator_result(vm, &value);
            if (step != ITERATOR_STEP_VALUE) {
                it[0] = VALUE_UNDEFINED;
            }
            if (step == ITERATOR_STEP_THREW) {
                return VALUE_EXCEPTION;
            }
            if (step == ITERATOR_STEP_DONE) {
                break;
            }
        }
        if (!array_push(vm, array, value)) {
            it[0] = VALUE_UNDEFINED;
            return VALUE_EXCEPTION;
        }
    }
    return value_from_cell(array);
}

// --- asynchronous iteration

// sec-getiterator with kind async
bool interpreter_async_iterator_open(vm_isolate *vm, vm_value *it, vm_value iterable) {
    vm_value method = js_get_method(vm, iterable, symbol_key(vm, SYMBOL_asyncIterator));
    if (value_is_exception(method)) {
        return false;
    }
    struct iteration iteration;
    if (value_is_undefined(method)) {
        vm_value sync = js_get_method(vm, iterable, symbol_key(vm, SYMBOL_iterator));
        if (value_is_exception(sync)) {
            return false;
        }
        if (value_is_undefined(sync)) {
            throw_type_error(vm, "%V is not async iterable", iterable);
            return false;
        }
        if (!js_iterate_from_method(vm, iterable, sync, &iteration)) {
            return false;
        }
        it[0] = async_from_sync_create(vm, iteration.iterator, iteration.next);
        if (value_is_exception(it[0])) {
            it[0] = VALUE_UNDEFINED;
            return false;
        }
        it[1] = js_get_atom(vm, value_as_object(it[0]), ATOM_next);
    } else {
        if (!js_iterate_from_method(vm, iterable, method, &iteration)) {
            return false;
        }
        it[0] = iteration.iterator;
        it[1] = iteration.next;
    }
    it[2] = VALUE_UNDEFINED;
    return !value_is_exception(it[1]);
}

vm_value interpreter_async_iterator_close(vm_isolate *vm, vm_value *it) {
    vm_value iterator = it[0];
    it[0] = VALUE_UNDEFINED;
    if (value_is_undefined(iterator)) {
        return VALUE_ABSENT;
    }
    vm_value method = js_get_method(vm, iterator, atom_key(vm, ATOM_return));
    if (value_is_undefined(method)) {
        return VALUE_ABSENT;
    }
    return value_is_exception(method) ? method : js_call(vm, method, iterator, 0, NULL);
}

// --- for-in

vm_value interpreter_for_in_open(vm_isolate *vm, vm_value v) { return for_in_create(vm, v); }
vm_value interpreter_for_in_next(vm_isolate *vm, vm_value enumerator) {
    return for_in_next(vm, value_as_cell(enumerator));
}

// --- yield*

// received[0] value, received[1] mode; see DELEGATE_CALL.
bool interpreter_delegate_call(vm_isolate *vm, vm_value *received, vm_value *it, struct code *code) {
    vm_value method, value = received[0];
    enum resume_mode mode = (enum resume_mode)value_as_int(received[1]);
    if (value_is_empty(it[1])) { // a plain array: yield* needs the iterator itself
        it[0] = js_call(vm, vm->realm->array_values, it[0], 0, NULL);
        if (value_is_exception(it[0])) {
            it[0] = VALUE_UNDEFINED;
            return false;
        }
        it[1] = js_get_atom(vm, value_as_object(it[0]), ATOM_next);
        if (value_is_exception(it[1])) {
            return false;
        }
    }
    switch (mode) {
    case RESUME_NEXT: method = it[1]; break;
    case RESUME_THROW:
        method = js_get_method(vm, it[0], atom_key(vm, ATOM_throw));
        if (value_is_undefined(method)) {
            if (code->cell.flags & CODE_ASYNC) {
                received[1] = value_from_int(4); // the code closes the iterator, awaiting, and throws
                return true;
            }
            if (!interpreter_iterator_close(vm, it)) {
                return false;
            }
            throw_type_error(vm, "The iterator does not provide a 'throw' method");
            return false;
        }
        break;
    default:
        method = js_get_method(vm, it[0], atom_key(vm, ATOM_return));
        if (value_is_undefined(method)) {
            received[1] = value_from_int(3);
            return true;
        }
        break;
    }
    if (value_is_exception(method)) {
        return false;
    }
    vm_value result = js_call(vm, method, it[0], 1, &value);
    if (value_is_exception(result)) {
        return false;
    }
    received[0] = result;
    return true;
}

enum iterator_step interpreter_delegate_result(vm_isolate *vm, vm_value *result) {
    if (!value_is_object(*result)) {
        throw_type_error(vm, "Iterator result %V is not an object", *result);
        return ITERATOR_STEP_THREW;
    }
    struct object *o = value_as_object(*result);
    vm_value done = js_get_atom(vm, o, ATOM_done);
    if (value_is_exception(done)) {
        return ITERATOR_STEP_THREW;
    }
    bool ended = js_to_boolean(done);
    if (ended) {
        *result = js_get_atom(vm, o, ATOM_value);
        if (value_is_exception(*result)) {
            return ITERATOR_STEP_THREW;
        }
    }
    return ended ? ITERATOR_STEP_DONE : ITERATOR_STEP_VALUE;
}
