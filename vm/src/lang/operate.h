// Operators and comparisons (sec-testing-and-comparison-operations, sec-applystringornumericbinaryoperator).
#ifndef LANG_OPERATE_H
#define LANG_OPERATE_H

#include "lang/convert.h"

enum operator_kind {
#define OPERATOR(name, text) OPERATOR_##name,
#include "lang/operators.def"
#undef OPERATOR
};

vm_value js_add(vm_isolate *vm, vm_value a, vm_value b) MUST_CHECK;
vm_value js_arithmetic(vm_isolate *vm, enum operator_kind op, vm_value a, vm_value b) MUST_CHECK; // all but +
vm_value js_unary_minus(vm_isolate *vm, vm_value v) MUST_CHECK;
vm_value js_bitwise_not(vm_isolate *vm, vm_value v) MUST_CHECK;
vm_value js_increment(vm_isolate *vm, vm_value numeric, int by) MUST_CHECK; // numeric already
// a < b with IsLessThan's LeftFirst given; OUTCOME_FALSE also for undefined (NaN).
enum outcome js_less(vm_isolate *vm, vm_value a, vm_value b) MUST_CHECK;          // a <  b
enum outcome js_less_or_equal(vm_isolate *vm, vm_value a, vm_value b) MUST_CHECK; // a <= b
enum outcome js_greater(vm_isolate *vm, vm_value a,
                        vm_value b) MUST_CHECK; // a >  b: b < a, a converted first
enum outcome js_greater_or_equal(vm_isolate *vm, vm_value a, vm_value b) MUST_CHECK; // a >= b, likewise
enum outcome js_loosely_equal(vm_isolate *vm, vm_value a, vm_value b) MUST_CHECK;
bool js_strictly_equal(vm_isolate *vm, vm_value a, vm_value b); // flattens ropes; never throws
bool js_same_value(vm_isolate *vm, vm_value a, vm_value b);
bool js_same_value_zero(vm_isolate *vm, vm_value a, vm_value b);
static inline enum atom_id js_typeof(vm_value v) {
    if (value_is_number(v)) return ATOM_number;
    if (!value_is_cell(v))
        return value_is_undefined(v) ? ATOM_undefined : value_is_null(v) ? ATOM_object : ATOM_boolean;
    if (value_is_string(v)) return ATOM_string;
    if (value_is_symbol(v)) return ATOM_symbol;
    if (value_is_bigint(v)) return ATOM_bigint;
    return value_is_callable(v) ? ATOM_function : ATOM_object;
}
enum outcome js_instance_of(vm_isolate *vm, vm_value v, vm_value target) MUST_CHECK;
enum outcome js_ordinary_has_instance(vm_isolate *vm, vm_value c, vm_value v) MUST_CHECK;
// Function.prototype[Symbol.hasInstance]; in builtins/function.c.
vm_value function_prototype_has_instance(vm_isolate *vm, vm_value *frame, uint32_t argc);
// The getter of %TypedArray%.prototype.length; in builtins/typed_array.c.
vm_value typed_array_length(vm_isolate *vm, vm_value *frame, uint32_t argc);
enum outcome js_in(vm_isolate *vm, vm_value key, vm_value object) MUST_CHECK;
double number_remainder(double a, double b);
double number_power(double base, double exponent); // sec-numeric-types-number-exponentiate

#endif
