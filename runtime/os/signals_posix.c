#include "os/signals.h"

#include <signal.h>
#include <string.h>

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
