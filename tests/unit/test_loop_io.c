// Operations that complete, over pipes, pairs of stream sockets and TCP on loopback.
#include "loop_tracked.h"
#include "run_suite.h"

#include <errno.h>
#include <stdlib.h>

START_TEST(read_and_write) {
    struct tracked read = {0}, write = {0};
    char bytes[16];
    if (_i == 0)
        open_pair();
    else
        open_pipe(0);
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
    static char *const texts[3] = {"a", "bb", "c"};
    char bytes[3][2];
    open_pair();
    for (int i = 0; i < 3; i++)
        loop_read(&a, &reads[i].op, bytes[i], strlen(texts[i]), done);
    for (int i = 0; i < 3; i++)
        write_text(&b, &writes[i], texts[i]);
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
        open_pair();
    else
        open_pipe(0);
    loop_read(&a, &sink->read.op, sink->bytes, sizeof sink->bytes, sink_read);
    loop_write(&b, &write.op, buffers, 200, close_when_written);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, LARGE);
    ck_assert_uint_eq(sink->received, LARGE);
    ck_assert_uint_eq(sink->sum, sum);
    close_both();
    free(sink);
    free(bytes);
}
END_TEST

START_TEST(empty_reads_wait_for_data_and_empty_writes_do_not) {
    struct tracked read = {0}, write = {0};
    open_pair();
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
    open_pair();
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

START_TEST(a_cancelled_operation_makes_way_for_the_next) {
    struct tracked reads[3] = {0}, write = {0};
    char bytes[3][4];
    open_pair();
    for (int i = 0; i < 3; i++)
        loop_read(&a, &reads[i].op, bytes[i], 2, done);
    loop_op_cancel(&reads[0].op); // is first
    loop_op_cancel(&reads[1].op); // waits behind it
    write_text(&b, &write, "xy");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(reads[0].result, -ECANCELED);
    ck_assert_int_eq(reads[1].result, -ECANCELED);
    ck_assert_int_eq(reads[2].result, 2);
    ck_assert_mem_eq(bytes[2], "xy", 2);
    close_both();
}
END_TEST

enum { MORE_THAN_FITS = 64 << 20 };

// A write that nobody reads: it waits, a part of it taken.
START_TEST(cancel_a_write_under_way) {
    struct tracked writes[2] = {0};
    char *bytes = calloc(1, MORE_THAN_FITS);
    if (_i == 0)
        open_pair();
    else
        open_pipe(0);
    for (int i = 0; i < 2; i++)
        loop_write(&b, &writes[i].op, &(struct loop_buffer){bytes, MORE_THAN_FITS}, 1, done);
    for (int turns = 0; turns < 10; turns++)
        loop_poll(loop, MS);
    ck_assert_int_eq(writes[0].calls, 0);
    loop_op_cancel(&writes[0].op);
    loop_op_cancel(&writes[1].op);
    ck_assert_int_eq(loop_run(loop), 0);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(writes[i].calls, 1);
        ck_assert_int_eq(writes[i].result, -ECANCELED);
    }
    close_both();
    free(bytes);
}
END_TEST

START_TEST(closing_gives_the_buffers_back) {
    struct tracked read = {0}, write = {0};
    char *incoming = malloc(8), *outgoing = calloc(1, MORE_THAN_FITS);
    if (_i == 0)
        open_pair();
    else
        open_pipe(0);
    loop_read(&a, &read.op, incoming, 8, done);
    loop_poll(loop, 0);
    loop_io_close(&a, NULL);
    memset(incoming, 0x55, 8);
    free(incoming); // before the callback
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, -ECANCELED);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    if (_i == 0)
        open_pair();
    else
        open_pipe(0);
    loop_write(&b, &write.op, &(struct loop_buffer){outgoing, MORE_THAN_FITS}, 1, done);
    loop_poll(loop, MS);
    loop_io_close(&b, NULL);
    free(outgoing);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, -ECANCELED);
    close_both();
}
END_TEST

START_TEST(freeing_the_loop_gives_everything_back) {
    struct tracked *operations = calloc(4, sizeof *operations);
    struct loop_io *objects = calloc(3, sizeof *objects);
    struct loop *other;
    loop_descriptor ends[2], handle;
    struct sockaddr_in listening;
    char *bytes = calloc(1, 8);
    stream_pair(ends);
    ck_assert_int_eq(loop_create(&other, NULL), 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(loop_io_open(other, &objects[i], "socket", ends[i], 0), 0);
    ck_assert_int_eq(loop_io_open(other, &objects[2], "server", tcp_listener(&listening), 0), 0);
    loop_read(&objects[0], &operations[0].op, bytes, 8, done);
    loop_read(&objects[1], &operations[1].op, NULL, 0, done);
    loop_poll_ready(&objects[1], &operations[2].op, LOOP_POLL_IN, done);
    loop_accept(&objects[2], &operations[3].op, done);
    loop_descriptor listener = objects[2].descriptor;
    if (_i == 1) ck_assert_int_eq(loop_host_handle(other, &handle), 0);
    if (_i == 2) loop_io_close(&objects[2], NULL);
    loop_poll(other, 0);
    ck_assert_int_eq(loop_free(other), 0);
    free(operations);
    free(objects);
    put_byte(ends[1]); // would arrive in the buffer
    sleep_for(MS);
    ck_assert_int_eq(bytes[0], 0);
    free(bytes);
    close_socket(ends[0]);
    close_socket(ends[1]);
    if (_i != 2) close_socket(listener);
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
    open_pair();
    loop_descriptor descriptor = a.descriptor;
    closes = 0;
    closing_read = &read;
    loop_read(&a, &read.op, bytes, 8, done);
    loop_poll_ready(&a, &poll.op, LOOP_POLL_IN, done);
    loop_io_close(&a, on_closed);
    loop_io_close(&a, NULL);
    ck_assert(!socket_is_open(descriptor));
    ck_assert_int_eq(loop_read(&a, &late.op, bytes, 8, done), -EBADF);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(closes, 1);
    ck_assert_int_eq(read.result, -ECANCELED);
    ck_assert_int_eq(poll.result, -ECANCELED);
    ck_assert_int_eq(late.calls, 0);
    close_both();
}
END_TEST

START_TEST(closing_cancels_in_order) {
    struct tracked reads[3] = {0}, writes[3] = {0};
    char bytes[4], *outgoing = calloc(1, MORE_THAN_FITS);
    open_pair();
    for (int i = 0; i < 3; i++) {
        loop_read(&a, &reads[i].op, bytes, sizeof bytes, done);
        loop_write(&a, &writes[i].op, &(struct loop_buffer){outgoing, MORE_THAN_FITS}, 1, done);
    }
    loop_poll(loop, MS);
    loop_io_close(&a, NULL);
    free(outgoing);
    ck_assert_int_eq(loop_run(loop), 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(reads[i].result, -ECANCELED);
        ck_assert_int_eq(writes[i].result, -ECANCELED);
        ck_assert(i == 0 || reads[i].order > reads[i - 1].order);
        ck_assert(i == 0 || writes[i].order > writes[i - 1].order);
    }
    close_both();
}
END_TEST

START_TEST(a_pipe_without_readers_is_an_error) {
    struct tracked write = {0};
    open_pipe(0);
    loop_io_close(&a, NULL);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, -EPIPE);
    close_both();
}
END_TEST

START_TEST(poll_for_readiness) {
    struct tracked in = {0}, both = {0}, write = {0}, hangup = {0}, read = {0};
    open_pair();
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
    char bytes[4];
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    while (!read.calls)
        loop_poll(loop, MS);
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
    server = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &server, "server", tcp_listener(&address), 0), 0);
}

static void open_client(void) {
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", tcp_socket(), 0), 0);
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
    ck_assert_int_le(read.result, 0); // -ENOTCONN, where the system says so; it does not wait
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(operations_wait_for_the_connection) {
    struct tracked accept = {0}, connect = {0}, read = {0}, write = {0};
    char bytes[4];
    listen_on_loopback();
    open_client();
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    loop_accept(&server, &accept.op, done);
    while (!accept.calls)
        loop_poll(loop, MS);
    b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &b, "connection", (loop_descriptor)accept.result, 0), 0);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, 0);
    ck_assert_int_eq(read.result, 3);
    loop_io_close(&server, NULL);
    close_both();
}
END_TEST

START_TEST(cancel_accepts_and_connections) {
    struct tracked pair[2] = {0}, connect = {0}, write = {0};
    listen_on_loopback();
    open_client();
    for (int i = 0; i < 2; i++)
        loop_accept(&server, &pair[i].op, done);
    loop_poll(loop, 0);
    loop_op_cancel(&pair[0].op);
    loop_op_cancel(&pair[1].op);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(pair[0].result, -ECANCELED);
    ck_assert_int_eq(pair[1].result, -ECANCELED);
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    write_text(&a, &write, "x");
    loop_op_cancel(&connect.op);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.calls, 1);
    ck_assert(connect.result == -ECANCELED || connect.result == 0);
    ck_assert_int_eq(write.calls, 1);
    loop_io_close(&a, NULL);
    loop_io_close(&server, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
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
        ck_assert_int_eq(loop_io_open(loop, &clients[i].io, "client", tcp_socket(), 0), 0);
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

START_TEST(bad_descriptors) {
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "bad", 1000000, 0), -EBADF);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

START_TEST(an_unreferenced_object_does_not_keep_the_loop_alive) {
    struct tracked read = {0};
    char bytes[4];
    open_pair();
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
    open_pair();
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
    close_both();
}
END_TEST

START_TEST(completions_come_in_bounded_batches) {
    enum { COUNT = 3000 };
    struct tracked *writes = calloc(COUNT, sizeof *writes);
    open_pair();
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
    open_pair();
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    loop_read(&a, &read.op, bytes, 4, done);
    loop_poll(loop, 0);
    ck_assert(!is_ready(handle, 0));
    write_text(&b, &write, "abc");
    while (!write.calls || !read.calls) {
        ck_assert(is_ready(handle, 60000)); // nothing is lost, or this would wait for ever
        loop_run_for(loop, MS);
    }
    ck_assert_int_eq(write.result, 3);
    ck_assert_int_eq(read.result, 3);
    close_both();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_io");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, read_and_write, 0, 2);
    tcase_add_test(tests, operations_of_one_direction_keep_their_order);
    tcase_add_loop_test(tests, a_write_takes_every_byte_of_every_buffer, 0, 2);
    tcase_add_test(tests, empty_reads_wait_for_data_and_empty_writes_do_not);
    tcase_add_test(tests, cancel);
    tcase_add_test(tests, a_cancelled_operation_makes_way_for_the_next);
    tcase_add_loop_test(tests, cancel_a_write_under_way, 0, 2);
    tcase_add_loop_test(tests, closing_gives_the_buffers_back, 0, 2);
    tcase_add_loop_test(tests, freeing_the_loop_gives_everything_back, 0, 3);
    tcase_add_test(tests, close_cancels_what_is_in_flight);
    tcase_add_test(tests, closing_cancels_in_order);
    tcase_add_test(tests, a_pipe_without_readers_is_an_error);
    tcase_add_test(tests, poll_for_readiness);
    tcase_add_test(tests, tcp_round_trips);
    tcase_add_test(tests, refused_connections);
    tcase_add_test(tests, operations_wait_for_the_connection);
    tcase_add_test(tests, cancel_accepts_and_connections);
    tcase_add_test(tests, many_connections);
    tcase_add_test(tests, bad_descriptors);
    tcase_add_test(tests, an_unreferenced_object_does_not_keep_the_loop_alive);
    tcase_add_test(tests, io_that_is_always_ready_takes_turns_with_the_rest);
    tcase_add_test(tests, completions_come_in_bounded_batches);
    tcase_add_test(tests, the_host_handle_sees_operations);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
