// switch: a jump table when the tests are dense integers, else a chain of comparisons in source order.
#include "compiler/codegen.h"

#define TABLE_MINIMUM 4 // cases

// The range of the tests when they all are integers dense enough for a table.
static bool is_dense(const struct ast_switch *node, int32_t *low, int32_t *high) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        int32_t value;
        if (!node->cases[i].test) {
            continue;
        }
        if (!cg_small_int(node->cases[i].test, INT32_MIN, INT32_MAX, &value)) {
            return false;
        }
        *low = count && *low < value ? *low : value;
        *high = count && *high > value ? *high : value;
        count++;
    }
    return count >= TABLE_MINIMUM && (int64_t)*high - *low < (int64_t)count * 4 + 8;
}

// Polls at some of the steps. False: the compilation has failed.
static bool goes_on(struct codegen *g, uint32_t step) {
    if (!memory_poll_step(g->c->memory, step)) {
        cg_fail_memory(g->c);
    }
    return !g->c->failed;
}

static void jump_table(struct codegen *g, struct ast_switch *node, uint32_t value, int32_t low, int32_t high,
                       const uint32_t *labels, uint32_t other) {
    uint32_t count = (uint32_t)((int64_t)high - low + 1);
    uint32_t *table = arena_allocate(&g->c->arena, sizeof *table * count);
    if (!table) {
        cg_fail_memory(g->c);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        table[i] = other;
    }
    for (uint32_t i = node->count; i-- > 0 && goes_on(g, i);) { // the first of equal tests counts
        int32_t test;
        if (node->cases[i].test && cg_small_int(node->cases[i].test, INT32_MIN, INT32_MAX, &test)) {
            table[(int64_t)test - low] = labels[i];
        }
    }
    emit_table(g, value, low, count, table, other);
}

static void jump_chain(struct codegen *g, struct ast_switch *node, uint32_t value, const uint32_t *labels) {
    for (uint32_t i = 0; i < node->count && goes_on(g, i); i++) {
        struct ast_node *test = node->cases[i].test;
        if (!test) {
            continue;
        }
        struct cg_mark mark = cg_mark(g);
        int32_t small;
        vm_value constant = VALUE_UNDEFINED;
        bool is_constant = cg_constant(test, &constant);
        if (test->kind == AST_STRING) {
            constant = cg_name_value(g, ((struct ast_string *)test)->value);
            is_constant = true;
        }
        if (cg_small_int(test, -128, 127, &small)) {
            emit_branch(g, OP_JUMP_STRICT_EQUAL_IMM, value, 0, (uint8_t)small, labels[i]);
        } else if (is_constant && constant_index(g, constant) <= 255) {
            emit_branch(g, OP_JUMP_STRICT_EQUAL_CONST, value, 0, constant_index(g, constant), labels[i]);
        } else {
            emit_branch(g, OP_JUMP_STRICT_EQUAL, value, cg_operand(g, test), 0, labels[i]);
        }
        cg_release(g, mark);
    }
}

// A case may be entered without the declarations of those before it.
static void forget_initializations(struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_LET || d->kind == DECLARATION_CONST || d->kind == DECLARATION_CLASS) {
            d->info->initialized = false;
        }
    }
}

void cg_switch(struct codegen *g, struct ast_switch *node) {
    struct cg_mark mark = cg_mark(g);
    struct scope_state state;
    struct control control;
    int32_t low = 0, high = 0;
    uint32_t *labels = arena_allocate(&g->c->arena, sizeof *labels * (node->count + 1));
    if (!labels) {
        cg_fail_memory(g->c);
        return;
    }
    cg_complete_undefined(g);
    uint32_t value = cg_value(g, node->discriminant);
    cg_enter_scope(g, node->scope, &state);
    control_push(g, &control, CONTROL_TARGET);
    control.target = &node->node;
    control.break_label = label_create(g);
    for (uint32_t i = 0; i < node->count && goes_on(g, i); i++) {
        labels[i] = label_create(g);
    }
    uint32_t other = node->default_index != UINT32_MAX ? labels[node->default_index] : control.break_label;
    if (is_dense(node, &low, &high)) {
        jump_table(g, node, value, low, high, labels, other);
    } else {
        jump_chain(g, node, value, labels);
        emit_jump(g, other);
    }
    for (uint32_t i = 0; i < node->count && goes_on(g, i); i++) {
        forget_initializations(node->scope);
        label_bind(g, labels[i]);
        cg_statements(g, &node->cases[i].body);
    }
    label_bind(g, control.break_label);
    control_pop(g, &control);
    cg_leave_scope(g, node->scope, &state);
    cg_release(g, mark);
}
