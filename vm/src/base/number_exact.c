// toFixed, toExponential, toPrecision and toString(radix): forms that ask for a given number of digits.
//
// A double is a finite decimal, so "n for which n / 10^f - x is as close to zero as possible, the larger of
// two" is a look at its exact digits: round up when the next one is 5 or more. The exact digits come from an
// integer part divided by 10^9 again and again and a fraction multiplied by 10^9; values of everyday size
// need only 128 bits, and up to 17 significant digits come from the product with a 128-bit power of ten when
// its error is harmless.
#include "base/number.h"
#include "base/number_internal.h"

#include <math.h>
#include <string.h>

enum {
    NUMBER_EXACT_LIMBS = 36, // of 32 bits: 1024 bits before the point, 1074 behind it
    NUMBER_EXACT_SIZE = 448, // digits: 309 before the point and 101 more, in nines
    NUMBER_QUICK_DIGITS = 17,
};

// Splits a positive finite value into c * 2^q.
static uint64_t number_split(double value, int *q) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    *q = (biased ? biased : 1) - 1075;
    return biased ? fraction | (uint64_t)1 << 52 : fraction;
}

// Nine digits with leading zeros.
static void number_put_nine(uint32_t value, char *out) {
    for (int i = 9; i-- > 0; value /= 10)
        out[i] = (char)('0' + value % 10);
}

// Places c * 2^shift (shift >= 0) in limbs, lowest first; returns how many.
static int number_spread(uint64_t c, int shift, uint32_t limbs[NUMBER_EXACT_LIMBS]) {
    int first = shift / 32;
    number_u128 wide = (number_u128)c << (shift % 32);
    memset(limbs, 0, (size_t)first * sizeof *limbs);
    int length = first;
    for (; wide; wide >>= 32)
        limbs[length++] = (uint32_t)wide;
    return length;
}

// Digits of an integer c * 2^shift, without leading zeros. Returns their count, at most 309.
static int number_integer_digits(uint64_t c, int shift, char *digits) {
    if (shift == 0) return (int)number_from_uint64(c, digits);
    uint32_t limbs[NUMBER_EXACT_LIMBS], parts[NUMBER_EXACT_LIMBS];
    int length = number_spread(c, shift, limbs), count = 0;
    while (length) {
        uint64_t rest = 0;
        for (int i = length; i-- > 0;) {
            uint64_t wide = rest << 32 | limbs[i];
            limbs[i] = (uint32_t)(wide / 1000000000);
            rest = wide % 1000000000;
        }
        while (length && limbs[length - 1] == 0)
            length--;
        parts[count++] = (uint32_t)rest;
    }
    int digits_written = (int)number_from_uint32(parts[--count], digits);
    while (count) {
        number_put_nine(parts[--count], digits + digits_written);
        digits_written += 9;
    }
    return digits_written;
}

// Exact leading digits of a positive value, without leading zeros: more than `count` of them and more than
// `places` behind the point, or all there are. Returns how many; the value is 0.ddd * 10^point.
static int number_exact_digits(double value, int count, int places, char *digits, int *point) {
    int q;
    uint64_t c = number_split(value, &q);
    if (q >= 0) return *point = number_integer_digits(c, q, digits);
    int length = 0, bits = -q; // behind the point
    if (bits < 53 && c >> bits) length = number_integer_digits(c >> bits, 0, digits);
    *point = length;
    if (bits < 64) c &= ((uint64_t)1 << bits) - 1;

    uint32_t limbs[NUMBER_EXACT_LIMBS]; // in units of 2^(-32 * limb_count)
    int limb_count = (bits + 31) / 32, low = 0;
    int used = number_spread(c, limb_count * 32 - bits, limbs);
    memset(limbs + used, 0, (size_t)(limb_count - used) * sizeof *limbs);
    for (int behind = 0; length <= count || behind <= places; behind += 9) {
        while (low < limb_count && limbs[low] == 0)
            low++;
        if (low == limb_count) break;
        uint64_t carry = 0;
        for (int i = low; i < limb_count; i++) {
            carry += (uint64_t)limbs[i] * 1000000000;
            limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
        char nine[9];
        number_put_nine((uint32_t)carry, nine);
        int skip = 0;
        while (!length && skip < 9 && nine[skip] == '0')
            skip++;
        *point -= skip;
        memcpy(digits + length, nine + skip, (size_t)(9 - skip));
        length += 9 - skip;
    }
    return length;
}

// Rounds half up to the first `count` digits, filling with zeros. A carry through all of them makes 1000...,
// with one more digit if `grow`. Returns the number of digits, none when `count` is negative.
static int number_round_half_up(char *digits, int length, int count, bool grow, int *point) {
    if (count < 0) return 0;
    if (count >= length) {
        memset(digits + length, '0', (size_t)(count - length));
        return count;
    }
    if (digits[count] < '5') return count;
    int i = count;
    while (i > 0 && digits[i - 1] == '9')
        digits[--i] = '0';
    if (i > 0) {
        digits[i - 1]++;
        return count;
    }
    if (grow) digits[count++] = '0';
    digits[0] = '1';
    ++*point;
    return count;
}

// Sets *n to value * 10^k rounded half up, if that is below 2^60 and the error of the power does not matter.
static bool number_quick_scale(double value, int k, uint64_t *n) {
    int q;
    uint64_t c = number_split(value, &q);
    int zeros = __builtin_clzll(c);
    struct number_power power = number_power_of_ten(k);
    number_u128 low = (number_u128)(c << zeros) * power.low;
    number_u128 product = (number_u128)(c << zeros) * power.high + (uint64_t)(low >> 64);
    int shift = 63 + zeros - q - number_floor_log2_power_of_ten(k);
    if (shift < 68 || shift > 127) return false;
    number_u128 half = (number_u128)1 << (shift - 1), rest = product & ((half << 1) - 1);
    if (!number_power_is_exact(k) && rest < half && rest + 2 > half) return false;
    *n = (uint64_t)(product >> shift) + (rest >= half);
    return true;
}

// Rounds a positive value to `count` significant digits.
static void number_round_to_count(double value, int count, char digits[NUMBER_EXACT_SIZE], int *point) {
    if (count <= NUMBER_QUICK_DIGITS) {
        int q;
        uint64_t c = number_split(value, &q), n, limit = 1;
        for (int i = 0; i < count; i++)
            limit *= 10;
        int magnitude = ((q + 63 - __builtin_clzll(c)) * 1262611) >> 22; // floor(log10 value), or one less
        bool known = number_quick_scale(value, count - 1 - magnitude, &n);
        if (known && n > limit) known = number_quick_scale(value, count - 1 - ++magnitude, &n);
        if (known) {
            number_from_uint64(n, digits); // n = limit has one digit more, a zero
            *point = magnitude + 1 + (n == limit);
            return;
        }
    }
    int length = number_exact_digits(value, count, -1, digits, point);
    number_round_half_up(digits, length, count, false, point);
}

// Rounds a positive value below 1e21 to `places` digits behind the point; returns the count of digits, 0 for
// zero.
static int number_round_to_places(double value, int places, char digits[NUMBER_EXACT_SIZE], int *point) {
    uint64_t n;
    if (number_quick_scale(value, places, &n)) {
        int length = n ? (int)number_from_uint64(n, digits) : 0;
        *point = length - places;
        return length;
    }
    int length = number_exact_digits(value, -1, places, digits, point);
    return number_round_half_up(digits, length, *point + places, true, point);
}

// -- The fixed forms -------------------------------------------------------------------------------------

size_t number_to_fixed(double value, int digits, char out[NUMBER_FIXED_SIZE]) {
    if (!(fabs(value) < 1e21)) return number_to_shortest(value, out);
    size_t sign = value < 0;
    *out = '-';
    char text[NUMBER_EXACT_SIZE];
    int point = 0, length = value == 0 ? 0 : number_round_to_places(fabs(value), digits, text, &point);
    if (!length) {
        point = 1;
        length = digits + 1;
        memset(text, '0', (size_t)length);
    }
    return sign + number_put_point(text, length, point, out + sign);
}

size_t number_to_exponential(double value, int digits, char out[NUMBER_FIXED_SIZE]) {
    if (!isfinite(value)) return number_to_shortest(value, out);
    size_t sign = value < 0;
    *out = '-';
    char text[NUMBER_EXACT_SIZE];
    int point = 1, length = digits + 1;
    if (value == 0) {
        length += digits < 0;
        memset(text, '0', (size_t)length);
    } else if (digits < 0)
        length = number_shortest_digits(fabs(value), text, &point);
    else
        number_round_to_count(fabs(value), length, text, &point);
    return sign + number_put_exponential(text, length, point, out + sign);
}

size_t number_to_precision(double value, int digits, char out[NUMBER_FIXED_SIZE]) {
    if (!isfinite(value)) return number_to_shortest(value, out);
    size_t sign = value < 0;
    *out = '-';
    char text[NUMBER_EXACT_SIZE];
    int point = 1;
    if (value == 0)
        memset(text, '0', (size_t)digits);
    else
        number_round_to_count(fabs(value), digits, text, &point);
    if (point < -5 || point > digits) return sign + number_put_exponential(text, digits, point, out + sign);
    return sign + number_put_point(text, digits, point, out + sign);
}

// -- Other radices ---------------------------------------------------------------------------------------

static const char number_radix_digits[36] = "0123456789abcdefghijklmnopqrstuvwxyz";

// Writes digits of `fraction` until what is left is within half the distance to the next double. Returns
// their count; *carry is set when rounding the last one up ran through all of them.
static int number_put_radix_fraction(double fraction, double delta, unsigned radix, char *out, bool *carry) {
    int length = 0;
    unsigned char digits[1104];
    do {
        fraction *= radix;
        delta *= radix;
        int digit = (int)fraction;
        digits[length++] = (unsigned char)digit;
        fraction -= digit;
        if ((fraction > 0.5 || (fraction == 0.5 && (digit & 1))) && fraction + delta > 1) {
            while (length > 0 && digits[length - 1] + 1u == radix)
                length--;
            *carry = length == 0;
            if (length) digits[length - 1]++;
            break;
        }
    } while (fraction >= delta);
    for (int i = 0; i < length; i++)
        out[i] = number_radix_digits[digits[i]];
    return length;
}

size_t number_to_radix(double value, unsigned radix, char out[NUMBER_RADIX_SIZE]) {
    if (radix == 10 || !isfinite(value)) return number_to_shortest(value, out);
    size_t sign = value < 0;
    *out = '-';
    value = fabs(value);
    double integer = floor(value), fraction = value - integer;
    double delta = fmax(0.5 * (nextafter(value, INFINITY) - value), 0x1p-1074);
    char digits[1104];
    int behind = 0;
    bool carry = false;
    if (fraction >= delta) behind = number_put_radix_fraction(fraction, delta, radix, digits, &carry);
    integer += carry;

    // Of an integer that has more digits than a double can tell apart, the last are zeros.
    char whole[1104];
    size_t start = sizeof whole;
    while (integer / radix >= 0x1p53) {
        integer /= radix;
        whole[--start] = '0';
    }
    if (integer < 0x1p53) {
        uint64_t n = (uint64_t)integer;
        do
            whole[--start] = number_radix_digits[n % radix];
        while (n /= radix);
    } else {
        do {
            double rest = fmod(integer, radix);
            whole[--start] = number_radix_digits[(unsigned)rest];
            integer = (integer - rest) / radix;
        } while (integer > 0);
    }
    size_t length = sign + sizeof whole - start;
    memcpy(out + sign, whole + start, sizeof whole - start);
    if (behind) {
        out[length++] = '.';
        memcpy(out + length, digits, (size_t)behind);
        length += (size_t)behind;
    }
    return length;
}
