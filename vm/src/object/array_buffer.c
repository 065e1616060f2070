#include "object/array_buffer.h"

#include "base/os.h"
#include "object/intrinsics.h"
#include "object/throw.h"
#include "object/wait_queue.h"

// --- stores ----------------------------------------------------------------------------------------

static size_t round_to_pages(size_t bytes) {
    size_t page = os_page_size();
    return (bytes + page - 1) & ~(page - 1);
}

// The bytes that a store holds, for accounts.
static size_t store_footprint(const struct backing_store *store) {
    if (store->kind == STORE_RESERVED) return store->committed;
    return store->kind == STORE_INLINE ? store->maximum : atomic_load(&store->length);
}

// Makes a reserved store accessible up to `length`.
static bool store_commit(struct backing_store *store, size_t length) {
    if (store->kind != STORE_RESERVED || length <= store->committed) return true;
    size_t wanted = round_to_pages(length);
    if (!os_commit(store->bytes + store->committed, wanted - store->committed)) return false;
    store->committed = wanted;
    return true;
}

// Clears what lies behind `length`, and gives back the pages there.
static void store_drop(struct backing_store *store, size_t length, size_t before) {
    size_t kept = store->kind == STORE_RESERVED ? round_to_pages(length) : before;
    size_t end = before < kept ? before : kept;
    memset(store->bytes + length, 0, end - length);
    if (store->kind == STORE_RESERVED && kept < store->committed) {
        os_decommit(store->bytes + kept, store->committed - kept);
        store->committed = kept;
    }
}

struct backing_store *backing_store_create(uint64_t length, uint64_t maximum, bool shared) {
    bool resizable = maximum != BUFFER_FIXED;
    if (!resizable) maximum = length;
    if (maximum > BUFFER_MAXIMUM_LENGTH) return NULL;
    bool reserved = maximum > (resizable ? BUFFER_INLINE_LIMIT : BUFFER_MAPPED_MINIMUM);
    struct backing_store *store = memory_allocate_shared(sizeof *store + (reserved ? 0 : maximum));
    if (!store) return NULL;
    atomic_init(&store->references, 1);
    atomic_init(&store->length, length);
    store->maximum = maximum;
    store->shared = shared;
    store->resizable = resizable;
    store->kind = reserved ? STORE_RESERVED : STORE_INLINE;
    store->bytes = reserved ? os_reserve(round_to_pages(maximum), os_page_size()) : (uint8_t *)(store + 1);
    if (shared) store->queue = wait_queue_create();
    if (store->bytes && (store->queue || !shared) && store_commit(store, length)) return store;
    backing_store_release(NULL, store);
    return NULL;
}

struct backing_store *backing_store_external(void *bytes, size_t length,
                                             void (*release)(void *, size_t, void *), void *data) {
    struct backing_store *store = memory_allocate_shared(sizeof *store);
    if (!store) return NULL;
    atomic_init(&store->references, 1);
    atomic_init(&store->length, length);
    store->maximum = length;
    store->kind = STORE_EXTERNAL;
    store->bytes = bytes ? bytes : (uint8_t *)(store + 1);
    store->release = release;
    store->release_data = data;
    return store;
}

struct backing_store *backing_store_retain(struct backing_store *store) {
    atomic_fetch_add(&store->references, 1);
    return store;
}

void backing_store_release(struct memory *memory, struct backing_store *store) {
    if (!store || atomic_fetch_sub(&store->references, 1) != 1) return;
    if (store->kind == STORE_RESERVED) os_release(store->bytes, round_to_pages(store->maximum));
    if (store->kind == STORE_EXTERNAL && store->release)
        store->release(store->bytes, atomic_load(&store->length), store->release_data);
    wait_queue_destroy(store->queue);
    if (memory) {
        memory_leave_shared(memory, store);
    } else {
        memory_free_shared(store);
    }
}

// --- buffers ---------------------------------------------------------------------------------------

struct array_buffer *array_buffer_create_empty(vm_isolate *vm, struct object *prototype, bool shared) {
    struct array_buffer *b = object_allocate_kind(vm, CELL_ARRAY_BUFFER, sizeof *b, prototype);
    if (b && shared) b->object.cell.word = BUFFER_SHARED;
    return b;
}

// Tells the heap how much the buffer holds now.
static void account(vm_isolate *vm, struct array_buffer *b) {
    size_t bytes = b->store ? store_footprint(b->store) : 0;
    heap_adjust_external(&vm->heap, (ptrdiff_t)bytes - (ptrdiff_t)b->counted);
    b->counted = bytes;
}

void array_buffer_attach(vm_isolate *vm, struct array_buffer *b, struct backing_store *store) {
    b->store = store;
    if (store->resizable) b->object.cell.word |= BUFFER_RESIZABLE;
    account(vm, b);
}

// Whether the isolate may hold so many bytes more.
static bool admit(vm_isolate *vm, uint64_t bytes) {
    return bytes <= BUFFER_MAXIMUM_LENGTH && memory_admit(&vm->memory, bytes, 0) &&
           heap_admit(&vm->heap, bytes);
}

bool array_buffer_allocate(vm_isolate *vm, struct array_buffer *b, uint64_t length, uint64_t maximum) {
    bool shared = array_buffer_is_shared(b);
    bool whole = maximum <= BUFFER_INLINE_LIMIT;
    struct backing_store *store = NULL;
    if (admit(vm, whole ? maximum : length)) {
        store = backing_store_create(length, maximum, shared);
        if (!store && length && length <= BUFFER_MAXIMUM_LENGTH) {
            heap_collect_full(&vm->heap); // there may be buffers to die
            store = backing_store_create(length, maximum, shared);
        }
    }
    if (!store) {
        throw_range_error(vm, "Array buffer allocation failed");
        return false;
    }
    array_buffer_attach(vm, b, store);
    return true;
}

struct array_buffer *array_buffer_create(vm_isolate *vm, uint64_t length) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayBufferPrototype);
    struct array_buffer *b = prototype ? array_buffer_create_empty(vm, prototype, false) : NULL;
    return b && array_buffer_allocate(vm, b, length, BUFFER_FIXED) ? b : NULL;
}

struct backing_store *array_buffer_detach(vm_isolate *vm, struct array_buffer *b) {
    struct backing_store *store = b->store;
    b->store = NULL;
    account(vm, b);
    return store;
}

bool array_buffer_resize(vm_isolate *vm, struct array_buffer *b, size_t length) {
    struct backing_store *store = b->store;
    size_t before = atomic_load(&store->length);
    if (length > before && (!admit(vm, length - before) || !store_commit(store, length))) {
        throw_range_error(vm, "Array buffer allocation failed");
        return false;
    }
    atomic_store(&store->length, length);
    if (length < before) store_drop(store, length, before);
    account(vm, b);
    return true;
}

enum grow_outcome array_buffer_grow(vm_isolate *vm, struct array_buffer *b, size_t length) {
    struct backing_store *store = b->store;
    enum grow_outcome outcome = GROW_DONE;
    size_t more = length > atomic_load(&store->length) ? length - atomic_load(&store->length) : 0;
    if (more && !admit(vm, more)) return GROW_REFUSED;
    wait_queue_enter(store->queue);
    if (length < atomic_load(&store->length)) {
        outcome = GROW_SHORTER;
    } else if (!store_commit(store, length)) {
        outcome = GROW_REFUSED;
    } else {
        atomic_store(&store->length, length);
    }
    account(vm, b);
    wait_queue_leave(store->queue);
    return outcome;
}

void array_buffer_trace(struct marker *marker, struct cell *cell) { object_trace(marker, cell); }

void array_buffer_trace_finalize(struct heap *heap, struct cell *cell) {
    struct array_buffer *b = (struct array_buffer *)cell;
    heap_adjust_external(heap, -(ptrdiff_t)b->counted);
    backing_store_release(heap->memory, b->store);
}
