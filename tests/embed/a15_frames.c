// Row A15: a host that drives a loop by its frames, and what it can ask: ticks, the next deadline, what keeps
// the loop alive, statistics.
#define _GNU_SOURCE
#include <time.h>
#include <vm_runtime.h>

#include "support.h"

static vm_isolate *vm;
static vm_loop *loop;

static vm_value start(const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "program.js"};
    vm_value result = vm_run_source(vm, &source, VM_DETECT);
    vm_loop_mark(vm);
    return result;
}

static int reports;

static void on_uncaught(vm_isolate *isolate, vm_value error, bool in_promise, void *data) {
    (void)isolate, (void)error, (void)in_promise, (void)data;
    reports++;
}

struct seen {
    int timers, intervals, immediates, handles;
    char last_handle[32];
};

static void see(const char *kind, const char *name, void *data) {
    struct seen *seen = data;
    seen->timers += !strcmp(kind, "timer");
    seen->intervals += !strcmp(kind, "interval");
    seen->immediates += !strcmp(kind, "immediate");
    if (!strcmp(kind, "handle")) {
        seen->handles++;
        snprintf(seen->last_handle, sizeof seen->last_handle, "%s", name);
    }
}

// Ticks come in the order of setting, with continuations between them; one that is set or cleared meanwhile
// counts from the next frame on; what is due on the loop comes behind them.
static void ticks_come_in_order(void) {
    CHECK(!vm_is_exception(start(
        "var log = []; const { setTick, clearTick } = require('vm:frames'); var handles = [];"
        "handles.push(setTick((name) => { log.push(name); Promise.resolve().then(() => log.push('micro'));"
        "    process.nextTick(() => log.push('tick')); setImmediate(() => log.push('immediate')) }, "
        "'first'));"
        "handles.push(setTick(function () { log.push('second', this === handles[1]); throw new Error('mine') "
        "}));"
        "handles.push(setTick(() => { log.push('third'); clearTick(handles[2]); clearTick(handles[2]);"
        "    setTick(() => log.push('fourth')) }));"
        "handles.push(setTick(() => log.push('never'))); clearTick(handles[3]);"
        "for (const nothing of [undefined, null, 1, {}, Symbol()]) clearTick(nothing)")));
    CHECK(!vm_loop_is_alive(loop)); // ticks do not keep it so
    CHECK(vm_loop_tick(loop) == 0 && reports == 1);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "first,tick,micro,second,true,third,immediate");
    CHECK(vm_loop_poll(loop, 0) == 0); // no frame
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "");
    CHECK(vm_loop_tick(loop) == 0 && reports == 2);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "first,tick,micro,second,true,fourth,immediate");
    CHECK(vm_is_exception(start("require('vm:frames').setTick(1)")));
    (void)vm_take_exception(vm);
}

// One turn a frame: order exact and nothing lost, however late the frames come.
static void frames_lose_nothing(void) {
    CHECK(!vm_is_exception(
        start("var log = []; for (let i = 0; i < 3; i++) setTimeout(() => { log.push('t' + i);"
              "    setImmediate(() => log.push('i' + i)) }, 1 + i)")));
    for (int frame = 0; frame < 4; frame++) {
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        CHECK(vm_loop_tick(loop) >= 0);
    }
    CHECK_TEXT(vm, run(vm, "log.filter((entry) => /^[ti][0-9]/.test(entry)).sort().join()"),
               "i0,i1,i2,t0,t1,t2");
    CHECK_TEXT(vm,
               run(vm, "log.indexOf('t0') < log.indexOf('t1') && log.indexOf('t1') < log.indexOf('t2') &&"
                       "log.indexOf('i0') < log.indexOf('i1') && log.indexOf('i1') < log.indexOf('i2')"),
               "true");
}

static void the_loop_tells_what_it_waits_for(void) {
    CHECK(vm_loop_next_deadline(loop) == VM_LOOP_NEVER && vm_loop_why_alive(loop, NULL, NULL) == 0);
    uint64_t before = vm_loop_now(loop);
    CHECK(!vm_is_exception(start("var t = setTimeout(() => { }, 60000), i = setInterval(() => { }, 90000);"
                                 "setTimeout(() => { }, 1000).unref();"
                                 "var server = require('net').createServer().listen(0, '127.0.0.1')")));
    uint64_t deadline = vm_loop_next_deadline(loop), after = vm_loop_now(loop);
    CHECK(deadline == 0 || (deadline >= before + 1000000000 && deadline <= after + 1000000000));
    CHECK(vm_loop_poll(loop, 0) == 1);
    deadline = vm_loop_next_deadline(loop);
    CHECK(deadline >= before + 1000000000 && deadline <= after + 1000000000); // the unreferenced one counts
    struct seen seen = {0};
    CHECK(vm_loop_why_alive(loop, see, &seen) == 3);
    CHECK(seen.timers == 1 && seen.intervals == 1 && seen.handles == 1 && seen.last_handle[0]);
    CHECK(!vm_is_exception(start("setImmediate(() => { })")));
    CHECK(vm_loop_next_deadline(loop) == 0);
    seen = (struct seen){0};
    CHECK(vm_loop_why_alive(loop, see, &seen) == 4 && seen.immediates == 1);
    CHECK(!vm_is_exception(start("clearTimeout(t); clearInterval(i); server.close()")));
    while (vm_loop_poll(loop, 1000000) > 0)
        ;
    CHECK(vm_loop_why_alive(loop, see, &seen) == 0);
}

// What is idle sleeps in one wait: no turn, no wake-up.
static void idling_costs_no_wake_up(void) {
    vm_loop_statistics a, b;
    vm_loop_measure(loop, true);
    CHECK(!vm_is_exception(
        start("var t = setTimeout(() => { for (const end = Date.now() + 3; Date.now() < end;); }, 50)")));
    CHECK(vm_loop_poll(loop, 0) == 1);
    vm_loop_get_statistics(loop, &a);
    CHECK(vm_loop_run(loop) == 0);
    vm_loop_get_statistics(loop, &b);
    CHECK(b.timers == a.timers + 1 && b.callbacks == a.callbacks + 1);
    CHECK(b.waits == a.waits + 1 && b.turns <= a.turns + 2);
    CHECK(b.longest_callback_ns >= 2000000);
    vm_loop_measure(loop, false);
}

int main(void) {
    loop = vm_loop_new();
    vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, &(vm_attach_options){.uncaught = on_uncaught}));
    ticks_come_in_order();
    frames_lose_nothing();
    CHECK(!vm_is_exception(start("handles.forEach(clearTick)")));
    the_loop_tells_what_it_waits_for();
    idling_costs_no_wake_up();
    vm_loop_detach(vm); // one tick is left
    CHECK(vm_loop_tick(loop) == 0);
    vm_destroy(vm);
    CHECK(vm_loop_free(loop) == 0);
    return 0;
}
