// What only gc/ sees of a heap: size classes, lists of blocks, large cells, the marker, root tables.
#ifndef GC_HEAP_STATE_H
#define GC_HEAP_STATE_H

#include "base/vector.h"
#include "gc/block.h"
#include "gc/heap.h"

// Size classes: multiples of 16 up to HEAP_EXACT_LIMIT, then four per doubling up to HEAP_SMALL_LIMIT; all of
// them again for kinds with finalizers.
#define CLASS_EXACT (HEAP_EXACT_LIMIT / HEAP_GRANULE)
#define CLASS_MEDIUM 16u
#define CLASS_PLAIN (CLASS_EXACT + CLASS_MEDIUM)
#define CLASS_COUNT (2 * CLASS_PLAIN)

#define HEAP_YOUNG_BUDGET ((size_t)8 << 20)  // allocation between collections
#define HEAP_FULL_MINIMUM ((size_t)8 << 20)  // no full collection below this live size
#define HEAP_RING_MINIMUM ((size_t)16 << 20) // live size from which marking goes through the prefetch ring
#define HEAP_EMERGENCY_BOUND 100u            // a last resort refills every block with a free cell

#define MARKER_FIRST_STACK 256u
#define MARKER_KEPT_STACK 8192u
#define MARKER_RING 64u
#define MARKER_MANY 64u // cells of root sections that are marked before they are traced
#define MARKER_SEEN 16u
#define MARKER_POLL_CELLS 1024u // traced between two looks whether to go on
#define MARKER_POLL_VALUES 65536u
#define MARKER_LARGE ((uintptr_t)8) // the address bit that tells large cells: they lie at 8 modulo 16

struct size_class {
    struct allocator *allocator;
    struct block *refill; // blocks that are empty enough to be allocated into again
    uint32_t cell_size, reciprocal;
    uint32_t count;
};

// In front of a cell that is allocated singly. 24 bytes, so that the cell lies at 8 modulo 16.
struct large_cell {
    size_t size;    // of the cell
    uint32_t index; // in heap_state.large
    bool marked;
    bool overflowed;
    struct heap *heap;
};

struct ephemeron {
    struct cell *key;
    vm_value value;
    uint32_t next; // as in pair_heads
};

struct marker {
    uintptr_t special; // address bits of cells that mark_special handles: MARKER_LARGE, or all when verifying
    struct cell **top, **end, **stack;
    struct heap *heap;
    const struct cell_kind_info *kinds;
    uint64_t marked;  // cells marked in this collection
    bool by_cards;    // the cell being traced is remembered by the cards of its vectors only
    bool stays_small; // the mark stack could not grow in this collection
    bool overflowed;  // some block or large cell has its `overflowed` set
    bool abandoned;   // the owner stops: what is traced until then does not matter
    bool weak_lost;   // the list of weak cells is not complete: walk the heap instead
    bool ephemeron_lost;
    uint32_t seen_count;
    struct cell *seen[MARKER_SEEN]; // old vectors already visited again
    VECTOR(struct cell *) weak;
    VECTOR(struct cell *) ephemerons;
    bool keyed; // entries whose keys are not live wait in `pairs`, and each cell traced is looked up there
    VECTOR(struct ephemeron) pairs;
    uint32_t *pair_heads; // hash table of the keys: 1 + index of the first pair in a chain
    uint32_t pair_mask;
    // Verification (verify.c).
    bool verifying;
    struct cell *source; // the cell whose pointers are being checked
    bool source_clean;   // it is old and not remembered
    char *problem;
    struct cell *first_stack[MARKER_FIRST_STACK];
};

struct pin {
    struct cell *cell;
    size_t count;
};

struct heap_state {
    struct size_class classes[CLASS_COUNT];
    struct allocator more_allocators[CLASS_COUNT - CLASS_EXACT]; // of all classes but the exact plain ones
    struct block *free_blocks;                                   // linked by next; discarded ones last
    struct block *touched;                                       // allocated into since the last collection
    VECTOR(struct region *) regions;                             // by address
    struct region *last_region;
    size_t blocks_in_use, blocks_free;
    uint32_t refill_bound; // percent of live cells up to which a block is refilled

    // Large cells; items of the second half of the array are scratch for merging. The first large_old have
    // survived a collection and are sorted by address; NULL where one was released.
    struct large_cell **large;
    uint32_t large_length, large_capacity, large_old;
    struct address_range large_range; // of all, since large_sort
    size_t large_bytes;

    VECTOR(struct cell *) remembered;
    bool remembered_lost; // which old cells were written to is not known: the next collection must be full

    struct marker marker;

    struct root_section *sections;
    struct weak_processor *processors;
    vm_root roots; // sentinel of a ring
    struct pin *pins;
    uint32_t pin_count, pin_capacity;
    char *stack_base;

    size_t run_bytes;      // in blocks, taken by allocators since the last collection
    size_t external_bytes; // heap_adjust_external
    size_t held_before;    // payload and external bytes at the end of the last collection
    size_t budget;         // what may be allocated until the next collection
    size_t live_small;     // bytes of marked cells in blocks
    size_t full_at;        // estimate of live bytes that makes the next collection a full one
    bool full_next;        // the next collection that is due is a full one
    bool emergency;        // the collection under way is a last resort
    bool was_emergency;    // the last one was
    uint64_t stress_count, stress_next, stress_collections;
    uint64_t thread;
    char problem[256];
};

// heap.c
bool heap_is_due(const struct heap *heap);
// Sets the frontier of the blocks being allocated into from their allocators.
void heap_synchronize(struct heap *heap);
uint32_t heap_size_class(size_t size, bool final);
// Whether `bytes` more may be held; collects when that can help.
bool heap_emergency(struct heap *heap);
bool heap_within_limit(const struct heap *heap, size_t bytes);

// large.c
static inline struct large_cell *large_of(const void *cell) { return (struct large_cell *)cell - 1; }
static inline struct cell *large_cell(struct large_cell *large) { return (struct cell *)(large + 1); }
static inline bool cell_is_large(const void *cell) { return (uintptr_t)cell & MARKER_LARGE; }
void *large_allocate(struct heap *heap, enum cell_kind kind, size_t size);
// Resizes in place or by moving; returns the new cell, or NULL, then the old one is as it was.
void *large_reallocate(struct heap *heap, void *cell, size_t size);
void large_free(struct heap *heap, struct large_cell *large);
// Sorts what is new, for large_find.
void large_sort(struct heap *heap);
struct cell *large_find(struct heap *heap, uintptr_t address);
void large_clear_marks(struct heap *heap);
// Frees unmarked cells (in a young collection only new ones can be) and merges the survivors.
void large_sweep(struct heap *heap);

// mark.c
void marker_begin(struct heap *heap);
void marker_end(struct heap *heap);
// Whether the collection is to be abandoned; looks whether the owner stops. Never while verifying.
bool marker_abandons(struct marker *marker);
// Traces until nothing is left to trace, or the collection is abandoned.
void marker_drain(struct marker *marker);
// Traces one cell that is marked already.
void marker_trace(struct marker *marker, struct cell *cell);
// Marks a cell found on a C stack or pinned: an old vector is visited again, for it has no barrier of its
// own.
void marker_root(struct marker *marker, struct cell *cell);
bool marker_is_marked(const void *cell);
// The cell that a word points to or into, small or large, or NULL.
struct cell *heap_find_cell(struct heap *heap, uintptr_t address);
// The dirty bytes of a vector with more than HEAP_CARDED_VALUES values.
static inline uint8_t *vector_cards(struct vector *vector) {
    return (uint8_t *)(vector->values + vector->cell.word);
}
static inline size_t vector_card_count(size_t capacity) {
    return capacity > HEAP_CARDED_VALUES ? (capacity + HEAP_CARD_VALUES - 1) / HEAP_CARD_VALUES : 0;
}

// roots.c
void roots_initialize(struct heap *heap);
void roots_finalize(struct heap *heap);
// Visits sections, lists, pins and the C stack.
void roots_visit(struct marker *marker);

// weak.c
// The marker is keyed, and a cell has become live that may be a key.
void weak_wake(struct marker *marker, struct cell *key);
void weak_add(struct marker *marker, struct cell *cell);
// Traces ephemeron tables until no mark is added.
void weak_settle_ephemerons(struct marker *marker);
void weak_clear_dead(struct marker *marker);

// collect.c
void heap_collect(struct heap *heap, bool full);
// Calls visit(cell) for every marked cell.
void heap_for_each_marked(struct heap *heap, void (*visit)(struct marker *marker, struct cell *cell));

// verify.c
void verify_pointer(struct marker *marker, void *target);
void verify_vector(struct marker *marker, struct vector *vector, uint32_t count);
// Aborts with a message when the heap is not in order (stress builds).
void verify_or_abort(struct heap *heap);

#endif
