#include "base/float16.h"

#define INFINITY_BITS 0x7FF0000000000000ull
#define OVERFLOW_BITS 0x40EFFE0000000000ull // 65520: rounds to infinity, like all above

uint16_t float16_from_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    bits &= INT64_MAX;
    if (bits > INFINITY_BITS) return sign | 0x7E00;
    if (bits >= OVERFLOW_BITS) return sign | 0x7C00;
    int exponent = (int)(bits >> 52) - 1023;
    if (exponent < -25) return sign;
    // Below 2^-14 the unit in the last place stays what it is there.
    int dropped = exponent >= -14 ? 42 : 28 - exponent;
    uint64_t significand = (bits & 0x000FFFFFFFFFFFFFull) | 0x0010000000000000ull;
    uint64_t kept = significand >> dropped, half = 1ull << (dropped - 1);
    uint64_t rest = significand & (2 * half - 1);
    kept += rest > half || (rest == half && (kept & 1));
    // A carry out of the fraction goes into the exponent, as it should.
    if (exponent >= -14) kept += (uint64_t)(exponent + 14) << 10;
    return sign | (uint16_t)kept;
}
