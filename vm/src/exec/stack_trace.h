// Stack traces: captured as raw (function, position) pairs when an error is made, turned into text at the
// first read of `stack`.
#ifndef EXEC_STACK_TRACE_H
#define EXEC_STACK_TRACE_H

#include "exec/frame.h"

#define STACK_TRACE_LIMIT 10 // Error.stackTraceLimit to begin with

// ERROR objects.
struct error_object {
    struct object object;
    struct vector *trace; // `used` values: pairs {function, word of its code and flags}; NULL: none captured
    vm_value header;      // the first line of its stack; EMPTY: made of name and message
    struct list
        *imports; // how the module came to be loaded: SCRIPT, offset of the import in it, ...; NULL: unknown
    struct script *syntax_script; // SyntaxError of the compiler: where it is; NULL otherwise
    uint32_t syntax_offset;
    bool shows_code; // the header has the property `code` behind the name
};

// Captures the current frames, innermost first, at most `limit`; those above `above` and itself are left out
// when it is a function on the stack. Awaiting async functions follow. NULL: error pending.
struct vector *stack_trace_capture(vm_isolate *vm, struct object *above, uint32_t limit);
// "header\n    at f (file:line:column)\n    at import (file:line:column)\n..." `imports` may be NULL. NULL:
// error pending. Runs no script.
struct string *stack_trace_render(vm_isolate *vm, struct string *header, struct vector *trace,
                                  struct list *imports);
// Notes that what the error is about was imported there. Outwards, one import after the other. False: error
// pending.
bool stack_trace_note_import(vm_isolate *vm, struct error_object *error, struct script *script,
                             uint32_t offset);
// Where an error comes from: the place of a compile error, else the innermost import or
// frame over bytecode. False:
// unknown.
bool stack_trace_origin(struct error_object *error, struct script **script, struct source_position *position);

struct marker;
void error_trace(struct marker *marker, struct cell *cell);

#endif
