// Marking: an explicit stack of cells that are marked and not yet traced.
//
// The mark bit is set when a pointer is met, so each cell is pushed once; its header is prefetched then and
// read when it is popped. When many cells are live (HEAP_RING_MINIMUM) popped cells pass through a short ring
// first, which gives the prefetches of a heap in scattered order time to arrive.
//
// The stack can fail to grow. The cell that found no room is marked but not traced; its block (or large cell)
// is noted, and when the stack is empty all marked cells of such blocks are traced again. Each round marks
// more cells, so this ends.
//
// Nothing here recurses, and trace functions only call the functions below.
//
// When the owner stops meanwhile (memory_stops), the loops end early; see collect.c for what becomes of the
// collection.
#include "gc/heap_state.h"

static inline bool marker_set(void *cell) {
    if (cell_is_large(cell)) {
        struct large_cell *large = large_of(cell);
        bool fresh = !large->marked;
        large->marked = true;
        return fresh;
    }
    size_t granule = ((uintptr_t)cell & (REGION_SIZE - 1)) / HEAP_GRANULE;
    uint64_t *word = region_marks(cell) + granule / 64, bit = 1ull << granule % 64;
    if (*word & bit) return false;
    *word |= bit;
    return true;
}

bool marker_is_marked(const void *cell) {
    return cell_is_large(cell) ? large_of(cell)->marked : block_is_marked(cell);
}

static bool marker_grow(struct marker *marker) {
    struct memory *memory = marker->heap->memory;
    size_t length = (size_t)(marker->top - marker->stack),
           capacity = (size_t)(marker->end - marker->stack) * 4;
    bool first = marker->stack == marker->first_stack;
    struct cell **stack = memory_reallocate(memory, first ? NULL : marker->stack, capacity * sizeof *stack);
    if (!stack) return false;
    if (first) memcpy(stack, marker->first_stack, length * sizeof *stack);
    marker->stack = stack;
    marker->top = stack + length;
    marker->end = stack + capacity;
    return true;
}

static __attribute__((noinline)) void marker_push_full(struct marker *marker, struct cell *cell) {
    if (!marker->stays_small && marker_grow(marker)) {
        *marker->top++ = cell;
        return;
    }
    marker->overflowed = marker->stays_small = true; // no use in asking again for every cell
    if (cell_is_large(cell))
        large_of(cell)->overflowed = true;
    else
        block_of(cell)->overflowed = true;
}

static inline void marker_push(struct marker *marker, struct cell *cell) {
    if (__builtin_expect(marker->top == marker->end, 0)) {
        marker_push_full(marker, cell);
        return;
    }
    *marker->top++ = cell;
    __builtin_prefetch(cell, 1);
}

static __attribute__((noinline)) void marker_mark_special(struct marker *marker, struct cell *cell) {
    if (marker->verifying) {
        verify_pointer(marker, cell);
    } else if (marker_set(cell)) {
        marker->marked++;
        marker_push(marker, cell);
    }
}

static inline void marker_mark(struct marker *marker, struct cell *cell) {
    if (!cell) return;
    if (__builtin_expect(((uintptr_t)cell & marker->special) != 0, 0)) {
        marker_mark_special(marker, cell);
        return;
    }
    size_t granule = ((uintptr_t)cell & (REGION_SIZE - 1)) / HEAP_GRANULE;
    uint64_t *word = region_marks(cell) + granule / 64, bit = 1ull << granule % 64;
    if (*word & bit) return;
    *word |= bit;
    marker->marked++;
    marker_push(marker, cell);
}

void mark_cell(struct marker *marker, void *cell) { marker_mark(marker, cell); }

bool marker_abandons(struct marker *marker) {
    if (!marker->abandoned && !marker->verifying) marker->abandoned = memory_stops(marker->heap->memory);
    return marker->abandoned;
}

bool heap_abandons(struct heap *heap) { return marker_abandons(&heap->state->marker); }

static void mark_few_values(struct marker *marker, const vm_value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (value_is_cell(values[i])) marker_mark(marker, value_as_cell(values[i]));
    }
}

void mark_values(struct marker *marker, const vm_value *values, size_t count) {
    for (; count > MARKER_POLL_VALUES; values += MARKER_POLL_VALUES, count -= MARKER_POLL_VALUES) {
        mark_few_values(marker, values, MARKER_POLL_VALUES);
        if (marker_abandons(marker)) return;
    }
    mark_few_values(marker, values, count);
}

static void mark_dirty_cards(struct marker *marker, struct vector *vector, uint32_t count) {
    uint8_t *cards = vector_cards(vector);
    for (size_t i = 0; i < vector_card_count(vector->cell.word); i++) {
        if (!cards[i]) continue;
        cards[i] = 0;
        size_t from = i * HEAP_CARD_VALUES, to = from + HEAP_CARD_VALUES;
        if (to > count) to = count;
        if (from < to) mark_values(marker, vector->values + from, to - from);
    }
}

// Whether an old vector has not been visited again in this collection.
static bool marker_see(struct marker *marker, struct cell *vector) {
    for (uint32_t i = 0; i < marker->seen_count; i++) {
        if (marker->seen[i] == vector) return false;
    }
    if (marker->seen_count < MARKER_SEEN) marker->seen[marker->seen_count++] = vector;
    return true;
}

void mark_vector(struct marker *marker, struct cell *owner, struct vector *vector, uint32_t count) {
    (void)owner;
    if (!vector) return;
    if (__builtin_expect(marker->verifying, 0)) {
        verify_vector(marker, vector, count);
        return;
    }
    struct cell *cell = &vector_cell(vector)->cell;
    bool fresh = marker_set(cell);
    if (fresh && cell->gc & GC_LARGE) cell->gc |= GC_OLD;
    bool carded = vector->cell.word > HEAP_CARDED_VALUES;
    if (marker->by_cards && !fresh) {
        if (carded) {
            mark_dirty_cards(marker, vector, count);
            marker_see(marker, cell); // an address of it on the C stack is no reason to visit all of it
        }
        return;
    }
    mark_values(marker, vector->values, count);
    if (carded) memset(vector_cards(vector), 0, vector_card_count(vector->cell.word));
}

void mark_payload(struct marker *marker, void *payload) {
    struct cell *cell = payload;
    if (!cell) return;
    if (__builtin_expect(marker->verifying, 0)) {
        verify_pointer(marker, cell);
    } else if (marker_set(cell) && cell_is_large(cell)) {
        cell->gc |= GC_OLD;
    }
}

struct heap *marker_heap(struct marker *marker) {
    return marker->heap;
}

struct heap *heap_of(const void *cell) {
    return cell_is_large(cell) ? large_of(cell)->heap : region_of(cell)->header.heap;
}

struct cell *heap_find_cell(struct heap *heap, uintptr_t address) {
    struct cell *cell = block_find_cell(heap, address);
    return cell || !heap->state->large_length ? cell : large_find(heap, address);
}

void marker_root(struct marker *marker, struct cell *cell) {
    bool fresh = marker_set(cell);
    if (fresh) marker->marked++;
    if (fresh || (cell->kind == CELL_VECTOR && marker_see(marker, cell))) marker_push(marker, cell);
}

bool heap_is_live(struct heap *heap, const void *cell) {
    (void)heap;
    return cell && marker_is_marked(cell);
}

void marker_begin(struct heap *heap) {
    struct marker *marker = &heap->state->marker;
    if (!marker->stack) {
        marker->stack = marker->first_stack;
        marker->end = marker->stack + MARKER_FIRST_STACK;
    }
    marker->top = marker->stack;
    marker->special = MARKER_LARGE;
    marker->heap = heap;
    marker->kinds = heap->kinds;
    marker->marked = 0;
    marker->by_cards = marker->overflowed = marker->stays_small = marker->verifying = false;
    marker->abandoned = false;
    marker->weak_lost = marker->ephemeron_lost = marker->keyed = false;
    marker->seen_count = 0;
    marker->weak.length = marker->ephemerons.length = 0;
}

void marker_end(struct heap *heap) {
    struct marker *marker = &heap->state->marker;
    if (marker->stack && marker->stack != marker->first_stack) memory_free(heap->memory, marker->stack);
    marker->stack = marker->top = marker->end = NULL;
    VECTOR_FREE(heap->memory, &marker->weak);
    VECTOR_FREE(heap->memory, &marker->ephemerons);
}

void marker_trace(struct marker *marker, struct cell *cell) {
    const struct cell_kind_info *kind = &marker->kinds[cell->kind];
    cell->gc = (uint8_t)((cell->gc | GC_OLD) & ~GC_CARDS);
    if (kind->clear_dead) weak_add(marker, cell);
    if (kind->trace) kind->trace(marker, cell);
    if (__builtin_expect(marker->keyed, 0)) weak_wake(marker, cell);
}

static void marker_drain_stack(struct marker *marker) {
    for (uint32_t traced = 1; marker->top != marker->stack; traced++) {
        marker_trace(marker, *--marker->top);
        if (traced % MARKER_POLL_CELLS == 0 && marker_abandons(marker)) return;
    }
}

static void marker_drain_ring(struct marker *marker) {
    struct cell *ring[MARKER_RING];
    uint32_t head = 0, tail = 0;
    for (;;) {
        while (head - tail < MARKER_RING && marker->top != marker->stack) {
            struct cell *cell = *--marker->top;
            __builtin_prefetch(cell, 1);
            ring[head++ % MARKER_RING] = cell;
        }
        if (head == tail) return;
        marker_trace(marker, ring[tail++ % MARKER_RING]);
        if (tail % MARKER_POLL_CELLS == 0 && marker_abandons(marker)) return;
    }
}

static void marker_retrace_block(struct marker *marker, struct block *block) {
    block->overflowed = false;
    const uint64_t *marks = block_marks(block);
    for (uint32_t offset = 0; offset < block->count * block->cell_size; offset += block->cell_size) {
        if (!bits_test(marks, offset / HEAP_GRANULE)) continue;
        marker_trace(marker, (struct cell *)(block_cells(block) + offset));
        marker_drain_stack(marker);
    }
}

static void marker_retrace(struct marker *marker) {
    struct heap_state *state = marker->heap->state;
    marker->overflowed = false;
    for (uint32_t i = 0; i < state->regions.length; i++) {
        struct region *region = state->regions.items[i];
        for (uint32_t index = REGION_FIRST; index < region->header.fresh; index++) {
            if (region->blocks[index].overflowed) marker_retrace_block(marker, &region->blocks[index]);
        }
    }
    for (uint32_t i = 0; i < state->large_length; i++) {
        if (!state->large[i] || !state->large[i]->overflowed) continue;
        state->large[i]->overflowed = false;
        marker_trace(marker, large_cell(state->large[i]));
        marker_drain_stack(marker);
    }
}

void marker_drain(struct marker *marker) {
    struct heap *heap = marker->heap;
    if (!heap->young && heap->statistics.live_bytes >= HEAP_RING_MINIMUM)
        marker_drain_ring(marker);
    else
        marker_drain_stack(marker);
    while (marker->overflowed && !marker->abandoned)
        marker_retrace(marker);
}

void mark_cell_of_many(struct marker *marker, void *cell) {
    marker_mark(marker, cell);
    if (marker->top - marker->stack >= MARKER_MANY) marker_drain_stack(marker);
}
