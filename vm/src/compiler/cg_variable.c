// Variables and scopes.
//
// Dead zones. The generator walks the code in the order in which it runs within a scope instance: a lexical
// variable is `initialized` from the instruction that binds it on, because declarations stand directly in
// their scope. Functions are generated where their closure is made, so inside them the same holds: an
// expression behind the declaration finds it initialized, a hoisted function does not. (Switch scopes are
// entered in the middle; cg_switch.c resets the state.)
//
// Views. A rest parameter that only its function sees, and nobody assigns, is not made at once: its register
// is EMPTY while the arguments lie in the frame below, where its length, its elements and calls that pass it
// on take them from. Whatever else reads the variable makes the array before, with REST_ARRAY.
//
// Presets. The LOAD_EMPTY of a lexical variable in a register, or LOAD_UNDEFINED of a var, is emitted where
// the scope is entered and dropped again when nothing turned out to depend on it.
#include "compiler/codegen.h"

#include "object/throw.h"

static struct scope_variable *variable_of(const struct ast_identifier *id) {
    return id->declaration ? id->declaration->info : NULL;
}

static bool is_own(const struct codegen *g, const struct scope_variable *v) {
    return v->home->info->function == g->function;
}

static bool in_module_environment(const struct scope_variable *v) { return v->home->kind == SCOPE_MODULE; }

// The variable is in a register of the function under generation.
static bool is_local(const struct codegen *g, const struct scope_variable *v) {
    return v && v->storage == STORAGE_REGISTER && is_own(g, v);
}

// -- Slots of environments ------------------------------------------------------------------------

// Levels from the function's own environment up to that of the variable's scope; only for variables outside.
static uint32_t outer_levels(const struct codegen *g, const struct scope_variable *v) {
    return is_own(g, v) ? 0 : scope_distance(g->function, v->home);
}

static bool is_outer(const struct codegen *g, const struct scope_variable *v) {
    return !is_own(g, v) || in_module_environment(v);
}

// Environment register (0: outer) and level that name the variable's environment.
static uint32_t slot_environment(const struct codegen *g, const struct scope_variable *v) {
    return is_outer(g, v) ? 0 : v->home->info->environment;
}

// The register whose value the last instruction stored into the variable's slot, or NO_REGISTER.
static uint32_t stored_register(const struct codegen *g, const struct scope_variable *v) {
    bool same = g->stored.word == emit_here(g) && !g->wide && g->stored.slot == v->slot &&
                g->stored.environment == slot_environment(g, v) && g->stored.level == outer_levels(g, v);
    return same ? g->stored.reg : NO_REGISTER;
}

static void note_store(struct codegen *g, const struct scope_variable *v, uint32_t from) {
    g->stored.word = emit_here(g);
    g->stored.environment = slot_environment(g, v);
    g->stored.level = outer_levels(g, v);
    g->stored.slot = v->slot;
    g->stored.reg = from;
}

static void load_slot(struct codegen *g, const struct scope_variable *v, uint32_t to) {
    uint32_t stored = stored_register(g, v);
    if (stored != NO_REGISTER) {
        emit_move(g, to, stored);
        return;
    }
    if (!is_outer(g, v)) {
        uint32_t environment = v->home->info->environment;
        emit(g, v->slot <= 255 ? OP_GET_ENV : OP_GET_ENV_WIDE, to, environment, v->slot <= 255 ? v->slot : 0,
             v->slot, 0);
        return;
    }
    uint32_t levels = outer_levels(g, v);
    if (levels <= 255 && v->slot <= 255) {
        emit_abc(g, OP_GET_OUTER, to, levels, v->slot);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t environment = cg_allocate(g, 1);
    emit_16(g, OP_OUTER_ENV, environment, levels);
    emit(g, OP_GET_ENV_WIDE, to, environment, 0, v->slot, 0);
    cg_release(g, mark);
}

static void store_slot(struct codegen *g, const struct scope_variable *v, uint32_t from) {
    if (!is_outer(g, v)) {
        uint32_t environment = v->home->info->environment;
        emit(g, v->slot <= 255 ? OP_SET_ENV : OP_SET_ENV_WIDE, from, environment,
             v->slot <= 255 ? v->slot : 0, v->slot, 0);
        note_store(g, v, from);
        return;
    }
    uint32_t levels = outer_levels(g, v);
    if (levels <= 255 && v->slot <= 255) {
        emit_abc(g, OP_SET_OUTER, from, levels, v->slot);
        note_store(g, v, from);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t environment = cg_allocate(g, 1);
    emit_16(g, OP_OUTER_ENV, environment, levels);
    emit(g, OP_SET_ENV_WIDE, from, environment, 0, v->slot, 0);
    cg_release(g, mark);
}

// -- Dead zones -----------------------------------------------------------------------------------

static void check_initialized(struct codegen *g, struct scope_variable *v, uint32_t reg, uint32_t position) {
    if (v->initialized) {
        if (v->is_view) {
            emit_a(g, OP_REST_ARRAY, reg);
        }
        return;
    }
    v->touched = true;
    cg_position(g, position);
    if (v->declaration->kind == DECLARATION_IMPLICIT) {
        emit_a(g, OP_CHECK_THIS, reg);
    } else {
        emit(g, OP_CHECK_TDZ, reg, 0, 0, constant_name(g, v->declaration->name), 0);
    }
}

// The initial undefined of a var counts when it is read; the EMPTY of others only when a check looks at it.
static void note_read(struct scope_variable *v) { v->touched |= v->declaration->kind == DECLARATION_VAR; }

// A parameter's register holds the argument before the parameter is initialized: reading it then is an error
// for certain.
static bool is_early_parameter(const struct scope_variable *v) {
    return v->declaration->kind == DECLARATION_PARAMETER && !v->initialized;
}

void cg_mark_initialized(struct codegen *g, struct scope_variable *v) {
    (void)g;
    v->initialized = true;
}

// -- Loading --------------------------------------------------------------------------------------

static bool is_folded_global(const struct name *name, vm_value *value) {
    if (name->wide) {
        return false;
    }
    if (name->id == NAME_undefined) {
        *value = VALUE_UNDEFINED;
        return true;
    }
    if (name->length == 3 && memcmp(name_latin1(name), "NaN", 3) == 0) {
        *value = value_box_double(__builtin_nan(""));
        return true;
    }
    if (name->length == 8 && memcmp(name_latin1(name), "Infinity", 8) == 0) {
        *value = value_box_double(__builtin_inf());
        return true;
    }
    return false;
}

// Load and check in one, for variables of functions around this one. False: it takes two instructions.
static bool load_checked_slot(struct codegen *g, struct scope_variable *v, uint32_t to, uint32_t position) {
    uint32_t levels = outer_levels(g, v);
    if (v->initialized || !is_outer(g, v) || v->declaration->kind == DECLARATION_IMPLICIT || levels > 255 ||
        v->slot > 255 || stored_register(g, v) != NO_REGISTER) {
        return false;
    }
    v->touched = true;
    cg_position(g, position);
    emit(g, OP_GET_OUTER_CHECKED, to, levels, v->slot, constant_name(g, v->declaration->name), 0);
    return true;
}

static void load_variable(struct codegen *g, struct scope_variable *v, uint32_t to, uint32_t position) {
    switch ((enum variable_storage)v->storage) {
    case STORAGE_REGISTER:
        if (is_early_parameter(v)) {
            emit_a(g, OP_LOAD_EMPTY, to);
            check_initialized(g, v, to, position);
            return;
        }
        note_read(v);
        check_initialized(g, v, v->reg, position);
        emit_move(g, to, v->reg);
        return;
    case STORAGE_ENVIRONMENT:
        if (!load_checked_slot(g, v, to, position)) {
            load_slot(g, v, to);
            check_initialized(g, v, to, position);
        }
        return;
    case STORAGE_BINDING:
        load_slot(g, v, to);
        emit_ab(g, OP_GET_BINDING, to, to);
        check_initialized(g, v, to, position);
        return;
    case STORAGE_GLOBAL:
    case STORAGE_EVAL: return;
    }
}

void cg_load_variable(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof) {
    if (identifier_links(id)) {
        cg_dynamic_load(g, id, to, for_typeof);
    } else {
        cg_load_static(g, id, to, for_typeof);
    }
}

void cg_load_static(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof) {
    struct scope_variable *v = variable_of(id);
    vm_value folded;
    if (!v && !identifier_links(id) && is_folded_global(id->name, &folded)) {
        emit_constant(g, to, folded);
        return;
    }
    if (!v || v->storage == STORAGE_GLOBAL || v->storage == STORAGE_EVAL) {
        cg_position(g, id->node.position);
        emit_property(g, for_typeof ? OP_GET_GLOBAL_OR_UNDEFINED : OP_GET_GLOBAL, to, 0,
                      constant_name(g, id->name));
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t target = to;
    bool checked = v->storage != STORAGE_REGISTER && (!v->initialized || v->storage == STORAGE_BINDING);
    if (checked && !cg_is_temporary(g, to)) {
        target = cg_allocate(g, 1); // the variable in `to` keeps its value when the check throws
    }
    load_variable(g, v, target, id->node.position);
    emit_move(g, to, target);
    cg_release(g, mark);
}

void cg_load_declared(struct codegen *g, struct ast_declaration *declaration, uint32_t to,
                      uint32_t position) {
    if (declaration->info->storage == STORAGE_GLOBAL) {
        cg_position(g, position);
        emit_property(g, OP_GET_GLOBAL, to, 0, constant_name(g, declaration->name));
    } else {
        load_variable(g, declaration->info, to, position);
    }
}

uint32_t cg_find_local(const struct codegen *g, const struct ast_node *node) {
    if (node->kind != AST_IDENTIFIER && node->kind != AST_THIS && node->kind != AST_NEW_TARGET) {
        return NO_REGISTER;
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)node);
    bool dynamic = identifier_links((const struct ast_identifier *)node);
    return is_local(g, v) && !dynamic && v->initialized && !v->is_view ? v->reg : NO_REGISTER;
}

bool cg_find_outer(struct codegen *g, const struct ast_node *node, uint32_t *levels, uint32_t *slot) {
    if (node->kind != AST_IDENTIFIER || identifier_links((const struct ast_identifier *)node)) {
        return false;
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)node);
    if (!v || v->storage != STORAGE_ENVIRONMENT || !is_outer(g, v) || stored_register(g, v) != NO_REGISTER) {
        return false;
    }
    *levels = outer_levels(g, v);
    *slot = v->slot;
    v->touched = true;
    return *levels <= 255 && *slot <= 255;
}

uint32_t cg_find_view(const struct codegen *g, const struct ast_node *node) {
    if (node->kind != AST_IDENTIFIER || identifier_links((const struct ast_identifier *)node)) {
        return NO_REGISTER;
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)node);
    return is_local(g, v) && v->is_view && v->initialized ? v->reg : NO_REGISTER;
}

bool cg_may_be_view(const struct codegen *g, const struct ast_node *parameter) {
    const struct ast_function *function = g->function;
    if (parameter->kind != AST_IDENTIFIER || function->is_generator || function->is_async || g->wide) {
        return false; // the frame below is gone when a generator is resumed
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)parameter);
    return is_local(g, v) && !v->assignments && !v->declaration->function;
}

uint32_t cg_local_register(struct codegen *g, const struct ast_node *node) {
    if (node->kind != AST_IDENTIFIER && node->kind != AST_THIS && node->kind != AST_NEW_TARGET) {
        return NO_REGISTER;
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)node);
    if (!is_local(g, v) || is_early_parameter(v) || identifier_links((const struct ast_identifier *)node)) {
        return NO_REGISTER;
    }
    note_read(v);
    check_initialized(g, v, v->reg, node->position);
    return v->reg;
}

// -- Storing --------------------------------------------------------------------------------------

static void store_declared(struct codegen *g, struct scope_variable *v, uint32_t from) {
    switch ((enum variable_storage)v->storage) {
    case STORAGE_REGISTER: emit_move(g, v->reg, from); return;
    case STORAGE_ENVIRONMENT: store_slot(g, v, from); return;
    case STORAGE_BINDING: {
        struct cg_mark mark = cg_mark(g);
        uint32_t binding = cg_allocate(g, 1);
        load_slot(g, v, binding);
        emit_ab(g, OP_SET_BINDING, from, binding);
        cg_release(g, mark);
        return;
    }
    case STORAGE_GLOBAL:
        emit_property(g, OP_SET_GLOBAL, from, 0, constant_name(g, v->declaration->name));
        return;
    case STORAGE_EVAL: cg_store_eval_variable(g, v->declaration, from); return;
    }
}

void cg_load_unchecked(struct codegen *g, struct ast_declaration *declaration, uint32_t to) {
    struct scope_variable *v = declaration->info;
    bool initialized = v->initialized;
    v->initialized = true;
    load_variable(g, v, to, 0);
    v->initialized = initialized;
}

void cg_store_declared(struct codegen *g, struct ast_declaration *declaration, uint32_t from) {
    store_declared(g, declaration->info, from);
}

// What an assignment to the declaration does: ASSIGNABLE, IGNORED (own name of a sloppy function), REFUSED
// (TypeError).
enum assignability { ASSIGNABLE, IGNORED, REFUSED };

static enum assignability assignability_of(const struct codegen *g, const struct ast_declaration *d) {
    switch ((enum ast_declaration_kind)d->kind) {
    case DECLARATION_CONST:
    case DECLARATION_CLASS_NAME:
    case DECLARATION_IMPORT: return REFUSED;
    case DECLARATION_FUNCTION_NAME: return g->function->is_strict ? REFUSED : IGNORED;
    default: return ASSIGNABLE;
    }
}

static void check_before_assignment(struct codegen *g, struct scope_variable *v, uint32_t position) {
    if (v->initialized || v->declaration->kind == DECLARATION_IMPORT) {
        return;
    }
    struct cg_mark mark = cg_mark(g);
    load_variable(g, v, cg_allocate(g, 1), position);
    cg_release(g, mark);
}

static void store_variable(struct codegen *g, struct ast_identifier *id, uint32_t from, bool initialize,
                           uint32_t position) {
    struct scope_variable *v = variable_of(id);
    if (!v || v->storage == STORAGE_GLOBAL || v->storage == STORAGE_EVAL) {
        cg_position(g, position);
        bool lexical =
            v && (v->declaration->kind == DECLARATION_LET || v->declaration->kind == DECLARATION_CONST ||
                  v->declaration->kind == DECLARATION_CLASS);
        emit_property(g, initialize && lexical ? OP_INIT_GLOBAL : OP_SET_GLOBAL, from, 0,
                      constant_name(g, id->name));
        return;
    }
    if (initialize) {
        store_declared(g, v, from);
        cg_mark_initialized(g, v);
        return;
    }
    check_before_assignment(g, v, id->node.position);
    switch (assignability_of(g, v->declaration)) {
    case ASSIGNABLE: store_declared(g, v, from); break;
    case IGNORED: break;
    case REFUSED:
        cg_position(g, position);
        emit(g, OP_THROW_CONST, 0, 0, 0, constant_name(g, id->name), 0);
        break;
    }
}

void cg_store_variable(struct codegen *g, struct ast_identifier *id, uint32_t from, bool initialize) {
    store_variable(g, id, from, initialize, id->node.position);
}

void cg_assign_variable(struct codegen *g, struct ast_identifier *id, uint32_t from, uint32_t position) {
    store_variable(g, id, from, id->node.flags & AST_BINDING, position);
}

uint32_t cg_assignable_register(struct codegen *g, const struct ast_node *target, bool initialize) {
    if (target->kind != AST_IDENTIFIER) {
        return NO_REGISTER;
    }
    struct scope_variable *v = variable_of((const struct ast_identifier *)target);
    if (!is_local(g, v) || identifier_links((const struct ast_identifier *)target)) {
        return NO_REGISTER;
    }
    if (!initialize && (!v->initialized || assignability_of(g, v->declaration) != ASSIGNABLE)) {
        return NO_REGISTER;
    }
    return v->reg;
}

// -- Scopes ---------------------------------------------------------------------------------------

void cg_open_environment(struct codegen *g, struct ast_scope *scope) {
    struct scope_info *info = scope->info;
    if (!info->has_environment || scope->kind == SCOPE_MODULE) {
        return;
    }
    info->environment = cg_allocate(g, 1);
    emit(g, OP_NEW_ENV, info->environment, g->environment, 0, info->slots, 0);
    g->environment = info->environment;
}

// Gives the variable its register and initial value. Parameters and implicit bindings are the function
// prologue's.
void cg_declare(struct codegen *g, struct ast_declaration *d) {
    struct scope_variable *v = d->info;
    v->touched = false;
    v->preset_word = NO_WORD;
    enum opcode preset = OP_NOP;
    switch ((enum ast_declaration_kind)d->kind) {
    case DECLARATION_LET:
    case DECLARATION_CONST:
    case DECLARATION_CLASS:
    case DECLARATION_CLASS_NAME:
    case DECLARATION_CATCH_PATTERN:
        v->initialized = false;
        preset = OP_LOAD_EMPTY;
        break;
    case DECLARATION_IMPORT: v->initialized = false; break;
    case DECLARATION_VAR:
        v->initialized = true;
        if (!d->function && !d->shadowed) {
            preset = OP_LOAD_UNDEFINED;
        }
        break;
    default: v->initialized = true; break;
    }
    if (v->storage == STORAGE_REGISTER) {
        v->reg = cg_allocate(g, 1);
        if (preset != OP_NOP) {
            v->preset_word = emit_a(g, preset, v->reg);
        }
    } else if (preset == OP_LOAD_UNDEFINED && v->storage == STORAGE_ENVIRONMENT &&
               !in_module_environment(v)) {
        struct cg_mark mark = cg_mark(g);
        uint32_t undefined = cg_allocate(g, 1);
        emit_a(g, OP_LOAD_UNDEFINED, undefined);
        store_slot(g, v, undefined);
        cg_release(g, mark);
    }
}

void cg_hoist_functions(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (!d->function) {
            continue;
        }
        struct scope_variable *v = d->info;
        struct cg_mark mark = cg_mark(g);
        uint32_t reg = is_local(g, v) ? v->reg : cg_allocate(g, 1);
        cg_closure(g, d->function, reg, NULL);
        store_declared(g, v, reg);
        cg_release(g, mark);
    }
}

void cg_enter_scope(struct codegen *g, struct ast_scope *scope, struct scope_state *saved) {
    *saved = (struct scope_state){cg_mark(g), g->local_top, g->environment, g->scope};
    g->scope = scope;
    cg_open_environment(g, scope);
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        cg_declare(g, d);
    }
    g->local_top = g->top;
    cg_hoist_functions(g, scope);
}

void cg_drop_presets(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        struct scope_variable *v = d->info;
        if (v->storage == STORAGE_REGISTER && v->preset_word != NO_WORD && d->kind != DECLARATION_VAR &&
            !v->touched) {
            emit_kill(g, v->preset_word, 1);
        }
    }
}

void cg_leave_scope(struct codegen *g, struct ast_scope *scope, const struct scope_state *saved) {
    cg_drop_presets(g, scope);
    cg_release(g, saved->mark);
    g->local_top = saved->local_top;
    g->environment = saved->environment;
    g->scope = saved->scope;
}
