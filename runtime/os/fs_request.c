#include "os/fs_request.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MODE 0666                 // of files that are made
#define WRITTEN_AT_ONCE ((size_t)1 << 20) // then it asks whether to go on

static const struct {
    const char *syscall;
    enum fs_result result;
} operations[] = {
#define FS_OPERATION(NAME, native, arguments, RESULT, syscall) {syscall, FS_RESULT_##RESULT},
#include "os/fs_operations.def"
#undef FS_OPERATION
};

enum fs_result fs_result_of(enum fs_operation operation) { return operations[operation].result; }

// --- whole files

// What happens to an open file; its failures name no path.
typedef int on_file(struct fs_request *r, int descriptor);

// Opens the file of a request for one thing to be done to it, unless it is open already.
static int with_file(struct fs_request *r, int flags, on_file *act) {
    if (!r->path) {
        return act(r, r->descriptor);
    }
    int descriptor = fs_open(r->path, flags, r->mode);
    if (descriptor < 0) {
        r->failed_call = "open";
        r->failed_path = r->path;
        return descriptor;
    }
    int error = act(r, descriptor), closed = fs_close(descriptor);
    return error ? error : closed;
}

static int read_content(struct fs_request *r, int descriptor) {
    int error = fs_read_descriptor(descriptor, &r->cancelled, &r->bytes, &r->length);
    if (error == -EBADF) {
        r->failed_call = "fstat"; // which asks for the size before
    }
    return error;
}

static int write_content(struct fs_request *r, int descriptor) {
    const char *at = r->single.bytes;
    int error = 0;
    for (size_t left = r->single.length; left && !error;) {
        size_t length = left < WRITTEN_AT_ONCE ? left : WRITTEN_AT_ONCE;
        error = atomic_load(&r->cancelled) ? -ECANCELED : fs_write_descriptor(descriptor, at, length);
        at += length;
        left -= length;
    }
    if (!error && r->flush && (error = fs_sync(descriptor, false))) {
        r->failed_call = "fsync";
    }
    return error;
}

static int truncate_file(struct fs_request *r, int descriptor) { return fs_truncate(descriptor, r->number); }

// --- all of them

static int name_result(struct fs_request *r, int error) {
    if (error) {
        r->bytes = NULL;
    } else {
        r->length = strlen(r->bytes);
    }
    return error;
}

// What is asked for; failures name the path.
static int64_t on_path(struct fs_request *r) {
    switch (r->operation) {
    case FS_OP_COPY: return fs_copy(r->path, r->target, r->mode);
    case FS_OP_OPEN: return fs_open(r->path, r->flags, r->mode);
    case FS_OP_STAT: return fs_stat(r->path, true, &r->stat);
    case FS_OP_STAT_LINK: return fs_stat(r->path, false, &r->stat);
    case FS_OP_STAT_VOLUME: return fs_volume(r->path, &r->volume);
    case FS_OP_EXISTS: return fs_exists(r->path);
    case FS_OP_ACCESS: return fs_access(r->path, r->mode);
    case FS_OP_SET_MODE: return fs_set_mode(r->path, r->mode);
    case FS_OP_SET_OWNER: return fs_set_owner(r->path, true, r->user, r->group);
    case FS_OP_SET_OWNER_LINK: return fs_set_owner(r->path, false, r->user, r->group);
    case FS_OP_SET_TIMES: return fs_set_times(r->path, true, r->accessed, r->modified);
    case FS_OP_SET_TIMES_LINK: return fs_set_times(r->path, false, r->accessed, r->modified);
    case FS_OP_MAKE_FOLDER: return fs_make_folder(r->path, r->mode);
    case FS_OP_MAKE_TEMPORARY: return name_result(r, fs_make_temporary_folder(r->path, &r->bytes));
    case FS_OP_REMOVE_FOLDER: return fs_remove_folder(r->path);
    case FS_OP_REMOVE_FILE: return fs_remove_file(r->path);
    case FS_OP_REMOVE_TREE: return fs_remove_tree(r->path, &r->failed, &r->failed_call);
    case FS_OP_RENAME: return fs_rename(r->path, r->target);
    case FS_OP_LINK: return fs_link(r->path, r->target);
    case FS_OP_LINK_SYMBOLICALLY: return fs_symbolic_link(r->path, r->target);
    case FS_OP_READ_LINK: return name_result(r, fs_read_link(r->path, &r->bytes));
    case FS_OP_REAL_PATH: return name_result(r, fs_real_path(r->path, &r->bytes));
    case FS_OP_LIST:
    case FS_OP_OPEN_LIST: return fs_list(r->path, &r->listing);
    default: return -ENOSYS;
    }
}

// The same of an open file, or of one that is opened for it.
static int64_t on_descriptor(struct fs_request *r) {
    switch (r->operation) {
    case FS_OP_READ_FILE: return with_file(r, r->flags, read_content);
    case FS_OP_WRITE_FILE: return with_file(r, r->flags, write_content);
    case FS_OP_TRUNCATE: return with_file(r, O_RDWR, truncate_file);
    case FS_OP_CLOSE: return fs_close(r->descriptor);
    case FS_OP_READ:
    case FS_OP_READ_VIEWS: return fs_transfer(r->descriptor, false, r->buffers, r->count, r->number);
    case FS_OP_WRITE:
    case FS_OP_WRITE_VIEWS: return fs_transfer(r->descriptor, true, r->buffers, r->count, r->number);
    case FS_OP_SYNC: return fs_sync(r->descriptor, false);
    case FS_OP_SYNC_DATA: return fs_sync(r->descriptor, true);
    case FS_OP_STAT_OPEN: return fs_stat_descriptor(r->descriptor, &r->stat);
    case FS_OP_SET_MODE_OPEN: return fs_set_mode_descriptor(r->descriptor, r->mode);
    case FS_OP_SET_OWNER_OPEN: return fs_set_owner_descriptor(r->descriptor, r->user, r->group);
    default: return fs_set_times_descriptor(r->descriptor, r->accessed, r->modified);
    }
}

void fs_request_initialize(struct fs_request *r, enum fs_operation operation) {
    memset(r, 0, sizeof *r);
    r->operation = operation;
    r->mode = DEFAULT_MODE;
    r->result = -1;
    r->failed_call = operations[operation].syscall;
}

void fs_perform(struct fs_request *r) {
    bool of_file = !r->path || r->operation == FS_OP_READ_FILE || r->operation == FS_OP_WRITE_FILE ||
                   r->operation == FS_OP_TRUNCATE;
    r->result = of_file ? on_descriptor(r) : on_path(r);
    if (r->result < 0 && !of_file) {
        r->failed_path = r->failed ? r->failed : r->path;
    }
}

void fs_request_finalize(struct fs_request *r) {
    switch (fs_result_of(r->operation)) {
    case FS_RESULT_CONTENT:
    case FS_RESULT_NAME: free(r->bytes); break;
    case FS_RESULT_LIST: free(r->listing.entries); break;
    default: break;
    }
    if (r->operation == FS_OP_OPEN && r->result >= 0) {
        fs_close((int)r->result);
    }
    free(r->path);
    free(r->target);
    free(r->failed);
}
