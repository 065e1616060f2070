// From a specifier to a file, as Node does it: `require` tries extensions and folders, `import` takes URLs as
// they are written; both know packages, with "exports", "imports" and conditions.
#ifndef MODULES_RESOLVE_H
#define MODULES_RESOLVE_H

#include "modules/package.h"

// C stack that resolving may take, since paths are buffers on it: callers ask vm_stack_check for it.
#define RESOLVE_STACK ((size_t)160 * 1024)

struct resolver {
    vm_isolate *vm;
    struct packages packages;
    const char *const *conditions;             // beside those that are built in; NULL at the end; may be NULL
    bool (*is_builtin)(const char *specifier); // with or without "node:"; may be NULL
    // The builtin module for a package that is not there, NULL when there is none; may be NULL.
    const char *(*stand_in)(const char *specifier);
};

void resolver_initialize(struct resolver *r, vm_isolate *vm, const struct module_files *files);
void resolver_finalize(struct resolver *r);

enum resolve_kind { RESOLVE_IMPORT, RESOLVE_REQUIRE }; // chooses the condition of that name

// What a specifier means.
enum target_kind {
    TARGET_NONE,    // nothing that could be found; no error is pending
    TARGET_FILE,    // `name` is the path of a file without links
    TARGET_BUILTIN, // `name` is that of a builtin module, with "node:" or "vm:"
    TARGET_DATA,    // a "data:" URL, which is the specifier itself
    TARGET_ERROR,   // error pending
    TARGET_NULL     // only inside of resolve_package.c: nothing, because null says so
};
struct target {
    enum target_kind kind;
    struct path name;
    struct path suffix; // "?query#fragment" of an import of a file
};

// --- packages (resolve_package.c)

// The part of a bare specifier behind the package's name: "." or "./..."; the name itself goes to `name`.
// False: that is no name of a package.
bool package_name_of(const char *specifier, struct path *name, struct path *subpath);
// PACKAGE_EXPORTS_RESOLVE: a path that may not exist. `referrer` is for messages, may be NULL.
enum target_kind resolve_exports(struct resolver *r, const struct package *package, const char *subpath,
                                 const char *referrer, enum resolve_kind kind, struct target *out);
// PACKAGE_IMPORTS_RESOLVE of "#name" in a file: a path, which may not exist, or a builtin.
enum target_kind resolve_imports(struct resolver *r, const char *specifier, const char *referrer,
                                 enum resolve_kind kind, struct target *out);
// The package that `specifier` names seen from the file `referrer`, itself included; a path that may not
// exist, or a builtin. Errors are thrown as for `import`.
enum target_kind resolve_bare(struct resolver *r, const char *specifier, const char *referrer,
                              enum resolve_kind kind, struct target *out);

// --- require (resolve_require.c)

// Module._findPath: looks for a request in folders, with these extensions (NULL at the end): TARGET_FILE,
// NONE or ERROR.
enum target_kind resolve_find(struct resolver *r, const char *request, const char *const *folders,
                              size_t folder_count, const char *const *extensions, struct path *out);
// What a request means by "imports" ("#name") and by the name of the package that the file `referrer` is in;
// TARGET_NONE: it is to be looked for in folders.
enum target_kind resolve_own_package(struct resolver *r, const char *request, const char *referrer,
                                     struct target *out);
// require.resolve without the user's paths: the same, then the folders that the file `referrer` sees.
enum target_kind resolve_require(struct resolver *r, const char *request, const char *referrer,
                                 struct target *out);

// --- import (resolve_import.c)

// `referrer`: an absolute path, a "data:" URL, or some other name, which stands for a file of that name in
// the working directory. Never TARGET_NONE.
enum target_kind resolve_import(struct resolver *r, const char *specifier, const char *referrer,
                                struct target *out);
// The URL that import.meta.resolve gives: as resolve_import, but a file need not exist. NULL: error pending.
char *resolve_import_url(struct resolver *r, const char *specifier, const char *referrer);

// Error MODULE_NOT_FOUND of `require`, whose stack does not begin with the code; gives vm_exception(). `path`
// and `request` become properties `path` and `requestPath` when they are not NULL.
vm_value resolve_throw_not_found(vm_isolate *vm, const char *message, const char *path, const char *request);
// Whether a builtin module takes the place of a package that could not be found; it is the target then.
bool resolve_stand_in(const struct resolver *r, const char *specifier, struct target *out);
// The path without links of a file that exists; false when there is none.
bool resolve_real_path(struct resolver *r, struct path *path);
// How messages name a referrer: a path or URL as it is, other names as files in the working directory, in
// `space`.
const char *resolve_shown_referrer(const char *referrer, struct path *space);

#endif
