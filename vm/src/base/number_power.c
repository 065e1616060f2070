// 128-bit powers of ten from a small table.
//
// The table holds every 27th power, 10^-351 to 10^324, as a 192-bit significand rounded down:
//
//     n = 10^k * 2^(191 - floor(log2 10^k)), as three words      (in Python, for k < 0: (1 << e) // 10 ** -k)
//
// Any power between is the entry below times 5^r, 0 <= r < 27 (5^26 is the last that keeps the product in 256
// bits with a margin). The product's top 128 bits are exactly those of the true power for every k from
// NUMBER_POWER_MINIMUM to NUMBER_POWER_MAXIMUM: the error of the entry cannot reach them, which the unit test
// checks for each k.
#include "base/number_internal.h"

static const uint64_t number_table[][3] = {
    {0x8049a4ac0c5811ae, 0x205b896d777d6278, 0xac261e9f5141430b}, // 10^-351
    {0xcf42894a5dce35ea, 0x52064cac828675b9, 0x475f2b7d7df1ad7a}, // 10^-324
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36}, // 10^-297
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7}, // 10^-270
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662}, // 10^-243
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418}, // 10^-216
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d}, // 10^-189
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396}, // 10^-162
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3}, // 10^-135
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec}, // 10^-108
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901}, // 10^-81
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8}, // 10^-54
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7}, // 10^-27
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000}, // 10^0
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000}, // 10^27
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000}, // 10^54
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28}, // 10^81
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3}, // 10^108
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f}, // 10^135
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5}, // 10^162
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c}, // 10^189
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde}, // 10^216
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47}, // 10^243
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c}, // 10^270
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37}, // 10^297
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2}, // 10^324
};

static const uint64_t number_power_of_five[27] = {
    1,
    5,
    25,
    125,
    625,
    3125,
    15625,
    78125,
    390625,
    1953125,
    9765625,
    48828125,
    244140625,
    1220703125,
    6103515625,
    30517578125,
    152587890625,
    762939453125,
    3814697265625,
    19073486328125,
    95367431640625,
    476837158203125,
    2384185791015625,
    11920928955078125,
    59604644775390625,
    298023223876953125,
    1490116119384765625,
};

struct number_power number_power_of_ten(int k) {
    unsigned row = (unsigned)(k - NUMBER_POWER_MINIMUM) / 27,
             rest = (unsigned)(k - NUMBER_POWER_MINIMUM) % 27;
    const uint64_t *entry = number_table[row];
    if (rest == 0) return (struct number_power){entry[0], entry[1]};
    uint64_t five = number_power_of_five[rest];
    number_u128 low = (number_u128)entry[2] * five;
    number_u128 middle = (number_u128)entry[1] * five + (uint64_t)(low >> 64);
    number_u128 high = (number_u128)entry[0] * five + (uint64_t)(middle >> 64);
    int shift = __builtin_clzll((uint64_t)(high >> 64)); // 1..62, as 5 <= 5^r < 2^61
    high = (high << shift) | (uint64_t)middle >> (64 - shift);
    return (struct number_power){(uint64_t)(high >> 64), (uint64_t)high};
}
