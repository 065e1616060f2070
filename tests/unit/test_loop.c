// The turn: timers, immediates, phases, boundaries, what keeps a loop alive, and a host that drives it.
#include "loop/loop.h"

#include "loop_system.h"
#include "run_suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

static struct loop *loop;
static char trace[256];
static int drains, drain_again;

static void note(const char *text) {
    if (trace[0]) strcat(trace, " ");
    strcat(trace, text);
}

static void on_drain(void *data) {
    ck_assert_ptr_eq(data, trace);
    ck_assert_int_eq(loop_poll(loop, 0), -EBUSY);
    drains++;
    if (drain_again-- > 0) loop_request_drain(loop);
}

static void setup(void) {
    trace[0] = 0;
    drains = drain_again = 0;
    ck_assert_int_eq(loop_create(&loop, &(struct loop_options){.drain = on_drain, .data = trace}), 0);
}

static void teardown(void) { ck_assert_int_eq(loop_free(loop), 0); }

static void work_for(uint64_t ns) {
    for (uint64_t end = loop_now_ns(loop) + ns; loop_now_ns(loop) < end;)
        ;
}

// A named timer and a named immediate that note their name and do one thing more.
struct named_timer {
    struct loop_timer timer;
    const char *name;
    void (*action)(struct named_timer *self);
    struct loop_timer *other;
    int left;
};

struct named_immediate {
    struct loop_immediate immediate;
    const char *name;
    void (*action)(struct named_immediate *self);
    struct named_immediate *other;
    int left;
};

static void timer_fired(struct loop *l, struct loop_timer *timer) {
    struct named_timer *self = LOOP_CONTAINER(timer, struct named_timer, timer);
    ck_assert_ptr_eq(l, loop);
    ck_assert_uint_ge(loop_now_ns(loop), timer->node.deadline);
    if (self->name) note(self->name);
    if (self->action) self->action(self);
}

static void immediate_ran(struct loop *l, struct loop_immediate *immediate) {
    struct named_immediate *self = LOOP_CONTAINER(immediate, struct named_immediate, immediate);
    ck_assert_ptr_eq(l, loop);
    if (self->name) note(self->name);
    if (self->action) self->action(self);
}

static struct named_timer timer_named(const char *name, void (*action)(struct named_timer *)) {
    struct named_timer self = {.name = name, .action = action};
    loop_timer_initialize(&self.timer, timer_fired);
    return self;
}

static struct named_immediate immediate_named(const char *name, void (*action)(struct named_immediate *)) {
    struct named_immediate self = {.name = name, .action = action};
    loop_immediate_initialize(&self.immediate, immediate_ran);
    return self;
}

static void start_in(struct named_timer *t, uint64_t delay) {
    loop_timer_start_after(loop, &t->timer, delay, false);
}

// --- timers
// -----------------------------------------------------------------------------------------------------------

START_TEST(timers_fire_in_order_of_deadline_and_start) {
    struct named_timer t[4] = {timer_named("a", NULL), timer_named("b", NULL), timer_named("c", NULL),
                               timer_named("d", NULL)};
    uint64_t base = loop_now_ns(loop) + MS;
    loop_timer_start(loop, &t[0].timer, base + 300, 0);
    loop_timer_start(loop, &t[1].timer, base + 200, 0);
    loop_timer_start(loop, &t[2].timer, base + 200, 0);
    loop_timer_start(loop, &t[3].timer, base + 2 * MS, 0);
    ck_assert(loop_timer_is_active(loop, &t[3].timer));
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "b c a d");
    ck_assert(!loop_timer_is_active(loop, &t[3].timer));
    ck_assert_uint_eq(loop_statistics(loop)->timers, 4);
}
END_TEST

static void stop_other(struct named_timer *self) { loop_timer_stop(loop, self->other); }
static void start_other_now(struct named_timer *self) { loop_timer_start(loop, self->other, 0, 0); }

START_TEST(stopping_and_starting_timers_of_the_same_batch) {
    struct named_timer a = timer_named("a", stop_other), b = timer_named("b", NULL),
                       c = timer_named("c", start_other_now), d = timer_named("d", NULL);
    a.other = &b.timer;
    c.other = &d.timer;
    uint64_t past = loop_now_ns(loop) - 10;
    loop_timer_start(loop, &a.timer, past, 0);
    loop_timer_start(loop, &b.timer, past + 1, 0);
    loop_timer_start(loop, &c.timer, past + 2, 0);
    loop_timer_start(loop, &d.timer, past + 3, 0); // moved to the next turn by c
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_str_eq(trace, "a c");
    ck_assert_int_eq(loop_poll(loop, 0), 0);
    ck_assert_str_eq(trace, "a c d");
}
END_TEST

static void again_now(struct named_timer *self) {
    if (self->left--) loop_timer_start(loop, &self->timer, 0, 0);
}

START_TEST(a_timer_that_starts_itself_fires_once_per_turn) {
    struct named_timer a = timer_named("a", again_now);
    a.left = 2;
    loop_timer_start(loop, &a.timer, 0, 0);
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_str_eq(trace, "a");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a a a");
}
END_TEST

static void release_self(struct named_timer *self) { free(self); }

START_TEST(a_timer_may_be_released_in_its_callback) {
    struct named_timer *a = malloc(sizeof *a);
    *a = timer_named("a", release_self);
    start_in(a, 1);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a");
}
END_TEST

static uint64_t beats[64];
static int beat_count;

static void beat(struct named_timer *self) {
    beats[beat_count++] = self->timer.node.deadline;
    ck_assert(loop_timer_is_active(loop, &self->timer));
    if (beat_count == 3) work_for(7 * MS); // misses three beats of two milliseconds
    if (beat_count == 8) loop_timer_stop(loop, &self->timer);
}

START_TEST(intervals_keep_their_phase_and_skip_missed_beats) {
    struct named_timer a = timer_named(NULL, beat);
    uint64_t first = loop_now_ns(loop) + MS;
    beat_count = 0;
    loop_timer_start(loop, &a.timer, first, 2 * MS);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(beat_count, 8);
    for (int i = 0; i < 8; i++)
        ck_assert_uint_eq((beats[i] - first) % (2 * MS), 0);
    for (int i = 1; i < 8; i++)
        ck_assert_uint_gt(beats[i], beats[i - 1]);
    ck_assert_uint_ge(beats[3] - beats[2], 8 * MS);
    ck_assert(!loop_timer_is_active(loop, &a.timer));
    ck_assert_uint_eq(loop_statistics(loop)->timers, 8);
}
END_TEST

static void short_beat(struct named_timer *self) {
    work_for(100000); // longer than the period
    if (++beat_count == 5)
        loop_timer_start_after(loop, &self->timer, 1, false); // becomes a timer that fires once
}

START_TEST(an_interval_fires_at_most_once_per_turn) {
    struct named_timer a = timer_named(NULL, short_beat);
    beat_count = 0;
    loop_timer_start(loop, &a.timer, 0, 1000);
    for (int turns = 1; turns <= 3; turns++) {
        while (beat_count < turns && loop_poll(loop, MS) == 1)
            ;
        ck_assert_int_eq(beat_count, turns);
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(beat_count, 6);
}
END_TEST

// Lanes side by side, each one wait after the other.
enum { NEVER_EARLY_LANES = 250, NEVER_EARLY_ROUNDS = 10 };

struct lane {
    struct loop_timer timer;
    uint64_t began, delay;
    int left;
};
static int early, samples;

static void start_lane(struct lane *lane) {
    lane->began = loop_now_ns(loop);
    loop_timer_start_after(loop, &lane->timer, lane->delay, false);
}

static void check_time(struct loop *l, struct loop_timer *timer) {
    struct lane *lane = LOOP_CONTAINER(timer, struct lane, timer);
    early += loop_now_ns(l) - lane->began < lane->delay;
    samples++;
    if (--lane->left) start_lane(lane);
}

// 10 000 samples of 0.25, 1, 5 and 16 ms.
START_TEST(e13_never_early) {
    static const uint64_t delays[] = {MS / 4, MS, 5 * MS, 16 * MS};
    static struct lane lanes[4 * NEVER_EARLY_LANES];
    early = samples = 0;
    for (int i = 0; i < 4 * NEVER_EARLY_LANES; i++) {
        lanes[i] = (struct lane){.delay = delays[i % 4], .left = NEVER_EARLY_ROUNDS};
        loop_timer_initialize(&lanes[i].timer, check_time);
        start_lane(&lanes[i]);
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(samples, 10000);
    ck_assert_int_eq(early, 0);
}
END_TEST

START_TEST(storm_of_cancels) {
    enum { COUNT = 200000 };
    struct named_timer *t = calloc(COUNT, sizeof *t), last = timer_named("last", NULL);
    for (int i = 0; i < COUNT; i++) {
        t[i] = timer_named("never", NULL);
        start_in(&t[i], (uint64_t)(i % 1000) * MS / 100);
    }
    start_in(&last, 12 * MS);
    for (int i = 0; i < COUNT; i++) {
        loop_timer_stop(loop, &t[i].timer);
        loop_timer_stop(loop, &t[i].timer); // harmless
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "last");
    ck_assert_uint_lt(loop_statistics(loop)->turns, 40); // at most one empty turn per millisecond
    free(t);
}
END_TEST

static void count_node(void *data, struct loop_timer *timer) {
    ++*(int *)data;
    if (timer->tag.repeats) loop_timer_stop(loop, timer);
}

START_TEST(each_visits_and_may_stop) {
    struct named_timer t[3] = {timer_named("a", NULL), timer_named("b", NULL), timer_named("c", NULL)};
    int visited = 0;
    start_in(&t[0], 1);
    start_in(&t[1], 100);
    loop_timer_start_after(loop, &t[2].timer, UINT64_C(100000) * MS, true);
    loop_timer_each(loop, count_node, &visited);
    ck_assert_int_eq(visited, 3);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a b");
}
END_TEST

// --- immediates
// -------------------------------------------------------------------------------------------------------

static void start_immediate(struct named_immediate *self) {
    if (self->left-- > 0) loop_immediate_start(loop, &self->other->immediate);
}
static void stop_immediate(struct named_immediate *self) {
    loop_immediate_stop(loop, &self->other->immediate);
}

START_TEST(immediates_in_order_nested_ones_next_turn) {
    struct named_immediate a = immediate_named("a", start_immediate),
                           b = immediate_named("b", start_immediate), c = immediate_named("c", NULL);
    a.other = &c;
    a.left = 1;
    b.other = &b;
    b.left = 1;
    loop_immediate_start(loop, &a.immediate);
    loop_immediate_start(loop, &b.immediate);
    loop_immediate_start(loop, &a.immediate); // queued already
    ck_assert_int_eq(loop_poll(loop, -1), 1);
    ck_assert_str_eq(trace, "a b");
    ck_assert_int_eq(loop_poll(loop, -1), 0);
    ck_assert_str_eq(trace, "a b c b");
    ck_assert_int_eq(loop_poll(loop, -1), 0);
    ck_assert_str_eq(trace, "a b c b");
}
END_TEST

START_TEST(immediates_cleared_inside_immediates) {
    struct named_immediate a = immediate_named("a", stop_immediate), b = immediate_named("b", NULL),
                           c = immediate_named("c", stop_immediate), d = immediate_named("d", NULL);
    a.other = &b; // a later sibling
    c.other = &c; // itself
    loop_immediate_start(loop, &a.immediate);
    loop_immediate_start(loop, &b.immediate);
    loop_immediate_start(loop, &c.immediate);
    loop_immediate_start(loop, &d.immediate);
    ck_assert(loop_immediate_is_active(&b.immediate));
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a c d");
    ck_assert(!loop_immediate_is_active(&b.immediate));
    loop_immediate_stop(loop, &a.immediate);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

START_TEST(a16_busy_immediates_do_not_starve_timers) {
    struct named_immediate a = immediate_named(NULL, start_immediate);
    struct named_timer t = timer_named("t", NULL);
    a.other = &a;
    a.left = 1 << 30;
    loop_immediate_start(loop, &a.immediate);
    start_in(&t, 3 * MS);
    uint64_t begin = loop_now_ns(loop);
    for (int turns = 0; !trace[0] || turns < 2000; turns++)
        ck_assert_int_eq(loop_poll(loop, -1), 1);
    // The system is not asked in every turn: every 25 us at most.
    ck_assert_uint_le(loop_statistics(loop)->kernel_polls, (loop_now_ns(loop) - begin) / 25000 + 2);
    ck_assert_uint_eq(loop_statistics(loop)->waits, 0);
    loop_immediate_stop(loop, &a.immediate);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

static void slow_immediate(struct named_immediate *self) {
    work_for(200000);
    start_immediate(self);
}

START_TEST(a16_slow_busy_immediates_read_the_clock_every_turn) {
    struct named_immediate a = immediate_named(NULL, slow_immediate);
    a.other = &a;
    a.left = 50;
    loop_immediate_start(loop, &a.immediate);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_uint_ge(loop_statistics(loop)->clock_reads, 50);
    ck_assert_uint_ge(loop_statistics(loop)->kernel_polls, 50);
}
END_TEST

// --- phases and boundaries
// -----------------------------------------------------------------------------------------------

static void io_closed(struct loop *l, struct loop_handle *handle) {
    (void)l, (void)handle;
    note("closed");
}

enum phase { OUTSIDE, TIMER, IO, POST, IMMEDIATE, CLOSE };

// A callback of each phase.
struct phase_set {
    struct loop_timer timer;
    struct loop_io io;
    struct loop_op read;
    char byte;
    struct loop_post post;
    struct loop_immediate immediate;
    struct loop_handle handle;
};

// `first` has what a row starts in one phase, `rest` what its callback starts in all of them.
static struct phase_set first, rest;
static loop_descriptor first_ends[2], rest_ends[2];

static void start_phase(struct phase_set *set, enum phase phase);

// The timer is due when this is over.
static void start_rest(void) {
    for (enum phase phase = CLOSE; phase >= TIMER; phase--)
        start_phase(&rest, phase);
    work_for(5 * MS);
}

static void reached(const char *name, bool is_first) {
    note(name);
    if (is_first) start_rest();
}

static void phase_timer(struct loop *l, struct loop_timer *timer) {
    (void)l, reached("timer", timer == &first.timer);
}
static void phase_io(struct loop *l, struct loop_op *op) { (void)l, reached("io", op == &first.read); }
static void phase_post(struct loop *l, struct loop_post *post) {
    (void)l, reached("post", post == &first.post);
}
static void phase_immediate(struct loop *l, struct loop_immediate *immediate) {
    (void)l, reached("immediate", immediate == &first.immediate);
}
static void phase_close(struct loop *l, struct loop_handle *handle) {
    (void)l, reached("close", handle == &first.handle);
}

static void start_phase(struct phase_set *set, enum phase phase) {
    switch (phase) {
    case OUTSIDE: start_rest(); break;
    case TIMER:
        loop_timer_initialize(&set->timer, phase_timer);
        loop_timer_start_after(loop, &set->timer, MS, false);
        break;
    case IO:
        put_byte(set == &first ? first_ends[1] : rest_ends[1]);
        ck_assert_int_eq(loop_read(&set->io, &set->read, &set->byte, 1, phase_io), 0);
        break;
    case POST:
        loop_post_initialize(&set->post, phase_post);
        ck_assert_int_eq(loop_post(loop, &set->post), 0);
        break;
    case IMMEDIATE:
        loop_immediate_initialize(&set->immediate, phase_immediate);
        loop_immediate_start(loop, &set->immediate);
        break;
    case CLOSE:
        loop_handle_initialize(loop, &set->handle, "handle");
        loop_handle_close(&set->handle, phase_close);
        break;
    }
}

// Where the rest is started, and what runs in each turn from then on.
static const struct {
    enum phase place;
    const char *turns;
} phase_rows[] = {
    {OUTSIDE, "timer io post immediate close |"},
    {TIMER, "timer io post immediate close | timer |"},
    {IO, "io post immediate close | timer io |"},
    {POST, "post immediate close | timer io post |"},
    {IMMEDIATE, "immediate close | timer io post immediate |"},
    {CLOSE, "close | timer io post immediate close |"},
};

START_TEST(e11_order_of_phases) {
    first = rest = (struct phase_set){0};
    stream_pair(first_ends);
    stream_pair(rest_ends);
    ck_assert_int_eq(loop_io_open(loop, &first.io, "socket", first_ends[0], 0), 0);
    ck_assert_int_eq(loop_io_open(loop, &rest.io, "socket", rest_ends[0], 0), 0);
    start_phase(&first, phase_rows[_i].place);
    for (int turns = 0; loop_is_alive(loop) && turns < 9; turns++) {
        size_t before = strlen(trace);
        loop_poll(loop, -1);
        if (strlen(trace) != before) note("|");
    }
    ck_assert_str_eq(trace, phase_rows[_i].turns);
    loop_io_close(&first.io, NULL);
    loop_io_close(&rest.io, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    close_socket(first_ends[1]);
    close_socket(rest_ends[1]);
}
END_TEST

static void request(struct named_timer *self) {
    (void)self;
    loop_request_drain(loop);
}

START_TEST(a_drain_follows_the_callback_that_asked) {
    struct named_timer a = timer_named("a", request), b = timer_named("b", NULL);
    loop_timer_start(loop, &a.timer, 0, 0);
    loop_timer_start(loop, &b.timer, 0, 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(drains, 1);
    loop_timer_start(loop, &b.timer, 0, 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(drains, 1); // nobody asked: no work
    ck_assert_uint_eq(loop_statistics(loop)->drains, 1);
}
END_TEST

START_TEST(a_drain_that_asks_again_waits_for_the_next_boundary) {
    drain_again = 2;
    loop_request_drain(loop);
    ck_assert(loop_is_alive(loop));
    ck_assert_uint_eq(loop_next_deadline(loop), 0);
    ck_assert_int_eq(loop_poll(loop, -1), 1);
    ck_assert_int_eq(drains, 1);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(drains, 3);
    loop_boundary(loop); // nothing asked for
    ck_assert_int_eq(drains, 3);
    loop_request_drain(loop);
    loop_boundary(loop);
    ck_assert_int_eq(drains, 4);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

static void try_all(struct named_timer *self) {
    (void)self;
    ck_assert_int_eq(loop_poll(loop, 0), -EBUSY);
    ck_assert_int_eq(loop_run(loop), 0); // not alive: the only timer is running
    struct loop_immediate immediate;
    loop_immediate_initialize(&immediate, NULL);
    loop_immediate_start(loop, &immediate);
    ck_assert_int_eq(loop_run(loop), -EBUSY);
    loop_immediate_stop(loop, &immediate);
    ck_assert_int_eq(loop_run_for(loop, MS), -EBUSY);
    ck_assert_int_eq(loop_free(loop), -EBUSY);
    loop_request_drain(loop);
    loop_boundary(loop); // not inside a callback
    ck_assert_int_eq(drains, 0);
}

START_TEST(a_turn_inside_a_callback_is_an_error) {
    struct named_timer a = timer_named("a", try_all);
    loop_timer_start(loop, &a.timer, 0, 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a");
    ck_assert_int_eq(drains, 1);
}
END_TEST

static void work_a_while(struct named_timer *self) {
    (void)self;
    work_for(2 * MS);
}

START_TEST(callbacks_are_measured_on_request) {
    struct named_timer a = timer_named("a", work_a_while);
    loop_timer_start(loop, &a.timer, 0, 0);
    loop_run(loop);
    ck_assert_uint_eq(loop_statistics(loop)->longest_callback_ns, 0);
    loop_measure_callbacks(loop, true);
    work_for(3 * MS); // not part of any callback
    loop_timer_start(loop, &a.timer, 0, 0);
    loop_run(loop);
    ck_assert_uint_ge(loop_statistics(loop)->longest_callback_ns, 2 * MS);
    ck_assert_uint_eq(loop_statistics(loop)->callbacks, 2);
    loop_measure_callbacks(loop, false);
    loop_measure_callbacks(loop, true);
    ck_assert_uint_eq(loop_statistics(loop)->longest_callback_ns, 0);
}
END_TEST

// --- life
// ----------------------------------------------------------------------------------------------------------------

static void stop_loop(struct named_timer *self) {
    (void)self;
    loop_stop(loop);
}

START_TEST(run_ends_when_nothing_keeps_it_alive_or_when_stopped) {
    struct named_timer a = timer_named("a", stop_loop), b = timer_named("b", NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    start_in(&a, 1);
    start_in(&b, UINT64_C(100000) * MS);
    ck_assert_int_eq(loop_run(loop), 1);
    ck_assert_str_eq(trace, "a");
    start_in(&b, 1);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a b");
}
END_TEST

START_TEST(unreferenced_nodes_run_but_do_not_keep_alive) {
    struct named_timer a = timer_named("a", NULL), b = timer_named("b", NULL);
    struct named_immediate i = immediate_named("i", NULL);
    start_in(&a, UINT64_C(100000) * MS);
    loop_timer_set_referenced(loop, &a.timer, false);
    loop_timer_set_referenced(loop, &a.timer, false);
    loop_immediate_start(loop, &i.immediate);
    loop_immediate_set_referenced(loop, &i.immediate, false);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "");
    ck_assert_int_eq(loop_poll(loop, -1), 0); // neither waits for it
    ck_assert_str_eq(trace, "i");
    loop_timer_start_after(loop, &a.timer, MS, true); // started again: still not referenced
    ck_assert(!loop_is_alive(loop));
    start_in(&b, 3 * MS + MS / 2);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert(strncmp(trace, "i a", 3) == 0);
    ck_assert(strstr(trace, "b"));
    loop_timer_set_referenced(loop, &a.timer, true);
    ck_assert(loop_is_alive(loop));
    loop_timer_stop(loop, &a.timer);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

static char reasons[256];
static void add_reason(void *data, const char *kind, const char *name, void *object) {
    (void)data, (void)object;
    strcat(strcat(strcat(strcat(reasons, kind), ":"), name), " ");
}

START_TEST(handles_and_reasons) {
    struct loop_handle a = {0}, b = {0};
    struct named_timer t = timer_named("t", NULL), u = timer_named("u", NULL);
    loop_handle_initialize(loop, &a, "server");
    loop_handle_initialize(loop, &b, "child");
    ck_assert(!loop_is_alive(loop));
    loop_handle_start(&a);
    loop_handle_start(&a);
    loop_handle_start(&b);
    loop_handle_set_referenced(&b, false);
    ck_assert(loop_handle_is_active(&b) && !loop_handle_is_referenced(&b));
    start_in(&t, UINT64_C(5000) * MS);
    loop_timer_start_after(loop, &u.timer, UINT64_C(5000) * MS, true);
    reasons[0] = 0;
    ck_assert_uint_eq(loop_why_alive(loop, add_reason, NULL), 3);
    ck_assert(strstr(reasons, "handle:server") && !strstr(reasons, "child"));
    ck_assert(strstr(reasons, "timer:timer") && strstr(reasons, "interval:interval"));
    loop_timer_stop(loop, &t.timer);
    loop_timer_stop(loop, &u.timer);
    loop_handle_stop(&a);
    loop_handle_stop(&a);
    ck_assert_uint_eq(loop_why_alive(loop, NULL, NULL), 0);
    ck_assert(!loop_is_alive(loop));
    loop_handle_close(&b, io_closed);
    loop_handle_close(&b, NULL); // the first callback stays
    loop_handle_close(&a, NULL);
    loop_handle_start(&a); // closing: nothing
    ck_assert(loop_is_alive(loop));
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "closed");
    ck_assert_uint_eq(loop_statistics(loop)->closes, 2);
}
END_TEST

// --- a host that drives
// -----------------------------------------------------------------------------------------------------

START_TEST(the_host_handle_follows_what_there_is_to_do) {
    loop_descriptor handle, again;
    struct named_immediate i = immediate_named("i", NULL);
    struct named_timer a = timer_named("a", NULL), b = timer_named("b", NULL);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    ck_assert_int_eq(loop_host_handle(loop, &again), 0);
    ck_assert_int_eq(handle, again);
    ck_assert(!is_ready(handle, 0));
    loop_immediate_start(loop, &i.immediate); // between turns
    ck_assert(is_ready(handle, 1000));
    ck_assert_int_eq(loop_poll(loop, 0), 0);
    ck_assert_str_eq(trace, "i");
    ck_assert(!is_ready(handle, 0));
    start_in(&a, UINT64_C(100000) * MS);
    ck_assert(!is_ready(handle, 5));
    start_in(&b, 2 * MS); // earlier than what is armed
    ck_assert(is_ready(handle, 10000));
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_str_eq(trace, "i b");
    ck_assert(!is_ready(handle, 0));
    loop_request_drain(loop);
    ck_assert(is_ready(handle, 1000));
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(drains, 1);
    ck_assert(!is_ready(handle, 0));
    loop_timer_stop(loop, &a.timer);
    start_in(&b, 2 * MS);
    uint64_t turns = loop_statistics(loop)->turns;
    ck_assert_int_eq(loop_run(loop), 0); // the loop may still wait by itself
    ck_assert_uint_le(loop_statistics(loop)->turns - turns, 3);
    ck_assert_str_eq(trace, "i b b");
}
END_TEST

START_TEST(a_wait_of_the_loop_leaves_the_handle_armed) {
    loop_descriptor handle;
    struct named_timer a = timer_named("a", NULL);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    start_in(&a, 40 * MS);
    ck_assert_int_eq(loop_poll(loop, MS), 1); // ends before the timer is due
    while (!trace[0]) {
        ck_assert(is_ready(handle, 60000)); // the timer is not forgotten
        loop_poll(loop, 0);
    }
    ck_assert_str_eq(trace, "a");
}
END_TEST

START_TEST(work_left_behind_keeps_the_handle_ready) {
    loop_descriptor handle;
    struct named_immediate a = immediate_named("a", start_immediate);
    a.other = &a;
    a.left = 3;
    loop_immediate_start(loop, &a.immediate);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0); // asked for with work waiting
    int turns = 0;
    for (; is_ready(handle, 0); turns++)
        loop_poll(loop, 0);
    ck_assert_int_eq(turns, 4);
    ck_assert_str_eq(trace, "a a a a");
}
END_TEST

START_TEST(run_for_runs_until_nothing_is_ready_or_the_budget_is_used) {
    struct named_immediate a = immediate_named(NULL, start_immediate);
    struct named_timer t = timer_named("t", NULL);
    a.other = &a;
    a.left = 100;
    loop_immediate_start(loop, &a.immediate);
    start_in(&t, UINT64_C(100000) * MS);
    ck_assert_int_eq(loop_run_for(loop, UINT64_C(10000) * MS), 1); // returns long before
    ck_assert_uint_eq(loop_statistics(loop)->immediates, 101);
    a.left = 1 << 30;
    loop_immediate_start(loop, &a.immediate);
    uint64_t begin = loop_now_ns(loop);
    ck_assert_int_eq(loop_run_for(loop, 2 * MS), 1);
    ck_assert_uint_ge(loop_now_ns(loop) - begin, 2 * MS);
    ck_assert_int_eq(loop_run_for(loop, 0), 1); // one turn
    loop_immediate_stop(loop, &a.immediate);
    loop_timer_stop(loop, &t.timer);
    ck_assert_int_eq(loop_run_for(loop, MS), 0);
}
END_TEST

START_TEST(next_deadline) {
    struct named_timer a = timer_named("a", NULL);
    struct named_immediate i = immediate_named("i", NULL);
    ck_assert_uint_eq(loop_next_deadline(loop), LOOP_NEVER);
    uint64_t deadline = loop_now_ns(loop) + UINT64_C(3600000) * MS;
    loop_timer_start(loop, &a.timer, deadline, 0);
    ck_assert_uint_eq(loop_next_deadline(loop), deadline);
    loop_immediate_start(loop, &i.immediate);
    ck_assert_uint_eq(loop_next_deadline(loop), 0);
    loop_immediate_stop(loop, &i.immediate);
    ck_assert_uint_eq(loop_next_deadline(loop), deadline);
    loop_timer_start_after(loop, &a.timer, LOOP_NEVER, false); // saturates
    ck_assert_uint_eq(loop_next_deadline(loop), LOOP_NEVER);
    loop_timer_stop(loop, &a.timer);
}
END_TEST

START_TEST(poll_waits_no_longer_than_asked) {
    struct named_timer a = timer_named("a", NULL);
    start_in(&a, UINT64_C(100000) * MS);
    uint64_t begin = loop_now_ns(loop);
    ck_assert_int_eq(loop_poll(loop, 3 * MS), 1);
    ck_assert_uint_ge(loop_now_ns(loop) - begin, 3 * MS);
    ck_assert_uint_eq(loop_statistics(loop)->waits, 1);
    loop_timer_stop(loop, &a.timer);
    ck_assert_int_eq(loop_poll(loop, INT64_MAX), 0); // nothing keeps it alive: no wait
}
END_TEST

START_TEST(several_loops_in_one_thread) {
    struct loop *other;
    struct named_timer a = timer_named("a", NULL);
    ck_assert_int_eq(loop_create(&other, NULL), 0);
    start_in(&a, MS);
    loop_request_drain(other); // has no hook
    ck_assert_int_eq(loop_run(other), 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_str_eq(trace, "a");
    ck_assert_int_eq(loop_free(other), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, timers_fire_in_order_of_deadline_and_start);
    tcase_add_test(tests, stopping_and_starting_timers_of_the_same_batch);
    tcase_add_test(tests, a_timer_that_starts_itself_fires_once_per_turn);
    tcase_add_test(tests, a_timer_may_be_released_in_its_callback);
    tcase_add_test(tests, intervals_keep_their_phase_and_skip_missed_beats);
    tcase_add_test(tests, an_interval_fires_at_most_once_per_turn);
    tcase_add_test(tests, e13_never_early);
    tcase_add_test(tests, storm_of_cancels);
    tcase_add_test(tests, each_visits_and_may_stop);
    tcase_add_test(tests, immediates_in_order_nested_ones_next_turn);
    tcase_add_test(tests, immediates_cleared_inside_immediates);
    tcase_add_test(tests, a16_busy_immediates_do_not_starve_timers);
    tcase_add_test(tests, a16_slow_busy_immediates_read_the_clock_every_turn);
    tcase_add_loop_test(tests, e11_order_of_phases, 0, sizeof phase_rows / sizeof *phase_rows);
    tcase_add_test(tests, a_drain_follows_the_callback_that_asked);
    tcase_add_test(tests, a_drain_that_asks_again_waits_for_the_next_boundary);
    tcase_add_test(tests, a_turn_inside_a_callback_is_an_error);
    tcase_add_test(tests, callbacks_are_measured_on_request);
    tcase_add_test(tests, run_ends_when_nothing_keeps_it_alive_or_when_stopped);
    tcase_add_test(tests, unreferenced_nodes_run_but_do_not_keep_alive);
    tcase_add_test(tests, handles_and_reasons);
    tcase_add_test(tests, the_host_handle_follows_what_there_is_to_do);
    tcase_add_test(tests, a_wait_of_the_loop_leaves_the_handle_armed);
    tcase_add_test(tests, work_left_behind_keeps_the_handle_ready);
    tcase_add_test(tests, run_for_runs_until_nothing_is_ready_or_the_budget_is_used);
    tcase_add_test(tests, next_deadline);
    tcase_add_test(tests, poll_waits_no_longer_than_asked);
    tcase_add_test(tests, several_loops_in_one_thread);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
