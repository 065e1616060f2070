// Handlers, finally, and the ways out of statements.
//
// A finally block is generated once. Who wants to go through it puts into its kind register what is to happen
// behind it (FINALLY_NORMAL, a throw or return with the value register, or the number of a jump) and jumps to
// it; the dispatch behind the block goes on outward. A jump out of an iteration closes the iteration on its
// way.
//
// Code of a way out is no longer covered by the handlers that it has left: their ranges have a gap there.
#include "compiler/codegen.h"

#include "object/throw.h"

void control_push(struct codegen *g, struct control *control, enum control_kind kind) {
    *control = (struct control){.outer = g->control,
                                .kind = kind,
                                .depth = g->control ? g->control->depth + 1 : 1,
                                .break_label = NO_LABEL,
                                .continue_label = NO_LABEL,
                                .handler_label = NO_LABEL,
                                .range_start = NO_WORD};
    g->control = control;
}

void control_open_handler(struct codegen *g, struct control *control, uint32_t label, uint32_t reg) {
    control->handler_label = label;
    control->handler_reg = reg;
    control->range_start = emit_here(g);
}

// Ends the range; true when it was open.
static bool suspend_handler(struct codegen *g, struct control *control) {
    if (control->range_start == NO_WORD) {
        return false;
    }
    emit_handler(g, control->range_start, emit_here(g), control->handler_label, control->handler_reg,
                 control->depth);
    control->range_start = NO_WORD;
    return true;
}

void control_close_handler(struct codegen *g, struct control *control) { suspend_handler(g, control); }

void control_pop(struct codegen *g, struct control *control) {
    g->control = control->outer;
    VECTOR_FREE(g->c->memory, &control->exits);
    VECTOR_FREE(g->c->memory, &control->yields);
}

// -- Ways out -------------------------------------------------------------------------------------

static uint32_t exit_number(struct codegen *g, struct control *control, const struct ast_node *target,
                            bool continues) {
    for (uint32_t i = 0; i < control->exits.length; i++) {
        if (control->exits.items[i].target == target && control->exits.items[i].continues == continues) {
            return FINALLY_EXITS + i;
        }
    }
    if (!VECTOR_PUSH(g->c->memory, &control->exits, (struct control_exit){target, continues})) {
        cg_fail_memory(g->c);
        return FINALLY_EXITS;
    }
    return FINALLY_EXITS + control->exits.length - 1;
}

static void emit_final_return(struct codegen *g, uint32_t reg) {
    const struct ast_function *function = g->function;
    if (function->is_generator) {
        emit_a(g, OP_GENERATOR_RETURN, reg);
    } else if (cg_is_async(g)) {
        emit_a(g, OP_ASYNC_RETURN, reg);
    } else if (function->kind == FUNCTION_DERIVED_CONSTRUCTOR) {
        struct cg_mark mark = cg_mark(g);
        uint32_t this_register = 0;
        for (struct ast_declaration *d = function->scope->first_declaration; d; d = d->next) {
            if (d->kind == DECLARATION_IMPLICIT && d->name->id == NAME_this &&
                d->info->storage != STORAGE_REGISTER) {
                this_register = cg_allocate(g, 1);
                cg_load_unchecked(g, d, this_register);
            }
        }
        cg_position(g, function->node.start);
        emit_ab(g, OP_RETURN_DERIVED, reg, this_register);
        cg_release(g, mark);
    } else {
        emit_a(g, OP_RETURN, reg);
    }
}

void cg_return_undefined(struct codegen *g) {
    if (g->function->is_generator || cg_is_async(g) || g->function->kind == FUNCTION_DERIVED_CONSTRUCTOR) {
        struct cg_mark mark = cg_mark(g);
        uint32_t reg = cg_allocate(g, 1);
        emit_a(g, OP_LOAD_UNDEFINED, reg);
        emit_final_return(g, reg);
        cg_release(g, mark);
    } else {
        emit(g, OP_RETURN_UNDEFINED, 0, 0, 0, 0, 0);
    }
}

// Leaves controls from the innermost on, closing iterations, up to `target` (NULL: the function). A return
// carries its value in `reg`.
static void leave(struct codegen *g, const struct ast_node *target, bool continues, uint32_t reg) {
    struct control *innermost = g->control;
    VECTOR(struct control *) reopen = {0};
    bool done = false;
    for (struct control *c = innermost; c && !done && !g->c->failed; c = c->outer) {
        uint32_t label = continues ? c->continue_label : c->break_label;
        if (c->kind == CONTROL_TARGET) {
            if (target && c->target == target && label != NO_LABEL) {
                emit_jump(g, label);
                done = true;
            }
            continue;
        }
        if (suspend_handler(g, c) && !VECTOR_PUSH(g->c->memory, &reopen, c)) {
            cg_fail_memory(g->c);
        }
        g->control = c->outer;
        if (c->kind == CONTROL_ITERATOR) {
            emit_a(g, OP_ITERATOR_CLOSE, c->iteration);
        } else if (c->kind == CONTROL_ASYNC_ITERATOR) {
            cg_async_iterator_close(g, c->iteration);
        } else if (c->kind == CONTROL_FINALLY) {
            if (!target) {
                c->returns = true;
                emit_move(g, c->value_reg, reg);
            }
            emit_int(g, c->kind_reg,
                     (int32_t)(target ? exit_number(g, c, target, continues) : FINALLY_RETURN));
            emit_jump(g, c->finally_label);
            done = true;
        }
    }
    if (!done) {
        emit_final_return(g, reg);
    }
    g->control = innermost;
    for (uint32_t i = 0; i < reopen.length; i++) {
        reopen.items[i]->range_start = emit_here(g);
    }
    VECTOR_FREE(g->c->memory, &reopen);
}

void cg_jump_out(struct codegen *g, const struct ast_node *target, bool continues) {
    if (!g->dead) {
        leave(g, target, continues, NO_REGISTER);
    }
}

void cg_return(struct codegen *g, uint32_t reg) {
    if (!g->dead) {
        leave(g, NULL, false, reg);
    }
}

// -- Yields that return() resumes -----------------------------------------------------------------

void cg_add_yield(struct codegen *g, uint32_t label, uint32_t reg) {
    struct control *c = g->control;
    while (c && c->kind == CONTROL_TARGET) {
        c = c->outer;
    }
    struct pending_yield pending = {label, reg};
    if (!(c ? VECTOR_PUSH(g->c->memory, &c->yields, pending)
            : VECTOR_PUSH(g->c->memory, &g->yields, pending))) {
        cg_fail_memory(g->c);
    }
}

void cg_pending_yields(struct codegen *g) {
    struct cg_mark mark = cg_mark(g);
    uint32_t count = g->control ? g->control->yields.length : g->yields.length;
    for (uint32_t i = 0; i < count && !g->c->failed; i++) {
        struct pending_yield pending = g->control ? g->control->yields.items[i] : g->yields.items[i];
        label_bind(g, pending.label);
        if (!g->wide && g->top <= pending.reg) {
            g->top = pending.reg + 1;
        }
        cg_return(g, pending.reg);
        cg_release(g, mark);
    }
}

// -- Iterations -----------------------------------------------------------------------------------

void cg_guard_iteration(struct codegen *g, struct control *control, uint32_t iteration, bool async) {
    control_push(g, control, async ? CONTROL_ASYNC_ITERATOR : CONTROL_ITERATOR);
    control->iteration = iteration;
    control->handler_reg = cg_allocate(g, 1);
    control->handler_label = label_create(g);
    control->range_start = emit_here(g);
}

void cg_end_guard(struct codegen *g, struct control *control) {
    control_close_handler(g, control);
    cg_pending_yields(g);
    bool async = control->kind == CONTROL_ASYNC_ITERATOR;
    control_pop(g, control);
    label_bind(g, control->handler_label);
    if (!async) {
        emit_a(g, OP_ITERATOR_ABORT, control->iteration);
        emit_a(g, OP_RETHROW, control->handler_reg);
        return;
    }
    // What return() throws, or its promise, gives way to the first error.
    struct cg_mark mark = cg_mark(g);
    struct control inner;
    uint32_t result = cg_allocate(g, 1), rethrow = label_create(g);
    control_push(g, &inner, CONTROL_CATCH);
    control_open_handler(g, &inner, rethrow, result);
    emit_branch(g, OP_ASYNC_ITERATOR_CLOSE, result, control->iteration, 0, rethrow);
    emit_await(g, result, result);
    control_close_handler(g, &inner);
    control_pop(g, &inner);
    label_bind(g, rethrow);
    emit_a(g, OP_RETHROW, control->handler_reg);
    cg_release(g, mark);
}

void cg_async_iterator_close(struct codegen *g, uint32_t iteration) {
    struct cg_mark mark = cg_mark(g);
    uint32_t result = cg_allocate(g, 1), closed = label_create(g);
    emit_branch(g, OP_ASYNC_ITERATOR_CLOSE, result, iteration, 0, closed);
    emit_await(g, result, result);
    emit(g, OP_CHECK_OBJECT, result, 0, 0, constant_text(g, "Iterator result is not an object"), 0);
    label_bind(g, closed);
    cg_release(g, mark);
}

// -- try ------------------------------------------------------------------------------------------

static void catch_clause(struct codegen *g, struct ast_try *node, uint32_t exception) {
    struct scope_state state;
    cg_complete_undefined(g);
    cg_enter_scope(g, node->catch_scope, &state);
    if (node->parameter) {
        cg_bind(g, node->parameter, exception, NULL);
    }
    cg_block(g, node->handler);
    cg_leave_scope(g, node->catch_scope, &state);
}

static void try_catch(struct codegen *g, struct ast_try *node) {
    struct cg_mark mark = cg_mark(g);
    uint32_t exception = cg_allocate(g, 1), caught = label_create(g), end = label_create(g);
    struct control control;
    control_push(g, &control, CONTROL_CATCH);
    control_open_handler(g, &control, caught, exception);
    cg_block(g, node->block);
    control_close_handler(g, &control);
    emit_jump(g, end);
    cg_pending_yields(g);
    control_pop(g, &control);
    label_bind(g, caught);
    catch_clause(g, node, exception);
    label_bind(g, end);
    cg_release(g, mark);
}

static void jump_unless_kind(struct codegen *g, uint32_t reg, uint32_t kind, uint32_t label) {
    if (kind <= INT8_MAX) {
        emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL_IMM, reg, 0, kind, label);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t number = cg_allocate(g, 1);
    emit_int(g, number, (int32_t)kind);
    emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL, reg, number, 0, label);
    cg_release(g, mark);
}

// The dispatch behind a finally block. g->control is already what is outside.
static void after_finally(struct codegen *g, const struct control *control, bool completes) {
    uint32_t end = label_create(g);
    bool only_throws = !control->returns && !control->exits.length;
    if (!only_throws && completes) {
        emit_branch(g, OP_JUMP_STRICT_EQUAL_IMM, control->kind_reg, 0, FINALLY_NORMAL, end);
    }
    uint32_t other = only_throws ? end : label_create(g);
    emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL_IMM, control->kind_reg, 0, FINALLY_THROW, other);
    emit_a(g, OP_RETHROW, control->value_reg);
    if (!only_throws) {
        label_bind(g, other);
        uint32_t count = control->exits.length + control->returns;
        for (uint32_t i = 0; i < count; i++) {
            bool returns = control->returns && i == count - 1;
            uint32_t next = label_create(g);
            if (i + 1 < count) {
                jump_unless_kind(g, control->kind_reg, FINALLY_EXITS + i, next);
            }
            if (returns) {
                cg_return(g, control->value_reg);
            } else {
                cg_jump_out(g, control->exits.items[i].target, control->exits.items[i].continues);
            }
            label_bind(g, next);
        }
    }
    label_bind(g, end);
}

void cg_try(struct codegen *g, struct ast_try *node) {
    cg_complete_undefined(g);
    if (!node->finalizer) {
        try_catch(g, node);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    struct control control;
    control_push(g, &control, CONTROL_FINALLY);
    control.kind_reg = cg_allocate(g, 1);
    control.value_reg = cg_allocate(g, 1);
    control.finally_label = label_create(g);
    control_open_handler(g, &control, label_create(g), control.value_reg);
    if (node->handler) {
        try_catch(g, node);
    } else {
        cg_block(g, node->block);
    }
    control_close_handler(g, &control);
    bool completes = !g->dead;
    emit_int(g, control.kind_reg, FINALLY_NORMAL);
    emit_jump(g, control.finally_label);
    cg_pending_yields(g);
    g->control = control.outer;
    label_bind(g, control.handler_label);
    emit_int(g, control.kind_reg, FINALLY_THROW);
    label_bind(g, control.finally_label);
    uint32_t completion = g->completion;
    if (completion != NO_REGISTER) {
        uint32_t saved = cg_allocate(g, 1);
        emit_move(g, saved, completion);
        cg_complete_undefined(g);
        cg_block(g, node->finalizer);
        emit_move(g, completion, saved);
    } else {
        cg_block(g, node->finalizer);
    }
    after_finally(g, &control, completes);
    control_pop(g, &control);
    cg_release(g, mark);
}
