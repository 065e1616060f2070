// Numbers to text and back, exactly as ECMAScript wants them.
//
// Everything here is exact: parsing rounds to the nearest double (ties to even) for input of any length, the
// shortest form is the shortest that reads back and among those the closest, and the fixed forms round the
// exact binary value. Text is Latin-1, never terminated; formatters return the length written.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// -- Parsing (number_parse.c) ----------------------------------------------------------------------------

struct memory;

// Reads the longest prefix of `text` that is an unsigned StrDecimalLiteral without Infinity (digits with an
// optional point and exponent; ".5" and "5." count). Sets `*consumed`; when that is 0 the result is NaN. In
// long texts it polls `memory`, which may be NULL; what it gives when given up is of no use.
double number_parse_decimal(const struct memory *memory, const char *text, size_t length, size_t *consumed);

// Reads the longest prefix of digits in `radix` (2..36, letters in either case). Exact for radix 10 and
// powers of two; for others exact up to 2^53 and close beyond. Sets `*consumed`; when that is 0 the result is
// NaN. Polls as number_parse_decimal does.
double number_parse_radix(const struct memory *memory, const char *text, size_t length, unsigned radix,
                          size_t *consumed);

// Whether the whole text is a canonical array index, "0".."4294967294" without leading zeros. Sets `*index`
// if so.
bool number_is_array_index_latin1(const uint8_t *text, size_t length, uint32_t *index);
bool number_is_array_index_utf16(const uint16_t *text, size_t length, uint32_t *index);

// -- Formatting (number_format.c, number_exact.c) --------------------------------------------------------

// Room that the longest results need.
enum {
    NUMBER_SHORTEST_SIZE = 32,
    NUMBER_FIXED_SIZE = 128, // also exponential and precision
    NUMBER_RADIX_SIZE = 2304,
};

// Number::toString with radix 10, including NaN and the infinities.
size_t number_to_shortest(double value, char out[NUMBER_SHORTEST_SIZE]);

// Decimal digits of an integer, at most 10, 11 and 20 of them.
size_t number_from_uint32(uint32_t value, char *out);
size_t number_from_int32(int32_t value, char *out);
size_t number_from_uint64(uint64_t value, char *out);

// Number.prototype.toFixed, toExponential and toPrecision, including what they do with values that are not
// finite or, for toFixed, from 1e21 on. `digits` is 0..100, for toExponential also -1 (as many as necessary),
// for toPrecision 1..100.
size_t number_to_fixed(double value, int digits, char out[NUMBER_FIXED_SIZE]);
size_t number_to_exponential(double value, int digits, char out[NUMBER_FIXED_SIZE]);
size_t number_to_precision(double value, int digits, char out[NUMBER_FIXED_SIZE]);

// Number.prototype.toString with radix 2..36: for fractions the shortest digits that tell the value from its
// neighbours.
size_t number_to_radix(double value, unsigned radix, char out[NUMBER_RADIX_SIZE]);

// -- Conversion to integers ------------------------------------------------------------------------------

// ToInt32 for values outside of int64.
int32_t number_to_int32_slow(double value);

// ToInt32: the value modulo 2^32, 0 for NaN and infinities.
static inline int32_t number_to_int32(double value) {
    if (value > -0x1p63 && value < 0x1p63) return (int32_t)(uint32_t)(uint64_t)(int64_t)value;
    return number_to_int32_slow(value);
}

// ToUint32.
static inline uint32_t number_to_uint32(double value) { return (uint32_t)number_to_int32(value); }
