// Starting a thread of the pool: thread_posix.c, thread_win.c. Locks and the rest of a thread's life are
// pthreads on every platform (of mingw-w64 on Windows).
#ifndef LOOP_THREAD_H
#define LOOP_THREAD_H

#include <pthread.h>
#include <stddef.h>

// A thread with a stack of that size that does not run the process's signal handlers. 0 or a negative errno.
int thread_start(pthread_t *out, size_t stack_bytes, void *(*run)(void *argument), void *argument);

#endif
