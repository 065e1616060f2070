// What the tests of the loop ask of the system: one file of this name a platform.
#ifndef TESTS_LOOP_SYSTEM_H
#define TESTS_LOOP_SYSTEM_H

#include "loop/op.h"

#include <arpa/inet.h>
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static inline void sleep_for(long ns) {
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

// Whether the handle of a host is ready within the time.
static inline bool is_ready(loop_descriptor handle, int timeout_ms) {
    struct pollfd entry = {.fd = (int)handle, .events = POLLIN};
    return poll(&entry, 1, timeout_ms) == 1;
}

// Two connected ends of a stream.
static inline void stream_pair(loop_descriptor ends[2]) {
    int sockets[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    ends[0] = sockets[0];
    ends[1] = sockets[1];
}

// A pipe: what is written to the second end is read from the first.
static inline void pipe_pair(loop_descriptor ends[2]) {
    int pipes[2];
    ck_assert_int_eq(pipe(pipes), 0);
    ends[0] = pipes[0];
    ends[1] = pipes[1];
}

static inline loop_descriptor tcp_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }

// A socket that listens on loopback; its address is stored.
static inline loop_descriptor tcp_listener(struct sockaddr_in *address) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    socklen_t size = sizeof *address;
    *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    ck_assert_int_eq(bind(listener, (struct sockaddr *)address, size), 0);
    ck_assert_int_eq(listen(listener, 128), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)address, &size), 0);
    return listener;
}

static inline bool socket_is_open(loop_descriptor end) { return fcntl((int)end, F_GETFD) >= 0; }

// One byte into a socket, past the loop.
static inline void put_byte(loop_descriptor end) { ck_assert_int_eq(send((int)end, "x", 1, 0), 1); }

static inline void close_socket(loop_descriptor end) { close((int)end); }

#endif
