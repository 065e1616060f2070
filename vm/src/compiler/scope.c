// Scope analysis. Three passes over the tree of scopes, none of them recursive: make the records, bind the
// references, give out slots.
#include "compiler/scope.h"

#include "base/arena.h"

#include <string.h>

// The scope after `scope` in source order: its first child, or the next one beside it or beside an ancestor.
static struct ast_scope *next_scope(struct ast_scope *scope, const struct ast_scope *root) {
    if (scope->first_child) {
        return scope->first_child;
    }
    while (scope != root && !scope->next_sibling) {
        scope = scope->parent;
    }
    return scope == root ? NULL : scope->next_sibling;
}

struct scope_variable *scope_make_variable(struct arena *arena, struct ast_declaration *declaration,
                                           struct ast_scope *home) {
    struct scope_variable *v = arena_allocate(arena, sizeof *v);
    if (v) {
        *v = (struct scope_variable){.declaration = declaration, .home = home, .preset_word = UINT32_MAX};
        declaration->info = v;
    }
    return v;
}

static bool is_program(const struct ast_function *function) { return function->kind >= FUNCTION_SCRIPT; }

// Declares a hidden variable, or gives the one that is there. NULL when memory runs out.
static struct ast_declaration *declare_hidden(struct arena *arena, struct ast_scope *scope, struct name *name,
                                              enum ast_declaration_kind kind) {
    struct ast_declaration *d = ast_scope_find(scope, name);
    if (!d) {
        d = ast_scope_declare(arena, scope, name, kind, scope->start);
        if (!d || !scope_make_variable(arena, d, scope)) {
            return NULL;
        }
    }
    return d;
}

static bool make_records(struct arena *arena, struct name_table *names, struct ast_scope *scope) {
    struct scope_info *info = arena_allocate(arena, sizeof *info);
    if (!info) {
        return false;
    }
    *info = (struct scope_info){0};
    struct ast_scope *home = scope;
    if (scope->function) {
        info->function = scope->function;
    } else if (scope->kind == SCOPE_FUNCTION_NAME) {
        home = scope->first_child;
        info->function = home->function;
    } else {
        info->function = scope->parent->info->function;
    }
    scope->info = info;
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (!scope_make_variable(arena, d, home)) {
            return false;
        }
    }
    return scope->kind != SCOPE_WITH ||
           declare_hidden(arena, scope, names->predefined[NAME_with_object], DECLARATION_SLOT);
}

// Whether the name is an implicit binding that `scope` provides.
static bool provides_implicit(const struct ast_scope *scope, const struct name *name) {
    const struct ast_function *function = scope->function;
    if (!function || scope != function->scope || function->kind == FUNCTION_ARROW) {
        return false;
    }
    if (function->kind == FUNCTION_EVAL && scope->parent) {
        return false; // direct eval: the caller's
    }
    switch (name->id) {
    case NAME_this: return true;
    case NAME_arguments:
    case NAME_new_target:
    case NAME_home_object:
    case NAME_active_function: return !is_program(function);
    default: return false;
    }
}

struct ast_scope *scope_of_eval_variables(struct ast_scope *scope) {
    for (;; scope = scope->parent) {
        if (scope->kind == SCOPE_EVAL ? scope->strict || !scope->parent
                                      : ast_scope_holds_vars(scope) || scope->kind == SCOPE_FUNCTION) {
            return scope;
        }
    }
}

// What code evaluated in the function may mention.
static bool declare_for_eval(struct arena *arena, struct name_table *names, struct ast_scope *scope) {
    static const uint8_t implicit[] = {NAME_this, NAME_arguments, NAME_new_target, NAME_home_object,
                                       NAME_active_function};
    if (scope->calls_eval && !scope->strict) {
        struct ast_scope *target = scope_of_eval_variables(scope);
        if (target->function && !is_program(target->function) &&
            !declare_hidden(arena, target, names->predefined[NAME_eval_object], DECLARATION_SLOT)) {
            return false;
        }
    }
    struct ast_function *function = scope->function;
    if (!function || scope != function->scope ||
        !(function->uses & USES_DIRECT_EVAL || (is_program(function) && scope->contains_eval))) {
        return true;
    }
    for (size_t i = 0; i < sizeof implicit; i++) {
        struct name *name = names->predefined[implicit[i]];
        bool wanted = provides_implicit(scope, name) &&
                      (implicit[i] != NAME_arguments || function->kind != FUNCTION_CLASS_INITIALIZER);
        if (wanted && !declare_hidden(arena, scope, name, DECLARATION_IMPLICIT)) {
            return false;
        }
    }
    return true;
}

// Whether the names of objects in between can be meant: not for names that no source text spells, nor private
// ones.
static bool is_dynamic_name(const struct name *name) {
    switch ((enum name_id)name->id) {
    case NAME_this:
    case NAME_new_target:
    case NAME_home_object:
    case NAME_active_function:
    case NAME_default_export:
    case NAME_class_slot: return false;
    default: return name->length == 0 || name_unit(name, 0) != '#';
    }
}

static struct ast_declaration *hidden_object(const struct ast_scope *scope, const struct name_table *names) {
    if (scope->kind == SCOPE_WITH) {
        return ast_scope_find(scope, names->predefined[NAME_with_object]);
    }
    return scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_BODY
               ? ast_scope_find(scope, names->predefined[NAME_eval_object])
               : NULL;
}

static void note_reference(struct ast_declaration *d, const struct ast_function *from,
                           const struct ast_identifier *id) {
    struct scope_variable *v = d->info;
    v->captured |= v->home->info->function != from;
    v->assignments += (id->node.flags & AST_ASSIGNED) != 0;
    v->referenced |= !(id->node.flags & AST_BINDING);
}

// A var of direct sloppy eval code is looked up in the caller's scopes, like other names.
static bool is_callers(const struct ast_scope *scope, const struct ast_declaration *d) {
    return scope->kind == SCOPE_EVAL && !scope->strict && scope->parent && d->kind == DECLARATION_VAR &&
           !is_program(scope_of_eval_variables(scope->parent)->info->function);
}

static bool bind_reference(struct arena *arena, struct name_table *names, struct ast_scope *scope,
                           struct ast_identifier *id) {
    struct ast_function *from = scope->info->function;
    // Slots of class elements share a name: the parser has bound them.
    struct ast_declaration *found = id->name->id == NAME_class_slot ? id->declaration : NULL;
    struct dynamic_link *first = NULL, **end = &first;
    bool dynamic = is_dynamic_name(id->name);
    for (struct ast_scope *s = scope; s && !found; s = s->parent) {
        found = ast_scope_find(s, id->name);
        if (found && is_callers(s, found)) {
            found = NULL;
        }
        if (!found && provides_implicit(s, id->name)) {
            found = declare_hidden(arena, s, id->name, DECLARATION_IMPLICIT);
            if (!found) {
                return false;
            }
        }
        struct ast_declaration *object = found || !dynamic ? NULL : hidden_object(s, names);
        if (object) {
            struct dynamic_link *link = arena_allocate(arena, sizeof *link);
            if (!link) {
                return false;
            }
            *link = (struct dynamic_link){.object = object};
            object->info->captured |= object->info->home->info->function != from;
            *end = link;
            end = &link->next;
        }
    }
    id->info = first;
    id->declaration = found;
    if (found) {
        note_reference(found, from, id);
    }
    return true;
}

static bool bind_references(struct arena *arena, struct name_table *names, struct ast_scope *scope) {
    for (struct ast_identifier *id = scope->first_reference; id; id = id->next_reference) {
        if (!memory_poll(arena->memory) || !bind_reference(arena, names, scope, id)) {
            return false;
        }
    }
    return true;
}

// A var called `arguments` starts as the arguments object.
static bool declare_arguments_of_var(struct arena *arena, struct ast_scope *scope) {
    struct ast_function *function = scope->function;
    if (!function || scope != function->body_scope || function->kind == FUNCTION_ARROW ||
        is_program(function) || function->kind == FUNCTION_CLASS_INITIALIZER) {
        return true;
    }
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->name->id == NAME_arguments && d->kind == DECLARATION_VAR && !d->function) {
            if (scope == function->scope) {
                d->kind = DECLARATION_IMPLICIT;
            } else if (!d->shadowed) {
                struct ast_declaration *object = ast_scope_find(function->scope, d->name);
                if (!object) {
                    object =
                        ast_scope_declare(arena, function->scope, d->name, DECLARATION_IMPLICIT, d->offset);
                    if (!object || !scope_make_variable(arena, object, function->scope)) {
                        return false;
                    }
                }
                d->shadowed = object;
            }
        }
    }
    return true;
}

static bool is_lexical(const struct ast_declaration *d) {
    return d->kind == DECLARATION_LET || d->kind == DECLARATION_CONST || d->kind == DECLARATION_CLASS;
}

static enum variable_storage storage_of(const struct ast_scope *scope, const struct scope_variable *v) {
    const struct ast_declaration *d = v->declaration;
    if (d->kind != DECLARATION_IMPLICIT) {
        if (scope->kind == SCOPE_SCRIPT) {
            return STORAGE_GLOBAL;
        }
        if (scope->kind == SCOPE_EVAL && !scope->strict && !is_lexical(d)) {
            return is_callers(scope, d) ? STORAGE_EVAL : STORAGE_GLOBAL;
        }
        if (scope->kind == SCOPE_MODULE) {
            if (d->kind == DECLARATION_IMPORT || d->flags & DECLARATION_EXPORTED) {
                return STORAGE_BINDING;
            }
            if (d->function) {
                return STORAGE_ENVIRONMENT; // made before the body runs
            }
        }
    }
    return v->captured || v->home->contains_eval ? STORAGE_ENVIRONMENT : STORAGE_REGISTER;
}

// Sloppy functions with plain parameters have an arguments object that aliases them.
static void find_mapped_arguments(struct ast_scope *scope) {
    struct ast_function *function = scope->function;
    if (scope->kind == SCOPE_FUNCTION && !function->is_strict && function->has_simple_parameters &&
        !function->rest && function->parameters.count && function->kind != FUNCTION_ARROW) {
        for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
            if (d->kind == DECLARATION_IMPLICIT && d->name->id == NAME_arguments) {
                scope->info->maps_arguments = true;
                scope->info->slots = function->parameters.count;
            }
        }
    }
}

// A frame has 65535 registers at most, and calls need some: of functions with very many variables the rest
// lives in environments.
#define REGISTER_VARIABLES 16384u

static void give_slots(struct ast_scope *scope) {
    uint32_t *registers = &scope->info->function->scope->info->registers;
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        struct scope_variable *v = d->info;
        struct scope_info *home = v->home->info;
        v->storage = storage_of(scope, v);
        if (v->storage == STORAGE_REGISTER && ++*registers > REGISTER_VARIABLES) {
            v->storage = STORAGE_ENVIRONMENT;
        }
        if (home->maps_arguments && d->kind == DECLARATION_PARAMETER && d->index != UINT32_MAX) {
            v->storage = STORAGE_ENVIRONMENT;
            v->slot = d->index;
        } else if (v->storage == STORAGE_ENVIRONMENT || v->storage == STORAGE_BINDING) {
            v->slot = home->slots++;
        }
    }
}

bool scope_analyze(struct arena *arena, struct name_table *names, struct ast_function *program) {
    struct ast_scope *root = program->scope;
    for (struct ast_scope *s = root; s; s = next_scope(s, root)) {
        if (!memory_poll(arena->memory) || !make_records(arena, names, s)) {
            return false;
        }
    }
    for (struct ast_scope *s = root; s; s = next_scope(s, root)) {
        if (!memory_poll(arena->memory) || !declare_for_eval(arena, names, s)) {
            return false;
        }
    }
    for (struct ast_scope *s = root; s; s = next_scope(s, root)) {
        if (!memory_poll(arena->memory) || !bind_references(arena, names, s) ||
            !declare_arguments_of_var(arena, s)) {
            return false;
        }
    }
    for (struct ast_scope *s = root; s && memory_poll(arena->memory); s = next_scope(s, root)) {
        find_mapped_arguments(s);
    }
    for (struct ast_scope *s = root; s && memory_poll(arena->memory); s = next_scope(s, root)) {
        give_slots(s);
    }
    for (struct ast_scope *s = root; s && memory_poll(arena->memory); s = next_scope(s, root)) {
        s->info->has_environment = s->info->slots > 0;
    }
    return memory_poll(arena->memory);
}

uint32_t scope_distance(const struct ast_function *function, const struct ast_scope *scope) {
    uint32_t distance = 0;
    const struct ast_scope *s = function->name_scope ? function->name_scope->parent : function->scope->parent;
    for (; s && s != scope; s = s->parent) {
        distance += s->info->has_environment;
    }
    return distance;
}
