// Builtin modules: the files of stdlib/, found by name.
#ifndef MODULES_BUILTIN_H
#define MODULES_BUILTIN_H

#include "bind/runtime.h"

// Whether programs may import this: the name of a builtin module, with or without "node:", or "vm:hooks".
bool builtin_exists(const char *specifier);
// The builtin module that takes the place of a package that is not installed; NULL: there is none.
const char *builtin_stand_in(const char *specifier);
// What such a module exports: the same object each time. undefined: there is no builtin module of that name.
vm_value builtin_exports(vm_isolate *vm, const char *specifier);
// The same for C code of the runtime and for stdlib/ itself: "internal/..." too, which programs cannot name.
vm_value builtin_require(vm_isolate *vm, const char *name);
// The names that programs may import, as an array of strings; those that need "node:" or "vm:" have it.
vm_value builtin_names(vm_isolate *vm);

// Defines the globals that stdlib/ makes.
bool builtin_globals_define(struct runtime *rt, vm_value global);
// Makes a global variable of each builtin module whose name can be one, as -e and the dialogue have them;
// what is there already stays. With a source only of those that its text names, for they cost a tenth of a
// start.
bool builtin_modules_define(vm_isolate *vm, vm_value global, const vm_source *source);

#endif
