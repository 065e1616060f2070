// package.json files: read once for an isolate, kept as the few facts that loading needs.
#ifndef MODULES_PACKAGE_H
#define MODULES_PACKAGE_H

#include "modules/name_table.h"
#include "modules/path.h"
#include "os/fs.h"

// What loading knows of files: a contract, so that tests can make up a tree. Results as in os/fs.h.
struct module_files {
    enum fs_presence (*kind)(void *data, const char *path);
    // The whole content, malloc'ed.
    int (*read)(void *data, const char *path, char **bytes, size_t *length);
    // The path without links, malloc'ed.
    int (*real_path)(void *data, const char *path, char **real);
    void *data;
};
// The files of the system.
extern const struct module_files module_files_system;

enum package_type { PACKAGE_UNTYPED, PACKAGE_COMMONJS, PACKAGE_MODULE };

struct package {
    bool exists;
    enum package_type type;
    char *file;               // path of package.json
    char *name, *main;        // NULL: not there, or no strings
    vm_root exports, imports; // as JSON.parse gives them; undefined: not there
};

struct packages {
    vm_isolate *vm;
    const struct module_files *files;
    struct name_table by_folder;
    struct package none; // what a file outside of all packages belongs to
};

void packages_initialize(struct packages *packages, vm_isolate *vm, const struct module_files *files);
void packages_finalize(struct packages *packages);
// The package.json of a folder (its path without a slash at the end); one that does not exist has `exists`
// false. NULL: error pending, the text is no JSON or memory is refused.
const struct package *package_of_folder(struct packages *packages, const char *folder);
// The package that a file belongs to: the nearest package.json outwards, up to a folder node_modules.
const struct package *package_of_file(struct packages *packages, const char *file);

#endif
