// An operation on files as a value: what is to be done, and what came of it. Performing one knows nothing of
// who asked, so any thread may do it while nobody else looks at the request.
#ifndef OS_FS_REQUEST_H
#define OS_FS_REQUEST_H

#include <stdatomic.h>

#include "os/fs.h"

enum fs_operation {
#define FS_OPERATION(NAME, native, arguments, RESULT, syscall) FS_OP_##NAME,
#include "os/fs_operations.def"
#undef FS_OPERATION
};

enum fs_result {
    FS_RESULT_NOTHING,
    FS_RESULT_NUMBER,
    FS_RESULT_TRUTH,
    FS_RESULT_CONTENT,
    FS_RESULT_NAME,
    FS_RESULT_STAT,
    FS_RESULT_VOLUME,
    FS_RESULT_LIST
};

struct fs_request {
    enum fs_operation operation;

    // Arguments, as far as the operation has them.
    char *path, *target;       // malloc'ed, the request's own
    int descriptor;            // where there is no path
    int flags, mode;           // of open(2); of access(2) and fs_copy
    uint32_t user, group;      // -1: stays as it is
    int64_t number;            // length of truncate; position of read and write, negative: where it stands
    double accessed, modified; // seconds since 1970
    bool flush;
    struct fs_buffer *buffers; // with `count`; the memory is the starter's
    unsigned count;
    struct fs_buffer single; // for `buffers` to point to

    // May be set while it is performed: reading and writing whole files end early with -ECANCELED.
    atomic_bool cancelled;

    // The outcome.
    int64_t result;          // a negative errno, else 0, a count or a descriptor; -1 before
    const char *failed_call; // after a failure: the system call
    const char *failed_path; // and the path that is to be named: one of those here, or NULL
    char *failed;            // malloc'ed, when it is another
    union {
        struct fs_stat stat;
        struct fs_volume volume;
        struct fs_listing listing;
        struct {
            char *bytes; // malloc'ed content or name; whoever takes it leaves NULL
            size_t length;
        };
    };
};

// A request without arguments yet.
void fs_request_initialize(struct fs_request *request, enum fs_operation operation);
enum fs_result fs_result_of(enum fs_operation operation);
// Does it, waiting as long as it takes.
void fs_perform(struct fs_request *request);
// Frees what the request owns, and closes a file that was opened and that nobody took (result >= 0).
void fs_request_finalize(struct fs_request *request);

#endif
