// Wrapper objects.
#include "lang/wrapper.h"

#include "object/intrinsics.h"

struct object *wrapper_prototype(vm_isolate *vm, vm_value primitive) {
    enum intrinsic id = value_is_number(primitive)    ? INTRINSIC_NumberPrototype
                        : value_is_boolean(primitive) ? INTRINSIC_BooleanPrototype
                        : value_is_string(primitive)  ? INTRINSIC_StringPrototype
                        : value_is_symbol(primitive)  ? INTRINSIC_SymbolPrototype
                                                      : INTRINSIC_BigIntPrototype;
    return intrinsic(vm, id);
}

struct object *wrapper_create_with_prototype(vm_isolate *vm, vm_value primitive, struct object *prototype) {
    enum cell_kind kind = CELL_PRIMITIVE_OBJECT;
    if (value_is_string(primitive)) {
        if (!string_flatten(vm, value_as_string(primitive))) return NULL;
        kind = CELL_STRING_OBJECT;
    }
    struct primitive_object *wrapper = object_allocate_kind(vm, kind, sizeof *wrapper, prototype);
    if (!wrapper) return NULL;
    wrapper->primitive = primitive;
    return &wrapper->object;
}

struct object *wrapper_create(vm_isolate *vm, vm_value primitive) {
    struct object *prototype = wrapper_prototype(vm, primitive);
    return prototype ? wrapper_create_with_prototype(vm, primitive, prototype) : NULL;
}
