// Strings: representations, concatenation, search, numbers.
#include "support.h"

#include "object/string_internal.h"

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

// A string of `length` units out of a small alphabet, wide or narrow storage.
static struct string *make_random(uint32_t *state, uint32_t length, unsigned letters, bool wide) {
    uint16_t *units = malloc(length * 2 + 2);
    for (uint32_t i = 0; i < length; i++)
        units[i] = (uint16_t)('a' + next_random(state) % letters);
    if (wide) units[0] = 0x3B1;
    struct string *s = string_from_utf16(vm, units, length);
    ck_assert_ptr_nonnull(s);
    ck_assert_int_eq(string_is_wide(s), wide);
    free(units);
    return s;
}

START_TEST(makes_narrowest) {
    const uint16_t narrow[] = {'a', 0xFF}, wide[] = {'a', 0x100};
    struct string *a = string_from_utf16(vm, narrow, 2), *b = string_from_utf16(vm, wide, 2);
    ck_assert(!string_is_wide(a));
    ck_assert(string_is_wide(b));
    ck_assert(support_is(vm, a, "aÿ"));
    ck_assert(support_is(vm, b, "aĀ"));
    ck_assert_ptr_eq(string_from_latin1(vm, (const uint8_t *)"x", 1), string_from_unit(vm, 'x'));
    ck_assert_ptr_eq(string_from_text(vm, ""), vm->empty_string);
    ck_assert(support_is(vm, string_from_code_point(vm, 0x1F600), "😀"));
    ck_assert(support_is(vm, support_text(vm, "a€😀\xC3"), "a€😀\xEF\xBF\xBD"));
    struct string *lone = string_from_unit(vm, 0xD800);
    ck_assert(support_is(vm, lone, "\xED\xA0\x80"));
    ck_assert(string_equals(vm, support_text(vm, "\xED\xA0\x80"), lone));
    uint32_t units;
    ck_assert_uint_eq(string_code_point_at(support_text(vm, "😀"), 0, &units), 0x1F600);
    ck_assert_uint_eq(units, 2);
}
END_TEST

START_TEST(equality_and_hash_ignore_width) {
    // A wide slice with narrow content.
    struct string *s =
        support_text(vm, "€0123456789012345678901234567890123456789012345678901234567890123456789");
    struct string *slice = string_substring(vm, s, 1, s->length);
    struct string *narrow =
        support_text(vm, "0123456789012345678901234567890123456789012345678901234567890123456789");
    ck_assert(string_is_wide(slice));
    ck_assert(slice->cell.flags & STRING_SLICE);
    ck_assert_uint_eq(string_hash(slice), string_hash(narrow));
    ck_assert(string_equals(vm, slice, narrow));
    ck_assert_int_eq(string_compare(vm, slice, narrow), 0);
    for (uint32_t length = 1; length < 60; length++) {
        struct string *a = string_substring(vm, slice, 3, 3 + length);
        struct string *b = string_substring(vm, narrow, 3, 3 + length);
        ck_assert_uint_eq(string_hash(a), string_hash(b));
        ck_assert_uint_eq(string_hash_utf16(string_utf16(slice) + 3, length), string_hash(b));
        ck_assert(string_equals(vm, a, b));
    }
    ck_assert_int_lt(string_compare(vm, support_text(vm, "abc"), support_text(vm, "abd")), 0);
    ck_assert_int_lt(string_compare(vm, support_text(vm, "ab"), support_text(vm, "abc")), 0);
    ck_assert_int_gt(string_compare(vm, support_text(vm, "€"), support_text(vm, "zzz")), 0);
    ck_assert(!string_equals(vm, support_text(vm, "ab"), support_text(vm, "ac")));
}
END_TEST

START_TEST(appends_in_place) {
    struct string *s = vm->empty_string, *x = support_text(vm, "xyz");
    struct string *old = NULL;
    for (int i = 0; i < 20000; i++) {
        s = string_concat(vm, s, x);
        ck_assert_ptr_nonnull(s);
        if (i == 999) old = s;
    }
    ck_assert_uint_eq(s->length, 60000);
    ck_assert(s->cell.flags & STRING_VIEW);
    ck_assert_uint_eq(old->length, 3000);
    for (uint32_t i = 0; i < s->length; i++)
        ck_assert_uint_eq(string_at(s, i), "xyz"[i % 3]);
    struct string *branch = string_concat(vm, old, support_text(vm, "!"));
    ck_assert_uint_eq(branch->length, 3001);
    ck_assert_ptr_nonnull(string_flatten(vm, branch));
    ck_assert_uint_eq(string_at(branch, 3000), '!');
    ck_assert_uint_eq(string_at(s, 3000), 'x');
    support_collect(vm);
    ck_assert_uint_eq(string_at(s, 59999), 'z');
    // Wide text after narrow.
    s = string_concat(vm, s, support_text(vm, "€"));
    s = string_concat(vm, s, x);
    ck_assert_ptr_nonnull(string_flatten(vm, s));
    ck_assert_uint_eq(string_at(s, 60000), 0x20AC);
    ck_assert_uint_eq(string_at(s, 60003), 'z');
    ck_assert_uint_eq(string_at(s, 0), 'x');
}
END_TEST

START_TEST(repeating_an_append_shares) {
    struct string *s = vm->empty_string, *x = support_text(vm, "0123456789");
    for (int i = 0; i < 100; i++)
        s = string_concat(vm, s, x);
    struct string *first = string_concat(vm, s, support_text(vm, "a"));
    for (int i = 0; i < 100; i++) {
        struct string *other = string_concat(vm, s, support_text(vm, "b"));
        ck_assert_ptr_nonnull(string_flatten(vm, other));
        ck_assert_uint_eq(string_at(other, 1000), 'b');
        ck_assert_uint_eq(string_at(string_flatten(vm, first), 1000), 'a');
    }
}
END_TEST

// Compares many random concatenations with a plain model.
START_TEST(concatenates_like_a_model) {
    uint32_t state = (uint32_t)_i * 7919 + 1;
    enum { COUNT = 24, LIMIT = 40000 };
    struct list *list = list_create(vm);
    static uint16_t *models[COUNT];
    static uint32_t lengths[COUNT];
    for (int i = 0; i < COUNT; i++) {
        lengths[i] = 1 + next_random(&state) % 3000 % (1 + next_random(&state) % 2999);
        models[i] = malloc(LIMIT * 4);
        struct string *s = make_random(&state, lengths[i], 20, next_random(&state) % 8 == 0);
        for (uint32_t k = 0; k < lengths[i]; k++)
            models[i][k] = string_at(s, k);
        ck_assert(list_push(vm, list, value_from_cell(s)));
    }
    for (int round = 0; round < 600; round++) {
        int a = next_random(&state) % COUNT, b = next_random(&state) % COUNT,
            to = next_random(&state) % COUNT;
        if (next_random(&state) % 2) to = a;
        struct string *left = value_as_string(list_at(list, a)), *right = value_as_string(list_at(list, b));
        struct string *s;
        static uint16_t result[LIMIT * 2];
        uint32_t length;
        if (next_random(&state) % 8 == 0 || lengths[a] + lengths[b] > LIMIT) {
            uint32_t start = next_random(&state) % lengths[a];
            uint32_t end = start + next_random(&state) % (lengths[a] - start) + 1;
            s = string_substring(vm, left, start, end);
            length = end - start;
            memcpy(result, models[a] + start, length * 2);
        } else {
            s = string_concat(vm, left, right);
            length = lengths[a] + lengths[b];
            memcpy(result, models[a], lengths[a] * 2);
            memcpy(result + lengths[a], models[b], lengths[b] * 2);
        }
        ck_assert_ptr_nonnull(s);
        ck_assert_uint_eq(s->length, length);
        memcpy(models[to], result, length * 2);
        lengths[to] = length;
        list->vector->values[to] = value_from_cell(s);
        heap_write_slot(&vm->heap, list, list->vector, (uint32_t)to);
        if (next_random(&state) % 100 == 0) support_collect(vm);
        if (next_random(&state) % 4 == 0) {
            int c = next_random(&state) % COUNT;
            struct string *check = string_flatten(vm, value_as_string(list_at(list, c)));
            ck_assert(string_equals_utf16(check, models[c], lengths[c]));
        }
    }
    for (int i = 0; i < COUNT; i++) {
        struct string *check = string_flatten(vm, value_as_string(list_at(list, i)));
        ck_assert(string_equals_utf16(check, models[i], lengths[i]));
        ck_assert_uint_eq(string_hash(check), string_hash_utf16(models[i], lengths[i]));
        free(models[i]);
    }
}
END_TEST

#if VM_STRESS
#define DEEP 3000
#else
#define DEEP 1000000
#endif

START_TEST(flattens_deep_ropes) {
    void *chars;
    struct string *big = string_allocate(vm, 2000, false, &chars);
    memset(chars, '-', 2000);
    // Deep to the right: every node has a small left part.
    struct string *s = big;
    for (int i = 0; i < DEEP; i++)
        s = string_concat(vm, string_from_unit(vm, (uint16_t)('a' + i % 26)), s);
    ck_assert_ptr_nonnull(string_flatten(vm, s));
    ck_assert_uint_eq(s->length, 2000 + DEEP);
    for (int i = 0; i < DEEP; i++)
        ck_assert_uint_eq(string_at(s, (uint32_t)(DEEP - 1 - i)), 'a' + i % 26);
    ck_assert_uint_eq(string_at(s, DEEP), '-');
    // Deep on both sides by turns.
    s = big;
    for (int i = 0; i < DEEP; i++) {
        struct string *unit = string_from_unit(vm, (uint16_t)('a' + i % 26));
        s = i % 2 ? string_concat(vm, unit, s) : string_concat(vm, s, unit);
    }
    ck_assert_ptr_nonnull(string_flatten(vm, s));
    ck_assert_uint_eq(string_at(s, s->length - 1), 'a' + (DEEP - 2) % 26);
    ck_assert_uint_eq(string_at(s, 0), 'a' + (DEEP - 1) % 26);
    // Both parts ropes, shared.
    s = string_concat(vm, big, big);
    ck_assert(string_is_rope(s));
    for (int i = 0; i < 8; i++)
        s = string_concat(vm, s, s);
    ck_assert_ptr_nonnull(string_flatten(vm, s));
    ck_assert_uint_eq(s->length, 4000u << 8);
}
END_TEST

START_TEST(limits_length) {
    void *chars;
    struct string *s = string_allocate(vm, 1 << 20, false, &chars);
    memset(chars, 'q', 1 << 20);
    while (s->length < STRING_MAX_LENGTH / 2) {
        s = string_concat(vm, s, s);
        ck_assert_ptr_nonnull(s);
    }
    ck_assert_ptr_null(string_concat(vm, s, s));
    ck_assert(support_threw(vm, "Invalid string length"));
    ck_assert_ptr_null(string_allocate(vm, (size_t)STRING_MAX_LENGTH + 1, false, &chars));
    ck_assert(support_threw(vm, "Invalid string length"));
}
END_TEST

START_TEST(substrings_share_storage) {
    struct string *s = vm->empty_string, *x = support_text(vm, "0123456789");
    for (int i = 0; i < 50; i++)
        s = string_concat(vm, s, x);
    struct string *slice = string_substring(vm, s, 100, 400), *inner = string_substring(vm, slice, 100, 200);
    ck_assert(slice->cell.flags & STRING_SLICE);
    ck_assert_ptr_eq(inner->parent, slice->parent);
    for (int i = 0; i < 1000; i++)
        s = string_concat(vm, s, x);
    support_collect(vm);
    for (uint32_t i = 0; i < 100; i++)
        ck_assert_uint_eq(string_at(inner, i), '0' + i % 10);
    ck_assert_ptr_eq(string_substring(vm, s, 5, 5), vm->empty_string);
    ck_assert_ptr_eq(string_substring(vm, s, 0, s->length), s);
    struct string *wide = support_text(vm, "a€bc");
    ck_assert(!string_is_wide(string_substring(vm, wide, 2, 4)));
}
END_TEST

static int64_t model_index_of(const struct string *s, const struct string *needle, uint32_t from) {
    for (uint64_t at = from; at + needle->length <= s->length; at++) {
        uint32_t i = 0;
        while (i < needle->length && string_at(s, (uint32_t)at + i) == string_at(needle, i))
            i++;
        if (i == needle->length) return (int64_t)at;
    }
    return -1;
}

static int64_t model_last_index_of(const struct string *s, const struct string *needle, uint32_t from) {
    for (int64_t at = from; at >= 0; at--) {
        if ((uint64_t)at + needle->length > s->length) continue;
        uint32_t i = 0;
        while (i < needle->length && string_at(s, (uint32_t)at + i) == string_at(needle, i))
            i++;
        if (i == needle->length) return at;
    }
    return -1;
}

START_TEST(searches_like_a_model) {
    uint32_t state = (uint32_t)_i + 99;
    for (int round = 0; round < 1500; round++) {
        unsigned letters = 1 + next_random(&state) % 3;
        uint32_t length = 2 + next_random(&state) % 2000 % (2 + next_random(&state) % 1999);
        struct string *s = make_random(&state, length, letters, next_random(&state) % 2);
        struct string *needle;
        if (next_random(&state) % 2) {
            uint32_t start = next_random(&state) % length;
            needle = string_substring(vm, s, start, start + next_random(&state) % (length - start) + 1);
        } else {
            needle = make_random(&state, 1 + next_random(&state) % 40, letters, next_random(&state) % 4 == 0);
        }
        uint32_t from = next_random(&state) % (length + 5);
        ck_assert_int_eq(string_index_of(vm, s, needle, from), model_index_of(s, needle, from));
        ck_assert_int_eq(string_last_index_of(vm, s, needle, from), model_last_index_of(s, needle, from));
    }
    ck_assert_int_eq(string_index_of(vm, support_text(vm, "abc"), vm->empty_string, 3), 3);
    ck_assert_int_eq(string_index_of(vm, support_text(vm, "abc"), vm->empty_string, 4), -1);
    ck_assert_int_eq(string_last_index_of(vm, support_text(vm, "abc"), vm->empty_string, 9), 3);
    ck_assert_int_eq(string_index_of(vm, support_text(vm, "abc"), support_text(vm, "€"), 0), -1);
}
END_TEST

// Needles and texts that make naive search quadratic: 10^5 x 10^5 comparisons would take seconds.
START_TEST(searches_hostile_text) {
    enum { HAY = 2000000, NEEDLE = 500000 };
    uint8_t *units = malloc(HAY);
    memset(units, 'a', HAY);
    struct string *hay = string_from_latin1(vm, units, HAY);
    units[NEEDLE / 2] = 'b';
    struct string *middle = string_from_latin1(vm, units, NEEDLE);
    units[NEEDLE / 2] = 'a';
    units[NEEDLE - 1] = 'b';
    struct string *end = string_from_latin1(vm, units, NEEDLE);
    units[NEEDLE - 1] = 'a';
    units[0] = 'b';
    struct string *start = string_from_latin1(vm, units, NEEDLE);
    free(units);
    uint64_t before = os_cpu_ns();
    struct string *needles[] = {middle, end, start};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(string_index_of(vm, hay, needles[i], 0), -1);
        ck_assert_int_eq(string_last_index_of(vm, hay, needles[i], HAY), -1);
    }
    ck_assert_uint_lt(os_cpu_ns() - before, 5000000000u);
}
END_TEST

START_TEST(knows_array_indices) {
    static const struct {
        const char *text;
        int64_t index;
    } rows[] = {{"0", 0},
                {"7", 7},
                {"10", 10},
                {"00", -1},
                {"01", -1},
                {"-1", -1},
                {"4294967294", 4294967294},
                {"4294967295", -1},
                {"99999999999", -1},
                {"1e3", -1},
                {"", -1},
                {"1.5", -1},
                {" 1", -1},
                {"12345678", 12345678}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int twice = 0; twice < 2; twice++) {
            struct string *s = support_text(vm, rows[i].text);
            uint32_t index;
            ck_assert_int_eq(string_is_array_index(s, &index), rows[i].index >= 0);
            if (rows[i].index >= 0) ck_assert_uint_eq(index, (uint32_t)rows[i].index);
            ck_assert_int_eq(string_is_array_index(s, &index), rows[i].index >= 0);
            property_key key;
            ck_assert(key_from_string(vm, s, &key));
            ck_assert_int_eq(key_is_index(key), rows[i].index >= 0);
        }
    }
}
END_TEST

START_TEST(spells_numbers) {
    ck_assert(support_is(vm, string_from_int(vm, 0), "0"));
    ck_assert(support_is(vm, string_from_int(vm, -2147483647 - 1), "-2147483648"));
    ck_assert(support_is(vm, string_from_number(vm, 4294967296.0), "4294967296"));
    ck_assert(support_is(vm, string_from_number(vm, -0.0), "0"));
    ck_assert(support_is(vm, string_from_number(vm, 0.1), "0.1"));
    ck_assert_ptr_eq(string_from_number(vm, 0.1), string_from_number(vm, 0.1));
    ck_assert(support_is(vm, string_from_number(vm, 1e21), "1e+21"));
    ck_assert(support_is(vm, string_from_number(vm, 0.0 / 0.0), "NaN"));
    uint32_t index;
    ck_assert(string_is_array_index(string_from_int(vm, 123), &index));
    ck_assert_uint_eq(index, 123);
}
END_TEST

START_TEST(builds) {
    struct string_builder b;
    string_builder_start(&b, vm);
    ck_assert_ptr_eq(string_builder_finish(&b), vm->empty_string);
    string_builder_start(&b, vm);
    for (int i = 0; i < 1000; i++)
        string_builder_text(&b, "abc");
    string_builder_code_point(&b, 0x1F600);
    string_builder_string(&b, support_text(vm, "é"));
    struct string *s = string_builder_finish(&b);
    ck_assert_uint_eq(s->length, 3003);
    ck_assert_uint_eq(string_at(s, 2999), 'c');
    ck_assert_uint_eq(string_at(s, 3000), 0xD83D);
    ck_assert_uint_eq(string_at(s, 3002), 0xE9);
    // Narrow parts of wide text stay narrow.
    string_builder_start(&b, vm);
    string_builder_range(&b, support_text(vm, "€abcdef"), 1, 5);
    s = string_builder_finish(&b);
    ck_assert(!string_is_wide(s));
    ck_assert(support_is(vm, s, "abcd"));
    string_builder_start(&b, vm);
    string_builder_unit(&b, 0x20AC);
    for (int i = 0; i < 300; i++)
        string_builder_unit(&b, 'x');
    string_builder_discard(&b);
}
END_TEST

START_TEST(builder_fails_softly) {
    for (int n = 1;; n++) {
        struct string_builder b;
        string_builder_start(&b, vm);
        vm->memory.fail_countdown = (uint64_t)n;
        for (int i = 0; i < 400; i++)
            string_builder_unit(&b, (uint16_t)(i < 200 ? 'x' : 0x3B1));
        struct string *s = string_builder_finish(&b);
        bool failed = !vm->memory.fail_countdown;
        vm->memory.fail_countdown = 0;
        if (!failed) {
            ck_assert_uint_eq(s->length, 400);
            break;
        }
        if (!s) ck_assert(support_threw(vm, "Out of memory"));
    }
}
END_TEST

START_TEST(registers_symbols) {
    struct symbol *a = symbol_for(vm, support_text(vm, "key")),
                  *b = symbol_create(vm, support_text(vm, "key"), 0);
    ck_assert_ptr_eq(symbol_for(vm, support_text(vm, "key")), a);
    ck_assert_ptr_ne(a, b);
    for (int i = 0; i < 300; i++)
        ck_assert_ptr_nonnull(symbol_for(vm, string_from_int(vm, i)));
    support_collect(vm);
    ck_assert_ptr_eq(symbol_for(vm, support_text(vm, "key")), a);
    ck_assert_ptr_eq(symbol_for(vm, string_from_int(vm, 299)), symbol_for(vm, support_text(vm, "299")));
    ck_assert(support_is(vm, vm->symbols[SYMBOL_iterator]->description, "Symbol.iterator"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("string");
    TCase *tests = tcase_create("string");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, makes_narrowest);
    tcase_add_test(tests, equality_and_hash_ignore_width);
    tcase_add_test(tests, appends_in_place);
    tcase_add_test(tests, repeating_an_append_shares);
    tcase_add_loop_test(tests, concatenates_like_a_model, 0, 20);
    tcase_add_test(tests, flattens_deep_ropes);
    tcase_add_test(tests, limits_length);
    tcase_add_test(tests, substrings_share_storage);
    tcase_add_loop_test(tests, searches_like_a_model, 0, 4);
    tcase_add_test(tests, searches_hostile_text);
    tcase_add_test(tests, knows_array_indices);
    tcase_add_test(tests, spells_numbers);
    tcase_add_test(tests, builds);
    tcase_add_test(tests, builder_fails_softly);
    tcase_add_test(tests, registers_symbols);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
