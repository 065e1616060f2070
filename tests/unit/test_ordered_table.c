// The tables of Map and Set against a model, and cursors over changing tables.
#include "support.h"

#include <math.h>
#include <stdio.h>

#include "object/bigint.h"

#define MODEL_KEYS 500

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static struct collection *make_map(void) {
    struct collection *map = object_allocate_kind(vm, CELL_MAP, sizeof *map, NULL);
    ck_assert_ptr_nonnull(map);
    ck_assert(ordered_table_initialize(vm, map));
    return map;
}

static vm_value text(const char *utf8) { return value_from_cell(support_text(vm, utf8)); }

// One of a closed set of keys of all types, made anew each time where it has content.
static vm_value make_key(unsigned n, struct list *objects) {
    char name[80];
    switch (n % 5) {
    case 0: return value_from_int((int32_t)n);
    case 1: return value_from_double(n + 0.5);
    case 2: snprintf(name, sizeof name, "key%u", n); return text(name);
    case 3:
        snprintf(name, sizeof name, "%u", n);
        return value_from_cell(bigint_from_literal(vm, (const uint8_t *)name, strlen(name), 10));
    default: return list_at(objects, n / 5);
    }
}

static bool is_int(vm_value v, int32_t i) { return value_same_bits(v, value_from_int(i)); }

START_TEST(follows_a_model) {
    struct collection *map = make_map();
    struct list *objects = list_create(vm);
    for (unsigned i = 0; i < MODEL_KEYS / 5 + 1; i++) {
        ck_assert(list_push(vm, objects, value_from_cell(object_create(vm, NULL))));
    }
    struct {
        bool there;
        int32_t value;
        uint32_t order;
    } model[MODEL_KEYS] = {0};
    uint32_t random = (uint32_t)_i + 3, order = 0, size = 0;
    for (unsigned step = 0; step < 6000; step++) {
        unsigned n = next_random(&random) % (_i == 0 ? 20 : MODEL_KEYS), action = next_random(&random) % 100;
        vm_value key = make_key(n, objects), got = ordered_table_get(vm, map, key);
        ck_assert(model[n].there ? is_int(got, model[n].value) : value_is_absent(got));
        ck_assert_int_eq(ordered_table_has(vm, map, make_key(n, objects)), model[n].there);
        if (action < 55) {
            if (!model[n].there) {
                model[n].there = true;
                model[n].order = ++order;
                size++;
            }
            model[n].value = (int32_t)step;
            ck_assert(ordered_table_set(vm, map, key, value_from_int((int32_t)step)));
        } else if (action < 99) {
            ck_assert_int_eq(ordered_table_delete(vm, map, key), model[n].there);
            size -= model[n].there;
            model[n].there = false;
        } else if (step % 5 == 0) {
            ck_assert(ordered_table_clear(vm, map));
            memset(model, 0, sizeof model);
            size = 0;
        } else {
            support_collect(vm);
        }
        ck_assert_uint_eq(ordered_table_size(map), size);
    }
    struct ordered_cursor cursor = {.table = map->table};
    vm_value key, value;
    uint32_t last = 0;
    while (ordered_table_next(&cursor, &key, &value)) {
        unsigned n = 0;
        while (n < MODEL_KEYS && !(model[n].there && is_int(value, model[n].value)))
            n++;
        ck_assert_uint_lt(n, MODEL_KEYS);
        ck_assert_uint_gt(model[n].order, last);
        last = model[n].order;
        size--;
    }
    ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(keys_compare_by_same_value_zero) {
    struct collection *map = make_map();
    ck_assert(ordered_table_set(vm, map, value_box_double(-0.0), value_from_int(1)));
    ck_assert(is_int(ordered_table_get(vm, map, value_from_int(0)), 1));
    ck_assert(is_int(ordered_table_get(vm, map, value_box_double(0.0)), 1));
    ck_assert(ordered_table_set(vm, map, value_box_double(NAN), value_from_int(2)));
    ck_assert(is_int(ordered_table_get(vm, map, value_box_double(-NAN)), 2));
    ck_assert(ordered_table_set(vm, map, value_box_double(5.0), value_from_int(3)));
    ck_assert(is_int(ordered_table_get(vm, map, value_from_int(5)), 3));
    ck_assert_uint_eq(ordered_table_size(map), 3);
    ck_assert(!ordered_table_has(vm, map, VALUE_UNDEFINED));
    ck_assert(ordered_table_set(vm, map, VALUE_UNDEFINED, VALUE_NULL));
    ck_assert(ordered_table_has(vm, map, VALUE_UNDEFINED));
    ck_assert(!ordered_table_has(vm, map, VALUE_NULL));
    struct string *rope =
        string_concat(vm, support_text(vm, "a long enough string to become a rope, left part, "),
                      support_text(vm, "a long enough string to become a rope, right part."));
    ck_assert(ordered_table_set(vm, map, value_from_cell(rope), value_from_int(4)));
    ck_assert(is_int(ordered_table_get(vm, map,
                                       text("a long enough string to become a rope, left part, "
                                            "a long enough string to become a rope, right part.")),
                     4));
    struct cell *atom = &atom_from_text(vm, "name")->cell;
    ck_assert(ordered_table_set(vm, map, value_from_cell(atom), value_from_int(5)));
    ck_assert(is_int(ordered_table_get(vm, map, text("name")), 5));
}
END_TEST

static bool next_is(struct ordered_cursor *cursor, int32_t expected) {
    vm_value key, value;
    return ordered_table_next(cursor, &key, &value) && is_int(key, expected);
}

START_TEST(cursors_survive_changes) {
    struct collection *map = make_map();
    struct ordered_cursor cursor = {.table = map->table};
    vm_value key, value;
    for (int32_t i = 0; i < 1000; i++)
        ck_assert(ordered_table_set(vm, map, value_from_int(i), VALUE_TRUE));
    for (int32_t i = 0; i < 500; i++)
        ck_assert(next_is(&cursor, i));
    // Enough deletions to move the rest several times, before and behind the cursor.
    for (int32_t i = 0; i < 1000; i++) {
        if (i % 10) ck_assert(ordered_table_delete(vm, map, value_from_int(i)));
    }
    support_collect(vm);
    for (int32_t i = 1000; i < 3000; i++)
        ck_assert(ordered_table_set(vm, map, value_from_int(i), VALUE_TRUE));
    for (int32_t i = 500; i < 1000; i += 10)
        ck_assert(next_is(&cursor, i));
    for (int32_t i = 1000; i < 2000; i++)
        ck_assert(next_is(&cursor, i));
    ck_assert(ordered_table_clear(vm, map));
    ck_assert(ordered_table_set(vm, map, value_from_int(-1), VALUE_TRUE));
    ck_assert(next_is(&cursor, -1));
    ck_assert(!ordered_table_next(&cursor, &key, &value));
    ck_assert(ordered_table_set(vm, map, value_from_int(-2), VALUE_TRUE));
    ck_assert(next_is(&cursor, -2));
    // A key deleted and added again while the cursor stands before it comes at its new place.
    ck_assert(ordered_table_delete(vm, map, value_from_int(-1)));
    ck_assert(ordered_table_set(vm, map, value_from_int(-1), VALUE_TRUE));
    ck_assert(next_is(&cursor, -1));
    ck_assert(!ordered_table_next(&cursor, &key, &value));
}
END_TEST

// The oldest entry is found at once however many went before it.
START_TEST(serves_as_a_queue) {
    struct collection *map = make_map();
    int32_t limit = VM_STRESS ? 2000 : 200000;
    for (int32_t i = 0; i < 1000; i++)
        ck_assert(ordered_table_set(vm, map, value_from_int(i), VALUE_TRUE));
    for (int32_t i = 0; i < limit; i++) {
        struct ordered_cursor cursor = {.table = map->table};
        ck_assert(next_is(&cursor, i));
        ck_assert(ordered_table_delete(vm, map, value_from_int(i)));
        ck_assert(ordered_table_set(vm, map, value_from_int(i + 1000), VALUE_TRUE));
    }
    ck_assert_uint_eq(ordered_table_size(map), 1000);
}
END_TEST

START_TEST(old_tables_reach_new_cells) {
    struct collection *map = make_map();
    for (int32_t i = 0; i < 5000; i++) {
        ck_assert(ordered_table_set(vm, map, value_from_int(i), text("value")));
        if (i % 1000 == 0) heap_collect_young(&vm->heap);
    }
    support_collect(vm);
    for (int32_t i = 0; i < 5000; i += 100)
        ck_assert(ordered_table_set(vm, map, value_from_int(i), text("other")));
    heap_collect_young(&vm->heap);
    for (int32_t i = 0; i < 5000; i++) {
        vm_value value = ordered_table_get(vm, map, value_from_int(i));
        ck_assert(string_equals_text(value_as_string(value), i % 100 ? "value" : "other"));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ordered_table");
    TCase *tests = tcase_create("ordered_table");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, follows_a_model, 0, 2);
    tcase_add_test(tests, keys_compare_by_same_value_zero);
    tcase_add_test(tests, cursors_survive_changes);
    tcase_add_test(tests, serves_as_a_queue);
    tcase_add_test(tests, old_tables_reach_new_cells);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
