// Text to double, correctly rounded.
//
// A literal is w * 10^q with w below 10^19. Three ways, each taken only when it is sure to be right:
//   1. w and 10^|q| are both doubles exactly: one multiplication or division rounds once (Clinger).
//   2. w times the 128-bit power of ten: rounded down, so the true value lies in [V, V + 2) units of the
//   product.
//      Unless a rounding boundary lies in there the result is decided (after Eisel and Lemire).
//   3. Big integers compare the literal with the midpoint between the two candidate doubles.
// A literal with more digits takes its first 19 as w; when w and w + 1 give the same double by way 2 that is
// the result, else way 3 looks at all digits. No midpoint has more than 767 digits, so beyond 800 it matters
// only whether any is not zero: a longer literal is shortened first.
#include "base/memory.h"
#include "base/number.h"
#include "base/number_internal.h"

#include <math.h>
#include <string.h>

enum {
    NUMBER_FAST_DIGITS = 19,
    NUMBER_SLOW_DIGITS = 800,
    NUMBER_LIMBS = 64, // lasts for 801 digits and for (2^54) * 5^1150
};

static const double number_exact_power[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// What way 2 finds: the significand and exponent rounded down, and how to round.
struct number_rounding {
    uint64_t significand; // below 2^53
    int exponent;         // of the significand's last bit
    bool up, unsure;
};

static double number_assemble(uint64_t significand, int exponent) {
    if (exponent > 971) return INFINITY;
    uint64_t bits =
        ((uint64_t)(exponent + 1074) << 52) + significand; // the hidden bit raises the exponent by one
    if (bits >= (uint64_t)0x7ff << 52) return INFINITY;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct number_rounding number_scale(uint64_t w, int q) {
    int zeros = __builtin_clzll(w);
    struct number_power power = number_power_of_ten(q);
    number_u128 low = (number_u128)(w << zeros) * power.low;
    number_u128 product = (number_u128)(w << zeros) * power.high + (uint64_t)(low >> 64);
    bool rest = (product & 3) != 0 || (uint64_t)low != 0;
    product >>= 2;

    int top = (product >> 125) ? 125 : 124;
    int exponent = top + number_floor_log2_power_of_ten(q) - 61 - zeros;
    if (exponent < -1076) return (struct number_rounding){.exponent = -1074};
    int shift = top - 52;
    if (exponent < -1022) {
        shift += -1022 - exponent;
        exponent = -1022;
    }
    number_u128 half = (number_u128)1 << (shift - 1), remainder = product & ((half << 1) - 1);
    struct number_rounding result = {.significand = (uint64_t)(product >> shift), .exponent = exponent - 52};
    if (number_power_is_exact(q))
        result.up = remainder > half || (remainder == half && (rest || (result.significand & 1)));
    else if (remainder >= half)
        result.up = true;
    else
        result.unsure = remainder + 2 > half;
    return result;
}

// -- Way 3 -----------------------------------------------------------------------------------------------

struct number_big {
    uint32_t length; // no leading zero limbs
    uint64_t limbs[NUMBER_LIMBS];
};

static void number_big_multiply_add(struct number_big *big, uint64_t factor, uint64_t addend) {
    for (uint32_t i = 0; i < big->length; i++) {
        number_u128 product = (number_u128)big->limbs[i] * factor + addend;
        big->limbs[i] = (uint64_t)product;
        addend = (uint64_t)(product >> 64);
    }
    if (addend) big->limbs[big->length++] = addend;
}

static void number_big_multiply_power_of_five(struct number_big *big, int power) {
    for (; power >= 27; power -= 27)
        number_big_multiply_add(big, 7450580596923828125, 0);
    for (; power >= 9; power -= 9)
        number_big_multiply_add(big, 1953125, 0);
    for (; power > 0; power--)
        number_big_multiply_add(big, 5, 0);
}

static void number_big_shift_left(struct number_big *big, int bits) {
    uint32_t limbs = (uint32_t)bits / 64;
    number_big_multiply_add(big, (uint64_t)1 << (bits % 64), 0);
    memmove(big->limbs + limbs, big->limbs, big->length * sizeof *big->limbs);
    memset(big->limbs, 0, limbs * sizeof *big->limbs);
    big->length += limbs;
}

static int number_big_compare(const struct number_big *a, const struct number_big *b) {
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    for (uint32_t i = a->length; i-- > 0;)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

// Decides between the candidate and the next double. `text` starts at the first digit that is not zero and
// may contain a point; `count` digits follow, of which the last stands for 10^power.
static bool number_rounds_up(struct number_rounding candidate, const char *text, size_t count,
                             int64_t power) {
    struct number_big literal = {0}, midpoint = {.length = 1, .limbs = {2 * candidate.significand + 1}};
    for (size_t i = 0; i < count; text++) {
        if (*text == '.') continue;
        number_big_multiply_add(&literal, 10, (uint64_t)(*text - '0'));
        i++;
    }
    int ten = (int)power, two = candidate.exponent - 1;
    if (ten >= 0)
        number_big_multiply_power_of_five(&literal, ten);
    else
        number_big_multiply_power_of_five(&midpoint, -ten);
    if (ten > two)
        number_big_shift_left(&literal, ten - two);
    else
        number_big_shift_left(&midpoint, two - ten);
    int order = number_big_compare(&literal, &midpoint);
    return order > 0 || (order == 0 && (candidate.significand & 1));
}

// -- Decimal literals ------------------------------------------------------------------------------------

static double number_round(struct number_rounding rounding, const char *text, size_t count, int64_t power) {
    if (rounding.unsure) rounding.up = number_rounds_up(rounding, text, count, power);
    return number_assemble(rounding.significand + rounding.up, rounding.exponent);
}

// More than 19 digits, leading zeros counted. The last of the `count` digits stands for 10^power.
static double number_parse_long(const char *text, size_t count, int64_t power) {
    while (count && (*text == '0' || *text == '.'))
        count -= *text++ == '0';
    if (!count) return 0;
    uint64_t w = 0;
    size_t used = 0;
    for (const char *p = text; used < count && used < NUMBER_FAST_DIGITS; p++)
        if (*p != '.') {
            w = w * 10 + (uint64_t)(*p - '0');
            used++;
        }
    int64_t q = power + (int64_t)(count - used);
    if (q > 308) return INFINITY;
    if (q < -342) return 0;
    struct number_rounding low = number_scale(w, (int)q);
    if (used < count) {
        struct number_rounding high = number_scale(w + 1, (int)q);
        low.unsure |= high.unsure || low.exponent != high.exponent ||
                      low.significand + low.up != high.significand + high.up;
    }
    return number_round(low, text, count, power);
}

// More than NUMBER_SLOW_DIGITS: takes the first of them that count, and one more that stands for the rest.
static double number_parse_longest(const struct memory *memory, const char *text, size_t count,
                                   int64_t power) {
    size_t step = 0;
    for (; count && (*text == '0' || *text == '.'); text++) {
        count -= *text == '0';
        if (!memory_poll_step(memory, step++)) return 0;
    }
    char digits[NUMBER_SLOW_DIGITS + 1];
    size_t used = 0;
    for (; used < count && used < NUMBER_SLOW_DIGITS; text++)
        if (*text != '.') digits[used++] = *text;
    size_t rest = count - used;
    if (!rest) return number_parse_long(digits, used, power);
    for (size_t i = 0; i < rest && (*text == '0' || *text == '.'); text++) {
        i += *text == '0';
        if (i == rest) return number_parse_long(digits, used, power + (int64_t)rest);
        if (!memory_poll_step(memory, step++)) return 0;
    }
    digits[used] = '1';
    return number_parse_long(digits, used + 1, power + (int64_t)rest - 1);
}

// Reads "e", an optional sign and digits; returns the end, or `text` when that is not what follows.
static const char *number_parse_exponent(const struct memory *memory, const char *text, const char *end,
                                         int64_t *exponent) {
    const char *p = text;
    if (p == end || (*p | 32) != 'e') return text;
    p++;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || (unsigned)(*p - '0') > 9) return text;
    int64_t value = 0;
    for (; p < end && (unsigned)(*p - '0') <= 9 && memory_poll_step(memory, (size_t)(p - text)); p++)
        if (value < (int64_t)1 << 50) value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    return p;
}

// Behind the digits at `p`, MEMORY_POLL_STEPS of which have been read.
static const char *number_skip_digits(const struct memory *memory, const char *p, const char *end) {
    for (size_t i = 0; p < end && (unsigned)(*p - '0') <= 9 && memory_poll_step(memory, i); p++, i++) {
    }
    return p;
}

double number_parse_decimal(const struct memory *memory, const char *text, size_t length, size_t *consumed) {
    const char *p = text, *end = text + length;
    const char *near = length > MEMORY_POLL_STEPS ? text + MEMORY_POLL_STEPS : end;
    uint64_t w = 0;
    unsigned digit;
    for (; p < near && (digit = (unsigned)(*p - '0')) <= 9; p++)
        w = w * 10 + digit;
    if (p == near) p = number_skip_digits(memory, p, end);
    size_t count = (size_t)(p - text);
    int64_t q = 0;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        for (; p < near && (digit = (unsigned)(*p - '0')) <= 9; p++)
            w = w * 10 + digit;
        if (p >= near) p = number_skip_digits(memory, p, end);
        q = -(int64_t)(p - fraction);
        count += (size_t)(p - fraction);
    }
    if (!count) {
        *consumed = 0;
        return NAN;
    }
    int64_t power = q;
    if (p < end) p = number_parse_exponent(memory, p, end, &power);
    *consumed = (size_t)(p - text);
    if (count > NUMBER_SLOW_DIGITS) return number_parse_longest(memory, text, count, power);
    if (count > NUMBER_FAST_DIGITS) return number_parse_long(text, count, power);
    if (w <= (uint64_t)1 << 53 && power >= -22 && power <= 22)
        return power < 0 ? (double)w / number_exact_power[-power] : (double)w * number_exact_power[power];
    if (w == 0 || power < -342) return 0;
    if (power > 308) return INFINITY;
    struct number_rounding rounding = number_scale(w, (int)power);
    if (!rounding.unsure) return number_assemble(rounding.significand + rounding.up, rounding.exponent);
    return number_parse_long(text, count, power);
}

// -- Other radices ---------------------------------------------------------------------------------------

static unsigned number_digit_value(char c) {
    if ((unsigned)(c - '0') <= 9) return (unsigned)(c - '0');
    unsigned letter = (unsigned)((c | 32) - 'a');
    return letter < 26 ? letter + 10 : 99;
}

// The bits of the digits are collected until 64 significant ones are at hand; what follows only scales the
// value and is remembered by a lowest bit, so the conversion to double rounds correctly.
static double number_parse_bits(const struct memory *memory, const char *text, size_t count, unsigned radix) {
    unsigned bits = (unsigned)__builtin_ctz(radix);
    uint64_t w = 0;
    size_t i = 0;
    for (; i < count && w >> (64 - bits) == 0 && memory_poll_step(memory, i); i++)
        w = w << bits | number_digit_value(text[i]);
    size_t dropped = count - i;
    for (; i < count && memory_poll_step(memory, i); i++)
        if (text[i] != '0') {
            w |= 1;
            break;
        }
    return dropped > 1024 ? INFINITY : ldexp((double)w, (int)(dropped * bits));
}

double number_parse_radix(const struct memory *memory, const char *text, size_t length, unsigned radix,
                          size_t *consumed) {
    size_t count = 0;
    while (count < length && number_digit_value(text[count]) < radix && memory_poll_step(memory, count))
        count++;
    *consumed = count;
    if (!count) return NAN;
    if (radix == 10) {
        size_t unused;
        return number_parse_decimal(memory, text, count, &unused);
    }
    if ((radix & (radix - 1)) == 0) return number_parse_bits(memory, text, count, radix);
    double value = 0;
    size_t step = 0;
    for (size_t i = 0; i < count && value < INFINITY && memory_poll_step(memory, step++);) {
        uint64_t part = 0, scale = 1;
        for (; i < count && scale <= UINT64_MAX / 36 / 36; i++) {
            part = part * radix + number_digit_value(text[i]);
            scale *= radix;
        }
        value = value * (double)scale + (double)part;
    }
    return value;
}

// -- Array indices ---------------------------------------------------------------------------------------

#define NUMBER_ARRAY_INDEX(text, length, index)                                                              \
    do {                                                                                                     \
        if ((length) == 0 || (length) > 10 || ((text)[0] == '0' && (length) > 1)) return false;              \
        uint64_t value = 0;                                                                                  \
        for (size_t i = 0; i < (length); i++) {                                                              \
            unsigned digit = (unsigned)(text)[i] - '0';                                                      \
            if (digit > 9) return false;                                                                     \
            value = value * 10 + digit;                                                                      \
        }                                                                                                    \
        *(index) = (uint32_t)value;                                                                          \
        return value < UINT32_MAX;                                                                           \
    } while (0)

bool number_is_array_index_latin1(const uint8_t *text, size_t length, uint32_t *index) {
    NUMBER_ARRAY_INDEX(text, length, index);
}

bool number_is_array_index_utf16(const uint16_t *text, size_t length, uint32_t *index) {
    NUMBER_ARRAY_INDEX(text, length, index);
}

// -- ToInt32 ---------------------------------------------------------------------------------------------

int32_t number_to_int32_slow(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075; // of the last bit of the significand
    if (exponent >= 32) return 0;                    // NaN and infinities too
    uint32_t magnitude =
        (uint32_t)((bits & (((uint64_t)1 << 52) - 1)) << exponent); // the hidden bit is above 2^32
    return (int32_t)(bits >> 63 ? 0 - magnitude : magnitude);
}
