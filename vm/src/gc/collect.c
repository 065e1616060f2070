// One collection, from clearing marks to setting the next triggers.
//
// A collection is abandoned when the owner stops while it marks. Nothing has been freed by then: the marks
// are made as they were, or as the next collection finds all it needs, which is a full one. Blocks that were
// touched stay so, with their frontiers, and live cells stay live by them.
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "gc/heap_state.h"

// A block is refilled when at most this percentage of it is live: usually, and while more than half of the
// memory of blocks is wasted.
#define REFILL_BOUND 25u
#define REFILL_BOUND_WASTEFUL 75u
#define WASTE_MINIMUM ((size_t)4 << 20) // block memory below which waste does not matter

#if VM_DEBUG
static void heap_check_thread(const struct heap *heap) {
    if (heap->state->thread == os_thread_id()) return;
    fprintf(stderr, "heap: used by a thread that did not create it\n");
    abort();
}
#else
static inline void heap_check_thread(const struct heap *heap) { (void)heap; }
#endif

static void collect_each_block(struct heap *heap, void (*visit)(struct heap *heap, struct block *block)) {
    struct heap_state *state = heap->state;
    for (uint32_t i = state->regions.length; i-- > 0;) {
        struct region *region = state->regions.items[i];
        for (uint32_t index = region->header.fresh; index-- > REGION_FIRST;) {
            if (region->blocks[index].cell_size) visit(heap, &region->blocks[index]);
        }
    }
}

void heap_for_each_marked(struct heap *heap, void (*visit)(struct marker *marker, struct cell *cell)) {
    struct heap_state *state = heap->state;
    struct marker *marker = &state->marker;
    for (uint32_t i = 0; i < state->regions.length; i++) {
        struct region *region = state->regions.items[i];
        for (uint32_t index = REGION_FIRST; index < region->header.fresh; index++) {
            struct block *block = &region->blocks[index];
            for (uint32_t offset = 0; offset < block->count * block->cell_size; offset += block->cell_size) {
                if (!bits_test(region->marks[index], offset / HEAP_GRANULE)) continue;
                visit(marker, (struct cell *)(block_cells(block) + offset));
            }
        }
    }
    for (uint32_t i = 0; i < state->large_length; i++) {
        if (state->large[i] && state->large[i]->marked) visit(marker, large_cell(state->large[i]));
    }
}

static void collect_clear_block(struct heap *heap, struct block *block) {
    (void)heap;
    uint64_t *marks = block_marks(block);
    size_t bytes = BLOCK_MARK_WORDS * sizeof *marks;
    if (block->frontier < HEAP_BLOCK_SIZE) memcpy(block_before(block), marks, bytes);
    memset(marks, 0, bytes);
}

// Takes their blocks from the allocators.
static void collect_detach_allocators(struct heap *heap) {
    heap_synchronize(heap);
    for (uint32_t i = 0; i < CLASS_COUNT; i++)
        *heap->state->classes[i].allocator = (struct allocator){0};
}

static void collect_remembered(struct marker *marker) {
    struct heap_state *state = marker->heap->state;
    for (uint32_t i = 0; i < state->remembered.length && !marker_abandons(marker); i++) {
        struct cell *cell = state->remembered.items[i];
        marker->by_cards = cell->gc & GC_CARDS;
        marker_trace(marker, cell);
        marker->by_cards = false;
    }
}

static void collect_restore_block(struct heap *heap, struct block *block) {
    (void)heap;
    if (block->frontier < HEAP_BLOCK_SIZE)
        memcpy(block_marks(block), block_before(block), BLOCK_MARK_WORDS * sizeof(uint64_t));
}

// False: abandoned.
static bool collect_mark(struct heap *heap) {
    struct heap_state *state = heap->state;
    struct marker *marker = &state->marker;
    marker_begin(heap);
    if (heap->young) collect_remembered(marker);
    state->remembered.length = 0;
    state->remembered_lost = false;
    roots_visit(marker);
    marker_drain(marker);
    weak_settle_ephemerons(marker);
    if (!marker->abandoned) weak_clear_dead(marker);
    if (!marker->abandoned) return true;
    if (!heap->young) collect_each_block(heap, collect_restore_block);
    state->remembered_lost = true;
    return false;
}

// -- Sweeping
// ------------------------------------------------------------------------------------------------

static void collect_finalize_block(struct heap *heap, struct block *block) {
    char *cells = block_cells(block);
    const uint64_t *marks = block_marks(block);
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t offset = i * block->cell_size;
        bool was_live = offset < block->frontier ||
                        (!heap->young && bits_test(block_before(block), offset / HEAP_GRANULE));
        struct cell *cell = (struct cell *)(cells + offset);
        if (!was_live || bits_test(marks, offset / HEAP_GRANULE)) continue;
        if (heap->kinds[cell->kind].finalize) heap->kinds[cell->kind].finalize(heap, cell);
    }
}

static void collect_count_block(struct heap *heap, struct block *block) {
    struct heap_state *state = heap->state;
    if (block->size_class >= CLASS_PLAIN) collect_finalize_block(heap, block);
    uint32_t live = block_count_marks(block);
    if (heap->young) state->live_small -= (size_t)block->live * block->cell_size;
    state->live_small += (size_t)live * block->cell_size;
    block->live = (uint16_t)live;
    block->frontier = 0;
    block_scrub(block);
}

// Decides what becomes of a swept block.
static void collect_place_block(struct heap *heap, struct block *block) {
    struct heap_state *state = heap->state;
    if (!block->live) {
        block_release(heap, block);
    } else if (block->live < block->count && block->live * 100u <= block->count * state->refill_bound) {
        struct size_class *class = &state->classes[block->size_class];
        block->next = class->refill;
        class->refill = block;
    }
}

static void collect_sweep_touched(struct heap *heap) {
    struct heap_state *state = heap->state;
    for (struct block *block = state->touched, *next; block; block = next) {
        next = block->next;
        collect_count_block(heap, block);
        collect_place_block(heap, block);
    }
    state->touched = NULL;
}

static void collect_sweep_all(struct heap *heap) {
    struct heap_state *state = heap->state;
    state->touched = NULL;
    state->live_small = 0;
    for (uint32_t i = 0; i < CLASS_COUNT; i++)
        state->classes[i].refill = NULL;
    collect_each_block(heap, collect_count_block);
    size_t bytes = state->blocks_in_use * HEAP_BLOCK_SIZE;
    bool wasteful = bytes > WASTE_MINIMUM && state->live_small < bytes / 2;
    state->refill_bound = state->emergency ? HEAP_EMERGENCY_BOUND
                          : wasteful       ? REFILL_BOUND_WASTEFUL
                                           : REFILL_BOUND;
    collect_each_block(heap, collect_place_block);
    block_trim(heap, state->emergency ? 0 : HEAP_YOUNG_BUDGET + state->live_small / 2);
}

// -- Triggers
// ------------------------------------------------------------------------------------------------

static void collect_set_triggers(struct heap *heap) {
    struct heap_state *state = heap->state;
    struct marker *marker = &state->marker;
    if (marker->end - marker->stack > MARKER_KEPT_STACK) marker_end(heap);
    state->held_before = heap->memory->used + state->external_bytes;
    state->run_bytes = 0;
    state->budget = HEAP_YOUNG_BUDGET;
    if (heap->limit && heap->limit / 8 < state->budget) {
        state->budget = heap->limit / 8 > HEAP_BLOCK_SIZE ? heap->limit / 8 : HEAP_BLOCK_SIZE;
    }
    size_t held = state->live_small + state->held_before;
    if (!heap->young) {
        state->full_at = 2 * held > HEAP_FULL_MINIMUM ? 2 * held : HEAP_FULL_MINIMUM;
    }
    state->was_emergency = state->emergency;
    state->full_next = held >= state->full_at;
    struct heap_statistics *statistics = &heap->statistics;
    statistics->live_bytes = state->live_small + state->large_bytes;
    statistics->block_bytes = state->blocks_in_use * HEAP_BLOCK_SIZE;
    statistics->large_bytes = state->large_bytes;
}

static void collect_note_pause(struct heap *heap, uint64_t pause) {
    struct heap_statistics *statistics = &heap->statistics;
    *(heap->young ? &statistics->young_collections : &statistics->full_collections) += 1;
    *(heap->young ? &statistics->young_pause_ns : &statistics->full_pause_ns) += pause;
    if (pause > statistics->longest_pause_ns) statistics->longest_pause_ns = pause;
}

void heap_collect(struct heap *heap, bool full) {
    struct heap_state *state = heap->state;
    if (heap->collecting || heap->no_collect || memory_stops(heap->memory)) return;
    heap_check_thread(heap);
    uint64_t start = os_now_ns();
    heap->collecting = true;
    heap->young = !full && !state->remembered_lost;
    collect_detach_allocators(heap);
    large_sort(heap);
    if (!heap->young) {
        collect_each_block(heap, collect_clear_block);
        large_clear_marks(heap);
    }
    if (collect_mark(heap)) {
        if (heap->young)
            collect_sweep_touched(heap);
        else
            collect_sweep_all(heap);
        large_sweep(heap);
        collect_set_triggers(heap);
        collect_note_pause(heap, os_now_ns() - start);
    }
    heap->collecting = false;
}

void heap_collect_young(struct heap *heap) { heap_collect(heap, false); }

void heap_collect_full(struct heap *heap) { heap_collect(heap, true); }
