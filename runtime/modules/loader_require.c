// `require` of ES modules: they are linked and evaluated at once, which a top-level await or a cycle forbids.
#include "bind/text.h"
#include "modules/modules.h"

vm_value loader_throw_cycle(struct modules *m, const char *name, vm_value parent) {
    vm_isolate *vm = m->vm;
    vm_value file = vm_is_object(parent) ? vm_get(vm, parent, "filename") : vm_undefined();
    char *from = vm_is_string(file) ? vm_to_utf8(vm, file, NULL) : NULL;
    if (vm_is_exception(file) || (vm_is_string(file) && !from)) {
        return vm_exception();
    }
    throw_coded(vm, VM_ERROR_PLAIN, "ERR_REQUIRE_CYCLE_MODULE",
                "Cannot require() ES Module %s in a cycle.%s%s%s", name, from ? " (from " : "",
                from ? from : "", from ? ")" : "");
    vm_free(vm, from);
    return vm_exception();
}

bool loader_has_source(struct modules *m, const char *name) {
    return vm_is_string(vm_module_name(loader_get(m, name)));
}

bool loader_is_under_way(struct modules *m, const char *name) {
    return loader_has_source(m, name) && vm_module_check(m->vm, loader_get(m, name)) == VM_MODULE_UNDER_WAY;
}

// Evaluates a linked module at once; its namespace. `parent` as in loader_require.
static vm_value evaluate_now(struct modules *m, vm_value module, const char *name, vm_value parent) {
    vm_isolate *vm = m->vm;
    switch (vm_module_check(vm, module)) {
    case VM_MODULE_READY: break;
    case VM_MODULE_AWAITS:
        return throw_coded(
            vm, VM_ERROR_PLAIN, "ERR_REQUIRE_ASYNC_MODULE",
            "require() cannot be used on an ESM graph with top-level await. Use import() instead.");
    case VM_MODULE_UNDER_WAY: return loader_throw_cycle(m, name, parent);
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
static vm_value marked_namespace(struct modules *m, const char *name, vm_value parent) {
    vm_isolate *vm = m->vm;
    char *key = loader_join(vm, "require:", name, "");
    vm_value module = key ? loader_get(m, key) : vm_exception();
    if (vm_is_undefined(module)) {
        struct text t;
        char *url = name[0] == '/' ? path_to_url(vm, name) : loader_join(vm, name, "", "");
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
                                                                        : loader_add(m, key, module);
    }
    vm_free(vm, key);
    return vm_is_exception(module) ? module : evaluate_now(m, module, name, parent);
}

vm_value loader_require(struct modules *m, const char *name, vm_value compiled, vm_value parent) {
    vm_isolate *vm = m->vm;
    vm_value module = loader_get(m, name);
    if (vm_is_undefined(module)) {
        module =
            vm_is_undefined(compiled) ? loader_load_file(m, name, "", false) : loader_add(m, name, compiled);
    }
    if (vm_is_exception(module) || !vm_module_link(vm, module)) {
        return vm_exception();
    }
    vm_value exports = evaluate_now(m, module, name, parent);
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
           : with_default && !marked ? marked_namespace(m, name, parent)
                                     : exports;
}
