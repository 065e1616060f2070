// Arguments objects (sec-arguments-exotic-objects), their storage; behaviour is exec/arguments.c.
//
// An unmapped one has the values of the call in its elements. A mapped one aliases the parameters: they live
// in an environment, entry i is its value i, and the own elements stand in a sparse table so that no fast
// path sees them. The value kept there is stale for mapped entries; only attributes and presence count.
#ifndef OBJECT_ARGUMENTS_H
#define OBJECT_ARGUMENTS_H

#include "object/environment.h"
#include "object/object.h"

// The inline slots, in the order of the realm's initial shapes.
enum { ARGUMENTS_LENGTH, ARGUMENTS_ITERATOR, ARGUMENTS_CALLEE, ARGUMENTS_INLINE_SLOTS };

struct arguments_object {
    struct object object;
    struct environment *environment; // NULL: unmapped
    struct cell *mapped;             // BYTES: one byte for each of `count` entries, 1 while it is mapped
    uint32_t count;
    vm_value slots[ARGUMENTS_INLINE_SLOTS];
};

struct marker;
void arguments_trace(struct marker *marker, struct cell *cell);

#endif
