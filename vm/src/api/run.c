// Running source text: scripts, modules, realms.
#include "api/api.h"
#include "base/buffer.h"
#include "base/utf.h"
#include "exec/interpreter.h"
#include "exec/module.h"
#include "exec/script.h"

struct text {
    const char *bytes;
    size_t length;
    struct string *name;
    char *mended; // owned; NULL: the bytes are the caller's
};

// A copy of the text with U+FFFD for what is ill-formed.
static bool mend(vm_isolate *vm, struct text *t) {
    struct buffer out;
    buffer_initialize(&out, &vm->memory);
    for (size_t at = 0; at < t->length;) {
        char bytes[4];
        uint32_t c = utf_next8(t->bytes, t->length, &at, UTF_STRICT);
        buffer_append(&out, bytes, utf_put8(c == UTF_INVALID ? UTF_REPLACEMENT : c, bytes));
    }
    if (out.failed) {
        buffer_finalize(&out);
        throw_out_of_memory(vm);
        return false;
    }
    t->bytes = t->mended = out.bytes;
    t->length = out.length;
    return true;
}

// The text, well-formed and without a byte order mark, and its name; to be ended by end_source. False: error
// pending.
static bool read_source(vm_isolate *vm, const vm_source *source, struct text *out) {
    const char *name = source->name ? source->name : "<anonymous>";
    *out = (struct text){source->text, source->length, string_from_utf8(vm, name, strlen(name)), NULL};
    if (out->length >= 3 && !memcmp(out->bytes, "\xEF\xBB\xBF", 3)) {
        out->bytes += 3;
        out->length -= 3;
    }
    if (out->name && out->length > INT32_MAX) {
        throw_range_error(vm, "Source text is too long");
        return false;
    }
    return out->name && (utf_is_valid8(out->bytes, out->length) || mend(vm, out));
}

static void end_source(vm_isolate *vm, struct text *text) { memory_free(&vm->memory, text->mended); }

// --- scripts

vm_value vm_compile(vm_isolate *vm, const vm_source *source) {
    api_enter(vm);
    struct text text;
    if (!read_source(vm, source, &text)) {
        return VALUE_EXCEPTION;
    }
    struct code *code = script_compile(vm, text.bytes, text.length, text.name, source->line);
    end_source(vm, &text);
    if (!code) {
        return VALUE_EXCEPTION;
    }
    code->script->internal = source->internal;
    return value_from_cell(code);
}

vm_value vm_compile_input(vm_isolate *vm, const vm_source *source, bool *awaits, bool *incomplete) {
    api_enter(vm);
    struct text text;
    *awaits = *incomplete = false;
    if (!read_source(vm, source, &text)) {
        return VALUE_EXCEPTION;
    }
    struct code *code = script_compile_input(vm, text.bytes, text.length, text.name, incomplete);
    end_source(vm, &text);
    if (!code) {
        return VALUE_EXCEPTION;
    }
    *awaits = code->cell.flags & CODE_ASYNC;
    return value_from_cell(code);
}

vm_value vm_run(vm_isolate *vm, vm_value script) {
    if (!api_may_run(vm)) {
        return VALUE_EXCEPTION;
    }
    if (!value_is_kind(script, CELL_CODE)) {
        return api_value(vm, script) ? throw_type_error(vm, "Not a compiled script") : VALUE_EXCEPTION;
    }
    return script_run(vm, value_as_cell(script));
}

vm_value vm_eval(vm_isolate *vm, const vm_source *source) {
    vm_value script = vm_compile(vm, source);
    return value_is_exception(script) ? script : vm_run(vm, script);
}

vm_value vm_compile_function(vm_isolate *vm, const vm_source *source, const char *const *parameters,
                             uint32_t count) {
    api_enter(vm);
    struct text text;
    if (!read_source(vm, source, &text)) {
        return VALUE_EXCEPTION;
    }
    struct function *f =
        script_compile_function(vm, text.bytes, text.length, text.name, source->line, parameters, count);
    end_source(vm, &text);
    if (!f) {
        return VALUE_EXCEPTION;
    }
    f->code->script->internal = source->internal;
    return value_from_cell(f);
}

bool vm_check_syntax(vm_isolate *vm, const vm_source *source, bool module) {
    api_enter(vm);
    struct text text;
    if (!read_source(vm, source, &text)) {
        return false;
    }
    bool ok = script_check(vm, text.bytes, text.length, text.name, source->line, module);
    end_source(vm, &text);
    return ok;
}

char *vm_disassemble(vm_isolate *vm, vm_value compiled, size_t *length) {
    api_enter(vm);
    struct code *code = NULL;
    if (value_is_kind(compiled, CELL_CODE)) {
        code = value_as_cell(compiled);
    } else if (value_is_kind(compiled, CELL_MODULE)) {
        code = ((struct module *)value_as_cell(compiled))->code;
    } else if (value_is_kind(compiled, CELL_FUNCTION)) {
        code = ((struct function *)value_as_cell(compiled))->code;
    }
    struct buffer out;
    buffer_initialize(&out, &vm->memory);
    if (code) {
        disassemble(vm, code, true, &out);
    }
    buffer_append_char(&out, 0);
    if (out.failed) {
        buffer_finalize(&out);
        throw_out_of_memory(vm);
        return NULL;
    }
    if (length) {
        *length = out.length - 1;
    }
    return out.bytes;
}

// --- modules

static struct module *module_of(vm_isolate *vm, vm_value v) {
    if (value_is_kind(v, CELL_MODULE)) {
        return value_as_cell(v);
    }
    if (api_value(vm, v)) {
        throw_type_error(vm, "Not a module");
    }
    return NULL;
}

vm_value vm_module_compile(vm_isolate *vm, const vm_source *source) {
    api_enter(vm);
    struct text text;
    if (!read_source(vm, source, &text)) {
        return VALUE_EXCEPTION;
    }
    struct module *module = module_compile(vm, text.bytes, text.length, text.name);
    end_source(vm, &text);
    if (!module) {
        return VALUE_EXCEPTION;
    }
    module->code->script->internal = source->internal;
    return value_from_cell(module);
}

vm_value vm_module_create(vm_isolate *vm) {
    api_enter(vm);
    return value_or_exception(module_synthetic(vm));
}

bool vm_module_export(vm_isolate *vm, vm_value module, const char *name, vm_value value) {
    api_enter(vm);
    struct module *m = module_of(vm, module);
    struct string *text = m ? string_from_utf8(vm, name, strlen(name)) : NULL;
    return text && api_value(vm, value) && module_synthetic_export(vm, m, text, value);
}

bool vm_module_link(vm_isolate *vm, vm_value module) {
    struct module *m = api_may_run(vm) ? module_of(vm, module) : NULL;
    return m && module_link(vm, m);
}

vm_value vm_module_evaluate(vm_isolate *vm, vm_value module) {
    struct module *m = api_may_run(vm) ? module_of(vm, module) : NULL;
    return value_or_exception(m ? module_evaluate(vm, m) : NULL);
}

vm_module_readiness vm_module_check(vm_isolate *vm, vm_value module) {
    api_enter(vm);
    struct module *m = module_of(vm, module);
    return m ? (vm_module_readiness)module_readiness(vm, m) : VM_MODULE_UNKNOWN;
}

vm_value vm_module_namespace(vm_isolate *vm, vm_value module) {
    api_enter(vm);
    struct module *m = module_of(vm, module);
    return value_or_exception(m ? module_namespace(vm, m) : NULL);
}

vm_value vm_module_name(vm_value module_or_script) {
    struct script *script = NULL;
    if (value_is_kind(module_or_script, CELL_MODULE)) {
        struct code *code = ((struct module *)value_as_cell(module_or_script))->code;
        script = code ? code->script : NULL;
    } else if (value_is_kind(module_or_script, CELL_CODE)) {
        script = ((struct code *)value_as_cell(module_or_script))->script;
    } else if (value_is_kind(module_or_script, CELL_SCRIPT)) {
        script = value_as_cell(module_or_script);
    }
    return script && script->name ? value_from_cell(script->name) : VALUE_UNDEFINED;
}

vm_value vm_module_data(vm_value module) {
    return value_is_kind(module, CELL_MODULE) ? ((struct module *)value_as_cell(module))->host_defined
                                              : VALUE_UNDEFINED;
}

void vm_module_set_data(vm_isolate *vm, vm_value module, vm_value data) {
    if (value_is_kind(module, CELL_MODULE)) {
        heap_write(&vm->heap, value_as_cell(module));
        ((struct module *)value_as_cell(module))->host_defined = data;
    }
}

static vm_value call_load(vm_isolate *vm, void *data, vm_value referrer, struct string *specifier,
                          vm_value attributes) {
    struct host *host = data;
    if (!host->modules.load) {
        return throw_type_error(vm, "Cannot find module '%S'", specifier);
    }
    vm_value list = VALUE_UNDEFINED;
    if (value_is_kind(attributes, CELL_LIST)) {
        struct list *pairs = value_as_cell(attributes);
        struct object *array =
            array_create_from(vm, pairs->length ? pairs->vector->values : NULL, pairs->length);
        if (!array) {
            return VALUE_EXCEPTION;
        }
        list = value_from_cell(array);
    }
    vm_value module = host->modules.load(vm, referrer, value_from_cell(specifier), list, host->modules.data);
    if (!value_is_exception(module) && !value_is_kind(module, CELL_MODULE)) {
        return throw_type_error(vm, "The host's loader gave no module for '%S'", specifier);
    }
    return module;
}

static bool call_evaluate(vm_isolate *vm, void *data, struct module *module) {
    struct host *host = data;
    return !host->modules.evaluate || host->modules.evaluate(vm, value_from_cell(module), host->modules.data);
}

static bool call_meta(vm_isolate *vm, void *data, struct module *module, struct object *meta) {
    struct host *host = data;
    return !host->modules.meta ||
           host->modules.meta(vm, value_from_cell(module), value_from_cell(meta), host->modules.data);
}

void vm_set_module_hooks(vm_isolate *vm, const vm_module_hooks *hooks) {
    host_of(vm)->modules = *hooks;
    modules_set_hooks(vm, call_load, call_meta, call_evaluate, host_of(vm));
}

// --- realms

vm_value vm_realm_create(vm_isolate *vm) {
    api_enter(vm);
    return value_or_exception(realm_create(vm));
}

vm_value vm_realm_enter(vm_isolate *vm, vm_value realm) {
    api_enter(vm);
    struct realm *current = vm->realm;
    if (value_is_kind(realm, CELL_REALM)) {
        vm->realm = value_as_cell(realm);
    }
    return value_from_cell(current);
}

vm_value vm_realm(vm_isolate *vm) { return value_from_cell(vm->realm); }

vm_value vm_global(vm_isolate *vm) { return vm->realm->global_this; }

vm_value vm_lexical_names(vm_isolate *vm) {
    api_enter(vm);
    struct list *keys = list_create(vm);
    if (!keys || !object_own_keys(vm, vm->realm->lexical, KEYS_STRINGS, keys)) {
        return VALUE_EXCEPTION;
    }
    return value_or_exception(keys->length ? array_create_from(vm, keys->vector->values, keys->length)
                                           : array_create(vm, 0));
}
