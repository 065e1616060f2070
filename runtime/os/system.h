// The machine and its system: names, memory, processors, network interfaces, users. Results are 0 or a
// negative errno.
#ifndef OS_SYSTEM_H
#define OS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct system_name {
    char system[65], release[65], version[129], machine[65]; // "Linux", "6.1.0", "#1 SMP ...", "x86_64"
};
int system_name(struct system_name *out);
int system_host_name(char *out, size_t capacity);
double system_uptime_s(void);
void system_load(double out[3]); // averages of 1, 5 and 15 minutes

uint64_t system_memory_bytes(void);
uint64_t system_free_memory_bytes(void); // what programs can still get

unsigned system_parallelism(void); // processors that this process may use
enum {
    SYSTEM_CPU_USER,
    SYSTEM_CPU_NICE,
    SYSTEM_CPU_SYSTEM,
    SYSTEM_CPU_IDLE,
    SYSTEM_CPU_INTERRUPTS,
    SYSTEM_CPU_TIMES
};
struct system_cpu {
    char model[128];
    unsigned megahertz;
    uint64_t times_ms[SYSTEM_CPU_TIMES];
};
// Fills at most `capacity`; the number of processors there are, or a negative errno.
int system_cpus(struct system_cpu *out, int capacity);

struct system_user {
    int64_t user, group;
    char name[128], home[512], shell[256];
};
int system_user(struct system_user *out);

struct system_interface {
    const char *name, *address, *netmask; // addresses as text
    uint8_t mac[6];
    bool internal, is_ipv6;
    uint32_t scope;  // of IPv6 addresses
    unsigned prefix; // bits of the netmask
};
// Calls `each` for the addresses of interfaces that are up until it gives false.
int system_interfaces(bool (*each)(const struct system_interface *i, void *data), void *data);
// Of system_interfaces: the hardware address of the interface of this name, left alone when there is none.
struct ifaddrs;
void system_interface_mac(const struct ifaddrs *all, const char *name, uint8_t out[6]);

int system_priority(int64_t process, int *out);
int system_set_priority(int64_t process, int priority);

#endif
