// Operations on files.
#ifndef BIND_FS_H
#define BIND_FS_H

#include <stdint.h>

struct runtime;
struct file_call;

struct fs_state {
    struct file_call *calls; // under way
    uint64_t last_number;
};

void fs_detach(struct runtime *rt);

#endif
