// BigInt (sec-bigint-objects). Arithmetic is object/bigint.h.
#include "builtins/builtin.h"

#include "lang/wrapper.h"
#include "object/throw.h"

// sec-numbertobigint
static vm_value from_number(vm_isolate *vm, vm_value v) {
    double number = value_as_double(v);
    if (value_is_int(v)) return builtin_cell(bigint_from_int64(vm, value_as_int(v)));
    if (__builtin_isfinite(number) && __builtin_trunc(number) == number)
        return builtin_cell(bigint_from_double(vm, number));
    return throw_range_error(vm, "The number %V cannot be converted to a BigInt because it is not an integer",
                             v);
}

// sec-bigint-constructor-number-value
static vm_value bigint_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_undefined(NEW_TARGET)) return throw_type_error(vm, "BigInt is not a constructor");
    vm_value primitive = js_to_primitive(vm, ARGUMENT(0), HINT_NUMBER);
    if (value_is_exception(primitive)) return primitive;
    return value_is_number(primitive) ? from_number(vm, primitive)
                                      : builtin_cell(js_to_bigint(vm, primitive));
}

// sec-bigint.asintn, sec-bigint.asuintn; MAGIC: whether unsigned
static vm_value bigint_wrap(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t bits;
    if (!js_to_index(vm, ARGUMENT(0), &bits)) return VALUE_EXCEPTION;
    struct bigint *b = js_to_bigint(vm, ARGUMENT(1));
    if (!b) return VALUE_EXCEPTION;
    return builtin_cell(MAGIC ? bigint_as_uint(vm, bits, b) : bigint_as_int(vm, bits, b));
}

// sec-thisbigintvalue: NULL with TypeError
static struct bigint *this_bigint(vm_isolate *vm, vm_value v, const char *method) {
    if (value_is_kind(v, CELL_PRIMITIVE_OBJECT)) v = ((struct primitive_object *)value_as_cell(v))->primitive;
    if (value_is_bigint(v)) return value_as_bigint(v);
    throw_type_error(vm, "%s requires that 'this' be a BigInt", method);
    return NULL;
}

// sec-bigint.prototype.tostring
static vm_value bigint_to_string_method(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct bigint *b = this_bigint(vm, THIS, "BigInt.prototype.toString");
    double radix = 10;
    if (!b) return VALUE_EXCEPTION;
    if (!value_is_undefined(ARGUMENT(0)) && !js_to_integer_or_infinity(vm, frame[1], &radix))
        return VALUE_EXCEPTION;
    if (!(radix >= 2 && radix <= 36))
        return throw_range_error(vm, "toString() radix argument must be between 2 and 36");
    return builtin_cell(bigint_to_string(vm, b, (unsigned)radix));
}

// sec-bigint.prototype.tolocalestring, without internationalization: the grouping of English.
static vm_value bigint_to_locale_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct bigint *b = this_bigint(vm, THIS, "BigInt.prototype.toLocaleString");
    struct string *digits = b ? bigint_to_string(vm, b, 10) : NULL;
    if (!digits || !string_flatten(vm, digits)) return VALUE_EXCEPTION;
    struct string_builder builder;
    string_builder_start(&builder, vm);
    uint32_t first = bigint_is_negative(b);
    for (uint32_t i = 0; i < digits->length; i++) {
        if (i > first && (digits->length - i) % 3 == 0) string_builder_unit(&builder, ',');
        string_builder_unit(&builder, string_at(digits, i));
    }
    return builtin_cell(string_builder_finish(&builder));
}

// sec-bigint.prototype.valueof
static vm_value bigint_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return builtin_cell(this_bigint(vm, THIS, "BigInt.prototype.valueOf"));
}

static const struct builtin_row statics[] = {
    NATIVE_MAGIC("asUintN", bigint_wrap, 2, true),
    NATIVE_MAGIC("asIntN", bigint_wrap, 2, false),
};

static const struct builtin_row methods[] = {
    NATIVE("toLocaleString", bigint_to_locale_string, 0),
    NATIVE("toString", bigint_to_string_method, 0),
    NATIVE("valueOf", bigint_value_of, 0),
    TO_STRING_TAG("BigInt"),
};

const struct builtin_class bigint_class = {
    .name = "BigInt",
    .constructor = bigint_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_BigInt,
    .prototype_id = INTRINSIC_BigIntPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
