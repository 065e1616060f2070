// Keys are collected object by object along the prototype chain, when the walk gets there. A key is given
// when it is still there and enumerable at its turn; keys seen before, enumerable or not, are not given
// again. The check of an ordinary object whose shape is still that of the collection is skipped.
#include "exec/for_in.h"

#include "lang/property.h"
#include "lang/safepoint.h"

struct for_in {
    struct cell cell;
    struct object *current; // NULL: at the end
    struct shape *shape;    // of current when its keys were collected
    struct list *keys;      // of current
    uint32_t next;
    bool all_enumerable; // keys has only enumerable ones and nothing needs shadowing
    struct list *seen;   // keys of the objects before; NULL: none
};

static bool has_enumerable_chain(vm_isolate *vm, struct object *o) {
    for (struct object *p = object_prototype(o); p; p = object_prototype(p)) {
        if (vm->classes[p->cell.kind].own_keys || p->cell.kind == CELL_PROXY) {
            return true;
        }
        struct list *keys = list_create(vm);
        if (!keys || !object_own_keys(vm, p, KEYS_STRINGS | KEYS_ENUMERABLE, keys) || keys->length) {
            return true;
        }
    }
    return false;
}

static bool collect(vm_isolate *vm, struct for_in *e) {
    struct list *keys = list_create(vm);
    struct object *o = e->current;
    if (!keys) {
        return false;
    }
    bool ordinary = !vm->classes[o->cell.kind].own_keys;
    bool alone = ordinary && !e->seen && !has_enumerable_chain(vm, o);
    bool ok = alone ? object_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, keys)
                    : js_own_keys(vm, o, KEYS_STRINGS, keys);
    if (!ok) {
        return false;
    }
    heap_write(&vm->heap, e);
    e->keys = keys;
    e->next = 0;
    e->shape = o->shape;
    e->all_enumerable = alone;
    return true;
}

vm_value for_in_create(vm_isolate *vm, vm_value v) {
    struct object *o = NULL;
    if (!value_is_nullish(v) && !(o = js_to_object(vm, v))) {
        return VALUE_EXCEPTION;
    }
    struct for_in *e = heap_allocate_zeroed(&vm->heap, CELL_FOR_IN_ITERATOR, sizeof *e);
    if (!e) {
        return throw_out_of_memory(vm);
    }
    e->current = o;
    return !o || collect(vm, e) ? value_from_cell(e) : VALUE_EXCEPTION;
}

static bool is_seen(const struct for_in *e, property_key key) {
    for (uint32_t i = 0; e->seen && i < e->seen->length; i++) {
        if (list_at(e->seen, i).bits == key.bits) {
            return true;
        }
    }
    return false;
}

// Goes on to the prototype. False: exception pending.
static bool advance(vm_isolate *vm, struct for_in *e) {
    if (e->all_enumerable) {
        e->current = NULL; // nothing enumerable further up
        return true;
    }
    if (!e->seen) {
        struct list *seen = list_create(vm);
        if (!seen) {
            return false;
        }
        heap_write(&vm->heap, e);
        e->seen = seen;
    }
    for (uint32_t i = 0; i < e->keys->length; i++) {
        if (!list_push(vm, e->seen, list_at(e->keys, i)) || !js_safepoint(vm)) {
            return false;
        }
    }
    vm_value parent = js_get_prototype_of(vm, e->current);
    if (value_is_exception(parent)) {
        return false;
    }
    heap_write(&vm->heap, e);
    e->current = value_is_null(parent) ? NULL : value_as_object(parent);
    return !e->current || collect(vm, e);
}

vm_value for_in_next(vm_isolate *vm, struct for_in *e) {
    while (e->current) {
        while (e->next < e->keys->length) {
            property_key key = key_from_value_bits(list_at(e->keys, e->next++));
            if (!js_safepoint(vm)) {
                return VALUE_EXCEPTION;
            }
            bool unchanged = e->all_enumerable && e->current->shape == e->shape && !key_is_index(key) &&
                             !(e->shape->cell.flags & SHAPE_DICTIONARY);
            if (!unchanged) {
                struct property_descriptor d;
                if (is_seen(e, key)) {
                    continue;
                }
                enum outcome there = js_get_own_property(vm, e->current, key, &d);
                if (there == OUTCOME_EXCEPTION) {
                    return VALUE_EXCEPTION;
                }
                if (there == OUTCOME_FALSE || !(d.attributes & PROPERTY_ENUMERABLE)) {
                    continue;
                }
            }
            return key_to_value(vm, key);
        }
        if (!advance(vm, e)) {
            return VALUE_EXCEPTION;
        }
    }
    return VALUE_ABSENT;
}

void for_in_trace(struct marker *marker, struct cell *cell) {
    struct for_in *e = (struct for_in *)cell;
    mark_cell(marker, e->current);
    mark_cell(marker, e->shape);
    mark_cell(marker, e->keys);
    mark_cell(marker, e->seen);
}
