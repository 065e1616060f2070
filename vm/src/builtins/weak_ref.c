// WeakRef (sec-weak-ref-objects). A target that was given to script stays alive until the current job ends.
#include "builtins/collection.h"

#include "object/throw.h"

// sec-addtokeptobjects
static bool keep_alive(vm_isolate *vm, struct cell *target) {
    if (!vm->kept_alive && !(vm->kept_alive = list_create(vm))) return false;
    struct list *kept = vm->kept_alive;
    vm_value value = value_from_cell(target);
    if (kept->length && value_same_bits(list_at(kept, kept->length - 1), value)) return true;
    return list_push(vm, kept, value);
}

// sec-weak-ref-target
static vm_value weak_ref_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *new_target = builtin_new_target(vm, "WeakRef");
    if (!new_target) return VALUE_EXCEPTION;
    struct cell *target = collection_weak_key(ARGUMENT(0));
    if (!target) return throw_type_error(vm, "WeakRef: invalid target %V", ARGUMENT(0));
    struct weak_ref *reference =
        builtin_create(vm, new_target, INTRINSIC_WeakRefPrototype, CELL_WEAK_REF, sizeof *reference);
    if (!reference) return VALUE_EXCEPTION;
    reference->target = target;
    return keep_alive(vm, target) ? value_from_cell(reference) : VALUE_EXCEPTION;
}

// sec-weak-ref.prototype.deref
static vm_value weak_ref_deref(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct weak_ref *reference = builtin_this(vm, THIS, CELL_WEAK_REF, "WeakRef.prototype.deref");
    if (!reference) return VALUE_EXCEPTION;
    struct cell *target = reference->target;
    if (!target) return VALUE_UNDEFINED;
    return keep_alive(vm, target) ? value_from_cell(target) : VALUE_EXCEPTION;
}

static const struct builtin_row methods[] = {
    NATIVE("deref", weak_ref_deref, 0),
    TO_STRING_TAG("WeakRef"),
};

const struct builtin_class weak_ref_class = {
    .name = "WeakRef",
    .constructor = weak_ref_constructor,
    .length = 1,
    .constructor_id = INTRINSIC_WeakRef,
    .prototype_id = INTRINSIC_WeakRefPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(methods),
};
