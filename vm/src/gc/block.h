// Blocks and regions: where small cells live. See block.c for the theory.
#ifndef GC_BLOCK_H
#define GC_BLOCK_H

#include "gc/heap.h"

#define REGION_SIZE ((size_t)32 << 20)
#define REGION_BLOCKS ((uint32_t)(REGION_SIZE / HEAP_BLOCK_SIZE))
#define REGION_COMMIT_BLOCKS 16u // blocks made accessible at a time
#define BLOCK_MARK_WORDS (HEAP_BLOCK_SIZE / HEAP_GRANULE / 64)

struct address_range {
    uintptr_t low, size;
};

struct block {
    struct block *next; // in the list of its state: free, refill of its class, touched
    uint32_t cell_size; // bytes; 0: free
    uint32_t reciprocal;
    uint32_t frontier; // offsets below were allocated, or marked, before this collection
    uint16_t count;    // cells
    uint16_t live;     // marked cells at the end of the last collection
    uint8_t size_class;
    bool discarded;  // free, and its memory was given back
    bool overflowed; // has marked cells that were not traced because the mark stack was full
};

struct region_header {
    struct heap *heap;
    uint32_t fresh;     // blocks from here on were never used
    uint32_t committed; // blocks from here on are not accessible
    uint32_t in_use;
};

struct region {
    union {
        struct region_header header; // the mark words of the blocks that hold this struct are free for it
        uint64_t marks[REGION_BLOCKS][BLOCK_MARK_WORDS];
    };
    uint64_t before[REGION_BLOCKS][BLOCK_MARK_WORDS]; // full collections: the marks at their start
    struct block blocks[REGION_BLOCKS];
};

// The first block that holds cells.
#define REGION_FIRST ((uint32_t)((sizeof(struct region) + HEAP_BLOCK_SIZE - 1) / HEAP_BLOCK_SIZE))

static inline struct region *region_of(const void *address) {
    return (struct region *)((uintptr_t)address & ~(uintptr_t)(REGION_SIZE - 1));
}
// The mark words of all blocks of a region, as one array.
static inline uint64_t *region_marks(const void *address) { return region_of(address)->marks[0]; }
static inline uint32_t block_index(const struct block *block) {
    return (uint32_t)(block - region_of(block)->blocks);
}
static inline struct block *block_of(const void *cell) {
    return &region_of(cell)->blocks[((uintptr_t)cell & (REGION_SIZE - 1)) / HEAP_BLOCK_SIZE];
}
static inline char *block_cells(const struct block *block) {
    return (char *)region_of(block) + (size_t)block_index(block) * HEAP_BLOCK_SIZE;
}
static inline uint64_t *block_marks(const struct block *block) {
    return region_of(block)->marks[block_index(block)];
}
static inline uint64_t *block_before(const struct block *block) {
    return region_of(block)->before[block_index(block)];
}
static inline bool bits_test(const uint64_t *bits, uint32_t granule) {
    return bits[granule / 64] >> (granule % 64) & 1;
}
static inline bool block_is_marked(const void *cell) {
    return bits_test(region_of(cell)->marks[0], ((uintptr_t)cell & (REGION_SIZE - 1)) / HEAP_GRANULE);
}

// Takes an empty block for cells of a size class. NULL when the system refuses memory.
struct block *block_take(struct heap *heap, uint32_t size_class);
// Gives an empty block (no mark set) to the free list.
void block_release(struct heap *heap, struct block *block);
// Finds the first run of unmarked cells at or after offset `from`. False when there is none.
bool block_next_run(const struct block *block, uint32_t from, uint32_t *start, uint32_t *end);
// Marked cells.
uint32_t block_count_marks(const struct block *block);
// Calls visit for the live cells of a block; its frontier must be in step (heap_synchronize).
void block_for_each(struct block *block, void (*visit)(struct cell *cell, size_t size, void *data),
                    void *data);
// Gives the memory of free blocks beyond `keep` bytes back, and whole regions that are free; what is left
// when the owner stops waits for another time.
void block_trim(struct heap *heap, size_t keep);
// Gives up all regions.
void block_release_all(struct heap *heap);
// A range that holds all regions.
struct address_range block_range(const struct heap *heap);
// The region that holds an address, or NULL.
struct region *block_find_region(struct heap *heap, uintptr_t address);
// The live cell that a word points to or into, or NULL. "Live" is: marked at the start of this collection, or
// allocated since the one before. Block frontiers must be in step (heap_synchronize).
struct cell *block_find_cell(struct heap *heap, uintptr_t address);

// Checking builds: fills a dead cell with the free pattern and makes it inaccessible; the reverse for a new
// one.
void block_scrub_cell(char *cell, size_t size);
void block_expose_cell(char *cell, size_t size);
// Checking builds: scrubs all unmarked cells.
void block_scrub(struct block *block);

#endif
