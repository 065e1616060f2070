// Source maps: places of generated scripts in stacks become places of what they were generated from.
#ifndef MODULES_SOURCE_MAP_H
#define MODULES_SOURCE_MAP_H

#include "bind/runtime.h"

// Switches the translation of places on or off for stacks that are made from now on; off at first.
void source_maps_enable(struct runtime *rt, bool enabled);
// Frees what has been read.
void source_maps_detach(struct runtime *rt);
// process.setSourceMapsEnabled(enabled)
vm_value source_maps_set_enabled(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
