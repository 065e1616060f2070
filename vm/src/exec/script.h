// Scripts: from source text to a run.
#ifndef EXEC_SCRIPT_H
#define EXEC_SCRIPT_H

#include "compiler/compile.h"

// Compiles a script for the current realm. `first_line` 0: 1. NULL: error pending.
struct code *script_compile(vm_isolate *vm, const char *source, size_t length, struct string *name,
                            uint32_t first_line);
// Compiles the body of a function with these parameter names; gives the function. NULL: error pending.
struct function *script_compile_function(vm_isolate *vm, const char *source, size_t length,
                                         struct string *name, uint32_t first_line,
                                         const char *const *parameters, uint32_t count);
// Compiles one input after the other of a dialogue: lexical names may be declared again, await may stand at
// top level (the code is then CODE_ASYNC). *incomplete: more text might mend the error. NULL: error pending.
struct code *script_compile_input(vm_isolate *vm, const char *source, size_t length, struct string *name,
                                  bool *incomplete);
// Runs it with the global object as `this`: the completion value or EXCEPTION.
vm_value script_run(vm_isolate *vm, struct code *code);
// Looks for syntax errors only. False: error pending.
bool script_check(vm_isolate *vm, const char *source, size_t length, struct string *name, uint32_t first_line,
                  bool module);

// For what eval and the Function constructors have compiled: import() in it starts where it does in the
// innermost script that runs, and stacks say where it was made.
void script_note_caller(vm_isolate *vm, struct script *script);

#endif
