// What node:fs is made of: a native for each row of os/fs_operations.def, which says what it takes. Arguments
// have been checked by stdlib/; here a path is a string or an array of bytes, and bytes are given out as
// Buffers. Failures are Node's system errors.
//
// An argument more says when it is to be done: undefined now, so that the native gives the result; a function
// on a thread of the loop's pool, to be called with (error) or (null, result), and the native gives a number
// for cancel(); true likewise, and the native gives a promise.
//
// A call that is under way is a *file call* in plain memory, which holds all that its thread needs: its own
// copies of paths and texts, and the memory of buffers, whatever becomes of these meanwhile. What remains of
// it when its isolate goes is a thread that finishes its work for nobody.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bind/bytes.h"
#include "bind/runtime.h"
#include "os/fs_request.h"

struct file_call {
    struct fs_request request;
    vm_memory *memory, **memories; // of the buffer, of many buffers
    char *content;                 // malloc'ed text to be written
    bool bigints, quiet, raw, text;

    // Of those under way.
    struct loop_work work;
    struct runtime *rt; // NULL: detached
    struct file_call *next, **at;
    uint64_t number;
    vm_root done; // a function or a promise
};

struct operation {
    const char *name, *arguments;
    enum fs_operation operation;
    uint32_t count; // of arguments
};

// --- arguments

// A text or bytes as malloc'ed text with a NUL. False: error pending.
static bool copy_text(vm_isolate *vm, vm_value value, char **out, size_t *length) {
    uint8_t *bytes = NULL;
    if (!vm_bytes(value, &bytes, length) && !vm_is_string(value)) {
        throw_argument_type(vm, "path", "of type string", value);
        return false;
    }
    if (!bytes && !vm_utf8_length(vm, value, length)) {
        return false;
    }
    *out = malloc(*length + 1);
    if (!*out) {
        vm_throw_out_of_memory(vm);
        return false;
    }
    (*out)[*length] = 0;
    if (!bytes) {
        return vm_utf8_write(vm, value, *out, *length, NULL, NULL);
    }
    memcpy(*out, bytes, *length);
    return true;
}

static bool take_path(vm_isolate *vm, vm_value value, char **out) {
    size_t length;
    return copy_text(vm, value, out, &length);
}

static bool take_int(vm_isolate *vm, vm_value value, int *out) {
    int32_t number;
    if (!vm_to_int32(vm, value, &number)) {
        return false;
    }
    *out = number;
    return true;
}

static bool take_id(vm_isolate *vm, vm_value value, uint32_t *out) {
    int32_t number;
    if (!vm_to_int32(vm, value, &number)) {
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

static bool take_number(vm_isolate *vm, vm_value value, int64_t *out) {
    double number;
    bool exact;
    if (vm_is_bigint(value)) {
        *out = vm_bigint_as_int64(value, &exact);
        return true;
    }
    if (!vm_to_double(vm, value, &number)) {
        return false;
    }
    *out = number >= 0x1p63 ? INT64_MAX : number >= 0 ? (int64_t)number : -1;
    return true;
}

static bool take_content(vm_isolate *vm, vm_value value, struct file_call *call) {
    struct fs_buffer *single = &call->request.single;
    uint8_t *bytes;
    call->memory = vm_bytes_hold(value, &bytes, &single->length);
    single->bytes = bytes;
    if (call->memory) {
        return true;
    }
    bool taken = copy_text(vm, value, &call->content, &single->length);
    single->bytes = call->content;
    return taken;
}

// A view, an offset, and a length.
static bool take_range(vm_isolate *vm, const vm_value *arguments, struct file_call *call) {
    uint64_t offset, length;
    uint8_t *bytes;
    size_t room;
    if (!vm_to_index(vm, arguments[1], &offset) || !vm_to_index(vm, arguments[2], &length)) {
        return false;
    }
    call->memory = vm_bytes_hold(arguments[0], &bytes, &room);
    if (!call->memory || offset > room || length > room - offset) {
        vm_throw_range_error(vm, "The range lies outside of the buffer");
        return false;
    }
    call->request.single = (struct fs_buffer){bytes + offset, length};
    call->request.buffers = &call->request.single;
    call->request.count = 1;
    return true;
}

static bool take_views(vm_isolate *vm, vm_value array, struct file_call *call) {
    uint64_t length;
    if (!vm_length(vm, array, &length)) {
        return false;
    }
    size_t room = length < UINT32_MAX ? (size_t)length + 1 : SIZE_MAX; // calloc refuses that
    call->request.buffers = calloc(room, sizeof *call->request.buffers);
    call->memories = calloc(room, sizeof *call->memories);
    if (!call->request.buffers || !call->memories) {
        vm_throw_out_of_memory(vm);
        return false;
    }
    for (; call->request.count < length; call->request.count++) {
        vm_value view = vm_get_index(vm, array, call->request.count);
        if (vm_is_exception(view)) {
            return false;
        }
        struct fs_buffer *buffer = &call->request.buffers[call->request.count];
        uint8_t *bytes;
        call->memories[call->request.count] = vm_bytes_hold(view, &bytes, &buffer->length);
        buffer->bytes = bytes; // a view that is detached or empty takes part with nothing
    }
    return true;
}

// What one letter of an operation's arguments stands for.
static bool take_argument(vm_isolate *vm, char letter, const vm_value *value, struct file_call *call) {
    struct fs_request *r = &call->request;
    switch (letter) {
    case 'f':
        if (vm_is_number(*value)) {
            return take_int(vm, *value, &r->descriptor);
        }
        return take_path(vm, *value, &r->path);
    case 'p': return take_path(vm, *value, &r->path);
    case 'P': return take_path(vm, *value, &r->target);
    case 'd': return take_int(vm, *value, &r->descriptor);
    case 'g': return take_int(vm, *value, &r->flags);
    case 'm': return take_int(vm, *value, &r->mode);
    case 'u': return take_id(vm, *value, &r->user);
    case 'o': return take_id(vm, *value, &r->group);
    case 'n': return take_number(vm, *value, &r->number);
    case 'a': return vm_to_double(vm, *value, &r->accessed);
    case 'e': return vm_to_double(vm, *value, &r->modified);
    case 'c': return take_content(vm, *value, call);
    case 'v': return take_range(vm, value, call);
    case 'V': return take_views(vm, *value, call);
    case 's': r->flush = vm_to_boolean(*value); return true;
    case 'b': call->bigints = vm_to_boolean(*value); return true;
    case 'q': call->quiet = vm_to_boolean(*value); return true;
    case 'r': call->raw = vm_to_boolean(*value); return true;
    default: call->text = vm_to_boolean(*value); return true;
    }
}

static bool take_arguments(vm_isolate *vm, const struct operation *o, const vm_value *frame, uint32_t argc,
                           struct file_call *call) {
    const vm_value *value = frame + 1;
    vm_value padded[8];
    if (argc < o->count) { // only with other callers than ours
        for (uint32_t i = 0; i < o->count; i++) {
            padded[i] = vm_argument(frame, argc, i);
        }
        value = padded;
    }
    for (const char *letter = o->arguments; *letter; letter++) {
        if (!take_argument(vm, *letter, value, call)) {
            return false;
        }
        value += *letter == 'v' ? 3 : 1;
    }
    return true;
}

// --- results

static vm_value name_value(vm_isolate *vm, const char *name, size_t length, bool raw) {
    return raw ? bytes_to_buffer(vm, name, length) : vm_string_utf8(vm, name, length);
}

static vm_value content_value(vm_isolate *vm, struct file_call *call) {
    struct fs_request *r = &call->request;
    if (call->text) {
        return vm_utf8_decode(vm, r->bytes, r->length, NULL);
    }
    vm_value buffer = bytes_take_buffer(vm, r->bytes, r->length);
    r->bytes = NULL;
    return buffer;
}

static vm_value numbers_value(vm_isolate *vm, const int64_t *numbers, uint32_t count, bool bigints) {
    vm_value values[18];
    for (uint32_t i = 0; i < count; i++) {
        values[i] = bigints ? vm_bigint_from_int64(vm, numbers[i]) : vm_int64(numbers[i]);
        if (vm_is_exception(values[i])) {
            return values[i];
        }
    }
    return vm_array(vm, values, count);
}

// dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, then seconds and nanoseconds of four times.
static vm_value stat_value(vm_isolate *vm, const struct fs_stat *s, bool bigints) {
    int64_t numbers[] = {(int64_t)s->device,     (int64_t)s->mode,        (int64_t)s->links,
                         (int64_t)s->user,       (int64_t)s->group,       (int64_t)s->special_device,
                         (int64_t)s->block_size, (int64_t)s->inode,       (int64_t)s->size,
                         (int64_t)s->blocks,     s->accessed.seconds,     s->accessed.nanoseconds,
                         s->modified.seconds,    s->modified.nanoseconds, s->changed.seconds,
                         s->changed.nanoseconds, s->born.seconds,         s->born.nanoseconds};
    return numbers_value(vm, numbers, sizeof numbers / sizeof *numbers, bigints);
}

static vm_value volume_value(vm_isolate *vm, const struct fs_volume *v, bool bigints) {
    int64_t numbers[] = {(int64_t)v->type,        (int64_t)v->block_size,       (int64_t)v->blocks,
                         (int64_t)v->free_blocks, (int64_t)v->available_blocks, (int64_t)v->files,
                         (int64_t)v->free_files};
    return numbers_value(vm, numbers, sizeof numbers / sizeof *numbers, bigints);
}

// name, type, name, type...
static vm_value listing_value(vm_isolate *vm, const struct fs_listing *listing, bool raw) {
    vm_value array = vm_array(vm, NULL, 0);
    const char *at = listing->entries;
    for (size_t i = 0; i < listing->count && !vm_is_exception(array); i++) {
        int type = *at++;
        size_t length = strlen(at);
        vm_value name = name_value(vm, at, length, raw);
        if (vm_is_exception(name) || !vm_array_push(vm, array, name) ||
            !vm_array_push(vm, array, vm_int(type))) {
            return vm_exception();
        }
        at += length + 1;
    }
    return array;
}

static bool is_missing(int64_t error) { return error == -ENOENT || error == -ENOTDIR; }

// What came of a call that was performed; throws its failure.
static vm_value outcome(vm_isolate *vm, struct file_call *call) {
    struct fs_request *r = &call->request;
    if (r->result < 0) {
        if (call->quiet && is_missing(r->result)) {
            return vm_undefined();
        }
        return throw_system_pair(vm, (int)-r->result, r->failed_call, r->failed_path,
                                 r->failed_path ? r->target : NULL);
    }
    vm_value number;
    switch (fs_result_of(r->operation)) {
    case FS_RESULT_NUMBER:
        number = vm_int64(r->result);
        r->result = -1; // taken
        return number;
    case FS_RESULT_TRUTH: return vm_bool(r->result);
    case FS_RESULT_CONTENT: return content_value(vm, call);
    case FS_RESULT_NAME: return name_value(vm, r->bytes, r->length, call->raw);
    case FS_RESULT_STAT: return stat_value(vm, &r->stat, call->bigints);
    case FS_RESULT_VOLUME: return volume_value(vm, &r->volume, call->bigints);
    case FS_RESULT_LIST: return listing_value(vm, &r->listing, call->raw);
    default: return vm_undefined();
    }
}

static void finalize(struct file_call *call) {
    for (unsigned i = 0; call->memories && i < call->request.count; i++) {
        vm_memory_release(call->memories[i]);
    }
    vm_memory_release(call->memory);
    if (call->request.buffers != &call->request.single) {
        free(call->request.buffers);
    }
    free(call->memories);
    free(call->content);
    fs_request_finalize(&call->request);
}

// --- calls under way

static void run(struct loop_work *work) { // on a thread of the pool
    fs_perform(&LOOP_CONTAINER(work, struct file_call, work)->request);
}

static void settle(struct runtime *rt, vm_value done, vm_value result) {
    vm_isolate *vm = rt->vm;
    bool failed = vm_is_exception(result);
    if (failed && vm_termination(vm)) {
        runtime_failed(rt);
        return;
    }
    vm_value arguments[] = {failed ? vm_take_exception(vm) : vm_null(), result};
    if (vm_is_function(done)) {
        runtime_call(rt, done, vm_undefined(), failed || vm_is_undefined(result) ? 1 : 2, arguments);
        return;
    }
    if (failed ? !vm_promise_reject(vm, done, arguments[0]) : !vm_promise_resolve(vm, done, result)) {
        runtime_failed(rt);
    }
    runtime_mark(rt);
}

static void unlink_call(struct file_call *call) {
    *call->at = call->next;
    if (call->next) {
        call->next->at = call->at;
    }
    vm_root_remove(&call->done);
    call->rt = NULL;
}

static void call_done(struct loop *loop, struct loop_work *work, int status) {
    (void)loop;
    struct file_call *call = LOOP_CONTAINER(work, struct file_call, work);
    struct runtime *rt = call->rt;
    vm_value done = vm_undefined(), result = vm_undefined();
    if (status) { // it never began
        call->request.result = status;
    }
    if (rt) {
        done = call->done.value;
        unlink_call(call);
        if (!rt->exiting) {
            result = outcome(rt->vm, call);
        }
    }
    finalize(call);
    free(call);
    if (rt && !rt->exiting) {
        settle(rt, done, result);
    }
}

static void stop(struct file_call *call) {
    atomic_store(&call->request.cancelled, true);
    (void)loop_work_cancel(&call->work); // one that has begun goes on to where it looks
}

void fs_detach(struct runtime *rt) {
    while (rt->fs.calls) {
        struct file_call *call = rt->fs.calls;
        unlink_call(call);
        stop(call);
    }
}

// cancel(number): has a call end early, with ECANCELED, if that is still possible.
static vm_value cancel(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    uint64_t number;
    if (!rt || !vm_to_index(vm, vm_argument(frame, argc, 0), &number)) {
        return vm_exception();
    }
    for (struct file_call *call = rt->fs.calls; call; call = call->next) {
        if (call->number == number) {
            stop(call);
            break;
        }
    }
    return vm_undefined();
}

// Takes over the call, also on failure.
static vm_value begin(vm_isolate *vm, struct file_call *call, vm_value done) {
    struct runtime *rt = runtime_attached(vm);
    bool is_function = vm_is_function(done);
    done = !rt ? vm_exception() : is_function ? vm_async_bind(vm, done) : vm_promise(vm);
    int error = vm_is_exception(done) ? 0 : loop_work_submit(rt->loop, &call->work, run, call_done);
    if (error || vm_is_exception(done)) {
        finalize(call);
        free(call);
        return error ? throw_system(vm, -error, "pthread_create", NULL) : done;
    }
    call->rt = rt;
    call->number = ++rt->fs.last_number;
    vm_root_add(vm, &call->done, done);
    call->next = rt->fs.calls;
    call->at = &rt->fs.calls;
    if (call->next) {
        call->next->at = &call->next;
    }
    rt->fs.calls = call;
    return is_function ? vm_int64((int64_t)call->number) : done;
}

static vm_value operate(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: operation
    const struct operation *o = vm_function_data(frame[-1]);
    if (!runtime_attached(vm)) {
        return vm_exception();
    }
    vm_value done = vm_argument(frame, argc, o->count);
    struct file_call here, *call = &here;
    if (!vm_is_undefined(done) && !(call = malloc(sizeof *call))) {
        return vm_throw_out_of_memory(vm);
    }
    memset(call, 0, sizeof *call);
    fs_request_initialize(&call->request, o->operation);
    if (!take_arguments(vm, o, frame, argc, call)) {
        finalize(call);
        if (call != &here) {
            free(call);
        }
        return vm_exception();
    }
    if (call != &here) {
        return begin(vm, call, done);
    }
    fs_perform(&call->request);
    vm_value result = outcome(vm, call);
    finalize(call);
    return result;
}

// --- the table

static const struct operation operations[] = {
#define FS_OPERATION(NAME, native, arguments, RESULT, syscall)                                               \
    {native, arguments, FS_OP_##NAME, sizeof arguments - 1 + 2 * (arguments[1] == 'v')},
#include "os/fs_operations.def"
#undef FS_OPERATION
};

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
    static const vm_method methods[] = {{"cancel", cancel, 1, VM_METHOD, NULL}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        const struct operation *o = &operations[i];
        vm_value native = vm_function(vm, operate, o->name, o->count, (void *)o);
        if (vm_is_exception(native) || !vm_define(vm, object, o->name, native, VM_DEFAULT)) {
            return false;
        }
    }
    return vm_define_methods(vm, object, methods, 1) && define_constants(vm, object);
}
