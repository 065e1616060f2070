// Message digests: MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4), and HMAC (RFC 2104).
//
// All of them cut a message into blocks and mix one block after the other into a few words of state; they
// differ in the words and the mixing (struct hash_algorithm). hash.c does the rest: gathering blocks, the
// padding at the end, which holds the length, and writing the words out.
//
//     struct hash h;
//     hash_start(&h, hash_find("sha256"));
//     hash_update(&h, bytes, length);
//     hash_finish(&h, digest);         // algorithm->digest_bytes
#ifndef HASH_HASH_H
#define HASH_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_BLOCK_MAXIMUM 128
#define HASH_DIGEST_MAXIMUM 64

union hash_words {
    uint32_t narrow[8];
    uint64_t wide[8];
};

struct hash_algorithm {
    const char *name; // in small letters, without hyphens
    uint8_t block_bytes, digest_bytes;
    bool wide;          // words of 64 bits
    bool little_endian; // words and length are written so
    union hash_words start;
    void (*mix)(union hash_words *state, const uint8_t *blocks, size_t count);
};

struct hash {
    const struct hash_algorithm *algorithm;
    union hash_words state;
    uint64_t length; // bytes so far
    uint8_t block[HASH_BLOCK_MAXIMUM];
};

extern const struct hash_algorithm hash_md5, hash_sha1, hash_sha224, hash_sha256, hash_sha384, hash_sha512;

// By name: capital letters, hyphens and the prefix "RSA-" make no difference. NULL: unknown.
const struct hash_algorithm *hash_find(const char *name);

void hash_start(struct hash *h, const struct hash_algorithm *algorithm);
void hash_update(struct hash *h, const void *bytes, size_t length);
// Writes the digest; `h` may only be started again.
void hash_finish(struct hash *h, uint8_t *digest);

struct hmac {
    struct hash inner, outer;
};
void hmac_start(struct hmac *h, const struct hash_algorithm *algorithm, const void *key, size_t length);
void hmac_update(struct hmac *h, const void *bytes, size_t length);
void hmac_finish(struct hmac *h, uint8_t *digest);

// --- for the files of algorithms

static inline uint32_t hash_rotate_left(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }
static inline uint32_t hash_rotate_right(uint32_t x, int bits) { return x >> bits | x << (32 - bits); }
static inline uint64_t hash_rotate_right_wide(uint64_t x, int bits) { return x >> bits | x << (64 - bits); }
static inline uint32_t hash_read_big(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}
static inline uint32_t hash_read_little(const uint8_t *b) {
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

#endif
