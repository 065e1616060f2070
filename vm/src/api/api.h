// Shared by the files that implement vm.h: what an embedder has attached to an isolate, and the entry checks.
#ifndef API_API_H
#define API_API_H

#include "base/os.h"
#include "exec/frame.h"
#include "exec/hooks.h"
#include "exec/host_object.h"
#include "lang/property.h"

struct host {
    struct embedder hooks; // what vm->embedder points to
    void *data[VM_DATA_SLOTS];
    uint64_t thread; // the one that owns the isolate
    bool collect_later;

    vm_holder *first_holder;
    struct root_section holders;

    vm_module_hooks modules;
    vm_uncaught_hook uncaught;
    void *uncaught_data;
    vm_rejection_hook rejection;
    void *rejection_data;
    vm_place_hook place;
    void *place_data;
    vm_interrupt_hook interrupt;
    void *interrupt_data;
};

static inline struct host *host_of(const vm_isolate *vm) { return (struct host *)vm->embedder; }

// Debug builds stop a program that uses an isolate from another thread.
void api_check_thread(const vm_isolate *vm);
static inline void api_enter(const vm_isolate *vm) {
    if (VM_DEBUG) {
        api_check_thread(vm);
    }
}

// The same before anything that runs script: false while a termination has not been cleared.
static inline bool api_may_run(const vm_isolate *vm) {
    api_enter(vm);
    return __builtin_expect(!vm->terminating, 1);
}

// A value that an embedder gives: false for what a call that failed has given. Its error stays the pending
// one, so that calls may be nested and the result of the outermost be checked.
bool api_refuse(vm_isolate *vm);
static inline bool api_value(vm_isolate *vm, vm_value v) {
    return __builtin_expect(!value_is_exception(v), 1) || api_refuse(vm);
}
bool api_values(vm_isolate *vm, uint32_t count, const vm_value *values);

// The property key of a C string. False: error pending.
bool api_key(vm_isolate *vm, const char *name, property_key *key);

// Whether no script and no native is running.
static inline bool api_is_outermost(const vm_isolate *vm) { return vm->call == vm->interpreter->frames; }

static inline vm_value value_or_exception(const void *cell) {
    return cell ? value_from_cell(cell) : VALUE_EXCEPTION;
}

void holders_initialize(vm_isolate *vm);

#endif
