// Atomics.wait, waitAsync and notify (sec-dowait, sec-atomics.notify).
//
// The threads of several isolates meet in the queue of the shared memory (wait_queue.h). A blocked thread
// wakes up every few milliseconds to see whether its script is to be stopped.
#include "base/os.h"
#include "builtins/atomics.h"
#include "exec/promise.h"
#include "object/wait_queue.h"

#define SLICE_NS 4000000u

// The moment when a timeout of `milliseconds` ends; UINT64_MAX: never.
static uint64_t deadline_of(double milliseconds) {
    double nanoseconds = milliseconds * 1e6;
    uint64_t now = os_now_ns();
    return nanoseconds >= (double)(UINT64_MAX / 4) ? UINT64_MAX : now + (uint64_t)nanoseconds;
}

static bool is_equal(enum element_type type, const void *place, uint64_t raw) {
    return type == ELEMENT_Int32 ? __atomic_load_n((const uint32_t *)place, __ATOMIC_SEQ_CST) == (uint32_t)raw
                                 : __atomic_load_n((const uint64_t *)place, __ATOMIC_SEQ_CST) == raw;
}

static vm_value text(vm_isolate *vm, const char *ascii) { return builtin_cell(string_from_text(vm, ascii)); }

// --- blocking --------------------------------------------------------------------------------------

enum wait_outcome { WAIT_NOTIFIED, WAIT_NOT_EQUAL, WAIT_TIMED_OUT, WAIT_TERMINATED };

static enum wait_outcome block(vm_isolate *vm, struct wait_queue *queue, enum element_type type,
                               const void *place, uint64_t raw, uint64_t deadline) {
    struct waiter waiter = {.address = place};
    wait_queue_enter(queue);
    if (!is_equal(type, place, raw)) {
        wait_queue_leave(queue);
        return WAIT_NOT_EQUAL;
    }
    enum wait_outcome outcome = WAIT_NOTIFIED;
    wait_queue_add(queue, &waiter);
    while (waiter.waiting && outcome == WAIT_NOTIFIED) {
        uint64_t now = os_now_ns();
        if (now >= deadline) {
            outcome = WAIT_TIMED_OUT;
        } else if (atomic_load(&vm->safepoint)) {
            wait_queue_leave(queue); // what is to be done there may run script
            if (!js_safepoint(vm)) outcome = WAIT_TERMINATED;
            wait_queue_enter(queue);
        } else {
            wait_queue_sleep(queue, deadline - now < SLICE_NS ? deadline : now + SLICE_NS);
        }
    }
    wait_queue_remove(queue, &waiter);
    wait_queue_leave(queue);
    return outcome;
}

// --- promises --------------------------------------------------------------------------------------

static vm_value async_result(vm_isolate *vm, bool async, vm_value value) {
    property_key key;
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *result = prototype ? object_create(vm, prototype) : NULL;
    if (!result || value_is_exception(value) || !key_from_text(vm, "async", &key) ||
        !object_add(vm, result, key, value_from_bool(async), PROPERTY_DEFAULT) ||
        !object_add(vm, result, atom_key(vm, ATOM_value), value, PROPERTY_DEFAULT)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

static struct waiter *waiter_create(vm_isolate *vm, struct backing_store *store, const void *place,
                                    uint64_t deadline) {
    struct promise *promise = promise_create(vm);
    if (!promise) return NULL;
    struct waiter *waiter = memory_allocate_shared(sizeof *waiter);
    if (!waiter || !heap_pin(&vm->heap, promise)) {
        memory_free_shared(waiter);
        throw_out_of_memory(vm);
        return NULL;
    }
    waiter->address = place;
    waiter->group = &vm->waits;
    waiter->store = backing_store_retain(store);
    waiter->promise = &promise->object.cell;
    waiter->deadline_ns = deadline;
    waiter->next_of_group = vm->waits.first;
    vm->waits.first = waiter;
    return waiter;
}

// Takes a waiter that has left its queue from the group and settles its promise.
static bool waiter_end(vm_isolate *vm, struct waiter *waiter, const char *how) {
    struct promise *promise = (struct promise *)waiter->promise;
    struct waiter **link = &vm->waits.first;
    while (*link != waiter)
        link = &(*link)->next_of_group;
    *link = waiter->next_of_group;
    heap_unpin(&vm->heap, promise);
    backing_store_release(NULL, waiter->store);
    memory_free_shared(waiter);
    vm_value value = text(vm, how);
    return !value_is_exception(value) && promise_fulfill(vm, promise, value);
}

static vm_value wait_async(vm_isolate *vm, struct backing_store *store, enum element_type type,
                           const void *place, uint64_t raw, double timeout) {
    struct waiter *waiter = NULL;
    if (timeout > 0) {
        waiter = waiter_create(vm, store, place, deadline_of(timeout));
        if (!waiter) return VALUE_EXCEPTION;
    }
    wait_queue_enter(store->queue);
    bool equal = is_equal(type, place, raw);
    if (equal && waiter) wait_queue_add(store->queue, waiter);
    wait_queue_leave(store->queue);
    if (equal && waiter) return async_result(vm, true, value_from_cell(waiter->promise));
    if (waiter && !waiter_end(vm, waiter, "not-equal")) return VALUE_EXCEPTION;
    return async_result(vm, false, text(vm, equal ? "timed-out" : "not-equal"));
}

bool atomics_pending(vm_isolate *vm, uint64_t *deadline_ns) {
    *deadline_ns = UINT64_MAX;
    for (struct waiter *waiter = vm->waits.first; waiter; waiter = waiter->next_of_group) {
        wait_queue_enter(waiter->store->queue);
        uint64_t due = waiter->waiting ? waiter->deadline_ns : 0;
        wait_queue_leave(waiter->store->queue);
        if (due < *deadline_ns) *deadline_ns = due;
    }
    return vm->waits.first;
}

bool atomics_settle(vm_isolate *vm) {
    uint64_t now = os_now_ns();
    for (struct waiter *waiter = vm->waits.first, *next; waiter; waiter = next) {
        struct wait_queue *queue = waiter->store->queue;
        next = waiter->next_of_group;
        wait_queue_enter(queue);
        bool notified = !waiter->waiting, due = waiter->deadline_ns <= now;
        if (due) wait_queue_remove(queue, waiter);
        wait_queue_leave(queue);
        if ((notified || due) && !waiter_end(vm, waiter, notified ? "ok" : "timed-out")) return false;
    }
    return true;
}

// --- methods ---------------------------------------------------------------------------------------

// sec-dowait; MAGIC: whether asynchronous
vm_value atomics_wait(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool async = MAGIC;
    size_t index;
    uint64_t raw;
    double timeout;
    struct buffer_view *array = atomics_validate(vm, ARGUMENT(0), true);
    if (!array) return VALUE_EXCEPTION;
    if (!array_buffer_is_shared(array->buffer))
        return throw_type_error(vm, "[object Array] is not an integer shared typed array.");
    enum element_type type = view_type(array);
    if (!atomics_index(vm, view_length(array), ARGUMENT(1), &index) ||
        !element_from_value(vm, type, ARGUMENT(2), &raw) || !js_to_number(vm, ARGUMENT(3), &timeout)) {
        return VALUE_EXCEPTION;
    }
    if (timeout != timeout) timeout = __builtin_inf();
    if (timeout < 0) timeout = 0;
    struct backing_store *store = array->buffer->store;
    const void *place = array->data + (index << element_shift(type));
    if (async) return wait_async(vm, store, type, place, raw, timeout);
    enum wait_outcome outcome = block(vm, store->queue, type, place, raw, deadline_of(timeout));
    KEEP_ALIVE(array);
    switch (outcome) {
    case WAIT_NOTIFIED: return text(vm, "ok");
    case WAIT_NOT_EQUAL: return text(vm, "not-equal");
    case WAIT_TIMED_OUT: return text(vm, "timed-out");
    default: return VALUE_EXCEPTION;
    }
}

// sec-atomics.notify
vm_value atomics_notify(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t index;
    double count = __builtin_inf();
    struct buffer_view *array = atomics_validate(vm, ARGUMENT(0), true);
    if (!array || !atomics_index(vm, view_length(array), ARGUMENT(1), &index)) return VALUE_EXCEPTION;
    if (!value_is_undefined(ARGUMENT(2)) && !js_to_integer_or_infinity(vm, frame[3], &count))
        return VALUE_EXCEPTION;
    if (!array_buffer_is_shared(array->buffer)) return value_from_int(0);
    uint64_t most = count <= 0 ? 0 : count >= 0x1p53 ? UINT64_MAX : (uint64_t)count;
    const void *place = array->data + (index << element_shift(view_type(array)));
    uint64_t notified = wait_queue_notify(array->buffer->store->queue, place, most);
    if (vm->waits.first && !atomics_settle(vm)) return VALUE_EXCEPTION;
    return value_from_int64((int64_t)notified);
}
