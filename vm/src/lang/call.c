// Calls through the class table, and what is built on them.
#include "lang/property.h"
#include "object/elements.h"
#include "object/proxy.h"

vm_value js_call(vm_isolate *vm, vm_value callee, vm_value this_value, uint32_t argc,
                 const vm_value *arguments) {
    if (!value_is_callable(callee)) return throw_type_error(vm, "%V is not a function", callee);
    struct object *function = value_as_object(callee);
    return vm->classes[function->cell.kind].call(vm, function, this_value, argc, arguments);
}

vm_value js_construct(vm_isolate *vm, struct object *constructor, uint32_t argc, const vm_value *arguments,
                      struct object *new_target) {
    if (!object_is_constructor(constructor)) {
        return throw_type_error(vm, "%V is not a constructor", value_from_cell(constructor));
    }
    if (!new_target) new_target = constructor;
    return vm->classes[constructor->cell.kind].construct(vm, constructor, argc, arguments, new_target);
}

vm_value js_invoke(vm_isolate *vm, vm_value v, property_key key, uint32_t argc, const vm_value *arguments) {
    vm_value method = js_get_value(vm, v, key);
    if (value_is_exception(method)) return method;
    if (!value_is_callable(method)) return throw_type_error(vm, "%V.%K is not a function", v, key);
    return js_call(vm, method, v, argc, arguments);
}

// sec-createlistfromarraylike
struct list *js_list_from_array_like(vm_isolate *vm, vm_value v) {
    if (!value_is_object(v)) {
        throw_type_error(vm, "CreateListFromArrayLike called on non-object");
        return NULL;
    }
    struct object *o = value_as_object(v);
    uint64_t length;
    if (!js_length_of_array_like(vm, o, &length)) return NULL;
    if (length > INT32_MAX) {
        throw_range_error(vm, "Invalid array length");
        return NULL;
    }
    struct list *list = list_create(vm);
    if (!list || (length < ELEMENTS_PRESIZED_LIMIT && !list_reserve(vm, list, (uint32_t)length))) return NULL;
    for (uint32_t i = 0; i < length; i++) {
        vm_value value = js_get(vm, o, key_from_index(i));
        if (value_is_exception(value) || !list_push(vm, list, value)) return NULL;
    }
    return list;
}

// sec-speciesconstructor
struct object *js_species_constructor(vm_isolate *vm, struct object *o, struct object *fallback) {
    vm_value constructor = js_get_atom(vm, o, ATOM_constructor);
    if (value_is_exception(constructor)) return NULL;
    if (value_is_undefined(constructor)) return fallback;
    if (!value_is_object(constructor)) {
        throw_type_error(vm, "The .constructor property is not an object");
        return NULL;
    }
    vm_value species = js_get(vm, value_as_object(constructor), symbol_key(vm, SYMBOL_species));
    if (value_is_exception(species)) return NULL;
    if (value_is_nullish(species)) return fallback;
    if (value_is_constructor(species)) return value_as_object(species);
    throw_type_error(vm, "object.constructor[Symbol.species] is not a constructor");
    return NULL;
}

// sec-isarray
enum outcome js_is_array(vm_isolate *vm, vm_value v) {
    while (value_is_kind(v, CELL_PROXY)) {
        struct proxy *proxy = value_as_cell(v);
        if (!proxy->handler) {
            throw_type_error(vm, "Cannot perform 'IsArray' on a proxy that has been revoked");
            return OUTCOME_EXCEPTION;
        }
        v = value_from_cell(proxy->target);
    }
    return value_is_array_kind(v);
}
