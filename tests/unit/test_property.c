// The operations on objects that run no script: ordinary internal methods, array length, string objects,
// descriptors.
#include "support.h"

#include "lang/exotic.h"

static vm_isolate *vm;
static struct object_class classes[CELL_KIND_COUNT];

static void open_isolate(void) {
    vm = support_open();
    memset(classes, 0, sizeof classes);
    classes[CELL_ARRAY].define_own_property = array_define_own_property;
    classes[CELL_STRING_OBJECT].get_own_property = string_get_own_property;
    classes[CELL_STRING_OBJECT].define_own_property = string_define_own_property;
    classes[CELL_STRING_OBJECT].own_keys = string_own_keys;
    vm->classes = classes;
}
static void close_isolate(void) { support_close(vm); }

static property_key key_of(const char *text) {
    property_key key;
    ck_assert(key_from_text(vm, text, &key));
    return key;
}

static bool is_int(vm_value v, int32_t i) { return value_same_bits(v, value_from_int(i)); }

static struct object *make_object(void) { return object_create(vm, NULL); }

static struct object *make_array(int32_t count) {
    struct object *array = array_create_with_shape(vm, shape_root(vm, NULL, CELL_ARRAY, 0), 0);
    for (int32_t i = 0; i < count; i++)
        ck_assert(array_push(vm, array, value_from_int(i)));
    return array;
}

static bool set(struct object *o, const char *key, int32_t value) {
    return js_set(vm, o, key_of(key), value_from_int(value));
}
static vm_value get(struct object *o, const char *key) { return js_get(vm, o, key_of(key)); }
static enum outcome define(struct object *o, const char *key, struct property_descriptor descriptor) {
    return js_define_own_property(vm, o, key_of(key), &descriptor);
}

START_TEST(gets_and_sets_along_prototypes) {
    struct object *prototype = make_object(), *o = object_create(vm, prototype);
    ck_assert(value_is_undefined(get(o, "x")));
    ck_assert(set(prototype, "x", 1));
    for (int i = 0; i < 3; i++)
        ck_assert(is_int(get(o, "x"), 1));
    ck_assert(set(prototype, "x", 2));
    ck_assert(is_int(get(o, "x"), 2));
    ck_assert(set(o, "x", 3));
    ck_assert(is_int(get(o, "x"), 3));
    ck_assert(is_int(get(prototype, "x"), 2));
    ck_assert_int_eq(js_delete(vm, o, key_of("x")), OUTCOME_TRUE);
    ck_assert(is_int(get(o, "x"), 2));
    ck_assert_int_eq(js_delete(vm, prototype, key_of("x")), OUTCOME_TRUE);
    ck_assert(value_is_undefined(get(o, "x")));
    ck_assert(set(prototype, "7", 5));
    ck_assert(is_int(get(o, "7"), 5));
    ck_assert_int_eq(js_has_property(vm, o, key_of("7")), OUTCOME_TRUE);
    ck_assert_int_eq(js_has_own(vm, o, key_of("7")), OUTCOME_FALSE);
    ck_assert_int_eq(define(prototype, "fixed", descriptor_data(value_from_int(1), 0)), OUTCOME_TRUE);
    ck_assert(!set(o, "fixed", 2));
    ck_assert(support_threw(vm, "Cannot assign to read only property 'fixed' of object '#<Object>'"));
    ck_assert_int_eq(define(prototype, "half", descriptor_accessor(VALUE_UNDEFINED, VALUE_UNDEFINED, 0)),
                     OUTCOME_TRUE);
    ck_assert(!set(o, "half", 2));
    ck_assert(support_threw(vm, "Cannot set property half of #<Object> which has only a getter"));
    ck_assert(value_is_undefined(get(o, "half")));
    ck_assert(js_put_value(vm, value_from_cell(o), key_of("half"), VALUE_TRUE, false));
    ck_assert_int_eq(js_set_prototype_of(vm, prototype, o), OUTCOME_FALSE);
}
END_TEST

START_TEST(reports_failures_as_v8_does) {
    struct object *o = make_object();
    ck_assert(value_is_exception(js_get_value(vm, VALUE_UNDEFINED, key_of("x"))));
    ck_assert(support_threw(vm, "Cannot read properties of undefined (reading 'x')"));
    ck_assert(value_is_exception(js_get_element(vm, VALUE_NULL, value_from_int(0))));
    ck_assert(support_threw(vm, "Cannot read properties of null (reading '0')"));
    ck_assert(!js_put_value(vm, VALUE_UNDEFINED, key_of("x"), VALUE_TRUE, true));
    ck_assert(support_threw(vm, "Cannot set properties of undefined (setting 'x')"));
    ck_assert(value_is_exception(js_call(vm, value_from_int(5), VALUE_UNDEFINED, 0, NULL)));
    ck_assert(support_threw(vm, "5 is not a function"));
    ck_assert_int_eq(js_prevent_extensions(vm, o), OUTCOME_TRUE);
    ck_assert(!set(o, "x", 1));
    ck_assert(support_threw(vm, "Cannot add property x, object is not extensible"));
    ck_assert(!js_create_data_property_or_throw(vm, o, key_of("x"), VALUE_TRUE));
    ck_assert(support_threw(vm, "Cannot define property x, object is not extensible"));
    struct object *array = make_array(3);
    ck_assert_int_eq(js_set_integrity_level(vm, array, INTEGRITY_FROZEN), OUTCOME_TRUE);
    ck_assert(!set(array, "0", 1));
    ck_assert(support_threw(vm, "Cannot assign to read only property '0' of object '[object Array]'"));
    ck_assert(!set(array, "3", 1));
    ck_assert(support_threw(vm, "Cannot add property 3, object is not extensible"));
    ck_assert(!set(array, "length", 1));
    ck_assert(support_threw(vm, "Cannot assign to read only property 'length' of object '[object Array]'"));
    ck_assert(!js_delete_or_throw(vm, array, key_of("0")));
    ck_assert(support_threw(vm, "Cannot delete property '0' of [object Array]"));
    ck_assert_int_eq(js_test_integrity_level(vm, array, INTEGRITY_FROZEN), OUTCOME_TRUE);
    struct property_descriptor change = descriptor_data(VALUE_TRUE, PROPERTY_DEFAULT);
    ck_assert(!js_define_or_throw(vm, array, key_of("1"), &change));
    ck_assert(support_threw(vm, "Cannot redefine property: 1"));
}
END_TEST

START_TEST(array_length_follows_and_leads) {
    struct object *array = make_array(5);
    ck_assert(is_int(get(array, "length"), 5));
    ck_assert(set(array, "9", 9));
    ck_assert(is_int(get(array, "length"), 10));
    ck_assert(set(array, "length", 2));
    ck_assert(value_is_undefined(get(array, "2")));
    ck_assert(is_int(get(array, "1"), 1));
    ck_assert(!js_set(vm, array, key_of("length"), value_from_double(1.5)));
    ck_assert(support_threw(vm, "Invalid array length"));
    ck_assert(!js_set(vm, array, key_of("length"), value_from_int(-1)));
    ck_assert(support_threw(vm, "Invalid array length"));
    ck_assert(js_set(vm, array, key_of("length"), value_from_double(4294967295.0)));
    ck_assert(set(array, "length", 3));
    ck_assert_int_eq(define(array, "1", descriptor_data(VALUE_TRUE, 0)), OUTCOME_TRUE);
    ck_assert(!set(array, "length", 0));
    vm->exception = VALUE_EMPTY;
    ck_assert(is_int(get(array, "length"), 2));
    struct property_descriptor fixed = {.fields = DESCRIPTOR_WRITABLE};
    ck_assert_int_eq(define(array, "length", fixed), OUTCOME_TRUE);
    ck_assert_int_eq(define(array, "5", descriptor_data(VALUE_TRUE, PROPERTY_DEFAULT)), OUTCOME_FALSE);
    ck_assert(!set(array, "5", 1));
    ck_assert(support_threw(vm, "Cannot add property 5, array length is not writable"));
    fixed.attributes = PROPERTY_WRITABLE;
    ck_assert_int_eq(define(array, "length", fixed), OUTCOME_FALSE);
    ck_assert_int_eq(js_delete(vm, array, key_of("length")), OUTCOME_FALSE);
}
END_TEST

START_TEST(definitions_are_validated) {
    struct object *o = make_object();
    struct property_descriptor d = {.value = value_from_int(1), .fields = DESCRIPTOR_VALUE}, found;
    ck_assert_int_eq(define(o, "a", d), OUTCOME_TRUE);
    ck_assert_int_eq(js_get_own_property(vm, o, key_of("a"), &found), OUTCOME_TRUE);
    ck_assert_uint_eq(found.attributes, 0);
    ck_assert_int_eq(define(o, "a", d), OUTCOME_TRUE);
    d.value = value_from_int(2);
    ck_assert_int_eq(define(o, "a", d), OUTCOME_FALSE);
    ck_assert_int_eq(define(o, "a", descriptor_accessor(VALUE_UNDEFINED, VALUE_UNDEFINED, 0)), OUTCOME_FALSE);
    ck_assert_int_eq(js_delete(vm, o, key_of("a")), OUTCOME_FALSE);

    ck_assert(set(o, "b", 1));
    vm_value getter = value_from_cell(make_object());
    struct property_descriptor get_only = {.getter = getter, .fields = DESCRIPTOR_GET};
    ck_assert_int_eq(define(o, "b", get_only), OUTCOME_TRUE);
    ck_assert_int_eq(js_get_own_property(vm, o, key_of("b"), &found), OUTCOME_TRUE);
    ck_assert_uint_eq(found.fields & (DESCRIPTOR_GET | DESCRIPTOR_SET | DESCRIPTOR_VALUE),
                      DESCRIPTOR_GET | DESCRIPTOR_SET);
    ck_assert_uint_eq(found.attributes, PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE);
    ck_assert(value_same_bits(found.getter, getter));
    ck_assert(value_is_undefined(found.setter));
    struct property_descriptor back = {.fields = DESCRIPTOR_WRITABLE, .attributes = PROPERTY_WRITABLE};
    ck_assert_int_eq(define(o, "b", back), OUTCOME_TRUE);
    ck_assert_int_eq(js_get_own_property(vm, o, key_of("b"), &found), OUTCOME_TRUE);
    ck_assert(value_is_undefined(found.value));
    ck_assert_uint_eq(found.attributes, PROPERTY_DEFAULT);
}
END_TEST

START_TEST(string_objects_own_their_units) {
    struct string *text = support_text(vm, "aé€");
    struct primitive_object *o = object_allocate_kind(vm, CELL_STRING_OBJECT, sizeof *o, NULL);
    o->primitive = value_from_cell(text);
    struct object *string = &o->object;
    ck_assert(is_int(get(string, "length"), 3));
    ck_assert(support_is(vm, value_as_string(get(string, "2")), "€"));
    ck_assert(value_is_undefined(get(string, "3")));
    ck_assert(!set(string, "1", 1));
    ck_assert(support_threw(vm, "Cannot assign to read only property '1' of object '#<Object>'"));
    ck_assert(set(string, "5", 5));
    ck_assert(set(string, "name", 1));
    ck_assert_int_eq(js_delete(vm, string, key_of("0")), OUTCOME_FALSE);
    ck_assert_int_eq(define(string, "length", descriptor_data(value_from_int(4), 0)), OUTCOME_FALSE);
    struct list *keys = list_create(vm);
    ck_assert(js_own_keys(vm, string, KEYS_STRINGS | KEYS_SYMBOLS, keys));
    const property_key expected[] = {key_from_index(0), key_from_index(1), key_from_index(2),
                                     key_from_index(5), key_of("length"),  key_of("name")};
    ck_assert_uint_eq(keys->length, 6);
    for (int i = 0; i < 6; i++)
        ck_assert(key_equals(key_from_value_bits(list_at(keys, i)), expected[i]));
    ck_assert_int_eq(js_set_integrity_level(vm, string, INTEGRITY_FROZEN), OUTCOME_TRUE);
    ck_assert_int_eq(js_test_integrity_level(vm, string, INTEGRITY_FROZEN), OUTCOME_TRUE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("property");
    TCase *tests = tcase_create("property");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_add_test(tests, gets_and_sets_along_prototypes);
    tcase_add_test(tests, reports_failures_as_v8_does);
    tcase_add_test(tests, array_length_follows_and_leads);
    tcase_add_test(tests, definitions_are_validated);
    tcase_add_test(tests, string_objects_own_their_units);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
