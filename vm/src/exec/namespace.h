// Module namespace exotic objects (sec-module-namespace-exotic-objects): a sorted list of exported names,
// each resolved to the BINDING of the exporting module.
#ifndef EXEC_NAMESPACE_H
#define EXEC_NAMESPACE_H

#include "exec/module.h"
#include "lang/property.h"

struct namespace_object {
    struct object object;
    struct module *module;
    struct list *names;    // atoms, sorted by code units
    struct list *bindings; // BINDING, or a MODULE whose namespace is the value
};

// The object for names already sorted. NULL: error pending.
struct namespace_object *namespace_create(vm_isolate *vm, struct module *module, struct list *names,
                                          struct list *bindings);

enum outcome namespace_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype);
enum outcome namespace_is_extensible(vm_isolate *vm, struct object *o);
enum outcome namespace_prevent_extensions(vm_isolate *vm, struct object *o);
enum outcome namespace_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        struct property_descriptor *out);
enum outcome namespace_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                           const struct property_descriptor *descriptor);
enum outcome namespace_has_property(vm_isolate *vm, struct object *o, property_key key);
vm_value namespace_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver);
enum outcome namespace_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                           vm_value receiver);
enum outcome namespace_delete(vm_isolate *vm, struct object *o, property_key key);
bool namespace_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out);

#endif
