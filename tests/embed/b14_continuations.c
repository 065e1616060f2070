// Rows B3, B4, B7, B13, B14 and B18: when continuations run that C code makes due. They never run on the
// return of a call, however deep or outermost: the caller's next statement comes first. They run at the next
// boundary, and where nothing is due no boundary costs a drain.
#define _GNU_SOURCE
#include <pthread.h>
#include <vm_runtime.h>

#include "support.h"

static vm_isolate *vm;
static vm_loop *loop;

static uint64_t drains(void) {
    vm_loop_statistics s;
    vm_loop_get_statistics(loop, &s);
    return s.drains;
}

static vm_value function(const char *name) { return vm_get(vm, vm_global(vm), name); }

// callBack(f): calls f, then notes that it has come back.
static vm_value call_back(vm_isolate *isolate, vm_value *frame, uint32_t argc) {
    vm_value result = vm_call(isolate, vm_argument(frame, argc, 0), vm_undefined(), 0, NULL);
    if (vm_is_exception(result) || vm_is_exception(run(isolate, "log.push('C')"))) return vm_exception();
    return result;
}

// B14: an outermost call from the host returns before its continuations, which wait for the boundary.
static void b14_no_drain_on_return_of_the_outermost_call(void) {
    uint64_t before = drains();
    CHECK(!vm_is_exception(vm_call(vm, function("handler"), vm_undefined(), 0, NULL)));
    CHECK_TEXT(vm, run(vm, "log.push('host'), log.join()"), "entered,host");
    CHECK(!vm_is_exception(vm_call(vm, function("handler"), vm_undefined(), 0, NULL)));
    CHECK_TEXT(vm, run(vm, "log.join()"), "entered,host,entered");
    CHECK(drains() == before);
    vm_loop_mark(vm); // with no script on the stack this is a boundary
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "entered,host,entered,continued,continued");
    CHECK(drains() == before + 1);
}

// B7: the code after a call that calls back synchronously runs before the continuation, at any depth.
static void b7_the_callers_code_runs_first(void) {
    CHECK(!vm_is_exception(run(vm, "setImmediate(() => { callBack(() => { callBack(() => { handler(); "
                                   "log.push('inner') }); log.push('middle') });"
                                   "log.push('outer') })")));
    CHECK(vm_loop_run(loop) == 0);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "entered,inner,C,middle,C,outer,continued");
}

// B13: callbacks that make nothing due cost no drain.
static void b13_nothing_marked_no_drain(void) {
    uint64_t before = drains();
    CHECK(!vm_is_exception(
        run(vm, "for (let i = 0; i < 100; i++) setImmediate(() => log.push(i)); setTimeout(() => { }, 1)")));
    CHECK(vm_loop_run(loop) == 0);
    CHECK_TEXT(vm, run(vm, "log.splice(0).length"), "100");
    vm_loop_mark(vm);
    CHECK(drains() == before);
}

// B4: an event of the host enters an async handler; its first continuation follows at the boundary behind the
// event, before the next callback of the loop.
static void on_event(void *data) {
    CHECK(!vm_is_exception(vm_call(vm, function("handler"), vm_undefined(), 0, NULL)));
    CHECK(!vm_is_exception(run(vm, "log.push('event')")));
    vm_loop_mark(vm);
    (*(int *)data)++;
}

static void b4_continuations_follow_the_event(void) {
    int events = 0;
    CHECK(!vm_loop_post(loop, on_event, &events) && !vm_loop_post(loop, on_event, &events));
    CHECK(vm_loop_run(loop) == 0 && events == 2);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "entered,event,continued,entered,event,continued");
}

// B3 and B18: a promise that script awaits is settled from C, on the loop's thread by a post from another.
static void settle(void *data) {
    vm_value resolve = function("resolve");
    CHECK(!vm_is_exception(vm_call(vm, resolve, vm_undefined(), 1, (vm_value[]){vm_int(*(int *)data)})));
    CHECK(!vm_is_exception(run(vm, "log.push('settled')")));
    vm_loop_mark(vm);
}

static void *settle_later(void *data) {
    CHECK(!vm_loop_post(loop, settle, data));
    return NULL;
}

static void b18_settle_from_c_and_from_a_thread(void) {
    int number = 7;
    CHECK(!vm_is_exception(
        run(vm, "var resolve; (async () => { log.push(await new Promise((r) => resolve = r)) })()")));
    vm_loop_mark(vm);
    settle(&number);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "settled,7");
    CHECK(!vm_is_exception(
        run(vm, "(async () => { log.push(await new Promise((r) => resolve = r)); clearTimeout(t) })();"
                "var t = setTimeout(() => { }, 60000)")));
    vm_loop_mark(vm);
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, settle_later, &number));
    CHECK(vm_loop_run(loop) == 0);
    pthread_join(thread, NULL);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "settled,7");
}

static void *turn_elsewhere(void *data) {
    *(int *)data = vm_loop_poll(loop, 0);
    return NULL;
}

static void b18_turning_on_a_wrong_thread_is_an_error(void) {
    int result = 0;
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, turn_elsewhere, &result));
    pthread_join(thread, NULL);
    CHECK(result < 0);
}

int main(void) {
    loop = vm_loop_new();
    vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, NULL));
    CHECK(vm_set(vm, vm_global(vm), "callBack", vm_function(vm, call_back, "callBack", 1, NULL)));
    CHECK(!vm_is_exception(run(vm, "var log = []; async function handler() { log.push('entered'); await "
                                   "null; log.push('continued') }")));
    b14_no_drain_on_return_of_the_outermost_call();
    b7_the_callers_code_runs_first();
    b13_nothing_marked_no_drain();
    b4_continuations_follow_the_event();
    b18_settle_from_c_and_from_a_thread();
    b18_turning_on_a_wrong_thread_is_an_error();
    vm_loop_detach(vm);
    vm_destroy(vm);
    return vm_loop_free(loop);
}
