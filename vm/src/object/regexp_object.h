// Regular expressions as storage: the objects, and the compiled programs that they share.
//
// A program is what a source text and flags mean. It never changes, so all objects made of the same text and
// flags, above all those of one literal, have the same one: the isolate remembers some (regexp_program_find).
// Programs that only this cache knows end with the next full collection.
#ifndef OBJECT_REGEXP_OBJECT_H
#define OBJECT_REGEXP_OBJECT_H

#include "object/object.h"

struct regexp;

struct regexp_program {
    struct cell cell;
    struct regexp *compiled; // one block of the payload allocator, freed with the cell
    struct string *source;   // flat; as given
    struct string *escaped;  // as the property `source` shows it; NULL: not made yet
    uint32_t flags;          // enum regexp_flag
    uint32_t group_count;    // the whole match not counted
    struct vector *names;    // pairs of name (atom) and group number (int) by group name in the order of the
                             // pattern; pairs of the same name stand together. NULL: no names
    struct shape *groups_shape; // of the `groups` object of a match: slot i is the i-th name. NULL: not known
};

// REGEXP: slot 0, inline, is always `lastIndex`: it cannot be deleted.
struct regexp_object {
    struct object object;
    struct regexp_program *program; // NULL only before its initialization is complete
    vm_value slots[0];
};
#define REGEXP_INLINE_SLOTS 1

static inline vm_value *regexp_last_index(struct regexp_object *regexp) { return regexp->slots; }

// The shape of new objects with a prototype: just `lastIndex`. NULL with the error pending.
struct shape *regexp_object_shape(vm_isolate *vm, struct object *prototype);
// An object with such a shape; lastIndex is 0. `program` may be NULL. NULL with the error pending.
struct regexp_object *regexp_object_create(vm_isolate *vm, struct shape *shape,
                                           struct regexp_program *program);
// Gives the object a program.
void regexp_object_set_program(vm_isolate *vm, struct regexp_object *regexp, struct regexp_program *program);

// A new program, which owns `compiled` (also when it fails), without names. NULL with the error pending.
struct regexp_program *regexp_program_create(vm_isolate *vm, struct regexp *compiled, struct string *source,
                                             uint32_t flags, uint32_t group_count);
// Remembered programs, by flat source and flags. NULL: none.
struct regexp_program *regexp_program_find(vm_isolate *vm, struct string *source, uint32_t flags);
void regexp_program_remember(vm_isolate *vm, struct regexp_program *program);

// What the isolate keeps for all regular expressions: programs, and the matcher's scratch memory between
// executions.
#define REGEXP_CACHE_BITS 8
struct regexp_cache {
    struct regexp_program *programs[1 << REGEXP_CACHE_BITS];
    void *stack;
    size_t stack_bytes;
};
bool regexp_cache_initialize(vm_isolate *vm);
void regexp_cache_finalize(vm_isolate *vm);

struct marker;
void regexp_cache_mark(vm_isolate *vm, struct marker *marker);
void regexp_cache_clear_dead(vm_isolate *vm);
void regexp_object_trace(struct marker *marker, struct cell *cell);
void regexp_program_trace(struct marker *marker, struct cell *cell);
void regexp_program_trace_finalize(struct heap *heap, struct cell *cell);

#endif
