#include "object/typed_array.h"

#include "object/bigint.h"
#include "object/throw.h"

const uint8_t element_shifts[] = {
#define ELEMENT(name, type, log2) log2,
#include "object/element_types.def"
};
const uint8_t element_constructors[] = {
#define ELEMENT(name, type, log2) INTRINSIC_##name##Array,
#include "object/element_types.def"
};
const char *const element_array_names[] = {
#define ELEMENT(name, type, log2) #name "Array",
#include "object/element_types.def"
};
#define ELEMENT(name, type, log2) _Static_assert(sizeof(type) == 1 << log2, "sizes of element types");
#include "object/element_types.def"
_Static_assert(INTRINSIC_COUNT <= UINT8_MAX, "intrinsics are numbered by bytes");

// --- views -----------------------------------------------------------------------------------------

struct buffer_view *view_create(vm_isolate *vm, enum cell_kind kind, enum element_type type,
                                struct object *prototype, struct array_buffer *buffer, size_t byte_offset,
                                size_t length) {
    struct buffer_view *view = object_allocate_kind(vm, kind, sizeof *view, prototype);
    if (!view) return NULL;
    view->object.cell.word = type;
    view->buffer = buffer;
    view->byte_offset = byte_offset;
    view->fixed_length = length;
    view->data = array_buffer_bytes(buffer) ? array_buffer_bytes(buffer) + byte_offset : NULL;
    view->fast_length = array_buffer_is_resizable(buffer) ? 0 : length;
    return view;
}

struct buffer_view *typed_array_create(vm_isolate *vm, enum element_type type, struct object *prototype,
                                       uint64_t length) {
    if (length > BUFFER_MAXIMUM_LENGTH) {
        throw_range_error(vm, "Invalid typed array length: %V", value_from_double((double)length));
        return NULL;
    }
    struct array_buffer *buffer = array_buffer_create(vm, length << element_shift(type));
    return buffer ? view_create(vm, CELL_TYPED_ARRAY, type, prototype, buffer, 0, length) : NULL;
}

bool view_bounds_slow(const struct buffer_view *view, size_t *length) {
    *length = 0;
    if (array_buffer_is_detached(view->buffer)) return false;
    size_t bytes = array_buffer_length(view->buffer);
    if (view->byte_offset > bytes) return false;
    size_t available = (bytes - view->byte_offset) >> element_shift(view_type(view));
    if (view->fixed_length != VIEW_LENGTH_TRACKING) {
        if (view->fixed_length > available) return false;
        available = view->fixed_length;
    }
    *length = available;
    return true;
}

bool view_is_fixed_length(const struct buffer_view *view) {
    return view->fixed_length != VIEW_LENGTH_TRACKING &&
           (!array_buffer_is_resizable(view->buffer) || array_buffer_is_shared(view->buffer));
}

void buffer_view_trace(struct marker *marker, struct cell *cell) {
    object_trace(marker, cell);
    mark_cell(marker, ((struct buffer_view *)cell)->buffer);
}

// --- elements --------------------------------------------------------------------------------------

vm_value element_to_value(vm_isolate *vm, enum element_type type, uint64_t raw) {
    if (!element_is_bigint(type)) return element_number(type, raw);
    struct bigint *bigint =
        type == ELEMENT_BigInt64 ? bigint_from_int64(vm, (int64_t)raw) : bigint_from_uint64(vm, raw);
    return bigint ? value_from_cell(bigint) : VALUE_EXCEPTION;
}

#define EACH(expression)                                                                                     \
    for (size_t i = 0; i < count; i++)                                                                       \
    to[i] = expression
// clang-format off
#define READ(name, c_type) case ELEMENT_##name: { const c_type *from = source; EACH((double)from[i]); break; }
#define WRITE(name, c_type, convert) case ELEMENT_##name: { c_type *to = target; EACH((c_type)convert(from[i])); break; }
// clang-format on

void elements_to_doubles(enum element_type type, const void *source, size_t count, double *to) {
    switch (type) {
        READ(Int8, int8_t)
        READ(Uint8, uint8_t)
        READ(Uint8Clamped, uint8_t)
        READ(Int16, int16_t)
        READ(Uint16, uint16_t)
        READ(Int32, int32_t)
        READ(Uint32, uint32_t)
        READ(Float32, float)
    case ELEMENT_Float16: {
        const uint16_t *from = source;
        EACH(float16_to_double(from[i]));
        break;
    }
    default: memcpy(to, source, count * sizeof *to);
    }
}

void elements_from_doubles(enum element_type type, void *target, size_t count, const double *from) {
    switch (type) {
        WRITE(Int8, int8_t, number_to_int32)
        WRITE(Uint8, uint8_t, number_to_int32)
        WRITE(Uint8Clamped, uint8_t, number_to_uint8_clamped)
        WRITE(Int16, int16_t, number_to_int32)
        WRITE(Uint16, uint16_t, number_to_int32)
        WRITE(Int32, int32_t, number_to_int32)
        WRITE(Uint32, uint32_t, number_to_uint32)
        WRITE(Float16, uint16_t, float16_from_double)
        WRITE(Float32, float, )
    default: memcpy(target, from, count * sizeof *from);
    }
}

#define CHUNK 256

void elements_convert(enum element_type to_type, void *to, enum element_type from_type, const void *from,
                      size_t count) {
    double chunk[CHUNK];
    if (to_type == from_type || element_is_bigint(to_type)) {
        memmove(to, from, count << element_shift(to_type));
        return;
    }
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < CHUNK ? count - done : CHUNK;
        elements_to_doubles(from_type, (const char *)from + (done << element_shift(from_type)), step, chunk);
        elements_from_doubles(to_type, (char *)to + (done << element_shift(to_type)), step, chunk);
    }
}
