// Arguments objects (sec-arguments-exotic-objects). Unmapped: the values at the time of the call.
#ifndef EXEC_ARGUMENTS_H
#define EXEC_ARGUMENTS_H

#include "object/function.h"

struct arguments_object {
    struct object object;
    struct environment *environment; // mapped entries alias its values; NULL: unmapped
};

// The arguments object of a call. EXCEPTION when memory is refused.
vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count);

struct marker;
void arguments_trace(struct marker *marker, struct cell *cell);

#endif
