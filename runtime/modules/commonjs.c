// CommonJS: the class Module and the function require (https://nodejs.org/api/modules.html, module.html).
//
//     require(id) -> module.require -> Module._load -> Module._resolveFilename (commonjs_resolve.c)
//                                                   -> module.load -> Module._extensions['.js']
//                                                                  -> module._compile -> the function of the
//                                                                  text
//
// Every arrow but the first and the last is a look-up of a property that programs may have replaced.
#include <stdlib.h>

#include "bind/text.h"
#include "modules/builtin.h"
#include "modules/modules.h"

static const char *const wrapper[] = {"(function (exports, require, module, __filename, __dirname) { ",
                                      "\n});"};

// --- small things

static vm_value call_class(struct modules *m, const char *name, uint32_t argc, const vm_value *arguments) {
    return vm_invoke(m->vm, m->roots.module_class.value, name, argc, arguments);
}

static bool set_named(vm_isolate *vm, vm_value object, vm_value name, vm_value value) {
    vm_key key;
    return vm_to_key(vm, name, &key) && vm_set_key(vm, object, key, value);
}

static vm_value folder_of(vm_isolate *vm, const char *name) {
    const char *slash = strrchr(name, '/');
    return !slash          ? vm_string(vm, ".")
           : slash == name ? vm_string(vm, "/")
                           : vm_string_utf8(vm, name, (size_t)(slash - name));
}

static vm_value folder_of_value(vm_isolate *vm, vm_value name) {
    char *text = path_text(vm, name);
    vm_value folder = text ? folder_of(vm, text) : vm_exception();
    vm_free(vm, text);
    return folder;
}

// --- modules

// Where `child` is among the children of a module; -1: it is not; -2: error pending.
static int64_t child_index(vm_isolate *vm, vm_value children, vm_value child) {
    uint64_t count;
    if (!vm_length(vm, children, &count)) {
        return -2;
    }
    for (uint32_t i = (uint32_t)count; i-- > 0;) {
        vm_value one = vm_get_index(vm, children, i);
        if (vm_is_exception(one) || vm_strict_equals(vm, one, child)) {
            return vm_is_exception(one) ? -2 : (int64_t)i;
        }
    }
    return -1;
}

static bool add_child(vm_isolate *vm, vm_value parent, vm_value child) {
    vm_value children = vm_is_object(parent) ? vm_get(vm, parent, "children") : vm_undefined();
    if (!vm_is_array(children)) {
        return !vm_is_exception(children);
    }
    int64_t at = child_index(vm, children, child);
    return at >= 0 || (at == -1 && vm_array_push(vm, children, child));
}

static bool remove_child(vm_isolate *vm, vm_value parent, vm_value child) {
    vm_value children = vm_is_object(parent) ? vm_get(vm, parent, "children") : vm_undefined();
    if (!vm_is_array(children)) {
        return !vm_is_exception(children);
    }
    int64_t at = child_index(vm, children, child);
    vm_value arguments[] = {vm_number((double)at), vm_int(1)};
    return at == -1 || (at >= 0 && !vm_is_exception(vm_invoke(vm, children, "splice", 2, arguments)));
}

// What the constructor does to a new object.
static bool initialize(struct modules *m, vm_value module, vm_value id, vm_value parent) {
    vm_isolate *vm = m->vm;
    vm_value path = folder_of_value(vm, id), exports = vm_is_exception(path) ? path : vm_object(vm);
    vm_value children = vm_is_exception(exports) ? exports : vm_array(vm, NULL, 0);
    return !vm_is_exception(children) && vm_define(vm, module, "id", id, VM_DEFAULT) &&
           vm_define(vm, module, "path", path, VM_DEFAULT) &&
           vm_define(vm, module, "exports", exports, VM_DEFAULT) &&
           vm_define_key(vm, module, vm_key_from_symbol(m->roots.parent_key.value), parent, VM_HIDDEN) &&
           vm_define(vm, module, "filename", vm_null(), VM_DEFAULT) &&
           vm_define(vm, module, "loaded", vm_bool(false), VM_DEFAULT) &&
           vm_define(vm, module, "children", children, VM_DEFAULT) && add_child(vm, parent, module);
}

static vm_value construct(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value module = frame[0], target = vm_new_target(vm), id = vm_argument(frame, argc, 0);
    if (!m) {
        return vm_exception();
    }
    if (!vm_is_undefined(target)) {
        vm_value fallback = vm_get(vm, m->roots.module_class.value, "prototype");
        vm_value prototype =
            vm_is_exception(fallback) ? fallback : vm_prototype_for_new(vm, target, fallback);
        module = vm_is_exception(prototype) ? prototype : vm_object_with_prototype(vm, prototype);
    } else if (!vm_is_object(module)) { // Module.call(object, id) is how old subclasses are written
        return vm_throw_type_error(vm, "Class constructor Module cannot be invoked without 'new'");
    }
    id = vm_is_undefined(id) ? vm_string(vm, "") : id;
    return vm_is_exception(module) || vm_is_exception(id) ||
                   !initialize(m, module, id, vm_argument(frame, argc, 1))
               ? vm_exception()
               : module;
}

vm_value commonjs_create(struct modules *m, vm_value id, vm_value parent) {
    vm_isolate *vm = m->vm;
    vm_value class = commonjs_class(m),
             prototype = vm_is_exception(class) ? class : vm_get(vm, class, "prototype");
    vm_value module = vm_is_exception(prototype) ? prototype : vm_object_with_prototype(vm, prototype);
    return vm_is_exception(module) || !initialize(m, module, id, parent) ? vm_exception() : module;
}

// Says which file a module is, and where it looks for packages.
static bool set_file(struct modules *m, vm_value module, vm_value name) {
    vm_isolate *vm = m->vm;
    vm_value folder = folder_of_value(vm, name);
    vm_value paths = vm_is_exception(folder) ? folder : call_class(m, "_nodeModulePaths", 1, &folder);
    return !vm_is_exception(paths) && vm_set(vm, module, "filename", name) &&
           vm_set(vm, module, "paths", paths);
}

// Runs no script: it is called when a lazy global is first looked at.
vm_value commonjs_here(struct modules *m) {
    vm_isolate *vm = m->vm;
    struct path folder, file;
    if (!vm_is_undefined(m->roots.here.value)) {
        return m->roots.here.value;
    }
    path_working_directory(&folder);
    path_join(&file, folder.text, "[eval]");
    vm_value id = vm_string(vm, "[eval]"), name = vm_is_exception(id) ? id : vm_string(vm, file.text);
    vm_value module = vm_is_exception(name) ? name : commonjs_create(m, id, vm_undefined());
    vm_value paths = vm_is_exception(module) ? module : commonjs_node_modules(vm, folder.text);
    if (vm_is_exception(paths) || !vm_set(vm, module, "filename", name) ||
        !vm_set(vm, module, "paths", paths)) {
        return vm_exception();
    }
    return m->roots.here.value = module;
}

// --- require

static vm_value require(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value id = vm_argument(frame, argc, 0);
    return vm_invoke(vm, vm_captured(frame[-1], 0), "require", 1, &id);
}

static vm_value require_resolve(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value request = vm_argument(frame, argc, 0);
    vm_value arguments[] = {request, vm_captured(frame[-1], 0), vm_bool(false), vm_argument(frame, argc, 1)};
    return !m                      ? vm_exception()
           : vm_is_string(request) ? call_class(m, "_resolveFilename", 4, arguments)
                                   : throw_argument_type(vm, "request", "of type string", request);
}

static vm_value require_resolve_paths(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value request = vm_argument(frame, argc, 0), arguments[] = {request, vm_captured(frame[-1], 0)};
    return !m                      ? vm_exception()
           : vm_is_string(request) ? call_class(m, "_resolveLookupPaths", 2, arguments)
                                   : throw_argument_type(vm, "request", "of type string", request);
}

static vm_value make_resolve(vm_isolate *vm, vm_value require_function, void *data) {
    (void)data;
    vm_value module = vm_captured(require_function, 0);
    vm_value resolve = vm_function(vm, require_resolve, "resolve", 2, NULL);
    vm_value paths =
        vm_is_exception(resolve) ? resolve : vm_function(vm, require_resolve_paths, "paths", 1, NULL);
    if (vm_is_exception(paths) || !vm_define(vm, resolve, "paths", paths, VM_DEFAULT)) {
        return vm_exception();
    }
    vm_capture(vm, resolve, 0, module);
    vm_capture(vm, paths, 0, module);
    return resolve;
}

vm_value commonjs_require_function(struct modules *m, vm_value module) {
    vm_isolate *vm = m->vm;
    vm_value class = commonjs_class(m);
    vm_value extensions = vm_is_exception(class) ? class : vm_get(vm, class, "_extensions");
    vm_value cache = vm_is_exception(extensions) ? extensions : vm_get(vm, class, "_cache");
    vm_value function = vm_is_exception(cache) ? cache : vm_function(vm, require, "require", 1, NULL);
    if (vm_is_exception(function)) {
        return function;
    }
    vm_capture(vm, function, 0, module);
    return vm_define_lazy(vm, function, "resolve", make_resolve, NULL, VM_DEFAULT) &&
                   vm_define(vm, function, "main", m->roots.main.value, VM_DEFAULT) &&
                   vm_define(vm, function, "extensions", extensions, VM_DEFAULT) &&
                   vm_define(vm, function, "cache", cache, VM_DEFAULT)
               ? function
               : vm_exception();
}

static vm_value module_require(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value id = vm_argument(frame, argc, 0), arguments[] = {id, frame[0], vm_bool(false)};
    if (!m || !vm_is_string(id)) {
        return m ? throw_argument_type(vm, "id", "of type string", id) : vm_exception();
    }
    if (!vm_string_length(id)) {
        return throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                           "The argument 'id' must be a non-empty string. Received ''");
    }
    return call_class(m, "_load", 3, arguments);
}

// --- loading

static vm_value load_builtin(vm_isolate *vm, vm_value name) {
    char *text = path_text(vm, name);
    vm_value exports = text ? builtin_exports(vm, text) : vm_exception();
    if (vm_is_undefined(exports) && path_is_builtin(text)) {
        exports = throw_coded(vm, VM_ERROR_PLAIN, "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: %s",
                              text);
    }
    vm_free(vm, text);
    return exports;
}

static bool has_prefix(vm_isolate *vm, vm_value string, const char *prefix) {
    vm_text text;
    size_t length = strlen(prefix);
    return vm_is_string(string) && vm_string_length(string) >= length && vm_string_text(vm, string, &text) &&
           text.latin1 && !memcmp(text.latin1, prefix, length);
}

// Makes, caches and runs the module of a file; one that throws is forgotten.
static vm_value load_new(struct modules *m, vm_value name, vm_value parent, bool main) {
    vm_isolate *vm = m->vm;
    vm_value module = commonjs_create(m, name, parent);
    vm_value cache = vm_is_exception(module) ? module : vm_get(vm, m->roots.module_class.value, "_cache");
    if (vm_is_exception(cache)) {
        return cache;
    }
    if (main) {
        vm_value id = vm_string(vm, ".");
        m->roots.main.value = module;
        if (vm_is_exception(id) || !vm_set(vm, module, "id", id)) {
            return vm_exception();
        }
    }
    if (!set_named(vm, cache, name, module)) {
        return vm_exception();
    }
    vm_value result = vm_invoke(vm, module, "load", 1, &name);
    if (!vm_is_exception(result)) {
        return vm_get(vm, module, "exports");
    }
    if (!vm_termination(vm)) {
        vm_key key;
        vm_value error = vm_take_exception(vm);
        if (vm_to_key(vm, name, &key) && vm_delete_key(vm, cache, key) && remove_child(vm, parent, module)) {
            vm_throw(vm, error);
        }
    }
    return vm_exception();
}

vm_value commonjs_cached(struct modules *m, vm_value name) {
    vm_value class = commonjs_class(m),
             cache = vm_is_exception(class) ? class : vm_get(m->vm, class, "_cache");
    return vm_is_exception(cache) || !vm_is_object(cache) ? cache : commonjs_get(m->vm, cache, name);
}

// What is still loading gives what it has exported so far, unless it is an ES module. False: error pending.
static bool check_cycle(struct modules *m, vm_value cached, vm_value name, vm_value parent) {
    vm_isolate *vm = m->vm;
    vm_value loaded = vm_get(vm, cached, "loaded");
    if (vm_is_exception(loaded) || vm_to_boolean(loaded)) {
        return !vm_is_exception(loaded);
    }
    char *file = path_text(vm, name);
    bool cycle = file && loader_is_under_way(m, file);
    if (cycle) {
        loader_throw_cycle(m, file, parent);
    }
    vm_free(vm, file);
    return file && !cycle;
}

static vm_value load_resolved(struct modules *m, vm_value name, vm_value parent, bool main) {
    vm_isolate *vm = m->vm;
    vm_value cached = commonjs_cached(m, name);
    if (vm_is_exception(cached)) {
        return cached;
    }
    if (vm_is_object(cached) && !check_cycle(m, cached, name, parent)) {
        return vm_exception();
    }
    if (vm_is_object(cached)) {
        return add_child(vm, parent, cached) ? vm_get(vm, cached, "exports") : vm_exception();
    }
    vm_value builtin = load_builtin(vm, name);
    return vm_is_undefined(builtin) ? load_new(m, name, parent, main) : builtin;
}

vm_value commonjs_load_file(struct modules *m, vm_value name, bool main) {
    return vm_is_exception(commonjs_class(m))
               ? vm_exception()
               : load_resolved(m, name, main ? vm_null() : vm_undefined(), main);
}

// Module._load(request, parent, isMain)
static vm_value module_load(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value request = vm_argument(frame, argc, 0), parent = vm_argument(frame, argc, 1);
    vm_value main = vm_bool(vm_to_boolean(vm_argument(frame, argc, 2)));
    if (!m || has_prefix(vm, request, "node:") || has_prefix(vm, request, "vm:")) {
        return m ? load_builtin(vm, request) : vm_exception();
    }
    vm_value arguments[] = {request, parent, main};
    vm_value name = call_class(m, "_resolveFilename", 3, arguments);
    return vm_is_exception(name) ? name : load_resolved(m, name, parent, vm_is_true(main));
}

// The entry of Module._extensions for the longest ending of a name; that of ".js" for others.
static vm_value find_extension(struct modules *m, const char *name) {
    vm_isolate *vm = m->vm;
    vm_value extensions = vm_get(vm, m->roots.module_class.value, "_extensions");
    const char *slash = strrchr(name, '/'), *dot = strchr(slash ? slash + 1 : name, '.');
    if (dot && (dot == name || dot[-1] == '/')) {
        dot = strchr(dot + 1, '.');
    }
    for (; dot && !vm_is_exception(extensions); dot = strchr(dot + 1, '.')) {
        vm_value handler = dot[1] ? vm_get(vm, extensions, dot) : vm_undefined();
        if (!vm_is_undefined(handler)) {
            return handler;
        }
    }
    return vm_is_exception(extensions) ? extensions : vm_get(vm, extensions, ".js");
}

// module.load(filename)
static vm_value load_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value module = frame[0], name = vm_argument(frame, argc, 0);
    if (!m || !set_file(m, module, name)) {
        return vm_exception();
    }
    char *text = path_text(vm, name);
    vm_value handler = text ? find_extension(m, text) : vm_exception();
    vm_free(vm, text);
    vm_value extensions =
        vm_is_exception(handler) ? handler : vm_get(vm, m->roots.module_class.value, "_extensions");
    vm_value arguments[] = {module, name};
    vm_value result =
        vm_is_exception(extensions) ? extensions : vm_call(vm, handler, extensions, 2, arguments);
    return vm_is_exception(result) || !vm_set(vm, module, "loaded", vm_bool(true)) ? vm_exception()
                                                                                   : vm_undefined();
}

// --- running

// Calls the function of a text with what its parameters stand for.
static vm_value run_function(struct modules *m, vm_value function, vm_value module, vm_value name) {
    vm_isolate *vm = m->vm;
    vm_value exports = vm_get(vm, module, "exports");
    vm_value require_function = vm_is_exception(exports) ? exports : commonjs_require_function(m, module);
    vm_value folder = vm_is_exception(require_function) ? require_function : folder_of_value(vm, name);
    vm_value arguments[] = {exports, require_function, module, name, folder};
    return vm_is_exception(folder) ? folder : vm_call(vm, function, exports, 5, arguments);
}

// An ES module that was required, or is the program.
static vm_value run_es_module(struct modules *m, vm_value module, const char *name, vm_value compiled) {
    vm_isolate *vm = m->vm;
    if (vm_strict_equals(vm, m->roots.main.value, module)) {
        m->roots.main.value = vm_undefined();
        return loader_run(m, name, compiled);
    }
    vm_value exports = loader_require(m, name, compiled, commonjs_parent(m, module));
    return vm_is_exception(exports) || !vm_set(vm, module, "exports", exports) ? vm_exception()
                                                                               : vm_undefined();
}

static vm_value run_text(struct modules *m, vm_value module, vm_value name, const char *path,
                         const struct module_source *source) {
    bool is_module;
    vm_source text = {.text = source->bytes, .length = source->length, .name = path};
    vm_value compiled = source_compile(m->vm, &text, source->format, &is_module);
    return vm_is_exception(compiled) ? compiled
           : is_module               ? run_es_module(m, module, path, compiled)
                                     : run_function(m, compiled, module, name);
}

// module._compile(content, filename)
static vm_value compile_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value content = vm_argument(frame, argc, 0), name = vm_argument(frame, argc, 1);
    struct module_source source = {0};
    bool known;
    source.bytes = m ? vm_to_utf8(vm, content, &source.length) : NULL;
    char *path = source.bytes ? path_text(vm, name) : NULL;
    vm_value result = vm_exception();
    if (path && source_format(m, path, &source.format, &known)) {
        source.format = source.format == VM_FORMAT_JSON ? VM_FORMAT_COMMONJS : source.format;
        result = run_text(m, frame[0], name, path, &source);
    }
    vm_free(vm, path);
    vm_free(vm, source.bytes);
    return result;
}

static vm_value set_json(vm_isolate *vm, vm_value module, const char *path,
                         const struct module_source *source) {
    vm_value value = source_json(vm, path, source->bytes, source->length);
    return vm_is_exception(value) || !vm_set(vm, module, "exports", value) ? vm_exception() : vm_undefined();
}

// Goes through module._compile when that is not the original one.
static vm_value run_source(struct modules *m, vm_value module, vm_value name, const char *path,
                           const struct module_source *source) {
    vm_isolate *vm = m->vm;
    if (source->format == VM_FORMAT_JSON) {
        return set_json(vm, module, path, source);
    }
    vm_value compile =
        source->format == VM_FORMAT_MODULE ? m->roots.compile.value : vm_get(vm, module, "_compile");
    if (vm_is_exception(compile) || vm_strict_equals(vm, compile, m->roots.compile.value)) {
        return vm_is_exception(compile) ? compile : run_text(m, module, name, path, source);
    }
    size_t mark = source->length >= 3 && !memcmp(source->bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    vm_value arguments[] = {vm_string_utf8(vm, source->bytes + mark, source->length - mark), name};
    return vm_is_exception(arguments[0]) ? arguments[0] : vm_call(vm, compile, module, 2, arguments);
}

// The function that an `import` of this file has compiled already; undefined: none, or module._compile is to
// see the text.
static vm_value take_precompiled(struct modules *m, vm_value module, vm_value name) {
    vm_isolate *vm = m->vm;
    vm_value pair = m->roots.precompiled.value, compile = vm_get(vm, module, "_compile");
    if (!vm_strict_equals(vm, compile, m->roots.compile.value)) {
        return vm_is_exception(compile) ? compile : vm_undefined();
    }
    vm_value file = vm_is_array(pair) ? vm_get_index(vm, pair, 0) : vm_undefined();
    if (vm_is_undefined(file) || !vm_strict_equals(vm, file, name)) {
        return vm_undefined();
    }
    m->roots.precompiled.value = vm_undefined();
    return vm_get_index(vm, pair, 1);
}

static vm_value extension_js(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value module = vm_argument(frame, argc, 0), name = vm_argument(frame, argc, 1);
    vm_value function = m ? take_precompiled(m, module, name) : vm_exception();
    if (!vm_is_undefined(function)) {
        return vm_is_exception(function) ? function : run_function(m, function, module, name);
    }
    char *path = path_text(vm, name);
    struct module_source source;
    vm_value result = vm_exception();
    if (path && loader_has_source(m, path)) {
        result = run_es_module(m, module, path, vm_undefined());
    } else if (path && source_read(m, path, &source)) {
        result = run_source(m, module, name, path, &source);
        free(source.bytes);
    }
    vm_free(vm, path);
    return result;
}

static vm_value extension_json(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    char *path = m ? path_text(vm, vm_argument(frame, argc, 1)) : NULL;
    struct module_source source;
    vm_value result = vm_exception();
    if (path && source_read(m, path, &source)) {
        result = set_json(vm, vm_argument(frame, argc, 0), path, &source);
        free(source.bytes);
    }
    vm_free(vm, path);
    return result;
}

static vm_value extension_node(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *path = path_text(vm, vm_argument(frame, argc, 1));
    vm_value result = path ? throw_coded(vm, VM_ERROR_PLAIN, "ERR_DLOPEN_FAILED",
                                         "Cannot load '%s': native addons are not supported", path)
                           : vm_exception();
    vm_free(vm, path);
    return result;
}

// --- the class

// Module.createRequire(filename): of an absolute path, a file URL or its text.
static vm_value create_require(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value given = vm_argument(frame, argc, 0);
    vm_value href = vm_is_object(given) ? vm_get(vm, given, "href") : given;
    char *text = m && vm_is_string(href) ? vm_to_utf8(vm, href, NULL) : NULL;
    struct path path;
    bool ok = false;
    if (text && path_has_prefix(text, "file://")) {
        ok = path_decode(&path, text + 7, strcspn(text + 7, "?#")) && path.text[0] == '/';
    } else if (text) {
        path_start(&path);
        path_add(&path, text);
        ok = path.text[0] == '/' && !vm_is_object(given);
    }
    vm_free(vm, text);
    if (!ok) {
        if (vm_is_exception(href) || (vm_is_string(href) && !text)) {
            return vm_exception();
        }
        char *shown = vm_inspect(vm, given, NULL);
        vm_value error =
            shown ? throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                                "The argument 'filename' must be a file URL object, file URL string, or "
                                "absolute path string. Received %s",
                                shown)
                  : vm_exception();
        vm_free(vm, shown);
        return error;
    }
    if (path_has_suffix(path.text, "/")) {
        path_add(&path, "noop.js");
    }
    vm_value name = vm_string_utf8(vm, path.text, path.length);
    vm_value module = vm_is_exception(name) ? name : commonjs_create(m, name, vm_undefined());
    return vm_is_exception(module) || !set_file(m, module, name) ? vm_exception()
                                                                 : commonjs_require_function(m, module);
}

static vm_value is_builtin(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value name = vm_argument(frame, argc, 0);
    if (!vm_is_string(name)) {
        return vm_bool(false);
    }
    size_t length;
    char *text = vm_to_utf8(vm, name, &length);
    vm_value result = text ? vm_bool(strlen(text) == length && builtin_exists(text)) : vm_exception();
    vm_free(vm, text);
    return result;
}

// Module.wrap(script): the text of a function expression around it.
static vm_value wrap(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct text t;
    text_start(&t, vm);
    text_add(&t, wrapper[0]);
    vm_value script = vm_to_string(vm, vm_argument(frame, argc, 0));
    if (!vm_is_exception(script)) {
        text_string(&t, script);
    }
    text_add(&t, wrapper[1]);
    script = vm_is_exception(script) ? script : text_value(&t);
    text_free(&t);
    return script;
}

// Module.runMain(): loads what process.argv[1] names as the program.
static vm_value run_main(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct modules *m = modules_of(vm);
    vm_value process = vm_get(vm, vm_global(vm), "process");
    vm_value argv = vm_is_exception(process) ? process : vm_get(vm, process, "argv");
    vm_value file = vm_is_exception(argv) ? argv : vm_get_index(vm, argv, 1);
    vm_value arguments[] = {file, vm_null(), vm_bool(true)};
    return !m || vm_is_exception(file) ? vm_exception() : call_class(m, "_load", 3, arguments);
}

static vm_value sync_builtins(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct modules *m = modules_of(vm);
    return m && loader_sync_builtins(m) ? vm_undefined() : vm_exception();
}

static vm_value get_parent(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct modules *m = modules_of(vm);
    return m ? commonjs_parent(m, frame[0]) : vm_exception();
}

static vm_value set_parent(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    return m && vm_set_key(vm, frame[0], vm_key_from_symbol(m->roots.parent_key.value),
                           vm_argument(frame, argc, 0))
               ? vm_undefined()
               : vm_exception();
}

bool commonjs_define_functions(vm_isolate *vm, vm_value object, const vm_method *methods, size_t count) {
    for (size_t i = 0; i < count; i++) {
        vm_value function = vm_function(vm, methods[i].native, methods[i].name, methods[i].length, NULL);
        if (vm_is_exception(function) || !vm_define(vm, object, methods[i].name, function, VM_DEFAULT)) {
            return false;
        }
    }
    return true;
}

static bool define_prototype(struct modules *m, vm_value class) {
    static const vm_method methods[] = {
        {"load", load_method, 1, VM_METHOD, NULL},
        {"require", module_require, 1, VM_METHOD, NULL},
        {"_compile", compile_method, 2, VM_METHOD, NULL},
    };
    vm_isolate *vm = m->vm;
    vm_value prototype = vm_object(vm), symbol = vm_string(vm, "parent");
    vm_key key = vm_intern(vm, "parent");
    vm_value get = vm_function(vm, get_parent, "get parent", 0, NULL);
    vm_value set = vm_function(vm, set_parent, "set parent", 1, NULL);
    if (vm_is_exception(prototype) || vm_is_exception(symbol) || !key.bits || vm_is_exception(get) ||
        vm_is_exception(set)) {
        return false;
    }
    symbol = vm_symbol(vm, symbol);
    if (vm_is_exception(symbol) ||
        !commonjs_define_functions(vm, prototype, methods, sizeof methods / sizeof *methods) ||
        !vm_define_accessor(vm, prototype, key, get, set, VM_CONFIGURABLE) ||
        !vm_define(vm, prototype, "constructor", class, VM_HIDDEN) ||
        !vm_define(vm, class, "prototype", prototype, 0)) {
        return false;
    }
    m->roots.parent_key.value = symbol;
    m->roots.compile.value = vm_get(vm, prototype, "_compile");
    return !vm_is_exception(m->roots.compile.value);
}

static bool define_extensions(vm_isolate *vm, vm_value class) {
    vm_value extensions = vm_object_with_prototype(vm, vm_null());
    static const struct {
        const char *name;
        vm_native native;
    } rows[] = {{".js", extension_js}, {".json", extension_json}, {".node", extension_node}};
    for (size_t i = 0; i < 3 && !vm_is_exception(extensions); i++) {
        vm_value function = vm_function(vm, rows[i].native, "", 2, NULL);
        if (vm_is_exception(function) || !vm_set(vm, extensions, rows[i].name, function)) {
            return false;
        }
    }
    return !vm_is_exception(extensions) && vm_set(vm, class, "_extensions", extensions);
}

static vm_value make_wrapper(vm_isolate *vm, vm_value class, void *data) {
    (void)class, (void)data;
    vm_value parts[] = {vm_string(vm, wrapper[0]), vm_string(vm, wrapper[1])};
    return vm_is_exception(parts[0]) || vm_is_exception(parts[1]) ? vm_exception() : vm_array(vm, parts, 2);
}

static vm_value make_builtin_names(vm_isolate *vm, vm_value class, void *data) {
    (void)class, (void)data;
    return builtin_names(vm);
}

vm_value commonjs_class(struct modules *m) {
    static const vm_method methods[] = {
        {"_load", module_load, 3, VM_METHOD, NULL},
        {"createRequire", create_require, 1, VM_METHOD, NULL},
        {"isBuiltin", is_builtin, 1, VM_METHOD, NULL},
        {"wrap", wrap, 1, VM_METHOD, NULL},
        {"runMain", run_main, 0, VM_METHOD, NULL},
        {"syncBuiltinESMExports", sync_builtins, 0, VM_METHOD, NULL},
    };
    vm_isolate *vm = m->vm;
    if (!vm_is_undefined(m->roots.module_class.value)) {
        return m->roots.module_class.value;
    }
    vm_value class = vm_constructor(vm, construct, "Module", 0, NULL);
    vm_value cache = vm_is_exception(class) ? class : vm_object_with_prototype(vm, vm_null());
    if (vm_is_exception(cache) || !define_prototype(m, class) || !define_extensions(vm, class) ||
        !commonjs_define_functions(vm, class, methods, sizeof methods / sizeof *methods) ||
        !vm_set(vm, class, "_cache", cache) || !vm_set(vm, class, "Module", class) ||
        !vm_define_lazy(vm, class, "wrapper", make_wrapper, NULL, VM_DEFAULT) ||
        !vm_define_lazy(vm, class, "builtinModules", make_builtin_names, NULL, VM_DEFAULT) ||
        !commonjs_define_resolving(m, class)) {
        return vm_exception();
    }
    m->roots.module_class.value = class;
    return class;
}

bool modules_natives(vm_isolate *vm, vm_value object) {
    struct modules *m = modules_of(vm);
    vm_value class = m ? commonjs_class(m) : vm_exception();
    return !vm_is_exception(class) && vm_set(vm, object, "Module", class);
}
