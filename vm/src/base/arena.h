// Bump allocation for data that dies together, such as one compilation's syntax tree.
//
// Memory comes in chunks that double in size from 4 KiB to 256 KiB; a request too large for that gets a chunk
// of its own. Nothing is freed singly. Each chunk is preceded by a memory_poll.
#pragma once

#include "base/memory.h"

struct arena_chunk;

struct arena {
    struct memory *memory;
    char *cursor, *end;         // the free part of the newest chunk
    struct arena_chunk *chunks; // newest first
    size_t next_bytes;          // size of the next chunk
};

// Prepares an empty arena; allocates nothing yet.
void arena_initialize(struct arena *arena, struct memory *memory);

// Frees everything allocated from the arena, which may then be used again.
void arena_finalize(struct arena *arena);

// The slow half of arena_allocate: starts another chunk. `bytes` is a multiple of 16.
void *arena_allocate_slow(struct arena *arena, size_t bytes);

// Returns `bytes` uninitialized bytes aligned to 16, or NULL on failure. Zero bytes give a valid pointer.
static inline void *arena_allocate(struct arena *arena, size_t bytes) {
    if (bytes > PTRDIFF_MAX / 2) return NULL;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > (size_t)(arena->end - arena->cursor) || !arena->cursor)
        return arena_allocate_slow(arena, bytes);
    void *block = arena->cursor;
    arena->cursor += bytes;
    return block;
}

// Returns a copy of `bytes` bytes, or NULL on failure.
void *arena_copy(struct arena *arena, const void *source, size_t bytes);
