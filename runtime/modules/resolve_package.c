// Packages: the names that specifiers begin with, "exports", "imports" and their conditions
// (https://nodejs.org/api/esm.html#resolution-algorithm-specification, PACKAGE_RESOLVE and below).
//
// A target of "exports" resolves to a path, to nothing because null says so (TARGET_NULL), or to nothing
// because no condition held. An array goes on after both, and after a target that is not valid, but reports
// the last of them.
#include "modules/resolve.h"

#include <strings.h>

#include "bind/runtime.h"
#include "bind/text.h"

#define DEPTH_LIMIT 64 // of nested conditions and arrays

// One resolution under way.
struct search {
    struct resolver *r;
    const struct package *package;
    const char *referrer; // for messages; NULL: they name none
    const char *key;      // of "exports" or "imports" that is followed, for messages
    const char *match;    // what stands for "*"; NULL: the key has none
    bool is_imports;
    enum resolve_kind kind;
    unsigned depth;
    struct target *out;
};

// --- errors

static const char *from_text(const char *referrer) { return referrer ? " imported from " : ""; }
static const char *or_empty(const char *text) { return text ? text : ""; }

static enum target_kind throw_bad_config(const struct search *s, const char *what) {
    throw_coded(s->r->vm, VM_ERROR_PLAIN, "ERR_INVALID_PACKAGE_CONFIG",
                "Invalid package config %s. \"%s\" %s", s->package->file,
                s->is_imports ? "imports" : "exports", what);
    return TARGET_ERROR;
}

static enum target_kind throw_bad_target(const struct search *s, const char *target, bool hint) {
    throw_coded(s->r->vm, VM_ERROR_PLAIN, "ERR_INVALID_PACKAGE_TARGET",
                "Invalid \"%s\" target \"%s\" defined for '%s' in the package config %s%s%s%s",
                s->is_imports ? "imports" : "exports", target, s->key, s->package->file,
                from_text(s->referrer), or_empty(s->referrer),
                hint ? "; targets must start with \"./\"" : "");
    return TARGET_ERROR;
}

static enum target_kind throw_not_exported(const struct search *s, const char *subpath) {
    if (!strcmp(subpath, ".")) {
        throw_coded(s->r->vm, VM_ERROR_PLAIN, "ERR_PACKAGE_PATH_NOT_EXPORTED",
                    "No \"exports\" main defined in %s%s%s", s->package->file, from_text(s->referrer),
                    or_empty(s->referrer));
    } else {
        throw_coded(s->r->vm, VM_ERROR_PLAIN, "ERR_PACKAGE_PATH_NOT_EXPORTED",
                    "Package subpath '%s' is not defined by \"exports\" in %s%s%s", subpath, s->package->file,
                    from_text(s->referrer), or_empty(s->referrer));
    }
    return TARGET_ERROR;
}

static enum target_kind throw_bad_specifier(struct resolver *r, const char *specifier, const char *why,
                                            const char *referrer) {
    throw_coded(r->vm, VM_ERROR_TYPE, "ERR_INVALID_MODULE_SPECIFIER", "Invalid module \"%s\" %s%s%s",
                specifier, why, from_text(referrer), or_empty(referrer));
    return TARGET_ERROR;
}

// --- targets

// Whether one of the components, which "/" and "\" divide, is ".", ".." or "node_modules", also when
// characters are encoded.
static bool has_forbidden_component(const char *text) {
    for (;;) {
        size_t length = strcspn(text, "/\\");
        struct path part;
        if (!path_decode(&part, text, length) || !strcmp(part.text, ".") || !strcmp(part.text, "..") ||
            !strcasecmp(part.text, "node_modules")) {
            return true;
        }
        text += length;
        if (!*text++) {
            return false;
        }
    }
}

// Appends a text, with what the pattern matched in the place of each "*".
static void add_pattern(struct path *p, const char *text, const char *match) {
    for (; *text; text++) {
        if (*text == '*' && match) {
            path_add(p, match);
        } else {
            path_append(p, text, 1);
        }
    }
}

static enum target_kind throw_bad_match(const struct search *s) {
    struct path request;
    path_start(&request);
    add_pattern(&request, s->key, s->match);
    throw_coded(
        s->r->vm, VM_ERROR_TYPE, "ERR_INVALID_MODULE_SPECIFIER",
        "Invalid module \"%s\" request is not a valid match in pattern \"%s\" for the \"%s\" resolution of "
        "%s%s%s",
        request.text, s->key, s->is_imports ? "imports" : "exports", s->package->file, from_text(s->referrer),
        or_empty(s->referrer));
    return TARGET_ERROR;
}

// An import whose target is the name of a package.
static enum target_kind resolve_external(struct search *s, const char *target) {
    struct path specifier;
    path_start(&specifier);
    add_pattern(&specifier, target, s->match);
    return resolve_bare(s->r, specifier.text, s->package->file, s->kind, s->out);
}

static enum target_kind resolve_text(struct search *s, const char *target) {
    if (!path_has_prefix(target, "./")) {
        if (!s->is_imports || path_has_prefix(target, "../") || target[0] == '/' || path_is_url(target)) {
            bool hint = !s->is_imports && target[0];
            return throw_bad_target(s, target, hint);
        }
        return resolve_external(s, target);
    }
    if (has_forbidden_component(target + 2)) {
        return throw_bad_target(s, target, false);
    }
    if (s->match && has_forbidden_component(s->match)) {
        return throw_bad_match(s);
    }
    struct path *name = &s->out->name, expanded, decoded;
    path_start(&expanded);
    add_pattern(&expanded, target + 2, s->match);
    if (!path_decode(&decoded, expanded.text, expanded.length)) {
        return throw_bad_specifier(s->r, expanded.text, "must not include encoded \"/\" or \"\\\" characters",
                                   s->referrer);
    }
    path_folder_of(&expanded, s->package->file);
    path_join(name, expanded.text, decoded.text);
    return s->out->kind = TARGET_FILE;
}

static bool is_condition(const struct search *s, const char *name) {
    static const char *const always[] = {"default", "node", "module-sync"};
    if (!strcmp(name, s->kind == RESOLVE_IMPORT ? "import" : "require")) {
        return true;
    }
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (!strcmp(name, always[i])) {
            return true;
        }
    }
    for (const char *const *c = s->r->conditions; c && *c; c++) {
        if (!strcmp(name, *c)) {
            return true;
        }
    }
    return false;
}

static bool is_number(const char *key) { return *key && strspn(key, "0123456789") == strlen(key); }

static enum target_kind resolve_target(struct search *s, vm_value target);

static enum target_kind resolve_conditions(struct search *s, vm_value object) {
    vm_isolate *vm = s->r->vm;
    vm_value keys = vm_own_keys(vm, object, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return TARGET_ERROR;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        char *text = vm_is_exception(name) ? NULL : vm_to_utf8(vm, name, NULL);
        bool number = text && is_number(text), holds = text && is_condition(s, text);
        vm_free(vm, text);
        if (!text) {
            return TARGET_ERROR;
        }
        if (number) {
            return throw_bad_config(s, "cannot contain numeric property keys.");
        }
        vm_key key;
        if (holds) {
            vm_value inner = vm_to_key(vm, name, &key) ? vm_get_key(vm, object, key) : vm_exception();
            enum target_kind result = vm_is_exception(inner) ? TARGET_ERROR : resolve_target(s, inner);
            if (result != TARGET_NONE) {
                return result;
            }
        }
    }
    return TARGET_NONE;
}

static bool pending_is_bad_target(vm_isolate *vm) {
    if (vm_termination(vm)) {
        return false;
    }
    vm_value error = vm_take_exception(vm), code = vm_get(vm, error, "code");
    bool is = vm_string_is(vm, code, "ERR_INVALID_PACKAGE_TARGET");
    vm_throw(vm, error);
    return is;
}

static enum target_kind resolve_array(struct search *s, vm_value array) {
    vm_isolate *vm = s->r->vm;
    uint64_t count;
    enum target_kind result = TARGET_NONE;
    vm_value error = vm_undefined();
    if (!vm_length(vm, array, &count)) {
        return TARGET_ERROR;
    }
    if (!count) {
        return TARGET_NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value inner = vm_get_index(vm, array, i);
        enum target_kind one = vm_is_exception(inner) ? TARGET_ERROR : resolve_target(s, inner);
        if (one == TARGET_ERROR) {
            if (!pending_is_bad_target(vm)) {
                return one;
            }
            error = vm_take_exception(vm);
        } else if (one != TARGET_NONE && one != TARGET_NULL) {
            return one;
        }
        result = one == TARGET_NONE ? result : one;
    }
    if (result == TARGET_ERROR) {
        vm_throw(vm, error);
    }
    return result;
}

// PACKAGE_TARGET_RESOLVE
static enum target_kind resolve_target(struct search *s, vm_value target) {
    vm_isolate *vm = s->r->vm;
    enum target_kind result;
    if (s->depth == DEPTH_LIMIT) {
        return throw_bad_config(s, "is nested too deeply.");
    }
    s->depth++;
    if (vm_is_null(target)) {
        result = TARGET_NULL;
    } else if (vm_is_array(target)) {
        result = resolve_array(s, target);
    } else if (vm_is_object(target)) {
        result = resolve_conditions(s, target);
    } else {
        char *text = vm_to_utf8(vm, target, NULL);
        result = !text                  ? TARGET_ERROR
                 : vm_is_string(target) ? resolve_text(s, text)
                                        : throw_bad_target(s, text, !s->is_imports);
        vm_free(vm, text);
    }
    s->depth--;
    return result;
}

// --- keys

// PATTERN_KEY_COMPARE: whether `a` is more specific.
static bool is_better_pattern(const char *a, const char *b) {
    size_t a_base = strcspn(a, "*"), b_base = strcspn(b, "*");
    return a_base != b_base ? a_base > b_base : strlen(a) > strlen(b);
}

// Whether a key with one "*" matches; *match gets what stands for it, *length its length.
static bool matches(const char *pattern, const char *key, const char **match, size_t *length) {
    const char *star = strchr(pattern, '*');
    if (!star || strchr(star + 1, '*')) {
        return false;
    }
    size_t base = (size_t)(star - pattern), tail = strlen(star + 1), whole = strlen(key);
    if (strncmp(pattern, key, base) || whole <= base || whole < strlen(pattern) ||
        strcmp(key + whole - tail, star + 1)) {
        return false;
    }
    *match = key + base;
    *length = whole - base - tail;
    return true;
}

// PACKAGE_IMPORTS_EXPORTS_RESOLVE: TARGET_NONE when no key matches.
static enum target_kind resolve_keys(struct search *s, vm_value object, const char *wanted) {
    vm_isolate *vm = s->r->vm;
    vm_value keys = vm_own_keys(vm, object, 0), found = vm_undefined();
    uint64_t count;
    char *best = NULL;
    struct path match;
    bool exact = false, ok = !vm_is_exception(keys) && vm_length(vm, keys, &count);
    for (uint32_t i = 0; ok && !exact && i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        char *key = vm_is_exception(name) ? NULL : vm_to_utf8(vm, name, NULL);
        const char *star;
        size_t length;
        ok = key;
        exact = ok && !strcmp(key, wanted) && !strchr(key, '*') && !path_has_suffix(key, "/");
        bool fits =
            ok && !exact && matches(key, wanted, &star, &length) && (!best || is_better_pattern(key, best));
        if (fits) {
            path_start(&match);
            path_append(&match, star, length);
        }
        if (exact || fits) {
            vm_free(vm, best);
            best = key;
            found = name;
        } else {
            vm_free(vm, key);
        }
    }
    enum target_kind result = ok ? TARGET_NONE : TARGET_ERROR;
    if (ok && best) {
        vm_key key;
        vm_value target = vm_to_key(vm, found, &key) ? vm_get_key(vm, object, key) : vm_exception();
        s->key = best;
        s->match = exact ? NULL : match.text;
        result = vm_is_exception(target) ? TARGET_ERROR : resolve_target(s, target);
    }
    vm_free(vm, best);
    return result;
}

// Whether "exports" is an object of subpaths (1), or one target for "." (0); -1: error pending.
static int has_subpaths(const struct search *s, vm_value exports) {
    vm_isolate *vm = s->r->vm;
    if (!vm_is_object(exports) || vm_is_array(exports)) {
        return 0;
    }
    vm_value keys = vm_own_keys(vm, exports, 0);
    uint64_t count, dots = 0;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        vm_text text;
        if (vm_is_exception(name) || !vm_string_text(vm, name, &text)) {
            return -1;
        }
        dots += text.length && (text.latin1 ? text.latin1[0] : text.utf16[0]) == '.';
    }
    if (dots && dots != count) {
        throw_bad_config(s,
                         "cannot contain some keys starting with '.' and some not. The exports object must "
                         "either be an object of package subpath keys or an object of main entry condition "
                         "name keys only.");
        return -1;
    }
    return dots > 0;
}

enum target_kind resolve_exports(struct resolver *r, const struct package *package, const char *subpath,
                                 const char *referrer, enum resolve_kind kind, struct target *out) {
    struct search s = {
        .r = r, .package = package, .referrer = referrer, .key = ".", .kind = kind, .out = out};
    vm_value exports = package->exports.value;
    int subpaths = has_subpaths(&s, exports);
    if (subpaths < 0) {
        return TARGET_ERROR;
    }
    enum target_kind result = subpaths                ? resolve_keys(&s, exports, subpath)
                              : !strcmp(subpath, ".") ? resolve_target(&s, exports)
                                                      : TARGET_NONE;
    return result == TARGET_NONE || result == TARGET_NULL ? throw_not_exported(&s, subpath) : result;
}

enum target_kind resolve_imports(struct resolver *r, const char *specifier, const char *referrer,
                                 enum resolve_kind kind, struct target *out) {
    if (!strcmp(specifier, "#") || path_has_prefix(specifier, "#/")) {
        return throw_bad_specifier(r, specifier, "is not a valid internal imports specifier name", referrer);
    }
    const struct package *package = package_of_file(&r->packages, referrer);
    if (!package) {
        return TARGET_ERROR;
    }
    struct search s = {
        .r = r, .package = package, .referrer = referrer, .is_imports = true, .kind = kind, .out = out};
    enum target_kind result = vm_is_undefined(package->imports.value)
                                  ? TARGET_NONE
                                  : resolve_keys(&s, package->imports.value, specifier);
    if (result == TARGET_NONE || result == TARGET_NULL) {
        throw_coded(r->vm, VM_ERROR_TYPE, "ERR_PACKAGE_IMPORT_NOT_DEFINED",
                    "Package import specifier \"%s\" is not defined%s%s imported from %s", specifier,
                    package->exists ? " in package " : "", package->exists ? package->file : "", referrer);
        return TARGET_ERROR;
    }
    return result;
}

// --- names of packages

bool package_name_of(const char *specifier, struct path *name, struct path *subpath) {
    const char *slash = strchr(specifier, '/');
    if (specifier[0] == '@' && slash) {
        slash = strchr(slash + 1, '/');
    } else if (specifier[0] == '@') {
        return false;
    }
    size_t length = slash ? (size_t)(slash - specifier) : strlen(specifier);
    path_start(name);
    path_append(name, specifier, length);
    path_start(subpath);
    path_add(subpath, ".");
    path_add(subpath, specifier + length);
    return length && name->text[0] != '.' && !strpbrk(name->text, "\\%");
}

// The entry of a package without "exports": "main" as it is or completed, then index.
static enum target_kind resolve_main(struct resolver *r, const struct package *package, const char *folder,
                                     const char *referrer, struct target *out) {
    static const char *const endings[] = {"",          ".js",         ".json",       ".node",
                                          "/index.js", "/index.json", "/index.node", NULL};
    const struct module_files *files = r->packages.files;
    for (int with_main = package->main != NULL; with_main >= 0; with_main--) {
        for (const char *const *ending = endings + (with_main ? 0 : 4); *ending; ending++) {
            path_join(&out->name, folder, with_main ? package->main : ".");
            if (!with_main) {
                out->name.text[--out->name.length] = 0;
            }
            path_add(&out->name, *ending);
            if (files->kind(files->data, out->name.text) == FS_IS_FILE) {
                return out->kind = TARGET_FILE;
            }
        }
    }
    path_join(&out->name, folder, package->main ? package->main : "index.js");
    throw_coded(r->vm, VM_ERROR_PLAIN, "ERR_MODULE_NOT_FOUND", "Cannot find package '%s' imported from %s",
                out->name.text, referrer);
    return TARGET_ERROR;
}

// PACKAGE_RESOLVE
enum target_kind resolve_bare(struct resolver *r, const char *specifier, const char *referrer,
                              enum resolve_kind kind, struct target *out) {
    const struct module_files *files = r->packages.files;
    path_start(&out->suffix);
    if (r->is_builtin && r->is_builtin(specifier)) {
        path_start(&out->name);
        path_add(&out->name, path_is_builtin(specifier) ? "" : "node:");
        path_add(&out->name, specifier);
        return out->kind = TARGET_BUILTIN;
    }
    struct path name, subpath, folder, place;
    if (!package_name_of(specifier, &name, &subpath)) {
        return throw_bad_specifier(r, specifier, "is not a valid package name", referrer);
    }
    const struct package *own = package_of_file(&r->packages, referrer);
    if (!own) {
        return TARGET_ERROR;
    }
    if (own->name && !vm_is_undefined(own->exports.value) && !strcmp(own->name, name.text)) {
        return resolve_exports(r, own, subpath.text, referrer, kind, out);
    }
    path_folder_of(&folder, referrer);
    for (bool at_root = false; !at_root; path_to_folder(&folder)) {
        at_root = folder.length <= 1;
        path_start(&place);
        path_add(&place, at_root ? "" : folder.text);
        path_add(&place, "/node_modules/");
        path_add(&place, name.text);
        if (files->kind(files->data, place.text) != FS_IS_FOLDER) {
            continue;
        }
        const struct package *package = package_of_folder(&r->packages, place.text);
        if (!package) {
            return TARGET_ERROR;
        }
        if (!vm_is_undefined(package->exports.value)) {
            return resolve_exports(r, package, subpath.text, referrer, kind, out);
        }
        if (!strcmp(subpath.text, ".")) {
            return resolve_main(r, package, place.text, referrer, out);
        }
        struct path decoded;
        if (!path_decode(&decoded, subpath.text, subpath.length)) {
            return throw_bad_specifier(r, specifier, "must not include encoded \"/\" or \"\\\" characters",
                                       referrer);
        }
        path_join(&out->name, place.text, decoded.text);
        return out->kind = TARGET_FILE;
    }
    if (resolve_stand_in(r, specifier, out)) {
        return TARGET_BUILTIN;
    }
    throw_coded(r->vm, VM_ERROR_PLAIN, "ERR_MODULE_NOT_FOUND", "Cannot find package '%s' imported from %s",
                name.text, referrer);
    return TARGET_ERROR;
}
