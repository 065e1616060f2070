// Inline caches: what the interpreter's fast paths miss. Each function finds the property, fills the cache
// for the next time and gives the result. EXCEPTION / false: exception pending.
#ifndef EXEC_CACHE_H
#define EXEC_CACHE_H

#include "code/code.h"
#include "exec/realm.h"
#include "lang/property.h"

vm_value cache_get(vm_isolate *vm, struct code *code, struct property_cache *cache, vm_value v,
                   property_key key);
// o[symbol], where no site remembers: a symbol is the same one nearly every time.
vm_value cache_get_symbol(vm_isolate *vm, struct object *o, vm_value symbol);
bool cache_set(vm_isolate *vm, struct code *code, struct property_cache *cache, vm_value v, property_key key,
               vm_value value, bool strict);
// Object literal: defines an own data property on an ordinary object.
bool cache_init(vm_isolate *vm, struct code *code, struct property_cache *cache, struct object *o,
                property_key key, vm_value value);
// Global variables. `or_undefined`: typeof.
vm_value cache_get_global(vm_isolate *vm, struct code *code, struct property_cache *cache, property_key name,
                          bool or_undefined);
bool cache_set_global(vm_isolate *vm, struct code *code, struct property_cache *cache, property_key name,
                      vm_value value, bool strict);

#endif
