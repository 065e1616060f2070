// Number (sec-number-objects). Text of numbers is base/number.h.
#include "builtins/builtin.h"

#include "base/number.h"
#include "lang/wrapper.h"
#include "object/throw.h"

// sec-number-constructor-number-value
static vm_value number_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value new_target = NEW_TARGET, value = value_from_int(0);
    if (argc) {
        value = js_to_numeric(vm, frame[1]);
        if (value_is_exception(value)) return value;
        if (value_is_bigint(value)) value = value_from_double(bigint_to_double(value_as_bigint(value)));
    }
    if (value_is_undefined(new_target)) return value;
    struct object *prototype =
        js_prototype_from_constructor(vm, value_as_object(new_target), INTRINSIC_NumberPrototype);
    return builtin_cell(prototype ? wrapper_create_with_prototype(vm, value, prototype) : NULL);
}

// --- statics ---------------------------------------------------------------------------------------

// sec-isintegralnumber
static bool is_integral(vm_value v) {
    if (value_is_int(v)) return true;
    if (!value_is_double(v)) return false;
    double d = value_unbox_double(v);
    return __builtin_isfinite(d) && __builtin_trunc(d) == d;
}

// sec-number.isfinite
static vm_value number_is_finite(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(value_is_number(ARGUMENT(0)) && __builtin_isfinite(value_as_double(frame[1])));
}

// sec-number.isinteger
static vm_value number_is_integer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(is_integral(ARGUMENT(0)));
}

// sec-number.isnan
static vm_value number_is_nan(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(value_is_double(ARGUMENT(0)) && __builtin_isnan(value_unbox_double(frame[1])));
}

// sec-number.issafeinteger
static vm_value number_is_safe_integer(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(is_integral(ARGUMENT(0)) &&
                           __builtin_fabs(value_as_double(frame[1])) <= 0x1p53 - 1);
}

// --- prototype -------------------------------------------------------------------------------------

// sec-thisnumbervalue. False: TypeError pending.
static bool this_number(vm_isolate *vm, vm_value v, const char *method, double *out) {
    if (value_is_kind(v, CELL_PRIMITIVE_OBJECT)) v = ((struct primitive_object *)value_as_cell(v))->primitive;
    if (value_is_number(v)) {
        *out = value_as_double(v);
        return true;
    }
    throw_type_error(vm, "%s requires that 'this' be a Number", method);
    return false;
}

static vm_value text(vm_isolate *vm, const char *chars, size_t length) {
    return builtin_cell(string_from_latin1(vm, (const uint8_t *)chars, length));
}

// An argument that counts digits: an integer from `least` to `most`. False: exception pending.
static bool digits_in_range(vm_isolate *vm, double digits, double least, double most, const char *method) {
    if (digits >= least && digits <= most) return true;
    throw_range_error(vm, "%s argument must be between %d and %d", method, (int)least, (int)most);
    return false;
}

// sec-number.prototype.tofixed
static vm_value number_to_fixed_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number, digits;
    char out[NUMBER_FIXED_SIZE];
    if (!this_number(vm, THIS, "Number.prototype.toFixed", &number) ||
        !js_to_integer_or_infinity(vm, ARGUMENT(0), &digits) ||
        !digits_in_range(vm, digits, 0, 100, "toFixed() digits")) {
        return VALUE_EXCEPTION;
    }
    return text(vm, out, number_to_fixed(number, (int)digits, out));
}

// sec-number.prototype.toexponential
static vm_value number_to_exponential_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number, digits;
    char out[NUMBER_FIXED_SIZE];
    if (!this_number(vm, THIS, "Number.prototype.toExponential", &number) ||
        !js_to_integer_or_infinity(vm, ARGUMENT(0), &digits)) {
        return VALUE_EXCEPTION;
    }
    if (!__builtin_isfinite(number)) return builtin_cell(string_from_number(vm, number));
    if (!digits_in_range(vm, digits, 0, 100, "toExponential()")) return VALUE_EXCEPTION;
    bool all = value_is_undefined(ARGUMENT(0));
    return text(vm, out, number_to_exponential(number, all ? -1 : (int)digits, out));
}

// sec-number.prototype.toprecision
static vm_value number_to_precision_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number, digits;
    char out[NUMBER_FIXED_SIZE];
    if (!this_number(vm, THIS, "Number.prototype.toPrecision", &number)) return VALUE_EXCEPTION;
    if (value_is_undefined(ARGUMENT(0))) return builtin_cell(string_from_number(vm, number));
    if (!js_to_integer_or_infinity(vm, frame[1], &digits)) return VALUE_EXCEPTION;
    if (!__builtin_isfinite(number)) return builtin_cell(string_from_number(vm, number));
    if (!digits_in_range(vm, digits, 1, 100, "toPrecision()")) return VALUE_EXCEPTION;
    return text(vm, out, number_to_precision(number, (int)digits, out));
}

// sec-number.prototype.tostring
static vm_value number_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number, radix = 10;
    char out[NUMBER_RADIX_SIZE];
    if (!this_number(vm, THIS, "Number.prototype.toString", &number)) return VALUE_EXCEPTION;
    if (!value_is_undefined(ARGUMENT(0))) {
        if (!js_to_integer_or_infinity(vm, frame[1], &radix) ||
            !digits_in_range(vm, radix, 2, 36, "toString() radix")) {
            return VALUE_EXCEPTION;
        }
    }
    if (radix == 10) return builtin_cell(string_from_number(vm, number));
    return text(vm, out, number_to_radix(number, (unsigned)radix, out));
}

// sec-number.prototype.tolocalestring, without internationalization: the grouping and rounding of English.
static vm_value number_to_locale_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    double number;
    char digits[NUMBER_FIXED_SIZE], out[2 * NUMBER_FIXED_SIZE];
    if (!this_number(vm, THIS, "Number.prototype.toLocaleString", &number)) return VALUE_EXCEPTION;
    if (!__builtin_isfinite(number) || __builtin_fabs(number) >= 1e21)
        return builtin_cell(string_from_number(vm, number));
    size_t length = number_to_fixed(number, 3, digits), point = length - 4, from = digits[0] == '-', n = 0;
    while (digits[length - 1] == '0')
        length--;
    if (length == point + 1) length--;
    if (from) out[n++] = '-';
    for (size_t i = from; i < length; i++) {
        if (i > from && i < point && (point - i) % 3 == 0) out[n++] = ',';
        out[n++] = digits[i];
    }
    return text(vm, out, n);
}

// sec-number.prototype.valueof
static vm_value number_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    double number;
    return this_number(vm, THIS, "Number.prototype.valueOf", &number) ? value_from_double(number)
                                                                      : VALUE_EXCEPTION;
}

static const struct builtin_row statics[] = {
    NATIVE("isFinite", number_is_finite, 1),
    NATIVE("isInteger", number_is_integer, 1),
    NATIVE("isNaN", number_is_nan, 1),
    NATIVE("isSafeInteger", number_is_safe_integer, 1),
    INTRINSIC_VALUE("parseFloat", parseFloat),
    INTRINSIC_VALUE("parseInt", parseInt),
    NUMBER_VALUE("MAX_VALUE", 0x1.fffffffffffffp+1023),
    NUMBER_VALUE("MIN_VALUE", 0x1p-1074),
    NUMBER_VALUE("NaN", __builtin_nan("")),
    NUMBER_VALUE("NEGATIVE_INFINITY", -__builtin_inf()),
    NUMBER_VALUE("POSITIVE_INFINITY", __builtin_inf()),
    NUMBER_VALUE("MAX_SAFE_INTEGER", 0x1p53 - 1),
    NUMBER_VALUE("MIN_SAFE_INTEGER", -0x1p53 + 1),
    NUMBER_VALUE("EPSILON", 0x1p-52),
};

static const struct builtin_row methods[] = {
    NATIVE("toExponential", number_to_exponential_method, 1),
    NATIVE("toFixed", number_to_fixed_method, 1),
    NATIVE("toPrecision", number_to_precision_method, 1),
    NATIVE("toString", number_to_string, 1),
    NATIVE("valueOf", number_value_of, 0),
    NATIVE("toLocaleString", number_to_locale_string, 0),
};

const struct builtin_class number_class = {
    .name = "Number",
    .constructor = number_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_Number,
    .prototype_id = INTRINSIC_NumberPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    .prototype_kind = CELL_PRIMITIVE_OBJECT,
    STATICS(statics),
    METHODS(methods),
};
