// Who waits for a notification at a place of shared memory (sec-waiterlist-records). Each shared backing
// store has one queue for all its places, in the order of arrival, under one monitor.
//
// A waiter that blocks its thread lies on the C stack of that thread. One of Atomics.waitAsync is memory of
// the process and belongs to an isolate (wait_group); when it is notified it only leaves the queue, and the
// isolate finds out when it looks at its group. The group's wake function tells the host to have it look.
#ifndef OBJECT_WAIT_QUEUE_H
#define OBJECT_WAIT_QUEUE_H

#include <stdatomic.h>

#include "base/os.h"
#include "gc/value.h"

struct backing_store;
struct wait_group;

struct waiter {
    struct waiter *previous, *next; // in the queue
    const void *address;            // where it waits
    bool waiting;                   // in the queue; read and written inside
    // Of an asynchronous one:
    struct wait_group *group;     // NULL: it blocks
    struct waiter *next_of_group; // own thread only, like the following
    struct backing_store *store;  // a reference
    struct cell *promise;         // pinned
    uint64_t deadline_ns;         // os_now_ns; UINT64_MAX: none
};

// What notifies the host: called by any thread, inside a queue's monitor.
struct wake_hook {
    void (*wake)(void *data);
    void *data;
};

// The asynchronous waiters of one isolate.
struct wait_group {
    struct waiter *first; // own thread only
    struct wake_hook hook;
    _Atomic(const struct wake_hook *) published; // NULL: none
};

struct wait_queue *wait_queue_create(void);        // NULL: memory refused
void wait_queue_destroy(struct wait_queue *queue); // empty; NULL is ignored
void wait_queue_enter(struct wait_queue *queue);
void wait_queue_leave(struct wait_queue *queue);
// Inside: puts a waiter at the end; takes one out, whether it is still there or not.
void wait_queue_add(struct wait_queue *queue, struct waiter *waiter);
void wait_queue_remove(struct wait_queue *queue, struct waiter *waiter);
// Inside: sleeps until something happens or the time has come.
void wait_queue_sleep(struct wait_queue *queue, uint64_t deadline_ns);
// Notifies up to `count` that wait at `address`; gives how many.
uint64_t wait_queue_notify(struct wait_queue *queue, const void *address, uint64_t count);

// Sets the hook, or none (wake NULL): the one before is not being called any more.
void wait_group_set_hook(struct wait_group *group, struct wake_hook hook);
// Forgets all waiters of a group, with their references.
void wait_group_clear(struct wait_group *group);

#endif
