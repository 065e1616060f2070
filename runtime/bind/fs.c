// What node:fs is made of: one native for each operation. Arguments have been checked by stdlib/fs.js, which
// also gives results their shapes; here a path is a string or an array of bytes, and bytes are given out as
// ArrayBuffers. Failures are thrown as Node's system errors.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bind/runtime.h"
#include "os/fs.h"

// --- arguments and results

// A path as text that the caller frees with vm_free. NULL: error pending.
static char *take_path(vm_isolate *vm, vm_value path) {
    uint8_t *bytes;
    size_t length;
    if (vm_is_string(path)) {
        return vm_to_utf8(vm, path, NULL);
    }
    if (!vm_bytes(path, &bytes, &length)) {
        throw_argument_type(vm, "path", "of type string", path);
        return NULL;
    }
    char *text = vm_allocate(vm, length + 1);
    if (!text) {
        vm_throw_out_of_memory(vm);
        return NULL;
    }
    memcpy(text, bytes, length);
    text[length] = 0;
    return text;
}

static bool take_int(vm_isolate *vm, const vm_value *frame, uint32_t argc, uint32_t i, int *out) {
    int32_t number;
    if (!vm_to_int32(vm, vm_argument(frame, argc, i), &number)) {
        return false;
    }
    *out = number;
    return true;
}

static bool is_given(const vm_value *frame, uint32_t argc, uint32_t i) {
    return vm_to_boolean(vm_argument(frame, argc, i));
}

static vm_value outcome(vm_isolate *vm, int result, const char *syscall, const char *path) {
    return result < 0 ? throw_system(vm, -result, syscall, path) : vm_undefined();
}

static void release_bytes(void *bytes, size_t length, void *data) {
    (void)length, (void)data;
    free(bytes);
}

// Takes malloc'ed bytes.
static vm_value bytes_value(vm_isolate *vm, char *bytes, size_t length) {
    vm_value buffer = vm_array_buffer_external(vm, bytes, length, release_bytes, NULL);
    if (vm_is_exception(buffer)) {
        free(bytes);
    }
    return buffer;
}

static vm_value name_value(vm_isolate *vm, const char *name, bool as_bytes) {
    size_t length = strlen(name), room;
    if (!as_bytes) {
        return vm_string_utf8(vm, name, length);
    }
    vm_value buffer = vm_array_buffer(vm, length);
    uint8_t *bytes;
    if (!vm_is_exception(buffer) && vm_bytes(buffer, &bytes, &room)) {
        memcpy(bytes, name, length);
    }
    return buffer;
}

// --- whole files

// A path, or a descriptor, which stays open. A negative errno: nothing is open.
static int open_argument(vm_value file, const char *path, int flags, int mode) {
    return path ? fs_open(path, flags, mode) : vm_as_int(file);
}

// readFile(path or descriptor, flags): an ArrayBuffer. With data: the content as text in UTF-8.
static vm_value read_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value file = vm_argument(frame, argc, 0);
    char *path = vm_is_int(file) ? NULL : take_path(vm, file), *bytes = NULL;
    size_t length = 0;
    int flags;
    if ((!path && !vm_is_int(file)) || !take_int(vm, frame, argc, 1, &flags)) {
        vm_free(vm, path);
        return vm_exception();
    }
    int descriptor = open_argument(file, path, flags, 0666);
    vm_value result;
    if (descriptor < 0) {
        result = outcome(vm, descriptor, path ? "open" : "read", path);
    } else {
        int error = fs_read_descriptor(descriptor, &bytes, &length);
        result = outcome(vm, error, error == -EBADF ? "fstat" : "read", NULL);
        if (path) {
            fs_close(descriptor);
        }
    }
    vm_free(vm, path);
    if (vm_is_exception(result)) {
        return result;
    }
    if (!vm_function_data(frame[-1])) {
        return bytes_value(vm, bytes, length);
    }
    result = vm_string_utf8(vm, bytes, length);
    free(bytes);
    return result;
}

// writeFile(path or descriptor, text or bytes, flags, mode): all of it.
static vm_value write_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value file = vm_argument(frame, argc, 0), content = vm_argument(frame, argc, 1);
    int flags, mode;
    char *path = vm_is_int(file) ? NULL : take_path(vm, file), *text = NULL;
    uint8_t *bytes = NULL;
    size_t length;
    vm_value result = vm_exception();
    if ((!path && !vm_is_int(file)) || !take_int(vm, frame, argc, 2, &flags) ||
        !take_int(vm, frame, argc, 3, &mode)) {
        goto end;
    }
    if (!vm_bytes(content, &bytes, &length)) {
        text = vm_to_utf8(vm, content, &length);
        if (!text) {
            goto end;
        }
    }
    int descriptor = open_argument(file, path, flags, mode);
    if (descriptor < 0) {
        result = outcome(vm, descriptor, path ? "open" : "write", path);
        goto end;
    }
    int error = fs_write_descriptor(descriptor, text ? text : (const char *)bytes, length);
    if (path) {
        int closed = fs_close(descriptor);
        if (!error) {
            error = closed;
        }
    }
    result = outcome(vm, error, "write", NULL);
end:
    vm_keep(content);
    vm_free(vm, text);
    vm_free(vm, path);
    return result;
}

// copyFile(from, to, mode)
static vm_value copy_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *from = take_path(vm, vm_argument(frame, argc, 0));
    char *to = from ? take_path(vm, vm_argument(frame, argc, 1)) : NULL;
    int mode, error;
    vm_value result = vm_exception();
    if (to && take_int(vm, frame, argc, 2, &mode)) {
        error = fs_copy(from, to, mode);
        result = error < 0 ? throw_system_pair(vm, -error, "copyfile", from, to) : vm_undefined();
    }
    vm_free(vm, to);
    vm_free(vm, from);
    return result;
}

// --- descriptors

// open(path, flags, mode): a descriptor.
static vm_value open_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int flags, mode;
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    vm_value result = vm_exception();
    if (path && take_int(vm, frame, argc, 1, &flags) && take_int(vm, frame, argc, 2, &mode)) {
        int descriptor = fs_open(path, flags, mode);
        result = descriptor < 0 ? throw_system(vm, -descriptor, "open", path) : vm_int(descriptor);
    }
    vm_free(vm, path);
    return result;
}

static vm_value close_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int descriptor;
    return take_int(vm, frame, argc, 0, &descriptor) ? outcome(vm, fs_close(descriptor), "close", NULL)
                                                     : vm_exception();
}

// read or, with data, write(descriptor, bytes, offset, length, position or -1): the count.
static vm_value transfer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool write = vm_function_data(frame[-1]);
    int descriptor;
    uint64_t offset, length;
    double position;
    uint8_t *bytes;
    size_t room;
    if (!take_int(vm, frame, argc, 0, &descriptor) ||
        !vm_to_index(vm, vm_argument(frame, argc, 2), &offset) ||
        !vm_to_index(vm, vm_argument(frame, argc, 3), &length) ||
        !vm_to_double(vm, vm_argument(frame, argc, 4), &position)) {
        return vm_exception();
    }
    if (!vm_bytes(vm_argument(frame, argc, 1), &bytes, &room) || offset > room || length > room - offset) {
        return vm_throw_range_error(vm, "The range lies outside of the buffer");
    }
    int64_t at = position >= 0x1p63 ? INT64_MAX : position >= 0 ? (int64_t)position : -1;
    int64_t n = write ? fs_write_at(descriptor, bytes + offset, length, at)
                      : fs_read_at(descriptor, bytes + offset, length, at);
    return n < 0 ? throw_system(vm, (int)-n, write ? "write" : "read", NULL) : vm_int64(n);
}

static vm_value truncate_file(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int descriptor;
    double length;
    if (!take_int(vm, frame, argc, 0, &descriptor) ||
        !vm_to_double(vm, vm_argument(frame, argc, 1), &length)) {
        return vm_exception();
    }
    return outcome(vm, fs_truncate(descriptor, (int64_t)length), "ftruncate", NULL);
}

static vm_value sync_file(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: only the content
    int descriptor;
    bool data_only = vm_function_data(frame[-1]);
    return take_int(vm, frame, argc, 0, &descriptor)
               ? outcome(vm, fs_sync(descriptor, data_only), data_only ? "fdatasync" : "fsync", NULL)
               : vm_exception();
}

// --- what is known of a file

static vm_value whole_number(vm_isolate *vm, int64_t number, bool bigint) {
    return bigint ? vm_bigint_from_int64(vm, number) : vm_int64(number);
}

// dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, then seconds and nanoseconds of four times.
static vm_value stat_value(vm_isolate *vm, const struct fs_stat *s, bool bigint) {
    int64_t numbers[] = {(int64_t)s->device,     (int64_t)s->mode,        (int64_t)s->links,
                         (int64_t)s->user,       (int64_t)s->group,       (int64_t)s->special_device,
                         (int64_t)s->block_size, (int64_t)s->inode,       (int64_t)s->size,
                         (int64_t)s->blocks,     s->accessed.seconds,     s->accessed.nanoseconds,
                         s->modified.seconds,    s->modified.nanoseconds, s->changed.seconds,
                         s->changed.nanoseconds, s->born.seconds,         s->born.nanoseconds};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    vm_value values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[i] = whole_number(vm, numbers[i], bigint);
        if (vm_is_exception(values[i])) {
            return values[i];
        }
    }
    return vm_array(vm, values, COUNT);
}

// stat or lstat(path, bigint, quiet): an array; undefined when `quiet` and there is no such file. data: not
// lstat
static vm_value stat_path(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool follow = vm_function_data(frame[-1]);
    struct fs_stat s;
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    if (!path) {
        return vm_exception();
    }
    int error = fs_stat(path, follow, &s);
    vm_value result;
    if ((error == -ENOENT || error == -ENOTDIR) && is_given(frame, argc, 2)) {
        result = vm_undefined();
    } else if (error < 0) {
        result = throw_system(vm, -error, follow ? "stat" : "lstat", path);
    } else {
        result = stat_value(vm, &s, is_given(frame, argc, 1));
    }
    vm_free(vm, path);
    return result;
}

static vm_value stat_descriptor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct fs_stat s;
    int descriptor;
    if (!take_int(vm, frame, argc, 0, &descriptor)) {
        return vm_exception();
    }
    int error = fs_stat_descriptor(descriptor, &s);
    return error < 0 ? throw_system(vm, -error, "fstat", NULL) : stat_value(vm, &s, is_given(frame, argc, 1));
}

static vm_value stat_volume(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct fs_volume v;
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    if (!path) {
        return vm_exception();
    }
    vm_value result = outcome(vm, fs_volume(path, &v), "statfs", path);
    vm_free(vm, path);
    if (vm_is_exception(result)) {
        return result;
    }
    uint64_t numbers[] = {v.type,  v.block_size, v.blocks, v.free_blocks, v.available_blocks,
                          v.files, v.free_files};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    vm_value values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[i] = whole_number(vm, (int64_t)numbers[i], is_given(frame, argc, 1));
        if (vm_is_exception(values[i])) {
            return values[i];
        }
    }
    return vm_array(vm, values, COUNT);
}

static vm_value exists(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    if (!path) {
        return vm_exception();
    }
    bool found = fs_exists(path);
    vm_free(vm, path);
    return vm_bool(found);
}

// Operations on a path and a number.
struct mode_operation {
    const char *syscall;
    int (*run)(const char *path, int mode);
};

static vm_value run_with_mode(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: mode_operation
    const struct mode_operation *operation = vm_function_data(frame[-1]);
    int mode;
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    vm_value result = path && take_int(vm, frame, argc, 1, &mode)
                          ? outcome(vm, operation->run(path, mode), operation->syscall, path)
                          : vm_exception();
    vm_free(vm, path);
    return result;
}

static vm_value change_descriptor_mode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int descriptor, mode;
    return take_int(vm, frame, argc, 0, &descriptor) && take_int(vm, frame, argc, 1, &mode)
               ? outcome(vm, fs_set_mode_descriptor(descriptor, mode), "fchmod", NULL)
               : vm_exception();
}

// chown, lchown(path, user, group): -1 keeps one as it is. data: not lchown
static vm_value change_owner(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool follow = vm_function_data(frame[-1]);
    int user, group;
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    vm_value result = vm_exception();
    if (path && take_int(vm, frame, argc, 1, &user) && take_int(vm, frame, argc, 2, &group)) {
        result = outcome(vm, fs_set_owner(path, follow, (uint32_t)user, (uint32_t)group),
                         follow ? "chown" : "lchown", path);
    }
    vm_free(vm, path);
    return result;
}

static vm_value change_descriptor_owner(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int descriptor, user, group;
    if (!take_int(vm, frame, argc, 0, &descriptor) || !take_int(vm, frame, argc, 1, &user) ||
        !take_int(vm, frame, argc, 2, &group)) {
        return vm_exception();
    }
    return outcome(vm, fs_set_owner_descriptor(descriptor, (uint32_t)user, (uint32_t)group), "fchown", NULL);
}

// utimes or lutimes(path, accessed, modified), futimes with a descriptor: seconds since 1970. data: not
// lutimes
static vm_value change_times(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool follow = vm_function_data(frame[-1]);
    vm_value file = vm_argument(frame, argc, 0);
    double accessed, modified;
    if (!vm_to_double(vm, vm_argument(frame, argc, 1), &accessed) ||
        !vm_to_double(vm, vm_argument(frame, argc, 2), &modified)) {
        return vm_exception();
    }
    if (vm_is_int(file)) {
        return outcome(vm, fs_set_times_descriptor(vm_as_int(file), accessed, modified), "futime", NULL);
    }
    char *path = take_path(vm, file);
    vm_value result =
        path ? outcome(vm, fs_set_times(path, follow, accessed, modified), follow ? "utime" : "lutime", path)
             : vm_exception();
    vm_free(vm, path);
    return result;
}

// --- folders and links

// Operations on one path, and on two.
struct operation {
    const char *syscall;
    int (*run)(const char *path);
};

struct pair_operation {
    const char *syscall;
    int (*run)(const char *from, const char *to);
};

static vm_value run_operation(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: operation
    const struct operation *operation = vm_function_data(frame[-1]);
    char *path = take_path(vm, vm_argument(frame, argc, 0));
    vm_value result = path ? outcome(vm, operation->run(path), operation->syscall, path) : vm_exception();
    vm_free(vm, path);
    return result;
}

static vm_value run_pair_operation(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: pair_operation
    const struct pair_operation *operation = vm_function_data(frame[-1]);
    char *from = take_path(vm, vm_argument(frame, argc, 0));
    char *to = from ? take_path(vm, vm_argument(frame, argc, 1)) : NULL;
    vm_value result = vm_exception();
    if (to) {
        int error = operation->run(from, to);
        result = error < 0 ? throw_system_pair(vm, -error, operation->syscall, from, to) : vm_undefined();
    }
    vm_free(vm, to);
    vm_free(vm, from);
    return result;
}

static vm_value remove_tree(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *path = take_path(vm, vm_argument(frame, argc, 0)), *failed = NULL;
    const char *syscall;
    if (!path) {
        return vm_exception();
    }
    int error = fs_remove_tree(path, &failed, &syscall);
    vm_value result = outcome(vm, error, error < 0 ? syscall : "rm", failed ? failed : path);
    free(failed);
    vm_free(vm, path);
    return result;
}

// Operations that give a path.
struct path_operation {
    const char *syscall;
    int (*run)(const char *path, char **out);
};

// name(path, bytes): a string, or an ArrayBuffer. data: path_operation
static vm_value run_path_operation(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    const struct path_operation *operation = vm_function_data(frame[-1]);
    char *path = take_path(vm, vm_argument(frame, argc, 0)), *out;
    if (!path) {
        return vm_exception();
    }
    vm_value result = outcome(vm, operation->run(path, &out), operation->syscall, path);
    vm_free(vm, path);
    if (!vm_is_exception(result)) {
        result = name_value(vm, out, is_given(frame, argc, 1));
        free(out);
    }
    return result;
}

struct listing {
    vm_isolate *vm;
    vm_value entries;
    bool as_bytes, failed;
};

static bool add_entry(const char *name, enum fs_entry_type type, void *data) {
    struct listing *l = data;
    vm_value text = name_value(l->vm, name, l->as_bytes);
    l->failed = vm_is_exception(text) || !vm_array_push(l->vm, l->entries, text) ||
                !vm_array_push(l->vm, l->entries, vm_int(type));
    return !l->failed;
}

// list or openList(path, bytes): an array name, type, name, type... data: the system call that errors name
static vm_value list_folder(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct listing l = {.vm = vm, .entries = vm_array(vm, NULL, 0), .as_bytes = is_given(frame, argc, 1)};
    char *path = vm_is_exception(l.entries) ? NULL : take_path(vm, vm_argument(frame, argc, 0));
    if (!path) {
        return vm_exception();
    }
    int error = fs_list(path, add_entry, &l);
    vm_value result = l.failed ? vm_exception() : outcome(vm, error, vm_function_data(frame[-1]), path);
    vm_free(vm, path);
    return vm_is_exception(result) ? result : l.entries;
}

// --- the table

// `constants`: those of the system, without prototype.
static bool define_constants(vm_isolate *vm, vm_value natives) {
    static const struct {
        const char *name;
        int value;
    } constants[] = {
#define CONSTANT(name) {#name, name},
#include "bind/fs_constants.def"
#undef CONSTANT
    };
    vm_value table = vm_object_with_prototype(vm, vm_null());
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (vm_is_exception(table) ||
            !vm_define(vm, table, constants[i].name, vm_int(constants[i].value), VM_ENUMERABLE)) {
            return false;
        }
    }
    return !vm_is_exception(table) && vm_define(vm, natives, "constants", table, VM_DEFAULT);
}

bool fs_natives(vm_isolate *vm, vm_value object) {
    static const struct mode_operation access_path = {"access", fs_access},
                                       chmod_path = {"chmod", fs_set_mode},
                                       mkdir_path = {"mkdir", fs_make_folder};
    static const struct operation remove_folder = {"rmdir", fs_remove_folder},
                                  remove_file = {"unlink", fs_remove_file};
    static const struct pair_operation rename_file = {"rename", fs_rename}, link_file = {"link", fs_link},
                                       link_symbolically = {"symlink", fs_symbolic_link};
    static const struct path_operation read_link = {"readlink", fs_read_link},
                                       real_path = {"realpath", fs_real_path},
                                       make_temporary = {"mkdtemp", fs_make_temporary_folder};
    static const vm_method methods[] = {
        {"readFile", read_file, 2, VM_METHOD, NULL},
        {"readText", read_file, 2, VM_METHOD, (void *)1},
        {"writeFile", write_file, 4, VM_METHOD, NULL},
        {"copyFile", copy_file, 3, VM_METHOD, NULL},
        {"open", open_file, 3, VM_METHOD, NULL},
        {"close", close_file, 1, VM_METHOD, NULL},
        {"read", transfer, 5, VM_METHOD, NULL},
        {"write", transfer, 5, VM_METHOD, (void *)1},
        {"ftruncate", truncate_file, 2, VM_METHOD, NULL},
        {"fsync", sync_file, 1, VM_METHOD, NULL},
        {"fdatasync", sync_file, 1, VM_METHOD, (void *)1},
        {"stat", stat_path, 3, VM_METHOD, (void *)1},
        {"lstat", stat_path, 3, VM_METHOD, NULL},
        {"fstat", stat_descriptor, 2, VM_METHOD, NULL},
        {"statfs", stat_volume, 2, VM_METHOD, NULL},
        {"exists", exists, 1, VM_METHOD, NULL},
        {"access", run_with_mode, 2, VM_METHOD, (void *)&access_path},
        {"chmod", run_with_mode, 2, VM_METHOD, (void *)&chmod_path},
        {"mkdir", run_with_mode, 2, VM_METHOD, (void *)&mkdir_path},
        {"fchmod", change_descriptor_mode, 2, VM_METHOD, NULL},
        {"chown", change_owner, 3, VM_METHOD, (void *)1},
        {"lchown", change_owner, 3, VM_METHOD, NULL},
        {"fchown", change_descriptor_owner, 3, VM_METHOD, NULL},
        {"utimes", change_times, 3, VM_METHOD, (void *)1},
        {"lutimes", change_times, 3, VM_METHOD, NULL},
        {"rmdir", run_operation, 1, VM_METHOD, (void *)&remove_folder},
        {"removeTree", remove_tree, 1, VM_METHOD, NULL},
        {"unlink", run_operation, 1, VM_METHOD, (void *)&remove_file},
        {"rename", run_pair_operation, 2, VM_METHOD, (void *)&rename_file},
        {"link", run_pair_operation, 2, VM_METHOD, (void *)&link_file},
        {"symlink", run_pair_operation, 2, VM_METHOD, (void *)&link_symbolically},
        {"readlink", run_path_operation, 2, VM_METHOD, (void *)&read_link},
        {"realpath", run_path_operation, 2, VM_METHOD, (void *)&real_path},
        {"mkdtemp", run_path_operation, 2, VM_METHOD, (void *)&make_temporary},
        {"list", list_folder, 2, VM_METHOD, (void *)"scandir"},
        {"openList", list_folder, 2, VM_METHOD, (void *)"opendir"},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods) &&
           define_constants(vm, object);
}
