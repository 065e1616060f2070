// The timed wait of loop_epoll.c, written against a table of functions so that tests can stand in for the
// system.
#ifndef LOOP_LOOP_EPOLL_H
#define LOOP_LOOP_EPOLL_H

#include "loop/backend.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct epoll_event;

struct epoll_system {
    // As the system calls: -1 and errno on failure. pwait2 without a signal mask.
    int (*pwait2)(int epoll, struct epoll_event *events, int maximum, const struct timespec *timeout);
    int (*wait)(int epoll, struct epoll_event *events, int maximum, int timeout_ms);
    uint64_t (*clock)(void);
};

struct epoll_waiter {
    const struct epoll_system *system;
    int epoll;
    bool coarse; // the system has no epoll_pwait2 (or forbids it): milliseconds, rounded up
};

// Waits for events. Returns their number, 0 when there are none (and, for LOOP_WAIT_UNTIL, the time has come
// by the clock), or a negative errno.
int epoll_waiter_wait(struct epoll_waiter *waiter, struct epoll_event *events, int maximum,
                      enum loop_wait how, uint64_t until);

#endif
