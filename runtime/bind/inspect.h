// Values as text for people, in the manner of Node's util.inspect.
#ifndef BIND_INSPECT_H
#define BIND_INSPECT_H

#include <limits.h>

#include "bind/text.h"

#define INSPECT_ALL INT_MAX // of depth, break_length, maximum_...: no limit
#define INSPECT_INFINITE                                                                                     \
    (INT_MAX - 1)          // of depth: no limit either, but custom functions see Infinity, not null
#define INSPECT_DENSE (-1) // of compact: true

enum inspect_getters {
    INSPECT_GETTERS_NONE,
    INSPECT_GETTERS_ALL,
    INSPECT_GETTERS_READONLY,
    INSPECT_GETTERS_PAIRED
};

// The options of util.inspect.
struct inspect_options {
    int depth;           // levels of nesting shown; negative: not even the first
    int compact;         // so many inner levels may share a line; 0: none
    int break_length;    // columns of a line
    int maximum_entries; // shown of arrays, typed arrays, maps, sets, buffers
    int maximum_units;   // UTF-16 units shown of strings
    bool show_hidden;    // properties that are not enumerable too
    bool colors;
    bool custom; // Symbol.for('nodejs.util.inspect.custom') is honoured
    bool show_proxy;
    bool sorted;
    bool numeric_separator;
    enum inspect_getters getters; // those that are called
    vm_value comparator;          // for sorted: a function, or undefined
    vm_value stylize;             // a program's own function(text, style), or undefined
    vm_value given; // the object that the options came from, when it had others too; or undefined
};

// What console.log and util.inspect without options use: util.inspect.defaultOptions.
struct inspect_options inspect_defaults(vm_isolate *vm);
// Takes over the options that an object has as own enumerable properties. False: error pending.
bool inspect_read_options(vm_isolate *vm, vm_value object, struct inspect_options *options) VM_CHECK;

// Appends the value. Runs script where objects ask for it: custom inspection, Symbol.hasInstance of
// constructors, getters that the options or the kind of object (stack, source, byteLength) call for. Proxies
// are looked behind. False: error pending.
bool inspect_value(struct text *out, vm_value value, const struct inspect_options *options) VM_CHECK;
// The arguments of console.log: format specifiers in a leading string, the rest separated by spaces.
bool inspect_format(struct text *out, const struct inspect_options *options, uint32_t argc,
                    const vm_value *arguments) VM_CHECK;

// util.c: the function util.inspect, one for all.
vm_value runtime_inspect(vm_isolate *vm) VM_CHECK;

#endif
