// Expressions: operators, conditions, and the dispatch by kind of node.
#include "compiler/codegen.h"

#include "compiler/ast_walk.h"

#include <math.h>

#include "base/number.h"
#include "object/throw.h"

#define WALK_BUDGET 64 // nodes looked at to prove that an operand cannot change

// -- Constants ------------------------------------------------------------------------------------

static bool fold_binary(enum ast_operator operator, double left, double right, double *result) {
    int32_t a = number_to_int32(left), b = number_to_int32(right);
    switch (operator) {
    case OPERATOR_ADD: *result = left + right; return true;
    case OPERATOR_SUBTRACT: *result = left - right; return true;
    case OPERATOR_MULTIPLY: *result = left * right; return true;
    case OPERATOR_DIVIDE: *result = left / right; return true;
    case OPERATOR_BITWISE_AND: *result = a & b; return true;
    case OPERATOR_BITWISE_OR: *result = a | b; return true;
    case OPERATOR_BITWISE_XOR: *result = a ^ b; return true;
    case OPERATOR_SHIFT_LEFT: *result = (int32_t)((uint32_t)a << (b & 31)); return true;
    case OPERATOR_SHIFT_RIGHT: *result = a >> (b & 31); return true;
    case OPERATOR_SHIFT_RIGHT_UNSIGNED: *result = (uint32_t)a >> (b & 31); return true;
    default: return false;
    }
}

static bool fold_unary(enum ast_operator operator, vm_value operand, vm_value *value) {
    if (operator== OPERATOR_VOID) {
        *value = VALUE_UNDEFINED;
        return true;
    }
    if (operator== OPERATOR_NOT) {
        bool truth = value_is_number(operand)
                         ? value_as_double(operand) != 0 && !isnan(value_as_double(operand))
                         : value_is_true(operand);
        *value = value_from_bool(!truth);
        return true;
    }
    if (!value_is_number(operand)) {
        return false;
    }
    double number = value_as_double(operand);
    switch (operator) {
    case OPERATOR_MINUS: *value = value_from_double(-number); return true;
    case OPERATOR_PLUS: *value = operand; return true;
    case OPERATOR_BITWISE_NOT: *value = value_from_int(~number_to_int32(number)); return true;
    default: return false;
    }
}

// Only a short way down: deep constant expressions are computed at run time.
static bool constant_at_depth(const struct ast_node *node, vm_value *value, int depth) {
    switch ((enum ast_kind)node->kind) {
    case AST_NUMBER: *value = value_from_double(((const struct ast_number *)node)->value); return true;
    case AST_BOOLEAN: *value = value_from_bool(((const struct ast_boolean *)node)->value); return true;
    case AST_NULL: *value = VALUE_NULL; return true;
    case AST_IDENTIFIER: {
        const struct ast_identifier *id = (const struct ast_identifier *)node;
        *value = VALUE_UNDEFINED;
        return id->name->id == NAME_undefined && !id->declaration && !identifier_links(id);
    }
    case AST_UNARY: {
        vm_value operand;
        return depth && constant_at_depth(((const struct ast_unary *)node)->operand, &operand, depth - 1) &&
               fold_unary(node->operator, operand, value);
    }
    case AST_BINARY: {
        const struct ast_binary *binary = (const struct ast_binary *)node;
        vm_value left, right;
        double result;
        if (!depth || binary->count > 8 || !constant_at_depth(binary->left, &left, depth - 1) ||
            !value_is_number(left)) {
            return false;
        }
        result = value_as_double(left);
        for (uint32_t i = 0; i < binary->count; i++) {
            if (!constant_at_depth(binary->terms[i].operand, &right, depth - 1) || !value_is_number(right) ||
                !fold_binary(binary->terms[i].operator, result, value_as_double(right), &result)) {
                return false;
            }
        }
        *value = value_from_double(result);
        return true;
    }
    default: return false;
    }
}

bool cg_constant(const struct ast_node *node, vm_value *value) { return constant_at_depth(node, value, 4); }

bool cg_small_int(const struct ast_node *node, int32_t low, int32_t high, int32_t *value) {
    vm_value constant;
    if (!cg_constant(node, &constant) || !value_is_int(constant)) {
        return false;
    }
    *value = value_as_int(constant);
    return *value >= low && *value <= high;
}

static bool is_int8(const struct ast_node *node, int32_t *value) {
    return cg_small_int(node, -128, 127, value);
}

// Index of a constant or string operand when it fits an operand byte.
static bool constant_operand(struct codegen *g, const struct ast_node *node, uint32_t *index) {
    vm_value value;
    if (node->kind == AST_STRING) {
        value = cg_name_value(g, ((const struct ast_string *)node)->value);
    } else if (!cg_constant(node, &value)) {
        return false;
    }
    *index = constant_index(g, value);
    return *index <= 255;
}

bool cg_is_primitive(const struct ast_node *node) {
    switch ((enum ast_kind)node->kind) {
    case AST_NUMBER:
    case AST_STRING:
    case AST_BIGINT:
    case AST_BOOLEAN:
    case AST_NULL:
    case AST_TEMPLATE:
    case AST_UPDATE:
    case AST_UNARY:
    case AST_BINARY: return true;
    default: return false;
    }
}

// -- What later operands may do to earlier ones ---------------------------------------------------

struct assignment_walk {
    const struct ast_declaration *declaration;
    int budget;
};

static bool is_left_alone(const struct ast_node *node, void *data) {
    struct assignment_walk *walk = data;
    if (--walk->budget < 0) {
        return false;
    }
    const struct ast_node *target = node->kind == AST_ASSIGN   ? ((const struct ast_assign *)node)->target
                                    : node->kind == AST_UPDATE ? ((const struct ast_update *)node)->target
                                                               : NULL;
    if (target && target->kind == AST_IDENTIFIER &&
        ((const struct ast_identifier *)target)->declaration == walk->declaration) {
        return false;
    }
    return ast_every_part(node, is_left_alone, walk);
}

bool cg_may_assign(const struct ast_node *node, const struct scope_variable *v) {
    struct assignment_walk walk = {v->declaration, WALK_BUDGET};
    return node && v->assignments && !is_left_alone(node, &walk);
}

// -- Operands -------------------------------------------------------------------------------------

uint32_t cg_value(struct codegen *g, struct ast_node *node) {
    uint32_t reg = cg_allocate(g, 1);
    cg_into(g, node, reg);
    return reg;
}

// The local variable that an assignment or prefix update leaves its value in, or NULL.
static struct ast_identifier *assigned_local(struct codegen *g, struct ast_node *node) {
    struct ast_node *target = NULL;
    if (node->kind == AST_UPDATE && node->flags & AST_PREFIX) {
        target = ((struct ast_update *)node)->target;
    } else if (node->kind == AST_ASSIGN &&
               !(node->operator>= OPERATOR_LOGICAL_AND && node->operator<= OPERATOR_COALESCE)) {
        target = ((struct ast_assign *)node)->target;
    }
    bool local = target && cg_assignable_register(g, target, false) != NO_REGISTER;
    return local ? (struct ast_identifier *)target : NULL;
}

// The register of a local variable that holds the operand, once it has been assigned if it is an assignment.
static uint32_t local_operand(struct codegen *g, struct ast_node *node) {
    struct ast_identifier *target = assigned_local(g, node);
    if (!target) {
        return cg_local_register(g, node);
    }
    cg_effect(g, node);
    return cg_local_register(g, &target->node);
}

// The variable that local_operand would give, or NULL.
static struct scope_variable *operand_variable(struct codegen *g, struct ast_node *node) {
    struct ast_identifier *target = assigned_local(g, node);
    if (!target && cg_find_local(g, node) != NO_REGISTER) {
        target = (struct ast_identifier *)node;
    }
    return target ? target->declaration->info : NULL;
}

uint32_t cg_operand(struct codegen *g, struct ast_node *node) {
    uint32_t reg = cg_stop(g, node) ? 0 : local_operand(g, node);
    return reg != NO_REGISTER ? reg : cg_value(g, node);
}

uint32_t cg_operand_before(struct codegen *g, struct ast_node *node, const struct ast_node *later) {
    struct scope_variable *v = operand_variable(g, node);
    if (v && cg_may_assign(later, v)) {
        return cg_value(g, node);
    }
    return cg_operand(g, node);
}

uint32_t cg_operand_in(struct codegen *g, struct ast_node *node, const struct ast_node *later,
                       uint32_t spare) {
    struct scope_variable *v = operand_variable(g, node);
    if (!cg_is_temporary(g, spare) || (v && !cg_may_assign(later, v))) {
        return cg_operand_before(g, node, later);
    }
    cg_into(g, node, spare);
    return spare;
}

// -- Binary operators -----------------------------------------------------------------------------

struct binary_ops {
    uint8_t plain, immediate, constant; // OP_NOP: no such form
    bool commutative;                   // for numbers
};

static const struct binary_ops binary_ops[] = {
    [OPERATOR_ADD] = {OP_ADD, OP_ADD_IMM, OP_ADD_CONST, false},
    [OPERATOR_SUBTRACT] = {OP_SUB, OP_SUB_IMM, OP_SUB_CONST, false},
    [OPERATOR_MULTIPLY] = {OP_MUL, OP_MUL_IMM, OP_MUL_CONST, true},
    [OPERATOR_DIVIDE] = {OP_DIV, OP_NOP, OP_DIV_CONST, false},
    [OPERATOR_REMAINDER] = {OP_MOD, OP_MOD_IMM, OP_MOD_CONST, false},
    [OPERATOR_EXPONENT] = {OP_POW, OP_NOP, OP_NOP, false},
    [OPERATOR_SHIFT_LEFT] = {OP_SHIFT_LEFT, OP_SHIFT_LEFT_IMM, OP_NOP, false},
    [OPERATOR_SHIFT_RIGHT] = {OP_SHIFT_RIGHT, OP_SHIFT_RIGHT_IMM, OP_NOP, false},
    [OPERATOR_SHIFT_RIGHT_UNSIGNED] = {OP_SHIFT_RIGHT_UNSIGNED, OP_SHIFT_RIGHT_UNSIGNED_IMM, OP_NOP, false},
    [OPERATOR_BITWISE_AND] = {OP_BIT_AND, OP_BIT_AND_IMM, OP_BIT_AND_CONST, true},
    [OPERATOR_BITWISE_OR] = {OP_BIT_OR, OP_BIT_OR_IMM, OP_NOP, true},
    [OPERATOR_BITWISE_XOR] = {OP_BIT_XOR, OP_BIT_XOR_IMM, OP_NOP, true},
    [OPERATOR_EQUAL] = {OP_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_NOT_EQUAL] = {OP_NOT_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_STRICT_EQUAL] = {OP_STRICT_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_STRICT_NOT_EQUAL] = {OP_STRICT_NOT_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_LESS] = {OP_LESS, OP_NOP, OP_NOP, false},
    [OPERATOR_LESS_EQUAL] = {OP_LESS_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_GREATER] = {OP_GREATER, OP_NOP, OP_NOP, false},
    [OPERATOR_GREATER_EQUAL] = {OP_GREATER_EQUAL, OP_NOP, OP_NOP, false},
    [OPERATOR_INSTANCEOF] = {OP_INSTANCE_OF, OP_NOP, OP_NOP, false},
    [OPERATOR_IN] = {OP_IN, OP_NOP, OP_NOP, false},
};

// The form with an immediate or constant right operand, where there is one.
static bool short_binary(struct codegen *g, struct binary_ops ops, uint32_t to, uint32_t left,
                         const struct ast_node *right, uint32_t position) {
    int32_t small;
    uint32_t index;
    if (ops.immediate != OP_NOP && is_int8(right, &small)) {
        cg_position(g, position);
        emit_abc(g, ops.immediate, to, left, (uint8_t)small);
        return true;
    }
    vm_value constant;
    bool usable = (cg_constant(right, &constant) && value_is_number(constant)) ||
                  (ops.constant == OP_ADD_CONST && right->kind == AST_STRING);
    if (ops.constant != OP_NOP && usable && constant_operand(g, right, &index)) {
        cg_position(g, position);
        emit_abc(g, ops.constant, to, left, index);
        return true;
    }
    return false;
}

void cg_binary_op(struct codegen *g, enum ast_operator operator, uint32_t to, uint32_t left,
                  struct ast_node *right_node, uint32_t position) {
    struct binary_ops ops = binary_ops[operator];
    if (short_binary(g, ops, to, left, right_node, position)) {
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t right = cg_operand(g, right_node);
    cg_position(g, position);
    emit_abc(g, ops.plain, to, left, right);
    cg_release(g, mark);
}

static void binary_into(struct codegen *g, struct ast_binary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    struct ast_binary_term *first = &node->terms[0];
    uint32_t i = 0, accumulator = NO_REGISTER;
    uint32_t partial = cg_is_temporary(g, to) ? to : NO_REGISTER;
    vm_value constant;
    if (binary_ops[first->operator].commutative && cg_constant(node->left, &constant) && value_is_number(constant)) {
        if (node->count > 1 && partial == NO_REGISTER) {
            partial = cg_allocate(g, 1);
        }
        uint32_t target = node->count > 1 ? partial : to;
        struct cg_mark inner = cg_mark(g);
        uint32_t right = cg_operand_in(g, first->operand, NULL, target);
        if (!short_binary(g, binary_ops[first->operator], target, right, node->left, first->position)) {
            uint32_t left = cg_value(g, node->left);
            cg_position(g, first->position);
            emit_abc(g, binary_ops[first->operator].plain, target, left, right);
        }
        cg_release(g, inner);
        accumulator = target;
        i = 1;
    } else {
        accumulator = cg_operand_in(g, node->left, first->operand, to);
    }
    for (; i < node->count; i++) {
        struct ast_binary_term *term = &node->terms[i];
        uint32_t target = to;
        if (i + 1 < node->count) {
            if (partial == NO_REGISTER) {
                partial = cg_allocate(g, 1);
            }
            target = partial;
        }
        cg_binary_op(g, term->operator, target, accumulator, term->operand, term->position);
        accumulator = target;
    }
    cg_release(g, mark);
}

// -- Conditions -----------------------------------------------------------------------------------

// A comparison as jumps: [sense] over registers and over an immediate.
struct comparison_ops {
    uint8_t jump[2], immediate[2];
    uint8_t mirrored; // operator with the operands exchanged
};

static const struct comparison_ops comparison_ops[] = {
    [OPERATOR_LESS] = {{OP_JUMP_NOT_LESS, OP_JUMP_LESS},
                       {OP_JUMP_NOT_LESS_IMM, OP_JUMP_LESS_IMM},
                       OPERATOR_GREATER},
    [OPERATOR_LESS_EQUAL] = {{OP_JUMP_NOT_LESS_EQUAL, OP_JUMP_LESS_EQUAL},
                             {OP_JUMP_NOT_LESS_EQUAL_IMM, OP_JUMP_LESS_EQUAL_IMM},
                             OPERATOR_GREATER_EQUAL},
    [OPERATOR_GREATER] = {{OP_JUMP_NOT_GREATER, OP_JUMP_GREATER},
                          {OP_JUMP_NOT_GREATER_IMM, OP_JUMP_GREATER_IMM},
                          OPERATOR_LESS},
    [OPERATOR_GREATER_EQUAL] = {{OP_JUMP_NOT_GREATER_EQUAL, OP_JUMP_GREATER_EQUAL},
                                {OP_JUMP_NOT_GREATER_EQUAL_IMM, OP_JUMP_GREATER_EQUAL_IMM},
                                OPERATOR_LESS_EQUAL},
    [OPERATOR_EQUAL] = {{OP_JUMP_NOT_EQUAL, OP_JUMP_EQUAL}, {OP_NOP, OP_NOP}, OPERATOR_EQUAL},
    [OPERATOR_NOT_EQUAL] = {{OP_JUMP_EQUAL, OP_JUMP_NOT_EQUAL}, {OP_NOP, OP_NOP}, OPERATOR_NOT_EQUAL},
    [OPERATOR_STRICT_EQUAL] = {{OP_JUMP_STRICT_NOT_EQUAL, OP_JUMP_STRICT_EQUAL},
                               {OP_JUMP_STRICT_NOT_EQUAL_IMM, OP_JUMP_STRICT_EQUAL_IMM},
                               OPERATOR_STRICT_EQUAL},
    [OPERATOR_STRICT_NOT_EQUAL] = {{OP_JUMP_STRICT_EQUAL, OP_JUMP_STRICT_NOT_EQUAL},
                                   {OP_JUMP_STRICT_EQUAL_IMM, OP_JUMP_STRICT_NOT_EQUAL_IMM},
                                   OPERATOR_STRICT_NOT_EQUAL},
};

static bool is_comparison(enum ast_operator operator) {
    return operator>= OPERATOR_EQUAL && operator<= OPERATOR_GREATER_EQUAL;
}

static bool is_typeof(const struct ast_node *node) {
    return node->kind == AST_UNARY && node->operator== OPERATOR_TYPEOF;
}

// Where the operand of typeof is, which may be a variable that does not exist; `spare` as for cg_operand_in.
static uint32_t typeof_operand(struct codegen *g, struct ast_node *node, uint32_t spare) {
    if (node->kind != AST_IDENTIFIER || cg_find_local(g, node) != NO_REGISTER) {
        return cg_operand_in(g, node, NULL, spare);
    }
    uint32_t value = cg_is_temporary(g, spare) ? spare : cg_allocate(g, 1);
    cg_load_variable(g, (struct ast_identifier *)node, value, true);
    return value;
}

// Comparisons with undefined, null, or a constant by ===, of a typeof with a string, and those with an
// immediate. False: none of these.
static bool short_comparison(struct codegen *g, enum ast_operator operator, struct ast_node * left,
                             struct ast_node *right, uint32_t position, uint32_t label, bool sense) {
    bool loose = operator== OPERATOR_EQUAL || operator== OPERATOR_NOT_EQUAL;
    bool strict = operator== OPERATOR_STRICT_EQUAL || operator== OPERATOR_STRICT_NOT_EQUAL;
    bool positive = sense == (operator== OPERATOR_EQUAL || operator== OPERATOR_STRICT_EQUAL);
    vm_value constant;
    int32_t small;
    uint32_t index;
    bool nullish = cg_constant(right, &constant) && value_is_nullish(constant);
    if (loose && nullish) {
        uint32_t reg = cg_operand(g, left);
        emit_branch(g, positive ? OP_JUMP_NULLISH : OP_JUMP_NOT_NULLISH, reg, 0, 0, label);
        return true;
    }
    if (strict && nullish && value_is_undefined(constant)) {
        uint32_t reg = cg_operand(g, left);
        emit_branch(g, positive ? OP_JUMP_UNDEFINED : OP_JUMP_NOT_UNDEFINED, reg, 0, 0, label);
        return true;
    }
    if (comparison_ops[operator].immediate[sense] != OP_NOP && is_int8(right, &small)) {
        uint32_t reg = cg_operand(g, left);
        cg_position(g, position);
        emit_branch(g, comparison_ops[operator].immediate[sense], reg, 0, (uint8_t)small, label);
        return true;
    }
    if ((strict || loose) && is_typeof(left) && right->kind == AST_STRING &&
        constant_operand(g, right, &index)) {
        uint32_t reg = typeof_operand(g, ((struct ast_unary *)left)->operand, cg_allocate(g, 1));
        emit_branch(g, positive ? OP_JUMP_TYPEOF : OP_JUMP_NOT_TYPEOF, reg, 0, index, label);
        return true;
    }
    if (strict && constant_operand(g, right, &index)) {
        uint32_t reg = cg_operand(g, left);
        emit_branch(g, positive ? OP_JUMP_STRICT_EQUAL_CONST : OP_JUMP_STRICT_NOT_EQUAL_CONST, reg, 0, index,
                    label);
        return true;
    }
    return false;
}

static void branch_comparison(struct codegen *g, struct ast_binary *node, uint32_t label, bool sense) {
    struct cg_mark mark = cg_mark(g);
    enum ast_operator operator= node->node.operator;
    struct ast_node *left = node->left, *right = node->terms[0].operand;
    uint32_t position = node->terms[0].position;
    vm_value constant;
    if (!short_comparison(g, operator, left, right, position, label, sense)) {
        bool left_is_constant = left->kind == AST_STRING || cg_constant(left, &constant);
        if (!left_is_constant ||
            !short_comparison(g, comparison_ops[operator].mirrored, right, left, position, label, sense)) {
            uint32_t a = cg_operand_before(g, left, right), b = cg_operand(g, right);
            cg_position(g, position);
            emit_branch(g, comparison_ops[operator].jump[sense], a, b, 0, label);
        }
    }
    cg_release(g, mark);
}

static void branch_logical(struct codegen *g, struct ast_logical *node, uint32_t label, bool sense) {
    bool is_or = node->node.operator== OPERATOR_LOGICAL_OR;
    uint32_t last = node->operands.count - 1;
    if (is_or == sense) { // any operand decides for the label
        for (uint32_t i = 0; i <= last; i++) {
            cg_branch(g, node->operands.items[i], label, sense);
        }
        return;
    }
    uint32_t skip = label_create(g);
    for (uint32_t i = 0; i < last; i++) {
        cg_branch(g, node->operands.items[i], skip, !sense);
    }
    cg_branch(g, node->operands.items[last], label, sense);
    label_bind(g, skip);
}

void cg_branch(struct codegen *g, struct ast_node *node, uint32_t label, bool sense) {
    if (cg_stop(g, node)) {
        return;
    }
    vm_value constant;
    if (cg_constant(node, &constant)) {
        vm_value negation = VALUE_FALSE;
        fold_unary(OPERATOR_NOT, constant, &negation);
        if (value_is_true(negation) != sense) {
            emit_jump(g, label);
        }
        return;
    }
    switch ((enum ast_kind)node->kind) {
    case AST_UNARY:
        if (node->operator== OPERATOR_NOT) {
            cg_branch(g, ((struct ast_unary *)node)->operand, label, !sense);
            return;
        }
        break;
    case AST_LOGICAL:
        if (node->operator!= OPERATOR_COALESCE) {
            branch_logical(g, (struct ast_logical *)node, label, sense);
            return;
        }
        break;
    case AST_BINARY:
        if (is_comparison(node->operator) && ((struct ast_binary *)node)->count == 1) {
            branch_comparison(g, (struct ast_binary *)node, label, sense);
            return;
        }
        break;
    case AST_SEQUENCE: {
        struct ast_list *list = &((struct ast_sequence *)node)->expressions;
        for (uint32_t i = 0; i + 1 < list->count; i++) {
            cg_effect(g, list->items[i]);
        }
        cg_branch(g, list->items[list->count - 1], label, sense);
        return;
    }
    default: break;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t reg = cg_operand(g, node);
    emit_branch(g, sense ? OP_JUMP_TRUE : OP_JUMP_FALSE, reg, 0, 0, label);
    cg_release(g, mark);
}

// -- Values of operators --------------------------------------------------------------------------

static void logical_into(struct codegen *g, struct ast_logical *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t end = label_create(g);
    uint32_t target = cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
    enum opcode op = node->node.operator== OPERATOR_LOGICAL_AND  ? OP_JUMP_FALSE
                     : node->node.operator== OPERATOR_LOGICAL_OR ? OP_JUMP_TRUE
                                                                 : OP_JUMP_NOT_NULLISH;
    for (uint32_t i = 0; i < node->operands.count; i++) {
        cg_into(g, node->operands.items[i], target);
        if (i + 1 < node->operands.count) {
            emit_branch(g, op, target, 0, 0, end);
        }
    }
    label_bind(g, end);
    emit_move(g, to, target);
    cg_release(g, mark);
}

static void conditional_into(struct codegen *g, struct ast_conditional *node, uint32_t to, bool effect) {
    uint32_t end = label_create(g);
    struct ast_node *at = &node->node;
    while (at->kind == AST_CONDITIONAL && !g->c->failed) {
        node = (struct ast_conditional *)at;
        uint32_t alternate = label_create(g);
        cg_branch(g, node->test, alternate, false);
        if (effect) {
            cg_effect(g, node->consequent);
        } else {
            cg_into(g, node->consequent, to);
        }
        emit_jump(g, end);
        label_bind(g, alternate);
        at = node->alternate;
    }
    if (effect) {
        cg_effect(g, at);
    } else {
        cg_into(g, at, to);
    }
    label_bind(g, end);
}

static void unary_into(struct codegen *g, struct ast_unary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    enum opcode op;
    switch ((enum ast_operator)node->node.operator) {
    case OPERATOR_VOID:
        cg_effect(g, node->operand);
        emit_a(g, OP_LOAD_UNDEFINED, to);
        return;
    case OPERATOR_DELETE: cg_delete(g, node->operand, to); return;
    case OPERATOR_TYPEOF:
        emit_ab(g, OP_TYPEOF, to, typeof_operand(g, node->operand, to));
        cg_release(g, mark);
        return;
    case OPERATOR_NOT: op = OP_NOT; break;
    case OPERATOR_BITWISE_NOT: op = OP_BIT_NOT; break;
    case OPERATOR_PLUS: op = OP_TO_NUMBER; break;
    default: op = OP_NEGATE; break;
    }
    uint32_t operand = cg_operand_in(g, node->operand, NULL, to);
    cg_position(g, node->node.position);
    emit_ab(g, op, to, operand);
    cg_release(g, mark);
}

static void sequence_into(struct codegen *g, struct ast_sequence *node, uint32_t to) {
    uint32_t last = node->expressions.count - 1;
    for (uint32_t i = 0; i < last; i++) {
        cg_effect(g, node->expressions.items[i]);
    }
    cg_into(g, node->expressions.items[last], to);
}

static void private_in_into(struct codegen *g, struct ast_private_in *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t object = cg_operand(g, node->object), name = cg_allocate(g, 1);
    cg_load_variable(g, node->name, name, false);
    cg_position(g, node->node.position);
    emit_abc(g, OP_HAS_PRIVATE, to, object, name);
    cg_release(g, mark);
}

// -- Dispatch -------------------------------------------------------------------------------------

void cg_into(struct codegen *g, struct ast_node *node, uint32_t to) {
    if (cg_stop(g, node)) {
        return;
    }
    vm_value constant;
    if (cg_constant(node, &constant)) {
        emit_constant(g, to, constant);
        return;
    }
    switch ((enum ast_kind)node->kind) {
    case AST_BIGINT: cg_bigint(g, (struct ast_bigint *)node, to); break;
    case AST_STRING: emit_constant(g, to, cg_name_value(g, ((struct ast_string *)node)->value)); break;
    case AST_REGEXP: cg_regexp(g, (struct ast_regexp *)node, to); break;
    case AST_TEMPLATE: cg_template(g, (struct ast_template *)node, to); break;
    case AST_TAGGED_TEMPLATE: cg_tagged_template(g, (struct ast_template *)node, to); break;
    case AST_IDENTIFIER:
    case AST_THIS:
    case AST_NEW_TARGET: cg_load_variable(g, (struct ast_identifier *)node, to, false); break;
    case AST_IMPORT_META: emit_a(g, OP_IMPORT_META, to); break;
    case AST_ARRAY: cg_array(g, (struct ast_array *)node, to); break;
    case AST_OBJECT: cg_object(g, (struct ast_object *)node, to); break;
    case AST_FUNCTION: cg_function_expression(g, (struct ast_function *)node, to, NO_REGISTER); break;
    case AST_CLASS: cg_class(g, (struct ast_class *)node, to, NO_REGISTER); break;
    case AST_UNARY: unary_into(g, (struct ast_unary *)node, to); break;
    case AST_UPDATE: cg_update(g, (struct ast_update *)node, to); break;
    case AST_BINARY: binary_into(g, (struct ast_binary *)node, to); break;
    case AST_LOGICAL: logical_into(g, (struct ast_logical *)node, to); break;
    case AST_PRIVATE_IN: private_in_into(g, (struct ast_private_in *)node, to); break;
    case AST_CONDITIONAL: conditional_into(g, (struct ast_conditional *)node, to, false); break;
    case AST_ASSIGN: cg_assign(g, (struct ast_assign *)node, to); break;
    case AST_SEQUENCE: sequence_into(g, (struct ast_sequence *)node, to); break;
    case AST_YIELD: cg_yield(g, (struct ast_unary *)node, to); break;
    case AST_YIELD_DELEGATE: cg_yield_delegate(g, (struct ast_unary *)node, to); break;
    case AST_AWAIT: cg_await(g, (struct ast_unary *)node, to); break;
    case AST_MEMBER: cg_member(g, (struct ast_member *)node, to); break;
    case AST_PRIVATE_MEMBER: cg_private_member(g, (struct ast_private_member *)node, to); break;
    case AST_SUPER_MEMBER: cg_super_member(g, (struct ast_super_member *)node, to); break;
    case AST_OPTIONAL_CHAIN: cg_optional_chain(g, (struct ast_unary *)node, to); break;
    case AST_CALL: cg_call(g, (struct ast_call *)node, to); break;
    case AST_NEW: cg_new(g, (struct ast_call *)node, to); break;
    case AST_SUPER_CALL: cg_super_call(g, (struct ast_super_call *)node, to); break;
    case AST_IMPORT_CALL: cg_import_call(g, (struct ast_import_call *)node, to); break;
    default: cg_fail(g->c, ERROR_SYNTAX, node->start, "Unexpected expression"); break;
    }
}

void cg_effect(struct codegen *g, struct ast_node *node) {
    if (cg_stop(g, node)) {
        return;
    }
    vm_value constant;
    if (cg_constant(node, &constant) || node->kind == AST_STRING ||
        cg_local_register(g, node) != NO_REGISTER) {
        return;
    }
    switch ((enum ast_kind)node->kind) {
    case AST_ASSIGN: cg_assign(g, (struct ast_assign *)node, NO_REGISTER); return;
    case AST_UPDATE: cg_update(g, (struct ast_update *)node, NO_REGISTER); return;
    case AST_CONDITIONAL: conditional_into(g, (struct ast_conditional *)node, NO_REGISTER, true); return;
    case AST_LOGICAL:
        if (node->operator!= OPERATOR_COALESCE) {
            struct ast_list *list = &((struct ast_logical *)node)->operands;
            uint32_t end = label_create(g);
            for (uint32_t i = 0; i + 1 < list->count; i++) {
                cg_branch(g, list->items[i], end, node->operator== OPERATOR_LOGICAL_OR);
            }
            cg_effect(g, list->items[list->count - 1]);
            label_bind(g, end);
            return;
        }
        break;
    case AST_SEQUENCE: {
        struct ast_list *list = &((struct ast_sequence *)node)->expressions;
        for (uint32_t i = 0; i < list->count; i++) {
            cg_effect(g, list->items[i]);
        }
        return;
    }
    case AST_UNARY:
        if (node->operator== OPERATOR_VOID || node->operator== OPERATOR_NOT) {
            cg_effect(g, ((struct ast_unary *)node)->operand);
            return;
        }
        break;
    default: break;
    }
    struct cg_mark mark = cg_mark(g);
    cg_value(g, node);
    cg_release(g, mark);
}
