// Promise (sec-promise-constructor). What promises do is exec/promise.h; here are the functions that scripts
// see.
//
// A promise that is pristine (promise_is_pristine) is treated without looking anything up, as nobody could
// tell. The combinators then need one reaction per element and one pair of functions in all: the reactions
// call them with the index of the element (REACTION_INDEXED). Elements that are not pristine get functions of
// their own, as the specification has it.
#include "builtins/builtin.h"

#include "exec/promise.h"
#include "lang/throw.h"

// --- capabilities ----------------------------------------------------------------------------------

// Rejects with the pending exception; gives the capability's promise.
static vm_value reject_pending(vm_isolate *vm, vm_value capability) {
    vm_value reason;
    if (!exception_take(vm, &reason) || !js_capability_reject(vm, capability, reason)) return VALUE_EXCEPTION;
    return capability_promise(capability);
}

// NewPromiseCapability with its functions made even for %Promise%: always a LIST {promise, resolve, reject}.
static struct list *full_capability(vm_isolate *vm, vm_value constructor) {
    vm_value capability = js_promise_capability(vm, constructor), resolve, reject;
    if (value_is_exception(capability)) return NULL;
    if (!value_is_kind(capability, CELL_PROMISE)) return value_as_cell(capability);
    if (!promise_resolving_functions(vm, value_as_cell(capability), &resolve, &reject)) return NULL;
    struct list *list = list_create(vm);
    return list && list_push(vm, list, capability) && list_push(vm, list, resolve) &&
                   list_push(vm, list, reject)
               ? list
               : NULL;
}

static bool is_standard(vm_isolate *vm, vm_value constructor) {
    return value_same_bits(constructor, value_from_cell(vm->realm->intrinsics[INTRINSIC_Promise]));
}

// sec-promise-resolve
static vm_value resolve_with(vm_isolate *vm, vm_value constructor, vm_value value) {
    if (is_standard(vm, constructor)) return builtin_cell(js_promise_resolve_value(vm, value));
    if (value_is_kind(value, CELL_PROMISE)) {
        vm_value own = js_get_atom(vm, value_as_object(value), ATOM_constructor);
        if (value_is_exception(own)) return own;
        if (js_same_value(vm, own, constructor)) return value;
    }
    vm_value capability = js_promise_capability(vm, constructor);
    if (value_is_exception(capability) || !js_capability_resolve(vm, capability, value))
        return VALUE_EXCEPTION;
    return capability_promise(capability);
}

// --- constructor -----------------------------------------------------------------------------------

// sec-promise-executor
static vm_value promise_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value executor = ARGUMENT(0), functions[2];
    struct object *new_target = builtin_new_target(vm, "Promise");
    if (!new_target) return VALUE_EXCEPTION;
    if (!value_is_callable(executor))
        return throw_type_error(vm, "Promise resolver %V is not a function", executor);
    struct promise *promise;
    if (value_same_bits(value_from_cell(new_target), frame[-1])) {
        promise = promise_create(vm);
    } else {
        struct object *prototype = js_prototype_from_constructor(vm, new_target, INTRINSIC_PromisePrototype);
        promise = prototype ? promise_create_with_prototype(vm, prototype) : NULL;
    }
    if (!promise || !promise_resolving_functions(vm, promise, &functions[0], &functions[1]))
        return VALUE_EXCEPTION;
    if (value_is_exception(js_call(vm, executor, VALUE_UNDEFINED, 2, functions))) {
        vm_value reason;
        if (!exception_take(vm, &reason) ||
            value_is_exception(js_call(vm, functions[1], VALUE_UNDEFINED, 1, &reason))) {
            return VALUE_EXCEPTION;
        }
    }
    return value_from_cell(promise);
}

// --- combinators -----------------------------------------------------------------------------------

enum combinator { COMBINATOR_ALL, COMBINATOR_ALL_SETTLED, COMBINATOR_ANY, COMBINATOR_RACE };

// What the functions of one call share: a LIST of these. REMAINING counts elements not settled, plus one
// while the iteration goes on.
enum { SHARED_CAPABILITY, SHARED_VALUES, SHARED_REMAINING };

// How an element has settled: what is stored for it.
enum element_kind { ELEMENT_VALUE, ELEMENT_FULFILLED, ELEMENT_REJECTED, ELEMENT_ERROR };

static vm_value settled_record(vm_isolate *vm, enum element_kind kind, vm_value value) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *o = prototype ? object_create(vm, prototype) : NULL;
    struct string *text =
        o ? string_from_text(vm, kind == ELEMENT_FULFILLED ? "fulfilled" : "rejected") : NULL;
    property_key status, name;
    if (!text || !key_from_text(vm, "status", &status) ||
        !key_from_text(vm, kind == ELEMENT_FULFILLED ? "value" : "reason", &name)) {
        return VALUE_EXCEPTION;
    }
    bool ok = object_add(vm, o, status, value_from_cell(text), PROPERTY_DEFAULT) &&
              object_add(vm, o, name, value, PROPERTY_DEFAULT);
    return ok ? value_from_cell(o) : VALUE_EXCEPTION;
}

// All elements are there: settles the combined promise.
static bool finish(vm_isolate *vm, struct list *shared, bool errors) {
    vm_value capability = list_at(shared, SHARED_CAPABILITY), values = list_at(shared, SHARED_VALUES);
    if (!errors) return js_capability_resolve(vm, capability, values);
    struct string *message = string_from_text(vm, "All promises were rejected");
    vm_value error = message ? error_create(vm, ERROR_AGGREGATE, message) : VALUE_EXCEPTION;
    return !value_is_exception(error) &&
           object_define(vm, value_as_object(error), atom_key(vm, ATOM_errors), values, PROPERTY_HIDDEN) &&
           js_capability_reject(vm, capability, error);
}

// One fewer to wait for. False: exception pending.
static bool count_down(vm_isolate *vm, struct list *shared, bool errors) {
    vm_value *remaining = &shared->vector->values[SHARED_REMAINING];
    *remaining = value_from_int(value_as_int(*remaining) - 1);
    return value_as_int(*remaining) || finish(vm, shared, errors);
}

static vm_value settle_element(vm_isolate *vm, struct list *shared, uint32_t index, enum element_kind kind,
                               vm_value value) {
    if (kind == ELEMENT_FULFILLED || kind == ELEMENT_REJECTED) {
        value = settled_record(vm, kind, value);
        if (value_is_exception(value)) return value;
    }
    struct object *values = value_as_object(list_at(shared, SHARED_VALUES));
    values->elements[index] = value;
    heap_write_slot(&vm->heap, values, elements_vector(values->elements), index);
    return count_down(vm, shared, kind == ELEMENT_ERROR) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// The function of all pristine elements of a call: captured[0] is the shared LIST, arguments are value and
// index.
static vm_value settle_indexed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct list *shared = value_as_cell(native_callee(frame)->captured[0]);
    return settle_element(vm, shared, (uint32_t)value_as_int(ARGUMENT(1)), MAGIC, ARGUMENT(0));
}

// sec-promise.all-resolve-element-functions and its like: captured[0] is the shared LIST, undefined when used
// up; captured[1] the partner that is used up together with it; data: kind and index.
static vm_value settle_single(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    if (value_is_undefined(self->captured[0])) return VALUE_UNDEFINED;
    struct list *shared = value_as_cell(self->captured[0]);
    self->captured[0] = VALUE_UNDEFINED;
    if (!value_is_undefined(self->captured[1]))
        ((struct native_function *)value_as_cell(self->captured[1]))->captured[0] = VALUE_UNDEFINED;
    return settle_element(vm, shared, (uint32_t)(self->data >> 2), self->data & 3, ARGUMENT(0));
}

static struct native_function *element_function(vm_value v) {
    struct native_function *f = value_is_kind(v, CELL_NATIVE_FUNCTION) ? value_as_cell(v) : NULL;
    return f && f->native == settle_indexed ? f : NULL;
}

struct promise *promise_combined(const struct reaction *reaction, const char **name) {
    static const char *const names[] = {[ELEMENT_VALUE] = "all",
                                        [ELEMENT_FULFILLED] = "allSettled",
                                        [ELEMENT_REJECTED] = "allSettled",
                                        [ELEMENT_ERROR] = "any"};
    struct native_function *f = element_function(reaction->fulfilled);
    f = f ? f : element_function(reaction->rejected);
    if (!f) { // race: the resolving functions themselves
        f = value_is_kind(reaction->fulfilled, CELL_NATIVE_FUNCTION) ? value_as_cell(reaction->fulfilled)
                                                                     : NULL;
        *name = NULL;
        return f && value_is_kind(f->captured[0], CELL_PROMISE) ? value_as_cell(f->captured[0]) : NULL;
    }
    *name = names[f->data & 3];
    vm_value promise = capability_promise(list_at(value_as_cell(f->captured[0]), SHARED_CAPABILITY));
    return value_is_kind(promise, CELL_PROMISE) ? value_as_cell(promise) : NULL;
}

struct combination {
    enum combinator kind;
    vm_value constructor, resolve; // C and its resolve method
    bool standard;                 // they are the intrinsic ones
    struct list *capability;
    struct list *shared;   // NULL: race
    vm_value functions[2]; // of the pristine elements
    bool has_functions;
};

static bool closure(vm_isolate *vm, vm_native native, uint64_t data, vm_value captured0, vm_value *out) {
    struct native_function *f = native_closure_create(vm, native, 1, data, captured0, VALUE_UNDEFINED);
    *out = builtin_cell(f);
    return f != NULL;
}

// The pair of handlers for an element. `native` is settle_indexed or settle_single; `index` counts for the
// latter only.
static bool make_handlers(vm_isolate *vm, struct combination *c, vm_native native, uint64_t index,
                          vm_value out[2]) {
    vm_value shared = c->shared ? value_from_cell(c->shared) : VALUE_UNDEFINED;
    uint64_t base = native == settle_single ? index << 2 : 0;
    out[0] = list_at(c->capability, 1);
    out[1] = list_at(c->capability, 2);
    switch (c->kind) {
    case COMBINATOR_ALL: return closure(vm, native, base | ELEMENT_VALUE, shared, &out[0]);
    case COMBINATOR_ANY: return closure(vm, native, base | ELEMENT_ERROR, shared, &out[1]);
    case COMBINATOR_ALL_SETTLED: {
        if (!closure(vm, native, base | ELEMENT_FULFILLED, shared, &out[0]) ||
            !closure(vm, native, base | ELEMENT_REJECTED, shared, &out[1])) {
            return false;
        }
        struct native_function *first = value_as_cell(out[0]), *second = value_as_cell(out[1]);
        second->captured[1] = out[0];
        first->captured[1] = out[1];
        heap_write(&vm->heap, first);
        return true;
    }
    case COMBINATOR_RACE: return true;
    }
    __builtin_unreachable();
}

// One element of the iterable. False: exception pending.
static bool add_element(vm_isolate *vm, struct combination *c, vm_value value, uint32_t index) {
    if (c->shared && !array_push(vm, value_as_object(list_at(c->shared, SHARED_VALUES)), VALUE_UNDEFINED))
        return false;
    vm_value promise = c->standard ? builtin_cell(js_promise_resolve_value(vm, value))
                                   : js_call(vm, c->resolve, c->constructor, 1, &value);
    if (value_is_exception(promise)) return false;
    vm_value handlers[2], *remaining = c->shared ? &c->shared->vector->values[SHARED_REMAINING] : NULL;
    if (c->standard && promise_is_pristine(vm, value_as_cell(promise))) {
        if (!c->has_functions && !make_handlers(vm, c, settle_indexed, 0, c->functions)) return false;
        c->has_functions = true;
        if (remaining) *remaining = value_from_int(value_as_int(*remaining) + 1);
        return promise_then_indexed(vm, value_as_cell(promise), c->functions[0], c->functions[1], index);
    }
    if (!make_handlers(vm, c, settle_single, index, handlers)) return false;
    if (remaining) *remaining = value_from_int(value_as_int(*remaining) + 1);
    return !value_is_exception(js_invoke(vm, promise, atom_key(vm, ATOM_then), 2, handlers));
}

static bool prepare_shared(vm_isolate *vm, struct combination *c) {
    struct object *values = array_create(vm, 0);
    c->shared = values ? list_create(vm) : NULL;
    return c->shared && list_push(vm, c->shared, value_from_cell(c->capability)) &&
           list_push(vm, c->shared, value_from_cell(values)) && list_push(vm, c->shared, value_from_int(1));
}

static vm_value static_resolve(vm_isolate *vm, vm_value *frame, uint32_t argc);

// sec-getpromiseresolve
static bool get_resolve(vm_isolate *vm, struct combination *c) {
    c->resolve = js_get_value(vm, c->constructor, atom_key(vm, ATOM_resolve));
    if (value_is_exception(c->resolve)) return false;
    if (!value_is_callable(c->resolve)) {
        throw_type_error(vm, "Promise resolve or reject function is not callable");
        return false;
    }
    c->standard = is_standard(vm, c->constructor) && value_is_kind(c->resolve, CELL_NATIVE_FUNCTION) &&
                  ((struct native_function *)value_as_cell(c->resolve))->native == static_resolve;
    return true;
}

// sec-performpromiseall and its like. False: exception pending, the iterator closed where it must be.
static bool perform(vm_isolate *vm, struct combination *c, struct iteration *it) {
    enum outcome more;
    vm_value value;
    uint32_t index = 0;
    while ((more = js_iterate_next(vm, it, &value)) == OUTCOME_TRUE) {
        if (!js_safepoint(vm)) return false;
        if (!add_element(vm, c, value, index++)) {
            js_iterate_abort(vm, it);
            return false;
        }
    }
    return more == OUTCOME_FALSE && (!c->shared || count_down(vm, c->shared, c->kind == COMBINATOR_ANY));
}

// sec-promise.all, sec-promise.allsettled, sec-promise.any, sec-promise.race; MAGIC: enum combinator
static vm_value static_combine(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct combination c = {.kind = MAGIC, .constructor = THIS};
    struct iteration it;
    c.capability = full_capability(vm, THIS);
    if (!c.capability || (c.kind != COMBINATOR_RACE && !prepare_shared(vm, &c))) return VALUE_EXCEPTION;
    if (!get_resolve(vm, &c) || !js_iterate(vm, ARGUMENT(0), &it) || !perform(vm, &c, &it))
        return reject_pending(vm, value_from_cell(c.capability));
    return list_at(c.capability, 0);
}

// --- statics ---------------------------------------------------------------------------------------

// sec-promise.resolve
static vm_value static_resolve(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value value = ARGUMENT(0);
    if (is_standard(vm, THIS) && value_is_kind(value, CELL_PROMISE) &&
        promise_is_pristine(vm, value_as_cell(value)))
        return value;
    if (!value_is_object(THIS)) return throw_type_error(vm, "PromiseResolve called on non-object");
    return resolve_with(vm, THIS, value);
}

// sec-promise.reject
static vm_value static_reject(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value capability = js_promise_capability(vm, THIS);
    if (value_is_exception(capability) || !js_capability_reject(vm, capability, ARGUMENT(0)))
        return VALUE_EXCEPTION;
    return capability_promise(capability);
}

// sec-promise.try
static vm_value static_try(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_object(THIS)) return throw_type_error(vm, "Promise.try called on non-object");
    vm_value capability = js_promise_capability(vm, THIS);
    if (value_is_exception(capability)) return capability;
    vm_value result = js_call(vm, ARGUMENT(0), VALUE_UNDEFINED, argc > 1 ? argc - 1 : 0, frame + 2);
    if (value_is_exception(result)) return reject_pending(vm, capability);
    return js_capability_resolve(vm, capability, result) ? capability_promise(capability) : VALUE_EXCEPTION;
}

// sec-promise.withResolvers
static vm_value static_with_resolvers(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    static const char *const names[] = {"promise", "resolve", "reject"};
    struct list *capability = full_capability(vm, THIS);
    struct object *prototype = capability ? intrinsic(vm, INTRINSIC_ObjectPrototype) : NULL;
    struct object *o = prototype ? object_create(vm, prototype) : NULL;
    for (uint32_t i = 0; o && i < 3; i++) {
        property_key name;
        if (!key_from_text(vm, names[i], &name) ||
            !object_add(vm, o, name, list_at(capability, i), PROPERTY_DEFAULT))
            return VALUE_EXCEPTION;
    }
    return builtin_cell(o);
}

// --- prototype -------------------------------------------------------------------------------------

// sec-promise.prototype.then
static vm_value prototype_then(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct promise *promise = builtin_this(vm, THIS, CELL_PROMISE, "Promise.prototype.then");
    if (!promise) return VALUE_EXCEPTION;
    vm_value target;
    if (promise_is_pristine(vm, promise)) {
        target = builtin_cell(promise_create(vm));
    } else {
        struct object *standard = intrinsic(vm, INTRINSIC_Promise);
        struct object *constructor = standard ? js_species_constructor(vm, &promise->object, standard) : NULL;
        target = constructor ? js_promise_capability(vm, value_from_cell(constructor)) : VALUE_EXCEPTION;
    }
    if (value_is_exception(target) || !promise_then(vm, promise, ARGUMENT(0), ARGUMENT(1), target))
        return VALUE_EXCEPTION;
    return capability_promise(target);
}

static vm_value invoke_then(vm_isolate *vm, vm_value promise, vm_value fulfilled, vm_value rejected) {
    vm_value handlers[] = {fulfilled, rejected};
    if (value_is_kind(promise, CELL_PROMISE) && promise_is_pristine(vm, value_as_cell(promise))) {
        struct promise *target = promise_create(vm);
        if (!target ||
            !promise_then(vm, value_as_cell(promise), fulfilled, rejected, value_from_cell(target)))
            return VALUE_EXCEPTION;
        return value_from_cell(target);
    }
    return js_invoke(vm, promise, atom_key(vm, ATOM_then), 2, handlers);
}

// sec-promise.prototype.catch
static vm_value prototype_catch(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return invoke_then(vm, THIS, VALUE_UNDEFINED, ARGUMENT(0));
}

// Gives the value that finally() lets through.
static vm_value finally_value(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)argc;
    return native_callee(frame)->captured[0];
}

static vm_value finally_thrower(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return throw_value(vm, native_callee(frame)->captured[0]);
}

// sec-thenfinallyfunctions, sec-catchfinallyfunctions: captured are onFinally and C; data: whether rejected
static vm_value finally_step(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct native_function *self = native_callee(frame);
    vm_value result = js_call(vm, self->captured[0], VALUE_UNDEFINED, 0, NULL), after;
    if (value_is_exception(result)) return result;
    vm_value promise = resolve_with(vm, self->captured[1], result);
    if (value_is_exception(promise)) return promise;
    struct native_function *f = native_closure_create(vm, self->data ? finally_thrower : finally_value, 0, 0,
                                                      ARGUMENT(0), VALUE_UNDEFINED);
    if (!f) return VALUE_EXCEPTION;
    after = value_from_cell(f);
    if (value_is_kind(promise, CELL_PROMISE) && promise_is_pristine(vm, value_as_cell(promise)))
        return invoke_then(vm, promise, after, VALUE_UNDEFINED);
    return js_invoke(vm, promise, atom_key(vm, ATOM_then), 1, &after);
}

// sec-promise.prototype.finally
static vm_value prototype_finally(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value on_finally = ARGUMENT(0), fulfilled = on_finally, rejected = on_finally;
    if (!value_is_object(THIS))
        return throw_type_error(vm, "Promise.prototype.finally called on a non-object");
    struct object *standard = intrinsic(vm, INTRINSIC_Promise);
    struct object *constructor =
        standard ? js_species_constructor(vm, value_as_object(THIS), standard) : NULL;
    if (!constructor) return VALUE_EXCEPTION;
    if (value_is_callable(on_finally)) {
        vm_value c = value_from_cell(constructor);
        struct native_function *first = native_closure_create(vm, finally_step, 1, false, on_finally, c);
        struct native_function *second =
            first ? native_closure_create(vm, finally_step, 1, true, on_finally, c) : NULL;
        if (!second) return VALUE_EXCEPTION;
        fulfilled = value_from_cell(first);
        rejected = value_from_cell(second);
    }
    return invoke_then(vm, THIS, fulfilled, rejected);
}

static bool finish_class(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    struct property then, species;
    if (object_find_own(vm, prototype, atom_key(vm, ATOM_then), &then) &&
        object_find_own(vm, constructor, symbol_key(vm, SYMBOL_species), &species)) {
        vm->realm->promise_then = then.value;
        vm->realm->promise_species = ((struct accessor *)value_as_cell(species.value))->getter;
        heap_write(&vm->heap, vm->realm);
    }
    return object_become_prototype(vm,
                                   constructor); // now, as its shape changes by that: see promise_is_pristine
}

static const struct builtin_row statics[] = {
    NATIVE_MAGIC("all", static_combine, 1, COMBINATOR_ALL),
    NATIVE_MAGIC("allSettled", static_combine, 1, COMBINATOR_ALL_SETTLED),
    NATIVE_MAGIC("any", static_combine, 1, COMBINATOR_ANY),
    NATIVE_MAGIC("race", static_combine, 1, COMBINATOR_RACE),
    NATIVE("reject", static_reject, 1),
    NATIVE("resolve", static_resolve, 1),
    NATIVE("try", static_try, 1),
    NATIVE("withResolvers", static_with_resolvers, 0),
    GETTER("@@species", builtin_return_this),
};

static const struct builtin_row methods[] = {
    NATIVE("catch", prototype_catch, 1),
    NATIVE("finally", prototype_finally, 1),
    NATIVE("then", prototype_then, 2),
    TO_STRING_TAG("Promise"),
};

const struct builtin_class promise_class = {
    .name = "Promise",
    .constructor = promise_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Promise,
    .prototype_id = INTRINSIC_PromisePrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish_class,
};
