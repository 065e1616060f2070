// Strings from and to UTF-8. Both ways take WTF-8: surrogates encoded in three bytes are lone surrogates.
#include "base/utf.h"
#include "object/string_internal.h"

struct string *string_from_utf8(vm_isolate *vm, const char *text, size_t length) {
    if (utf_ascii_prefix(text, length) == length)
        return string_from_latin1(vm, (const uint8_t *)text, length);
    struct utf_measure measure = utf_measure8(text, length, UTF_WTF);
    bool wide = measure.widest > 0xFF;
    void *chars;
    struct string *s = string_allocate(vm, measure.units, wide, &chars);
    if (!s) return NULL;
    if (wide) {
        utf_decode_utf16(text, length, chars, UTF_WTF);
    } else {
        utf_decode_latin1(text, length, chars);
    }
    return s;
}

// The end of a piece of the string from `start` on, between two polls; no surrogate pair is cut.
static size_t piece_end(const struct string *s, size_t start) {
    size_t end = s->length - start < MEMORY_POLL_BYTES ? s->length : start + MEMORY_POLL_BYTES;
    return end < s->length && string_is_wide(s) && utf_is_lead(string_at(s, end - 1)) ? end - 1 : end;
}

static bool measure(vm_isolate *vm, const struct string *s, size_t *length) {
    *length = 0;
    for (size_t start = 0, end; start < s->length; start = end) {
        if (start && !memory_poll(&vm->memory)) return false;
        end = piece_end(s, start);
        *length += string_is_wide(s) ? utf_length8_utf16(string_utf16(s) + start, end - start)
                                     : utf_length8_latin1(string_latin1(s) + start, end - start);
    }
    return true;
}

static bool write(vm_isolate *vm, const struct string *s, char *out) {
    for (size_t start = 0, end; start < s->length; start = end) {
        if (start && !memory_poll(&vm->memory)) return false;
        end = piece_end(s, start);
        out += string_is_wide(s) ? utf_encode_utf16(string_utf16(s) + start, end - start, out, UTF_WTF)
                                 : utf_encode_latin1(string_latin1(s) + start, end - start, out);
    }
    return true;
}

char *string_to_utf8(vm_isolate *vm, struct string *s, size_t *length) {
    if (!string_flatten(vm, s) || !measure(vm, s, length)) return NULL;
    char *text = memory_allocate(&vm->memory, *length + 1);
    if (!text || !write(vm, s, text)) {
        memory_free(&vm->memory, text);
        throw_out_of_memory(vm); // nothing more when terminated
        return NULL;
    }
    text[*length] = 0;
    return text;
}
