#include "exec/arguments.h"

#include "exec/frame.h"
#include "exec/realm.h"
#include "object/throw.h"

static bool put_values(vm_isolate *vm, struct arguments_object *a, const vm_value *values, uint32_t count) {
    if (count && !elements_reserve(vm, &a->object, count)) {
        return false;
    }
    if (count) {
        struct vector *elements = elements_vector(a->object.elements);
        heap_write(&vm->heap, a);
        memcpy(elements->values, values, count * sizeof(vm_value));
        elements->used = count;
    }
    return true;
}

static bool map_entries(vm_isolate *vm, struct arguments_object *a, uint32_t count, struct environment *environment) {
    uint32_t parameters = vm->call->function->code->parameters, mapped = parameters < count ? parameters : count;
    if (!elements_to_sparse(vm, &a->object)) {
        return false;
    }
    struct cell *bytes = heap_allocate_bytes(&vm->heap, mapped + 1);
    if (!bytes) {
        throw_out_of_memory(vm);
        return false;
    }
    for (uint32_t i = 0; i < mapped; i++) {
        ((uint8_t *)(bytes + 1))[i] = !value_is_empty(environment->values[i]);
    }
    heap_write(&vm->heap, a);
    a->environment = environment;
    a->mapped = bytes;
    a->count = mapped;
    return true;
}

static bool add_callee(vm_isolate *vm, struct arguments_object *a, struct function *callee) {
    property_key key = atom_key(vm, ATOM_callee);
    if (a->environment || !(callee->code->cell.flags & CODE_STRICT)) {
        return object_add(vm, &a->object, key, value_from_cell(callee), PROPERTY_HIDDEN);
    }
    struct object *thrower = intrinsic(vm, INTRINSIC_ThrowTypeError);
    struct accessor *accessor = thrower ? accessor_create(vm, value_from_cell(thrower), value_from_cell(thrower)) : NULL;
    return accessor && object_add(vm, &a->object, key, value_from_cell(accessor), PROPERTY_ACCESSOR);
}

vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count,
                          struct environment *environment) {
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *iterator = prototype ? intrinsic(vm, INTRINSIC_ArrayPrototypeValues) : NULL;
    struct arguments_object *a = iterator ? object_allocate_kind(vm, CELL_ARGUMENTS, sizeof *a, prototype) : NULL;
    if (!a || !put_values(vm, a, values, count) ||
        !object_add(vm, &a->object, atom_key(vm, ATOM_length), value_from_uint32(count), PROPERTY_HIDDEN) ||
        !object_add(vm, &a->object, symbol_key(vm, SYMBOL_iterator), value_from_cell(iterator), PROPERTY_HIDDEN) ||
        (environment && !map_entries(vm, a, count, environment)) || !add_callee(vm, a, callee)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(a);
}

// The aliased variable of a key, or NULL.
static vm_value *mapped_value(struct object *o, property_key key) {
    struct arguments_object *a = (struct arguments_object *)o;
    if (!key_is_index(key) || key_as_index(key) >= a->count || !((uint8_t *)(a->mapped + 1))[key_as_index(key)]) {
        return NULL;
    }
    return &a->environment->values[key_as_index(key)];
}

static void unmap(struct object *o, property_key key) {
    ((uint8_t *)(((struct arguments_object *)o)->mapped + 1))[key_as_index(key)] = 0;
}

static void store_mapped(vm_isolate *vm, struct object *o, vm_value *place, vm_value value) {
    heap_write(&vm->heap, ((struct arguments_object *)o)->environment);
    *place = value;
}

// sec-arguments-exotic-objects-getownproperty-p
enum outcome arguments_get_own_property(vm_isolate *vm, struct object *o, property_key key, struct property_descriptor *out) {
    enum outcome there = ordinary_get_own_property(vm, o, key, out);
    vm_value *place = mapped_value(o, key);
    if (there == OUTCOME_TRUE && place) {
        out->value = *place;
    }
    return there;
}

// sec-arguments-exotic-objects-defineownproperty-p-desc
enum outcome arguments_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                           const struct property_descriptor *d) {
    vm_value *place = mapped_value(o, key);
    if (!place) {
        return ordinary_define_own_property(vm, o, key, d);
    }
    bool accessor = d->fields & (DESCRIPTOR_GET | DESCRIPTOR_SET);
    bool read_only = d->fields & DESCRIPTOR_WRITABLE && !(d->attributes & PROPERTY_WRITABLE);
    struct property_descriptor effective = *d;
    if (!accessor && read_only && !(d->fields & DESCRIPTOR_VALUE)) {
        effective.fields |= DESCRIPTOR_VALUE;
        effective.value = *place;
    }
    enum outcome outcome = ordinary_define_own_property(vm, o, key, &effective);
    if (outcome != OUTCOME_TRUE) {
        return outcome;
    }
    if (d->fields & DESCRIPTOR_VALUE) {
        store_mapped(vm, o, place, d->value);
    }
    if (accessor || read_only) {
        unmap(o, key);
    }
    return OUTCOME_TRUE;
}

// sec-arguments-exotic-objects-get-p-receiver
vm_value arguments_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    vm_value *place = mapped_value(o, key);
    return place ? *place : ordinary_get(vm, o, key, receiver);
}

// sec-arguments-exotic-objects-set-p-v-receiver
enum outcome arguments_set(vm_isolate *vm, struct object *o, property_key key, vm_value value, vm_value receiver) {
    vm_value *place = value_is_object(receiver) && value_as_object(receiver) == o ? mapped_value(o, key) : NULL;
    if (place) {
        store_mapped(vm, o, place, value);
    }
    return ordinary_set(vm, o, key, value, receiver);
}

// sec-arguments-exotic-objects-delete-p
enum outcome arguments_delete(vm_isolate *vm, struct object *o, property_key key) {
    enum outcome outcome = ordinary_delete(vm, o, key);
    if (outcome == OUTCOME_TRUE && mapped_value(o, key)) {
        unmap(o, key);
    }
    return outcome;
}

void arguments_trace(struct marker *marker, struct cell *cell) {
    struct arguments_object *a = (struct arguments_object *)cell;
    object_trace(marker, cell);
    mark_cell(marker, a->environment);
    mark_cell(marker, a->mapped);
}
