// Signals that are read, from a signalfd.
#include "os/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void fill(sigset_t *out, uint64_t set) {
    sigemptyset(out);
    for (int number = 1; set; number++, set >>= 1) {
        if (set & 1) sigaddset(out, number);
    }
}

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

void signals_close(int descriptor) { close(descriptor); }
