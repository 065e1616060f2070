// Methods of Iterator.prototype that run the iterator to its end or to what they look for.
#include "builtins/iterator.h"

#include "object/throw.h"

#define SKIPPED_MAXIMUM 9007199254740991.0 // of includes, beside Infinity

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

// The number of elements that includes passes over. False: exception pending.
static bool skipped_argument(vm_isolate *vm, vm_value v, double *skipped) {
    if (value_is_undefined(v)) {
        *skipped = 0;
        return true;
    }
    *skipped = value_is_number(v) ? value_as_double(v) : __builtin_nan("");
    bool infinite = __builtin_isinf(*skipped);
    if (!infinite && number_to_integer(*skipped) != *skipped) {
        throw_type_error(vm, "%V is not an integer", v);
        return false;
    }
    if (*skipped >= 0 && (infinite || *skipped <= SKIPPED_MAXIMUM)) return true;
    throw_range_error(vm, "%V must be a positive safe integer", v);
    return false;
}

// sec-iterator.prototype.includes
vm_value iterator_includes(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    double skipped;
    vm_value value;
    enum outcome more;
    if (!iterator_take_this(vm, THIS, &it)) return VALUE_EXCEPTION;
    if (!skipped_argument(vm, ARGUMENT(1), &skipped)) return js_iterate_abort(vm, &it);
    if (!iterator_open(vm, &it)) return VALUE_EXCEPTION;
    for (double passed = 0; (more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE; passed++) {
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        if (passed < skipped || !js_same_value_zero(vm, value, ARGUMENT(0))) continue;
        return js_iterate_close(vm, &it) ? VALUE_TRUE : VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : VALUE_FALSE;
}

static bool append_text(vm_isolate *vm, struct string_builder *b, vm_value value) {
    struct string *s = js_to_string(vm, value);
    if (s) string_builder_string(b, s);
    return s && !b->failed;
}

static bool join_values(vm_isolate *vm, struct string_builder *b, struct iteration *it, vm_value separator) {
    vm_value value;
    enum outcome more;
    for (bool first = true; (more = js_iterate_next(vm, it, &value)) == OUTCOME_TRUE; first = false) {
        if (!first && !append_text(vm, b, separator)) break;
        if ((!value_is_nullish(value) && !append_text(vm, b, value)) || !js_safepoint(vm)) break;
    }
    if (more == OUTCOME_TRUE) js_iterate_abort(vm, it);
    return more == OUTCOME_FALSE;
}

// The proposal's Iterator.prototype.join
vm_value iterator_join(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    struct string_builder b;
    if (!iterator_take_this(vm, THIS, &it)) return VALUE_EXCEPTION;
    struct string *separator =
        value_is_undefined(ARGUMENT(0)) ? string_from_unit(vm, ',') : js_to_flat_string(vm, frame[1]);
    if (!separator) return js_iterate_abort(vm, &it);
    if (!iterator_open(vm, &it)) return VALUE_EXCEPTION;
    string_builder_start(&b, vm);
    if (join_values(vm, &b, &it, value_from_cell(separator))) return builtin_cell(string_builder_finish(&b));
    string_builder_discard(&b);
    return VALUE_EXCEPTION;
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
    if (!iterator_take_this(vm, THIS, &it) || !iterator_open(vm, &it)) return VALUE_EXCEPTION;
    struct object *array = array_create(vm, 0);
    if (!array) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (!array_push(vm, array, value) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(array);
}
