// URI coding (sec-uri-handling-functions), and the older escape and unescape
// (sec-additional-properties-of-the- global-object).
#include "builtins/builtin.h"

#include "object/throw.h"

#define SAFEPOINT_UNITS 0x4000 // units between polls

static const char digits[] = "0123456789ABCDEF";
static const char marks[] = "-_.!~*'()", reserved[] = ";/?:@&=+$,";

static bool is_alphanumeric(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_one_of(uint32_t c, const char *set) { return c && c < 0x80 && strchr(set, (int)c); }

static void append_escape(struct string_builder *b, unsigned byte) {
    string_builder_unit(b, '%');
    string_builder_unit(b, (uint8_t)digits[byte >> 4]);
    string_builder_unit(b, (uint8_t)digits[byte & 15]);
}

static void append_wide_escape(struct string_builder *b, unsigned unit) {
    string_builder_text(b, "%u");
    for (int shift = 12; shift >= 0; shift -= 4)
        string_builder_unit(b, (uint8_t)digits[unit >> shift & 15]);
}

// The number that `count` hexadecimal digits at `from` spell; -1: they do not.
static int32_t hexadecimal(const struct string *s, uint32_t from, uint32_t count) {
    int32_t number = 0;
    if (from + count > s->length) return -1;
    for (uint32_t i = from; i < from + count; i++) {
        uint32_t c = string_at(s, i);
        int digit = c >= '0' && c <= '9'   ? (int)c - '0'
                    : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        number = number * 16 + digit;
    }
    return number;
}

static bool malformed(vm_isolate *vm) {
    throw_error(vm, ERROR_URI, "URI malformed");
    return false;
}

static bool poll(vm_isolate *vm, uint32_t i) { return i % SAFEPOINT_UNITS || js_safepoint(vm); }

// What the natives below have in common: the argument as text, a builder, and a body that fills it.
static vm_value transform(vm_isolate *vm, vm_value argument, bool component,
                          bool (*body)(vm_isolate *vm, struct string_builder *b, struct string *s,
                                       bool component)) {
    struct string *s = js_to_flat_string(vm, argument);
    if (!s) return VALUE_EXCEPTION;
    struct string_builder b;
    string_builder_start(&b, vm);
    if (!body(vm, &b, s, component)) {
        string_builder_discard(&b);
        return VALUE_EXCEPTION;
    }
    return builtin_cell(string_builder_finish(&b));
}

// --- encode ----------------------------------------------------------------------------------------

static void append_utf8_escapes(struct string_builder *b, uint32_t c) {
    if (c < 0x80) {
        append_escape(b, c);
        return;
    }
    if (c < 0x800) {
        append_escape(b, 0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            append_escape(b, 0xE0 | c >> 12);
        } else {
            append_escape(b, 0xF0 | c >> 18);
            append_escape(b, 0x80 | (c >> 12 & 0x3F));
        }
        append_escape(b, 0x80 | (c >> 6 & 0x3F));
    }
    append_escape(b, 0x80 | (c & 0x3F));
}

// sec-encode
static bool encode(vm_isolate *vm, struct string_builder *b, struct string *s, bool component) {
    for (uint32_t i = 0, units; i < s->length; i += units) {
        uint32_t c = string_code_point_at(s, i, &units);
        if (!poll(vm, i)) return false;
        if (is_alphanumeric(c) || is_one_of(c, marks) ||
            (!component && (is_one_of(c, reserved) || c == '#'))) {
            string_builder_unit(b, (uint16_t)c);
        } else if (c >= 0xD800 && c < 0xE000) {
            return malformed(vm);
        } else {
            append_utf8_escapes(b, c);
        }
    }
    return true;
}

// sec-encodeuri-uri
vm_value uri_encode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), false, encode);
}

// sec-encodeuricomponent-uricomponent
vm_value uri_encode_component(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), true, encode);
}

// --- decode ----------------------------------------------------------------------------------------

// The byte that an escape at `i` spells; -1: there is none.
static int32_t escaped_byte(const struct string *s, uint32_t i) {
    return i < s->length && string_at(s, i) == '%' ? hexadecimal(s, i + 1, 2) : -1;
}

// The code point whose UTF-8 begins with byte `first`, and goes on in escapes from *i on; -1: malformed.
static int32_t decode_utf8(const struct string *s, int32_t first, uint32_t *i) {
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    int more = first >= 0xF8 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    if (!more) return -1;
    int32_t c = first & (0x3F >> more);
    for (int n = 0; n < more; n++, *i += 3) {
        int32_t byte = escaped_byte(s, *i);
        if (byte < 0 || (byte & 0xC0) != 0x80) return -1;
        c = c << 6 | (byte & 0x3F);
    }
    return c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? -1 : c;
}

// sec-decode
static bool decode(vm_isolate *vm, struct string_builder *b, struct string *s, bool component) {
    for (uint32_t i = 0; i < s->length;) {
        uint32_t start = i;
        if (!poll(vm, i)) return false;
        if (string_at(s, i) != '%') {
            string_builder_unit(b, string_at(s, i++));
            continue;
        }
        int32_t c = escaped_byte(s, i);
        i += 3;
        if (c >= 0x80) c = decode_utf8(s, c, &i);
        if (c < 0) return malformed(vm);
        if (!component && (is_one_of((uint32_t)c, reserved) || c == '#')) {
            string_builder_range(b, s, start, i);
        } else {
            string_builder_code_point(b, (uint32_t)c);
        }
    }
    return true;
}

// sec-decodeuri-encodeduri
vm_value uri_decode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), false, decode);
}

// sec-decodeuricomponent-encodeduricomponent
vm_value uri_decode_component(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), true, decode);
}

// --- escape and unescape ---------------------------------------------------------------------------

static bool escape(vm_isolate *vm, struct string_builder *b, struct string *s, bool component) {
    (void)component;
    for (uint32_t i = 0; i < s->length; i++) {
        uint16_t unit = string_at(s, i);
        if (!poll(vm, i)) return false;
        if (is_alphanumeric(unit) || is_one_of(unit, "@*_+-./")) {
            string_builder_unit(b, unit);
        } else if (unit < 0x100) {
            append_escape(b, unit);
        } else {
            append_wide_escape(b, unit);
        }
    }
    return true;
}

static bool unescape(vm_isolate *vm, struct string_builder *b, struct string *s, bool component) {
    (void)component;
    for (uint32_t i = 0; i < s->length;) {
        if (!poll(vm, i)) return false;
        int32_t unit = -1;
        uint32_t taken = 0;
        if (string_at(s, i) == '%') {
            bool wide = i + 1 < s->length && string_at(s, i + 1) == 'u';
            unit = wide ? hexadecimal(s, i + 2, 4) : hexadecimal(s, i + 1, 2);
            taken = wide ? 6 : 3;
        }
        string_builder_unit(b, unit < 0 ? string_at(s, i) : (uint16_t)unit);
        i += unit < 0 ? 1 : taken;
    }
    return true;
}

// sec-escape-string
vm_value uri_escape(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), false, escape);
}

// sec-unescape-string
vm_value uri_unescape(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return transform(vm, ARGUMENT(0), false, unescape);
}
