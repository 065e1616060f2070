// Sockets: what the runtime needs of the system beside the operations of the loop. net_posix.c and net_win.c
// implement it. Results of int are 0 or positive, or a negative errno. Descriptors are non-blocking and
// close-on-exec. Nothing here waits, except net_lookup.
#ifndef OS_NET_H
#define OS_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

// An address of any family, as the system has it.
struct net_address {
    uint64_t storage[16];
    unsigned length;
};

static inline const struct sockaddr *net_sockaddr(const struct net_address *address) {
    return (const struct sockaddr *)(const void *)address->storage;
}

// From a numeric IPv4 or IPv6 address (with "%zone" if need be) and a port. -EINVAL: it is neither.
int net_address_parse(struct net_address *out, const char *host, unsigned port);
// From the path of a Unix socket; a leading NUL is the abstract name space. -ENAMETOOLONG.
int net_address_path(struct net_address *out, const char *path, size_t length);

// An address as text: `host` (at least 64 bytes) gets the numeric address, or the path of a Unix socket cut
// to fit. Returns 4, 6, or 0 for a Unix socket.
int net_address_text(const struct net_address *address, char *host, size_t size, unsigned *port);

// A stream socket for addresses of this kind.
int net_socket(const struct net_address *address, intptr_t *out);
// Gives a socket a local address.
int net_bind(intptr_t socket, const struct net_address *address);
// Binds and listens. ipv6_only: an IPv6 socket does not take IPv4 connections as well.
int net_listen(intptr_t socket, const struct net_address *address, int backlog, bool ipv6_only);

// Whether a descriptor is a socket; others that streams may lie on are pipes and terminals.
bool net_is_socket(intptr_t descriptor);
// One try to read what is no socket, when something is there: bytes, or 0 at the end.
int64_t net_read_other(intptr_t descriptor, void *bytes, size_t length);
// One try to receive: bytes, 0 at the end, -EAGAIN when nothing is there.
int64_t net_receive(intptr_t socket, void *bytes, size_t length);
// One try to send: how many bytes were taken; -EAGAIN when none can be. Never raises SIGPIPE.
int64_t net_send(intptr_t socket, const void *bytes, size_t length);
void net_close(intptr_t socket);
// Ends the sending half.
int net_shutdown(intptr_t socket);
// Lets close(2) send a reset.
int net_reset_on_close(intptr_t socket);

int net_set_no_delay(intptr_t socket, bool on);
int net_set_keep_alive(intptr_t socket, bool on, unsigned seconds);
int net_local_address(intptr_t socket, struct net_address *out);
int net_remote_address(intptr_t socket, struct net_address *out);

// Looks a name up, waiting as long as it takes; from any thread. family: 4, 6, or 0 for both. Fills at most
// `capacity` addresses and returns their number, or a negative error number of its own kind: see
// net_lookup_error.
int net_lookup(const char *host, int family, struct net_address *out, int capacity);
// The code ("ENOTFOUND") of an error of net_lookup.
const char *net_lookup_error(int error);

#endif
