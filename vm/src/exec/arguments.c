#include "exec/arguments.h"

#include "exec/realm.h"
#include "lang/property.h"

vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct arguments_object *a =
        prototype ? object_allocate_kind(vm, CELL_ARGUMENTS, sizeof(struct arguments_object), prototype) : NULL;
    if (!a || (count && !elements_reserve(vm, &a->object, count))) {
        return VALUE_EXCEPTION;
    }
    struct vector *elements = elements_vector(a->object.elements);
    if (count) {
        heap_write(&vm->heap, a);
        memcpy(elements->values, values, count * sizeof(vm_value));
        elements->used = count;
    }
    struct object *array_prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    if (!array_prototype || !object_add(vm, &a->object, atom_key(vm, ATOM_length), value_from_uint32(count), PROPERTY_HIDDEN)) {
        return VALUE_EXCEPTION;
    }
    if (!object_add(vm, &a->object, symbol_key(vm, SYMBOL_iterator), vm->realm->array_values, PROPERTY_HIDDEN)) {
        return VALUE_EXCEPTION;
    }
    if (callee->code->cell.flags & CODE_STRICT) {
        struct object *thrower = intrinsic(vm, INTRINSIC_ThrowTypeError);
        struct accessor *accessor =
            thrower ? accessor_create(vm, value_from_cell(thrower), value_from_cell(thrower)) : NULL;
        if (!accessor || !object_add(vm, &a->object, atom_key(vm, ATOM_callee), value_from_cell(accessor), PROPERTY_ACCESSOR)) {
            return VALUE_EXCEPTION;
        }
    } else if (!object_add(vm, &a->object, atom_key(vm, ATOM_callee), value_from_cell(callee), PROPERTY_HIDDEN)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(a);
}

void arguments_trace(struct marker *marker, struct cell *cell) {
    object_trace(marker, cell);
    mark_cell(marker, ((struct arguments_object *)cell)->environment);
}
