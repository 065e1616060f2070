#include "base/vector.h"

bool vector_grow(struct memory *memory, void **items, uint32_t *capacity, size_t item_bytes, size_t minimum) {
    size_t wanted = (size_t)*capacity + *capacity / 2;
    if (wanted < minimum) wanted = minimum;
    if (wanted < 8) wanted = 8;
    if (wanted > INT32_MAX) wanted = minimum;
    if (wanted > INT32_MAX || wanted > PTRDIFF_MAX / item_bytes) return false;
    void *grown = memory_reallocate(memory, *items, wanted * item_bytes);
    if (!grown) return false;
    *items = grown;
    *capacity = (uint32_t)wanted;
    return true;
}
