// Encodings of text: UTF-8, WTF-8, UTF-16 and Latin-1.
//
// Strings of the language are sequences of UTF-16 units in which surrogates may stand alone. Their byte form
// is WTF-8: UTF-8 that also admits the three-byte form of a lone surrogate, so nothing is lost on the way out
// and back. Strict UTF-8 is for everything that leaves or enters the program as text.
//
// Decoding never fails: an ill-formed sequence (its maximal subpart, as the WHATWG decoder defines it)
// becomes one U+FFFD. Lengths are in units of the type; nothing is terminated.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum utf_mode {
    UTF_STRICT, // lone surrogates are ill-formed: U+FFFD
    UTF_WTF,    // lone surrogates are kept
};

#define UTF_REPLACEMENT ((uint32_t)0xfffd)
#define UTF_INVALID UINT32_MAX
#define UTF_MAXIMUM ((uint32_t)0x10ffff)

// -- Surrogates ------------------------------------------------------------------------------------------

static inline bool utf_is_lead(uint32_t unit) { return (unit & ~(uint32_t)0x3ff) == 0xd800; }

static inline bool utf_is_trail(uint32_t unit) { return (unit & ~(uint32_t)0x3ff) == 0xdc00; }

static inline bool utf_is_surrogate(uint32_t unit) { return (unit & ~(uint32_t)0x7ff) == 0xd800; }

static inline uint32_t utf_combine(uint32_t lead, uint32_t trail) {
    return (lead << 10) + trail - (((uint32_t)0xd800 << 10) + 0xdc00 - 0x10000);
}

// The two units of a code point from U+10000 on.
static inline uint16_t utf_lead(uint32_t code_point) { return (uint16_t)(0xd7c0 + (code_point >> 10)); }

static inline uint16_t utf_trail(uint32_t code_point) { return (uint16_t)(0xdc00 | (code_point & 0x3ff)); }

// -- Iteration -------------------------------------------------------------------------------------------

// The code point at *position, which must be below `length`; a lone surrogate is returned as it is. Advances.
static inline uint32_t utf_next16(const uint16_t *text, size_t length, size_t *position) {
    uint32_t unit = text[(*position)++];
    if (utf_is_lead(unit) && *position < length && utf_is_trail(text[*position]))
        return utf_combine(unit, text[(*position)++]);
    return unit;
}

// The code point that ends before *position, which must not be 0. Moves back.
static inline uint32_t utf_previous16(const uint16_t *text, size_t *position) {
    uint32_t unit = text[--*position];
    if (utf_is_trail(unit) && *position > 0 && utf_is_lead(text[*position - 1]))
        return utf_combine(text[--*position], unit);
    return unit;
}

// The part of utf_next8 for bytes that are not ASCII.
uint32_t utf_next8_slow(const char *text, size_t length, size_t *position, enum utf_mode mode);

// The code point at *position, which must be below `length`, or UTF_INVALID for an ill-formed sequence.
// Advances past it.
static inline uint32_t utf_next8(const char *text, size_t length, size_t *position, enum utf_mode mode) {
    unsigned char byte = (unsigned char)text[*position];
    if (byte < 0x80) {
        ++*position;
        return byte;
    }
    return utf_next8_slow(text, length, position, mode);
}

// Writes one code point (surrogates too) as 1 to 4 bytes; returns how many.
static inline size_t utf_put8(uint32_t code_point, char *out) {
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xc0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3f));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xe0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code_point & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code_point & 0x3f));
    return 4;
}

// Writes one code point as 1 or 2 units; returns how many.
static inline size_t utf_put16(uint32_t code_point, uint16_t *out) {
    if (code_point < 0x10000) {
        out[0] = (uint16_t)code_point;
        return 1;
    }
    out[0] = utf_lead(code_point);
    out[1] = utf_trail(code_point);
    return 2;
}

// -- Bytes to units --------------------------------------------------------------------------------------

// The number of leading bytes below 0x80.
size_t utf_ascii_prefix(const char *text, size_t length);

// Whether the bytes are well-formed UTF-8.
bool utf_is_valid8(const char *text, size_t length);

// What decoding will give.
struct utf_measure {
    size_t units;    // length in UTF-16
    uint16_t widest; // all units or-ed together: below 0x80 the text is ASCII, below 0x100 Latin-1
    bool valid;      // nothing is ill-formed
};

struct utf_measure utf_measure8(const char *text, size_t length, enum utf_mode mode);

// Decodes text whose `widest` is below 0x100; `out` has room for the measured units. Returns their number.
size_t utf_decode_latin1(const char *text, size_t length, uint8_t *out);

// Decodes any bytes; `out` has room for the measured units (`length` is always enough). Returns their number.
size_t utf_decode_utf16(const char *text, size_t length, uint16_t *out, enum utf_mode mode);

// How many bytes at the end are the beginning of a sequence that more bytes could complete, 0 to 3. A decoder
// of a stream holds them back.
size_t utf_incomplete_tail8(const char *text, size_t length);

// -- Units to bytes --------------------------------------------------------------------------------------

// The length in UTF-8. A lone surrogate is three bytes in either mode.
size_t utf_length8_latin1(const uint8_t *text, size_t length);
size_t utf_length8_utf16(const uint16_t *text, size_t length);

// Encode; `out` has room for the length above (twice `length` for Latin-1, three times for UTF-16 is always
// enough). Return the number of bytes.
size_t utf_encode_latin1(const uint8_t *text, size_t length, char *out);
size_t utf_encode_utf16(const uint16_t *text, size_t length, char *out, enum utf_mode mode);

// -- Units to units --------------------------------------------------------------------------------------

// Whether all units are below 0x100.
bool utf_is_latin1(const uint16_t *text, size_t length);

// Whether every lead surrogate is followed by a trail surrogate and no trail stands alone.
bool utf_is_well_formed16(const uint16_t *text, size_t length);

// Latin-1 to UTF-16.
void utf_widen(const uint8_t *text, size_t length, uint16_t *out);

// UTF-16 with all units below 0x100 to Latin-1.
void utf_narrow(const uint16_t *text, size_t length, uint8_t *out);
