// ArrayBuffer and SharedArrayBuffer objects, and the memory behind them.
//
//   ARRAY_BUFFER cell ──► backing store: header and bytes, outside of every heap, counted references
//                          inline     the bytes follow the header
//                          reserved   address space for the maximum, committed as far as it is in use
//                          external   the embedder's memory, given back through a function of its own
//
// A store never moves its bytes: views keep the address. What changes is the length (resizable and growable
// buffers), and whether the buffer still has its store (a detached one has not). The store of a
// SharedArrayBuffer may belong to buffers of several isolates in several threads: its length only grows,
// under its monitor, and it carries the queue of those who wait for notifications (wait_queue.h).
#ifndef OBJECT_ARRAY_BUFFER_H
#define OBJECT_ARRAY_BUFFER_H

#include <stdatomic.h>

#include "object/object.h"

#define BUFFER_MAXIMUM_LENGTH ((uint64_t)1 << 33) // bytes; longer ones are refused
#define BUFFER_FIXED UINT64_MAX                   // as a maximum: the buffer cannot be resized
#define BUFFER_INLINE_LIMIT ((size_t)64 << 10)    // resizable stores up to this maximum are taken whole
#define BUFFER_MAPPED_MINIMUM ((size_t)4 << 20) // others below: larger ones are pages not touched before use

// cell.word of buffers
#define BUFFER_SHARED 0x01
#define BUFFER_RESIZABLE 0x02 // growable, when shared

enum store_kind { STORE_INLINE, STORE_RESERVED, STORE_EXTERNAL };

struct wait_queue;

struct backing_store {
    _Atomic uint32_t references;
    uint8_t kind; // enum store_kind
    bool shared, resizable;
    uint8_t *bytes;
    _Atomic size_t length;
    size_t maximum;                                          // that the length may reach
    size_t committed;                                        // RESERVED: bytes that are accessible
    struct wait_queue *queue;                                // shared stores
    void (*release)(void *bytes, size_t length, void *data); // EXTERNAL; may be NULL
    void *release_data;
};

struct array_buffer {
    struct object object;
    struct backing_store *store; // NULL: detached
    size_t counted;              // bytes that the heap was told of
};

static inline struct array_buffer *value_as_array_buffer(vm_value v) { return value_as_cell(v); }
static inline bool array_buffer_is_shared(const struct array_buffer *b) {
    return b->object.cell.word & BUFFER_SHARED;
}
static inline bool array_buffer_is_resizable(const struct array_buffer *b) {
    return b->object.cell.word & BUFFER_RESIZABLE;
}
static inline bool array_buffer_is_detached(const struct array_buffer *b) { return !b->store; }
static inline bool value_is_array_buffer(vm_value v, bool shared) {
    return value_is_kind(v, CELL_ARRAY_BUFFER) && array_buffer_is_shared(value_as_array_buffer(v)) == shared;
}
// In bytes; 0 when detached. A growable shared buffer may be longer at the next look.
static inline size_t array_buffer_length(const struct array_buffer *b) {
    return b->store ? atomic_load_explicit(&b->store->length, memory_order_seq_cst) : 0;
}
static inline size_t array_buffer_maximum(const struct array_buffer *b) {
    return b->store ? b->store->maximum : 0;
}
// NULL when detached.
static inline uint8_t *array_buffer_bytes(const struct array_buffer *b) {
    return b->store ? b->store->bytes : NULL;
}

// --- buffers. NULL or false: error pending.

// A detached buffer; the next step is one of the following two.
struct array_buffer *array_buffer_create_empty(vm_isolate *vm, struct object *prototype, bool shared);
// Gives it `length` zero bytes, resizable up to `maximum` unless that is BUFFER_FIXED. RangeError when they
// cannot be had. length <= maximum.
bool array_buffer_allocate(vm_isolate *vm, struct array_buffer *b, uint64_t length, uint64_t maximum);
// Gives it a store, whose reference it takes over, and what else depends on that.
void array_buffer_attach(vm_isolate *vm, struct array_buffer *b, struct backing_store *store);
// The two steps with the prototype of the current realm.
struct array_buffer *array_buffer_create(vm_isolate *vm, uint64_t length);

// Takes the store from a buffer that is not shared: the caller has the reference. NULL: detached already.
struct backing_store *array_buffer_detach(vm_isolate *vm, struct array_buffer *b);
// New length, at most the maximum, of a resizable buffer that is not detached. Bytes that come in are zero.
bool array_buffer_resize(vm_isolate *vm, struct array_buffer *b, size_t length);
enum grow_outcome { GROW_DONE, GROW_SHORTER, GROW_REFUSED };
// The same for a shared growable one: SHORTER when it is longer already. Throws nothing.
enum grow_outcome array_buffer_grow(vm_isolate *vm, struct array_buffer *b, size_t length);

// --- stores, any thread. NULL: memory refused.

struct backing_store *backing_store_create(uint64_t length, uint64_t maximum, bool shared);
// Around memory of somebody else, not shared. When NULL is given back `release` was not called.
struct backing_store *backing_store_external(void *bytes, size_t length,
                                             void (*release)(void *, size_t, void *), void *data);
struct backing_store *backing_store_retain(struct backing_store *store); // gives it back
// NULL is ignored. With memory, which may be NULL, a long store is given back in pieces
// (memory_leave_shared).
void backing_store_release(struct memory *memory, struct backing_store *store);

struct marker;
void array_buffer_trace(struct marker *marker, struct cell *cell);
void array_buffer_trace_finalize(struct heap *heap, struct cell *cell);

#endif
