#include "hash/hash.h"

#include <string.h>

#define NAME_MAXIMUM 16

static const struct hash_algorithm *const algorithms[] = {&hash_md5,    &hash_sha1,   &hash_sha224,
                                                          &hash_sha256, &hash_sha384, &hash_sha512};

const struct hash_algorithm *hash_find(const char *name) {
    char plain[NAME_MAXIMUM];
    size_t length = 0;
    for (; *name && length < NAME_MAXIMUM - 1; name++) {
        if (*name != '-') {
            plain[length++] = (char)(*name >= 'A' && *name <= 'Z' ? *name + ('a' - 'A') : *name);
        }
    }
    plain[length] = 0;
    const char *wanted = strncmp(plain, "rsa", 3) ? plain : plain + 3;
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        if (!*name && !strcmp(algorithms[i]->name, wanted)) {
            return algorithms[i];
        }
    }
    return NULL;
}

void hash_start(struct hash *h, const struct hash_algorithm *algorithm) {
    h->algorithm = algorithm;
    h->state = algorithm->start;
    h->length = 0;
}

void hash_update(struct hash *h, const void *bytes, size_t length) {
    const struct hash_algorithm *algorithm = h->algorithm;
    const uint8_t *from = bytes;
    size_t size = algorithm->block_bytes, filled = h->length % size;
    h->length += length;
    if (filled) {
        size_t part = size - filled < length ? size - filled : length;
        memcpy(h->block + filled, from, part);
        from += part;
        length -= part;
        if (filled + part < size) {
            return;
        }
        algorithm->mix(&h->state, h->block, 1);
    }
    algorithm->mix(&h->state, from, length / size);
    if (length % size) {
        memcpy(h->block, from + length / size * size, length % size);
    }
}

// An integer of `size` bytes.
static void write_integer(uint8_t *out, uint64_t value, size_t size, bool little_endian) {
    for (size_t i = 0; i < size; i++) {
        out[little_endian ? i : size - 1 - i] = (uint8_t)(i < 8 ? value >> 8 * i : 0);
    }
}

void hash_finish(struct hash *h, uint8_t *digest) {
    const struct hash_algorithm *algorithm = h->algorithm;
    size_t size = algorithm->block_bytes, length_bytes = size / 8, filled = h->length % size;
    h->block[filled++] = 0x80;
    if (filled > size - length_bytes) {
        memset(h->block + filled, 0, size - filled);
        algorithm->mix(&h->state, h->block, 1);
        filled = 0;
    }
    memset(h->block + filled, 0, size - length_bytes - filled);
    write_integer(h->block + size - length_bytes, h->length * 8, length_bytes, algorithm->little_endian);
    if (algorithm->wide) {
        h->block[size - 9] = (uint8_t)(h->length >> 61);
    }
    algorithm->mix(&h->state, h->block, 1);
    size_t word = algorithm->wide ? 8 : 4;
    for (size_t i = 0; i < algorithm->digest_bytes / word; i++) {
        write_integer(digest + i * word, algorithm->wide ? h->state.wide[i] : h->state.narrow[i], word,
                      algorithm->little_endian);
    }
}

// --- HMAC

void hmac_start(struct hmac *h, const struct hash_algorithm *algorithm, const void *key, size_t length) {
    uint8_t padded[HASH_BLOCK_MAXIMUM] = {0}, inner[HASH_BLOCK_MAXIMUM], outer[HASH_BLOCK_MAXIMUM];
    if (length > algorithm->block_bytes) {
        hash_start(&h->inner, algorithm);
        hash_update(&h->inner, key, length);
        hash_finish(&h->inner, padded);
    } else if (length) {
        memcpy(padded, key, length);
    }
    for (size_t i = 0; i < algorithm->block_bytes; i++) {
        inner[i] = padded[i] ^ 0x36;
        outer[i] = padded[i] ^ 0x5c;
    }
    hash_start(&h->inner, algorithm);
    hash_update(&h->inner, inner, algorithm->block_bytes);
    hash_start(&h->outer, algorithm);
    hash_update(&h->outer, outer, algorithm->block_bytes);
}

void hmac_update(struct hmac *h, const void *bytes, size_t length) { hash_update(&h->inner, bytes, length); }

void hmac_finish(struct hmac *h, uint8_t *digest) {
    size_t length = h->inner.algorithm->digest_bytes;
    uint8_t inner[HASH_DIGEST_MAXIMUM];
    hash_finish(&h->inner, inner);
    hash_update(&h->outer, inner, length);
    hash_finish(&h->outer, digest);
}
