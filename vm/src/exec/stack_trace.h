// Stack traces: captured as raw frames when an error is made, turned into text, or given to
// Error.prepareStackTrace, at the first read of `stack`. Frames of the host's own scripts and natives are
// left out.
#ifndef EXEC_STACK_TRACE_H
#define EXEC_STACK_TRACE_H

#include "exec/trace_frame.h"

#define STACK_TRACE_LIMIT 10 // Error.stackTraceLimit to begin with

// ERROR objects.
struct error_object {
    struct object object;
    struct vector *trace; // frames, for stack_trace_frame; NULL: none captured
    vm_value header;      // the first line of its stack; EMPTY: made of name and message
    struct list
        *imports; // how the module came to be loaded: SCRIPT, offset of the import in it, ...; NULL: unknown
    struct script *syntax_script; // SyntaxError of the compiler: where it is; NULL otherwise
    uint32_t syntax_offset;
    bool shows_code; // the text of the error has the property `code` behind the name
};

// Captures the current frames, innermost first, at most `limit`. With `above` only those below the innermost
// call of that function: none when it is not on the stack. Awaiting async functions follow. NULL: error
// pending.
struct vector *stack_trace_capture(vm_isolate *vm, struct object *above, uint32_t limit);
uint32_t stack_trace_length(const struct vector *trace);
struct trace_frame stack_trace_frame(const struct vector *trace, uint32_t i);
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

// CALL_SITE objects (builtins/call_site.c).
struct call_site {
    struct object object;
    struct trace_frame frame;
};

struct marker;
void call_site_trace(struct marker *marker, struct cell *cell);
void error_trace(struct marker *marker, struct cell *cell);

#endif
