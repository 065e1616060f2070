#include "base/unicode.h"
#include "base/utf.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 0x110000 };

// A set collected from ranges, which must ascend and not touch.
struct set {
    uint8_t *members;
    uint32_t count, next;
};

static bool add_range(void *context, uint32_t first, uint32_t last) {
    struct set *set = context;
    ck_assert_uint_ge(first, set->next);
    ck_assert_uint_ge(last, first);
    ck_assert_uint_lt(last, LIMIT);
    memset(set->members + first, 1, last - first + 1);
    set->count += last - first + 1;
    set->next = last + 2;
    return true;
}

static enum unicode_result collect(struct set *set, const char *name, const char *value) {
    *set = (struct set){.members = calloc(1, LIMIT)};
    return unicode_property_ranges(name, strlen(name), value, value ? strlen(value) : 0, add_range, set);
}

static uint32_t count(const char *name, const char *value) {
    struct set set;
    enum unicode_result result = collect(&set, name, value);
    free(set.members);
    ck_assert_msg(result == UNICODE_FOUND, "%s=%s", name, value ? value : "");
    ck_assert_int_eq(
        unicode_property_ranges(name, strlen(name), value, value ? strlen(value) : 0, NULL, NULL),
        UNICODE_FOUND);
    return set.count;
}

static bool is_id_start(uint32_t c) { return unicode_is_id_start(c); }
static bool is_id_continue(uint32_t c) { return unicode_is_id_continue(c); }
static bool is_space_separator(uint32_t c) { return unicode_is_space_separator(c); }
static bool is_lower_changed(uint32_t c) {
    uint32_t out[3];
    return unicode_to_lower(c, out) > 1 || out[0] != c;
}
static bool is_upper_changed(uint32_t c) {
    uint32_t out[3];
    return unicode_to_upper(c, out) > 1 || out[0] != c;
}

// The direct tables and the compact sets must say the same. The Changes_When properties are defined over the
// decomposition, so what they say of code points that decompose is left out.
START_TEST(tables_agree) {
    static const struct {
        const char *name;
        bool (*test)(uint32_t);
    } cases[] = {{"ID_Start", is_id_start},
                 {"ID_Continue", is_id_continue},
                 {"Space_Separator", is_space_separator},
                 {"Changes_When_Lowercased", is_lower_changed},
                 {"Changes_When_Uppercased", is_upper_changed}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct set set;
        ck_assert_int_eq(collect(&set, cases[i].name, NULL), UNICODE_FOUND);
        for (uint32_t c = 0; c < LIMIT; c++)
            if (cases[i].test(c) != set.members[c]) ck_abort_msg("%s of U+%04X", cases[i].name, c);
        free(set.members);
    }
    ck_assert(!unicode_is_id_continue(LIMIT));
    ck_assert(!unicode_is_id_continue(UINT32_MAX));
}
END_TEST

START_TEST(properties) {
    ck_assert_uint_eq(count("Any", NULL), LIMIT);
    ck_assert_uint_eq(count("ASCII", NULL), 128);
    ck_assert_uint_eq(count("Assigned", NULL) + count("Cn", NULL), LIMIT);
    ck_assert_uint_eq(count("L", NULL), count("Letter", NULL));
    ck_assert_uint_eq(count("gc", "Lu"), count("General_Category", "Uppercase_Letter"));
    ck_assert_uint_eq(count("Lu", NULL) + count("Ll", NULL) + count("Lt", NULL), count("LC", NULL));
    ck_assert_uint_eq(count("LC", NULL) + count("Lm", NULL) + count("Lo", NULL), count("L", NULL));
    ck_assert_uint_eq(count("L", NULL) + count("M", NULL) + count("N", NULL) + count("P", NULL) +
                          count("S", NULL) + count("Z", NULL) + count("C", NULL),
                      LIMIT);
    ck_assert_uint_eq(count("Cc", NULL), 65);
    ck_assert_uint_eq(count("Cs", NULL), 2048);
    ck_assert_uint_eq(count("punct", NULL), count("P", NULL));
    ck_assert_uint_eq(count("AHex", NULL), 22);
    ck_assert_uint_eq(count("White_Space", NULL), 25);
    ck_assert_uint_eq(count("space", NULL), 25);
    ck_assert_uint_eq(count("RI", NULL), 26);
    ck_assert_uint_eq(count("NChar", NULL), 66);
    ck_assert_uint_eq(count("Script", "Greek"), count("sc", "Grek"));
    ck_assert_uint_eq(count("sc", "Hira"), 381);
    ck_assert_uint_gt(count("scx", "Hira"), 381);
    ck_assert_uint_lt(count("scx", "Zyyy"), count("sc", "Zyyy"));
    ck_assert_uint_eq(count("Script_Extensions", "Cherokee"), count("scx", "Cher"));
    ck_assert_uint_eq(count("sc", "Sidetic"), 26); // new in 17

    struct set set;
    static const char *const unknown[][2] = {{"", NULL},
                                             {"lu", NULL},
                                             {"Greek", NULL},
                                             {"gc", NULL},
                                             {"Script", NULL},
                                             {"sc", "greek"},
                                             {"sc", ""},
                                             {"gc", ""},
                                             {"gc", "Alphabetic"},
                                             {"Alphabetic", "Y"},
                                             {"Block", "Latin"},
                                             {"Any", "Yes"},
                                             {"In", "Latin"},
                                             {"IsGreek", NULL},
                                             {"RGI_Emoji", NULL},
                                             {"Grapheme_Link", NULL},
                                             {"WSpace", NULL},
                                             {"L|Letter", NULL},
                                             {"Alphabetic|Alpha", NULL}};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        ck_assert_msg(collect(&set, unknown[i][0], unknown[i][1]) == UNICODE_UNKNOWN, "%s", unknown[i][0]);
        free(set.members);
    }
}
END_TEST

static bool stop_at_once(void *context, uint32_t first, uint32_t last) {
    (void)first;
    (void)last;
    ++*(int *)context;
    return false;
}

START_TEST(visitors_may_stop) {
    static const char *const names[][2] = {
        {"L", NULL}, {"Any", NULL}, {"Alphabetic", NULL}, {"sc", "Latn"}, {"scx", "Latn"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int calls = 0;
        const char *value = names[i][1];
        ck_assert_int_eq(unicode_property_ranges(names[i][0], strlen(names[i][0]), value,
                                                 value ? strlen(value) : 0, stop_at_once, &calls),
                         UNICODE_STOPPED);
        ck_assert_int_eq(calls, 1);
    }
}
END_TEST

struct strings {
    uint32_t count, longest, single;
    bool family;
};

static bool add_string(void *context, const uint32_t *code_points, size_t length) {
    static const uint32_t family[] = {0x1f468, 0x200d, 0x1f469, 0x200d, 0x1f467};
    struct strings *strings = context;
    strings->count++;
    strings->single += length == 1;
    if (length > strings->longest) strings->longest = (uint32_t)length;
    if (length == 5 && memcmp(code_points, family, sizeof family) == 0) strings->family = true;
    return true;
}

START_TEST(sequences) {
    struct strings strings = {0};
    ck_assert_int_eq(unicode_property_strings("RGI_Emoji", 9, add_string, &strings), UNICODE_FOUND);
    ck_assert_uint_eq(strings.count, 3953);
    ck_assert_uint_eq(strings.longest, 10);
    ck_assert(strings.family);
    strings = (struct strings){0};
    ck_assert_int_eq(unicode_property_strings("Emoji_Keycap_Sequence", 21, add_string, &strings),
                     UNICODE_FOUND);
    ck_assert_uint_eq(strings.count, 12);
    ck_assert_uint_eq(strings.longest, 3);
    ck_assert_int_eq(unicode_property_strings("RGI_Emoji_ZWJ_Sequence", 22, NULL, NULL), UNICODE_FOUND);
    ck_assert_int_eq(unicode_property_strings("Emoji", 5, NULL, NULL), UNICODE_UNKNOWN);
    ck_assert_int_eq(unicode_property_strings("RGI_Emoji_", 10, NULL, NULL), UNICODE_UNKNOWN);
}
END_TEST

// Texts in UTF-8, converted on the way.
static void check_text(const char *text, const char *want,
                       size_t (*convert)(const struct memory *, const uint16_t *, size_t, uint16_t *)) {
    uint16_t wide[64], result[192];
    char back[512];
    const struct memory memory = {0};
    size_t length = utf_decode_utf16(text, strlen(text), wide, UTF_WTF),
           size = convert(&memory, wide, length, NULL);
    ck_assert_uint_eq(convert(&memory, wide, length, result), size);
    back[utf_encode_utf16(result, size, back, UTF_WTF)] = 0;
    ck_assert_str_eq(back, want);
}

START_TEST(casing) {
    check_text("Hello ÄÖ", "hello äö", unicode_lowercase);
    check_text("İ", "i̇", unicode_lowercase);
    check_text("ΑΣ", "ας", unicode_lowercase);
    check_text("ΣΑ", "σα", unicode_lowercase);
    check_text("Σ", "σ", unicode_lowercase);
    check_text("ΑΣ'Β ΑΣ' ", "ασ'β ας' ", unicode_lowercase);
    check_text("Α.Σ", "α.ς", unicode_lowercase);
    check_text("1Σ", "1σ", unicode_lowercase);
    check_text("𐐀Σ", "𐐨ς", unicode_lowercase);
    check_text("straße ŉ ﬃ \u0390", "STRASSE \u02bcN FFI \u0399\u0308\u0301", unicode_uppercase);
    check_text("ÿµǆǅ", "ŸΜǄǄ", unicode_uppercase);
    check_text("\xed\xa0\x80x", "\xed\xa0\x80X", unicode_uppercase);
    check_text("ꭰᏸ", "ᎠᏰ", unicode_uppercase);
    check_text("𐐨", "𐐀", unicode_uppercase);
    for (int c = 0; c < 256; c++) {
        uint32_t out[3];
        ck_assert_uint_eq(unicode_to_lower((uint32_t)c, out), 1);
        ck_assert_uint_eq(out[0], unicode_latin1_lower((uint8_t)c));
        if (c == 0xb5 || c == 0xdf || c == 0xff) continue;
        ck_assert_uint_eq(unicode_to_upper((uint32_t)c, out), 1);
        ck_assert_uint_eq(out[0], unicode_latin1_upper((uint8_t)c));
    }
}
END_TEST

struct folds {
    uint32_t count, last;
    bool legacy;
};

static bool check_fold(void *context, uint32_t code_point, uint32_t folded) {
    struct folds *folds = context;
    ck_assert(folds->count == 0 || code_point > folds->last);
    ck_assert_uint_eq(folded, folds->legacy ? unicode_fold_legacy(code_point) : unicode_fold(code_point));
    folds->last = code_point;
    folds->count++;
    return true;
}

START_TEST(folding) {
    ck_assert_uint_eq(unicode_fold('A'), 'a');
    ck_assert_uint_eq(unicode_fold(0x17f), 's');
    ck_assert_uint_eq(unicode_fold(0x212a), 'k');
    ck_assert_uint_eq(unicode_fold(0x1e9e), 0xdf);
    ck_assert_uint_eq(unicode_fold(0xab70), 0x13a0);
    ck_assert_uint_eq(unicode_fold(0x130), 0x130);
    ck_assert_uint_eq(unicode_fold(0x1e921), 0x1e943);
    ck_assert_uint_eq(unicode_fold_legacy('a'), 'A');
    ck_assert_uint_eq(unicode_fold_legacy(0x17f), 0x17f);
    ck_assert_uint_eq(unicode_fold_legacy(0xdf), 0xdf);
    ck_assert_uint_eq(unicode_fold_legacy(0x212a), 0x212a);
    ck_assert_uint_eq(unicode_fold_legacy(0xff), 0x178);
    ck_assert_uint_eq(unicode_fold_legacy(0x1c5), 0x1c4);
    for (int legacy = 0; legacy < 2; legacy++) {
        struct folds folds = {.legacy = legacy};
        uint32_t expected = 0;
        ck_assert(unicode_each_fold(legacy, check_fold, &folds));
        for (uint32_t c = 0; c < (legacy ? 0x10000 : LIMIT); c++)
            expected += (legacy ? unicode_fold_legacy(c) : unicode_fold(c)) != c;
        ck_assert_uint_eq(folds.count, expected);
    }
}
END_TEST

static void check_normal(enum unicode_form form, const char *text, const char *want) {
    struct memory memory;
    uint16_t wide[600], *out;
    char back[2000];
    size_t length = utf_decode_utf16(text, strlen(text), wide, UTF_WTF), out_length;
    ck_assert(memory_initialize(&memory));
    ck_assert(unicode_normalize(&memory, form, wide, length, &out, &out_length));
    back[utf_encode_utf16(out ? out : wide, out_length, back, UTF_WTF)] = 0;
    ck_assert_str_eq(back, want);
    memory_free(&memory, out);
    ck_assert_uint_eq(memory.used, 0);
    for (uint64_t n = 1;; n++) {
        memory.fail_countdown = n;
        memory.failed_once = false;
        bool done = unicode_normalize(&memory, form, wide, length, &out, &out_length);
        ck_assert_int_eq(done, !memory.failed_once);
        memory_free(&memory, out);
        ck_assert_uint_eq(memory.used, 0);
        if (done) break;
    }
    memory_finalize(&memory);
}

START_TEST(normalization) {
    check_normal(UNICODE_NFC, "plain", "plain");
    check_normal(UNICODE_NFC, "e\u0301", "é");
    check_normal(UNICODE_NFD, "é", "e\u0301");
    check_normal(UNICODE_NFC, "\u1100\u1161\u11a8", "\uac01");
    check_normal(UNICODE_NFD, "\uac01", "\u1100\u1161\u11a8");
    check_normal(UNICODE_NFKC, "ﬁ²ａ", "fi2a");
    check_normal(UNICODE_NFKD, "ǆ", "dz\u030c");
    check_normal(UNICODE_NFC, "\u1e9b\u0323", "\u1e9b\u0323");
    check_normal(UNICODE_NFD, "\u1e9b\u0323", "\u017f\u0323\u0307");
    check_normal(UNICODE_NFKC, "\u1e9b\u0323", "\u1e69");
    check_normal(UNICODE_NFKD, "\u1e9b\u0323", "s\u0323\u0307");
    check_normal(UNICODE_NFC, "\u2126\u212b", "ΩÅ");
    check_normal(UNICODE_NFC,
                 "\xed\xa0\x80"
                 "e\u0301\xed\xb0\x81",
                 "\xed\xa0\x80"
                 "é\xed\xb0\x81");
    check_normal(UNICODE_NFD, "q\u0307\u0323", "q\u0323\u0307");
    check_normal(UNICODE_NFC, "\u0958", "\u0915\u093c");
    check_normal(UNICODE_NFKD, "\ufdfa", "صلى الله عليه وسلم");
    check_normal(UNICODE_NFKC, "\u00a0\u00bd", " 1\u20442");
    char marks[1000] = "a", ordered[1000] = "a";
    for (int i = 0; i < 200; i++)
        strcat(marks, i % 2 ? "\u0323" : "\u0307");
    for (int i = 0; i < 200; i++)
        strcat(ordered, i < 100 ? "\u0323" : "\u0307");
    check_normal(UNICODE_NFD, marks, ordered);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unicode");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, tables_agree);
    tcase_add_test(tests, properties);
    tcase_add_test(tests, visitors_may_stop);
    tcase_add_test(tests, sequences);
    tcase_add_test(tests, casing);
    tcase_add_test(tests, folding);
    tcase_add_test(tests, normalization);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
