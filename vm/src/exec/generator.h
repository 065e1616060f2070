// Suspended functions: generators, async functions, async generators. A SUSPENDED_FRAME keeps the register
// window of a function that is not running; resuming copies it onto the value stack and runs it in the
// interpreter's loop; a heap frame is never executed in place.
#ifndef EXEC_GENERATOR_H
#define EXEC_GENERATOR_H

#include "exec/frame.h"
#include "exec/promise.h"

enum suspended_state { SUSPENDED_START, SUSPENDED_YIELD, SUSPENDED_RUNNING, SUSPENDED_AWAIT, SUSPENDED_DONE };

// cell.aux: enum suspended_state; cell.word: number of values saved
struct suspended_frame {
    struct cell cell;
    struct function *function;
    const uint32_t *pc; // of the suspending instruction; at the start: of the first one to run
    vm_value owner;     // the generator object; of an async function: its result PROMISE
    struct realm *realm;
    vm_value values[]; // R[-1], R[0], ...
};

// GENERATOR and ASYNC_GENERATOR objects.
struct generator {
    struct object object;
    struct suspended_frame *frame; // NULL when completed
    struct list *queue;            // async generators: requests {mode, value, capability}, three values each
    uint32_t queue_head;           // of the first request not answered
    bool running;                  // async generators: being run, or awaiting
};

enum resume_mode { RESUME_NEXT, RESUME_THROW, RESUME_RETURN };
// %GeneratorPrototype%.next as a native: the interpreter recognizes it.
vm_value generator_prototype_next(vm_isolate *vm, vm_value *frame, uint32_t argc);
// Whether next() can go on in the interpreter's own loop: a suspended generator of the current realm.
bool generator_is_resumable(vm_isolate *vm, vm_value generator);
// Generator.prototype.next/throw/return: resumes from C. Result object or EXCEPTION.
vm_value generator_resume(vm_isolate *vm, struct generator *g, enum resume_mode mode, vm_value value);
// Resumes a suspended async function or generator from a job.
vm_value suspended_resume(vm_isolate *vm, struct suspended_frame *frame, enum resume_mode mode,
                          vm_value value);
// AsyncGenerator.prototype.next/throw/return: a promise. `this_value` may be anything.
vm_value async_generator_enqueue(vm_isolate *vm, vm_value this_value, enum resume_mode mode, vm_value value);
// Resumes an async generator after its await settled.
bool async_generator_resumed(vm_isolate *vm, struct suspended_frame *frame, enum resume_mode mode,
                             vm_value value);

struct marker;
void suspended_frame_trace(struct marker *marker, struct cell *cell);
void generator_trace(struct marker *marker, struct cell *cell);

#endif
