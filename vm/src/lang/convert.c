// Type conversion (sec-type-conversion).
#include "lang/convert.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "lang/property.h"
#include "lang/wrapper.h"

#define MAX_SAFE_INTEGER 9007199254740991.0

// -- Primitives -----------------------------------------------------------------------------------------

// sec-ordinarytoprimitive
vm_value js_ordinary_to_primitive(vm_isolate *vm, vm_value v, enum primitive_hint hint) {
    for (int i = 0; i < 2; i++) {
        enum atom_id name = (hint == HINT_STRING) == (i == 0) ? ATOM_toString : ATOM_valueOf;
        vm_value method = js_get_atom(vm, value_as_object(v), name);
        if (value_is_exception(method)) return method;
        if (!value_is_callable(method)) continue;
        vm_value result = js_call(vm, method, v, 0, NULL);
        if (!value_is_object(result)) return result;
    }
    return throw_type_error(vm, "Cannot convert object to primitive value");
}

vm_value js_to_primitive(vm_isolate *vm, vm_value v, enum primitive_hint hint) {
    if (!value_is_object(v)) return v;
    vm_value method = js_get_method(vm, v, symbol_key(vm, SYMBOL_toPrimitive));
    if (value_is_exception(method)) return method;
    if (value_is_undefined(method)) return js_ordinary_to_primitive(vm, v, hint);
    vm_value name = atom_value(vm, hint == HINT_STRING   ? ATOM_string
                                   : hint == HINT_NUMBER ? ATOM_number
                                                         : ATOM_default);
    vm_value result = js_call(vm, method, v, 1, &name);
    if (!value_is_object(result)) return result;
    return throw_type_error(vm, "Cannot convert object to primitive value");
}

bool js_to_boolean(vm_value v) {
    if (value_is_int(v)) return value_as_int(v) != 0;
    if (value_is_number(v)) {
        double number = value_unbox_double(v);
        return number == number && number != 0;
    }
    if (!value_is_cell(v)) return value_is_true(v);
    if (value_is_string(v)) return value_as_string(v)->length != 0;
    return !value_is_bigint(v) || !bigint_is_zero(value_as_bigint(v));
}

// -- Text to numbers ------------------------------------------------------------------------------------

static bool is_digit(uint32_t unit) { return unit - '0' < 10; }

// A decimal literal in units of any width, at most `to`. The first thousand significant digits decide
// together with whether anything but zeros follows.
static double parse_units(const struct memory *memory, const struct string *s, uint32_t from, uint32_t to) {
    enum { DIGITS = 1000 };
    char text[DIGITS + 32];
    int count = 0;
    int64_t exponent = 0;
    bool digits = false, point = false, more = false;
    uint32_t i = from;
    for (; i < to && memory_poll_step(memory, i); i++) {
        uint16_t unit = string_at(s, i);
        if (unit == '.' && !point) {
            point = true;
        } else if (is_digit(unit)) {
            digits = true;
            if (!count && unit == '0') {
                exponent -= point;
            } else if (count < DIGITS) {
                text[count++] = (char)unit;
                exponent -= point;
            } else {
                more |= unit != '0';
                exponent += !point;
            }
        } else {
            break;
        }
    }
    if (!digits) return NAN;
    if (i < to) {
        if ((string_at(s, i++) | 0x20) != 'e') return NAN;
        bool minus = i < to && string_at(s, i) == '-';
        if (minus || (i < to && string_at(s, i) == '+')) i++;
        if (i == to) return NAN;
        int64_t written = 0;
        for (; i < to && memory_poll_step(memory, i); i++) {
            uint16_t unit = string_at(s, i);
            if (!is_digit(unit)) return NAN;
            if (written < 100000000000) written = written * 10 + (unit - '0');
        }
        exponent += minus ? -written : written;
    }
    if (!count) return 0;
    if (more) {
        text[count++] = '1';
        exponent--;
    }
    int length = count + snprintf(text + count, sizeof text - DIGITS, "e%lld", (long long)exponent);
    size_t consumed;
    return number_parse_decimal(NULL, text, (size_t)length, &consumed);
}

static bool units_are(const struct string *s, uint32_t from, uint32_t to, const char *text) {
    size_t length = strlen(text);
    if (to - from != length) return false;
    for (size_t i = 0; i < length; i++) {
        if (string_at(s, from + (uint32_t)i) != (uint8_t)text[i]) return false;
    }
    return true;
}

// Digits of 0x, 0o and 0b, rounded to nearest with ties to even.
static double parse_binary(const struct memory *memory, const struct string *s, uint32_t from, uint32_t to,
                           unsigned bits) {
    uint64_t mantissa = 0;
    uint32_t dropped = 0; // bits that no longer fit
    bool more = false;    // one of them is set
    if (from == to) return NAN;
    for (; from < to && memory_poll_step(memory, from); from++) {
        uint32_t unit = string_at(s, from), letter = (unit | 0x20) - 'a';
        uint32_t value = is_digit(unit) ? unit - '0' : letter < 26 ? letter + 10 : 99;
        if (value >> bits) return NAN;
        for (unsigned bit = bits; bit--;) {
            uint64_t next = value >> bit & 1;
            if (mantissa >> 62) {
                dropped++;
                more |= next != 0;
            } else {
                mantissa = mantissa << 1 | next;
            }
        }
    }
    // The 63 bits kept round once in the conversion; the lowest stands for all that was dropped.
    return ldexp((double)(mantissa | more), dropped > 2000 ? 2000 : (int)dropped);
}

double string_to_number(const struct memory *memory, const struct string *s) {
    uint32_t from, to;
    string_trim_range(memory, s, true, true, &from, &to);
    if (from == to) return 0;
    if (to - from > 2 && string_at(s, from) == '0') {
        uint16_t letter = string_at(s, from + 1) | 0x20;
        unsigned bits = letter == 'x' ? 4 : letter == 'o' ? 3 : letter == 'b' ? 1 : 0;
        if (bits) return parse_binary(memory, s, from + 2, to, bits);
    }
    uint16_t sign = string_at(s, from);
    if (sign == '-' || sign == '+') from++;
    double number;
    if (units_are(s, from, to, "Infinity")) {
        number = INFINITY;
    } else if (from == to || (!is_digit(string_at(s, from)) && string_at(s, from) != '.')) {
        return NAN;
    } else if (string_is_wide(s)) {
        number = parse_units(memory, s, from, to);
    } else {
        size_t consumed;
        number = number_parse_decimal(memory, (const char *)string_latin1(s) + from, to - from, &consumed);
        if (consumed != to - from) return NAN;
    }
    return sign == '-' ? -number : number;
}

// -- Numbers --------------------------------------------------------------------------------------------

bool js_to_number(vm_isolate *vm, vm_value v, double *out) {
    for (;;) {
        if (value_is_number(v)) {
            *out = value_as_double(v);
            return true;
        }
        if (!value_is_cell(v)) {
            *out = value_is_undefined(v) ? NAN : value_is_true(v);
            return !value_is_exception(v);
        }
        if (value_is_string(v)) {
            struct string *s = string_flatten(vm, value_as_string(v));
            if (!s) return false;
            *out = string_to_number(&vm->memory, s);
            return !vm->terminating;
        }
        if (!value_is_object(v)) {
            throw_type_error(vm, "Cannot convert a %s value to a number",
                             value_is_symbol(v) ? "Symbol" : "BigInt");
            return false;
        }
        v = js_to_primitive(vm, v, HINT_NUMBER);
    }
}

vm_value js_to_number_value(vm_isolate *vm, vm_value v) {
    if (value_is_number(v)) return v;
    double number;
    return js_to_number(vm, v, &number) ? value_from_double(number) : VALUE_EXCEPTION;
}

vm_value js_to_numeric(vm_isolate *vm, vm_value v) {
    if (value_is_number(v)) return v;
    v = js_to_primitive(vm, v, HINT_NUMBER);
    return value_is_bigint(v) ? v : js_to_number_value(vm, v);
}

double number_to_integer(double number) { return number != number ? 0 : trunc(number) + 0.0; }

bool js_to_integer_or_infinity(vm_isolate *vm, vm_value v, double *out) {
    if (value_is_int(v)) {
        *out = value_as_int(v);
        return true;
    }
    if (!js_to_number(vm, v, out)) return false;
    *out = number_to_integer(*out);
    return true;
}

bool js_to_int32(vm_isolate *vm, vm_value v, int32_t *out) {
    if (value_is_int(v)) {
        *out = value_as_int(v);
        return true;
    }
    double number;
    if (!js_to_number(vm, v, &number)) return false;
    *out = number_to_int32(number);
    return true;
}

bool js_to_uint32(vm_isolate *vm, vm_value v, uint32_t *out) {
    int32_t number;
    if (!js_to_int32(vm, v, &number)) return false;
    *out = (uint32_t)number;
    return true;
}

bool js_to_length(vm_isolate *vm, vm_value v, uint64_t *out) {
    double number;
    if (!js_to_integer_or_infinity(vm, v, &number)) return false;
    *out = number <= 0 ? 0 : number >= MAX_SAFE_INTEGER ? (uint64_t)MAX_SAFE_INTEGER : (uint64_t)number;
    return true;
}

bool js_to_index(vm_isolate *vm, vm_value v, uint64_t *out) {
    double number;
    if (!js_to_integer_or_infinity(vm, v, &number)) return false;
    if (number < 0 || number > MAX_SAFE_INTEGER) {
        throw_range_error(vm, "Invalid value: not (convertible to) a safe integer");
        return false;
    }
    *out = (uint64_t)number;
    return true;
}

bool js_relative_index(vm_isolate *vm, vm_value v, double length, double otherwise, double *out) {
    if (value_is_undefined(v)) {
        *out = otherwise;
        return true;
    }
    double number;
    if (!js_to_integer_or_infinity(vm, v, &number)) return false;
    if (number < 0) {
        number += length;
        *out = number < 0 ? 0 : number;
    } else {
        *out = number > length ? length : number;
    }
    return true;
}

struct bigint *js_to_bigint(vm_isolate *vm, vm_value v) {
    v = js_to_primitive(vm, v, HINT_NUMBER);
    if (value_is_exception(v)) return NULL;
    if (value_is_bigint(v)) return value_as_bigint(v);
    if (value_is_boolean(v)) return bigint_from_int64(vm, value_is_true(v));
    if (value_is_string(v)) {
        struct string *s = string_flatten(vm, value_as_string(v));
        if (!s) return NULL;
        vm_value parsed = bigint_from_string(vm, s);
        if (value_is_bigint(parsed)) return value_as_bigint(parsed);
        if (value_is_undefined(parsed)) throw_syntax_error(vm, "Cannot convert %V to a BigInt", v);
        return NULL;
    }
    throw_type_error(vm, "Cannot convert %V to a BigInt", v);
    return NULL;
}

// -- Strings, objects, keys -----------------------------------------------------------------------------

static struct string *constant_to_string(vm_isolate *vm, vm_value v) {
    return atom(vm, value_is_undefined(v) ? ATOM_undefined
                    : value_is_null(v)    ? ATOM_null
                    : value_is_true(v)    ? ATOM_true
                                          : ATOM_false);
}

struct string *js_to_string(vm_isolate *vm, vm_value v) {
    for (;;) {
        if (value_is_int(v)) return string_from_int(vm, value_as_int(v));
        if (value_is_number(v)) return string_from_number(vm, value_unbox_double(v));
        if (value_is_exception(v)) return NULL;
        if (!value_is_cell(v)) return constant_to_string(vm, v);
        if (value_is_string(v)) return value_as_string(v);
        if (value_is_bigint(v)) return bigint_to_string(vm, value_as_bigint(v), 10);
        if (value_is_symbol(v)) {
            throw_type_error(vm, "Cannot convert a Symbol value to a string");
            return NULL;
        }
        v = js_to_primitive(vm, v, HINT_STRING);
    }
}

struct string *js_to_flat_string(vm_isolate *vm, vm_value v) {
    struct string *s = js_to_string(vm, v);
    return s ? string_flatten(vm, s) : NULL;
}

vm_value js_require_object_coercible(vm_isolate *vm, vm_value v) {
    return value_is_nullish(v) ? throw_type_error(vm, "Cannot convert undefined or null to object") : v;
}

struct object *js_to_object(vm_isolate *vm, vm_value v) {
    if (value_is_object(v)) return value_as_object(v);
    if (value_is_exception(js_require_object_coercible(vm, v))) return NULL;
    return wrapper_create(vm, v);
}

bool js_to_property_key(vm_isolate *vm, vm_value v, property_key *out) {
    if (value_is_string(v)) return key_from_string(vm, value_as_string(v), out);
    if (value_is_number(v)) {
        double number = value_as_double(v);
        uint32_t index = number >= 0 && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
        if (index == number && index != UINT32_MAX) {
            *out = key_from_index(index);
            return true;
        }
    }
    v = js_to_primitive(vm, v, HINT_STRING);
    if (value_is_exception(v)) return false;
    if (value_is_symbol(v)) {
        *out = key_from_cell(value_as_cell(v));
        return true;
    }
    struct string *s = js_to_string(vm, v);
    return s && key_from_string(vm, s, out);
}
