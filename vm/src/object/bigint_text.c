// BigInts from and to text. Radixes that are powers of two move bits; others go by chunks, the largest power
// of the radix that fits a digit.
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

static struct bigint *read_text(vm_isolate *vm, const uint8_t *text, size_t length, unsigned radix,
                                bool negative) {
    while (length && *text == '0')
        text++, length--;
    struct bigint *b = bigint_allocate(vm, (size_t)((double)length * log2(radix) / 64) + 1, negative);
    if (!b) return NULL;
    if (!(radix & (radix - 1))) {
        memset(b->digits, 0, b->cell.word * sizeof *b->digits);
        read_bits(b->digits, text, length, (unsigned)__builtin_ctz(radix));
    } else {
        b->cell.word = (uint32_t)read_chunks(b->digits, text, length, radix);
    }
    return bigint_normalize(vm, b);
}

struct bigint *bigint_from_literal(vm_isolate *vm, const uint8_t *digits, size_t length, unsigned radix) {
    return read_text(vm, digits, length, radix, false);
}

// Whether there are units, and all are digits of the radix.
static bool check_digits(struct string *s, uint32_t from, uint32_t to, unsigned radix) {
    for (uint32_t i = from; i < to; i++) {
        if (digit_value(string_at(s, i)) >= radix) return false;
    }
    return from < to;
}

vm_value bigint_from_string(vm_isolate *vm, struct string *s) {
    uint32_t from, to;
    string_trim_range(s, true, true, &from, &to);
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
    if (!check_digits(s, from, to, radix)) return VALUE_UNDEFINED;
    struct bigint *b;
    if (string_is_wide(s)) {
        uint8_t *narrow = memory_allocate(&vm->memory, to - from);
        if (!narrow) return throw_out_of_memory(vm);
        for (uint32_t i = from; i < to; i++)
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

struct string *bigint_to_string(vm_isolate *vm, struct bigint *b, unsigned radix) {
    if (bigint_is_zero(b)) return string_from_unit(vm, '0');
    if (!(radix & (radix - 1))) return write_bits(vm, b, radix);
    struct chunk chunk = chunk_of(radix);
    size_t n = b->cell.word;
    // Each digit of text is worth at least floor(log2(radix)) bits.
    size_t room = (size_t)bigint_bit_length(b) / (31 - (unsigned)__builtin_clz(radix)) + 2;
    uint64_t *rest = memory_allocate(&vm->memory, n * sizeof *rest + room);
    if (!rest) {
        throw_out_of_memory(vm);
        return NULL;
    }
    memcpy(rest, b->digits, n * sizeof *rest);
    uint8_t *end = (uint8_t *)(rest + n) + room, *start = end;
    while (n > 1 || (n && rest[0] >= chunk.power)) {
        uint64_t value = digits_divide_small(rest, rest, n, chunk.power);
        n = digits_trim(rest, n);
        start = write_chunk(start, value, radix, chunk.length);
    }
    start = write_chunk(start, n ? rest[0] : 0, radix, 0);
    if (bigint_is_negative(b)) *--start = '-';
    struct string *s = string_from_latin1(vm, start, (size_t)(end - start));
    memory_free(&vm->memory, rest);
    return s;
}
