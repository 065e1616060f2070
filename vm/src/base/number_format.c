// Shortest decimal form of a double, and integers to text.
//
// A double c * 2^q stands for all reals that round to it: the interval between the midpoints to its
// neighbours. The shortest decimals are found as in Raffaele Giulietti's Schubfach: with 10^k the largest
// power of ten not above the interval's width, the multiples of 10^(k+1) hit the interval at most once and
// those of 10^k at least once. All bounds are compared after scaling by 10^-k with 128-bit powers rounded up,
// keeping a sticky bit ("round to odd"), which the algorithm's proof shows to be enough.
#include "base/number.h"
#include "base/number_internal.h"

#include <math.h>
#include <string.h>

static const char number_pairs[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

// -- Integers --------------------------------------------------------------------------------------------

static unsigned number_count_digits(uint32_t value) {
    if (value < 100000) return value < 100 ? 1 + (value >= 10) : 3 + (value >= 1000) + (value >= 10000);
    return value < 10000000 ? 6 + (value >= 1000000) : 8 + (value >= 100000000) + (value >= 1000000000);
}

// Writes the lowest `count` digits.
static void number_put_digits(uint32_t value, unsigned count, char *out) {
    for (; count >= 2; count -= 2, value /= 100)
        memcpy(out + count - 2, number_pairs + 2 * (value % 100), 2);
    if (count) *out = (char)('0' + value);
}

size_t number_from_uint32(uint32_t value, char *out) {
    if (value < 10) {
        *out = (char)('0' + value);
        return 1;
    }
    unsigned count = number_count_digits(value);
    number_put_digits(value, count, out);
    return count;
}

size_t number_from_int32(int32_t value, char *out) {
    if (value >= 0) return number_from_uint32((uint32_t)value, out);
    *out = '-';
    return 1 + number_from_uint32(0 - (uint32_t)value, out + 1);
}

size_t number_from_uint64(uint64_t value, char *out) {
    if (value <= UINT32_MAX) return number_from_uint32((uint32_t)value, out);
    uint64_t high = value / 100000000;
    size_t length = number_from_uint64(high, out);
    number_put_digits((uint32_t)(value - high * 100000000), 8, out + length);
    return length + 8;
}

// -- Shortest --------------------------------------------------------------------------------------------

// factor * power / 2^128 with a lowest bit that tells whether anything was cut off.
static uint64_t number_round_to_odd(struct number_power power, uint64_t factor) {
    number_u128 low = (number_u128)power.low * factor;
    number_u128 high = (number_u128)power.high * factor + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

// The shortest decimal n * 10^*exponent for c * 2^q; n may have trailing zeros. `closer` says that the lower
// neighbour is at half the usual distance.
static uint64_t number_shortest(uint64_t c, int q, bool closer, int *exponent) {
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22; // floor(log10 of the interval's width)
    int h = q + number_floor_log2_power_of_ten(-k) + 1;
    struct number_power power = number_power_of_ten(-k);
    power.high += ++power.low == 0;
    uint64_t lower = number_round_to_odd(power, (4 * c - 2 + closer) << h);
    uint64_t middle = number_round_to_odd(power, (4 * c) << h);
    uint64_t upper = number_round_to_odd(power, (4 * c + 2) << h);
    lower += c & 1; // bounds belong to the interval when the significand is even
    upper -= c & 1;

    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above) {
            *exponent = k + 1;
            return tens + above;
        }
    }
    *exponent = k;
    bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
    if (below != above) return s + above;
    uint64_t half = 4 * s + 2;
    return s + (middle > half || (middle == half && (s & 1)));
}

int number_shortest_digits(double value, char digits[24], int *point) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    int biased = (int)(bits >> 52 & 0x7ff), exponent = 0;
    uint64_t c = biased ? fraction | (uint64_t)1 << 52 : fraction, n;
    int q = (biased ? biased : 1) - 1075;
    if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0)
        n = c >> -q; // an integer below 2^53
    else
        n = number_shortest(c, q, fraction == 0 && biased > 1, &exponent);
    int length = (int)number_from_uint64(n, digits);
    *point = length + exponent;
    while (digits[length - 1] == '0')
        length--;
    return length;
}

size_t number_put_point(const char *digits, int length, int point, char *out) {
    if (point <= 0) {
        size_t zeros = (size_t)-point;
        memcpy(out, "0.", 2);
        memset(out + 2, '0', zeros);
        memcpy(out + 2 + zeros, digits, (size_t)length);
        return 2 + zeros + (size_t)length;
    }
    memcpy(out, digits, (size_t)point);
    if (length == point) return (size_t)length;
    out[point] = '.';
    memcpy(out + point + 1, digits + point, (size_t)(length - point));
    return (size_t)length + 1;
}

size_t number_put_exponential(const char *digits, int length, int point, char *out) {
    char *p = out + number_put_point(digits, length, 1, out);
    *p++ = 'e';
    *p++ = point > 0 ? '+' : '-';
    p += number_from_uint32((uint32_t)(point > 0 ? point - 1 : 1 - point), p);
    return (size_t)(p - out);
}

size_t number_to_shortest(double value, char out[NUMBER_SHORTEST_SIZE]) {
    if (value >= INT32_MIN && value <= INT32_MAX && value == (int32_t)value)
        return number_from_int32((int32_t)value, out);
    if (isnan(value)) return (size_t)(stpcpy(out, "NaN") - out);
    size_t sign = value < 0;
    *out = '-';
    if (isinf(value)) return (size_t)(stpcpy(out + sign, "Infinity") - out);
    char digits[24];
    int point, length = number_shortest_digits(fabs(value), digits, &point);
    if (point > 21 || point <= -6) return sign + number_put_exponential(digits, length, point, out + sign);
    while (length < point)
        digits[length++] = '0';
    return sign + number_put_point(digits, length, point, out + sign);
}
