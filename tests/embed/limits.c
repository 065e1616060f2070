// Memory and stack limits are errors of the language; the isolate and the host go on.
#include "support.h"

int main(void) {
    vm_options options = {.memory_limit = 24 << 20};
    vm_isolate *vm = vm_create(&options);
    vm_statistics before, after;
    vm_get_statistics(vm, &before);
    CHECK(before.limit_bytes == 24 << 20 && before.used_bytes > 0 && before.used_bytes < 4 << 20);
    static const char *const greedy[] = {
        "const a = []; for (;;) a.push({ x: a.length });",
        "let s = 'x'; for (;;) s += s + 'y';",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, i);",
        "const a = []; for (;;) a.push('text'.repeat(1000) + a.length);",
        "const a = new Array(1e8).fill(0); a.length",
        "let o = {}; for (let i = 0; ; i++) o['k' + i] = i;",
        "let c = null; for (;;) { const d = c; c = () => d; }",
    };
    for (size_t i = 0; i < sizeof greedy / sizeof *greedy; i++) {
        char text[300];
        snprintf(text, sizeof text, "(() => { try { %s } catch (e) { return e.name } })()", greedy[i]);
        CHECK_TEXT(vm, run(vm, text), "RangeError");
        CHECK(vm_termination(vm) == VM_NOT_TERMINATED);
        CHECK_TEXT(vm, run(vm, "[1, 2, 3].map(x => x * 2).join()"), "2,4,6");
    }
    vm_collect(vm);
    vm_get_statistics(vm, &after);
    CHECK(after.used_bytes < 12 << 20 && after.full_collections > before.full_collections);

    static const char *const deep[] = {
        "function f() { return f() + 1 } f()",
        "const o = { get x() { return this.x } }; o.x",
        "const o = { toString() { return '' + this } }; '' + o",
        "class A { constructor() { new A } } new A",
        "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)",
        "(function f() { [1].map(f) })()",
        "function* g() { yield* g() } g().next()",
        "(function f() { [2, 1].sort(f) })()",
    };
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "(() => { try { return eval_(() => { %s }) } catch (e) { return e.name } })()", deep[i]);
        CHECK_TEXT(vm, run(vm, "var eval_ = f => f(); 0"), "0");
        CHECK_TEXT(vm, run(vm, text), "RangeError");
    }
    vm_set_memory_limit(vm, 0);
    CHECK_TEXT(vm, run(vm, "new Array(3e6).fill(1).length"), "3000000");
    vm_destroy(vm);
    return 0;
}
