// Views on buffers: typed arrays and DataViews, and what their elements are.
//
// A view on a buffer that cannot be resized has all it needs in itself: `data` and `fast_length` are right as
// long as the buffer has its store. Views on resizable buffers have fast_length 0, so that every fast path
// misses and asks view_length, which looks at the buffer. (The data of a view that is in bounds is always at
// `data`, since stores never move.) DataViews are views of bytes.
//
// An element in raw form is its bytes as an integer of the machine, in the low bits of a uint64_t: what can
// be stored after the conversion, which may run script, is done.
#ifndef OBJECT_TYPED_ARRAY_H
#define OBJECT_TYPED_ARRAY_H

#include "base/float16.h"
#include "base/number.h"
#include "object/array_buffer.h"
#include "object/intrinsics.h"

enum element_type {
#define ELEMENT(name, type, log2) ELEMENT_##name,
#include "object/element_types.def"
    ELEMENT_TYPE_COUNT
};

#define VIEW_LENGTH_TRACKING SIZE_MAX

struct buffer_view {
    struct object object; // cell.word: enum element_type (DATA_VIEW: Uint8)
    uint8_t *data;        // the first element, as long as the view is in bounds
    size_t fast_length;   // in elements; 0: ask view_length
    struct array_buffer *buffer;
    size_t byte_offset;
    size_t fixed_length; // in elements, or VIEW_LENGTH_TRACKING
};

extern const uint8_t element_shifts[ELEMENT_TYPE_COUNT];          // log2 of the bytes
extern const uint8_t element_constructors[ELEMENT_TYPE_COUNT];    // enum intrinsic
extern const char *const element_array_names[ELEMENT_TYPE_COUNT]; // "Int8Array"

static inline struct buffer_view *value_as_view(vm_value v) { return value_as_cell(v); }
static inline bool value_is_typed_array(vm_value v) { return value_is_kind(v, CELL_TYPED_ARRAY); }
static inline enum element_type view_type(const struct buffer_view *view) {
    return (enum element_type)view->object.cell.word;
}
static inline unsigned element_shift(enum element_type type) { return element_shifts[type]; }
static inline size_t element_size(enum element_type type) { return (size_t)1 << element_shifts[type]; }
static inline bool element_is_bigint(enum element_type type) { return type >= ELEMENT_BigInt64; }

// A view of `kind` (TYPED_ARRAY, DATA_VIEW) on `length` elements from byte_offset on, or on all that there
// are (VIEW_LENGTH_TRACKING; the buffer is resizable). Bounds and alignment are the caller's business. NULL:
// error pending.
struct buffer_view *view_create(vm_isolate *vm, enum cell_kind kind, enum element_type type,
                                struct object *prototype, struct array_buffer *buffer, size_t byte_offset,
                                size_t length);
// A typed array with a new buffer of its own.
struct buffer_view *typed_array_create(vm_isolate *vm, enum element_type type, struct object *prototype,
                                       uint64_t length);

// sec-istypedarrayoutofbounds, sec-isviewoutofbounds, and the length in elements at this moment. False: out
// of bounds, or detached; *length is 0.
bool view_bounds_slow(const struct buffer_view *view, size_t *length);
static inline bool view_bounds(const struct buffer_view *view, size_t *length) {
    if (__builtin_expect(view->fast_length && view->buffer->store, 1)) {
        *length = view->fast_length;
        return true;
    }
    return view_bounds_slow(view, length);
}
// The length in elements; 0 when out of bounds.
static inline size_t view_length(const struct buffer_view *view) {
    size_t length;
    view_bounds(view, &length);
    return length;
}
// Whether the length can never change (sec-istypedarrayfixedlength).
bool view_is_fixed_length(const struct buffer_view *view);

// --- elements

static inline uint64_t element_read(enum element_type type, const void *from) {
    uint64_t raw = 0;
    switch (element_shift(type)) {
    case 0: return *(const uint8_t *)from;
    case 1: {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        return half;
    }
    case 2: {
        uint32_t word;
        memcpy(&word, from, sizeof word);
        return word;
    }
    default: memcpy(&raw, from, sizeof raw); return raw;
    }
}
static inline void element_write(enum element_type type, void *to, uint64_t raw) {
    uint16_t half = (uint16_t)raw;
    uint32_t word = (uint32_t)raw;
    switch (element_shift(type)) {
    case 0: *(uint8_t *)to = (uint8_t)raw; break;
    case 1: memcpy(to, &half, sizeof half); break;
    case 2: memcpy(to, &word, sizeof word); break;
    default: memcpy(to, &raw, sizeof raw); break;
    }
}

static inline float element_as_float(uint64_t raw) {
    uint32_t bits = (uint32_t)raw;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double element_as_double(uint64_t raw) {
    double value;
    memcpy(&value, &raw, sizeof value);
    return value;
}
static inline uint64_t element_from_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline uint64_t element_from_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
// sec-touint8clamp: ties to even.
static inline uint8_t number_to_uint8_clamped(double number) {
    if (!(number > 0)) return 0;
    if (number >= 255) return 255;
    double up = number + 0.5;
    uint8_t rounded = (uint8_t)up;
    return rounded - (rounded == up && (rounded & 1));
}

static inline int32_t number_value_to_int32(vm_value number) {
    return value_is_int(number) ? value_as_int(number) : number_to_int32(value_unbox_double(number));
}

// The value of an element that is no BigInt.
static inline vm_value element_number(enum element_type type, uint64_t raw) {
    switch (type) {
    case ELEMENT_Int8: return value_from_int((int8_t)raw);
    case ELEMENT_Uint8:
    case ELEMENT_Uint8Clamped: return value_from_int((uint8_t)raw);
    case ELEMENT_Int16: return value_from_int((int16_t)raw);
    case ELEMENT_Uint16: return value_from_int((uint16_t)raw);
    case ELEMENT_Int32: return value_from_int((int32_t)raw);
    case ELEMENT_Uint32: return value_from_uint32((uint32_t)raw);
    case ELEMENT_Float16: return value_box_double(float16_to_double((uint16_t)raw));
    case ELEMENT_Float32: return value_box_double((double)element_as_float(raw));
    default: return value_box_double(element_as_double(raw));
    }
}
// The raw form of a number in an element that is no BigInt.
static inline uint64_t element_from_number(enum element_type type, double number) {
    switch (type) {
    case ELEMENT_Uint8Clamped: return number_to_uint8_clamped(number);
    case ELEMENT_Float16: return float16_from_double(number);
    case ELEMENT_Float32: return element_from_float((float)number);
    case ELEMENT_Float64: return element_from_double(number);
    default: return number_to_uint32(number);
    }
}
// The same for a number value.
static inline uint64_t element_from_number_value(enum element_type type, vm_value number) {
    if (value_is_int(number) && type <= ELEMENT_Uint32 && type != ELEMENT_Uint8Clamped)
        return (uint32_t)value_as_int(number);
    return element_from_number(type, value_as_double(number));
}
// The value of any element; EXCEPTION when memory for a BigInt is refused.
vm_value element_to_value(vm_isolate *vm, enum element_type type, uint64_t raw);

// Bulk conversion of number elements, all types but BigInts. Source and target do not overlap.
void elements_to_doubles(enum element_type type, const void *from, size_t count, double *to);
void elements_from_doubles(enum element_type type, void *to, size_t count, const double *from);
// Copies elements of one type into another of the same content type (numbers or BigInts), ascending; source
// and target do not overlap unless the types are the same.
void elements_convert(enum element_type to_type, void *to, enum element_type from_type, const void *from,
                      size_t count);

// The fast halves of v[i] and v[i] = number for int indices: one switch each. False: not that simple.
static inline bool typed_array_get_fast(const struct buffer_view *array, int32_t index, vm_value *out) {
    uint64_t i = (uint64_t)(int64_t)index;
    if (i >= array->fast_length || !array->buffer->store) return false;
    const void *data = array->data;
    switch (view_type(array)) {
    case ELEMENT_Int8: *out = value_from_int(((const int8_t *)data)[i]); return true;
    case ELEMENT_Uint8:
    case ELEMENT_Uint8Clamped: *out = value_from_int(((const uint8_t *)data)[i]); return true;
    case ELEMENT_Int16: *out = value_from_int(((const int16_t *)data)[i]); return true;
    case ELEMENT_Uint16: *out = value_from_int(((const uint16_t *)data)[i]); return true;
    case ELEMENT_Int32: *out = value_from_int(((const int32_t *)data)[i]); return true;
    case ELEMENT_Uint32: *out = value_from_uint32(((const uint32_t *)data)[i]); return true;
    case ELEMENT_Float16:
        *out = value_box_double(float16_to_double(((const uint16_t *)data)[i]));
        return true;
    case ELEMENT_Float32: *out = value_box_double((double)((const float *)data)[i]); return true;
    case ELEMENT_Float64: *out = value_box_double(((const double *)data)[i]); return true;
    default: return false;
    }
}
static inline bool typed_array_set_fast(const struct buffer_view *array, int32_t index, vm_value value) {
    uint64_t i = (uint64_t)(int64_t)index;
    if (i >= array->fast_length || !array->buffer->store || !value_is_number(value)) return false;
    void *data = array->data;
    switch (view_type(array)) {
    case ELEMENT_Int8:
    case ELEMENT_Uint8: ((uint8_t *)data)[i] = (uint8_t)number_value_to_int32(value); return true;
    case ELEMENT_Uint8Clamped:
        ((uint8_t *)data)[i] = number_to_uint8_clamped(value_as_double(value));
        return true;
    case ELEMENT_Int16:
    case ELEMENT_Uint16: ((uint16_t *)data)[i] = (uint16_t)number_value_to_int32(value); return true;
    case ELEMENT_Int32:
    case ELEMENT_Uint32: ((uint32_t *)data)[i] = (uint32_t)number_value_to_int32(value); return true;
    case ELEMENT_Float16: ((uint16_t *)data)[i] = float16_from_double(value_as_double(value)); return true;
    case ELEMENT_Float32: ((float *)data)[i] = (float)value_as_double(value); return true;
    case ELEMENT_Float64: ((double *)data)[i] = value_as_double(value); return true;
    default: return false;
    }
}

struct marker;
void buffer_view_trace(struct marker *marker, struct cell *cell);

#endif
