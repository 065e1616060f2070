// Early errors that are questions about one name, literal or function. Those that need the surroundings stand
// where the surroundings are parsed: redeclarations in parse_scope.c, labels in parse_statement.c, targets in
// parse_pattern.c, class members in parse_class.c, exports in parse_module.c.
#include "compiler/parse_internal.h"

// Words that are reserved in some contexts only.
static bool check_reserved(struct parser *parser, const struct name *name, uint32_t start, uint32_t end) {
    struct function_state *state = parser->function;
    if (name->id < NAME_implements || name->id > NAME_await) return true;
    if (name->id == NAME_await) {
        if (state->is_async || parser->is_module || state->await_reserved)
            return parser_fail(parser, start, end, "Unexpected reserved word");
        if (state->await_name == NO_OFFSET) state->await_name = start;
        return true;
    }
    if (parser->strict) return parser_fail(parser, start, end, "Unexpected strict mode reserved word");
    if (name->id == NAME_yield && state->is_generator)
        return parser_fail_name(parser, start, end, "Unexpected identifier '%s'", name);
    return true;
}

bool check_reference(struct parser *parser, const struct token *token) {
    const struct name *name = token->name;
    if (name->id == NAME_arguments) {
        struct function_state *state = parser->function;
        if (state->forbids_arguments)
            return parser_fail(
                parser, token->start, token->end,
                "'arguments' is not allowed in class field initializer or static initialization block");
        state->function->uses |= USES_ARGUMENTS;
    }
    return check_reserved(parser, name, token->start, token->end);
}

bool check_binding_name(struct parser *parser, const struct name *name, uint32_t start, uint32_t end) {
    if (parser->strict && (name->id == NAME_eval || name->id == NAME_arguments))
        return parser_fail(parser, start, end, "Unexpected eval or arguments in strict mode");
    return check_reserved(parser, name, start, end);
}

bool check_binding(struct parser *parser, const struct token *token) {
    return check_binding_name(parser, token->name, token->start, token->end);
}

// A name read before the code was known to be strict.
static bool check_strict_name(struct parser *parser, const struct name *name, uint32_t start, uint32_t end) {
    if (name->id == NAME_eval || name->id == NAME_arguments)
        return parser_fail(parser, start, end, "Unexpected eval or arguments in strict mode");
    if (name->id >= NAME_implements && name->id <= NAME_yield)
        return parser_fail(parser, start, end, "Unexpected strict mode reserved word");
    return true;
}

bool check_function(struct parser *parser) {
    struct function_state *state = parser->function;
    struct ast_function *function = state->function;
    if (parser->strict) {
        const struct ast_identifier *identifier = function->identifier;
        if (identifier &&
            !check_strict_name(parser, identifier->name, identifier->node.start, identifier->node.end))
            return false;
        if (function->has_use_strict) {
            for (struct ast_declaration *d = function->scope->first_declaration; d; d = d->next)
                if (d->kind == DECLARATION_PARAMETER &&
                    !check_strict_name(parser, d->name, d->offset, d->offset + d->name->length))
                    return false;
        }
    }
    bool unique = parser->strict || !function->has_simple_parameters || function->kind != FUNCTION_NORMAL;
    if (unique && state->duplicate_parameter != NO_OFFSET)
        return parser_fail(parser, state->duplicate_parameter, state->duplicate_parameter + 1,
                           "Duplicate parameter name not allowed in this context");
    return true;
}

bool check_number_token(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    if (!parser->strict || !(token->flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL))) return true;
    return parser_fail_token(parser, token->flags & TOKEN_LEGACY_OCTAL
                                         ? "Octal literals are not allowed in strict mode."
                                         : "Decimals with leading zeros are not allowed in strict mode.");
}

bool check_string_token(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    if (!parser->strict || !(token->flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL))) return true;
    return parser_fail(parser, token->octal, token->octal + 2,
                       token->flags & TOKEN_LEGACY_OCTAL
                           ? "Octal escape sequences are not allowed in strict mode."
                           : "\\8 and \\9 are not allowed in strict mode.");
}

bool check_delete(struct parser *parser, const struct ast_node *operand) {
    if (parser->strict && operand->kind == AST_IDENTIFIER)
        return parser_fail_at(parser, operand, "Delete of an unqualified identifier in strict mode.");
    if (operand->kind == AST_OPTIONAL_CHAIN) operand = ((const struct ast_unary *)operand)->operand;
    if (operand->kind == AST_PRIVATE_MEMBER)
        return parser_fail_at(parser, operand, "Private fields can not be deleted");
    return true;
}
