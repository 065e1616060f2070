// Array.fromAsync (sec-array.fromasync).
//
// The asynchronous function of the specification as a state machine: a LIST holds its variables, and two
// native closures over it, one for fulfilment and one for rejection, go on where an await left it (`stage`).
#include "builtins/array.h"

#include "exec/async_from_sync.h"
#include "exec/promise.h"
#include "object/throw.h"

// The variables, by their place in the list.
enum variable {
    PROMISE,   // the result
    TARGET,    // the array that is filled
    ITERATOR,  // the asynchronous iterator; UNDEFINED: an array-like object is read
    NEXT,      // its next method
    SOURCE,    // the array-like object
    MAPPER,    // UNDEFINED: none
    THIS_ARG,  // of the mapper
    INDEX,     // of the element under way
    LENGTH,    // of the source
    STAGE,     // enum stage
    FAILURE,   // what is thrown once the iterator is closed
    FULFILLED, // the closures
    REJECTED,
    VARIABLE_COUNT
};

// What is being awaited.
enum stage { AWAIT_RESULT, AWAIT_ELEMENT, AWAIT_MAPPED, AWAIT_CLOSE };

static vm_value get(const struct list *state, enum variable v) { return list_at(state, v); }

static void set(vm_isolate *vm, struct list *state, enum variable v, vm_value value) {
    state->vector->values[v] = value;
    heap_write(&vm->heap, state);
}

static uint64_t get_number(const struct list *state, enum variable v) {
    return (uint64_t)value_as_double(get(state, v));
}

static bool has_iterator(const struct list *state) { return !value_is_undefined(get(state, ITERATOR)); }

// Goes on at `stage` with what `value` resolves to. False: exception pending.
static bool await(vm_isolate *vm, struct list *state, enum stage stage, vm_value value) {
    struct promise *promise = js_promise_resolve_value(vm, value);
    if (!promise) return false;
    set(vm, state, STAGE, value_from_int(stage));
    return promise_then(vm, promise, get(state, FULFILLED), get(state, REJECTED), VALUE_UNDEFINED);
}

// --- steps: false with the exception pending that rejects the result -------------------------------

static bool throw_failure(vm_isolate *vm, struct list *state) {
    throw_value(vm, get(state, FAILURE));
    return false;
}

// sec-asynciteratorclose with the pending exception; only when there is an iterator.
static bool fail_and_close(vm_isolate *vm, struct list *state) {
    vm_value failure, ignored;
    if (!has_iterator(state) || !exception_take(vm, &failure)) return false;
    set(vm, state, FAILURE, failure);
    vm_value iterator = get(state, ITERATOR), result;
    vm_value method = js_get_method(vm, iterator, atom_key(vm, ATOM_return));
    if (value_is_undefined(method)) return throw_failure(vm, state);
    result = value_is_exception(method) ? method : js_call(vm, method, iterator, 0, NULL);
    if (!value_is_exception(result) && await(vm, state, AWAIT_CLOSE, result)) return true;
    return exception_take(vm, &ignored) && throw_failure(vm, state);
}

static bool finish(vm_isolate *vm, struct list *state, uint64_t length) {
    struct object *target = value_as_object(get(state, TARGET));
    return array_set_length_property(vm, target, length) &&
           promise_resolve(vm, value_as_cell(get(state, PROMISE)), value_from_cell(target));
}

// Asks for the next element.
static bool proceed(vm_isolate *vm, struct list *state) {
    uint64_t index = get_number(state, INDEX);
    if (has_iterator(state)) {
        vm_value result = js_call(vm, get(state, NEXT), get(state, ITERATOR), 0, NULL);
        return !value_is_exception(result) && await(vm, state, AWAIT_RESULT, result);
    }
    if (index >= get_number(state, LENGTH)) return finish(vm, state, index);
    vm_value value = array_get(vm, value_as_object(get(state, SOURCE)), index);
    return !value_is_exception(value) && await(vm, state, AWAIT_ELEMENT, value);
}

static bool store(vm_isolate *vm, struct list *state, vm_value value) {
    uint64_t index = get_number(state, INDEX);
    if (!array_create_element(vm, value_as_object(get(state, TARGET)), index, value))
        return fail_and_close(vm, state);
    set(vm, state, INDEX, value_from_int64((int64_t)index + 1));
    return proceed(vm, state);
}

static bool map_and_store(vm_isolate *vm, struct list *state, vm_value value) {
    if (value_is_undefined(get(state, MAPPER))) return store(vm, state, value);
    vm_value arguments[] = {value, get(state, INDEX)};
    vm_value mapped = js_call(vm, get(state, MAPPER), get(state, THIS_ARG), 2, arguments);
    if (!value_is_exception(mapped) && await(vm, state, AWAIT_MAPPED, mapped)) return true;
    return fail_and_close(vm, state);
}

static bool take_result(vm_isolate *vm, struct list *state, vm_value result) {
    if (!value_is_object(result)) {
        throw_type_error(vm, "Iterator result %V is not an object", result);
        return false;
    }
    vm_value done = js_get_atom(vm, value_as_object(result), ATOM_done);
    if (value_is_exception(done)) return false;
    if (js_to_boolean(done)) return finish(vm, state, get_number(state, INDEX));
    vm_value value = js_get_atom(vm, value_as_object(result), ATOM_value);
    return !value_is_exception(value) && map_and_store(vm, state, value);
}

// --- running ---------------------------------------------------------------------------------------

static bool step(vm_isolate *vm, struct list *state, vm_value value, bool rejected) {
    enum stage stage = (enum stage)value_as_int(get(state, STAGE));
    if (stage == AWAIT_CLOSE) return throw_failure(vm, state);
    if (rejected) {
        throw_value(vm, value);
        return stage == AWAIT_MAPPED && fail_and_close(vm, state);
    }
    switch (stage) {
    case AWAIT_RESULT: return take_result(vm, state, value);
    case AWAIT_ELEMENT: return map_and_store(vm, state, value);
    default: return store(vm, state, value);
    }
}

static vm_value settle(vm_isolate *vm, struct list *state, bool done) {
    vm_value reason;
    if (done) return VALUE_UNDEFINED;
    if (!exception_take(vm, &reason)) return VALUE_EXCEPTION;
    return promise_reject(vm, value_as_cell(get(state, PROMISE)), reason) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

static vm_value resume(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    struct list *state = value_as_cell(self->captured[0]);
    return settle(vm, state, step(vm, state, ARGUMENT(0), self->data));
}

// Opens the iterator of a source that has a method for it. FALSE: it has none.
static enum outcome open_iterator(vm_isolate *vm, vm_value items, bool *sync, struct iteration *it) {
    vm_value method = js_get_method(vm, items, symbol_key(vm, SYMBOL_asyncIterator));
    *sync = value_is_undefined(method);
    if (*sync) method = js_get_method(vm, items, symbol_key(vm, SYMBOL_iterator));
    if (value_is_exception(method)) return OUTCOME_EXCEPTION;
    if (value_is_undefined(method)) return OUTCOME_FALSE;
    return js_iterate_from_method(vm, items, method, it) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

static bool begin_iterable(vm_isolate *vm, struct list *state, vm_value constructor, bool sync,
                           struct iteration *it) {
    if (sync) {
        vm_value wrapped = async_from_sync_create(vm, it->iterator, it->next);
        if (value_is_exception(wrapped) || !js_iterator_direct(vm, value_as_object(wrapped), it))
            return false;
    }
    set(vm, state, ITERATOR, it->iterator);
    set(vm, state, NEXT, it->next);
    struct object *target = array_construct_for(vm, constructor, 0, 0);
    if (!target) return false;
    set(vm, state, TARGET, value_from_cell(target));
    return proceed(vm, state);
}

static bool begin_array_like(vm_isolate *vm, struct list *state, vm_value constructor, vm_value items) {
    uint64_t length;
    struct object *source = array_receiver(vm, items, &length);
    struct object *target = source ? array_construct_for(vm, constructor, 1, length) : NULL;
    if (!target) return false;
    set(vm, state, SOURCE, value_from_cell(source));
    set(vm, state, TARGET, value_from_cell(target));
    set(vm, state, LENGTH, value_from_int64((int64_t)length));
    return proceed(vm, state);
}

static bool begin(vm_isolate *vm, struct list *state, vm_value constructor, vm_value items) {
    struct iteration it;
    bool sync;
    vm_value mapper = get(state, MAPPER);
    if (!value_is_undefined(mapper) && !value_is_callable(mapper)) {
        throw_type_error(vm, "%V is not a function", mapper);
        return false;
    }
    enum outcome iterable = open_iterator(vm, items, &sync, &it);
    if (iterable == OUTCOME_EXCEPTION) return false;
    return iterable == OUTCOME_TRUE ? begin_iterable(vm, state, constructor, sync, &it)
                                    : begin_array_like(vm, state, constructor, items);
}

static struct list *create_state(vm_isolate *vm, struct promise *promise) {
    struct list *state = list_create(vm);
    for (int i = 0; state && i < VARIABLE_COUNT; i++) {
        if (!list_push(vm, state, VALUE_UNDEFINED)) return NULL;
    }
    if (!state) return NULL;
    vm_value owner = value_from_cell(state);
    struct native_function *fulfilled = native_closure_create(vm, resume, 1, false, owner, VALUE_UNDEFINED);
    struct native_function *rejected =
        fulfilled ? native_closure_create(vm, resume, 1, true, owner, VALUE_UNDEFINED) : NULL;
    if (!rejected) return NULL;
    set(vm, state, PROMISE, value_from_cell(promise));
    set(vm, state, FULFILLED, value_from_cell(fulfilled));
    set(vm, state, REJECTED, value_from_cell(rejected));
    set(vm, state, INDEX, value_from_int(0));
    return state;
}

// sec-array.fromasync
vm_value array_from_async(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct promise *promise = promise_create(vm);
    struct list *state = promise ? create_state(vm, promise) : NULL;
    if (!state) return VALUE_EXCEPTION;
    set(vm, state, MAPPER, ARGUMENT(1));
    set(vm, state, THIS_ARG, ARGUMENT(2));
    vm_value settled = settle(vm, state, begin(vm, state, THIS, ARGUMENT(0)));
    return value_is_exception(settled) ? settled : value_from_cell(promise);
}
