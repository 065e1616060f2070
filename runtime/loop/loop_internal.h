// The loop's own structure, and what its files share. Not for other rooms.
#ifndef LOOP_INTERNAL_H
#define LOOP_INTERNAL_H

#include "loop/backend.h"
#include "loop/loop.h"
#include "loop/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>

// Things to do at a boundary.
enum { LOOP_ATTENTION_DRAIN = 1, LOOP_ATTENTION_MEASURE = 2 };

struct loop {
    uint64_t now;      // the turn's clock reading
    size_t alive;      // referenced timers, immediates, handles; works
    uint8_t attention; // LOOP_ATTENTION_*
    bool in_callback;  // a turn or a boundary is running
    bool arming;       // a host handle exists and no turn is running: changes must be armed
    bool host_driven;  // a host handle exists
    bool stopping;
    bool busy; // the last turn left something ready behind

    struct loop_timer
        *firing; // the periodic timer whose callback runs, unless it was started or stopped there
    struct loop_link immediates, immediates_running;
    struct loop_link ticks, ticks_running;
    struct loop_link completed, completed_running; // operations
    struct loop_link closing;                      // handles without operations, whose callback is due
    struct loop_link handles;                      // open ones

    struct loop_backend *backend;

    // Posts. `asleep` says that a poster must wake the loop.
    pthread_mutex_t post_lock;
    struct loop_link posts; // under post_lock, like asleep
    bool asleep;
    atomic_bool has_posts; // a hint outside the lock

    // While something is always ready, the clock is read and the system asked only now and then (loop.c).
    uint64_t polled_at;    // `now` when the system was last asked
    uint64_t cycles_read;  // loop_cycles() at the reading of `now`
    uint64_t cycles_limit; // cycles after which the clock must be read again; 0: always
    unsigned turns_unread; // turns since that reading
    uint64_t created_at, created_cycles;

    struct loop_options options;
    pthread_t thread;
    struct thread_pool *pool; // NULL until work is submitted
    uint64_t callback_began;  // while measuring
    struct loop_statistics statistics;
    struct timer_wheel wheel; // last: large, and mostly never touched
};

// The phases of a turn.
void loop_timer_fire_due(struct loop *loop);
void loop_io_deliver(struct loop *loop);
void loop_post_deliver(struct loop *loop);
void loop_immediate_run(struct loop *loop);
void loop_handle_run_closed(struct loop *loop);
// Before the turn of a frame.
void loop_tick_run(struct loop *loop);

// Before a wait that may block: false when posts have arrived, else posters will wake the loop until
// loop_post_awake.
bool loop_post_sleep(struct loop *loop);
void loop_post_awake(struct loop *loop);

// loop_post for threads of the loop's own, which it waits for before it is freed. The loop that is woken
// finds the lock open.
void loop_post_joined(struct loop *loop, struct loop_post *post);

// At the end of a loop: releases queued posts that are the loop's own memory.
void loop_post_release_all(struct loop *loop);

// Brings the armed time of the host handle up to date.
void loop_arm(struct loop *loop);

// To be called after every change that may give the next turn something to do.
static inline void loop_changed(struct loop *loop) {
    if (__builtin_expect(loop->arming, 0)) loop_arm(loop);
}

// The slow half of loop_after_callback.
void loop_attend(struct loop *loop);

// Before the callbacks of a phase, and after each single one.
static inline void loop_before_callbacks(struct loop *loop) {
    if (__builtin_expect(loop->attention & LOOP_ATTENTION_MEASURE, 0))
        loop->callback_began = loop_backend_clock();
}
static inline void loop_after_callback(struct loop *loop) {
    loop->statistics.callbacks++;
    if (__builtin_expect(loop->attention, 0)) loop_attend(loop);
}

#endif
