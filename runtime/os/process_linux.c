// What Linux knows of a process.
#include "os/process.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__aarch64__)
#define ARCHITECTURE "arm64"
#elif defined(__x86_64__)
#define ARCHITECTURE "x64"
#else
#define ARCHITECTURE "unknown"
#endif

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

char *process_executable(void) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) return NULL;
    path[n] = 0;
    return strdup(path);
}

const char *process_platform(void) { return "linux"; }

const char *process_architecture(void) { return ARCHITECTURE; }
