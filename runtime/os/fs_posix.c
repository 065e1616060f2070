#include "os/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_AT_LEAST ((size_t)65536)

static void wait_for(int descriptor, short events) {
    struct pollfd p = {.fd = descriptor, .events = events};
    poll(&p, 1, -1);
}

// Reads until the end; `expected` is a guess of the size.
static int read_all(int descriptor, size_t expected, char **bytes, size_t *length) {
    size_t capacity = expected + 1 < READ_AT_LEAST ? READ_AT_LEAST : expected + 2, used = 0;
    char *buffer = malloc(capacity);
    if (!buffer) return -ENOMEM;
    for (;;) {
        if (capacity - used < 2) {
            char *larger = malloc(capacity * 2);
            if (!larger) {
                free(buffer);
                return -ENOMEM;
            }
            memcpy(larger, buffer, used);
            free(buffer);
            buffer = larger;
            capacity *= 2;
        }
        ssize_t n = read(descriptor, buffer + used, capacity - used - 1);
        if (n > 0) {
            used += (size_t)n;
        } else if (n == 0) {
            break;
        } else if (errno == EAGAIN) {
            wait_for(descriptor, POLLIN);
        } else if (errno != EINTR) {
            int error = -errno;
            free(buffer);
            return error;
        }
    }
    buffer[used] = 0;
    *bytes = buffer;
    *length = used;
    return 0;
}

int fs_read_descriptor(int descriptor, char **bytes, size_t *length) {
    return read_all(descriptor, 0, bytes, length);
}

int fs_read(const char *path, char **bytes, size_t *length) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    struct stat s;
    int result = fstat(descriptor, &s) ? -errno : S_ISDIR(s.st_mode) ? -EISDIR : 0;
    if (!result) result = read_all(descriptor, s.st_size > 0 ? (size_t)s.st_size : 0, bytes, length);
    close(descriptor);
    return result;
}

int fs_write_descriptor(int descriptor, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length) {
        ssize_t n = write(descriptor, at, length);
        if (n >= 0) {
            at += n;
            length -= (size_t)n;
        } else if (errno == EAGAIN) {
            wait_for(descriptor, POLLOUT);
        } else if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

int fs_write(const char *path, const void *bytes, size_t length, bool append) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
    if (descriptor < 0) return -errno;
    int result = fs_write_descriptor(descriptor, bytes, length);
    if (close(descriptor) && !result) result = -errno;
    return result;
}

bool fs_exists(const char *path) { return access(path, F_OK) == 0; }

bool fs_is_file(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

int fs_real_path(const char *path, char **real) {
    *real = realpath(path, NULL);
    return *real ? 0 : -errno;
}

static const struct {
    int number;
    const char *name, *text;
} errors[] = {
    {EACCES, "EACCES", "permission denied"},
    {EBADF, "EBADF", "bad file descriptor"},
    {EBUSY, "EBUSY", "resource busy or locked"},
    {EEXIST, "EEXIST", "file already exists"},
    {EFBIG, "EFBIG", "file too large"},
    {EINVAL, "EINVAL", "invalid argument"},
    {EIO, "EIO", "i/o error"},
    {EISDIR, "EISDIR", "illegal operation on a directory"},
    {ELOOP, "ELOOP", "too many symbolic links encountered"},
    {EMFILE, "EMFILE", "too many open files"},
    {ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
    {ENFILE, "ENFILE", "file table overflow"},
    {ENOENT, "ENOENT", "no such file or directory"},
    {ENOMEM, "ENOMEM", "not enough memory"},
    {ENOSPC, "ENOSPC", "no space left on device"},
    {ENOTDIR, "ENOTDIR", "not a directory"},
    {ENXIO, "ENXIO", "no such device or address"},
    {EPERM, "EPERM", "operation not permitted"},
    {EPIPE, "EPIPE", "broken pipe"},
    {EROFS, "EROFS", "read-only file system"},
    {ETXTBSY, "ETXTBSY", "text file is busy"},
};

const char *fs_error_name(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error) return errors[i].name;
    }
    return NULL;
}

const char *fs_error_text(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error) return errors[i].text;
    }
    return "unknown error";
}
