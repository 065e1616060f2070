// Cells above HEAP_SMALL_LIMIT: each is a block of the payload allocator with a struct large_cell in front,
// whose size of 24 bytes puts the cell at 8 modulo 16, where no small cell can be.
//
// heap_state.large lists them: first those that have survived a collection, sorted by address, then the new
// ones in order of allocation, which a collection sorts before it scans a stack, sweeps and merges into the
// first part. So a young collection looks at the new ones only. A cell that is released on its own leaves a
// NULL in the first part.
#include "gc/heap_state.h"

_Static_assert(sizeof(struct large_cell) == 24, "large cells lie at 8 modulo 16");

static bool large_reserve(struct heap *heap) {
    struct heap_state *state = heap->state;
    if (state->large_length < state->large_capacity) return true;
    uint32_t capacity = state->large_capacity ? state->large_capacity * 2 : 16;
    if (capacity > INT32_MAX / 2) return false;
    struct large_cell **large = memory_reallocate(heap->memory, state->large, 2 * capacity * sizeof *large);
    if (!large) return false;
    state->large = large;
    state->large_capacity = capacity;
    return true;
}

static void large_append(struct heap_state *state, struct large_cell *large) {
    large->index = state->large_length;
    state->large[state->large_length++] = large;
}

static void large_drop(struct heap_state *state, struct large_cell *large) {
    uint32_t index = large->index;
    if (index < state->large_old) {
        state->large[index] = NULL;
        return;
    }
    struct large_cell *last = state->large[--state->large_length];
    state->large[index] = last;
    last->index = index;
}

// Whether the payload allocator may be asked for `bytes` more; collects when due or when it may help.
static bool large_prepare(struct heap *heap, size_t bytes) {
    struct heap_state *state = heap->state;
    if (heap_is_due(heap)) heap_collect(heap, state->full_next);
    return heap_admit(heap, bytes);
}

void *large_allocate(struct heap *heap, enum cell_kind kind, size_t size) {
    if (size > PTRDIFF_MAX - sizeof(struct large_cell)) return NULL;
    size_t bytes = sizeof(struct large_cell) + size;
    if (!large_prepare(heap, bytes) || !large_reserve(heap)) return NULL;
    struct large_cell *large = memory_allocate(heap->memory, bytes);
    if (!large && heap_emergency(heap)) large = memory_allocate(heap->memory, bytes);
    if (!large) return NULL;
    *large = (struct large_cell){.size = size, .heap = heap};
    large_append(heap->state, large);
    heap->state->large_bytes += size;
    heap->statistics.allocated_bytes += size;
    struct cell *cell = large_cell(large);
    *cell = (struct cell){.kind = (uint8_t)kind, .gc = GC_LARGE};
    return cell;
}

void *large_reallocate(struct heap *heap, void *cell, size_t size) {
    struct heap_state *state = heap->state;
    struct large_cell *old = large_of(cell);
    size_t old_size = old->size;
    if (heap->collecting || size > PTRDIFF_MAX - sizeof *old) return NULL;
    if (size > old_size && !large_prepare(heap, size - old_size)) return NULL;
    if (!large_reserve(heap)) return NULL;
    struct large_cell *large = memory_reallocate(heap->memory, old, sizeof *old + size);
    if (!large && heap_emergency(heap)) large = memory_reallocate(heap->memory, old, sizeof *old + size);
    if (!large) return NULL;
    large->size = size;
    state->large_bytes += size - old_size;
    if (size > old_size) heap->statistics.allocated_bytes += size - old_size;
    if (large->index < state->large_old) { // it may have moved: out of the sorted part
        state->large[large->index] = NULL;
        large_append(state, large);
    } else {
        state->large[large->index] = large;
    }
    return large_cell(large);
}

void large_free(struct heap *heap, struct large_cell *large) {
    heap->state->large_bytes -= large->size;
    large_drop(heap->state, large);
    memory_free(heap->memory, large);
}

static void large_sift(struct large_cell **items, uint32_t root, uint32_t length) {
    struct large_cell *item = items[root];
    for (uint32_t child; (child = 2 * root + 1) < length; root = child) {
        if (child + 1 < length && items[child] < items[child + 1]) child++;
        if (items[child] < item) break;
        items[root] = items[child];
    }
    items[root] = item;
}

static void large_sort_new(struct heap_state *state) {
    uint32_t length = state->large_length - state->large_old;
    if (!length) return;
    struct large_cell **items = state->large + state->large_old;
    for (uint32_t i = length / 2; i-- > 0;)
        large_sift(items, i, length);
    for (uint32_t i = length; i-- > 1;) {
        struct large_cell *highest = items[0];
        items[0] = items[i];
        items[i] = highest;
        large_sift(items, 0, i);
    }
    for (uint32_t i = 0; i < length; i++)
        items[i]->index = state->large_old + i;
}

// Both parts are sorted; the first may have NULLs.
static struct address_range large_extent(const struct heap_state *state) {
    struct large_cell *const *items = state->large;
    uint32_t old = state->large_old, length = state->large_length, first = 0;
    uintptr_t low = UINTPTR_MAX, high = 0;
    while (first < old && !items[first])
        first++;
    while (old > first && !items[old - 1])
        old--;
    if (first < old) {
        low = (uintptr_t)items[first];
        high = (uintptr_t)items[old - 1] + items[old - 1]->size;
    }
    if (state->large_old < length) {
        const struct large_cell *lowest = items[state->large_old], *highest = items[length - 1];
        if ((uintptr_t)lowest < low) low = (uintptr_t)lowest;
        if ((uintptr_t)highest + highest->size > high) high = (uintptr_t)highest + highest->size;
    }
    return low < high ? (struct address_range){low, high - low + sizeof **items}
                      : (struct address_range){0, 0};
}

void large_sort(struct heap *heap) {
    large_sort_new(heap->state);
    heap->state->large_range = large_extent(heap->state);
}

// The cell at an address, among sorted items with NULLs. The header counts, in case a compiler keeps only a
// pointer to it.
static struct cell *large_search(struct large_cell **items, uint32_t length, uintptr_t address) {
    uint32_t low = 0, high = length;
    while (low < high) {
        uint32_t middle = (low + high) / 2, probe = middle;
        while (probe < high && !items[probe])
            probe++;
        if (probe == high) {
            high = middle;
        } else if ((uintptr_t)items[probe] <= address) {
            size_t bytes = sizeof *items[probe] + items[probe]->size;
            if (address - (uintptr_t)items[probe] < bytes) return large_cell(items[probe]);
            low = probe + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

struct cell *large_find(struct heap *heap, uintptr_t address) {
    struct heap_state *state = heap->state;
    struct cell *cell = large_search(state->large, state->large_old, address);
    if (cell) return cell;
    return large_search(state->large + state->large_old, state->large_length - state->large_old, address);
}

void large_clear_marks(struct heap *heap) {
    struct heap_state *state = heap->state;
    for (uint32_t i = 0; i < state->large_length; i++) {
        if (state->large[i]) state->large[i]->marked = false;
    }
}

static void large_release_dead(struct heap *heap, struct large_cell *large) {
    struct cell *cell = large_cell(large);
    if (heap->kinds[cell->kind].finalize) heap->kinds[cell->kind].finalize(heap, cell);
    heap->state->large_bytes -= large->size;
    memory_free(heap->memory, large);
}

void large_sweep(struct heap *heap) {
    struct heap_state *state = heap->state;
    if (!state->large_length) return;
    struct large_cell **items = state->large, **scratch = items + state->large_capacity;
    uint32_t first = heap->young ? state->large_old : 0, fresh = 0, old = 0, length = 0;
    for (uint32_t i = first; i < state->large_length; i++) {
        if (items[i] && !items[i]->marked) {
            large_release_dead(heap, items[i]);
            items[i] = NULL;
        }
    }
    // Merge the two sorted parts without their NULLs: the new part by way of the scratch half.
    for (uint32_t i = state->large_old; i < state->large_length; i++) {
        if (items[i]) scratch[fresh++] = items[i];
    }
    for (uint32_t i = 0; i < state->large_old; i++) {
        if (items[i]) items[old++] = items[i];
    }
    length = old + fresh;
    state->large_old = state->large_length = length;
    while (fresh > 0) {
        bool take_old = old > 0 && items[old - 1] > scratch[fresh - 1];
        items[old + fresh - 1] = take_old ? items[old - 1] : scratch[fresh - 1];
        if (take_old)
            old--;
        else
            fresh--;
    }
    for (uint32_t i = 0; i < length; i++)
        items[i]->index = i;
}
