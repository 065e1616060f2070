#include "os/process.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#define PLATFORM "darwin"
#elif defined(__FreeBSD__)
#define PLATFORM "freebsd"
#else
#define PLATFORM "linux"
#endif
#if defined(__aarch64__)
#define ARCHITECTURE "arm64"
#elif defined(__x86_64__)
#define ARCHITECTURE "x64"
#else
#define ARCHITECTURE "unknown"
#endif

extern char **environ;

static int64_t clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

uint64_t process_now_ns(void) { return (uint64_t)clock_ns(CLOCK_MONOTONIC); }

int64_t process_wall_ns(void) { return clock_ns(CLOCK_REALTIME); }

void process_cpu_usage(struct process_usage *out) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    out->user_us = (uint64_t)u.ru_utime.tv_sec * 1000000 + (uint64_t)u.ru_utime.tv_usec;
    out->system_us = (uint64_t)u.ru_stime.tv_sec * 1000000 + (uint64_t)u.ru_stime.tv_usec;
}

size_t process_resident_bytes(void) {
    unsigned long total, resident = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f) {
        if (fscanf(f, "%lu %lu", &total, &resident) != 2) resident = 0;
        fclose(f);
    }
    if (resident) return resident * (size_t)sysconf(_SC_PAGESIZE);
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (size_t)u.ru_maxrss * 1024;
}

uint32_t process_id(void) { return (uint32_t)getpid(); }

uint32_t process_parent_id(void) { return (uint32_t)getppid(); }

char **process_environment(void) { return environ; }

char *process_working_directory(void) { return getcwd(NULL, 0); }

char *process_executable(void) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) return NULL;
    path[n] = 0;
    return strdup(path);
}

const char *process_platform(void) { return PLATFORM; }

const char *process_architecture(void) { return ARCHITECTURE; }

bool process_is_terminal(int descriptor) { return isatty(descriptor); }

void process_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

void process_open_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) {
            return; // the next ones cannot be opened either
        }
    }
}
