// The process: times, memory, environment.
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t process_now_ns(void); // monotonic
int64_t process_wall_ns(void); // since 1970
struct process_usage {
    uint64_t user_us, system_us; // CPU time of all threads
};
void process_cpu_usage(struct process_usage *out);
size_t process_resident_bytes(void);
uint32_t process_id(void);
uint32_t process_parent_id(void);
// Entries "NAME=value", NULL at the end.
char **process_environment(void);
// malloc'ed; NULL when unknown.
char *process_working_directory(void);
char *process_executable(void);
const char *process_platform(void);
const char *process_architecture(void);
bool process_is_terminal(int descriptor);
int process_change_directory(const char *path); // 0 or a negative errno
// Sets the mask of permissions that new files do not get; gives the one before.
uint32_t process_set_umask(uint32_t mask);
// Sends a signal: 0 or a negative errno.
int process_send_signal(int64_t process, int signal);
_Noreturn void process_abort(void);
enum process_identity { PROCESS_USER, PROCESS_EFFECTIVE_USER, PROCESS_GROUP, PROCESS_EFFECTIVE_GROUP };
uint32_t process_identity(enum process_identity which);
// The supplementary groups: their number, at most `capacity` of them in `out`; a negative errno.
int process_groups(uint32_t *out, int capacity);
// Columns and rows of a terminal: 0 or a negative errno.
int process_window_size(int descriptor, unsigned *columns, unsigned *rows);
// What a terminal was like before it was made raw.
struct process_terminal {
    uint64_t storage[16];
    int descriptor;
};
// Raw: every key is input at once, and nothing is echoed. 0 or a negative errno.
int process_terminal_raw(int descriptor, struct process_terminal *before);
int process_terminal_restore(const struct process_terminal *before);
// Times in microseconds, memory in KiB, counts: those of getrusage(2).
enum { PROCESS_RESOURCES = 16 };
void process_resources(uint64_t out[PROCESS_RESOURCES]);
// For programs that own their process: a reader that goes away is an error of the write, not a signal.
void process_ignore_broken_pipes(void);
// The same, before anything else is opened: closed standard streams become /dev/null, so that no other file
// takes their numbers.
void process_open_standard_streams(void);

// Random bytes from the system, fit for keys. 0 or a negative errno.
int process_random(void *bytes, size_t length);

#endif
