// Linking: loading the graph, resolving exports, making environments (sec-moduledeclarationlinking).
#include "exec/module_internal.h"

#include "exec/interpreter_slow.h"
#include "exec/stack_trace.h"
#include "object/throw.h"

static struct module *requested(const struct module *m, uint32_t i) {
    return value_as_cell(list_at(m->requested, i));
}

// --- loading

static vm_value request_attributes(vm_isolate *vm, const struct module_request *r) {
    if (!r->attribute_count) {
        return VALUE_UNDEFINED;
    }
    struct list *list = list_create(vm);
    for (uint32_t i = 0; list && i < r->attribute_count; i++) {
        if (!module_attribute_supported(r->attribute_keys[i])) {
            return throw_syntax_error(vm, "Import attribute \"%S\" is not supported", r->attribute_keys[i]);
        }
        if (!list_push(vm, list, value_from_cell(r->attribute_keys[i])) ||
            !list_push(vm, list, value_from_cell(r->attribute_values[i]))) {
            return VALUE_EXCEPTION;
        }
    }
    return list ? value_from_cell(list) : VALUE_EXCEPTION;
}

// The pending error came up at a request of a module: its stack shows the imports that led there.
static void note_imports(vm_isolate *vm, const struct module *m, uint32_t position) {
    vm_value thrown = vm->exception;
    if (vm->terminating || !value_is_kind(thrown, CELL_ERROR)) {
        return;
    }
    vm->exception = VALUE_EMPTY;
    for (uint32_t i = 0; i < STACK_TRACE_LIMIT && m->code; i++) {
        if (!stack_trace_note_import(vm, value_as_cell(thrown), m->code->script, position)) {
            return;
        }
        if (!m->importer) {
            break;
        }
        position = m->importer->description.requests[m->importer_request].position;
        m = m->importer;
    }
    vm->exception = thrown;
}

// Loads the whole graph below `root`, breadth first, so that its depth does not matter.
static bool load_graph(vm_isolate *vm, struct module *root) {
    struct list *queue = list_create(vm);
    if (!queue || !list_push(vm, queue, value_from_cell(root))) {
        return false;
    }
    uint64_t walk = ++vm->next_identifier;
    root->walk = walk;
    root->importer = NULL;
    for (uint32_t next = 0; next < queue->length; next++) {
        struct module *m = value_as_cell(list_at(queue, next));
        if (m->requested) {
            continue;
        }
        struct list *answers = list_create(vm);
        if (!answers) {
            return false;
        }
        for (uint32_t i = 0; i < m->description.request_count; i++) {
            const struct module_request *r = &m->description.requests[i];
            vm_value attributes = request_attributes(vm, r);
            vm_value answer = value_is_exception(attributes)
                                  ? attributes
                                  : module_load(vm, value_from_cell(m), r->specifier, attributes);
            if (value_is_exception(answer)) {
                note_imports(vm, m, r->position);
                return false;
            }
            if (!list_push(vm, answers, answer) || !list_push(vm, queue, answer)) {
                return false;
            }
            struct module *found = value_as_cell(answer);
            if (!found->requested && found->walk != walk) {
                heap_write(&vm->heap, found);
                found->walk = walk;
                found->importer = m;
                found->importer_request = i;
            }
        }
        heap_write(&vm->heap, m);
        m->requested = answers;
    }
    return true;
}

// --- exports

// One step of a resolution under way, to find cycles.
struct resolving {
    const struct module *module;
    struct string *name;
    const struct resolving *outer;
};

// What a local export stands for: its binding, or the module whose namespace was imported under the name.
static struct cell *local_target(struct module *m, uint32_t slot) {
    for (uint32_t i = 0; i < m->description.import_count; i++) {
        const struct import_entry *e = &m->description.imports[i];
        if (e->slot == slot && e->kind == IMPORT_NAMESPACE) {
            return &requested(m, e->request)->cell;
        }
    }
    return value_as_cell(m->environment->values[slot]);
}

static enum outcome resolve(vm_isolate *vm, struct module *m, struct string *name,
                            const struct resolving *outer, bool *ambiguous, struct cell **target) {
    for (const struct resolving *r = outer; r; r = r->outer) {
        if (r->module == m && module_names_equal(vm, r->name, name)) {
            return OUTCOME_FALSE; // circular
        }
    }
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return OUTCOME_EXCEPTION;
    }
    struct resolving here = {m, name, outer};
    for (uint32_t i = 0; m->exports && i < m->exports->length; i += 2) {
        if (module_names_equal(vm, value_as_cell(list_at(m->exports, i)), name)) {
            *target = value_as_cell(list_at(m->exports, i + 1));
            return OUTCOME_TRUE;
        }
    }
    for (uint32_t i = 0; i < m->description.export_count; i++) {
        const struct export_entry *e = &m->description.exports[i];
        if (e->kind == EXPORT_STAR || !module_names_equal(vm, e->export_name, name)) {
            continue;
        }
        if (e->kind == EXPORT_LOCAL) {
            *target = local_target(m, e->slot);
            return OUTCOME_TRUE;
        }
        if (!e->import_name) {
            *target = &requested(m, e->request)->cell;
            return OUTCOME_TRUE;
        }
        return resolve(vm, requested(m, e->request), e->import_name, &here, ambiguous, target);
    }
    if (name == atom(vm, ATOM_default)) {
        return OUTCOME_FALSE;
    }
    struct cell *found = NULL;
    for (uint32_t i = 0; i < m->description.export_count; i++) {
        const struct export_entry *e = &m->description.exports[i];
        if (e->kind != EXPORT_STAR) {
            continue;
        }
        struct cell *star;
        enum outcome outcome = resolve(vm, requested(m, e->request), name, &here, ambiguous, &star);
        if (outcome == OUTCOME_EXCEPTION || *ambiguous) {
            return outcome == OUTCOME_EXCEPTION ? outcome : OUTCOME_FALSE;
        }
        if (outcome == OUTCOME_TRUE && found && found != star) {
            *ambiguous = true;
            return OUTCOME_FALSE;
        }
        found = outcome == OUTCOME_TRUE ? star : found;
    }
    *target = found;
    return found ? OUTCOME_TRUE : OUTCOME_FALSE;
}

enum outcome module_resolve_export(vm_isolate *vm, struct module *m, struct string *name,
                                   struct cell **target) {
    bool ambiguous = false;
    return resolve(vm, m, name, NULL, &ambiguous, target);
}

// --- environments

// The bindings of a module's own variables: made for the whole graph before anything is resolved.
static bool make_environment(vm_isolate *vm, struct module *m) {
    if (m->environment || !m->code) {
        return true;
    }
    uint32_t count = m->description.environment_slots;
    struct environment *e = environment_create(vm, NULL, count);
    if (!e) {
        return false;
    }
    heap_write(&vm->heap, m);
    m->environment = e;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t flags = m->description.binding_flags[i];
        if (flags & MODULE_SLOT_PLAIN && flags & MODULE_SLOT_VAR) {
            e->values[i] = VALUE_UNDEFINED;
        }
        if (flags & (MODULE_SLOT_IMPORT | MODULE_SLOT_PLAIN)) {
            continue;
        }
        struct binding *b = binding_create(vm, flags & MODULE_SLOT_VAR ? VALUE_UNDEFINED : VALUE_EMPTY,
                                           flags & BINDING_CONST);
        if (!b) {
            return false;
        }
        heap_write(&vm->heap, e);
        e->values[i] = value_from_cell(b);
    }
    return true;
}

static bool throw_unresolved(vm_isolate *vm, const struct module *m, uint32_t request, struct string *name,
                             bool ambiguous, uint32_t position) {
    struct string *specifier = m->description.requests[request].specifier;
    if (ambiguous) {
        throw_syntax_error(vm, "The requested module '%S' contains conflicting star exports for name '%S'",
                           specifier, name);
    } else {
        throw_syntax_error(vm, "The requested module '%S' does not provide an export named '%S'", specifier,
                           name);
    }
    note_imports(vm, m, position);
    return false;
}

// sec-source-text-module-record-initialize-environment
static bool initialize_environment(vm_isolate *vm, struct module *m) {
    for (uint32_t i = 0; i < m->description.export_count; i++) {
        const struct export_entry *e = &m->description.exports[i];
        struct cell *target;
        bool ambiguous = false;
        if (e->kind != EXPORT_INDIRECT || !e->import_name) {
            continue;
        }
        enum outcome found = resolve(vm, m, e->export_name, NULL, &ambiguous, &target);
        if (found != OUTCOME_TRUE) {
            return found == OUTCOME_FALSE &&
                   throw_unresolved(vm, m, e->request, e->import_name, ambiguous, e->position);
        }
    }
    for (uint32_t i = 0; i < m->description.import_count; i++) {
        const struct import_entry *e = &m->description.imports[i];
        struct module *from = requested(m, e->request);
        struct cell *target = &from->cell;
        if (e->kind == IMPORT_NAME) {
            bool ambiguous = false;
            enum outcome found = resolve(vm, from, e->import_name, NULL, &ambiguous, &target);
            if (found != OUTCOME_TRUE) {
                return found == OUTCOME_FALSE &&
                       throw_unresolved(vm, m, e->request, e->import_name, ambiguous, e->position);
            }
        }
        if (target->kind == CELL_MODULE) {
            struct object *n = module_namespace(vm, (struct module *)target);
            struct binding *b = n ? binding_create(vm, value_from_cell(n), BINDING_CONST) : NULL;
            if (!b) {
                return false;
            }
            target = &b->cell;
        }
        heap_write(&vm->heap, m->environment);
        m->environment->values[e->slot] = value_from_cell(target);
    }
    struct code *instantiate = m->description.instantiate; // hoisted functions come to life now
    return !instantiate ||
           !value_is_exception(interpreter_run_code(vm, instantiate, m->environment, VALUE_UNDEFINED));
}

// --- the depth-first walk

static bool make_environments(vm_isolate *vm, struct module *root) {
    struct list *queue = list_create(vm);
    if (!queue || !list_push(vm, queue, value_from_cell(root))) {
        return false;
    }
    for (uint32_t next = 0; next < queue->length; next++) {
        struct module *m = value_as_cell(list_at(queue, next));
        if (m->environment || !m->code) {
            continue;
        }
        if (!make_environment(vm, m)) {
            return false;
        }
        for (uint32_t i = 0; i < m->requested->length; i++) {
            if (!list_push(vm, queue, list_at(m->requested, i))) {
                return false;
            }
        }
    }
    return true;
}

// sec-InnerModuleLinking
static bool link_inner(vm_isolate *vm, struct module *m, struct list *stack, uint32_t *index) {
    if (m->cell.aux != MODULE_UNLINKED) {
        return true;
    }
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    m->cell.aux = MODULE_LINKING;
    m->index = m->ancestor = (*index)++;
    if (!list_push(vm, stack, value_from_cell(m))) {
        return false;
    }
    for (uint32_t i = 0; i < m->requested->length; i++) {
        struct module *r = requested(m, i);
        if (!link_inner(vm, r, stack, index)) {
            return false;
        }
        if (r->cell.aux == MODULE_LINKING && r->ancestor < m->ancestor) {
            m->ancestor = r->ancestor;
        }
    }
    if (m->code && !initialize_environment(vm, m)) {
        return false;
    }
    if (m->ancestor == m->index) {
        struct module *member;
        do {
            member = value_as_cell(list_at(stack, --stack->length));
            member->cell.aux = MODULE_LINKED;
        } while (member != m);
    }
    return true;
}

bool module_link(vm_isolate *vm, struct module *m) {
    struct list *stack = list_create(vm);
    uint32_t index = 0;
    if (!stack || !load_graph(vm, m) || !make_environments(vm, m)) {
        return false;
    }
    if (link_inner(vm, m, stack, &index)) {
        return true;
    }
    for (uint32_t i = 0; i < stack->length; i++) {
        ((struct module *)value_as_cell(list_at(stack, i)))->cell.aux = MODULE_UNLINKED;
    }
    return false;
}
