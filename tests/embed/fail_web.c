// The web's globals while memory fails: every seventh allocation of a program that uses them is refused in
// turn. The program ends with an error about memory or, where it handles the error itself, goes on; nothing
// crashes or is lost. args(stress): 701
#include <vm_runtime.h>

#include "support.h"

static const char program[] =
    "structuredClone({a: [1, {b: 'text'.repeat(40)}], m: new Map([[{}, new Set([1n])]]), e: new "
    "TypeError('x')});"
    "const bytes = new TextEncoder().encode('h\\u00e9llo \\u20ac'.repeat(50));"
    "for (const label of ['utf-8', 'utf-16le', 'latin1']) new TextDecoder(label).decode(bytes);"
    "atob(btoa('abc'.repeat(100)));"
    "crypto.randomUUID();"
    "crypto.getRandomValues(new Uint8Array(100));"
    "crypto.subtle.digest('SHA-512', bytes);"
    "let calls = 0;"
    "const controller = new AbortController();"
    "const any = AbortSignal.any([controller.signal, AbortSignal.timeout(1000)]);"
    "any.addEventListener('abort', () => calls++, {once: true});"
    "const target = new EventTarget();"
    "target.addEventListener('x', () => calls++, {signal: controller.signal});"
    "target.dispatchEvent(new Event('x'));"
    "controller.abort();"
    "performance.mark('a');"
    "performance.measure('m', 'a');"
    "performance.getEntries();"
    "try { structuredClone(() => {}); } catch (error) { calls += error.code === 25 ? 10 : 0; }"
    "try { atob('*'); } catch (error) { calls += error.code === 5 ? 100 : 0; }"
    "calls";

static void ignore(vm_isolate *vm, vm_value error, bool in_promise, void *data) {
    (void)vm, (void)error, (void)in_promise, (void)data;
}

// Whether an allocation failed.
static bool run_failing(uint64_t n) {
    vm_loop *loop = vm_loop_new();
    vm_isolate *vm = vm_create(NULL);
    vm_attach_options options = {.uncaught = ignore};
    CHECK(loop && vm && vm_loop_attach(loop, vm, &options));
    vm_fail_allocation(vm, n);
    vm_value result = run(vm, program);
    bool failed = vm_allocation_failed(vm);
    vm_fail_allocation(vm, 0);
    if (vm_is_exception(result)) {
        vm_value error = vm_take_exception(vm);
        CHECK(failed);
        CHECK_TEXT(vm, vm_get(vm, error, "name"), "RangeError");
    } else if (!failed) {
        CHECK_TEXT(vm, result, "112");
    }
    CHECK(!vm_verify(vm));
    CHECK(vm_loop_run_for(loop, 1000000) >= 0);
    vm_loop_detach(vm);
    vm_destroy(vm);
    CHECK(!vm_loop_free(loop));
    return failed;
}

int main(int argc, char **argv) {
    uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 7;
    CHECK(step);
    for (uint64_t n = 1; run_failing(n); n += step) {
        CHECK(n < 1000000);
    }
    return 0;
}
