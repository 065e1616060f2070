// codegen.h - the code generator's shared structures, and its functions grouped by defining file
//
// One `struct codegen` per function under generation. Registers:
//
//      R[0] this | R[1..n] parameters | locals of open scopes, temporaries: a stack with `top`
//
// Destination-driven: cg_into(node, r) leaves the value in r; cg_operand gives a register that holds it,
// which for a local variable is the variable's own. A register at or above `local_top` belongs to the
// expression under way and may be used for intermediate results; a lower one is a variable and is written
// once, by the last instruction.
//
// Errors are sticky: after the first one `compilation.failed` is set, nothing more is emitted, and walkers
// return quickly.
//
// Wide functions. Operand bytes reach 256 registers. A function that needs more is generated again with
// `wide` set: R[1..16] are scratch, R[17..255] hold the register groups that instructions update in place
// (cg_group), everything else lies from 256 on, and the assembler moves operands through the scratch
// registers.
//
// Dead code. After a jump or return nothing is emitted until a label that something refers to is bound.
#pragma once

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vector.h"
#include "code/operands.h"
#include "compiler/ast.h"
#include "compiler/compile.h"
#include "compiler/scope.h"
#include "object/string.h"

#define NO_REGISTER UINT32_MAX
#define NO_WORD UINT32_MAX
#define NO_LABEL UINT32_MAX
#define SCRATCH_REGISTERS 16 // R[1..16] of wide functions
#define CHUNK 48             // values that go into an array, object or call at once

struct compilation {
    vm_isolate *vm;
    struct memory *memory;
    struct arena arena; // syntax tree and everything temporary
    struct script *script;
    const struct compile_options *options;
    struct compile_error *error;
    const struct ast_module *module;
    uintptr_t stack_limit;
    bool failed;
};

struct label {
    uint32_t word; // NO_WORD: not bound yet
    uint32_t references;
};

struct jump_site {
    uint32_t instruction, operand; // words; the distance counts from `instruction`
    uint32_t label;
};

struct position_entry {
    uint32_t word, offset, callee_start, callee_end;
};

struct handler_entry {
    uint32_t start, end; // words
    uint32_t target;     // label
    uint32_t reg, depth;
};

// What encloses the statement under way and matters to jumps out of it, innermost first.
enum control_kind {
    CONTROL_TARGET,         // break or continue ends here
    CONTROL_CATCH,          // try block with a catch clause: only a handler
    CONTROL_FINALLY,        // jumps out go through the finally block
    CONTROL_ITERATOR,       // jumps out close the iteration
    CONTROL_ASYNC_ITERATOR, // the same, awaiting
};

struct control_exit { // a jump that goes on behind a finally block
    const struct ast_node *target;
    bool continues;
};

struct pending_yield { // where a yield goes on when return() resumes it
    uint32_t label, reg;
};

struct control {
    struct control *outer;
    uint8_t kind; // enum control_kind
    bool returns; // FINALLY: some return goes through it
    uint32_t depth;
    const struct ast_node *target; // TARGET
    uint32_t break_label, continue_label;
    uint32_t handler_label, handler_reg;         // NO_LABEL: no handler
    uint32_t range_start;                        // open handler range, NO_WORD: none
    uint32_t iteration;                          // ITERATOR: its first register
    uint32_t finally_label, kind_reg, value_reg; // FINALLY
    VECTOR(struct control_exit) exits;           // FINALLY, completion kinds FINALLY_EXITS..
    VECTOR(struct pending_yield) yields;
};

// Values of a finally's kind register.
enum { FINALLY_NORMAL, FINALLY_THROW, FINALLY_RETURN, FINALLY_EXITS };

struct codegen {
    struct compilation *c;
    struct codegen *outer;
    struct ast_function *function;
    struct ast_class *class; // of a constructor

    // emit.c
    VECTOR(uint32_t) words;
    VECTOR(struct jump_site) jumps;
    VECTOR(struct label) labels;
    VECTOR(struct position_entry) positions;
    VECTOR(struct handler_entry) handlers;
    VECTOR(uint32_t) calls; // words of call instructions with a cache
    VECTOR(vm_value) constants;
    VECTOR(struct declaration) declarations;
    uint32_t *constant_table; // hash of constants: index + 1; 0 free
    uint32_t constant_table_size;
    uint32_t property_caches;
    struct { // the last instruction stored this register into a slot; `word` is the next instruction
        uint32_t word, environment, level, slot, reg;
    } stored;
    bool dead;
    bool killed; // some instruction became NOP

    uint32_t top, local_top, maximum, group_top;
    bool wide, too_wide;

    uint32_t environment;    // register of the innermost environment, 0: the function's own
    struct ast_scope *scope; // innermost
    struct control *control;
    VECTOR(struct pending_yield) yields; // outside of any control
    uint32_t completion;                 // register of the completion value, NO_REGISTER: not wanted
    uint32_t chain_label;                // where the optional chain under way goes when it is cut short
    bool straight;       // the statement under way runs exactly once whenever the function runs to it
    bool makes_closures; // a closure was made since this was cleared
    VECTOR(struct name *) this_properties; // names assigned as this.x
};

static inline bool cg_is_async(const struct codegen *g) {
    return g->function->is_async || g->function->has_top_level_await;
}
static inline bool cg_is_temporary(const struct codegen *g, uint32_t reg) { return reg >= g->local_top; }

// -- emit.c: the assembler

void emitter_finalize(struct codegen *g);

// Reports the first error; later ones are ignored.
void cg_fail(struct compilation *c, uint32_t kind, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void cg_fail_memory(struct compilation *c);
// True when the walk must stop: an error, or the stack is used up (which becomes one).
bool cg_stop(struct codegen *g, const struct ast_node *node);

// Next free register; register groups that instructions update in place come from cg_group.
uint32_t cg_allocate(struct codegen *g, uint32_t count);
uint32_t cg_group(struct codegen *g, uint32_t count);
struct cg_mark {
    uint32_t top, group_top;
};
static inline struct cg_mark cg_mark(const struct codegen *g) {
    return (struct cg_mark){g->top, g->group_top};
}
static inline void cg_release(struct codegen *g, struct cg_mark mark) {
    g->top = mark.top;
    g->group_top = mark.group_top;
}

// Emits an instruction; operands that it lacks are ignored. Gives its word, NO_WORD in dead code.
uint32_t emit(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t c, uint32_t w1,
              uint32_t w2);
static inline uint32_t emit_a(struct codegen *g, enum opcode op, uint32_t a) {
    return emit(g, op, a, 0, 0, 0, 0);
}
static inline uint32_t emit_ab(struct codegen *g, enum opcode op, uint32_t a, uint32_t b) {
    return emit(g, op, a, b, 0, 0, 0);
}
static inline uint32_t emit_abc(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t c) {
    return emit(g, op, a, b, c, 0, 0);
}
// Formats AI, AU, AK: a and 16 bits.
uint32_t emit_16(struct codegen *g, enum opcode op, uint32_t a, uint32_t bc);
void emit_move(struct codegen *g, uint32_t to, uint32_t from);
void emit_constant(struct codegen *g, uint32_t to, vm_value value);
void emit_int(struct codegen *g, uint32_t to, int32_t value);
// AB_CK and A_CK with a cache of its own.
void emit_property(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t key);
// Constants below 65536.
void emit_outer_property(struct codegen *g, uint32_t a, uint32_t levels, uint32_t slot, uint32_t key,
                         uint32_t name);
void emit_literal(struct codegen *g, uint32_t to, uint32_t values, uint32_t count, uint32_t first_key);
void emit_call(struct codegen *g, enum opcode op, uint32_t to, uint32_t base, uint32_t count);

uint32_t label_create(struct codegen *g);
void label_bind(struct codegen *g, uint32_t label);
// The same for a label that only jumps further down will refer to; `reachable` says whether they can be
// reached.
void label_bind_loop(struct codegen *g, uint32_t label, bool reachable);
void emit_jump(struct codegen *g, uint32_t label);
// Any instruction with a jump: operands as for emit.
void emit_branch(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t c, uint32_t label);
void emit_table(struct codegen *g, uint32_t a, int32_t low, uint32_t count, const uint32_t *labels,
                uint32_t other);
static inline uint32_t emit_here(const struct codegen *g) { return g->words.length; }
// Turns an instruction of the given number of words into nothing.
void emit_kill(struct codegen *g, uint32_t word, uint32_t words);

// The next instruction comes from this source offset; cg_call_position adds the callee's text.
void cg_position(struct codegen *g, uint32_t offset);
void cg_call_position(struct codegen *g, uint32_t offset, const struct ast_node *callee);
void emit_handler(struct codegen *g, uint32_t start, uint32_t end, uint32_t label, uint32_t reg,
                  uint32_t depth);

uint32_t constant_index(struct codegen *g, vm_value value);
uint32_t constant_append(struct codegen *g, vm_value value); // never shared
vm_value cg_name_value(struct codegen *g,
                       struct name *name); // atom, or plain string when it spells an index
uint32_t constant_name(struct codegen *g, struct name *name);
uint32_t constant_text(struct codegen *g, const char *text);

// Makes the CODE from what was emitted. NULL: the compilation failed.
struct code *emit_finish(struct codegen *g);

// -- cg_variable.c: variables and scopes

struct scope_state { // what leaving a scope restores
    struct cg_mark mark;
    uint32_t local_top, environment;
    struct ast_scope *scope;
};
// Registers, environment and initial values of the scope's variables; functions declared in it.
void cg_enter_scope(struct codegen *g, struct ast_scope *scope, struct scope_state *saved);
void cg_leave_scope(struct codegen *g, struct ast_scope *scope, const struct scope_state *saved);
// The parts of cg_enter_scope, for functions and loops.
void cg_open_environment(struct codegen *g, struct ast_scope *scope);
void cg_declare(struct codegen *g, struct ast_declaration *declaration);
void cg_hoist_functions(struct codegen *g, struct ast_scope *scope);
void cg_drop_presets(struct codegen *g, struct ast_scope *scope);

// Register of a local variable known to be initialized, or NO_REGISTER.
uint32_t cg_find_local(const struct codegen *g, const struct ast_node *node);
// Environment and slot of a variable of a function around this one, of which every instruction can speak that
// checks the dead zone, or false.
bool cg_find_outer(struct codegen *g, const struct ast_node *node, uint32_t *levels, uint32_t *slot);
// Register of a rest parameter that is a view (cg_variable.c), or NO_REGISTER.
uint32_t cg_find_view(const struct codegen *g, const struct ast_node *node);
bool cg_may_be_view(const struct codegen *g, const struct ast_node *parameter);
// Register of a local variable, its check emitted if one is needed; or NO_REGISTER.
uint32_t cg_local_register(struct codegen *g, const struct ast_node *node);
void cg_load_variable(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof);
void cg_load_declared(struct codegen *g, struct ast_declaration *declaration, uint32_t to, uint32_t position);
// Without the objects that the name may be a property of.
void cg_load_static(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof);
void cg_load_unchecked(struct codegen *g, struct ast_declaration *declaration, uint32_t to);
// Assignment; with AST_BINDING set, or `initialize`, initialization.
void cg_store_variable(struct codegen *g, struct ast_identifier *id, uint32_t from, bool initialize);
// The same as an assignment whose errors are reported at `position`.
void cg_assign_variable(struct codegen *g, struct ast_identifier *id, uint32_t from, uint32_t position);
void cg_store_declared(struct codegen *g, struct ast_declaration *declaration, uint32_t from);
// Where the value of an assignment can be computed directly: the variable's register, or NO_REGISTER.
uint32_t cg_assignable_register(struct codegen *g, const struct ast_node *target, bool initialize);
void cg_mark_initialized(struct codegen *g, struct scope_variable *v);

// -- cg_expression.c

void cg_into(struct codegen *g, struct ast_node *node, uint32_t to);
uint32_t cg_operand(struct codegen *g, struct ast_node *node);
// The same for an operand that is read only after `later` (may be NULL) has been evaluated.
uint32_t cg_operand_before(struct codegen *g, struct ast_node *node, const struct ast_node *later);
// The same, using the register `spare` for it if that is a temporary.
uint32_t cg_operand_in(struct codegen *g, struct ast_node *node, const struct ast_node *later,
                       uint32_t spare);
uint32_t cg_value(struct codegen *g, struct ast_node *node); // into a new temporary
void cg_effect(struct codegen *g, struct ast_node *node);
// Jumps to the label when the truth of the expression is `sense`, else goes on.
void cg_branch(struct codegen *g, struct ast_node *node, uint32_t label, bool sense);
bool cg_constant(const struct ast_node *node, vm_value *value); // literals and what folds to one; strings not
bool cg_small_int(const struct ast_node *node, int32_t low, int32_t high, int32_t *value);
bool cg_may_assign(const struct ast_node *node, const struct scope_variable *v);
bool cg_is_primitive(const struct ast_node *node);
// Emits R[to] = R[left] operator R[right].
void cg_binary_op(struct codegen *g, enum ast_operator operator, uint32_t to, uint32_t left,
                  struct ast_node *right_node, uint32_t position);

// -- cg_literal.c: arrays, objects, templates, regular expressions

void cg_array(struct codegen *g, struct ast_array *node, uint32_t to);
void cg_object(struct codegen *g, struct ast_object *node, uint32_t to);
void cg_template(struct codegen *g, struct ast_template *node, uint32_t to);
void cg_tagged_template(struct codegen *g, struct ast_template *node, uint32_t to);
void cg_regexp(struct codegen *g, struct ast_regexp *node, uint32_t to);
void cg_bigint(struct codegen *g, struct ast_bigint *node, uint32_t to);

// Property keys. A static one is a constant: an atom for the instructions with a key, or an index or number.
struct static_key {
    vm_value value;
    bool is_name; // atom: usable as `key` operand
};
bool cg_static_key(struct codegen *g, struct ast_node *key, bool computed, struct static_key *out);
// Any key of an object literal or class member as property key in a register.
uint32_t cg_key(struct codegen *g, struct ast_node *key, bool computed);
// Anonymous functions and classes take the name in register `name`.
bool cg_is_anonymous_function(const struct ast_node *node);
void cg_named_into(struct codegen *g, struct ast_node *node, uint32_t to, uint32_t name);

// -- cg_call.c

void cg_call(struct codegen *g, struct ast_call *node, uint32_t to);
void cg_new(struct codegen *g, struct ast_call *node, uint32_t to);
void cg_super_call(struct codegen *g, struct ast_super_call *node, uint32_t to);
void cg_import_call(struct codegen *g, struct ast_import_call *node, uint32_t to);
// Callee into R[base - 1], its this value into R[base]; true when this is undefined and left out.
bool cg_callee(struct codegen *g, struct ast_node *callee, uint32_t base);
void cg_optional_chain(struct codegen *g, struct ast_unary *node, uint32_t to);
void cg_link_check(struct codegen *g, const struct ast_node *link, uint32_t reg);

// -- cg_assign.c

void cg_assign(struct codegen *g, struct ast_assign *node,
               uint32_t to); // to: NO_REGISTER when the value is not used
void cg_update(struct codegen *g, struct ast_update *node, uint32_t to);
void cg_member(struct codegen *g, struct ast_member *node, uint32_t to);
void cg_get_static(struct codegen *g, const struct static_key *key, uint32_t object, uint32_t to,
                   uint32_t position);
void cg_get_member(struct codegen *g, struct ast_member *node, uint32_t object, uint32_t to);
void cg_private_member(struct codegen *g, struct ast_private_member *node, uint32_t to);
void cg_super_member(struct codegen *g, struct ast_super_member *node, uint32_t to);
void cg_delete(struct codegen *g, struct ast_node *operand, uint32_t to);
void cg_delete_static(struct codegen *g, struct ast_identifier *id, uint32_t to);

// A target with the parts that are evaluated before the value.
struct reference {
    struct ast_node *node;
    uint32_t object, key; // registers; for super the group of three is `object`
    struct static_key name;
    bool has_name;
    uint32_t position; // of a store
};
void cg_reference(struct codegen *g, struct ast_node *target, const struct ast_node *later,
                  struct reference *out);
void cg_reference_load(struct codegen *g, const struct reference *ref, uint32_t to);
void cg_reference_store(struct codegen *g, const struct reference *ref, uint32_t from);

// -- cg_dynamic.c: names that may be properties of objects, with, direct eval

void cg_dynamic_load(struct codegen *g, struct ast_identifier *id, uint32_t to, bool for_typeof);
bool cg_dynamic_callee(struct codegen *g, struct ast_identifier *id, uint32_t base); // as cg_callee
void cg_dynamic_delete(struct codegen *g, struct ast_identifier *id, uint32_t to);
void cg_dynamic_reference(struct codegen *g, struct reference *ref);
void cg_dynamic_reference_load(struct codegen *g, const struct reference *ref, uint32_t to);
void cg_dynamic_reference_store(struct codegen *g, const struct reference *ref, uint32_t from);
void cg_with(struct codegen *g, struct ast_with *node);
// A call of something called eval, its window ready: goes to `ordinary` when it is not the real eval.
void cg_direct_eval(struct codegen *g, uint32_t to, uint32_t base, uint32_t ordinary, bool spread,
                    uint32_t count);
void cg_store_eval_variable(struct codegen *g, struct ast_declaration *d, uint32_t from);
void cg_declare_eval_variables(struct codegen *g, struct ast_scope *scope);

// -- cg_pattern.c: destructuring

// Assigns or binds `from` to a target, pattern or not. `value`: the expression it comes from, for messages;
// or NULL.
void cg_bind(struct codegen *g, struct ast_node *target, uint32_t from, const struct ast_node *value);
// The same for variables that do not exist before (let, const, parameters), so that `from` is none of them.
void cg_bind_new(struct codegen *g, struct ast_node *target, uint32_t from, const struct ast_node *value);

// -- cg_statement.c

void cg_statement(struct codegen *g, struct ast_node *node);
void cg_statements(struct codegen *g, const struct ast_list *list);
void cg_block(struct codegen *g, struct ast_block *node);
void cg_variables(struct codegen *g, struct ast_variables *node);
void cg_complete_undefined(struct codegen *g); // completion value becomes undefined

// -- cg_switch.c

void cg_switch(struct codegen *g, struct ast_switch *node);

// -- cg_loop.c

void cg_for(struct codegen *g, struct ast_for *node);
void cg_for_in(struct codegen *g, struct ast_for_each *node);
void cg_for_of(struct codegen *g, struct ast_for_each *node);
void cg_while(struct codegen *g, struct ast_while *node);
void cg_do_while(struct codegen *g, struct ast_while *node);

// -- cg_try.c: handlers, finally, ways out

void control_push(struct codegen *g, struct control *control, enum control_kind kind);
// Opens a handler over what follows, until control_close_handler.
void control_open_handler(struct codegen *g, struct control *control, uint32_t label, uint32_t reg);
void control_close_handler(struct codegen *g, struct control *control);
void control_pop(struct codegen *g, struct control *control);
void cg_try(struct codegen *g, struct ast_try *node);
void cg_jump_out(struct codegen *g, const struct ast_node *target, bool continues);
void cg_return(struct codegen *g, uint32_t reg);
// Emits the ways on of yields that return() resumes, those directly in the innermost control, or outside of
// any.
void cg_pending_yields(struct codegen *g);
// Where yields under way are collected.
void cg_add_yield(struct codegen *g, uint32_t label, uint32_t reg);
// What the end of the function's body does.
void cg_return_undefined(struct codegen *g);
// Guards an iteration: a throw closes it. Between them, jumps out close it as well.
void cg_guard_iteration(struct codegen *g, struct control *control, uint32_t iteration, bool async);
void cg_end_guard(struct codegen *g, struct control *control);
void cg_async_iterator_close(struct codegen *g, uint32_t iteration);

// -- cg_function.c

// The code of a function; `class` for constructors. NULL: the compilation failed.
struct code *cg_function_code(struct compilation *c, struct codegen *outer, struct ast_function *function,
                              struct ast_class *class, struct string *name);
// `name`: for functions whose own name is not known, or NULL.
void cg_closure(struct codegen *g, struct ast_function *function, uint32_t to, struct string *name);
void cg_function_expression(struct codegen *g, struct ast_function *function, uint32_t to, uint32_t name);
// Name of a function with this property key; `prefix` is "get ", "set " or "".
struct string *cg_method_name(struct codegen *g, vm_value key, const char *prefix);
// The class whose constructor the code belongs to, through arrow functions; NULL when it is none or unknown.
struct ast_class *cg_constructor_class(const struct codegen *g);

// -- cg_class.c

void cg_class(struct codegen *g, struct ast_class *node, uint32_t to, uint32_t name);
void cg_initializer_body(struct codegen *g);
// Constructors of classes without one.
bool cg_is_default_constructor(const struct codegen *g);
void cg_default_body(struct codegen *g);
struct code *cg_default_constructor(struct codegen *g, struct ast_class *node);

// -- cg_generator.c

void cg_yield(struct codegen *g, struct ast_unary *node, uint32_t to);
void cg_yield_delegate(struct codegen *g, struct ast_unary *node, uint32_t to);
void cg_await(struct codegen *g, struct ast_unary *node, uint32_t to);
void emit_await(struct codegen *g, uint32_t to, uint32_t from);

// -- cg_module.c

// Fills the description; its atoms become constants of the module body under generation.
void cg_describe_module(struct codegen *g, struct module_description *out);
// The code that makes the module's declared functions; NULL when there are none.
struct code *cg_module_instantiate(struct compilation *c, struct ast_function *program);
