// Function objects: closures over bytecode, natives, bound functions. Slots 0, 1, 2 of the inline slots are
// always `length`, `name` and (where there is one) `prototype`, put there by the initial shapes of the realm;
// `prototype` of an ordinary function is PROPERTY_LAZY until somebody asks.
#ifndef OBJECT_FUNCTION_H
#define OBJECT_FUNCTION_H

#include "object/environment.h"
#include "object/object.h"

struct code;
struct realm;

#define FUNCTION_INLINE_SLOTS 3

struct function {
    struct object object;
    struct code *code;
    struct environment *environment; // NULL: none captured
    vm_value home;                   // [[HomeObject]] of methods, or EMPTY
    vm_value fields; // class constructors: field initializer function or EMPTY; realm comes from the code
    vm_value slots[FUNCTION_INLINE_SLOTS];
};

// A native gets frame[-1] = callee, frame[0] = this, frame[1..argc] = arguments, and argc. Missing arguments
// must not be read: use native_argument.
struct native_function {
    struct object object;
    vm_native native;
    struct realm *realm;
    uint64_t data;        // magic number of the method table's row, or the embedder's pointer
    bool host;            // the embedder's: left out of stacks
    bool forwards;        // only calls another function (exec/apply.h)
    vm_value captured[2]; // values of the native's own (promise resolving functions...)
    vm_value slots[FUNCTION_INLINE_SLOTS];
};

struct bound_function {
    struct object object;
    vm_value target, this_value;
    struct vector *arguments; // `used` of them; NULL: none
    vm_value slots[FUNCTION_INLINE_SLOTS];
};

// Functions may be bound to bound ones, in chains of any length. The last of a chain has the target and
// `this` of the call that the chain comes to; *count gets how many arguments all of it puts before those that
// are given.
static inline struct bound_function *bound_last(struct bound_function *b, uint32_t *count) {
    *count = 0;
    for (;; b = value_as_cell(b->target)) {
        *count += b->arguments ? b->arguments->used : 0;
        if (!value_is_kind(b->target, CELL_BOUND_FUNCTION)) return b;
    }
}
// Puts these arguments before `end`, those of the last of the chain first.
static inline void bound_put_arguments(const struct bound_function *b, vm_value *end) {
    for (;; b = value_as_cell(b->target)) {
        for (uint32_t i = b->arguments ? b->arguments->used : 0; i-- > 0;)
            *--end = b->arguments->values[i];
        if (!value_is_kind(b->target, CELL_BOUND_FUNCTION)) return;
    }
}

static inline vm_value native_argument(vm_value *frame, uint32_t argc, uint32_t i) {
    return i < argc ? frame[1 + i] : VALUE_UNDEFINED;
}
static inline struct native_function *native_callee(vm_value *frame) { return value_as_cell(frame[-1]); }

struct marker;
void function_trace(struct marker *marker, struct cell *cell);
void native_function_trace(struct marker *marker, struct cell *cell);
void bound_function_trace(struct marker *marker, struct cell *cell);

#endif
