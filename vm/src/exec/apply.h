// Function.prototype.call and apply. The interpreter recognizes them and enters their target without leaving
// its loop.
#ifndef EXEC_APPLY_H
#define EXEC_APPLY_H

#include "object/isolate.h"

vm_value function_prototype_call(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value function_prototype_apply(vm_isolate *vm, vm_value *frame, uint32_t argc);

// For a call of one of the two whose window is `frame`: lays out the window of the target's call and gives
// its frame and argument count. NULL: not a simple case, call the native.
vm_value *apply_forward(vm_isolate *vm, vm_native native, vm_value *frame, uint32_t argc,
                        uint32_t *forwarded);

#endif
