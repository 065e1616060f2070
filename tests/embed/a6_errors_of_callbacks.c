// Rows A6, A7, A8 and B9: what callbacks of a hosted isolate throw or reject is reported once each, with a
// stack that begins at the script's line and shows nothing of the runtime, and everything else goes on.
#include <vm_runtime.h>

#include "support.h"

static vm_isolate *vm;
static int reports;
static char last[4096];
static bool last_in_promise;

static void on_uncaught(vm_isolate *isolate, vm_value error, bool in_promise, void *data) {
    (void)data;
    reports++;
    last_in_promise = in_promise;
    vm_value stack = vm_get(isolate, error, "stack");
    snprintf(last, sizeof last, "%s", text_of(isolate, vm_is_string(stack) ? stack : error));
}

static void play(vm_loop *loop, const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "program.js"};
    reports = 0;
    last[0] = 0;
    CHECK(!vm_is_exception(vm_run_source(vm, &source, VM_DETECT)));
    vm_loop_mark(vm);
    CHECK(vm_loop_run(loop) == 0);
}

#define LOG() run(vm, "log.splice(0).join()")

static void a6_a_throw_is_reported_once_and_the_rest_runs(vm_loop *loop) {
    static const char *const starters[] = {"setImmediate(f)", "setTimeout(f, 1)", "process.nextTick(f)",
                                           "queueMicrotask(f)"};
    for (int i = 0; i < 4; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "var log = [];\nfunction f() {\n  log.push('thrown');\n  throw new Error('mine');\n}\n%s;\n"
                 "setImmediate(() => log.push('next')); setTimeout(() => log.push('later'), 2);",
                 starters[i]);
        play(loop, text);
        CHECK(reports == 1 && !last_in_promise);
        const char *frame = strchr(last, '\n');
        CHECK(!strncmp(last, "Error: mine\n", 12) && strstr(frame, "f (program.js:4:9)"));
        CHECK(!strchr(frame + 1, '\n')); // no other frame
        CHECK_TEXT(vm, run(vm, "log.sort().join()"), "later,next,thrown");
    }
    // An interval goes on.
    play(loop,
         "var log = []; const i = setInterval(() => { log.push(1); if (log.length === 3) clearInterval(i);"
         "throw new Error('again') }, 1)");
    CHECK(reports == 3);
    CHECK_TEXT(vm, LOG(), "1,1,1");
}

static void a7_an_async_callback_that_rejects_is_reported_once(vm_loop *loop) {
    play(loop, "var log = []; setImmediate(async () => { await null; throw new Error('async') });"
               "setImmediate(() => log.push('goes on')); setTimeout(() => log.push('later'), 1)");
    CHECK(reports == 1 && last_in_promise && !strncmp(last, "Error: async", 12));
    CHECK_TEXT(vm, LOG(), "goes on,later");
}

// C functions and events in a callback; after a throw through them the next callback finds everything as it
// was.
static vm_value call_back(vm_isolate *isolate, vm_value *frame, uint32_t argc) {
    return vm_call(isolate, vm_argument(frame, argc, 0), vm_undefined(), 0, NULL);
}

static void a8_calls_through_c_and_events_are_unwound(vm_loop *loop) {
    CHECK(vm_set(vm, vm_global(vm), "callBack", vm_function(vm, call_back, "callBack", 1, NULL)));
    play(loop, "var log = []; const { EventEmitter } = require('events'), e = new EventEmitter();"
               "const { AsyncLocalStorage } = require('async_hooks'), s = new AsyncLocalStorage();"
               "e.on('x', () => callBack(() => { log.push(s.getStore()); throw new Error('deep') }));"
               "setImmediate(() => s.run('inside', () => callBack(() => e.emit('x'))));"
               "setImmediate(() => { log.push(s.getStore()); callBack(() => log.push('works')) })");
    CHECK(reports == 1 && strstr(last, "deep"));
    CHECK_TEXT(vm, LOG(), "inside,,works");
}

static void b9_a_handler_in_the_same_turn_is_in_time(vm_loop *loop) {
    play(loop, "var log = []; setImmediate(() => { const p = Promise.reject(new Error('handled'));"
               "process.nextTick(() => queueMicrotask(() => p.catch(() => log.push('caught')))) });"
               "setImmediate(async () => { const p = (async () => { throw new Error('awaited') })();"
               "try { await p } catch { log.push('awaited') } });"
               "setImmediate(() => Promise.all([Promise.reject(1), Promise.reject(2)]).catch(() => "
               "log.push('all')))");
    CHECK(reports == 0);
    CHECK_TEXT(vm, run(vm, "log.sort().join()"), "all,awaited,caught");
    play(loop, "Promise.all([Promise.reject(new Error('one')), Promise.reject(new Error('two'))])");
    CHECK(reports == 1 && last_in_promise && !strncmp(last, "Error: one", 10));
}

int main(void) {
    vm_loop *loop = vm_loop_new();
    vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, &(vm_attach_options){.uncaught = on_uncaught}));
    a6_a_throw_is_reported_once_and_the_rest_runs(loop);
    a7_an_async_callback_that_rejects_is_reported_once(loop);
    a8_calls_through_c_and_events_are_unwound(loop);
    b9_a_handler_in_the_same_turn_is_in_time(loop);
    vm_loop_detach(vm);
    vm_destroy(vm);
    return vm_loop_free(loop);
}
