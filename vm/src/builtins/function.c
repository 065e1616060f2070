// Function.prototype and %ThrowTypeError% (sec-function-objects). The constructor is in
// function_constructor.c.
#include "builtins/function.h"
#include "exec/apply.h"

#include "object/throw.h"

// --- bind ------------------------------------------------------------------------------------------

// The shape of bound functions: length, name.
static struct shape *bound_shape(vm_isolate *vm, struct object *prototype) {
    struct shape *shape = shape_root(vm, prototype, CELL_BOUND_FUNCTION, FUNCTION_INLINE_SLOTS);
    if (shape) shape = shape_add(vm, shape, atom_key(vm, ATOM_length), PROPERTY_CONFIGURABLE, false, NULL);
    return shape ? shape_add(vm, shape, atom_key(vm, ATOM_name), PROPERTY_CONFIGURABLE, false, NULL) : NULL;
}

// sec-boundfunctioncreate
static struct bound_function *bound_create(vm_isolate *vm, struct object *target, vm_value this_value,
                                           uint32_t count, const vm_value *arguments) {
    vm_value prototype = js_get_prototype_of(vm, target);
    if (value_is_exception(prototype)) return NULL;
    struct shape *shape = bound_shape(vm, builtin_object_or_null(prototype));
    struct bound_function *f =
        shape ? object_allocate(vm, CELL_BOUND_FUNCTION, offsetof(struct bound_function, slots), shape)
              : NULL;
    if (!f) return NULL;
    f->object.cell.flags = OBJECT_CALLABLE | (object_is_constructor(target) ? OBJECT_CONSTRUCTOR : 0);
    f->target = value_from_cell(target);
    f->this_value = this_value;
    if (count) {
        struct vector *vector = heap_allocate_vector(&vm->heap, count);
        if (!vector) {
            throw_out_of_memory(vm);
            return NULL;
        }
        memcpy(vector->values, arguments, count * sizeof *arguments);
        vector->used = count;
        heap_write(&vm->heap, f);
        f->arguments = vector;
    }
    return f;
}

// The `length` of a bound function, from that of its target.
static vm_value bound_length(vm_isolate *vm, struct object *target, uint32_t bound) {
    property_key key = atom_key(vm, ATOM_length);
    enum outcome own = js_has_own(vm, target, key);
    if (own != OUTCOME_TRUE) return own == OUTCOME_FALSE ? value_from_int(0) : VALUE_EXCEPTION;
    vm_value v = js_get(vm, target, key);
    if (value_is_exception(v)) return v;
    if (!value_is_number(v)) return value_from_int(0);
    double number = value_as_double(v);
    if (number == __builtin_inf()) return v;
    if (number == -__builtin_inf()) return value_from_int(0);
    number = number_to_integer(number) - bound;
    return number > 0 ? value_from_double(number) : value_from_int(0);
}

static struct string *bound_name(vm_isolate *vm, struct object *target) {
    vm_value name = js_get_atom(vm, target, ATOM_name);
    if (value_is_exception(name)) return NULL;
    struct string *prefix =
        string_from_text(vm, "bound "); // a rope, when functions are bound again and again
    if (!prefix || !value_is_string(name)) return prefix;
    return string_concat(vm, prefix, value_as_string(name));
}

// sec-function.prototype.bind
static vm_value function_prototype_bind(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_callable(THIS)) return throw_type_error(vm, "Bind must be called on a function");
    struct object *target = value_as_object(THIS);
    uint32_t bound = argc > 1 ? argc - 1 : 0;
    struct bound_function *f = bound_create(vm, target, ARGUMENT(0), bound, frame + 2);
    vm_value length = f ? bound_length(vm, target, bound) : VALUE_EXCEPTION;
    struct string *name = value_is_exception(length) ? NULL : bound_name(vm, target);
    if (!name) return VALUE_EXCEPTION;
    heap_write(&vm->heap, f);
    f->slots[0] = length;
    f->slots[1] = value_from_cell(name);
    return value_from_cell(f);
}

// --- toString and the rest -------------------------------------------------------------------------

struct string *function_text(vm_isolate *vm, struct object *o) {
    bool closure = o->cell.kind == CELL_FUNCTION;
    if (closure && !((struct function *)o)->code->script->names_only) {
        const struct code *code = ((struct function *)o)->code;
        const char *text = script_text(code->script);
        if (!text) {
            throw_out_of_memory(vm);
            return NULL;
        }
        return string_from_utf8(vm, text + code->source_start, code->source_end - code->source_start);
    }
    struct string_builder b;
    struct property name;
    string_builder_start(&b, vm);
    string_builder_text(&b, "function ");
    if ((closure || o->cell.kind == CELL_NATIVE_FUNCTION) &&
        object_find_own(vm, o, atom_key(vm, ATOM_name), &name) && value_is_string(name.value)) {
        string_builder_string(&b, value_as_string(name.value));
    }
    string_builder_text(&b, "() { [native code] }");
    return string_builder_finish(&b);
}

// sec-function.prototype.tostring
static vm_value function_prototype_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_callable(THIS))
        return throw_type_error(vm, "Function.prototype.toString requires that 'this' be a Function");
    return builtin_cell(function_text(vm, value_as_object(THIS)));
}

// sec-function.prototype-%symbol.hasinstance%
vm_value function_prototype_has_instance(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return builtin_outcome(js_ordinary_has_instance(vm, THIS, ARGUMENT(0)));
}

// Ordinary functions of sloppy code, which scripts ask for `caller` and `arguments` all the same.
static bool is_sloppy(vm_value v) {
    if (!value_is_kind(v, CELL_FUNCTION)) return false;
    const struct code *code = ((struct function *)value_as_cell(v))->code;
    return code->is_constructor && !(code->cell.flags & (CODE_STRICT | CODE_CLASS));
}

// sec-%throwtypeerror%
static vm_value throw_restricted(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (is_sloppy(THIS)) return VALUE_NULL;
    return throw_type_error(
        vm, "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode "
            "functions or the arguments objects for calls to them");
}

// %ThrowTypeError%, and the accessors of `caller` and `arguments` (sec-addrestrictedfunctionproperties).
static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)constructor;
    struct native_function *thrower =
        native_closure_create(vm, throw_restricted, 0, 0, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (!thrower || !object_restrict(vm, &thrower->object, true)) return false;
    builtin_set_intrinsic(vm, INTRINSIC_ThrowTypeError, &thrower->object);
    static const enum atom_id restricted[] = {ATOM_caller, ATOM_arguments};
    for (int i = 0; i < 2; i++) {
        struct accessor *accessor = accessor_create(vm, value_from_cell(thrower), value_from_cell(thrower));
        if (!accessor || !object_define(vm, prototype, atom_key(vm, restricted[i]), value_from_cell(accessor),
                                        PROPERTY_CONFIGURABLE | PROPERTY_ACCESSOR)) {
            return false;
        }
    }
    return true;
}

static const struct builtin_row methods[] = {
    NATIVE("apply", function_prototype_apply, 2),
    NATIVE("bind", function_prototype_bind, 1),
    NATIVE("call", function_prototype_call, 1),
    NATIVE("toString", function_prototype_to_string, 0),
    NATIVE_WITH("@@hasInstance", function_prototype_has_instance, 1, 0),
};

const struct builtin_class function_class = {
    .name = "Function",
    .constructor = function_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Function,
    .prototype_id = INTRINSIC_FunctionPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    .prototype_kind = CELL_NATIVE_FUNCTION,
    METHODS(methods),
    .finish = finish,
};
