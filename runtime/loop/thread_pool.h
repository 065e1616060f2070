// A few threads that run blocking work for one loop. See loop_work in loop.h for the callers' side.
//
// The first work starts the first thread; another is started when work is submitted while none is idle, up to
// the limit. Threads block all signals, so that the process's handlers run elsewhere.
#ifndef LOOP_THREAD_POOL_H
#define LOOP_THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct loop;
struct thread_pool;

// NULL on failure.
struct thread_pool *thread_pool_create(struct loop *loop, unsigned limit);
// Cancels work that has not begun, waits for the rest, ends the threads, and calls `done` of both. In a
// forked child, where there are no such threads, only releases memory. NULL is allowed.
void thread_pool_free(struct thread_pool *pool, bool forked);
// Works submitted and not yet done. NULL is allowed.
size_t thread_pool_pending(const struct thread_pool *pool);

#endif
