// Look-ups for caches. lookup.h says what is cached and what guards it.
#include "lang/lookup.h"

#include "lang/typed_array.h"

bool lookup_is_ordinary(vm_isolate *vm, struct object *o, property_key key) {
    switch (o->cell.kind) {
    case CELL_ARRAY:
    case CELL_STRING_OBJECT: return !key_equals(key, atom_key(vm, ATOM_length));
    case CELL_ARGUMENTS: return true;
    case CELL_TYPED_ARRAY: {
        uint64_t index;
        return typed_array_key(key, &index) == NUMERIC_NOT;
    }
    default: {
        const struct object_class *class = &vm->classes[o->cell.kind];
        return !class->get && !class->set && !class->get_own_property && !class->define_own_property &&
               !class->has_property && !class->get_prototype_of;
    }
    }
}

static enum lookup_kind found_in(struct cache_info *out, enum lookup_kind kind, struct object *o,
                                 struct object *holder, const struct property *property) {
    out->kind = kind;
    out->slot = property->slot;
    uint32_t inside = holder->cell.aux;
    out->offset = property->slot < inside ? object_inline_offsets[holder->cell.kind] +
                                                (int32_t)(property->slot * sizeof(vm_value))
                                          : -1 - (int32_t)(property->slot - inside);
    if (holder != o) out->holder = holder;
    if (property->attributes & PROPERTY_ACCESSOR) out->accessor = value_as_cell(property->value);
    return kind;
}

// Finds `key` from o on. False: no look-up that can be cached; out->kind says why. *holder NULL: nowhere.
static bool find(vm_isolate *vm, struct object *o, property_key key, struct property *property,
                 struct object **holder, struct cache_info *out) {
    *out = (struct cache_info){.kind = LOOKUP_UNCACHEABLE};
    if (key_is_index(key)) return false;
    for (struct object *at = o; at; at = object_prototype(at)) {
        if (!lookup_is_ordinary(vm, at, key)) return false;
        if (!object_get_own(vm, at, key, property)) continue;
        if (value_is_exception(property->value)) {
            out->kind = LOOKUP_FAILED;
            return false;
        }
        *holder = at;
        out->shape = o->shape;
        return at == o || !shape_is_dictionary(o->shape);
    }
    *holder = NULL;
    out->shape = o->shape;
    return !shape_is_dictionary(o->shape);
}

enum lookup_kind lookup_for_get(vm_isolate *vm, struct object *receiver, property_key key,
                                struct cache_info *out) {
    struct property property;
    struct object *holder;
    if (!find(vm, receiver, key, &property, &holder, out)) return out->kind;
    if (!holder) return out->kind = LOOKUP_ABSENT;
    bool own = holder == receiver, getter = property.attributes & PROPERTY_ACCESSOR;
    enum lookup_kind kind = own ? (getter ? LOOKUP_OWN_GETTER : LOOKUP_OWN)
                                : (getter ? LOOKUP_PROTOTYPE_GETTER : LOOKUP_PROTOTYPE);
    return found_in(out, kind, receiver, holder, &property);
}

enum lookup_kind lookup_for_set(vm_isolate *vm, struct object *receiver, property_key key,
                                struct cache_info *out) {
    struct property property;
    struct object *holder;
    if (!find(vm, receiver, key, &property, &holder, out)) return out->kind;
    if (holder) {
        bool own = holder == receiver;
        if (property.attributes & PROPERTY_ACCESSOR) {
            return found_in(out, own ? LOOKUP_SET_OWN_SETTER : LOOKUP_SET_PROTOTYPE_SETTER, receiver, holder,
                            &property);
        }
        if (!(property.attributes & PROPERTY_WRITABLE)) return out->kind;
        if (own) return found_in(out, LOOKUP_SET_OWN, receiver, holder, &property);
    }
    struct shape *shape = receiver->shape;
    if (shape_is_dictionary(shape) || (shape->cell.flags & (SHAPE_NOT_EXTENSIBLE | SHAPE_IS_PROTOTYPE)))
        return out->kind;
    struct shape_property added;
    struct shape *new_shape = shape_add(vm, shape, key, PROPERTY_DEFAULT, false, &added);
    if (!new_shape) return out->kind = LOOKUP_FAILED;
    if (shape_is_dictionary(new_shape)) return out->kind;
    out->new_shape = new_shape;
    property = (struct property){.slot = added.slot};
    return found_in(out, LOOKUP_ADD, receiver, receiver, &property);
}

// --- the isolate's cache ---------------------------------------------------------------------------

void lookup_remember(vm_isolate *vm, property_key key, const struct cache_info *info) {
    bool absent = info->kind == LOOKUP_ABSENT;
    if (info->kind != LOOKUP_OWN && info->kind != LOOKUP_PROTOTYPE && !absent) return;
    if (!vm->lookup_cache) {
        vm->lookup_cache = memory_allocate_zeroed(&vm->memory, LOOKUP_CACHE_SIZE * sizeof *vm->lookup_cache);
        if (!vm->lookup_cache) return;
    }
    *lookup_entry_for(vm, info->shape, key) =
        (struct lookup_entry){.shape = info->shape,
                              .key = key,
                              .holder = info->holder,
                              .slot = absent ? PROPERTY_NO_SLOT : info->slot,
                              .epoch = vm->prototype_epoch};
}
