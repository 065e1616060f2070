#include "base/buffer.h"
#include "base/utf.h"
#include "regexp/regexp.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

// A text given as WTF-8, as UTF-16 and, where possible, as Latin-1.
struct text {
    uint16_t *wide;
    uint8_t *narrow; // or NULL
    size_t length;
};

static struct text make_text(const char *bytes, size_t count) {
    struct text text = {malloc(2 * count + 2), NULL, 0};
    text.length = utf_decode_utf16(bytes, count, text.wide, UTF_WTF);
    if (utf_is_latin1(text.wide, text.length)) {
        text.narrow = malloc(text.length + 1);
        utf_narrow(text.wide, text.length, text.narrow);
    }
    return text;
}

static void free_text(struct text text) {
    free(text.wide);
    free(text.narrow);
}

static bool count_down(void *data) { return --*(int64_t *)data > 0; }

// One isolate's worth of context, whose executions may pause `pauses` times.
struct bench {
    struct memory memory;
    struct regexp_context context;
    int64_t pauses;
};

static void open_bench(struct bench *bench) {
    ck_assert(memory_initialize(&bench->memory));
    bench->pauses = INT64_MAX;
    bench->context =
        (struct regexp_context){.memory = &bench->memory, .poll = count_down, .poll_data = &bench->pauses};
}

static void close_bench(struct bench *bench) {
    regexp_context_finalize(&bench->context);
    ck_assert_uint_eq(bench->memory.used, 0);
    memory_finalize(&bench->memory);
}

static struct regexp *compile(struct bench *bench, const char *pattern, const char *flags,
                              struct regexp_error *error) {
    struct text text = make_text(pattern, strlen(pattern));
    uint32_t bits;
    ck_assert(regexp_parse_flags(flags, strlen(flags), false, &bits));
    struct regexp *regexp = regexp_compile(&bench->context, text.wide, text.length, true, bits, error);
    struct regexp_error again;
    ck_assert(regexp_validate(&bench->context, text.wide, text.length, true, bits, &again) ==
              (regexp != NULL));
    if (!regexp) {
        ck_assert_str_eq(again.message, error->message);
        ck_assert_uint_eq(again.offset, error->offset);
    } else if (text.narrow) {
        struct regexp *same = regexp_compile(&bench->context, text.narrow, text.length, false, bits, &again);
        ck_assert(same && regexp_size(same) == regexp_size(regexp));
        ck_assert(memcmp(same, regexp, regexp_size(regexp)) == 0);
        regexp_free(&bench->memory, same);
    }
    free_text(text);
    return regexp;
}

// The positions of a match as text: "1-3 - 2-2", "none", or the number of another result. Both kinds of
// subject and the remembering of states must give the same.
static void execute(struct bench *bench, const struct regexp *regexp, struct text text, size_t start,
                    struct buffer *out) {
    uint32_t count = regexp_group_count(regexp) + 1;
    int32_t *captures = malloc(2 * count * sizeof *captures);
    struct buffer first = *out;
    for (int variant = 0; variant < 4; variant++) {
        bool wide = variant & 1 || !text.narrow;
        bench->context.patience = variant & 2 ? 1 : 0;
        out->length = 0;
        enum regexp_result result =
            regexp_execute(regexp, &bench->context, wide ? (void *)text.wide : text.narrow, text.length, wide,
                           start, captures);
        if (result == REGEXP_NO_MATCH)
            buffer_append_text(out, "none");
        else if (result != REGEXP_MATCH)
            buffer_printf(out, "%d", result);
        for (uint32_t i = 0; i < count && result == REGEXP_MATCH; i++) {
            if (i) buffer_append_char(out, ' ');
            if (captures[2 * i] >= 0) buffer_printf(out, "%d", captures[2 * i]);
            buffer_append_char(out, '-');
            if (captures[2 * i + 1] >= 0) buffer_printf(out, "%d", captures[2 * i + 1]);
        }
        if (variant == 0) {
            buffer_initialize(&first, out->memory);
            buffer_append(&first, out->bytes, out->length);
        } else if (first.length != out->length || memcmp(first.bytes, out->bytes, out->length) != 0) {
            ck_abort_msg("variant %d: %.*s, not %.*s", variant, (int)out->length, out->bytes,
                         (int)first.length, first.bytes);
        }
    }
    bench->context.patience = 0;
    buffer_finalize(&first);
    free(captures);
}

struct match_case {
    const char *pattern, *flags, *subject, *want;
};

static void check_matches(const struct match_case *cases, size_t count) {
    struct bench bench;
    struct buffer got;
    open_bench(&bench);
    for (size_t i = 0; i < count; i++) {
        struct regexp_error error;
        struct regexp *regexp = compile(&bench, cases[i].pattern, cases[i].flags, &error);
        if (!regexp) ck_abort_msg("/%s/%s: %s", cases[i].pattern, cases[i].flags, error.message);
        struct text text = make_text(cases[i].subject, strlen(cases[i].subject));
        buffer_initialize(&got, &bench.memory);
        execute(&bench, regexp, text, 0, &got);
        buffer_append_char(&got, 0);
        if (strcmp(got.bytes, cases[i].want) != 0)
            ck_abort_msg("/%s/%s on %s: %s, not %s", cases[i].pattern, cases[i].flags, cases[i].subject,
                         got.bytes, cases[i].want);
        buffer_finalize(&got);
        free_text(text);
        regexp_free(&bench.memory, regexp);
    }
    close_bench(&bench);
}

#define CHECK_MATCHES(...)                                                                                   \
    do {                                                                                                     \
        static const struct match_case cases[] = {__VA_ARGS__};                                              \
        check_matches(cases, sizeof cases / sizeof *cases);                                                  \
    } while (0)

START_TEST(characters) {
    CHECK_MATCHES({"abc", "", "xabcx", "1-4"}, {"", "", "abc", "0-0"}, {"a.c", "", "a\nc abc", "4-7"},
                  {"a.c", "s", "a\nc", "0-3"}, {"[^]", "", "\n", "0-1"}, {"[]", "", "a", "none"},
                  {"[a-c-e]+", "", "xb-e", "1-4"}, {"[\\w-e]+", "", "-a", "0-2"},
                  {"[^\\W\\d]+", "", "12ab_3", "2-5"}, {"\\x41\\u0042\\103\\cJ", "", "ABC\n", "0-4"},
                  {"\\8\\9\\a", "", "89a", "0-3"}, {"\\c\\c1[\\c1\\c_]+", "", "\\c\\c1\x11\x1f", "0-7"},
                  {"\\x4\\u12", "", "x4u12", "0-5"}, {"\\0[\\0]", "", "a", "none"},
                  {"]{}}{a{,2}", "", "]{}}{a{,2}", "0-10"}, {"\\k<a>\\p{L}", "", "k<a>p{L}", "0-8"},
                  {"\\s+", "", "a\xc2\xa0\xef\xbb\xbf\xe3\x80\x80", "1-4"},
                  {"needle", "", "a needed needle", "9-15"}, {"[\\b]", "", "a\b", "1-2"});
}
END_TEST

START_TEST(quantifiers) {
    CHECK_MATCHES({"a*", "", "aaa", "0-3"}, {"a*?", "", "aaa", "0-0"}, {"a+?b", "", "aab", "0-3"},
                  {"a{2,3}", "", "aaaa", "0-3"}, {"a{2,3}?", "", "aaaa", "0-2"}, {"a{0}b", "", "ab", "1-2"},
                  {"a{2,}$", "", "baaa", "1-4"}, {"(?:ab){2,4}", "", "ababab", "0-6"},
                  {"(a|ab)(c|bcd)(d*)", "", "abcd", "0-4 0-1 1-4 4-4"},
                  {"(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", "0-10 0-1 8-10 8-9 - 9-10"},
                  {"(a*)*", "", "b", "0-0 -"}, {"(?:a*?)*?b", "", "aab", "0-3"},
                  {"(a*)+", "", "b", "0-0 0-0"}, {"(?:a|b){100,}c", "", "abc", "none"},
                  {"((a)|b)*", "", "ab", "0-2 1-2 -"}, {"(?:){3}a", "", "a", "0-1"},
                  {"a{4294967296}", "", "a", "none"}, {"a{0,99999999999999999999}", "", "aaa", "0-3"},
                  {"(?=a)*a", "", "a", "0-1"}, {"(?:(a)|b){3}", "", "aab", "0-3 -"},
                  {".*x.*y", "", "axbxcyd", "0-6"}, {"(?:x{1,3}y){50,60}z", "", "xyz", "none"},
                  {"(a?)??b", "", "ab", "0-2 0-1"}, {"(.{1,2}|.){3}", "", "abcd", "0-4 3-4"});
}
END_TEST

START_TEST(assertions) {
    CHECK_MATCHES({"^b", "", "a\nb", "none"}, {"^b", "m", "a\nb", "2-3"}, {"a$", "m", "a\nb", "0-1"},
                  {"\\bfoo\\b", "", "afoo foo", "5-8"}, {"\\Boo\\B", "", "oo foox", "4-6"},
                  {"(?=(a+))a*b\\1", "", "baaabac", "3-6 3-4"}, {"(?!foo)...", "", "foobar", "1-4"},
                  {"(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", "0-8 0-2 - 3-8"},
                  {"(?<=\\$)\\d+", "", "1 $23", "3-5"}, {"(?<!\\$)\\b\\d+", "", "$12 34", "4-6"},
                  {"(?<=(\\d+)(\\d+))$", "", "1053", "4-4 0-1 1-4"},
                  {"(?<=\\1(\\d+))x", "", "1212x", "4-5 2-4"}, {"(?<=(\\w){3})d", "", "abcd", "3-4 0-1"},
                  {"(?<=^ab|b)c", "", "abc", "2-3"}, {"(?<=a(?=b(?<=ab)))b", "", "ab", "1-2"},
                  {"(?=(?=(a)))a|b", "", "a", "0-1 0-1"}, {"(?!(a))b|a", "", "ab", "0-1 -"},
                  {"(?:(?=(a))a)+b", "", "aab", "0-3 1-2"}, {"(?<=a.*?c)d", "", "abcd", "3-4"},
                  {"(?!(?!a))a", "", "ba", "1-2"});
}
END_TEST

START_TEST(references) {
    CHECK_MATCHES({"(a*)b\\1", "", "aabaa", "0-5 0-2"}, {"\\1(a)", "", "aa", "0-1 0-1"},
                  {"(a\\1)", "", "aa", "0-1 0-1"}, {"(?<x>a)\\k<x>", "", "aa", "0-2 0-1"},
                  {"\\k<x>(?<x>a)", "", "a", "0-1 0-1"},
                  {"(?:(?<x>a)|(?<x>b))\\k<x>", "", "abb", "1-3 - 1-2"},
                  {"(?:(?<x>a)|(?<x>b)\\k<x>)+", "", "abb", "0-3 - 1-2"},
                  {"(\xc3\xa9)\\1", "i", "\xc3\xa9\xc3\x89", "0-2 0-1"},
                  {"(K)\\1", "iu", "k\xe2\x84\xaa", "0-2 0-1"}, {"(K)\\1", "i", "k\xe2\x84\xaa", "none"},
                  {"(\xed\xa0\xbc)\\1", "u", "\xed\xa0\xbc\xf0\x9f\x8c\x86", "none"},
                  {"(a)|b\\1c", "", "bc", "0-2 -"}, {"(?:(a)|b\\1)+", "", "abb", "0-3 -"});
}
END_TEST

START_TEST(ignored_case) {
    CHECK_MATCHES({"HeLLo", "i", "say hEllO", "4-9"}, {"[a-z]+", "i", "ABC", "0-3"},
                  {"[^a]", "i", "Ab", "1-2"}, {"s", "i", "\xc5\xbf", "none"}, {"s", "iu", "\xc5\xbf", "0-1"},
                  {"\\w", "iu", "\xc5\xbf", "0-1"}, {"\\W", "iu", "\xc5\xbf", "none"},
                  {"\\w", "i", "\xc5\xbf", "none"}, {"\xc3\x9f", "iu", "\xe1\xba\x9e", "0-1"},
                  {"\xc3\x9f", "i", "\xe1\xba\x9e", "none"}, {"\xcf\x83", "i", "\xcf\x82", "0-1"},
                  {"\xc3\xbf", "i", "\xc5\xb8", "0-1"}, {"[\xc5\xb8]", "i", "\xc3\xbf", "0-1"},
                  {"\\u{10400}", "iu", "\xf0\x90\x90\xa8", "0-2"}, {"\\P{Lu}", "iu", "A", "0-1"},
                  {"[^\\P{Lu}]", "iu", "A", "none"}, {"\\P{Lu}", "iv", "A", "none"},
                  {"(?i:a)b", "", "Ab", "0-2"}, {"(?i:a)b", "", "AB", "none"}, {"(?-i:a)b", "i", "aB", "0-2"},
                  {"(?s-i:.a)", "i", "\na", "0-2"}, {"(?m:^a)|^b", "", "c\na", "2-3"},
                  {"(?i:(?-i:a)b)", "", "aB", "0-2"});
}
END_TEST

START_TEST(code_points) {
    CHECK_MATCHES(
        {"^.$", "u", "\xf0\x9f\x8c\x86", "0-2"}, {"^.$", "", "\xf0\x9f\x8c\x86", "none"},
        {"\\udf06", "u", "\xf0\x9f\x8c\x86", "none"}, {"\\udf06", "", "\xf0\x9f\x8c\x86", "1-2"},
        {"\\ud83c\\udf06", "u", "\xf0\x9f\x8c\x86", "0-2"},
        {"[\xf0\x9f\x8c\x86]", "u", "\xf0\x9f\x8c\x86", "0-2"}, {"[^a]", "u", "\xf0\x9f\x8c\x86", "0-2"},
        {"\xf0\x9f\x8c\x86{2}", "u", "\xf0\x9f\x8c\x86\xf0\x9f\x8c\x86", "0-4"},
        {"(?<=\xf0\x9f\x8c\x86)a", "u",
         "\xf0\x9f\x8c\x86"
         "a",
         "2-3"},
        {"(?<=.)$", "u", "\xf0\x9f\x8c\x86", "2-2"}, {"(?<=^.)$", "u", "\xf0\x9f\x8c\x86", "2-2"},
        {".+?a", "u",
         "\xf0\x9f\x8c\x86\xf0\x9f\x8c\x86"
         "a",
         "0-5"},
        {".*\xf0\x9f\x8c\x86", "u", "\xf0\x9f\x8c\x86\xf0\x9f\x8c\x86", "0-4"},
        {"\\p{Lu}+", "u", "aBC", "1-3"}, {"\\p{Script=Greek}+", "u", "a\xce\xb1\xce\xb2", "1-3"},
        {"\\p{L}{2}", "u", "1\xc3\xa9\xf0\x90\x90\x80", "1-4"}, {"(?!.)", "u", "\xf0\x9f\x8c\x86", "2-2"});
}
END_TEST

START_TEST(set_notation) {
    CHECK_MATCHES({"[\\w--[a-m]]+", "v", "abxyz", "2-5"},
                  {"[\\p{L}&&\\p{ASCII}]+", "v",
                   "\xc3\xa9"
                   "ab",
                   "1-3"},
                  {"[\\q{abc|ab|a}b]", "v", "xabd", "1-3"}, {"[\\q{|a}]", "v", "b", "0-0"},
                  {"^[\\q{a|ab|abc}]c$", "v", "abc", "0-3"}, {"[[a-z]--[aeiou]]+", "v", "aeixyz", "3-6"},
                  {"[^[a-z]--b]", "v", "ab", "1-2"}, {"[\\q{ab|c}--\\q{ab}]", "v", "abc", "2-3"},
                  {"[\\q{ab|c}&&\\q{ab|d}]", "v", "cab", "1-3"}, {"[A--\\q{a}]", "vi", "a", "none"},
                  {"[\\q{AB}]", "vi", "ab", "0-2"}, {"(?<=[\\q{abc|d|cd}])x", "v", "abcdx", "4-5"},
                  {"\\p{RGI_Emoji}", "v",
                   "a\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7", "1-9"},
                  {"^\\p{Emoji_Keycap_Sequence}$", "v", "1\xef\xb8\x8f\xe2\x83\xa3", "0-3"},
                  {"[a\\-z\\&]+", "v", "-&a", "0-3"}, {"(?<=^[\\q{ab|a}])b", "v", "ab", "1-2"});
}
END_TEST

START_TEST(starts) {
    struct bench bench;
    struct buffer got;
    static const struct {
        const char *pattern, *flags, *subject;
        size_t start;
        const char *want;
    } cases[] = {{"a", "", "aba", 1, "2-3"},
                 {"a", "y", "aba", 1, "none"},
                 {"b", "y", "aba", 1, "1-2"},
                 {"^a", "", "aa", 1, "none"},
                 {"^a", "my", "b\na", 2, "2-3"},
                 {"(?<=a)b", "y", "ab", 1, "1-2"},
                 {"", "", "ab", 2, "2-2"},
                 {"a", "", "ab", 2, "none"},
                 {"\\udf06", "u", "\xf0\x9f\x8c\x86", 1, "none"},
                 {".", "uy", "\xf0\x9f\x8c\x86", 1, "0-2"}};
    open_bench(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct regexp_error error;
        struct regexp *regexp = compile(&bench, cases[i].pattern, cases[i].flags, &error);
        struct text text = make_text(cases[i].subject, strlen(cases[i].subject));
        buffer_initialize(&got, &bench.memory);
        execute(&bench, regexp, text, cases[i].start, &got);
        buffer_append_char(&got, 0);
        ck_assert_str_eq(got.bytes, cases[i].want);
        buffer_finalize(&got);
        free_text(text);
        regexp_free(&bench.memory, regexp);
    }
    close_bench(&bench);
}
END_TEST

START_TEST(searches) {
    CHECK_MATCHES({"(?:^|.|[^..])\\.x(\\d+)", "", "a.x b.x12", "4-9 7-9"}, {"^.x", "", ".x", "0-2"},
                  {"(?:^|a)needle", "", "xx needle aneedle", "10-17"}, {"(?:^|a)needle", "", "needle", "0-6"},
                  {"[ab]{1,3}needle", "", "needle abaneedle", "7-16"},
                  {"\\w+@\\w+", "", "no one at a@b", "10-13"}, {"(?:a|bc)de", "", "xxdexbcde", "5-9"},
                  {"x?\xe2\x82\xac", "", "a x\xe2\x82\xac", "2-4"}, {"x?\xe2\x82\xac", "", "a xe", "none"},
                  {".\xf0\x9f\x8c\x86", "u", "\xf0\x9f\x8c\x86\xf0\x9f\x8c\x86", "0-4"},
                  {".?b", "u",
                   "\xf0\x9f\x8c\x86"
                   "b",
                   "0-3"},
                  {"(?:ab){2}c", "", "ababc", "0-5"}, {"(?:ab)+c", "", "xabababc", "1-8"},
                  {"a*(?:bc){3,}d", "", "abcbcbcd bcbcd", "0-8"});
}
END_TEST

START_TEST(errors) {
    struct bench bench;
    static const struct {
        const char *pattern, *flags, *message;
    } cases[] = {
        {"(", "", "Unterminated group"},
        {"a(?:b", "", "Unterminated group"},
        {")", "", "Unmatched ')'"},
        {"*", "", "Nothing to repeat"},
        {"a**", "", "Nothing to repeat"},
        {"^*", "", "Nothing to repeat"},
        {"{2,1}", "", "Nothing to repeat"},
        {"a{2,1}", "", "numbers out of order in {} quantifier"},
        {"a{99999999999999999999,99999999999999999998}", "", "numbers out of order in {} quantifier"},
        {"a{", "u", "Incomplete quantifier"},
        {"}", "u", "Lone quantifier brackets"},
        {"]", "v", "Lone quantifier brackets"},
        {"(?<=a)*", "", "Invalid quantifier"},
        {"(?=a)*", "u", "Invalid quantifier"},
        {"\\", "", "\\ at end of pattern"},
        {"[\\", "", "\\ at end of pattern"},
        {"\\1", "u", "Invalid escape"},
        {"\\a", "u", "Invalid escape"},
        {"\\-", "u", "Invalid escape"},
        {"[\\a]", "v", "Invalid escape"},
        {"(?<a>)[\\k]", "", "Invalid escape"},
        {"\\00", "u", "Invalid decimal escape"},
        {"[\\1]", "u", "Invalid class escape"},
        {"\\u{110000}", "u", "Invalid Unicode escape"},
        {"\\c", "u", "Invalid Unicode escape"},
        {"\\p{Foo}", "u", "Invalid property name"},
        {"\\p{Script}", "u", "Invalid property name"},
        {"\\P{RGI_Emoji}", "v", "Invalid property name"},
        {"\\p{RGI_Emoji}", "u", "Invalid property name"},
        {"[\\p{x}]", "u", "Invalid property name in character class"},
        {"(?<1>a)", "", "Invalid capture group name"},
        {"(?<a", "", "Invalid capture group name"},
        {"(?<a>)(?<a>)", "", "Duplicate capture group name"},
        {"(?:(?<a>)|b)(?<a>)", "", "Duplicate capture group name"},
        {"(?<a>(?<a>)|b)", "", "Duplicate capture group name"},
        {"(?<a>)\\k", "", "Invalid named reference"},
        {"(?<a>)\\k<b>", "", "Invalid named capture referenced"},
        {"(?a)", "", "Invalid group"},
        {"(?ii:a)", "", "Repeated flag in flag group"},
        {"(?i-i:a)", "", "Repeated flag in flag group"},
        {"(?-:a)", "", "Invalid flag group"},
        {"(?i--s:a)", "", "Multiple dashes in flag group"},
        {"[a", "", "Unterminated character class"},
        {"[[a]", "v", "Unterminated character class"},
        {"[b-a]", "", "Range out of order in character class"},
        {"[\\w-a]", "u", "Invalid character class"},
        {"[a-b&&c]", "v", "Invalid set operation in character class"},
        {"[a&&b--c]", "v", "Invalid set operation in character class"},
        {"[!!]", "v", "Invalid set operation in character class"},
        {"[(]", "v", "Invalid character in character class"},
        {"[a&&&b]", "v", "Invalid character in character class"},
        {"[a-]", "v", "Invalid character in character class"},
        {"[^\\q{ab}]", "v", "Negated character class may contain strings"},
        {"[^\\p{RGI_Emoji}]", "v", "Negated character class may contain strings"}};
    open_bench(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct regexp_error error;
        struct regexp *regexp = compile(&bench, cases[i].pattern, cases[i].flags, &error);
        if (regexp || strcmp(error.message, cases[i].message) != 0)
            ck_abort_msg("/%s/%s: %s", cases[i].pattern, cases[i].flags, regexp ? "valid" : error.message);
        ck_assert_int_eq(error.kind, REGEXP_ERROR_SYNTAX);
        ck_assert_uint_le(error.offset, strlen(cases[i].pattern));
    }
    close_bench(&bench);
}
END_TEST

START_TEST(flags) {
    uint32_t bits;
    ck_assert(regexp_parse_flags("dgimsuy", 7, false, &bits) && bits == (0xff & ~REGEXP_UNICODE_SETS));
    ck_assert(regexp_parse_flags("", 0, false, &bits) && bits == 0);
    ck_assert(!regexp_parse_flags("uv", 2, false, &bits));
    ck_assert(!regexp_parse_flags("gg", 2, false, &bits));
    ck_assert(!regexp_parse_flags("x", 1, false, &bits));
    ck_assert(!regexp_parse_flags((uint16_t[]){0x100 + 'g'}, 1, true, &bits));
}
END_TEST

START_TEST(names) {
    struct bench bench;
    struct regexp_error error;
    open_bench(&bench);
    struct regexp *regexp =
        compile(&bench, "(?<b>x)(.)(?:(?<a\\u{1d49c}>y)|(?<b1>z)|(?<a\\ud835\\udc9c>)q)", "", &error);
    ck_assert_uint_eq(regexp_group_count(regexp), 5);
    ck_assert_uint_eq(regexp_name_count(regexp), 3);
    struct regexp_name first = regexp_name(regexp, 0), second = regexp_name(regexp, 1),
                       third = regexp_name(regexp, 2);
    ck_assert(first.length == 1 && first.units[0] == 'b' && first.group_count == 1 && first.groups[0] == 1);
    ck_assert(second.length == 3 && second.units[1] == 0xd835 && second.group_count == 2);
    ck_assert(second.groups[0] == 3 && second.groups[1] == 5);
    ck_assert(third.length == 2 && third.group_count == 1 && third.groups[0] == 4);
    regexp_free(&bench.memory, regexp);
    close_bench(&bench);
}
END_TEST

// `count` times a letter, then something that has every text the patterns below demand.
static struct text repeat(char c, size_t count) {
    static const char tail[] = "!bcxyAz=";
    char *bytes = malloc(count + sizeof tail);
    memset(bytes, c, count);
    memcpy(bytes + count, tail, sizeof tail);
    struct text text = make_text(bytes, count + sizeof tail - 1);
    free(bytes);
    return text;
}

START_TEST(hostile_patterns_end) {
    static const char *const patterns[] = {"(a+)+b",        "(a*)*b",          "(a|a)*b",
                                           "(a|aa)+b",      "(?:a*)*(?:a*)*b", "a*a*a*a*b",
                                           "(?:(?:a*)*)*b", "(.*)*x",          ".*.*=.*",
                                           "(?:a|b|ab)*c",  "a+$(?!)",         "^(([a-z])+.)+[A-Z]([a-z])+$",
                                           "(?:a?){3,}b",   "(a+?)+?b",        "(a?){30}b",
                                           "(?=(a+)+b)a",   "(?!(a|aa)+b)c",   "(?:aa?)*?b",
                                           "(a+)+?[bc]",    "(?:a{2,}?)*b",    "(?:a|b)*c"};
    struct text text = repeat('a', 20000);
    struct bench bench;
    open_bench(&bench);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (int unicode = 0; unicode < 2; unicode++) {
            struct regexp_error error;
            int32_t captures[64];
            struct regexp *regexp = compile(&bench, patterns[i], unicode ? "u" : "", &error);
            const void *units = unicode ? (void *)text.wide : text.narrow;
            bench.pauses = 5000; // of 16384 steps
            enum regexp_result result =
                regexp_execute(regexp, &bench.context, units, text.length, unicode, 0, captures);
            if (result > REGEXP_MATCH) ck_abort_msg("/%s/: %d", patterns[i], result);
            regexp_free(&bench.memory, regexp);
        }
    free_text(text);
    close_bench(&bench);
}
END_TEST

static enum regexp_result run_once(struct bench *bench, const char *pattern, struct text text) {
    struct regexp_error error;
    int32_t captures[64];
    struct regexp *regexp = compile(bench, pattern, "", &error);
    enum regexp_result result =
        regexp_execute(regexp, &bench->context, text.narrow, text.length, false, 0, captures);
    regexp_free(&bench->memory, regexp);
    return result;
}

START_TEST(limits) {
    struct text text = repeat('a', 100000);
    struct bench bench;
    open_bench(&bench);
    bench.pauses = 10;
    ck_assert_int_eq(run_once(&bench, "(a*)\\1*b", text), REGEXP_INTERRUPTED);
    bench.pauses = 10;
    ck_assert_int_eq(run_once(&bench, "(?:(?:){1000000000}|b){1000}\\1{1000000000}(x)", text),
                     REGEXP_INTERRUPTED);
    bench.pauses = INT64_MAX;
    bench.context.backtrack_limit = 100000;
    ck_assert_int_eq(run_once(&bench, "(?:a|b)*c", text), REGEXP_EXHAUSTED);
    ck_assert_int_eq(run_once(&bench, "(?:a|b){5}", text), REGEXP_MATCH);
    bench.context.backtrack_limit = 0;
    bench.memory.limit = bench.memory.used + 200000;
    ck_assert_int_eq(run_once(&bench, "(?:a|b)*c", text), REGEXP_OUT_OF_MEMORY);
    bench.memory.limit = 0;
    free_text(text);
    close_bench(&bench);
}
END_TEST

START_TEST(nesting) {
    static const char *const parts[][3] = {
        {"(", "a", ")"}, {"(?=", "a", ")"}, {"(?:b|", "a", ")*"}, {"[", "a", "]"}};
    struct bench bench;
    open_bench(&bench);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            for (uint32_t depth = 10; depth <= 100000; depth *= 100) {
                struct buffer pattern;
                struct regexp_error error;
                buffer_initialize(&pattern, &bench.memory);
                for (uint32_t j = 0; j < depth; j++)
                    buffer_append_text(&pattern, parts[i][0]);
                buffer_append_text(&pattern, parts[i][1]);
                for (uint32_t j = 0; j < depth; j++)
                    buffer_append_text(&pattern, parts[i][2]);
                bench.context.stack_limit = round ? (uintptr_t)__builtin_frame_address(0) - 60000 : 0;
                struct regexp *regexp = regexp_compile(&bench.context, pattern.bytes, pattern.length, false,
                                                       i == 3 ? REGEXP_UNICODE_SETS : 0, &error);
                ck_assert(regexp || error.kind == REGEXP_ERROR_SIZE);
                ck_assert(!regexp == (depth > 10 && (round || depth > 1000)));
                regexp_free(&bench.memory, regexp);
                buffer_finalize(&pattern);
            }
    close_bench(&bench);
}
END_TEST

START_TEST(failing_allocations) {
    static const char *const patterns[] = {"(?<n>a+)|(?<n>b)\\k<n>[\\d\\w]{3,}(x|y|z|w)*?(?<=q)",
                                           "[\xc3\xa0-\xc3\xbe]+\\p{Lu}", "[\\q{abc|abd|x}--\\q{x}&&]",
                                           "(?:a|b)*c"};
    struct text subject = repeat('a', 3000);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct text pattern = make_text(patterns[i], strlen(patterns[i]));
        uint32_t flags = i == 2 ? REGEXP_UNICODE_SETS : i == 1 ? REGEXP_UNICODE | REGEXP_IGNORE_CASE : 0;
        bool failed = true;
        for (uint64_t n = 1; failed; n++) {
            struct bench bench;
            struct regexp_error error;
            int32_t captures[16];
            open_bench(&bench);
            bench.memory.fail_countdown = n;
            bench.memory.failed_once = false;
            bench.context.patience = 1;
            struct regexp *regexp =
                regexp_compile(&bench.context, pattern.wide, pattern.length, true, flags, &error);
            if (!regexp && error.kind == REGEXP_ERROR_MEMORY) ck_assert(bench.memory.failed_once);
            if (!regexp && error.kind != REGEXP_ERROR_MEMORY) ck_assert(!bench.memory.failed_once);
            if (regexp) {
                enum regexp_result result = regexp_execute(regexp, &bench.context, subject.narrow,
                                                           subject.length, false, 0, captures);
                ck_assert(result <= REGEXP_MATCH || bench.memory.failed_once);
            }
            failed = bench.memory.failed_once;
            bench.memory.fail_countdown = 0;
            regexp_free(&bench.memory, regexp);
            close_bench(&bench);
        }
        free_text(pattern);
    }
    free_text(subject);
}
END_TEST

START_TEST(listing) {
    struct bench bench;
    struct buffer text;
    struct regexp_error error;
    open_bench(&bench);
    struct regexp *regexp = compile(&bench, "ab[cd]*e|(x)\\1|f|g", "", &error);
    buffer_initialize(&text, &bench.memory);
    regexp_disassemble(regexp, &text);
    buffer_append_char(&text, 0);
    ck_assert(strstr(text.bytes, "TEXT 2") && strstr(text.bytes, "LOOP_POSSESSIVE") &&
              strstr(text.bytes, "ACCEPT"));
    buffer_finalize(&text);
    regexp_free(&bench.memory, regexp);
    close_bench(&bench);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regexp");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, characters);
    tcase_add_test(tests, quantifiers);
    tcase_add_test(tests, assertions);
    tcase_add_test(tests, references);
    tcase_add_test(tests, ignored_case);
    tcase_add_test(tests, code_points);
    tcase_add_test(tests, set_notation);
    tcase_add_test(tests, starts);
    tcase_add_test(tests, searches);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, flags);
    tcase_add_test(tests, names);
    tcase_add_test(tests, hostile_patterns_end);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, nesting);
    tcase_add_test(tests, failing_allocations);
    tcase_add_test(tests, listing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
