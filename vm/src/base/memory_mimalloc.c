// memory.h on a heap of mimalloc: allocation and release are a few instructions in the common case, and
// mi_heap_destroy drops all pages of the heap without visiting blocks.
//
// The system takes some 10 ms to take back 100 MiB at once. So long blocks are emptied piece by piece, and
// freed when they are empty. Those, and others from LEAVING_BYTES on, stay in memory->leaving when the owner
// stops, and the next call goes on with them.
#include "base/memory.h"

#include <mimalloc.h>
#include <string.h>

#include "base/os.h"

#define LEAVING_BYTES ((size_t)64 << 10)
#define PIECE_BYTES ((size_t)8 << 20)
#define EMPTIED_BYTES ((size_t)32 << 20) // shorter blocks are freed as they are: the allocator may keep them

struct leaving_block {
    struct leaving_block *next;
    char *end; // of what has not been emptied
};

static void memory_go_on(struct memory *memory) {
    for (struct leaving_block *block; (block = memory->leaving) && !memory_stops(memory);) {
        if (block->end - (char *)block > (ptrdiff_t)(2 * PIECE_BYTES)) {
            block->end -= PIECE_BYTES;
            os_discard(block->end, PIECE_BYTES);
        } else {
            memory->leaving = block->next;
            mi_free(block);
        }
    }
}

static void memory_leave(struct memory *memory, void *block, size_t bytes) {
    struct leaving_block *leaving = block;
    uintptr_t end = ((uintptr_t)block + bytes) / os_page_size() * os_page_size();
    *leaving = (struct leaving_block){memory->leaving, bytes > EMPTIED_BYTES ? (char *)end : block};
    memory->leaving = leaving;
    memory_go_on(memory);
}

bool memory_initialize(struct memory *memory) {
    memset(memory, 0, sizeof *memory);
    memory->heap = mi_heap_new();
    return memory->heap != NULL;
}

void memory_finalize(struct memory *memory) {
    for (struct leaving_block *block; (block = memory->leaving);) { // some are not of this heap
        memory->leaving = block->next;
        mi_free(block);
    }
    if (memory->heap) mi_heap_destroy(memory->heap);
    memset(memory, 0, sizeof *memory);
}

static void *memory_enter(struct memory *memory, void *block, size_t released) {
    if (block)
        memory_account(memory, mi_usable_size(block), released);
    else
        memory->failed_once = true;
    return block;
}

void *memory_allocate(struct memory *memory, size_t bytes) {
    if (memory->leaving) memory_go_on(memory);
    if (!memory_admit(memory, bytes, 0)) return NULL;
    return memory_enter(memory, mi_heap_malloc(memory->heap, bytes), 0);
}

void *memory_allocate_zeroed(struct memory *memory, size_t bytes) {
    if (!memory_admit(memory, bytes, 0)) return NULL;
    return memory_enter(memory, mi_heap_zalloc(memory->heap, bytes), 0);
}

// NULL when given up, too.
static void *memory_move(struct memory *memory, void *old, size_t bytes, size_t old_bytes) {
    size_t kept = bytes < old_bytes ? bytes : old_bytes;
    void *block = mi_heap_malloc(memory->heap, bytes);
    if (!block) return NULL;
    bool copied = memory_copy(memory, block, old, kept);
    memory_leave(memory, copied ? old : block, copied ? old_bytes : bytes);
    return copied ? block : NULL;
}

void *memory_reallocate(struct memory *memory, void *old, size_t bytes) {
    size_t released = old ? mi_usable_size(old) : 0;
    if (!memory_admit(memory, bytes, released)) return NULL;
    bool moves = released > PIECE_BYTES && bytes > PIECE_BYTES && (bytes > released || bytes < released / 2);
    void *block =
        moves ? memory_move(memory, old, bytes, released) : mi_heap_realloc(memory->heap, old, bytes);
    return memory_enter(memory, block, released);
}

void memory_free(struct memory *memory, void *block) {
    if (!block) return;
    size_t bytes = mi_usable_size(block);
    memory_account(memory, 0, bytes);
    if (bytes > LEAVING_BYTES)
        memory_leave(memory, block, bytes);
    else
        mi_free(block);
}

size_t memory_usable_size(const void *block) { return mi_usable_size(block); }

void *memory_allocate_shared(size_t bytes) { return mi_zalloc(bytes); }

void memory_free_shared(void *block) { mi_free(block); }

void memory_leave_shared(struct memory *memory, void *block) {
    size_t bytes = mi_usable_size(block);
    if (bytes > LEAVING_BYTES)
        memory_leave(memory, block, bytes);
    else
        mi_free(block);
}
