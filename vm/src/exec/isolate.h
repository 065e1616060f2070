// Making and ending isolates: puts the layers together in their order.
#ifndef EXEC_ISOLATE_H
#define EXEC_ISOLATE_H

#include "object/isolate.h"

// A new isolate with one realm, for the calling thread. NULL when memory is refused.
vm_isolate *isolate_create(void);
// Ends it: finalizers run, all memory goes back. No script of it may be on the stack.
void isolate_destroy(vm_isolate *vm);

// Entry from C that may be at any stack depth: sets the C stack limit from the thread's bounds. Called by
// api/ at each outermost entry.
void isolate_enter(vm_isolate *vm);

enum termination_reason { TERMINATION_NONE, TERMINATION_INTERRUPT, TERMINATION_DEADLINE, TERMINATION_MEMORY };

// Begins a termination: the pending exception is uncatchable until vm_clear_termination.
void isolate_terminate(vm_isolate *vm, enum termination_reason reason);

// The poll function of the isolate's memory: begins a termination that was asked for or is due. Unlike at a
// safepoint (lang/safepoint.h) no script runs and nothing is collected, so that allocation, too, may ask.
bool isolate_poll(void *vm);
// The stops function of the isolate's memory.
bool isolate_stops(void *vm);

#endif
