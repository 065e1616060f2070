// Shapes: sharing, look-up, dictionary mode, changes, and what collections leave.
#include "support.h"

#include <stdio.h>

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static property_key key_number(const char *prefix, unsigned n) {
    char text[32];
    property_key key;
    snprintf(text, sizeof text, "%s%u", prefix, n);
    ck_assert(key_from_text(vm, text, &key));
    return key;
}

static struct shape *add(struct shape *shape, property_key key, uint8_t attributes) {
    struct shape *result = shape_add(vm, shape, key, attributes, false, NULL);
    ck_assert_ptr_nonnull(result);
    return result;
}

static bool has(struct shape *shape, property_key key, uint32_t slot, uint8_t attributes) {
    struct shape_property found;
    return shape_lookup(vm, shape, key, &found) && found.slot == slot && found.attributes == attributes;
}

static bool lacks(struct shape *shape, property_key key) {
    struct shape_property found;
    return !shape_lookup(vm, shape, key, &found);
}

START_TEST(roots_are_shared_by_layout) {
    struct shape *root = shape_root(vm, NULL, CELL_OBJECT, 4);
    ck_assert_ptr_eq(shape_root(vm, NULL, CELL_OBJECT, 4), root);
    ck_assert_ptr_ne(shape_root(vm, NULL, CELL_OBJECT, 6), root);
    ck_assert_ptr_ne(shape_root(vm, NULL, CELL_ARRAY, 4), root);
    ck_assert_uint_eq(shape_inline_capacity(shape_root(vm, NULL, CELL_MAP, 4)), 0);
    ck_assert_uint_eq(shape_inline_capacity(root), 4);
    ck_assert_int_eq(shape_kind(root), CELL_OBJECT);
    struct object *prototype = object_create(vm, NULL);
    struct shape *other = shape_root(vm, prototype, CELL_OBJECT, 4);
    ck_assert_ptr_ne(other, root);
    ck_assert(prototype->cell.flags & OBJECT_IS_PROTOTYPE);
    ck_assert(prototype->shape->cell.flags & SHAPE_IS_PROTOTYPE);
    for (int i = 0; i < 300; i++)
        ck_assert_ptr_nonnull(shape_root(vm, object_create(vm, prototype), CELL_OBJECT, 4));
    support_collect(vm);
    ck_assert_ptr_eq(shape_root(vm, prototype, CELL_OBJECT, 4), other);
    ck_assert_ptr_eq(shape_root(vm, NULL, CELL_OBJECT, 4), root);
}
END_TEST

START_TEST(same_history_gives_same_shape) {
    struct shape *root = shape_root(vm, NULL, CELL_OBJECT, 4);
    struct shape *a =
        add(add(root, key_number("p", 1), PROPERTY_DEFAULT), key_number("p", 2), PROPERTY_DEFAULT);
    struct shape *b =
        add(add(root, key_number("p", 1), PROPERTY_DEFAULT), key_number("p", 2), PROPERTY_DEFAULT);
    struct shape *c =
        add(add(root, key_number("p", 2), PROPERTY_DEFAULT), key_number("p", 1), PROPERTY_DEFAULT);
    ck_assert_ptr_eq(a, b);
    ck_assert_ptr_ne(a, c);
    ck_assert_ptr_ne(a, add(a->parent, key_number("p", 2), PROPERTY_HIDDEN));
    ck_assert(has(a, key_number("p", 1), 0, PROPERTY_DEFAULT));
    ck_assert(has(c, key_number("p", 1), 1, PROPERTY_DEFAULT));
    ck_assert(lacks(a->parent, key_number("p", 2)));
    ck_assert_ptr_eq(shape_remove(vm, a, key_number("p", 2)), a->parent);
}
END_TEST

// A wide fan of children and long lines with forks: every shape sees exactly its own properties.
START_TEST(tables_of_a_line_do_not_leak_between_forks) {
    struct shape *line[40];
    line[0] = shape_root(vm, NULL, CELL_OBJECT, 0);
    for (unsigned i = 1; i < 40; i++) {
        line[i] = add(line[i - 1], key_number("k", i), PROPERTY_DEFAULT);
        if (i % 3 == 0) ck_assert(lacks(line[i], key_number("absent", i)));
    }
    for (unsigned i = 0; i < 40; i++) {
        struct shape *fork = add(line[i], key_number("f", i), PROPERTY_HIDDEN);
        struct shape *longer = add(fork, key_number("k", 39), PROPERTY_DEFAULT);
        if (i == 39) break;
        for (unsigned j = 1; j < 40; j++) {
            bool below = j <= i;
            ck_assert(below ? has(line[i], key_number("k", j), j - 1, PROPERTY_DEFAULT)
                            : lacks(line[i], key_number("k", j)));
            ck_assert(below ? has(fork, key_number("k", j), j - 1, PROPERTY_DEFAULT)
                            : lacks(fork, key_number("k", j)));
        }
        ck_assert(has(fork, key_number("f", i), i, PROPERTY_HIDDEN));
        ck_assert(has(longer, key_number("k", 39), i + 1, PROPERTY_DEFAULT));
        ck_assert(lacks(line[i], key_number("f", i)));
    }
    struct shape_property all[39];
    shape_properties(line[39], all);
    for (unsigned i = 0; i < 39; i++)
        ck_assert(key_equals(all[i].key, key_number("k", i + 1)));
}
END_TEST

START_TEST(dead_transitions_are_dropped) {
    struct shape *root = shape_root(vm, NULL, CELL_OBJECT, 0);
    struct shape *kept = add(root, key_number("kept", 0), PROPERTY_DEFAULT);
    for (unsigned round = 0; round < 5; round++) {
        for (unsigned i = 0; i < 200; i++)
            add(root, key_number("t", i + round * 1000), PROPERTY_DEFAULT);
        support_collect(vm);
        ck_assert_ptr_eq(add(root, key_number("kept", 0), PROPERTY_DEFAULT), kept);
    }
}
END_TEST

START_TEST(turns_to_dictionary_and_back_to_nothing) {
    struct shape *shape = shape_root(vm, NULL, CELL_OBJECT, 0);
    for (unsigned i = 0; i < 2000; i++) {
        struct shape_property added;
        shape = shape_add(vm, shape, key_number("d", i), PROPERTY_DEFAULT, true, &added);
        ck_assert_uint_eq(added.slot, i);
        ck_assert_int_eq(shape_is_dictionary(shape), i >= SHAPE_DICTIONARY_LIMIT);
    }
    for (unsigned i = 0; i < 2000; i += 2) {
        struct shape *renewed = shape_remove(vm, shape, key_number("d", i));
        ck_assert_ptr_ne(renewed, shape);
        shape = renewed;
    }
    ck_assert_uint_eq(shape->count, 1000);
    support_collect(vm);
    for (unsigned i = 0; i < 2000; i++) {
        if (i % 2) {
            ck_assert(has(shape, key_number("d", i), i, PROPERTY_DEFAULT));
        } else {
            ck_assert(lacks(shape, key_number("d", i)));
        }
    }
    for (unsigned i = 0; i < 1000; i++)
        shape = shape_add(vm, shape, key_number("e", i), PROPERTY_DEFAULT, true, NULL);
    ck_assert_uint_eq(shape->slots, 2000);
    struct shape_property *all = malloc(2000 * sizeof *all);
    bool *taken = calloc(2000, sizeof *taken);
    shape_properties(shape, all);
    for (unsigned i = 0; i < 2000; i++) {
        ck_assert(!taken[all[i].slot]);
        taken[all[i].slot] = true;
        ck_assert(key_equals(all[i].key, i < 1000 ? key_number("d", i * 2 + 1) : key_number("e", i - 1000)));
    }
    KEEP_ALIVE(shape);
    free(taken);
    free(all);
}
END_TEST

START_TEST(named_adds_turn_to_dictionary_at_the_slot_limit) {
    struct shape *shape = shape_root(vm, NULL, CELL_OBJECT, 0);
    for (unsigned i = 0; i < SHAPE_SLOT_LIMIT + 5; i++) {
        shape = add(shape, key_number("n", i), PROPERTY_DEFAULT);
        ck_assert_int_eq(shape_is_dictionary(shape), i >= SHAPE_SLOT_LIMIT);
    }
    ck_assert(has(shape, key_number("n", 0), 0, PROPERTY_DEFAULT));
    ck_assert(has(shape, key_number("n", SHAPE_SLOT_LIMIT + 4), SHAPE_SLOT_LIMIT + 4, PROPERTY_DEFAULT));
}
END_TEST

START_TEST(changes_keep_slots) {
    struct object *prototype = object_create(vm, NULL);
    for (unsigned count = 3; count <= 200; count += 197) {
        struct shape *shape = shape_root(vm, NULL, CELL_OBJECT, 2);
        for (unsigned i = 0; i < count; i++)
            shape = add(shape, key_number("c", i), PROPERTY_DEFAULT);
        struct shape *moved = shape_with_prototype(vm, shape, prototype);
        ck_assert_ptr_eq(moved->prototype, prototype);
        struct shape *fixed = shape_not_extensible(vm, moved);
        ck_assert(fixed->cell.flags & SHAPE_NOT_EXTENSIBLE);
        ck_assert_uint_eq(fixed->count, count);
        struct shape *changed = shape_change_attributes(vm, fixed, key_number("c", 1), PROPERTY_HIDDEN);
        ck_assert(changed->cell.flags & SHAPE_NOT_EXTENSIBLE);
        ck_assert(has(changed, key_number("c", 1), 1, PROPERTY_HIDDEN));
        struct shape *frozen = shape_restrict(vm, changed, PROPERTY_WRITABLE | PROPERTY_CONFIGURABLE);
        ck_assert(frozen->cell.flags & SHAPE_HAS_SPECIAL);
        for (unsigned i = 0; i < count; i++) {
            ck_assert(has(frozen, key_number("c", i), i, i == 1 ? 0 : PROPERTY_ENUMERABLE));
        }
        if (count == 3) {
            ck_assert(!(shape->cell.flags & (SHAPE_NOT_EXTENSIBLE | SHAPE_HAS_SPECIAL)));
            ck_assert_ptr_eq(shape_not_extensible(vm, shape_with_prototype(vm, shape, prototype)), fixed);
            ck_assert_ptr_eq(shape_change_attributes(vm, fixed, key_number("c", 1), PROPERTY_HIDDEN),
                             changed);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shape");
    TCase *tests = tcase_create("shape");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, roots_are_shared_by_layout);
    tcase_add_test(tests, same_history_gives_same_shape);
    tcase_add_test(tests, tables_of_a_line_do_not_leak_between_forks);
    tcase_add_test(tests, dead_transitions_are_dropped);
    tcase_add_test(tests, turns_to_dictionary_and_back_to_nothing);
    tcase_add_test(tests, named_adds_turn_to_dictionary_at_the_slot_limit);
    tcase_add_test(tests, changes_keep_slots);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
