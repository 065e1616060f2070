// BigInts from and to text. Radixes that are powers of two move bits. Others go by chunks, the largest power
// of the radix that fits a digit, and long numbers by halves, at a power of the chunk whose exponent is a
// power of two.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "object/bigint_digits.h"
#include "object/bigint_internal.h"
#include "object/string.h"

static unsigned digit_value(uint32_t unit) {
    return unit >= '0' && unit <= '9'                     ? unit - '0'
           : (unit | 0x20) >= 'a' && (unit | 0x20) <= 'z' ? (unit | 0x20) - 'a' + 10
                                                          : 99;
}

// The chunk of a radix: `length` digits of text make a number below `power`.
struct chunk {
    unsigned length;
    uint64_t power;
};

static struct chunk chunk_of(unsigned radix) {
    struct chunk chunk = {1, radix};
    while (chunk.power <= UINT64_MAX / radix) {
        chunk.power *= radix;
        chunk.length++;
    }
    return chunk;
}

// Numbers up to here are converted chunk by chunk.
#define SIMPLE_DIGITS 40

// The powers chunk.power ^ (SIMPLE_CHUNKS << i) where long numbers are cut.
#define SIMPLE_CHUNKS 32
#define POWER_COUNT 16

struct powers {
    struct memory *memory;
    unsigned radix;
    struct chunk chunk;
    unsigned count;
    uint64_t *digits[POWER_COUNT];
    size_t length[POWER_COUNT];
};

static size_t powers_text(const struct powers *p, unsigned i) {
    return (size_t)p->chunk.length * SIMPLE_CHUNKS << i;
}

static void powers_finalize(struct powers *p) {
    for (unsigned i = 0; i < p->count; i++)
        memory_free(p->memory, p->digits[i]);
}

static bool add_power(struct powers *p) {
    unsigned i = p->count;
    size_t half = i ? p->length[i - 1] : SIMPLE_CHUNKS / 2;
    uint64_t *power = memory_allocate(p->memory, 2 * half * sizeof *power);
    if (!power) return false;
    p->digits[p->count++] = power;
    if (i) {
        p->length[i] = 2 * half;
        if (!digits_multiply(p->memory, power, p->digits[i - 1], half, p->digits[i - 1], half)) return false;
    } else {
        power[0] = 1;
        size_t n = 1;
        for (int k = 0; k < SIMPLE_CHUNKS; k++) {
            uint64_t carry = digits_multiply_small(power, n, p->chunk.power, 0);
            if (carry) power[n++] = carry;
        }
        p->length[0] = n;
    }
    p->length[i] = digits_trim(power, p->length[i]);
    return true;
}

// Makes the powers with less than `text_length` digits of text. False when memory is refused.
static bool powers_initialize(struct powers *p, struct memory *memory, unsigned radix, size_t text_length) {
    *p = (struct powers){.memory = memory, .radix = radix, .chunk = chunk_of(radix)};
    while (p->count < POWER_COUNT && powers_text(p, p->count) < text_length) {
        if (add_power(p)) continue;
        powers_finalize(p);
        return false;
    }
    return true;
}

// -- Reading --------------------------------------------------------------------------------------------

static void read_bits(uint64_t *digits, const uint8_t *text, size_t length, unsigned bits) {
    size_t position = 0;
    while (length--) {
        uint64_t value = digit_value(text[length]);
        digits[position / 64] |= value << position % 64;
        if (position % 64 + bits > 64) digits[position / 64 + 1] |= value >> (64 - position % 64);
        position += bits;
    }
}

static size_t read_chunks(uint64_t *digits, const uint8_t *text, size_t length, unsigned radix) {
    struct chunk chunk = chunk_of(radix);
    size_t n = 0, take = length % chunk.length ? length % chunk.length : chunk.length;
    while (length) {
        uint64_t value = 0;
        for (size_t i = 0; i < take; i++)
            value = value * radix + digit_value(text[i]);
        uint64_t carry = digits_multiply_small(digits, n, chunk.power, value);
        if (carry) digits[n++] = carry;
        text += take;
        length -= take;
        take = chunk.length;
    }
    return n;
}

// Reads text of at most powers_text(p, level) digits. Gives the number's length; SIZE_MAX when memory is
// refused.
static size_t read_halves(const struct powers *p, uint64_t *digits, const uint8_t *text, size_t length,
                          unsigned level) {
    while (level && powers_text(p, level - 1) >= length)
        level--;
    if (!level) return read_chunks(digits, text, length, p->radix);
    level--;
    size_t low_text = powers_text(p, level), m = p->length[level];
    uint64_t *parts = memory_allocate(p->memory, (2 * m + 2) * sizeof *parts);
    if (!parts) return SIZE_MAX;
    uint64_t *low = parts, *high = parts + m + 1;
    size_t high_length = read_halves(p, high, text, length - low_text, level);
    size_t low_length =
        high_length == SIZE_MAX ? SIZE_MAX : read_halves(p, low, text + length - low_text, low_text, level);
    size_t n = SIZE_MAX;
    if (low_length != SIZE_MAX &&
        digits_multiply(p->memory, digits, high, high_length, p->digits[level], m)) {
        n = high_length + m;
        digits_add(digits, digits, n, low, low_length);
        n = digits_trim(digits, n);
    }
    memory_free(p->memory, parts);
    return n;
}

static size_t read_long(struct memory *memory, uint64_t *digits, const uint8_t *text, size_t length,
                        unsigned radix) {
    struct powers powers;
    if (!powers_initialize(&powers, memory, radix, length)) return SIZE_MAX;
    size_t n = read_halves(&powers, digits, text, length, powers.count);
    powers_finalize(&powers);
    return n;
}

static struct bigint *read_text(vm_isolate *vm, const uint8_t *text, size_t length, unsigned radix,
                                bool negative) {
    while (length && *text == '0')
        text++, length--;
    struct bigint *b = bigint_allocate(vm, (size_t)((double)length * log2(radix) / 64) + 2, negative);
    if (!b) return NULL;
    if (!(radix & (radix - 1))) {
        memset(b->digits, 0, b->cell.word * sizeof *b->digits);
        read_bits(b->digits, text, length, (unsigned)__builtin_ctz(radix));
    } else {
        size_t n = read_long(&vm->memory, b->digits, text, length, radix);
        if (n == SIZE_MAX) {
            throw_out_of_memory(vm);
            return NULL;
        }
        b->cell.word = (uint32_t)n;
    }
    return bigint_normalize(vm, b);
}

struct bigint *bigint_from_literal(vm_isolate *vm, const uint8_t *digits, size_t length, unsigned radix) {
    return read_text(vm, digits, length, radix, false);
}

// Whether there are units, and all are digits of the radix.
static bool check_digits(const struct memory *memory, struct string *s, uint32_t from, uint32_t to,
                         unsigned radix) {
    for (uint32_t i = from; i < to && memory_poll_step(memory, i); i++) {
        if (digit_value(string_at(s, i)) >= radix) return false;
    }
    return from < to;
}

vm_value bigint_from_string(vm_isolate *vm, struct string *s) {
    uint32_t from, to;
    string_trim_range(&vm->memory, s, true, true, &from, &to);
    unsigned radix = 10;
    bool negative = false;
    if (from == to) {
        struct bigint *zero = bigint_from_int64(vm, 0);
        return zero ? value_from_cell(zero) : VALUE_EXCEPTION;
    }
    if (to - from > 2 && string_at(s, from) == '0') {
        uint16_t letter = string_at(s, from + 1) | 0x20;
        radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
        if (radix != 10) from += 2;
    } else if (string_at(s, from) == '-' || string_at(s, from) == '+') {
        negative = string_at(s, from++) == '-';
    }
    bool digits = check_digits(&vm->memory, s, from, to, radix);
    if (vm->terminating) return VALUE_EXCEPTION;
    if (!digits) return VALUE_UNDEFINED;
    struct bigint *b;
    if (string_is_wide(s)) {
        uint8_t *narrow = memory_allocate(&vm->memory, to - from);
        if (!narrow) return throw_out_of_memory(vm);
        for (uint32_t i = from; i < to && memory_poll_step(&vm->memory, i); i++)
            narrow[i - from] = (uint8_t)string_at(s, i);
        b = read_text(vm, narrow, to - from, radix, negative);
        memory_free(&vm->memory, narrow);
    } else {
        b = read_text(vm, string_latin1(s) + from, to - from, radix, negative);
    }
    return b ? value_from_cell(b) : VALUE_EXCEPTION;
}

// -- Writing --------------------------------------------------------------------------------------------

static const char digit_letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";

static struct string *write_bits(vm_isolate *vm, struct bigint *b, unsigned radix) {
    unsigned bits = (unsigned)__builtin_ctz(radix);
    bool negative = bigint_is_negative(b);
    size_t count = (bigint_bit_length(b) + bits - 1) / bits;
    void *chars;
    struct string *s = string_allocate(vm, count + negative, false, &chars);
    if (!s) return NULL;
    uint8_t *out = chars;
    if (negative) *out++ = '-';
    size_t position = 0;
    for (size_t i = count; i--; position += bits) {
        uint64_t value = b->digits[position / 64] >> position % 64;
        if (position % 64 + bits > 64 && position / 64 + 1 < b->cell.word) {
            value |= b->digits[position / 64 + 1] << (64 - position % 64);
        }
        out[i] = (uint8_t)digit_letters[value & (radix - 1)];
    }
    return s;
}

// Writes value as `length` digits that end before `end`, or with length 0 as few as it has. Gives the start.
static uint8_t *write_chunk(uint8_t *end, uint64_t value, unsigned radix, unsigned length) {
    for (unsigned i = 0; i < length || (!length && value); i++) {
        *--end = (uint8_t)digit_letters[value % radix];
        value /= radix;
    }
    return end;
}

// Writes a number of any length before `end`, as few digits as it has; `a` is used up. Gives the start.
static uint8_t *write_chunks(uint8_t *end, uint64_t *a, size_t n, const struct powers *p) {
    while (n > 1 || (n && a[0] >= p->chunk.power)) {
        uint64_t value = digits_divide_small(a, a, n, p->chunk.power);
        n = digits_trim(a, n);
        end = write_chunk(end, value, p->radix, p->chunk.length);
    }
    return write_chunk(end, n ? a[0] : 0, p->radix, 0);
}

// The same by halves for a number below power `level`. NULL when memory is refused.
static uint8_t *write_halves(uint8_t *end, uint64_t *a, size_t n, const struct powers *p, unsigned level) {
    while (level && digits_compare(a, n, p->digits[level - 1], p->length[level - 1]) < 0)
        level--;
    if (!level || n <= SIMPLE_DIGITS) return write_chunks(end, a, n, p);
    level--;
    size_t m = p->length[level];
    uint64_t *quotient = memory_allocate(p->memory, (n - m + 1 + m) * sizeof *quotient);
    if (!quotient) return NULL;
    uint64_t *remainder = quotient + (n - m + 1);
    uint8_t *start = NULL;
    if (digits_divide(p->memory, quotient, remainder, a, n, p->digits[level], m)) {
        start = write_halves(end, remainder, digits_trim(remainder, m), p, level);
    }
    if (start) {
        uint8_t *middle = end - powers_text(p, level);
        while (start > middle)
            *--start = '0';
        start = write_halves(start, quotient, digits_trim(quotient, n - m + 1), p, level);
    }
    memory_free(p->memory, quotient);
    return start;
}

// The digits of a magnitude before `end`; `a` is used up. NULL when memory is refused.
static uint8_t *write_long(struct memory *memory, uint8_t *end, uint64_t *a, size_t n, unsigned radix,
                           size_t room) {
    struct powers powers;
    if (!powers_initialize(&powers, memory, radix, n <= SIMPLE_DIGITS ? 0 : room)) return NULL;
    uint8_t *start = write_halves(end, a, n, &powers, powers.count);
    powers_finalize(&powers);
    return start;
}

struct string *bigint_to_string(vm_isolate *vm, struct bigint *b, unsigned radix) {
    if (bigint_is_zero(b)) return string_from_unit(vm, '0');
    if (!(radix & (radix - 1))) return write_bits(vm, b, radix);
    size_t n = b->cell.word;
    // Each digit of text is worth at least floor(log2(radix)) bits.
    size_t room = (size_t)bigint_bit_length(b) / (31 - (unsigned)__builtin_clz(radix)) + 2;
    struct string *s = NULL;
    uint64_t *rest = memory_allocate(&vm->memory, n * sizeof *rest + room);
    uint8_t *end = (uint8_t *)(rest + n) + room, *start = NULL;
    if (rest) {
        memcpy(rest, b->digits, n * sizeof *rest);
        start = write_long(&vm->memory, end, rest, n, radix, room);
    }
    if (start) {
        if (bigint_is_negative(b)) *--start = '-';
        s = string_from_latin1(vm, start, (size_t)(end - start));
    } else {
        throw_out_of_memory(vm);
    }
    memory_free(&vm->memory, rest);
    return s;
}
