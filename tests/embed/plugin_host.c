// A plugin host as a whole: two threads, each with a loop, a plugin's isolate and one that receives copies.
// prints: 0: loaded, gain 3
// prints: 0: answer 42 after a timer
// prints: 0: event 3 from lamp
// prints: 0: event 6 from lamp
// prints: 0: plugin://bad:2:9: TypeError: Expected a number
// prints: 0: memory: RangeError
// prints: 0: deadline: terminated
// prints: 0: copy: lamp 6, cyclic true
// prints: 0: alive: 2
// prints: 0: 2 sensors gone
// prints: 1: loaded, gain 3
// prints: 1: answer 42 after a timer
// prints: 1: event 3 from lamp
// prints: 1: event 6 from lamp
// prints: 1: plugin://bad:2:9: TypeError: Expected a number
// prints: 1: memory: RangeError
// prints: 1: deadline: terminated
// prints: 1: copy: lamp 6, cyclic true
// prints: 1: alive: 2
// prints: 1: 2 sensors gone
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vm_runtime.h>

struct host {
    int id, gone;
    vm_root listener, request;
    double asked;
    char log[2048];
    size_t length;
};

struct sensor {
    double level;
    struct host *host;
};
enum { SLOT_NAME, SLOTS };

static void say(struct host *host, const char *format, ...) VM_PRINTF(2, 3);
static void say(struct host *host, const char *format, ...) {
    va_list list;
    va_start(list, format);
    host->length +=
        (size_t)snprintf(host->log + host->length, sizeof host->log - host->length, "%d: ", host->id);
    host->length +=
        (size_t)vsnprintf(host->log + host->length, sizeof host->log - host->length, format, list);
    host->length += (size_t)snprintf(host->log + host->length, sizeof host->log - host->length, "\n");
    va_end(list);
}

static void sensor_gone(vm_isolate *vm, void *data) {
    (void)data;
    ((struct host *)vm_data(vm, VM_DATA_HOST))->gone++;
}
static const vm_class sensor_class = {"Sensor", sizeof(struct sensor), SLOTS, sensor_gone};

static vm_value construct(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (vm_is_undefined(vm_new_target(vm))) return vm_throw_type_error(vm, "Sensor needs new");
    vm_value prototype = vm_prototype_for_new(vm, vm_new_target(vm), vm_undefined());
    vm_value object =
        vm_is_exception(prototype) ? prototype : vm_host_object(vm, &sensor_class, prototype, 0);
    if (vm_is_exception(object)) return object;
    vm_host_set_slot(vm, object, SLOT_NAME, vm_argument(frame, argc, 0));
    return object;
}

static vm_value add(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct sensor *sensor = (struct sensor *)vm_host_check(vm, frame[0], &sensor_class);
    struct host *host = (struct host *)vm_data(vm, VM_DATA_HOST);
    vm_value amount = vm_argument(frame, argc, 0);
    if (!sensor) return vm_exception();
    if (!vm_is_number(amount)) return vm_throw_type_error(vm, "Expected a number");
    sensor->level += vm_as_double(amount);
    vm_value arguments[2] = {vm_number(sensor->level), vm_host_slots(frame[0])[SLOT_NAME]};
    if (vm_is_undefined(host->listener.value)) return vm_undefined();
    return vm_call(vm, host->listener.value, vm_undefined(), 2, arguments);
}

static vm_value listen(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct host *host = (struct host *)vm_data(vm, VM_DATA_HOST);
    vm_value function = vm_argument(frame, argc, 0);
    if (!vm_is_function(function)) return vm_throw_type_error(vm, "Expected a function");
    host->listener.value = function;
    return vm_undefined();
}

static vm_value ask(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct host *host = (struct host *)vm_data(vm, VM_DATA_HOST);
    if (!vm_to_double(vm, vm_argument(frame, argc, 0), &host->asked)) return vm_exception();
    return host->request.value = vm_promise(vm);
}

// Called by a timer of the script: the answer of C.
static vm_value answer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct host *host = (struct host *)vm_data(vm, VM_DATA_HOST);
    (void)frame, (void)argc;
    return vm_promise_resolve(vm, host->request.value, vm_number(host->asked * 2)) ? vm_undefined()
                                                                                   : vm_exception();
}

static vm_value print(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    if (!text) return vm_exception();
    say((struct host *)vm_data(vm, VM_DATA_HOST), "%s", text);
    vm_free(vm, text);
    return vm_undefined();
}

static bool define(vm_isolate *vm) {
    static const vm_method methods[] = {{"add", add, 1, VM_METHOD, NULL}};
    static const vm_method functions[] = {{"listen", listen, 1, VM_METHOD, NULL},
                                          {"ask", ask, 1, VM_METHOD, NULL},
                                          {"answer", answer, 0, VM_METHOD, NULL},
                                          {"print", print, 1, VM_METHOD, NULL}};
    vm_value constructor = vm_constructor(vm, construct, "Sensor", 1, NULL), prototype = vm_object(vm);
    return !vm_is_exception(constructor) && !vm_is_exception(prototype) &&
           vm_define_methods(vm, prototype, methods, 1) &&
           vm_define_methods(vm, vm_global(vm), functions, 4) &&
           vm_define(vm, constructor, "prototype", prototype, 0) &&
           vm_define(vm, vm_global(vm), "Sensor", constructor, VM_HIDDEN);
}

static const char *const modules[][2] = {
    {"plugin://main",
     "import { gain } from 'plugin://lib';"
     "const lamp = new Sensor('lamp'); globalThis.state = { name: 'lamp' }; state.self = state;"
     "print('loaded, gain ' + gain);"
     "listen((level, name) => { state.level = level; print(`event ${level} from ${name}`); });"
     "setTimeout(answer, 5);"
     "print('answer ' + await ask(21) + ' after a timer');"
     "lamp.add(gain); lamp.add(gain);"},
    {"plugin://lib", "export const gain = 3;"},
};

static vm_value resolve(vm_isolate *vm, const char *specifier, const char *referrer, bool is_require,
                        void *data) {
    (void)referrer, (void)is_require, (void)data;
    return strncmp(specifier, "plugin://", 9) ? vm_undefined() : vm_string(vm, specifier);
}

static vm_value load(vm_isolate *vm, const char *name, vm_source_format *format, void *data) {
    (void)data;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        if (!strcmp(name, modules[i][0])) {
            *format = VM_FORMAT_MODULE;
            return vm_string(vm, modules[i][1]);
        }
    }
    return vm_undefined();
}

static vm_value evaluate(vm_isolate *vm, const char *name, const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = name};
    return vm_eval(vm, &source);
}

static bool session(struct host *host, vm_loop *loop, vm_isolate *vm, vm_isolate *receiver) {
    vm_loader loader = {.resolve = resolve, .load = load};
    if (!vm_loop_attach(loop, vm, NULL) || !vm_set_loader(vm, &loader) || !define(vm)) return false;
    if (vm_is_exception(vm_import(vm, "plugin://main"))) return false;
    vm_loop_mark(vm);
    vm_loop_run(loop);

    if (vm_is_exception(evaluate(vm, "plugin://bad", "const bad = new Sensor('bad');\n    bad.add('x');"))) {
        vm_error_info info;
        vm_error_describe(vm, vm_take_exception(vm), &info);
        say(host, "%s:%u:%u: %s", info.file, info.line, info.column, info.message);
        vm_error_info_free(vm, &info);
    }

    vm_set_memory_limit(vm, (size_t)32 << 20);
    if (vm_is_exception(
            evaluate(vm, "big", "{ let list = []; for (;;) list.push(new Array(1000).fill(0)); }"))) {
        vm_value name = vm_get(vm, vm_take_exception(vm), "name");
        say(host, "memory: %s", vm_string_is(vm, name, "RangeError") ? "RangeError" : "?");
    }
    vm_set_deadline(vm, UINT64_C(20000000));
    if (vm_is_exception(evaluate(vm, "spin", "for (;;) try { for (;;); } catch {} finally { continue; }")) &&
        vm_termination(vm) == VM_TERMINATED_BY_DEADLINE) {
        say(host, "deadline: terminated");
    }
    vm_clear_termination(vm);

    vm_value state = vm_clone(vm, receiver, vm_get(vm, vm_global(vm), "state"), NULL);
    if (vm_is_exception(state) || !vm_set(receiver, vm_global(receiver), "state", state)) return false;
    char *text = vm_to_utf8(
        receiver,
        evaluate(receiver, "copy", "`${state.name} ${state.level}, cyclic ${state.self === state}`"), NULL);
    if (!text) return false;
    say(host, "copy: %s", text);
    vm_free(receiver, text);

    say(host, "alive: %g", vm_as_double(evaluate(vm, "alive", "1 + 1")));
    // Jobs and timers that never come to run.
    return !vm_is_exception(evaluate(vm, "late",
                                     "setTimeout(print, 1, 'late'); setInterval(print, 1, 'late');"
                                     "Promise.resolve().then(() => print('late')); ask(1).then(print);"));
}

static void *run(void *data) {
    struct host *host = (struct host *)data;
    vm_options options = {.data = host};
    vm_loop *loop = vm_loop_new();
    vm_isolate *vm = vm_create(&options), *receiver = vm_create(NULL);
    if (!loop || !vm || !receiver) return NULL;
    vm_root_add(vm, &host->listener, vm_undefined());
    vm_root_add(vm, &host->request, vm_undefined());
    if (!session(host, loop, vm, receiver)) {
        say(host, "failed");
        vm_report_error(vm, vm_take_exception(vm));
    }
    vm_root_remove(&host->listener);
    vm_root_remove(&host->request);
    vm_loop_detach(vm);
    vm_destroy(vm);
    say(host, "%d sensors gone", host->gone);
    vm_destroy(receiver);
    vm_loop_free(loop);
    return NULL;
}

int main(void) {
    static struct host hosts[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        hosts[i].id = i;
        if (pthread_create(&threads[i], NULL, run, &hosts[i])) return 1;
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        fputs(hosts[i].log, stdout);
    }
    return 0;
}
