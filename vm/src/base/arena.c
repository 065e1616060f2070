#include "base/arena.h"

#include <string.h>

#define ARENA_FIRST_CHUNK ((size_t)4096)
#define ARENA_LARGEST_CHUNK ((size_t)256 * 1024)

struct arena_chunk {
    struct arena_chunk *next;
    size_t padding; // keeps the content aligned to 16
};

void arena_initialize(struct arena *arena, struct memory *memory) {
    *arena = (struct arena){.memory = memory, .next_bytes = ARENA_FIRST_CHUNK};
}

void arena_finalize(struct arena *arena) {
    for (struct arena_chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        memory_free(arena->memory, chunk);
    }
    arena_initialize(arena, arena->memory);
}

void *arena_allocate_slow(struct arena *arena, size_t bytes) {
    size_t header = sizeof(struct arena_chunk);
    if (!memory_poll(arena->memory)) return NULL;
    bool alone = bytes > arena->next_bytes / 4;
    size_t chunk_bytes = alone ? header + bytes : arena->next_bytes;
    struct arena_chunk *chunk = memory_allocate(arena->memory, chunk_bytes);
    if (!chunk) return NULL;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    char *content = (char *)(chunk + 1);
    if (alone) return content; // what is left of the current chunk stays in use
    arena->cursor = content + bytes;
    arena->end = (char *)chunk + chunk_bytes;
    if (arena->next_bytes < ARENA_LARGEST_CHUNK) arena->next_bytes *= 2;
    return content;
}

void *arena_copy(struct arena *arena, const void *source, size_t bytes) {
    void *copy = arena_allocate(arena, bytes);
    return copy && (!bytes || memory_copy(arena->memory, copy, source, bytes)) ? copy : NULL;
}
