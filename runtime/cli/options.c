#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/process.h"

static const char help[] =
    "usage: vm [options] file [arguments]\n"
    "       vm [options] -e text | -p text | - [arguments]\n"
    "       vm [options]           a dialogue at a terminal, else as -\n"
    "\n"
    "  -e, --eval TEXT        run the text\n"
    "  -p, --print TEXT       run the text and print its value (of several -e and -p the last text\n"
    "                         counts)\n"
    "  -                      run standard input\n"
    "  -i, --interactive      begin a dialogue, also where standard input is no terminal\n"
    "  -r, --require MODULE   load a CommonJS module before the program\n"
    "      --import MODULE    load an ES module before the program\n"
    "  -C, --conditions NAME  one more condition for \"exports\" and \"imports\" of packages\n"
    "      --module           the program is an ES module (also --input-type=module)\n"
    "      --script           the program is a script, without require\n"
    "                         (otherwise as the extension and package.json say; .js that only an ES\n"
    "                         module can be is one, else it is CommonJS)\n"
    "  -c, --check            look for syntax errors only\n"
    "      --dump-bytecode    print the compiled program instead of running it\n"
    "      --unhandled-rejections=MODE  what a rejection that nothing handles does: throw (as an error\n"
    "                         that nothing catches), strict, warn, warn-with-error-code, none\n"
    "      --no-warnings, --no-deprecation  do not print warnings, those of deprecated functions\n"
    "      --throw-deprecation  throw them instead\n"
    "      --trace-warnings, --trace-deprecation  print them with their stacks\n"
    "      --enable-source-maps  show places in stacks as source maps of the scripts translate them\n"
    "      --internal-frames  show the standard library's own functions in stacks\n"
    "      --test262          run as a host of the conformance suite: print, $262\n"
    "      --memory-limit MB  limit the memory of the program (4096)\n"
    "      --time-limit MS    stop script that runs later than that after the start\n"
    "  -v, --version          print the version\n"
    "  -h, --help             print this\n"
    "\n"
    "exit status: that of process.exit or process.exitCode; 1 uncaught error or unhandled rejection;\n"
    "2 wrong usage; 13 a top-level await that never settles\n";

void options_print_help(void) { fputs(help, stdout); }

static int wrong(const char *message, const char *what) {
    fprintf(stderr, "vm: %s %s\nTry: vm --help\n", message, what);
    return 2;
}

static bool is_option(const char *argument, const char *short_name, const char *long_name) {
    return !strcmp(argument, short_name) || !strcmp(argument, long_name);
}

// A positive decimal number; 0: it is none.
static unsigned long long number_of(const char *text) {
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && n < 1ull << 40 ? n : 0;
}

static bool rejection_mode(const char *text, vm_rejection_mode *mode) {
    static const char *const names[] = {
        [VM_REJECTIONS_THROW] = "throw", [VM_REJECTIONS_STRICT] = "strict",
        [VM_REJECTIONS_WARN] = "warn",   [VM_REJECTIONS_WARN_AND_FAIL] = "warn-with-error-code",
        [VM_REJECTIONS_NONE] = "none",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(names[i], text)) {
            *mode = (vm_rejection_mode)i;
            return true;
        }
    }
    return false;
}

// The flag of an option about warnings; 0: it is another option.
static unsigned warning_flag(const char *option) {
    static const struct {
        const char *option;
        unsigned flag;
    } flags[] = {{"--no-warnings", VM_WARNINGS_HIDDEN},
                 {"--no-deprecation", VM_DEPRECATIONS_HIDDEN},
                 {"--throw-deprecation", VM_DEPRECATIONS_THROWN},
                 {"--trace-warnings", VM_WARNINGS_TRACED},
                 {"--trace-deprecation", VM_DEPRECATIONS_TRACED}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!strcmp(option, flags[i].option)) {
            return flags[i].flag;
        }
    }
    return 0;
}

// The value of an option that is written "--name value" or "--name=value", the latter with its long name.
// NULL: it is another option, or *missing: the value is.
static const char *value_of(int argc, const char *const *argv, int *i, const char *short_name,
                            const char *long_name, bool *missing) {
    const char *a = argv[*i];
    size_t length = strlen(long_name);
    if (!strncmp(a, long_name, length) && a[length] == '=') {
        return a + length + 1;
    }
    if (strcmp(a, long_name) && (!short_name || strcmp(a, short_name))) {
        return NULL;
    }
    *missing = *i + 1 >= argc;
    return *missing ? NULL : argv[++*i];
}

// Takes -r, --import, -C and --input-type. 1: it was one of them; 0: none; 2: after a message about wrong
// usage.
static int parse_loading(struct options *out, int argc, const char *const *argv, int *i) {
    static const char *const names[][2] = {
        {"-r", "--require"}, {NULL, "--import"}, {"-C", "--conditions"}, {NULL, "--input-type"}};
    const char *a = argv[*i], *value = NULL;
    bool missing = false;
    int which = -1;
    while (!value && !missing && ++which < 4) {
        value = value_of(argc, argv, i, names[which][0], names[which][1], &missing);
    }
    if (missing) {
        return wrong("missing value after", a);
    }
    switch (value ? which : -1) {
    case 0:
    case 1: out->preloads[out->preload_count++] = (struct preload){value, which == 1}; return 1;
    case 2: out->conditions[out->condition_count++] = value; return 1;
    case 3:
        if (strcmp(value, "module") && strcmp(value, "commonjs")) {
            return wrong("unknown input type", value);
        }
        out->kind = strcmp(value, "module") ? VM_DETECT : VM_AS_MODULE;
        return 1;
    default: return 0;
    }
}

void options_free(struct options *options) {
    free(options->preloads);
    free(options->conditions);
}

#define DEFAULT_MEMORY_LIMIT ((size_t)4 << 30) // a leak ends in an error, not in the machine

int options_parse(struct options *out, int argc, const char *const *argv) {
    *out = (struct options){.kind = VM_DETECT, .memory_limit = DEFAULT_MEMORY_LIMIT};
    out->preloads = calloc((size_t)argc + 1, sizeof *out->preloads);
    out->conditions = calloc((size_t)argc + 1, sizeof *out->conditions);
    if (!out->preloads || !out->conditions) {
        return wrong("out of memory", "");
    }
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        const char *a = argv[i];
        int loading = parse_loading(out, argc, argv, &i);
        if (loading) {
            if (loading == 2) {
                return 2;
            }
            continue;
        }
        bool eval = is_option(a, "-e", "--eval"), print = is_option(a, "-p", "--print");
        bool memory = !strcmp(a, "--memory-limit"), time = !strcmp(a, "--time-limit");
        if ((eval || print || memory || time) && i + 1 >= argc) {
            return wrong("missing value after", a);
        }
        if (eval || print) {
            out->text = argv[++i];
            out->action = print ? ACTION_PRINT : out->action;
        } else if (memory || time) {
            unsigned long long n = number_of(argv[++i]);
            if (!n) {
                return wrong("not a number:", argv[i]);
            }
            *(memory ? (uint64_t *)&out->memory_limit : &out->time_limit_ns) =
                n * (memory ? 1048576 : 1000000);
        } else if (!strcmp(a, "--module")) {
            out->kind = VM_AS_MODULE;
        } else if (!strcmp(a, "--script")) {
            out->kind = VM_AS_SCRIPT;
        } else if (is_option(a, "-i", "--interactive")) {
            out->action = ACTION_REPL;
        } else if (is_option(a, "-c", "--check")) {
            out->action = ACTION_CHECK;
        } else if (!strcmp(a, "--dump-bytecode")) {
            out->action = ACTION_DUMP;
        } else if (!strncmp(a, "--unhandled-rejections=", 23)) {
            if (!rejection_mode(a + 23, &out->rejections)) {
                return wrong("not throw, strict, warn, warn-with-error-code or none:", a + 23);
            }
        } else if (warning_flag(a)) {
            out->warnings |= warning_flag(a);
        } else if (!strcmp(a, "--enable-source-maps")) {
            out->source_maps = true;
        } else if (!strcmp(a, "--internal-frames")) {
            out->internal_frames = true;
        } else if (!strcmp(a, "--test262")) {
            out->test262 = true;
        } else if (is_option(a, "-v", "--version")) {
            out->action = ACTION_VERSION;
            return 0;
        } else if (is_option(a, "-h", "--help")) {
            out->action = ACTION_HELP;
            return 0;
        } else if (!strcmp(a, "--")) {
            i++;
            break;
        } else {
            return wrong("unknown option", a);
        }
    }
    if (out->action == ACTION_RUN && !out->text && i == argc && process_is_terminal(0)) {
        out->action = ACTION_REPL;
    }
    if (!out->text && out->action != ACTION_REPL) {
        out->file = i < argc ? argv[i++] : "-";
    }
    out->argc = argc - i;
    out->argv = argv + i;
    return 0;
}
