// placeholder: value types come first
#ifndef VM_H
#define VM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef struct vm_isolate vm_isolate;
typedef struct vm_value {
    uint64_t bits;
} vm_value;
typedef struct vm_root {
    vm_value value;
    struct vm_root *previous, *next;
} vm_root;
typedef vm_value (*vm_native)(vm_isolate *vm, vm_value *frame, uint32_t argc);
#endif
