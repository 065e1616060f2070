// What `require` makes of a request: exact files, files with an extension, folders with a main or an index;
// in the folders node_modules outwards (https://nodejs.org/api/modules.html#all-together).
#include "modules/resolve.h"

#include <stdlib.h>

#include "bind/text.h"

void resolver_initialize(struct resolver *r, vm_isolate *vm, const struct module_files *files) {
    *r = (struct resolver){.vm = vm};
    packages_initialize(&r->packages, vm, files);
}

void resolver_finalize(struct resolver *r) { packages_finalize(&r->packages); }

bool resolve_stand_in(const struct resolver *r, const char *specifier, struct target *out) {
    const char *name = r->stand_in ? r->stand_in(specifier) : NULL;
    if (name) {
        path_start(&out->name);
        path_add(&out->name, name);
        out->kind = TARGET_BUILTIN;
    }
    return name != NULL;
}

bool resolve_real_path(struct resolver *r, struct path *path) {
    const struct module_files *files = r->packages.files;
    char *real;
    if (files->real_path(files->data, path->text, &real) < 0) {
        return false;
    }
    path_start(path);
    path_add(path, real);
    free(real);
    return true;
}

static enum fs_presence kind_of(const struct resolver *r, const struct path *path) {
    return r->packages.files->kind(r->packages.files->data, path->text);
}

// The file, or the first with one of the extensions, without links.
static bool find_file(struct resolver *r, struct path *path, bool exact, const char *const *extensions) {
    if (exact && kind_of(r, path) == FS_IS_FILE) {
        return resolve_real_path(r, path);
    }
    struct path longer;
    for (; *extensions; extensions++) {
        path_start(&longer);
        path_add(&longer, path->text);
        path_add(&longer, *extensions);
        if (kind_of(r, &longer) == FS_IS_FILE) {
            *path = longer;
            return resolve_real_path(r, path);
        }
    }
    return false;
}

static bool find_index(struct resolver *r, struct path *path, const char *folder,
                       const char *const *extensions) {
    path_join(path, folder, "index");
    return find_file(r, path, false, extensions);
}

static bool set_text(vm_isolate *vm, vm_value object, const char *name, const char *text) {
    vm_value value = text ? vm_string(vm, text) : vm_undefined();
    return !text || (!vm_is_exception(value) && vm_set(vm, object, name, value));
}

vm_value resolve_throw_not_found(vm_isolate *vm, const char *message, const char *path, const char *request) {
    vm_value error = vm_error(vm, VM_ERROR_PLAIN, message);
    if (vm_is_exception(error) || !set_text(vm, error, "code", "MODULE_NOT_FOUND") ||
        !set_text(vm, error, "path", path) || !set_text(vm, error, "requestPath", request)) {
        return vm_exception();
    }
    return vm_throw(vm, error);
}

static void throw_missing_main(struct resolver *r, const struct package *package, const char *main,
                               const char *request) {
    struct text t;
    text_start(&t, r->vm);
    text_add(&t, "Cannot find module '");
    text_add(&t, main);
    text_add(&t, "'. Please verify that the package.json has a valid \"main\" entry");
    char *message = text_take(&t, NULL);
    if (message) {
        resolve_throw_not_found(r->vm, message, package->file, request);
    }
    vm_free(r->vm, message);
}

// LOAD_AS_DIRECTORY
static enum target_kind find_in_folder(struct resolver *r, const char *folder, const char *request,
                                       const char *const *extensions, struct path *out) {
    const struct package *package = package_of_folder(&r->packages, folder);
    if (!package) {
        return TARGET_ERROR;
    }
    if (!package->main || !*package->main) {
        return find_index(r, out, folder, extensions) ? TARGET_FILE : TARGET_NONE;
    }
    struct path main;
    path_join(&main, folder, package->main);
    if (main.length > 1 && main.text[main.length - 1] == '/') {
        main.text[--main.length] = 0;
    }
    *out = main;
    if (find_file(r, out, true, extensions) || find_index(r, out, main.text, extensions) ||
        find_index(r, out, folder, extensions)) {
        return TARGET_FILE;
    }
    throw_missing_main(r, package, main.text, request);
    return TARGET_ERROR;
}

static void throw_missing_export(struct resolver *r, const struct package *package, const char *path) {
    struct text t;
    text_start(&t, r->vm);
    text_add(&t, "Cannot find module '");
    text_add(&t, path);
    text_add(&t, "'");
    char *message = text_take(&t, NULL);
    if (message) {
        resolve_throw_not_found(r->vm, message, package->file, NULL);
    }
    vm_free(r->vm, message);
}

// A target of "exports" or "imports" must exist as it is.
static enum target_kind finish_export(struct resolver *r, const struct package *package,
                                      enum target_kind found, struct target *out) {
    if (found != TARGET_FILE) {
        return found;
    }
    if (kind_of(r, &out->name) == FS_IS_FILE && resolve_real_path(r, &out->name)) {
        return out->kind = TARGET_FILE;
    }
    throw_missing_export(r, package, out->name.text);
    return TARGET_ERROR;
}

// LOAD_PACKAGE_EXPORTS of a request in a folder node_modules.
static enum target_kind find_export(struct resolver *r, const char *folder, const char *request,
                                    struct path *out) {
    struct path name, subpath, place;
    if (!package_name_of(request, &name, &subpath)) {
        return TARGET_NONE;
    }
    path_join(&place, folder, name.text);
    const struct package *package = package_of_folder(&r->packages, place.text);
    if (!package) {
        return TARGET_ERROR;
    }
    if (vm_is_undefined(package->exports.value)) {
        return TARGET_NONE;
    }
    struct target target;
    enum target_kind found = resolve_exports(r, package, subpath.text, NULL, RESOLVE_REQUIRE, &target);
    found = finish_export(r, package, found, &target);
    *out = target.name;
    return found;
}

static bool ends_as_folder(const char *request) {
    size_t length = strlen(request);
    const char *last = strrchr(request, '/');
    last = last ? last + 1 : request;
    return length && (!*last || !strcmp(last, ".") || !strcmp(last, ".."));
}

enum target_kind resolve_find(struct resolver *r, const char *request, const char *const *folders,
                              size_t folder_count, const char *const *extensions, struct path *out) {
    static const char *const root[] = {""};
    bool absolute = request[0] == '/', relative = path_is_relative(request),
         as_folder = ends_as_folder(request);
    if (absolute) {
        folders = root;
        folder_count = 1;
    }
    for (size_t i = 0; i < folder_count; i++) {
        struct path folder;
        path_make_absolute(&folder, folders[i]);
        if (!absolute && kind_of(r, &folder) != FS_IS_FOLDER) {
            continue;
        }
        if (!relative) {
            enum target_kind found = find_export(r, folder.text, request, out);
            if (found != TARGET_NONE) {
                return found;
            }
        }
        struct path base;
        path_join(&base, absolute ? "" : folder.text, request);
        if (base.length > 1 && base.text[base.length - 1] == '/') {
            base.text[--base.length] = 0;
        }
        enum fs_presence kind = kind_of(r, &base);
        *out = base;
        if (!as_folder && find_file(r, out, kind == FS_IS_FILE, extensions)) {
            return TARGET_FILE;
        }
        if (kind == FS_IS_FOLDER) {
            enum target_kind found =
                find_in_folder(r, base.length > 1 ? base.text : "", request, extensions, out);
            if (found != TARGET_NONE) {
                return found;
            }
        }
    }
    return TARGET_NONE;
}

enum target_kind resolve_own_package(struct resolver *r, const char *request, const char *referrer,
                                     struct target *out) {
    const struct package *package =
        path_is_relative(request) ? &r->packages.none : package_of_file(&r->packages, referrer);
    if (!package) {
        return TARGET_ERROR;
    }
    if (request[0] == '#') {
        if (vm_is_undefined(package->imports.value)) {
            return TARGET_NONE;
        }
        return finish_export(r, package, resolve_imports(r, request, referrer, RESOLVE_REQUIRE, out), out);
    }
    struct path name, subpath;
    if (!package->name || vm_is_undefined(package->exports.value) ||
        !package_name_of(request, &name, &subpath) || strcmp(name.text, package->name)) {
        return TARGET_NONE;
    }
    enum target_kind found = resolve_exports(r, package, subpath.text, referrer, RESOLVE_REQUIRE, out);
    return finish_export(r, package, found, out);
}

enum target_kind resolve_require(struct resolver *r, const char *request, const char *referrer,
                                 struct target *out) {
    static const char *const extensions[] = {".js", ".json", ".node", NULL};
    struct path folder, place;
    path_start(&out->suffix);
    if (r->is_builtin && r->is_builtin(request)) {
        path_start(&out->name);
        path_add(&out->name, path_is_builtin(request) ? "" : "node:");
        path_add(&out->name, request);
        return out->kind = TARGET_BUILTIN;
    }
    path_folder_of(&folder, referrer);
    if (path_is_relative(request)) {
        const char *const here[] = {folder.text};
        return out->kind = resolve_find(r, request, here, 1, extensions, &out->name);
    }
    enum target_kind found = resolve_own_package(r, request, referrer, out);
    for (bool at_root = false; found == TARGET_NONE && !at_root; path_to_folder(&folder)) {
        at_root = folder.length <= 1;
        if (!path_has_suffix(folder.text, "/node_modules")) {
            path_join(&place, at_root ? "" : folder.text, "node_modules");
            const char *const here[] = {place.text};
            found = resolve_find(r, request, here, 1, extensions, &out->name);
        }
    }
    if (found == TARGET_NONE && resolve_stand_in(r, request, out)) {
        return TARGET_BUILTIN;
    }
    return out->kind = found;
}
