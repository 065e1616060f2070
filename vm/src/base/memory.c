// What the implementations of memory.h share.
#include "base/memory.h"

bool memory_copy_long(const struct memory *memory, void *to, const void *from, size_t bytes) {
    for (size_t done = 0, step; done < bytes; done += step) {
        if (done && !memory_poll(memory)) return false;
        step = bytes - done < MEMORY_POLL_BYTES ? bytes - done : MEMORY_POLL_BYTES;
        memcpy((char *)to + done, (const char *)from + done, step);
    }
    return true;
}
