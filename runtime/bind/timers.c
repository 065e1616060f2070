// setTimeout, setInterval, setImmediate, their clears, queueMicrotask.
//
// All three give handles of one kind to script: host objects with one prototype, whose data is the loop's
// node (a timer or an immediate: two classes, as immediates are smaller) and whose slots are the callback and
// exactly its arguments. A handle is *active* while the loop has it. Its tag has the number, which is looked
// up in a table only when somebody has asked for it (Symbol.toPrimitive, id).
//
// Active handles are kept alive by a holder. A full collection walks the loop's lists. A young one needs
// those only that became active since the last collection, for all others are old: they are noted in
// `recent`.
#include <math.h>
#include <stdio.h>

#include "bind/runtime.h"
#include "modules/builtin.h"

#define LONGEST_MS 2147483647.0
#define RECENT_LIMIT 131072 // more than fit between two collections, unless old handles are started again

enum { HANDLE_CLEARED = 1, HANDLE_NUMBERED = 2 }; // loop_tag.owner_flags

static const vm_class timeout_class = {.name = "Timer", .bytes = sizeof(struct loop_timer)};
static const vm_class immediate_class = {.name = "Timer", .bytes = sizeof(struct loop_immediate)};

// A handle as it is worked with: timer or immediate is NULL.
struct handle {
    vm_value object;
    struct loop_timer *timer;
    struct loop_immediate *immediate;
    struct loop_tag *tag;
};

// False when the value is no handle.
static inline bool handle_of(vm_value v, struct handle *h) {
    const vm_class *host_class = vm_host_class(v);
    if (host_class == &timeout_class) {
        struct loop_timer *timer = vm_host_data(v, &timeout_class);
        *h = (struct handle){v, timer, NULL, &timer->tag};
        return true;
    }
    if (host_class == &immediate_class) {
        struct loop_immediate *immediate = vm_host_data(v, &immediate_class);
        *h = (struct handle){v, NULL, immediate, &immediate->tag};
        return true;
    }
    return false;
}

static bool handle_is_active(const struct runtime *rt, const struct handle *h) {
    return h->timer ? loop_timer_is_active(rt->loop, h->timer) : loop_immediate_is_active(h->immediate);
}

// --- numbers

static uint32_t table_home(const struct timer_table *table, uint64_t number) {
    return (uint32_t)(number * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (table->capacity - 1);
}

// The place of a number, or the empty one where it would stand. The table must have one.
static uint32_t table_place(const struct timer_table *table, uint64_t number) {
    uint32_t i = table_home(table, number);
    while (table->entries[i].number && table->entries[i].number != number) {
        i = (i + 1) & (table->capacity - 1);
    }
    return i;
}

// undefined: no active handle has this number.
static vm_value table_find(const struct timer_table *table, uint64_t number) {
    struct timer_entry *entry = table->count ? &table->entries[table_place(table, number)] : NULL;
    return entry && entry->number ? entry->handle : vm_undefined();
}

static bool table_add(vm_isolate *vm, struct timer_table *table, const struct handle *h) {
    if (2 * (table->count + 1) > table->capacity) {
        struct timer_table larger = {.capacity = table->capacity ? table->capacity * 2 : 16};
        larger.entries = vm_allocate(vm, larger.capacity * sizeof *larger.entries);
        if (!larger.entries) {
            vm_throw_out_of_memory(vm);
            return false;
        }
        memset(larger.entries, 0, larger.capacity * sizeof *larger.entries);
        larger.count = table->count;
        for (uint32_t i = 0; i < table->capacity; i++) {
            if (table->entries[i].number) {
                larger.entries[table_place(&larger, table->entries[i].number)] = table->entries[i];
            }
        }
        vm_free(vm, table->entries);
        *table = larger;
    }
    struct timer_entry *entry = &table->entries[table_place(table, h->tag->owner_number)];
    table->count += !entry->number;
    *entry = (struct timer_entry){h->tag->owner_number, h->object};
    return true;
}

static void table_remove(struct timer_table *table, uint64_t number) {
    uint32_t mask = table->capacity - 1, gap = table->count ? table_place(table, number) : 0;
    if (!table->count || !table->entries[gap].number) {
        return;
    }
    table->count--;
    for (uint32_t i = (gap + 1) & mask; table->entries[i].number; i = (i + 1) & mask) {
        uint32_t home = table_home(table, table->entries[i].number);
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            table->entries[gap] = table->entries[i];
            gap = i;
        }
    }
    table->entries[gap].number = 0;
}

// --- keeping alive

// Notes a handle that has become active.
static void note_recent(struct runtime *rt, vm_value object) {
    struct recent_handles *recent = &rt->timers.recent;
    if (recent->count == recent->capacity) {
        uint32_t capacity = recent->capacity ? recent->capacity * 2 : 64;
        vm_value *items = capacity <= RECENT_LIMIT ? vm_allocate(rt->vm, capacity * sizeof *items) : NULL;
        if (!items) {
            recent->incomplete = true;
            return;
        }
        if (recent->count) {
            memcpy(items, recent->items, recent->count * sizeof *items);
        }
        vm_free(rt->vm, recent->items);
        recent->items = items;
        recent->capacity = capacity;
    }
    recent->items[recent->count++] = object;
}

// Forgets a handle that is not active any more, where that costs nothing: often it was the last.
static void forget_recent(struct runtime *rt, vm_value object) {
    struct recent_handles *recent = &rt->timers.recent;
    if (recent->count && recent->items[recent->count - 1].bits == object.bits) {
        recent->count--;
    }
}

// What a walk over the loop's lists is for: all handles of a runtime, given to `visit`.
struct walk {
    struct runtime *rt;
    void (*visit)(struct runtime *rt, vm_value object, void *data);
    void *data;
};

static void timer_fired(struct loop *loop, struct loop_timer *timer);
static void immediate_fired(struct loop *loop, struct loop_immediate *immediate);

static void walk_node(const struct walk *walk, const void *node) {
    vm_value object = vm_host_from_data(node);
    if (vm_host_isolate(object) == walk->rt->vm) {
        walk->visit(walk->rt, object, walk->data);
    }
}

static void walk_timer(void *data, struct loop_timer *timer) {
    if (timer->callback == timer_fired) {
        walk_node(data, timer);
    }
}

static void walk_immediate(void *data, struct loop_immediate *immediate) {
    if (immediate->callback == immediate_fired) {
        walk_node(data, immediate);
    }
}

// Calls visit, which may stop the handle, for each active one but an interval whose callback is running.
static void each_active(struct runtime *rt, void (*visit)(struct runtime *rt, vm_value object, void *data),
                        void *data) {
    struct walk walk = {rt, visit, data};
    loop_timer_each(rt->loop, walk_timer, &walk);
    loop_immediate_each(rt->loop, walk_immediate, &walk);
}

static void mark_active(struct runtime *rt, vm_value object, void *data) {
    (void)rt;
    vm_mark(data, object);
}

static void visit_active(vm_marker *marker, bool young, void *data) {
    struct runtime *rt = data;
    struct recent_handles *recent = &rt->timers.recent;
    if (!young || recent->incomplete) {
        each_active(rt, mark_active, marker);
    } else {
        for (uint32_t i = 0; i < recent->count; i++) {
            struct handle h;
            if (handle_of(recent->items[i], &h) && handle_is_active(rt, &h)) {
                vm_mark(marker, h.object);
            }
        }
    }
    recent->count = 0;
    recent->incomplete = false;
}

// --- starting and stopping

static void handle_start(struct runtime *rt, const struct handle *h) {
    if (!handle_is_active(rt, h)) {
        note_recent(rt, h->object);
        if (h->tag->owner_flags & HANDLE_NUMBERED && !table_add(rt->vm, &rt->timers.numbered, h)) {
            h->tag->owner_flags &= ~HANDLE_NUMBERED;
            (void)vm_take_exception(rt->vm);
        }
    }
    if (h->timer) {
        loop_timer_start_after(rt->loop, h->timer, h->timer->delay, h->tag->repeats);
    } else {
        loop_immediate_start(rt->loop, h->immediate);
    }
}

// Follows the end of a handle's activity.
static inline void handle_ended(struct runtime *rt, const struct handle *h) {
    if (h->tag->owner_flags & HANDLE_NUMBERED) {
        table_remove(&rt->timers.numbered, h->tag->owner_number);
    }
}

static void handle_clear(struct runtime *rt, const struct handle *h) {
    h->tag->owner_flags |= HANDLE_CLEARED;
    if (h->timer) {
        loop_timer_stop(rt->loop, h->timer);
    } else {
        loop_immediate_stop(rt->loop, h->immediate);
    }
    forget_recent(rt, h->object);
    handle_ended(rt, h);
}

// --- firing

static void handle_fire(const struct handle *h) {
    struct runtime *rt = runtime_of(vm_host_isolate(h->object));
    if (!h->tag->repeats) {
        handle_ended(rt, h);
    }
    const vm_value *slots = vm_host_slots(h->object);
    runtime_call(rt, slots[0], h->object, vm_host_slot_count(h->object) - 1, slots + 1);
    vm_keep(h->object);
}

static void timer_fired(struct loop *loop, struct loop_timer *timer) {
    (void)loop;
    handle_fire(&(struct handle){vm_host_from_data(timer), timer, NULL, &timer->tag});
}

static void immediate_fired(struct loop *loop, struct loop_immediate *immediate) {
    (void)loop;
    handle_fire(&(struct handle){vm_host_from_data(immediate), NULL, immediate, &immediate->tag});
}

static void clear_active(struct runtime *rt, vm_value object, void *data) {
    (void)data;
    struct handle h;
    if (handle_of(object, &h)) {
        handle_clear(rt, &h);
    }
}

void timers_attach(struct runtime *rt) {
    rt->timers.holder = (vm_holder){.visit = visit_active, .data = rt};
    vm_holder_add(rt->vm, &rt->timers.holder);
}

void timers_detach(struct runtime *rt) {
    each_active(rt, clear_active, NULL);
    vm_holder_remove(rt->vm, &rt->timers.holder);
    vm_free(rt->vm, rt->timers.numbered.entries);
    vm_free(rt->vm, rt->timers.recent.items);
    rt->timers.numbered = (struct timer_table){0};
    rt->timers.recent = (struct recent_handles){0};
}

// --- methods of handles

// `this` as a handle. False: error pending.
static bool this_handle(vm_isolate *vm, vm_value *frame, struct handle *h) {
    if (handle_of(frame[0], h)) {
        return true;
    }
    (void)!vm_host_check(vm, frame[0], &timeout_class); // throws
    return false;
}

// A receiver that is no handle is given back: people call them on whatever a timer function of theirs gave.
static vm_value handle_ref(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: unref
    (void)argc;
    struct handle h;
    struct runtime *rt = runtime_of(vm);
    if (!rt || !handle_of(frame[0], &h)) {
        return frame[0];
    }
    bool referenced = vm_function_data(frame[-1]) == NULL;
    if (h.timer) {
        loop_timer_set_referenced(rt->loop, h.timer, referenced);
    } else {
        loop_immediate_set_referenced(rt->loop, h.immediate, referenced);
    }
    return frame[0];
}

static bool is_active(vm_isolate *vm, const struct handle *h) {
    struct runtime *rt = runtime_of(vm);
    return rt && handle_is_active(rt, h);
}

static vm_value handle_has_ref(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct handle h;
    return this_handle(vm, frame, &h) ? vm_bool(is_active(vm, &h) && !h.tag->unreferenced) : vm_exception();
}

// Whether it is over: fired or cleared.
static vm_value handle_destroyed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct handle h;
    return this_handle(vm, frame, &h) ? vm_bool(!is_active(vm, &h)) : vm_exception();
}

static vm_value handle_refresh(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct handle h;
    struct runtime *rt = runtime_of(vm);
    if (!this_handle(vm, frame, &h)) {
        return vm_exception();
    }
    if (rt && h.timer && !(h.tag->owner_flags & HANDLE_CLEARED)) {
        handle_start(rt, &h);
    }
    return frame[0];
}

static vm_value handle_close(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct handle h;
    struct runtime *rt = runtime_of(vm);
    if (!this_handle(vm, frame, &h)) {
        return vm_exception();
    }
    if (rt) {
        handle_clear(rt, &h);
    }
    return frame[0];
}

static vm_value handle_dispose(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value result = handle_close(vm, frame, argc);
    return vm_is_exception(result) ? result : vm_undefined();
}

static vm_value handle_number(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct handle h;
    if (!this_handle(vm, frame, &h)) {
        return vm_exception();
    }
    if (!(h.tag->owner_flags & HANDLE_NUMBERED)) {
        if (is_active(vm, &h) && !table_add(vm, &runtime_of(vm)->timers.numbered, &h)) {
            return vm_exception();
        }
        h.tag->owner_flags |= HANDLE_NUMBERED;
    }
    return vm_number((double)h.tag->owner_number);
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

// A function that may be called back, bound to the async context. vm_exception(): error pending.
static vm_value check_callback(vm_isolate *vm, vm_value callback) {
    return vm_is_function(callback) ? vm_async_bind(vm, callback)
                                    : throw_argument_type(vm, "callback", "of type function", callback);
}

// A handle that is not started; slots[0] is the callback, its arguments follow. False: error pending.
static bool handle_create(struct runtime *rt, const vm_class *host_class, uint32_t count,
                          const vm_value *slots, struct handle *h) {
    vm_value prototype = timer_prototype(rt);
    vm_value object = vm_is_exception(prototype)
                          ? prototype
                          : vm_host_object_with(rt->vm, host_class, prototype, count, slots);
    return !vm_is_exception(object) && handle_of(object, h);
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

// setTimeout and setInterval: whether it repeats is the data.
static vm_value set_timer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool repeats = vm_function_data(frame[-1]) != NULL;
    struct runtime *rt = runtime_attached(vm);
    vm_value given = vm_argument(frame, argc, 1);
    vm_value callback = rt ? check_callback(vm, vm_argument(frame, argc, 0)) : vm_exception();
    double ms = NAN;
    if (vm_is_exception(callback)) {
        return callback;
    }
    if (vm_is_number(given)) {
        ms = vm_as_double(given);
    } else if (!vm_is_undefined(given) && !vm_to_double(vm, given, &ms)) {
        return vm_exception();
    }
    if (!(ms >= 1 && ms <= LONGEST_MS)) {
        if (!vm_is_undefined(given) && !warn_of_delay(rt, ms)) {
            return vm_exception();
        }
        ms = 1;
    }
    vm_value *slots = &callback; // the arguments stand behind the delay, whose place the callback takes
    if (argc > 1) {
        slots = frame + 2;
        *slots = callback;
    }
    struct handle h;
    if (!handle_create(rt, &timeout_class, argc > 1 ? argc - 1 : 1, slots, &h)) {
        return vm_exception();
    }
    loop_timer_initialize(h.timer, timer_fired);
    h.timer->delay = (uint64_t)ceil(ms * 1e6);
    h.tag->repeats = repeats;
    h.tag->owner_number = ++rt->timers.last_number;
    handle_start(rt, &h);
    return h.object;
}

static vm_value set_immediate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    vm_value callback = rt ? check_callback(vm, vm_argument(frame, argc, 0)) : vm_exception();
    struct handle h;
    if (vm_is_exception(callback)) {
        return callback;
    }
    frame[1] = callback;
    if (!handle_create(rt, &immediate_class, argc, frame + 1, &h)) {
        return vm_exception();
    }
    loop_immediate_initialize(h.immediate, immediate_fired);
    h.tag->owner_number = ++rt->timers.last_number;
    handle_start(rt, &h);
    return h.object;
}

// The handle that a value names: itself, its number, its number as text. False: none.
static bool handle_named(struct runtime *rt, vm_value v, struct handle *h) {
    double number;
    if (handle_of(v, h)) {
        return true;
    }
    if (!rt->timers.numbered.count) {
        return false;
    }
    if (vm_is_number(v)) {
        number = vm_as_double(v);
    } else if (!vm_is_string(v) || vm_string_length(v) > 20) {
        return false;
    } else if (!vm_to_double(rt->vm, v, &number)) {
        (void)vm_take_exception(rt->vm);
        return false;
    }
    return number >= 1 && number <= 9007199254740991.0 && floor(number) == number &&
           handle_of(table_find(&rt->timers.numbered, (uint64_t)number), h);
}

static vm_value clear_timer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    struct handle h;
    if (rt && argc && handle_named(rt, frame[1], &h)) {
        handle_clear(rt, &h);
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
    {"setTimeout", set_timer, 2, 0, true},
    {"setInterval", set_timer, 2, 1, false},
    {"setImmediate", set_immediate, 1, 0, true},
    {"clearTimeout", clear_timer, 1, 0, false},
    {"clearInterval", clear_timer, 1, 0, false},
    {"clearImmediate", clear_timer, 1, 0, false},
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
