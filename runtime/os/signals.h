// Signals as something to read.
//
// The signals of a reader are blocked in the thread that asked for it and wait in its descriptor. What is
// blocked is inherited by processes that the thread starts. Results are 0 or a negative errno.
#ifndef OS_SIGNALS_H
#define OS_SIGNALS_H

#include <stdint.h>

// "SIGTERM" for 15, and back; NULL and 0 for what is no signal.
const char *signals_name(int number);
int signals_number(const char *name);

// A descriptor that is readable when a signal has come; none is asked for yet. -ENOTSUP where there is no
// such thing.
int signals_open(void);
// Asks for the signals of a set, bit n - 1 for signal n, and gives those of `before` that are not among them
// their old ways back.
int signals_watch(int descriptor, uint64_t set, uint64_t before);
// The number of a signal that has come; 0 when none is waiting.
int signals_read(int descriptor);
void signals_close(int descriptor);

#endif
