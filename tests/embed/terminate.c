// Another thread stops whatever runs: loops, recursion, and the long natives; no handler of the script runs.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <vm.h>

static const char *const programs[] = {
    "for (;;) {}",
    "let i = 0; while (true) i++",
    "do {} while (1)",
    "function f() { return f() } for (;;) try { f() } catch {}",
    "for (;;) { try { for (;;) {} } catch (e) {} finally { for (;;) {} } }",
    "function* g() { for (;;) yield 1 } for (const x of g()) {}",
    "const p = () => Promise.resolve().then(p); p()",
    "(async () => { for (;;) await null })()",
    "const o = { get x() { return this.x } }; for (;;) try { o.x } catch {}",
    "Array.from({ length: 1e9 }, () => 1)",
    "const a = Array.from({ length: 3e5 }, (_, i) => i * 7919 % 100003); for (;;) a.sort((x, y) => x - y)",
    "const a = Array.from({ length: 3e5 }, (_, i) => 's' + i * 7919 % 100003); for (;;) a.sort()",
    "new Array(4294967295).indexOf(1); for (;;) {}",
    "new Array(4294967295).join('')",
    "const a = new Array(4294967295); a.forEach(() => {}); for (;;) {}",
    "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    "const s = 'a'.repeat(5e7) + 'b'; for (;;) s.indexOf('ab'.repeat(2000))",
    "for (;;) 'ab'.repeat(1e6).split('')",
    "const m = new Map(Array.from({ length: 1e5 }, (_, i) => [i, i])); for (;;) m.forEach(() => {})",
    "for (;;) new Function('x'.repeat(100) + '=1;')()",
    "Reflect.apply(Array.prototype.fill, { length: 2 ** 53 - 1 }, [0])",
    "class A { static { for (;;) {} } }",
    "for (;;) Object.keys(Array.from({ length: 1e5 }))",
    "[1].reduce.call({ length: 2 ** 53 - 1, 0: 1 }, (a, b) => a)",
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

struct stopper {
    vm_isolate *vm;
    double stopped_at;
};

static void *stop_soon(void *data) {
    struct stopper *stopper = data;
    nanosleep(&(struct timespec){.tv_nsec = 30 * 1000 * 1000}, NULL);
    stopper->stopped_at = now();
    vm_terminate(stopper->vm);
    return NULL;
}

int main(int argc, char **argv) {
    (void)argv;
    int wrong = 0;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        vm_isolate *vm = vm_create(NULL);
        if (vm == NULL) return 1;
        struct stopper stopper = {.vm = vm};
        pthread_t thread;
        pthread_create(&thread, NULL, stop_soon, &stopper);
        vm_source source = {.text = programs[i], .length = strlen(programs[i])};
        bool ended = !vm_is_exception(vm_eval(vm, &source)) && vm_drain(vm, false);
        double ended_at = now();
        pthread_join(thread, NULL);
        if (ended || vm_termination(vm) != VM_TERMINATED) {
            vm_error_info info;
            vm_error_describe(vm, vm_take_exception(vm), &info);
            printf("not terminated: %s: %s\n", programs[i], info.message != NULL ? info.message : "");
            vm_error_info_free(vm, &info);
            wrong++;
        }
        if (argc > 1) printf("%7.2f ms  %s\n", ended_at - stopper.stopped_at, programs[i]);
        vm_clear_termination(vm);
        source = (vm_source){.text = "40 + 2", .length = 6};
        vm_value result = vm_eval(vm, &source);
        if (!vm_is_int(result) || vm_as_int(result) != 42)
            printf("unusable after %s\n", programs[i]), wrong++;
        vm_destroy(vm);
    }
    if (wrong == 0) printf("all were stopped\n");
    return wrong != 0;
}
// prints: all were stopped
