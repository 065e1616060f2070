// The isolate: one heap, one stack, one job queue, and the state that every layer shares. Parts that belong
// to upper layers are opaque pointers here.
//
// Safepoint protocol: any thread may set bits of `safepoint`; the interpreter polls it at back-edges and
// calls, natives with long loops call js_safepoint (lang/safepoint.h) every few thousand steps.
#ifndef OBJECT_ISOLATE_H
#define OBJECT_ISOLATE_H

#include <stdatomic.h>

#include "base/memory.h"
#include "gc/heap.h"
#include "object/atom.h"
#include "object/class.h"
#include "object/object.h"
#include "object/symbol.h"
#include "object/wait_queue.h"

#define STRING_UNIT_CACHE 256
#define LOOKUP_CACHE_SIZE 1024
#define NUMBER_TEXT_CACHE_BITS 8

// Bits of vm_isolate.safepoint.
#define SAFEPOINT_TERMINATE 0x01 // termination requested: unwind without running script
#define SAFEPOINT_COLLECT 0x02   // a collection was asked for
#define SAFEPOINT_DEADLINE 0x04  // look at the clock
#define SAFEPOINT_HOOK 0x08      // call the embedder's interrupt hook

// (shape, key) → where the property is: the second chance of an inline-cache miss. Cleared by every
// collection.
struct lookup_entry {
    struct shape *shape;
    property_key key;
    struct object *holder; // NULL: own, or absent
    uint32_t slot;         // of a data property; PROPERTY_NO_SLOT: absent
    uint32_t epoch;        // prototype_epoch of the look-up, unless the property is own
};
struct shape_roots;
struct code;
struct realm;

// Whether iterating plain arrays is still what the realm was born with (lang/iterate.c): valid while realm
// and epoch are the same and the two slots hold the intrinsic functions.
struct array_iteration {
    struct realm *realm;
    uint32_t epoch;
    uint32_t iterator_slot, next_slot; // in %Array.prototype%, %ArrayIteratorPrototype%
    struct object *array_prototype, *iterator_prototype;
    vm_value values, next; // the intrinsic functions
};

// Where the default species of plain arrays stands (builtins/array_access.c): valid while the realm, the
// epoch and the constructor's shape are the same.
struct array_species {
    struct realm *realm; // NULL: not known
    uint32_t epoch;
    uint32_t constructor_slot, species_slot; // in %Array.prototype%, %Array%
    struct shape *shape;                     // of %Array%
    bool spreads; // no prototype of a plain array has a property @@isConcatSpreadable
};

// The shape of new plain arrays of a realm.
struct array_birth {
    struct realm *realm; // NULL: not known
    struct shape *shape;
};

// Where the last throw statement was carried out: for values that carry no place with them.
struct thrown {
    vm_value value;    // compared only; not a root
    struct code *code; // a root; NULL: none yet
    uint32_t word;     // of the instruction
};

// A number and its text: direct-mapped cache of string_from_number. Cleared by every collection.
struct number_text {
    vm_value number;
    struct string *text; // NULL: empty
};

// The shape of iterator results (lang/iterate.c); cleared by every collection.
struct result_shape {
    struct realm *realm; // whose Object.prototype it has; NULL: none
    struct shape *shape;
};

struct symbol_registry;
struct regexp_cache;

// An object whose elements are being joined to text: what finds itself in the chain gives the empty string.
struct join_frame {
    struct object *object;
    struct join_frame *outer;
};

struct vm_isolate {
    // The interpreter's own state first: one cache line.
    _Atomic uint32_t safepoint;
    uint32_t prototype_epoch;    // shape.h
    char *stack_limit;           // C stack: lowest address that script may use
    struct call_info *call;      // top frame of the interpreter; NULL: no script runs
    vm_value *stack, *stack_end; // value stack: fixed reservation
    vm_value *stack_top;         // first value beyond the live window; natives push above it
    vm_value exception;          // pending; EMPTY: none
    vm_value new_target;         // for the native being entered: UNDEFINED in a plain call
    struct realm *realm;         // current
    struct heap heap;
    struct memory memory;

    const struct object_class *classes; // by cell kind, exec/classes.c
    struct string *atoms[ATOM_COUNT];
    struct symbol *symbols[WELL_KNOWN_SYMBOL_COUNT];
    struct string *units[STRING_UNIT_CACHE]; // one-unit strings; NULL until first used
    struct atom_table *atom_table;
    struct symbol_registry *symbol_registry; // Symbol.for
    struct string *empty_string;             // atoms[ATOM_empty]
    vm_value *empty_elements;                // shared by all objects without elements
    bool indexed_prototypes; // some prototype object has elements or is exotic: holes and appends look there
    bool terminating;        // a termination unwinds: no catch, no finally, until vm_clear_termination
    uint8_t termination_reason;
    bool out_of_memory;                     // the pending exception is the preallocated one
    vm_value out_of_memory_error;           // that one; EMPTY before throw_preallocate (lang/throw.h)
    struct lookup_entry *lookup_cache;      // LOOKUP_CACHE_SIZE entries; NULL until something is remembered
    struct shape_roots *shape_roots;        // shape.c: root shapes by prototype, weak
    struct result_shape result_shape;       // {value, done}
    struct array_iteration array_iteration; // lang/iterate.c; cleared by every collection
    struct thrown thrown;                   // exec/unwind.c: the last `throw`
    bool preparing_stack;                   // Error.prepareStackTrace runs
    struct array_birth array_birth;         // object/elements.c; cleared by every collection
    struct array_species array_species;     // builtins/array_access.c; cleared by every collection
    struct regexp_cache *regexps;           // regexp_object.h
    struct number_text *number_texts;       // 1 << NUMBER_TEXT_CACHE_BITS entries
    uint64_t random_seed;                   // of Math.random; 0: the system's randomness
    int64_t (*clock)(void *data); // what Date takes for now, nanoseconds since 1970; NULL: the system's
    void *clock_data;
    struct object_layer *object_layer; // root section and weak processor of object/isolate.c
    struct root_section frame_roots;   // exec/isolate.c
    struct join_frame *joining;        // builtins/array_join.c: innermost, on the C stack; NULL: none
    struct finalization_registry *finalizations; // with dead targets; NULL: none
    struct list *kept_alive;                     // targets of WeakRefs for the current job
    struct wait_group waits;                     // Atomics.waitAsync
    struct interpreter *interpreter;             // exec/
    struct job_queue *jobs;                      // exec/jobs.c
    struct module_map *modules;                  // exec/module.c
    struct realm *realms;                        // all
    struct embedder *embedder;                   // api/: hooks, data, classes
    uint64_t deadline_ns;                        // SAFEPOINT_DEADLINE
    struct time_zone *time_zone;                 // base/time_zone.h, of dates; NULL until first used
    uint64_t promise_count;                      // statistics: promises ever made
    uint64_t next_identifier;                    // script ids and the like
};

static inline vm_isolate *heap_isolate(struct heap *heap) { return heap->owner; }

static inline struct string *atom(vm_isolate *vm, enum atom_id id) { return vm->atoms[id]; }
static inline property_key atom_key(vm_isolate *vm, enum atom_id id) { return key_from_cell(vm->atoms[id]); }
static inline property_key symbol_key(vm_isolate *vm, enum well_known_symbol id) {
    return key_from_cell(vm->symbols[id]);
}
static inline vm_value atom_value(vm_isolate *vm, enum atom_id id) { return value_from_cell(vm->atoms[id]); }

// True when the C stack is nearly used up: recursive functions then throw_stack_overflow(vm).
static inline bool stack_is_low(vm_isolate *vm) {
    return __builtin_expect((char *)__builtin_frame_address(0) < vm->stack_limit, 0);
}

// What object/ needs before any object exists: atoms, symbols, empty elements, caches, roots. False: memory
// refused.
bool object_layer_initialize(vm_isolate *vm);
void object_layer_finalize(vm_isolate *vm);

#endif
