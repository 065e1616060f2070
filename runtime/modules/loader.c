// ES modules: the engine's hooks, and the table of modules with what goes into it - files, JSON, builtins,
// "data:" URLs.
//
// Keys of the table: the name of a file and its query, "json:" before it when it was asked for as JSON, a
// "data:" URL, "node:name". The table also keeps modules that are being loaded, which is what ends cycles.
//
// The data of a module (vm_module_data) is its URL when that does not follow from its name; of one that
// stands for a CommonJS file an array: its name, the function when the text has been compiled, the exported
// names.
#include <stdlib.h>

#include "bind/text.h"
#include "modules/builtin.h"
#include "modules/data_url.h"
#include "modules/modules.h"

// --- the table

vm_value loader_get(struct modules *m, const char *key) { return vm_get(m->vm, m->roots.table.value, key); }

vm_value loader_add(struct modules *m, const char *key, vm_value module) {
    return vm_is_exception(module) || !vm_set(m->vm, m->roots.table.value, key, module) ? vm_exception()
                                                                                        : module;
}

char *loader_join(vm_isolate *vm, const char *prefix, const char *name, const char *suffix) {
    struct text t;
    text_start(&t, vm);
    text_add(&t, prefix);
    text_add(&t, name);
    text_add(&t, suffix);
    return text_take(&t, NULL);
}

// --- builtin modules

// Sets the exports of a module to the enumerable properties of an object.
static bool export_all(vm_isolate *vm, vm_value module, vm_value exports) {
    vm_value keys =
        vm_is_object(exports) ? vm_own_keys(vm, exports, VM_KEYS_ENUMERABLE) : vm_array(vm, NULL, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count) ||
        !vm_module_export(vm, module, "default", exports)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        vm_value value = vm_is_exception(name) ? name : commonjs_get(vm, exports, name);
        char *text = vm_is_exception(value) ? NULL : vm_to_utf8(vm, name, NULL);
        bool ok = text && (!strcmp(text, "default") || vm_module_export(vm, module, text, value));
        vm_free(vm, text);
        if (!ok) {
            return false;
        }
    }
    return true;
}

static vm_value load_builtin(struct modules *m, const char *name) {
    vm_isolate *vm = m->vm;
    vm_value module = loader_get(m, name);
    if (!vm_is_undefined(module)) {
        return module;
    }
    vm_value exports = builtin_exports(vm, name);
    module = vm_is_exception(exports) ? exports : vm_module_create(vm);
    return vm_is_exception(module) || !export_all(vm, module, exports) ? vm_exception()
                                                                       : loader_add(m, name, module);
}

bool loader_sync_builtins(struct modules *m) {
    vm_isolate *vm = m->vm;
    vm_value keys = vm_own_keys(vm, m->roots.table.value, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value key = vm_get_index(vm, keys, i);
        char *name = vm_is_exception(key) ? NULL : vm_to_utf8(vm, key, NULL);
        bool ok = name;
        if (ok && path_is_builtin(name)) {
            vm_value exports = builtin_exports(vm, name);
            ok = !vm_is_exception(exports) && export_all(vm, loader_get(m, name), exports);
        }
        vm_free(vm, name);
        if (!ok) {
            return false;
        }
    }
    return true;
}

// --- files

static vm_value json_module(struct modules *m, const char *name, const struct module_source *source) {
    vm_isolate *vm = m->vm;
    vm_value value = source_json(vm, name, source->bytes, source->length);
    vm_value module = vm_is_exception(value) ? value : vm_module_create(vm);
    return vm_is_exception(module) || !vm_module_export(vm, module, "default", value) ? vm_exception()
                                                                                      : module;
}

// Keeps the URL of a module with a query.
static vm_value with_url(struct modules *m, vm_value module, const char *name, const char *suffix) {
    vm_isolate *vm = m->vm;
    if (vm_is_exception(module) || !*suffix || vm_is_array(vm_module_data(module))) {
        return module;
    }
    char *file = path_to_url(vm, name), *url = file ? loader_join(vm, "", file, suffix) : NULL;
    vm_value text = url ? vm_string(vm, url) : vm_exception();
    vm_free(vm, file);
    vm_free(vm, url);
    if (!vm_is_exception(text)) {
        vm_module_set_data(vm, module, text);
    }
    return vm_is_exception(text) ? text : module;
}

static vm_value make_module(struct modules *m, const char *name, const char *suffix,
                            const struct module_source *source) {
    bool is_module;
    if (source->format == VM_FORMAT_JSON) {
        return json_module(m, name, source);
    }
    vm_source text = {.text = source->bytes, .length = source->length, .name = name};
    vm_value code = source_compile(m->vm, &text, source->format, &is_module);
    return vm_is_exception(code) ? code
           : is_module           ? with_url(m, code, name, suffix)
                                 : loader_commonjs(m, name, source, code);
}

static vm_value throw_about(struct modules *m, const char *name, const char *code, const char *what) {
    char *url = path_is_url(name) ? loader_join(m->vm, name, "", "") : path_to_url(m->vm, name);
    vm_value error =
        url ? throw_coded(m->vm, VM_ERROR_TYPE, code, "Module \"%s\" %s", url, what) : vm_exception();
    vm_free(m->vm, url);
    return error;
}

// Whether the format of a file is the one that the import asked for. False: error pending.
static bool check_format(struct modules *m, const char *name, vm_source_format format, bool json) {
    if (format == VM_FORMAT_JSON && !json) {
        throw_about(m, name, "ERR_IMPORT_ATTRIBUTE_MISSING", "needs an import attribute of \"type: json\"");
        return false;
    }
    if (format != VM_FORMAT_JSON && json) {
        throw_about(m, name, "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE", "is not of type \"json\"");
        return false;
    }
    return true;
}

// Refuses extensions that mean nothing, unless the embedder's loader knows better.
static bool check_extension(struct modules *m, const char *name) {
    vm_source_format format;
    bool known;
    if (m->loader.load) {
        return true;
    }
    if (!source_format(m, name, &format, &known)) {
        return false;
    }
    if (!known) {
        throw_coded(m->vm, VM_ERROR_TYPE, "ERR_UNKNOWN_FILE_EXTENSION",
                    "Unknown file extension \"%s\" for %s", path_extension(name), name);
    }
    return known;
}

vm_value loader_load_file(struct modules *m, const char *name, const char *suffix, bool json) {
    vm_isolate *vm = m->vm;
    char *key = loader_join(vm, json ? "json:" : "", name, suffix);
    vm_value module = key ? loader_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        struct module_source source = {0};
        module = vm_exception();
        if (check_extension(m, name) && source_read(m, name, &source) &&
            check_format(m, name, source.format, json)) {
            module = loader_add(m, key, make_module(m, name, suffix, &source));
        }
        free(source.bytes);
    }
    vm_free(vm, key);
    return module;
}

// --- data: URLs

static bool is_type(const char *type, size_t length, const char *wanted) {
    return length == strlen(wanted) && !strncmp(type, wanted, length);
}

static vm_value make_data_module(struct modules *m, const char *url, bool json) {
    vm_isolate *vm = m->vm;
    struct module_source source = {0};
    size_t length;
    const char *type = data_url_type(url, &length);
    bool known = strchr(type, ',');
    if (known && is_type(type, length, "text/javascript")) {
        source.format = VM_FORMAT_MODULE;
    } else if (known && is_type(type, length, "application/json")) {
        source.format = VM_FORMAT_JSON;
    } else {
        return throw_coded(vm, VM_ERROR_RANGE, "ERR_UNKNOWN_MODULE_FORMAT",
                           "Unknown module format: %.*s for URL %s", (int)length, type, url);
    }
    source.bytes =
        check_format(m, url, source.format, json) ? data_url_decode(vm, url, &source.length) : NULL;
    vm_value module = source.bytes ? make_module(m, url, "", &source) : vm_exception();
    vm_free(vm, source.bytes);
    return module;
}

static vm_value load_data(struct modules *m, const char *url, bool json) {
    char *key = loader_join(m->vm, json ? "json:" : "", url, "");
    vm_value module = key ? loader_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        module = loader_add(m, key, make_data_module(m, url, json));
    }
    vm_free(m->vm, key);
    return module;
}

// --- hooks

vm_value loader_ask(struct modules *m, const char *specifier, const char *referrer, bool is_require) {
    if (!m->loader.resolve) {
        return vm_undefined();
    }
    vm_value name = m->loader.resolve(m->vm, specifier, referrer, is_require, m->loader.data);
    return vm_is_string(name) || vm_is_undefined(name) || vm_is_exception(name)
               ? name
               : vm_throw_type_error(m->vm, "The loader resolved '%s' to something that is no string",
                                     specifier);
}

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
            char *shown = vm_to_utf8(vm, value, NULL);
            if (shown) {
                throw_coded(vm, VM_ERROR_TYPE, "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
                            "Import attribute \"type\" with value \"%s\" is not supported", shown);
            }
            vm_free(vm, shown);
            return false;
        }
    }
    return true;
}

static vm_value load_specifier(struct modules *m, const char *specifier, const char *referrer, bool json) {
    struct target target;
    if (!vm_stack_check(m->vm, RESOLVE_STACK)) {
        return vm_exception();
    }
    switch (resolve_import(&m->resolver, specifier, referrer, &target)) {
    case TARGET_FILE: return loader_load_file(m, target.name.text, target.suffix.text, json);
    case TARGET_BUILTIN: return load_builtin(m, target.name.text);
    case TARGET_DATA: return load_data(m, specifier, json);
    default: return vm_exception();
    }
}

static vm_value load_answered(struct modules *m, vm_value name, bool json) {
    char *text = path_text(m->vm, name);
    vm_value module = !text                  ? vm_exception()
                      : builtin_exists(text) ? load_specifier(m, text, "", json)
                                             : loader_load_file(m, text, "", json);
    vm_free(m->vm, text);
    return module;
}

// What import.meta and imports of a module start from: its URL when it has one of its own, else its name.
static char *referrer_text(vm_isolate *vm, vm_value referrer) {
    vm_value name = vm_module_name(referrer);
    return vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : loader_join(vm, "[import]", "", "");
}

static vm_value load_hook(vm_isolate *vm, vm_value referrer, vm_value specifier, vm_value attributes,
                          void *data) {
    (void)data;
    struct modules *m = modules_of(vm);
    bool json;
    if (!m || !read_attributes(vm, attributes, &json)) {
        return vm_exception();
    }
    char *wanted = path_text(vm, specifier), *from = wanted ? referrer_text(vm, referrer) : NULL;
    vm_value module = vm_exception();
    if (from) {
        vm_value name = loader_ask(m, wanted, from, false);
        module = vm_is_exception(name)   ? name
                 : vm_is_undefined(name) ? load_specifier(m, wanted, from, json)
                                         : load_answered(m, name, json);
    }
    vm_free(vm, from);
    vm_free(vm, wanted);
    return module;
}

// import.meta.resolve(specifier): the URL as a string.
static vm_value meta_resolve(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct modules *m = modules_of(vm);
    vm_value specifier = vm_to_string(vm, vm_argument(frame, argc, 0));
    char *wanted = !m || vm_is_exception(specifier) ? NULL : path_text(vm, specifier);
    char *from = wanted ? vm_to_utf8(vm, vm_captured(frame[-1], 0), NULL) : NULL;
    vm_value result = vm_exception();
    if (from && vm_stack_check(vm, RESOLVE_STACK)) {
        result = loader_ask(m, wanted, from, false);
        char *url = vm_is_undefined(result) ? resolve_import_url(&m->resolver, wanted, from) : NULL;
        result = url ? vm_string(vm, url) : vm_is_undefined(result) ? vm_exception() : result;
        vm_free(vm, url);
    }
    vm_free(vm, from);
    vm_free(vm, wanted);
    return result;
}

static bool set_file_meta(vm_isolate *vm, vm_value meta, const char *path) {
    const char *slash = strrchr(path, '/');
    vm_value name = vm_string(vm, path);
    vm_value folder =
        vm_is_exception(name) ? name : vm_string_utf8(vm, path, slash == path ? 1 : (size_t)(slash - path));
    return !vm_is_exception(folder) && vm_set(vm, meta, "dirname", folder) &&
           vm_set(vm, meta, "filename", name);
}

// The URL of a file; of a text that is in none that of its name in the working directory.
static vm_value url_of_name(vm_isolate *vm, const char *name) {
    struct path folder;
    path_working_directory(&folder);
    char *base = path_to_url(vm, name[0] == '/' ? name : folder.text);
    char *url = base ? loader_join(vm, base, name[0] == '/' ? "" : "/", name[0] == '/' ? "" : name) : NULL;
    vm_value text = url ? vm_string(vm, url) : vm_exception();
    vm_free(vm, base);
    vm_free(vm, url);
    return text;
}

static bool meta_hook(vm_isolate *vm, vm_value module, vm_value meta, void *data) {
    (void)data;
    vm_value name = vm_module_name(module), url = vm_module_data(module);
    char *text = vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : NULL;
    if (!text) {
        return !vm_is_string(name);
    }
    bool ok = text[0] != '/' || set_file_meta(vm, meta, text);
    vm_value resolve = ok ? vm_function(vm, meta_resolve, "resolve", 1, NULL) : vm_exception();
    if (!vm_is_exception(resolve)) {
        vm_capture(vm, resolve, 0, name);
    }
    if (!vm_is_string(url)) {
        url = text[0] == '/' || !path_is_url(text) ? url_of_name(vm, text) : name;
    }
    ok = ok && !vm_is_exception(resolve) && !vm_is_exception(url) && vm_set(vm, meta, "resolve", resolve) &&
         vm_set(vm, meta, "url", url);
    vm_free(vm, text);
    return ok;
}

void loader_attach(vm_isolate *vm) {
    vm_module_hooks hooks = {.load = load_hook, .meta = meta_hook, .evaluate = loader_evaluate};
    vm_set_module_hooks(vm, &hooks);
}

// --- the program

vm_value loader_run(struct modules *m, const char *name, vm_value module) {
    vm_isolate *vm = m->vm;
    vm_value known = name ? loader_get(m, name) : vm_undefined();
    if (vm_is_exception(known)) {
        return known;
    }
    if (name && !vm_is_undefined(known)) {
        module = known; // something that ran before has imported it
    } else if (name && vm_is_exception(loader_add(m, name, module))) {
        return vm_exception();
    }
    if (!vm_module_link(vm, module)) {
        return vm_exception();
    }
    m->rt->microtasks_first = true;
    vm_value promise = vm_module_evaluate(vm, module);
    if (!vm_is_exception(promise)) {
        m->roots.main_promise.value = promise;
    }
    return promise;
}
