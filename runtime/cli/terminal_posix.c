#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

// Of the process, like the terminal itself: what it was like, and who hears of interrupts.
static struct termios lines;
static bool is_raw;
static void (*volatile interrupt_call)(void *data);
static void *volatile interrupt_data;

bool terminal_set_raw(bool raw) {
    if (raw == is_raw) {
        return true;
    }
    if (raw) {
        if (tcgetattr(STDIN_FILENO, &lines)) {
            return false;
        }
        struct termios keys = lines;
        keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
        keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
        keys.c_cc[VQUIT] = keys.c_cc[VSUSP] = _POSIX_VDISABLE; // suspended, it would not come back raw
        keys.c_cc[VMIN] = 1;
        keys.c_cc[VTIME] = 0;
        is_raw = !tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
        return is_raw;
    }
    is_raw = false;
    return !tcsetattr(STDIN_FILENO, TCSADRAIN, &lines);
}

static void on_signal(int number) {
    (void)number;
    int error = errno;
    if (interrupt_call) {
        interrupt_call(interrupt_data);
    }
    errno = error;
}

void terminal_on_interrupt(void (*call)(void *data), void *data) {
    struct sigaction action = {.sa_handler = call ? on_signal : SIG_DFL, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    interrupt_call = NULL;
    interrupt_data = data;
    interrupt_call = call;
    sigaction(SIGINT, &action, NULL);
}

int terminal_pipe(int ends[2]) {
    if (pipe(ends)) {
        return -errno;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}
