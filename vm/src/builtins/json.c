// JSON (sec-json-object): the table, and raw JSON.
#include "builtins/json.h"

#include "object/throw.h"

static bool is_blank(uint16_t unit) { return unit == '\t' || unit == '\n' || unit == '\r' || unit == ' '; }

// sec-json.rawjson
static vm_value json_raw(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *text = js_to_flat_string(vm, ARGUMENT(0));
    if (!text) return VALUE_EXCEPTION;
    if (!text->length || is_blank(string_at(text, 0)) || is_blank(string_at(text, text->length - 1)) ||
        string_at(text, 0) == '{' || string_at(text, 0) == '[') {
        return throw_syntax_error(vm, "Invalid value for JSON.rawJSON");
    }
    struct json_parse_result ignored;
    if (!json_parse_text(vm, text, false, &ignored)) return VALUE_EXCEPTION;
    struct object *raw = object_allocate_kind(vm, CELL_RAW_JSON, sizeof *raw, NULL);
    if (!raw || !object_add(vm, raw, atom_key(vm, ATOM_rawJSON), value_from_cell(text), PROPERTY_DEFAULT) ||
        !object_restrict(vm, raw, true))
        return VALUE_EXCEPTION;
    return value_from_cell(raw);
}

// sec-json.israwjson
static vm_value json_is_raw(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(value_is_kind(ARGUMENT(0), CELL_RAW_JSON));
}

static const struct builtin_row methods[] = {
    NATIVE("parse", json_parse, 2), NATIVE("stringify", json_stringify, 3),
    NATIVE("rawJSON", json_raw, 1), NATIVE("isRawJSON", json_is_raw, 1),
    TO_STRING_TAG("JSON"),
};

const struct builtin_class json_class = {
    .name = "JSON",
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_JSON,
    .constructor_parent = BUILTIN_NONE,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
