#include "modules/builtin.h"

#include "bind/util.h"

// Modules that are a selection of globals.
static vm_value pick_globals(vm_isolate *vm, const char *const *names) {
    vm_value exports = vm_object(vm);
    for (; *names && !vm_is_exception(exports); names++) {
        vm_value value = vm_get(vm, vm_global(vm), *names);
        if (vm_is_exception(value) || !vm_set(vm, exports, *names, value)) {
            return vm_exception();
        }
    }
    return exports;
}

static vm_value timers_exports(vm_isolate *vm) {
    static const char *const names[] = {
        "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", NULL};
    return pick_globals(vm, names);
}

static vm_value performance_exports(vm_isolate *vm) {
    static const char *const names[] = {"performance", NULL};
    return pick_globals(vm, names);
}

static vm_value process_exports(vm_isolate *vm) { return vm_get(vm, vm_global(vm), "process"); }

static vm_value console_exports(vm_isolate *vm) { return vm_get(vm, vm_global(vm), "console"); }

static const struct {
    const char *name;
    vm_value (*make)(vm_isolate *vm);
} modules[] = {
    {"console", console_exports}, {"fs", fs_exports},         {"perf_hooks", performance_exports},
    {"process", process_exports}, {"timers", timers_exports}, {"util", util_exports},
};

static int find(const char *specifier) {
    const char *name = strncmp(specifier, "node:", 5) ? specifier : specifier + 5;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        if (!strcmp(modules[i].name, name)) {
            return (int)i;
        }
    }
    return -1;
}

bool builtin_exists(const char *specifier) { return find(specifier) >= 0; }

vm_value builtin_exports(struct runtime *rt, const char *specifier) {
    vm_isolate *vm = rt->vm;
    int i = find(specifier);
    if (i < 0) {
        return vm_undefined();
    }
    if (vm_is_undefined(rt->roots.builtins.value)) {
        vm_value table = vm_object_with_prototype(vm, vm_null());
        if (vm_is_exception(table)) {
            return table;
        }
        rt->roots.builtins.value = table;
    }
    vm_value exports = vm_get(vm, rt->roots.builtins.value, modules[i].name);
    if (vm_is_undefined(exports)) {
        exports = modules[i].make(vm);
        if (!vm_is_exception(exports) && !vm_set(vm, rt->roots.builtins.value, modules[i].name, exports)) {
            return vm_exception();
        }
    }
    return exports;
}
