// Classes.
//
// Fields and static blocks are parsed in the scope of one of two functions the class gets when it needs them,
// its initializers (see struct ast_class). Private names stay in parser.private_references until the class
// that declares them ends.
#include "compiler/parse_internal.h"

#include <string.h>

// A class being parsed.
struct class_state {
    struct ast_class *class;
    uint32_t private_start; // first of its private references
    // Elements of the initializers
    VECTOR(struct ast_node *) methods; // instance private methods
    VECTOR(struct ast_node *) instance_fields;
    VECTOR(struct ast_node *) static_fields;
};

// An element being parsed: what stood before its key.
struct element_head {
    uint32_t start;   // of the function's text: behind `static`
    struct token key; // first token of the key
    bool is_static, is_async, is_generator;
    enum ast_class_element_kind kind;
};

// ---- Private names

struct ast_identifier *parse_private_reference(struct parser *parser) {
    const struct token token = parser->lexer.token;
    struct ast_scope *scope = parser->scope;
    if (scope == parser->heritage_scope) scope = scope->parent; // its own private names are not in scope yet
    parser_next(parser);
    struct ast_identifier *identifier =
        parse_reference_in(parser, scope, AST_IDENTIFIER, token.name, token.start, token.end);
    if (!identifier) return NULL;
    if (!VECTOR_PUSH(parser->memory, &parser->private_references, identifier))
        return parser_out_of_memory(parser);
    return identifier;
}

// Drops the references the class declares; the others are left to the class outside.
static void resolve_private_names(struct parser *parser, const struct class_state *state) {
    uint32_t kept = state->private_start;
    for (uint32_t i = kept; i < parser->private_references.length; i++) {
        struct ast_identifier *reference = parser->private_references.items[i];
        if (!ast_scope_find(state->class->scope, reference->name))
            parser->private_references.items[kept++] = reference;
    }
    parser->private_references.length = kept;
}

static bool text_is_name(const struct parse_text *text, const struct name *name) {
    if (text->length != name->length) return false;
    for (uint32_t i = 0; i < name->length; i++) {
        uint16_t unit = text->wide ? ((const uint16_t *)text->units)[i] : ((const uint8_t *)text->units)[i];
        if (unit != name_unit(name, i)) return false;
    }
    return true;
}

bool parse_check_private_names(struct parser *parser) {
    const struct parse_options *options = parser->options;
    for (uint32_t i = 0; i < parser->private_references.length; i++) {
        struct ast_identifier *reference = parser->private_references.items[i];
        bool found = false;
        for (uint32_t k = 0; k < options->private_name_count && !found; k++)
            found = text_is_name(&options->private_names[k], reference->name);
        if (!found)
            return parser_fail_name(parser, reference->node.start, reference->node.end,
                                    "Private field '%s' must be declared in an enclosing class",
                                    reference->name);
    }
    return true;
}

static bool declare_private_name(struct parser *parser, struct ast_scope *scope,
                                 const struct element_head *head) {
    static const uint8_t flags[] = {[ELEMENT_METHOD] = DECLARATION_PRIVATE_METHOD,
                                    [ELEMENT_GETTER] = DECLARATION_PRIVATE_GETTER,
                                    [ELEMENT_SETTER] = DECLARATION_PRIVATE_SETTER,
                                    [ELEMENT_FIELD] = 0};
    const struct token *token = &head->key;
    uint8_t wanted = flags[head->kind] | (head->is_static ? DECLARATION_PRIVATE_STATIC : 0);
    struct ast_declaration *found = ast_scope_find(scope, token->name);
    if (found) {
        uint8_t accessor = DECLARATION_PRIVATE_GETTER | DECLARATION_PRIVATE_SETTER;
        bool pair = ((found->flags ^ wanted) & accessor) == accessor &&
                    (found->flags & accessor) != accessor && (found->flags & wanted & accessor) == 0 &&
                    (found->flags & DECLARATION_PRIVATE_STATIC) == (wanted & DECLARATION_PRIVATE_STATIC);
        if (!pair)
            return parser_fail_name(parser, token->start, token->end,
                                    "Identifier '%s' has already been declared", token->name);
        found->flags |= wanted;
        return true;
    }
    found = ast_scope_declare(parser->arena, scope, token->name, DECLARATION_PRIVATE_NAME, token->start);
    if (!found) return parser_out_of_memory(parser);
    found->flags = wanted;
    return true;
}

// ---- Initializers

// The initializer function of the kind, made at the first call.
static struct ast_function *get_initializer(struct parser *parser, struct ast_class *class, bool is_static,
                                            uint32_t start) {
    struct ast_function **slot = is_static ? &class->static_initializer : &class->instance_initializer;
    if (*slot) return *slot;
    struct ast_function *function = parser_node(parser, sizeof *function, AST_FUNCTION, start);
    if (!function) return NULL;
    function->kind = FUNCTION_CLASS_INITIALIZER;
    function->is_strict = true;
    function->has_simple_parameters = true;
    function->name = parser->names->predefined[NAME_field_initializer];
    function->scope = function->body_scope = parse_scope_open(parser, SCOPE_FUNCTION, start);
    if (!function->scope) return NULL;
    function->scope->function = function;
    parse_scope_close(parser);
    return *slot = function;
}

// Enters the initializer's scope and opens a state in it.
static void enter_initializer(struct parser *parser, struct ast_function *function,
                              struct function_state *state) {
    parse_function_state(parser, state, function);
    state->allows_super_property = state->allows_new_target = state->forbids_arguments = true;
    state->var_scope = function->scope;
    parser->scope = function->scope;
}

static void leave_initializer(struct parser *parser, struct function_state *state) {
    parser_finish(parser, state->function);
    parse_scope_close(parser);
    parser->function = state->outer;
}

// Gives the element its slot, with the references that store and load it.
static bool make_slot(struct parser *parser, struct ast_class *class, struct ast_class_element *element) {
    const struct ast_node *at = &element->node;
    struct name *name = parser->names->predefined[NAME_class_slot];
    struct ast_function *initializer =
        get_initializer(parser, class, (at->flags & AST_STATIC) != 0, at->start);
    if (!initializer) return false;
    element->slot = ast_scope_declare(parser->arena, class->scope, name, DECLARATION_SLOT, at->start);
    if (!element->slot) return parser_out_of_memory(parser);
    element->slot_store =
        parse_reference_in(parser, class->scope, AST_IDENTIFIER, name, at->start, at->start);
    element->slot_load =
        parse_reference_in(parser, initializer->scope, AST_IDENTIFIER, name, at->start, at->start);
    if (!element->slot_store || !element->slot_load) return false;
    // Slots share one name, so they are resolved here and not by name.
    element->slot_store->declaration = element->slot_load->declaration = element->slot;
    return true;
}

// ---- Elements

static bool parse_field(struct parser *parser, struct ast_class *class, struct ast_class_element *element,
                        struct name *name) {
    bool is_static = element->node.flags & AST_STATIC;
    struct ast_function *initializer = get_initializer(parser, class, is_static, element->node.start);
    if (!initializer) return false;
    if ((element->node.flags & AST_COMPUTED) && !make_slot(parser, class, element)) return false;
    if (!parser_accept(parser, TOKEN_ASSIGN)) return true;
    struct function_state state;
    enter_initializer(parser, initializer, &state);
    element->value = parse_assignment_in(parser);
    if (!element->value) return false;
    if (name) parse_infer_name(element->value, name);
    leave_initializer(parser, &state);
    return true;
}

static struct ast_class_element *parse_static_block(struct parser *parser, struct ast_class *class,
                                                    uint32_t start) {
    struct ast_class_element *element = parser_node(parser, sizeof *element, AST_CLASS_ELEMENT, start);
    struct ast_block *block = parser_node(parser, sizeof *block, AST_BLOCK, parser->lexer.token.start);
    struct ast_function *initializer = get_initializer(parser, class, true, start);
    if (!element || !block || !initializer) return NULL;
    element->node.operator= ELEMENT_STATIC_BLOCK;
    element->node.flags = AST_STATIC;
    element->value = &block->node;
    struct function_state state;
    enter_initializer(parser, initializer, &state);
    state.await_reserved = true;
    if (!(block->scope = parse_scope_open(parser, SCOPE_STATIC_BLOCK, block->node.start))) return NULL;
    state.var_scope = block->scope;
    uint32_t first = parser->nodes.length;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        struct ast_node *statement = parse_statement_list_item(parser);
        if (!statement || !parser_push(parser, statement)) return NULL;
    }
    if (!parser_list(parser, first, &block->body) || !parse_hoist_functions(parser)) return NULL;
    parser_next(parser);
    parser_finish(parser, block);
    parse_scope_close(parser);
    leave_initializer(parser, &state);
    return parser_finish(parser, element);
}

// Whether the word before this token is a modifier of what follows, or a key itself.
static bool is_modifier(const struct token *next) {
    switch (next->type) {
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_ASSIGN:
    case TOKEN_SEMICOLON:
    case TOKEN_RIGHT_BRACE:
    case TOKEN_END: return false;
    default: return true;
    }
}

// Reads the modifiers before a key. Sets *block when there is a static block instead.
static void parse_element_head(struct parser *parser, struct element_head *head, bool *block) {
    *head = (struct element_head){.kind = ELEMENT_FIELD};
    *block = false;
    if (parser_is_word(parser, NAME_static) && is_modifier(lexer_peek(&parser->lexer))) {
        parser_next(parser);
        head->is_static = true;
        if (parser_token(parser) == TOKEN_LEFT_BRACE) {
            *block = true;
            return;
        }
    }
    head->start = parser->lexer.token.start;
    if (parser_is_word(parser, NAME_async)) {
        const struct token *next = lexer_peek(&parser->lexer);
        if (is_modifier(next) && !(next->flags & TOKEN_NEWLINE_BEFORE)) {
            parser_next(parser);
            head->is_async = true;
            head->kind = ELEMENT_METHOD;
        }
    } else if (parser_is_word(parser, NAME_get) || parser_is_word(parser, NAME_set)) {
        const struct token *next = lexer_peek(&parser->lexer);
        if (is_modifier(next) && next->type != TOKEN_MULTIPLY) {
            head->kind = parser_is_word(parser, NAME_get) ? ELEMENT_GETTER : ELEMENT_SETTER;
            parser_next(parser);
        }
    }
    if ((head->kind == ELEMENT_FIELD || head->is_async) && parser_accept(parser, TOKEN_MULTIPLY)) {
        head->is_generator = true;
        head->kind = ELEMENT_METHOD;
    }
    head->key = parser->lexer.token;
}

static bool check_element_name(struct parser *parser, const struct element_head *head,
                               const struct name *name, bool is_private) {
    const struct token *key = &head->key;
    if (is_private) {
        if (name->id == NAME_private_constructor && head->kind != ELEMENT_FIELD)
            return parser_fail(parser, key->start, key->end, "Class constructor may not be a private method");
        if (name->id == NAME_private_constructor)
            return parser_fail(parser, key->start, key->end,
                               "Classes may not have a private field named '#constructor'");
        return true;
    }
    if (head->is_static && name->id == NAME_prototype)
        return parser_fail(parser, key->start, key->end,
                           "Classes may not have a static property named 'prototype'");
    if (name->id != NAME_constructor) return true;
    if (head->kind == ELEMENT_FIELD)
        return parser_fail(parser, key->start, key->end, "Classes may not have a field named 'constructor'");
    if (head->is_static || head->kind == ELEMENT_METHOD) {
        if (head->is_static || (!head->is_async && !head->is_generator)) return true;
        return parser_fail(parser, key->start, key->end,
                           head->is_async ? "Class constructor may not be an async method"
                                          : "Class constructor may not be a generator");
    }
    return parser_fail(parser, key->start, key->end, "Class constructor may not be an accessor");
}

static bool parse_constructor(struct parser *parser, struct class_state *state,
                              const struct element_head *head) {
    struct ast_class *class = state->class;
    if (class->constructor)
        return parser_fail(parser, head->key.start, head->key.end, "A class may only have one constructor");
    enum ast_function_kind kind = class->heritage ? FUNCTION_DERIVED_CONSTRUCTOR : FUNCTION_CONSTRUCTOR;
    class->constructor = parse_method(parser, kind, false, false, head->start, class->name);
    return class->constructor != NULL;
}

static bool parse_class_method(struct parser *parser, struct class_state *state,
                               const struct element_head *head, struct ast_class_element *element,
                               struct name *name) {
    static const uint8_t kinds[] = {[ELEMENT_METHOD] = FUNCTION_METHOD,
                                    [ELEMENT_GETTER] = FUNCTION_GETTER,
                                    [ELEMENT_SETTER] = FUNCTION_SETTER};
    struct ast_function *function =
        parse_method(parser, kinds[head->kind], head->is_async, head->is_generator, head->start, name);
    if (!function) return false;
    element->value = &function->node;
    if (!element->is_private || head->is_static) return true;
    if (!make_slot(parser, state->class, element)) return false;
    if (!VECTOR_PUSH(parser->memory, &state->methods, &element->node)) return parser_out_of_memory(parser);
    return true;
}

// One element, pushed on parser->nodes unless it is the constructor.
static bool parse_element(struct parser *parser, struct class_state *state) {
    struct ast_class *class = state->class;
    struct element_head head;
    bool is_block;
    uint32_t start = parser->lexer.token.start;
    parse_element_head(parser, &head, &is_block);
    if (is_block) {
        struct ast_class_element *element = parse_static_block(parser, class, start);
        if (!element || !parser_push(parser, &element->node)) return false;
        if (!VECTOR_PUSH(parser->memory, &state->static_fields, &element->node))
            return parser_out_of_memory(parser);
        return true;
    }

    struct ast_class_element *element = parser_node(parser, sizeof *element, AST_CLASS_ELEMENT, start);
    if (!element) return false;
    element->is_private = head.key.type == TOKEN_PRIVATE_NAME;
    uint16_t flags = 0;
    struct name *name;
    if (element->is_private) {
        name = head.key.name;
        parser_next(parser);
    } else {
        if (!(element->key = parse_property_key(parser, &flags))) return false;
        name = parse_key_name(parser, element->key, flags);
    }
    if (head.kind == ELEMENT_FIELD && parser_token(parser) == TOKEN_LEFT_PARENTHESIS)
        head.kind = ELEMENT_METHOD;
    if (name && (element->is_private || element->key->kind == AST_STRING) &&
        !check_element_name(parser, &head, name, element->is_private))
        return false;
    if (name && !element->is_private && !head.is_static && head.kind == ELEMENT_METHOD &&
        element->key->kind == AST_STRING && name->id == NAME_constructor)
        return parse_constructor(parser, state, &head);

    element->node.operator=(uint8_t) head.kind;
    element->node.flags = flags | (head.is_static ? AST_STATIC : 0);
    if (element->is_private) {
        if (!declare_private_name(parser, class->scope, &head)) return false;
        struct ast_scope *scope = class->scope;
        if (!head.is_static || head.kind == ELEMENT_FIELD) {
            struct ast_function *initializer = get_initializer(parser, class, head.is_static, start);
            if (!initializer) return false;
            scope = initializer->scope;
        }
        struct ast_identifier *key =
            parse_reference_in(parser, scope, AST_IDENTIFIER, name, head.key.start, head.key.end);
        if (!key) return false;
        element->key = &key->node;
    }
    if (head.kind == ELEMENT_FIELD) {
        if (!parse_field(parser, class, element, name)) return false;
        parser_finish(parser, element);
        if (!parser_semicolon(parser)) return false;
        bool stored = head.is_static ? VECTOR_PUSH(parser->memory, &state->static_fields, &element->node)
                                     : VECTOR_PUSH(parser->memory, &state->instance_fields, &element->node);
        if (!stored) return parser_out_of_memory(parser);
    } else {
        if (!parse_class_method(parser, state, &head, element, name)) return false;
        parser_finish(parser, element);
    }
    return parser_push(parser, &element->node);
}

// Copies the nodes into the list, behind what it has.
static bool finish_initializer(struct parser *parser, struct ast_function *function,
                               struct ast_node **methods, uint32_t method_count, struct ast_node **fields,
                               uint32_t field_count) {
    if (!function) return true;
    struct ast_node **items = arena_allocate(parser->arena, (method_count + field_count) * sizeof *items);
    if (!items) return parser_out_of_memory(parser);
    if (method_count) memcpy(items, methods, method_count * sizeof *items);
    if (field_count) memcpy(items + method_count, fields, field_count * sizeof *items);
    function->body = (struct ast_list){items, method_count + field_count};
    return true;
}

// ---- Classes

static bool parse_heritage(struct parser *parser, struct ast_class *class) {
    const struct ast_scope *outer = parser->heritage_scope;
    struct pending_error pending = parser->pending;
    parser->heritage_scope = class->scope;
    parser->pending.start = NO_OFFSET;
    class->heritage = parse_left_hand_side(parser);
    if (!class->heritage || !parse_settle_pending(parser)) return false;
    parser->pending = pending;
    parser->heritage_scope = outer;
    return true;
}

static bool parse_class_body(struct parser *parser, struct class_state *state) {
    struct ast_class *class = state->class;
    uint32_t first = parser->nodes.length;
    state->private_start = parser->private_references.length;
    if (!parser_expect(parser, TOKEN_LEFT_BRACE)) return false;
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        if (parser_accept(parser, TOKEN_SEMICOLON)) continue;
        if (!parse_element(parser, state)) return false;
    }
    resolve_private_names(parser, state);
    if (!parser_list(parser, first, &class->elements)) return false;
    return finish_initializer(parser, class->instance_initializer, state->methods.items,
                              state->methods.length, state->instance_fields.items,
                              state->instance_fields.length) &&
           finish_initializer(parser, class->static_initializer, NULL, 0, state->static_fields.items,
                              state->static_fields.length);
}

// Everything behind the name; class->identifier's token has been read. The class is strict already.
static bool parse_class_rest(struct parser *parser, struct ast_class *class, const struct token *name,
                             bool strict) {
    if (!(class->scope = parse_scope_open(parser, SCOPE_CLASS, class->node.start))) return false;
    if (name) {
        class->name = name->name;
        struct ast_declaration *declaration =
            ast_scope_declare(parser->arena, class->scope, name->name, DECLARATION_CLASS_NAME, name->start);
        if (!declaration) return parser_out_of_memory(parser);
        class->identifier = parse_reference(parser, AST_IDENTIFIER, name->name, name->start, name->end);
        if (!class->identifier) return false;
        class->identifier->node.flags |= AST_BINDING;
    }
    bool no_in = parser->no_in;
    parser->no_in = false;
    if (parser_accept(parser, TOKEN_EXTENDS) && !parse_heritage(parser, class)) return false;
    struct class_state state = {.class = class};
    bool parsed = parse_class_body(parser, &state);
    VECTOR_FREE(parser->memory, &state.methods);
    VECTOR_FREE(parser->memory, &state.instance_fields);
    VECTOR_FREE(parser->memory, &state.static_fields);
    if (!parsed) return false;
    parser->no_in = no_in;
    parser->strict = strict;
    parser_next(parser);
    parse_scope_close(parser);
    parser_finish(parser, class);
    return true;
}

struct ast_class *parse_class(struct parser *parser) {
    if (!parser_enter(parser)) return NULL;
    struct ast_class *class = parser_node(parser, sizeof *class, AST_CLASS, parser->lexer.token.start);
    if (!class) return NULL;
    bool strict = parser->strict;
    parser->strict = true;
    parser_next(parser);
    const struct token name = parser->lexer.token;
    bool is_named = name.type == TOKEN_IDENTIFIER;
    if (is_named) {
        if (!check_binding(parser, &name)) return NULL;
        parser_next(parser);
    }
    return parse_class_rest(parser, class, is_named ? &name : NULL, strict) ? class : NULL;
}

struct ast_node *parse_class_declaration(struct parser *parser, bool is_default) {
    if (!parser_enter(parser)) return NULL;
    uint32_t start = parser->lexer.token.start;
    struct ast_class_declaration *node = parser_node(parser, sizeof *node, AST_CLASS_DECLARATION, start);
    struct ast_class *class = parser_node(parser, sizeof *class, AST_CLASS, start);
    if (!node || !class) return NULL;
    node->class = class;
    bool strict = parser->strict;
    parser->strict = true;
    parser_next(parser);
    const struct token name = parser->lexer.token;
    bool is_named = !is_default || name.type == TOKEN_IDENTIFIER;
    if (is_named) {
        if (!(node->identifier = parse_binding_identifier(parser))) return NULL;
    } else {
        struct name *hidden = parser->names->predefined[NAME_default_export];
        node->identifier = parse_reference(parser, AST_IDENTIFIER, hidden, start, start);
        if (!node->identifier) return NULL;
        node->identifier->node.flags |= AST_BINDING;
        class->name = parser->names->predefined[NAME_default];
    }
    if (!parse_declare_lexical(parser, node->identifier->name, name.start, DECLARATION_CLASS)) return NULL;
    if (!parse_class_rest(parser, class, is_named ? &name : NULL, strict)) return NULL;
    return parser_finish(parser, node);
}
