// ast.h - the syntax tree, contract between the parser, scope analysis and the code generator
//
// Vocabulary
//   node       every node starts with a `struct ast_node`; its `kind` (ast.def) names the structure to cast
//   to. target     what can be assigned to or bound: IDENTIFIER, MEMBER, PRIVATE_MEMBER, SUPER_MEMBER,
//   ARRAY_PATTERN,
//              OBJECT_PATTERN; in sloppy code also CALL, which evaluates the call and then throws a
//              ReferenceError "Invalid left-hand side in assignment" (never inside patterns, and never with a
//              logical assignment). Binding targets are only IDENTIFIER and the patterns.
//   key        a property key: STRING, NUMBER or BIGINT (convert as ToPropertyKey) or, with AST_COMPUTED, any
//   expression. optional   a field that may be NULL says so; all others are set.
//
// Everything lives in the arena of the parse. The tree is final when the parser returns without error: every
// early error of the specification has been reported, so consumers check no syntax.
//
// Depth
//   Source text nested as deep as the parser's stack limit allows gives a tree as deep, so recursive walkers
//   check the stack too. Some constructs are not nested in the text but would be in a naive tree; walk these
//   without recursion:
//   - BINARY, LOGICAL, SEQUENCE, TEMPLATE are flat (a + b - c … of 10^5 terms is one node), nothing to do;
//   - `else if` chains run through ast_if.alternate, and a ? b : c ? d : e … through
//   ast_conditional.alternate: loop;
//   - a.b(c).d … runs through .object / .callee / .tag (MEMBER, PRIVATE_MEMBER, CALL, TAGGED_TEMPLATE,
//   OPTIONAL_CHAIN):
//     recursion must check the stack there; SCOPE and NODE counts are bounded by the source only.
//
// Scopes
//   The parser builds the tree of scopes and records in each its declarations, its child scopes and *every
//   identifier node it contains* (references and bindings alike), so that scope analysis walks scopes only,
//   never the nodes. Var declarations stand in the closest function-like scope, with duplicates merged. What
//   a scope kind holds:
//     SCOPE_FUNCTION       parameters; and, when body_scope is the same scope, everything the body declares
//     at its top SCOPE_BODY           body of a function with parameter expressions; a var of the same name
//     as a parameter, or called arguments, has
//                          `shadowed` set to it: it starts with the parameter's value
//     SCOPE_FUNCTION_NAME  the own name of a named function expression, around SCOPE_FUNCTION
//     SCOPE_SCRIPT, SCOPE_MODULE, SCOPE_EVAL   top-level declarations, var and lexical together (see the
//     kinds). SCOPE_BLOCK          lexical declarations of a block SCOPE_FOR            let / const of a loop
//     head; also the scope of the object of for-in/of (uninitialized there) SCOPE_SWITCH         lexical
//     declarations of all cases SCOPE_CATCH          catch parameter; the block of the clause has its own
//     SCOPE_BLOCK inside SCOPE_WITH           nothing; names inside may be properties of the object
//     SCOPE_CLASS          inner class name, private names, slots (see struct ast_class_element)
//     SCOPE_STATIC_BLOCK   vars and lexicals of a class static block, which runs inside the class's
//     static_initializer
//   Function scopes: FUNCTION, BODY, SCRIPT, MODULE, EVAL; STATIC_BLOCK collects vars like one but is no
//   function.
//
// Implicit bindings
//   `this`, `arguments`, `new.target`, the home object of `super` and the function object of `super()` are
//   recorded as references to the names "this", "arguments", "new.target", "*home object*", "*function*".
//   Scope analysis finds no declaration for them and stops at the closest function that is no arrow, where it
//   makes one (DECLARATION_IMPLICIT, ast_scope_declare); so arrows capture them like any variable. At the top
//   of eval code they belong to the caller. In a derived constructor "this" is uninitialized until super()
//   has returned. A private name #x is the declared name "#x" in SCOPE_CLASS (the variable holds the private
//   name), referenced by the IDENTIFIER nodes of PRIVATE_MEMBER, PRIVATE_IN and class elements. In eval code
//   it may belong to the caller.
//
// Positions
//   `start` and `end` are byte offsets of the node's text. `position` is where an error raised by this node
//   is reported: property name (or `[`) of a member access, callee of f(), property name of a.b(), `(` of
//   other calls, the operator of binary operators and assignments, else `start`.
#pragma once

#include "compiler/names.h"

struct arena;

enum ast_kind {
#define AST_NODE(kind, structure, description) AST_##kind,
#include "compiler/ast.def"
#undef AST_NODE
    AST_KIND_COUNT
};

enum ast_operator {
    AST_OPERATOR_NONE,
#define AST_OPERATOR(name, text) OPERATOR_##name,
#include "compiler/operators.def"
#undef AST_OPERATOR
};

enum ast_flag {
    AST_PARENTHESIZED = 1 << 0, // any expression: stood in parentheses, so it takes part in no name inference
                                // as a target: (x) = function () {} gives no name
    AST_OPTIONAL = 1 << 1,      // MEMBER, PRIVATE_MEMBER, CALL: the link is `?.`
    AST_COMPUTED =
        1 << 2, // PROPERTY, CLASS_ELEMENT, MEMBER, SUPER_MEMBER: the key is an expression in brackets
    AST_SHORTHAND = 1 << 3, // PROPERTY: {x} or {x = 1}
    AST_PREFIX = 1 << 4,    // UPDATE: ++x
    AST_BINDING = 1 << 5,   // IDENTIFIER: declares (and, where a value is at hand, initializes) the variable
    AST_ASSIGNED = 1 << 6,  // IDENTIFIER: is a target of an assignment, update, for-in/of
    AST_DIRECT_EVAL = 1 << 7,     // CALL: the callee is spelled `eval` (unparenthesized or not)
    AST_SPREAD_INSIDE = 1 << 8,   // ARRAY, CALL, NEW, SUPER_CALL: some element or argument is SPREAD
    AST_AWAITED = 1 << 9,         // FOR_OF: for await
    AST_PROTO = 1 << 10,          // PROPERTY: __proto__: value, sets the prototype
    AST_LEGACY_OCTAL = 1 << 11,   // STRING, NUMBER: contains 010, 08, "\01" or "\8"; only in sloppy code
    AST_STATIC = 1 << 12,         // CLASS_ELEMENT
    AST_TRAILING_COMMA = 1 << 13, // SPREAD: for the parser's use
};

struct ast_node {
    uint8_t kind;      // enum ast_kind
    uint8_t operator;  // enum ast_operator; other small enums where the structure says so
    uint16_t flags;    // enum ast_flag
    uint32_t start;    // byte offset of the first character
    uint32_t end;      // byte offset behind the last character
    uint32_t position; // byte offset to report errors at
};

struct ast_list {
    struct ast_node **items; // NULL when empty
    uint32_t count;
};

struct ast_scope;
struct ast_declaration;
struct ast_function;
struct scope_info;     // scope analysis' data for a scope
struct scope_variable; // scope analysis' data for a declaration

// ---- Scopes and declarations

enum ast_scope_kind {
    SCOPE_SCRIPT,
    SCOPE_MODULE,
    SCOPE_EVAL,
    SCOPE_FUNCTION,
    SCOPE_BODY,
    SCOPE_FUNCTION_NAME,
    SCOPE_BLOCK,
    SCOPE_FOR,
    SCOPE_SWITCH,
    SCOPE_CATCH,
    SCOPE_WITH,
    SCOPE_CLASS,
    SCOPE_STATIC_BLOCK,
};

enum ast_declaration_kind {
    DECLARATION_VAR,           // var, or top-level function of a script, sloppy eval or function body; merged
    DECLARATION_PARAMETER,     // formal parameter; a body function of the same name sets `function` here
    DECLARATION_LET,           // let
    DECLARATION_CONST,         // const
    DECLARATION_CLASS,         // class declaration
    DECLARATION_FUNCTION,      // function in a block, switch or module: initialized when the scope is entered
    DECLARATION_CATCH,         // catch (e)
    DECLARATION_CATCH_PATTERN, // name bound by a pattern in a catch clause
    DECLARATION_FUNCTION_NAME, // own name of a function expression: assignments are ignored, in strict code
                               // an error
    DECLARATION_CLASS_NAME, // inner binding of a class name: const, uninitialized until the class is complete
    DECLARATION_IMPORT,     // imported binding: const, lives in another module (or is a namespace object)
    DECLARATION_PRIVATE_NAME, // #x
    DECLARATION_SLOT,     // hidden variable: of a class element, a with object, the object of eval variables
    DECLARATION_IMPLICIT, // made by scope analysis: this, arguments, …
};

enum ast_declaration_flag {
    // VAR that exists only because of functions in blocks (Annex B.3.3). In script and eval code its
    // instantiation is
    // skipped without error where a plain var would be refused.
    DECLARATION_ANNEX_B = 1 << 0,
    DECLARATION_EXPORTED = 1 << 1,       // module scope: some export names it
    DECLARATION_PRIVATE_STATIC = 1 << 2, // PRIVATE_NAME: a static element
    DECLARATION_PRIVATE_GETTER = 1 << 3, // PRIVATE_NAME: has a getter
    DECLARATION_PRIVATE_SETTER = 1 << 4, // PRIVATE_NAME: has a setter
    DECLARATION_PRIVATE_METHOD = 1 << 5, // PRIVATE_NAME: is a method
    DECLARATION_ALSO_VAR = 1 << 6,       // PARAMETER, VAR: some var statement names it too
};

struct ast_declaration {
    struct name *name;
    struct ast_scope *scope;         // where it is declared
    struct ast_declaration *next;    // in the scope, in source order
    struct ast_function *function;   // VAR, PARAMETER, FUNCTION: function the binding is initialized with on
                                     // entry of the scope (the last one of that name); NULL when none
    struct ast_declaration *hoisted; // FUNCTION in a block of sloppy code: the VAR that receives the function
                                     // when the declaration is evaluated (Annex B.3.3); else NULL
    struct ast_declaration *shadowed; // VAR of a SCOPE_BODY: what it begins with, else NULL
    uint8_t kind;                     // enum ast_declaration_kind
    uint8_t flags;                    // enum ast_declaration_flag
    uint32_t offset;                  // of the (first) declaring identifier
    uint32_t index; // PARAMETER that is a plain or defaulted identifier: its position (of the last one of
                    // that name), else UINT32_MAX
    struct scope_variable *info; // for scope analysis
};

struct ast_scope {
    struct ast_scope *parent;      // enclosing scope, also across functions; NULL for the outermost
    struct ast_scope *first_child; // directly enclosed scopes, in source order
    struct ast_scope *last_child;
    struct ast_scope *next_sibling;
    struct ast_function *function; // function scopes: the function; other scopes: NULL
    struct ast_declaration *first_declaration;
    struct ast_declaration *last_declaration;
    struct ast_identifier
        *first_reference; // identifier nodes in this scope but not in its children, linked by next_reference
    struct ast_identifier *last_reference;
    struct ast_declaration **table; // hash of the declarations, NULL while they are few (ast_scope_find)
    uint32_t table_mask;
    uint32_t declaration_count;
    uint32_t start, end; // byte offsets of the text the scope covers
    uint8_t kind;        // enum ast_scope_kind
    bool strict;
    bool calls_eval;         // a direct eval call stands in this scope (not in its children)
    bool contains_eval;      // … in this scope or any scope inside, nested functions included
    uint8_t spare;           // for scope analysis
    struct scope_info *info; // for scope analysis
    struct ast_declaration
        *first_hoisted; // for the parser: vars declared inside that passed through this scope
};

// The declaration of `name` in exactly this scope, or NULL.
struct ast_declaration *ast_scope_find(const struct ast_scope *scope, const struct name *name);

// Adds a declaration without any check. A slot of a class element is not found by name. NULL when memory runs
// out.
struct ast_declaration *ast_scope_declare(struct arena *arena, struct ast_scope *scope, struct name *name,
                                          enum ast_declaration_kind kind, uint32_t offset);

// Whether var declarations end up in this scope: FUNCTION (with body_scope equal), BODY, SCRIPT, MODULE,
// EVAL, STATIC_BLOCK.
bool ast_scope_holds_vars(const struct ast_scope *scope);

// ---- Primary expressions

struct ast_number {
    struct ast_node node;
    double value;
};

struct ast_bigint {
    struct ast_node node;
    struct name *digits; // as written, without separators and the n: "12", "0xff", "0o7", "0B1"
};

struct ast_string {
    struct ast_node node; // flags: AST_LEGACY_OCTAL
    struct name *value;
};

struct ast_boolean {
    struct ast_node node;
    bool value;
};

struct ast_regexp {
    struct ast_node node;
    struct name *pattern; // text between the slashes
    struct name *flags;   // valid flags, each at most once
};

struct ast_template {
    struct ast_node node;
    struct ast_node *tag; // TAGGED_TEMPLATE; else NULL
    struct name **cooked; // expressions.count + 1 texts; in a TAGGED_TEMPLATE NULL where an escape was
                          // invalid (undefined)
    struct name **raw;    // as many; NULL in a TEMPLATE
    struct ast_list expressions;
};

// IDENTIFIER, THIS, NEW_TARGET; also private names. Recorded in the scope that contains it.
struct ast_identifier {
    struct ast_node node; // flags: AST_BINDING, AST_ASSIGNED
    struct name *name;
    struct ast_identifier *next_reference; // in ast_scope.first_reference order
    struct ast_declaration *declaration;   // set by scope analysis; NULL for names no scope declares
    void *info;                            // for scope analysis
};

// ARRAY: elements are expressions, SPREAD, or NULL for a hole; rest is NULL.
// ARRAY_PATTERN: elements are targets, DEFAULT, or NULL for a hole; rest is the target of ...x, or NULL.
struct ast_array {
    struct ast_node node;
    struct ast_list elements;
    struct ast_node *rest;
};

// OBJECT: properties are PROPERTY or SPREAD; rest is NULL.
// OBJECT_PATTERN: properties are PROPERTY with a target or DEFAULT as value; rest is the target of ...x, or
// NULL.
struct ast_object {
    struct ast_node node;
    struct ast_list properties;
    struct ast_node *rest;
};

enum ast_property_kind { PROPERTY_VALUE, PROPERTY_METHOD, PROPERTY_GETTER, PROPERTY_SETTER };

struct ast_property {
    struct ast_node node; // operator: enum ast_property_kind; flags: AST_COMPUTED, AST_SHORTHAND, AST_PROTO
    struct ast_node *key;
    struct ast_node
        *value; // expression; ast_function (METHOD, GETTER, SETTER); target or DEFAULT in a pattern
};

// ---- Functions and classes

enum ast_function_kind {
    FUNCTION_NORMAL, // function declaration or expression: has this, arguments, [[Construct]] unless async or
                     // generator
    FUNCTION_ARROW,
    FUNCTION_METHOD,
    FUNCTION_GETTER,
    FUNCTION_SETTER,
    FUNCTION_CONSTRUCTOR,         // constructor of a class without `extends`
    FUNCTION_DERIVED_CONSTRUCTOR, // … with `extends`
    FUNCTION_CLASS_INITIALIZER, // instance_initializer, static_initializer of a class: like a method without
                                // parameters
    FUNCTION_SCRIPT,
    FUNCTION_MODULE,
    FUNCTION_EVAL,
};

enum ast_use { // what a function, or an arrow function inside it, mentions
    USES_THIS = 1 << 0,
    USES_ARGUMENTS = 1 << 1, // a reference spelled arguments
    USES_NEW_TARGET = 1 << 2,
    USES_SUPER_PROPERTY = 1 << 3,
    USES_SUPER_CALL = 1 << 4,
    USES_DIRECT_EVAL = 1 << 5, // any of the above may be used by the evaluated code
    USES_AWAIT = 1 << 6,       // await or for await (not inherited from arrows)
    USES_YIELD = 1 << 7,       // (not inherited from arrows)
};

struct ast_function {
    struct ast_node
        node; // start … end is the text toString gives (a method starts at its key or at get/set/async/*)
    uint8_t kind; // enum ast_function_kind
    uint8_t uses; // enum ast_use
    bool is_async, is_generator;
    bool is_strict;
    bool has_simple_parameters;     // only plain identifiers
    bool has_parameter_expressions; // some default value or computed key: body_scope differs from scope
    bool has_duplicate_parameters;  // sloppy only
    bool has_expression_body;       // x => expression: body is one RETURN
    bool has_use_strict;            // contains its own directive
    bool has_top_level_await;       // FUNCTION_MODULE, FUNCTION_SCRIPT of an input
    uint32_t length;                // value of the "length" property
    struct name *name; // value of the "name" property as far as known before run time (get/set prefix not
                       // included), from the identifier, the key or the place it is assigned to; NULL when
                       // the function is anonymous or its key is computed
    struct ast_identifier *identifier; // name the function was declared or written with; NULL when none
    struct ast_list parameters;        // targets or DEFAULT
    struct ast_node *rest;             // target of the rest parameter, or NULL
    struct ast_list body; // statements; of a class initializer: CLASS_ELEMENT nodes, private methods first
    struct ast_scope *name_scope; // SCOPE_FUNCTION_NAME of a named function expression, else NULL
    struct ast_scope *scope;      // SCOPE_FUNCTION, SCRIPT, MODULE, EVAL
    struct ast_scope *body_scope; // SCOPE_BODY, or the same as scope
    void *info;                   // for scope analysis and the code generator
};

struct ast_class {
    struct ast_node node; // start … end is the text toString gives
    struct name *name;    // value of the "name" property, as in ast_function
    struct ast_identifier
        *identifier;           // name it was written with (the inner binding, in scope); NULL when none
    struct ast_node *heritage; // expression after extends (evaluated in scope), or NULL
    struct ast_scope *scope;   // SCOPE_CLASS
    struct ast_function *constructor; // NULL when the class has none
    struct ast_list elements;         // CLASS_ELEMENT, in source order, without the constructor
    struct ast_function
        *instance_initializer; // run by the constructor: instance private methods, instance fields; or NULL
    struct ast_function
        *static_initializer; // run at the end of the class: static fields and static blocks; or NULL
    void *info;              // for the code generator
};

enum ast_class_element_kind {
    ELEMENT_METHOD,
    ELEMENT_GETTER,
    ELEMENT_SETTER,
    ELEMENT_FIELD,
    ELEMENT_STATIC_BLOCK
};

// Work at class definition, in source order: define methods and accessors (private static ones too); evaluate
// computed keys of fields, converted to property keys, into their slot; put instance private methods into
// their slot. The rest is done by the two initializers, whose bodies list the elements concerned.
struct ast_class_element {
    struct ast_node node; // operator: enum ast_class_element_kind; flags: AST_STATIC, AST_COMPUTED
    struct ast_node *key; // key; private elements: an IDENTIFIER "#x"; NULL for STATIC_BLOCK. The IDENTIFIER
                          // belongs to the scope that uses it: the initializer's scope for fields and
                          // instance elements, the class scope for static private methods
    struct ast_node *value; // ast_function; FIELD: initial value in the scope of the initializer, or NULL;
                            // STATIC_BLOCK: BLOCK whose scope is SCOPE_STATIC_BLOCK
    bool is_private;
    // All slots have the same name, so their two references come with `declaration` set already.
    struct ast_declaration *slot; // hidden variable in the class scope: of a field with computed key the key,
                                  // of an instance private method or accessor the function; else NULL
    struct ast_identifier *slot_store; // reference to the slot in the class scope, or NULL
    struct ast_identifier *slot_load;  // reference to the slot in the initializer's scope, or NULL
};

// ---- Operators

// SPREAD, UNARY (operator), YIELD (operand optional), YIELD_DELEGATE, AWAIT, OPTIONAL_CHAIN,
// EXPRESSION_STATEMENT, RETURN (operand optional), THROW. OPTIONAL_CHAIN: operand is a chain of MEMBER,
// PRIVATE_MEMBER and CALL nodes; when the object or callee of a link with AST_OPTIONAL is undefined or null,
// the whole OPTIONAL_CHAIN is undefined. `delete a?.b` is UNARY of OPTIONAL_CHAIN; a?.b() is one chain whose
// CALL keeps `a` as this value; (a?.b)() is a CALL whose callee is the OPTIONAL_CHAIN, and `this` is still a.
// Unparenthesized chains never continue outside their OPTIONAL_CHAIN.
struct ast_unary {
    struct ast_node node;
    struct ast_node *operand;
};

struct ast_update {
    struct ast_node node; // operator: INCREMENT or DECREMENT; flags: AST_PREFIX; position: the operator
    struct ast_node *target;
};

struct ast_binary_term {
    struct ast_node *operand;
    uint32_t position; // of the operator
    uint8_t operator;  // enum ast_operator
};

// value = left; for each term: value = value operator operand. All operators have the same precedence; for **
// (right- associative) there is exactly one term. node.operator is that of the first term.
struct ast_binary {
    struct ast_node node;
    struct ast_node *left;
    struct ast_binary_term *terms;
    uint32_t count; // at least 1
};

struct ast_logical {
    struct ast_node node;     // operator: LOGICAL_AND, LOGICAL_OR, COALESCE
    struct ast_list operands; // at least 2
};

struct ast_private_in {
    struct ast_node node;
    struct ast_identifier *name;
    struct ast_node *object;
};

struct ast_conditional {
    struct ast_node node;
    struct ast_node *test, *consequent, *alternate;
};

// ASSIGN: operator is NONE for `=`, else the binary or logical operator of `+=`, `&&=`…; target may be a
// pattern only with `=`. DEFAULT: operator NONE; value is the default.
struct ast_assign {
    struct ast_node node;
    struct ast_node *target, *value;
};

struct ast_sequence {
    struct ast_node node;
    struct ast_list expressions; // at least 2
};

// ---- Member access and calls

struct ast_member {
    struct ast_node node; // flags: AST_COMPUTED, AST_OPTIONAL
    struct ast_node *object;
    struct ast_node *property; // STRING unless AST_COMPUTED
};

struct ast_private_member {
    struct ast_node node; // flags: AST_OPTIONAL
    struct ast_node *object;
    struct ast_identifier *name;
};

struct ast_super_member {
    struct ast_node node; // flags: AST_COMPUTED
    struct ast_node *property;
    struct ast_identifier *this_value; // implicit bindings, see the top
    struct ast_identifier *home_object;
};

struct ast_call {
    struct ast_node node; // flags: AST_OPTIONAL, AST_DIRECT_EVAL, AST_SPREAD_INSIDE
    struct ast_node *callee;
    struct ast_list arguments; // expressions or SPREAD
};

struct ast_super_call {
    struct ast_node node; // flags: AST_SPREAD_INSIDE
    struct ast_list arguments;
    struct ast_identifier *this_value; // implicit bindings, see the top; AST_BINDING: initialized by the call
    struct ast_identifier *new_target;
    struct ast_identifier *function;
};

struct ast_import_call {
    struct ast_node node;
    struct ast_node *specifier;
    struct ast_node *options; // or NULL
};

// ---- Statements

enum ast_variables_kind { VARIABLES_VAR, VARIABLES_LET, VARIABLES_CONST };

struct ast_variables {
    struct ast_node node;        // operator: enum ast_variables_kind
    struct ast_list declarators; // DECLARATOR
};

// `var x;` does nothing; `let x;` initializes x with undefined.
struct ast_declarator {
    struct ast_node node;
    struct ast_node *target;
    struct ast_node *value; // NULL when absent; in a for-in/of head only for Annex B's for (var x = 1 in o)
};

// Evaluating it does nothing, but when declaration->hoisted is set (Annex B.3.3) the value of the declaration
// is copied to the hoisted variable, by its declaration and not by name lookup.
struct ast_function_declaration {
    struct ast_node node;
    struct ast_function *function;
    struct ast_declaration *declaration;
};

struct ast_class_declaration {
    struct ast_node node;
    struct ast_class *class;
    struct ast_identifier *identifier; // outer binding: AST_BINDING reference in the scope of the declaration
};

// `export default expression`. (A default function or class is a plain declaration, named "*default*" if
// anonymous.)
struct ast_export_default {
    struct ast_node node;
    struct ast_node *value;
    struct ast_identifier *identifier; // AST_BINDING reference to "*default*"
};

struct ast_block {
    struct ast_node node;
    struct ast_scope *scope; // SCOPE_BLOCK or SCOPE_STATIC_BLOCK
    struct ast_list body;
};

struct ast_if {
    struct ast_node node;
    struct ast_node *test, *consequent;
    struct ast_node *alternate; // or NULL
};

struct ast_for {
    struct ast_node node;
    struct ast_scope
        *scope; // SCOPE_FOR for let and const heads, else NULL. Bindings of let are copied per iteration
    struct ast_node *initializer; // VARIABLES, expression or NULL
    struct ast_node *test;        // or NULL
    struct ast_node *update;      // or NULL
    struct ast_node *body;
};

struct ast_for_each {
    struct ast_node node;    // flags: AST_AWAITED
    struct ast_scope *scope; // SCOPE_FOR for let and const heads, else NULL; holds `object` and `body`
    struct ast_node *target; // VARIABLES with one declarator, or a target
    struct ast_node *object;
    struct ast_node *body;
};

struct ast_while {
    struct ast_node node;
    struct ast_node *test, *body;
};

// target is the statement that is left or continued: a loop, SWITCH or LABELED node that encloses the jump. A
// break to a label of a loop has the loop as target.
struct ast_jump {
    struct ast_node node;
    struct name *label; // or NULL
    struct ast_node *target;
};

struct ast_with {
    struct ast_node node;
    struct ast_node *object;
    struct ast_scope *scope; // SCOPE_WITH, holds body
    struct ast_node *body;
};

struct ast_case {
    struct ast_node *test; // NULL for default
    struct ast_list body;
    uint32_t start;
};

struct ast_switch {
    struct ast_node node;
    struct ast_node *discriminant;
    struct ast_scope *scope; // SCOPE_SWITCH
    struct ast_case *cases;
    uint32_t count;
    uint32_t default_index; // UINT32_MAX when there is no default
};

struct ast_labeled {
    struct ast_node node;
    struct name *label;
    struct ast_node *body;
};

struct ast_try {
    struct ast_node node;
    struct ast_block *block;
    struct ast_scope *catch_scope; // SCOPE_CATCH, NULL without catch clause
    struct ast_node *parameter;    // binding target, or NULL
    struct ast_block *handler;     // or NULL
    struct ast_block *finalizer;   // or NULL
};

// ---- Modules

struct ast_attribute {
    struct name *key, *value;
};

struct ast_module_request { // one per distinct specifier and attributes, in order of first appearance
    struct name *specifier;
    struct ast_attribute *attributes; // sorted by key as code units
    uint32_t attribute_count;
    uint32_t offset; // of the specifier
};

struct ast_import {
    uint32_t request;                    // index in ast_module.requests
    struct name *import_name;            // NULL: the namespace object (import * as ns)
    struct ast_declaration *declaration; // DECLARATION_IMPORT
    uint32_t offset;
};

struct ast_local_export { // of a binding of this module; also of an imported namespace object
    struct name *export_name;
    struct ast_declaration *declaration;
    uint32_t offset;
};

struct ast_indirect_export { // export { x as y } from "m"; export * as y from "m"; export { imported as y }
    uint32_t request;
    struct name *export_name;
    struct name *import_name; // NULL: the namespace object
    uint32_t offset;
};

struct ast_module {
    struct ast_module_request *requests;
    struct ast_import *imports;
    struct ast_local_export *local_exports;
    struct ast_indirect_export *indirect_exports;
    uint32_t *star_exports; // export * from "m": indices of requests
    uint32_t request_count, import_count, local_export_count, indirect_export_count, star_export_count;
};

// ---- Debugging

struct buffer;

// "BINARY" for AST_BINARY.
const char *ast_kind_name(enum ast_kind kind);
// "+" for OPERATOR_ADD; "=" for AST_OPERATOR_NONE.
const char *ast_operator_text(enum ast_operator operator);
// Appends the tree as S-expressions, scopes included when wanted. Deep trees are cut with "…".
void ast_print(struct buffer *out, const struct ast_node *node, bool with_scopes);
