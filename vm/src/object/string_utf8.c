// Strings from and to UTF-8. Reading takes WTF-8: surrogates encoded in three bytes become lone surrogates;
// every maximal part of an ill-formed sequence becomes one U+FFFD.
#include "object/string_internal.h"

static size_t ascii_prefix(const uint8_t *bytes, size_t length) {
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        if (word & 0x8080808080808080ull) break;
    }
    while (i < length && bytes[i] < 0x80)
        i++;
    return i;
}

// The code point at *p, which moves behind it.
static uint32_t decode(const uint8_t **p, const uint8_t *end) {
    uint32_t lead = *(*p)++;
    if (lead < 0x80) return lead;
    uint32_t code_point, low = 0x80, high = 0xBF;
    int more;
    if (lead >= 0xC2 && lead <= 0xDF) {
        code_point = lead & 0x1F;
        more = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        code_point = lead & 0x0F;
        more = 2;
        if (lead == 0xE0) low = 0xA0;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        code_point = lead & 0x07;
        more = 3;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return 0xFFFD;
    }
    for (; more; more--) {
        if (*p == end || **p < low || **p > high) return 0xFFFD;
        code_point = code_point << 6 | (*(*p)++ & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    return code_point;
}

struct string *string_from_utf8(vm_isolate *vm, const char *text, size_t length) {
    const uint8_t *bytes = (const uint8_t *)text, *end = bytes + length;
    size_t ascii = ascii_prefix(bytes, length);
    if (ascii == length) return string_from_latin1(vm, bytes, length);

    size_t units = ascii;
    uint32_t all = 0;
    for (const uint8_t *p = bytes + ascii; p < end;) {
        uint32_t code_point = decode(&p, end);
        all |= code_point;
        units += code_point > 0xFFFF ? 2 : 1;
    }
    bool wide = all > 0xFF;
    void *chars;
    struct string *s = string_allocate(vm, units, wide, &chars);
    if (!s) return NULL;
    const uint8_t *p = bytes + ascii;
    if (!wide) {
        uint8_t *out = chars;
        memcpy(out, bytes, ascii);
        for (out += ascii; p < end;)
            *out++ = (uint8_t)decode(&p, end);
        return s;
    }
    uint16_t *out = chars;
    units_widen(out, bytes, ascii);
    for (out += ascii; p < end;) {
        uint32_t code_point = decode(&p, end);
        if (code_point > 0xFFFF) {
            *out++ = (uint16_t)(0xD800 + ((code_point - 0x10000) >> 10));
            code_point = 0xDC00 + (code_point & 0x3FF);
        }
        *out++ = (uint16_t)code_point;
    }
    return s;
}

size_t string_utf8_length(const struct string *s) {
    size_t bytes = s->length;
    if (!string_is_wide(s)) {
        const uint8_t *chars = string_latin1(s);
        for (uint32_t i = 0; i < s->length; i++)
            bytes += chars[i] >> 7;
        return bytes;
    }
    for (uint32_t i = 0, units; i < s->length; i += units) {
        uint32_t code_point = string_code_point_at(s, i, &units);
        bytes += code_point < 0x80    ? 0
                 : code_point < 0x800 ? 1
                                      : 2; // four bytes of a pair: two more than its units
    }
    return bytes;
}

void string_write_utf8(const struct string *s, char *text) {
    uint8_t *out = (uint8_t *)text;
    for (uint32_t i = 0, units; i < s->length; i += units) {
        uint32_t c = string_code_point_at(s, i, &units);
        if (c < 0x80) {
            *out++ = (uint8_t)c;
        } else if (c < 0x800) {
            *out++ = (uint8_t)(0xC0 | c >> 6);
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            *out++ = (uint8_t)(0xE0 | c >> 12);
            *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        } else {
            *out++ = (uint8_t)(0xF0 | c >> 18);
            *out++ = (uint8_t)(0x80 | (c >> 12 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        }
    }
}

char *string_to_utf8(vm_isolate *vm, struct string *s, size_t *length) {
    if (!string_flatten(vm, s)) return NULL;
    *length = string_utf8_length(s);
    char *text = memory_allocate(&vm->memory, *length + 1);
    if (!text) {
        throw_out_of_memory(vm);
        return NULL;
    }
    string_write_utf8(s, text);
    text[*length] = 0;
    return text;
}
