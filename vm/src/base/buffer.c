#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>

void buffer_initialize(struct buffer *buffer, struct memory *memory) {
    *buffer = (struct buffer){.memory = memory};
}

void buffer_finalize(struct buffer *buffer) {
    memory_free(buffer->memory, buffer->bytes);
    buffer_initialize(buffer, buffer->memory);
}

bool buffer_reserve(struct buffer *buffer, size_t more) {
    if (buffer->failed) return false;
    if (more <= buffer->capacity - buffer->length) return true;
    size_t capacity = buffer->capacity + buffer->capacity / 2;
    char *bytes = NULL;
    if (more <= PTRDIFF_MAX / 2 - buffer->length) {
        if (capacity < buffer->length + more) capacity = buffer->length + more;
        if (capacity < 64) capacity = 64;
        bytes = memory_reallocate(buffer->memory, buffer->bytes, capacity);
    }
    if (!bytes) return !(buffer->failed = true);
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

bool buffer_printf(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    for (int round = 0; round < 2; round++) {
        size_t room = buffer->capacity - buffer->length;
        va_start(arguments, format);
        int length = vsnprintf(room ? buffer->bytes + buffer->length : NULL, room, format, arguments);
        va_end(arguments);
        if (length < 0 || buffer->failed) return !(buffer->failed = true);
        if ((size_t)length < room) {
            buffer->length += (size_t)length;
            return true;
        }
        if (!buffer_reserve(buffer, (size_t)length + 1)) return false;
    }
    return false;
}
