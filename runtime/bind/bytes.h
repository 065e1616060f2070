// Buffers made by C code.
#ifndef BIND_BYTES_H
#define BIND_BYTES_H

#include <vm.h>

#define BYTES_PIECE ((size_t)1 << 20) // handled between two polls by functions that take a range

// For loops over bytes or text: whether step i may be made; polls at some. When not, what has been made is of
// no use, and bytes_given_up tells the caller.
static inline bool bytes_poll(vm_isolate *vm, size_t i) { return i % 65536 != 65535 || vm_poll(vm); }
static inline bool bytes_given_up(vm_isolate *vm) { return vm_termination(vm) != VM_NOT_TERMINATED; }
// memmove in pieces with polls. False: given up.
bool bytes_move(vm_isolate *vm, uint8_t *to, const uint8_t *from, size_t length);

// A new Buffer (node:buffer) with a copy of these bytes.
vm_value bytes_to_buffer(vm_isolate *vm, const void *bytes, size_t length);
// A new Buffer around malloc'ed bytes, which are taken over, also on failure.
vm_value bytes_take_buffer(vm_isolate *vm, void *bytes, size_t length);

#endif
