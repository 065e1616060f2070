// What the tests of the loop ask of the system: one file of this name a platform.
#ifndef TESTS_LOOP_SYSTEM_H
#define TESTS_LOOP_SYSTEM_H

#include "loop/op.h"

#include <winsock2.h>

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <windows.h>

static inline void sleep_for(long ns) { Sleep((DWORD)((ns + 999999) / 1000000)); }

// Whether the handle of a host is ready within the time.
static inline bool is_ready(loop_descriptor handle, int timeout_ms) {
    return WaitForSingleObject((HANDLE)handle, (DWORD)timeout_ms) == WAIT_OBJECT_0;
}

// Loops start Winsock; sockets that are made before the first loop need it too.
static inline loop_descriptor tcp_socket(void) {
    WSADATA data;
    ck_assert_int_eq(WSAStartup(MAKEWORD(2, 2), &data), 0);
    SOCKET made = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(made != INVALID_SOCKET);
    return (loop_descriptor)made;
}

// A socket that listens on loopback; its address is stored.
static inline loop_descriptor tcp_listener(struct sockaddr_in *address) {
    SOCKET listener = (SOCKET)tcp_socket();
    int size = sizeof *address;
    *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    ck_assert_int_eq(bind(listener, (struct sockaddr *)address, size), 0);
    ck_assert_int_eq(listen(listener, 128), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)address, &size), 0);
    return (loop_descriptor)listener;
}

static inline void close_socket(loop_descriptor end) { closesocket((SOCKET)end); }

// Two connected ends of a stream.
static inline void stream_pair(loop_descriptor ends[2]) {
    struct sockaddr_in address;
    loop_descriptor listener = tcp_listener(&address);
    ends[0] = tcp_socket();
    ck_assert_int_eq(connect((SOCKET)ends[0], (struct sockaddr *)&address, sizeof address), 0);
    SOCKET accepted = accept((SOCKET)listener, NULL, NULL);
    ck_assert(accepted != INVALID_SOCKET);
    ends[1] = (loop_descriptor)accepted;
    close_socket(listener);
}

// A pipe: what is written to the second end is read from the first.
static inline void pipe_pair(loop_descriptor ends[2]) {
    static unsigned made;
    char name[64];
    snprintf(name, sizeof name, "\\\\.\\pipe\\test-loop-%lu-%u", (unsigned long)GetCurrentProcessId(),
             made++);
    HANDLE reader = CreateNamedPipeA(name, PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED, PIPE_TYPE_BYTE, 1,
                                     4096, 4096, 0, NULL);
    ck_assert(reader != INVALID_HANDLE_VALUE);
    HANDLE writer = CreateFileA(name, GENERIC_WRITE, 0, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    ck_assert(writer != INVALID_HANDLE_VALUE);
    ends[0] = (loop_descriptor)reader;
    ends[1] = (loop_descriptor)writer;
}

static inline bool socket_is_open(loop_descriptor end) {
    int type, size = sizeof type;
    return getsockopt((SOCKET)end, SOL_SOCKET, SO_TYPE, (char *)&type, &size) == 0;
}

// One byte into a socket, past the loop.
static inline void put_byte(loop_descriptor end) { ck_assert_int_eq(send((SOCKET)end, "x", 1, 0), 1); }

#endif
