// Methods of %TypedArray%.prototype that move elements about without looking at them.
#include "builtins/typed_array.h"

// Two relative indices, the second of which defaults to the length.
static bool relative_range(vm_isolate *vm, vm_value start, vm_value end, size_t length, size_t *from,
                           size_t *to) {
    double first, last;
    if (!js_relative_index(vm, start, (double)length, 0, &first) ||
        !js_relative_index(vm, end, (double)length, (double)length, &last)) {
        return false;
    }
    *from = (size_t)first;
    *to = (size_t)last;
    return true;
}

// sec-%typedarray%.prototype.copywithin
vm_value typed_array_copy_within(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length, from, end, now;
    double target;
    struct buffer_view *array = typed_array_validate(vm, THIS, "copyWithin", &length);
    if (!array || !js_relative_index(vm, ARGUMENT(0), (double)length, 0, &target) ||
        !relative_range(vm, ARGUMENT(1), ARGUMENT(2), length, &from, &end)) {
        return VALUE_EXCEPTION;
    }
    size_t to = (size_t)target, count = end > from ? end - from : 0;
    if (count > length - to) count = length - to;
    if (!count) return THIS;
    if (!typed_array_revalidate(vm, array, "copyWithin", &now)) return VALUE_EXCEPTION;
    size_t furthest = from > to ? from : to;
    if (furthest >= now) return THIS;
    if (count > now - furthest) count = now - furthest;
    memmove(view_address(array, to), view_address(array, from), count << element_shift(view_type(array)));
    return THIS;
}

// --- fill ------------------------------------------------------------------------------------------

#define FILL_BLOCK 4096 // bytes

// Bytes all equal are set at once; else a block is made by doubling and laid end to end.
static void fill(struct buffer_view *array, size_t from, size_t to, uint64_t raw) {
    enum element_type type = view_type(array);
    size_t size = element_size(type), bytes = (to - from) * size, done = size;
    uint8_t *start = view_address(array, from);
    if (size == 1 || !raw) {
        memset(start, (int)(uint8_t)raw, bytes);
        return;
    }
    element_write(type, start, raw);
    for (size_t step; done < bytes; done += step) {
        step = done < FILL_BLOCK ? done : FILL_BLOCK;
        if (step > bytes - done) step = bytes - done;
        memcpy(start + done, start, step);
    }
}

// sec-%typedarray%.prototype.fill
vm_value typed_array_fill(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length, from, to;
    uint64_t raw;
    struct buffer_view *array = typed_array_validate(vm, THIS, "fill", &length);
    if (!array || !element_from_value(vm, view_type(array), ARGUMENT(0), &raw) ||
        !relative_range(vm, ARGUMENT(1), ARGUMENT(2), length, &from, &to) ||
        !typed_array_revalidate(vm, array, "fill", &length)) {
        return VALUE_EXCEPTION;
    }
    if (to > length) to = length;
    if (from < to) fill(array, from, to, raw);
    return THIS;
}

// --- reverse ---------------------------------------------------------------------------------------

#define REVERSE(type)                                                                                        \
    {                                                                                                        \
        type *elements = (type *)array->data;                                                                \
        for (size_t low = 0, high = length; low + 1 < high; low++) {                                         \
            type element = elements[low];                                                                    \
            elements[low] = elements[--high];                                                                \
            elements[high] = element;                                                                        \
        }                                                                                                    \
        break;                                                                                               \
    }

static void reverse(struct buffer_view *array, size_t length) {
    switch (element_shift(view_type(array))) {
    case 0: REVERSE(uint8_t)
    case 1: REVERSE(uint16_t)
    case 2: REVERSE(uint32_t)
    default: REVERSE(uint64_t)
    }
}

// sec-%typedarray%.prototype.reverse
vm_value typed_array_reverse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    (void)argc;
    struct buffer_view *array = typed_array_validate(vm, THIS, "reverse", &length);
    if (!array) return VALUE_EXCEPTION;
    reverse(array, length);
    return THIS;
}

// sec-%typedarray%.prototype.toreversed
vm_value typed_array_to_reversed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    (void)argc;
    struct buffer_view *array = typed_array_validate(vm, THIS, "toReversed", &length);
    struct buffer_view *copy = array ? typed_array_create_same_type(vm, array, length) : NULL;
    if (!copy) return VALUE_EXCEPTION;
    memcpy(copy->data, array->data, length << element_shift(view_type(array)));
    reverse(copy, length);
    return value_from_cell(copy);
}

// --- set -------------------------------------------------------------------------------------------

static bool check_room(vm_isolate *vm, double offset, uint64_t count, size_t length) {
    if (offset + (double)count <= (double)length) return true;
    throw_range_error(vm, "offset is out of bounds");
    return false;
}

// Copies between types through a copy of the source, because both lie in one buffer.
static bool convert_overlapping(vm_isolate *vm, enum element_type to_type, void *to,
                                enum element_type from_type, const void *from, size_t count) {
    size_t bytes = count << element_shift(from_type);
    void *copy = memory_allocate(&vm->memory, bytes ? bytes : 1);
    if (!copy) {
        throw_out_of_memory(vm);
        return false;
    }
    memcpy(copy, from, bytes);
    elements_convert(to_type, to, from_type, copy, count);
    memory_free(&vm->memory, copy);
    return true;
}

// sec-settypedarrayfromtypedarray
static bool set_from_typed_array(vm_isolate *vm, struct buffer_view *target, double offset,
                                 const struct buffer_view *source) {
    size_t length, count;
    enum element_type to = view_type(target), from = view_type(source);
    if (!typed_array_revalidate(vm, target, "set", &length) ||
        !typed_array_revalidate(vm, source, "set", &count))
        return false;
    if (element_is_bigint(to) != element_is_bigint(from)) {
        throw_type_error(vm, "Cannot mix BigInt and other types, use explicit conversions");
        return false;
    }
    if (!check_room(vm, offset, count, length)) return false;
    void *place = view_address(target, (size_t)offset);
    if (to != from && target->buffer->store == source->buffer->store)
        return convert_overlapping(vm, to, place, from, source->data, count);
    elements_convert(to, place, from, source->data, count);
    return true;
}

// sec-settypedarrayfromarraylike
static bool set_from_array_like(vm_isolate *vm, struct buffer_view *target, double offset,
                                vm_value source_value) {
    size_t length;
    uint64_t count;
    if (!typed_array_revalidate(vm, target, "set", &length)) return false;
    struct object *source = js_to_object(vm, source_value);
    if (!source || !js_length_of_array_like(vm, source, &count) || !check_room(vm, offset, count, length))
        return false;
    for (uint64_t k = 0; k < count; k++) {
        property_key key;
        if (!key_from_uint64(vm, k, &key)) return false;
        vm_value value = js_get(vm, source, key);
        if (value_is_exception(value) || !typed_array_set(vm, target, (uint64_t)offset + k, value) ||
            !js_safepoint(vm)) {
            return false;
        }
    }
    return true;
}

// sec-%typedarray%.prototype.set
vm_value typed_array_set_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct buffer_view *target = typed_array_this(vm, THIS);
    vm_value source = ARGUMENT(0);
    double offset;
    if (!target || !js_to_integer_or_infinity(vm, ARGUMENT(1), &offset)) return VALUE_EXCEPTION;
    if (offset < 0) return throw_range_error(vm, "offset is out of bounds");
    bool done = value_is_typed_array(source) ? set_from_typed_array(vm, target, offset, value_as_view(source))
                                             : set_from_array_like(vm, target, offset, source);
    return done ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// --- slice, subarray, with -------------------------------------------------------------------------

// Copies bytes one after the other: a source that overlaps its target shows through.
static void copy_forward(uint8_t *to, const uint8_t *from, size_t bytes) {
    if (to <= from || to >= from + bytes) {
        memmove(to, from, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

// sec-%typedarray%.prototype.slice
vm_value typed_array_slice(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length, from, to, room;
    struct buffer_view *array = typed_array_validate(vm, THIS, "slice", &length);
    if (!array || !relative_range(vm, ARGUMENT(0), ARGUMENT(1), length, &from, &to)) return VALUE_EXCEPTION;
    size_t count = to > from ? to - from : 0;
    struct buffer_view *result = typed_array_species_create(vm, array, count);
    if (!result || (count && !typed_array_revalidate(vm, array, "slice", &length))) return VALUE_EXCEPTION;
    if (to > length) to = length;
    if (from >= to) return value_from_cell(result);
    count = to - from;
    if (view_type(result) == view_type(array)) {
        room = view_length(result);
        copy_forward(result->data, view_address(array, from),
                     (count < room ? count : room) << element_shift(view_type(array)));
        return value_from_cell(result);
    }
    for (size_t k = 0; k < count; k++) {
        vm_value value = view_get(vm, array, from + k);
        if (value_is_exception(value) || !typed_array_set(vm, result, k, value) || !js_safepoint(vm))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-%typedarray%.prototype.subarray
vm_value typed_array_subarray(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct buffer_view *array = typed_array_this(vm, THIS);
    if (!array) return VALUE_EXCEPTION;
    size_t length = view_length(array), from, to;
    bool tracks = array->fixed_length == VIEW_LENGTH_TRACKING && value_is_undefined(ARGUMENT(1));
    if (!relative_range(vm, ARGUMENT(0), ARGUMENT(1), length, &from, &to)) return VALUE_EXCEPTION;
    uint64_t offset = array->byte_offset + (from << element_shift(view_type(array)));
    uint64_t count = tracks ? VIEW_LENGTH_TRACKING : to > from ? to - from : 0;
    return builtin_cell(typed_array_species_view(vm, array, offset, count));
}

// sec-%typedarray%.prototype.with
vm_value typed_array_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    double index;
    uint64_t raw;
    struct buffer_view *array = typed_array_validate(vm, THIS, "with", &length);
    if (!array || !js_to_integer_or_infinity(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    if (index < 0) index += (double)length;
    if (!element_from_value(vm, view_type(array), ARGUMENT(1), &raw)) return VALUE_EXCEPTION;
    size_t now = view_length(array);
    if (!(index >= 0 && index < (double)now)) return throw_range_error(vm, "Invalid typed array index");
    struct buffer_view *copy = typed_array_create_same_type(vm, array, length);
    if (!copy) return VALUE_EXCEPTION;
    size_t kept = now < length ? now : length;
    memcpy(copy->data, array->data, kept << element_shift(view_type(array)));
    if ((size_t)index < length) element_write(view_type(copy), view_address(copy, (size_t)index), raw);
    for (size_t k = kept; k < length; k++) {
        if (!typed_array_set(vm, copy, k, VALUE_UNDEFINED)) return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}
