// FinalizationRegistry (sec-finalization-registry-objects).
#include "object/finalization_registry.h"

#include "builtins/collection.h"
#include "object/throw.h"

// sec-finalization-registry-cleanup-callback
static vm_value finalization_registry_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *new_target = builtin_new_target(vm, "FinalizationRegistry");
    if (!new_target) return VALUE_EXCEPTION;
    vm_value cleanup = ARGUMENT(0);
    if (!value_is_callable(cleanup))
        return throw_type_error(vm, "FinalizationRegistry: cleanup must be callable");
    struct finalization_registry *registry =
        builtin_create(vm, new_target, INTRINSIC_FinalizationRegistryPrototype, CELL_FINALIZATION_REGISTRY,
                       sizeof *registry);
    if (!registry) return VALUE_EXCEPTION;
    registry->cleanup = cleanup;
    return value_from_cell(registry);
}

// sec-finalization-registry.prototype.register
static vm_value finalization_registry_register(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct finalization_registry *registry =
        builtin_this(vm, THIS, CELL_FINALIZATION_REGISTRY, "FinalizationRegistry.prototype.register");
    if (!registry) return VALUE_EXCEPTION;
    struct cell *target = collection_weak_key(ARGUMENT(0)), *token = collection_weak_key(ARGUMENT(2));
    if (!target) return throw_type_error(vm, "FinalizationRegistry.prototype.register: invalid target");
    if (value_same_bits(ARGUMENT(0), ARGUMENT(1))) {
        return throw_type_error(
            vm, "FinalizationRegistry.prototype.register: target and holdings must not be same");
    }
    if (!token && !value_is_undefined(ARGUMENT(2)))
        return throw_type_error(vm, "Invalid unregisterToken ('%V')", ARGUMENT(2));
    return finalization_registry_add(vm, registry, target, ARGUMENT(1), token) ? VALUE_UNDEFINED
                                                                               : VALUE_EXCEPTION;
}

// sec-finalization-registry.prototype.unregister
static vm_value finalization_registry_unregister(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct finalization_registry *registry =
        builtin_this(vm, THIS, CELL_FINALIZATION_REGISTRY, "FinalizationRegistry.prototype.unregister");
    if (!registry) return VALUE_EXCEPTION;
    struct cell *token = collection_weak_key(ARGUMENT(0));
    if (!token) return throw_type_error(vm, "Invalid unregisterToken ('%V')", ARGUMENT(0));
    return value_from_bool(finalization_registry_remove(registry, token));
}

static const struct builtin_row methods[] = {
    NATIVE("register", finalization_registry_register, 2),
    NATIVE("unregister", finalization_registry_unregister, 1),
    TO_STRING_TAG("FinalizationRegistry"),
};

const struct builtin_class finalization_registry_class = {
    .name = "FinalizationRegistry",
    .constructor = finalization_registry_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_FinalizationRegistry,
    .prototype_id = INTRINSIC_FinalizationRegistryPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
