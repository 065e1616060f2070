#include "loop/memory.h"

#include <stdlib.h>

void *loop_memory_allocate(size_t bytes) { return malloc(bytes); }
void loop_memory_release(void *pointer) { free(pointer); }
