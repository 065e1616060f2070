// The command line.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <vm_runtime.h>

enum action { ACTION_RUN, ACTION_PRINT, ACTION_CHECK, ACTION_DUMP, ACTION_REPL, ACTION_HELP, ACTION_VERSION };

// A module that is loaded before the program.
struct preload {
    const char *specifier;
    bool is_import;
};

struct options {
    enum action action;
    vm_file_kind kind;
    bool test262, internal_frames, source_maps;
    vm_rejection_mode rejections;
    unsigned warnings;        // flags of vm_attach_options
    const char *text;         // of -e and -p; NULL: the file
    const char *file;         // "-": standard input; NULL: none
    struct preload *preloads; // -r and --import in their order, malloc'ed; NULL: none
    int preload_count;
    const char **conditions; // -C, malloc'ed, NULL at the end; NULL: none
    int condition_count;
    int argc; // what stands behind
    const char *const *argv;
    size_t memory_limit;
    uint64_t time_limit_ns;
};

// 0, or 2 after a message about wrong usage.
int options_parse(struct options *out, int argc, const char *const *argv);
void options_free(struct options *options);
void options_print_help(void);

#endif
