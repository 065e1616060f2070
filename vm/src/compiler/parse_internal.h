// parse_internal.h - what the files of the parser share
//
// The parser is recursive descent with one token of lookahead and never goes back. Where an expression may
// turn out to be a pattern or the head of an arrow function, it is parsed as an expression and rewritten in
// place when the `=` or `=>` comes (parse_pattern.c):
//   - What is only valid as a pattern ({a = 1}, two __proto__) is noted in parser.pending, and reported by
//   whoever knows
//     that no pattern can follow.
//   - What an arrow head must not contain (await, yield) is noted in the function_state; a `(` or `async (`
//   saves the
//     notes, and the scope lists, in an arrow_mark. With `=>` the identifiers and scopes that came since then
//     are moved into the arrow's scope.
// So parsing is linear, however heads and patterns nest.
//
// Errors: every parse_* function returns NULL or false after an error, which is noted in parser.lexer.error
// (the first one counts). There is no recovery, and the parser's fields must not be used any more:
// parser.function may dangle.
#pragma once

#include "base/arena.h"
#include "base/vector.h"
#include "compiler/lexer.h"

#define NO_OFFSET UINT32_MAX

struct label {
    struct label *outer;
    struct name *name;
    struct ast_node *target; // LABELED, or the loop it stands before
    bool before_loop;        // only other labels stand between it and what is parsed next
};

struct breakable {
    struct breakable *outer;
    struct ast_node *node; // loop or SWITCH
};

// The function being parsed; arrows, class initializers and static blocks have one too.
struct function_state {
    struct function_state *outer;
    struct ast_function *function;
    struct ast_scope *var_scope; // where var declarations go
    struct label *labels;
    struct breakable *breakables;
    bool is_async, is_generator; // await, yield are operators
    bool in_parameters;          // … but not allowed here
    bool await_reserved;         // in a static block
    bool allows_return;
    bool allows_new_target, allows_super_property, allows_super_call;
    bool forbids_arguments; // in a class initializer
    uint32_t candidates;    // functions in blocks start here in parser.candidates
    uint32_t await_operator, await_name, yield_operator; // offsets of the first of each, or NO_OFFSET
    uint32_t duplicate_parameter;                        // offset of the first duplicate, or NO_OFFSET
};

// An error that counts unless what was parsed becomes a pattern.
struct pending_error {
    uint32_t start, end; // start is NO_OFFSET when there is none
    const char *message;
};

struct arrow_mark {
    struct ast_identifier *reference; // last reference and child of the scope at that time
    struct ast_scope *child;
    bool calls_eval, contains_eval;
    uint8_t uses;
    uint32_t await_operator, await_name, yield_operator;
};

// Names hoisted through scopes, so that a later let in such a scope is found to conflict (parse_scope.c).
struct hoisted_name {
    const struct ast_scope *scope;
    const struct name *name;
};

struct export_entry {
    struct name *export_name; // NULL: export * from
    struct name *local_name;  // local or import name; NULL: namespace
    uint32_t request;         // UINT32_MAX: local
    uint32_t offset;
};

struct parser {
    struct lexer lexer;
    struct arena *arena;
    struct memory *memory;
    const struct parse_options *options;
    struct name_table *names;
    uintptr_t stack_limit;

    struct function_state *function;
    struct ast_scope *scope;
    bool strict;
    bool is_module;
    bool no_in;           // `in` is no operator here: head of a for
    uint32_t arrow_start; // start of the assignment expression being parsed: only there an arrow may stand
    const struct ast_scope *heritage_scope; // class scope whose `extends` expression is being parsed
    struct pending_error pending;

    VECTOR(struct ast_node *) nodes; // lists under construction, as a stack
    VECTOR(struct ast_binary_term) terms;
    VECTOR(struct ast_case) cases;
    VECTOR(struct name *) texts;                        // template parts
    VECTOR(struct ast_declaration *) candidates;        // functions in blocks, for Annex B.3.3
    VECTOR(struct ast_identifier *) private_references; // private names not yet found
    struct hoisted_name *hoisted;                       // hash set
    uint32_t hoisted_count, hoisted_capacity;

    VECTOR(struct ast_module_request) requests;
    VECTOR(struct ast_import) imports;
    VECTOR(struct export_entry) exports;
    struct ast_scope *export_names; // their "declarations" are the exported names
};

// ---- parser.c: tokens, errors, nodes, lists

// Notes a syntax error and returns NULL.
void *parser_fail(struct parser *parser, uint32_t start, uint32_t end, const char *message);
// The same; %s in the message is replaced by the name.
void *parser_fail_name(struct parser *parser, uint32_t start, uint32_t end, const char *message,
                       const struct name *name);
void *parser_fail_at(struct parser *parser, const struct ast_node *node, const char *message);
// Complains about the current token with `message`.
void *parser_fail_token(struct parser *parser, const char *message);
// Complains that the current token makes no sense here.
void *parser_unexpected(struct parser *parser);
void *parser_out_of_memory(struct parser *parser);

// Whether the stack allows deeper nesting; notes the error if not.
bool parser_enter_slow(struct parser *parser);
static inline bool parser_enter(struct parser *parser) {
    if (__builtin_expect((uintptr_t)__builtin_frame_address(0) > parser->stack_limit, 1)) return true;
    return parser_enter_slow(parser);
}

static inline enum token_type parser_token(const struct parser *parser) { return parser->lexer.token.type; }
static inline void parser_next(struct parser *parser) { lexer_next(&parser->lexer); }
// Consumes the token if it is of the type.
static inline bool parser_accept(struct parser *parser, enum token_type type) {
    if (parser->lexer.token.type != type) return false;
    lexer_next(&parser->lexer);
    return true;
}
// Consumes the token, which must be of the type.
static inline bool parser_expect(struct parser *parser, enum token_type type) {
    if (__builtin_expect(parser->lexer.token.type == type, 1)) {
        lexer_next(&parser->lexer);
        return true;
    }
    return parser_unexpected(parser);
}
static inline bool parser_newline_before(const struct parser *parser) {
    return parser->lexer.token.flags & TOKEN_NEWLINE_BEFORE;
}
// Whether the current token is this word, written without escapes.
static inline bool parser_is_word(const struct parser *parser, enum name_id id) {
    const struct token *token = &parser->lexer.token;
    return token->type == TOKEN_IDENTIFIER && token->name->id == id && !(token->flags & TOKEN_ESCAPED);
}
// Whether the token is an IdentifierName: an identifier or any reserved word.
static inline bool token_is_name(const struct token *token) {
    return token->type == TOKEN_IDENTIFIER || token->type >= TOKEN_BREAK || token->type == TOKEN_IN ||
           token->type == TOKEN_INSTANCEOF || token->type == TOKEN_ESCAPED_KEYWORD;
}
// Semicolon, written or inserted.
bool parser_semicolon(struct parser *parser);

// A node of `size` bytes, zeroed behind the header, starting (and with its position) at `start`. NULL after
// noting the error.
void *parser_node(struct parser *parser, size_t size, enum ast_kind kind, uint32_t start);
// Sets the end of a node behind the last consumed token. Returns the node.
static inline void *parser_finish(struct parser *parser, void *node) {
    if (node) ((struct ast_node *)node)->end = parser->lexer.previous_end;
    return node;
}
// Makes a UNARY-shaped node that ends behind the last token.
struct ast_node *parser_unary(struct parser *parser, enum ast_kind kind, uint32_t start,
                              struct ast_node *operand);
struct ast_node *parser_string(struct parser *parser, uint32_t start, struct name *name);

// Lists: remember parser->nodes.length, push, and finish with the number remembered.
static inline bool parser_push(struct parser *parser, struct ast_node *node) {
    if (VECTOR_PUSH(parser->memory, &parser->nodes, node)) return true;
    parser_out_of_memory(parser);
    return false;
}
bool parser_list(struct parser *parser, uint32_t start, struct ast_list *list);

// ---- parse_scope.c: scopes and declarations

// Opens a scope inside the current one and makes it current. NULL after noting the error.
struct ast_scope *parse_scope_open(struct parser *parser, enum ast_scope_kind kind, uint32_t start);
// Makes the parent current again.
void parse_scope_close(struct parser *parser);

// An identifier node, recorded in `scope`.
struct ast_identifier *parse_reference_in(struct parser *parser, struct ast_scope *scope, enum ast_kind kind,
                                          struct name *name, uint32_t start, uint32_t end);
// The same in the current scope.
struct ast_identifier *parse_reference(struct parser *parser, enum ast_kind kind, struct name *name,
                                       uint32_t start, uint32_t end);
// A reference to an implicit binding, at an existing node.
struct ast_identifier *parse_implicit(struct parser *parser, enum name_id id, const struct ast_node *at);

void arrow_mark_set(struct parser *parser, struct arrow_mark *mark);
// Puts the notes of before the mark back together with those since: there was no arrow.
void arrow_mark_merge(struct parser *parser, const struct arrow_mark *mark);
// Moves what came since the mark into the arrow's scope, which is the newest child of the current scope.
void arrow_mark_move(struct parser *parser, const struct arrow_mark *mark, struct ast_scope *scope,
                     struct ast_function *function);

// What a binding target declares.
enum binding_mode {
    BINDING_VAR,
    BINDING_LET,
    BINDING_CONST,
    BINDING_PARAMETER,
    BINDING_CATCH,
    BINDING_CATCH_PATTERN,
};
// Declares the identifier in the right scope. False on a conflict.
bool parse_declare(struct parser *parser, struct ast_identifier *identifier, enum binding_mode mode);
// Declares a name in the current scope.
struct ast_declaration *parse_declare_lexical(struct parser *parser, struct name *name, uint32_t offset,
                                              enum ast_declaration_kind kind);
// Declares a function statement in the current scope: like var at the top of functions and scripts, else
// lexical.
struct ast_declaration *parse_declare_function(struct parser *parser, struct ast_function *function,
                                               struct name *name, uint32_t offset);
// At the end of a function: decides which functions in blocks get a var too (Annex B.3.3).
bool parse_hoist_functions(struct parser *parser);

// ---- parse_expression.c

// Expression with commas.
struct ast_node *parse_expression(struct parser *parser);
// AssignmentExpression.
struct ast_node *parse_assignment(struct parser *parser);
// The same, leaving errors a pattern would cure in parser->pending.
struct ast_node *parse_assignment_cover(struct parser *parser);
// The same with commas, for heads of for.
struct ast_node *parse_expression_cover(struct parser *parser);
// An expression where `in` is an operator whatever surrounds it.
struct ast_node *parse_assignment_in(struct parser *parser);
struct ast_node *parse_expression_in(struct parser *parser);
// LeftHandSideExpression: what stands after `extends`.
struct ast_node *parse_left_hand_side(struct parser *parser);
// Reports the pending error, if any.
bool parse_settle_pending(struct parser *parser);
// Arguments from the `(`; the flags get AST_SPREAD_INSIDE.
bool parse_arguments(struct parser *parser, struct ast_list *list, uint16_t *flags);
bool parse_is_arrow(const struct ast_node *node);

// ---- parse_literal.c

struct ast_node *parse_array(struct parser *parser);
struct ast_node *parse_object(struct parser *parser);
struct ast_node *parse_regexp(struct parser *parser);
struct ast_node *parse_template(struct parser *parser, struct ast_node *tag, uint32_t start);
struct ast_node *parse_number(struct parser *parser);
// A property key other than a private name; sets *flags to AST_COMPUTED or 0.
struct ast_node *parse_property_key(struct parser *parser, uint16_t *flags);
// The static name of a key, or NULL.
struct name *parse_key_name(struct parser *parser, const struct ast_node *key, uint16_t flags);
// Gives an anonymous function or class the name of the place it goes to.
void parse_infer_name(struct ast_node *value, struct name *name);
// The same when the target is an unparenthesized identifier.
void parse_infer_name_from(struct ast_node *value, const struct ast_node *target);

// ---- parse_pattern.c

// A binding pattern or identifier, declared as `mode` says.
struct ast_node *parse_binding_target(struct parser *parser, enum binding_mode mode);
// The same with an optional default value.
struct ast_node *parse_binding_element(struct parser *parser, enum binding_mode mode);
// The identifier token as binding identifier, checked and recorded but not declared.
struct ast_identifier *parse_binding_identifier(struct parser *parser);
enum target_flag {
    TARGET_PATTERN = 1, // array and object literals become patterns
    TARGET_CALL = 2,    // calls are let through in sloppy code
};
// Rewrites an expression into an assignment target, or complains with `message`.
bool parse_to_target(struct parser *parser, struct ast_node *node, unsigned flags, const char *message);
// Rewrites an expression into a parameter of an arrow function and declares its names.
bool parse_to_parameter(struct parser *parser, struct ast_node *node);
// Calls visit for every identifier a binding target declares, until it returns false.
bool parse_each_binding(struct parser *parser, struct ast_node *target,
                        bool (*visit)(struct parser *, struct ast_identifier *));

// ---- parse_function.c

// Opens a function_state for the function, inside the current one; `state` is filled.
void parse_function_state(struct parser *parser, struct function_state *state, struct ast_function *function);
// `function` or `async function` expression, at the word function.
struct ast_node *parse_function_expression(struct parser *parser, uint32_t start, bool is_async);
// Function declaration, at the word function; `is_default`: the name may be missing.
struct ast_node *parse_function_declaration(struct parser *parser, uint32_t start, bool is_async,
                                            bool is_default);
// Method, accessor or constructor from its `(`.
struct ast_function *parse_method(struct parser *parser, enum ast_function_kind kind, bool is_async,
                                  bool is_generator, uint32_t start, struct name *name);
// Arrow function whose parameters are parser->nodes[parameters …], at the =>.
struct ast_node *parse_arrow(struct parser *parser, uint32_t start, uint32_t parameters,
                             struct ast_node *rest, const struct arrow_mark *mark, bool is_async);
// Statements up to `end`, directives first.
bool parse_body(struct parser *parser, enum token_type end, struct ast_list *list);

// ---- parse_class.c

// Class expression at the word class.
struct ast_class *parse_class(struct parser *parser);
// Class declaration; `is_default`: the name may be missing.
struct ast_node *parse_class_declaration(struct parser *parser, bool is_default);
// The PRIVATE_NAME token as a reference in the current scope.
struct ast_identifier *parse_private_reference(struct parser *parser);
// Complains about private names that nothing declares.
bool parse_check_private_names(struct parser *parser);

// ---- parse_statement.c

// A statement or declaration.
struct ast_node *parse_statement_list_item(struct parser *parser);
// A block from its `{`.
struct ast_block *parse_block(struct parser *parser);
struct ast_node *parse_variables(struct parser *parser, enum ast_variables_kind kind, bool in_for_head);
// Whether `let` at the current token starts a declaration.
bool parse_let_is_declaration(struct parser *parser);

// ---- parse_module.c

// An item of a module's top level: import, export or statement.
struct ast_node *parse_module_item(struct parser *parser);
// Resolves the exports against the module's scope and builds the record.
struct ast_module *parse_module_record(struct parser *parser, const struct ast_scope *scope);

// ---- early_errors.c

// Whether the identifier token (or name at these offsets) may be referenced here.
bool check_reference(struct parser *parser, const struct token *token);
// Whether it may be bound here.
bool check_binding(struct parser *parser, const struct token *token);
// The same for a name already read, at these offsets.
bool check_binding_name(struct parser *parser, const struct name *name, uint32_t start, uint32_t end);
// Parameters and name, once it is known whether the function is strict and simple.
bool check_function(struct parser *parser);
// Legacy octals.
bool check_number_token(struct parser *parser);
bool check_string_token(struct parser *parser);
// Operand of delete.
bool check_delete(struct parser *parser, const struct ast_node *operand);
