// Regions are 32 MiB of reserved address space, aligned to their size, so that the region of a cell is a mask
// away. A region begins with tables about all of its blocks, then come the blocks, 64 KiB of cells of one
// size each and nothing else:
//
//     | marks: 512 B per block | before: 512 B per block | struct block[] | block 9 | block 10 | ... | block
//     511 |
//
// Keeping the mark bits together, and not in the blocks, makes them dense in the cache and lets a block that
// holds few cells touch few pages: an isolate that has just started pays one page per size class it uses, and
// a few pages of tables. Memory is committed 16 blocks at a time and touched only as allocation proceeds.
//
// There is one mark bit per 16 bytes; only those at the start of a cell are ever set. So free runs, live
// counts and liveness are found without touching cells.
//
// What is live at the start of a collection. `frontier` is the offset up to which the block was allocated
// into since the last collection: below it every cell counts as live; at or beyond it only marked cells do,
// the others are swept though nobody touched them. A collection ends by setting it to 0. A full collection
// clears the marks first and keeps them in `before`, because a word on the C stack may point to a dead cell
// of such a block and must not revive it.
#include "gc/block.h"

#include "base/os.h"
#include "gc/heap_state.h"

#if HEAP_ASAN
#include <sanitizer/asan_interface.h>
#define BLOCK_HIDE(address, size) __asan_poison_memory_region(address, size)
#define BLOCK_SHOW(address, size) __asan_unpoison_memory_region(address, size)
#else
#define BLOCK_HIDE(address, size) ((void)(address), (void)(size))
#define BLOCK_SHOW(address, size) ((void)(address), (void)(size))
#endif

#if HEAP_CHECKED
#define BLOCK_POISON                                                                                         \
    0xDBDBDBDBDBDBDB00ull // as a header: kind FREE; as a value: a double; as a pointer: invalid

void block_scrub_cell(char *cell, size_t size) {
    BLOCK_SHOW(cell, size);
    uint64_t *words = (uint64_t *)cell;
    words[0] = BLOCK_POISON;
    for (size_t i = 1; i < size / sizeof *words; i++)
        words[i] = BLOCK_POISON | 0xDB;
    BLOCK_HIDE(cell, size);
}

void block_expose_cell(char *cell, size_t size) {
    BLOCK_SHOW(cell, (size + 7) & ~(size_t)7);
    memset(cell, 0xDB, size);
}

void block_scrub(struct block *block) {
    char *cells = block_cells(block);
    uint64_t *marks = block_marks(block);
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t offset = i * block->cell_size;
        if (!bits_test(marks, offset / HEAP_GRANULE)) block_scrub_cell(cells + offset, block->cell_size);
    }
}
#else
void block_scrub_cell(char *cell, size_t size) {
    (void)cell;
    (void)size;
}
void block_expose_cell(char *cell, size_t size) {
    (void)cell;
    (void)size;
}
void block_scrub(struct block *block) { (void)block; }
#endif

// Regions stand sorted by address.
static bool region_enter(struct heap *heap, struct region *region) {
    struct heap_state *state = heap->state;
    if (!VECTOR_PUSH(heap->memory, &state->regions, region)) return false;
    uint32_t i = state->regions.length - 1;
    for (; i > 0 && state->regions.items[i - 1] > region; i--) {
        state->regions.items[i] = state->regions.items[i - 1];
    }
    state->regions.items[i] = region;
    return true;
}

static bool region_commit(struct region *region, uint32_t from, uint32_t to) {
    return os_commit((char *)region + (size_t)from * HEAP_BLOCK_SIZE, (size_t)(to - from) * HEAP_BLOCK_SIZE);
}

static struct region *region_create(struct heap *heap) {
    struct region *region = os_reserve(REGION_SIZE, REGION_SIZE);
    if (!region) return NULL;
    if (!region_commit(region, 0, REGION_COMMIT_BLOCKS) || !region_enter(heap, region)) {
        os_release(region, REGION_SIZE);
        return NULL;
    }
    region->header =
        (struct region_header){.heap = heap, .fresh = REGION_FIRST, .committed = REGION_COMMIT_BLOCKS};
    return region;
}

static void region_release(struct region *region) {
    BLOCK_SHOW(region, (size_t)region->header.committed * HEAP_BLOCK_SIZE);
    os_release(region, REGION_SIZE);
}

static struct block *block_take_fresh(struct heap *heap) {
    struct heap_state *state = heap->state;
    struct region *region = NULL;
    for (uint32_t i = state->regions.length; i-- > 0;) {
        if (state->regions.items[i]->header.fresh < REGION_BLOCKS) {
            region = state->regions.items[i];
            break;
        }
    }
    if (!region && !(region = region_create(heap))) return NULL;
    uint32_t index = region->header.fresh;
    if (index == region->header.committed) {
        if (!region_commit(region, index, index + REGION_COMMIT_BLOCKS)) return NULL;
        region->header.committed += REGION_COMMIT_BLOCKS;
    }
    region->header.fresh++;
    return &region->blocks[index];
}

struct block *block_take(struct heap *heap, uint32_t size_class) {
    struct heap_state *state = heap->state;
    struct block *block = state->free_blocks;
    if (block) {
        state->free_blocks = block->next;
        state->blocks_free--;
    } else if (!(block = block_take_fresh(heap))) {
        return NULL;
    }
    const struct size_class *class = &state->classes[size_class];
    *block = (struct block){.cell_size = class->cell_size,
                            .reciprocal = class->reciprocal,
                            .count = (uint16_t) class->count,
                            .size_class = (uint8_t)size_class};
    region_of(block)->header.in_use++;
    state->blocks_in_use++;
    block_scrub(block);
    return block;
}

void block_release(struct heap *heap, struct block *block) {
    struct heap_state *state = heap->state;
    block->cell_size = 0;
    block->next = state->free_blocks;
    state->free_blocks = block;
    state->blocks_free++;
    state->blocks_in_use--;
    region_of(block)->header.in_use--;
}

// The offset of the first marked granule at or after `granule`, in granules.
static uint32_t block_next_mark(const uint64_t *marks, uint32_t granule) {
    uint32_t word = granule / 64;
    if (word >= BLOCK_MARK_WORDS) return HEAP_BLOCK_SIZE / HEAP_GRANULE;
    uint64_t bits = marks[word] & ~0ull << granule % 64;
    while (!bits) {
        if (++word == BLOCK_MARK_WORDS) return HEAP_BLOCK_SIZE / HEAP_GRANULE;
        bits = marks[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

bool block_next_run(const struct block *block, uint32_t from, uint32_t *start, uint32_t *end) {
    const uint64_t *marks = block_marks(block);
    uint32_t limit = block->count * block->cell_size;
    while (from < limit && bits_test(marks, from / HEAP_GRANULE))
        from += block->cell_size;
    if (from >= limit) return false;
    uint32_t next = block_next_mark(marks, from / HEAP_GRANULE) * HEAP_GRANULE;
    *start = from;
    *end = next < limit ? next : limit;
    return true;
}

// Without a population count instruction: the counts of 16 words fit into bytes and are added up together.
uint32_t block_count_marks(const struct block *block) {
    const uint64_t *marks = block_marks(block);
    uint64_t count = 0;
    for (uint32_t i = 0; i < BLOCK_MARK_WORDS; i += 16) {
        uint64_t bytes = 0;
        for (uint32_t k = i; k < i + 16; k++) {
            uint64_t bits = marks[k] - (marks[k] >> 1 & 0x5555555555555555ull);
            bits = (bits & 0x3333333333333333ull) + (bits >> 2 & 0x3333333333333333ull);
            bytes += (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Full;
        }
        bytes = (bytes & 0x00FF00FF00FF00FFull) + (bytes >> 8 & 0x00FF00FF00FF00FFull);
        count += bytes * 0x0001000100010001ull >> 48;
    }
    return (uint32_t)count;
}

void block_for_each(struct block *block, void (*visit)(struct cell *cell, size_t size, void *data),
                    void *data) {
    char *cells = block_cells(block);
    const uint64_t *marks = block_marks(block);
    uint32_t limit = block->count * block->cell_size;
    for (uint32_t offset = 0; offset < limit; offset += block->cell_size) {
        if (offset < block->frontier || bits_test(marks, offset / HEAP_GRANULE)) {
            visit((struct cell *)(cells + offset), block->cell_size, data);
        }
    }
}

// Gives the memory of free blocks [from, to) back, as long ranges.
static void region_discard(struct region *region, uint32_t from, uint32_t to) {
    if (from == to) return;
    BLOCK_SHOW((char *)region + (size_t)from * HEAP_BLOCK_SIZE, (size_t)(to - from) * HEAP_BLOCK_SIZE);
    os_discard((char *)region + (size_t)from * HEAP_BLOCK_SIZE, (size_t)(to - from) * HEAP_BLOCK_SIZE);
}

static void region_trim(struct region *region, size_t *keep) {
    uint32_t from = REGION_FIRST, index = REGION_FIRST;
    for (; index < region->header.fresh; index++) {
        struct block *block = &region->blocks[index];
        if (!block->cell_size && !block->discarded && *keep < HEAP_BLOCK_SIZE) {
            block->discarded = true;
            continue;
        }
        if (!block->cell_size && !block->discarded) *keep -= HEAP_BLOCK_SIZE;
        region_discard(region, from, index);
        from = index + 1;
    }
    region_discard(region, from, index);
}

// Links the free blocks of all regions: those with memory first, in the order of their addresses.
static void block_relink_free(struct heap_state *state) {
    state->free_blocks = NULL;
    state->blocks_free = 0;
    for (int discarded = 1; discarded >= 0; discarded--) {
        for (uint32_t i = state->regions.length; i-- > 0;) {
            struct region *region = state->regions.items[i];
            for (uint32_t index = region->header.fresh; index-- > REGION_FIRST;) {
                struct block *block = &region->blocks[index];
                if (block->cell_size || block->discarded != discarded) continue;
                block->next = state->free_blocks;
                state->free_blocks = block;
                state->blocks_free++;
            }
        }
    }
}

void block_trim(struct heap *heap, size_t keep) {
    struct heap_state *state = heap->state;
    if (state->blocks_free * HEAP_BLOCK_SIZE <= keep) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->regions.length; i++) {
        struct region *region = state->regions.items[i];
        if (memory_stops(heap->memory)) keep = SIZE_MAX;
        if (!region->header.in_use && (kept || i + 1 < state->regions.length) && keep < HEAP_BLOCK_SIZE) {
            region_release(region);
            continue;
        }
        region_trim(region, &keep);
        state->regions.items[kept++] = region;
    }
    state->regions.length = kept;
    state->last_region = NULL;
    block_relink_free(state);
}

void block_release_all(struct heap *heap) {
    struct heap_state *state = heap->state;
    for (uint32_t i = 0; i < state->regions.length; i++)
        region_release(state->regions.items[i]);
    VECTOR_FREE(heap->memory, &state->regions);
    state->free_blocks = NULL;
    state->blocks_in_use = state->blocks_free = 0;
}

struct address_range block_range(const struct heap *heap) {
    const struct heap_state *state = heap->state;
    if (!state->regions.length) return (struct address_range){0, 0};
    uintptr_t low = (uintptr_t)state->regions.items[0];
    uintptr_t last = (uintptr_t)state->regions.items[state->regions.length - 1];
    return (struct address_range){low, last - low + REGION_SIZE};
}

struct region *block_find_region(struct heap *heap, uintptr_t address) {
    struct heap_state *state = heap->state;
    struct region *region = region_of((void *)address);
    if (region == state->last_region) return region;
    uint32_t low = 0, high = state->regions.length;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (state->regions.items[middle] == region) return state->last_region = region;
        if (state->regions.items[middle] < region)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct cell *block_find_cell(struct heap *heap, uintptr_t address) {
    struct region *region = block_find_region(heap, address);
    if (!region) return NULL;
    uint32_t index = (uint32_t)((address & (REGION_SIZE - 1)) / HEAP_BLOCK_SIZE);
    if (index < REGION_FIRST || index >= region->header.fresh) return NULL;
    struct block *block = &region->blocks[index];
    if (!block->cell_size) return NULL;
    uint32_t offset = (uint32_t)(address & (HEAP_BLOCK_SIZE - 1));
    uint32_t number = (uint32_t)((uint64_t)offset * block->reciprocal >> 32);
    if (number >= block->count) return NULL;
    offset = number * block->cell_size;
    if (offset >= block->frontier) {
        bool full = heap->collecting && !heap->young;
        if (!bits_test(full ? region->before[index] : region->marks[index], offset / HEAP_GRANULE))
            return NULL;
    }
    return (struct cell *)((char *)region + (size_t)index * HEAP_BLOCK_SIZE + offset);
}
