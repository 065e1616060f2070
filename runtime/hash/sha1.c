// SHA-1, FIPS 180-4. Broken for signatures; still in use for identifiers.
#include "hash/hash.h"

// One of the 80 steps. `f` and `constant` belong to its round of twenty. The five words change places from
// step to step, so that none has to be moved.
#define STEP(a, b, e, f, constant, step)                                                                     \
    e += hash_rotate_left(a, 5) + (f) + constant + w[step], b = hash_rotate_left(b, 30)
#define ROUND(F, constant)                                                                                   \
    for (int end = i + 20; i < end; i += 5) {                                                                \
        STEP(a, b, e, F(b, c, d), constant, i);                                                              \
        STEP(e, a, d, F(a, b, c), constant, i + 1);                                                          \
        STEP(d, e, c, F(e, a, b), constant, i + 2);                                                          \
        STEP(c, d, b, F(d, e, a), constant, i + 3);                                                          \
        STEP(b, c, a, F(c, d, e), constant, i + 4);                                                          \
    }
#define CHOICE(x, y, z) ((x & y) | (~x & z))
#define PARITY(x, y, z) (x ^ y ^ z)
#define MAJORITY(x, y, z) ((x & y) | (x & z) | (y & z))

static void mix(union hash_words *state, const uint8_t *block, size_t count) {
    uint32_t *s = state->narrow, w[80];
    for (; count; count--, block += 64) {
        for (int i = 0; i < 16; i++)
            w[i] = hash_read_big(block + 4 * i);
        for (int i = 16; i < 80; i++)
            w[i] = hash_rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
        int i = 0;
        ROUND(CHOICE, 0x5a827999)
        ROUND(PARITY, 0x6ed9eba1)
        ROUND(MAJORITY, 0x8f1bbcdc)
        ROUND(PARITY, 0xca62c1d6)
        s[0] += a;
        s[1] += b;
        s[2] += c;
        s[3] += d;
        s[4] += e;
    }
}

const struct hash_algorithm hash_sha1 = {
    .name = "sha1",
    .block_bytes = 64,
    .digest_bytes = 20,
    .start.narrow = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
    .mix = mix,
};
