// Operations that complete: the contract between the loop, its backends and whoever does I/O.
//
// An operation is submitted on a `struct loop_io` (an open descriptor known to the loop) and completes
// exactly once: in the completion phase of a later moment of the same or a following turn its callback is
// called with `result`, a number >= 0 as op.def says or a negative errno. Never does a callback run inside
// the call that submits or cancels. Between submit and callback the operation, its buffers and its address
// belong to the loop and must stay where they are: the system may be using them, also after a cancel. Buffers
// come back earlier when the object is closed. In the callback the operation is free again: it may be
// submitted anew or its memory released.
//
// This is what completion ports do natively; where the system reports readiness instead (epoll), the backend
// tries the system call at once, otherwise when the descriptor becomes ready, and reports the outcome the
// same way. Operations of one direction on one object complete in the order of their submission. The wake-up
// of a loop by other threads is an operation too, with its own type: struct loop_post in loop.h.
#ifndef LOOP_OP_H
#define LOOP_OP_H

#include "loop/loop_handle.h"

#include <stdint.h>

struct loop;
struct loop_op;
struct sockaddr;

// A file descriptor, or a SOCKET or HANDLE on Windows.
typedef intptr_t loop_descriptor;

enum loop_op_kind {
#define LOOP_OP(NAME, name, direction) LOOP_OP_##NAME,
#include "loop/op.def"
#undef LOOP_OP
    LOOP_OP_KINDS
};

// Conditions of LOOP_OP_POLL.
enum { LOOP_POLL_IN = 1, LOOP_POLL_OUT = 2, LOOP_POLL_HANGUP = 4, LOOP_POLL_ERROR = 8 };

struct loop_buffer {
    void *bytes;
    size_t length;
};

typedef void loop_op_callback(struct loop *loop, struct loop_op *op);

// Zero-filled means: idle. `data` is the owner's; the rest is read-only for owners.
struct loop_op {
    struct loop_link link;
    struct loop_io *io;
    loop_op_callback *callback;
    void *data;
    int64_t result;
    uint8_t kind;   // enum loop_op_kind
    uint8_t state;  // enum loop_op_state
    uint32_t count; // buffers; length of the address; events
    union {
        const struct loop_buffer *buffers;
        const struct sockaddr *address;
    };
    struct loop_buffer single; // what `buffers` points at for one buffer
    uint64_t platform[6];      // the backend's
};

enum loop_op_state { LOOP_OP_IDLE, LOOP_OP_IN_FLIGHT, LOOP_OP_COMPLETED };

// An open object of the system: a handle (loop_handle.h) and its descriptor. Embedded by the owner, who must
// keep it in place until the close callback.
struct loop_io {
    struct loop_handle handle;
    loop_descriptor descriptor;
    uint32_t flags;
    uint64_t platform[8]; // the backend's
};

// loop_io_open: the descriptor is shared with other processes (standard input, say). It is not switched to
// non-blocking and not closed; operations ask for readiness first.
enum { LOOP_IO_SHARED = 1 };

// Makes `descriptor` known to the loop under a name for loop_why_alive ("socket"; not copied). It is switched
// to non-blocking and close-on-exec and belongs to the loop now: loop_io_close closes it. One descriptor can
// be open in one loop_io at a time. Returns 0 or a negative errno, and then the descriptor is still the
// caller's.
int loop_io_open(struct loop *loop, struct loop_io *io, const char *name, loop_descriptor descriptor,
                 unsigned flags);

// Cancels every operation in flight (they complete with -ECANCELED), closes the descriptor and, when all
// operations have been delivered, calls `closed` in a close phase: then the memory is the owner's again; the
// buffers of its operations are when this returns. Closing twice is harmless: the first callback stays.
void loop_io_close(struct loop_io *io, loop_handle_callback *closed);

// Submit. All return 0, and then the callback will come, or -EALREADY (the operation is not idle) or -EBADF
// (the object is closed or closing), and then it will not.

// Reads at least one byte, at most `length`. With length 0 it completes with 0 as soon as a read would not
// wait, so that an idle connection needs no buffer.
int loop_read(struct loop_io *io, struct loop_op *op, void *bytes, size_t length, loop_op_callback *callback);
// For owners that wait with length 0 and read by themselves then: such a read took less than it asked for, so
// nothing is left, and the next wait need not ask the system first.
void loop_read_emptied(struct loop_io *io);
// Completes when every byte has been taken, or with an error. Never raises SIGPIPE: -EPIPE. The array
// `buffers` must stay, unless count is 1, in which case it is copied.
int loop_write(struct loop_io *io, struct loop_op *op, const struct loop_buffer *buffers, unsigned count,
               loop_op_callback *callback);
// -EMFILE and the like are results; the owner decides when to try again.
int loop_accept(struct loop_io *io, struct loop_op *op, loop_op_callback *callback);
int loop_connect(struct loop_io *io, struct loop_op *op, const struct sockaddr *address, unsigned length,
                 loop_op_callback *callback);
// Waits for any of `events` (LOOP_POLL_*; hang-up and error always count), for descriptors that other
// libraries read.
int loop_poll_ready(struct loop_io *io, struct loop_op *op, unsigned events, loop_op_callback *callback);

// Asks for an operation to end early: it completes with -ECANCELED once the system has let go of it, unless
// its own result was already on the way. Harmless for an idle one.
void loop_op_cancel(struct loop_op *op);

// The kind's name, for messages.
const char *loop_op_name(const struct loop_op *op);

// For backends: the operation has ended. Takes it to the completions of the loop.
void loop_op_complete(struct loop_op *op, int64_t result);

#endif
