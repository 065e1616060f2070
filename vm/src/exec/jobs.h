// The continuation queue: a ring of fixed 24-byte records, no closures. Order is first in, first out.
// Next-ticks have a ring of their own, emptied before the microtasks: all ticks, all microtasks, again until
// both are empty.
//
// The *async context* is an object, or none, that whoever waits takes along: a job carries the one that was
// current when it was enqueued, a reaction that of its then() or await, and it is current again while the job
// runs.
#ifndef EXEC_JOBS_H
#define EXEC_JOBS_H

#include "object/isolate.h"

enum job_kind {
    JOB_FULFILL_REACTION, // target REACTION, value: the promise's value
    JOB_REJECT_REACTION,  // target REACTION, value: the reason
    JOB_THENABLE,         // target LIST {promise, thenable, then}
    JOB_RESUME,           // target SUSPENDED_FRAME, value: go on
    JOB_RESUME_THROW,     // target SUSPENDED_FRAME, value: throw at the await
    JOB_FINALIZATION,     // target FINALIZATION_REGISTRY
    JOB_CALLBACK,         // target function object, value: LIST of arguments or undefined
};
#define JOB_KIND_MASK ((uintptr_t)7)
struct job {
    uintptr_t
        kind_and_context; // enum job_kind in the bits that are 0 in addresses of cells, and the async context
    struct cell *target;
    vm_value value;
};
static inline enum job_kind job_kind(const struct job *job) { return job->kind_and_context & JOB_KIND_MASK; }
static inline struct object *job_context(const struct job *job) {
    return (struct object *)(job->kind_and_context & ~JOB_KIND_MASK);
}

struct job_ring {
    struct job *jobs;
    uint32_t head, count, capacity; // capacity is a power of two
    uint32_t scanned;               // of these the collector has seen the first `scanned` from head
};

struct job_queue {
    struct job_ring microtasks, ticks;
    struct object *context; // the current one; NULL: none
    bool draining;
    struct job running; // the job under way: a root
    struct root_section roots;
    struct list *rejections;   // promises rejected without handler, judged when the queue is empty
    struct list *handled_late; // reported rejections that got a handler
    uint64_t executed;
};

bool jobs_initialize(vm_isolate *vm);
void jobs_finalize(vm_isolate *vm);
// False: memory refused, error pending.
bool jobs_enqueue(vm_isolate *vm, enum job_kind kind, void *target, vm_value value);
bool jobs_enqueue_tick(vm_isolate *vm, struct object *callback, vm_value arguments);
static inline bool jobs_pending(vm_isolate *vm) { return vm->jobs->microtasks.count | vm->jobs->ticks.count; }
// Runs jobs until none is left. Errors of callbacks go to the embedder's uncaught hook. `microtasks_first`:
// the drain follows a microtask-like callback (cb, micro1, micro2, tick). False: terminated.
bool jobs_drain(vm_isolate *vm, bool microtasks_first);

#endif
