// SharedArrayBuffer (sec-sharedarraybuffer-objects).
#include "builtins/array_buffer.h"

// sec-sharedarraybuffer-length
static vm_value shared_array_buffer_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return array_buffer_construct(vm, ARGUMENT(0), ARGUMENT(1), true);
}

enum state_magic { BYTE_LENGTH, GROWABLE, MAXIMUM_BYTE_LENGTH };

// sec-get-sharedarraybuffer.prototype.bytelength, growable, maxbytelength; MAGIC: enum state_magic
static vm_value shared_array_buffer_state(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {"get SharedArrayBuffer.prototype.byteLength",
                                        "get SharedArrayBuffer.prototype.growable",
                                        "get SharedArrayBuffer.prototype.maxByteLength"};
    (void)argc;
    struct array_buffer *b = array_buffer_this(vm, THIS, true, names[MAGIC]);
    if (!b) return VALUE_EXCEPTION;
    if (MAGIC == GROWABLE) return value_from_bool(array_buffer_is_resizable(b));
    return value_from_int64(
        (int64_t)(MAGIC == BYTE_LENGTH ? array_buffer_length(b) : array_buffer_maximum(b)));
}

// sec-sharedarraybuffer.prototype.grow
static vm_value shared_array_buffer_grow(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char name[] = "SharedArrayBuffer.prototype.grow";
    struct array_buffer *b = array_buffer_this(vm, THIS, true, name);
    uint64_t length;
    if (!b) return VALUE_EXCEPTION;
    if (!array_buffer_is_resizable(b))
        return throw_type_error(vm, "Method %s called on incompatible receiver %V", name, THIS);
    if (!js_to_index(vm, ARGUMENT(0), &length)) return VALUE_EXCEPTION;
    if (length > array_buffer_maximum(b)) return throw_range_error(vm, "%s: Invalid length parameter", name);
    switch (array_buffer_grow(vm, b, length)) {
    case GROW_DONE: return VALUE_UNDEFINED;
    case GROW_SHORTER: return throw_range_error(vm, "%s: Invalid length parameter", name);
    default: return throw_range_error(vm, "Array buffer allocation failed");
    }
}

// sec-sharedarraybuffer.prototype.slice
static vm_value shared_array_buffer_slice(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct array_buffer *b = array_buffer_this(vm, THIS, true, "SharedArrayBuffer.prototype.slice");
    return b ? array_buffer_slice(vm, b, ARGUMENT(0), ARGUMENT(1)) : VALUE_EXCEPTION;
}

static const struct builtin_row statics[] = {GETTER("@@species", builtin_return_this)};

static const struct builtin_row methods[] = {
    GETTER_MAGIC("byteLength", shared_array_buffer_state, BYTE_LENGTH),
    NATIVE("slice", shared_array_buffer_slice, 2),
    GETTER_MAGIC("maxByteLength", shared_array_buffer_state, MAXIMUM_BYTE_LENGTH),
    GETTER_MAGIC("growable", shared_array_buffer_state, GROWABLE),
    NATIVE("grow", shared_array_buffer_grow, 1),
    TO_STRING_TAG("SharedArrayBuffer"),
};

const struct builtin_class shared_array_buffer_class = {
    .name = "SharedArrayBuffer",
    .constructor = shared_array_buffer_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_SharedArrayBuffer,
    .prototype_id = INTRINSIC_SharedArrayBufferPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
