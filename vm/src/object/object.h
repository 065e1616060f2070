// Objects: layout, and the storage of properties. Nothing here runs script; exotic behaviour and prototype
// walks are in lang/.
//
//   header  cell: kind, flags OBJECT_*, aux = inline capacity, word = array length (arrays only)
//   shape   keys, attributes, prototype
//   slots   overflow: property slot i lies inline for i < aux, else in slots->values[i - aux]
//   elements  values of the array indices 0 .. used-1 with default attributes (holes EMPTY), in a VECTOR;
//           the pointer goes to the first value, the header (struct vector) is in front. Objects without
//           elements share one empty vector, so `index < elements_used(o)` needs no test for NULL.
//   inline  inline slots begin at object_inline_offset(kind)
//
// Sparse mode (OBJECT_SPARSE): index properties that are far apart or have other attributes stand in a
// SPARSE_ELEMENTS table held in elements[0] while `used` stays 0, so every fast path misses. Frozen and
// sealed dense elements keep the dense vector; the flags say what is forbidden.
#ifndef OBJECT_OBJECT_H
#define OBJECT_OBJECT_H

#include "gc/heap.h"
#include "object/shape.h"

// cell.flags of objects
#define OBJECT_IS_PROTOTYPE 0x01
#define OBJECT_NOT_EXTENSIBLE 0x02 // mirrored in the shape
#define OBJECT_SPARSE 0x04
#define OBJECT_ELEMENTS_SEALED 0x08
#define OBJECT_ELEMENTS_FROZEN 0x10
#define OBJECT_LENGTH_READ_ONLY 0x20 // arrays
#define OBJECT_CALLABLE 0x40
#define OBJECT_CONSTRUCTOR 0x80
#define OBJECT_ELEMENTS_SPECIAL                                                                              \
    (OBJECT_NOT_EXTENSIBLE | OBJECT_SPARSE | OBJECT_ELEMENTS_SEALED | OBJECT_ELEMENTS_FROZEN |               \
     OBJECT_LENGTH_READ_ONLY)

struct object {
    struct cell cell;
    struct shape *shape;
    struct vector *slots; // NULL: none
    vm_value *elements;
    vm_value inline_slots[0]; // of OBJECT and ARRAY; other kinds have their fields here first
};

// An accessor property's value. Either may be undefined.
struct accessor {
    struct cell cell;
    vm_value getter, setter;
};

// A found own property.
struct property {
    vm_value value;     // data: the value; accessor: the ACCESSOR cell; EXCEPTION: making a lazy value failed
    uint8_t attributes; // PROPERTY_*
    bool is_element;    // stands in elements
    uint32_t slot;      // named: its slot; PROPERTY_NO_SLOT: "length" of an array
};
#define PROPERTY_NO_SLOT UINT32_MAX

static inline struct object *value_as_object(vm_value v) { return value_as_cell(v); }
static inline struct vector *elements_vector(vm_value *elements) {
    return (struct vector *)((char *)elements - offsetof(struct vector, values));
}
static inline uint32_t elements_used(const struct object *o) { return elements_vector(o->elements)->used; }
static inline uint32_t array_length(const struct object *array) { return array->cell.word; }
static inline bool object_is_callable(const struct object *o) { return o->cell.flags & OBJECT_CALLABLE; }
static inline bool object_is_constructor(const struct object *o) {
    return o->cell.flags & OBJECT_CONSTRUCTOR;
}
static inline bool value_is_callable(vm_value v) {
    return value_is_object(v) && object_is_callable(value_as_object(v));
}
static inline bool value_is_constructor(vm_value v) {
    return value_is_object(v) && object_is_constructor(value_as_object(v));
}
static inline bool value_is_array_kind(vm_value v) { return value_is_kind(v, CELL_ARRAY); }

// Where inline slots begin, in bytes, by kind; 0: objects of the kind have none.
extern const uint8_t object_inline_offsets[CELL_KIND_COUNT];
static inline vm_value *object_slot(struct object *o, uint32_t slot) {
    return slot < o->cell.aux ? (vm_value *)((char *)o + object_inline_offsets[o->cell.kind]) + slot
                              : &o->slots->values[slot - o->cell.aux];
}

// Objects. All: NULL with the error pending when memory is refused. Slots are EMPTY until added.
#define OBJECT_DEFAULT_INLINE 4
#define OBJECT_MAXIMUM_INLINE 64
struct object *object_create(vm_isolate *vm, struct object *prototype); // OBJECT_DEFAULT_INLINE inline slots
// An OBJECT or ARRAY; kind and inline capacity are the shape's.
struct object *object_create_with_shape(vm_isolate *vm, struct shape *shape);
// A cell of any object kind, which must be the shape's: `size` bytes of struct (without inline slots)
// followed by the inline slots; header fields set (empty elements, no overflow), everything between the
// object header and the inline slots zero, inline slots EMPTY.
void *object_allocate(vm_isolate *vm, enum cell_kind kind, size_t size, struct shape *shape);
// The same with the root shape for `prototype` and no inline slots but those of `kind`'s own struct.
void *object_allocate_kind(vm_isolate *vm, enum cell_kind kind, size_t size, struct object *prototype);
// Arrays of the current realm. Memory is taken for short lengths only; longer arrays grow as they are filled.
struct object *array_create(vm_isolate *vm, uint32_t length);
struct object *array_create_from(vm_isolate *vm, const vm_value *values, uint32_t count);
// The same with a shape of kind ARRAY (new Array in subclasses).
struct object *array_create_with_shape(vm_isolate *vm, struct shape *shape, uint32_t length);

// Own properties as stored: ordinary semantics for named keys and elements; "length" of arrays is reported
// like any other (changing it is lang/array_exotic.c's). A lazy value is made first, so that no caller sees
// PROPERTY_LAZY; when that fails out->value is EXCEPTION.
bool object_get_own(vm_isolate *vm, struct object *o, property_key key, struct property *out);
// The same without making lazy values: attributes may contain PROPERTY_LAZY. Never collects.
bool object_find_own(vm_isolate *vm, struct object *o, property_key key, struct property *out);
// The value of a data property of `o` or one of its nearest prototypes; UNDEFINED when there is none that can
// be read without running script.
vm_value object_peek(vm_isolate *vm, struct object *o, property_key key);
// Makes the value of a lazy property: property->value holds what the slot holds (VALUE_LAZY or a tag) and
// gets the value; the other attributes are those that the property has for good. False with the error
// pending. Storing is the caller's. Runs no script. Defined by exec/.
bool realm_materialize(vm_isolate *vm, struct object *o, property_key key, struct property *property);
// Adds a property that is not there. Extensibility is the caller's business. False with the error pending.
bool object_add(vm_isolate *vm, struct object *o, property_key key, vm_value value, uint8_t attributes);
// Adds or overwrites with exactly these attributes (set-up of built-ins).
bool object_define(vm_isolate *vm, struct object *o, property_key key, vm_value value, uint8_t attributes);
// Stores into a property found by object_get_own, whatever its attributes say.
void object_store(vm_isolate *vm, struct object *o, property_key key, const struct property *at,
                  vm_value value);
// Gives a found property other attributes and a value (data <-> accessor too).
bool object_reconfigure(vm_isolate *vm, struct object *o, property_key key, const struct property *at,
                        vm_value value, uint8_t attributes);
// Removes a property that is there, whatever its attributes. False with the error pending.
bool object_remove(vm_isolate *vm, struct object *o, property_key key);
// Makes room for slots 0 .. slots-1 (the overflow vector). False with the error pending.
bool object_reserve_slots(vm_isolate *vm, struct object *o, uint32_t slots);
// Changes the prototype slot (no checks), keeping epoch and flags right.
bool object_set_prototype(vm_isolate *vm, struct object *o, struct object *prototype);
bool object_prevent_extensions(vm_isolate *vm, struct object *o);
// Takes WRITABLE (frozen, data properties) and CONFIGURABLE from all properties at once; the object is not
// extensible.
bool object_restrict(vm_isolate *vm, struct object *o, bool frozen);
// Marks an object that becomes somebody's prototype (shape_root does it).
bool object_become_prototype(vm_isolate *vm, struct object *o);
static inline struct object *object_prototype(const struct object *o) { return o->shape->prototype; }

// Simple objects: ordinary, with a few named properties in a shared shape, all of them plain writable data,
// so that their properties can be gone through without running script or changing anything.
#define OBJECT_SIMPLE_LIMIT 64
bool object_is_simple(const struct object *o);
// The enumerable properties of a simple object in the order of creation, without private names; their number.
uint32_t object_simple_properties(struct object *o, struct shape_property out[OBJECT_SIMPLE_LIMIT]);
// Whether object_clone gives what copying the enumerable properties of a simple object one by one would give.
bool object_is_cloneable(const struct object *simple);
// An object with the same shape and values. NULL with the error pending.
struct object *object_clone(vm_isolate *vm, struct object *simple);

// Keys in the order of [[OwnPropertyKeys]]: indices ascending, strings, symbols (no private names). With
// `flags` KEYS_STRINGS | KEYS_SYMBOLS, KEYS_ENUMERABLE, KEYS_NAMED: the strings without indices (proxies give
// them all the same). Pushed as keys to a LIST.
#define KEYS_STRINGS 1
#define KEYS_SYMBOLS 2
#define KEYS_ENUMERABLE 4
#define KEYS_NAMED 8
struct list;
bool object_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out);

// LIST: internal growable list of values (also keys by their bits), kept alive by whoever holds it on the C
// stack.
struct list {
    struct cell cell;
    uint32_t length;
    struct vector *vector; // NULL until the first push
};
struct list *list_create(vm_isolate *vm);
bool list_push(vm_isolate *vm, struct list *list, vm_value value);
// Room for `more` values, which the caller then stores at values[length++] before anything else is allocated.
bool list_reserve(vm_isolate *vm, struct list *list, uint32_t more);
static inline vm_value list_at(const struct list *list, uint32_t i) { return list->vector->values[i]; }

// Elements (elements.c).
// Takes the first element off an array whose vector is full and not empty, in constant time.
void elements_drop_first(vm_isolate *vm, struct object *array);
// Makes room for index `needed - 1` in the dense vector. False with the error pending.
bool elements_reserve(vm_isolate *vm, struct object *o, uint32_t needed);
// Own element stored as a plain data property, dense or sparse as fits; array length grows. No checks of
// extensibility or attributes: the element is absent, or plain.
bool elements_put(vm_isolate *vm, struct object *o, uint32_t index, vm_value value);
bool elements_get_own(struct object *o, uint32_t index, struct property *out);
// The same with any attributes, whatever is there.
bool elements_define(vm_isolate *vm, struct object *o, uint32_t index, vm_value value, uint8_t attributes);
void elements_remove(vm_isolate *vm, struct object *o, uint32_t index); // whatever its attributes
bool elements_to_sparse(vm_isolate *vm, struct object *o);
// The indices of the own elements, ascending; the caller frees the list. NULL: error pending.
uint32_t *elements_indices(vm_isolate *vm, struct object *o, bool only_enumerable, uint32_t *count);
// Of a sparse object: how many steps a walk over its table takes; the next index at or after `from`, or
// before or at it, by such a walk. UINT32_MAX: there is none.
uint32_t elements_table_size(const struct object *o);
uint32_t elements_nearest(vm_isolate *vm, const struct object *o, uint32_t from, bool backwards);
// Takes attributes from all elements.
void elements_restrict(vm_isolate *vm, struct object *o, bool frozen);
// ArraySetLength on the storage: drops elements at and beyond `length` from the end, stops at a
// non-configurable one. Gives the length reached; UINT64_MAX with the error pending.
uint64_t elements_truncate(vm_isolate *vm, struct object *array, uint32_t length);
// Fast append to an array whose flags have none of OBJECT_ELEMENTS_SPECIAL.
bool array_push(vm_isolate *vm, struct object *array, vm_value value);

struct accessor *accessor_create(vm_isolate *vm, vm_value getter, vm_value setter);

struct marker;
void object_trace(struct marker *marker,
                  struct cell *cell); // shape, slots, elements, inline slots of any object kind
void accessor_trace(struct marker *marker, struct cell *cell);
void sparse_trace(struct marker *marker, struct cell *cell);
void list_trace(struct marker *marker, struct cell *cell);
void primitive_object_trace(struct marker *marker, struct cell *cell);

// PRIMITIVE_OBJECT, STRING_OBJECT, and DATE (a time value).
struct primitive_object {
    struct object object;
    vm_value primitive;
};

#endif
