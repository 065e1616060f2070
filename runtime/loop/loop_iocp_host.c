// The handle of a host on Windows.
//
// A port cannot be waited for together with other things. So a thread waits for it, in the exact way of
// loop_iocp_wait.c, parks the entries that it gets and sets an event; the loop's own waits take the parked
// entries, and wait for the event where they have to wait. The thread goes on when its entries have been
// taken.
//
// The event is set while entries are parked or a time has *passed*: the armed time or the end of the loop's
// own wait, whichever comes first. The thread waits until that time, and is nudged through the port when it
// comes nearer.
#include "loop/loop_iocp_host.h"

#include "loop/memory.h"
#include "loop/thread.h"

#include <errno.h>
#include <string.h>
#include <windows.h>

enum { STACK_BYTES = 1 << 17 };

struct iocp_host {
    struct iocp_waiter *waiter;
    HANDLE event;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t taken; // entries, or the host is ending
    // under lock
    bool set; // the event
    bool passed, ending;
    uint64_t armed, limit;  // LOOP_NEVER where there is none: of the host, of the loop's own wait
    uint64_t waiting_until; // of the thread; 0 while it does not wait
    int parked;             // entries, or a negative errno for good
    struct iocp_entry entries[IOCP_HOST_ENTRIES];
};

static uint64_t deadline_of(const struct iocp_host *host) {
    return host->armed < host->limit ? host->armed : host->limit;
}

static void nudge(struct iocp_host *host) {
    PostQueuedCompletionStatus(host->waiter->port, 0, IOCP_KEY_NUDGE, NULL);
}

static void update_event(struct iocp_host *host) {
    host->passed = deadline_of(host) <= host->waiter->system->clock();
    bool set = host->parked || host->passed;
    if (set == host->set) return;
    host->set = set;
    if (set)
        SetEvent(host->event);
    else
        ResetEvent(host->event);
}

// After a change of a time.
static void update_times(struct iocp_host *host) {
    update_event(host);
    if (!host->passed && deadline_of(host) < host->waiting_until) nudge(host);
}

static int without_nudges(struct iocp_entry *entries, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (entries[i].overlapped || entries[i].key != IOCP_KEY_NUDGE) entries[kept++] = entries[i];
    return count < 0 ? count : kept;
}

static void *run_thread(void *argument) {
    struct iocp_host *host = argument;
    pthread_mutex_lock(&host->lock);
    while (!host->ending) {
        if (host->parked) {
            pthread_cond_wait(&host->taken, &host->lock);
            continue;
        }
        uint64_t until = host->passed ? UINT64_MAX : deadline_of(host);
        host->waiting_until = until;
        pthread_mutex_unlock(&host->lock);
        int count = iocp_waiter_wait(host->waiter, host->entries, IOCP_HOST_ENTRIES,
                                     until == UINT64_MAX ? LOOP_WAIT_FOREVER : LOOP_WAIT_UNTIL, until);
        pthread_mutex_lock(&host->lock);
        host->waiting_until = 0;
        host->parked = without_nudges(host->entries, count);
        update_event(host);
    }
    pthread_mutex_unlock(&host->lock);
    return NULL;
}

static int open_all(struct iocp_host *host) {
    int error = -pthread_mutex_init(&host->lock, NULL);
    if (error) return error;
    error = -pthread_cond_init(&host->taken, NULL);
    if (!error) {
        host->event = CreateEventW(NULL, TRUE, FALSE, NULL);
        error = host->event ? thread_start(&host->thread, STACK_BYTES, run_thread, host) : -ENOMEM;
        if (!error) return 0;
        if (host->event) CloseHandle(host->event);
        pthread_cond_destroy(&host->taken);
    }
    pthread_mutex_destroy(&host->lock);
    return error;
}

int iocp_host_create(struct iocp_host **out, struct iocp_waiter *waiter) {
    struct iocp_host *host = loop_memory_allocate(sizeof *host);
    if (!host) return -ENOMEM;
    memset(host, 0, sizeof *host);
    host->waiter = waiter;
    host->armed = host->limit = UINT64_MAX;
    int error = open_all(host);
    if (error)
        loop_memory_release(host);
    else
        *out = host;
    return error;
}

static int take_parked(struct iocp_host *host, struct iocp_entry *entries) {
    int count = host->parked;
    if (count <= 0) return count;
    memcpy(entries, host->entries, (size_t)count * sizeof *entries);
    host->parked = 0;
    return count;
}

int iocp_host_free(struct iocp_host *host, struct iocp_entry *entries) {
    if (!host) return 0;
    pthread_mutex_lock(&host->lock);
    host->ending = true;
    pthread_cond_signal(&host->taken);
    pthread_mutex_unlock(&host->lock);
    nudge(host);
    pthread_join(host->thread, NULL);
    int count = take_parked(host, entries);
    CloseHandle(host->event);
    pthread_cond_destroy(&host->taken);
    pthread_mutex_destroy(&host->lock);
    loop_memory_release(host);
    return count;
}

void *iocp_host_event(const struct iocp_host *host) { return host->event; }

int iocp_host_wait(struct iocp_host *host, struct iocp_entry *entries, enum loop_wait how, uint64_t until) {
    pthread_mutex_lock(&host->lock);
    if (how == LOOP_WAIT_UNTIL) {
        host->limit = until;
        update_times(host);
    }
    while (how != LOOP_WAIT_NOT && !host->set) {
        pthread_mutex_unlock(&host->lock);
        WaitForSingleObject(host->event, INFINITE);
        pthread_mutex_lock(&host->lock);
    }
    int count = take_parked(host, entries);
    if (count > 0) pthread_cond_signal(&host->taken);
    host->limit = UINT64_MAX;
    update_times(host); // the armed time counts again
    pthread_mutex_unlock(&host->lock);
    return count;
}

bool iocp_host_arm(struct iocp_host *host, uint64_t deadline) {
    bool changed = deadline != host->armed; // written by this thread only
    if (!changed) return false;
    pthread_mutex_lock(&host->lock);
    host->armed = deadline;
    update_times(host);
    pthread_mutex_unlock(&host->lock);
    return true;
}
