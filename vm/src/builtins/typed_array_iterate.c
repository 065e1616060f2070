// Methods of %TypedArray%.prototype that visit each element: iterators and callbacks.
#include "builtins/array.h"
#include "builtins/typed_array.h"

// sec-%typedarray%.prototype.entries, keys, values; MAGIC: enum iteration_kind
vm_value typed_array_iterate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {"keys", "values", "entries"};
    size_t length;
    (void)argc;
    if (!typed_array_validate(vm, THIS, names[MAGIC], &length)) return VALUE_EXCEPTION;
    return array_iterator_create(vm, THIS, (enum iteration_kind)MAGIC);
}

struct visit {
    struct buffer_view *array;
    size_t length;
    vm_value callback, this_argument;
};

static bool visit_start(vm_isolate *vm, vm_value *frame, uint32_t argc, const char *method, struct visit *v) {
    v->array = typed_array_validate(vm, THIS, method, &v->length);
    if (!v->array) return false;
    v->callback = ARGUMENT(0);
    v->this_argument = ARGUMENT(1);
    if (value_is_callable(v->callback)) return true;
    throw_type_error(vm, "%V is not a function", v->callback);
    return false;
}

// Calls back for element k; *value gets the element.
static inline vm_value visit_call(vm_isolate *vm, const struct visit *v, size_t k, vm_value *value) {
    *value = view_get(vm, v->array, k);
    vm_value arguments[] = {*value, value_from_int64((int64_t)k), value_from_cell(v->array)};
    if (value_is_exception(*value) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    return js_call(vm, v->callback, v->this_argument, 3, arguments);
}

// sec-%typedarray%.prototype.foreach
vm_value typed_array_for_each(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    if (!visit_start(vm, frame, argc, "forEach", &v)) return VALUE_EXCEPTION;
    for (size_t k = 0; k < v.length; k++) {
        if (value_is_exception(visit_call(vm, &v, k, &value))) return VALUE_EXCEPTION;
    }
    return VALUE_UNDEFINED;
}

// sec-%typedarray%.prototype.map
vm_value typed_array_map(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    if (!visit_start(vm, frame, argc, "map", &v)) return VALUE_EXCEPTION;
    struct buffer_view *result = typed_array_species_create(vm, v.array, v.length);
    if (!result) return VALUE_EXCEPTION;
    for (size_t k = 0; k < v.length; k++) {
        vm_value mapped = visit_call(vm, &v, k, &value);
        if (value_is_exception(mapped) || !typed_array_set(vm, result, k, mapped)) return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-%typedarray%.prototype.filter
vm_value typed_array_filter(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct visit v;
    vm_value value;
    if (!visit_start(vm, frame, argc, "filter", &v)) return VALUE_EXCEPTION;
    struct list *kept = list_create(vm);
    if (!kept) return VALUE_EXCEPTION;
    for (size_t k = 0; k < v.length; k++) {
        vm_value selected = visit_call(vm, &v, k, &value);
        if (value_is_exception(selected)) return VALUE_EXCEPTION;
        if (js_to_boolean(selected) && !list_push(vm, kept, value)) return VALUE_EXCEPTION;
    }
    struct buffer_view *result = typed_array_species_create(vm, v.array, kept->length);
    if (!result) return VALUE_EXCEPTION;
    for (uint32_t k = 0; k < kept->length; k++) {
        if (!typed_array_set(vm, result, k, list_at(kept, k))) return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-%typedarray%.prototype.some, every; MAGIC: the answer that decides
vm_value typed_array_test(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool wanted = MAGIC;
    struct visit v;
    vm_value value;
    if (!visit_start(vm, frame, argc, wanted ? "some" : "every", &v)) return VALUE_EXCEPTION;
    for (size_t k = 0; k < v.length; k++) {
        vm_value answer = visit_call(vm, &v, k, &value);
        if (value_is_exception(answer)) return answer;
        if (js_to_boolean(answer) == wanted) return value_from_bool(wanted);
    }
    return value_from_bool(!wanted);
}

// sec-%typedarray%.prototype.reduce, reduceright; MAGIC: whether from the right
vm_value typed_array_reduce(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool right = MAGIC;
    struct visit v;
    size_t passed = 0;
    if (!visit_start(vm, frame, argc, right ? "reduceRight" : "reduce", &v)) return VALUE_EXCEPTION;
    vm_value accumulator = ARGUMENT(1);
    if (argc < 2) {
        if (!v.length) return throw_type_error(vm, "Reduce of empty array with no initial value");
        accumulator = view_get(vm, v.array, right ? v.length - 1 : 0);
        if (value_is_exception(accumulator)) return accumulator;
        passed = 1;
    }
    for (; passed < v.length; passed++) {
        size_t k = right ? v.length - 1 - passed : passed;
        vm_value value = view_get(vm, v.array, k);
        vm_value arguments[] = {accumulator, value, value_from_int64((int64_t)k), value_from_cell(v.array)};
        if (value_is_exception(value) || !js_safepoint(vm)) return VALUE_EXCEPTION;
        accumulator = js_call(vm, v.callback, VALUE_UNDEFINED, 4, arguments);
        if (value_is_exception(accumulator)) return accumulator;
    }
    return accumulator;
}

// sec-%typedarray%.prototype.find, findindex, findlast, findlastindex; MAGIC: enum view_find_magic
vm_value typed_array_find(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {"find", "findIndex", "findLast", "findLastIndex"};
    int magic = MAGIC;
    struct visit v;
    vm_value value;
    if (!visit_start(vm, frame, argc, names[magic], &v)) return VALUE_EXCEPTION;
    for (size_t passed = 0; passed < v.length; passed++) {
        size_t k = magic & VIEW_FIND_LAST ? v.length - 1 - passed : passed;
        vm_value answer = visit_call(vm, &v, k, &value);
        if (value_is_exception(answer)) return answer;
        if (js_to_boolean(answer)) return magic & VIEW_FIND_INDEX ? value_from_int64((int64_t)k) : value;
    }
    return magic & VIEW_FIND_INDEX ? value_from_int(-1) : VALUE_UNDEFINED;
}
