// The payload allocator of one isolate.
//
// Everything an isolate owns outside its cell blocks (string bodies, element vectors, tables, syntax trees,
// bytecode) comes from one `struct memory`. All of it is accounted, can be limited, and is freed at once by
// memory_finalize, so an isolate that is torn down walks nothing.
//
// The contract is implemented by memory_mimalloc.c (a heap of mimalloc) and by memory_malloc.c (plain malloc,
// for sanitizer builds, so that overflows of payloads are seen). The build picks one.
//
// A `struct memory` belongs to the thread that initialized it.
//
// Work that takes long for its owner asks memory_poll every millisecond or so, and gives up when it says
// false, in the way it does when memory is refused. Resizing a long block does so itself. What cannot fail
// but may be put off, such as giving long blocks back to the system, asks memory_stops.
//
// Fault injection: setting `fail_countdown` to n makes the n-th allocation from then on fail once; tests walk
// n upwards until `failed_once` stays false.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct memory {
    void *heap;                // the implementation's own
    size_t used;               // bytes handed out now, counted by usable size
    size_t peak;               // highest `used` so far
    size_t limit;              // allocations that would take `used` over this fail; 0 = no limit
    uint64_t fail_countdown;   // 0 = off, n = the n-th allocation fails
    bool failed_once;          // an allocation has failed since this was last cleared, for whatever reason
    bool (*poll)(void *data);  // false: the owner wants no more work to be done. NULL: it always does
    bool (*stops)(void *data); // whether poll would say false, without consequences. NULL: never
    void *poll_data;
    void *leaving; // the implementation's own: long blocks that are freed, but not yet given back
};

#define MEMORY_POLL_BYTES ((size_t)1 << 20) // may be copied, filled or searched between two polls

// Whether work may go on.
static inline bool memory_poll(const struct memory *memory) {
    return !memory->poll || memory->poll(memory->poll_data);
}

// Whether the owner wants no more work to be done, for work that goes on another time.
static inline bool memory_stops(const struct memory *memory) {
    return memory->stops && memory->stops(memory->poll_data);
}

#define MEMORY_POLL_STEPS ((size_t)1 << 16) // of a loop, between two polls

// For loops whose length is somebody's choice: polls at some of the steps. False: given up. Without memory
// they are never given up.
static inline bool memory_poll_step(const struct memory *memory, size_t step) {
    if (__builtin_expect(step % MEMORY_POLL_STEPS != MEMORY_POLL_STEPS - 1, 1)) return true;
    return !memory || memory_poll(memory);
}

// memcpy with polls in between. False: given up.
bool memory_copy_long(const struct memory *memory, void *to, const void *from, size_t bytes);
static inline bool memory_copy(const struct memory *memory, void *to, const void *from, size_t bytes) {
    if (bytes > MEMORY_POLL_BYTES) return memory_copy_long(memory, to, from, bytes);
    memcpy(to, from, bytes);
    return true;
}

// memcmp() == 0 with polls in between. False, too, when given up.
bool memory_equal_long(const struct memory *memory, const void *a, const void *b, size_t bytes);
static inline bool memory_equal(const struct memory *memory, const void *a, const void *b, size_t bytes) {
    return bytes > MEMORY_POLL_BYTES ? memory_equal_long(memory, a, b, bytes)
                                     : !bytes || !memcmp(a, b, bytes);
}

// Prepares an empty allocator without limit. False when the system has no memory.
bool memory_initialize(struct memory *memory);

// Frees every block allocated from `memory` at once. The struct may be initialized again afterwards.
void memory_finalize(struct memory *memory);

// Returns `bytes` bytes aligned to 16, uninitialized, or NULL on failure or limit. Zero bytes give a block
// too.
void *memory_allocate(struct memory *memory, size_t bytes) __attribute__((malloc));

// The same, filled with zeros.
void *memory_allocate_zeroed(struct memory *memory, size_t bytes) __attribute__((malloc));

// Resizes `old` (NULL allocates), keeping the common prefix. On failure, or when memory_poll says false,
// returns NULL and `old` stays as it was.
void *memory_reallocate(struct memory *memory, void *old, size_t bytes);

// Frees one block; NULL is ignored.
void memory_free(struct memory *memory, void *block);

// The number of bytes that may be used at `block`, at least what was asked for.
size_t memory_usable_size(const void *block);

// Memory of the process, not of a `struct memory`: it may outlive the isolate and be freed by any thread, and
// is neither counted nor limited here. Aligned to 16; NULL on failure. Freeing NULL does nothing.
void *memory_allocate_shared(size_t bytes) __attribute__((malloc)); // filled with zeros
void memory_free_shared(void *block);
// The same for a block that may be long: given back in pieces, as those of `memory` are.
void memory_leave_shared(struct memory *memory, void *block);

// For implementations: whether an allocation of `bytes` in exchange for `released` may go ahead; notes a
// refusal.
static inline bool memory_admit(struct memory *memory, size_t bytes, size_t released) {
    if (memory->fail_countdown && --memory->fail_countdown == 0) return !(memory->failed_once = true);
    size_t rest = memory->used - released;
    if (memory->limit && bytes > released && (rest > memory->limit || bytes > memory->limit - rest))
        return !(memory->failed_once = true);
    return true;
}

// For implementations: enters a change of `used`.
static inline void memory_account(struct memory *memory, size_t added, size_t released) {
    memory->used += added - released;
    if (memory->used > memory->peak) memory->peak = memory->used;
}
