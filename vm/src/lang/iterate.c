// Iteration (sec-operations-on-iterator-objects).
//
// Plain arrays are stepped through without an iterator object while nobody can tell: the array has no
// properties of its own and the realm's Array.prototype as prototype, Array.prototype[Symbol.iterator] and
// %ArrayIteratorPrototype%.next are the functions the realm was born with, and no prototype of array
// iterators has a `return`. What is structural about that is found out once per prototype epoch
// (vm->array_iteration); the two values are compared each time.
#include "lang/iterate.h"

#include "lang/safepoint.h"
#include "object/elements.h"
#include "object/intrinsics.h"

// --- pristine arrays -------------------------------------------------------------------------------

static bool find_plain(vm_isolate *vm, struct object *o, property_key key, uint32_t *slot) {
    struct property property;
    if (!object_get_own(vm, o, key, &property) || value_is_exception(property.value)) return false;
    *slot = property.slot;
    return !(property.attributes & PROPERTY_ACCESSOR);
}

static bool has_return(vm_isolate *vm, struct object *o) {
    struct property property;
    for (; o; o = object_prototype(o)) {
        if (o->cell.kind == CELL_PROXY || object_find_own(vm, o, atom_key(vm, ATOM_return), &property))
            return true;
    }
    return false;
}

// Finds out where the functions stand. False: iteration is not pristine, or the error is pending.
static bool survey(vm_isolate *vm, struct array_iteration *state) {
    struct object *array_prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    struct object *iterator_prototype =
        array_prototype ? intrinsic(vm, INTRINSIC_ArrayIteratorPrototype) : NULL;
    struct object *values = iterator_prototype ? intrinsic(vm, INTRINSIC_ArrayPrototypeValues) : NULL;
    struct object *next = values ? intrinsic(vm, INTRINSIC_ArrayIteratorPrototypeNext) : NULL;
    if (!next || !object_become_prototype(vm, array_prototype) ||
        !object_become_prototype(vm, iterator_prototype)) {
        return false;
    }
    state->realm = NULL;
    state->array_prototype = array_prototype;
    state->iterator_prototype = iterator_prototype;
    state->values = value_from_cell(values);
    state->next = value_from_cell(next);
    if (!find_plain(vm, array_prototype, symbol_key(vm, SYMBOL_iterator), &state->iterator_slot))
        return false;
    if (!find_plain(vm, iterator_prototype, atom_key(vm, ATOM_next), &state->next_slot)) return false;
    if (has_return(vm, iterator_prototype)) return false;
    state->epoch = vm->prototype_epoch;
    state->realm = vm->realm;
    return true;
}

static bool functions_are_pristine(vm_isolate *vm) {
    struct array_iteration *state = &vm->array_iteration;
    if ((state->realm != vm->realm || state->epoch != vm->prototype_epoch) && !survey(vm, state))
        return false;
    return value_same_bits(*object_slot(state->array_prototype, state->iterator_slot), state->values) &&
           value_same_bits(*object_slot(state->iterator_prototype, state->next_slot), state->next);
}

bool js_arrays_iterate_plainly(vm_isolate *vm) { return functions_are_pristine(vm); }

bool js_iteration_is_pristine(vm_isolate *vm, vm_value iterable) {
    if (!value_is_array_kind(iterable) || value_as_object(iterable)->shape->count) return false;
    return functions_are_pristine(vm) &&
           object_prototype(value_as_object(iterable)) == vm->array_iteration.array_prototype;
}

const vm_value *js_iterates_packed(vm_isolate *vm, vm_value iterable, uint32_t *count) {
    if (!js_iteration_is_pristine(vm, iterable)) return NULL;
    const struct object *array = value_as_object(iterable);
    *count = array_length(array);
    if (elements_used(array) != *count) return NULL;
    for (uint32_t i = 0; i < *count; i++) {
        if (value_is_empty(array->elements[i])) return NULL;
    }
    return array->elements;
}

static vm_value array_step(vm_isolate *vm, struct iteration *it) {
    uint32_t index = (uint32_t)it->index++;
    if (index < elements_used(it->array) && !value_is_empty(it->array->elements[index]))
        return it->array->elements[index];
    return js_get(vm, it->array, key_from_index(index));
}

// --- iterator records ------------------------------------------------------------------------------

bool js_iterator_direct(vm_isolate *vm, struct object *iterator, struct iteration *out) {
    *out = (struct iteration){.iterator = value_from_cell(iterator)};
    out->next = js_get_atom(vm, iterator, ATOM_next);
    return !value_is_exception(out->next);
}

bool js_iterate_from_method(vm_isolate *vm, vm_value iterable, vm_value method, struct iteration *out) {
    vm_value iterator = js_call(vm, method, iterable, 0, NULL);
    if (value_is_exception(iterator)) return false;
    if (!value_is_object(iterator)) {
        throw_type_error(vm, "Result of the Symbol.iterator method is not an object");
        return false;
    }
    return js_iterator_direct(vm, value_as_object(iterator), out);
}

bool js_iterate(vm_isolate *vm, vm_value iterable, struct iteration *out) {
    if (js_iteration_is_pristine(vm, iterable)) {
        *out = (struct iteration){
            .iterator = iterable, .next = VALUE_UNDEFINED, .array = value_as_object(iterable)};
        return true;
    }
    if (!value_is_empty(vm->exception)) return false;
    if (value_is_nullish(iterable)) {
        throw_type_error(vm, "%V is not iterable", iterable);
        return false;
    }
    vm_value method = js_get_value(vm, iterable, symbol_key(vm, SYMBOL_iterator));
    if (value_is_exception(method)) return false;
    if (!value_is_callable(method)) {
        throw_type_error(vm, "%V is not iterable", iterable);
        return false;
    }
    return js_iterate_from_method(vm, iterable, method, out);
}

// Takes the result of next(): the value, or the end.
static enum outcome take_result(vm_isolate *vm, vm_value result, vm_value *value) {
    if (value_is_exception(result)) return OUTCOME_EXCEPTION;
    if (!value_is_object(result)) {
        throw_type_error(vm, "Iterator result %V is not an object", result);
        return OUTCOME_EXCEPTION;
    }
    vm_value done = js_get_atom(vm, value_as_object(result), ATOM_done);
    if (value_is_exception(done)) return OUTCOME_EXCEPTION;
    if (js_to_boolean(done)) return OUTCOME_FALSE;
    *value = js_get_atom(vm, value_as_object(result), ATOM_value);
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

enum outcome js_iterate_next(vm_isolate *vm, struct iteration *it, vm_value *value) {
    enum outcome outcome;
    if (it->done) return OUTCOME_FALSE;
    if (it->array) {
        outcome = OUTCOME_FALSE;
        if (it->index < array_length(it->array)) {
            *value = array_step(vm, it);
            outcome = value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
        }
    } else if (!iterator_step_directly(vm, it->iterator, it->next, value, &outcome)) {
        outcome = take_result(vm, js_call(vm, it->next, it->iterator, 0, NULL), value);
    }
    // No script may run between two steps over an array: consumers of millions are interrupted here.
    if (outcome == OUTCOME_TRUE && !js_safepoint(vm)) outcome = OUTCOME_EXCEPTION;
    if (outcome != OUTCOME_TRUE) it->done = true;
    return outcome;
}

#define APPEND_AT_ONCE (1u << 18) // values between two looks at the safepoint

bool js_iterate_append(vm_isolate *vm, struct iteration *it, struct object *array) {
    while (it->array && !it->done && elements_used(array) == array_length(array)) {
        uint32_t used = elements_used(it->array), length = array_length(it->array), count = 0;
        if (used > length) used = length;
        if (it->index < used) count = used - (uint32_t)it->index;
        if (count > APPEND_AT_ONCE) count = APPEND_AT_ONCE;
        const vm_value *values = it->array->elements + it->index;
        for (uint32_t i = 0; i < count; i++) {
            if (value_is_empty(values[i])) count = i;
        }
        uint64_t total = (uint64_t)array_length(array) + count;
        if (!count || total > ARRAY_LENGTH_MAXIMUM) return true;
        if (!elements_reserve(vm, array, (uint32_t)total)) return false;
        memcpy(array->elements + array_length(array), it->array->elements + it->index,
               count * sizeof *values);
        elements_vector(array->elements)->used = array->cell.word = (uint32_t)total;
        heap_write(&vm->heap, array);
        it->index += count;
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

// --- closing ---------------------------------------------------------------------------------------

// The iterator that return() is to be called on. In the fast path there is none, and nobody to call, unless a
// `return` has appeared meanwhile; *none then stays false and a real iterator is made.
static vm_value closing_iterator(vm_isolate *vm, struct iteration *it, bool *none) {
    *none = false;
    if (!it->array) return it->iterator;
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayIteratorPrototype);
    if (!prototype) return VALUE_EXCEPTION;
    bool unchanged =
        vm->array_iteration.realm == vm->realm && vm->array_iteration.epoch == vm->prototype_epoch;
    *none = unchanged || !has_return(vm, prototype);
    if (*none) return VALUE_UNDEFINED;
    struct object *values = intrinsic(vm, INTRINSIC_ArrayPrototypeValues);
    return values ? js_call(vm, value_from_cell(values), value_from_cell(it->array), 0, NULL)
                  : VALUE_EXCEPTION;
}

// Calls return() when there is one. The result, UNDEFINED in *called false when there is none, or EXCEPTION.
static vm_value call_return(vm_isolate *vm, struct iteration *it, bool *called) {
    bool none;
    *called = false;
    vm_value iterator = closing_iterator(vm, it, &none);
    if (none || value_is_exception(iterator)) return iterator;
    vm_value method = js_get_method(vm, iterator, atom_key(vm, ATOM_return));
    if (value_is_exception(method) || value_is_undefined(method)) return method;
    *called = true;
    return js_call(vm, method, iterator, 0, NULL);
}

bool js_iterate_close(vm_isolate *vm, struct iteration *it) {
    bool called;
    if (it->done) return true;
    it->done = true;
    vm_value result = call_return(vm, it, &called);
    if (value_is_exception(result)) return false;
    if (called && !value_is_object(result)) {
        throw_type_error(vm, "%V is not an object", result);
        return false;
    }
    return true;
}

vm_value js_iterate_abort(vm_isolate *vm, struct iteration *it) {
    bool called;
    if (it->done || vm->terminating) return VALUE_EXCEPTION;
    it->done = true;
    vm_value pending = vm->exception;
    bool out_of_memory = vm->out_of_memory;
    vm->exception = VALUE_EMPTY;
    vm->out_of_memory = false;
    call_return(vm, it, &called);
    if (vm->terminating) return VALUE_EXCEPTION;
    vm->exception = pending;
    vm->out_of_memory = out_of_memory;
    return VALUE_EXCEPTION;
}

// The shape of {value, done} in the current realm. NULL: error pending.
static struct shape *make_result_shape(vm_isolate *vm) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_OBJECT, 2) : NULL;
    shape = shape ? shape_add(vm, shape, atom_key(vm, ATOM_value), PROPERTY_DEFAULT, false, NULL) : NULL;
    shape = shape ? shape_add(vm, shape, atom_key(vm, ATOM_done), PROPERTY_DEFAULT, false, NULL) : NULL;
    if (shape) vm->result_shape = (struct result_shape){vm->realm, shape};
    return shape;
}

vm_value js_iterator_result(vm_isolate *vm, vm_value value, bool done) {
    struct shape *shape =
        vm->result_shape.realm == vm->realm ? vm->result_shape.shape : make_result_shape(vm);
    struct object *result = shape ? object_create_with_shape(vm, shape) : NULL;
    if (!result) return VALUE_EXCEPTION;
    result->inline_slots[0] = value;
    result->inline_slots[1] = value_from_bool(done);
    return value_from_cell(result);
}
