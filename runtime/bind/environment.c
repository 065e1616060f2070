// process.env: the environment as an object whose properties are text.
//
// It is a proxy around a plain object, filled at the first look; what programs change stays in there.
// Whatever is assigned becomes text, as variables are nothing else; symbols, accessors and properties that
// could not be changed are refused.
#include <string.h>

#include "bind/runtime.h"
#include "os/process.h"

static bool set_variable(vm_isolate *vm, vm_value target, vm_value name, vm_value value) {
    vm_key key;
    if (vm_is_symbol(name)) {
        vm_throw_type_error(vm, "Cannot convert a Symbol value to a string");
        return false;
    }
    vm_value text = vm_to_string(vm, value);
    return !vm_is_exception(text) && vm_to_key(vm, name, &key) &&
           vm_define_key(vm, target, key, text, VM_DEFAULT);
}

// The traps: set(target, name, value) and defineProperty(target, name, descriptor).
static vm_value trap_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return argc > 2 && set_variable(vm, frame[1], frame[2], frame[3]) ? vm_bool(true) : vm_exception();
}

// 1: the descriptor has the field with a true value, 0: not, -1: failed.
static int is_set(vm_isolate *vm, vm_value descriptor, const char *field) {
    vm_value value = vm_get(vm, descriptor, field);
    return vm_is_exception(value) ? -1 : vm_to_boolean(value);
}

static vm_value trap_define(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const fields[] = {"configurable", "writable", "enumerable"};
    if (argc < 3) {
        return vm_throw_type_error(vm, "A descriptor is missing");
    }
    vm_value descriptor = frame[3];
    int accessor = vm_has(vm, descriptor, "get");
    accessor = accessor ? accessor : vm_has(vm, descriptor, "set");
    if (accessor) {
        return accessor < 0
                   ? vm_exception()
                   : throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_OBJECT_DEFINE_PROPERTY",
                                 "'process.env' does not accept an accessor(getter/setter) descriptor");
    }
    for (int i = 0; i < 3; i++) {
        int set = is_set(vm, descriptor, fields[i]);
        if (set <= 0) {
            return set < 0 ? vm_exception()
                           : throw_coded(
                                 vm, VM_ERROR_TYPE, "ERR_INVALID_OBJECT_DEFINE_PROPERTY",
                                 "'process.env' only accepts a configurable, writable, and enumerable data "
                                 "descriptor");
        }
    }
    vm_value value = vm_get(vm, descriptor, "value");
    return !vm_is_exception(value) && set_variable(vm, frame[1], frame[2], value) ? vm_bool(true)
                                                                                  : vm_exception();
}

static vm_value read_environment(vm_isolate *vm) {
    vm_value env = vm_object(vm);
    for (char **entry = process_environment(); *entry && !vm_is_exception(env); entry++) {
        const char *equals = strchr(*entry, '=');
        if (!equals) {
            continue;
        }
        vm_value name = vm_string_utf8(vm, *entry, (size_t)(equals - *entry));
        vm_value value = vm_is_exception(name) ? name : vm_string(vm, equals + 1);
        vm_key key;
        if (vm_is_exception(value) || !vm_to_key(vm, name, &key) ||
            !vm_define_key(vm, env, key, value, VM_DEFAULT)) {
            return vm_exception();
        }
    }
    return env;
}

vm_value environment_make(vm_isolate *vm, vm_value process, void *data) {
    (void)process, (void)data;
    static const vm_method traps[] = {
        {"set", trap_set, 4, VM_METHOD, NULL},
        {"defineProperty", trap_define, 3, VM_METHOD, NULL},
    };
    vm_value arguments[2];
    arguments[0] = read_environment(vm);
    arguments[1] = vm_is_exception(arguments[0]) ? vm_exception() : vm_object_with_prototype(vm, vm_null());
    if (vm_is_exception(arguments[1]) || !vm_define_methods(vm, arguments[1], traps, 2)) {
        return vm_exception();
    }
    vm_value proxy = vm_get(vm, vm_global(vm), "Proxy");
    return vm_is_exception(proxy) ? proxy : vm_construct(vm, proxy, 2, arguments);
}
