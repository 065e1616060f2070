// Builtin modules.
//
// A file stdlib/<name>.js is the builtin module <name>. It is the body of a strict function
//
//     (module, exports, require, native) => { ... }
//
// The build compiles it and puts its packed bytecode into the library (tools/stdlib-compiler.c). The function
// is called when the module is first asked for, and what it leaves in module.exports is the module. There is
// one of each per isolate: rt->roots.builtins maps names to their `module` objects. A module is in that table
// before its function runs, so that a cycle of modules sees what has been exported so far, as in CommonJS;
// one that throws is taken out again, and the next request runs it anew.
//
//     require(name)  another builtin module, never a file; "internal/..." too, which programs cannot reach
//     native(name)   a new object with the C functions of one subject; natives.def lists them
//
// Programs come in through the loader (import, require), which asks builtin_exists and builtin_exports: those
// take a "node:" in front, and refuse internal names. Modules that Node does not have are named "vm:hooks",
// and only that. Some modules are known by name only (unavailable.def): their exports are functions that
// throw ERR_FEATURE_UNAVAILABLE.
//
// Globals such as URL are lazy properties (globals.def): the first look at one evaluates its module. Modules
// belong to the realm that was attached to the loop, whichever realm asks.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "modules/builtin.h"

#include <stdlib.h>

#include "modules/stdlib.h"

// --- names

static int compare_names(const void *name, const void *file) {
    return strcmp(name, ((const struct stdlib_file *)file)->name);
}

static const struct stdlib_file *find_file(const char *name) {
    return bsearch(name, stdlib_files, stdlib_file_count, sizeof *stdlib_files, compare_names);
}

static const struct {
    const char *name, *exports; // separated by blanks
} unavailable[] = {
#define UNAVAILABLE(name, exports) {name, exports},
#include "modules/unavailable.def"
#undef UNAVAILABLE
};
#define UNAVAILABLE_COUNT (sizeof unavailable / sizeof *unavailable)

// What a module that has no file exports; NULL: no such module.
static const char *find_unavailable(const char *name) {
    for (size_t i = 0; i < UNAVAILABLE_COUNT; i++) {
        if (!strcmp(unavailable[i].name, name)) {
            return unavailable[i].exports;
        }
    }
    return NULL;
}

static bool is_internal(const char *name) { return !strncmp(name, "internal/", 9); }

// Modules that came so late that their plain names were taken by packages.
static bool needs_prefix(const char *name) {
    return !strcmp(name, "test") || !strncmp(name, "test/", 5) || !strcmp(name, "sea") ||
           !strcmp(name, "sqlite");
}

// Modules of this runtime's own.
static bool is_own(const char *name) {
    return !strcmp(name, "frames") || !strcmp(name, "hooks") || !strcmp(name, "statistics");
}

// The builtin module that a program means; NULL: none.
static const char *public_name(const char *specifier) {
    bool own = !strncmp(specifier, "vm:", 3), node = !strncmp(specifier, "node:", 5);
    const char *name = specifier + (own ? 3 : node ? 5 : 0);
    if (is_internal(name) || own != is_own(name) || (!node && needs_prefix(name))) {
        return NULL;
    }
    return find_file(name) || find_unavailable(name) ? name : NULL;
}

bool builtin_exists(const char *specifier) { return public_name(specifier) != NULL; }

const char *builtin_stand_in(const char *specifier) {
    return !strcmp(specifier, "@feathersjs/hooks") ? "vm:hooks" : NULL;
}

static bool push_name(vm_isolate *vm, vm_value names, const char *name) {
    vm_value text = vm_string_format(vm, "%s%s",
                                     is_own(name)         ? "vm:"
                                     : needs_prefix(name) ? "node:"
                                                          : "",
                                     name);
    return !vm_is_exception(text) && vm_array_push(vm, names, text);
}

vm_value builtin_names(vm_isolate *vm) {
    vm_value names = vm_array(vm, NULL, 0);
    bool ok = !vm_is_exception(names);
    for (size_t i = 0; ok && i < stdlib_file_count; i++) {
        ok = is_internal(stdlib_files[i].name) || push_name(vm, names, stdlib_files[i].name);
    }
    for (size_t i = 0; ok && i < UNAVAILABLE_COUNT; i++) {
        ok = find_file(unavailable[i].name) || push_name(vm, names, unavailable[i].name);
    }
    return ok ? names : vm_exception();
}

// --- what modules are given

#define NATIVE(name, define) bool define(vm_isolate *vm, vm_value object);
#include "bind/natives.def"
#undef NATIVE

static const struct {
    const char *name;
    bool (*define)(vm_isolate *vm, vm_value object);
} natives[] = {
#define NATIVE(name, define) {name, define},
#include "bind/natives.def"
#undef NATIVE
};

static vm_value native_function(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value name = vm_argument(frame, argc, 0);
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++) {
        if (vm_string_is(vm, name, natives[i].name)) {
            vm_value object = vm_object(vm);
            return vm_is_exception(object) || natives[i].define(vm, object) ? object : vm_exception();
        }
    }
    return vm_throw_type_error(vm, "There are no natives of this name");
}

static vm_value require_function(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *name = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    vm_value exports = name ? builtin_require(vm, name) : vm_exception();
    vm_free(vm, name);
    return exports;
}

// The two functions, made once.
static bool prepare(struct runtime *rt) {
    vm_isolate *vm = rt->vm;
    if (!vm_is_undefined(rt->roots.builtins.value)) {
        return true;
    }
    vm_value table = vm_object_with_prototype(vm, vm_null());
    vm_value native = vm_is_exception(table) ? table : vm_function(vm, native_function, "native", 1, NULL);
    vm_value require =
        vm_is_exception(native) ? native : vm_function(vm, require_function, "require", 1, NULL);
    if (vm_is_exception(require)) {
        return false;
    }
    rt->roots.builtin_native.value = native;
    rt->roots.builtin_require.value = require;
    rt->roots.builtins.value = table;
    return true;
}

// --- evaluation

static vm_value evaluate_file(struct runtime *rt, const struct stdlib_file *file, vm_value module) {
    vm_isolate *vm = rt->vm;
    vm_value function = vm_load_bytecode(vm, file->bytecode, file->length, !rt->options.internal_frames);
    vm_value exports = vm_is_exception(function) ? function : vm_get(vm, module, "exports");
    if (vm_is_exception(exports)) {
        return exports;
    }
    vm_value arguments[] = {module, exports, rt->roots.builtin_require.value, rt->roots.builtin_native.value};
    return vm_call(vm, function, vm_undefined(), 4, arguments);
}

static vm_value evaluate_unavailable(struct runtime *rt, const char *name, const char *exports,
                                     vm_value module) {
    vm_isolate *vm = rt->vm;
    vm_value list = vm_array(vm, NULL, 0);
    for (const char *at = exports; *at && !vm_is_exception(list);) {
        size_t length = strcspn(at, " ");
        vm_value word = vm_string_utf8(vm, at, length);
        if (vm_is_exception(word) || !vm_array_push(vm, list, word)) {
            return vm_exception();
        }
        at += length + (at[length] == ' ');
    }
    vm_value make = vm_is_exception(list) ? list : builtin_require(vm, "internal/unavailable");
    vm_value arguments[] = {vm_is_exception(make) ? make : vm_string(vm, name), list};
    vm_value made =
        vm_is_exception(arguments[0]) ? arguments[0] : vm_call(vm, make, vm_undefined(), 2, arguments);
    return vm_is_exception(made) || !vm_set(vm, module, "exports", made) ? vm_exception() : made;
}

// Makes the module object, puts it into the table and runs the module.
static vm_value evaluate(struct runtime *rt, const char *name) {
    vm_isolate *vm = rt->vm;
    const struct stdlib_file *file = find_file(name);
    const char *exports = file ? NULL : find_unavailable(name);
    if (!file && !exports) {
        return throw_coded(vm, VM_ERROR_PLAIN, "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: %s",
                           name);
    }
    vm_value module = vm_object(vm), empty = vm_is_exception(module) ? module : vm_object(vm);
    if (vm_is_exception(empty) || !vm_set(vm, module, "exports", empty) ||
        !vm_set(vm, rt->roots.builtins.value, name, module)) {
        return vm_exception();
    }
    vm_value realm = vm_realm_enter(vm, rt->roots.realm.value);
    vm_value result =
        file ? evaluate_file(rt, file, module) : evaluate_unavailable(rt, name, exports, module);
    vm_realm_enter(vm, realm);
    if (!vm_is_exception(result)) {
        return module;
    }
    if (!vm_termination(vm)) {
        vm_value error = vm_take_exception(vm);
        return vm_delete(vm, rt->roots.builtins.value, name) ? vm_throw(vm, error) : vm_exception();
    }
    return result;
}

vm_value builtin_require(vm_isolate *vm, const char *name) {
    struct runtime *rt = runtime_attached(vm);
    if (!rt) {
        return vm_exception();
    }
    vm_value module = prepare(rt) ? vm_get(vm, rt->roots.builtins.value, name) : vm_exception();
    module = vm_is_undefined(module) ? evaluate(rt, name) : module;
    return vm_is_exception(module) ? module : vm_get(vm, module, "exports");
}

vm_value builtin_exports(vm_isolate *vm, const char *specifier) {
    const char *name = public_name(specifier);
    return name ? builtin_require(vm, name) : vm_undefined();
}

// --- globals

static const struct lazy_global {
    const char *name, *module;
    unsigned attributes;
} globals[] = {
#define LAZY_GLOBAL(name, module, attributes) {#name, module, attributes},
#include "modules/globals.def"
#undef LAZY_GLOBAL
    {NULL, NULL, 0},
};

static vm_value make_global(vm_isolate *vm, vm_value global, void *data) {
    (void)global;
    const struct lazy_global *row = data;
    vm_value exports = builtin_require(vm, row->module);
    vm_value value = vm_is_exception(exports) ? exports : vm_get(vm, exports, row->name);
    if (vm_is_undefined(value)) { // looked at by the module itself, before it has made it
        return vm_throw_error(vm, VM_ERROR_REFERENCE, "Cannot access '%s' before initialization", row->name);
    }
    return value;
}

bool builtin_globals_define(struct runtime *rt, vm_value global) {
    for (const struct lazy_global *row = globals; row->name; row++) {
        if (!vm_define_lazy(rt->vm, global, row->name, make_global, (void *)row, row->attributes)) {
            return false;
        }
    }
    return true;
}

// The exports of a module as a global variable of its name.
static vm_value make_module_global(vm_isolate *vm, vm_value global, void *data) {
    (void)global;
    return builtin_require(vm, ((const struct stdlib_file *)data)->name);
}

bool builtin_modules_define(vm_isolate *vm, vm_value global, const vm_source *source) {
    for (size_t i = 0; i < stdlib_file_count; i++) {
        const char *name = stdlib_files[i].name;
        if (strchr(name, '/') || name[0] == '_' || needs_prefix(name) ||
            (source && !memmem(source->text, source->length, name, strlen(name)))) {
            continue;
        }
        vm_key key = vm_intern(vm, name);
        int there = key.bits ? vm_has_own(vm, global, key) : -1;
        if (there < 0 || (!there && !vm_define_lazy(vm, global, name, make_module_global,
                                                    (void *)&stdlib_files[i], VM_HIDDEN))) {
            return false;
        }
    }
    return true;
}
