// Atomics (sec-atomics-object), all but waiting.
#include "builtins/atomics.h"

struct buffer_view *atomics_validate(vm_isolate *vm, vm_value v, bool waitable) {
    size_t length;
    if (!value_is_typed_array(v)) {
        throw_type_error(vm, "[object %s] is not an integer typed array.",
                         value_is_object(v) ? "Object" : "Array");
        return NULL;
    }
    struct buffer_view *array = value_as_view(v);
    if (!view_bounds(array, &length)) {
        throw_type_error(vm, "Cannot perform Atomics operation on a detached ArrayBuffer");
        return NULL;
    }
    enum element_type type = view_type(array);
    bool allowed = waitable
                       ? type == ELEMENT_Int32 || type == ELEMENT_BigInt64
                       : type != ELEMENT_Uint8Clamped && (type <= ELEMENT_Uint32 || element_is_bigint(type));
    if (allowed) return array;
    throw_type_error(vm, "[object Array] is not an integer %styped array.", waitable ? "shared " : "");
    return NULL;
}

bool atomics_index(vm_isolate *vm, size_t length, vm_value v, size_t *index) {
    double number;
    if (!js_to_integer_or_infinity(vm, v, &number)) return false;
    if (number < 0 || number >= (double)length) {
        throw_range_error(vm, "Invalid atomic access index");
        return false;
    }
    *index = (size_t)number;
    return true;
}

// --- access ----------------------------------------------------------------------------------------

struct access {
    struct buffer_view *array;
    enum element_type type;
    size_t index;
};

static bool access_start(vm_isolate *vm, vm_value *frame, uint32_t argc, struct access *a) {
    a->array = atomics_validate(vm, ARGUMENT(0), false);
    if (!a->array) return false;
    a->type = view_type(a->array);
    return atomics_index(vm, view_length(a->array), ARGUMENT(1), &a->index);
}

// ToBigInt or ToIntegerOrInfinity of an argument: the value, and its raw form.
static vm_value convert(vm_isolate *vm, enum element_type type, vm_value v, uint64_t *raw) {
    double number;
    if (element_is_bigint(type)) {
        struct bigint *bigint = js_to_bigint(vm, v);
        if (!bigint) return VALUE_EXCEPTION;
        *raw = bigint_to_uint64(bigint);
        return value_from_cell(bigint);
    }
    if (!js_to_integer_or_infinity(vm, v, &number)) return VALUE_EXCEPTION;
    *raw = element_from_number(type, number);
    return value_from_double(number);
}

// sec-revalidateatomicaccess: the address, NULL with TypeError or RangeError.
static void *access_place(vm_isolate *vm, const struct access *a) {
    size_t length;
    if (!view_bounds(a->array, &length)) {
        throw_type_error(vm, "Cannot perform Atomics operation on a detached ArrayBuffer");
        return NULL;
    }
    if (a->index < length) return a->array->data + (a->index << element_shift(a->type));
    throw_range_error(vm, "Invalid atomic access index");
    return NULL;
}

enum atomics_operation { ATOMICS_ADD, ATOMICS_AND, ATOMICS_EXCHANGE, ATOMICS_OR, ATOMICS_SUB, ATOMICS_XOR };

#define MODIFY(type)                                                                                         \
    {                                                                                                        \
        type *at = place, operand = (type)raw;                                                               \
        switch (operation) {                                                                                 \
        case ATOMICS_ADD: return __atomic_fetch_add(at, operand, __ATOMIC_SEQ_CST);                          \
        case ATOMICS_AND: return __atomic_fetch_and(at, operand, __ATOMIC_SEQ_CST);                          \
        case ATOMICS_EXCHANGE: return __atomic_exchange_n(at, operand, __ATOMIC_SEQ_CST);                    \
        case ATOMICS_OR: return __atomic_fetch_or(at, operand, __ATOMIC_SEQ_CST);                            \
        case ATOMICS_SUB: return __atomic_fetch_sub(at, operand, __ATOMIC_SEQ_CST);                          \
        default: return __atomic_fetch_xor(at, operand, __ATOMIC_SEQ_CST);                                   \
        }                                                                                                    \
    }

// Gives the raw element that was there.
static uint64_t modify(enum atomics_operation operation, unsigned shift, void *place, uint64_t raw) {
    switch (shift) {
    case 0: MODIFY(uint8_t)
    case 1: MODIFY(uint16_t)
    case 2: MODIFY(uint32_t)
    default: MODIFY(uint64_t)
    }
}

#define COMPARE_EXCHANGE(type)                                                                               \
    {                                                                                                        \
        type *at = place, there = (type)expected;                                                            \
        __atomic_compare_exchange_n(at, &there, (type)raw, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return there;                                                                                        \
    }

static uint64_t compare_exchange(unsigned shift, void *place, uint64_t expected, uint64_t raw) {
    switch (shift) {
    case 0: COMPARE_EXCHANGE(uint8_t)
    case 1: COMPARE_EXCHANGE(uint16_t)
    case 2: COMPARE_EXCHANGE(uint32_t)
    default: COMPARE_EXCHANGE(uint64_t)
    }
}

static uint64_t load(unsigned shift, const void *place) {
    switch (shift) {
    case 0: return __atomic_load_n((const uint8_t *)place, __ATOMIC_SEQ_CST);
    case 1: return __atomic_load_n((const uint16_t *)place, __ATOMIC_SEQ_CST);
    case 2: return __atomic_load_n((const uint32_t *)place, __ATOMIC_SEQ_CST);
    default: return __atomic_load_n((const uint64_t *)place, __ATOMIC_SEQ_CST);
    }
}

// --- methods ---------------------------------------------------------------------------------------

// sec-atomics.add, and, exchange, or, sub, xor; MAGIC: enum atomics_operation
static vm_value atomics_modify(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum atomics_operation operation = (enum atomics_operation)MAGIC;
    struct access a;
    uint64_t raw;
    if (!access_start(vm, frame, argc, &a) || value_is_exception(convert(vm, a.type, ARGUMENT(2), &raw)))
        return VALUE_EXCEPTION;
    void *place = access_place(vm, &a);
    if (!place) return VALUE_EXCEPTION;
    return element_to_value(vm, a.type, modify(operation, element_shift(a.type), place, raw));
}

// sec-atomics.compareexchange
static vm_value atomics_compare_exchange(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct access a;
    uint64_t expected, raw;
    if (!access_start(vm, frame, argc, &a) ||
        value_is_exception(convert(vm, a.type, ARGUMENT(2), &expected)) ||
        value_is_exception(convert(vm, a.type, ARGUMENT(3), &raw))) {
        return VALUE_EXCEPTION;
    }
    void *place = access_place(vm, &a);
    if (!place) return VALUE_EXCEPTION;
    return element_to_value(vm, a.type, compare_exchange(element_shift(a.type), place, expected, raw));
}

// sec-atomics.load
static vm_value atomics_load(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct access a;
    void *place = access_start(vm, frame, argc, &a) ? access_place(vm, &a) : NULL;
    return place ? element_to_value(vm, a.type, load(element_shift(a.type), place)) : VALUE_EXCEPTION;
}

// sec-atomics.store
static vm_value atomics_store(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct access a;
    uint64_t raw;
    if (!access_start(vm, frame, argc, &a)) return VALUE_EXCEPTION;
    vm_value value = convert(vm, a.type, ARGUMENT(2), &raw);
    if (value_is_exception(value)) return value;
    void *place = access_place(vm, &a);
    if (!place) return VALUE_EXCEPTION;
    modify(ATOMICS_EXCHANGE, element_shift(a.type), place, raw);
    return value;
}

// sec-atomics.islockfree
static vm_value atomics_is_lock_free(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double size;
    if (!js_to_integer_or_infinity(vm, ARGUMENT(0), &size)) return VALUE_EXCEPTION;
    return value_from_bool(size == 1 || size == 2 || size == 4 || size == 8);
}

// sec-atomics.pause
static vm_value atomics_pause(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value v = ARGUMENT(0);
    double hint = value_is_number(v) ? value_as_double(v) : 0;
    bool integral = value_is_undefined(v) || (value_is_number(v) && number_to_integer(hint) == hint);
    if (!integral || hint == __builtin_inf() || hint == -__builtin_inf())
        return throw_type_error(vm, "%V is not an integral number", v);
    for (volatile int rounds = 0; rounds < 32; rounds++)
        ;
    return VALUE_UNDEFINED;
}

static const struct builtin_row methods[] = {
    NATIVE("load", atomics_load, 2),
    NATIVE("store", atomics_store, 3),
    NATIVE_MAGIC("add", atomics_modify, 3, ATOMICS_ADD),
    NATIVE_MAGIC("sub", atomics_modify, 3, ATOMICS_SUB),
    NATIVE_MAGIC("and", atomics_modify, 3, ATOMICS_AND),
    NATIVE_MAGIC("or", atomics_modify, 3, ATOMICS_OR),
    NATIVE_MAGIC("xor", atomics_modify, 3, ATOMICS_XOR),
    NATIVE_MAGIC("exchange", atomics_modify, 3, ATOMICS_EXCHANGE),
    NATIVE("compareExchange", atomics_compare_exchange, 4),
    NATIVE("isLockFree", atomics_is_lock_free, 1),
    NATIVE_MAGIC("wait", atomics_wait, 4, false),
    NATIVE_MAGIC("waitAsync", atomics_wait, 4, true),
    NATIVE("notify", atomics_notify, 3),
    NATIVE("pause", atomics_pause, 0),
    TO_STRING_TAG("Atomics"),
};

const struct builtin_class atomics_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_Atomics,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
