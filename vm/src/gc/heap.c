// Allocation: size classes, allocators, triggers, the limit.
//
// Every size class has a bump allocator that walks through the free runs of one block after another. An
// allocator takes a block from the refill list of its class (blocks of which few cells survived), or an empty
// one. The list `touched` has every block that was allocated into since the last collection: only they can
// hold cells that a young collection finds dead.
//
//     refill list --\                            /-- empty: free list, of any class
//     free list  ----> allocator -> touched --(collection)--> few live: refill list
//     new block  --/                             \-- others: left alone until the next full collection
#include "gc/heap.h"

#include "base/os.h"
#include "gc/heap_state.h"

// A limit leaves this part as room for allocations that must not collect.
#define HEAP_LIMIT_GRACE 10
// After a last resort another one makes no sense before this part of the limit was allocated.
#define HEAP_EMERGENCY_PART 64
#define HEAP_EMERGENCY_STEP ((size_t)128 << 10)

// -- Size classes ----------------------------------------------------------------------------------------

static uint32_t class_cell_size(uint32_t class) {
    class %= CLASS_PLAIN;
    if (class < CLASS_EXACT) return (class + 1) * HEAP_GRANULE;
    uint32_t medium = class - CLASS_EXACT;
    uint32_t size = (HEAP_EXACT_LIMIT << medium / 4) / 4 * (5 + medium % 4);
    // As many cells per block, but the largest that fit.
    return HEAP_BLOCK_SIZE / (HEAP_BLOCK_SIZE / size) / HEAP_GRANULE * HEAP_GRANULE;
}

uint32_t heap_size_class(size_t size, bool final) {
    uint32_t class;
    if (size <= HEAP_EXACT_LIMIT) {
        class = (uint32_t)((size + HEAP_GRANULE - 1) / HEAP_GRANULE) - 1;
    } else {
        uint32_t doubling = 63 - (uint32_t)__builtin_clzll((size - 1) / HEAP_EXACT_LIMIT);
        class =
            CLASS_EXACT + doubling * 4 + (uint32_t)((size - 1) / ((HEAP_EXACT_LIMIT << doubling) / 4)) - 4;
    }
    return final ? class + CLASS_PLAIN : class;
}

bool heap_initialize(struct heap *heap, struct memory *memory, const struct cell_kind_info *kinds,
                     void *owner) {
    memset(heap, 0, sizeof *heap);
    struct heap_state *state = memory_allocate_zeroed(memory, sizeof *state);
    if (!state) return false;
    heap->memory = memory;
    heap->kinds = kinds;
    heap->owner = owner;
    heap->state = state;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        uint32_t size = class_cell_size(i);
        state->classes[i] =
            (struct size_class){.allocator = i < CLASS_EXACT ? &heap->allocators[i + 1]
                                                             : &state->more_allocators[i - CLASS_EXACT],
                                .cell_size = size,
                                .reciprocal = (uint32_t)((((uint64_t)1 << 32) + size - 1) / size),
                                .count = HEAP_BLOCK_SIZE / size};
    }
    state->budget = HEAP_YOUNG_BUDGET;
    state->full_at = HEAP_FULL_MINIMUM;
    state->held_before = memory->used;
    state->refill_bound = 25;
    state->stress_next = 1;
    state->thread = VM_DEBUG ? os_thread_id() : 0;
    roots_initialize(heap);
    return true;
}

static void heap_finalize_cell(struct cell *cell, size_t size, void *data) {
    struct heap *heap = data;
    (void)size;
    if (heap->kinds[cell->kind].finalize) heap->kinds[cell->kind].finalize(heap, cell);
}

static void heap_finalize_cells(struct heap *heap) {
    struct heap_state *state = heap->state;
    heap_synchronize(heap);
    for (uint32_t i = 0; i < state->regions.length; i++) {
        struct region *region = state->regions.items[i];
        for (uint32_t index = REGION_FIRST; index < region->header.fresh; index++) {
            struct block *block = &region->blocks[index];
            if (block->cell_size && block->size_class >= CLASS_PLAIN) {
                block_for_each(block, heap_finalize_cell, heap);
            }
        }
    }
    for (uint32_t i = 0; i < state->large_length; i++) {
        if (!state->large[i]) continue;
        heap_finalize_cell(large_cell(state->large[i]), state->large[i]->size, heap);
        memory_free(heap->memory, state->large[i]);
    }
}

void heap_finalize(struct heap *heap) {
    struct heap_state *state = heap->state;
    if (!state) return;
    heap->collecting = true;
    heap_finalize_cells(heap);
    memory_free(heap->memory, state->large);
    block_release_all(heap);
    roots_finalize(heap);
    VECTOR_FREE(heap->memory, &state->remembered);
    marker_end(heap);
    memory_free(heap->memory, state);
    memset(heap, 0, sizeof *heap);
}

// -- Triggers and the limit --------------------------------------------------------------------------------

// The rest of the runs being allocated into: in a small heap most of its blocks, and not touched yet.
static size_t heap_unallocated(const struct heap_state *state) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        const struct allocator *allocator = state->classes[i].allocator;
        if (allocator->block) bytes += (size_t)(allocator->end - allocator->cursor);
    }
    return bytes;
}

size_t heap_used_bytes(const struct heap *heap) {
    const struct heap_state *state = heap->state;
    return state->blocks_in_use * HEAP_BLOCK_SIZE - heap_unallocated(state) + heap->memory->used +
           state->external_bytes;
}

bool heap_is_due(const struct heap *heap) {
    const struct heap_state *state = heap->state;
    size_t held = heap->memory->used + state->external_bytes;
    size_t grown = held > state->held_before ? held - state->held_before : 0;
    return state->run_bytes + grown >= state->budget;
}

bool heap_within_limit(const struct heap *heap, size_t bytes) {
    if (!heap->limit) return true;
    size_t limit = heap->no_collect ? heap->limit + heap->limit / HEAP_LIMIT_GRACE : heap->limit;
    // Counting what is unallocated in blocks takes time: look first whether it matters.
    const struct heap_state *state = heap->state;
    size_t most = state->blocks_in_use * HEAP_BLOCK_SIZE + heap->memory->used + state->external_bytes;
    if (most <= limit && bytes <= limit - most) return true;
    size_t used = heap_used_bytes(heap);
    return used <= limit && bytes <= limit - used;
}

// The last resort before an allocation fails: a full collection after which even nearly full blocks are
// allocated into. False when it cannot help: the one before left so little that collecting again would make
// no progress to speak of.
bool heap_emergency(struct heap *heap) {
    struct heap_state *state = heap->state;
    if (heap->no_collect || heap->collecting) return false;
    size_t step = heap->limit ? heap->limit / HEAP_EMERGENCY_PART : HEAP_EMERGENCY_STEP;
    size_t held = heap->memory->used + state->external_bytes;
    size_t grown = held > state->held_before ? held - state->held_before : 0;
    if (state->was_emergency && state->run_bytes + grown < step) {
        state->was_emergency = false; // there may be garbage by the next time
        return false;
    }
    state->emergency = true;
    heap_collect(heap, true);
    state->emergency = false;
    return true;
}

bool heap_admit(struct heap *heap, size_t bytes) {
    return heap_within_limit(heap, bytes) || (heap_emergency(heap) && heap_within_limit(heap, bytes));
}

void heap_adjust_external(struct heap *heap, ptrdiff_t bytes) {
    heap->state->external_bytes += (size_t)bytes;
}

// -- Stress ------------------------------------------------------------------------------------------------

#if VM_STRESS
// Collects at each of the first hundred allocations, then ever more rarely, so that long programs end: a
// million allocations make some four thousand collections. heap.stress_period sets a fixed distance. Three of
// four collections are young, and before every other one the whole heap is verified: that is where a missing
// barrier shows.
static void heap_stress(struct heap *heap) {
    struct heap_state *state = heap->state;
    if (++state->stress_count < state->stress_next || heap->no_collect) return;
    uint64_t number = state->stress_collections++;
    uint64_t distance = number < 100 ? 1 : number / 8 - 11;
    state->stress_next = state->stress_count + (heap->stress_period ? heap->stress_period : distance);
    if (number % 2 == 0) verify_or_abort(heap);
    heap_collect(heap, number % 4 == 3);
}
#else
static inline void heap_stress(struct heap *heap) { (void)heap; }
#endif

// -- Allocation --------------------------------------------------------------------------------------------

static uint32_t allocator_offset(const struct allocator *allocator, const char *position) {
    return (uint32_t)(position - block_cells(allocator->block));
}

void heap_synchronize(struct heap *heap) {
    struct heap_state *state = heap->state;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        struct allocator *a = state->classes[i].allocator;
        if (a->block) a->block->frontier = allocator_offset(a, a->cursor);
    }
}

// Moves on to the next free run of the allocator's block at or after `from`.
static bool allocator_next_run(struct heap *heap, struct allocator *allocator, uint32_t from) {
    uint32_t start, end;
    if (!block_next_run(allocator->block, from, &start, &end)) return false;
    char *cells = block_cells(allocator->block);
    allocator->cursor = cells + start;
    allocator->end = cells + end;
    heap->state->run_bytes += end - start;
    heap->statistics.allocated_bytes += end - start;
    return true;
}

static void allocator_adopt(struct heap *heap, struct allocator *allocator, struct block *block) {
    block->next = heap->state->touched;
    heap->state->touched = block;
    allocator->block = block;
    allocator->cursor = allocator->end = block_cells(block);
}

// Gives the allocator of a class at least one free cell.
static bool heap_refill(struct heap *heap, uint32_t number) {
    struct size_class *class = &heap->state->classes[number];
    struct allocator *a = class->allocator;
    for (;;) {
        if (a->block) {
            if (allocator_next_run(heap, a, allocator_offset(a, a->end))) return true;
            a->block->frontier = HEAP_BLOCK_SIZE;
            *a = (struct allocator){0};
        }
        struct block *block = class->refill;
        if (block) {
            class->refill = block->next;
        } else if (heap_within_limit(heap, HEAP_BLOCK_SIZE)) {
            block = block_take(heap, number);
        }
        if (block) {
            allocator_adopt(heap, a, block);
        } else if (!heap_emergency(heap)) {
            return false;
        }
    }
}

static void *heap_allocate_class(struct heap *heap, enum cell_kind kind, size_t size, bool final) {
    if (heap->collecting || !memory_admit(heap->memory, 0, 0)) return NULL;
    heap_stress(heap);
    if (__builtin_expect(size > HEAP_SMALL_LIMIT, 0)) return large_allocate(heap, kind, size);
    uint32_t class = heap_size_class(size, final);
    struct allocator *a = heap->state->classes[class].allocator;
    size_t cell_size = heap->state->classes[class].cell_size;
    if ((size_t)(a->end - a->cursor) < cell_size) {
        if (heap_is_due(heap)) heap_collect(heap, heap->state->full_next);
        if (!heap_refill(heap, class)) return NULL;
    }
    char *cell = a->cursor;
    a->cursor = cell + cell_size;
    block_expose_cell(cell, size);
    *(struct cell *)cell = (struct cell){.kind = (uint8_t)kind};
    return cell;
}

void *heap_allocate_slow(struct heap *heap, enum cell_kind kind, size_t size) {
    return heap_allocate_class(heap, kind, size, HEAP_FINAL_KINDS >> kind & 1);
}

void *heap_allocate_final(struct heap *heap, enum cell_kind kind, size_t size) {
    return heap_allocate_class(heap, kind, size, true);
}

void *heap_allocate_zeroed(struct heap *heap, enum cell_kind kind, size_t size) {
    struct cell *cell = heap_allocate(heap, kind, size);
    if (!cell) return NULL;
    for (size_t done = sizeof *cell, step; done < size; done += step) {
        step = size - done < MEMORY_POLL_BYTES ? size - done : MEMORY_POLL_BYTES;
        memset((char *)cell + done, 0, step);
        if (step == MEMORY_POLL_BYTES && !memory_poll(heap->memory)) return NULL;
    }
    return cell;
}

void heap_for_each_cell(struct heap *heap, void (*visit)(struct cell *cell, size_t size, void *data),
                        void *data) {
    struct heap_state *state = heap->state;
    heap_synchronize(heap);
    for (uint32_t i = 0; i < state->regions.length; i++) {
        struct region *region = state->regions.items[i];
        for (uint32_t index = REGION_FIRST; index < region->header.fresh; index++) {
            struct block *block = &region->blocks[index];
            if (block->cell_size) block_for_each(block, visit, data);
        }
    }
    for (uint32_t i = 0; i < state->large_length; i++) {
        struct large_cell *large = state->large[i];
        if (large) visit(large_cell(large), large->size, data);
    }
}
