// BigInts: sign and magnitude. The digits are 64 bits each, least significant first, without leading zeros;
// zero has no digits and no sign. Every operation makes a new cell (or gives an operand back) and never
// changes one.
#ifndef OBJECT_BIGINT_H
#define OBJECT_BIGINT_H

#include "gc/value.h"

#define BIGINT_MAX_BITS (1u << 24) // larger results throw RangeError "Maximum BigInt size exceeded"

// cell.flags
#define BIGINT_NEGATIVE 0x01

struct string;

struct bigint {
    struct cell cell;  // cell.word: number of digits
    uint64_t no_shape; // 0: where objects have their shape (value.h)
    uint64_t zero;     // where objects have their shape: never the address of one
    uint64_t digits[];
};

static inline struct bigint *value_as_bigint(vm_value v) { return value_as_cell(v); }
static inline bool bigint_is_zero(const struct bigint *b) { return !b->cell.word; }
static inline bool bigint_is_negative(const struct bigint *b) { return b->cell.flags & BIGINT_NEGATIVE; }

// Creation and arithmetic: NULL with the error pending (memory, size, division by zero, negative exponent).
struct bigint *bigint_from_int64(vm_isolate *vm, int64_t value);
struct bigint *bigint_from_uint64(vm_isolate *vm, uint64_t value);
struct bigint *bigint_from_double(vm_isolate *vm, double integral); // must be finite and integral
struct bigint *bigint_from_digits(vm_isolate *vm, bool negative, const uint64_t *digits, size_t count);
// The text of a literal without prefix, separators and suffix: digits of the radix, checked by the caller.
struct bigint *bigint_from_literal(vm_isolate *vm, const uint8_t *digits, size_t length, unsigned radix);
// sec-stringtobigint: the bigint, UNDEFINED when the text is malformed, EXCEPTION. `s` flat.
vm_value bigint_from_string(vm_isolate *vm, struct string *s);

struct bigint *bigint_add(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_subtract(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_multiply(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_divide(vm_isolate *vm, struct bigint *a, struct bigint *b);    // truncates
struct bigint *bigint_remainder(vm_isolate *vm, struct bigint *a, struct bigint *b); // sign of a
struct bigint *bigint_power(vm_isolate *vm, struct bigint *base, struct bigint *exponent);
struct bigint *bigint_shift_left(vm_isolate *vm, struct bigint *a, struct bigint *count);  // negative: right
struct bigint *bigint_shift_right(vm_isolate *vm, struct bigint *a, struct bigint *count); // rounds down
struct bigint *bigint_and(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_or(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_xor(vm_isolate *vm, struct bigint *a, struct bigint *b);
struct bigint *bigint_not(vm_isolate *vm, struct bigint *a);
struct bigint *bigint_negate(vm_isolate *vm, struct bigint *a);
struct bigint *bigint_as_int(vm_isolate *vm, uint64_t bits, struct bigint *a);  // BigInt.asIntN
struct bigint *bigint_as_uint(vm_isolate *vm, uint64_t bits, struct bigint *a); // BigInt.asUintN

// Text in radix 2 .. 36, lower case. NULL with the error pending.
struct string *bigint_to_string(vm_isolate *vm, struct bigint *b, unsigned radix);
double bigint_to_double(const struct bigint *b);    // nearest, ties to even
uint64_t bigint_to_uint64(const struct bigint *b);  // modulo 2^64; cast it for int64
uint32_t bigint_bit_length(const struct bigint *b); // of the magnitude; 0 for zero
uint32_t bigint_hash(const struct bigint *b);

bool bigint_equals(const struct bigint *a, const struct bigint *b);
int bigint_compare(const struct bigint *a, const struct bigint *b); // -1, 0, 1
// The same with any number, exactly; BIGINT_UNORDERED for NaN.
#define BIGINT_UNORDERED 2
int bigint_compare_double(const struct bigint *a, double b);

#endif
