// Boolean (sec-boolean-objects).
#include "builtins/builtin.h"

#include "lang/wrapper.h"
#include "object/throw.h"

// sec-boolean-constructor-boolean-value
static vm_value boolean_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value value = value_from_bool(js_to_boolean(ARGUMENT(0)));
    if (value_is_undefined(NEW_TARGET)) return value;
    struct object *prototype =
        js_prototype_from_constructor(vm, value_as_object(NEW_TARGET), INTRINSIC_BooleanPrototype);
    return builtin_cell(prototype ? wrapper_create_with_prototype(vm, value, prototype) : NULL);
}

// sec-thisbooleanvalue: EXCEPTION when it is none
static vm_value this_boolean(vm_isolate *vm, vm_value v, const char *method) {
    if (value_is_boolean(v)) return v;
    if (value_is_kind(v, CELL_PRIMITIVE_OBJECT)) {
        vm_value primitive = ((struct primitive_object *)value_as_cell(v))->primitive;
        if (value_is_boolean(primitive)) return primitive;
    }
    return throw_type_error(vm, "%s requires that 'this' be a Boolean", method);
}

// sec-boolean.prototype.tostring
static vm_value boolean_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    vm_value v = this_boolean(vm, THIS, "Boolean.prototype.toString");
    if (value_is_exception(v)) return v;
    return atom_value(vm, value_is_true(v) ? ATOM_true : ATOM_false);
}

// sec-boolean.prototype.valueof
static vm_value boolean_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return this_boolean(vm, THIS, "Boolean.prototype.valueOf");
}

static const struct builtin_row methods[] = {
    NATIVE("toString", boolean_to_string, 0),
    NATIVE("valueOf", boolean_value_of, 0),
};

const struct builtin_class boolean_class = {
    .name = "Boolean",
    .constructor = boolean_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Boolean,
    .prototype_id = INTRINSIC_BooleanPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    .prototype_kind = CELL_PRIMITIVE_OBJECT,
    METHODS(methods),
};
