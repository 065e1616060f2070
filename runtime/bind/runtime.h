// The state of one isolate on a loop. What a subject keeps is a struct of its own header, embedded here.
#ifndef BIND_RUNTIME_H
#define BIND_RUNTIME_H

#include <vm_runtime.h>

#include "bind/console.h"
#include "bind/errors.h"
#include "bind/frames.h"
#include "bind/fs.h"
#include "bind/net.h"
#include "bind/process.h"
#include "bind/signals.h"
#include "bind/timers.h"
#include "bind/waits.h"
#include "loop/loop.h"

struct modules;
struct source_map;
struct signal_reader;

// Values that a runtime keeps; undefined until they are made. Roots only.
struct runtime_roots {
    vm_root exit_code; // process.exitCode: undefined or an integer
    vm_root process;   // the object
    vm_root capture;   // process.setUncaughtExceptionCaptureCallback: undefined or a function
    vm_root emitter;   // EventEmitter.prototype when the module events is loaded
    vm_root timer_prototype, buffer_prototype;
    vm_root output[2];         // process.stdout and stderr when they have been made
    vm_root console_stream[2]; // what a program has put into console._stdout and _stderr
    vm_root realm;             // the one that was attached
    vm_root builtins;          // object: name -> module object of a builtin module
    vm_root inspect;           // the function
    vm_root inspect_defaults, inspect_styles, inspect_colors; // objects that programs may change
    vm_root builtin_native, builtin_require;                  // the functions that these modules get
};

struct runtime {
    vm_isolate *vm;
    vm_loop *owner;
    struct loop *loop;
    struct runtime *next, *next_marked;
    bool marked;
    bool microtasks_first; // the next drain follows the evaluation of a module
    bool exiting, exit_emitted;
    int exit_code;
    vm_attach_options options;
    uint64_t started_ns; // monotonic
    int64_t started_wall_ns;

    struct runtime_roots roots;

    struct console_state console;
    struct fs_state fs;
    struct net_state net;
    struct process_state process;
    struct signals_state signals;
    struct timers_state timers;
    struct waits_state waits;
    struct source_map *source_maps; // modules/source_map.c: those that were read
    struct modules *modules;        // NULL until something is loaded
};

struct vm_loop {
    struct loop *loop;
    struct runtime *runtimes;
    struct runtime *first_marked, *last_marked;
    struct signal_reader *signals; // signals.c; NULL until a program listens to one
};

static inline struct runtime *runtime_of(vm_isolate *vm) {
    return (struct runtime *)vm_data(vm, VM_DATA_RUNTIME);
}

// The same for natives: NULL with a TypeError when script goes on after vm_loop_detach.
struct runtime *runtime_attached(vm_isolate *vm);

// Has the runtime drained at the next boundary when jobs are pending.
void runtime_mark(struct runtime *rt);
// Calls a function as the loop's callbacks do: what it throws is uncaught, jobs follow at the boundary.
void runtime_call(struct runtime *rt, vm_value function, vm_value this_value, uint32_t argc,
                  const vm_value *arguments);
// uncaught.c: an error that nothing caught, and a pending one after a failed call (termination included).
void runtime_uncaught(struct runtime *rt, vm_value error, bool in_promise);
void runtime_failed(struct runtime *rt);

#endif
