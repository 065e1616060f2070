// What the files of typed arrays share.
//
// A conversion or a callback may detach or resize the buffer: whoever has run script asks for the bounds
// again (view_bounds) before touching `data`. Reading beyond the end then gives undefined, writing there does
// nothing, as typed_array_get and typed_array_set have it.
#ifndef BUILTINS_TYPED_ARRAY_H
#define BUILTINS_TYPED_ARRAY_H

#include "builtins/builtin.h"
#include "lang/typed_array.h"
#include "object/throw.h"

#define VIEW_POLL_STEPS 4096u // steps of loops without calls between two looks at the safepoint
#define VIEW_POLL_ELEMENTS ((size_t)1 << 18) // elements moved between two

// RequireInternalSlot(v, [[TypedArrayName]]); NULL with TypeError.
struct buffer_view *typed_array_this(vm_isolate *vm, vm_value v) MUST_CHECK;
// sec-validatetypedarray: NULL with TypeError, also when out of bounds. `method` stands behind
// "%TypedArray%.prototype.".
struct buffer_view *typed_array_validate(vm_isolate *vm, vm_value v, const char *method,
                                         size_t *length) MUST_CHECK;
// The same again after script has run.
bool typed_array_revalidate(vm_isolate *vm, const struct buffer_view *array, const char *method,
                            size_t *length) MUST_CHECK;

// typed_array_create.c
// sec-typedarraycreatefromconstructor; `minimum`: the length that the result must have at least
struct buffer_view *typed_array_create_from(vm_isolate *vm, struct object *constructor, uint32_t argc,
                                            const vm_value *arguments, uint64_t minimum) MUST_CHECK;
// sec-typedarray-species-create with one argument, a length
struct buffer_view *typed_array_species_create(vm_isolate *vm, struct buffer_view *exemplar,
                                               uint64_t length) MUST_CHECK;
// The same with a part of the exemplar's buffer; length VIEW_LENGTH_TRACKING: no such argument
struct buffer_view *typed_array_species_view(vm_isolate *vm, struct buffer_view *exemplar,
                                             uint64_t byte_offset, uint64_t length) MUST_CHECK;
// sec-typedarray-create-same-type
struct buffer_view *typed_array_create_same_type(vm_isolate *vm, const struct buffer_view *exemplar,
                                                 uint64_t length) MUST_CHECK;
// typed_array_copy.c
// Copies elements from .. from + count to `to` .. of the target, converted to its type, as memmove does when
// both lie in one buffer and have one type. Looks at the safepoint in between; what is gone from either by
// then is left out. False: exception pending.
bool typed_array_copy(vm_isolate *vm, struct buffer_view *target, size_t to, const struct buffer_view *source,
                      size_t from, size_t count) MUST_CHECK;
// IteratorToList of a value with this @@iterator method.
struct list *typed_array_list_from(vm_isolate *vm, vm_value iterable, vm_value method) MUST_CHECK;

static inline void *view_address(const struct buffer_view *view, size_t index) {
    return view->data + (index << element_shift(view_type(view)));
}
// Get(view, k)
static inline MUST_CHECK vm_value view_get(vm_isolate *vm, const struct buffer_view *view, size_t k) {
    if (k < view->fast_length && view->buffer->store && !element_is_bigint(view_type(view)))
        return element_number(view_type(view), element_read(view_type(view), view_address(view, k)));
    return typed_array_get(vm, view, k);
}

#define TYPED_ARRAY_NATIVE(name) vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
// typed_array_create.c
TYPED_ARRAY_NATIVE(typed_array_constructor); // MAGIC: enum element_type
TYPED_ARRAY_NATIVE(typed_array_from);
TYPED_ARRAY_NATIVE(typed_array_of);
// typed_array_iterate.c
enum view_find_magic { VIEW_FIND_VALUE = 0, VIEW_FIND_INDEX = 1, VIEW_FIND_LAST = 2 }; // bits
TYPED_ARRAY_NATIVE(typed_array_iterate); // MAGIC: enum iteration_kind
TYPED_ARRAY_NATIVE(typed_array_for_each);
TYPED_ARRAY_NATIVE(typed_array_map);
TYPED_ARRAY_NATIVE(typed_array_filter);
TYPED_ARRAY_NATIVE(typed_array_test);   // MAGIC: the answer that decides: some true, every false
TYPED_ARRAY_NATIVE(typed_array_reduce); // MAGIC: from the right
TYPED_ARRAY_NATIVE(typed_array_find);   // MAGIC: enum view_find_magic
// typed_array_search.c
TYPED_ARRAY_NATIVE(typed_array_at);
TYPED_ARRAY_NATIVE(typed_array_includes);
TYPED_ARRAY_NATIVE(typed_array_index_of);
TYPED_ARRAY_NATIVE(typed_array_last_index_of);
TYPED_ARRAY_NATIVE(typed_array_join);
TYPED_ARRAY_NATIVE(typed_array_to_locale_string);
// typed_array_copy.c
TYPED_ARRAY_NATIVE(typed_array_copy_within);
TYPED_ARRAY_NATIVE(typed_array_fill);
TYPED_ARRAY_NATIVE(typed_array_reverse);
TYPED_ARRAY_NATIVE(typed_array_set_native);
TYPED_ARRAY_NATIVE(typed_array_slice);
TYPED_ARRAY_NATIVE(typed_array_subarray);
TYPED_ARRAY_NATIVE(typed_array_to_reversed);
TYPED_ARRAY_NATIVE(typed_array_with);
// typed_array_sort.c
TYPED_ARRAY_NATIVE(typed_array_sort);
TYPED_ARRAY_NATIVE(typed_array_to_sorted);
// uint8_array_text.c
TYPED_ARRAY_NATIVE(uint8_array_from_base64);
TYPED_ARRAY_NATIVE(uint8_array_from_hex);
TYPED_ARRAY_NATIVE(uint8_array_set_from_base64);
TYPED_ARRAY_NATIVE(uint8_array_set_from_hex);
TYPED_ARRAY_NATIVE(uint8_array_to_base64);
TYPED_ARRAY_NATIVE(uint8_array_to_hex);

#endif
