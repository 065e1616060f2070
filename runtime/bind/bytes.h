// Buffers made by C code.
#ifndef BIND_BYTES_H
#define BIND_BYTES_H

#include <vm.h>

// A new Buffer (node:buffer) with a copy of these bytes.
vm_value bytes_to_buffer(vm_isolate *vm, const void *bytes, size_t length);
// A new Buffer around malloc'ed bytes, which are taken over, also on failure.
vm_value bytes_take_buffer(vm_isolate *vm, void *bytes, size_t length);

#endif
