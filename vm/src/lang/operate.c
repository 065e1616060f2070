// Operators and comparisons.
#include "lang/operate.h"

#include <math.h>

#include "base/number.h"
#include "lang/lookup.h"
#include "lang/property.h"
#include "object/function.h"

// -- Numbers --------------------------------------------------------------------------------------------

double number_remainder(double a, double b) {
    if (a >= 0 && a <= UINT32_MAX && b >= 1 && b <= UINT32_MAX) {
        uint32_t x = (uint32_t)a, y = (uint32_t)b;
        if (x == a && y == b && (x || !signbit(a))) return x % y;
    }
    return fmod(a, b);
}

double number_power(double base, double exponent) {
    if (exponent != exponent) return exponent;
    if ((base == 1 || base == -1) && isinf(exponent)) return NAN; // C says 1
    return pow(base, exponent);
}

static vm_value number_arithmetic(enum operator_kind op, double a, double b) {
    uint32_t shift = number_to_uint32(b) & 31;
    switch (op) {
    case OPERATOR_SUBTRACT: return value_from_double(a - b);
    case OPERATOR_MULTIPLY: return value_from_double(a * b);
    case OPERATOR_DIVIDE: return value_from_double(a / b);
    case OPERATOR_REMAINDER: return value_from_double(number_remainder(a, b));
    case OPERATOR_POWER: return value_from_double(number_power(a, b));
    case OPERATOR_AND: return value_from_int(number_to_int32(a) & number_to_int32(b));
    case OPERATOR_OR: return value_from_int(number_to_int32(a) | number_to_int32(b));
    case OPERATOR_XOR: return value_from_int(number_to_int32(a) ^ number_to_int32(b));
    case OPERATOR_SHIFT_LEFT: return value_from_int((int32_t)(number_to_uint32(a) << shift));
    case OPERATOR_SHIFT_RIGHT: return value_from_int(number_to_int32(a) >> shift);
    case OPERATOR_SHIFT_RIGHT_UNSIGNED: break;
    }
    return value_from_uint32(number_to_uint32(a) >> shift);
}

// -- BigInts --------------------------------------------------------------------------------------------

static vm_value from_bigint(struct bigint *b) { return b ? value_from_cell(b) : VALUE_EXCEPTION; }

static vm_value bigint_arithmetic(vm_isolate *vm, enum operator_kind op, struct bigint *a, struct bigint *b) {
    switch (op) {
    case OPERATOR_SUBTRACT: return from_bigint(bigint_subtract(vm, a, b));
    case OPERATOR_MULTIPLY: return from_bigint(bigint_multiply(vm, a, b));
    case OPERATOR_DIVIDE: return from_bigint(bigint_divide(vm, a, b));
    case OPERATOR_REMAINDER: return from_bigint(bigint_remainder(vm, a, b));
    case OPERATOR_POWER: return from_bigint(bigint_power(vm, a, b));
    case OPERATOR_AND: return from_bigint(bigint_and(vm, a, b));
    case OPERATOR_OR: return from_bigint(bigint_or(vm, a, b));
    case OPERATOR_XOR: return from_bigint(bigint_xor(vm, a, b));
    case OPERATOR_SHIFT_LEFT: return from_bigint(bigint_shift_left(vm, a, b));
    case OPERATOR_SHIFT_RIGHT: return from_bigint(bigint_shift_right(vm, a, b));
    case OPERATOR_SHIFT_RIGHT_UNSIGNED: break;
    }
    return throw_type_error(vm, "BigInts have no unsigned right shift, use >> instead");
}

static vm_value mixed_types(vm_isolate *vm) {
    return throw_type_error(vm, "Cannot mix BigInt and other types, use explicit conversions");
}

// -- Arithmetic -----------------------------------------------------------------------------------------

static vm_value concat(vm_isolate *vm, struct string *a, struct string *b) {
    struct string *s = a && b ? string_concat(vm, a, b) : NULL;
    return s ? value_from_cell(s) : VALUE_EXCEPTION;
}

vm_value js_add(vm_isolate *vm, vm_value a, vm_value b) {
    if (value_both_int(a, b)) return value_from_int64((int64_t)value_as_int(a) + value_as_int(b));
    if (value_is_number(a) && value_is_number(b))
        return value_from_double(value_as_double(a) + value_as_double(b));
    if (value_is_string(a) && value_is_string(b)) return concat(vm, value_as_string(a), value_as_string(b));
    a = js_to_primitive(vm, a, HINT_DEFAULT);
    if (value_is_exception(a)) return a;
    b = js_to_primitive(vm, b, HINT_DEFAULT);
    if (value_is_exception(b)) return b;
    if (value_is_string(a) || value_is_string(b)) {
        struct string *left = js_to_string(vm, a);
        return left ? concat(vm, left, js_to_string(vm, b)) : VALUE_EXCEPTION;
    }
    a = js_to_numeric(vm, a);
    if (value_is_exception(a)) return a;
    b = js_to_numeric(vm, b);
    if (value_is_exception(b)) return b;
    if (value_is_number(a) && value_is_number(b))
        return value_from_double(value_as_double(a) + value_as_double(b));
    if (value_is_number(a) || value_is_number(b)) return mixed_types(vm);
    return from_bigint(bigint_add(vm, value_as_bigint(a), value_as_bigint(b)));
}

vm_value js_arithmetic(vm_isolate *vm, enum operator_kind op, vm_value a, vm_value b) {
    a = js_to_numeric(vm, a);
    if (value_is_exception(a)) return a;
    b = js_to_numeric(vm, b);
    if (value_is_exception(b)) return b;
    if (value_is_number(a) && value_is_number(b))
        return number_arithmetic(op, value_as_double(a), value_as_double(b));
    if (value_is_number(a) || value_is_number(b)) return mixed_types(vm);
    return bigint_arithmetic(vm, op, value_as_bigint(a), value_as_bigint(b));
}

vm_value js_unary_minus(vm_isolate *vm, vm_value v) {
    v = js_to_numeric(vm, v);
    if (value_is_number(v)) return value_from_double(-value_as_double(v));
    return value_is_exception(v) ? v : from_bigint(bigint_negate(vm, value_as_bigint(v)));
}

vm_value js_bitwise_not(vm_isolate *vm, vm_value v) {
    v = js_to_numeric(vm, v);
    if (value_is_number(v)) return value_from_int(~number_to_int32(value_as_double(v)));
    return value_is_exception(v) ? v : from_bigint(bigint_not(vm, value_as_bigint(v)));
}

vm_value js_increment(vm_isolate *vm, vm_value numeric, int by) {
    if (value_is_number(numeric)) return value_from_double(value_as_double(numeric) + by);
    struct bigint *step = bigint_from_int64(vm, by);
    return step ? from_bigint(bigint_add(vm, value_as_bigint(numeric), step)) : VALUE_EXCEPTION;
}

// -- Order ----------------------------------------------------------------------------------------------

// How two primitives stand to each other.
enum order { ORDER_LESS, ORDER_EQUAL, ORDER_GREATER, ORDER_UNDEFINED, ORDER_EXCEPTION };

static enum order order_of_int(int order) {
    return order < 0 ? ORDER_LESS : order == 0 ? ORDER_EQUAL : ORDER_GREATER;
}

static enum order order_reversed(enum order order) {
    return order == ORDER_LESS ? ORDER_GREATER : order == ORDER_GREATER ? ORDER_LESS : order;
}

static enum order order_of_doubles(double a, double b) {
    return a < b ? ORDER_LESS : a > b ? ORDER_GREATER : a == b ? ORDER_EQUAL : ORDER_UNDEFINED;
}

static enum order order_of_bigint(struct bigint *a, double b) {
    int order = bigint_compare_double(a, b);
    return order == BIGINT_UNORDERED ? ORDER_UNDEFINED : order_of_int(order);
}

// Text that is no integer is not ordered.
static enum order order_of_bigint_and_string(vm_isolate *vm, struct bigint *a, struct string *b) {
    if (!string_flatten(vm, b)) return ORDER_EXCEPTION;
    vm_value parsed = bigint_from_string(vm, b);
    if (value_is_exception(parsed)) return ORDER_EXCEPTION;
    return value_is_undefined(parsed) ? ORDER_UNDEFINED
                                      : order_of_int(bigint_compare(a, value_as_bigint(parsed)));
}

static enum order order_of(vm_isolate *vm, vm_value a, vm_value b) {
    if (value_is_string(a) && value_is_string(b)) {
        struct string *x = string_flatten(vm, value_as_string(a)),
                      *y = string_flatten(vm, value_as_string(b));
        return x && y ? order_of_int(string_compare(vm, x, y)) : ORDER_EXCEPTION;
    }
    if (value_is_bigint(a) && value_is_string(b)) {
        return order_of_bigint_and_string(vm, value_as_bigint(a), value_as_string(b));
    }
    if (value_is_string(a) && value_is_bigint(b)) {
        return order_reversed(order_of_bigint_and_string(vm, value_as_bigint(b), value_as_string(a)));
    }
    a = js_to_numeric(vm, a);
    if (value_is_exception(a)) return ORDER_EXCEPTION;
    b = js_to_numeric(vm, b);
    if (value_is_exception(b)) return ORDER_EXCEPTION;
    if (value_is_number(a) && value_is_number(b))
        return order_of_doubles(value_as_double(a), value_as_double(b));
    if (value_is_number(b)) return order_of_bigint(value_as_bigint(a), value_as_double(b));
    if (value_is_number(a)) return order_reversed(order_of_bigint(value_as_bigint(b), value_as_double(a)));
    return order_of_int(bigint_compare(value_as_bigint(a), value_as_bigint(b)));
}

// Whether a stands to b in one of two orders; a is converted first.
static enum outcome compare(vm_isolate *vm, vm_value a, vm_value b, enum order first, enum order second) {
    a = js_to_primitive(vm, a, HINT_NUMBER);
    if (value_is_exception(a)) return OUTCOME_EXCEPTION;
    b = js_to_primitive(vm, b, HINT_NUMBER);
    if (value_is_exception(b)) return OUTCOME_EXCEPTION;
    enum order order = order_of(vm, a, b);
    if (order == ORDER_EXCEPTION) return OUTCOME_EXCEPTION;
    return order == first || order == second ? OUTCOME_TRUE : OUTCOME_FALSE;
}

enum outcome js_less(vm_isolate *vm, vm_value a, vm_value b) {
    return compare(vm, a, b, ORDER_LESS, ORDER_LESS);
}

enum outcome js_less_or_equal(vm_isolate *vm, vm_value a, vm_value b) {
    return compare(vm, a, b, ORDER_LESS, ORDER_EQUAL);
}

enum outcome js_greater(vm_isolate *vm, vm_value a, vm_value b) {
    return compare(vm, a, b, ORDER_GREATER, ORDER_GREATER);
}

enum outcome js_greater_or_equal(vm_isolate *vm, vm_value a, vm_value b) {
    return compare(vm, a, b, ORDER_GREATER, ORDER_EQUAL);
}

// -- Equality -------------------------------------------------------------------------------------------

// Values of one type that is not Number.
static bool equal_cells(vm_isolate *vm, vm_value a, vm_value b) {
    if (value_same_bits(a, b)) return true;
    if (!value_is_cell(a) || !value_is_cell(b)) return false;
    if (value_is_string(a) && value_is_string(b))
        return string_equals(vm, value_as_string(a), value_as_string(b));
    return value_is_bigint(a) && value_is_bigint(b) && bigint_equals(value_as_bigint(a), value_as_bigint(b));
}

bool js_strictly_equal(vm_isolate *vm, vm_value a, vm_value b) {
    if (value_is_number(a)) return value_is_number(b) && value_as_double(a) == value_as_double(b);
    return equal_cells(vm, a, b);
}

bool js_same_value_zero(vm_isolate *vm, vm_value a, vm_value b) {
    if (!value_is_number(a)) return equal_cells(vm, a, b);
    if (!value_is_number(b)) return false;
    double x = value_as_double(a), y = value_as_double(b);
    return x == y || (x != x && y != y);
}

bool js_same_value(vm_isolate *vm, vm_value a, vm_value b) {
    if (!js_same_value_zero(vm, a, b)) return false;
    return !value_is_number(a) || signbit(value_as_double(a)) == signbit(value_as_double(b)) ||
           js_to_boolean(a) || value_as_double(a) != value_as_double(a);
}

static enum outcome outcome_of(bool yes) { return yes ? OUTCOME_TRUE : OUTCOME_FALSE; }

// sec-islooselyequal of a string or bigint and something else that is primitive and no boolean.
static enum outcome equal_primitives(vm_isolate *vm, vm_value a, vm_value b) {
    if (value_is_string(b) && !value_is_string(a)) {
        vm_value c = a;
        a = b;
        b = c;
    }
    if (value_is_string(a)) {
        if (value_is_bigint(b)) {
            enum order order = order_of_bigint_and_string(vm, value_as_bigint(b), value_as_string(a));
            return order == ORDER_EXCEPTION ? OUTCOME_EXCEPTION : outcome_of(order == ORDER_EQUAL);
        }
        if (!value_is_number(b)) return OUTCOME_FALSE;
        struct string *s = string_flatten(vm, value_as_string(a));
        bool equal = s && string_to_number(&vm->memory, s) == value_as_double(b);
        return s && !vm->terminating ? outcome_of(equal) : OUTCOME_EXCEPTION;
    }
    if (value_is_bigint(a) && value_is_number(b)) {
        return outcome_of(bigint_compare_double(value_as_bigint(a), value_as_double(b)) == 0);
    }
    if (value_is_bigint(b) && value_is_number(a)) {
        return outcome_of(bigint_compare_double(value_as_bigint(b), value_as_double(a)) == 0);
    }
    return OUTCOME_FALSE;
}

static bool same_type(vm_value a, vm_value b) {
    if (value_is_number(a) || value_is_number(b)) return value_is_number(a) && value_is_number(b);
    if (!value_is_cell(a) || !value_is_cell(b)) return value_is_boolean(a) && value_is_boolean(b);
    if (value_is_object(a) || value_is_object(b)) return value_is_object(a) && value_is_object(b);
    return value_cell_kind(a) == value_cell_kind(b);
}

enum outcome js_loosely_equal(vm_isolate *vm, vm_value a, vm_value b) {
    for (;;) {
        if (value_is_exception(a) || value_is_exception(b)) return OUTCOME_EXCEPTION;
        if (same_type(a, b)) return outcome_of(js_strictly_equal(vm, a, b));
        if (value_is_nullish(a) || value_is_nullish(b))
            return outcome_of(value_is_nullish(a) && value_is_nullish(b));
        if (value_is_boolean(a)) {
            a = value_from_int(value_is_true(a));
        } else if (value_is_boolean(b)) {
            b = value_from_int(value_is_true(b));
        } else if (value_is_object(a)) {
            a = js_to_primitive(vm, a, HINT_DEFAULT);
        } else if (value_is_object(b)) {
            b = js_to_primitive(vm, b, HINT_DEFAULT);
        } else {
            return equal_primitives(vm, a, b);
        }
    }
}

// -- Types and objects ----------------------------------------------------------------------------------

enum outcome js_instance_of(vm_isolate *vm, vm_value v, vm_value target) {
    if (!value_is_object(target)) {
        throw_type_error(vm, "Right-hand side of 'instanceof' is not an object");
        return OUTCOME_EXCEPTION;
    }
    vm_value method = lookup_cached(vm, value_as_object(target), symbol_key(vm, SYMBOL_hasInstance));
    if (value_is_empty(method) || !value_is_callable(method))
        method = js_get_method(vm, target, symbol_key(vm, SYMBOL_hasInstance));
    if (value_is_exception(method)) return OUTCOME_EXCEPTION;
    bool ordinary =
        value_is_kind(method, CELL_NATIVE_FUNCTION) &&
        ((struct native_function *)value_as_cell(method))->native == function_prototype_has_instance;
    if (!value_is_undefined(method) && !ordinary) {
        vm_value result = js_call(vm, method, target, 1, &v);
        return value_is_exception(result) ? OUTCOME_EXCEPTION : outcome_of(js_to_boolean(result));
    }
    if (!value_is_callable(target)) {
        throw_type_error(vm, "Right-hand side of 'instanceof' is not callable");
        return OUTCOME_EXCEPTION;
    }
    return js_ordinary_has_instance(vm, target, v);
}

enum outcome js_ordinary_has_instance(vm_isolate *vm, vm_value c, vm_value v) {
    if (!value_is_callable(c)) return OUTCOME_FALSE;
    if (value_is_kind(c, CELL_BOUND_FUNCTION)) {
        if (stack_is_low(vm)) {
            throw_stack_overflow(vm);
            return OUTCOME_EXCEPTION;
        }
        return js_instance_of(vm, v, ((struct bound_function *)value_as_cell(c))->target);
    }
    if (!value_is_object(v)) return OUTCOME_FALSE;
    vm_value prototype = js_get_atom(vm, value_as_object(c), ATOM_prototype);
    if (value_is_exception(prototype)) return OUTCOME_EXCEPTION;
    if (!value_is_object(prototype)) {
        throw_type_error(vm, "Function has non-object prototype '%V' in instanceof check", prototype);
        return OUTCOME_EXCEPTION;
    }
    for (;;) {
        struct object *o = value_as_object(v);
        if (!vm->classes[o->cell.kind].get_prototype_of) {
            struct object *next = object_prototype(o);
            v = next ? value_from_cell(next) : VALUE_NULL;
        } else {
            v = js_get_prototype_of(vm, o);
            if (value_is_exception(v)) return OUTCOME_EXCEPTION;
        }
        if (!value_is_object(v)) return OUTCOME_FALSE;
        if (value_same_bits(v, prototype)) return OUTCOME_TRUE;
    }
}

enum outcome js_in(vm_isolate *vm, vm_value key, vm_value object) {
    if (!value_is_object(object)) {
        throw_type_error(vm, "Cannot use 'in' operator to search for '%V' in %V", key, object);
        return OUTCOME_EXCEPTION;
    }
    property_key name;
    if (!js_to_property_key(vm, key, &name)) return OUTCOME_EXCEPTION;
    return js_has_property(vm, value_as_object(object), name);
}
