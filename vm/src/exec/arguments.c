#include "exec/arguments.h"

#include "exec/frame.h"
#include "exec/realm.h"
#include "object/elements.h"
#include "object/throw.h"

static bool put_values(vm_isolate *vm, struct arguments_object *a, const vm_value *values, uint32_t count) {
    if (count) {
        struct vector *elements = heap_allocate_vector_from(&vm->heap, values, count);
        if (!elements) {
            throw_out_of_memory(vm);
            return false;
        }
        elements->used = count;
        a->object.elements = elements->values;
        heap_write(&vm->heap, a);
    }
    return true;
}

static bool map_entries(vm_isolate *vm, struct arguments_object *a, uint32_t count,
                        struct environment *environment) {
    uint32_t parameters = vm->call->function->code->parameters,
             mapped = parameters < count ? parameters : count;
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

// The initial shape: length, @@iterator, callee.
static struct shape *initial_shape(vm_isolate *vm, bool throws) {
    struct shape **place = &vm->realm->arguments_shapes[throws];
    if (*place) {
        return *place;
    }
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct shape *shape =
        prototype ? shape_root(vm, prototype, CELL_ARGUMENTS, ARGUMENTS_INLINE_SLOTS) : NULL;
    shape = shape ? shape_add(vm, shape, atom_key(vm, ATOM_length), PROPERTY_HIDDEN, false, NULL) : NULL;
    shape =
        shape ? shape_add(vm, shape, symbol_key(vm, SYMBOL_iterator), PROPERTY_HIDDEN, false, NULL) : NULL;
    uint8_t attributes = throws ? PROPERTY_ACCESSOR : PROPERTY_HIDDEN;
    shape = shape ? shape_add(vm, shape, atom_key(vm, ATOM_callee), attributes, false, NULL) : NULL;
    if (shape) {
        heap_write(&vm->heap, vm->realm);
        *place = shape;
    }
    return shape;
}

// The value of slot `callee`: the function, or the accessor that throws.
static vm_value callee_slot(vm_isolate *vm, struct function *callee, bool shows_callee) {
    if (shows_callee) {
        return value_from_cell(callee);
    }
    struct realm *realm = vm->realm;
    if (!realm->arguments_callee) {
        struct object *thrower = intrinsic(vm, INTRINSIC_ThrowTypeError);
        struct accessor *a =
            thrower ? accessor_create(vm, value_from_cell(thrower), value_from_cell(thrower)) : NULL;
        if (!a) {
            return VALUE_EXCEPTION;
        }
        heap_write(&vm->heap, realm);
        realm->arguments_callee = a;
    }
    return value_from_cell(realm->arguments_callee);
}

vm_value arguments_create(vm_isolate *vm, struct function *callee, const vm_value *values, uint32_t count,
                          struct environment *environment, bool shows_callee) {
    struct object *iterator = intrinsic(vm, INTRINSIC_ArrayPrototypeValues);
    struct shape *shape = iterator ? initial_shape(vm, !shows_callee) : NULL;
    vm_value last = shape ? callee_slot(vm, callee, shows_callee) : VALUE_EXCEPTION;
    if (value_is_exception(last)) {
        return last;
    }
    struct arguments_object *a =
        object_allocate(vm, CELL_ARGUMENTS, offsetof(struct arguments_object, slots), shape);
    if (!a) {
        return VALUE_EXCEPTION;
    }
    a->slots[ARGUMENTS_LENGTH] = value_from_uint32(count);
    a->slots[ARGUMENTS_ITERATOR] = value_from_cell(iterator);
    a->slots[ARGUMENTS_CALLEE] = last;
    if (!put_values(vm, a, values, count) || (environment && !map_entries(vm, a, count, environment))) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(a);
}

const vm_value *arguments_packed(vm_isolate *vm, struct object *o, uint32_t *count) {
    struct arguments_object *a = (struct arguments_object *)o;
    struct shape *const *initial = vm->realm->arguments_shapes;
    *count = elements_used(o);
    bool untouched = !a->environment && !(o->cell.flags & OBJECT_SPARSE) &&
                     (o->shape == initial[0] || o->shape == initial[1]) &&
                     a->slots[ARGUMENTS_LENGTH].bits == value_from_uint32(*count).bits;
    for (uint32_t i = 0; untouched && i < *count; i++) {
        untouched = !value_is_empty(o->elements[i]);
    }
    return untouched ? o->elements : NULL;
}

// The aliased variable of a key, or NULL.
static vm_value *mapped_value(struct object *o, property_key key) {
    struct arguments_object *a = (struct arguments_object *)o;
    if (!key_is_index(key) || key_as_index(key) >= a->count ||
        !((uint8_t *)(a->mapped + 1))[key_as_index(key)]) {
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
enum outcome arguments_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        struct property_descriptor *out) {
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
enum outcome arguments_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                           vm_value receiver) {
    vm_value *place =
        value_is_object(receiver) && value_as_object(receiver) == o ? mapped_value(o, key) : NULL;
    struct property property;
    if (place) {
        store_mapped(vm, o, place, value);
        if (elements_get_own(o, key_as_index(key), &property) && property.attributes == PROPERTY_DEFAULT) {
            elements_store(vm, o, key_as_index(key), value);
            return OUTCOME_TRUE;
        }
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
