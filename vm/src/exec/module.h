// ES modules: records, linking, evaluation with top-level await (sec-cyclic-module-records,
// sec-source-text-module-records). Loading is the embedder's: the host is asked for each request through a
// hook and answers with a module at once.
#ifndef EXEC_MODULE_H
#define EXEC_MODULE_H

#include "compiler/compile.h"
#include "exec/promise.h"

// cell.aux of a module
enum module_status {
    MODULE_UNLINKED,
    MODULE_LINKING,
    MODULE_LINKED,
    MODULE_EVALUATING,
    MODULE_EVALUATING_ASYNC,
    MODULE_EVALUATED
};

struct module {
    struct cell cell;
    struct code *code; // NULL: synthetic module
    struct realm *realm;
    struct module_description description; // arrays in the script's arena; synthetic: all empty
    struct environment *environment;       // slots hold BINDINGs and plain values; NULL until linking
    struct object *namespace_object;       // NULL until asked for
    struct object *meta;                   // import.meta, NULL until asked for
    struct list *requested;                // the modules that answer the requests, in order; NULL: not loaded
    struct list *exports;                  // synthetic: name, BINDING, name, BINDING...
    vm_value host_defined;                 // the embedder's
    vm_value error;                        // what evaluation threw, EMPTY: nothing
    struct promise *top_level_promise;     // of the cycle's root
    struct module *cycle_root;
    struct module *importer;    // through which it was found when it was loaded; NULL: from the outside
    uint32_t importer_request;  // index of that request
    struct list *async_parents; // modules that wait for this one; NULL: none
    uint32_t index, ancestor;   // of the depth-first walks
    uint32_t pending_dependencies;
    uint64_t walk;        // number of the last walk over a graph that came by
    uint64_t async_order; // 0: evaluates synchronously
};

// The embedder's loader. `referrer` is a MODULE value or undefined (script); attributes: LIST key, value,
// key, value... or undefined. The MODULE value, or EXCEPTION (which the import throws).
typedef vm_value (*module_load_hook)(vm_isolate *vm, void *data, vm_value referrer, struct string *specifier,
                                     vm_value attributes);
// Fills import.meta of a module. False: exception pending.
typedef bool (*module_meta_hook)(vm_isolate *vm, void *data, struct module *module, struct object *meta);
// Evaluates a synthetic module, the first time. False: exception pending.
typedef bool (*module_evaluate_hook)(vm_isolate *vm, void *data, struct module *module);

bool modules_initialize(vm_isolate *vm);
void modules_finalize(vm_isolate *vm);
void modules_set_hooks(vm_isolate *vm, module_load_hook load, module_meta_hook meta,
                       module_evaluate_hook evaluate, void *data);

// Compiles a module. NULL: SyntaxError pending.
struct module *module_compile(vm_isolate *vm, const char *source, size_t length, struct string *name);
// A module whose exports are given values (JSON, native, CommonJS).
struct module *module_synthetic(vm_isolate *vm);
// Adds an export, or sets its value. False: error pending.
bool module_synthetic_export(vm_isolate *vm, struct module *module, struct string *name, vm_value value);
// LoadRequestedModules and Link. False: exception pending.
bool module_link(vm_isolate *vm, struct module *module);
// Evaluate: a promise. NULL: memory refused, or termination.
struct promise *module_evaluate(vm_isolate *vm, struct module *module);
// Whether a linked module and all that it imports can be evaluated at once.
enum module_readiness {
    MODULE_READY,     // also when that has been done
    MODULE_AWAITS,    // one of them has a top-level await
    MODULE_UNDER_WAY, // the evaluation of one of them is under way
    MODULE_UNKNOWN    // error pending
};
enum module_readiness module_readiness(vm_isolate *vm, struct module *module);
// GetModuleNamespace. NULL: exception pending.
struct object *module_namespace(vm_isolate *vm, struct module *module);

// module_link.c, for namespaces: what a name resolves to. *target: BINDING, or a MODULE whose namespace it
// is; NULL with the outcome FALSE when there is no such export or it is ambiguous.
enum outcome module_resolve_export(vm_isolate *vm, struct module *module, struct string *name,
                                   struct cell **target);

struct marker;
void module_trace(struct marker *marker, struct cell *cell);
void namespace_trace(struct marker *marker, struct cell *cell);

#endif
