// Shared by the number_*.c files.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 number_u128;

// -- number_power.c --------------------------------------------------------------------------------------

enum { NUMBER_POWER_MINIMUM = -351, NUMBER_POWER_MAXIMUM = 350 };

// The significand of a power of ten: floor(10^k / 2^(L - 127)) where L = floor(log2 10^k), so bit 127 is set.
struct number_power {
    uint64_t high, low;
};

struct number_power number_power_of_ten(int k);

// Whether that significand is exact, nothing having been rounded off.
static inline bool number_power_is_exact(int k) { return k >= 0 && k <= 55; }

// floor(log2 10^k), right for |k| <= 1000.
static inline int number_floor_log2_power_of_ten(int k) { return (k * 1741647) >> 19; }

// -- number_format.c -------------------------------------------------------------------------------------

// Writes 1..17 digits d of a positive finite value without trailing zeros, so that 0.ddd * 10^point is the
// shortest decimal that reads back, and the closest of those. Returns their count.
int number_shortest_digits(double value, char digits[24], int *point);

// Writes 0.ddd * 10^point in fixed notation, point <= length.
size_t number_put_point(const char *digits, int length, int point, char *out);

// Writes the same in exponential notation.
size_t number_put_exponential(const char *digits, int length, int point, char *out);
