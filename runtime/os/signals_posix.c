#include "os/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/signalfd.h>
#endif

static const struct {
    const char *name;
    int number;
} signals[] = {
#define SIGNAL(name) {#name, name},
#include "os/signals.def"
#undef SIGNAL
};

enum { SIGNALS = sizeof signals / sizeof *signals };

const char *signals_name(int number) {
    for (int i = 0; i < SIGNALS; i++) {
        if (signals[i].number == number) return signals[i].name;
    }
    return NULL;
}

int signals_number(const char *name) {
    for (int i = 0; i < SIGNALS; i++) {
        if (!strcmp(signals[i].name, name)) return signals[i].number;
    }
    return 0;
}

static void fill(sigset_t *out, uint64_t set) {
    sigemptyset(out);
    for (int i = 0; i < SIGNALS; i++) {
        if (set >> (signals[i].number - 1) & 1) sigaddset(out, signals[i].number);
    }
}

void signals_close(int descriptor) { close(descriptor); }

#if defined(__linux__)

int signals_open(void) {
    sigset_t none;
    sigemptyset(&none);
    int descriptor = signalfd(-1, &none, SFD_NONBLOCK | SFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int signals_watch(int descriptor, uint64_t set, uint64_t before) {
    sigset_t wanted, left;
    fill(&wanted, set);
    fill(&left, before & ~set);
    if (signalfd(descriptor, &wanted, 0) < 0) return -errno;
    int error = pthread_sigmask(SIG_BLOCK, &wanted, NULL);
    return -(error ? error : pthread_sigmask(SIG_UNBLOCK, &left, NULL));
}

int signals_read(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

#else

int signals_open(void) { return -ENOTSUP; }

int signals_watch(int descriptor, uint64_t set, uint64_t before) {
    sigset_t wanted;
    (void)descriptor, (void)before;
    fill(&wanted, set);
    return -ENOTSUP;
}

int signals_read(int descriptor) {
    (void)descriptor;
    return 0;
}

#endif
