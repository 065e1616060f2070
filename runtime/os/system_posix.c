#define _GNU_SOURCE
#include "os/system.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

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

void system_load(double out[3]) {
    if (getloadavg(out, 3) != 3) {
        out[0] = out[1] = out[2] = 0;
    }
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
        system_interface_mac(all, i.name, i.mac);
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
