// What TextEncoder, TextDecoder, atob and btoa need (stdlib/internal/encoding.js, stdlib/internal/base64.js).
//
// Bytes of a SharedArrayBuffer may change at any time: they are copied before they are decoded.
#include "bind/bytes.h"
#include "bind/runtime.h"

enum encoding { ENCODING_UTF8, ENCODING_UTF16LE, ENCODING_UTF16BE, ENCODING_WINDOWS_1252 };

#define REPLACEMENT 0xFFFD

// --- encoding

// encode(string): a Uint8Array of UTF-8.
static vm_value encode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value string = vm_argument(frame, argc, 0);
    size_t length;
    uint8_t *bytes;
    if (!vm_utf8_length(vm, string, &length)) {
        return vm_exception();
    }
    vm_value array = vm_typed_array(vm, VM_UINT8, vm_undefined(), 0, length);
    if (vm_is_exception(array) || !length) {
        return array;
    }
    bool ok =
        vm_bytes(array, &bytes, &length) && vm_utf8_write(vm, string, (char *)bytes, length, NULL, NULL);
    vm_keep(array);
    return ok ? array : vm_exception();
}

// encodeInto(string, bytes, counts): counts, a Float64Array, gets the units read and the bytes written.
static vm_value encode_into(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value array = vm_argument(frame, argc, 1), counts = vm_argument(frame, argc, 2);
    uint8_t *bytes, *results;
    size_t capacity, size, written = 0, read = 0;
    char none[1];
    if (!vm_bytes(array, &bytes, &capacity)) {
        bytes = (uint8_t *)none;
        capacity = 0;
    }
    if (!vm_utf8_write(vm, vm_argument(frame, argc, 0), (char *)bytes, capacity, &written, &read)) {
        return vm_exception();
    }
    vm_keep(array);
    double both[2] = {(double)read, (double)written};
    if (vm_bytes(counts, &results, &size) && size == sizeof both) {
        memcpy(results, both, sizeof both);
    }
    vm_keep(counts);
    return vm_undefined();
}

// --- decoding

static uint16_t unit_at(const uint8_t *bytes, bool big_endian) {
    return (uint16_t)(big_endian ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0]);
}

static bool is_lead(uint16_t unit) { return (unit & 0xFC00) == 0xD800; }
static bool is_trail(uint16_t unit) { return (unit & 0xFC00) == 0xDC00; }

static vm_value decode_utf16(vm_isolate *vm, const uint8_t *bytes, size_t length, bool big_endian,
                             bool *valid) {
    size_t count = length / 2;
    uint16_t *units = vm_allocate(vm, (count + 1) * sizeof *units);
    if (!units) {
        return vm_throw_out_of_memory(vm);
    }
    size_t step = 0;
    for (size_t i = 0; i < count && bytes_poll(vm, step++); i++) {
        uint16_t unit = unit_at(bytes + 2 * i, big_endian);
        bool ahead = i + 1 < count && is_trail(unit_at(bytes + 2 * i + 2, big_endian));
        if (is_lead(unit) && ahead) {
            units[i] = unit;
            units[i + 1] = unit_at(bytes + 2 * i + 2, big_endian);
            i++;
            continue;
        }
        bool lone = is_lead(unit) || is_trail(unit);
        units[i] = lone ? REPLACEMENT : unit;
        *valid &= !lone;
    }
    if (length % 2) { // with a lead surrogate before it, it is one error
        if (!count || !is_lead(unit_at(bytes + 2 * count - 2, big_endian))) {
            units[count++] = REPLACEMENT;
        }
        *valid = false;
    }
    vm_value string = vm_string_utf16(vm, units, count);
    vm_free(vm, units);
    return string;
}

// The bytes 80 to 9F of windows-1252; all others are Latin-1.
static const uint16_t windows_1252[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                          0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                          0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                          0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

static vm_value decode_windows_1252(vm_isolate *vm, const uint8_t *bytes, size_t length) {
    bool special = false;
    for (size_t i = 0; i < length && bytes_poll(vm, i); i++) {
        special |= (bytes[i] & 0xE0) == 0x80;
    }
    if (!special) {
        return vm_string_latin1(vm, bytes, length);
    }
    uint16_t *units = vm_allocate(vm, length * sizeof *units);
    if (!units) {
        return vm_throw_out_of_memory(vm);
    }
    for (size_t i = 0; i < length && bytes_poll(vm, i); i++) {
        units[i] = (bytes[i] & 0xE0) == 0x80 ? windows_1252[bytes[i] & 0x1F] : bytes[i];
    }
    vm_value string = vm_string_utf16(vm, units, length);
    vm_free(vm, units);
    return string;
}

static size_t mark_length(enum encoding encoding, const uint8_t *bytes, size_t length) {
    switch (encoding) {
    case ENCODING_UTF8: return length >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    case ENCODING_UTF16LE: return length >= 2 && !memcmp(bytes, "\xFF\xFE", 2) ? 2 : 0;
    case ENCODING_UTF16BE: return length >= 2 && !memcmp(bytes, "\xFE\xFF", 2) ? 2 : 0;
    default: return 0;
    }
}

static vm_value decode_bytes(vm_isolate *vm, enum encoding encoding, const uint8_t *bytes, size_t length,
                             bool *valid) {
    switch (encoding) {
    case ENCODING_UTF8: return vm_utf8_decode(vm, (const char *)bytes, length, valid);
    case ENCODING_UTF16LE:
    case ENCODING_UTF16BE: return decode_utf16(vm, bytes, length, encoding == ENCODING_UTF16BE, valid);
    default: return decode_windows_1252(vm, bytes, length);
    }
}

static bool is_buffer(vm_value v) {
    vm_type type = vm_type_of(v);
    return type == VM_ARRAY_BUFFER || type == VM_TYPED_ARRAY || type == VM_DATA_VIEW;
}

static bool is_shared(vm_value v) {
    vm_view view;
    return vm_array_buffer_flags(vm_view_of(v, &view) ? view.buffer : v) & VM_BUFFER_SHARED;
}

// decode(encoding, bytes, fatal, skipMark): a string; undefined: `fatal` and ill-formed; null: no bytes
// given. A detached buffer has none.
static vm_value decode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value source = vm_argument(frame, argc, 1);
    enum encoding encoding = (enum encoding)vm_as_int(vm_argument(frame, argc, 0));
    uint8_t *bytes, *copy = NULL;
    size_t length;
    bool valid = true;
    if (!is_buffer(source)) {
        return vm_null();
    }
    if (!vm_bytes(source, &bytes, &length)) {
        return vm_string_latin1(vm, NULL, 0);
    }
    if (is_shared(source) && length) {
        copy = vm_allocate(vm, length);
        if (!copy) {
            return vm_throw_out_of_memory(vm);
        }
        bytes_move(vm, copy, bytes, length);
        bytes = copy;
    }
    size_t skipped = vm_is_true(vm_argument(frame, argc, 3)) ? mark_length(encoding, bytes, length) : 0;
    vm_value string = decode_bytes(vm, encoding, bytes + skipped, length - skipped, &valid);
    vm_free(vm, copy);
    vm_keep(source);
    if (bytes_given_up(vm)) {
        return vm_exception();
    }
    bool refused = !valid && vm_is_true(vm_argument(frame, argc, 2));
    return refused && !vm_is_exception(string) ? vm_undefined() : string;
}

// incomplete(encoding, bytes): how many bytes at the end wait for more.
static vm_value incomplete(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    vm_value source = vm_argument(frame, argc, 1);
    enum encoding encoding = (enum encoding)vm_as_int(vm_argument(frame, argc, 0));
    uint8_t *bytes;
    size_t length, tail = 0;
    if (!vm_bytes(source, &bytes, &length)) {
        return vm_int(0);
    }
    if (encoding == ENCODING_UTF8) {
        tail = vm_utf8_incomplete_tail((const char *)bytes, length);
    } else if (encoding != ENCODING_WINDOWS_1252) {
        tail = length % 2;
        if (length - tail >= 2 && is_lead(unit_at(bytes + length - tail - 2, encoding == ENCODING_UTF16BE))) {
            tail += 2;
        }
    }
    vm_keep(source);
    return vm_int((int32_t)tail);
}

// --- base64

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// toBase64(string): undefined when a unit is above 255.
static vm_value to_base64(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value string = vm_argument(frame, argc, 0);
    vm_text text;
    if (!vm_string_text(vm, string, &text)) {
        return vm_exception();
    }
    if (text.utf16) { // strings that fit into Latin-1 need not be kept so
        for (size_t i = 0; i < text.length && bytes_poll(vm, i); i++) {
            if (text.utf16[i] > 0xFF) {
                return vm_undefined();
            }
        }
    }
    size_t length = (text.length + 2) / 3 * 4;
    uint8_t *out = vm_allocate(vm, length + 1), *to = out;
    if (!out) {
        return vm_throw_out_of_memory(vm);
    }
    for (size_t i = 0; i < text.length && bytes_poll(vm, i); i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            uint32_t unit = i + k >= text.length ? 0 : text.latin1 ? text.latin1[i + k] : text.utf16[i + k];
            group = group << 8 | unit;
        }
        *to++ = (uint8_t)digits[group >> 18];
        *to++ = (uint8_t)digits[group >> 12 & 63];
        *to++ = i + 1 < text.length ? (uint8_t)digits[group >> 6 & 63] : '=';
        *to++ = i + 2 < text.length ? (uint8_t)digits[group & 63] : '=';
    }
    vm_keep(string);
    vm_value result = bytes_given_up(vm) ? vm_exception() : vm_string_latin1(vm, out, length);
    vm_free(vm, out);
    return result;
}

static int digit_value(uint32_t unit) {
    if (unit >= 'A' && unit <= 'Z') return (int)unit - 'A';
    if (unit >= 'a' && unit <= 'z') return (int)unit - 'a' + 26;
    if (unit >= '0' && unit <= '9') return (int)unit - '0' + 52;
    return unit == '+' ? 62 : unit == '/' ? 63 : -1;
}

static bool is_white_space(uint32_t unit) {
    return unit == ' ' || unit == '\t' || unit == '\n' || unit == '\f' || unit == '\r';
}

// WHATWG Infra, "forgiving-base64 decode" into `out`; false: failure.
static bool forgiving_decode(vm_isolate *vm, const uint8_t *text, size_t length, uint8_t *out,
                             size_t *written) {
    size_t count = 0, padding = 0, used = 0;
    uint32_t group = 0;
    for (size_t i = 0; i < length && bytes_poll(vm, i); i++) {
        if (is_white_space(text[i])) {
            continue;
        }
        if (text[i] == '=') {
            padding++;
            continue;
        }
        int value = digit_value(text[i]);
        if (value < 0 || padding) {
            return false;
        }
        group = group << 6 | (uint32_t)value;
        if (++count % 4 == 0) {
            out[used++] = (uint8_t)(group >> 16);
            out[used++] = (uint8_t)(group >> 8);
            out[used++] = (uint8_t)group;
        }
    }
    if (padding > 2 || (padding && (count + padding) % 4) || count % 4 == 1) {
        return false;
    }
    if (count % 4 >= 2) {
        out[used++] = (uint8_t)(group >> (count % 4 == 2 ? 4 : 10));
    }
    if (count % 4 == 3) {
        out[used++] = (uint8_t)(group >> 2);
    }
    *written = used;
    return true;
}

// fromBase64(string): undefined when it is no base64.
static vm_value from_base64(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value string = vm_argument(frame, argc, 0);
    vm_text text;
    if (!vm_string_text(vm, string, &text)) {
        return vm_exception();
    }
    uint8_t *bytes = vm_allocate(vm, text.length + 4);
    if (!bytes) {
        return vm_throw_out_of_memory(vm);
    }
    size_t length = 0;
    bool valid = true;
    if (text.utf16) { // decoded from a copy: what is above 255 is no digit
        for (size_t i = 0; i < text.length && valid && bytes_poll(vm, i); i++) {
            bytes[i] = (uint8_t)text.utf16[i];
            valid = text.utf16[i] < 0x80;
        }
    }
    valid = valid && forgiving_decode(vm, text.utf16 ? bytes : text.latin1, text.length, bytes, &length);
    vm_keep(string);
    vm_value result = valid ? vm_string_latin1(vm, bytes, length) : vm_undefined();
    vm_free(vm, bytes);
    return bytes_given_up(vm) ? vm_exception() : result;
}

bool encoding_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"encode", encode, 1, VM_METHOD, NULL},      {"encodeInto", encode_into, 3, VM_METHOD, NULL},
        {"decode", decode, 4, VM_METHOD, NULL},      {"incomplete", incomplete, 2, VM_METHOD, NULL},
        {"toBase64", to_base64, 1, VM_METHOD, NULL}, {"fromBase64", from_base64, 1, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
