// console. Every call is one text, written at once and whole, in one order with process.stdout.write.
//
// log, info, debug, warn and error are functions of this file. The other methods are lazy: the first look at
// one of them loads stdlib/internal/console.js, whose functions print by calling the methods above, as those
// of Node do.
//
// A text goes to the host's hook when there is one; to stream.write when the program has put a function of
// its own there; else to the descriptor.
#include "bind/inspect.h"
#include "bind/runtime.h"
#include "modules/builtin.h"
#include "os/fs.h"
#include "os/process.h"

#include <errno.h>
#include <stdlib.h>

#define DEEPEST_GROUP 1000 // columns

enum stream { STREAM_OUT = 1, STREAM_ERROR = 2 };

static int stream_of(vm_console_level level) { return level >= VM_CONSOLE_WARN ? STREAM_ERROR : STREAM_OUT; }

// --- writing

// A reader that has gone away, and a descriptor that was closed from the start, are no errors: nobody wants
// to see it.
void console_write(struct runtime *rt, int descriptor, const char *bytes, size_t length) {
    bool *closed = &rt->console.closed[descriptor == STREAM_ERROR];
    if (rt->console.before) {
        rt->console.before(rt->console.before_data, bytes, length);
    }
    int result = *closed ? 0 : fs_write_descriptor(descriptor, bytes, length);
    if (result == -EPIPE || result == -EBADF) {
        *closed = true;
    } else if (result < 0 && descriptor == STREAM_OUT && !rt->console.failed) {
        rt->console.failed = true;
        rt->roots.exit_code.value = vm_int(1);
        struct text t;
        text_start(&t, rt->vm);
        text_format(&t, "vm: cannot write standard output: %s\n", fs_error_text(-result));
        fs_write_descriptor(STREAM_ERROR, t.bytes ? t.bytes : "", t.length);
        text_free(&t);
    }
}

// The write function that a program has put on process.stdout or stderr, or that of the stream it has put
// into console._stdout or _stderr; undefined: none. *stream gets the receiver.
static vm_value replaced_write(struct runtime *rt, int descriptor, vm_value *out) {
    vm_value stream = rt->roots.console_stream[descriptor == STREAM_ERROR].value;
    if (vm_is_object(stream)) {
        *out = stream;
        return vm_get(rt->vm, stream, "write");
    }
    *out = stream = rt->roots.output[descriptor == STREAM_ERROR].value;
    vm_key key = vm_is_object(stream) ? vm_intern(rt->vm, "write") : (vm_key){0};
    vm_property p;
    if (key.bits && vm_get_own(rt->vm, stream, key, &p) > 0 && vm_is_function(p.value)) {
        return p.value;
    }
    return vm_undefined();
}

// Takes an error of writing, which nobody is told; but a program that recurses without end has to end.
static bool forgive_write(vm_isolate *vm) {
    vm_error_info info;
    vm_value error = vm_take_exception(vm);
    vm_error_describe(vm, error, &info);
    bool overflow = info.message && strstr(info.message, "Maximum call stack size exceeded");
    vm_error_info_free(vm, &info);
    if (overflow) {
        vm_throw(vm, error);
    }
    return !overflow && !vm_termination(vm);
}

static bool call_write(struct runtime *rt, vm_value stream, vm_value write, const struct text *t) {
    vm_isolate *vm = rt->vm;
    vm_value string = vm_string_utf8(vm, t->bytes, t->length);
    if (vm_is_exception(string)) {
        return false;
    }
    return !vm_is_exception(vm_call(vm, write, stream, 1, &string)) || forgive_write(vm);
}

// Prints a text as a line, indented by the open groups. Frees it. False: error pending.
static bool print_line(struct runtime *rt, vm_console_level level, struct text *t) {
    struct text indented, *whole = t;
    text_start(&indented, rt->vm);
    if (rt->console.group_indentation && !t->failed) {
        text_spaces(&indented, rt->console.group_indentation);
        text_indented(&indented, t->bytes, t->length, rt->console.group_indentation);
        whole = &indented;
    }
    bool hooked = rt->options.console;
    text_add(whole, hooked ? "" : "\n");
    bool ok = !t->failed && !indented.failed;
    if (!ok) {
        vm_throw_out_of_memory(rt->vm);
    } else if (hooked) {
        rt->options.console(rt->vm, level, whole->length ? whole->bytes : "", whole->length,
                            rt->options.data);
        ok = !vm_has_exception(rt->vm);
    } else {
        vm_value stream, write = replaced_write(rt, stream_of(level), &stream);
        if (vm_is_exception(write)) {
            ok = forgive_write(rt->vm);
        } else if (vm_is_function(write)) {
            ok = call_write(rt, stream, write, whole);
        } else {
            console_write(rt, stream_of(level), whole->bytes, whole->length);
        }
    }
    text_free(&indented);
    text_free(t);
    return ok && !vm_termination(rt->vm);
}

// --- colours

// FORCE_COLOR decides before all else; then only terminals have colours, unless the environment says no.
static bool wants_colors(int descriptor) {
    const char *force = getenv("FORCE_COLOR"), *no = getenv("NO_COLOR"),
               *disable = getenv("NODE_DISABLE_COLORS");
    const char *term = getenv("TERM");
    if (force) {
        return !*force || !strcmp(force, "true") || (*force >= '1' && *force <= '3' && !force[1]);
    }
    return process_is_terminal(descriptor) && !(no && *no) && !(disable && *disable) && term &&
           strcmp(term, "dumb") != 0;
}

static struct inspect_options options_for(struct runtime *rt, vm_console_level level) {
    struct inspect_options options = inspect_defaults(rt->vm);
    enum colors *colors = &rt->console.colors[stream_of(level) == STREAM_ERROR];
    if (*colors == COLORS_UNKNOWN) {
        *colors = !rt->options.console && wants_colors(stream_of(level)) ? COLORS_YES : COLORS_NO;
    }
    options.colors |= *colors == COLORS_YES;
    return options;
}

// --- the object

// log, info, debug, warn, error: data is the vm_console_level.
static vm_value console_log(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    vm_console_level level = (vm_console_level)(intptr_t)vm_function_data(frame[-1]);
    struct text t;
    text_start(&t, vm);
    if (argc == 1 && vm_is_string(frame[1])) {
        text_string(&t, frame[1]);
    } else {
        struct inspect_options options = options_for(rt, level);
        if (!inspect_format(&t, &options, argc, frame + 1)) {
            text_free(&t);
            return vm_exception();
        }
    }
    return print_line(rt, level, &t) ? vm_undefined() : vm_exception();
}

static vm_value make_lazy_method(vm_isolate *vm, vm_value console, void *name) {
    vm_value module = builtin_require(vm, "internal/console");
    vm_value arguments[2] = {console, vm_is_exception(module) ? module : vm_string(vm, name)};
    return vm_is_exception(arguments[1]) ? vm_exception()
                                         : vm_invoke(vm, module, "globalMethod", 2, arguments);
}

static bool define_methods(vm_isolate *vm, vm_value console) {
    enum { LAZY = -1 };
    static const struct {
        const char *name;
        int level;
    } methods[] = {
        {"log", VM_CONSOLE_LOG},
        {"warn", VM_CONSOLE_WARN},
        {"dir", LAZY},
        {"time", LAZY},
        {"timeEnd", LAZY},
        {"timeLog", LAZY},
        {"trace", LAZY},
        {"assert", LAZY},
        {"clear", LAZY},
        {"count", LAZY},
        {"countReset", LAZY},
        {"group", LAZY},
        {"groupEnd", LAZY},
        {"table", LAZY},
        {"debug", VM_CONSOLE_DEBUG},
        {"info", VM_CONSOLE_INFO},
        {"dirxml", LAZY},
        {"error", VM_CONSOLE_ERROR},
        {"groupCollapsed", LAZY},
        {"Console", LAZY},
        {"profile", LAZY},
        {"profileEnd", LAZY},
        {"timeStamp", LAZY},
    };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const char *name = methods[i].name;
        if (methods[i].level == LAZY) {
            if (!vm_define_lazy(vm, console, name, make_lazy_method, (void *)(uintptr_t)name, VM_DEFAULT)) {
                return false;
            }
            continue;
        }
        vm_value method = vm_function(vm, console_log, name, 0, (void *)(intptr_t)methods[i].level);
        if (vm_is_exception(method) || !vm_define(vm, console, name, method, VM_DEFAULT)) {
            return false;
        }
    }
    return true;
}

// console._stdout and _stderr, for programs that exchange them. data: the descriptor.
static vm_value get_stream(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    bool error = (intptr_t)vm_function_data(frame[-1]) == STREAM_ERROR;
    vm_value stream = runtime_of(vm)->roots.console_stream[error].value;
    vm_value process = vm_is_object(stream) ? stream : vm_get(vm, vm_global(vm), "process");
    return vm_is_object(stream) || vm_is_exception(process)
               ? process
               : vm_get(vm, process, error ? "stderr" : "stdout");
}

static vm_value set_stream(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool error = (intptr_t)vm_function_data(frame[-1]) == STREAM_ERROR;
    runtime_of(vm)->roots.console_stream[error].value = vm_argument(frame, argc, 0);
    return vm_undefined();
}

static bool define_streams(vm_isolate *vm, vm_value console) {
    static const char *const names[] = {"_stdout", "_stderr"};
    for (intptr_t i = 0; i < 2; i++) {
        vm_key key = vm_intern(vm, names[i]);
        vm_value getter = vm_function(vm, get_stream, names[i], 0, (void *)(i + STREAM_OUT));
        vm_value setter = vm_function(vm, set_stream, names[i], 1, (void *)(i + STREAM_OUT));
        if (!key.bits || vm_is_exception(getter) || vm_is_exception(setter) ||
            !vm_define_accessor(vm, console, key, getter, setter, VM_CONFIGURABLE)) {
            return false;
        }
    }
    return true;
}

static vm_value make_console(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    vm_value prototype = vm_object(vm);
    vm_value console = vm_is_exception(prototype) ? prototype : vm_object_with_prototype(vm, prototype);
    vm_value tag = vm_is_exception(console) ? console : vm_string(vm, "console");
    vm_key key = vm_key_from_symbol(vm_well_known_symbol(vm, VM_SYMBOL_TO_STRING_TAG));
    if (vm_is_exception(tag) || !define_methods(vm, console) || !define_streams(vm, console) ||
        !vm_define_key(vm, console, key, tag, VM_CONFIGURABLE)) {
        return vm_exception();
    }
    return console;
}

bool console_define(struct runtime *rt, vm_value global) {
    return vm_define_lazy(rt->vm, global, "console", make_console, NULL, VM_HIDDEN);
}

// --- natives of stdlib/internal/console.js and stdio.js

// print(error, text): a line on standard output, or (error true) standard error.
static vm_value print_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct text t;
    text_start(&t, vm);
    text_string(&t, vm_argument(frame, argc, 1));
    vm_console_level level = vm_to_boolean(vm_argument(frame, argc, 0)) ? VM_CONSOLE_ERROR : VM_CONSOLE_LOG;
    return print_line(runtime_of(vm), level, &t) ? vm_undefined() : vm_exception();
}

// indent(columns): lines are indented by so many more from now on, or fewer.
static vm_value indent(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    int32_t columns;
    if (!vm_to_int32(vm, vm_argument(frame, argc, 0), &columns)) {
        return vm_exception();
    }
    int64_t sum = (int64_t)rt->console.group_indentation + columns;
    rt->console.group_indentation = sum < 0 ? 0 : sum > DEEPEST_GROUP ? DEEPEST_GROUP : (unsigned)sum;
    return vm_undefined();
}

// hasColors(error): whether values are shown in colours on that stream.
static vm_value has_colors(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool error = vm_to_boolean(vm_argument(frame, argc, 0));
    return vm_bool(options_for(runtime_of(vm), error ? VM_CONSOLE_ERROR : VM_CONSOLE_LOG).colors);
}

// setOutput(1 or 2, stream): process.stdout or stderr has been made.
static vm_value set_output(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool error = vm_strict_equals(vm, vm_argument(frame, argc, 0), vm_int(STREAM_ERROR));
    runtime_of(vm)->roots.output[error].value = vm_argument(frame, argc, 1);
    return vm_undefined();
}

bool console_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"print", print_text, 2, VM_METHOD, NULL},
        {"indent", indent, 1, VM_METHOD, NULL},
        {"hasColors", has_colors, 1, VM_METHOD, NULL},
        {"setOutput", set_output, 2, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
