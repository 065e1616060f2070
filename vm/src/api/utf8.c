// Strings as UTF-8 text of the world outside: no lone surrogates, no ill-formed sequences.
#include "api/api.h"
#include "base/utf.h"

// A value as a flat string; NULL: error pending.
static struct string *flat_string(vm_isolate *vm, vm_value v) {
    api_enter(vm);
    if (!value_is_string(v)) {
        throw_type_error(vm, "%V is not a string", v);
        return NULL;
    }
    return string_flatten(vm, value_as_string(v));
}

static size_t utf8_length(const struct string *s) {
    return string_is_wide(s) ? utf_length8_utf16(string_utf16(s), s->length)
                             : utf_length8_latin1(string_latin1(s), s->length);
}

bool vm_utf8_length(vm_isolate *vm, vm_value string, size_t *length) {
    struct string *s = flat_string(vm, string);
    if (s) {
        *length = utf8_length(s);
    }
    return s;
}

// The most bytes that one unit can take.
static size_t unit_bytes(const struct string *s) { return string_is_wide(s) ? 3 : 2; }

static size_t write_all(const struct string *s, char *out) {
    return string_is_wide(s) ? utf_encode_utf16(string_utf16(s), s->length, out, UTF_STRICT)
                             : utf_encode_latin1(string_latin1(s), s->length, out);
}

// Writes what fits; gives the bytes.
static size_t write_part(const struct string *s, char *out, size_t capacity, size_t *units) {
    size_t at = 0, written = 0;
    while (at < s->length) {
        uint32_t width;
        uint32_t code_point = string_code_point_at(s, (uint32_t)at, &width);
        char bytes[4];
        size_t count = utf_put8(utf_is_surrogate(code_point) ? UTF_REPLACEMENT : code_point, bytes);
        if (count > capacity - written) {
            break;
        }
        memcpy(out + written, bytes, count);
        written += count;
        at += width;
    }
    *units = at;
    return written;
}

bool vm_utf8_write(vm_isolate *vm, vm_value string, char *out, size_t capacity, size_t *bytes,
                   size_t *units) {
    struct string *s = flat_string(vm, string);
    if (!s) {
        return false;
    }
    size_t read = s->length;
    bool fits = s->length * unit_bytes(s) <= capacity || utf8_length(s) <= capacity;
    size_t written = fits ? write_all(s, out) : write_part(s, out, capacity, &read);
    KEEP_ALIVE(s);
    if (bytes) {
        *bytes = written;
    }
    if (units) {
        *units = read;
    }
    return true;
}

vm_value vm_utf8_decode(vm_isolate *vm, const char *bytes, size_t length, bool *valid) {
    api_enter(vm);
    struct utf_measure measure = {.valid = true};
    struct string *s;
    void *units;
    if (utf_ascii_prefix(bytes, length) == length) {
        s = string_from_latin1(vm, (const uint8_t *)bytes, length);
    } else {
        measure = utf_measure8(bytes, length, UTF_STRICT);
        bool wide = measure.widest >= 0x100;
        s = string_allocate(vm, measure.units, wide, &units);
        if (s && wide) {
            utf_decode_utf16(bytes, length, units, UTF_STRICT);
        } else if (s) {
            utf_decode_latin1(bytes, length, units);
        }
    }
    if (valid) {
        *valid = measure.valid;
    }
    return value_or_exception(s);
}

size_t vm_utf8_incomplete_tail(const char *bytes, size_t length) {
    return utf_incomplete_tail8(bytes, length);
}
