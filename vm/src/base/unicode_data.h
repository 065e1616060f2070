// The format of unicode_data.inc, for the unicode_*.c files.
//
// All data is printable text. A digit, 0 to 89, is a character from '#' to '~' other than '?' and '\'. Fields
// have a fixed number of digits, highest first, or are numbers of variable length: one digit below 58; two
// digits 58 + n, m for 58 + 90n + m with n < 31; or 89 and four digits.
//
// A set of code points is: gap to the range before, length - 1, and so on. A map is: value, length - 1, and
// so on, from U+0000 on without gaps. Where a string holds several records each ends with a zero, and an
// empty one comes last.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bit maps: a code point's block is a two-digit number in the index; a block is 32 digits of 6 bits.
enum {
    UNICODE_BLOCK = 192,
    UNICODE_PLANE_14 = 0x33480, // U+E0000 is moved down to here
    UNICODE_BITMAP_END = UNICODE_PLANE_14 + 0x240,
};

extern const char unicode_bitmap_blocks[];
extern const char unicode_bitmap_id_start[];
extern const char unicode_bitmap_id_continue[];
extern const char unicode_bitmap_cased[];
extern const char unicode_bitmap_case_ignorable[];

// Runs of a simple mapping: start (3 digits), length (2), stride (1), difference + 2^18 (4).
enum { UNICODE_RUN_DIGITS = 10 };
extern const char unicode_lower_runs[];
extern const char unicode_upper_runs[];
extern const char unicode_fold_runs[];
extern const uint32_t unicode_lower_run_count, unicode_upper_run_count, unicode_fold_run_count;

// Mappings to several: code point and up to three results, 3 digits each, zero for none.
enum { UNICODE_SPECIAL_DIGITS = 12 };
extern const char unicode_lower_special[];
extern const char unicode_upper_special[];
extern const uint32_t unicode_lower_special_count, unicode_upper_special_count;

// Records in turn: names (separated by '|'), set.
extern const char unicode_binary[];

// Records of names in the order of the values. Of categories there are 30, then the groups Cased_Letter,
// Letter, Mark, Number, Punctuation, Symbol, Separator, Other, which are runs of categories.
enum { UNICODE_CATEGORIES = 30, UNICODE_UNASSIGNED = 29 };
extern const char unicode_category_names[];
extern const char unicode_category_runs[]; // map
extern const char unicode_script_names[];
extern const char unicode_script_runs[]; // map

// Records of the numbers of scripts that are a set of extensions; and a map to the numbers of these records,
// from 1 on, 0 for code points that extend only their script.
extern const char unicode_extension_sets[];
extern const char unicode_extension_runs[];

// Records in turn: name, strings. A string: count of code points shared with the one before (digit), count of
// more (digit), and each of those as its zigzag difference to the last code point at this place (at first
// U+1F000).
extern const char unicode_sequences[];
enum { UNICODE_SEQUENCE_MAXIMUM = 16 }; // code points

static inline uint32_t unicode_digit(char c) { return (uint32_t)(c - '#') - (c > '?') - (c > '\\'); }

static inline char unicode_to_digit(uint32_t value) {
    return (char)(value + '#' + (value >= '?' - '#') + (value >= '\\' - '#' - 1));
}

static inline uint32_t unicode_fixed(const char *text, int digits) {
    uint32_t value = 0;
    while (digits-- > 0)
        value = value * 90 + unicode_digit(*text++);
    return value;
}

static inline uint32_t unicode_number(const char **text) {
    uint32_t first = unicode_digit(*(*text)++);
    if (first < 58) return first;
    if (first < 89) return 58 + (first - 58) * 90 + unicode_digit(*(*text)++);
    *text += 4;
    return unicode_fixed(*text - 4, 4);
}
