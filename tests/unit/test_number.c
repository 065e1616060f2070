#include "base/number.h"
#include "base/number_internal.h"
#include "run_suite.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x9E3779B97F4A7C15u;
}

static double random_double(uint64_t *state) {
    double value;
    do {
        uint64_t bits = next_random(state), kind = bits >> 60;
        if (kind < 6)
            bits = (bits & ~((uint64_t)0x7ff << 52)) | (1023 - 40 + bits % 100) << 52; // everyday size
        if (kind == 6) bits &= ~(((uint64_t)1 << 52) - 1);                             // powers of two
        if (kind == 7) bits &= ((uint64_t)1 << 52) - 1;                                // subnormal
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

static double parse(const char *text) {
    size_t consumed;
    double value = number_parse_decimal(NULL, text, strlen(text), &consumed);
    ck_assert_uint_eq(consumed, strlen(text));
    return value;
}

static void check_parse(const char *text) {
    double got = parse(text), want = strtod(text, NULL);
    if (memcmp(&got, &want, sizeof got) != 0) ck_abort_msg("%.80s gives %a, not %a", text, got, want);
}

START_TEST(powers_of_ten_are_exact) {
    // The significand of 5^k: multiply or divide 128 bits and many more below, watching only the top.
    enum { LIMBS = 40 };
    for (int direction = -1; direction <= 1; direction += 2) {
        uint32_t limbs[LIMBS] = {0}; // lowest first; the value is scaled by 2^-scale
        limbs[direction < 0 ? LIMBS - 1 : 0] = 1;
        for (int k = direction; k >= NUMBER_POWER_MINIMUM && k <= NUMBER_POWER_MAXIMUM; k += direction) {
            uint64_t carry = 0;
            if (direction > 0)
                for (int i = 0; i < LIMBS; i++) {
                    carry += (uint64_t)limbs[i] * 5;
                    limbs[i] = (uint32_t)carry;
                    carry >>= 32;
                }
            else
                for (int i = LIMBS; i-- > 0;) {
                    carry = carry << 32 | limbs[i];
                    limbs[i] = (uint32_t)(carry / 5);
                    carry %= 5;
                }
            int top = LIMBS - 1;
            while (limbs[top] == 0)
                top--;
            uint64_t words[3] = {0};
            for (int i = 0; i < 5; i++) {
                uint32_t limb = top >= i ? limbs[top - i] : 0;
                words[i / 2] |= (uint64_t)limb << (i % 2 ? 0 : 32);
            }
            int shift = __builtin_clzll(words[0]);
            if (shift) {
                words[0] = words[0] << shift | words[1] >> (64 - shift);
                words[1] = words[1] << shift | words[2] >> (64 - shift);
            }
            struct number_power power = number_power_of_ten(k);
            ck_assert_msg(power.high == words[0] && power.low == words[1], "10^%d", k);
        }
    }
    ck_assert_uint_eq(number_power_of_ten(0).high, (uint64_t)1 << 63);
}
END_TEST

START_TEST(parses_known_cases) {
    static const char *const cases[] = {
        "0",
        "1",
        "42",
        "3.14",
        "100",
        ".5",
        "5.",
        "0.1",
        "1e3",
        "1E3",
        "1e+3",
        "1e-3",
        "1.5e300",
        "1e22",
        "1e23",
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740993.00000000000000000000000000000000000001",
        "9007199254740992.999999999999999999999",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "4.9e-324",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.4703282292062329e-324",
        "1e-400",
        "0e999999999999999999999",
        "1e-99999999999999999999",
        "1e99999999999999999999",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
        "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e-90",
        "00000000000000000000000000000000000000123",
        "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_parse(cases[i]);

    static const struct {
        const char *text;
        size_t consumed;
        double value;
    } prefixes[] = {{"1e", 1, 1},    {"1e+", 1, 1},  {"1.e5x", 4, 1e5}, {"12px", 2, 12},  {"1.2.3", 3, 1.2},
                    {"1_000", 1, 1}, {"0x10", 1, 0}, {".5.", 2, .5},    {"7e5e5", 3, 7e5}};
    size_t consumed;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        ck_assert_double_eq(number_parse_decimal(NULL, prefixes[i].text, strlen(prefixes[i].text), &consumed),
                            prefixes[i].value);
        ck_assert_uint_eq(consumed, prefixes[i].consumed);
    }
    static const char *const nothing[] = {"", ".", "e5", ".e5", "-1", "+1", " 1", "x", "Infinity"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        ck_assert(isnan(number_parse_decimal(NULL, nothing[i], strlen(nothing[i]), &consumed)));
        ck_assert_uint_eq(consumed, 0);
    }
}
END_TEST

START_TEST(parses_random_literals) {
    uint64_t state = 1;
    char text[2400];
    for (int i = 0; i < 50000; i++) {
        double value = fabs(random_double(&state));
        snprintf(text, sizeof text, "%.17g", value);
        check_parse(text);
        snprintf(text, sizeof text, "%.*e", (int)(next_random(&state) % 25), value);
        check_parse(text);
        snprintf(text, sizeof text, "%llue%d",
                 (unsigned long long)(next_random(&state) >> next_random(&state) % 64),
                 (int)(next_random(&state) % 700) - 360);
        check_parse(text);
    }
}
END_TEST

#if LDBL_MANT_DIG >= 64
START_TEST(parses_midpoints) {
    uint64_t state = 2;
    char text[2400], exponent[32];
    for (int i = 0; i < 5000; i++) {
        double value = fabs(random_double(&state));
        if (nextafter(value, INFINITY) > DBL_MAX) continue;
        long double middle = ((long double)value + nextafter(value, INFINITY)) / 2;
        snprintf(text, sizeof text, "%.*Le", (int)(next_random(&state) % 800), middle);
        check_parse(text);
        snprintf(text, sizeof text, "%.1300Le", middle);
        check_parse(text);
        char *mark = strchr(text, 'e'); // the same and a bit more, far behind
        snprintf(exponent, sizeof exponent, "%s", mark);
        size_t zeros = next_random(&state) % 900;
        memset(mark, '0', zeros);
        mark[zeros] = '1';
        strcpy(mark + zeros + 1, exponent);
        check_parse(text);
    }
}
END_TEST
#endif

START_TEST(parses_other_radices) {
    static const struct {
        const char *text;
        unsigned radix;
        size_t consumed;
        double value;
    } cases[] = {
        {"ff", 16, 2, 255},
        {"FfG", 16, 2, 255},
        {"1012", 2, 3, 5},
        {"777", 8, 3, 511},
        {"zz", 36, 2, 1295},
        {"123", 10, 3, 123},
        {"9", 8, 0, NAN},
        {"", 16, 0, NAN},
        {"20000000000001", 16, 14, 0x1p53},     // tie, to even
        {"20000000000003", 16, 14, 0x1p53 + 4}, // tie, to even
        {"2000000000000100000000000000000", 16, 31, 0x1p121},
        {"2000000000000100000000000000001", 16, 31, 0x1.0000000000001p121},
        {"0000000000000000000000000000000001", 32, 34, 1},
        {"100000000000000000000000000000000000000000000000000000", 2, 54, 0x1p53},
    };
    size_t consumed;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value =
            number_parse_radix(NULL, cases[i].text, strlen(cases[i].text), cases[i].radix, &consumed);
        ck_assert_uint_eq(consumed, cases[i].consumed);
        if (isnan(cases[i].value))
            ck_assert(isnan(value));
        else
            ck_assert_double_eq(value, cases[i].value);
    }
    char text[1200];
    memset(text, '1', sizeof text);
    ck_assert(isinf(number_parse_radix(NULL, text, sizeof text, 2, &consumed)));
    ck_assert_double_eq(number_parse_radix(NULL, text, 1024, 2, &consumed), INFINITY);
    ck_assert(isfinite(number_parse_radix(NULL, text, 1023, 2, &consumed)));
    ck_assert(isinf(number_parse_radix(NULL, text, sizeof text, 7, &consumed)));
    memset(text, '0', sizeof text);
    ck_assert_double_eq(number_parse_radix(NULL, text, sizeof text, 16, &consumed), 0);
}
END_TEST

static const char *shortest(double value, char *out) {
    out[number_to_shortest(value, out)] = 0;
    return out;
}

START_TEST(shortest_known_cases) {
    char out[NUMBER_SHORTEST_SIZE + 1];
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-1, "-1"},
        {123456789, "123456789"},
        {2147483647, "2147483647"},
        {-2147483648, "-2147483648"},
        {2147483648, "2147483648"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1e21, "1e+21"},
        {1e20, "100000000000000000000"},
        {123456789012345680000.0, "123456789012345680000"},
        {1.2345e25, "1.2345e+25"},
        {1e-6, "0.000001"},
        {1e-7, "1e-7"},
        {1.5e-7, "1.5e-7"},
        {0.000123, "0.000123"},
        {5e-324, "5e-324"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {9007199254740991, "9007199254740991"},
        {9007199254740992, "9007199254740992"},
        {9007199254740994, "9007199254740994"},
        {1e23, "1e+23"},
        {100.5, "100.5"},
        {-1.5, "-1.5"},
        {4294967296.5, "4294967296.5"},
        {5.684341886080802e-14, "5.684341886080802e-14"},
        {9.5367431640625e-7, "9.5367431640625e-7"},
        {NAN, "NaN"},
        {INFINITY, "Infinity"},
        {-INFINITY, "-Infinity"},
        {2e-44, "2e-44"},
        {1.7800590868057611e-307, "1.7800590868057611e-307"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(shortest(cases[i].value, out), cases[i].text);
}
END_TEST

// The result must read back; no literal with a digit less may; and except next to a power of two, where the
// interval is lopsided, the digits must be those of the nearest decimal of that length.
START_TEST(shortest_is_shortest_and_closest) {
    char out[NUMBER_SHORTEST_SIZE + 1], text[64], digits[32];
    uint64_t state = 3;
    for (int i = 0; i < 200000; i++) {
        double value = fabs(random_double(&state));
        shortest(value, out);
        ck_assert_double_eq(strtod(out, NULL), value);
        ck_assert_double_eq(parse(out), value);
        if (value == 0) continue;
        int point, count = number_shortest_digits(value, digits, &point), exponent;
        if (count > 1) {
            snprintf(text, sizeof text, "%.*e", count - 2, value);
            ck_assert_double_ne(strtod(text, NULL), value);
        }
        if (frexp(value, &exponent) == 0.5) continue;
        snprintf(text, sizeof text, "%.*e", count - 1, value);
        if (count > 1) text[1] = text[0];
        ck_assert_msg(memcmp(text + (count > 1), digits, (size_t)count) == 0, "%s", out);
        ck_assert_int_eq(atoi(strchr(text, 'e') + 1), point - 1);
    }
}
END_TEST

START_TEST(integers) {
    char out[32], want[32];
    uint64_t state = 4;
    for (int i = 0; i < 100000; i++) {
        uint64_t value = next_random(&state) >> next_random(&state) % 64;
        out[number_from_uint64(value, out)] = 0;
        snprintf(want, sizeof want, "%llu", (unsigned long long)value);
        ck_assert_str_eq(out, want);
        out[number_from_int32((int32_t)value, out)] = 0;
        snprintf(want, sizeof want, "%d", (int32_t)value);
        ck_assert_str_eq(out, want);
    }
    for (uint64_t power = 1; power < 10000000000u; power *= 10)
        for (uint64_t value = power - 1; value <= power + 1; value++) {
            out[number_from_uint32((uint32_t)value, out)] = 0;
            snprintf(want, sizeof want, "%u", (uint32_t)value);
            ck_assert_str_eq(out, want);
        }
    out[number_from_int32(INT32_MIN, out)] = 0;
    ck_assert_str_eq(out, "-2147483648");
}
END_TEST

static void check_form(size_t (*form)(double, int, char *), double value, int digits, const char *want) {
    char out[NUMBER_FIXED_SIZE + 1];
    out[form(value, digits, out)] = 0;
    ck_assert_str_eq(out, want);
}

START_TEST(fixed_forms) {
    check_form(number_to_fixed, 1.005, 2, "1.00");
    check_form(number_to_fixed, 2.5, 0, "3");
    check_form(number_to_fixed, -2.5, 0, "-3");
    check_form(number_to_fixed, 1.45, 1, "1.4");
    check_form(number_to_fixed, 0.5, 0, "1");
    check_form(number_to_fixed, 0.4999, 0, "0");
    check_form(number_to_fixed, 0.000001, 7, "0.0000010");
    check_form(number_to_fixed, -0.0000001, 2, "-0.00");
    check_form(number_to_fixed, -0.0, 2, "0.00");
    check_form(number_to_fixed, 99.995, 2, "100.00");
    check_form(number_to_fixed, 9.5, 0, "10");
    check_form(number_to_fixed, 123.456, 0, "123");
    check_form(number_to_fixed, 1e21, 2, "1e+21");
    check_form(number_to_fixed, 999999999999999900000.0, 2, "999999999999999868928.00");
    check_form(number_to_fixed, NAN, 2, "NaN");
    check_form(number_to_fixed, 1e-300, 3, "0.000");
    check_form(number_to_fixed, 5e-324, 100,
               "0."
               "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
               "0000000");
    check_form(number_to_fixed, 0.1, 55, "0.1000000000000000055511151231257827021181583404541015625");
    check_form(number_to_exponential, 0, -1, "0e+0");
    check_form(number_to_exponential, 0, 2, "0.00e+0");
    check_form(number_to_exponential, 123456, -1, "1.23456e+5");
    check_form(number_to_exponential, 123456, 2, "1.23e+5");
    check_form(number_to_exponential, 0.00015, 0, "1e-4"); // 0.000149999...
    check_form(number_to_exponential, 25, 0, "3e+1");
    check_form(number_to_exponential, -12345, 3, "-1.235e+4");
    check_form(number_to_exponential, 9.99, 1, "1.0e+1");
    check_form(number_to_exponential, INFINITY, 1, "Infinity");
    check_form(number_to_precision, 123.456, 4, "123.5");
    check_form(number_to_precision, 0.000123, 2, "0.00012");
    check_form(number_to_precision, 1.25, 2, "1.3");
    check_form(number_to_precision, 1.35, 2, "1.4");
    check_form(number_to_precision, 1e21, 3, "1.00e+21");
    check_form(number_to_precision, 1e-7, 3, "1.00e-7");
    check_form(number_to_precision, 0.000001, 2, "0.0000010");
    check_form(number_to_precision, 123456, 2, "1.2e+5");
    check_form(number_to_precision, 99.99, 3, "100");
    check_form(number_to_precision, 0, 3, "0.00");
    check_form(number_to_precision, -INFINITY, 3, "-Infinity");

    // printf rounds exact ties to even, everything else as we do.
    uint64_t state = 5;
    char out[NUMBER_FIXED_SIZE + 1], want[512], check[512];
    for (int i = 0; i < 50000; i++) {
        double value = random_double(&state);
        int digits = (int)(next_random(&state) % (i % 8 ? 22 : 101));
        snprintf(want, sizeof want, "%.*e", digits, value);
        snprintf(check, sizeof check, "%.*e", digits + 30, value);
        char *rest = strchr(check, '.') + 1 + digits;
        if (rest[0] == '5' && strspn(rest + 1, "0") == 29) continue;
        out[number_to_exponential(value, digits, out)] = 0;
        char *mark = strchr(want, 'e') + 2;
        if (mark[0] == '0' && mark[1])
            memmove(mark, mark + 1, strlen(mark)); // printf has two digits at least
        ck_assert_str_eq(out, want);
        if (fabs(value) >= 1e21) continue;
        snprintf(check, sizeof check, "%.*f", digits + 30, value);
        rest = strchr(check, '.') + 1 + digits;
        if (rest[0] == '5' && strspn(rest + 1, "0") == 29) continue;
        snprintf(want, sizeof want, "%.*f", digits, value);
        out[number_to_fixed(value, digits, out)] = 0;
        ck_assert_str_eq(out, want);
    }
}
END_TEST

START_TEST(other_radices) {
    static const struct {
        double value;
        unsigned radix;
        const char *text;
    } cases[] = {
        {255, 16, "ff"},
        {-255, 2, "-11111111"},
        {0, 36, "0"},
        {0.5, 2, "0.1"},
        {0.25, 3, "0.0202020202020202020202020202020202"},
        {1e21, 10, "1e+21"},
        {NAN, 2, "NaN"},
        {-INFINITY, 7, "-Infinity"},
        {35.75, 36, "z.r"},
        {0x1p60, 16, "1000000000000000"},
        {4294967295, 36, "1z141z3"},
        {-0.0, 2, "0"},
    };
    char out[NUMBER_RADIX_SIZE + 1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        out[number_to_radix(cases[i].value, cases[i].radix, out)] = 0;
        ck_assert_str_eq(out, cases[i].text);
    }
    for (unsigned radix = 2; radix <= 36; radix++) {
        ck_assert_uint_le(number_to_radix(-DBL_MAX, radix, out), NUMBER_RADIX_SIZE);
        ck_assert_uint_le(number_to_radix(-5e-324, radix, out), NUMBER_RADIX_SIZE);
        ck_assert_uint_le(number_to_radix(nextafter(1, 0), radix, out), NUMBER_RADIX_SIZE);
    }
}
END_TEST

START_TEST(array_indices) {
    static const struct {
        const char *text;
        bool is;
        uint32_t index;
    } cases[] = {{"0", true, 0},
                 {"1", true, 1},
                 {"42", true, 42},
                 {"4294967294", true, 4294967294},
                 {"4294967295", false, 0},
                 {"9999999999", false, 0},
                 {"", false, 0},
                 {"00", false, 0},
                 {"01", false, 0},
                 {"1 ", false, 0},
                 {"-1", false, 0},
                 {"1.0", false, 0},
                 {"12345678901", false, 0},
                 {"x", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint16_t wide[16];
        size_t length = strlen(cases[i].text);
        for (size_t k = 0; k < length; k++)
            wide[k] = (uint16_t)cases[i].text[k];
        uint32_t index = 7;
        ck_assert_int_eq(number_is_array_index_latin1((const uint8_t *)cases[i].text, length, &index),
                         cases[i].is);
        if (cases[i].is) ck_assert_uint_eq(index, cases[i].index);
        ck_assert_int_eq(number_is_array_index_utf16(wide, length, &index), cases[i].is);
        if (cases[i].is) ck_assert_uint_eq(index, cases[i].index);
    }
    uint32_t index;
    ck_assert(!number_is_array_index_utf16((const uint16_t[]){0x131}, 1, &index));
}
END_TEST

START_TEST(to_int32) {
    static const struct {
        double value;
        int32_t result;
    } cases[] = {{0, 0},
                 {-0.0, 0},
                 {1.9, 1},
                 {-1.9, -1},
                 {2147483648, INT32_MIN},
                 {4294967296, 0},
                 {4294967295, -1},
                 {-2147483649, INT32_MAX},
                 {NAN, 0},
                 {INFINITY, 0},
                 {-INFINITY, 0},
                 {1e300, 0},
                 {0x1p63, 0},
                 {0x1p63 + 0x1p11, 2048},
                 {-(0x1p63 + 0x1p11), -2048},
                 {0x1.0000000000001p83, INT32_MIN},
                 {-0x1.0000000000001p82, -(1 << 30)},
                 {0x1p84, 0},
                 {-0x1p63, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_int_eq(number_to_int32(cases[i].value), cases[i].result);
    ck_assert_uint_eq(number_to_uint32(-1), UINT32_MAX);
    uint64_t state = 6;
    for (int i = 0; i < 100000; i++) {
        double value = random_double(&state);
        double want = fmod(trunc(value), 4294967296.0);
        if (want < 0) want += 4294967296.0;
        ck_assert_double_eq(number_to_uint32(value), want);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, powers_of_ten_are_exact);
    tcase_add_test(tests, parses_known_cases);
    tcase_add_test(tests, parses_random_literals);
#if LDBL_MANT_DIG >= 64
    tcase_add_test(tests, parses_midpoints);
#endif
    tcase_add_test(tests, parses_other_radices);
    tcase_add_test(tests, shortest_known_cases);
    tcase_add_test(tests, shortest_is_shortest_and_closest);
    tcase_add_test(tests, integers);
    tcase_add_test(tests, fixed_forms);
    tcase_add_test(tests, other_radices);
    tcase_add_test(tests, array_indices);
    tcase_add_test(tests, to_int32);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
