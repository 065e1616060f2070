// Weak cells and ephemerons.
//
// Each cell traced in a collection whose kind has clear_dead is listed, and visited when marking is complete;
// then the processors of isolate-wide tables run. In a young collection that leaves out old cells that were
// not written to: they refer to old cells only, which are all live.
//
// An ephemeron table marks, when traced, the values whose keys are live. It is traced again until a whole
// round has marked nothing. A long chain, each value of which is the key of another entry (private fields of
// a linked list that were compiled to a WeakMap), could make that as many rounds as entries; so in some
// rounds the entries that wait are entered in a hash table by their keys, and each cell that is traced is
// looked up there.
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

// -- Waiting entries by key ------------------------------------------------------------------------------

#define EPHEMERON_ROUNDS 4u // of so many, the last looks entries up by key

static uint32_t weak_home(const struct marker *marker, const struct cell *key) {
    return (uint32_t)(((uint64_t)(uintptr_t)key >> 3) * 0x9E3779B97F4A7C15ull >> 32) & marker->pair_mask;
}

static void weak_link(struct marker *marker, uint32_t index) {
    struct ephemeron *pair = &marker->pairs.items[index];
    uint32_t *head = &marker->pair_heads[weak_home(marker, pair->key)];
    pair->next = *head;
    *head = index + 1;
}

static bool weak_grow_heads(struct marker *marker) {
    uint32_t mask = marker->pair_heads ? marker->pair_mask * 2 + 1 : 1023;
    uint32_t *heads = memory_allocate_zeroed(marker->heap->memory, ((size_t)mask + 1) * sizeof *heads);
    if (!heads) return false;
    memory_free(marker->heap->memory, marker->pair_heads);
    marker->pair_heads = heads;
    marker->pair_mask = mask;
    for (uint32_t i = 0; i < marker->pairs.length; i++)
        weak_link(marker, i);
    return true;
}

static bool weak_wait(struct marker *marker, struct cell *key, vm_value value) {
    bool full = !marker->pair_heads || marker->pairs.length > marker->pair_mask;
    if (full && !weak_grow_heads(marker)) return false;
    struct ephemeron pair = {.key = key, .value = value};
    if (!VECTOR_PUSH(marker->heap->memory, &marker->pairs, pair)) return false;
    weak_link(marker, marker->pairs.length - 1);
    return true;
}

void weak_wake(struct marker *marker, struct cell *key) {
    if (!marker->pair_heads) return;
    for (uint32_t i = marker->pair_heads[weak_home(marker, key)]; i; i = marker->pairs.items[i - 1].next) {
        if (marker->pairs.items[i - 1].key == key) mark_value(marker, marker->pairs.items[i - 1].value);
    }
}

bool mark_ephemeron(struct marker *marker, struct cell *key, vm_value value) {
    if (marker_is_marked(key)) {
        mark_value(marker, value);
        return true;
    }
    if (marker->keyed && value_is_cell(value) && !weak_wait(marker, key, value))
        marker->ephemeron_lost = true;
    return false;
}

static void weak_end_keyed(struct marker *marker) {
    memory_free(marker->heap->memory, marker->pair_heads);
    marker->pair_heads = NULL;
    VECTOR_FREE(marker->heap->memory, &marker->pairs);
    marker->keyed = false;
}

// -- The fixpoint ----------------------------------------------------------------------------------------

static void weak_retrace(struct marker *marker, struct cell *cell) {
    const struct cell_kind_info *kind = &marker->kinds[cell->kind];
    if (kind->clear_dead && kind->trace) kind->trace(marker, cell);
}

// Tracing enters each table again behind the others; then those take the place of the first.
static void weak_trace_tables(struct marker *marker) {
    uint32_t count = marker->ephemerons.length;
    for (uint32_t i = 0; i < count && !marker->abandoned; i++) {
        struct cell *table = marker->ephemerons.items[i];
        marker->kinds[table->kind].trace(marker, table);
        marker_drain(marker);
    }
    marker->ephemerons.length -= count;
    if (count) {
        memmove(marker->ephemerons.items, marker->ephemerons.items + count,
                marker->ephemerons.length * sizeof *marker->ephemerons.items);
    }
}

void weak_settle_ephemerons(struct marker *marker) {
    uint64_t before;
    uint32_t round = 0;
    do {
        before = marker->marked;
        marker->keyed = ++round % EPHEMERON_ROUNDS == 0;
        weak_trace_tables(marker);
        if (marker->ephemeron_lost) {
            heap_for_each_marked(marker->heap, weak_retrace);
            marker_drain(marker);
        }
        if (marker->keyed) weak_end_keyed(marker);
    } while (marker->marked != before && !marker->abandoned);
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
        for (uint32_t i = 0; i < marker->weak.length; i++) {
            if (i % MARKER_POLL_CELLS == MARKER_POLL_CELLS - 1 && marker_abandons(marker)) return;
            weak_clear(marker, marker->weak.items[i]);
        }
    }
    for (struct weak_processor *p = heap->state->processors; p; p = p->next)
        p->process(heap, p->data);
}

void heap_add_weak_processor(struct heap *heap, struct weak_processor *processor) {
    processor->next = heap->state->processors;
    heap->state->processors = processor;
}
