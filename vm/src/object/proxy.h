// Proxy objects. Their internal methods are in the class table.
#ifndef OBJECT_PROXY_H
#define OBJECT_PROXY_H

#include "object/object.h"

struct proxy {
    struct object object;
    struct object *target, *handler; // both NULL: revoked
};

struct marker;
void proxy_trace(struct marker *marker, struct cell *cell);

#endif
