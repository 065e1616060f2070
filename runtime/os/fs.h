// Files. Results are 0 (or a count) or a negative errno; bytes that are given out were malloc'ed and are
// freed by the caller with free().
#ifndef OS_FS_H
#define OS_FS_H

#include <stdbool.h>
#include <stddef.h>

// The whole content, with a NUL behind it that does not count.
int fs_read(const char *path, char **bytes, size_t *length);
// All that comes from an open descriptor until its end.
int fs_read_descriptor(int descriptor, char **bytes, size_t *length);
// Replaces the content of a file, or appends; creates it when it is not there.
int fs_write(const char *path, const void *bytes, size_t length, bool append);
// Writes everything, waiting for descriptors that do not block.
int fs_write_descriptor(int descriptor, const void *bytes, size_t length);
bool fs_exists(const char *path);
bool fs_is_file(const char *path);
// The absolute path without links, dots and double slashes.
int fs_real_path(const char *path, char **real);
// "ENOENT" for ENOENT; NULL when the number has no name here.
const char *fs_error_name(int error);
// "no such file or directory"
const char *fs_error_text(int error);

#endif
