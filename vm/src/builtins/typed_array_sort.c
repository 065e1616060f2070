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

static void make_keys(enum element_type type, void *elements, size_t count) {
    uint64_t sign = sign_of(type), all = sign | (sign - 1);
    size_t size = element_size(type);
    char *at = elements;
    if (!is_float(type) && !is_signed(type)) return;
    for (size_t i = 0; i < count; i++, at += size) {
        uint64_t raw = element_read(type, at);
        element_write(type, at, raw ^ (is_float(type) && (raw & sign) ? all : sign));
    }
}

static void unmake_keys(enum element_type type, void *elements, size_t count) {
    uint64_t sign = sign_of(type), all = sign | (sign - 1);
    size_t size = element_size(type);
    char *at = elements;
    if (!is_float(type) && !is_signed(type)) return;
    for (size_t i = 0; i < count; i++, at += size) {
        uint64_t key = element_read(type, at);
        element_write(type, at, key ^ (is_float(type) && !(key & sign) ? all : sign));
    }
}

// Moves NaNs behind all others; gives the number of others.
static size_t part_nans(enum element_type type, void *elements, size_t count) {
    size_t size = element_size(type);
    char *base = elements;
    for (size_t i = 0; i < count;) {
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

// Sorts keys of one width; `room` is as large as the keys. vm NULL: without polling. False: exception
// pending.
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
        if (from != keys) memcpy(keys, from, count * sizeof *keys);                                          \
        return true;                                                                                         \
    }
SORT_KEYS(sort_keys_16, uint16_t)
SORT_KEYS(sort_keys_32, uint32_t)
SORT_KEYS(sort_keys_64, uint64_t)

// `vm` NULL: without polling.
static bool sort_with_room(vm_isolate *vm, enum element_type type, void *elements, size_t count, void *room) {
    bool done = true;
    if (is_float(type)) count = part_nans(type, elements, count);
    make_keys(type, elements, count);
    switch (element_shift(type)) {
    case 0: count_bytes(elements, count); break;
    case 1: done = sort_keys_16(vm, elements, count, room); break;
    case 2: done = sort_keys_32(vm, elements, count, room); break;
    default: done = sort_keys_64(vm, elements, count, room); break;
    }
    unmake_keys(type, elements, count);
    return done;
}

static void *allocate(vm_isolate *vm, size_t bytes) {
    void *memory = memory_allocate(&vm->memory, bytes);
    if (!memory) throw_out_of_memory(vm);
    return memory;
}

static bool sort_copy(vm_isolate *vm, struct buffer_view *array, size_t length) {
    enum element_type type = view_type(array);
    size_t bytes = length << element_shift(type);
    char *copy = allocate(vm, 2 * bytes);
    if (!copy) return false;
    memcpy(copy, array->data, bytes);
    bool done = sort_with_room(vm, type, copy, length, copy + bytes);
    size_t now = view_length(array);
    if (done && now) memcpy(array->data, copy, now < length ? now << element_shift(type) : bytes);
    memory_free(&vm->memory, copy);
    return done;
}

static bool sort_elements(vm_isolate *vm, struct buffer_view *array, size_t length) {
    enum element_type type = view_type(array);
    size_t bytes = length << element_shift(type);
    if (element_shift(type) && bytes > SORT_AT_ONCE) return sort_copy(vm, array, length);
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
        if (value_is_exception(value) || !list_push(vm, list, value)) return NULL;
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
        memmove(target->data, source->data, length << element_shift(view_type(source)));
        return sort_elements(vm, target, length);
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
