// DataView (sec-dataview-objects).
#include "builtins/builtin.h"
#include "lang/typed_array.h"
#include "object/throw.h"

static struct buffer_view *data_view_this(vm_isolate *vm, vm_value v, const char *method) {
    return builtin_this(vm, v, CELL_DATA_VIEW, method);
}

// The number of bytes now; false with TypeError when out of bounds.
static bool data_view_bounds(vm_isolate *vm, const struct buffer_view *view, const char *method,
                             size_t *length) {
    if (__builtin_expect(view_bounds(view, length), 1)) return true;
    const char *what =
        array_buffer_is_detached(view->buffer) ? "a detached ArrayBuffer" : "an out of bounds view";
    throw_type_error(vm, "Cannot perform %s on %s", method, what);
    return false;
}

// --- construction ----------------------------------------------------------------------------------

// Where a view of the buffer ends by what the buffer is now. False: the error is pending.
static bool check_range(vm_isolate *vm, const struct array_buffer *buffer, uint64_t offset, bool has_length,
                        uint64_t length) {
    if (array_buffer_is_detached(buffer)) {
        throw_type_error(vm, "Cannot perform DataView on a detached ArrayBuffer");
        return false;
    }
    uint64_t bytes = array_buffer_length(buffer);
    if (offset > bytes) {
        throw_range_error(vm, "Start offset %V is outside the bounds of the buffer",
                          value_from_double((double)offset));
        return false;
    }
    if (!has_length || length <= bytes - offset) return true;
    throw_range_error(vm, "Invalid DataView length %V", value_from_double((double)length));
    return false;
}

// sec-dataview-buffer-byteoffset-bytelength
static vm_value data_view_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *new_target = builtin_new_target(vm, "DataView");
    uint64_t offset, length = 0;
    if (!new_target) return VALUE_EXCEPTION;
    if (!value_is_kind(ARGUMENT(0), CELL_ARRAY_BUFFER))
        return throw_type_error(vm, "First argument to DataView constructor must be an ArrayBuffer");
    struct array_buffer *buffer = value_as_array_buffer(frame[1]);
    bool has_length = !value_is_undefined(ARGUMENT(2));
    if (!js_to_index(vm, ARGUMENT(1), &offset)) return VALUE_EXCEPTION;
    if (!check_range(vm, buffer, offset, false, 0)) return VALUE_EXCEPTION;
    uint64_t before = array_buffer_length(buffer);
    if (has_length && !js_to_index(vm, frame[3], &length)) return VALUE_EXCEPTION;
    if (has_length && length > before - offset)
        return throw_range_error(vm, "Invalid DataView length %V", value_from_double((double)length));
    struct object *prototype = js_prototype_from_constructor(vm, new_target, INTRINSIC_DataViewPrototype);
    if (!prototype || !check_range(vm, buffer, offset, has_length, length)) return VALUE_EXCEPTION;
    if (!has_length)
        length =
            array_buffer_is_resizable(buffer) ? VIEW_LENGTH_TRACKING : array_buffer_length(buffer) - offset;
    return builtin_cell(view_create(vm, CELL_DATA_VIEW, ELEMENT_Uint8, prototype, buffer, offset, length));
}

// --- state -----------------------------------------------------------------------------------------

// sec-get-dataview.prototype.buffer
static vm_value data_view_buffer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct buffer_view *view = data_view_this(vm, THIS, "get DataView.prototype.buffer");
    return view ? value_from_cell(view->buffer) : VALUE_EXCEPTION;
}

// sec-get-dataview.prototype.bytelength
static vm_value data_view_byte_length(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char name[] = "get DataView.prototype.byteLength";
    size_t length;
    (void)argc;
    struct buffer_view *view = data_view_this(vm, THIS, name);
    if (!view || !data_view_bounds(vm, view, name, &length)) return VALUE_EXCEPTION;
    return value_from_int64((int64_t)length);
}

// sec-get-dataview.prototype.byteoffset
static vm_value data_view_byte_offset(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char name[] = "get DataView.prototype.byteOffset";
    size_t length;
    (void)argc;
    struct buffer_view *view = data_view_this(vm, THIS, name);
    if (!view || !data_view_bounds(vm, view, name, &length)) return VALUE_EXCEPTION;
    return value_from_int64((int64_t)view->byte_offset);
}

// --- elements --------------------------------------------------------------------------------------

// Turns the bytes of a raw element around unless both orders are the same.
static uint64_t reorder(enum element_type type, uint64_t raw, bool little) {
    if (little == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)) return raw;
    return __builtin_bswap64(raw) >> (64 - (8u << element_shift(type)));
}

// Where an element of the type lies at this moment; NULL with RangeError or TypeError.
static void *element_place(vm_isolate *vm, const struct buffer_view *view, const char *method, uint64_t index,
                           enum element_type type) {
    size_t length;
    if (!data_view_bounds(vm, view, method, &length)) return NULL;
    if (length >= element_size(type) && index <= length - element_size(type)) return view->data + index;
    throw_range_error(vm, "Offset is outside the bounds of the DataView");
    return NULL;
}

static bool to_index(vm_isolate *vm, vm_value v, uint64_t *index) {
    double number;
    if (value_is_int(v) && value_as_int(v) >= 0) {
        *index = (uint64_t)value_as_int(v);
        return true;
    }
    if (!js_to_integer_or_infinity(vm, v, &number)) return false;
    if (number < 0 || number >= 0x1p53) {
        throw_range_error(vm, "Offset is outside the bounds of the DataView");
        return false;
    }
    *index = (uint64_t)number;
    return true;
}

#define ELEMENT(name, type, log2) "DataView.prototype.get" #name,
static const char *const getter_names[] = {
#include "object/element_types.def"
};
#define ELEMENT(name, type, log2) "DataView.prototype.set" #name,
static const char *const setter_names[] = {
#include "object/element_types.def"
};

// sec-getviewvalue; MAGIC: enum element_type
static vm_value data_view_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum element_type type = (enum element_type)MAGIC;
    struct buffer_view *view = data_view_this(vm, THIS, getter_names[type]);
    uint64_t index;
    if (!view || !to_index(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    bool little = js_to_boolean(ARGUMENT(1));
    const void *place = element_place(vm, view, getter_names[type], index, type);
    return place ? element_to_value(vm, type, reorder(type, element_read(type, place), little))
                 : VALUE_EXCEPTION;
}

// sec-setviewvalue; MAGIC: enum element_type
static vm_value data_view_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum element_type type = (enum element_type)MAGIC;
    struct buffer_view *view = data_view_this(vm, THIS, setter_names[type]);
    uint64_t index, raw;
    if (!view || !to_index(vm, ARGUMENT(0), &index) || !element_from_value(vm, type, ARGUMENT(1), &raw))
        return VALUE_EXCEPTION;
    bool little = js_to_boolean(ARGUMENT(2));
    void *place = element_place(vm, view, setter_names[type], index, type);
    if (!place) return VALUE_EXCEPTION;
    element_write(type, place, reorder(type, raw, little));
    return VALUE_UNDEFINED;
}

#define GET_AND_SET(type)                                                                                    \
    NATIVE_MAGIC("get" #type, data_view_get, 1, ELEMENT_##type),                                             \
        NATIVE_MAGIC("set" #type, data_view_set, 2, ELEMENT_##type)

static const struct builtin_row methods[] = {
    GETTER("buffer", data_view_buffer),
    GETTER("byteLength", data_view_byte_length),
    GETTER("byteOffset", data_view_byte_offset),
    GET_AND_SET(Int8),
    GET_AND_SET(Uint8),
    GET_AND_SET(Int16),
    GET_AND_SET(Uint16),
    GET_AND_SET(Int32),
    GET_AND_SET(Uint32),
    GET_AND_SET(Float16),
    GET_AND_SET(Float32),
    GET_AND_SET(Float64),
    GET_AND_SET(BigInt64),
    GET_AND_SET(BigUint64),
    TO_STRING_TAG("DataView"),
};

const struct builtin_class data_view_class = {
    .name = "DataView",
    .constructor = data_view_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_DataView,
    .prototype_id = INTRINSIC_DataViewPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
