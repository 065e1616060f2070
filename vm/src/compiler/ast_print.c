// The tree as text, for tests and for looking at it.
//
// Literals and names print as in the source, everything else as (kind parts…) with the kind in lower case,
// flags as words and absent optional parts as `-`. With scopes, a function, block, loop or class that has one
// prints {kind name:declaration … | references}.
#include "compiler/ast.h"

#include "base/buffer.h"
#include "base/number.h"

#include <ctype.h>

enum { DEPTH_LIMIT = 400 };

struct printer {
    struct buffer *out;
    bool scopes;
    unsigned depth;
};

static void print(struct printer *p, const struct ast_node *node);

static void text(struct printer *p, const char *s) { buffer_append_text(p->out, s); }

static void print_name(struct printer *p, const struct name *name) {
    if (!name) {
        text(p, "-");
        return;
    }
    char bytes[512];
    buffer_append(p->out, bytes, name_to_utf8(name, bytes, sizeof bytes));
}

static void print_quoted(struct printer *p, const struct name *name) {
    if (!name) {
        text(p, "undefined");
        return;
    }
    text(p, "\"");
    for (uint32_t i = 0; i < name->length; i++) {
        uint16_t c = name_unit(name, i);
        if (c == '"' || c == '\\')
            buffer_printf(p->out, "\\%c", c);
        else if (c >= 0x20 && c < 0x7F)
            buffer_append_char(p->out, (char)c);
        else
            buffer_printf(p->out, "\\u%04x", c);
    }
    text(p, "\"");
}

static void print_kind(struct printer *p, const char *kind) {
    for (; *kind; kind++)
        buffer_append_char(p->out, *kind == '_' ? '-' : (char)tolower(*kind));
}

static void child(struct printer *p, const struct ast_node *node) {
    text(p, " ");
    print(p, node);
}

static void print_list(struct printer *p, const struct ast_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        child(p, list->items[i]);
}

static void print_word(struct printer *p, const struct ast_node *node, enum ast_flag flag, const char *word) {
    if (node->flags & flag) buffer_printf(p->out, " %s", word);
}

// ---- Scopes

static const char *declaration_text(const struct ast_declaration *declaration) {
    static const char *const texts[] = {
        [DECLARATION_VAR] = "var",
        [DECLARATION_PARAMETER] = "parameter",
        [DECLARATION_LET] = "let",
        [DECLARATION_CONST] = "const",
        [DECLARATION_CLASS] = "class",
        [DECLARATION_FUNCTION] = "function",
        [DECLARATION_CATCH] = "catch",
        [DECLARATION_CATCH_PATTERN] = "catch-pattern",
        [DECLARATION_FUNCTION_NAME] = "function-name",
        [DECLARATION_CLASS_NAME] = "class-name",
        [DECLARATION_IMPORT] = "import",
        [DECLARATION_PRIVATE_NAME] = "private",
        [DECLARATION_SLOT] = "slot",
        [DECLARATION_IMPLICIT] = "implicit",
    };
    return texts[declaration->kind];
}

static void print_scope(struct printer *p, const struct ast_scope *scope) {
    static const char *const kinds[] = {
        [SCOPE_SCRIPT] = "script",
        [SCOPE_MODULE] = "module",
        [SCOPE_EVAL] = "eval",
        [SCOPE_FUNCTION] = "function",
        [SCOPE_BODY] = "body",
        [SCOPE_FUNCTION_NAME] = "function-name",
        [SCOPE_BLOCK] = "block",
        [SCOPE_FOR] = "for",
        [SCOPE_SWITCH] = "switch",
        [SCOPE_CATCH] = "catch",
        [SCOPE_WITH] = "with",
        [SCOPE_CLASS] = "class",
        [SCOPE_STATIC_BLOCK] = "static-block",
    };
    if (!p->scopes || !scope) return;
    buffer_printf(p->out, " {%s", kinds[scope->kind]);
    if (scope->calls_eval)
        text(p, " calls-eval");
    else if (scope->contains_eval)
        text(p, " contains-eval");
    for (const struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        text(p, " ");
        print_name(p, d->name);
        buffer_printf(p->out, ":%s", declaration_text(d));
        if (d->flags & DECLARATION_ANNEX_B) text(p, "/annex-b");
        if (d->function && d->kind != DECLARATION_FUNCTION) text(p, "/function");
        if (d->hoisted) text(p, "/hoisted");
        if (d->shadowed) text(p, "/shadows");
        if (d->index != UINT32_MAX) buffer_printf(p->out, "/%u", d->index);
    }
    text(p, " |");
    for (const struct ast_identifier *i = scope->first_reference; i; i = i->next_reference) {
        text(p, " ");
        print_name(p, i->name);
        if (i->node.flags & AST_BINDING) text(p, "!");
        if (i->node.flags & AST_ASSIGNED) text(p, "=");
    }
    text(p, "}");
}

// ---- Nodes

static void print_template(struct printer *p, const struct ast_template *node) {
    if (node->tag) child(p, node->tag);
    for (uint32_t i = 0; i <= node->expressions.count; i++) {
        text(p, " ");
        print_quoted(p, node->cooked[i]);
        if (node->raw) {
            text(p, "/");
            print_quoted(p, node->raw[i]);
        }
        if (i < node->expressions.count) child(p, node->expressions.items[i]);
    }
}

static void print_function(struct printer *p, const struct ast_function *function) {
    static const char *const kinds[] = {
        [FUNCTION_NORMAL] = "",
        [FUNCTION_ARROW] = " arrow",
        [FUNCTION_METHOD] = " method",
        [FUNCTION_GETTER] = " getter",
        [FUNCTION_SETTER] = " setter",
        [FUNCTION_CONSTRUCTOR] = " constructor",
        [FUNCTION_DERIVED_CONSTRUCTOR] = " derived-constructor",
        [FUNCTION_CLASS_INITIALIZER] = " class-initializer",
        [FUNCTION_SCRIPT] = " script",
        [FUNCTION_MODULE] = " module",
        [FUNCTION_EVAL] = " eval",
    };
    text(p, kinds[function->kind]);
    if (function->is_async) text(p, " async");
    if (function->is_generator) text(p, " generator");
    if (function->is_strict) text(p, " strict");
    text(p, " ");
    print_name(p, function->name);
    print_scope(p, function->name_scope);
    print_scope(p, function->scope);
    text(p, " [");
    for (uint32_t i = 0; i < function->parameters.count; i++) {
        if (i) text(p, " ");
        print(p, function->parameters.items[i]);
    }
    if (function->rest) {
        text(p, function->parameters.count ? " ..." : "...");
        print(p, function->rest);
    }
    text(p, "]");
    if (function->body_scope != function->scope) print_scope(p, function->body_scope);
    print_list(p, &function->body);
}

static void print_class(struct printer *p, const struct ast_class *class) {
    text(p, " ");
    print_name(p, class->name);
    print_scope(p, class->scope);
    child(p, class->heritage);
    child(p, class->constructor ? &class->constructor->node : NULL);
    print_list(p, &class->elements);
    if (!p->scopes) return;
    if (class->instance_initializer) print_scope(p, class->instance_initializer->scope);
    if (class->static_initializer) print_scope(p, class->static_initializer->scope);
}

static void print_element(struct printer *p, const struct ast_class_element *element) {
    static const char *const kinds[] = {[ELEMENT_METHOD] = "method",
                                        [ELEMENT_GETTER] = "getter",
                                        [ELEMENT_SETTER] = "setter",
                                        [ELEMENT_FIELD] = "field",
                                        [ELEMENT_STATIC_BLOCK] = "block"};
    print_word(p, &element->node, AST_STATIC, "static");
    buffer_printf(p->out, " %s", kinds[element->node.operator]);
    print_word(p, &element->node, AST_COMPUTED, "computed");
    child(p, element->key);
    child(p, element->value);
}

static void print_property(struct printer *p, const struct ast_property *property) {
    static const char *const kinds[] = {[PROPERTY_VALUE] = "",
                                        [PROPERTY_METHOD] = " method",
                                        [PROPERTY_GETTER] = " getter",
                                        [PROPERTY_SETTER] = " setter"};
    text(p, kinds[property->node.operator]);
    print_word(p, &property->node, AST_COMPUTED, "computed");
    print_word(p, &property->node, AST_SHORTHAND, "shorthand");
    print_word(p, &property->node, AST_PROTO, "proto");
    child(p, property->key);
    child(p, property->value);
}

static void print_switch(struct printer *p, const struct ast_switch *node) {
    child(p, node->discriminant);
    print_scope(p, node->scope);
    for (uint32_t i = 0; i < node->count; i++) {
        text(p, " (case");
        child(p, node->cases[i].test);
        print_list(p, &node->cases[i].body);
        text(p, ")");
    }
}

static void print_jump(struct printer *p, const struct ast_jump *node) {
    text(p, " ");
    print_name(p, node->label);
    text(p, " -> ");
    print_kind(p, ast_kind_name(node->target->kind));
}

// What stands in the parentheses behind the kind.
static void print_parts(struct printer *p, const struct ast_node *node) {
    switch ((enum ast_kind)node->kind) {
    case AST_TEMPLATE:
    case AST_TAGGED_TEMPLATE: print_template(p, (const struct ast_template *)node); break;
    case AST_ARRAY:
    case AST_ARRAY_PATTERN: {
        const struct ast_array *array = (const struct ast_array *)node;
        print_list(p, &array->elements);
        if (array->rest) {
            text(p, " ...");
            print(p, array->rest);
        }
        break;
    }
    case AST_OBJECT:
    case AST_OBJECT_PATTERN: {
        const struct ast_object *object = (const struct ast_object *)node;
        print_list(p, &object->properties);
        if (object->rest) {
            text(p, " ...");
            print(p, object->rest);
        }
        break;
    }
    case AST_PROPERTY: print_property(p, (const struct ast_property *)node); break;
    case AST_FUNCTION: print_function(p, (const struct ast_function *)node); break;
    case AST_CLASS: print_class(p, (const struct ast_class *)node); break;
    case AST_CLASS_ELEMENT: print_element(p, (const struct ast_class_element *)node); break;
    case AST_UNARY: buffer_printf(p->out, " %s", ast_operator_text(node->operator)); // fall through
    case AST_SPREAD:
    case AST_YIELD:
    case AST_YIELD_DELEGATE:
    case AST_AWAIT:
    case AST_OPTIONAL_CHAIN:
    case AST_EXPRESSION_STATEMENT:
    case AST_RETURN:
    case AST_THROW: child(p, ((const struct ast_unary *)node)->operand); break;
    case AST_UPDATE:
        print_word(p, node, AST_PREFIX, "prefix");
        buffer_printf(p->out, " %s", ast_operator_text(node->operator));
        child(p, ((const struct ast_update *)node)->target);
        break;
    case AST_BINARY: {
        const struct ast_binary *binary = (const struct ast_binary *)node;
        child(p, binary->left);
        for (uint32_t i = 0; i < binary->count; i++) {
            buffer_printf(p->out, " %s", ast_operator_text(binary->terms[i].operator));
            child(p, binary->terms[i].operand);
        }
        break;
    }
    case AST_LOGICAL:
        buffer_printf(p->out, " %s", ast_operator_text(node->operator));
        print_list(p, &((const struct ast_logical *)node)->operands);
        break;
    case AST_PRIVATE_IN:
        child(p, &((const struct ast_private_in *)node)->name->node);
        child(p, ((const struct ast_private_in *)node)->object);
        break;
    case AST_CONDITIONAL:
        child(p, ((const struct ast_conditional *)node)->test);
        child(p, ((const struct ast_conditional *)node)->consequent);
        child(p, ((const struct ast_conditional *)node)->alternate);
        break;
    case AST_ASSIGN:
    case AST_DEFAULT:
        if (node->operator) buffer_printf(p->out, " %s=", ast_operator_text(node->operator));
        child(p, ((const struct ast_assign *)node)->target);
        child(p, ((const struct ast_assign *)node)->value);
        break;
    case AST_SEQUENCE: print_list(p, &((const struct ast_sequence *)node)->expressions); break;
    case AST_MEMBER:
        print_word(p, node, AST_OPTIONAL, "optional");
        print_word(p, node, AST_COMPUTED, "computed");
        child(p, ((const struct ast_member *)node)->object);
        child(p, ((const struct ast_member *)node)->property);
        break;
    case AST_PRIVATE_MEMBER:
        print_word(p, node, AST_OPTIONAL, "optional");
        child(p, ((const struct ast_private_member *)node)->object);
        child(p, &((const struct ast_private_member *)node)->name->node);
        break;
    case AST_SUPER_MEMBER:
        print_word(p, node, AST_COMPUTED, "computed");
        child(p, ((const struct ast_super_member *)node)->property);
        break;
    case AST_CALL:
    case AST_NEW:
        print_word(p, node, AST_OPTIONAL, "optional");
        print_word(p, node, AST_DIRECT_EVAL, "direct-eval");
        child(p, ((const struct ast_call *)node)->callee);
        print_list(p, &((const struct ast_call *)node)->arguments);
        break;
    case AST_SUPER_CALL: print_list(p, &((const struct ast_super_call *)node)->arguments); break;
    case AST_IMPORT_CALL:
        child(p, ((const struct ast_import_call *)node)->specifier);
        child(p, ((const struct ast_import_call *)node)->options);
        break;
    case AST_VARIABLES: {
        static const char *const kinds[] = {" var", " let", " const"};
        text(p, kinds[node->operator]);
        print_list(p, &((const struct ast_variables *)node)->declarators);
        break;
    }
    case AST_DECLARATOR:
        child(p, ((const struct ast_declarator *)node)->target);
        child(p, ((const struct ast_declarator *)node)->value);
        break;
    case AST_FUNCTION_DECLARATION:
        child(p, &((const struct ast_function_declaration *)node)->function->node);
        break;
    case AST_CLASS_DECLARATION: child(p, &((const struct ast_class_declaration *)node)->class->node); break;
    case AST_EXPORT_DEFAULT: child(p, ((const struct ast_export_default *)node)->value); break;
    case AST_BLOCK:
        print_scope(p, ((const struct ast_block *)node)->scope);
        print_list(p, &((const struct ast_block *)node)->body);
        break;
    case AST_IF:
        child(p, ((const struct ast_if *)node)->test);
        child(p, ((const struct ast_if *)node)->consequent);
        child(p, ((const struct ast_if *)node)->alternate);
        break;
    case AST_FOR:
        print_scope(p, ((const struct ast_for *)node)->scope);
        child(p, ((const struct ast_for *)node)->initializer);
        child(p, ((const struct ast_for *)node)->test);
        child(p, ((const struct ast_for *)node)->update);
        child(p, ((const struct ast_for *)node)->body);
        break;
    case AST_FOR_IN:
    case AST_FOR_OF:
        print_word(p, node, AST_AWAITED, "await");
        print_scope(p, ((const struct ast_for_each *)node)->scope);
        child(p, ((const struct ast_for_each *)node)->target);
        child(p, ((const struct ast_for_each *)node)->object);
        child(p, ((const struct ast_for_each *)node)->body);
        break;
    case AST_WHILE:
    case AST_DO_WHILE:
        child(p, ((const struct ast_while *)node)->test);
        child(p, ((const struct ast_while *)node)->body);
        break;
    case AST_BREAK:
    case AST_CONTINUE: print_jump(p, (const struct ast_jump *)node); break;
    case AST_WITH:
        child(p, ((const struct ast_with *)node)->object);
        print_scope(p, ((const struct ast_with *)node)->scope);
        child(p, ((const struct ast_with *)node)->body);
        break;
    case AST_SWITCH: print_switch(p, (const struct ast_switch *)node); break;
    case AST_LABELED:
        text(p, " ");
        print_name(p, ((const struct ast_labeled *)node)->label);
        child(p, ((const struct ast_labeled *)node)->body);
        break;
    case AST_TRY: {
        const struct ast_try *try = (const struct ast_try *)node;
        child(p, &try->block->node);
        print_scope(p, try->catch_scope);
        child(p, try->parameter);
        child(p, try->handler ? &try->handler->node : NULL);
        child(p, try->finalizer ? &try->finalizer->node : NULL);
        break;
    }
    default: break;
    }
}

static void print(struct printer *p, const struct ast_node *node) {
    if (!node) {
        text(p, "-");
        return;
    }
    switch ((enum ast_kind)node->kind) {
    case AST_NUMBER: {
        char digits[NUMBER_SHORTEST_SIZE];
        buffer_append(p->out, digits, number_to_shortest(((const struct ast_number *)node)->value, digits));
        return;
    }
    case AST_BIGINT:
        print_name(p, ((const struct ast_bigint *)node)->digits);
        text(p, "n");
        return;
    case AST_STRING: print_quoted(p, ((const struct ast_string *)node)->value); return;
    case AST_BOOLEAN: text(p, ((const struct ast_boolean *)node)->value ? "true" : "false"); return;
    case AST_NULL: text(p, "null"); return;
    case AST_REGEXP:
        text(p, "/");
        print_name(p, ((const struct ast_regexp *)node)->pattern);
        text(p, "/");
        print_name(p, ((const struct ast_regexp *)node)->flags);
        return;
    case AST_IDENTIFIER:
    case AST_THIS:
    case AST_NEW_TARGET: print_name(p, ((const struct ast_identifier *)node)->name); return;
    case AST_IMPORT_META: text(p, "import.meta"); return;
    case AST_EMPTY: text(p, "(empty)"); return;
    default: break;
    }
    if (p->depth >= DEPTH_LIMIT) {
        text(p, "…");
        return;
    }
    p->depth++;
    text(p, "(");
    print_kind(p, ast_kind_name(node->kind));
    print_parts(p, node);
    text(p, ")");
    p->depth--;
}

void ast_print(struct buffer *out, const struct ast_node *node, bool with_scopes) {
    struct printer p = {.out = out, .scopes = with_scopes};
    print(&p, node);
}
