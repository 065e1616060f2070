#include "loop/loop_internal.h"

void loop_immediate_start(struct loop *loop, struct loop_immediate *immediate) {
    if (loop_link_is_linked(&immediate->link)) return;
    loop_list_append(&loop->immediates, &immediate->link);
    loop->alive += !immediate->tag.unreferenced;
    loop_changed(loop);
}

void loop_immediate_stop(struct loop *loop, struct loop_immediate *immediate) {
    if (!loop_link_is_linked(&immediate->link)) return;
    loop_list_remove(&immediate->link);
    loop->alive -= !immediate->tag.unreferenced;
}

void loop_immediate_set_referenced(struct loop *loop, struct loop_immediate *immediate, bool referenced) {
    if (loop_link_is_linked(&immediate->link)) {
        loop->alive -= !immediate->tag.unreferenced;
        loop->alive += referenced;
    }
    immediate->tag.unreferenced = !referenced;
}

// Phase 3. The queue is taken as it stands; immediates started by these wait for the next turn.
void loop_immediate_run(struct loop *loop) {
    struct loop_link *running = &loop->immediates_running;
    loop_list_move_all(running, &loop->immediates);
    if (!loop_list_is_empty(running)) loop_before_callbacks(loop);
    while (!loop_list_is_empty(running)) {
        struct loop_immediate *immediate = LOOP_CONTAINER(running->next, struct loop_immediate, link);
        loop_list_remove(&immediate->link);
        __builtin_prefetch(running->next, 1);
        loop->alive -= !immediate->tag.unreferenced;
        loop->statistics.immediates++;
        immediate->callback(loop, immediate);
        loop_after_callback(loop);
    }
}

static void each_in_list(struct loop_link *list, void (*visit)(void *, struct loop_immediate *), void *data) {
    for (struct loop_link *link = list->next, *next; link != list; link = next) {
        next = link->next;
        visit(data, LOOP_CONTAINER(link, struct loop_immediate, link));
    }
}

void loop_immediate_each(struct loop *loop, void (*visit)(void *data, struct loop_immediate *immediate),
                         void *data) {
    each_in_list(&loop->immediates_running, visit, data);
    each_in_list(&loop->immediates, visit, data);
}
