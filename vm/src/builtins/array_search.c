// Methods of Array.prototype that look elements up without calling back: at, includes, indexOf, lastIndexOf.
#include "builtins/array.h"

// sec-array.prototype.at
vm_value array_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double index;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !js_to_integer_or_infinity(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    if (index < 0) index += (double)length;
    return index < 0 || index >= (double)length ? VALUE_UNDEFINED : array_get(vm, o, (uint64_t)index);
}

// --- comparing -------------------------------------------------------------------------------------

// What is searched for decides how elements compare: most of them by their bits.
enum search_kind { SEARCH_BITS, SEARCH_NUMBER, SEARCH_NAN, SEARCH_CONTENT };

static enum search_kind search_kind(vm_value wanted) {
    if (value_is_number(wanted))
        return value_as_double(wanted) == value_as_double(wanted) ? SEARCH_NUMBER : SEARCH_NAN;
    return value_is_string(wanted) || value_is_bigint(wanted) ? SEARCH_CONTENT : SEARCH_BITS;
}

static inline bool matches(vm_isolate *vm, enum search_kind kind, vm_value wanted, vm_value element) {
    switch (kind) {
    case SEARCH_BITS: return value_same_bits(wanted, element);
    case SEARCH_NUMBER:
        return value_is_number(element) && value_as_double(element) == value_as_double(wanted);
    case SEARCH_NAN:
        return value_is_double(element) && value_unbox_double(element) != value_unbox_double(element);
    default:
        return value_same_bits(wanted, element) ||
               (value_is_cell(element) && value_cell_kind(element) == value_cell_kind(wanted) &&
                js_strictly_equal(vm, wanted, element));
    }
}

// Looks at the safepoint; script that runs there may take elements away.
static uint64_t poll(vm_isolate *vm, const struct object *o, uint64_t end) {
    if (!js_safepoint(vm)) return 0;
    return elements_used(o) < end ? elements_used(o) : end;
}

// The place of `wanted` in the vector of a dense array, from `k` up to `end`; UINT64_MAX when it is not
// there, or the error is pending.
static uint64_t search_vector(vm_isolate *vm, const struct object *o, uint64_t k, uint64_t end,
                              vm_value wanted, enum search_kind kind) {
    if (kind == SEARCH_BITS || (kind == SEARCH_NUMBER && value_is_int(wanted))) {
        bool ints = kind == SEARCH_NUMBER;
        double number = ints ? value_as_int(wanted) : 0;
        while (k < end) {
            uint64_t stop = end - k < ARRAY_POLL_STEPS ? end : k + ARRAY_POLL_STEPS;
            for (; k < stop; k++) {
                vm_value element = o->elements[k];
                if (value_same_bits(element, wanted)) return k;
                if (ints && value_is_double(element) && value_unbox_double(element) == number) return k;
            }
            if (k < end) end = poll(vm, o, end);
        }
        return UINT64_MAX;
    }
    for (; k < end; k++) {
        if (matches(vm, kind, wanted, o->elements[k])) return k;
        if (!value_is_empty(vm->exception)) break;
        if (k % ARRAY_POLL_STEPS == 0) end = poll(vm, o, end);
    }
    return UINT64_MAX;
}

static bool is_pending(vm_isolate *vm) { return !value_is_empty(vm->exception); }

// --- methods ---------------------------------------------------------------------------------------

// includes in a dense array, whose length may have become less than `length`.
static vm_value dense_includes(vm_isolate *vm, const struct object *o, uint64_t from, uint64_t length,
                               vm_value wanted) {
    uint64_t end = elements_used(o) < length ? elements_used(o) : length;
    bool is_undefined = value_is_undefined(wanted);
    if (is_undefined && from < length && end < length) return VALUE_TRUE;
    uint64_t at = search_vector(vm, o, from, end, wanted, search_kind(wanted));
    if (is_pending(vm)) return VALUE_EXCEPTION;
    if (at == UINT64_MAX && is_undefined) {
        at = search_vector(vm, o, from, end, VALUE_EMPTY, SEARCH_BITS);
        if (is_pending(vm)) return VALUE_EXCEPTION;
    }
    return value_from_bool(at != UINT64_MAX);
}

// sec-array.prototype.includes
vm_value array_includes(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double from;
    vm_value wanted = ARGUMENT(0);
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (!length) return VALUE_FALSE;
    if (!js_relative_index(vm, ARGUMENT(1), (double)length, 0, &from)) return VALUE_EXCEPTION;
    if (array_is_dense(vm, o) && length <= ARRAY_LENGTH_MAXIMUM)
        return dense_includes(vm, o, (uint64_t)from, length, wanted);
    enum search_kind kind = search_kind(wanted);
    for (uint64_t k = (uint64_t)from; k < length; k++) {
        vm_value element = array_get(vm, o, k);
        if (value_is_exception(element) || !js_safepoint(vm)) return VALUE_EXCEPTION;
        if (matches(vm, kind, wanted, element)) return VALUE_TRUE;
        if (is_pending(vm)) return VALUE_EXCEPTION;
    }
    return VALUE_FALSE;
}

// sec-array.prototype.indexof
vm_value array_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double from;
    vm_value wanted = ARGUMENT(0), element;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (!length) return value_from_int(-1);
    if (!js_relative_index(vm, ARGUMENT(1), (double)length, 0, &from)) return VALUE_EXCEPTION;
    enum search_kind kind = search_kind(wanted);
    if (array_is_dense(vm, o) && length <= ARRAY_LENGTH_MAXIMUM) {
        uint64_t end = elements_used(o) < length ? elements_used(o) : length;
        if (kind == SEARCH_NAN) return value_from_int(-1);
        uint64_t at = search_vector(vm, o, (uint64_t)from, end, wanted, kind);
        if (is_pending(vm)) return VALUE_EXCEPTION;
        return at == UINT64_MAX ? value_from_int(-1) : value_from_int64((int64_t)at);
    }
    enum outcome more;
    for (uint64_t k = (uint64_t)from; (more = array_find_next(vm, o, &k, length, &element)) == OUTCOME_TRUE;
         k++) {
        if (kind != SEARCH_NAN && matches(vm, kind, wanted, element)) return value_from_int64((int64_t)k);
        if (is_pending(vm) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_int(-1);
}

// sec-array.prototype.lastindexof
vm_value array_last_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    vm_value wanted = ARGUMENT(0), element;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (!length) return value_from_int(-1);
    double from = (double)length - 1;
    if (argc > 1) {
        if (!js_to_integer_or_infinity(vm, frame[2], &from)) return VALUE_EXCEPTION;
        if (from < 0) from += (double)length;
        if (from > (double)length - 1) from = (double)length - 1;
    }
    if (from < 0) return value_from_int(-1);
    enum search_kind kind = search_kind(wanted);
    enum outcome more;
    uint64_t k = (uint64_t)from;
    while ((more = array_find_previous(vm, o, &k, &element)) == OUTCOME_TRUE) {
        if (kind != SEARCH_NAN && matches(vm, kind, wanted, element)) return value_from_int64((int64_t)k);
        if (is_pending(vm) || !js_safepoint(vm)) return VALUE_EXCEPTION;
        if (!k--) break;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_int(-1);
}
