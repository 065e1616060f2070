// Strings from and to UTF-8, in pieces with polls in between. UTF_WTF: surrogates encoded in three bytes are
// lone surrogates.
#include "object/string_internal.h"

// -- From bytes -----------------------------------------------------------------------------------------

// The end of a piece of the bytes from `start` on. No sequence is cut: what goes on in the next piece belongs
// to none when three such bytes stand before it.
static size_t bytes_end(const char *text, size_t length, size_t start) {
    if (length - start <= MEMORY_POLL_BYTES) return length;
    size_t end = start + MEMORY_POLL_BYTES;
    for (size_t back = 0; back < 4; back++) {
        if (((unsigned char)text[end - back] & 0xC0) != 0x80) return end - back;
    }
    return end;
}

static bool measure_bytes(const struct memory *memory, const char *text, size_t length, enum utf_mode mode,
                          struct utf_measure *sum) {
    *sum = (struct utf_measure){.valid = true};
    for (size_t start = 0, end; start < length; start = end) {
        if (start && !memory_poll(memory)) return false;
        end = bytes_end(text, length, start);
        struct utf_measure piece = utf_measure8(text + start, end - start, mode);
        sum->units += piece.units;
        sum->widest |= piece.widest;
        sum->valid &= piece.valid;
    }
    return true;
}

static bool decode(const struct memory *memory, const char *text, size_t length, enum utf_mode mode,
                   bool wide, void *units) {
    size_t at = 0;
    for (size_t start = 0, end; start < length; start = end) {
        if (start && !memory_poll(memory)) return false;
        end = bytes_end(text, length, start);
        at += wide ? utf_decode_utf16(text + start, end - start, (uint16_t *)units + at, mode)
                   : utf_decode_latin1(text + start, end - start, (uint8_t *)units + at);
    }
    return true;
}

struct string *string_decode_utf8(vm_isolate *vm, const char *text, size_t length, enum utf_mode mode,
                                  bool *valid) {
    *valid = true;
    if (length <= MEMORY_POLL_BYTES && utf_ascii_prefix(text, length) == length)
        return string_from_latin1(vm, (const uint8_t *)text, length);
    struct utf_measure measure;
    if (!measure_bytes(&vm->memory, text, length, mode, &measure)) return NULL;
    *valid = measure.valid;
    if (measure.widest < 0x80) return string_from_latin1(vm, (const uint8_t *)text, length);
    bool wide = measure.widest > 0xFF;
    void *units;
    struct string *s = string_allocate(vm, measure.units, wide, &units);
    return s && decode(&vm->memory, text, length, mode, wide, units) ? s : NULL;
}

struct string *string_from_utf8(vm_isolate *vm, const char *text, size_t length) {
    bool valid;
    return string_decode_utf8(vm, text, length, UTF_WTF, &valid);
}

// -- To bytes -------------------------------------------------------------------------------------------

// The end of a piece of the string from `start` on; no surrogate pair is cut.
static size_t piece_end(const struct string *s, size_t start) {
    size_t end = s->length - start < MEMORY_POLL_BYTES ? s->length : start + MEMORY_POLL_BYTES;
    return end < s->length && string_is_wide(s) && utf_is_lead(string_at(s, end - 1)) ? end - 1 : end;
}

bool string_utf8_length(vm_isolate *vm, const struct string *s, size_t *length) {
    *length = 0;
    for (size_t start = 0, end; start < s->length; start = end) {
        if (start && !memory_poll(&vm->memory)) return false;
        end = piece_end(s, start);
        *length += string_is_wide(s) ? utf_length8_utf16(string_utf16(s) + start, end - start)
                                     : utf_length8_latin1(string_latin1(s) + start, end - start);
    }
    return true;
}

bool string_write_utf8(vm_isolate *vm, const struct string *s, enum utf_mode mode, char *out,
                       size_t *length) {
    char *start_of_text = out;
    for (size_t start = 0, end; start < s->length; start = end) {
        if (start && !memory_poll(&vm->memory)) return false;
        end = piece_end(s, start);
        out += string_is_wide(s) ? utf_encode_utf16(string_utf16(s) + start, end - start, out, mode)
                                 : utf_encode_latin1(string_latin1(s) + start, end - start, out);
    }
    *length = (size_t)(out - start_of_text);
    return true;
}

char *string_to_utf8(vm_isolate *vm, struct string *s, size_t *length) {
    if (!string_flatten(vm, s) || !string_utf8_length(vm, s, length)) return NULL;
    char *text = memory_allocate(&vm->memory, *length + 1);
    if (!text || !string_write_utf8(vm, s, UTF_WTF, text, length)) {
        memory_free(&vm->memory, text);
        throw_out_of_memory(vm); // nothing more when terminated
        return NULL;
    }
    text[*length] = 0;
    return text;
}
