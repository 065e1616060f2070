// Rows E1 and E12: the timed wait of the epoll backend against a fake system: three cases, rounding,
// fallback, interruptions.
#include "loop/loop_epoll.h"
#include "run_suite.h"

#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>

// What the fake answers, call by call, and what it saw.
struct answer {
    int count, error;
    uint64_t takes;
};

static struct answer answers[16];
static int next_answer, pwait2_calls, wait_calls, last_timeout;
static struct timespec last_time;
static uint64_t fake_now;

static int give_answer(void) {
    struct answer answer = answers[next_answer++];
    fake_now += answer.takes;
    errno = answer.error;
    return answer.error ? -1 : answer.count;
}

static int fake_pwait2(int epoll, struct epoll_event *events, int maximum, const struct timespec *timeout) {
    (void)epoll, (void)events, (void)maximum;
    pwait2_calls++;
    last_time = *timeout;
    ck_assert_int_ge(timeout->tv_sec, 0);
    ck_assert_int_ge(timeout->tv_nsec, 0);
    ck_assert_int_lt(timeout->tv_nsec, 1000000000);
    ck_assert(timeout->tv_sec || timeout->tv_nsec);
    return give_answer();
}

static int fake_wait(int epoll, struct epoll_event *events, int maximum, int timeout) {
    (void)epoll, (void)events, (void)maximum;
    wait_calls++;
    last_timeout = timeout;
    return give_answer();
}

static uint64_t fake_clock(void) { return fake_now; }

static const struct epoll_system fake = {fake_pwait2, fake_wait, fake_clock};
static struct epoll_waiter waiter;

static void setup(void) {
    waiter = (struct epoll_waiter){.system = &fake, .epoll = 7};
    next_answer = pwait2_calls = wait_calls = last_timeout = 0;
    fake_now = UINT64_C(5000000000);
    for (int i = 0; i < 16; i++)
        answers[i] = (struct answer){0};
}

static int wait(enum loop_wait how, uint64_t until) {
    struct epoll_event events[4];
    return epoll_waiter_wait(&waiter, events, 4, how, until);
}

START_TEST(e1_three_cases) {
    answers[0] = (struct answer){.count = 3};
    ck_assert_int_eq(wait(LOOP_WAIT_NOT, 0), 3);
    ck_assert_int_eq(last_timeout, 0);
    ck_assert_int_eq(wait(LOOP_WAIT_NOT, 0), 0);
    ck_assert_int_eq(pwait2_calls, 0);
    answers[2] = (struct answer){.count = 1};
    ck_assert_int_eq(wait(LOOP_WAIT_FOREVER, 0), 1);
    ck_assert_int_eq(last_timeout, -1);
    answers[3] = (struct answer){.takes = 250001};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 250001), 0);
    ck_assert_int_eq(last_time.tv_nsec, 250001);
    ck_assert_int_eq(pwait2_calls, 1);
}
END_TEST

START_TEST(e1_a_time_that_has_passed_looks_once) {
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now), 0);
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, 1), 0);
    ck_assert_int_eq(wait_calls, 2);
    ck_assert_int_eq(last_timeout, 0);
    ck_assert_int_eq(pwait2_calls, 0);
}
END_TEST

START_TEST(e1_long_waits_are_whole_seconds_and_the_rest) {
    answers[0] = (struct answer){.count = 1};
    wait(LOOP_WAIT_UNTIL, fake_now + UINT64_C(86400000000007));
    ck_assert_int_eq(last_time.tv_sec, 86400);
    ck_assert_int_eq(last_time.tv_nsec, 7);
    answers[1] = (struct answer){.count = 1};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, UINT64_MAX - 1), 1);
}
END_TEST

START_TEST(e12_interruptions_recompute) {
    answers[0] = (struct answer){.error = EINTR, .takes = 300};
    answers[1] = (struct answer){.error = EINTR, .takes = 600};
    answers[2] = (struct answer){.takes = 100};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 1000), 0);
    ck_assert_int_eq(pwait2_calls, 3);
    ck_assert_int_eq(last_time.tv_nsec, 100);
    answers[3] = (struct answer){.error = EINTR, .takes = 5000}; // past the time
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 1000), 0);
    ck_assert_int_eq(last_timeout, 0);
    answers[5] = (struct answer){.error = EINTR};
    answers[6] = (struct answer){.count = 2};
    ck_assert_int_eq(wait(LOOP_WAIT_FOREVER, 0), 2);
}
END_TEST

START_TEST(e13_an_early_end_waits_for_the_rest) {
    answers[0] = (struct answer){.takes = 999};
    answers[1] = (struct answer){.takes = 1};
    uint64_t until = fake_now + 1000;
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, until), 0);
    ck_assert_uint_eq(fake_now, until);
    ck_assert_int_eq(pwait2_calls, 2);
}
END_TEST

START_TEST(e12_without_pwait2_milliseconds_rounded_up) {
    static const int errors[] = {ENOSYS, EPERM};
    answers[0] = (struct answer){.error = errors[_i]};
    answers[1] = (struct answer){.takes = 2000000};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 1000001), 0);
    ck_assert_int_eq(last_timeout, 2);
    answers[2] = (struct answer){.takes = 1000000};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 1000000), 0);
    ck_assert_int_eq(last_timeout, 1);
    answers[3] = (struct answer){.takes = 1000000};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 1), 0);
    ck_assert_int_eq(last_timeout, 1);
    ck_assert_int_eq(pwait2_calls, 1);
    answers[4] = (struct answer){.count = 1};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, UINT64_MAX - 1), 1);
    ck_assert_int_eq(last_timeout, INT_MAX);
    answers[5] = (struct answer){.takes = (uint64_t)INT_MAX * 1000000};
    answers[6] = (struct answer){.takes = UINT64_C(5000000)};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + (uint64_t)INT_MAX * 1000000 + 5000000), 0);
    ck_assert_int_eq(last_timeout, 5); // the rest, after the cap
}
END_TEST

START_TEST(e12_other_errors_are_reported) {
    answers[0] = (struct answer){.error = EINVAL};
    ck_assert_int_eq(wait(LOOP_WAIT_UNTIL, fake_now + 5), -EINVAL);
    answers[1] = (struct answer){.error = EBADF};
    ck_assert_int_eq(wait(LOOP_WAIT_NOT, 0), -EBADF);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_epoll_wait");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, e1_three_cases);
    tcase_add_test(tests, e1_a_time_that_has_passed_looks_once);
    tcase_add_test(tests, e1_long_waits_are_whole_seconds_and_the_rest);
    tcase_add_test(tests, e12_interruptions_recompute);
    tcase_add_test(tests, e13_an_early_end_waits_for_the_rest);
    tcase_add_loop_test(tests, e12_without_pwait2_milliseconds_rounded_up, 0, 2);
    tcase_add_test(tests, e12_other_errors_are_reported);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
