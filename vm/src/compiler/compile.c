// From source text to code: parse, analyze scopes, generate.
#include "compiler/compile.h"

#include <stdio.h>

#include "base/buffer.h"
#include "compiler/eval_scope.h"
#include "compiler/parser.h"
#include "object/throw.h"

// Where the parts of a dynamic function lie in the text made of them.
struct function_text {
    struct buffer text;
    uint32_t parameters_end, body_end;
};

// sec-createdynamicfunction
static bool make_function_text(const struct compile_options *options, const char *body, size_t length,
                               struct function_text *out) {
    const char *parameters = options->parameters ? options->parameters : "";
    buffer_append_text(&out->text, options->function_flags & CODE_ASYNC ? "async function" : "function");
    buffer_append_text(&out->text, options->function_flags & CODE_GENERATOR ? "* anonymous(" : " anonymous(");
    buffer_append(&out->text, parameters, strlen(parameters));
    buffer_append_char(&out->text, '\n');
    out->parameters_end = (uint32_t)out->text.length;
    buffer_append_text(&out->text, ") {\n");
    if (buffer_reserve(&out->text, length)) {
        out->text.failed = !memory_copy(out->text.memory, out->text.bytes + out->text.length, body, length);
        out->text.length += length;
    }
    buffer_append_char(&out->text, '\n');
    out->body_end = (uint32_t)out->text.length;
    buffer_append_char(&out->text, '}');
    return !out->text.failed;
}

static void report_parse_error(struct compilation *c, const struct parse_error *from) {
    if (from->kind == PARSE_ERROR_MEMORY) {
        cg_fail_memory(c);
    } else {
        cg_fail(c, from->kind == PARSE_ERROR_DEPTH ? ERROR_RANGE : ERROR_SYNTAX, from->start, "%s",
                from->message);
        c->error->incomplete = from->incomplete;
    }
}

// -- Stages ---------------------------------------------------------------------------------------

static enum parse_goal parse_goal_of(enum compile_goal goal) {
    static const uint8_t goals[] = {[COMPILE_SCRIPT] = PARSE_SCRIPT,
                                    [COMPILE_MODULE] = PARSE_MODULE,
                                    [COMPILE_EVAL] = PARSE_EVAL,
                                    [COMPILE_FUNCTION] = PARSE_FUNCTION,
                                    [COMPILE_FUNCTION_BODY] = PARSE_FUNCTION_BODY};
    return goals[goal];
}

static bool parse(struct compilation *c, const struct function_text *function, struct parse_result *result) {
    struct parse_options options = {
        .goal = parse_goal_of(c->options->goal),
        .stack_limit = c->stack_limit,
        .strict = c->options->strict,
        .await = c->options->await,
        .parameters_end = function->parameters_end,
        .body_end = function->body_end,
        .parameters = c->options->parameter_names,
        .parameter_count = c->options->parameter_count,
    };
    const struct list *scopes = c->options->eval_scopes;
    if (scopes && !eval_scope_parse_options(c, scopes, &options)) {
        cg_fail_memory(c);
        return false;
    }
    if (!parser_parse(result, c->script->source, c->script->source_length, &options, &c->arena, c->memory)) {
        report_parse_error(c, &result->error);
        return false;
    }
    if ((scopes && !eval_scope_surround(c, scopes, &result->names, result->program)) ||
        !scope_analyze(&c->arena, &result->names, result->program)) {
        cg_fail_memory(c);
    } else if (scopes) {
        eval_scope_resolve(c, &result->names, result->program->scope);
    }
    c->module = result->module;
    return !c->failed;
}

// The function that a dynamic function's program consists of.
static struct ast_function *only_function(struct ast_function *program) {
    return (struct ast_function *)((struct ast_unary *)program->body.items[0])->operand;
}

static struct code *generate(struct compilation *c, struct ast_function *program) {
    struct module_description *module = c->options->module;
    if (c->options->goal == COMPILE_FUNCTION || c->options->goal == COMPILE_FUNCTION_BODY) {
        return cg_function_code(c, NULL, only_function(program), NULL, NULL);
    }
    if (module && c->module) {
        *module = (struct module_description){0};
        module->instantiate = cg_module_instantiate(c, program);
    }
    return cg_function_code(c, NULL, program, NULL, NULL);
}

static struct code *run_stages(struct compilation *c, const char *source, size_t length) {
    struct function_text function = {0};
    buffer_initialize(&function.text, c->memory);
    struct code *code = NULL;
    if (c->options->goal == COMPILE_FUNCTION) {
        if (!make_function_text(c->options, source, length, &function)) {
            cg_fail_memory(c);
        }
        source = function.text.bytes;
        length = function.text.length;
    }
    if (length > INT32_MAX) {
        cg_fail(c, ERROR_RANGE, 0, "Source text is too long");
    }
    if (!c->failed) {
        c->script = script_create(c->vm, source, length, c->options->file_name);
    }
    struct parse_result result;
    if (!c->script) {
        cg_fail_memory(c);
    } else if (!c->failed) {
        c->script->realm = c->options->realm ? c->options->realm : c->script->realm;
        c->script->first_line = c->options->first_line ? c->options->first_line : 1;
        c->script->first_column = c->options->first_column ? c->options->first_column : 1;
        if (parse(c, &function, &result) && !c->options->syntax_only) {
            code = generate(c, result.program);
        }
    }
    buffer_finalize(&function.text);
    return code;
}

struct code *compile(vm_isolate *vm, const char *source, size_t length, const struct compile_options *options,
                     struct compile_error *error) {
    struct compilation c = {.vm = vm,
                            .memory = &vm->memory,
                            .options = options,
                            .error = error,
                            .stack_limit = (uintptr_t)vm->stack_limit};
    *error = (struct compile_error){0};
    arena_initialize(&c.arena, c.memory);
    vm->heap.no_collect++;
    struct code *code = run_stages(&c, source, length);
    vm->heap.no_collect--;
    arena_finalize(&c.arena);
    if (!c.failed && !memory_poll(c.memory)) cg_fail_memory(&c); // some of the text may not have been read
    if (error->out_of_memory && !vm->terminating) {
        vm->exception = VALUE_EMPTY; // the caller makes the error
    }
    return c.failed ? NULL : code;
}
