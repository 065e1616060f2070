// Environments hold the variables that closures capture; all other variables live in registers. A BINDING is
// one variable in a box of its own: global lexical declarations and module-level variables that other modules
// see.
#ifndef OBJECT_ENVIRONMENT_H
#define OBJECT_ENVIRONMENT_H

#include "gc/heap.h"

struct environment {
    struct cell cell;           // cell.word: number of values
    struct environment *parent; // NULL: top
    vm_value values[];          // EMPTY: in the temporal dead zone
};

// cell.flags of a binding
#define BINDING_CONST 0x01

struct binding {
    struct cell cell;
    vm_value value; // EMPTY: in the temporal dead zone
};

// NULL with the error pending. Values start EMPTY.
struct environment *environment_create(vm_isolate *vm, struct environment *parent, uint32_t count);
struct binding *binding_create(vm_isolate *vm, vm_value value, uint8_t flags);

struct marker;
void environment_trace(struct marker *marker, struct cell *cell);
void binding_trace(struct marker *marker, struct cell *cell);

#endif
