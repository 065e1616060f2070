// BigInt arithmetic on cells: signs, sizes, two's complement. The work on magnitudes is in bigint_digits.c,
// text in bigint_text.c.
#include "object/bigint.h"

#include <math.h>

#include "object/bigint_digits.h"
#include "object/bigint_internal.h"

#define MAX_DIGITS (BIGINT_MAX_BITS / 64)

// -- Cells ----------------------------------------------------------------------------------------------

static struct bigint *size_error(vm_isolate *vm) {
    throw_range_error(vm, "Maximum BigInt size exceeded");
    return NULL;
}

static struct bigint *memory_error(vm_isolate *vm) {
    throw_out_of_memory(vm);
    return NULL;
}

struct bigint *bigint_allocate(vm_isolate *vm, size_t count, bool negative) {
    if (count > MAX_DIGITS + 2) return size_error(vm);
    struct bigint *b = heap_allocate(&vm->heap, CELL_BIGINT, sizeof *b + count * sizeof *b->digits);
    if (!b) return memory_error(vm);
    b->cell.flags = negative ? BIGINT_NEGATIVE : 0;
    b->cell.word = (uint32_t)count;
    b->no_shape = 0;
    return b;
}

struct bigint *bigint_normalize(vm_isolate *vm, struct bigint *b) {
    b->cell.word = (uint32_t)digits_trim(b->digits, b->cell.word);
    if (!b->cell.word) b->cell.flags = 0;
    return b->cell.word > MAX_DIGITS ? size_error(vm) : b;
}

struct bigint *bigint_from_digits(vm_isolate *vm, bool negative, const uint64_t *digits, size_t count) {
    count = digits_trim(digits, count);
    struct bigint *b = bigint_allocate(vm, count, negative);
    if (!b) return NULL;
    memcpy(b->digits, digits, count * sizeof *digits);
    return bigint_normalize(vm, b);
}

struct bigint *bigint_from_uint64(vm_isolate *vm, uint64_t value) {
    return bigint_from_digits(vm, false, &value, 1);
}

struct bigint *bigint_from_int64(vm_isolate *vm, int64_t value) {
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    return bigint_from_digits(vm, value < 0, &magnitude, 1);
}

struct bigint *bigint_from_double(vm_isolate *vm, double integral) {
    int exponent;
    double magnitude = fabs(integral);
    if (magnitude < 0x1p63) return bigint_from_int64(vm, (int64_t)integral);
    double fraction = frexp(magnitude, &exponent);
    uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
    uint64_t digits[18];
    uint32_t shift = (uint32_t)exponent - 53;
    digits_shift_left(digits, &mantissa, 1, shift);
    return bigint_from_digits(vm, integral < 0, digits, 1 + shift / 64 + 1);
}

// -- Reading --------------------------------------------------------------------------------------------

uint32_t bigint_bit_length(const struct bigint *b) { return digits_bit_length(b->digits, b->cell.word); }

uint64_t bigint_to_uint64(const struct bigint *b) {
    uint64_t low = b->cell.word ? b->digits[0] : 0;
    return bigint_is_negative(b) ? -low : low;
}

uint32_t bigint_hash(const struct bigint *b) {
    uint64_t hash = b->cell.flags + 1;
    for (uint32_t i = 0; i < b->cell.word; i++) {
        hash = (hash ^ b->digits[i]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

// The 64 most significant bits of the magnitude, the first of them 1; *lower tells whether any bit below is
// set.
static uint64_t leading_bits(const struct bigint *b, bool *lower) {
    uint32_t count = b->cell.word;
    unsigned shift = (unsigned)__builtin_clzll(b->digits[count - 1]);
    uint64_t bits = b->digits[count - 1] << shift;
    *lower = false;
    if (count == 1) return bits;
    uint64_t next = b->digits[count - 2];
    if (shift) bits |= next >> (64 - shift);
    *lower = (next << shift) != 0;
    for (uint32_t i = 0; i + 2 < count && !*lower; i++)
        *lower = b->digits[i] != 0;
    return bits;
}

double bigint_to_double(const struct bigint *b) {
    if (bigint_is_zero(b)) return 0;
    uint32_t length = bigint_bit_length(b);
    bool lower;
    uint64_t bits = leading_bits(b, &lower);
    double magnitude = INFINITY;
    if (length <= 1024) {
        uint64_t mantissa = bits >> 11, rest = bits & 0x7FF;
        if (rest > 0x400 || (rest == 0x400 && (lower || (mantissa & 1)))) mantissa++;
        magnitude = ldexp((double)mantissa, (int)length - 53);
    }
    return bigint_is_negative(b) ? -magnitude : magnitude;
}

// -- Comparison -----------------------------------------------------------------------------------------

bool bigint_equals(const struct bigint *a, const struct bigint *b) { return bigint_compare(a, b) == 0; }

int bigint_compare(const struct bigint *a, const struct bigint *b) {
    if (bigint_is_negative(a) != bigint_is_negative(b)) return bigint_is_negative(a) ? -1 : 1;
    int order = digits_compare(a->digits, a->cell.word, b->digits, b->cell.word);
    return bigint_is_negative(a) ? -order : order;
}

// |a| against a positive number.
static int compare_magnitude(const struct bigint *a, double number) {
    if (isinf(number)) return -1;
    int exponent;
    double fraction = frexp(number, &exponent);
    int length = (int)bigint_bit_length(a);
    if (exponent < 0) exponent = 0;
    if (length != exponent) return length < exponent ? -1 : 1;
    if (!length) return -1; // 0 against a fraction
    bool lower;
    uint64_t bits = leading_bits(a, &lower), mantissa = (uint64_t)ldexp(fraction, 64);
    if (bits != mantissa) return bits < mantissa ? -1 : 1;
    return lower;
}

int bigint_compare_double(const struct bigint *a, double b) {
    if (isnan(b)) return BIGINT_UNORDERED;
    int sign_a = bigint_is_zero(a) ? 0 : bigint_is_negative(a) ? -1 : 1;
    int sign_b = (b > 0) - (b < 0);
    if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
    return sign_a == 0 ? 0 : sign_a * compare_magnitude(a, fabs(b));
}

// -- Sums and products ----------------------------------------------------------------------------------

static struct bigint *copy_with_sign(vm_isolate *vm, struct bigint *a, bool negative) {
    struct bigint *b = bigint_allocate(vm, a->cell.word, negative && a->cell.word);
    if (b) memcpy(b->digits, a->digits, a->cell.word * sizeof *a->digits);
    return b;
}

struct bigint *bigint_negate(vm_isolate *vm, struct bigint *a) {
    return bigint_is_zero(a) ? a : copy_with_sign(vm, a, !bigint_is_negative(a));
}

// a + b with the sign of b given.
static struct bigint *add_signed(vm_isolate *vm, struct bigint *a, struct bigint *b, bool b_negative) {
    bool a_negative = bigint_is_negative(a);
    if (a_negative == b_negative) {
        if (a->cell.word < b->cell.word) {
            struct bigint *c = a;
            a = b;
            b = c;
        }
        uint32_t n = a->cell.word;
        struct bigint *sum = bigint_allocate(vm, n + 1, a_negative);
        if (!sum) return NULL;
        sum->digits[n] = digits_add(sum->digits, a->digits, n, b->digits, b->cell.word);
        sum->cell.flags = b_negative ? BIGINT_NEGATIVE : 0;
        return bigint_normalize(vm, sum);
    }
    bool negative = a_negative;
    if (digits_compare(a->digits, a->cell.word, b->digits, b->cell.word) < 0) {
        struct bigint *c = a;
        a = b;
        b = c;
        negative = b_negative;
    }
    struct bigint *difference = bigint_allocate(vm, a->cell.word, negative);
    if (!difference) return NULL;
    digits_subtract(difference->digits, a->digits, a->cell.word, b->digits, b->cell.word);
    return bigint_normalize(vm, difference);
}

struct bigint *bigint_add(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    return add_signed(vm, a, b, bigint_is_negative(b));
}

struct bigint *bigint_subtract(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    return bigint_is_zero(b) ? a : add_signed(vm, a, b, !bigint_is_negative(b));
}

struct bigint *bigint_multiply(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    if (bigint_is_zero(a)) return a;
    if (bigint_is_zero(b)) return b;
    struct bigint *product = bigint_allocate(vm, (size_t)a->cell.word + b->cell.word,
                                             bigint_is_negative(a) != bigint_is_negative(b));
    if (!product) return NULL;
    if (!digits_multiply(&vm->memory, product->digits, a->digits, a->cell.word, b->digits, b->cell.word)) {
        return memory_error(vm);
    }
    return bigint_normalize(vm, product);
}

static struct bigint *division_by_zero(vm_isolate *vm) {
    throw_range_error(vm, "Division by zero");
    return NULL;
}

struct bigint *bigint_divide(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    uint32_t n = a->cell.word, m = b->cell.word;
    if (!m) return division_by_zero(vm);
    if (digits_compare(a->digits, n, b->digits, m) < 0) return bigint_from_int64(vm, 0);
    struct bigint *quotient = bigint_allocate(vm, n - m + 1, bigint_is_negative(a) != bigint_is_negative(b));
    if (!quotient) return NULL;
    if (m == 1) {
        digits_divide_small(quotient->digits, a->digits, n, b->digits[0]);
    } else if (!digits_divide(&vm->memory, quotient->digits, NULL, a->digits, n, b->digits, m)) {
        return memory_error(vm);
    }
    return bigint_normalize(vm, quotient);
}

struct bigint *bigint_remainder(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    uint32_t n = a->cell.word, m = b->cell.word;
    if (!m) return division_by_zero(vm);
    if (digits_compare(a->digits, n, b->digits, m) < 0) return a;
    if (m == 1) {
        uint64_t remainder = digits_divide_small(NULL, a->digits, n, b->digits[0]);
        return bigint_from_digits(vm, bigint_is_negative(a), &remainder, 1);
    }
    struct bigint *remainder = bigint_allocate(vm, m, bigint_is_negative(a));
    if (!remainder) return NULL;
    if (!digits_divide(&vm->memory, NULL, remainder->digits, a->digits, n, b->digits, m))
        return memory_error(vm);
    return bigint_normalize(vm, remainder);
}

static struct bigint *shift_left_by(vm_isolate *vm, struct bigint *a, uint64_t shift);

struct bigint *bigint_power(vm_isolate *vm, struct bigint *base, struct bigint *exponent) {
    if (bigint_is_negative(exponent)) {
        throw_range_error(vm, "Exponent must be non-negative");
        return NULL;
    }
    if (bigint_is_zero(exponent)) return bigint_from_int64(vm, 1);
    if (bigint_is_zero(base)) return base;
    bool odd = exponent->digits[0] & 1;
    if (base->cell.word == 1 && base->digits[0] == 1) return odd ? base : bigint_from_int64(vm, 1);
    if (exponent->cell.word > 1 || exponent->digits[0] > BIGINT_MAX_BITS) return size_error(vm);
    uint64_t left = exponent->digits[0];
    if (base->cell.word == 1 && base->digits[0] == 2) {
        struct bigint *one = bigint_from_int64(vm, bigint_is_negative(base) && odd ? -1 : 1);
        return one ? shift_left_by(vm, one, left) : NULL;
    }
    struct bigint *result = NULL;
    for (struct bigint *square = base;;) {
        if (left & 1) {
            result = result ? bigint_multiply(vm, result, square) : square;
            if (!result) return NULL;
        }
        left >>= 1;
        if (!left) return result;
        square = bigint_multiply(vm, square, square);
        if (!square) return NULL;
    }
}

// -- Shifts ---------------------------------------------------------------------------------------------

static struct bigint *shift_left_by(vm_isolate *vm, struct bigint *a, uint64_t shift) {
    uint32_t n = a->cell.word;
    if (!n || !shift) return a;
    if (shift > BIGINT_MAX_BITS) return size_error(vm);
    struct bigint *b = bigint_allocate(vm, n + shift / 64 + 1, bigint_is_negative(a));
    if (!b) return NULL;
    digits_shift_left(b->digits, a->digits, n, (uint32_t)shift);
    return bigint_normalize(vm, b);
}

static struct bigint *shift_right_by(vm_isolate *vm, struct bigint *a, uint64_t shift) {
    uint32_t n = a->cell.word;
    bool negative = bigint_is_negative(a);
    if (!n || !shift) return a;
    if (shift / 64 >= n) return bigint_from_int64(vm, negative ? -1 : 0);
    uint32_t count = n - (uint32_t)(shift / 64);
    struct bigint *b = bigint_allocate(vm, count + negative, negative);
    if (!b) return NULL;
    bool lost = digits_shift_right(b->digits, a->digits, n, (uint32_t)shift);
    if (negative) {
        uint64_t one = lost;
        b->digits[count] = digits_add(b->digits, b->digits, count, &one, 1);
    }
    return bigint_normalize(vm, b);
}

static struct bigint *shift(vm_isolate *vm, struct bigint *a, struct bigint *count, bool left) {
    if (bigint_is_negative(count)) left = !left;
    uint64_t by = count->cell.word > 1 ? UINT64_MAX : count->cell.word ? count->digits[0] : 0;
    return left ? shift_left_by(vm, a, by) : shift_right_by(vm, a, by);
}

struct bigint *bigint_shift_left(vm_isolate *vm, struct bigint *a, struct bigint *count) {
    return shift(vm, a, count, true);
}

struct bigint *bigint_shift_right(vm_isolate *vm, struct bigint *a, struct bigint *count) {
    return shift(vm, a, count, false);
}

// -- Two's complement -----------------------------------------------------------------------------------

// Reads the infinite two's complement form digit by digit.
struct complement {
    const struct bigint *b;
    uint64_t carry;
};

static struct complement complement_of(const struct bigint *b) {
    return (struct complement){b, bigint_is_negative(b)};
}

static uint64_t complement_next(struct complement *c, size_t i) {
    uint64_t digit = i < c->b->cell.word ? c->b->digits[i] : 0;
    if (!bigint_is_negative(c->b)) return digit;
    digit = ~digit + c->carry;
    c->carry &= digit == 0;
    return digit;
}

// Turns n digits of two's complement that stand for a negative number into its magnitude.
static void complement_negate(uint64_t *digits, size_t n) {
    uint64_t carry = 1;
    for (size_t i = 0; i < n; i++) {
        digits[i] = ~digits[i] + carry;
        carry &= digits[i] == 0;
    }
}

enum bitwise { BITWISE_AND, BITWISE_OR, BITWISE_XOR };

static struct bigint *bitwise(vm_isolate *vm, enum bitwise operation, struct bigint *a, struct bigint *b) {
    size_t n = (a->cell.word > b->cell.word ? a->cell.word : b->cell.word) + 1;
    struct bigint *result = bigint_allocate(vm, n, false);
    if (!result) return NULL;
    struct complement from_a = complement_of(a), from_b = complement_of(b);
    for (size_t i = 0; i < n; i++) {
        uint64_t x = complement_next(&from_a, i), y = complement_next(&from_b, i);
        result->digits[i] = operation == BITWISE_AND ? x & y : operation == BITWISE_OR ? x | y : x ^ y;
    }
    if (result->digits[n - 1] >> 63) {
        complement_negate(result->digits, n);
        result->cell.flags = BIGINT_NEGATIVE;
    }
    return bigint_normalize(vm, result);
}

struct bigint *bigint_and(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    return bitwise(vm, BITWISE_AND, a, b);
}
struct bigint *bigint_or(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    return bitwise(vm, BITWISE_OR, a, b);
}
struct bigint *bigint_xor(vm_isolate *vm, struct bigint *a, struct bigint *b) {
    return bitwise(vm, BITWISE_XOR, a, b);
}

struct bigint *bigint_not(vm_isolate *vm, struct bigint *a) {
    struct bigint *one = bigint_from_int64(vm, -1);
    return one ? add_signed(vm, one, a, !bigint_is_negative(a) && !bigint_is_zero(a)) : NULL;
}

// The low `bits` bits of the two's complement form, at most BIGINT_MAX_BITS of them.
static struct bigint *truncate(vm_isolate *vm, uint32_t bits, struct bigint *a) {
    size_t n = (bits + 63) / 64;
    struct bigint *result = bigint_allocate(vm, n, false);
    if (!result) return NULL;
    struct complement digits = complement_of(a);
    for (size_t i = 0; i < n; i++)
        result->digits[i] = complement_next(&digits, i);
    if (bits % 64) result->digits[n - 1] &= ((uint64_t)1 << bits % 64) - 1;
    return result;
}

struct bigint *bigint_as_uint(vm_isolate *vm, uint64_t bits, struct bigint *a) {
    if (!bits) return bigint_from_int64(vm, 0);
    if (!bigint_is_negative(a) && bigint_bit_length(a) <= bits) return a;
    if (bits > BIGINT_MAX_BITS) return size_error(vm);
    struct bigint *result = truncate(vm, (uint32_t)bits, a);
    return result ? bigint_normalize(vm, result) : NULL;
}

struct bigint *bigint_as_int(vm_isolate *vm, uint64_t bits, struct bigint *a) {
    if (!bits) return bigint_from_int64(vm, 0);
    if (bigint_bit_length(a) < bits) return a;
    struct bigint *result = truncate(vm, (uint32_t)bits, a);
    if (!result) return NULL;
    size_t n = result->cell.word;
    unsigned top = (bits - 1) % 64;
    if (result->digits[n - 1] >> top & 1) {
        if (top < 63) result->digits[n - 1] |= UINT64_MAX << (top + 1);
        complement_negate(result->digits, n);
        result->cell.flags = BIGINT_NEGATIVE;
    }
    return bigint_normalize(vm, result);
}
