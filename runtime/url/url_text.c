#include "url/url_text.h"

#include <stdlib.h>
#include <string.h>

void url_text_start(struct url_text *t) {
    t->bytes = t->inline_bytes;
    t->length = 0;
    t->capacity = sizeof t->inline_bytes;
    t->failed = false;
}

void url_text_free(struct url_text *t) {
    if (t->bytes != t->inline_bytes) {
        free(t->bytes);
    }
    url_text_start(t);
}

bool url_text_reserve(struct url_text *t, size_t more) {
    if (more <= t->capacity - t->length) {
        return !t->failed;
    }
    size_t capacity = t->capacity * 2 > t->length + more ? t->capacity * 2 : t->length + more;
    char *old = t->bytes == t->inline_bytes ? NULL : t->bytes;
    char *bytes = t->failed || capacity > URL_TEXT_LIMIT ? NULL : realloc(old, capacity);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    if (!old) {
        memcpy(bytes, t->inline_bytes, t->length);
    }
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

void url_text_append(struct url_text *t, const char *bytes, size_t length) {
    if (url_text_reserve(t, length) && length) {
        memcpy(t->bytes + t->length, bytes, length);
        t->length += length;
    }
}

void url_text_char(struct url_text *t, char c) {
    if (url_text_reserve(t, 1)) {
        t->bytes[t->length++] = c;
    }
}

void url_text_code_point(struct url_text *t, uint32_t c) {
    char bytes[4];
    size_t length = 0;
    if (c < 0x80) {
        bytes[length++] = (char)c;
    } else if (c < 0x800) {
        bytes[length++] = (char)(0xc0 | c >> 6);
        bytes[length++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        bytes[length++] = (char)(0xe0 | c >> 12);
        bytes[length++] = (char)(0x80 | (c >> 6 & 63));
        bytes[length++] = (char)(0x80 | (c & 63));
    } else {
        bytes[length++] = (char)(0xf0 | c >> 18);
        bytes[length++] = (char)(0x80 | (c >> 12 & 63));
        bytes[length++] = (char)(0x80 | (c >> 6 & 63));
        bytes[length++] = (char)(0x80 | (c & 63));
    }
    url_text_append(t, bytes, length);
}

void url_text_replace(struct url_text *t, size_t start, size_t old, const char *bytes, size_t length) {
    if (length > old && !url_text_reserve(t, length - old)) {
        return;
    }
    memmove(t->bytes + start + length, t->bytes + start + old, t->length - start - old);
    if (length) {
        memcpy(t->bytes + start, bytes, length);
    }
    t->length = t->length - old + length;
}

uint32_t url_decode_utf8(const char *bytes, size_t length, size_t *at) {
    const unsigned char *p = (const unsigned char *)bytes;
    unsigned char first = p[(*at)++];
    if (first < 0x80) {
        return first;
    }
    unsigned more = first >= 0xc2 && first <= 0xdf   ? 1
                    : (first & 0xf0) == 0xe0         ? 2
                    : first >= 0xf0 && first <= 0xf4 ? 3
                                                     : 0;
    // What the second byte may be: no overlong forms, no surrogates, nothing above U+10FFFF.
    unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (!more) {
        return 0xfffd;
    }
    uint32_t c = first & (0x3f >> more);
    for (; more; more--, least = 0x80, most = 0xbf) {
        if (*at == length || p[*at] < least || p[*at] > most) {
            return 0xfffd;
        }
        c = c << 6 | (p[(*at)++] & 0x3f);
    }
    return c;
}

// --- percent-encoding: each set extends one before it

#define LOW(c) (UINT64_C(1) << (c))
#define HIGH(c) (UINT64_C(1) << ((c)-64))
#define CONTROL_LOW UINT64_C(0xffffffff)
#define CONTROL_HIGH HIGH(0x7f)
#define QUERY_LOW (CONTROL_LOW | LOW(' ') | LOW('"') | LOW('#') | LOW('<') | LOW('>'))
#define PATH_LOW (QUERY_LOW | LOW('?'))
#define PATH_HIGH (CONTROL_HIGH | HIGH('`') | HIGH('{') | HIGH('}'))
#define USERINFO_LOW (PATH_LOW | LOW('/') | LOW(':') | LOW(';') | LOW('='))
#define USERINFO_HIGH (PATH_HIGH | HIGH('@') | HIGH('[') | HIGH('\\') | HIGH(']') | HIGH('^') | HIGH('|'))
#define COMPONENT_LOW (USERINFO_LOW | LOW('$') | LOW('%') | LOW('&') | LOW('+') | LOW(','))
#define FORM_LOW (COMPONENT_LOW | LOW('!') | LOW('\'') | LOW('(') | LOW(')'))

const struct url_set url_set_control = {CONTROL_LOW, CONTROL_HIGH};
const struct url_set url_set_fragment = {CONTROL_LOW | LOW(' ') | LOW('"') | LOW('<') | LOW('>'),
                                         CONTROL_HIGH | HIGH('`')};
const struct url_set url_set_query = {QUERY_LOW, CONTROL_HIGH};
const struct url_set url_set_special_query = {QUERY_LOW | LOW('\''), CONTROL_HIGH};
const struct url_set url_set_path = {PATH_LOW, PATH_HIGH};
const struct url_set url_set_userinfo = {USERINFO_LOW, USERINFO_HIGH};
const struct url_set url_set_form = {FORM_LOW, USERINFO_HIGH | HIGH('~')};

void url_text_encode(struct url_text *t, const char *bytes, size_t length, const struct url_set *set) {
    static const char digits[] = "0123456789ABCDEF";
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (url_set_has(set, c)) {
            char escape[3] = {'%', digits[c >> 4], digits[c & 15]};
            url_text_append(t, bytes + done, i - done);
            url_text_append(t, escape, 3);
            done = i + 1;
        }
    }
    url_text_append(t, bytes + done, length - done);
}

int url_hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void url_text_decode(struct url_text *t, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        int high = bytes[i] == '%' && i + 2 < length ? url_hex_value(bytes[i + 1]) : -1;
        int low = high < 0 ? -1 : url_hex_value(bytes[i + 2]);
        url_text_char(t, low < 0 ? bytes[i] : (char)(high << 4 | low));
        i += low < 0 ? 0 : 2;
    }
}
