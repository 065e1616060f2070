// What other threads do to a loop: posts, wake-ups, background work.
#include "loop/loop.h"

#include "loop_system.h"
#include "run_suite.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MS = 1000000 };

static struct loop *loop;

static struct loop_handle keeper; // keeps the loop alive while a test waits for posts

static void setup(void) {
    ck_assert_int_eq(loop_create(&loop, &(struct loop_options){.pool_threads = 3}), 0);
    keeper = (struct loop_handle){0};
    loop_handle_initialize(loop, &keeper, "keeper");
}
static void teardown(void) { ck_assert_int_eq(loop_free(loop), 0); }

// --- posts
// ---------------------------------------------------------------------------------------------------------------

enum { THREADS = 4, POSTS = 5000 };

struct producer {
    pthread_t thread;
    struct numbered_post {
        struct loop_post post;
        struct producer *producer;
        int number;
    } posts[POSTS];
    int next; // the number that must come next
};

static struct producer producers[THREADS];
static int received;

static void on_post(struct loop *l, struct loop_post *post) {
    (void)l;
    struct numbered_post *numbered = LOOP_CONTAINER(post, struct numbered_post, post);
    ck_assert_int_eq(numbered->number, numbered->producer->next++);
    if (++received == THREADS * POSTS) loop_handle_stop(&keeper);
}

static void *produce(void *argument) {
    struct producer *producer = argument;
    for (int i = 0; i < POSTS; i++) {
        struct numbered_post *post = &producer->posts[i];
        post->producer = producer;
        post->number = i;
        loop_post_initialize(&post->post, on_post);
        loop_post(loop, &post->post);
        if (i % 500 == 0) sleep_for(200000); // lets the loop fall asleep
    }
    return NULL;
}

static void start_producers(void) {
    received = 0;
    loop_handle_start(&keeper);
    for (int i = 0; i < THREADS; i++) {
        producers[i].next = 0;
        ck_assert_int_eq(pthread_create(&producers[i].thread, NULL, produce, &producers[i]), 0);
    }
}

static void join_producers(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_join(producers[i].thread, NULL);
    ck_assert_int_eq(received, THREADS * POSTS);
    ck_assert_uint_eq(loop_statistics(loop)->posts, THREADS * POSTS);
}

START_TEST(posts_from_several_threads) {
    start_producers();
    ck_assert_int_eq(loop_run(loop), 0);
    join_producers();
}
END_TEST

START_TEST(posts_make_the_host_handle_ready) {
    loop_descriptor handle;
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    start_producers();
    for (int result = 1; result == 1;) {
        ck_assert(is_ready(handle, 60000)); // nothing is lost, or this would wait for ever
        result = loop_run_for(loop, MS);
    }
    join_producers();
}
END_TEST

// A host that only ever waits for the handle, or lets the loop wait for a while, meets everything: timers
// that start and stop, immediates, and posts of another thread.
enum { STEPS = 400, TIMERS = 16 };

static struct loop_timer timers[TIMERS];
static unsigned started, ended; // what must have a callback, and the callbacks
static uint64_t state;

static unsigned random_below(unsigned limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % limit;
}

static void timer_ended(struct loop *l, struct loop_timer *timer) {
    ck_assert_uint_ge(loop_now_ns(l), timer->node.deadline);
    ended++;
}

static void immediate_ended(struct loop *l, struct loop_immediate *immediate) {
    (void)l, (void)immediate;
    ended++;
}

static void take_step(struct loop_immediate *immediate) {
    struct loop_timer *timer = &timers[random_below(TIMERS)];
    switch (random_below(5)) {
    case 0: // stops it if it runs
        started -= loop_timer_is_active(loop, timer);
        loop_timer_stop(loop, timer);
        break;
    case 1:
        started += !loop_immediate_is_active(immediate);
        loop_immediate_start(loop, immediate);
        break;
    case 2: loop_poll(loop, random_below(3) * (int64_t)MS / 4); break;
    default:
        started += !loop_timer_is_active(loop, timer);
        loop_timer_start_after(loop, timer, random_below(4 * MS), 0);
    }
}

START_TEST(a_host_misses_nothing) {
    loop_descriptor handle;
    struct loop_immediate immediate;
    state = 88172645463325252u + (uint64_t)_i;
    started = ended = 0;
    loop_immediate_initialize(&immediate, immediate_ended);
    for (int i = 0; i < TIMERS; i++)
        loop_timer_initialize(&timers[i], timer_ended);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    start_producers();
    for (int step = 0; step < STEPS; step++)
        take_step(&immediate);
    for (int result = 1; result == 1;) {
        ck_assert(is_ready(handle, 60000));
        result = loop_run_for(loop, 0);
    }
    ck_assert_uint_eq(ended, started);
    join_producers();
}
END_TEST

static atomic_int posted_again, seen_again;
static struct loop_post repeated;

static void on_repeated(struct loop *l, struct loop_post *post) {
    (void)l, (void)post;
    if (atomic_fetch_add(&seen_again, 1) + 1 == 1000) loop_handle_stop(&keeper);
}

static void *repeat(void *argument) {
    (void)argument;
    while (atomic_load(&posted_again) < 1000) {
        int error = loop_post(loop, &repeated);
        ck_assert(error == 0 || error == -EALREADY);
        if (!error) atomic_fetch_add(&posted_again, 1);
    }
    return NULL;
}

START_TEST(one_post_again_and_again) {
    pthread_t thread;
    atomic_store(&posted_again, 0);
    atomic_store(&seen_again, 0);
    loop_post_initialize(&repeated, on_repeated);
    loop_handle_start(&keeper);
    ck_assert_int_eq(pthread_create(&thread, NULL, repeat, NULL), 0);
    ck_assert_int_eq(loop_run(loop), 0);
    pthread_join(thread, NULL);
    ck_assert_int_eq(atomic_load(&seen_again), 1000);
}
END_TEST

static int sum;
static void add(struct loop *l, void *data) {
    (void)l;
    sum += *(int *)data;
}

START_TEST(posted_calls_keep_the_loop_alive_and_are_released) {
    int one = 1, ten = 10;
    sum = 0;
    ck_assert_int_eq(loop_post_call(loop, add, &one), 0);
    ck_assert_int_eq(loop_post_call(loop, add, &ten), 0);
    ck_assert_uint_eq(loop_why_alive(loop, NULL, NULL), 1);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(sum, 11);
    ck_assert_int_eq(loop_post_call(loop, add, &one), 0); // left over when the loop is freed
}
END_TEST

static void post_more(struct loop *l, void *data) {
    int *left = data;
    sum++;
    if (--*left > 0) loop_post_call(l, post_more, data);
}

START_TEST(a_post_from_a_post_waits_for_the_next_turn) {
    int left = 3;
    sum = 0;
    loop_post_call(loop, post_more, &left);
    ck_assert_int_eq(loop_poll(loop, -1), 1);
    ck_assert_int_eq(sum, 1);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(sum, 3);
}
END_TEST

static void *poll_elsewhere(void *argument) {
    *(int *)argument = loop_poll(loop, 0);
    return NULL;
}

START_TEST(another_thread_may_not_turn_the_loop) {
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, NULL, poll_elsewhere, &result);
    pthread_join(thread, NULL);
    ck_assert_int_eq(result, -EPERM);
}
END_TEST

// --- background work
// -------------------------------------------------------------------------------------------------------

struct job {
    struct loop_work work;
    atomic_int ran;
    int done, status;
    long takes;
    bool waits; // for the gate to be opened
};

static atomic_bool gate;

static pthread_t main_thread;
static atomic_int running, most_running;

static void run_job(struct loop_work *work) {
    struct job *job = LOOP_CONTAINER(work, struct job, work);
    int now = atomic_fetch_add(&running, 1) + 1, most = atomic_load(&most_running);
    while (now > most && !atomic_compare_exchange_weak(&most_running, &most, now))
        ;
    ck_assert(!pthread_equal(main_thread, pthread_self()));
    if (job->takes) sleep_for(job->takes);
    while (job->waits && !atomic_load(&gate))
        sleep_for(MS / 10);
    atomic_fetch_add(&job->ran, 1);
    atomic_fetch_sub(&running, 1);
}

static void job_done(struct loop *l, struct loop_work *work, int status) {
    struct job *job = LOOP_CONTAINER(work, struct job, work);
    ck_assert_ptr_eq(l, work->loop);
    ck_assert(pthread_equal(main_thread, pthread_self()));
    job->done++;
    job->status = status;
}

START_TEST(work_runs_on_the_pool_and_completes_on_the_loop) {
    enum { JOBS = 200 };
    static struct job jobs[JOBS];
    main_thread = pthread_self();
    atomic_store(&most_running, 0);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.takes = i % 20 == 0 ? MS : 0};
        ck_assert_int_eq(loop_work_submit(loop, &jobs[i].work, run_job, job_done), 0);
    }
    ck_assert_uint_eq(loop_why_alive(loop, NULL, NULL) >= JOBS, 1);
    ck_assert_int_eq(loop_run(loop), 0);
    for (int i = 0; i < JOBS; i++) {
        ck_assert_int_eq(atomic_load(&jobs[i].ran), 1);
        ck_assert_int_eq(jobs[i].done, 1);
        ck_assert_int_eq(jobs[i].status, 0);
    }
    ck_assert_int_le(atomic_load(&most_running), 3);
}
END_TEST

START_TEST(work_that_has_not_begun_can_be_cancelled) {
    enum { JOBS = 8 };
    static struct job jobs[JOBS];
    int cancelled = 0;
    main_thread = pthread_self();
    atomic_store(&gate, false);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.waits = true};
        ck_assert_int_eq(loop_work_submit(loop, &jobs[i].work, run_job, job_done), 0);
    }
    for (int i = JOBS - 1; i >= 0; i--) {
        int result = loop_work_cancel(&jobs[i].work);
        ck_assert(result == 0 || result == -EBUSY);
        cancelled += result == 0;
    }
    ck_assert_int_ge(cancelled, JOBS - 3);
    atomic_store(&gate, true);
    ck_assert_int_eq(loop_run(loop), 0);
    for (int i = 0; i < JOBS; i++) {
        ck_assert_int_eq(jobs[i].done, 1);
        ck_assert_int_eq(jobs[i].status, atomic_load(&jobs[i].ran) ? 0 : -ECANCELED);
        cancelled -= jobs[i].status == -ECANCELED;
    }
    ck_assert_int_eq(cancelled, 0);
}
END_TEST

START_TEST(a_loop_can_be_freed_while_work_is_under_way) {
    enum { JOBS = 40 };
    static struct job jobs[JOBS];
    struct loop *other;
    ck_assert_int_eq(loop_create(&other, NULL), 0);
    main_thread = pthread_self();
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.takes = 2 * MS};
        ck_assert_int_eq(loop_work_submit(other, &jobs[i].work, run_job, job_done), 0);
    }
    sleep_for(MS);
    ck_assert_int_eq(loop_free(other), 0);
    for (int i = 0; i < JOBS; i++) { // each is told of its end, so that memory can be given back
        ck_assert_int_eq(jobs[i].done, 1);
        ck_assert_int_eq(jobs[i].status, atomic_load(&jobs[i].ran) ? 0 : -ECANCELED);
    }
}
END_TEST

START_TEST(exact_waits_can_be_asked_for) { ck_assert_int_eq(loop_wait_exactly(), 0); }
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_threads");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, posts_from_several_threads);
    tcase_add_test(tests, posts_make_the_host_handle_ready);
    tcase_add_loop_test(tests, a_host_misses_nothing, 0, 8);
    tcase_add_test(tests, one_post_again_and_again);
    tcase_add_test(tests, posted_calls_keep_the_loop_alive_and_are_released);
    tcase_add_test(tests, a_post_from_a_post_waits_for_the_next_turn);
    tcase_add_test(tests, another_thread_may_not_turn_the_loop);
    tcase_add_test(tests, work_runs_on_the_pool_and_completes_on_the_loop);
    tcase_add_test(tests, work_that_has_not_begun_can_be_cancelled);
    tcase_add_test(tests, a_loop_can_be_freed_while_work_is_under_way);
    tcase_add_test(tests, exact_waits_can_be_asked_for);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
