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
#pragma once

#include "compiler/ast.h"

enum variable_storage { STORAGE_REGISTER, STORAGE_ENVIRONMENT, STORAGE_BINDING, STORAGE_GLOBAL };

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
    bool initialized; // here and now it certainly has been initialized
    bool touched;     // its initial value may have been read
};

struct scope_info {
    struct ast_function *function; // whose code the scope is part of
    uint32_t slots;                // values of its environment
    bool has_environment;
    bool maps_arguments;  // function scope: the arguments object aliases the parameters, which are slots 0..
    uint32_t environment; // register of the environment, while the code generator is inside
};

// Analyzes a whole program. False when memory runs out.
bool scope_analyze(struct arena *arena, struct ast_function *program);

// Number of environments between the function's own environment and that of `scope`, which is outside of the
// function.
uint32_t scope_distance(const struct ast_function *function, const struct ast_scope *scope);

// The closest function around `scope` that has its own `this`.
struct ast_function *scope_this_function(const struct ast_scope *scope);
