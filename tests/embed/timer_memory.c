// What pending timers and immediates take, and that nothing is left of them, by the engine's own count.
// args(stress): 2000
#include <vm_runtime.h>

#include "support.h"

static vm_isolate *vm;

static size_t used_bytes(void) {
    vm_statistics statistics;
    vm_collect(vm);
    vm_get_statistics(vm, &statistics);
    return statistics.used_bytes;
}

static void call(const char *name, int argument) {
    vm_value f = vm_get(vm, vm_global(vm), name), value = vm_int(argument);
    CHECK(!vm_is_exception(vm_call(vm, f, vm_undefined(), 1, &value)));
}

static int fired(void) { return vm_as_int(vm_get(vm, vm_global(vm), "fired")); }

// Bytes of each of `count` handles that `function` makes; they stay pending.
static double bytes_each(const char *function, int count) {
    size_t before = used_bytes();
    call(function, count);
    return (double)(used_bytes() - before) / count;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 250000;
    vm_loop *loop = vm_loop_new();
    vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, NULL));
    CHECK_TEXT(vm,
               run(vm, "var fired = 0;"
                       "const fire = () => { fired++; };"
                       "function timeouts(n) { while (n--) setTimeout(fire, 1e8).unref(); }"
                       "function timeouts4(n) { while (n--) setTimeout(fire, 1e8, n, 1, 2, 3).unref(); }"
                       "function immediates(n) { while (n--) setImmediate(fire); }"
                       "function half(n) {"
                       "  for (; n; n -= 2) { const a = setImmediate(fire), b = setImmediate(fire);"
                       "    clearImmediate(n % 4 ? a : b); } } 'ready'"),
               "ready");

    // A first round makes what is made once.
    bytes_each("timeouts", count);
    double none = bytes_each("timeouts", count), four = bytes_each("timeouts4", count);
    printf("bytes of a pending timer: %.1f, with four arguments %.1f\n", none, four);
    if (argc == 1) CHECK(none >= 90 && none <= 104 && four >= 120 && four <= 136);
    bytes_each("immediates", count);
    double immediate = bytes_each("immediates", count);
    printf("of an immediate: %.1f\n", immediate);
    if (argc == 1) CHECK(immediate >= 76 && immediate <= 88);
    CHECK(fired() == 0);
    vm_loop_poll(loop, 0);
    CHECK(fired() == 2 * count);

    // Rounds of immediates, half of them cleared: the memory stays as it is.
    size_t first = 0;
    for (int round = 1; round <= 6; round++) {
        int before = fired();
        call("half", count);
        while (vm_loop_poll(loop, 0) > 0)
            ;
        CHECK(fired() == before + count / 2);
        size_t used = used_bytes();
        if (round == 2) first = used;
        if (round > 2) CHECK(used <= first + (64 << 10) && first <= used + (64 << 10));
    }
    CHECK(!vm_verify(vm));
    vm_loop_detach(vm);
    vm_destroy(vm);
    CHECK(!vm_loop_free(loop));
    return 0;
}
