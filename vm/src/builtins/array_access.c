// How the methods of Array reach elements, lengths and new arrays.
#include "builtins/array.h"

#include "object/throw.h"

struct object *array_receiver(vm_isolate *vm, vm_value this_value, uint64_t *length) {
    struct object *o = js_to_object(vm, this_value);
    return o && js_length_of_array_like(vm, o, length) ? o : NULL;
}

// --- elements --------------------------------------------------------------------------------------

vm_value array_get_slow(vm_isolate *vm, struct object *o, uint64_t index) {
    property_key key;
    if (array_is_dense(vm, o)) {
        if (index >= elements_used(o)) {
            if (index < ARRAY_LENGTH_MAXIMUM) return VALUE_UNDEFINED;
        } else {
            return array_hole_to_undefined(o->elements[index]);
        }
    }
    return key_from_uint64(vm, index, &key) ? js_get(vm, o, key) : VALUE_EXCEPTION;
}

enum outcome array_find(vm_isolate *vm, struct object *o, uint64_t index, vm_value *value) {
    property_key key;
    if (o->cell.kind == CELL_ARRAY && index < ARRAY_LENGTH_MAXIMUM) {
        if (index < elements_used(o) && !value_is_empty(o->elements[index])) {
            *value = o->elements[index];
            return OUTCOME_TRUE;
        }
        if (array_is_dense(vm, o)) return OUTCOME_FALSE;
    }
    if (!key_from_uint64(vm, index, &key)) return OUTCOME_EXCEPTION;
    enum outcome there = js_has_property(vm, o, key);
    if (there != OUTCOME_TRUE) return there;
    *value = js_get(vm, o, key);
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

// Whether a walk over the holes of an array is better done over its table: after as many steps.
static bool should_leap(vm_isolate *vm, const struct object *o, uint64_t steps) {
    return o->cell.kind == CELL_ARRAY && o->cell.flags & OBJECT_SPARSE && !vm->indexed_prototypes &&
           steps >= elements_table_size(o);
}

enum outcome array_find_next(vm_isolate *vm, struct object *o, uint64_t *index, uint64_t end,
                             vm_value *value) {
    for (uint64_t k = *index; k < end; k++) {
        if (end <= ARRAY_LENGTH_MAXIMUM && should_leap(vm, o, k - *index)) {
            k = elements_nearest(vm, o, (uint32_t)k, false);
            if (vm->terminating) return OUTCOME_EXCEPTION;
            if (k >= end) break;
        }
        if (k >= elements_used(o) && array_is_dense(vm, o) && end <= ARRAY_LENGTH_MAXIMUM) break;
        enum outcome there = array_find(vm, o, k, value);
        if (there != OUTCOME_FALSE) {
            *index = k;
            return there;
        }
        if (!js_safepoint(vm)) return OUTCOME_EXCEPTION;
    }
    *index = end;
    return OUTCOME_FALSE;
}

enum outcome array_find_previous(vm_isolate *vm, struct object *o, uint64_t *index, vm_value *value) {
    uint64_t k = *index;
    if (array_is_dense(vm, o) && k < ARRAY_LENGTH_MAXIMUM && k >= elements_used(o)) {
        if (!elements_used(o)) return OUTCOME_FALSE;
        k = elements_used(o) - 1;
    }
    for (;; k--) {
        if (k < ARRAY_LENGTH_MAXIMUM && should_leap(vm, o, *index - k)) {
            k = elements_nearest(vm, o, (uint32_t)k, true);
            if (vm->terminating) return OUTCOME_EXCEPTION;
            if (k == UINT32_MAX) return OUTCOME_FALSE;
        }
        enum outcome there = array_find(vm, o, k, value);
        if (there != OUTCOME_FALSE) {
            *index = k;
            return there;
        }
        if (!js_safepoint(vm)) return OUTCOME_EXCEPTION;
        if (!k) return OUTCOME_FALSE;
    }
}

bool array_set(vm_isolate *vm, struct object *o, uint64_t index, vm_value value) {
    property_key key;
    if (o->cell.kind == CELL_ARRAY && index < elements_used(o) && !value_is_empty(o->elements[index]) &&
        !(o->cell.flags & OBJECT_ELEMENTS_FROZEN)) {
        o->elements[index] = value;
        heap_write_slot(&vm->heap, o, elements_vector(o->elements), (uint32_t)index);
        return true;
    }
    return key_from_uint64(vm, index, &key) && js_set(vm, o, key, value);
}

bool array_set_length_property(vm_isolate *vm, struct object *o, uint64_t length) {
    if (o->cell.kind == CELL_ARRAY && length == array_length(o) &&
        !(o->cell.flags & OBJECT_LENGTH_READ_ONLY)) {
        return true;
    }
    return js_set(vm, o, atom_key(vm, ATOM_length), value_from_int64((int64_t)length));
}

bool array_delete(vm_isolate *vm, struct object *o, uint64_t index) {
    property_key key;
    if (array_is_simple(vm, o) && index < ARRAY_LENGTH_MAXIMUM) {
        elements_remove(vm, o, (uint32_t)index);
        return true;
    }
    return key_from_uint64(vm, index, &key) && js_delete_or_throw(vm, o, key);
}

bool array_create_element(vm_isolate *vm, struct object *o, uint64_t index, vm_value value) {
    property_key key;
    if (o->cell.kind == CELL_ARRAY && !(o->cell.flags & OBJECT_ELEMENTS_SPECIAL) &&
        index < ARRAY_LENGTH_MAXIMUM) {
        return elements_put(vm, o, (uint32_t)index, value);
    }
    return key_from_uint64(vm, index, &key) && js_create_data_property_or_throw(vm, o, key, value);
}

// --- new arrays ------------------------------------------------------------------------------------

struct object *array_create_checked(vm_isolate *vm, uint64_t length) {
    if (length <= ARRAY_LENGTH_MAXIMUM) return array_create(vm, (uint32_t)length);
    throw_range_error(vm, "Invalid array length");
    return NULL;
}

bool array_reserve(vm_isolate *vm, struct object *array, uint64_t length) {
    if (length <= ARRAY_LENGTH_MAXIMUM) return elements_reserve(vm, array, (uint32_t)length);
    throw_range_error(vm, "Invalid array length");
    return false;
}

struct object *array_create_sized(vm_isolate *vm, uint64_t length) {
    struct object *array = array_create(vm, 0);
    return array && array_reserve(vm, array, length) ? array : NULL;
}

bool array_append(vm_isolate *vm, struct object *array, const vm_value *values, uint32_t count) {
    uint64_t length = (uint64_t)array_length(array) + count;
    if (!array_reserve(vm, array, length)) return false;
    memcpy(array->elements + array_length(array), values, count * sizeof *values);
    array_set_used(array, (uint32_t)length);
    array->cell.word = (uint32_t)length;
    heap_write(&vm->heap, array);
    return true;
}

bool array_append_from(vm_isolate *vm, struct object *array, const struct object *o, uint32_t from,
                       uint32_t count) {
    if (!array_reserve(vm, array, (uint64_t)array_length(array) + count)) return false;
    for (uint32_t step; count; count -= step, from += step) {
        step = count < ARRAY_POLL_VALUES ? count : ARRAY_POLL_VALUES;
        uint32_t used = elements_used(o), here = from >= used ? 0 : used - from < step ? used - from : step;
        if (!array_append(vm, array, o->elements + from, here)) return false;
        if (count == step) return true;
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

// Finds where `constructor` and the species stand. False: not as data and accessor properties of their own.
static bool survey_species(vm_isolate *vm, struct object *prototype, struct object *constructor) {
    struct array_species *species = &vm->array_species;
    struct property found;
    species->realm = NULL;
    if (!object_find_own(vm, prototype, atom_key(vm, ATOM_constructor), &found) ||
        found.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY)) {
        return false;
    }
    species->constructor_slot = found.slot;
    if (!object_find_own(vm, constructor, symbol_key(vm, SYMBOL_species), &found) ||
        !(found.attributes & PROPERTY_ACCESSOR)) {
        return false;
    }
    species->species_slot = found.slot;
    species->spreads = true;
    for (struct object *o = prototype; o; o = object_prototype(o)) {
        species->spreads &= o->cell.kind != CELL_PROXY && o->cell.flags & OBJECT_IS_PROTOTYPE &&
                            !object_find_own(vm, o, symbol_key(vm, SYMBOL_isConcatSpreadable), &found);
    }
    species->shape = constructor->shape;
    species->epoch = vm->prototype_epoch;
    if (prototype->cell.flags & OBJECT_IS_PROTOTYPE && !shape_is_dictionary(species->shape))
        species->realm = vm->realm;
    return true;
}

static bool species_are_known(vm_isolate *vm, const struct object *constructor) {
    const struct array_species *species = &vm->array_species;
    return species->realm == vm->realm && species->epoch == vm->prototype_epoch &&
           species->shape == constructor->shape;
}

bool array_spreads_plainly(vm_isolate *vm, vm_value v) {
    const struct object *constructor = vm->realm->intrinsics[INTRINSIC_Array];
    return value_is_array_kind(v) && !value_as_object(v)->shape->count && constructor &&
           object_prototype(value_as_object(v)) == vm->realm->intrinsics[INTRINSIC_ArrayPrototype] &&
           species_are_known(vm, constructor) && vm->array_species.spreads;
}

bool array_species_is_default(vm_isolate *vm, struct object *o) {
    struct object *prototype = vm->realm->intrinsics[INTRINSIC_ArrayPrototype];
    struct object *constructor = vm->realm->intrinsics[INTRINSIC_Array];
    struct property found;
    if (o->cell.kind != CELL_ARRAY || object_prototype(o) != prototype || !constructor) return false;
    if (o->shape->count && object_find_own(vm, o, atom_key(vm, ATOM_constructor), &found)) return false;
    const struct array_species *species = &vm->array_species;
    if (!species_are_known(vm, constructor) && !survey_species(vm, prototype, constructor)) return false;
    if (!value_same_bits(*object_slot(prototype, species->constructor_slot), value_from_cell(constructor)))
        return false;
    const struct accessor *accessor = value_as_cell(*object_slot(constructor, species->species_slot));
    return value_is_kind(accessor->getter, CELL_NATIVE_FUNCTION) &&
           ((struct native_function *)value_as_cell(accessor->getter))->native == builtin_return_this;
}

// The constructor of the species; UNDEFINED: a plain array.
static vm_value species_of(vm_isolate *vm, struct object *o) {
    enum outcome array = js_is_array(vm, value_from_cell(o));
    if (array != OUTCOME_TRUE) return array == OUTCOME_FALSE ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    vm_value constructor = js_get_atom(vm, o, ATOM_constructor);
    if (value_is_constructor(constructor)) {
        struct realm *realm = js_function_realm(vm, value_as_object(constructor));
        if (!realm) return VALUE_EXCEPTION;
        if (realm != vm->realm && value_as_object(constructor) == realm->intrinsics[INTRINSIC_Array])
            return VALUE_UNDEFINED;
    }
    if (!value_is_object(constructor)) return constructor;
    constructor = js_get(vm, value_as_object(constructor), symbol_key(vm, SYMBOL_species));
    return value_is_null(constructor) ? VALUE_UNDEFINED : constructor;
}

struct object *array_species_create(vm_isolate *vm, struct object *o, uint64_t length) {
    if (array_species_is_default(vm, o)) return array_create_checked(vm, length);
    vm_value constructor = species_of(vm, o);
    if (value_is_exception(constructor)) return NULL;
    if (value_is_undefined(constructor)) return array_create_checked(vm, length);
    if (!value_is_constructor(constructor)) {
        throw_type_error(vm, "object.constructor[Symbol.species] is not a constructor");
        return NULL;
    }
    vm_value argument = value_from_int64((int64_t)length);
    vm_value made = js_construct(vm, value_as_object(constructor), 1, &argument, NULL);
    return value_is_exception(made) ? NULL : value_as_object(made);
}

struct object *array_construct_for(vm_isolate *vm, vm_value constructor, uint32_t argc, uint64_t length) {
    struct object *array = vm->realm->intrinsics[INTRINSIC_Array];
    if (!value_is_constructor(constructor) || value_as_object(constructor) == array)
        return array_create_checked(vm, length);
    vm_value argument = value_from_int64((int64_t)length);
    vm_value made = js_construct(vm, value_as_object(constructor), argc, &argument, NULL);
    return value_is_exception(made) ? NULL : value_as_object(made);
}
