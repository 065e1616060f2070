#include "compiler/parse_internal.h"

#include <string.h>

// ---- Errors

void *parser_fail(struct parser *parser, uint32_t start, uint32_t end, const char *message) {
    lexer_error(&parser->lexer, PARSE_ERROR_SYNTAX, start, end, message);
    return NULL;
}

// Puts `text` in the place of %s and reports the result.
static void fail_format(struct parser *parser, uint32_t start, uint32_t end, const char *message,
                        const char *text, size_t length) {
    char out[sizeof parser->lexer.error->message];
    const char *mark = strstr(message, "%s");
    size_t before = (size_t)(mark - message), after = strlen(mark + 2);
    size_t room = sizeof out - 1 - before - after;
    if (length > room) {
        length = room;
        while (length && ((uint8_t)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(out, message, before);
    memcpy(out + before, text, length);
    memcpy(out + before + length, mark + 2, after + 1);
    lexer_error(&parser->lexer, PARSE_ERROR_SYNTAX, start, end, out);
}

void *parser_fail_name(struct parser *parser, uint32_t start, uint32_t end, const char *message,
                       const struct name *name) {
    char text[sizeof parser->lexer.error->message];
    size_t length = name_to_utf8(name, text, sizeof text);
    fail_format(parser, start, end, message, text, length);
    return NULL;
}

void *parser_fail_at(struct parser *parser, const struct ast_node *node, const char *message) {
    return parser_fail(parser, node->start, node->end, message);
}

void *parser_fail_token(struct parser *parser, const char *message) {
    const struct token *token = &parser->lexer.token;
    return parser_fail(parser, token->start, token->end, message);
}

void *parser_unexpected(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    const char *text = (const char *)parser->lexer.bytes + token->start;
    size_t length = token->end > token->start ? token->end - token->start : 0;
    switch (token->type) {
    case TOKEN_ERROR: return NULL;
    case TOKEN_END: return parser_fail_token(parser, "Unexpected end of input");
    case TOKEN_NUMBER:
    case TOKEN_BIGINT: return parser_fail_token(parser, "Unexpected number");
    case TOKEN_STRING: return parser_fail_token(parser, "Unexpected string");
    case TOKEN_TEMPLATE: return parser_fail_token(parser, "Unexpected template string");
    case TOKEN_ESCAPED_KEYWORD:
        return parser_fail_token(parser, "Keyword must not contain escaped characters");
    case TOKEN_ENUM: return parser_fail_token(parser, "Unexpected reserved word");
    case TOKEN_ARROW:
        if (!parser_newline_before(parser))
            return parser_fail_token(parser, "Malformed arrow function parameter list");
        break;
    case TOKEN_IDENTIFIER:
        if (parser->strict && token->name->id >= NAME_implements && token->name->id <= NAME_yield)
            return parser_fail_token(parser, "Unexpected strict mode reserved word");
        if (token->name->id == NAME_await && (parser->is_module || parser->function->is_async))
            return parser_fail_token(parser, "Unexpected reserved word");
        fail_format(parser, token->start, token->end, "Unexpected identifier '%s'", text, length);
        return NULL;
    case TOKEN_PRIVATE_NAME:
        fail_format(parser, token->start, token->end, "Unexpected identifier '%s'", text, length);
        return NULL;
    default: break;
    }
    fail_format(parser, token->start, token->end, "Unexpected token '%s'", text, length);
    return NULL;
}

void *parser_out_of_memory(struct parser *parser) {
    uint32_t at = parser->lexer.token.start;
    lexer_error(&parser->lexer, PARSE_ERROR_MEMORY, at, at, "Out of memory");
    return NULL;
}

bool parser_enter_slow(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    lexer_error(&parser->lexer, PARSE_ERROR_DEPTH, token->start, token->end,
                "Source text is nested too deeply");
    return false;
}

bool parser_semicolon(struct parser *parser) {
    enum token_type type = parser_token(parser);
    if (type == TOKEN_SEMICOLON) {
        parser_next(parser);
        return true;
    }
    if (type == TOKEN_RIGHT_BRACE || type == TOKEN_END ||
        (parser_newline_before(parser) && type != TOKEN_ERROR))
        return true;
    if (parser->function && !parser->function->is_async && !parser->is_module &&
        parser->lexer.token.start > parser->lexer.previous_end) {
        // `await x` where await is a name: say what is meant.
        uint32_t end = parser->lexer.previous_end;
        if (end >= 5 && memcmp(parser->lexer.bytes + end - 5, "await", 5) == 0)
            return parser_fail(parser, end - 5, end,
                               "await is only valid in async functions and the top level bodies of modules");
    }
    return parser_unexpected(parser);
}

// ---- Nodes and lists

void *parser_node(struct parser *parser, size_t size, enum ast_kind kind, uint32_t start) {
    struct ast_node *node = arena_allocate(parser->arena, size);
    if (!node) return parser_out_of_memory(parser);
    memset(node, 0, size);
    node->kind = (uint8_t)kind;
    node->start = node->end = node->position = start;
    return node;
}

struct ast_node *parser_unary(struct parser *parser, enum ast_kind kind, uint32_t start,
                              struct ast_node *operand) {
    struct ast_unary *node = parser_node(parser, sizeof *node, kind, start);
    if (!node) return NULL;
    node->operand = operand;
    return parser_finish(parser, node);
}

struct ast_node *parser_string(struct parser *parser, uint32_t start, struct name *name) {
    struct ast_string *node = parser_node(parser, sizeof *node, AST_STRING, start);
    if (!node) return NULL;
    node->value = name;
    return parser_finish(parser, node);
}

bool parser_list(struct parser *parser, uint32_t start, struct ast_list *list) {
    list->count = parser->nodes.length - start;
    list->items = NULL;
    if (list->count) {
        size_t bytes = list->count * sizeof *list->items;
        list->items = arena_copy(parser->arena, parser->nodes.items + start, bytes);
        if (!list->items) return parser_out_of_memory(parser);
    }
    parser->nodes.length = start;
    return true;
}

// ---- Programs

// Words of a direct eval call's surroundings that the parser of the caller has checked become the limits of
// this one.
static void apply_eval_options(struct function_state *state, const struct parse_options *options) {
    state->allows_new_target = options->in_function;
    state->allows_super_property = options->in_method;
    state->allows_super_call = options->in_derived_constructor;
    state->forbids_arguments = options->in_class_initializer;
}

// The function whose text is the whole source, with parameters from the options.
static struct ast_node *parse_wrapped_body(struct parser *parser) {
    const struct parse_options *options = parser->options;
    struct function_state state;
    struct ast_function *function = parser_node(parser, sizeof *function, AST_FUNCTION, 0);
    if (!function) return NULL;
    function->kind = FUNCTION_NORMAL;
    if (options->function_name) {
        function->name = names_intern_text(parser->names, options->function_name);
        if (!function->name) return parser_out_of_memory(parser);
    }
    parse_function_state(parser, &state, function);
    state.allows_return = state.allows_new_target = true;
    if (!(function->scope = function->body_scope = parse_scope_open(parser, SCOPE_FUNCTION, 0))) return NULL;
    function->scope->function = function;
    function->has_simple_parameters = true;
    function->length = options->parameter_count;
    state.var_scope = function->scope;
    uint32_t start = parser->nodes.length;
    for (uint32_t i = 0; i < options->parameter_count; i++) {
        struct name *name = names_intern_text(parser->names, options->parameters[i]);
        if (!name) return parser_out_of_memory(parser);
        struct ast_identifier *identifier = parse_reference(parser, AST_IDENTIFIER, name, 0, 0);
        if (!identifier) return NULL;
        identifier->node.flags |= AST_BINDING;
        if (!parse_declare(parser, identifier, BINDING_PARAMETER)) return NULL;
        ast_scope_find(function->scope, name)->index = i;
        if (!parser_push(parser, &identifier->node)) return NULL;
    }
    if (!parser_list(parser, start, &function->parameters)) return NULL;
    bool strict = parser->strict;
    if (!parse_body(parser, TOKEN_END, &function->body) || !parse_hoist_functions(parser)) return NULL;
    function->is_strict = parser->strict;
    parser->strict = strict;
    parser->function = state.outer;
    parse_scope_close(parser);
    function->node.end = parser->lexer.token.end;
    return &function->node;
}

static bool parse_program_body(struct parser *parser, struct ast_function *program) {
    switch (parser->options->goal) {
    case PARSE_SCRIPT:
    case PARSE_EVAL: return parse_body(parser, TOKEN_END, &program->body);
    case PARSE_MODULE: {
        while (parser_token(parser) != TOKEN_END) {
            struct ast_node *item = parse_module_item(parser);
            if (!item || !parser_push(parser, item)) return false;
        }
        return parser_list(parser, 0, &program->body);
    }
    case PARSE_FUNCTION: {
        bool is_async = parser_is_word(parser, NAME_async);
        if (is_async) parser_next(parser);
        if (parser_token(parser) != TOKEN_FUNCTION) return parser_unexpected(parser);
        struct ast_node *function = parse_function_expression(parser, 0, is_async);
        if (!function) return false;
        if (parser_token(parser) != TOKEN_END) return parser_unexpected(parser);
        struct ast_node *statement = parser_unary(parser, AST_EXPRESSION_STATEMENT, 0, function);
        return statement && parser_push(parser, statement) && parser_list(parser, 0, &program->body);
    }
    case PARSE_FUNCTION_BODY: {
        struct ast_node *function = parse_wrapped_body(parser);
        if (!function) return false;
        struct ast_node *statement = parser_unary(parser, AST_EXPRESSION_STATEMENT, 0, function);
        return statement && parser_push(parser, statement) && parser_list(parser, 0, &program->body);
    }
    }
    return false;
}

static struct ast_function *parse_program(struct parser *parser, size_t length) {
    const struct parse_options *options = parser->options;
    struct ast_function *program = parser_node(parser, sizeof *program, AST_FUNCTION, 0);
    if (!program) return NULL;
    struct function_state state;
    parse_function_state(parser, &state, program);
    enum ast_scope_kind scope_kind = SCOPE_SCRIPT;
    program->kind = FUNCTION_SCRIPT;
    program->has_simple_parameters = true;
    if (options->goal == PARSE_MODULE) {
        program->kind = FUNCTION_MODULE;
        scope_kind = SCOPE_MODULE;
        state.is_async = true;
    } else if (options->goal == PARSE_SCRIPT) {
        state.is_async = options->await;
    } else if (options->goal == PARSE_EVAL) {
        program->kind = FUNCTION_EVAL;
        scope_kind = SCOPE_EVAL;
        apply_eval_options(&state, options);
    }
    if (!(program->scope = program->body_scope = parse_scope_open(parser, scope_kind, 0))) return NULL;
    program->scope->function = program;
    state.var_scope = program->scope;
    if (!parse_program_body(parser, program)) return NULL;
    if (!parse_check_private_names(parser) || !parse_hoist_functions(parser)) return NULL;
    program->is_strict = parser->strict;
    program->has_top_level_await =
        (options->goal == PARSE_MODULE || options->await) && (program->uses & USES_AWAIT);
    parse_scope_close(parser);
    program->node.end = program->scope->end = (uint32_t)length;
    return program;
}

bool parser_parse(struct parse_result *result, const char *bytes, size_t length,
                  const struct parse_options *options, struct arena *arena, struct memory *memory) {
    struct parser parser;
    memset(result, 0, sizeof *result);
    memset(&parser, 0, sizeof parser);
    parser.lexer.error = &result->error;
    if (length >= UINT32_MAX - 16) {
        lexer_error(&parser.lexer, PARSE_ERROR_MEMORY, 0, 0, "Source text is too long");
        return false;
    }
    if (!names_initialize(&result->names, arena)) {
        lexer_error(&parser.lexer, PARSE_ERROR_MEMORY, 0, 0, "Out of memory");
        return false;
    }
    parser.arena = arena;
    parser.memory = memory;
    parser.options = options;
    parser.names = &result->names;
    parser.stack_limit = options->stack_limit;
    parser.is_module = options->goal == PARSE_MODULE;
    parser.strict = options->strict || parser.is_module;
    parser.pending.start = NO_OFFSET;
    parser.arrow_start = NO_OFFSET;
    bool hashbang = options->goal != PARSE_FUNCTION;
    lexer_initialize(&parser.lexer, bytes, length, !parser.is_module, hashbang, parser.names, memory,
                     &result->error);

    struct ast_function *program = parse_program(&parser, length);
    if (program && parser.is_module) {
        result->module = parse_module_record(&parser, program->scope);
        if (!result->module) program = NULL;
    }
    result->program = result->error.kind == PARSE_ERROR_NONE ? program : NULL;

    lexer_finalize(&parser.lexer);
    VECTOR_FREE(memory, &parser.nodes);
    VECTOR_FREE(memory, &parser.terms);
    VECTOR_FREE(memory, &parser.cases);
    VECTOR_FREE(memory, &parser.texts);
    VECTOR_FREE(memory, &parser.candidates);
    VECTOR_FREE(memory, &parser.private_references);
    VECTOR_FREE(memory, &parser.requests);
    VECTOR_FREE(memory, &parser.imports);
    VECTOR_FREE(memory, &parser.exports);
    memory_free(memory, parser.hoisted);
    return result->program != NULL;
}

void parser_locate(const char *bytes, size_t length, uint32_t offset, uint32_t *line, uint32_t *column) {
    const uint8_t *s = (const uint8_t *)bytes;
    const uint8_t *end = s + (offset < length ? offset : length);
    uint32_t lines = 1, units = 1;
    while (s < end) {
        uint32_t c = lexer_decode(&s);
        if (c == '\n' || c == 0x2028 || c == 0x2029 || (c == '\r' && *s != '\n')) {
            lines++;
            units = 1;
        } else {
            units += c >= 0x10000 && c != UINT32_MAX ? 2 : 1;
        }
    }
    *line = lines;
    *column = units;
}
