// Internal methods of the exotic objects that lang/ itself knows, for their rows in the class table.
#ifndef LANG_EXOTIC_H
#define LANG_EXOTIC_H

#include "lang/property.h"

// sec-array-exotic-objects: only [[DefineOwnProperty]] differs; "length" is reported by object_get_own.
enum outcome array_define_own_property(vm_isolate *vm, struct object *array, property_key key,
                                       const struct property_descriptor *descriptor) MUST_CHECK;
// sec-arraysetlength
enum outcome array_set_length(vm_isolate *vm, struct object *array,
                              const struct property_descriptor *descriptor) MUST_CHECK;

// sec-string-exotic-objects
enum outcome string_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                     struct property_descriptor *out) MUST_CHECK;
enum outcome string_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        const struct property_descriptor *descriptor) MUST_CHECK;
bool string_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) MUST_CHECK;

// sec-proxy-object-internal-methods-and-internal-slots
vm_value proxy_get_prototype_of(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome proxy_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) MUST_CHECK;
enum outcome proxy_is_extensible(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome proxy_prevent_extensions(vm_isolate *vm, struct object *o) MUST_CHECK;
enum outcome proxy_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                    struct property_descriptor *out) MUST_CHECK;
enum outcome proxy_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                       const struct property_descriptor *descriptor) MUST_CHECK;
enum outcome proxy_has_property(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
vm_value proxy_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) MUST_CHECK;
enum outcome proxy_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                       vm_value receiver) MUST_CHECK;
enum outcome proxy_delete(vm_isolate *vm, struct object *o, property_key key) MUST_CHECK;
bool proxy_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) MUST_CHECK;
vm_value proxy_call(vm_isolate *vm, struct object *o, vm_value this_value, uint32_t argc,
                    const vm_value *arguments) MUST_CHECK;
vm_value proxy_construct(vm_isolate *vm, struct object *o, uint32_t argc, const vm_value *arguments,
                         struct object *new_target) MUST_CHECK;

// Throws the TypeError that fits a failed o[[Set]](key, value, receiver); gives EXCEPTION. `receiver` may be
// a primitive.
vm_value throw_set_failure(vm_isolate *vm, vm_value receiver, property_key key);

#endif
