// Names that may be properties of an object (sec-object-environment-records), and direct eval.
#include "exec/compile_error.h"
#include "exec/script.h"
#include "exec/interpreter_slow.h"
#include "exec/realm.h"

static property_key name_key(vm_value name) { return key_from_cell(value_as_cell(name)); }

// sec-object-environment-records-hasbinding-n
enum outcome interpreter_has_binding(vm_isolate *vm, vm_value v, vm_value name) {
    if (!value_is_object(v)) {
        return OUTCOME_FALSE;
    }
    struct object *o = value_as_object(v);
    enum outcome has = js_has_property(vm, o, name_key(name));
    if (has != OUTCOME_TRUE) {
        return has;
    }
    vm_value unscopables = js_get(vm, o, symbol_key(vm, SYMBOL_unscopables));
    if (!value_is_object(unscopables)) {
        return value_is_exception(unscopables) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
    }
    vm_value hidden = js_get(vm, value_as_object(unscopables), name_key(name));
    if (value_is_exception(hidden)) {
        return OUTCOME_EXCEPTION;
    }
    return js_to_boolean(hidden) ? OUTCOME_FALSE : OUTCOME_TRUE;
}

static bool throw_gone(vm_isolate *vm, vm_value name) {
    throw_reference_error(vm, "%S is not defined", value_as_string(name));
    return false;
}

// sec-object-environment-records-getbindingvalue-n-s
vm_value interpreter_get_object_binding(vm_isolate *vm, vm_value o, vm_value name, bool strict) {
    enum outcome has = js_has_property(vm, value_as_object(o), name_key(name));
    if (has == OUTCOME_FALSE && !strict) {
        return VALUE_UNDEFINED;
    }
    if (has != OUTCOME_TRUE) {
        if (has == OUTCOME_FALSE) {
            throw_gone(vm, name);
        }
        return VALUE_EXCEPTION;
    }
    return js_get(vm, value_as_object(o), name_key(name));
}

// sec-object-environment-records-setmutablebinding-n-v-s
bool interpreter_set_object_binding(vm_isolate *vm, vm_value o, vm_value name, vm_value value, bool strict) {
    enum outcome has = js_has_property(vm, value_as_object(o), name_key(name));
    if (has == OUTCOME_EXCEPTION || (has == OUTCOME_FALSE && strict)) {
        return has != OUTCOME_EXCEPTION && throw_gone(vm, name);
    }
    return js_put_value(vm, o, name_key(name), value, strict);
}

vm_value interpreter_to_object(vm_isolate *vm, vm_value v) {
    struct object *o = js_to_object(vm, v);
    return o ? value_from_cell(o) : VALUE_EXCEPTION;
}

bool interpreter_is_eval(vm_isolate *vm, vm_value v) {
    struct object *eval = vm->realm->intrinsics[INTRINSIC_eval];
    return eval && value_same_bits(v, value_from_cell(eval));
}

// sec-performeval, the direct form: the text finds `this` and all else in the environment.
vm_value interpreter_direct_eval(vm_isolate *vm, struct code *caller, vm_value text,
                                 struct environment *environment, vm_value scopes) {
    if (!value_is_string(text)) {
        return text;
    }
    size_t length;
    char *source = string_to_utf8(vm, value_as_string(text), &length);
    if (!source) {
        return VALUE_EXCEPTION;
    }
    struct compile_options options = {.goal = COMPILE_EVAL,
                                      .strict = caller->cell.flags & CODE_STRICT,
                                      .realm = vm->realm,
                                      .eval_scopes = value_as_cell(scopes)};
    struct compile_error error = {0};
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code) {
        compile_error_throw(vm, source, length, NULL, &options, &error);
    }
    memory_free(&vm->memory, source);
    if (code) {
        script_note_caller(vm, code->script);
    }
    return code ? interpreter_run_code(vm, code, environment, VALUE_UNDEFINED) : VALUE_EXCEPTION;
}
