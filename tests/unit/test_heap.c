// The heap against small models of it. The kinds are used freely: what matters is the shape that each has
// here.
#include <check.h>
#include <stdlib.h>

#include "gc/heap.h"
#include "gc/heap_state.h"
#include "run_suite.h"

// -- Kinds
// ---------------------------------------------------------------------------------------------------

#define NODE_LINKS 3

struct node { // OBJECT
    struct cell cell;
    uint64_t number;
    struct vector *vector;
    vm_value links[NODE_LINKS];
};

struct weak_pair { // WEAK_TABLE: one ephemeron
    struct cell cell;
    struct cell *key;
    vm_value value;
};

struct weak_one { // WEAK_REF
    struct cell cell;
    struct cell *target;
};

struct final_one { // SCRIPT
    struct cell cell;
    int *counter;
};

static void node_trace(struct marker *marker, struct cell *cell) {
    struct node *node = (struct node *)cell;
    mark_values(marker, node->links, NODE_LINKS);
    if (node->vector) mark_vector(marker, cell, node->vector, node->vector->used);
}

static void weak_pair_trace(struct marker *marker, struct cell *cell) {
    struct weak_pair *pair = (struct weak_pair *)cell;
    if (pair->key && !mark_ephemeron(marker, pair->key, pair->value)) mark_ephemeron_later(marker, cell);
}

static void weak_pair_clear_dead(struct heap *heap, struct cell *cell) {
    struct weak_pair *pair = (struct weak_pair *)cell;
    if (pair->key && !heap_is_live(heap, pair->key)) {
        pair->key = NULL;
        pair->value = VALUE_UNDEFINED;
    }
}

static void weak_one_clear_dead(struct heap *heap, struct cell *cell) {
    struct weak_one *weak = (struct weak_one *)cell;
    if (weak->target && !heap_is_live(heap, weak->target)) weak->target = NULL;
}

static void final_one_finalize(struct heap *heap, struct cell *cell) {
    (void)heap;
    ++*((struct final_one *)cell)->counter;
}

static const struct cell_kind_info kinds[CELL_KIND_COUNT] = {
    [CELL_OBJECT] = {.name = "NODE", .trace = node_trace},
    [CELL_VECTOR] = {.name = "VECTOR", .trace = vector_trace},
    [CELL_BYTES] = {.name = "BYTES"},
    [CELL_WEAK_TABLE] = {.name = "WEAK_PAIR", .trace = weak_pair_trace, .clear_dead = weak_pair_clear_dead},
    [CELL_WEAK_REF] = {.name = "WEAK_ONE", .clear_dead = weak_one_clear_dead},
    [CELL_SCRIPT] = {.name = "FINAL_ONE", .finalize = final_one_finalize},
};

// -- Fixture
// -------------------------------------------------------------------------------------------------

#define TABLE_SIZE 4096

static struct memory memory;
static struct heap heap;
static vm_value table[TABLE_SIZE]; // a root section
static struct root_section section;

static void visit_table(struct marker *marker, void *data) { mark_values(marker, data, TABLE_SIZE); }

static void setup(void) {
    ck_assert(memory_initialize(&memory));
    ck_assert(heap_initialize(&heap, &memory, kinds, NULL));
    for (int i = 0; i < TABLE_SIZE; i++)
        table[i] = VALUE_UNDEFINED;
    section = (struct root_section){.name = "table", .visit = visit_table, .data = table};
    heap_add_root_section(&heap, &section);
}

static void teardown(void) {
    heap_finalize(&heap);
    ck_assert_uint_eq(memory.used, 0);
    memory_finalize(&memory);
}

static void check_heap(void) {
    const char *problem = heap_verify(&heap);
    ck_assert_msg(!problem, "%s", problem);
}

static struct node *node_new(uint64_t number) {
    struct node *node = heap_allocate(&heap, CELL_OBJECT, sizeof *node);
    if (!node) return NULL;
    node->number = number;
    node->vector = NULL;
    for (int i = 0; i < NODE_LINKS; i++)
        node->links[i] = VALUE_UNDEFINED;
    return node;
}

static void node_link(struct node *node, int link, vm_value value) {
    heap_write(&heap, node);
    node->links[link] = value;
}

static struct node *node_at(int index) { return value_as_cell(table[index]); }

// Overwrites what earlier calls left on the stack.
static __attribute__((noinline)) void scrub_stack(void) {
    volatile char waste[16384];
    for (size_t i = 0; i < sizeof waste; i++)
        waste[i] = 1;
}

// Collections that see the table only: no stack lies below this base.
static void collect_exact(bool full) {
    heap_set_stack_base(&heap, (void *)16);
    full ? heap_collect_full(&heap) : heap_collect_young(&heap);
    heap_set_stack_base(&heap, NULL);
}

static void count_cell(struct cell *cell, size_t size, void *data) {
    (void)cell;
    (void)size;
    ++*(size_t *)data;
}

static size_t count_cells(void) {
    size_t count = 0;
    heap_for_each_cell(&heap, count_cell, &count);
    return count;
}

static uint64_t random_state = 88172645463325252ull;

static uint32_t random_below(uint32_t bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 11) % bound);
}

// -- Allocation
// ----------------------------------------------------------------------------------------------

START_TEST(allocates_every_size) {
    for (size_t size = 8; size < 20000; size += size < 600 ? 1 : 97) {
        struct cell *cell = heap_allocate_zeroed(&heap, CELL_BYTES, size);
        ck_assert_ptr_nonnull(cell);
        ck_assert_int_eq(cell->kind, CELL_BYTES);
        ck_assert_int_eq(!!(cell->gc & GC_LARGE), size > HEAP_SMALL_LIMIT);
        ck_assert_uint_eq((uintptr_t)cell % 16, size > HEAP_SMALL_LIMIT ? 8 : 0);
        memset(cell + 1, 0x5A, size - sizeof *cell);
    }
    check_heap();
}
END_TEST

START_TEST(cells_do_not_overlap) {
    enum { COUNT = 3000 };
    static uint8_t *cells[COUNT];
    static size_t sizes[COUNT];
    heap.no_collect++;
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = 9 + random_below(i % 10 ? 900 : 12000);
        cells[i] = heap_allocate(&heap, CELL_BYTES, sizes[i]);
        memset(cells[i] + 8, i & 255, sizes[i] - 8);
    }
    for (int i = 0; i < COUNT; i++) {
        for (size_t k = 8; k < sizes[i]; k++)
            ck_assert_uint_eq(cells[i][k], (uint8_t)i);
    }
    heap.no_collect--;
}
END_TEST

START_TEST(dead_cells_are_reused) {
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 20000; i++)
            node_new(i);
        collect_exact(round % 4 == 3);
    }
    ck_assert_uint_le(heap.state->blocks_in_use + heap.state->blocks_free, 20); // of 15 that one round needs
    ck_assert_uint_le(count_cells(), 8);
}
END_TEST

START_TEST(partly_live_blocks_are_refilled) {
    for (int round = 0; round < 8; round++) {
        for (int i = 0; i < 40000; i++) {
            struct node *node = node_new(i);
            if (i % 10 == 0) table[i / 10] = value_from_cell(node);
        }
        collect_exact(round % 4 == 3);
        for (int i = 0; i < 4000; i++)
            ck_assert_uint_eq(node_at(i)->number, i * 10);
    }
    // 4000 nodes of 48 bytes are 192 KiB; a tenth of each block was live when it was refilled.
    ck_assert_uint_le(heap.state->blocks_in_use * HEAP_BLOCK_SIZE, 6 << 20);
}
END_TEST

START_TEST(triggers_collect) {
    for (int i = 0; i < 1000000; i++)
        node_new(i);
    ck_assert_uint_ge(heap.statistics.young_collections, 4);
    ck_assert_uint_lt(heap_used_bytes(&heap), 24 << 20);
}
END_TEST

START_TEST(large_growth_makes_a_full_collection) {
    struct node *list = NULL;
    for (int i = 0; i < 600000; i++) { // 28 MiB
        struct node *node = node_new(i);
        if (list) node->links[0] = value_from_cell(list);
        list = node;
        table[0] = value_from_cell(list);
    }
    ck_assert_uint_ge(heap.statistics.full_collections, 1);
    ck_assert_uint_ge(heap.statistics.young_collections, 2);
    uint64_t count = 0;
    for (struct node *n = list; n; n = value_is_cell(n->links[0]) ? value_as_cell(n->links[0]) : NULL)
        count++;
    ck_assert_uint_eq(count, 600000);
}
END_TEST

START_TEST(memory_is_given_back) {
    struct node *list = NULL;
    for (int i = 0; i < 1500000; i++) { // 69 MiB, three regions
        struct node *node = node_new(i);
        if (list) node->links[0] = value_from_cell(list);
        list = node;
        table[0] = value_from_cell(list);
    }
    ck_assert_uint_ge(heap.state->regions.length, 3);
    list = NULL;
    table[0] = VALUE_UNDEFINED;
    collect_exact(true);
    ck_assert_uint_le(heap.state->regions.length, 2);
    ck_assert_uint_lt(heap_used_bytes(&heap), 1 << 20);
    for (int i = 0; i < 1000000; i++)
        node_new(i);
    check_heap();
}
END_TEST

// -- Graphs
// ----------------------------------------------------------------------------------------------------

// A graph in the heap and the same graph in arrays; what the model reaches must be there and intact.
#define MODEL_NODES 3000
#define MODEL_ROOTS 50

static int model[MODEL_NODES][NODE_LINKS]; // -1: none
static bool model_reached[MODEL_NODES];
static int model_stack[MODEL_NODES];
static struct node *model_cells[MODEL_NODES];

static void model_check(void) {
    memset(model_reached, 0, sizeof model_reached);
    for (int root = 0; root < MODEL_ROOTS; root++) {
        int top = 0;
        if (!model_reached[root]) model_stack[top++] = root;
        model_reached[root] = true;
        model_cells[root] = node_at(root);
        while (top) {
            int i = model_stack[--top];
            ck_assert_int_eq(model_cells[i]->cell.kind, CELL_OBJECT);
            ck_assert_uint_eq(model_cells[i]->number, i);
            for (int k = 0; k < NODE_LINKS; k++) {
                int to = model[i][k];
                ck_assert_int_eq(value_is_cell(model_cells[i]->links[k]), to >= 0);
                if (to < 0 || model_reached[to]) continue;
                model_reached[to] = true;
                model_cells[to] = value_as_cell(model_cells[i]->links[k]);
                model_stack[top++] = to;
            }
        }
    }
}

static void model_replace(int i) {
    struct node *node = node_new(i);
    for (int k = 0; k < NODE_LINKS; k++)
        model[i][k] = -1;
    model_cells[i] = node;
}

START_TEST(random_graphs_survive) {
    heap.stress_period = 1009;
    for (int i = 0; i < MODEL_ROOTS; i++) {
        model_replace(i);
        table[i] = value_from_cell(model_cells[i]);
    }
    for (int round = 0; round < 300; round++) {
        model_check();
        // Only reached nodes may be used; others are made anew and linked from a reached one at once.
        for (int step = 0; step < 200; step++) {
            int from = random_below(MODEL_NODES), to = random_below(MODEL_NODES);
            if (!model_reached[from]) continue;
            int link = random_below(NODE_LINKS);
            if (random_below(4) == 0) {
                node_link(model_cells[from], link, VALUE_NULL);
                model[from][link] = -1;
                continue;
            }
            if (!model_reached[to]) {
                struct node *node = node_new(to);
                for (int k = 0; k < NODE_LINKS; k++)
                    model[to][k] = -1;
                model_cells[to] = node;
                model_reached[to] = true;
            }
            node_link(model_cells[from], link, value_from_cell(model_cells[to]));
            model[from][link] = to;
        }
        // What the round has unlinked is still in model_cells, so the roots are walked again before a
        // collection.
        model_check();
        memset(model_cells, 0, sizeof model_cells);
        check_heap();
        collect_exact(round % 5 == 4);
        check_heap();
    }
    size_t reached = 0;
    model_check();
    for (int i = 0; i < MODEL_NODES; i++)
        reached += model_reached[i];
    collect_exact(true);
    ck_assert_uint_ge(count_cells(), reached);
    ck_assert_uint_le(count_cells(), reached + 8);
}
END_TEST

START_TEST(deep_lists_do_not_recurse) {
    struct node *list = NULL;
    heap.no_collect++;
    for (int i = 0; i < 500000; i++) {
        struct node *node = node_new(i);
        if (list) node->links[2] = value_from_cell(list);
        list = node;
    }
    heap.no_collect--;
    table[0] = value_from_cell(list);
    list = NULL;
    collect_exact(true);
    ck_assert_uint_ge(count_cells(), 500000);
}
END_TEST

static struct node *tree_new(int depth, uint64_t number) {
    struct node *node = node_new(number);
    for (int k = 0; depth && k < NODE_LINKS; k++) {
        struct node *child = tree_new(depth - 1, number * NODE_LINKS + k);
        node->links[k] = value_from_cell(child);
    }
    return node;
}

static size_t tree_count(struct node *node) {
    size_t count = 1;
    for (int k = 0; k < NODE_LINKS; k++) {
        if (value_is_cell(node->links[k])) count += tree_count(value_as_cell(node->links[k]));
    }
    return count;
}

// The mark stack cannot grow: every allocation fails during the collection.
START_TEST(marking_survives_without_memory) {
    heap.no_collect++;
    struct node *root = tree_new(9, 1);
    struct vector *vector = heap_allocate_vector(&heap, 20000);
    for (uint32_t i = 0; i < 20000; i++)
        vector->values[i] = value_from_cell(tree_new(0, i));
    vector->used = 20000;
    root->vector = vector;
    table[0] = value_from_cell(root);
    struct weak_one *weak = heap_allocate(&heap, CELL_WEAK_REF, sizeof *weak);
    weak->target = NULL;
    table[1] = value_from_cell(weak);
    weak->target = &node_new(1)->cell;
    heap_write(&heap, weak);
    size_t nodes = tree_count(root);
    heap.no_collect--;
    memory.limit = 1;
    collect_exact(false);
    ck_assert(memory.failed_once);
    ck_assert_ptr_null(weak->target);
    ck_assert_uint_eq(tree_count(node_at(0)), nodes);
    check_heap();
    for (int round = 0; round < 3; round++) {
        collect_exact(true);
        ck_assert_uint_eq(tree_count(node_at(0)), nodes);
        for (uint32_t i = 0; i < 20000; i++) {
            ck_assert_uint_eq(((struct node *)value_as_cell(vector->values[i]))->number, i);
        }
        check_heap();
    }
    memory.limit = 0;
}
END_TEST

// -- Ages
// ------------------------------------------------------------------------------------------------------

START_TEST(old_cells_are_remembered) {
    table[0] = value_from_cell(node_new(1));
    collect_exact(false);
    ck_assert(node_at(0)->cell.gc & GC_OLD);
    node_link(node_at(0), 0, value_from_cell(node_new(2)));
    ck_assert(!(node_at(0)->cell.gc & GC_OLD));
    node_link(node_at(0), 1, value_from_cell(node_new(3)));
    ck_assert_uint_eq(heap.state->remembered.length, 1);
    collect_exact(false);
    ck_assert(node_at(0)->cell.gc & GC_OLD);
    ck_assert_uint_eq(heap.state->remembered.length, 0);
    ck_assert_uint_eq(((struct node *)value_as_cell(node_at(0)->links[0]))->number, 2);
    ck_assert_uint_eq(((struct node *)value_as_cell(node_at(0)->links[1]))->number, 3);
    check_heap();
}
END_TEST

START_TEST(young_collections_keep_old_garbage) {
    table[0] = value_from_cell(node_new(1));
    collect_exact(false);
    table[0] = VALUE_UNDEFINED;
    collect_exact(false);
    ck_assert_uint_eq(count_cells(), 1);
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 0);
}
END_TEST

START_TEST(verify_finds_a_missing_barrier) {
    heap.no_collect++;
    table[0] = value_from_cell(node_new(1));
    heap.no_collect--;
    collect_exact(false);
    heap.no_collect++;
    node_at(0)->links[0] = value_from_cell(node_new(2)); // no heap_write
    heap.no_collect--;
    const char *problem = heap_verify(&heap);
    ck_assert_ptr_nonnull(problem);
    ck_assert_ptr_nonnull(strstr(problem, "no barrier"));
    node_link(node_at(0), 0, node_at(0)->links[0]);
    check_heap();
}
END_TEST

START_TEST(verify_finds_dangling_and_damaged) {
    heap.no_collect++;
    struct node *node = node_new(1);
    node->links[0] = VALUE((uintptr_t)node + 16);
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "no live cell"));
    node->links[0] = VALUE((uintptr_t)node + 1048576);
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "no live cell"));
    node->links[0] = VALUE_NULL;
    node->cell.gc |= GC_OLD;
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "bits of an old cell"));
    node->cell.gc = GC_LARGE;
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "GC_LARGE"));
    node->cell.gc = 0;
    node->cell.kind = CELL_KIND_COUNT;
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "kind"));
    node->cell.kind = CELL_OBJECT;
    heap.no_collect--;
    check_heap();
}
END_TEST

// Failing to remember makes the next collection a full one.
START_TEST(a_lost_remembered_cell_is_no_harm) {
    table[0] = value_from_cell(node_new(1));
    collect_exact(false);
    heap.no_collect++;
    struct node *fresh = node_new(2);
    memory.limit = 1;
    node_link(node_at(0), 0, value_from_cell(fresh));
    memory.limit = 0;
    heap.no_collect--;
    ck_assert(heap.state->remembered_lost);
    uint64_t full = heap.statistics.full_collections;
    collect_exact(false);
    ck_assert_uint_eq(heap.statistics.full_collections, full + 1);
    ck_assert_uint_eq(((struct node *)value_as_cell(node_at(0)->links[0]))->number, 2);
    check_heap();
}
END_TEST

// -- Vectors
// -----------------------------------------------------------------------------------------------------

static void vector_owner_new(uint32_t capacity) {
    struct node *node = node_new(7);
    table[0] = value_from_cell(node);
    struct vector *vector = heap_allocate_vector(&heap, capacity);
    heap_write(&heap, node);
    node->vector = vector;
    vector->used = capacity;
}

static void vector_check(struct vector *vector, const uint64_t *numbers) {
    for (uint32_t i = 0; i < vector->used; i++) {
        ck_assert_int_eq(value_is_cell(vector->values[i]), numbers[i] != 0);
        if (numbers[i])
            ck_assert_uint_eq(((struct node *)value_as_cell(vector->values[i]))->number, numbers[i]);
    }
}

START_TEST(cards_cover_slot_stores) {
    static const uint32_t sizes[] = {40, 512, 513, 1023, 1024, 1025, 5000};
    static uint64_t numbers[5000];
    uint32_t size = sizes[_i];
    heap.stress_period = 499;
    memset(numbers, 0, sizeof numbers);
    vector_owner_new(size);
    for (int round = 0; round < 60; round++) {
        for (int step = 0; step < 20; step++) {
            uint32_t index = random_below(size);
            struct node *fresh = node_new(numbers[index] = (uint64_t)round * 100 + step + 1);
            struct node *owner = node_at(0);
            heap_write_slot(&heap, owner, owner->vector, index);
            owner->vector->values[index] = value_from_cell(fresh);
            if (round % 7 == 3 && step == 10) node_link(owner, 0, value_from_cell(node_new(1)));
        }
        check_heap();
        collect_exact(round % 6 == 5);
        check_heap();
        vector_check(node_at(0)->vector, numbers);
        ck_assert(node_at(0)->cell.gc & GC_OLD && !(node_at(0)->cell.gc & GC_CARDS));
    }
}
END_TEST

START_TEST(verify_finds_a_missing_card) {
    heap.no_collect++;
    vector_owner_new(2000);
    heap.no_collect--;
    collect_exact(false);
    heap.no_collect++;
    struct node *owner = node_at(0);
    heap_write_slot(&heap, owner, owner->vector, 1000);
    owner->vector->values[1000] = value_from_cell(node_new(1));
    check_heap();
    owner->vector->values[0] = value_from_cell(node_new(2));
    ck_assert_ptr_nonnull(strstr(heap_verify(&heap), "no barrier"));
    heap_write_slot(&heap, owner, owner->vector, 0);
    check_heap();
    heap.no_collect--;
}
END_TEST

START_TEST(vectors_resize) {
    static uint64_t numbers[70000];
    vector_owner_new(0);
    for (uint32_t capacity = 1, used = 0; capacity < 70000; capacity += 1 + capacity / 3) {
        struct node *owner = node_at(0);
        struct vector *vector = heap_resize_vector(&heap, owner->vector, capacity);
        ck_assert_ptr_nonnull(vector);
        ck_assert_uint_eq(vector->used, used);
        ck_assert_uint_eq(vector->cell.word, capacity);
        heap_write(&heap, owner);
        owner->vector = vector;
        for (uint32_t i = used; i < capacity; i++)
            ck_assert(value_is_empty(vector->values[i]));
        for (; used < capacity; used++) {
            struct node *fresh = node_new(numbers[used] = used + 1);
            heap_write_slot(&heap, owner, vector, used);
            vector->values[used] = value_from_cell(fresh);
            vector->used = used + 1;
        }
        check_heap();
        collect_exact(capacity % 2);
        vector_check(node_at(0)->vector, numbers);
    }
    for (uint32_t capacity = node_at(0)->vector->cell.word; capacity; capacity /= 2) {
        struct vector *vector = heap_resize_vector(&heap, node_at(0)->vector, capacity);
        heap_write(&heap, node_at(0));
        node_at(0)->vector = vector;
        ck_assert_uint_eq(vector->used, capacity);
        collect_exact(capacity % 2);
        vector_check(node_at(0)->vector, numbers);
        check_heap();
    }
}
END_TEST

// Nothing but this frame knows the vector while it is filled.
START_TEST(vectors_without_owner_are_revisited) {
    static const uint32_t sizes[] = {100, 600, 3000};
    struct vector *vector = heap_allocate_vector(&heap, sizes[_i]);
    for (uint32_t i = 0; i < sizes[_i]; i++) {
        struct node *fresh = node_new(i);
        vector->values[i] = value_from_cell(fresh);
        if (i % 10 == 0) {
            scrub_stack();
            i % 50 ? heap_collect_young(&heap) : heap_collect_full(&heap);
        }
        if (i % 13 == 0) node_new(999);
    }
    for (uint32_t i = 0; i < sizes[_i]; i++) {
        struct node *node = value_as_cell(vector->values[i]);
        ck_assert_int_eq(node->cell.kind, CELL_OBJECT);
        ck_assert_uint_eq(node->number, i);
    }
}
END_TEST

START_TEST(payload_is_freed_at_once) {
    size_t before = memory.used;
    for (int i = 0; i < 10000; i++) {
        struct vector *vector = heap_allocate_vector(&heap, 20000);
        heap_free_payload(&heap, vector);
    }
    ck_assert_uint_le(memory.used, before + 4096);
    // One that is remembered, though it should not be.
    heap.no_collect++;
    struct vector *vector = heap_allocate_vector(&heap, 20000);
    heap.no_collect--;
    heap_pin(&heap, vector);
    collect_exact(false);
    ck_assert(vector->cell.gc & GC_OLD);
    heap_write(&heap, vector);
    heap_unpin(&heap, vector);
    heap_free_payload(&heap, vector);
    collect_exact(false);
    check_heap();
}
END_TEST

// -- Large cells
// -------------------------------------------------------------------------------------------------

START_TEST(large_cells_come_and_go) {
    heap.stress_period = 97;
    enum { COUNT = 200 };
    static size_t sizes[COUNT];
    for (int round = 0; round < 3000; round++) {
        int i = random_below(COUNT);
        if (random_below(3) == 0) {
            if (value_is_cell(table[i])) {
                void *cell = value_as_cell(table[i]);
                table[i] = VALUE_UNDEFINED;
                if (random_below(2)) heap_free_payload(&heap, cell);
            }
        } else {
            table[i] = VALUE_UNDEFINED;
            sizes[i] = 8185 + random_below(100000);
            struct cell *cell = heap_allocate_bytes(&heap, sizes[i]);
            memset(cell + 1, i, sizes[i]);
            table[i] = value_from_cell(cell);
        }
        if (round % 50 == 0) {
            check_heap();
            collect_exact(round % 200 == 0);
        }
    }
    collect_exact(false);
    for (int i = 0; i < COUNT; i++) {
        if (!value_is_cell(table[i])) continue;
        uint8_t *bytes = (uint8_t *)((struct cell *)value_as_cell(table[i]) + 1);
        ck_assert_uint_eq(bytes[0], i);
        ck_assert_uint_eq(bytes[sizes[i] - 1], i);
        ck_assert_ptr_eq(large_find(&heap, (uintptr_t)bytes + sizes[i] / 2), value_as_cell(table[i]));
    }
    for (int i = 0; i < COUNT; i++)
        table[i] = VALUE_UNDEFINED;
    collect_exact(true);
    ck_assert_uint_eq(heap.state->large_bytes, 0);
}
END_TEST

// -- Roots
// -------------------------------------------------------------------------------------------------------

START_TEST(roots_pins_and_lists) {
    heap.no_collect++;
    vm_root roots[3] = {0};
    for (int i = 0; i < 3; i++) {
        roots[i].value = value_from_cell(node_new(i));
        heap_root_add(&heap, &roots[i]);
    }
    struct node *pinned = node_new(10);
    heap.no_collect--;
    ck_assert(heap_pin(&heap, pinned) && heap_pin(&heap, pinned));
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 4);
    heap_root_remove(&roots[1]);
    heap_root_remove(&roots[1]);
    heap_unpin(&heap, pinned);
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 3);
    ck_assert_uint_eq(((struct node *)value_as_cell(roots[2].value))->number, 2);
    heap_unpin(&heap, pinned);
    heap_unpin(&heap, pinned);
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 2);
    heap_root_remove(&roots[0]);
    heap_root_remove(&roots[2]);
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 0);
}
END_TEST

START_TEST(many_pins) {
    enum { COUNT = 3000 };
    static struct node *nodes[COUNT];
    static int counts[COUNT];
    heap.stress_period = 1000;
    heap.no_collect++;
    for (int i = 0; i < COUNT; i++)
        nodes[i] = node_new(i);
    heap.no_collect--;
    for (int i = 0; i < COUNT; i++)
        ck_assert(heap_pin(&heap, nodes[i])), counts[i] = 1;
    for (int round = 0; round < 20000; round++) {
        int i = random_below(COUNT);
        if (!counts[i]) continue;
        if (random_below(2)) {
            ck_assert(heap_pin(&heap, nodes[i]));
            counts[i]++;
        } else {
            heap_unpin(&heap, nodes[i]);
            counts[i]--;
        }
    }
    collect_exact(true);
    size_t pinned = 0;
    for (int i = 0; i < COUNT; i++) {
        pinned += counts[i] > 0;
        if (counts[i]) ck_assert_uint_eq(nodes[i]->number, i);
    }
    ck_assert_uint_eq(count_cells(), pinned);
    for (int i = 0; i < COUNT; i++) {
        while (counts[i]--)
            heap_unpin(&heap, nodes[i]);
    }
    ck_assert_uint_eq(heap.state->pin_count, 0);
}
END_TEST

static __attribute__((noinline)) uint64_t sum_after_collecting(struct node *a, struct node *b, struct node *c,
                                                               struct node *d, struct node *e,
                                                               struct node *f) {
    scrub_stack();
    heap_collect_young(&heap);
    for (int i = 0; i < 3000; i++)
        node_new(77);
    heap_collect_full(&heap);
    for (int i = 0; i < 3000; i++)
        node_new(77);
    return a->number + b->number + c->number + d->number + e->number + f->number;
}

START_TEST(locals_are_roots) {
    struct node *nodes[6];
    for (int i = 0; i < 6; i++)
        nodes[i] = node_new(1ull << 4 * i);
    ck_assert_uint_eq(sum_after_collecting(nodes[0], nodes[1], nodes[2], nodes[3], nodes[4], nodes[5]),
                      0x111111);
}
END_TEST

// Marks from one word, as if it were all of the stack.
static uintptr_t only_word;

static void visit_word(struct marker *marker, void *data) {
    mark_conservative(marker, data, (uintptr_t *)data + 1);
}

START_TEST(interior_pointers_keep_cells) {
    static const size_t sizes[] = {16, 48, 500, 700, 5000, 8192, 8193, 50000};
    struct root_section words = {.name = "word", .visit = visit_word, .data = &only_word};
    heap_add_root_section(&heap, &words);
    size_t size = sizes[_i];
    heap.no_collect++;
    uintptr_t cell = (uintptr_t)heap_allocate_zeroed(&heap, CELL_BYTES, size);
    heap_allocate_zeroed(&heap, CELL_BYTES, size);
    heap.no_collect--;
    static const int percents[] = {0, 1, 50, 99};
    for (int i = 0; i < 4; i++) {
        only_word = cell + size * percents[i] / 100;
        cell = 0;
        collect_exact(i % 2);
        ck_assert_uint_eq(count_cells(), 1);
        cell = (uintptr_t)heap_find_cell(&heap, only_word);
        ck_assert_uint_ne(cell, 0);
    }
    only_word = cell + size - 1;
    cell = 0;
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 1);
    only_word = 0;
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 0);
}
END_TEST

START_TEST(pointers_to_dead_cells_are_dropped) {
    struct root_section words = {.name = "word", .visit = visit_word, .data = &only_word};
    heap_add_root_section(&heap, &words);
    heap.no_collect++;
    struct node *dead = NULL;
    for (int i = 0; i < 100; i++) {
        struct node *node = node_new(i);
        if (i == 50) dead = node;
        if (i % 10 == 0) table[i] = value_from_cell(node);
    }
    heap.no_collect--;
    collect_exact(true);
    if (!VM_STRESS) ck_assert_uint_eq(count_cells(), 10);
    // The last of the reach is live; 51 to 59 are dead and not swept.
    only_word = (uintptr_t)dead + sizeof *dead;
    collect_exact(false);
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 10);
    // Beyond the cursor.
    heap.no_collect++;
    struct node *last = node_new(1);
    heap.no_collect--;
    only_word = (uintptr_t)last + 640;
    last = NULL;
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), 10);
    only_word = (uintptr_t)&heap;
    collect_exact(true);
    only_word = 0;
    check_heap();
}
END_TEST

// -- Weakness
// ------------------------------------------------------------------------------------------------------

START_TEST(weak_cells_drop_the_dead) {
    for (int i = 0; i < 1000; i++) {
        struct weak_one *weak = heap_allocate(&heap, CELL_WEAK_REF, sizeof *weak);
        weak->target = NULL;
        table[i] = value_from_cell(weak);
    }
    for (int round = 0; round < 6; round++) {
        heap.no_collect++;
        for (int i = 0; i < 1000; i++) {
            struct weak_one *weak = value_as_cell(table[i]);
            struct node *node = node_new(i);
            heap_write(&heap, weak);
            weak->target = &node->cell;
            table[1000 + i] = i % 3 ? VALUE_UNDEFINED : value_from_cell(node);
        }
        heap.no_collect--;
        if (round == 4) memory.limit = 1; // the list of weak cells cannot grow
        collect_exact(round % 2);
        memory.limit = 0;
        for (int i = 0; i < 1000; i++) {
            struct weak_one *weak = value_as_cell(table[i]);
            ck_assert_int_eq(weak->target != NULL, i % 3 == 0);
            if (weak->target) ck_assert_uint_eq(((struct node *)weak->target)->number, i);
        }
    }
}
END_TEST

static struct cell *processed[2];

static void process(struct heap *owner, void *data) {
    (void)data;
    for (int i = 0; i < 2; i++) {
        if (processed[i] && !heap_is_live(owner, processed[i])) processed[i] = NULL;
    }
}

START_TEST(processors_see_what_is_live) {
    struct weak_processor processor = {.process = process};
    heap_add_weak_processor(&heap, &processor);
    heap.no_collect++;
    processed[0] = &node_new(0)->cell;
    processed[1] = &node_new(1)->cell;
    table[0] = value_from_cell(processed[0]);
    heap.no_collect--;
    collect_exact(false);
    ck_assert_ptr_nonnull(processed[0]);
    ck_assert_ptr_null(processed[1]);
    table[0] = VALUE_UNDEFINED;
    collect_exact(false);
    ck_assert_ptr_nonnull(processed[0]);
    collect_exact(true);
    ck_assert_ptr_null(processed[0]);
}
END_TEST

// A chain of ephemerons: the value of each is the key of another, in an order against that of the tables.
START_TEST(ephemerons_reach_a_fixpoint) {
    enum { COUNT = 1000 };
    static struct node *nodes[COUNT + 1];
    heap.no_collect++;
    for (int i = 0; i <= COUNT; i++)
        nodes[i] = node_new(i);
    for (int i = 0; i < COUNT; i++) {
        struct weak_pair *pair = heap_allocate(&heap, CELL_WEAK_TABLE, sizeof *pair);
        int from = (i * 77) % COUNT;
        pair->key = &nodes[from]->cell;
        pair->value = value_from_cell(nodes[from + 1]);
        table[100 + i] = value_from_cell(pair);
    }
    heap.no_collect--;
    table[0] = value_from_cell(nodes[50]);
    memset(nodes, 0, sizeof nodes);
    if (_i) memory.limit = 1;
    collect_exact(false);
    memory.limit = 0;
    ck_assert_uint_eq(count_cells(), COUNT + (COUNT + 1 - 50));
    for (int i = 0; i < COUNT; i++) {
        int from = (i * 77) % COUNT;
        ck_assert_int_eq(((struct weak_pair *)value_as_cell(table[100 + i]))->key != NULL, from >= 50);
    }
    check_heap();
    table[0] = VALUE_UNDEFINED;
    collect_exact(true);
    ck_assert_uint_eq(count_cells(), COUNT);
}
END_TEST

START_TEST(finalizers_run_once) {
    int counter = 0;
    heap.no_collect++;
    for (int i = 0; i < 3000; i++) {
        struct final_one *final = heap_allocate_final(&heap, CELL_SCRIPT, i % 100 ? sizeof *final : 10000);
        final->counter = &counter;
        if (i % 3 == 0) table[i / 3] = value_from_cell(final);
    }
    heap.no_collect--;
    collect_exact(false);
    ck_assert_int_eq(counter, 2000);
    collect_exact(true);
    ck_assert_int_eq(counter, 2000);
    for (int i = 0; i < 500; i++)
        table[i] = VALUE_UNDEFINED;
    collect_exact(false);
    ck_assert_int_eq(counter, 2000);
    collect_exact(true);
    ck_assert_int_eq(counter, 2500);
    // The block has free cells now; new ones mix with the old.
    heap.no_collect++;
    for (int i = 0; i < 3000; i++) {
        struct final_one *final = heap_allocate(&heap, CELL_SCRIPT, sizeof *final);
        final->counter = &counter;
    }
    heap.no_collect--;
    collect_exact(false);
    ck_assert_int_eq(counter, 5500);
    heap_finalize(&heap);
    ck_assert_int_eq(counter, 6000);
    ck_assert(heap_initialize(&heap, &memory, kinds, NULL));
}
END_TEST

// -- Limits
// --------------------------------------------------------------------------------------------------------

// A list from old to new, so that a word left on the stack keeps only what is newer.
static __attribute__((noinline)) int fill_to_the_limit(void) {
    struct node *last = node_new(0);
    table[0] = value_from_cell(last);
    for (int count = 1;; count++) {
        struct node *node = node_new(count);
        if (!node) return count;
        node_link(last, 0, value_from_cell(node));
        last = node;
        ck_assert_int_lt(count, 100000);
    }
}

START_TEST(the_limit_holds) {
    heap.limit = 4 << 20;
    heap.stress_period = 10007;
    ck_assert_int_gt(fill_to_the_limit(), 70000);
    scrub_stack();
    table[0] = VALUE_UNDEFINED;
    ck_assert_uint_le(heap_used_bytes(&heap), 4 << 20);
    // Garbage is found again: the heap is usable.
    for (int round = 0; round < 50; round++) {
        struct node *node = NULL;
        for (int i = 0; i < 20000; i++) {
            node = node_new(i);
            if (!node) break;
        }
        if (round) ck_assert_ptr_nonnull(node);
    }
    for (int i = 0; i < 200; i++)
        ck_assert_ptr_nonnull(heap_allocate_bytes(&heap, 100000));
    ck_assert_ptr_null(heap_allocate_bytes(&heap, 5 << 20));
    heap_adjust_external(&heap, 5 << 20);
    ck_assert(!heap_admit(&heap, 1));
    heap_adjust_external(&heap, -(5 << 20));
    ck_assert(heap_admit(&heap, 1000));
}
END_TEST

START_TEST(absurd_sizes_fail) {
    ck_assert_ptr_null(heap_allocate_bytes(&heap, SIZE_MAX));
    ck_assert_ptr_null(heap_allocate_bytes(&heap, PTRDIFF_MAX - 4));
    struct vector *vector = heap_allocate_vector(&heap, 10);
    heap.limit = 64 << 20;
    ck_assert_ptr_null(heap_resize_vector(&heap, vector, UINT32_MAX));
    ck_assert_ptr_null(heap_allocate_vector(&heap, UINT32_MAX));
    ck_assert_uint_eq(vector->cell.word, 10);
}
END_TEST

static bool fault_program(void) {
    struct node *node = node_new(1);
    if (!node) return false;
    struct vector *vector = NULL;
    for (uint32_t capacity = 10; capacity < 5000; capacity *= 2) {
        struct vector *grown = heap_resize_vector(&heap, vector, capacity);
        if (!grown) return false;
        vector = grown;
        heap_write(&heap, node);
        node->vector = vector;
        heap_collect_young(&heap);
        struct node *fresh = node_new(capacity);
        if (!fresh || !heap_pin(&heap, node)) return false;
        heap_write_slot(&heap, node, vector, capacity / 2);
        vector->values[capacity / 2] = value_from_cell(fresh);
        vector->used = capacity;
        heap_unpin(&heap, node);
        heap_collect_full(&heap);
    }
    return heap_allocate_bytes(&heap, 100000) && heap_allocate_zeroed(&heap, CELL_BYTES, 600);
}

START_TEST(each_allocation_may_fail) {
    int n = 1;
    do {
        teardown();
        setup();
        memory.failed_once = false;
        memory.fail_countdown = (uint64_t)n;
        bool done = fault_program();
        ck_assert(done || memory.failed_once);
        memory.fail_countdown = 0;
        check_heap();
        if (!memory.failed_once) break;
    } while (n++ < 10000);
    ck_assert_int_gt(n, 5);
}
END_TEST

START_TEST(a_heap_that_cannot_start) {
    struct heap other;
    memory.fail_countdown = 1;
    ck_assert(!heap_initialize(&other, &memory, kinds, NULL));
}
END_TEST

START_TEST(external_bytes_trigger) {
    for (int i = 0; i < 100; i++) {
        heap_adjust_external(&heap, 1 << 20);
        heap_allocate_bytes(&heap, 10000);
    }
    ck_assert_uint_ge(heap.statistics.young_collections + heap.statistics.full_collections, 10);
    ck_assert_uint_ge(heap_used_bytes(&heap), 100 << 20);
    heap_adjust_external(&heap, -(100 << 20));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("heap");
    TCase *tests = tcase_create("heap");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, allocates_every_size);
    tcase_add_test(tests, cells_do_not_overlap);
    tcase_add_test(tests, dead_cells_are_reused);
    tcase_add_test(tests, partly_live_blocks_are_refilled);
    tcase_add_test(tests, triggers_collect);
    tcase_add_test(tests, large_growth_makes_a_full_collection);
    tcase_add_test(tests, memory_is_given_back);
    tcase_add_test(tests, random_graphs_survive);
    tcase_add_test(tests, deep_lists_do_not_recurse);
    tcase_add_test(tests, marking_survives_without_memory);
    tcase_add_test(tests, old_cells_are_remembered);
    tcase_add_test(tests, young_collections_keep_old_garbage);
    tcase_add_test(tests, verify_finds_a_missing_barrier);
    tcase_add_test(tests, verify_finds_dangling_and_damaged);
    tcase_add_test(tests, a_lost_remembered_cell_is_no_harm);
    tcase_add_loop_test(tests, cards_cover_slot_stores, 0, 7);
    tcase_add_test(tests, verify_finds_a_missing_card);
    tcase_add_test(tests, vectors_resize);
    tcase_add_loop_test(tests, vectors_without_owner_are_revisited, 0, 3);
    tcase_add_test(tests, payload_is_freed_at_once);
    tcase_add_test(tests, large_cells_come_and_go);
    tcase_add_test(tests, roots_pins_and_lists);
    tcase_add_test(tests, many_pins);
    tcase_add_test(tests, locals_are_roots);
    tcase_add_loop_test(tests, interior_pointers_keep_cells, 0, 8);
    tcase_add_test(tests, pointers_to_dead_cells_are_dropped);
    tcase_add_test(tests, weak_cells_drop_the_dead);
    tcase_add_test(tests, processors_see_what_is_live);
    tcase_add_loop_test(tests, ephemerons_reach_a_fixpoint, 0, 2);
    tcase_add_test(tests, finalizers_run_once);
    tcase_add_test(tests, the_limit_holds);
    tcase_add_test(tests, absurd_sizes_fail);
    tcase_add_test(tests, each_allocation_may_fail);
    tcase_add_test(tests, a_heap_that_cannot_start);
    tcase_add_test(tests, external_bytes_trigger);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
