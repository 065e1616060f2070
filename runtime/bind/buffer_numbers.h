// Numbers in Buffers.
#ifndef BIND_BUFFER_NUMBERS_H
#define BIND_BUFFER_NUMBERS_H

#include <vm.h>

// A native of stdlib/buffer.js.
vm_value buffer_define_numbers(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
