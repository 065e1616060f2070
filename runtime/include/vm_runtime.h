// vm_runtime.h: the event loop, and what scripts of an isolate see when it is attached to one: timers,
// console, process, fs, modules from files. Compiles alone as C11 and C++.
//
//     vm_loop *loop = vm_loop_new();
//     vm_isolate *vm = vm_create(NULL);
//     vm_loop_attach(loop, vm, NULL);
//     vm_run_file(vm, "program.js", VM_DETECT);
//     vm_loop_run(loop);
//     vm_loop_detach(vm), vm_destroy(vm), vm_loop_free(loop);
//
// A loop and the isolates on it belong to one thread; only vm_loop_post may be called by others. After every
// callback, with no script on the stack, the loop drains the jobs of the isolates that were marked: those a
// callback ran in, and those given to vm_loop_mark. Results of int are 0 or positive, or a negative errno.
// Times are nanoseconds.
#ifndef VM_RUNTIME_H
#define VM_RUNTIME_H

#include <vm.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vm_loop vm_loop;

// A loop for the calling thread; NULL when memory or descriptors are refused.
vm_loop *vm_loop_new(void) VM_CHECK;
// Detaches what is attached and frees the loop: 0, or -EBUSY inside a callback. NULL is ignored.
int vm_loop_free(vm_loop *loop);

// Runs until nothing keeps the loop alive (0) or vm_loop_stop was called while something did (1). This and
// the next two give -EBUSY inside a callback, -EPERM on a thread that did not create the loop, and -ECHILD in
// a forked child, where a loop can only be destroyed.
int vm_loop_run(vm_loop *loop);
// One turn that waits at most so long for something to do (0: not at all, negative: as long as it takes). 1
// while something keeps the loop alive, 0 when nothing does.
int vm_loop_poll(vm_loop *loop, int64_t timeout_ns);
// Turns that do not wait until nothing is ready or the budget is used up; the last turn is finished. Results
// as those of vm_loop_poll.
int vm_loop_run_for(vm_loop *loop, uint64_t budget_ns);
// A frame of a host that has them (a game, say), called once in each: what scripts have set by setTick of
// vm:frames, in its order, then a turn that does not wait. Results as those of vm_loop_poll.
int vm_loop_tick(vm_loop *loop);
// Makes vm_loop_run or vm_loop_run_for return after the current turn; outside of them, the next one after one
// turn that does not wait.
void vm_loop_stop(vm_loop *loop);
// Lets the waits of the calling thread end within microseconds, where the system would be 50 late. For
// programs whose thread it is. 0 or a negative errno.
int vm_loop_wait_exactly(void);
// The clock of deadlines: monotonic, it does not jump with the calendar.
uint64_t vm_loop_now(const vm_loop *loop);
#define VM_LOOP_NEVER UINT64_MAX
// When a turn next has something to do, as far as the loop knows without asking the system: 0, at once; a
// time of that clock, for a timer; VM_LOOP_NEVER, when something arrives (vm_loop_handle tells). For the
// owner's thread, between turns or inside a callback.
uint64_t vm_loop_next_deadline(vm_loop *loop);
// Whether something active and referenced is left: a timer, an operation, work.
bool vm_loop_is_alive(const vm_loop *loop);
// What that is: calls visit, which may be NULL and must not change anything, once for each; gives their
// number. kind is "timer", "interval", "immediate", "handle" (name: "socket", "server", "pipe" and so on),
// "work" (of the thread pool), "post", "drain" (jobs that are due). The texts stay valid during the call.
size_t vm_loop_why_alive(vm_loop *loop, void (*visit)(const char *kind, const char *name, void *data),
                         void *data);

typedef struct vm_loop_statistics {
    uint64_t turns;
    uint64_t callbacks; // of which:
    uint64_t timers, immediates, completions, posts;
    uint64_t drains; // times jobs were run at a boundary
    uint64_t polls;  // times the system was asked for events
    uint64_t waits;  // of these, with permission to sleep: an idle loop adds none
    uint64_t longest_callback_ns;
} vm_loop_statistics;
// What the loop has counted since it was made.
void vm_loop_get_statistics(const vm_loop *loop, vm_loop_statistics *out);
// Whether longest_callback_ns is measured, at the price of two readings of the clock for each callback; off
// at first. Switching on resets it.
void vm_loop_measure(vm_loop *loop, bool on);
// One descriptor that is readable whenever a turn has work, for a host's own poll set. It belongs to the
// loop. 0, or a negative errno when the system refuses it.
int vm_loop_handle(vm_loop *loop, intptr_t *out);
// Any thread: has `call(data)` called by the loop's thread. 0 or -ENOMEM.
int vm_loop_post(vm_loop *loop, void (*call)(void *data), void *data);

// What becomes of promises that are rejected and not handled: Node's --unhandled-rejections.
typedef enum vm_rejection_mode {
    VM_REJECTIONS_THROW, // the event unhandledRejection, without a listener an uncaught error
    VM_REJECTIONS_STRICT,
    VM_REJECTIONS_WARN,
    VM_REJECTIONS_WARN_AND_FAIL,
    VM_REJECTIONS_NONE
} vm_rejection_mode;

typedef enum vm_console_level {
    VM_CONSOLE_LOG, // table, dir, group and the like are printed by log
    VM_CONSOLE_INFO,
    VM_CONSOLE_DEBUG,
    VM_CONSOLE_WARN, // assert
    VM_CONSOLE_ERROR // trace
} vm_console_level;

// What process.emitWarning does: flags, as Node's options --no-warnings, --no-deprecation and so on.
enum {
    VM_WARNINGS_HIDDEN = 1, // nothing is printed; the event comes all the same
    VM_DEPRECATIONS_HIDDEN = 2,
    VM_DEPRECATIONS_THROWN = 4,
    VM_WARNINGS_TRACED = 8, // printed with their stacks
    VM_DEPRECATIONS_TRACED = 16
};

typedef struct vm_attach_options {
    int argc; // what process.argv shows behind the executable; not copied
    const char *const *argv;
    const char *executable; // process.execPath and argv[0]; NULL: that of the process
    // Conditions of "exports" and "imports" in package.json beside node, import or require, module-sync and
    // default; NULL at the end. Not copied; NULL: none.
    const char *const *conditions;
    // An error that nothing catches: thrown by a callback or job, or the reason of a rejection (in_promise).
    // NULL: it is printed to standard error and the isolate goes on.
    void (*uncaught)(vm_isolate *vm, vm_value error, bool in_promise, void *data);
    // What console prints: UTF-8 text, indented by the open groups, without a newline at its end; it is valid
    // during the call. The hook may throw. NULL: it goes to descriptors 1 and 2.
    void (*console)(vm_isolate *vm, vm_console_level level, const char *text, size_t length, void *data);
    void *data;
    vm_rejection_mode rejections;
    unsigned warnings;    // flags VM_WARNINGS_HIDDEN and so on
    bool source_maps;     // places in stacks are those that source maps of scripts give
    bool internal_frames; // stacks show functions of the standard library as well: for working on it
} vm_attach_options;

// Gives the global object of the isolate's current realm what the runtime offers and lets the loop run its
// callbacks. options may be NULL. False: error pending in the isolate.
bool vm_loop_attach(vm_loop *loop, vm_isolate *vm, const vm_attach_options *options) VM_CHECK;
// Ends that: pending timers are dropped. Before vm_destroy, and not while script of the isolate runs. What
// attaching gave to scripts may not be called any more, except after vm_loop_attach has given it anew.
void vm_loop_detach(vm_isolate *vm);
// The loop of an isolate, NULL when it is not attached.
vm_loop *vm_loop_of(vm_isolate *vm);
// After a call into the isolate from outside of the loop: its jobs are run at the next boundary.
void vm_loop_mark(vm_isolate *vm);

typedef enum vm_file_kind { VM_DETECT, VM_AS_SCRIPT, VM_AS_MODULE } vm_file_kind;
// Runs a file. VM_DETECT: as the program, in the way of Node: the path may lack its extension or name a
// folder; .mjs is an ES module, .cjs is CommonJS, .js is what "type" in package.json says, else an ES module
// when it can be nothing else. CommonJS gives module.exports, an ES module the promise of its evaluation, a
// script its completion value.
vm_value vm_run_file(vm_isolate *vm, const char *path, vm_file_kind kind) VM_CHECK;
// The same for text. Relative imports start at `source->name`. VM_DETECT: a script that has require, module,
// exports, __filename and __dirname as globals, or an ES module when it can be nothing else.
vm_value vm_run_source(vm_isolate *vm, const vm_source *source, vm_file_kind kind) VM_CHECK;

// What `require(specifier)` and `import(specifier)` give in a file in the working directory: exports, and the
// promise of a namespace.
vm_value vm_require(vm_isolate *vm, const char *specifier) VM_CHECK;
vm_value vm_import(vm_isolate *vm, const char *specifier) VM_CHECK;

typedef enum vm_source_format {
    VM_FORMAT_DETECT,
    VM_FORMAT_COMMONJS,
    VM_FORMAT_MODULE,
    VM_FORMAT_JSON
} vm_source_format;

// Another source of modules than files, for `import` and `require`. Every module has a name, which is its
// identity: the path of a file, or whatever the embedder likes.
typedef struct vm_loader {
    // The name of what a specifier means in the module `referrer` (its name, or NULL): a string; undefined:
    // what files and builtin modules give. May be NULL. Must not run script. An exception becomes that of the
    // import.
    vm_value (*resolve)(vm_isolate *vm, const char *specifier, const char *referrer, bool is_require,
                        void *data);
    // The text of a name: a string, or an ArrayBuffer or view of UTF-8, and its format; undefined: the file
    // of that name, in the format that was set, if any. May be NULL. Must not run script.
    vm_value (*load)(vm_isolate *vm, const char *name, vm_source_format *format, void *data);
    void *data;
} vm_loader;
// Replaces the loader of an attached isolate (copied); NULL: none. False: error pending.
bool vm_set_loader(vm_isolate *vm, const vm_loader *loader) VM_CHECK;

// As process.exit(code): runs exit listeners, terminates script, stops the loop.
void vm_exit(vm_isolate *vm, int code);
// Whether that has happened; *code gets the exit code that is set now (0 at first).
bool vm_is_exiting(vm_isolate *vm, int *code);

// A value as console.log shows it: text to be given back with vm_free. NULL: error pending.
char *vm_inspect(vm_isolate *vm, vm_value value, size_t *length) VM_CHECK;
// Prints an error as the command line does: place, source line, message and stack. To descriptor 2.
void vm_report_error(vm_isolate *vm, vm_value error);

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
