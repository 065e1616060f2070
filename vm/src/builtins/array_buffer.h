// What ArrayBuffer and SharedArrayBuffer share.
#ifndef BUILTINS_ARRAY_BUFFER_H
#define BUILTINS_ARRAY_BUFFER_H

#include "builtins/builtin.h"
#include "object/array_buffer.h"
#include "object/throw.h"

// `this` checked: NULL with TypeError. `method` is the whole name, "ArrayBuffer.prototype.slice".
struct array_buffer *array_buffer_this(vm_isolate *vm, vm_value v, bool shared,
                                       const char *method) MUST_CHECK;
// sec-arraybuffer-constructor, sec-sharedarraybuffer-constructor
vm_value array_buffer_construct(vm_isolate *vm, vm_value length, vm_value options, bool shared) MUST_CHECK;
// sec-arraybuffer.prototype.slice, sec-sharedarraybuffer.prototype.slice
vm_value array_buffer_slice(vm_isolate *vm, struct array_buffer *b, vm_value start, vm_value end) MUST_CHECK;

#endif
