// Pending timers, ordered exactly by deadline (nanoseconds) and then by insertion; insert and cancel are
// O(1).
//
// Time is cut into ticks of 2^20 ns (about 1 ms). The wheel stands at one tick, `tick`, and only moves
// forward. A timer waits in one of three places, decided by its own tick t alone:
//
//     t >  tick   slot: level = (highest bit in which t and tick differ) / 10, index = digit of t at that
//     level
//                 (t in base 1024). All timers of one tick share a slot, in the order of insertion.
//     t <= tick   `fresh`: arrived after the wheel had reached their tick; unsorted
//                 `near`:  sorted, the next to fire at the front
//
//     level 4 ... level 1                 level 0                       near
//     [1024 slots of 2^30 ns, ...] -> [1024 slots of 2^20 ns] -> sorted list -> fire
//                                      fresh --- merged once per turn ---^
//
// Entering a tick moves its level-0 slot to `near` (sorted there unless it already is) and, where a digit of
// a higher level changes, first spreads that level's slot over the lower ones. Both keep the order of
// insertion: at that moment the receiving slots are empty, because a timer of those ticks would have gone to
// the higher slot too. A slot knows a lower bound of its deadlines, so that the next deadline is found
// without walking: it is exact unless the earliest timer of the slot was cancelled, and then waiting for it
// costs one empty turn.
//
// Occupancy bits are cleared when a scan meets an empty slot, so that cancelling touches nothing but the
// neighbours. A slot without its bit is uninitialized memory: a wheel costs only the pages it uses.
#ifndef LOOP_TIMER_WHEEL_H
#define LOOP_TIMER_WHEEL_H

#include "loop/list.h"

#include <stdint.h>

enum { TIMER_WHEEL_TICK_BITS = 20, TIMER_WHEEL_DIGIT_BITS = 10, TIMER_WHEEL_LEVELS = 5 };
enum { TIMER_WHEEL_SLOTS = 1 << TIMER_WHEEL_DIGIT_BITS, TIMER_WHEEL_WORDS = TIMER_WHEEL_SLOTS / 64 };

#define TIMER_WHEEL_NEVER UINT64_MAX

// Embedded by the owner. Zero-filled means: in no wheel.
struct timer_node {
    struct loop_link link;
    uint64_t deadline;
};

struct timer_slot {
    struct loop_link list;
    uint64_t earliest; // no deadline in the list is below
    bool ordered;      // the list is sorted by deadline
};

struct timer_wheel {
    uint64_t tick;
    struct loop_link near;
    struct timer_slot fresh;
    uint64_t summary[TIMER_WHEEL_LEVELS]; // bit w: occupied[level][w] != 0
    uint64_t occupied[TIMER_WHEEL_LEVELS][TIMER_WHEEL_WORDS];
    struct timer_slot slots[TIMER_WHEEL_LEVELS][TIMER_WHEEL_SLOTS];
};

// An empty wheel that stands at the tick of `now`.
void timer_wheel_initialize(struct timer_wheel *wheel, uint64_t now);

// Adds a node that is in no wheel; its deadline must be set. A deadline in the past is fine. A node inserted
// now is not returned by timer_wheel_take_due before the next timer_wheel_advance.
void timer_wheel_insert(struct timer_wheel *wheel, struct timer_node *node);

// Takes a node out again: O(1), at any time, also between advance and the last take_due.
static inline void timer_wheel_remove(struct timer_node *node) { loop_list_remove(&node->link); }

static inline bool timer_node_is_pending(const struct timer_node *node) {
    return loop_link_is_linked(&node->link);
}

// Moves the wheel to the tick of `now`. Afterwards every timer that was inserted before and is due at `now`
// is at the front of `near`, in order.
void timer_wheel_advance(struct timer_wheel *wheel, uint64_t now);

// Whether advance would change anything or something is due at `now`.
static inline bool timer_wheel_has_work(const struct timer_wheel *wheel, uint64_t now) {
    return now >> TIMER_WHEEL_TICK_BITS > wheel->tick || !loop_list_is_empty(&wheel->fresh.list) ||
           !loop_list_is_empty(&wheel->near);
}

// Takes out the first timer due at `now`, NULL when there is none.
static inline struct timer_node *timer_wheel_take_due(struct timer_wheel *wheel, uint64_t now) {
    struct loop_link *first = wheel->near.next;
    if (first == &wheel->near || ((struct timer_node *)first)->deadline > now) return NULL;
    loop_list_remove(first);
    __builtin_prefetch(wheel->near.next, 1);
    return (struct timer_node *)first;
}

// A time before which nothing becomes due, TIMER_WHEEL_NEVER when the wheel is empty. It is the earliest
// deadline, or (after a cancel) at worst one that is a little lower.
uint64_t timer_wheel_next(struct timer_wheel *wheel);

// Calls `visit` for every pending timer, in no particular order. The visitor may remove the node it is given.
void timer_wheel_each(struct timer_wheel *wheel, void (*visit)(void *data, struct timer_node *node),
                      void *data);

#endif
