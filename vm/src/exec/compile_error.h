// Turning a compile error into a pending exception.
#ifndef EXEC_COMPILE_ERROR_H
#define EXEC_COMPILE_ERROR_H

#include "compiler/compile.h"

// Throws the SyntaxError (or RangeError, or out of memory) that `error` tells. The error's stack begins with
// the place in the source: "file:line:column".
void compile_error_throw(vm_isolate *vm, const char *source, size_t length, struct string *name,
                         const struct compile_options *options, const struct compile_error *error);

#endif
