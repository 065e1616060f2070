// The heap alone: binary trees, churn beside a large live heap, marking, start-up, conservative scanning.
// Each line is nanoseconds per allocation (or per what it says) with all cost of collection.
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "gc/heap.h"

struct pair { // 32 bytes
    struct cell cell;
    struct pair *left, *right;
    uint64_t number;
};

static void pair_trace(struct marker *marker, struct cell *cell) {
    struct pair *pair = (struct pair *)cell;
    mark_cell(marker, pair->left);
    mark_cell(marker, pair->right);
}

static const struct cell_kind_info kinds[CELL_KIND_COUNT] = {
    [CELL_OBJECT] = {.name = "PAIR", .trace = pair_trace},
    [CELL_VECTOR] = {.name = "VECTOR", .trace = vector_trace},
    [CELL_BYTES] = {.name = "BYTES"},
};

struct bench {
    struct memory memory;
    struct heap heap;
    struct root_section section;
    struct pair **table; // old lists, as a root
    size_t table_size;
    uint64_t random;
};

static void bench_visit(struct marker *marker, void *data) {
    struct bench *bench = data;
    for (size_t i = 0; i < bench->table_size; i++)
        mark_cell(marker, bench->table[i]);
}

static void bench_open(struct bench *bench, size_t table_size) {
    if (!memory_initialize(&bench->memory) || !heap_initialize(&bench->heap, &bench->memory, kinds, NULL))
        abort();
    bench->table = calloc(table_size + 1, sizeof *bench->table);
    bench->table_size = table_size;
    bench->section = (struct root_section){.name = "table", .visit = bench_visit, .data = bench};
    bench->random = 88172645463325252ull;
    heap_add_root_section(&bench->heap, &bench->section);
}

static void bench_close(struct bench *bench) {
    heap_finalize(&bench->heap);
    memory_finalize(&bench->memory);
    free(bench->table);
}

static uint64_t bench_random(struct bench *bench) {
    bench->random ^= bench->random << 13;
    bench->random ^= bench->random >> 7;
    return bench->random ^= bench->random << 17;
}

static inline struct pair *pair_new(struct heap *heap, struct pair *left, struct pair *right) {
    struct pair *pair = heap_allocate(heap, CELL_OBJECT, sizeof *pair);
    if (!pair) abort();
    pair->left = left;
    pair->right = right;
    pair->number = 1;
    return pair;
}

static struct pair *tree_new(struct heap *heap, int depth) {
    if (!depth) return pair_new(heap, NULL, NULL);
    struct pair *left = tree_new(heap, depth - 1);
    return pair_new(heap, left, tree_new(heap, depth - 1));
}

static uint64_t tree_sum(const struct pair *pair) {
    return pair ? pair->number + tree_sum(pair->left) + tree_sum(pair->right) : 0;
}

static void report(struct bench *bench, const char *name, uint64_t start, uint64_t count) {
    const struct heap_statistics *s = &bench->heap.statistics;
    double young = s->young_collections ? (double)s->young_pause_ns / s->young_collections / 1e6 : 0;
    double full = s->full_collections ? (double)s->full_pause_ns / s->full_collections / 1e6 : 0;
    printf("%-34s %7.2f ns   young %5llu x %6.3f ms   full %3llu x %7.2f ms\n", name,
           (double)(os_now_ns() - start) / (double)count, (unsigned long long)s->young_collections, young,
           (unsigned long long)s->full_collections, full);
}

static void bench_trees(void) {
    struct bench bench;
    bench_open(&bench, 0);
    uint64_t start = os_now_ns(), count = 0, sum = 0;
    struct pair *kept = tree_new(&bench.heap, 16);
    for (int depth = 4; depth <= 16; depth += 4) {
        for (int i = 0; i < 1 << (21 - depth); i++) {
            sum += tree_sum(tree_new(&bench.heap, depth));
            count += (2u << depth) - 1;
        }
    }
    sum += tree_sum(kept);
    report(&bench, sum ? "binary trees" : "", start, count);
    bench_close(&bench);
}

// A live heap of `megabytes`, then allocation of which one cell in `period` replaces something old.
static void bench_churn(size_t megabytes, uint64_t period) {
    size_t lists = 4096, length = (megabytes << 20) / sizeof(struct pair) / lists;
    struct bench bench;
    bench_open(&bench, lists);
    for (size_t k = 0; k < length; k++) {
        for (size_t i = 0; i < lists; i++)
            bench.table[i] = pair_new(&bench.heap, bench.table[i], NULL);
    }
    bench.heap.statistics = (struct heap_statistics){.live_bytes = bench.heap.statistics.live_bytes};
    uint64_t count = 100000000, start = os_now_ns();
    for (uint64_t i = 0; i < count; i++) {
        struct pair *pair = pair_new(&bench.heap, NULL, NULL);
        if (i % period) continue;
        size_t at = bench_random(&bench) % lists;
        pair->left = bench.table[at]->left; // in place of the newest of the list
        bench.table[at] = pair;
    }
    char name[64];
    snprintf(name, sizeof name, "%zu MiB live, 1 in %llu promoted", megabytes, (unsigned long long)period);
    report(&bench, name, start, count);
    bench_close(&bench);
}

// Full collections of 4 million cells, linked in the order of allocation or at random.
static void bench_mark(bool scattered) {
    size_t count = 4 << 20;
    struct bench bench;
    bench_open(&bench, count);
    bench.heap.no_collect++;
    for (size_t i = 0; i < count; i++)
        bench.table[i] = pair_new(&bench.heap, NULL, NULL);
    for (size_t i = count; scattered && i-- > 1;) {
        size_t j = bench_random(&bench) % (i + 1);
        struct pair *pair = bench.table[i];
        bench.table[i] = bench.table[j];
        bench.table[j] = pair;
    }
    for (size_t i = 0; i < count; i++) {
        bench.table[i]->left = 2 * i + 1 < count ? bench.table[2 * i + 1] : NULL;
        bench.table[i]->right = 2 * i + 2 < count ? bench.table[2 * i + 2] : NULL;
    }
    bench.heap.no_collect--;
    bench.table_size = 1;
    heap_collect_full(&bench.heap);
    bench.heap.statistics = (struct heap_statistics){.live_bytes = bench.heap.statistics.live_bytes};
    uint64_t start = os_now_ns();
    for (int i = 0; i < 5; i++)
        heap_collect_full(&bench.heap);
    report(&bench, scattered ? "full mark, scattered, per cell" : "full mark, in order, per cell", start,
           5 * count);
    bench_close(&bench);
}

static void bench_vectors(void) {
    struct bench bench;
    bench_open(&bench, 1);
    uint64_t start = os_now_ns(), count = 0;
    for (int round = 0; round < 200; round++) {
        struct vector *vector = heap_allocate_vector(&bench.heap, 4);
        for (uint32_t i = 0; i < 100000; i++, count++) {
            if (i == vector->cell.word) vector = heap_resize_vector(&bench.heap, vector, i + i / 2);
            vector->values[i] = value_from_int((int32_t)i);
        }
    }
    report(&bench, "growing vectors, per value", start, count);
    count = 0;
    start = os_now_ns();
    for (int i = 0; i < 3000000; i++, count++)
        heap_allocate(&bench.heap, CELL_BYTES, 600 + i % 5000);
    report(&bench, "cells of 600 to 5600 bytes", start, count);
    count = 0;
    start = os_now_ns();
    for (int i = 0; i < 300000; i++, count++)
        heap_allocate(&bench.heap, CELL_BYTES, 10000 + i % 50000);
    report(&bench, "cells of 10 to 60 KB", start, count);
    bench_close(&bench);
}

static void bench_start(void) {
    enum { COUNT = 2000 };
    uint64_t start = os_now_ns();
    static struct bench benches[COUNT];
    for (int i = 0; i < COUNT; i++) {
        bench_open(&benches[i], 0);
        for (size_t size = 16; size <= 400; size += 16)
            heap_allocate_zeroed(&benches[i].heap, CELL_BYTES, size);
    }
    uint64_t middle = os_now_ns();
    for (int i = 0; i < COUNT; i++)
        bench_close(&benches[i]);
    printf("%-34s %7.2f us   and %.2f us to end\n", "heaps with 25 sizes of cells",
           (double)(middle - start) / 1e3 / COUNT, (double)(os_now_ns() - middle) / 1e3 / COUNT);
    size_t before = 0, after = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (!statm || fscanf(statm, "%*u %zu", &before) != 1) return;
    for (int i = 0; i < COUNT; i++) {
        bench_open(&benches[i], 0);
        heap_allocate_zeroed(&benches[i].heap, CELL_BYTES, 16);
    }
    rewind(statm);
    if (fflush(statm) || fscanf(statm, "%*u %zu", &after) != 1) return;
    printf("%-34s %7.2f KiB\n", "an empty heap", (double)(after - before) * 4 / COUNT);
    fclose(statm);
    for (int i = 0; i < COUNT; i++)
        bench_close(&benches[i]);
}

static void scan_visit(struct marker *marker, void *data) {
    mark_conservative(marker, data, (uintptr_t *)data + 10000);
}

static void bench_scan(int percent) {
    static uintptr_t words[10000];
    struct bench bench;
    bench_open(&bench, 0);
    struct pair *cells[64];
    for (int i = 0; i < 200000; i++)
        cells[bench_random(&bench) % 64] = pair_new(&bench.heap, NULL, NULL);
    for (int i = 0; i < 64; i++)
        cells[i] = pair_new(&bench.heap, NULL, NULL);
    for (int i = 0; i < 10000; i++) {
        uintptr_t noise = (uintptr_t)bench_random(&bench) >> (i % 3 ? 16 : 40);
        words[i] = i % 100 < percent ? (uintptr_t)cells[bench_random(&bench) % 64] + 8 : noise;
    }
    heap_collect_full(&bench.heap);
    bench.heap.statistics = (struct heap_statistics){0};
    struct root_section section = {.name = "words", .visit = scan_visit, .data = words};
    heap_add_root_section(&bench.heap, &section);
    uint64_t start = os_now_ns();
    for (int i = 0; i < 100; i++)
        heap_collect_young(&bench.heap);
    char name[64];
    snprintf(name, sizeof name, "scan of a word, %d %% pointers", percent);
    report(&bench, name, start, 100 * 10000);
    bench_close(&bench);
}

int main(void) {
    bench_start();
    bench_trees();
    bench_mark(false);
    bench_mark(true);
    bench_churn(200, 100);
    bench_churn(200, 10000);
    bench_vectors();
    bench_scan(0);
    bench_scan(30);
    return 0;
}
