// Methods of Array.prototype that call back for each element (sec-array.prototype.foreach and its like).
#include "builtins/array.h"

#include "object/throw.h"

struct visit {
    struct object *o;
    uint64_t length;
    vm_value callback, this_argument;
};

static bool visit_start(vm_isolate *vm, vm_value *frame, uint32_t argc, struct visit *v) {
    v->o = array_receiver(vm, THIS, &v->length);
    if (!v->o) return false;
    v->callback = ARGUMENT(0);
    v->this_argument = ARGUMENT(1);
    if (value_is_callable(v->callback)) return true;
    throw_type_error(vm, "%V is not a function", v->callback);
    return false;
}

static inline vm_value visit_call(vm_isolate *vm, const struct visit *v, vm_value value, uint64_t index) {
    vm_value arguments[] = {value, value_from_int64((int64_t)index), value_from_cell(v->o)};
    return js_safepoint(vm) ? js_call(vm, v->callback, v->this_argument, 3, arguments) : VALUE_EXCEPTION;
}

// The next element that is there, from *k on. FALSE at the end.
static inline enum outcome visit_next(vm_isolate *vm, const struct visit *v, uint64_t *k, vm_value *value) {
    struct object *o = v->o;
    if (o->cell.kind == CELL_ARRAY && *k < elements_used(o) && *k < v->length &&
        !value_is_empty(o->elements[*k])) {
        *value = o->elements[*k];
        return OUTCOME_TRUE;
    }
    return array_find_next(vm, o, k, v->length, value);
}

// sec-array.prototype.foreach
vm_value array_for_each(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    enum outcome more;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = visit_next(vm, &v, &k, &value)) == OUTCOME_TRUE; k++) {
        if (value_is_exception(visit_call(vm, &v, value, k))) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : VALUE_UNDEFINED;
}

// sec-array.prototype.map
vm_value array_map(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    enum outcome more;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    struct object *result = array_species_create(vm, v.o, v.length);
    if (!result) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = visit_next(vm, &v, &k, &value)) == OUTCOME_TRUE; k++) {
        value = visit_call(vm, &v, value, k);
        if (value_is_exception(value) || !array_create_next(vm, result, k, value)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(result);
}

// sec-array.prototype.filter
vm_value array_filter(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    enum outcome more;
    uint64_t to = 0;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    struct object *result = array_species_create(vm, v.o, 0);
    if (!result) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = visit_next(vm, &v, &k, &value)) == OUTCOME_TRUE; k++) {
        vm_value selected = visit_call(vm, &v, value, k);
        if (value_is_exception(selected)) return VALUE_EXCEPTION;
        if (js_to_boolean(selected) && !array_create_element(vm, result, to++, value)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(result);
}

// Whether the callback answers `wanted` for some element.
static vm_value any_answer(vm_isolate *vm, vm_value *frame, uint32_t argc, bool wanted) {
    struct visit v;
    vm_value value;
    enum outcome more;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    for (uint64_t k = 0; (more = visit_next(vm, &v, &k, &value)) == OUTCOME_TRUE; k++) {
        vm_value answer = visit_call(vm, &v, value, k);
        if (value_is_exception(answer)) return VALUE_EXCEPTION;
        if (js_to_boolean(answer) == wanted) return value_from_bool(wanted);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_bool(!wanted);
}

// sec-array.prototype.some
vm_value array_some(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return any_answer(vm, frame, argc, true);
}

// sec-array.prototype.every
vm_value array_every(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return any_answer(vm, frame, argc, false);
}

// --- reduce ----------------------------------------------------------------------------------------

// Steps to the next element in the direction of a reduction; *k is the number of places passed.
static enum outcome reduce_next(vm_isolate *vm, const struct visit *v, bool right, uint64_t *k,
                                vm_value *value) {
    if (!right) return visit_next(vm, v, k, value);
    if (*k >= v->length) return OUTCOME_FALSE;
    uint64_t index = v->length - 1 - *k;
    enum outcome there = array_find_previous(vm, v->o, &index, value);
    *k = v->length - 1 - index;
    return there;
}

// sec-array.prototype.reduce, reduceright; MAGIC: whether from the right
vm_value array_reduce(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool right = MAGIC;
    struct visit v;
    vm_value value, accumulator = ARGUMENT(1);
    enum outcome more;
    uint64_t k = 0;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    if (argc < 2) {
        more = reduce_next(vm, &v, right, &k, &accumulator);
        if (more == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if (more == OUTCOME_FALSE) return throw_type_error(vm, "Reduce of empty array with no initial value");
        k++;
    }
    for (; (more = reduce_next(vm, &v, right, &k, &value)) == OUTCOME_TRUE; k++) {
        uint64_t index = right ? v.length - 1 - k : k;
        vm_value arguments[] = {accumulator, value, value_from_int64((int64_t)index), value_from_cell(v.o)};
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        accumulator = js_call(vm, v.callback, VALUE_UNDEFINED, 4, arguments);
        if (value_is_exception(accumulator)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : accumulator;
}

// --- find ------------------------------------------------------------------------------------------

// sec-findviapredicate; MAGIC: enum array_find_magic. Holes are visited as undefined.
vm_value array_find_element(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int magic = MAGIC;
    struct visit v;
    if (!visit_start(vm, frame, argc, &v)) return VALUE_EXCEPTION;
    for (uint64_t passed = 0; passed < v.length; passed++) {
        uint64_t k = magic & FIND_LAST ? v.length - 1 - passed : passed;
        vm_value value = array_get(vm, v.o, k);
        if (value_is_exception(value)) return value;
        vm_value answer = visit_call(vm, &v, value, k);
        if (value_is_exception(answer)) return answer;
        if (js_to_boolean(answer)) return magic & FIND_INDEX ? value_from_int64((int64_t)k) : value;
    }
    return magic & FIND_INDEX ? value_from_int(-1) : VALUE_UNDEFINED;
}
