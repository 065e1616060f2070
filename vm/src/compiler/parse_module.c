// Import and export declarations, and the record of a module.
#include "compiler/parse_internal.h"

#include <string.h>

enum { LOCAL_EXPORT = UINT32_MAX }; // export_entry.request of exports without `from`

// ---- Names and requests

// Whether the text has no unpaired surrogates.
static bool is_well_formed(const struct name *name) {
    if (!name->wide) return true;
    for (uint32_t i = 0; i < name->length; i++) {
        uint16_t unit = name_unit(name, i);
        if (unit < 0xD800 || unit > 0xDFFF) continue;
        if (unit > 0xDBFF || i + 1 == name->length) return false;
        uint16_t low = name_unit(name, ++i);
        if (low < 0xDC00 || low > 0xDFFF) return false;
    }
    return true;
}

// ModuleExportName: an identifier name or a string. NULL on error.
static struct name *parse_export_name(struct parser *parser) {
    const struct token token = parser->lexer.token;
    if (token.type == TOKEN_STRING) {
        if (!check_string_token(parser)) return NULL;
        if (!is_well_formed(token.name))
            return parser_fail_token(parser,
                                     "Invalid module export name: contains unpaired surrogate character");
    } else if (!token_is_name(&token)) {
        return parser_unexpected(parser);
    }
    parser_next(parser);
    return token.name;
}

static int compare_names(const struct name *a, const struct name *b) {
    uint32_t length = a->length < b->length ? a->length : b->length;
    for (uint32_t i = 0; i < length; i++) {
        int difference = name_unit(a, i) - name_unit(b, i);
        if (difference) return difference;
    }
    return a->length < b->length ? -1 : a->length > b->length;
}

// with { key: "value", … } into the request, sorted by key.
static bool parse_attributes(struct parser *parser, struct ast_module_request *request) {
    enum { MOST = 64 };
    struct ast_attribute attributes[MOST];
    uint32_t count = 0;
    parser_next(parser);
    if (!parser_expect(parser, TOKEN_LEFT_BRACE)) return false;
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        const struct token key = parser->lexer.token;
        if (key.type != TOKEN_STRING && !token_is_name(&key)) return parser_unexpected(parser);
        parser_next(parser);
        if (!parser_expect(parser, TOKEN_COLON)) return false;
        const struct token value = parser->lexer.token;
        if (value.type != TOKEN_STRING) return parser_unexpected(parser);
        if (!check_string_token(parser)) return false;
        parser_next(parser);
        uint32_t at = count;
        for (; at > 0; at--) {
            int order = compare_names(attributes[at - 1].key, key.name);
            if (order == 0)
                return parser_fail_name(parser, key.start, key.end,
                                        "Import attributes has a duplicate key '%s'", key.name);
            if (order < 0) break;
        }
        if (count == MOST) return parser_fail(parser, key.start, key.end, "Too many import attributes");
        memmove(attributes + at + 1, attributes + at, (count - at) * sizeof *attributes);
        attributes[at] = (struct ast_attribute){key.name, value.name};
        count++;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_expect(parser, TOKEN_RIGHT_BRACE)) return false;
    request->attribute_count = count;
    if (!count) return true;
    request->attributes = arena_copy(parser->arena, attributes, count * sizeof *attributes);
    return request->attributes || parser_out_of_memory(parser);
}

static bool same_request(const struct ast_module_request *a, const struct ast_module_request *b) {
    if (a->specifier != b->specifier || a->attribute_count != b->attribute_count) return false;
    for (uint32_t i = 0; i < a->attribute_count; i++)
        if (a->attributes[i].key != b->attributes[i].key || a->attributes[i].value != b->attributes[i].value)
            return false;
    return true;
}

// The module specifier, attributes and semicolon. Sets *index to that of the request.
static bool parse_request(struct parser *parser, uint32_t *index) {
    const struct token token = parser->lexer.token;
    if (token.type != TOKEN_STRING) return parser_unexpected(parser);
    if (!check_string_token(parser)) return false;
    parser_next(parser);
    struct ast_module_request request = {.specifier = token.name, .offset = token.start};
    if (parser_token(parser) == TOKEN_WITH && !parse_attributes(parser, &request)) return false;
    if (!parser_semicolon(parser)) return false;
    for (*index = 0; *index < parser->requests.length; ++*index)
        if (same_request(&parser->requests.items[*index], &request)) return true;
    return VECTOR_PUSH(parser->memory, &parser->requests, request) || parser_out_of_memory(parser);
}

static bool parse_from(struct parser *parser, uint32_t *index) {
    if (!parser_is_word(parser, NAME_from)) return parser_unexpected(parser);
    parser_next(parser);
    return parse_request(parser, index);
}

// ---- Import

static bool add_import(struct parser *parser, const struct token *local, struct name *import_name) {
    if (local->type != TOKEN_IDENTIFIER) {
        parser_fail_name(parser, local->start, local->end, "Unexpected token '%s'", local->name);
        return false;
    }
    if (!check_binding(parser, local)) return false;
    struct ast_declaration *declaration =
        parse_declare_lexical(parser, local->name, local->start, DECLARATION_IMPORT);
    if (!declaration) return false;
    declaration->index = parser->imports.length;
    struct ast_import import = {
        .import_name = import_name, .declaration = declaration, .offset = local->start};
    return VECTOR_PUSH(parser->memory, &parser->imports, import) || parser_out_of_memory(parser);
}

static bool parse_named_imports(struct parser *parser) {
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        struct token local = parser->lexer.token;
        struct name *import_name = parse_export_name(parser);
        if (!import_name) return false;
        if (parser_is_word(parser, NAME_as)) {
            parser_next(parser);
            local = parser->lexer.token;
            if (!token_is_name(&local)) return parser_unexpected(parser);
            parser_next(parser);
        } else if (local.type == TOKEN_STRING) {
            return parser_unexpected(parser);
        }
        if (!add_import(parser, &local, import_name)) return false;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    return parser_expect(parser, TOKEN_RIGHT_BRACE);
}

static bool parse_namespace_import(struct parser *parser) {
    parser_next(parser);
    if (!parser_is_word(parser, NAME_as)) return parser_unexpected(parser);
    parser_next(parser);
    const struct token local = parser->lexer.token;
    if (!token_is_name(&local)) return parser_unexpected(parser);
    parser_next(parser);
    return add_import(parser, &local, NULL);
}

static struct ast_node *parse_import_declaration(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    uint32_t first = parser->imports.length;
    uint32_t request;
    parser_next(parser);
    if (parser_token(parser) == TOKEN_STRING) {
        if (!parse_request(parser, &request)) return NULL;
    } else {
        bool more = true;
        if (parser_token(parser) == TOKEN_IDENTIFIER) {
            const struct token local = parser->lexer.token;
            parser_next(parser);
            if (!add_import(parser, &local, parser->names->predefined[NAME_default])) return NULL;
            more = parser_accept(parser, TOKEN_COMMA);
        }
        if (more) {
            if (parser_token(parser) == TOKEN_LEFT_BRACE) {
                if (!parse_named_imports(parser)) return NULL;
            } else if (parser_token(parser) == TOKEN_MULTIPLY) {
                if (!parse_namespace_import(parser)) return NULL;
            } else {
                return parser_unexpected(parser);
            }
        }
        if (!parse_from(parser, &request)) return NULL;
    }
    for (uint32_t i = first; i < parser->imports.length; i++)
        parser->imports.items[i].request = request;
    return parser_finish(parser, parser_node(parser, sizeof(struct ast_node), AST_EMPTY, start));
}

// ---- Export

// Reserves the name among the exported ones. False when it is taken.
static bool add_export_name(struct parser *parser, struct name *name, uint32_t start, uint32_t end) {
    if (!parser->export_names) {
        parser->export_names = arena_allocate(parser->arena, sizeof *parser->export_names);
        if (!parser->export_names) return parser_out_of_memory(parser);
        memset(parser->export_names, 0, sizeof *parser->export_names);
    }
    if (ast_scope_find(parser->export_names, name))
        return parser_fail_name(parser, start, end, "Duplicate export of '%s'", name);
    return ast_scope_declare(parser->arena, parser->export_names, name, DECLARATION_LET, start) ||
           parser_out_of_memory(parser);
}

// Notes an export; the name has been reserved.
static bool add_export_entry(struct parser *parser, struct name *export_name, struct name *local_name,
                             uint32_t request, uint32_t start) {
    struct export_entry entry = {export_name, local_name, request, start};
    return VECTOR_PUSH(parser->memory, &parser->exports, entry) || parser_out_of_memory(parser);
}

static bool add_export(struct parser *parser, struct name *export_name, struct name *local_name,
                       uint32_t request, uint32_t start, uint32_t end) {
    return (!export_name || add_export_name(parser, export_name, start, end)) &&
           add_export_entry(parser, export_name, local_name, request, start);
}

// Exports of a declaration in the module itself.
static bool add_local_export(struct parser *parser, struct ast_identifier *identifier) {
    return add_export(parser, identifier->name, identifier->name, LOCAL_EXPORT, identifier->node.start,
                      identifier->node.end);
}

// { a, b as c, … }, perhaps `from` a module.
static bool parse_named_exports(struct parser *parser) {
    uint32_t first = parser->exports.length;
    struct token bad = {.type = TOKEN_END}; // first local name that is no identifier
    parser_next(parser);
    while (parser_token(parser) != TOKEN_RIGHT_BRACE) {
        const struct token local = parser->lexer.token;
        struct name *export_name = parse_export_name(parser);
        if (!export_name) return false;
        uint32_t start = local.start, end = local.end;
        bool reserved = local.type != TOKEN_IDENTIFIER ||
                        (local.name->id >= NAME_implements && local.name->id <= NAME_await);
        if (bad.type == TOKEN_END && reserved) bad = local;
        if (parser_is_word(parser, NAME_as)) {
            parser_next(parser);
            start = parser->lexer.token.start;
            end = parser->lexer.token.end;
            if (!(export_name = parse_export_name(parser))) return false;
        }
        if (!add_export(parser, export_name, local.name, LOCAL_EXPORT, start, end)) return false;
        if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_expect(parser, TOKEN_RIGHT_BRACE)) return false;
    if (parser_is_word(parser, NAME_from)) {
        uint32_t request;
        if (!parse_from(parser, &request)) return false;
        for (uint32_t i = first; i < parser->exports.length; i++)
            parser->exports.items[i].request = request;
        return true;
    }
    if (bad.type == TOKEN_STRING) return parser_fail(parser, bad.start, bad.end, "Unexpected string");
    if (bad.type != TOKEN_END)
        return parser_fail_name(parser, bad.start, bad.end, "Unexpected token '%s'", bad.name);
    return parser_semicolon(parser);
}

// * from and * as x from.
static bool parse_star_export(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    uint32_t request;
    struct name *export_name = NULL;
    parser_next(parser);
    if (parser_is_word(parser, NAME_as)) {
        parser_next(parser);
        start = parser->lexer.token.start;
        if (!(export_name = parse_export_name(parser))) return false;
    }
    uint32_t end = parser->lexer.previous_end;
    return parse_from(parser, &request) && add_export(parser, export_name, NULL, request, start, end);
}

static struct ast_node *parse_default_export(struct parser *parser, uint32_t start) {
    struct name *hidden = parser->names->predefined[NAME_default_export];
    struct name *export_name = parser->names->predefined[NAME_default];
    uint32_t default_start = parser->lexer.token.start, default_end = parser->lexer.token.end;
    if (!add_export_name(parser, export_name, default_start, default_end)) return NULL;
    parser_next(parser);
    uint32_t value_start = parser->lexer.token.start;
    bool is_async = parser_is_word(parser, NAME_async);
    if (is_async) {
        const struct token *next = lexer_peek(&parser->lexer);
        is_async = next->type == TOKEN_FUNCTION && !(next->flags & TOKEN_NEWLINE_BEFORE);
        if (is_async) parser_next(parser);
    }
    struct ast_node *node;
    struct name *local = hidden;
    if (parser_token(parser) == TOKEN_FUNCTION) {
        node = parse_function_declaration(parser, value_start, is_async, true);
        if (node) local = ((struct ast_function_declaration *)node)->declaration->name;
    } else if (parser_token(parser) == TOKEN_CLASS) {
        node = parse_class_declaration(parser, true);
        if (node) local = ((struct ast_class_declaration *)node)->identifier->name;
    } else {
        struct ast_export_default *export = parser_node(parser, sizeof *export, AST_EXPORT_DEFAULT, start);
        if (!export) return NULL;
        if (!parse_declare_lexical(parser, hidden, default_start, DECLARATION_LET)) return NULL;
        export->identifier = parse_reference(parser, AST_IDENTIFIER, hidden, default_start, default_end);
        if (!export->identifier || !(export->value = parse_assignment(parser))) return NULL;
        export->identifier->node.flags |= AST_BINDING;
        parse_infer_name(export->value, export_name);
        if (!parser_semicolon(parser)) return NULL;
        node = parser_finish(parser, export);
    }
    if (!node || !add_export_entry(parser, export_name, local, LOCAL_EXPORT, default_start)) return NULL;
    return node;
}

// Exports what the declaration binds.
static bool export_declaration(struct parser *parser, struct ast_node *node) {
    switch (node->kind) {
    case AST_FUNCTION_DECLARATION:
        return add_local_export(parser, ((struct ast_function_declaration *)node)->function->identifier);
    case AST_CLASS_DECLARATION:
        return add_local_export(parser, ((struct ast_class_declaration *)node)->identifier);
    default: {
        struct ast_variables *variables = (struct ast_variables *)node;
        for (uint32_t i = 0; i < variables->declarators.count; i++) {
            struct ast_declarator *declarator = (struct ast_declarator *)variables->declarators.items[i];
            if (!parse_each_binding(parser, declarator->target, add_local_export)) return false;
        }
        return true;
    }
    }
}

static struct ast_node *parse_export_declaration(struct parser *parser) {
    uint32_t start = parser->lexer.token.start;
    parser_next(parser);
    switch (parser_token(parser)) {
    case TOKEN_DEFAULT: return parse_default_export(parser, start);
    case TOKEN_LEFT_BRACE:
        if (!parse_named_exports(parser)) return NULL;
        return parser_finish(parser, parser_node(parser, sizeof(struct ast_node), AST_EMPTY, start));
    case TOKEN_MULTIPLY:
        if (!parse_star_export(parser)) return NULL;
        return parser_finish(parser, parser_node(parser, sizeof(struct ast_node), AST_EMPTY, start));
    case TOKEN_VAR:
    case TOKEN_CONST:
    case TOKEN_FUNCTION:
    case TOKEN_CLASS: break;
    default:
        if (parser_is_word(parser, NAME_let)) break;
        if (parser_is_word(parser, NAME_async)) {
            const struct token *next = lexer_peek(&parser->lexer);
            if (next->type == TOKEN_FUNCTION && !(next->flags & TOKEN_NEWLINE_BEFORE)) break;
        }
        return parser_unexpected(parser);
    }
    struct ast_node *node = parse_statement_list_item(parser);
    return node && export_declaration(parser, node) ? node : NULL;
}

struct ast_node *parse_module_item(struct parser *parser) {
    switch (parser_token(parser)) {
    case TOKEN_IMPORT: {
        enum token_type next = lexer_peek(&parser->lexer)->type;
        if (next == TOKEN_LEFT_PARENTHESIS || next == TOKEN_DOT) break;
        return parse_import_declaration(parser);
    }
    case TOKEN_EXPORT: return parse_export_declaration(parser);
    default: break;
    }
    return parse_statement_list_item(parser);
}

// ---- The record

// Room for every list at its largest.
static bool allocate_record(struct parser *parser, struct ast_module *module) {
    struct arena *arena = parser->arena;
    uint32_t exports = parser->exports.length;
    module->requests =
        arena_copy(arena, parser->requests.items, parser->requests.length * sizeof *module->requests);
    module->imports =
        arena_copy(arena, parser->imports.items, parser->imports.length * sizeof *module->imports);
    module->local_exports = arena_allocate(arena, exports * sizeof *module->local_exports);
    module->indirect_exports = arena_allocate(arena, exports * sizeof *module->indirect_exports);
    module->star_exports = arena_allocate(arena, exports * sizeof *module->star_exports);
    return module->requests && module->imports && module->local_exports && module->indirect_exports &&
           module->star_exports;
}

struct ast_module *parse_module_record(struct parser *parser, const struct ast_scope *scope) {
    struct ast_module *module = arena_allocate(parser->arena, sizeof *module);
    if (!module) return parser_out_of_memory(parser);
    memset(module, 0, sizeof *module);
    if (!allocate_record(parser, module)) return parser_out_of_memory(parser);
    module->request_count = parser->requests.length;
    module->import_count = parser->imports.length;

    for (uint32_t i = 0; i < parser->exports.length; i++) {
        const struct export_entry *entry = &parser->exports.items[i];
        if (entry->request != LOCAL_EXPORT) {
            if (!entry->export_name)
                module->star_exports[module->star_export_count++] = entry->request;
            else
                module->indirect_exports[module->indirect_export_count++] = (struct ast_indirect_export){
                    entry->request, entry->export_name, entry->local_name, entry->offset};
            continue;
        }
        struct ast_declaration *declaration = ast_scope_find(scope, entry->local_name);
        if (!declaration)
            return parser_fail_name(parser, entry->offset, entry->offset + entry->local_name->length,
                                    "Export '%s' is not defined in module", entry->local_name);
        declaration->flags |= DECLARATION_EXPORTED;
        if (declaration->kind == DECLARATION_IMPORT) {
            const struct ast_import *import = &parser->imports.items[declaration->index];
            if (import->import_name) {
                module->indirect_exports[module->indirect_export_count++] = (struct ast_indirect_export){
                    import->request, entry->export_name, import->import_name, entry->offset};
                continue;
            }
        }
        module->local_exports[module->local_export_count++] =
            (struct ast_local_export){entry->export_name, declaration, entry->offset};
    }
    return module;
}
