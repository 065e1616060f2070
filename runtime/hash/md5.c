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

// One of the 64 steps. `f` is the function of its round, `k` the word of the block that it takes. The four
// words change places from step to step, so that none has to be moved.
#define STEP(a, b, f, k, step, shift) a = b + hash_rotate_left(a + (f) + sines[step] + m[(k)&15], shift)
#define ROUND(F, k, s1, s2, s3, s4)                                                                          \
    for (int end = i + 16; i < end; i += 4) {                                                                \
        STEP(a, b, F(b, c, d), k(i), i, s1);                                                                 \
        STEP(d, a, F(a, b, c), k(i + 1), i + 1, s2);                                                         \
        STEP(c, d, F(d, a, b), k(i + 2), i + 2, s3);                                                         \
        STEP(b, c, F(c, d, a), k(i + 3), i + 3, s4);                                                         \
    }
#define F1(x, y, z) ((x & y) | (~x & z))
#define F2(x, y, z) ((z & x) | (~z & y))
#define F3(x, y, z) (x ^ y ^ z)
#define F4(x, y, z) (y ^ (x | ~z))
#define K1(i) (i)
#define K2(i) (5 * (i) + 1)
#define K3(i) (3 * (i) + 5)
#define K4(i) (7 * (i))

static void mix(union hash_words *state, const uint8_t *block, size_t count) {
    uint32_t *s = state->narrow, m[16];
    for (; count; count--, block += 64) {
        uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
        for (int k = 0; k < 16; k++)
            m[k] = hash_read_little(block + 4 * k);
        int i = 0;
        ROUND(F1, K1, 7, 12, 17, 22)
        ROUND(F2, K2, 5, 9, 14, 20)
        ROUND(F3, K3, 4, 11, 16, 23)
        ROUND(F4, K4, 6, 10, 15, 21)
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
