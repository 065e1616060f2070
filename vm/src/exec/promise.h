// Promises (sec-promise-objects), native throughout: reactions are records, `await` resumes the suspended
// frame straight from its job.
#ifndef EXEC_PROMISE_H
#define EXEC_PROMISE_H

#include "exec/jobs.h"
#include "exec/realm.h"

enum promise_state { PROMISE_PENDING, PROMISE_FULFILLED, PROMISE_REJECTED };

// cell.word bits of a promise
#define PROMISE_STATE_MASK 0x03
#define PROMISE_HANDLED 0x04
#define PROMISE_RESOLVED 0x08 // its resolving functions have been used
#define PROMISE_REPORTED 0x10 // reported as unhandled

struct promise {
    struct object object;
    vm_value value;             // result or reason
    struct reaction *reactions; // newest first while pending; NULL otherwise
};

// One then() on a promise. kind by cell.aux.
enum reaction_kind {
    REACTION_THEN,    // handlers may be undefined; target: derived promise, or capability LIST {promise,
                      // resolve, reject}, or undefined
    REACTION_AWAIT,   // target: SUSPENDED_FRAME
    REACTION_FORWARD, // settles `target` promise the same way (async return of a native promise)
    REACTION_INDEXED, // handlers are called with (value, target); what they give is dropped (Promise.all and
                      // the like)
};
struct reaction {
    struct cell cell; // cell.aux: enum reaction_kind
    struct reaction *next;
    vm_value fulfilled, rejected;
    vm_value target;
    struct object *context; // async context (jobs.h)
};

// What a REACTION_INDEXED serves: the promise that Promise.all and the like have given; *name gets the
// method's name, NULL for race. NULL: that is not known. Defined by builtins/.
struct promise *promise_combined(const struct reaction *reaction, const char **name);

struct promise *
promise_create(vm_isolate *vm); // pending, %Promise.prototype% of the current realm; NULL: error pending
struct promise *promise_create_with_prototype(vm_isolate *vm, struct object *prototype);
// The resolve function's steps (27.2.1.3.2): adopts thenables. False only on memory failure or termination.
bool promise_resolve(vm_isolate *vm, struct promise *promise, vm_value value);
bool promise_fulfill(vm_isolate *vm, struct promise *promise, vm_value value);
bool promise_reject(vm_isolate *vm, struct promise *promise, vm_value reason);
// PerformPromiseThen without or with a derived promise (target undefined, PROMISE, or capability LIST).
bool promise_then(vm_isolate *vm, struct promise *promise, vm_value fulfilled, vm_value rejected,
                  vm_value target);
// The same for a combinator's element: the handlers get (value, index).
bool promise_then_indexed(vm_isolate *vm, struct promise *promise, vm_value fulfilled, vm_value rejected,
                          uint32_t index);
// The values of what promise_survey has found.
static inline bool promise_functions_untouched(const struct realm *realm) {
    return value_same_bits(*realm->promise_then_place, realm->promise_then) &&
           value_same_bits(*realm->promise_constructor_place,
                           value_from_cell(realm->intrinsics[INTRINSIC_Promise]));
}
// promise_is_pristine, found out anew where that is needed.
bool promise_survey(vm_isolate *vm, const struct promise *promise);
// Whether then() on this promise is what the current realm was born with and makes a plain promise: `then`,
// `constructor` and the species of Promise are untouched. Nothing that script could see distinguishes then()
// from promise_then.
static inline bool promise_is_pristine(vm_isolate *vm, const struct promise *promise) {
    const struct realm *realm = vm->realm;
    return promise->object.shape == realm->promise_shape && realm->promise_epoch == vm->prototype_epoch &&
                   realm->promise_epoch
               ? promise_functions_untouched(realm)
               : promise_survey(vm, promise);
}
// Takes the pending exception to *reason. False: it is a termination, which nobody takes.
bool exception_take(vm_isolate *vm, vm_value *reason);
// Rejects with the pending exception. False when that is a termination, or memory failed.
bool promise_reject_pending(vm_isolate *vm, struct promise *promise);
// Suspends `frame` on a value: native promise with the pristine constructor straight, others through
// PromiseResolve.
bool promise_await(vm_isolate *vm, struct cell *frame, vm_value value);
// PromiseResolve(%Promise%, value): a native promise. NULL: exception pending.
struct promise *js_promise_resolve_value(vm_isolate *vm, vm_value value);
// CreateResolvingFunctions.
bool promise_resolving_functions(vm_isolate *vm, struct promise *promise, vm_value *resolve,
                                 vm_value *reject);
// NewPromiseCapability(C): LIST {promise, resolve, reject}; for %Promise% itself the promise alone (value is
// a PROMISE).
vm_value js_promise_capability(vm_isolate *vm, vm_value constructor);
bool js_capability_resolve(vm_isolate *vm, vm_value capability, vm_value value);
bool js_capability_reject(vm_isolate *vm, vm_value capability, vm_value reason);
vm_value capability_promise(vm_value capability);
// Carries out one job record. EXCEPTION: an error that nothing catches (callbacks), or termination.
vm_value promise_run_job(vm_isolate *vm, const struct job *job);

static inline enum promise_state promise_state(const struct promise *p) {
    return p->object.cell.word & PROMISE_STATE_MASK;
}

struct marker;
void promise_trace(struct marker *marker, struct cell *cell);
void reaction_trace(struct marker *marker, struct cell *cell);

#endif
