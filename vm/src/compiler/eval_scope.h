// eval_scope.h - the scopes around a direct eval
//
// A direct eval call carries a description of the scopes around it: which names there are, and in which slot
// of which environment. Compiling the evaluated text turns it back into scopes, so that its names are bound
// like those of an inner function; no look-up by name happens at run time.
#pragma once

#include "compiler/codegen.h"
#include "compiler/parser.h"

struct list;

// The description of `scope` and everything around it, a LIST; NULL when memory runs out.
struct list *eval_scope_describe(struct codegen *g, const struct ast_scope *scope);

// What the parser has to know about the surroundings. False when memory runs out.
bool eval_scope_parse_options(struct compilation *c, const struct list *scopes,
                              struct parse_options *options);

// Puts the described scopes around the program. False when memory runs out.
bool eval_scope_surround(struct compilation *c, const struct list *scopes, struct name_table *names,
                         struct ast_function *program);

// Finds out which variables of the caller the vars of the evaluated text are
// (sec-evaldeclarationinstantiation); a conflict is a SyntaxError.
void eval_scope_resolve(struct compilation *c, struct name_table *names, struct ast_scope *scope);
