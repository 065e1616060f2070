// MD5, RFC 1321. Broken for signatures; still in use as a checksum.
#include "hash/hash.h"

// The integer part of 2^32 |sin(i + 1)|.
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const uint8_t shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// One of the 64 steps; `f` is the function of its round, `k` the word of the block that it takes.
#define STEP(f, k)                                                                                           \
    do {                                                                                                     \
        uint32_t sum = a + (f) + sines[i] + hash_read_little(block + 4 * ((k)&15));                          \
        a = d;                                                                                               \
        d = c;                                                                                               \
        c = b;                                                                                               \
        b += hash_rotate_left(sum, shifts[i / 16][i % 4]);                                                   \
    } while (0)

static void mix(union hash_words *state, const uint8_t *block, size_t count) {
    uint32_t *s = state->narrow;
    for (; count; count--, block += 64) {
        uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
        int i = 0;
        for (; i < 16; i++)
            STEP((b & c) | (~b & d), i);
        for (; i < 32; i++)
            STEP((d & b) | (~d & c), 5 * i + 1);
        for (; i < 48; i++)
            STEP(b ^ c ^ d, 3 * i + 5);
        for (; i < 64; i++)
            STEP(c ^ (b | ~d), 7 * i);
        s[0] += a;
        s[1] += b;
        s[2] += c;
        s[3] += d;
    }
}

const struct hash_algorithm hash_md5 = {
    .name = "md5",
    .block_bytes = 64,
    .digest_bytes = 16,
    .little_endian = true,
    .start.narrow = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
    .mix = mix,
};
