// Type conversion (sec-type-conversion). Every js_* function may run script, throw and collect.
#ifndef LANG_CONVERT_H
#define LANG_CONVERT_H

#include "object/bigint.h"
#include "object/isolate.h"
#include "object/throw.h"

#define MUST_CHECK __attribute__((warn_unused_result))

enum primitive_hint { HINT_DEFAULT, HINT_NUMBER, HINT_STRING };
vm_value js_to_primitive(vm_isolate *vm, vm_value v, enum primitive_hint hint) MUST_CHECK;
vm_value js_ordinary_to_primitive(vm_isolate *vm, vm_value object, enum primitive_hint hint) MUST_CHECK;
bool js_to_boolean(vm_value v);                                        // never throws
bool js_to_number(vm_isolate *vm, vm_value v, double *out) MUST_CHECK; // false: exception pending
vm_value js_to_number_value(vm_isolate *vm, vm_value v) MUST_CHECK;    // a number value
vm_value js_to_numeric(vm_isolate *vm, vm_value v) MUST_CHECK;         // number or bigint
bool js_to_integer_or_infinity(vm_isolate *vm, vm_value v, double *out) MUST_CHECK;
bool js_to_int32(vm_isolate *vm, vm_value v, int32_t *out) MUST_CHECK;
bool js_to_uint32(vm_isolate *vm, vm_value v, uint32_t *out) MUST_CHECK;
bool js_to_length(vm_isolate *vm, vm_value v, uint64_t *out) MUST_CHECK; // 0 .. 2^53-1
bool js_to_index(vm_isolate *vm, vm_value v, uint64_t *out) MUST_CHECK;
struct string *js_to_string(vm_isolate *vm, vm_value v) MUST_CHECK; // NULL: exception pending; may be a rope
struct string *js_to_flat_string(vm_isolate *vm, vm_value v) MUST_CHECK; // flattened
struct object *js_to_object(vm_isolate *vm, vm_value v) MUST_CHECK;
bool js_to_property_key(vm_isolate *vm, vm_value v, property_key *out) MUST_CHECK;
vm_value js_require_object_coercible(vm_isolate *vm, vm_value v) MUST_CHECK; // v or EXCEPTION
struct bigint *js_to_bigint(vm_isolate *vm, vm_value v) MUST_CHECK;          // NULL: exception pending
// StringToNumber: NaN when malformed. Polls in long texts; then, when terminating, the result is of no use.
double string_to_number(const struct memory *memory, const struct string *flat);
double number_to_integer(double number); // truncates; NaN and -0 give 0
// Relative index clamp of the array and string methods: ToIntegerOrInfinity(v), negative counts from the end;
// undefined gives `otherwise`.
bool js_relative_index(vm_isolate *vm, vm_value v, double length, double otherwise, double *out) MUST_CHECK;

#endif
