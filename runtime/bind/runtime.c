// Loops and the isolates on them: attaching, draining, exit.
//
// Every callback of the loop that runs script goes through runtime_call. It marks its runtime when jobs are
// pending; the loop calls drain_marked at the boundary after the callback, outside of all script. A round is
// one full drain of each marked runtime in mark order; rounds go on until none is marked or a millisecond has
// passed.
#include "bind/runtime.h"

#include <errno.h>
#include <stdlib.h>

#include "bind/report.h"
#include "bind/uncaught.h"
#include "modules/source_map.h"
#include "modules/builtin.h"
#include "modules/modules.h"
#include "os/process.h"

#define DRAIN_BUDGET_NS UINT64_C(1000000)

// --- loops

static void drain_marked(void *data) {
    vm_loop *owner = data;
    uint64_t until = 0;
    while (owner->first_marked) {
        struct runtime *rt = owner->first_marked;
        owner->first_marked = rt->next_marked;
        if (!owner->first_marked) {
            owner->last_marked = NULL;
        }
        rt->marked = false;
        bool microtasks_first = rt->microtasks_first;
        rt->microtasks_first = false;
        if (!rt->exiting && !vm_drain(rt->vm, microtasks_first)) {
            runtime_failed(rt);
        }
        waits_update(rt);
        if (!owner->first_marked) {
            return;
        }
        uint64_t now = loop_now_ns(owner->loop);
        if (!until) {
            until = now + DRAIN_BUDGET_NS;
        } else if (now >= until) {
            loop_request_drain(owner->loop);
            return;
        }
    }
}

vm_loop *vm_loop_new(void) {
    vm_loop *owner = calloc(1, sizeof *owner);
    struct loop_options options = {.drain = drain_marked, .data = owner};
    if (owner && loop_create(&owner->loop, &options) < 0) {
        free(owner);
        return NULL;
    }
    return owner;
}

int vm_loop_free(vm_loop *loop) {
    if (!loop) {
        return 0;
    }
    if (loop_in_callback(loop->loop)) {
        return -EBUSY;
    }
    while (loop->runtimes) {
        vm_loop_detach(loop->runtimes->vm);
    }
    loop_poll(loop->loop, 0); // what is closing is told so, and gives its memory back
    int result = loop_free(loop->loop);
    if (!result) {
        signals_free(loop);
        free(loop);
    }
    return result;
}

int vm_loop_run(vm_loop *loop) { return loop_run(loop->loop); }

int vm_loop_poll(vm_loop *loop, int64_t timeout_ns) { return loop_poll(loop->loop, timeout_ns); }

int vm_loop_run_for(vm_loop *loop, uint64_t budget_ns) { return loop_run_for(loop->loop, budget_ns); }

int vm_loop_tick(vm_loop *loop) { return loop_frame(loop->loop); }

void vm_loop_stop(vm_loop *loop) { loop_stop(loop->loop); }

uint64_t vm_loop_now(const vm_loop *loop) { return loop_now_ns(loop->loop); }

uint64_t vm_loop_next_deadline(vm_loop *loop) { return loop_next_deadline(loop->loop); }

int vm_loop_wait_exactly(void) { return loop_wait_exactly(); }

bool vm_loop_is_alive(const vm_loop *loop) { return loop_is_alive(loop->loop); }

struct reasons {
    void (*visit)(const char *kind, const char *name, void *data);
    void *data;
};

static void tell_reason(void *data, const char *kind, const char *name, void *object) {
    (void)object;
    const struct reasons *reasons = data;
    reasons->visit(kind, name, reasons->data);
}

size_t vm_loop_why_alive(vm_loop *loop, void (*visit)(const char *kind, const char *name, void *data),
                         void *data) {
    struct reasons reasons = {visit, data};
    return loop_why_alive(loop->loop, visit ? tell_reason : NULL, &reasons);
}

void vm_loop_get_statistics(const vm_loop *loop, vm_loop_statistics *out) {
    const struct loop_statistics *s = loop_statistics(loop->loop);
    *out = (vm_loop_statistics){
        .turns = s->turns,
        .callbacks = s->callbacks,
        .timers = s->timers,
        .immediates = s->immediates,
        .completions = s->completions,
        .posts = s->posts,
        .drains = s->drains,
        .polls = s->kernel_polls,
        .waits = s->waits,
        .longest_callback_ns = s->longest_callback_ns,
    };
}

void vm_loop_measure(vm_loop *loop, bool on) { loop_measure_callbacks(loop->loop, on); }

int vm_loop_handle(vm_loop *loop, intptr_t *out) {
    loop_descriptor descriptor;
    int result = loop_host_handle(loop->loop, &descriptor);
    if (!result) {
        *out = (intptr_t)descriptor;
    }
    return result;
}

struct posted {
    void (*call)(void *data);
    void *data;
};

static void run_posted(struct loop *loop, void *data) {
    (void)loop;
    struct posted *posted = data, copy = *posted;
    free(posted);
    copy.call(copy.data);
}

int vm_loop_post(vm_loop *loop, void (*call)(void *data), void *data) {
    struct posted *posted = malloc(sizeof *posted);
    if (!posted) {
        return -ENOMEM;
    }
    *posted = (struct posted){call, data};
    int result = loop_post_call(loop->loop, run_posted, posted);
    if (result) {
        free(posted);
    }
    return result;
}

// --- isolates

#define ROOT_COUNT (sizeof(struct runtime_roots) / sizeof(vm_root))

static vm_root *root_at(struct runtime *rt, size_t i) { return (vm_root *)(void *)&rt->roots + i; }

bool vm_loop_attach(vm_loop *loop, vm_isolate *vm, const vm_attach_options *options) {
    if (runtime_of(vm)) {
        vm_throw_type_error(vm, "The isolate is attached to a loop already");
        return false;
    }
    struct runtime *rt = vm_allocate(vm, sizeof *rt);
    if (!rt) {
        vm_throw_out_of_memory(vm);
        return false;
    }
    *rt = (struct runtime){.vm = vm,
                           .owner = loop,
                           .loop = loop->loop,
                           .next = loop->runtimes,
                           .started_ns = process_now_ns(),
                           .started_wall_ns = process_wall_ns()};
    if (options) {
        rt->options = *options;
    }
    loop->runtimes = rt;
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        vm_root_add(vm, root_at(rt, i), vm_undefined());
    }
    rt->roots.realm.value = vm_realm(vm);
    vm_set_data(vm, VM_DATA_RUNTIME, rt);
    uncaught_attach(rt);
    source_maps_enable(rt, rt->options.source_maps);
    waits_attach(rt);
    timers_attach(rt);
    modules_attach(rt);
    vm_value global = vm_global(vm);
    if (!timers_define(rt, global) || !console_define(rt, global) || !process_define(rt, global) ||
        !builtin_globals_define(rt, global)) {
        vm_loop_detach(vm);
        return false;
    }
    return true;
}

static void unmark(struct runtime *rt) {
    vm_loop *owner = rt->owner;
    struct runtime **at = &owner->first_marked, *before = NULL;
    while (*at && *at != rt) {
        before = *at;
        at = &before->next_marked;
    }
    if (*at) {
        *at = rt->next_marked;
        if (owner->last_marked == rt) {
            owner->last_marked = before;
        }
    }
}

void vm_loop_detach(vm_isolate *vm) {
    struct runtime *rt = runtime_of(vm);
    if (!rt) {
        return;
    }
    process_detach(rt);
    timers_detach(rt);
    frames_detach(rt);
    net_detach(rt);
    fs_detach(rt);
    waits_detach(rt);
    signals_detach(rt);
    modules_detach(rt);
    unmark(rt);
    struct runtime **at = &rt->owner->runtimes;
    while (*at != rt) {
        at = &(*at)->next;
    }
    *at = rt->next;
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        vm_root_remove(root_at(rt, i));
    }
    uncaught_detach(rt);
    source_maps_detach(rt);
    vm_set_module_hooks(vm, &(vm_module_hooks){0});
    vm_set_data(vm, VM_DATA_RUNTIME, NULL);
    vm_free(vm, rt);
}

struct runtime *runtime_attached(vm_isolate *vm) {
    struct runtime *rt = runtime_of(vm);
    if (!rt) {
        vm_throw_type_error(vm, "The isolate is not attached to a loop");
    }
    return rt;
}

vm_loop *vm_loop_of(vm_isolate *vm) {
    struct runtime *rt = runtime_of(vm);
    return rt ? rt->owner : NULL;
}

void runtime_mark(struct runtime *rt) {
    waits_update(rt);
    if (rt->marked || !vm_jobs_pending(rt->vm)) {
        return;
    }
    vm_loop *owner = rt->owner;
    rt->marked = true;
    rt->next_marked = NULL;
    if (owner->last_marked) {
        owner->last_marked->next_marked = rt;
    } else {
        owner->first_marked = rt;
    }
    owner->last_marked = rt;
    loop_request_drain(rt->loop);
}

void vm_loop_mark(vm_isolate *vm) {
    struct runtime *rt = runtime_of(vm);
    if (rt) {
        runtime_mark(rt);
        loop_boundary(rt->loop);
    }
}

// --- calls and exit

void runtime_call(struct runtime *rt, vm_value function, vm_value this_value, uint32_t argc,
                  const vm_value *arguments) {
    if (rt->exiting) {
        return;
    }
    vm_set_async_context(rt->vm, vm_undefined());
    if (vm_is_exception(vm_call(rt->vm, function, this_value, argc, arguments))) {
        runtime_failed(rt);
    }
    runtime_mark(rt);
}

void vm_exit(vm_isolate *vm, int code) {
    struct runtime *rt = runtime_of(vm);
    if (!rt || rt->exiting) {
        return;
    }
    rt->exit_code = code;
    if (code || !vm_is_undefined(rt->roots.exit_code.value)) {
        rt->roots.exit_code.value = vm_int(code);
    }
    if (!rt->exit_emitted) {
        rt->exit_emitted = true;
        vm_value argument = vm_int(code), process = rt->roots.process.value;
        bool told = vm_is_undefined(process) || vm_set(vm, process, "_exiting", vm_bool(true));
        if ((!told || process_emit(rt, "exit", 1, &argument) < 0) && !vm_termination(vm)) {
            report_error(vm, vm_take_exception(vm), false);
            rt->roots.exit_code.value = vm_int(1);
        }
    }
    if (!rt->exiting) { // a listener may have called it
        rt->exiting = true;
        rt->exit_code = vm_is_int(rt->roots.exit_code.value) ? vm_as_int(rt->roots.exit_code.value) : code;
        (void)vm_terminate_now(vm);
        loop_stop(rt->loop);
    }
}

bool vm_is_exiting(vm_isolate *vm, int *code) {
    struct runtime *rt = runtime_of(vm);
    if (!rt) {
        return false;
    }
    if (code) {
        vm_value set = rt->roots.exit_code.value;
        *code = rt->exiting ? rt->exit_code : vm_is_int(set) ? vm_as_int(set) : 0;
    }
    return rt->exiting;
}
