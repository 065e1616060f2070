// Scopes and declarations.
//
// A var conflicts with lexical declarations of every scope between it and the function it belongs to,
// whichever comes first in the text. Vars met first leave a note (scope, name) in parser.hoisted for each
// scope they pass through, so that a later lexical declaration finds them. Notes stop where the name has been
// noted before, as the rest of the way is noted too.
#include "compiler/parse_internal.h"

#include <string.h>

static const char REDECLARED[] = "Identifier '%s' has already been declared";

struct ast_scope *parse_scope_open(struct parser *parser, enum ast_scope_kind kind, uint32_t start) {
    struct ast_scope *scope = arena_allocate(parser->arena, sizeof *scope);
    if (!scope) return parser_out_of_memory(parser);
    memset(scope, 0, sizeof *scope);
    scope->kind = (uint8_t)kind;
    scope->start = start;
    scope->strict = parser->strict;
    scope->parent = parser->scope;
    if (scope->parent) {
        if (scope->parent->last_child)
            scope->parent->last_child->next_sibling = scope;
        else
            scope->parent->first_child = scope;
        scope->parent->last_child = scope;
    }
    parser->scope = scope;
    return scope;
}

void parse_scope_close(struct parser *parser) {
    struct ast_scope *scope = parser->scope;
    scope->end = parser->lexer.previous_end;
    scope->contains_eval |= scope->calls_eval;
    if (scope->parent) scope->parent->contains_eval |= scope->contains_eval;
    parser->scope = scope->parent;
}

// ---- References

struct ast_identifier *parse_reference_in(struct parser *parser, struct ast_scope *scope, enum ast_kind kind,
                                          struct name *name, uint32_t start, uint32_t end) {
    struct ast_identifier *identifier = arena_allocate(parser->arena, sizeof *identifier);
    if (!identifier) return parser_out_of_memory(parser);
    *identifier = (struct ast_identifier){
        .node = {.kind = (uint8_t)kind, .start = start, .end = end, .position = start}, .name = name};
    if (scope->last_reference)
        scope->last_reference->next_reference = identifier;
    else
        scope->first_reference = identifier;
    scope->last_reference = identifier;
    return identifier;
}

struct ast_identifier *parse_reference(struct parser *parser, enum ast_kind kind, struct name *name,
                                       uint32_t start, uint32_t end) {
    return parse_reference_in(parser, parser->scope, kind, name, start, end);
}

struct ast_identifier *parse_implicit(struct parser *parser, enum name_id id, const struct ast_node *at) {
    enum ast_kind kind = id == NAME_this ? AST_THIS : id == NAME_new_target ? AST_NEW_TARGET : AST_IDENTIFIER;
    return parse_reference(parser, kind, parser->names->predefined[id], at->start, at->end);
}

// ---- Arrow heads

void arrow_mark_set(struct parser *parser, struct arrow_mark *mark) {
    struct ast_scope *scope = parser->scope;
    struct function_state *state = parser->function;
    *mark = (struct arrow_mark){
        .reference = scope->last_reference,
        .child = scope->last_child,
        .calls_eval = scope->calls_eval,
        .contains_eval = scope->contains_eval,
        .uses = state->function->uses,
        .await_operator = state->await_operator,
        .await_name = state->await_name,
        .yield_operator = state->yield_operator,
    };
    scope->calls_eval = scope->contains_eval = false;
    state->function->uses = 0;
    state->await_operator = state->await_name = state->yield_operator = NO_OFFSET;
}

static void restore_notes(struct parser *parser, struct ast_scope *scope, const struct arrow_mark *mark) {
    struct function_state *state = parser->function;
    scope->calls_eval |= mark->calls_eval;
    scope->contains_eval |= mark->contains_eval;
    state->function->uses |= mark->uses;
    if (mark->await_operator != NO_OFFSET) state->await_operator = mark->await_operator;
    if (mark->await_name != NO_OFFSET) state->await_name = mark->await_name;
    if (mark->yield_operator != NO_OFFSET) state->yield_operator = mark->yield_operator;
}

void arrow_mark_merge(struct parser *parser, const struct arrow_mark *mark) {
    restore_notes(parser, parser->scope, mark);
}

void arrow_mark_move(struct parser *parser, const struct arrow_mark *mark, struct ast_scope *scope,
                     struct ast_function *function) {
    struct ast_scope *outer = scope->parent;
    struct function_state *state = parser->function;

    // References behind the mark go to the front of the arrow's scope, which has none yet.
    struct ast_identifier *first = mark->reference ? mark->reference->next_reference : outer->first_reference;
    if (first) {
        scope->first_reference = first;
        scope->last_reference = outer->last_reference;
        outer->last_reference = mark->reference;
        if (mark->reference)
            mark->reference->next_reference = NULL;
        else
            outer->first_reference = NULL;
    }

    // Scopes between the mark and the arrow's own, the last child.
    struct ast_scope *child = mark->child ? mark->child->next_sibling : outer->first_child;
    if (child != scope) {
        scope->first_child = child;
        for (;; child = child->next_sibling) {
            child->parent = scope;
            if (child->next_sibling == scope) break;
        }
        child->next_sibling = NULL;
        scope->last_child = child;
        if (mark->child)
            mark->child->next_sibling = scope;
        else
            outer->first_child = scope;
    }

    // The notes of the head now speak of the arrow. What it uses of the surrounding function is passed on at
    // its end.
    scope->calls_eval = outer->calls_eval;
    scope->contains_eval = outer->contains_eval;
    outer->calls_eval = outer->contains_eval = false;
    function->uses = state->function->uses & (uint8_t) ~(USES_AWAIT | USES_YIELD);
    state->function->uses = 0;
    // A name `await` in the head counts for an async arrow around this one too: it stays noted.
    state->await_operator = state->yield_operator = NO_OFFSET;
    restore_notes(parser, outer, mark);
}

// ---- Hoisted names

static uint32_t hoisted_hash(const struct ast_scope *scope, const struct name *name) {
    uint64_t key = (uint64_t)(uintptr_t)scope * 0x9e3779b97f4a7c15u;
    return name->hash ^ (uint32_t)(key >> 32);
}

static bool hoisted_find(const struct parser *parser, const struct ast_scope *scope,
                         const struct name *name) {
    if (!parser->hoisted_count) return false;
    uint32_t mask = parser->hoisted_capacity - 1;
    for (uint32_t i = hoisted_hash(scope, name) & mask; parser->hoisted[i].scope; i = (i + 1) & mask)
        if (parser->hoisted[i].scope == scope && parser->hoisted[i].name == name) return true;
    return false;
}

static void hoisted_put(struct hoisted_name *table, uint32_t capacity, struct hoisted_name entry) {
    uint32_t i = hoisted_hash(entry.scope, entry.name) & (capacity - 1);
    while (table[i].scope)
        i = (i + 1) & (capacity - 1);
    table[i] = entry;
}

static bool hoisted_add(struct parser *parser, const struct ast_scope *scope, const struct name *name) {
    if ((parser->hoisted_count + 1) * 2 > parser->hoisted_capacity) {
        uint32_t capacity = parser->hoisted_capacity ? parser->hoisted_capacity * 2 : 64;
        struct hoisted_name *table = memory_allocate_zeroed(parser->memory, capacity * sizeof *table);
        if (!table) return parser_out_of_memory(parser);
        for (uint32_t i = 0; i < parser->hoisted_capacity; i++)
            if (parser->hoisted[i].scope) hoisted_put(table, capacity, parser->hoisted[i]);
        memory_free(parser->memory, parser->hoisted);
        parser->hoisted = table;
        parser->hoisted_capacity = capacity;
    }
    hoisted_put(parser->hoisted, parser->hoisted_capacity, (struct hoisted_name){scope, name});
    parser->hoisted_count++;
    return true;
}

// ---- Declarations

static struct ast_declaration *declare(struct parser *parser, struct ast_scope *scope, struct name *name,
                                       enum ast_declaration_kind kind, uint32_t offset) {
    struct ast_declaration *declaration = ast_scope_declare(parser->arena, scope, name, kind, offset);
    return declaration ? declaration : parser_out_of_memory(parser);
}

static void *fail_redeclared(struct parser *parser, struct name *name, uint32_t offset) {
    uint32_t end = offset;
    const uint8_t *at = parser->lexer.bytes + offset;
    if (!name->wide && name->length <= (size_t)(parser->lexer.limit - at)) end += name->length;
    return parser_fail_name(parser, offset, end, REDECLARED, name);
}

// Whether a var of the name cannot pass through the scope where `declaration` stands.
static bool blocks_var(const struct ast_declaration *declaration) {
    switch ((enum ast_declaration_kind)declaration->kind) {
    case DECLARATION_LET:
    case DECLARATION_CONST:
    case DECLARATION_CLASS:
    case DECLARATION_FUNCTION:
    case DECLARATION_CATCH_PATTERN:
    case DECLARATION_IMPORT: return true;
    default: return false;
    }
}

static struct ast_declaration *parameter_of_body(const struct ast_scope *scope, const struct name *name) {
    if (scope->kind != SCOPE_BODY) return NULL;
    struct ast_declaration *found = ast_scope_find(scope->parent, name);
    return found && found->kind == DECLARATION_PARAMETER ? found : NULL;
}

// Declares a var (or a function treated like one) seen in the current scope.
static struct ast_declaration *declare_var(struct parser *parser, struct name *name, uint32_t offset) {
    struct ast_scope *target = parser->function->var_scope;
    struct ast_scope *scope = parser->scope;
    for (; scope != target; scope = scope->parent) {
        struct ast_declaration *found = ast_scope_find(scope, name);
        if (found && blocks_var(found)) return fail_redeclared(parser, name, offset);
        if (hoisted_find(parser, scope, name)) break;
        if (!hoisted_add(parser, scope, name)) return NULL;
    }
    struct ast_declaration *found = ast_scope_find(target, name);
    if (found) {
        if (blocks_var(found)) return fail_redeclared(parser, name, offset);
        return found;
    }
    found = declare(parser, target, name, DECLARATION_VAR, offset);
    if (found) found->shadowed = parameter_of_body(target, name);
    return found;
}

struct ast_declaration *parse_declare_lexical(struct parser *parser, struct name *name, uint32_t offset,
                                              enum ast_declaration_kind kind) {
    struct ast_scope *scope = parser->scope;
    struct ast_declaration *found = ast_scope_find(scope, name);
    if (!found && scope->kind == SCOPE_BLOCK && scope->parent->kind == SCOPE_CATCH)
        found = ast_scope_find(scope->parent, name);
    if (!found) found = parameter_of_body(scope, name);
    if (found || hoisted_find(parser, scope, name)) return fail_redeclared(parser, name, offset);
    return declare(parser, scope, name, kind, offset);
}

bool parse_declare(struct parser *parser, struct ast_identifier *identifier, enum binding_mode mode) {
    struct name *name = identifier->name;
    uint32_t offset = identifier->node.start;
    switch (mode) {
    case BINDING_VAR: {
        struct ast_declaration *found = declare_var(parser, name, offset);
        if (!found) return false;
        found->flags = (uint8_t)((found->flags & ~DECLARATION_ANNEX_B) | DECLARATION_ALSO_VAR);
        return true;
    }
    case BINDING_LET:
    case BINDING_CONST:
        if (name->id == NAME_let)
            return parser_fail_at(parser, &identifier->node, "let is disallowed as a lexically bound name");
        return parse_declare_lexical(parser, name, offset,
                                     mode == BINDING_LET ? DECLARATION_LET : DECLARATION_CONST);
    case BINDING_CATCH: return parse_declare_lexical(parser, name, offset, DECLARATION_CATCH);
    case BINDING_CATCH_PATTERN: return parse_declare_lexical(parser, name, offset, DECLARATION_CATCH_PATTERN);
    case BINDING_PARAMETER: {
        struct function_state *state = parser->function;
        struct ast_declaration *found = ast_scope_find(state->function->scope, name);
        if (!found) return declare(parser, state->function->scope, name, DECLARATION_PARAMETER, offset);
        state->function->has_duplicate_parameters = true;
        if (state->duplicate_parameter == NO_OFFSET) state->duplicate_parameter = offset;
        return true;
    }
    }
    return false;
}

struct ast_declaration *parse_declare_function(struct parser *parser, struct ast_function *function,
                                               struct name *name, uint32_t offset) {
    struct ast_scope *scope = parser->scope;
    struct ast_declaration *found;
    if (scope == parser->function->var_scope && scope->kind != SCOPE_MODULE) {
        if (!(found = declare_var(parser, name, offset))) return NULL;
        found->flags &= (uint8_t)~DECLARATION_ANNEX_B;
        found->function = function;
        return found;
    }
    bool plain = !parser->strict && !function->is_async && !function->is_generator;
    found = ast_scope_find(scope, name);
    if (found && plain && found->kind == DECLARATION_FUNCTION && !found->function->is_async &&
        !found->function->is_generator) {
        found->function = function; // Annex B.3.3.4: the last one counts
        return found;
    }
    if (!(found = parse_declare_lexical(parser, name, offset, DECLARATION_FUNCTION))) return NULL;
    found->function = function;
    if (plain && !VECTOR_PUSH(parser->memory, &parser->candidates, found))
        return parser_out_of_memory(parser);
    return found;
}

// Whether a var in place of the block's function would be an early error.
static bool would_conflict(const struct ast_declaration *candidate, const struct ast_scope *target) {
    const struct name *name = candidate->name;
    for (const struct ast_scope *scope = candidate->scope->parent;; scope = scope->parent) {
        const struct ast_declaration *found = ast_scope_find(scope, name);
        if (found && (blocks_var(found) || found->kind == DECLARATION_PARAMETER)) return true;
        if (scope == target) return parameter_of_body(scope, name) != NULL;
    }
}

bool parse_hoist_functions(struct parser *parser) {
    struct function_state *state = parser->function;
    struct ast_scope *target = state->var_scope;
    for (uint32_t i = state->candidates; i < parser->candidates.length; i++) {
        struct ast_declaration *candidate = parser->candidates.items[i];
        if (would_conflict(candidate, target)) continue;
        struct ast_declaration *found = ast_scope_find(target, candidate->name);
        if (!found) {
            found = declare(parser, target, candidate->name, DECLARATION_VAR, candidate->offset);
            if (!found) return false;
            found->flags = DECLARATION_ANNEX_B;
        }
        candidate->hoisted = found;
    }
    parser->candidates.length = state->candidates;
    return true;
}
