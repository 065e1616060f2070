// The global `console`, and what is written to the two standard streams.
#ifndef BIND_CONSOLE_H
#define BIND_CONSOLE_H

#include <vm.h>

struct runtime;

// Of pairs the first is standard output's, the second standard error's.
struct console_state {
    unsigned group_indentation; // columns
    bool failed, closed[2];
    void (*before)(void *data, const char *bytes, size_t length); // of the dialogue; NULL: none
    void *before_data;
    enum colors { COLORS_UNKNOWN, COLORS_NO, COLORS_YES } colors[2];
};

bool console_define(struct runtime *rt, vm_value global);
// Writes a line to descriptor 1 or 2; counts a failure.
void console_write(struct runtime *rt, int descriptor, const char *bytes, size_t length);

#endif
