// What the files of Array share.
//
// All methods of Array.prototype are generic: they work on whatever ToObject gives, with lengths up to
// 2^53-1. Each has a fast path for plain arrays. Its conditions, weakest first:
//
//   dense   an array whose elements are the values of its vector and nothing else: an index beyond, or a
//           hole, is absent, since no prototype has elements either
//   simple  dense, and nothing forbids to add, change or remove elements
//   full    simple, and the vector reaches to the length (it may have holes)
//
// They say nothing for longer than until script runs: a callback or a conversion may change everything, so
// they are asked for again, and `elements` is read again, after each.
#ifndef BUILTINS_ARRAY_H
#define BUILTINS_ARRAY_H

#include "builtins/builtin.h"
#include "object/elements.h"
#include "object/iterator.h"

#define ARRAY_LIKE_LENGTH_MAXIMUM 9007199254740991ull // 2^53 - 1
#define ARRAY_POLL_STEPS 4096u       // steps of loops without calls between two looks at the safepoint
#define ARRAY_POLL_VALUES (1u << 18) // values copied between two

static inline bool array_is_dense(vm_isolate *vm, const struct object *o) {
    return o->cell.kind == CELL_ARRAY && !(o->cell.flags & OBJECT_SPARSE) && !vm->indexed_prototypes;
}
static inline bool array_is_simple(vm_isolate *vm, const struct object *o) {
    return o->cell.kind == CELL_ARRAY && !(o->cell.flags & OBJECT_ELEMENTS_SPECIAL) &&
           !vm->indexed_prototypes;
}
static inline bool array_is_full(vm_isolate *vm, const struct object *o) {
    return array_is_simple(vm, o) && elements_used(o) == array_length(o);
}
// Sets how much of the vector is in use; values beyond must be EMPTY.
static inline void array_set_used(struct object *array, uint32_t used) {
    elements_vector(array->elements)->used = used;
}
static inline vm_value array_hole_to_undefined(vm_value element) {
    return value_is_empty(element) ? VALUE_UNDEFINED : element;
}

// ToObject(this) and its length. NULL: exception pending.
struct object *array_receiver(vm_isolate *vm, vm_value this_value, uint64_t *length) MUST_CHECK;

// Get(o, index).
vm_value array_get_slow(vm_isolate *vm, struct object *o, uint64_t index) MUST_CHECK;
static inline MUST_CHECK vm_value array_get(vm_isolate *vm, struct object *o, uint64_t index) {
    if (o->cell.kind == CELL_ARRAY && index < elements_used(o) && !value_is_empty(o->elements[index]))
        return o->elements[index];
    return array_get_slow(vm, o, index);
}
// HasProperty(o, index), and Get when it is there.
enum outcome array_find(vm_isolate *vm, struct object *o, uint64_t index, vm_value *value) MUST_CHECK;
// The first index from *index up to but not including `end` that is there. FALSE: none.
enum outcome array_find_next(vm_isolate *vm, struct object *o, uint64_t *index, uint64_t end,
                             vm_value *value) MUST_CHECK;
// The last index from *index down to 0 that is there.
enum outcome array_find_previous(vm_isolate *vm, struct object *o, uint64_t *index,
                                 vm_value *value) MUST_CHECK;
// Set(o, index, value, true).
bool array_set(vm_isolate *vm, struct object *o, uint64_t index, vm_value value) MUST_CHECK;
// Set(o, "length", length, true).
bool array_set_length_property(vm_isolate *vm, struct object *o, uint64_t length) MUST_CHECK;
// DeletePropertyOrThrow(o, index).
bool array_delete(vm_isolate *vm, struct object *o, uint64_t index) MUST_CHECK;
// CreateDataPropertyOrThrow(o, index, value).
bool array_create_element(vm_isolate *vm, struct object *o, uint64_t index, vm_value value) MUST_CHECK;

// The same for elements that come one after the other into an array that was made for them.
static inline MUST_CHECK bool array_create_next(vm_isolate *vm, struct object *o, uint64_t index,
                                                vm_value value) {
    struct vector *vector = elements_vector(o->elements);
    if (o->cell.kind != CELL_ARRAY || o->cell.flags & OBJECT_ELEMENTS_SPECIAL || vector->used != index ||
        index >= vector->cell.word || index >= array_length(o)) {
        return array_create_element(vm, o, index, value);
    }
    vector->values[index] = value;
    vector->used++;
    heap_write_slot(&vm->heap, o, vector, (uint32_t)index);
    return true;
}

// sec-arraycreate for any length: RangeError beyond 2^32-1.
struct object *array_create_checked(vm_isolate *vm, uint64_t length) MUST_CHECK;
// An array of `length` holes to be filled from the front, with all the memory it needs.
struct object *array_create_sized(vm_isolate *vm, uint64_t length) MUST_CHECK;
// Whether ArraySpeciesCreate(o, ...) would give a plain new array of this realm. Runs no script.
bool array_species_is_default(vm_isolate *vm, struct object *o);
// Whether it is a plain array that concat spreads, and that is known without a look-up. Runs no script.
bool array_spreads_plainly(vm_isolate *vm, vm_value v);
// sec-arrayspeciescreate
struct object *array_species_create(vm_isolate *vm, struct object *o, uint64_t length) MUST_CHECK;
// What Array.from and its like fill: Construct(constructor, [length]) with argc 1 or without arguments, or a
// plain array when `constructor` is none.
struct object *array_construct_for(vm_isolate *vm, vm_value constructor, uint32_t argc,
                                   uint64_t length) MUST_CHECK;
// Appends `count` values of a vector to a full array that no script knows. Holes stay holes.
bool array_append(vm_isolate *vm, struct object *array, const vm_value *values, uint32_t count) MUST_CHECK;
// The same with places from .. from + count of a dense array, with looks at the safepoint in between.
bool array_append_from(vm_isolate *vm, struct object *array, const struct object *o, uint32_t from,
                       uint32_t count) MUST_CHECK;
// Makes room for `length` elements in the vector; RangeError when no array can have so many.
bool array_reserve(vm_isolate *vm, struct object *array, uint64_t length) MUST_CHECK;

// One %ArrayIteratorPrototype% object.
vm_value array_iterator_create(vm_isolate *vm, vm_value target, enum iteration_kind kind) MUST_CHECK;

#define ARRAY_NATIVE(name) vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
// array_mutate.c
ARRAY_NATIVE(array_pop);
ARRAY_NATIVE(array_push_native);
ARRAY_NATIVE(array_shift);
ARRAY_NATIVE(array_unshift);
ARRAY_NATIVE(array_splice);
ARRAY_NATIVE(array_reverse);
ARRAY_NATIVE(array_fill);
ARRAY_NATIVE(array_copy_within);
// array_iterate.c
enum array_find_magic { FIND_VALUE = 0, FIND_INDEX = 1, FIND_LAST = 2 }; // bits
ARRAY_NATIVE(array_for_each);
ARRAY_NATIVE(array_map);
ARRAY_NATIVE(array_filter);
ARRAY_NATIVE(array_some);
ARRAY_NATIVE(array_every);
ARRAY_NATIVE(array_reduce);       // MAGIC: from the right
ARRAY_NATIVE(array_find_element); // MAGIC: enum array_find_magic
// array_flat.c
ARRAY_NATIVE(array_flat);
ARRAY_NATIVE(array_flat_map);
// array_search.c
ARRAY_NATIVE(array_at);
ARRAY_NATIVE(array_includes);
ARRAY_NATIVE(array_index_of);
ARRAY_NATIVE(array_last_index_of);
// array_join.c
ARRAY_NATIVE(array_join);
ARRAY_NATIVE(array_to_string);
ARRAY_NATIVE(array_to_locale_string);
// array_copy.c
ARRAY_NATIVE(array_concat);
ARRAY_NATIVE(array_slice);
ARRAY_NATIVE(array_with);
ARRAY_NATIVE(array_to_reversed);
ARRAY_NATIVE(array_to_spliced);
// array_sort.c
// Sorts the first `count` values of a vector, stable; comparator UNDEFINED: by text. The barrier of the
// vector's owner is the caller's. False: exception pending.
bool array_sort_vector(vm_isolate *vm, struct vector *values, uint32_t count, vm_value comparator) MUST_CHECK;
ARRAY_NATIVE(array_sort);
ARRAY_NATIVE(array_to_sorted);
// array_iterator.c
ARRAY_NATIVE(array_iterate); // MAGIC: enum iteration_kind
// array_from.c
ARRAY_NATIVE(array_from);
ARRAY_NATIVE(array_of);
// array_from_async.c
ARRAY_NATIVE(array_from_async);
#endif
