// Strings: creation, comparison, hashing, array indices. Concatenation and ropes are in string_rope.c,
// searching in string_search.c, the builder in string_builder.c, UTF-8 in string_utf8.c.
#include "object/string.h"

#include "base/number.h"
#include "object/string_internal.h"

#define SLICE_MINIMUM 48 // shorter substrings are copied

// -- Creation -------------------------------------------------------------------------------------------

struct string *string_length_error(vm_isolate *vm) {
    throw_range_error(vm, "Invalid string length");
    return NULL;
}

struct string *string_allocate_flat(vm_isolate *vm, uint32_t length, bool wide) {
    struct string *s = heap_allocate(&vm->heap, CELL_STRING, STRING_HEADER_SIZE + units_bytes(length, wide));
    if (!s) {
        throw_out_of_memory(vm);
        return NULL;
    }
    s->cell.flags = wide ? STRING_WIDE : 0;
    s->cell.word = 0;
    s->length = length;
    s->index = 0;
    s->chars = s->latin1;
    return s;
}

struct string *string_allocate(vm_isolate *vm, size_t length, bool wide, void **chars) {
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, wide);
    if (s) *chars = s->latin1;
    return s;
}

struct string *string_from_latin1(vm_isolate *vm, const uint8_t *chars, size_t length) {
    if (length <= 1) return length ? string_from_unit(vm, chars[0]) : vm->empty_string;
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, false);
    if (s && !memory_copy(&vm->memory, s->latin1, chars, length)) s = NULL;
    return s;
}

struct string *string_from_utf16(vm_isolate *vm, const uint16_t *chars, size_t length) {
    if (length <= 1) return length ? string_from_unit(vm, chars[0]) : vm->empty_string;
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    bool wide = !units_are_latin1(&vm->memory, chars, length);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, wide);
    if (!s) return NULL;
    bool done = wide ? memory_copy(&vm->memory, s->utf16, chars, length * 2)
                     : units_narrow(&vm->memory, chars, length, s->latin1);
    return done ? s : NULL;
}

struct string *string_from_text(vm_isolate *vm, const char *ascii) {
    return string_from_latin1(vm, (const uint8_t *)ascii, strlen(ascii));
}

struct string *string_from_unit(vm_isolate *vm, uint16_t unit) {
    if (unit >= STRING_UNIT_CACHE) {
        struct string *s = string_allocate_flat(vm, 1, true);
        if (s) s->utf16[0] = unit;
        return s;
    }
    if (vm->units[unit]) return vm->units[unit];
    struct string *s;
    uint8_t latin1 = (uint8_t)unit;
    if (unit >= '0' && unit <= '9') {
        s = string_allocate_flat(vm, 1, false);
        if (!s) return NULL;
        s->latin1[0] = latin1;
        s->cell.flags |= STRING_INDEX;
        s->index = unit - '0';
    } else {
        s = atom_from_latin1(vm, &latin1, 1);
    }
    return vm->units[unit] = s;
}

struct string *string_from_code_point(vm_isolate *vm, uint32_t code_point) {
    if (code_point <= 0xFFFF) return string_from_unit(vm, (uint16_t)code_point);
    struct string *s = string_allocate_flat(vm, 2, true);
    if (s) {
        s->utf16[0] = utf_lead(code_point);
        s->utf16[1] = utf_trail(code_point);
    }
    return s;
}

struct string *string_from_int(vm_isolate *vm, int32_t number) {
    if ((uint32_t)number < 10) return string_from_unit(vm, (uint16_t)('0' + number));
    struct number_text *cached =
        &vm->number_texts[((uint32_t)number * 0x9E3779B1u) >> (32 - NUMBER_TEXT_CACHE_BITS)];
    if (cached->text && value_same_bits(cached->number, value_from_int(number))) return cached->text;
    char digits[16];
    size_t length = number_from_int32(number, digits);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, false);
    if (!s) return NULL;
    memcpy(s->latin1, digits, length);
    if (number >= 0) {
        s->cell.flags |= STRING_INDEX;
        s->index = (uint32_t)number;
    } else {
        s->cell.flags |= STRING_NOT_INDEX;
    }
    *cached = (struct number_text){value_from_int(number), s};
    return s;
}

struct string *string_from_number(vm_isolate *vm, double number) {
    vm_value value = value_from_double(number);
    if (value_is_int(value)) return string_from_int(vm, value_as_int(value));
    if (number == 0) return string_from_int(vm, 0);
    struct number_text *cached =
        &vm->number_texts[(value.bits * 0x9E3779B97F4A7C15ull) >> (64 - NUMBER_TEXT_CACHE_BITS)];
    if (cached->text && value_same_bits(cached->number, value)) return cached->text;
    char digits[NUMBER_SHORTEST_SIZE];
    size_t length = number_to_shortest(number, digits);
    struct string *s = string_from_latin1(vm, (const uint8_t *)digits, length);
    if (s) *cached = (struct number_text){value, s};
    return s;
}

struct string *string_substring(vm_isolate *vm, struct string *s, uint32_t start, uint32_t end) {
    uint32_t length = end - start;
    if (length == s->length) return s;
    if (!length) return vm->empty_string;
    if (!string_flatten(vm, s)) return NULL;
    if (length == 1) return string_from_unit(vm, string_at(s, start));
    bool wide = string_is_wide(s);
    if (length < SLICE_MINIMUM) {
        bool copy_wide = wide && !utf_is_latin1(string_utf16(s) + start, length);
        struct string *copy = string_allocate_flat(vm, length, copy_wide);
        if (copy) units_copy(copy->latin1, copy_wide, 0, s, start, length);
        return copy;
    }
    struct string *slice = heap_allocate(&vm->heap, CELL_STRING, STRING_HEADER_SIZE + sizeof slice->parent);
    if (!slice) {
        throw_out_of_memory(vm);
        return NULL;
    }
    slice->cell.flags = STRING_SLICE | (wide ? STRING_WIDE : 0) | STRING_NOT_INDEX;
    slice->cell.word = 0;
    slice->length = length;
    slice->index = 0;
    slice->chars = (const char *)s->chars + units_bytes(start, wide);
    slice->parent = s->cell.flags & STRING_SLICE  ? s->parent
                    : s->cell.flags & STRING_VIEW ? &s->buffer->cell
                                                  : &s->cell;
    return slice;
}

// -- Reading --------------------------------------------------------------------------------------------

uint32_t string_code_point_at(const struct string *s, uint32_t i, uint32_t *units) {
    if (!string_is_wide(s)) {
        *units = 1;
        return string_latin1(s)[i];
    }
    size_t position = i;
    uint32_t code_point = utf_next16(string_utf16(s), s->length, &position);
    *units = (uint32_t)(position - i);
    return code_point;
}

bool string_is_array_index(struct string *s, uint32_t *index) {
    if (s->cell.flags & (STRING_INDEX | STRING_NOT_INDEX | STRING_ATOM)) {
        *index = s->index;
        return s->cell.flags & STRING_INDEX;
    }
    if (s->length - 1 >= 10) return false;
    uint32_t found;
    if (string_is_wide(s) ? number_is_array_index_utf16(string_utf16(s), s->length, &found)
                          : number_is_array_index_latin1(string_latin1(s), s->length, &found)) {
        s->cell.flags |= STRING_INDEX;
        *index = s->index = found;
        return true;
    }
    s->cell.flags |= STRING_NOT_INDEX;
    return false;
}

bool string_is_white_space(uint16_t unit) {
    if (unit < 0x80) return unit == ' ' || (unit >= '\t' && unit <= '\r');
    switch (unit) {
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF: return true;
    default: return unit >= 0x2000 && unit <= 0x200A;
    }
}

void string_trim_range(const struct memory *memory, const struct string *s, bool at_start, bool at_end,
                       uint32_t *from, uint32_t *to) {
    uint32_t start = 0, end = s->length;
    while (at_start && start < end && string_is_white_space(string_at(s, start)) &&
           memory_poll_step(memory, start))
        start++;
    while (at_end && end > start && string_is_white_space(string_at(s, end - 1)) &&
           memory_poll_step(memory, end))
        end--;
    *from = start;
    *to = end;
}

// -- Comparison -----------------------------------------------------------------------------------------

static bool mixed_equal(const struct memory *memory, const uint8_t *narrow, const uint16_t *wide,
                        size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (narrow[i] != wide[i] || !memory_poll_step(memory, i)) return false;
    }
    return true;
}

bool string_has_units(const struct memory *memory, const struct string *s, const void *chars, size_t length,
                      bool wide) {
    if (s->length != length) return false;
    if (string_is_wide(s) == wide) return memory_equal(memory, s->chars, chars, units_bytes(length, wide));
    return wide ? mixed_equal(memory, string_latin1(s), chars, length)
                : mixed_equal(memory, chars, string_utf16(s), length);
}

bool string_equals_latin1(const struct string *s, const uint8_t *chars, size_t length) {
    if (s->length != length) return false;
    return string_is_wide(s) ? mixed_equal(NULL, chars, string_utf16(s), length)
                             : !memcmp(s->chars, chars, length);
}

bool string_equals_utf16(const struct string *s, const uint16_t *chars, size_t length) {
    if (s->length != length) return false;
    return string_is_wide(s) ? !memcmp(s->chars, chars, length * 2)
                             : mixed_equal(NULL, string_latin1(s), chars, length);
}

bool string_equals_text(const struct string *s, const char *ascii) {
    return string_equals_latin1(s, (const uint8_t *)ascii, strlen(ascii));
}

bool string_equals(vm_isolate *vm, struct string *a, struct string *b) {
    if (a == b) return true;
    if (a->length != b->length || (a->cell.flags & b->cell.flags & STRING_ATOM)) return false;
    if (a->cell.word && b->cell.word && a->cell.word != b->cell.word) return false;
    if (!string_flatten(vm, a) || !string_flatten(vm, b)) return false;
    return string_has_units(&vm->memory, a, b->chars, b->length, string_is_wide(b));
}

int string_compare(vm_isolate *vm, struct string *a, struct string *b) {
    uint32_t length = a->length < b->length ? a->length : b->length;
    if (!string_is_wide(a) && !string_is_wide(b)) {
        for (uint32_t done = 0, step; done < length; done += step) {
            step = length - done < MEMORY_POLL_BYTES ? length - done : MEMORY_POLL_BYTES;
            int order = memcmp(string_latin1(a) + done, string_latin1(b) + done, step);
            if (order || (step == MEMORY_POLL_BYTES && !memory_poll(&vm->memory))) return order;
        }
    } else {
        for (uint32_t i = 0; i < length && memory_poll_step(&vm->memory, i); i++) {
            int order = string_at(a, i) - string_at(b, i);
            if (order) return order;
        }
    }
    return (a->length > b->length) - (a->length < b->length);
}

// -- Hashing --------------------------------------------------------------------------------------------
//
// Sixteen bytes per step through a 64 x 64 multiplication folded to 64 bits. Wide text whose units are all
// narrow hashes as the Latin-1 text it equals; other wide text by its bytes. Of text longer than
// 2 * HASHED_AT_ENDS units the ends are hashed: reading all of it would take longer than may be without a
// poll.

#define HASHED_AT_ENDS ((size_t)1 << 18)

#define HASH_A 0x9E3779B97F4A7C15ull
#define HASH_B 0xD6E8FEB86659FD93ull
#define HASH_C 0xA0761D6478BD642Full

static inline uint64_t hash_mix(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t load64(const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

static inline uint64_t load32(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static inline uint64_t hash_step(uint64_t hash, const uint8_t *p) {
    return hash_mix(load64(p) ^ HASH_A, load64(p + 8) ^ hash);
}

// The last 0 .. 16 bytes.
static inline uint32_t hash_end(uint64_t hash, const uint8_t *p, size_t length) {
    uint64_t a = 0, b = 0;
    if (length >= 8) {
        a = load64(p);
        b = load64(p + length - 8);
    } else if (length >= 4) {
        a = load32(p);
        b = load32(p + length - 4);
    } else if (length) {
        a = (uint64_t)p[0] << 16 | (uint64_t)p[length >> 1] << 8 | p[length - 1];
    }
    hash = hash_mix(a ^ HASH_B, b ^ hash);
    hash = hash_mix(hash, HASH_C);
    uint32_t folded = (uint32_t)(hash >> 32) ^ (uint32_t)hash;
    return folded ? folded : 1;
}

uint32_t string_hash_latin1(const uint8_t *chars, size_t length) {
    uint64_t hash = length ^ HASH_C;
    if (length > 2 * HASHED_AT_ENDS) {
        hash ^= (uint64_t)string_hash_latin1(chars, HASHED_AT_ENDS) << 32;
        chars += length - HASHED_AT_ENDS;
        length = HASHED_AT_ENDS;
    }
    for (; length > 16; chars += 16, length -= 16)
        hash = hash_step(hash, chars);
    return hash_end(hash, chars, length);
}

uint32_t string_hash_utf16(const uint16_t *chars, size_t length) {
    uint64_t hash = length ^ HASH_C;
    if (length > 2 * HASHED_AT_ENDS) {
        hash ^= (uint64_t)string_hash_utf16(chars, HASHED_AT_ENDS) << 32;
        chars += length - HASHED_AT_ENDS;
        length = HASHED_AT_ENDS;
    } else if (!utf_is_latin1(chars, length)) {
        return string_hash_latin1((const uint8_t *)chars, length * 2);
    }
    uint8_t narrow[16];
    for (; length > 16; chars += 16, length -= 16) {
        utf_narrow(chars, 16, narrow);
        hash = hash_step(hash, narrow);
    }
    utf_narrow(chars, length, narrow);
    return hash_end(hash, narrow, length);
}

uint32_t string_hash(struct string *s) {
    if (!s->cell.word) {
        s->cell.word = string_is_wide(s) ? string_hash_utf16(string_utf16(s), s->length)
                                         : string_hash_latin1(string_latin1(s), s->length);
    }
    return s->cell.word;
}

// -- Collection -----------------------------------------------------------------------------------------

void string_trace(struct marker *marker, struct cell *cell) {
    struct string *s = (struct string *)cell;
    if (cell->flags & STRING_ROPE) {
        mark_cell(marker, s->rope.left);
        mark_cell(marker, s->rope.right);
    } else if (cell->flags & STRING_SLICE) {
        mark_cell(marker, s->parent);
    } else if (cell->flags & STRING_VIEW) {
        mark_cell(marker, s->buffer);
    }
}
