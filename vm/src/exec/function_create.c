#include "exec/function_create.h"

#include "exec/apply.h"
#include "lang/property.h"
#include "object/throw.h"

static enum function_shape shape_of(const struct code *code) {
    switch (code->cell.flags & (CODE_GENERATOR | CODE_ASYNC)) {
    case CODE_GENERATOR | CODE_ASYNC: return FUNCTION_SHAPE_ASYNC_GENERATOR;
    case CODE_GENERATOR: return FUNCTION_SHAPE_GENERATOR;
    case CODE_ASYNC: return FUNCTION_SHAPE_ASYNC;
    default:
        return code->cell.flags & CODE_CLASS ? FUNCTION_SHAPE_CLASS
               : code->has_prototype         ? FUNCTION_SHAPE_ORDINARY
                                             : FUNCTION_SHAPE_PLAIN;
    }
}

static struct function *function_allocate(vm_isolate *vm, struct code *code, struct environment *environment,
                                          struct shape *shape) {
    struct function *f = heap_allocate(&vm->heap, CELL_FUNCTION, sizeof *f);
    if (!f) {
        throw_out_of_memory(vm);
        return NULL;
    }
    f->object.cell.flags = OBJECT_CALLABLE | (code->is_constructor ? OBJECT_CONSTRUCTOR : 0);
    f->object.cell.aux = FUNCTION_INLINE_SLOTS;
    f->object.shape = shape;
    f->object.slots = NULL;
    f->object.elements = vm->empty_elements;
    f->code = code;
    f->environment = environment;
    f->home = VALUE_EMPTY;
    f->fields = VALUE_EMPTY;
    f->slots[0] = value_from_int(code->length);
    f->slots[1] = value_from_cell(code->name);
    f->slots[2] = VALUE_LAZY;
    return f;
}

struct function *function_create(vm_isolate *vm, struct code *code, struct environment *environment) {
    struct realm *realm = code->script->realm;
    enum function_shape kind = shape_of(code);
    struct shape *shape = realm->function_shapes[kind];
    if (!shape && !(shape = realm_function_shape(vm, realm, kind))) {
        return NULL;
    }
    return function_allocate(vm, code, environment, shape);
}

// sec-runtime-semantics-classdefinitionevaluation, the part before the elements
bool class_create(vm_isolate *vm, struct code *code, struct environment *environment, vm_value heritage,
                  struct function **constructor, struct object **prototype) {
    struct object *constructor_parent = NULL, *prototype_parent = NULL;
    if (value_is_empty(heritage)) {
        prototype_parent = intrinsic(vm, INTRINSIC_ObjectPrototype);
        constructor_parent = intrinsic(vm, INTRINSIC_FunctionPrototype);
        if (!prototype_parent || !constructor_parent) {
            return false;
        }
    } else if (value_is_null(heritage)) {
        if (!(constructor_parent = intrinsic(vm, INTRINSIC_FunctionPrototype))) {
            return false;
        }
    } else {
        if (!value_is_constructor(heritage)) {
            throw_type_error(vm, "Class extends value %V is not a constructor or null", heritage);
            return false;
        }
        vm_value parent = js_get_atom(vm, value_as_object(heritage), ATOM_prototype);
        if (value_is_exception(parent)) {
            return false;
        }
        if (!value_is_object(parent) && !value_is_null(parent)) {
            throw_type_error(vm, "Class extends value does not have valid prototype property %V", parent);
            return false;
        }
        constructor_parent = value_as_object(heritage);
        prototype_parent = value_is_null(parent) ? NULL : value_as_object(parent);
    }
    struct object *proto = object_create(vm, prototype_parent);
    struct shape *shape = proto ? realm_function_shape(vm, code->script->realm, FUNCTION_SHAPE_CLASS) : NULL;
    if (shape && shape->prototype != constructor_parent) {
        shape = shape_with_prototype(vm, shape, constructor_parent);
    }
    struct function *f = shape ? function_allocate(vm, code, environment, shape) : NULL;
    if (!f) {
        return false;
    }
    f->slots[2] = value_from_cell(proto);
    f->home = value_from_cell(proto);
    if (!object_add(vm, proto, atom_key(vm, ATOM_constructor), value_from_cell(f), PROPERTY_HIDDEN)) {
        return false;
    }
    *constructor = f;
    *prototype = proto;
    return true;
}

static struct native_function *native_allocate(vm_isolate *vm, vm_native native, bool constructor,
                                               uint64_t data) {
    struct shape *shape = realm_function_shape(vm, vm->realm, FUNCTION_SHAPE_NATIVE);
    struct native_function *f = shape ? heap_allocate(&vm->heap, CELL_NATIVE_FUNCTION, sizeof *f) : NULL;
    if (!f) {
        if (shape) {
            throw_out_of_memory(vm);
        }
        return NULL;
    }
    f->object.cell.flags = OBJECT_CALLABLE | (constructor ? OBJECT_CONSTRUCTOR : 0);
    f->object.cell.aux = FUNCTION_INLINE_SLOTS;
    f->object.shape = shape;
    f->object.slots = NULL;
    f->object.elements = vm->empty_elements;
    f->native = native;
    f->realm = vm->realm;
    f->data = data;
    f->host = false;
    f->forwards = apply_is_forwarder(native);
    f->captured[0] = f->captured[1] = VALUE_UNDEFINED;
    f->slots[0] = value_from_int(0);
    f->slots[1] = atom_value(vm, ATOM_empty);
    f->slots[2] = VALUE_EMPTY;
    return f;
}

// sec-setfunctionname: the text
static struct string *function_name(vm_isolate *vm, property_key key, const char *prefix) {
    vm_value v = key_to_value(vm, key);
    if (value_is_exception(v)) {
        return NULL;
    }
    struct string_builder b;
    string_builder_start(&b, vm);
    if (prefix) {
        string_builder_text(&b, prefix);
        string_builder_unit(&b, ' ');
    }
    if (value_is_symbol(v)) {
        struct symbol *symbol = value_as_symbol(v);
        if (symbol->description && symbol->cell.flags & SYMBOL_PRIVATE) {
            string_builder_string(&b, symbol->description);
        } else if (symbol->description) {
            string_builder_unit(&b, '[');
            string_builder_string(&b, symbol->description);
            string_builder_unit(&b, ']');
        }
    } else {
        if (!prefix) {
            string_builder_discard(&b);
            return value_as_string(v);
        }
        string_builder_string(&b, value_as_string(v));
    }
    return string_builder_finish(&b);
}

struct native_function *native_function_create(vm_isolate *vm, vm_native native, property_key name,
                                               const char *prefix, uint32_t length, bool constructor,
                                               uint64_t data) {
    struct string *text = function_name(vm, name, prefix);
    struct native_function *f = text ? native_allocate(vm, native, constructor, data) : NULL;
    if (f) {
        f->slots[0] = value_from_int((int32_t)length);
        f->slots[1] = value_from_cell(text);
    }
    return f;
}

struct native_function *native_closure_create(vm_isolate *vm, vm_native native, uint32_t length,
                                              uint64_t data, vm_value captured0, vm_value captured1) {
    struct native_function *f = native_allocate(vm, native, false, data);
    if (f) {
        f->slots[0] = value_from_int((int32_t)length);
        f->captured[0] = captured0;
        f->captured[1] = captured1;
    }
    return f;
}

bool function_set_name(vm_isolate *vm, struct object *function, property_key key, int prefix) {
    static const char *const prefixes[] = {NULL, "get", "set"};
    struct string *text = function_name(vm, key, prefixes[prefix]);
    struct property at;
    if (!text) {
        return false;
    }
    property_key name = atom_key(vm, ATOM_name);
    if (object_get_own(vm, function, name, &at)) {
        object_store(vm, function, name, &at, value_from_cell(text));
        return true;
    }
    return object_add(vm, function, name, value_from_cell(text), PROPERTY_CONFIGURABLE);
}

bool function_materialize_prototype(vm_isolate *vm, struct function *f, struct property *property) {
    struct object *prototype;
    uint8_t kind = f->code->cell.flags & (CODE_GENERATOR | CODE_ASYNC);
    enum intrinsic id = kind == CODE_GENERATOR                  ? INTRINSIC_GeneratorPrototype
                        : kind == (CODE_GENERATOR | CODE_ASYNC) ? INTRINSIC_AsyncGeneratorPrototype
                                                                : INTRINSIC_ObjectPrototype;
    struct object *parent = realm_intrinsic(vm, f->code->script->realm, id);
    if (!parent || !(prototype = object_create(vm, parent))) {
        return false;
    }
    if (!kind &&
        !object_add(vm, prototype, atom_key(vm, ATOM_constructor), value_from_cell(f), PROPERTY_HIDDEN)) {
        return false;
    }
    property->value = value_from_cell(prototype);
    return true;
}

// The code that instances of a construct call are accounted to: new_target's when that is a closure.
static struct code *instance_code(struct function *f, struct object *new_target) {
    return new_target->cell.kind == CELL_FUNCTION ? ((struct function *)new_target)->code : f->code;
}

bool function_knows_instance_shape(const struct object *new_target) {
    const struct function *target = (const struct function *)new_target;
    return new_target->cell.kind == CELL_FUNCTION && target->code->instance_prototype &&
           value_is_cell(target->slots[2]) &&
           value_as_cell(target->slots[2]) == target->code->instance_prototype;
}

struct shape *function_instance_shape(vm_isolate *vm, struct function *f, struct object *new_target) {
    struct function *target = (struct function *)new_target;
    struct code *code = instance_code(f, new_target);
    bool closure = new_target->cell.kind == CELL_FUNCTION;
    if (function_knows_instance_shape(new_target)) {
        return code->instance_shape;
    }
    struct object *prototype = js_prototype_from_constructor(vm, new_target, INTRINSIC_ObjectPrototype);
    if (!prototype) {
        return NULL;
    }
    uint32_t slots = code->inline_slots > f->code->inline_slots ? code->inline_slots : f->code->inline_slots;
    struct shape *shape = shape_root(vm, prototype, CELL_OBJECT, slots);
    if (shape && closure && value_is_cell(target->slots[2]) && value_as_cell(target->slots[2]) == prototype) {
        heap_write(&vm->heap, code);
        code->instance_shape = shape;
        code->instance_prototype = prototype;
    }
    return shape;
}

void function_probe_instance(vm_isolate *vm, struct function *f, struct object *new_target,
                             struct object *instance) {
    struct code *code = instance_code(f, new_target);
    if (code->probes >= INSTANCE_PROBES) {
        return;
    }
    uint32_t slots = code->probe ? code->probe->shape->slots : 0;
    if (slots > code->inline_slots && slots <= OBJECT_MAXIMUM_INLINE) {
        code->inline_slots = slots;
        code->instance_shape = NULL;
        code->instance_prototype = NULL;
    }
    heap_write(&vm->heap, code);
    code->probe = ++code->probes < INSTANCE_PROBES ? instance : NULL;
}
