// The names that a CommonJS module exports, as far as its text shows them: what `import { name }` can be
// linked with before the module has run.
#ifndef MODULES_COMMONJS_NAMES_H
#define MODULES_COMMONJS_NAMES_H

#include <vm.h>

struct name_range {
    uint32_t start, length; // bytes of the text
};

struct commonjs_names {
    struct name_range *exports, *reexports; // names, and requests of modules whose names are exported too
    uint32_t export_count, reexport_count;  // a name may stand in there twice
};

// Any text is accepted. False: out of memory, no error is pending. The caller frees.
bool commonjs_names_scan(vm_isolate *vm, const char *text, size_t length, struct commonjs_names *out);
void commonjs_names_free(vm_isolate *vm, struct commonjs_names *names);

#endif
