// sort and toSorted of typed arrays (sec-%typedarray%.prototype.sort).
//
// Without a comparator elements are sorted by their bits. A key is the raw element turned so that unsigned
// order is the order asked for: integers with the sign bit flipped, floating point numbers with all bits
// flipped when negative and the sign bit when not, which puts -0 before +0; NaNs are first moved to the end.
// Few keys are inserted one by one; bytes are counted; more are distributed by one byte after the other,
// least significant first, leaving out bytes that are the same in all keys.
//
// What takes longer than a moment is sorted in memory of its own, so that the safepoint, where script may run
// and the buffer go away, can be looked at meanwhile.
#include "builtins/array.h"
#include "builtins/typed_array.h"

#define SORT_FEW 48u
#define SORT_AT_ONCE ((size_t)1 << 17)    // bytes that are sorted in place, without polling
#define SORT_POLL_STEPS ((size_t)1 << 16) // keys between two looks at the safepoint

// --- keys ------------------------------------------------------------------------------------------

static bool is_float(enum element_type type) { return type >= ELEMENT_Float16 && type <= ELEMENT_Float64; }

static bool is_signed(enum element_type type) {
    return type == ELEMENT_Int8 || type == ELEMENT_Int16 || type == ELEMENT_Int32 || type == ELEMENT_BigInt64;
}

static bool is_nan(enum element_type type, uint64_t raw) {
    switch (type) {
    case ELEMENT_Float16: return (raw & 0x7FFF) > 0x7C00;
    case ELEMENT_Float32: return (raw & 0x7FFFFFFF) > 0x7F800000;
    default: return (raw & INT64_MAX) > 0x7FF0000000000000ull;
    }
}

static inline uint64_t sign_of(enum element_type type) { return 1ull << ((8u << element_shift(type)) - 1); }

// `vm` NULL here and below: without polling. False: given up.
static inline bool may_go_on(vm_isolate *vm, size_t i) {
    return i % SORT_POLL_STEPS != SORT_POLL_STEPS - 1 || !vm || js_safepoint(vm);
}

static bool make_keys(vm_isolate *vm, enum element_type type, void *elements, size_t count) {
    uint64_t sign = sign_of(type), all = sign | (sign - 1);
    size_t size = element_size(type);
    char *at = elements;
    if (!is_float(type) && !is_signed(type)) return true;
    for (size_t i = 0; i < count; i++, at += size) {
        if (!may_go_on(vm, i)) return false;
        uint64_t raw = element_read(type, at);
        element_write(type, at, raw ^ (is_float(type) && (raw & sign) ? all : sign));
    }
    return true;
}

static bool unmake_keys(vm_isolate *vm, enum element_type type, void *elements, size_t count) {
    uint64_t sign = sign_of(type), all = sign | (sign - 1);
    size_t size = element_size(type);
    char *at = elements;
    if (!is_float(type) && !is_signed(type)) return true;
    for (size_t i = 0; i < count; i++, at += size) {
        if (!may_go_on(vm, i)) return false;
        uint64_t key = element_read(type, at);
        element_write(type, at, key ^ (is_float(type) && !(key & sign) ? all : sign));
    }
    return true;
}

// Moves NaNs behind all others; gives the number of others. SIZE_MAX: given up.
static size_t part_nans(vm_isolate *vm, enum element_type type, void *elements, size_t count) {
    size_t size = element_size(type);
    char *base = elements;
    for (size_t i = 0, step = 0; i < count; step++) {
        if (!may_go_on(vm, step)) return SIZE_MAX;
        uint64_t raw = element_read(type, base + i * size);
        if (!is_nan(type, raw)) {
            i++;
        } else {
            count--;
            element_write(type, base + i * size, element_read(type, base + count * size));
            element_write(type, base + count * size, raw);
        }
    }
    return count;
}

// --- sorting keys ----------------------------------------------------------------------------------

static void count_bytes(uint8_t *keys, size_t count) {
    size_t counts[256] = {0};
    for (size_t i = 0; i < count; i++)
        counts[keys[i]]++;
    for (unsigned key = 0; key < 256; key++) {
        memset(keys, (int)key, counts[key]);
        keys += counts[key];
    }
}

// Sorts keys of one width; `room` is as large as the keys. False: exception pending.
#define SORT_KEYS(name, type)                                                                                \
    static bool name(vm_isolate *vm, type *keys, size_t count, type *room) {                                 \
        if (count <= SORT_FEW) {                                                                             \
            for (size_t i = 1; i < count; i++) {                                                             \
                type key = keys[i];                                                                          \
                size_t at = i;                                                                               \
                for (; at && keys[at - 1] > key; at--)                                                       \
                    keys[at] = keys[at - 1];                                                                 \
                keys[at] = key;                                                                              \
            }                                                                                                \
            return true;                                                                                     \
        }                                                                                                    \
        size_t counts[sizeof(type)][256] = {{0}};                                                            \
        for (size_t i = 0; i < count; i++) {                                                                 \
            if (!may_go_on(vm, i)) return false;                                                             \
            for (unsigned byte = 0; byte < sizeof(type); byte++)                                             \
                counts[byte][keys[i] >> 8 * byte & 0xFF]++;                                                  \
        }                                                                                                    \
        type *from = keys, *to = room;                                                                       \
        for (unsigned byte = 0; byte < sizeof(type); byte++) {                                               \
            size_t *places = counts[byte], sum = 0;                                                          \
            if (places[from[0] >> 8 * byte & 0xFF] == count) continue;                                       \
            for (unsigned i = 0; i < 256; i++) {                                                             \
                size_t here = places[i];                                                                     \
                places[i] = sum;                                                                             \
                sum += here;                                                                                 \
            }                                                                                                \
            for (size_t i = 0, end; i < count;) {                                                            \
                if (vm && !js_safepoint(vm)) return false;                                                   \
                end = count - i < SORT_POLL_STEPS ? count : i + SORT_POLL_STEPS;                             \
                for (; i < end; i++)                                                                         \
                    to[places[from[i] >> 8 * byte & 0xFF]++] = from[i];                                      \
            }                                                                                                \
            type *other = from;                                                                              \
            from = to;                                                                                       \
            to = other;                                                                                      \
        }                                                                                                    \
        for (size_t i = 0; from != keys && i < count; i += SORT_POLL_STEPS) {                                \
            size_t left = count - i;                                                                         \
            memcpy(keys + i, from + i, (left < SORT_POLL_STEPS ? left : SORT_POLL_STEPS) * sizeof *keys);    \
            if (vm && !js_safepoint(vm)) return false;                                                       \
        }                                                                                                    \
        return true;                                                                                         \
    }
SORT_KEYS(sort_keys_16, uint16_t)
SORT_KEYS(sort_keys_32, uint32_t)
SORT_KEYS(sort_keys_64, uint64_t)

static bool sort_with_room(vm_isolate *vm, enum element_type type, void *elements, size_t count, void *room) {
    bool done = true;
    if (is_float(type)) count = part_nans(vm, type, elements, count);
    if (count == SIZE_MAX || !make_keys(vm, type, elements, count)) return false;
    switch (element_shift(type)) {
    case 0: count_bytes(elements, count); break;
    case 1: done = sort_keys_16(vm, elements, count, room); break;
    case 2: done = sort_keys_32(vm, elements, count, room); break;
    default: done = sort_keys_64(vm, elements, count, room); break;
    }
    return done && unmake_keys(vm, type, elements, count);
}

static void *allocate(vm_isolate *vm, size_t bytes) {
    void *memory = memory_allocate(&vm->memory, bytes);
    if (!memory) throw_out_of_memory(vm);
    return memory;
}

static bool sort_copy(vm_isolate *vm, struct buffer_view *array, size_t length) {
    enum element_type type = view_type(array);
    size_t bytes = length << element_shift(type);
    struct buffer_view *copy = typed_array_create_same_type(vm, array, length);
    void *room = copy ? allocate(vm, bytes) : NULL;
    bool done = room && typed_array_copy(vm, copy, 0, array, 0, length) &&
                sort_with_room(vm, type, copy->data, length, room) &&
                typed_array_copy(vm, array, 0, copy, 0, length);
    memory_free(&vm->memory, room);
    KEEP_ALIVE(copy);
    return done;
}

// The same for bytes, in place: script that runs meanwhile sees them half sorted.
static bool sort_bytes(vm_isolate *vm, struct buffer_view *array, size_t length) {
    enum element_type type = view_type(array);
    uint8_t flip = type == ELEMENT_Int8 ? 0x80 : 0;
    size_t counts[256] = {0};
    for (size_t i = 0, stop; i < length && view_length(array) >= length; i = stop) {
        stop = length - i < SORT_AT_ONCE ? length : i + SORT_AT_ONCE;
        for (size_t k = i; k < stop; k++)
            counts[array->data[k] ^ flip]++;
        if (!js_safepoint(vm)) return false;
    }
    size_t at = 0;
    for (unsigned key = 0; key < 256; key++) {
        while (counts[key] && view_length(array) >= length) {
            size_t count = counts[key] < SORT_AT_ONCE ? counts[key] : SORT_AT_ONCE;
            memset(array->data + at, (int)(key ^ flip), count);
            at += count;
            counts[key] -= count;
            if (!js_safepoint(vm)) return false;
        }
    }
    return true;
}

static bool sort_elements(vm_isolate *vm, struct buffer_view *array, size_t length) {
    enum element_type type = view_type(array);
    size_t bytes = length << element_shift(type);
    if (bytes > SORT_AT_ONCE)
        return element_shift(type) ? sort_copy(vm, array, length) : sort_bytes(vm, array, length);
    bool needs_room = element_shift(type) && length > SORT_FEW;
    void *room = needs_room ? allocate(vm, bytes) : NULL;
    if (needs_room && !room) return false;
    sort_with_room(NULL, type, array->data, length, room);
    memory_free(&vm->memory, room);
    return true;
}

// --- by comparator ---------------------------------------------------------------------------------

// The elements as values, sorted.
static struct list *sorted_values(vm_isolate *vm, const struct buffer_view *array, size_t length,
                                  vm_value comparator) {
    struct list *list = list_create(vm);
    if (!list) return NULL;
    for (size_t k = 0; k < length; k++) {
        vm_value value = view_get(vm, array, k);
        if (value_is_exception(value) || !list_push(vm, list, value) || !js_safepoint(vm)) return NULL;
    }
    if (!length) return list;
    bool sorted = array_sort_vector(vm, list->vector, list->length, comparator);
    heap_write(&vm->heap, list);
    return sorted ? list : NULL;
}

// Sorts the elements of `source` into `target`, which may be the same array.
static bool sort_into(vm_isolate *vm, struct buffer_view *target, const struct buffer_view *source,
                      size_t length, vm_value comparator) {
    if (value_is_undefined(comparator)) {
        return (target == source || typed_array_copy(vm, target, 0, source, 0, length)) &&
               sort_elements(vm, target, length);
    }
    const struct list *values = sorted_values(vm, source, length, comparator);
    for (uint32_t k = 0; values && k < values->length; k++) {
        if (!typed_array_set(vm, target, k, list_at(values, k))) return false;
    }
    return values;
}

static bool check_comparator(vm_isolate *vm, vm_value comparator) {
    if (value_is_undefined(comparator) || value_is_callable(comparator)) return true;
    throw_type_error(vm, "The comparison function must be either a function or undefined: %V", comparator);
    return false;
}

// sec-%typedarray%.prototype.sort
vm_value typed_array_sort(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    if (!check_comparator(vm, ARGUMENT(0))) return VALUE_EXCEPTION;
    struct buffer_view *array = typed_array_validate(vm, THIS, "sort", &length);
    return array && sort_into(vm, array, array, length, ARGUMENT(0)) ? THIS : VALUE_EXCEPTION;
}

// sec-%typedarray%.prototype.tosorted
vm_value typed_array_to_sorted(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    if (!check_comparator(vm, ARGUMENT(0))) return VALUE_EXCEPTION;
    struct buffer_view *array = typed_array_validate(vm, THIS, "toSorted", &length);
    struct buffer_view *copy = array ? typed_array_create_same_type(vm, array, length) : NULL;
    return copy && sort_into(vm, copy, array, length, ARGUMENT(0)) ? value_from_cell(copy) : VALUE_EXCEPTION;
}
