// Built-in iterators as functions: one step each, of which their next methods make result objects. Loops in C
// and for-of call them without (iterator_step_directly in lang/iterate.h).
#ifndef BUILTINS_ITERATOR_STEP_H
#define BUILTINS_ITERATOR_STEP_H

#include "builtins/builtin.h"
#include "object/iterator.h"

// OUTCOME_TRUE with *value, OUTCOME_FALSE at the end.
enum outcome array_iterator_step(vm_isolate *vm, struct iterator_object *iterator,
                                 vm_value *value) MUST_CHECK;
enum outcome collection_iterator_step(vm_isolate *vm, struct iterator_object *iterator,
                                      vm_value *value) MUST_CHECK;
enum outcome string_iterator_step(vm_isolate *vm, struct iterator_object *iterator,
                                  vm_value *value) MUST_CHECK;
enum outcome regexp_string_iterator_step(vm_isolate *vm, struct iterator_object *iterator,
                                         vm_value *value) MUST_CHECK;

// The next methods.
vm_value array_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value collection_iterator_next(vm_isolate *vm, vm_value *frame,
                                  uint32_t argc); // MAGIC: enum iterator_kind
vm_value string_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value regexp_string_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc);

// The result object of a step.
static inline vm_value iterator_step_result(vm_isolate *vm, enum outcome outcome, vm_value value) {
    if (outcome == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    return js_iterator_result(vm, outcome == OUTCOME_TRUE ? value : VALUE_UNDEFINED,
                              outcome == OUTCOME_FALSE);
}

#endif
