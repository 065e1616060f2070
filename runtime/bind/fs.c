// node:fs, the synchronous beginnings: whole files as text.
#include <stdlib.h>

#include "bind/inspect.h"
#include "bind/runtime.h"
#include "os/fs.h"

// The encoding asked for: an encoding name, or {encoding}. False: error pending. Only text is given out.
static bool read_encoding(vm_isolate *vm, vm_value options, bool *latin1) {
    *latin1 = false;
    vm_value encoding = vm_is_object(options) ? vm_get(vm, options, "encoding") : options;
    if (vm_is_exception(encoding)) {
        return false;
    }
    *latin1 = vm_string_is(vm, encoding, "latin1") || vm_string_is(vm, encoding, "binary");
    bool known = *latin1 || vm_is_nullish(encoding) || vm_string_is(vm, encoding, "utf8") ||
                 vm_string_is(vm, encoding, "utf-8") || vm_string_is(vm, encoding, "ascii");
    if (!known) {
        throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                    "The argument 'encoding' is invalid encoding");
    }
    return known;
}

static char *path_argument(vm_isolate *vm, vm_value path) {
    if (!vm_is_string(path)) {
        throw_argument_type(vm, "path", "of type string", path);
        return NULL;
    }
    size_t length;
    char *text = vm_to_utf8(vm, path, &length);
    if (text && strlen(text) != length) {
        vm_free(vm, text);
        throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                    "The argument 'path' must be without null bytes");
        return NULL;
    }
    return text;
}

static vm_value read_file_sync(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value path = vm_argument(frame, argc, 0);
    bool latin1;
    if (!read_encoding(vm, vm_argument(frame, argc, 1), &latin1)) {
        return vm_exception();
    }
    char *bytes, *name = NULL;
    size_t length;
    int result;
    if (vm_is_int(path)) {
        result = fs_read_descriptor(vm_as_int(path), &bytes, &length);
    } else {
        name = path_argument(vm, path);
        if (!name) {
            return vm_exception();
        }
        result = fs_read(name, &bytes, &length);
    }
    vm_value text;
    if (result < 0) {
        text = throw_system(vm, -result, name ? "open" : "read", name);
    } else {
        text =
            latin1 ? vm_string_latin1(vm, (const uint8_t *)bytes, length) : vm_string_utf8(vm, bytes, length);
        free(bytes);
    }
    vm_free(vm, name);
    return text;
}

static vm_value write_file_sync(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: append
    char *name = path_argument(vm, vm_argument(frame, argc, 0));
    size_t length;
    char *bytes = name ? vm_to_utf8(vm, vm_argument(frame, argc, 1), &length) : NULL;
    vm_value result = bytes ? vm_undefined() : vm_exception();
    if (bytes) {
        int error = fs_write(name, bytes, length, vm_function_data(frame[-1]) != NULL);
        if (error < 0) {
            result = throw_system(vm, -error, "open", name);
        }
    }
    vm_free(vm, bytes);
    vm_free(vm, name);
    return result;
}

static vm_value exists_sync(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!argc || !vm_is_string(frame[1])) {
        return vm_bool(false);
    }
    char *name = vm_to_utf8(vm, frame[1], NULL);
    if (!name) {
        return vm_exception();
    }
    bool exists = fs_exists(name);
    vm_free(vm, name);
    return vm_bool(exists);
}

bool fs_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"readFileSync", read_file_sync, 2, VM_METHOD, NULL},
        {"writeFileSync", write_file_sync, 3, VM_METHOD, NULL},
        {"appendFileSync", write_file_sync, 3, VM_METHOD, (void *)1},
        {"existsSync", exists_sync, 1, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
