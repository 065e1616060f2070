// Paths and file URLs as module names need them. Results are in the isolate's memory, freed with vm_free;
// NULL: error pending.
#ifndef MODULES_PATH_H
#define MODULES_PATH_H

#include <vm.h>

// "file:///a%20b" for "/a b".
char *path_to_url(vm_isolate *vm, const char *path);
// The path of "file:///..."; also decodes %xx of plain paths.
char *path_from_url(vm_isolate *vm, const char *url);
// `specifier` seen from the folder of the file `referrer` (an absolute path; else from the working
// directory).
char *path_resolve(vm_isolate *vm, const char *referrer, const char *specifier);
bool path_has_suffix(const char *path, const char *suffix);

#endif
