// Operations on objects (sec-operations-on-objects): property access with prototype walks, accessors and
// exotic objects; calls. Every js_* function may run script, throw and collect.
#ifndef LANG_PROPERTY_H
#define LANG_PROPERTY_H

#include "lang/convert.h"

// The internal methods, dispatched through the class table.
vm_value js_get_prototype_of(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome js_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) MUST_CHECK;
enum outcome js_is_extensible(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome js_prevent_extensions(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome js_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                 struct property_descriptor *out) MUST_CHECK;
enum outcome js_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                    const struct property_descriptor *descriptor) MUST_CHECK;
enum outcome js_has_property(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
vm_value js_get_with_receiver(vm_isolate *vm, struct object *o, property_key key,
                              vm_value receiver) MUST_CHECK;
enum outcome js_set_with_receiver(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                                  vm_value receiver) MUST_CHECK;
enum outcome js_delete(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
bool js_own_keys(vm_isolate *vm, struct object *o, int flags,
                 struct list *out) MUST_CHECK; // KEYS_STRINGS | KEYS_SYMBOLS

// The ordinary internal methods, for exotic ones to fall back on.
enum outcome ordinary_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) MUST_CHECK;
enum outcome ordinary_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                       struct property_descriptor *out);
enum outcome ordinary_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                          const struct property_descriptor *descriptor) MUST_CHECK;
enum outcome ordinary_has_property(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
vm_value ordinary_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) MUST_CHECK;
enum outcome ordinary_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                          vm_value receiver) MUST_CHECK;
enum outcome ordinary_delete(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
// sec-validateandapplypropertydescriptor; `current` NULL: not there. o NULL: only the check.
enum outcome validate_and_apply_descriptor(vm_isolate *vm, struct object *o, property_key key,
                                           bool extensible, const struct property_descriptor *descriptor,
                                           const struct property_descriptor *current) MUST_CHECK;

// Everyday access.
vm_value js_get(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
vm_value js_get_value(vm_isolate *vm, vm_value v,
                      property_key key) MUST_CHECK; // GetV: primitives through their prototype
vm_value js_get_element(vm_isolate *vm, vm_value v, vm_value key) MUST_CHECK; // v[key]
vm_value js_get_atom(vm_isolate *vm, struct object *o, enum atom_id name) MUST_CHECK;
bool js_set(vm_isolate *vm, struct object *o, property_key key,
            vm_value value) MUST_CHECK; // throws TypeError on failure
// o.key = value for any value o; sloppy code ignores failure.
bool js_put_value(vm_isolate *vm, vm_value v, property_key key, vm_value value, bool strict) MUST_CHECK;
bool js_put_element(vm_isolate *vm, vm_value v, vm_value key, vm_value value, bool strict) MUST_CHECK;
enum outcome js_create_data_property(vm_isolate *vm, struct object *o, property_key key,
                                     vm_value value) MUST_CHECK;
bool js_create_data_property_or_throw(vm_isolate *vm, struct object *o, property_key key,
                                      vm_value value) MUST_CHECK;
bool js_define_or_throw(vm_isolate *vm, struct object *o, property_key key,
                        const struct property_descriptor *d) MUST_CHECK;
bool js_delete_or_throw(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
enum outcome js_has_own(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
// GetMethod: undefined when absent or nullish, TypeError when not callable.
vm_value js_get_method(vm_isolate *vm, vm_value v, property_key key) MUST_CHECK;
bool js_length_of_array_like(vm_isolate *vm, struct object *o, uint64_t *out) MUST_CHECK;
// The key of an integer below 2^53 (beyond 2^32-2: an atom). False: memory refused.
bool key_from_uint64(vm_isolate *vm, uint64_t i, property_key *key) MUST_CHECK;

struct property_descriptor descriptor_data(vm_value value, uint8_t attributes); // all fields
struct property_descriptor descriptor_accessor(vm_value getter, vm_value setter, uint8_t attributes);
vm_value js_from_descriptor(vm_isolate *vm, const struct property_descriptor *d) MUST_CHECK;
bool js_to_descriptor(vm_isolate *vm, vm_value v, struct property_descriptor *out) MUST_CHECK;

enum integrity_level { INTEGRITY_SEALED, INTEGRITY_FROZEN };
enum outcome js_set_integrity_level(vm_isolate *vm, struct object *o, enum integrity_level level) MUST_CHECK;
enum outcome js_test_integrity_level(vm_isolate *vm, struct object *o, enum integrity_level level) MUST_CHECK;

// Calls, through the class table. TypeError when not callable. `arguments` may point anywhere.
vm_value js_call(vm_isolate *vm, vm_value callee, vm_value this_value, uint32_t argc,
                 const vm_value *arguments) MUST_CHECK;
vm_value js_construct(vm_isolate *vm, struct object *constructor, uint32_t argc, const vm_value *arguments,
                      struct object *new_target) MUST_CHECK; // new_target NULL: the constructor
vm_value js_invoke(vm_isolate *vm, vm_value v, property_key key, uint32_t argc,
                   const vm_value *arguments) MUST_CHECK;
// CreateListFromArrayLike; NULL: exception pending.
struct list *js_list_from_array_like(vm_isolate *vm, vm_value v) MUST_CHECK;
// SpeciesConstructor: `fallback` is an intrinsic constructor object.
struct object *js_species_constructor(vm_isolate *vm, struct object *o, struct object *fallback) MUST_CHECK;
enum outcome js_is_array(vm_isolate *vm, vm_value v) MUST_CHECK;

#endif
