// flat and flatMap (sec-array.prototype.flat, sec-array.prototype.flatmap).
#include "builtins/array.h"

#include "object/throw.h"

struct flattening {
    struct object *target;
    uint64_t index;            // of the next element of the target
    vm_value mapper, this_arg; // mapper UNDEFINED: none
};

static bool add_flat(vm_isolate *vm, struct flattening *f, vm_value value) {
    if (f->index < ARRAY_LIKE_LENGTH_MAXIMUM) return array_create_element(vm, f->target, f->index++, value);
    throw_type_error(vm, "Flattening would exceed the largest safe length");
    return false;
}

// sec-flattenintoarray; the mapper applies to the outermost level only.
static bool flatten(vm_isolate *vm, struct flattening *f, struct object *source, uint64_t length,
                    double depth, bool mapped) {
    vm_value value;
    enum outcome more;
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    for (uint64_t k = 0; (more = array_find_next(vm, source, &k, length, &value)) == OUTCOME_TRUE; k++) {
        if (!js_safepoint(vm)) return false;
        if (mapped) {
            vm_value arguments[] = {value, value_from_int64((int64_t)k), value_from_cell(source)};
            value = js_call(vm, f->mapper, f->this_arg, 3, arguments);
            if (value_is_exception(value)) return false;
        }
        enum outcome nested = depth > 0 ? js_is_array(vm, value) : OUTCOME_FALSE;
        if (nested == OUTCOME_EXCEPTION) return false;
        if (nested == OUTCOME_FALSE) {
            if (!add_flat(vm, f, value)) return false;
            continue;
        }
        uint64_t inner;
        if (!js_length_of_array_like(vm, value_as_object(value), &inner) ||
            !flatten(vm, f, value_as_object(value), inner, depth - 1, false)) {
            return false;
        }
    }
    return more != OUTCOME_EXCEPTION;
}

// sec-array.prototype.flat
vm_value array_flat(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    double depth = 1;
    struct flattening f = {.mapper = VALUE_UNDEFINED};
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || (!value_is_undefined(ARGUMENT(0)) && !js_to_integer_or_infinity(vm, frame[1], &depth)))
        return VALUE_EXCEPTION;
    f.target = array_species_create(vm, o, 0);
    return f.target && flatten(vm, &f, o, length, depth, false) ? value_from_cell(f.target) : VALUE_EXCEPTION;
}

// sec-array.prototype.flatmap
vm_value array_flat_map(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    struct flattening f = {.mapper = ARGUMENT(0), .this_arg = ARGUMENT(1)};
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    if (!value_is_callable(f.mapper)) return throw_type_error(vm, "flatMap mapper function is not callable");
    f.target = array_species_create(vm, o, 0);
    return f.target && flatten(vm, &f, o, length, 1, true) ? value_from_cell(f.target) : VALUE_EXCEPTION;
}
