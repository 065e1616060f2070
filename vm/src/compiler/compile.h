// The compiler's door: source text to code. No collection happens while compiling.
#ifndef COMPILER_COMPILE_H
#define COMPILER_COMPILE_H

#include "code/code.h"

struct list;

enum compile_goal { COMPILE_SCRIPT, COMPILE_MODULE, COMPILE_EVAL, COMPILE_FUNCTION, COMPILE_FUNCTION_BODY };

struct compile_error {
    uint32_t kind;   // enum error_kind: SYNTAX, or RANGE for nesting too deep
    uint32_t offset; // byte offset in the source
    char message[256];
    bool out_of_memory;
    bool incomplete; // the text ends too early: more of it might mend the error
};

// An import or export of a module, as ModuleRequests and entries of sec-source-text-module-records.
struct module_request {
    struct string *specifier;
    struct string **attribute_keys, **attribute_values; // import attributes, in the arena of the script
    uint32_t attribute_count;
    uint32_t position;
};
enum import_kind { IMPORT_NAME, IMPORT_NAMESPACE };
struct import_entry {
    uint32_t request;           // index
    uint32_t kind;              // enum import_kind
    struct string *import_name; // atom; NULL for a namespace
    uint32_t slot;              // slot of the module environment that gets the BINDING
    uint32_t position;
};
// LOCAL: slot of the module environment holds the BINDING. INDIRECT: import_name of a request (NULL: the
// whole namespace). STAR: export * from.
enum export_kind { EXPORT_LOCAL, EXPORT_INDIRECT, EXPORT_STAR };
struct export_entry {
    uint32_t kind;
    uint32_t request;
    struct string *export_name, *import_name; // atoms
    uint32_t slot;
    uint32_t position;
};
struct module_description {
    struct module_request *requests;
    struct import_entry *imports;
    struct export_entry *exports;
    uint32_t request_count, import_count, export_count;
    uint32_t
        environment_slots; // size of the module environment: every slot named above holds a BINDING made by
                           // the linker; the module body finds the environment as its function's environment
    const uint8_t *binding_flags; // per slot: BINDING_CONST, MODULE_SLOT_*
    struct code
        *instantiate; // to be called when the environment is complete, as a function without arguments with
                      // that environment: makes the functions declared in the module; NULL: there are none
    bool has_top_level_await;
};
#define MODULE_SLOT_IMPORT 0x10 // the linker puts the exporter's binding
#define MODULE_SLOT_VAR 0x20    // starts undefined instead of EMPTY
#define MODULE_SLOT_PLAIN 0x40  // no BINDING: a variable of the module that only its own functions see

struct compile_options {
    enum compile_goal goal;
    bool strict;      // code inherits strictness
    bool await;       // COMPILE_SCRIPT: await may stand at top level; the code is then CODE_ASYNC
    bool syntax_only; // parse and check, generate nothing: the result is NULL without an error
    struct string *file_name;
    uint32_t first_line, first_column; // 0: 1
    struct realm *realm;
    const char *parameters; // COMPILE_FUNCTION: parameter text; `source` is the body; kind by the flags. The
                            // result is the CODE of the function itself
    uint8_t function_flags; // CODE_ASYNC, CODE_GENERATOR for COMPILE_FUNCTION
    // COMPILE_FUNCTION_BODY: names of the parameters; `source` is the body and nothing else, so that places
    // in it are those of the text. The result is the CODE of the function.
    const char *const *parameter_names;
    uint32_t parameter_count;
    const struct list
        *eval_scopes; // COMPILE_EVAL: what DIRECT_EVAL carries, for a direct eval; NULL: indirect
    struct module_description *module; // COMPILE_MODULE: filled, arrays in the script's arena
};

// Compiles UTF-8 (WTF-8) text. The CODE of the whole text, or NULL: *error says why (error->message empty and
// out_of_memory false: syntax_only succeeded).
struct code *compile(vm_isolate *vm, const char *source, size_t length, const struct compile_options *options,
                     struct compile_error *error);

#endif
