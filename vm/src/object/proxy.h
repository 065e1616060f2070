// Proxy objects. Their internal methods are in the class table.
#ifndef OBJECT_PROXY_H
#define OBJECT_PROXY_H

#include "object/object.h"

struct proxy {
    struct object object;
    struct object *target, *handler; // both NULL: revoked
};

// A proxy, callable and a constructor as far as its target is. NULL with the error pending.
struct proxy *proxy_create(vm_isolate *vm, struct object *target, struct object *handler);

struct marker;
void proxy_trace(struct marker *marker, struct cell *cell);

#endif
