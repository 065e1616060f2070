#include "base/utf.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

// Text that is decoded and what comes of it; -1 ends the units.
struct decoding {
    const char *bytes;
    int strict[12], wtf[12];
};

static size_t count_units(const int *units) {
    size_t count = 0;
    while (units[count] >= 0)
        count++;
    return count;
}

static void check_decoding(const char *bytes, const int *want, enum utf_mode mode) {
    uint16_t out[64];
    size_t length = strlen(bytes), count = count_units(want);
    struct utf_measure measure = utf_measure8(bytes, length, mode);
    ck_assert_uint_eq(measure.units, count);
    ck_assert_uint_eq(utf_decode_utf16(bytes, length, out, mode), count);
    unsigned widest = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(out[i] == want[i], "%zu: %x, not %x", i, out[i], (unsigned)want[i]);
        widest |= out[i];
    }
    ck_assert_int_eq(measure.widest < 0x80, widest < 0x80);
    ck_assert_int_eq(measure.widest < 0x100, widest < 0x100);
}

START_TEST(decodes) {
    static const struct decoding cases[] = {
        {"", {-1}, {-1}},
        {"aé€😀", {'a', 0xe9, 0x20ac, 0xd83d, 0xde00, -1}, {'a', 0xe9, 0x20ac, 0xd83d, 0xde00, -1}},
        {"\x80", {0xfffd, -1}, {0xfffd, -1}},
        {"\xc0\xaf", {0xfffd, 0xfffd, -1}, {0xfffd, 0xfffd, -1}},
        {"\xc3", {0xfffd, -1}, {0xfffd, -1}},
        {"\xc3x", {0xfffd, 'x', -1}, {0xfffd, 'x', -1}},
        {"\xe0\x80\x80", {0xfffd, 0xfffd, 0xfffd, -1}, {0xfffd, 0xfffd, 0xfffd, -1}},
        {"\xe2\x82", {0xfffd, -1}, {0xfffd, -1}},
        {"\xe2\x82x", {0xfffd, 'x', -1}, {0xfffd, 'x', -1}},
        {"\xed\xa0\x80", {0xfffd, 0xfffd, 0xfffd, -1}, {0xd800, -1}},
        {"\xed\xbf\xbf", {0xfffd, 0xfffd, 0xfffd, -1}, {0xdfff, -1}},
        {"\xf0\x9f\x98", {0xfffd, -1}, {0xfffd, -1}},
        {"\xf0\x9f\x98\x80", {0xd83d, 0xde00, -1}, {0xd83d, 0xde00, -1}},
        {"\xf0\x80\x80\x80", {0xfffd, 0xfffd, 0xfffd, 0xfffd, -1}, {0xfffd, 0xfffd, 0xfffd, 0xfffd, -1}},
        {"\xf4\x8f\xbf\xbf", {0xdbff, 0xdfff, -1}, {0xdbff, 0xdfff, -1}},
        {"\xf4\x90\x80\x80", {0xfffd, 0xfffd, 0xfffd, 0xfffd, -1}, {0xfffd, 0xfffd, 0xfffd, 0xfffd, -1}},
        {"\xf5\xff", {0xfffd, 0xfffd, -1}, {0xfffd, 0xfffd, -1}},
        {"\xf0\x9f\xf0\x9f\x98\x80", {0xfffd, 0xd83d, 0xde00, -1}, {0xfffd, 0xd83d, 0xde00, -1}},
        {"\xef\xbf\xbd", {0xfffd, -1}, {0xfffd, -1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_decoding(cases[i].bytes, cases[i].strict, UTF_STRICT);
        check_decoding(cases[i].bytes, cases[i].wtf, UTF_WTF);
    }
    ck_assert(utf_is_valid8("aé€😀\xef\xbf\xbd", 13));
    ck_assert(!utf_is_valid8("0123456789012345678\x80", 20));
    ck_assert(!utf_is_valid8("\xed\xa0\x80", 3));
    ck_assert(!utf_measure8("\xed\xa0\x80", 3, UTF_STRICT).valid);
    ck_assert(utf_measure8("\xed\xa0\x80", 3, UTF_WTF).valid);
}
END_TEST

START_TEST(every_code_point_round_trips) {
    for (uint32_t code_point = 0; code_point <= UTF_MAXIMUM; code_point++) {
        char bytes[4];
        uint16_t units[2];
        size_t length = utf_put8(code_point, bytes), count = utf_put16(code_point, units), position = 0;
        enum utf_mode mode = utf_is_surrogate(code_point) ? UTF_WTF : UTF_STRICT;
        ck_assert_uint_eq(utf_next8(bytes, length, &position, mode), code_point);
        ck_assert_uint_eq(position, length);
        position = 0;
        ck_assert_uint_eq(utf_next16(units, count, &position), code_point);
        ck_assert_uint_eq(position, count);
        ck_assert_uint_eq(utf_previous16(units, &position), code_point);
        ck_assert_uint_eq(position, 0);
        ck_assert_uint_eq(utf_length8_utf16(units, count), length);
    }
}
END_TEST

// Random units, surrogates and ASCII runs among them, at all lengths around the wide steps.
START_TEST(random_text_round_trips) {
    uint16_t text[100], back[300];
    uint8_t narrow[100], narrow_back[200];
    char bytes[300];
    srand(1);
    for (int round = 0; round < 20000; round++) {
        size_t length = (size_t)rand() % 100;
        bool latin1 = true;
        for (size_t i = 0; i < length; i++) {
            int kind = rand() % 40;
            text[i] = (uint16_t)(kind < 36 ? rand() % 0x80 : kind == 36 ? rand() % 0x100 : rand());
            if (kind == 37) text[i] = (uint16_t)(0xd800 + rand() % 0x800);
            latin1 = latin1 && text[i] < 0x100;
        }
        ck_assert_int_eq(utf_is_latin1(text, length), latin1);
        size_t count = utf_encode_utf16(text, length, bytes, UTF_WTF);
        ck_assert_uint_eq(count, utf_length8_utf16(text, length));
        ck_assert_uint_eq(utf_decode_utf16(bytes, count, back, UTF_WTF), length);
        ck_assert_int_eq(memcmp(text, back, length * sizeof *text), 0);
        ck_assert_int_eq(utf_is_well_formed16(text, length), utf_is_valid8(bytes, count));
        ck_assert_uint_eq(utf_encode_utf16(text, length, bytes, UTF_STRICT), count);
        ck_assert(utf_is_valid8(bytes, count));
        if (!latin1) continue;
        utf_narrow(text, length, narrow);
        ck_assert_uint_eq(utf_length8_latin1(narrow, length), count);
        ck_assert_uint_eq(utf_encode_latin1(narrow, length, bytes), count);
        ck_assert_uint_eq(utf_decode_latin1(bytes, count, narrow_back), length);
        ck_assert_int_eq(memcmp(narrow, narrow_back, length), 0);
        utf_widen(narrow, length, back);
        ck_assert_int_eq(memcmp(text, back, length * sizeof *text), 0);
    }
}
END_TEST

// Decoding a stream in two pieces, holding the tail back, gives what decoding at once gives.
START_TEST(streams_may_be_cut_anywhere) {
    srand(2);
    for (int round = 0; round < 20000; round++) {
        static const unsigned char pool[] = {'a',  0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xe2,
                                             0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f, 0xff};
        char bytes[12];
        size_t length = (size_t)rand() % 12, cut = length ? (size_t)rand() % length : 0;
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)pool[(size_t)rand() % sizeof pool];
        uint16_t whole[12], pieces[24];
        size_t count = utf_decode_utf16(bytes, length, whole, UTF_STRICT);
        size_t tail = utf_incomplete_tail8(bytes, cut);
        size_t first = utf_decode_utf16(bytes, cut - tail, pieces, UTF_STRICT);
        first += utf_decode_utf16(bytes + cut - tail, length - cut + tail, pieces + first, UTF_STRICT);
        ck_assert_uint_eq(first, count);
        ck_assert_int_eq(memcmp(whole, pieces, count * sizeof *whole), 0);
    }
    ck_assert_uint_eq(utf_incomplete_tail8("a\xe2\x82", 3), 2);
    ck_assert_uint_eq(utf_incomplete_tail8("\xf0\x9f\x98", 3), 3);
    ck_assert_uint_eq(utf_incomplete_tail8("\xe2\x82\xac", 3), 0);
    ck_assert_uint_eq(utf_incomplete_tail8("\xff", 1), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("utf");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, decodes);
    tcase_add_test(tests, every_code_point_round_trips);
    tcase_add_test(tests, random_text_round_trips);
    tcase_add_test(tests, streams_may_be_cut_anywhere);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
