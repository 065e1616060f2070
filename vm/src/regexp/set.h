// Sets of code points while a pattern is compiled.
//
// A set lives in an arena. Ranges are added in any order; normalizing sorts and joins them, and everything
// that reads a set wants it normalized. All functions that return bool return false when memory runs out.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct regexp_range {
    uint32_t first, last;
};

struct regexp_set {
    struct regexp_range *ranges;
    uint32_t count, capacity;
    bool unordered; // not normalized
};

bool regexp_set_add(struct arena *arena, struct regexp_set *set, uint32_t first, uint32_t last);
bool regexp_set_add_set(struct arena *arena, struct regexp_set *set, const struct regexp_set *other);
void regexp_set_normalize(const struct arena *arena, struct regexp_set *set);
bool regexp_set_has(const struct regexp_set *set, uint32_t code_point);

// The code points up to U+10FFFF that are not in the set.
bool regexp_set_invert(struct arena *arena, struct regexp_set *set);

// Keeps what is in `other` (or, for subtraction, is not).
bool regexp_set_intersect(struct arena *arena, struct regexp_set *set, const struct regexp_set *other);
bool regexp_set_subtract(struct arena *arena, struct regexp_set *set, const struct regexp_set *other);

// Adds the members of \p{name=value}, or \p{name} when `value` is NULL. The property must exist.
bool regexp_set_add_property(struct arena *arena, struct regexp_set *set, const char *name,
                             size_t name_length, const char *value, size_t value_length);

// The classes of code points that are the same when case is ignored, by their representative.
struct regexp_fold {
    uint32_t folded, code_point;
};

struct regexp_folds {
    struct regexp_fold *pairs; // by folded, then code point; the representative itself is not listed
    uint32_t count, capacity;
    bool legacy;
};

// Collects the classes, of Canonicalize with flag u or v, or the legacy ones.
bool regexp_folds_collect(struct arena *arena, struct regexp_folds *folds, bool legacy);

// Adds everything that is the same as a member when case is ignored. `folds` must be collected, unless the
// set is ASCII.
bool regexp_set_close(struct arena *arena, struct regexp_set *set, const struct regexp_folds *folds);

// Whether all members are ASCII.
static inline bool regexp_set_is_ascii(const struct regexp_set *set) {
    return set->count == 0 || set->ranges[set->count - 1].last < 0x80;
}
