// Methods of %TypedArray%.prototype that look for elements or show them as text.
#include "builtins/typed_array.h"

#define SEARCH_CHUNK 256
#define SEARCH_AT_ONCE ((size_t)1 << 20) // elements between two looks at the safepoint

// sec-%typedarray%.prototype.at
vm_value typed_array_at(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    double index;
    struct buffer_view *array = typed_array_validate(vm, THIS, "at", &length);
    if (!array || !js_to_integer_or_infinity(vm, ARGUMENT(0), &index)) return VALUE_EXCEPTION;
    if (index < 0) index += (double)length;
    return index < 0 || index >= (double)length ? VALUE_UNDEFINED : view_get(vm, array, (size_t)index);
}

// --- searching -------------------------------------------------------------------------------------

// What is searched for, as it would be stored.
struct wanted {
    bool possible; // an element can be equal to it
    bool is_nan;
    double number; // of arrays of floating point numbers
    uint64_t raw;  // of others
};

static bool is_float(enum element_type type) { return type >= ELEMENT_Float16 && type <= ELEMENT_Float64; }

static bool bigint_element(enum element_type type, const struct bigint *b, uint64_t *raw) {
    if (b->cell.word > 1) return false;
    uint64_t magnitude = b->cell.word ? b->digits[0] : 0;
    *raw = bigint_is_negative(b) ? 0 - magnitude : magnitude;
    if (type == ELEMENT_BigUint64) return !bigint_is_negative(b);
    return magnitude <= (uint64_t)INT64_MAX + bigint_is_negative(b);
}

static struct wanted wanted_of(enum element_type type, vm_value v) {
    struct wanted w = {0};
    if (element_is_bigint(type)) {
        w.possible = value_is_bigint(v) && bigint_element(type, value_as_bigint(v), &w.raw);
    } else if (value_is_number(v)) {
        w.number = value_as_double(v);
        w.is_nan = w.number != w.number;
        w.raw = element_from_number(type, w.number);
        w.possible = is_float(type) || value_as_double(element_number(type, w.raw)) == w.number;
    }
    return w;
}

// The first place in from .. to-1; SIZE_MAX: none. Runs no script.
#define SEARCH(type)                                                                                         \
    {                                                                                                        \
        const type *elements = (const type *)array->data, element = (type)raw;                               \
        while (from < to && elements[from] != element)                                                       \
            from++;                                                                                          \
        break;                                                                                               \
    }

static size_t search_raw(const struct buffer_view *array, size_t from, size_t to, uint64_t raw) {
    switch (element_shift(view_type(array))) {
    case 0: {
        const uint8_t *found = from < to ? memchr(array->data + from, (uint8_t)raw, to - from) : NULL;
        return found ? (size_t)(found - array->data) : SIZE_MAX;
    }
    case 1: SEARCH(uint16_t)
    case 2: SEARCH(uint32_t)
    default: SEARCH(uint64_t)
    }
    return from < to ? from : SIZE_MAX;
}

static size_t search_floats(const struct buffer_view *array, size_t from, size_t to, const struct wanted *w) {
    double chunk[SEARCH_CHUNK];
    for (size_t count; from < to; from += count) {
        count = to - from < SEARCH_CHUNK ? to - from : SEARCH_CHUNK;
        elements_to_doubles(view_type(array), view_address(array, from), count, chunk);
        for (size_t i = 0; i < count; i++) {
            if (chunk[i] == w->number || (w->is_nan && chunk[i] != chunk[i])) return from + i;
        }
    }
    return SIZE_MAX;
}

static size_t search_part(const struct buffer_view *array, size_t from, size_t to, const struct wanted *w) {
    if (!w->possible) return SIZE_MAX;
    return is_float(view_type(array)) ? search_floats(array, from, to, w)
                                      : search_raw(array, from, to, w->raw);
}

// The same with polling, where script may run. False: exception pending.
static bool search(vm_isolate *vm, const struct buffer_view *array, size_t from, size_t to,
                   const struct wanted *w, size_t *place) {
    *place = SIZE_MAX;
    while (from < to) {
        size_t end = to - from < SEARCH_AT_ONCE ? to : from + SEARCH_AT_ONCE;
        *place = search_part(array, from, end, w);
        if (*place != SIZE_MAX || end == to) break;
        if (!js_safepoint(vm)) return false;
        size_t now = view_length(array);
        from = end;
        to = now < to ? now : to;
    }
    return true;
}

// The start argument of includes and indexOf, and where the search must end by now.
static bool search_range(vm_isolate *vm, const struct buffer_view *array, vm_value start, size_t length,
                         size_t *from, size_t *to) {
    double first;
    if (!js_relative_index(vm, start, (double)length, 0, &first)) return false;
    size_t now = view_length(array);
    *from = (size_t)first;
    *to = now < length ? now : length;
    return true;
}

// sec-%typedarray%.prototype.includes
vm_value typed_array_includes(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length, from, to, place;
    vm_value value = ARGUMENT(0);
    struct buffer_view *array = typed_array_validate(vm, THIS, "includes", &length);
    if (!array) return VALUE_EXCEPTION;
    if (!length) return VALUE_FALSE;
    if (!search_range(vm, array, ARGUMENT(1), length, &from, &to)) return VALUE_EXCEPTION;
    if (value_is_undefined(value)) return value_from_bool(from < length && to < length);
    struct wanted w = wanted_of(view_type(array), value);
    return search(vm, array, from, to, &w, &place) ? value_from_bool(place != SIZE_MAX) : VALUE_EXCEPTION;
}

static vm_value place_value(size_t place) {
    return place == SIZE_MAX ? value_from_int(-1) : value_from_int64((int64_t)place);
}

// sec-%typedarray%.prototype.indexof
vm_value typed_array_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length, from, to, place;
    vm_value value = ARGUMENT(0);
    struct buffer_view *array = typed_array_validate(vm, THIS, "indexOf", &length);
    if (!array) return VALUE_EXCEPTION;
    if (!length) return value_from_int(-1);
    if (!search_range(vm, array, ARGUMENT(1), length, &from, &to)) return VALUE_EXCEPTION;
    struct wanted w = wanted_of(view_type(array), value);
    w.is_nan = false;
    return search(vm, array, from, to, &w, &place) ? place_value(place) : VALUE_EXCEPTION;
}

// sec-%typedarray%.prototype.lastindexof
vm_value typed_array_last_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    vm_value value = ARGUMENT(0);
    struct buffer_view *array = typed_array_validate(vm, THIS, "lastIndexOf", &length);
    if (!array) return VALUE_EXCEPTION;
    if (!length) return value_from_int(-1);
    double from = (double)length - 1;
    if (argc > 1) {
        if (!js_to_integer_or_infinity(vm, frame[2], &from)) return VALUE_EXCEPTION;
        if (from < 0) from += (double)length;
        if (from > (double)length - 1) from = (double)length - 1;
    }
    if (from < 0) return value_from_int(-1);
    size_t now = view_length(array), end = (size_t)from + 1 < now ? (size_t)from + 1 : now;
    struct wanted w = wanted_of(view_type(array), value);
    w.is_nan = false;
    // Backwards by pieces, the last match of each.
    while (end > 0) {
        size_t start = end > SEARCH_CHUNK ? end - SEARCH_CHUNK : 0, found = SIZE_MAX, at = start;
        while (at < end && (at = search_part(array, at, end, &w)) != SIZE_MAX)
            found = at++;
        if (found != SIZE_MAX) return place_value(found);
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        now = view_length(array);
        end = start < now ? start : now;
    }
    return value_from_int(-1);
}

// --- text ------------------------------------------------------------------------------------------

static bool append_element(vm_isolate *vm, struct string_builder *b, vm_value element) {
    if (value_is_undefined(element)) return true;
    if (value_is_number(element)) {
        char text[NUMBER_SHORTEST_SIZE];
        size_t length = value_is_int(element) ? number_from_int32(value_as_int(element), text)
                                              : number_to_shortest(value_as_double(element), text);
        string_builder_latin1(b, (const uint8_t *)text, length);
    } else {
        struct string *s = js_to_string(vm, element);
        if (!s) return false;
        string_builder_string(b, s);
    }
    return !b->failed;
}

static bool append_localized(vm_isolate *vm, struct string_builder *b, vm_value element) {
    property_key key;
    if (value_is_undefined(element)) return true;
    if (!key_from_text(vm, "toLocaleString", &key)) return false;
    element = js_invoke(vm, element, key, 0, NULL);
    struct string *s = value_is_exception(element) ? NULL : js_to_string(vm, element);
    if (!s) return false;
    string_builder_string(b, s);
    return !b->failed;
}

static vm_value join(vm_isolate *vm, const struct buffer_view *array, size_t length, struct string *separator,
                     bool (*append)(vm_isolate *, struct string_builder *, vm_value)) {
    struct string_builder b;
    bool done = true;
    string_builder_start(&b, vm);
    for (size_t k = 0; done && k < length; k++) {
        if (k) string_builder_string(&b, separator);
        vm_value element = view_get(vm, array, k);
        done = !value_is_exception(element) && !b.failed && js_safepoint(vm) && append(vm, &b, element);
    }
    if (done || b.failed) return builtin_cell(string_builder_finish(&b));
    string_builder_discard(&b);
    return VALUE_EXCEPTION;
}

// sec-%typedarray%.prototype.join
vm_value typed_array_join(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    struct buffer_view *array = typed_array_validate(vm, THIS, "join", &length);
    if (!array) return VALUE_EXCEPTION;
    struct string *separator =
        value_is_undefined(ARGUMENT(0)) ? string_from_unit(vm, ',') : js_to_flat_string(vm, frame[1]);
    return separator ? join(vm, array, length, separator, append_element) : VALUE_EXCEPTION;
}

// sec-%typedarray%.prototype.tolocalestring
vm_value typed_array_to_locale_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    (void)argc;
    struct buffer_view *array = typed_array_validate(vm, THIS, "toLocaleString", &length);
    struct string *separator = array ? string_from_unit(vm, ',') : NULL;
    return separator ? join(vm, array, length, separator, append_localized) : VALUE_EXCEPTION;
}
