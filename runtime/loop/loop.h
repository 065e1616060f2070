// An event loop for C: timers, immediates, operations that complete, posts from other threads, background
// work.
//
// It knows callbacks and the memory their owners embed, nothing else. One thread creates a loop and uses it;
// only loop_post and loop_post_call may be called by others. There are no globals, no signal handlers, no
// SIGPIPE; every descriptor is close-on-exec; threads start when work is first submitted. After fork the
// child may only free the loop.
//
// A turn is, in this order:
//
//   1. timers due at the clock reading of the turn's start; what becomes due meanwhile waits for the next
//   turn
//   2. wait (not at all when something is ready), then one bounded batch of completions and posts
//   3. immediates queued before this phase
//   4. close callbacks
//
// No phase runs twice in a turn. After every single callback comes a *boundary*: if a drain was requested
// (loop_request_drain) the embedder's hook is called, outside of all callbacks.
//
// Errors are negative errno values. Times are nanoseconds: absolute ones of the monotonic clock
// (loop_now_ns), LOOP_NEVER is later than all of them.
#ifndef LOOP_LOOP_H
#define LOOP_LOOP_H

#include "loop/loop_handle.h"
#include "loop/op.h"
#include "loop/timer_wheel.h"

#include <stdbool.h>
#include <stdint.h>

struct loop;

#define LOOP_NEVER UINT64_MAX
#define LOOP_MILLISECOND UINT64_C(1000000)

// --- life of a loop

struct loop_options {
    void (*drain)(void *data); // called at a boundary after loop_request_drain; may request again
    void *data;
    unsigned pool_threads; // at most this many threads for loop_work; 0 means 4
};

// Creates a loop for the calling thread; options may be NULL.
int loop_create(struct loop **out, const struct loop_options *options);

// Frees the loop: -EBUSY inside a callback, else 0. Background work that has begun is waited for, other work
// cancelled, and `done` of both is called, to give back memory. No other callback runs any more. What is
// still pending is forgotten, its memory the owner's again: close handles and run the loop before, where
// callbacks matter. In a forked child this closes descriptors and frees memory, and does not disturb the
// parent.
int loop_free(struct loop *loop);

// Whether a callback of the loop is running.
bool loop_in_callback(const struct loop *loop);

// Runs turns until nothing keeps the loop alive (0) or loop_stop was called while something did (1).
int loop_run(struct loop *loop);

// Runs one turn that waits at most timeout_ns (0: not at all; negative: as long as it takes) for something to
// do, and never when nothing keeps the loop alive. Returns 1 while something does, 0 when nothing does.
// -EBUSY inside a callback, -EPERM on a thread that did not create the loop, -ECHILD in a forked child, or
// the error of the system's wait. A timer that ends the wait fires in the next turn.
int loop_poll(struct loop *loop, int64_t timeout_ns);

// Runs turns that do not wait until nothing is ready or the budget is used up; the last turn is finished.
// Returns as loop_poll.
int loop_run_for(struct loop *loop, uint64_t budget_ns);

// Makes loop_run or loop_run_for return after the current turn; outside of them, the next one after one turn
// that does not wait.
void loop_stop(struct loop *loop);

// Whether anything keeps the loop alive.
bool loop_is_alive(const struct loop *loop);

// What keeps the loop alive, one call per reason: kind is "timer", "interval", "immediate", "handle", "work",
// "post" or "drain"; name is the handle's, else equal to kind; object the node concerned or NULL.
// Returns the number of reasons; visit may be NULL.
typedef void loop_reason_visitor(void *data, const char *kind, const char *name, void *object);
size_t loop_why_alive(struct loop *loop, loop_reason_visitor *visit, void *data);

// --- time

// The clock now.
uint64_t loop_now_ns(const struct loop *loop);
// When the loop next has something to do: 0 when something is ready, the (earliest) deadline, or LOOP_NEVER.
uint64_t loop_next_deadline(struct loop *loop);
// Lets the calling thread's waits end within microseconds instead of the system's usual slack of 50. For the
// owner of the thread to decide; returns 0 or a negative errno.
int loop_wait_exactly(void);

// --- a host that drives

// One descriptor that is readable whenever a turn has work: a completion, a due timer, an immediate, a post,
// a requested drain. The host puts it into its own poll set and calls loop_poll(loop, 0) or loop_run_for. It
// belongs to the loop. The first call switches arming on: from then on a system timer follows the earliest
// deadline, also between turns; it may also be readable once too often, after a cancelled timer. Loops that
// are never asked do not pay for it.
int loop_host_handle(struct loop *loop, loop_descriptor *out);

// Asks for a call of the drain hook at the next boundary: after the current callback or, between turns, at
// the start of the next turn. Counts as something ready.
void loop_request_drain(struct loop *loop);
// A boundary now, for code that was entered from outside the loop: calls the hook if a drain is requested and
// no callback is running, otherwise does nothing.
void loop_boundary(struct loop *loop);

// --- timers
//
// A timer is a node in its owner's memory. It never fires early. Order: by deadline, then by start. A timer
// with a period is started again after its callback unless the callback started or stopped it: at deadline +
// k * period with the smallest k >= 1 that lies in the future, so it neither drifts nor fires in bursts, and
// at most once per turn.

struct loop_timer;
typedef void loop_timer_callback(struct loop *loop, struct loop_timer *timer);

// The last word of timers and immediates. As there are millions of them, the owner may use what is left of
// it.
struct loop_tag {
    uint64_t unreferenced : 1; // does not keep the loop alive
    uint64_t repeats : 1;      // a timer that has a period
    uint64_t owner_flags : 9, owner_number : 53;
};

struct loop_timer {
    struct timer_node node; // node.deadline is readable
    uint64_t delay;         // the period, or what loop_timer_start_after was given
    loop_timer_callback *callback;
    struct loop_tag tag;
};

// A stopped, referenced timer.
static inline void loop_timer_initialize(struct loop_timer *timer, loop_timer_callback *callback) {
    *timer = (struct loop_timer){.callback = callback};
}
// Starts it, or starts it again if it is pending, for an absolute deadline; a past one fires in the next
// turn. period_ns 0: it fires once. May be called in any callback, also the timer's own.
void loop_timer_start(struct loop *loop, struct loop_timer *timer, uint64_t deadline_ns, uint64_t period_ns);
// The same, delay_ns from now, with a fresh reading of the clock; if it repeats, that is its period too.
void loop_timer_start_after(struct loop *loop, struct loop_timer *timer, uint64_t delay_ns, bool repeats);
// Harmless when it is not pending. The memory of a pending timer, and of one with a period inside its own
// callback, must not be released without it; a timer that fires once may be released in its callback.
void loop_timer_stop(struct loop *loop, struct loop_timer *timer);
void loop_timer_set_referenced(struct loop *loop, struct loop_timer *timer, bool referenced);
// Whether it will fire: pending, or periodic and inside its own callback.
bool loop_timer_is_active(const struct loop *loop, const struct loop_timer *timer);
// Calls visit for every pending timer; it may stop the one it is given, and must not start or stop others.
void loop_timer_each(struct loop *loop, void (*visit)(void *data, struct loop_timer *timer), void *data);

// --- immediates

struct loop_immediate;
typedef void loop_immediate_callback(struct loop *loop, struct loop_immediate *immediate);

// A node in its owner's memory; called once per start, first in first out; started inside an immediate it
// waits for the next turn.
struct loop_immediate {
    struct loop_link link;
    loop_immediate_callback *callback;
    struct loop_tag tag;
};

static inline void loop_immediate_initialize(struct loop_immediate *immediate,
                                             loop_immediate_callback *callback) {
    *immediate = (struct loop_immediate){.callback = callback};
}
// Does nothing if it is queued already.
void loop_immediate_start(struct loop *loop, struct loop_immediate *immediate);
// Harmless when it is not queued. Also takes back one that waits in the running phase.
void loop_immediate_stop(struct loop *loop, struct loop_immediate *immediate);
void loop_immediate_set_referenced(struct loop *loop, struct loop_immediate *immediate, bool referenced);
static inline bool loop_immediate_is_active(const struct loop_immediate *immediate) {
    return loop_link_is_linked(&immediate->link);
}
// As loop_timer_each.
void loop_immediate_each(struct loop *loop, void (*visit)(void *data, struct loop_immediate *immediate),
                         void *data);

// --- frames of a host

struct loop_tick;
typedef void loop_tick_callback(struct loop *loop, struct loop_tick *tick);

// A node in its owner's memory; called in each frame, first in first out, until it is stopped. It does not
// keep the loop alive.
struct loop_tick {
    struct loop_link link;
    loop_tick_callback *callback;
};

// From the next frame on. Does nothing if it is started already.
void loop_tick_start(struct loop *loop, struct loop_tick *tick);
// Also inside its own callback and those of others.
void loop_tick_stop(struct loop_tick *tick);
// As loop_timer_each.
void loop_tick_each(struct loop *loop, void (*visit)(void *data, struct loop_tick *tick), void *data);

// A frame: a boundary, the ticks, then a turn that does not wait. Returns as loop_poll.
int loop_frame(struct loop *loop);

// --- posts from other threads

struct loop_post;
typedef void loop_post_callback(struct loop *loop, struct loop_post *post);

// A node in its owner's memory that must stay until the callback, which may release or post it again.
struct loop_post {
    struct loop_link link;
    loop_post_callback *callback;
};

static inline void loop_post_initialize(struct loop_post *post, loop_post_callback *callback) {
    *post = (struct loop_post){.callback = callback};
}
// From any thread: calls the callback in the completion phase of a turn, in the order of posting, and wakes
// the loop if it waits. 0, or -EALREADY when the post is queued already. The loop must not be freed
// meanwhile.
int loop_post(struct loop *loop, struct loop_post *post);
// The same with memory of the loop's own: 0 or -ENOMEM.
int loop_post_call(struct loop *loop, void (*call)(struct loop *loop, void *data), void *data);

// --- background work

struct loop_work;

// For calls that block: files, name look-up. Keeps the loop alive.
struct loop_work {
    struct loop_post post;
    struct loop *loop;
    void (*run)(struct loop_work *work);                                 // on a thread of the pool
    void (*done)(struct loop *loop, struct loop_work *work, int status); // on the loop
    bool queued, cancelled;
};

// Runs `run` on a thread of the pool, then `done` on the loop with status 0. Returns 0, or a negative errno
// when no thread could be started.
int loop_work_submit(struct loop *loop, struct loop_work *work, void (*run)(struct loop_work *work),
                     void (*done)(struct loop *loop, struct loop_work *work, int status));
// If it has not begun, `run` is never called and `done` comes with -ECANCELED: 0. Else -EBUSY.
int loop_work_cancel(struct loop_work *work);

// --- statistics

struct loop_statistics {
    uint64_t turns;
    uint64_t callbacks; // all of the following five
    uint64_t timers, immediates, completions, posts, closes;
    uint64_t drains;       // calls of the drain hook
    uint64_t kernel_polls; // times the system was asked for events
    uint64_t waits;        // of these, with permission to block
    uint64_t wakes;        // wake-ups sent by posts
    uint64_t arms;         // times the timer of the host handle was set
    uint64_t clock_reads;  // by turns
    uint64_t longest_callback_ns;
};

const struct loop_statistics *loop_statistics(const struct loop *loop);
// Times every callback together with its drain, for longest_callback_ns, at the price of two clock readings
// each; off at first. Switching on resets the figure.
void loop_measure_callbacks(struct loop *loop, bool on);

#endif
