// What of fs.h needs calls of Linux.
#define _GNU_SOURCE
#include "os/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

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

int fs_volume(const char *path, struct fs_volume *out) {
    struct statfs s;
    if (statfs(path, &s)) return -errno;
    *out = (struct fs_volume){(uint64_t)s.f_type, (uint64_t)s.f_bsize, s.f_blocks, s.f_bfree,
                              s.f_bavail,         s.f_files,           s.f_ffree};
    return 0;
}

int fs_clone(int from, int to) { return ioctl(to, FICLONE, from) ? -errno : 0; }
