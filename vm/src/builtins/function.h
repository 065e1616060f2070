// What the Function family shares.
#ifndef BUILTINS_FUNCTION_H
#define BUILTINS_FUNCTION_H

#include "builtins/builtin.h"

// The constructors Function, GeneratorFunction, AsyncFunction, AsyncGeneratorFunction; MAGIC: CODE_GENERATOR
// | CODE_ASYNC.
vm_value function_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc);

// What Function.prototype.toString gives for something callable. NULL: error pending.
struct string *function_text(vm_isolate *vm, struct object *callable) MUST_CHECK;

#endif
