// Throwing, as every layer may do it: sets the pending exception of the isolate and gives VALUE_EXCEPTION, so
// that a body can say `return throw_type_error(vm, "...")`. Defined in lang/throw.c. Formats: those of printf
// with ASCII text, plus %V (vm_value: short safe rendering, as V8 shows values in messages), %K
// (property_key), %S (struct string *).
#ifndef OBJECT_THROW_H
#define OBJECT_THROW_H

#include "object/atom.h"

enum error_kind {
    ERROR_PLAIN,
    ERROR_TYPE,
    ERROR_RANGE,
    ERROR_SYNTAX,
    ERROR_REFERENCE,
    ERROR_EVAL,
    ERROR_URI,
    ERROR_AGGREGATE
};

vm_value throw_value(vm_isolate *vm, vm_value value);
vm_value throw_error(vm_isolate *vm, enum error_kind kind, const char *format, ...);
vm_value throw_type_error(vm_isolate *vm, const char *format, ...);
vm_value throw_range_error(vm_isolate *vm, const char *format, ...);
vm_value throw_reference_error(vm_isolate *vm, const char *format, ...);
vm_value throw_syntax_error(vm_isolate *vm, const char *format, ...);
// RangeError "Out of memory" of a preallocated object: allocates nothing.
vm_value throw_out_of_memory(vm_isolate *vm);
// RangeError "Maximum call stack size exceeded".
vm_value throw_stack_overflow(vm_isolate *vm);

#endif
