// Functions of every kind but class members' surroundings: parameters, bodies, directives.
#include "compiler/parse_internal.h"

#include <string.h>

void parse_function_state(struct parser *parser, struct function_state *state,
                          struct ast_function *function) {
    memset(state, 0, sizeof *state);
    state->outer = parser->function;
    state->function = function;
    state->candidates = parser->candidates.length;
    state->await_operator = state->await_name = state->yield_operator = NO_OFFSET;
    state->duplicate_parameter = NO_OFFSET;
    parser->function = state;
}

// ---- Bodies

// Handles the statement when it is a directive. *octal remembers the first directive with a legacy escape.
static bool parse_directive(struct parser *parser, const struct token *token, uint32_t *octal) {
    struct function_state *state = parser->function;
    if (*octal == NO_OFFSET && (token->flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL)))
        *octal = token->octal;
    if (token->name->id != NAME_use_strict || (token->flags & TOKEN_ESCAPED)) return true;
    struct ast_function *function = state->function;
    if (!function->has_simple_parameters)
        return parser_fail(parser, token->start, token->end,
                           "Illegal 'use strict' directive in function with non-simple parameter list");
    parser->strict = true;
    function->has_use_strict = true;
    function->scope->strict = true;
    parser->scope->strict = true;
    if (*octal != NO_OFFSET)
        return parser_fail(parser, *octal, *octal + 2,
                           "Octal escape sequences are not allowed in strict mode.");
    return true;
}

bool parse_body(struct parser *parser, enum token_type end, struct ast_list *list) {
    uint32_t first = parser->nodes.length;
    uint32_t octal = NO_OFFSET;
    bool prologue = true;
    while (parser_token(parser) != end) {
        const struct token token = parser->lexer.token;
        struct ast_node *statement = parse_statement_list_item(parser);
        if (!statement || !parser_push(parser, statement)) return false;
        if (!prologue) continue;
        prologue = false;
        if (token.type == TOKEN_STRING && statement->kind == AST_EXPRESSION_STATEMENT) {
            struct ast_node *operand = ((struct ast_unary *)statement)->operand;
            if (operand->kind == AST_STRING && operand->start == token.start) {
                prologue = true;
                if (!parse_directive(parser, &token, &octal)) return false;
            }
        }
    }
    return parser_list(parser, first, list);
}

// Whether this is the function that is the whole source of a Function constructor.
static bool is_constructed(const struct parser *parser, const struct function_state *state) {
    return parser->options->goal == PARSE_FUNCTION && state->outer && !state->outer->outer;
}

// The body in braces, its scope, and everything that is settled at the end of a function.
static bool parse_function_body(struct parser *parser, struct ast_function *function) {
    struct function_state *state = parser->function;
    bool no_in = parser->no_in;
    parser->no_in = false;
    function->body_scope = function->scope;
    if (function->has_parameter_expressions) {
        function->body_scope = parse_scope_open(parser, SCOPE_BODY, parser->lexer.token.start);
        if (!function->body_scope) return false;
        function->body_scope->function = function;
    }
    state->var_scope = function->body_scope;
    if (!parser_expect(parser, TOKEN_LEFT_BRACE) || !parse_body(parser, TOKEN_RIGHT_BRACE, &function->body))
        return false;
    if (is_constructed(parser, state) && parser->lexer.token.start != parser->options->body_end)
        return parser_unexpected(parser);
    if (!parse_hoist_functions(parser)) return false;
    if (function->body_scope != function->scope) {
        parser->scope->end = parser->lexer.token.end;
        parse_scope_close(parser);
    }
    parser->no_in = no_in;
    return true;
}

// Leaves the function: its scope, state and strictness.
static bool finish_function(struct parser *parser, struct ast_function *function, bool outer_strict) {
    struct function_state *state = parser->function;
    if (!check_function(parser)) return false;
    function->is_strict = parser->strict;
    parser->strict = outer_strict;
    parse_scope_close(parser);
    parser->function = state->outer;
    parser_finish(parser, function);
    return true;
}

// ---- Parameters

// The parameters are complete: what follows from their form.
static void describe_parameters(struct parser *parser, struct ast_function *function) {
    function->has_simple_parameters = !function->rest;
    bool counting = true;
    for (uint32_t i = 0; i < function->parameters.count && memory_poll_step(parser->memory, i); i++) {
        struct ast_node *parameter = function->parameters.items[i];
        if (parameter->kind == AST_DEFAULT) {
            counting = false;
            function->has_parameter_expressions = true;
            parameter = ((struct ast_assign *)parameter)->target;
            function->has_simple_parameters = false;
        }
        if (counting) function->length++;
        if (parameter->kind == AST_IDENTIFIER)
            ast_scope_find(function->scope, ((struct ast_identifier *)parameter)->name)->index = i;
        else
            function->has_simple_parameters = false;
    }
}

static bool parse_parameters(struct parser *parser, struct ast_function *function) {
    struct function_state *state = parser->function;
    uint32_t first = parser->nodes.length;
    state->in_parameters = true;
    if (!parser_expect(parser, TOKEN_LEFT_PARENTHESIS)) return false;
    while (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS) {
        if (parser_accept(parser, TOKEN_ELLIPSIS)) {
            if (!(function->rest = parse_binding_target(parser, BINDING_PARAMETER))) return false;
            if (parser_token(parser) == TOKEN_ASSIGN)
                return parser_fail_token(parser, "Rest parameter may not have a default initializer");
            if (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS)
                return parser_fail_token(parser, "Rest parameter must be last formal parameter");
            break;
        }
        struct ast_node *parameter = parse_binding_element(parser, BINDING_PARAMETER);
        if (!parameter || !parser_push(parser, parameter)) return false;
        if (parser_token(parser) == TOKEN_RIGHT_PARENTHESIS) break;
        if (!parser_expect(parser, TOKEN_COMMA)) return false;
    }
    if (is_constructed(parser, state) && parser->lexer.token.start != parser->options->parameters_end)
        return parser_unexpected(parser);
    parser_next(parser);
    state->in_parameters = false;
    if (!parser_list(parser, first, &function->parameters)) return false;
    describe_parameters(parser, function);
    return true;
}

// Parameters and body of a function that is no arrow, at its `(`. The state is open.
static bool parse_function_rest(struct parser *parser, struct ast_function *function,
                                struct function_state *state) {
    bool strict = parser->strict;
    state->is_async = function->is_async;
    state->is_generator = function->is_generator;
    state->allows_return = state->allows_new_target = true;
    function->scope = parse_scope_open(parser, SCOPE_FUNCTION, parser->lexer.token.start);
    if (!function->scope) return false;
    function->scope->function = function;
    bool no_in = parser->no_in;
    parser->no_in = false;
    if (!parse_parameters(parser, function)) return false;
    if (function->kind == FUNCTION_GETTER && (function->parameters.count || function->rest))
        return parser_fail(parser, function->scope->start, parser->lexer.previous_end,
                           "Getter must not have any formal parameters.");
    if (function->kind == FUNCTION_SETTER) {
        if (function->rest)
            return parser_fail_at(parser, function->rest,
                                  "Setter function argument must not be a rest parameter");
        if (function->parameters.count != 1)
            return parser_fail(parser, function->scope->start, parser->lexer.previous_end,
                               "Setter must have exactly one formal parameter.");
    }
    if (!parse_function_body(parser, function)) return false;
    parser_next(parser);
    parser->no_in = no_in;
    return finish_function(parser, function, strict);
}

// ---- Function expressions and declarations

static struct ast_function *new_function(struct parser *parser, enum ast_function_kind kind, bool is_async,
                                         bool is_generator, uint32_t start) {
    struct ast_function *function = parser_node(parser, sizeof *function, AST_FUNCTION, start);
    if (!function) return NULL;
    function->kind = (uint8_t)kind;
    function->is_async = is_async;
    function->is_generator = is_generator;
    return function;
}

struct ast_node *parse_function_expression(struct parser *parser, uint32_t start, bool is_async) {
    if (!parser_enter(parser)) return NULL;
    parser_next(parser);
    bool is_generator = parser_accept(parser, TOKEN_MULTIPLY);
    struct ast_function *function = new_function(parser, FUNCTION_NORMAL, is_async, is_generator, start);
    if (!function) return NULL;
    struct function_state state;
    parse_function_state(parser, &state, function);
    if (parser_token(parser) == TOKEN_IDENTIFIER) {
        // The name belongs to the function's own context as far as yield and await go.
        const struct token token = parser->lexer.token;
        state.is_async = is_async;
        state.is_generator = is_generator;
        if (!check_binding(parser, &token)) return NULL;
        parser_next(parser);
        function->name = token.name;
        if (!is_constructed(parser, &state)) {
            if (!(function->name_scope = parse_scope_open(parser, SCOPE_FUNCTION_NAME, start))) return NULL;
            struct ast_declaration *declaration = ast_scope_declare(parser->arena, parser->scope, token.name,
                                                                    DECLARATION_FUNCTION_NAME, token.start);
            if (!declaration) return parser_out_of_memory(parser);
            function->identifier =
                parse_reference(parser, AST_IDENTIFIER, token.name, token.start, token.end);
            if (!function->identifier) return NULL;
            function->identifier->node.flags |= AST_BINDING;
        }
    }
    if (!parse_function_rest(parser, function, &state)) return NULL;
    if (function->name_scope) parse_scope_close(parser);
    return &function->node;
}

struct ast_node *parse_function_declaration(struct parser *parser, uint32_t start, bool is_async,
                                            bool is_default) {
    if (!parser_enter(parser)) return NULL;
    parser_next(parser);
    bool is_generator = parser_accept(parser, TOKEN_MULTIPLY);
    struct ast_function_declaration *node =
        parser_node(parser, sizeof *node, AST_FUNCTION_DECLARATION, start);
    struct ast_function *function = new_function(parser, FUNCTION_NORMAL, is_async, is_generator, start);
    if (!node || !function) return NULL;
    node->function = function;
    struct name *name;
    uint32_t offset = parser->lexer.token.start;
    if (is_default && parser_token(parser) == TOKEN_LEFT_PARENTHESIS) {
        name = parser->names->predefined[NAME_default_export];
        function->name = parser->names->predefined[NAME_default];
    } else {
        if (parser_token(parser) == TOKEN_LEFT_PARENTHESIS)
            return parser_fail(parser, start, parser->lexer.previous_end,
                               "Function statements require a function name");
        if (!(function->identifier = parse_binding_identifier(parser))) return NULL;
        name = function->name = function->identifier->name;
    }
    if (!(node->declaration = parse_declare_function(parser, function, name, offset))) return NULL;
    struct function_state state;
    parse_function_state(parser, &state, function);
    if (!parse_function_rest(parser, function, &state)) return NULL;
    return parser_finish(parser, node);
}

struct ast_function *parse_method(struct parser *parser, enum ast_function_kind kind, bool is_async,
                                  bool is_generator, uint32_t start, struct name *name) {
    if (!parser_enter(parser)) return NULL;
    struct ast_function *function = new_function(parser, kind, is_async, is_generator, start);
    if (!function) return NULL;
    function->name = name;
    struct function_state state;
    parse_function_state(parser, &state, function);
    state.allows_super_property = true;
    state.allows_super_call = kind == FUNCTION_DERIVED_CONSTRUCTOR;
    if (!parse_function_rest(parser, function, &state)) return NULL;
    return function;
}

// ---- Arrow functions

// Turns parser->nodes[first …] and the rest into the parameters.
static bool convert_parameters(struct parser *parser, struct ast_function *function, uint32_t first,
                               struct ast_node *rest) {
    for (uint32_t i = first; i < parser->nodes.length; i++) {
        if (!parse_to_parameter(parser, parser->nodes.items[i])) return false;
        if (!memory_poll_step(parser->memory, i)) return parser_out_of_memory(parser);
    }
    if (rest) {
        if (rest->kind == AST_ASSIGN && !(rest->flags & AST_PARENTHESIZED))
            return parser_fail_at(parser, rest, "Rest parameter may not have a default initializer");
        if (!parse_to_parameter(parser, rest)) return false;
    }
    function->rest = rest;
    if (!parser_list(parser, first, &function->parameters)) return false;
    describe_parameters(parser, function);
    return true;
}

// Computed keys in parameter patterns count as expressions too; default values have been found by
// describe_parameters only at the top level.
static bool contains_expression(struct parser *parser, const struct ast_node *target) {
    if (!target || !parser_enter(parser)) return false;
    switch (target->kind) {
    case AST_DEFAULT: return true;
    case AST_ARRAY_PATTERN: {
        const struct ast_array *array = (const struct ast_array *)target;
        for (uint32_t i = 0; i < array->elements.count; i++)
            if (contains_expression(parser, array->elements.items[i])) return true;
        return contains_expression(parser, array->rest);
    }
    case AST_OBJECT_PATTERN: {
        const struct ast_object *object = (const struct ast_object *)target;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            const struct ast_property *property = (const struct ast_property *)object->properties.items[i];
            if ((property->node.flags & AST_COMPUTED) || contains_expression(parser, property->value))
                return true;
        }
        return false;
    }
    default: return false;
    }
}

static bool parse_arrow_body(struct parser *parser, struct ast_function *function) {
    if (parser_token(parser) == TOKEN_LEFT_BRACE) {
        if (!parse_function_body(parser, function)) return false;
        parser_next(parser);
        return true;
    }
    function->has_expression_body = true;
    function->body_scope = function->scope;
    if (function->has_parameter_expressions) {
        function->body_scope = parse_scope_open(parser, SCOPE_BODY, parser->lexer.token.start);
        if (!function->body_scope) return false;
        function->body_scope->function = function;
    }
    parser->function->var_scope = function->body_scope;
    uint32_t start = parser->lexer.token.start;
    struct ast_node *value = parse_assignment(parser);
    if (!value) return false;
    struct ast_node *statement = parser_unary(parser, AST_RETURN, start, value);
    uint32_t first = parser->nodes.length;
    if (!statement || !parser_push(parser, statement) || !parser_list(parser, first, &function->body))
        return false;
    if (function->body_scope != function->scope) parse_scope_close(parser);
    return true;
}

struct ast_node *parse_arrow(struct parser *parser, uint32_t start, uint32_t parameters,
                             struct ast_node *rest, const struct arrow_mark *mark, bool is_async) {
    if (!parser_enter(parser)) return NULL;
    struct function_state *outer = parser->function;
    if (parser_newline_before(parser)) return parser_unexpected(parser);
    if (outer->yield_operator != NO_OFFSET)
        return parser_fail(parser, outer->yield_operator, outer->yield_operator + 5,
                           "Yield expression not allowed in formal parameter");
    uint32_t bad_await = outer->await_operator;
    if (bad_await == NO_OFFSET && is_async) bad_await = outer->await_name;
    if (bad_await != NO_OFFSET)
        return parser_fail(parser, bad_await, bad_await + 5,
                           "Illegal await-expression in formal parameters of async function");

    struct ast_function *function = new_function(parser, FUNCTION_ARROW, is_async, false, start);
    if (!function || !(function->scope = parse_scope_open(parser, SCOPE_FUNCTION, start))) return NULL;
    function->scope->function = function;
    arrow_mark_move(parser, mark, function->scope, function);
    struct function_state state;
    bool strict = parser->strict;
    parse_function_state(parser, &state, function);
    state.allows_new_target = outer->allows_new_target;
    state.allows_super_property = outer->allows_super_property;
    state.allows_super_call = outer->allows_super_call;
    state.forbids_arguments = outer->forbids_arguments;
    state.await_reserved = outer->await_reserved;
    state.allows_return = true;
    if (!convert_parameters(parser, function, parameters, rest)) return NULL;
    for (uint32_t i = 0; i < function->parameters.count && !function->has_parameter_expressions; i++) {
        if (!memory_poll_step(parser->memory, i)) return parser_out_of_memory(parser);
        function->has_parameter_expressions = contains_expression(parser, function->parameters.items[i]);
    }
    if (!function->has_parameter_expressions)
        function->has_parameter_expressions = contains_expression(parser, rest);
    parser_next(parser);
    state.is_async = is_async;
    state.await_reserved = false;
    if (!parse_arrow_body(parser, function) || !finish_function(parser, function, strict)) return NULL;
    outer->function->uses |= function->uses & (uint8_t) ~(USES_AWAIT | USES_YIELD);
    return &function->node;
}
