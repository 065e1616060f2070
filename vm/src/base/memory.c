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

bool memory_equal_long(const struct memory *memory, const void *a, const void *b, size_t bytes) {
    for (size_t done = 0, step; done < bytes; done += step) {
        step = bytes - done < MEMORY_POLL_BYTES ? bytes - done : MEMORY_POLL_BYTES;
        if (memcmp((const char *)a + done, (const char *)b + done, step) || !memory_poll(memory))
            return false;
    }
    return true;
}
