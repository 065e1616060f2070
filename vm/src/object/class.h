// The class table: per cell kind the internal methods
// (sec-ordinary-object-internal-methods-and-internal-slots). NULL means the ordinary one. The table is
// exec/classes.c; lang/ dispatches through vm->classes, so that [[Call]] and [[Construct]] are reached
// without including upper layers.
#ifndef OBJECT_CLASS_H
#define OBJECT_CLASS_H

#include "object/object.h"

// A property descriptor record; `fields` says which are present (sec-property-descriptor-specification-type).
#define DESCRIPTOR_VALUE 0x01
#define DESCRIPTOR_WRITABLE 0x02
#define DESCRIPTOR_GET 0x04
#define DESCRIPTOR_SET 0x08
#define DESCRIPTOR_ENUMERABLE 0x10
#define DESCRIPTOR_CONFIGURABLE 0x20

struct property_descriptor {
    vm_value value, getter, setter;
    uint8_t fields;     // DESCRIPTOR_*
    uint8_t attributes; // PROPERTY_WRITABLE | ENUMERABLE | CONFIGURABLE as far as present
};

// Outcome of operations that answer yes or no or throw.
enum outcome { OUTCOME_FALSE = 0, OUTCOME_TRUE = 1, OUTCOME_EXCEPTION = -1 };

struct object_class {
    const char *name;
    vm_value (*get_prototype_of)(vm_isolate *vm, struct object *o); // object, null, EXCEPTION
    enum outcome (*set_prototype_of)(vm_isolate *vm, struct object *o, struct object *prototype);
    enum outcome (*is_extensible)(vm_isolate *vm, struct object *o);
    enum outcome (*prevent_extensions)(vm_isolate *vm, struct object *o);
    enum outcome (*get_own_property)(vm_isolate *vm, struct object *o, property_key key,
                                     struct property_descriptor *out);
    enum outcome (*define_own_property)(vm_isolate *vm, struct object *o, property_key key,
                                        const struct property_descriptor *descriptor);
    enum outcome (*has_property)(vm_isolate *vm, struct object *o, property_key key);
    vm_value (*get)(vm_isolate *vm, struct object *o, property_key key, vm_value receiver);
    enum outcome (*set)(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                        vm_value receiver);
    enum outcome (*delete_property)(vm_isolate *vm, struct object *o, property_key key);
    bool (*own_keys)(vm_isolate *vm, struct object *o, int flags, struct list *out);
    vm_value (*call)(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                     const vm_value *arguments);
    vm_value (*construct)(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                          struct object *new_target);
};

#endif
