// Buffers of hosts: memory of their own, detaching, views, and memory shared between two threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "support.h"

static int released;

static void on_release(void *bytes, size_t length, void *data) {
    CHECK(length == 16 && data == &released);
    free(bytes);
    released++;
}

static vm_value external(vm_isolate *vm) {
    char *bytes = calloc(1, 16);
    memcpy(bytes, "\1\2\3", 3);
    vm_value buffer = vm_array_buffer_external(vm, bytes, 16, on_release, &released);
    CHECK(!vm_is_exception(buffer));
    return buffer;
}

static void own_memory(vm_isolate *vm) {
    uint8_t *bytes;
    size_t length;
    vm_value global = vm_global(vm), buffer = external(vm);
    CHECK(vm_type_of(buffer) == VM_ARRAY_BUFFER && vm_array_buffer_flags(buffer) == 0);
    CHECK(vm_set(vm, global, "buffer", buffer));
    CHECK_TEXT(vm, run(vm, "var view = new Uint8Array(buffer); view[3] = 4; view.join()"),
               "1,2,3,4,0,0,0,0,0,0,0,0,0,0,0,0");
    CHECK(vm_bytes(buffer, &bytes, &length) && length == 16 && bytes[3] == 4);
    bytes[0] = 9;
    CHECK_TEXT(vm, run(vm, "view[0]"), "9");
    vm_value view = run(vm, "new Uint16Array(buffer, 2, 3)");
    vm_view what;
    CHECK(vm_view_of(view, &what) && what.type == VM_UINT16 && what.byte_offset == 2 && what.length == 3);
    CHECK(vm_same_value(vm, what.buffer, buffer) && !what.out_of_bounds && !what.tracks_length);
    CHECK(vm_bytes(view, &bytes, &length) && length == 6 && bytes[0] == 3);
    CHECK(vm_array_buffer_detach(vm, buffer) && released == 1);
    CHECK(vm_array_buffer_detach(vm, buffer) && released == 1);
    CHECK(vm_array_buffer_flags(buffer) == VM_BUFFER_DETACHED);
    CHECK(!vm_bytes(buffer, &bytes, &length) && !vm_bytes(view, &bytes, &length) && !length);
    CHECK(vm_view_of(view, &what) && what.out_of_bounds && !what.length);
    CHECK_TEXT(vm, run(vm, "view.length + ',' + view[0]"), "0,undefined");
    CHECK(!vm_array_buffer_detach(vm, view));
    CHECK(vm_has_exception(vm));
    (void)vm_take_exception(vm);
}

// Memory that is held outlives its buffer, and its isolate.
static void held_memory(void) {
    uint8_t *bytes, *same;
    size_t length;
    vm_isolate *vm = vm_create(NULL);
    CHECK(vm);
    released = 0;
    vm_value buffer = external(vm);
    vm_memory *first = vm_bytes_hold(buffer, &bytes, &length);
    CHECK(first && length == 16 && bytes[1] == 2);
    CHECK(vm_set(vm, vm_global(vm), "buffer", buffer));
    vm_memory *second = vm_bytes_hold(run(vm, "new Uint8Array(buffer, 1, 5)"), &same, &length);
    CHECK(second && same == bytes + 1 && length == 5);
    CHECK_TEXT(vm, run(vm, "buffer = buffer.transfer(); buffer.byteLength"), "16");
    CHECK(!vm_bytes_hold(buffer, &same, &length) && !vm_bytes_hold(vm_int(1), &same, &length));
    vm_memory_release(second);
    vm_destroy(vm);
    bytes[15] = 1;
    CHECK(!released && bytes[1] == 2);
    vm_memory_release(first);
    CHECK(released == 1);
    vm_memory_release(NULL);
}

static void views(vm_isolate *vm) {
    vm_value a = vm_typed_array(vm, VM_FLOAT64, vm_undefined(), 0, 3);
    uint8_t *bytes;
    size_t length;
    CHECK(vm_bytes(a, &bytes, &length) && length == 24);
    double numbers[] = {1, 2.5, -3};
    memcpy(bytes, numbers, sizeof numbers);
    vm_keep(a);
    CHECK_TEXT(vm, a, "1,2.5,-3");
    vm_value buffer = vm_array_buffer(vm, 8);
    CHECK_TEXT(vm, vm_typed_array(vm, VM_INT16, buffer, 2, 3), "0,0,0");
    CHECK_TEXT(vm, vm_uint8_array(vm, "abc", 3, vm_undefined()), "97,98,99");
    CHECK_TEXT(vm, vm_uint8_array(vm, NULL, 0, vm_undefined()), "");
    vm_value array_prototype = vm_prototype(vm, vm_array(vm, NULL, 0));
    vm_value odd = vm_uint8_array(vm, "abc", 3, array_prototype);
    CHECK(vm_prototype(vm, odd).bits == array_prototype.bits && vm_view_of(odd, &(vm_view){0}));
    CHECK(vm_is_exception(vm_typed_array(vm, VM_INT16, buffer, 1, 1)));
    CHECK_TEXT(vm, vm_exception(), "!RangeError: Invalid offset or length of a typed array");
    CHECK(vm_is_exception(vm_typed_array(vm, VM_INT16, buffer, 2, 4)));
    CHECK_TEXT(vm, vm_exception(), "!RangeError: Invalid offset or length of a typed array");
    CHECK(vm_is_exception(vm_array_buffer(vm, (size_t)1 << 60)));
    CHECK_TEXT(vm, vm_exception(), "!RangeError: Array buffer allocation failed");
    vm_set_memory_limit(vm, 64 << 20);
    CHECK_TEXT(vm,
               run(vm, "var n = 0; try { var all = []; for (;;) { all.push(new Uint8Array(1 << 20)); n++; } "
                       "} catch (e) { all = 0; e.name + (n < 64 && n > 30) }"),
               "RangeErrortrue");
    CHECK_TEXT(vm,
               run(vm, "try { new Uint8Array(1 << 20) } catch {} for (var i = 0; i < 500; i++) new "
                       "Uint8Array(1 << 20); i"),
               "500");
    vm_set_memory_limit(vm, 0);
}

// --- shared memory

static void on_wake(void *data) { __atomic_fetch_add((int *)data, 1, __ATOMIC_SEQ_CST); }

static void *other_thread(void *data) {
    vm_isolate *vm = vm_create(NULL);
    vm_value buffer = vm_shared_array_buffer(vm, data);
    CHECK(!vm_is_exception(buffer) && vm_array_buffer_flags(buffer) == VM_BUFFER_SHARED);
    CHECK(vm_set(vm, vm_global(vm), "buffer", buffer));
    CHECK(vm_is_true(run(
        vm,
        "var a = new Int32Array(buffer); Atomics.store(a, 0, 1); Atomics.wait(a, 1, 0, 10000) === 'ok'")));
    CHECK(vm_is_true(run(vm, "Atomics.notify(a, 2) === 1")));
    vm_destroy(vm);
    return NULL;
}

static vm_isolate *waiting;

static void *endless_wait(void *data) {
    (void)data;
    vm_isolate *vm = vm_create(NULL);
    __atomic_store_n(&waiting, vm, __ATOMIC_SEQ_CST);
    CHECK(vm_is_exception(run(vm, "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)")));
    CHECK(vm_termination(vm) == VM_TERMINATED);
    vm_clear_termination(vm);
    CHECK(vm_is_true(run(vm, "1 + 1 === 2")));
    vm_destroy(vm);
    return NULL;
}

static void shared(vm_isolate *vm) {
    int woken = 0;
    pthread_t thread;
    uint64_t timeout;
    vm_set_wake_hook(vm, on_wake, &woken);
    vm_value buffer =
        run(vm, "var shared = new SharedArrayBuffer(16); var a = new Int32Array(shared); shared");
    vm_shared_memory *memory = vm_shared_memory_of(buffer);
    CHECK(memory && !vm_shared_memory_of(run(vm, "new ArrayBuffer(8)")));
    CHECK(!vm_wait_pending(vm, &timeout));
    CHECK_TEXT(vm, run(vm, "var how = ''; Atomics.waitAsync(a, 2, 0).value.then(v => how = v); how"), "");
    CHECK(vm_wait_pending(vm, &timeout) && timeout == UINT64_MAX);
    CHECK(!pthread_create(&thread, NULL, other_thread, memory));
    CHECK_TEXT(vm, run(vm, "while (!Atomics.load(a, 0)); while (!Atomics.notify(a, 1)); 'met'"), "met");
    CHECK(!pthread_join(thread, NULL));
    vm_shared_memory_release(memory);
    CHECK(woken == 1 &&
          (!vm_wait_pending(vm, &timeout) || timeout == 0)); // notify itself may have settled it
    CHECK(vm_wait_settle(vm) && vm_drain(vm, true) && !vm_wait_pending(vm, &timeout));
    CHECK_TEXT(vm, run(vm, "how"), "ok");
    CHECK_TEXT(
        vm,
        run(vm, "Atomics.waitAsync(a, 0, 1, 5).value.then(v => how = v); Atomics.waitAsync(a, 3, 0); a[0]"),
        "1");
    CHECK(vm_wait_pending(vm, &timeout) && timeout <= 5000000);
    nanosleep(&(struct timespec){0, 6000000}, NULL);
    CHECK(vm_wait_settle(vm) && vm_drain(vm, true));
    CHECK_TEXT(vm, run(vm, "how"), "timed-out");
    vm_set_wake_hook(vm, NULL, NULL);

    CHECK(!pthread_create(&thread, NULL, endless_wait, NULL));
    while (!__atomic_load_n(&waiting, __ATOMIC_SEQ_CST)) {
    }
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    vm_terminate(waiting);
    CHECK(!pthread_join(thread, NULL));
}

int main(void) {
    vm_isolate *vm = vm_create(NULL);
    CHECK(vm);
    own_memory(vm);
    held_memory();
    views(vm);
    shared(vm);
    released = 0;
    CHECK(vm_set(vm, vm_global(vm), "kept", external(vm)));
    vm_destroy(vm);
    CHECK(released == 1);
    return 0;
}
