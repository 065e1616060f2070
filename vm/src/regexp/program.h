// The form of a compiled expression: one block of memory, positions instead of pointers.
//
//     struct regexp | code | ranges | names | literal | tables
//
// A set is named by two words. `bits`: the number of a table of 256 bytes, times 256, plus a mask of one bit;
// units below 256 are in the set when table[unit] has the bit, so eight sets share a table. `ranges`:
// position in the ranges of a count and that many ascending code points from 256 on at which membership
// changes, starting with "not"; position 0 holds an empty list.
//
// Registers hold positions or counters, REGEXP_UNSET when unset: two for the match and for each group, then
// those of loops and lookarounds.
#pragma once

#include "regexp/regexp.h"

enum regexp_opcode {
#define OPCODE(name, words) REGEXP_OP_##name,
#include "regexp/opcodes.def"
#undef OPCODE
    REGEXP_OPCODES
};

#define REGEXP_UNSET UINT32_MAX

enum { REGEXP_UNBOUNDED = UINT32_MAX }; // as an upper bound of a quantifier

enum { REGEXP_CODE_LIMIT = 1 << 24 }; // words: what fits beside an opcode
enum { REGEXP_LITERAL_LIMIT = 64 };   // units of the literal that is searched for
enum { REGEXP_REFERENCE_BACK = 1, REGEXP_REFERENCE_IGNORE = 2 };

struct regexp {
    uint32_t size; // of the block
    uint32_t flags;
    uint32_t group_count, register_count, memo_count;
    uint32_t code_words, range_words;
    uint32_t names;      // word position of the names
    uint32_t name_count; // a name: length, group count, groups, units (two to a word)

    // How starts are found that are worth a try: at the start of the input only when `anchored`; from `least`
    // to `most` units before a literal, if it has a length; before a unit of a set, if `first_bits` is not 0.
    uint32_t anchored;
    uint32_t literal; // word position of its units, two to a word
    uint32_t literal_length, literal_least, literal_most;
    uint32_t literal_pivot; // the index of the unit that is probably rarest
    uint32_t literal_wide;  // some unit is not Latin-1
    uint32_t first_bits, first_ranges;

    uint32_t tables; // word position
    uint32_t words[];
};

static inline const uint32_t *regexp_code(const struct regexp *regexp) { return regexp->words; }

static inline const uint32_t *regexp_ranges(const struct regexp *regexp) {
    return regexp->words + regexp->code_words;
}

static inline const uint16_t *regexp_literal(const struct regexp *regexp) {
    return (const uint16_t *)(regexp->words + regexp->literal);
}

static inline const uint8_t *regexp_tables(const struct regexp *regexp) {
    return (const uint8_t *)(regexp->words + regexp->tables);
}

struct regexp_parser;
struct regexp_node;

// Translates the tree of a parser that has read its pattern. NULL on error, which the parser's error tells.
struct regexp *regexp_generate(struct regexp_parser *parser, const struct regexp_node *root, uint32_t flags);
