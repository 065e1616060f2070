#include "base/utf.h"

#include <string.h>

#define UTF_HIGH_BITS ((uint64_t)0x8080808080808080u)

static inline uint64_t utf_load8(const void *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

size_t utf_ascii_prefix(const char *text, size_t length) {
    size_t i = 0;
    while (i + 16 <= length && ((utf_load8(text + i) | utf_load8(text + i + 8)) & UTF_HIGH_BITS) == 0)
        i += 16;
    while (i < length && (unsigned char)text[i] < 0x80)
        i++;
    return i;
}

// -- Bytes to units --------------------------------------------------------------------------------------

// The first byte tells how many follow and, for some, a narrower range of the next: that excludes overlong
// forms, surrogates and values above U+10FFFF. An ill-formed sequence ends before the first byte that does
// not fit.
static inline uint32_t utf_read8(const char *text, size_t length, size_t *position, enum utf_mode mode) {
    unsigned char first = (unsigned char)text[(*position)++];
    unsigned char low = 0x80, high = 0xbf;
    uint32_t code_point;
    int more;
    if (first < 0xc2 || first > 0xf4) return first < 0x80 ? first : UTF_INVALID;
    if (first < 0xe0) {
        if (*position < length && (text[*position] & 0xc0) == 0x80)
            return (uint32_t)(first & 0x1f) << 6 | (text[(*position)++] & 0x3f);
        return UTF_INVALID;
    }
    if (first < 0xf0) {
        more = 2;
        code_point = first & 0x0f;
        if (first == 0xe0) low = 0xa0;
        if (first == 0xed && mode == UTF_STRICT) high = 0x9f;
    } else {
        more = 3;
        code_point = first & 0x07;
        if (first == 0xf0) low = 0x90;
        if (first == 0xf4) high = 0x8f;
    }
    for (; more > 0; more--) {
        if (*position >= length) return UTF_INVALID;
        unsigned char byte = (unsigned char)text[*position];
        if (byte < low || byte > high) return UTF_INVALID;
        code_point = code_point << 6 | (byte & 0x3f);
        ++*position;
        low = 0x80;
        high = 0xbf;
    }
    return code_point;
}

uint32_t utf_next8_slow(const char *text, size_t length, size_t *position, enum utf_mode mode) {
    return utf_read8(text, length, position, mode);
}

bool utf_is_valid8(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        i += utf_ascii_prefix(text + i, length - i);
        while (i < length && (unsigned char)text[i] >= 0x80)
            if (utf_read8(text, length, &i, UTF_STRICT) == UTF_INVALID) return false;
    }
    return true;
}

struct utf_measure utf_measure8(const char *text, size_t length, enum utf_mode mode) {
    struct utf_measure measure = {.valid = true};
    for (size_t i = 0; i < length;) {
        size_t run = utf_ascii_prefix(text + i, length - i);
        if (run) measure.widest |= 0x7f;
        measure.units += run;
        i += run;
        while (i < length && (unsigned char)text[i] >= 0x80) {
            uint32_t code_point = utf_read8(text, length, &i, mode);
            if (code_point == UTF_INVALID) {
                measure.valid = false;
                code_point = UTF_REPLACEMENT;
            }
            measure.units += 1 + (code_point >= 0x10000);
            measure.widest |= code_point >= 0x10000 ? 0xffff : (uint16_t)code_point;
        }
    }
    return measure;
}

size_t utf_decode_latin1(const char *text, size_t length, uint8_t *out) {
    uint8_t *start = out;
    for (size_t i = 0; i < length;) {
        size_t run = utf_ascii_prefix(text + i, length - i);
        memcpy(out, text + i, run);
        out += run;
        i += run;
        while (i < length && (unsigned char)text[i] >= 0x80)
            *out++ = (uint8_t)utf_read8(text, length, &i, UTF_STRICT);
    }
    return (size_t)(out - start);
}

size_t utf_decode_utf16(const char *text, size_t length, uint16_t *out, enum utf_mode mode) {
    uint16_t *start = out;
    for (size_t i = 0; i < length;) {
        size_t run = utf_ascii_prefix(text + i, length - i);
        utf_widen((const uint8_t *)text + i, run, out);
        out += run;
        i += run;
        while (i < length && (unsigned char)text[i] >= 0x80) {
            uint32_t code_point = utf_read8(text, length, &i, mode);
            out += utf_put16(code_point == UTF_INVALID ? UTF_REPLACEMENT : code_point, out);
        }
    }
    return (size_t)(out - start);
}

size_t utf_incomplete_tail8(const char *text, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)text[length - back];
        if (byte < 0x80) return 0;
        if (byte < 0xc0) continue;
        // A first byte: incomplete when decoding runs into the end and would want more.
        size_t needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4, position = length - back;
        if (needed <= back) return 0;
        bool invalid = utf_read8(text, length, &position, UTF_STRICT) == UTF_INVALID;
        return invalid && position == length && byte >= 0xc2 && byte <= 0xf4 ? back : 0;
    }
    return 0;
}

// -- Units to bytes --------------------------------------------------------------------------------------

size_t utf_length8_latin1(const uint8_t *text, size_t length) {
    size_t bytes = length;
    for (size_t i = 0; i < length; i++)
        bytes += text[i] >> 7;
    return bytes;
}

size_t utf_length8_utf16(const uint16_t *text, size_t length) {
    size_t bytes = length;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < 0x80) continue;
        bytes++;
        if (text[i] < 0x800) continue;
        bytes++;
        if (utf_is_lead(text[i]) && i + 1 < length && utf_is_trail(text[i + 1])) i++; // 2 units, 4 bytes
    }
    return bytes;
}

size_t utf_encode_latin1(const uint8_t *text, size_t length, char *out) {
    char *start = out;
    for (size_t i = 0; i < length;) {
        size_t run = utf_ascii_prefix((const char *)text + i, length - i);
        memcpy(out, text + i, run);
        out += run;
        i += run;
        for (; i < length && text[i] >= 0x80; i++) {
            *out++ = (char)(0xc0 | text[i] >> 6);
            *out++ = (char)(0x80 | (text[i] & 0x3f));
        }
    }
    return (size_t)(out - start);
}

size_t utf_encode_utf16(const uint16_t *text, size_t length, char *out, enum utf_mode mode) {
    char *start = out;
    for (size_t i = 0; i < length;) {
        while (i + 4 <= length && (utf_load8(text + i) & (uint64_t)0xff80ff80ff80ff80u) == 0) {
            out[0] = (char)text[i];
            out[1] = (char)text[i + 1];
            out[2] = (char)text[i + 2];
            out[3] = (char)text[i + 3];
            out += 4;
            i += 4;
        }
        if (i == length) break;
        uint32_t code_point = utf_next16(text, length, &i);
        if (mode == UTF_STRICT && utf_is_surrogate(code_point)) code_point = UTF_REPLACEMENT;
        out += utf_put8(code_point, out);
    }
    return (size_t)(out - start);
}

// -- Units to units --------------------------------------------------------------------------------------

bool utf_is_latin1(const uint16_t *text, size_t length) {
    size_t i = 0;
    for (; i + 16 <= length; i += 16) {
        uint64_t all = utf_load8(text + i) | utf_load8(text + i + 4) | utf_load8(text + i + 8) |
                       utf_load8(text + i + 12);
        if (all & (uint64_t)0xff00ff00ff00ff00u) return false;
    }
    for (; i < length; i++)
        if (text[i] > 0xff) return false;
    return true;
}

bool utf_is_well_formed16(const uint16_t *text, size_t length) {
    for (size_t i = 0; i < length;)
        if (utf_is_surrogate(utf_next16(text, length, &i))) return false;
    return true;
}

// The inner loops have a fixed count, so that compilers turn them into vector instructions.
void utf_widen(const uint8_t *text, size_t length, uint16_t *out) {
    size_t i = 0;
    for (; i + 16 <= length; i += 16)
        for (size_t k = 0; k < 16; k++)
            out[i + k] = text[i + k];
    for (; i < length; i++)
        out[i] = text[i];
}

void utf_narrow(const uint16_t *text, size_t length, uint8_t *out) {
    size_t i = 0;
    for (; i + 16 <= length; i += 16)
        for (size_t k = 0; k < 16; k++)
            out[i + k] = (uint8_t)text[i + k];
    for (; i < length; i++)
        out[i] = (uint8_t)text[i];
}
