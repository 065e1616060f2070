// The syntax tree of a pattern, and what is known of each node as soon as it is made.
//
// All that depends on flags is settled here: under i a character is the set of its equals, `.` is the set it
// stands for, `^` says whether it looks at lines. In lookbehinds nothing is reversed yet.
#pragma once

#include "regexp/program.h"
#include "regexp/set.h"

#include <stddef.h>

enum regexp_node_kind {
    REGEXP_EMPTY,
    REGEXP_CHARACTER, // one unit or, with flag u or v, one code point other than a surrogate
    REGEXP_SET,       // one unit or code point of a set
    REGEXP_SEQUENCE,
    REGEXP_ALTERNATION,
    REGEXP_GROUP, // captures
    REGEXP_QUANTIFIER,
    REGEXP_LOOK,
    REGEXP_REFERENCE,
    REGEXP_ASSERTION,
};

enum regexp_assertion {
    REGEXP_INPUT_START,
    REGEXP_INPUT_END,
    REGEXP_LINE_START,
    REGEXP_LINE_END,
    REGEXP_BOUNDARY,
    REGEXP_NO_BOUNDARY,
};

// The units a text can begin with to be matched, exact for units below 256. `open`: perhaps no unit is needed
// at all, so the set says nothing.
struct regexp_first {
    uint32_t low[8];
    bool high; // some unit from 256 on
    bool open;
};

struct regexp_node {
    uint8_t kind;
    bool backward;             // LOOK: behind. REFERENCE: inside a lookbehind
    bool negative;             // LOOK
    bool lazy;                 // QUANTIFIER
    bool points;               // SET: members are code points, some of them two units long or surrogates
    bool ignore;               // REFERENCE: case is ignored
    bool settled;              // a successful pass sets every group inside
    bool zero_width;           // never consumes anything
    bool copied;               // QUANTIFIER: small enough to be repeated in the code itself
    uint32_t value;            // CHARACTER: the code point; GROUP: its number; ASSERTION: which
    uint32_t count;            // SEQUENCE, ALTERNATION: children; REFERENCE: groups
    uint32_t minimum, maximum; // QUANTIFIER
    uint32_t width;            // the least number of units consumed, saturating
    uint32_t extent;           // the most, saturating
    uint32_t group_first, group_end; // the groups inside; none when equal
    uint32_t cost;                   // a guess at the size of the code in words, saturating
    struct regexp_first first;
    union {
        struct regexp_node *child;     // GROUP, QUANTIFIER, LOOK
        struct regexp_node **children; // SEQUENCE, ALTERNATION
        uint32_t *groups;              // REFERENCE
        struct regexp_set *set;        // SET; ASSERTION: the word characters of a boundary
    };
};

// Constructors. All return NULL when memory runs out, and when an argument is NULL.
struct regexp_node *regexp_node_empty(struct arena *arena);
struct regexp_node *regexp_node_character(struct arena *arena, uint32_t code_point);
struct regexp_node *regexp_node_set(struct arena *arena, const struct regexp_set *set, bool unicode);
struct regexp_node *regexp_node_sequence(struct arena *arena, struct regexp_node **items, uint32_t count);
struct regexp_node *regexp_node_alternation(struct arena *arena, struct regexp_node **items, uint32_t count);
struct regexp_node *regexp_node_group(struct arena *arena, struct regexp_node *child, uint32_t number);
struct regexp_node *regexp_node_quantifier(struct arena *arena, struct regexp_node *child, uint32_t minimum,
                                           uint32_t maximum, bool lazy);
struct regexp_node *regexp_node_look(struct arena *arena, struct regexp_node *child, bool backward,
                                     bool negative);
struct regexp_node *regexp_node_reference(struct arena *arena, uint32_t *groups, uint32_t count,
                                          bool backward, bool ignore);
struct regexp_node *regexp_node_assertion(struct arena *arena, enum regexp_assertion assertion,
                                          const struct regexp_set *word);

// The first units of `first` followed by `then`.
void regexp_first_append(struct regexp_first *first, const struct regexp_first *then);

// Whether no unit is in both; false when either is open.
bool regexp_first_disjoint(const struct regexp_first *a, const struct regexp_first *b);
