// Reflect (sec-reflect-object).
#include "builtins/builtin.h"
#include "exec/apply.h"

#include "object/throw.h"

// The target of all but apply and construct; NULL: TypeError pending.
static struct object *target_of(vm_isolate *vm, vm_value v, const char *method) {
    if (value_is_object(v)) return value_as_object(v);
    throw_type_error(vm, "Reflect.%s called on non-object", method);
    return NULL;
}

// sec-reflect.construct
static vm_value reflect_construct(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value target = ARGUMENT(0), new_target = argc > 2 ? frame[3] : target;
    if (!value_is_constructor(target)) return throw_type_error(vm, "%V is not a constructor", target);
    if (!value_is_constructor(new_target)) return throw_type_error(vm, "%V is not a constructor", new_target);
    struct list *list = js_list_from_array_like(vm, ARGUMENT(1));
    if (!list) return VALUE_EXCEPTION;
    vm_value result = js_construct(vm, value_as_object(target), list->length,
                                   list->length ? list->vector->values : NULL, value_as_object(new_target));
    KEEP_ALIVE(list);
    return result;
}

// sec-reflect.defineproperty
static vm_value reflect_define_property(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "defineProperty");
    property_key key;
    struct property_descriptor descriptor;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key) ||
        !js_to_descriptor(vm, ARGUMENT(2), &descriptor))
        return VALUE_EXCEPTION;
    return builtin_outcome(js_define_own_property(vm, target, key, &descriptor));
}

// sec-reflect.deleteproperty
static vm_value reflect_delete_property(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "deleteProperty");
    property_key key;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    return builtin_outcome(js_delete(vm, target, key));
}

// sec-reflect.get
static vm_value reflect_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "get");
    property_key key;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    return js_get_with_receiver(vm, target, key, argc > 2 ? frame[3] : frame[1]);
}

// sec-reflect.getownpropertydescriptor
static vm_value reflect_get_own_property_descriptor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "getOwnPropertyDescriptor");
    property_key key;
    struct property_descriptor descriptor;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    enum outcome there = js_get_own_property(vm, target, key, &descriptor);
    if (there == OUTCOME_TRUE) return js_from_descriptor(vm, &descriptor);
    return there == OUTCOME_FALSE ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-reflect.getprototypeof
static vm_value reflect_get_prototype_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "getPrototypeOf");
    return target ? js_get_prototype_of(vm, target) : VALUE_EXCEPTION;
}

// sec-reflect.has
static vm_value reflect_has(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "has");
    property_key key;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    return builtin_outcome(js_has_property(vm, target, key));
}

// sec-reflect.isextensible
static vm_value reflect_is_extensible(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "isExtensible");
    return target ? builtin_outcome(js_is_extensible(vm, target)) : VALUE_EXCEPTION;
}

// sec-reflect.ownkeys
static vm_value reflect_own_keys(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "ownKeys");
    struct list *keys = target ? list_create(vm) : NULL;
    if (!keys || !js_own_keys(vm, target, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return VALUE_EXCEPTION;
    struct object *result = array_create(vm, 0);
    for (uint32_t i = 0; result && i < keys->length; i++) {
        vm_value key = key_to_value(vm, key_from_value_bits(list_at(keys, i)));
        if (value_is_exception(key) || !array_push(vm, result, key)) return VALUE_EXCEPTION;
    }
    return builtin_cell(result);
}

// sec-reflect.preventextensions
static vm_value reflect_prevent_extensions(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "preventExtensions");
    return target ? builtin_outcome(js_prevent_extensions(vm, target)) : VALUE_EXCEPTION;
}

// sec-reflect.set
static vm_value reflect_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "set");
    property_key key;
    if (!target || !js_to_property_key(vm, ARGUMENT(1), &key)) return VALUE_EXCEPTION;
    return builtin_outcome(
        js_set_with_receiver(vm, target, key, ARGUMENT(2), argc > 3 ? frame[4] : frame[1]));
}

// sec-reflect.setprototypeof
static vm_value reflect_set_prototype_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *target = target_of(vm, ARGUMENT(0), "setPrototypeOf");
    vm_value prototype = ARGUMENT(1);
    if (!target) return VALUE_EXCEPTION;
    if (!value_is_object(prototype) && !value_is_null(prototype))
        return throw_type_error(vm, "Object prototype may only be an Object or null: %V", prototype);
    return builtin_outcome(js_set_prototype_of(vm, target, builtin_object_or_null(prototype)));
}

static const struct builtin_row methods[] = {
    NATIVE("defineProperty", reflect_define_property, 3),
    NATIVE("deleteProperty", reflect_delete_property, 2),
    NATIVE("apply", reflect_apply, 3),
    NATIVE("construct", reflect_construct, 2),
    NATIVE("get", reflect_get, 2),
    NATIVE("getOwnPropertyDescriptor", reflect_get_own_property_descriptor, 2),
    NATIVE("getPrototypeOf", reflect_get_prototype_of, 1),
    NATIVE("has", reflect_has, 2),
    NATIVE("isExtensible", reflect_is_extensible, 1),
    NATIVE("ownKeys", reflect_own_keys, 1),
    NATIVE("preventExtensions", reflect_prevent_extensions, 1),
    NATIVE("set", reflect_set, 3),
    NATIVE("setPrototypeOf", reflect_set_prototype_of, 2),
    TO_STRING_TAG("Reflect"),
};

const struct builtin_class reflect_class = {
    .name = "Reflect",
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_Reflect,
    .constructor_parent = BUILTIN_NONE,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
