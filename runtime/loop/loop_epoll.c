// The Linux backend: operations that complete, emulated with readiness.
//
// Every descriptor is registered at most once, edge-triggered for both directions, when an operation first
// has to wait. An object has two hints, `readable` and `writable`: a system call may succeed. They are true
// at first and after an event, and false after EAGAIN; so an operation is tried at once where that makes
// sense, no registration is ever modified, and an edge that comes between the try and the registration is
// reported by the registration. Operations wait in three queues: what reads, what writes, and polls, which
// are asked of poll(2) again at every event.
//
// A wait for data (a read of length 0) is told by the event itself. After a short read of the owner's the
// object counts as empty, unless its other end has hung up: that edge may have come with the data.
//
// Descriptors that other processes share (LOOP_IO_SHARED) may be in blocking mode: they are asked for
// readiness first and written in pieces that a pipe takes without waiting. Plain files cannot be registered,
// are always ready, and so never need to be.
//
// A write to a pipe without readers raises SIGPIPE; as only sockets can be told not to, other writes block
// the signal in this thread and take it back.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "loop/loop_epoll.h"

#include "loop/memory.h"
#include "loop/op_queue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

enum { EVENTS_PER_WAIT = 256, VECTORS_PER_WRITE = 64, SHARED_PIECE = 4096 /* PIPE_BUF */ };

// What an attempt returns when the operation has to wait.
#define MUST_WAIT INT64_MIN

struct loop_backend {
    struct epoll_waiter waiter;
    int wake;             // eventfd, edge-triggered and never read
    int timer;            // timerfd, level-triggered; -1 until the host handle is asked for
    uint64_t armed;       // what `timer` is set to
    volatile char *alive; // a page that is empty in forked children
};

// What io->platform holds.
struct epoll_io {
    struct loop_link reads, writes, polls;
    bool registered, readable, writable, socket, shared;
    bool told;    // an event that is being handled says that a read would not wait
    bool hung_up; // an event has said so: reads never wait again
};
_Static_assert(sizeof(struct epoll_io) <= sizeof((struct loop_io *)0)->platform, "fits");

static struct epoll_io *epoll_io(struct loop_io *io) { return (struct epoll_io *)io->platform; }

// --- waiting

uint64_t loop_backend_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int loop_backend_wait_exactly(void) { return prctl(PR_SET_TIMERSLACK, 1UL) ? -errno : 0; }

static int system_pwait2(int epoll, struct epoll_event *events, int maximum, const struct timespec *timeout) {
    struct {
        int64_t seconds, nanoseconds;
    } time = {timeout->tv_sec, timeout->tv_nsec};
    return (int)syscall(SYS_epoll_pwait2, epoll, events, maximum, &time, NULL, 0);
}

static const struct epoll_system real_system = {system_pwait2, epoll_wait, loop_backend_clock};

static int wait_finite(struct epoll_waiter *waiter, struct epoll_event *events, int maximum, uint64_t left) {
    const struct epoll_system *system = waiter->system;
    if (!waiter->coarse) {
        struct timespec time = {.tv_sec = (time_t)(left / 1000000000u),
                                .tv_nsec = (long)(left % 1000000000u)};
        int count = system->pwait2(waiter->epoll, events, maximum, &time);
        if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
        waiter->coarse = true;
    }
    uint64_t milliseconds = left / 1000000u + (left % 1000000u != 0);
    return system->wait(waiter->epoll, events, maximum, milliseconds < INT_MAX ? (int)milliseconds : INT_MAX);
}

int epoll_waiter_wait(struct epoll_waiter *waiter, struct epoll_event *events, int maximum,
                      enum loop_wait how, uint64_t until) {
    const struct epoll_system *system = waiter->system;
    for (;;) {
        uint64_t now = how == LOOP_WAIT_UNTIL ? system->clock() : 0;
        int count;
        if (how == LOOP_WAIT_FOREVER)
            count = system->wait(waiter->epoll, events, maximum, -1);
        else if (how == LOOP_WAIT_UNTIL && now < until)
            count = wait_finite(waiter, events, maximum, until - now);
        else
            count = system->wait(waiter->epoll, events, maximum, 0);
        if (count > 0) return count;
        if (count < 0 && errno != EINTR) return -errno;
        if (count == 0 && (how == LOOP_WAIT_NOT || (how == LOOP_WAIT_UNTIL && system->clock() >= until)))
            return 0;
    }
}

// --- attempts: the system call of an operation, its result or MUST_WAIT

static int64_t outcome(int64_t returned) {
    if (returned >= 0) return returned;
    return errno == EAGAIN || errno == EWOULDBLOCK ? MUST_WAIT : -(int64_t)errno;
}

// poll(2) without waiting: the events that hold now.
static short ready_events(struct loop_io *io, short events) {
    struct pollfd entry = {.fd = (int)io->descriptor, .events = events};
    int count;
    do
        count = poll(&entry, 1, 0);
    while (count < 0 && errno == EINTR);
    return count > 0 ? entry.revents : 0;
}

static int64_t attempt_read(struct loop_io *io, struct loop_op *op) {
    int descriptor = (int)io->descriptor;
    bool must_ask =
        (op->single.length == 0 && !epoll_io(io)->told) || (epoll_io(io)->shared && !epoll_io(io)->socket);
    if (must_ask && !ready_events(io, POLLIN)) return MUST_WAIT;
    if (op->single.length == 0) return 0;
    ssize_t count;
    do {
        count = epoll_io(io)->socket ? recv(descriptor, op->single.bytes, op->single.length, MSG_DONTWAIT)
                                     : read(descriptor, op->single.bytes, op->single.length);
    } while (count < 0 && errno == EINTR);
    return outcome(count);
}

// writev that reports a pipe without readers by EPIPE alone.
static ssize_t write_without_signal(int descriptor, const struct iovec *vectors, int count) {
    sigset_t pipe, pending, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = writev(descriptor, vectors, count);
    int error = errno;
    if (written < 0 && error == EPIPE && !was_pending) sigtimedwait(&pipe, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

// What is left of the buffers after `done` bytes, at most `limit` bytes and VECTORS_PER_WRITE pieces. Returns
// the number of pieces.
static int collect_vectors(const struct loop_op *op, uint64_t done, size_t limit, struct iovec *vectors) {
    int count = 0;
    for (uint32_t i = 0; i < op->count && count < VECTORS_PER_WRITE && limit; i++) {
        const struct loop_buffer *buffer = &op->buffers[i];
        if (done >= buffer->length) {
            done -= buffer->length;
            continue;
        }
        size_t length = buffer->length - done < limit ? buffer->length - done : limit;
        vectors[count++] = (struct iovec){(char *)buffer->bytes + done, length};
        limit -= length;
        done = 0;
    }
    return count;
}

static int64_t attempt_write(struct loop_io *io, struct loop_op *op) {
    struct iovec vectors[VECTORS_PER_WRITE];
    bool pieces = epoll_io(io)->shared && !epoll_io(io)->socket;
    uint64_t *done = &op->platform[0];
    for (;;) {
        struct msghdr message = {.msg_iov = vectors};
        int count = collect_vectors(op, *done, pieces ? SHARED_PIECE : SSIZE_MAX, vectors);
        if (!count) return (int64_t)*done;
        if (pieces && !ready_events(io, POLLOUT)) return MUST_WAIT;
        message.msg_iovlen = (size_t)count;
        ssize_t written = epoll_io(io)->socket
                              ? sendmsg((int)io->descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL)
                              : write_without_signal((int)io->descriptor, vectors, count);
        if (written >= 0)
            *done += (uint64_t)written;
        else if (errno != EINTR)
            return outcome(written);
    }
}

static int64_t attempt_accept(struct loop_io *io) {
    if (epoll_io(io)->shared && !ready_events(io, POLLIN)) return MUST_WAIT;
    for (;;) {
        int descriptor = accept4((int)io->descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor >= 0 || (errno != EINTR && errno != ECONNABORTED)) return outcome(descriptor);
    }
}

// Asking again tells how a connection under way has ended.
static int64_t attempt_connect(struct loop_io *io, struct loop_op *op) {
    if (connect((int)io->descriptor, op->address, op->count) == 0 || (errno == EISCONN && op->platform[0]))
        return 0;
    if (errno != EINPROGRESS && errno != EALREADY && errno != EINTR) return -(int64_t)errno;
    op->platform[0] = true; // under way
    return MUST_WAIT;
}

static int64_t attempt_poll(struct loop_io *io, struct loop_op *op) {
    short wanted =
        (short)((op->count & LOOP_POLL_IN ? POLLIN : 0) | (op->count & LOOP_POLL_OUT ? POLLOUT : 0) |
                (op->count & LOOP_POLL_HANGUP ? POLLRDHUP : 0));
    short ready = ready_events(io, wanted);
    if (ready & POLLNVAL) return -EBADF;
    int64_t result = (ready & POLLIN ? LOOP_POLL_IN : 0) | (ready & POLLOUT ? LOOP_POLL_OUT : 0) |
                     (ready & (POLLHUP | POLLRDHUP) ? LOOP_POLL_HANGUP : 0) |
                     (ready & POLLERR ? LOOP_POLL_ERROR : 0);
    return result ? result : MUST_WAIT;
}

static int64_t attempt(struct loop_io *io, struct loop_op *op) {
    switch ((enum loop_op_kind)op->kind) {
    case LOOP_OP_READ: return attempt_read(io, op);
    case LOOP_OP_WRITE: return attempt_write(io, op);
    case LOOP_OP_ACCEPT: return attempt_accept(io);
    case LOOP_OP_CONNECT: return attempt_connect(io, op);
    case LOOP_OP_POLL: return attempt_poll(io, op);
    case LOOP_OP_KINDS: break;
    }
    return -EINVAL;
}

// --- queues

// Tries the operations of one direction in turn, while the hint lasts.
static void run_queue(struct loop_io *io, struct loop_link *queue, bool *hint) {
    while (*hint && !loop_list_is_empty(queue)) {
        struct loop_op *op = op_queue_first(queue);
        int64_t result = attempt(io, op);
        if (result == MUST_WAIT)
            *hint = false;
        else
            op_queue_end(op, result);
    }
}

static void run_polls(struct loop_io *io) {
    struct loop_link *polls = &epoll_io(io)->polls;
    for (struct loop_link *link = polls->next, *next; link != polls; link = next) {
        struct loop_op *op = LOOP_CONTAINER(link, struct loop_op, link);
        next = link->next;
        int64_t result = attempt_poll(io, op);
        if (result != MUST_WAIT) op_queue_end(op, result);
    }
}

static void handle_event(struct loop_io *io, uint32_t events) {
    struct epoll_io *state = epoll_io(io);
    if (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) state->readable = state->told = true;
    if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) state->hung_up = true;
    if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) state->writable = true;
    run_queue(io, &state->reads, &state->readable);
    state->told = false;
    run_queue(io, &state->writes, &state->writable);
    run_polls(io);
}

// --- the contract

static int watch(struct loop_backend *backend, int descriptor, uint32_t events, void *tag) {
    struct epoll_event event = {.events = events, .data.ptr = tag};
    return epoll_ctl(backend->waiter.epoll, EPOLL_CTL_ADD, descriptor, &event) ? -errno : 0;
}

static void close_open(int descriptor) {
    if (descriptor >= 0) close(descriptor);
}

static int open_all(struct loop_backend *backend) {
    long page = sysconf(_SC_PAGESIZE);
    void *alive = mmap(NULL, (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (alive == MAP_FAILED) return -errno;
    madvise(alive, (size_t)page,
            MADV_WIPEONFORK); // a system too old for it: forked children are not recognized
    backend->alive = alive;
    *backend->alive = 1;
    backend->waiter.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (backend->waiter.epoll < 0) return -errno;
    backend->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (backend->wake < 0) return -errno;
    return watch(backend, backend->wake, EPOLLIN | EPOLLET, NULL);
}

int loop_backend_create(struct loop_backend **out) {
    struct loop_backend *backend = loop_memory_allocate(sizeof *backend);
    if (!backend) return -ENOMEM;
    *backend = (struct loop_backend){
        .waiter = {.system = &real_system, .epoll = -1}, .wake = -1, .timer = -1, .armed = UINT64_MAX};
    int error = open_all(backend);
    if (error)
        loop_backend_free(backend);
    else
        *out = backend;
    return error;
}

void loop_backend_free(struct loop_backend *backend) {
    close_open(backend->timer);
    close_open(backend->wake);
    close_open(backend->waiter.epoll);
    if (backend->alive) munmap((void *)backend->alive, (size_t)sysconf(_SC_PAGESIZE));
    loop_memory_release(backend);
}

bool loop_backend_is_forked(const struct loop_backend *backend) { return !*backend->alive; }

int loop_backend_wait(struct loop_backend *backend, enum loop_wait how, uint64_t until) {
    struct epoll_event events[EVENTS_PER_WAIT];
    int count = epoll_waiter_wait(&backend->waiter, events, EVENTS_PER_WAIT, how, until);
    for (int i = 0; i < count; i++) {
        void *tag = events[i].data.ptr;
        if (tag && tag != backend) handle_event(tag, events[i].events);
    }
    return count < 0 ? count : 0;
}

void loop_backend_wake(struct loop_backend *backend) {
    ssize_t written = write(backend->wake, &(uint64_t){1}, sizeof(uint64_t));
    (void)written; // fails only when 2^64 wake-ups are counted already
}

int loop_backend_attach(struct loop_backend *backend, struct loop_io *io) {
    (void)backend;
    struct epoll_io *state = epoll_io(io);
    int descriptor = (int)io->descriptor, type;
    socklen_t size = sizeof type;
    int status = fcntl(descriptor, F_GETFL);
    if (status < 0) return -errno;
    memset(state, 0, sizeof *state);
    loop_list_initialize(&state->reads);
    loop_list_initialize(&state->writes);
    loop_list_initialize(&state->polls);
    state->readable = state->writable = true;
    state->socket = getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
    state->shared = io->flags & LOOP_IO_SHARED;
    if (state->shared) return 0;
    if (!(status & O_NONBLOCK) && fcntl(descriptor, F_SETFL, status | O_NONBLOCK) < 0) return -errno;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ? -errno : 0;
}

void loop_backend_detach(struct loop_backend *backend, struct loop_io *io) {
    struct epoll_io *state = epoll_io(io);
    op_queue_end_all(&state->reads, -ECANCELED);
    op_queue_end_all(&state->writes, -ECANCELED);
    op_queue_end_all(&state->polls, -ECANCELED);
    if (state->registered) // also when it is closed here: another process may hold a copy
        epoll_ctl(backend->waiter.epoll, EPOLL_CTL_DEL, (int)io->descriptor, NULL);
    if (!state->shared) close((int)io->descriptor);
    io->descriptor = -1;
}

void loop_backend_submit(struct loop_backend *backend, struct loop_op *op) {
    static const struct {
        bool in, out;
    } directions[LOOP_OP_KINDS] = {
#define IN                                                                                                   \
    { true, false }
#define OUT                                                                                                  \
    { false, true }
#define BOTH                                                                                                 \
    { true, true }
#define LOOP_OP(NAME, name, direction) direction,
#include "loop/op.def"
#undef LOOP_OP
#undef IN
#undef OUT
#undef BOTH
    };
    struct loop_io *io = op->io;
    struct epoll_io *state = epoll_io(io);
    bool in = directions[op->kind].in, out = directions[op->kind].out;
    loop_list_append(in && out ? &state->polls : in ? &state->reads : &state->writes, &op->link);
    if (in && out)
        run_polls(io);
    else
        run_queue(io, in ? &state->reads : &state->writes, in ? &state->readable : &state->writable);
    if (op->state != LOOP_OP_IN_FLIGHT || state->registered) return;
    int error = watch(backend, (int)io->descriptor, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, io);
    if (error)
        op_queue_end(op, error);
    else
        state->registered = true;
}

void loop_backend_emptied(struct loop_io *io) {
    struct epoll_io *state = epoll_io(io);
    if (state->registered && !state->hung_up) state->readable = false;
}

void loop_backend_cancel(struct loop_backend *backend, struct loop_op *op) {
    (void)backend;
    op_queue_end(op, -ECANCELED);
}

int loop_backend_host_handle(struct loop_backend *backend, loop_descriptor *out) {
    if (backend->timer < 0) {
        int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
        if (timer < 0) return -errno;
        int error = watch(backend, timer, EPOLLIN, backend);
        if (error) {
            close(timer);
            return error;
        }
        backend->timer = timer;
    }
    *out = backend->waiter.epoll;
    return 0;
}

// A timer that has expired stays readable until it is set anew, so setting the same time twice is never
// needed.
bool loop_backend_arm(struct loop_backend *backend, uint64_t deadline) {
    if (deadline == backend->armed) return false;
    struct itimerspec time = {0};
    if (deadline !=
        UINT64_MAX) { // an all-zero time would disarm; one nanosecond after the start of the clock is past
        time.it_value.tv_sec = (time_t)(deadline / 1000000000u);
        time.it_value.tv_nsec = (long)(deadline % 1000000000u) + (deadline == 0);
    }
    timerfd_settime(backend->timer, TFD_TIMER_ABSTIME, &time, NULL);
    backend->armed = deadline;
    return true;
}
