// The timed wait of the Windows backend (loop_iocp.c), written against a table of functions and in plain C
// types, so that tests stand in for the system, on every platform.
#ifndef LOOP_LOOP_IOCP_WAIT_H
#define LOOP_LOOP_IOCP_WAIT_H

#include "loop/backend.h"

#include <stdbool.h>
#include <stdint.h>

// As OVERLAPPED_ENTRY. One without `overlapped` is a wake-up and nothing else.
struct iocp_entry {
    uintptr_t key;
    void *overlapped;
    uintptr_t status;
    uint32_t bytes;
};

// The keys of wake-ups, for those who look into a port.
enum { IOCP_KEY_OBJECT, IOCP_KEY_WAKE, IOCP_KEY_TIMER, IOCP_KEY_NUDGE };

#define IOCP_INFINITE UINT32_MAX

// CREATE_WAITABLE_TIMER_HIGH_RESOLUTION; SYNCHRONIZE | TIMER_QUERY_STATE | TIMER_MODIFY_STATE; GENERIC_ALL.
enum { IOCP_TIMER_FLAGS = 2, IOCP_TIMER_ACCESS = 0x100000 | 1 | 2 };
#define IOCP_PACKET_ACCESS UINT32_C(0x10000000)

// NTSTATUS of the functions below.
enum { IOCP_STATUS_SUCCESS = 0, IOCP_STATUS_PENDING = 0x103 };
#define IOCP_STATUS_CANCELLED ((int32_t)0xC0000120)

// Functions of ntdll. All platforms with completion ports that this is built for have one calling convention.
typedef void iocp_function(void);
typedef int32_t iocp_create_packet(void **packet, uint32_t access,
                                   void *attributes); // NtCreateWaitCompletionPacket
typedef int32_t iocp_associate_packet(void *packet, void *port, void *target, void *key, void *overlapped,
                                      int32_t status, uintptr_t bytes,
                                      uint8_t *already_signalled);          // NtAssociateWaitCompletionPacket
typedef int32_t iocp_cancel_packet(void *packet, uint8_t remove_signalled); // NtCancelWaitCompletionPacket

struct iocp_system {
    uint64_t (*clock)(void);
    // GetQueuedCompletionStatusEx: the number of entries, 0 when the time has passed, or a negative errno.
    int (*wait)(void *port, struct iocp_entry *entries, uint32_t maximum, uint32_t milliseconds);
    // A function of ntdll, NULL where it has none of that name.
    iocp_function *(*find)(const char *name);
    // CreateWaitableTimerExW without attributes and name: NULL when it fails.
    void *(*create_timer)(uint32_t flags, uint32_t access);
    // SetWaitableTimer, once: units of 100 ns, negative from now.
    bool (*set_timer)(void *timer, int64_t due);
    void (*close)(void *handle);
};

struct iocp_waiter {
    const struct iocp_system *system;
    void *port;
    void *timer, *packet; // both or none
    iocp_associate_packet *associate;
    iocp_cancel_packet *cancel;
};

// Cannot fail: where the system lacks something, waits are as exact as its milliseconds.
void iocp_waiter_open(struct iocp_waiter *waiter, const struct iocp_system *system, void *port);
// To be called before the port is closed; a second time is harmless.
void iocp_waiter_close(struct iocp_waiter *waiter);

// Waits for completions. Returns their number, 0 when there are none (and, for LOOP_WAIT_UNTIL, the time has
// come by the clock), or a negative errno.
int iocp_waiter_wait(struct iocp_waiter *waiter, struct iocp_entry *entries, uint32_t maximum,
                     enum loop_wait how, uint64_t until);

#endif
