// The console hook: lines of all methods with their level, indented by groups; a hook may throw; nothing
// reaches the descriptors.
#include <vm_runtime.h>

#include "support.h"

struct lines {
    char text[4096];
    bool fails;
};

static void take(vm_isolate *vm, vm_console_level level, const char *text, size_t length, void *data) {
    struct lines *lines = data;
    size_t used = strlen(lines->text);
    snprintf(lines->text + used, sizeof lines->text - used, "%d:%.*s\n", (int)level, (int)length, text);
    if (lines->fails) {
        vm_throw_error(vm, VM_ERROR_PLAIN, "the host is full");
    }
}

static void expect(struct lines *lines, const char *expected) {
    if (strcmp(lines->text, expected)) {
        fprintf(stderr, "got:\n%sexpected:\n%s", lines->text, expected);
        exit(1);
    }
    lines->text[0] = 0;
}

int main(void) {
    struct lines lines = {.fails = false};
    vm_loop *loop = vm_loop_new();
    vm_isolate *vm = vm_create(NULL);
    vm_attach_options options = {.console = take, .data = &lines};
    CHECK(loop && vm && vm_loop_attach(loop, vm, &options));

    run(vm, "console.log('a', { b: 1 }); console.info('i'); console.debug(); console.warn('w'); "
            "console.error('e')");
    expect(&lines, "0:a { b: 1 }\n1:i\n2:\n3:w\n4:e\n");
    run(vm,
        "console.group('g'); console.log('x\\ny'); console.table([1]); console.groupEnd(); console.count()");
    expect(&lines,
           "0:g\n0:  x\n  y\n0:  ┌─────────┬────────┐\n  │ (index) │ Values │\n  ├─────────┼────────┤\n"
           "  │ 0       │ 1      │\n  └─────────┴────────┘\n0:default: 1\n");
    run(vm, "console.assert(false, 'no'); console.dir([1])");
    expect(&lines, "3:Assertion failed: no\n0:[ 1 ]\n");
    lines.fails = true;
    CHECK_TEXT(vm, run(vm, "console.log('full')"), "!Error: the host is full");
    CHECK_TEXT(vm, run(vm, "try { console.dir(1) } catch (e) { e.message }"), "the host is full");

    vm_loop_detach(vm);
    vm_destroy(vm);
    vm_loop_free(loop);
    return 0;
}
