// Methods of %TypedArray%.prototype that move elements about without looking at them.
//
// They work in pieces with a look at the safepoint after each. Script may run there (the interrupt hook) and
// take the buffer away or make it shorter, so lengths and addresses are taken anew for each piece, and what
// is gone is left out.
#include "builtins/typed_array.h"

bool typed_array_copy(vm_isolate *vm, struct buffer_view *target, size_t to, const struct buffer_view *source,
                      size_t from, size_t count) {
    enum element_type to_type = view_type(target), from_type = view_type(source);
    bool backwards = array_buffer_bytes(target->buffer) == array_buffer_bytes(source->buffer) &&
                     view_address(target, to) > view_address(source, from);
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < VIEW_POLL_ELEMENTS ? count - done : VIEW_POLL_ELEMENTS;
        size_t at = backwards ? count - done - step : done, piece = step;
        size_t room = view_length(target), there = view_length(source);
        if (piece + to + at > room) piece = to + at < room ? room - to - at : 0;
        if (piece + from + at > there) piece = from + at < there ? there - from - at : 0;
        elements_convert(to_type, view_address(target, to + at), from_type, view_address(source, from + at),
                         piece);
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

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
    return typed_array_copy(vm, array, to, array, from, count) ? THIS : VALUE_EXCEPTION;
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
    while (from < to) {
        size_t end = to - from < VIEW_POLL_ELEMENTS ? to : from + VIEW_POLL_ELEMENTS;
        fill(array, from, end, raw);
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        length = view_length(array);
        if (to > length) to = length;
        from = end;
    }
    return THIS;
}

// --- reverse ---------------------------------------------------------------------------------------

#define REVERSE(type)                                                                                        \
    {                                                                                                        \
        type *elements = (type *)array->data;                                                                \
        for (; low < stop; low++) {                                                                          \
            type element = elements[low];                                                                    \
            elements[low] = elements[length - 1 - low];                                                      \
            elements[length - 1 - low] = element;                                                            \
        }                                                                                                    \
        break;                                                                                               \
    }

// Exchanges the places low .. stop - 1 with those as far from the end.
static void reverse_part(struct buffer_view *array, size_t length, size_t low, size_t stop) {
    switch (element_shift(view_type(array))) {
    case 0: REVERSE(uint8_t)
    case 1: REVERSE(uint16_t)
    case 2: REVERSE(uint32_t)
    default: REVERSE(uint64_t)
    }
}

static bool reverse(vm_isolate *vm, struct buffer_view *array, size_t length) {
    for (size_t low = 0, stop; low < length / 2 && view_length(array) >= length; low = stop) {
        stop = length / 2 - low < VIEW_POLL_ELEMENTS ? length / 2 : low + VIEW_POLL_ELEMENTS;
        reverse_part(array, length, low, stop);
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

// sec-%typedarray%.prototype.reverse
vm_value typed_array_reverse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    (void)argc;
    struct buffer_view *array = typed_array_validate(vm, THIS, "reverse", &length);
    return array && reverse(vm, array, length) ? THIS : VALUE_EXCEPTION;
}

// sec-%typedarray%.prototype.toreversed
vm_value typed_array_to_reversed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    (void)argc;
    struct buffer_view *array = typed_array_validate(vm, THIS, "toReversed", &length);
    struct buffer_view *copy = array ? typed_array_create_same_type(vm, array, length) : NULL;
    return copy && typed_array_copy(vm, copy, 0, array, 0, length) && reverse(vm, copy, length)
               ? value_from_cell(copy)
               : VALUE_EXCEPTION;
}

// --- set -------------------------------------------------------------------------------------------

static bool check_room(vm_isolate *vm, double offset, uint64_t count, size_t length) {
    if (offset + (double)count <= (double)length) return true;
    throw_range_error(vm, "offset is out of bounds");
    return false;
}

// Copies between types through a copy of the source, because both lie in one buffer.
static bool set_overlapping(vm_isolate *vm, struct buffer_view *target, size_t to,
                            const struct buffer_view *source, size_t count) {
    struct buffer_view *copy = typed_array_create_same_type(vm, source, count);
    return copy && typed_array_copy(vm, copy, 0, source, 0, count) &&
           typed_array_copy(vm, target, to, copy, 0, count);
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
    if (to != from && target->buffer->store == source->buffer->store)
        return set_overlapping(vm, target, (size_t)offset, source, count);
    return typed_array_copy(vm, target, (size_t)offset, source, 0, count);
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
static bool copy_forward(vm_isolate *vm, struct buffer_view *target, const struct buffer_view *source,
                         size_t from, size_t count) {
    const uint8_t *start = view_address(source, from);
    size_t bytes = count << element_shift(view_type(source));
    if (target->data <= start || target->data >= start + bytes)
        return typed_array_copy(vm, target, 0, source, from, count);
    for (size_t i = 0; i < bytes; i++)
        target->data[i] = start[i];
    return true;
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
        return copy_forward(vm, result, array, from, count < room ? count : room) ? value_from_cell(result)
                                                                                  : VALUE_EXCEPTION;
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
    if (!typed_array_copy(vm, copy, 0, array, 0, kept)) return VALUE_EXCEPTION;
    if ((size_t)index < length) element_write(view_type(copy), view_address(copy, (size_t)index), raw);
    for (size_t k = kept; k < length; k++) {
        if (!typed_array_set(vm, copy, k, VALUE_UNDEFINED)) return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}
