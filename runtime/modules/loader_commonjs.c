// ES modules that stand for CommonJS files. The names of their exports are read off the texts of the file and
// of what it re-exports; their values are taken when the file has run, which it does when the module is
// evaluated.
#include <stdlib.h>

#include "modules/commonjs_names.h"
#include "modules/modules.h"

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

// The module for a file whose text is CommonJS; `function`: its compiled text.
vm_value loader_commonjs(struct modules *m, const char *file, const struct module_source *source,
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
        !collect_queued(&c)) {
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

bool loader_evaluate(vm_isolate *vm, vm_value module, void *data) {
    vm_value list = vm_module_data(module);
    struct modules *m = modules_of(vm);
    (void)data;
    if (!m || !vm_is_array(list)) {
        return m; // its exports are there
    }
    vm_value name = vm_get_index(vm, list, 0), function = vm_get_index(vm, list, 1),
             names = vm_get_index(vm, list, 2);
    if (!vm_is_undefined(function)) {
        m->roots.precompiled.value = vm_array(vm, (vm_value[]){name, function}, 2);
    }
    vm_module_set_data(vm, module, vm_undefined());
    vm_value exports =
        vm_is_exception(m->roots.precompiled.value) ? vm_exception() : commonjs_load_file(m, name, false);
    m->roots.precompiled.value = vm_undefined();
    uint64_t count = 0;
    bool ok = !vm_is_exception(exports) && vm_module_export(vm, module, "default", exports) &&
              (!vm_is_object(exports) || vm_length(vm, names, &count));
    for (uint32_t i = 0; ok && i < count; i++) {
        vm_value one = vm_get_index(vm, names, i);
        ok = !vm_is_exception(one) && export_named(vm, module, exports, one);
    }
    return ok;
}
