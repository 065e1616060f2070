// ns per operation of the loop alone, without JavaScript: timers (insert, cancel, fire) and immediates.
//
//   cd runtime
//   cc -std=gnu11 -O2 -pthread -I. ../benchmarks/timers/loop_bench.c loop/[lt]*.c loop/memory_malloc.c
//   ./a.out [largest number of timers, default 1000000]
//
// Handles are 80 bytes, as one JavaScript handle is. "pooled" deadlines grow in the order of insertion, as
// those of equal delays do; "random" ones are scattered over 100 s. Cancel takes the timers from the first,
// from the last or in random order. Fire advances a wheel in virtual time, so that nothing is waited for.
#include "loop/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct handle {
    struct loop_timer timer;
    char rest[80 - sizeof(struct loop_timer)];
};

struct task {
    struct loop_immediate immediate;
    char rest[80 - sizeof(struct loop_immediate)];
};

static uint64_t fired, again;
static uint64_t state = 88172645463325252u;

static uint64_t random_number(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t random_deadline(void) {
    return (uint64_t)((unsigned __int128)random_number() * UINT64_C(100000000000) >> 64);
}

static double cpu_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void count_timer(struct loop *loop, struct loop_timer *timer) {
    (void)loop, (void)timer;
    fired++;
}

static void count_immediate(struct loop *loop, struct loop_immediate *immediate) {
    (void)loop, (void)immediate;
    fired++;
}

static void start_again(struct loop *loop, struct loop_immediate *immediate) {
    fired++;
    if (--again) loop_immediate_start(loop, immediate);
}

static void shuffle(uint32_t *order, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t j = random_number() % i;
        uint32_t swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

enum deadlines { POOLED, RANDOM };
enum direction { FIRST, LAST, SHUFFLED };

static struct loop *loop;
static struct handle *handles;
static uint32_t *order;

static double insert(size_t count, enum deadlines kind) {
    uint64_t base = loop_now_ns(loop) + 1000 * LOOP_MILLISECOND;
    double begin = cpu_ns();
    for (size_t i = 0; i < count; i++) {
        uint64_t deadline = base + (kind == POOLED ? i * 100 : random_deadline());
        loop_timer_start(loop, &handles[i].timer, deadline, 0);
    }
    return (cpu_ns() - begin) / (double)count;
}

static double cancel(size_t count, enum direction direction) {
    if (direction == SHUFFLED) shuffle(order, count);
    double begin = cpu_ns();
    for (size_t i = 0; i < count; i++) {
        size_t which = direction == FIRST ? i : direction == LAST ? count - 1 - i : order[i];
        loop_timer_stop(loop, &handles[which].timer);
    }
    return (cpu_ns() - begin) / (double)count;
}

static double fire(size_t count, enum deadlines kind) {
    static struct timer_wheel wheel;
    struct timer_node *node;
    timer_wheel_initialize(&wheel, 0);
    for (size_t i = 0; i < count; i++) {
        handles[i].timer.node.deadline = kind == POOLED ? LOOP_MILLISECOND + i * 100 : random_deadline();
        timer_wheel_insert(&wheel, &handles[i].timer.node);
    }
    double begin = cpu_ns();
    size_t left = count;
    for (uint64_t now = 0; left; now += LOOP_MILLISECOND) {
        timer_wheel_advance(&wheel, now);
        while ((node = timer_wheel_take_due(&wheel, now))) {
            struct loop_timer *timer = LOOP_CONTAINER(node, struct loop_timer, node);
            timer->callback(loop, timer);
            left--;
        }
    }
    return (cpu_ns() - begin) / (double)count;
}

static void bench_timers(size_t count) {
    handles = malloc(count * sizeof *handles);
    order = malloc(count * sizeof *order);
    if (!handles || !order) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        loop_timer_initialize(&handles[i].timer, count_timer);
        order[i] = (uint32_t)i;
    }
    double pooled = insert(count, POOLED), first = cancel(count, FIRST);
    double random = insert(count, RANDOM), last = cancel(count, LAST);
    insert(count, POOLED);
    double shuffled = cancel(count, SHUFFLED);
    printf("%9zu  %6.1f %6.1f   %6.1f %6.1f %6.1f", count, pooled, random, first, last, shuffled);
    printf("   %6.1f %6.1f\n", fire(count, POOLED), fire(count, RANDOM));
    free(order);
    free(handles);
}

static void bench_immediates(size_t count) {
    struct task *tasks = malloc(count * sizeof *tasks);
    if (!tasks) exit(1);
    for (size_t i = 0; i < count; i++)
        loop_immediate_initialize(&tasks[i].immediate, count_immediate);
    double begin = cpu_ns();
    for (size_t i = 0; i < count; i++)
        loop_immediate_start(loop, &tasks[i].immediate);
    loop_run(loop);
    double breadth = (cpu_ns() - begin) / (double)count;
    begin = cpu_ns();
    for (size_t i = 0; i < count; i++)
        loop_immediate_start(loop, &tasks[i].immediate);
    for (size_t i = 0; i < count; i++)
        loop_immediate_stop(loop, &tasks[i].immediate);
    double clear = (cpu_ns() - begin) / (double)count;
    struct loop_immediate one;
    loop_immediate_initialize(&one, start_again);
    again = count;
    begin = cpu_ns();
    loop_immediate_start(loop, &one);
    loop_run(loop);
    printf("%9zu  %6.1f %6.1f   %6.1f\n", count, breadth, clear, (cpu_ns() - begin) / (double)count);
    free(tasks);
}

int main(int argc, char **argv) {
    size_t largest = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    if (loop_create(&loop, NULL)) return 1;
    printf("timers, ns each\n%9s  %13s   %20s   %13s\n", "", "insert", "cancel", "fire");
    printf("%9s  %6s %6s   %6s %6s %6s   %6s %6s\n", "n", "pooled", "random", "first", "last", "random",
           "pooled", "random");
    for (size_t count = 10000; count <= largest; count *= 10)
        bench_timers(count);
    printf("immediates, ns each\n%9s  %6s %6s   %6s\n", "n", "breadth", "clear", "depth");
    for (size_t count = 10000; count <= largest; count *= 10)
        bench_immediates(count);
    return loop_free(loop);
}
