// vm: runs a program.
#include <stdio.h>
#include <stdlib.h>

#include "bind/report.h"
#include "bind/runtime.h"
#include "cli/options.h"
#include "cli/test262.h"
#include "modules/path.h"
#include "os/fs.h"
#include "os/process.h"

#define EXIT_UNSETTLED 13

struct program {
    struct options options;
    vm_loop *loop;
    vm_isolate *vm;
    char *path;  // real one of the file, malloc'ed; NULL: text or standard input
    char *input; // malloc'ed text of file or standard input
    size_t length;
    vm_root main_promise; // of a module
    int status;
};

// --- errors

static void fail(struct program *p, vm_value error, bool in_promise) {
    p->status = 1;
    if (p->options.test262) {
        test262_report(p->vm, error);
    } else {
        report_error(p->vm, error, in_promise);
    }
}

static void on_uncaught(vm_isolate *vm, vm_value error, bool in_promise, void *data) {
    struct program *p = data;
    if (p->options.test262 && in_promise) {
        return; // tests make such promises on purpose
    }
    fail(p, error, in_promise);
    vm_exit(vm, 1);
}

// Why script ended when it was neither done nor told to exit.
static void report_termination(struct program *p) {
    static const char *const reasons[] = {
        [VM_TERMINATED] = "terminated",
        [VM_TERMINATED_BY_DEADLINE] = "terminated: the time limit was reached",
        [VM_TERMINATED_BY_MEMORY] = "terminated: out of memory",
    };
    fprintf(stderr, "vm: %s\n", reasons[vm_termination(p->vm)]);
    p->status = 1;
}

// After a call that failed.
static void take_failure(struct program *p) {
    if (vm_is_exiting(p->vm, NULL)) {
        return;
    }
    if (vm_termination(p->vm)) {
        report_termination(p);
        return;
    }
    if (runtime_of(p->vm)) {
        runtime_failed(runtime_of(p->vm));
    } else {
        on_uncaught(p->vm, vm_take_exception(p->vm), false, p);
    }
}

// --- reading

static int read_program(struct program *p) {
    const struct options *o = &p->options;
    if (o->text) {
        return 0;
    }
    int error = 0;
    if (!strcmp(o->file, "-")) {
        error = fs_read_descriptor(0, &p->input, &p->length);
    } else {
        error = fs_real_path(o->file, &p->path);
        error = error < 0 ? error : fs_read(p->path, &p->input, &p->length);
    }
    if (error < 0) {
        fprintf(stderr, "vm: cannot read %s: %s\n", o->file, fs_error_text(-error));
        return 1;
    }
    return 0;
}

static vm_source source_of(const struct program *p) {
    if (p->options.text) {
        return (vm_source){.text = p->options.text, .length = strlen(p->options.text), .name = "[eval]"};
    }
    return (vm_source){.text = p->input, .length = p->length, .name = p->path ? p->path : "[stdin]"};
}

static vm_file_kind kind_of(const struct program *p) {
    vm_file_kind kind = p->options.kind;
    if (p->options.test262) {
        return kind == VM_AS_MODULE ? kind : VM_AS_SCRIPT;
    }
    return kind == VM_DETECT && p->path && path_has_suffix(p->path, ".mjs") ? VM_AS_MODULE : kind;
}

// --- actions

static void check(struct program *p) {
    vm_source source = source_of(p);
    vm_file_kind kind = kind_of(p);
    bool ok = vm_check_syntax(p->vm, &source, kind == VM_AS_MODULE);
    if (!ok && kind == VM_DETECT && !vm_termination(p->vm)) {
        vm_value error = vm_take_exception(p->vm);
        ok = vm_check_syntax(p->vm, &source, true);
        if (!ok) {
            vm_throw(p->vm, error);
        }
    }
    if (!ok) {
        take_failure(p);
    }
}

static void dump(struct program *p) {
    vm_source source = source_of(p);
    vm_file_kind kind = kind_of(p);
    vm_value code = kind == VM_AS_MODULE ? vm_module_compile(p->vm, &source) : vm_compile(p->vm, &source);
    if (vm_is_exception(code) && kind == VM_DETECT && !vm_termination(p->vm)) {
        vm_value error = vm_take_exception(p->vm);
        code = vm_module_compile(p->vm, &source);
        if (vm_is_exception(code)) {
            vm_throw(p->vm, error);
        }
    }
    size_t length;
    char *text = vm_is_exception(code) ? NULL : vm_disassemble(p->vm, code, &length);
    if (!text) {
        take_failure(p);
        return;
    }
    fs_write_descriptor(1, text, length);
    vm_free(p->vm, text);
}

static bool print_value(struct program *p, vm_value value) {
    size_t length;
    char *text = vm_is_string(value) ? vm_to_utf8(p->vm, value, &length) : vm_inspect(p->vm, value, &length);
    if (text) {
        fs_write_descriptor(1, text, length);
        fs_write_descriptor(1, "\n", 1);
    }
    vm_free(p->vm, text);
    return text;
}

// Until nothing is left to do and no listener of beforeExit makes more.
static void run_loop(struct program *p) {
    struct runtime *rt = runtime_of(p->vm);
    do {
        vm_loop_run(p->loop);
        if (vm_is_exiting(p->vm, NULL) || vm_termination(p->vm) || !process_has_listener(rt, "beforeExit")) {
            return;
        }
        int code;
        vm_is_exiting(p->vm, &code);
        vm_value argument = vm_int(code);
        if (process_emit(rt, "beforeExit", 1, &argument) < 0) {
            runtime_failed(rt);
        }
        runtime_mark(rt);
    } while (!vm_is_exiting(p->vm, NULL) && vm_loop_is_alive(p->loop));
}

static void run(struct program *p) {
    vm_isolate *vm = p->vm;
    vm_source source = source_of(p);
    if (p->options.time_limit_ns) {
        vm_set_deadline(vm, p->options.time_limit_ns);
    }
    vm_file_kind kind =
        p->options.action == ACTION_PRINT && p->options.kind == VM_DETECT ? VM_AS_SCRIPT : kind_of(p);
    vm_value result = vm_run_source(vm, &source, kind);
    if (vm_is_exception(result)) {
        take_failure(p);
    } else if (p->options.action == ACTION_PRINT) {
        if (!print_value(p, result)) {
            take_failure(p);
        }
    } else if (kind != VM_AS_SCRIPT && vm_is_promise(result)) {
        p->main_promise.value = result;
    }
    if (!vm_is_exiting(vm, NULL) && !vm_termination(vm)) {
        run_loop(p);
    }
    if (vm_termination(vm) && !vm_is_exiting(vm, NULL)) {
        if (!p->status) {
            report_termination(p);
        }
        return;
    }
    int code = 0;
    if (!vm_is_exiting(vm, &code)) {
        vm_value main = p->main_promise.value;
        if (p->options.test262 && vm_is_promise(main) && vm_promise_state(main) == VM_PROMISE_REJECTED) {
            fail(p, vm_promise_result(main), false); // in_promise errors are not reported in this mode
            code = 1;
        }
        if (!code && vm_is_promise(main) && vm_promise_state(main) == VM_PROMISE_PENDING) {
            fprintf(stderr, "vm: top-level await in %s never settles\n", source.name);
            code = EXIT_UNSETTLED;
        }
        vm_exit(vm, code);
        vm_is_exiting(vm, &code);
    }
    p->status = p->status ? p->status : code;
}

static void act(struct program *p) {
    switch (p->options.action) {
    case ACTION_CHECK: check(p); break;
    case ACTION_DUMP: dump(p); break;
    default: run(p); break;
    }
}

int main(int argc, char **argv) {
    struct program p = {0};
    process_open_standard_streams();
    p.status = options_parse(&p.options, argc, (const char *const *)argv);
    if (p.status) {
        return p.status;
    }
    if (p.options.action == ACTION_HELP) {
        options_print_help();
        return 0;
    }
    if (p.options.action == ACTION_VERSION) {
        printf("vm %s\n", vm_version());
        return 0;
    }
    process_ignore_broken_pipes();
    p.status = read_program(&p);
    if (p.status) {
        return p.status;
    }
    // What process.argv shows: the program, when it is a file, and what stands behind it.
    int shown = p.options.argc + !p.options.text;
    const char **arguments = calloc((size_t)shown + 1, sizeof *arguments);
    vm_options options = {.memory_limit = p.options.memory_limit};
    p.vm = arguments ? vm_create(&options) : NULL;
    p.loop = p.vm ? vm_loop_create() : NULL;
    if (!p.loop) {
        fputs("vm: out of memory\n", stderr);
        return 1;
    }
    if (!p.options.text) {
        arguments[0] = p.path ? p.path : "-";
    }
    memcpy(arguments + !p.options.text, p.options.argv, (size_t)p.options.argc * sizeof *arguments);
    vm_root_add(p.vm, &p.main_promise, vm_undefined());
    vm_attach_options attach = {.argc = shown,
                                .argv = arguments,
                                .uncaught = on_uncaught,
                                .data = &p,
                                .rejections = p.options.rejections,
                                .source_maps = p.options.source_maps,
                                .internal_frames = p.options.internal_frames};
    if (!vm_loop_attach(p.loop, p.vm, &attach) || (p.options.test262 && !test262_define(p.vm))) {
        take_failure(&p);
    } else {
        act(&p);
    }
    vm_root_remove(&p.main_promise);
    vm_loop_detach(p.vm);
    vm_destroy(p.vm);
    vm_loop_destroy(p.loop);
    free(arguments);
    free(p.input);
    free(p.path);
    return p.status;
}
