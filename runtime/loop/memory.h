// Where the loop's own few allocations come from: mimalloc, or plain malloc in builds that look for overflows
// (memory_mimalloc.c, memory_malloc.c; the Makefile chooses). Timers, immediates, operations and posts need
// none: their owners embed them.
#ifndef LOOP_MEMORY_H
#define LOOP_MEMORY_H

#include <stddef.h>

// Uninitialized memory aligned to 16 bytes, NULL on failure. May be called and released by any thread.
void *loop_memory_allocate(size_t bytes);
// NULL is allowed.
void loop_memory_release(void *pointer);

#endif
