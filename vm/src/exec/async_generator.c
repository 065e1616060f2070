// Async generators (sec-asyncgenerator-abstract-operations): a queue of requests, answered one at a time. The
// generator's frame is always resumed from here; its yields, returns and throws come back here.
#include "exec/function_create.h"
#include "exec/interpreter_slow.h"
#include "object/throw.h"

#define REQUEST_VALUES 3 // mode, value, capability

static bool has_request(const struct generator *g) { return g->queue_head < g->queue->length; }

static vm_value *request(struct generator *g) { return &g->queue->vector->values[g->queue_head]; }

// Takes the first request out of the queue; its capability.
static vm_value take_request(vm_isolate *vm, struct generator *g) {
    vm_value capability = request(g)[2];
    g->queue_head += REQUEST_VALUES;
    if (!has_request(g)) {
        heap_write(&vm->heap, g->queue);
        memset((void *)g->queue->vector->values, 0, g->queue->length * sizeof(vm_value));
        g->queue->length = 0;
        g->queue_head = 0;
    }
    return capability;
}

static bool answer(vm_isolate *vm, struct generator *g, vm_value value, bool done) {
    vm_value capability = take_request(vm, g);
    vm_value result = js_iterator_result(vm, value, done);
    return !value_is_exception(result) && js_capability_resolve(vm, capability, result);
}

static bool answer_throw(vm_isolate *vm, struct generator *g, vm_value reason) {
    return js_capability_reject(vm, take_request(vm, g), reason);
}

static bool drain(vm_isolate *vm, struct generator *g);

enum { SETTLED_FULFILLED, SETTLED_REJECTED };

// The awaited value of a return() on a completed generator has settled.
static vm_value return_settled(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    struct generator *g = value_as_cell(self->captured[0]);
    vm_value value = native_argument(frame, argc, 0);
    g->running = false;
    bool ok = self->data == SETTLED_FULFILLED ? answer(vm, g, value, true) : answer_throw(vm, g, value);
    return ok && drain(vm, g) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// Answers with the pending exception. False: it is a termination.
static bool answer_pending(vm_isolate *vm, struct generator *g) {
    vm_value reason;
    return exception_take(vm, &reason) && answer_throw(vm, g, reason);
}

// AsyncGeneratorAwaitReturn: the value of return() is awaited before it is the answer.
static bool await_return(vm_isolate *vm, struct generator *g) {
    struct promise *promise = js_promise_resolve_value(vm, request(g)[1]);
    if (!promise) {
        return answer_pending(vm, g);
    }
    vm_value owner = value_from_cell(g);
    struct native_function *fulfilled =
        native_closure_create(vm, return_settled, 1, SETTLED_FULFILLED, owner, VALUE_UNDEFINED);
    struct native_function *rejected =
        fulfilled ? native_closure_create(vm, return_settled, 1, SETTLED_REJECTED, owner, VALUE_UNDEFINED)
                  : NULL;
    g->running = true;
    return rejected &&
           promise_then(vm, promise, value_from_cell(fulfilled), value_from_cell(rejected), VALUE_UNDEFINED);
}

// What a run of the frame has come to: answers and goes on with the next request, until the queue is empty or
// the generator awaits.
static bool after_run(vm_isolate *vm, struct generator *g, vm_value result) {
    switch (g->frame->cell.aux) {
    case SUSPENDED_AWAIT: return true;
    case SUSPENDED_YIELD: g->running = false; return answer(vm, g, result, false);
    default:
        g->running = false;
        g->frame = NULL;
        if (!value_is_exception(result)) {
            return answer(vm, g, result, true);
        }
        return answer_pending(vm, g);
    }
}

static bool drain(vm_isolate *vm, struct generator *g) {
    while (!g->running && has_request(g)) {
        enum resume_mode mode = (enum resume_mode)value_as_int(request(g)[0]);
        vm_value value = request(g)[1];
        if (g->frame && g->frame->cell.aux == SUSPENDED_START && mode != RESUME_NEXT) {
            g->frame->cell.aux = SUSPENDED_DONE;
            g->frame = NULL;
        }
        bool ok;
        if (g->frame) {
            g->running = true;
            ok = after_run(vm, g, suspended_resume(vm, g->frame, mode, value));
        } else if (mode == RESUME_NEXT) {
            ok = answer(vm, g, VALUE_UNDEFINED, true);
        } else if (mode == RESUME_THROW) {
            ok = answer_throw(vm, g, value);
        } else {
            ok = await_return(vm, g);
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

bool async_generator_resumed(vm_isolate *vm, struct suspended_frame *frame, enum resume_mode mode,
                             vm_value value) {
    struct generator *g = value_as_cell(frame->owner);
    return after_run(vm, g, suspended_resume(vm, frame, mode, value)) && drain(vm, g);
}

vm_value async_generator_enqueue(vm_isolate *vm, vm_value this_value, enum resume_mode mode, vm_value value) {
    struct promise *promise = promise_create(vm);
    if (!promise) {
        return VALUE_EXCEPTION;
    }
    if (!value_is_kind(this_value, CELL_ASYNC_GENERATOR)) {
        throw_type_error(vm, "AsyncGenerator method called on incompatible receiver %V", this_value);
        return promise_reject_pending(vm, promise) ? value_from_cell(promise) : VALUE_EXCEPTION;
    }
    struct generator *g = value_as_cell(this_value);
    if (!g->queue) {
        struct list *queue = list_create(vm);
        if (!queue) {
            return VALUE_EXCEPTION;
        }
        heap_write(&vm->heap, g);
        g->queue = queue;
    }
    if (!list_push(vm, g->queue, value_from_int(mode)) || !list_push(vm, g->queue, value) ||
        !list_push(vm, g->queue, value_from_cell(promise)) || !drain(vm, g)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(promise);
}
