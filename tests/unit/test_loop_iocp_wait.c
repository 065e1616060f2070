// The timed wait of the Windows backend against a fake system: a port, a timer and a wait completion packet
// as Windows has them, on a clock that the test moves. Tests are named after the rows of the table of exact
// waits: E1 three cases, E2 the steps, E3 a pending cancel, E4 a timer that is signalled already, E5 failing
// steps, E6 stale entries, E7 functions that are missing, E8 rights and handles, E10 all of it in random
// order.
#include "loop/loop_iocp_wait.h"
#include "run_suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { US = 1000, MS = 1000000, TICK = 15625 * US };

#define NEVER UINT64_MAX

// --- the fake system

enum { PACKET_FREE, PACKET_BOUND, PACKET_QUEUED };
enum { QUEUE = 64, ENTRIES = 8 };

// What a step answers when it fails, and in how many of 256 cases it does.
struct fault {
    unsigned chance;
    int32_t status;
};

static struct {
    uint64_t now;
    uint64_t tick;    // timeouts of the port end at multiples of it
    uint64_t early;   // ... and so much before their time
    uint64_t latency; // what each call takes
    int handles;      // open ones
    uint64_t due;     // of the timer; NEVER while it is not set or has been taken notice of
    int packet;
    void *queue[QUEUE]; // overlapped of completions, NULL for the packet
    unsigned queued;
    uint64_t arrivals[QUEUE]; // of completions to come, in order
    unsigned arriving, arrived, delivered;

    struct fault create, set, associate, cancel;
    const char *missing; // a function of ntdll
    bool no_timer;

    unsigned finds, creates, cancels, sets, associates, waits, faults;
    uint32_t timer_flags, timer_access, packet_access, timeout;
    int64_t set_to;
    uint32_t waits_at[ENTRIES]; // the timeouts of the first waits
    int error;                  // of the next wait
} fake;

static char timer_object, packet_object, port_object, completions[QUEUE];
static struct iocp_waiter waiter;
static struct iocp_entry entries[ENTRIES];
static uint64_t state;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) % limit;
}

static bool fails(struct fault fault) {
    bool failed = fault.chance && random_below(256) < fault.chance;
    fake.faults += failed;
    return failed;
}

static void enqueue(void *overlapped) {
    ck_assert_uint_lt(fake.queued, QUEUE);
    fake.queue[fake.queued++] = overlapped;
}

// What has happened by now: a timer that is due signals the packet bound to it, and completions have arrived.
static void catch_up(void) {
    if (fake.packet == PACKET_BOUND && fake.due <= fake.now) {
        fake.packet = PACKET_QUEUED;
        fake.due = NEVER;
        enqueue(NULL);
    }
    while (fake.arrived < fake.arriving && fake.arrivals[fake.arrived] <= fake.now)
        enqueue(&completions[fake.arrived++]);
}

static void take_time(void) {
    fake.now += fake.latency;
    catch_up();
}

static uint64_t fake_clock(void) {
    take_time();
    return fake.now;
}

static int take_entries(struct iocp_entry *out, uint32_t maximum) {
    unsigned count = fake.queued < maximum ? fake.queued : maximum;
    for (unsigned i = 0; i < count; i++) {
        out[i] = (struct iocp_entry){.key = fake.queue[i] ? IOCP_KEY_OBJECT : IOCP_KEY_TIMER,
                                     .overlapped = fake.queue[i]};
        if (!fake.queue[i]) fake.packet = PACKET_FREE;
    }
    fake.queued -= count;
    memmove(fake.queue, fake.queue + count, fake.queued * sizeof fake.queue[0]);
    return (int)count;
}

static int fake_wait(void *port, struct iocp_entry *out, uint32_t maximum, uint32_t milliseconds) {
    uint64_t end = NEVER;
    ck_assert_ptr_eq(port, &port_object);
    fake.timeout = milliseconds;
    if (fake.waits < ENTRIES) fake.waits_at[fake.waits] = milliseconds;
    fake.waits++;
    if (fake.error) return fake.error;
    take_time();
    if (milliseconds == 0 || fake.queued) return take_entries(out, maximum);
    if (milliseconds != IOCP_INFINITE) {
        uint64_t taken = (uint64_t)milliseconds * MS;
        end = fake.now + (taken > fake.early ? taken - fake.early : 1);
        end += (fake.tick - end % fake.tick) % fake.tick;
    }
    uint64_t next = fake.arrived < fake.arriving ? fake.arrivals[fake.arrived] : NEVER;
    if (fake.packet == PACKET_BOUND && fake.due < next) next = fake.due;
    ck_assert_msg(next != NEVER || end != NEVER, "this wait would never end");
    fake.now = next < end ? next : end;
    catch_up();
    return take_entries(out, maximum);
}

static int32_t fake_create(void **packet, uint32_t access, void *attributes) {
    fake.creates++;
    fake.packet_access = access;
    ck_assert_ptr_null(attributes);
    if (fails(fake.create)) return fake.create.status;
    fake.handles++;
    fake.packet = PACKET_FREE;
    *packet = &packet_object;
    return IOCP_STATUS_SUCCESS;
}

static int32_t fake_cancel(void *packet, uint8_t remove_signalled) {
    take_time();
    fake.cancels++;
    ck_assert_ptr_eq(packet, &packet_object);
    ck_assert(remove_signalled);
    if (fails(fake.cancel)) return fake.cancel.status;
    int before = fake.packet;
    for (unsigned i = 0; i < fake.queued; i++) {
        if (fake.queue[i]) continue;
        fake.queued--;
        memmove(fake.queue + i, fake.queue + i + 1, (fake.queued - i) * sizeof fake.queue[0]);
        break;
    }
    fake.packet = PACKET_FREE;
    return before == PACKET_FREE ? IOCP_STATUS_CANCELLED : IOCP_STATUS_SUCCESS;
}

static int32_t fake_associate(void *packet, void *port, void *target, void *key, void *overlapped,
                              int32_t status, uintptr_t bytes, uint8_t *already_signalled) {
    take_time();
    fake.associates++;
    ck_assert_ptr_eq(packet, &packet_object);
    ck_assert_ptr_eq(port, &port_object);
    ck_assert_ptr_eq(target, &timer_object);
    ck_assert_ptr_eq(key, (void *)IOCP_KEY_TIMER);
    ck_assert_ptr_null(overlapped);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(bytes, 0);
    ck_assert_int_eq(fake.packet, PACKET_FREE); // a bound or queued packet must not be bound again
    if (fails(fake.associate)) return fake.associate.status;
    fake.packet = PACKET_BOUND;
    catch_up();
    *already_signalled = fake.packet == PACKET_QUEUED;
    return IOCP_STATUS_SUCCESS;
}

static bool fake_set_timer(void *timer, int64_t due) {
    take_time();
    fake.sets++;
    fake.set_to = due;
    ck_assert_ptr_eq(timer, &timer_object);
    ck_assert_int_ne(fake.packet, PACKET_BOUND); // the packet would be told of the old time
    ck_assert_int_lt(due, 0);                    // relative
    if (fails(fake.set)) return false;
    if (__builtin_add_overflow(fake.now, (uint64_t)-due * 100, &fake.due)) fake.due = NEVER - 1;
    return true;
}

static void *fake_create_timer(uint32_t flags, uint32_t access) {
    fake.timer_flags = flags;
    fake.timer_access = access;
    if (fake.no_timer) return NULL;
    fake.handles++;
    fake.due = NEVER;
    return &timer_object;
}

static void fake_close(void *handle) {
    ck_assert(handle == &timer_object || handle == &packet_object);
    if (handle == &packet_object) fake.packet = PACKET_FREE;
    fake.handles--;
}

static iocp_function *fake_find(const char *name) {
    static const struct {
        const char *name;
        iocp_function *function;
    } functions[] = {
        {"NtCreateWaitCompletionPacket", (iocp_function *)fake_create},
        {"NtAssociateWaitCompletionPacket", (iocp_function *)fake_associate},
        {"NtCancelWaitCompletionPacket", (iocp_function *)fake_cancel},
    };
    fake.finds++;
    if (fake.missing && strcmp(name, fake.missing) == 0) return NULL;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, functions[i].name) == 0) return functions[i].function;
    ck_abort_msg("asked for %s", name);
    return NULL;
}

static const struct iocp_system fake_system = {fake_clock,        fake_wait,      fake_find,
                                               fake_create_timer, fake_set_timer, fake_close};

// --- what tests do with it

static void setup(void) {
    memset(&fake, 0, sizeof fake);
    fake.now = UINT64_C(5000000000) + 3 * US;
    fake.tick = TICK;
    fake.due = NEVER;
    state = 88172645463325252u;
}

static void open_waiter(void) { iocp_waiter_open(&waiter, &fake_system, &port_object); }

static int wait_as(enum loop_wait how, uint64_t until) {
    return iocp_waiter_wait(&waiter, entries, ENTRIES, how, until);
}

// Waits so long and returns how long it took. A wait that a timer ends brings the timer's entry.
static uint64_t wait_for(uint64_t ns) {
    uint64_t begin = fake.now;
    int count = wait_as(LOOP_WAIT_UNTIL, begin + ns);
    for (int i = 0; i < count; i++)
        ck_assert_ptr_null(entries[i].overlapped);
    ck_assert_int_ge(count, 0);
    ck_assert_uint_ge(fake.now - begin, ns);
    return fake.now - begin;
}

static void arrive_after(uint64_t ns) { fake.arrivals[fake.arriving++] = fake.now + ns; }

static void check_closed(void) {
    iocp_waiter_close(&waiter);
    ck_assert_int_eq(fake.handles, 0);
    ck_assert_ptr_null(waiter.timer);
    ck_assert_ptr_null(waiter.packet);
}

static void check_coarse(unsigned sets_before) { // the last wait was the plain one
    ck_assert_uint_ne(fake.timeout, IOCP_INFINITE);
    ck_assert_uint_gt(fake.timeout, 0);
    ck_assert_uint_eq(fake.sets, sets_before);
}

// --- the rows

START_TEST(e1_three_explicit_cases) {
    open_waiter();
    ck_assert_int_eq(wait_as(LOOP_WAIT_NOT, 0), 0);
    ck_assert_uint_eq(fake.timeout, 0);
    arrive_after(1000 * MS);
    ck_assert_int_eq(wait_as(LOOP_WAIT_FOREVER, 0), 1);
    ck_assert_uint_eq(fake.timeout, IOCP_INFINITE);
    ck_assert_ptr_eq(entries[0].overlapped, &completions[0]);
    ck_assert_uint_eq(fake.cancels + fake.sets + fake.associates, 0); // these two touch nothing
    wait_for(1);
    ck_assert_uint_eq(fake.timeout, IOCP_INFINITE);
    ck_assert_uint_eq(fake.sets, 1);
    check_closed();
}
END_TEST

START_TEST(e1_every_finite_wait_is_exact) {
    static const uint64_t times[] = {1,  99,     100,     101,     250 * US, MS - 1,
                                     MS, MS + 1, 15 * MS, 16 * MS, 1000 * MS};
    open_waiter();
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        ck_assert_uint_lt(wait_for(times[i]) - times[i], 100);
    check_closed();
}
END_TEST

START_TEST(e1_a_time_that_has_passed_looks_once) {
    open_waiter();
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, fake.now), 0);
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, 1), 0);
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, 0), 0);
    ck_assert_uint_eq(fake.waits, 3);
    ck_assert_uint_eq(fake.timeout, 0);
    ck_assert_uint_eq(fake.sets, 0);
    check_closed();
}
END_TEST

START_TEST(e1_the_longest_waits) {
    static const uint64_t ends[] = {INT64_MAX, UINT64_MAX - 1};
    open_waiter();
    arrive_after(50);
    uint64_t left = ends[_i] - fake.now;
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, ends[_i]), 1);
    ck_assert_ptr_eq(entries[0].overlapped, &completions[0]);
    ck_assert_int_eq(fake.set_to, -(int64_t)(left / 100 + (left % 100 != 0)));
    check_closed();
    fake.no_timer = true; // milliseconds are capped below "infinite", and the rest is waited for
    fake.tick = 1;
    open_waiter();
    arrive_after((uint64_t)IOCP_INFINITE * 2 * MS);
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, ends[_i]), 1);
    ck_assert_uint_eq(fake.timeout, IOCP_INFINITE - 1);
    ck_assert_uint_eq(fake.waits, 4);
    check_closed();
}
END_TEST

START_TEST(e2_cancel_set_associate_wait) {
    open_waiter();
    for (unsigned i = 1; i <= 50; i++) {
        wait_for(250 * US);
        ck_assert_uint_eq(fake.cancels, i);
        ck_assert_uint_eq(fake.sets, i);
        ck_assert_uint_eq(fake.associates, i);
        ck_assert_uint_eq(fake.waits, i);
        ck_assert_uint_eq(fake.timeout, IOCP_INFINITE);
    }
    check_closed();
}
END_TEST

START_TEST(e2_units_are_rounded_up) {
    static const struct {
        uint64_t ns;
        int64_t due;
    } cases[] = {{1, -1}, {100, -1}, {101, -2}, {999900, -9999}, {999901, -10000}, {MS, -10000}};
    open_waiter();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wait_for(cases[i].ns);
        ck_assert_int_eq(fake.set_to, cases[i].due);
    }
    check_closed();
}
END_TEST

// 50 waits of a millisecond where the clock ticks every 15.625: what the plain wait makes of them, and the
// exact one.
START_TEST(e2_a_coarse_tick_delays_the_plain_wait_only) {
    uint64_t plain = 0, exact = 0;
    fake.no_timer = true;
    open_waiter();
    for (int i = 0; i < 50; i++)
        plain += wait_for(MS);
    check_closed();
    ck_assert_uint_ge(plain, UINT64_C(49) * TICK);
    fake.no_timer = false;
    open_waiter();
    for (int i = 0; i < 50; i++)
        exact += wait_for(MS);
    check_closed();
    ck_assert_uint_eq(exact, UINT64_C(50) * MS);
}
END_TEST

START_TEST(e3_a_pending_cancel_leaves_the_packet_alone) {
    open_waiter();
    wait_for(MS);
    fake.cancel = (struct fault){256, IOCP_STATUS_PENDING};
    unsigned associates = fake.associates, sets = fake.sets;
    wait_for(MS);
    check_coarse(sets);
    ck_assert_uint_eq(fake.timeout, 1);
    ck_assert_uint_eq(fake.associates, associates);
    fake.cancel.chance = 0; // this once only
    ck_assert_uint_eq(wait_for(MS), MS);
    ck_assert_uint_eq(fake.timeout, IOCP_INFINITE);
    check_closed();
}
END_TEST

START_TEST(e4_already_signalled_looks_without_waiting) {
    open_waiter();
    fake.latency = 200; // the time passes between setting and binding
    uint64_t begin = fake.now;
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, begin + 300), 1);
    ck_assert_uint_eq(fake.timeout, 0);
    ck_assert_ptr_null(entries[0].overlapped);
    ck_assert_uint_eq(fake.waits, 1);
    ck_assert_uint_ge(fake.now, begin + 300);
    check_closed();
}
END_TEST

START_TEST(e5_a_failing_step_keeps_the_millisecond_timeout) {
    struct fault *const steps[] = {&fake.cancel, &fake.set, &fake.associate};
    static const int32_t failure = (int32_t)0xC0000001; // STATUS_UNSUCCESSFUL
    open_waiter();
    for (int i = 0; i < 3; i++) {
        *steps[i] = (struct fault){256, failure};
        uint64_t taken = wait_for(2 * MS + 1);
        ck_assert_uint_le(taken, 3 * MS + TICK);
        ck_assert_uint_eq(fake.waits_at[i * 2], 3);
        *steps[i] = (struct fault){0};
        ck_assert_uint_eq(wait_for(MS), MS); // and the next wait is exact
    }
    check_closed();
}
END_TEST

START_TEST(e5_milliseconds_are_rounded_up) {
    fake.no_timer = true;
    fake.tick = 1;
    open_waiter();
    ck_assert_uint_eq(wait_for(1), MS);
    ck_assert_uint_eq(wait_for(MS), MS);
    ck_assert_uint_eq(wait_for(MS + 1), 2 * MS);
    ck_assert_uint_eq(fake.waits, 3);
    check_closed();
}
END_TEST

// The timer of a wait that a completion ended goes off while nobody waits.
START_TEST(e6_a_stale_entry_is_a_wake_up_and_nothing_else) {
    open_waiter();
    arrive_after(10 * US);
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, fake.now + MS), 1);
    ck_assert_ptr_nonnull(entries[0].overlapped);
    fake.now += 2 * MS;
    catch_up();
    uint64_t until = fake.now + 5 * MS;
    if (_i == 0) { // the next wait takes it back
        ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, until), 1);
    } else { // one that touches nothing meets it, and the next one is as exact as ever
        ck_assert_int_eq(wait_as(_i == 1 ? LOOP_WAIT_NOT : LOOP_WAIT_FOREVER, 0), 1);
        ck_assert_ptr_null(entries[0].overlapped);
        ck_assert_uint_eq(entries[0].key, IOCP_KEY_TIMER);
        ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, until), 1);
    }
    ck_assert_ptr_null(entries[0].overlapped);
    ck_assert_uint_eq(fake.now, until);
    check_closed();
}
END_TEST

// Timeouts are counted in ticks that have begun: a wait may end before its time.
START_TEST(e6_an_early_end_waits_for_the_rest) {
    fake.no_timer = true;
    fake.tick = MS;
    fake.early = 3 * MS;
    open_waiter();
    uint64_t until = fake.now + 20 * MS;
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, until), 0);
    ck_assert_uint_ge(fake.now, until);
    ck_assert_uint_gt(fake.waits, 1);
    check_closed();
}
END_TEST

START_TEST(e7_without_one_of_the_functions_the_plain_wait_remains) {
    static const char *const names[] = {"NtCreateWaitCompletionPacket", "NtAssociateWaitCompletionPacket",
                                        "NtCancelWaitCompletionPacket"};
    fake.missing = names[_i];
    open_waiter();
    ck_assert_int_eq(fake.handles, 0);
    ck_assert_uint_eq(fake.timer_flags, 0); // all or nothing: no timer is made
    wait_for(MS);
    ck_assert_uint_eq(fake.timeout, 1);
    ck_assert_uint_eq(fake.creates + fake.cancels + fake.sets + fake.associates, 0);
    ck_assert_uint_eq(fake.finds, 3);
    check_closed();
}
END_TEST

START_TEST(e7_a_system_without_such_timers_keeps_the_plain_wait) {
    fake.no_timer = true;
    open_waiter();
    ck_assert_int_eq(fake.handles, 0);
    ck_assert_uint_eq(fake.creates, 0);
    wait_for(MS);
    ck_assert_uint_eq(fake.timeout, 1);
    check_closed();
}
END_TEST

START_TEST(e8_only_the_rights_that_are_needed) {
    open_waiter();
    ck_assert_uint_eq(fake.timer_flags, 0x2);       // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
    ck_assert_uint_eq(fake.timer_access, 0x100003); // SYNCHRONIZE | TIMER_QUERY_STATE | TIMER_MODIFY_STATE
    ck_assert_uint_eq(fake.packet_access, 0x10000000);
    ck_assert_int_eq(fake.handles, 2);
    check_closed();
}
END_TEST

START_TEST(e8_a_packet_that_cannot_be_made_leaks_no_timer) {
    fake.create = (struct fault){256, (int32_t)0xC000009A};
    open_waiter();
    ck_assert_int_eq(fake.handles, 0);
    wait_for(MS);
    ck_assert_uint_eq(fake.timeout, 1);
    ck_assert_uint_eq(fake.cancels, 0);
    check_closed();
}
END_TEST

START_TEST(e8_closing_cancels_first_and_may_come_twice) {
    open_waiter();
    arrive_after(10);
    wait_as(LOOP_WAIT_UNTIL, fake.now + MS); // leaves the packet bound
    ck_assert_int_eq(fake.packet, PACKET_BOUND);
    fake.cancel = (struct fault){_i ? 256 : 0, IOCP_STATUS_PENDING}; // whatever it answers
    check_closed();
    ck_assert_uint_eq(fake.cancels, 2);
    check_closed();
    ck_assert_uint_eq(fake.cancels, 2);
}
END_TEST

START_TEST(errors_of_the_port_are_reported) {
    open_waiter();
    fake.error = -EBADF;
    ck_assert_int_eq(wait_as(LOOP_WAIT_NOT, 0), -EBADF);
    ck_assert_int_eq(wait_as(LOOP_WAIT_UNTIL, fake.now + 5), -EBADF);
    check_closed();
}
END_TEST

// Any sequence of waits, completions and failures: nothing hangs (the fake would tell), no wait ends early
// without an entry, completions come once and in order, and a wait without failures ends on time.
START_TEST(e10_random_interleavings) {
    state += (uint64_t)_i * 0x9E3779B97F4A7C15u;
    static const int32_t cancels[] = {IOCP_STATUS_PENDING, (int32_t)0xC0000001};
    unsigned chance = _i % 4 * 30;
    fake.latency = _i % 3 * 40;
    fake.tick = _i % 2 ? TICK : MS;
    fake.early = _i % 5 * 300 * US;
    fake.set = fake.associate = (struct fault){chance, (int32_t)0xC0000001};
    fake.cancel = (struct fault){chance, cancels[_i / 2 % 2]};
    fake.no_timer = _i % 16 == 15;
    open_waiter();
    unsigned seen = 0;
    for (int step = 0; step < 5000; step++) {
        if (fake.delivered == fake.arriving) fake.arriving = fake.arrived = fake.delivered = 0;
        for (uint64_t last = fake.now; fake.arriving < QUEUE / 2 && random_below(3) == 0;)
            fake.arrivals[fake.arriving++] = last += random_below(2 * MS);
        if (fake.arriving > 1) // kept in order
            for (unsigned i = fake.arrived + 1; i < fake.arriving; i++)
                if (fake.arrivals[i] < fake.arrivals[i - 1]) fake.arrivals[i] = fake.arrivals[i - 1];
        unsigned outstanding = fake.arriving - fake.delivered, faults = fake.faults;
        enum loop_wait how = (enum loop_wait)random_below(outstanding ? 3 : 2);
        uint64_t until = fake.now + random_below(random_below(2) ? 3 * MS : 500);
        int count = wait_as(how, until);
        ck_assert_int_ge(count, 0);
        unsigned wakes = 0;
        for (int i = 0; i < count; i++) {
            if (entries[i].overlapped)
                ck_assert_ptr_eq(entries[i].overlapped, &completions[fake.delivered++]);
            else
                wakes++;
        }
        ck_assert_uint_le(wakes, 1); // one packet, so never two of its entries
        seen += (unsigned)count - wakes;
        if (how == LOOP_WAIT_FOREVER) ck_assert_int_gt(count, 0);
        if (how != LOOP_WAIT_UNTIL) continue;
        if (count == 0) ck_assert_uint_ge(fake.now, until);
        if (faults == fake.faults && !fake.no_timer && fake.now > until)
            ck_assert_uint_le(fake.now - until, 100 + 8 * fake.latency);
        else if (fake.now > until)
            ck_assert_uint_le(fake.now - until, MS + fake.tick + 8 * fake.latency);
    }
    ck_assert_uint_gt(seen, 1000);
    check_closed();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_iocp_wait");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, e1_three_explicit_cases);
    tcase_add_test(tests, e1_every_finite_wait_is_exact);
    tcase_add_test(tests, e1_a_time_that_has_passed_looks_once);
    tcase_add_loop_test(tests, e1_the_longest_waits, 0, 2);
    tcase_add_test(tests, e2_cancel_set_associate_wait);
    tcase_add_test(tests, e2_units_are_rounded_up);
    tcase_add_test(tests, e2_a_coarse_tick_delays_the_plain_wait_only);
    tcase_add_test(tests, e3_a_pending_cancel_leaves_the_packet_alone);
    tcase_add_test(tests, e4_already_signalled_looks_without_waiting);
    tcase_add_test(tests, e5_a_failing_step_keeps_the_millisecond_timeout);
    tcase_add_test(tests, e5_milliseconds_are_rounded_up);
    tcase_add_loop_test(tests, e6_a_stale_entry_is_a_wake_up_and_nothing_else, 0, 3);
    tcase_add_test(tests, e6_an_early_end_waits_for_the_rest);
    tcase_add_loop_test(tests, e7_without_one_of_the_functions_the_plain_wait_remains, 0, 3);
    tcase_add_test(tests, e7_a_system_without_such_timers_keeps_the_plain_wait);
    tcase_add_test(tests, e8_only_the_rights_that_are_needed);
    tcase_add_test(tests, e8_a_packet_that_cannot_be_made_leaks_no_timer);
    tcase_add_loop_test(tests, e8_closing_cancels_first_and_may_come_twice, 0, 2);
    tcase_add_test(tests, errors_of_the_port_are_reported);
    tcase_add_loop_test(tests, e10_random_interleavings, 0, 48);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
