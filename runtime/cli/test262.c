#include "cli/test262.h"

#include <stdio.h>

#include "bind/text.h"
#include "cli/test262_agent.h"
#include "os/fs.h"

static vm_value print(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct text t;
    text_start(&t, vm);
    for (uint32_t i = 0; i < argc; i++) {
        vm_value s =
            vm_is_symbol(frame[1 + i]) ? vm_symbol_description(frame[1 + i]) : vm_to_string(vm, frame[1 + i]);
        if (vm_is_exception(s)) {
            text_free(&t);
            return s;
        }
        text_add(&t, i ? " " : "");
        text_string(&t, s);
    }
    text_char(&t, '\n');
    if (!t.failed) {
        fs_write_descriptor(1, t.bytes, t.length);
    }
    text_free(&t);
    return vm_undefined();
}

static vm_value collect(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    vm_collect(vm);
    return vm_undefined();
}

static vm_value detach_array_buffer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return vm_array_buffer_detach(vm, vm_argument(frame, argc, 0)) ? vm_null() : vm_exception();
}

static vm_value eval_script(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    if (!text) {
        return vm_exception();
    }
    vm_source source = {.text = text, .length = length, .name = "evalScript"};
    vm_value result = vm_eval(vm, &source);
    vm_free(vm, text);
    return result;
}

static vm_value make_host(vm_isolate *vm);

static vm_value create_realm(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    vm_value realm = vm_realm_create(vm);
    if (vm_is_exception(realm)) {
        return realm;
    }
    vm_value before = vm_realm_enter(vm, realm);
    vm_value host = make_host(vm);
    (void)vm_realm_enter(vm, before);
    return host;
}

// The $262 object of the current realm.
static vm_value make_host(vm_isolate *vm) {
    static const vm_method methods[] = {
        {"createRealm", create_realm, 0, VM_METHOD, NULL},
        {"detachArrayBuffer", detach_array_buffer, 1, VM_METHOD, NULL},
        {"evalScript", eval_script, 1, VM_METHOD, NULL},
        {"gc", collect, 0, VM_METHOD, NULL},
    };
    vm_value host = vm_object(vm), global = vm_global(vm);
    if (vm_is_exception(host) || !vm_define_methods(vm, host, methods, sizeof methods / sizeof *methods) ||
        !vm_define(vm, host, "global", global, VM_HIDDEN) || !test262_agent_define(vm, host) ||
        !vm_define(vm, global, "$262", host, VM_HIDDEN)) {
        return vm_exception();
    }
    vm_value f = vm_function(vm, print, "print", 1, NULL);
    return vm_is_exception(f) || !vm_define(vm, global, "print", f, VM_HIDDEN) ? vm_exception() : host;
}

// What a test imports is an ES module, whatever its text looks like.
static vm_value load_module(vm_isolate *vm, const char *name, vm_source_format *format, void *data) {
    size_t length = strlen(name);
    (void)vm, (void)data;
    if (length > 3 && !strcmp(name + length - 3, ".js")) {
        *format = VM_FORMAT_MODULE;
    }
    return vm_undefined();
}

bool test262_define(vm_isolate *vm) {
    vm_loader loader = {.load = load_module};
    return !vm_is_exception(make_host(vm)) && vm_set_loader(vm, &loader);
}

void test262_report(vm_isolate *vm, vm_value error) {
    vm_error_info info;
    struct text t;
    vm_error_describe(vm, error, &info);
    text_start(&t, vm);
    text_add(&t, info.message ? info.message : "Error");
    text_char(&t, '\n');
    // The place helps people and does not disturb the first line.
    if (info.file && info.line) {
        text_format(&t, "    at %s:%u:%u\n", info.file, info.line, info.column);
    }
    if (!t.failed) {
        fs_write_descriptor(2, t.bytes, t.length);
    }
    text_free(&t);
    vm_error_info_free(vm, &info);
}
