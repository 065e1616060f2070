// What the loop needs from a system: loop_epoll.c, loop_iocp.c. One of them is linked.
//
// The contract speaks of operations that complete, not of readiness (op.h). A backend starts an operation
// when it is submitted and hands its outcome to loop_op_complete, from submit, wait, cancel or detach; it
// never calls back. All functions are called by the loop's thread, except loop_backend_wake.
#ifndef LOOP_BACKEND_H
#define LOOP_BACKEND_H

#include "loop/op.h"

struct loop_backend;

// The three cases of a wait. They are told apart here and nowhere computed from one another.
enum loop_wait {
    LOOP_WAIT_NOT,    // look for completions and return at once
    LOOP_WAIT_UNTIL,  // or until a time of the clock; may not return earlier without a completion or a wake
    LOOP_WAIT_FOREVER // until there is a completion or a wake
};

int loop_backend_create(struct loop_backend **out);
// Closes its descriptors. Operations in flight are forgotten; the system uses neither them nor their buffers
// any more.
void loop_backend_free(struct loop_backend *backend);
// True in a child that was forked after the creation.
bool loop_backend_is_forked(const struct loop_backend *backend);

// Monotonic nanoseconds.
uint64_t loop_backend_clock(void);
int loop_backend_wait_exactly(void);

// Waits and completes one bounded batch of operations. 0 or a negative errno; being interrupted by a signal
// is neither a reason to return nor an error.
int loop_backend_wait(struct loop_backend *backend, enum loop_wait how, uint64_t until);
// Ends the current wait, or the next one if none is under way. Any thread; never blocks.
void loop_backend_wake(struct loop_backend *backend);

// Prepares io->descriptor: see loop_io_open.
int loop_backend_attach(struct loop_backend *backend, struct loop_io *io);
// Completes every operation in flight with -ECANCELED (now or in a later wait) and closes the descriptor.
// When it returns the system no longer uses their buffers.
void loop_backend_detach(struct loop_backend *backend, struct loop_io *io);
// Starts an operation whose fields are set. Failing to start is a result too.
void loop_backend_submit(struct loop_backend *backend, struct loop_op *op);
// Nothing is left to read, as the owner knows; a hint, for backends that would ask.
void loop_backend_emptied(struct loop_io *io);
// Completes an operation in flight with -ECANCELED, now or in a later wait, unless its own result comes
// first.
void loop_backend_cancel(struct loop_backend *backend, struct loop_op *op);

// The descriptor that a host can wait for; readable while a wait would find something or the armed time has
// come.
int loop_backend_host_handle(struct loop_backend *backend, loop_descriptor *out);
// Sets the armed time: 0 for at once, UINT64_MAX for never. Returns whether the system had to be called.
bool loop_backend_arm(struct loop_backend *backend, uint64_t deadline);

#endif
