// The command line.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <vm_runtime.h>

enum action { ACTION_RUN, ACTION_PRINT, ACTION_CHECK, ACTION_DUMP, ACTION_HELP, ACTION_VERSION };

struct options {
    enum action action;
    vm_file_kind kind;
    bool test262, internal_frames, source_maps;
    vm_rejection_mode rejections;
    const char *text; // of -e and -p; NULL: the file
    const char *file; // "-": standard input; NULL: none
    int argc;         // what stands behind
    const char *const *argv;
    size_t memory_limit;
    uint64_t time_limit_ns;
};

// 0, or 2 after a message about wrong usage.
int options_parse(struct options *out, int argc, const char *const *argv);
void options_print_help(void);

#endif
