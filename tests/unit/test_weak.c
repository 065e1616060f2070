// Ephemerons and weak references. What must be found dead is made by functions that are not inlined, whose
// frames are then overwritten, so that no stale word on the C stack keeps it.
#include "support.h"

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static __attribute__((noinline)) void clear_stack(void) {
    volatile char space[16384];
    for (size_t i = 0; i < sizeof space; i++)
        space[i] = 0;
}

static struct collection *make_map(void) {
    struct collection *map = object_allocate_kind(vm, CELL_WEAK_MAP, sizeof *map, NULL);
    ck_assert_ptr_nonnull(map);
    ck_assert(weak_table_initialize(vm, map));
    return map;
}

static __attribute__((noinline)) struct cell *make_cell(void) { return &object_create(vm, NULL)->cell; }

static __attribute__((noinline)) uint32_t live_objects_of(struct collection *map, struct list *keys) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < keys->length; i++) {
        found += !value_is_absent(weak_table_get(map, value_as_cell(list_at(keys, i))));
    }
    return found;
}

START_TEST(keeps_values_of_live_keys) {
    struct collection *map = make_map();
    struct list *keys = list_create(vm);
    for (int i = 0; i < 500; i++) {
        struct cell *key = make_cell();
        ck_assert(list_push(vm, keys, value_from_cell(key)));
        ck_assert(weak_table_set(vm, map, key, value_from_cell(make_cell())));
        if (i % 100 == 0) heap_collect_young(&vm->heap);
    }
    support_collect(vm);
    ck_assert_uint_eq(live_objects_of(map, keys), 500);
    for (uint32_t i = 0; i < 500; i += 2) {
        struct cell *key = value_as_cell(list_at(keys, i));
        ck_assert(value_is_kind(weak_table_get(map, key), CELL_OBJECT));
        ck_assert(weak_table_delete(vm, map, key));
        ck_assert(!weak_table_delete(vm, map, key));
    }
    ck_assert_uint_eq(live_objects_of(map, keys), 250);
    ck_assert(weak_table_set(vm, map, value_as_cell(list_at(keys, 0)), VALUE_TRUE));
    ck_assert(weak_table_set(vm, map, value_as_cell(list_at(keys, 0)), VALUE_FALSE));
    ck_assert(value_same_bits(weak_table_get(map, value_as_cell(list_at(keys, 0))), VALUE_FALSE));
}
END_TEST

static __attribute__((noinline)) void add_chains(struct collection *map, int chains, int length) {
    for (int i = 0; i < chains; i++) {
        struct cell *key = make_cell();
        for (int j = 0; j < length; j++) {
            struct cell *next = make_cell();
            ck_assert(weak_table_set(vm, map, key, value_from_cell(next)));
            key = next;
        }
    }
}

static uint32_t object_count;
static void count_object(struct cell *cell, size_t size, void *data) {
    (void)size, (void)data;
    object_count += cell->kind == CELL_OBJECT;
}
static __attribute__((noinline)) uint32_t count_objects(void) {
    object_count = 0;
    heap_for_each_cell(&vm->heap, count_object, NULL);
    return object_count;
}

START_TEST(drops_what_only_dead_keys_reach) {
    struct collection *map = make_map();
    add_chains(map, 100, 10);
    clear_stack();
    heap_collect_full(&vm->heap);
    ck_assert_uint_lt(count_objects(), 60); // a few may be held by stale words
}
END_TEST

// A chain key → value = next key → ..., only the first of which is held, entered backwards and forwards.
START_TEST(follows_chains_of_ephemerons) {
    struct collection *map = make_map();
    struct list *all = list_create(vm);
    for (int i = 0; i < 200; i++)
        ck_assert(list_push(vm, all, value_from_cell(make_cell())));
    for (uint32_t i = 199; i-- > 0;) {
        ck_assert(weak_table_set(vm, map, value_as_cell(list_at(all, i)), list_at(all, i + 1)));
    }
    vm_root first = {.value = list_at(all, 0)};
    heap_root_add(&vm->heap, &first);
    all->length = 0;
    heap_write(&vm->heap, all);
    clear_stack();
    support_collect(vm);
    vm_value at = first.value;
    int length = 0;
    while (value_is_kind(at, CELL_OBJECT)) {
        length++;
        at = weak_table_get(map, value_as_cell(at));
    }
    ck_assert_int_eq(length, 200);
    heap_root_remove(&first);
}
END_TEST

static __attribute__((noinline)) struct weak_ref *make_reference(struct cell *target) {
    struct weak_ref *reference = object_allocate_kind(vm, CELL_WEAK_REF, sizeof *reference, NULL);
    ck_assert_ptr_nonnull(reference);
    reference->target = target;
    return reference;
}

static __attribute__((noinline)) void make_references(struct list *list, int count, bool held) {
    for (int i = 0; i < count; i++) {
        struct cell *target = make_cell();
        if (held) ck_assert(list_push(vm, list, value_from_cell(target)));
        ck_assert(list_push(vm, list, value_from_cell(make_reference(target))));
    }
}

START_TEST(references_are_cleared) {
    struct list *held = list_create(vm), *loose = list_create(vm);
    make_references(held, 50, true);
    make_references(loose, 50, false);
    clear_stack();
    support_collect(vm);
    int cleared = 0;
    for (uint32_t i = 1; i < held->length; i += 2) {
        struct weak_ref *reference = value_as_cell(list_at(held, i));
        ck_assert_ptr_eq(reference->target, value_as_cell(list_at(held, i - 1)));
    }
    for (uint32_t i = 0; i < loose->length; i++) {
        cleared += !((struct weak_ref *)value_as_cell(list_at(loose, i)))->target;
    }
    ck_assert_int_gt(cleared, 45);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weak");
    TCase *tests = tcase_create("weak");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, keeps_values_of_live_keys);
    tcase_add_test(tests, drops_what_only_dead_keys_reach);
    tcase_add_test(tests, follows_chains_of_ephemerons);
    tcase_add_test(tests, references_are_cleared);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
