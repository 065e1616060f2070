// From a name to a text, its format, and compiled code.
#include <errno.h>
#include <stdlib.h>

#include "bind/text.h"
#include "modules/modules.h"
#include "os/fs.h"

#define COMPILE_STACK ((size_t)128 * 1024) // below this much C stack nested texts could not be compiled

// --- formats

bool source_format(struct modules *m, const char *name, vm_source_format *out, bool *known) {
    const char *extension = path_extension(name);
    bool script = !strcmp(extension, ".js");
    *known = true;
    if (!strcmp(extension, ".mjs")) {
        *out = VM_FORMAT_MODULE;
    } else if (!strcmp(extension, ".cjs")) {
        *out = VM_FORMAT_COMMONJS;
    } else if (!strcmp(extension, ".json")) {
        *out = VM_FORMAT_JSON;
    } else if (script || !*extension) {
        const struct package *package = package_of_file(&m->resolver.packages, name);
        if (!package) {
            return false;
        }
        *out = package->type == PACKAGE_MODULE               ? VM_FORMAT_MODULE
               : package->type == PACKAGE_COMMONJS && script ? VM_FORMAT_COMMONJS
                                                             : VM_FORMAT_DETECT;
    } else {
        *out = VM_FORMAT_DETECT;
        *known = false;
    }
    return true;
}

// --- texts

// A copy of a string's or buffer's bytes. False: error pending.
static bool copy_text(vm_isolate *vm, vm_value text, struct module_source *out) {
    uint8_t *bytes;
    char *utf8 = NULL;
    size_t length;
    if (vm_is_string(text)) {
        utf8 = vm_to_utf8(vm, text, &length);
        bytes = (uint8_t *)utf8;
        if (!utf8) {
            return false;
        }
    } else if (!vm_bytes(text, &bytes, &length)) {
        vm_throw_type_error(vm, "The loader gave neither a string nor a buffer");
        return false;
    }
    out->bytes = malloc(length + 1);
    out->length = length;
    if (out->bytes) {
        memcpy(out->bytes, bytes, length);
    } else {
        vm_throw_out_of_memory(vm);
    }
    vm_free(vm, utf8);
    vm_keep(text);
    return out->bytes;
}

bool source_read(struct modules *m, const char *name, struct module_source *out) {
    vm_isolate *vm = m->vm;
    bool known;
    out->format = VM_FORMAT_DETECT;
    if (m->loader.load) {
        vm_value text = m->loader.load(vm, name, &out->format, m->loader.data);
        if (!vm_is_undefined(text)) {
            return !vm_is_exception(text) && copy_text(vm, text, out);
        }
    }
    if (out->format == VM_FORMAT_DETECT && !source_format(m, name, &out->format, &known)) {
        return false;
    }
    int error = fs_read(name, &out->bytes, &out->length);
    if (error < 0) {
        throw_system(vm, -error, error == -EISDIR ? "read" : "open", name);
        return false;
    }
    return true;
}

vm_value source_json(vm_isolate *vm, const char *name, const char *bytes, size_t length) {
    size_t mark = length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    vm_value value = vm_json_parse(vm, bytes + mark, length - mark);
    if (!vm_is_exception(value) || vm_termination(vm)) {
        return value;
    }
    struct text t;
    vm_value error = vm_take_exception(vm), message = vm_get(vm, error, "message");
    text_start(&t, vm);
    text_add(&t, name);
    text_add(&t, ": ");
    text_string(&t, message);
    message = text_value(&t);
    text_free(&t);
    return vm_is_exception(message) || !vm_define(vm, error, "message", message, VM_HIDDEN)
               ? vm_exception()
               : vm_throw(vm, error);
}

// --- code

static vm_value compile_commonjs(vm_isolate *vm, const vm_source *source) {
    static const char *const parameters[] = {"exports", "require", "module", "__filename", "__dirname"};
    return vm_compile_function(vm, source, parameters, 5);
}

// Where in the text an error is: greater is later.
static uint64_t error_place(vm_isolate *vm, vm_value error) {
    vm_error_info info;
    vm_error_describe(vm, error, &info);
    uint64_t place = (uint64_t)info.line << 32 | info.column;
    vm_error_info_free(vm, &info);
    return place;
}

vm_value source_choose_error(vm_isolate *vm, vm_value error) {
    if (vm_termination(vm)) {
        return vm_exception();
    }
    vm_value other = vm_take_exception(vm);
    return vm_throw(vm, error_place(vm, other) > error_place(vm, error) ? other : error);
}

// A text that is no CommonJS is a module if it can be one. If not, the error of the attempt that got further
// is thrown.
vm_value source_compile(vm_isolate *vm, const vm_source *source, vm_source_format format, bool *is_module) {
    *is_module = format == VM_FORMAT_MODULE;
    if (!vm_stack_check(vm, COMPILE_STACK)) {
        return vm_exception();
    }
    if (*is_module) {
        return vm_module_compile(vm, source);
    }
    vm_value function = compile_commonjs(vm, source);
    if (!vm_is_exception(function) || format == VM_FORMAT_COMMONJS || vm_termination(vm)) {
        return function;
    }
    vm_value error = vm_take_exception(vm), module = vm_module_compile(vm, source);
    *is_module = true;
    if (!vm_is_exception(module) || vm_termination(vm)) {
        return module;
    }
    return source_choose_error(vm, error);
}
