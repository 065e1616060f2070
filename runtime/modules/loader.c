// ES modules: the engine's hooks, the table of modules, and the modules that stand for something else -
// CommonJS files, JSON, builtins.
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
#include "modules/commonjs_names.h"
#include "modules/modules.h"

#define RESOLVE_STACK ((size_t)160 * 1024) // C stack that resolving may take: paths are buffers on it

// --- the table

static vm_value table_get(struct modules *m, const char *key) { return vm_get(m->vm, m->table.value, key); }

static vm_value table_add(struct modules *m, const char *key, vm_value module) {
    return vm_is_exception(module) || !vm_set(m->vm, m->table.value, key, module) ? vm_exception() : module;
}

// "prefix name suffix" as a C string. NULL: error pending.
static char *join(vm_isolate *vm, const char *prefix, const char *name, const char *suffix) {
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
    vm_value module = table_get(m, name);
    if (!vm_is_undefined(module)) {
        return module;
    }
    vm_value exports = builtin_exports(vm, name);
    module = vm_is_exception(exports) ? exports : vm_module_create(vm);
    return vm_is_exception(module) || !export_all(vm, module, exports) ? vm_exception()
                                                                       : table_add(m, name, module);
}

bool loader_sync_builtins(struct modules *m) {
    vm_isolate *vm = m->vm;
    vm_value keys = vm_own_keys(vm, m->table.value, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value key = vm_get_index(vm, keys, i);
        char *name = vm_is_exception(key) ? NULL : vm_to_utf8(vm, key, NULL);
        bool ok = name;
        if (ok && path_has_prefix(name, "node:")) {
            vm_value exports = builtin_exports(vm, name);
            ok = !vm_is_exception(exports) && export_all(vm, table_get(m, name), exports);
        }
        vm_free(vm, name);
        if (!ok) {
            return false;
        }
    }
    return true;
}

// --- CommonJS files as modules

// Files whose names are to be collected, each once.
struct collection {
    struct modules *m;
    vm_value module; // gets the exports
    vm_value names;  // array of strings
    vm_value files;  // array of names, a queue
    vm_value seen;   // object: file name -> true
};

static bool declare(struct collection *c, const char *text, struct name_range range) {
    vm_isolate *vm = c->m->vm;
    vm_value name = vm_string_utf8(vm, text + range.start, range.length);
    char *key = vm_is_exception(name) ? NULL : vm_to_utf8(vm, name, NULL);
    bool ok = key && (!strcmp(key, "default") || (vm_array_push(vm, c->names, name) &&
                                                  vm_module_export(vm, c->module, key, vm_undefined())));
    vm_free(vm, key);
    return ok;
}

static bool queue_file(struct collection *c, const char *name) {
    vm_isolate *vm = c->m->vm;
    vm_value seen = vm_get(vm, c->seen, name), text = vm_is_exception(seen) ? seen : vm_string(vm, name);
    return !vm_is_exception(text) && (vm_is_true(seen) || (vm_set(vm, c->seen, name, vm_bool(true)) &&
                                                           vm_array_push(vm, c->files, text)));
}

// The file that a text re-exports; one that is not found will be reported when the text runs.
static bool queue_request(struct collection *c, const char *file, const char *text, struct name_range range) {
    vm_isolate *vm = c->m->vm;
    vm_value string = vm_string_utf8(vm, text + range.start, range.length);
    char *request = vm_is_exception(string) ? NULL : vm_to_utf8(vm, string, NULL);
    struct target target;
    if (!request || !vm_stack_check(vm, RESOLVE_STACK)) {
        vm_free(vm, request);
        return false;
    }
    enum target_kind kind = resolve_require(&c->m->resolver, request, file, &target);
    vm_free(vm, request);
    if (kind == TARGET_ERROR && !vm_termination(vm)) {
        (void)vm_take_exception(vm);
    }
    return kind == TARGET_FILE ? queue_file(c, target.name.text) : !vm_termination(vm);
}

static bool collect_names(struct collection *c, const char *file, const struct module_source *source) {
    struct commonjs_names names;
    if (!commonjs_names_scan(c->m->vm, source->bytes, source->length, &names)) {
        vm_throw_out_of_memory(c->m->vm);
        return false;
    }
    bool ok = true;
    for (uint32_t i = 0; ok && i < names.export_count; i++) {
        ok = declare(c, source->bytes, names.exports[i]);
    }
    for (uint32_t i = 0; ok && i < names.reexport_count; i++) {
        ok = queue_request(c, file, source->bytes, names.reexports[i]);
    }
    commonjs_names_free(c->m->vm, &names);
    return ok;
}

static bool collect_queued(struct collection *c) {
    vm_isolate *vm = c->m->vm;
    uint64_t count;
    for (uint32_t i = 0; vm_length(vm, c->files, &count) && i < count; i++) {
        struct module_source source;
        vm_value name = vm_get_index(vm, c->files, i);
        char *file = vm_is_exception(name) ? NULL : vm_to_utf8(vm, name, NULL);
        bool ok = file && source_read(c->m, file, &source);
        if (ok) {
            ok = source.format == VM_FORMAT_JSON || source.format == VM_FORMAT_MODULE ||
                 collect_names(c, file, &source);
            free(source.bytes);
        }
        vm_free(vm, file);
        if (!ok) {
            return false;
        }
    }
    return true;
}

// The names that a module has which has been required already.
static bool declare_loaded(struct collection *c, vm_value file) {
    vm_isolate *vm = c->m->vm;
    vm_value cached = commonjs_cached(c->m, file);
    vm_value loaded = vm_is_object(cached) ? vm_get(vm, cached, "loaded") : cached;
    if (!vm_is_true(loaded)) {
        return !vm_is_exception(loaded);
    }
    vm_value exports = vm_get(vm, cached, "exports");
    vm_value keys =
        vm_is_object(exports) ? vm_own_keys(vm, exports, VM_KEYS_ENUMERABLE) : vm_array(vm, NULL, 0);
    uint64_t count;
    bool ok = !vm_is_exception(exports) && !vm_is_exception(keys) && vm_length(vm, keys, &count);
    for (uint32_t i = 0; ok && i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        size_t length;
        char *text = vm_is_exception(name) ? NULL : vm_to_utf8(vm, name, &length);
        ok = text && declare(c, text, (struct name_range){0, (uint32_t)length});
        vm_free(vm, text);
    }
    return ok;
}

// The module for a file whose text is CommonJS; `function`: its compiled text.
static vm_value commonjs_module(struct modules *m, const char *file, const struct module_source *source,
                                vm_value function) {
    vm_isolate *vm = m->vm;
    struct collection c = {.m = m, .module = vm_module_create(vm)};
    c.names = vm_array(vm, NULL, 0);
    c.files = vm_array(vm, NULL, 0);
    c.seen = vm_object_with_prototype(vm, vm_null());
    vm_value name = vm_string(vm, file);
    vm_value data[] = {name, function, c.names};
    vm_value list = vm_array(vm, data, 3);
    if (vm_is_exception(c.module) || vm_is_exception(c.names) || vm_is_exception(c.files) ||
        vm_is_exception(c.seen) || vm_is_exception(name) || vm_is_exception(list) ||
        !vm_set(vm, c.seen, file, vm_bool(true)) ||
        !vm_module_export(vm, c.module, "default", vm_undefined()) || !collect_names(&c, file, source) ||
        !collect_queued(&c) || !declare_loaded(&c, name)) {
        return vm_exception();
    }
    vm_module_set_data(vm, c.module, list);
    return c.module;
}

// What an export of a name gives; a getter that throws gives undefined. Termination: false.
static bool export_named(vm_isolate *vm, vm_value module, vm_value exports, vm_value name) {
    vm_key key;
    int there = vm_to_key(vm, name, &key) ? vm_has_own(vm, exports, key) : -1;
    vm_value value = there > 0 ? vm_get_key(vm, exports, key) : vm_undefined();
    if (there < 0 || vm_is_exception(value)) {
        if (vm_termination(vm)) {
            return false;
        }
        (void)vm_take_exception(vm);
        value = vm_undefined();
    }
    char *text = vm_to_utf8(vm, name, NULL);
    bool ok = text && vm_module_export(vm, module, text, value);
    vm_free(vm, text);
    return ok;
}

static bool evaluate_hook(vm_isolate *vm, vm_value module, void *data) {
    vm_value list = vm_module_data(module);
    struct modules *m = modules_of(vm);
    (void)data;
    if (!m || !vm_is_array(list)) {
        return m; // its exports are there
    }
    vm_value name = vm_get_index(vm, list, 0), function = vm_get_index(vm, list, 1),
             names = vm_get_index(vm, list, 2);
    if (!vm_is_undefined(function)) {
        m->precompiled.value = vm_array(vm, (vm_value[]){name, function}, 2);
    }
    vm_module_set_data(vm, module, vm_undefined());
    vm_value exports =
        vm_is_exception(m->precompiled.value) ? vm_exception() : commonjs_load_file(m, name, false);
    m->precompiled.value = vm_undefined();
    uint64_t count = 0;
    bool ok = !vm_is_exception(exports) && vm_module_export(vm, module, "default", exports) &&
              (!vm_is_object(exports) || vm_length(vm, names, &count));
    for (uint32_t i = 0; ok && i < count; i++) {
        vm_value one = vm_get_index(vm, names, i);
        ok = !vm_is_exception(one) && export_named(vm, module, exports, one);
    }
    return ok;
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
    char *file = path_to_url(vm, name), *url = file ? join(vm, "", file, suffix) : NULL;
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
                                 : commonjs_module(m, name, source, code);
}

static vm_value throw_about(struct modules *m, const char *name, const char *code, const char *what) {
    char *url = path_to_url(m->vm, name);
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

static vm_value load_file(struct modules *m, const char *name, const char *suffix, bool json) {
    vm_isolate *vm = m->vm;
    char *key = join(vm, json ? "json:" : "", name, suffix);
    vm_value module = key ? table_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        struct module_source source = {0};
        module = vm_exception();
        if (check_extension(m, name) && source_read(m, name, &source) &&
            check_format(m, name, source.format, json)) {
            module = table_add(m, key, make_module(m, name, suffix, &source));
        }
        free(source.bytes);
    }
    vm_free(vm, key);
    return module;
}

// --- data: URLs

static int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

static void decode_base64(struct text *t, const char *text, size_t length) {
    uint32_t bits = 0;
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0) {
            continue;
        }
        bits = bits << 6 | (uint32_t)digit;
        count += 6;
        if (count >= 8) {
            count -= 8;
            text_char(t, (char)(bits >> count));
        }
    }
}

static void decode_percent(struct text *t, const char *text) {
    for (; *text; text++) {
        char digits[3] = {0}, *end = digits;
        if (*text == '%' && text[1] && text[2]) {
            memcpy(digits, text + 1, 2);
            long byte = strtol(digits, &end, 16);
            if (end == digits + 2) {
                text_char(t, (char)byte);
                text += 2;
                continue;
            }
        }
        text_char(t, *text);
    }
}

static vm_value make_data_module(struct modules *m, const char *url, bool json) {
    vm_isolate *vm = m->vm;
    const char *type = url + strlen("data:"), *comma = strchr(type, ',');
    size_t type_length = strcspn(type, ";,");
    bool script = type_length == 15 && !strncmp(type, "text/javascript", 15);
    bool is_json = type_length == 16 && !strncmp(type, "application/json", 16);
    if (!comma || (!script && !is_json)) {
        return throw_coded(vm, VM_ERROR_RANGE, "ERR_UNKNOWN_MODULE_FORMAT",
                           "Unknown module format: %.*s for URL %s", (int)type_length, type, url);
    }
    if (is_json != json) {
        return throw_coded(vm, VM_ERROR_TYPE,
                           json ? "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE" : "ERR_IMPORT_ATTRIBUTE_MISSING",
                           json ? "Module \"%s\" is not of type \"json\""
                                : "Module \"%s\" needs an import attribute of \"type: json\"",
                           url);
    }
    struct text t, decoded;
    text_start(&t, vm);
    decode_percent(&t, comma + 1);
    bool base64 = comma - type >= 7 && !strncmp(comma - 7, ";base64", 7);
    if (base64) {
        text_start(&decoded, vm);
        decode_base64(&decoded, t.bytes, t.length);
        text_free(&t);
        t = decoded;
    }
    struct module_source source = {.format = json ? VM_FORMAT_JSON : VM_FORMAT_MODULE};
    source.bytes = text_take(&t, &source.length);
    vm_value module = source.bytes ? make_module(m, url, "", &source) : vm_exception();
    vm_free(vm, source.bytes);
    return module;
}

static vm_value load_data(struct modules *m, const char *url, bool json) {
    char *key = join(m->vm, json ? "json:" : "", url, "");
    vm_value module = key ? table_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        module = table_add(m, key, make_data_module(m, url, json));
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
    case TARGET_FILE: return load_file(m, target.name.text, target.suffix.text, json);
    case TARGET_BUILTIN: return load_builtin(m, target.name.text);
    case TARGET_DATA: return load_data(m, specifier, json);
    default: return vm_exception();
    }
}

static vm_value load_answered(struct modules *m, vm_value name, bool json) {
    char *text = vm_to_utf8(m->vm, name, NULL);
    vm_value module = !text                  ? vm_exception()
                      : builtin_exists(text) ? load_specifier(m, text, "", json)
                                             : load_file(m, text, "", json);
    vm_free(m->vm, text);
    return module;
}

// What import.meta and imports of a module start from: its URL when it has one of its own, else its name.
static char *referrer_text(vm_isolate *vm, vm_value referrer) {
    vm_value name = vm_module_name(referrer);
    return vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : join(vm, "[import]", "", "");
}

static vm_value load_hook(vm_isolate *vm, vm_value referrer, vm_value specifier, vm_value attributes,
                          void *data) {
    (void)data;
    struct modules *m = modules_of(vm);
    bool json;
    if (!m || !read_attributes(vm, attributes, &json)) {
        return vm_exception();
    }
    char *wanted = vm_to_utf8(vm, specifier, NULL), *from = wanted ? referrer_text(vm, referrer) : NULL;
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
    char *wanted = !m || vm_is_exception(specifier) ? NULL : vm_to_utf8(vm, specifier, NULL);
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

// A module without a file has the URL that a file of its name would have in the working directory.
static bool meta_hook(vm_isolate *vm, vm_value module, vm_value meta, void *data) {
    (void)data;
    vm_value name = vm_module_name(module), url = vm_module_data(module);
    char *text = vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : NULL;
    if (!text) {
        return !vm_is_string(name);
    }
    struct path space;
    const char *shown = resolve_shown_referrer(text, &space);
    bool ok = text[0] != '/' || set_file_meta(vm, meta, text);
    vm_value resolve = ok ? vm_function(vm, meta_resolve, "resolve", 1, NULL) : vm_exception();
    if (!vm_is_exception(resolve)) {
        vm_capture(vm, resolve, 0, name);
    }
    if (!vm_is_string(url)) {
        char *file = shown[0] == '/' ? path_to_url(vm, shown) : NULL;
        url = file ? vm_string(vm, file) : shown[0] == '/' ? vm_exception() : name;
        vm_free(vm, file);
    }
    ok = ok && !vm_is_exception(resolve) && !vm_is_exception(url) && vm_set(vm, meta, "resolve", resolve) &&
         vm_set(vm, meta, "url", url);
    vm_free(vm, text);
    return ok;
}

void loader_attach(vm_isolate *vm) {
    vm_module_hooks hooks = {.load = load_hook, .meta = meta_hook, .evaluate = evaluate_hook};
    vm_set_module_hooks(vm, &hooks);
}

// --- require of ES modules

// Evaluates a linked module at once; its namespace.
static vm_value evaluate_now(struct modules *m, vm_value module, const char *name) {
    vm_isolate *vm = m->vm;
    switch (vm_module_check(vm, module)) {
    case VM_MODULE_READY: break;
    case VM_MODULE_AWAITS:
        return throw_coded(
            vm, VM_ERROR_PLAIN, "ERR_REQUIRE_ASYNC_MODULE",
            "require() cannot be used on an ESM graph with top-level await. Use import() instead.");
    case VM_MODULE_UNDER_WAY:
        return throw_coded(vm, VM_ERROR_PLAIN, "ERR_REQUIRE_CYCLE_MODULE",
                           "Cannot require() ES Module %s in a cycle.", name);
    default: return vm_exception();
    }
    vm_value promise = vm_module_evaluate(vm, module);
    if (vm_is_exception(promise)) {
        return promise;
    }
    if (vm_promise_state(promise) == VM_PROMISE_REJECTED) {
        vm_promise_set_handled(promise);
        return vm_throw(vm, vm_promise_result(promise));
    }
    return vm_module_namespace(vm, module);
}

static int has_export(vm_isolate *vm, vm_value namespace_object, const char *name) {
    vm_key key = vm_intern(vm, name);
    return key.bits ? vm_has_own(vm, namespace_object, key) : -1;
}

// A module with the same exports and `__esModule`, which tools that compile `import` to `require` look for.
static vm_value marked_namespace(struct modules *m, const char *name) {
    vm_isolate *vm = m->vm;
    char *key = join(vm, "require:", name, "");
    vm_value module = key ? table_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        struct text t;
        char *url = name[0] == '/' ? path_to_url(vm, name) : join(vm, name, "", "");
        text_start(&t, vm);
        text_add(&t, "export * from '");
        text_add(&t, url ? url : "");
        text_add(&t, "'; export { default } from '");
        text_add(&t, url ? url : "");
        text_add(&t, "'; export const __esModule = true;");
        t.failed |= !url;
        vm_free(vm, url);
        vm_source source = {.name = name};
        char *text = text_take(&t, &source.length);
        source.text = text;
        module = text ? vm_module_compile(vm, &source) : vm_exception();
        vm_free(vm, text);
        module = vm_is_exception(module) || !vm_module_link(vm, module) ? vm_exception()
                                                                        : table_add(m, key, module);
    }
    vm_free(vm, key);
    return vm_is_exception(module) ? module : evaluate_now(m, module, name);
}

vm_value loader_require(struct modules *m, const char *name, vm_value compiled) {
    vm_isolate *vm = m->vm;
    vm_value module = table_get(m, name);
    if (vm_is_undefined(module)) {
        module = vm_is_undefined(compiled) ? load_file(m, name, "", false) : table_add(m, name, compiled);
    }
    if (vm_is_exception(module) || !vm_module_link(vm, module)) {
        return vm_exception();
    }
    vm_value exports = evaluate_now(m, module, name);
    if (vm_is_exception(exports)) {
        return exports;
    }
    int replaced = has_export(vm, exports, "module.exports");
    int with_default = replaced ? 0 : has_export(vm, exports, "default");
    int marked = with_default > 0 ? has_export(vm, exports, "__esModule") : 0;
    if (replaced < 0 || with_default < 0 || marked < 0) {
        return vm_exception();
    }
    return replaced                  ? vm_get(vm, exports, "module.exports")
           : with_default && !marked ? marked_namespace(m, name)
                                     : exports;
}

// --- the program

vm_value loader_run(struct modules *m, const char *name, vm_value module) {
    vm_isolate *vm = m->vm;
    vm_value known = name ? table_get(m, name) : vm_undefined();
    if (vm_is_exception(known)) {
        return known;
    }
    if (name && !vm_is_undefined(known)) {
        module = known; // something that ran before has imported it
    } else if (name && vm_is_exception(table_add(m, name, module))) {
        return vm_exception();
    }
    if (!vm_module_link(vm, module)) {
        return vm_exception();
    }
    m->rt->microtasks_first = true;
    vm_value promise = vm_module_evaluate(vm, module);
    if (!vm_is_exception(promise)) {
        m->main_promise.value = promise;
    }
    return promise;
}
