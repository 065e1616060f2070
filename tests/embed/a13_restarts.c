// Rows A13 and A14, as far as the loop goes: isolates that are stopped and started again from outside, that
// end themselves inside each kind of callback, and that are taken off the loop by the callback of another
// one, always with callbacks of every kind due.
#include <stdint.h>
#include <vm_runtime.h>

#include "support.h"

#ifdef VM_STRESS
enum { RESTARTS = 64 };
#else
enum { RESTARTS = 1000 };
#endif

static vm_loop *loop;
static vm_isolate *stayer, *victim;
static int reports;

static void on_uncaught(vm_isolate *isolate, vm_value error, bool in_promise, void *data) {
    (void)isolate, (void)error, (void)in_promise, (void)data;
    reports++;
}

static vm_isolate *attached(void) {
    vm_isolate *vm = vm_create(NULL);
    CHECK(vm && vm_loop_attach(loop, vm, &(vm_attach_options){.uncaught = on_uncaught}));
    return vm;
}

static vm_value start(vm_isolate *vm, const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "program.js"};
    vm_value result = vm_run_source(vm, &source, VM_DETECT);
    vm_loop_mark(vm);
    return result;
}

static void end(vm_isolate *vm) {
    vm_loop_detach(vm);
    vm_destroy(vm);
}

static int count(vm_isolate *vm, const char *name) { return vm_as_int(vm_get(vm, vm_global(vm), name)); }

// Something of every kind, again and again.
#define BUSY                                                                                                 \
    "var calls = 0, count = () => { calls++ };"                                                              \
    "const again = () => { count(); setImmediate(again) }; again();"                                         \
    "const soon = () => { count(); setTimeout(soon) }; soon(); setInterval(count, 1);"                       \
    "const later = async () => { for (;;) { count(); await new Promise((r) => setImmediate(r)) } }; "        \
    "later();"                                                                                               \
    "const ticking = () => { count(); setImmediate(() => process.nextTick(ticking)) }; ticking();"           \
    "require('vm:frames').setTick(count);"

// A13: from outside, while immediates keep being queued; another isolate on the loop notices nothing.
static void a13_restarts_from_outside(void) {
    CHECK(!vm_is_exception(
        start(stayer, "var calls = 0; (function again() { calls++; setImmediate(again) })()")));
    for (int i = 0; i < RESTARTS; i++) {
        int before = count(stayer, "calls");
        vm_isolate *vm = attached();
        CHECK(!vm_is_exception(start(vm, BUSY)));
        for (int turns = i % 4; turns; turns--) {
            CHECK(vm_loop_tick(loop) == 1);
        }
        CHECK(count(vm, "calls") >= 4 + i % 4);
        end(vm);
        CHECK(vm_loop_poll(loop, 0) == 1);
        CHECK(count(stayer, "calls") == before + i % 4 + 1);
    }
}

// A14: process.exit in a callback ends the isolate after it: nothing of it runs any more, and the others go
// on.
static void a14_ends_itself_in_a_callback(void) {
    static const char *const places[] = {
        "setImmediate(finish)",
        "setTimeout(finish)",
        "setInterval(finish, 1)",
        "queueMicrotask(finish)",
        "process.nextTick(finish)",
        "Promise.reject(1).catch(finish)",
        "(async () => { await null; finish() })()",
        "setImmediate(() => new (require('events'))().once('x', finish).emit('x'))",
        "require('vm:frames').setTick(finish)",
        "require('fs').stat('/', finish)",
    };
    enum { PLACES = sizeof places / sizeof *places };
    for (int i = 0; i < RESTARTS; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "%s var ended = -1; function finish() { ended = calls; process.exit(3) } %s", BUSY,
                 places[i % PLACES]);
        vm_isolate *vm = attached();
        (void)vm_is_exception(start(vm, text)); // jobs may have ended it by now
        int code = 0;
        while (!vm_is_exiting(vm, &code)) {
            CHECK(vm_loop_tick(loop) >= 0);
        }
        CHECK(code == 3 && count(vm, "ended") == count(vm, "calls"));
        vm_loop_poll(loop, 0); // what was to stop the loop is used up
        int before = count(stayer, "calls");
        CHECK(vm_loop_poll(loop, 0) == 1 && count(stayer, "calls") == before + 1);
        CHECK(count(vm, "ended") == count(vm, "calls"));
        end(vm);
    }
}

// stop(): takes the victim off the loop, and destroys it.
static vm_value stop(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    if (victim) end(victim);
    victim = NULL;
    return vm_undefined();
}

static void stop_posted(void *data) {
    (void)data;
    if (victim) end(victim);
    victim = NULL;
}

// A14: in a callback of one isolate another is taken off, whose callbacks stand behind it in the same batch.
static void a14_taken_off_by_another(void) {
    static const char *const places[] = {
        "setImmediate(stop)",
        "setTimeout(stop)",
        "setInterval(stop, 1)",
        "queueMicrotask(stop)",
        "setImmediate(process.nextTick, stop)",
        "var { setTick, clearTick } = require('vm:frames'), t = setTick(() => { stop(); clearTick(t) })",
        "require('fs').stat('/', stop)",
        "0", // by a post
    };
    enum { PLACES = sizeof places / sizeof *places };
    for (int i = 0; i < RESTARTS; i++) {
        int place = i % PLACES;
        vm_isolate *vm = attached();
        CHECK(vm_set(vm, vm_global(vm), "stop", vm_function(vm, stop, "stop", 0, NULL)));
        victim = attached();
        bool first = i / PLACES % 2;
        if (first) CHECK(!vm_is_exception(start(victim, BUSY)));
        CHECK(!vm_is_exception(start(vm, places[place])));
        if (!first && victim) CHECK(!vm_is_exception(start(victim, BUSY)));
        if (place == PLACES - 1) CHECK(!vm_loop_post(loop, stop_posted, NULL));
        while (victim) {
            CHECK(vm_loop_tick(loop) == 1);
        }
        CHECK(vm_loop_tick(loop) == 1);
        end(vm);
    }
}

int main(void) {
    loop = vm_loop_new();
    CHECK(loop);
    stayer = attached();
    a13_restarts_from_outside();
    a14_ends_itself_in_a_callback();
    a14_taken_off_by_another();
    CHECK(reports == 0);
    end(stayer);
    CHECK(vm_loop_run(loop) == 0);
    return vm_loop_free(loop);
}
