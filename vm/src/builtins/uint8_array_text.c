// Uint8Array as text: base64 and hex (sec-uint8array.prototype.tobase64 and its like).
#include "builtins/typed_array.h"

// `this` or an argument as a Uint8Array; NULL with TypeError.
static struct buffer_view *uint8_array(vm_isolate *vm, vm_value v, const char *method) {
    if (value_is_typed_array(v) && view_type(value_as_view(v)) == ELEMENT_Uint8) return value_as_view(v);
    throw_type_error(vm, "Uint8Array.prototype.%s called on incompatible receiver %V", method, v);
    return NULL;
}

static bool bounds(vm_isolate *vm, const struct buffer_view *array, const char *method, size_t *length) {
    if (view_bounds(array, length)) return true;
    throw_type_error(vm, "Cannot perform Uint8Array.prototype.%s on a detached ArrayBuffer", method);
    return false;
}

static struct string *string_argument(vm_isolate *vm, vm_value v) {
    if (value_is_string(v)) return string_flatten(vm, value_as_string(v));
    throw_type_error(vm, "%V is not a string", v);
    return NULL;
}

// --- options ---------------------------------------------------------------------------------------

struct base64_options {
    bool url, omit_padding;
    enum { LAST_LOOSE, LAST_STRICT, LAST_STOP } last;
};

// GetOptionsObject
static bool check_options(vm_isolate *vm, vm_value options) {
    if (value_is_undefined(options) || value_is_object(options)) return true;
    throw_type_error(vm, "%V is not an object", options);
    return false;
}

static vm_value get_option(vm_isolate *vm, vm_value options, const char *name) {
    property_key key;
    if (value_is_undefined(options)) return options;
    return key_from_text(vm, name, &key) ? js_get(vm, value_as_object(options), key) : VALUE_EXCEPTION;
}

// An option that is one of the texts, undefined meaning the first.
static bool get_choice(vm_isolate *vm, vm_value options, const char *name, const char *const *choices,
                       int *out) {
    vm_value value = get_option(vm, options, name);
    *out = 0;
    if (value_is_exception(value)) return false;
    if (value_is_undefined(value)) return true;
    struct string *s = value_is_string(value) ? string_flatten(vm, value_as_string(value)) : NULL;
    if (!s && value_is_string(value)) return false;
    for (int i = 0; s && choices[i]; i++) {
        *out = i;
        if (string_equals_text(s, choices[i])) return true;
    }
    throw_type_error(vm, "%V is not a valid %s", value, name);
    return false;
}

static bool get_alphabet(vm_isolate *vm, vm_value options, struct base64_options *out) {
    static const char *const alphabets[] = {"base64", "base64url", NULL};
    int choice;
    if (!get_choice(vm, options, "alphabet", alphabets, &choice)) return false;
    out->url = choice;
    return true;
}

static bool get_decoding_options(vm_isolate *vm, vm_value options, struct base64_options *out) {
    static const char *const handlings[] = {"loose", "strict", "stop-before-partial", NULL};
    int choice;
    *out = (struct base64_options){0};
    if (!check_options(vm, options) || !get_alphabet(vm, options, out) ||
        !get_choice(vm, options, "lastChunkHandling", handlings, &choice)) {
        return false;
    }
    out->last = choice;
    return true;
}

// --- decoding --------------------------------------------------------------------------------------

#define POLL_UNITS (1u << 18) // units between two looks at the safepoint

// Where decoded bytes go.
struct sink {
    vm_isolate *vm;
    const struct buffer_view *array; // into whose buffer; NULL: into memory that nobody else knows
    uint8_t *bytes;
    size_t maximum;
};

// Looks at the safepoint, where script may take away bytes of the array. False: exception pending.
static bool sink_poll(struct sink *sink) {
    if (!js_safepoint(sink->vm)) return false;
    if (sink->array && view_length(sink->array) < sink->maximum) {
        sink->bytes = sink->array->data;
        sink->maximum = view_length(sink->array);
    }
    return true;
}

// What a text was decoded to. Malformed text gives an error, and yet the bytes before it.
struct decoded {
    size_t read, written; // units, bytes
    const char *error;
    bool terminated; // exception pending
};

static int base64_digit(uint16_t unit, bool url) {
    if (unit >= 'A' && unit <= 'Z') return unit - 'A';
    if (unit >= 'a' && unit <= 'z') return unit - 'a' + 26;
    if (unit >= '0' && unit <= '9') return unit - '0' + 52;
    if (unit == (url ? '-' : '+')) return 62;
    return unit == (url ? '_' : '/') ? 63 : -1;
}

static size_t skip_white_space(const struct string *s, size_t i) {
    while (i < s->length) {
        uint16_t unit = string_at(s, (uint32_t)i);
        if (unit != ' ' && unit != '\t' && unit != '\n' && unit != '\f' && unit != '\r') break;
        i++;
    }
    return i;
}

// The bytes of an incomplete group of 2 or 3 digits. False: digits have bits that no byte takes, and that is
// forbidden.
static bool decode_part(uint32_t bits, unsigned digits, bool strict, uint8_t *out, size_t *written) {
    bits <<= 6 * (4 - digits);
    if (strict && (bits & (digits == 2 ? 0xFFFF : 0xFF))) return false;
    out[(*written)++] = (uint8_t)(bits >> 16);
    if (digits == 3) out[(*written)++] = (uint8_t)(bits >> 8);
    return true;
}

// The end of the text behind padding: nothing but white space may follow. `i` stands behind the first '='.
static struct decoded decode_padded(const struct string *s, size_t i, uint32_t bits, unsigned digits,
                                    const struct base64_options *o, struct decoded d, uint8_t *out) {
    i = skip_white_space(s, i);
    if (digits == 2) {
        if (i == s->length) {
            if (o->last != LAST_STOP) d.error = "Incomplete padding";
            return d;
        }
        if (string_at(s, (uint32_t)i) != '=') {
            d.error = "Malformed padding";
            return d;
        }
        i = skip_white_space(s, i + 1);
    }
    if (i < s->length) {
        d.error = "Unexpected text behind padding";
    } else if (!decode_part(bits, digits, o->last == LAST_STRICT, out, &d.written)) {
        d.error = "Padding bits must be zero";
    } else {
        d.read = s->length;
    }
    return d;
}

// sec-frombase64
static struct decoded decode_base64(const struct string *s, const struct base64_options *o,
                                    struct sink *sink) {
    struct decoded d = {0};
    uint32_t bits = 0, steps = 0;
    unsigned digits = 0;
    for (size_t i = 0; d.written < sink->maximum;) {
        if (++steps % POLL_UNITS == 0) {
            if ((d.terminated = !sink_poll(sink)) || d.written >= sink->maximum) break;
        }
        uint8_t *out = sink->bytes;
        i = skip_white_space(s, i);
        if (i == s->length) {
            if (!digits) {
                d.read = i;
            } else if (o->last == LAST_STRICT || (digits == 1 && o->last == LAST_LOOSE)) {
                d.error = "Incomplete last group";
            } else if (o->last == LAST_LOOSE) {
                decode_part(bits, digits, false, out, &d.written);
                d.read = i;
            }
            return d;
        }
        uint16_t unit = string_at(s, (uint32_t)i++);
        if (unit == '=') {
            if (digits >= 2) return decode_padded(s, i, bits, digits, o, d, out);
            d.error = "Unexpected padding";
            return d;
        }
        int digit = base64_digit(unit, o->url);
        if (digit < 0) {
            d.error = "Unexpected character";
            return d;
        }
        size_t room = sink->maximum - d.written;
        if ((room == 1 && digits == 2) || (room == 2 && digits == 3)) return d;
        bits = bits << 6 | (uint32_t)digit;
        if (++digits < 4) continue;
        out[d.written++] = (uint8_t)(bits >> 16);
        out[d.written++] = (uint8_t)(bits >> 8);
        out[d.written++] = (uint8_t)bits;
        bits = digits = 0;
        d.read = i;
    }
    return d;
}

static int hex_digit(uint16_t unit) {
    if (unit >= '0' && unit <= '9') return unit - '0';
    unit |= 0x20;
    return unit >= 'a' && unit <= 'f' ? unit - 'a' + 10 : -1;
}

// sec-fromhex
static struct decoded decode_hex(const struct string *s, struct sink *sink) {
    struct decoded d = {0};
    if (s->length % 2) {
        d.error = "Odd number of hex digits";
        return d;
    }
    while (d.read < s->length && d.written < sink->maximum) {
        if (d.read % POLL_UNITS == POLL_UNITS - 2) {
            if ((d.terminated = !sink_poll(sink)) || d.written >= sink->maximum) break;
        }
        int high = hex_digit(string_at(s, (uint32_t)d.read)),
            low = hex_digit(string_at(s, (uint32_t)d.read + 1));
        if (high < 0 || low < 0) {
            d.error = "Unexpected character";
            return d;
        }
        sink->bytes[d.written++] = (uint8_t)(high << 4 | low);
        d.read += 2;
    }
    return d;
}

static vm_value throw_malformed(vm_isolate *vm, const struct decoded *d) {
    return throw_syntax_error(vm, "%s", d->error);
}

// A new Uint8Array with what a text decodes to. options NULL: hex.
static vm_value create_decoded(vm_isolate *vm, struct string *s, const struct base64_options *options) {
    size_t room = options ? (size_t)s->length / 4 * 3 + 3 : s->length / 2;
    uint8_t *bytes = memory_allocate(&vm->memory, room ? room : 1);
    if (!bytes) return throw_out_of_memory(vm);
    struct sink sink = {.vm = vm, .bytes = bytes, .maximum = SIZE_MAX};
    struct decoded d = options ? decode_base64(s, options, &sink) : decode_hex(s, &sink);
    KEEP_ALIVE(s);
    vm_value result = VALUE_EXCEPTION;
    if (d.terminated) {
        result = VALUE_EXCEPTION;
    } else if (d.error) {
        throw_malformed(vm, &d);
    } else {
        struct object *prototype = intrinsic(vm, INTRINSIC_Uint8ArrayPrototype);
        struct buffer_view *array =
            prototype ? typed_array_create(vm, ELEMENT_Uint8, prototype, d.written) : NULL;
        if (array && memory_copy(&vm->memory, array->data, bytes, d.written)) {
            result = value_from_cell(array);
        }
    }
    memory_free(&vm->memory, bytes);
    return result;
}

// {read, written}, or the error; the bytes before it are stored in any case.
static vm_value decoded_result(vm_isolate *vm, const struct decoded *d) {
    property_key read, written;
    if (d->terminated) return VALUE_EXCEPTION;
    if (d->error) return throw_malformed(vm, d);
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *result = prototype ? object_create(vm, prototype) : NULL;
    if (!result || !key_from_text(vm, "read", &read) || !key_from_text(vm, "written", &written) ||
        !object_add(vm, result, read, value_from_int64((int64_t)d->read), PROPERTY_DEFAULT) ||
        !object_add(vm, result, written, value_from_int64((int64_t)d->written), PROPERTY_DEFAULT)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(result);
}

// sec-uint8array.frombase64
vm_value uint8_array_from_base64(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct base64_options options;
    struct string *s = string_argument(vm, ARGUMENT(0));
    if (!s || !get_decoding_options(vm, ARGUMENT(1), &options)) return VALUE_EXCEPTION;
    return create_decoded(vm, s, &options);
}

// sec-uint8array.fromhex
vm_value uint8_array_from_hex(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_argument(vm, ARGUMENT(0));
    return s ? create_decoded(vm, s, NULL) : VALUE_EXCEPTION;
}

// sec-uint8array.prototype.setfrombase64
vm_value uint8_array_set_from_base64(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct base64_options options;
    size_t length;
    struct buffer_view *array = uint8_array(vm, THIS, "setFromBase64");
    struct string *s = array ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!s || !get_decoding_options(vm, ARGUMENT(1), &options) ||
        !bounds(vm, array, "setFromBase64", &length))
        return VALUE_EXCEPTION;
    struct sink sink = {.vm = vm, .array = array, .bytes = array->data, .maximum = length};
    struct decoded d = decode_base64(s, &options, &sink);
    return decoded_result(vm, &d);
}

// sec-uint8array.prototype.setfromhex
vm_value uint8_array_set_from_hex(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    struct buffer_view *array = uint8_array(vm, THIS, "setFromHex");
    struct string *s = array ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!s || !bounds(vm, array, "setFromHex", &length)) return VALUE_EXCEPTION;
    struct sink sink = {.vm = vm, .array = array, .bytes = array->data, .maximum = length};
    struct decoded d = decode_hex(s, &sink);
    return decoded_result(vm, &d);
}

// --- encoding --------------------------------------------------------------------------------------

// Looks at the safepoint; an array that script there has made shorter is an error. False: exception pending.
static bool may_go_on(vm_isolate *vm, const struct buffer_view *array, size_t length, const char *method) {
    size_t now;
    if (!js_safepoint(vm) || !bounds(vm, array, method, &now)) return false;
    if (now >= length) return true;
    throw_type_error(vm, "The array has become shorter");
    return false;
}

// sec-uint8array.prototype.tobase64
vm_value uint8_array_to_base64(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char *const alphabets[] = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"};
    struct base64_options options = {0};
    size_t length;
    void *chars;
    struct buffer_view *array = uint8_array(vm, THIS, "toBase64");
    if (!array || !check_options(vm, ARGUMENT(0)) || !get_alphabet(vm, ARGUMENT(0), &options))
        return VALUE_EXCEPTION;
    vm_value omit = get_option(vm, ARGUMENT(0), "omitPadding");
    if (value_is_exception(omit) || !bounds(vm, array, "toBase64", &length)) return VALUE_EXCEPTION;
    size_t rest = length % 3, units = length / 3 * 4;
    bool padded = !js_to_boolean(omit);
    if (rest) units += padded ? 4 : rest + 1;
    struct string *s = string_allocate(vm, units, false, &chars);
    if (!s) return VALUE_EXCEPTION;
    const char *digits = alphabets[options.url];
    const uint8_t *from = array->data;
    uint8_t *to = chars;
    for (size_t i = 0; i + 2 < length; i += 3, to += 4) {
        if (i % POLL_UNITS < 3 && i && !may_go_on(vm, array, length, "toBase64")) return VALUE_EXCEPTION;
        uint32_t bits = (uint32_t)from[i] << 16 | (uint32_t)from[i + 1] << 8 | from[i + 2];
        to[0] = (uint8_t)digits[bits >> 18];
        to[1] = (uint8_t)digits[bits >> 12 & 63];
        to[2] = (uint8_t)digits[bits >> 6 & 63];
        to[3] = (uint8_t)digits[bits & 63];
    }
    if (rest) {
        uint32_t bits =
            (uint32_t)from[length - rest] << 16 | (rest == 2 ? (uint32_t)from[length - 1] << 8 : 0);
        *to++ = (uint8_t)digits[bits >> 18];
        *to++ = (uint8_t)digits[bits >> 12 & 63];
        if (rest == 2) *to++ = (uint8_t)digits[bits >> 6 & 63];
        if (padded) memset(to, '=', 3 - rest);
    }
    return value_from_cell(s);
}

// sec-uint8array.prototype.tohex
vm_value uint8_array_to_hex(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    static const char digits[] = "0123456789abcdef";
    size_t length;
    void *chars;
    (void)argc;
    struct buffer_view *array = uint8_array(vm, THIS, "toHex");
    if (!array || !bounds(vm, array, "toHex", &length)) return VALUE_EXCEPTION;
    struct string *s = string_allocate(vm, 2 * length, false, &chars);
    if (!s) return VALUE_EXCEPTION;
    for (size_t i = 0; i < length; i++) {
        if (i % POLL_UNITS == POLL_UNITS - 1 && !may_go_on(vm, array, length, "toHex"))
            return VALUE_EXCEPTION;
        ((uint8_t *)chars)[2 * i] = (uint8_t)digits[array->data[i] >> 4];
        ((uint8_t *)chars)[2 * i + 1] = (uint8_t)digits[array->data[i] & 15];
    }
    return value_from_cell(s);
}
