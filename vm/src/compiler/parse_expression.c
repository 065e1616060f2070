// Expressions, from commas down to primary expressions.
#include "compiler/parse_internal.h"

static const uint8_t precedences[TOKEN_COUNT] = {
#define BINARY(name, text, precedence, operator) [TOKEN_##name] = precedence,
#define BINARY_KEYWORD(name, spelling, precedence, operator) [TOKEN_##name] = precedence,
#include "compiler/tokens.def"
};

static const uint8_t operators[TOKEN_COUNT] = {
#define BINARY(name, text, precedence, operator) [TOKEN_##name] = OPERATOR_##operator,
#define BINARY_KEYWORD(name, spelling, precedence, operator) [TOKEN_##name] = OPERATOR_##operator,
#define ASSIGNMENT(name, text, operator) [TOKEN_##name] = OPERATOR_##operator,
#include "compiler/tokens.def"
};

enum {
    PRECEDENCE_COALESCE = 1,
    PRECEDENCE_AND = 3,
    PRECEDENCE_RELATIONAL = 8,
    PRECEDENCE_EXPONENT = 12,
};

static struct ast_node *parse_unary(struct parser *parser);

bool parse_is_arrow(const struct ast_node *node) {
    return node->kind == AST_FUNCTION && ((const struct ast_function *)node)->kind == FUNCTION_ARROW &&
           !(node->flags & AST_PARENTHESIZED);
}

bool parse_settle_pending(struct parser *parser) {
    if (parser->pending.start == NO_OFFSET) return true;
    return parser_fail(parser, parser->pending.start, parser->pending.end, parser->pending.message);
}

// ---- Primary expressions

static struct ast_node *parse_simple(struct parser *parser, enum ast_kind kind) {
    struct ast_node *node = parser_node(parser, sizeof *node, kind, parser->lexer.token.start);
    parser_next(parser);
    return parser_finish(parser, node);
}

static struct ast_node *parse_boolean(struct parser *parser, bool value) {
    struct ast_boolean *node = parser_node(parser, sizeof *node, AST_BOOLEAN, parser->lexer.token.start);
    if (!node) return NULL;
    node->value = value;
    parser_next(parser);
    return parser_finish(parser, node);
}

static struct ast_node *parse_this(struct parser *parser) {
    const struct token token = parser->lexer.token;
    parser->function->function->uses |= USES_THIS;
    parser_next(parser);
    struct ast_identifier *node = parse_reference(parser, AST_THIS, token.name, token.start, token.end);
    return node ? &node->node : NULL;
}

// The items between parentheses, pushed on parser->nodes, and the `)`. SPREAD items are allowed when
// `spreads`; else `...x` must come last and is stored in *rest.
static bool parse_cover_items(struct parser *parser, bool spreads, struct ast_node **rest,
                              bool *trailing_comma) {
    bool no_in = parser->no_in;
    parser->no_in = false;
    *trailing_comma = false;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS) {
        uint32_t start = parser->lexer.token.start;
        bool is_spread = parser_accept(parser, TOKEN_ELLIPSIS);
        struct ast_node *item = parse_assignment_cover(parser);
        if (!item) return false;
        if (is_spread && !spreads) {
            *rest = item;
            if (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS)
                return parser_fail_token(parser, "Rest parameter must be last formal parameter");
            break;
        }
        if (is_spread && !(item = parser_unary(parser, AST_SPREAD, start, item))) return false;
        if (!parser_push(parser, item)) return false;
        *trailing_comma = parser_accept(parser, TOKEN_COMMA);
        if (!*trailing_comma) break;
    }
    if (!spreads && parser_token(parser) != TOKEN_RIGHT_PARENTHESIS) return parser_unexpected(parser);
    if (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS)
        return parser_token(parser) == TOKEN_ERROR
                   ? NULL
                   : parser_fail_token(parser, "missing ) after argument list");
    parser->no_in = no_in;
    parser_next(parser);
    return true;
}

// ( … ): parenthesized expression or arrow function.
static struct ast_node *parse_parenthesized(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    bool may_be_arrow = start == parser->arrow_start;
    uint32_t first = parser->nodes.length;
    struct ast_node *rest = NULL;
    struct arrow_mark mark;
    bool trailing_comma;
    arrow_mark_set(parser, &mark);
    if (!parse_cover_items(parser, false, &rest, &trailing_comma)) return NULL;

    uint32_t count = parser->nodes.length - first;
    if (parser_token(parser) == TOKEN_ARROW && may_be_arrow) {
        parser->pending.start = NO_OFFSET;
        return parse_arrow(parser, start, first, rest, &mark, false);
    }
    if (rest || count == 0 || trailing_comma) {
        if (rest) return parser_fail(parser, rest->start - 3, rest->start, "Unexpected token '...'");
        uint32_t end = parser->lexer.previous_end;
        return parser_fail(parser, end - 1, end, "Unexpected token ')'");
    }
    if (!parse_settle_pending(parser)) return NULL;
    arrow_mark_merge(parser, &mark);
    struct ast_node *node;
    if (count == 1) {
        node = parser->nodes.items[first];
        parser->nodes.length = first;
    } else {
        struct ast_sequence *sequence =
            parser_node(parser, sizeof *sequence, AST_SEQUENCE, parser->nodes.items[first]->start);
        if (!sequence || !parser_list(parser, first, &sequence->expressions)) return NULL;
        node = parser_finish(parser, sequence);
    }
    node->flags |= AST_PARENTHESIZED;
    return node;
}

// async ( … ): call of a function named async, or async arrow function; at the `(`.
static struct ast_node *parse_async_parenthesized(struct parser *parser, const struct token *async,
                                                  bool may_be_arrow) {
    uint32_t first = parser->nodes.length;
    struct arrow_mark mark;
    bool trailing_comma;
    arrow_mark_set(parser, &mark);
    if (!parse_cover_items(parser, true, NULL, &trailing_comma)) return NULL;

    if (parser_token(parser) == TOKEN_ARROW && may_be_arrow) {
        struct ast_node *rest = NULL;
        if (parser->nodes.length > first) {
            rest = parser->nodes.items[parser->nodes.length - 1];
            if (rest->kind != AST_SPREAD) {
                rest = NULL;
            } else {
                if (trailing_comma)
                    return parser_fail_at(parser, rest, "Rest parameter must be last formal parameter");
                rest = ((struct ast_unary *)rest)->operand;
                parser->nodes.length--;
            }
        }
        parser->pending.start = NO_OFFSET;
        return parse_arrow(parser, async->start, first, rest, &mark, true);
    }
    if (!parse_settle_pending(parser)) return NULL;
    arrow_mark_merge(parser, &mark);
    struct ast_call *call = parser_node(parser, sizeof *call, AST_CALL, async->start);
    struct ast_identifier *callee =
        parse_reference(parser, AST_IDENTIFIER, async->name, async->start, async->end);
    if (!call || !callee) return NULL;
    call->callee = &callee->node;
    for (uint32_t i = first; i < parser->nodes.length; i++)
        if (parser->nodes.items[i]->kind == AST_SPREAD) call->node.flags |= AST_SPREAD_INSIDE;
    if (!parser_list(parser, first, &call->arguments)) return NULL;
    return parser_finish(parser, call);
}

// The identifier token as the only parameter of an arrow function that starts at `start`; at the =>.
static struct ast_node *parse_single_arrow(struct parser *parser, uint32_t start, const struct token *token,
                                           bool is_async) {
    uint32_t first = parser->nodes.length;
    struct arrow_mark mark;
    arrow_mark_set(parser, &mark);
    struct ast_identifier *parameter =
        parse_reference(parser, AST_IDENTIFIER, token->name, token->start, token->end);
    if (!parameter || !parser_push(parser, &parameter->node)) return NULL;
    return parse_arrow(parser, start, first, NULL, &mark, is_async);
}

static struct ast_node *parse_identifier(struct parser *parser) {
    const struct token token = parser->lexer.token;
    bool may_be_arrow = token.start == parser->arrow_start;

    if (token.name->id == NAME_async && !(token.flags & TOKEN_ESCAPED)) {
        parser_next(parser);
        const struct token *next = &parser->lexer.token;
        if (!(next->flags & TOKEN_NEWLINE_BEFORE)) {
            if (next->type == TOKEN_FUNCTION) return parse_function_expression(parser, token.start, true);
            if (next->type == TOKEN_LEFT_PARENTHESIS)
                return parse_async_parenthesized(parser, &token, may_be_arrow);
            if (next->type == TOKEN_IDENTIFIER && may_be_arrow) {
                struct token parameter = *next;
                if (parameter.name->id == NAME_await) return parser_unexpected(parser);
                if (!check_binding(parser, &parameter)) return NULL;
                parser_next(parser);
                if (parser_token(parser) != TOKEN_ARROW) {
                    return parser_fail_name(parser, parameter.start, parameter.end,
                                            "Unexpected identifier '%s'", parameter.name);
                }
                return parse_single_arrow(parser, token.start, &parameter, true);
            }
        }
    } else {
        parser_next(parser);
    }

    if (parser_token(parser) == TOKEN_ARROW && may_be_arrow) {
        if (!check_binding(parser, &token)) return NULL;
        return parse_single_arrow(parser, token.start, &token, false);
    }
    if (token.name->id != NAME_none && !check_reference(parser, &token)) return NULL;
    struct ast_identifier *node = parse_reference(parser, AST_IDENTIFIER, token.name, token.start, token.end);
    return node ? &node->node : NULL;
}

// super.x, super[x] and super(x).
static struct ast_node *parse_super(struct parser *parser, bool in_new) {
    const struct token token = parser->lexer.token;
    struct function_state *state = parser->function;
    parser_next(parser);
    enum token_type type = parser_token(parser);
    if (type == TOKEN_LEFT_PARENTHESIS && state->allows_super_call && !in_new) {
        struct ast_super_call *call = parser_node(parser, sizeof *call, AST_SUPER_CALL, token.start);
        if (!call) return NULL;
        call->node.end = token.end;
        state->function->uses |= USES_SUPER_CALL | USES_THIS | USES_NEW_TARGET;
        call->function = parse_implicit(parser, NAME_active_function, &call->node);
        call->new_target = parse_implicit(parser, NAME_new_target, &call->node);
        call->this_value = parse_implicit(parser, NAME_this, &call->node);
        if (!call->function || !call->new_target || !call->this_value) return NULL;
        call->this_value->node.flags |= AST_BINDING;
        if (!parse_arguments(parser, &call->arguments, &call->node.flags)) return NULL;
        return parser_finish(parser, call);
    }
    if ((type == TOKEN_DOT || type == TOKEN_LEFT_BRACKET) && state->allows_super_property) {
        struct ast_super_member *member = parser_node(parser, sizeof *member, AST_SUPER_MEMBER, token.start);
        if (!member) return NULL;
        member->node.end = token.end;
        state->function->uses |= USES_SUPER_PROPERTY | USES_THIS;
        member->this_value = parse_implicit(parser, NAME_this, &member->node);
        member->home_object = parse_implicit(parser, NAME_home_object, &member->node);
        if (!member->this_value || !member->home_object) return NULL;
        if (type == TOKEN_LEFT_BRACKET) {
            member->node.flags |= AST_COMPUTED;
            member->node.position = parser->lexer.token.start;
            parser_next(parser);
            if (!(member->property = parse_expression_in(parser))) return NULL;
            if (!parser_expect(parser, TOKEN_RIGHT_BRACKET)) return NULL;
        } else {
            parser_next(parser);
            const struct token name = parser->lexer.token;
            if (name.type == TOKEN_PRIVATE_NAME) return parser_fail_token(parser, "Unexpected private field");
            if (!token_is_name(&name)) return parser_unexpected(parser);
            parser_next(parser);
            member->node.position = name.start;
            if (!(member->property = parser_string(parser, name.start, name.name))) return NULL;
        }
        return parser_finish(parser, member);
    }
    return parser_fail(parser, token.start, token.end, "'super' keyword unexpected here");
}

// import(x), import.meta.
static struct ast_node *parse_import(struct parser *parser, bool in_new) {
    const struct token token = parser->lexer.token;
    parser_next(parser);
    if (parser_token(parser) == TOKEN_LEFT_PARENTHESIS) {
        if (in_new) return parser_fail(parser, token.start, token.end, "Cannot use new with import");
        struct ast_import_call *call = parser_node(parser, sizeof *call, AST_IMPORT_CALL, token.start);
        if (!call) return NULL;
        parser_next(parser);
        if (parser_token(parser) == TOKEN_RIGHT_PARENTHESIS)
            return parser_fail(parser, token.end, parser->lexer.token.end, "import() requires a specifier");
        if (!(call->specifier = parse_assignment_in(parser))) return NULL;
        if (parser_accept(parser, TOKEN_COMMA) && parser_token(parser) != TOKEN_RIGHT_PARENTHESIS) {
            if (!(call->options = parse_assignment_in(parser))) return NULL;
            parser_accept(parser, TOKEN_COMMA);
        }
        if (!parser_expect(parser, TOKEN_RIGHT_PARENTHESIS)) return NULL;
        return parser_finish(parser, call);
    }
    if (parser_token(parser) == TOKEN_DOT) {
        parser_next(parser);
        if (!parser_is_word(parser, NAME_meta)) return parser_unexpected(parser);
        parser_next(parser);
        if (!parser->is_module)
            return parser_fail(parser, token.start, parser->lexer.previous_end,
                               "Cannot use 'import.meta' outside a module");
        return parser_finish(parser,
                             parser_node(parser, sizeof(struct ast_node), AST_IMPORT_META, token.start));
    }
    return parser->is_module
               ? parser_unexpected(parser)
               : parser_fail(parser, token.start, token.end, "Cannot use import statement outside a module");
}

static struct ast_node *parse_primary(struct parser *parser, bool in_new) {
    const struct token *token = &parser->lexer.token;
    switch (token->type) {
    case TOKEN_IDENTIFIER: return parse_identifier(parser);
    case TOKEN_NUMBER:
    case TOKEN_BIGINT: return parse_number(parser);
    case TOKEN_STRING: {
        const struct token string = *token;
        if (!check_string_token(parser)) return NULL;
        parser_next(parser);
        struct ast_node *node = parser_string(parser, string.start, string.name);
        if (node && (string.flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL)))
            node->flags |= AST_LEGACY_OCTAL;
        return node;
    }
    case TOKEN_TEMPLATE: return parse_template(parser, NULL, token->start);
    case TOKEN_DIVIDE:
    case TOKEN_ASSIGN_DIVIDE: return parse_regexp(parser);
    case TOKEN_LEFT_PARENTHESIS: return parse_parenthesized(parser);
    case TOKEN_LEFT_BRACKET: return parse_array(parser);
    case TOKEN_LEFT_BRACE: return parse_object(parser);
    case TOKEN_THIS: return parse_this(parser);
    case TOKEN_NULL_LITERAL: return parse_simple(parser, AST_NULL);
    case TOKEN_TRUE: return parse_boolean(parser, true);
    case TOKEN_FALSE: return parse_boolean(parser, false);
    case TOKEN_FUNCTION: return parse_function_expression(parser, token->start, false);
    case TOKEN_CLASS: {
        struct ast_class *class = parse_class(parser);
        return class ? &class->node : NULL;
    }
    case TOKEN_SUPER: return parse_super(parser, in_new);
    case TOKEN_IMPORT: return parse_import(parser, in_new);
    default: return parser_unexpected(parser);
    }
}

// ---- Member access and calls

bool parse_arguments(struct parser *parser, struct ast_list *list, uint16_t *flags) {
    uint32_t first = parser->nodes.length;
    bool no_in = parser->no_in;
    parser->no_in = false;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS) {
        uint32_t start = parser->lexer.token.start;
        bool is_spread = parser_accept(parser, TOKEN_ELLIPSIS);
        struct ast_node *argument = parse_assignment(parser);
        if (!argument) return false;
        if (is_spread) {
            if (!(argument = parser_unary(parser, AST_SPREAD, start, argument))) return false;
            *flags |= AST_SPREAD_INSIDE;
        }
        if (!parser_push(parser, argument)) return false;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (parser_token(parser) != TOKEN_RIGHT_PARENTHESIS)
        return parser_token(parser) == TOKEN_ERROR
                   ? NULL
                   : parser_fail_token(parser, "missing ) after argument list");
    parser->no_in = no_in;
    parser_next(parser);
    return parser_list(parser, first, list);
}

static struct ast_node *parse_dot_member(struct parser *parser, struct ast_node *object, uint32_t start,
                                         uint16_t flags) {
    const struct token token = parser->lexer.token;
    if (token.type == TOKEN_PRIVATE_NAME) {
        struct ast_private_member *member = parser_node(parser, sizeof *member, AST_PRIVATE_MEMBER, start);
        if (!member) return NULL;
        member->node.flags = flags;
        member->node.position = token.start;
        member->object = object;
        if (!(member->name = parse_private_reference(parser))) return NULL;
        return parser_finish(parser, member);
    }
    if (!token_is_name(&token)) return parser_unexpected(parser);
    parser_next(parser);
    struct ast_member *member = parser_node(parser, sizeof *member, AST_MEMBER, start);
    if (!member) return NULL;
    member->node.flags = flags;
    member->node.position = token.start;
    member->object = object;
    if (!(member->property = parser_string(parser, token.start, token.name))) return NULL;
    return parser_finish(parser, member);
}

static struct ast_node *parse_bracket_member(struct parser *parser, struct ast_node *object, uint32_t start,
                                             uint16_t flags) {
    struct ast_member *member = parser_node(parser, sizeof *member, AST_MEMBER, start);
    if (!member) return NULL;
    member->node.flags = flags | AST_COMPUTED;
    member->node.position = parser->lexer.token.start;
    member->object = object;
    parser_next(parser);
    if (!(member->property = parse_expression_in(parser))) return NULL;
    if (!parser_expect(parser, TOKEN_RIGHT_BRACKET)) return NULL;
    return parser_finish(parser, member);
}

static struct ast_node *parse_call(struct parser *parser, struct ast_node *callee, uint32_t start,
                                   uint16_t flags) {
    struct ast_call *call = parser_node(parser, sizeof *call, AST_CALL, start);
    if (!call) return NULL;
    call->node.flags = flags;
    call->callee = callee;
    call->node.position = parser->lexer.token.start;
    if (!(callee->flags & AST_PARENTHESIZED)) {
        if (callee->kind == AST_IDENTIFIER || callee->kind == AST_PRIVATE_MEMBER)
            call->node.position = callee->position;
        else if ((callee->kind == AST_MEMBER || callee->kind == AST_SUPER_MEMBER) &&
                 !(callee->flags & AST_COMPUTED))
            call->node.position = callee->position;
    }
    if (callee->kind == AST_IDENTIFIER && ((struct ast_identifier *)callee)->name->id == NAME_eval &&
        !(flags & AST_OPTIONAL)) {
        call->node.flags |= AST_DIRECT_EVAL;
        parser->scope->calls_eval = true;
        parser->function->function->uses |= USES_DIRECT_EVAL;
    }
    if (!parse_arguments(parser, &call->arguments, &call->node.flags)) return NULL;
    return parser_finish(parser, call);
}

// What follows a primary expression. In the callee of `new` calls are left to it.
static struct ast_node *parse_tail(struct parser *parser, struct ast_node *node, uint32_t start,
                                   bool in_new) {
    bool is_chain = false;
    while (node) {
        switch (parser_token(parser)) {
        case TOKEN_DOT:
            parser_next(parser);
            node = parse_dot_member(parser, node, start, 0);
            continue;
        case TOKEN_LEFT_BRACKET: node = parse_bracket_member(parser, node, start, 0); continue;
        case TOKEN_LEFT_PARENTHESIS:
            if (in_new) break;
            node = parse_call(parser, node, start, 0);
            continue;
        case TOKEN_TEMPLATE:
            if (is_chain) return parser_fail_token(parser, "Invalid tagged template on optional chain");
            node = parse_template(parser, node, start);
            continue;
        case TOKEN_OPTIONAL_DOT:
            if (in_new) return parser_fail_token(parser, "Invalid optional chain from new expression");
            is_chain = true;
            parser_next(parser);
            switch (parser_token(parser)) {
            case TOKEN_LEFT_PARENTHESIS: node = parse_call(parser, node, start, AST_OPTIONAL); continue;
            case TOKEN_LEFT_BRACKET: node = parse_bracket_member(parser, node, start, AST_OPTIONAL); continue;
            case TOKEN_TEMPLATE:
                return parser_fail_token(parser, "Invalid tagged template on optional chain");
            default: node = parse_dot_member(parser, node, start, AST_OPTIONAL); continue;
            }
        default: break;
        }
        break;
    }
    if (node && is_chain) node = parser_unary(parser, AST_OPTIONAL_CHAIN, start, node);
    return node;
}

static struct ast_node *parse_new(struct parser *parser) {
    if (!parser_enter(parser)) return NULL;
    uint32_t start = parser->lexer.token.start;
    parser_next(parser);
    if (parser_accept(parser, TOKEN_DOT)) {
        if (!parser_is_word(parser, NAME_target)) return parser_unexpected(parser);
        parser_next(parser);
        uint32_t end = parser->lexer.previous_end;
        if (!parser->function->allows_new_target)
            return parser_fail(parser, start, end, "new.target expression is not allowed here");
        parser->function->function->uses |= USES_NEW_TARGET;
        struct ast_identifier *target =
            parse_reference(parser, AST_NEW_TARGET, parser->names->predefined[NAME_new_target], start, end);
        return target ? &target->node : NULL;
    }
    struct ast_call *node = parser_node(parser, sizeof *node, AST_NEW, start);
    if (!node) return NULL;
    uint32_t callee_start = parser->lexer.token.start;
    struct ast_node *callee =
        parser_token(parser) == TOKEN_NEW ? parse_new(parser) : parse_primary(parser, true);
    if (!callee || !(node->callee = parse_tail(parser, callee, callee_start, true))) return NULL;
    if (parser_token(parser) == TOKEN_LEFT_PARENTHESIS &&
        !parse_arguments(parser, &node->arguments, &node->node.flags))
        return NULL;
    return parser_finish(parser, node);
}

struct ast_node *parse_left_hand_side(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct ast_node *node =
        parser_token(parser) == TOKEN_NEW ? parse_new(parser) : parse_primary(parser, false);
    if (!node || parse_is_arrow(node)) return node;
    return parse_tail(parser, node, start, false);
}

// ---- Operators

static struct ast_node *parse_prefix_operator(struct parser *parser, enum ast_operator operator) {
    uint32_t start = parser->lexer.token.start;
    parser_next(parser);
    struct ast_node *operand = parse_unary(parser);
    if (!operand || (operator== OPERATOR_DELETE && !check_delete(parser, operand))) return NULL;
    struct ast_node *node = parser_unary(parser, AST_UNARY, start, operand);
    if (node) node->operator=(uint8_t) operator;
    return node;
}

static struct ast_node *parse_update(struct parser *parser, struct ast_node *target, uint32_t start,
                                     uint32_t position, enum token_type token, uint16_t flags) {
    if (!parse_to_target(parser, target, TARGET_CALL,
                         flags & AST_PREFIX ? "Invalid left-hand side expression in prefix operation"
                                            : "Invalid left-hand side expression in postfix operation"))
        return NULL;
    struct ast_update *node = parser_node(parser, sizeof *node, AST_UPDATE, start);
    if (!node) return NULL;
    node->node.operator= token == TOKEN_INCREMENT ? OPERATOR_INCREMENT : OPERATOR_DECREMENT;
    node->node.flags = flags;
    node->node.position = position;
    node->target = target;
    return parser_finish(parser, node);
}

static struct ast_node *parse_await(struct parser *parser) {
    const struct token token = parser->lexer.token;
    struct function_state *state = parser->function;
    if (state->in_parameters)
        return parser_fail(parser, token.start, token.end,
                           "Illegal await-expression in formal parameters of async function");
    if (state->await_operator == NO_OFFSET) state->await_operator = token.start;
    state->function->uses |= USES_AWAIT;
    parser_next(parser);
    struct ast_node *operand = parse_unary(parser);
    return operand ? parser_unary(parser, AST_AWAIT, token.start, operand) : NULL;
}

static struct ast_node *parse_unary(struct parser *parser) {
    if (!parser_enter(parser)) return NULL;
    const struct token *token = &parser->lexer.token;
    uint32_t start = token->start;
    enum token_type type = token->type;
    switch (type) {
    case TOKEN_NOT: return parse_prefix_operator(parser, OPERATOR_NOT);
    case TOKEN_BITWISE_NOT: return parse_prefix_operator(parser, OPERATOR_BITWISE_NOT);
    case TOKEN_ADD: return parse_prefix_operator(parser, OPERATOR_PLUS);
    case TOKEN_SUBTRACT: return parse_prefix_operator(parser, OPERATOR_MINUS);
    case TOKEN_TYPEOF: return parse_prefix_operator(parser, OPERATOR_TYPEOF);
    case TOKEN_VOID: return parse_prefix_operator(parser, OPERATOR_VOID);
    case TOKEN_DELETE: return parse_prefix_operator(parser, OPERATOR_DELETE);
    case TOKEN_INCREMENT:
    case TOKEN_DECREMENT: {
        parser_next(parser);
        struct ast_node *target = parse_unary(parser);
        return target ? parse_update(parser, target, start, start, type, AST_PREFIX) : NULL;
    }
    case TOKEN_IDENTIFIER:
        if (parser->function->is_async && parser_is_word(parser, NAME_await)) return parse_await(parser);
        break;
    default: break;
    }
    struct ast_node *node = parse_left_hand_side(parser);
    if (!node) return NULL;
    type = parser_token(parser);
    if ((type == TOKEN_INCREMENT || type == TOKEN_DECREMENT) && !parser_newline_before(parser) &&
        !parse_is_arrow(node)) {
        uint32_t position = parser->lexer.token.start;
        parser_next(parser);
        return parse_update(parser, node, start, position, type, 0);
    }
    return node;
}

static unsigned current_precedence(const struct parser *parser) {
    enum token_type type = parser_token(parser);
    return type == TOKEN_IN && parser->no_in ? 0 : precedences[type];
}

// Whether ?? would be mixed with && or || without parentheses.
static bool is_bare_logical(const struct ast_node *node, bool coalesce) {
    return node->kind == AST_LOGICAL && !(node->flags & AST_PARENTHESIZED) &&
           (node->operator== OPERATOR_COALESCE) == coalesce;
}

static struct ast_node *parse_binary(struct parser *parser, unsigned minimum);

static struct ast_node *parse_logical(struct parser *parser, struct ast_node *left, uint32_t start,
                                      unsigned precedence) {
    struct ast_logical *node = parser_node(parser, sizeof *node, AST_LOGICAL, start);
    if (!node) return NULL;
    enum token_type type = parser_token(parser);
    bool coalesce = type == TOKEN_COALESCE;
    node->node.operator= operators[type];
    node->node.position = parser->lexer.token.start;
    uint32_t first = parser->nodes.length;
    if (is_bare_logical(left, !coalesce)) return parser_unexpected(parser);
    if (!parser_push(parser, left)) return NULL;
    while (parser_token(parser) == type) {
        parser_next(parser);
        struct ast_node *operand = parse_binary(parser, precedence + 1);
        if (!operand) return NULL;
        if (coalesce && is_bare_logical(operand, false))
            return parser_fail_at(parser, operand, "Unexpected token '||' or '&&' mixed with '\?\?'");
        if (!parser_push(parser, operand)) return NULL;
    }
    if (!parser_list(parser, first, &node->operands)) return NULL;
    return parser_finish(parser, node);
}

static struct ast_node *parse_terms(struct parser *parser, struct ast_node *left, uint32_t start,
                                    unsigned precedence) {
    struct ast_binary *node = parser_node(parser, sizeof *node, AST_BINARY, start);
    if (!node) return NULL;
    node->left = left;
    node->node.position = parser->lexer.token.start;
    node->node.operator= operators[parser_token(parser)];
    uint32_t first = parser->terms.length;
    do {
        struct ast_binary_term term = {.position = parser->lexer.token.start,
                                       .operator= operators[parser_token(parser)] };
        parser_next(parser);
        unsigned minimum = precedence == PRECEDENCE_EXPONENT ? precedence : precedence + 1;
        if (!(term.operand = parse_binary(parser, minimum))) return NULL;
        if (!VECTOR_PUSH(parser->memory, &parser->terms, term)) return parser_out_of_memory(parser);
    } while (current_precedence(parser) == precedence);
    node->count = parser->terms.length - first;
    node->terms = arena_copy(parser->arena, parser->terms.items + first, node->count * sizeof *node->terms);
    if (!node->terms) return parser_out_of_memory(parser);
    parser->terms.length = first;
    return parser_finish(parser, node);
}

static struct ast_node *parse_private_in(struct parser *parser) {
    struct ast_private_in *node =
        parser_node(parser, sizeof *node, AST_PRIVATE_IN, parser->lexer.token.start);
    if (!node || !(node->name = parse_private_reference(parser))) return NULL;
    if (parser_token(parser) != TOKEN_IN || parser->no_in) return parser_unexpected(parser);
    node->node.position = parser->lexer.token.start;
    parser_next(parser);
    if (!(node->object = parse_binary(parser, PRECEDENCE_RELATIONAL + 1))) return NULL;
    return parser_finish(parser, node);
}

// Operands joined by operators of at least the minimum precedence.
static struct ast_node *parse_binary(struct parser *parser, unsigned minimum) {
    uint32_t start = parser->lexer.token.start;
    struct ast_node *left;
    if (parser_token(parser) == TOKEN_PRIVATE_NAME && minimum <= PRECEDENCE_RELATIONAL)
        left = parse_private_in(parser);
    else
        left = parse_unary(parser);
    if (!left || parse_is_arrow(left)) return left;
    for (;;) {
        unsigned precedence = current_precedence(parser);
        if (precedence == 0 || precedence < minimum) return left;
        if (precedence <= PRECEDENCE_AND) {
            left = parse_logical(parser, left, start, precedence);
        } else {
            if (precedence == PRECEDENCE_EXPONENT && (left->kind == AST_UNARY || left->kind == AST_AWAIT) &&
                !(left->flags & AST_PARENTHESIZED))
                return parser_fail_token(parser,
                                         "Unary operator used immediately before exponentiation expression. "
                                         "Parenthesis must be used to disambiguate operator precedence");
            left = parse_terms(parser, left, start, precedence);
        }
        if (!left) return NULL;
    }
}

static struct ast_node *parse_conditional(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct ast_node *test = parse_binary(parser, PRECEDENCE_COALESCE);
    if (!test || parser_token(parser) != TOKEN_QUESTION || parse_is_arrow(test)) return test;
    parser_next(parser);
    struct ast_conditional *node = parser_node(parser, sizeof *node, AST_CONDITIONAL, start);
    if (!node) return NULL;
    node->test = test;
    if (!(node->consequent = parse_assignment_in(parser))) return NULL;
    if (!parser_expect(parser, TOKEN_COLON)) return NULL;
    if (!(node->alternate = parse_assignment(parser))) return NULL;
    return parser_finish(parser, node);
}

// ---- Assignment and above

static struct ast_node *parse_yield(struct parser *parser) {
    const struct token token = parser->lexer.token;
    struct function_state *state = parser->function;
    if (state->in_parameters)
        return parser_fail(parser, token.start, token.end,
                           "Yield expression not allowed in formal parameter");
    if (state->yield_operator == NO_OFFSET) state->yield_operator = token.start;
    state->function->uses |= USES_YIELD;
    parser_next(parser);
    enum ast_kind kind = AST_YIELD;
    struct ast_node *operand = NULL;
    if (!parser_newline_before(parser)) {
        if (parser_accept(parser, TOKEN_MULTIPLY)) kind = AST_YIELD_DELEGATE;
        switch (parser_token(parser)) {
        case TOKEN_END:
        case TOKEN_SEMICOLON:
        case TOKEN_RIGHT_BRACE:
        case TOKEN_RIGHT_BRACKET:
        case TOKEN_RIGHT_PARENTHESIS:
        case TOKEN_COLON:
        case TOKEN_COMMA:
        case TOKEN_IN:
            if (kind == AST_YIELD) break;
            // fall through
        default:
            if (!(operand = parse_assignment(parser))) return NULL;
        }
    }
    return parser_unary(parser, kind, token.start, operand);
}

static struct ast_node *parse_assign(struct parser *parser, struct ast_node *target, uint32_t start) {
    enum token_type type = parser_token(parser);
    bool logical = type >= TOKEN_ASSIGN_LOGICAL_AND && type <= TOKEN_ASSIGN_COALESCE;
    bool pattern = type == TOKEN_ASSIGN && (target->kind == AST_ARRAY || target->kind == AST_OBJECT) &&
                   !(target->flags & AST_PARENTHESIZED);
    if (pattern) parser->pending.start = NO_OFFSET;
    if (!parse_settle_pending(parser)) return NULL;
    unsigned flags = type == TOKEN_ASSIGN ? TARGET_PATTERN | TARGET_CALL : logical ? 0 : TARGET_CALL;
    if (!parse_to_target(parser, target, flags, "Invalid left-hand side in assignment")) return NULL;
    struct ast_assign *node = parser_node(parser, sizeof *node, AST_ASSIGN, start);
    if (!node) return NULL;
    node->node.operator= operators[type];
    node->node.position = parser->lexer.token.start;
    node->target = target;
    parser_next(parser);
    if (!(node->value = parse_assignment(parser))) return NULL;
    if (type == TOKEN_ASSIGN || logical) parse_infer_name_from(node->value, target);
    return parser_finish(parser, node);
}

struct ast_node *parse_assignment_cover(struct parser *parser) {
    if (!parser_enter(parser)) return NULL;
    if (parser->function->is_generator && parser_is_word(parser, NAME_yield)) return parse_yield(parser);
    struct pending_error outer = parser->pending;
    uint32_t start = parser->lexer.token.start;
    parser->pending.start = NO_OFFSET;
    parser->arrow_start = start;
    struct ast_node *node = parse_conditional(parser);
    if (!node) return NULL;
    enum token_type type = parser_token(parser);
    if (type >= TOKEN_ASSIGN && type <= TOKEN_ASSIGN_COALESCE && !parse_is_arrow(node)) {
        if (!(node = parse_assign(parser, node, start))) return NULL;
    }
    if (parser->pending.start == NO_OFFSET) {
        parser->pending = outer;
        return node;
    }
    if ((node->kind != AST_ARRAY && node->kind != AST_OBJECT) || (node->flags & AST_PARENTHESIZED)) {
        parse_settle_pending(parser);
        return NULL;
    }
    if (outer.start != NO_OFFSET) parser->pending = outer;
    return node;
}

struct ast_node *parse_assignment(struct parser *parser) {
    struct pending_error outer = parser->pending;
    parser->pending.start = NO_OFFSET;
    struct ast_node *node = parse_assignment_cover(parser);
    if (!node || !parse_settle_pending(parser)) return NULL;
    parser->pending = outer;
    return node;
}

struct ast_node *parse_expression_cover(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    struct ast_node *node = parse_assignment_cover(parser);
    if (!node || parser_token(parser) != TOKEN_COMMA) return node;
    struct ast_sequence *sequence = parser_node(parser, sizeof *sequence, AST_SEQUENCE, start);
    if (!sequence) return NULL;
    uint32_t first = parser->nodes.length;
    do {
        if (!parser_push(parser, node)) return NULL;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
        node = parse_assignment_cover(parser);
    } while (node);
    if (!node || !parse_settle_pending(parser) || !parser_list(parser, first, &sequence->expressions))
        return NULL;
    return parser_finish(parser, sequence);
}

struct ast_node *parse_expression(struct parser *parser) {
    struct pending_error outer = parser->pending;
    parser->pending.start = NO_OFFSET;
    struct ast_node *node = parse_expression_cover(parser);
    if (!node || !parse_settle_pending(parser)) return NULL;
    parser->pending = outer;
    return node;
}

struct ast_node *parse_assignment_in(struct parser *parser) {
    bool no_in = parser->no_in;
    parser->no_in = false;
    struct ast_node *node = parse_assignment(parser);
    parser->no_in = no_in;
    return node;
}

struct ast_node *parse_expression_in(struct parser *parser) {
    bool no_in = parser->no_in;
    parser->no_in = false;
    struct ast_node *node = parse_expression(parser);
    parser->no_in = no_in;
    return node;
}
