// Look-ups for inline caches: where a property is found and what guards the finding.
//
// A cache stores `shape` (the receiver's) and what the kind says it needs. It applies to another receiver
// with the same shape, which then has the same kind of cell, inline capacity, keys, attributes and prototype:
//
//   OWN, OWN_GETTER, SET_OWN, SET_OWN_SETTER     the shape alone
//   PROTOTYPE, PROTOTYPE_GETTER, ABSENT,
//   SET_PROTOTYPE_SETTER, ADD                    the shape, and vm->prototype_epoch as it was after the
//   look-up
//
// Values and accessors are always read from the slot (of the receiver, or of the holder) when the cache is
// used: objects with one shape have different accessors. A slot is the value at byte `offset` of the object
// that holds it, or, when offset is negative, slots->values[-offset - 1].
//
// Nothing is cached for index keys, "length" of arrays and string objects, exotic objects on the way,
// inherited properties of dictionary objects (they gain own ones in place), and adds to prototypes.
#ifndef LANG_LOOKUP_H
#define LANG_LOOKUP_H

#include "object/isolate.h"

enum lookup_kind {
    LOOKUP_UNCACHEABLE,
    LOOKUP_OWN,              // data in the receiver's slot
    LOOKUP_PROTOTYPE,        // data in the holder's slot
    LOOKUP_OWN_GETTER,       // the receiver's slot holds the ACCESSOR (its getter may be undefined)
    LOOKUP_PROTOTYPE_GETTER, // the holder's slot holds it
    LOOKUP_ABSENT,           // undefined
    LOOKUP_SET_OWN,          // writable data in the receiver's slot
    LOOKUP_ADD,              // store in `slot` (object_reserve_slots when not inline), then take new_shape
    LOOKUP_SET_OWN_SETTER,   // ACCESSOR in the receiver's slot (its setter may be undefined)
    LOOKUP_SET_PROTOTYPE_SETTER, // in the holder's slot
    LOOKUP_FAILED,               // a lazy value could not be made: the error is pending
};

struct cache_info {
    enum lookup_kind kind;
    struct shape *shape;     // the receiver's
    struct shape *new_shape; // ADD
    struct object *holder;   // PROTOTYPE*, SET_PROTOTYPE_SETTER
    uint32_t slot;
    int32_t offset; // of the slot in its object: bytes when inline, else -1 - (index in the overflow vector)
    struct accessor *accessor; // *_GETTER, *_SETTER: the one found now
};

// How getting `key` from `receiver` can be cached; gives out->kind. Runs no script; may collect.
enum lookup_kind lookup_for_get(vm_isolate *vm, struct object *receiver, property_key key,
                                struct cache_info *out);
// The same for receiver.key = value. ADD has made the transition but changed nothing of the receiver.
enum lookup_kind lookup_for_set(vm_isolate *vm, struct object *receiver, property_key key,
                                struct cache_info *out);

// The slot that cache information names, in the receiver or in the holder.
static inline vm_value *lookup_slot(struct object *o, int32_t offset) {
    return offset >= 0 ? (vm_value *)((char *)o + offset) : &o->slots->values[-offset - 1];
}

// True when named properties of `o` under `key` (no index) follow the ordinary internal methods.
bool lookup_is_ordinary(vm_isolate *vm, struct object *o, property_key key);

static inline struct lookup_entry *lookup_entry_for(vm_isolate *vm, const struct shape *shape,
                                                    property_key key) {
    uint32_t hash = key_hash(key) ^ (uint32_t)((uintptr_t)shape >> 4) ^ (uint32_t)((uintptr_t)shape >> 14);
    return &vm->lookup_cache[hash % LOOKUP_CACHE_SIZE];
}
// The isolate-wide cache behind the inline ones, cleared by every collection: the value of `key` for an
// object `o`, undefined for a property that is absent. VALUE_EMPTY: look it up.
static inline vm_value lookup_cached(vm_isolate *vm, struct object *o, property_key key) {
    if (!vm->lookup_cache) return VALUE_EMPTY;
    const struct lookup_entry *entry = lookup_entry_for(vm, o->shape, key);
    if (entry->shape != o->shape || !key_equals(entry->key, key)) return VALUE_EMPTY;
    bool absent = entry->slot == PROPERTY_NO_SLOT;
    if ((entry->holder || absent) && entry->epoch != vm->prototype_epoch) return VALUE_EMPTY;
    return absent ? VALUE_UNDEFINED : *object_slot(entry->holder ? entry->holder : o, entry->slot);
}
// Enters what a look-up by lookup_for_get found, when it is LOOKUP_OWN, LOOKUP_PROTOTYPE or LOOKUP_ABSENT.
void lookup_remember(vm_isolate *vm, property_key key, const struct cache_info *info);

#endif
