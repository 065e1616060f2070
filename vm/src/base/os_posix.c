#define _GNU_SOURCE
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t os_clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

uint64_t os_now_ns(void) { return (uint64_t)os_clock_ns(CLOCK_MONOTONIC); }

int64_t os_wall_ns(void) { return os_clock_ns(CLOCK_REALTIME); }

int64_t os_wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

uint64_t os_cpu_ns(void) { return (uint64_t)os_clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

// Reads a whole file that is not too large. 0: it cannot be read.
static size_t os_read_file(const char *path, char *data, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(file, data + length, size - length)) > 0)
        length += (size_t)got;
    close(file);
    return length < size ? length : 0;
}

#define OS_ZONE_FOLDER "/usr/share/zoneinfo/"

static void os_zone_name_of(const char *path, char *name, size_t name_size) {
    const char *folder = strstr(path, "zoneinfo/");
    snprintf(name, name_size, "%s", folder ? folder + strlen("zoneinfo/") : "");
}

size_t os_time_zone(char *name, size_t name_size, void *data, size_t data_size) {
    char path[PATH_MAX];
    const char *variable = getenv("TZ");
    if (!variable) {
        ssize_t length = readlink("/etc/localtime", path, sizeof path - 1);
        path[length > 0 ? length : 0] = 0;
        os_zone_name_of(path, name, name_size);
        return os_read_file("/etc/localtime", data, data_size);
    }
    if (*variable == ':') variable++;
    snprintf(path, sizeof path, "%s%s", *variable == '/' ? "" : OS_ZONE_FOLDER, variable);
    os_zone_name_of(path, name, name_size);
    size_t length = *variable && !strstr(variable, "..") ? os_read_file(path, data, data_size) : 0;
    if (length) return length;
    *name = 0;
    length = strlen(variable);
    if (length > data_size) return 0;
    memcpy(data, variable, length); // perhaps a rule
    return length;
}

size_t os_page_size(void) { return getauxval(AT_PAGESZ); }

static char *os_map(void *hint, size_t bytes) {
    void *mapping = mmap(hint, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return mapping == MAP_FAILED ? NULL : mapping;
}

// The kernel places a mapping at page granularity, right below the one before, so the next of several equal
// ones is aligned already. When it is not, the aligned address below is likely to be free. Else more is
// reserved and trimmed.
void *os_reserve(size_t bytes, size_t alignment) {
    uintptr_t mask = alignment - 1;
    if (!bytes || bytes > PTRDIFF_MAX - alignment) return NULL;
    char *mapping = os_map(NULL, bytes);
    if (!mapping || !((uintptr_t)mapping & mask)) return mapping;
    munmap(mapping, bytes);
    mapping = os_map((void *)((uintptr_t)mapping & ~mask), bytes);
    if (!mapping || !((uintptr_t)mapping & mask)) return mapping;
    munmap(mapping, bytes);
    mapping = os_map(NULL, bytes + alignment);
    if (!mapping) return NULL;
    char *start = (char *)(((uintptr_t)mapping + mask) & ~mask);
    if (start > mapping) munmap(mapping, (size_t)(start - mapping));
    munmap(start + bytes, (size_t)(mapping + alignment - start));
    return start;
}

bool os_commit(void *address, size_t bytes) { return mprotect(address, bytes, PROT_READ | PROT_WRITE) == 0; }

void os_decommit(void *address, size_t bytes) {
    madvise(address, bytes, MADV_DONTNEED);
    mprotect(address, bytes, PROT_NONE);
}

void os_discard(void *address, size_t bytes) { madvise(address, bytes, MADV_DONTNEED); }

void os_release(void *address, size_t bytes) {
    if (address) munmap(address, bytes);
}

// The initial thread's stack ends at the kernel-made block of arguments and environment: AT_RANDOM points
// into its lower part, just above the auxiliary vector, AT_EXECFN to its very top, from which RLIMIT_STACK is
// counted. pthread_getattr_np would read /proc/self/maps for that thread; for all others it only copies
// fields. Whether this is that thread tells the frame's address: the kernel keeps 128 MiB below the top free
// of mappings.
#define OS_LARGEST_MAIN_STACK ((size_t)64 << 20)

static bool os_main_stack_bounds(struct os_stack *stack) {
    uintptr_t base = getauxval(AT_RANDOM), top = getauxval(AT_EXECFN);
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here >= base || top < base || here < top - OS_LARGEST_MAIN_STACK) return false;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return false;
    size_t page = os_page_size();
    size_t bytes = limit.rlim_cur < OS_LARGEST_MAIN_STACK ? (size_t)limit.rlim_cur : OS_LARGEST_MAIN_STACK;
    top = (top + strlen((const char *)top) + page) & ~(uintptr_t)(page - 1);
    if (bytes < 2 * page || here < top - bytes) return false;
    stack->base = (char *)(base & ~(uintptr_t)15);
    stack->limit = (char *)(top - bytes + page);
    return true;
}

bool os_stack_bounds(struct os_stack *stack) {
    if (os_main_stack_bounds(stack)) return true;
    pthread_attr_t attributes;
    void *address;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    bool known = pthread_attr_getstack(&attributes, &address, &bytes) == 0;
    pthread_attr_destroy(&attributes);
    if (!known) return false;
    stack->limit = address;
    stack->base = (char *)address + bytes;
    return true;
}

uint64_t os_thread_id(void) { return (uint64_t)syscall(SYS_gettid); }

struct os_posix_monitor {
    pthread_mutex_t lock;
    pthread_cond_t changed;
};
_Static_assert(sizeof(struct os_posix_monitor) <= sizeof(struct os_monitor),
               "a monitor has room for the system's");

static struct os_posix_monitor *os_monitor_of(struct os_monitor *monitor) {
    return (struct os_posix_monitor *)monitor;
}

void os_monitor_initialize(struct os_monitor *monitor) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&os_monitor_of(monitor)->lock, NULL);
    pthread_cond_init(&os_monitor_of(monitor)->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

void os_monitor_finalize(struct os_monitor *monitor) {
    pthread_cond_destroy(&os_monitor_of(monitor)->changed);
    pthread_mutex_destroy(&os_monitor_of(monitor)->lock);
}

void os_monitor_enter(struct os_monitor *monitor) { pthread_mutex_lock(&os_monitor_of(monitor)->lock); }

void os_monitor_leave(struct os_monitor *monitor) { pthread_mutex_unlock(&os_monitor_of(monitor)->lock); }

void os_monitor_wait(struct os_monitor *monitor, uint64_t deadline_ns) {
    struct os_posix_monitor *m = os_monitor_of(monitor);
    struct timespec until = {(time_t)(deadline_ns / 1000000000), (long)(deadline_ns % 1000000000)};
    if (deadline_ns == UINT64_MAX)
        pthread_cond_wait(&m->changed, &m->lock);
    else
        pthread_cond_timedwait(&m->changed, &m->lock, &until);
}

void os_monitor_wake_all(struct os_monitor *monitor) {
    pthread_cond_broadcast(&os_monitor_of(monitor)->changed);
}

bool os_random_bytes(void *bytes, size_t count) {
    char *cursor = bytes;
    while (count) {
        ssize_t got = getrandom(cursor, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        cursor += got;
        count -= (size_t)got;
    }
    return true;
}
