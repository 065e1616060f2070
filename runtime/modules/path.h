// Paths and file URLs as module names need them, in buffers of a fixed size: what does not fit cannot be the
// name of a file.
#ifndef MODULES_PATH_H
#define MODULES_PATH_H

#include <vm.h>

#define PATH_BYTES 4096

// A NUL-terminated text. After something that did not fit it is empty for good, which names nothing.
struct path {
    size_t length;
    bool too_long;
    char text[PATH_BYTES];
};

void path_start(struct path *p);
void path_append(struct path *p, const char *text, size_t length);
void path_add(struct path *p, const char *text);
// `relative` seen from a folder (an absolute path, or ""): without ".", ".." and double slashes; a slash at
// the end stays. `p` must be neither of both.
void path_join(struct path *p, const char *folder, const char *relative);
// `path` seen from the working directory.
void path_make_absolute(struct path *p, const char *path);
// Cuts the last component: "/a/b" becomes "/a", "/a" and "/" become "/".
void path_to_folder(struct path *p);
// The folder of the file `name` when that is an absolute path, else the working directory.
void path_folder_of(struct path *p, const char *name);
// The working directory.
void path_working_directory(struct path *p);

bool path_has_suffix(const char *path, const char *suffix);
bool path_has_prefix(const char *path, const char *prefix);
// ".js" of "/a/b.js": what begins with the last dot of the last component; "" when there is none, or only a
// leading one.
const char *path_extension(const char *path);
// Whether a specifier starts with "/", "./" or "../", or is "." or "..".
bool path_is_relative(const char *specifier);

// A specifier or file name as a C string, in memory of the isolate. NULL: error pending, which is
// ERR_INVALID_ARG_VALUE when there is a NUL in it.
char *path_text(vm_isolate *vm, vm_value name);
// Whether a text begins with the scheme of builtin modules: "node:fs", "vm:hooks".
bool path_is_builtin(const char *text);
// Whether a text begins with a scheme: "node:fs".
bool path_is_url(const char *text);
// "file:///a%20b" for "/a b", in memory of the isolate. NULL: error pending.
char *path_to_url(vm_isolate *vm, const char *path);
// The path of a file URL, or of a specifier seen from the folder of the file `referrer` (see path_folder_of),
// in memory of the isolate. NULL: error pending.
char *path_resolve(vm_isolate *vm, const char *referrer, const char *specifier);
// Decodes %xx. False: there is a "/", "\" or NUL among what is encoded.
bool path_decode(struct path *p, const char *text, size_t length);

#endif
