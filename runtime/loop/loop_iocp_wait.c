// Exact waits on a completion port.
//
// The port's own timeout is counted in milliseconds and ends at a tick of the system's clock, mostly 15.625
// ms apart. So a finite wait is an infinite one that a high-resolution timer ends: a *wait completion packet*
// bound to the timer puts an entry into the port when the timer is signalled. Per wait:
//
//     cancel the packet        it may still be bound to the last time, or stand in the port as a stale entry
//     set the timer
//     bind the packet          to timer and port; if the timer was signalled already, the entry is in the
//     port wait without a limit
//
// A step that fails leaves this one wait to the millisecond timeout, which is always at hand: nothing ever
// waits without a limit unless the timer is set and bound. Cancelling may answer "pending", which is no
// failure by NTSTATUS but means that the packet is under way and must not be bound.
//
// A stale entry that escapes costs an empty turn: the clock alone says which timers are due.
#include "loop/loop_iocp_wait.h"

#define LONGEST_TIMEOUT (IOCP_INFINITE - 1)

static bool open_packet(struct iocp_waiter *waiter) {
    const struct iocp_system *system = waiter->system;
    iocp_create_packet *create = (iocp_create_packet *)system->find("NtCreateWaitCompletionPacket");
    waiter->associate = (iocp_associate_packet *)system->find("NtAssociateWaitCompletionPacket");
    waiter->cancel = (iocp_cancel_packet *)system->find("NtCancelWaitCompletionPacket");
    if (!create || !waiter->associate || !waiter->cancel) return false;
    waiter->timer = system->create_timer(IOCP_TIMER_FLAGS, IOCP_TIMER_ACCESS);
    if (!waiter->timer) return false;
    return create(&waiter->packet, IOCP_PACKET_ACCESS, NULL) >= 0;
}

void iocp_waiter_open(struct iocp_waiter *waiter, const struct iocp_system *system, void *port) {
    *waiter = (struct iocp_waiter){.system = system, .port = port};
    if (open_packet(waiter)) return;
    waiter->packet = NULL;
    iocp_waiter_close(waiter);
}

void iocp_waiter_close(struct iocp_waiter *waiter) {
    if (waiter->packet) {
        waiter->cancel(waiter->packet, true);
        waiter->system->close(waiter->packet);
        waiter->packet = NULL;
    }
    if (waiter->timer) {
        waiter->system->close(waiter->timer);
        waiter->timer = NULL;
    }
}

// The timeout of the port with which a wait of `left` ns ends in time.
static uint32_t arm(struct iocp_waiter *waiter, uint64_t left) {
    uint64_t milliseconds = left / 1000000 + (left % 1000000 != 0), units = left / 100 + (left % 100 != 0);
    uint32_t timeout = milliseconds < LONGEST_TIMEOUT ? (uint32_t)milliseconds : LONGEST_TIMEOUT;
    uint8_t signalled = false;
    if (!waiter->packet) return timeout;
    int32_t status = waiter->cancel(waiter->packet, true);
    if (status != IOCP_STATUS_SUCCESS && status != IOCP_STATUS_CANCELLED) return timeout;
    if (!waiter->system->set_timer(waiter->timer, -(int64_t)units)) return timeout;
    status = waiter->associate(waiter->packet, waiter->port, waiter->timer, (void *)IOCP_KEY_TIMER, NULL, 0,
                               0, &signalled);
    if (status < 0) return timeout;
    return signalled ? 0 : IOCP_INFINITE;
}

int iocp_waiter_wait(struct iocp_waiter *waiter, struct iocp_entry *entries, uint32_t maximum,
                     enum loop_wait how, uint64_t until) {
    const struct iocp_system *system = waiter->system;
    for (;;) {
        uint64_t now = how == LOOP_WAIT_UNTIL ? system->clock() : 0;
        uint32_t timeout = 0;
        if (how == LOOP_WAIT_FOREVER)
            timeout = IOCP_INFINITE;
        else if (how == LOOP_WAIT_UNTIL && now < until)
            timeout = arm(waiter, until - now);
        int count = system->wait(waiter->port, entries, maximum, timeout);
        if (count != 0) return count;
        if (how == LOOP_WAIT_NOT || (how == LOOP_WAIT_UNTIL && system->clock() >= until)) return 0;
    }
}
