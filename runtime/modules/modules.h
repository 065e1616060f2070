// What the files of modules/ share: how one isolate loads programs.
//
//     resolve_*.c   specifier -> file or builtin          package.c   package.json
//     source.c      file -> text and format               commonjs_names.c   what a CommonJS text exports
//     commonjs*.c   Module, require                       loader*.c   ES modules: the engine's hooks
//     run.c         starting programs                     builtin.c   stdlib/
//
// A file is a CommonJS module, an ES module or JSON. Its name is its absolute path without links. CommonJS
// modules live in Module._cache, where programs see and change them; ES modules in a table of their own, by
// name and query. An `import` of a CommonJS file makes a module whose export names are read off the text, and
// which runs the file through Module when it is evaluated; a `require` of an ES module links and evaluates it
// at once.
#ifndef MODULES_MODULES_H
#define MODULES_MODULES_H

#include "bind/runtime.h"
#include "modules/resolve.h"

// Values that are kept for loading. Roots only.
struct module_roots {
    vm_root table;        // object: key -> ES module
    vm_root module_class; // Module; undefined until it is needed
    vm_root compile;      // the original Module.prototype._compile
    vm_root parent_key;   // symbol: the property of a Module that holds the one which required it first
    vm_root main;         // require.main: undefined, or a Module
    vm_root here;         // the Module of a text that is in no file
    vm_root precompiled;  // of a text that is compiled already: array [file name, function], or undefined
    vm_root main_promise; // of the evaluation of the program when that is an ES module
};

struct modules {
    struct runtime *rt;
    vm_isolate *vm;
    struct resolver resolver;
    vm_loader loader;
    struct module_roots roots;
};

// Made at the first use. NULL: error pending.
struct modules *modules_of(vm_isolate *vm);
// run.c: the first and last that a runtime does about loading.
void modules_attach(struct runtime *rt);
void modules_detach(struct runtime *rt);

// --- source.c

// A text to be loaded, malloc'ed.
struct module_source {
    char *bytes;
    size_t length;
    vm_source_format format;
};
// What the embedder's loader or a file of this name holds. False: error pending.
bool source_read(struct modules *m, const char *name, struct module_source *out);
// By extension and package. *known false: the extension is none that `import` may load. False: error pending.
bool source_format(struct modules *m, const char *name, vm_source_format *out, bool *known);
// Compiles a text whose format is not known to be JSON: a function with the parameters of CommonJS, or an ES
// module
// (*is_module).
vm_value source_compile(vm_isolate *vm, const vm_source *source, vm_source_format format, bool *is_module);
// Two attempts to compile a text have failed, with `error` and with the pending one: throws that of the
// attempt that got further.
vm_value source_choose_error(vm_isolate *vm, vm_value error);
// The value of a JSON text; errors begin with the name.
vm_value source_json(vm_isolate *vm, const char *name, const char *bytes, size_t length);

// --- commonjs.c

// The class Module. Exception: error pending.
vm_value commonjs_class(struct modules *m);
// new Module(id, parent) without running a replaced constructor.
vm_value commonjs_create(struct modules *m, vm_value id, vm_value parent);
// The Module of texts that are in no file, made once: they see what a file in the working directory sees.
vm_value commonjs_here(struct modules *m);
// The function `require` of a Module.
vm_value commonjs_require_function(struct modules *m, vm_value module);
// Module._load from the outside: the exports of the file of that name.
vm_value commonjs_load_file(struct modules *m, vm_value name, bool main);
// The entry of Module._cache; undefined when there is none.
vm_value commonjs_cached(struct modules *m, vm_value name);
// Defines methods as enumerable properties: `import` names what is enumerable.
bool commonjs_define_functions(vm_isolate *vm, vm_value object, const vm_method *methods, size_t count);
// For stdlib/module.js.
bool modules_natives(vm_isolate *vm, vm_value object);

// --- commonjs_resolve.c

// Defines the functions of Module that resolve. False: error pending.
bool commonjs_define_resolving(struct modules *m, vm_value module_class);
// Module._nodeModulePaths(folder)
vm_value commonjs_node_modules(vm_isolate *vm, const char *folder);
// The property of an object that is named by a string.
vm_value commonjs_get(vm_isolate *vm, vm_value object, vm_value name);
// Where `module` was first required: a Module, or undefined.
vm_value commonjs_parent(struct modules *m, vm_value module);

// --- loader.c: ES modules

// The module of a key, undefined when there is none; and adds one, unless `module` is an exception. What is
// given back is the module.
vm_value loader_get(struct modules *m, const char *key);
vm_value loader_add(struct modules *m, const char *key, vm_value module);
// Three texts joined, in memory of the isolate. NULL: error pending.
char *loader_join(vm_isolate *vm, const char *first, const char *second, const char *third);
// The module of a file, with the "?query" of its URL, that is imported as JSON or not.
vm_value loader_load_file(struct modules *m, const char *name, const char *suffix, bool json);
// Sets the engine's hooks.
void loader_attach(vm_isolate *vm);
// Links and evaluates a module as the program: the promise. `name` is where it is put into the table, or
// NULL.
vm_value loader_run(struct modules *m, const char *name, vm_value module);
// What the embedder's loader says to a specifier: a name; undefined: nothing.
vm_value loader_ask(struct modules *m, const char *specifier, const char *referrer, bool is_require);
// Module.syncBuiltinESMExports
bool loader_sync_builtins(struct modules *m);

// --- loader_commonjs.c

// The ES module that stands for a CommonJS file; `function`: its compiled text.
vm_value loader_commonjs(struct modules *m, const char *file, const struct module_source *source,
                         vm_value function);
// The engine's hook: evaluates such a module.
bool loader_evaluate(vm_isolate *vm, vm_value module, void *data);

// --- loader_require.c

// The exports that `require` gives of an ES module in a file of that name. `compiled`: the module, or
// undefined. `parent`: the Module that requires it, for messages.
vm_value loader_require(struct modules *m, const char *name, vm_value compiled, vm_value parent);
// Whether the file of that name is known to be an ES module.
bool loader_has_source(struct modules *m, const char *name);
// Whether the file of that name is an ES module whose evaluation is under way, and the error of requiring it
// then.
bool loader_is_under_way(struct modules *m, const char *name);
vm_value loader_throw_cycle(struct modules *m, const char *name, vm_value parent);

// --- run.c

// The file that a path on the command line means, as `require` would complete it. False: error pending.
bool modules_find_program(struct modules *m, const char *path, struct path *out);

#endif
