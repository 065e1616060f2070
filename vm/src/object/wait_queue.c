#include "object/wait_queue.h"

#include "base/memory.h"
#include "object/array_buffer.h"

struct wait_queue {
    struct os_monitor monitor;
    struct waiter *first, *last;
};

struct wait_queue *wait_queue_create(void) {
    struct wait_queue *queue = memory_allocate_shared(sizeof *queue);
    if (queue) os_monitor_initialize(&queue->monitor);
    return queue;
}

void wait_queue_destroy(struct wait_queue *queue) {
    if (!queue) return;
    os_monitor_finalize(&queue->monitor);
    memory_free_shared(queue);
}

void wait_queue_enter(struct wait_queue *queue) { os_monitor_enter(&queue->monitor); }

void wait_queue_leave(struct wait_queue *queue) { os_monitor_leave(&queue->monitor); }

void wait_queue_add(struct wait_queue *queue, struct waiter *waiter) {
    waiter->previous = queue->last;
    waiter->next = NULL;
    *(queue->last ? &queue->last->next : &queue->first) = waiter;
    queue->last = waiter;
    waiter->waiting = true;
}

void wait_queue_remove(struct wait_queue *queue, struct waiter *waiter) {
    if (!waiter->waiting) return;
    *(waiter->previous ? &waiter->previous->next : &queue->first) = waiter->next;
    *(waiter->next ? &waiter->next->previous : &queue->last) = waiter->previous;
    waiter->waiting = false;
}

void wait_queue_sleep(struct wait_queue *queue, uint64_t deadline_ns) {
    os_monitor_wait(&queue->monitor, deadline_ns);
}

uint64_t wait_queue_notify(struct wait_queue *queue, const void *address, uint64_t count) {
    uint64_t notified = 0;
    wait_queue_enter(queue);
    for (struct waiter *waiter = queue->first, *next; waiter && notified < count; waiter = next) {
        next = waiter->next;
        if (waiter->address != address) continue;
        wait_queue_remove(queue, waiter);
        const struct wake_hook *hook = waiter->group ? atomic_load(&waiter->group->published) : NULL;
        if (hook) hook->wake(hook->data);
        notified++;
    }
    if (notified) os_monitor_wake_all(&queue->monitor);
    wait_queue_leave(queue);
    return notified;
}

void wait_group_set_hook(struct wait_group *group, struct wake_hook hook) {
    atomic_store(&group->published, NULL);
    // Whoever saw the old one was inside one of these.
    for (struct waiter *waiter = group->first; waiter; waiter = waiter->next_of_group) {
        wait_queue_enter(waiter->store->queue);
        wait_queue_leave(waiter->store->queue);
    }
    group->hook = hook;
    if (hook.wake) atomic_store(&group->published, &group->hook);
}

void wait_group_clear(struct wait_group *group) {
    while (group->first) {
        struct waiter *waiter = group->first;
        struct wait_queue *queue = waiter->store->queue;
        group->first = waiter->next_of_group;
        wait_queue_enter(queue);
        wait_queue_remove(queue, waiter);
        wait_queue_leave(queue);
        backing_store_release(NULL, waiter->store);
        memory_free_shared(waiter);
    }
}
