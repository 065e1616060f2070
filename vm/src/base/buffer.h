// A growable byte buffer for building text or binary data.
//
// Failure is sticky: when memory runs out `failed` is set and everything appended later is dropped, so a
// builder may append without checking and look at `failed` (or at the last result) once at the end.
#pragma once

#include "base/memory.h"

#include <string.h>

struct buffer {
    struct memory *memory;
    char *bytes; // not terminated
    size_t length, capacity;
    bool failed;
};

// Prepares an empty buffer; allocates nothing yet.
void buffer_initialize(struct buffer *buffer, struct memory *memory);

// Frees the bytes; the buffer is empty and usable afterwards.
void buffer_finalize(struct buffer *buffer);

// Makes room for `more` bytes behind `length`. False on failure.
bool buffer_reserve(struct buffer *buffer, size_t more);

// Appends `count` bytes, all or none. False on failure.
static inline bool buffer_append(struct buffer *buffer, const void *bytes, size_t count) {
    if (buffer->failed || (count > buffer->capacity - buffer->length && !buffer_reserve(buffer, count)))
        return false;
    if (count) memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return true;
}

// Appends a C string without its terminator.
static inline bool buffer_append_text(struct buffer *buffer, const char *text) {
    return buffer_append(buffer, text, strlen(text));
}

// Appends one byte.
static inline bool buffer_append_char(struct buffer *buffer, char c) { return buffer_append(buffer, &c, 1); }

// Appends formatted text, as printf.
bool buffer_printf(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
