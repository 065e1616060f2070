// vm: runs a program.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/report.h"
#include "bind/runtime.h"
#include "cli/options.h"
#include "cli/repl.h"
#include "cli/test262.h"
#include "modules/modules.h"
#include "os/fs.h"
#include "os/process.h"

#define EXIT_UNSETTLED 13

struct program {
    struct options options;
    vm_loop *loop;
    vm_isolate *vm;
    char *path;  // of the file that was found, malloc'ed; NULL: text or standard input
    char *input; // malloc'ed text of standard input, or of a file that is looked at; NULL: not read
    size_t length;
    int preloads_done;
    struct repl *repl; // the dialogue, while there is one
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
    if (p->repl) {
        repl_uncaught(p->repl, error, in_promise);
        return;
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

static bool is_file(const struct program *p) {
    return !p->options.text && p->options.file && strcmp(p->options.file, "-");
}

static int fail_reading(const struct program *p, int error) {
    fprintf(stderr, "vm: cannot read %s: %s\n", p->options.file, fs_error_text(error));
    return 1;
}

// Standard input is read at once; a file when it has been found.
static int read_input(struct program *p) {
    if (p->options.text || p->options.action == ACTION_REPL || is_file(p)) {
        return 0;
    }
    int error = fs_read_descriptor(0, NULL, &p->input, &p->length);
    return error < 0 ? fail_reading(p, -error) : 0;
}

// Finds the file that the command line names. False: after a message.
static bool find_program(struct program *p) {
    struct path found;
    struct modules *m = modules_of(p->vm);
    if (m && modules_find_program(m, p->options.file, &found)) {
        p->path = malloc(found.length + 1);
        if (p->path) {
            memcpy(p->path, found.text, found.length + 1);
            return true;
        }
        p->status = fail_reading(p, ENOMEM);
        return false;
    }
    vm_value error = vm_take_exception(p->vm), number = vm_get(p->vm, error, "errno");
    if (vm_is_int(number)) {
        p->status = fail_reading(p, -vm_as_int(number));
    } else {
        fail(p, error, false);
    }
    return false;
}

// The text of a file that is not run but looked at.
static bool read_file(struct program *p) {
    int error = is_file(p) ? fs_read(p->path, &p->input, &p->length) : 0;
    if (error < 0) {
        p->status = fail_reading(p, -error);
    }
    return error >= 0;
}

static vm_source source_of(const struct program *p) {
    if (p->options.text) {
        return (vm_source){.text = p->options.text, .length = strlen(p->options.text), .name = "[eval]"};
    }
    return (vm_source){.text = p->input, .length = p->length, .name = p->path ? p->path : "[stdin]"};
}

// --- actions

// The compiled program: a script, a function or a module.
static vm_value compile(struct program *p) {
    struct modules *m = modules_of(p->vm);
    vm_source source = source_of(p);
    vm_source_format format = VM_FORMAT_DETECT;
    bool known;
    if (!m || (is_file(p) && !source_format(m, p->path, &format, &known))) {
        return vm_exception();
    }
    if (p->options.kind == VM_AS_SCRIPT || (p->options.test262 && p->options.kind != VM_AS_MODULE)) {
        return vm_compile(p->vm, &source);
    }
    format = p->options.kind == VM_AS_MODULE ? VM_FORMAT_MODULE : format;
    return format == VM_FORMAT_JSON ? source_json(p->vm, source.name, source.text, source.length)
                                    : source_compile(p->vm, &source, format, &known);
}

static void check(struct program *p) {
    if (vm_is_exception(compile(p))) {
        take_failure(p);
    }
}

static void dump(struct program *p) {
    size_t length;
    vm_value code = compile(p);
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
    vm_loop_wait_exactly(); // else timers are only a little later
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

static void run_program(struct program *p) {
    vm_isolate *vm = p->vm;
    vm_source source = source_of(p);
    vm_file_kind kind =
        p->options.test262 && p->options.kind != VM_AS_MODULE ? VM_AS_SCRIPT : p->options.kind;
    if (p->options.action == ACTION_PRINT && !vm_check_syntax(vm, &source, false)) {
        take_failure(p); // it may be an ES module, but those have no value to be printed
        return;
    }
    vm_value result = is_file(p) ? vm_run_file(vm, p->path, kind) : vm_run_source(vm, &source, kind);
    if (vm_is_exception(result) || (p->options.action == ACTION_PRINT && !print_value(p, result))) {
        take_failure(p);
    }
}

static bool preload_next(struct program *p);

// The module of an --import has been evaluated.
static vm_value preloaded(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)argc;
    struct program *p = vm_function_data(frame[-1]);
    if (preload_next(p)) {
        run_program(p);
    }
    return vm_undefined();
}

static vm_value preload_failed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    runtime_uncaught(runtime_of(vm), vm_argument(frame, argc, 0), false);
    return vm_undefined();
}

static bool wait_for(struct program *p, vm_value promise) {
    vm_value done = vm_is_exception(promise) ? promise : vm_function(p->vm, preloaded, "", 0, p);
    vm_value failed = vm_is_exception(done) ? done : vm_function(p->vm, preload_failed, "", 1, p);
    return !vm_is_exception(failed) && vm_promise_react(p->vm, promise, done, failed);
}

// Loads modules up to the next that has to be waited for. True: there are no more.
static bool preload_next(struct program *p) {
    while (p->preloads_done < p->options.preload_count) {
        struct preload *next = &p->options.preloads[p->preloads_done++];
        bool ok = next->is_import ? wait_for(p, vm_import(p->vm, next->specifier))
                                  : !vm_is_exception(vm_require(p->vm, next->specifier));
        if (!ok) {
            take_failure(p);
        }
        if (!ok || next->is_import) {
            return false;
        }
    }
    return true;
}

static void run(struct program *p) {
    vm_isolate *vm = p->vm;
    if (p->options.time_limit_ns) {
        vm_set_deadline(vm, p->options.time_limit_ns);
    }
    if (preload_next(p)) {
        run_program(p);
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
        struct modules *m = runtime_of(vm)->modules;
        vm_value main = m ? m->roots.main_promise.value : vm_undefined();
        if (p->options.test262 && vm_is_promise(main) && vm_promise_state(main) == VM_PROMISE_REJECTED) {
            fail(p, vm_promise_result(main), false); // in_promise errors are not reported in this mode
            code = 1;
        }
        if (!code && vm_is_promise(main) && vm_promise_state(main) == VM_PROMISE_PENDING) {
            fprintf(stderr, "vm: top-level await in %s never settles\n", source_of(p).name);
            code = EXIT_UNSETTLED;
        }
        vm_exit(vm, code);
        vm_is_exiting(vm, &code);
    }
    p->status = p->status ? p->status : code;
}

static void act(struct program *p) {
    if (p->options.action == ACTION_REPL) {
        p->status = repl_run(p->loop, p->vm, &p->repl, p->options.text);
    } else if (p->options.action != ACTION_CHECK && p->options.action != ACTION_DUMP) {
        run(p);
    } else if (read_file(p)) {
        p->options.action == ACTION_CHECK ? check(p) : dump(p);
    }
}

// Makes the isolate and its loop and does what was asked.
static int start(struct program *p) {
    // What process.argv shows: the program, when it is a file, and what stands behind it.
    bool has_program = !p->options.text && p->options.action != ACTION_REPL;
    int count = p->options.argc + has_program;
    const char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    vm_options options = {.memory_limit = p->options.memory_limit};
    p->vm = arguments ? vm_create(&options) : NULL;
    p->loop = p->vm ? vm_loop_new() : NULL;
    if (!p->loop) {
        fputs("vm: out of memory\n", stderr);
        return 1;
    }
    if (has_program) {
        arguments[0] = p->options.file;
    }
    memcpy(arguments + has_program, p->options.argv, (size_t)p->options.argc * sizeof *arguments);
    vm_attach_options attach = {.argc = count,
                                .argv = arguments,
                                .conditions = p->options.conditions,
                                .uncaught = on_uncaught,
                                .data = p,
                                .rejections = p->options.rejections,
                                .warnings = p->options.warnings,
                                .source_maps = p->options.source_maps,
                                .internal_frames = p->options.internal_frames};
    struct path shown;
    if (!vm_loop_attach(p->loop, p->vm, &attach) || (p->options.test262 && !test262_define(p->vm))) {
        take_failure(p);
    } else if (!is_file(p)) {
        act(p);
    } else if (find_program(p)) {
        path_make_absolute(&shown, p->options.file);
        arguments[0] = shown.text;
        act(p);
    }
    vm_loop_detach(p->vm);
    vm_destroy(p->vm);
    vm_loop_poll(p->loop, 0);
    if (vm_loop_is_alive(p->loop)) { // a thread may wait for a device or another process, for how long ever
        fflush(NULL);
        _Exit(p->status);
    }
    vm_loop_free(p->loop);
    free(arguments);
    return p->status;
}

int main(int argc, char **argv) {
    struct program p = {0};
    process_open_standard_streams();
    p.status = options_parse(&p.options, argc, (const char *const *)argv);
    if (!p.status && p.options.action == ACTION_HELP) {
        options_print_help();
    } else if (!p.status && p.options.action == ACTION_VERSION) {
        printf("vm %s\n", vm_version());
    } else if (!p.status) {
        process_ignore_broken_pipes();
        p.status = read_input(&p);
        p.status = p.status ? p.status : start(&p);
    }
    free(p.input);
    free(p.path);
    options_free(&p.options);
    return p.status;
}
