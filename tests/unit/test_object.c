// Objects: named properties and elements against models, prototypes and their epoch, cache look-ups.
#include "support.h"

#include <stdio.h>

#include "lang/lookup.h"
#include "object/elements.h"

#define MODEL_KEYS 300

static vm_isolate *vm;
static struct object_class classes[CELL_KIND_COUNT];

static void open_isolate(void) {
    vm = support_open();
    memset(classes, 0, sizeof classes);
    vm->classes = classes;
}
static void close_isolate(void) { support_close(vm); }

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static property_key key_of(const char *text) {
    property_key key;
    ck_assert(key_from_text(vm, text, &key));
    return key;
}

static property_key key_number(unsigned n) {
    char text[32];
    snprintf(text, sizeof text, "key%u", n);
    return key_of(text);
}

static vm_value own(struct object *o, property_key key) {
    struct property property;
    return object_get_own(vm, o, key, &property) ? property.value : VALUE_ABSENT;
}

static bool is_int(vm_value v, int32_t i) { return value_same_bits(v, value_from_int(i)); }

static struct object *make_array(uint32_t length) {
    return array_create_with_shape(vm, shape_root(vm, NULL, CELL_ARRAY, 0), length);
}

// A fresh cell, so that a forgotten barrier or root is seen.
static vm_value boxed(uint32_t i) {
    struct binding *binding = binding_create(vm, value_from_int((int32_t)i), 0);
    return value_from_cell(binding);
}
static bool is_boxed(vm_value v, uint32_t i) {
    return value_is_kind(v, CELL_BINDING) && is_int(((struct binding *)value_as_cell(v))->value, (int32_t)i);
}

// --- named properties ------------------------------------------------------------------------------

START_TEST(named_properties_follow_a_model) {
    static const struct { int keys, adds; } sizes[] = {{6, 60}, {40, 60}, {MODEL_KEYS, 70}};
    struct object *o = object_create(vm, NULL);
    uint32_t random = (uint32_t)_i + 1, tag = 0;
    struct {
        bool there;
        uint8_t attributes;
        uint32_t tag, order;
    } model[MODEL_KEYS] = {0};
    unsigned keys = sizes[_i].keys;
    for (unsigned step = 0; step < 3000; step++) {
        unsigned n = next_random(&random) % keys;
        property_key key = key_number(n);
        struct property at;
        bool there = object_find_own(vm, o, key, &at);
        ck_assert_int_eq(there, model[n].there);
        if (!there) {
            if (next_random(&random) % 100 >= (unsigned)sizes[_i].adds) continue;
            model[n].there = true;
            model[n].tag = model[n].order = ++tag;
            model[n].attributes = next_random(&random) % 4 ? PROPERTY_DEFAULT : PROPERTY_HIDDEN;
            ck_assert(object_add(vm, o, key, boxed(tag), model[n].attributes));
            continue;
        }
        ck_assert(is_boxed(at.value, model[n].tag));
        ck_assert_uint_eq(at.attributes, model[n].attributes);
        switch (next_random(&random) % 6) {
        case 0:
            ck_assert(object_remove(vm, o, key));
            model[n].there = false;
            break;
        case 1: {
            uint8_t attributes = PROPERTY_WRITABLE | (next_random(&random) & PROPERTY_ENUMERABLE);
            ck_assert(object_reconfigure(vm, o, key, &at, boxed(++tag), attributes));
            model[n].tag = tag;
            model[n].attributes = attributes;
            break;
        }
        case 2:
            if (step % 7 == 0) support_collect(vm);
            break;
        default: {
            vm_value value = boxed(++tag);
            ck_assert(object_find_own(vm, o, key, &at));
            object_store(vm, o, key, &at, value);
            model[n].tag = tag;
        }
        }
    }
    struct list *list = list_create(vm);
    ck_assert(object_own_keys(vm, o, KEYS_STRINGS, list));
    uint32_t last = 0, count = 0;
    for (uint32_t i = 0; i < list->length; i++) {
        for (unsigned n = 0; n < keys; n++) {
            if (!key_equals(key_number(n), key_from_value_bits(list_at(list, i)))) continue;
            ck_assert(model[n].there);
            ck_assert_uint_gt(model[n].order, last);
            last = model[n].order;
            count++;
        }
    }
    for (unsigned n = 0; n < keys; n++)
        count -= model[n].there;
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(own_keys_are_ordered) {
    struct object *o = object_create(vm, NULL);
    struct symbol *symbol = symbol_create(vm, NULL, 0), *hidden = symbol_create(vm, NULL, SYMBOL_PRIVATE);
    ck_assert(object_add(vm, o, key_of("b"), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert(object_add(vm, o, key_from_cell(symbol), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert(object_add(vm, o, key_from_cell(hidden), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert(object_add(vm, o, key_from_index(4000000000u), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert(object_add(vm, o, key_of("a"), VALUE_TRUE, PROPERTY_HIDDEN));
    ck_assert(object_add(vm, o, key_from_index(7), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert(object_add(vm, o, key_from_index(2), VALUE_TRUE, PROPERTY_HIDDEN));
    struct list *all = list_create(vm), *enumerable = list_create(vm);
    ck_assert(object_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, all));
    const property_key expected[] = {key_from_index(2), key_from_index(7), key_from_index(4000000000u),
                                     key_of("b"),       key_of("a"),       key_from_cell(symbol)};
    ck_assert_uint_eq(all->length, 6);
    for (int i = 0; i < 6; i++)
        ck_assert(key_equals(key_from_value_bits(list_at(all, i)), expected[i]));
    ck_assert(object_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, enumerable));
    ck_assert_uint_eq(enumerable->length, 3);
}
END_TEST

// --- elements --------------------------------------------------------------------------------------

START_TEST(elements_follow_a_model) {
    enum { LIMIT = 6000 };
    static uint32_t tags[LIMIT];
    memset(tags, 0, sizeof tags);
    struct object *array = make_array(0);
    uint32_t random = (uint32_t)_i * 77 + 5, tag = 0, length = 0;
    uint32_t range = _i == 0 ? 40 : _i == 1 ? 1500 : LIMIT;
    for (unsigned step = 0; step < 4000; step++) {
        uint32_t index = next_random(&random) % range;
        struct property at;
        bool there = elements_get_own(array, index, &at);
        ck_assert_int_eq(there, tags[index] != 0);
        if (there) ck_assert(is_boxed(at.value, tags[index]));
        ck_assert_uint_eq(array_length(array), length);
        switch (next_random(&random) % 8) {
        case 0:
            elements_remove(vm, array, index);
            tags[index] = 0;
            break;
        case 1:
            if (next_random(&random) % 30) break;
            ck_assert_uint_eq(elements_truncate(vm, array, index), index);
            for (uint32_t i = index; i < LIMIT; i++)
                tags[i] = 0;
            length = index;
            break;
        case 2:
            if (length >= LIMIT) break;
            ck_assert(array_push(vm, array, boxed(++tag)));
            tags[length++] = tag;
            break;
        case 3:
            if (_i != 2 || step % 50) break;
            ck_assert(elements_define(vm, array, index, boxed(++tag), PROPERTY_HIDDEN));
            tags[index] = tag;
            if (index >= length) length = index + 1;
            ck_assert(elements_get_own(array, index, &at));
            ck_assert_uint_eq(at.attributes, PROPERTY_HIDDEN);
            break;
        case 4:
            if (step % 11 == 0) support_collect(vm);
            break;
        default:
            ck_assert(elements_put(vm, array, index, boxed(++tag)));
            tags[index] = tag;
            if (index >= length) length = index + 1;
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIMIT; i++)
        count += tags[i] != 0;
    uint32_t listed, *indices = elements_indices(vm, array, false, &listed);
    ck_assert_uint_eq(listed, count);
    for (uint32_t i = 0, n = 0; i < LIMIT; i++) {
        if (tags[i]) ck_assert_uint_eq(indices[n++], i);
    }
    memory_free(&vm->memory, indices);
}
END_TEST

START_TEST(huge_lengths_and_indices_are_cheap) {
    struct object *array = make_array(UINT32_MAX);
    ck_assert_uint_eq(array_length(array), UINT32_MAX);
    ck_assert(!array_push(vm, array, VALUE_TRUE));
    ck_assert(support_threw(vm, "Invalid array length"));
    struct object *sparse = make_array(0);
    ck_assert(elements_put(vm, sparse, 4000000000u, value_from_int(1)));
    ck_assert(elements_put(vm, sparse, UINT32_MAX - 1, value_from_int(2)));
    ck_assert_uint_eq(array_length(sparse), UINT32_MAX);
    ck_assert(sparse->cell.flags & OBJECT_SPARSE);
    ck_assert(is_int(own(sparse, key_from_index(4000000000u)), 1));
    ck_assert_uint_eq(elements_truncate(vm, sparse, 4000000001u), 4000000001u);
    ck_assert(value_is_absent(own(sparse, key_from_index(UINT32_MAX - 1))));
    ck_assert(is_int(own(sparse, key_from_index(4000000000u)), 1));
    ck_assert_uint_eq(elements_truncate(vm, sparse, 0), 0);
    uint32_t listed, *indices = elements_indices(vm, sparse, false, &listed);
    ck_assert_uint_eq(listed, 0);
    memory_free(&vm->memory, indices);
}
END_TEST

START_TEST(many_sparse_indices_are_listed_in_order) {
    struct object *array = make_array(0);
    for (uint32_t i = 0; i < 10000; i++)
        ck_assert(elements_put(vm, array, i * 7919u % 10007u * 400000u, VALUE_TRUE));
    ck_assert(array->cell.flags & OBJECT_SPARSE);
    uint32_t listed, *indices = elements_indices(vm, array, false, &listed);
    ck_assert_uint_eq(listed, 10000);
    for (uint32_t i = 1; i < listed; i++)
        ck_assert_uint_lt(indices[i - 1], indices[i]);
    memory_free(&vm->memory, indices);
}
END_TEST

START_TEST(filling_backwards_becomes_dense) {
    struct object *array = make_array(0);
    for (uint32_t i = 50000; i-- > 0;)
        ck_assert(elements_put(vm, array, i, value_from_int((int32_t)i)));
    ck_assert(!(array->cell.flags & OBJECT_SPARSE));
    ck_assert_uint_eq(elements_used(array), 50000);
    for (uint32_t i = 0; i < 50000; i++)
        ck_assert(is_int(array->elements[i], (int32_t)i));
}
END_TEST

START_TEST(restricted_elements_stay_dense) {
    struct object *array = make_array(0);
    for (uint32_t i = 0; i < 5; i++)
        ck_assert(array_push(vm, array, boxed(i)));
    elements_remove(vm, array, 3);
    ck_assert(object_restrict(vm, array, false));
    struct property at;
    ck_assert(elements_get_own(array, 4, &at));
    ck_assert_uint_eq(at.attributes, PROPERTY_WRITABLE | PROPERTY_ENUMERABLE);
    ck_assert_uint_eq(elements_truncate(vm, array, 1), 5);
    ck_assert(object_restrict(vm, array, true));
    ck_assert(elements_get_own(array, 4, &at));
    ck_assert_uint_eq(at.attributes, PROPERTY_ENUMERABLE);
    ck_assert(array->cell.flags & OBJECT_LENGTH_READ_ONLY);
    ck_assert(!(array->cell.flags & OBJECT_SPARSE));
    ck_assert(elements_to_sparse(vm, array));
    ck_assert(elements_get_own(array, 4, &at));
    ck_assert_uint_eq(at.attributes, PROPERTY_ENUMERABLE);
    ck_assert(is_boxed(at.value, 4));
    ck_assert_uint_eq(elements_truncate(vm, array, 1), 5);
}
END_TEST

START_TEST(truncation_gives_memory_back) {
    struct object *array = make_array(0);
    for (uint32_t i = 0; i < 100000; i++)
        ck_assert(array_push(vm, array, value_from_int(1)));
    elements_truncate(vm, array, 10);
    ck_assert_uint_lt(elements_vector(array->elements)->cell.word, 1000);
    ck_assert_uint_eq(elements_used(array), 10);
    elements_truncate(vm, array, 0);
    ck_assert(array_push(vm, array, VALUE_TRUE));
    ck_assert_uint_eq(array_length(array), 1);
}
END_TEST

// --- prototypes and caches -------------------------------------------------------------------------

START_TEST(changes_of_prototypes_advance_the_epoch) {
    struct object *prototype = object_create(vm, NULL), *o = object_create(vm, prototype);
    struct property at;
    uint32_t epoch = vm->prototype_epoch;
    ck_assert(object_add(vm, o, key_of("x"), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert_uint_eq(vm->prototype_epoch, epoch);
    ck_assert(object_add(vm, prototype, key_of("x"), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert_uint_gt(vm->prototype_epoch, epoch);
    epoch = vm->prototype_epoch;
    ck_assert(object_get_own(vm, prototype, key_of("x"), &at));
    object_store(vm, prototype, key_of("x"), &at, VALUE_FALSE);
    ck_assert_uint_eq(vm->prototype_epoch, epoch);
    ck_assert(object_reconfigure(vm, prototype, key_of("x"), &at, VALUE_FALSE, PROPERTY_HIDDEN));
    ck_assert_uint_gt(vm->prototype_epoch, epoch);
    epoch = vm->prototype_epoch;
    ck_assert(object_remove(vm, prototype, key_of("x")));
    ck_assert_uint_gt(vm->prototype_epoch, epoch);
    epoch = vm->prototype_epoch;
    ck_assert(object_set_prototype(vm, prototype, object_create(vm, NULL)));
    ck_assert_uint_gt(vm->prototype_epoch, epoch);
    ck_assert(!vm->indexed_prototypes);
    ck_assert(elements_put(vm, prototype, 0, VALUE_TRUE));
    ck_assert(vm->indexed_prototypes);
}
END_TEST

START_TEST(finds_what_can_be_cached_for_get) {
    struct object *top = object_create(vm, NULL), *middle = object_create(vm, top),
                  *o = object_create(vm, middle);
    struct cache_info info;
    struct accessor *accessor = accessor_create(vm, VALUE_UNDEFINED, VALUE_UNDEFINED);
    ck_assert(object_add(vm, top, key_of("inherited"), boxed(1), PROPERTY_DEFAULT));
    ck_assert(object_add(vm, top, key_of("getter"), value_from_cell(accessor), PROPERTY_ACCESSOR));
    for (unsigned i = 0; i < 6; i++)
        ck_assert(object_add(vm, o, key_number(i), boxed(i), PROPERTY_DEFAULT));
    for (unsigned i = 0; i < 6; i++) {
        ck_assert_int_eq(lookup_for_get(vm, o, key_number(i), &info), LOOKUP_OWN);
        ck_assert_int_eq(info.offset >= 0, i < OBJECT_DEFAULT_INLINE);
        ck_assert(is_boxed(*lookup_slot(o, info.offset), i));
        ck_assert_ptr_eq(info.shape, o->shape);
    }
    ck_assert_int_eq(lookup_for_get(vm, o, key_of("inherited"), &info), LOOKUP_PROTOTYPE);
    ck_assert_ptr_eq(info.holder, top);
    ck_assert(is_boxed(*lookup_slot(info.holder, info.offset), 1));
    lookup_remember(vm, key_of("inherited"), &info);
    ck_assert(VM_STRESS || is_boxed(lookup_cached(vm, o, key_of("inherited")), 1));
    ck_assert(object_add(vm, middle, key_of("inherited"), boxed(2), PROPERTY_DEFAULT));
    ck_assert(value_is_empty(lookup_cached(vm, o, key_of("inherited"))));
    ck_assert_int_eq(lookup_for_get(vm, o, key_of("getter"), &info), LOOKUP_PROTOTYPE_GETTER);
    ck_assert_ptr_eq(info.accessor, accessor);
    ck_assert_int_eq(lookup_for_get(vm, o, key_of("nothing"), &info), LOOKUP_ABSENT);
    lookup_remember(vm, key_of("nothing"), &info);
    ck_assert(VM_STRESS || value_is_undefined(lookup_cached(vm, o, key_of("nothing"))));
    ck_assert(object_add(vm, middle, key_of("nothing"), boxed(3), PROPERTY_DEFAULT));
    ck_assert(value_is_empty(lookup_cached(vm, o, key_of("nothing"))));
    ck_assert_int_eq(lookup_for_get(vm, o, key_from_index(1), &info), LOOKUP_UNCACHEABLE);
    ck_assert_int_eq(lookup_for_get(vm, make_array(1), key_of("length"), &info), LOOKUP_UNCACHEABLE);
    ck_assert(object_remove(vm, o, key_number(2)));
    ck_assert(shape_is_dictionary(o->shape));
    ck_assert_int_eq(lookup_for_get(vm, o, key_number(3), &info), LOOKUP_OWN);
    ck_assert_int_eq(lookup_for_get(vm, o, key_of("nothing"), &info), LOOKUP_UNCACHEABLE);
}
END_TEST

START_TEST(finds_what_can_be_cached_for_set) {
    struct object *prototype = object_create(vm, NULL), *o = object_create(vm, prototype);
    struct accessor *accessor = accessor_create(vm, VALUE_UNDEFINED, VALUE_UNDEFINED);
    struct cache_info info;
    ck_assert(object_add(vm, prototype, key_of("setter"), value_from_cell(accessor), PROPERTY_ACCESSOR));
    ck_assert(object_add(vm, prototype, key_of("fixed"), VALUE_TRUE, PROPERTY_CONFIGURABLE));
    ck_assert(object_add(vm, prototype, key_of("plain"), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("x"), &info), LOOKUP_ADD);
    ck_assert_ptr_eq(info.shape, o->shape);
    ck_assert_uint_eq(info.slot, 0);
    ck_assert(object_add(vm, o, key_of("x"), VALUE_TRUE, PROPERTY_DEFAULT));
    ck_assert_ptr_eq(o->shape, info.new_shape);
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("x"), &info), LOOKUP_SET_OWN);
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("plain"), &info), LOOKUP_ADD);
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("fixed"), &info), LOOKUP_UNCACHEABLE);
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("setter"), &info), LOOKUP_SET_PROTOTYPE_SETTER);
    ck_assert_ptr_eq(info.holder, prototype);
    ck_assert_int_eq(lookup_for_set(vm, prototype, key_of("x"), &info), LOOKUP_UNCACHEABLE);
    ck_assert(object_prevent_extensions(vm, o));
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("y"), &info), LOOKUP_UNCACHEABLE);
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("x"), &info), LOOKUP_SET_OWN);
    ck_assert(object_restrict(vm, o, true));
    ck_assert_int_eq(lookup_for_set(vm, o, key_of("x"), &info), LOOKUP_UNCACHEABLE);
}
END_TEST

START_TEST(survives_refused_memory) {
    for (uint64_t countdown = 1; countdown < 400; countdown++) {
        struct object *o = object_create(vm, NULL);
        vm->memory.fail_countdown = countdown;
        vm->memory.failed_once = false;
        for (unsigned i = 0; i < 200; i++) {
            property_key key = symbol_key(vm, SYMBOL_iterator);
            if (!elements_put(vm, o, i * i, value_from_int((int32_t)i))) {
                vm->exception = VALUE_EMPTY;
                break;
            }
            struct property at;
            if (!object_find_own(vm, o, key, &at)) object_add(vm, o, key, VALUE_TRUE, PROPERTY_DEFAULT);
            vm->exception = VALUE_EMPTY;
        }
        bool failed = vm->memory.failed_once;
        vm->memory.fail_countdown = 0;
        const char *fault = heap_verify(&vm->heap);
        ck_assert_msg(!fault, "%s", fault);
        if (!failed) break;
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("object");
    TCase *tests = tcase_create("object");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, named_properties_follow_a_model, 0, 3);
    tcase_add_test(tests, own_keys_are_ordered);
    tcase_add_loop_test(tests, elements_follow_a_model, 0, 3);
    tcase_add_test(tests, huge_lengths_and_indices_are_cheap);
    tcase_add_test(tests, many_sparse_indices_are_listed_in_order);
    tcase_add_test(tests, filling_backwards_becomes_dense);
    tcase_add_test(tests, restricted_elements_stay_dense);
    tcase_add_test(tests, truncation_gives_memory_back);
    tcase_add_test(tests, changes_of_prototypes_advance_the_epoch);
    tcase_add_test(tests, finds_what_can_be_cached_for_get);
    tcase_add_test(tests, finds_what_can_be_cached_for_set);
    tcase_add_test(tests, survives_refused_memory);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
