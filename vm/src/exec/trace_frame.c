#include "exec/trace_frame.h"

#include <stdio.h>

#include "base/unicode.h"
#include "exec/hooks.h"
#include "object/throw.h"

#define SEARCHED_PROTOTYPES 20u // objects looked at for the property that holds a function
#define SEARCHED_KEYS 200u      // and keys of each
#define EVAL_DEPTH 16u          // evals within evals that are shown

struct code *trace_frame_code(const struct trace_frame *frame) {
    return frame->flags & FRAME_NATIVE ? NULL : ((struct function *)frame->function)->code;
}

bool trace_frame_position(const struct trace_frame *frame, struct source_position *position) {
    struct code *code = trace_frame_code(frame);
    if (code) {
        *position = script_position(code->script, code_position(code, frame->word));
    }
    return code;
}

bool trace_frame_is_toplevel(vm_isolate *vm, const struct trace_frame *frame) {
    return value_is_nullish(frame->receiver) ||
           value_same_bits(frame->receiver, value_from_cell(vm->realm->global));
}

bool trace_frame_is_eval(const struct trace_frame *frame) {
    struct code *code = trace_frame_code(frame);
    return code && code->script->evaluated_by;
}

// --- names

struct string *trace_frame_function_name(vm_isolate *vm, const struct trace_frame *frame) {
    struct code *code = trace_frame_code(frame);
    struct property p;
    if (code && code->kind == CODE_EVAL_BODY) {
        return string_from_text(vm, "eval");
    }
    if (code && string_equals_text(code->name, "*fields*")) {
        return string_from_text(vm, value_is_callable(frame->receiver) ? "<static_initializer>"
                                                                       : "<instance_members_initializer>");
    }
    if (object_find_own(vm, frame->function, atom_key(vm, ATOM_name), &p) &&
        !(p.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY)) && value_is_string(p.value)) {
        return string_flatten(vm, value_as_string(p.value));
    }
    return code ? code->name : vm->empty_string;
}

// A plain data property that is a string; empty when there is none.
static struct string *text_of(vm_isolate *vm, struct object *o, property_key key) {
    vm_value v = object_peek(vm, o, key);
    return value_is_string(v) ? string_flatten(vm, value_as_string(v)) : vm->empty_string;
}

struct string *trace_frame_type_name(vm_isolate *vm, const struct trace_frame *frame) {
    vm_value receiver = frame->receiver;
    if (frame->flags & FRAME_CONSTRUCT || trace_frame_is_toplevel(vm, frame)) {
        return vm->empty_string;
    }
    if (trace_frame_is_combined(frame)) {
        return string_from_text(vm, "Promise");
    }
    if (!value_is_object(receiver)) {
        return string_from_text(vm, value_is_string(receiver)    ? "String"
                                    : value_is_number(receiver)  ? "Number"
                                    : value_is_boolean(receiver) ? "Boolean"
                                    : value_is_symbol(receiver)  ? "Symbol"
                                                                 : "BigInt");
    }
    struct object *o = value_as_object(receiver);
    if (o->cell.kind == CELL_PROXY || object_is_callable(o)) {
        return string_from_text(vm, o->cell.kind == CELL_PROXY ? "Proxy" : "Function");
    }
    struct string *name = text_of(vm, o, symbol_key(vm, SYMBOL_toStringTag));
    vm_value constructor = object_peek(vm, o, atom_key(vm, ATOM_constructor));
    if (name && !name->length && value_is_callable(constructor)) {
        name = text_of(vm, value_as_object(constructor), atom_key(vm, ATOM_name));
    }
    const char *kind = vm->classes[o->cell.kind].name;
    return !name || name->length ? name : string_from_text(vm, kind ? kind : "Object");
}

static bool holds(vm_isolate *vm, struct object *o, property_key key, const struct object *function) {
    struct property p;
    if (!object_find_own(vm, o, key, &p) || p.attributes & PROPERTY_LAZY) {
        return false;
    }
    vm_value wanted = value_from_cell(function);
    if (p.attributes & PROPERTY_ACCESSOR) {
        struct accessor *a = value_as_cell(p.value);
        return value_same_bits(a->getter, wanted) || value_same_bits(a->setter, wanted);
    }
    return value_same_bits(p.value, wanted);
}

// The name without "get " or "set ".
static struct string *plain_name(vm_isolate *vm, struct string *name) {
    static const char *const prefixes[] = {"get ", "set "};
    for (int i = 0; i < 2; i++) {
        struct string *prefix = string_from_text(vm, prefixes[i]);
        if (!prefix) {
            return NULL;
        }
        if (string_index_of(vm, name, prefix, 0) == 0) {
            return string_flatten(vm, string_substring(vm, name, 4, name->length));
        }
    }
    return name;
}

// The only key below which one of the objects has the function, none: *found stays. False: error pending.
static bool search(vm_isolate *vm, struct object *o, const struct object *function, struct string **found) {
    for (uint32_t depth = 0; o && o->cell.kind != CELL_PROXY && depth < SEARCHED_PROTOTYPES;
         depth++, o = object_prototype(o)) {
        struct list *keys = list_create(vm);
        if (!keys || !object_own_keys(vm, o, KEYS_STRINGS, keys)) {
            return false;
        }
        for (uint32_t i = 0; i < keys->length && i < SEARCHED_KEYS; i++) {
            property_key key = key_from_value_bits(list_at(keys, i));
            if (!key_is_index(key) && holds(vm, o, key, function)) {
                *found = value_as_string(list_at(keys, i));
                return true;
            }
        }
    }
    return true;
}

struct string *trace_frame_method_name(vm_isolate *vm, const struct trace_frame *frame) {
    if (frame->flags & FRAME_CONSTRUCT || !value_is_object(frame->receiver)) {
        return vm->empty_string;
    }
    struct object *o = value_as_object(frame->receiver);
    struct string *name = trace_frame_function_name(vm, frame), *found = vm->empty_string;
    name = name ? plain_name(vm, name) : NULL;
    property_key key;
    if (!name || !key_from_string(vm, name, &key)) {
        return NULL;
    }
    struct object *at = o;
    for (uint32_t depth = 0; name->length && at && at->cell.kind != CELL_PROXY && depth < SEARCHED_PROTOTYPES;
         depth++, at = object_prototype(at)) {
        if (holds(vm, at, key, frame->function)) {
            return name;
        }
    }
    return search(vm, o, frame->function, &found) ? found : NULL;
}

// --- scripts

// What the last comment "//# sourceURL=name" of a text says.
static struct string *source_url(vm_isolate *vm, const struct script *script) {
    static const char mark[] = "# sourceURL=";
    const char *found = NULL;
    for (const char *at = script->source; (at = strstr(at, mark)); at++) {
        found = at >= script->source + 2 && at[-1] == '/' && at[-2] == '/' ? at + sizeof mark - 1 : found;
    }
    return found ? string_from_utf8(vm, found, strcspn(found, " \t\r\n\"'")) : vm->empty_string;
}

static struct string *script_name(vm_isolate *vm, const struct script *script) {
    return script->name ? script->name : source_url(vm, script);
}

struct string *trace_frame_script_name(vm_isolate *vm, const struct trace_frame *frame) {
    struct code *code = trace_frame_code(frame);
    return code ? script_name(vm, code->script) : vm->empty_string;
}

static void append_position(struct string_builder *b, uint32_t line, uint32_t column) {
    char text[32];
    snprintf(text, sizeof text, ":%u:%u", line, column);
    string_builder_text(b, text);
}

static bool append_name(struct string_builder *b, struct string *name) {
    if (name && name->length) {
        string_builder_string(b, name);
    }
    return name;
}

static bool append_origin(vm_isolate *vm, struct string_builder *b, const struct script *script,
                          uint32_t depth) {
    const struct code *by = script->evaluated_by;
    string_builder_text(b, "eval at ");
    if (by->name->length) {
        string_builder_string(b, by->name);
    } else {
        string_builder_text(b, by->kind == CODE_EVAL_BODY ? "eval" : "<anonymous>");
    }
    string_builder_text(b, " (");
    struct string *name = script_name(vm, by->script);
    if (name && !name->length && by->script->evaluated_by && depth < EVAL_DEPTH) {
        if (!append_origin(vm, b, by->script, depth + 1)) {
            return false;
        }
    } else if (name && !name->length) {
        string_builder_text(b, "<anonymous>");
    } else if (append_name(b, name)) {
        struct source_position at = script_position(by->script, code_position(by, script->evaluated_word));
        append_position(b, at.line, at.column);
    }
    string_builder_unit(b, ')');
    return name;
}

struct string *trace_frame_eval_origin(vm_isolate *vm, const struct trace_frame *frame) {
    if (!trace_frame_is_eval(frame)) {
        return vm->empty_string;
    }
    struct string_builder b;
    string_builder_start(&b, vm);
    if (!append_origin(vm, &b, trace_frame_code(frame)->script, 0)) {
        string_builder_discard(&b);
        return NULL;
    }
    return string_builder_finish(&b);
}

bool trace_append_place(vm_isolate *vm, struct string_builder *b, struct script *script, uint32_t offset,
                        bool mapped) {
    struct source_position at = script_position(script, offset);
    struct source_place place;
    if (mapped && hooks_place(vm, script, at, &place)) {
        struct string *file = string_from_utf8(vm, place.file, strlen(place.file));
        if (append_name(b, file)) {
            append_position(b, place.line, place.column);
        }
        return file;
    }
    struct string *name = script_name(vm, script);
    if (name && !name->length) {
        if (script->evaluated_by) {
            if (!append_origin(vm, b, script, 0)) {
                return false;
            }
            string_builder_text(b, ", ");
        }
        string_builder_text(b, "<anonymous>");
    }
    if (!append_name(b, name)) {
        return false;
    }
    append_position(b, at.line, at.column);
    return true;
}

// --- text

// Whether the name of the function says already what the property is called.
static bool ends_with(vm_isolate *vm, struct string *name, struct string *method) {
    if (name->length <= method->length) {
        return string_equals(vm, name, method);
    }
    uint32_t at = name->length - method->length;
    return string_at(name, at - 1) == '.' &&
           string_last_index_of(vm, name, method, name->length) == (int64_t)at;
}

// Whether the name is made of identifiers and dots: others, as that of `get x`, stand alone.
static bool is_path(const struct string *name) {
    uint32_t units;
    for (uint32_t i = 0; i < name->length; i += units) {
        uint32_t c = string_code_point_at(name, i, &units);
        if (!(i ? unicode_is_id_continue(c) || c == '.' : unicode_is_id_start(c))) {
            return false;
        }
    }
    return true;
}

// "Type.name [as method]"
static bool append_call(vm_isolate *vm, struct string_builder *b, const struct trace_frame *frame,
                        struct string *name) {
    vm_value receiver = frame->receiver;
    if (value_is_kind(receiver, CELL_FUNCTION) &&
        ((struct function *)value_as_cell(receiver))->code->cell.flags & CODE_CLASS) {
        struct string *class_name = text_of(vm, value_as_object(receiver), atom_key(vm, ATOM_name));
        if (class_name && class_name->length && is_path(name)) {
            string_builder_string(b, class_name);
            string_builder_unit(b, '.');
            name->length ? string_builder_string(b, name) : string_builder_text(b, "<anonymous>");
            return true;
        }
    }
    struct string *type = trace_frame_type_name(vm, frame);
    struct string *method = type ? trace_frame_method_name(vm, frame) : NULL;
    if (!method) {
        return false;
    }
    if (type->length && (!name->length || (is_path(name) && string_index_of(vm, name, type, 0) != 0))) {
        string_builder_string(b, type);
        string_builder_unit(b, '.');
    }
    if (name->length) {
        string_builder_string(b, name);
        if (method->length && !ends_with(vm, name, method)) {
            string_builder_text(b, " [as ");
            string_builder_string(b, method);
            string_builder_unit(b, ']');
        }
    } else if (method->length) {
        string_builder_string(b, method);
    } else {
        string_builder_text(b, "<anonymous>");
    }
    return true;
}

bool trace_frame_append(vm_isolate *vm, struct string_builder *b, const struct trace_frame *frame,
                        bool mapped) {
    struct string *name = trace_frame_function_name(vm, frame);
    bool bare = false;
    if (!name) {
        return false;
    }
    if (frame->flags & FRAME_ASYNC) {
        string_builder_text(b, "async ");
    }
    if (frame->flags & FRAME_CONSTRUCT) {
        string_builder_text(b, "new ");
    }
    if (trace_frame_is_combined(frame)) {
        char index[32];
        snprintf(index, sizeof index, " (index %u)", frame->word);
        string_builder_text(b, "Promise.");
        string_builder_string(b, value_as_string(frame->receiver));
        string_builder_text(b, index);
        return true;
    }
    if (!(frame->flags & FRAME_CONSTRUCT) && !trace_frame_is_toplevel(vm, frame)) {
        if (!append_call(vm, b, frame, name)) {
            return false;
        }
    } else if (name->length) {
        string_builder_string(b, name);
    } else if (frame->flags & (FRAME_CONSTRUCT | FRAME_NATIVE)) {
        string_builder_text(b, "<anonymous>");
    } else {
        bare = true;
    }
    string_builder_text(b, bare ? "" : " (");
    struct code *code = trace_frame_code(frame);
    if (!code) {
        string_builder_text(b, "<anonymous>");
    } else if (!trace_append_place(vm, b, code->script, code_position(code, frame->word), mapped)) {
        return false;
    }
    string_builder_text(b, bare ? "" : ")");
    return true;
}
