// Iterator.zip and Iterator.zipKeyed (joint iteration).
//
// A zip helper has everything in one LIST: for n iterators the pairs (iterator, next method), then n
// paddings, then, keyed, n keys. An iterator that has ended or was closed is UNDEFINED. `index` of the helper
// is n, the bits of the iteration kind are the mode.
#include "builtins/iterator.h"

#include "object/throw.h"

enum zip_mode { ZIP_SHORTEST, ZIP_LONGEST, ZIP_STRICT };

// --- the list --------------------------------------------------------------------------------------

static struct iteration iteration_at(const struct list *list, uint32_t i) {
    return (struct iteration){.iterator = list_at(list, 2 * i), .next = list_at(list, 2 * i + 1)};
}

static bool is_open(const struct list *list, uint32_t i) { return !value_is_undefined(list_at(list, 2 * i)); }

static void forget(struct list *list, uint32_t i) { list->vector->values[2 * i] = VALUE_UNDEFINED; }

// sec-iteratorcloseall, with what is pending: the last first. False: an exception is pending.
static bool close_all(vm_isolate *vm, struct list *list, uint32_t count) {
    while (count-- > 0) {
        if (!is_open(list, count)) continue;
        struct iteration it = iteration_at(list, count);
        forget(list, count);
        if (value_is_empty(vm->exception)) {
            if (!js_iterate_close(vm, &it)) continue;
        } else {
            js_iterate_abort(vm, &it);
        }
    }
    return value_is_empty(vm->exception);
}

// --- options ---------------------------------------------------------------------------------------

static bool read_mode(vm_isolate *vm, struct object *options, enum zip_mode *mode) {
    property_key key;
    *mode = ZIP_SHORTEST;
    if (!options) return true;
    if (!key_from_text(vm, "mode", &key)) return false;
    vm_value v = js_get(vm, options, key);
    if (value_is_exception(v)) return false;
    if (value_is_undefined(v)) return true;
    if (value_is_string(v)) {
        struct string *s = string_flatten(vm, value_as_string(v));
        if (!s) return false;
        *mode = string_equals_text(s, "longest") ? ZIP_LONGEST : ZIP_STRICT;
        if (string_equals_text(s, "shortest")) *mode = ZIP_SHORTEST;
        if (*mode != ZIP_STRICT || string_equals_text(s, "strict")) return true;
    }
    throw_type_error(vm, "%V is not a mode of zip", v);
    return false;
}

// The padding option in the mode that uses it, else UNDEFINED. EXCEPTION.
static vm_value read_padding(vm_isolate *vm, struct object *options, enum zip_mode mode) {
    property_key key;
    if (mode != ZIP_LONGEST || !options) return VALUE_UNDEFINED;
    if (!key_from_text(vm, "padding", &key)) return VALUE_EXCEPTION;
    vm_value padding = js_get(vm, options, key);
    if (value_is_exception(padding) || value_is_undefined(padding) || value_is_object(padding))
        return padding;
    return throw_type_error(vm, "%V is not an object", padding);
}

// --- what is zipped --------------------------------------------------------------------------------

static bool push_iterator(vm_isolate *vm, struct list *list, vm_value v) {
    struct iteration it;
    return iterator_open_flattenable(vm, v, false, &it) && list_push(vm, list, it.iterator) &&
           list_push(vm, list, it.next);
}

static bool collect_iterables(vm_isolate *vm, struct list *list, vm_value iterables) {
    struct iteration it;
    vm_value value;
    enum outcome more;
    if (!js_iterate(vm, iterables, &it)) return false;
    while ((more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (push_iterator(vm, list, value) && js_safepoint(vm)) continue;
        close_all(vm, list, list->length / 2);
        js_iterate_abort(vm, &it);
        return false;
    }
    if (more == OUTCOME_EXCEPTION) close_all(vm, list, list->length / 2);
    return more == OUTCOME_FALSE;
}

static bool collect_property(vm_isolate *vm, struct list *list, struct list *keys, struct object *o,
                             vm_value key) {
    struct property_descriptor descriptor;
    enum outcome there = js_get_own_property(vm, o, key_from_value_bits(key), &descriptor);
    if (there == OUTCOME_EXCEPTION) return false;
    if (there == OUTCOME_FALSE || !(descriptor.attributes & PROPERTY_ENUMERABLE)) return true;
    vm_value value = js_get(vm, o, key_from_value_bits(key));
    if (value_is_exception(value)) return false;
    if (value_is_undefined(value)) return true;
    return list_push(vm, keys, key) && push_iterator(vm, list, value);
}

static bool collect_properties(vm_isolate *vm, struct list *list, struct list *keys, vm_value iterables) {
    struct object *o = value_as_object(iterables);
    struct list *all = list_create(vm);
    if (!all || !js_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, all)) return false;
    for (uint32_t i = 0; i < all->length; i++) {
        if (collect_property(vm, list, keys, o, list_at(all, i))) continue;
        close_all(vm, list, list->length / 2);
        return false;
    }
    return true;
}

// Appends the paddings of `count` iterators.
static bool add_paddings(vm_isolate *vm, struct list *list, uint32_t count, vm_value padding) {
    struct iteration it = {.done = true};
    if (!value_is_undefined(padding) && !js_iterate(vm, padding, &it)) return false;
    for (uint32_t i = 0; i < count; i++) {
        vm_value value = VALUE_UNDEFINED;
        enum outcome more = js_iterate_next(vm, &it, &value);
        if (more == OUTCOME_EXCEPTION) return false;
        if (!list_push(vm, list, more == OUTCOME_TRUE ? value : VALUE_UNDEFINED)) return false;
    }
    return js_iterate_close(vm, &it);
}

static bool add_keyed_paddings(vm_isolate *vm, struct list *list, const struct list *keys, vm_value padding) {
    for (uint32_t i = 0; i < keys->length; i++) {
        vm_value value = VALUE_UNDEFINED;
        if (!value_is_undefined(padding)) {
            value = js_get(vm, value_as_object(padding), key_from_value_bits(list_at(keys, i)));
            if (value_is_exception(value)) return false;
        }
        if (!list_push(vm, list, value)) return false;
    }
    for (uint32_t i = 0; i < keys->length; i++) {
        if (!list_push(vm, list, list_at(keys, i))) return false;
    }
    return true;
}

// sec-iterator.zip, sec-iterator.zipkeyed; MAGIC: whether keyed
vm_value iterator_zip(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool keyed = MAGIC;
    enum zip_mode mode;
    vm_value iterables = ARGUMENT(0), option = ARGUMENT(1);
    if (!value_is_object(iterables)) return throw_type_error(vm, "%V is not an object", iterables);
    if (!value_is_undefined(option) && !value_is_object(option))
        return throw_type_error(vm, "%V is not an object", option);
    struct object *options = value_is_undefined(option) ? NULL : value_as_object(option);
    if (!read_mode(vm, options, &mode)) return VALUE_EXCEPTION;
    vm_value padding = read_padding(vm, options, mode);
    struct list *list = value_is_exception(padding) ? NULL : list_create(vm);
    struct list *keys = list ? list_create(vm) : NULL;
    if (!keys ||
        !(keyed ? collect_properties(vm, list, keys, iterables) : collect_iterables(vm, list, iterables)))
        return VALUE_EXCEPTION;
    uint32_t count = list->length / 2;
    if (!(keyed ? add_keyed_paddings(vm, list, keys, padding) : add_paddings(vm, list, count, padding))) {
        close_all(vm, list, count);
        return VALUE_EXCEPTION;
    }
    struct iterator_helper *helper =
        iterator_helper_create(vm, ITERATOR_HELPER_ZIP, VALUE_NULL, VALUE_UNDEFINED);
    if (!helper) return VALUE_EXCEPTION;
    helper->iterator.index = count;
    uint32_t *word = &helper->iterator.object.cell.word;
    *word = (*word & ~ITERATOR_ITERATION_MASK) | (uint32_t)mode << ITERATOR_ITERATION_SHIFT;
    helper->function = value_from_cell(list);
    return value_from_cell(helper);
}

// --- stepping --------------------------------------------------------------------------------------

static vm_value keyed_result(vm_isolate *vm, const struct list *list, const struct object *results,
                             uint32_t count) {
    struct object *o = object_create(vm, NULL);
    for (uint32_t i = 0; o && i < count; i++) {
        property_key key = key_from_value_bits(list_at(list, 3 * count + i));
        if (!js_create_data_property_or_throw(vm, o, key, results->elements[i])) return VALUE_EXCEPTION;
    }
    return builtin_cell(o);
}

static enum outcome fail(vm_isolate *vm, struct list *list, uint32_t count) {
    close_all(vm, list, count);
    return OUTCOME_EXCEPTION;
}

static enum outcome uneven(vm_isolate *vm, struct list *list, uint32_t count) {
    throw_type_error(vm, "Iterators of zip in strict mode have different lengths");
    return fail(vm, list, count);
}

// In strict mode the first iterator has ended: all others must be at their ends.
static enum outcome check_rest(vm_isolate *vm, struct list *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        struct iteration it = iteration_at(list, i);
        enum outcome more = iterator_step_without_value(vm, &it);
        if (more == OUTCOME_TRUE) return uneven(vm, list, count);
        forget(list, i);
        if (more == OUTCOME_EXCEPTION) return fail(vm, list, count);
    }
    return OUTCOME_FALSE;
}

static bool any_open(const struct list *list, uint32_t count) {
    while (count > 0 && !is_open(list, count - 1))
        count--;
    return count > 0;
}

// The value of iterator `i`; FALSE: that was all.
static enum outcome step_one(vm_isolate *vm, struct list *list, uint32_t count, uint32_t i,
                             enum zip_mode mode, vm_value *value) {
    if (is_open(list, i)) {
        struct iteration it = iteration_at(list, i);
        enum outcome more = js_iterate_next(vm, &it, value);
        if (more == OUTCOME_TRUE) return more;
        forget(list, i);
        if (more == OUTCOME_EXCEPTION) return fail(vm, list, count);
        if (mode == ZIP_SHORTEST) return close_all(vm, list, count) ? OUTCOME_FALSE : OUTCOME_EXCEPTION;
        if (mode == ZIP_STRICT) return i ? uneven(vm, list, count) : check_rest(vm, list, count);
        if (!any_open(list, count)) return OUTCOME_FALSE;
    }
    *value = list_at(list, 2 * count + i);
    return OUTCOME_TRUE;
}

enum outcome iterator_zip_step(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct list *list = value_as_cell(helper->function);
    uint32_t count = (uint32_t)helper->iterator.index;
    enum zip_mode mode = (enum zip_mode)iterator_iteration(&helper->iterator);
    struct object *results = count ? array_create(vm, 0) : NULL;
    if (!count) return OUTCOME_FALSE;
    if (!results) return OUTCOME_EXCEPTION;
    for (uint32_t i = 0; i < count; i++) {
        enum outcome more = step_one(vm, list, count, i, mode, value);
        if (more != OUTCOME_TRUE) return more;
        if (!array_push(vm, results, *value) || !js_safepoint(vm)) return OUTCOME_EXCEPTION;
    }
    bool keyed = list->length == 4 * count;
    *value = keyed ? keyed_result(vm, list, results, count) : value_from_cell(results);
    return value_is_exception(*value) ? OUTCOME_EXCEPTION : OUTCOME_TRUE;
}

bool iterator_zip_close(vm_isolate *vm, const struct iterator_helper *helper) {
    return close_all(vm, value_as_cell(helper->function), (uint32_t)helper->iterator.index);
}
