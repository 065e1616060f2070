// Errors with a `code`, as Node's. All functions throw, and give vm_exception().
#ifndef BIND_ERRORS_H
#define BIND_ERRORS_H

#include <vm.h>

vm_value throw_coded(vm_isolate *vm, vm_error_kind kind, const char *code, const char *format, ...)
    VM_PRINTF(4, 5);
// TypeError ERR_INVALID_ARG_TYPE: 'The "name" argument must be <expected>. Received ...'
vm_value throw_argument_type(vm_isolate *vm, const char *name, const char *expected, vm_value received);
// Error ENOENT and the like, with errno, code, syscall, path.
vm_value throw_system(vm_isolate *vm, int error, const char *syscall, const char *path);
// The same of two paths, with dest.
vm_value throw_system_pair(vm_isolate *vm, int error, const char *syscall, const char *path,
                           const char *destination);

#endif
