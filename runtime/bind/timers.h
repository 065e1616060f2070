// setTimeout and its kin.
#ifndef BIND_TIMERS_H
#define BIND_TIMERS_H

#include <vm.h>

struct runtime;

// Active handles whose number has been asked for: open addressing by number, 0 is empty.
struct timer_entry {
    uint64_t number;
    vm_value handle;
};
struct timer_table {
    struct timer_entry *entries;
    uint32_t count, capacity; // a power of two, 0 at first
};

// Handles that became active since the last collection; some may not be active any more.
struct recent_handles {
    vm_value *items;
    uint32_t count, capacity;
    bool incomplete;
};

struct timers_state {
    uint64_t last_number;
    struct timer_table numbered;
    struct recent_handles recent;
    vm_holder holder;
    unsigned delay_warnings; // kinds of which the program was warned
};

void timers_attach(struct runtime *rt);
bool timers_define(struct runtime *rt, vm_value global);
void timers_detach(struct runtime *rt);

#endif
