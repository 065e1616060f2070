// %TypedArray% and the typed array constructors (sec-typedarray-objects): tables and state.
#include "builtins/typed_array.h"

#include "object/iterator.h"

struct buffer_view *typed_array_this(vm_isolate *vm, vm_value v) {
    if (__builtin_expect(value_is_typed_array(v), 1)) return value_as_view(v);
    throw_type_error(vm, "this is not a typed array.");
    return NULL;
}

bool typed_array_revalidate(vm_isolate *vm, const struct buffer_view *array, const char *method,
                            size_t *length) {
    if (__builtin_expect(view_bounds(array, length), 1)) return true;
    const char *what =
        array_buffer_is_detached(array->buffer) ? "a detached ArrayBuffer" : "an out of bounds view";
    throw_type_error(vm, "Cannot perform %%TypedArray%%.prototype.%s on %s", method, what);
    return false;
}

struct buffer_view *typed_array_validate(vm_isolate *vm, vm_value v, const char *method, size_t *length) {
    struct buffer_view *array = typed_array_this(vm, v);
    return array && typed_array_revalidate(vm, array, method, length) ? array : NULL;
}

// --- state -----------------------------------------------------------------------------------------

// sec-get-%typedarray%.prototype.buffer
static vm_value typed_array_buffer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct buffer_view *array = typed_array_this(vm, THIS);
    return array ? value_from_cell(array->buffer) : VALUE_EXCEPTION;
}

// sec-get-%typedarray%.prototype.bytelength
static vm_value typed_array_byte_length(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct buffer_view *array = typed_array_this(vm, THIS);
    if (!array) return VALUE_EXCEPTION;
    return value_from_int64((int64_t)(view_length(array) << element_shift(view_type(array))));
}

// sec-get-%typedarray%.prototype.byteoffset
static vm_value typed_array_byte_offset(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct buffer_view *array = typed_array_this(vm, THIS);
    size_t length;
    if (!array) return VALUE_EXCEPTION;
    return value_from_int64(view_bounds(array, &length) ? (int64_t)array->byte_offset : 0);
}

// sec-get-%typedarray%.prototype.length
vm_value typed_array_length(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct buffer_view *array = typed_array_this(vm, THIS);
    return array ? value_from_int64((int64_t)view_length(array)) : VALUE_EXCEPTION;
}

// sec-get-%typedarray%.prototype-%symbol.tostringtag%
static vm_value typed_array_tag(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_typed_array(THIS)) return VALUE_UNDEFINED;
    return builtin_cell(string_from_text(vm, element_array_names[view_type(value_as_view(THIS))]));
}

// --- %TypedArray% ----------------------------------------------------------------------------------

// sec-%typedarray%
static vm_value typed_array_abstract(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    return throw_type_error(vm, "Abstract class TypedArray not directly constructable");
}

// sec-%typedarray%.prototype.tostring: the function of arrays
static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)constructor;
    struct object *array_prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    struct property found;
    return array_prototype && object_find_own(vm, array_prototype, atom_key(vm, ATOM_toString), &found) &&
           object_define(vm, prototype, atom_key(vm, ATOM_toString), found.value, PROPERTY_HIDDEN);
}

static const struct builtin_row statics[] = {
    NATIVE("of", typed_array_of, 0),
    NATIVE("from", typed_array_from, 1),
    GETTER("@@species", builtin_return_this),
};

static const struct builtin_row methods[] = {
    GETTER("buffer", typed_array_buffer),
    GETTER("byteLength", typed_array_byte_length),
    GETTER("byteOffset", typed_array_byte_offset),
    GETTER("length", typed_array_length),
    NATIVE_MAGIC("entries", typed_array_iterate, 0, ITERATE_ENTRIES),
    NATIVE_MAGIC("keys", typed_array_iterate, 0, ITERATE_KEYS),
    NATIVE_MAGIC("values", typed_array_iterate, 0, ITERATE_VALUES),
    NATIVE("at", typed_array_at, 1),
    NATIVE("copyWithin", typed_array_copy_within, 2),
    NATIVE_MAGIC("every", typed_array_test, 1, false),
    NATIVE("fill", typed_array_fill, 1),
    NATIVE("filter", typed_array_filter, 1),
    NATIVE_MAGIC("find", typed_array_find, 1, VIEW_FIND_VALUE),
    NATIVE_MAGIC("findIndex", typed_array_find, 1, VIEW_FIND_INDEX),
    NATIVE_MAGIC("findLast", typed_array_find, 1, VIEW_FIND_LAST),
    NATIVE_MAGIC("findLastIndex", typed_array_find, 1, VIEW_FIND_LAST | VIEW_FIND_INDEX),
    NATIVE("forEach", typed_array_for_each, 1),
    NATIVE("includes", typed_array_includes, 1),
    NATIVE("indexOf", typed_array_index_of, 1),
    NATIVE("join", typed_array_join, 1),
    NATIVE("lastIndexOf", typed_array_last_index_of, 1),
    NATIVE("map", typed_array_map, 1),
    NATIVE("reverse", typed_array_reverse, 0),
    NATIVE_MAGIC("reduce", typed_array_reduce, 1, false),
    NATIVE_MAGIC("reduceRight", typed_array_reduce, 1, true),
    NATIVE("set", typed_array_set_native, 1),
    NATIVE("slice", typed_array_slice, 2),
    NATIVE_MAGIC("some", typed_array_test, 1, true),
    NATIVE("sort", typed_array_sort, 1),
    NATIVE("subarray", typed_array_subarray, 2),
    NATIVE("toReversed", typed_array_to_reversed, 0),
    NATIVE("toSorted", typed_array_to_sorted, 1),
    NATIVE("with", typed_array_with, 2),
    NATIVE("toLocaleString", typed_array_to_locale_string, 0),
    ALIAS("@@iterator", "values"),
    GETTER("@@toStringTag", typed_array_tag),
};

const struct builtin_class typed_array_class = {
    .name = "TypedArray",
    .constructor = typed_array_abstract,
    .length = 0,
    .constructor_id = INTRINSIC_TypedArray,
    .prototype_id = INTRINSIC_TypedArrayPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};

// --- the constructors ------------------------------------------------------------------------------

#define BYTES_PER_ELEMENT(log2) NUMBER_VALUE("BYTES_PER_ELEMENT", 1 << log2)
static const struct builtin_row sizes[][1] = {
    {BYTES_PER_ELEMENT(0)}, {BYTES_PER_ELEMENT(1)}, {BYTES_PER_ELEMENT(2)}, {BYTES_PER_ELEMENT(3)}};

static const struct builtin_row uint8_statics[] = {
    BYTES_PER_ELEMENT(0),
    NATIVE("fromBase64", uint8_array_from_base64, 1),
    NATIVE("fromHex", uint8_array_from_hex, 1),
};
static const struct builtin_row uint8_methods[] = {
    BYTES_PER_ELEMENT(0),
    NATIVE("setFromBase64", uint8_array_set_from_base64, 1),
    NATIVE("setFromHex", uint8_array_set_from_hex, 1),
    NATIVE("toBase64", uint8_array_to_base64, 0),
    NATIVE("toHex", uint8_array_to_hex, 0),
};

#define TYPED_ARRAY_CLASS(type, statics_, methods_)                                                          \
    {                                                                                                        \
        .name = #type "Array", .constructor = typed_array_constructor, .length = 3,                          \
        .constructor_id = INTRINSIC_##type##Array, .prototype_id = INTRINSIC_##type##ArrayPrototype,         \
        .constructor_parent = INTRINSIC_TypedArray, .prototype_parent = INTRINSIC_TypedArrayPrototype,       \
        .magic = ELEMENT_##type, STATICS(statics_), METHODS(methods_),                                       \
    }
const struct builtin_class int8_array_class = TYPED_ARRAY_CLASS(Int8, sizes[0], sizes[0]);
const struct builtin_class uint8_array_class = TYPED_ARRAY_CLASS(Uint8, uint8_statics, uint8_methods);
const struct builtin_class uint8_clamped_array_class = TYPED_ARRAY_CLASS(Uint8Clamped, sizes[0], sizes[0]);
const struct builtin_class int16_array_class = TYPED_ARRAY_CLASS(Int16, sizes[1], sizes[1]);
const struct builtin_class uint16_array_class = TYPED_ARRAY_CLASS(Uint16, sizes[1], sizes[1]);
const struct builtin_class int32_array_class = TYPED_ARRAY_CLASS(Int32, sizes[2], sizes[2]);
const struct builtin_class uint32_array_class = TYPED_ARRAY_CLASS(Uint32, sizes[2], sizes[2]);
const struct builtin_class float16_array_class = TYPED_ARRAY_CLASS(Float16, sizes[1], sizes[1]);
const struct builtin_class float32_array_class = TYPED_ARRAY_CLASS(Float32, sizes[2], sizes[2]);
const struct builtin_class float64_array_class = TYPED_ARRAY_CLASS(Float64, sizes[3], sizes[3]);
const struct builtin_class bigint64_array_class = TYPED_ARRAY_CLASS(BigInt64, sizes[3], sizes[3]);
const struct builtin_class biguint64_array_class = TYPED_ARRAY_CLASS(BigUint64, sizes[3], sizes[3]);
