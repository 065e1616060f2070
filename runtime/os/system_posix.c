#define _GNU_SOURCE
#include "os/system.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <netpacket/packet.h>
#endif

// --- names and times

static void copy_text(char *out, size_t capacity, const char *text) {
    snprintf(out, capacity, "%s", text ? text : "");
}

int system_name(struct system_name *out) {
    struct utsname u;
    if (uname(&u) < 0) return -errno;
    copy_text(out->system, sizeof out->system, u.sysname);
    copy_text(out->release, sizeof out->release, u.release);
    copy_text(out->version, sizeof out->version, u.version);
    copy_text(out->machine, sizeof out->machine, u.machine);
    return 0;
}

int system_host_name(char *out, size_t capacity) {
    if (gethostname(out, capacity)) return -errno;
    out[capacity - 1] = 0;
    return 0;
}

double system_uptime_s(void) {
    struct timespec t;
    double seconds;
    FILE *f = fopen("/proc/uptime", "re");
    int found = f ? fscanf(f, "%lf", &seconds) : 0;
    if (f) fclose(f);
    if (found == 1) return seconds;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void system_load(double out[3]) {
    if (getloadavg(out, 3) != 3) {
        out[0] = out[1] = out[2] = 0;
    }
}

// --- memory

// A line "name: n kB" of /proc/meminfo in bytes; 0 when there is none.
static uint64_t memory_info(const char *name) {
    char line[256];
    uint64_t bytes = 0;
    size_t length = strlen(name);
    FILE *f = fopen("/proc/meminfo", "re");
    while (f && !bytes && fgets(line, sizeof line, f)) {
        if (!strncmp(line, name, length) && line[length] == ':')
            bytes = strtoull(line + length + 1, NULL, 10) * 1024;
    }
    if (f) fclose(f);
    return bytes;
}

static uint64_t pages(int name) {
    long count = sysconf(name), size = sysconf(_SC_PAGESIZE);
    return count > 0 && size > 0 ? (uint64_t)count * (uint64_t)size : 0;
}

uint64_t system_memory_bytes(void) {
    uint64_t bytes = memory_info("MemTotal");
    return bytes ? bytes : pages(_SC_PHYS_PAGES);
}

#if defined(_SC_AVPHYS_PAGES)
static uint64_t unused_memory(void) { return pages(_SC_AVPHYS_PAGES); }
#else
static uint64_t unused_memory(void) { return 0; }
#endif

uint64_t system_free_memory_bytes(void) {
    uint64_t bytes = memory_info("MemAvailable");
    return bytes ? bytes : unused_memory();
}

// --- processors

#if defined(__linux__)
unsigned system_parallelism(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}
#else
unsigned system_parallelism(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}
#endif

// The models and speeds of /proc/cpuinfo, whose entries have the order of the processors.
static void read_models(struct system_cpu *out, int capacity) {
    char line[512];
    int i = -1;
    FILE *f = fopen("/proc/cpuinfo", "re");
    while (f && fgets(line, sizeof line, f)) {
        char *value = strchr(line, ':');
        if (!value) continue;
        value += value[1] == ' ' ? 2 : 1;
        value[strcspn(value, "\n")] = 0;
        if (!strncmp(line, "processor", 9)) i++;
        if (i < 0 || i >= capacity) continue;
        if (!strncmp(line, "model name", 10)) copy_text(out[i].model, sizeof out[i].model, value);
        if (!strncmp(line, "cpu MHz", 7)) out[i].megahertz = (unsigned)strtod(value, NULL);
    }
    if (f) fclose(f);
}

int system_cpus(struct system_cpu *out, int capacity) {
    char line[512];
    int count = 0;
    long ticks = sysconf(_SC_CLK_TCK);
    FILE *f = fopen("/proc/stat", "re");
    if (!f) return -errno;
    for (int i = 0; i < capacity; i++) {
        out[i] = (struct system_cpu){.model = "unknown"};
    }
    while (fgets(line, sizeof line, f)) {
        unsigned long long t[6];
        if (sscanf(line, "cpu%*u %llu %llu %llu %llu %llu %llu", &t[0], &t[1], &t[2], &t[3], &t[4], &t[5]) !=
            6)
            continue;
        if (count < capacity) {
            for (int i = 0; i < SYSTEM_CPU_TIMES; i++) {
                uint64_t spent = t[i == SYSTEM_CPU_INTERRUPTS ? 5 : i]; // waiting for devices is none of them
                out[count].times_ms[i] = spent * 1000 / (uint64_t)ticks;
            }
        }
        count++;
    }
    fclose(f);
    read_models(out, capacity);
    return count;
}

// --- users

int system_user(struct system_user *out) {
    char buffer[4096];
    struct passwd entry, *found;
    int error = getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &found);
    if (error || !found) return error ? -error : -ENOENT;
    out->user = entry.pw_uid;
    out->group = entry.pw_gid;
    copy_text(out->name, sizeof out->name, entry.pw_name);
    copy_text(out->home, sizeof out->home, entry.pw_dir);
    copy_text(out->shell, sizeof out->shell, entry.pw_shell);
    return 0;
}

// --- network interfaces

#if defined(__linux__)
static void find_mac(const struct ifaddrs *all, struct system_interface *out) {
    for (const struct ifaddrs *a = all; a; a = a->ifa_next) {
        if (a->ifa_addr && a->ifa_addr->sa_family == AF_PACKET && !strcmp(a->ifa_name, out->name)) {
            struct sockaddr_ll link;
            memcpy(&link, a->ifa_addr, sizeof link);
            memcpy(out->mac, link.sll_addr, sizeof out->mac);
        }
    }
}
#else
static void find_mac(const struct ifaddrs *all, struct system_interface *out) { (void)all, (void)out; }
#endif

static unsigned count_bits(const uint8_t *bytes, size_t length) {
    unsigned bits = 0;
    for (size_t i = 0; i < length; i++) {
        bits += (unsigned)__builtin_popcount(bytes[i]);
    }
    return bits;
}

static void address_text(const struct sockaddr *given, char *out, uint32_t *scope, unsigned *bits) {
    if (given->sa_family == AF_INET6) {
        struct sockaddr_in6 a;
        memcpy(&a, given, sizeof a);
        inet_ntop(AF_INET6, &a.sin6_addr, out, INET6_ADDRSTRLEN);
        *scope = a.sin6_scope_id;
        *bits = count_bits(a.sin6_addr.s6_addr, sizeof a.sin6_addr.s6_addr);
    } else {
        struct sockaddr_in a;
        memcpy(&a, given, sizeof a);
        inet_ntop(AF_INET, &a.sin_addr, out, INET6_ADDRSTRLEN);
        *scope = 0;
        *bits = count_bits((const uint8_t *)&a.sin_addr, sizeof a.sin_addr);
    }
}

int system_interfaces(bool (*each)(const struct system_interface *i, void *data), void *data) {
    struct ifaddrs *all;
    if (getifaddrs(&all)) return -errno;
    bool more = true;
    for (const struct ifaddrs *a = all; a && more; a = a->ifa_next) {
        int family = a->ifa_addr ? a->ifa_addr->sa_family : AF_UNSPEC;
        unsigned needed = IFF_UP | IFF_RUNNING;
        if ((family != AF_INET && family != AF_INET6) || !a->ifa_netmask || (a->ifa_flags & needed) != needed)
            continue;
        char address[INET6_ADDRSTRLEN], netmask[INET6_ADDRSTRLEN];
        uint32_t scope, ignored;
        unsigned bits, prefix;
        address_text(a->ifa_addr, address, &scope, &bits);
        address_text(a->ifa_netmask, netmask, &ignored, &prefix);
        struct system_interface i = {.name = a->ifa_name,
                                     .address = address,
                                     .netmask = netmask,
                                     .internal = a->ifa_flags & IFF_LOOPBACK,
                                     .is_ipv6 = family == AF_INET6,
                                     .scope = scope,
                                     .prefix = prefix};
        find_mac(all, &i);
        more = each(&i, data);
    }
    freeifaddrs(all);
    return 0;
}

// --- priorities

int system_priority(int64_t process, int *out) {
    errno = 0;
    *out = getpriority(PRIO_PROCESS, (id_t)process);
    return *out == -1 && errno ? -errno : 0;
}

int system_set_priority(int64_t process, int priority) {
    return setpriority(PRIO_PROCESS, (id_t)process, priority) ? -errno : 0;
}
