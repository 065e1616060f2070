// The objects behind all built-in iterators but generators: one cell kind, told apart by a number.
//
//   ARRAY            target: the array-like object; index: the next index
//   MAP, SET         cursor over the collection's table; target: the collection, read only to see whether
//   exhausted STRING           target: the string; index: the next code unit REGEXP_STRING    target: the
//   regular expression; second: the string; flags of its own (ITERATOR_FLAG_*) WRAPPER
//   %WrapForValidIteratorPrototype%: target: the iterator; second: its next method HELPER_*
//   %IteratorHelperPrototype%, struct iterator_helper: target and second as WRAPPER
//
// An exhausted iterator has target UNDEFINED (and no table): it holds nothing alive and never steps again.
#ifndef OBJECT_ITERATOR_H
#define OBJECT_ITERATOR_H

#include "object/object.h"
#include "object/ordered_table.h"

enum iterator_kind {
    ITERATOR_ARRAY,
    ITERATOR_MAP,
    ITERATOR_SET,
    ITERATOR_STRING,
    ITERATOR_REGEXP_STRING,
    ITERATOR_WRAPPER,
    ITERATOR_HELPER, // the first of the helpers
    ITERATOR_HELPER_MAP = ITERATOR_HELPER,
    ITERATOR_HELPER_FILTER,
    ITERATOR_HELPER_TAKE,
    ITERATOR_HELPER_DROP,
    ITERATOR_HELPER_FLAT_MAP,
    ITERATOR_HELPER_CHUNKS,
    ITERATOR_HELPER_WINDOWS,
    ITERATOR_HELPER_CONCAT,
    ITERATOR_HELPER_ZIP,
};

// What Array, Map and Set iterators give.
enum iteration_kind { ITERATE_KEYS, ITERATE_VALUES, ITERATE_ENTRIES };

// cell.word: kind, enum iteration_kind, flags.
#define ITERATOR_KIND_MASK 0xFFu
#define ITERATOR_ITERATION_SHIFT 8
#define ITERATOR_ITERATION_MASK 0x300u
#define ITERATOR_FLAG_1 0x400u // meaning by kind
#define ITERATOR_FLAG_2 0x800u
#define ITERATOR_FLAG_3 0x1000u

struct iterator_object {
    struct object object;
    vm_value target;
    vm_value second; // UNDEFINED where the kind says nothing
    union {
        uint64_t index;
        double remaining; // TAKE, DROP; size of CHUNKS, WINDOWS
        struct ordered_cursor cursor;
    };
};

struct iterator_helper {
    struct iterator_object iterator;
    vm_value function; // UNDEFINED where there is none; CONCAT, ZIP: LIST, see builtins/; WINDOWS: array
    vm_value inner, inner_next; // FLAT_MAP, CONCAT: the inner iterator, or UNDEFINED
};

static inline enum iterator_kind iterator_kind(const struct iterator_object *iterator) {
    return (enum iterator_kind)(iterator->object.cell.word & ITERATOR_KIND_MASK);
}
static inline enum iteration_kind iterator_iteration(const struct iterator_object *iterator) {
    uint32_t word = iterator->object.cell.word;
    return (enum iteration_kind)((word & ITERATOR_ITERATION_MASK) >> ITERATOR_ITERATION_SHIFT);
}
static inline bool value_is_iterator(vm_value v, enum iterator_kind kind) {
    return value_is_kind(v, CELL_ITERATOR) &&
           iterator_kind((struct iterator_object *)value_as_cell(v)) == kind;
}
static inline bool iterator_is_exhausted(const struct iterator_object *iterator) {
    return value_is_undefined(iterator->target);
}

// A new iterator (a struct iterator_helper for the kinds from ITERATOR_HELPER on) at its beginning: index 0,
// values UNDEFINED, for MAP and SET the cursor at the start of the collection `target`. NULL with the error
// pending.
struct iterator_object *iterator_create(vm_isolate *vm, struct object *prototype, enum iterator_kind kind,
                                        enum iteration_kind iteration, vm_value target);
// Lets go of what is iterated.
void iterator_exhaust(struct iterator_object *iterator);

struct marker;
void iterator_trace(struct marker *marker, struct cell *cell);

#endif
