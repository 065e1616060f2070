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
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/fs.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#endif

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

int64_t fs_read_at(int descriptor, void *bytes, size_t length, int64_t position) {
    for (;;) {
        ssize_t n = position < 0 ? read(descriptor, bytes, length)
                                 : pread(descriptor, bytes, length, (off_t)position);
        if (n >= 0) return n;
        if (errno != EINTR) return -errno;
    }
}

int64_t fs_write_at(int descriptor, const void *bytes, size_t length, int64_t position) {
    for (;;) {
        ssize_t n = position < 0 ? write(descriptor, bytes, length)
                                 : pwrite(descriptor, bytes, length, (off_t)position);
        if (n >= 0) return n;
        if (errno != EINTR) return -errno;
    }
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
    while ((n = fs_read_at(from, chunk, CHUNK, -1)) > 0) {
        int error = fs_write_descriptor(to, chunk, (size_t)n);
        if (error < 0) {
            n = error;
            break;
        }
    }
    free(chunk);
    return (int)n;
}

#if defined(FICLONE)
static int clone_file(int from, int to) { return done(ioctl(to, FICLONE, from)); }
#else
static int clone_file(int from, int to) {
    (void)from, (void)to;
    return -ENOTSUP;
}
#endif

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
        int cloned = mode & (FS_COPY_CLONE | FS_COPY_CLONE_FORCE) ? clone_file(from, to) : -ENOTSUP;
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

#if defined(STATX_BTIME)

static struct fs_time time_of(const struct statx_timestamp *t) {
    return (struct fs_time){t->tv_sec, t->tv_nsec};
}

static int stat_file(int descriptor, const char *path, int flags, struct fs_stat *out) {
    struct statx s;
    if (statx(descriptor, path, flags, STATX_BASIC_STATS | STATX_BTIME, &s)) return -errno;
    *out = (struct fs_stat){.device = makedev(s.stx_dev_major, s.stx_dev_minor),
                            .mode = s.stx_mode,
                            .links = s.stx_nlink,
                            .user = s.stx_uid,
                            .group = s.stx_gid,
                            .special_device = makedev(s.stx_rdev_major, s.stx_rdev_minor),
                            .block_size = s.stx_blksize,
                            .inode = s.stx_ino,
                            .size = s.stx_size,
                            .blocks = s.stx_blocks,
                            .accessed = time_of(&s.stx_atime),
                            .modified = time_of(&s.stx_mtime),
                            .changed = time_of(&s.stx_ctime)};
    if (s.stx_mask & STATX_BTIME) out->born = time_of(&s.stx_btime);
    return 0;
}

int fs_stat(const char *path, bool follow_links, struct fs_stat *out) {
    return stat_file(AT_FDCWD, path, follow_links ? 0 : AT_SYMLINK_NOFOLLOW, out);
}

int fs_stat_descriptor(int descriptor, struct fs_stat *out) {
    return stat_file(descriptor, "", AT_EMPTY_PATH, out);
}

#else

#if defined(__APPLE__)
#define STAT_TIME(s, which)                                                                                  \
    ((struct fs_time){(s)->st_##which##timespec.tv_sec, (s)->st_##which##timespec.tv_nsec})
#else
#define STAT_TIME(s, which) ((struct fs_time){(s)->st_##which##tim.tv_sec, (s)->st_##which##tim.tv_nsec})
#endif

static int stat_result(int result, const struct stat *s, struct fs_stat *out) {
    if (result) return -errno;
    *out = (struct fs_stat){.device = (uint64_t)s->st_dev,
                            .mode = s->st_mode,
                            .links = s->st_nlink,
                            .user = s->st_uid,
                            .group = s->st_gid,
                            .special_device = (uint64_t)s->st_rdev,
                            .block_size = (uint64_t)s->st_blksize,
                            .inode = s->st_ino,
                            .size = (uint64_t)s->st_size,
                            .blocks = (uint64_t)s->st_blocks,
                            .accessed = STAT_TIME(s, a),
                            .modified = STAT_TIME(s, m),
                            .changed = STAT_TIME(s, c)};
    return 0;
}

int fs_stat(const char *path, bool follow_links, struct fs_stat *out) {
    struct stat s;
    return stat_result(follow_links ? stat(path, &s) : lstat(path, &s), &s, out);
}

int fs_stat_descriptor(int descriptor, struct fs_stat *out) {
    struct stat s;
    return stat_result(fstat(descriptor, &s), &s, out);
}

#endif

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

#if defined(__linux__)
int fs_volume(const char *path, struct fs_volume *out) {
    struct statfs s;
    if (statfs(path, &s)) return -errno;
    *out = (struct fs_volume){(uint64_t)s.f_type, (uint64_t)s.f_bsize, s.f_blocks, s.f_bfree,
                              s.f_bavail,         s.f_files,           s.f_ffree};
    return 0;
}
#else
int fs_volume(const char *path, struct fs_volume *out) {
    struct statvfs s;
    if (statvfs(path, &s)) return -errno;
    *out = (struct fs_volume){0, s.f_bsize, s.f_blocks, s.f_bfree, s.f_bavail, s.f_files, s.f_ffree};
    return 0;
}
#endif

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

int fs_list(const char *path, bool (*each)(const char *name, enum fs_entry_type type, void *data),
            void *data) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_entry, compare_entries);
    if (count < 0) return -errno;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool more = true;
    for (int i = 0; i < count; i++) {
        more = more && each(entries[i]->d_name, type_of(folder, entries[i]), data);
        free(entries[i]);
    }
    free(entries);
    if (folder >= 0) close(folder);
    return 0;
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
