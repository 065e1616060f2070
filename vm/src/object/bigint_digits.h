// Arithmetic on magnitudes: arrays of 64-bit digits, least significant first. Nothing here allocates cells.
#ifndef OBJECT_BIGINT_DIGITS_H
#define OBJECT_BIGINT_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory;

// Length without leading zeros.
size_t digits_trim(const uint64_t *a, size_t n);
int digits_compare(const uint64_t *a, size_t n, const uint64_t *b, size_t m); // both trimmed
uint32_t digits_bit_length(const uint64_t *a, size_t n);                      // trimmed

// out[n] = a[n] + b[m], m <= n; gives the carry. `out` may be a.
uint64_t digits_add(uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b, size_t m);
// out[n] = a[n] - b[m], m <= n; gives the borrow. `out` may be a.
uint64_t digits_subtract(uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b, size_t m);
// a[n] = a * factor + summand; gives the carry.
uint64_t digits_multiply_small(uint64_t *a, size_t n, uint64_t factor, uint64_t summand);
// out[n] = a / divisor; gives the remainder. `out` may be a, or NULL.
uint64_t digits_divide_small(uint64_t *out, const uint64_t *a, size_t n, uint64_t divisor);
// out[n + m] = a * b; `out` overlaps neither. False when memory for temporaries is refused or memory_poll
// says so.
bool digits_multiply(struct memory *memory, uint64_t *out, const uint64_t *a, size_t n, const uint64_t *b,
                     size_t m);
// quotient[n - m + 1] (or NULL) and remainder[m] (or NULL) of a[n] / b[m], 2 <= m <= n, b trimmed. Neither
// overlaps an operand. False when memory for temporaries is refused or memory_poll says so.
bool digits_divide(struct memory *memory, uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                   size_t n, const uint64_t *b, size_t m);
// out[n + shift / 64 + 1] = a[n] << shift.
void digits_shift_left(uint64_t *out, const uint64_t *a, size_t n, uint32_t shift);
// out[n - shift / 64] = a[n] >> shift, shift / 64 < n; gives whether ones were lost.
bool digits_shift_right(uint64_t *out, const uint64_t *a, size_t n, uint32_t shift);

#endif
