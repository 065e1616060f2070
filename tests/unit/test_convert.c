// Conversions and operators on primitive values, and message formats.
#include "support.h"

#include <math.h>
#include <stdarg.h>

#include "lang/operate.h"
#include "lang/throw.h"

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static vm_value text(const char *utf8) { return value_from_cell(support_text(vm, utf8)); }
static vm_value number(double d) { return value_from_double(d); }
static vm_value bigint(const char *digits) {
    vm_value v = bigint_from_string(vm, support_text(vm, digits));
    ck_assert(value_is_bigint(v));
    return v;
}
static bool same_number(double a, double b) { return a == b ? signbit(a) == signbit(b) : a != a && b != b; }

START_TEST(text_to_number) {
    static const struct {
        const char *text;
        double number;
    } rows[] = {
        {"", 0},
        {" \t\n\xEF\xBB\xBF ", 0},
        {"12", 12},
        {" 12.5\n", 12.5},
        {"-0", -0.0},
        {"+3", 3},
        {".5", .5},
        {"5.", 5},
        {".", NAN},
        {"+", NAN},
        {"-", NAN},
        {"1e3", 1000},
        {"1E+3", 1000},
        {"1e", NAN},
        {"1e400", INFINITY},
        {"-1e400", -INFINITY},
        {"1e-400", 0},
        {"Infinity", INFINITY},
        {"-Infinity", -INFINITY},
        {"infinity", NAN},
        {"INF", NAN},
        {"NaN", NAN},
        {"0x10", 16},
        {"0XfF", 255},
        {"-0x10", NAN},
        {"0x", NAN},
        {"0xg", NAN},
        {"0b101", 5},
        {"0b2", NAN},
        {"0o17", 15},
        {"0o8", NAN},
        {"1_000", NAN},
        {"1n", NAN},
        {"12px", NAN},
        {"1 2", NAN},
        {"010", 10},
        {"0x20000000000001", 9007199254740992.0},
        {"0x20000000000003", 9007199254740996.0},
        {"0x8000000000000400", 9223372036854775808.0},
        {"0x8000000000000401", 9223372036854777856.0},
        {"0b100000000000000000000000000000000000000000000000000001", 9007199254740992.0},
        {"9007199254740993", 9007199254740992.0},
        {"0.1", 0.1},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct string *s = support_text(vm, rows[i].text);
        ck_assert_msg(same_number(string_to_number(NULL, s), rows[i].number), "%s", rows[i].text);
        // The same from wide storage: inside of a longer wide string.
        struct string *pad = support_text(vm, "€                                                 ");
        struct string *wide = string_concat(vm, string_concat(vm, pad, s), pad);
        struct string *slice = string_substring(vm, wide, 1, wide->length - pad->length);
        ck_assert(string_is_wide(slice));
        ck_assert_msg(same_number(string_to_number(NULL, slice), rows[i].number), "%s (wide)", rows[i].text);
    }
}
END_TEST

START_TEST(long_wide_decimals) {
    // 2^53 + 1 lies half way between two doubles; a digit far behind decides.
    struct string_builder b;
    for (int last = 0; last < 2; last++) {
        string_builder_start(&b, vm);
        string_builder_unit(&b, 0x20AC);
        string_builder_text(&b, "9007199254740993");
        for (int i = 0; i < 3000; i++)
            string_builder_unit(&b, i ? '0' : '.');
        string_builder_unit(&b, (uint16_t)('0' + last));
        struct string *s = string_builder_finish(&b), *slice = string_substring(vm, s, 1, s->length);
        ck_assert(string_to_number(NULL, slice) == (last ? 9007199254740994.0 : 9007199254740992.0));
    }
    string_builder_start(&b, vm);
    string_builder_unit(&b, 0x20AC);
    for (int i = 0; i < 3000; i++)
        string_builder_unit(&b, i ? '0' : '1');
    string_builder_text(&b, "e-2999");
    struct string *s = string_builder_finish(&b);
    ck_assert(string_to_number(NULL, string_substring(vm, s, 1, s->length)) == 1);
}
END_TEST

START_TEST(numbers_to_integers) {
    double d;
    uint64_t u;
    int32_t i;
    ck_assert(js_to_integer_or_infinity(vm, number(-0.9), &d) && same_number(d, 0));
    ck_assert(js_to_integer_or_infinity(vm, number(NAN), &d) && same_number(d, 0));
    ck_assert(js_to_integer_or_infinity(vm, number(-INFINITY), &d) && d == -INFINITY);
    ck_assert(js_to_length(vm, number(-5), &u) && u == 0);
    ck_assert(js_to_length(vm, number(1e300), &u) && u == 9007199254740991u);
    ck_assert(js_to_index(vm, VALUE_UNDEFINED, &u) && u == 0);
    ck_assert(!js_to_index(vm, number(-1), &u));
    ck_assert(support_threw(vm, "Invalid value: not (convertible to) a safe integer"));
    ck_assert(js_to_int32(vm, number(4294967295.0), &i) && i == -1);
    ck_assert(js_to_int32(vm, number(-2147483649.0), &i) && i == 2147483647);
    ck_assert(js_to_int32(vm, text("0x10"), &i) && i == 16);
    ck_assert(js_relative_index(vm, number(-2), 10, 3, &d) && d == 8);
    ck_assert(js_relative_index(vm, number(-20), 10, 3, &d) && d == 0);
    ck_assert(js_relative_index(vm, number(20), 10, 3, &d) && d == 10);
    ck_assert(js_relative_index(vm, VALUE_UNDEFINED, 10, 3, &d) && d == 3);
    ck_assert(!js_to_number(vm, value_from_cell(vm->symbols[SYMBOL_iterator]), &d));
    ck_assert(support_threw(vm, "Cannot convert a Symbol value to a number"));
    ck_assert(!js_to_number(vm, bigint("1"), &d));
    ck_assert(support_threw(vm, "Cannot convert a BigInt value to a number"));
}
END_TEST

START_TEST(to_strings_and_keys) {
    ck_assert(support_is(vm, js_to_string(vm, VALUE_UNDEFINED), "undefined"));
    ck_assert(support_is(vm, js_to_string(vm, VALUE_NULL), "null"));
    ck_assert(support_is(vm, js_to_string(vm, VALUE_TRUE), "true"));
    ck_assert(support_is(vm, js_to_string(vm, number(1.5)), "1.5"));
    ck_assert(support_is(vm, js_to_string(vm, bigint("-123456789012345678901")), "-123456789012345678901"));
    ck_assert_ptr_null(js_to_string(vm, value_from_cell(vm->symbols[SYMBOL_iterator])));
    ck_assert(support_threw(vm, "Cannot convert a Symbol value to a string"));
    property_key key, other;
    ck_assert(js_to_property_key(vm, number(-0.0), &key) && key_equals(key, key_from_index(0)));
    ck_assert(js_to_property_key(vm, number(4294967294.0), &key) &&
              key_equals(key, key_from_index(4294967294u)));
    ck_assert(js_to_property_key(vm, number(4294967295.0), &key) && key_is_string(key));
    ck_assert(js_to_property_key(vm, text("4294967295"), &other) && key_equals(key, other));
    ck_assert(js_to_property_key(vm, value_box_double(3), &key) && key_equals(key, key_from_index(3)));
    ck_assert(js_to_property_key(vm, bigint("7"), &key) && key_equals(key, key_from_index(7)));
    ck_assert(js_to_property_key(vm, number(1.5), &key) && js_to_property_key(vm, text("1.5"), &other));
    ck_assert(key_equals(key, other));
    ck_assert(js_to_property_key(vm, VALUE_TRUE, &key) && key_equals(key, atom_key(vm, ATOM_true)));
    ck_assert(!js_to_boolean(text("")) && js_to_boolean(text("0")) && !js_to_boolean(bigint("0")));
    ck_assert(!js_to_boolean(number(NAN)) && !js_to_boolean(number(-0.0)) && js_to_boolean(number(0.1)));
    ck_assert_ptr_null(js_to_bigint(vm, text("1.5")));
    ck_assert(support_threw(vm, "Cannot convert 1.5 to a BigInt"));
    ck_assert_ptr_null(js_to_bigint(vm, number(1)));
    ck_assert(support_threw(vm, "Cannot convert 1 to a BigInt"));
}
END_TEST

static bool gives(vm_value v, const char *utf8) {
    return !value_is_exception(v) && support_is(vm, js_to_string(vm, v), utf8);
}

START_TEST(arithmetic) {
    ck_assert(gives(js_add(vm, number(2147483647), number(1)), "2147483648"));
    ck_assert(gives(js_add(vm, text("a"), number(1)), "a1"));
    ck_assert(gives(js_add(vm, VALUE_NULL, text("a")), "nulla"));
    ck_assert(gives(js_add(vm, VALUE_UNDEFINED, number(1)), "NaN"));
    ck_assert(gives(js_add(vm, VALUE_TRUE, VALUE_TRUE), "2"));
    ck_assert(gives(js_add(vm, bigint("12"), text("x")), "12x"));
    ck_assert(gives(js_add(vm, bigint("9223372036854775807"), bigint("1")), "9223372036854775808"));
    ck_assert(value_is_exception(js_add(vm, bigint("1"), number(1))));
    ck_assert(support_threw(vm, "Cannot mix BigInt and other types, use explicit conversions"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_DIVIDE, text("7"), number(2)), "3.5"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_REMAINDER, number(-7), number(2)), "-1"));
    ck_assert(same_number(number_remainder(-4, 2), -0.0));
    ck_assert(same_number(number_remainder(-0.0, 5), -0.0));
    ck_assert(same_number(number_remainder(5, INFINITY), 5));
    ck_assert(same_number(number_remainder(5.5, 2), 1.5));
    ck_assert(isnan(number_remainder(5, 0)) && isnan(number_remainder(INFINITY, 5)));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_SHIFT_RIGHT_UNSIGNED, number(-1), number(0)), "4294967295"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_SHIFT_LEFT, number(1), number(31)), "-2147483648"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_SHIFT_LEFT, number(1), number(33)), "2"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_SHIFT_RIGHT, number(-5), number(1)), "-3"));
    ck_assert(gives(js_arithmetic(vm, OPERATOR_XOR, number(4294967296.0 + 5), number(1)), "4"));
    ck_assert(
        gives(js_arithmetic(vm, OPERATOR_POWER, bigint("3"), bigint("50")), "717897987691852588770249"));
    ck_assert(value_is_exception(js_arithmetic(vm, OPERATOR_SHIFT_RIGHT_UNSIGNED, bigint("1"), bigint("1"))));
    ck_assert(support_threw(vm, "BigInts have no unsigned right shift, use >> instead"));
    ck_assert(isnan(number_power(1, INFINITY)) && isnan(number_power(-1, -INFINITY)) &&
              isnan(number_power(1, NAN)));
    ck_assert(number_power(NAN, 0) == 1 && number_power(2, 10) == 1024 && number_power(0.5, INFINITY) == 0);
    ck_assert(same_number(number_power(-0.0, -1), -INFINITY));
    ck_assert(value_same_bits(js_unary_minus(vm, number(5)), value_from_int(-5)));
    ck_assert(same_number(value_as_double(js_unary_minus(vm, number(0))), -0.0));
    ck_assert(gives(js_unary_minus(vm, bigint("5")), "-5"));
    ck_assert(gives(js_bitwise_not(vm, bigint("5")), "-6"));
    ck_assert(gives(js_increment(vm, bigint("-1"), 1), "0"));
    ck_assert(gives(js_increment(vm, number(2147483647), 1), "2147483648"));
}
END_TEST

START_TEST(comparisons) {
    enum { L = 1, E = 2, G = 4 }; // less, equal, greater; 0: unordered
    const struct {
        vm_value a, b;
        int order;
    } rows[] = {
        {number(1), number(2), L},
        {number(2), text("10"), L},
        {text("2"), text("10"), G},
        {text("a"), text("a"), E},
        {text("a"), number(1), 0},
        {number(NAN), number(1), 0},
        {VALUE_NULL, number(0), E},
        {VALUE_UNDEFINED, number(0), 0},
        {bigint("1"), number(1.5), L},
        {number(1.5), bigint("1"), G},
        {bigint("9007199254740993"), number(9007199254740992.0), G},
        {bigint("2"), text("2"), E},
        {text("1"), bigint("2"), L},
        {bigint("2"), text("x"), 0},
        {text("1.5"), bigint("2"), 0},
        {bigint("-3"), bigint("2"), L},
        {VALUE_TRUE, bigint("1"), E},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_int_eq(js_less(vm, rows[i].a, rows[i].b), !!(rows[i].order & L));
        ck_assert_int_eq(js_greater(vm, rows[i].a, rows[i].b), !!(rows[i].order & G));
        ck_assert_int_eq(js_less_or_equal(vm, rows[i].a, rows[i].b), !!(rows[i].order & (L | E)));
        ck_assert_int_eq(js_greater_or_equal(vm, rows[i].a, rows[i].b), !!(rows[i].order & (G | E)));
    }
    const struct {
        vm_value a, b;
        bool loose, strict, same;
    } equal[] = {
        {VALUE_NULL, VALUE_UNDEFINED, true, false, false},
        {VALUE_NULL, number(0), false, false, false},
        {VALUE_NULL, VALUE_FALSE, false, false, false},
        {VALUE_UNDEFINED, VALUE_UNDEFINED, true, true, true},
        {number(NAN), number(NAN), false, false, true},
        {number(0), number(-0.0), true, true, false},
        {value_box_double(1), number(1), true, true, true},
        {text("1"), number(1), true, false, false},
        {text(""), number(0), true, false, false},
        {text(""), VALUE_FALSE, true, false, false},
        {text("true"), VALUE_TRUE, false, false, false},
        {bigint("10"), text("0xa"), true, false, false},
        {bigint("10"), text("x"), false, false, false},
        {bigint("10"), number(10), true, false, false},
        {bigint("10"), bigint("10"), true, true, true},
        {bigint("1"), VALUE_TRUE, true, false, false},
        {text("abc"), text("abc"), true, true, true},
        {value_from_cell(vm->symbols[0]), value_from_cell(vm->symbols[0]), true, true, true},
        {value_from_cell(vm->symbols[0]), text("x"), false, false, false},
        {value_from_cell(vm->symbols[0]), bigint("1"), false, false, false},
    };
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        for (int swap = 0; swap < 2; swap++) {
            vm_value a = swap ? equal[i].b : equal[i].a, b = swap ? equal[i].a : equal[i].b;
            ck_assert_msg(js_loosely_equal(vm, a, b) == equal[i].loose, "row %zu", i);
            ck_assert_msg(js_strictly_equal(vm, a, b) == equal[i].strict, "row %zu", i);
            ck_assert_msg(js_same_value(vm, a, b) == equal[i].same, "row %zu", i);
        }
    }
    ck_assert(js_same_value_zero(vm, number(0), number(-0.0)));
    ck_assert_int_eq(js_typeof(VALUE_NULL), ATOM_object);
    ck_assert_int_eq(js_typeof(VALUE_TRUE), ATOM_boolean);
    ck_assert_int_eq(js_typeof(bigint("1")), ATOM_bigint);
    ck_assert_int_eq(js_typeof(value_from_cell(vm->symbols[0])), ATOM_symbol);
}
END_TEST

START_TEST(formats) {
    throw_type_error(vm, "%s: %d %5.2f %x%% %c [%-4d] %zu %lld", "text", -3, 1.5, 255, 'c', 7, (size_t)9,
                     -1ll);
    ck_assert(support_threw(vm, "text: -3  1.50 ff% c [7   ] 9 -1"));
    throw_type_error(vm, "%V %V %V %V %V", VALUE_UNDEFINED, VALUE_NULL, VALUE_TRUE, number(1.5), text("abc"));
    ck_assert(support_threw(vm, "undefined null true 1.5 abc"));
    throw_type_error(vm, "%V %V", value_from_cell(vm->symbols[SYMBOL_iterator]), bigint("-12"));
    ck_assert(support_threw(vm, "Symbol(Symbol.iterator) -12"));
    throw_type_error(vm, "%K %K %S", key_from_index(12), atom_key(vm, ATOM_length), support_text(vm, "x"));
    ck_assert(support_threw(vm, "12 length x"));
    throw_type_error(vm, "%V.%K", value_from_cell(object_create(vm, NULL)), symbol_key(vm, SYMBOL_match));
    ck_assert(support_threw(vm, "#<Object>.Symbol(Symbol.match)"));
    throw_stack_overflow(vm);
    ck_assert(support_threw(vm, "Maximum call stack size exceeded"));
    throw_out_of_memory(vm);
    ck_assert(vm->out_of_memory);
    ck_assert(support_threw(vm, "Out of memory"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("convert");
    TCase *tests = tcase_create("convert");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, text_to_number);
    tcase_add_test(tests, long_wide_decimals);
    tcase_add_test(tests, numbers_to_integers);
    tcase_add_test(tests, to_strings_and_keys);
    tcase_add_test(tests, arithmetic);
    tcase_add_test(tests, comparisons);
    tcase_add_test(tests, formats);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
