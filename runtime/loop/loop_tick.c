#include "loop/loop_internal.h"

void loop_tick_start(struct loop *loop, struct loop_tick *tick) {
    if (!loop_link_is_linked(&tick->link)) loop_list_append(&loop->ticks, &tick->link);
}

void loop_tick_stop(struct loop_tick *tick) {
    if (loop_link_is_linked(&tick->link)) loop_list_remove(&tick->link);
}

// Each goes back to the list before its callback, which may stop it there; those that are started meanwhile
// stand behind and are not reached.
void loop_tick_run(struct loop *loop) {
    struct loop_link *running = &loop->ticks_running;
    loop_list_move_all(running, &loop->ticks);
    if (!loop_list_is_empty(running)) loop_before_callbacks(loop);
    while (!loop_list_is_empty(running)) {
        struct loop_tick *tick = LOOP_CONTAINER(running->next, struct loop_tick, link);
        loop_list_remove(&tick->link);
        loop_list_append(&loop->ticks, &tick->link);
        tick->callback(loop, tick);
        loop_after_callback(loop);
    }
}

static void each_in_list(struct loop_link *list, void (*visit)(void *, struct loop_tick *), void *data) {
    for (struct loop_link *link = list->next, *next; link != list; link = next) {
        next = link->next;
        visit(data, LOOP_CONTAINER(link, struct loop_tick, link));
    }
}

void loop_tick_each(struct loop *loop, void (*visit)(void *data, struct loop_tick *tick), void *data) {
    each_in_list(&loop->ticks_running, visit, data);
    each_in_list(&loop->ticks, visit, data);
}
