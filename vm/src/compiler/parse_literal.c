// Literals, property keys, and the names of anonymous functions.
#include "compiler/parse_internal.h"

#include "base/number.h"
#include "regexp/regexp.h"

#include <stdio.h>

struct ast_node *parse_number(struct parser *parser) {
    const struct token token = parser->lexer.token;
    if (token.type == TOKEN_BIGINT) {
        struct ast_bigint *node = parser_node(parser, sizeof *node, AST_BIGINT, token.start);
        if (!node) return NULL;
        node->digits = token.name;
        parser_next(parser);
        return parser_finish(parser, node);
    }
    if (!check_number_token(parser)) return NULL;
    struct ast_number *node = parser_node(parser, sizeof *node, AST_NUMBER, token.start);
    if (!node) return NULL;
    node->value = token.number;
    if (token.flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL)) node->node.flags |= AST_LEGACY_OCTAL;
    parser_next(parser);
    return parser_finish(parser, node);
}

// Complains "Invalid regular expression: /pattern/flags: message"; a long pattern is cut.
static void *fail_regexp(struct parser *parser, const struct token *token, const char *message) {
    char text[sizeof parser->lexer.error->message];
    char pattern[sizeof text - 112], flags[16];
    name_to_utf8(token->name, pattern, sizeof pattern);
    name_to_utf8(token->second, flags, sizeof flags);
    snprintf(text, sizeof text, "Invalid regular expression: /%s/%s: %s", pattern, flags, message);
    return parser_fail_token(parser, text);
}

// Early errors of a regular expression.
static bool check_regexp(struct parser *parser, const struct token *token) {
    const struct name *pattern = token->name, *letters = token->second;
    struct regexp_context context = {.memory = parser->memory,
                                     .stack_limit = (uintptr_t)parser->options->stack_limit};
    struct regexp_error error = {0};
    uint32_t flags;
    if (!regexp_parse_flags(letters + 1, letters->length, letters->wide, &flags)) {
        parser_fail_token(parser, "Invalid regular expression flags");
        return false;
    }
    if (regexp_validate(&context, pattern + 1, pattern->length, pattern->wide, flags, &error)) return true;
    if (error.kind == REGEXP_ERROR_MEMORY)
        parser_out_of_memory(parser);
    else
        fail_regexp(parser, token, error.message);
    return false;
}

struct ast_node *parse_regexp(struct parser *parser) {
    lexer_rescan_regexp(&parser->lexer);
    const struct token token = parser->lexer.token;
    if (token.type != TOKEN_REGEXP) return parser_unexpected(parser);
    if (!check_regexp(parser, &token)) return NULL;
    struct ast_regexp *node = parser_node(parser, sizeof *node, AST_REGEXP, token.start);
    if (!node) return NULL;
    node->pattern = token.name;
    node->flags = token.second;
    parser_next(parser);
    return parser_finish(parser, node);
}

// Copies the upper part of parser->texts, cooked and raw texts in turn.
static struct name **copy_texts(struct parser *parser, uint32_t first, uint32_t offset) {
    uint32_t count = (parser->texts.length - first) / 2;
    struct name **texts = arena_allocate(parser->arena, count * sizeof *texts);
    if (!texts) return parser_out_of_memory(parser);
    for (uint32_t i = 0; i < count && memory_poll_step(parser->memory, i); i++)
        texts[i] = parser->texts.items[first + 2 * i + offset];
    return texts;
}

struct ast_node *parse_template(struct parser *parser, struct ast_node *tag, uint32_t start) {
    struct ast_template *node =
        parser_node(parser, sizeof *node, tag ? AST_TAGGED_TEMPLATE : AST_TEMPLATE, start);
    if (!node) return NULL;
    node->tag = tag;
    if (tag) node->node.position = parser->lexer.token.start;
    if (tag && !(tag->flags & (AST_PARENTHESIZED | AST_COMPUTED)) &&
        (tag->kind == AST_IDENTIFIER || tag->kind == AST_MEMBER))
        node->node.position = tag->position;
    bool no_in = parser->no_in;
    parser->no_in = false;
    uint32_t first = parser->texts.length, first_node = parser->nodes.length;
    for (;;) {
        const struct token token = parser->lexer.token;
        if (!token.name && !tag)
            return parser_fail(parser, parser->lexer.template_error_start, parser->lexer.template_error_end,
                               parser->lexer.template_error);
        if (!VECTOR_PUSH(parser->memory, &parser->texts, token.name) ||
            !VECTOR_PUSH(parser->memory, &parser->texts, token.second))
            return parser_out_of_memory(parser);
        parser_next(parser);
        if (token.flags & TOKEN_TAIL) break;
        struct ast_node *expression = parse_expression(parser);
        if (!expression || !parser_push(parser, expression)) return NULL;
        if (parser_token(parser) == TOKEN_END)
            return parser_fail_token(parser, "Unterminated template literal");
        if (parser_token(parser) == TOKEN_ERROR) return NULL;
        if (parser_token(parser) != TOKEN_RIGHT_BRACE)
            return parser_fail_at(parser, expression, "Missing } in template expression");
        lexer_rescan_template(&parser->lexer);
        if (parser_token(parser) != TOKEN_TEMPLATE) return parser_unexpected(parser);
    }
    parser->no_in = no_in;
    if (!(node->cooked = copy_texts(parser, first, 0))) return NULL;
    if (tag && !(node->raw = copy_texts(parser, first, 1))) return NULL;
    parser->texts.length = first;
    if (!parser_list(parser, first_node, &node->expressions)) return NULL;
    return parser_finish(parser, node);
}

struct ast_node *parse_array(struct parser *parser) {
    struct ast_array *node = parser_node(parser, sizeof *node, AST_ARRAY, parser->lexer.token.start);
    if (!node) return NULL;
    bool no_in = parser->no_in;
    parser->no_in = false;
    uint32_t first = parser->nodes.length;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACKET) {
        struct ast_node *element = NULL;
        if (parser_token(parser) != TOKEN_COMMA) {
            uint32_t start = parser->lexer.token.start;
            bool is_spread = parser_accept(parser, TOKEN_ELLIPSIS);
            if (!(element = parse_assignment_cover(parser))) return NULL;
            if (is_spread) {
                if (!(element = parser_unary(parser, AST_SPREAD, start, element))) return NULL;
                node->node.flags |= AST_SPREAD_INSIDE;
                // A rest element of a pattern takes no comma.
                if (parser_token(parser) == TOKEN_COMMA) element->flags |= AST_TRAILING_COMMA;
            }
        }
        if (!parser_push(parser, element)) return NULL;
        if (parser_token(parser) == TOKEN_RIGHT_BRACKET) break;
        if (!parser_expect(parser, TOKEN_COMMA)) return NULL;
    }
    parser->no_in = no_in;
    parser_next(parser);
    if (!parser_list(parser, first, &node->elements)) return NULL;
    return parser_finish(parser, node);
}

// ---- Property keys

struct ast_node *parse_property_key(struct parser *parser, uint16_t *flags) {
    const struct token token = parser->lexer.token;
    *flags = 0;
    switch (token.type) {
    case TOKEN_NUMBER:
    case TOKEN_BIGINT: return parse_number(parser);
    case TOKEN_STRING:
        if (!check_string_token(parser)) return NULL;
        parser_next(parser);
        return parser_string(parser, token.start, token.name);
    case TOKEN_LEFT_BRACKET: {
        parser_next(parser);
        struct ast_node *key = parse_assignment_in(parser);
        *flags = AST_COMPUTED;
        return key && parser_expect(parser, TOKEN_RIGHT_BRACKET) ? key : NULL;
    }
    default:
        if (!token_is_name(&token)) return parser_unexpected(parser);
        parser_next(parser);
        return parser_string(parser, token.start, token.name);
    }
}

struct name *parse_key_name(struct parser *parser, const struct ast_node *key, uint16_t flags) {
    if (flags & AST_COMPUTED) return NULL;
    switch (key->kind) {
    case AST_STRING: return ((const struct ast_string *)key)->value;
    case AST_IDENTIFIER: return ((const struct ast_identifier *)key)->name;
    case AST_NUMBER: {
        char text[NUMBER_SHORTEST_SIZE];
        size_t length = number_to_shortest(((const struct ast_number *)key)->value, text);
        return names_intern_latin1(parser->names, (const uint8_t *)text, length);
    }
    case AST_BIGINT: {
        struct name *digits = ((const struct ast_bigint *)key)->digits;
        bool decimal = digits->length == 1 || name_unit(digits, 0) != '0';
        return decimal ? digits : NULL;
    }
    default: return NULL;
    }
}

void parse_infer_name(struct ast_node *value, struct name *name) {
    if (value->kind == AST_FUNCTION) {
        struct ast_function *function = (struct ast_function *)value;
        if (!function->identifier && !function->name) function->name = name;
    } else if (value->kind == AST_CLASS) {
        struct ast_class *class = (struct ast_class *)value;
        if (!class->identifier && !class->name) class->name = name;
    }
}

void parse_infer_name_from(struct ast_node *value, const struct ast_node *target) {
    if (target->kind == AST_IDENTIFIER && !(target->flags & AST_PARENTHESIZED))
        parse_infer_name(value, ((const struct ast_identifier *)target)->name);
}

// ---- Object literals

// Whether the word before the current token is a modifier of what follows, or a key itself.
static bool is_modifier(const struct token *next) {
    switch (next->type) {
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_COMMA:
    case TOKEN_RIGHT_BRACE:
    case TOKEN_COLON:
    case TOKEN_ASSIGN:
    case TOKEN_END: return false;
    default: return true;
    }
}

static struct ast_node *parse_object_method(struct parser *parser, struct ast_property *node, uint32_t start,
                                            bool is_async, bool is_generator) {
    static const uint8_t kinds[] = {[PROPERTY_METHOD] = FUNCTION_METHOD,
                                    [PROPERTY_GETTER] = FUNCTION_GETTER,
                                    [PROPERTY_SETTER] = FUNCTION_SETTER};
    struct name *name = parse_key_name(parser, node->key, node->node.flags);
    struct ast_function *function =
        parse_method(parser, kinds[node->node.operator], is_async, is_generator, start, name);
    if (!function) return NULL;
    node->value = &function->node;
    return parser_finish(parser, node);
}

// {x} and {x = 1}; `token` is the identifier.
static struct ast_node *parse_shorthand(struct parser *parser, struct ast_property *node,
                                        const struct token *token) {
    if (token->type != TOKEN_IDENTIFIER) {
        if (token->type == TOKEN_ESCAPED_KEYWORD)
            return parser_fail(parser, token->start, token->end,
                               "Keyword must not contain escaped characters");
        return parser_unexpected(parser);
    }
    if (!check_reference(parser, token)) return NULL;
    struct ast_identifier *identifier =
        parse_reference(parser, AST_IDENTIFIER, token->name, token->start, token->end);
    if (!identifier) return NULL;
    node->node.flags |= AST_SHORTHAND;
    node->value = &identifier->node;
    if (parser_token(parser) == TOKEN_ASSIGN) {
        struct ast_assign *assign = parser_node(parser, sizeof *assign, AST_DEFAULT, token->start);
        if (!assign) return NULL;
        struct pending_error error = {parser->lexer.token.start, parser->lexer.token.end,
                                      "Invalid shorthand property initializer"};
        assign->node.position = error.start;
        assign->target = &identifier->node;
        parser_next(parser);
        if (!(assign->value = parse_assignment(parser))) return NULL;
        parse_infer_name_from(assign->value, assign->target);
        node->value = parser_finish(parser, assign);
        if (parser->pending.start == NO_OFFSET) parser->pending = error;
    }
    return parser_finish(parser, node);
}

static struct ast_node *parse_property(struct parser *parser, bool *has_proto) {
    struct token token = parser->lexer.token;
    uint32_t start = token.start;
    if (token.type == TOKEN_ELLIPSIS) {
        parser_next(parser);
        struct ast_node *operand = parse_assignment_cover(parser);
        struct ast_node *spread = operand ? parser_unary(parser, AST_SPREAD, start, operand) : NULL;
        if (spread && parser_token(parser) == TOKEN_COMMA) spread->flags |= AST_TRAILING_COMMA;
        return spread;
    }
    struct ast_property *node = parser_node(parser, sizeof *node, AST_PROPERTY, start);
    if (!node) return NULL;
    bool is_async = false, is_generator = false;
    if (token.type == TOKEN_IDENTIFIER && !(token.flags & TOKEN_ESCAPED) &&
        (token.name->id == NAME_get || token.name->id == NAME_set || token.name->id == NAME_async)) {
        const struct token *next = lexer_peek(&parser->lexer);
        if (is_modifier(next) && !(token.name->id == NAME_async && (next->flags & TOKEN_NEWLINE_BEFORE))) {
            if (token.name->id == NAME_async)
                is_async = true;
            else
                node->node.operator= token.name->id == NAME_get ? PROPERTY_GETTER : PROPERTY_SETTER;
            parser_next(parser);
        }
    }
    bool is_accessor = node->node.operator!= PROPERTY_VALUE;
    if (!is_accessor && parser_accept(parser, TOKEN_MULTIPLY)) is_generator = true;

    token = parser->lexer.token;
    if (!(node->key = parse_property_key(parser, &node->node.flags))) return NULL;
    if (is_accessor) return parse_object_method(parser, node, start, false, false);
    if (is_async || is_generator || parser_token(parser) == TOKEN_LEFT_PARENTHESIS) {
        node->node.operator= PROPERTY_METHOD;
        return parse_object_method(parser, node, start, is_async, is_generator);
    }
    if (parser_token(parser) != TOKEN_COLON) {
        if ((node->node.flags & AST_COMPUTED) || !token_is_name(&token)) return parser_unexpected(parser);
        return parse_shorthand(parser, node, &token);
    }
    parser_next(parser);
    if (!(node->value = parse_assignment_cover(parser))) return NULL;
    if (!(node->node.flags & AST_COMPUTED) && node->key->kind == AST_STRING &&
        ((struct ast_string *)node->key)->value->id == NAME_proto) {
        node->node.flags |= AST_PROTO;
        if (*has_proto && parser->pending.start == NO_OFFSET)
            parser->pending = (struct pending_error){
                token.start, token.end, "Duplicate __proto__ fields are not allowed in object literals"};
        *has_proto = true;
    } else if (node->value->kind == AST_FUNCTION || node->value->kind == AST_CLASS) {
        struct name *name = parse_key_name(parser, node->key, node->node.flags);
        if (name) parse_infer_name(node->value, name);
    }
    return parser_finish(parser, node);
}

struct ast_node *parse_object(struct parser *parser) {
    struct ast_object *node = parser_node(parser, sizeof *node, AST_OBJECT, parser->lexer.token.start);
    if (!node) return NULL;
    bool no_in = parser->no_in, has_proto = false;
    parser->no_in = false;
    uint32_t first = parser->nodes.length;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        struct ast_node *property = parse_property(parser, &has_proto);
        if (!property || !parser_push(parser, property)) return NULL;
        if (parser_token(parser) == TOKEN_RIGHT_BRACE) break;
        if (!parser_expect(parser, TOKEN_COMMA)) return NULL;
    }
    parser->no_in = no_in;
    parser_next(parser);
    if (!parser_list(parser, first, &node->properties)) return NULL;
    return parser_finish(parser, node);
}
