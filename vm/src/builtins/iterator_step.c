#include "builtins/iterator_step.h"

bool iterator_step_directly(vm_isolate *vm, vm_value iterator, vm_value next, vm_value *value,
                            enum outcome *outcome) {
    if (!value_is_kind(iterator, CELL_ITERATOR) || !value_is_kind(next, CELL_NATIVE_FUNCTION)) return false;
    const struct native_function *native = value_as_cell(next);
    struct iterator_object *it = value_as_cell(iterator);
    if (native->realm != vm->realm) return false;
    switch (iterator_kind(it)) {
    case ITERATOR_ARRAY:
        if (native->native != array_iterator_next) return false;
        *outcome = array_iterator_step(vm, it, value);
        return true;
    case ITERATOR_MAP:
    case ITERATOR_SET:
        if (native->native != collection_iterator_next || native->data != iterator_kind(it)) return false;
        *outcome = collection_iterator_step(vm, it, value);
        return true;
    case ITERATOR_STRING:
        if (native->native != string_iterator_next) return false;
        *outcome = string_iterator_step(vm, it, value);
        return true;
    case ITERATOR_REGEXP_STRING:
        if (native->native != regexp_string_iterator_next) return false;
        *outcome = regexp_string_iterator_step(vm, it, value);
        return true;
    default: return false;
    }
}
