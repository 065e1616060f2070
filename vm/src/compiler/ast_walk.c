#include "compiler/ast_walk.h"

static bool every(const struct ast_list *list, ast_test test, void *data) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] && !test(list->items[i], data)) {
            return false;
        }
    }
    return true;
}

#define HOLDS(part) (!(part) || test((part), data))

bool ast_every_part(const struct ast_node *node, ast_test test, void *data) {
    switch ((enum ast_kind)node->kind) {
    case AST_NUMBER:
    case AST_BIGINT:
    case AST_STRING:
    case AST_BOOLEAN:
    case AST_NULL:
    case AST_REGEXP:
    case AST_IDENTIFIER:
    case AST_THIS:
    case AST_NEW_TARGET:
    case AST_IMPORT_META:
    case AST_FUNCTION:
    case AST_FUNCTION_DECLARATION:
    case AST_EMPTY:
    case AST_BREAK:
    case AST_CONTINUE: return true;
    case AST_SPREAD:
    case AST_UNARY:
    case AST_AWAIT:
    case AST_YIELD:
    case AST_OPTIONAL_CHAIN:
    case AST_EXPRESSION_STATEMENT:
    case AST_RETURN:
    case AST_THROW: return HOLDS(((const struct ast_unary *)node)->operand);
    case AST_UPDATE: return HOLDS(((const struct ast_update *)node)->target);
    case AST_BINARY: {
        const struct ast_binary *binary = (const struct ast_binary *)node;
        bool holds = HOLDS(binary->left);
        for (uint32_t i = 0; i < binary->count && holds; i++) {
            holds = HOLDS(binary->terms[i].operand);
        }
        return holds;
    }
    case AST_LOGICAL: return every(&((const struct ast_logical *)node)->operands, test, data);
    case AST_SEQUENCE: return every(&((const struct ast_sequence *)node)->expressions, test, data);
    case AST_TEMPLATE: return every(&((const struct ast_template *)node)->expressions, test, data);
    case AST_ARRAY: return every(&((const struct ast_array *)node)->elements, test, data);
    case AST_CONDITIONAL: {
        const struct ast_conditional *conditional = (const struct ast_conditional *)node;
        return HOLDS(conditional->test) && HOLDS(conditional->consequent) && HOLDS(conditional->alternate);
    }
    case AST_MEMBER: {
        const struct ast_member *member = (const struct ast_member *)node;
        return HOLDS(member->object) && HOLDS(member->property);
    }
    case AST_CALL:
    case AST_NEW: {
        const struct ast_call *call = (const struct ast_call *)node;
        return HOLDS(call->callee) && every(&call->arguments, test, data);
    }
    case AST_ASSIGN: {
        const struct ast_assign *assign = (const struct ast_assign *)node;
        return HOLDS(assign->target) && HOLDS(assign->value);
    }
    case AST_VARIABLES: return every(&((const struct ast_variables *)node)->declarators, test, data);
    case AST_DECLARATOR: {
        const struct ast_declarator *declarator = (const struct ast_declarator *)node;
        return HOLDS(declarator->target) && HOLDS(declarator->value);
    }
    case AST_BLOCK: return every(&((const struct ast_block *)node)->body, test, data);
    case AST_IF: {
        const struct ast_if *statement = (const struct ast_if *)node;
        return HOLDS(statement->test) && HOLDS(statement->consequent) && HOLDS(statement->alternate);
    }
    case AST_FOR: {
        const struct ast_for *loop = (const struct ast_for *)node;
        return HOLDS(loop->initializer) && HOLDS(loop->test) && HOLDS(loop->update) && HOLDS(loop->body);
    }
    case AST_WHILE:
    case AST_DO_WHILE: {
        const struct ast_while *loop = (const struct ast_while *)node;
        return HOLDS(loop->test) && HOLDS(loop->body);
    }
    default: return false;
    }
}
