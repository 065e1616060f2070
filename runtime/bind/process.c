// process: the program's own surroundings, exit, and the events of its end.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "modules/builtin.h"
#include "modules/source_map.h"
#include "os/fs.h"
#include "os/process.h"

#define NODE_VERSION "22.12.0" // the level of Node's interface that this one follows

// --- events
//
// `process` is an EventEmitter. Programs that use none of its events do not pay for the module: until it is
// loaded, by whomever, its methods are lazy properties of the prototype of `process`, and nobody can listen.

static vm_value events_of(struct runtime *rt) {
    vm_value process = rt->roots.process.value;
    return vm_is_undefined(rt->roots.emitter.value) || vm_is_undefined(process)
               ? vm_undefined()
               : vm_get(rt->vm, process, "_events");
}

bool process_has_listener(struct runtime *rt, const char *event) {
    vm_value events = events_of(rt);
    vm_value listeners = vm_is_object(events) ? vm_get(rt->vm, events, event) : events;
    if (vm_is_exception(listeners)) {
        (void)vm_take_exception(rt->vm);
        return false;
    }
    return !vm_is_undefined(listeners);
}

int process_emit(struct runtime *rt, const char *event, uint32_t argc, const vm_value *arguments) {
    enum { MOST = 2 };
    if (vm_is_undefined(rt->roots.emitter.value) || vm_is_undefined(rt->roots.process.value)) {
        return 0;
    }
    vm_value given[1 + MOST] = {vm_string(rt->vm, event)};
    for (uint32_t i = 0; i < argc && i < MOST; i++) {
        given[1 + i] = arguments[i];
    }
    vm_value called = vm_is_exception(given[0])
                          ? given[0]
                          : vm_invoke(rt->vm, rt->roots.process.value, "emit", 1 + argc, given);
    return vm_is_exception(called) ? -1 : vm_to_boolean(called);
}

// A function or other value that stdlib/internal/process.js makes.
static vm_value library_value(vm_isolate *vm, const char *name) {
    vm_value library = builtin_require(vm, "internal/process");
    return vm_is_exception(library) ? library : vm_get(vm, library, name);
}

static vm_value make_library_value(vm_isolate *vm, vm_value process, void *name) {
    (void)process;
    return library_value(vm, name);
}

static vm_value print_warning(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    if (rt->options.warnings & VM_WARNINGS_HIDDEN) {
        return vm_undefined();
    }
    vm_value warning = vm_argument(frame, argc, 0), print = library_value(vm, "printWarning");
    return vm_is_exception(print) ? print : vm_call(vm, print, frame[0], 1, &warning);
}

// Once both are there: gives `process` the methods of emitters, the listener that prints warnings, and those
// that start and stop signals.
static bool become_emitter(struct runtime *rt) {
    static const struct {
        const char *event, *name;
        vm_native listener;
    } own[] = {{"warning", "onWarning", print_warning},
               {"newListener", "startListeningIfSignal", signals_new_listener},
               {"removeListener", "stopListeningIfSignal", signals_removed_listener}};
    vm_isolate *vm = rt->vm;
    vm_value process = rt->roots.process.value, emitter = rt->roots.emitter.value;
    if (vm_is_undefined(process) || vm_is_undefined(emitter)) {
        return true;
    }
    vm_value prototype = vm_prototype(vm, process);
    vm_value on = vm_is_exception(prototype) || !vm_set_prototype(vm, prototype, emitter)
                      ? vm_exception()
                      : vm_get(vm, emitter, "on");
    for (size_t i = 0; i < sizeof own / sizeof *own && !vm_is_exception(on); i++) {
        vm_value arguments[2];
        arguments[0] = vm_string(vm, own[i].event);
        arguments[1] = vm_is_exception(arguments[0]) ? vm_exception()
                                                     : vm_function(vm, own[i].listener, own[i].name, 1, NULL);
        if (vm_is_exception(arguments[1]) || vm_is_exception(vm_call(vm, on, process, 2, arguments))) {
            return false;
        }
    }
    return !vm_is_exception(on);
}

// setEmitter(prototype): the module `events` is loaded.
static vm_value set_emitter(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    rt->roots.emitter.value = vm_argument(frame, argc, 0);
    return become_emitter(rt) ? vm_undefined() : vm_exception();
}

// setCapture(function or undefined): gets all errors that nothing catches.
static vm_value set_capture(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    runtime_of(vm)->roots.capture.value = vm_argument(frame, argc, 0);
    return vm_undefined();
}

static vm_value make_emitter_method(vm_isolate *vm, vm_value prototype, void *name) {
    (void)prototype;
    vm_value events = builtin_require(vm, "events");
    return vm_is_exception(events) ? events : vm_get(vm, runtime_of(vm)->roots.emitter.value, name);
}

static vm_value process_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return vm_throw_type_error(vm, "Illegal constructor");
}

// The object between `process` and EventEmitter.prototype.
static vm_value make_prototype(vm_isolate *vm) {
    static const char *const names[] = {"on",
                                        "once",
                                        "off",
                                        "emit",
                                        "addListener",
                                        "removeListener",
                                        "listeners",
                                        "eventNames",
                                        "listenerCount",
                                        "rawListeners",
                                        "prependListener",
                                        "setMaxListeners",
                                        "getMaxListeners",
                                        "prependOnceListener",
                                        "removeAllListeners"};
    vm_value prototype = vm_object(vm);
    vm_value constructor =
        vm_is_exception(prototype) ? prototype : vm_function(vm, process_constructor, "process", 0, NULL);
    if (vm_is_exception(constructor) || !vm_define(vm, prototype, "constructor", constructor, VM_HIDDEN) ||
        !vm_define(vm, constructor, "prototype", prototype, 0)) {
        return vm_exception();
    }
    if (!vm_is_undefined(runtime_of(vm)->roots.emitter.value)) {
        return prototype;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!vm_define_lazy(vm, prototype, names[i], make_emitter_method, (void *)names[i], VM_HIDDEN)) {
            return vm_exception();
        }
    }
    return prototype;
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
    if (vm_is_string(given) && isnan(number)) {
        throw_argument_type(vm, "code", "of type number", given);
        return false;
    }
    if (floor(number) != number || fabs(number) > 2147483647.0) {
        throw_coded(vm, VM_ERROR_RANGE, "ERR_OUT_OF_RANGE",
                    "The value of \"code\" is out of range. It must be an integer. Received %.17g", number);
        return false;
    }
    *code = vm_int((int32_t)number);
    return true;
}

static vm_value process_exit(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    vm_value code;
    if (!rt || !exit_code_of(vm, vm_argument(frame, argc, 0), &code)) {
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
    struct runtime *rt = runtime_attached(vm);
    return rt ? rt->roots.exit_code.value : vm_exception();
}

static vm_value set_exit_code(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value code;
    if (!exit_code_of(vm, vm_argument(frame, argc, 0), &code)) {
        return vm_exception();
    }
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    rt->roots.exit_code.value = code;
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
        uint64_t length;
        if (!vm_is_array(frame[1])) {
            return throw_argument_type(vm, "time", "an instance of Array", frame[1]);
        }
        if (!vm_length(vm, frame[1], &length)) {
            return vm_exception();
        }
        if (length != 2) {
            return throw_coded(vm, VM_ERROR_RANGE, "ERR_OUT_OF_RANGE",
                               "The value of \"time\" is out of range. It must be 2. Received %" PRIu64,
                               length);
        }
        for (uint32_t i = 0; i < 2; i++) {
            vm_value part = vm_get_index(vm, frame[1], i);
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
    struct runtime *rt = runtime_attached(vm);
    return rt ? vm_number((double)(process_now_ns() - rt->started_ns) / 1e9) : vm_exception();
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

static vm_value process_resident(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    return vm_number((double)process_resident_bytes());
}

// --- natives of stdlib/internal/process.js and its like

// cpuUsage(): microseconds [user, system].
static vm_value cpu_usage(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct process_usage usage;
    process_cpu_usage(&usage);
    vm_value pair[2] = {vm_int64((int64_t)usage.user_us), vm_int64((int64_t)usage.system_us)};
    return vm_array(vm, pair, 2);
}

// resourceUsage(): an array in the order of process_resources.
static vm_value resource_usage(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    uint64_t resources[PROCESS_RESOURCES];
    vm_value values[PROCESS_RESOURCES];
    process_resources(resources);
    for (int i = 0; i < PROCESS_RESOURCES; i++) {
        values[i] = vm_int64((int64_t)resources[i]);
    }
    return vm_array(vm, values, PROCESS_RESOURCES);
}

static vm_value change_directory(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *path = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    if (!path) {
        return vm_exception();
    }
    int error = process_change_directory(path);
    vm_value result = vm_undefined();
    if (error < 0) {
        char *from = process_working_directory();
        result = throw_system_pair(vm, -error, "chdir", from ? from : "", path);
        free(from);
    }
    vm_free(vm, path);
    return result;
}

static vm_value set_umask(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint32_t mask;
    return vm_to_uint32(vm, vm_argument(frame, argc, 0), &mask) ? vm_number(process_set_umask(mask))
                                                                : vm_exception();
}

// kill(process, signal): 0 or a negative error number.
static vm_value send_signal(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double process;
    int32_t signal;
    return vm_to_double(vm, vm_argument(frame, argc, 0), &process) &&
                   vm_to_int32(vm, vm_argument(frame, argc, 1), &signal)
               ? vm_int(process_send_signal((int64_t)process, signal))
               : vm_exception();
}

static vm_value abort_process(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    process_abort();
}

static vm_value identity(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: which
    (void)vm, (void)argc;
    return vm_number(process_identity((enum process_identity)(intptr_t)vm_function_data(frame[-1])));
}

static vm_value groups(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    enum { MOST = 1024 };
    uint32_t found[MOST];
    int count = process_groups(found, MOST);
    vm_value list = count < 0 ? throw_system(vm, -count, "getgroups", NULL) : vm_array(vm, NULL, 0);
    for (int i = 0; i < count && i < MOST && !vm_is_exception(list); i++) {
        if (!vm_array_push(vm, list, vm_number(found[i]))) {
            return vm_exception();
        }
    }
    return list;
}

static vm_value is_terminal(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int32_t descriptor;
    return vm_to_int32(vm, vm_argument(frame, argc, 0), &descriptor)
               ? vm_bool(process_is_terminal(descriptor))
               : vm_exception();
}

// windowSize(descriptor): [columns, rows], or undefined.
static vm_value window_size(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int32_t descriptor;
    unsigned columns, rows;
    if (!vm_to_int32(vm, vm_argument(frame, argc, 0), &descriptor)) {
        return vm_exception();
    }
    if (process_window_size(descriptor, &columns, &rows) < 0) {
        return vm_undefined();
    }
    vm_value pair[2] = {vm_number(columns), vm_number(rows)};
    return vm_array(vm, pair, 2);
}

// setRaw(descriptor, on): 0 or the error. What is raw at the end is put right then.
static vm_value set_raw(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    bool raw = vm_to_boolean(vm_argument(frame, argc, 1));
    int32_t descriptor;
    if (!vm_to_int32(vm, vm_argument(frame, argc, 0), &descriptor)) {
        return vm_exception();
    }
    if (raw == (rt->process.terminal != NULL)) {
        return vm_int(0);
    }
    if (!raw) {
        int error = process_terminal_restore(rt->process.terminal);
        vm_free(vm, rt->process.terminal);
        rt->process.terminal = NULL;
        return vm_int(error);
    }
    struct process_terminal *before = vm_allocate(vm, sizeof *before);
    if (!before) {
        return vm_throw_out_of_memory(vm);
    }
    int error = process_terminal_raw(descriptor, before);
    if (error) {
        vm_free(vm, before);
    } else {
        rt->process.terminal = before;
    }
    return vm_int(error);
}

void process_detach(struct runtime *rt) {
    if (rt->process.terminal) {
        process_terminal_restore(rt->process.terminal);
        vm_free(rt->vm, rt->process.terminal);
        rt->process.terminal = NULL;
    }
}

// writeOutput(1 or 2, string or bytes): all of it, as console does.
static vm_value write_output(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value content = vm_argument(frame, argc, 1);
    int32_t descriptor;
    uint8_t *bytes;
    size_t length;
    if (!vm_to_int32(vm, vm_argument(frame, argc, 0), &descriptor)) {
        return vm_exception();
    }
    char *text = NULL;
    if (!vm_bytes(content, &bytes, &length)) {
        text = vm_to_utf8(vm, content, &length);
        if (!text) {
            return vm_exception();
        }
    }
    console_write(runtime_of(vm), descriptor, text ? text : (const char *)bytes, length);
    vm_keep(content);
    vm_free(vm, text);
    return vm_termination(vm) ? vm_exception() : vm_undefined();
}

static void note_reason(void *data, const char *kind, const char *name, void *object) {
    (void)object;
    struct text *t = data;
    text_add(t, strcmp(kind, "handle") ? kind : name);
    text_char(t, '\n');
}

// reasons(): what keeps the loop alive, a line each.
static vm_value reasons(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct text t;
    text_start(&t, vm);
    loop_why_alive(runtime_of(vm)->loop, note_reason, &t);
    return text_value(&t);
}

bool process_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"reasons", reasons, 0, VM_METHOD, NULL},
        {"setCapture", set_capture, 1, VM_METHOD, NULL},
        {"setEmitter", set_emitter, 1, VM_METHOD, NULL},
        {"cpuUsage", cpu_usage, 0, VM_METHOD, NULL},
        {"resourceUsage", resource_usage, 0, VM_METHOD, NULL},
        {"chdir", change_directory, 1, VM_METHOD, NULL},
        {"umask", set_umask, 1, VM_METHOD, NULL},
        {"kill", send_signal, 2, VM_METHOD, NULL},
        {"abort", abort_process, 0, VM_METHOD, NULL},
        {"getuid", identity, 0, VM_METHOD, (void *)PROCESS_USER},
        {"geteuid", identity, 0, VM_METHOD, (void *)PROCESS_EFFECTIVE_USER},
        {"getgid", identity, 0, VM_METHOD, (void *)PROCESS_GROUP},
        {"getegid", identity, 0, VM_METHOD, (void *)PROCESS_EFFECTIVE_GROUP},
        {"getgroups", groups, 0, VM_METHOD, NULL},
        {"isTerminal", is_terminal, 1, VM_METHOD, NULL},
        {"windowSize", window_size, 1, VM_METHOD, NULL},
        {"setRaw", set_raw, 2, VM_METHOD, NULL},
        {"writeOutput", write_output, 2, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}

// --- the object

static vm_value make_argv(vm_isolate *vm, vm_value process, void *data) {
    (void)data;
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
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

static vm_value make_exec_path(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
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

static vm_value make_memory_usage(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    static const vm_method methods[] = {{"rss", process_resident, 0, VM_METHOD, NULL}};
    vm_value f = vm_function(vm, process_memory_usage, "memoryUsage", 0, NULL);
    return vm_is_exception(f) || !vm_define_methods(vm, f, methods, 1) ? vm_exception() : f;
}

static vm_value make_exec_arguments(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    return vm_array(vm, NULL, 0);
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

// process.noDeprecation and its like, which programs may set too.
static bool define_warning_flags(struct runtime *rt, vm_value process) {
    static const struct {
        const char *name;
        unsigned flag;
    } flags[] = {{"noDeprecation", VM_DEPRECATIONS_HIDDEN},
                 {"throwDeprecation", VM_DEPRECATIONS_THROWN},
                 {"traceProcessWarnings", VM_WARNINGS_TRACED},
                 {"traceDeprecation", VM_DEPRECATIONS_TRACED}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (rt->options.warnings & flags[i].flag &&
            !vm_define(rt->vm, process, flags[i].name, vm_bool(true), VM_DEFAULT)) {
            return false;
        }
    }
    return true;
}

static vm_value make_method(vm_isolate *vm, vm_value process, void *data) {
    (void)process;
    const vm_method *method = data;
    return vm_function(vm, method->native, method->name, method->length, NULL);
}

static vm_value make_process(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    static const vm_method methods[] = {
        {"nextTick", process_next_tick, 1, VM_METHOD, NULL},
        {"exit", process_exit, 1, VM_METHOD, NULL},
        {"uptime", process_uptime, 0, VM_METHOD, NULL},
        {"cwd", process_cwd, 0, VM_METHOD, NULL},
        {"reallyExit", process_exit, 1, VM_METHOD, NULL},
        {"setSourceMapsEnabled", source_maps_set_enabled, 1, VM_METHOD, NULL},
    };
    static const struct {
        const char *name;
        vm_lazy make;
        void *data;
    } lazy[] = {
        {"argv", make_argv, NULL},          {"env", environment_make, NULL},
        {"execPath", make_exec_path, NULL}, {"execArgv", make_exec_arguments, NULL},
        {"hrtime", make_hrtime, NULL},      {"memoryUsage", make_memory_usage, NULL},
        {"versions", make_versions, NULL},  {"version", make_text, (void *)"v" NODE_VERSION},
        {"argv0", make_text, (void *)"vm"}, {"title", make_text, (void *)"vm"},
#define LIBRARY(name) {#name, make_library_value, (void *)#name},
#include "bind/process_library.def"
#undef LIBRARY
    };
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    vm_value prototype = make_prototype(vm);
    vm_value process = vm_is_exception(prototype) ? prototype : vm_object_with_prototype(vm, prototype);
    if (vm_is_exception(process)) {
        return process;
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!vm_define_lazy(vm, process, methods[i].name, make_method, (void *)&methods[i], VM_DEFAULT)) {
            return vm_exception();
        }
    }
    for (size_t i = 0; i < sizeof lazy / sizeof *lazy; i++) {
        if (!vm_define_lazy(vm, process, lazy[i].name, lazy[i].make, lazy[i].data, VM_DEFAULT)) {
            return vm_exception();
        }
    }
    vm_value platform = vm_string(vm, process_platform());
    vm_value arch = vm_is_exception(platform) ? platform : vm_string(vm, process_architecture());
    vm_value tag = vm_is_exception(arch) ? arch : vm_string(vm, "process");
    vm_key tag_key = vm_key_from_symbol(vm_well_known_symbol(vm, VM_SYMBOL_TO_STRING_TAG));
    if (vm_is_exception(tag) || !vm_define_key(vm, process, tag_key, tag, VM_CONFIGURABLE) ||
        !define_exit_code(vm, process) || !define_warning_flags(rt, process) ||
        !vm_define(vm, process, "platform", platform, VM_DEFAULT) ||
        !vm_define(vm, process, "arch", arch, VM_DEFAULT) ||
        !vm_define(vm, process, "pid", vm_number(process_id()), VM_DEFAULT) ||
        !vm_define(vm, process, "ppid", vm_number(process_parent_id()), VM_DEFAULT)) {
        return vm_exception();
    }
    rt->roots.process.value = process;
    return become_emitter(rt) ? process : vm_exception();
}

bool process_define(struct runtime *rt, vm_value global) {
    return vm_define_lazy(rt->vm, global, "process", make_process, NULL, VM_HIDDEN) &&
           vm_define(rt->vm, global, "global", global, VM_HIDDEN);
}
