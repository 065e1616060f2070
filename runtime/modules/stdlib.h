// The files of stdlib/, embedded by the build in the order of their names.
#ifndef MODULES_STDLIB_H
#define MODULES_STDLIB_H

#include <stddef.h>

struct stdlib_file {
    const char *name; // path in stdlib/ without ".js"
    const char *text; // UTF-8
    size_t length;
};

extern const struct stdlib_file stdlib_files[];
extern const size_t stdlib_file_count;

#endif
