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

bool vm_utf8_length(vm_isolate *vm, vm_value string, size_t *length) {
    struct string *s = flat_string(vm, string);
    return s && string_utf8_length(vm, s, length);
}

// The most bytes that one unit can take.
static size_t unit_bytes(const struct string *s) { return string_is_wide(s) ? 3 : 2; }

// Writes what fits; gives the bytes.
static size_t write_part(vm_isolate *vm, const struct string *s, char *out, size_t capacity, size_t *units) {
    size_t at = 0, written = 0;
    for (size_t step = 0; at < s->length && memory_poll_step(&vm->memory, step); step++) {
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
    size_t read = s->length, written;
    bool fits = s->length * unit_bytes(s) <= capacity;
    if (!fits) {
        if (!string_utf8_length(vm, s, &written)) {
            return false;
        }
        fits = written <= capacity;
    }
    if (!fits) {
        written = write_part(vm, s, out, capacity, &read);
    } else if (!string_write_utf8(vm, s, UTF_STRICT, out, &written)) {
        return false;
    }
    KEEP_ALIVE(s);
    if (vm->terminating) {
        return false;
    }
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
    bool ignored;
    struct string *s = string_decode_utf8(vm, bytes, length, UTF_STRICT, valid ? valid : &ignored);
    return value_or_exception(s);
}

size_t vm_utf8_incomplete_tail(const char *bytes, size_t length) {
    return utf_incomplete_tail8(bytes, length);
}
