// setTimeout, setInterval, setImmediate, their clears, queueMicrotask.
//
// One class of handles for all three: a host object whose data is the loop's node and whose slots are the
// callback and exactly its arguments. A handle is *active* while the loop has it; active handles are pinned.
// The number of a handle is looked up in a table only when somebody has asked for it (Symbol.toPrimitive,
// id).
#include <math.h>
#include <stdio.h>

#include "bind/runtime.h"
#include "modules/builtin.h"

#define LONGEST_MS 2147483647.0

enum timer_kind { TIMER_TIMEOUT, TIMER_INTERVAL, TIMER_IMMEDIATE };

struct timer_handle {
    union {
        struct loop_timer timer;
        struct loop_immediate immediate;
    };
    struct runtime *runtime; // NULL: detached
    uint64_t id;
    uint64_t delay_ns;
    uint8_t kind;
    bool active, unreferenced, numbered, cleared;
};

static const vm_class timer_class = {.name = "Timer", .bytes = sizeof(struct timer_handle), .slots = 1};

// --- numbers

static uint32_t table_home(const struct timer_table *table, uint64_t id) {
    return (uint32_t)(id * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (table->capacity - 1);
}

static struct timer_handle *table_find(const struct timer_table *table, uint64_t id) {
    if (!table->count) {
        return NULL;
    }
    uint32_t i = table_home(table, id);
    while (table->entries[i] && table->entries[i]->id != id) {
        i = (i + 1) & (table->capacity - 1);
    }
    return table->entries[i];
}

static void table_place(struct timer_table *table, struct timer_handle *h) {
    uint32_t i = table_home(table, h->id);
    while (table->entries[i] && table->entries[i] != h) {
        i = (i + 1) & (table->capacity - 1);
    }
    table->count += !table->entries[i];
    table->entries[i] = h;
}

static bool table_add(vm_isolate *vm, struct timer_table *table, struct timer_handle *h) {
    if (2 * (table->count + 1) > table->capacity) {
        struct timer_table larger = {.capacity = table->capacity ? table->capacity * 2 : 16};
        larger.entries = vm_allocate(vm, larger.capacity * sizeof *larger.entries);
        if (!larger.entries) {
            vm_throw_out_of_memory(vm);
            return false;
        }
        memset(larger.entries, 0, larger.capacity * sizeof *larger.entries);
        for (uint32_t i = 0; i < table->capacity; i++) {
            if (table->entries[i]) {
                table_place(&larger, table->entries[i]);
            }
        }
        vm_free(vm, table->entries);
        *table = larger;
    }
    table_place(table, h);
    return true;
}

static void table_remove(struct timer_table *table, struct timer_handle *h) {
    if (!table->count) {
        return;
    }
    uint32_t mask = table->capacity - 1, gap = table_home(table, h->id);
    while (table->entries[gap] != h) {
        if (!table->entries[gap]) {
            return;
        }
        gap = (gap + 1) & mask;
    }
    table->count--;
    table->entries[gap] = NULL;
    for (uint32_t i = (gap + 1) & mask; table->entries[i]; i = (i + 1) & mask) {
        uint32_t home = table_home(table, table->entries[i]->id);
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            table->entries[gap] = table->entries[i];
            table->entries[i] = NULL;
            gap = i;
        }
    }
}

// --- arming

static void handle_activate(struct timer_handle *h) {
    if (!h->active) {
        h->active = true;
        (void)!vm_pin(h->runtime->vm, vm_host_from_data(h)); // cannot fail for host objects
        if (h->numbered) {
            h->numbered = table_add(h->runtime->vm, &h->runtime->timers.numbered, h);
            if (!h->numbered) {
                (void)vm_take_exception(h->runtime->vm);
            }
        }
    }
}

static void handle_deactivate(struct timer_handle *h) {
    if (h->active) {
        h->active = false;
        vm_unpin(h->runtime->vm, vm_host_from_data(h));
        if (h->numbered) {
            table_remove(&h->runtime->timers.numbered, h);
        }
    }
}

static void handle_start(struct timer_handle *h) {
    struct loop *loop = h->runtime->loop;
    if (h->kind == TIMER_IMMEDIATE) {
        loop_immediate_start(loop, &h->immediate);
    } else {
        loop_timer_start_after(loop, &h->timer, h->delay_ns, h->kind == TIMER_INTERVAL ? h->delay_ns : 0);
    }
    handle_activate(h);
}

static void handle_clear(struct timer_handle *h) {
    h->cleared = true;
    if (!h->active) {
        return;
    }
    if (h->kind == TIMER_IMMEDIATE) {
        loop_immediate_stop(h->runtime->loop, &h->immediate);
    } else {
        loop_timer_stop(h->runtime->loop, &h->timer);
    }
    handle_deactivate(h);
}

// --- firing

static void handle_fire(struct timer_handle *h) {
    vm_value object = vm_host_from_data(h);
    if (h->kind != TIMER_INTERVAL) {
        handle_deactivate(h);
    }
    const vm_value *slots = vm_host_slots(object);
    runtime_call(h->runtime, slots[0], object, vm_host_slot_count(object) - 1, slots + 1);
    vm_keep(object);
}

static void timer_fired(struct loop *loop, struct loop_timer *timer) {
    (void)loop;
    handle_fire((struct timer_handle *)timer);
}

static void immediate_fired(struct loop *loop, struct loop_immediate *immediate) {
    (void)loop;
    handle_fire((struct timer_handle *)immediate);
}

static void detach_timer(void *data, struct loop_timer *timer) {
    struct timer_handle *h = (struct timer_handle *)timer;
    if (timer->callback == timer_fired && h->runtime == data) {
        handle_clear(h);
    }
}

static void detach_immediate(void *data, struct loop_immediate *immediate) {
    struct timer_handle *h = (struct timer_handle *)immediate;
    if (immediate->callback == immediate_fired && h->runtime == data) {
        handle_clear(h);
    }
}

void timers_detach(struct runtime *rt) {
    loop_timer_each(rt->loop, detach_timer, rt);
    loop_immediate_each(rt->loop, detach_immediate, rt);
    vm_free(rt->vm, rt->timers.numbered.entries);
    rt->timers.numbered = (struct timer_table){0};
}

// --- methods of handles

static struct timer_handle *this_handle(vm_isolate *vm, vm_value *frame) {
    return vm_host_check(vm, frame[0], &timer_class);
}

// A receiver that is no handle is given back: people call them on whatever a timer function of theirs gave.
static vm_value handle_ref(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: unref
    (void)argc;
    struct timer_handle *h = vm_host_data(frame[0], &timer_class);
    if (!h) {
        return frame[0];
    }
    h->unreferenced = vm_function_data(frame[-1]) != NULL;
    if (runtime_of(vm) && h->kind == TIMER_IMMEDIATE) {
        loop_immediate_set_referenced(h->runtime->loop, &h->immediate, !h->unreferenced);
    } else if (runtime_of(vm)) {
        loop_timer_set_referenced(h->runtime->loop, &h->timer, !h->unreferenced);
    }
    return frame[0];
}

static vm_value handle_has_ref(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct timer_handle *h = this_handle(vm, frame);
    return h ? vm_bool(h->active && !h->unreferenced) : vm_exception();
}

// Whether it is over: fired or cleared.
static vm_value handle_destroyed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct timer_handle *h = this_handle(vm, frame);
    return h ? vm_bool(!h->active) : vm_exception();
}

static vm_value handle_refresh(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct timer_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    if (h->kind != TIMER_IMMEDIATE && !h->cleared && runtime_of(vm)) {
        handle_start(h);
    }
    return frame[0];
}

static vm_value handle_close(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct timer_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    handle_clear(h);
    return frame[0];
}

static vm_value handle_dispose(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value result = handle_close(vm, frame, argc);
    return vm_is_exception(result) ? result : vm_undefined();
}

static vm_value handle_number(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct timer_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    if (!h->numbered) {
        if (h->active && !table_add(vm, &h->runtime->timers.numbered, h)) {
            return vm_exception();
        }
        h->numbered = true;
    }
    return vm_number((double)h->id);
}

static vm_value timer_prototype(struct runtime *rt) {
    static const vm_method methods[] = {
        {"ref", handle_ref, 0, VM_METHOD, NULL},
        {"unref", handle_ref, 0, VM_METHOD, (void *)1},
        {"hasRef", handle_has_ref, 0, VM_METHOD, NULL},
        {"refresh", handle_refresh, 0, VM_METHOD, NULL},
        {"close", handle_close, 0, VM_METHOD, NULL},
        {"_destroyed", handle_destroyed, 0, VM_GETTER, NULL},
        {"id", handle_number, 0, VM_GETTER, NULL},
        {"@@toPrimitive", handle_number, 0, VM_METHOD, NULL},
        {"@@dispose", handle_dispose, 0, VM_METHOD, NULL},
    };
    vm_isolate *vm = rt->vm;
    if (vm_is_undefined(rt->roots.timer_prototype.value)) {
        vm_value prototype = vm_object(vm);
        if (vm_is_exception(prototype) ||
            !vm_define_methods(vm, prototype, methods, sizeof methods / sizeof *methods)) {
            return vm_exception();
        }
        rt->roots.timer_prototype.value = prototype;
    }
    return rt->roots.timer_prototype.value;
}

// --- the functions

// A handle with callback and arguments from argument `first` on, not started.
static struct timer_handle *handle_create(vm_isolate *vm, vm_value *frame, uint32_t argc, uint32_t first,
                                          enum timer_kind kind) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return NULL;
    }
    vm_value callback = vm_argument(frame, argc, 0);
    if (!vm_is_function(callback)) {
        throw_argument_type(vm, "callback", "of type function", callback);
        return NULL;
    }
    callback = vm_async_bind(vm, callback);
    vm_value prototype = vm_is_exception(callback) ? callback : timer_prototype(rt);
    uint32_t count = argc > first ? argc - first : 0;
    vm_value object =
        vm_is_exception(prototype) ? prototype : vm_host_object(vm, &timer_class, prototype, count);
    if (vm_is_exception(object)) {
        return NULL;
    }
    vm_host_set_slot(vm, object, 0, callback);
    for (uint32_t i = 0; i < count; i++) {
        vm_host_set_slot(vm, object, 1 + i, frame[1 + first + i]);
    }
    struct timer_handle *h = vm_host_data(object, &timer_class);
    h->runtime = rt;
    h->kind = (uint8_t)kind;
    h->id = ++rt->timers.last_id;
    return h;
}

// Warnings: each time of a delay that is too long, once of a negative one and of one that is no number. A
// delay of 0 or a fraction is nothing to warn of.
static bool warn_of_delay(struct runtime *rt, double ms) {
    static const char *const names[] = {"TimeoutOverflowWarning", "TimeoutNegativeWarning",
                                        "TimeoutNaNWarning"};
    static const char *const faults[] = {"does not fit into a 32-bit signed integer", "is a negative number",
                                         "is not a number"};
    int which = ms > LONGEST_MS ? 0 : ms < 0 ? 1 : 2;
    if ((ms >= 0 && ms < 1) || (which && rt->timers.delay_warnings & 1u << which)) {
        return true;
    }
    rt->timers.delay_warnings |= 1u << which;
    vm_isolate *vm = rt->vm;
    vm_value number = vm_to_string(vm, vm_number(ms));
    char *digits = vm_is_exception(number) ? NULL : vm_to_utf8(vm, number, NULL), text[160];
    if (!digits) {
        return false;
    }
    snprintf(text, sizeof text, "%s %s.\nTimeout duration was set to 1.", digits, faults[which]);
    vm_free(vm, digits);
    vm_value process = vm_get(vm, vm_global(vm), "process");
    vm_value arguments[2] = {vm_string(vm, text), vm_string(vm, names[which])};
    return !vm_is_exception(process) && !vm_is_exception(arguments[0]) && !vm_is_exception(arguments[1]) &&
           !vm_is_exception(vm_invoke(vm, process, "emitWarning", 2, arguments));
}

// setTimeout and setInterval: the kind is the data.
static vm_value set_timer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum timer_kind kind = (enum timer_kind)(intptr_t)vm_function_data(frame[-1]);
    struct timer_handle *h = handle_create(vm, frame, argc, 2, kind);
    if (!h) {
        return vm_exception();
    }
    vm_value object = vm_host_from_data(h), given = vm_argument(frame, argc, 1);
    double ms = NAN;
    if (vm_is_number(given)) {
        ms = vm_as_double(given);
    } else if (!vm_is_undefined(given) && !vm_to_double(vm, given, &ms)) {
        return vm_exception();
    }
    if (!(ms >= 1 && ms <= LONGEST_MS)) {
        if (!vm_is_undefined(given) && !warn_of_delay(h->runtime, ms)) {
            return vm_exception();
        }
        ms = 1;
    }
    h->delay_ns = (uint64_t)ceil(ms * 1e6);
    loop_timer_initialize(&h->timer, timer_fired);
    handle_start(h);
    return object;
}

static vm_value set_immediate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct timer_handle *h = handle_create(vm, frame, argc, 1, TIMER_IMMEDIATE);
    if (!h) {
        return vm_exception();
    }
    loop_immediate_initialize(&h->immediate, immediate_fired);
    handle_start(h);
    return vm_host_from_data(h);
}

// The handle that a value names: itself, its number, its number as text.
static struct timer_handle *handle_named(struct runtime *rt, vm_value v) {
    struct timer_handle *h = vm_host_data(v, &timer_class);
    double number;
    if (h || !rt || !rt->timers.numbered.count) {
        return h;
    }
    if (vm_is_number(v)) {
        number = vm_as_double(v);
    } else if (!vm_is_string(v) || vm_string_length(v) > 20) {
        return NULL;
    } else if (!vm_to_double(rt->vm, v, &number)) {
        (void)vm_take_exception(rt->vm);
        return NULL;
    }
    return number >= 1 && number <= 9007199254740991.0 && floor(number) == number
               ? table_find(&rt->timers.numbered, (uint64_t)number)
               : NULL;
}

static vm_value clear_timer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    struct timer_handle *h = argc ? handle_named(rt, frame[1]) : NULL;
    if (h && rt) {
        handle_clear(h);
    }
    return vm_undefined();
}

static vm_value queue_microtask(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value callback = vm_argument(frame, argc, 0);
    if (!vm_is_function(callback)) {
        return throw_argument_type(vm, "callback", "of type function", callback);
    }
    return vm_enqueue_job(vm, callback, 0, NULL) ? vm_undefined() : vm_exception();
}

struct global_function {
    const char *name;
    vm_native native;
    uint32_t length;
    intptr_t data;
    bool promise; // timers/promises has one of this name
};

static const struct global_function functions[] = {
    {"setTimeout", set_timer, 2, TIMER_TIMEOUT, true}, {"setInterval", set_timer, 2, TIMER_INTERVAL, false},
    {"setImmediate", set_immediate, 1, 0, true},       {"clearTimeout", clear_timer, 1, 0, false},
    {"clearInterval", clear_timer, 1, 0, false},       {"clearImmediate", clear_timer, 1, 0, false},
    {"queueMicrotask", queue_microtask, 1, 0, false},
};

// What util.promisify gives for the function: that of timers/promises.
static vm_value promisified(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    vm_value promises = builtin_require(vm, "timers/promises");
    return vm_is_exception(promises) ? promises : vm_get(vm, promises, vm_function_data(frame[-1]));
}

static vm_value make_function(vm_isolate *vm, vm_value global, void *data) {
    (void)global;
    const struct global_function *f = data;
    vm_value function = vm_function(vm, f->native, f->name, f->length, (void *)f->data);
    if (vm_is_exception(function) || !f->promise) {
        return function;
    }
    vm_value symbol = vm_symbol_for(vm, "nodejs.util.promisify.custom");
    vm_value getter = vm_function(vm, promisified, "get", 0, (void *)f->name);
    return !vm_is_exception(symbol) && !vm_is_exception(getter) &&
                   vm_define_accessor(vm, function, vm_key_from_symbol(symbol), getter, vm_undefined(),
                                      VM_ENUMERABLE)
               ? function
               : vm_exception();
}

bool timers_define(struct runtime *rt, vm_value global) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!vm_define_lazy(rt->vm, global, functions[i].name, make_function, (void *)&functions[i],
                            VM_DEFAULT)) {
            return false;
        }
    }
    return true;
}
