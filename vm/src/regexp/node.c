#include "regexp/node.h"

#include "base/utf.h"

#include <string.h>

enum { REGEXP_COPIES_COST = 1024 }; // words of code that a quantifier may become by repetition

static uint32_t regexp_saturate(uint64_t value) { return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value; }

void regexp_first_append(struct regexp_first *first, const struct regexp_first *then) {
    for (int i = 0; i < 8; i++)
        first->low[i] |= then->low[i];
    first->high |= then->high;
    first->open = then->open;
}

bool regexp_first_disjoint(const struct regexp_first *a, const struct regexp_first *b) {
    if (a->open || b->open || (a->high && b->high)) return false;
    for (int i = 0; i < 8; i++)
        if (a->low[i] & b->low[i]) return false;
    return true;
}

static void regexp_first_add(struct regexp_first *first, uint32_t unit) {
    if (unit > 0xff)
        first->high = true;
    else
        first->low[unit >> 5] |= (uint32_t)1 << (unit & 31);
}

static struct regexp_node *regexp_node(struct arena *arena, enum regexp_node_kind kind) {
    struct regexp_node *node = arena_allocate(arena, sizeof *node);
    if (!node) return NULL;
    memset(node, 0, sizeof *node);
    node->kind = (uint8_t)kind;
    node->settled = true;
    node->cost = 1;
    return node;
}

struct regexp_node *regexp_node_empty(struct arena *arena) {
    struct regexp_node *node = regexp_node(arena, REGEXP_EMPTY);
    if (!node) return NULL;
    node->zero_width = true;
    node->first.open = true;
    node->cost = 0;
    return node;
}

struct regexp_node *regexp_node_character(struct arena *arena, uint32_t code_point) {
    struct regexp_node *node = regexp_node(arena, REGEXP_CHARACTER);
    if (!node) return NULL;
    node->value = code_point;
    node->width = node->extent = code_point > 0xffff ? 2 : 1;
    regexp_first_add(&node->first, code_point);
    return node;
}

struct regexp_node *regexp_node_set(struct arena *arena, const struct regexp_set *set, bool unicode) {
    struct regexp_node *node = regexp_node(arena, REGEXP_SET);
    if (!node || !(node->set = arena_copy(arena, set, sizeof *set))) return NULL;
    node->width = 1;
    node->cost = 3;
    for (uint32_t i = 0; i < set->count; i++) {
        struct regexp_range range = set->ranges[i];
        for (uint32_t c = range.first; c <= range.last && c <= 0xff; c++)
            regexp_first_add(&node->first, c);
        if (range.last > 0xff) node->first.high = true;
        if (unicode && (range.last > 0xffff || (range.first <= 0xdfff && range.last >= 0xd800)))
            node->points = true;
    }
    node->extent = node->points ? 2 : 1;
    return node;
}

// Takes note of the groups in a child.
static void regexp_node_enclose(struct regexp_node *node, const struct regexp_node *child) {
    if (child->group_first == child->group_end) return;
    if (node->group_first == node->group_end) {
        node->group_first = child->group_first;
        node->group_end = child->group_end;
        return;
    }
    if (child->group_first < node->group_first) node->group_first = child->group_first;
    if (child->group_end > node->group_end) node->group_end = child->group_end;
}

struct regexp_node *regexp_node_sequence(struct arena *arena, struct regexp_node **items, uint32_t count) {
    if (count == 1) return items[0];
    struct regexp_node *node = regexp_node(arena, REGEXP_SEQUENCE);
    if (!node || !(node->children = arena_copy(arena, items, count * sizeof *items))) return NULL;
    node->count = count;
    node->cost = 0;
    node->zero_width = true;
    node->first.open = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct regexp_node *child = items[i];
        if (!child || !memory_poll_step(arena->memory, i)) return NULL;
        node->width = regexp_saturate((uint64_t)node->width + child->width);
        node->extent = regexp_saturate((uint64_t)node->extent + child->extent);
        node->cost = regexp_saturate((uint64_t)node->cost + child->cost);
        node->settled &= child->settled;
        node->zero_width &= child->zero_width;
        if (node->first.open) regexp_first_append(&node->first, &child->first);
        regexp_node_enclose(node, child);
    }
    return node;
}

struct regexp_node *regexp_node_alternation(struct arena *arena, struct regexp_node **items, uint32_t count) {
    if (count == 1) return items[0];
    struct regexp_node *node = regexp_node(arena, REGEXP_ALTERNATION);
    if (!node || !(node->children = arena_copy(arena, items, count * sizeof *items))) return NULL;
    node->count = count;
    node->width = UINT32_MAX;
    node->cost = 64;
    node->zero_width = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct regexp_node *child = items[i];
        if (!child || !memory_poll_step(arena->memory, i)) return NULL;
        if (child->width < node->width) node->width = child->width;
        if (child->extent > node->extent) node->extent = child->extent;
        node->cost = regexp_saturate((uint64_t)node->cost + child->cost + 6);
        node->zero_width &= child->zero_width;
        bool open = node->first.open;
        regexp_first_append(&node->first, &child->first);
        node->first.open |= open;
        regexp_node_enclose(node, child);
    }
    node->settled = node->group_first == node->group_end;
    return node;
}

struct regexp_node *regexp_node_group(struct arena *arena, struct regexp_node *child, uint32_t number) {
    struct regexp_node *node = regexp_node(arena, REGEXP_GROUP);
    if (!node || !child) return NULL;
    node->child = child;
    node->value = number;
    node->width = child->width;
    node->extent = child->extent;
    node->settled = child->settled;
    node->zero_width = child->zero_width;
    node->first = child->first;
    node->cost = regexp_saturate((uint64_t)child->cost + 2);
    node->group_first = number;
    node->group_end = number + 1;
    regexp_node_enclose(node, child);
    return node;
}

struct regexp_node *regexp_node_quantifier(struct arena *arena, struct regexp_node *child, uint32_t minimum,
                                           uint32_t maximum, bool lazy) {
    struct regexp_node *node = regexp_node(arena, REGEXP_QUANTIFIER);
    if (!node || !child) return NULL;
    node->child = child;
    node->minimum = minimum;
    node->maximum = maximum;
    node->lazy = lazy;
    node->width = regexp_saturate((uint64_t)child->width * minimum);
    node->extent = maximum == REGEXP_UNBOUNDED && child->extent
                       ? UINT32_MAX
                       : regexp_saturate((uint64_t)child->extent * maximum);
    node->zero_width = child->zero_width || maximum == 0;
    node->first = child->first;
    if (minimum == 0) node->first.open = true;
    regexp_node_enclose(node, child);
    node->settled = node->group_first == node->group_end || (child->settled && minimum > 0);
    uint64_t copies = maximum == REGEXP_UNBOUNDED ? minimum : maximum;
    node->copied = copies <= 1 || copies * (child->cost + 1ull) <= REGEXP_COPIES_COST;
    bool repeated =
        node->copied && copies > 1 && child->kind != REGEXP_CHARACTER && child->kind != REGEXP_SET;
    node->cost = regexp_saturate((uint64_t)child->cost * (repeated ? copies : 1) + 12);
    return node;
}

struct regexp_node *regexp_node_look(struct arena *arena, struct regexp_node *child, bool backward,
                                     bool negative) {
    struct regexp_node *node = regexp_node(arena, REGEXP_LOOK);
    if (!node || !child) return NULL;
    node->child = child;
    node->backward = backward;
    node->negative = negative;
    node->zero_width = true;
    node->first.open = true;
    node->cost = regexp_saturate((uint64_t)child->cost + 5);
    regexp_node_enclose(node, child);
    node->settled = node->group_first == node->group_end || (child->settled && !negative);
    return node;
}

struct regexp_node *regexp_node_reference(struct arena *arena, uint32_t *groups, uint32_t count,
                                          bool backward, bool ignore) {
    struct regexp_node *node = regexp_node(arena, REGEXP_REFERENCE);
    if (!node) return NULL;
    node->groups = groups;
    node->count = count;
    node->backward = backward;
    node->ignore = ignore;
    memset(node->first.low, 0xff, sizeof node->first.low);
    node->first.high = node->first.open = true;
    node->extent = UINT32_MAX;
    node->cost = regexp_saturate((uint64_t)count + 1);
    return node;
}

struct regexp_node *regexp_node_assertion(struct arena *arena, enum regexp_assertion assertion,
                                          const struct regexp_set *word) {
    struct regexp_node *node = regexp_node(arena, REGEXP_ASSERTION);
    if (!node) return NULL;
    node->value = assertion;
    node->zero_width = true;
    node->first.open = true;
    node->cost = 3;
    if (word && !(node->set = arena_copy(arena, word, sizeof *word))) return NULL;
    return node;
}
