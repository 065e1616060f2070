#include "exec/jobs.h"

#include "exec/finalization.h"
#include "exec/hooks.h"
#include "exec/promise.h"
#include "object/throw.h"

#define RING_INITIAL 64u
#define RING_SHRINK 4096u // an empty ring larger than this gives its memory back

static __attribute__((noinline)) bool ring_grow(vm_isolate *vm, struct job_ring *ring) {
    uint32_t capacity = ring->capacity ? ring->capacity * 2 : RING_INITIAL;
    struct job *jobs = capacity ? memory_allocate(&vm->memory, capacity * sizeof *jobs) : NULL;
    if (!jobs) {
        throw_out_of_memory(vm);
        return false;
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        jobs[i] = ring->jobs[(ring->head + i) & (ring->capacity - 1)];
    }
    memory_free(&vm->memory, ring->jobs);
    ring->jobs = jobs;
    ring->capacity = capacity;
    ring->head = 0;
    return true;
}

static inline bool ring_push(vm_isolate *vm, struct job_ring *ring, enum job_kind kind, void *target,
                             vm_value value) {
    if (ring->count == ring->capacity && !ring_grow(vm, ring)) {
        return false;
    }
    struct job *job = &ring->jobs[(ring->head + ring->count++) & (ring->capacity - 1)];
    _Static_assert(JOB_CALLBACK <= JOB_KIND_MASK, "the kinds fit into the bits");
    job->kind_and_context = (uintptr_t)vm->jobs->context | kind;
    job->target = target;
    job->value = value;
    return true;
}

static struct job ring_take(struct job_ring *ring) {
    struct job job = ring->jobs[ring->head];
    ring->head = (ring->head + 1) & (ring->capacity - 1);
    ring->count--;
    ring->scanned -= ring->scanned > 0;
    return job;
}

// Records in front of `scanned` were marked by an earlier collection and are old: a young one skips them.
static void ring_visit(struct marker *marker, struct job_ring *ring) {
    for (uint32_t i = marker_heap(marker)->young ? ring->scanned : 0; i < ring->count; i++) {
        struct job *job = &ring->jobs[(ring->head + i) & (ring->capacity - 1)];
        mark_cell(marker, job->target);
        mark_value(marker, job->value);
        mark_cell(marker, job_context(job));
    }
    ring->scanned = ring->count;
}

static void visit_roots(struct marker *marker, void *data) {
    struct job_queue *queue = ((vm_isolate *)data)->jobs;
    ring_visit(marker, &queue->microtasks);
    ring_visit(marker, &queue->ticks);
    mark_cell(marker, queue->running.target);
    mark_value(marker, queue->running.value);
    mark_cell(marker, queue->context);
    mark_cell(marker, queue->rejections);
    mark_cell(marker, queue->handled_late);
}

bool jobs_initialize(vm_isolate *vm) {
    struct job_queue *queue = memory_allocate_zeroed(&vm->memory, sizeof *queue);
    if (!queue) {
        return false;
    }
    vm->jobs = queue;
    queue->running.value = VALUE_UNDEFINED;
    queue->roots = (struct root_section){.name = "jobs", .visit = visit_roots, .data = vm};
    heap_add_root_section(&vm->heap, &queue->roots);
    queue->rejections = list_create(vm);
    queue->handled_late = queue->rejections ? list_create(vm) : NULL;
    return queue->handled_late;
}

void jobs_finalize(vm_isolate *vm) {
    if (vm->jobs) {
        memory_free(&vm->memory, vm->jobs->microtasks.jobs);
        memory_free(&vm->memory, vm->jobs->ticks.jobs);
        memory_free(&vm->memory, vm->jobs);
        vm->jobs = NULL;
    }
}

bool jobs_enqueue(vm_isolate *vm, enum job_kind kind, void *target, vm_value value) {
    return ring_push(vm, &vm->jobs->microtasks, kind, target, value);
}

bool jobs_enqueue_tick(vm_isolate *vm, struct object *callback, vm_value arguments) {
    return ring_push(vm, &vm->jobs->ticks, JOB_CALLBACK, callback, arguments);
}

// Runs the oldest job of a ring. False: terminated, or a failure that no hook took.
static bool run_one(vm_isolate *vm, struct job_ring *ring) {
    struct job_queue *queue = vm->jobs;
    queue->running = ring_take(ring);
    struct object *context = queue->context;
    queue->context = job_context(&queue->running);
    vm_value result = promise_run_job(vm, &queue->running);
    queue->context = context;
    queue->executed++;
    return !value_is_exception(result) || hooks_uncaught(vm);
}

// Drains do not nest, so that one `running` is enough; behind the last job it holds nothing.
static bool run_all(vm_isolate *vm, struct job_ring *ring) {
    bool ok = true;
    while (ok && ring->count) {
        ok = run_one(vm, ring);
    }
    vm->jobs->running.target = NULL;
    vm->jobs->running.value = VALUE_UNDEFINED;
    return ok;
}

// Judges what was rejected without a handler once the queue is empty. A hook may run script and enqueue more.
static bool judge_rejections(vm_isolate *vm) {
    struct job_queue *queue = vm->jobs;
    struct list *late = queue->handled_late, *rejections = queue->rejections;
    if (!late->length && !rejections->length) {
        return true;
    }
    struct list *fresh_late = list_create(vm), *fresh = fresh_late ? list_create(vm) : NULL;
    if (!fresh) {
        return false;
    }
    queue->handled_late = fresh_late;
    queue->rejections = fresh;
    for (uint32_t i = 0; i < late->length; i++) {
        hooks_rejection(vm, value_as_cell(list_at(late, i)), true);
    }
    for (uint32_t i = 0; i < rejections->length; i++) {
        struct promise *p = value_as_cell(list_at(rejections, i));
        if (!(p->object.cell.word & (PROMISE_HANDLED | PROMISE_REPORTED))) {
            p->object.cell.word |= PROMISE_REPORTED;
            hooks_rejection(vm, p, false);
        }
        if (vm->terminating) {
            return false;
        }
    }
    return true;
}

bool jobs_drain(vm_isolate *vm, bool microtasks_first) {
    struct job_queue *queue = vm->jobs;
    if (queue->draining) {
        return true;
    }
    queue->draining = true;
    bool ok = true;
    do {
        if (microtasks_first) {
            ok = run_all(vm, &queue->microtasks);
            microtasks_first = false;
        }
        while (ok && jobs_pending(vm)) {
            ok = run_all(vm, &queue->ticks) && run_all(vm, &queue->microtasks);
        }
        if (vm->kept_alive) {
            vm->kept_alive = NULL;
        }
        ok = ok && judge_rejections(vm) && finalization_enqueue(vm);
    } while (ok && jobs_pending(vm));
    queue->draining = false;
    return ok;
}
