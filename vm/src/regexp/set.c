#include "regexp/set.h"

#include "base/unicode.h"
#include "base/utf.h"

#include <string.h>

#define TIDIED_FROM 4096u // ranges: out of order, a set is put in order before it grows beyond

static bool regexp_set_reserve(struct arena *arena, struct regexp_set *set, uint32_t count) {
    if (count <= set->capacity) return true;
    uint32_t capacity = set->capacity + set->capacity / 2 + 8;
    if (capacity < count) capacity = count;
    struct regexp_range *ranges = arena_allocate(arena, capacity * sizeof *ranges);
    if (!ranges) return false;
    if (set->count) memcpy(ranges, set->ranges, set->count * sizeof *ranges);
    set->ranges = ranges;
    set->capacity = capacity;
    return true;
}

static void regexp_set_sift(struct regexp_range *ranges, uint32_t root, uint32_t count) {
    struct regexp_range moved = ranges[root];
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && ranges[child + 1].first > ranges[child].first) child++;
        if (ranges[child].first <= moved.first) break;
        ranges[root] = ranges[child];
    }
    ranges[root] = moved;
}

void regexp_set_normalize(const struct arena *arena, struct regexp_set *set) {
    if (!set->unordered) return;
    set->unordered = false;
    struct regexp_range *ranges = set->ranges;
    for (uint32_t i = set->count / 2; i-- > 0 && memory_poll_step(arena->memory, i);)
        regexp_set_sift(ranges, i, set->count);
    for (uint32_t end = set->count - 1; end > 0 && memory_poll_step(arena->memory, end); end--) {
        struct regexp_range largest = ranges[0];
        ranges[0] = ranges[end];
        ranges[end] = largest;
        regexp_set_sift(ranges, 0, end);
    }
    uint32_t kept = 0;
    for (uint32_t i = 1; i < set->count; i++) {
        if (ranges[i].first > ranges[kept].last + 1)
            ranges[++kept] = ranges[i];
        else if (ranges[i].last > ranges[kept].last)
            ranges[kept].last = ranges[i].last;
    }
    set->count = kept + 1;
}

bool regexp_set_add(struct arena *arena, struct regexp_set *set, uint32_t first, uint32_t last) {
    struct regexp_range *end = set->count ? &set->ranges[set->count - 1] : NULL;
    if (end && first >= end->first && first <= end->last + 1) {
        if (last > end->last) end->last = last;
        return true;
    }
    if (set->unordered && set->count == set->capacity && set->count >= TIDIED_FROM) {
        regexp_set_normalize(arena, set);
        end = &set->ranges[set->count - 1];
    }
    if (!regexp_set_reserve(arena, set, set->count + 1)) return false;
    if (end && first < end->first) set->unordered = true;
    set->ranges[set->count++] = (struct regexp_range){first, last};
    return true;
}

bool regexp_set_add_set(struct arena *arena, struct regexp_set *set, const struct regexp_set *other) {
    if (!regexp_set_reserve(arena, set, set->count + other->count)) return false;
    for (uint32_t i = 0; i < other->count; i++)
        if (!regexp_set_add(arena, set, other->ranges[i].first, other->ranges[i].last)) return false;
    return true;
}

bool regexp_set_has(const struct regexp_set *set, uint32_t code_point) {
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->ranges[middle].last < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->ranges[low].first <= code_point;
}

bool regexp_set_invert(struct arena *arena, struct regexp_set *set) {
    struct regexp_set result = {0};
    uint32_t next = 0;
    if (!regexp_set_reserve(arena, &result, set->count + 1)) return false;
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->ranges[i].first > next)
            result.ranges[result.count++] = (struct regexp_range){next, set->ranges[i].first - 1};
        next = set->ranges[i].last + 1;
    }
    if (next <= UTF_MAXIMUM) result.ranges[result.count++] = (struct regexp_range){next, UTF_MAXIMUM};
    *set = result;
    return true;
}

bool regexp_set_intersect(struct arena *arena, struct regexp_set *set, const struct regexp_set *other) {
    struct regexp_set result = {0};
    for (uint32_t i = 0, j = 0; i < set->count && j < other->count;) {
        struct regexp_range a = set->ranges[i], b = other->ranges[j];
        uint32_t first = a.first > b.first ? a.first : b.first, last = a.last < b.last ? a.last : b.last;
        if (first <= last && !regexp_set_add(arena, &result, first, last)) return false;
        if (a.last < b.last)
            i++;
        else
            j++;
    }
    *set = result;
    return true;
}

bool regexp_set_subtract(struct arena *arena, struct regexp_set *set, const struct regexp_set *other) {
    struct regexp_set rest = *other;
    return regexp_set_invert(arena, &rest) && regexp_set_intersect(arena, set, &rest);
}

struct regexp_set_sink {
    struct arena *arena;
    struct regexp_set *set;
};

static bool regexp_set_visit(void *context, uint32_t first, uint32_t last) {
    struct regexp_set_sink *sink = context;
    return regexp_set_add(sink->arena, sink->set, first, last);
}

bool regexp_set_add_property(struct arena *arena, struct regexp_set *set, const char *name,
                             size_t name_length, const char *value, size_t value_length) {
    struct regexp_set_sink sink = {arena, set};
    return unicode_property_ranges(name, name_length, value, value_length, regexp_set_visit, &sink) !=
           UNICODE_STOPPED;
}

// -- Case ------------------------------------------------------------------------------------------------

struct regexp_fold_sink {
    struct arena *arena;
    struct regexp_folds *folds;
};

static bool regexp_fold_visit(void *context, uint32_t code_point, uint32_t folded) {
    struct regexp_fold_sink *sink = context;
    struct regexp_folds *folds = sink->folds;
    if (folds->count == folds->capacity) {
        uint32_t capacity = folds->capacity ? folds->capacity * 2 : 1024;
        struct regexp_fold *pairs = arena_allocate(sink->arena, capacity * sizeof *pairs);
        if (!pairs) return false;
        if (folds->count) memcpy(pairs, folds->pairs, folds->count * sizeof *pairs);
        folds->pairs = pairs;
        folds->capacity = capacity;
    }
    folds->pairs[folds->count++] = (struct regexp_fold){folded, code_point};
    return true;
}

bool regexp_folds_collect(struct arena *arena, struct regexp_folds *folds, bool legacy) {
    if (folds->count) return true;
    struct regexp_fold_sink sink = {arena, folds};
    folds->legacy = legacy;
    if (!unicode_each_fold(legacy, regexp_fold_visit, &sink)) {
        folds->count = 0;
        return false;
    }
    // Nearly in order already: equal distances between the cases make long ascending runs.
    struct regexp_fold *pairs = folds->pairs;
    for (uint32_t gap = 1 << 10; gap > 0; gap /= 4)
        for (uint32_t i = gap; i < folds->count; i++) {
            struct regexp_fold pair = pairs[i];
            uint32_t hole = i;
            for (; hole >= gap && (pairs[hole - gap].folded > pair.folded ||
                                   (pairs[hole - gap].folded == pair.folded &&
                                    pairs[hole - gap].code_point > pair.code_point));
                 hole -= gap)
                pairs[hole] = pairs[hole - gap];
            pairs[hole] = pair;
        }
    return true;
}

// ASCII letters are the same as the letter of the other case and, with flag u or v, K as the Kelvin sign and
// S as the long s.
static bool regexp_set_close_ascii(struct arena *arena, struct regexp_set *set, bool legacy) {
    uint32_t count = set->count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t shift = 0; shift <= 32; shift += 32) {
            struct regexp_range range = set->ranges[i];
            uint32_t first = range.first > 'A' + shift ? range.first : 'A' + shift;
            uint32_t last = range.last < 'Z' + shift ? range.last : 'Z' + shift;
            if (first > last) continue;
            if (!regexp_set_add(arena, set, first ^ 32, last ^ 32)) return false;
            if (legacy) continue;
            if (first <= 'K' + shift && last >= 'K' + shift && !regexp_set_add(arena, set, 0x212a, 0x212a))
                return false;
            if (first <= 'S' + shift && last >= 'S' + shift && !regexp_set_add(arena, set, 0x17f, 0x17f))
                return false;
        }
    }
    regexp_set_normalize(arena, set);
    return true;
}

bool regexp_set_close(struct arena *arena, struct regexp_set *set, const struct regexp_folds *folds) {
    if (regexp_set_is_ascii(set)) return regexp_set_close_ascii(arena, set, folds->legacy);
    struct regexp_set added = {0};
    for (uint32_t i = 0, end; i < folds->count; i = end) {
        uint32_t folded = folds->pairs[i].folded;
        bool any = regexp_set_has(set, folded), all = any;
        for (end = i; end < folds->count && folds->pairs[end].folded == folded; end++) {
            bool has = regexp_set_has(set, folds->pairs[end].code_point);
            any |= has;
            all &= has;
        }
        if (!any || all) continue;
        if (!regexp_set_add(arena, &added, folded, folded)) return false;
        for (uint32_t j = i; j < end; j++)
            if (!regexp_set_add(arena, &added, folds->pairs[j].code_point, folds->pairs[j].code_point))
                return false;
    }
    if (!regexp_set_add_set(arena, set, &added)) return false;
    regexp_set_normalize(arena, set);
    return true;
}
