// Call sites: what Error.prepareStackTrace gets, one for each frame (the stack trace API of V8).
#ifndef BUILTINS_CALL_SITE_H
#define BUILTINS_CALL_SITE_H

#include "exec/stack_trace.h"

// An array of CALL_SITE objects for the frames of a trace (NULL: none). NULL: error pending.
struct object *call_sites_create(vm_isolate *vm, const struct vector *trace);

#endif
