// Atoms and property keys: uniqueness, weakness, start-up time.
#include "support.h"

#include <stdio.h>

#include "object/string_internal.h"

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

START_TEST(predefined_are_unique) {
    static const char *const texts[ATOM_COUNT] = {
#define ATOM(id, text) text,
#include "object/atoms.def"
#undef ATOM
    };
    for (int id = 0; id < ATOM_COUNT; id++) {
        ck_assert_ptr_eq(atom_from_text(vm, texts[id]), vm->atoms[id]);
        ck_assert(string_equals_text(vm->atoms[id], texts[id]));
        ck_assert_uint_eq(vm->atoms[id]->index, id);
        property_key key;
        ck_assert(key_from_text(vm, texts[id], &key));
        ck_assert(key_equals(key, atom_key(vm, id)));
    }
}
END_TEST

START_TEST(same_content_same_atom) {
    struct string *a = atom_from_text(vm, "some long name of a property that nobody uses, really nobody");
    struct string *wide = support_text(vm, "€some long name of a property that nobody uses, really nobody€");
    struct string *slice = string_substring(vm, wide, 1, wide->length - 1);
    ck_assert(string_is_wide(slice));
    ck_assert_ptr_eq(atom_from_string(vm, slice), a);
    ck_assert_ptr_eq(atom_from_utf16(vm, string_utf16(slice), slice->length), a);
    ck_assert_ptr_ne(atom_from_string(vm, wide), a);
    // Narrow content of wide storage makes a narrow atom.
    struct string *other = support_text(vm, "€another name, long enough to be a slice of its parent string€");
    struct string *b = atom_from_string(vm, string_substring(vm, other, 1, other->length - 1));
    ck_assert(!string_is_wide(b));
    // A flat string becomes the atom itself.
    struct string *flat = support_text(vm, "fresh");
    ck_assert_ptr_eq(atom_from_string(vm, flat), flat);
    ck_assert(string_is_atom(flat));
    // A view does not.
    struct string *view = support_text(vm, "0123456789012345678901234567890123456789x");
    for (int i = 0; i < 3; i++)
        view = string_concat(vm, view, view);
    struct string *copy = atom_from_string(vm, view);
    ck_assert_ptr_ne(copy, view);
    ck_assert(string_equals(vm, copy, view));
    ck_assert(string_is_atom(copy) && !string_is_atom(view));
}
END_TEST

START_TEST(keys_have_one_form) {
    property_key a, b;
    ck_assert(key_from_text(vm, "12", &a));
    ck_assert(key_is_index(a) && key_as_index(a) == 12);
    ck_assert(key_from_text(vm, "4294967294", &a));
    ck_assert(key_is_index(a));
    ck_assert(support_is(vm, value_as_string(key_to_value(vm, a)), "4294967294"));
    ck_assert(key_from_text(vm, "4294967295", &a));
    ck_assert(key_is_string(a));
    ck_assert(key_from_text(vm, "4294967295", &b));
    ck_assert(key_equals(a, b));
    ck_assert(key_from_text(vm, "x", &a));
    ck_assert(key_equals(a, key_from_cell(string_from_unit(vm, 'x'))));
    ck_assert(key_is_symbol(symbol_key(vm, SYMBOL_iterator)));
}
END_TEST

#if VM_STRESS
#define MANY 3000
#else
#define MANY 100000
#endif

static void make_garbage(int count) {
    for (int i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "garbage%d", i);
        ck_assert_ptr_nonnull(atom_from_text(vm, text));
    }
}

START_TEST(unused_atoms_die) {
    struct list *kept = list_create(vm);
    for (int i = 0; i < 2000; i++) {
        char text[32];
        snprintf(text, sizeof text, "kept%d", i);
        ck_assert(list_push(vm, kept, value_from_cell(atom_from_text(vm, text))));
        if (i % 500 == 0) support_collect(vm);
    }
    heap_collect_full(&vm->heap);
    size_t before = vm->heap.statistics.live_bytes;
    for (int round = 0; round < 4; round++) {
        make_garbage(MANY);
        if (round % 2) {
            heap_collect_young(&vm->heap);
        } else {
            heap_collect_full(&vm->heap);
        }
    }
    heap_collect_full(&vm->heap);
    ck_assert_uint_lt(vm->heap.statistics.live_bytes, before + MANY * 8);
    for (int i = 0; i < 2000; i++) {
        char text[32];
        snprintf(text, sizeof text, "kept%d", i);
        ck_assert_ptr_eq(value_as_string(list_at(kept, (uint32_t)i)), atom_from_text(vm, text));
    }
    for (int id = 0; id < ATOM_COUNT; id++)
        ck_assert_ptr_eq(atom_from_string(vm, vm->atoms[id]), vm->atoms[id]);
}
END_TEST

START_TEST(survives_any_failed_allocation) {
    for (int n = 1;; n++) {
        vm->memory.failed_once = false;
        vm->memory.fail_countdown = (uint64_t)n;
        for (int i = 0; i < 2000; i++) {
            char text[32];
            snprintf(text, sizeof text, "name%d", i);
            struct string *s = atom_from_text(vm, text);
            if (!s) ck_assert(support_threw(vm, "Out of memory"));
            if (s) ck_assert(string_equals_text(s, text));
        }
        vm->memory.fail_countdown = 0;
        heap_collect_full(&vm->heap);
        if (!vm->memory.failed_once) break;
    }
}
END_TEST

START_TEST(starts_fast) {
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 20; i++) {
        struct vm_isolate *other = calloc(1, sizeof *other);
        ck_assert(memory_initialize(&other->memory));
        ck_assert(heap_initialize(&other->heap, &other->memory, support_kinds, other));
        uint64_t start = os_now_ns();
        ck_assert(object_layer_initialize(other));
        uint64_t time = os_now_ns() - start;
        if (time < best) best = time;
        object_layer_finalize(other);
        heap_finalize(&other->heap);
        memory_finalize(&other->memory);
        free(other);
    }
    if (getenv("VM_TEST_TIMES")) printf("object layer: %.1f us\n", (double)best / 1000);
    ck_assert_uint_lt(best, 5000000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("atom");
    TCase *tests = tcase_create("atom");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, predefined_are_unique);
    tcase_add_test(tests, same_content_same_atom);
    tcase_add_test(tests, keys_have_one_form);
    tcase_add_test(tests, unused_atoms_die);
    tcase_add_test(tests, survives_any_failed_allocation);
    tcase_add_test(tests, starts_fast);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
