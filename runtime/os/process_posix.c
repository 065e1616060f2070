#include "os/process.h"

#include <fcntl.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static int64_t clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

uint64_t process_now_ns(void) { return (uint64_t)clock_ns(CLOCK_MONOTONIC); }

int64_t process_wall_ns(void) { return clock_ns(CLOCK_REALTIME); }

void process_cpu_usage(struct process_usage *out) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    out->user_us = (uint64_t)u.ru_utime.tv_sec * 1000000 + (uint64_t)u.ru_utime.tv_usec;
    out->system_us = (uint64_t)u.ru_stime.tv_sec * 1000000 + (uint64_t)u.ru_stime.tv_usec;
}

uint32_t process_id(void) { return (uint32_t)getpid(); }

uint32_t process_parent_id(void) { return (uint32_t)getppid(); }

char **process_environment(void) { return environ; }

char *process_working_directory(void) { return getcwd(NULL, 0); }

bool process_is_terminal(int descriptor) { return isatty(descriptor); }

void process_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

void process_open_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) {
            return; // the next ones cannot be opened either
        }
    }
}

int process_change_directory(const char *path) { return chdir(path) ? -errno : 0; }

uint32_t process_set_umask(uint32_t mask) { return (uint32_t)umask((mode_t)mask); }

int process_send_signal(int64_t process, int signal) { return kill((pid_t)process, signal) ? -errno : 0; }

_Noreturn void process_abort(void) { abort(); }

uint32_t process_identity(enum process_identity which) {
    switch (which) {
    case PROCESS_USER: return getuid();
    case PROCESS_EFFECTIVE_USER: return geteuid();
    case PROCESS_GROUP: return getgid();
    default: return getegid();
    }
}

int process_groups(uint32_t *out, int capacity) {
    gid_t groups[NGROUPS_MAX];
    int count = getgroups(NGROUPS_MAX, groups);
    if (count < 0) return -errno;
    for (int i = 0; i < count && i < capacity; i++) {
        out[i] = groups[i];
    }
    return count;
}

int process_window_size(int descriptor, unsigned *columns, unsigned *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size)) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

_Static_assert(sizeof(struct termios) <= sizeof((struct process_terminal *)0)->storage, "fits");

int process_terminal_raw(int descriptor, struct process_terminal *before) {
    struct termios settings;
    if (tcgetattr(descriptor, &settings)) return -errno;
    before->descriptor = descriptor;
    memcpy(before->storage, &settings, sizeof settings);
    settings.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    settings.c_cflag |= CS8;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return tcsetattr(descriptor, TCSADRAIN, &settings) ? -errno : 0;
}

int process_terminal_restore(const struct process_terminal *before) {
    struct termios settings;
    memcpy(&settings, before->storage, sizeof settings);
    return tcsetattr(before->descriptor, TCSADRAIN, &settings) ? -errno : 0;
}

void process_resources(uint64_t out[PROCESS_RESOURCES]) {
    struct rusage u;
    struct process_usage times;
    getrusage(RUSAGE_SELF, &u);
    process_cpu_usage(&times);
    const long counts[] = {u.ru_maxrss, u.ru_ixrss,    u.ru_idrss,   u.ru_isrss,   u.ru_minflt,
                           u.ru_majflt, u.ru_nswap,    u.ru_inblock, u.ru_oublock, u.ru_msgsnd,
                           u.ru_msgrcv, u.ru_nsignals, u.ru_nvcsw,   u.ru_nivcsw};
    out[0] = times.user_us;
    out[1] = times.system_us;
    for (int i = 2; i < PROCESS_RESOURCES; i++) {
        out[i] = (uint64_t)counts[i - 2];
    }
}

int process_random(void *bytes, size_t length) {
    for (char *at = bytes; length;) {
        ssize_t got = getrandom(at, length, 0);
        if (got < 0 && errno != EINTR) return -errno;
        if (got > 0) {
            at += got;
            length -= (size_t)got;
        }
    }
    return 0;
}
