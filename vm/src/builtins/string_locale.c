// localeCompare, without internationalization: close to the root order of the Unicode collation algorithm.
//
// Both texts are decomposed and compared at three levels, each only when the ones before found no difference:
// letters and other base characters without regard to case, in the order white space, punctuation, symbols,
// digits, letters; then accents; then case, lower before upper.
#include "builtins/string.h"

#include "base/unicode.h"
#include "base/utf.h"

// ASCII from the first to the last in the order of the root collation; letters stand for both cases.
static const char ascii_order[] =
    "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

struct decomposed {
    const uint16_t *units;
    size_t length;
    uint16_t *owned; // to be freed, or NULL
};

static bool decompose(vm_isolate *vm, struct string *s, struct decomposed *out) {
    uint16_t *copy = memory_allocate(&vm->memory, (size_t)s->length * 2 + 1), *normal;
    if (copy) {
        for (uint32_t i = 0; i < s->length; i++)
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
    c = unicode_to_lower_simple(c);
    if (c >= 0x80) return c + sizeof ascii_order;
    const char *found = c ? strchr(ascii_order, (int)c) : NULL;
    return found ? (uint32_t)(found - ascii_order) + 1 : 0;
}

static uint32_t accent_weight(uint32_t c) { return is_accent(c) ? c : 0; }

static uint32_t case_weight(uint32_t c) {
    return is_accent(c) || !base_weight(c) ? 0 : 1 + (unicode_to_lower_simple(c) != c);
}

static uint32_t first_level(uint32_t c) { return is_accent(c) ? 0 : base_weight(c); }

// The second level keeps bases apart: accents of one base are compared with those of the same base.
static uint32_t second_level(uint32_t c) { return is_accent(c) ? accent_weight(c) : base_weight(c) ? 1 : 0; }

static uint32_t next_weight(const struct decomposed *text, size_t *position, uint32_t (*weight)(uint32_t)) {
    while (*position < text->length) {
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
        uint32_t x = next_weight(a, &i, weight), y = next_weight(b, &j, weight);
        if (x != y) return x < y ? -1 : 1;
        if (!x) return 0;
    }
}

// sec-string.prototype.localecompare
vm_value string_locale_compare(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "localeCompare");
    struct string *that = s ? string_argument(vm, ARGUMENT(0)) : NULL;
    struct decomposed a, b;
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
