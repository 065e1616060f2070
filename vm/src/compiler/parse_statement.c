// Statements.
#include "compiler/parse_internal.h"

// Where a statement stands: what kinds of declarations may come.
enum statement_place {
    PLACE_LIST,   // statement list: everything
    PLACE_LABEL,  // behind a label in a statement list: sloppy functions
    PLACE_IF,     // branch of an if: sloppy functions
    PLACE_SINGLE, // body of a loop, with, or a label in one: no declarations
};

static struct ast_node *parse_statement(struct parser *parser, enum statement_place place);

// ---- Loops and jumps

static void breakable_open(struct parser *parser, struct breakable *breakable, struct ast_node *node) {
    breakable->outer = parser->function->breakables;
    breakable->node = node;
    parser->function->breakables = breakable;
}

static void breakable_close(struct parser *parser) {
    parser->function->breakables = parser->function->breakables->outer;
}

// The body of a loop; labels directly before the loop are its own.
static struct ast_node *parse_loop_body(struct parser *parser, struct ast_node *loop, struct label *labels) {
    struct breakable breakable;
    for (struct label *label = labels; label && label->before_loop; label = label->outer) {
        label->target = loop;
        label->before_loop = false;
    }
    breakable_open(parser, &breakable, loop);
    struct ast_node *body = parse_statement(parser, PLACE_SINGLE);
    if (body) breakable_close(parser);
    return body;
}

static bool is_loop(const struct ast_node *node) {
    return node->kind >= AST_FOR && node->kind <= AST_DO_WHILE;
}

static struct ast_node *parse_jump(struct parser *parser, enum ast_kind kind) {
    struct ast_jump *node = parser_node(parser, sizeof *node, kind, parser->lexer.token.start);
    if (!node) return NULL;
    struct function_state *state = parser->function;
    parser_next(parser);
    const struct token token = parser->lexer.token;
    if (token.type == TOKEN_IDENTIFIER && !(token.flags & TOKEN_NEWLINE_BEFORE)) {
        struct label *label = state->labels;
        while (label && label->name != token.name)
            label = label->outer;
        if (!label)
            return parser_fail_name(parser, token.start, token.end, "Undefined label '%s'", token.name);
        if (kind == AST_CONTINUE && !is_loop(label->target))
            return parser_fail_name(parser, token.start, token.end,
                                    "Illegal continue statement: '%s' does not denote an iteration statement",
                                    token.name);
        node->label = token.name;
        node->target = label->target;
        parser_next(parser);
    } else {
        struct breakable *breakable = state->breakables;
        while (breakable && kind == AST_CONTINUE && !is_loop(breakable->node))
            breakable = breakable->outer;
        if (!breakable)
            return parser_fail(parser, node->node.start, parser->lexer.previous_end,
                               kind == AST_CONTINUE
                                   ? "Illegal continue statement: no surrounding iteration statement"
                                   : "Illegal break statement");
        node->target = breakable->node;
    }
    return parser_semicolon(parser) ? parser_finish(parser, node) : NULL;
}

static struct ast_node *parse_parenthesized_expression(struct parser *parser) {
    if (!parser_expect(parser, TOKEN_LEFT_PARENTHESIS)) return NULL;
    struct ast_node *node = parse_expression(parser);
    return node && parser_expect(parser, TOKEN_RIGHT_PARENTHESIS) ? node : NULL;
}

static struct ast_node *parse_while(struct parser *parser) {
    struct ast_while *node = parser_node(parser, sizeof *node, AST_WHILE, parser->lexer.token.start);
    if (!node) return NULL;
    parser_next(parser);
    if (!(node->test = parse_parenthesized_expression(parser))) return NULL;
    node->body = parse_loop_body(parser, &node->node, parser->function->labels);
    return node->body ? parser_finish(parser, node) : NULL;
}

static struct ast_node *parse_do_while(struct parser *parser) {
    struct ast_while *node = parser_node(parser, sizeof *node, AST_DO_WHILE, parser->lexer.token.start);
    if (!node) return NULL;
    parser_next(parser);
    if (!(node->body = parse_loop_body(parser, &node->node, parser->function->labels))) return NULL;
    if (!parser_expect(parser, TOKEN_WHILE)) return NULL;
    if (!(node->test = parse_parenthesized_expression(parser))) return NULL;
    parser_accept(parser, TOKEN_SEMICOLON); // inserted even without a line break
    return parser_finish(parser, node);
}

bool parse_let_is_declaration(struct parser *parser) {
    if (!parser_is_word(parser, NAME_let)) return false;
    enum token_type next = lexer_peek(&parser->lexer)->type;
    return next == TOKEN_IDENTIFIER || next == TOKEN_LEFT_BRACKET || next == TOKEN_LEFT_BRACE ||
           next == TOKEN_ESCAPED_KEYWORD;
}

// Checks the declarations in the head of a for-in or for-of.
static bool check_for_each_variables(struct parser *parser, struct ast_variables *variables, bool is_of) {
    if (variables->declarators.count != 1)
        return parser_fail_at(parser, &variables->node,
                              is_of ? "Invalid left-hand side in for-of loop: Must have a single binding."
                                    : "Invalid left-hand side in for-in loop: Must have a single binding.");
    struct ast_declarator *declarator = (struct ast_declarator *)variables->declarators.items[0];
    bool is_var = variables->node.operator== VARIABLES_VAR;
    if (declarator->value &&
        (is_of || parser->strict || !is_var || declarator->target->kind != AST_IDENTIFIER))
        return parser_fail_at(parser, &declarator->node,
                              is_of ? "for-of loop variable declaration may not have an initializer."
                                    : "for-in loop variable declaration may not have an initializer.");
    return true;
}

// The rest of a for-in or for-of, at the `in` or `of`. `let_start`: the target starts with the word let.
static struct ast_node *parse_for_each(struct parser *parser, uint32_t start, struct ast_scope *scope,
                                       struct ast_node *target, bool is_await, bool let_start,
                                       struct label *labels) {
    bool is_of = parser_token(parser) != TOKEN_IN;
    if (is_await && !is_of) return parser_unexpected(parser);
    struct ast_for_each *node = parser_node(parser, sizeof *node, is_of ? AST_FOR_OF : AST_FOR_IN, start);
    if (!node) return NULL;
    node->scope = scope;
    node->target = target;
    if (is_await) node->node.flags |= AST_AWAITED;
    if (target->kind == AST_VARIABLES) {
        if (!check_for_each_variables(parser, (struct ast_variables *)target, is_of)) return NULL;
    } else {
        if (is_of && let_start)
            return parser_fail_at(parser, target, "The left-hand side of a for-of loop may not be 'let'.");
        if ((target->kind == AST_ARRAY || target->kind == AST_OBJECT) && !(target->flags & AST_PARENTHESIZED))
            parser->pending.start = NO_OFFSET;
        if (!parse_settle_pending(parser)) return NULL;
        if (!parse_to_target(parser, target, TARGET_PATTERN | TARGET_CALL,
                             "Invalid left-hand side in for-loop"))
            return NULL;
    }
    parser_next(parser);
    node->node.position = parser->lexer.token.start;
    node->object = is_of ? parse_assignment(parser) : parse_expression(parser);
    if (!node->object || !parser_expect(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
    if (!(node->body = parse_loop_body(parser, &node->node, labels))) return NULL;
    return parser_finish(parser, node);
}

// The rest of a for (;;), at the first `;`.
static struct ast_node *parse_for_rest(struct parser *parser, uint32_t start, struct ast_scope *scope,
                                       struct ast_node *initializer, struct label *labels) {
    struct ast_for *node = parser_node(parser, sizeof *node, AST_FOR, start);
    if (!node) return NULL;
    node->scope = scope;
    node->initializer = initializer;
    if (!parser_expect(parser, TOKEN_SEMICOLON)) return NULL;
    if (parser_token(parser) != TOKEN_SEMICOLON && !(node->test = parse_expression(parser))) return NULL;
    if (!parser_expect(parser, TOKEN_SEMICOLON)) return NULL;
    if (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS && !(node->update = parse_expression(parser)))
        return NULL;
    if (!parser_expect(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
    if (!(node->body = parse_loop_body(parser, &node->node, labels))) return NULL;
    return parser_finish(parser, node);
}

// The first part of a for's head. NULL with no error noted when it is empty.
static struct ast_node *parse_for_initializer(struct parser *parser, bool is_await,
                                              struct ast_scope **scope) {
    uint32_t start = parser->lexer.token.start;
    switch (parser_token(parser)) {
    case TOKEN_SEMICOLON: return NULL;
    case TOKEN_VAR: return parse_variables(parser, VARIABLES_VAR, true);
    case TOKEN_CONST:
        if (!(*scope = parse_scope_open(parser, SCOPE_FOR, start))) return NULL;
        return parse_variables(parser, VARIABLES_CONST, true);
    default: break;
    }
    if (parse_let_is_declaration(parser)) {
        if (!(*scope = parse_scope_open(parser, SCOPE_FOR, start))) return NULL;
        return parse_variables(parser, VARIABLES_LET, true);
    }
    if (is_await && parser_is_word(parser, NAME_async) &&
        lexer_peek(&parser->lexer)->type == TOKEN_IDENTIFIER &&
        lexer_peek(&parser->lexer)->name->id == NAME_of) {
        // for await (async of …): here async is a plain name.
        const struct token token = parser->lexer.token;
        parser_next(parser);
        struct ast_identifier *name =
            parse_reference(parser, AST_IDENTIFIER, token.name, token.start, token.end);
        return name ? &name->node : NULL;
    }
    return parse_expression_cover(parser);
}

static struct ast_node *parse_for(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct function_state *state = parser->function;
    struct label *labels = state->labels;
    bool is_await = false;
    parser_next(parser);
    if (parser_is_word(parser, NAME_await)) {
        if (!state->is_async) return parser_fail_token(parser, "Unexpected reserved word");
        is_await = true;
        if (state->await_operator == NO_OFFSET) state->await_operator = parser->lexer.token.start;
        state->function->uses |= USES_AWAIT;
        parser_next(parser);
    }
    if (!parser_expect(parser, TOKEN_LEFT_PARENTHESIS)) return NULL;

    struct ast_scope *scope = NULL;
    bool let_start = parser_is_word(parser, NAME_let);
    parser->pending.start = NO_OFFSET;
    parser->no_in = true;
    struct ast_node *initializer = parse_for_initializer(parser, is_await, &scope);
    parser->no_in = false;
    if (!initializer && parser->lexer.error->kind != PARSE_ERROR_NONE) return NULL;

    struct ast_node *node;
    if (initializer && (parser_token(parser) == TOKEN_IN || parser_is_word(parser, NAME_of))) {
        node = parse_for_each(parser, start, scope, initializer, is_await, let_start, labels);
    } else {
        if (is_await) return parser_unexpected(parser);
        if (!parse_settle_pending(parser)) return NULL;
        node = parse_for_rest(parser, start, scope, initializer, labels);
    }
    if (node && scope) parse_scope_close(parser);
    return node;
}

// ---- Declarations

struct ast_node *parse_variables(struct parser *parser, enum ast_variables_kind kind, bool in_for_head) {
    static const uint8_t modes[] = {
        [VARIABLES_VAR] = BINDING_VAR, [VARIABLES_LET] = BINDING_LET, [VARIABLES_CONST] = BINDING_CONST};
    struct ast_variables *node = parser_node(parser, sizeof *node, AST_VARIABLES, parser->lexer.token.start);
    if (!node) return NULL;
    node->node.operator=(uint8_t) kind;
    uint32_t first = parser->nodes.length;
    do {
        parser_next(parser);
        struct ast_declarator *declarator =
            parser_node(parser, sizeof *declarator, AST_DECLARATOR, parser->lexer.token.start);
        if (!declarator || !(declarator->target = parse_binding_target(parser, modes[kind]))) return NULL;
        if (parser_token(parser) == TOKEN_ASSIGN) {
            declarator->node.position = parser->lexer.token.start;
            parser_next(parser);
            if (!(declarator->value = parse_assignment(parser))) return NULL;
            parse_infer_name_from(declarator->value, declarator->target);
        } else if ((kind == VARIABLES_CONST || declarator->target->kind != AST_IDENTIFIER) &&
                   !(in_for_head && (parser_token(parser) == TOKEN_IN || parser_is_word(parser, NAME_of)))) {
            return parser_fail_at(parser, declarator->target,
                                  declarator->target->kind != AST_IDENTIFIER
                                      ? "Missing initializer in destructuring declaration"
                                      : "Missing initializer in const declaration");
        }
        parser_finish(parser, declarator);
        if (!parser_push(parser, &declarator->node)) return NULL;
    } while (parser_token(parser) == TOKEN_COMMA);
    if (!parser_list(parser, first, &node->declarators)) return NULL;
    if (!in_for_head && !parser_semicolon(parser)) return NULL;
    return parser_finish(parser, node);
}

// A function where a single statement is expected.
static struct ast_node *parse_misplaced_function(struct parser *parser, enum statement_place place) {
    if (parser->strict)
        return parser_fail_token(parser,
                                 "In strict mode code, functions can only be declared at top level or "
                                 "inside a block.");
    bool is_generator = lexer_peek(&parser->lexer)->type == TOKEN_MULTIPLY;
    if (is_generator)
        return parser_fail_token(parser,
                                 "Generators can only be declared at the top level or inside a block.");
    if (place == PLACE_SINGLE)
        return parser_fail_token(parser,
                                 "In non-strict mode code, functions can only be declared at top level, "
                                 "inside a block, or as the body of an if statement.");
    uint32_t start = parser->lexer.token.start;
    if (place == PLACE_LABEL) return parse_function_declaration(parser, start, false, false);
    // if (x) function f() {}: as if in a block
    struct ast_block *block = parser_node(parser, sizeof *block, AST_BLOCK, start);
    if (!block || !(block->scope = parse_scope_open(parser, SCOPE_BLOCK, start))) return NULL;
    uint32_t first = parser->nodes.length;
    struct ast_node *function = parse_function_declaration(parser, start, false, false);
    if (!function || !parser_push(parser, function) || !parser_list(parser, first, &block->body)) return NULL;
    parse_scope_close(parser);
    return parser_finish(parser, block);
}

// ---- Blocks and compound statements

struct ast_block *parse_block(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct ast_block *node = parser_node(parser, sizeof *node, AST_BLOCK, start);
    if (!node || !parser_expect(parser, TOKEN_LEFT_BRACE)) return NULL;
    if (!(node->scope = parse_scope_open(parser, SCOPE_BLOCK, start))) return NULL;
    uint32_t first = parser->nodes.length;
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        struct ast_node *statement = parse_statement(parser, PLACE_LIST);
        if (!statement || !parser_push(parser, statement)) return NULL;
    }
    parser_next(parser);
    if (!parser_list(parser, first, &node->body)) return NULL;
    parse_scope_close(parser);
    return parser_finish(parser, node);
}

// `else if` chains are followed in a loop.
static struct ast_node *parse_if(struct parser *parser) {
    struct ast_if *first = NULL, *last = NULL;
    struct ast_node **link = NULL;
    for (;;) {
        struct ast_if *node = parser_node(parser, sizeof *node, AST_IF, parser->lexer.token.start);
        if (!node) return NULL;
        if (!first) first = node;
        if (link) *link = &node->node;
        link = &node->alternate;
        parser_next(parser);
        if (!(node->test = parse_parenthesized_expression(parser))) return NULL;
        if (!(node->consequent = parse_statement(parser, PLACE_IF))) return NULL;
        last = node;
        if (!parser_accept(parser, TOKEN_ELSE)) break;
        if (parser_token(parser) == TOKEN_IF) continue;
        if (!(node->alternate = parse_statement(parser, PLACE_IF))) return NULL;
        break;
    }
    for (struct ast_if *node = first;; node = (struct ast_if *)node->alternate) {
        parser_finish(parser, node);
        if (node == last) break;
    }
    return &first->node;
}

static struct ast_node *parse_with(struct parser *parser) {
    struct ast_with *node = parser_node(parser, sizeof *node, AST_WITH, parser->lexer.token.start);
    if (!node) return NULL;
    if (parser->strict) return parser_fail_token(parser, "Strict mode code may not include a with statement");
    parser_next(parser);
    if (!(node->object = parse_parenthesized_expression(parser))) return NULL;
    node->node.position = node->object->start;
    if (!(node->scope = parse_scope_open(parser, SCOPE_WITH, parser->lexer.token.start))) return NULL;
    if (!(node->body = parse_statement(parser, PLACE_SINGLE))) return NULL;
    parse_scope_close(parser);
    return parser_finish(parser, node);
}

static bool parse_case(struct parser *parser, struct ast_switch *node, uint32_t index) {
    struct ast_case item = {.start = parser->lexer.token.start};
    if (parser_token(parser) == TOKEN_DEFAULT) {
        if (node->default_index != UINT32_MAX)
            return parser_fail_token(parser, "More than one default clause in switch statement");
        node->default_index = index;
        parser_next(parser);
    } else {
        if (!parser_expect(parser, TOKEN_CASE)) return false;
        if (!(item.test = parse_expression(parser))) return false;
    }
    if (!parser_expect(parser, TOKEN_COLON)) return false;
    uint32_t first = parser->nodes.length;
    while (parser_token(parser) != TOKEN_CASE && parser_token(parser) != TOKEN_DEFAULT &&
           parser_token(parser) != TOKEN_RIGHT_BRACE) {
        struct ast_node *statement = parse_statement(parser, PLACE_LIST);
        if (!statement || !parser_push(parser, statement)) return false;
    }
    if (!parser_list(parser, first, &item.body)) return false;
    if (!VECTOR_PUSH(parser->memory, &parser->cases, item)) return parser_out_of_memory(parser);
    return true;
}

static struct ast_node *parse_switch(struct parser *parser) {
    struct ast_switch *node = parser_node(parser, sizeof *node, AST_SWITCH, parser->lexer.token.start);
    if (!node) return NULL;
    node->default_index = UINT32_MAX;
    parser_next(parser);
    if (!(node->discriminant = parse_parenthesized_expression(parser))) return NULL;
    uint32_t start = parser->lexer.token.start;
    if (!parser_expect(parser, TOKEN_LEFT_BRACE)) return NULL;
    if (!(node->scope = parse_scope_open(parser, SCOPE_SWITCH, start))) return NULL;
    struct breakable breakable;
    breakable_open(parser, &breakable, &node->node);
    uint32_t first = parser->cases.length;
    while (parser_token(parser) != TOKEN_RIGHT_BRACE)
        if (!parse_case(parser, node, parser->cases.length - first)) return NULL;
    breakable_close(parser);
    parser_next(parser);
    parse_scope_close(parser);
    node->count = parser->cases.length - first;
    if (node->count) {
        node->cases =
            arena_copy(parser->arena, parser->cases.items + first, node->count * sizeof *node->cases);
        if (!node->cases) return parser_out_of_memory(parser);
    }
    parser->cases.length = first;
    return parser_finish(parser, node);
}

static bool parse_catch(struct parser *parser, struct ast_try *node) {
    uint32_t start = parser->lexer.previous_end - 5;
    if (!(node->catch_scope = parse_scope_open(parser, SCOPE_CATCH, start))) return false;
    if (parser_accept(parser, TOKEN_LEFT_PARENTHESIS)) {
        enum binding_mode mode =
            parser_token(parser) == TOKEN_IDENTIFIER ? BINDING_CATCH : BINDING_CATCH_PATTERN;
        if (!(node->parameter = parse_binding_target(parser, mode))) return false;
        if (!parser_expect(parser, TOKEN_RIGHT_PARENTHESIS)) return false;
    }
    if (!(node->handler = parse_block(parser))) return false;
    parse_scope_close(parser);
    return true;
}

static struct ast_node *parse_try(struct parser *parser) {
    struct ast_try *node = parser_node(parser, sizeof *node, AST_TRY, parser->lexer.token.start);
    if (!node) return NULL;
    parser_next(parser);
    if (!(node->block = parse_block(parser))) return NULL;
    if (parser_accept(parser, TOKEN_CATCH) && !parse_catch(parser, node)) return NULL;
    if (parser_accept(parser, TOKEN_FINALLY) && !(node->finalizer = parse_block(parser))) return NULL;
    if (!node->handler && !node->finalizer)
        return parser_fail_token(parser, "Missing catch or finally after try");
    return parser_finish(parser, node);
}

// ---- Simple statements

static struct ast_node *parse_return(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    if (!parser->function->allows_return) return parser_fail_token(parser, "Illegal return statement");
    parser_next(parser);
    struct ast_node *operand = NULL;
    enum token_type type = parser_token(parser);
    if (!parser_newline_before(parser) && type != TOKEN_SEMICOLON && type != TOKEN_RIGHT_BRACE &&
        type != TOKEN_END) {
        if (!(operand = parse_expression(parser))) return NULL;
    }
    return parser_semicolon(parser) ? parser_unary(parser, AST_RETURN, start, operand) : NULL;
}

static struct ast_node *parse_throw(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    parser_next(parser);
    if (parser_newline_before(parser)) return parser_fail_token(parser, "Illegal newline after throw");
    struct ast_node *operand = parse_expression(parser);
    if (!operand || !parser_semicolon(parser)) return NULL;
    return parser_unary(parser, AST_THROW, start, operand);
}

static struct ast_node *parse_expression_statement(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct ast_node *operand = parse_expression(parser);
    if (!operand || !parser_semicolon(parser)) return NULL;
    return parser_unary(parser, AST_EXPRESSION_STATEMENT, start, operand);
}

// label: statement, at the label.
static struct ast_node *parse_labeled(struct parser *parser, enum statement_place place) {
    const struct token token = parser->lexer.token;
    struct function_state *state = parser->function;
    struct ast_labeled *node = parser_node(parser, sizeof *node, AST_LABELED, token.start);
    if (!node) return NULL;
    if (token.name->id != NAME_arguments && !check_reference(parser, &token)) return NULL;
    for (struct label *label = state->labels; label; label = label->outer)
        if (label->name == token.name)
            return parser_fail_name(parser, token.start, token.end, "Label '%s' has already been declared",
                                    token.name);
    node->label = token.name;
    parser_next(parser);
    parser_next(parser);
    struct label label = {state->labels, token.name, &node->node, true};
    state->labels = &label;
    enum token_type type = parser_token(parser);
    bool keeps = type == TOKEN_FOR || type == TOKEN_WHILE || type == TOKEN_DO ||
                 (type == TOKEN_IDENTIFIER && lexer_peek(&parser->lexer)->type == TOKEN_COLON);
    if (!keeps)
        for (struct label *outer = &label; outer && outer->before_loop; outer = outer->outer)
            outer->before_loop = false;
    node->body =
        parse_statement(parser, place == PLACE_LIST || place == PLACE_LABEL ? PLACE_LABEL : PLACE_SINGLE);
    state->labels = label.outer;
    return node->body ? parser_finish(parser, node) : NULL;
}

// A statement that starts with an identifier.
static struct ast_node *parse_word_statement(struct parser *parser, enum statement_place place) {
    const struct token *token = &parser->lexer.token;
    enum name_id id = token->name->id;
    if (id == NAME_let && !(token->flags & TOKEN_ESCAPED)) {
        if (place == PLACE_LIST) {
            if (parse_let_is_declaration(parser)) return parse_variables(parser, VARIABLES_LET, false);
        } else if (parse_let_is_declaration(parser) &&
                   (lexer_peek(&parser->lexer)->type == TOKEN_LEFT_BRACKET ||
                    !(lexer_peek(&parser->lexer)->flags & TOKEN_NEWLINE_BEFORE))) {
            return parser_fail_token(parser,
                                     "Lexical declaration cannot appear in a single-statement context");
        }
    } else if (id == NAME_async && !(token->flags & TOKEN_ESCAPED)) {
        const struct token *next = lexer_peek(&parser->lexer);
        if (next->type == TOKEN_FUNCTION && !(next->flags & TOKEN_NEWLINE_BEFORE)) {
            if (place != PLACE_LIST)
                return parser_fail_token(
                    parser, "Async functions can only be declared at the top level or inside a block.");
            uint32_t start = token->start;
            parser_next(parser);
            return parse_function_declaration(parser, start, true, false);
        }
    }
    // An identifier is scanned ahead to see whether it is a label; the token is kept.
    if (lexer_peek(&parser->lexer)->type == TOKEN_COLON) return parse_labeled(parser, place);
    return parse_expression_statement(parser);
}

static struct ast_node *parse_statement(struct parser *parser, enum statement_place place) {
    if (!parser_enter(parser)) return NULL;
    const struct token *token = &parser->lexer.token;
    switch (token->type) {
    case TOKEN_IDENTIFIER: return parse_word_statement(parser, place);
    case TOKEN_LEFT_BRACE: {
        struct ast_block *block = parse_block(parser);
        return block ? &block->node : NULL;
    }
    case TOKEN_SEMICOLON: {
        struct ast_node *node = parser_node(parser, sizeof *node, AST_EMPTY, token->start);
        parser_next(parser);
        return parser_finish(parser, node);
    }
    case TOKEN_VAR: return parse_variables(parser, VARIABLES_VAR, false);
    case TOKEN_CONST:
        if (place != PLACE_LIST)
            return parser_fail_token(parser,
                                     "Lexical declaration cannot appear in a single-statement context");
        return parse_variables(parser, VARIABLES_CONST, false);
    case TOKEN_FUNCTION:
        if (place != PLACE_LIST) return parse_misplaced_function(parser, place);
        return parse_function_declaration(parser, token->start, false, false);
    case TOKEN_CLASS:
        if (place != PLACE_LIST) return parser_unexpected(parser);
        return parse_class_declaration(parser, false);
    case TOKEN_IF: return parse_if(parser);
    case TOKEN_FOR: return parse_for(parser);
    case TOKEN_WHILE: return parse_while(parser);
    case TOKEN_DO: return parse_do_while(parser);
    case TOKEN_BREAK: return parse_jump(parser, AST_BREAK);
    case TOKEN_CONTINUE: return parse_jump(parser, AST_CONTINUE);
    case TOKEN_RETURN: return parse_return(parser);
    case TOKEN_THROW: return parse_throw(parser);
    case TOKEN_SWITCH: return parse_switch(parser);
    case TOKEN_TRY: return parse_try(parser);
    case TOKEN_WITH: return parse_with(parser);
    case TOKEN_DEBUGGER: {
        struct ast_node *node = parser_node(parser, sizeof *node, AST_DEBUGGER, token->start);
        parser_next(parser);
        return node && parser_semicolon(parser) ? parser_finish(parser, node) : NULL;
    }
    default: return parse_expression_statement(parser);
    }
}

struct ast_node *parse_statement_list_item(struct parser *parser) {
    return parse_statement(parser, PLACE_LIST);
}
