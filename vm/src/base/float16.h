// Half precision numbers: IEEE 754 binary16.
#pragma once

#include <stdint.h>
#include <string.h>

// The nearest half precision number, ties to even.
uint16_t float16_from_double(double value);

static inline double float16_to_double(uint16_t half) {
    uint64_t magnitude = half & 0x7FFFu, sign = (uint64_t)(half & 0x8000u) << 48, bits;
    double value;
    if (magnitude < 0x400) {
        value = (double)magnitude * 0x1p-24;
        memcpy(&bits, &value, sizeof bits);
        bits |= sign;
    } else {
        uint64_t exponent = magnitude >= 0x7C00 ? 0x7FF - 31 : 1023 - 15; // what is added to the exponent
        bits = sign | ((magnitude << 42) + (exponent << 52));
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}
