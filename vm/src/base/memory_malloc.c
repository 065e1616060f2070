// memory.h on plain malloc, for sanitizer builds: every block is malloc's own, so that an overflow or a use
// after free is reported at once. A header links the blocks of one allocator, which lets memory_finalize free
// them all.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct memory_block {
    struct memory_block *next, *previous;
    size_t bytes;
    size_t padding; // keeps the payload aligned to 16
};

static struct memory_block *memory_header(const void *block) { return (struct memory_block *)block - 1; }

// memory->heap is the sentinel of a ring.
bool memory_initialize(struct memory *memory) {
    memset(memory, 0, sizeof *memory);
    struct memory_block *ring = calloc(1, sizeof *ring);
    if (!ring) return false;
    ring->next = ring->previous = ring;
    memory->heap = ring;
    return true;
}

void memory_finalize(struct memory *memory) {
    struct memory_block *ring = memory->heap;
    if (ring) {
        for (struct memory_block *block = ring->next, *next; block != ring; block = next) {
            next = block->next;
            free(block);
        }
        free(ring);
    }
    memset(memory, 0, sizeof *memory);
}

static void *memory_link(struct memory *memory, struct memory_block *block, size_t bytes, size_t released) {
    struct memory_block *ring = memory->heap;
    block->bytes = bytes;
    block->next = ring->next;
    block->previous = ring;
    ring->next->previous = block;
    ring->next = block;
    memory_account(memory, bytes, released);
    return block + 1;
}

static void memory_unlink(struct memory_block *block) {
    block->next->previous = block->previous;
    block->previous->next = block->next;
}

void *memory_allocate(struct memory *memory, size_t bytes) {
    if (!memory_admit(memory, bytes, 0)) return NULL;
    struct memory_block *block = NULL;
    if (bytes <= PTRDIFF_MAX - sizeof *block) block = malloc(sizeof *block + bytes);
    if (block) return memory_link(memory, block, bytes, 0);
    memory->failed_once = true;
    return NULL;
}

void *memory_allocate_zeroed(struct memory *memory, size_t bytes) {
    void *block = memory_allocate(memory, bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

// Always moves, so that pointers kept over a resize are found out.
void *memory_reallocate(struct memory *memory, void *old, size_t bytes) {
    if (!old) return memory_allocate(memory, bytes);
    struct memory_block *from = memory_header(old), *to = NULL;
    if (!memory_admit(memory, bytes, from->bytes)) return NULL;
    if (bytes <= PTRDIFF_MAX - sizeof *to) to = malloc(sizeof *to + bytes);
    if (!to) {
        memory->failed_once = true;
        return NULL;
    }
    memcpy(to + 1, old, bytes < from->bytes ? bytes : from->bytes);
    memory_unlink(from);
    void *block = memory_link(memory, to, bytes, from->bytes);
    free(from);
    return block;
}

void memory_free(struct memory *memory, void *block) {
    if (!block) return;
    struct memory_block *header = memory_header(block);
    memory_account(memory, 0, header->bytes);
    memory_unlink(header);
    free(header);
}

size_t memory_usable_size(const void *block) { return block ? memory_header(block)->bytes : 0; }

void *memory_allocate_shared(size_t bytes) { return calloc(1, bytes); }

void memory_free_shared(void *block) { free(block); }

void memory_leave_shared(struct memory *memory, void *block) {
    (void)memory;
    free(block);
}
