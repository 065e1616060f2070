// The interpreter's slow halves, grouped by the file that defines them. The pc of the running frame is saved
// before each is called. EXCEPTION, false, *_THREW: exception pending.
#ifndef EXEC_INTERPRETER_SLOW_H
#define EXEC_INTERPRETER_SLOW_H

#include "base/number.h"
#include "exec/generator.h"
#include "exec/interpreter.h"

// ToInt32 of a number value.
static inline int32_t interpreter_int32(vm_value v) {
    return value_is_int(v) ? value_as_int(v) : number_to_int32(value_unbox_double(v));
}
static inline vm_value interpreter_outcome(enum outcome outcome) {
    return outcome == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_bool(outcome);
}

// enter.c: calls. `frame` points to `this` of the prepared window. PUSHED: vm->call is the new frame; DONE:
// *result is the value.
enum enter_result { ENTER_PUSHED, ENTER_DONE, ENTER_THREW };
enum enter_result interpreter_enter(vm_isolate *vm, vm_value *frame, uint32_t argc, struct call_cache *cache,
                                    vm_value *result);
enum enter_result interpreter_enter_construct(vm_isolate *vm, vm_value *frame, uint32_t argc,
                                              struct call_cache *cache, vm_value *result);
enum enter_result interpreter_enter_super(vm_isolate *vm, vm_value *frame, uint32_t argc, vm_value *result);
// Enters `f` as constructor with the arguments at frame[1..argc].
enum enter_result interpreter_push_construct(vm_isolate *vm, struct function *f, vm_value *frame,
                                             uint32_t argc, struct object *new_target);
// What SPREAD_ARGUMENTS passes on: the iterable itself, or a new array.
vm_value interpreter_spread_arguments(vm_isolate *vm, vm_value iterable);
// The last argument is an array or view of more.
vm_value interpreter_call_spread(vm_isolate *vm, vm_value *frame, uint32_t argc);
enum enter_result interpreter_new_spread(vm_isolate *vm, vm_value *frame, uint32_t argc, vm_value *result);
enum enter_result interpreter_super_call_spread(vm_isolate *vm, vm_value *frame, uint32_t argc,
                                                vm_value *result);
vm_value interpreter_rest(vm_isolate *vm, struct call_info *ci);
vm_value interpreter_arguments(vm_isolate *vm, struct call_info *ci, bool shows_callee);
vm_value interpreter_mapped_arguments(vm_isolate *vm, struct call_info *ci, vm_value environment);
bool interpreter_coerce_this(vm_isolate *vm, vm_value *this_value);

// unwind.c
enum unwind_result { UNWIND_HANDLER, UNWIND_RESULT, UNWIND_RETURN };
// Carries out a throw statement of the frame: the error is pending, its place remembered.
void interpreter_throw(vm_isolate *vm, const struct call_info *ci, vm_value value);
// Throws what is wrong with the result of a derived constructor, in the caller's realm.
void interpreter_refuse_derived(vm_isolate *vm, const struct call_info *ci, vm_value result);
enum unwind_result interpreter_unwind(vm_isolate *vm, vm_value *value);

// interpreter_slow.c: operators, elements, object and class set-up
vm_value interpreter_get_element(vm_isolate *vm, vm_value v, vm_value key);
bool interpreter_set_element(vm_isolate *vm, vm_value v, vm_value key, vm_value value, bool strict);
vm_value interpreter_delete(vm_isolate *vm, vm_value v, vm_value key, bool strict);
vm_value interpreter_get_super(vm_isolate *vm, const vm_value *operands, bool has_base);
bool interpreter_set_super(vm_isolate *vm, const vm_value *operands, bool has_base, vm_value value,
                           bool strict);
bool interpreter_define_field(vm_isolate *vm, vm_value o, vm_value key, vm_value value);
bool interpreter_define_method(vm_isolate *vm, vm_value o, vm_value key, vm_value function, uint32_t flags);
bool interpreter_set_function_name(vm_isolate *vm, vm_value function, vm_value key, int prefix);
bool interpreter_set_literal_prototype(vm_isolate *vm, vm_value o, vm_value prototype);
// Copies what `source` has, but for the excluded keys, into the object just made *target, which may be
// replaced.
bool interpreter_copy_properties(vm_isolate *vm, vm_value *target, vm_value source, const vm_value *excluded,
                                 uint32_t count);
// The same; excluded are the own keys of a plain object.
bool interpreter_copy_properties_except(vm_isolate *vm, vm_value *target, vm_value source, vm_value excluded);
vm_value interpreter_new_private_name(vm_isolate *vm, vm_value description);
vm_value interpreter_get_private(vm_isolate *vm, vm_value o, vm_value name);
bool interpreter_set_private(vm_isolate *vm, vm_value o, vm_value name, vm_value value);
vm_value interpreter_has_private(vm_isolate *vm, vm_value o, vm_value name);
bool interpreter_define_private(vm_isolate *vm, vm_value o, vm_value name, vm_value value, uint32_t kind);
vm_value interpreter_new_object(vm_isolate *vm, uint32_t capacity);
bool interpreter_literal_shape(vm_isolate *vm, struct code *code, struct property_cache *cache,
                               const vm_value *keys, uint32_t count);
vm_value interpreter_new_array(vm_isolate *vm, uint32_t capacity);
bool interpreter_array_append(vm_isolate *vm, vm_value array, const vm_value *values, uint32_t count);
// A new array of what iterating yields.
vm_value interpreter_array_from(vm_isolate *vm, vm_value iterable);
bool interpreter_array_spread(vm_isolate *vm, vm_value array, vm_value iterable);
vm_value interpreter_template_object(vm_isolate *vm, struct code *code, uint32_t constant);
vm_value interpreter_increment(vm_isolate *vm, vm_value v, int by);
vm_value interpreter_to_string(vm_isolate *vm, vm_value v);
vm_value interpreter_to_key(vm_isolate *vm, vm_value v);
vm_value interpreter_element_key(vm_isolate *vm, vm_value v, vm_value key);
vm_value interpreter_concat(vm_isolate *vm, const vm_value *values, uint32_t count);
void interpreter_throw_not_coercible(vm_isolate *vm, vm_value v, vm_value text);

// global.c: global variables
bool interpreter_init_global(vm_isolate *vm, property_key name, vm_value value);
vm_value interpreter_has_global(vm_isolate *vm, property_key name);
bool interpreter_declare_globals(vm_isolate *vm, struct code *code);
bool interpreter_declare_global_function(vm_isolate *vm, property_key name, vm_value function);

// iteration.c: for-of, for-in, destructuring, yield*
enum iterator_step { ITERATOR_STEP_VALUE, ITERATOR_STEP_DONE, ITERATOR_STEP_PUSHED, ITERATOR_STEP_THREW };
bool interpreter_iterator_open(vm_isolate *vm, vm_value *it, vm_value iterable);
enum iterator_step interpreter_iterator_next(vm_isolate *vm, vm_value *it, vm_value *value);
bool interpreter_iterator_close(vm_isolate *vm, vm_value *it);
bool interpreter_iterator_abort(vm_isolate *vm, vm_value *it); // false only on termination
vm_value interpreter_iterator_rest(vm_isolate *vm, vm_value *it);
bool interpreter_async_iterator_open(vm_isolate *vm, vm_value *it, vm_value iterable);
vm_value interpreter_async_iterator_close(vm_isolate *vm, vm_value *it); // ABSENT: nothing to await
enum iterator_step interpreter_iterator_result(vm_isolate *vm,
                                               vm_value *result); // replaces the result by its value
vm_value interpreter_for_in_open(vm_isolate *vm, vm_value v);
vm_value interpreter_for_in_next(vm_isolate *vm, vm_value enumerator); // key, ABSENT at the end
bool interpreter_delegate_call(vm_isolate *vm, vm_value *received, vm_value *it, struct code *code);
enum iterator_step interpreter_delegate_result(vm_isolate *vm, vm_value *result);

// generator.c
vm_value interpreter_generator_start(vm_isolate *vm, struct call_info *ci, const uint32_t *next);
bool interpreter_suspend(vm_isolate *vm, struct call_info *ci, enum suspended_state state);
void interpreter_generator_finish(struct call_info *ci);
vm_value interpreter_await(vm_isolate *vm, struct call_info *ci, vm_value value);
vm_value interpreter_async_return(vm_isolate *vm, struct call_info *ci, vm_value value);
// Puts a suspended frame on the stack; its pc is set for `mode` (RESUME_THROW: the error is pending and the
// caller unwinds). False: stack overflow.
bool generator_push(vm_isolate *vm, struct suspended_frame *frame, uint8_t flags, enum resume_mode mode,
                    vm_value value);

// dynamic.c: names that may be properties, direct eval
enum outcome interpreter_has_binding(vm_isolate *vm, vm_value v, vm_value name);
vm_value interpreter_get_object_binding(vm_isolate *vm, vm_value o, vm_value name, bool strict);
bool interpreter_set_object_binding(vm_isolate *vm, vm_value o, vm_value name, vm_value value, bool strict);
vm_value interpreter_to_object(vm_isolate *vm, vm_value v);
bool interpreter_is_eval(vm_isolate *vm, vm_value v);
vm_value interpreter_direct_eval(vm_isolate *vm, struct code *caller, vm_value text,
                                 struct environment *environment, vm_value scopes);

// module.c
vm_value interpreter_import_call(vm_isolate *vm, struct code *code, vm_value specifier, vm_value options);
vm_value interpreter_import_meta(vm_isolate *vm, struct code *code);

#endif
