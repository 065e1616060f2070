// What the files of String share. string.c has the constructor and the tables; string_search.c,
// string_transform.c, string_locale.c and string_pattern.c define the methods that stand below under their
// names.
#ifndef BUILTINS_STRING_H
#define BUILTINS_STRING_H

#include "builtins/builtin.h"
#include "object/throw.h"

// ToString(RequireObjectCoercible(this)), flattened. NULL: exception pending. `method` is the name behind
// "String.prototype.".
struct string *string_this_slow(vm_isolate *vm, vm_value v, const char *method) MUST_CHECK;
static inline struct string *string_this(vm_isolate *vm, vm_value v, const char *method) {
    if (__builtin_expect(value_is_string(v), 1)) return string_flatten(vm, value_as_string(v));
    return string_this_slow(vm, v, method);
}

// ToString of an argument, flattened. NULL: exception pending.
static inline struct string *string_argument(vm_isolate *vm, vm_value v) {
    if (__builtin_expect(value_is_string(v), 1)) return string_flatten(vm, value_as_string(v));
    return js_to_flat_string(vm, v);
}

// ToIntegerOrInfinity of an argument, brought into 0 .. length. False: exception pending.
static inline bool string_position(vm_isolate *vm, vm_value v, uint32_t length, uint32_t *out) {
    if (__builtin_expect(value_is_int(v), 1)) {
        int32_t i = value_as_int(v);
        *out = i < 0 ? 0 : (uint32_t)i < length ? (uint32_t)i : length;
        return true;
    }
    double d;
    if (!js_to_integer_or_infinity(vm, v, &d)) return false;
    *out = d <= 0 ? 0 : d < length ? (uint32_t)d : length;
    return true;
}

// string_search.c
vm_value string_search_ends_with(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_search_includes(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_search_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_search_last_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_search_starts_with(vm_isolate *vm, vm_value *frame, uint32_t argc);

// string_transform.c
vm_value string_transform_is_well_formed(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_transform_lower_case(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_transform_normalize(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_transform_pad(vm_isolate *vm, vm_value *frame, uint32_t argc); // MAGIC: whether at the start
vm_value string_transform_repeat(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_transform_to_well_formed(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_transform_trim(vm_isolate *vm, vm_value *frame, uint32_t argc); // MAGIC: STRING_TRIM_*
vm_value string_transform_upper_case(vm_isolate *vm, vm_value *frame, uint32_t argc);
#define STRING_TRIM_START 1
#define STRING_TRIM_END 2

// string_locale.c
vm_value string_locale_compare(vm_isolate *vm, vm_value *frame, uint32_t argc);

// string_pattern.c
vm_value string_pattern_match(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_pattern_match_all(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_pattern_replace(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_pattern_replace_all(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_pattern_search(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value string_pattern_split(vm_isolate *vm, vm_value *frame, uint32_t argc);
// sec-isregexp
enum outcome string_pattern_is_regexp(vm_isolate *vm, vm_value v) MUST_CHECK;

#endif
