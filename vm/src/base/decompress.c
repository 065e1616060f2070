// Unpacking DEFLATE. A code is decoded by a table of the next TABLE_BITS bits; words that are longer, which
// are rare by their nature, bit by bit from the number of words of each length.
//
// Bits behind the end of the input read as 0; whoever has used more than there are has failed.
#include "base/compress.h"

#include "base/deflate.h"

#include <string.h>

#define TABLE_BITS 10

struct prefix_code {
    uint16_t table[1 << TABLE_BITS];          // symbol << 4 | length of its word; 0: longer, or none
    uint16_t count[DEFLATE_LONGEST_WORD + 1]; // words of each length
    uint16_t symbols[DEFLATE_LITERALS];       // in the order of their words
};

struct bit_reader {
    const uint8_t *at, *end;
    uint64_t bits;  // the next ones, the first in the least significant place
    unsigned count; // of those that have been read; those above them are right or 0
    bool failed;
};

struct unpacker {
    struct bit_reader reader;
    uint8_t *start, *to, *limit;
    struct prefix_code literals, distances;
};

// Has 48 bits ready, as far as there are any: a length and a distance with their extra bits.
static inline void refill(struct bit_reader *r) {
    if (r->end - r->at >= 8) {
        uint64_t next;
        memcpy(&next, r->at, sizeof next);
        r->bits |= next << r->count;
        r->at += (63 - r->count) >> 3;
        r->count |= 56;
        return;
    }
    while (r->count <= 56 && r->at < r->end) {
        r->bits |= (uint64_t)*r->at++ << r->count;
        r->count += 8;
    }
}

static inline void consume(struct bit_reader *r, unsigned count) {
    if (count > r->count) {
        r->failed = true;
        r->count = 0;
    } else {
        r->count -= count;
    }
    r->bits >>= count;
}

// The next `count` bits, at most 16, of those that are ready.
static inline unsigned take_ready(struct bit_reader *r, unsigned count) {
    unsigned value = (unsigned)(r->bits & ((1u << count) - 1));
    consume(r, count);
    return value;
}

static unsigned take(struct bit_reader *r, unsigned count) {
    refill(r);
    return take_ready(r, count);
}

static unsigned reversed(unsigned word, unsigned length) {
    unsigned out = 0;
    for (; length; length--, word >>= 1) {
        out = out << 1 | (word & 1);
    }
    return out;
}

// The code whose words have these lengths. False: there is no such code. One that leaves words unused is
// taken: RFC 1951 has it where one distance is all there is, and a word that is missing fails when it is met.
static bool make_code(struct prefix_code *code, const uint8_t *lengths, unsigned symbol_count) {
    memset(code, 0, sizeof *code);
    for (unsigned symbol = 0; symbol < symbol_count; symbol++) {
        code->count[lengths[symbol]]++;
    }
    code->count[0] = 0;
    uint16_t place[DEFLATE_LONGEST_WORD + 2] = {0}, word[DEFLATE_LONGEST_WORD + 2] = {0};
    for (unsigned length = 1; length <= DEFLATE_LONGEST_WORD; length++) {
        place[length + 1] = (uint16_t)(place[length] + code->count[length]);
        unsigned next = (unsigned)word[length] + code->count[length];
        if (next > 1u << length) {
            return false;
        }
        word[length + 1] = (uint16_t)(next << 1);
    }
    for (unsigned symbol = 0; symbol < symbol_count; symbol++) {
        unsigned length = lengths[symbol];
        if (!length) {
            continue;
        }
        code->symbols[place[length]++] = (uint16_t)symbol;
        unsigned first = reversed(word[length]++, length);
        for (unsigned i = first; i < 1 << TABLE_BITS && length <= TABLE_BITS; i += 1u << length) {
            code->table[i] = (uint16_t)(symbol << 4 | length);
        }
    }
    return true;
}

// The entry of a word that has none in the table. 0: there is no such word.
static unsigned long_entry(const struct prefix_code *code, uint64_t bits) {
    unsigned word = 0, first = 0, place = 0;
    for (unsigned length = 1; length <= DEFLATE_LONGEST_WORD; length++, bits >>= 1) {
        word |= (unsigned)bits & 1;
        unsigned count = code->count[length];
        if (word - first < count) {
            return (unsigned)code->symbols[place + word - first] << 4 | length;
        }
        place += count;
        first = (first + count) << 1;
        word <<= 1;
    }
    return 0;
}

// The next symbol, of bits that are ready.
static inline unsigned take_symbol(struct bit_reader *r, const struct prefix_code *code) {
    unsigned entry = code->table[r->bits & ((1 << TABLE_BITS) - 1)];
    if (!entry && !(entry = long_entry(code, r->bits))) {
        r->failed = true;
        return 0;
    }
    consume(r, entry & 15);
    return entry >> 4;
}

// The two codes of a dynamic block (section 3.2.7).
static bool read_codes(struct unpacker *u) {
    struct bit_reader *r = &u->reader;
    unsigned literals = take(r, 5) + 257, distances = take(r, 5) + 1, described = take(r, 4) + 4;
    uint8_t lengths[DEFLATE_LITERALS + 32] = {0};
    for (unsigned i = 0; i < described; i++) {
        lengths[deflate_length_order[i]] = (uint8_t)take(r, 3);
    }
    if (literals > 286 || distances > DEFLATE_DISTANCES ||
        !make_code(&u->literals, lengths, DEFLATE_LENGTHS)) {
        return false;
    }
    memset(lengths, 0, DEFLATE_LENGTHS);
    for (unsigned i = 0; i < literals + distances;) {
        refill(r);
        unsigned symbol = take_symbol(r, &u->literals), repeat = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol == 16) {
            if (i == 0) {
                return false;
            }
            length = lengths[i - 1];
            repeat = 3 + take(r, 2);
        } else if (symbol > 16) {
            length = 0;
            repeat = symbol == 17 ? 3 + take(r, 3) : 11 + take(r, 7);
        }
        if (r->failed || repeat > literals + distances - i) {
            return false;
        }
        memset(lengths + i, length, repeat);
        i += repeat;
    }
    return make_code(&u->literals, lengths, literals) &&
           make_code(&u->distances, lengths + literals, distances);
}

// The text of a block. Everything that changes is a local here: stores of bytes could change anything else.
static bool unpack_symbols(struct unpacker *u) {
    struct bit_reader r = u->reader;
    uint8_t *to = u->to, *const start = u->start, *const limit = u->limit;
    for (;;) {
        refill(&r);
        unsigned symbol = take_symbol(&r, &u->literals);
        if (symbol < DEFLATE_END) {
            if (to == limit || r.failed) {
                return false;
            }
            *to++ = (uint8_t)symbol;
            continue;
        }
        if (symbol == DEFLATE_END) {
            break;
        }
        symbol -= DEFLATE_END + 1;
        if (symbol >= sizeof deflate_length_ranges / sizeof *deflate_length_ranges) {
            return false;
        }
        const struct deflate_range *range = &deflate_length_ranges[symbol];
        size_t length = range->least + take_ready(&r, range->extra), room = (size_t)(limit - to);
        range = &deflate_distance_ranges[take_symbol(&r, &u->distances)];
        if (r.failed) {
            return false;
        }
        size_t distance = range->least + take_ready(&r, range->extra);
        if (distance > (size_t)(to - start) || length > room) {
            return false;
        }
        uint8_t *end = to + length;
        if (distance >= 8 && room >= DEFLATE_LONGEST_MATCH + 8) { // may write a little beyond the match
            for (; to < end; to += 8) {
                memcpy(to, to - distance, 8);
            }
        }
        for (; to < end; to++) {
            *to = to[-(ptrdiff_t)distance];
        }
        to = end;
    }
    u->reader = r;
    u->to = to;
    return !r.failed;
}

static bool unpack_stored(struct unpacker *u) {
    struct bit_reader *r = &u->reader;
    consume(r, r->count & 7);
    unsigned length = take(r, 16), inverted = take(r, 16);
    if (r->failed || (length ^ inverted) != 0xFFFF || length > (size_t)(u->limit - u->to)) {
        return false;
    }
    for (; length && !r->failed; length--) {
        *u->to++ = (uint8_t)take(r, 8);
    }
    return !r->failed;
}

static bool unpack_fixed(struct unpacker *u) {
    uint8_t literals[DEFLATE_LITERALS], distances[DEFLATE_DISTANCES];
    deflate_fixed_lengths(literals, distances);
    return make_code(&u->literals, literals, DEFLATE_LITERALS) &&
           make_code(&u->distances, distances, DEFLATE_DISTANCES) && unpack_symbols(u);
}

bool decompress(const uint8_t *packed, size_t packed_length, void *out, size_t length) {
    struct unpacker u = {.reader = {.at = packed, .end = packed + packed_length},
                         .start = out,
                         .to = out,
                         .limit = (uint8_t *)out + length};
    bool last;
    do {
        last = take(&u.reader, 1);
        unsigned kind = take(&u.reader, 2);
        bool done = kind == DEFLATE_STORED    ? unpack_stored(&u)
                    : kind == DEFLATE_FIXED   ? unpack_fixed(&u)
                    : kind == DEFLATE_DYNAMIC ? read_codes(&u) && unpack_symbols(&u)
                                              : false;
        if (!done || u.reader.failed) {
            return false;
        }
    } while (!last);
    return u.to == u.limit && u.reader.at == u.reader.end && u.reader.count < 8;
}
