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

// Throws the TypeError that fits a failed o[[Set]](key, value, receiver); gives EXCEPTION. `receiver` may be
// a primitive.
vm_value throw_set_failure(vm_isolate *vm, vm_value receiver, property_key key);

#endif
