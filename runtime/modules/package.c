#include "modules/package.h"

#include <stdlib.h>

#include "bind/runtime.h"

// --- files of the system

static enum fs_presence system_kind(void *data, const char *path) {
    (void)data;
    return fs_presence(path);
}

static int system_read(void *data, const char *path, char **bytes, size_t *length) {
    (void)data;
    return fs_read(path, bytes, length);
}

static int system_real_path(void *data, const char *path, char **real) {
    (void)data;
    return fs_real_path(path, real);
}

const struct module_files module_files_system = {system_kind, system_read, system_real_path, NULL};

// --- reading

static void release(vm_isolate *vm, void *value) {
    struct package *p = value;
    vm_root_remove(&p->exports);
    vm_root_remove(&p->imports);
    vm_free(vm, p->file);
    vm_free(vm, p->name);
    vm_free(vm, p->main);
    vm_free(vm, p);
}

void packages_initialize(struct packages *packages, vm_isolate *vm, const struct module_files *files) {
    packages->vm = vm;
    packages->files = files;
    packages->none = (struct package){.exports.value = vm_undefined(), .imports.value = vm_undefined()};
    name_table_initialize(&packages->by_folder, vm);
}

void packages_finalize(struct packages *packages) { name_table_finalize(&packages->by_folder, release); }

// An own property of an object that JSON.parse made; undefined when it is not there.
static bool field(vm_isolate *vm, vm_value object, const char *name, vm_value *out) {
    vm_key key = vm_intern(vm, name);
    vm_property property;
    int there = key.bits ? vm_get_own(vm, object, key, &property) : -1;
    *out = there > 0 ? property.value : vm_undefined();
    return there >= 0;
}

// A field as text; NULL stays when it is no string.
static bool text_field(vm_isolate *vm, vm_value object, const char *name, char **out) {
    vm_value value;
    if (!field(vm, object, name, &value)) {
        return false;
    }
    *out = vm_is_string(value) ? vm_to_utf8(vm, value, NULL) : NULL;
    return *out || !vm_is_string(value);
}

static bool fill(vm_isolate *vm, struct package *p, vm_value json) {
    vm_value exports, imports, type;
    if (!vm_is_object(json)) {
        return true;
    }
    if (!text_field(vm, json, "name", &p->name) || !text_field(vm, json, "main", &p->main) ||
        !field(vm, json, "type", &type) || !field(vm, json, "exports", &exports) ||
        !field(vm, json, "imports", &imports)) {
        return false;
    }
    p->type = vm_string_is(vm, type, "module")     ? PACKAGE_MODULE
              : vm_string_is(vm, type, "commonjs") ? PACKAGE_COMMONJS
                                                   : PACKAGE_UNTYPED;
    if (!vm_is_nullish(exports)) {
        vm_root_add(vm, &p->exports, exports);
    }
    if (vm_is_object(imports)) {
        vm_root_add(vm, &p->imports, imports);
    }
    return true;
}

// The text of package.json is no JSON: names the file in the pending error.
static void throw_no_json(vm_isolate *vm, const char *file) {
    if (vm_termination(vm)) {
        return;
    }
    vm_value error = vm_take_exception(vm), message = vm_get(vm, error, "message");
    char *text = vm_is_exception(message) ? NULL : vm_to_utf8(vm, message, NULL);
    if (text) {
        throw_coded(vm, VM_ERROR_PLAIN, "ERR_INVALID_PACKAGE_CONFIG", "Invalid package config %s. %s", file,
                    text);
    }
    vm_free(vm, text);
}

static struct package *read_package(struct packages *packages, const char *folder) {
    vm_isolate *vm = packages->vm;
    struct package *p = vm_allocate(vm, sizeof *p);
    if (!p) {
        vm_throw_out_of_memory(vm);
        return NULL;
    }
    *p = (struct package){.exports.value = vm_undefined(), .imports.value = vm_undefined()};
    struct path file;
    path_start(&file);
    path_add(&file, folder);
    path_add(&file, "/package.json");
    char *bytes;
    size_t length;
    bool ok = true;
    if (packages->files->read(packages->files->data, file.text, &bytes, &length) == 0) {
        size_t mark = length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
        vm_value json = vm_json_parse(vm, bytes + mark, length - mark);
        free(bytes);
        p->exists = true;
        p->file = vm_allocate(vm, file.length + 1);
        if (p->file) {
            memcpy(p->file, file.text, file.length + 1);
        }
        if (vm_is_exception(json)) {
            throw_no_json(vm, file.text);
        }
        ok = p->file && !vm_is_exception(json) && fill(vm, p, json);
    }
    if (ok && !name_table_add(&packages->by_folder, folder, p)) {
        vm_throw_out_of_memory(vm);
        ok = false;
    }
    if (!ok) {
        release(vm, p);
        if (!vm_has_exception(vm) && !vm_termination(vm)) {
            vm_throw_out_of_memory(vm);
        }
        return NULL;
    }
    return p;
}

const struct package *package_of_folder(struct packages *packages, const char *folder) {
    const struct package *p = name_table_get(&packages->by_folder, folder);
    return p ? p : read_package(packages, folder);
}

const struct package *package_of_file(struct packages *packages, const char *file) {
    struct path folder;
    path_start(&folder);
    path_add(&folder, file);
    for (;;) {
        bool at_root = folder.length <= 1;
        path_to_folder(&folder);
        if (at_root || path_has_suffix(folder.text, "/node_modules")) {
            return &packages->none;
        }
        const struct package *p = package_of_folder(packages, folder.length > 1 ? folder.text : "");
        if (!p || p->exists) {
            return p;
        }
    }
}
