// A host that drives: polls with a frame, waits for the loop's handle, posts from a thread; two isolates on
// one loop.
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
#include <vm_runtime.h>

#include "support.h"

static vm_isolate *vm;
static int posted, uncaught;

static void on_post(void *data) {
    posted++;
    vm_value f = vm_get(vm, vm_global(vm), "onPost");
    CHECK(!vm_is_exception(vm_call(vm, f, vm_undefined(), 1, (vm_value[]){vm_int(*(int *)data)})));
    vm_loop_mark(vm);
}

static void *post(void *data) {
    static int number = 5;
    usleep(5000);
    CHECK(!vm_loop_post(data, on_post, &number));
    return NULL;
}

static void on_uncaught(vm_isolate *isolate, vm_value error, bool in_promise, void *data) {
    (void)data;
    CHECK_TEXT(isolate, error, in_promise ? "Error: rejected" : "Error: thrown");
    uncaught++;
}

static vm_value start(vm_isolate *isolate, const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "program.js"};
    return vm_run_source(isolate, &source, VM_DETECT);
}

int main(void) {
    vm_loop *loop = vm_loop_new();
    vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, &(vm_attach_options){.uncaught = on_uncaught}));
    CHECK(vm_loop_of(vm) == loop && !vm_loop_is_alive(loop));

    // Frames: one poll each.
    CHECK(!vm_is_exception(start(
        vm,
        "var log = []; setTimeout(() => log.push('timeout'), 100); setImmediate(() => log.push('immediate'));"
        "Promise.resolve().then(() => log.push('micro')); process.nextTick(() => log.push('tick'))")));
    while (vm_loop_poll(loop, 2000000) > 0)
        ;
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "tick,micro,immediate,timeout");

    // The handle tells when a turn has work.
    intptr_t handle;
    CHECK(!vm_loop_handle(loop, &handle));
    CHECK(!vm_is_exception(start(
        vm, "let n = 0; const i = setInterval(() => { log.push(++n); if (n === 3) clearInterval(i) }, 2)")));
    int turns = 0;
    while (vm_loop_is_alive(loop)) {
        struct pollfd p = {.fd = (int)handle, .events = POLLIN};
        CHECK(poll(&p, 1, 2000) == 1);
        CHECK(vm_loop_run_for(loop, 1000000) >= 0 && ++turns < 20);
    }
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "1,2,3");

    // Posts from another thread; errors go to the host and the rest goes on.
    CHECK(!vm_is_exception(start(vm, "globalThis.onPost = async n => { log.push('posted', n); await null; "
                                     "log.push('after'); clearTimeout(t) };"
                                     "var t = setTimeout(() => { }, 5000);"
                                     "setTimeout(() => { throw new Error('thrown') }, 1); setTimeout(() => "
                                     "Promise.reject(new Error('rejected')), 1)")));
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, post, loop));
    CHECK(vm_loop_run(loop) == 0 && posted == 1 && uncaught == 2);
    pthread_join(thread, NULL);
    CHECK_TEXT(vm, run(vm, "log.splice(0).join()"), "posted,5,after");

    // Two isolates take turns; a detached one loses its timers.
    vm_isolate *other = vm_create(NULL);
    CHECK(vm_loop_attach(loop, other, NULL));
    CHECK(!vm_is_exception(start(other, "var done = 0; setTimeout(() => done++, 1); setTimeout(() => done++, "
                                        "60000); setImmediate(() => done++)")));
    CHECK(!vm_is_exception(start(vm, "setTimeout(() => log.push('mine'), 3)")));
    for (int i = 0; i < 100 && vm_as_int(run(other, "done")) < 2; i++)
        vm_loop_poll(loop, 5000000);
    CHECK_TEXT(other, run(other, "done"), "2");
    vm_loop_detach(other);
    vm_destroy(other);
    CHECK(vm_loop_run(loop) == 0);
    CHECK_TEXT(vm, run(vm, "log.join()"), "mine");

    size_t length;
    char *text = vm_inspect(vm, run(vm, "[1, { a: 'x' }]"), &length);
    CHECK(text && !strcmp(text, "[ 1, { a: 'x' } ]") && length == strlen(text));
    vm_free(vm, text);
    int code = -1;
    CHECK(!vm_is_exiting(vm, &code) && code == 0);
    CHECK(vm_is_exception(start(vm, "process.on('exit', c => log.push('exit' + c)); process.exit(3)")));
    CHECK(vm_is_exiting(vm, &code) && code == 3);
    vm_loop_detach(vm);
    vm_destroy(vm);
    CHECK(vm_loop_free(loop) == 0);
    return 0;
}
