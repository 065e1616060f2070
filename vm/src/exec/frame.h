// Frames. One value stack holds the register windows of all frames, overlapping: the window of a callee
// begins inside its caller's, where the arguments were put. Control data stands in a stack of call_info of
// its own, so that no raw pointer lies among values.
//
//   value stack   ... | caller's registers ... callee this arg1 arg2 | callee's further registers ...
//                                                     ^ R of the callee (R[-1] is the callee function itself)
//
// Both stacks are fixed reservations that never move. `stack_end` is a soft limit, raised in steps up to the
// end of the reservation: the collector clears everything between the top window and it, so that registers
// may hold stale values but never dangling ones.
//
// At an operation boundary a frame's whole state is (registers, pc). `pc` is stored before anything that may
// throw, call or look at the stack; while a callee runs it is the pc of the call instruction.
#ifndef EXEC_FRAME_H
#define EXEC_FRAME_H

#include "code/code.h"
#include "object/function.h"
#include "object/isolate.h"

// call_info.flags
#define CALL_ENTRY 0x01     // returning leaves the C function interpreter_run
#define CALL_CONSTRUCT 0x02 // construct call: new_target is set, a result that is no object becomes `this`
#define CALL_NATIVE 0x04    // a native function's frame: no pc, constants, code
#define CALL_GENERATOR 0x08 // a resumed generator or async function: `generator` is its state cell
#define CALL_FOR_OF                                                                                          \
    0x10 // resumed straight from ITERATOR_NEXT: yields go to the caller's register without a result object
#define CALL_SCANNED 0x20   // the collector has seen this frame (see frame_roots)
#define CALL_ARGUMENTS 0x40 // CODE_KEEPS_ARGUMENTS: actuals lie below, at `arguments`

struct call_info {
    const uint32_t *pc;
    vm_value *registers;
    vm_value *constants;
    struct function *function; // or native_function
    uint8_t flags;
    uint32_t argc;       // actual arguments
    vm_value new_target; // CALL_CONSTRUCT
    union {
        vm_value *arguments; // CALL_ARGUMENTS: first actual
        vm_value *top;       // CALL_NATIVE: end of its arguments
    };
    struct cell *generator; // CALL_GENERATOR: SUSPENDED_FRAME
};

#define CALL_INFO_COUNT 65536u // frames
#define VALUE_STACK_BYTES (8u << 20)
#define STACK_STEP_VALUES 2048u // steps of the soft limit

struct interpreter {
    struct call_info *frames, *frames_end; // reservation; frames[0] is a sentinel below every script
    vm_value *stack_hard_end;
};

bool interpreter_initialize(vm_isolate *vm);
void interpreter_finalize(vm_isolate *vm);

// First free value above the live windows.
static inline vm_value *frame_top(vm_isolate *vm) {
    struct call_info *ci = vm->call;
    return ci->flags & CALL_NATIVE ? ci->top : ci->registers + ci->function->code->registers;
}
// Of a frame with CALL_ARGUMENTS: the actual arguments behind the formal ones.
static inline const vm_value *frame_rest(const struct call_info *ci, uint32_t *count) {
    uint32_t formal = ci->function->code->parameters;
    *count = ci->argc > formal ? ci->argc - formal : 0;
    return ci->arguments + formal;
}
// Raises the soft limit so that values up to `needed_end` fit. False: stack overflow is pending.
bool frame_ensure_stack(vm_isolate *vm, vm_value *needed_end);
// Root section: the value stack and the call infos.
void frame_visit_roots(struct marker *marker, void *data);

// The innermost bytecode frame at or below `ci`; NULL: none.
struct call_info *frame_script(vm_isolate *vm, struct call_info *ci);

#endif
