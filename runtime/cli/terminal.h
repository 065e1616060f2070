// The terminal of a dialogue: input key by key, and the interrupt key.
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

// Switches standard input to keys without echo, and back to lines. The interrupt key stays a signal. Whoever
// ends the process has to switch back. False: standard input is no terminal.
bool terminal_set_raw(bool raw);
// Has `call(data)` called, in a signal handler, for each SIGINT. call NULL: back to the default.
void terminal_on_interrupt(void (*call)(void *data), void *data);
// A pipe whose ends do not block: 0 or a negative errno.
int terminal_pipe(int ends[2]);

#endif
