// Iteration (sec-operations-on-iterator-objects).
#ifndef LANG_ITERATE_H
#define LANG_ITERATE_H

#include "lang/property.h"

// An Iterator Record. `array` is set when the iterable is a plain array with pristine iteration: stepping
// then reads elements directly. Lives in C locals (conservatively rooted).
struct iteration {
    vm_value iterator, next;
    struct object *array; // fast path, or NULL
    uint64_t index;
    bool done;
};

bool js_iterate(vm_isolate *vm, vm_value iterable, struct iteration *out) MUST_CHECK; // GetIterator(sync)
// Whether it is a plain array whose iteration gives its elements and cannot be seen. Runs no script; false
// also with an error pending.
bool js_iteration_is_pristine(vm_isolate *vm, vm_value iterable);
// The same of a plain array that would be made now.
bool js_arrays_iterate_plainly(vm_isolate *vm);
// The elements of an array whose iteration is pristine, if it has no holes. NULL: something else, or an error
// is pending.
const vm_value *js_iterates_packed(vm_isolate *vm, vm_value iterable, uint32_t *count);
bool js_iterate_from_method(vm_isolate *vm, vm_value iterable, vm_value method,
                            struct iteration *out) MUST_CHECK;
bool js_iterator_direct(vm_isolate *vm, struct object *iterator, struct iteration *out) MUST_CHECK;
// IteratorStepValue: OUTCOME_TRUE with *value, OUTCOME_FALSE at the end; on exception `done` is set.
enum outcome js_iterate_next(vm_isolate *vm, struct iteration *it, vm_value *value) MUST_CHECK;
// Appends to a plain array, which is full, as many of the coming values as can be taken from an array at
// once: up to a hole. False: exception pending.
bool js_iterate_append(vm_isolate *vm, struct iteration *it, struct object *array) MUST_CHECK;
// Steps a built-in iterator without a result object, where `next` is the native that belongs to its kind:
// true, and *outcome is as js_iterate_next gives it. False: it is something else, and nothing has happened.
// Defined by builtins/.
bool iterator_step_directly(vm_isolate *vm, vm_value iterator, vm_value next, vm_value *value,
                            enum outcome *outcome);
// IteratorClose with a normal completion: false when return() threw.
bool js_iterate_close(vm_isolate *vm, struct iteration *it) MUST_CHECK;
// IteratorClose with a throw completion: keeps the pending exception, swallows what return() throws; gives
// EXCEPTION.
vm_value js_iterate_abort(vm_isolate *vm, struct iteration *it);
vm_value js_iterator_result(vm_isolate *vm, vm_value value, bool done) MUST_CHECK; // {value, done}

#endif
