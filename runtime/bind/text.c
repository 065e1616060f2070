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
    if (!vm_is_string(string)) {
        return;
    }
    char *bytes = vm_to_utf8(t->vm, string, &length);
    if (bytes) {
        text_append(t, bytes, length);
        vm_free(t->vm, bytes);
    } else {
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

void text_indented(struct text *t, const char *bytes, size_t length, size_t spaces) {
    for (size_t i = 0; i < length;) {
        const char *newline = memchr(bytes + i, '\n', length - i);
        size_t end = newline ? (size_t)(newline - bytes) + 1 : length;
        text_append(t, bytes + i, end - i);
        text_spaces(t, newline ? spaces : 0);
        i = end;
    }
}

void text_repeat(struct text *t, size_t start, size_t end) {
    if (end > start && reserve(t, end - start)) {
        memcpy(t->bytes + t->length, t->bytes + start, end - start);
        t->length += end - start;
    }
}

void text_remove(struct text *t, size_t start, size_t end) {
    if (!t->failed && end > start) {
        memmove(t->bytes + start, t->bytes + end, t->length - end);
        t->length -= end - start;
    }
}

void text_insert(struct text *t, size_t at, const char *string) {
    size_t length = strlen(string);
    if (reserve(t, length)) {
        memmove(t->bytes + at + length, t->bytes + at, t->length - at);
        memcpy(t->bytes + at, string, length);
        t->length += length;
    }
}

// The length of the escape sequence of a colour or style that begins here; 0: none does.
static size_t escape_length(const char *bytes, size_t length) {
    size_t i = 2;
    if (length < 3 || bytes[0] != '\x1b' || bytes[1] != '[') {
        return 0;
    }
    while (i < length && ((bytes[i] >= '0' && bytes[i] <= '9') || bytes[i] == ';')) {
        i++;
    }
    return i < length && bytes[i] == 'm' ? i + 1 : 0;
}

size_t text_units(const char *bytes, size_t length, bool skip_escapes) {
    size_t units = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == 0x1B && skip_escapes) {
            size_t skipped = escape_length(bytes + i, length - i);
            if (skipped) {
                i += skipped - 1;
                continue;
            }
        }
        units += (c & 0xC0) != 0x80;
        units += c >= 0xF0;
    }
    return units;
}

size_t text_width(const char *bytes, size_t length, bool skip_escapes) {
    size_t width = 0;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)bytes[i];
        size_t skipped = c == 0x1B && skip_escapes ? escape_length(bytes + i, length - i) : 0;
        if (skipped || c < 0x80) {
            width += !skipped && c >= 0x20 && c != 0x7F;
            i += skipped ? skipped : 1;
            continue;
        }
        utf8proc_int32_t code_point;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)bytes + i,
                                                 (utf8proc_ssize_t)(length - i), &code_point);
        if (used <= 0) { // a lone surrogate, which was encoded anyway
            width++;
            for (i++; i < length && ((unsigned char)bytes[i] & 0xC0) == 0x80;) {
                i++;
            }
            continue;
        }
        int columns = utf8proc_charwidth(code_point);
        width += columns > 0 ? (size_t)columns : 0;
        i += (size_t)used;
    }
    return width;
}

// UTF-8 keeps the order of code points; UTF-16 puts those beyond 0xFFFF before 0xE000 .. 0xFFFF.
int text_compare(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t n = a_length < b_length ? a_length : b_length;
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) {
            if ((x >= 0xF0) != (y >= 0xF0) && x >= 0xEE && y >= 0xEE) {
                return x >= 0xF0 ? -1 : 1;
            }
            return x < y ? -1 : 1;
        }
    }
    return a_length < b_length ? -1 : a_length > b_length;
}
