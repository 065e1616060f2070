// The prototype of call sites: each method tells one thing about a frame. What is unknown is null, as in V8;
// `this` and the function of strict code are not shown.
#include "builtins/call_site.h"

#include "builtins/builtin.h"

enum { TYPE_NAME, FUNCTION_NAME, METHOD_NAME, SCRIPT_NAME, EVAL_ORIGIN };
enum { LINE, COLUMN, POSITION, ENCLOSING_LINE, ENCLOSING_COLUMN };
enum { IS_TOPLEVEL, IS_EVAL, IS_NATIVE, IS_CONSTRUCTOR, IS_ASYNC, IS_PROMISE_ALL };

static const struct trace_frame *frame_of(vm_isolate *vm, vm_value this_value) {
    struct call_site *site = builtin_this(vm, this_value, CELL_CALL_SITE, "CallSite.prototype");
    return site ? &site->frame : NULL;
}

static vm_value site_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    struct string *text = NULL;
    if (!f) return VALUE_EXCEPTION;
    int what = MAGIC;
    switch (what) {
    case TYPE_NAME: text = trace_frame_type_name(vm, f); break;
    case FUNCTION_NAME: text = trace_frame_function_name(vm, f); break;
    case METHOD_NAME: text = trace_frame_method_name(vm, f); break;
    case SCRIPT_NAME: text = trace_frame_script_name(vm, f); break;
    case EVAL_ORIGIN: text = trace_frame_eval_origin(vm, f); break;
    }
    if (!text) return VALUE_EXCEPTION;
    bool undefined = what == EVAL_ORIGIN || (what == SCRIPT_NAME && trace_frame_is_eval(f));
    return text->length ? value_from_cell(text) : undefined ? VALUE_UNDEFINED : VALUE_NULL;
}

static vm_value site_number(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    if (!f) return VALUE_EXCEPTION;
    int what = MAGIC;
    struct code *code = trace_frame_code(f);
    if (!code) return what == POSITION ? value_from_int(0) : VALUE_NULL;
    bool enclosing = what == ENCLOSING_LINE || what == ENCLOSING_COLUMN;
    uint32_t offset = enclosing ? code->source_start : code_position(code, f->word);
    if (what == POSITION) return value_from_uint32(offset);
    struct source_position at = script_position(code->script, offset);
    return value_from_uint32(what == LINE || what == ENCLOSING_LINE ? at.line : at.column);
}

static bool is_promise_all(const struct trace_frame *f) {
    return trace_frame_is_combined(f) && string_equals_text(value_as_string(f->receiver), "all");
}

static vm_value site_flag(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    if (!f) return VALUE_EXCEPTION;
    switch (MAGIC) {
    case IS_TOPLEVEL: return value_from_bool(trace_frame_is_toplevel(vm, f));
    case IS_EVAL: return value_from_bool(trace_frame_is_eval(f));
    case IS_NATIVE: return value_from_bool(f->flags & FRAME_NATIVE);
    case IS_CONSTRUCTOR: return value_from_bool(f->flags & FRAME_CONSTRUCT);
    case IS_ASYNC: return value_from_bool(f->flags & FRAME_ASYNC);
    default: return value_from_bool(is_promise_all(f));
    }
}

// getThis, getFunction; MAGIC: whether the function
static vm_value site_value(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    if (!f) return VALUE_EXCEPTION;
    struct code *code = trace_frame_code(f);
    if (!code || code->cell.flags & CODE_STRICT) return VALUE_UNDEFINED;
    return MAGIC ? value_from_cell(f->function) : f->receiver;
}

static vm_value site_promise_index(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    if (!f) return VALUE_EXCEPTION;
    return trace_frame_is_combined(f) ? value_from_uint32(f->word) : VALUE_NULL;
}

static vm_value site_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct trace_frame *f = frame_of(vm, THIS);
    if (!f) return VALUE_EXCEPTION;
    struct string_builder b;
    string_builder_start(&b, vm);
    if (!trace_frame_append(vm, &b, f, false)) {
        string_builder_discard(&b);
        return VALUE_EXCEPTION;
    }
    return builtin_cell(string_builder_finish(&b));
}

struct object *call_sites_create(vm_isolate *vm, const struct vector *trace) {
    struct object *array = array_create(vm, 0), *prototype = intrinsic(vm, INTRINSIC_CallSitePrototype);
    for (uint32_t i = 0; array && prototype && i < stack_trace_length(trace); i++) {
        struct call_site *site = object_allocate_kind(vm, CELL_CALL_SITE, sizeof *site, prototype);
        if (!site) return NULL;
        site->frame = stack_trace_frame(trace, i);
        if (!array_push(vm, array, value_from_cell(site))) return NULL;
    }
    return prototype ? array : NULL;
}

static const struct builtin_row methods[] = {
    NATIVE_MAGIC("getColumnNumber", site_number, 0, COLUMN),
    NATIVE_MAGIC("getEnclosingColumnNumber", site_number, 0, ENCLOSING_COLUMN),
    NATIVE_MAGIC("getEnclosingLineNumber", site_number, 0, ENCLOSING_LINE),
    NATIVE_MAGIC("getEvalOrigin", site_text, 0, EVAL_ORIGIN),
    NATIVE_MAGIC("getFileName", site_text, 0, SCRIPT_NAME),
    NATIVE_MAGIC("getFunction", site_value, 0, true),
    NATIVE_MAGIC("getFunctionName", site_text, 0, FUNCTION_NAME),
    NATIVE_MAGIC("getLineNumber", site_number, 0, LINE),
    NATIVE_MAGIC("getMethodName", site_text, 0, METHOD_NAME),
    NATIVE_MAGIC("getPosition", site_number, 0, POSITION),
    NATIVE("getPromiseIndex", site_promise_index, 0),
    NATIVE_MAGIC("getScriptNameOrSourceURL", site_text, 0, SCRIPT_NAME),
    NATIVE_MAGIC("getThis", site_value, 0, false),
    NATIVE_MAGIC("getTypeName", site_text, 0, TYPE_NAME),
    NATIVE_MAGIC("isAsync", site_flag, 0, IS_ASYNC),
    NATIVE_MAGIC("isConstructor", site_flag, 0, IS_CONSTRUCTOR),
    NATIVE_MAGIC("isEval", site_flag, 0, IS_EVAL),
    NATIVE_MAGIC("isNative", site_flag, 0, IS_NATIVE),
    NATIVE_MAGIC("isPromiseAll", site_flag, 0, IS_PROMISE_ALL),
    NATIVE_MAGIC("isToplevel", site_flag, 0, IS_TOPLEVEL),
    NATIVE("toString", site_to_string, 0),
};

const struct builtin_class call_site_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_CallSitePrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
