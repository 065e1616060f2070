#include "exec/namespace.h"

#include "lang/operate.h"
#include "object/throw.h"

struct namespace_object *namespace_create(vm_isolate *vm, struct module *module, struct list *names,
                                          struct list *bindings) {
    struct namespace_object *n = object_allocate_kind(vm, CELL_NAMESPACE, sizeof *n, NULL);
    if (!n) {
        return NULL;
    }
    n->module = module;
    n->names = names;
    n->bindings = bindings;
    struct string *tag = string_from_text(vm, "Module");
    if (!tag || !object_add(vm, &n->object, symbol_key(vm, SYMBOL_toStringTag), value_from_cell(tag), 0) ||
        !object_prevent_extensions(vm, &n->object)) {
        return NULL;
    }
    return n;
}

// Position of an exported name, or -1. Names are atoms, or spell an array index.
static int64_t find(const struct namespace_object *n, property_key key) {
    for (uint32_t i = 0; i < n->names->length; i++) {
        uint32_t index;
        struct string *name = value_as_string(list_at(n->names, i));
        if (key_is_index(key) ? string_is_array_index(name, &index) && index == key_as_index(key)
                              : key_as_cell(key) == &name->cell) {
            return i;
        }
    }
    return -1;
}

static vm_value export_value(vm_isolate *vm, struct namespace_object *n, uint32_t i) {
    struct cell *target = value_as_cell(list_at(n->bindings, i));
    if (target->kind == CELL_MODULE) {
        struct object *o = module_namespace(vm, (struct module *)target);
        return o ? value_from_cell(o) : VALUE_EXCEPTION;
    }
    vm_value value = ((struct binding *)target)->value;
    if (value_is_empty(value)) {
        return throw_reference_error(vm, "Cannot access '%V' before initialization", list_at(n->names, i));
    }
    return value;
}

enum outcome namespace_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) {
    (void)vm, (void)o;
    return prototype == NULL;
}

enum outcome namespace_is_extensible(vm_isolate *vm, struct object *o) {
    (void)vm, (void)o;
    return OUTCOME_FALSE;
}

enum outcome namespace_prevent_extensions(vm_isolate *vm, struct object *o) {
    (void)vm, (void)o;
    return OUTCOME_TRUE;
}

enum outcome namespace_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                        struct property_descriptor *out) {
    struct namespace_object *n = (struct namespace_object *)o;
    if (key_is_symbol(key)) {
        return ordinary_get_own_property(vm, o, key, out);
    }
    int64_t i = find(n, key);
    if (i < 0) {
        return OUTCOME_FALSE;
    }
    vm_value value = export_value(vm, n, (uint32_t)i);
    if (value_is_exception(value)) {
        return OUTCOME_EXCEPTION;
    }
    *out = descriptor_data(value, PROPERTY_WRITABLE | PROPERTY_ENUMERABLE);
    return OUTCOME_TRUE;
}

enum outcome namespace_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                           const struct property_descriptor *d) {
    if (key_is_symbol(key)) {
        return ordinary_define_own_property(vm, o, key, d);
    }
    struct property_descriptor current;
    enum outcome there = namespace_get_own_property(vm, o, key, &current);
    if (there != OUTCOME_TRUE) {
        return there;
    }
    if ((d->fields & DESCRIPTOR_CONFIGURABLE && d->attributes & PROPERTY_CONFIGURABLE) ||
        (d->fields & DESCRIPTOR_ENUMERABLE && !(d->attributes & PROPERTY_ENUMERABLE)) ||
        d->fields & (DESCRIPTOR_GET | DESCRIPTOR_SET) ||
        (d->fields & DESCRIPTOR_WRITABLE && !(d->attributes & PROPERTY_WRITABLE))) {
        return OUTCOME_FALSE;
    }
    return !(d->fields & DESCRIPTOR_VALUE) || js_same_value(vm, d->value, current.value);
}

enum outcome namespace_has_property(vm_isolate *vm, struct object *o, property_key key) {
    return key_is_symbol(key) ? ordinary_has_property(vm, o, key)
                              : find((struct namespace_object *)o, key) >= 0;
}

vm_value namespace_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    if (key_is_symbol(key)) {
        return ordinary_get(vm, o, key, receiver);
    }
    int64_t i = find((struct namespace_object *)o, key);
    return i < 0 ? VALUE_UNDEFINED : export_value(vm, (struct namespace_object *)o, (uint32_t)i);
}

enum outcome namespace_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                           vm_value receiver) {
    (void)vm, (void)o, (void)key, (void)value, (void)receiver;
    return OUTCOME_FALSE;
}

enum outcome namespace_delete(vm_isolate *vm, struct object *o, property_key key) {
    return key_is_symbol(key) ? ordinary_delete(vm, o, key) : find((struct namespace_object *)o, key) < 0;
}

// All names in code unit order, whatever they spell.
bool namespace_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    struct namespace_object *n = (struct namespace_object *)o;
    for (uint32_t i = 0; flags & KEYS_STRINGS && i < n->names->length; i++) {
        if (flags & KEYS_ENUMERABLE && value_is_exception(export_value(vm, n, i))) {
            return false;
        }
        property_key key;
        if (!key_from_string(vm, value_as_string(list_at(n->names, i)), &key) ||
            !list_push(vm, out, VALUE(key.bits))) {
            return false;
        }
    }
    return !(flags & KEYS_SYMBOLS) || object_own_keys(vm, o, KEYS_SYMBOLS | (flags & KEYS_ENUMERABLE), out);
}

void namespace_trace(struct marker *marker, struct cell *cell) {
    struct namespace_object *n = (struct namespace_object *)cell;
    object_trace(marker, cell);
    mark_cell(marker, n->module);
    mark_cell(marker, n->names);
    mark_cell(marker, n->bindings);
}
