// Methods of String that make another string of one: case, white space, padding, repetition, normalization.
#include "builtins/string.h"

#include "base/unicode.h"
#include "base/utf.h"

#define POLL_UNITS (1u << 20) // units between two looks at the safepoint

// The units of a flat string as UTF-16: its own, or a copy in *copy, for the caller to free. NULL: error
// pending.
static const uint16_t *wide_units(vm_isolate *vm, struct string *s, uint16_t **copy) {
    *copy = NULL;
    if (string_is_wide(s)) return string_utf16(s);
    *copy = memory_allocate(&vm->memory, (size_t)s->length * 2 + 1);
    if (!*copy) {
        throw_out_of_memory(vm);
        return NULL;
    }
    for (uint32_t i = 0; i < s->length; i++) {
        if (i % POLL_UNITS == POLL_UNITS - 1 && !memory_poll(&vm->memory)) {
            memory_free(&vm->memory, *copy);
            return NULL;
        }
        (*copy)[i] = string_latin1(s)[i];
    }
    return *copy;
}

// --- case ------------------------------------------------------------------------------------------

static vm_value convert_wide(vm_isolate *vm, struct string *s,
                             size_t (*convert)(const struct memory *, const uint16_t *, size_t, uint16_t *)) {
    uint16_t *copy;
    const uint16_t *units = wide_units(vm, s, &copy);
    if (!units) return VALUE_EXCEPTION;
    size_t length = convert(&vm->memory, units, s->length, NULL);
    uint16_t *out = length == SIZE_MAX ? NULL : memory_allocate(&vm->memory, length * 2 + 1);
    struct string *result = NULL;
    if (out && convert(&vm->memory, units, s->length, out) != SIZE_MAX) {
        result = string_from_utf16(vm, out, length);
    } else {
        throw_out_of_memory(vm); // nothing more when terminated
    }
    memory_free(&vm->memory, out);
    memory_free(&vm->memory, copy);
    KEEP_ALIVE(s);
    return builtin_cell(result);
}

// A Latin-1 string with each unit mapped by `map`; the string itself when none changes.
static inline __attribute__((always_inline)) vm_value convert_narrow(vm_isolate *vm, struct string *s,
                                                                     uint8_t (*map)(uint8_t)) {
    uint32_t same = 0;
    for (; same < s->length && map(string_latin1(s)[same]) == string_latin1(s)[same]; same++) {
        if (same % POLL_UNITS == POLL_UNITS - 1 && !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    if (same == s->length) return value_from_cell(s);
    void *chars;
    struct string *result = string_allocate(vm, s->length, false, &chars);
    if (!result) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < s->length;) {
        uint32_t end = s->length - i < POLL_UNITS ? s->length : i + POLL_UNITS;
        const uint8_t *units = string_latin1(s);
        for (; i < end; i++)
            ((uint8_t *)chars)[i] = map(units[i]);
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    KEEP_ALIVE(result);
    return value_from_cell(result);
}

// sec-string.prototype.tolowercase, sec-string.prototype.tolocalelowercase
vm_value string_transform_lower_case(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct string *s = string_this(vm, THIS, "toLowerCase");
    if (!s) return VALUE_EXCEPTION;
    return string_is_wide(s) ? convert_wide(vm, s, unicode_lowercase)
                             : convert_narrow(vm, s, unicode_latin1_lower);
}

// Whether a Latin-1 string has one of the three units whose upper case is outside of Latin-1, or longer.
static bool has_wide_upper_case(const struct memory *memory, const struct string *s) {
    const uint8_t *units = string_latin1(s), *end = units + s->length;
    for (size_t step; units < end; units += step) {
        step = (size_t)(end - units) < POLL_UNITS ? (size_t)(end - units) : POLL_UNITS;
        if (memchr(units, 0xB5, step) || memchr(units, 0xDF, step) || memchr(units, 0xFF, step)) return true;
        if (step == POLL_UNITS && !memory_poll(memory)) return true; // what follows gives up
    }
    return false;
}

// sec-string.prototype.touppercase, sec-string.prototype.tolocaleuppercase
vm_value string_transform_upper_case(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct string *s = string_this(vm, THIS, "toUpperCase");
    if (!s) return VALUE_EXCEPTION;
    return string_is_wide(s) || has_wide_upper_case(&vm->memory, s)
               ? convert_wide(vm, s, unicode_uppercase)
               : convert_narrow(vm, s, unicode_latin1_upper);
}

// --- white space, padding, repetition --------------------------------------------------------------

// sec-string.prototype.trim, sec-string.prototype.trimstart, sec-string.prototype.trimend
vm_value string_transform_trim(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    static const char *const names[] = {"", "trimStart", "trimEnd", "trim"};
    struct string *s = string_this(vm, THIS, names[MAGIC]);
    uint32_t from, to;
    if (!s) return VALUE_EXCEPTION;
    string_trim_range(&vm->memory, s, MAGIC & STRING_TRIM_START, MAGIC & STRING_TRIM_END, &from, &to);
    return vm->terminating ? VALUE_EXCEPTION : builtin_cell(string_substring(vm, s, from, to));
}

// Fills `count` units of a text of `wide` units with repetitions of a flat string that is no wider. False:
// terminated.
static bool fill(vm_isolate *vm, void *chars, bool wide, uint32_t count, const struct string *s) {
    uint32_t done = count < s->length ? count : s->length;
    if (wide && !string_is_wide(s)) {
        for (uint32_t i = 0; i < done; i++) {
            if (i % POLL_UNITS == POLL_UNITS - 1 && !js_safepoint(vm)) return false;
            ((uint16_t *)chars)[i] = string_latin1(s)[i];
        }
    } else if (!memory_copy(&vm->memory, chars, s->chars, (size_t)done << wide)) {
        return false;
    }
    uint32_t most = s->length < POLL_UNITS ? POLL_UNITS / s->length * s->length : s->length;
    while (done < count) { // `done` is a multiple of the length
        uint32_t more = done < most ? done : most;
        if (more > count - done) more = count - done;
        if (!memory_copy(&vm->memory, (char *)chars + ((size_t)done << wide), chars, (size_t)more << wide))
            return false;
        done += more;
        if (!js_safepoint(vm)) return false;
    }
    return true;
}

// sec-string.prototype.repeat
vm_value string_transform_repeat(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "repeat");
    double count;
    if (!s || !js_to_integer_or_infinity(vm, ARGUMENT(0), &count)) return VALUE_EXCEPTION;
    if (count < 0 || __builtin_isinf(count))
        return throw_range_error(vm, "Invalid count value: %V", ARGUMENT(0));
    if (count == 0 || s->length == 0) return value_from_cell(vm->empty_string);
    if (count == 1) return value_from_cell(s);
    double length = count * s->length;
    if (length > STRING_MAX_LENGTH) return throw_range_error(vm, "Invalid string length");
    void *chars;
    struct string *result = string_allocate(vm, (size_t)length, string_is_wide(s), &chars);
    if (!result) return VALUE_EXCEPTION;
    return fill(vm, chars, string_is_wide(s), (uint32_t)length, s) ? value_from_cell(result)
                                                                   : VALUE_EXCEPTION;
}

// sec-string.prototype.padstart, sec-string.prototype.padend; MAGIC: whether at the start
vm_value string_transform_pad(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool at_start = MAGIC;
    struct string *s = string_this(vm, THIS, at_start ? "padStart" : "padEnd"), *filler = NULL;
    uint64_t length;
    if (!s || !js_to_length(vm, ARGUMENT(0), &length)) return VALUE_EXCEPTION;
    if (length <= s->length) return value_from_cell(s);
    if (value_is_undefined(ARGUMENT(1))) {
        filler = string_from_unit(vm, ' ');
    } else {
        filler = string_argument(vm, frame[2]);
    }
    if (!filler) return VALUE_EXCEPTION;
    if (!filler->length) return value_from_cell(s);
    if (length > STRING_MAX_LENGTH) return throw_range_error(vm, "Invalid string length");
    bool wide = string_is_wide(s) || string_is_wide(filler);
    uint32_t added = (uint32_t)length - s->length;
    void *chars;
    struct string *result = string_allocate(vm, (size_t)length, wide, &chars);
    if (!result) return VALUE_EXCEPTION;
    char *padding = (char *)chars + ((size_t)(at_start ? 0 : s->length) << wide);
    char *text = (char *)chars + ((size_t)(at_start ? added : 0) << wide);
    if (s->length && !fill(vm, text, wide, s->length, s)) return VALUE_EXCEPTION;
    return fill(vm, padding, wide, added, filler) ? value_from_cell(result) : VALUE_EXCEPTION;
}

// --- Unicode ---------------------------------------------------------------------------------------

// sec-string.prototype.normalize
vm_value string_transform_normalize(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const names[] = {
        [UNICODE_NFC] = "NFC", [UNICODE_NFD] = "NFD", [UNICODE_NFKC] = "NFKC", [UNICODE_NFKD] = "NFKD"};
    struct string *s = string_this(vm, THIS, "normalize");
    unsigned form = UNICODE_NFC;
    if (!s) return VALUE_EXCEPTION;
    if (!value_is_undefined(ARGUMENT(0))) {
        struct string *name = string_argument(vm, frame[1]);
        if (!name) return VALUE_EXCEPTION;
        for (form = 0; form < 4 && !string_equals_text(name, names[form]);)
            form++;
        if (form == 4)
            return throw_range_error(vm, "The normalization form should be one of NFC, NFD, NFKC, NFKD.");
    }
    uint16_t *copy, *out;
    size_t length;
    const uint16_t *units = wide_units(vm, s, &copy);
    if (!units) return VALUE_EXCEPTION;
    struct string *result = s;
    if (!unicode_normalize(&vm->memory, (enum unicode_form)form, units, s->length, &out, &length)) {
        throw_out_of_memory(vm);
        result = NULL;
    } else if (out) {
        result = string_from_utf16(vm, out, length);
        memory_free(&vm->memory, out);
    }
    memory_free(&vm->memory, copy);
    KEEP_ALIVE(s);
    return builtin_cell(result);
}

#define GIVEN_UP UINT32_MAX

// Index of the first lone surrogate at or after `from`; the length when there is none. GIVEN_UP: terminated.
static uint32_t find_lone_surrogate(vm_isolate *vm, const struct string *s, uint32_t from) {
    if (!string_is_wide(s)) return s->length;
    const uint16_t *units = string_utf16(s);
    for (uint32_t i = from; i < s->length; i++) {
        if (i % POLL_UNITS == POLL_UNITS - 1 && !memory_poll(&vm->memory)) return GIVEN_UP;
        if (!utf_is_surrogate(units[i])) continue;
        if (!utf_is_lead(units[i]) || i + 1 == s->length || !utf_is_trail(units[i + 1])) return i;
        i++;
    }
    return s->length;
}

// sec-string.prototype.iswellformed
vm_value string_transform_is_well_formed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct string *s = string_this(vm, THIS, "isWellFormed");
    uint32_t lone = s ? find_lone_surrogate(vm, s, 0) : GIVEN_UP;
    return lone == GIVEN_UP ? VALUE_EXCEPTION : value_from_bool(lone == s->length);
}

// sec-string.prototype.towellformed
vm_value string_transform_to_well_formed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct string *s = string_this(vm, THIS, "toWellFormed");
    uint32_t lone = s ? find_lone_surrogate(vm, s, 0) : GIVEN_UP;
    if (lone == GIVEN_UP) return VALUE_EXCEPTION;
    if (lone == s->length) return value_from_cell(s);
    void *chars;
    struct string *result = string_allocate(vm, s->length, true, &chars);
    if (!result) return VALUE_EXCEPTION;
    if (!memory_copy(&vm->memory, chars, s->chars, (size_t)s->length * 2)) return VALUE_EXCEPTION;
    for (; lone < s->length; lone = find_lone_surrogate(vm, s, lone + 1))
        ((uint16_t *)chars)[lone] = UTF_REPLACEMENT;
    return lone == GIVEN_UP ? VALUE_EXCEPTION : value_from_cell(result);
}
