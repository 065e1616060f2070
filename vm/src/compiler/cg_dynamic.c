// Names that may be properties of an object (scope.h): inside `with`, and where a direct eval may have
// declared variables. Each use asks the objects in turn, innermost first, and falls back to the declaration
// known statically.
#include "compiler/codegen.h"

#include "compiler/eval_scope.h"
#include "object/object.h"

static uint32_t name_register(struct codegen *g, const struct ast_identifier *id) {
    uint32_t reg = cg_allocate(g, 1);
    emit_constant(g, reg, cg_name_value(g, id->name));
    return reg;
}

// Goes on when the object of the link has the name, else to `next`.
static void ask(struct codegen *g, const struct dynamic_link *link, const struct ast_identifier *id,
                uint32_t object, uint32_t name, uint32_t next) {
    cg_load_declared(g, link->object, object, id->node.position);
    cg_position(g, id->node.position);
    emit_branch(g, OP_JUMP_NO_BINDING, object, name, 0, next);
}

void cg_dynamic_load(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof) {
    struct cg_mark mark = cg_mark(g);
    uint32_t object = cg_allocate(g, 1), name = name_register(g, id), end = label_create(g);
    for (const struct dynamic_link *link = identifier_links(id); link; link = link->next) {
        uint32_t next = label_create(g);
        ask(g, link, id, object, name, next);
        emit_abc(g, OP_GET_OBJECT_BINDING, to, object, name);
        emit_jump(g, end);
        label_bind(g, next);
    }
    cg_load_static(g, id, to, for_typeof);
    label_bind(g, end);
    cg_release(g, mark);
}

bool cg_dynamic_callee(struct codegen *g, struct ast_identifier *id, uint32_t base) {
    struct cg_mark mark = cg_mark(g);
    uint32_t name = name_register(g, id), end = label_create(g);
    for (const struct dynamic_link *link = identifier_links(id); link; link = link->next) {
        uint32_t next = label_create(g);
        ask(g, link, id, base, name, next);
        emit_abc(g, OP_GET_OBJECT_BINDING, base - 1, base, name);
        if (link->object->name->id == NAME_eval_object) {
            emit_a(g, OP_LOAD_UNDEFINED, base);
        }
        emit_jump(g, end);
        label_bind(g, next);
    }
    cg_load_static(g, id, base - 1, false);
    emit_a(g, OP_LOAD_UNDEFINED, base);
    label_bind(g, end);
    cg_release(g, mark);
    return false;
}

void cg_dynamic_delete(struct codegen *g, struct ast_identifier *id, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t object = cg_allocate(g, 1), name = name_register(g, id), end = label_create(g);
    for (const struct dynamic_link *link = identifier_links(id); link; link = link->next) {
        uint32_t next = label_create(g);
        ask(g, link, id, object, name, next);
        emit_abc(g, OP_DELETE_ELEM, to, object, name);
        emit_jump(g, end);
        label_bind(g, next);
    }
    cg_delete_static(g, id, to);
    label_bind(g, end);
    cg_release(g, mark);
}

// Which object the name belongs to is settled before the value of an assignment is computed.
void cg_dynamic_reference(struct codegen *g, struct reference *ref) {
    struct ast_identifier *id = (struct ast_identifier *)ref->node;
    ref->object = cg_allocate(g, 1);
    ref->key = name_register(g, id);
    uint32_t end = label_create(g);
    for (const struct dynamic_link *link = identifier_links(id); link; link = link->next) {
        uint32_t next = label_create(g);
        ask(g, link, id, ref->object, ref->key, next);
        emit_jump(g, end);
        label_bind(g, next);
    }
    emit_a(g, OP_LOAD_UNDEFINED, ref->object);
    label_bind(g, end);
}

void cg_dynamic_reference_load(struct codegen *g, const struct reference *ref, uint32_t to) {
    uint32_t fixed = label_create(g), end = label_create(g);
    emit_branch(g, OP_JUMP_UNDEFINED, ref->object, 0, 0, fixed);
    cg_position(g, ref->node->position);
    emit_abc(g, OP_GET_OBJECT_BINDING, to, ref->object, ref->key);
    emit_jump(g, end);
    label_bind(g, fixed);
    cg_load_static(g, (struct ast_identifier *)ref->node, to, false);
    label_bind(g, end);
}

void cg_dynamic_reference_store(struct codegen *g, const struct reference *ref, uint32_t from) {
    uint32_t fixed = label_create(g), end = label_create(g);
    emit_branch(g, OP_JUMP_UNDEFINED, ref->object, 0, 0, fixed);
    cg_position(g, ref->position);
    emit_abc(g, OP_SET_OBJECT_BINDING, ref->object, ref->key, from);
    emit_jump(g, end);
    label_bind(g, fixed);
    cg_assign_variable(g, (struct ast_identifier *)ref->node, from, ref->position);
    label_bind(g, end);
}

// -- with -----------------------------------------------------------------------------------------

void cg_with(struct codegen *g, struct ast_with *node) {
    struct cg_mark mark = cg_mark(g);
    struct scope_state state;
    cg_complete_undefined(g);
    uint32_t object = cg_value(g, node->object);
    cg_position(g, node->object->start);
    emit_ab(g, OP_TO_OBJECT, object, object);
    cg_enter_scope(g, node->scope, &state);
    for (struct ast_declaration *d = node->scope->first_declaration; d; d = d->next) {
        if (d->name->id == NAME_with_object) {
            cg_store_declared(g, d, object);
        }
    }
    cg_statement(g, node->body);
    cg_leave_scope(g, node->scope, &state);
    cg_release(g, mark);
}

// -- Direct eval ----------------------------------------------------------------------------------

void cg_direct_eval(struct codegen *g, uint32_t to, uint32_t base, uint32_t ordinary, bool spread,
                    uint32_t count) {
    emit_branch(g, OP_JUMP_NOT_EVAL, base - 1, 0, 0, ordinary);
    uint32_t argument = base + 1;
    struct cg_mark mark = cg_mark(g);
    if (spread) {
        emit_abc(g, OP_GET_ELEM_IMM, argument, argument, 0);
    } else if (!count) {
        argument = cg_allocate(g, 1);
        emit_a(g, OP_LOAD_UNDEFINED, argument);
    }
    struct list *scopes = eval_scope_describe(g, g->scope);
    if (scopes) {
        emit(g, OP_DIRECT_EVAL, to, argument, g->environment, constant_append(g, value_from_cell(scopes)), 0);
    }
    cg_release(g, mark);
}

// The object that holds the caller's variables made by eval, made itself when there is none yet.
static void load_eval_object(struct codegen *g, struct ast_declaration *hidden, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t present = label_create(g), null = cg_allocate(g, 1);
    cg_load_declared(g, hidden, to, 0);
    emit_constant(g, null, VALUE_EMPTY);
    uint32_t missing = label_create(g);
    emit_branch(g, OP_JUMP_UNDEFINED, to, 0, 0, missing);
    emit_branch(g, OP_JUMP_STRICT_NOT_EQUAL, to, null, 0, present);
    label_bind(g, missing);
    emit_16(g, OP_NEW_OBJECT, to, 0);
    emit_a(g, OP_LOAD_NULL, null);
    emit_ab(g, OP_SET_PROTO, to, null);
    cg_store_declared(g, hidden, to);
    label_bind(g, present);
    cg_release(g, mark);
}

void cg_store_eval_variable(struct codegen *g, struct ast_declaration *d, uint32_t from) {
    struct scope_variable *v = d->info;
    if (v->eval_target) {
        cg_store_declared(g, v->eval_target, from);
    } else if (v->eval_object) {
        struct cg_mark mark = cg_mark(g);
        uint32_t object = cg_allocate(g, 1), name = cg_allocate(g, 1);
        load_eval_object(g, v->eval_object, object);
        emit_constant(g, name, cg_name_value(g, d->name));
        emit_abc(g, OP_DEFINE_FIELD, object, name, from);
        cg_release(g, mark);
    }
}

void cg_declare_eval_variables(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        struct scope_variable *v = d->info;
        struct cg_mark mark = cg_mark(g);
        if (v->storage != STORAGE_EVAL || (!v->eval_target && !v->eval_object)) {
            continue;
        }
        if (d->function) {
            uint32_t function = cg_allocate(g, 1);
            cg_closure(g, d->function, function, NULL);
            cg_store_eval_variable(g, d, function);
        } else if (!v->eval_target) {
            uint32_t object = cg_allocate(g, 1), name = cg_allocate(g, 1), value = cg_allocate(g, 1);
            uint32_t declare = label_create(g), end = label_create(g);
            load_eval_object(g, v->eval_object, object);
            emit_constant(g, name, cg_name_value(g, d->name));
            emit_branch(g, OP_JUMP_NO_BINDING, object, name, 0, declare);
            emit_jump(g, end);
            label_bind(g, declare);
            emit_a(g, OP_LOAD_UNDEFINED, value);
            emit_abc(g, OP_DEFINE_FIELD, object, name, value);
            label_bind(g, end);
        }
        cg_release(g, mark);
    }
}
