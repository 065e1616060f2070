// Arguments objects: making them, and their internal methods (sec-arguments-exotic-objects).
#ifndef EXEC_ARGUMENTS_H
#define EXEC_ARGUMENTS_H

#include "lang/property.h"
#include "object/arguments.h"
#include "object/function.h"

// The arguments object of a call; `environment` NULL: unmapped. `shows_callee`: property `callee` is the
// function, as in sloppy functions with simple parameters; else its accessors throw. EXCEPTION when memory is
// refused.
vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count,
                          struct environment *environment, bool shows_callee);

enum outcome arguments_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        struct property_descriptor *out);
enum outcome arguments_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                           const struct property_descriptor *descriptor);
vm_value arguments_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver);
enum outcome arguments_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                           vm_value receiver);
enum outcome arguments_delete(vm_isolate *vm, struct object *o, property_key key);

// The values of an object that nobody has touched, ready to be passed on: its elements, *count of them. NULL:
// not such.
const vm_value *arguments_packed(vm_isolate *vm, struct object *o, uint32_t *count);

#endif
