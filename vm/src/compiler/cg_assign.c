// Member access, assignment, update, delete.
#include "compiler/codegen.h"

#include "object/throw.h"

// -- Reading members ------------------------------------------------------------------------------

void cg_get_static(struct codegen *g, const struct static_key *key, uint32_t object, uint32_t to,
                   uint32_t position) {
    cg_position(g, position);
    if (key->is_name) {
        enum opcode op =
            string_equals_text(value_as_string(key->value), "length") ? OP_GET_LENGTH : OP_GET_PROP;
        emit_property(g, op, to, object, constant_index(g, key->value));
    } else if (value_is_int(key->value) && value_as_int(key->value) <= 255) {
        emit_abc(g, OP_GET_ELEM_IMM, to, object, (uint32_t)value_as_int(key->value));
    } else {
        struct cg_mark mark = cg_mark(g);
        uint32_t reg = cg_allocate(g, 1);
        emit_constant(g, reg, key->value);
        cg_position(g, position);
        emit_abc(g, OP_GET_ELEM, to, object, reg);
        cg_release(g, mark);
    }
}

void cg_get_member(struct codegen *g, struct ast_member *node, uint32_t object, uint32_t to) {
    struct static_key key;
    if (cg_static_key(g, node->property, true, &key)) {
        cg_get_static(g, &key, object, to, node->node.position);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t reg = cg_operand(g, node->property);
    cg_position(g, node->node.position);
    emit_abc(g, OP_GET_ELEM, to, object, reg);
    cg_release(g, mark);
}

// The length or an element of a rest parameter that is a view. False: it is something else.
static bool view_member(struct codegen *g, struct ast_member *node, uint32_t to) {
    uint32_t view = cg_find_view(g, node->object);
    struct static_key key;
    if (view == NO_REGISTER) {
        return false;
    }
    if (cg_static_key(g, node->property, true, &key) && key.is_name) {
        if (!string_equals_text(value_as_string(key.value), "length")) {
            return false;
        }
        emit_ab(g, OP_REST_LENGTH, to, view);
        return true;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t reg = cg_operand(g, node->property);
    cg_position(g, node->node.position);
    emit_abc(g, OP_REST_ELEM, to, view, reg);
    cg_release(g, mark);
    return true;
}

// A property of a variable of a function around this one, in one instruction. False: it takes two.
static bool outer_member(struct codegen *g, struct ast_member *node, uint32_t to) {
    struct static_key key;
    uint32_t levels, slot;
    if (node->node.flags & AST_OPTIONAL || !cg_find_outer(g, node->object, &levels, &slot) ||
        !cg_static_key(g, node->property, true, &key) || !key.is_name ||
        string_equals_text(value_as_string(key.value), "length")) {
        return false;
    }
    uint32_t index = constant_index(g, key.value);
    uint32_t name = constant_name(g, ((struct ast_identifier *)node->object)->name);
    if (index > UINT16_MAX || name > UINT16_MAX) {
        return false;
    }
    cg_position(g, node->node.position);
    emit_outer_property(g, to, levels, slot, index, name);
    return true;
}

void cg_member(struct codegen *g, struct ast_member *node, uint32_t to) {
    if (view_member(g, node, to) || outer_member(g, node, to)) {
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t object = cg_operand_in(g, node->object, node->property, to);
    cg_link_check(g, &node->node, object);
    cg_get_member(g, node, object, to);
    cg_release(g, mark);
}

void cg_private_member(struct codegen *g, struct ast_private_member *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t object = cg_operand_in(g, node->object, NULL, to);
    cg_link_check(g, &node->node, object);
    uint32_t name = cg_allocate(g, 1);
    cg_load_variable(g, node->name, name, false);
    cg_position(g, node->node.position);
    emit_abc(g, OP_GET_PRIVATE, to, object, name);
    cg_release(g, mark);
}

// The three registers home object (or its prototype, taken at once), this, key.
static uint32_t super_reference(struct codegen *g, struct ast_super_member *node, bool with_base) {
    uint32_t group = cg_allocate(g, 3);
    struct static_key key;
    cg_load_variable(g, node->this_value, group + 1, false);
    if (cg_static_key(g, node->property, true, &key)) {
        emit_constant(g, group + 2, key.value);
    } else {
        cg_into(g, node->property, group + 2);
    }
    cg_load_variable(g, node->home_object, group, false);
    if (with_base) {
        emit_ab(g, OP_SUPER_BASE, group, group);
    }
    return group;
}

void cg_super_member(struct codegen *g, struct ast_super_member *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t group = super_reference(g, node, false);
    cg_position(g, node->node.position);
    emit_abc(g, OP_GET_SUPER, to, group, 0);
    cg_release(g, mark);
}

// -- References -----------------------------------------------------------------------------------

// An operand that is read after two later ones have been evaluated.
static uint32_t operand_before_both(struct codegen *g, struct ast_node *node, const struct ast_node *first,
                                    const struct ast_node *second) {
    uint32_t reg = cg_local_register(g, node);
    if (reg == NO_REGISTER) {
        return cg_value(g, node);
    }
    struct scope_variable *v = ((struct ast_identifier *)node)->declaration->info;
    if (cg_may_assign(first, v) || cg_may_assign(second, v)) {
        uint32_t copy = cg_allocate(g, 1);
        emit_move(g, copy, reg);
        return copy;
    }
    return reg;
}

void cg_reference(struct codegen *g, struct ast_node *target, const struct ast_node *later,
                  struct reference *out) {
    *out = (struct reference){.node = target, .position = target->position};
    switch ((enum ast_kind)target->kind) {
    case AST_MEMBER: {
        struct ast_member *member = (struct ast_member *)target;
        out->object = operand_before_both(g, member->object, member->property, later);
        out->has_name = cg_static_key(g, member->property, true, &out->name);
        if (!out->has_name) {
            out->key = cg_operand_before(g, member->property, later);
        } else if (!out->name.is_name) {
            out->key = cg_allocate(g, 1);
            emit_constant(g, out->key, out->name.value);
        }
        break;
    }
    case AST_PRIVATE_MEMBER: {
        struct ast_private_member *member = (struct ast_private_member *)target;
        out->object = cg_operand_before(g, member->object, later);
        out->key = cg_allocate(g, 1);
        cg_load_variable(g, member->name, out->key, false);
        break;
    }
    case AST_SUPER_MEMBER: out->object = super_reference(g, (struct ast_super_member *)target, true); break;
    case AST_IDENTIFIER:
        if (identifier_links((struct ast_identifier *)target)) {
            cg_dynamic_reference(g, out);
        }
        break;
    case AST_CALL:
        cg_effect(g, target);
        cg_position(g, target->start);
        emit(g, OP_THROW_ERROR, ERROR_REFERENCE, 0, 0,
             constant_text(g, "Invalid left-hand side in assignment"), 0);
        break;
    default: break;
    }
}

// For o[k] op= v: the key is converted once, after o has been found to be no null or undefined.
static void fix_key(struct codegen *g, struct reference *ref) {
    if (ref->node->kind == AST_MEMBER && !ref->has_name &&
        !cg_is_primitive(((struct ast_member *)ref->node)->property)) {
        uint32_t key = cg_allocate(g, 1);
        cg_position(g, ref->node->position);
        emit_abc(g, OP_ELEM_KEY, key, ref->object, ref->key);
        ref->key = key;
    } else if (ref->node->kind == AST_SUPER_MEMBER) {
        emit_ab(g, OP_TO_KEY, ref->object + 2, ref->object + 2);
    }
}

void cg_reference_load(struct codegen *g, const struct reference *ref, uint32_t to) {
    switch ((enum ast_kind)ref->node->kind) {
    case AST_IDENTIFIER:
        if (identifier_links((struct ast_identifier *)ref->node)) {
            cg_dynamic_reference_load(g, ref, to);
        } else {
            cg_load_static(g, (struct ast_identifier *)ref->node, to, false);
        }
        break;
    case AST_MEMBER:
        if (ref->has_name) {
            cg_get_static(g, &ref->name, ref->object, to, ref->node->position);
        } else {
            cg_position(g, ref->node->position);
            emit_abc(g, OP_GET_ELEM, to, ref->object, ref->key);
        }
        break;
    case AST_PRIVATE_MEMBER:
        cg_position(g, ref->node->position);
        emit_abc(g, OP_GET_PRIVATE, to, ref->object, ref->key);
        break;
    case AST_SUPER_MEMBER:
        cg_position(g, ref->node->position);
        emit_abc(g, OP_GET_SUPER, to, ref->object, 1);
        break;
    default: break;
    }
}

// Remembers this.x = for the size of instances.
static void note_this_property(struct codegen *g, const struct ast_node *node) {
    const struct ast_member *member = (const struct ast_member *)node;
    if (member->object->kind != AST_THIS || member->property->kind != AST_STRING ||
        g->this_properties.length >= 64) {
        return;
    }
    struct name *name = ((struct ast_string *)member->property)->value;
    for (uint32_t i = 0; i < g->this_properties.length; i++) {
        if (g->this_properties.items[i] == name) {
            return;
        }
    }
    if (!VECTOR_PUSH(g->c->memory, &g->this_properties, name)) {
        cg_fail_memory(g->c);
    }
}

void cg_reference_store(struct codegen *g, const struct reference *ref, uint32_t from) {
    switch ((enum ast_kind)ref->node->kind) {
    case AST_IDENTIFIER:
        if (identifier_links((struct ast_identifier *)ref->node)) {
            cg_dynamic_reference_store(g, ref, from);
        } else {
            cg_assign_variable(g, (struct ast_identifier *)ref->node, from, ref->position);
        }
        break;
    case AST_MEMBER:
        cg_position(g, ref->position);
        if (ref->has_name && ref->name.is_name) {
            note_this_property(g, ref->node);
            emit_property(g, OP_SET_PROP, ref->object, from, constant_index(g, ref->name.value));
        } else {
            emit_abc(g, OP_SET_ELEM, ref->object, ref->key, from);
        }
        break;
    case AST_PRIVATE_MEMBER:
        cg_position(g, ref->position);
        emit_abc(g, OP_SET_PRIVATE, ref->object, ref->key, from);
        break;
    case AST_SUPER_MEMBER:
        cg_position(g, ref->position);
        emit_abc(g, OP_SET_SUPER, from, ref->object, 1);
        break;
    default: break;
    }
}

// -- Assignment -----------------------------------------------------------------------------------

static void move_if_wanted(struct codegen *g, uint32_t to, uint32_t from) {
    if (to != NO_REGISTER) {
        emit_move(g, to, from);
    }
}

// The value of an assignment: in `to` when that is a temporary, so that it serves as result as well.
static uint32_t assigned_value(struct codegen *g, struct ast_node *value, uint32_t to) {
    if (to != NO_REGISTER && cg_is_temporary(g, to) && cg_find_local(g, value) == NO_REGISTER) {
        cg_into(g, value, to);
        return to;
    }
    return cg_operand(g, value);
}

// Whether evaluating the node may bring a global variable into being.
static bool may_create_global(const struct ast_node *node) {
    switch ((enum ast_kind)node->kind) {
    case AST_NULL:
    case AST_BOOLEAN:
    case AST_NUMBER:
    case AST_STRING:
    case AST_THIS:
    case AST_FUNCTION: return false;
    case AST_IDENTIFIER: return !((const struct ast_identifier *)node)->declaration;
    default: return true;
    }
}

// "x is not defined" as a constant.
static uint32_t undefined_message(struct codegen *g, const struct name *name) {
    char text[256];
    size_t length = name_to_utf8(name, text, sizeof text - sizeof " is not defined");
    strcpy(text + length, " is not defined");
    struct string *message = g->c->failed ? NULL : string_from_utf8(g->c->vm, text, strlen(text));
    if (!message) {
        cg_fail_memory(g->c);
        return 0;
    }
    return constant_index(g, value_from_cell(message));
}

// The value of an assignment to a name that nothing declares, in strict code: whether the variable exists is
// settled before the value is evaluated.
static uint32_t value_for_undeclared(struct codegen *g, struct ast_assign *node, uint32_t to) {
    struct ast_identifier *target = (struct ast_identifier *)node->target;
    uint32_t exists = cg_allocate(g, 1), fine = label_create(g), name = constant_name(g, target->name);
    cg_position(g, target->node.start);
    emit(g, OP_HAS_GLOBAL, exists, 0, 0, name, 0);
    uint32_t value = assigned_value(g, node->value, to);
    emit_branch(g, OP_JUMP_TRUE, exists, 0, 0, fine);
    cg_position(g, node->node.position);
    emit(g, OP_THROW_ERROR, ERROR_REFERENCE, 0, 0, undefined_message(g, target->name), 0);
    label_bind(g, fine);
    return value;
}

static bool is_strict_undeclared(struct codegen *g, const struct ast_assign *node) {
    const struct ast_identifier *target = (const struct ast_identifier *)node->target;
    return g->function->is_strict && target->node.kind == AST_IDENTIFIER && !target->declaration &&
           !identifier_links(target) && may_create_global(node->value);
}

static void plain_assign(struct codegen *g, struct ast_assign *node, uint32_t to) {
    if (node->target->kind == AST_ARRAY_PATTERN || node->target->kind == AST_OBJECT_PATTERN) {
        uint32_t value = assigned_value(g, node->value, to);
        cg_bind(g, node->target, value, node->value);
        move_if_wanted(g, to, value);
        return;
    }
    uint32_t local = cg_assignable_register(g, node->target, false);
    if (local != NO_REGISTER) {
        cg_into(g, node->value, local);
        move_if_wanted(g, to, local);
        return;
    }
    struct reference ref;
    cg_reference(g, node->target, node->value, &ref);
    ref.position = node->node.position;
    uint32_t value = is_strict_undeclared(g, node) ? value_for_undeclared(g, node, to)
                                                   : assigned_value(g, node->value, to);
    cg_reference_store(g, &ref, value);
    move_if_wanted(g, to, value);
}

static void logical_assign(struct codegen *g, struct ast_assign *node, uint32_t to) {
    struct reference ref;
    uint32_t end = label_create(g);
    cg_reference(g, node->target, node->value, &ref);
    ref.position = node->node.position;
    fix_key(g, &ref);
    uint32_t value = to != NO_REGISTER && cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
    cg_reference_load(g, &ref, value);
    enum opcode op = node->node.operator== OPERATOR_LOGICAL_AND  ? OP_JUMP_FALSE
                     : node->node.operator== OPERATOR_LOGICAL_OR ? OP_JUMP_TRUE
                                                                 : OP_JUMP_NOT_NULLISH;
    emit_branch(g, op, value, 0, 0, end);
    cg_into(g, node->value, value);
    cg_reference_store(g, &ref, value);
    label_bind(g, end);
    move_if_wanted(g, to, value);
}

static void compound_assign(struct codegen *g, struct ast_assign *node, uint32_t to) {
    uint32_t local = cg_assignable_register(g, node->target, false);
    if (local != NO_REGISTER) {
        uint32_t left = cg_operand_before(g, node->target, node->value);
        cg_binary_op(g, node->node.operator, local, left, node->value, node->node.position);
        move_if_wanted(g, to, local);
        return;
    }
    struct reference ref;
    cg_reference(g, node->target, node->value, &ref);
    ref.position = node->node.position;
    fix_key(g, &ref);
    uint32_t value = to != NO_REGISTER && cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
    cg_reference_load(g, &ref, value);
    cg_binary_op(g, node->node.operator, value, value, node->value, node->node.position);
    cg_reference_store(g, &ref, value);
    move_if_wanted(g, to, value);
}

void cg_assign(struct codegen *g, struct ast_assign *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    switch ((enum ast_operator)node->node.operator) {
    case AST_OPERATOR_NONE: plain_assign(g, node, to); break;
    case OPERATOR_LOGICAL_AND:
    case OPERATOR_LOGICAL_OR:
    case OPERATOR_COALESCE: logical_assign(g, node, to); break;
    default: compound_assign(g, node, to); break;
    }
    cg_release(g, mark);
}

void cg_update(struct codegen *g, struct ast_update *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    enum opcode op = node->node.operator== OPERATOR_INCREMENT ? OP_INCREMENT : OP_DECREMENT;
    bool want_old = to != NO_REGISTER && !(node->node.flags & AST_PREFIX);
    uint32_t local = cg_assignable_register(g, node->target, false);
    if (local != NO_REGISTER) {
        cg_local_register(g, node->target);
        cg_position(g, node->node.position);
        if (!want_old) {
            emit_ab(g, op, local, local);
            move_if_wanted(g, to, local);
        } else if (to == local) {
            emit_ab(g, OP_TO_NUMERIC, local, local);
        } else {
            emit_ab(g, OP_TO_NUMERIC, to, local);
            emit_ab(g, op, local, to);
        }
        cg_release(g, mark);
        return;
    }
    struct reference ref;
    cg_reference(g, node->target, NULL, &ref);
    ref.position = node->node.position;
    fix_key(g, &ref);
    bool in_place = to != NO_REGISTER && cg_is_temporary(g, to);
    uint32_t value = in_place && !want_old ? to : cg_allocate(g, 1), old = value;
    cg_reference_load(g, &ref, value);
    cg_position(g, node->node.position);
    if (want_old) {
        old = in_place ? to : cg_allocate(g, 1);
        emit_ab(g, OP_TO_NUMERIC, old, value);
    }
    emit_ab(g, op, value, old);
    cg_reference_store(g, &ref, value);
    move_if_wanted(g, to, old);
    cg_release(g, mark);
}

// -- delete ---------------------------------------------------------------------------------------

static void delete_member(struct codegen *g, struct ast_member *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    struct static_key key;
    uint32_t object = cg_operand_before(g, node->object, node->property);
    cg_link_check(g, &node->node, object);
    if (cg_static_key(g, node->property, true, &key) && key.is_name) {
        cg_position(g, node->node.position);
        emit(g, OP_DELETE_PROP, to, object, 0, constant_index(g, key.value), 0);
    } else {
        uint32_t reg = cg_operand(g, node->property);
        cg_position(g, node->node.position);
        emit_abc(g, OP_DELETE_ELEM, to, object, reg);
    }
    cg_release(g, mark);
}

void cg_delete_static(struct codegen *g, struct ast_identifier *id, uint32_t to) {
    struct ast_declaration *d = id->declaration;
    bool fixed = d && (d->info->storage != STORAGE_GLOBAL || d->kind != DECLARATION_VAR);
    if (fixed) {
        emit_a(g, OP_LOAD_FALSE, to);
        return;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t global = cg_allocate(g, 1);
    emit_a(g, OP_LOAD_GLOBAL_THIS, global);
    cg_position(g, id->node.start);
    emit(g, OP_DELETE_PROP, to, global, 0, constant_name(g, id->name), 0);
    cg_release(g, mark);
}

static void delete_in_chain(struct codegen *g, struct ast_unary *chain, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t outer = g->chain_label, end = label_create(g);
    uint32_t target = cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
    g->chain_label = label_create(g);
    cg_delete(g, chain->operand, target);
    emit_jump(g, end);
    label_bind(g, g->chain_label);
    emit_a(g, OP_LOAD_TRUE, target);
    label_bind(g, end);
    g->chain_label = outer;
    emit_move(g, to, target);
    cg_release(g, mark);
}

void cg_delete(struct codegen *g, struct ast_node *operand, uint32_t to) {
    if (cg_stop(g, operand)) {
        return;
    }
    switch ((enum ast_kind)operand->kind) {
    case AST_MEMBER: delete_member(g, (struct ast_member *)operand, to); break;
    case AST_IDENTIFIER:
        if (identifier_links((struct ast_identifier *)operand)) {
            cg_dynamic_delete(g, (struct ast_identifier *)operand, to);
        } else {
            cg_delete_static(g, (struct ast_identifier *)operand, to);
        }
        break;
    case AST_OPTIONAL_CHAIN: delete_in_chain(g, (struct ast_unary *)operand, to); break;
    case AST_SUPER_MEMBER: {
        struct cg_mark mark = cg_mark(g);
        super_reference(g, (struct ast_super_member *)operand, false);
        cg_position(g, operand->start);
        emit(g, OP_THROW_ERROR, ERROR_REFERENCE, 0, 0, constant_text(g, "Unsupported reference to 'super'"),
             0);
        cg_release(g, mark);
        break;
    }
    default:
        cg_effect(g, operand);
        emit_a(g, OP_LOAD_TRUE, to);
        break;
    }
}
