// The turn and everything that drives it.
//
// *Ready* means that the next turn has something to do without asking the system: an immediate, a completed
// operation, a close callback, a post, a requested drain. A turn with something ready does not wait. When
// that goes on (an immediate that starts itself again, say) the loop is *busy*: reading the clock (21 ns) and
// asking the system for events (107 ns) each turn would cost many times what the callback does, so the clock
// is read only when the processor's cycle counter (9 ns) says that BUSY_INTERVAL has passed or every
// BUSY_TURNS turns, and the system is asked only when BUSY_INTERVAL has passed since last time. Together that
// is at least every 50 us, however slow the callbacks are.
#include "loop/loop_internal.h"

#include "loop/cycles.h"
#include "loop/memory.h"

#include <errno.h>
#include <string.h>

enum { BUSY_INTERVAL = 25000, BUSY_TURNS = 64 };

// The counter is compared with the clock once this much time has passed.
enum { CALIBRATION_TIME = 1000000 };

static bool has_ready(struct loop *loop) {
    return !loop_list_is_empty(&loop->immediates) || !loop_list_is_empty(&loop->completed) ||
           !loop_list_is_empty(&loop->closing) || loop->attention & LOOP_ATTENTION_DRAIN ||
           atomic_load_explicit(&loop->has_posts, memory_order_relaxed);
}

// --- the turn

// Finds out how many cycles make a BUSY_INTERVAL; until then the limit is 0 and the clock is read in every
// turn.
static void calibrate(struct loop *loop) {
    uint64_t time = loop->now - loop->created_at, cycles = loop->cycles_read - loop->created_cycles;
    if (time >= CALIBRATION_TIME)
        loop->cycles_limit = (uint64_t)((double)cycles / (double)time * BUSY_INTERVAL);
}

static void read_clock(struct loop *loop) {
    if (loop->busy) {
        bool recent = loop_cycles() - loop->cycles_read < loop->cycles_limit;
        if (++loop->turns_unread < BUSY_TURNS && recent) return;
    }
    loop->now = loop_backend_clock();
    loop->cycles_read = loop_cycles();
    loop->turns_unread = 0;
    loop->statistics.clock_reads++;
    if (!loop->cycles_limit) calibrate(loop);
}

// Asks the system, waiting until the first of `until` and the next deadline when nothing else is to be done.
static int wait_for_events(struct loop *loop, uint64_t until) {
    bool ready = has_ready(loop);
    if (ready && loop->now - loop->polled_at < BUSY_INTERVAL) return 0;
    enum loop_wait how = LOOP_WAIT_NOT;
    if (until != 0 && !ready && !loop->stopping && loop->alive) {
        uint64_t deadline = timer_wheel_next(&loop->wheel);
        if (deadline < until) until = deadline;
        if (loop_post_sleep(loop)) how = until == LOOP_NEVER ? LOOP_WAIT_FOREVER : LOOP_WAIT_UNTIL;
        if (loop->host_driven) loop_arm(loop); // an armed time that has passed would end the wait at once
    }
    loop->polled_at = loop->now;
    loop->statistics.kernel_polls++;
    loop->statistics.waits += how != LOOP_WAIT_NOT;
    int error = loop_backend_wait(loop->backend, how, until);
    if (how != LOOP_WAIT_NOT) loop_post_awake(loop);
    return error;
}

// Callbacks may run between enter and leave. Outside, a loop with a host handle arms every change.
static int enter(struct loop *loop) {
    if (loop->in_callback) return -EBUSY;
    if (!pthread_equal(loop->thread, pthread_self())) return -EPERM;
    if (loop_backend_is_forked(loop->backend)) return -ECHILD;
    loop->in_callback = true;
    loop->arming = false;
    if (loop->host_driven) loop_post_awake(loop);
    return 0;
}

static void leave(struct loop *loop) {
    loop->in_callback = false;
    loop->busy = has_ready(loop);
    if (loop->host_driven) {
        loop->arming = true;
        loop_post_sleep(loop);
        loop_arm(loop);
    }
}

static void drain_if_requested(struct loop *loop) {
    loop_before_callbacks(loop);
    if (loop->attention & LOOP_ATTENTION_DRAIN) loop_attend(loop);
}

// One turn; waits until `until` at most, not at all if that is 0.
static int turn(struct loop *loop, uint64_t until) {
    int error = enter(loop);
    if (error) return error;
    loop->statistics.turns++;
    read_clock(loop);
    drain_if_requested(loop);
    loop_timer_fire_due(loop);
    error = wait_for_events(loop, until);
    loop_io_deliver(loop);
    loop_post_deliver(loop);
    loop_immediate_run(loop);
    loop_handle_run_closed(loop);
    leave(loop);
    return error ? error : loop_is_alive(loop);
}

// --- driving

static bool take_stop(struct loop *loop) {
    bool stopping = loop->stopping;
    loop->stopping = false;
    return stopping;
}

int loop_run(struct loop *loop) {
    int result = loop_is_alive(loop);
    while (result > 0) {
        result = turn(loop, LOOP_NEVER);
        if (result >= 0 && take_stop(loop)) break;
    }
    return result;
}

int loop_poll(struct loop *loop, int64_t timeout_ns) {
    uint64_t until = 0;
    if (timeout_ns < 0)
        until = LOOP_NEVER;
    else if (timeout_ns > 0)
        until = loop_backend_clock() + (uint64_t)timeout_ns;
    return turn(loop, until);
}

int loop_run_for(struct loop *loop, uint64_t budget_ns) {
    uint64_t begin = loop_backend_clock();
    for (;;) {
        uint64_t callbacks = loop->statistics.callbacks;
        int result = turn(loop, 0);
        if (result < 0 || take_stop(loop)) return result;
        bool idle = loop->statistics.callbacks == callbacks && !has_ready(loop);
        uint64_t now = loop_backend_clock();
        if (now - begin >= budget_ns || (idle && timer_wheel_next(&loop->wheel) > now)) return result;
    }
}

int loop_frame(struct loop *loop) {
    int error = enter(loop);
    if (error) return error;
    drain_if_requested(loop);
    loop_tick_run(loop);
    leave(loop);
    return turn(loop, 0);
}

void loop_stop(struct loop *loop) { loop->stopping = true; }

void loop_request_drain(struct loop *loop) {
    if (!loop->options.drain) return;
    loop->attention |= LOOP_ATTENTION_DRAIN;
    loop_changed(loop);
}

void loop_boundary(struct loop *loop) {
    if (!(loop->attention & LOOP_ATTENTION_DRAIN) || enter(loop)) return;
    drain_if_requested(loop);
    leave(loop);
}

void loop_attend(struct loop *loop) {
    if (loop->attention & LOOP_ATTENTION_DRAIN) {
        loop->attention &= (uint8_t)~LOOP_ATTENTION_DRAIN;
        loop->statistics.drains++;
        loop->options.drain(loop->options.data);
    }
    if (loop->attention & LOOP_ATTENTION_MEASURE) {
        uint64_t now = loop_backend_clock(), taken = now - loop->callback_began;
        if (taken > loop->statistics.longest_callback_ns) loop->statistics.longest_callback_ns = taken;
        loop->callback_began = now;
    }
}

void loop_arm(struct loop *loop) {
    loop->statistics.arms += loop_backend_arm(loop->backend, loop_next_deadline(loop));
}

int loop_host_handle(struct loop *loop, loop_descriptor *out) {
    int error = loop_backend_host_handle(loop->backend, out);
    if (error || loop->host_driven) return error;
    loop->host_driven = true;
    if (!loop->in_callback) { // leave() does this at the end of a turn
        loop->arming = true;
        loop_post_sleep(loop);
        loop_arm(loop);
    }
    return 0;
}

// --- questions

uint64_t loop_now_ns(const struct loop *loop) {
    (void)loop;
    return loop_backend_clock();
}

uint64_t loop_next_deadline(struct loop *loop) {
    return has_ready(loop) ? 0 : timer_wheel_next(&loop->wheel);
}

int loop_wait_exactly(void) { return loop_backend_wait_exactly(); }

bool loop_is_alive(const struct loop *loop) {
    return loop->alive || loop->attention & LOOP_ATTENTION_DRAIN ||
           atomic_load_explicit(&loop->has_posts, memory_order_relaxed);
}

const struct loop_statistics *loop_statistics(const struct loop *loop) { return &loop->statistics; }

void loop_measure_callbacks(struct loop *loop, bool on) {
    loop->attention &= (uint8_t)~LOOP_ATTENTION_MEASURE;
    if (!on) return;
    loop->attention |= LOOP_ATTENTION_MEASURE;
    loop->statistics.longest_callback_ns = 0;
    loop->callback_began = loop_backend_clock();
}

struct reasons {
    loop_reason_visitor *visit;
    void *data;
    size_t count;
};

static void add_reason(struct reasons *reasons, const char *kind, const char *name, void *object) {
    reasons->count++;
    if (reasons->visit) reasons->visit(reasons->data, kind, name, object);
}

static void add_timer(void *data, struct loop_timer *timer) {
    const char *kind = timer->tag.repeats ? "interval" : "timer";
    if (!timer->tag.unreferenced) add_reason(data, kind, kind, timer);
}

static void add_immediate(void *data, struct loop_immediate *immediate) {
    if (!immediate->tag.unreferenced) add_reason(data, "immediate", "immediate", immediate);
}

static void add_handles(struct reasons *reasons, struct loop_link *list) {
    for (struct loop_link *link = list->next; link != list; link = link->next) {
        struct loop_handle *handle = LOOP_CONTAINER(link, struct loop_handle, link);
        if (handle->counted) add_reason(reasons, "handle", handle->name, handle);
    }
}

size_t loop_why_alive(struct loop *loop, loop_reason_visitor *visit, void *data) {
    struct reasons reasons = {visit, data, 0};
    loop_timer_each(loop, add_timer, &reasons);
    if (loop->firing) add_timer(&reasons, loop->firing);
    loop_immediate_each(loop, add_immediate, &reasons);
    add_handles(&reasons, &loop->handles);
    add_handles(&reasons, &loop->closing);
    for (size_t works = thread_pool_pending(loop->pool); works; works--)
        add_reason(&reasons, "work", "work", NULL);
    if (atomic_load_explicit(&loop->has_posts, memory_order_relaxed))
        add_reason(&reasons, "post", "post", NULL);
    if (loop->attention & LOOP_ATTENTION_DRAIN) add_reason(&reasons, "drain", "drain", NULL);
    return reasons.count;
}

// --- life

int loop_create(struct loop **out, const struct loop_options *options) {
    struct loop *loop = loop_memory_allocate(sizeof *loop);
    if (!loop) return -ENOMEM;
    memset(loop, 0, offsetof(struct loop, wheel));
    if (options) loop->options = *options;
    loop->thread = pthread_self();
    loop_list_initialize(&loop->immediates);
    loop_list_initialize(&loop->ticks);
    loop_list_initialize(&loop->ticks_running);
    loop_list_initialize(&loop->immediates_running);
    loop_list_initialize(&loop->completed);
    loop_list_initialize(&loop->completed_running);
    loop_list_initialize(&loop->closing);
    loop_list_initialize(&loop->handles);
    loop_list_initialize(&loop->posts);
    int error = -pthread_mutex_init(&loop->post_lock, NULL);
    if (error) {
        loop_memory_release(loop);
        return error;
    }
    error = loop_backend_create(&loop->backend);
    if (error) {
        pthread_mutex_destroy(&loop->post_lock);
        loop_memory_release(loop);
        return error;
    }
    loop->now = loop->created_at = loop_backend_clock();
    loop->cycles_read = loop->created_cycles = loop_cycles();
    timer_wheel_initialize(&loop->wheel, loop->now);
    *out = loop;
    return 0;
}

bool loop_in_callback(const struct loop *loop) { return loop->in_callback; }

int loop_free(struct loop *loop) {
    if (loop->in_callback) return -EBUSY;
    bool forked = loop_backend_is_forked(loop->backend);
    thread_pool_free(loop->pool, forked);
    loop_post_release_all(loop);
    loop_backend_free(loop->backend);
    if (!forked) pthread_mutex_destroy(&loop->post_lock);
    loop_memory_release(loop);
    return 0;
}
