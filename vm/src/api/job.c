// Jobs and promises.
#include "api/api.h"
#include "exec/function_create.h"

static bool enqueue(vm_isolate *vm, vm_value function, uint32_t argc, const vm_value *arguments, bool tick) {
    api_enter(vm);
    if (!api_value(vm, function) || !api_values(vm, argc, arguments)) {
        return false;
    }
    if (!value_is_callable(function)) {
        throw_type_error(vm, "%V is not a function", function);
        return false;
    }
    vm_value list = VALUE_UNDEFINED;
    if (argc) {
        struct list *values = list_create(vm);
        if (!values || !list_reserve(vm, values, argc)) {
            return false;
        }
        memcpy(values->vector->values, arguments, argc * sizeof(vm_value));
        values->length = argc;
        list = value_from_cell(values);
    }
    struct object *callback = value_as_object(function);
    return tick ? jobs_enqueue_tick(vm, callback, list) : jobs_enqueue(vm, JOB_CALLBACK, callback, list);
}

bool vm_enqueue_job(vm_isolate *vm, vm_value function, uint32_t argc, const vm_value *arguments) {
    return enqueue(vm, function, argc, arguments, false);
}

bool vm_enqueue_tick(vm_isolate *vm, vm_value function, uint32_t argc, const vm_value *arguments) {
    return enqueue(vm, function, argc, arguments, true);
}

bool vm_jobs_pending(const vm_isolate *vm) {
    const struct job_queue *queue = vm->jobs;
    return vm->finalizations || queue->microtasks.count | queue->ticks.count | queue->rejections->length |
                                    queue->handled_late->length;
}

bool vm_drain(vm_isolate *vm, bool microtasks_first) {
    bool ok = api_may_run(vm) && jobs_drain(vm, microtasks_first);
    struct host *host = host_of(vm);
    if (host->collect_later && api_is_outermost(vm)) {
        host->collect_later = false;
        heap_collect_full(&vm->heap);
    }
    return ok;
}

void vm_set_uncaught_hook(vm_isolate *vm, vm_uncaught_hook hook, void *data) {
    host_of(vm)->uncaught = hook;
    host_of(vm)->uncaught_data = data;
}

void vm_set_rejection_hook(vm_isolate *vm, vm_rejection_hook hook, void *data) {
    host_of(vm)->rejection = hook;
    host_of(vm)->rejection_data = data;
}

// --- the async context

vm_value vm_async_context(const vm_isolate *vm) {
    return vm->jobs->context ? value_from_cell(vm->jobs->context) : VALUE_UNDEFINED;
}

void vm_set_async_context(vm_isolate *vm, vm_value context) {
    vm->jobs->context = value_is_object(context) ? value_as_object(context) : NULL;
}

// captured[0] the function, captured[1] the context.
static vm_value call_in_context(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    struct object *outer = vm->jobs->context;
    vm->jobs->context = value_as_object(self->captured[1]);
    vm_value result = js_call(vm, self->captured[0], frame[0], argc, frame + 1);
    vm->jobs->context = outer;
    return result;
}

vm_value vm_async_bind(vm_isolate *vm, vm_value function) {
    api_enter(vm);
    if (!value_is_callable(function)) {
        return throw_type_error(vm, "%V is not a function", function);
    }
    if (!vm->jobs->context) {
        return function;
    }
    return value_or_exception(
        native_closure_create(vm, call_in_context, 0, 0, function, value_from_cell(vm->jobs->context)));
}

// --- promises

vm_value vm_promise(vm_isolate *vm) {
    api_enter(vm);
    return value_or_exception(promise_create(vm));
}

static struct promise *promise_of(vm_isolate *vm, vm_value v) {
    if (value_is_kind(v, CELL_PROMISE)) {
        return value_as_cell(v);
    }
    if (api_value(vm, v)) {
        throw_type_error(vm, "%V is not a promise", v);
    }
    return NULL;
}

bool vm_promise_resolve(vm_isolate *vm, vm_value promise, vm_value value) {
    api_enter(vm);
    struct promise *p = promise_of(vm, promise);
    return p && api_value(vm, value) &&
           (p->object.cell.word & PROMISE_RESOLVED || promise_resolve(vm, p, value));
}

bool vm_promise_reject(vm_isolate *vm, vm_value promise, vm_value reason) {
    api_enter(vm);
    struct promise *p = promise_of(vm, promise);
    if (!p || !api_value(vm, reason)) {
        return false;
    }
    if (p->object.cell.word & PROMISE_RESOLVED) {
        return true;
    }
    p->object.cell.word |= PROMISE_RESOLVED;
    return promise_reject(vm, p, reason);
}

vm_promise_status vm_promise_state(vm_value promise) {
    return value_is_kind(promise, CELL_PROMISE)
               ? (vm_promise_status)promise_state((struct promise *)value_as_cell(promise))
               : VM_PROMISE_PENDING;
}

vm_value vm_promise_result(vm_value promise) {
    return vm_promise_state(promise) == VM_PROMISE_PENDING
               ? VALUE_UNDEFINED
               : ((struct promise *)value_as_cell(promise))->value;
}

bool vm_promise_react(vm_isolate *vm, vm_value promise, vm_value fulfilled, vm_value rejected) {
    api_enter(vm);
    struct promise *p = promise_of(vm, promise);
    return p && api_value(vm, fulfilled) && api_value(vm, rejected) &&
           promise_then(vm, p, fulfilled, rejected, VALUE_UNDEFINED);
}

void vm_promise_set_handled(vm_value promise) {
    if (value_is_kind(promise, CELL_PROMISE)) {
        ((struct promise *)value_as_cell(promise))->object.cell.word |= PROMISE_HANDLED;
    }
}
