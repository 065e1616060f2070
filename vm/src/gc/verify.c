// The validator: walks all live cells with their own trace functions, in a marker that checks instead of
// marking.
//
// A pointer must lead to the start of a live cell. A pointer of an old cell that is not remembered must lead
// to an old cell: otherwise a store lacked its barrier, and the next young collection would free the target.
// Vectors are checked through their owners, for whom the barrier was due. Ages are not looked at when the
// next collection is a full one anyway.
#include <stdio.h>
#include <stdlib.h>

#include "gc/heap_state.h"

static const char *verify_name(const struct marker *marker, const struct cell *cell) {
    return cell->kind < CELL_KIND_COUNT && marker->kinds[cell->kind].name ? marker->kinds[cell->kind].name
                                                                          : "?";
}

#define VERIFY_FAIL(marker, ...)                                                                             \
    ((marker)->problem[0]                                                                                    \
         ? 0                                                                                                 \
         : snprintf((marker)->problem, sizeof((struct heap_state *)0)->problem, __VA_ARGS__))

// Whether the target is a live cell; reports what it is instead.
static bool verify_target(struct marker *marker, struct cell *target) {
    struct cell *source = marker->source;
    if (heap_find_cell(marker->heap, (uintptr_t)target) != target) {
        VERIFY_FAIL(marker, "%s %p points to %p, which is no live cell", verify_name(marker, source),
                    (void *)source, (void *)target);
    } else if (target->kind == CELL_FREE || target->kind >= CELL_KIND_COUNT) {
        VERIFY_FAIL(marker, "%s %p points to %p, whose kind is %d", verify_name(marker, source),
                    (void *)source, (void *)target, target->kind);
    }
    return !marker->problem[0];
}

static void verify_edge(struct marker *marker, struct cell *target, bool clean) {
    struct cell *source = marker->source;
    if (!verify_target(marker, target) || !clean || marker_is_marked(target)) return;
    VERIFY_FAIL(marker, "no barrier: %s %p is old and not remembered but points to the young %s %p",
                verify_name(marker, source), (void *)source, verify_name(marker, target), (void *)target);
}

void verify_pointer(struct marker *marker, void *target) {
    if (target) verify_edge(marker, target, marker->source_clean);
}

void verify_vector(struct marker *marker, struct vector *vector, uint32_t count) {
    verify_pointer(marker, vector_cell(vector));
    if (marker->problem[0]) return;
    if (vector->cell.kind != CELL_VECTOR || count > vector->cell.word) {
        VERIFY_FAIL(marker, "%s %p has a vector %p of kind %s with %u values but visits %u",
                    verify_name(marker, marker->source), (void *)marker->source, (void *)vector,
                    verify_name(marker, &vector->cell), vector->cell.word, count);
        return;
    }
    bool carded = marker->source->gc & GC_CARDS && vector->cell.word > HEAP_CARDED_VALUES;
    for (uint32_t i = 0; i < count; i++) {
        vm_value value = vector->values[i];
        if (!value_is_cell(value) || !value.bits) continue;
        bool dirty = carded && vector_cards(vector)[i / HEAP_CARD_VALUES];
        verify_edge(marker, value_as_cell(value), marker->source_clean && !dirty);
    }
}

static bool verify_header(struct marker *marker, struct cell *cell) {
    bool marked = marker_is_marked(cell);
    if (cell->kind == CELL_FREE || cell->kind >= CELL_KIND_COUNT) {
        VERIFY_FAIL(marker, "live cell %p has the kind %d", (void *)cell, cell->kind);
    } else if (!(cell->gc & GC_LARGE) != !cell_is_large(cell)) {
        VERIFY_FAIL(marker, "the GC_LARGE bit of %s %p was overwritten", verify_name(marker, cell),
                    (void *)cell);
    } else if (cell->gc & (GC_OLD | GC_CARDS) && !marked && !marker->heap->state->remembered_lost) {
        VERIFY_FAIL(marker, "young %s %p has the gc bits of an old cell", verify_name(marker, cell),
                    (void *)cell);
    } else if (!cell_is_large(cell) && marker->kinds[cell->kind].finalize &&
               block_of(cell)->size_class < CLASS_PLAIN) {
        VERIFY_FAIL(marker, "%s %p has a finalizer but its kind is not FINAL", verify_name(marker, cell),
                    (void *)cell);
    }
    return !marker->problem[0];
}

static void verify_cell(struct cell *cell, size_t size, void *data) {
    struct marker *marker = data;
    (void)size;
    if (marker->problem[0] || !verify_header(marker, cell) || cell->kind == CELL_VECTOR) return;
    marker->source = cell;
    marker->source_clean = cell->gc & GC_OLD && !marker->heap->state->remembered_lost;
    if (marker->kinds[cell->kind].trace) marker->kinds[cell->kind].trace(marker, cell);
}

const char *heap_verify(struct heap *heap) {
    struct heap_state *state = heap->state;
    struct marker *marker = &state->marker;
    if (heap->collecting) return NULL;
    heap->collecting = true;
    heap->young = true;
    marker_begin(heap);
    marker->verifying = true;
    marker->special = ~(uintptr_t)0;
    marker->problem = state->problem;
    state->problem[0] = '\0';
    large_sort(heap);
    heap_for_each_cell(heap, verify_cell, marker);
    marker->verifying = false;
    heap->collecting = false;
    return state->problem[0] ? state->problem : NULL;
}

void verify_or_abort(struct heap *heap) {
    const char *problem = heap_verify(heap);
    if (!problem) return;
    fprintf(stderr, "heap: %s\n", problem);
    abort();
}
