// Array and Array.prototype (sec-array-objects): the constructor and the tables. The methods are in the files
// array_*.c, which array.h lists.
#include "builtins/array.h"

#include "object/throw.h"

// Array(...) with one argument makes so many holes when it is a number.
static bool length_argument(vm_isolate *vm, vm_value v, uint32_t *length) {
    double number = value_as_double(v);
    if (number >= 0 && number <= UINT32_MAX) {
        *length = (uint32_t)number;
        if (*length == number) return true;
    }
    throw_range_error(vm, "Invalid array length");
    return false;
}

// sec-array
static vm_value array_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value new_target = NEW_TARGET;
    uint32_t length = 0;
    bool is_length = argc == 1 && value_is_number(frame[1]);
    struct object *prototype;
    if (value_is_undefined(new_target) || value_same_bits(new_target, frame[-1])) {
        prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    } else {
        prototype = js_prototype_from_constructor(vm, value_as_object(new_target), INTRINSIC_ArrayPrototype);
    }
    if (!prototype || (is_length && !length_argument(vm, frame[1], &length))) return VALUE_EXCEPTION;
    struct shape *shape = shape_root(vm, prototype, CELL_ARRAY, 0);
    struct object *array = shape ? array_create_with_shape(vm, shape, length) : NULL;
    if (array && !is_length && argc && !array_append(vm, array, frame + 1, argc)) return VALUE_EXCEPTION;
    return builtin_cell(array);
}

// sec-array.isarray
static vm_value array_is_array(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return builtin_outcome(js_is_array(vm, ARGUMENT(0)));
}

// --- tables ----------------------------------------------------------------------------------------

static const struct builtin_row statics[] = {
    NATIVE("isArray", array_is_array, 1),     NATIVE("from", array_from, 1),
    NATIVE("fromAsync", array_from_async, 1), NATIVE("of", array_of, 0),
    GETTER("@@species", builtin_return_this),
};

static const struct builtin_row methods[] = {
    NATIVE("at", array_at, 1),
    NATIVE("concat", array_concat, 1),
    NATIVE("copyWithin", array_copy_within, 2),
    NATIVE("fill", array_fill, 1),
    NATIVE_MAGIC("find", array_find_element, 1, FIND_VALUE),
    NATIVE_MAGIC("findIndex", array_find_element, 1, FIND_INDEX),
    NATIVE_MAGIC("findLast", array_find_element, 1, FIND_VALUE | FIND_LAST),
    NATIVE_MAGIC("findLastIndex", array_find_element, 1, FIND_INDEX | FIND_LAST),
    NATIVE("lastIndexOf", array_last_index_of, 1),
    NATIVE("pop", array_pop, 0),
    NATIVE("push", array_push_native, 1),
    NATIVE("reverse", array_reverse, 0),
    NATIVE("shift", array_shift, 0),
    NATIVE("unshift", array_unshift, 1),
    NATIVE("slice", array_slice, 2),
    NATIVE("sort", array_sort, 1),
    NATIVE("splice", array_splice, 2),
    NATIVE("includes", array_includes, 1),
    NATIVE("indexOf", array_index_of, 1),
    NATIVE("join", array_join, 1),
    NATIVE_MAGIC("keys", array_iterate, 0, ITERATE_KEYS),
    NATIVE_MAGIC("entries", array_iterate, 0, ITERATE_ENTRIES),
    NATIVE_MAGIC("values", array_iterate, 0, ITERATE_VALUES),
    ALIAS("@@iterator", "values"),
    NATIVE("forEach", array_for_each, 1),
    NATIVE("filter", array_filter, 1),
    NATIVE("flat", array_flat, 0),
    NATIVE("flatMap", array_flat_map, 1),
    NATIVE("map", array_map, 1),
    NATIVE("every", array_every, 1),
    NATIVE("some", array_some, 1),
    NATIVE_MAGIC("reduce", array_reduce, 1, false),
    NATIVE_MAGIC("reduceRight", array_reduce, 1, true),
    NATIVE("toLocaleString", array_to_locale_string, 0),
    NATIVE("toString", array_to_string, 0),
    NATIVE("toReversed", array_to_reversed, 0),
    NATIVE("toSorted", array_to_sorted, 1),
    NATIVE("toSpliced", array_to_spliced, 2),
    NATIVE("with", array_with, 2),
};

// sec-array.prototype-%symbol.unscopables%
static bool define_unscopables(vm_isolate *vm, struct object *prototype) {
    static const char *const names[] = {
        "at",   "copyWithin", "entries",  "fill", "find",       "findIndex", "findLast",  "findLastIndex",
        "flat", "flatMap",    "includes", "keys", "toReversed", "toSorted",  "toSpliced", "values"};
    struct object *list = object_create(vm, NULL);
    for (size_t i = 0; list && i < sizeof names / sizeof names[0]; i++) {
        property_key key;
        if (!key_from_text(vm, names[i], &key) || !object_add(vm, list, key, VALUE_TRUE, PROPERTY_DEFAULT))
            return false;
    }
    return list && object_define(vm, prototype, symbol_key(vm, SYMBOL_unscopables), value_from_cell(list),
                                 PROPERTY_CONFIGURABLE);
}

// The iteration fast paths compare with the function that `values` was born as.
static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    struct property values;
    property_key key;
    (void)constructor;
    if (!define_unscopables(vm, prototype) || !key_from_text(vm, "values", &key)) return false;
    object_find_own(vm, prototype, key, &values);
    builtin_set_intrinsic(vm, INTRINSIC_ArrayPrototypeValues, value_as_object(values.value));
    vm->realm->array_values = values.value;
    return true;
}

const struct builtin_class array_class = {
    .name = "Array",
    .constructor = array_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Array,
    .prototype_id = INTRINSIC_ArrayPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    .prototype_kind = CELL_ARRAY,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};
