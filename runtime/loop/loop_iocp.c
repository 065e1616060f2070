// The Windows backend: operations that complete, as completion ports have them.
//
// Every object is bound to the port when it is attached. Of the operations of one direction the first is with
// the system, the others wait behind it in a queue; so they complete in order, a write can go on after a
// part, and what is written waits for a connection under way. Reads wait for that too. Polls are all with the
// system at once.
//
// An operation that the system finishes at once completes at once: the port is told not to report those. The
// others come out of the port with the OVERLAPPED that stands in the operation's own memory, also after they
// were cancelled; so a cancelled operation completes in a later wait. An object that closes waits until the
// system has let go of its buffers, which is as long as cancelling takes.
//
// Readiness is asked of AFD, the driver below Winsock, in the way that select() is made of; an operation of
// its own there.
//
// Objects are sockets of streams, and pipes opened for overlapped use. Files and consoles have no readiness
// and no position of their own here: they are work for the thread pool.
#include "loop/loop_iocp_host.h"

#include "loop/memory.h"
#include "loop/op_queue.h"

#include <winsock2.h>

#include <errno.h>
#include <mswsock.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

enum { ENTRIES_PER_WAIT = IOCP_HOST_ENTRIES, VECTORS_PER_WRITE = 64, LARGEST_PIECE = 1 << 24 };

// What a start returns when the operation is with the system now.
#define MUST_WAIT INT64_MIN

struct loop_backend {
    struct iocp_waiter waiter;
    HANDLE port;
    struct iocp_host *host;    // NULL until the host handle is asked for
    struct loop_link busy;     // objects with operations in the system
    size_t in_system;          // operations
    LPFN_CONNECTEX connect_ex; // NULL until the first connection
};

// What io->platform holds.
struct iocp_io {
    struct loop_link reads, writes;
    struct loop_link link; // in the backend's list while `in_system` is not 0
    uint32_t in_system;    // operations
    bool reading, writing; // the first operation of the queue is with the system
    bool write_cancelled;  // that of `writes`, and what is left of it must not be started
    bool closed, socket, shared;
    bool quiet; // the port does not report what was finished at once
};
_Static_assert(sizeof(struct iocp_io) <= sizeof((struct loop_io *)0)->platform, "fits");

// What op->platform holds.
struct iocp_op {
    OVERLAPPED overlapped;
    uint64_t taken; // bytes of a write
    void *memory;   // struct accepting, struct afd_poll
};
_Static_assert(sizeof(struct iocp_op) <= sizeof((struct loop_op *)0)->platform, "fits");

_Static_assert(sizeof(struct iocp_entry) == sizeof(OVERLAPPED_ENTRY) &&
                   offsetof(struct iocp_entry, overlapped) == offsetof(OVERLAPPED_ENTRY, lpOverlapped) &&
                   offsetof(struct iocp_entry, status) == offsetof(OVERLAPPED_ENTRY, Internal) &&
                   offsetof(struct iocp_entry, bytes) ==
                       offsetof(OVERLAPPED_ENTRY, dwNumberOfBytesTransferred),
               "entries are the system's");

// An accept in the system: the socket made for it, and the addresses that nobody asks for.
struct accepting {
    SOCKET socket;
    char addresses[2][sizeof(SOCKADDR_STORAGE) + 16];
};

// The question to AFD, and its answer in the same place.
struct afd_poll {
    int64_t timeout;
    uint32_t count, exclusive;
    HANDLE handle;
    uint32_t events;
    int32_t status;
};
enum { IOCTL_AFD_POLL = 0x12024 };
enum {
    AFD_RECEIVE = 1,
    AFD_SEND = 4,
    AFD_DISCONNECT = 8,
    AFD_ABORT = 0x10,
    AFD_LOCAL_CLOSE = 0x20,
    AFD_ACCEPT = 0x80,
    AFD_CONNECT_FAIL = 0x100
};

static struct iocp_io *iocp_io(struct loop_io *io) { return (struct iocp_io *)io->platform; }
static struct iocp_op *iocp_op(struct loop_op *op) { return (struct iocp_op *)op->platform; }
static HANDLE handle_of(const struct loop_io *io) { return (HANDLE)io->descriptor; }
static SOCKET socket_of(const struct loop_io *io) { return (SOCKET)io->descriptor; }

static int negative_errno(DWORD error) {
    static const struct {
        DWORD error;
        int number;
    } numbers[] = {
#define WINDOWS_ERROR(error, number) {error, number},
#include "loop/windows_errors.def"
#undef WINDOWS_ERROR
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].error == error) return -numbers[i].number;
    return -EIO;
}

// --- waiting

uint64_t loop_backend_clock(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    uint64_t whole = (uint64_t)(count.QuadPart / frequency.QuadPart);
    uint64_t rest = (uint64_t)(count.QuadPart % frequency.QuadPart);
    return whole * 1000000000u + rest * 1000000000u / (uint64_t)frequency.QuadPart;
}

int loop_backend_wait_exactly(void) { return 0; } // waits are not made longer than asked

static int system_wait(void *port, struct iocp_entry *entries, uint32_t maximum, uint32_t milliseconds) {
    ULONG count;
    if (GetQueuedCompletionStatusEx(port, (OVERLAPPED_ENTRY *)entries, maximum, &count, milliseconds, FALSE))
        return (int)count;
    DWORD error = GetLastError();
    return error == WAIT_TIMEOUT ? 0 : negative_errno(error);
}

static iocp_function *system_find(const char *name) {
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    return ntdll ? (iocp_function *)GetProcAddress(ntdll, name) : NULL;
}

static void *system_create_timer(uint32_t flags, uint32_t access) {
    return CreateWaitableTimerExW(NULL, NULL, flags, access);
}

static bool system_set_timer(void *timer, int64_t due) {
    return SetWaitableTimer(timer, &(LARGE_INTEGER){.QuadPart = due}, 0, NULL, NULL, FALSE);
}

static void system_close(void *handle) { CloseHandle(handle); }

static const struct iocp_system real_system = {loop_backend_clock,  system_wait,      system_find,
                                               system_create_timer, system_set_timer, system_close};

// --- starting: the result of an operation that ended at once, or MUST_WAIT

static int64_t outcome(struct loop_io *io, bool finished, DWORD error, int64_t result) {
    if (finished) return iocp_io(io)->quiet ? result : MUST_WAIT;
    return error == ERROR_IO_PENDING ? MUST_WAIT : negative_errno(error);
}

// The end of a stream is a result of reads, not an error.
static int64_t read_error(DWORD error) {
    return error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF ? 0 : negative_errno(error);
}

static int64_t start_read(struct loop_io *io, struct loop_op *op) {
    OVERLAPPED *overlapped = &iocp_op(op)->overlapped;
    size_t length = op->single.length < LARGEST_PIECE ? op->single.length : LARGEST_PIECE;
    DWORD count = 0, flags = 0;
    if (iocp_io(io)->socket) {
        WSABUF buffer = {.len = (ULONG)length, .buf = op->single.bytes};
        int failed = WSARecv(socket_of(io), &buffer, 1, &count, &flags, overlapped, NULL);
        return outcome(io, !failed, failed ? (DWORD)WSAGetLastError() : 0, count);
    }
    if (ReadFile(handle_of(io), op->single.bytes, (DWORD)length, &count, overlapped))
        return outcome(io, true, 0, count);
    DWORD error = GetLastError();
    return error == ERROR_IO_PENDING ? MUST_WAIT : read_error(error);
}

// What is left of the buffers after `done` bytes, at most VECTORS_PER_WRITE pieces. Returns their number.
static DWORD collect_buffers(const struct loop_op *op, uint64_t done, WSABUF *pieces) {
    DWORD count = 0;
    for (uint32_t i = 0; i < op->count && count < VECTORS_PER_WRITE; i++) {
        const struct loop_buffer *buffer = &op->buffers[i];
        if (done >= buffer->length) {
            done -= buffer->length;
            continue;
        }
        size_t length = buffer->length - done;
        pieces[count++] = (WSABUF){.len = (ULONG)(length < LARGEST_PIECE ? length : LARGEST_PIECE),
                                   .buf = (char *)buffer->bytes + done};
        if (length > LARGEST_PIECE) break;
        done = 0;
    }
    return count;
}

static bool is_taken(const struct loop_op *op) {
    uint64_t length = 0;
    for (uint32_t i = 0; i < op->count; i++)
        length += op->buffers[i].length;
    return ((const struct iocp_op *)op->platform)->taken == length;
}

// Pieces that are taken at once are followed by the next.
static int64_t start_write(struct loop_io *io, struct loop_op *op) {
    struct iocp_op *state = iocp_op(op);
    WSABUF pieces[VECTORS_PER_WRITE];
    for (;;) {
        DWORD taken = 0, count = collect_buffers(op, state->taken, pieces), error = 0;
        bool finished;
        if (!count) return (int64_t)state->taken;
        state->overlapped = (OVERLAPPED){0};
        if (iocp_io(io)->socket) {
            finished = WSASend(socket_of(io), pieces, count, &taken, 0, &state->overlapped, NULL) == 0;
            if (!finished) error = (DWORD)WSAGetLastError();
        } else {
            finished = WriteFile(handle_of(io), pieces[0].buf, pieces[0].len, &taken, &state->overlapped);
            if (!finished) error = GetLastError();
        }
        int64_t result = outcome(io, finished, error, taken);
        if (result < 0) return result; // MUST_WAIT too
        state->taken += (uint64_t)result;
    }
}

static int64_t start_accept(struct loop_io *io, struct loop_op *op) {
    WSAPROTOCOL_INFOW kind;
    int size = sizeof kind;
    if (!iocp_io(io)->socket) return -ENOTSOCK;
    if (getsockopt(socket_of(io), SOL_SOCKET, SO_PROTOCOL_INFOW, (char *)&kind, &size))
        return negative_errno((DWORD)WSAGetLastError());
    struct accepting *accepting = loop_memory_allocate(sizeof *accepting);
    if (!accepting) return -ENOMEM;
    iocp_op(op)->memory = accepting;
    accepting->socket = WSASocketW(kind.iAddressFamily, kind.iSocketType, kind.iProtocol, NULL, 0,
                                   WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (accepting->socket == INVALID_SOCKET) return negative_errno((DWORD)WSAGetLastError());
    DWORD count, address = sizeof accepting->addresses[0];
    iocp_op(op)->overlapped = (OVERLAPPED){0};
    bool finished = AcceptEx(socket_of(io), accepting->socket, accepting->addresses, 0, address, address,
                             &count, &iocp_op(op)->overlapped);
    return outcome(io, finished, finished ? 0 : (DWORD)WSAGetLastError(), 0);
}

static bool find_connect(struct loop_backend *backend, SOCKET socket) {
    GUID name = WSAID_CONNECTEX;
    DWORD count;
    return backend->connect_ex ||
           WSAIoctl(socket, SIO_GET_EXTENSION_FUNCTION_POINTER, &name, sizeof name, &backend->connect_ex,
                    sizeof backend->connect_ex, &count, NULL, NULL) == 0;
}

// ConnectEx wants a socket that is bound.
static int64_t start_connect(struct loop_backend *backend, struct loop_io *io, struct loop_op *op) {
    SOCKADDR_STORAGE any = {.ss_family = op->address->sa_family};
    if (!iocp_io(io)->socket) return -ENOTSOCK;
    if (op->count > sizeof any) return -EINVAL;
    if (!find_connect(backend, socket_of(io))) return negative_errno((DWORD)WSAGetLastError());
    if (bind(socket_of(io), (struct sockaddr *)&any, (int)op->count) && WSAGetLastError() != WSAEINVAL)
        return negative_errno((DWORD)WSAGetLastError());
    bool finished = backend->connect_ex(socket_of(io), op->address, (int)op->count, NULL, 0, NULL,
                                        &iocp_op(op)->overlapped);
    return outcome(io, finished, finished ? 0 : (DWORD)WSAGetLastError(), 0);
}

static int64_t poll_result(const struct loop_op *op, const struct afd_poll *poll) {
    uint32_t events = poll->count ? poll->events : 0;
    bool ended = events & (AFD_DISCONNECT | AFD_ABORT);
    int64_t result =
        (events & (AFD_RECEIVE | AFD_ACCEPT) || (ended && op->count & LOOP_POLL_IN) ? LOOP_POLL_IN : 0) |
        (events & AFD_SEND ? LOOP_POLL_OUT : 0) |
        (events & AFD_ABORT || (ended && op->count & LOOP_POLL_HANGUP) ? LOOP_POLL_HANGUP : 0) |
        (events & AFD_CONNECT_FAIL ? LOOP_POLL_ERROR : 0);
    return events & AFD_LOCAL_CLOSE ? -EBADF : result;
}

static int64_t start_poll(struct loop_io *io, struct loop_op *op) {
    if (!iocp_io(io)->socket) return -ENOTSOCK;
    struct afd_poll *poll = loop_memory_allocate(sizeof *poll);
    if (!poll) return -ENOMEM;
    iocp_op(op)->memory = poll;
    uint32_t events = AFD_ABORT | AFD_CONNECT_FAIL | AFD_LOCAL_CLOSE;
    if (op->count & LOOP_POLL_IN) events |= AFD_RECEIVE | AFD_ACCEPT | AFD_DISCONNECT;
    if (op->count & LOOP_POLL_OUT) events |= AFD_SEND;
    if (op->count & LOOP_POLL_HANGUP) events |= AFD_DISCONNECT;
    *poll = (struct afd_poll){.timeout = INT64_MAX, .count = 1, .handle = handle_of(io), .events = events};
    OVERLAPPED *overlapped = &iocp_op(op)->overlapped;
    overlapped->Internal = (ULONG_PTR)STATUS_PENDING;
    NTSTATUS status =
        NtDeviceIoControlFile(handle_of(io), NULL, NULL, overlapped, (IO_STATUS_BLOCK *)overlapped,
                              IOCTL_AFD_POLL, poll, sizeof *poll, poll, sizeof *poll);
    if (status == STATUS_PENDING) return MUST_WAIT;
    bool finished = NT_SUCCESS(status);
    return outcome(io, finished, finished ? 0 : RtlNtStatusToDosError(status),
                   finished ? poll_result(op, poll) : 0);
}

// --- finishing

static void release_memory(struct loop_op *op) {
    loop_memory_release(iocp_op(op)->memory);
    iocp_op(op)->memory = NULL;
}

// An accept hands its socket over when it has succeeded; a connection that was gone by then is none.
static int64_t finish_accept(struct loop_io *io, struct loop_op *op, int64_t result) {
    struct accepting *accepting = iocp_op(op)->memory;
    SOCKET listener = socket_of(io);
    if (!accepting) return result;
    if (result == 0 && !iocp_io(io)->closed &&
        setsockopt(accepting->socket, SOL_SOCKET, SO_UPDATE_ACCEPT_CONTEXT, (char *)&listener,
                   sizeof listener))
        result = negative_errno((DWORD)WSAGetLastError());
    if (result == 0 && !iocp_io(io)->closed)
        result = (int64_t)accepting->socket;
    else if (accepting->socket != INVALID_SOCKET)
        closesocket(accepting->socket);
    release_memory(op);
    return result;
}

static int64_t finish_connect(struct loop_io *io, int64_t result) {
    if (result == 0 && setsockopt(socket_of(io), SOL_SOCKET, SO_UPDATE_CONNECT_CONTEXT, NULL, 0))
        result = negative_errno((DWORD)WSAGetLastError());
    return result;
}

// Starts an operation, and finishes one that ends at once.
static int64_t start(struct loop_backend *backend, struct loop_io *io, struct loop_op *op) {
    int64_t result = -EINVAL;
    switch ((enum loop_op_kind)op->kind) {
    case LOOP_OP_READ: return start_read(io, op);
    case LOOP_OP_WRITE: return start_write(io, op);
    case LOOP_OP_ACCEPT:
        do {
            result = start_accept(io, op);
            if (result != MUST_WAIT) result = finish_accept(io, op, result);
        } while (result == -ECONNRESET || result == -ECONNABORTED);
        return result;
    case LOOP_OP_CONNECT:
        result = start_connect(backend, io, op);
        return result == MUST_WAIT ? result : finish_connect(io, result);
    case LOOP_OP_POLL:
        result = start_poll(io, op);
        if (result != MUST_WAIT) release_memory(op);
        return result;
    case LOOP_OP_KINDS: break;
    }
    return result;
}

// The error of an operation that came out of the port with a failure.
static DWORD error_of(struct loop_io *io, struct loop_op *op) {
    OVERLAPPED *overlapped = &iocp_op(op)->overlapped;
    DWORD count, flags;
    if (iocp_io(io)->closed) return ERROR_OPERATION_ABORTED;
    if (!iocp_io(io)->socket)
        return GetOverlappedResult(handle_of(io), overlapped, &count, FALSE) ? 0 : GetLastError();
    return WSAGetOverlappedResult(socket_of(io), overlapped, &count, FALSE, &flags)
               ? 0
               : (DWORD)WSAGetLastError();
}

// The result of an operation that came out of the port, or MUST_WAIT when it has been started again.
static int64_t finish(struct loop_backend *backend, struct loop_io *io, struct loop_op *op,
                      const struct iocp_entry *entry) {
    struct iocp_io *state = iocp_io(io);
    bool failed = (int32_t)entry->status < 0;
    DWORD error = failed ? error_of(io, op) : 0;
    int64_t result = failed ? negative_errno(error) : 0;
    switch ((enum loop_op_kind)op->kind) {
    case LOOP_OP_READ: return failed ? read_error(error) : (int64_t)entry->bytes;
    case LOOP_OP_WRITE:
        iocp_op(op)->taken += entry->bytes;
        if (failed) return result;
        if (state->write_cancelled && !is_taken(op)) return -ECANCELED;
        return start_write(io, op);
    case LOOP_OP_ACCEPT:
        result = finish_accept(io, op, result);
        return result == -ECONNRESET || result == -ECONNABORTED ? start(backend, io, op) : result;
    case LOOP_OP_CONNECT: return finish_connect(io, result);
    case LOOP_OP_POLL:
        if (!failed) result = poll_result(op, iocp_op(op)->memory);
        release_memory(op);
        return result;
    case LOOP_OP_KINDS: break;
    }
    return result;
}

// --- queues

static void enter_system(struct loop_backend *backend, struct iocp_io *state) {
    if (state->in_system++ == 0) loop_list_append(&backend->busy, &state->link);
    backend->in_system++;
}

static void leave_system(struct loop_backend *backend, struct iocp_io *state) {
    if (--state->in_system == 0) loop_list_remove(&state->link);
    backend->in_system--;
}

// Starts the operations of one direction until one is with the system.
static void run_queue(struct loop_backend *backend, struct loop_io *io, struct loop_link *queue,
                      bool *with_system) {
    while (!*with_system && !loop_list_is_empty(queue)) {
        struct loop_op *op = op_queue_first(queue);
        int64_t result = start(backend, io, op);
        *with_system = result == MUST_WAIT;
        if (*with_system)
            enter_system(backend, iocp_io(io));
        else
            op_queue_end(op, result);
    }
}

static bool is_connecting(const struct iocp_io *state) {
    return state->writing && op_queue_first((struct loop_link *)&state->writes)->kind == LOOP_OP_CONNECT;
}

static void run_queues(struct loop_backend *backend, struct loop_io *io) {
    struct iocp_io *state = iocp_io(io);
    run_queue(backend, io, &state->writes, &state->writing);
    if (!is_connecting(state)) run_queue(backend, io, &state->reads, &state->reading);
}

static bool is_input(const struct loop_op *op) {
    return op->kind == LOOP_OP_READ || op->kind == LOOP_OP_ACCEPT;
}

static void handle_entry(struct loop_backend *backend, const struct iocp_entry *entry) {
    struct loop_op *op = LOOP_CONTAINER(entry->overlapped, struct loop_op, platform);
    struct loop_io *io = op->io;
    struct iocp_io *state = iocp_io(io);
    int64_t result = finish(backend, io, op, entry);
    if (result == MUST_WAIT) return;
    leave_system(backend, state);
    if (state->closed) result = -ECANCELED;
    if (op->kind == LOOP_OP_POLL) {
        loop_op_complete(op, result);
        return;
    }
    if (is_input(op))
        state->reading = false;
    else
        state->writing = state->write_cancelled = false;
    op_queue_end(op, result);
    if (state->closed)
        op_queue_end_all(is_input(op) ? &state->reads : &state->writes, -ECANCELED);
    else
        run_queues(backend, io);
}

// --- the contract

static int open_all(struct loop_backend *backend) {
    WSADATA data;
    int error = WSAStartup(MAKEWORD(2, 2), &data);
    if (error) return negative_errno((DWORD)error);
    backend->port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1);
    if (backend->port) return 0;
    error = negative_errno(GetLastError());
    WSACleanup();
    return error;
}

int loop_backend_create(struct loop_backend **out) {
    struct loop_backend *backend = loop_memory_allocate(sizeof *backend);
    if (!backend) return -ENOMEM;
    *backend = (struct loop_backend){0};
    loop_list_initialize(&backend->busy);
    int error = open_all(backend);
    if (error) {
        loop_memory_release(backend);
        return error;
    }
    iocp_waiter_open(&backend->waiter, &real_system, backend->port); // last: nothing after it can fail
    *out = backend;
    return 0;
}

// Operations that came out of the port after their time: only their memory is of interest.
static void drop_entries(struct loop_backend *backend, const struct iocp_entry *entries, int count) {
    for (int i = 0; i < count; i++) {
        if (!entries[i].overlapped) continue;
        struct loop_op *op = LOOP_CONTAINER(entries[i].overlapped, struct loop_op, platform);
        if (op->kind == LOOP_OP_ACCEPT) closesocket(((struct accepting *)iocp_op(op)->memory)->socket);
        release_memory(op);
        backend->in_system--;
    }
}

// Takes back what is with the system, which would write into its owner's memory.
void loop_backend_free(struct loop_backend *backend) {
    struct iocp_entry entries[ENTRIES_PER_WAIT];
    int count = iocp_host_free(backend->host, entries);
    drop_entries(backend, entries, count);
    for (struct loop_link *link = backend->busy.next; link != &backend->busy; link = link->next) {
        struct iocp_io *state = LOOP_CONTAINER(link, struct iocp_io, link);
        if (!state->closed) CancelIoEx(handle_of(LOOP_CONTAINER(state, struct loop_io, platform)), NULL);
    }
    while (backend->in_system && count >= 0) { // after an error nothing is to be had from this port any more
        count = iocp_waiter_wait(&backend->waiter, entries, ENTRIES_PER_WAIT, LOOP_WAIT_FOREVER, 0);
        drop_entries(backend, entries, count);
    }
    iocp_waiter_close(&backend->waiter);
    CloseHandle(backend->port);
    WSACleanup();
    loop_memory_release(backend);
}

bool loop_backend_is_forked(const struct loop_backend *backend) {
    (void)backend;
    return false;
}

int loop_backend_wait(struct loop_backend *backend, enum loop_wait how, uint64_t until) {
    struct iocp_entry entries[ENTRIES_PER_WAIT];
    int count = backend->host ? iocp_host_wait(backend->host, entries, how, until)
                              : iocp_waiter_wait(&backend->waiter, entries, ENTRIES_PER_WAIT, how, until);
    for (int i = 0; i < count; i++)
        if (entries[i].overlapped) handle_entry(backend, &entries[i]);
    return count < 0 ? count : 0;
}

void loop_backend_wake(struct loop_backend *backend) {
    PostQueuedCompletionStatus(backend->port, 0, IOCP_KEY_WAKE, NULL);
}

static int prepare_socket(struct loop_io *io) {
    struct iocp_io *state = iocp_io(io);
    int type, size = sizeof type;
    state->socket = getsockopt(socket_of(io), SOL_SOCKET, SO_TYPE, (char *)&type, &size) == 0;
    if (!state->socket) return 0;
    if (type != SOCK_STREAM) return -EPROTOTYPE;
    if (!state->shared && ioctlsocket(socket_of(io), (long)FIONBIO, &(u_long){1}))
        return negative_errno((DWORD)WSAGetLastError());
    return 0;
}

int loop_backend_attach(struct loop_backend *backend, struct loop_io *io) {
    struct iocp_io *state = iocp_io(io);
    memset(state, 0, sizeof *state);
    loop_list_initialize(&state->reads);
    loop_list_initialize(&state->writes);
    state->shared = io->flags & LOOP_IO_SHARED;
    int error = prepare_socket(io);
    if (error) return error;
    DWORD type = GetFileType(handle_of(io));
    if (type == FILE_TYPE_UNKNOWN) return -EBADF;
    if (type != FILE_TYPE_PIPE) return -ENOTSUP; // sockets are of this type too
    if (!state->shared) SetHandleInformation(handle_of(io), HANDLE_FLAG_INHERIT, 0);
    if (!CreateIoCompletionPort(handle_of(io), backend->port, IOCP_KEY_OBJECT, 0))
        return negative_errno(GetLastError());
    state->quiet = SetFileCompletionNotificationModes(handle_of(io), FILE_SKIP_COMPLETION_PORT_ON_SUCCESS);
    return 0;
}

// Waits until the system has let go of the buffers of the operation that is with it.
static void await_buffers(struct loop_link *queue, bool with_system) {
    if (!with_system) return;
    volatile ULONG_PTR *status = &iocp_op(op_queue_first(queue))->overlapped.Internal;
    while (*status == (ULONG_PTR)STATUS_PENDING)
        SleepEx(0, FALSE);
}

void loop_backend_detach(struct loop_backend *backend, struct loop_io *io) {
    struct iocp_io *state = iocp_io(io);
    (void)backend;
    state->closed = state->write_cancelled = true;
    if (state->in_system) CancelIoEx(handle_of(io), NULL);
    await_buffers(&state->reads, state->reading);
    await_buffers(&state->writes, state->writing);
    if (!state->reading) op_queue_end_all(&state->reads, -ECANCELED);
    if (!state->writing) op_queue_end_all(&state->writes, -ECANCELED);
    if (!state->shared && state->socket)
        closesocket(socket_of(io));
    else if (!state->shared)
        CloseHandle(handle_of(io));
    io->descriptor = -1;
}

void loop_backend_submit(struct loop_backend *backend, struct loop_op *op) {
    struct iocp_io *state = iocp_io(op->io);
    if (op->kind == LOOP_OP_POLL) {
        int64_t result = start(backend, op->io, op);
        if (result == MUST_WAIT)
            enter_system(backend, state);
        else
            loop_op_complete(op, result);
        return;
    }
    loop_list_append(is_input(op) ? &state->reads : &state->writes, &op->link);
    run_queues(backend, op->io);
}

void loop_backend_emptied(struct loop_io *io) { (void)io; } // the system knows

void loop_backend_cancel(struct loop_backend *backend, struct loop_op *op) {
    struct iocp_io *state = iocp_io(op->io);
    struct loop_link *queue = is_input(op) ? &state->reads : &state->writes;
    bool with_system = is_input(op) ? state->reading : state->writing;
    (void)backend;
    if (op->kind != LOOP_OP_POLL && (!with_system || op != op_queue_first(queue))) {
        op_queue_end(op, -ECANCELED);
        return;
    }
    if (op->kind == LOOP_OP_WRITE) state->write_cancelled = true;
    CancelIoEx(handle_of(op->io), &iocp_op(op)->overlapped);
}

int loop_backend_host_handle(struct loop_backend *backend, loop_descriptor *out) {
    int error = backend->host ? 0 : iocp_host_create(&backend->host, &backend->waiter);
    if (!error) *out = (loop_descriptor)iocp_host_event(backend->host);
    return error;
}

bool loop_backend_arm(struct loop_backend *backend, uint64_t deadline) {
    return iocp_host_arm(backend->host, deadline);
}
