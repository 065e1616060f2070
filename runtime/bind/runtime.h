// What the files of bind/ and modules/ share: the state of one isolate on a loop.
#ifndef BIND_RUNTIME_H
#define BIND_RUNTIME_H

#include <vm_runtime.h>

#include "loop/loop.h"

struct timer_handle;
struct process_terminal;
struct modules;

// Active handles whose number has been asked for: open addressing by number.
struct timer_table {
    struct timer_handle **entries;
    uint32_t count, capacity; // a power of two, 0 at first
};

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
    vm_attach_options options;
    uint64_t started_ns; // monotonic
    int64_t started_wall_ns;

    struct runtime_roots roots;

    // process
    bool exiting, exit_emitted;
    int exit_code;

    uint64_t signals; // that the program listens to: bit n - 1 for signal n

    struct process_terminal *terminal; // NULL: not raw

    struct loop_timer wait_timer; // Atomics.waitAsync: when the next promise is due

    // timers
    uint64_t last_timer_id;
    struct timer_table timers;
    unsigned delay_warnings; // kinds of which the program was warned

    // console; of pairs the first is standard output's, the second standard error's
    unsigned group_indentation; // columns
    bool output_failed, output_closed[2];
    void (*before_output)(void *data, const char *bytes, size_t length); // of the dialogue; NULL: none
    void *output_data;
    enum colors { COLORS_UNKNOWN, COLORS_NO, COLORS_YES } output_colors[2];

    // net
    struct net_handle *sockets; // those that are open
    struct lookup *lookups;     // of names, under way
    void *scratch;              // what is received lies here first

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
// uncaught.c. An error that nothing caught, and a pending one after a failed call (termination included).
void runtime_uncaught(struct runtime *rt, vm_value error, bool in_promise);
void runtime_failed(struct runtime *rt);
void uncaught_attach(struct runtime *rt);
void uncaught_detach(struct runtime *rt);

// errors.c. Errors with a `code`, as Node's: gives vm_exception().
vm_value throw_coded(vm_isolate *vm, vm_error_kind kind, const char *code, const char *format, ...)
    VM_PRINTF(4, 5);
// TypeError ERR_INVALID_ARG_TYPE: 'The "name" argument must be <expected>. Received ...'
vm_value throw_argument_type(vm_isolate *vm, const char *name, const char *expected, vm_value received);
// Error ENOENT and the like, with errno, code, syscall, path.
vm_value throw_system(vm_isolate *vm, int error, const char *syscall, const char *path);
// The same of two paths, with dest.
vm_value throw_system_pair(vm_isolate *vm, int error, const char *syscall, const char *path,
                           const char *destination);

// What each file defines on the global object, lazily.
bool timers_define(struct runtime *rt, vm_value global);
bool console_define(struct runtime *rt, vm_value global);
bool process_define(struct runtime *rt, vm_value global);

// modules/run.c: loading of programs.
void modules_attach(struct runtime *rt);
void modules_detach(struct runtime *rt);

void process_detach(struct runtime *rt);
void timers_detach(struct runtime *rt);
void net_detach(struct runtime *rt);

// waits.c: promises of Atomics.waitAsync. waits_update stands after everything that may have made one.
void waits_attach(struct runtime *rt);
void waits_update(struct runtime *rt);
void waits_detach(struct runtime *rt);

// process.c: emits an event of `process` with at most two arguments. Whether somebody listens; -1: a listener
// threw, or termination.
int process_emit(struct runtime *rt, const char *event, uint32_t argc, const vm_value *arguments);
bool process_has_listener(struct runtime *rt, const char *event);

// signals.c: listeners of newListener and removeListener of `process`, and the ends of runtimes and loops.
vm_value signals_new_listener(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value signals_removed_listener(vm_isolate *vm, vm_value *frame, uint32_t argc);
void signals_detach(struct runtime *rt);
void signals_free(vm_loop *owner);

// environment.c: process.env, as vm_define_lazy asks for it.
vm_value environment_make(vm_isolate *vm, vm_value process, void *data);

// buffer_numbers.c: a native of stdlib/buffer.js.
vm_value buffer_define_numbers(vm_isolate *vm, vm_value *frame, uint32_t argc);

// util.c: the function util.inspect, one for all.
vm_value runtime_inspect(vm_isolate *vm);

// console.c: writes a line to descriptor 1 or 2; counts a failure.
void console_write(struct runtime *rt, int descriptor, const char *bytes, size_t length);

#endif
