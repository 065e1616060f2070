// Classes (sec-runtime-semantics-classdefinitionevaluation). The constructor and its prototype stand in two
// registers in a row while the elements are defined; names of private elements, keys of computed fields and
// private methods are variables of the class scope, which the field initializers capture.
#include "compiler/codegen.h"

#include "object/throw.h"

// -- Default constructors -------------------------------------------------------------------------

struct code *cg_default_constructor(struct codegen *outer, struct ast_class *node) {
    struct compilation *c = outer->c;
    struct ast_scope *scope = arena_allocate(&c->arena, sizeof *scope);
    struct scope_info *info = arena_allocate(&c->arena, sizeof *info);
    struct ast_function *function = arena_allocate(&c->arena, sizeof *function);
    if (!scope || !info || !function) {
        cg_fail_memory(c);
        return NULL;
    }
    *info = (struct scope_info){.function = function};
    *scope = (struct ast_scope){
        .kind = SCOPE_FUNCTION, .function = function, .info = info, .strict = true, .parent = node->scope};
    *function = (struct ast_function){
        .node = node->node,
        .kind = node->heritage ? FUNCTION_DERIVED_CONSTRUCTOR : FUNCTION_CONSTRUCTOR,
        .is_strict = true,
        .has_simple_parameters = true,
        .scope = scope,
        .body_scope = scope,
    };
    return cg_function_code(c, outer, function, node, NULL);
}

// constructor(...args) { super(...args); }, without asking the iterator of arrays.
static void forward_to_super(struct codegen *g) {
    uint32_t base = cg_allocate(g, 3) + 1;
    emit_a(g, OP_LOAD_CALLEE, base - 1);
    emit_a(g, OP_LOAD_NEW_TARGET, base);
    emit_a(g, OP_LOAD_EMPTY, base + 1);
    cg_position(g, g->class->node.start);
    emit_call(g, OP_SUPER_CALL_SPREAD, base, base, 1);
    emit_ab(g, OP_BIND_THIS, 0, base);
    if (g->class->instance_initializer) {
        emit_a(g, OP_LOAD_CALLEE, base);
        emit_ab(g, OP_RUN_FIELDS, base, 0);
    }
    emit_a(g, OP_RETURN, 0);
}

bool cg_is_default_constructor(const struct codegen *g) {
    return g->class && g->function != g->class->constructor;
}

void cg_default_body(struct codegen *g) {
    if (g->function->kind == FUNCTION_DERIVED_CONSTRUCTOR) {
        forward_to_super(g);
    }
}

// -- Elements -------------------------------------------------------------------------------------

static uint32_t private_kind(const struct ast_class_element *element) {
    switch ((enum ast_class_element_kind)element->node.operator) {
    case ELEMENT_METHOD: return 1;
    case ELEMENT_GETTER: return 2;
    case ELEMENT_SETTER: return 3;
    default: return 0;
    }
}

static const char *name_prefix(const struct ast_class_element *element) {
    return element->node.operator== ELEMENT_GETTER   ? "get "
           : element->node.operator== ELEMENT_SETTER ? "set "
                                                     : "";
}

static void define_private_method(struct codegen *g, struct ast_class_element *element, uint32_t class) {
    uint32_t function = cg_allocate(g, 1);
    bool is_static = element->node.flags & AST_STATIC;
    vm_value text = cg_name_value(g, ((struct ast_identifier *)element->key)->name);
    cg_closure(g, (struct ast_function *)element->value, function,
               cg_method_name(g, text, name_prefix(element)));
    emit_ab(g, OP_SET_HOME, function, is_static ? class : class + 1);
    if (is_static) {
        uint32_t name = cg_allocate(g, 1);
        cg_load_variable(g, (struct ast_identifier *)element->key, name, false);
        emit(g, OP_DEFINE_PRIVATE, class, name, function, private_kind(element), 0);
    } else {
        cg_store_variable(g, element->slot_store, function, true);
    }
}

static void define_method(struct codegen *g, struct ast_class_element *element, uint32_t class) {
    struct static_key known;
    bool computed = element->node.flags & AST_COMPUTED;
    bool is_known = cg_static_key(g, element->key, computed, &known);
    uint32_t key = cg_key(g, element->key, computed), function = cg_allocate(g, 1);
    enum ast_class_element_kind kind = element->node.operator;
    cg_closure(g, (struct ast_function *)element->value, function,
               is_known ? cg_method_name(g, known.value, name_prefix(element)) : NULL);
    if (!is_known) {
        emit(g, OP_SET_FUNCTION_NAME, function, key, 0,
             kind == ELEMENT_GETTER   ? 1
             : kind == ELEMENT_SETTER ? 2
                                      : 0,
             0);
    }
    uint32_t flags = kind == ELEMENT_GETTER ? DEFINE_GETTER : kind == ELEMENT_SETTER ? DEFINE_SETTER : 0;
    cg_position(g, element->node.start);
    emit(g, OP_DEFINE_METHOD, element->node.flags & AST_STATIC ? class : class + 1, key, function, flags, 0);
}

static void define_element(struct codegen *g, struct ast_class_element *element, uint32_t class) {
    struct cg_mark mark = cg_mark(g);
    if (element->node.operator== ELEMENT_STATIC_BLOCK) {
        return;
    }
    if (element->node.operator== ELEMENT_FIELD) {
        if (element->slot_store) {
            uint32_t key = cg_allocate(g, 1);
            cg_into(g, element->key, key);
            cg_position(g, element->key->position);
            emit_ab(g, OP_TO_KEY, key, key);
            cg_store_variable(g, element->slot_store, key, true);
        }
    } else if (element->is_private) {
        define_private_method(g, element, class);
    } else {
        define_method(g, element, class);
    }
    cg_release(g, mark);
}

// -- Initializers ---------------------------------------------------------------------------------

static void initialize_field(struct codegen *g, struct ast_class_element *element) {
    struct static_key known = {0};
    uint32_t key = NO_REGISTER;
    bool is_known = false;
    if (element->is_private) {
        key = cg_allocate(g, 1);
        cg_load_variable(g, (struct ast_identifier *)element->key, key, false);
    } else if (element->slot_load) {
        key = cg_allocate(g, 1);
        cg_load_variable(g, element->slot_load, key, false);
    } else {
        is_known = cg_static_key(g, element->key, element->node.flags & AST_COMPUTED, &known);
        key = cg_key(g, element->key, element->node.flags & AST_COMPUTED);
    }
    uint32_t value = cg_allocate(g, 1);
    if (!element->value) {
        emit_a(g, OP_LOAD_UNDEFINED, value);
    } else {
        cg_named_into(g, element->value, value, element->is_private ? NO_REGISTER : key);
    }
    cg_position(g, element->node.start);
    if (element->is_private) {
        emit(g, OP_DEFINE_PRIVATE, 0, key, value, private_kind(element), 0);
    } else if (is_known && known.is_name) {
        emit_property(g, OP_INIT_PROP, 0, value, constant_index(g, known.value));
    } else {
        emit_abc(g, OP_DEFINE_FIELD, 0, key, value);
    }
}

void cg_initializer_body(struct codegen *g) {
    for (uint32_t i = 0; i < g->function->body.count && !g->c->failed; i++) {
        struct cg_mark mark = cg_mark(g);
        struct ast_class_element *element = (struct ast_class_element *)g->function->body.items[i];
        switch ((enum ast_class_element_kind)element->node.operator) {
        case ELEMENT_FIELD: initialize_field(g, element); break;
        case ELEMENT_STATIC_BLOCK: {
            bool straight = g->straight;
            g->straight = false;
            cg_block(g, (struct ast_block *)element->value);
            g->straight = straight;
            break;
        }
        default: {
            uint32_t name = cg_allocate(g, 1), function = cg_allocate(g, 1);
            cg_load_variable(g, (struct ast_identifier *)element->key, name, false);
            cg_load_variable(g, element->slot_load, function, false);
            cg_position(g, element->node.start);
            emit(g, OP_DEFINE_PRIVATE, 0, name, function, private_kind(element), 0);
            break;
        }
        }
        cg_release(g, mark);
    }
}

static void run_static_initializer(struct codegen *g, struct ast_function *function, uint32_t class) {
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, 2) + 1;
    cg_closure(g, function, base - 1, NULL);
    emit_ab(g, OP_SET_HOME, base - 1, class);
    emit_move(g, base, class);
    cg_position(g, function->node.start);
    emit_call(g, OP_CALL, base - 1, base, 0);
    cg_release(g, mark);
}

// -- The class ------------------------------------------------------------------------------------

static void make_private_names(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_PRIVATE_NAME) {
            struct cg_mark mark = cg_mark(g);
            uint32_t reg = d->info->storage == STORAGE_REGISTER ? d->info->reg : cg_allocate(g, 1);
            emit(g, OP_NEW_PRIVATE_NAME, reg, 0, 0, constant_name(g, d->name), 0);
            cg_store_declared(g, d, reg);
            cg_release(g, mark);
        }
    }
}

void cg_class(struct codegen *g, struct ast_class *node, uint32_t to, uint32_t name) {
    struct cg_mark mark = cg_mark(g);
    uint32_t class = cg_group(g, 2), heritage = cg_allocate(g, 1);
    struct scope_state state;
    bool straight = g->straight;
    g->straight = false;
    cg_enter_scope(g, node->scope, &state);
    make_private_names(g, node->scope);
    if (node->heritage) {
        cg_into(g, node->heritage, heritage);
    } else {
        emit_a(g, OP_LOAD_EMPTY, heritage);
    }
    struct code *code = node->constructor ? cg_function_code(g->c, g, node->constructor, node, NULL)
                                          : cg_default_constructor(g, node);
    g->makes_closures = true;
    if (code) {
        cg_position(g, node->heritage ? node->heritage->start : node->node.start);
        emit(g, OP_NEW_CLASS, class, heritage, g->environment, constant_index(g, value_from_cell(code)), 0);
    }
    if (name != NO_REGISTER && !node->name) {
        emit(g, OP_SET_FUNCTION_NAME, class, name, 0, 0, 0);
    }
    for (uint32_t i = 0; i < node->elements.count && !g->c->failed; i++) {
        define_element(g, (struct ast_class_element *)node->elements.items[i], class);
    }
    if (node->identifier) {
        cg_store_variable(g, node->identifier, class, true);
    }
    if (node->instance_initializer) {
        struct cg_mark inner = cg_mark(g);
        uint32_t function = cg_allocate(g, 1);
        cg_closure(g, node->instance_initializer, function, NULL);
        emit_ab(g, OP_SET_HOME, function, class + 1);
        emit_ab(g, OP_SET_FIELDS, class, function);
        cg_release(g, inner);
    }
    if (node->static_initializer) {
        run_static_initializer(g, node->static_initializer, class);
    }
    cg_leave_scope(g, node->scope, &state);
    g->straight = straight;
    emit_move(g, to, class);
    cg_release(g, mark);
}
