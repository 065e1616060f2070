// The modules that the runtime brings: node:fs and the like.
#ifndef MODULES_BUILTIN_H
#define MODULES_BUILTIN_H

#include "bind/runtime.h"

// Whether a specifier, with or without "node:", names one.
bool builtin_exists(const char *specifier);
// Its exports object, made once; undefined when there is none.
vm_value builtin_exports(struct runtime *rt, const char *specifier);

#endif
