// The loop and what only Windows has: kinds of handles, their inheritance and their number.
#include "loop_tracked.h"
#include "../run_suite.h"

#include <errno.h>
#include <stdlib.h>

START_TEST(what_cannot_be_opened) {
    char path[MAX_PATH], folder[MAX_PATH];
    HANDLE ends[2];
    SOCKET datagrams;
    a = (struct loop_io){0};
    GetTempPathA(sizeof folder, folder);
    GetTempFileNameA(folder, "vm", 0, path);
    HANDLE file = CreateFileA(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    ck_assert(file != INVALID_HANDLE_VALUE);
    ck_assert_int_eq(loop_io_open(loop, &a, "file", (loop_descriptor)file, 0), -ENOTSUP);
    ck_assert(CloseHandle(file)); // still the caller's
    DeleteFileA(path);
    ck_assert(CreatePipe(&ends[0], &ends[1], NULL, 0)); // not for overlapped use
    ck_assert_int_eq(loop_io_open(loop, &a, "pipe", (loop_descriptor)ends[0], 0), -EINVAL);
    CloseHandle(ends[0]);
    CloseHandle(ends[1]);
    datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    ck_assert_int_eq(loop_io_open(loop, &a, "datagrams", (loop_descriptor)datagrams, 0), -EPROTOTYPE);
    closesocket(datagrams);
    ck_assert(!loop_is_alive(loop));
}
END_TEST

START_TEST(an_object_belongs_to_one_loop) {
    struct loop *other;
    struct loop_io again = {0};
    open_pair();
    ck_assert_int_eq(loop_create(&other, NULL), 0);
    ck_assert_int_eq(loop_io_open(other, &again, "again", a.descriptor, 0), -EINVAL);
    ck_assert_int_eq(loop_free(other), 0);
    close_both();
}
END_TEST

static bool is_inherited(loop_descriptor end) {
    DWORD flags = 0;
    ck_assert(GetHandleInformation((HANDLE)end, &flags));
    return flags & HANDLE_FLAG_INHERIT;
}

START_TEST(connections_are_complete_and_not_inherited) {
    struct tracked accept = {0}, connect = {0};
    struct loop_io server = {0};
    struct sockaddr_in address, local, peer;
    int size = sizeof peer;
    ck_assert_int_eq(loop_io_open(loop, &server, "server", tcp_listener(&address), 0), 0);
    a = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, "client", tcp_socket(), 0), 0);
    ck_assert(!is_inherited(a.descriptor));
    loop_accept(&server, &accept.op, done);
    loop_connect(&a, &connect.op, (struct sockaddr *)&address, sizeof address, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(connect.result, 0);
    ck_assert(!is_inherited((loop_descriptor)accept.result));
    // Both know their addresses and can be shut down, as sockets of accept() and connect().
    ck_assert_int_eq(getsockname((SOCKET)a.descriptor, (struct sockaddr *)&local, &size), 0);
    ck_assert_int_eq(getpeername((SOCKET)accept.result, (struct sockaddr *)&peer, &size), 0);
    ck_assert_int_eq(peer.sin_port, local.sin_port);
    ck_assert_int_eq(getpeername((SOCKET)a.descriptor, (struct sockaddr *)&peer, &size), 0);
    ck_assert_int_eq(peer.sin_port, address.sin_port);
    ck_assert_int_eq(shutdown((SOCKET)a.descriptor, SD_SEND), 0);
    ck_assert_int_eq(shutdown((SOCKET)accept.result, SD_SEND), 0);
    close_socket((loop_descriptor)accept.result);
    loop_io_close(&server, NULL);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}
END_TEST

START_TEST(shared_sockets_are_not_closed) {
    loop_descriptor ends[2];
    struct tracked read = {0};
    char bytes[4];
    stream_pair(ends);
    open_ends("shared", ends, LOOP_IO_SHARED);
    loop_read(&a, &read.op, bytes, sizeof bytes, done);
    loop_poll(loop, 0);
    loop_io_close(&a, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(read.result, -ECANCELED);
    ck_assert(socket_is_open(ends[0]));
    close_both();
    close_socket(ends[0]);
    close_socket(ends[1]);
}
END_TEST

START_TEST(operations_of_the_wrong_kind) {
    struct tracked accept = {0}, connect = {0}, ready = {0};
    struct sockaddr_in nowhere = {.sin_family = AF_INET};
    open_pipe(0);
    loop_accept(&a, &accept.op, done);
    loop_connect(&b, &connect.op, (struct sockaddr *)&nowhere, sizeof nowhere, done);
    loop_poll_ready(&a, &ready.op, LOOP_POLL_IN, done);
    ck_assert_int_eq(loop_run(loop), 0);
    ck_assert_int_eq(accept.result, -ENOTSOCK);
    ck_assert_int_eq(connect.result, -ENOTSOCK);
    ck_assert_int_eq(ready.result, -ENOTSOCK);
    close_both();
}
END_TEST

static void run_work(struct loop_work *work) { (void)work; }
static void work_done(struct loop *l, struct loop_work *work, int status) {
    (void)work, (void)status;
    loop_stop(l);
}

// One of everything, closed or given up.
static void use_a_loop(bool close) {
    struct tracked accept = {0}, read = {0}, poll = {0};
    struct loop_io server = {0}, client = {0};
    struct loop_work work;
    struct sockaddr_in address;
    loop_descriptor handle, listener = tcp_listener(&address), end = tcp_socket();
    struct loop *kept = loop;
    ck_assert_int_eq(loop_create(&loop, NULL), 0);
    ck_assert_int_eq(loop_host_handle(loop, &handle), 0);
    ck_assert_int_eq(loop_io_open(loop, &server, "server", listener, 0), 0);
    ck_assert_int_eq(loop_io_open(loop, &client, "client", end, 0), 0);
    loop_accept(&server, &accept.op, done);
    ck_assert_int_eq(loop_work_submit(loop, &work, run_work, work_done), 0);
    ck_assert_int_eq(loop_run(loop), 1);
    loop_connect(&client, &read.op, (struct sockaddr *)&address, sizeof address, done);
    while (!accept.calls || !read.calls)
        loop_poll(loop, MS);
    loop_read(&client, &read.op, NULL, 0, done);
    loop_poll_ready(&client, &poll.op, LOOP_POLL_HANGUP, done);
    close_socket((loop_descriptor)accept.result);
    loop_accept(&server, &accept.op, done);
    if (close) {
        loop_io_close(&server, NULL);
        loop_io_close(&client, NULL);
        ck_assert_int_eq(loop_run(loop), 0);
    }
    ck_assert_int_eq(loop_free(loop), 0);
    if (!close) close_socket(listener);
    if (!close) close_socket(end);
    loop = kept;
}

// By looking at every value that a handle could have: Wine does not count them.
static unsigned count_handles(void) {
    unsigned count = 0;
    DWORD flags;
    for (uintptr_t value = 4; value < 0x2000; value += 4)
        count += GetHandleInformation((HANDLE)value, &flags) != 0;
    return count;
}

START_TEST(handles_are_balanced) {
    for (int i = 0; i < 3; i++) // libraries keep some
        use_a_loop(_i);
    unsigned before = count_handles();
    ck_assert_uint_gt(before, 0);
    for (int i = 0; i < 10; i++)
        use_a_loop(_i);
    ck_assert_uint_lt(count_handles(), before + 10);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_windows");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, what_cannot_be_opened);
    tcase_add_test(tests, an_object_belongs_to_one_loop);
    tcase_add_test(tests, connections_are_complete_and_not_inherited);
    tcase_add_test(tests, shared_sockets_are_not_closed);
    tcase_add_test(tests, operations_of_the_wrong_kind);
    tcase_add_loop_test(tests, handles_are_balanced, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
