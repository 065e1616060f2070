// Sockets on POSIX systems.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "os/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

_Static_assert(sizeof(struct sockaddr_storage) <= sizeof((struct net_address *)0)->storage, "fits");

static int result_of(int returned) { return returned < 0 ? -errno : returned; }

// --- addresses

#define ZONE_CHARACTERS "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-.:"

int net_address_parse(struct net_address *out, const char *host, unsigned port) {
    struct sockaddr_in *v4 = (struct sockaddr_in *)out->storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out->storage;
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)port);
        out->length = sizeof *v4;
        return 0;
    }
    char address[INET6_ADDRSTRLEN];
    const char *zone = strchr(host, '%');
    size_t length = zone ? (size_t)(zone - host) : strlen(host);
    if (length >= sizeof address || (zone && strspn(zone + 1, ZONE_CHARACTERS) != strlen(zone + 1))) {
        return -EINVAL;
    }
    memcpy(address, host, length);
    address[length] = '\0';
    if (inet_pton(AF_INET6, address, &v6->sin6_addr) != 1) {
        return -EINVAL;
    }
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons((uint16_t)port);
    v6->sin6_scope_id = zone ? if_nametoindex(zone + 1) : 0;
    out->length = sizeof *v6;
    return 0;
}

int net_address_path(struct net_address *out, const char *path, size_t length) {
    struct sockaddr_un *address = (struct sockaddr_un *)out->storage;
    memset(out, 0, sizeof *out);
    if (length >= sizeof address->sun_path) {
        return -ENAMETOOLONG;
    }
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    out->length = (unsigned)(offsetof(struct sockaddr_un, sun_path) + length + (length && path[0]));
    return 0;
}

int net_address_text(const struct net_address *address, char *host, size_t size, unsigned *port) {
    const struct sockaddr *any = net_sockaddr(address);
    *port = 0;
    host[0] = '\0';
    if (any->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const void *)address->storage;
        inet_ntop(AF_INET, &v4->sin_addr, host, (socklen_t)size);
        *port = ntohs(v4->sin_port);
        return 4;
    }
    if (any->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const void *)address->storage;
        inet_ntop(AF_INET6, &v6->sin6_addr, host, (socklen_t)size);
        char zone[IF_NAMESIZE];
        if (v6->sin6_scope_id && if_indextoname(v6->sin6_scope_id, zone)) {
            size_t used = strlen(host);
            snprintf(host + used, size - used, "%%%s", zone);
        }
        *port = ntohs(v6->sin6_port);
        return 6;
    }
    const struct sockaddr_un *path = (const void *)address->storage;
    if (address->length > offsetof(struct sockaddr_un, sun_path)) {
        snprintf(host, size, "%.*s", (int)sizeof path->sun_path, path->sun_path);
    }
    return 0;
}

static int get_address(int (*get)(int, struct sockaddr *, socklen_t *), intptr_t socket,
                       struct net_address *out) {
    socklen_t length = sizeof out->storage;
    memset(out, 0, sizeof *out);
    int result = result_of(get((int)socket, (struct sockaddr *)out->storage, &length));
    out->length = length;
    return result;
}

int net_local_address(intptr_t socket, struct net_address *out) {
    return get_address(getsockname, socket, out);
}

int net_remote_address(intptr_t socket, struct net_address *out) {
    return get_address(getpeername, socket, out);
}

// --- sockets

int net_socket(const struct net_address *address, intptr_t *out) {
    int result =
        result_of(socket(net_sockaddr(address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (result >= 0) {
        *out = result;
    }
    return result < 0 ? result : 0;
}

static int set_option(intptr_t socket, int level, int name, int value) {
    return result_of(setsockopt((int)socket, level, name, &value, sizeof value));
}

int net_bind(intptr_t socket, const struct net_address *address) {
    return result_of(bind((int)socket, net_sockaddr(address), address->length));
}

int net_listen(intptr_t socket, const struct net_address *address, int backlog, bool ipv6_only) {
    int family = net_sockaddr(address)->sa_family, result = 0;
    if (family != AF_UNIX) {
        result = set_option(socket, SOL_SOCKET, SO_REUSEADDR, 1);
    }
    if (!result && family == AF_INET6) {
        result = set_option(socket, IPPROTO_IPV6, IPV6_V6ONLY, ipv6_only);
    }
    if (!result) {
        result = net_bind(socket, address);
    }
    return result ? result : result_of(listen((int)socket, backlog));
}

bool net_is_socket(intptr_t descriptor) {
    int type;
    socklen_t size = sizeof type;
    return getsockopt((int)descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

int64_t net_read_other(intptr_t descriptor, void *bytes, size_t length) {
    ssize_t count;
    do {
        count = read((int)descriptor, bytes, length);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? (errno == EWOULDBLOCK ? -EAGAIN : -errno) : count;
}

int64_t net_receive(intptr_t socket, void *bytes, size_t length) {
    ssize_t count;
    do {
        count = recv((int)socket, bytes, length, MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? (errno == EWOULDBLOCK ? -EAGAIN : -errno) : count;
}

int64_t net_send(intptr_t socket, const void *bytes, size_t length) {
    ssize_t count;
    do {
        count = send((int)socket, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? (errno == EWOULDBLOCK ? -EAGAIN : -errno) : count;
}

void net_close(intptr_t socket) {
    if (socket >= 0) {
        close((int)socket);
    }
}

int net_shutdown(intptr_t socket) { return result_of(shutdown((int)socket, SHUT_WR)); }

int net_reset_on_close(intptr_t socket) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    return result_of(setsockopt((int)socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger));
}

int net_set_no_delay(intptr_t socket, bool on) { return set_option(socket, IPPROTO_TCP, TCP_NODELAY, on); }

int net_set_keep_alive(intptr_t socket, bool on, unsigned seconds) {
    int result = set_option(socket, SOL_SOCKET, SO_KEEPALIVE, on);
    if (!result && on && seconds) {
        result = set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, (int)seconds);
    }
    return result;
}

// --- names

int net_lookup(const char *host, int family, struct net_address *out, int capacity) {
    struct addrinfo hints = {.ai_family = family == 4   ? AF_INET
                                          : family == 6 ? AF_INET6
                                                        : AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM};
    struct addrinfo *list;
    int error = getaddrinfo(host, NULL, &hints, &list), count = 0;
    if (error) {
        return error < 0 ? error : -error;
    }
    for (struct addrinfo *a = list; a && count < capacity; a = a->ai_next) {
        if (a->ai_addrlen <= sizeof out->storage) {
            memset(&out[count], 0, sizeof *out);
            memcpy(out[count].storage, a->ai_addr, a->ai_addrlen);
            out[count++].length = a->ai_addrlen;
        }
    }
    freeaddrinfo(list);
    return count;
}

const char *net_lookup_error(int error) {
    switch (error) {
    case EAI_AGAIN: return "EAI_AGAIN";
    case EAI_FAIL: return "EAI_FAIL";
    case EAI_MEMORY: return "EAI_MEMORY";
    case EAI_BADFLAGS: return "EAI_BADFLAGS";
    default: return "ENOTFOUND";
    }
}
