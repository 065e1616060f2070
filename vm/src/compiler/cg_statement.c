// Statements. Scripts and eval code keep a completion value in a register (sec-statement-semantics:
// UpdateEmpty): what encloses others sets it to undefined when it starts, expression statements store into
// it. Statements whose value is certainly replaced by a later one do not bother.
#include "compiler/codegen.h"

#include "object/throw.h"

void cg_complete_undefined(struct codegen *g) {
    if (g->completion != NO_REGISTER) {
        emit_a(g, OP_LOAD_UNDEFINED, g->completion);
    }
}

void cg_block(struct codegen *g, struct ast_block *node) {
    struct scope_state state;
    cg_enter_scope(g, node->scope, &state);
    cg_statements(g, &node->body);
    cg_leave_scope(g, node->scope, &state);
}

// -- Declarations ---------------------------------------------------------------------------------

// A var whose first use in the function is this initialization needs no undefined before.
static void drop_var_preset(struct codegen *g, const struct ast_identifier *id) {
    struct scope_variable *v = id->declaration ? id->declaration->info : NULL;
    if (g->straight && v && v->declaration->kind == DECLARATION_VAR && v->storage == STORAGE_REGISTER &&
        !v->touched && v->home->info->function == g->function) {
        if (v->preset_word != NO_WORD && !g->dead) {
            emit_kill(g, v->preset_word, 1);
        }
        v->preset_word = NO_WORD;
    }
}

static void declarator(struct codegen *g, struct ast_declarator *node, enum ast_variables_kind kind) {
    struct cg_mark mark = cg_mark(g);
    if (node->target->kind == AST_IDENTIFIER) {
        struct ast_identifier *id = (struct ast_identifier *)node->target;
        uint32_t local = cg_assignable_register(g, node->target, true);
        if (node->value && identifier_links(id)) {
            struct reference ref;
            cg_reference(g, node->target, node->value, &ref);
            cg_reference_store(g, &ref, cg_operand(g, node->value));
        } else if (node->value) {
            uint32_t value = local;
            if (local != NO_REGISTER) {
                cg_into(g, node->value, local);
                drop_var_preset(g, id);
            } else {
                value = cg_operand(g, node->value);
            }
            cg_store_variable(g, id, value, true);
        } else if (kind != VARIABLES_VAR) {
            uint32_t value = local != NO_REGISTER ? local : cg_allocate(g, 1);
            emit_a(g, OP_LOAD_UNDEFINED, value);
            cg_store_variable(g, id, value, true);
        }
    } else if (node->value) {
        (kind == VARIABLES_VAR ? cg_bind : cg_bind_new)(g, node->target, cg_operand(g, node->value),
                                                        node->value);
    }
    cg_release(g, mark);
}

void cg_variables(struct codegen *g, struct ast_variables *node) {
    for (uint32_t i = 0; i < node->declarators.count && !g->c->failed; i++) {
        declarator(g, (struct ast_declarator *)node->declarators.items[i], node->node.operator);
    }
}

static void function_declaration(struct codegen *g, struct ast_function_declaration *node) {
    struct ast_declaration *d = node->declaration;
    if (!d || !d->hoisted) {
        return;
    }
    if (d->name->id == NAME_arguments &&
        (d->hoisted->scope->kind == SCOPE_FUNCTION || d->hoisted->scope->kind == SCOPE_BODY)) {
        return; // never replaces the arguments object
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t value = cg_allocate(g, 1);
    cg_load_declared(g, d, value, node->node.start);
    cg_store_declared(g, d->hoisted, value);
    cg_release(g, mark);
}

static void class_declaration(struct codegen *g, struct ast_class_declaration *node) {
    struct cg_mark mark = cg_mark(g);
    uint32_t value = cg_allocate(g, 1);
    cg_class(g, node->class, value, NO_REGISTER);
    cg_store_variable(g, node->identifier, value, true);
    cg_release(g, mark);
}

static void export_default(struct codegen *g, struct ast_export_default *node) {
    struct cg_mark mark = cg_mark(g);
    uint32_t value = cg_allocate(g, 1);
    cg_into(g, node->value, value);
    cg_store_variable(g, node->identifier, value, true);
    cg_release(g, mark);
}

// -- Simple statements ----------------------------------------------------------------------------

static void expression_statement(struct codegen *g, struct ast_unary *node) {
    if (g->completion != NO_REGISTER) {
        cg_into(g, node->operand, g->completion);
    } else {
        cg_effect(g, node->operand);
    }
    if (node->operand->kind == AST_SUPER_CALL && g->straight) {
        struct ast_declaration *this_declaration =
            ((struct ast_super_call *)node->operand)->this_value->declaration;
        if (this_declaration->info->home->info->function == g->function) {
            cg_mark_initialized(g, this_declaration->info);
        }
    }
}

static void if_statement(struct codegen *g, struct ast_if *node) {
    uint32_t end = label_create(g);
    cg_complete_undefined(g);
    for (;;) {
        uint32_t alternate = node->alternate ? label_create(g) : end;
        cg_branch(g, node->test, alternate, false);
        cg_statement(g, node->consequent);
        if (!node->alternate) {
            break;
        }
        emit_jump(g, end);
        label_bind(g, alternate);
        if (node->alternate->kind != AST_IF) {
            cg_statement(g, node->alternate);
            break;
        }
        if (cg_stop(g, node->alternate)) {
            break;
        }
        node = (struct ast_if *)node->alternate;
        cg_complete_undefined(g);
    }
    label_bind(g, end);
}

static void return_value(struct codegen *g, struct ast_node *operand, uint32_t position) {
    struct cg_mark mark = cg_mark(g);
    uint32_t value = cg_operand(g, operand);
    cg_position(g, position);
    if (g->function->is_generator && g->function->is_async) {
        uint32_t awaited = cg_allocate(g, 1);
        emit_await(g, awaited, value);
        value = awaited;
    }
    cg_return(g, value);
    cg_release(g, mark);
}

static void return_statement(struct codegen *g, struct ast_unary *node) {
    struct cg_mark mark = cg_mark(g);
    struct ast_node *operand = node->operand;
    while (operand && operand->kind == AST_CONDITIONAL && !g->control &&
           !g->c->failed) { // a return in each branch
        struct ast_conditional *conditional = (struct ast_conditional *)operand;
        uint32_t alternate = label_create(g);
        cg_branch(g, conditional->test, alternate, false);
        return_value(g, conditional->consequent, node->node.start);
        label_bind(g, alternate);
        operand = conditional->alternate;
    }
    if (operand) {
        return_value(g, operand, node->node.start);
        return;
    }
    if (!g->control) {
        cg_return_undefined(g);
        return;
    }
    uint32_t value = cg_allocate(g, 1);
    emit_a(g, OP_LOAD_UNDEFINED, value);
    cg_return(g, value);
    cg_release(g, mark);
}

static void throw_statement(struct codegen *g, struct ast_unary *node) {
    struct cg_mark mark = cg_mark(g);
    uint32_t value = cg_operand(g, node->operand);
    cg_position(g, node->node.start);
    emit_a(g, OP_THROW, value);
    cg_release(g, mark);
}

static void labeled(struct codegen *g, struct ast_labeled *node) {
    struct control control;
    control_push(g, &control, CONTROL_TARGET);
    control.target = &node->node;
    control.break_label = label_create(g);
    cg_statement(g, node->body);
    label_bind(g, control.break_label);
    control_pop(g, &control);
}

// -- Lists ----------------------------------------------------------------------------------------

static bool produces_value(const struct ast_node *node, int depth) {
    switch ((enum ast_kind)node->kind) {
    case AST_EXPRESSION_STATEMENT:
    case AST_IF:
    case AST_FOR:
    case AST_FOR_IN:
    case AST_FOR_OF:
    case AST_WHILE:
    case AST_DO_WHILE:
    case AST_SWITCH:
    case AST_TRY:
    case AST_WITH: return true;
    case AST_BLOCK: {
        const struct ast_list *list = &((const struct ast_block *)node)->body;
        for (uint32_t i = 0; i < list->count && depth; i++) {
            if (produces_value(list->items[i], depth - 1)) {
                return true;
            }
        }
        return false;
    }
    default: return false;
    }
}

// Whether a list inside of something that can be left has statements that may leave it. `budget` bounds the
// walk.
static bool may_jump(const struct ast_node *node, int *budget) {
    if (!node) {
        return false;
    }
    if (--*budget < 0) {
        return true;
    }
    switch ((enum ast_kind)node->kind) {
    case AST_EXPRESSION_STATEMENT:
    case AST_VARIABLES:
    case AST_EMPTY:
    case AST_DEBUGGER:
    case AST_FUNCTION_DECLARATION:
    case AST_CLASS_DECLARATION: return false;
    case AST_BLOCK: {
        const struct ast_list *list = &((const struct ast_block *)node)->body;
        for (uint32_t i = 0; i < list->count; i++) {
            if (may_jump(list->items[i], budget)) {
                return true;
            }
        }
        return false;
    }
    case AST_IF: {
        const struct ast_if *statement = (const struct ast_if *)node;
        return may_jump(statement->consequent, budget) || may_jump(statement->alternate, budget);
    }
    case AST_FOR: return may_jump(((const struct ast_for *)node)->body, budget);
    case AST_WHILE:
    case AST_DO_WHILE: return may_jump(((const struct ast_while *)node)->body, budget);
    case AST_FOR_IN:
    case AST_FOR_OF: return may_jump(((const struct ast_for_each *)node)->body, budget);
    default: return true;
    }
}

// Index of the statement from which on values matter.
static uint32_t first_that_counts(const struct codegen *g, const struct ast_list *list) {
    bool can_be_left = false;
    for (const struct control *c = g->control; c; c = c->outer) {
        can_be_left = true;
    }
    if (can_be_left) {
        int budget = 100;
        for (uint32_t i = 0; i < list->count; i++) {
            if (may_jump(list->items[i], &budget)) {
                return 0;
            }
        }
    }
    for (uint32_t i = list->count; i-- > 0;) {
        if (produces_value(list->items[i], 4)) {
            return i;
        }
    }
    return 0;
}

void cg_statements(struct codegen *g, const struct ast_list *list) {
    uint32_t completion = g->completion;
    uint32_t first = completion != NO_REGISTER ? first_that_counts(g, list) : 0;
    for (uint32_t i = 0; i < list->count && !g->c->failed; i++) {
        g->completion = i < first ? NO_REGISTER : completion;
        cg_statement(g, list->items[i]);
    }
    g->completion = completion;
}

void cg_statement(struct codegen *g, struct ast_node *node) {
    if (cg_stop(g, node)) {
        return;
    }
    switch ((enum ast_kind)node->kind) { // these keep g->straight
    case AST_EXPRESSION_STATEMENT: expression_statement(g, (struct ast_unary *)node); return;
    case AST_VARIABLES: cg_variables(g, (struct ast_variables *)node); return;
    case AST_FOR: cg_for(g, (struct ast_for *)node); return;
    default: break;
    }
    bool straight = g->straight;
    g->straight = false;
    switch ((enum ast_kind)node->kind) {
    case AST_FUNCTION_DECLARATION: function_declaration(g, (struct ast_function_declaration *)node); break;
    case AST_CLASS_DECLARATION: class_declaration(g, (struct ast_class_declaration *)node); break;
    case AST_EXPORT_DEFAULT: export_default(g, (struct ast_export_default *)node); break;
    case AST_BLOCK: cg_block(g, (struct ast_block *)node); break;
    case AST_EMPTY: break;
    case AST_IF: if_statement(g, (struct ast_if *)node); break;
    case AST_FOR_IN: cg_for_in(g, (struct ast_for_each *)node); break;
    case AST_FOR_OF: cg_for_of(g, (struct ast_for_each *)node); break;
    case AST_WHILE: cg_while(g, (struct ast_while *)node); break;
    case AST_DO_WHILE: cg_do_while(g, (struct ast_while *)node); break;
    case AST_BREAK: cg_jump_out(g, ((struct ast_jump *)node)->target, false); break;
    case AST_CONTINUE: cg_jump_out(g, ((struct ast_jump *)node)->target, true); break;
    case AST_RETURN: return_statement(g, (struct ast_unary *)node); break;
    case AST_THROW: throw_statement(g, (struct ast_unary *)node); break;
    case AST_WITH: cg_with(g, (struct ast_with *)node); break;
    case AST_SWITCH: cg_switch(g, (struct ast_switch *)node); break;
    case AST_LABELED: labeled(g, (struct ast_labeled *)node); break;
    case AST_TRY: cg_try(g, (struct ast_try *)node); break;
    case AST_DEBUGGER:
        cg_position(g, node->start);
        emit(g, OP_DEBUGGER, 0, 0, 0, 0, 0);
        break;
    default: cg_fail(g->c, ERROR_SYNTAX, node->start, "Unexpected statement"); break;
    }
    g->straight = straight;
}
