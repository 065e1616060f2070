// Errors as Node's library throws them: with a code.
#include <stdarg.h>
#include <stdio.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "modules/builtin.h"
#include "os/fs.h"

static vm_value throw_with_code(vm_isolate *vm, vm_error_kind kind, const char *code, const char *message) {
    vm_value error = vm_error(vm, kind, message), text = vm_is_exception(error) ? error : vm_string(vm, code);
    if (vm_is_exception(text) || !vm_define(vm, error, "code", text, VM_DEFAULT)) {
        return vm_exception();
    }
    vm_error_show_code(error);
    return vm_throw(vm, error);
}

vm_value throw_coded(vm_isolate *vm, vm_error_kind kind, const char *code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *message = vm_allocate(vm, (size_t)length + 1);
    if (!message) {
        return vm_throw_out_of_memory(vm);
    }
    va_start(arguments, format);
    vsnprintf(message, (size_t)length + 1, format, arguments);
    va_end(arguments);
    vm_value result = throw_with_code(vm, kind, code, message);
    vm_free(vm, message);
    return result;
}

vm_value throw_argument_type(vm_isolate *vm, const char *name, const char *expected, vm_value received) {
    vm_value errors = builtin_require(vm, "internal/errors"); // which says what a value is
    vm_value shown = vm_is_exception(errors) ? errors : vm_invoke(vm, errors, "describe", 1, &received);
    if (vm_is_exception(shown)) {
        return shown;
    }
    struct text t;
    text_start(&t, vm);
    text_format(&t, "The \"%s\" argument must be %s. Received ", name, expected);
    text_string(&t, shown);
    char *message = text_take(&t, NULL);
    if (!message) {
        return vm_exception();
    }
    vm_value result = throw_with_code(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_TYPE", message);
    vm_free(vm, message);
    return result;
}

static bool define_text(vm_isolate *vm, vm_value object, const char *name, const char *text) {
    vm_value string = vm_string(vm, text);
    return !vm_is_exception(string) && vm_define(vm, object, name, string, VM_DEFAULT);
}

vm_value throw_system_pair(vm_isolate *vm, int error, const char *syscall, const char *path,
                           const char *destination) {
    const char *code = fs_error_name(error);
    struct text t;
    text_start(&t, vm);
    text_format(&t, "%s: %s, %s", code ? code : "UNKNOWN", fs_error_text(error), syscall);
    const char *paths[] = {path, destination};
    for (int i = 0; i < 2 && paths[i]; i++) {
        text_add(&t, i ? " -> '" : " '");
        text_add(&t, paths[i]);
        text_char(&t, '\'');
    }
    char *message = text_take(&t, NULL);
    vm_value e = message ? vm_error(vm, VM_ERROR_PLAIN, message) : vm_exception();
    vm_free(vm, message);
    if (vm_is_exception(e) || !vm_define(vm, e, "errno", vm_int(-error), VM_DEFAULT) ||
        !define_text(vm, e, "code", code ? code : "UNKNOWN") || !define_text(vm, e, "syscall", syscall) ||
        (path && !define_text(vm, e, "path", path)) ||
        (destination && !define_text(vm, e, "dest", destination))) {
        return vm_exception();
    }
    return vm_throw(vm, e);
}

vm_value throw_system(vm_isolate *vm, int error, const char *syscall, const char *path) {
    return throw_system_pair(vm, error, syscall, path, NULL);
}

// showCode(error): its text is "name [code]: message".
static vm_value show_code(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    vm_error_show_code(vm_argument(frame, argc, 0));
    return vm_undefined();
}

// setHeader(error, text): its stack begins with this text.
static vm_value set_header(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_error_set_header(vm, vm_argument(frame, argc, 0), vm_argument(frame, argc, 1));
    return vm_undefined();
}

bool errors_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"showCode", show_code, 1, VM_METHOD, NULL},
        {"setHeader", set_header, 2, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
