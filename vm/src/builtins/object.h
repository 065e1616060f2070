// What other built-ins use of Object.prototype.
#ifndef BUILTINS_OBJECT_H
#define BUILTINS_OBJECT_H

#include "object/isolate.h"

// %Object.prototype.toString%
vm_value object_prototype_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
