// process: the program's own surroundings, exit, and the events of its end.
#include <math.h>
#include <stdlib.h>

#include "bind/inspect.h"
#include "bind/runtime.h"
#include "os/fs.h"
#include "os/process.h"

#define NODE_VERSION "22.12.0" // the level of Node's interface that this one follows

// --- listeners

static vm_value event_list(struct runtime *rt, vm_value event) {
    if (vm_is_undefined(rt->roots.listeners.value)) {
        return vm_undefined();
    }
    vm_key key;
    return vm_to_key(rt->vm, event, &key) ? vm_get_key(rt->vm, rt->roots.listeners.value, key)
                                          : vm_exception();
}

static vm_value event_list_named(struct runtime *rt, const char *event) {
    return vm_is_undefined(rt->roots.listeners.value) ? vm_undefined()
                                                      : vm_get(rt->vm, rt->roots.listeners.value, event);
}

bool process_has_listener(struct runtime *rt, const char *event) {
    vm_value list = event_list_named(rt, event);
    uint64_t length = 0;
    if (vm_is_exception(list)) {
        (void)vm_take_exception(rt->vm);
        return false;
    }
    return vm_is_array(list) && vm_length(rt->vm, list, &length) && length;
}

// A listener is a function, or for `once` an array [function].
static int emit_list(struct runtime *rt, vm_value list, uint32_t argc, const vm_value *arguments) {
    vm_isolate *vm = rt->vm;
    uint64_t length;
    if (!vm_is_array(list)) {
        return vm_is_exception(list) ? -1 : 0;
    }
    if (!vm_length(vm, list, &length)) {
        return -1;
    }
    vm_value copy = vm_array(vm, NULL, 0);
    for (uint32_t i = 0; i < length; i++) {
        vm_value listener = vm_is_exception(copy) ? copy : vm_get_index(vm, list, i);
        if (vm_is_exception(listener) || !vm_array_push(vm, copy, listener)) {
            return -1;
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < length; i++) {
        vm_value listener = vm_get_index(vm, copy, i);
        if (vm_is_function(listener) && !vm_set_index(vm, list, kept++, listener)) {
            return -1;
        }
    }
    if (!vm_set(vm, list, "length", vm_number(kept))) {
        return -1;
    }
    for (uint32_t i = 0; i < length; i++) {
        vm_value listener = vm_get_index(vm, copy, i);
        if (vm_is_array(listener)) {
            listener = vm_get_index(vm, listener, 0);
        }
        if (vm_is_exception(listener) ||
            vm_is_exception(vm_call(vm, listener, rt->roots.process.value, argc, arguments))) {
            return -1;
        }
    }
    return (int)length;
}

int process_emit(struct runtime *rt, const char *event, uint32_t argc, const vm_value *arguments) {
    return emit_list(rt, event_list_named(rt, event), argc, arguments);
}

static vm_value process_on(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: once
    struct runtime *rt = runtime_of(vm);
    vm_value event = vm_argument(frame, argc, 0), listener = vm_argument(frame, argc, 1);
    if (!vm_is_function(listener)) {
        return throw_argument_type(vm, "listener", "of type function", listener);
    }
    if (vm_is_undefined(rt->roots.listeners.value)) {
        vm_value table = vm_object_with_prototype(vm, vm_null());
        if (vm_is_exception(table)) {
            return table;
        }
        rt->roots.listeners.value = table;
    }
    vm_value list = event_list(rt, event);
    if (vm_is_undefined(list)) {
        vm_key key;
        list = vm_array(vm, NULL, 0);
        if (vm_is_exception(list) || !vm_to_key(vm, event, &key) ||
            !vm_set_key(vm, rt->roots.listeners.value, key, list)) {
            return vm_exception();
        }
    }
    if (vm_function_data(frame[-1])) {
        listener = vm_array(vm, &listener, 1);
    }
    if (vm_is_exception(list) || vm_is_exception(listener) || !vm_array_push(vm, list, listener)) {
        return vm_exception();
    }
    return frame[0];
}

static vm_value process_off(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value list = event_list(rt, vm_argument(frame, argc, 0)), listener = vm_argument(frame, argc, 1);
    uint64_t length;
    if (!vm_is_array(list)) {
        return vm_is_exception(list) ? list : frame[0];
    }
    if (!vm_length(vm, list, &length)) {
        return vm_exception();
    }
    uint32_t kept = 0;
    bool removed = false;
    for (uint32_t i = 0; i < length; i++) {
        vm_value entry = vm_get_index(vm, list, i), function = entry;
        if (vm_is_array(entry)) {
            function = vm_get_index(vm, entry, 0);
        }
        if (vm_is_exception(entry) || vm_is_exception(function)) {
            return vm_exception();
        }
        bool match = !removed && vm_strict_equals(vm, function, listener);
        removed |= match;
        if (!match && !vm_set_index(vm, list, kept++, entry)) {
            return vm_exception();
        }
    }
    return vm_set(vm, list, "length", vm_number(kept)) ? frame[0] : vm_exception();
}

static vm_value process_remove_all(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    if (!argc) {
        rt->roots.listeners.value = vm_undefined();
        return frame[0];
    }
    vm_value list = event_list(rt, frame[1]);
    if (vm_is_exception(list) || (vm_is_array(list) && !vm_set(vm, list, "length", vm_int(0)))) {
        return vm_exception();
    }
    return frame[0];
}

static vm_value process_emit_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value list = event_list(rt, vm_argument(frame, argc, 0));
    int called = emit_list(rt, list, argc ? argc - 1 : 0, frame + 2);
    return called < 0 ? vm_exception() : vm_bool(called);
}

static vm_value process_listener_count(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value list = event_list(runtime_of(vm), vm_argument(frame, argc, 0));
    return vm_is_array(list) ? vm_get(vm, list, "length") : vm_is_exception(list) ? list : vm_int(0);
}

// --- exit

// An exit code: undefined, an integer, or its text.
static bool exit_code_of(vm_isolate *vm, vm_value given, vm_value *code) {
    double number;
    *code = vm_undefined();
    if (vm_is_nullish(given)) {
        return true;
    }
    if (!vm_is_number(given) && !(vm_is_string(given) && vm_string_length(given))) {
        throw_argument_type(vm, "code", "of type number", given);
        return false;
    }
    if (!vm_to_double(vm, given, &number)) {
        return false;
    }
    if (floor(number) != number || fabs(number) > 2147483647.0) {
        throw_argument_type(vm, "code", "an integer", given);
        return false;
    }
    *code = vm_int((int32_t)number);
    return true;
}

static vm_value process_exit(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value code;
    if (!exit_code_of(vm, vm_argument(frame, argc, 0), &code)) {
        return vm_exception();
    }
    if (vm_is_undefined(code)) {
        code = rt->roots.exit_code.value;
    }
    vm_exit(vm, vm_is_int(code) ? vm_as_int(code) : 0);
    return vm_exception();
}

static vm_value get_exit_code(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return runtime_of(vm)->roots.exit_code.value;
}

static vm_value set_exit_code(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value code;
    if (!exit_code_of(vm, vm_argument(frame, argc, 0), &code)) {
        return vm_exception();
    }
    runtime_of(vm)->roots.exit_code.value = code;
    return vm_undefined();
}

// --- jobs and times

static vm_value process_next_tick(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value callback = vm_argument(frame, argc, 0);
    if (!vm_is_function(callback)) {
        return throw_argument_type(vm, "callback", "of type function", callback);
    }
    return vm_enqueue_tick(vm, callback, argc - 1, frame + 2) ? vm_undefined() : vm_exception();
}

static vm_value process_hrtime(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t now = process_now_ns();
    int64_t seconds = (int64_t)(now / 1000000000), rest = (int64_t)(now % 1000000000);
    if (argc && !vm_is_undefined(frame[1])) {
        double before[2];
        for (uint32_t i = 0; i < 2; i++) {
            vm_value part = vm_is_array(frame[1]) ? vm_get_index(vm, frame[1], i) : vm_undefined();
            if (vm_is_undefined(part)) {
                return throw_argument_type(vm, "time", "an instance of Array", frame[1]);
            }
            if (vm_is_exception(part) || !vm_to_double(vm, part, &before[i])) {
                return vm_exception();
            }
        }
        seconds -= (int64_t)before[0];
        rest -= (int64_t)before[1];
        if (rest < 0) {
            seconds--;
            rest += 1000000000;
        }
    }
    vm_value pair[2] = {vm_int64(seconds), vm_int64(rest)};
    return vm_array(vm, pair, 2);
}

static vm_value process_hrtime_bigint(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return vm_bigint_from_uint64(vm, process_now_ns());
}

static vm_value process_uptime(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return vm_number((double)(process_now_ns() - runtime_of(vm)->started_ns) / 1e9);
}

struct field {
    const char *name;
    double number;
};

static vm_value numbers_object(vm_isolate *vm, const struct field *fields, size_t count) {
    vm_value object = vm_object(vm);
    for (size_t i = 0; i < count && !vm_is_exception(object); i++) {
        if (!vm_set(vm, object, fields[i].name, vm_number(fields[i].number))) {
            return vm_exception();
        }
    }
    return object;
}

static vm_value process_cpu_usage_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct process_usage usage;
    process_cpu_usage(&usage);
    struct field fields[2] = {{"user", (double)usage.user_us}, {"system", (double)usage.system_us}};
    vm_value before = vm_argument(frame, argc, 0);
    for (int i = 0; i < 2 && !vm_is_undefined(before); i++) {
        vm_value part = vm_get(vm, before, fields[i].name);
        double number;
        if (vm_is_exception(part) || !vm_to_double(vm, part, &number)) {
            return vm_exception();
        }
        fields[i].number -= number;
    }
    return numbers_object(vm, fields, 2);
}

static vm_value process_memory_usage(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    vm_statistics s;
    vm_get_statistics(vm, &s);
    struct field fields[] = {{"rss", (double)process_resident_bytes()},
                             {"heapTotal", (double)(s.heap_bytes + s.payload_bytes)},
                             {"heapUsed", (double)s.used_bytes},
                             {"external", 0},
                             {"arrayBuffers", 0}};
    return numbers_object(vm, fields, sizeof fields / sizeof *fields);
}

static vm_value process_cwd(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    char *path = process_working_directory();
    if (!path) {
        return vm_throw_error(vm, VM_ERROR_PLAIN, "The working directory is not accessible");
    }
    vm_value text = vm_string(vm, path);
    free(path);
    return text;
}

static vm_value process_emit_warning(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value warning = vm_argument(frame, argc, 0);
    struct text t;
    text_start(&t, vm);
    text_format(&t, "(vm:%u) ", process_id());
    if (!vm_is_error(warning)) {
        vm_value name = vm_argument(frame, argc, 1);
        if (vm_is_string(name)) {
            text_string(&t, name);
        } else {
            text_add(&t, "Warning");
        }
        text_add(&t, ": ");
    }
    bool ok = vm_is_string(warning) ? (text_string(&t, warning), true)
                                    : inspect_value(&t, warning, &INSPECT_DEFAULT);
    text_char(&t, '\n');
    if (ok) {
        console_write(runtime_of(vm), 2, t.bytes, t.length);
    }
    text_free(&t);
    return ok ? vm_undefined() : vm_exception();
}

// --- streams

static vm_value stream_write(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: descriptor
    vm_value chunk = vm_argument(frame, argc, 0);
    if (!vm_is_string(chunk)) {
        return throw_argument_type(vm, "chunk", "of type string", chunk);
    }
    size_t length;
    char *bytes = vm_to_utf8(vm, chunk, &length);
    if (!bytes) {
        return vm_exception();
    }
    console_write(runtime_of(vm), (int)(intptr_t)vm_function_data(frame[-1]), bytes, length);
    vm_free(vm, bytes);
    if (vm_termination(vm)) {
        return vm_exception();
    }
    vm_value done = vm_argument(frame, argc, argc > 1 ? argc - 1 : 1);
    if (vm_is_function(done) && !vm_enqueue_tick(vm, done, 0, NULL)) {
        return vm_exception();
    }
    return vm_bool(true);
}

static vm_value make_stream(vm_isolate *vm, vm_value process, void *data) {
    (void)process;
    vm_method methods[] = {{"write", stream_write, 1, VM_METHOD, data}};
    int descriptor = (int)(intptr_t)data;
    vm_value stream = vm_object(vm);
    if (vm_is_exception(stream) || !vm_define_methods(vm, stream, methods, 1) ||
        !vm_set(vm, stream, "fd", vm_int(descriptor)) ||
        !vm_set(vm, stream, "isTTY", vm_bool(process_is_terminal(descriptor)))) {
        return vm_exception();
    }
    return stream;
}

// --- the object

static vm_value make_argv(vm_isolate *vm, vm_value process, void *data) {
    (void)data;
    struct runtime *rt = runtime_of(vm);
    vm_value first = vm_get(vm, process, "execPath");
    vm_value list = vm_is_exception(first) ? first : vm_array(vm, &first, 1);
    for (int i = 0; i < rt->options.argc && !vm_is_exception(list); i++) {
        vm_value argument = vm_string(vm, rt->options.argv[i]);
        if (vm_is_exception(argument) || !vm_array_push(vm, list, argument)) {
            return vm_exception();
        }
    }
    return list;
}

static vm_value make_env(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    vm_value env = vm_object(vm);
    for (char **entry = process_environment(); *entry && !vm_is_exception(env); entry++) {
        const char *equals = strchr(*entry, '=');
        if (!equals) {
            continue;
        }
        vm_value name = vm_string_utf8(vm, *entry, (size_t)(equals - *entry));
        vm_value value = vm_is_exception(name) ? name : vm_string(vm, equals + 1);
        vm_key key;
        if (vm_is_exception(value) || !vm_to_key(vm, name, &key) ||
            !vm_define_key(vm, env, key, value, VM_DEFAULT)) {
            return vm_exception();
        }
    }
    return env;
}

static vm_value make_exec_path(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    struct runtime *rt = runtime_of(vm);
    if (rt->options.executable) {
        return vm_string(vm, rt->options.executable);
    }
    char *path = process_executable();
    vm_value text = vm_string(vm, path ? path : "vm");
    free(path);
    return text;
}

static vm_value make_hrtime(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    static const vm_method methods[] = {{"bigint", process_hrtime_bigint, 0, VM_METHOD, NULL}};
    vm_value f = vm_function(vm, process_hrtime, "hrtime", 1, NULL);
    return vm_is_exception(f) || !vm_define_methods(vm, f, methods, 1) ? vm_exception() : f;
}

static vm_value make_versions(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    vm_value versions = vm_object(vm);
    vm_value own = vm_is_exception(versions) ? versions : vm_string(vm, vm_version());
    vm_value node = vm_is_exception(own) ? own : vm_string(vm, NODE_VERSION);
    if (vm_is_exception(node) || !vm_set(vm, versions, "vm", own) || !vm_set(vm, versions, "node", node)) {
        return vm_exception();
    }
    return versions;
}

static vm_value make_text(vm_isolate *vm, vm_value process, void *data) {
    (void)process;
    return vm_string(vm, data);
}

static bool define_exit_code(vm_isolate *vm, vm_value process) {
    vm_key key = vm_intern(vm, "exitCode");
    vm_value get = key.bits ? vm_function(vm, get_exit_code, "exitCode", 0, NULL) : vm_exception();
    vm_value set = vm_is_exception(get) ? get : vm_function(vm, set_exit_code, "exitCode", 1, NULL);
    return !vm_is_exception(set) &&
           vm_define_accessor(vm, process, key, get, set, VM_ENUMERABLE | VM_CONFIGURABLE);
}

static vm_value make_process(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    static const vm_method methods[] = {
        {"nextTick", process_next_tick, 1, VM_METHOD, NULL},
        {"exit", process_exit, 1, VM_METHOD, NULL},
        {"cpuUsage", process_cpu_usage_native, 1, VM_METHOD, NULL},
        {"memoryUsage", process_memory_usage, 0, VM_METHOD, NULL},
        {"uptime", process_uptime, 0, VM_METHOD, NULL},
        {"cwd", process_cwd, 0, VM_METHOD, NULL},
        {"emitWarning", process_emit_warning, 1, VM_METHOD, NULL},
        {"on", process_on, 2, VM_METHOD, NULL},
        {"addListener", process_on, 2, VM_METHOD, NULL},
        {"once", process_on, 2, VM_METHOD, (void *)1},
        {"off", process_off, 2, VM_METHOD, NULL},
        {"removeListener", process_off, 2, VM_METHOD, NULL},
        {"removeAllListeners", process_remove_all, 1, VM_METHOD, NULL},
        {"emit", process_emit_native, 1, VM_METHOD, NULL},
        {"listenerCount", process_listener_count, 1, VM_METHOD, NULL},
    };
    static const struct {
        const char *name;
        vm_lazy make;
        void *data;
    } lazy[] = {
        {"argv", make_argv, NULL},          {"env", make_env, NULL},
        {"execPath", make_exec_path, NULL}, {"hrtime", make_hrtime, NULL},
        {"versions", make_versions, NULL},  {"version", make_text, (void *)"v" NODE_VERSION},
        {"stdout", make_stream, (void *)1}, {"stderr", make_stream, (void *)2},
    };
    struct runtime *rt = runtime_of(vm);
    vm_value process = vm_object(vm);
    if (vm_is_exception(process) ||
        !vm_define_methods(vm, process, methods, sizeof methods / sizeof *methods)) {
        return vm_exception();
    }
    for (size_t i = 0; i < sizeof lazy / sizeof *lazy; i++) {
        if (!vm_define_lazy(vm, process, lazy[i].name, lazy[i].make, lazy[i].data, VM_DEFAULT)) {
            return vm_exception();
        }
    }
    vm_value platform = vm_string(vm, process_platform());
    vm_value arch = vm_is_exception(platform) ? platform : vm_string(vm, process_architecture());
    if (vm_is_exception(arch) || !define_exit_code(vm, process) ||
        !vm_define(vm, process, "platform", platform, VM_DEFAULT) ||
        !vm_define(vm, process, "arch", arch, VM_DEFAULT) ||
        !vm_define(vm, process, "pid", vm_number(process_id()), VM_DEFAULT) ||
        !vm_define(vm, process, "ppid", vm_number(process_parent_id()), VM_DEFAULT)) {
        return vm_exception();
    }
    rt->roots.process.value = process;
    return process;
}

bool process_define(struct runtime *rt, vm_value global) {
    return vm_define_lazy(rt->vm, global, "process", make_process, NULL, VM_HIDDEN) &&
           vm_define(rt->vm, global, "global", global, VM_HIDDEN);
}
