// E10 on Windows itself: the timed wait with a real port and a real timer. Wine has no wait completion
// packets, so they are made here of a thread that waits for the timer and posts to the port. Such a packet
// cannot be taken back out of the port, so stale entries occur all the time.
#include "loop/loop_iocp_wait.h"
#include "../run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <windows.h>

enum { MS = 1000000, ENTRIES = 8 };

static struct {
    HANDLE thread, changed, seen; // `changed` wakes the thread, which answers with `seen`
    HANDLE port, timer;           // while it is bound
    CRITICAL_SECTION lock;
    bool bound, ending;
    unsigned posted;
} packet;

static char packet_object;
static unsigned endless; // waits without a limit
static HANDLE port;
static struct iocp_waiter waiter;
static struct iocp_entry entries[ENTRIES];

static void post_packet(void) {
    packet.posted++;
    PostQueuedCompletionStatus(packet.port, 0, IOCP_KEY_TIMER, NULL);
}

static DWORD WINAPI run_packet(void *argument) {
    (void)argument;
    for (;;) {
        HANDLE objects[2] = {packet.changed, NULL};
        EnterCriticalSection(&packet.lock);
        bool bound = packet.bound;
        objects[1] = packet.timer;
        LeaveCriticalSection(&packet.lock);
        DWORD which = WaitForMultipleObjects(bound ? 2 : 1, objects, FALSE, INFINITE);
        EnterCriticalSection(&packet.lock);
        bool ending = packet.ending;
        if (which == WAIT_OBJECT_0 + 1) {
            packet.bound = false;
            post_packet();
        }
        LeaveCriticalSection(&packet.lock);
        if (which == WAIT_OBJECT_0) SetEvent(packet.seen);
        if (ending) return 0;
    }
}

static void tell_thread(void) {
    SetEvent(packet.changed);
    WaitForSingleObject(packet.seen, INFINITE);
}

static int32_t create_packet(void **out, uint32_t access, void *attributes) {
    (void)access, (void)attributes;
    packet.changed = CreateEventW(NULL, FALSE, FALSE, NULL);
    packet.seen = CreateEventW(NULL, FALSE, FALSE, NULL);
    packet.thread = CreateThread(NULL, 0, run_packet, NULL, 0, NULL);
    *out = &packet_object;
    return IOCP_STATUS_SUCCESS;
}

static int32_t cancel_packet(void *object, uint8_t remove_signalled) {
    (void)object, (void)remove_signalled;
    EnterCriticalSection(&packet.lock);
    bool bound = packet.bound;
    packet.bound = false;
    LeaveCriticalSection(&packet.lock);
    if (bound) tell_thread();
    return bound ? IOCP_STATUS_SUCCESS : IOCP_STATUS_CANCELLED;
}

static int32_t associate_packet(void *object, void *to, void *target, void *key, void *overlapped,
                                int32_t status, uintptr_t bytes, uint8_t *already_signalled) {
    (void)object, (void)key, (void)overlapped, (void)status, (void)bytes;
    EnterCriticalSection(&packet.lock);
    packet.port = to;
    packet.timer = target;
    *already_signalled = WaitForSingleObject(target, 0) == WAIT_OBJECT_0;
    if (*already_signalled) post_packet();
    packet.bound = !*already_signalled;
    LeaveCriticalSection(&packet.lock);
    if (!*already_signalled) tell_thread();
    return IOCP_STATUS_SUCCESS;
}

static void close_object(void *handle) {
    if (handle != &packet_object) {
        CloseHandle(handle);
        return;
    }
    EnterCriticalSection(&packet.lock);
    packet.ending = true;
    LeaveCriticalSection(&packet.lock);
    tell_thread();
    WaitForSingleObject(packet.thread, INFINITE);
    CloseHandle(packet.thread);
    CloseHandle(packet.changed);
    CloseHandle(packet.seen);
}

static iocp_function *find(const char *name) {
    if (strcmp(name, "NtCreateWaitCompletionPacket") == 0) return (iocp_function *)create_packet;
    if (strcmp(name, "NtAssociateWaitCompletionPacket") == 0) return (iocp_function *)associate_packet;
    return (iocp_function *)cancel_packet;
}

static void *create_timer(uint32_t flags, uint32_t access) {
    return CreateWaitableTimerExW(NULL, NULL, flags, access);
}

static bool set_timer(void *timer, int64_t due) {
    return SetWaitableTimer(timer, &(LARGE_INTEGER){.QuadPart = due}, 0, NULL, NULL, FALSE);
}

static int wait_for_entries(void *from, struct iocp_entry *out, uint32_t maximum, uint32_t milliseconds) {
    ULONG count;
    endless += milliseconds == IOCP_INFINITE;
    return GetQueuedCompletionStatusEx(from, (OVERLAPPED_ENTRY *)out, maximum, &count, milliseconds, FALSE)
               ? (int)count
               : 0;
}

static const struct iocp_system emulated = {loop_backend_clock, wait_for_entries, find,
                                            create_timer,       set_timer,        close_object};

static void setup(void) {
    ZeroMemory(&packet, sizeof packet);
    InitializeCriticalSection(&packet.lock);
    endless = 0;
    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1);
    iocp_waiter_open(&waiter, &emulated, port);
    ck_assert_ptr_nonnull(waiter.timer); // flags and rights are such that a timer can be had
    ck_assert_ptr_nonnull(waiter.packet);
}

static void teardown(void) {
    iocp_waiter_close(&waiter);
    iocp_waiter_close(&waiter);
    CloseHandle(port);
    DeleteCriticalSection(&packet.lock);
}

START_TEST(e10_packets_end_waits_and_never_early) {
    for (int i = 0; i < 60; i++) {
        uint64_t until = loop_backend_clock() + (uint64_t)(i % 12) * MS / 2;
        while (loop_backend_clock() < until) { // a stale entry ends a wait
            int count = iocp_waiter_wait(&waiter, entries, ENTRIES, LOOP_WAIT_UNTIL, until);
            ck_assert_int_ge(count, 0);
            for (int k = 0; k < count; k++) {
                ck_assert_ptr_null(entries[k].overlapped);
                ck_assert_uint_eq(entries[k].key, IOCP_KEY_TIMER);
            }
        }
    }
    ck_assert_uint_gt(endless, 30); // none of them had the timeout of the port to end it
    ck_assert_uint_gt(packet.posted, 30);
}
END_TEST

enum { COMPLETIONS = 400 };
static OVERLAPPED completions[COMPLETIONS];

static DWORD WINAPI complete(void *argument) {
    (void)argument;
    for (int i = 0; i < COMPLETIONS; i++) {
        PostQueuedCompletionStatus(port, (DWORD)i, IOCP_KEY_OBJECT, &completions[i]);
        if (i % 8 == 0) Sleep((DWORD)(i % 3));
    }
    return 0;
}

START_TEST(e10_completions_between_timers_come_once_and_in_order) {
    unsigned seen = 0;
    HANDLE thread = CreateThread(NULL, 0, complete, NULL, 0, NULL);
    while (seen < COMPLETIONS) {
        uint64_t until = loop_backend_clock() + (seen * 37 % 5) * MS / 3;
        int count = iocp_waiter_wait(&waiter, entries, ENTRIES, LOOP_WAIT_UNTIL, until);
        if (count == 0) ck_assert_uint_ge(loop_backend_clock(), until);
        for (int i = 0; i < count; i++)
            if (entries[i].overlapped) ck_assert_ptr_eq(entries[i].overlapped, &completions[seen++]);
    }
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_iocp_packet");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, e10_packets_end_waits_and_never_early);
    tcase_add_test(tests, e10_completions_between_timers_come_once_and_in_order);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
