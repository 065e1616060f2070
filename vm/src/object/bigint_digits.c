// Magnitude arithmetic: schoolbook and Karatsuba multiplication, Knuth's algorithm D for division.
#include "object/bigint_digits.h"

#include <string.h>

#include "base/memory.h"

#define KARATSUBA_MINIMUM 40 // digits of the shorter factor

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

uint64_t digits_divide_small(uint64_t *out, const uint64_t *a, size_t n, uint64_t divisor) {
    uint64_t remainder = 0;
    while (n--) {
        double_digit dividend = (double_digit)remainder << 64 | a[n];
        out[n] = (uint64_t)(dividend / divisor);
        remainder = (uint64_t)(dividend % divisor);
    }
    return remainder;
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
// B + a0 b0. `scratch` has room for karatsuba_scratch(n) digits.
static size_t karatsuba_scratch(size_t n) {
    return 6 * n + 64 * 8;
}

static void multiply_equal(uint64_t *out, const uint64_t *a, const uint64_t *b, size_t n, uint64_t *scratch) {
    if (n < KARATSUBA_MINIMUM) {
        multiply_school(out, a, n, b, n);
        return;
    }
    size_t low = (n + 1) / 2, high = n - low;
    uint64_t *sum_a = scratch, *sum_b = sum_a + low + 1, *middle = sum_b + low + 1,
             *rest = middle + 2 * (low + 1);
    multiply_equal(out, a, b, low, rest);
    multiply_equal(out + 2 * low, a + low, b + low, high, rest);
    sum_a[low] = digits_add(sum_a, a, low, a + low, high);
    sum_b[low] = digits_add(sum_b, b, low, b + low, high);
    multiply_equal(middle, sum_a, sum_b, low + 1, rest);
    digits_subtract(middle, middle, 2 * (low + 1), out, 2 * low);
    digits_subtract(middle, middle, 2 * (low + 1), out + 2 * low, 2 * high);
    size_t length = digits_trim(middle, 2 * (low + 1));
    accumulate(out + low, middle, length);
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
    memset(out, 0, (n + m) * sizeof *out);
    for (size_t i = 0; i < n; i += m) {
        size_t length = n - i < m ? n - i : m;
        const uint64_t *piece = a + i;
        if (length < m) {
            memset(last, 0, m * sizeof *last);
            memcpy(last, piece, length * sizeof *last);
            piece = last;
        }
        multiply_equal(product, piece, b, m, rest);
        accumulate(out + i, product, length + m);
    }
    memory_free(memory, scratch);
    return true;
}

// -- Division -------------------------------------------------------------------------------------------

// Algorithm D on a normalized divisor: u[n + 1] / v[m], top bit of v set. Leaves the remainder in u.
static void divide_normalized(uint64_t *quotient, uint64_t *u, size_t n, const uint64_t *v, size_t m) {
    uint64_t top = v[m - 1], next = v[m - 2];
    for (size_t j = n - m + 1; j--;) {
        uint64_t estimate;
        if (u[j + m] >= top) {
            estimate = UINT64_MAX;
        } else {
            double_digit dividend = (double_digit)u[j + m] << 64 | u[j + m - 1];
            estimate = (uint64_t)(dividend / top);
            uint64_t rest = (uint64_t)(dividend % top);
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
}

bool digits_divide(struct memory *memory, uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                   size_t n, const uint64_t *b, size_t m) {
    uint64_t *u = memory_allocate(memory, (n + 1 + m + 1) * sizeof *u);
    if (!u) return false;
    uint64_t *v = u + n + 1;
    uint32_t shift = (uint32_t)__builtin_clzll(b[m - 1]);
    digits_shift_left(u, a, n, shift);
    digits_shift_left(v, b, m, shift);
    divide_normalized(quotient, u, n, v, m);
    if (remainder) digits_shift_right(remainder, u, m, shift);
    memory_free(memory, u);
    return true;
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
