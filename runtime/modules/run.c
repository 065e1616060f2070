// Starting programs: files as Node starts them, texts, preloaded modules.
#include <errno.h>
#include <stdlib.h>

#include "modules/builtin.h"
#include "modules/modules.h"

// --- the state

#define ROOT_COUNT (sizeof(struct module_roots) / sizeof(vm_root))

static vm_root *root_at(struct modules *m, size_t i) { return (vm_root *)(void *)&m->roots + i; }

struct modules *modules_of(vm_isolate *vm) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt || rt->modules) {
        return rt ? rt->modules : NULL;
    }
    struct modules *m = vm_allocate(vm, sizeof *m);
    vm_value table = m ? vm_object_with_prototype(vm, vm_null()) : vm_throw_out_of_memory(vm);
    if (vm_is_exception(table)) {
        vm_free(vm, m);
        return NULL;
    }
    *m = (struct modules){.rt = rt, .vm = vm};
    resolver_initialize(&m->resolver, vm, &module_files_system);
    m->resolver.conditions = rt->options.conditions;
    m->resolver.is_builtin = builtin_exists;
    m->resolver.stand_in = builtin_stand_in;
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        vm_root_add(vm, root_at(m, i), vm_undefined());
    }
    m->roots.table.value = table;
    rt->modules = m;
    return m;
}

void modules_detach(struct runtime *rt) {
    struct modules *m = rt->modules;
    if (!m) {
        return;
    }
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        vm_root_remove(root_at(m, i));
    }
    resolver_finalize(&m->resolver);
    vm_free(rt->vm, m);
    rt->modules = NULL;
}

void modules_attach(struct runtime *rt) { loader_attach(rt->vm); }

bool vm_set_loader(vm_isolate *vm, const vm_loader *loader) {
    struct modules *m = modules_of(vm);
    if (m) {
        m->loader = loader ? *loader : (vm_loader){0};
    }
    return m;
}

// --- texts

static vm_value make_require(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    struct modules *m = modules_of(vm);
    vm_value module = m ? commonjs_here(m) : vm_exception();
    return vm_is_exception(module) ? module : commonjs_require_function(m, module);
}

static vm_value make_module(vm_isolate *vm, vm_value global, void *data) {
    (void)global, (void)data;
    struct modules *m = modules_of(vm);
    return m ? commonjs_here(m) : vm_exception();
}

static vm_value make_exports(vm_isolate *vm, vm_value global, void *data) {
    vm_value module = make_module(vm, global, data);
    return vm_is_exception(module) ? module : vm_get(vm, module, "exports");
}

// Gives scripts that are in no file, as globals, what CommonJS modules have as parameters.
static bool define_globals(vm_isolate *vm, const vm_source *source) {
    static const struct {
        const char *name;
        vm_lazy make;
    } lazy[] = {{"require", make_require}, {"module", make_module}, {"exports", make_exports}};
    vm_value global = vm_global(vm);
    vm_key key = vm_intern(vm, "require");
    int there = key.bits ? vm_has_own(vm, global, key) : -1;
    if (there) {
        return there > 0;
    }
    for (size_t i = 0; i < sizeof lazy / sizeof *lazy; i++) {
        if (!vm_define_lazy(vm, global, lazy[i].name, lazy[i].make, NULL, VM_DEFAULT)) {
            return false;
        }
    }
    vm_value file = vm_string(vm, source->name ? source->name : "[eval]"),
             folder = vm_is_exception(file) ? file : vm_string(vm, ".");
    return !vm_is_exception(folder) && vm_define(vm, global, "__filename", file, VM_DEFAULT) &&
           vm_define(vm, global, "__dirname", folder, VM_DEFAULT) &&
           builtin_modules_define(vm, global, source);
}

static vm_value run_module(struct modules *m, const vm_source *source) {
    vm_value module = m ? vm_module_compile(m->vm, source) : vm_exception();
    return vm_is_exception(module) ? module : loader_run(m, source->name, module);
}

// A text that does not compile as a script is a module if it can be one.
static vm_value run_text(vm_isolate *vm, const vm_source *source) {
    vm_value script = vm_compile(vm, source);
    if (!vm_is_exception(script)) {
        return define_globals(vm, source) ? vm_run(vm, script) : vm_exception();
    }
    if (vm_termination(vm)) {
        return script;
    }
    vm_value error = vm_take_exception(vm);
    struct modules *m = modules_of(vm);
    vm_value module = m ? vm_module_compile(vm, source) : vm_exception();
    return vm_is_exception(module) ? source_choose_error(vm, error) : loader_run(m, source->name, module);
}

vm_value vm_run_source(vm_isolate *vm, const vm_source *source, vm_file_kind kind) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    vm_value result = kind == VM_AS_MODULE   ? run_module(modules_of(vm), source)
                      : kind == VM_AS_SCRIPT ? vm_eval(vm, source)
                                             : run_text(vm, source);
    runtime_mark(rt);
    return result;
}

// --- files

bool modules_find_program(struct modules *m, const char *path, struct path *out) {
    static const char *const extensions[] = {".js", ".json", ".node", NULL};
    struct path full;
    path_make_absolute(&full, path);
    switch (resolve_find(&m->resolver, full.text, NULL, 0, extensions, out)) {
    case TARGET_FILE: return true;
    case TARGET_NONE:
        throw_system(m->vm, fs_presence(full.text) == FS_IS_FOLDER ? EISDIR : ENOENT, "open", path);
        return false;
    default: return false;
    }
}

// Runs a text as a module or script, whatever its file says.
static vm_value run_as(struct modules *m, const char *name, vm_file_kind kind) {
    struct module_source text;
    if (!source_read(m, name, &text)) {
        return vm_exception();
    }
    vm_source source = {.text = text.bytes, .length = text.length, .name = name};
    vm_value result = kind == VM_AS_MODULE ? run_module(m, &source) : vm_eval(m->vm, &source);
    free(text.bytes);
    return result;
}

static vm_value run_program(struct modules *m, const char *name) {
    vm_isolate *vm = m->vm;
    vm_source_format format;
    bool known;
    if (!source_format(m, name, &format, &known)) {
        return vm_exception();
    }
    if (format == VM_FORMAT_MODULE) {
        return run_as(m, name, VM_AS_MODULE);
    }
    m->roots.main_promise.value = vm_undefined();
    vm_value file = vm_string(vm, name),
             exports = vm_is_exception(file) ? file : commonjs_load_file(m, file, true);
    return vm_is_exception(exports) || vm_is_undefined(m->roots.main_promise.value)
               ? exports
               : m->roots.main_promise.value;
}

vm_value vm_run_file(vm_isolate *vm, const char *path, vm_file_kind kind) {
    struct modules *m = modules_of(vm);
    struct path name;
    if (!m || !vm_stack_check(vm, 2 * sizeof name) || !modules_find_program(m, path, &name)) {
        return vm_exception();
    }
    vm_value result = kind == VM_DETECT ? run_program(m, name.text) : run_as(m, name.text, kind);
    runtime_mark(m->rt);
    return result;
}

// --- single modules

vm_value vm_require(vm_isolate *vm, const char *specifier) {
    struct modules *m = modules_of(vm);
    vm_value name = m ? vm_string(vm, "internal/preload") : vm_exception();
    vm_value module = vm_is_exception(name) ? name : commonjs_create(m, name, vm_undefined());
    vm_value paths = vm_is_exception(module) ? module : commonjs_node_modules(vm, ".");
    vm_value id = vm_is_exception(paths) || !vm_set(vm, module, "paths", paths) ? vm_exception()
                                                                                : vm_string(vm, specifier);
    vm_value exports = vm_is_exception(id) ? id : vm_invoke(vm, module, "require", 1, &id);
    if (m) {
        runtime_mark(m->rt);
    }
    return exports;
}

vm_value vm_import(vm_isolate *vm, const char *specifier) {
    static const char *const parameters[] = {"specifier"};
    static const char text[] = "return import(specifier)";
    vm_source source = {.text = text, .length = sizeof text - 1, .name = "[import]"};
    struct modules *m = modules_of(vm);
    vm_value function = m ? vm_compile_function(vm, &source, parameters, 1) : vm_exception();
    vm_value name = vm_is_exception(function) ? function : vm_string(vm, specifier);
    vm_value promise = vm_is_exception(name) ? name : vm_call(vm, function, vm_undefined(), 1, &name);
    if (m) {
        runtime_mark(m->rt);
    }
    return promise;
}
