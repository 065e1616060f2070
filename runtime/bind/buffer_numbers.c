// The methods of Buffer.prototype that read and write numbers of fixed width: readUInt16LE and the like.
//
// The usual arguments are served here. All others, wrong ones and those that need conversion, are left to a
// function of stdlib/buffer.js that each method carries with it: refuse.call(buffer, name, ...arguments)
// throws the error, or gives the result.
#include <math.h>

#include "bind/buffer_numbers.h"

#include "bind/runtime.h"

enum number_kind { UNSIGNED, SIGNED, FLOATING, BIG_UNSIGNED, BIG_SIGNED };

struct number_method {
    const char *name, *alias; // NULL: has no other name
    uint8_t width;
    enum number_kind kind;
    bool big_endian, writes;
};

static const struct number_method number_methods[] = {
#define INTEGER(bits, width, order, big_endian)                                                              \
    {"readUInt" bits order, "readUint" bits order, width, UNSIGNED, big_endian, false},                      \
        {"readInt" bits order, NULL, width, SIGNED, big_endian, false},                                      \
        {"writeUInt" bits order, "writeUint" bits order, width, UNSIGNED, big_endian, true},                 \
        {"writeInt" bits order, NULL, width, SIGNED, big_endian, true},
#define OTHERS(order, big_endian)                                                                            \
    {"readBigUInt64" order, "readBigUint64" order, 8, BIG_UNSIGNED, big_endian, false},                      \
        {"readBigInt64" order, NULL, 8, BIG_SIGNED, big_endian, false},                                      \
        {"writeBigUInt64" order, "writeBigUint64" order, 8, BIG_UNSIGNED, big_endian, true},                 \
        {"writeBigInt64" order, NULL, 8, BIG_SIGNED, big_endian, true},                                      \
        {"readFloat" order, NULL, 4, FLOATING, big_endian, false},                                           \
        {"writeFloat" order, NULL, 4, FLOATING, big_endian, true},                                           \
        {"readDouble" order, NULL, 8, FLOATING, big_endian, false},                                          \
        {"writeDouble" order, NULL, 8, FLOATING, big_endian, true},
    INTEGER("8", 1, "", false) INTEGER("16", 2, "LE", false) INTEGER("16", 2, "BE", true)
        INTEGER("32", 4, "LE", false) INTEGER("32", 4, "BE", true) OTHERS("LE", false) OTHERS("BE", true)
#undef INTEGER
#undef OTHERS
};

static vm_value refuse(vm_isolate *vm, const vm_value *frame, uint32_t argc, const struct number_method *m) {
    vm_value arguments[3] = {vm_string(vm, m->name), vm_argument(frame, argc, 0),
                             vm_argument(frame, argc, 1)};
    return vm_is_exception(arguments[0]) ? arguments[0]
                                         : vm_call(vm, vm_captured(frame[-1], 0), frame[0], 3, arguments);
}

// The place that a method works on; NULL: something about it is unusual.
static uint8_t *find_place(vm_value buffer, vm_value offset, size_t width, double *at) {
    uint8_t *bytes;
    size_t length;
    *at = vm_is_undefined(offset) ? 0 : vm_is_number(offset) ? vm_as_double(offset) : -1;
    if (!vm_bytes(buffer, &bytes, &length) || length < width || !(*at >= 0) ||
        *at > (double)(length - width) || *at != floor(*at)) {
        return NULL;
    }
    return bytes + (size_t)*at;
}

static uint64_t get_bits(const uint8_t *place, size_t width, bool big_endian) {
    uint64_t bits = 0;
    for (size_t i = 0; i < width; i++) {
        bits = bits << 8 | place[big_endian ? i : width - 1 - i];
    }
    return bits;
}

static void put_bits(uint8_t *place, size_t width, bool big_endian, uint64_t bits) {
    for (size_t i = 0; i < width; i++, bits >>= 8) {
        place[big_endian ? width - 1 - i : i] = (uint8_t)bits;
    }
}

static double floating_of(uint64_t bits, size_t width) {
    if (width == 8) {
        double d;
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    uint32_t half = (uint32_t)bits;
    float f;
    memcpy(&f, &half, sizeof f);
    return f;
}

static uint64_t bits_of(double d, size_t width) {
    uint64_t bits;
    if (width == 8) {
        memcpy(&bits, &d, sizeof bits);
        return bits;
    }
    float f = (float)d;
    uint32_t half;
    memcpy(&half, &f, sizeof half);
    return half;
}

static vm_value read_number(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: number_method
    const struct number_method *m = vm_function_data(frame[-1]);
    double at;
    const uint8_t *place = find_place(frame[0], vm_argument(frame, argc, 0), m->width, &at);
    if (!place) {
        return refuse(vm, frame, argc, m);
    }
    uint64_t bits = get_bits(place, m->width, m->big_endian);
    unsigned unused = 64 - 8u * m->width;
    switch (m->kind) {
    case UNSIGNED: return vm_int64((int64_t)bits);
    case SIGNED: return vm_int64((int64_t)(bits << unused) >> unused);
    case BIG_UNSIGNED: return vm_bigint_from_uint64(vm, bits);
    case BIG_SIGNED: return vm_bigint_from_int64(vm, (int64_t)bits);
    default: return vm_number(floating_of(bits, m->width));
    }
}

// Whether a value is of the method's kind and range; its bits.
static bool take_bits(vm_isolate *vm, const struct number_method *m, vm_value value, uint64_t *bits) {
    if (m->kind == BIG_UNSIGNED || m->kind == BIG_SIGNED) {
        bool exact;
        if (!vm_is_bigint(value)) {
            return false;
        }
        *bits = (uint64_t)vm_bigint_as_int64(value, &exact);
        if (m->kind == BIG_SIGNED) {
            return exact;
        }
        vm_value same = vm_bigint_from_uint64(vm, *bits);
        if (vm_is_exception(same)) {
            (void)vm_take_exception(vm);
            return false;
        }
        return vm_strict_equals(vm, same, value);
    }
    if (!vm_is_number(value)) {
        return false;
    }
    double d = vm_as_double(value);
    if (m->kind == FLOATING) {
        *bits = bits_of(d, m->width);
        return true;
    }
    double limit = ldexp(1, 8 * m->width - (m->kind == SIGNED));
    if (!(d >= (m->kind == SIGNED ? -limit : 0) && d <= limit - 1)) {
        return false;
    }
    *bits = (uint64_t)(int64_t)d;
    return true;
}

static vm_value write_number(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: number_method
    const struct number_method *m = vm_function_data(frame[-1]);
    double at;
    uint64_t bits;
    uint8_t *place = find_place(frame[0], vm_argument(frame, argc, 1), m->width, &at);
    if (!place || !take_bits(vm, m, vm_argument(frame, argc, 0), &bits)) {
        return refuse(vm, frame, argc, m);
    }
    put_bits(place, m->width, m->big_endian, bits);
    return vm_number(at + m->width);
}

// defineNumbers(prototype, refuse)
vm_value buffer_define_numbers(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value prototype = vm_argument(frame, argc, 0), refusing = vm_argument(frame, argc, 1);
    for (size_t i = 0; i < sizeof number_methods / sizeof *number_methods; i++) {
        const struct number_method *m = &number_methods[i];
        vm_value f =
            vm_function(vm, m->writes ? write_number : read_number, m->name, m->writes ? 2 : 1, (void *)m);
        if (vm_is_exception(f)) {
            return f;
        }
        vm_capture(vm, f, 0, refusing);
        if (!vm_define(vm, prototype, m->name, f, VM_DEFAULT) ||
            (m->alias && !vm_define(vm, prototype, m->alias, f, VM_DEFAULT))) {
            return vm_exception();
        }
    }
    return vm_undefined();
}
