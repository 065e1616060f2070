// Packing looks for the longest match among the latest places with the same four bytes, and takes it unless
// the next byte begins a longer one.
#include "base/compress.h"

#include "base/buffer.h"

#define HASH_BITS 14
#define WINDOW 65535
#define LEAST_MATCH 4
#define LITERAL_TAIL 5 // the last bytes are always literals
#define DEPTH 256      // places that are tried

struct packer {
    const uint8_t *bytes;
    size_t length;
    struct buffer *out;
    int32_t *heads;    // by hash: the latest place, -1: none
    int32_t *previous; // by place: the one before it with the same hash
};

static uint32_t hash_at(const uint8_t *p) {
    uint32_t four;
    memcpy(&four, p, sizeof four);
    return four * 2654435761u >> (32 - HASH_BITS);
}

static void enter(struct packer *p, size_t at) {
    if (at + LEAST_MATCH <= p->length) {
        uint32_t hash = hash_at(p->bytes + at);
        p->previous[at] = p->heads[hash];
        p->heads[hash] = (int32_t)at;
    }
}

// The longest match for the bytes at `at`, which must not have been entered; gives its length, 0: none.
static size_t find_match(const struct packer *p, size_t at, size_t *from) {
    if (at + LEAST_MATCH + LITERAL_TAIL > p->length) {
        return 0;
    }
    size_t best = LEAST_MATCH - 1, limit = p->length - LITERAL_TAIL - at;
    int32_t place = p->heads[hash_at(p->bytes + at)];
    for (int depth = 0; place >= 0 && at - (size_t)place <= WINDOW && depth < DEPTH; depth++) {
        const uint8_t *a = p->bytes + place, *b = p->bytes + at;
        size_t length = 0;
        while (length < limit && a[length] == b[length]) {
            length++;
        }
        if (length > best) {
            best = length;
            *from = (size_t)place;
        }
        place = p->previous[place];
    }
    return best < LEAST_MATCH ? 0 : best;
}

static void append_length(struct buffer *out, size_t rest) {
    for (; rest >= 255; rest -= 255) {
        buffer_append_char(out, (char)255);
    }
    buffer_append_char(out, (char)rest);
}

// Literals and a match of `length` bytes; 0: the end.
static void append_sequence(struct packer *p, size_t start, size_t at, size_t length, size_t distance) {
    size_t literals = at - start, more = length ? length - LEAST_MATCH : 0;
    buffer_append_char(p->out, (char)((literals < 15 ? literals : 15) << 4 | (more < 15 ? more : 15)));
    if (literals >= 15) {
        append_length(p->out, literals - 15);
    }
    buffer_append(p->out, p->bytes + start, literals);
    if (length) {
        buffer_append_char(p->out, (char)distance);
        buffer_append_char(p->out, (char)(distance >> 8));
        if (more >= 15) {
            append_length(p->out, more - 15);
        }
    }
}

static void pack(struct packer *p) {
    size_t start = 0, at = 0;
    while (at < p->length) {
        size_t from = 0, next_from = 0, length = find_match(p, at, &from);
        enter(p, at);
        if (!length || find_match(p, at + 1, &next_from) > length) {
            at++;
            continue;
        }
        append_sequence(p, start, at, length, at - from);
        for (size_t i = 1; i < length; i++) {
            enter(p, at + i);
        }
        at += length;
        start = at;
    }
    append_sequence(p, start, p->length, 0, 0);
}

bool compress(struct buffer *out, const void *bytes, size_t length) {
    struct memory *memory = out->memory;
    size_t heads = sizeof(int32_t) << HASH_BITS;
    struct packer p = {bytes, length, out, memory_allocate(memory, heads),
                       memory_allocate(memory, (length + 1) * sizeof(int32_t))};
    if (p.heads && p.previous) {
        memset(p.heads, -1, heads);
        pack(&p);
    } else {
        out->failed = true;
    }
    memory_free(memory, p.heads);
    memory_free(memory, p.previous);
    return !out->failed;
}

// A length whose half of the token is 15. False: cut off.
static bool read_length(const uint8_t **at, const uint8_t *end, size_t *length) {
    uint8_t byte = 0;
    do {
        if (*at == end) {
            return false;
        }
        byte = *(*at)++;
        *length += byte;
    } while (byte == 255);
    return true;
}

bool decompress(const uint8_t *packed, size_t packed_length, void *out, size_t length) {
    const uint8_t *at = packed, *end = packed + packed_length;
    uint8_t *to = out, *limit = to + length;
    while (at < end) {
        uint8_t token = *at++;
        size_t count = token >> 4;
        if (count == 15 && !read_length(&at, end, &count)) {
            return false;
        }
        if (count > (size_t)(end - at) || count > (size_t)(limit - to)) {
            return false;
        }
        memcpy(to, at, count);
        to += count;
        at += count;
        if (at == end) {
            return to == limit;
        }
        if (end - at < 2) {
            return false;
        }
        size_t distance = (size_t)at[0] | (size_t)at[1] << 8;
        at += 2;
        count = token & 15;
        if (count == 15 && !read_length(&at, end, &count)) {
            return false;
        }
        count += LEAST_MATCH;
        if (!distance || distance > (size_t)(to - (uint8_t *)out) || count > (size_t)(limit - to)) {
            return false;
        }
        for (; count; count--, to++) {
            *to = to[-(ptrdiff_t)distance];
        }
    }
    return false;
}
