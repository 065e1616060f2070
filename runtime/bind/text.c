#include "bind/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <utf8proc.h>

void text_start(struct text *t, vm_isolate *vm) { *t = (struct text){.vm = vm}; }

void text_free(struct text *t) {
    vm_free(t->vm, t->bytes);
    text_start(t, t->vm);
}

static bool reserve(struct text *t, size_t more) {
    if (more <= t->capacity - t->length) {
        return !t->failed;
    }
    size_t capacity = t->capacity ? t->capacity * 2 : 128;
    while (capacity < t->length + more) {
        capacity *= 2;
    }
    char *bytes = t->failed ? NULL : vm_reallocate(t->vm, t->bytes, capacity);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

void text_append(struct text *t, const char *bytes, size_t length) {
    if (length && reserve(t, length)) {
        memcpy(t->bytes + t->length, bytes, length);
        t->length += length;
    }
}

void text_add(struct text *t, const char *string) { text_append(t, string, strlen(string)); }

void text_char(struct text *t, char c) { text_append(t, &c, 1); }

void text_spaces(struct text *t, size_t count) {
    if (count && reserve(t, count)) {
        memset(t->bytes + t->length, ' ', count);
        t->length += count;
    }
}

void text_format(struct text *t, const char *format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    if (n > 0) {
        text_append(t, buffer, (size_t)n < sizeof buffer ? (size_t)n : sizeof buffer - 1);
    }
}

void text_string(struct text *t, vm_value string) {
    size_t length;
    char *bytes = vm_is_string(string) ? vm_to_utf8(t->vm, string, &length) : NULL;
    if (bytes) {
        text_append(t, bytes, length);
        vm_free(t->vm, bytes);
    } else if (vm_has_exception(t->vm)) {
        (void)vm_take_exception(t->vm);
        t->failed = true;
    }
}

char *text_take(struct text *t, size_t *length) {
    if (!reserve(t, 1)) {
        text_free(t);
        vm_throw_out_of_memory(t->vm);
        return NULL;
    }
    char *bytes = t->bytes;
    bytes[t->length] = 0;
    if (length) {
        *length = t->length;
    }
    text_start(t, t->vm);
    return bytes;
}

vm_value text_value(struct text *t) {
    vm_value v = t->failed ? vm_throw_out_of_memory(t->vm)
                           : vm_string_utf8(t->vm, t->bytes ? t->bytes : "", t->length);
    text_free(t);
    return v;
}

size_t text_columns(const char *bytes, size_t length) {
    size_t columns = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        columns += (c & 0xC0) != 0x80;
        columns += c >= 0xF0;
    }
    return columns;
}

size_t text_width(const char *bytes, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + i, (utf8proc_ssize_t)(length - i), &c);
        width += n > 0 ? (size_t)utf8proc_charwidth(c) : 1;
        i += n > 0 ? (size_t)n : 1;
    }
    return width;
}
