#include "exec/realm.h"

#include "exec/function_create.h"
#include "exec/host_object.h"
#include "lang/property.h"
#include "object/proxy.h"
#include "object/throw.h"

struct realm *realm_create(vm_isolate *vm) {
    struct realm *realm = heap_allocate_zeroed(&vm->heap, CELL_REALM, sizeof *realm);
    if (!realm) {
        throw_out_of_memory(vm);
        return NULL;
    }
    realm->vm = vm;
    realm->global_this = realm->host_data = realm->array_values = realm->regexp_exec = VALUE_UNDEFINED;
    realm->promise_then = realm->promise_species = VALUE_UNDEFINED;
    realm->next = vm->realms;
    vm->realms = realm;
    struct realm *caller = vm->realm;
    vm->realm = realm;
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *global = prototype ? object_create(vm, prototype) : NULL;
    struct object *lexical = global ? object_create(vm, NULL) : NULL;
    bool ok = lexical != NULL;
    if (ok) {
        heap_write(&vm->heap, realm);
        realm->global = global;
        realm->lexical = lexical;
        realm->global_this = value_from_cell(global);
        ok = builtin_define_globals(vm, global);
    }
    vm->realm = caller ? caller : realm;
    return ok ? realm : NULL;
}

struct object *intrinsic(vm_isolate *vm, enum intrinsic id) {
    struct object **place = &vm->realm->intrinsics[id];
    if (__builtin_expect(!*place, 0) && !builtin_make_intrinsic(vm, id)) {
        return NULL;
    }
    return *place;
}

struct object *realm_intrinsic(vm_isolate *vm, struct realm *realm, enum intrinsic id) {
    struct realm *caller = vm->realm;
    vm->realm = realm;
    struct object *o = intrinsic(vm, id);
    vm->realm = caller;
    return o;
}

// A lazy property: the embedder's, the `prototype` of a function, or a standard one of the global object.
bool realm_materialize(vm_isolate *vm, struct object *o, property_key key, struct property *property) {
    (void)key;
    bool ok;
    if (host_lazy_materialize(vm, o, property, &ok)) {
        return ok;
    }
    if (o->cell.kind == CELL_FUNCTION) {
        return function_materialize_prototype(vm, (struct function *)o, property);
    }
    if (o->cell.kind == CELL_ERROR) {
        return builtin_materialize_stack(vm, o, &property->value);
    }
    struct realm *caller = vm->realm;
    for (struct realm *r = vm->realms; r; r = r->next) {
        if (r->global == o) {
            vm->realm = r;
        }
    }
    ok = builtin_materialize_global(vm, &property->value);
    vm->realm = caller;
    return ok;
}

struct shape *realm_function_shape(vm_isolate *vm, struct realm *realm, enum function_shape kind) {
    if (realm->function_shapes[kind]) {
        return realm->function_shapes[kind];
    }
    static const enum intrinsic prototypes[FUNCTION_SHAPE_COUNT] = {
        [FUNCTION_SHAPE_ORDINARY] = INTRINSIC_FunctionPrototype,
        [FUNCTION_SHAPE_PLAIN] = INTRINSIC_FunctionPrototype,
        [FUNCTION_SHAPE_NATIVE] = INTRINSIC_FunctionPrototype,
        [FUNCTION_SHAPE_CLASS] = INTRINSIC_FunctionPrototype,
        [FUNCTION_SHAPE_GENERATOR] = INTRINSIC_GeneratorFunctionPrototype,
        [FUNCTION_SHAPE_ASYNC] = INTRINSIC_AsyncFunctionPrototype,
        [FUNCTION_SHAPE_ASYNC_GENERATOR] = INTRINSIC_AsyncGeneratorFunctionPrototype,
    };
    struct object *prototype = realm_intrinsic(vm, realm, prototypes[kind]);
    enum cell_kind cell_kind = kind == FUNCTION_SHAPE_NATIVE ? CELL_NATIVE_FUNCTION : CELL_FUNCTION;
    struct shape *shape = prototype ? shape_root(vm, prototype, cell_kind, FUNCTION_INLINE_SLOTS) : NULL;
    shape =
        shape ? shape_add(vm, shape, atom_key(vm, ATOM_length), PROPERTY_CONFIGURABLE, false, NULL) : NULL;
    shape = shape ? shape_add(vm, shape, atom_key(vm, ATOM_name), PROPERTY_CONFIGURABLE, false, NULL) : NULL;
    uint8_t attributes = kind == FUNCTION_SHAPE_CLASS ? 0 : PROPERTY_WRITABLE | PROPERTY_LAZY;
    if (shape && kind != FUNCTION_SHAPE_PLAIN && kind != FUNCTION_SHAPE_NATIVE &&
        kind != FUNCTION_SHAPE_ASYNC) {
        shape = shape_add(vm, shape, atom_key(vm, ATOM_prototype), attributes, false, NULL);
    }
    if (shape) {
        heap_write(&vm->heap, realm);
        realm->function_shapes[kind] = shape;
    }
    return shape;
}

// sec-getfunctionrealm
struct realm *js_function_realm(vm_isolate *vm, struct object *function) {
    for (;;) {
        switch (function->cell.kind) {
        case CELL_FUNCTION: return ((struct function *)function)->code->script->realm;
        case CELL_NATIVE_FUNCTION: return ((struct native_function *)function)->realm;
        case CELL_BOUND_FUNCTION:
            function = value_as_object(((struct bound_function *)function)->target);
            break;
        case CELL_PROXY:
            function = ((struct proxy *)function)->target;
            if (!function) {
                throw_type_error(vm, "Cannot perform 'get' on a proxy that has been revoked");
                return NULL;
            }
            break;
        default: return vm->realm;
        }
    }
}

struct object *js_prototype_from_constructor(vm_isolate *vm, struct object *new_target,
                                             enum intrinsic fallback) {
    vm_value prototype = js_get_atom(vm, new_target, ATOM_prototype);
    if (value_is_exception(prototype)) {
        return NULL;
    }
    if (value_is_object(prototype)) {
        return value_as_object(prototype);
    }
    struct realm *realm = js_function_realm(vm, new_target);
    return realm ? realm_intrinsic(vm, realm, fallback) : NULL;
}

void realm_trace(struct marker *marker, struct cell *cell) {
    struct realm *realm = (struct realm *)cell;
    mark_cell(marker, realm->next);
    mark_cell(marker, realm->global);
    mark_value(marker, realm->global_this);
    mark_cell(marker, realm->lexical);
    for (int i = 0; i < INTRINSIC_COUNT; i++) {
        mark_cell(marker, realm->intrinsics[i]);
    }
    for (int i = 0; i < FUNCTION_SHAPE_COUNT; i++) {
        mark_cell(marker, realm->function_shapes[i]);
    }
    mark_cell(marker, realm->promise_shape);
    mark_cell(marker, realm->arguments_shapes[0]);
    mark_cell(marker, realm->arguments_shapes[1]);
    mark_cell(marker, realm->arguments_callee);
    mark_value(marker, realm->promise_then);
    mark_value(marker, realm->promise_species);
    mark_cell(marker, realm->regexp_shape);
    mark_cell(marker, realm->match_shape);
    mark_value(marker, realm->regexp_exec);
    mark_value(marker, realm->array_values);
    mark_value(marker, realm->host_data);
}
