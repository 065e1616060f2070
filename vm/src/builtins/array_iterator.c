// Array iterators (sec-array-iterator-objects).
#include "builtins/array.h"
#include "builtins/typed_array.h"

#include "builtins/iterator_step.h"

#include "object/throw.h"

vm_value array_iterator_create(vm_isolate *vm, vm_value target, enum iteration_kind kind) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayIteratorPrototype);
    return prototype ? builtin_cell(iterator_create(vm, prototype, ITERATOR_ARRAY, kind, target))
                     : VALUE_EXCEPTION;
}

// sec-array.prototype.values, keys, entries
vm_value array_iterate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum iteration_kind kind = (enum iteration_kind)MAGIC;
    struct object *o = js_to_object(vm, THIS);
    (void)argc;
    return o ? array_iterator_create(vm, value_from_cell(o), kind) : VALUE_EXCEPTION;
}

static vm_value pair(vm_isolate *vm, uint64_t index, vm_value value) {
    vm_value both[] = {value_from_int64((int64_t)index), value};
    return builtin_cell(array_create_from(vm, both, 2));
}

// The length of what is iterated; of a typed array, which must not be out of bounds.
static bool length_of(vm_isolate *vm, struct object *o, uint64_t *length) {
    size_t elements;
    if (o->cell.kind != CELL_TYPED_ARRAY) return js_length_of_array_like(vm, o, length);
    bool valid = typed_array_revalidate(vm, (struct buffer_view *)o, "values", &elements);
    *length = elements;
    return valid;
}

static vm_value element_of(vm_isolate *vm, struct object *o, uint64_t index) {
    return o->cell.kind == CELL_TYPED_ARRAY ? view_get(vm, (struct buffer_view *)o, index)
                                            : array_get(vm, o, index);
}

enum outcome array_iterator_step(vm_isolate *vm, struct iterator_object *iterator, vm_value *value) {
    if (iterator_is_exhausted(iterator)) return OUTCOME_FALSE;
    struct object *o = value_as_object(iterator->target);
    uint64_t length, index = iterator->index;
    if (!length_of(vm, o, &length)) return OUTCOME_EXCEPTION;
    if (index >= length) {
        iterator_exhaust(iterator);
        return OUTCOME_FALSE;
    }
    iterator->index = index + 1;
    enum iteration_kind kind = iterator_iteration(iterator);
    *value = kind == ITERATE_KEYS ? value_from_int64((int64_t)index) : element_of(vm, o, index);
    if (kind == ITERATE_ENTRIES && !value_is_exception(*value)) *value = pair(vm, index, *value);
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

// sec-%arrayiteratorprototype%.next
vm_value array_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_iterator(THIS, ITERATOR_ARRAY))
        return throw_type_error(vm, "Method Array Iterator.prototype.next called on incompatible receiver %V",
                                THIS);
    vm_value value = VALUE_UNDEFINED;
    return iterator_step_result(vm, array_iterator_step(vm, value_as_cell(THIS), &value), value);
}

static const struct builtin_row methods[] = {
    NATIVE("next", array_iterator_next, 0),
    TO_STRING_TAG("Array Iterator"),
};

static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    struct property next;
    (void)constructor;
    object_find_own(vm, prototype, atom_key(vm, ATOM_next), &next);
    builtin_set_intrinsic(vm, INTRINSIC_ArrayIteratorPrototypeNext, value_as_object(next.value));
    return true;
}

const struct builtin_class array_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_ArrayIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(methods),
    .finish = finish,
};
