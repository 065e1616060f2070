// vm_inspect: each allocation fails in turn, and the result is the text or an error; nothing is left pending.
#include <vm_runtime.h>

#include "support.h"

static const char program[] =
    "class Box { constructor() { this.self = this; this.list = Array.from({ length: 30 }, (_, i) => i) } get "
    "size() { "
    "return 1 } }\n"
    "const error = Object.assign(new TypeError('message', { cause: new Error('why') }), { code: 'E' });\n"
    "error.stack = 'TypeError: message\\n    at f (file.js:1:2)';\n"
    "({ box: new Box(), map: new Map([[{ a: 1 }, 'text'], ['k', new Set([1, 2])]]), error, date: new "
    "Date(0), re: /x/g,"
    "  bytes: new Uint8Array(3), long: 'line\\n'.repeat(30), [Symbol('s')]: [null, undefined, , -0, 5n, "
    "true],"
    "  f: Object.assign(() => {}, { a: 1 }), proxy: new Proxy({ b: { c: { d: {} } } }, {}), p: "
    "Promise.resolve(1),"
    "  bare: Object.create(Object.create(null)), boxed: Object('s'),"
    "  own: { [Symbol.for('nodejs.util.inspect.custom')]: (d, o) => o.stylize('styled', 'string') } })";

static char *inspect(vm_isolate *vm, vm_value value) {
    size_t length;
    return vm_inspect(vm, value, &length);
}

int main(void) {
    vm_loop *loop = vm_loop_new();
    vm_isolate *vm = vm_create(NULL);
    CHECK(loop && vm && vm_loop_attach(loop, vm, NULL));
    vm_value value = run(vm, program);
    char *whole = inspect(vm, value);
    CHECK(whole && strstr(whole, "own: styled") && strstr(whole, "<ref *1> Box"));
    int failures = 0;
    for (uint64_t n = 1;; n++) {
        vm_allocation_failed(vm);
        vm_fail_allocation(vm, n);
        char *text = inspect(vm, value);
        vm_fail_allocation(vm, 0);
        bool failed = vm_allocation_failed(vm);
        if (!text) {
            failures++;
            CHECK(vm_has_exception(vm));
            (void)vm_take_exception(vm);
        } else if (!failed) {
            CHECK(!strcmp(text, whole));
            vm_free(vm, text);
            break;
        }
        vm_free(vm, text);
    }
    CHECK(failures > 10);
    vm_free(vm, whole);
    vm_loop_detach(vm);
    vm_destroy(vm);
    vm_loop_free(loop);
    return 0;
}
