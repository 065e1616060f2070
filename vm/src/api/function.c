// Native functions, calls, host objects.
#include "api/api.h"
#include "exec/function_create.h"

static struct native_function *host_function(vm_isolate *vm, vm_native native, property_key key,
                                             const char *prefix, uint32_t length, bool constructor,
                                             void *data) {
    struct native_function *f =
        native_function_create(vm, native, key, prefix, length, constructor, (uint64_t)(uintptr_t)data);
    if (f) {
        f->host = true;
    }
    return f;
}

static vm_value make_function(vm_isolate *vm, vm_native native, const char *name, uint32_t length,
                              bool constructor, void *data) {
    api_enter(vm);
    property_key key;
    if (!api_key(vm, name ? name : "", &key)) {
        return VALUE_EXCEPTION;
    }
    return value_or_exception(host_function(vm, native, key, NULL, length, constructor, data));
}

vm_value vm_function(vm_isolate *vm, vm_native native, const char *name, uint32_t length, void *data) {
    return make_function(vm, native, name, length, false, data);
}

vm_value vm_constructor(vm_isolate *vm, vm_native native, const char *name, uint32_t length, void *data) {
    return make_function(vm, native, name, length, true, data);
}

static struct native_function *native_of(vm_value function) {
    return value_is_kind(function, CELL_NATIVE_FUNCTION) ? value_as_cell(function) : NULL;
}

void *vm_function_data(vm_value function) {
    struct native_function *f = native_of(function);
    return f ? (void *)(uintptr_t)f->data : NULL;
}

vm_value vm_new_target(const vm_isolate *vm) { return vm->new_target; }

vm_value vm_prototype_for_new(vm_isolate *vm, vm_value new_target, vm_value fallback) {
    api_enter(vm);
    if (!value_is_object(new_target)) {
        return fallback;
    }
    vm_value prototype = js_get_atom(vm, value_as_object(new_target), ATOM_prototype);
    return value_is_object(prototype) || value_is_exception(prototype) ? prototype : fallback;
}

vm_value vm_captured(vm_value function, unsigned index) {
    struct native_function *f = native_of(function);
    return f && index < 2 ? f->captured[index] : VALUE_UNDEFINED;
}

void vm_capture(vm_isolate *vm, vm_value function, unsigned index, vm_value value) {
    api_enter(vm);
    struct native_function *f = native_of(function);
    if (f && index < 2 && !value_is_exception(value)) {
        heap_write(&vm->heap, f);
        f->captured[index] = value;
    }
}

// The key of a method row: text, or "@@name" of a well-known symbol.
static bool method_key(vm_isolate *vm, const char *name, property_key *key) {
    static const char *const symbols[WELL_KNOWN_SYMBOL_COUNT] = {
#define WELL_KNOWN_SYMBOL(symbol) #symbol,
#include "object/well_known_symbols.def"
#undef WELL_KNOWN_SYMBOL
    };
    for (int i = 0; name[0] == '@' && name[1] == '@' && i < WELL_KNOWN_SYMBOL_COUNT; i++) {
        if (!strcmp(name + 2, symbols[i])) {
            *key = symbol_key(vm, (enum well_known_symbol)i);
            return true;
        }
    }
    return api_key(vm, name, key);
}

bool vm_define_methods(vm_isolate *vm, vm_value object, const vm_method *methods, size_t count) {
    api_enter(vm);
    for (size_t i = 0; i < count; i++) {
        const vm_method *m = &methods[i];
        bool getter = m->kind == VM_GETTER;
        property_key key;
        if (!method_key(vm, m->name, &key)) {
            return false;
        }
        struct native_function *f =
            host_function(vm, m->native, key, getter ? "get" : NULL, m->length, false, m->data);
        if (!f) {
            return false;
        }
        vm_value function = value_from_cell(f);
        vm_key name = {key.bits};
        if (getter ? !vm_define_accessor(vm, object, name, function, VALUE_UNDEFINED, VM_CONFIGURABLE)
                   : !vm_define_key(vm, object, name, function, VM_HIDDEN)) {
            return false;
        }
    }
    return true;
}

unsigned vm_function_flags(vm_value function) {
    if (value_is_kind(function, CELL_NATIVE_FUNCTION)) {
        return VM_FUNCTION_NATIVE;
    }
    if (!value_is_kind(function, CELL_FUNCTION)) {
        return 0;
    }
    uint8_t flags = ((struct function *)value_as_cell(function))->code->cell.flags;
    return (flags & CODE_CLASS ? VM_FUNCTION_CLASS : 0) | (flags & CODE_ASYNC ? VM_FUNCTION_ASYNC : 0) |
           (flags & CODE_GENERATOR ? VM_FUNCTION_GENERATOR : 0);
}

// --- calls

vm_value vm_call(vm_isolate *vm, vm_value function, vm_value this_value, uint32_t argc,
                 const vm_value *arguments) {
    return api_may_run(vm) && api_value(vm, function) && api_value(vm, this_value) &&
                   api_values(vm, argc, arguments)
               ? js_call(vm, function, this_value, argc, arguments)
               : VALUE_EXCEPTION;
}

vm_value vm_construct(vm_isolate *vm, vm_value constructor, uint32_t argc, const vm_value *arguments) {
    if (!api_may_run(vm) || !api_value(vm, constructor) || !api_values(vm, argc, arguments)) {
        return VALUE_EXCEPTION;
    }
    if (!value_is_constructor(constructor)) {
        return throw_type_error(vm, "%V is not a constructor", constructor);
    }
    return js_construct(vm, value_as_object(constructor), argc, arguments, NULL);
}

vm_value vm_invoke(vm_isolate *vm, vm_value object, const char *name, uint32_t argc,
                   const vm_value *arguments) {
    property_key key;
    return api_may_run(vm) && api_value(vm, object) && api_values(vm, argc, arguments) &&
                   api_key(vm, name, &key)
               ? js_invoke(vm, object, key, argc, arguments)
               : VALUE_EXCEPTION;
}

// --- host objects

static vm_value create_host_object(vm_isolate *vm, const vm_class *host_class, vm_value prototype,
                                   uint32_t slot_count, const vm_value *values) {
    api_enter(vm);
    struct object *parent = NULL;
    if (!api_value(vm, prototype)) {
        return VALUE_EXCEPTION;
    }
    if (value_is_object(prototype)) {
        parent = value_as_object(prototype);
    } else if (value_is_undefined(prototype) && !(parent = intrinsic(vm, INTRINSIC_ObjectPrototype))) {
        return VALUE_EXCEPTION;
    }
    return value_or_exception(host_object_create(vm, host_class, parent, slot_count, values));
}

vm_value vm_host_object(vm_isolate *vm, const vm_class *host_class, vm_value prototype, uint32_t more_slots) {
    return more_slots > UINT32_MAX - host_class->slots
               ? throw_out_of_memory(vm)
               : create_host_object(vm, host_class, prototype, host_class->slots + more_slots, NULL);
}

vm_value vm_host_object_with(vm_isolate *vm, const vm_class *host_class, vm_value prototype, uint32_t count,
                             const vm_value *values) {
    return api_values(vm, count, values) ? create_host_object(vm, host_class, prototype, count, values)
                                         : VALUE_EXCEPTION;
}

vm_isolate *vm_host_isolate(vm_value object) {
    return value_is_host_object(object) ? heap_isolate(heap_of(value_as_cell(object))) : NULL;
}

void *vm_host_data(vm_value object, const vm_class *host_class) {
    struct host_object *o = value_is_host_object(object) ? value_as_cell(object) : NULL;
    return o && o->host_class == host_class ? o->data : NULL;
}

void *vm_host_check(vm_isolate *vm, vm_value object, const vm_class *host_class) {
    void *data = vm_host_data(object, host_class);
    if (!data && api_value(vm, object)) {
        throw_type_error(vm, "Receiver %V is not a %s", object, host_class->name);
    }
    return data;
}

const vm_class *vm_host_class(vm_value object) {
    return value_is_host_object(object) ? ((struct host_object *)value_as_cell(object))->host_class : NULL;
}

vm_value vm_host_from_data(const void *data) {
    return value_from_cell((const char *)data - offsetof(struct host_object, data));
}

uint32_t vm_host_slot_count(vm_value object) {
    return value_is_host_object(object) ? host_object_slot_count(value_as_cell(object)) : 0;
}

const vm_value *vm_host_slots(vm_value object) {
    return value_is_host_object(object) ? host_object_slots(value_as_cell(object)) : NULL;
}

void vm_host_set_slot(vm_isolate *vm, vm_value object, uint32_t slot, vm_value value) {
    if (slot < vm_host_slot_count(object) && !value_is_exception(value)) {
        heap_write(&vm->heap, value_as_cell(object));
        host_object_slots(value_as_cell(object))[slot] = value;
    }
}
