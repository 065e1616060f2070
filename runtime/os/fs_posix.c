#define _GNU_SOURCE
#include "os/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define READ_AT_LEAST ((size_t)65536)
#define READ_AT_ONCE ((size_t)4 << 20) // at most, before it asks whether to go on

static void wait_for(int descriptor, short events) {
    struct pollfd p = {.fd = descriptor, .events = events};
    poll(&p, 1, -1);
}

// Makes room for more, if there is little. The old block is kept on failure.
static bool grow(char **buffer, size_t *capacity, size_t used) {
    if (*capacity - used >= 2) return true;
    char *larger = realloc(*buffer, *capacity * 2);
    if (!larger) return false;
    *buffer = larger;
    *capacity *= 2;
    return true;
}

int fs_read_descriptor(int descriptor, const atomic_bool *cancelled, char **bytes, size_t *length) {
    struct stat s;
    if (fstat(descriptor, &s)) return -errno;
    size_t capacity = s.st_size > 0 ? (size_t)s.st_size + 2 : READ_AT_LEAST, used = 0;
    char *buffer = malloc(capacity);
    int error = buffer ? 0 : -ENOMEM;
    for (ssize_t n = 1; !error && n;) {
        size_t room = capacity - used - 1;
        n = read(descriptor, buffer + used, room < READ_AT_ONCE ? room : READ_AT_ONCE);
        if (n >= 0) {
            used += (size_t)n;
            if (!grow(&buffer, &capacity, used)) error = -ENOMEM;
        } else if (errno == EAGAIN) {
            wait_for(descriptor, POLLIN);
        } else if (errno != EINTR) {
            error = -errno;
        }
        if (!error && cancelled && atomic_load(cancelled)) error = -ECANCELED;
    }
    if (error) {
        free(buffer);
        return error;
    }
    buffer[used] = 0;
    *bytes = used + 1 < capacity / 2 ? realloc(buffer, used + 1) : buffer;
    if (!*bytes) *bytes = buffer;
    *length = used;
    return 0;
}

int fs_read(const char *path, char **bytes, size_t *length) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int result = fs_read_descriptor(descriptor, NULL, bytes, length);
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

bool fs_exists(const char *path) { return access(path, F_OK) == 0; }

enum fs_presence fs_presence(const char *path) {
    struct stat s;
    return stat(path, &s) ? FS_ABSENT : S_ISDIR(s.st_mode) ? FS_IS_FOLDER : FS_IS_FILE;
}

int fs_real_path(const char *path, char **real) {
    *real = realpath(path, NULL);
    return *real ? 0 : -errno;
}

// --- descriptors

int fs_open(const char *path, int flags, int mode) {
    int descriptor;
    do {
        descriptor = open(path, flags | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

// A descriptor is gone even if closing it was interrupted.
int fs_close(int descriptor) { return close(descriptor) && errno != EINTR ? -errno : 0; }

_Static_assert(sizeof(struct fs_buffer) == sizeof(struct iovec) &&
                   offsetof(struct fs_buffer, bytes) == offsetof(struct iovec, iov_base) &&
                   offsetof(struct fs_buffer, length) == offsetof(struct iovec, iov_len),
               "fs_buffer is iovec");

// One call of the system, for as many buffers as it takes.
static ssize_t transfer_some(int descriptor, bool write, const struct iovec *vector, int count, off_t at) {
    ssize_t n;
    do {
        n = at < 0 ? (write ? writev(descriptor, vector, count) : readv(descriptor, vector, count))
                   : (write ? pwritev(descriptor, vector, count, at) : preadv(descriptor, vector, count, at));
    } while (n < 0 && errno == EINTR);
    return n;
}

int64_t fs_transfer(int descriptor, bool write, const struct fs_buffer *buffers, size_t count,
                    int64_t position) {
    int64_t total = 0;
    while (count) {
        size_t some = count < IOV_MAX ? count : IOV_MAX, wanted = 0;
        for (size_t i = 0; i < some; i++)
            wanted += buffers[i].length;
        ssize_t n = transfer_some(descriptor, write, (const struct iovec *)(const void *)buffers, (int)some,
                                  position < 0 ? -1 : (off_t)(position + total));
        if (n < 0) return total ? total : -errno;
        total += n;
        if ((size_t)n < wanted) break;
        buffers += some;
        count -= some;
    }
    return total;
}

static int done(int result) { return result < 0 ? -errno : result; }

int fs_truncate(int descriptor, int64_t length) { return done(ftruncate(descriptor, (off_t)length)); }

int fs_sync(int descriptor, bool data_only) {
    return done(data_only ? fdatasync(descriptor) : fsync(descriptor));
}

// --- copying

static int copy_bytes(int from, int to) {
    enum { CHUNK = 65536 };
    char *chunk = malloc(CHUNK);
    if (!chunk) return -ENOMEM;
    int64_t n;
    const struct fs_buffer room = {chunk, CHUNK};
    while ((n = fs_transfer(from, false, &room, 1, -1)) > 0) {
        int error = fs_write_descriptor(to, chunk, (size_t)n);
        if (error < 0) {
            n = error;
            break;
        }
    }
    free(chunk);
    return (int)n;
}

static int copy_to(int from, const struct stat *source, const char *path, int mode) {
    int exclusive = mode & FS_COPY_EXCLUSIVE ? O_EXCL : 0;
    int to = fs_open(path, O_WRONLY | O_CREAT | exclusive, (int)(source->st_mode & 0777));
    if (to < 0) return to;
    struct stat target;
    int result = done(fstat(to, &target));
    bool same = !result && target.st_dev == source->st_dev && target.st_ino == source->st_ino;
    if (!result && !same) {
        result = fs_truncate(to, 0);
        if (!result) result = done(fchmod(to, source->st_mode & 07777));
        int cloned = mode & (FS_COPY_CLONE | FS_COPY_CLONE_FORCE) ? fs_clone(from, to) : -ENOTSUP;
        if (!result && cloned < 0) result = mode & FS_COPY_CLONE_FORCE ? cloned : copy_bytes(from, to);
    }
    int closed = fs_close(to);
    if (!result) result = closed;
    if (result < 0 && !same) unlink(path);
    return result;
}

int fs_copy(const char *from, const char *to, int mode) {
    int descriptor = fs_open(from, O_RDONLY, 0);
    if (descriptor < 0) return descriptor;
    struct stat source;
    int result = done(fstat(descriptor, &source));
    if (!result) result = S_ISDIR(source.st_mode) ? -EISDIR : copy_to(descriptor, &source, to, mode);
    fs_close(descriptor);
    return result;
}

// --- what is known of a file

int fs_access(const char *path, int mode) { return done(access(path, mode)); }

int fs_set_mode(const char *path, int mode) { return done(chmod(path, (mode_t)mode)); }

int fs_set_mode_descriptor(int descriptor, int mode) { return done(fchmod(descriptor, (mode_t)mode)); }

int fs_set_owner(const char *path, bool follow_links, uint32_t user, uint32_t group) {
    return done(follow_links ? chown(path, user, group) : lchown(path, user, group));
}

int fs_set_owner_descriptor(int descriptor, uint32_t user, uint32_t group) {
    return done(fchown(descriptor, user, group));
}

static void times_of(double accessed, double modified, struct timespec out[2]) {
    double given[2] = {accessed, modified};
    for (int i = 0; i < 2; i++) {
        double whole = floor(given[i]);
        out[i].tv_sec = (time_t)whole;
        out[i].tv_nsec = (long)((given[i] - whole) * 1e6) * 1000; // a double of this age knows microseconds
    }
}

int fs_set_times(const char *path, bool follow_links, double accessed, double modified) {
    struct timespec times[2];
    times_of(accessed, modified, times);
    return done(utimensat(AT_FDCWD, path, times, follow_links ? 0 : AT_SYMLINK_NOFOLLOW));
}

int fs_set_times_descriptor(int descriptor, double accessed, double modified) {
    struct timespec times[2];
    times_of(accessed, modified, times);
    return done(futimens(descriptor, times));
}

// --- folders and links

static int is_entry(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

static int compare_entries(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

int fs_make_folder(const char *path, int mode) { return done(mkdir(path, (mode_t)mode)); }

int fs_make_temporary_folder(const char *pattern, char **path) {
    *path = strdup(pattern);
    if (!*path) return -ENOMEM;
    if (mkdtemp(*path)) return 0;
    int error = -errno;
    free(*path);
    return error;
}

int fs_remove_folder(const char *path) { return done(rmdir(path)); }

int fs_remove_file(const char *path) { return done(unlink(path)); }

static char *join_path(const char *folder, const char *name) {
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);
    if (path) snprintf(path, length, "%s/%s", folder, name);
    return path;
}

static int refuse_tree(int error, const char *path, const char *name, char **failed, const char **syscall) {
    *failed = strdup(path);
    *syscall = name;
    return error;
}

// Depth is bounded by the length of paths that the system takes.
int fs_remove_tree(const char *path, char **failed, const char **syscall) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_entry, NULL), error = 0;
    if (count < 0) return errno == ENOENT ? 0 : refuse_tree(-errno, path, "scandir", failed, syscall);
    for (int i = 0; i < count; i++) {
        char *inner = error ? NULL : join_path(path, entries[i]->d_name);
        if (!error && !inner) error = refuse_tree(-ENOMEM, path, "scandir", failed, syscall);
        struct stat s;
        if (inner && lstat(inner, &s) == 0) {
            if (S_ISDIR(s.st_mode)) {
                error = fs_remove_tree(inner, failed, syscall);
            } else if (unlink(inner) && errno != ENOENT) {
                error = refuse_tree(-errno, inner, "unlink", failed, syscall);
            }
        }
        free(inner);
        free(entries[i]);
    }
    free(entries);
    if (!error && rmdir(path) && errno != ENOENT) error = refuse_tree(-errno, path, "rmdir", failed, syscall);
    return error;
}

int fs_rename(const char *from, const char *to) { return done(rename(from, to)); }

int fs_link(const char *existing, const char *path) { return done(link(existing, path)); }

int fs_symbolic_link(const char *target, const char *path) { return done(symlink(target, path)); }

int fs_read_link(const char *path, char **target) {
    for (size_t capacity = 256;; capacity *= 2) {
        *target = malloc(capacity);
        if (!*target) return -ENOMEM;
        ssize_t n = readlink(path, *target, capacity);
        int error = -errno;
        if (n >= 0 && (size_t)n < capacity) {
            (*target)[n] = 0;
            return 0;
        }
        free(*target);
        if (n < 0) return error;
    }
}

static enum fs_entry_type type_of_mode(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return FS_FILE;
    case S_IFDIR: return FS_FOLDER;
    case S_IFLNK: return FS_LINK;
    case S_IFIFO: return FS_FIFO;
    case S_IFSOCK: return FS_SOCKET;
    case S_IFCHR: return FS_CHARACTER_DEVICE;
    case S_IFBLK: return FS_BLOCK_DEVICE;
    default: return FS_UNKNOWN;
    }
}

static enum fs_entry_type type_of(int folder, const struct dirent *entry) {
    if (entry->d_type != DT_UNKNOWN) return type_of_mode((mode_t)DTTOIF(entry->d_type));
    struct stat s;
    return fstatat(folder, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) ? FS_UNKNOWN : type_of_mode(s.st_mode);
}

static char *add_entry(char *at, const char *name, enum fs_entry_type type) {
    size_t length = strlen(name) + 1;
    *at++ = (char)type;
    memcpy(at, name, length);
    return at + length;
}

int fs_list(const char *path, struct fs_listing *out) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_entry, compare_entries);
    if (count < 0) return -errno;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t bytes = 1;
    for (int i = 0; i < count; i++)
        bytes += strlen(entries[i]->d_name) + 2;
    char *at = malloc(bytes);
    *out = (struct fs_listing){.entries = at, .count = at ? (size_t)count : 0};
    for (int i = 0; i < count; i++) {
        if (at) at = add_entry(at, entries[i]->d_name, type_of(folder, entries[i]));
        free(entries[i]);
    }
    free(entries);
    if (folder >= 0) close(folder);
    return at ? 0 : -ENOMEM;
}

// --- errors

static const struct {
    int number;
    const char *name, *text;
} errors[] = {
#define SYSTEM_ERROR(name, text) {name, #name, text},
#define SYSTEM_ERROR_NAME(name) {name, #name, NULL},
#include "os/errors.def"
#undef SYSTEM_ERROR
#undef SYSTEM_ERROR_NAME
};

const char *fs_error_name(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error) return errors[i].name;
    }
    return NULL;
}

const char *fs_error_text(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].number == error && errors[i].text) return errors[i].text;
    }
    return "unknown error";
}
