// Math (sec-math-object). What the specification leaves to the implementation is the C library's.
#include "builtins/builtin.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/os.h"
#include "object/throw.h"

// --- functions of one number -----------------------------------------------------------------------

static double round_half_up(double x) {
    double below = floor(x);
    return copysign(x - below >= 0.5 ? below + 1 : below, x);
}

// One step of Newton's method, with the remainder in twice the precision, takes the last error out of the
// library's result. It is made on a number near 1, scaled by a power of 8: there no product overflows or is
// denormal.
static double cube_root(double x) {
    int exponent;
    if (!isfinite(x) || x == 0) return x;
    frexp(x, &exponent);
    exponent /= 3;
    x = ldexp(x, -3 * exponent);
    double root = cbrt(x);
    double square = root * root, cube = square * root;
    double lost = fma(square, root, -cube) + fma(root, root, -square) * root;
    return ldexp(root - (cube - x + lost) / (3 * square), exponent);
}

static double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

static double to_float(double x) { return (float)x; }

// Rounds to binary16, ties to even: to a multiple of the distance of its neighbours.
static double to_float16(double x) {
    double magnitude = fabs(x);
    int exponent;
    if (!isfinite(x) || x == 0) return x;
    if (magnitude >= 65520) return copysign(INFINITY, x);
    frexp(magnitude, &exponent); // magnitude is in [2^(exponent-1), 2^exponent)
    int step = exponent - 11 < -24 ? -24 : exponent - 11;
    return copysign(ldexp(nearbyint(ldexp(magnitude, -step)), step), x);
}

enum math_function {
    MATH_ACOS,
    MATH_ACOSH,
    MATH_ASIN,
    MATH_ASINH,
    MATH_ATAN,
    MATH_ATANH,
    MATH_CBRT,
    MATH_COS,
    MATH_COSH,
    MATH_EXP,
    MATH_EXPM1,
    MATH_F16ROUND,
    MATH_FROUND,
    MATH_LOG,
    MATH_LOG10,
    MATH_LOG1P,
    MATH_LOG2,
    MATH_SIGN,
    MATH_SIN,
    MATH_SINH,
    MATH_TAN,
    MATH_TANH,
};
static double (*const functions[])(double) = {
    [MATH_ACOS] = acos,       [MATH_ACOSH] = acosh,  [MATH_ASIN] = asin,      [MATH_ASINH] = asinh,
    [MATH_ATAN] = atan,       [MATH_ATANH] = atanh,  [MATH_CBRT] = cube_root, [MATH_COS] = cos,
    [MATH_COSH] = cosh,       [MATH_EXP] = exp,      [MATH_EXPM1] = expm1,    [MATH_F16ROUND] = to_float16,
    [MATH_FROUND] = to_float, [MATH_LOG] = log,      [MATH_LOG10] = log10,    [MATH_LOG1P] = log1p,
    [MATH_LOG2] = log2,       [MATH_SIGN] = sign_of, [MATH_SIN] = sin,        [MATH_SINH] = sinh,
    [MATH_TAN] = tan,         [MATH_TANH] = tanh,
};

static inline bool number_argument(vm_isolate *vm, vm_value v, double *out) {
    if (__builtin_expect(value_is_number(v), 1)) {
        *out = value_as_double(v);
        return true;
    }
    return js_to_number(vm, v, out);
}

// MAGIC: enum math_function
static vm_value math_function(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    if (!number_argument(vm, ARGUMENT(0), &x)) return VALUE_EXCEPTION;
    return value_from_double(functions[MAGIC](x));
}

// sec-math.abs
static vm_value math_abs(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value v = ARGUMENT(0);
    double x;
    if (value_is_int(v) && value_as_int(v) > INT32_MIN) return value_from_int(abs(value_as_int(v)));
    return number_argument(vm, v, &x) ? value_from_double(fabs(x)) : VALUE_EXCEPTION;
}

// sec-math.ceil
static vm_value math_ceil(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    if (value_is_int(ARGUMENT(0))) return frame[1];
    return number_argument(vm, ARGUMENT(0), &x) ? value_from_double(ceil(x)) : VALUE_EXCEPTION;
}

// sec-math.floor
static vm_value math_floor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    if (value_is_int(ARGUMENT(0))) return frame[1];
    return number_argument(vm, ARGUMENT(0), &x) ? value_from_double(floor(x)) : VALUE_EXCEPTION;
}

// sec-math.round
static vm_value math_round(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    if (value_is_int(ARGUMENT(0))) return frame[1];
    return number_argument(vm, ARGUMENT(0), &x) ? value_from_double(round_half_up(x)) : VALUE_EXCEPTION;
}

// sec-math.trunc
static vm_value math_trunc(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    if (value_is_int(ARGUMENT(0))) return frame[1];
    return number_argument(vm, ARGUMENT(0), &x) ? value_from_double(trunc(x)) : VALUE_EXCEPTION;
}

// sec-math.sqrt
static vm_value math_sqrt(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double x;
    return number_argument(vm, ARGUMENT(0), &x) ? value_from_double(sqrt(x)) : VALUE_EXCEPTION;
}

// sec-math.clz32
static vm_value math_clz32(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint32_t n;
    if (!js_to_uint32(vm, ARGUMENT(0), &n)) return VALUE_EXCEPTION;
    return value_from_int(n ? __builtin_clz(n) : 32);
}

// --- functions of several --------------------------------------------------------------------------

// sec-math.atan2
static vm_value math_atan2(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double y, x;
    if (!number_argument(vm, ARGUMENT(0), &y) || !number_argument(vm, ARGUMENT(1), &x))
        return VALUE_EXCEPTION;
    return value_from_double(atan2(y, x));
}

// sec-math.imul
static vm_value math_imul(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int32_t a, b;
    if (!js_to_int32(vm, ARGUMENT(0), &a) || !js_to_int32(vm, ARGUMENT(1), &b)) return VALUE_EXCEPTION;
    return value_from_int((int32_t)((uint32_t)a * (uint32_t)b));
}

// sec-math.pow
static vm_value math_pow(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double base, exponent;
    if (!number_argument(vm, ARGUMENT(0), &base) || !number_argument(vm, ARGUMENT(1), &exponent))
        return VALUE_EXCEPTION;
    return value_from_double(number_power(base, exponent));
}

// The larger (`most`) or smaller of two: NaN wins, and +0 is larger than -0.
static inline double extreme(double a, double b, bool most) {
    if (a != a || b != b) return NAN;
    if (a == 0 && b == 0) return signbit(a) == most ? b : a;
    return (a > b) == most ? a : b;
}

// sec-math.max, sec-math.min; MAGIC: whether max
static vm_value math_extreme(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool most = MAGIC;
    if (argc == 2 && value_both_int(frame[1], frame[2]))
        return (value_as_int(frame[1]) > value_as_int(frame[2])) == most ? frame[1] : frame[2];
    double result = most ? -INFINITY : INFINITY, x;
    for (uint32_t i = 1; i <= argc; i++) {
        if (!number_argument(vm, frame[i], &x)) return VALUE_EXCEPTION;
        result = extreme(result, x, most);
    }
    return value_from_double(result);
}

// sec-math.hypot: scaled by the largest, with compensated summation
static vm_value math_hypot(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double largest = 0, sum = 0, lost = 0, x;
    bool nan = false;
    for (uint32_t i = 1; i <= argc; i++) {
        if (!number_argument(vm, frame[i], &x)) return VALUE_EXCEPTION;
        frame[i] = value_box_double(x = fabs(x));
        if (x != x) nan = true;
        if (x > largest) largest = x;
    }
    if (isinf(largest)) return value_box_double(INFINITY);
    if (nan) return value_box_double(NAN);
    if (largest == 0) return value_from_int(0);
    if (argc == 2)
        return value_from_double(hypot(value_unbox_double(frame[1]), value_unbox_double(frame[2])));
    for (uint32_t i = 1; i <= argc; i++) {
        x = value_unbox_double(frame[i]) / largest;
        double term = x * x - lost, next = sum + term;
        lost = next - sum - term;
        sum = next;
    }
    return value_from_double(sqrt(sum) * largest);
}

// sec-math.random: splitmix64, whose state is the function's own
static bool random_seed(vm_isolate *vm, uint64_t *seed) {
    *seed = vm->random_seed;
    return *seed || os_random_bytes(seed, sizeof *seed);
}

static vm_value math_random(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct native_function *self = native_callee(frame);
    if (!self->data && !random_seed(vm, &self->data)) self->data = os_now_ns() ^ (uint64_t)(uintptr_t)vm;
    uint64_t z = self->data += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return value_from_double((double)(z >> 11) * 0x1p-53);
}

// --- exact sums ------------------------------------------------------------------------------------

// A fixed-point number that holds every sum of doubles exactly: limb i counts units of 2^(32 * i - 1074). A
// limb takes 2^31 additions before its carry must be passed on.
#define LIMBS 68
#define ADDITIONS_BEFORE_CARRY (1u << 30)
struct exact_sum {
    int64_t limbs[LIMBS];
    uint32_t additions;
};

static void exact_carry(struct exact_sum *sum) {
    int64_t carry = 0;
    for (int i = 0; i < LIMBS - 1; i++) {
        int64_t limb = sum->limbs[i] + carry;
        carry = limb >> 32;
        sum->limbs[i] = limb & 0xFFFFFFFF;
    }
    sum->limbs[LIMBS - 1] += carry;
    sum->additions = 0;
}

static void exact_add(struct exact_sum *sum, double x) {
    int exponent;
    if (x == 0) return;
    if (sum->additions++ == ADDITIONS_BEFORE_CARRY) exact_carry(sum);
    uint64_t mantissa = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53); // x = mantissa * 2^(exponent - 53)
    int position = exponent - 53 + 1074;
    if (position < 0) { // subnormal: the bits that fall off are zero
        mantissa >>= -position;
        position = 0;
    }
    __uint128_t shifted = (__uint128_t)mantissa << (position & 31);
    for (int i = position / 32; shifted; i++, shifted >>= 32) {
        int64_t part = (int64_t)(uint32_t)shifted;
        sum->limbs[i] += x < 0 ? -part : part;
    }
}

static bool exact_bit(const struct exact_sum *sum, int i) { return sum->limbs[i / 32] >> (i & 31) & 1; }

// The nearest double, ties to even.
static double exact_round(struct exact_sum *sum) {
    exact_carry(sum);
    bool negative = sum->limbs[LIMBS - 1] < 0;
    if (negative) {
        for (int i = 0; i < LIMBS; i++)
            sum->limbs[i] = -sum->limbs[i];
        exact_carry(sum);
    }
    int top = LIMBS * 32 - 1;
    while (top >= 0 && !exact_bit(sum, top))
        top--;
    int lowest = top > 52 ? top - 52 : 0;
    uint64_t mantissa = 0;
    for (int i = top; i >= lowest; i--)
        mantissa = mantissa << 1 | exact_bit(sum, i);
    if (lowest && exact_bit(sum, lowest - 1)) {
        bool sticky = false;
        for (int i = lowest - 2; i >= 0 && !sticky; i--)
            sticky = exact_bit(sum, i);
        mantissa += sticky || mantissa & 1;
    }
    double result = ldexp((double)mantissa, lowest - 1074);
    return negative ? -result : result;
}

// sec-math.sumprecise
static vm_value math_sum_precise(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct exact_sum sum = {0};
    struct iteration it;
    enum outcome more;
    vm_value v;
    double special = 0;     // infinities and NaN, summed
    bool minus_zero = true; // nothing but -0 so far
    if (value_is_exception(js_require_object_coercible(vm, ARGUMENT(0))) || !js_iterate(vm, frame[1], &it))
        return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &v)) == OUTCOME_TRUE) {
        if (!js_safepoint(vm)) return VALUE_EXCEPTION;
        if (!value_is_number(v)) {
            throw_type_error(vm, "%V is not a number", v);
            return js_iterate_abort(vm, &it);
        }
        double x = value_as_double(v);
        if (x != 0 || !signbit(x)) minus_zero = false;
        if (isfinite(x)) {
            exact_add(&sum, x);
        } else {
            special += x;
        }
    }
    if (more == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    if (special != 0) return value_box_double(special);
    return value_from_double(minus_zero ? -0.0 : exact_round(&sum));
}

static const struct builtin_row methods[] = {
    NATIVE("abs", math_abs, 1),
    NATIVE_MAGIC("acos", math_function, 1, MATH_ACOS),   // sec-math.acos
    NATIVE_MAGIC("acosh", math_function, 1, MATH_ACOSH), // sec-math.acosh
    NATIVE_MAGIC("asin", math_function, 1, MATH_ASIN),   // sec-math.asin
    NATIVE_MAGIC("asinh", math_function, 1, MATH_ASINH), // sec-math.asinh
    NATIVE_MAGIC("atan", math_function, 1, MATH_ATAN),   // sec-math.atan
    NATIVE_MAGIC("atanh", math_function, 1, MATH_ATANH), // sec-math.atanh
    NATIVE("atan2", math_atan2, 2),
    NATIVE("ceil", math_ceil, 1),
    NATIVE_MAGIC("cbrt", math_function, 1, MATH_CBRT),   // sec-math.cbrt
    NATIVE_MAGIC("expm1", math_function, 1, MATH_EXPM1), // sec-math.expm1
    NATIVE("clz32", math_clz32, 1),
    NATIVE_MAGIC("cos", math_function, 1, MATH_COS),           // sec-math.cos
    NATIVE_MAGIC("cosh", math_function, 1, MATH_COSH),         // sec-math.cosh
    NATIVE_MAGIC("exp", math_function, 1, MATH_EXP),           // sec-math.exp
    NATIVE_MAGIC("f16round", math_function, 1, MATH_F16ROUND), // sec-math.f16round
    NATIVE("floor", math_floor, 1),
    NATIVE_MAGIC("fround", math_function, 1, MATH_FROUND), // sec-math.fround
    NATIVE("hypot", math_hypot, 2),
    NATIVE("imul", math_imul, 2),
    NATIVE_MAGIC("log", math_function, 1, MATH_LOG),     // sec-math.log
    NATIVE_MAGIC("log1p", math_function, 1, MATH_LOG1P), // sec-math.log1p
    NATIVE_MAGIC("log2", math_function, 1, MATH_LOG2),   // sec-math.log2
    NATIVE_MAGIC("log10", math_function, 1, MATH_LOG10), // sec-math.log10
    NATIVE_MAGIC("max", math_extreme, 2, true),
    NATIVE_MAGIC("min", math_extreme, 2, false),
    NATIVE("pow", math_pow, 2),
    NATIVE("random", math_random, 0),
    NATIVE("round", math_round, 1),
    NATIVE_MAGIC("sign", math_function, 1, MATH_SIGN), // sec-math.sign
    NATIVE_MAGIC("sin", math_function, 1, MATH_SIN),   // sec-math.sin
    NATIVE_MAGIC("sinh", math_function, 1, MATH_SINH), // sec-math.sinh
    NATIVE("sqrt", math_sqrt, 1),
    NATIVE("sumPrecise", math_sum_precise, 1),
    NATIVE_MAGIC("tan", math_function, 1, MATH_TAN),   // sec-math.tan
    NATIVE_MAGIC("tanh", math_function, 1, MATH_TANH), // sec-math.tanh
    NATIVE("trunc", math_trunc, 1),
    NUMBER_VALUE("E", 2.7182818284590452354),
    NUMBER_VALUE("LN10", 2.302585092994046),
    NUMBER_VALUE("LN2", 0.6931471805599453),
    NUMBER_VALUE("LOG10E", 0.4342944819032518),
    NUMBER_VALUE("LOG2E", 1.4426950408889634),
    NUMBER_VALUE("PI", 3.1415926535897932),
    NUMBER_VALUE("SQRT1_2", 0.7071067811865476),
    NUMBER_VALUE("SQRT2", 1.4142135623730951),
    TO_STRING_TAG("Math"),
};

const struct builtin_class math_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_Math,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
