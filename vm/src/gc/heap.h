// The heap: non-moving, precise in itself, conservative on the C stack, generational by sticky mark bits.
//
// Places. Cells up to HEAP_SMALL_LIMIT bytes live in 64 KiB blocks of one cell size, cut from 32 MiB aligned
// reservations that begin with the mark bitmaps (one bit per 16 bytes) of their blocks. Allocation bumps
// through free runs, which are found in the bitmap, so dead cells are never touched. Larger cells are
// allocated one by one from the isolate's payload allocator with a header in front (GC_LARGE set). Kinds with
// finalizers have blocks of their own. Small cells are aligned to 16 bytes, large ones lie at 8 modulo 16:
// nothing inside a cell may need more than 8.
//
// Ages. A marked cell is old. A young collection keeps all marks and marks from the roots and the remembered
// cells only; a full collection first clears every mark. heap_write(cell) must stand at every store of a
// pointer into a cell that may be old: it appends an old cell to the remembered set once (GC_OLD says "old
// and not remembered"). A VECTOR is payload of its owner: it has no barrier of its own, the owner's trace
// visits its values; write barriers name the owner. (A vector that only the C stack or a pin knows is visited
// at every collection, so it may be filled before it has an owner.) Every value of a vector must be valid at
// all times: what is not in use is EMPTY. All other kinds that hold pointers have barriers of their own.
// Between heap_write and the store there must be no allocation; a cell that was filled and not yet followed
// by an allocation is young and needs no barrier. Large vectors carry cards: heap_write_slot(owner, vector,
// index) dirties one card of 512 values, so that an old owner with a large vector is not rescanned whole.
//
// Roots. Registered sections (value stack, job ring, realms...), vm_root lists, pins, and the C stack between
// the current stack pointer and its base with callee-saved registers, where any word that points to, or into,
// a live cell keeps it. So locals of C functions are always safe. A pointer into a dead cell of an unswept
// block is dropped.
//
// Weak. A kind with WEAK has a clear_dead function, called for each cell traced in this collection after
// marking and before any sweep; stores into weak fields use heap_write too. Isolate-wide weak tables register
// a processor.
//
// Failure. heap_allocate collects when due and gives NULL when the limit of the heap (or the system) refuses;
// the caller reports VM_EXCEPTION through throw_out_of_memory. Memory is NOT zeroed: a cell must be filled
// before anything else is allocated.
#ifndef GC_HEAP_H
#define GC_HEAP_H

#include "base/memory.h"
#include "gc/value.h"

#ifndef VM_STRESS
#define VM_STRESS 0
#endif
#ifndef VM_DEBUG
#define VM_DEBUG 0
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HEAP_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEAP_ASAN 1
#endif
#endif
#ifndef HEAP_ASAN
#define HEAP_ASAN 0
#endif
// Checking builds allocate out of line and poison dead cells.
#define HEAP_CHECKED (VM_STRESS || VM_DEBUG || HEAP_ASAN)

#define HEAP_BLOCK_SIZE 65536u
#define HEAP_GRANULE 16u
#define HEAP_SMALL_LIMIT 8192u  // larger cells are allocated singly
#define HEAP_EXACT_LIMIT 512u   // size classes up to here are the multiples of 16
#define HEAP_CARD_VALUES 512u   // values per card
#define HEAP_CARDED_VALUES 512u // vectors with more values carry cards

// Bits of cell.gc.
#define GC_OLD 0x01   // marked, not in the remembered set
#define GC_LARGE 0x02 // allocated singly
#define GC_CARDS 0x04 // the owner is remembered by cards of its vector only

struct heap;
struct marker;
struct block;
struct large_cell;

struct cell_kind_info {
    const char *name;
    void (*trace)(struct marker *marker, struct cell *cell);  // NULL: no pointers
    void (*clear_dead)(struct heap *heap, struct cell *cell); // NULL: nothing weak
    void (*finalize)(struct heap *heap, struct cell *cell);   // NULL: nothing to release; sees no other cell
};

// The kinds that cells.def marks FINAL, as bits.
enum { CELL_HAS_0, CELL_HAS_WEAK, CELL_HAS_FINAL };
#define CELL(name, trace, flags, comment) (uint64_t)(CELL_HAS_##flags == CELL_HAS_FINAL) << CELL_##name |
static const uint64_t HEAP_FINAL_KINDS =
#include "gc/cells.def"
    0;
#undef CELL
_Static_assert(CELL_KIND_COUNT <= 64, "one bit per kind");

// VECTOR: `cell.word` values follow. The capacity of an element vector or of a slot overflow.
//
// An element vector from whose front values were taken (heap_trim_vector) is entered by a second header,
// `trimmed` values behind the cell's own, whose `cell.word` counts what follows it. Only the collector and
// payload.c tell the two apart.
struct vector {
    struct cell cell;
    uint32_t used;    // element vectors: values beyond are EMPTY and unread; slot overflow: unused
    uint32_t trimmed; // values between the header of the cell and this one
    vm_value values[];
};

// The cell that a vector, trimmed or not, is part of.
static inline struct vector *vector_cell(struct vector *vector) {
    return (struct vector *)((vm_value *)vector - vector->trimmed);
}

// Bump allocator of one size class.
struct allocator {
    char *cursor, *end;
    struct block *block;
};

struct root_section {
    const char *name;
    void (*visit)(struct marker *marker, void *data);
    void *data;
    struct root_section *next;
};

// Called after marking with what is live known (heap_is_live): drops dead entries of an isolate-wide weak
// table.
struct weak_processor {
    void (*process)(struct heap *heap, void *data);
    void *data;
    struct weak_processor *next;
};

struct heap_statistics {
    uint64_t young_collections, full_collections;
    uint64_t allocated_bytes; // all cells ever, counted at refill
    size_t live_bytes;        // after the last full collection plus promotions
    size_t block_bytes, large_bytes;
    uint64_t young_pause_ns, full_pause_ns, longest_pause_ns; // totals and the longest
};

struct heap {
    struct allocator
        allocators[HEAP_EXACT_LIMIT / HEAP_GRANULE + 1]; // index: size in granules, no-finalizer kinds
    struct memory *memory;
    const struct cell_kind_info *kinds;
    void *owner; // the isolate, for trace functions that need it
    // The rest is gc/'s own; see heap_state.h.
    struct heap_state *state;
    bool collecting;        // inside a collection: allocation is forbidden
    bool young;             // the collection under way keeps old marks
    uint32_t no_collect;    // >0: allocation never collects (compiler, bulk initialization)
    uint32_t stress_period; // VM_STRESS: allocations between collections; 0: every one at first, then fewer
    size_t limit;           // soft limit in bytes of blocks + large + payload; 0: none
    struct heap_statistics statistics;
};

// Prepares an empty heap. `kinds` has CELL_KIND_COUNT rows. False when memory is refused.
bool heap_initialize(struct heap *heap, struct memory *memory, const struct cell_kind_info *kinds,
                     void *owner);
// Runs the finalizers of all cells, releases every block and large cell.
void heap_finalize(struct heap *heap);

// Slow half: refill, large cells, kinds with finalizers; collects when due. NULL when memory is refused.
void *heap_allocate_slow(struct heap *heap, enum cell_kind kind, size_t size);

// A new cell of `size` bytes (header included), header set, the rest uninitialized. May collect.
static inline void *heap_allocate(struct heap *heap, enum cell_kind kind, size_t size) {
    if (__builtin_expect(!HEAP_CHECKED && size <= HEAP_EXACT_LIMIT && !(HEAP_FINAL_KINDS >> kind & 1), 1)) {
        size_t granules = (size + HEAP_GRANULE - 1) / HEAP_GRANULE;
        struct allocator *a = &heap->allocators[granules];
        char *p = a->cursor;
        if (__builtin_expect(p != a->end, 1)) {
            a->cursor = p + granules * HEAP_GRANULE;
            *(struct cell *)p = (struct cell){.kind = (uint8_t)kind};
            return p;
        }
    }
    return heap_allocate_slow(heap, kind, size);
}
// The same with all bytes after the header zero.
void *heap_allocate_zeroed(struct heap *heap, enum cell_kind kind, size_t size);
// A cell of a kind that cells.def marks FINAL. heap_allocate does the same for such kinds.
void *heap_allocate_final(struct heap *heap, enum cell_kind kind, size_t size);

// A vector of `capacity` values, all EMPTY, used 0.
struct vector *heap_allocate_vector(struct heap *heap, uint32_t capacity);
// A vector with room for `count` values, or a few more, that begins with these; used 0. They must be kept
// alive by something else until then.
struct vector *heap_allocate_vector_from(struct heap *heap, const vm_value *values, uint32_t count);
// Grows (or shrinks) `old` (may be NULL) to `capacity`, keeping values; may move it and frees the old one
// when it is large. The caller stores the result in its owner and calls heap_write(owner). Stress builds
// always move.
struct vector *heap_resize_vector(struct heap *heap, struct vector *old, uint32_t capacity);
// Takes the first value off an element vector by moving its start. The caller stores the result in its owner
// and calls heap_write(owner). What resizes the vector later makes it whole again.
struct vector *heap_trim_vector(struct vector *vector);
// A BYTES cell with `size` bytes after its header.
struct cell *heap_allocate_bytes(struct heap *heap, size_t size);
// For weak tables, in the middle of a collection: whether it is abandoned, because the owner stops. What is
// still listed may stay then.
bool heap_abandons(struct heap *heap);
// Keeps the cell that `pointer` names alive up to here, where only bytes inside it were used before.
#define KEEP_ALIVE(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

// Releases a large payload cell at once (VECTOR, BYTES, ORDERED_TABLE, STRING_BUFFER) that nothing else
// points to; a small one is left to the collector.
void heap_free_payload(struct heap *heap, void *cell);

void heap_remember(struct heap *heap, struct cell *cell);
void heap_remember_slot(struct heap *heap, struct cell *owner, struct vector *vector, uint32_t index);

// The write barrier: `cell` has got, or is about to get, a new pointer.
static inline void heap_write(struct heap *heap, void *cell) {
    if (__builtin_expect(((struct cell *)cell)->gc & GC_OLD, 0)) {
        heap_remember(heap, cell);
    }
}
// The same for value `index` of the owner's vector.
static inline void heap_write_slot(struct heap *heap, void *owner, struct vector *vector, uint32_t index) {
    if (__builtin_expect(((struct cell *)owner)->gc & GC_OLD, 0)) {
        heap_remember_slot(heap, owner, vector, index);
    }
}

// The trace function of vectors that are reached without their owner.
void vector_trace(struct marker *marker, struct cell *cell);

// Visiting, from trace functions and root sections. None allocates.
void mark_cell(struct marker *marker, void *cell); // NULL is ignored
static inline void mark_value(struct marker *marker, vm_value value) {
    if (value_is_cell(value)) {
        mark_cell(marker, value_as_cell(value));
    }
}
void mark_values(struct marker *marker, const vm_value *values, size_t count);
// For root sections with any number of cells: the same as mark_cell, but now and then all is traced that was
// marked so far, so that the mark stack stays small and cells are traced while they are in the cache.
void mark_cell_of_many(struct marker *marker, void *cell);
// Marks a payload vector of the cell being traced and visits its first `count` values, by dirty cards where
// that is enough.
void mark_vector(struct marker *marker, struct cell *owner, struct vector *vector, uint32_t count);
// Marks one payload cell without pointers (BYTES, SHAPE_TABLE...).
void mark_payload(struct marker *marker, void *cell);
// Any word: keeps the cell that it points to or into, if there is one (C stacks, saved registers).
void mark_conservative(struct marker *marker, const void *from, const void *to);
struct heap *marker_heap(struct marker *marker);
// Ephemerons: marks the value if the key is live or is found live later in this collection. The trace
// function of a table calls it for each entry; false says that the key is not live yet, then it must also
// call mark_ephemeron_later.
bool mark_ephemeron(struct marker *marker, struct cell *key, vm_value value);
// Says that `table` has entries whose keys are not live yet: its kind's trace is called again until no mark
// is added.
void mark_ephemeron_later(struct marker *marker, struct cell *table);
// The heap of a cell.
struct heap *heap_of(const void *cell);
// True when the cell was found reachable; valid after marking (clear_dead, processors) and, in trace
// functions of ephemerons, as far as marking has come. In a young collection every old cell is live.
bool heap_is_live(struct heap *heap, const void *cell);

void heap_add_root_section(struct heap *heap, struct root_section *section); // storage owned by the caller
void heap_add_weak_processor(struct heap *heap, struct weak_processor *processor);
// Counted: a pinned cell lives until unpinned as often. NULL is ignored. False when memory is refused.
bool heap_pin(struct heap *heap, void *cell);
void heap_unpin(struct heap *heap, void *cell);
// vm_root lists: link/unlink in O(1).
void heap_root_add(struct heap *heap, vm_root *root);
void heap_root_remove(vm_root *root);

void heap_collect_young(struct heap *heap);
void heap_collect_full(struct heap *heap);
// Bytes held outside cells on behalf of a cell (external buffers): count towards the triggers and the limit.
void heap_adjust_external(struct heap *heap, ptrdiff_t bytes);
// Whether `bytes` more fit into the limit, after a last-resort collection if need be. For payload that does
// not come from the heap's own functions.
bool heap_admit(struct heap *heap, size_t bytes);
// All bytes held: blocks in use without what is still to be allocated there, large cells, payload allocator,
// external.
size_t heap_used_bytes(const struct heap *heap);
// The stack range that a conservative scan covers ends at `base` (highest address); set at isolate entry.
void heap_set_stack_base(struct heap *heap, void *base);

// Walks the whole heap and checks: headers, kinds, no pointer to a free cell, no old unremembered cell that
// points to an unmarked one. Returns NULL, or a text that says what is wrong (static storage in the heap).
const char *heap_verify(struct heap *heap);
// Calls visit for every live cell, and those allocated since the last collection; for statistics, the
// debugger and tests.
void heap_for_each_cell(struct heap *heap, void (*visit)(struct cell *cell, size_t size, void *data),
                        void *data);

#endif
