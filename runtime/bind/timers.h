// setTimeout and its kin.
#ifndef BIND_TIMERS_H
#define BIND_TIMERS_H

#include <vm.h>

struct runtime;
struct timer_handle;

// Active handles whose number has been asked for: open addressing by number.
struct timer_table {
    struct timer_handle **entries;
    uint32_t count, capacity; // a power of two, 0 at first
};

struct timers_state {
    uint64_t last_id;
    struct timer_table numbered;
    unsigned delay_warnings; // kinds of which the program was warned
};

bool timers_define(struct runtime *rt, vm_value global);
void timers_detach(struct runtime *rt);

#endif
