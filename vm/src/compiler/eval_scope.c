// The description is a flat list of values, innermost scope first. Each scope is
//
//      kind and flags | number of variables | then for each variable: name, kind and storage, slot
#include "compiler/eval_scope.h"

#include "object/object.h"
#include "object/throw.h"

#define SCOPE_IS_STRICT 0x100
#define SCOPE_HAS_ENVIRONMENT 0x200
#define SCOPE_OF_FUNCTION 0x400 // has a function; its kind is in bits 16..
#define SCOPE_HOLDS_VARS 0x800

// -- Describing -----------------------------------------------------------------------------------

static bool is_described(const struct ast_declaration *d) {
    return d->info->storage == STORAGE_ENVIRONMENT || d->info->storage == STORAGE_BINDING;
}

static bool push_int(struct codegen *g, struct list *list, uint32_t number) {
    return list_push(g->c->vm, list, value_from_int((int32_t)number));
}

static bool describe_scope(struct codegen *g, const struct ast_scope *scope, struct list *list) {
    uint32_t head = scope->kind, count = 0;
    head |= scope->strict ? SCOPE_IS_STRICT : 0;
    head |= scope->info->has_environment ? SCOPE_HAS_ENVIRONMENT : 0;
    if (scope->function) {
        head |= SCOPE_OF_FUNCTION | (uint32_t)scope->function->kind << 16;
        head |= scope->kind != SCOPE_FUNCTION || scope->function->body_scope == scope ? SCOPE_HOLDS_VARS : 0;
    }
    for (const struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        count += is_described(d);
    }
    if (!push_int(g, list, head) || !push_int(g, list, count)) {
        return false;
    }
    for (const struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (is_described(d) &&
            !(list_push(g->c->vm, list, cg_name_value(g, d->name)) &&
              push_int(g, list, d->kind | (uint32_t)d->info->storage << 8 | (uint32_t)d->flags << 16) &&
              push_int(g, list, d->info->slot))) {
            return false;
        }
    }
    return true;
}

struct list *eval_scope_describe(struct codegen *g, const struct ast_scope *scope) {
    struct list *list = g->c->failed ? NULL : list_create(g->c->vm);
    for (; scope && list; scope = scope->parent) {
        if (!describe_scope(g, scope, list)) {
            list = NULL;
        }
    }
    if (!list) {
        cg_fail_memory(g->c);
    }
    return list;
}

// -- Reading --------------------------------------------------------------------------------------

struct scope_reader {
    const struct list *list;
    uint32_t at;
};

static uint32_t read_int(struct scope_reader *r) { return (uint32_t)value_as_int(list_at(r->list, r->at++)); }

// Limits come from the closest function with its own `this`, through eval code.
static void apply_function_kind(enum ast_function_kind kind, struct parse_options *options) {
    options->in_function = kind < FUNCTION_SCRIPT;
    options->in_method = kind >= FUNCTION_METHOD && kind <= FUNCTION_CLASS_INITIALIZER;
    options->in_derived_constructor = kind == FUNCTION_DERIVED_CONSTRUCTOR;
    options->in_class_initializer = kind == FUNCTION_CLASS_INITIALIZER;
}

bool eval_scope_parse_options(struct compilation *c, const struct list *scopes,
                              struct parse_options *options) {
    struct parse_text *names = arena_allocate(&c->arena, sizeof *names * (scopes->length / 3 + 1));
    if (!names) {
        return false;
    }
    bool function_found = false;
    for (struct scope_reader r = {scopes, 0}; r.at < scopes->length;) {
        uint32_t head = read_int(&r), count = read_int(&r);
        enum ast_function_kind kind = head >> 16;
        if (head & SCOPE_OF_FUNCTION && kind != FUNCTION_ARROW && kind != FUNCTION_EVAL && !function_found) {
            apply_function_kind(kind, options);
            function_found = true;
        }
        for (uint32_t i = 0; i < count; i++, r.at += 2) {
            const struct string *name = value_as_string(list_at(scopes, r.at++));
            enum ast_declaration_kind declaration = (uint8_t)value_as_int(list_at(scopes, r.at));
            if (declaration == DECLARATION_PRIVATE_NAME) {
                names[options->private_name_count++] =
                    (struct parse_text){name->chars, name->length, string_is_wide(name)};
            }
        }
    }
    options->private_names = names;
    return true;
}

static struct ast_scope *build_scope(struct compilation *c, struct name_table *names,
                                     struct scope_reader *r) {
    struct ast_scope *scope = arena_allocate(&c->arena, sizeof *scope);
    struct scope_info *info = arena_allocate(&c->arena, sizeof *info);
    struct ast_function *function = arena_allocate(&c->arena, sizeof *function);
    if (!scope || !info || !function) {
        return NULL;
    }
    uint32_t head = read_int(r), count = read_int(r);
    *function = (struct ast_function){.kind = head >> 16};
    *info = (struct scope_info){.function = function, .has_environment = head & SCOPE_HAS_ENVIRONMENT};
    *scope = (struct ast_scope){.kind = (uint8_t)head, .strict = head & SCOPE_IS_STRICT, .info = info};
    scope->function = head & SCOPE_OF_FUNCTION ? function : NULL;
    function->body_scope = head & SCOPE_HOLDS_VARS ? scope : NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct string *s = value_as_string(list_at(r->list, r->at++));
        struct name *name = string_is_wide(s) ? names_intern_utf16(names, string_utf16(s), s->length)
                                              : names_intern_latin1(names, string_latin1(s), s->length);
        uint32_t kind = read_int(r), slot = read_int(r);
        struct ast_declaration *d = name ? ast_scope_declare(&c->arena, scope, name, (uint8_t)kind, 0) : NULL;
        struct scope_variable *v = d ? scope_make_variable(&c->arena, d, scope) : NULL;
        if (!v) {
            return NULL;
        }
        d->flags = (uint8_t)(kind >> 16);
        v->storage = (uint8_t)(kind >> 8);
        v->slot = slot;
        v->captured = true;
    }
    return scope;
}

// Variables that the caller may not have initialized when the text runs.
static void mark_initialized(struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        switch ((enum ast_declaration_kind)d->kind) {
        case DECLARATION_LET:
        case DECLARATION_CONST:
        case DECLARATION_CLASS:
        case DECLARATION_CLASS_NAME:
        case DECLARATION_CATCH_PATTERN:
        case DECLARATION_PARAMETER:
        case DECLARATION_IMPORT: d->info->initialized = false; break;
        case DECLARATION_IMPLICIT:
            d->info->initialized =
                d->name->id != NAME_this || scope->function->kind != FUNCTION_DERIVED_CONSTRUCTOR;
            break;
        default: d->info->initialized = true; break;
        }
    }
}

bool eval_scope_surround(struct compilation *c, const struct list *scopes, struct name_table *names,
                         struct ast_function *program) {
    struct ast_scope *inner = program->scope;
    for (struct scope_reader r = {scopes, 0}; r.at < scopes->length;) {
        struct ast_scope *scope = build_scope(c, names, &r);
        if (!scope) {
            return false;
        }
        mark_initialized(scope);
        inner->parent = scope;
        inner = scope;
    }
    return true;
}

// -- Variables of the text ------------------------------------------------------------------------

// Whether a var of the evaluated text may not pass a declaration of its name between the call and the
// caller's vars.
static bool is_in_the_way(const struct ast_declaration *d, const struct ast_scope *scope,
                          const struct ast_scope *target) {
    switch ((enum ast_declaration_kind)d->kind) {
    case DECLARATION_LET:
    case DECLARATION_CONST:
    case DECLARATION_CLASS:
    case DECLARATION_CATCH_PATTERN: return true;
    case DECLARATION_FUNCTION: return scope != target;
    case DECLARATION_PARAMETER:
    case DECLARATION_IMPLICIT:
        return scope == target && scope->function->body_scope != scope; // among parameters
    default: return false;
    }
}

static void resolve_variable(struct compilation *c, struct name_table *names, struct ast_scope *scope,
                             struct ast_declaration *d) {
    struct ast_scope *target = scope_of_eval_variables(scope->parent);
    struct ast_declaration *found = NULL;
    for (struct ast_scope *s = scope->parent; s; s = s->parent) {
        found = ast_scope_find(s, d->name);
        if (found && is_in_the_way(found, s, target)) {
            if (!(d->flags & DECLARATION_ANNEX_B)) {
                char text[100];
                name_to_utf8(d->name, text, sizeof text);
                cg_fail(c, ERROR_SYNTAX, d->offset, "Identifier '%s' has already been declared", text);
            }
            d->info->storage = STORAGE_EVAL; // both NULL: left out
            return;
        }
        if (s == target) {
            break;
        }
    }
    if (d->info->storage == STORAGE_EVAL) {
        d->info->eval_target = found;
        d->info->eval_object = ast_scope_find(target, names->predefined[NAME_eval_object]);
    }
}

void eval_scope_resolve(struct compilation *c, struct name_table *names, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d && !scope->strict; d = d->next) {
        if (d->kind == DECLARATION_VAR) {
            resolve_variable(c, names, scope, d);
        }
    }
}
