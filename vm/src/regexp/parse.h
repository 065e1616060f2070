// Patterns to syntax trees.
//
// parse.c reads everything but classes with its own stack of open groups; parse_class.c reads what stands
// between brackets and the escapes that mean sets, recursing into nested classes only.
#pragma once

#include "base/vector.h"
#include "regexp/node.h"
#include "regexp/regexp.h"

enum regexp_message {
#define ERROR(name, text) REGEXP_BAD_##name,
#include "regexp/errors.def"
#undef ERROR
};

enum { REGEXP_END = UINT32_MAX };      // instead of a unit, at the end of the pattern
enum { REGEXP_GROUP_LIMIT = 1 << 16 }; // capture groups

// One alternative of one disjunction; the chain of these says which groups exclude each other.
struct regexp_alternative {
    struct regexp_alternative *parent; // the one around the disjunction
    uint32_t disjunction, depth;
};

struct regexp_group_name {
    const uint16_t *units;
    uint32_t length, hash;
    uint32_t group;
    struct regexp_alternative *alternative;
    uint32_t same; // index of the next group of this name, or of itself
    bool repeated; // an earlier group has this name
};

// A \k that waits for the end of the pattern.
struct regexp_name_use {
    struct regexp_node *node;
    const uint16_t *units;
    uint32_t length, hash, offset;
};

// A group whose parenthesis is not closed yet; the first is the pattern itself.
struct regexp_open_group {
    uint8_t kind;            // enum regexp_node_kind: GROUP, LOOK, or EMPTY for (?:
    bool backward, negative; // LOOK
    bool outer_backward;     // what was in force outside
    uint32_t outer_flags;
    uint32_t number; // GROUP
    uint32_t disjunction;
    uint32_t first_item, first_alternative; // in the parser's vectors
    struct regexp_alternative *outer_alternative;
};

struct regexp_parser {
    struct regexp_context *context;
    struct memory *memory;
    struct arena *arena;
    struct regexp_error *error;
    const void *units;
    uint32_t length, position;
    bool wide;
    bool unicode;    // flag u or v: the pattern is code points, Annex B is off
    bool sets;       // flag v
    bool named;      // there are group names, so \k is always a reference
    bool check_only; // no sets are wanted
    bool backward;   // inside a lookbehind
    bool references; // there are back references
    uint32_t flags;  // of i, m, s those in force here
    uint32_t depth;
    uint32_t group_count; // in the whole pattern
    uint32_t groups_seen;
    uint32_t disjunction_count;
    struct regexp_alternative *alternative;
    struct regexp_folds folds;
    VECTOR(struct regexp_open_group) open;
    VECTOR(struct regexp_node *) items;        // terms of the sequences being read
    VECTOR(struct regexp_node *) alternatives; // finished alternatives of the disjunctions being read
    VECTOR(struct regexp_group_name) names;
    VECTOR(struct regexp_name_use) uses;
    VECTOR(uint32_t) name_table; // open hashing of the first group of each name: index + 1
};

// Reads the whole pattern. The tree, in `arena`, or NULL: *error says why. Prepare the parser with
// regexp_parser_initialize and free what it holds with regexp_parser_finalize in any case.
void regexp_parser_initialize(struct regexp_parser *parser, struct regexp_context *context,
                              struct arena *arena, const void *units, uint32_t length, bool wide,
                              uint32_t flags, struct regexp_error *error);
struct regexp_node *regexp_parse(struct regexp_parser *parser);
void regexp_parser_finalize(struct regexp_parser *parser);

// -- For the parts of the parser -------------------------------------------------------------------------

// Notes the first error; always false.
bool regexp_fail(struct regexp_parser *parser, enum regexp_message message, uint32_t offset);
bool regexp_fail_memory(struct regexp_parser *parser);

// Whether one level more may be entered; else notes the error.
bool regexp_descend(struct regexp_parser *parser);

// The unit `ahead` of the position, or REGEXP_END.
static inline uint32_t regexp_peek(const struct regexp_parser *parser, uint32_t ahead) {
    uint64_t at = (uint64_t)parser->position + ahead;
    if (at >= parser->length) return REGEXP_END;
    return parser->wide ? ((const uint16_t *)parser->units)[at] : ((const uint8_t *)parser->units)[at];
}

// Takes the next code point (of the pattern as UTF-16), or unit when there is no flag u or v.
uint32_t regexp_take(struct regexp_parser *parser);
uint32_t regexp_take_code_point(struct regexp_parser *parser);

// Takes the unit if it is next.
static inline bool regexp_take_if(struct regexp_parser *parser, uint32_t unit) {
    if (regexp_peek(parser, 0) != unit) return false;
    parser->position++;
    return true;
}

// What follows a backslash, when it stands for one character; `position` is behind the backslash.
bool regexp_parse_character_escape(struct regexp_parser *parser, bool in_class, uint32_t *character);

// Four hexadecimal digits or {digits} behind \u, surrogate pairs joined when `points`. False without taking
// anything when malformed.
bool regexp_parse_unicode_escape(struct regexp_parser *parser, bool points, uint32_t *character);

// A class, `position` behind the opening bracket. The node, or NULL.
struct regexp_node *regexp_parse_class(struct regexp_parser *parser);

// \d, \D, \s, \S, \w, \W, \p{...} or \P{...} as an atom, `position` at the letter. *is_class says whether it
// is one of these; when not, nothing is taken. The node, or NULL on error.
struct regexp_node *regexp_parse_escape_atom(struct regexp_parser *parser, bool *is_class);

// A single character as an atom, with its equals under i.
struct regexp_node *regexp_parse_literal(struct regexp_parser *parser, uint32_t character);

// The word characters of \w and \b here.
bool regexp_word_set(struct regexp_parser *parser, struct regexp_set *set);

// Closes a set under i.
bool regexp_close_set(struct regexp_parser *parser, struct regexp_set *set);
