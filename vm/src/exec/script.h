// Scripts: from source text to a run.
#ifndef EXEC_SCRIPT_H
#define EXEC_SCRIPT_H

#include "compiler/compile.h"

// Compiles a script for the current realm. `first_line` 0: 1. NULL: error pending.
struct code *script_compile(vm_isolate *vm, const char *source, size_t length, struct string *name,
                            uint32_t first_line);
// Runs it with the global object as `this`: the completion value or EXCEPTION.
vm_value script_run(vm_isolate *vm, struct code *code);
// Looks for syntax errors only. False: error pending.
bool script_check(vm_isolate *vm, const char *source, size_t length, struct string *name, uint32_t first_line,
                  bool module);

#endif
