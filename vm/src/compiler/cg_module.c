// Modules: the description that the linker works from.
#include "compiler/codegen.h"

#include "object/environment.h"

static void *list(struct compilation *c, size_t size, uint32_t count) {
    void *items = arena_allocate(&c->script->arena, size * (count ? count : 1));
    if (!items) {
        cg_fail_memory(c);
    } else {
        memset(items, 0, size * (count ? count : 1));
    }
    return items;
}

// The atoms have to outlive the compilation: they are constants of the module's code.
static struct string *keep(struct codegen *g, struct name *name) {
    if (!name) {
        return NULL;
    }
    vm_value value = cg_name_value(g, name);
    constant_index(g, value);
    return value_is_string(value) ? value_as_string(value) : NULL;
}

static void describe_requests(struct codegen *g, struct module_description *out) {
    const struct ast_module *module = g->c->module;
    out->request_count = module->request_count;
    out->requests = list(g->c, sizeof *out->requests, module->request_count);
    for (uint32_t i = 0; i < module->request_count && !g->c->failed; i++) {
        const struct ast_module_request *from = &module->requests[i];
        struct module_request *to = &out->requests[i];
        to->specifier = keep(g, from->specifier);
        to->position = from->offset;
        to->attribute_count = from->attribute_count;
        to->attribute_keys = list(g->c, sizeof *to->attribute_keys, from->attribute_count);
        to->attribute_values = list(g->c, sizeof *to->attribute_values, from->attribute_count);
        for (uint32_t k = 0; k < from->attribute_count && !g->c->failed; k++) {
            to->attribute_keys[k] = keep(g, from->attributes[k].key);
            to->attribute_values[k] = keep(g, from->attributes[k].value);
        }
    }
}

static void describe_imports(struct codegen *g, struct module_description *out) {
    const struct ast_module *module = g->c->module;
    out->import_count = module->import_count;
    out->imports = list(g->c, sizeof *out->imports, module->import_count);
    for (uint32_t i = 0; i < module->import_count && !g->c->failed; i++) {
        const struct ast_import *from = &module->imports[i];
        out->imports[i] = (struct import_entry){
            .request = from->request,
            .kind = from->import_name ? IMPORT_NAME : IMPORT_NAMESPACE,
            .import_name = keep(g, from->import_name),
            .slot = from->declaration->info->slot,
            .position = from->offset,
        };
    }
}

static void describe_exports(struct codegen *g, struct module_description *out) {
    const struct ast_module *module = g->c->module;
    uint32_t count = 0;
    out->export_count =
        module->local_export_count + module->indirect_export_count + module->star_export_count;
    out->exports = list(g->c, sizeof *out->exports, out->export_count);
    for (uint32_t i = 0; i < module->local_export_count && !g->c->failed; i++) {
        const struct ast_local_export *from = &module->local_exports[i];
        out->exports[count++] = (struct export_entry){.kind = EXPORT_LOCAL,
                                                      .export_name = keep(g, from->export_name),
                                                      .slot = from->declaration->info->slot,
                                                      .position = from->offset};
    }
    for (uint32_t i = 0; i < module->indirect_export_count && !g->c->failed; i++) {
        const struct ast_indirect_export *from = &module->indirect_exports[i];
        out->exports[count++] = (struct export_entry){.kind = EXPORT_INDIRECT,
                                                      .request = from->request,
                                                      .export_name = keep(g, from->export_name),
                                                      .import_name = keep(g, from->import_name),
                                                      .position = from->offset};
    }
    for (uint32_t i = 0; i < module->star_export_count && !g->c->failed; i++) {
        out->exports[count++] =
            (struct export_entry){.kind = EXPORT_STAR, .request = module->star_exports[i]};
    }
}

static uint8_t slot_flags(const struct ast_declaration *d) {
    uint8_t flags = 0;
    if (d->info->storage != STORAGE_BINDING) {
        flags |= MODULE_SLOT_PLAIN;
    }
    switch ((enum ast_declaration_kind)d->kind) {
    case DECLARATION_IMPORT: return flags | MODULE_SLOT_IMPORT | BINDING_CONST;
    case DECLARATION_CONST: return flags | BINDING_CONST;
    case DECLARATION_VAR:
    case DECLARATION_FUNCTION: return flags | MODULE_SLOT_VAR;
    default: return flags;
    }
}

static void describe_slots(struct codegen *g, struct ast_scope *scope, struct module_description *out) {
    out->environment_slots = scope->info->slots;
    uint8_t *flags = list(g->c, 1, scope->info->slots);
    for (struct ast_declaration *d = scope->first_declaration; d && !g->c->failed; d = d->next) {
        if (d->info->storage == STORAGE_BINDING || d->info->storage == STORAGE_ENVIRONMENT) {
            flags[d->info->slot] = slot_flags(d);
        }
    }
    out->binding_flags = flags;
}

static bool declares_functions(const struct ast_scope *scope) {
    for (const struct ast_declaration *d = scope->first_declaration; d; d = d->next) {
        if (d->function) {
            return true;
        }
    }
    return false;
}

void cg_describe_module(struct codegen *g, struct module_description *out) {
    describe_requests(g, out);
    describe_imports(g, out);
    describe_exports(g, out);
    describe_slots(g, g->function->scope, out);
    out->has_top_level_await = g->function->has_top_level_await;
}

struct code *cg_module_instantiate(struct compilation *c, struct ast_function *program) {
    if (!declares_functions(program->scope)) {
        return NULL;
    }
    struct codegen g = {.c = c,
                        .function = program,
                        .top = 1,
                        .local_top = 1,
                        .maximum = 1,
                        .completion = NO_REGISTER,
                        .chain_label = NO_LABEL,
                        .stored = {.word = NO_WORD}};
    for (struct ast_declaration *d = program->scope->first_declaration; d; d = d->next) {
        d->info->initialized = d->kind != DECLARATION_IMPORT && d->kind != DECLARATION_LET &&
                               d->kind != DECLARATION_CONST && d->kind != DECLARATION_CLASS;
    }
    cg_hoist_functions(&g, program->scope);
    emit(&g, OP_RETURN_UNDEFINED, 0, 0, 0, 0, 0);
    struct code *code = emit_finish(&g);
    emitter_finalize(&g);
    if (code) {
        code->cell.flags = CODE_STRICT | CODE_METHOD;
        code->source_end = program->node.end;
    }
    return code;
}
