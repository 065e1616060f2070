// Calls. A call window is R[base-1] callee, R[base] this, R[base+1..] arguments, on top of the temporaries.
#include "compiler/codegen.h"

#define MAXIMUM_ARGUMENTS 200 // more go as an array

// f.apply(x, view) and Reflect.apply(f, x, view) take the arguments from the frame.
static bool may_forward(const struct ast_node *callee, uint32_t count) {
    const struct ast_member *member = (const struct ast_member *)callee;
    if (!callee || callee->kind != AST_MEMBER || member->property->kind != AST_STRING || count < 2 ||
        count > 3) {
        return false;
    }
    const struct name *name = ((const struct ast_string *)member->property)->value;
    return !name->wide && name->length == 5 && memcmp(name_latin1(name), "apply", 5) == 0;
}

// How the arguments lie in a window.
enum argument_form {
    FORM_VALUES,
    FORM_FORWARD, // the last one is for CALL_FORWARD
    FORM_SPREAD,  // the last one is an array, or a view, of more
};
struct arguments {
    enum argument_form form;
    uint32_t count; // values in the window
};

static bool spreads_last_only(const struct ast_list *list) {
    for (uint32_t i = 0; i + 1 < list->count; i++) {
        if (list->items[i]->kind == AST_SPREAD) {
            return false;
        }
    }
    return true;
}

static void spread_argument(struct codegen *g, struct ast_node *operand) {
    uint32_t to = cg_allocate(g, 1);
    struct cg_mark mark = cg_mark(g);
    uint32_t view = cg_find_view(g, operand);
    uint32_t iterable = view != NO_REGISTER ? view : cg_operand_in(g, operand, NULL, to);
    cg_call_position(g, operand->start, operand);
    emit_ab(g, OP_SPREAD_ARGUMENTS, to, iterable);
    cg_release(g, mark);
}

// Evaluates arguments into the window; `callee` of a call, else NULL.
static struct arguments arguments_into_window(struct codegen *g, const struct ast_list *list, uint32_t flags,
                                              uint32_t base, const struct ast_node *callee) {
    struct arguments arguments = {flags & AST_SPREAD_INSIDE ? FORM_SPREAD : FORM_VALUES, list->count};
    if (list->count > MAXIMUM_ARGUMENTS || !spreads_last_only(list)) {
        struct ast_array array = {.node = {.kind = AST_ARRAY, .flags = AST_SPREAD_INSIDE}, .elements = *list};
        cg_array(g, &array, cg_allocate(g, 1));
        return (struct arguments){FORM_SPREAD, 1};
    }
    for (uint32_t i = 0; i < list->count; i++) {
        struct ast_node *item = list->items[i];
        uint32_t view = cg_find_view(g, item);
        if (item->kind == AST_SPREAD) {
            spread_argument(g, ((struct ast_unary *)item)->operand);
        } else if (view != NO_REGISTER && i + 1 == list->count && may_forward(callee, list->count)) {
            emit_abc(g, OP_REST_FORWARD, cg_allocate(g, 1), view, base - 1);
            arguments.form = FORM_FORWARD;
        } else {
            cg_value(g, item);
        }
    }
    return arguments;
}

void cg_link_check(struct codegen *g, const struct ast_node *link, uint32_t reg) {
    if (link->flags & AST_OPTIONAL) {
        emit_branch(g, OP_JUMP_NULLISH, reg, 0, 0, g->chain_label);
    }
}

// The callee of a call on a parenthesized chain: (a?.b)().
static bool chain_callee(struct codegen *g, struct ast_unary *chain, uint32_t base) {
    uint32_t outer = g->chain_label, end = label_create(g);
    g->chain_label = label_create(g);
    bool undefined_this = cg_callee(g, chain->operand, base);
    emit_jump(g, end);
    label_bind(g, g->chain_label);
    emit_a(g, OP_LOAD_UNDEFINED, base - 1);
    if (!undefined_this) {
        emit_a(g, OP_LOAD_UNDEFINED, base);
    }
    label_bind(g, end);
    g->chain_label = outer;
    return undefined_this;
}

bool cg_callee(struct codegen *g, struct ast_node *callee, uint32_t base) {
    if (cg_stop(g, callee)) {
        return false;
    }
    struct cg_mark mark = cg_mark(g);
    switch ((enum ast_kind)callee->kind) {
    case AST_MEMBER: {
        struct ast_member *member = (struct ast_member *)callee;
        cg_into(g, member->object, base);
        cg_link_check(g, callee, base);
        cg_get_member(g, member, base, base - 1);
        break;
    }
    case AST_PRIVATE_MEMBER: {
        struct ast_private_member *member = (struct ast_private_member *)callee;
        cg_into(g, member->object, base);
        cg_link_check(g, callee, base);
        uint32_t name = cg_allocate(g, 1);
        cg_load_variable(g, member->name, name, false);
        cg_position(g, callee->position);
        emit_abc(g, OP_GET_PRIVATE, base - 1, base, name);
        break;
    }
    case AST_SUPER_MEMBER: {
        struct ast_super_member *member = (struct ast_super_member *)callee;
        cg_load_variable(g, member->this_value, base, false);
        cg_super_member(g, member, base - 1);
        break;
    }
    case AST_OPTIONAL_CHAIN: return chain_callee(g, (struct ast_unary *)callee, base);
    case AST_IDENTIFIER:
        if (identifier_links((struct ast_identifier *)callee)) {
            return cg_dynamic_callee(g, (struct ast_identifier *)callee, base);
        }
        cg_load_static(g, (struct ast_identifier *)callee, base - 1, false);
        return true;
    default: cg_into(g, callee, base - 1); return true;
    }
    cg_release(g, mark);
    return false;
}

void cg_call(struct codegen *g, struct ast_call *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, 2) + 1;
    bool undefined_this = cg_callee(g, node->callee, base);
    cg_link_check(g, &node->node, base - 1);
    struct arguments arguments =
        arguments_into_window(g, &node->arguments, node->node.flags, base, node->callee);
    bool spread = arguments.form == FORM_SPREAD;
    uint32_t end = NO_LABEL;
    if (node->node.flags & AST_DIRECT_EVAL) {
        uint32_t ordinary = label_create(g);
        end = label_create(g);
        cg_position(g, node->node.position);
        cg_direct_eval(g, to, base, ordinary, spread && arguments.count == 1, arguments.count);
        emit_jump(g, end);
        label_bind(g, ordinary);
    }
    if (spread && undefined_this) {
        emit_a(g, OP_LOAD_UNDEFINED, base);
    }
    cg_call_position(g, node->node.position, node->callee);
    enum opcode op = undefined_this                   ? OP_CALL_UNDEFINED
                     : arguments.form == FORM_FORWARD ? OP_CALL_FORWARD
                                                      : OP_CALL;
    emit_call(g, spread ? OP_CALL_SPREAD : op, to, base, arguments.count);
    if (end != NO_LABEL) {
        label_bind(g, end);
    }
    cg_release(g, mark);
}

void cg_new(struct codegen *g, struct ast_call *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, 2) + 1;
    cg_into(g, node->callee, base - 1);
    struct arguments arguments = arguments_into_window(g, &node->arguments, node->node.flags, base, NULL);
    cg_call_position(g, node->node.start, node->callee);
    emit_call(g, arguments.form == FORM_SPREAD ? OP_NEW_SPREAD : OP_NEW, to, base, arguments.count);
    cg_release(g, mark);
}

void cg_super_call(struct codegen *g, struct ast_super_call *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, 2) + 1, result = base - 1;
    cg_load_variable(g, node->function, base - 1, false);
    cg_load_variable(g, node->new_target, base, false);
    struct arguments arguments = arguments_into_window(g, &node->arguments, node->node.flags, base, NULL);
    cg_position(g, node->node.position);
    emit_call(g, arguments.form == FORM_SPREAD ? OP_SUPER_CALL_SPREAD : OP_SUPER_CALL, result, base,
              arguments.count);
    g->top = base + 1;
    struct ast_declaration *this_declaration = node->this_value->declaration;
    struct scope_variable *v = this_declaration->info;
    uint32_t this_register = base;
    if (v->storage == STORAGE_REGISTER) {
        this_register = v->reg;
        emit_ab(g, OP_BIND_THIS, this_register, result);
    } else {
        cg_load_unchecked(g, this_declaration, this_register);
        emit_ab(g, OP_BIND_THIS, this_register, result);
        cg_store_declared(g, this_declaration, this_register);
    }
    struct ast_class *class = cg_constructor_class(g);
    if (!class || class->instance_initializer) {
        uint32_t function = result;
        cg_load_variable(g, node->function, function, false);
        emit_ab(g, OP_RUN_FIELDS, function, this_register);
    }
    emit_move(g, to, this_register);
    cg_release(g, mark);
}

void cg_import_call(struct codegen *g, struct ast_import_call *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t specifier = cg_operand_before(g, node->specifier, node->options), options;
    if (node->options) {
        options = cg_operand(g, node->options);
    } else {
        options = cg_allocate(g, 1);
        emit_a(g, OP_LOAD_UNDEFINED, options);
    }
    cg_position(g, node->node.start);
    emit_abc(g, OP_IMPORT_CALL, to, specifier, options);
    cg_release(g, mark);
}

void cg_optional_chain(struct codegen *g, struct ast_unary *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t outer = g->chain_label, end = label_create(g);
    uint32_t target = cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
    g->chain_label = label_create(g);
    cg_into(g, node->operand, target);
    emit_jump(g, end);
    label_bind(g, g->chain_label);
    emit_a(g, OP_LOAD_UNDEFINED, target);
    label_bind(g, end);
    g->chain_label = outer;
    emit_move(g, to, target);
    cg_release(g, mark);
}
