// Suspension: yield, yield*, await.
#include "compiler/codegen.h"

#include "object/throw.h"

static bool is_async_generator(const struct codegen *g) {
    return g->function->is_async && g->function->is_generator;
}

void emit_await(struct codegen *g, uint32_t to, uint32_t from) { emit_ab(g, OP_AWAIT, to, from); }

void cg_await(struct codegen *g, struct ast_unary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t operand = cg_operand_in(g, node->operand, NULL, to);
    cg_position(g, node->node.start);
    emit_await(g, to, operand);
    cg_release(g, mark);
}

// A register that both ways on of a suspension write.
static uint32_t result_register(struct codegen *g, uint32_t to) {
    return !g->wide && cg_is_temporary(g, to) ? to : cg_group(g, 1);
}

void cg_yield(struct codegen *g, struct ast_unary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t result = result_register(g, to), value = result, returned = label_create(g);
    if (node->operand) {
        value = cg_operand_in(g, node->operand, NULL, result);
    } else {
        emit_a(g, OP_LOAD_UNDEFINED, result);
    }
    cg_position(g, node->node.start);
    if (is_async_generator(g)) {
        uint32_t resumed = label_create(g);
        emit_await(g, result, value);
        emit_branch(g, OP_YIELD, result, result, 0, returned);
        emit_jump(g, resumed);
        label_bind(g, returned);
        emit_await(g, result, result);
        cg_return(g, result);
        label_bind(g, resumed);
    } else {
        emit_branch(g, OP_YIELD, result, value, 0, returned);
        if (!g->dead) {
            cg_add_yield(g, returned, result);
        }
    }
    emit_move(g, to, result);
    cg_release(g, mark);
}

// Modes of DELEGATE_CALL beside next, throw, return.
enum { DELEGATE_NO_RETURN = 3, DELEGATE_NO_THROW = 4 };

// The value of return() is awaited before it goes on to the inner iterator; a rejection becomes a throw.
static void await_returned(struct codegen *g, uint32_t received, uint32_t again) {
    struct control control;
    uint32_t rejected = label_create(g);
    emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL_IMM, received + 1, 0, 2, again);
    control_push(g, &control, CONTROL_CATCH);
    control_open_handler(g, &control, rejected, received);
    emit_await(g, received, received);
    control_close_handler(g, &control);
    control_pop(g, &control);
    emit_jump(g, again);
    label_bind(g, rejected);
    emit_int(g, received + 1, 1);
}

void cg_yield_delegate(struct codegen *g, struct ast_unary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    bool async = is_async_generator(g);
    uint32_t iteration = cg_group(g, 3), received = cg_group(g, 2);
    uint32_t again = label_create(g), done = label_create(g), returned = label_create(g),
             end = label_create(g);
    cg_into(g, node->operand, received);
    cg_call_position(g, node->node.start, node->operand);
    emit_ab(g, async ? OP_ASYNC_ITERATOR_OPEN : OP_ITERATOR_OPEN, iteration, received);
    emit_a(g, OP_LOAD_UNDEFINED, received);
    emit_int(g, received + 1, 0);
    label_bind(g, again);
    emit_ab(g, OP_DELEGATE_CALL, received, iteration);
    emit_branch(g, OP_JUMP_STRICT_EQUAL_IMM, received + 1, 0, DELEGATE_NO_RETURN, returned);
    if (async) {
        uint32_t has_throw = label_create(g);
        emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL_IMM, received + 1, 0, DELEGATE_NO_THROW, has_throw);
        cg_async_iterator_close(g, iteration);
        emit(g, OP_THROW_ERROR, ERROR_TYPE, 0, 0,
             constant_text(g, "The iterator does not provide a 'throw' method"), 0);
        label_bind(g, has_throw);
        emit_await(g, received, received);
    }
    emit_branch(g, OP_DELEGATE_RESULT, received, 0, 0, done);
    if (async) {
        emit_property(g, OP_GET_PROP, received, received, constant_text(g, "value"));
    }
    emit_ab(g, OP_YIELD_DELEGATE, received, received);
    if (async) {
        await_returned(g, received, again);
    }
    emit_jump(g, again);
    label_bind(g, returned);
    if (async) {
        emit_await(g, received, received);
    }
    uint32_t leave = label_create(g);
    emit_jump(g, leave);
    label_bind(g, done);
    emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL_IMM, received + 1, 0, 2, end);
    label_bind(g, leave);
    cg_return(g, received);
    label_bind(g, end);
    emit_move(g, to, received);
    cg_release(g, mark);
}
