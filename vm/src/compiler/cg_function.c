// Functions: prologue (sec-functiondeclarationinstantiation), body, and the CODE that comes of them.
#include "compiler/codegen.h"

#include "object/throw.h"

// Debug builds check everything that is generated.
#if VM_DEBUG
static void verify(struct codegen *g, const struct code *code) {
    const char *problem = code_verify(code);
    if (problem) {
        cg_fail(g->c, ERROR_PLAIN, code->source_start, "internal: bad code: %s", problem);
    }
}
#else
static void verify(struct codegen *g, const struct code *code) { (void)g, (void)code; }
#endif

// -- Names ----------------------------------------------------------------------------------------

struct string *cg_method_name(struct codegen *g, vm_value key, const char *prefix) {
    vm_isolate *vm = g->c->vm;
    if (g->c->failed) {
        return NULL;
    }
    struct string *name = value_is_int(key)      ? string_from_int(vm, value_as_int(key))
                          : value_is_string(key) ? value_as_string(key)
                                                 : vm->empty_string;
    if (name && *prefix) {
        struct string *first = string_from_text(vm, prefix);
        name = first ? string_concat(vm, first, name) : NULL;
    }
    name = name ? string_flatten(vm, name) : NULL;
    if (!name) {
        cg_fail_memory(g->c);
    }
    return name;
}

struct ast_class *cg_constructor_class(const struct codegen *g) {
    while (g && g->function->kind == FUNCTION_ARROW) {
        g = g->outer;
    }
    return g ? g->class : NULL;
}

// -- Prologue -------------------------------------------------------------------------------------

static bool is_program(const struct ast_function *function) { return function->kind >= FUNCTION_SCRIPT; }

// Register of parameter `index`. Wide functions have moved the low ones up.
static uint32_t parameter_register(const struct codegen *g, uint32_t index) {
    uint32_t reg = 1 + index, first = g->function->parameters.count + 1;
    return g->wide && reg <= 255 ? (first > 256 ? first : 256) + index : reg;
}

static void move_parameters(struct codegen *g) {
    for (uint32_t i = 0; i < g->function->parameters.count && i < 255; i++) {
        emit_16(g, OP_MOVE_TO, 1 + i, cg_allocate(g, 1));
    }
}

// Puts a value of the prologue where the variable lives: `from` becomes the register of a local.
static void settle(struct codegen *g, struct ast_declaration *d, uint32_t from) {
    if (d->info->storage == STORAGE_REGISTER) {
        d->info->reg = from;
    } else {
        cg_store_declared(g, d, from);
    }
}

static void load_implicit(struct codegen *g, struct ast_declaration *d, enum opcode op) {
    struct cg_mark mark = cg_mark(g);
    uint32_t reg = cg_allocate(g, 1);
    emit_a(g, op, reg);
    settle(g, d, reg);
    if (d->info->storage != STORAGE_REGISTER) {
        cg_release(g, mark);
    }
}

static void declare_implicit(struct codegen *g, struct ast_declaration *d) {
    struct scope_variable *v = d->info;
    v->initialized = true;
    switch ((enum name_id)d->name->id) {
    case NAME_this:
        if (g->function->kind == FUNCTION_DERIVED_CONSTRUCTOR) {
            v->initialized = false;
            v->reg = 0;
            break; // the slot of an environment is EMPTY already
        }
        if (!g->function->is_strict && !is_program(g->function)) {
            emit(g, OP_COERCE_THIS, 0, 0, 0, 0, 0);
        }
        settle(g, d, 0);
        break;
    case NAME_new_target: load_implicit(g, d, OP_LOAD_NEW_TARGET); break;
    case NAME_home_object: load_implicit(g, d, OP_LOAD_HOME); break;
    case NAME_active_function: load_implicit(g, d, OP_LOAD_CALLEE); break;
    default: break; // arguments: make_arguments
    }
}

static void make_arguments(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind != DECLARATION_IMPLICIT || d->name->id != NAME_arguments) {
            continue;
        }
        struct cg_mark mark = cg_mark(g);
        uint32_t reg = cg_allocate(g, 1);
        if (scope->info->maps_arguments) {
            emit_ab(g, OP_MAPPED_ARGUMENTS, reg, scope->info->environment);
        } else {
            const struct ast_function *f = g->function;
            emit_abc(g, OP_ARGUMENTS, reg, !f->is_strict && f->has_simple_parameters && !f->rest, 0);
        }
        settle(g, d, reg);
        if (d->info->storage != STORAGE_REGISTER) {
            cg_release(g, mark);
        }
    }
}

static void declare_own_name(struct codegen *g) {
    struct ast_scope *scope = g->function->name_scope;
    struct ast_declaration *d = scope ? scope->first_declaration : NULL;
    if (d) {
        d->info->initialized = true;
        if (d->info->referenced || d->info->assignments || d->info->home->contains_eval) {
            load_implicit(g, d, OP_LOAD_CALLEE);
        }
    }
}

static void simple_parameters(struct codegen *g) {
    struct ast_scope *scope = g->function->scope;
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_PARAMETER) {
            d->info->initialized = true;
            settle(g, d, parameter_register(g, d->index));
        }
    }
}

static void bind_parameter(struct codegen *g, struct ast_node *target, uint32_t reg) {
    if (target->kind == AST_IDENTIFIER) {
        cg_store_variable(g, (struct ast_identifier *)target, reg, true);
    } else {
        cg_bind_new(g, target, reg, NULL);
    }
}

static void parameter_patterns(struct codegen *g) {
    struct ast_function *function = g->function;
    for (struct ast_declaration *d = function->scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_PARAMETER) {
            struct scope_variable *v = d->info;
            v->initialized = v->is_view = false;
            v->touched = false;
            v->preset_word = NO_WORD;
            if (v->storage == STORAGE_REGISTER) {
                v->reg = d->index != UINT32_MAX ? parameter_register(g, d->index) : cg_allocate(g, 1);
            }
        }
    }
    g->local_top = g->top;
    for (uint32_t i = 0; i < function->parameters.count && !g->c->failed; i++) {
        struct ast_node *parameter = function->parameters.items[i];
        uint32_t reg = parameter_register(g, i);
        if (parameter->kind == AST_DEFAULT) {
            struct ast_assign *with_default = (struct ast_assign *)parameter;
            uint32_t given = label_create(g);
            emit_branch(g, OP_JUMP_NOT_UNDEFINED, reg, 0, 0, given);
            cg_into(g, with_default->value, reg);
            label_bind(g, given);
            parameter = with_default->target;
        }
        bind_parameter(g, parameter, reg);
    }
    if (function->rest) {
        struct cg_mark mark = cg_mark(g);
        uint32_t local = cg_assignable_register(g, function->rest, true);
        uint32_t reg = local != NO_REGISTER ? local : cg_allocate(g, 1);
        if (cg_may_be_view(g, function->rest)) {
            ((struct ast_identifier *)function->rest)->declaration->info->is_view = true;
            emit_a(g, OP_LOAD_EMPTY, reg);
        } else {
            emit_a(g, OP_REST, reg);
        }
        bind_parameter(g, function->rest, reg);
        cg_release(g, mark);
    }
}

static bool is_declared_by_body(const struct ast_declaration *d) {
    return d->kind != DECLARATION_PARAMETER && d->kind != DECLARATION_IMPLICIT &&
           d->info->storage != STORAGE_GLOBAL;
}

static void declare_body(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (is_declared_by_body(d)) {
            cg_declare(g, d);
        }
    }
    g->local_top = g->top;
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->shadowed && !d->function) {
            struct cg_mark mark = cg_mark(g);
            uint32_t value = cg_allocate(g, 1);
            cg_load_declared(g, d->shadowed, value, d->offset);
            cg_store_declared(g, d, value);
            cg_release(g, mark);
        }
    }
}

static void run_fields(struct codegen *g) {
    if (g->function->kind == FUNCTION_CONSTRUCTOR && g->class && g->class->instance_initializer) {
        struct cg_mark mark = cg_mark(g);
        uint32_t callee = cg_allocate(g, 1);
        emit_a(g, OP_LOAD_CALLEE, callee);
        emit_ab(g, OP_RUN_FIELDS, callee, 0);
        cg_release(g, mark);
    }
}

static void function_prologue(struct codegen *g) {
    struct ast_function *function = g->function;
    struct ast_scope *scope = function->scope;
    run_fields(g);
    g->scope = scope;
    cg_open_environment(g, scope);
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_IMPLICIT) {
            declare_implicit(g, d);
        } else if (d->kind == DECLARATION_SLOT) {
            d->info->initialized = true;
        }
    }
    declare_own_name(g);
    if (function->has_simple_parameters && !function->rest) {
        simple_parameters(g);
        make_arguments(g, scope);
    } else {
        make_arguments(g, scope);
        parameter_patterns(g);
    }
    if (function->is_generator) {
        emit(g, OP_GENERATOR_START, 0, 0, 0, 0, 0);
    }
    if (function->body_scope != scope) {
        g->scope = function->body_scope;
        cg_open_environment(g, function->body_scope);
    }
    declare_body(g, function->body_scope);
    cg_hoist_functions(g, function->body_scope);
}

// -- Programs -------------------------------------------------------------------------------------

static enum global_kind global_kind_of(const struct ast_declaration *d) {
    switch ((enum ast_declaration_kind)d->kind) {
    case DECLARATION_LET: return GLOBAL_LET;
    case DECLARATION_CONST: return GLOBAL_CONST;
    case DECLARATION_CLASS: return GLOBAL_CLASS;
    default:
        return d->function ? GLOBAL_FUNCTION : d->flags & DECLARATION_ANNEX_B ? GLOBAL_ANNEX_B : GLOBAL_VAR;
    }
}

static void declare_globals(struct codegen *g, struct ast_scope *scope) {
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->info->storage == STORAGE_GLOBAL) {
            struct declaration declaration = {constant_name(g, d->name), global_kind_of(d), d->offset};
            if (!VECTOR_PUSH(g->c->memory, &g->declarations, declaration)) {
                cg_fail_memory(g->c);
            }
        }
    }
    if (!g->declarations.length) {
        return;
    }
    cg_position(g, scope->start);
    emit(g, OP_DECLARE_GLOBALS, 0, 0, 0, 0, 0);
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->info->storage == STORAGE_GLOBAL && d->function) {
            struct cg_mark mark = cg_mark(g);
            uint32_t reg = cg_allocate(g, 1);
            cg_closure(g, d->function, reg, NULL);
            emit(g, OP_DECLARE_GLOBAL_FUNCTION, reg, 0, 0, constant_name(g, d->name), 0);
            cg_release(g, mark);
        }
    }
}

static void program_prologue(struct codegen *g) {
    struct ast_scope *scope = g->function->scope;
    g->scope = scope;
    cg_open_environment(g, scope);
    if (g->function->kind != FUNCTION_MODULE) {
        g->completion = cg_allocate(g, 1);
    }
    for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->kind == DECLARATION_IMPLICIT) {
            declare_implicit(g, d);
        } else if (d->info->storage != STORAGE_GLOBAL && d->info->storage != STORAGE_EVAL) {
            cg_declare(g, d);
        } else {
            d->info->initialized = true;
        }
    }
    g->local_top = g->top;
    declare_globals(g, scope);
    if (g->function->kind == FUNCTION_EVAL) {
        cg_declare_eval_variables(g, scope);
        for (struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
            if (d->function && d->info->storage != STORAGE_GLOBAL && d->info->storage != STORAGE_EVAL) {
                struct cg_mark mark = cg_mark(g);
                uint32_t reg = cg_allocate(g, 1);
                cg_closure(g, d->function, reg, NULL);
                cg_store_declared(g, d, reg);
                cg_release(g, mark);
            }
        }
    }
    cg_complete_undefined(g);
}

// -- Bodies ---------------------------------------------------------------------------------------

static void function_body(struct codegen *g) {
    struct ast_function *function = g->function;
    uint32_t parameters = function->parameters.count;
    g->top = 1 + parameters;
    g->group_top = 1 + SCRATCH_REGISTERS;
    g->environment = 0;
    g->completion = NO_REGISTER;
    g->chain_label = NO_LABEL;
    g->stored.word = NO_WORD;
    if (parameters > UINT16_MAX - 512) {
        cg_fail(g->c, ERROR_SYNTAX, function->node.start, "Too many parameters in function definition");
        return;
    }
    if (g->wide) {
        g->top = g->top > 256 ? g->top : 256;
        move_parameters(g);
    }
    g->maximum = g->top;
    g->local_top = g->top;
    if (is_program(function)) {
        program_prologue(g);
    } else {
        function_prologue(g);
    }
    g->straight = true;
    if (function->kind == FUNCTION_CLASS_INITIALIZER) {
        cg_initializer_body(g);
    } else if (cg_is_default_constructor(g)) {
        cg_default_body(g);
    } else {
        cg_statements(g, &function->body);
    }
    if (g->completion != NO_REGISTER) {
        emit_a(g, cg_is_async(g) ? OP_ASYNC_RETURN : OP_RETURN, g->completion);
    } else if (!g->dead) {
        cg_return_undefined(g);
    }
    cg_drop_presets(g, function->body_scope);
    if (function->body_scope != function->scope) {
        cg_drop_presets(g, function->scope);
    }
    cg_pending_yields(g);
}

static uint8_t code_flags(const struct codegen *g) {
    const struct ast_function *function = g->function;
    bool is_default_derived = cg_is_default_constructor(g) && function->kind == FUNCTION_DERIVED_CONSTRUCTOR;
    uint8_t flags = function->is_strict ? CODE_STRICT : 0;
    flags |= function->is_generator ? CODE_GENERATOR : 0;
    flags |= function->is_async || function->has_top_level_await ? CODE_ASYNC : 0;
    switch ((enum ast_function_kind)function->kind) {
    case FUNCTION_ARROW: flags |= CODE_ARROW; break;
    case FUNCTION_METHOD:
    case FUNCTION_GETTER:
    case FUNCTION_SETTER:
    case FUNCTION_CLASS_INITIALIZER: flags |= CODE_METHOD; break;
    case FUNCTION_CONSTRUCTOR: flags |= CODE_CLASS; break;
    case FUNCTION_DERIVED_CONSTRUCTOR: flags |= CODE_CLASS | CODE_DERIVED; break;
    default: break;
    }
    if (function->rest || is_default_derived) {
        flags |= CODE_KEEPS_ARGUMENTS;
    }
    for (struct ast_declaration *d = is_program(function) ? NULL : function->scope->first_declaration; d;
         d = d->next) {
        if (d->kind == DECLARATION_IMPLICIT && d->name->id == NAME_arguments) {
            flags |= CODE_KEEPS_ARGUMENTS;
        }
    }
    return flags;
}

static enum code_kind code_kind(const struct ast_function *function) {
    switch ((enum ast_function_kind)function->kind) {
    case FUNCTION_SCRIPT: return CODE_SCRIPT_BODY;
    case FUNCTION_MODULE: return CODE_MODULE_BODY;
    case FUNCTION_EVAL: return CODE_EVAL_BODY;
    default: return CODE_FUNCTION;
    }
}

static uint32_t predicted_slots(const struct codegen *g) {
    uint32_t slots = g->this_properties.length;
    for (uint32_t i = 0; g->class && i < g->class->elements.count; i++) {
        const struct ast_node *element = g->class->elements.items[i];
        slots += element->operator== ELEMENT_FIELD && !(element->flags & AST_STATIC);
    }
    return slots < 64 ? slots : 64;
}

// Fills in what follows from the tree.
static void describe_code(struct codegen *g, struct code *code, struct string *name) {
    const struct ast_function *function = g->function;
    const struct ast_node *text = g->class ? &g->class->node : &function->node;
    code->cell.flags = code_flags(g);
    code->kind = code_kind(function);
    code->source_start = text->start;
    code->source_end = text->end;
    code->parameters = (uint16_t)function->parameters.count;
    code->length = (uint16_t)function->length;
    bool plain = !function->is_async && !function->is_generator;
    bool constructor =
        function->kind == FUNCTION_CONSTRUCTOR || function->kind == FUNCTION_DERIVED_CONSTRUCTOR;
    code->is_constructor = constructor || (function->kind == FUNCTION_NORMAL && plain);
    code->has_prototype = function->is_generator || (function->kind == FUNCTION_NORMAL && plain);
    code->has_fields = constructor && g->class && g->class->instance_initializer;
    code->inline_slots = code->is_constructor ? predicted_slots(g) : 0;
    struct name *own = g->class ? g->class->name : function->name;
    if (name) {
        code->name = name;
    } else if (own) {
        vm_value value = cg_name_value(g, own);
        code->name = value_is_string(value) ? value_as_string(value) : g->c->vm->empty_string;
    }
}

static struct code *generate(struct codegen *g, struct string *name) {
    function_body(g);
    if (g->function->kind == FUNCTION_MODULE && g->c->options->module && !g->c->failed) {
        cg_describe_module(g, g->c->options->module);
    }
    struct code *code = emit_finish(g);
    if (code) {
        describe_code(g, code, name);
        verify(g, code);
    }
    return g->c->failed ? NULL : code;
}

struct code *cg_function_code(struct compilation *c, struct codegen *outer, struct ast_function *function,
                              struct ast_class *class, struct string *name) {
    if (function->info || c->failed) {
        return function->info;
    }
    if ((uintptr_t)__builtin_frame_address(0) < c->stack_limit) {
        cg_fail(c, ERROR_RANGE, function->node.start, "Maximum call stack size exceeded");
        return NULL;
    }
    struct codegen g = {.c = c, .outer = outer, .function = function, .class = class};
    struct code *code = generate(&g, name);
    bool again = g.too_wide;
    emitter_finalize(&g);
    if (again) {
        c->failed = false;
        g = (struct codegen){.c = c, .outer = outer, .function = function, .class = class, .wide = true};
        code = generate(&g, name);
        emitter_finalize(&g);
    }
    function->info = code;
    return code;
}

// -- Closures -------------------------------------------------------------------------------------

void cg_closure(struct codegen *g, struct ast_function *function, uint32_t to, struct string *name) {
    struct code *code = cg_function_code(g->c, g, function, NULL, name);
    g->makes_closures = true;
    if (code) {
        emit(g, OP_CLOSURE, to, g->environment, 0, constant_index(g, value_from_cell(code)), 0);
    }
}

void cg_function_expression(struct codegen *g, struct ast_function *function, uint32_t to, uint32_t name) {
    cg_closure(g, function, to, NULL);
    if (name != NO_REGISTER && !function->name) {
        emit(g, OP_SET_FUNCTION_NAME, to, name, 0, 0, 0);
    }
}
