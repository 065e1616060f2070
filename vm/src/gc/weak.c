// Weak cells and ephemerons.
//
// Each cell traced in a collection whose kind has clear_dead is listed, and visited when marking is complete;
// then the processors of isolate-wide tables run. In a young collection that leaves out old cells that were
// not written to: they refer to old cells only, which are all live.
//
// An ephemeron table marks, when traced, the values whose keys are live. It is traced again until a whole
// round has marked nothing.
//
// When a list cannot grow, every marked cell of a weak kind is visited in its stead; visiting one too often
// is harmless.
#include "gc/heap_state.h"

void weak_add(struct marker *marker, struct cell *cell) {
    if (!VECTOR_PUSH(marker->heap->memory, &marker->weak, cell)) marker->weak_lost = true;
}

void mark_ephemeron_later(struct marker *marker, struct cell *table) {
    if (marker->verifying) return;
    if (!VECTOR_PUSH(marker->heap->memory, &marker->ephemerons, table)) marker->ephemeron_lost = true;
}

static void weak_retrace(struct marker *marker, struct cell *cell) {
    const struct cell_kind_info *kind = &marker->kinds[cell->kind];
    if (kind->clear_dead && kind->trace) kind->trace(marker, cell);
}

void weak_settle_ephemerons(struct marker *marker) {
    uint64_t before;
    do {
        before = marker->marked;
        uint32_t count = marker->ephemerons.length;
        // Tracing enters each table again behind the others; then those take the place of the first.
        for (uint32_t i = 0; i < count; i++) {
            struct cell *table = marker->ephemerons.items[i];
            marker->kinds[table->kind].trace(marker, table);
            marker_drain(marker);
        }
        marker->ephemerons.length -= count;
        if (count)
            memmove(marker->ephemerons.items, marker->ephemerons.items + count,
                    marker->ephemerons.length * sizeof *marker->ephemerons.items);
        if (marker->ephemeron_lost) {
            heap_for_each_marked(marker->heap, weak_retrace);
            marker_drain(marker);
        }
    } while (marker->marked != before);
}

static void weak_clear(struct marker *marker, struct cell *cell) {
    const struct cell_kind_info *kind = &marker->kinds[cell->kind];
    if (kind->clear_dead) kind->clear_dead(marker->heap, cell);
}

void weak_clear_dead(struct marker *marker) {
    struct heap *heap = marker->heap;
    if (marker->weak_lost) {
        heap_for_each_marked(heap, weak_clear);
    } else {
        for (uint32_t i = 0; i < marker->weak.length; i++)
            weak_clear(marker, marker->weak.items[i]);
    }
    for (struct weak_processor *p = heap->state->processors; p; p = p->next)
        p->process(heap, p->data);
}

void heap_add_weak_processor(struct heap *heap, struct weak_processor *processor) {
    processor->next = heap->state->processors;
    heap->state->processors = processor;
}
