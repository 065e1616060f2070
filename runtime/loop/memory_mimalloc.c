#include "loop/memory.h"

#include <mimalloc.h>

void *loop_memory_allocate(size_t bytes) { return mi_malloc(bytes); }
void loop_memory_release(void *pointer) { mi_free(pointer); }
