// Methods of Array.prototype that change their receiver: push, pop, shift, unshift, splice, reverse, fill,
// copyWithin (sec-properties-of-the-array-prototype-object).
#include "builtins/array.h"

#include "object/throw.h"

#define FILL_CHUNK (1u << 20) // values stored between two looks at the safepoint
#define SHIFT_BY_MOVING 16u   // so few values are moved; of more the start is
#define SHRINK_CAPACITY 1024u // pop and shift look at unused memory of vectors larger than this

static vm_value too_long(vm_isolate *vm, const char *what) {
    return throw_type_error(vm, "%s the array would exceed the largest safe length", what);
}

// Takes the last value from the vector of a full array.
static void drop_last(vm_isolate *vm, struct object *array) {
    struct vector *vector = elements_vector(array->elements);
    uint32_t length = array_length(array) - 1;
    vector->values[length] = VALUE_EMPTY;
    vector->used = array->cell.word = length;
    if (vector->cell.word > SHRINK_CAPACITY && length < vector->cell.word / 8) {
        array->cell.word = length + 1; // truncation gives memory back
        elements_truncate(vm, array, length);
    }
}

// A safepoint in the middle of work on the vector of an array. Script that runs there (the interrupt hook)
// and changes the array's length spoils the work. False: exception pending.
static bool poll_keeping(vm_isolate *vm, struct object *array) {
    uint32_t length = array_length(array), used = elements_used(array);
    if (!js_safepoint(vm)) return false;
    if (array_length(array) == length && elements_used(array) == used) return true;
    throw_type_error(vm, "The array was changed by an interrupt");
    return false;
}

// Moves values within the vector of an array. False: exception pending.
static bool move_elements(vm_isolate *vm, struct object *array, uint32_t to, uint32_t from, uint32_t count) {
    bool backwards = to > from;
    for (uint32_t done = 0, step; done < count; done += step) {
        if (done && !poll_keeping(vm, array)) return false;
        step = count - done < ARRAY_POLL_VALUES ? count - done : ARRAY_POLL_VALUES;
        uint32_t at = backwards ? count - done - step : done;
        memmove(array->elements + to + at, array->elements + from + at, step * sizeof(vm_value));
        heap_write(&vm->heap, array);
    }
    return true;
}

// Moves o[from] to o[to], or deletes o[to] when there is no o[from].
static bool move_property(vm_isolate *vm, struct object *o, uint64_t to, uint64_t from) {
    vm_value value;
    enum outcome there = array_find(vm, o, from, &value);
    if (there == OUTCOME_EXCEPTION || !js_safepoint(vm)) return false;
    return there == OUTCOME_TRUE ? array_set(vm, o, to, value) : array_delete(vm, o, to);
}

// --- push, pop, shift, unshift ---------------------------------------------------------------------

// sec-array.prototype.push
vm_value array_push_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (__builtin_expect(value_is_array_kind(THIS), 1)) {
        struct object *array = value_as_object(THIS);
        if (__builtin_expect(array_is_simple(vm, array) && array_length(array) <= UINT32_MAX - argc, 1)) {
            for (uint32_t i = 0; i < argc; i++) {
                if (!array_push(vm, array, frame[1 + i])) return VALUE_EXCEPTION;
            }
            return value_from_uint32(array_length(array));
        }
    }
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (length + argc > ARRAY_LIKE_LENGTH_MAXIMUM) return too_long(vm, "Pushing to");
    for (uint32_t i = 0; i < argc; i++) {
        if (!array_set(vm, o, length++, frame[1 + i])) return VALUE_EXCEPTION;
    }
    return array_set_length_property(vm, o, length) ? value_from_int64((int64_t)length) : VALUE_EXCEPTION;
}

// sec-array.prototype.pop
vm_value array_pop(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (length && array_is_full(vm, o)) {
        vm_value last = array_hole_to_undefined(o->elements[length - 1]);
        drop_last(vm, o);
        return last;
    }
    if (!length) return array_set_length_property(vm, o, 0) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    vm_value last = array_get(vm, o, length - 1);
    if (value_is_exception(last) || !array_delete(vm, o, length - 1) ||
        !array_set_length_property(vm, o, length - 1)) {
        return VALUE_EXCEPTION;
    }
    return last;
}

// sec-array.prototype.shift
vm_value array_shift(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (!length) return array_set_length_property(vm, o, 0) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    if (array_is_full(vm, o)) {
        vm_value first = array_hole_to_undefined(o->elements[0]);
        if (length > SHIFT_BY_MOVING) {
            elements_drop_first(vm, o);
            return first;
        }
        if (!move_elements(vm, o, 0, 1, (uint32_t)length - 1)) return VALUE_EXCEPTION;
        drop_last(vm, o);
        return first;
    }
    vm_value first = array_get(vm, o, 0);
    if (value_is_exception(first)) return first;
    for (uint64_t k = 1; k < length; k++) {
        if (!move_property(vm, o, k - 1, k)) return VALUE_EXCEPTION;
    }
    if (!array_delete(vm, o, length - 1) || !array_set_length_property(vm, o, length - 1))
        return VALUE_EXCEPTION;
    return first;
}

// Makes room for `count` values at `at` in a full array; the values there are to be stored.
static bool open_gap(vm_isolate *vm, struct object *array, uint32_t at, uint32_t count) {
    uint32_t length = array_length(array);
    if (!elements_reserve(vm, array, length + count)) return false;
    if (!move_elements(vm, array, at + count, at, length - at)) return false;
    array_set_used(array, length + count);
    array->cell.word = length + count;
    return true;
}

// sec-array.prototype.unshift
vm_value array_unshift(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (array_is_full(vm, o) && length + argc < ARRAY_LENGTH_MAXIMUM) {
        if (!open_gap(vm, o, 0, argc)) return VALUE_EXCEPTION;
        memcpy(o->elements, frame + 1, argc * sizeof(vm_value));
        return value_from_uint32(array_length(o));
    }
    if (argc) {
        if (length + argc > ARRAY_LIKE_LENGTH_MAXIMUM) return too_long(vm, "Unshifting to");
        for (uint64_t k = length; k > 0; k--) {
            if (!move_property(vm, o, k - 1 + argc, k - 1)) return VALUE_EXCEPTION;
        }
        for (uint32_t i = 0; i < argc; i++) {
            if (!array_set(vm, o, i, frame[1 + i])) return VALUE_EXCEPTION;
        }
    }
    length += argc;
    return array_set_length_property(vm, o, length) ? value_from_int64((int64_t)length) : VALUE_EXCEPTION;
}

// --- splice ----------------------------------------------------------------------------------------

struct splice {
    uint64_t length, start, removed;
    uint32_t inserted;
    const vm_value *items;
};

static bool splice_arguments(vm_isolate *vm, vm_value *frame, uint32_t argc, struct splice *s) {
    double start, count;
    if (!js_relative_index(vm, ARGUMENT(0), (double)s->length, 0, &start)) return false;
    s->start = (uint64_t)start;
    s->inserted = argc > 2 ? argc - 2 : 0;
    s->items = frame + 3;
    s->removed = argc ? s->length - s->start : 0;
    if (argc > 1) {
        if (!js_to_integer_or_infinity(vm, frame[2], &count)) return false;
        if (count < 0) count = 0;
        if (count < (double)s->removed) s->removed = (uint64_t)count;
    }
    if (s->length - s->removed + s->inserted <= ARRAY_LIKE_LENGTH_MAXIMUM) return true;
    too_long(vm, "Splicing");
    return false;
}

static vm_value splice_full(vm_isolate *vm, struct object *o, const struct splice *s) {
    uint32_t start = (uint32_t)s->start, removed = (uint32_t)s->removed, length = (uint32_t)s->length;
    struct object *taken = removed <= ARRAY_POLL_VALUES ? array_create_from(vm, o->elements + start, removed)
                                                        : array_create(vm, 0);
    if (!taken || (removed > ARRAY_POLL_VALUES && !array_append_from(vm, taken, o, start, removed)))
        return VALUE_EXCEPTION;
    if (s->inserted > removed) {
        if (!open_gap(vm, o, start + removed, s->inserted - removed)) return VALUE_EXCEPTION;
    } else if (s->inserted < removed) {
        uint32_t excess = removed - s->inserted;
        if (!move_elements(vm, o, start + s->inserted, start + removed, length - start - removed))
            return VALUE_EXCEPTION;
        elements_truncate(vm, o, length - excess);
    }
    memcpy(o->elements + start, s->items, s->inserted * sizeof(vm_value));
    heap_write(&vm->heap, o);
    return value_from_cell(taken);
}

// Takes the removed elements out into a new object of the species.
static struct object *splice_take(vm_isolate *vm, struct object *o, const struct splice *s) {
    struct object *taken = array_species_create(vm, o, s->removed);
    if (!taken) return NULL;
    for (uint64_t k = 0; k < s->removed; k++) {
        vm_value value;
        enum outcome there = array_find(vm, o, s->start + k, &value);
        if (there == OUTCOME_EXCEPTION || !js_safepoint(vm)) return NULL;
        if (there == OUTCOME_TRUE && !array_create_element(vm, taken, k, value)) return NULL;
    }
    return array_set_length_property(vm, taken, s->removed) ? taken : NULL;
}

// Moves what stands behind the removed elements to its new place.
static bool splice_move(vm_isolate *vm, struct object *o, const struct splice *s) {
    uint64_t kept = s->length - s->removed;
    if (s->inserted < s->removed) {
        for (uint64_t k = s->start; k < kept; k++) {
            if (!move_property(vm, o, k + s->inserted, k + s->removed)) return false;
        }
        for (uint64_t k = s->length; k > kept + s->inserted; k--) {
            if (!array_delete(vm, o, k - 1) || !js_safepoint(vm)) return false;
        }
    } else if (s->inserted > s->removed) {
        for (uint64_t k = kept; k > s->start; k--) {
            if (!move_property(vm, o, k + s->inserted - 1, k + s->removed - 1)) return false;
        }
    }
    return true;
}

// sec-array.prototype.splice
vm_value array_splice(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct splice s;
    struct object *o = array_receiver(vm, THIS, &s.length);
    if (!o || !splice_arguments(vm, frame, argc, &s)) return VALUE_EXCEPTION;
    if (array_is_full(vm, o) && array_length(o) == s.length && array_species_is_default(vm, o) &&
        s.length - s.removed + s.inserted < ARRAY_LENGTH_MAXIMUM) {
        return splice_full(vm, o, &s);
    }
    struct object *taken = splice_take(vm, o, &s);
    if (!taken || !splice_move(vm, o, &s)) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < s.inserted; i++) {
        if (!array_set(vm, o, s.start + i, s.items[i])) return VALUE_EXCEPTION;
    }
    return array_set_length_property(vm, o, s.length - s.removed + s.inserted) ? value_from_cell(taken)
                                                                               : VALUE_EXCEPTION;
}

// --- reverse, fill, copyWithin ---------------------------------------------------------------------

static bool reverse_values(vm_isolate *vm, struct object *array, uint32_t count) {
    for (uint32_t low = 0, high = count; low + 1 < high; low++) {
        if (low % ARRAY_POLL_VALUES == ARRAY_POLL_VALUES - 1 && !poll_keeping(vm, array)) return false;
        vm_value value = array->elements[low];
        array->elements[low] = array->elements[--high];
        array->elements[high] = value;
    }
    heap_write(&vm->heap, array);
    return true;
}

// sec-array.prototype.reverse: one pair of places.
static bool reverse_pair(vm_isolate *vm, struct object *o, uint64_t lower, uint64_t upper) {
    vm_value low, high;
    enum outcome has_low = array_find(vm, o, lower, &low);
    if (has_low == OUTCOME_EXCEPTION) return false;
    enum outcome has_high = array_find(vm, o, upper, &high);
    if (has_high == OUTCOME_EXCEPTION || !js_safepoint(vm)) return false;
    if (has_low && has_high) return array_set(vm, o, lower, high) && array_set(vm, o, upper, low);
    if (has_high) return array_set(vm, o, lower, high) && array_delete(vm, o, upper);
    return !has_low || (array_delete(vm, o, lower) && array_set(vm, o, upper, low));
}

vm_value array_reverse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (array_is_full(vm, o)) {
        return reverse_values(vm, o, (uint32_t)length) ? value_from_cell(o) : VALUE_EXCEPTION;
    }
    for (uint64_t lower = 0; lower < length / 2; lower++) {
        if (!reverse_pair(vm, o, lower, length - 1 - lower)) return VALUE_EXCEPTION;
    }
    return value_from_cell(o);
}

// Fills places of a simple array from *start on; the vector grows to `end`. Stops early, with *start where it
// was, when the array is no more what it was: then the slow way goes on. False: exception pending.
static bool fill_simple(vm_isolate *vm, struct object *o, uint64_t *start, uint32_t end, vm_value value) {
    if (!elements_reserve(vm, o, end)) return false;
    if (elements_used(o) < end) array_set_used(o, end);
    while (*start < end && array_is_simple(vm, o) && elements_used(o) >= end) {
        uint32_t k = (uint32_t)*start, stop = end - k > FILL_CHUNK ? k + FILL_CHUNK : end;
        while (k < stop)
            o->elements[k++] = value;
        heap_write(&vm->heap, o);
        *start = k;
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

// sec-array.prototype.fill
vm_value array_fill(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double start, end;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_relative_index(vm, ARGUMENT(1), (double)length, 0, &start) ||
        !js_relative_index(vm, ARGUMENT(2), (double)length, (double)length, &end)) {
        return VALUE_EXCEPTION;
    }
    uint64_t k = (uint64_t)start;
    if (array_is_simple(vm, o) && end <= array_length(o) && k <= elements_used(o) && start < end &&
        !fill_simple(vm, o, &k, (uint32_t)end, ARGUMENT(0))) {
        return VALUE_EXCEPTION;
    }
    for (; k < end; k++) {
        if (!array_set(vm, o, k, ARGUMENT(0)) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return value_from_cell(o);
}

// sec-array.prototype.copywithin
vm_value array_copy_within(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double target, start, end;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_relative_index(vm, ARGUMENT(0), (double)length, 0, &target) ||
        !js_relative_index(vm, ARGUMENT(1), (double)length, 0, &start) ||
        !js_relative_index(vm, ARGUMENT(2), (double)length, (double)length, &end)) {
        return VALUE_EXCEPTION;
    }
    double available = end - start < (double)length - target ? end - start : (double)length - target;
    if (available <= 0) return value_from_cell(o);
    uint64_t to = (uint64_t)target, from = (uint64_t)start, count = (uint64_t)available;
    if (array_is_full(vm, o) && array_length(o) == length) {
        return move_elements(vm, o, (uint32_t)to, (uint32_t)from, (uint32_t)count) ? value_from_cell(o)
                                                                                   : VALUE_EXCEPTION;
    }
    bool backwards = from < to && to < from + count;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t offset = backwards ? count - 1 - k : k;
        if (!move_property(vm, o, to + offset, from + offset)) return VALUE_EXCEPTION;
    }
    return value_from_cell(o);
}
