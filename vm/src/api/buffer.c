// Buffers, typed arrays, shared memory, and waiting for it.
#include "api/api.h"
#include "builtins/atomics.h"
#include "object/typed_array.h"

_Static_assert(VM_BIGUINT64 == (int)ELEMENT_BigUint64 && VM_FLOAT16 == (int)ELEMENT_Float16,
               "vm_element_type is enum element_type");
_Static_assert(VM_BUFFER_SHARED == BUFFER_SHARED && VM_BUFFER_RESIZABLE == BUFFER_RESIZABLE,
               "flags of vm.h are those of buffers");

#define EXTERNAL_ALIGNMENT 8

// --- buffers

vm_value vm_array_buffer(vm_isolate *vm, size_t length) {
    api_enter(vm);
    return value_or_exception(array_buffer_create(vm, length));
}

// A buffer of the current realm with a store, whose reference is taken over, also on failure.
static vm_value buffer_with_store(vm_isolate *vm, struct backing_store *store) {
    if (!store) {
        return throw_out_of_memory(vm);
    }
    struct object *prototype =
        intrinsic(vm, store->shared ? INTRINSIC_SharedArrayBufferPrototype : INTRINSIC_ArrayBufferPrototype);
    struct array_buffer *b = prototype ? array_buffer_create_empty(vm, prototype, store->shared) : NULL;
    if (!b) {
        store->release = NULL; // the memory stays the host's
        backing_store_release(NULL, store);
        return VALUE_EXCEPTION;
    }
    array_buffer_attach(vm, b, store);
    return value_from_cell(b);
}

vm_value vm_array_buffer_external(vm_isolate *vm, void *bytes, size_t length, vm_release release,
                                  void *data) {
    api_enter(vm);
    if ((uintptr_t)bytes % EXTERNAL_ALIGNMENT || length > BUFFER_MAXIMUM_LENGTH) {
        return throw_range_error(vm, "Invalid memory of an array buffer");
    }
    return buffer_with_store(vm, backing_store_external(bytes, length, release, data));
}

unsigned vm_array_buffer_flags(vm_value buffer) {
    if (!value_is_kind(buffer, CELL_ARRAY_BUFFER)) {
        return 0;
    }
    const struct array_buffer *b = value_as_array_buffer(buffer);
    return b->object.cell.word | (array_buffer_is_detached(b) ? VM_BUFFER_DETACHED : 0);
}

bool vm_array_buffer_detach(vm_isolate *vm, vm_value buffer) {
    api_enter(vm);
    if (!value_is_array_buffer(buffer, false)) {
        throw_type_error(vm, "%V is not an ArrayBuffer", buffer);
        return false;
    }
    backing_store_release(&vm->memory, array_buffer_detach(vm, value_as_array_buffer(buffer)));
    return true;
}

static bool is_view(vm_value v) {
    return value_is_kind(v, CELL_TYPED_ARRAY) || value_is_kind(v, CELL_DATA_VIEW);
}

bool vm_bytes(vm_value buffer_or_view, uint8_t **bytes, size_t *length) {
    *bytes = NULL;
    *length = 0;
    if (value_is_kind(buffer_or_view, CELL_ARRAY_BUFFER)) {
        const struct array_buffer *b = value_as_array_buffer(buffer_or_view);
        *bytes = array_buffer_bytes(b);
        *length = array_buffer_length(b);
    } else if (is_view(buffer_or_view)) {
        const struct buffer_view *view = value_as_view(buffer_or_view);
        *bytes = view_bounds(view, length) ? view->data : NULL;
        *length <<= element_shift(view_type(view));
    }
    return *bytes;
}

vm_memory *vm_bytes_hold(vm_value buffer_or_view, uint8_t **bytes, size_t *length) {
    if (!vm_bytes(buffer_or_view, bytes, length)) {
        return NULL;
    }
    const struct array_buffer *b = is_view(buffer_or_view) ? value_as_view(buffer_or_view)->buffer
                                                           : value_as_array_buffer(buffer_or_view);
    return (vm_memory *)backing_store_retain(b->store);
}

void vm_memory_release(vm_memory *memory) { backing_store_release(NULL, (struct backing_store *)memory); }

// --- views

vm_value vm_typed_array(vm_isolate *vm, vm_element_type type, vm_value buffer, size_t byte_offset,
                        size_t length) {
    api_enter(vm);
    struct object *prototype = intrinsic(vm, (enum intrinsic)(element_constructors[type] + 1));
    if (!prototype) {
        return VALUE_EXCEPTION;
    }
    if (value_is_undefined(buffer)) {
        return value_or_exception(typed_array_create(vm, (enum element_type)type, prototype, length));
    }
    if (!value_is_kind(buffer, CELL_ARRAY_BUFFER)) {
        return throw_type_error(vm, "%V is not an ArrayBuffer", buffer);
    }
    struct array_buffer *b = value_as_array_buffer(buffer);
    size_t size = element_size((enum element_type)type), bytes = array_buffer_length(b);
    if (byte_offset % size || byte_offset > bytes || length > (bytes - byte_offset) / size) {
        return throw_range_error(vm, "Invalid offset or length of a typed array");
    }
    return value_or_exception(
        view_create(vm, CELL_TYPED_ARRAY, (enum element_type)type, prototype, b, byte_offset, length));
}

vm_value vm_uint8_array(vm_isolate *vm, const void *bytes, size_t length, vm_value prototype) {
    api_enter(vm);
    struct object *parent = value_is_object(prototype) ? value_as_object(prototype)
                                                       : intrinsic(vm, INTRINSIC_Uint8ArrayPrototype);
    struct buffer_view *view =
        parent && api_value(vm, prototype) ? typed_array_create(vm, ELEMENT_Uint8, parent, length) : NULL;
    if (view && length) {
        memcpy(view->data, bytes, length);
    }
    return value_or_exception(view);
}

bool vm_view_of(vm_value v, vm_view *out) {
    if (!is_view(v)) {
        return false;
    }
    const struct buffer_view *view = value_as_view(v);
    out->type = (vm_element_type)view_type(view);
    out->buffer = value_from_cell(view->buffer);
    out->byte_offset = view->byte_offset;
    out->out_of_bounds = !view_bounds(view, &out->length);
    out->tracks_length = view->fixed_length == VIEW_LENGTH_TRACKING;
    return true;
}

// --- shared memory

vm_shared_memory *vm_shared_memory_of(vm_value buffer) {
    if (!value_is_array_buffer(buffer, true)) {
        return NULL;
    }
    return (vm_shared_memory *)backing_store_retain(value_as_array_buffer(buffer)->store);
}

vm_value vm_shared_array_buffer(vm_isolate *vm, vm_shared_memory *memory) {
    api_enter(vm);
    return buffer_with_store(vm, backing_store_retain((struct backing_store *)memory));
}

void vm_shared_memory_release(vm_shared_memory *memory) {
    backing_store_release(NULL, (struct backing_store *)memory);
}

bool vm_wait_pending(vm_isolate *vm, uint64_t *timeout_ns) {
    uint64_t deadline;
    bool pending = atomics_pending(vm, &deadline);
    if (deadline != UINT64_MAX) { // asked after every callback of a loop: no clock reading for nothing
        uint64_t now = os_now_ns();
        deadline = deadline > now ? deadline - now : 0;
    }
    *timeout_ns = deadline;
    return pending;
}

bool vm_wait_settle(vm_isolate *vm) {
    api_enter(vm);
    return atomics_settle(vm);
}

void vm_set_wake_hook(vm_isolate *vm, vm_wake_hook hook, void *data) {
    api_enter(vm);
    wait_group_set_hook(&vm->waits, (struct wake_hook){hook, data});
}
