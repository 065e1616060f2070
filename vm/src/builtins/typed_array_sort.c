// sort and toSorted of typed arrays (sec-%typedarray%.prototype.sort).
//
// Without a comparator elements are sorted by their bits. A key is the raw element turned so that unsigned
// order is the order asked for: integers with the sign bit flipped, floating point numbers with all bits
// flipped when negative and the sign bit when not, which puts -0 before +0; NaNs are first moved to the end.
// Few keys are inserted one by one; bytes are counted; more are distributed by one byte after the other,
// least significant first, leaving out bytes that are the same in all keys.
#include "builtins/array.h"
#include "builtins/typed_array.h"

#define SORT_FEW 48u

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

// Sorts keys of one width; `room` is as large as the keys.
#define SORT_KEYS(name, type)                                                                                \
    static void name(type *keys, size_t count, type *room) {                                                 \
        if (count <= SORT_FEW) {                                                                             \
            for (size_t i = 1; i < count; i++) {                                                             \
                type key = keys[i];                                                                          \
                size_t at = i;                                                                               \
                for (; at && keys[at - 1] > key; at--)                                                       \
                    keys[at] = keys[at - 1];                                                                 \
                keys[at] = key;                                                                              \
            }                                                                                                \
            return;                                                                                          \
        }                                                                                                    \
        type *from = keys, *to = room;                                                                       \
        for (unsigned shift = 0; shift < 8 * sizeof(type); shift += 8) {                                     \
            size_t starts[257] = {0};                                                                        \
            for (size_t i = 0; i < count; i++)                                                               \
                starts[(from[i] >> shift & 0xFF) + 1]++;                                                     \
            if (starts[(from[0] >> shift & 0xFF) + 1] == count) continue;                                    \
            for (unsigned i = 1; i < 257; i++)                                                               \
                starts[i] += starts[i - 1];                                                                  \
            for (size_t i = 0; i < count; i++)                                                               \
                to[starts[from[i] >> shift & 0xFF]++] = from[i];                                             \
            type *other = from;                                                                              \
            from = to;                                                                                       \
            to = other;                                                                                      \
        }                                                                                                    \
        if (from != keys) memcpy(keys, from, count * sizeof *keys);                                          \
    }
SORT_KEYS(sort_keys_16, uint16_t)
SORT_KEYS(sort_keys_32, uint32_t)
SORT_KEYS(sort_keys_64, uint64_t)

static bool sort_elements(vm_isolate *vm, enum element_type type, void *elements, size_t count) {
    if (is_float(type)) count = part_nans(type, elements, count);
    unsigned shift = element_shift(type);
    bool needs_room = shift && count > SORT_FEW;
    void *room = needs_room ? memory_allocate(&vm->memory, count << shift) : NULL;
    if (needs_room && !room) {
        throw_out_of_memory(vm);
        return false;
    }
    make_keys(type, elements, count);
    switch (shift) {
    case 0: count_bytes(elements, count); break;
    case 1: sort_keys_16(elements, count, room); break;
    case 2: sort_keys_32(elements, count, room); break;
    default: sort_keys_64(elements, count, room); break;
    }
    unmake_keys(type, elements, count);
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
        return sort_elements(vm, view_type(target), target->data, length);
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
