// What node:buffer is made of: text in the encodings of Buffer, and operations on ranges of bytes.
//
// Encoding and decoding never fail for what the text or bytes are: ill-formed UTF-8 becomes U+FFFD, base64
// skips what is no digit and ends at the padding, hex ends at what is no pair of digits, latin1 takes the low
// byte of a unit. stdlib/buffer.js has checked and clipped all numbers; ranges are checked again here.
#define _GNU_SOURCE
#include "bind/buffer_numbers.h"
#include "bind/bytes.h"
#include "bind/runtime.h"

enum encoding { UTF8, UTF16LE, LATIN1, ASCII, BASE64, BASE64URL, HEX };

// --- arguments

struct bytes {
    uint8_t *at;
    size_t length;
};

static bool take_bytes(vm_isolate *vm, vm_value v, struct bytes *out) {
    if (vm_bytes(v, &out->at, &out->length)) {
        return true;
    }
    vm_view view;
    if (!vm_view_of(v, &view) && vm_type_of(v) != VM_ARRAY_BUFFER) {
        throw_argument_type(vm, "buffer", "an instance of Buffer, TypedArray, or DataView", v);
        return false;
    }
    *out = (struct bytes){(uint8_t *)"", 0}; // detached: nothing is left
    return true;
}

static bool take_size(vm_isolate *vm, const vm_value *frame, uint32_t argc, uint32_t i, size_t *out) {
    uint64_t number;
    if (!vm_to_index(vm, vm_argument(frame, argc, i), &number)) {
        return false;
    }
    *out = (size_t)number;
    return true;
}

// Arguments i and i + 1: a range of bytes that are there.
static bool take_range(vm_isolate *vm, const vm_value *frame, uint32_t argc, uint32_t i,
                       const struct bytes *b, size_t *start, size_t *end) {
    if (!take_size(vm, frame, argc, i, start) || !take_size(vm, frame, argc, i + 1, end)) {
        return false;
    }
    *end = *end > b->length ? b->length : *end;
    *start = *start > *end ? *end : *start;
    return true;
}

static bool take_encoding(vm_isolate *vm, const vm_value *frame, uint32_t argc, uint32_t i,
                          enum encoding *out) {
    int32_t number;
    if (!vm_to_int32(vm, vm_argument(frame, argc, i), &number)) {
        return false;
    }
    *out = (enum encoding)number;
    return true;
}

static uint16_t unit_at(const vm_text *t, size_t i) { return t->latin1 ? t->latin1[i] : t->utf16[i]; }

// --- bytes to text

static bool is_shared(vm_value v) {
    vm_view view;
    return vm_array_buffer_flags(vm_view_of(v, &view) ? view.buffer : v) & VM_BUFFER_SHARED;
}

static vm_value decode_utf16(vm_isolate *vm, const uint8_t *from, size_t length) {
    size_t count = length / 2;
    uint16_t *units = vm_allocate(vm, (count + 1) * sizeof *units);
    if (!units) {
        return vm_throw_out_of_memory(vm);
    }
    for (size_t i = 0; i < count && bytes_poll(vm, i); i++) {
        units[i] = (uint16_t)(from[2 * i] | from[2 * i + 1] << 8);
    }
    vm_value text = vm_string_utf16(vm, units, count);
    vm_free(vm, units);
    return text;
}

static size_t put_base64(vm_isolate *vm, const uint8_t *from, size_t length, bool url, uint8_t *to) {
    static const char *const alphabets[] = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"};
    const char *digits = alphabets[url];
    uint8_t *start = to;
    for (size_t i = 0; i < length && bytes_poll(vm, i); i += 3) {
        size_t count = length - i < 3 ? length - i : 3;
        uint32_t bits = (uint32_t)from[i] << 16 | (count > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                        (count > 2 ? from[i + 2] : 0);
        for (size_t j = 0; j < 4; j++) {
            if (j <= count) {
                *to++ = (uint8_t)digits[bits >> (18 - 6 * j) & 63];
            } else if (!url) {
                *to++ = '=';
            }
        }
    }
    return (size_t)(to - start);
}

// ASCII, base64 and hex, whose text is made in a buffer.
static vm_value decode_plain(vm_isolate *vm, enum encoding encoding, const uint8_t *from, size_t length) {
    static const char hex[] = "0123456789abcdef";
    size_t room = encoding == ASCII ? length : encoding == HEX ? 2 * length : length / 3 * 4 + 4;
    uint8_t *text = vm_allocate(vm, room + 1);
    if (!text) {
        return vm_throw_out_of_memory(vm);
    }
    if (encoding == BASE64 || encoding == BASE64URL) {
        room = put_base64(vm, from, length, encoding == BASE64URL, text);
    } else {
        for (size_t i = 0; i < length && bytes_poll(vm, i); i++) {
            if (encoding == ASCII) {
                text[i] = from[i] & 0x7F;
            } else {
                text[2 * i] = (uint8_t)hex[from[i] >> 4];
                text[2 * i + 1] = (uint8_t)hex[from[i] & 15];
            }
        }
    }
    vm_value string = vm_string_latin1(vm, text, room);
    vm_free(vm, text);
    return string;
}

// decode(encoding, bytes, start, end): a string.
static vm_value decode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value source = vm_argument(frame, argc, 1);
    struct bytes b;
    size_t start, end;
    enum encoding encoding;
    if (!take_encoding(vm, frame, argc, 0, &encoding) || !take_bytes(vm, source, &b) ||
        !take_range(vm, frame, argc, 2, &b, &start, &end)) {
        return vm_exception();
    }
    const uint8_t *from = b.at + start;
    size_t length = end - start;
    uint8_t *copy = NULL;
    if (encoding == UTF8 && is_shared(source)) { // others may write to it meanwhile
        copy = vm_allocate(vm, length + 1);
        if (!copy) {
            return vm_throw_out_of_memory(vm);
        }
        bytes_move(vm, copy, from, length);
        from = copy;
    }
    vm_value text;
    switch (encoding) {
    case UTF8: text = vm_utf8_decode(vm, (const char *)from, length, NULL); break;
    case UTF16LE: text = decode_utf16(vm, from, length); break;
    case LATIN1: text = vm_string_latin1(vm, from, length); break;
    default: text = decode_plain(vm, encoding, from, length);
    }
    vm_keep(source);
    vm_free(vm, copy);
    return bytes_given_up(vm) ? vm_exception() : text;
}

// --- text to bytes

// The value of a base64 digit of either alphabet; -1: no digit, -2: padding.
static int base64_digit(uint16_t unit) {
    if (unit >= 'A' && unit <= 'Z') return unit - 'A';
    if (unit >= 'a' && unit <= 'z') return unit - 'a' + 26;
    if (unit >= '0' && unit <= '9') return unit - '0' + 52;
    if (unit == '+' || unit == '-') return 62;
    if (unit == '/' || unit == '_') return 63;
    return unit == '=' ? -2 : -1;
}

// Whole groups of four digits as long as there is nothing else: how many units they take. *written counts
// their bytes.
static size_t put_groups(vm_isolate *vm, const vm_text *t, const int8_t *digits, uint8_t *to, size_t room,
                         size_t *written) {
    size_t i = 0, count = 0;
    for (; t->latin1 && i + 4 <= t->length && count + 3 <= room && bytes_poll(vm, i / 4);
         i += 4, count += 3) {
        int a = digits[t->latin1[i]], b = digits[t->latin1[i + 1]], c = digits[t->latin1[i + 2]],
            d = digits[t->latin1[i + 3]];
        if ((a | b | c | d) < 0) {
            break;
        }
        uint32_t bits = (uint32_t)(a << 18 | b << 12 | c << 6 | d);
        to[count] = (uint8_t)(bits >> 16);
        to[count + 1] = (uint8_t)(bits >> 8);
        to[count + 2] = (uint8_t)bits;
    }
    *written = count;
    return i;
}

static size_t put_from_base64(vm_isolate *vm, const vm_text *t, uint8_t *to, size_t room) {
    int8_t digits[256];
    uint32_t bits = 0;
    unsigned count = 0;
    size_t written = 0, i = 0;
    if (t->length > 256) { // the table pays
        for (int unit = 0; unit < 256; unit++) {
            digits[unit] = (int8_t)base64_digit((uint16_t)unit);
        }
        i = put_groups(vm, t, digits, to, room, &written);
    }
    for (; i < t->length && written < room && bytes_poll(vm, i); i++) {
        int digit = base64_digit(unit_at(t, i));
        if (digit == -2) {
            break;
        }
        if (digit >= 0) {
            bits = bits << 6 | (uint32_t)digit;
            count += 6;
            if (count >= 8) {
                count -= 8;
                to[written++] = (uint8_t)(bits >> count);
            }
        }
    }
    return written;
}

static int hex_digit(uint16_t unit) {
    if (unit >= '0' && unit <= '9') return unit - '0';
    unit |= 0x20;
    return unit >= 'a' && unit <= 'f' ? unit - 'a' + 10 : -1;
}

static size_t put_from_hex(vm_isolate *vm, const vm_text *t, uint8_t *to, size_t room) {
    size_t written = 0;
    for (; written < room && 2 * written + 1 < t->length && bytes_poll(vm, written); written++) {
        int high = hex_digit(unit_at(t, 2 * written)), low = hex_digit(unit_at(t, 2 * written + 1));
        if (high < 0 || low < 0) {
            break;
        }
        to[written] = (uint8_t)(high << 4 | low);
    }
    return written;
}

static size_t put_latin1(vm_isolate *vm, const vm_text *t, uint8_t *to, size_t room) {
    size_t count = t->length < room ? t->length : room;
    if (t->latin1) {
        bytes_move(vm, to, t->latin1, count);
    } else {
        for (size_t i = 0; i < count && bytes_poll(vm, i); i++) {
            to[i] = (uint8_t)t->utf16[i];
        }
    }
    return count;
}

static size_t put_utf16(vm_isolate *vm, const vm_text *t, uint8_t *to, size_t room) {
    size_t count = t->length < room / 2 ? t->length : room / 2;
    for (size_t i = 0; i < count && bytes_poll(vm, i); i++) {
        uint16_t unit = unit_at(t, i);
        to[2 * i] = (uint8_t)unit;
        to[2 * i + 1] = (uint8_t)(unit >> 8);
    }
    return 2 * count;
}

// The bytes that a base64 text takes at most: what its length says without padding.
static size_t base64_length(const vm_text *t) {
    size_t length = t->length;
    for (int i = 0; i < 2 && length && unit_at(t, length - 1) == '='; i++) {
        length--;
    }
    return length / 4 * 3 + length % 4 * 3 / 4;
}

// byteLength(encoding, string): the bytes of a text; of base64 and hex the most that it can have.
static vm_value byte_length(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value string = vm_argument(frame, argc, 1);
    enum encoding encoding;
    size_t length;
    vm_text t;
    if (!take_encoding(vm, frame, argc, 0, &encoding)) {
        return vm_exception();
    }
    if (encoding == UTF8) {
        return vm_utf8_length(vm, string, &length) ? vm_number((double)length) : vm_exception();
    }
    if (!vm_string_text(vm, string, &t)) {
        return vm_exception();
    }
    switch (encoding) {
    case UTF16LE: return vm_number(2 * (double)t.length);
    case HEX: return vm_number((double)(t.length / 2));
    case BASE64:
    case BASE64URL: return vm_number((double)base64_length(&t));
    default: return vm_number((double)t.length);
    }
}

// write(encoding, bytes, string, start, end): the number of bytes written; only whole characters are.
static vm_value write_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value target = vm_argument(frame, argc, 1), string = vm_argument(frame, argc, 2);
    struct bytes b;
    size_t start, end, written = 0;
    enum encoding encoding;
    vm_text t;
    if (!take_encoding(vm, frame, argc, 0, &encoding) || !take_bytes(vm, target, &b) ||
        !take_range(vm, frame, argc, 3, &b, &start, &end)) {
        return vm_exception();
    }
    uint8_t *to = b.at + start;
    size_t room = end - start;
    if (!room) {
        return vm_int(0);
    }
    if (encoding == UTF8) {
        if (!vm_utf8_write(vm, string, (char *)to, room, &written, NULL)) {
            return vm_exception();
        }
    } else if (!vm_string_text(vm, string, &t)) {
        return vm_exception();
    } else {
        switch (encoding) {
        case UTF16LE: written = put_utf16(vm, &t, to, room); break;
        case BASE64:
        case BASE64URL: written = put_from_base64(vm, &t, to, room); break;
        case HEX: written = put_from_hex(vm, &t, to, room); break;
        default: written = put_latin1(vm, &t, to, room);
        }
    }
    vm_keep(string);
    vm_keep(target);
    return bytes_given_up(vm) ? vm_exception() : vm_number((double)written);
}

// --- ranges of bytes

// compare(a, aStart, aEnd, b, bStart, bEnd): -1, 0 or 1.
static vm_value compare(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes a, b;
    size_t a_start, a_end, b_start, b_end;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &a) ||
        !take_range(vm, frame, argc, 1, &a, &a_start, &a_end) ||
        !take_bytes(vm, vm_argument(frame, argc, 3), &b) ||
        !take_range(vm, frame, argc, 4, &b, &b_start, &b_end)) {
        return vm_exception();
    }
    size_t a_length = a_end - a_start, b_length = b_end - b_start,
           both = a_length < b_length ? a_length : b_length;
    int order = 0;
    for (size_t done = 0, step; done < both && !order; done += step) {
        step = both - done < BYTES_PIECE ? both - done : BYTES_PIECE;
        order = memcmp(a.at + a_start + done, b.at + b_start + done, step);
        if (step == BYTES_PIECE && !vm_poll(vm)) {
            return vm_exception();
        }
    }
    if (!order) {
        order = a_length < b_length ? -1 : a_length > b_length;
    }
    return vm_int(order < 0 ? -1 : order > 0);
}

// copy(source, start, end, target, targetStart): as many bytes as there is room for; their number.
static vm_value copy(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes from, to;
    size_t start, end, at;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &from) ||
        !take_range(vm, frame, argc, 1, &from, &start, &end) ||
        !take_bytes(vm, vm_argument(frame, argc, 3), &to) || !take_size(vm, frame, argc, 4, &at)) {
        return vm_exception();
    }
    size_t count = end - start, room = at < to.length ? to.length - at : 0;
    count = count < room ? count : room;
    if (count && !bytes_move(vm, to.at + at, from.at + start, count)) {
        return vm_exception();
    }
    return vm_number((double)count);
}

// fill(bytes, start, end, pattern): pattern is a number, or bytes that are repeated.
static vm_value fill(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value value = vm_argument(frame, argc, 3);
    struct bytes b, pattern;
    size_t start, end;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &b) ||
        !take_range(vm, frame, argc, 1, &b, &start, &end)) {
        return vm_exception();
    }
    if (vm_is_int(value)) {
        for (size_t step; start < end; start += step) {
            step = end - start < BYTES_PIECE ? end - start : BYTES_PIECE;
            memset(b.at + start, vm_as_int(value), step);
            if (step == BYTES_PIECE && !vm_poll(vm)) {
                return vm_exception();
            }
        }
        return vm_undefined();
    }
    if (!take_bytes(vm, value, &pattern)) {
        return vm_exception();
    }
    size_t step = 0;
    for (size_t at = start; pattern.length && at < end; at += pattern.length) {
        size_t count = end - at < pattern.length ? end - at : pattern.length;
        if (!bytes_poll(vm, step++) || !bytes_move(vm, b.at + at, pattern.at, count)) {
            return vm_exception();
        }
    }
    return vm_undefined();
}

// The last place at or before `last` where the pattern is; SIZE_MAX: nowhere.
static size_t find_backwards(vm_isolate *vm, const uint8_t *from, const struct bytes *pattern, size_t last,
                             size_t step) {
    for (size_t i = last, looked_at = 0; bytes_poll(vm, looked_at++); i -= step) {
        if (from[i] == pattern->at[0] && !memcmp(from + i, pattern->at, pattern->length)) {
            return i;
        }
        if (i < step) {
            break;
        }
    }
    return SIZE_MAX;
}

static size_t find_forwards(vm_isolate *vm, const struct bytes *b, const struct bytes *pattern, size_t first,
                            size_t step) {
    size_t places = b->length - pattern->length + 1;
    for (size_t i = first, looked_at = 0; i < places;) {
        size_t near = places - i < BYTES_PIECE ? places : i + BYTES_PIECE;
        const uint8_t *found =
            memmem(b->at + i, near - i + pattern->length - 1, pattern->at, pattern->length);
        size_t next = found ? (size_t)(found - b->at) : near;
        looked_at += next - i + pattern->length;
        if (found && (next - first) % step == 0) {
            return next;
        }
        i = found ? next + 1 : next;
        if (looked_at >= BYTES_PIECE) {
            looked_at = 0;
            if (!vm_poll(vm)) {
                break;
            }
        }
    }
    return SIZE_MAX;
}

// indexOf(bytes, pattern, from, backwards, step): a place, or -1. Only every step-th one counts. The pattern
// is not empty.
static vm_value index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes b, pattern;
    size_t from, step;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &b) ||
        !take_bytes(vm, vm_argument(frame, argc, 1), &pattern) || !take_size(vm, frame, argc, 2, &from) ||
        !take_size(vm, frame, argc, 4, &step)) {
        return vm_exception();
    }
    bool backwards = vm_to_boolean(vm_argument(frame, argc, 3));
    if (!pattern.length || pattern.length > b.length || !step) {
        return vm_int(-1);
    }
    size_t last = b.length - pattern.length, found = SIZE_MAX;
    if (backwards) {
        from = from > last ? last : from;
        found = find_backwards(vm, b.at, &pattern, from - from % step, step);
    } else if (from <= last) {
        found = find_forwards(vm, &b, &pattern, from - from % step, step);
    }
    if (bytes_given_up(vm)) {
        return vm_exception();
    }
    return found == SIZE_MAX ? vm_int(-1) : vm_number((double)found);
}

// swap(bytes, width): reverses the bytes of each group.
static vm_value swap(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes b;
    size_t width;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &b) || !take_size(vm, frame, argc, 1, &width)) {
        return vm_exception();
    }
    for (size_t at = 0, step = 0; width && at + width <= b.length; at += width) {
        if (!bytes_poll(vm, step++)) {
            return vm_exception();
        }
        for (size_t i = 0; i < width / 2; i++) {
            uint8_t other = b.at[at + i];
            b.at[at + i] = b.at[at + width - 1 - i];
            b.at[at + width - 1 - i] = other;
        }
    }
    return vm_undefined();
}

static vm_value is_ascii(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes b;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &b)) {
        return vm_exception();
    }
    uint8_t all = 0;
    for (size_t i = 0, end; i < b.length; i = end) {
        end = b.length - i < BYTES_PIECE ? b.length : i + BYTES_PIECE;
        for (size_t k = i; k < end; k++) {
            all |= b.at[k];
        }
        if (!vm_poll(vm)) {
            return vm_exception();
        }
    }
    return vm_bool(all < 0x80);
}

static vm_value is_utf8(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bytes b;
    bool valid;
    if (!take_bytes(vm, vm_argument(frame, argc, 0), &b)) {
        return vm_exception();
    }
    vm_value text = vm_utf8_decode(vm, (const char *)b.at, b.length, &valid);
    return vm_is_exception(text) ? text : vm_bool(valid);
}

static vm_value is_array_buffer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return vm_bool(vm_type_of(vm_argument(frame, argc, 0)) == VM_ARRAY_BUFFER);
}

bool buffer_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"decode", decode, 4, VM_METHOD, NULL},
        {"byteLength", byte_length, 2, VM_METHOD, NULL},
        {"write", write_text, 5, VM_METHOD, NULL},
        {"compare", compare, 6, VM_METHOD, NULL},
        {"copy", copy, 5, VM_METHOD, NULL},
        {"fill", fill, 4, VM_METHOD, NULL},
        {"indexOf", index_of, 5, VM_METHOD, NULL},
        {"swap", swap, 2, VM_METHOD, NULL},
        {"isArrayBuffer", is_array_buffer, 1, VM_METHOD, NULL},
        {"isAscii", is_ascii, 1, VM_METHOD, NULL},
        {"isUtf8", is_utf8, 1, VM_METHOD, NULL},
        {"defineNumbers", buffer_define_numbers, 2, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
