// One frame of a stack trace, as the call sites of Error.prepareStackTrace and the text of `stack` describe
// it. Nothing here runs script; names are found among plain data properties.
#ifndef EXEC_TRACE_FRAME_H
#define EXEC_TRACE_FRAME_H

#include "exec/frame.h"

#define FRAME_CONSTRUCT 1 // called by new
#define FRAME_ASYNC 2     // suspended, waits for the frame above
#define FRAME_NATIVE 4    // no code, no place; with FRAME_ASYNC: Promise.all and the like

struct trace_frame {
    struct object *function; // FUNCTION, or NATIVE_FUNCTION of FRAME_NATIVE
    vm_value receiver;       // `this`, UNDEFINED where there is none (yet); of Promise.all the text "all"
    uint32_t flags, word; // FRAME_*; word of the code that was executed; of Promise.all the element's index
};

static inline bool trace_frame_is_combined(const struct trace_frame *frame) {
    return (frame->flags & (FRAME_ASYNC | FRAME_NATIVE)) == (FRAME_ASYNC | FRAME_NATIVE);
}

// NULL for natives.
struct code *trace_frame_code(const struct trace_frame *frame);
// Place in the script of the frame's code. False: a native.
bool trace_frame_position(const struct trace_frame *frame, struct source_position *position);
// Whether it was called without `this`, or with the global object.
bool trace_frame_is_toplevel(vm_isolate *vm, const struct trace_frame *frame);
bool trace_frame_is_eval(const struct trace_frame *frame);
// These give an empty string for what there is not, NULL with the error pending.
// The function's name; "eval" for the text of an eval.
struct string *trace_frame_function_name(vm_isolate *vm, const struct trace_frame *frame);
// What `this` is called: "Object", "Array", "Foo"; empty at top level.
struct string *trace_frame_type_name(vm_isolate *vm, const struct trace_frame *frame);
// The property of `this` that holds the function.
struct string *trace_frame_method_name(vm_isolate *vm, const struct trace_frame *frame);
// The script's name, or what a comment `//# sourceURL=` of an eval says.
struct string *trace_frame_script_name(vm_isolate *vm, const struct trace_frame *frame);
// "eval at f (file:line:column)" for code of an eval.
struct string *trace_frame_eval_origin(vm_isolate *vm, const struct trace_frame *frame);
// "Foo.bar [as baz] (file:line:column)"; `mapped`: places are translated by the embedder's hook. False: error
// pending.
bool trace_frame_append(vm_isolate *vm, struct string_builder *b, const struct trace_frame *frame,
                        bool mapped);

// "file:line:column" of an offset in a script. False: error pending.
bool trace_append_place(vm_isolate *vm, struct string_builder *b, struct script *script, uint32_t offset,
                        bool mapped);

#endif
