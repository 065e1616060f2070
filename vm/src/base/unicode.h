// What ECMAScript needs to know of Unicode 17: identifiers, case, properties for \p{...}, normalization.
//
// The data is unicode_data.inc, written by tools/unicode.js; unicode_data.h tells its format. Normalization
// alone comes from utf8proc, with the Unicode version of the installed library.
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// -- Identifiers and space (unicode.c) -------------------------------------------------------------------

bool unicode_is_id_start_slow(uint32_t code_point);
bool unicode_is_id_continue_slow(uint32_t code_point);

// The property ID_Start: letters. Not `$` and `_`, which the language adds.
static inline bool unicode_is_id_start(uint32_t code_point) {
    if (code_point < 0x80) return (code_point | 32) - 'a' < 26;
    return unicode_is_id_start_slow(code_point);
}

// The property ID_Continue: letters, digits, marks, `_` and the joiners U+200C and U+200D. Not `$`.
static inline bool unicode_is_id_continue(uint32_t code_point) {
    if (code_point < 0x80) return (code_point | 32) - 'a' < 26 || code_point - '0' < 10 || code_point == '_';
    return unicode_is_id_continue_slow(code_point);
}

// General category Zs.
static inline bool unicode_is_space_separator(uint32_t code_point) {
    if (code_point < 0x1680) return code_point == 0x20 || code_point == 0xa0;
    return code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200a) || code_point == 0x202f ||
           code_point == 0x205f || code_point == 0x3000;
}

// -- Case (unicode.c) ------------------------------------------------------------------------------------

// Simple mapping, one code point to one.
uint32_t unicode_to_lower_simple(uint32_t code_point);

// Full mappings without regard to language or context. Return how many code points were written, 1 to 3.
unsigned unicode_to_lower(uint32_t code_point, uint32_t out[3]);
unsigned unicode_to_upper(uint32_t code_point, uint32_t out[3]);

// Full mappings of a text, as String.prototype.toLowerCase (final sigma included) and toUpperCase. Return the
// length of the result and write it unless `out` is NULL; three times `length` is always enough. `memory` is
// polled; SIZE_MAX: given up.
size_t unicode_lowercase(const struct memory *memory, const uint16_t *text, size_t length, uint16_t *out);
size_t unicode_uppercase(const struct memory *memory, const uint16_t *text, size_t length, uint16_t *out);

// Latin-1 maps to lower case within itself; to upper case too, but for U+00B5, U+00DF and U+00FF, which stay
// here.
static inline uint8_t unicode_latin1_lower(uint8_t c) {
    return (uint8_t)(c - 'A') < 26 || (c >= 0xc0 && c <= 0xde && c != 0xd7) ? c + 32 : c;
}

static inline uint8_t unicode_latin1_upper(uint8_t c) {
    return (uint8_t)(c - 'a') < 26 || (c >= 0xe0 && c <= 0xfe && c != 0xf7) ? c - 32 : c;
}

// Canonicalize of regular expressions that ignore case: with flag u or v (simple case folding), and without
// (upper case of one code unit, if that is one unit and does not move into ASCII).
uint32_t unicode_fold(uint32_t code_point);
uint32_t unicode_fold_legacy(uint32_t code_unit);

// Calls `visit` for every code point that folds to another, in ascending order; stops when it returns false.
// Returns whether all were visited.
typedef bool unicode_fold_visitor(void *context, uint32_t code_point, uint32_t folded);
bool unicode_each_fold(bool legacy, unicode_fold_visitor *visit, void *context);

// -- Properties (unicode_property.c) ---------------------------------------------------------------------

enum unicode_result {
    UNICODE_FOUND,
    UNICODE_UNKNOWN, // no such property or value in the tables of ECMAScript
    UNICODE_STOPPED, // the visitor returned false
};

typedef bool unicode_range_visitor(void *context, uint32_t first, uint32_t last);
typedef bool unicode_string_visitor(void *context, const uint32_t *code_points, size_t length);

// The code points of \p{name=value}, or of \p{name} when `value` is NULL, as ascending disjoint ranges. Names
// are compared exactly, long names and aliases. A NULL visitor only asks whether the property exists.
enum unicode_result unicode_property_ranges(const char *name, size_t name_length, const char *value,
                                            size_t value_length, unicode_range_visitor *visit, void *context);

// The strings of a property of strings such as RGI_Emoji, single code points among them, each once.
enum unicode_result unicode_property_strings(const char *name, size_t name_length,
                                             unicode_string_visitor *visit, void *context);

// -- Normalization (unicode_normalize.c) -----------------------------------------------------------------

enum unicode_form { UNICODE_NFC, UNICODE_NFD, UNICODE_NFKC, UNICODE_NFKD };

// Normalizes a text; lone surrogates stay. *out becomes a block of `memory` that the caller frees, or NULL
// when a quick look shows that the text already has the form. False when memory runs out or memory_poll says
// so.
bool unicode_normalize(struct memory *memory, enum unicode_form form, const uint16_t *text, size_t length,
                       uint16_t **out, size_t *out_length);
