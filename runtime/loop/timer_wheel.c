#include "loop/timer_wheel.h"

#include <string.h>

enum { DIGIT_MASK = TIMER_WHEEL_SLOTS - 1 };

static uint64_t deadline_of(const struct loop_link *link) {
    return ((const struct timer_node *)link)->deadline;
}

static void slot_initialize(struct timer_slot *slot) {
    loop_list_initialize(&slot->list);
    slot->earliest = TIMER_WHEEL_NEVER;
    slot->ordered = true;
}

// Without branches, as deadlines in any order would make them unpredictable. The list itself, read as a node,
// has `earliest` for a deadline.
static void slot_append(struct timer_slot *slot, struct timer_node *node) {
    uint64_t deadline = node->deadline;
    bool empty = loop_list_is_empty(&slot->list), in_order = deadline_of(slot->list.previous) <= deadline;
    slot->earliest = (empty | (deadline < slot->earliest)) ? deadline : slot->earliest;
    slot->ordered = empty | (slot->ordered & in_order);
    loop_list_append(&slot->list, &node->link);
}
_Static_assert(offsetof(struct timer_slot, earliest) == offsetof(struct timer_node, deadline),
               "read as a node");

// --- sorting: chains are singly linked by `next` and end with NULL

// Merges two sorted chains; of equal deadlines those of `older` come first.
static struct loop_link *merge_chains(struct loop_link *older, struct loop_link *newer) {
    struct loop_link *head, **end = &head;
    while (older && newer) {
        if (deadline_of(older) <= deadline_of(newer)) {
            *end = older;
            end = &older->next;
            older = *end;
        } else {
            *end = newer;
            end = &newer->next;
            newer = *end;
        }
    }
    *end = older ? older : newer;
    return head;
}

static struct loop_link *unchain(struct loop_link *list) {
    struct loop_link *first = list->next;
    list->previous->next = NULL;
    return first;
}

static void rechain(struct loop_link *list, struct loop_link *chain) {
    struct loop_link *previous = list;
    list->next = chain;
    for (; chain; chain = chain->next) {
        chain->previous = previous;
        previous = chain;
    }
    previous->next = list;
    list->previous = previous;
}

// Stable merge sort of a list that is not empty. Natural runs are kept whole; bin i holds a chain merged from
// 2^i runs.
static void sort(struct loop_link *list) {
    enum { BINS = 48 };
    struct loop_link *bins[BINS] = {NULL};
    for (struct loop_link *rest = unchain(list); rest;) {
        struct loop_link *run = rest, *last = rest;
        while (last->next && deadline_of(last) <= deadline_of(last->next))
            last = last->next;
        rest = last->next;
        last->next = NULL;
        int bin = 0;
        for (; bins[bin] && bin < BINS - 1; bin++) {
            run = merge_chains(bins[bin], run);
            bins[bin] = NULL;
        }
        bins[bin] = bins[bin] ? merge_chains(bins[bin], run) : run;
    }
    struct loop_link *all = NULL;
    for (int bin = 0; bin < BINS; bin++)
        all = merge_chains(bins[bin], all);
    rechain(list, all);
}

// Adds the timers of a slot to `near` and leaves the slot empty.
static void move_to_near(struct timer_wheel *wheel, struct timer_slot *slot) {
    if (loop_list_is_empty(&slot->list)) return;
    if (!slot->ordered) sort(&slot->list);
    if (loop_list_is_empty(&wheel->near) ||
        deadline_of(wheel->near.previous) <= deadline_of(slot->list.next)) {
        loop_list_move_all(&wheel->near, &slot->list);
    } else {
        struct loop_link *merged = merge_chains(unchain(&wheel->near), unchain(&slot->list));
        rechain(&wheel->near, merged);
    }
    slot_initialize(slot);
}

// --- slots

static void set_occupied(struct timer_wheel *wheel, unsigned level, unsigned index) {
    wheel->occupied[level][index / 64] |= UINT64_C(1) << index % 64;
    wheel->summary[level] |= UINT64_C(1) << index / 64;
}

static void clear_occupied(struct timer_wheel *wheel, unsigned level, unsigned index) {
    if (!(wheel->occupied[level][index / 64] &= ~(UINT64_C(1) << index % 64)))
        wheel->summary[level] &= ~(UINT64_C(1) << index / 64);
}

// The first slot of the level with timers and an index >= from, or -1.
static int next_occupied(struct timer_wheel *wheel, unsigned level, unsigned from) {
    for (;;) {
        if (from >= TIMER_WHEEL_SLOTS) return -1;
        unsigned word = from / 64;
        uint64_t bits = wheel->occupied[level][word] & ~UINT64_C(0) << from % 64;
        if (!bits) {
            uint64_t words = wheel->summary[level] & ~UINT64_C(1) << word;
            if (!words) return -1;
            word = (unsigned)__builtin_ctzll(words);
            bits = wheel->occupied[level][word];
        }
        unsigned index = word * 64 + (unsigned)__builtin_ctzll(bits);
        if (!loop_list_is_empty(&wheel->slots[level][index].list)) return (int)index;
        clear_occupied(wheel, level, index);
        from = index + 1;
    }
}

static unsigned digit(uint64_t tick, unsigned level) {
    return (unsigned)(tick >> level * TIMER_WHEEL_DIGIT_BITS) & DIGIT_MASK;
}

// The first tick of the slot `index` of `level`, in the revolution the wheel is in.
static uint64_t first_tick(const struct timer_wheel *wheel, unsigned level, unsigned index) {
    unsigned shift = level * TIMER_WHEEL_DIGIT_BITS;
    return ((wheel->tick >> shift & ~(uint64_t)DIGIT_MASK) | index) << shift;
}

// Finds the first occupied slot after the current tick. Every timer of a level is earlier than any of the
// level above.
static bool next_slot(struct timer_wheel *wheel, unsigned *level, unsigned *index) {
    for (unsigned l = 0; l < TIMER_WHEEL_LEVELS; l++) {
        int found = next_occupied(wheel, l, digit(wheel->tick, l) + 1);
        if (found >= 0) {
            *level = l;
            *index = (unsigned)found;
            return true;
        }
    }
    return false;
}

// --- the wheel

void timer_wheel_initialize(struct timer_wheel *wheel, uint64_t now) {
    wheel->tick = now >> TIMER_WHEEL_TICK_BITS;
    loop_list_initialize(&wheel->near);
    slot_initialize(&wheel->fresh);
    memset(wheel->summary, 0, sizeof wheel->summary);
    memset(wheel->occupied, 0, sizeof wheel->occupied);
}

void timer_wheel_insert(struct timer_wheel *wheel, struct timer_node *node) {
    uint64_t tick = node->deadline >> TIMER_WHEEL_TICK_BITS;
    if (tick <= wheel->tick) {
        slot_append(&wheel->fresh, node);
        return;
    }
    unsigned level = (63 - (unsigned)__builtin_clzll(tick ^ wheel->tick)) / TIMER_WHEEL_DIGIT_BITS;
    unsigned index = digit(tick, level);
    struct timer_slot *slot = &wheel->slots[level][index];
    if (!(wheel->occupied[level][index / 64] >> index % 64 & 1)) {
        set_occupied(wheel, level, index);
        slot_initialize(slot);
    }
    slot_append(slot, node);
}

// Brings the nodes of a list into the cache from both ends at once: twice as fast as one walk when they are
// scattered.
static void warm(const struct loop_link *list) {
    const struct loop_link *front = list->next, *back = list->previous;
    while (front != back && front->previous != back) {
        front = front->next;
        back = back->previous;
        __builtin_prefetch(front->next);
    }
}

void timer_wheel_advance(struct timer_wheel *wheel, uint64_t now) {
    uint64_t target = now >> TIMER_WHEEL_TICK_BITS;
    unsigned level, index;
    move_to_near(wheel, &wheel->fresh);
    while (wheel->tick < target && next_slot(wheel, &level, &index)) {
        uint64_t entered = first_tick(wheel, level, index);
        if (entered > target) break;
        struct timer_slot *slot = &wheel->slots[level][index];
        wheel->tick = entered;
        clear_occupied(wheel, level, index);
        if (level == 0) {
            move_to_near(wheel, slot);
            continue;
        }
        warm(&slot->list);
        for (struct loop_link *link = unchain(&slot->list), *next; link; link = next) {
            next = link->next;
            timer_wheel_insert(wheel, (struct timer_node *)link);
        }
        move_to_near(wheel, &wheel->fresh); // those of the very tick just entered
    }
    if (wheel->tick < target) wheel->tick = target;
}

uint64_t timer_wheel_next(struct timer_wheel *wheel) {
    uint64_t next = TIMER_WHEEL_NEVER;
    unsigned level, index;
    if (!loop_list_is_empty(&wheel->near)) next = deadline_of(wheel->near.next);
    if (!loop_list_is_empty(&wheel->fresh.list) && wheel->fresh.earliest < next) next = wheel->fresh.earliest;
    if (next == TIMER_WHEEL_NEVER && next_slot(wheel, &level, &index))
        next = wheel->slots[level][index].earliest;
    return next;
}

static void each_in_list(struct loop_link *list, void (*visit)(void *, struct timer_node *), void *data) {
    for (struct loop_link *link = list->next, *next; link != list; link = next) {
        next = link->next;
        visit(data, (struct timer_node *)link);
    }
}

void timer_wheel_each(struct timer_wheel *wheel, void (*visit)(void *data, struct timer_node *node),
                      void *data) {
    each_in_list(&wheel->near, visit, data);
    each_in_list(&wheel->fresh.list, visit, data);
    for (unsigned level = 0; level < TIMER_WHEEL_LEVELS; level++)
        for (int index = -1; (index = next_occupied(wheel, level, (unsigned)(index + 1))) >= 0;)
            each_in_list(&wheel->slots[level][index].list, visit, data);
}
