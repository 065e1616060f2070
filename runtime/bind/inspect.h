// Values as text for people, in the manner of Node's util.inspect.
#ifndef BIND_INSPECT_H
#define BIND_INSPECT_H

#include "bind/text.h"

struct inspect_options {
    int depth;        // levels of nesting shown; negative: all
    int compact;      // so many inner levels may share a line
    bool show_hidden; // properties that are not enumerable too
    unsigned indentation;
};
#define INSPECT_DEFAULT ((struct inspect_options){.depth = 2, .compact = 3})

// Appends the value. Runs script only where objects ask for it (proxies never; `constructor`, `stack` and
// Symbol.toStringTag are read). False: error pending.
bool inspect_value(struct text *out, vm_value value, const struct inspect_options *options);
// The arguments of console.log: format specifiers in a leading string, the rest separated by spaces.
bool inspect_format(struct text *out, uint32_t argc, const vm_value *arguments);

#endif
