// Index properties of objects and arrays: dense vector, sparse table, array length. elements.h and object.h
// have the theory.
//
// Invariants. Values of the dense vector at and beyond `used` are EMPTY. With OBJECT_SPARSE the vector holds
// the table in values[0] and `used` is 0. The length of an array is beyond every index it has.
#include "object/elements.h"

#include <stdlib.h>

#include "object/intrinsics.h"
#include "object/isolate.h"
#include "object/throw.h"

#define FEW_INDICES 4096u // that are sorted at once
#define TRIM_LIMIT 256u   // values in front of a trimmed vector that are nothing to worry about

enum sparse_state { SPARSE_FREE, SPARSE_LIVE, SPARSE_REMOVED };

struct sparse_entry {
    vm_value value; // EMPTY unless live
    uint32_t index;
    uint8_t attributes;
    uint8_t state;
};

struct sparse_elements {
    struct cell cell;
    uint32_t mask;    // size - 1
    uint32_t count;   // live entries
    uint32_t filled;  // entries that are not free
    uint32_t special; // has had entries with other attributes than the default
    uint32_t highest; // no live index is above
    uint32_t spare;
    struct sparse_entry entries[];
};

static inline struct vector *dense(const struct object *o) { return elements_vector(o->elements); }
static inline bool is_sparse(const struct object *o) { return o->cell.flags & OBJECT_SPARSE; }
static inline struct sparse_elements *sparse_of(const struct object *o) {
    return value_as_cell(o->elements[0]);
}

// Attributes that all dense elements of an object have.
static inline uint8_t dense_attributes(const struct object *o) {
    if (o->cell.flags & OBJECT_ELEMENTS_FROZEN) return PROPERTY_ENUMERABLE;
    if (o->cell.flags & OBJECT_ELEMENTS_SEALED) return PROPERTY_ENUMERABLE | PROPERTY_WRITABLE;
    return PROPERTY_DEFAULT;
}

static void set_elements(vm_isolate *vm, struct object *o, struct vector *vector) {
    o->elements = vector->values;
    heap_write(&vm->heap, o);
}

// Gives up a vector that was the elements of an object.
static void release_vector(vm_isolate *vm, struct vector *vector) {
    if (vector->values != vm->empty_elements) heap_free_payload(&vm->heap, vector_cell(vector));
}

// --- sparse tables ---------------------------------------------------------------------------------

static inline uint32_t index_hash(uint32_t index) {
    return (uint32_t)((index * 0x9E3779B97F4A7C15ull) >> 32);
}

static struct sparse_elements *sparse_create(vm_isolate *vm, uint32_t count) {
    uint64_t size = 8;
    while (size < (uint64_t)count * 2)
        size *= 2;
    struct sparse_elements *table = NULL;
    if (size <= UINT32_MAX) {
        table = heap_allocate(&vm->heap, CELL_SPARSE_ELEMENTS,
                              sizeof *table + size * sizeof(struct sparse_entry));
    }
    if (!table) {
        throw_out_of_memory(vm);
        return NULL;
    }
    table->mask = (uint32_t)(size - 1);
    table->count = table->filled = table->special = table->highest = table->spare = 0;
    for (uint64_t i = 0; i < size; i++) {
        table->entries[i] = (struct sparse_entry){.value = VALUE_EMPTY};
        if (memory_poll_step(&vm->memory, i)) continue;
        table->mask = 0;
        return NULL;
    }
    return table;
}

static struct sparse_entry *sparse_find(struct sparse_elements *table, uint32_t index) {
    for (uint32_t i = index_hash(index) & table->mask;; i = (i + 1) & table->mask) {
        struct sparse_entry *entry = &table->entries[i];
        if (entry->state == SPARSE_FREE) return NULL;
        if (entry->state == SPARSE_LIVE && entry->index == index) return entry;
    }
}

// The index must be absent and a free entry left.
static void sparse_insert(struct sparse_elements *table, uint32_t index, vm_value value, uint8_t attributes) {
    uint32_t i = index_hash(index) & table->mask;
    while (table->entries[i].state == SPARSE_LIVE)
        i = (i + 1) & table->mask;
    if (table->entries[i].state == SPARSE_FREE) table->filled++;
    table->entries[i] =
        (struct sparse_entry){.value = value, .index = index, .attributes = attributes, .state = SPARSE_LIVE};
    table->count++;
    if (attributes != PROPERTY_DEFAULT) table->special = true;
    if (index > table->highest) table->highest = index;
}

static void sparse_take_out(struct sparse_elements *table, struct sparse_entry *entry) {
    entry->state = SPARSE_REMOVED;
    entry->value = VALUE_EMPTY;
    table->count--;
}

// Makes `table` the elements of the object. False with the error pending.
static bool install_sparse(vm_isolate *vm, struct object *o, struct sparse_elements *table) {
    struct vector *vector = heap_allocate_vector(&vm->heap, 1);
    if (!vector) {
        throw_out_of_memory(vm);
        return false;
    }
    struct vector *old = dense(o);
    vector->values[0] = value_from_cell(table);
    o->cell.flags = (o->cell.flags & ~(OBJECT_ELEMENTS_SEALED | OBJECT_ELEMENTS_FROZEN)) | OBJECT_SPARSE;
    set_elements(vm, o, vector);
    release_vector(vm, old);
    return true;
}

bool elements_to_sparse(vm_isolate *vm, struct object *o) {
    if (is_sparse(o)) return true;
    uint32_t count = 0;
    for (uint32_t i = 0; i < elements_used(o) && memory_poll_step(&vm->memory, i); i++)
        count += !value_is_empty(o->elements[i]);
    struct sparse_elements *table = sparse_create(vm, count + 4);
    if (!table) return false;
    uint8_t attributes = dense_attributes(o);
    for (uint32_t i = 0; i < elements_used(o); i++) {
        if (!memory_poll_step(&vm->memory, i)) return false;
        if (!value_is_empty(o->elements[i])) sparse_insert(table, i, o->elements[i], attributes);
    }
    return install_sparse(vm, o, table);
}

// Back to a vector; the table has only plain elements.
static bool sparse_to_dense(vm_isolate *vm, struct object *o) {
    struct sparse_elements *table = sparse_of(o);
    struct vector *vector = heap_allocate_vector(&vm->heap, table->highest + 1 + table->highest / 4);
    if (!vector) return false;
    for (uint64_t i = 0; i <= table->mask; i++) {
        const struct sparse_entry *entry = &table->entries[i];
        if (!memory_poll_step(&vm->memory, i)) return false;
        if (entry->state == SPARSE_LIVE) vector->values[entry->index] = entry->value;
    }
    vector->used = table->highest + 1;
    o->cell.flags &= ~OBJECT_SPARSE;
    set_elements(vm, o, vector);
    return true;
}

// Room for one more entry: a larger table, or dense elements when they fit well (the object is then not
// sparse any more).
static bool sparse_make_room(vm_isolate *vm, struct object *o) {
    struct sparse_elements *table = sparse_of(o);
    if ((table->filled + 1ull) * 4 <= (table->mask + 1ull) * 3) return true;
    if (!table->special && table->highest / ELEMENTS_DENSITY < table->count && sparse_to_dense(vm, o))
        return true;
    struct sparse_elements *larger = sparse_create(vm, table->count * 2 + 8);
    if (!larger) return false;
    for (uint64_t i = 0; i <= table->mask; i++) {
        const struct sparse_entry *entry = &table->entries[i];
        if (!memory_poll_step(&vm->memory, i)) return false;
        if (entry->state == SPARSE_LIVE) sparse_insert(larger, entry->index, entry->value, entry->attributes);
    }
    o->elements[0] = value_from_cell(larger);
    heap_write(&vm->heap, o);
    return true;
}

// --- growing ---------------------------------------------------------------------------------------

bool elements_reserve(vm_isolate *vm, struct object *o, uint32_t needed) {
    struct vector *old = dense(o);
    uint32_t capacity = old->cell.word, used = old->used;
    if (needed <= capacity) return true;
    uint64_t wanted = capacity < ELEMENTS_DOUBLE_LIMIT ? capacity * 2ull : capacity + capacity / 2ull;
    if (wanted < 4) wanted = 4;
    // An array filled up to the length it was given.
    if (o->cell.kind == CELL_ARRAY && wanted < array_length(o)) {
        wanted = wanted * 2 < array_length(o) ? wanted * 2 : array_length(o);
    }
    if (wanted > ELEMENTS_CAPACITY_LIMIT) wanted = ELEMENTS_CAPACITY_LIMIT;
    if (wanted < needed) wanted = needed;
    struct vector *vector = NULL;
    if (needed <= ELEMENTS_CAPACITY_LIMIT)
        vector = heap_resize_vector(&vm->heap, capacity ? old : NULL, (uint32_t)wanted);
    // Memory is short: a little, but never one value at a time, since each try costs a collection.
    uint64_t modest = needed + needed / 16ull;
    if (!vector && modest < wanted)
        vector = heap_resize_vector(&vm->heap, capacity ? old : NULL, (uint32_t)modest);
    if (!vector) {
        throw_out_of_memory(vm);
        return false;
    }
    vector->used = used;
    set_elements(vm, o, vector);
    return true;
}

void elements_drop_first(vm_isolate *vm, struct object *array) {
    struct vector *vector = heap_trim_vector(dense(array));
    array->cell.word--;
    set_elements(vm, array, vector);
    if (vector->trimmed < TRIM_LIMIT || vector->trimmed / 4 < vector->used) return;
    uint32_t used = vector->used; // most of the memory is in front: give it back
    struct vector *smaller = heap_resize_vector(&vm->heap, vector, used + used / 2 + 1);
    if (!smaller) return;
    smaller->used = used;
    set_elements(vm, array, smaller);
}

// Whether more than `count` values of the vector are no holes.
static bool has_more_than(vm_isolate *vm, const struct object *o, uint32_t count) {
    uint32_t found = 0, used = elements_used(o);
    for (uint32_t i = 0; i < used && found <= count && memory_poll_step(&vm->memory, i); i++)
        found += !value_is_empty(o->elements[i]);
    return found > count;
}

static bool stays_dense(vm_isolate *vm, const struct object *o, uint32_t index) {
    uint32_t used = elements_used(o);
    if (index < dense(o)->cell.word || index < (uint64_t)used + ELEMENTS_GAP_LIMIT) return true;
    if (index / ELEMENTS_DENSITY < used && has_more_than(vm, o, index / ELEMENTS_DENSITY)) return true;
    return o->cell.kind == CELL_ARRAY && index < array_length(o) && index < ELEMENTS_WITHIN_LENGTH;
}

static inline void note_index(vm_isolate *vm, struct object *o, uint32_t index) {
    if (o->cell.kind == CELL_ARRAY && index >= array_length(o)) o->cell.word = index + 1;
    if (o->cell.flags & OBJECT_IS_PROTOTYPE) vm->indexed_prototypes = true;
}

static bool sparse_put(vm_isolate *vm, struct object *o, uint32_t index, vm_value value, uint8_t attributes) {
    struct sparse_elements *table = sparse_of(o);
    struct sparse_entry *entry = sparse_find(table, index);
    if (entry) {
        entry->value = value;
        entry->attributes = attributes;
        if (attributes != PROPERTY_DEFAULT) table->special = true;
    } else {
        if (!sparse_make_room(vm, o)) return false;
        if (!is_sparse(o)) return elements_define(vm, o, index, value, attributes);
        table = sparse_of(o);
        sparse_insert(table, index, value, attributes);
    }
    heap_write(&vm->heap, table);
    note_index(vm, o, index);
    return true;
}

bool elements_put(vm_isolate *vm, struct object *o, uint32_t index, vm_value value) {
    if (is_sparse(o)) return sparse_put(vm, o, index, value, PROPERTY_DEFAULT);
    if (index >= elements_used(o)) {
        if (!stays_dense(vm, o, index)) {
            return elements_to_sparse(vm, o) && sparse_put(vm, o, index, value, PROPERTY_DEFAULT);
        }
        if (!elements_reserve(vm, o, index + 1)) return false;
        dense(o)->used = index + 1;
        note_index(vm, o, index);
    }
    o->elements[index] = value;
    heap_write_slot(&vm->heap, o, dense(o), index);
    return true;
}

bool elements_define(vm_isolate *vm, struct object *o, uint32_t index, vm_value value, uint8_t attributes) {
    if (!is_sparse(o)) {
        if (attributes == dense_attributes(o)) return elements_put(vm, o, index, value);
        if (!elements_to_sparse(vm, o)) return false;
    }
    return sparse_put(vm, o, index, value, attributes);
}

void elements_store(vm_isolate *vm, struct object *o, uint32_t index, vm_value value) {
    if (is_sparse(o)) {
        sparse_find(sparse_of(o), index)->value = value;
        heap_write(&vm->heap, sparse_of(o));
    } else {
        o->elements[index] = value;
        heap_write_slot(&vm->heap, o, dense(o), index);
    }
}

// --- reading and removing --------------------------------------------------------------------------

bool elements_get_own(struct object *o, uint32_t index, struct property *out) {
    if (index < elements_used(o)) {
        vm_value value = o->elements[index];
        if (value_is_empty(value)) return false;
        *out = (struct property){.value = value, .attributes = dense_attributes(o), .is_element = true};
        return true;
    }
    if (!is_sparse(o)) return false;
    const struct sparse_entry *entry = sparse_find(sparse_of(o), index);
    if (!entry) return false;
    *out = (struct property){.value = entry->value, .attributes = entry->attributes, .is_element = true};
    return true;
}

void elements_remove(vm_isolate *vm, struct object *o, uint32_t index) {
    (void)vm;
    if (is_sparse(o)) {
        struct sparse_entry *entry = sparse_find(sparse_of(o), index);
        if (entry) sparse_take_out(sparse_of(o), entry);
        return;
    }
    struct vector *vector = dense(o);
    if (index >= vector->used) return;
    vector->values[index] = VALUE_EMPTY;
    while (vector->used && value_is_empty(vector->values[vector->used - 1]))
        vector->used--;
}

static int compare_indices(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// By two digits of 16 bits, least significant first; `room` is for as many. False: given up.
static bool sort_indices(const struct memory *memory, uint32_t *indices, uint32_t *room, uint32_t count,
                         uint32_t *starts) {
    for (unsigned shift = 0; shift < 32; shift += 16) {
        memset(starts, 0, (1 << 16) * sizeof *starts);
        for (uint32_t i = 0; i < count; i++) {
            starts[indices[i] >> shift & 0xFFFF]++;
            if (!memory_poll_step(memory, i)) return false;
        }
        for (uint32_t digit = 0, start = 0; digit < 1 << 16; digit++) {
            uint32_t length = starts[digit];
            starts[digit] = start;
            start += length;
        }
        for (uint32_t i = 0; i < count; i++) {
            room[starts[indices[i] >> shift & 0xFFFF]++] = indices[i];
            if (!memory_poll_step(memory, i)) return false;
        }
        uint32_t *sorted = room;
        room = indices;
        indices = sorted;
    }
    return true;
}

// Indices in the order of the table, which are few or need more room to be sorted.
static uint32_t *sorted_indices(vm_isolate *vm, uint32_t *indices, uint32_t count) {
    if (count < FEW_INDICES) {
        qsort(indices, count, sizeof *indices, compare_indices);
        return indices;
    }
    size_t bytes = ((size_t)count + (1 << 16)) * sizeof *indices;
    uint32_t *room = memory_allocate(&vm->memory, bytes);
    bool sorted = room && sort_indices(&vm->memory, indices, room, count, room + count);
    memory_free(&vm->memory, room);
    if (sorted) return indices;
    throw_out_of_memory(vm);
    memory_free(&vm->memory, indices);
    return NULL;
}

uint32_t *elements_indices(vm_isolate *vm, struct object *o, bool only_enumerable, uint32_t *count) {
    struct sparse_elements *table = is_sparse(o) ? sparse_of(o) : NULL;
    size_t most = table ? table->count : elements_used(o);
    uint32_t *indices = memory_allocate(&vm->memory, (most + 1) * sizeof *indices), n = 0;
    if (!indices) {
        throw_out_of_memory(vm);
        return NULL;
    }
    for (uint64_t i = 0; i < (table ? table->mask + 1ull : most); i++) {
        if (!memory_poll_step(&vm->memory, i)) break;
        if (!table) {
            if (!value_is_empty(o->elements[i])) indices[n++] = (uint32_t)i;
        } else if (table->entries[i].state == SPARSE_LIVE &&
                   (!only_enumerable || table->entries[i].attributes & PROPERTY_ENUMERABLE)) {
            indices[n++] = table->entries[i].index;
        }
    }
    if (vm->terminating) {
        memory_free(&vm->memory, indices);
        return NULL;
    }
    *count = n;
    return table ? sorted_indices(vm, indices, n) : indices;
}

uint32_t elements_table_size(const struct object *o) { return sparse_of(o)->mask; }

uint32_t elements_nearest(vm_isolate *vm, const struct object *o, uint32_t from, bool backwards) {
    const struct sparse_elements *table = sparse_of(o);
    uint32_t nearest = UINT32_MAX;
    for (uint64_t i = 0; i <= table->mask && memory_poll_step(&vm->memory, i); i++) {
        const struct sparse_entry *entry = &table->entries[i];
        if (entry->state != SPARSE_LIVE || (backwards ? entry->index > from : entry->index < from)) continue;
        bool nearer = backwards ? entry->index > nearest : entry->index < nearest;
        if (nearer || nearest == UINT32_MAX) nearest = entry->index;
    }
    return nearest;
}

void elements_restrict(vm_isolate *vm, struct object *o, bool frozen) {
    (void)vm;
    if (!is_sparse(o)) {
        if (elements_used(o))
            o->cell.flags |=
                frozen ? OBJECT_ELEMENTS_SEALED | OBJECT_ELEMENTS_FROZEN : OBJECT_ELEMENTS_SEALED;
        return;
    }
    struct sparse_elements *table = sparse_of(o);
    table->special = true;
    for (uint64_t i = 0; i <= table->mask; i++) {
        table->entries[i].attributes &=
            ~(frozen ? PROPERTY_CONFIGURABLE | PROPERTY_WRITABLE : PROPERTY_CONFIGURABLE);
    }
}

// --- arrays ----------------------------------------------------------------------------------------

static uint32_t truncate_sparse(struct object *array, uint32_t length) {
    struct sparse_elements *table = sparse_of(array);
    for (uint64_t i = 0; i <= table->mask; i++) {
        const struct sparse_entry *entry = &table->entries[i];
        if (entry->state == SPARSE_LIVE && !(entry->attributes & PROPERTY_CONFIGURABLE) &&
            entry->index >= length) {
            length = entry->index + 1;
        }
    }
    for (uint64_t i = 0; i <= table->mask; i++) {
        if (table->entries[i].state == SPARSE_LIVE && table->entries[i].index >= length) {
            sparse_take_out(table, &table->entries[i]);
        }
    }
    if (table->highest >= length) table->highest = length ? length - 1 : 0;
    return length;
}

// Gives memory back after a truncation that leaves most of the vector unused.
static void shrink(vm_isolate *vm, struct object *array) {
    struct vector *vector = dense(array);
    if (vector->cell.word <= 64 || vector->used > vector->cell.word / 4) return;
    if (vector->used == 0) {
        array->elements = vm->empty_elements;
        release_vector(vm, vector);
        heap_write(&vm->heap, array);
        return;
    }
    uint32_t used = vector->used;
    struct vector *smaller = heap_resize_vector(&vm->heap, vector, used + used / 2);
    if (smaller) {
        smaller->used = used;
        set_elements(vm, array, smaller);
    }
}

uint64_t elements_truncate(vm_isolate *vm, struct object *array, uint32_t length) {
    if (length >= array_length(array)) {
        array->cell.word = length;
        return length;
    }
    if (is_sparse(array)) return array->cell.word = truncate_sparse(array, length);
    struct vector *vector = dense(array);
    uint32_t end = vector->used;
    if (array->cell.flags & OBJECT_ELEMENTS_SEALED) {
        while (end > length && value_is_empty(vector->values[end - 1]))
            end--;
        if (end > length) length = end;
    }
    while (vector->used > length && memory_poll_step(&vm->memory, vector->used))
        vector->values[--vector->used] = VALUE_EMPTY;
    if (vector->used > length) return array->cell.word = vector->used; // given up
    array->cell.word = length;
    shrink(vm, array);
    return length;
}

// Gives an array its first length. NULL: error pending.
static struct object *with_length(vm_isolate *vm, struct object *array, uint32_t length) {
    if (!array) return NULL;
    if (length && length <= ELEMENTS_PRESIZED_LIMIT && !elements_reserve(vm, array, length)) return NULL;
    array->cell.word = length;
    return array;
}

struct object *array_create_with_shape(vm_isolate *vm, struct shape *shape, uint32_t length) {
    return with_length(vm, object_create_with_shape(vm, shape), length);
}

static struct shape *plain_shape(vm_isolate *vm) {
    struct array_birth *birth = &vm->array_birth;
    if (__builtin_expect(birth->realm == vm->realm, 1)) return birth->shape;
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_ARRAY, 0) : NULL;
    if (shape) *birth = (struct array_birth){.realm = vm->realm, .shape = shape};
    return shape;
}

// An empty array without room for properties.
static struct object *empty_array(vm_isolate *vm) {
    struct shape *shape = plain_shape(vm);
    struct object *array = shape ? heap_allocate(&vm->heap, CELL_ARRAY, sizeof *array) : NULL;
    if (!array) {
        if (shape) throw_out_of_memory(vm);
        return NULL;
    }
    array->shape = shape;
    array->slots = NULL;
    array->elements = vm->empty_elements;
    return array;
}

struct object *array_create(vm_isolate *vm, uint32_t length) {
    return with_length(vm, empty_array(vm), length);
}

struct object *array_create_from(vm_isolate *vm, const vm_value *values, uint32_t count) {
    struct object *array = empty_array(vm);
    if (!array || !count) return array;
    struct vector *vector =
        count <= ELEMENTS_CAPACITY_LIMIT ? heap_allocate_vector_from(&vm->heap, values, count) : NULL;
    if (!vector) {
        throw_out_of_memory(vm);
        return NULL;
    }
    vector->used = array->cell.word = count;
    set_elements(vm, array, vector);
    return array;
}

bool array_push(vm_isolate *vm, struct object *array, vm_value value) {
    uint32_t length = array_length(array);
    struct vector *vector = dense(array);
    if (__builtin_expect(vector->used == length && length < vector->cell.word, 1)) {
        vector->values[length] = value;
        vector->used = array->cell.word = length + 1;
        heap_write_slot(&vm->heap, array, vector, length);
        return true;
    }
    if (length == ARRAY_LENGTH_MAXIMUM) {
        throw_range_error(vm, "Invalid array length");
        return false;
    }
    return elements_put(vm, array, length, value);
}

void sparse_trace(struct marker *marker, struct cell *cell) {
    const struct sparse_elements *table = (struct sparse_elements *)cell;
    for (uint64_t i = 0; i <= table->mask; i++)
        mark_value(marker, table->entries[i].value);
}
