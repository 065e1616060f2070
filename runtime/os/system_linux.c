// What Linux tells in /proc and its like.
#define _GNU_SOURCE
#include "os/system.h"

#include <errno.h>
#include <ifaddrs.h>
#include <netpacket/packet.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// --- time and memory

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

static uint64_t unused_memory(void) { return pages(_SC_AVPHYS_PAGES); }

uint64_t system_free_memory_bytes(void) {
    uint64_t bytes = memory_info("MemAvailable");
    return bytes ? bytes : unused_memory();
}

// --- processors

unsigned system_parallelism(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

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
        if (!strncmp(line, "model name", 10)) snprintf(out[i].model, sizeof out[i].model, "%s", value);
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

// --- network interfaces

void system_interface_mac(const struct ifaddrs *all, const char *name, uint8_t out[6]) {
    for (const struct ifaddrs *a = all; a; a = a->ifa_next) {
        if (a->ifa_addr && a->ifa_addr->sa_family == AF_PACKET && !strcmp(a->ifa_name, name)) {
            struct sockaddr_ll link;
            memcpy(&link, a->ifa_addr, sizeof link);
            memcpy(out, link.sll_addr, 6);
        }
    }
}
