// The continuation queue: a ring of fixed 24-byte records, no closures. Order is first in, first out.
// Next-ticks have a ring of their own, emptied before the microtasks: all ticks, all microtasks, again until
// both are empty.
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
struct job {
    uint32_t kind;    // enum job_kind
    uint32_t context; // async context captured at enqueue
    struct cell *target;
    vm_value value;
};

struct job_ring {
    struct job *jobs;
    uint32_t head, count, capacity; // capacity is a power of two
    uint32_t scanned;               // of these the collector has seen the first `scanned` from head
};

struct job_queue {
    struct job_ring microtasks, ticks;
    uint32_t context; // current async context
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
