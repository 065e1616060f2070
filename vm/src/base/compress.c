// Packing as DEFLATE, in two steps: matches are found and kept as pairs (length or literal, distance),
// counting the symbols they come to; then a block is written with the codes that fit those counts.
//
// The matches of a place are the latest places with the same three bytes; the longest is taken, unless the
// next byte begins a longer one.
#include "base/compress.h"

#include "base/buffer.h"
#include "base/deflate.h"

#include <stdlib.h>

#define HASH_BITS 15
#define DEPTH 256               // places that are tried
#define BLOCK_SYMBOLS (1 << 16) // of one block

struct token {
    uint16_t length;   // of a match; 0: a literal
    uint16_t distance; // of a match, less one; else the literal
};

struct bit_writer {
    struct buffer *out;
    uint64_t bits;
    unsigned count;
};

struct packer {
    const uint8_t *bytes;
    size_t length;
    int32_t *heads;    // by hash: the latest place, -1: none
    int32_t *previous; // by place: the one before it with the same hash
    struct token *tokens;
    uint32_t token_count;
    struct bit_writer writer;
};

// ---- matches ----

static uint32_t hash_at(const uint8_t *p) {
    uint32_t three = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

static void enter(struct packer *p, size_t at) {
    if (at + DEFLATE_LEAST_MATCH <= p->length) {
        uint32_t hash = hash_at(p->bytes + at);
        p->previous[at] = p->heads[hash];
        p->heads[hash] = (int32_t)at;
    }
}

// The longest match for the bytes at `at`, which must not have been entered; gives its length, 0: none.
static size_t find_match(const struct packer *p, size_t at, size_t *from) {
    if (at + DEFLATE_LEAST_MATCH > p->length) {
        return 0;
    }
    size_t best = DEFLATE_LEAST_MATCH - 1, limit = p->length - at;
    if (limit > DEFLATE_LONGEST_MATCH) {
        limit = DEFLATE_LONGEST_MATCH;
    }
    int32_t place = p->heads[hash_at(p->bytes + at)];
    for (int depth = 0; place >= 0 && at - (size_t)place <= DEFLATE_WINDOW && depth < DEPTH; depth++) {
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
    return best < DEFLATE_LEAST_MATCH ? 0 : best;
}

// ---- codes ----

// The symbol of a length or distance.
static unsigned symbol_of(const struct deflate_range *ranges, unsigned count, unsigned value) {
    unsigned symbol = 0;
    while (symbol + 1 < count && ranges[symbol + 1].least <= value) {
        symbol++;
    }
    return symbol;
}

static unsigned length_symbol(unsigned length) { return symbol_of(deflate_length_ranges, 29, length); }

static unsigned distance_symbol(unsigned distance) {
    return symbol_of(deflate_distance_ranges, DEFLATE_DISTANCES, distance);
}

struct node {
    uint32_t weight;
    int32_t parent;
    uint16_t symbol;
};

static int lighter(const void *a, const void *b) {
    const struct node *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? -1 : 1) : (int)x->symbol - (int)y->symbol;
}

// Lengths of the words of a Huffman code for symbols that occur that often; false: one is longer than
// `longest`. At least two symbols get a word, since readers differ about codes of one.
static bool huffman_lengths(const uint32_t *counts, unsigned symbol_count, unsigned longest,
                            uint8_t *lengths) {
    struct node nodes[2 * DEFLATE_LITERALS];
    unsigned leaves = 0;
    for (unsigned symbol = 0; symbol < symbol_count; symbol++) {
        lengths[symbol] = 0;
        if (counts[symbol]) {
            nodes[leaves++] = (struct node){counts[symbol], 0, (uint16_t)symbol};
        }
    }
    for (unsigned symbol = 0; leaves < 2; symbol++) {
        if (!counts[symbol]) {
            nodes[leaves++] = (struct node){1, 0, (uint16_t)symbol};
        }
    }
    qsort(nodes, leaves, sizeof *nodes, lighter);
    // Inner nodes come into being in the order of their weights: the two lightest stand at the front of one
    // of two queues.
    unsigned leaf = 0, inner = leaves, end = leaves;
    while (end < 2 * leaves - 1) {
        nodes[end].weight = 0;
        for (int side = 0; side < 2; side++) {
            unsigned lightest = inner == end || (leaf < leaves && nodes[leaf].weight <= nodes[inner].weight)
                                    ? leaf++
                                    : inner++;
            nodes[lightest].parent = (int32_t)end;
            nodes[end].weight += nodes[lightest].weight;
        }
        end++;
    }
    uint8_t depth[2 * DEFLATE_LITERALS];
    depth[end - 1] = 0;
    for (unsigned i = end - 1; i-- > 0;) {
        depth[i] = (uint8_t)(depth[nodes[i].parent] + 1);
        if (i < leaves) {
            if (depth[i] > longest) {
                return false;
            }
            lengths[nodes[i].symbol] = depth[i];
        }
    }
    return true;
}

// The same, with flatter counts until no word is longer than `longest`.
static void choose_lengths(const uint32_t *counts, unsigned symbol_count, unsigned longest,
                           uint8_t *lengths) {
    uint32_t flatter[DEFLATE_LITERALS];
    memcpy(flatter, counts, symbol_count * sizeof *counts);
    while (!huffman_lengths(flatter, symbol_count, longest, lengths)) {
        for (unsigned symbol = 0; symbol < symbol_count; symbol++) {
            flatter[symbol] = (flatter[symbol] + 1) / 2;
        }
    }
}

// The words, their first bit in the least significant place.
static void make_words(const uint8_t *lengths, unsigned symbol_count, uint16_t *words) {
    unsigned word = 0;
    for (unsigned length = 1; length <= DEFLATE_LONGEST_WORD; length++, word <<= 1) {
        for (unsigned symbol = 0; symbol < symbol_count; symbol++) {
            if (lengths[symbol] == length) {
                unsigned reversed = 0;
                for (unsigned bit = 0; bit < length; bit++) {
                    reversed |= (word >> bit & 1) << (length - 1 - bit);
                }
                words[symbol] = (uint16_t)reversed;
                word++;
            }
        }
    }
}

// ---- writing ----

static void put(struct bit_writer *writer, unsigned bits, unsigned count) {
    writer->bits |= (uint64_t)bits << writer->count;
    for (writer->count += count; writer->count >= 8; writer->count -= 8, writer->bits >>= 8) {
        buffer_append_char(writer->out, (char)writer->bits);
    }
}

struct codes {
    uint8_t literal_lengths[DEFLATE_LITERALS], distance_lengths[DEFLATE_DISTANCES];
    uint16_t literals[DEFLATE_LITERALS], distances[DEFLATE_DISTANCES];
};

// How a dynamic block says what its codes are: the lengths of all their words as runs, written with a third
// code.
struct description {
    unsigned literals, distances; // symbols that are described: all up to the last used one
    unsigned lengths_count;       // of the third code, in the order of deflate_length_order
    uint8_t lengths[DEFLATE_LENGTHS];
    unsigned run_count;
    struct run {
        uint8_t symbol, extra, extra_bits;
    } runs[DEFLATE_LITERALS + DEFLATE_DISTANCES];
};

static void describe_run(struct description *d, unsigned symbol, unsigned extra, unsigned extra_bits) {
    d->runs[d->run_count++] = (struct run){(uint8_t)symbol, (uint8_t)extra, (uint8_t)extra_bits};
}

static void describe_lengths(struct description *d, const uint8_t *lengths, unsigned count) {
    for (unsigned i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && same < 138 && lengths[i + same] == lengths[i];) {
            same++;
        }
        if (lengths[i] == 0 && same >= 11) {
            describe_run(d, 18, same - 11, 7);
        } else if (lengths[i] == 0 && same >= 3) {
            describe_run(d, 17, same - 3, 3);
        } else if (i > 0 && lengths[i - 1] == lengths[i] && same >= 3) {
            same = same > 6 ? 6 : same;
            describe_run(d, 16, same - 3, 2);
        } else {
            same = 1;
            describe_run(d, lengths[i], 0, 0);
        }
    }
}

static void describe_codes(struct description *d, const struct codes *codes) {
    *d = (struct description){.literals = DEFLATE_LITERALS - 2, DEFLATE_DISTANCES, DEFLATE_LENGTHS};
    while (d->literals > DEFLATE_END + 1 && !codes->literal_lengths[d->literals - 1]) {
        d->literals--;
    }
    while (d->distances > 1 && !codes->distance_lengths[d->distances - 1]) {
        d->distances--;
    }
    uint8_t lengths[DEFLATE_LITERALS + DEFLATE_DISTANCES];
    memcpy(lengths, codes->literal_lengths, d->literals);
    memcpy(lengths + d->literals, codes->distance_lengths, d->distances);
    describe_lengths(d, lengths, d->literals + d->distances);
    uint32_t counts[DEFLATE_LENGTHS] = {0};
    for (unsigned i = 0; i < d->run_count; i++) {
        counts[d->runs[i].symbol]++;
    }
    choose_lengths(counts, DEFLATE_LENGTHS, 7, d->lengths);
    while (d->lengths_count > 4 && !d->lengths[deflate_length_order[d->lengths_count - 1]]) {
        d->lengths_count--;
    }
}

static unsigned description_bits(const struct description *d) {
    unsigned bits = 14 + 3 * d->lengths_count;
    for (unsigned i = 0; i < d->run_count; i++) {
        bits += d->lengths[d->runs[i].symbol] + d->runs[i].extra_bits;
    }
    return bits;
}

static void put_description(struct bit_writer *writer, const struct description *d) {
    uint16_t words[DEFLATE_LENGTHS];
    make_words(d->lengths, DEFLATE_LENGTHS, words);
    put(writer, d->literals - 257, 5);
    put(writer, d->distances - 1, 5);
    put(writer, d->lengths_count - 4, 4);
    for (unsigned i = 0; i < d->lengths_count; i++) {
        put(writer, d->lengths[deflate_length_order[i]], 3);
    }
    for (unsigned i = 0; i < d->run_count; i++) {
        put(writer, words[d->runs[i].symbol], d->lengths[d->runs[i].symbol]);
        put(writer, d->runs[i].extra, d->runs[i].extra_bits);
    }
}

static void put_token(struct bit_writer *writer, const struct codes *codes, struct token token) {
    if (!token.length) {
        put(writer, codes->literals[token.distance], codes->literal_lengths[token.distance]);
        return;
    }
    unsigned distance = token.distance + 1u, symbol = length_symbol(token.length);
    const struct deflate_range *range = &deflate_length_ranges[symbol];
    put(writer, codes->literals[DEFLATE_END + 1 + symbol], codes->literal_lengths[DEFLATE_END + 1 + symbol]);
    put(writer, token.length - range->least, range->extra);
    symbol = distance_symbol(distance);
    range = &deflate_distance_ranges[symbol];
    put(writer, codes->distances[symbol], codes->distance_lengths[symbol]);
    put(writer, distance - range->least, range->extra);
}

// How many bits symbols take that occur so often, without their extra bits.
static uint64_t bits_with(const struct codes *codes, const uint32_t *literals, const uint32_t *distances) {
    uint64_t bits = 0;
    for (unsigned symbol = 0; symbol < DEFLATE_LITERALS; symbol++) {
        bits += (uint64_t)literals[symbol] * codes->literal_lengths[symbol];
    }
    for (unsigned symbol = 0; symbol < DEFLATE_DISTANCES; symbol++) {
        bits += (uint64_t)distances[symbol] * codes->distance_lengths[symbol];
    }
    return bits;
}

// A block of the tokens so far: with codes of its own where these and their description are shorter.
static void put_block(struct packer *p, bool last) {
    uint32_t literals[DEFLATE_LITERALS] = {[DEFLATE_END] = 1}, distances[DEFLATE_DISTANCES] = {0};
    for (uint32_t i = 0; i < p->token_count; i++) {
        struct token token = p->tokens[i];
        literals[token.length ? DEFLATE_END + 1 + length_symbol(token.length) : token.distance]++;
        if (token.length) {
            distances[distance_symbol(token.distance + 1u)]++;
        }
    }
    struct codes fixed = {0}, own = {0};
    struct description description;
    deflate_fixed_lengths(fixed.literal_lengths, fixed.distance_lengths);
    choose_lengths(literals, DEFLATE_LITERALS - 2, DEFLATE_LONGEST_WORD, own.literal_lengths);
    choose_lengths(distances, DEFLATE_DISTANCES, DEFLATE_LONGEST_WORD, own.distance_lengths);
    describe_codes(&description, &own);
    bool dynamic = bits_with(&own, literals, distances) + description_bits(&description) <
                   bits_with(&fixed, literals, distances);
    struct codes *codes = dynamic ? &own : &fixed;
    make_words(codes->literal_lengths, DEFLATE_LITERALS, codes->literals);
    make_words(codes->distance_lengths, DEFLATE_DISTANCES, codes->distances);
    put(&p->writer, last, 1);
    put(&p->writer, dynamic ? DEFLATE_DYNAMIC : DEFLATE_FIXED, 2);
    if (dynamic) {
        put_description(&p->writer, &description);
    }
    for (uint32_t i = 0; i < p->token_count; i++) {
        put_token(&p->writer, codes, p->tokens[i]);
    }
    put(&p->writer, codes->literals[DEFLATE_END], codes->literal_lengths[DEFLATE_END]);
    p->token_count = 0;
}

static void add_token(struct packer *p, size_t length, size_t distance) {
    if (p->token_count == BLOCK_SYMBOLS) {
        put_block(p, false);
    }
    p->tokens[p->token_count++] = (struct token){(uint16_t)length, (uint16_t)distance};
}

static void pack(struct packer *p) {
    for (size_t at = 0; at < p->length;) {
        size_t from = 0, next_from = 0, length = find_match(p, at, &from);
        enter(p, at);
        if (!length || find_match(p, at + 1, &next_from) > length) {
            add_token(p, 0, p->bytes[at]);
            at++;
            continue;
        }
        add_token(p, length, at - from - 1);
        for (size_t i = 1; i < length; i++) {
            enter(p, at + i);
        }
        at += length;
    }
    put_block(p, true);
    put(&p->writer, 0, 7); // the rest of the last byte
}

bool compress(struct buffer *out, const void *bytes, size_t length) {
    struct memory *memory = out->memory;
    size_t heads = sizeof(int32_t) << HASH_BITS;
    struct packer p = {.bytes = bytes,
                       .length = length,
                       .heads = memory_allocate(memory, heads),
                       .previous = memory_allocate(memory, (length + 1) * sizeof(int32_t)),
                       .tokens = memory_allocate(memory, BLOCK_SYMBOLS * sizeof(struct token)),
                       .writer = {out, 0, 0}};
    if (p.heads && p.previous && p.tokens) {
        memset(p.heads, -1, heads);
        pack(&p);
    } else {
        out->failed = true;
    }
    memory_free(memory, p.heads);
    memory_free(memory, p.previous);
    memory_free(memory, p.tokens);
    return !out->failed;
}
