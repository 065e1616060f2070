// scope.h - where each variable lives
//
// Analysis walks the tree of scopes that the parser built: every identifier is bound to its declaration,
// implicit bindings (this, arguments, ...) are declared where they belong, and each declaration gets a
// storage:
//
//   REGISTER     of the function's frame: nothing else can see it
//   ENVIRONMENT  a slot of its scope's environment, because some inner function captures it
//   BINDING      a slot of the module's environment that holds a BINDING cell: imported or exported
//   GLOBAL       a global variable, found by name
//
// A scope has an environment exactly when some variable of it is in storage ENVIRONMENT or BINDING. The own
// name of a function expression lives in the scope of the function itself: it cannot change, so nobody sees
// the difference.
//
// Names that only the run decides. The object of a `with` statement is a hidden variable of its scope;
// variables that a sloppy direct eval declares in a function are properties of an object in a hidden variable
// of that function's scope. An identifier that could mean such a property has the list of these objects,
// innermost first, beside the declaration that it means otherwise. Every variable that a direct eval can see
// is in an environment.
#pragma once

#include "compiler/ast.h"

enum variable_storage {
    STORAGE_REGISTER,
    STORAGE_ENVIRONMENT,
    STORAGE_BINDING,
    STORAGE_GLOBAL,
    STORAGE_EVAL, // var of direct eval code: it belongs to the caller (eval_scope.h)
};

// ast_identifier.info: an object that the name may be a property of.
struct dynamic_link {
    struct ast_declaration *object; // hidden variable
    struct dynamic_link *next;
};
static inline const struct dynamic_link *identifier_links(const struct ast_identifier *id) {
    return id->info;
}

struct scope_variable {
    struct ast_declaration *declaration;
    struct ast_scope *home; // scope in whose environment or frame it lives
    uint8_t storage;        // enum variable_storage
    bool captured;          // referenced by an inner function
    bool referenced;        // by anything but its declaration
    uint32_t assignments;   // references that assign, its initialization apart
    uint32_t slot;          // ENVIRONMENT, BINDING

    // The code generator's, valid while it is inside of the scope
    uint32_t reg; // REGISTER
    uint32_t
        preset_word;  // the instruction that gives the initial EMPTY or undefined, until known to be needed
    bool is_view;     // a rest parameter whose register is EMPTY until its array is needed
    bool initialized; // here and now it certainly has been initialized
    bool touched;     // its initial value may have been read

    // STORAGE_EVAL: the caller's variable that it is, or NULL: a property of the object in eval_object. Both
    // NULL: it is left out
    struct ast_declaration *eval_target, *eval_object;
};

struct scope_info {
    struct ast_function *function; // whose code the scope is part of
    uint32_t slots;                // values of its environment
    uint32_t registers;            // scope of a function: variables of the function that live in registers
    bool has_environment;
    bool maps_arguments;  // function scope: the arguments object aliases the parameters, which are slots 0..
    uint32_t environment; // register of the environment, while the code generator is inside
};

// Analyzes a whole program. The scope around it, if any, is that of the caller of a direct eval. False when
// memory runs out.
bool scope_analyze(struct arena *arena, struct name_table *names, struct ast_function *program);

// The scope where a direct eval in `scope` declares its variables: that of a function, or of a program.
struct ast_scope *scope_of_eval_variables(struct ast_scope *scope);

struct scope_variable *scope_make_variable(struct arena *arena, struct ast_declaration *declaration,
                                           struct ast_scope *home);

// Number of environments between the function's own environment and that of `scope`, which is outside of the
// function.
uint32_t scope_distance(const struct ast_function *function, const struct ast_scope *scope);
