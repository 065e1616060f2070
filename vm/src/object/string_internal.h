// Shared by the string_*.c files: copying units between the two widths.
#ifndef OBJECT_STRING_INTERNAL_H
#define OBJECT_STRING_INTERNAL_H

#include <stddef.h>
#include <string.h>

#include "base/utf.h"
#include "object/isolate.h"
#include "object/throw.h"

static inline size_t units_bytes(size_t count, bool wide) { return count << wide; }

// Copies units start .. start + count of a flat string to unit `at` of storage that is at least as wide, or
// narrower when the caller knows that the units fit.
static inline void units_copy(void *to, bool to_wide, size_t at, const struct string *s, size_t start,
                              size_t count) {
    if (string_is_wide(s) == to_wide) {
        memcpy((char *)to + units_bytes(at, to_wide), (const char *)s->chars + units_bytes(start, to_wide),
               units_bytes(count, to_wide));
    } else if (to_wide) {
        utf_widen(string_latin1(s) + start, count, (uint16_t *)to + at);
    } else {
        utf_narrow(string_utf16(s) + start, count, (uint8_t *)to + at);
    }
}

// The same with polls in between. False: given up.
static inline bool units_copy_long(const struct memory *memory, void *to, bool to_wide, size_t at,
                                   const struct string *s, size_t start, size_t count) {
    for (size_t done = 0, step; done < count; done += step) {
        if (done && !memory_poll(memory)) return false;
        step = count - done < MEMORY_POLL_BYTES ? count - done : MEMORY_POLL_BYTES;
        units_copy(to, to_wide, at + done, s, start + done, step);
    }
    return true;
}

// The tests and conversions of base/utf.h for long text. False, too, when given up; then the caller asks
// vm->terminating or goes on to something that polls.
static inline bool units_are_latin1(const struct memory *memory, const uint16_t *units, size_t count) {
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < MEMORY_POLL_BYTES ? count - done : MEMORY_POLL_BYTES;
        if (!utf_is_latin1(units + done, step) || (step == MEMORY_POLL_BYTES && !memory_poll(memory)))
            return false;
    }
    return true;
}

static inline bool units_narrow(const struct memory *memory, const uint16_t *units, size_t count,
                                uint8_t *to) {
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < MEMORY_POLL_BYTES ? count - done : MEMORY_POLL_BYTES;
        utf_narrow(units + done, step, to + done);
        if (step == MEMORY_POLL_BYTES && !memory_poll(memory)) return false;
    }
    return true;
}

static inline bool units_widen(const struct memory *memory, const uint8_t *units, size_t count,
                               uint16_t *to) {
    for (size_t done = 0, step; done < count; done += step) {
        step = count - done < MEMORY_POLL_BYTES ? count - done : MEMORY_POLL_BYTES;
        utf_widen(units + done, step, to + done);
        if (step == MEMORY_POLL_BYTES && !memory_poll(memory)) return false;
    }
    return true;
}

// A flat string cell whose characters are to be filled at once; `length` has been checked.
struct string *string_allocate_flat(vm_isolate *vm, uint32_t length, bool wide);
// Throws the RangeError of lengths beyond STRING_MAX_LENGTH; NULL.
struct string *string_length_error(vm_isolate *vm);

#endif
