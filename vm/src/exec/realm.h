// A realm: global object, global lexical declarations, and the intrinsic objects, each made at its first use
// so that an isolate starts in microseconds.
#ifndef EXEC_REALM_H
#define EXEC_REALM_H

#include "code/code.h"
#include "object/function.h"
#include "object/intrinsics.h"
#include "object/isolate.h"

// Initial shapes of functions: by what kind of function it is, with or without `prototype`.
enum function_shape {
    FUNCTION_SHAPE_ORDINARY,        // length, name, prototype (lazy, writable)
    FUNCTION_SHAPE_PLAIN,           // arrows and methods: length, name
    FUNCTION_SHAPE_NATIVE,          // native functions: length, name
    FUNCTION_SHAPE_CLASS,           // length, name, prototype (read-only); prototype object differs per class
    FUNCTION_SHAPE_GENERATOR,       // length, name, prototype (lazy, writable), [[Prototype]]
                                    // %GeneratorFunction.prototype%
    FUNCTION_SHAPE_ASYNC,           // length, name
    FUNCTION_SHAPE_ASYNC_GENERATOR, // length, name, prototype (lazy, writable)
    FUNCTION_SHAPE_COUNT
};

struct realm {
    struct cell cell;
    struct realm *next; // all realms of the isolate
    vm_isolate *vm;
    struct object *global; // the global object
    vm_value global_this;
    struct object *lexical; // null-prototype dictionary: name → BINDING cell of a global let, const, class
    struct object *intrinsics[INTRINSIC_COUNT]; // NULL: not made yet
    struct shape *function_shapes[FUNCTION_SHAPE_COUNT];
    struct shape *arguments_shapes[2]; // of arguments objects that show `callee` and that do not
    struct accessor *arguments_callee; // `callee` of the strict ones
    vm_value promise_then;             // %Promise.prototype.then%, set when Promise is made
    vm_value promise_species;          // the getter of Promise[Symbol.species], likewise
    struct shape *promise_shape;       // of its promises; NULL: not made yet
    uint32_t
        promise_epoch; // prototype_epoch at which the two slots were found in Promise.prototype; 0: never
    const vm_value *promise_then_place, *promise_constructor_place; // these slots
    struct shape *regexp_shape; // of new regular expressions; NULL: RegExp is not made yet
    struct shape *match_shape;  // of the results of exec: index, input, groups
    vm_value regexp_exec;       // %RegExp.prototype.exec%
    uint32_t regexp_epoch; // prototype_epoch at which RegExp.prototype was found as it was born; 0: never
    uint32_t regexp_exec_slot, regexp_constructor_slot;
    vm_value array_values; // %Array.prototype.values%, set when Array.prototype is made
    vm_value host_data;    // the embedder's
};

// A realm with an empty global object whose standard properties are lazy. NULL: error pending.
struct realm *realm_create(vm_isolate *vm);
// intrinsic() of another realm than the current one.
struct object *realm_intrinsic(vm_isolate *vm, struct realm *realm, enum intrinsic id);
struct shape *realm_function_shape(vm_isolate *vm, struct realm *realm, enum function_shape kind);
// The realm a function belongs to (GetFunctionRealm); NULL: exception pending (revoked proxy).
struct realm *js_function_realm(vm_isolate *vm, struct object *function);
// OrdinaryCreateFromConstructor's first half: `prototype` of new_target, or the intrinsic of its realm. NULL:
// exception.
struct object *js_prototype_from_constructor(vm_isolate *vm, struct object *new_target,
                                             enum intrinsic fallback);

// Defined by builtins/.
// Makes the object that is intrinsic `id` of the current realm, and with it those that belong to it, and
// stores them in vm->realm->intrinsics. False: error pending.
bool builtin_make_intrinsic(vm_isolate *vm, enum intrinsic id);
// Defines the standard properties of a new global object: lazy ones, whose slots hold a tag (an int), and the
// constants. vm->realm->global_this is set already. False: error pending.
bool builtin_define_globals(vm_isolate *vm, struct object *global);
// Makes the value of such a lazy property: *value holds the tag and gets the value. The current realm must be
// the global object's. False: error pending.
bool builtin_materialize_global(vm_isolate *vm, vm_value *value);
// The object of a regular expression literal, whose syntax has been checked: both are strings.
vm_value builtin_new_regexp(vm_isolate *vm, vm_value pattern, vm_value flags);
// The same as builtin_materialize_global for the lazy `stack` of an ERROR object.
bool builtin_materialize_stack(vm_isolate *vm, struct object *error, vm_value *value);

struct marker;
void realm_trace(struct marker *marker, struct cell *cell);

#endif
