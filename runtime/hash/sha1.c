// SHA-1, FIPS 180-4. Broken for signatures; still in use for identifiers.
#include "hash/hash.h"

// One of the 80 steps; `f` and `constant` belong to its round of twenty.
#define STEP(f, constant)                                                                                    \
    do {                                                                                                     \
        uint32_t sum = hash_rotate_left(a, 5) + (f) + e + (constant) + w[i];                                 \
        e = d;                                                                                               \
        d = c;                                                                                               \
        c = hash_rotate_left(b, 30);                                                                         \
        b = a;                                                                                               \
        a = sum;                                                                                             \
    } while (0)

static void mix(union hash_words *state, const uint8_t *block, size_t count) {
    uint32_t *s = state->narrow, w[80];
    for (; count; count--, block += 64) {
        for (int i = 0; i < 16; i++)
            w[i] = hash_read_big(block + 4 * i);
        for (int i = 16; i < 80; i++)
            w[i] = hash_rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
        int i = 0;
        for (; i < 20; i++)
            STEP((b & c) | (~b & d), 0x5a827999);
        for (; i < 40; i++)
            STEP(b ^ c ^ d, 0x6ed9eba1);
        for (; i < 60; i++)
            STEP((b & c) | (b & d) | (c & d), 0x8f1bbcdc);
        for (; i < 80; i++)
            STEP(b ^ c ^ d, 0xca62c1d6);
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
