// console. Every call is one line of output, written at once and whole.
#include "bind/inspect.h"
#include "bind/runtime.h"
#include "os/fs.h"
#include "os/process.h"

#include <errno.h>
#include <math.h>

enum stream { STREAM_OUT = 1, STREAM_ERROR = 2 };

void console_write(struct runtime *rt, int descriptor, const char *bytes, size_t length) {
    int result = fs_write_descriptor(descriptor, bytes, length);
    if (result == 0) {
        return;
    }
    if (descriptor == STREAM_OUT && result == -EPIPE) {
        vm_exit(rt->vm, 1); // nobody reads any more
    } else if (descriptor == STREAM_OUT && !rt->output_failed) {
        rt->output_failed = true;
        rt->roots.exit_code.value = vm_int(1);
        struct text t;
        text_start(&t, rt->vm);
        text_format(&t, "vm: cannot write standard output: %s\n", fs_error_text(-result));
        fs_write_descriptor(STREAM_ERROR, t.bytes ? t.bytes : "", t.length);
        text_free(&t);
    }
}

// Prints a text that becomes a line, indented by the open groups. Frees it. False: error pending.
static bool print_line(struct runtime *rt, int descriptor, struct text *t) {
    text_char(t, '\n');
    struct text grouped;
    text_start(&grouped, rt->vm);
    if (rt->group_depth) {
        bool start = true;
        for (size_t i = 0; i < t->length; i++) {
            if (start) {
                text_spaces(&grouped, 2 * rt->group_depth);
            }
            text_char(&grouped, t->bytes[i]);
            start = t->bytes[i] == '\n';
        }
    }
    struct text *whole = rt->group_depth ? &grouped : t;
    bool failed = t->failed || grouped.failed;
    if (!failed) {
        console_write(rt, descriptor, whole->bytes, whole->length);
    }
    text_free(&grouped);
    text_free(t);
    if (failed) {
        vm_throw_out_of_memory(rt->vm);
    }
    return !failed && !vm_termination(rt->vm);
}

static vm_value print(vm_isolate *vm, int descriptor, const char *before, uint32_t argc,
                      const vm_value *arguments) {
    struct text t;
    struct inspect_options options = inspect_defaults(vm);
    text_start(&t, vm);
    text_add(&t, before);
    if (!inspect_format(&t, &options, argc, arguments)) {
        text_free(&t);
        return vm_exception();
    }
    return print_line(runtime_of(vm), descriptor, &t) ? vm_undefined() : vm_exception();
}

// log, info, debug, error, warn: data is the descriptor.
static vm_value console_log(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return print(vm, (int)(intptr_t)vm_function_data(frame[-1]), "", argc, frame + 1);
}

static vm_value console_trace(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct text t;
    struct inspect_options options = inspect_defaults(vm);
    text_start(&t, vm);
    text_add(&t, argc ? "Trace: " : "Trace");
    if (!inspect_format(&t, &options, argc, frame + 1)) {
        text_free(&t);
        return vm_exception();
    }
    vm_value error = vm_error(vm, VM_ERROR_PLAIN, ""),
             stack = vm_is_exception(error) ? error : vm_get(vm, error, "stack");
    char *text = vm_is_string(stack) ? vm_to_utf8(vm, stack, NULL) : NULL;
    char *frames = text ? strchr(text, '\n') : NULL;
    text_add(&t, frames ? frames : "");
    vm_free(vm, text);
    return print_line(runtime_of(vm), STREAM_ERROR, &t) ? vm_undefined() : vm_exception();
}

static vm_value console_assert(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (argc && vm_to_boolean(frame[1])) {
        return vm_undefined();
    }
    if (argc > 1 && vm_is_string(frame[2])) {
        return print(vm, STREAM_ERROR, "Assertion failed: ", argc - 1, frame + 2);
    }
    return print(vm, STREAM_ERROR, argc > 1 ? "Assertion failed " : "Assertion failed",
                 argc > 1 ? argc - 1 : 0, frame + 2);
}

static vm_value console_dir(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct inspect_options options = inspect_defaults(vm);
    vm_value given = vm_argument(frame, argc, 1);
    options.custom = false;
    if (vm_is_object(given) && !inspect_read_options(vm, given, &options)) {
        return vm_exception();
    }
    struct text t;
    text_start(&t, vm);
    if (!inspect_value(&t, vm_argument(frame, argc, 0), &options)) {
        text_free(&t);
        return vm_exception();
    }
    return print_line(runtime_of(vm), STREAM_OUT, &t) ? vm_undefined() : vm_exception();
}

static vm_value console_group(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value result = argc ? print(vm, STREAM_OUT, "", argc, frame + 1) : vm_undefined();
    runtime_of(vm)->group_depth += runtime_of(vm)->group_depth < 100;
    return result;
}

static vm_value console_group_end(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    runtime_of(vm)->group_depth -= runtime_of(vm)->group_depth > 0;
    return vm_undefined();
}

// --- counters and timers by label

static vm_value label_of(vm_isolate *vm, const vm_value *frame, uint32_t argc) {
    vm_value given = vm_argument(frame, argc, 0);
    return vm_is_undefined(given) ? vm_string(vm, "default") : vm_to_string(vm, given);
}

// The value under a label in an object that is made at its first use.
static bool table_key(vm_isolate *vm, vm_root *table, vm_value label, vm_key *key) {
    if (vm_is_undefined(table->value)) {
        vm_value object = vm_object_with_prototype(vm, vm_null());
        if (vm_is_exception(object)) {
            return false;
        }
        table->value = object;
    }
    return !vm_is_exception(label) && vm_to_key(vm, label, key);
}

static vm_value console_count(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value label = label_of(vm, frame, argc);
    vm_key key;
    if (!table_key(vm, &rt->roots.counts, label, &key)) {
        return vm_exception();
    }
    vm_value count = vm_get_key(vm, rt->roots.counts.value, key);
    count = vm_number(vm_is_number(count) ? vm_as_double(count) + 1 : 1);
    if (!vm_set_key(vm, rt->roots.counts.value, key, count)) {
        return vm_exception();
    }
    struct text t;
    text_start(&t, vm);
    text_string(&t, label);
    text_format(&t, ": %.0f", vm_as_double(count));
    return print_line(rt, STREAM_OUT, &t) ? vm_undefined() : vm_exception();
}

static vm_value console_count_reset(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_key key;
    if (!table_key(vm, &rt->roots.counts, label_of(vm, frame, argc), &key) ||
        !vm_set_key(vm, rt->roots.counts.value, key, vm_int(0))) {
        return vm_exception();
    }
    return vm_undefined();
}

static vm_value console_time(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_key key;
    vm_value now = vm_number((double)(process_now_ns() - rt->started_ns));
    if (!table_key(vm, &rt->roots.times, label_of(vm, frame, argc), &key) ||
        !vm_set_key(vm, rt->roots.times.value, key, now)) {
        return vm_exception();
    }
    return vm_undefined();
}

// timeEnd (data set) and timeLog.
static vm_value console_time_log(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    double now = (double)(process_now_ns() - rt->started_ns);
    vm_value label = label_of(vm, frame, argc);
    vm_key key;
    if (!table_key(vm, &rt->roots.times, label, &key)) {
        return vm_exception();
    }
    vm_value began = vm_get_key(vm, rt->roots.times.value, key);
    struct text t;
    struct inspect_options options = inspect_defaults(vm);
    text_start(&t, vm);
    if (!vm_is_number(began)) {
        text_add(&t, "Warning: No such label '");
        text_string(&t, label);
        text_add(&t, "' for console.timeEnd()");
        return print_line(rt, STREAM_ERROR, &t) ? vm_undefined() : vm_exception();
    }
    double ms = (now - vm_as_double(began)) / 1e6;
    text_string(&t, label);
    if (ms >= 1000) {
        text_format(&t, ": %.3fs", ms / 1000);
    } else {
        text_format(&t, ": %.*fms", ms < 1 ? 5 : 3, ms);
    }
    if (vm_function_data(frame[-1])) {
        if (!vm_delete_key(vm, rt->roots.times.value, key)) {
            text_free(&t);
            return vm_exception();
        }
    } else if (argc > 1) {
        text_char(&t, ' ');
        if (!inspect_format(&t, &options, argc - 1, frame + 2)) {
            text_free(&t);
            return vm_exception();
        }
    }
    return print_line(rt, STREAM_OUT, &t) ? vm_undefined() : vm_exception();
}

static vm_value make_console(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    static const vm_method methods[] = {
        {"log", console_log, 0, VM_METHOD, (void *)STREAM_OUT},
        {"info", console_log, 0, VM_METHOD, (void *)STREAM_OUT},
        {"debug", console_log, 0, VM_METHOD, (void *)STREAM_OUT},
        {"table", console_log, 1, VM_METHOD, (void *)STREAM_OUT},
        {"error", console_log, 0, VM_METHOD, (void *)STREAM_ERROR},
        {"warn", console_log, 0, VM_METHOD, (void *)STREAM_ERROR},
        {"trace", console_trace, 0, VM_METHOD, NULL},
        {"assert", console_assert, 0, VM_METHOD, NULL},
        {"dir", console_dir, 0, VM_METHOD, NULL},
        {"group", console_group, 0, VM_METHOD, NULL},
        {"groupCollapsed", console_group, 0, VM_METHOD, NULL},
        {"groupEnd", console_group_end, 0, VM_METHOD, NULL},
        {"count", console_count, 0, VM_METHOD, NULL},
        {"countReset", console_count_reset, 0, VM_METHOD, NULL},
        {"time", console_time, 0, VM_METHOD, NULL},
        {"timeLog", console_time_log, 0, VM_METHOD, NULL},
        {"timeEnd", console_time_log, 0, VM_METHOD, (void *)1},
    };
    vm_value console = vm_object(vm);
    if (vm_is_exception(console) ||
        !vm_define_methods(vm, console, methods, sizeof methods / sizeof *methods)) {
        return vm_exception();
    }
    return console;
}

bool console_define(struct runtime *rt, vm_value global) {
    return vm_define_lazy(rt->vm, global, "console", make_console, NULL, VM_HIDDEN);
}
