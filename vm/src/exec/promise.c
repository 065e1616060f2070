// Promises and their jobs (sec-promise-abstract-operations).
//
// A reaction is one record; settling a promise turns each into one job of the ring. What `await` waits for is
// a reaction of its own kind whose job resumes the suspended frame: no derived promise, no resolving
// functions.
#include "exec/promise.h"

#include "exec/finalization.h"
#include "exec/function_create.h"
#include "exec/generator.h"
#include "lang/property.h"
#include "object/throw.h"

struct promise *promise_create_with_prototype(vm_isolate *vm, struct object *prototype) {
    struct promise *p = object_allocate_kind(vm, CELL_PROMISE, sizeof *p, prototype);
    if (p) {
        p->value = VALUE_UNDEFINED;
        p->reactions = NULL;
        vm->promise_count++;
    }
    return p;
}

// The root shape of promises of the current realm. NULL: error pending.
static struct shape *make_promise_shape(vm_isolate *vm) {
    struct realm *realm = vm->realm;
    struct object *prototype = intrinsic(vm, INTRINSIC_PromisePrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_PROMISE, 0) : NULL;
    if (shape) {
        heap_write(&vm->heap, realm);
        realm->promise_shape = shape;
    }
    return shape;
}

struct promise *promise_create(vm_isolate *vm) {
    struct shape *shape = vm->realm->promise_shape;
    if (!shape && !(shape = make_promise_shape(vm))) {
        return NULL;
    }
    struct promise *p = heap_allocate(&vm->heap, CELL_PROMISE, sizeof *p);
    if (!p) {
        throw_out_of_memory(vm);
        return NULL;
    }
    p->object.shape = shape;
    p->object.slots = NULL;
    p->object.elements = vm->empty_elements;
    p->value = VALUE_UNDEFINED;
    p->reactions = NULL;
    vm->promise_count++;
    return p;
}

// --- settling

static bool enqueue_reaction(vm_isolate *vm, struct reaction *reaction, bool fulfilled, vm_value value) {
    struct object *context = vm->jobs->context;
    vm->jobs->context = reaction->context;
    bool ok;
    if (reaction->cell.aux == REACTION_AWAIT) {
        ok = jobs_enqueue(vm, fulfilled ? JOB_RESUME : JOB_RESUME_THROW, value_as_cell(reaction->target),
                          value);
    } else {
        ok = jobs_enqueue(vm, fulfilled ? JOB_FULFILL_REACTION : JOB_REJECT_REACTION, reaction, value);
    }
    vm->jobs->context = context;
    return ok;
}

static bool settle(vm_isolate *vm, struct promise *p, enum promise_state state, vm_value value) {
    struct reaction *newest = p->reactions, *oldest = NULL;
    heap_write(&vm->heap, p);
    p->value = value;
    p->reactions = NULL;
    p->object.cell.word = (p->object.cell.word & ~(uint32_t)PROMISE_STATE_MASK) | state | PROMISE_RESOLVED;
    while (newest) { // newest first: turn around
        struct reaction *next = newest->next;
        heap_write(&vm->heap, newest);
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    for (; oldest; oldest = oldest->next) {
        if (!enqueue_reaction(vm, oldest, state == PROMISE_FULFILLED, value)) {
            return false;
        }
    }
    return true;
}

bool promise_fulfill(vm_isolate *vm, struct promise *p, vm_value value) {
    return settle(vm, p, PROMISE_FULFILLED, value);
}

bool promise_reject(vm_isolate *vm, struct promise *p, vm_value reason) {
    if (!(p->object.cell.word & PROMISE_HANDLED) &&
        !list_push(vm, vm->jobs->rejections, value_from_cell(p))) {
        return false;
    }
    return settle(vm, p, PROMISE_REJECTED, reason);
}

bool exception_take(vm_isolate *vm, vm_value *reason) {
    if (vm->terminating) {
        return false;
    }
    *reason = vm->exception;
    vm->exception = VALUE_EMPTY;
    vm->out_of_memory = false;
    return true;
}

bool promise_reject_pending(vm_isolate *vm, struct promise *p) {
    vm_value reason;
    return exception_take(vm, &reason) && promise_reject(vm, p, reason);
}

// --- what script has not touched

// Finds out where `then` and `constructor` stand. Structural changes of a prototype renew the epoch, so that
// only the values in the slots remain to be compared.
static bool survey(vm_isolate *vm, struct realm *realm, struct object *prototype) {
    struct object *constructor = realm->intrinsics[INTRINSIC_Promise];
    struct property then, own, species;
    if (!constructor || !object_become_prototype(vm, constructor) ||
        !object_find_own(vm, prototype, atom_key(vm, ATOM_then), &then) ||
        then.attributes & PROPERTY_ACCESSOR ||
        !object_find_own(vm, prototype, atom_key(vm, ATOM_constructor), &own) ||
        own.attributes & PROPERTY_ACCESSOR ||
        !object_find_own(vm, constructor, symbol_key(vm, SYMBOL_species), &species) ||
        !(species.attributes & PROPERTY_ACCESSOR) ||
        !value_same_bits(((struct accessor *)value_as_cell(species.value))->getter, realm->promise_species)) {
        return false;
    }
    realm->promise_then_place = object_slot(prototype, then.slot);
    realm->promise_constructor_place = object_slot(prototype, own.slot);
    realm->promise_epoch = vm->prototype_epoch;
    return true;
}

bool promise_survey(vm_isolate *vm, const struct promise *p) {
    struct realm *realm = vm->realm;
    struct object *prototype = object_prototype(&p->object);
    return !p->object.shape->count && prototype &&
           prototype == realm->intrinsics[INTRINSIC_PromisePrototype] &&
           ((realm->promise_epoch == vm->prototype_epoch && realm->promise_epoch) ||
            survey(vm, realm, prototype)) &&
           promise_functions_untouched(realm);
}

bool promise_resolve(vm_isolate *vm, struct promise *p, vm_value value) {
    p->object.cell.word |= PROMISE_RESOLVED;
    if (!value_is_object(value)) {
        return promise_fulfill(vm, p, value);
    }
    if (value_as_cell(value) == p) {
        throw_type_error(vm, "Chaining cycle detected for promise #<Promise>");
        return promise_reject_pending(vm, p);
    }
    bool pristine = value_is_kind(value, CELL_PROMISE) && promise_is_pristine(vm, value_as_cell(value));
    vm_value then = pristine ? vm->realm->promise_then : js_get_atom(vm, value_as_object(value), ATOM_then);
    if (value_is_exception(then)) {
        return promise_reject_pending(vm, p);
    }
    if (!value_is_callable(then)) {
        return promise_fulfill(vm, p, value);
    }
    struct list *job = list_create(vm);
    return job && list_push(vm, job, value_from_cell(p)) && list_push(vm, job, value) &&
           list_push(vm, job, then) && jobs_enqueue(vm, JOB_THENABLE, job, VALUE_UNDEFINED);
}

// --- reactions

static bool add_reaction(vm_isolate *vm, struct promise *p, enum reaction_kind kind, vm_value fulfilled,
                         vm_value rejected, vm_value target) {
    uint32_t *word = &p->object.cell.word;
    enum promise_state state = promise_state(p);
    if (state == PROMISE_REJECTED && !(*word & PROMISE_HANDLED) && *word & PROMISE_REPORTED &&
        !list_push(vm, vm->jobs->handled_late, value_from_cell(p))) {
        return false;
    }
    *word |= PROMISE_HANDLED;
    if (state != PROMISE_PENDING && kind == REACTION_AWAIT) {
        return jobs_enqueue(vm, state == PROMISE_FULFILLED ? JOB_RESUME : JOB_RESUME_THROW,
                            value_as_cell(target), p->value);
    }
    struct reaction *reaction = heap_allocate(&vm->heap, CELL_REACTION, sizeof *reaction);
    if (!reaction) {
        throw_out_of_memory(vm);
        return false;
    }
    reaction->cell.aux = kind;
    reaction->context = vm->jobs->context;
    reaction->next = NULL;
    reaction->fulfilled = fulfilled;
    reaction->rejected = rejected;
    reaction->target = target;
    if (state != PROMISE_PENDING) {
        return enqueue_reaction(vm, reaction, state == PROMISE_FULFILLED, p->value);
    }
    heap_write(&vm->heap, p);
    reaction->next = p->reactions;
    p->reactions = reaction;
    return true;
}

bool promise_then(vm_isolate *vm, struct promise *p, vm_value fulfilled, vm_value rejected, vm_value target) {
    return add_reaction(vm, p, REACTION_THEN, value_is_callable(fulfilled) ? fulfilled : VALUE_UNDEFINED,
                        value_is_callable(rejected) ? rejected : VALUE_UNDEFINED, target);
}

bool promise_then_indexed(vm_isolate *vm, struct promise *p, vm_value fulfilled, vm_value rejected,
                          uint32_t index) {
    return add_reaction(vm, p, REACTION_INDEXED, fulfilled, rejected, value_from_uint32(index));
}

// sec-promise-resolve for the intrinsic constructor
struct promise *js_promise_resolve_value(vm_isolate *vm, vm_value value) {
    if (value_is_kind(value, CELL_PROMISE)) {
        if (promise_is_pristine(vm, value_as_cell(value))) {
            return value_as_cell(value);
        }
        struct object *constructor = intrinsic(vm, INTRINSIC_Promise);
        vm_value own =
            constructor ? js_get_atom(vm, value_as_object(value), ATOM_constructor) : VALUE_EXCEPTION;
        if (value_is_exception(own)) {
            return NULL;
        }
        if (value_is_object(own) && value_as_object(own) == constructor) {
            return value_as_cell(value);
        }
    }
    struct promise *p = promise_create(vm);
    return p && promise_resolve(vm, p, value) ? p : NULL;
}

bool promise_await(vm_isolate *vm, struct cell *frame, vm_value value) {
    if (!value_is_object(value)) { // a settled promise of a plain value in one step
        return jobs_enqueue(vm, JOB_RESUME, frame, value);
    }
    struct promise *p = js_promise_resolve_value(vm, value);
    return p && add_reaction(vm, p, REACTION_AWAIT, VALUE_UNDEFINED, VALUE_UNDEFINED, value_from_cell(frame));
}

// --- resolving functions and capabilities

// sec-promise-resolve-functions, sec-promise-reject-functions: captured[0] the promise, captured[1] the
// partner, whose use switches both off.
static vm_value resolving_function(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    if (value_is_undefined(self->captured[0])) {
        return VALUE_UNDEFINED;
    }
    struct promise *p = value_as_cell(self->captured[0]);
    struct native_function *partner = value_as_cell(self->captured[1]);
    self->captured[0] = partner->captured[0] = VALUE_UNDEFINED;
    vm_value value = native_argument(frame, argc, 0);
    bool ok = self->data ? promise_reject(vm, p, value) : promise_resolve(vm, p, value);
    return ok ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

bool promise_resolving_functions(vm_isolate *vm, struct promise *p, vm_value *resolve, vm_value *reject) {
    vm_value owner = value_from_cell(p);
    struct native_function *resolver =
        native_closure_create(vm, resolving_function, 1, false, owner, VALUE_UNDEFINED);
    struct native_function *rejecter =
        resolver ? native_closure_create(vm, resolving_function, 1, true, owner, value_from_cell(resolver))
                 : NULL;
    if (!rejecter) {
        return false;
    }
    heap_write(&vm->heap, resolver);
    resolver->captured[1] = value_from_cell(rejecter);
    *resolve = value_from_cell(resolver);
    *reject = value_from_cell(rejecter);
    return true;
}

// sec-getcapabilitiesexecutor: captured[0] is the capability LIST.
static vm_value capability_executor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct list *capability = value_as_cell(native_callee(frame)->captured[0]);
    vm_value *parts = capability->vector->values;
    if (!value_is_undefined(parts[1]) || !value_is_undefined(parts[2])) {
        return throw_type_error(vm, "Promise executor has already been invoked with non-undefined arguments");
    }
    heap_write(&vm->heap, capability);
    parts[1] = native_argument(frame, argc, 0);
    parts[2] = native_argument(frame, argc, 1);
    return VALUE_UNDEFINED;
}

// sec-newpromisecapability
vm_value js_promise_capability(vm_isolate *vm, vm_value constructor) {
    struct object *standard = intrinsic(vm, INTRINSIC_Promise);
    if (!standard) {
        return VALUE_EXCEPTION;
    }
    if (value_is_object(constructor) && value_as_object(constructor) == standard) {
        struct promise *p = promise_create(vm);
        return p ? value_from_cell(p) : VALUE_EXCEPTION;
    }
    if (!value_is_constructor(constructor)) {
        return throw_type_error(vm, "%V is not a constructor", constructor);
    }
    struct list *capability = list_create(vm);
    for (int i = 0; capability && i < 3; i++) {
        if (!list_push(vm, capability, VALUE_UNDEFINED)) {
            return VALUE_EXCEPTION;
        }
    }
    struct native_function *executor =
        capability ? native_closure_create(vm, capability_executor, 2, 0, value_from_cell(capability),
                                           VALUE_UNDEFINED)
                   : NULL;
    if (!executor) {
        return VALUE_EXCEPTION;
    }
    vm_value argument = value_from_cell(executor);
    vm_value promise = js_construct(vm, value_as_object(constructor), 1, &argument, NULL);
    if (value_is_exception(promise)) {
        return promise;
    }
    vm_value *parts = capability->vector->values;
    if (!value_is_callable(parts[1]) || !value_is_callable(parts[2])) {
        return throw_type_error(vm, "Promise resolve or reject function is not callable");
    }
    heap_write(&vm->heap, capability);
    parts[0] = promise;
    return value_from_cell(capability);
}

vm_value capability_promise(vm_value capability) {
    return value_is_kind(capability, CELL_PROMISE) ? capability : list_at(value_as_cell(capability), 0);
}

static bool capability_call(vm_isolate *vm, vm_value capability, uint32_t part, vm_value value) {
    return !value_is_exception(
        js_call(vm, list_at(value_as_cell(capability), part), VALUE_UNDEFINED, 1, &value));
}

bool js_capability_resolve(vm_isolate *vm, vm_value capability, vm_value value) {
    if (value_is_kind(capability, CELL_PROMISE)) {
        return promise_resolve(vm, value_as_cell(capability), value);
    }
    return capability_call(vm, capability, 1, value);
}

bool js_capability_reject(vm_isolate *vm, vm_value capability, vm_value reason) {
    if (value_is_kind(capability, CELL_PROMISE)) {
        return promise_reject(vm, value_as_cell(capability), reason);
    }
    return capability_call(vm, capability, 2, reason);
}

// --- jobs

// sec-newpromisereactionjob
static vm_value run_reaction(vm_isolate *vm, struct reaction *reaction, bool fulfilled, vm_value value) {
    vm_value handler = fulfilled ? reaction->fulfilled : reaction->rejected;
    bool threw = false;
    if (!value_is_undefined(handler)) {
        value = js_call(vm, handler, VALUE_UNDEFINED, 1, &value);
        if (value_is_exception(value)) {
            if (!exception_take(vm, &value)) {
                return VALUE_EXCEPTION;
            }
            threw = true;
        }
    } else {
        threw = !fulfilled;
    }
    if (value_is_undefined(reaction->target)) {
        return VALUE_UNDEFINED;
    }
    bool ok = threw ? js_capability_reject(vm, reaction->target, value)
                    : js_capability_resolve(vm, reaction->target, value);
    return ok ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-newpromiseresolvethenablejob. A native promise with the standard then() is joined without resolving
// functions.
static vm_value run_thenable(vm_isolate *vm, struct list *job) {
    struct promise *p = value_as_cell(list_at(job, 0));
    vm_value thenable = list_at(job, 1), then = list_at(job, 2), functions[2];
    if (value_is_kind(thenable, CELL_PROMISE) && value_same_bits(then, vm->realm->promise_then) &&
        promise_is_pristine(vm, value_as_cell(thenable))) {
        return add_reaction(vm, value_as_cell(thenable), REACTION_FORWARD, VALUE_UNDEFINED, VALUE_UNDEFINED,
                            value_from_cell(p))
                   ? VALUE_UNDEFINED
                   : VALUE_EXCEPTION;
    }
    if (!promise_resolving_functions(vm, p, &functions[0], &functions[1])) {
        return VALUE_EXCEPTION;
    }
    vm_value result = js_call(vm, then, thenable, 2, functions);
    if (value_is_exception(result)) {
        vm_value reason;
        if (!exception_take(vm, &reason)) {
            return result;
        }
        result = js_call(vm, functions[1], VALUE_UNDEFINED, 1, &reason);
    }
    return value_is_exception(result) ? result : VALUE_UNDEFINED;
}

static vm_value resume(vm_isolate *vm, struct suspended_frame *frame, enum resume_mode mode, vm_value value) {
    if (value_is_kind(frame->owner, CELL_ASYNC_GENERATOR)) {
        return async_generator_resumed(vm, frame, mode, value) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    }
    return suspended_resume(vm, frame, mode, value);
}

vm_value promise_run_job(vm_isolate *vm, const struct job *job) {
    switch (job_kind(job)) {
    case JOB_FULFILL_REACTION:
    case JOB_REJECT_REACTION: {
        struct reaction *reaction = (struct reaction *)job->target;
        bool fulfilled = job_kind(job) == JOB_FULFILL_REACTION;
        if (reaction->cell.aux == REACTION_FORWARD) {
            struct promise *p = value_as_cell(reaction->target);
            bool ok = fulfilled ? promise_resolve(vm, p, job->value) : promise_reject(vm, p, job->value);
            return ok ? VALUE_UNDEFINED : VALUE_EXCEPTION;
        }
        if (reaction->cell.aux == REACTION_INDEXED) {
            vm_value arguments[] = {job->value, reaction->target};
            return js_call(vm, fulfilled ? reaction->fulfilled : reaction->rejected, VALUE_UNDEFINED, 2,
                           arguments);
        }
        return run_reaction(vm, reaction, fulfilled, job->value);
    }
    case JOB_THENABLE: return run_thenable(vm, (struct list *)job->target);
    case JOB_RESUME: return resume(vm, (struct suspended_frame *)job->target, RESUME_NEXT, job->value);
    case JOB_RESUME_THROW: return resume(vm, (struct suspended_frame *)job->target, RESUME_THROW, job->value);
    case JOB_FINALIZATION: return finalization_run(vm, (struct finalization_registry *)job->target);
    case JOB_CALLBACK: {
        vm_value callback = value_from_cell(job->target);
        if (value_is_undefined(job->value)) {
            return js_call(vm, callback, VALUE_UNDEFINED, 0, NULL);
        }
        struct list *arguments = value_as_cell(job->value);
        return js_call(vm, callback, VALUE_UNDEFINED, arguments->length,
                       arguments->length ? arguments->vector->values : NULL);
    }
    }
    __builtin_unreachable();
}

void promise_trace(struct marker *marker, struct cell *cell) {
    struct promise *p = (struct promise *)cell;
    object_trace(marker, cell);
    mark_value(marker, p->value);
    mark_cell(marker, p->reactions);
}

void reaction_trace(struct marker *marker, struct cell *cell) {
    struct reaction *reaction = (struct reaction *)cell;
    mark_cell(marker, reaction->next);
    mark_value(marker, reaction->fulfilled);
    mark_value(marker, reaction->rejected);
    mark_value(marker, reaction->target);
    mark_cell(marker, reaction->context);
}
