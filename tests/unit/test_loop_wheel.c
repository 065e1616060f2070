// The timer wheel against a plain list: order, cancelling, never early, next deadline.
#include "loop/timer_wheel.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>

enum { NODES = 600 };

struct modelled {
    struct timer_node node;
    uint64_t sequence; // of the insertion
    bool pending;
    bool eligible; // inserted before the last advance
};

static struct timer_wheel wheel;
static struct modelled nodes[NODES];
static uint64_t now, sequence, state;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % limit;
}

static void reset(uint64_t seed, uint64_t start) {
    state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    now = start;
    sequence = 0;
    for (int i = 0; i < NODES; i++)
        nodes[i] = (struct modelled){0};
    timer_wheel_initialize(&wheel, now);
}

static uint64_t random_delay(void) {
    switch (random_below(8)) {
    case 0: return random_below(4);                         // equal deadlines
    case 1: return random_below(1 << 20);                   // within a tick
    case 2: return (1 + random_below(20)) << 20;            // whole ticks
    case 3: return random_below(UINT64_C(1) << 30);         // level 0
    case 4: return random_below(UINT64_C(1) << 34);         // level 1
    case 5: return random_below(UINT64_C(1) << 42);         // level 2
    case 6: return random_below(UINT64_C(1) << 55);         // levels 3 and 4
    default: return (UINT64_C(1) << 30) - random_below(64); // the edge of a level
    }
}

static void insert(struct modelled *m) {
    uint64_t delay = random_delay();
    m->node.deadline =
        random_below(16) == 0 ? now - random_below(now < 5000000 ? now + 1 : 5000000) : now + delay;
    m->sequence = sequence++;
    m->pending = true;
    m->eligible = false;
    timer_wheel_insert(&wheel, &m->node);
}

static void cancel(struct modelled *m) {
    timer_wheel_remove(&m->node);
    m->pending = false;
}

static bool before(const struct modelled *a, const struct modelled *b) {
    return a->node.deadline != b->node.deadline ? a->node.deadline < b->node.deadline
                                                : a->sequence < b->sequence;
}

static struct modelled *first_due(void) {
    struct modelled *first = NULL;
    for (struct modelled *m = nodes; m < nodes + NODES; m++)
        if (m->pending && m->eligible && m->node.deadline <= now && (!first || before(m, first))) first = m;
    return first;
}

static uint64_t earliest(void) {
    uint64_t result = TIMER_WHEEL_NEVER;
    for (struct modelled *m = nodes; m < nodes + NODES; m++)
        if (m->pending && m->node.deadline < result) result = m->node.deadline;
    return result;
}

static void count(void *data, struct timer_node *node) {
    ck_assert(LOOP_CONTAINER(node, struct modelled, node)->pending);
    ++*(int *)data;
}

static void check_each(void) {
    int counted = 0, pending = 0;
    timer_wheel_each(&wheel, count, &counted);
    for (struct modelled *m = nodes; m < nodes + NODES; m++) {
        ck_assert_int_eq(m->pending, timer_node_is_pending(&m->node));
        pending += m->pending;
    }
    ck_assert_int_eq(counted, pending);
}

// Fires what is due, with cancels and inserts in between, and compares each step with the list.
static void fire(void) {
    timer_wheel_advance(&wheel, now);
    for (struct modelled *m = nodes; m < nodes + NODES; m++)
        m->eligible = m->pending;
    for (;;) {
        struct timer_node *node = timer_wheel_take_due(&wheel, now);
        struct modelled *expected = first_due();
        ck_assert_ptr_eq(node, expected ? &expected->node : NULL);
        if (!node) return;
        ck_assert_uint_le(node->deadline, now);
        expected->pending = false;
        if (random_below(4) == 0) insert(expected);
        struct modelled *other = &nodes[random_below(NODES)];
        if (random_below(3) == 0 && other->pending) cancel(other);
    }
}

START_TEST(random_operations) {
    reset((uint64_t)_i + 1, (uint64_t)_i * 987654321);
    for (int step = 0; step < 1500; step++) {
        for (uint64_t changes = random_below(30); changes; changes--) {
            struct modelled *m = &nodes[random_below(NODES)];
            if (!m->pending)
                insert(m);
            else if (random_below(3) == 0)
                cancel(m);
        }
        uint64_t next = timer_wheel_next(&wheel), truth = earliest();
        ck_assert_uint_le(next, truth);
        ck_assert_int_eq(next == TIMER_WHEEL_NEVER, truth == TIMER_WHEEL_NEVER);
        if (random_below(2) && next != TIMER_WHEEL_NEVER)
            now = next > now ? next : now;
        else
            now += random_delay() >> random_below(20);
        fire();
        if (step % 50 == 0) check_each();
    }
}
END_TEST

START_TEST(next_is_exact_without_cancels) {
    reset(77, UINT64_C(1) << 33);
    for (int i = 0; i < NODES; i++)
        insert(&nodes[i]);
    int fired = 0;
    while (earliest() != TIMER_WHEEL_NEVER) {
        uint64_t next = timer_wheel_next(&wheel);
        ck_assert_uint_eq(next, earliest());
        if (next > now) {
            now = next - 1; // not a nanosecond early
            timer_wheel_advance(&wheel, now);
            ck_assert_ptr_null(timer_wheel_take_due(&wheel, now));
            now = next;
        }
        timer_wheel_advance(&wheel, now);
        for (struct timer_node *node; (node = timer_wheel_take_due(&wheel, now)); fired++)
            LOOP_CONTAINER(node, struct modelled, node)->pending = false;
    }
    ck_assert_int_eq(fired, NODES);
}
END_TEST

START_TEST(cancels_cost_one_empty_wait_each) {
    reset(5, 1000);
    for (int i = 0; i < NODES; i++)
        insert(&nodes[i]);
    for (int i = 0; i < NODES; i += 2)
        cancel(&nodes[i]);
    int waits = 0, fired = 0;
    for (uint64_t next; (next = timer_wheel_next(&wheel)) != TIMER_WHEEL_NEVER; waits++) {
        now = next > now ? next : now;
        timer_wheel_advance(&wheel, now);
        for (struct timer_node *node; (node = timer_wheel_take_due(&wheel, now));)
            fired++;
    }
    ck_assert_int_eq(fired, NODES / 2);
    ck_assert_int_le(waits, NODES + TIMER_WHEEL_LEVELS);
}
END_TEST

START_TEST(equal_deadlines_keep_their_order_over_all_levels) {
    reset(9, 0);
    uint64_t deadline = UINT64_C(3) << 51; // far: inserted again and again while it comes nearer
    for (int i = 0; i < NODES; i++) {
        nodes[i].node.deadline = deadline;
        timer_wheel_insert(&wheel, &nodes[i].node);
        now += (deadline - now) / 8;
        timer_wheel_advance(&wheel, now);
        ck_assert_ptr_null(timer_wheel_take_due(&wheel, now));
    }
    timer_wheel_advance(&wheel, deadline);
    for (int i = 0; i < NODES; i++)
        ck_assert_ptr_eq(timer_wheel_take_due(&wheel, deadline), &nodes[i].node);
}
END_TEST

START_TEST(inserted_while_firing_waits_for_the_next_advance) {
    reset(3, 10 << 20);
    struct timer_node a = {.deadline = now}, b = {.deadline = now - 5},
                      c = {.deadline = TIMER_WHEEL_NEVER - 1};
    timer_wheel_insert(&wheel, &a);
    timer_wheel_insert(&wheel, &c);
    timer_wheel_advance(&wheel, now);
    timer_wheel_insert(&wheel, &b);
    ck_assert_ptr_eq(timer_wheel_take_due(&wheel, now), &a);
    ck_assert_ptr_null(timer_wheel_take_due(&wheel, now));
    ck_assert_uint_eq(timer_wheel_next(&wheel), now - 5);
    timer_wheel_advance(&wheel, now);
    ck_assert_ptr_eq(timer_wheel_take_due(&wheel, now), &b);
    ck_assert_uint_eq(timer_wheel_next(&wheel), TIMER_WHEEL_NEVER - 1);
    timer_wheel_remove(&c);
    ck_assert_uint_eq(timer_wheel_next(&wheel), TIMER_WHEEL_NEVER);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_wheel");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, random_operations, 0, 12);
    tcase_add_test(tests, next_is_exact_without_cancels);
    tcase_add_test(tests, cancels_cost_one_empty_wait_each);
    tcase_add_test(tests, equal_deadlines_keep_their_order_over_all_levels);
    tcase_add_test(tests, inserted_while_firing_waits_for_the_next_advance);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
