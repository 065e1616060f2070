// The client of benchmarks/net/echo: round trips of small messages on one or many connections.
//
//     echo_client PORT CONNECTIONS BYTES SECONDS
//
// Each connection has one message under way. Prints round trips and seconds.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int open_connection(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1, connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address)) {
        fail("connect");
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connection;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "Usage: echo_client PORT CONNECTIONS BYTES SECONDS\n");
        return 2;
    }
    int count = atoi(argv[2]), bytes = atoi(argv[3]);
    double seconds = atof(argv[4]);
    char *message = malloc((size_t)bytes), *answer = malloc((size_t)bytes);
    int *received = calloc((size_t)count, sizeof *received),
        *connections = calloc((size_t)count, sizeof(int));
    int epoll = epoll_create1(0);
    if (!message || !answer || !received || !connections || epoll < 0) {
        fail("start");
    }
    memset(message, 'x', (size_t)bytes);
    for (int i = 0; i < count; i++) {
        connections[i] = open_connection((unsigned)atoi(argv[1]));
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)i};
        epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i], &event);
    }
    for (int i = 0; i < count; i++) {
        if (send(connections[i], message, (size_t)bytes, 0) != bytes) {
            fail("send");
        }
    }
    long trips = 0;
    double start = now(), end = start + seconds;
    while (now() < end) {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, 1000);
        for (int k = 0; k < ready; k++) {
            unsigned i = events[k].data.u32;
            ssize_t got = recv(connections[i], answer, (size_t)bytes, 0);
            if (got <= 0) {
                fail("recv");
            }
            received[i] += (int)got;
            if (received[i] < bytes) {
                continue;
            }
            received[i] -= bytes;
            trips++;
            if (send(connections[i], message, (size_t)bytes, 0) != bytes) {
                fail("send");
            }
        }
    }
    printf("%ld %.3f\n", trips, now() - start);
    return 0;
}
