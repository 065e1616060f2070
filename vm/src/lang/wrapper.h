// Wrapper objects of primitive values (sec-toobject).
#ifndef LANG_WRAPPER_H
#define LANG_WRAPPER_H

#include "lang/convert.h"

// A Boolean, Number, String, Symbol or BigInt object around a primitive that is neither undefined nor null,
// with the current realm's prototype. Strings are flattened first. NULL with the error pending.
struct object *wrapper_create(vm_isolate *vm, vm_value primitive) MUST_CHECK;
// The same with another prototype.
struct object *wrapper_create_with_prototype(vm_isolate *vm, vm_value primitive,
                                             struct object *prototype) MUST_CHECK;
// The prototype that property look-up on a primitive starts at. NULL with the error pending.
struct object *wrapper_prototype(vm_isolate *vm, vm_value primitive) MUST_CHECK;

#endif
