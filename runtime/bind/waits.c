// Promises of Atomics.waitAsync: settled when another thread has notified them, and when their time has come.
//
// One timer of the loop follows the earliest time limit and keeps the loop alive until then. A promise
// without time limit does not: whoever may notify it has to. The hook of the engine comes from other threads
// and only posts.
#include "bind/runtime.h"

#include "loop/list.h"

static void settle(struct runtime *rt) {
    if (rt->exiting) {
        return;
    }
    if (!vm_wait_settle(rt->vm)) {
        runtime_failed(rt);
    }
    runtime_mark(rt);
}

static void settle_all(void *data) {
    vm_loop *owner = data;
    for (struct runtime *rt = owner->runtimes; rt; rt = rt->next) {
        settle(rt);
    }
}

// Any thread. A post that memory is refused for is made up for at the next update.
static void notified(void *data) { (void)!vm_loop_post(data, settle_all, data); }

static void time_has_come(struct loop *loop, struct loop_timer *timer) {
    (void)loop;
    settle(LOOP_CONTAINER(timer, struct runtime, waits.timer));
}

void waits_attach(struct runtime *rt) {
    loop_timer_initialize(&rt->waits.timer, time_has_come);
    vm_set_wake_hook(rt->vm, notified, rt->owner);
}

void waits_update(struct runtime *rt) {
    uint64_t timeout;
    if (vm_wait_pending(rt->vm, &timeout) && timeout != UINT64_MAX) {
        loop_timer_start_after(rt->loop, &rt->waits.timer, timeout, false);
    } else {
        loop_timer_stop(rt->loop, &rt->waits.timer);
    }
}

void waits_detach(struct runtime *rt) {
    vm_set_wake_hook(rt->vm, NULL, NULL);
    loop_timer_stop(rt->loop, &rt->waits.timer);
}
