// What exec asks of the embedder. The api/ layer fills the struct; every member may be NULL.
#ifndef EXEC_HOOKS_H
#define EXEC_HOOKS_H

#include "exec/promise.h"

struct embedder {
    // An error left a job that nothing catches: it is pending. The hook takes it (clears vm->exception) and
    // gives true to go on with the queue; false stops the drain and leaves it pending.
    bool (*uncaught)(vm_isolate *vm, void *data);
    // A promise was rejected without a handler (`handled_late` false) or got its first handler after such a
    // report (true).
    void (*rejection)(vm_isolate *vm, void *data, struct promise *promise, bool handled_late);
    // SAFEPOINT_HOOK: false requests termination.
    bool (*interrupt)(vm_isolate *vm, void *data);
    void *data;
};

static inline bool hooks_uncaught(vm_isolate *vm) {
    struct embedder *e = vm->embedder;
    return !vm->terminating && e && e->uncaught && e->uncaught(vm, e->data);
}
static inline void hooks_rejection(vm_isolate *vm, struct promise *promise, bool handled_late) {
    struct embedder *e = vm->embedder;
    if (e && e->rejection) {
        e->rejection(vm, e->data, promise, handled_late);
    }
}

#endif
