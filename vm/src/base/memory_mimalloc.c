// memory.h on a heap of mimalloc: allocation and release are a few instructions in the common case, and
// mi_heap_destroy drops all pages of the heap without visiting blocks.
#include "base/memory.h"

#include <mimalloc.h>
#include <string.h>

bool memory_initialize(struct memory *memory) {
    memset(memory, 0, sizeof *memory);
    memory->heap = mi_heap_new();
    return memory->heap != NULL;
}

void memory_finalize(struct memory *memory) {
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
    if (!memory_admit(memory, bytes, 0)) return NULL;
    return memory_enter(memory, mi_heap_malloc(memory->heap, bytes), 0);
}

void *memory_allocate_zeroed(struct memory *memory, size_t bytes) {
    if (!memory_admit(memory, bytes, 0)) return NULL;
    return memory_enter(memory, mi_heap_zalloc(memory->heap, bytes), 0);
}

void *memory_reallocate(struct memory *memory, void *old, size_t bytes) {
    size_t released = old ? mi_usable_size(old) : 0;
    if (!memory_admit(memory, bytes, released)) return NULL;
    return memory_enter(memory, mi_heap_realloc(memory->heap, old, bytes), released);
}

void memory_free(struct memory *memory, void *block) {
    if (!block) return;
    memory_account(memory, 0, mi_usable_size(block));
    mi_free(block);
}

size_t memory_usable_size(const void *block) { return mi_usable_size(block); }

void *memory_allocate_shared(size_t bytes) { return mi_zalloc(bytes); }

void memory_free_shared(void *block) { mi_free(block); }
