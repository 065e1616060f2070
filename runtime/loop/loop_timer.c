#include "loop/loop_internal.h"

static uint64_t saturated_sum(uint64_t a, uint64_t b) { return a > LOOP_NEVER - b ? LOOP_NEVER : a + b; }

// deadline + k * period with the smallest k >= 1 that lies after `now`.
static uint64_t next_beat(uint64_t deadline, uint64_t period, uint64_t now) {
    uint64_t beats = now >= deadline ? (now - deadline) / period + 1 : 1;
    return saturated_sum(deadline, beats * period);
}

static void start(struct loop *loop, struct loop_timer *timer, uint64_t deadline) {
    if (timer_node_is_pending(&timer->node)) {
        timer_wheel_remove(&timer->node);
    } else {
        loop->alive += !timer->tag.unreferenced;
        if (loop->firing == timer) loop->firing = NULL;
    }
    timer->node.deadline = deadline;
    timer_wheel_insert(&loop->wheel, &timer->node);
    loop_changed(loop);
}

void loop_timer_start(struct loop *loop, struct loop_timer *timer, uint64_t deadline_ns, uint64_t period_ns) {
    timer->delay = period_ns;
    timer->tag.repeats = period_ns != 0;
    start(loop, timer, deadline_ns);
}

void loop_timer_start_after(struct loop *loop, struct loop_timer *timer, uint64_t delay_ns, bool repeats) {
    timer->delay = delay_ns;
    timer->tag.repeats = repeats && delay_ns;
    start(loop, timer, saturated_sum(loop_backend_clock(), delay_ns));
}

void loop_timer_stop(struct loop *loop, struct loop_timer *timer) {
    if (timer_node_is_pending(&timer->node)) {
        timer_wheel_remove(&timer->node);
        loop->alive -= !timer->tag.unreferenced;
    } else if (loop->firing == timer) {
        loop->firing = NULL;
    }
}

void loop_timer_set_referenced(struct loop *loop, struct loop_timer *timer, bool referenced) {
    if (timer_node_is_pending(&timer->node)) {
        loop->alive -= !timer->tag.unreferenced;
        loop->alive += referenced;
    }
    timer->tag.unreferenced = !referenced;
}

bool loop_timer_is_active(const struct loop *loop, const struct loop_timer *timer) {
    return timer_node_is_pending(&timer->node) || loop->firing == timer;
}

// Phase 1. Whatever callbacks start goes to later ticks or to the wheel's fresh timers, so it is not met
// here.
void loop_timer_fire_due(struct loop *loop) {
    struct timer_node *node;
    if (!timer_wheel_has_work(&loop->wheel, loop->now)) return;
    timer_wheel_advance(&loop->wheel, loop->now);
    loop_before_callbacks(loop);
    while ((node = timer_wheel_take_due(&loop->wheel, loop->now))) {
        struct loop_timer *timer = LOOP_CONTAINER(node, struct loop_timer, node);
        loop->alive -= !timer->tag.unreferenced;
        loop->statistics.timers++;
        if (timer->tag.repeats) {
            loop->firing = timer;
            timer->callback(loop, timer);
            if (loop->firing) {
                loop->firing = NULL;
                start(loop, timer, next_beat(timer->node.deadline, timer->delay, loop_backend_clock()));
            }
        } else {
            timer->callback(loop, timer);
        }
        loop_after_callback(loop);
    }
}

struct each {
    void (*visit)(void *data, struct loop_timer *timer);
    void *data;
};

static void visit_node(void *data, struct timer_node *node) {
    struct each *each = data;
    each->visit(each->data, LOOP_CONTAINER(node, struct loop_timer, node));
}

void loop_timer_each(struct loop *loop, void (*visit)(void *data, struct loop_timer *timer), void *data) {
    timer_wheel_each(&loop->wheel, visit_node, &(struct each){visit, data});
}
