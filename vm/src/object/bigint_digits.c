// Magnitude arithmetic: schoolbook and Karatsuba multiplication; division by Knuth's algorithm D, and for
// long operands by Burnikel and Ziegler's recursion, which divides as fast as it multiplies.
#include "object/bigint_digits.h"

#include <string.h>

#include "base/memory.h"

#define KARATSUBA_MINIMUM 40 // digits of the shorter factor
#define RECURSION_MINIMUM 80 // digits of divisor and quotient
#define POLL_MINIMUM 512     // digits of a part of a product or quotient before which a poll is worth it

typedef unsigned __int128 double_digit;

size_t digits_trim(const uint64_t *a, size_t n) {
    while (n && !a[n - 1])
        n--;
    return n;
}

int digits_compare(const uint64_t *a, size_t n, const uint64_t *b, size_t m) {
    if (n != m) return n < m ? -1 : 1;
    while (n--) {
        if (a[n] != b[n]) return a[n] < b[n] ? -1 : 1;
    }
    return 0;
}

uint32_t digits_bit_length(const uint64_t *a, size_t n) {
    return n ? (uint32_t)(n * 64) - (uint32_t)__builtin_clzll(a[n - 1]) : 0;
}

uint64_t digits_add(uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b, size_t m) {
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        double_digit sum = (double_digit)a[i] + (i < m ? b[i] : 0) + carry;
        out[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    return carry;
}

uint64_t digits_subtract(uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b, size_t m) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < n; i++) {
        double_digit difference = (double_digit)a[i] - (i < m ? b[i] : 0) - borrow;
        out[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    return borrow;
}

uint64_t digits_multiply_small(uint64_t *a, size_t n, uint64_t factor, uint64_t summand) {
    for (size_t i = 0; i < n; i++) {
        double_digit product = (double_digit)a[i] * factor + summand;
        a[i] = (uint64_t)product;
        summand = (uint64_t)(product >> 64);
    }
    return summand;
}

// floor((2^128 - 1) / divisor) - 2^64 for a divisor with its top bit set.
static uint64_t reciprocal_of(uint64_t divisor) {
    return (uint64_t)((((double_digit)~divisor << 64) | UINT64_MAX) / divisor);
}

// (high, low) / divisor by two multiplications (Moeller and Granlund); high < divisor.
static inline uint64_t divide_digit(uint64_t high, uint64_t low, uint64_t divisor, uint64_t reciprocal,
                                    uint64_t *remainder) {
    double_digit product = (double_digit)reciprocal * high + ((double_digit)high << 64 | low);
    uint64_t quotient = (uint64_t)(product >> 64) + 1;
    uint64_t rest = low - quotient * divisor;
    if (rest > (uint64_t)product) {
        quotient--;
        rest += divisor;
    }
    if (rest >= divisor) {
        quotient++;
        rest -= divisor;
    }
    *remainder = rest;
    return quotient;
}

uint64_t digits_divide_small(uint64_t *out, const uint64_t *a, size_t n, uint64_t divisor) {
    unsigned shift = (unsigned)__builtin_clzll(divisor);
    uint64_t remainder = 0;
    divisor <<= shift;
    uint64_t reciprocal = reciprocal_of(divisor);
    if (shift && n) remainder = a[n - 1] >> (64 - shift);
    for (size_t i = n; i--;) {
        uint64_t digit = a[i] << shift | (shift && i ? a[i - 1] >> (64 - shift) : 0);
        uint64_t quotient = divide_digit(remainder, digit, divisor, reciprocal, &remainder);
        if (out) out[i] = quotient;
    }
    return remainder >> shift;
}

// -- Multiplication -------------------------------------------------------------------------------------

static void multiply_school(uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b, size_t m) {
    memset(out, 0, (n + m) * sizeof *out);
    for (size_t j = 0; j < m; j++) {
        uint64_t carry = 0, factor = b[j];
        for (size_t i = 0; i < n; i++) {
            double_digit product = (double_digit)a[i] * factor + out[i + j] + carry;
            out[i + j] = (uint64_t)product;
            carry = (uint64_t)(product >> 64);
        }
        out[j + n] = carry;
    }
}

// Adds b[m] to a in place; the sum is known to fit.
static void accumulate(uint64_t *a, const uint64_t *b, size_t m) {
    uint64_t carry = digits_add(a, a, m, b, m);
    for (a += m; carry; a++)
        carry = ++*a == 0;
}

// out[2 n] = a[n] * b[n]. With a = a1 B + a0, b = b1 B + b0: a1 b1 B^2 + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1)
// B + a0 b0. `scratch` has room for karatsuba_scratch(n) digits. False: given up.
static size_t karatsuba_scratch(size_t n) { return 6 * n + 64 * 8; }

static bool multiply_equal(const struct memory *memory, uint64_t *out, const uint64_t *a, const uint64_t *b,
                           size_t n, uint64_t *scratch) {
    if (n < KARATSUBA_MINIMUM) {
        multiply_school(out, a, n, b, n);
        return true;
    }
    if (n >= POLL_MINIMUM && !memory_poll(memory)) return false;
    size_t low = (n + 1) / 2, high = n - low;
    uint64_t *sum_a = scratch, *sum_b = sum_a + low + 1, *middle = sum_b + low + 1,
             *rest = middle + 2 * (low + 1);
    if (!multiply_equal(memory, out, a, b, low, rest) ||
        !multiply_equal(memory, out + 2 * low, a + low, b + low, high, rest)) {
        return false;
    }
    sum_a[low] = digits_add(sum_a, a, low, a + low, high);
    sum_b[low] = digits_add(sum_b, b, low, b + low, high);
    if (!multiply_equal(memory, middle, sum_a, sum_b, low + 1, rest)) return false;
    digits_subtract(middle, middle, 2 * (low + 1), out, 2 * low);
    digits_subtract(middle, middle, 2 * (low + 1), out + 2 * low, 2 * high);
    size_t length = digits_trim(middle, 2 * (low + 1));
    accumulate(out + low, middle, length);
    return true;
}

bool digits_multiply(struct memory *memory, uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b,
                     size_t m) {
    if (n < m) {
        const uint64_t *digits = a;
        size_t length = n;
        a = b;
        n = m;
        b = digits;
        m = length;
    }
    if (m < KARATSUBA_MINIMUM) {
        multiply_school(out, a, n, b, m);
        return true;
    }
    // The longer factor in pieces as long as the shorter one.
    uint64_t *scratch = memory_allocate(memory, (karatsuba_scratch(m) + 3 * m) * sizeof *scratch);
    if (!scratch) return false;
    uint64_t *product = scratch, *last = product + 2 * m, *rest = last + m;
    bool done = true;
    memset(out, 0, (n + m) * sizeof *out);
    for (size_t i = 0; done && i < n; i += m) {
        size_t length = n - i < m ? n - i : m;
        const uint64_t *piece = a + i;
        if (length < m) {
            memset(last, 0, m * sizeof *last);
            memcpy(last, piece, length * sizeof *last);
            piece = last;
        }
        done = (i % 4096 || memory_poll(memory)) && multiply_equal(memory, product, piece, b, m, rest);
        if (done) accumulate(out + i, product, length + m);
    }
    memory_free(memory, scratch);
    return done;
}

// -- Division -------------------------------------------------------------------------------------------

// Algorithm D on a normalized divisor: u[n + 1] / v[m], top bit of v set. Leaves the remainder in u. False:
// given up.
static bool divide_normalized(const struct memory *memory, uint64_t *quotient, uint64_t *u, size_t n,
                              const uint64_t *v, size_t m) {
    uint64_t top = v[m - 1], next = v[m - 2], reciprocal = reciprocal_of(top);
    for (size_t j = n - m + 1; j--;) {
        if ((m >= POLL_MINIMUM || (j && j % POLL_MINIMUM == 0)) && !memory_poll(memory)) return false;
        uint64_t estimate;
        if (u[j + m] >= top) {
            estimate = UINT64_MAX;
        } else {
            uint64_t rest;
            estimate = divide_digit(u[j + m], u[j + m - 1], top, reciprocal, &rest);
            while ((double_digit)estimate * next > ((double_digit)rest << 64 | u[j + m - 2])) {
                estimate--;
                rest += top;
                if (rest < top) break;
            }
        }
        uint64_t carry = 0, borrow = 0;
        for (size_t i = 0; i < m; i++) {
            double_digit product = (double_digit)estimate * v[i] + carry;
            carry = (uint64_t)(product >> 64);
            double_digit difference = (double_digit)u[i + j] - (uint64_t)product - borrow;
            u[i + j] = (uint64_t)difference;
            borrow = (uint64_t)(difference >> 64) & 1;
        }
        double_digit difference = (double_digit)u[j + m] - carry - borrow;
        u[j + m] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
        while (borrow) { // once; with an estimate of all ones perhaps twice
            estimate--;
            uint64_t overflow = digits_add(u + j, u + j, m, v, m);
            double_digit sum = (double_digit)u[j + m] + overflow;
            u[j + m] = (uint64_t)sum;
            borrow -= (uint64_t)(sum >> 64);
        }
        if (quotient) quotient[j] = estimate;
    }
    return true;
}

static bool divide_3_by_2(const struct memory *memory, uint64_t *quotient, uint64_t *remainder,
                          const uint64_t *a, const uint64_t *b, size_t h, uint64_t *scratch);

// quotient[n], remainder[n] of a[2 n] / b[n]; the upper half of a is less than b, whose top bit is set. Needs
// 8 n + 1024 digits of scratch. False: given up.
static bool divide_2_by_1(const struct memory *memory, uint64_t *quotient, uint64_t *remainder,
                          const uint64_t *a, const uint64_t *b, size_t n, uint64_t *scratch) {
    if (n < RECURSION_MINIMUM || n % 2) {
        memcpy(scratch, a, 2 * n * sizeof *a);
        if (!divide_normalized(memory, quotient, scratch, 2 * n - 1, b, n)) return false;
        memcpy(remainder, scratch, n * sizeof *a);
        return true;
    }
    size_t h = n / 2;
    uint64_t *rest = scratch;
    memcpy(rest, a, h * sizeof *a);
    return divide_3_by_2(memory, quotient + h, rest + h, a + h, b, h, scratch + 3 * h) &&
           divide_3_by_2(memory, quotient, remainder, rest, b, h, scratch + 3 * h);
}

// quotient[h], remainder[2 h] of a[3 h] / b[2 h]; the upper 2 h digits of a are less than b.
static bool divide_3_by_2(const struct memory *memory, uint64_t *quotient, uint64_t *remainder,
                          const uint64_t *a, const uint64_t *b, size_t h, uint64_t *scratch) {
    uint64_t above = 0; // digit 2 h of the remainder
    if (digits_compare(a + 2 * h, h, b + h, h) < 0) {
        if (!divide_2_by_1(memory, quotient, remainder + h, a + h, b + h, h, scratch)) return false;
    } else {
        memset(quotient, 0xFF, h * sizeof *quotient);
        above = digits_add(remainder + h, a + h, h, b + h, h);
    }
    memcpy(remainder, a, h * sizeof *a);
    if (!multiply_equal(memory, scratch, quotient, b, h, scratch + 2 * h)) return false;
    above -= digits_subtract(remainder, remainder, 2 * h, scratch, 2 * h);
    while (above >> 63) {
        const uint64_t one = 1;
        digits_subtract(quotient, quotient, h, &one, 1);
        above += digits_add(remainder, remainder, 2 * h, b, 2 * h);
    }
    return true;
}

// The operands in blocks as long as the divisor, which is padded below so that halving it ends at short even
// lengths.
static bool divide_recursively(struct memory *memory, uint64_t *quotient, uint64_t *remainder,
                               const uint64_t *a, size_t n, const uint64_t *b, size_t m) {
    size_t unit = m, parts = 1;
    while (unit >= RECURSION_MINIMUM) {
        unit = (unit + 1) / 2;
        parts *= 2;
    }
    size_t block = unit * parts, pad = block - m;
    unsigned shift = (unsigned)__builtin_clzll(b[m - 1]);
    size_t blocks = (n + pad + 1) / block + 1;
    uint64_t *u =
        memory_allocate(memory, (blocks * block + 1 + 3 * block + 1 + 8 * block + 1024) * sizeof *u);
    if (!u) return false;
    uint64_t *v = u + blocks * block + 1, *piece = v + block + 1, *scratch = piece + 2 * block;
    memset(u, 0, (blocks * block + 1) * sizeof *u);
    memset(v, 0, pad * sizeof *v);
    digits_shift_left(u + pad, a, n, shift);
    digits_shift_left(v + pad, b, m, shift);
    // The highest block is less than the divisor: it has a spare digit, or is empty.
    size_t room = n - m + 1;
    uint64_t *rest = piece + block;
    memcpy(rest, u + (blocks - 1) * block, block * sizeof *u);
    bool done = true;
    for (size_t i = blocks - 1; done && i--;) {
        memcpy(piece, u + i * block, block * sizeof *u);
        uint64_t *part = u + i * block; // its digits are used up: the quotient takes their place
        done = divide_2_by_1(memory, part, rest, piece, v, block, scratch);
        if (quotient && i * block < room) {
            memcpy(quotient + i * block, part,
                   (room - i * block < block ? room - i * block : block) * sizeof *part);
        }
    }
    if (remainder) digits_shift_right(remainder, rest + pad, m, shift);
    memory_free(memory, u);
    return done;
}

bool digits_divide(struct memory *memory, uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                   size_t n, const uint64_t *b, size_t m) {
    if (m >= RECURSION_MINIMUM && n - m >= RECURSION_MINIMUM) {
        return divide_recursively(memory, quotient, remainder, a, n, b, m);
    }
    uint64_t *u = memory_allocate(memory, (n + 1 + m + 1) * sizeof *u);
    if (!u) return false;
    uint64_t *v = u + n + 1;
    uint32_t shift = (uint32_t)__builtin_clzll(b[m - 1]);
    digits_shift_left(u, a, n, shift);
    digits_shift_left(v, b, m, shift);
    bool done = divide_normalized(memory, quotient, u, n, v, m);
    if (remainder) digits_shift_right(remainder, u, m, shift);
    memory_free(memory, u);
    return done;
}

// -- Shifts ---------------------------------------------------------------------------------------------

void digits_shift_left(uint64_t *out, const uint64_t *a, size_t n, uint32_t shift) {
    size_t digits = shift / 64;
    unsigned bits = shift % 64;
    memset(out, 0, digits * sizeof *out);
    out += digits;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t digit = a[i];
        out[i] = digit << bits | carry;
        carry = bits ? digit >> (64 - bits) : 0;
    }
    out[n] = carry;
}

bool digits_shift_right(uint64_t *out, const uint64_t *a, size_t n, uint32_t shift) {
    size_t digits = shift / 64;
    unsigned bits = shift % 64;
    bool lost = false;
    for (size_t i = 0; i < digits; i++)
        lost |= a[i] != 0;
    lost |= (a[digits] & (((uint64_t)1 << bits) - 1)) != 0;
    for (size_t i = digits; i < n; i++) {
        uint64_t above = i + 1 < n && bits ? a[i + 1] << (64 - bits) : 0;
        out[i - digits] = a[i] >> bits | above;
    }
    return lost;
}
