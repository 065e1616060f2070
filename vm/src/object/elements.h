// Index properties: what object.c and lang/ need beyond object.h.
//
// SPARSE_ELEMENTS is an open-addressed hash table from index to value and attributes, a cell of its own
// (stores into it name the table in the barrier). It is used when the indices lie far apart, or when single
// elements have attributes of their own; a table of plain elements that has become dense enough turns back
// into a vector when it grows.
#ifndef OBJECT_ELEMENTS_H
#define OBJECT_ELEMENTS_H

#include "object/object.h"

#define ARRAY_LENGTH_MAXIMUM UINT32_MAX
#define ELEMENTS_CAPACITY_LIMIT (1u << 28) // no vector is larger: 2 GiB
#define ELEMENTS_GAP_LIMIT 1024            // a store so far behind the last element stays dense
#define ELEMENTS_DENSITY 4                 // at least every n-th index must be used beyond that
#define ELEMENTS_PRESIZED_LIMIT (1u << 17) // new arrays up to this length get their memory at once
#define ELEMENTS_DOUBLE_LIMIT (1u << 22)   // vectors double up to this capacity, then grow by half
#define ELEMENTS_WITHIN_LENGTH (1u << 22)  // any index below this and the array's length stays dense

// Replaces the value of an element that is there; its attributes stay.
void elements_store(vm_isolate *vm, struct object *o, uint32_t index, vm_value value);

#endif
