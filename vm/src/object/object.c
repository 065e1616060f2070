// Objects: allocation, named properties in slots, prototype and extensibility, own keys. object.h has the
// picture.
#include "object/arguments.h"
#include "object/object.h"

#include "object/elements.h"
#include "object/function.h"
#include "object/intrinsics.h"
#include "object/isolate.h"
#include "object/regexp_object.h"
#include "object/throw.h"

#define PEEKED_PROTOTYPES 100 // of object_peek
#define LOCAL_PROPERTIES 64   // shapes of more properties are listed in allocated memory

const uint8_t object_inline_offsets[CELL_KIND_COUNT] = {
    [CELL_OBJECT] = sizeof(struct object),
    [CELL_ARRAY] = sizeof(struct object),
    [CELL_FUNCTION] = offsetof(struct function, slots),
    [CELL_NATIVE_FUNCTION] = offsetof(struct native_function, slots),
    [CELL_BOUND_FUNCTION] = offsetof(struct bound_function, slots),
    [CELL_ARGUMENTS] = offsetof(struct arguments_object, slots),
    [CELL_PRIMITIVE_OBJECT] = sizeof(struct primitive_object),
    [CELL_STRING_OBJECT] = sizeof(struct primitive_object),
    [CELL_REGEXP] = offsetof(struct regexp_object, slots),
};

// --- allocation ------------------------------------------------------------------------------------

static inline vm_value *inline_slots(struct object *o) {
    return (vm_value *)((char *)o + object_inline_offsets[o->cell.kind]);
}

void *object_allocate(vm_isolate *vm, enum cell_kind kind, size_t size, struct shape *shape) {
    uint32_t capacity = shape_inline_capacity(shape);
    size_t whole = size + capacity * sizeof(vm_value);
    struct object *o = vm->heap.kinds[kind].finalize ? heap_allocate_final(&vm->heap, kind, whole)
                                                     : heap_allocate(&vm->heap, kind, whole);
    if (!o) {
        throw_out_of_memory(vm);
        return NULL;
    }
    o->cell.flags = 0;
    o->cell.aux = (uint8_t)capacity;
    o->cell.word = 0;
    o->shape = shape;
    o->slots = NULL;
    o->elements = vm->empty_elements;
    memset(o + 1, 0, size - sizeof *o);
    vm_value *slots = (vm_value *)((char *)o + size);
    for (uint32_t i = 0; i < capacity; i++)
        slots[i] = VALUE_EMPTY;
    return o;
}

void *object_allocate_kind(vm_isolate *vm, enum cell_kind kind, size_t size, struct object *prototype) {
    bool function = kind == CELL_FUNCTION || kind == CELL_NATIVE_FUNCTION || kind == CELL_BOUND_FUNCTION;
    struct shape *shape = shape_root(vm, prototype, kind, function ? FUNCTION_INLINE_SLOTS : 0);
    return shape ? object_allocate(vm, kind, size, shape) : NULL;
}

struct object *object_create_with_shape(vm_isolate *vm, struct shape *shape) {
    return object_allocate(vm, shape_kind(shape), sizeof(struct object), shape);
}

struct object *object_create(vm_isolate *vm, struct object *prototype) {
    struct shape *shape = shape_root(vm, prototype, CELL_OBJECT, OBJECT_DEFAULT_INLINE);
    return shape ? object_create_with_shape(vm, shape) : NULL;
}

struct accessor *accessor_create(vm_isolate *vm, vm_value getter, vm_value setter) {
    struct accessor *accessor = heap_allocate(&vm->heap, CELL_ACCESSOR, sizeof *accessor);
    if (!accessor) {
        throw_out_of_memory(vm);
        return NULL;
    }
    accessor->getter = getter;
    accessor->setter = setter;
    return accessor;
}

// --- slots -----------------------------------------------------------------------------------------

bool object_reserve_slots(vm_isolate *vm, struct object *o, uint32_t slots) {
    if (slots <= o->cell.aux) return true;
    uint32_t needed = slots - o->cell.aux, capacity = o->slots ? o->slots->cell.word : 0;
    if (needed <= capacity) return true;
    uint32_t wanted = capacity < 4 ? 4 : capacity * 2;
    if (wanted < needed) wanted = needed;
    struct vector *vector = heap_resize_vector(&vm->heap, o->slots, wanted);
    if (!vector) {
        throw_out_of_memory(vm);
        return false;
    }
    o->slots = vector;
    heap_write(&vm->heap, o);
    return true;
}

static inline void write_slot(vm_isolate *vm, struct object *o, uint32_t slot, vm_value value) {
    *object_slot(o, slot) = value;
    if (slot < o->cell.aux) {
        heap_write(&vm->heap, o);
    } else {
        heap_write_slot(&vm->heap, o, o->slots, slot - o->cell.aux);
    }
}

static inline void take_shape(vm_isolate *vm, struct object *o, struct shape *shape) {
    o->shape = shape;
    heap_write(&vm->heap, o);
}

static inline void structure_changed(vm_isolate *vm, struct object *o) {
    if (o->cell.flags & OBJECT_IS_PROTOTYPE) vm->prototype_epoch++;
}

// --- own properties --------------------------------------------------------------------------------

bool object_find_own(vm_isolate *vm, struct object *o, property_key key, struct property *out) {
    if (key_is_index(key)) return elements_get_own(o, key_as_index(key), out);
    struct shape_property found;
    if (shape_lookup(vm, o->shape, key, &found)) {
        *out = (struct property){
            .value = *object_slot(o, found.slot), .attributes = found.attributes, .slot = found.slot};
        return true;
    }
    if (o->cell.kind == CELL_ARRAY && key_equals(key, atom_key(vm, ATOM_length))) {
        bool writable = !(o->cell.flags & OBJECT_LENGTH_READ_ONLY);
        *out = (struct property){.value = value_from_uint32(array_length(o)),
                                 .attributes = writable ? PROPERTY_WRITABLE : 0,
                                 .slot = PROPERTY_NO_SLOT};
        return true;
    }
    return false;
}

vm_value object_peek(vm_isolate *vm, struct object *o, property_key key) {
    for (int i = 0; o && o->cell.kind != CELL_PROXY && i < PEEKED_PROTOTYPES; i++, o = object_prototype(o)) {
        struct property property;
        if (object_find_own(vm, o, key, &property)) {
            bool plain = !(property.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY));
            return plain ? property.value : VALUE_UNDEFINED;
        }
    }
    return VALUE_UNDEFINED;
}

// Makes the lazy value found in *out and stores it.
static bool resolve_lazy(vm_isolate *vm, struct object *o, property_key key, struct property *out) {
    struct property made = *out;
    made.attributes &= ~PROPERTY_LAZY;
    if (!realm_materialize(vm, o, key, &made)) {
        out->value = VALUE_EXCEPTION;
        return true;
    }
    // Making it may have made others of the same object, this one included.
    if (!object_find_own(vm, o, key, out)) return false;
    if (!(out->attributes & PROPERTY_LAZY)) return true;
    if (!object_reconfigure(vm, o, key, out, made.value, out->attributes & ~PROPERTY_LAZY)) {
        out->value = VALUE_EXCEPTION;
        return true;
    }
    return object_find_own(vm, o, key, out);
}

bool object_get_own(vm_isolate *vm, struct object *o, property_key key, struct property *out) {
    if (!object_find_own(vm, o, key, out)) return false;
    return __builtin_expect(!(out->attributes & PROPERTY_LAZY), 1) || resolve_lazy(vm, o, key, out);
}

static bool add_named(vm_isolate *vm, struct object *o, property_key key, vm_value value, uint8_t attributes,
                      bool computed) {
    if (!object_reserve_slots(vm, o, o->shape->slots + 1)) return false;
    struct shape_property added;
    struct shape *shape = shape_add(vm, o->shape, key, attributes, computed, &added);
    if (!shape) return false;
    write_slot(vm, o, added.slot, value);
    take_shape(vm, o, shape);
    structure_changed(vm, o);
    return true;
}

bool object_add(vm_isolate *vm, struct object *o, property_key key, vm_value value, uint8_t attributes) {
    if (!key_is_index(key)) return add_named(vm, o, key, value, attributes, true);
    if (attributes == PROPERTY_DEFAULT) return elements_put(vm, o, key_as_index(key), value);
    return elements_define(vm, o, key_as_index(key), value, attributes);
}

bool object_define(vm_isolate *vm, struct object *o, property_key key, vm_value value, uint8_t attributes) {
    if (key_is_index(key)) return elements_define(vm, o, key_as_index(key), value, attributes);
    struct property found;
    if (object_find_own(vm, o, key, &found)) return object_reconfigure(vm, o, key, &found, value, attributes);
    return add_named(vm, o, key, value, attributes, false);
}

void object_store(vm_isolate *vm, struct object *o, property_key key, const struct property *at,
                  vm_value value) {
    if (at->is_element) {
        elements_store(vm, o, key_as_index(key), value);
    } else {
        write_slot(vm, o, at->slot, value);
    }
}

bool object_reconfigure(vm_isolate *vm, struct object *o, property_key key, const struct property *at,
                        vm_value value, uint8_t attributes) {
    if (at->is_element) return elements_define(vm, o, key_as_index(key), value, attributes);
    uint8_t before = at->attributes;
    if (attributes != before) {
        struct shape *shape = shape_change_attributes(vm, o->shape, key, attributes);
        if (!shape) return false;
        take_shape(vm, o, shape);
    }
    bool replaced_accessor =
        (attributes & PROPERTY_ACCESSOR) && !value_same_bits(*object_slot(o, at->slot), value);
    bool materialized = before == (attributes | PROPERTY_LAZY);
    write_slot(vm, o, at->slot, value);
    if (!materialized && (attributes != before || replaced_accessor)) structure_changed(vm, o);
    return true;
}

bool object_remove(vm_isolate *vm, struct object *o, property_key key) {
    if (key_is_index(key)) {
        elements_remove(vm, o, key_as_index(key));
        return true;
    }
    struct property found;
    if (!object_find_own(vm, o, key, &found)) return true;
    struct shape *shape = shape_remove(vm, o->shape, key);
    if (!shape) return false;
    *object_slot(o, found.slot) = VALUE_EMPTY;
    take_shape(vm, o, shape);
    structure_changed(vm, o);
    return true;
}

// --- prototype and extensibility -------------------------------------------------------------------

// Whether index keys may be found in `o`: the interpreter then looks at prototypes for holes and appends.
static bool has_indexed_properties(vm_isolate *vm, const struct object *o) {
    if (o->cell.kind == CELL_STRING_OBJECT) {
        return value_as_string(((const struct primitive_object *)o)->primitive)->length > 0;
    }
    const struct object_class *class = vm->classes ? &vm->classes[o->cell.kind] : NULL;
    bool exotic =
        class && (class->get || class->get_own_property || class->has_property || class->get_prototype_of);
    return exotic || elements_used(o) > 0 || (o->cell.flags & OBJECT_SPARSE);
}

bool object_become_prototype(vm_isolate *vm, struct object *o) {
    if (o->cell.flags & OBJECT_IS_PROTOTYPE) return true;
    struct shape *shape = shape_of_prototype(vm, o->shape);
    if (!shape) return false;
    take_shape(vm, o, shape);
    o->cell.flags |= OBJECT_IS_PROTOTYPE;
    if (has_indexed_properties(vm, o)) vm->indexed_prototypes = true;
    return true;
}

bool object_set_prototype(vm_isolate *vm, struct object *o, struct object *prototype) {
    struct shape *shape = shape_with_prototype(vm, o->shape, prototype);
    if (!shape) return false;
    take_shape(vm, o, shape);
    structure_changed(vm, o);
    return true;
}

bool object_prevent_extensions(vm_isolate *vm, struct object *o) {
    struct shape *shape = shape_not_extensible(vm, o->shape);
    if (!shape) return false;
    take_shape(vm, o, shape);
    o->cell.flags |= OBJECT_NOT_EXTENSIBLE;
    structure_changed(vm, o);
    return true;
}

bool object_restrict(vm_isolate *vm, struct object *o, bool frozen) {
    if (!object_prevent_extensions(vm, o)) return false;
    struct shape *shape =
        shape_restrict(vm, o->shape, PROPERTY_CONFIGURABLE | (frozen ? PROPERTY_WRITABLE : 0));
    if (!shape) return false;
    take_shape(vm, o, shape);
    elements_restrict(vm, o, frozen);
    if (frozen && o->cell.kind == CELL_ARRAY) o->cell.flags |= OBJECT_LENGTH_READ_ONLY;
    structure_changed(vm, o);
    return true;
}

// --- simple objects --------------------------------------------------------------------------------

bool object_is_simple(const struct object *o) {
    const struct shape *shape = o->shape;
    return o->cell.kind == CELL_OBJECT && !elements_used(o) && !(o->cell.flags & OBJECT_SPARSE) &&
           shape->count <= OBJECT_SIMPLE_LIMIT &&
           !(shape->cell.flags & (SHAPE_HAS_SPECIAL | SHAPE_DICTIONARY));
}

static inline bool key_is_private(property_key key) {
    return key_is_symbol(key) && (key_as_cell(key)->flags & SYMBOL_PRIVATE);
}

uint32_t object_simple_properties(struct object *o, struct shape_property out[OBJECT_SIMPLE_LIMIT]) {
    uint32_t count = 0;
    shape_properties(o->shape, out);
    for (uint32_t i = 0; i < o->shape->count; i++) {
        if ((out[i].attributes & PROPERTY_ENUMERABLE) && !key_is_private(out[i].key)) out[count++] = out[i];
    }
    return count;
}

bool object_is_cloneable(const struct object *simple) {
    if (simple->shape->cell.flags & (SHAPE_NOT_EXTENSIBLE | SHAPE_IS_PROTOTYPE)) return false;
    for (const struct shape *s = simple->shape; s->parent; s = s->parent) {
        if (s->cell.aux != PROPERTY_DEFAULT || key_is_private(s->key)) return false;
    }
    return true;
}

struct object *object_clone(vm_isolate *vm, struct object *simple) {
    struct object *o = object_create_with_shape(vm, simple->shape);
    if (!o || !object_reserve_slots(vm, o, simple->shape->slots)) return NULL;
    uint32_t inside = o->cell.aux < simple->shape->slots ? o->cell.aux : simple->shape->slots;
    memcpy(o->inline_slots, simple->inline_slots, inside * sizeof(vm_value));
    if (inside < simple->shape->slots) {
        size_t outside = simple->shape->slots - inside;
        memcpy(o->slots->values, simple->slots->values, outside * sizeof(vm_value));
    }
    heap_write(&vm->heap, o);
    return o;
}

// --- own keys --------------------------------------------------------------------------------------

#define POLL_KEYS (1u << 16) // between two polls

static bool push_index_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    if (!elements_used(o) && !(o->cell.flags & OBJECT_SPARSE)) return true;
    uint32_t count, *indices = elements_indices(vm, o, flags & KEYS_ENUMERABLE, &count);
    bool done = indices && list_reserve(vm, out, count);
    for (uint32_t i = 0; done && i < count; i++) {
        out->vector->values[out->length++] = VALUE(key_from_index(indices[i]).bits);
        done = memory_poll_step(&vm->memory, i);
    }
    memory_free(&vm->memory, indices);
    return done;
}

static bool push_named_keys(vm_isolate *vm, const struct shape_property *properties, uint32_t count,
                            int flags, bool symbols, struct list *out) {
    for (uint32_t i = 0; i < count; i++) {
        property_key key = properties[i].key;
        if (i % POLL_KEYS == POLL_KEYS - 1 && !memory_poll(&vm->memory)) return false;
        if (key_is_symbol(key) != symbols || (symbols && (key_as_cell(key)->flags & SYMBOL_PRIVATE)))
            continue;
        if ((flags & KEYS_ENUMERABLE) && !(properties[i].attributes & PROPERTY_ENUMERABLE)) continue;
        if (!list_push(vm, out, VALUE(key.bits))) return false;
    }
    return true;
}

bool object_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    struct shape *shape = o->shape;
    struct shape_property local[LOCAL_PROPERTIES], *properties = local;
    if (flags & KEYS_STRINGS) {
        if (!(flags & KEYS_NAMED) && !push_index_keys(vm, o, flags, out)) return false;
        if (o->cell.kind == CELL_ARRAY && !(flags & KEYS_ENUMERABLE) &&
            !list_push(vm, out, atom_value(vm, ATOM_length))) {
            return false;
        }
    }
    if (shape->count > LOCAL_PROPERTIES) {
        properties = memory_allocate(&vm->memory, shape->count * sizeof *properties);
        if (!properties) {
            throw_out_of_memory(vm);
            return false;
        }
    }
    shape_properties(shape, properties);
    bool done =
        (!(flags & KEYS_STRINGS) || push_named_keys(vm, properties, shape->count, flags, false, out)) &&
        (!(flags & KEYS_SYMBOLS) || push_named_keys(vm, properties, shape->count, flags, true, out));
    if (properties != local) memory_free(&vm->memory, properties);
    KEEP_ALIVE(shape);
    return done;
}

// --- lists -----------------------------------------------------------------------------------------

struct list *list_create(vm_isolate *vm) {
    struct list *list = heap_allocate(&vm->heap, CELL_LIST, sizeof *list);
    if (!list) {
        throw_out_of_memory(vm);
        return NULL;
    }
    list->length = 0;
    list->vector = NULL;
    return list;
}

bool list_reserve(vm_isolate *vm, struct list *list, uint32_t more) {
    uint32_t capacity = list->vector ? list->vector->cell.word : 0;
    uint64_t needed = (uint64_t)list->length + more, wanted = capacity < 8 ? 8 : (uint64_t)capacity * 2;
    if (needed > capacity) {
        if (wanted < needed) wanted = needed;
        struct vector *vector =
            wanted > UINT32_MAX / 2 ? NULL : heap_resize_vector(&vm->heap, list->vector, (uint32_t)wanted);
        if (!vector) {
            throw_out_of_memory(vm);
            return false;
        }
        list->vector = vector;
    }
    heap_write(&vm->heap, list);
    return true;
}

bool list_push(vm_isolate *vm, struct list *list, vm_value value) {
    if ((!list->vector || list->length == list->vector->cell.word) && !list_reserve(vm, list, 1))
        return false;
    list->vector->values[list->length] = value;
    heap_write_slot(&vm->heap, list, list->vector, list->length++);
    return true;
}

// --- collection ------------------------------------------------------------------------------------

void object_trace(struct marker *marker, struct cell *cell) {
    struct object *o = (struct object *)cell;
    mark_cell(marker, o->shape);
    if (o->slots) mark_vector(marker, cell, o->slots, o->slots->cell.word);
    mark_vector(marker, cell, elements_vector(o->elements),
                o->cell.flags & OBJECT_SPARSE ? 1 : elements_used(o));
    mark_values(marker, inline_slots(o), o->cell.aux);
}

void accessor_trace(struct marker *marker, struct cell *cell) {
    struct accessor *accessor = (struct accessor *)cell;
    mark_value(marker, accessor->getter);
    mark_value(marker, accessor->setter);
}

void list_trace(struct marker *marker, struct cell *cell) {
    struct list *list = (struct list *)cell;
    if (list->vector) mark_vector(marker, cell, list->vector, list->length);
}

void primitive_object_trace(struct marker *marker, struct cell *cell) {
    object_trace(marker, cell);
    mark_value(marker, ((struct primitive_object *)cell)->primitive);
}
