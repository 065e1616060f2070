// ES modules: records, linking, evaluation with top-level await (sec-cyclic-module-records, sec-source-text-module-records).
// Loading is the embedder's: the host is asked for each request through a hook and answers with a module, at once or later.
#ifndef EXEC_MODULE_H
#define EXEC_MODULE_H

#include "compiler/compile.h"
#include "exec/promise.h"

enum module_status {
    MODULE_NEW, MODULE_UNLINKED, MODULE_LINKING, MODULE_LINKED, MODULE_EVALUATING, MODULE_EVALUATING_ASYNC, MODULE_EVALUATED
};

struct module {
    struct cell cell;                 // cell.aux: enum module_status
    struct code *code;                // NULL: synthetic module
    struct script *script;
    struct module_description *description; // in the script's arena
    struct environment *environment;
    struct object *namespace_object;  // NULL until asked for
    struct object *meta;              // import.meta, NULL until asked for
    vm_value requested;               // LIST of the modules that answer the requests
    vm_value host_defined;            // the embedder's
    vm_value error;                   // evaluation error, EMPTY: none
    struct promise *top_level_promise;
    vm_value native_exports;          // synthetic: LIST name, BINDING, name, BINDING...
    // the rest is module.c's own
    uint32_t dfs_index, dfs_ancestor, pending_dependencies, async_order;
    bool has_top_level_await, async_evaluation;
    struct module *cycle_root;
    struct list *async_parents;
    vm_value (*evaluate_native)(vm_isolate *vm, struct module *module); // synthetic, may be NULL
};

// The embedder's loader. `referrer` is a MODULE value, or undefined (script); attributes: LIST key, value, key, value... or
// undefined. Returns the MODULE value, or EXCEPTION (a load error is thrown by the import).
typedef vm_value (*module_load_hook)(vm_isolate *vm, void *data, vm_value referrer, struct string *specifier, vm_value attributes);
// Fills import.meta of a module.
typedef bool (*module_meta_hook)(vm_isolate *vm, void *data, struct module *module, struct object *meta);

bool modules_initialize(vm_isolate *vm);
void modules_finalize(vm_isolate *vm);
void modules_set_hooks(vm_isolate *vm, module_load_hook load, module_meta_hook meta, void *data);

// Compiles a module; SyntaxError pending and NULL on failure.
struct module *module_compile(vm_isolate *vm, const char *source, size_t length, struct string *name);
// A module whose exports are given values (JSON, native, CommonJS).
struct module *module_synthetic(vm_isolate *vm, struct string *name);
bool module_synthetic_export(vm_isolate *vm, struct module *module, struct string *name, vm_value value); // adds or sets
// LoadRequestedModules + Link. False: exception pending.
bool module_link(vm_isolate *vm, struct module *module);
// Evaluate: a promise. NULL: memory refused or termination.
struct promise *module_evaluate(vm_isolate *vm, struct module *module);
struct object *module_namespace(vm_isolate *vm, struct module *module);

struct marker;
void module_trace(struct marker *marker, struct cell *cell);
void namespace_trace(struct marker *marker, struct cell *cell);

#endif
