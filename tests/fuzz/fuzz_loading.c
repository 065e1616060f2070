// Texts that loading reads before anything runs: export names of CommonJS, and package.json with the
// specifiers that go through it. The first byte chooses.
#include "modules/commonjs_names.h"
#include "modules/resolve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool right) {
    if (!right) abort();
}

static void read_names(vm_isolate *vm, const char *text, size_t length) {
    struct commonjs_names names;
    check(commonjs_names_scan(vm, text, length, &names));
    for (uint32_t i = 0; i < names.export_count; i++) {
        check(names.exports[i].start + names.exports[i].length <= length);
    }
    for (uint32_t i = 0; i < names.reexport_count; i++) {
        check(names.reexports[i].start + names.reexports[i].length <= length);
    }
    commonjs_names_free(vm, &names);
}

// A tree in which every folder has the same package.json and every other file is there.
struct tree {
    const char *package;
    size_t length;
};

static enum fs_presence tree_kind(void *data, const char *path) {
    (void)data;
    return !*path ? FS_ABSENT : path[strlen(path) - 1] == 'f' ? FS_IS_FOLDER : FS_IS_FILE;
}

static int tree_read(void *data, const char *path, char **bytes, size_t *length) {
    const struct tree *tree = data;
    (void)path;
    *length = tree->length;
    *bytes = malloc(tree->length + 1);
    if (!*bytes) return -ENOMEM;
    memcpy(*bytes, tree->package, tree->length);
    (*bytes)[tree->length] = 0;
    return 0;
}

static int tree_real_path(void *data, const char *path, char **real) {
    (void)data;
    *real = strdup(path);
    return *real ? 0 : -ENOMEM;
}

static bool is_builtin(const char *specifier) { return !strcmp(specifier, "fs"); }

static void settle(vm_isolate *vm, enum target_kind kind) {
    check((kind == TARGET_ERROR) == vm_has_exception(vm));
    if (kind == TARGET_ERROR) {
        (void)vm_take_exception(vm);
    }
}

// A line with the specifier, then package.json.
static void resolve(vm_isolate *vm, const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    char specifier[256];
    size_t count = end ? (size_t)(end - text) : length;
    if (!end || count >= sizeof specifier) return;
    memcpy(specifier, text, count);
    specifier[count] = 0;
    struct tree tree = {end + 1, length - count - 1};
    struct module_files files = {tree_kind, tree_read, tree_real_path, &tree};
    struct resolver r;
    struct target target;
    resolver_initialize(&r, vm, &files);
    r.is_builtin = is_builtin;
    settle(vm, resolve_require(&r, specifier, "/f/f/x.js", &target));
    settle(vm, resolve_import(&r, specifier, "/f/f/x.js", &target));
    resolver_finalize(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    char *exact = malloc(size); // so that reads beyond are seen
    vm_isolate *vm = vm_create(NULL);
    memcpy(exact, data + 1, size - 1);
    data[0] % 2 ? read_names(vm, exact, size - 1) : resolve(vm, exact, size - 1);
    vm_destroy(vm);
    free(exact);
    return 0;
}
