// Shapes (hidden classes): key order, attributes and slot numbers of an object's named properties, and its
// prototype.
//
// A shape is a node of a transition tree: parent plus one property. Objects with the same history share
// shapes, which is what inline caches compare. Slot i of an object lies inline for i < inline capacity, else
// in the overflow vector. A look-up walks up to SHAPE_LINEAR_LIMIT parents; longer shapes get a hash table
// (SHAPE_TABLE) built at the first look-up and handed from parent to the child that grows out of it. An
// object that sees too many different adds, a delete other than of its last property, or becomes a large map
// turns to dictionary mode: an unshared shape (SHAPE_DICTIONARY) with a table of its own that is changed in
// place. Caches may compare dictionary shapes too as long as the change calls shape_renew (a new identity)
// when it removes or changes a property or its attributes (adding is harmless to own-property hits, not to
// misses: absent results are never cached on a dictionary shape).
//
// A shape also tells the kind of cell and the inline capacity of its objects: where slot i lies, and whether
// the object is exotic, follows from the shape alone. Hence roots are made for (prototype, kind, inline
// capacity).
//
// Prototype guards: an object that serves as a prototype has OBJECT_IS_PROTOTYPE and a shape with
// SHAPE_IS_PROTOTYPE (so that no cached add-transition applies to it); every structural change of such an
// object (add, delete, attributes, prototype, replaced accessor) increments vm->prototype_epoch. A cache of
// an inherited property is valid while the receiver's shape and the epoch are the same; it reads the value,
// or the accessor, from the holder's slot.
//
// Markers. Becoming a prototype and becoming inextensible are transitions too, from a shape to one with the
// same properties; their `key` is one of the small constants of shape.c, which no property has.
#ifndef OBJECT_SHAPE_H
#define OBJECT_SHAPE_H

#include "object/atom.h"

#define SHAPE_LINEAR_LIMIT 8
#define SHAPE_DICTIONARY_LIMIT                                                                               \
    128                       // properties added by computed key before an object turns to dictionary mode
#define SHAPE_SLOT_LIMIT 1020 // a shared shape has no more slots; beyond: dictionary

// Attributes of a property.
#define PROPERTY_WRITABLE 0x01
#define PROPERTY_ENUMERABLE 0x02
#define PROPERTY_CONFIGURABLE 0x04
#define PROPERTY_ACCESSOR 0x08 // the slot holds an ACCESSOR cell
#define PROPERTY_LAZY 0x10 // the slot holds VALUE_LAZY or a tag; realm_materialize(vm, object, key) makes it
#define PROPERTY_DEFAULT (PROPERTY_WRITABLE | PROPERTY_ENUMERABLE | PROPERTY_CONFIGURABLE)
#define PROPERTY_HIDDEN (PROPERTY_WRITABLE | PROPERTY_CONFIGURABLE) // built-in methods

// cell.flags
#define SHAPE_DICTIONARY 0x01
#define SHAPE_NOT_EXTENSIBLE 0x02
#define SHAPE_HAS_SPECIAL 0x04    // some property is an accessor, lazy or read-only: set needs the slow path
#define SHAPE_ONE_TRANSITION 0x08 // `transitions` is a single child, not a table
#define SHAPE_IS_PROTOTYPE 0x10   // of objects that serve as prototypes

struct shape {
    struct cell cell; // cell.aux: attributes of the last property; cell.word: kind, and inline capacity << 8
    struct object *prototype;  // NULL: null
    struct shape *parent;      // NULL: root (no property)
    property_key key;          // last property added, or a marker; 0: none
    uint32_t slot;             // its slot
    uint32_t count;            // properties (live ones in dictionary mode)
    uint32_t slots;            // slots that an object with this shape needs
    uint32_t adds;             // properties added by computed key, inherited down the line
    struct shape_table *table; // hash, or NULL
    void *transitions; // NULL, one shape, or a BYTES cell with weak entries {key+attributes → shape}
};

struct shape_property {
    property_key key;
    uint32_t slot;
    uint8_t attributes;
};

static inline enum cell_kind shape_kind(const struct shape *s) {
    return (enum cell_kind)(s->cell.word & 0xFF);
}
static inline uint32_t shape_inline_capacity(const struct shape *s) { return s->cell.word >> 8; }
static inline bool shape_is_dictionary(const struct shape *s) { return s->cell.flags & SHAPE_DICTIONARY; }

// All that give a shape: NULL with the error pending.
// The root shape (no properties) of objects of `kind` with `prototype` (NULL: null) and room for
// `inline_capacity` slots inline: always the same one while it lives. The capacity is cut to what the kind
// allows (object_inline_offsets). Makes `prototype` a prototype.
struct shape *shape_root(vm_isolate *vm, struct object *prototype, enum cell_kind kind,
                         uint32_t inline_capacity);
// Looks a key up: true and *out filled when the shape has it. Never collects.
bool shape_lookup(vm_isolate *vm, struct shape *shape, property_key key, struct shape_property *out);
// The shape after adding a property (shared transition, or in place for dictionary shapes). `computed`: the
// key came from a computed access (counts towards dictionary mode). The slot is out->slot; `out` may be NULL.
struct shape *shape_add(vm_isolate *vm, struct shape *shape, property_key key, uint8_t attributes,
                        bool computed, struct shape_property *out);
// The shape with another prototype / not extensible / of a prototype / with other attributes for one property
// / with the attributes `clear` taken from all properties but private names / without one property. Slots
// keep their numbers. Shared where that is cheap, else a dictionary of the object's own.
struct shape *shape_with_prototype(vm_isolate *vm, struct shape *shape, struct object *prototype);
struct shape *shape_not_extensible(vm_isolate *vm, struct shape *shape);
struct shape *shape_of_prototype(vm_isolate *vm, struct shape *shape);
struct shape *shape_change_attributes(vm_isolate *vm, struct shape *shape, property_key key,
                                      uint8_t attributes);
struct shape *shape_restrict(vm_isolate *vm, struct shape *shape, uint8_t clear);
struct shape *shape_remove(vm_isolate *vm, struct shape *shape, property_key key);
struct shape *shape_to_dictionary(vm_isolate *vm, struct shape *shape);
// Fills `out` (room for shape->count) in creation order. Never collects.
void shape_properties(struct shape *shape, struct shape_property *out);

// The isolate's weak table of root shapes.
bool shape_roots_initialize(vm_isolate *vm);
void shape_roots_finalize(vm_isolate *vm);

struct marker;
struct heap;
void shape_trace(struct marker *marker, struct cell *cell);
void shape_trace_clear_dead(struct heap *heap, struct cell *cell);

#endif
