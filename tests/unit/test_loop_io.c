// Operations that complete, over pipes, socket pairs, TCP on loopback and files.
#include "loop/loop.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MS = 1000000 };

static struct loop *loop;

// An operation that remembers its outcome.
struct tracked {
    struct loop_op op;
    int calls, order;
    int64_t result;
    bool stop;
};

static int order;

static void done(struct loop *l, struct loop_op *op) {
    struct tracked *self = LOOP_CONTAINER(op, struct tracked, op);
    self->calls++;
    self->result = op->result;
    self->order = ++order;
    ck_assert_int_eq(op->state, LOOP_OP_IDLE);
    if (self->stop) loop_stop(l);
}

static void setup(void) {
    order = 0;
    ck_assert_int_eq(loop_create(&loop, NULL), 0);
}
static void teardown(void) { ck_assert_int_eq(loop_free(loop), 0); }

static struct loop_io a, b;

static void open_pair(int type) {
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, type, 0, ends), 0);
    a = b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "a", ends[0], 0), 0);
    ck_assert_int_eq(loop_io_open(loop, &b, "b", ends[1], 0), 0);
}

static void open_pipe(unsigned flags) { // reads at a, writes at b
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    a = b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "pipe", ends[0], flags), 0);
    ck_assert_int_eq(loop_io_open(loop, &b, "pipe", ends[1], flags), 0);
}

static void close_both(void) {
    loop_io_close(&a, NULL);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}

static int write_text(struct loop_io *io, struct tracked *op, const char *text) {
    return loop_write(io, &op->op, &(struct loop_buffer){(char *)text, strlen(text)}, 1, done);
}

START_TEST(read_and_write) {
    struct tracked read = {0}, write = {0};
    char bytes[16];
    if (_i == 0)
        open_pair(SOCK_STREAM);
    else
        open_pipe(0);
    ck_assert(fcntl((int)a.descriptor, F_GETFL) & O_NONBLOCK);
    ck_assert(fcntl((int)a.descriptor, F_GETFD) & FD_CLOEXEC);
    ck_assert(!loop_is_alive(loop));
    ck_assert_int_eq(loop_read(&a, &read.op, bytes, sizeof bytes, done), 0);
    ck_assert_int_eq(loop_read(&a, &read.op, bytes, sizeof bytes, done), -EALREADY);
    ck_assert(loop_is_alive(loop));
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(write_text(&b, &write, "hello"), 0);
    ck_assert_int_eq(write.calls, 0); // never inside the call
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, 5);
    ck_assert_int_eq(read.result, 5);
    ck_assert_mem_eq(bytes, "hello", 5);
    ck_assert_str_eq(loop_op_name(&read.op), "read");
    // Ready at once, and the end of the stream.
    ck_assert_int_eq(write_text(&b, &write, "x"), 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(loop_read(&a, &read.op, bytes, sizeof bytes, done), 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, 1);
    ck_assert_int_eq(loop_read(&a, &read.op, bytes, sizeof bytes, done), 0);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, 0);
    ck_assert_int_eq(read.calls, 3);
    close_both();
}
END_TEST

START_TEST(operations_of_one_direction_keep_their_order) {
    struct tracked reads[3] = {0}, writes[3] = {0};
    char bytes[3][2];
    open_pair(SOCK_SEQPACKET);
    for (int i = 0; i < 3; i++)
        loop_read(&a, &reads[i].op, bytes[i], 2, done);
    for (int i = 0; i < 3; i++)
        write_text(&b, &writes[i], i == 0 ? "a" : i == 1 ? "bb" : "c");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_mem_eq(bytes[0], "a", 1);
    ck_assert_mem_eq(bytes[1], "bb", 2);
    ck_assert_mem_eq(bytes[2], "c", 1);
    ck_assert(reads[0].order < reads[1].order && reads[1].order < reads[2].order);
    ck_assert(writes[0].order < writes[1].order && writes[1].order < writes[2].order);
    close_both();
}
END_TEST

enum { LARGE = 4 << 20 };

struct sink {
    struct tracked read;
    char bytes[65536];
    size_t received;
    unsigned sum;
};

static void sink_read(struct loop *l, struct loop_op *op) {
    struct sink *sink = LOOP_CONTAINER(op, struct sink, read.op);
    ck_assert_int_ge(op->result, 0);
    for (int64_t i = 0; i < op->result; i++)
        sink->sum = sink->sum * 31 + (unsigned char)sink->bytes[i];
    sink->received += (size_t)op->result;
    (void)l;
    if (op->result) ck_assert_int_eq(loop_read(op->io, op, sink->bytes, sizeof sink->bytes, sink_read), 0);
}

static void close_when_written(struct loop *l, struct loop_op *op) {
    done(l, op);
    loop_io_close(op->io, NULL);
}

START_TEST(a_write_takes_every_byte_of_every_buffer) {
    char *bytes = malloc(LARGE);
    unsigned sum = 0;
    for (int i = 0; i < LARGE; i++)
        sum = sum * 31 + (unsigned char)(bytes[i] = (char)(i * 7 + i / 1000));
    struct loop_buffer buffers[200];
    size_t used = 0;
    for (int i = 0; i < 200; i++) { // many pieces, some empty
        size_t length = i == 199 ? LARGE - used : i % 10 == 3 ? 0 : 1 + (size_t)i * 97;
        buffers[i] = (struct loop_buffer){bytes + used, length};
        used += length;
    }
    struct sink *sink = calloc(1, sizeof *sink);
    struct tracked write = {0};
    if (_i == 0)
        open_pair(SOCK_STREAM);
    else
        open_pipe(_i == 1 ? 0 : LOOP_IO_SHARED);
    int shared = (int)b.descriptor, read_end = (int)a.descriptor;
    loop_read(&a, &sink->read.op, sink->bytes, sizeof sink->bytes, sink_read);
    loop_write(&b, &write.op, buffers, 200, close_when_written);
    if (_i == 2) { // shared descriptors are not closed
        while (!write.calls)
            loop_poll(loop, MS);
        ck_assert(!(fcntl(shared, F_GETFL) & O_NONBLOCK));
        close(shared);
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, LARGE);
    ck_assert_uint_eq(sink->received, LARGE);
    ck_assert_uint_eq(sink->sum, sum);
    close_both();
    if (_i == 2) close(read_end);
    free(sink);
    free(bytes);
}
END_TEST

START_TEST(empty_reads_wait_for_data_and_empty_writes_do_not) {
    struct tracked read = {0}, write = {0};
    open_pair(SOCK_STREAM);
    loop_read(&a, &read.op, NULL, 0, done);
    loop_write(&b, &write.op, NULL, 0, done);
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(write.calls, 1);
    ck_assert_int_eq(write.result, 0);
    ck_assert_int_eq(read.calls, 0);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.calls, 1);
    ck_assert_int_eq(read.result, 0);
    char bytes[8];
    loop_read(&a, &read.op, bytes, 8, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, 3);
    close_both();
}
END_TEST

START_TEST(cancel) {
    struct tracked read = {0}, ready = {0}, write = {0};
    char bytes[8];
    open_pair(SOCK_STREAM);
    loop_op_cancel(&read.op); // idle: nothing
    loop_read(&a, &read.op, bytes, 8, done);
    loop_op_cancel(&read.op);
    loop_op_cancel(&read.op);
    ck_assert_int_eq(read.calls, 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.calls, 1);
    ck_assert_int_eq(read.result, -ECANCELED);
    write_text(&b, &write, "abc"); // completed, not yet delivered: keeps its result
    loop_op_cancel(&write.op);
    loop_read(&a, &ready.op, NULL, 0, done);
    loop_run(loop); // now the loop knows that `a` is readable
    loop_read(&a, &ready.op, bytes, 8, done);
    loop_op_cancel(&ready.op);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, 3);
    ck_assert_int_eq(ready.result, 3);
    close_both();
}
END_TEST

static int closes;
static struct tracked *closing_read;
static void on_closed(struct loop *l, struct loop_handle *handle) {
    (void)l, (void)handle;
    closes++;
    ck_assert_int_eq(closing_read->calls, 1); // operations first
}

START_TEST(close_cancels_what_is_in_flight) {
    struct tracked read = {0}, poll = {0}, late = {0};
    char bytes[8];
    open_pair(SOCK_STREAM);
    int descriptor = (int)a.descriptor;
    closes = 0;
    closing_read = &read;
    loop_read(&a, &read.op, bytes, 8, done);
    loop_poll_ready(&a, &poll.op, LOOP_POLL_IN, done);
    loop_io_close(&a, on_closed);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(fcntl(descriptor, F_GETFD), -1);
    ck_assert_int_eq(loop_read(&a, &late.op, bytes, 8, done), -EBADF);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(closes, 1);
    ck_assert_int_eq(read.result, -ECANCELED);
    ck_assert_int_eq(poll.result, -ECANCELED);
    ck_assert_int_eq(late.calls, 0);
    close_both();
}
END_TEST

START_TEST(a_write_without_readers_is_an_error_not_a_signal) {
    struct tracked write = {0};
    sigset_t pending;
    if (_i == 0)
        open_pair(SOCK_STREAM);
    else
        open_pipe(_i == 1 ? 0 : LOOP_IO_SHARED);
    int read_end = (int)a.descriptor, write_end = (int)b.descriptor;
    loop_io_close(&a, NULL);
    if (_i == 2) close(read_end);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, -EPIPE);
    sigpending(&pending);
    ck_assert(!sigismember(&pending, SIGPIPE));
    close_both();
    if (_i == 2) close(write_end);
}
END_TEST

START_TEST(poll_for_readiness) {
    struct tracked in = {0}, both = {0}, write = {0}, hangup = {0};
    open_pair(SOCK_STREAM);
    loop_poll_ready(&a, &in.op, LOOP_POLL_IN, done);
    loop_poll_ready(&a, &both.op, LOOP_POLL_IN | LOOP_POLL_OUT, done);
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(both.result, LOOP_POLL_OUT);
    ck_assert_int_eq(in.calls, 0);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(in.result, LOOP_POLL_IN);
    loop_poll_ready(&a, &both.op, LOOP_POLL_IN | LOOP_POLL_OUT, done);
    loop_poll_ready(&a, &hangup.op, LOOP_POLL_HANGUP, done);
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(both.result, LOOP_POLL_IN | LOOP_POLL_OUT);
    ck_assert_int_eq(hangup.calls, 0);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(hangup.result, LOOP_POLL_HANGUP);
    close_both();
}
END_TEST

// --- TCP
// ---------------------------------------------------------------------------------------------------------------

static struct loop_io server;
static struct sockaddr_in address;

static void listen_on_loopback(void) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    socklen_t size = sizeof address;
    address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 128), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    server = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &server, "server", listener, 0), 0);
}

static void open_client(void) {
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", socket(AF_INET, SOCK_STREAM, 0), 0), 0);
}

START_TEST(tcp_round_trips) {
    struct tracked accept = {0}, connect = {0}, write = {0}, read = {0};
    char bytes[8];
    listen_on_loopback();
    open_client();
    loop_accept(&server, &accept.op, done);
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    write_text(&a, &write, "ping"); // waits for the connection
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, 0);
    ck_assert_int_eq(write.result, 4);
    ck_assert_int_ge(accept.result, 0);
    ck_assert_int_lt(connect.order, write.order);
    ck_assert(fcntl((int)accept.result, F_GETFD) & FD_CLOEXEC);
    b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &b, "connection", (loop_descriptor)accept.result, 0), 0);
    for (int i = 0; i < 100; i++) {
        loop_read(&b, &read.op, bytes, sizeof bytes, done);
        ck_assert_int_eq(loop_run(loop), 0);
        ck_assert_int_eq(read.result, 4);
        write_text(&b, &write, "pong");
        ck_assert_int_eq(loop_run(loop), 0);
        loop_read(&a, &read.op, bytes, sizeof bytes, done);
        ck_assert_int_eq(loop_run(loop), 0);
        ck_assert_int_eq(read.result, 4);
        write_text(&a, &write, "ping");
        ck_assert_int_eq(loop_run(loop), 0);
    }
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, -EISCONN);
    loop_io_close(&server, NULL);
    close_both();
}
END_TEST

START_TEST(refused_connections) {
    struct tracked connect = {0}, read = {0};
    char bytes[8];
    listen_on_loopback();
    loop_io_close(&server, NULL);
    open_client();
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, -ECONNREFUSED);
    loop_read(&a, &read.op, bytes, 8, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, -ENOTCONN);
    loop_io_close(&a, NULL);
    struct sockaddr_un nowhere = {.sun_family = AF_UNIX, .sun_path = "/nonexistent/socket"};
    b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &b, "client", socket(AF_UNIX, SOCK_STREAM, 0), 0), 0);
    loop_connect(&b, &connect.op, (struct sockaddr *)&nowhere, sizeof nowhere, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, -ENOENT);
    close_both();
}
END_TEST

// Many connections at once, each echoing, with an accept always in flight.
enum { CLIENTS = 60, ROUNDS = 20 };

struct peer {
    struct loop_io io;
    struct loop_op op;
    char bytes[32];
    int rounds;
};

static struct peer clients[CLIENTS], accepted[CLIENTS];
static int accepts, finished;
static struct loop_op accepting;

static void served_read(struct loop *l, struct loop_op *op);
static void served_written(struct loop *l, struct loop_op *op) {
    struct peer *peer = LOOP_CONTAINER(op, struct peer, op);
    (void)l;
    ck_assert_int_gt(op->result, 0);
    loop_read(&peer->io, op, peer->bytes, sizeof peer->bytes, served_read);
}
static void served_read(struct loop *l, struct loop_op *op) {
    struct peer *peer = LOOP_CONTAINER(op, struct peer, op);
    (void)l;
    if (op->result > 0)
        loop_write(&peer->io, op, &(struct loop_buffer){peer->bytes, (size_t)op->result}, 1, served_written);
    else
        loop_io_close(&peer->io, NULL);
}
static void accepted_one(struct loop *l, struct loop_op *op) {
    struct peer *peer = &accepted[accepts++];
    ck_assert_int_ge(op->result, 0);
    ck_assert_int_eq(loop_io_open(l, &peer->io, "peer", (loop_descriptor)op->result, 0), 0);
    loop_read(&peer->io, &peer->op, peer->bytes, sizeof peer->bytes, served_read);
    if (accepts < CLIENTS)
        loop_accept(op->io, op, accepted_one);
    else
        loop_io_close(&server, NULL);
}
static void client_read(struct loop *l, struct loop_op *op);
static void client_written(struct loop *l, struct loop_op *op) {
    struct peer *peer = LOOP_CONTAINER(op, struct peer, op);
    (void)l;
    ck_assert_int_eq(op->result, 5);
    loop_read(&peer->io, op, peer->bytes, sizeof peer->bytes, client_read);
}
static void client_ready(struct loop *l, struct loop_op *op) {
    struct peer *peer = LOOP_CONTAINER(op, struct peer, op);
    (void)l;
    ck_assert_int_ge(op->result, 0);
    if (peer->rounds++ == ROUNDS) {
        finished++;
        loop_io_close(&peer->io, NULL);
        return;
    }
    memcpy(peer->bytes, "round", 5);
    loop_write(&peer->io, op, &(struct loop_buffer){peer->bytes, 5}, 1, client_written);
}
static void client_read(struct loop *l, struct loop_op *op) {
    ck_assert_int_eq(op->result, 5);
    client_ready(l, op);
}

START_TEST(many_connections) {
    listen_on_loopback();
    accepts = finished = 0;
    accepting = (struct loop_op){0};
    loop_accept(&server, &accepting, accepted_one);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = accepted[i] = (struct peer){0};
        ck_assert_int_eq(loop_io_open(loop, &clients[i].io, "client", socket(AF_INET, SOCK_STREAM, 0), 0), 0);
        loop_connect(&clients[i].io, &clients[i].op, (struct sockaddr *)&address, sizeof address,
                     client_ready);
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(finished, CLIENTS);
    ck_assert_uint_eq(loop_statistics(loop)->closes, 2 * CLIENTS + 1);
}
END_TEST

// --- the rest
// -------------------------------------------------------------------------------------------------------------

START_TEST(plain_files_are_always_ready) {
    char path[] = "/tmp/test_loop_io_XXXXXX", bytes[16];
    int file = mkstemp(path);
    struct tracked read = {0}, write = {0};
    unlink(path);
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "file", file, _i ? LOOP_IO_SHARED : 0), 0);
    write_text(&a, &write, "contents");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, 8);
    ck_assert_int_eq(lseek(file, 0, SEEK_SET), 0);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, 8);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, 0);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    if (_i) close(file);
}
END_TEST

START_TEST(bad_descriptors) {
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "bad", 1000000, 0), -EBADF);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

START_TEST(an_unreferenced_object_does_not_keep_the_loop_alive) {
    struct tracked read = {0};
    char bytes[4];
    open_pair(SOCK_STREAM);
    loop_read(&a, &read.op, bytes, 4, done);
    ck_assert_uint_eq(loop_why_alive(loop, NULL, NULL), 1);
    loop_handle_set_referenced(&a.handle, false);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.calls, 0);
    close_both();
    ck_assert_int_eq(read.result, -ECANCELED);
}
END_TEST

static void reread(struct loop *l, struct loop_op *op) {
    struct tracked *self = LOOP_CONTAINER(op, struct tracked, op);
    (void)l;
    if (++self->calls < 5000) loop_read(op->io, op, NULL, 0, reread); // ready at once, for ever
}

static int ticks;
static void tick(struct loop *l, struct loop_immediate *immediate) {
    if (++ticks < 100) loop_immediate_start(l, immediate);
}

START_TEST(io_that_is_always_ready_takes_turns_with_the_rest) {
    struct tracked read = {0}, write = {0};
    struct loop_immediate immediate;
    open_pair(SOCK_STREAM);
    write_text(&b, &write, "x");
    loop_run(loop);
    ticks = 0;
    loop_immediate_initialize(&immediate, tick);
    loop_immediate_start(loop, &immediate);
    loop_read(&a, &read.op, NULL, 0, reread);
    for (int turns = 1; turns <= 50; turns++) {
        loop_poll(loop, -1);
        ck_assert_int_eq(ticks, turns);
        ck_assert_int_eq(read.calls, turns);
    }
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_uint_lt(loop_statistics(loop)->kernel_polls, loop_statistics(loop)->turns);
    close_both();
}
END_TEST

START_TEST(completions_come_in_bounded_batches) {
    enum { COUNT = 3000 };
    struct tracked *writes = calloc(COUNT, sizeof *writes);
    open_pair(SOCK_STREAM);
    for (int i = 0; i < COUNT; i++)
        loop_write(&a, &writes[i].op, NULL, 0, done);
    loop_poll(loop, 0);
    ck_assert_int_gt(order, 0);
    ck_assert_int_lt(order, COUNT);
    ck_assert_int_eq(loop_run(loop), 0);
    for (int i = 0; i < COUNT; i++)
        ck_assert_int_eq(writes[i].order, i + 1);
    close_both();
    free(writes);
}
END_TEST

START_TEST(the_host_handle_sees_operations) {
    loop_descriptor handle;
    struct tracked read = {0}, write = {0};
    char bytes[4];
    open_pair(SOCK_STREAM);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    loop_read(&a, &read.op, bytes, 4, done);
    loop_poll(loop, 0);
    struct loop *host; // the host is a loop too
    struct loop_io entry = {0};
    struct tracked ready = {0};
    ck_assert_int_eq(loop_create(&host, NULL), 0);
    ck_assert_int_eq(loop_io_open(host, &entry, "inner loop", handle, LOOP_IO_SHARED), 0);
    loop_poll_ready(&entry, &ready.op, LOOP_POLL_IN, done);
    loop_poll(host, 0);
    ck_assert_int_eq(ready.calls, 0);
    write_text(&b, &write, "abc"); // completes at once, and makes `a` readable
    ck_assert_int_eq(loop_run(host), 0);
    ck_assert_int_eq(ready.result, LOOP_POLL_IN);
    loop_run_for(loop, MS);
    ck_assert_int_eq(write.result, 3);
    ck_assert_int_eq(read.result, 3);
    loop_io_close(&entry, NULL);
    loop_run(host);
    ck_assert_int_eq(loop_free(host), 0);
    close_both();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_io");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, read_and_write, 0, 2);
    tcase_add_test(tests, operations_of_one_direction_keep_their_order);
    tcase_add_loop_test(tests, a_write_takes_every_byte_of_every_buffer, 0, 3);
    tcase_add_test(tests, empty_reads_wait_for_data_and_empty_writes_do_not);
    tcase_add_test(tests, cancel);
    tcase_add_test(tests, close_cancels_what_is_in_flight);
    tcase_add_loop_test(tests, a_write_without_readers_is_an_error_not_a_signal, 0, 3);
    tcase_add_test(tests, poll_for_readiness);
    tcase_add_test(tests, tcp_round_trips);
    tcase_add_test(tests, refused_connections);
    tcase_add_test(tests, many_connections);
    tcase_add_loop_test(tests, plain_files_are_always_ready, 0, 2);
    tcase_add_test(tests, bad_descriptors);
    tcase_add_test(tests, an_unreferenced_object_does_not_keep_the_loop_alive);
    tcase_add_test(tests, io_that_is_always_ready_takes_turns_with_the_rest);
    tcase_add_test(tests, completions_come_in_bounded_batches);
    tcase_add_test(tests, the_host_handle_sees_operations);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
