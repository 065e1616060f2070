// Scripts: from source text to a run, and the errors of compilation.
#ifndef EXEC_SCRIPT_H
#define EXEC_SCRIPT_H

#include "compiler/compile.h"

// Throws the error that compile() reports: SyntaxError (or RangeError) whose trace begins with its place in the text.
vm_value throw_compile_error(vm_isolate *vm, const struct compile_error *error, const char *source, size_t length,
                             const struct compile_options *options);
// Compiles a script for the current realm. `first_line` 0: 1. NULL: error pending; with `syntax_only` NULL also when
// there is none.
struct code *script_compile(vm_isolate *vm, const char *source, size_t length, struct string *name, uint32_t first_line,
                            bool syntax_only);
// Runs it with the global object as `this`: the completion value or EXCEPTION.
vm_value script_run(vm_isolate *vm, struct code *code);

#endif
