// What throwing needs beside object/throw.h.
#ifndef LANG_THROW_H
#define LANG_THROW_H

#include <stdarg.h>

#include "object/isolate.h"
#include "object/throw.h"

// Makes the error object of a kind with its captured stack, in the current realm. EXCEPTION when that failed.
// Defined by builtins/.
vm_value error_create(vm_isolate *vm, enum error_kind kind, struct string *message);

// The text of a format of object/throw.h. NULL with the error pending.
struct string *throw_format(vm_isolate *vm, const char *format, va_list arguments);

// A short text for a value as messages show it; runs no script. Appends to the builder.
void throw_render(struct string_builder *b, vm_value value);

// Makes the error that throw_out_of_memory throws: once per isolate, when there is a realm. False with the
// error pending.
bool throw_preallocate(vm_isolate *vm);

#endif
