// parser.h - from source text to syntax tree
//
// One call parses one source text completely, early errors included. Nothing is kept between calls, nothing
// collects.
#pragma once

#include "compiler/ast.h"

struct arena;
struct memory;

enum parse_goal {
    PARSE_SCRIPT,
    PARSE_MODULE,
    PARSE_EVAL,          // eval code, direct or indirect
    PARSE_FUNCTION,      // one function expression with known extent: the Function constructors
    PARSE_FUNCTION_BODY, // body of a function with given parameter names: host wrappers such as CommonJS
};

enum parse_error_kind {
    PARSE_ERROR_NONE,
    PARSE_ERROR_SYNTAX, // throw a SyntaxError
    PARSE_ERROR_DEPTH,  // nested deeper than the stack allows: throw a RangeError
    PARSE_ERROR_MEMORY, // out of memory
};

struct parse_error {
    enum parse_error_kind kind;
    bool incomplete;     // the source ended too early: more text might cure it
    uint32_t start, end; // byte offsets of the offending text
    char message[192];   // UTF-8
};

struct parse_text {    // a string in the embedder's hands
    const void *units; // Latin-1 or UTF-16
    uint32_t length;
    bool wide;
};

struct parse_options {
    enum parse_goal goal;
    uintptr_t stack_limit; // lowest address the parser may use; 0 means no check
    bool strict;           // code is strict from the start (strict caller of direct eval)
    bool await;            // PARSE_SCRIPT: await may stand at top level

    // PARSE_EVAL, what surrounds a direct eval call
    bool in_function; // new.target is allowed (any function but arrows at top level; class initializers too)
    bool in_method;   // super.x is allowed
    bool in_derived_constructor;            // super() is allowed
    bool in_class_initializer;              // `arguments` is an error
    const struct parse_text *private_names; // names in scope, with their "#"
    uint32_t private_name_count;

    // PARSE_FUNCTION: source is "function anonymous(" parameters "\n) {\n" body "\n}" (with async, * as
    // wanted). The parameters and the body must be complete by themselves: the parser checks that the closing
    // tokens stand here.
    uint32_t parameters_end; // byte offset of the ")"
    uint32_t body_end;       // byte offset of the last "}"

    // PARSE_FUNCTION_BODY
    const char *const *parameters; // ASCII identifiers
    uint32_t parameter_count;
    const char *function_name; // or NULL
};

struct parse_result {
    // The program. SCRIPT, MODULE, EVAL: the top-level code. FUNCTION: a FUNCTION_SCRIPT whose body is one
    // EXPRESSION_STATEMENT with the function. FUNCTION_BODY: the same; the function covers the whole text.
    // NULL on error.
    struct ast_function *program;
    struct ast_module *module; // PARSE_MODULE
    struct name_table names;   // of every name in the tree
    struct parse_error error;
};

// Parses bytes[0 … length), UTF-8 (WTF-8: encoded lone surrogates are taken as such), and bytes[length] must
// be 0. Everything in the result is allocated from `arena`; scratch memory comes from `memory` and is freed
// before returning. A leading #! line is a comment; a byte order mark is white space. True on success; else
// result->error says why.
bool parser_parse(struct parse_result *result, const char *bytes, size_t length,
                  const struct parse_options *options, struct arena *arena, struct memory *memory);

// Line (from 1) and column (from 1, in UTF-16 units) of a byte offset. Linear in the offset: for single
// errors.
void parser_locate(const char *bytes, size_t length, uint32_t offset, uint32_t *line, uint32_t *column);
