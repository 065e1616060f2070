// Making function objects of every kind.
#ifndef EXEC_FUNCTION_CREATE_H
#define EXEC_FUNCTION_CREATE_H

#include "exec/realm.h"

// A closure. NULL: error pending.
struct function *function_create(vm_isolate *vm, struct code *code, struct environment *environment);
// A class constructor and its prototype object (also in slot `prototype`); heritage EMPTY: none. False:
// exception pending.
bool class_create(vm_isolate *vm, struct code *code, struct environment *environment, vm_value heritage,
                  struct function **constructor, struct object **prototype);
// A native function. `data` is what native_callee(frame)->data reads; name may be a symbol (bracketed). NULL:
// error pending.
struct native_function *native_function_create(vm_isolate *vm, vm_native native, property_key name,
                                               const char *prefix, uint32_t length, bool constructor,
                                               uint64_t data);
// The same without own properties but `length` and anonymous name (promise resolving functions and the like).
struct native_function *native_closure_create(vm_isolate *vm, vm_native native, uint32_t length,
                                              uint64_t data, vm_value captured0, vm_value captured1);
// SetFunctionName: prefix 0 none, 1 get, 2 set.
bool function_set_name(vm_isolate *vm, struct object *function, property_key key, int prefix);
// Fills a PROPERTY_LAZY `prototype` of a function.
bool function_materialize_prototype(vm_isolate *vm, struct function *function, struct property *property);
// The root shape of the instance that a construct call on `f` makes; cached in the code of new_target. NULL:
// exception.
struct shape *function_instance_shape(vm_isolate *vm, struct function *f, struct object *new_target);
// Whether that is known for new_target without looking anything up.
bool function_knows_instance_shape(const struct object *new_target);
// The first instances of a constructor are looked at when the next one is made, and the number of inline
// slots is corrected to what they came to have: slots set by helpers and base classes are not seen by the
// compiler.
#define INSTANCE_PROBES 4
void function_probe_instance(vm_isolate *vm, struct function *f, struct object *new_target,
                             struct object *instance);

#endif
