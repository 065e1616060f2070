// Array.from and Array.of (sec-array.from).
#include "builtins/array.h"

#include "object/throw.h"

struct mapping {
    struct object *target;
    vm_value mapper, this_argument; // mapper UNDEFINED: none
};

static bool add_mapped(vm_isolate *vm, const struct mapping *m, uint64_t k, vm_value value) {
    if (!value_is_undefined(m->mapper)) {
        vm_value arguments[] = {value, value_from_int64((int64_t)k)};
        value = js_call(vm, m->mapper, m->this_argument, 2, arguments);
        if (value_is_exception(value)) return false;
    }
    return array_create_element(vm, m->target, k, value) && js_safepoint(vm);
}

static vm_value finish_length(vm_isolate *vm, const struct mapping *m, uint64_t length) {
    return array_set_length_property(vm, m->target, length) ? value_from_cell(m->target) : VALUE_EXCEPTION;
}

// Opens the iteration; a plain array whose method is the original one is stepped through directly.
static bool open_iteration(vm_isolate *vm, vm_value items, vm_value method, struct iteration *it) {
    bool original = value_is_array_kind(items) && value_same_bits(method, vm->realm->array_values);
    return original ? js_iterate(vm, items, it) : js_iterate_from_method(vm, items, method, it);
}

static vm_value from_iterable(vm_isolate *vm, struct mapping *m, vm_value constructor, vm_value items,
                              vm_value method) {
    struct iteration it;
    vm_value value;
    enum outcome more;
    uint64_t k = 0;
    m->target = array_construct_for(vm, constructor, 0, 0);
    if (!m->target || !open_iteration(vm, items, method, &it)) return VALUE_EXCEPTION;
    if (value_is_undefined(m->mapper) && m->target->cell.kind == CELL_ARRAY &&
        !(m->target->cell.flags & OBJECT_ELEMENTS_SPECIAL) && !array_length(m->target)) {
        if (!js_iterate_append(vm, &it, m->target)) return VALUE_EXCEPTION;
        k = array_length(m->target);
    }
    for (; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        if (!add_mapped(vm, m, k, value)) return js_iterate_abort(vm, &it);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : finish_length(vm, m, k);
}

static vm_value from_array_like(vm_isolate *vm, struct mapping *m, vm_value constructor, vm_value items) {
    uint64_t length;
    struct object *o = array_receiver(vm, items, &length);
    m->target = o ? array_construct_for(vm, constructor, 1, length) : NULL;
    if (!m->target) return VALUE_EXCEPTION;
    for (uint64_t k = 0; k < length; k++) {
        vm_value value = array_get(vm, o, k);
        if (value_is_exception(value) || !add_mapped(vm, m, k, value)) return VALUE_EXCEPTION;
    }
    return finish_length(vm, m, length);
}

// sec-array.from
vm_value array_from(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct mapping m = {.mapper = ARGUMENT(1), .this_argument = ARGUMENT(2)};
    vm_value items = ARGUMENT(0);
    if (!value_is_undefined(m.mapper) && !value_is_callable(m.mapper))
        return throw_type_error(vm, "%V is not a function", m.mapper);
    vm_value method = js_get_method(vm, items, symbol_key(vm, SYMBOL_iterator));
    if (value_is_exception(method)) return method;
    return value_is_undefined(method) ? from_array_like(vm, &m, THIS, items)
                                      : from_iterable(vm, &m, THIS, items, method);
}

// sec-array.of
vm_value array_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct mapping m = {.mapper = VALUE_UNDEFINED};
    m.target = array_construct_for(vm, THIS, 1, argc);
    if (!m.target) return VALUE_EXCEPTION;
    for (uint32_t k = 0; k < argc; k++) {
        if (!add_mapped(vm, &m, k, frame[1 + k])) return VALUE_EXCEPTION;
    }
    return finish_length(vm, &m, argc);
}
