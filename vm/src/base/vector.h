// Growable arrays on a `struct memory`.
//
//     VECTOR(uint32_t) offsets = {0};
//     if (!VECTOR_PUSH(memory, &offsets, offset)) return false;
//     for (uint32_t i = 0; i < offsets.length; i++) use(offsets.items[i]);
//     VECTOR_FREE(memory, &offsets);
//
// All zero is the empty vector. The vector argument is evaluated more than once.
#pragma once

#include "base/memory.h"

#define VECTOR(type)                                                                                         \
    struct {                                                                                                 \
        type *items;                                                                                         \
        uint32_t length, capacity;                                                                           \
    }

// Makes room for at least `count` items in all. False on failure; the vector is then unchanged.
#define VECTOR_RESERVE(memory, vector, count)                                                                \
    ((size_t)(count) <= (vector)->capacity ||                                                                \
     vector_grow((memory), (void **)&(vector)->items, &(vector)->capacity, sizeof *(vector)->items,          \
                 (count)))

// Appends one item (any expression, compound literals included). False on failure.
#define VECTOR_PUSH(memory, vector, ...)                                                                     \
    (VECTOR_RESERVE((memory), (vector), (size_t)(vector)->length + 1) &&                                     \
     ((vector)->items[(vector)->length++] = (__VA_ARGS__), true))

// Frees the items; the vector is empty afterwards.
#define VECTOR_FREE(memory, vector)                                                                          \
    (memory_free((memory), (vector)->items), (vector)->items = NULL,                                         \
     (vector)->length = (vector)->capacity = 0, (void)0)

// The slow half of VECTOR_RESERVE: grows by half, at least to `minimum`; at most 2^31 - 1 items.
bool vector_grow(struct memory *memory, void **items, uint32_t *capacity, size_t item_bytes, size_t minimum);
