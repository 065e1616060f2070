// Arguments objects (sec-arguments-exotic-objects).
//
// An unmapped one has the values of the call in its elements. A mapped one aliases the parameters: they live in an
// environment, entry i is its value i, and the own elements stand in a sparse table so that no fast path sees them. The
// value kept there is stale for mapped entries; only attributes and presence count.
#ifndef EXEC_ARGUMENTS_H
#define EXEC_ARGUMENTS_H

#include "lang/property.h"
#include "object/function.h"

struct arguments_object {
    struct object object;
    struct environment *environment; // NULL: unmapped
    struct cell *mapped;             // BYTES: one byte for each entry that may be mapped, 1 while it is; word of `count`
    uint32_t count;
};

// The arguments object of a call; `environment` NULL: unmapped. EXCEPTION when memory is refused.
vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count,
                          struct environment *environment);

enum outcome arguments_get_own_property(vm_isolate *vm, struct object *o, property_key key, struct property_descriptor *out);
enum outcome arguments_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                           const struct property_descriptor *descriptor);
vm_value arguments_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver);
enum outcome arguments_set(vm_isolate *vm, struct object *o, property_key key, vm_value value, vm_value receiver);
enum outcome arguments_delete(vm_isolate *vm, struct object *o, property_key key);

struct marker;
void arguments_trace(struct marker *marker, struct cell *cell);

#endif
