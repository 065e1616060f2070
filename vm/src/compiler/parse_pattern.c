// Binding patterns, and the rewriting of expressions into patterns and parameters.
//
// An array or object literal and the pattern it turns into have the same structure (ast_array, ast_object),
// as have ASSIGN and DEFAULT, so a rewrite changes kinds in place. Each part is rewritten once into an
// assignment pattern, and perhaps once more into a parameter, so nesting costs nothing extra.
#include "compiler/parse_internal.h"

static const char INVALID_TARGET[] = "Invalid destructuring assignment target";
static const char REST_NOT_LAST[] = "Rest element must be last element";

// ---- Binding patterns

struct ast_identifier *parse_binding_identifier(struct parser *parser) {
    const struct token token = parser->lexer.token;
    if (token.type != TOKEN_IDENTIFIER) return parser_unexpected(parser);
    if (!check_binding(parser, &token)) return NULL;
    parser_next(parser);
    struct ast_identifier *identifier =
        parse_reference(parser, AST_IDENTIFIER, token.name, token.start, token.end);
    if (identifier) identifier->node.flags |= AST_BINDING;
    return identifier;
}

static void note_parameter_expression(struct parser *parser, enum binding_mode mode) {
    if (mode == BINDING_PARAMETER) parser->function->function->has_parameter_expressions = true;
}

static struct ast_node *parse_default(struct parser *parser, struct ast_node *target,
                                      enum binding_mode mode) {
    struct ast_assign *node = parser_node(parser, sizeof *node, AST_DEFAULT, target->start);
    if (!node) return NULL;
    note_parameter_expression(parser, mode);
    node->node.position = parser->lexer.token.start;
    node->target = target;
    parser_next(parser);
    if (!(node->value = parse_assignment_in(parser))) return NULL;
    parse_infer_name_from(node->value, target);
    return parser_finish(parser, node);
}

struct ast_node *parse_binding_element(struct parser *parser, enum binding_mode mode) {
    struct ast_node *target = parse_binding_target(parser, mode);
    if (!target || parser_token(parser) != TOKEN_ASSIGN) return target;
    return parse_default(parser, target, mode);
}

static struct ast_node *parse_array_pattern(struct parser *parser, enum binding_mode mode) {
    struct ast_array *node = parser_node(parser, sizeof *node, AST_ARRAY_PATTERN, parser->lexer.token.start);
    if (!node) return NULL;
    uint32_t first = parser->nodes.length;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACKET) {
        if (parser_accept(parser, TOKEN_ELLIPSIS)) {
            if (!(node->rest = parse_binding_target(parser, mode))) return NULL;
            if (parser_token(parser) == TOKEN_COMMA) return parser_fail_at(parser, node->rest, REST_NOT_LAST);
            if (parser_token(parser) != TOKEN_RIGHT_BRACKET) return parser_unexpected(parser);
            break;
        }
        struct ast_node *element = NULL;
        if (parser_token(parser) != TOKEN_COMMA && !(element = parse_binding_element(parser, mode)))
            return NULL;
        if (!parser_push(parser, element)) return NULL;
        if (parser_token(parser) == TOKEN_RIGHT_BRACKET) break;
        if (!parser_expect(parser, TOKEN_COMMA)) return NULL;
    }
    parser_next(parser);
    if (!parser_list(parser, first, &node->elements)) return NULL;
    return parser_finish(parser, node);
}

static struct ast_node *parse_property_pattern(struct parser *parser, enum binding_mode mode) {
    const struct token token = parser->lexer.token;
    struct ast_property *node = parser_node(parser, sizeof *node, AST_PROPERTY, token.start);
    if (!node || !(node->key = parse_property_key(parser, &node->node.flags))) return NULL;
    if (node->node.flags & AST_COMPUTED) note_parameter_expression(parser, mode);
    if (parser_accept(parser, TOKEN_COLON)) {
        if (!(node->value = parse_binding_element(parser, mode))) return NULL;
        return parser_finish(parser, node);
    }
    if (token.type != TOKEN_IDENTIFIER) {
        return token.type == TOKEN_ESCAPED_KEYWORD
                   ? parser_fail(parser, token.start, token.end,
                                 "Keyword must not contain escaped characters")
                   : parser_unexpected(parser);
    }
    if (!check_binding(parser, &token)) return NULL;
    struct ast_identifier *identifier =
        parse_reference(parser, AST_IDENTIFIER, token.name, token.start, token.end);
    if (!identifier) return NULL;
    identifier->node.flags |= AST_BINDING;
    node->node.flags |= AST_SHORTHAND;
    node->value = &identifier->node;
    if (!parse_declare(parser, identifier, mode)) return NULL;
    if (parser_token(parser) == TOKEN_ASSIGN && !(node->value = parse_default(parser, node->value, mode)))
        return NULL;
    return parser_finish(parser, node);
}

static struct ast_node *parse_object_pattern(struct parser *parser, enum binding_mode mode) {
    struct ast_object *node =
        parser_node(parser, sizeof *node, AST_OBJECT_PATTERN, parser->lexer.token.start);
    if (!node) return NULL;
    uint32_t first = parser->nodes.length;
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        if (parser_accept(parser, TOKEN_ELLIPSIS)) {
            struct ast_identifier *rest = parse_binding_identifier(parser);
            if (!rest || !parse_declare(parser, rest, mode)) return NULL;
            node->rest = &rest->node;
            if (parser_token(parser) == TOKEN_COMMA) return parser_fail_at(parser, node->rest, REST_NOT_LAST);
            if (parser_token(parser) != TOKEN_RIGHT_BRACE) return parser_unexpected(parser);
            break;
        }
        struct ast_node *property = parse_property_pattern(parser, mode);
        if (!property || !parser_push(parser, property)) return NULL;
        if (parser_token(parser) == TOKEN_RIGHT_BRACE) break;
        if (!parser_expect(parser, TOKEN_COMMA)) return NULL;
    }
    parser_next(parser);
    if (!parser_list(parser, first, &node->properties)) return NULL;
    return parser_finish(parser, node);
}

struct ast_node *parse_binding_target(struct parser *parser, enum binding_mode mode) {
    switch (parser_token(parser)) {
    case TOKEN_LEFT_BRACKET:
        if (!parser_enter(parser)) return NULL;
        return parse_array_pattern(parser, mode);
    case TOKEN_LEFT_BRACE:
        if (!parser_enter(parser)) return NULL;
        return parse_object_pattern(parser, mode);
    default: {
        struct ast_identifier *identifier = parse_binding_identifier(parser);
        if (!identifier || !parse_declare(parser, identifier, mode)) return NULL;
        return &identifier->node;
    }
    }
}

bool parse_each_binding(struct parser *parser, struct ast_node *target,
                        bool (*visit)(struct parser *, struct ast_identifier *)) {
    if (!target) return true;
    if (!parser_enter(parser)) return false;
    switch (target->kind) {
    case AST_IDENTIFIER: return visit(parser, (struct ast_identifier *)target);
    case AST_DEFAULT: return parse_each_binding(parser, ((struct ast_assign *)target)->target, visit);
    case AST_ARRAY_PATTERN: {
        struct ast_array *array = (struct ast_array *)target;
        for (uint32_t i = 0; i < array->elements.count; i++)
            if (!parse_each_binding(parser, array->elements.items[i], visit)) return false;
        return parse_each_binding(parser, array->rest, visit);
    }
    case AST_OBJECT_PATTERN: {
        struct ast_object *object = (struct ast_object *)target;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            struct ast_property *property = (struct ast_property *)object->properties.items[i];
            if (!parse_each_binding(parser, property->value, visit)) return false;
        }
        return parse_each_binding(parser, object->rest, visit);
    }
    default: return true;
    }
}

// ---- Rewriting

// Takes a SPREAD off the end of the list and returns its operand in *rest. False when one stands elsewhere.
static bool split_rest(struct parser *parser, struct ast_list *list, struct ast_node **rest) {
    for (uint32_t i = 0; i < list->count; i++) {
        struct ast_node *item = list->items[i];
        if (!item || item->kind != AST_SPREAD) continue;
        if (i + 1 < list->count || (item->flags & AST_TRAILING_COMMA))
            return parser_fail_at(parser, item, REST_NOT_LAST);
        *rest = ((struct ast_unary *)item)->operand;
        list->count--;
    }
    return true;
}

// An element of a pattern: target, or target with default value. `convert` rewrites the target.
static bool rewrite_element(struct parser *parser, struct ast_node *element,
                            bool (*convert)(struct parser *, struct ast_node *)) {
    if ((element->kind == AST_ASSIGN &&
         element->operator== AST_OPERATOR_NONE && !(element->flags & AST_PARENTHESIZED)) ||
        element->kind == AST_DEFAULT) {
        element->kind = AST_DEFAULT;
        element = ((struct ast_assign *)element)->target;
    }
    return convert(parser, element);
}

static bool rewrite_array(struct parser *parser, struct ast_array *array,
                          bool (*convert)(struct parser *, struct ast_node *)) {
    if (array->node.kind == AST_ARRAY) {
        array->node.kind = AST_ARRAY_PATTERN;
        array->node.flags &= (uint16_t)~AST_SPREAD_INSIDE;
        if (!split_rest(parser, &array->elements, &array->rest)) return false;
    }
    for (uint32_t i = 0; i < array->elements.count; i++) {
        struct ast_node *element = array->elements.items[i];
        if (element && !rewrite_element(parser, element, convert)) return false;
    }
    return !array->rest || convert(parser, array->rest);
}

static bool rewrite_object(struct parser *parser, struct ast_object *object,
                           bool (*convert)(struct parser *, struct ast_node *)) {
    if (object->node.kind == AST_OBJECT) {
        object->node.kind = AST_OBJECT_PATTERN;
        if (!split_rest(parser, &object->properties, &object->rest)) return false;
    }
    for (uint32_t i = 0; i < object->properties.count; i++) {
        struct ast_property *property = (struct ast_property *)object->properties.items[i];
        if (property->node.operator!= PROPERTY_VALUE)
            return parser_fail_at(parser, property->key, INVALID_TARGET);
        property->node.flags &= (uint16_t)~AST_PROTO;
        if (!rewrite_element(parser, property->value, convert)) return false;
    }
    if (!object->rest) return true;
    switch (object->rest->kind) {
    case AST_ARRAY:
    case AST_OBJECT:
    case AST_ARRAY_PATTERN:
    case AST_OBJECT_PATTERN:
        return parser_fail_at(parser, object->rest,
                              "`...` must be followed by an assignable reference in assignment contexts");
    default: return convert(parser, object->rest);
    }
}

// The target of a pattern element.
static bool convert_target(struct parser *parser, struct ast_node *node) {
    return parse_to_target(parser, node, TARGET_PATTERN, INVALID_TARGET);
}

bool parse_to_target(struct parser *parser, struct ast_node *node, unsigned flags, const char *message) {
    if (!parser_enter(parser)) return false;
    switch (node->kind) {
    case AST_IDENTIFIER: {
        struct name *name = ((struct ast_identifier *)node)->name;
        if (parser->strict && (name->id == NAME_eval || name->id == NAME_arguments))
            return parser_fail_at(parser, node, "Unexpected eval or arguments in strict mode");
        node->flags |= AST_ASSIGNED;
        return true;
    }
    case AST_MEMBER:
    case AST_PRIVATE_MEMBER:
    case AST_SUPER_MEMBER: return true;
    case AST_CALL:
        if ((flags & TARGET_CALL) && !parser->strict) return true;
        break;
    case AST_ARRAY:
    case AST_OBJECT:
        if (!(flags & TARGET_PATTERN)) break;
        if (node->flags & AST_PARENTHESIZED) break;
        return node->kind == AST_ARRAY ? rewrite_array(parser, (struct ast_array *)node, convert_target)
                                       : rewrite_object(parser, (struct ast_object *)node, convert_target);
    case AST_ARRAY_PATTERN:
    case AST_OBJECT_PATTERN: return true; // the target of a nested assignment
    default: break;
    }
    return parser_fail_at(parser, node, message);
}

// The target of a parameter.
static bool convert_parameter(struct parser *parser, struct ast_node *node) {
    if (!parser_enter(parser)) return false;
    if (!(node->flags & AST_PARENTHESIZED)) {
        switch (node->kind) {
        case AST_IDENTIFIER: {
            struct ast_identifier *identifier = (struct ast_identifier *)node;
            if (!check_binding_name(parser, identifier->name, node->start, node->end)) return false;
            node->flags = AST_BINDING;
            return parse_declare(parser, identifier, BINDING_PARAMETER);
        }
        case AST_ARRAY:
        case AST_ARRAY_PATTERN: return rewrite_array(parser, (struct ast_array *)node, convert_parameter);
        case AST_OBJECT:
        case AST_OBJECT_PATTERN: return rewrite_object(parser, (struct ast_object *)node, convert_parameter);
        default: break;
        }
    }
    return parser_fail_at(parser, node, INVALID_TARGET);
}

bool parse_to_parameter(struct parser *parser, struct ast_node *node) {
    return rewrite_element(parser, node, convert_parameter);
}
