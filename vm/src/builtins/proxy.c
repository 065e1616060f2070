// Proxy (sec-proxy-objects): making them. What they do is in lang/proxy_exotic.c.
#include "builtins/builtin.h"

#include "object/proxy.h"
#include "object/throw.h"

// sec-proxycreate
static struct proxy *create(vm_isolate *vm, vm_value target, vm_value handler) {
    if (value_is_object(target) && value_is_object(handler))
        return proxy_create(vm, value_as_object(target), value_as_object(handler));
    throw_type_error(vm, "Cannot create proxy with a non-object as target or handler");
    return NULL;
}

// sec-proxy-target-handler
static vm_value proxy_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!builtin_new_target(vm, "Proxy")) return VALUE_EXCEPTION;
    return builtin_cell(create(vm, ARGUMENT(0), ARGUMENT(1)));
}

// sec-proxy-revocation-functions; captured: the proxy, or null afterwards
static vm_value revoke(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    struct native_function *self = native_callee(frame);
    if (value_is_null(self->captured[0])) return VALUE_UNDEFINED;
    struct proxy *proxy = value_as_cell(self->captured[0]);
    self->captured[0] = VALUE_NULL;
    proxy->target = proxy->handler = NULL;
    return VALUE_UNDEFINED;
}

// sec-proxy.revocable
static vm_value proxy_revocable(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct proxy *proxy = create(vm, ARGUMENT(0), ARGUMENT(1));
    if (!proxy) return VALUE_EXCEPTION;
    struct native_function *revoker =
        native_closure_create(vm, revoke, 0, 0, value_from_cell(proxy), VALUE_UNDEFINED);
    struct object *prototype = revoker ? intrinsic(vm, INTRINSIC_ObjectPrototype) : NULL;
    struct object *result = prototype ? object_create(vm, prototype) : NULL;
    if (!result ||
        !object_add(vm, result, atom_key(vm, ATOM_proxy), value_from_cell(proxy), PROPERTY_DEFAULT) ||
        !object_add(vm, result, atom_key(vm, ATOM_revoke), value_from_cell(revoker), PROPERTY_DEFAULT))
        return VALUE_EXCEPTION;
    return value_from_cell(result);
}

static const struct builtin_row statics[] = {
    NATIVE("revocable", proxy_revocable, 2),
};

const struct builtin_class proxy_class = {
    .name = "Proxy",
    .constructor = proxy_constructor,
    .length = 2,
    .constructor_id = INTRINSIC_Proxy,
    .prototype_id = BUILTIN_NONE,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = BUILTIN_NONE,
    STATICS(statics),
};
