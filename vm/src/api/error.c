// Throwing from C, taking what was thrown, and describing it.
#include <stdarg.h>
#include <stdio.h>

#include "api/api.h"
#include "exec/stack_trace.h"
#include "lang/throw.h"

vm_value vm_throw(vm_isolate *vm, vm_value value) {
    api_enter(vm);
    return api_value(vm, value) ? throw_value(vm, value) : VALUE_EXCEPTION;
}

static vm_value throw_text(vm_isolate *vm, vm_error_kind kind, const char *format, va_list arguments) {
    api_enter(vm);
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    struct string *message = string_from_utf8(vm, text, strlen(text));
    return message ? throw_error(vm, (enum error_kind)kind, "%S", message) : VALUE_EXCEPTION;
}

vm_value vm_throw_error(vm_isolate *vm, vm_error_kind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vm_value result = throw_text(vm, kind, format, arguments);
    va_end(arguments);
    return result;
}

vm_value vm_throw_type_error(vm_isolate *vm, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vm_value result = throw_text(vm, VM_ERROR_TYPE, format, arguments);
    va_end(arguments);
    return result;
}

vm_value vm_throw_range_error(vm_isolate *vm, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vm_value result = throw_text(vm, VM_ERROR_RANGE, format, arguments);
    va_end(arguments);
    return result;
}

vm_value vm_throw_out_of_memory(vm_isolate *vm) {
    api_enter(vm);
    return throw_out_of_memory(vm);
}

void vm_error_show_code(vm_value error) {
    if (value_is_kind(error, CELL_ERROR)) {
        ((struct error_object *)value_as_cell(error))->shows_code = true;
    }
}

void vm_error_set_header(vm_isolate *vm, vm_value error, vm_value header) {
    api_enter(vm);
    if (value_is_kind(error, CELL_ERROR) && value_is_string(header)) {
        struct error_object *e = value_as_cell(error);
        heap_write(&vm->heap, e);
        e->header = header;
    }
}

vm_value vm_error(vm_isolate *vm, vm_error_kind kind, const char *message) {
    api_enter(vm);
    struct string *text = string_from_utf8(vm, message, strlen(message));
    return text ? error_create(vm, (enum error_kind)kind, text) : VALUE_EXCEPTION;
}

bool vm_has_exception(const vm_isolate *vm) { return !value_is_empty(vm->exception); }

vm_value vm_take_exception(vm_isolate *vm) {
    api_enter(vm);
    vm_value error = vm->exception;
    if (vm->terminating || value_is_empty(error)) {
        return VALUE_UNDEFINED;
    }
    vm->exception = VALUE_EMPTY;
    vm->out_of_memory = false;
    return error;
}

// --- places

static bool call_place_hook(vm_isolate *vm, void *data, struct script *script, struct source_position at,
                            struct source_place *place) {
    struct host *host = data;
    size_t length;
    const char *text = script->name ? script_text(script) : NULL;
    char *name = text ? string_to_utf8(vm, script->name, &length) : NULL;
    if (!name) {
        return false;
    }
    vm_source source = {.text = text, .length = script->source_length, .name = name};
    vm_place out = {0};
    bool known = host->place(vm, &source, at.line, at.column, &out, host->place_data);
    memory_free(&vm->memory, name);
    *place = (struct source_place){out.file, out.line, out.column, out.source_line, out.source_line_length};
    return known;
}

void vm_set_place_hook(vm_isolate *vm, vm_place_hook hook, void *data) {
    api_enter(vm);
    struct host *host = host_of(vm);
    host->place = hook;
    host->place_data = data;
    host->hooks.place = hook ? call_place_hook : NULL;
}

// --- description

// Forgets the error of a step that failed.
static void swallow(vm_isolate *vm) {
    if (!vm->terminating) {
        vm->exception = VALUE_EMPTY;
        vm->out_of_memory = false;
    }
}

// A value as text; NULL when that failed.
static char *text_of(vm_isolate *vm, vm_value value) {
    struct string *s = js_to_flat_string(vm, value);
    size_t length;
    char *text = s ? string_to_utf8(vm, s, &length) : NULL;
    if (!text) {
        swallow(vm);
    }
    return text;
}

static char *render(vm_isolate *vm, vm_value value) {
    struct string_builder b;
    string_builder_start(&b, vm);
    throw_render(&b, value);
    struct string *s = string_builder_finish(&b);
    size_t length;
    char *text = s ? string_to_utf8(vm, s, &length) : NULL;
    if (!text) {
        swallow(vm);
    }
    return text;
}

// Where the value was made, when it is an error, or thrown.
static bool find_place(vm_isolate *vm, vm_value value, struct script **script,
                       struct source_position *position) {
    if (value_is_kind(value, CELL_ERROR) && stack_trace_origin(value_as_cell(value), script, position)) {
        return true;
    }
    struct code *code = vm->thrown.code;
    if (!code || !value_same_bits(vm->thrown.value, value) || code->script->internal) {
        return false;
    }
    *script = code->script;
    *position = script_position(code->script, code_position(code, vm->thrown.word));
    return true;
}

static void set_source_line(vm_isolate *vm, vm_error_info *out, const char *line, size_t length) {
    out->source_line = line ? memory_allocate(&vm->memory, length + 1) : NULL;
    if (out->source_line) {
        memcpy(out->source_line, line, length);
        out->source_line[length] = 0;
    }
}

static void describe_place(vm_isolate *vm, vm_value value, vm_error_info *out) {
    struct script *script;
    struct source_position position;
    struct source_place place;
    if (!find_place(vm, value, &script, &position)) {
        return;
    }
    out->line = position.line;
    out->column = position.column;
    if (hooks_place(vm, script, position, &place)) {
        struct string *file = string_from_utf8(vm, place.file, strlen(place.file));
        out->file = file ? text_of(vm, value_from_cell(file)) : NULL;
        out->line = place.line;
        out->column = place.column;
        set_source_line(vm, out, place.source_line, place.source_line_length);
        return;
    }
    if (script->name) {
        out->file = text_of(vm, value_from_cell(script->name));
    }
    uint32_t length;
    const char *line = script_line(script, position.line, &length);
    set_source_line(vm, out, line, length);
    KEEP_ALIVE(script);
}

void vm_error_describe(vm_isolate *vm, vm_value error, vm_error_info *out) {
    api_enter(vm);
    *out = (vm_error_info){0};
    vm_value pending = vm->exception;
    if (vm->terminating) {
        return;
    }
    vm->exception = VALUE_EMPTY;
    if (value_is_kind(error, CELL_ERROR)) {
        vm_value stack = js_get_atom(vm, value_as_object(error), ATOM_stack);
        if (value_is_exception(stack)) {
            swallow(vm);
        } else if (value_is_string(stack)) {
            out->stack = text_of(vm, stack);
        }
    }
    describe_place(vm, error, out);
    bool plain = value_is_object(error) || value_is_string(error);
    out->message = plain ? text_of(vm, error) : NULL;
    if (!out->message) {
        out->message = render(vm, error);
    }
    if (!vm->terminating) {
        vm->exception = pending;
    }
}

void vm_error_info_free(vm_isolate *vm, vm_error_info *info) {
    memory_free(&vm->memory, info->message);
    memory_free(&vm->memory, info->stack);
    memory_free(&vm->memory, info->file);
    memory_free(&vm->memory, info->source_line);
    *info = (vm_error_info){0};
}
