#include "object/regexp_object.h"

#include "object/isolate.h"
#include "object/throw.h"

// --- objects ---------------------------------------------------------------------------------------

struct shape *regexp_object_shape(vm_isolate *vm, struct object *prototype) {
    struct shape *root = shape_root(vm, prototype, CELL_REGEXP, REGEXP_INLINE_SLOTS);
    return root ? shape_add(vm, root, atom_key(vm, ATOM_lastIndex), PROPERTY_WRITABLE, false, NULL) : NULL;
}

struct regexp_object *regexp_object_create(vm_isolate *vm, struct shape *shape,
                                           struct regexp_program *program) {
    struct regexp_object *regexp = object_allocate(vm, CELL_REGEXP, sizeof *regexp, shape);
    if (!regexp) return NULL;
    regexp->program = program;
    *regexp_last_index(regexp) = value_from_int(0);
    return regexp;
}

void regexp_object_set_program(vm_isolate *vm, struct regexp_object *regexp, struct regexp_program *program) {
    heap_write(&vm->heap, regexp);
    regexp->program = program;
}

// --- programs --------------------------------------------------------------------------------------

struct regexp_program *regexp_program_create(vm_isolate *vm, struct regexp *compiled, struct string *source,
                                             uint32_t flags, uint32_t group_count) {
    struct regexp_program *program = heap_allocate_final(&vm->heap, CELL_REGEXP_PROGRAM, sizeof *program);
    if (!program) {
        memory_free(&vm->memory, compiled);
        throw_out_of_memory(vm);
        return NULL;
    }
    program->compiled = compiled;
    program->source = source;
    program->escaped = NULL;
    program->flags = flags;
    program->group_count = group_count;
    program->names = NULL;
    program->groups_shape = NULL;
    return program;
}

static struct regexp_program **cache_place(vm_isolate *vm, struct string *source, uint32_t flags) {
    uint32_t hash = (string_hash(source) ^ flags) * 0x9E3779B1u;
    return &vm->regexps->programs[hash >> (32 - REGEXP_CACHE_BITS)];
}

struct regexp_program *regexp_program_find(vm_isolate *vm, struct string *source, uint32_t flags) {
    struct regexp_program *program = *cache_place(vm, source, flags);
    if (!program || program->flags != flags) return NULL;
    return program->source == source || string_equals(vm, program->source, source) ? program : NULL;
}

void regexp_program_remember(vm_isolate *vm, struct regexp_program *program) {
    *cache_place(vm, program->source, program->flags) = program;
}

bool regexp_cache_initialize(vm_isolate *vm) {
    vm->regexps = memory_allocate_zeroed(&vm->memory, sizeof *vm->regexps);
    return vm->regexps != NULL;
}

void regexp_cache_finalize(vm_isolate *vm) {
    if (vm->regexps) memory_free(&vm->memory, vm->regexps->stack);
    memory_free(&vm->memory, vm->regexps);
    vm->regexps = NULL;
}

// --- collection ------------------------------------------------------------------------------------

// A young collection keeps the cache, a full one what others hold as well.
void regexp_cache_mark(vm_isolate *vm, struct marker *marker) {
    if (!vm->regexps || !marker_heap(marker)->young) return;
    for (int i = 0; i < 1 << REGEXP_CACHE_BITS; i++)
        mark_cell(marker, vm->regexps->programs[i]);
}

void regexp_cache_clear_dead(vm_isolate *vm) {
    for (int i = 0; i < 1 << REGEXP_CACHE_BITS; i++) {
        struct regexp_program **place = &vm->regexps->programs[i];
        if (*place && !heap_is_live(&vm->heap, *place)) *place = NULL;
    }
}

void regexp_object_trace(struct marker *marker, struct cell *cell) {
    object_trace(marker, cell);
    mark_cell(marker, ((struct regexp_object *)cell)->program);
}

void regexp_program_trace(struct marker *marker, struct cell *cell) {
    struct regexp_program *program = (struct regexp_program *)cell;
    mark_cell(marker, program->source);
    mark_cell(marker, program->escaped);
    mark_cell(marker, program->groups_shape);
    if (program->names) mark_vector(marker, cell, program->names, program->names->used);
}

void regexp_program_trace_finalize(struct heap *heap, struct cell *cell) {
    memory_free(heap->memory, ((struct regexp_program *)cell)->compiled);
}
