// What `import` makes of a specifier: URLs as they are written, without guessing
// (https://nodejs.org/api/esm.html#resolution-algorithm-specification, ESM_RESOLVE).
#include "modules/resolve.h"

#include <strings.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "os/process.h"

const char *resolve_shown_referrer(const char *referrer, struct path *space) {
    if (referrer[0] == '/' || path_is_url(referrer)) {
        return referrer;
    }
    path_make_absolute(space, referrer);
    return space->text;
}

// --- errors

// Adds what a file URL would be to the pending error.
static enum target_kind with_url(vm_isolate *vm, const char *path) {
    if (vm_termination(vm)) {
        return TARGET_ERROR;
    }
    vm_value error = vm_take_exception(vm);
    char *url = path_to_url(vm, path);
    vm_value text = url ? vm_string(vm, url) : vm_exception();
    vm_free(vm, url);
    if (!vm_is_exception(text) && vm_set(vm, error, "url", text)) {
        vm_throw(vm, error);
    }
    return TARGET_ERROR;
}

// What would have found a file: ".js" and the like, or an index; "" when nothing does.
static const char *missing_ending(struct resolver *r, const struct path *path) {
    static const char *const endings[] = {".js", ".mjs", ".cjs", "/index.js", "/index.mjs", ""};
    const struct module_files *files = r->packages.files;
    struct path longer;
    size_t i = 0;
    for (; *endings[i]; i++) {
        path_start(&longer);
        path_add(&longer, path->text);
        path_add(&longer, endings[i]);
        if (files->kind(files->data, longer.text) == FS_IS_FILE) {
            break;
        }
    }
    return endings[i];
}

static enum target_kind throw_missing(struct resolver *r, const struct path *path, enum fs_presence kind,
                                      const char *specifier, const char *referrer) {
    vm_isolate *vm = r->vm;
    const char *ending = specifier[strlen(specifier) - 1] == '/' ? "" : missing_ending(r, path);
    struct text hint;
    text_start(&hint, vm);
    if (*ending) {
        text_add(&hint, "\nDid you mean to import \"");
        text_add(&hint, specifier);
        text_add(&hint, ending);
        text_add(&hint, "\"?");
    }
    char *shown = text_take(&hint, NULL);
    if (!shown) {
        return TARGET_ERROR;
    }
    if (kind == FS_IS_FOLDER || path_has_suffix(path->text, "/")) {
        throw_coded(vm, VM_ERROR_PLAIN, "ERR_UNSUPPORTED_DIR_IMPORT",
                    "Directory import '%s' is not supported resolving ES modules imported from %s%s",
                    path->text, referrer, shown);
    } else {
        throw_coded(vm, VM_ERROR_PLAIN, "ERR_MODULE_NOT_FOUND", "Cannot find module '%s' imported from %s%s",
                    path->text, referrer, shown);
    }
    vm_free(vm, shown);
    return with_url(vm, path->text);
}

// --- URLs

// Length of the scheme with its colon; 0: the text is no URL.
static size_t scheme_length(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    return length && strspn(text, "0123456789+-.") == 0 && text[length] == ':' ? length + 1 : 0;
}

static bool is_scheme(const char *text, const char *scheme) {
    return !strncasecmp(text, scheme, strlen(scheme));
}

// The path and what follows it of a reference, which may be relative to a folder.
static enum target_kind set_file(struct resolver *r, const char *reference, const char *folder,
                                 const char *referrer, struct target *out) {
    size_t length = strcspn(reference, "?#");
    struct path decoded;
    bool ok = path_decode(&decoded, reference, length);
    path_start(&out->suffix);
    path_add(&out->suffix, reference + length);
    path_join(&out->name, folder, ok ? decoded.text : reference);
    if (!ok) {
        throw_coded(
            r->vm, VM_ERROR_TYPE, "ERR_INVALID_MODULE_SPECIFIER",
            "Invalid module \"%s\" must not include encoded \"/\" or \"\\\" characters imported from %s",
            out->name.text, referrer);
        return TARGET_ERROR;
    }
    return out->kind = TARGET_FILE;
}

static enum target_kind resolve_url(struct resolver *r, const char *specifier, size_t scheme,
                                    const char *referrer, struct target *out) {
    vm_isolate *vm = r->vm;
    if (is_scheme(specifier, "node:") || is_scheme(specifier, "vm:")) {
        if (!r->is_builtin || !r->is_builtin(specifier)) {
            throw_coded(vm, VM_ERROR_PLAIN, "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: %s",
                        specifier);
            return TARGET_ERROR;
        }
        path_start(&out->name);
        path_add(&out->name, specifier);
        return out->kind = TARGET_BUILTIN;
    }
    if (is_scheme(specifier, "data:")) {
        return out->kind = TARGET_DATA;
    }
    if (is_scheme(specifier, "file:")) {
        const char *path = specifier + scheme;
        if (path_has_prefix(path, "//")) {
            path += 2;
            path += is_scheme(path, "localhost/") ? strlen("localhost") : 0;
        }
        if (*path == '/') {
            return set_file(r, path, "", referrer, out);
        }
        throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_FILE_URL_HOST",
                    "File URL host must be \"localhost\" or empty on %s", process_platform());
        return TARGET_ERROR;
    }
    throw_coded(
        vm, VM_ERROR_PLAIN, "ERR_UNSUPPORTED_ESM_URL_SCHEME",
        "Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received "
        "protocol '%.*s'",
        (int)scheme, specifier);
    return TARGET_ERROR;
}

// All but looking whether the file is there.
static enum target_kind resolve_unchecked(struct resolver *r, const char *specifier, const char *referrer,
                                          struct target *out) {
    struct path folder;
    size_t scheme = scheme_length(specifier);
    path_start(&out->suffix);
    if (scheme) {
        return resolve_url(r, specifier, scheme, referrer, out);
    }
    if (path_has_prefix(referrer, "data:") && !(r->is_builtin && r->is_builtin(specifier))) {
        throw_coded(
            r->vm, VM_ERROR_TYPE, "ERR_UNSUPPORTED_RESOLVE_REQUEST",
            "Failed to resolve module specifier \"%s\" from \"%s\": Invalid relative URL or base scheme is "
            "not hierarchical.",
            specifier, referrer);
        return TARGET_ERROR;
    }
    if (path_is_relative(specifier)) {
        path_folder_of(&folder, referrer);
        return set_file(r, specifier, folder.length > 1 ? folder.text : "", referrer, out);
    }
    if (specifier[0] == '#') {
        return resolve_imports(r, specifier, referrer, RESOLVE_IMPORT, out);
    }
    return resolve_bare(r, specifier, referrer, RESOLVE_IMPORT, out);
}

enum target_kind resolve_import(struct resolver *r, const char *specifier, const char *referrer,
                                struct target *out) {
    struct path space;
    referrer = resolve_shown_referrer(referrer, &space);
    enum target_kind found = resolve_unchecked(r, specifier, referrer, out);
    if (found != TARGET_FILE) {
        return found;
    }
    const struct module_files *files = r->packages.files;
    enum fs_presence kind = files->kind(files->data, out->name.text);
    if (kind != FS_IS_FILE || !resolve_real_path(r, &out->name)) {
        return throw_missing(r, &out->name, kind, specifier, referrer);
    }
    return found;
}

char *resolve_import_url(struct resolver *r, const char *specifier, const char *referrer) {
    struct path space;
    struct target target;
    struct text url;
    enum target_kind found =
        resolve_unchecked(r, specifier, resolve_shown_referrer(referrer, &space), &target);
    if (found == TARGET_ERROR) {
        return NULL;
    }
    text_start(&url, r->vm);
    if (found == TARGET_FILE) {
        resolve_real_path(r, &target.name); // one that is not there stays as it is
        char *file = path_to_url(r->vm, target.name.text);
        text_add(&url, file ? file : "");
        text_add(&url, target.suffix.text);
        url.failed |= !file;
        vm_free(r->vm, file);
    } else {
        text_add(&url, found == TARGET_BUILTIN ? target.name.text : specifier);
    }
    return text_take(&url, NULL);
}
