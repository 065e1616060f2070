// Promises of Atomics.waitAsync.
#ifndef BIND_WAITS_H
#define BIND_WAITS_H

#include "loop/loop.h"

struct runtime;

struct waits_state {
    struct loop_timer timer; // when the next promise is due
};

void waits_attach(struct runtime *rt);
// Stands after everything that may have made one.
void waits_update(struct runtime *rt);
void waits_detach(struct runtime *rt);

#endif
