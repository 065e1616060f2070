// Files. Results are 0 (or a count, or a descriptor) or a negative errno; paths are UTF-8. Bytes and texts
// that are given out were malloc'ed and are freed by the caller with free().
#ifndef OS_FS_H
#define OS_FS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// --- whole files

// The whole content, with a NUL behind it that does not count.
int fs_read(const char *path, char **bytes, size_t *length);
// All that comes from an open descriptor until its end, likewise. -ECANCELED when `cancelled`, which may be
// NULL, is found set.
int fs_read_descriptor(int descriptor, const atomic_bool *cancelled, char **bytes, size_t *length);
// Writes everything, waiting for descriptors that do not block.
int fs_write_descriptor(int descriptor, const void *bytes, size_t length);
bool fs_exists(const char *path);
enum fs_presence { FS_ABSENT, FS_IS_FILE, FS_IS_FOLDER }; // what is no folder is a file
enum fs_presence fs_presence(const char *path);
// The absolute path without links, dots and double slashes.
int fs_real_path(const char *path, char **real);
// COPYFILE_EXCL and its like: mode is a set of the flags below. A file copied on itself stays.
enum { FS_COPY_EXCLUSIVE = 1, FS_COPY_CLONE = 2, FS_COPY_CLONE_FORCE = 4 };
int fs_copy(const char *from, const char *to, int mode);
// Makes an empty open file share the content of another. -ENOTSUP: not here.
int fs_clone(int from, int to);

// --- descriptors

// Flags and mode are those of open(2).
int fs_open(const char *path, int flags, int mode);
int fs_close(int descriptor);
struct fs_buffer {
    void *bytes;
    size_t length;
};
// Reads into or writes from buffers, as much as the system takes, at a position or, when that is negative,
// where the descriptor stands: the number of bytes.
int64_t fs_transfer(int descriptor, bool write, const struct fs_buffer *buffers, size_t count,
                    int64_t position);
int fs_truncate(int descriptor, int64_t length);
int fs_sync(int descriptor, bool data_only);

// --- what is known of a file

struct fs_time {
    int64_t seconds;
    int64_t nanoseconds; // 0 .. 999999999
};
struct fs_stat {
    uint64_t device, mode, links, user, group, special_device, block_size, inode, size, blocks;
    struct fs_time accessed, modified, changed, born; // born: 0 where it is not known
};
int fs_stat(const char *path, bool follow_links, struct fs_stat *out);
int fs_stat_descriptor(int descriptor, struct fs_stat *out);
int fs_access(const char *path, int mode);
int fs_set_mode(const char *path, int mode);
int fs_set_mode_descriptor(int descriptor, int mode);
int fs_set_owner(const char *path, bool follow_links, uint32_t user, uint32_t group);
int fs_set_owner_descriptor(int descriptor, uint32_t user, uint32_t group);
// Seconds since 1970.
int fs_set_times(const char *path, bool follow_links, double accessed, double modified);
int fs_set_times_descriptor(int descriptor, double accessed, double modified);

struct fs_volume {
    uint64_t type, block_size, blocks, free_blocks, available_blocks, files, free_files;
};
int fs_volume(const char *path, struct fs_volume *out);

// --- folders and links

int fs_make_folder(const char *path, int mode);
// Makes a folder; the "XXXXXX" at the end of its name become other characters.
int fs_make_temporary_folder(const char *pattern, char **path);
int fs_remove_folder(const char *path);
int fs_remove_file(const char *path);
// Removes a folder with all that is in it. What has gone meanwhile is no error. After a failure *failed,
// which is malloc'ed, names what could not be removed (NULL: no memory), and *syscall the call that refused.
int fs_remove_tree(const char *path, char **failed, const char **syscall);
int fs_rename(const char *from, const char *to);
int fs_link(const char *existing, const char *path);
int fs_symbolic_link(const char *target, const char *path);
int fs_read_link(const char *path, char **target);

// As in Dirent: what an entry of a folder is.
enum fs_entry_type {
    FS_UNKNOWN,
    FS_FILE,
    FS_FOLDER,
    FS_LINK,
    FS_FIFO,
    FS_SOCKET,
    FS_CHARACTER_DEVICE,
    FS_BLOCK_DEVICE
};
// Entries one behind the other: a byte with the type, the name, NUL.
struct fs_listing {
    char *entries; // malloc'ed
    size_t count;
};
// The entries but "." and "..", in the order of their bytes.
int fs_list(const char *path, struct fs_listing *out);

// --- errors

// "ENOENT" for ENOENT; NULL when the number has no name here.
const char *fs_error_name(int error);
// "no such file or directory"
const char *fs_error_text(int error);

#endif
