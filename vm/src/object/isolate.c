// What exists before any object does, and the roots and caches of this layer.
#include "object/isolate.h"

#include "object/regexp_object.h"

struct object_layer {
    struct root_section roots;
    struct weak_processor caches;
};

static void mark_roots(struct marker *marker, void *data) {
    vm_isolate *vm = data;
    for (int i = 0; i < ATOM_COUNT; i++)
        mark_cell(marker, vm->atoms[i]);
    for (int i = 0; i < STRING_UNIT_CACHE; i++)
        mark_cell(marker, vm->units[i]);
    symbols_mark(vm, marker);
    regexp_cache_mark(vm, marker);
    if (vm->empty_elements) mark_cell(marker, elements_vector(vm->empty_elements));
    mark_cell(marker, vm->finalizations);
    mark_cell(marker, vm->kept_alive);
    mark_value(marker, vm->exception);
    mark_value(marker, vm->new_target);
    mark_value(marker, vm->out_of_memory_error);
    mark_cell(marker, vm->thrown.code);
}

// Caches hold nothing alive: each collection empties them.
static void clear_caches(struct heap *heap, void *data) {
    (void)heap;
    vm_isolate *vm = data;
    if (vm->lookup_cache) memset(vm->lookup_cache, 0, LOOKUP_CACHE_SIZE * sizeof *vm->lookup_cache);
    vm->array_iteration.realm = NULL;
    vm->array_birth.realm = NULL;
    vm->array_species.realm = NULL;
    vm->result_shape.realm = NULL;
    regexp_cache_clear_dead(vm);
    memset(vm->number_texts, 0, sizeof *vm->number_texts << NUMBER_TEXT_CACHE_BITS);
}

bool object_layer_initialize(vm_isolate *vm) {
    vm->exception = vm->out_of_memory_error = VALUE_EMPTY;
    vm->new_target = VALUE_UNDEFINED;
    vm->object_layer = memory_allocate_zeroed(&vm->memory, sizeof *vm->object_layer);
    vm->number_texts =
        memory_allocate_zeroed(&vm->memory, sizeof *vm->number_texts << NUMBER_TEXT_CACHE_BITS);
    if (!vm->object_layer || !vm->number_texts || !regexp_cache_initialize(vm)) return false;
    vm->object_layer->roots = (struct root_section){.name = "objects", .visit = mark_roots, .data = vm};
    heap_add_root_section(&vm->heap, &vm->object_layer->roots);
    vm->object_layer->caches = (struct weak_processor){.process = clear_caches, .data = vm};
    heap_add_weak_processor(&vm->heap, &vm->object_layer->caches);

    struct vector *empty = heap_allocate_vector(&vm->heap, 0);
    if (!empty) return false;
    vm->empty_elements = empty->values;
    return shape_roots_initialize(vm) && atom_table_initialize(vm) && symbols_initialize(vm);
}

void object_layer_finalize(vm_isolate *vm) {
    wait_group_clear(&vm->waits);
    symbols_finalize(vm);
    atom_table_finalize(vm);
    shape_roots_finalize(vm);
    regexp_cache_finalize(vm);
    memory_free(&vm->memory, vm->number_texts);
    memory_free(&vm->memory, vm->lookup_cache);
    memory_free(&vm->memory, vm->object_layer);
    vm->number_texts = NULL;
    vm->lookup_cache = NULL;
    vm->object_layer = NULL;
}
