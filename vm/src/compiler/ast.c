#include "compiler/ast.h"

#include "base/arena.h"

#include <string.h>

enum { LINEAR_DECLARATIONS = 8 }; // scopes with more have a hash table

// Slots of class elements, any number with the same name, are never looked up.
static void table_insert(struct ast_scope *scope, struct ast_declaration *declaration) {
    if (declaration->name->id == NAME_class_slot) return;
    uint32_t i = declaration->name->hash & scope->table_mask;
    while (scope->table[i])
        i = (i + 1) & scope->table_mask;
    scope->table[i] = declaration;
}

static bool table_grow(struct arena *arena, struct ast_scope *scope) {
    uint32_t size = 4 * LINEAR_DECLARATIONS;
    while (size <= scope->declaration_count * 2)
        size *= 2;
    struct ast_declaration **table = arena_allocate(arena, size * sizeof *table);
    if (!table) return false;
    memset(table, 0, size * sizeof *table);
    scope->table = table;
    scope->table_mask = size - 1;
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next)
        table_insert(scope, d);
    return true;
}

struct ast_declaration *ast_scope_find(const struct ast_scope *scope, const struct name *name) {
    if (!scope->table) {
        for (struct ast_declaration *d = scope->first_declaration; d; d = d->next)
            if (d->name == name) return d;
        return NULL;
    }
    for (uint32_t i = name->hash & scope->table_mask; scope->table[i]; i = (i + 1) & scope->table_mask)
        if (scope->table[i]->name == name) return scope->table[i];
    return NULL;
}

struct ast_declaration *ast_scope_declare(struct arena *arena, struct ast_scope *scope, struct name *name,
                                          enum ast_declaration_kind kind, uint32_t offset) {
    struct ast_declaration *declaration = arena_allocate(arena, sizeof *declaration);
    if (!declaration) return NULL;
    *declaration = (struct ast_declaration){
        .name = name, .scope = scope, .kind = (uint8_t)kind, .offset = offset, .index = UINT32_MAX};
    if (scope->last_declaration)
        scope->last_declaration->next = declaration;
    else
        scope->first_declaration = declaration;
    scope->last_declaration = declaration;
    scope->declaration_count++;
    if (!scope->table) {
        if (scope->declaration_count > LINEAR_DECLARATIONS && !table_grow(arena, scope)) return NULL;
    } else if (scope->declaration_count * 2 <= scope->table_mask) {
        table_insert(scope, declaration);
    } else if (!table_grow(arena, scope)) {
        return NULL;
    }
    return declaration;
}

bool ast_scope_holds_vars(const struct ast_scope *scope) {
    switch ((enum ast_scope_kind)scope->kind) {
    case SCOPE_SCRIPT:
    case SCOPE_MODULE:
    case SCOPE_EVAL:
    case SCOPE_BODY:
    case SCOPE_STATIC_BLOCK: return true;
    case SCOPE_FUNCTION: return scope->function->body_scope == scope;
    default: return false;
    }
}

const char *ast_kind_name(enum ast_kind kind) {
    static const char *const names[] = {
#define AST_NODE(kind, structure, description) #kind,
#include "compiler/ast.def"
#undef AST_NODE
    };
    return names[kind];
}

const char *ast_operator_text(enum ast_operator operator) {
    static const char *const texts[] = {
        "=",
#define AST_OPERATOR(name, text) text,
#include "compiler/operators.def"
#undef AST_OPERATOR
    };
    return texts[operator];
}
