// Each allocation of a program fails in turn: it ends with its result or with an error, and the isolate goes
// on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vm.h>

static const char program[] =
    "class A { #x = 1; static s = [1, 2]; get x() { return this.#x } m(...r) { return r.length } }\n"
    "class B extends A { constructor() { super(); this.y = { ...{ a: 1 } } } m(...r) { return super.m(...r, "
    "1) } }\n"
    "function* g(n) { for (let i = 0; i < n; i++) yield () => i }\n"
    "let text = '', log = [];\n"
    "for (const f of g(5)) text += `${f()}-` + 'x'.repeat(100);\n"
    "const map = new Map(), set = new Set([1, 'two', 3.5]);\n"
    "for (let i = 0; i < 40; i++) map.set('key' + i, { i });\n"
    "const { a = 5, ...rest } = { b: 2, c: 3 }, [p, , ...q] = 'abcdef';\n"
    "const o = {}; for (let i = 0; i < 60; i++) o['k' + i] = i; delete o.k3;\n"
    "try { null.x } catch (e) { log.push(e.stack.length > 0) }\n"
    "try { throw new RangeError('m', { cause: 1 }) } catch ({ message }) { log.push(message) }\n"
    "log.push([3, 1, 2].sort((u, v) => u - v).map(String).join(), new B().m(1, 2), Object.keys(rest).join(), "
    "q.join(''));\n"
    "log.push(text.split('-').length, (0.1).toFixed(20), parseInt('12px'), [...map].length, "
    "Symbol('s').toString());\n"
    "const later = (async () => { await null; try { await Promise.reject(new Error('r')) } catch (e) { "
    "log.push(e.message) }\n"
    "    for await (const v of (async function* () { yield 1; yield 2 })()) log.push(v); return "
    "log.join('|') })();\n"
    "new Function('x', 'return x * 2')(21) + ':' + log.join('|') + ':' + set.size;";

static void fail(uint64_t n, const char *what) {
    printf("allocation %llu: %s\n", (unsigned long long)n, what);
}

static bool out_of_memory(vm_isolate *vm, uint64_t n) {
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    bool right = info.message == NULL || strstr(info.message, "memory") != NULL;
    if (!right) fail(n, info.message);
    vm_error_info_free(vm, &info);
    return right;
}

static bool ignore_error(vm_isolate *vm, vm_value error, void *data) {
    (void)vm, (void)error, (void)data;
    return true;
}

static void ignore_rejection(vm_isolate *vm, vm_value promise, vm_value reason, bool late, void *data) {
    (void)vm, (void)promise, (void)reason, (void)late, (void)data;
}

// One run with the n-th allocation failing. *reached says whether there was an n-th.
static bool run(uint64_t n, bool *reached) {
    vm_isolate *vm = vm_create(NULL);
    if (vm == NULL) return fail(n, "vm_create"), false;
    vm_set_uncaught_hook(vm, ignore_error, NULL);
    vm_set_rejection_hook(vm, ignore_rejection, NULL);
    bool right = true;
    vm_source source = {.text = program, .length = sizeof program - 1, .name = "program.js"};
    vm_fail_allocation(vm, n);
    vm_value result = vm_eval(vm, &source);
    if (vm_is_exception(result)) right = out_of_memory(vm, n);
    if (!vm_drain(vm, false) && !out_of_memory(vm, n)) right = false;
    *reached = vm_allocation_failed(vm);
    vm_fail_allocation(vm, 0);
    vm_clear_termination(vm);
    const char *wrong = vm_verify(vm);
    if (wrong != NULL) fail(n, wrong), right = false;
    source = (vm_source){.text = "[1, 2].map(x => x + 1).join()", .length = 29};
    result = vm_eval(vm, &source);
    if (vm_is_exception(result) || !vm_string_is(vm, result, "2,3"))
        fail(n, "unusable afterwards"), right = false;
    vm_destroy(vm);
    return right;
}

// With an argument only every so many-th allocation.
int main(int argc, char **argv) {
    uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    bool reached = true;
    int wrong = 0;
    uint64_t n = 1;
    for (; reached && wrong < 10; n += step)
        wrong += !run(n, &reached);
    if (wrong == 0) printf("every allocation failed once\n");
    if (n < 100) fail(n, "is the last: the program did not run"), wrong++;
    return wrong != 0;
}
// args(stress): 41
// prints: every allocation failed once
