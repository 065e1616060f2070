// The enumerator of for-in (sec-enumerate-object-properties): string keys of the object and its prototypes,
// each once, shadowed and deleted ones left out.
#ifndef EXEC_FOR_IN_H
#define EXEC_FOR_IN_H

#include "object/object.h"

// An enumerator of v (nothing for nullish values), or EXCEPTION.
vm_value for_in_create(vm_isolate *vm, vm_value v);
// The next key as a string, ABSENT at the end, EXCEPTION.
struct for_in;
vm_value for_in_next(vm_isolate *vm, struct for_in *enumerator);

struct marker;
void for_in_trace(struct marker *marker, struct cell *cell);

#endif
