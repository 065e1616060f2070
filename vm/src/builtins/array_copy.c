// Methods of Array.prototype that make a changed copy: concat, slice, with, toReversed, toSpliced.
#include "builtins/array.h"

#include "object/throw.h"

// A copy of places start .. start + count of a dense array, holes included: in a plain new array.
static struct object *copy_dense(vm_isolate *vm, const struct object *o, uint64_t start, uint64_t count) {
    uint64_t used = elements_used(o);
    if (start > used) start = used;
    uint64_t present = used - start < count ? used - start : count;
    struct object *copy = present <= ARRAY_POLL_VALUES
                              ? array_create_from(vm, o->elements + start, (uint32_t)present)
                              : array_create(vm, 0);
    if (!copy) return NULL;
    if (present > ARRAY_POLL_VALUES && !array_append_from(vm, copy, o, (uint32_t)start, (uint32_t)present))
        return NULL;
    copy->cell.word = (uint32_t)count;
    return copy;
}

// --- concat ----------------------------------------------------------------------------------------

struct concatenation {
    struct object *target;
    uint64_t length;
    bool plain; // the target is a new array that no script knows
};

// sec-isconcatspreadable
static enum outcome is_spreadable(vm_isolate *vm, vm_value v) {
    if (!value_is_object(v)) return OUTCOME_FALSE;
    if (array_spreads_plainly(vm, v)) return OUTCOME_TRUE;
    vm_value spreadable = js_get(vm, value_as_object(v), symbol_key(vm, SYMBOL_isConcatSpreadable));
    if (value_is_exception(spreadable)) return OUTCOME_EXCEPTION;
    return value_is_undefined(spreadable) ? js_is_array(vm, v) : (enum outcome)js_to_boolean(spreadable);
}

static bool concat_check(vm_isolate *vm, const struct concatenation *c, uint64_t more) {
    if (more <= ARRAY_LIKE_LENGTH_MAXIMUM - c->length) return true;
    throw_type_error(vm, "Concatenating would exceed the largest safe length");
    return false;
}

static bool concat_spread(vm_isolate *vm, struct concatenation *c, struct object *o) {
    uint64_t length;
    vm_value value;
    enum outcome more;
    if (!js_length_of_array_like(vm, o, &length) || !concat_check(vm, c, length)) return false;
    if (c->plain && array_is_dense(vm, o) && elements_used(c->target) == c->length &&
        c->length + length <= ARRAY_LENGTH_MAXIMUM) {
        uint64_t used = elements_used(o) < length ? elements_used(o) : length;
        if (!array_append_from(vm, c->target, o, 0, (uint32_t)used)) return false;
        c->length += length;
        c->target->cell.word = (uint32_t)c->length;
        return true;
    }
    for (uint64_t k = 0; (more = array_find_next(vm, o, &k, length, &value)) == OUTCOME_TRUE; k++) {
        if (!array_create_element(vm, c->target, c->length + k, value) || !js_safepoint(vm)) return false;
    }
    c->length += length;
    return more != OUTCOME_EXCEPTION;
}

static bool concat_item(vm_isolate *vm, struct concatenation *c, vm_value item) {
    enum outcome spreadable = is_spreadable(vm, item);
    if (spreadable == OUTCOME_EXCEPTION) return false;
    if (spreadable == OUTCOME_TRUE) return concat_spread(vm, c, value_as_object(item));
    return concat_check(vm, c, 1) && array_create_element(vm, c->target, c->length++, item);
}

#define SUM_LIMIT 4096u // values that room is made for beforehand

// Makes room for the elements of plain arrays that are not long.
static bool reserve_sum(vm_isolate *vm, struct object *target, const struct object *o, uint32_t argc,
                        const vm_value *arguments) {
    uint64_t sum = elements_used(o);
    for (uint32_t i = 0; i < argc; i++)
        sum += value_is_array_kind(arguments[i]) ? elements_used(value_as_object(arguments[i])) : 1;
    return !sum || sum > SUM_LIMIT || elements_reserve(vm, target, (uint32_t)sum);
}

// sec-array.prototype.concat
vm_value array_concat(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    struct concatenation c = {.plain = array_species_is_default(vm, o)};
    c.target = array_species_create(vm, o, 0);
    if (c.target && c.plain && !reserve_sum(vm, c.target, o, argc, frame + 1)) return VALUE_EXCEPTION;
    if (!c.target || !concat_item(vm, &c, value_from_cell(o))) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < argc; i++) {
        if (!concat_item(vm, &c, frame[1 + i])) return VALUE_EXCEPTION;
    }
    return array_set_length_property(vm, c.target, c.length) ? value_from_cell(c.target) : VALUE_EXCEPTION;
}

// --- slice -----------------------------------------------------------------------------------------

// sec-array.prototype.slice
vm_value array_slice(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double start, end;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_relative_index(vm, ARGUMENT(0), (double)length, 0, &start) ||
        !js_relative_index(vm, ARGUMENT(1), (double)length, (double)length, &end)) {
        return VALUE_EXCEPTION;
    }
    uint64_t from = (uint64_t)start, count = end > start ? (uint64_t)(end - start) : 0;
    if (array_is_dense(vm, o) && array_species_is_default(vm, o))
        return builtin_cell(copy_dense(vm, o, from, count));
    struct object *copy = array_species_create(vm, o, count);
    if (!copy) return VALUE_EXCEPTION;
    vm_value value;
    enum outcome more;
    for (uint64_t k = from; (more = array_find_next(vm, o, &k, from + count, &value)) == OUTCOME_TRUE; k++) {
        if (!array_create_element(vm, copy, k - from, value) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    if (more == OUTCOME_EXCEPTION || !array_set_length_property(vm, copy, count)) return VALUE_EXCEPTION;
    return value_from_cell(copy);
}

// --- with, toReversed, toSpliced -------------------------------------------------------------------

// Appends o[from] .. o[to - 1], holes as undefined.
static bool append_range(vm_isolate *vm, struct object *array, struct object *o, uint64_t from, uint64_t to) {
    for (uint64_t k = from; k < to; k++) {
        vm_value value = array_get(vm, o, k);
        if (value_is_exception(value) || !array_push(vm, array, value) || !js_safepoint(vm)) return false;
    }
    return true;
}

// sec-array.prototype.with
vm_value array_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double index;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_to_integer_or_infinity(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    if (index < 0) index += (double)length;
    if (index < 0 || index >= (double)length) return throw_range_error(vm, "Invalid array index");
    struct object *copy = array_create_sized(vm, length);
    uint64_t at = (uint64_t)index;
    if (!copy || !append_range(vm, copy, o, 0, at) || !array_push(vm, copy, ARGUMENT(1)) ||
        !append_range(vm, copy, o, at + 1, length)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}

// sec-array.prototype.toreversed
vm_value array_to_reversed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    (void)argc;
    struct object *o = array_receiver(vm, THIS, &length);
    struct object *copy = o ? array_create_sized(vm, length) : NULL;
    if (!copy) return VALUE_EXCEPTION;
    for (uint64_t k = length; k > 0; k--) {
        if (!append_range(vm, copy, o, k - 1, k)) return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}

// sec-array.prototype.tospliced
vm_value array_to_spliced(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double start, count;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_relative_index(vm, ARGUMENT(0), (double)length, 0, &start)) return VALUE_EXCEPTION;
    uint64_t from = (uint64_t)start, skipped = argc ? length - from : 0;
    if (argc > 1) {
        if (!js_to_integer_or_infinity(vm, frame[2], &count)) return VALUE_EXCEPTION;
        if (count < 0) count = 0;
        if (count < (double)skipped) skipped = (uint64_t)count;
    }
    uint32_t inserted = argc > 2 ? argc - 2 : 0;
    uint64_t result = length - skipped + inserted;
    if (result > ARRAY_LIKE_LENGTH_MAXIMUM)
        return throw_type_error(vm, "The result would exceed the largest safe length");
    struct object *copy = array_create_sized(vm, result);
    if (!copy || !append_range(vm, copy, o, 0, from) || !array_append(vm, copy, frame + 3, inserted) ||
        !append_range(vm, copy, o, from + skipped, length)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}
