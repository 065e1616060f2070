// A growing text that lies in itself while it is short, and the percent-encoding that appends to it. Failure
// is sticky: append freely, look at `failed` once.
#ifndef URL_URL_TEXT_H
#define URL_URL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define URL_TEXT_INLINE 384
#define URL_TEXT_LIMIT ((size_t)1 << 31) // bytes

struct url_text {
    char *bytes; // not terminated
    size_t length, capacity;
    bool failed; // memory was refused, or the limit reached
    char inline_bytes[URL_TEXT_INLINE];
};

// The text must not be copied or moved as a struct: it may point into itself.
void url_text_start(struct url_text *t);
void url_text_free(struct url_text *t);
// Makes room for so many bytes more.
bool url_text_reserve(struct url_text *t, size_t more);
void url_text_append(struct url_text *t, const char *bytes, size_t length);
void url_text_char(struct url_text *t, char c);
void url_text_code_point(struct url_text *t, uint32_t code_point);
// Replaces `old` bytes from `start` on.
void url_text_replace(struct url_text *t, size_t start, size_t old, const char *bytes, size_t length);

// Decodes the UTF-8 sequence at bytes[*at] and moves *at behind it; U+FFFD for each maximal ill-formed part.
uint32_t url_decode_utf8(const char *bytes, size_t length, size_t *at);

// A percent-encode set: bits of the ASCII characters in it. Everything above ASCII belongs to each set.
struct url_set {
    uint64_t low, high; // characters 0..63, 64..127
};
extern const struct url_set url_set_control, url_set_fragment, url_set_query, url_set_special_query,
    url_set_path, url_set_userinfo, url_set_form;

static inline bool url_set_has(const struct url_set *set, unsigned char c) {
    return c >= 128 || ((c < 64 ? set->low : set->high) >> (c & 63) & 1);
}

// Appends with the bytes of the set percent-encoded.
void url_text_encode(struct url_text *t, const char *bytes, size_t length, const struct url_set *set);
// Appends with valid percent sequences decoded to bytes.
void url_text_decode(struct url_text *t, const char *bytes, size_t length);

// -1: no hexadecimal digit.
int url_hex_value(char c);

#endif
