// Methods of Iterator.prototype that run the iterator to its end or to what they look for.
#include "builtins/iterator.h"

#include "object/throw.h"

// sec-iterator.prototype.some, every, find; MAGIC: enum iterator_search
vm_value iterator_search(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum iterator_search what = (enum iterator_search)MAGIC;
    struct iteration it;
    vm_value value, callback = ARGUMENT(0);
    enum outcome more;
    if (!iterator_open_this(vm, THIS, callback, &it)) return VALUE_EXCEPTION;
    for (int64_t k = 0; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        vm_value arguments[] = {value, value_from_int64(k)};
        vm_value answer = js_call(vm, callback, VALUE_UNDEFINED, 2, arguments);
        if (value_is_exception(answer) || !js_safepoint(vm)) return js_iterate_abort(vm, &it);
        if (js_to_boolean(answer) == (what == ITERATOR_EVERY)) continue;
        vm_value found = what == ITERATOR_FIND ? value : value_from_bool(what == ITERATOR_SOME);
        return js_iterate_close(vm, &it) ? found : VALUE_EXCEPTION;
    }
    if (more == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    return what == ITERATOR_FIND ? VALUE_UNDEFINED : value_from_bool(what == ITERATOR_EVERY);
}

// sec-iterator.prototype.foreach
vm_value iterator_for_each(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    vm_value value, callback = ARGUMENT(0);
    enum outcome more;
    if (!iterator_open_this(vm, THIS, callback, &it)) return VALUE_EXCEPTION;
    for (int64_t k = 0; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        vm_value arguments[] = {value, value_from_int64(k)};
        vm_value result = js_call(vm, callback, VALUE_UNDEFINED, 2, arguments);
        if (value_is_exception(result) || !js_safepoint(vm)) return js_iterate_abort(vm, &it);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : VALUE_UNDEFINED;
}

// sec-iterator.prototype.reduce
vm_value iterator_reduce(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    vm_value value, callback = ARGUMENT(0), accumulator = ARGUMENT(1);
    enum outcome more;
    int64_t k = 0;
    if (!iterator_open_this(vm, THIS, callback, &it)) return VALUE_EXCEPTION;
    if (argc < 2) {
        more = js_iterate_next(vm, &it, &accumulator);
        if (more == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if (more == OUTCOME_FALSE)
            return throw_type_error(vm, "Reduce of a done iterator with no initial value");
        k = 1;
    }
    for (; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; k++) {
        vm_value arguments[] = {accumulator, value, value_from_int64(k)};
        accumulator = js_call(vm, callback, VALUE_UNDEFINED, 3, arguments);
        if (value_is_exception(accumulator) || !js_safepoint(vm)) return js_iterate_abort(vm, &it);
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : accumulator;
}

// sec-iterator.prototype.toarray
vm_value iterator_to_array(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    vm_value value;
    enum outcome more;
    (void)argc;
    if (!value_is_object(THIS))
        return throw_type_error(vm, "Iterator.prototype.toArray called on non-object %V", THIS);
    struct object *array = array_create(vm, 0);
    if (!array || !js_iterator_direct(vm, value_as_object(THIS), &it)) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (!array_push(vm, array, value) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(array);
}
