// What exec asks of the embedder. The api/ layer fills the struct; every member may be NULL.
#ifndef EXEC_HOOKS_H
#define EXEC_HOOKS_H

#include "code/code.h"
#include "exec/promise.h"

// A place in a text that a script was generated from. The strings are the embedder's, valid until the next
// question.
struct source_place {
    const char *file; // UTF-8
    uint32_t line, column;
    const char *source_line; // text of the line, UTF-8; NULL: unknown
    size_t source_line_length;
};

struct embedder {
    // An error left a job that nothing catches: it is pending. The hook takes it (clears vm->exception) and
    // gives true to go on with the queue; false stops the drain and leaves it pending.
    bool (*uncaught)(vm_isolate *vm, void *data);
    // A promise was rejected without a handler (`handled_late` false) or got its first handler after such a
    // report (true).
    void (*rejection)(vm_isolate *vm, void *data, struct promise *promise, bool handled_late);
    // SAFEPOINT_HOOK: false requests termination.
    bool (*interrupt)(vm_isolate *vm, void *data);
    // Where a place of a generated script comes from. False: it is not known. Runs no script.
    bool (*place)(vm_isolate *vm, void *data, struct script *script, struct source_position at,
                  struct source_place *place);
    void *data;
};

static inline bool hooks_uncaught(vm_isolate *vm) {
    struct embedder *e = vm->embedder;
    return !vm->terminating && e && e->uncaught && e->uncaught(vm, e->data);
}
static inline bool hooks_place(vm_isolate *vm, struct script *script, struct source_position at,
                               struct source_place *place) {
    struct embedder *e = vm->embedder;
    return e && e->place && e->place(vm, e->data, script, at, place);
}
static inline void hooks_rejection(vm_isolate *vm, struct promise *promise, bool handled_late) {
    struct embedder *e = vm->embedder;
    if (e && e->rejection) {
        e->rejection(vm, e->data, promise, handled_late);
    }
}

#endif
