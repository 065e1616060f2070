// Making typed arrays (sec-typedarray-constructors, sec-%typedarray%.from, sec-%typedarray%.of).
#include "builtins/typed_array.h"

#include "object/iterator.h"

// --- by constructors -------------------------------------------------------------------------------

struct buffer_view *typed_array_create_from(vm_isolate *vm, struct object *constructor, uint32_t argc,
                                            const vm_value *arguments, uint64_t minimum) {
    size_t length;
    vm_value made = js_construct(vm, constructor, argc, arguments, NULL);
    if (value_is_exception(made)) return NULL;
    struct buffer_view *array = typed_array_validate(vm, made, "constructor", &length);
    if (!array || length >= minimum) return array;
    throw_type_error(vm, "Derived TypedArray constructor created an array which was too small");
    return NULL;
}

static struct object *prototype_of_type(vm_isolate *vm, enum element_type type) {
    return intrinsic(vm, (enum intrinsic)(element_constructors[type] + 1));
}

struct buffer_view *typed_array_create_same_type(vm_isolate *vm, const struct buffer_view *exemplar,
                                                 uint64_t length) {
    struct object *prototype = prototype_of_type(vm, view_type(exemplar));
    return prototype ? typed_array_create(vm, view_type(exemplar), prototype, length) : NULL;
}

// Whether constructor[Symbol.species] of a standard constructor is the constructor, as it was born. Runs no
// script.
static bool has_standard_species(vm_isolate *vm, struct object *constructor) {
    property_key key = symbol_key(vm, SYMBOL_species);
    struct object *parent = vm->realm->intrinsics[INTRINSIC_TypedArray];
    struct property found;
    if (object_prototype(constructor) != parent || object_find_own(vm, constructor, key, &found) ||
        !object_find_own(vm, parent, key, &found) || !(found.attributes & PROPERTY_ACCESSOR)) {
        return false;
    }
    vm_value getter = ((struct accessor *)value_as_cell(found.value))->getter;
    return value_is_kind(getter, CELL_NATIVE_FUNCTION) &&
           ((struct native_function *)value_as_cell(getter))->native == builtin_return_this;
}

// sec-speciesconstructor; *standard says that it is the one of the exemplar's type.
static struct object *species_of(vm_isolate *vm, struct buffer_view *exemplar, bool *standard) {
    struct object *fallback = intrinsic(vm, (enum intrinsic)element_constructors[view_type(exemplar)]);
    vm_value constructor = fallback ? js_get_atom(vm, &exemplar->object, ATOM_constructor) : VALUE_EXCEPTION;
    *standard = value_same_bits(constructor, value_from_cell(fallback)) && has_standard_species(vm, fallback);
    if (*standard) return fallback;
    if (!value_is_undefined(constructor) && !value_is_object(constructor)) {
        if (!value_is_exception(constructor))
            throw_type_error(vm, "The .constructor property is not an object");
        return NULL;
    }
    vm_value species = value_is_undefined(constructor)
                           ? constructor
                           : js_get(vm, value_as_object(constructor), symbol_key(vm, SYMBOL_species));
    *standard = value_is_nullish(species) || value_same_bits(species, value_from_cell(fallback));
    if (*standard) return fallback;
    if (value_is_constructor(species)) return value_as_object(species);
    if (!value_is_exception(species))
        throw_type_error(vm, "object.constructor[Symbol.species] is not a constructor");
    return NULL;
}

static struct buffer_view *create_by_species(vm_isolate *vm, const struct buffer_view *exemplar,
                                             struct object *constructor, uint32_t argc,
                                             const vm_value *arguments, uint64_t minimum) {
    struct buffer_view *result = typed_array_create_from(vm, constructor, argc, arguments, minimum);
    if (!result || element_is_bigint(view_type(result)) == element_is_bigint(view_type(exemplar)))
        return result;
    throw_type_error(vm, "Content type of the species is not that of the source");
    return NULL;
}

struct buffer_view *typed_array_species_create(vm_isolate *vm, struct buffer_view *exemplar,
                                               uint64_t length) {
    bool standard;
    struct object *constructor = species_of(vm, exemplar, &standard);
    if (!constructor) return NULL;
    if (standard) return typed_array_create_same_type(vm, exemplar, length);
    vm_value argument = value_from_int64((int64_t)length);
    return create_by_species(vm, exemplar, constructor, 1, &argument, length);
}

// Whether `length` elements from byte_offset on are there in the buffer as it is.
static bool is_within(const struct buffer_view *exemplar, uint64_t byte_offset, uint64_t length) {
    uint64_t bytes = array_buffer_length(exemplar->buffer);
    if (array_buffer_is_detached(exemplar->buffer) || length == VIEW_LENGTH_TRACKING || byte_offset > bytes)
        return false;
    return length <= (bytes - byte_offset) >> element_shift(view_type(exemplar));
}

struct buffer_view *typed_array_species_view(vm_isolate *vm, struct buffer_view *exemplar,
                                             uint64_t byte_offset, uint64_t length) {
    bool standard;
    bool tracks = length == VIEW_LENGTH_TRACKING;
    struct object *constructor = species_of(vm, exemplar, &standard);
    if (!constructor) return NULL;
    if (standard && is_within(exemplar, byte_offset, length)) {
        return view_create(vm, CELL_TYPED_ARRAY, view_type(exemplar),
                           prototype_of_type(vm, view_type(exemplar)), exemplar->buffer, byte_offset, length);
    }
    vm_value arguments[] = {value_from_cell(exemplar->buffer), value_from_int64((int64_t)byte_offset),
                            value_from_int64((int64_t)length)};
    return create_by_species(vm, exemplar, constructor, tracks ? 2 : 3, arguments, 0);
}

// --- from buffers, typed arrays, lists -------------------------------------------------------------

// sec-initializetypedarrayfromarraybuffer
static struct buffer_view *from_buffer(vm_isolate *vm, enum element_type type, struct object *prototype,
                                       struct array_buffer *buffer, vm_value offset_value,
                                       vm_value length_value) {
    size_t size = element_size(type);
    uint64_t offset, length = VIEW_LENGTH_TRACKING;
    if (!js_to_index(vm, offset_value, &offset)) return NULL;
    if (offset % size) {
        throw_range_error(vm, "start offset of %s should be a multiple of %d", element_array_names[type],
                          (int)size);
        return NULL;
    }
    bool has_length = !value_is_undefined(length_value);
    if (has_length && !js_to_index(vm, length_value, &length)) return NULL;
    if (array_buffer_is_detached(buffer)) {
        throw_type_error(vm, "Cannot perform Construct on a detached ArrayBuffer");
        return NULL;
    }
    uint64_t bytes = array_buffer_length(buffer);
    bool tracks = !has_length && array_buffer_is_resizable(buffer);
    if (!has_length && !tracks && bytes % size) {
        throw_range_error(vm, "byte length of %s should be a multiple of %d", element_array_names[type],
                          (int)size);
        return NULL;
    }
    if (offset > bytes && (!has_length || tracks)) {
        throw_range_error(vm, "Start offset %V is outside the bounds of the buffer",
                          value_from_double((double)offset));
        return NULL;
    }
    if (has_length && (offset > bytes || length > (bytes - offset) / size)) {
        throw_range_error(vm, "Invalid typed array length: %V", value_from_double((double)length));
        return NULL;
    }
    if (!has_length && !tracks) length = (bytes - offset) / size;
    return view_create(vm, CELL_TYPED_ARRAY, type, prototype, buffer, offset, length);
}

// sec-initializetypedarrayfromtypedarray
static struct buffer_view *from_typed_array(vm_isolate *vm, enum element_type type, struct object *prototype,
                                            struct buffer_view *source) {
    size_t length;
    if (!typed_array_revalidate(vm, source, "constructor", &length)) return NULL;
    struct buffer_view *array = typed_array_create(vm, type, prototype, length);
    if (!array) return NULL;
    if (element_is_bigint(type) != element_is_bigint(view_type(source))) {
        throw_type_error(vm, "Cannot mix BigInt and other types, use explicit conversions");
        return NULL;
    }
    return typed_array_copy(vm, array, 0, source, 0, length) ? array : NULL;
}

// Stores the values of a list, converted one after the other.
static bool store_list(vm_isolate *vm, struct buffer_view *array, const struct list *list) {
    for (uint32_t k = 0; k < list->length; k++) {
        if (!typed_array_set(vm, array, k, list_at(list, k)) || !js_safepoint(vm)) return false;
    }
    return true;
}

struct list *typed_array_list_from(vm_isolate *vm, vm_value iterable, vm_value method) {
    struct list *list = list_create(vm);
    struct iteration it;
    vm_value value;
    enum outcome step;
    bool is_array =
        value_is_array_kind(iterable) &&
        value_same_bits(method, value_from_cell(vm->realm->intrinsics[INTRINSIC_ArrayPrototypeValues]));
    if (!list ||
        !(is_array ? js_iterate(vm, iterable, &it) : js_iterate_from_method(vm, iterable, method, &it)))
        return NULL;
    while ((step = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (!list_push(vm, list, value) || !js_safepoint(vm)) return NULL;
    }
    return step == OUTCOME_FALSE ? list : NULL;
}

// sec-initializetypedarrayfromlist
static struct buffer_view *from_list(vm_isolate *vm, enum element_type type, struct object *prototype,
                                     const struct list *list) {
    struct buffer_view *array = typed_array_create(vm, type, prototype, list->length);
    return array && store_list(vm, array, list) ? array : NULL;
}

// sec-initializetypedarrayfromarraylike
static struct buffer_view *from_array_like(vm_isolate *vm, enum element_type type, struct object *prototype,
                                           struct object *source) {
    uint64_t length;
    property_key key;
    if (!js_length_of_array_like(vm, source, &length)) return NULL;
    struct buffer_view *array = typed_array_create(vm, type, prototype, length);
    for (uint64_t k = 0; array && k < length; k++) {
        if (!key_from_uint64(vm, k, &key)) return NULL;
        vm_value value = js_get(vm, source, key);
        if (value_is_exception(value) || !typed_array_set(vm, array, k, value) || !js_safepoint(vm))
            return NULL;
    }
    return array;
}

// The same for an array of numbers that is iterated in the pristine way.
static struct buffer_view *from_numbers(vm_isolate *vm, enum element_type type, struct object *prototype,
                                        const struct object *source) {
    uint32_t length = array_length(source);
    struct buffer_view *array = typed_array_create(vm, type, prototype, length);
    for (uint32_t k = 0; array && k < length; k++) {
        if (k % VIEW_POLL_ELEMENTS == VIEW_POLL_ELEMENTS - 1 && !memory_poll(&vm->memory)) return NULL;
        element_write(type, view_address(array, k), element_from_number_value(type, source->elements[k]));
    }
    return array;
}

static bool is_all_numbers(const vm_isolate *vm, const struct object *array) {
    if (elements_used(array) != array_length(array)) return false;
    for (uint32_t k = 0; k < elements_used(array); k++) {
        if (k % VIEW_POLL_ELEMENTS == VIEW_POLL_ELEMENTS - 1 && !memory_poll(&vm->memory)) return false;
        if (!value_is_number(array->elements[k])) return false;
    }
    return true;
}

static struct buffer_view *from_object(vm_isolate *vm, enum element_type type, struct object *prototype,
                                       vm_value source) {
    if (value_is_array_kind(source) && !element_is_bigint(type) &&
        is_all_numbers(vm, value_as_object(source))) {
        if (js_iteration_is_pristine(vm, source))
            return from_numbers(vm, type, prototype, value_as_object(source));
        if (!value_is_empty(vm->exception)) return NULL;
    }
    if (vm->terminating) return NULL;
    vm_value method = js_get_method(vm, source, symbol_key(vm, SYMBOL_iterator));
    if (value_is_exception(method)) return NULL;
    if (value_is_undefined(method)) return from_array_like(vm, type, prototype, value_as_object(source));
    struct list *list = typed_array_list_from(vm, source, method);
    return list ? from_list(vm, type, prototype, list) : NULL;
}

// --- the constructors ------------------------------------------------------------------------------

// new with a length
static struct buffer_view *from_length(vm_isolate *vm, enum element_type type, struct object *new_target,
                                       vm_value value) {
    uint64_t length;
    double number;
    if (!js_to_integer_or_infinity(vm, value, &number)) return NULL;
    if (number < 0 || number >= 0x1p53) {
        throw_range_error(vm, "Invalid typed array length: %V", value);
        return NULL;
    }
    length = (uint64_t)number;
    struct object *prototype =
        js_prototype_from_constructor(vm, new_target, (enum intrinsic)(element_constructors[type] + 1));
    return prototype ? typed_array_create(vm, type, prototype, length) : NULL;
}

// sec-typedarray; MAGIC: enum element_type
vm_value typed_array_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum element_type type = (enum element_type)MAGIC;
    struct object *new_target = builtin_new_target(vm, element_array_names[type]);
    vm_value first = ARGUMENT(0);
    if (!new_target) return VALUE_EXCEPTION;
    if (!value_is_object(first)) return builtin_cell(from_length(vm, type, new_target, first));
    struct object *prototype =
        js_prototype_from_constructor(vm, new_target, (enum intrinsic)(element_constructors[type] + 1));
    if (!prototype) return VALUE_EXCEPTION;
    switch (value_cell_kind(first)) {
    case CELL_TYPED_ARRAY: return builtin_cell(from_typed_array(vm, type, prototype, value_as_view(first)));
    case CELL_ARRAY_BUFFER:
        return builtin_cell(
            from_buffer(vm, type, prototype, value_as_array_buffer(first), ARGUMENT(1), ARGUMENT(2)));
    default: return builtin_cell(from_object(vm, type, prototype, first));
    }
}

// --- from and of -----------------------------------------------------------------------------------

static struct buffer_view *create_with_length(vm_isolate *vm, vm_value constructor, uint64_t length) {
    vm_value argument = value_from_int64((int64_t)length);
    return typed_array_create_from(vm, value_as_object(constructor), 1, &argument, length);
}

// The element for `value`: what the mapping makes of it.
static bool store_mapped(vm_isolate *vm, struct buffer_view *target, uint64_t k, vm_value value,
                         vm_value mapping, vm_value this_argument) {
    if (!value_is_undefined(mapping)) {
        vm_value arguments[] = {value, value_from_int64((int64_t)k)};
        value = js_call(vm, mapping, this_argument, 2, arguments);
        if (value_is_exception(value)) return false;
    }
    return typed_array_set(vm, target, k, value) && js_safepoint(vm);
}

// sec-%typedarray%.from
vm_value typed_array_from(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value source = ARGUMENT(0), mapping = ARGUMENT(1), this_argument = ARGUMENT(2);
    if (!value_is_constructor(THIS)) return throw_type_error(vm, "%V is not a constructor", THIS);
    if (!value_is_undefined(mapping) && !value_is_callable(mapping))
        return throw_type_error(vm, "%V is not a function", mapping);
    vm_value method = js_get_method(vm, source, symbol_key(vm, SYMBOL_iterator));
    if (value_is_exception(method)) return method;
    struct list *list = NULL;
    struct object *array_like = NULL;
    uint64_t length;
    if (value_is_undefined(method)) {
        array_like = js_to_object(vm, source);
        if (!array_like || !js_length_of_array_like(vm, array_like, &length)) return VALUE_EXCEPTION;
    } else {
        list = typed_array_list_from(vm, source, method);
        if (!list) return VALUE_EXCEPTION;
        length = list->length;
    }
    struct buffer_view *target = create_with_length(vm, THIS, length);
    if (!target) return VALUE_EXCEPTION;
    for (uint64_t k = 0; k < length; k++) {
        property_key key;
        if (!list && !key_from_uint64(vm, k, &key)) return VALUE_EXCEPTION;
        vm_value value = list ? list_at(list, (uint32_t)k) : js_get(vm, array_like, key);
        if (value_is_exception(value) || !store_mapped(vm, target, k, value, mapping, this_argument))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(target);
}

// sec-%typedarray%.of
vm_value typed_array_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_constructor(THIS)) return throw_type_error(vm, "%V is not a constructor", THIS);
    struct buffer_view *target = create_with_length(vm, THIS, argc);
    if (!target) return VALUE_EXCEPTION;
    for (uint32_t k = 0; k < argc; k++) {
        if (!typed_array_set(vm, target, k, frame[1 + k])) return VALUE_EXCEPTION;
    }
    return value_from_cell(target);
}
