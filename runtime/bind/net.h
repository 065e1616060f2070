// Sockets and name look-up.
#ifndef BIND_NET_H
#define BIND_NET_H

struct runtime;
struct net_handle;
struct lookup;

struct net_state {
    struct net_handle *sockets; // those that are open
    struct lookup *lookups;     // under way
    void *scratch;              // what is received lies here first
};

void net_detach(struct runtime *rt);

#endif
