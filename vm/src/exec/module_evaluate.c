// Evaluation with top-level await (sec-moduleevaluation): dependencies first; a module with an await, or one
// that depends on such, evaluates asynchronously, and those that wait for it are told in the order in which
// they began to.
#include "exec/module_internal.h"

#include "exec/function_create.h"
#include "exec/interpreter.h"
#include "lang/property.h"
#include "object/throw.h"

static struct module *as_module(vm_value v) { return value_as_cell(v); }

// Runs the body of a module without top-level await. False: exception pending.
static bool execute_sync(vm_isolate *vm, struct module *m) {
    return !m->code ? module_evaluate_synthetic(vm, m)
                    : !value_is_exception(interpreter_run_code(vm, m->code, m->environment, VALUE_UNDEFINED));
}

static bool async_fulfilled(vm_isolate *vm, struct module *m);
static bool async_rejected(vm_isolate *vm, struct module *m, vm_value error);

static vm_value on_fulfilled(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return async_fulfilled(vm, as_module(native_callee(frame)->captured[0])) ? VALUE_UNDEFINED
                                                                             : VALUE_EXCEPTION;
}

static vm_value on_rejected(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value error = native_argument(frame, argc, 0);
    return async_rejected(vm, as_module(native_callee(frame)->captured[0]), error) ? VALUE_UNDEFINED
                                                                                   : VALUE_EXCEPTION;
}

// sec-execute-async-module
static bool execute_async(vm_isolate *vm, struct module *m) {
    vm_value own = value_from_cell(m),
             result = interpreter_run_code(vm, m->code, m->environment, VALUE_UNDEFINED);
    if (value_is_exception(result)) {
        return false;
    }
    struct promise *p = value_as_cell(result); // the body is an async function
    struct native_function *fulfilled = native_closure_create(vm, on_fulfilled, 0, 0, own, VALUE_UNDEFINED);
    struct native_function *rejected =
        fulfilled ? native_closure_create(vm, on_rejected, 1, 0, own, VALUE_UNDEFINED) : NULL;
    if (!rejected) {
        return false;
    }
    fulfilled->host = rejected->host = true; // not in stacks of the modules that they run
    return promise_then(vm, p, value_from_cell(fulfilled), value_from_cell(rejected), VALUE_UNDEFINED);
}

static void set_evaluated(vm_isolate *vm, struct module *m, vm_value error) {
    heap_write(&vm->heap, m);
    m->cell.aux = MODULE_EVALUATED;
    m->error = error;
}

// sec-gather-available-ancestors
static bool gather_ancestors(vm_isolate *vm, struct module *m, struct list *ready) {
    for (uint32_t i = 0; m->async_parents && i < m->async_parents->length; i++) {
        struct module *parent = as_module(list_at(m->async_parents, i));
        bool known = false;
        for (uint32_t j = 0; j < ready->length; j++) {
            known |= as_module(list_at(ready, j)) == parent;
        }
        if (known || !value_is_empty(parent->cycle_root->error) || --parent->pending_dependencies) {
            continue;
        }
        if (!list_push(vm, ready, value_from_cell(parent))) {
            return false;
        }
        if (!parent->description.has_top_level_await && !gather_ancestors(vm, parent, ready)) {
            return false;
        }
    }
    return true;
}

static struct module *take_earliest(struct list *ready) {
    vm_value *values = ready->vector->values;
    uint32_t best = 0;
    for (uint32_t i = 1; i < ready->length; i++) {
        if (as_module(values[i])->async_order < as_module(values[best])->async_order) {
            best = i;
        }
    }
    struct module *m = as_module(values[best]);
    values[best] = values[--ready->length];
    return m;
}

// sec-async-module-execution-fulfilled
static bool async_fulfilled(vm_isolate *vm, struct module *m) {
    if (m->cell.aux == MODULE_EVALUATED) {
        return true;
    }
    set_evaluated(vm, m, VALUE_EMPTY);
    if (m->top_level_promise && !promise_resolve(vm, m->top_level_promise, VALUE_UNDEFINED)) {
        return false;
    }
    struct list *ready = list_create(vm);
    if (!ready || !gather_ancestors(vm, m, ready)) {
        return false;
    }
    while (ready->length) {
        struct module *next = take_earliest(ready);
        if (next->cell.aux == MODULE_EVALUATED) {
            continue;
        }
        if (next->description.has_top_level_await) {
            if (!execute_async(vm, next)) {
                return false;
            }
            continue;
        }
        vm_value error;
        if (!execute_sync(vm, next)) {
            if (!exception_take(vm, &error) || !async_rejected(vm, next, error)) {
                return false;
            }
            continue;
        }
        set_evaluated(vm, next, VALUE_EMPTY);
        if (next->top_level_promise && !promise_resolve(vm, next->top_level_promise, VALUE_UNDEFINED)) {
            return false;
        }
    }
    return true;
}

// sec-async-module-execution-rejected
static bool async_rejected(vm_isolate *vm, struct module *m, vm_value error) {
    if (m->cell.aux == MODULE_EVALUATED) {
        return true;
    }
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    set_evaluated(vm, m, error);
    if (m->top_level_promise && !promise_reject(vm, m->top_level_promise, error)) {
        return false;
    }
    for (uint32_t i = 0; m->async_parents && i < m->async_parents->length; i++) {
        if (!async_rejected(vm, as_module(list_at(m->async_parents, i)), error)) {
            return false;
        }
    }
    return true;
}

static bool add_async_parent(vm_isolate *vm, struct module *m, struct module *parent) {
    if (!m->async_parents) {
        struct list *parents = list_create(vm);
        if (!parents) {
            return false;
        }
        heap_write(&vm->heap, m);
        m->async_parents = parents;
    }
    return list_push(vm, m->async_parents, value_from_cell(parent));
}

// sec-innermoduleevaluation
static bool evaluate_inner(vm_isolate *vm, struct module *m, struct list *stack, uint32_t *index) {
    switch ((enum module_status)m->cell.aux) {
    case MODULE_EVALUATING: return true;
    case MODULE_EVALUATING_ASYNC:
    case MODULE_EVALUATED:
        if (value_is_empty(m->error)) {
            return true;
        }
        throw_value(vm, m->error);
        return false;
    default: break;
    }
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    m->cell.aux = MODULE_EVALUATING;
    m->index = m->ancestor = (*index)++;
    m->pending_dependencies = 0;
    if (!list_push(vm, stack, value_from_cell(m))) {
        return false;
    }
    for (uint32_t i = 0; i < m->requested->length; i++) {
        struct module *r = as_module(list_at(m->requested, i));
        if (!evaluate_inner(vm, r, stack, index)) {
            return false;
        }
        if (r->cell.aux == MODULE_EVALUATING) {
            if (r->ancestor < m->ancestor) {
                m->ancestor = r->ancestor;
            }
        } else {
            r = r->cycle_root;
            if (!value_is_empty(r->error)) {
                throw_value(vm, r->error);
                return false;
            }
        }
        if (r->async_order && r->cell.aux != MODULE_EVALUATED) {
            m->pending_dependencies++;
            if (!add_async_parent(vm, r, m)) {
                return false;
            }
        }
    }
    if (m->pending_dependencies || m->description.has_top_level_await) {
        m->async_order = ++vm->next_identifier;
        if (!m->pending_dependencies && !execute_async(vm, m)) {
            return false;
        }
    } else if (!execute_sync(vm, m)) {
        return false;
    }
    if (m->ancestor == m->index) {
        struct module *member;
        do {
            member = as_module(list_at(stack, --stack->length));
            if (member->cell.aux == MODULE_EVALUATING) {
                member->cell.aux = member->async_order ? MODULE_EVALUATING_ASYNC : MODULE_EVALUATED;
            }
            heap_write(&vm->heap, member);
            member->cycle_root = m;
        } while (member != m);
    }
    return true;
}

enum module_readiness module_readiness(vm_isolate *vm, struct module *m) {
    struct list *queue = list_create(vm);
    if (!queue || !list_push(vm, queue, value_from_cell(m))) {
        return MODULE_UNKNOWN;
    }
    uint64_t walk = ++vm->next_identifier;
    bool awaits = false;
    for (uint32_t next = 0; next < queue->length; next++) {
        m = as_module(list_at(queue, next));
        if (m->walk == walk) {
            continue;
        }
        m->walk = walk;
        awaits |= m->description.has_top_level_await;
        if (m->cell.aux == MODULE_EVALUATING) {
            return MODULE_UNDER_WAY;
        }
        for (uint32_t i = 0; m->requested && i < m->requested->length; i++) {
            if (!list_push(vm, queue, list_at(m->requested, i))) {
                return MODULE_UNKNOWN;
            }
        }
    }
    return awaits ? MODULE_AWAITS : MODULE_READY;
}

struct promise *module_evaluate(vm_isolate *vm, struct module *m) {
    if (m->cell.aux == MODULE_EVALUATING_ASYNC || m->cell.aux == MODULE_EVALUATED) {
        m = m->cycle_root ? m->cycle_root : m;
    }
    if (m->top_level_promise) {
        return m->top_level_promise;
    }
    struct list *stack = list_create(vm);
    struct promise *p = stack ? promise_create(vm) : NULL;
    if (!p) {
        return NULL;
    }
    heap_write(&vm->heap, m);
    m->top_level_promise = p;
    uint32_t index = 0;
    if (!evaluate_inner(vm, m, stack, &index)) {
        vm_value error;
        if (!exception_take(vm, &error)) {
            return NULL;
        }
        for (uint32_t i = 0; i < stack->length; i++) {
            struct module *member = as_module(list_at(stack, i));
            set_evaluated(vm, member, error);
            member->cycle_root = m;
        }
        return promise_reject(vm, p, error) ? p : NULL;
    }
    if (!m->async_order && !promise_resolve(vm, p, VALUE_UNDEFINED)) {
        return NULL;
    }
    return p;
}
