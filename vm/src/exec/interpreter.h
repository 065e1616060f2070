// Running bytecode.
#ifndef EXEC_INTERPRETER_H
#define EXEC_INTERPRETER_H

#include "exec/frame.h"
#include "lang/iterate.h"
#include "lang/operate.h"
#include "lang/property.h"
#include "lang/safepoint.h"

// Runs the frame vm->call, flagged CALL_ENTRY, until it returns; pops it. The returned value or EXCEPTION.
vm_value interpreter_run(vm_isolate *vm);

// [[Call]] and [[Construct]] of FUNCTION, NATIVE_FUNCTION and BOUND_FUNCTION for callers in C (class table).
vm_value function_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                       const vm_value *arguments);
vm_value function_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                            struct object *new_target);
vm_value native_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                     const vm_value *arguments);
vm_value native_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                          struct object *new_target);
vm_value bound_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                    const vm_value *arguments);
vm_value bound_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                         struct object *new_target);

// Runs the code of a script, module or eval body with the given `this`.
vm_value interpreter_run_code(vm_isolate *vm, struct code *code, struct environment *environment,
                              vm_value this_value);

#endif
