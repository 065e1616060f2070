// How the standard objects are described. Each file of builtins/ ends with its method tables and one
// `const struct builtin_class`, which has one row in builtins.def. A constructor and its prototype are made
// together, with all their methods, at the first use of either, be it as an intrinsic or through the global
// object. The pattern (sections of the specification in the trailing comments):
//
//   // sec-map.prototype.get
//   static vm_value map_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
//       struct collection *map = builtin_this(vm, THIS, CELL_MAP, "Map.prototype.get");
//       if (!map) return VALUE_EXCEPTION;
//       vm_value value = ordered_table_get(vm, map, ARGUMENT(0));
//       return value_is_absent(value) ? VALUE_UNDEFINED : value;
//   }
//   static const struct builtin_row statics[] = {GETTER("@@species", builtin_return_this)};
//   static const struct builtin_row methods[] = {
//       NATIVE("get", map_get, 1),
//       GETTER("size", map_size),
//       ALIAS("@@iterator", "entries"),
//       TO_STRING_TAG("Map"),
//   };
//   const struct builtin_class map_class = {
//       .name = "Map",
//       .constructor = map_constructor,
//       .length = 0,
//       .constructor_id = INTRINSIC_Map,
//       .prototype_id = INTRINSIC_MapPrototype,
//       .constructor_parent = INTRINSIC_FunctionPrototype,
//       .prototype_parent = INTRINSIC_ObjectPrototype,
//       STATICS(statics),
//       METHODS(methods),
//   };
//
// and in builtins.def: BUILTIN(map_class, Map, MapPrototype, "Map"). A namespace object (Math, Reflect) and
// an iterator prototype leave out `constructor` and name themselves in prototype_id. Names "@@x" are the
// well-known symbols. Rows with the same name that are GETTER and SETTER make one accessor. Files with only a
// few of the methods of a class (array_sort.c) export functions that the class's table names.
//
// A native: vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
//   frame[-1] callee, frame[0] this, frame[1..argc] arguments. ARGUMENT(i) reads argument i or undefined.
//   vm->new_target at entry: undefined in a plain call, else the new.target object; read it first, with
//   NEW_TARGET or builtin_new_target. The current realm is the callee's.
#ifndef BUILTINS_BUILTIN_H
#define BUILTINS_BUILTIN_H

#include "exec/function_create.h"
#include "exec/realm.h"
#include "lang/iterate.h"
#include "lang/operate.h"
#include "lang/property.h"
#include "lang/safepoint.h"
#include "object/ordered_table.h"
#include "object/weak_table.h"

#define ARGUMENT(i) ((uint32_t)(i) < argc ? frame[1 + (i)] : VALUE_UNDEFINED)
#define THIS (frame[0])
#define MAGIC ((int)native_callee(frame)->data)
#define NEW_TARGET (vm->new_target)
#define UNUSED_PARAMETERS ((void)vm, (void)frame, (void)argc)

enum builtin_row_kind {
    ROW_METHOD,
    ROW_GETTER,
    ROW_SETTER,
    ROW_ALIAS,
    ROW_NUMBER,
    ROW_STRING,
    ROW_INTRINSIC,
    ROW_UNDEFINED
};
struct builtin_row {
    const char *name; // "@@iterator": the well-known symbol
    vm_native native;
    const char *text; // ROW_STRING: the value; ROW_ALIAS: name of the method shared (same function object)
    double number;    // ROW_NUMBER
    uint8_t kind, length, attributes;
    uint16_t magic; // MAGIC in the body; ROW_INTRINSIC: which one
};
// clang-format off
#define NATIVE(name_, function, length_) \
    {.name = name_, .native = function, .length = length_, .kind = ROW_METHOD, .attributes = PROPERTY_HIDDEN}
#define NATIVE_MAGIC(name_, function, length_, magic_) \
    {.name = name_, .native = function, .length = length_, .kind = ROW_METHOD, .attributes = PROPERTY_HIDDEN, .magic = magic_}
#define NATIVE_WITH(name_, function, length_, attributes_) \
    {.name = name_, .native = function, .length = length_, .kind = ROW_METHOD, .attributes = attributes_}
#define GETTER(name_, function) \
    {.name = name_, .native = function, .kind = ROW_GETTER, .attributes = PROPERTY_CONFIGURABLE}
#define GETTER_MAGIC(name_, function, magic_) \
    {.name = name_, .native = function, .kind = ROW_GETTER, .attributes = PROPERTY_CONFIGURABLE, .magic = magic_}
#define SETTER(name_, function) \
    {.name = name_, .native = function, .length = 1, .kind = ROW_SETTER, .attributes = PROPERTY_CONFIGURABLE}
#define ALIAS(name_, of) {.name = name_, .text = of, .kind = ROW_ALIAS, .attributes = PROPERTY_HIDDEN}
#define NUMBER_VALUE(name_, value) {.name = name_, .number = value, .kind = ROW_NUMBER, .attributes = 0}
#define STRING_VALUE(name_, value, attributes_) \
    {.name = name_, .text = value, .kind = ROW_STRING, .attributes = attributes_}
#define TO_STRING_TAG(value) STRING_VALUE("@@toStringTag", value, PROPERTY_CONFIGURABLE)
#define INTRINSIC_VALUE(name_, id) \
    {.name = name_, .magic = INTRINSIC_##id, .kind = ROW_INTRINSIC, .attributes = PROPERTY_HIDDEN}
// clang-format on

#define BUILTIN_NONE UINT16_MAX
struct builtin_class {
    const char *name;                              // of the constructor
    vm_native constructor;                         // NULL: `prototype` alone is made
    uint16_t constructor_id, prototype_id;         // enum intrinsic or BUILTIN_NONE
    uint16_t constructor_parent, prototype_parent; // enum intrinsic; BUILTIN_NONE: null
    uint8_t length;                                // of the constructor
    uint8_t prototype_kind;                        // cell kind; 0: OBJECT
    uint16_t magic;                                // MAGIC in the constructor
    const struct builtin_row *statics;
    uint16_t static_count;
    const struct builtin_row *methods;
    uint16_t method_count;
    // What tables cannot say; either object may be NULL. False: error pending.
    bool (*finish)(vm_isolate *vm, struct object *constructor, struct object *prototype);
};
#define STATICS(table) .statics = table, .static_count = sizeof(table) / sizeof(table[0])
#define METHODS(table) .methods = table, .method_count = sizeof(table) / sizeof(table[0])

// Defines the rows as properties of `target`. False: error pending.
bool builtin_define_rows(vm_isolate *vm, struct object *target, const struct builtin_row *rows, size_t count);
// Makes constructor and prototype of a class and stores them in the realm's intrinsics. False: error pending.
bool builtin_class_create(vm_isolate *vm, const struct builtin_class *description);
// Makes an object the current realm's intrinsic `id` (for `finish`).
void builtin_set_intrinsic(vm_isolate *vm, enum intrinsic id, struct object *object);

// `this` checked for a kind: the cell, or NULL with TypeError "Method Map.prototype.get called on
// incompatible receiver ...".
void *builtin_this(vm_isolate *vm, vm_value this_value, enum cell_kind kind, const char *method) MUST_CHECK;
// The object new.target of a constructor that cannot be called: NULL with TypeError "Class constructor ..."
struct object *builtin_new_target(vm_isolate *vm, const char *name) MUST_CHECK;
// OrdinaryCreateFromConstructor for objects of `kind` with a struct of `size` bytes: everything behind the
// object header is zero, to be filled before the next allocation. NULL: exception pending.
void *builtin_create(vm_isolate *vm, struct object *new_target, enum intrinsic fallback, enum cell_kind kind,
                     size_t size) MUST_CHECK;

// The value of a cell that may be NULL, and of an outcome: EXCEPTION when something is pending.
static inline vm_value builtin_cell(const void *cell) {
    return cell ? value_from_cell(cell) : VALUE_EXCEPTION;
}
static inline vm_value builtin_outcome(enum outcome outcome) {
    return outcome == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_bool(outcome);
}
// The prototype argument of object_create and its like for a value that is an object or null.
static inline struct object *builtin_object_or_null(vm_value v) {
    return value_is_null(v) ? NULL : value_as_object(v);
}

// get [Symbol.species], and other natives that give back their `this`.
vm_value builtin_return_this(vm_isolate *vm, vm_value *frame, uint32_t argc);
// Object.prototype.toString, which Array.prototype.toString falls back on.
vm_value object_prototype_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
