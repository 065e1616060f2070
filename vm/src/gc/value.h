// Values: the NaN-boxed 64-bit representation of every JavaScript value.
//
//   cell pointer    0000 PPPP PPPP PPPP      the plain pointer bits: property access needs no masking
//   double          0002 .... .... .... to FFFC ...   IEEE bits plus 2^49
//   int32           FFFE 0000 IIII IIII
//   constants       false 06, true 07, null 02, undefined 0A, and the internal ones below
//
// Both-int test: (x & y) >= VALUE_INT_TAG. Number test: bits >= VALUE_DOUBLE_OFFSET. A cell has none of the
// bits of VALUE_NOT_CELL. Integral numbers in range are int32 as a rule, but arithmetic may leave an integral
// double: numbers compare numerically unless both are ints, and keys and table look-ups normalize. Zero bits
// are no valid value. Every cell that can be a value has 8 bytes at offset 8 that are never the address of a
// shape unless it is an object.
//
// Internal constants never reach scripts: EMPTY marks a hole of an element vector and a binding in its
// temporal dead zone; EXCEPTION is what a function returns when it threw (the error is pending in the
// isolate); ABSENT says "no such property"; LAZY stands in a slot whose value is made at its first use.
#ifndef GC_VALUE_H
#define GC_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <vm.h>

#define VALUE_INT_TAG 0xFFFE000000000000ull
#define VALUE_DOUBLE_OFFSET 0x0002000000000000ull
#define VALUE_NOT_CELL (VALUE_INT_TAG | 2)

#define VALUE(constant) ((vm_value){constant})
#define VALUE_NULL VALUE(0x02)
#define VALUE_FALSE VALUE(0x06)
#define VALUE_TRUE VALUE(0x07)
#define VALUE_UNDEFINED VALUE(0x0A)
#define VALUE_EMPTY VALUE(0x12)
#define VALUE_EXCEPTION VALUE(0x1A)
#define VALUE_ABSENT VALUE(0x22)
#define VALUE_LAZY VALUE(0x2A)

// Every cell of the heap begins with this word. `gc` belongs to the collector (heap.h); `flags`, `aux` and
// `word` to the kind.
struct cell {
    uint8_t kind;
    uint8_t gc;
    uint8_t flags;
    uint8_t aux;
    uint32_t word;
};

enum cell_kind {
#define CELL(name, trace, flags, comment) CELL_##name,
#include "gc/cells.def"
#undef CELL
    CELL_KIND_COUNT
};

static inline bool value_same_bits(vm_value a, vm_value b) { return a.bits == b.bits; }
static inline bool value_is_int(vm_value v) { return v.bits >= VALUE_INT_TAG; }
static inline bool value_is_number(vm_value v) { return v.bits >= VALUE_DOUBLE_OFFSET; }
static inline bool value_is_double(vm_value v) {
    return v.bits - VALUE_DOUBLE_OFFSET < VALUE_INT_TAG - VALUE_DOUBLE_OFFSET;
}
static inline bool value_both_int(vm_value a, vm_value b) { return (a.bits & b.bits) >= VALUE_INT_TAG; }
static inline bool value_is_cell(vm_value v) { return !(v.bits & VALUE_NOT_CELL); }
static inline bool value_is_undefined(vm_value v) { return v.bits == VALUE_UNDEFINED.bits; }
static inline bool value_is_null(vm_value v) { return v.bits == VALUE_NULL.bits; }
static inline bool value_is_nullish(vm_value v) { return (v.bits & ~8ull) == VALUE_NULL.bits; }
static inline bool value_is_boolean(vm_value v) { return (v.bits & ~1ull) == VALUE_FALSE.bits; }
static inline bool value_is_true(vm_value v) { return v.bits == VALUE_TRUE.bits; }
static inline bool value_is_empty(vm_value v) { return v.bits == VALUE_EMPTY.bits; }
static inline bool value_is_exception(vm_value v) { return v.bits == VALUE_EXCEPTION.bits; }
static inline bool value_is_absent(vm_value v) { return v.bits == VALUE_ABSENT.bits; }

static inline vm_value value_from_bool(bool b) { return VALUE(0x06ull | b); }
static inline vm_value value_from_int(int32_t i) { return VALUE(VALUE_INT_TAG | (uint32_t)i); }
static inline vm_value value_from_cell(const void *cell) { return VALUE((uint64_t)(uintptr_t)cell); }
static inline int32_t value_as_int(vm_value v) { return (int32_t)(uint32_t)v.bits; }
static inline void *value_as_cell(vm_value v) { return (void *)(uintptr_t)v.bits; }
static inline uint8_t value_cell_kind(vm_value v) { return ((struct cell *)value_as_cell(v))->kind; }

// The double as it is, never turned into an int; only for callers that know that it is no int32.
static inline vm_value value_box_double(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    if (__builtin_expect(d != d, 0)) {
        bits = 0x7FF8000000000000ull; // one NaN: others could collide with the tags
    }
    return VALUE(bits + VALUE_DOUBLE_OFFSET);
}
// For results of arithmetic on numbers: the hardware's NaN and the one above are the only ones there.
static inline vm_value value_box_arithmetic(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return VALUE(bits + VALUE_DOUBLE_OFFSET);
}
static inline double value_unbox_double(vm_value v) {
    uint64_t bits = v.bits - VALUE_DOUBLE_OFFSET;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
// Any number; normalizes to int32 where possible.
static inline vm_value value_from_double(double d) {
    if (d >= -2147483648.0 && d <= 2147483647.0) {
        int32_t i = (int32_t)d;
        if (i == d && (i != 0 || !__builtin_signbit(d))) {
            return value_from_int(i);
        }
    }
    return value_box_double(d);
}
static inline vm_value value_from_uint32(uint32_t u) {
    return u <= INT32_MAX ? value_from_int((int32_t)u) : value_box_double(u);
}
static inline vm_value value_from_int64(int64_t i) {
    return i == (int32_t)i ? value_from_int((int32_t)i) : value_box_double((double)i);
}
// v must be a number.
static inline double value_as_double(vm_value v) {
    return value_is_int(v) ? (double)value_as_int(v) : value_unbox_double(v);
}

static inline bool value_is_kind(vm_value v, enum cell_kind kind) {
    return value_is_cell(v) && value_cell_kind(v) == kind;
}
static inline bool value_is_string(vm_value v) { return value_is_kind(v, CELL_STRING); }
static inline bool value_is_symbol(vm_value v) { return value_is_kind(v, CELL_SYMBOL); }
static inline bool value_is_bigint(vm_value v) { return value_is_kind(v, CELL_BIGINT); }
// Objects are the kinds from CELL_OBJECT on.
static inline bool value_is_object(vm_value v) {
    return value_is_cell(v) && value_cell_kind(v) >= CELL_OBJECT;
}

#endif
