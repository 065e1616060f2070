// ArrayBuffer (sec-arraybuffer-objects).
#include "builtins/array_buffer.h"

struct array_buffer *array_buffer_this(vm_isolate *vm, vm_value v, bool shared, const char *method) {
    if (__builtin_expect(value_is_array_buffer(v, shared), 1)) return value_as_array_buffer(v);
    throw_type_error(vm, "Method %s called on incompatible receiver %V", method, v);
    return NULL;
}

static bool check_attached(vm_isolate *vm, const struct array_buffer *b, const char *method) {
    if (!array_buffer_is_detached(b)) return true;
    throw_type_error(vm, "Cannot perform %s on a detached ArrayBuffer", method);
    return false;
}

// --- construction ----------------------------------------------------------------------------------

// sec-getarraybuffermaxbytelengthoption
static bool maximum_option(vm_isolate *vm, vm_value options, uint64_t *maximum) {
    property_key key;
    *maximum = BUFFER_FIXED;
    if (!value_is_object(options)) return true;
    if (!key_from_text(vm, "maxByteLength", &key)) return false;
    vm_value value = js_get(vm, value_as_object(options), key);
    if (value_is_exception(value)) return false;
    return value_is_undefined(value) || js_to_index(vm, value, maximum);
}

vm_value array_buffer_construct(vm_isolate *vm, vm_value length_value, vm_value options, bool shared) {
    struct object *new_target = builtin_new_target(vm, shared ? "SharedArrayBuffer" : "ArrayBuffer");
    uint64_t length, maximum;
    if (!new_target || !js_to_index(vm, length_value, &length) || !maximum_option(vm, options, &maximum))
        return VALUE_EXCEPTION;
    if (length > maximum) return throw_range_error(vm, "Invalid array buffer max length");
    struct object *prototype = js_prototype_from_constructor(
        vm, new_target, shared ? INTRINSIC_SharedArrayBufferPrototype : INTRINSIC_ArrayBufferPrototype);
    struct array_buffer *b = prototype ? array_buffer_create_empty(vm, prototype, shared) : NULL;
    return b && array_buffer_allocate(vm, b, length, maximum) ? value_from_cell(b) : VALUE_EXCEPTION;
}

static vm_value array_buffer_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return array_buffer_construct(vm, ARGUMENT(0), ARGUMENT(1), false);
}

// sec-arraybuffer.isview
static vm_value array_buffer_is_view(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    vm_value v = ARGUMENT(0);
    return value_from_bool(value_is_kind(v, CELL_TYPED_ARRAY) || value_is_kind(v, CELL_DATA_VIEW));
}

// --- state -----------------------------------------------------------------------------------------

enum state_magic { BYTE_LENGTH, MAXIMUM_BYTE_LENGTH, RESIZABLE, DETACHED };

// sec-get-arraybuffer.prototype.bytelength, maxbytelength, resizable, detached; MAGIC: enum state_magic
static vm_value array_buffer_state(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {
        "get ArrayBuffer.prototype.byteLength", "get ArrayBuffer.prototype.maxByteLength",
        "get ArrayBuffer.prototype.resizable", "get ArrayBuffer.prototype.detached"};
    (void)argc;
    struct array_buffer *b = array_buffer_this(vm, THIS, false, names[MAGIC]);
    if (!b) return VALUE_EXCEPTION;
    switch (MAGIC) {
    case BYTE_LENGTH: return value_from_int64((int64_t)array_buffer_length(b));
    case MAXIMUM_BYTE_LENGTH: return value_from_int64((int64_t)array_buffer_maximum(b));
    case RESIZABLE: return value_from_bool(array_buffer_is_resizable(b));
    default: return value_from_bool(array_buffer_is_detached(b));
    }
}

// sec-arraybuffer.prototype.resize
static vm_value array_buffer_resize_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char name[] = "ArrayBuffer.prototype.resize";
    struct array_buffer *b = array_buffer_this(vm, THIS, false, name);
    uint64_t length;
    if (!b) return VALUE_EXCEPTION;
    if (!array_buffer_is_resizable(b))
        return throw_type_error(vm, "Method %s called on incompatible receiver %V", name, THIS);
    if (!js_to_index(vm, ARGUMENT(0), &length) || !check_attached(vm, b, name)) return VALUE_EXCEPTION;
    if (length > array_buffer_maximum(b)) return throw_range_error(vm, "%s: Invalid length parameter", name);
    return array_buffer_resize(vm, b, length) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// --- slice -----------------------------------------------------------------------------------------

// The buffer that the species constructor made, with what is asked of it.
static struct array_buffer *check_slice(vm_isolate *vm, struct array_buffer *b, vm_value made,
                                        uint64_t length) {
    struct array_buffer *result = value_as_cell(made);
    if (!value_is_array_buffer(made, array_buffer_is_shared(b))) {
        throw_type_error(vm, "Method slice called on incompatible receiver %V", made);
    } else if (array_buffer_is_detached(result)) {
        throw_type_error(vm, "Cannot perform ArrayBuffer.prototype.slice on a detached ArrayBuffer");
    } else if (result == b || (result->store == b->store && b->store)) {
        throw_type_error(vm, "ArrayBuffer subclass returned this from species constructor");
    } else if (array_buffer_length(result) < length) {
        throw_type_error(vm, "Species constructor returned a too small ArrayBuffer");
    } else {
        return result;
    }
    return NULL;
}

static struct array_buffer *create_slice(vm_isolate *vm, struct array_buffer *b, uint64_t length) {
    bool shared = array_buffer_is_shared(b);
    struct object *fallback = intrinsic(vm, shared ? INTRINSIC_SharedArrayBuffer : INTRINSIC_ArrayBuffer);
    struct object *constructor = fallback ? js_species_constructor(vm, &b->object, fallback) : NULL;
    if (!constructor) return NULL;
    vm_value argument = value_from_int64((int64_t)length);
    vm_value made = js_construct(vm, constructor, 1, &argument, NULL);
    return value_is_exception(made) ? NULL : check_slice(vm, b, made, length);
}

// Copies bytes to the start of another buffer, in pieces; what script at a safepoint takes away is left out.
// False: terminated.
static bool copy_bytes(vm_isolate *vm, struct array_buffer *to, struct array_buffer *from, size_t start,
                       size_t count) {
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < MEMORY_POLL_BYTES ? count - done : MEMORY_POLL_BYTES;
        if (array_buffer_length(to) < done + step || array_buffer_length(from) < start + done + step) break;
        memmove(array_buffer_bytes(to) + done, array_buffer_bytes(from) + start + done, step);
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

vm_value array_buffer_slice(vm_isolate *vm, struct array_buffer *b, vm_value start, vm_value end) {
    static const char name[] = "ArrayBuffer.prototype.slice";
    if (!array_buffer_is_shared(b) && !check_attached(vm, b, name)) return VALUE_EXCEPTION;
    double length = (double)array_buffer_length(b), first, final;
    if (!js_relative_index(vm, start, length, 0, &first) ||
        !js_relative_index(vm, end, length, length, &final))
        return VALUE_EXCEPTION;
    size_t from = (size_t)first, count = final > first ? (size_t)(final - first) : 0;
    struct array_buffer *result = create_slice(vm, b, count);
    if (!result) return VALUE_EXCEPTION;
    if (!array_buffer_is_shared(b) && !check_attached(vm, b, name)) return VALUE_EXCEPTION;
    size_t now = array_buffer_length(b);
    if (from < now && !copy_bytes(vm, result, b, from, count < now - from ? count : now - from))
        return VALUE_EXCEPTION;
    return value_from_cell(result);
}

// sec-arraybuffer.prototype.slice
static vm_value array_buffer_slice_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct array_buffer *b = array_buffer_this(vm, THIS, false, "ArrayBuffer.prototype.slice");
    return b ? array_buffer_slice(vm, b, ARGUMENT(0), ARGUMENT(1)) : VALUE_EXCEPTION;
}

// --- transfer --------------------------------------------------------------------------------------

// Moves the store to a new buffer; then the length is set.
static struct array_buffer *move_store(vm_isolate *vm, struct array_buffer *b, uint64_t length) {
    if (length > array_buffer_maximum(b)) {
        throw_range_error(vm, "Invalid array buffer length");
        return NULL;
    }
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayBufferPrototype);
    struct array_buffer *result = prototype ? array_buffer_create_empty(vm, prototype, false) : NULL;
    if (!result) return NULL;
    if (array_buffer_is_resizable(b) && !array_buffer_resize(vm, b, length)) return NULL;
    array_buffer_attach(vm, result, array_buffer_detach(vm, b));
    return result;
}

// Copies to a new buffer of fixed length.
static struct array_buffer *copy_store(vm_isolate *vm, struct array_buffer *b, uint64_t length) {
    struct array_buffer *result = array_buffer_create(vm, length);
    if (!result) return NULL;
    size_t before = array_buffer_length(b);
    if (!copy_bytes(vm, result, b, 0, length < before ? length : before)) return NULL;
    backing_store_release(&vm->memory, array_buffer_detach(vm, b));
    return result;
}

enum transfer_magic { TRANSFER, TRANSFER_TO_FIXED };

// sec-arraybuffercopyanddetach; MAGIC: enum transfer_magic
static vm_value array_buffer_transfer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {"ArrayBuffer.prototype.transfer",
                                        "ArrayBuffer.prototype.transferToFixedLength"};
    struct array_buffer *b = array_buffer_this(vm, THIS, false, names[MAGIC]);
    if (!b) return VALUE_EXCEPTION;
    uint64_t length = array_buffer_length(b);
    if (!value_is_undefined(ARGUMENT(0)) && !js_to_index(vm, frame[1], &length)) return VALUE_EXCEPTION;
    if (!check_attached(vm, b, names[MAGIC])) return VALUE_EXCEPTION;
    bool resizable = array_buffer_is_resizable(b);
    bool movable = resizable ? MAGIC == TRANSFER : length == array_buffer_length(b);
    return builtin_cell(movable ? move_store(vm, b, length) : copy_store(vm, b, length));
}

static const struct builtin_row statics[] = {
    NATIVE("isView", array_buffer_is_view, 1),
    GETTER("@@species", builtin_return_this),
};

static const struct builtin_row methods[] = {
    GETTER_MAGIC("byteLength", array_buffer_state, BYTE_LENGTH),
    NATIVE("slice", array_buffer_slice_native, 2),
    GETTER_MAGIC("maxByteLength", array_buffer_state, MAXIMUM_BYTE_LENGTH),
    GETTER_MAGIC("resizable", array_buffer_state, RESIZABLE),
    NATIVE("resize", array_buffer_resize_native, 1),
    NATIVE_MAGIC("transfer", array_buffer_transfer, 0, TRANSFER),
    NATIVE_MAGIC("transferToFixedLength", array_buffer_transfer, 0, TRANSFER_TO_FIXED),
    GETTER_MAGIC("detached", array_buffer_state, DETACHED),
    TO_STRING_TAG("ArrayBuffer"),
};

const struct builtin_class array_buffer_class = {
    .name = "ArrayBuffer",
    .constructor = array_buffer_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_ArrayBuffer,
    .prototype_id = INTRINSIC_ArrayBufferPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
