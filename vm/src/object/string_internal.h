// Shared by the string_*.c files: copying units between the two widths.
#ifndef OBJECT_STRING_INTERNAL_H
#define OBJECT_STRING_INTERNAL_H

#include <stddef.h>
#include <string.h>

#include "object/isolate.h"
#include "object/throw.h"

static inline size_t units_bytes(size_t count, bool wide) {
    return count << wide;
}

static inline void units_widen(uint16_t *to, const uint8_t *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

static inline void units_narrow(uint8_t *to, const uint16_t *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (uint8_t)from[i];
}

// True when no unit is above 0xFF.
static inline bool units_are_narrow(const uint16_t *units, size_t count) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t a, b;
        memcpy(&a, units + i, 8);
        memcpy(&b, units + i + 4, 8);
        if ((a | b) & 0xFF00FF00FF00FF00ull) return false;
    }
    for (; i < count; i++) {
        if (units[i] > 0xFF) return false;
    }
    return true;
}

// Copies units start .. start + count of a flat string to unit `at` of storage that is at least as wide, or
// narrower when the caller knows that the units fit.
static inline void units_copy(void *to, bool to_wide, size_t at, const struct string *s, size_t start,
                              size_t count) {
    if (string_is_wide(s) == to_wide) {
        memcpy((char *)to + units_bytes(at, to_wide), (const char *)s->chars + units_bytes(start, to_wide),
               units_bytes(count, to_wide));
    } else if (to_wide) {
        units_widen((uint16_t *)to + at, string_latin1(s) + start, count);
    } else {
        units_narrow((uint8_t *)to + at, string_utf16(s) + start, count);
    }
}

// A flat string cell whose characters are to be filled at once; `length` has been checked.
struct string *string_allocate_flat(vm_isolate *vm, uint32_t length, bool wide);
// Throws the RangeError of lengths beyond STRING_MAX_LENGTH; NULL.
struct string *string_length_error(vm_isolate *vm);

#endif
