// One handle for a host that drives the loop, on Windows: an event that is set whenever a turn has work.
#ifndef LOOP_LOOP_IOCP_HOST_H
#define LOOP_LOOP_IOCP_HOST_H

#include "loop/loop_iocp_wait.h"

enum { IOCP_HOST_ENTRIES = 256 };

struct iocp_host;

// From now until iocp_host_free the waiter and its port belong to the host's thread. 0 or a negative errno.
int iocp_host_create(struct iocp_host **out, struct iocp_waiter *waiter);
// Stores what the thread had taken from the port and returns its number. NULL is allowed.
int iocp_host_free(struct iocp_host *host, struct iocp_entry *entries);
// The event: manual-reset, owned by the host.
void *iocp_host_event(const struct iocp_host *host);
// As iocp_waiter_wait, with room for IOCP_HOST_ENTRIES.
int iocp_host_wait(struct iocp_host *host, struct iocp_entry *entries, enum loop_wait how, uint64_t until);
// As loop_backend_arm.
bool iocp_host_arm(struct iocp_host *host, uint64_t deadline);

#endif
