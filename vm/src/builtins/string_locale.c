// localeCompare, without internationalization: close to the root order of the Unicode collation algorithm.
//
// Both texts are decomposed and compared at three levels, each only when the ones before found no difference:
// letters and other base characters without regard to case, in the order white space, punctuation, symbols,
// digits, letters; then accents; then case, lower before upper.
#include "builtins/string.h"

#include "base/unicode.h"
#include "base/utf.h"

// The places of ASCII in the order of the root collation, the same for both cases of a letter; 0: none. From
// the first to the last: \t\n\v\f\r _-,;:!?.'"()[]{}@*/\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz
static const uint8_t ascii_weights[128] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  1,  2,  3,  4,  5,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
    0,  0,  0,  0,  0,  0,  6,  12, 16, 28, 38, 29, 27, 15, 17, 18, 24, 32, 9,  8,  14, 25, 39, 40, 41, 42,
    43, 44, 45, 46, 47, 48, 11, 10, 33, 34, 35, 13, 23, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61,
    62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 19, 26, 20, 31, 7,  30, 49, 50, 51, 52, 53, 54, 55,
    56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 21, 36, 22, 37, 0,
};

struct decomposed {
    const uint16_t *units;
    size_t length;
    uint16_t *owned; // to be freed, or NULL
};

static bool decompose(vm_isolate *vm, struct string *s, struct decomposed *out) {
    uint16_t *copy = memory_allocate(&vm->memory, (size_t)s->length * 2 + 1), *normal;
    if (copy) {
        for (uint32_t i = 0; i < s->length && memory_poll_step(&vm->memory, i); i++)
            copy[i] = string_at(s, i);
        *out = (struct decomposed){copy, s->length, copy};
        if (unicode_normalize(&vm->memory, UNICODE_NFD, copy, s->length, &normal, &out->length)) {
            if (!normal) {
                out->length = s->length;
                return true;
            }
            memory_free(&vm->memory, copy);
            out->units = out->owned = normal;
            return true;
        }
        memory_free(&vm->memory, copy);
    }
    throw_out_of_memory(vm);
    return false;
}

static bool is_accent(uint32_t c) {
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) ||
           (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE20 && c <= 0xFE2F);
}

// First level: the place of a base character. 0: it has none (control characters).
static uint32_t base_weight(uint32_t c) {
    if (c < 0x80) return ascii_weights[c];
    return unicode_to_lower_simple(c) + sizeof ascii_weights;
}

static uint32_t accent_weight(uint32_t c) { return is_accent(c) ? c : 0; }

static uint32_t case_weight(uint32_t c) {
    return is_accent(c) || !base_weight(c) ? 0 : 1 + (unicode_to_lower_simple(c) != c);
}

static uint32_t first_level(uint32_t c) { return is_accent(c) ? 0 : base_weight(c); }

// The second level keeps bases apart: accents of one base are compared with those of the same base.
static uint32_t second_level(uint32_t c) { return is_accent(c) ? accent_weight(c) : base_weight(c) ? 1 : 0; }

static uint32_t next_weight(vm_isolate *vm, const struct decomposed *text, size_t *position,
                            uint32_t (*weight)(uint32_t)) {
    for (uint32_t step = 0; *position < text->length && memory_poll_step(&vm->memory, step); step++) {
        uint32_t w = weight(utf_next16(text->units, text->length, position));
        if (w) return w;
    }
    return 0;
}

#define POLL_WEIGHTS 65536 // compared between two looks at the safepoint
#define GIVEN_UP 2

static int compare_level(vm_isolate *vm, const struct decomposed *a, const struct decomposed *b,
                         uint32_t (*weight)(uint32_t)) {
    size_t i = 0, j = 0;
    for (uint32_t step = 1;; step++) {
        if (step % POLL_WEIGHTS == 0 && !js_safepoint(vm)) return GIVEN_UP;
        uint32_t x = next_weight(vm, a, &i, weight), y = next_weight(vm, b, &j, weight);
        if (vm->terminating) return GIVEN_UP;
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
    }
}

// Both texts are ASCII from the start to where they differ or one ends, so that the first level decides at
// once. 0: it does not.
static int compare_ascii(const struct string *a, const struct string *b) {
    uint32_t length = a->length < b->length ? a->length : b->length;
    for (uint32_t i = 0; i < length && i < POLL_WEIGHTS; i++) {
        uint32_t c = string_at(a, i), d = string_at(b, i);
        if (c >= 0x80 || d >= 0x80 || !ascii_weights[c] || !ascii_weights[d]) return 0;
        if (ascii_weights[c] != ascii_weights[d]) {
            // An accent behind a letter may compose with it, but then changes no first level.
            return ascii_weights[c] < ascii_weights[d] ? -1 : 1;
        }
    }
    return 0;
}

// sec-string.prototype.localecompare
vm_value string_locale_compare(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "localeCompare");
    struct string *that = s ? string_argument(vm, ARGUMENT(0)) : NULL;
    struct decomposed a, b;
    int at_once = that ? compare_ascii(s, that) : 0;
    if (at_once) return value_from_int(at_once);
    if (!that || !decompose(vm, s, &a)) return VALUE_EXCEPTION;
    if (!decompose(vm, that, &b)) {
        memory_free(&vm->memory, a.owned);
        return VALUE_EXCEPTION;
    }
    int order = compare_level(vm, &a, &b, first_level);
    if (!order) order = compare_level(vm, &a, &b, second_level);
    if (!order) order = compare_level(vm, &a, &b, case_weight);
    memory_free(&vm->memory, a.owned);
    memory_free(&vm->memory, b.owned);
    return order == GIVEN_UP ? VALUE_EXCEPTION : value_from_int(order);
}
