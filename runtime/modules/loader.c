// Modules and scripts from files: how specifiers become files, files become modules, and programs are
// started.
//
// A module's name is its absolute path without links; one file is one module. Names of builtin modules win
// over everything. The table of modules also keeps those that are being loaded, which is what ends cycles.
#include <errno.h>
#include <stdlib.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "modules/builtin.h"
#include "modules/path.h"
#include "os/fs.h"

// --- the table

static bool table_ready(struct runtime *rt) {
    if (vm_is_undefined(rt->roots.modules.value)) {
        vm_value table = vm_object_with_prototype(rt->vm, vm_null());
        if (vm_is_exception(table)) {
            return false;
        }
        rt->roots.modules.value = table;
    }
    return true;
}

// The module of a name; undefined when it is not loaded.
static vm_value table_get(struct runtime *rt, const char *name) {
    return table_ready(rt) ? vm_get(rt->vm, rt->roots.modules.value, name) : vm_exception();
}

static bool table_set(struct runtime *rt, const char *name, vm_value module) {
    return table_ready(rt) && vm_set(rt->vm, rt->roots.modules.value, name, module);
}

// --- making modules

static vm_value export_all(vm_isolate *vm, vm_value module, vm_value exports) {
    vm_value keys = vm_own_keys(vm, exports, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count) ||
        !vm_module_export(vm, module, "default", exports)) {
        return vm_exception();
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i), value = vm_exception();
        vm_key key;
        if (!vm_is_exception(name) && vm_to_key(vm, name, &key)) {
            value = vm_get_key(vm, exports, key);
        }
        char *text = vm_is_exception(value) ? NULL : vm_to_utf8(vm, name, NULL);
        bool ok = text && (!strcmp(text, "default") || vm_module_export(vm, module, text, value));
        vm_free(vm, text);
        if (!ok) {
            return vm_exception();
        }
    }
    return module;
}

static vm_value load_builtin(struct runtime *rt, const char *specifier) {
    const char *name = strncmp(specifier, "node:", 5) ? specifier : specifier + 5;
    vm_value module = table_get(rt, name);
    if (!vm_is_undefined(module)) {
        return module;
    }
    vm_value exports = builtin_exports(rt->vm, name);
    module = vm_is_exception(exports) ? exports : vm_module_create(rt->vm);
    if (vm_is_exception(module) || vm_is_exception(export_all(rt->vm, module, exports)) ||
        !table_set(rt, name, module)) {
        return vm_exception();
    }
    return module;
}

static vm_value json_module(vm_isolate *vm, const char *bytes, size_t length) {
    vm_value json = vm_get(vm, vm_global(vm), "JSON");
    vm_value text = vm_is_exception(json) ? json : vm_string_utf8(vm, bytes, length);
    vm_value value = vm_is_exception(text) ? text : vm_invoke(vm, json, "parse", 1, &text);
    vm_value module = vm_is_exception(value) ? value : vm_module_create(vm);
    return vm_is_exception(module) || !vm_module_export(vm, module, "default", value) ? vm_exception()
                                                                                      : module;
}

// The module of a file; `path` is absolute. `referrer` is for the message, may be NULL. JSON is asked for by
// `with { type: 'json' }` and nothing else; it makes another module of the same file.
static vm_value load_file(struct runtime *rt, const char *path, const char *referrer, bool json) {
    vm_isolate *vm = rt->vm;
    char *real, *bytes;
    size_t length;
    int error = fs_real_path(path, &real);
    if (error < 0) {
        return throw_coded(vm, VM_ERROR_PLAIN, "ERR_MODULE_NOT_FOUND", "Cannot find module '%s'%s%s", path,
                           referrer ? " imported from " : "", referrer ? referrer : "");
    }
    if (!json && path_has_suffix(real, ".json")) {
        free(real);
        return throw_coded(vm, VM_ERROR_TYPE, "ERR_IMPORT_ATTRIBUTE_MISSING",
                           "Module \"%s\" needs an import attribute of \"type: json\"", path);
    }
    struct text key;
    text_start(&key, vm);
    text_add(&key, json ? "json:" : "");
    text_add(&key, real);
    char *name = text_take(&key, NULL);
    vm_value module = name ? table_get(rt, name) : vm_exception();
    if (vm_is_undefined(module)) {
        error = fs_read(real, &bytes, &length);
        if (error == -EISDIR) {
            module = throw_coded(vm, VM_ERROR_PLAIN, "ERR_UNSUPPORTED_DIR_IMPORT",
                                 "Directory import '%s' is not supported", path);
        } else if (error < 0) {
            module = throw_system(vm, -error, "open", real);
        } else {
            vm_source source = {.text = bytes, .length = length, .name = real};
            module = path_has_suffix(real, ".json") ? json_module(vm, bytes, length)
                                                    : vm_module_compile(vm, &source);
            free(bytes);
            if (!vm_is_exception(module) && !table_set(rt, name, module)) {
                module = vm_exception();
            }
        }
    }
    vm_free(vm, name);
    free(real);
    return module;
}

// --- hooks

// Whether the attributes (an array key, value..., or undefined) ask for JSON. False: error pending.
static bool read_attributes(vm_isolate *vm, vm_value attributes, bool *json) {
    uint64_t count = 0;
    *json = false;
    if (vm_is_array(attributes) && !vm_length(vm, attributes, &count)) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        vm_value key = vm_get_index(vm, attributes, i), value = vm_get_index(vm, attributes, i + 1);
        if (vm_is_exception(key) || vm_is_exception(value)) {
            return false;
        }
        *json = vm_string_is(vm, key, "type") && vm_string_is(vm, value, "json");
        if (!*json) {
            throw_coded(vm, VM_ERROR_TYPE, "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
                        "Import attribute is not supported");
            return false;
        }
    }
    return true;
}

static vm_value load_hook(vm_isolate *vm, vm_value referrer, vm_value specifier, vm_value attributes,
                          void *data) {
    struct runtime *rt = data;
    bool json;
    if (!read_attributes(vm, attributes, &json)) {
        return vm_exception();
    }
    vm_value name = vm_module_name(referrer);
    char *wanted = vm_to_utf8(vm, specifier, NULL);
    char *from = wanted && vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : NULL;
    vm_value module = vm_exception();
    const char *base = from ? from : rt->main_name;
    if (!wanted || (vm_is_string(name) && !from)) {
        module = vm_exception();
    } else if (builtin_exists(wanted)) {
        module = load_builtin(rt, wanted);
    } else if (wanted[0] == '/' || !strncmp(wanted, "./", 2) || !strncmp(wanted, "../", 3) ||
               !strncmp(wanted, "file:", 5)) {
        char *path = path_resolve(vm, base, wanted);
        module = path ? load_file(rt, path, base, json) : vm_exception();
        vm_free(vm, path);
    } else {
        module = throw_coded(vm, VM_ERROR_PLAIN, "ERR_MODULE_NOT_FOUND", "Cannot find package '%s'%s%s",
                             wanted, base ? " imported from " : "", base ? base : "");
    }
    vm_free(vm, from);
    vm_free(vm, wanted);
    return module;
}

static bool meta_hook(vm_isolate *vm, vm_value module, vm_value meta, void *data) {
    (void)data;
    vm_value name = vm_module_name(module);
    char *path = vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : NULL;
    if (!path) {
        return !vm_is_string(name);
    }
    bool ok;
    if (path[0] == '/') {
        char *url = path_to_url(vm, path), *slash = strrchr(path, '/');
        vm_value url_text = url ? vm_string(vm, url) : vm_exception();
        vm_value folder = vm_is_exception(url_text)
                              ? url_text
                              : vm_string_utf8(vm, path, slash == path ? 1 : (size_t)(slash - path));
        ok = !vm_is_exception(folder) && vm_set(vm, meta, "dirname", folder) &&
             vm_set(vm, meta, "filename", name) && vm_set(vm, meta, "url", url_text);
        vm_free(vm, url);
    } else {
        ok = vm_set(vm, meta, "url", name);
    }
    vm_free(vm, path);
    return ok;
}

// --- require

static vm_value require(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value specifier = vm_argument(frame, argc, 0);
    if (!vm_is_string(specifier)) {
        return throw_argument_type(vm, "id", "of type string", specifier);
    }
    char *wanted = vm_to_utf8(vm, specifier, NULL);
    if (!wanted) {
        return vm_exception();
    }
    vm_value exports = builtin_exports(vm, wanted);
    if (vm_is_undefined(exports)) {
        exports = throw_coded(vm, VM_ERROR_PLAIN, "MODULE_NOT_FOUND", "Cannot find module '%s'", wanted);
    }
    vm_free(vm, wanted);
    return exports;
}

static vm_value make_require(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    return vm_function(vm, require, "require", 1, NULL);
}

bool modules_define(struct runtime *rt, vm_value global) {
    vm_module_hooks hooks = {.load = load_hook, .meta = meta_hook, .data = rt};
    vm_set_module_hooks(rt->vm, &hooks);
    return vm_define_lazy(rt->vm, global, "require", make_require, NULL, VM_HIDDEN);
}

// --- starting programs

static vm_value run_module(struct runtime *rt, const vm_source *source) {
    vm_isolate *vm = rt->vm;
    vm_value module = vm_module_compile(vm, source);
    if (vm_is_exception(module) || (source->name && !table_set(rt, source->name, module)) ||
        !vm_module_link(vm, module)) {
        return vm_exception();
    }
    rt->microtasks_first = true;
    return vm_module_evaluate(vm, module);
}

// Where in the text an error is: greater is later.
static uint64_t error_place(vm_isolate *vm, vm_value error) {
    vm_error_info info;
    vm_error_describe(vm, error, &info);
    uint64_t place = (uint64_t)info.line << 32 | info.column;
    vm_error_info_free(vm, &info);
    return place;
}

// The text compiles as a script, or not as a module either: then the error of the attempt that got further is
// thrown.
static vm_value run_detected(struct runtime *rt, const vm_source *source) {
    vm_isolate *vm = rt->vm;
    vm_value script = vm_compile(vm, source);
    if (!vm_is_exception(script)) {
        return vm_run(vm, script);
    }
    if (vm_termination(vm)) {
        return script;
    }
    vm_value error = vm_take_exception(vm);
    if (vm_check_syntax(vm, source, true)) {
        return run_module(rt, source);
    }
    if (vm_termination(vm)) {
        return vm_exception();
    }
    vm_value other = vm_take_exception(vm);
    return vm_throw(vm, error_place(vm, other) > error_place(vm, error) ? other : error);
}

vm_value vm_run_source(vm_isolate *vm, const vm_source *source, vm_file_kind kind) {
    struct runtime *rt = runtime_of(vm);
    if (!rt) {
        return vm_throw_type_error(vm, "The isolate is not attached to a loop");
    }
    if (source->name && !rt->main_name) {
        rt->main_name = vm_allocate(vm, strlen(source->name) + 1);
        if (!rt->main_name) {
            return vm_throw_out_of_memory(vm);
        }
        strcpy(rt->main_name, source->name);
    }
    vm_value result = kind == VM_AS_MODULE   ? run_module(rt, source)
                      : kind == VM_AS_SCRIPT ? vm_eval(vm, source)
                                             : run_detected(rt, source);
    runtime_mark(rt);
    return result;
}

vm_value vm_run_file(vm_isolate *vm, const char *path, vm_file_kind kind) {
    char *real, *bytes;
    size_t length;
    int error = fs_real_path(path, &real);
    if (error < 0) {
        return throw_system(vm, -error, "open", path);
    }
    error = fs_read(real, &bytes, &length);
    if (error < 0) {
        free(real);
        return throw_system(vm, -error, "open", path);
    }
    if (kind == VM_DETECT) {
        kind = path_has_suffix(real, ".mjs")   ? VM_AS_MODULE
               : path_has_suffix(real, ".cjs") ? VM_AS_SCRIPT
                                               : VM_DETECT;
    }
    vm_source source = {.text = bytes, .length = length, .name = real};
    vm_value result = vm_run_source(vm, &source, kind);
    free(bytes);
    free(real);
    return result;
}
