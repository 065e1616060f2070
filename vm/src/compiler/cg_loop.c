// Loops. The test stands at the bottom, so that an iteration takes one jump; `i++ ... i < n` is one
// instruction.
//
// Bindings of a let head that closures capture are copied into a new environment for each iteration. Loops
// over an iteration or enumeration make the environment afresh each time.
#include "compiler/codegen.h"

#include "compiler/ast_walk.h"

// Break and continue targets around a body.
static void push_target(struct codegen *g, struct control *control, const struct ast_node *target,
                        uint32_t break_label, uint32_t continue_label) {
    control_push(g, control, CONTROL_TARGET);
    control->target = target;
    control->break_label = break_label;
    control->continue_label = continue_label;
}

// -- Tests ----------------------------------------------------------------------------------------

static bool is_plain_operand(const struct ast_node *node) {
    for (int depth = 0; depth < 3; depth++) {
        switch ((enum ast_kind)node->kind) {
        case AST_NUMBER:
        case AST_STRING:
        case AST_IDENTIFIER:
        case AST_THIS:
        case AST_NULL:
        case AST_BOOLEAN: return true;
        case AST_MEMBER:
            if (node->flags & AST_COMPUTED) {
                return false;
            }
            node = ((const struct ast_member *)node)->object;
            break;
        default: return false;
        }
    }
    return false;
}

// Short enough to be generated twice, before the loop and at its bottom.
static bool is_plain_test(const struct ast_node *node) {
    if (node->kind == AST_UNARY && node->operator== OPERATOR_NOT) {
        node = ((const struct ast_unary *)node)->operand;
    }
    if (node->kind == AST_BINARY) {
        const struct ast_binary *binary = (const struct ast_binary *)node;
        return binary->count == 1 && is_plain_operand(binary->left) &&
               is_plain_operand(binary->terms[0].operand);
    }
    return is_plain_operand(node);
}

// -- Counted loops --------------------------------------------------------------------------------

struct counted_loop {
    struct ast_binary *test;
    uint32_t counter; // register
    uint32_t bound;   // register, or NO_REGISTER: `test`'s right side is evaluated each time
    enum opcode op;
};

static struct ast_declaration *declaration_of(const struct ast_node *node) {
    return node->kind == AST_IDENTIFIER ? ((const struct ast_identifier *)node)->declaration : NULL;
}

static bool adds_one(const struct ast_node *update) {
    int32_t one;
    if (update->kind == AST_UPDATE) {
        return update->operator== OPERATOR_INCREMENT;
    }
    return update->kind == AST_ASSIGN && update->operator== OPERATOR_ADD &&
                                         cg_small_int(((const struct ast_assign *)update)->value, 1, 1, &one);
}

static struct ast_node *update_target(struct ast_node *update) {
    return update->kind == AST_UPDATE ? ((struct ast_update *)update)->target
                                      : ((struct ast_assign *)update)->target;
}

#define WALK_BUDGET 400 // nodes of a loop looked at to prove that its counter stays a number

struct counter_walk {
    const struct ast_declaration *counter;
    int budget;
};

static bool is_number_constant(const struct ast_node *node) {
    vm_value constant;
    return cg_constant(node, &constant) && value_is_number(constant);
}

// Whether nothing in the node gives the counter, a number so far, a value that is none.
static bool stays_number(const struct ast_node *node, void *data) {
    struct counter_walk *walk = data;
    if (--walk->budget < 0) {
        return false;
    }
    if (node->kind == AST_ASSIGN) {
        const struct ast_assign *assign = (const struct ast_assign *)node;
        if (declaration_of(assign->target) == walk->counter) {
            bool arithmetic = node->operator> OPERATOR_ADD && node->operator<= OPERATOR_BITWISE_XOR;
            return (arithmetic && stays_number(assign->value, walk)) ||
                   (node->operator<= OPERATOR_ADD && is_number_constant(assign->value));
        }
    } else if (node->kind == AST_DECLARATOR) {
        const struct ast_declarator *declarator = (const struct ast_declarator *)node;
        if (declaration_of(declarator->target) == walk->counter) {
            return !declarator->value || is_number_constant(declarator->value);
        }
    }
    return ast_every_part(node, stays_number, walk);
}

// The head gives the counter a number, and the loop leaves it one.
static bool is_number_counter(const struct ast_for *node, const struct ast_declaration *counter) {
    const struct ast_node *initializer = node->initializer;
    bool starts = false;
    struct counter_walk walk = {counter, WALK_BUDGET};
    if (!initializer) {
        return false;
    }
    if (initializer->kind == AST_VARIABLES) {
        const struct ast_list *list = &((const struct ast_variables *)initializer)->declarators;
        for (uint32_t i = 0; i < list->count; i++) {
            const struct ast_declarator *declarator = (const struct ast_declarator *)list->items[i];
            starts |= declaration_of(declarator->target) == counter && declarator->value &&
                      is_number_constant(declarator->value);
        }
    } else if (initializer->kind == AST_ASSIGN) {
        const struct ast_assign *assign = (const struct ast_assign *)initializer;
        starts = assign->node.operator== AST_OPERATOR_NONE && declaration_of(assign->target) == counter &&
                 is_number_constant(assign->value);
    }
    return starts && stays_number(initializer, &walk) && stays_number(node->body, &walk);
}

static bool mentions(const struct ast_node *node, const struct ast_declaration *declaration) {
    while (node->kind == AST_MEMBER) {
        node = ((const struct ast_member *)node)->object;
    }
    return declaration_of(node) == declaration;
}

// Recognizes `i++` with `i < bound` or `i <= bound`. A bound that is no constant or local variable is
// evaluated before the increment; that is seen by nobody when the counter is a number and the bound does not
// mention it.
static bool recognize_counted(struct codegen *g, struct ast_for *node, struct counted_loop *out) {
    if (g->wide || !node->test || !node->update || node->test->kind != AST_BINARY ||
        !adds_one(node->update)) {
        return false;
    }
    out->test = (struct ast_binary *)node->test;
    enum ast_operator operator= out->test->node.operator;
    if (out->test->count != 1 || (operator!= OPERATOR_LESS && operator!= OPERATOR_LESS_EQUAL)) {
        return false;
    }
    struct ast_node *target = update_target(node->update);
    struct ast_declaration *counter = declaration_of(target);
    out->counter = cg_assignable_register(g, target, false);
    if (!counter || out->counter == NO_REGISTER || declaration_of(out->test->left) != counter) {
        return false;
    }
    out->op = operator== OPERATOR_LESS ? OP_LOOP_LESS : OP_LOOP_LESS_EQUAL;
    struct ast_node *right = out->test->terms[0].operand;
    vm_value constant;
    out->bound = cg_find_local(g, right);
    if (out->bound != NO_REGISTER) {
        return out->bound != out->counter;
    }
    if (cg_constant(right, &constant)) {
        out->bound = cg_allocate(g, 1);
        emit_constant(g, out->bound, constant);
        return true;
    }
    return is_plain_operand(right) && right->kind != AST_STRING && !mentions(right, counter) &&
           is_number_counter(node, counter);
}

static void counted_first_test(struct codegen *g, const struct counted_loop *loop, uint32_t end) {
    if (loop->bound == NO_REGISTER || !cg_is_temporary(g, loop->bound)) {
        cg_branch(g, &loop->test->node, end, false);
    } else {
        cg_position(g, loop->test->terms[0].position);
        emit_branch(g, loop->op == OP_LOOP_LESS ? OP_JUMP_NOT_LESS : OP_JUMP_NOT_LESS_EQUAL, loop->counter,
                    loop->bound, 0, end);
    }
}

static void counted_next(struct codegen *g, const struct counted_loop *loop, uint32_t body) {
    struct cg_mark mark = cg_mark(g);
    uint32_t bound = loop->bound != NO_REGISTER ? loop->bound : cg_operand(g, loop->test->terms[0].operand);
    cg_position(g, loop->test->terms[0].position);
    emit_branch(g, loop->op, loop->counter, bound, 0, body);
    cg_release(g, mark);
}

// -- for, while, do -------------------------------------------------------------------------------

static void loop_body(struct codegen *g, struct ast_node *body) {
    bool straight = g->straight;
    g->straight = false;
    cg_statement(g, body);
    g->straight = straight;
}

// Jumps to the first evaluation of the test: a copy of it, or the one at the bottom.
static void first_test(struct codegen *g, struct ast_node *test, uint32_t bottom, uint32_t end) {
    if (!test) {
        return;
    }
    if (is_plain_test(test)) {
        cg_branch(g, test, end, false);
    } else {
        bool dead = g->dead;
        emit_jump(g, bottom);
        g->dead = dead; // the body is reached from the bottom
    }
}

void cg_for(struct codegen *g, struct ast_for *node) {
    struct cg_mark mark = cg_mark(g);
    struct scope_state state;
    struct control control;
    cg_complete_undefined(g);
    if (node->scope) {
        cg_enter_scope(g, node->scope, &state);
    }
    bool outer_closures = g->makes_closures;
    g->makes_closures = false;
    if (node->initializer && node->initializer->kind == AST_VARIABLES) {
        cg_variables(g, (struct ast_variables *)node->initializer);
    } else if (node->initializer) {
        cg_effect(g, node->initializer);
    }
    bool straight = g->straight;
    g->straight = false;
    bool copies =
        node->scope && node->scope->info->has_environment && node->initializer->operator== VARIABLES_LET;
    uint32_t environment = copies ? node->scope->info->environment : 0;
    if (copies && g->makes_closures) {
        emit_ab(g, OP_CLONE_ENV, environment, environment);
    }
    g->makes_closures |= outer_closures;
    uint32_t body = label_create(g), next = label_create(g), bottom = label_create(g), end = label_create(g);
    struct counted_loop counted;
    bool reachable = !g->dead;
    bool is_counted = recognize_counted(g, node, &counted);
    if (is_counted) {
        counted_first_test(g, &counted, end);
    } else {
        first_test(g, node->test, bottom, end);
    }
    label_bind_loop(g, body, reachable);
    push_target(g, &control, &node->node, end, next);
    cg_statement(g, node->body);
    control_pop(g, &control);
    label_bind(g, next);
    if (copies) {
        emit_ab(g, OP_CLONE_ENV, environment, environment);
    }
    if (is_counted) {
        counted_next(g, &counted, body);
    } else {
        if (node->update) {
            cg_effect(g, node->update);
        }
        label_bind(g, bottom);
        if (node->test) {
            cg_branch(g, node->test, body, true);
        } else {
            emit_jump(g, body);
        }
    }
    label_bind(g, end);
    if (node->scope) {
        cg_leave_scope(g, node->scope, &state);
    }
    cg_release(g, mark);
    g->straight = straight;
}

void cg_while(struct codegen *g, struct ast_while *node) {
    struct control control;
    uint32_t body = label_create(g), bottom = label_create(g), end = label_create(g);
    bool reachable = !g->dead;
    cg_complete_undefined(g);
    first_test(g, node->test, bottom, end);
    label_bind_loop(g, body, reachable);
    push_target(g, &control, &node->node, end, bottom);
    loop_body(g, node->body);
    control_pop(g, &control);
    label_bind(g, bottom);
    cg_branch(g, node->test, body, true);
    label_bind(g, end);
}

void cg_do_while(struct codegen *g, struct ast_while *node) {
    struct control control;
    uint32_t body = label_create(g), bottom = label_create(g), end = label_create(g);
    cg_complete_undefined(g);
    label_bind(g, body);
    push_target(g, &control, &node->node, end, bottom);
    loop_body(g, node->body);
    control_pop(g, &control);
    label_bind(g, bottom);
    cg_branch(g, node->test, body, true);
    label_bind(g, end);
}

// -- for-in, for-of -------------------------------------------------------------------------------

// Binding or assignment target of the head.
static struct ast_node *head_target(const struct ast_for_each *node) {
    if (node->target->kind != AST_VARIABLES) {
        return node->target;
    }
    return ((struct ast_declarator *)((struct ast_variables *)node->target)->declarators.items[0])->target;
}

// Evaluates the object with the head's variables in their dead zone. A scope without environment stays open
// for the loop: gives true then.
static uint32_t evaluate_object(struct codegen *g, struct ast_for_each *node, uint32_t to,
                                struct scope_state *state, bool *open) {
    bool has_environment = node->scope && node->scope->info->has_environment;
    *open = node->scope && !has_environment;
    if (!has_environment) {
        if (node->scope) {
            cg_enter_scope(g, node->scope, state);
        }
        uint32_t local = cg_find_local(g, node->object);
        if (local != NO_REGISTER) {
            return cg_local_register(g, node->object);
        }
        cg_into(g, node->object, to);
        return to;
    }
    bool outer_closures = g->makes_closures, touched = false, was_dead = g->dead;
    uint32_t start = emit_here(g);
    g->makes_closures = false;
    cg_enter_scope(g, node->scope, state);
    cg_into(g, node->object, to);
    for (struct ast_declaration *d = node->scope->first_declaration; d; d = d->next) {
        touched |= d->info->touched;
    }
    cg_leave_scope(g, node->scope, state);
    if (!was_dead && !g->makes_closures && !touched) {
        emit_kill(g, start, 2); // nobody looks at the environment of the head
    }
    g->makes_closures |= outer_closures;
    return to;
}

// The register that gets each value: the loop variable itself where nothing can come between.
static uint32_t value_register(struct codegen *g, const struct ast_for_each *node) {
    struct ast_node *target = head_target(node);
    uint32_t reg = NO_REGISTER;
    bool keeps = node->node.kind == AST_FOR_IN; // ITERATOR_NEXT stores undefined at the end
    if (!g->wide && (node->scope ? !node->scope->info->has_environment : keeps)) {
        reg = cg_assignable_register(g, target, target->flags & AST_BINDING);
    }
    return reg != NO_REGISTER ? reg : cg_group(g, 1);
}

static void each_body(struct codegen *g, struct ast_for_each *node, uint32_t value) {
    struct scope_state state;
    bool fresh = node->scope && node->scope->info->has_environment;
    if (fresh) {
        cg_enter_scope(g, node->scope, &state);
    }
    cg_bind(g, head_target(node), value, NULL);
    cg_statement(g, node->body);
    if (fresh) {
        cg_leave_scope(g, node->scope, &state);
    }
}

void cg_for_in(struct codegen *g, struct ast_for_each *node) {
    struct cg_mark mark = cg_mark(g);
    struct scope_state state;
    struct control control;
    cg_complete_undefined(g);
    if (node->target->kind == AST_VARIABLES) {
        struct ast_variables *variables = (struct ast_variables *)node->target;
        if (((struct ast_declarator *)variables->declarators.items[0])->value) {
            cg_variables(g, variables);
        }
    }
    uint32_t enumerator = cg_allocate(g, 1);
    bool open;
    uint32_t object = evaluate_object(g, node, enumerator, &state, &open);
    cg_position(g, node->object->start);
    emit_ab(g, OP_FOR_IN_OPEN, enumerator, object);
    uint32_t value = value_register(g, node), top = label_create(g), end = label_create(g);
    label_bind(g, top);
    cg_position(g, node->object->start);
    emit_branch(g, OP_FOR_IN_NEXT, value, enumerator, 0, end);
    push_target(g, &control, &node->node, end, top);
    each_body(g, node, value);
    control_pop(g, &control);
    emit_jump(g, top);
    label_bind(g, end);
    if (open) {
        cg_leave_scope(g, node->scope, &state);
    }
    cg_release(g, mark);
}

void cg_for_of(struct codegen *g, struct ast_for_each *node) {
    struct cg_mark mark = cg_mark(g);
    struct scope_state state;
    struct control leave, guard, next;
    bool async = node->node.flags & AST_AWAITED;
    cg_complete_undefined(g);
    uint32_t iteration = cg_group(g, 3), object = cg_allocate(g, 1);
    bool open;
    object = evaluate_object(g, node, object, &state, &open);
    cg_call_position(g, node->object->start, node->object);
    emit_ab(g, async ? OP_ASYNC_ITERATOR_OPEN : OP_ITERATOR_OPEN, iteration, object);
    uint32_t value = value_register(g, node), top = label_create(g), end = label_create(g);
    push_target(g, &leave, &node->node, end, NO_LABEL);
    label_bind(g, top);
    cg_position(g, node->object->start);
    if (async) {
        uint32_t result = cg_is_temporary(g, value) ? value : cg_group(g, 1);
        emit_ab(g, OP_ITERATOR_CALL_NEXT, result, iteration);
        emit_await(g, result, result);
        emit_branch(g, OP_ITERATOR_RESULT, result, 0, 0, end);
        emit_move(g, value, result);
    } else {
        emit_branch(g, OP_ITERATOR_NEXT, value, iteration, 0, end);
    }
    cg_guard_iteration(g, &guard, iteration, async);
    push_target(g, &next, &node->node, NO_LABEL, top);
    each_body(g, node, value);
    control_pop(g, &next);
    emit_jump(g, top);
    cg_end_guard(g, &guard);
    control_pop(g, &leave);
    label_bind(g, end);
    if (open) {
        cg_leave_scope(g, node->scope, &state);
    }
    cg_release(g, mark);
}
