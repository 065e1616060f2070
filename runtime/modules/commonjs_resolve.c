// The functions of Module that find files. Each goes through the one below it as a property of Module, since
// programs replace them: _resolveFilename -> _resolveLookupPaths -> _nodeModulePaths, _findPath.
#include <stdlib.h>

#include "bind/text.h"
#include "modules/builtin.h"
#include "modules/modules.h"
#include "os/process.h"

vm_value commonjs_get(vm_isolate *vm, vm_value object, vm_value name) {
    vm_key key;
    return vm_to_key(vm, name, &key) ? vm_get_key(vm, object, key) : vm_exception();
}

vm_value commonjs_parent(struct modules *m, vm_value module) {
    return vm_is_object(module) ? vm_get_key(m->vm, module, vm_key_from_symbol(m->roots.parent_key.value))
                                : vm_undefined();
}

// --- folders

static bool push_text(vm_isolate *vm, vm_value array, const char *text, size_t length) {
    vm_value value = vm_string_utf8(vm, text, length);
    return !vm_is_exception(value) && vm_array_push(vm, array, value);
}

vm_value commonjs_node_modules(vm_isolate *vm, const char *from) {
    struct path folder, place;
    vm_value paths = vm_array(vm, NULL, 0);
    path_make_absolute(&folder, from);
    while (folder.length > 1 && folder.text[folder.length - 1] == '/') {
        folder.text[--folder.length] = 0;
    }
    for (bool at_root = false; !at_root && !vm_is_exception(paths); path_to_folder(&folder)) {
        at_root = folder.length <= 1;
        if (path_has_suffix(folder.text, "/node_modules")) {
            continue;
        }
        path_join(&place, at_root ? "" : folder.text, "node_modules");
        if (!push_text(vm, paths, place.text, place.length)) {
            return vm_exception();
        }
    }
    return paths;
}

static vm_value node_module_paths(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *from = path_text(vm, vm_argument(frame, argc, 0));
    vm_value paths = from ? commonjs_node_modules(vm, from) : vm_exception();
    vm_free(vm, from);
    return paths;
}

// The value of a variable: of process.env when the program has looked at process, else of the process.
static vm_value environment(struct modules *m, const char *name) {
    vm_isolate *vm = m->vm;
    vm_value process = m->rt->roots.process.value;
    if (!vm_is_undefined(process)) {
        vm_value env = vm_get(vm, process, "env");
        return vm_is_exception(env) || !vm_is_object(env) ? env : vm_get(vm, env, name);
    }
    size_t length = strlen(name);
    for (char **entry = process_environment(); *entry; entry++) {
        if (!strncmp(*entry, name, length) && (*entry)[length] == '=') {
            return vm_string(vm, *entry + length + 1);
        }
    }
    return vm_undefined();
}

// The folders of NODE_PATH, then those that Node has for historical reasons.
static vm_value global_paths(struct modules *m) {
    vm_isolate *vm = m->vm;
    vm_value paths = vm_array(vm, NULL, 0), list = environment(m, "NODE_PATH"), home = environment(m, "HOME");
    if (vm_is_exception(paths) || vm_is_exception(list) || vm_is_exception(home)) {
        return vm_exception();
    }
    char *text = vm_is_string(list) ? vm_to_utf8(vm, list, NULL) : NULL;
    bool ok = text || !vm_is_string(list);
    for (const char *at = text; ok && at && *at;) {
        size_t length = strcspn(at, ":");
        ok = !length || push_text(vm, paths, at, length);
        at += length + (at[length] == ':');
    }
    vm_free(vm, text);
    static const char *const names[] = {"/.node_modules", "/.node_libraries"};
    for (size_t i = 0; ok && vm_is_string(home) && i < 2; i++) {
        vm_value tail = vm_string(vm, names[i]);
        vm_value folder = vm_is_exception(tail) ? tail : vm_string_concat(vm, home, tail);
        ok = !vm_is_exception(folder) && vm_array_push(vm, paths, folder);
    }
    return ok ? paths : vm_exception();
}

static vm_value init_paths(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct modules *m = modules_of(vm);
    vm_value paths = m ? global_paths(m) : vm_exception();
    return vm_is_exception(paths) || !vm_set(vm, m->roots.module_class.value, "globalPaths", paths)
               ? vm_exception()
               : vm_undefined();
}

static bool push_all(vm_isolate *vm, vm_value array, vm_value more) {
    uint64_t count = 0;
    if (vm_is_object(more) && !vm_length(vm, more, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value item = vm_get_index(vm, more, i);
        if (vm_is_exception(item) || !vm_array_push(vm, array, item)) {
            return false;
        }
    }
    return true;
}

static vm_value folder_of_value(vm_isolate *vm, vm_value file) {
    struct path folder;
    char *text = vm_to_utf8(vm, file, NULL);
    if (!text) {
        return vm_exception();
    }
    path_folder_of(&folder, text);
    vm_free(vm, text);
    return vm_string_utf8(vm, folder.text, folder.length);
}

// Module._resolveLookupPaths(request, parent): folders; null for builtin modules.
static vm_value lookup_paths_of(struct modules *m, const char *request, vm_value parent) {
    vm_isolate *vm = m->vm;
    if (builtin_exists(request)) {
        return vm_null();
    }
    vm_value paths = vm_array(vm, NULL, 0);
    if (vm_is_exception(paths)) {
        return paths;
    }
    if (!path_is_relative(request) || request[0] == '/') {
        vm_value own = vm_is_object(parent) ? vm_get(vm, parent, "paths") : vm_undefined();
        vm_value global = vm_is_exception(own) ? own : vm_get(vm, m->roots.module_class.value, "globalPaths");
        return vm_is_exception(global) || !push_all(vm, paths, own) || !push_all(vm, paths, global)
                   ? vm_exception()
                   : paths;
    }
    vm_value file = vm_is_object(parent) ? vm_get(vm, parent, "filename") : vm_undefined();
    vm_value folder = vm_is_exception(file) ? file
                      : vm_is_string(file)  ? folder_of_value(vm, file)
                                            : vm_string(vm, ".");
    return vm_is_exception(folder) || !vm_array_push(vm, paths, folder) ? vm_exception() : paths;
}

static vm_value lookup_paths(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    char *request = m ? path_text(vm, vm_argument(frame, argc, 0)) : NULL;
    vm_value paths = request ? lookup_paths_of(m, request, vm_argument(frame, argc, 1)) : vm_exception();
    vm_free(vm, request);
    return paths;
}

// --- _findPath

// The strings of an array as C strings, NULL at the end; other things in it are left out.
static char **texts_of(vm_isolate *vm, vm_value array, size_t *count) {
    uint64_t length;
    *count = 0;
    if (!vm_length(vm, array, &length)) {
        return NULL;
    }
    char **texts = vm_allocate(vm, ((size_t)length + 1) * sizeof *texts);
    if (!texts) {
        vm_throw_out_of_memory(vm);
        return NULL;
    }
    for (uint32_t i = 0; i < length; i++) {
        vm_value item = vm_get_index(vm, array, i);
        char *text = vm_is_string(item) ? vm_to_utf8(vm, item, NULL) : NULL;
        if (vm_is_exception(item) || (!text && vm_is_string(item))) {
            while (*count) {
                vm_free(vm, texts[--*count]);
            }
            vm_free(vm, texts);
            return NULL;
        }
        if (text) {
            texts[(*count)++] = text;
        }
    }
    texts[*count] = NULL;
    return texts;
}

static void free_texts(vm_isolate *vm, char **texts, size_t count) {
    for (size_t i = 0; texts && i < count; i++) {
        vm_free(vm, texts[i]);
    }
    vm_free(vm, texts);
}

static vm_value find_uncached(struct modules *m, const char *request, vm_value paths) {
    vm_isolate *vm = m->vm;
    struct path found;
    size_t folder_count = 0, extension_count = 0;
    vm_value extensions = vm_get(vm, m->roots.module_class.value, "_extensions");
    vm_value keys = vm_is_exception(extensions) ? extensions : vm_own_keys(vm, extensions, 0);
    char **names = vm_is_exception(keys) ? NULL : texts_of(vm, keys, &extension_count);
    char **folders = names ? texts_of(vm, paths, &folder_count) : NULL;
    enum target_kind kind = TARGET_ERROR;
    if (folders && vm_stack_check(vm, RESOLVE_STACK)) {
        kind = resolve_find(&m->resolver, request, (const char *const *)folders, folder_count,
                            (const char *const *)names, &found);
    }
    free_texts(vm, folders, folder_count);
    free_texts(vm, names, extension_count);
    return kind == TARGET_FILE   ? vm_string_utf8(vm, found.text, found.length)
           : kind == TARGET_NONE ? vm_bool(false)
                                 : vm_exception();
}

// Module._findPath(request, paths): a file name or false. What was found is kept in Module._pathCache by
// request and paths.
static vm_value find_path(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value paths = vm_argument(frame, argc, 1);
    char *request = m ? path_text(vm, vm_argument(frame, argc, 0)) : NULL;
    if (!request) {
        return vm_exception();
    }
    struct text t;
    text_start(&t, vm);
    text_add(&t, request);
    uint64_t count = 0;
    bool ok = !vm_is_object(paths) || vm_length(vm, paths, &count);
    for (uint32_t i = 0; ok && i < count; i++) {
        vm_value folder = vm_get_index(vm, paths, i);
        text_char(&t, 0);
        text_string(&t, folder);
        ok = !vm_is_exception(folder);
    }
    vm_key key;
    vm_value name = ok ? text_value(&t) : vm_exception();
    vm_value cache = vm_is_exception(name) ? name : vm_get(vm, m->roots.module_class.value, "_pathCache");
    ok = !vm_is_exception(cache) && vm_to_key(vm, name, &key);
    vm_value found = !ok ? vm_exception() : vm_is_object(cache) ? vm_get_key(vm, cache, key) : vm_undefined();
    if (vm_is_undefined(found)) {
        found = find_uncached(m, request, vm_is_object(paths) ? paths : vm_array(vm, NULL, 0));
        if (vm_is_string(found) && vm_is_object(cache) && !vm_set_key(vm, cache, key, found)) {
            found = vm_exception();
        }
    }
    text_free(&t);
    vm_free(vm, request);
    return found;
}

// --- _resolveFilename

static vm_value throw_not_found(struct modules *m, const char *request, vm_value parent) {
    vm_isolate *vm = m->vm;
    struct text t;
    text_start(&t, vm);
    text_add(&t, "Cannot find module '");
    text_add(&t, request);
    text_add(&t, "'");
    vm_value stack = vm_array(vm, NULL, 0);
    bool ok = !vm_is_exception(stack);
    for (int depth = 0; ok && vm_is_object(parent) && depth < 1000; depth++) {
        vm_value name = vm_get(vm, parent, "filename");
        if (!vm_is_exception(name) && !vm_is_string(name)) {
            name = vm_get(vm, parent, "id");
        }
        ok = !vm_is_exception(name) && vm_array_push(vm, stack, name);
        text_add(&t, depth ? "\n- " : "\nRequire stack:\n- ");
        text_string(&t, name);
        parent = commonjs_parent(m, parent);
    }
    char *message = ok ? text_take(&t, NULL) : NULL;
    if (message) {
        resolve_throw_not_found(vm, message, NULL, NULL);
        vm_free(vm, message);
        if (!vm_termination(vm)) {
            vm_value error = vm_take_exception(vm);
            if (vm_set(vm, error, "requireStack", stack)) {
                vm_throw(vm, error);
            }
        }
    }
    text_free(&t);
    return vm_exception();
}

// The folders to look in with `options.paths`: those themselves for a relative request, else what each would
// see.
static vm_value paths_of_options(struct modules *m, vm_value request, bool relative, vm_value given) {
    vm_isolate *vm = m->vm;
    vm_value all = vm_array(vm, NULL, 0), empty = vm_string(vm, "");
    uint64_t count;
    if (vm_is_exception(all) || vm_is_exception(empty) || !vm_length(vm, given, &count)) {
        return vm_exception();
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value folder = vm_get_index(vm, given, i);
        if (vm_is_exception(folder)) {
            return folder;
        }
        if (relative) {
            if (!vm_array_push(vm, all, folder)) {
                return vm_exception();
            }
            continue;
        }
        vm_value there = commonjs_create(m, empty, vm_undefined());
        vm_value paths = vm_is_exception(there)
                             ? there
                             : vm_invoke(vm, m->roots.module_class.value, "_nodeModulePaths", 1, &folder);
        if (vm_is_exception(paths) || !vm_set(vm, there, "paths", paths)) {
            return vm_exception();
        }
        vm_value arguments[] = {request, there};
        paths = vm_invoke(vm, m->roots.module_class.value, "_resolveLookupPaths", 2, arguments);
        if (vm_is_exception(paths) || !push_all(vm, all, paths)) {
            return vm_exception();
        }
    }
    return all;
}

// By the package that the parent belongs to: a file name; undefined when it is to be looked for in folders.
static vm_value resolve_in_own_package(struct modules *m, const char *request, vm_value parent) {
    vm_isolate *vm = m->vm;
    if (path_is_relative(request)) {
        return vm_undefined();
    }
    vm_value file = vm_is_object(parent) ? vm_get(vm, parent, "filename") : vm_undefined();
    if (!vm_is_string(file)) {
        return vm_is_exception(file) ? file : vm_undefined();
    }
    char *referrer = vm_to_utf8(vm, file, NULL);
    struct target target;
    enum target_kind kind = !referrer || !vm_stack_check(vm, RESOLVE_STACK)
                                ? TARGET_ERROR
                                : resolve_own_package(&m->resolver, request, referrer, &target);
    vm_free(vm, referrer);
    return kind == TARGET_ERROR  ? vm_exception()
           : kind == TARGET_NONE ? vm_undefined()
                                 : vm_string_utf8(vm, target.name.text, target.name.length);
}

static vm_value ask_loader(struct modules *m, const char *request, vm_value parent) {
    vm_isolate *vm = m->vm;
    if (!m->loader.resolve) {
        return vm_undefined();
    }
    vm_value file = vm_is_object(parent) ? vm_get(vm, parent, "filename") : vm_undefined();
    char *referrer = vm_is_string(file) ? vm_to_utf8(vm, file, NULL) : NULL;
    vm_value name = vm_is_exception(file) || (!referrer && vm_is_string(file))
                        ? vm_exception()
                        : loader_ask(m, request, referrer, true);
    vm_free(vm, referrer);
    return name;
}

static vm_value resolve_filename_of(struct modules *m, vm_value request, const char *text, vm_value parent,
                                    vm_value options) {
    vm_isolate *vm = m->vm;
    if (builtin_exists(text)) {
        return request;
    }
    vm_value name = ask_loader(m, text, parent);
    if (!vm_is_undefined(name)) {
        return name;
    }
    vm_value given = vm_is_object(options) ? vm_get(vm, options, "paths") : vm_undefined();
    if (vm_is_exception(given)) {
        return given;
    }
    vm_value arguments[] = {request, parent, vm_undefined()};
    vm_value paths;
    if (vm_is_array(given)) {
        paths = paths_of_options(m, request, path_is_relative(text), given);
    } else if (!vm_is_undefined(given)) {
        char *shown = vm_inspect(vm, given, NULL);
        if (shown) {
            throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                        "The property 'options.paths' is invalid. Received %s", shown);
        }
        vm_free(vm, shown);
        return vm_exception();
    } else {
        paths = vm_invoke(vm, m->roots.module_class.value, "_resolveLookupPaths", 2, arguments);
    }
    name = vm_is_exception(paths) ? paths : resolve_in_own_package(m, text, parent);
    if (!vm_is_undefined(name)) {
        return name;
    }
    arguments[1] = paths;
    name = vm_invoke(vm, m->roots.module_class.value, "_findPath", 2, arguments);
    if (vm_is_string(name) || vm_is_exception(name)) {
        return name;
    }
    const char *builtin = builtin_stand_in(text);
    return builtin ? vm_string(vm, builtin) : throw_not_found(m, text, parent);
}

// Module._resolveFilename(request, parent, isMain, options): a file name, or the name of a builtin module.
static vm_value resolve_filename(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value request = vm_argument(frame, argc, 0);
    if (!m || !vm_is_string(request)) {
        return m ? throw_argument_type(vm, "request", "of type string", request) : vm_exception();
    }
    char *text = path_text(vm, request);
    vm_value name =
        text ? resolve_filename_of(m, request, text, vm_argument(frame, argc, 1), vm_argument(frame, argc, 3))
             : vm_exception();
    vm_free(vm, text);
    return name;
}

bool commonjs_define_resolving(struct modules *m, vm_value module_class) {
    static const vm_method methods[] = {
        {"_nodeModulePaths", node_module_paths, 1, VM_METHOD, NULL},
        {"_resolveLookupPaths", lookup_paths, 2, VM_METHOD, NULL},
        {"_findPath", find_path, 3, VM_METHOD, NULL},
        {"_resolveFilename", resolve_filename, 4, VM_METHOD, NULL},
        {"_initPaths", init_paths, 0, VM_METHOD, NULL},
    };
    vm_isolate *vm = m->vm;
    vm_value paths = global_paths(m), cache = vm_object_with_prototype(vm, vm_null());
    return !vm_is_exception(paths) && !vm_is_exception(cache) &&
           vm_set(vm, module_class, "globalPaths", paths) && vm_set(vm, module_class, "_pathCache", cache) &&
           commonjs_define_functions(vm, module_class, methods, sizeof methods / sizeof *methods);
}
