// Interrupts from another thread, deadlines, termination: no handler runs, the isolate is usable afterwards.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

static vm_isolate *vm;
static int hook_calls;

static bool hook(vm_isolate *isolate, void *data) {
    hook_calls++;
    CHECK(isolate == vm);
    return data == NULL;
}

static void *call_later(void *data) {
    usleep(20000);
    ((void (*)(vm_isolate *))data)(vm);
    return NULL;
}

static void later(pthread_t *thread, void (*call)(vm_isolate *)) {
    CHECK(!pthread_create(thread, NULL, call_later, (void *)call));
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void expect_stop(const char *text, vm_termination_reason reason) {
    CHECK(vm_is_exception(run(vm, text)));
    CHECK(vm_termination(vm) == reason);
    CHECK(vm_is_undefined(vm_take_exception(vm)));
    CHECK(vm_is_exception(run(vm, "1"))); // unusable until it is cleared
    vm_clear_termination(vm);
    CHECK(vm_termination(vm) == VM_NOT_TERMINATED);
    CHECK_TEXT(vm, run(vm, "1 + 1"), "2");
}

int main(void) {
    pthread_t thread;
    vm = vm_create(NULL);
    vm_set_interrupt_hook(vm, hook, NULL);
    CHECK_TEXT(vm, run(vm, "var caught = 0; 0"), "0");

    // The hook runs within script that goes on.
    later(&thread, vm_interrupt);
    CHECK_TEXT(vm, run(vm, "var n = 0; for (let i = 0; i < 4e7 / 10; i++) n++; n > 0"), "true");
    pthread_join(thread, NULL);
    CHECK_TEXT(vm, run(vm, "for (let i = 0; i < 10; i++); 'ran'"), "ran");
    CHECK(hook_calls == 1);

    static const char *const endless[] = {
        "for (;;);",
        "try { for (;;) { n++; } } catch { caught++ } finally { caught++ }",
        "(function f() { try { for (;;) [1, 2].map(x => x) } finally { caught++ } })()",
        "[...Array(1e6).keys()].sort((a, b) => { for (;;); })",
        "function* g() { try { for (;;) yield 1 } finally { caught++ } } for (const x of g()) ;",
        "class A { static { while (true) { } } }",
        "'x'.repeat(1e6).split('').map(() => { for (;;); })",
        "(async () => { try { for (;;); } catch { caught++ } })()",
    };
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        double began = now();
        vm_set_deadline(vm, 30000000);
        expect_stop(endless[i], VM_TERMINATED_BY_DEADLINE);
        CHECK(now() - began < 5);
    }
    later(&thread, vm_terminate);
    expect_stop("for (;;);", VM_TERMINATED);
    pthread_join(thread, NULL);

    vm_set_interrupt_hook(vm, hook, vm); // now it says stop
    later(&thread, vm_interrupt);
    expect_stop("try { for (;;); } finally { caught++ }", VM_TERMINATED);
    pthread_join(thread, NULL);

    // Jobs that never end, and jobs that are left over.
    vm_set_interrupt_hook(vm, NULL, NULL);
    CHECK_TEXT(vm, run(vm, "(function again() { Promise.resolve().then(again) })(); 0"), "0");
    vm_set_deadline(vm, 20000000);
    CHECK(!vm_drain(vm, false));
    CHECK(vm_termination(vm) == VM_TERMINATED_BY_DEADLINE);
    vm_clear_termination(vm);
    CHECK_TEXT(vm, run(vm, "caught"), "0");
    CHECK(!vm_verify(vm));
    vm_destroy(vm);
    return 0;
}
