// The files of stdlib/ as bytecode of functions (vm_load_bytecode), made by tools/stdlib-compiler.c, in the
// order of their names.
#ifndef MODULES_STDLIB_H
#define MODULES_STDLIB_H

#include <stddef.h>

struct stdlib_file {
    const char *name;     // path in stdlib/ without ".js"
    const void *bytecode; // aligned to 8
    size_t length;
};

extern const struct stdlib_file stdlib_files[];
extern const size_t stdlib_file_count;

#endif
