// The loop and what only POSIX systems have: descriptor flags, signals, fork, shared descriptors, plain
// files.
#include "loop_tracked.h"
#include "run_suite.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>

// --- descriptors

START_TEST(descriptors_become_non_blocking_and_close_on_exec) {
    struct tracked accept = {0}, connect = {0};
    struct loop_io server = {0};
    struct sockaddr_in address;
    loop_descriptor handle;
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    ck_assert(fcntl((int)handle, F_GETFD) & FD_CLOEXEC);
    open_pair();
    ck_assert(fcntl((int)a.descriptor, F_GETFL) & O_NONBLOCK);
    ck_assert(fcntl((int)a.descriptor, F_GETFD) & FD_CLOEXEC);
    close_both();
    ck_assert_int_eq(loop_io_open(loop, &server, "server", tcp_listener(&address), 0), 0);
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", tcp_socket(), 0), 0);
    loop_accept(&server, &accept.op, done);
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert(fcntl((int)accept.result, F_GETFD) & FD_CLOEXEC);
    ck_assert(fcntl((int)accept.result, F_GETFL) & O_NONBLOCK);
    close_socket(accept.result);
    loop_io_close(&server, NULL);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(messages_keep_their_borders) {
    struct tracked reads[2] = {0}, writes[2] = {0};
    char bytes[2][8];
    int sockets[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets), 0);
    open_ends("messages", (loop_descriptor[2]){sockets[0], sockets[1]}, 0);
    for (int i = 0; i < 2; i++)
        loop_read(&a, &reads[i].op, bytes[i], sizeof bytes[i], done);
    for (int i = 0; i < 2; i++)
        write_text(&b, &writes[i], i ? "two" : "one");
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(reads[0].result, 3);
    ck_assert_mem_eq(bytes[0], "one", 3);
    ck_assert_int_eq(reads[1].result, 3);
    ck_assert_mem_eq(bytes[1], "two", 3);
    close_both();
}
END_TEST

START_TEST(a_hang_up_is_told_before_the_data_is_read) {
    struct tracked hangup = {0}, write = {0};
    open_pair();
    loop_poll_ready(&a, &hangup.op, LOOP_POLL_HANGUP, done);
    write_text(&b, &write, "abc");
    ck_assert_int_eq(loop_poll(loop, 0), 1);
    ck_assert_int_eq(hangup.calls, 0);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(hangup.result, LOOP_POLL_HANGUP);
    close_both();
}
END_TEST

// Resets a connection, before or after its other end reads.
START_TEST(a_reset_connection_is_an_error) {
    struct tracked accept = {0}, connect = {0}, read = {0};
    struct loop_io server = {0};
    struct sockaddr_in address;
    struct linger none = {.l_onoff = 1};
    char bytes[4];
    ck_assert_int_eq(loop_io_open(loop, &server, "server", tcp_listener(&address), 0), 0);
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", tcp_socket(), 0), 0);
    loop_accept(&server, &accept.op, done);
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(setsockopt((int)accept.result, SOL_SOCKET, SO_LINGER, &none, sizeof none), 0);
    if (_i == 0) close_socket(accept.result);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    if (_i == 1) close_socket(accept.result);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, -ECONNRESET);
    loop_io_close(&server, NULL);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(reading_what_is_not_connected) {
    struct tracked read = {0};
    char bytes[4];
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", tcp_socket(), 0), 0);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, -ENOTCONN);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(a_path_where_no_socket_is) {
    struct tracked connect = {0};
    struct sockaddr_un nowhere = {.sun_family = AF_UNIX, .sun_path = "/nonexistent/socket"};
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", socket(AF_UNIX, SOCK_STREAM, 0), 0), 0);
    loop_connect(&a, &connect.op, (struct sockaddr *)&nowhere, sizeof nowhere, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, -ENOENT);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(plain_files_are_always_ready) {
    char path[] = "/tmp/test_loop_posix_XXXXXX", bytes[16];
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

enum { LARGE = 1 << 20 };

struct sink {
    struct loop_op read;
    char bytes[65536];
    const char *expected;
    size_t received;
};

static void sink_read(struct loop *l, struct loop_op *op) {
    struct sink *sink = LOOP_CONTAINER(op, struct sink, read);
    (void)l;
    ck_assert_int_ge(op->result, 0);
    ck_assert_mem_eq(sink->bytes, sink->expected + sink->received, (size_t)op->result);
    sink->received += (size_t)op->result;
    if (sink->received < LARGE) loop_read(op->io, op, sink->bytes, sizeof sink->bytes, sink_read);
}

START_TEST(shared_descriptors_stay_blocking_and_open) {
    struct tracked write = {0};
    struct sink *sink = calloc(1, sizeof *sink);
    char *bytes = malloc(LARGE);
    for (int i = 0; i < LARGE; i++)
        bytes[i] = (char)(i % 251);
    sink->expected = bytes;
    open_pipe(LOOP_IO_SHARED);
    loop_descriptor reader = a.descriptor, writer = b.descriptor;
    loop_read(&a, &sink->read, sink->bytes, sizeof sink->bytes, sink_read);
    loop_write(&b, &write.op, &(struct loop_buffer){bytes, LARGE}, 1, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(write.result, LARGE);
    ck_assert_uint_eq(sink->received, LARGE);
    close_both();
    ck_assert(!(fcntl((int)reader, F_GETFL) & O_NONBLOCK));
    ck_assert(!(fcntl((int)writer, F_GETFL) & O_NONBLOCK));
    close((int)reader);
    close((int)writer);
    free(bytes);
    free(sink);
}
END_TEST

START_TEST(a_write_without_readers_is_an_error_not_a_signal) {
    struct tracked write = {0};
    sigset_t pending;
    if (_i == 0)
        open_pair();
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

START_TEST(a_loop_can_be_the_host_of_another) {
    loop_descriptor handle;
    struct tracked read = {0}, write = {0};
    char bytes[4];
    open_pair();
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    loop_read(&a, &read.op, bytes, 4, done);
    loop_poll(loop, 0);
    struct loop *host;
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

// --- processes

static int fires;

static void fired_once(struct loop *l, struct loop_timer *timer) {
    (void)l, (void)timer;
    fires++;
}

START_TEST(a_forked_child_may_only_free) {
    struct loop_timer timer;
    loop_timer_initialize(&timer, fired_once);
    loop_timer_start_after(loop, &timer, MS, false);
    fires = 0;
    pid_t child = fork();
    if (child == 0) {
        bool refused = loop_poll(loop, 0) == -ECHILD && loop_run(loop) == -ECHILD;
        _exit(refused && loop_free(loop) == 0 ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(fires, 1);
}
END_TEST

// --- signals

static atomic_int signals;
static void on_alarm(int number) {
    (void)number;
    atomic_fetch_add(&signals, 1);
}

static int early;
static void fired(struct loop *l, struct loop_timer *timer) {
    early += loop_now_ns(l) < timer->node.deadline;
    if (++fires < 40) loop_timer_start_after(l, timer, 2500000, false);
}

START_TEST(e12_a_storm_of_signals_does_no_harm) {
    struct sigaction action = {.sa_handler = on_alarm}, before;
    struct itimerval often = {{0, 1000}, {0, 1000}}, off = {{0, 0}, {0, 0}};
    struct loop_timer timer;
    sigaction(SIGALRM, &action, &before);
    setitimer(ITIMER_REAL, &often, NULL);
    early = fires = 0;
    atomic_store(&signals, 0);
    loop_timer_initialize(&timer, fired);
    loop_timer_start_after(loop, &timer, 2500000, false);
    ck_assert_int_eq(loop_run(loop), 0);
    setitimer(ITIMER_REAL, &off, NULL);
    sigaction(SIGALRM, &before, NULL);
    ck_assert_int_eq(fires, 40);
    ck_assert_int_eq(early, 0);
    ck_assert_int_gt(atomic_load(&signals), 10);
    ck_assert_uint_le(loop_statistics(loop)->turns, 3 * 40); // a signal does not end a wait
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_posix");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, descriptors_become_non_blocking_and_close_on_exec);
    tcase_add_test(tests, messages_keep_their_borders);
    tcase_add_test(tests, a_hang_up_is_told_before_the_data_is_read);
    tcase_add_loop_test(tests, a_reset_connection_is_an_error, 0, 2);
    tcase_add_test(tests, reading_what_is_not_connected);
    tcase_add_test(tests, a_path_where_no_socket_is);
    tcase_add_loop_test(tests, plain_files_are_always_ready, 0, 2);
    tcase_add_test(tests, shared_descriptors_stay_blocking_and_open);
    tcase_add_loop_test(tests, a_write_without_readers_is_an_error_not_a_signal, 0, 3);
    tcase_add_test(tests, a_loop_can_be_the_host_of_another);
    tcase_add_test(tests, a_forked_child_may_only_free);
    tcase_add_test(tests, e12_a_storm_of_signals_does_no_harm);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
