// The dialogue: reads inputs, evaluates them, prints what they give.
#ifndef CLI_REPL_H
#define CLI_REPL_H

#include <vm_runtime.h>

struct repl;

// For an isolate that is attached to a loop. `first` is evaluated before anything is read; NULL: nothing.
// *running is the dialogue while it goes on. Returns the exit status; 1 after a message when standard input
// cannot be read.
int repl_run(vm_loop *loop, vm_isolate *vm, struct repl **running, const char *first);
// Prints an error that nothing caught; the dialogue goes on.
void repl_uncaught(struct repl *repl, vm_value error, bool in_promise);

#endif
