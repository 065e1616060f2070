// Vectors and other payload cells, and the remembering of old cells that were written to.
//
// An old cell is in one of three states:
//     GC_OLD              not remembered
//     GC_OLD | GC_CARDS   remembered, but only for the dirty cards of its vectors: every further
//     heap_write_slot still
//                         comes here to dirty its card, and heap_write goes on to the third state
//     neither             remembered: the next young collection traces it whole
//
// A vector with more than HEAP_CARDED_VALUES values has one byte behind its values for each HEAP_CARD_VALUES
// of them.
#include "gc/heap_state.h"

static void remembered_push(struct heap *heap, struct cell *cell) {
    if (!VECTOR_PUSH(heap->memory, &heap->state->remembered, cell)) heap->state->remembered_lost = true;
}

void heap_remember(struct heap *heap, struct cell *cell) {
    bool listed = cell->gc & GC_CARDS;
    cell->gc &= (uint8_t) ~(GC_OLD | GC_CARDS);
    if (!listed) remembered_push(heap, cell);
}

void heap_remember_slot(struct heap *heap, struct cell *owner, struct vector *vector, uint32_t index) {
    if (vector->cell.word <= HEAP_CARDED_VALUES) {
        heap_remember(heap, owner);
        return;
    }
    vector_cards(vector)[index / HEAP_CARD_VALUES] = 1;
    if (owner->gc & GC_CARDS) return;
    owner->gc |= GC_CARDS;
    remembered_push(heap, owner);
}

static size_t vector_bytes(uint32_t capacity) {
    return sizeof(struct vector) + (size_t)capacity * sizeof(vm_value) + vector_card_count(capacity);
}

// Fills the values from `from` on and clears the cards.
static void vector_fill(struct vector *vector, uint32_t from, uint32_t capacity) {
    vector->cell.word = capacity;
    for (uint32_t i = from; i < capacity; i++)
        vector->values[i] = VALUE_EMPTY;
    if (capacity > HEAP_CARDED_VALUES) memset(vector_cards(vector), 0, vector_card_count(capacity));
}

#define POLL_VALUES ((uint32_t)MEMORY_POLL_BYTES / sizeof(vm_value))

// The same for a new vector that may be long. False: given up.
static bool vector_fill_new(struct heap *heap, struct vector *vector, uint32_t from, uint32_t capacity) {
    for (; capacity - from > POLL_VALUES; from += POLL_VALUES) {
        for (uint32_t i = from; i < from + POLL_VALUES; i++)
            vector->values[i] = VALUE_EMPTY;
        if (!memory_poll(heap->memory)) {
            vector->cell.word = 0;
            return false;
        }
    }
    vector_fill(vector, from, capacity);
    return true;
}

struct vector *heap_allocate_vector(struct heap *heap, uint32_t capacity) {
    struct vector *vector = heap_allocate(heap, CELL_VECTOR, vector_bytes(capacity));
    if (!vector) return NULL;
    vector->used = vector->trimmed = 0;
    return vector_fill_new(heap, vector, 0, capacity) ? vector : NULL;
}

struct vector *heap_allocate_vector_from(struct heap *heap, const vm_value *values, uint32_t count) {
    uint32_t capacity = count < 4 ? 4 : count;
    struct vector *vector = heap_allocate(heap, CELL_VECTOR, vector_bytes(capacity));
    if (!vector) return NULL;
    vector->used = vector->trimmed = 0;
    if (count <= 8) { // fresh registers, mostly: wider loads would wait for the stores that made them
        for (uint32_t i = 0; i < count; i++)
            vector->values[i] = values[i];
    } else {
        memcpy(vector->values, values, count * sizeof *values);
    }
    vector_fill(vector, count, capacity);
    return vector;
}

struct vector *heap_trim_vector(struct vector *vector) {
    struct vector trimmed = *vector, *moved = (struct vector *)((vm_value *)vector + 1);
    trimmed.cell.word--;
    trimmed.used--;
    trimmed.trimmed++;
    *moved = trimmed; // over the end of the header before, and the value that goes
    return moved;
}

#define GROW_BY_COPYING ((size_t)16 << 20) // bytes; so much is moved with polls in between

// True when a resize may use the old cell: a large one that stays large, except in stress builds.
static bool vector_may_stay(const struct vector *vector, uint32_t capacity) {
    size_t bytes = vector_bytes(capacity);
    bool grows_far = capacity > vector->cell.word && bytes > GROW_BY_COPYING;
    return !VM_STRESS && !vector->trimmed && vector->cell.gc & GC_LARGE && bytes > HEAP_SMALL_LIMIT &&
           !grows_far;
}

struct vector *heap_resize_vector(struct heap *heap, struct vector *old, uint32_t capacity) {
    if (!old) return heap_allocate_vector(heap, capacity);
    uint32_t kept = old->cell.word < capacity ? old->cell.word : capacity;
    struct vector *vector;
    if (vector_may_stay(old, capacity)) {
        vector = large_reallocate(heap, old, vector_bytes(capacity));
        if (!vector) return NULL;
        vector_fill(vector, kept, capacity);
    } else {
        vector = heap_allocate(heap, CELL_VECTOR, vector_bytes(capacity));
        if (!vector) return NULL;
        vector->trimmed = 0;
        vector->used = old->used;
        if (!memory_copy(heap->memory, vector->values, old->values, kept * sizeof *old->values) ||
            !vector_fill_new(heap, vector, kept, capacity)) {
            vector->cell.word = 0;
            return NULL;
        }
        heap_free_payload(heap, vector_cell(old));
    }
    if (vector->used > capacity) vector->used = capacity;
    return vector;
}

struct cell *heap_allocate_bytes(struct heap *heap, size_t size) {
    if (size > PTRDIFF_MAX) return NULL;
    return heap_allocate(heap, CELL_BYTES, sizeof(struct cell) + size);
}

// A remembered cell must not leave a dangling pointer in the set.
static void remembered_remove(struct heap *heap, struct cell *cell) {
    struct heap_state *state = heap->state;
    for (uint32_t i = state->remembered.length; i-- > 0;) {
        if (state->remembered.items[i] == cell) {
            state->remembered.items[i] = state->remembered.items[--state->remembered.length];
        }
    }
}

void heap_free_payload(struct heap *heap, void *payload) {
    struct cell *cell = payload;
    if (!cell || heap->collecting) return;
    if (cell->gc & GC_LARGE) {
        bool old = large_of(cell)->marked;
        if (old && (!(cell->gc & GC_OLD) || cell->gc & GC_CARDS)) remembered_remove(heap, cell);
        large_free(heap, large_of(cell));
    } else if (cell->kind == CELL_VECTOR) {
        // The collector may still meet it on a stack, when its values have long been dropped. Checking builds
        // make sure that nobody else reads them.
        if (HEAP_CHECKED) memset(((struct vector *)cell)->values, 0xDB, cell->word * sizeof(vm_value));
        cell->word = 0;
    }
}

// Not by way of the owner, so the vector may be one that its owner has given up, whose values may have been
// freed since: each is looked up before it is marked.
void vector_trace(struct marker *marker, struct cell *cell) {
    struct vector *vector = (struct vector *)cell;
    struct heap *heap = marker_heap(marker);
    for (uint32_t i = 0; i < vector->cell.word; i++) {
        vm_value value = vector->values[i];
        if (i % MARKER_POLL_VALUES == MARKER_POLL_VALUES - 1 && marker_abandons(marker)) return;
        if (value_is_cell(value) && heap_find_cell(heap, (uintptr_t)value.bits) == value_as_cell(value)) {
            mark_value(marker, value);
        }
    }
}
