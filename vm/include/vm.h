// vm.h: the public interface of the engine. Compiles alone as C11 and C++.
//
// An *isolate* is a JavaScript world of its own: heap, job queue, one or more realms. Any number may exist in
// a process. An isolate belongs to the thread that created it: unless a function says "any thread", only that
// thread may call it (debug builds stop a program that breaks this rule).
//
// Values. A vm_value is copied like a number and never freed. Values in local variables and parameters of C
// functions keep what they refer to alive by themselves, because the collector looks at the C stack. Values
// stored anywhere else (malloc'ed memory, globals, C++ containers) must be held by a vm_root, a pin, or a
// slot of a host object. The bytes of a string belong to the string: call vm_keep(value) after the last use
// of a pointer into it.
//
// Errors. A function that can fail says so by its result: vm_exception() for vm_value, NULL for pointers,
// false for bool, -1 for int. The error is then *pending* in the isolate. Natives pass it on by returning
// vm_exception(); whoever ends the way takes it with vm_take_exception. A function that can fail, and
// is given the vm_exception() of another call as a value, fails with that call's error: calls may be nested
// and the outermost result be checked. While an error is pending no other function that may run script should
// be called. Any allocation may fail; the error is then a RangeError "Out of memory" and nothing is leaked.
//
// Termination (vm_terminate, deadlines, hard memory limit) unwinds all script without running handlers; every
// call into the isolate then fails until vm_clear_termination.
//
// Forbidden: longjmp or C++ exceptions through frames of the engine; calling anything from inside a finalizer
// other than functions that say "in finalizers".
//
// Units: sizes are bytes, times nanoseconds, string lengths what the name says (UTF-8 bytes, UTF-16 units).
// Text given as const char * is UTF-8; where no length is taken it ends with NUL; invalid bytes become
// U+FFFD.
#ifndef VM_H
#define VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VM_VERSION_MAJOR 0
#define VM_VERSION_MINOR 1
#define VM_VERSION_PATCH 0
#define VM_VERSION "0.1.0"
#define VM_ABI_VERSION 1

#if defined(__GNUC__)
#define VM_CHECK __attribute__((warn_unused_result))
#define VM_PRINTF(at, first) __attribute__((format(printf, at, first)))
#pragma GCC visibility push(default)
#else
#define VM_CHECK
#define VM_PRINTF(at, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vm_isolate vm_isolate;

// Any JavaScript value. The representation is the engine's own; compare with vm_strict_equals, not by bits.
typedef struct vm_value {
    uint64_t bits;
} vm_value;

// A property key: an index, an interned string or a symbol. Keeps alive like a vm_value.
typedef struct vm_key {
    uint64_t bits;
} vm_key;

// Keeps one value alive wherever the struct is. Initialize with vm_root_add; `value` may be replaced at any
// time.
typedef struct vm_root {
    vm_value value;
    struct vm_root *previous, *next;
} vm_root;

// A native function. frame[-1] is the function itself, frame[0] `this`, frame[1] .. frame[argc] the
// arguments; frame[argc + 1] and beyond must not be read. Returns a value, or vm_exception() with the error
// pending.
typedef vm_value (*vm_native)(vm_isolate *vm, vm_value *frame, uint32_t argc);

// ---------------------------------------------------------------------------------------------------------
// Isolates
// ---------------------------------------------------------------------------------------------------------

typedef struct vm_options {
    size_t memory_limit; // bytes of the whole isolate; 0: none. See vm_set_memory_limit
    void *data;          // first value of vm_data(vm, VM_DATA_HOST)
    // For runs that can be repeated exactly. random_seed: what Math.random begins with; 0: the system's
    // randomness. clock: what Date takes for the time, nanoseconds since 1970; NULL: the system's clock. It
    // is called by the isolate's thread and must not call into the isolate.
    uint64_t random_seed;
    int64_t (*clock)(void *data);
    void *clock_data;
} vm_options;

// Creates an isolate with one realm for the calling thread; options may be NULL. NULL when memory is refused.
// The caller owns it and ends it with vm_destroy.
vm_isolate *vm_create(const vm_options *options) VM_CHECK;
// Ends an isolate: finalizers of host objects run, all its memory is freed, its values become invalid. Jobs
// that wait are dropped. No script of it may be running, and it may not be attached to a loop: debug builds
// stop a program that breaks this rule. NULL is ignored.
void vm_destroy(vm_isolate *vm);

// The version of the linked library, "major.minor.patch".
const char *vm_version(void);
// VM_ABI_VERSION of the linked library. Programs that load the library at run time compare it with the
// header's: it changes whenever a struct, a constant or the meaning of a function does, and names the shared
// library (libvm.so.1).
int vm_abi_version(void);

// Pointers that hosts attach to an isolate; the engine never touches them.
enum { VM_DATA_HOST = 0, VM_DATA_RUNTIME = 1, VM_DATA_SLOTS = 4 };
void *vm_data(const vm_isolate *vm, unsigned slot);
void vm_set_data(vm_isolate *vm, unsigned slot, void *data);

// For hosts that run the isolate on stacks of their own (fibers): says which part of memory is the current C
// stack, from the lowest usable address to its end. Must be called after each switch, before anything else.
// Not needed on threads' own stacks.
void vm_stack_set(vm_isolate *vm, void *lowest, void *end);
// For natives that call themselves, or need much C stack, more than 32 KiB with all that they call: whether
// there is room for so many bytes. False: RangeError pending, as when script recurses too deeply.
bool vm_stack_check(vm_isolate *vm, size_t bytes) VM_CHECK;

// Memory of the isolate's own allocator, counted and limited like all its memory and freed with it. NULL when
// refused, without a pending error. vm_free(vm, NULL) does nothing.
void *vm_allocate(vm_isolate *vm, size_t bytes) VM_CHECK;
void *vm_reallocate(vm_isolate *vm, void *old, size_t bytes) VM_CHECK;
void vm_free(vm_isolate *vm, void *memory);

// ---------------------------------------------------------------------------------------------------------
// Simple values
// ---------------------------------------------------------------------------------------------------------

static inline vm_value vm_value_from_bits(uint64_t bits) {
    vm_value v;
    v.bits = bits;
    return v;
}
static inline vm_value vm_undefined(void) { return vm_value_from_bits(0x0A); }
static inline vm_value vm_null(void) { return vm_value_from_bits(0x02); }
static inline vm_value vm_bool(bool b) { return vm_value_from_bits(b ? 0x07 : 0x06); }
// What a function returns when it failed: not a value that scripts can see.
static inline vm_value vm_exception(void) { return vm_value_from_bits(0x1A); }
static inline vm_value vm_int(int32_t i) {
    return vm_value_from_bits(UINT64_C(0xFFFE000000000000) | (uint32_t)i);
}
// Any number. Whole numbers in the range of int32_t become ints.
static inline vm_value vm_number(double d) {
    uint64_t bits;
    if (d >= -2147483648.0 && d <= 2147483647.0) {
        int32_t i = (int32_t)d;
        if (i == d && (i != 0 || 1 / d > 0)) {
            return vm_int(i);
        }
    }
    if (d != d) {
        return vm_value_from_bits(UINT64_C(0x7FFA000000000000));
    }
    memcpy(&bits, &d, sizeof bits);
    return vm_value_from_bits(bits + UINT64_C(0x0002000000000000));
}
// Exact up to 2^53.
static inline vm_value vm_int64(int64_t i) {
    return i == (int32_t)i ? vm_int((int32_t)i) : vm_number((double)i);
}

static inline bool vm_is_exception(vm_value v) { return v.bits == 0x1A; }
static inline bool vm_is_undefined(vm_value v) { return v.bits == 0x0A; }
static inline bool vm_is_null(vm_value v) { return v.bits == 0x02; }
// undefined or null
static inline bool vm_is_nullish(vm_value v) { return (v.bits & ~UINT64_C(8)) == 0x02; }
static inline bool vm_is_bool(vm_value v) { return (v.bits & ~UINT64_C(1)) == 0x06; }
static inline bool vm_is_true(vm_value v) { return v.bits == 0x07; }
// A number that is stored as int32_t. Whole numbers may also be stored as doubles.
static inline bool vm_is_int(vm_value v) { return v.bits >= UINT64_C(0xFFFE000000000000); }
static inline bool vm_is_number(vm_value v) { return v.bits >= UINT64_C(0x0002000000000000); }
// v must be an int.
static inline int32_t vm_as_int(vm_value v) { return (int32_t)(uint32_t)v.bits; }
// v must be a number.
static inline double vm_as_double(vm_value v) {
    uint64_t bits = v.bits - UINT64_C(0x0002000000000000);
    double d;
    if (vm_is_int(v)) {
        return vm_as_int(v);
    }
    memcpy(&d, &bits, sizeof d);
    return d;
}
// Argument i, counted from 0, of a native; undefined when it was not given.
static inline vm_value vm_argument(const vm_value *frame, uint32_t argc, uint32_t i) {
    return i < argc ? frame[1 + i] : vm_undefined();
}

// What a value is. Objects are told apart by their internal slots, not by their prototypes. Never fails.
typedef enum vm_type {
    VM_UNDEFINED,
    VM_NULL,
    VM_BOOLEAN,
    VM_NUMBER,
    VM_STRING,
    VM_SYMBOL,
    VM_BIGINT,
    VM_OBJECT, // from here on objects; this one is ordinary
    VM_ARRAY,
    VM_FUNCTION,
    VM_ERROR,
    VM_BOXED, // Boolean, Number, String, Symbol, BigInt object
    VM_ARGUMENTS,
    VM_MAP,
    VM_SET,
    VM_WEAK_MAP,
    VM_WEAK_SET,
    VM_WEAK_REF,
    VM_DATE,
    VM_PROMISE,
    VM_GENERATOR,
    VM_ITERATOR,
    VM_NAMESPACE,
    VM_ARRAY_BUFFER, // shared ones too
    VM_TYPED_ARRAY,
    VM_DATA_VIEW,
    VM_PROXY,
    VM_REGEXP,
    VM_HOST_OBJECT,
    VM_OTHER_OBJECT,
    VM_SCRIPT, // internal values: never give them to scripts
    VM_MODULE,
    VM_REALM
} vm_type;
vm_type vm_type_of(vm_value v);
static inline bool vm_is_string(vm_value v) { return vm_type_of(v) == VM_STRING; }
static inline bool vm_is_symbol(vm_value v) { return vm_type_of(v) == VM_SYMBOL; }
static inline bool vm_is_bigint(vm_value v) { return vm_type_of(v) == VM_BIGINT; }
static inline bool vm_is_promise(vm_value v) { return vm_type_of(v) == VM_PROMISE; }
static inline bool vm_is_error(vm_value v) { return vm_type_of(v) == VM_ERROR; }
// Array exotic objects only, no proxies.
static inline bool vm_is_array(vm_value v) { return vm_type_of(v) == VM_ARRAY; }
bool vm_is_object(vm_value v);   // functions included
bool vm_is_function(vm_value v); // callable: also callable proxies and classes
bool vm_is_constructor(vm_value v);

// ---------------------------------------------------------------------------------------------------------
// Strings, symbols, big integers
// ---------------------------------------------------------------------------------------------------------

// New strings; the text is copied. Fail when memory is refused or the text is too long.
vm_value vm_string(vm_isolate *vm, const char *utf8) VM_CHECK;
vm_value vm_string_utf8(vm_isolate *vm, const char *utf8, size_t length) VM_CHECK;
vm_value vm_string_latin1(vm_isolate *vm, const uint8_t *text, size_t length) VM_CHECK;
vm_value vm_string_utf16(vm_isolate *vm, const uint16_t *text, size_t length) VM_CHECK;
// As printf; at most 1023 bytes.
vm_value vm_string_format(vm_isolate *vm, const char *format, ...) VM_CHECK VM_PRINTF(2, 3);
// Two strings joined. Linear in total when used repeatedly on its own result.
vm_value vm_string_concat(vm_isolate *vm, vm_value left, vm_value right) VM_CHECK;

// Length of a string in UTF-16 units.
uint32_t vm_string_length(vm_value string);
// The code units of a string, in whichever form it has: one of the two pointers is set. Valid as long as the
// string lives and no function that may run script is called. Fails when memory is refused.
typedef struct vm_text {
    const uint8_t *latin1;
    const uint16_t *utf16;
    size_t length; // units
} vm_text;
bool vm_string_text(vm_isolate *vm, vm_value string, vm_text *out) VM_CHECK;
// ToString(value) in UTF-8 (lone surrogates in the three-byte form), NUL-terminated, in memory that the
// caller gives back with vm_free; *length, when not NULL, gets the bytes without NUL. May run script.
char *vm_to_utf8(vm_isolate *vm, vm_value value, size_t *length) VM_CHECK;
// Text that leaves or enters the program: UTF-8 in which lone surrogates, and bytes that are ill-formed,
// become U+FFFD, as the encoder and decoder of WHATWG's Encoding have it. The bytes that a string takes.
// False: memory refused.
bool vm_utf8_length(vm_isolate *vm, vm_value string, size_t *length) VM_CHECK;
// Writes as many code points of a string as fit, whole ones only; *bytes and *units get how many bytes were
// written and how many units were read (either may be NULL). False: memory refused.
bool vm_utf8_write(vm_isolate *vm, vm_value string, char *out, size_t capacity, size_t *bytes,
                   size_t *units) VM_CHECK;
// The string that bytes stand for; no byte order mark is skipped. *valid, when not NULL, says whether nothing
// was ill-formed. The bytes must not change meanwhile.
vm_value vm_utf8_decode(vm_isolate *vm, const char *bytes, size_t length, bool *valid) VM_CHECK;
// How many bytes at the end are the beginning of a sequence that more bytes could complete: 0 to 3.
size_t vm_utf8_incomplete_tail(const char *bytes, size_t length);
// Whether a string has exactly this ASCII text. Anything that is no string: false.
bool vm_string_is(vm_isolate *vm, vm_value string, const char *ascii);

// A fresh symbol; description undefined or a string.
vm_value vm_symbol(vm_isolate *vm, vm_value description) VM_CHECK;
// Symbol.for(key)
vm_value vm_symbol_for(vm_isolate *vm, const char *key) VM_CHECK;
// The description of a symbol: a string or undefined.
vm_value vm_symbol_description(vm_value symbol);
typedef enum vm_well_known {
    VM_SYMBOL_ASYNC_ITERATOR,
    VM_SYMBOL_HAS_INSTANCE,
    VM_SYMBOL_ITERATOR,
    VM_SYMBOL_TO_PRIMITIVE,
    VM_SYMBOL_TO_STRING_TAG,
    VM_SYMBOL_DISPOSE,
    VM_SYMBOL_ASYNC_DISPOSE
} vm_well_known;
vm_value vm_well_known_symbol(vm_isolate *vm, vm_well_known symbol);

// BigInts of the value. vm_exception() when memory is refused.
vm_value vm_bigint_from_int64(vm_isolate *vm, int64_t value) VM_CHECK;
vm_value vm_bigint_from_uint64(vm_isolate *vm, uint64_t value) VM_CHECK;
// The lowest 64 bits of a BigInt in two's complement; *exact, when not NULL, says whether that is its value.
int64_t vm_bigint_as_int64(vm_value bigint, bool *exact);

// ---------------------------------------------------------------------------------------------------------
// Conversion and comparison
// ---------------------------------------------------------------------------------------------------------

bool vm_to_boolean(vm_value v); // never fails
// These may run script (valueOf, toString) and fail with a TypeError.
bool vm_to_double(vm_isolate *vm, vm_value v, double *out) VM_CHECK;   // ToNumber
bool vm_to_int32(vm_isolate *vm, vm_value v, int32_t *out) VM_CHECK;   // ToInt32
bool vm_to_uint32(vm_isolate *vm, vm_value v, uint32_t *out) VM_CHECK; // ToUint32
bool vm_to_index(vm_isolate *vm, vm_value v, uint64_t *out) VM_CHECK;  // ToIndex: 0 .. 2^53-1 or RangeError
vm_value vm_to_string(vm_isolate *vm, vm_value v) VM_CHECK;
vm_value vm_to_object(vm_isolate *vm, vm_value v) VM_CHECK;

// The value of a JSON text, as JSON.parse gives it, whatever scripts have put in its place. SyntaxError.
vm_value vm_json_parse(vm_isolate *vm, const char *utf8, size_t length) VM_CHECK;

bool vm_strict_equals(vm_isolate *vm, vm_value a, vm_value b);          // ===, never fails
bool vm_same_value(vm_isolate *vm, vm_value a, vm_value b);             // Object.is, never fails
int vm_loosely_equals(vm_isolate *vm, vm_value a, vm_value b) VM_CHECK; // ==: 1, 0, -1 failed; may run script
int vm_instance_of(vm_isolate *vm, vm_value v, vm_value constructor) VM_CHECK; // 1, 0, -1; may run script

// ---------------------------------------------------------------------------------------------------------
// Running source text
// ---------------------------------------------------------------------------------------------------------

typedef struct vm_source {
    const char *text; // UTF-8, copied; a leading byte order mark is skipped
    size_t length;    // bytes
    const char *name; // file name or URL as error messages show it; NULL: "<anonymous>"
    uint32_t line;    // number of the first line; 0: 1
    bool internal;    // the host's own: its functions are left out of stacks, as native ones of the host are
} vm_source;

// Compiles a script. SyntaxError on failure. The result is internal: give it only to vm_run, vm_disassemble,
// roots.
vm_value vm_compile(vm_isolate *vm, const vm_source *source) VM_CHECK;
// Runs a compiled script in the current realm, any number of times; gives its completion value.
vm_value vm_run(vm_isolate *vm, vm_value script) VM_CHECK;
// Both at once.
vm_value vm_eval(vm_isolate *vm, const vm_source *source) VM_CHECK;
// Compiles one input after the other of a dialogue. Names that let, const and class declare may be declared
// again by later inputs, and await may stand at top level: then *awaits is set and vm_run gives a promise of
// the completion value. A SyntaxError that more text might mend sets *incomplete.
vm_value vm_compile_input(vm_isolate *vm, const vm_source *source, bool *awaits, bool *incomplete) VM_CHECK;
// Compiles a text as the body of a function with these parameters (ASCII identifiers): `return` may stand in
// it, what it declares stays inside, and places in errors are those of the text. Gives the function.
vm_value vm_compile_function(vm_isolate *vm, const vm_source *source, const char *const *parameters,
                             uint32_t count) VM_CHECK;
// Bytecode: what was compiled, as bytes that load faster than text compiles, for the same build of the engine
// only. Gives the bytecode of a script of vm_compile, or of a function of vm_compile_function, that has not
// run yet; to be given back with vm_free. Flags: with the text, or else with no more of it than places and
// names in errors need, and then its functions show as native code; packed, which halves it and makes each
// isolate that loads it unpack a copy. NULL: error pending.
enum { VM_BYTECODE_TEXT = 1, VM_BYTECODE_PACKED = 2 };
void *vm_save_bytecode(vm_isolate *vm, vm_value script_or_function, unsigned flags, size_t *length) VM_CHECK;
// Makes such a script, for vm_run, or function of it. The bytes must be aligned to 8. They are used where
// they lie, by any number of isolates, and must stay unchanged as long as an isolate lives that has loaded
// them. A TypeError says that they are no bytecode, of another build, cut off or damaged by accident. That is
// no protection: never load what was not made by vm_save_bytecode.
vm_value vm_load_bytecode(vm_isolate *vm, const void *bytes, size_t length, bool internal) VM_CHECK;
// Only looks for syntax errors.
bool vm_check_syntax(vm_isolate *vm, const vm_source *source, bool module) VM_CHECK;
// A listing of the bytecode of a compiled script, module or function, nested functions included: text to be
// given back with vm_free; empty for anything else.
char *vm_disassemble(vm_isolate *vm, vm_value compiled, size_t *length) VM_CHECK;

// ES modules. A module is compiled, linked (which loads what it imports through the hook), and evaluated.
// Modules are internal values: give them only to the functions below and to roots.
vm_value vm_module_compile(vm_isolate *vm, const vm_source *source) VM_CHECK;
// A module without source text whose exports are given by the host: their names before it is linked, the
// values at the latest when it is evaluated (vm_module_hooks).
vm_value vm_module_create(vm_isolate *vm) VM_CHECK;
// Adds an export to such a module, or sets the value of one.
bool vm_module_export(vm_isolate *vm, vm_value module, const char *name, vm_value value) VM_CHECK;
// Loads what is requested, recursively, and links. Runs the loading hook.
bool vm_module_link(vm_isolate *vm, vm_value module) VM_CHECK;
// Evaluates a linked module: a promise that is fulfilled when it, with all its top-level awaits, is done.
vm_value vm_module_evaluate(vm_isolate *vm, vm_value module) VM_CHECK;
// Whether a linked module can be evaluated at once, with everything that it imports.
typedef enum vm_module_readiness {
    VM_MODULE_READY,     // yes, or it has been
    VM_MODULE_AWAITS,    // no: one of the modules has a top-level await
    VM_MODULE_UNDER_WAY, // no: the evaluation of one of them is under way
    VM_MODULE_UNKNOWN    // error pending
} vm_module_readiness;
vm_module_readiness vm_module_check(vm_isolate *vm, vm_value module) VM_CHECK;
// The namespace object of a linked module.
vm_value vm_module_namespace(vm_isolate *vm, vm_value module) VM_CHECK;
// The name given at compilation of a module or script: a string, or undefined.
vm_value vm_module_name(vm_value module_or_script);
// A value of the host's that the module keeps; undefined at first.
vm_value vm_module_data(vm_value module);
void vm_module_set_data(vm_isolate *vm, vm_value module, vm_value data);

typedef struct vm_module_hooks {
    // Answers `import 'specifier'` and import(): gives a module (the same one for the same thing each time),
    // or throws. `referrer` is the importing module or script: see vm_module_name. It may not run script.
    // `attributes`: an array key, value, key, value..., or undefined.
    vm_value (*load)(vm_isolate *vm, vm_value referrer, vm_value specifier, vm_value attributes, void *data);
    // Fills import.meta of a module at its first use. May be NULL. False with the error pending.
    bool (*meta)(vm_isolate *vm, vm_value module, vm_value meta, void *data);
    // Called when a module of vm_module_create is to be evaluated, once, after all that stands before it:
    // sets the values of its exports and may run script. May be NULL. False with the error pending.
    bool (*evaluate)(vm_isolate *vm, vm_value module, void *data);
    void *data;
} vm_module_hooks;
void vm_set_module_hooks(vm_isolate *vm, const vm_module_hooks *hooks); // copied

// Realms. An isolate begins with one; each has its own global object and standard objects.
vm_value vm_realm_create(vm_isolate *vm) VM_CHECK; // internal value
// Makes a realm current and gives the one that was. Natives run in the realm that was current at their
// creation.
vm_value vm_realm_enter(vm_isolate *vm, vm_value realm);
vm_value vm_realm(vm_isolate *vm);  // the current one
vm_value vm_global(vm_isolate *vm); // the global object of the current one
// The names that let, const and class have declared at top level of scripts: an array of strings.
vm_value vm_lexical_names(vm_isolate *vm) VM_CHECK;

// ---------------------------------------------------------------------------------------------------------
// Objects and properties
// ---------------------------------------------------------------------------------------------------------

vm_value vm_object(vm_isolate *vm) VM_CHECK; // {}
// What is no object counts as null.
vm_value vm_object_with_prototype(vm_isolate *vm, vm_value prototype_or_null) VM_CHECK;
// An array of these values; `values` may be NULL when count is 0.
vm_value vm_array(vm_isolate *vm, const vm_value *values, uint32_t count) VM_CHECK;
bool vm_array_push(vm_isolate *vm, vm_value array, vm_value value) VM_CHECK; // a plain array
// The length property of an array or array-like object.
bool vm_length(vm_isolate *vm, vm_value object, uint64_t *out) VM_CHECK;

// Keys for names that are used often: interned once, kept for the life of the isolate, so that the result may
// be stored anywhere. `bits` 0: memory refused (error pending).
vm_key vm_intern(vm_isolate *vm, const char *name) VM_CHECK;
// The key that a value names (ToPropertyKey); keep it in locals, or with a root on `value`. May run script.
bool vm_to_key(vm_isolate *vm, vm_value value, vm_key *out) VM_CHECK;
vm_key vm_key_from_symbol(vm_value symbol);
// The key as a value: string or symbol.
vm_value vm_key_value(vm_isolate *vm, vm_key key) VM_CHECK;

// Access as in script: `object` may be any value; getters, setters and proxies run. vm_set fails with a
// TypeError where strict code would.
vm_value vm_get(vm_isolate *vm, vm_value object, const char *name) VM_CHECK;
vm_value vm_get_key(vm_isolate *vm, vm_value object, vm_key key) VM_CHECK;
vm_value vm_get_index(vm_isolate *vm, vm_value object, uint32_t index) VM_CHECK;
bool vm_set(vm_isolate *vm, vm_value object, const char *name, vm_value value) VM_CHECK;
bool vm_set_key(vm_isolate *vm, vm_value object, vm_key key, vm_value value) VM_CHECK;
bool vm_set_index(vm_isolate *vm, vm_value object, uint32_t index, vm_value value) VM_CHECK;
int vm_has(vm_isolate *vm, vm_value object, const char *name) VM_CHECK; // 1, 0, -1 failed
int vm_has_key(vm_isolate *vm, vm_value object, vm_key key) VM_CHECK;
int vm_has_own(vm_isolate *vm, vm_value object, vm_key key) VM_CHECK;
bool vm_delete(vm_isolate *vm, vm_value object, const char *name) VM_CHECK; // TypeError when it may not be
bool vm_delete_key(vm_isolate *vm, vm_value object, vm_key key) VM_CHECK;

// Attributes of properties.
enum {
    VM_WRITABLE = 1,
    VM_ENUMERABLE = 2,
    VM_CONFIGURABLE = 4,
    VM_DEFAULT = 7, // as made by assignment
    VM_HIDDEN = 5   // writable and configurable: as methods of standard objects
};
// Defines an own property (Object.defineProperty). `object` must be an object.
bool vm_define(vm_isolate *vm, vm_value object, const char *name, vm_value value,
               unsigned attributes) VM_CHECK;
bool vm_define_key(vm_isolate *vm, vm_value object, vm_key key, vm_value value, unsigned attributes) VM_CHECK;
// getter and setter: functions or undefined.
bool vm_define_accessor(vm_isolate *vm, vm_value object, vm_key key, vm_value getter, vm_value setter,
                        unsigned attributes) VM_CHECK;
// An own property whose value is made by a call of `make` when it is first looked at; until then it costs
// next to nothing. When `make` fails the access fails, and the next one tries again. `make` may run script
// only for properties of the global object. `object` must be an ordinary object that does not have the
// property.
typedef vm_value (*vm_lazy)(vm_isolate *vm, vm_value object, void *data);
bool vm_define_lazy(vm_isolate *vm, vm_value object, const char *name, vm_lazy make, void *data,
                    unsigned attributes) VM_CHECK;

// Own property keys as an array of strings and symbols. Which: flags, 0 means all strings.
// VM_KEYS_NAMED leaves array indices out, which is quick however long an array is; a proxy gives them all the
// same.
enum { VM_KEYS_SYMBOLS = 1, VM_KEYS_ONLY_SYMBOLS = 2, VM_KEYS_ENUMERABLE = 4, VM_KEYS_NAMED = 8 };
vm_value vm_own_keys(vm_isolate *vm, vm_value object, unsigned flags) VM_CHECK;
// An own property without calling its getter.
typedef struct vm_property {
    vm_value value;          // data properties
    vm_value getter, setter; // accessor properties: functions or undefined
    bool is_accessor;
    unsigned attributes;
} vm_property;
int vm_get_own(vm_isolate *vm, vm_value object, vm_key key, vm_property *out) VM_CHECK; // 1, 0, -1 failed
// Object or null.
vm_value vm_prototype(vm_isolate *vm, vm_value object) VM_CHECK;
bool vm_set_prototype(vm_isolate *vm, vm_value object, vm_value prototype_or_null) VM_CHECK;

// For consoles and debuggers: what is inside an object, without running script.
// What a Map, Set, WeakMap or WeakSet contains, or what the iterator of a Map or Set has still to give, as an
// array of single values or pairs (key, value, key, value...): at most so many of them, and how many there
// are. NONE: it is something else.
typedef enum vm_entries_kind {
    VM_ENTRIES_FAILED = -1, // error pending
    VM_ENTRIES_NONE,
    VM_ENTRIES_SINGLE,
    VM_ENTRIES_PAIRS
} vm_entries_kind;
vm_entries_kind vm_entries(vm_isolate *vm, vm_value collection, uint64_t most, vm_value *out,
                           uint64_t *count) VM_CHECK;
// What an iterator (VM_ITERATOR) goes over: VM_MAP, VM_SET, or VM_OTHER_OBJECT for all others.
vm_type vm_iterated_type(vm_value iterator);
// The handler of a proxy; null when it is revoked or no proxy.
vm_value vm_proxy_handler(vm_value proxy);
// The primitive inside a boxed primitive, the time value of a Date (NaN: invalid), the target of a proxy
// (null when revoked) or of a WeakRef (undefined when collected); undefined for others.
vm_value vm_inner_value(vm_value object);

// ---------------------------------------------------------------------------------------------------------
// Buffers and typed arrays
// ---------------------------------------------------------------------------------------------------------

// A new ArrayBuffer of zero bytes.
vm_value vm_array_buffer(vm_isolate *vm, size_t length) VM_CHECK;
// An ArrayBuffer around memory of the host's, which is not copied and must be aligned to 8. release(bytes,
// length, data) is called once, when the buffer has died, is detached or the isolate ends; it must not call
// into the engine. When this function fails it is not called. `release` may be NULL.
typedef void (*vm_release)(void *bytes, size_t length, void *data);
vm_value vm_array_buffer_external(vm_isolate *vm, void *bytes, size_t length, vm_release release,
                                  void *data) VM_CHECK;
enum { VM_BUFFER_SHARED = 1, VM_BUFFER_RESIZABLE = 2, VM_BUFFER_DETACHED = 4 };
unsigned vm_array_buffer_flags(vm_value buffer);
// Takes its memory from an ArrayBuffer; one that is detached already stays so. TypeError for anything else.
bool vm_array_buffer_detach(vm_isolate *vm, vm_value buffer) VM_CHECK;

// Where the bytes of an ArrayBuffer, SharedArrayBuffer, typed array or DataView are, and how many. False, and
// nothing: it is something else, is detached or out of bounds. The address stays right as long as the buffer
// lives (vm_keep) and is not detached; fewer of the bytes may be there after script has run.
bool vm_bytes(vm_value buffer_or_view, uint8_t **bytes, size_t *length);
// The same, and the memory stays until vm_memory_release, whatever becomes of the buffer and its isolate: for
// another thread, or the system, to read or fill it. Where a buffer has become shorter meanwhile the system
// reports EFAULT, and others must not touch it. NULL: as when vm_bytes gives false.
typedef struct vm_memory vm_memory;
vm_memory *vm_bytes_hold(vm_value buffer_or_view, uint8_t **bytes, size_t *length) VM_CHECK;
void vm_memory_release(vm_memory *memory); // any thread; NULL is ignored

typedef enum vm_element_type {
    VM_INT8,
    VM_UINT8,
    VM_UINT8_CLAMPED,
    VM_INT16,
    VM_UINT16,
    VM_INT32,
    VM_UINT32,
    VM_FLOAT16,
    VM_FLOAT32,
    VM_FLOAT64,
    VM_BIGINT64,
    VM_BIGUINT64
} vm_element_type;
// A typed array of `length` elements from byte_offset on. buffer undefined: a new one, byte_offset 0.
// RangeError when they do not fit or byte_offset is no multiple of the element's size.
vm_value vm_typed_array(vm_isolate *vm, vm_element_type type, vm_value buffer, size_t byte_offset,
                        size_t length) VM_CHECK;
// A Uint8Array over new memory with a copy of `length` bytes. prototype: in place of Uint8Array.prototype,
// unless it is undefined.
vm_value vm_uint8_array(vm_isolate *vm, const void *bytes, size_t length, vm_value prototype) VM_CHECK;
typedef struct vm_view {
    vm_element_type type; // DataView: VM_UINT8
    vm_value buffer;
    size_t byte_offset;
    size_t length;      // in elements; 0 when out of bounds
    bool out_of_bounds; // or detached
    bool tracks_length; // reaches to the end of a resizable buffer, wherever that is
} vm_view;
// What a typed array or DataView is a view of. False: it is something else.
bool vm_view_of(vm_value typed_array_or_data_view, vm_view *out);

// The memory of a SharedArrayBuffer, for other isolates and threads. References are counted.
typedef struct vm_shared_memory vm_shared_memory;
// A new reference, or NULL: no SharedArrayBuffer.
vm_shared_memory *vm_shared_memory_of(vm_value buffer) VM_CHECK;
// A SharedArrayBuffer with this memory; keeps a reference of its own.
vm_value vm_shared_array_buffer(vm_isolate *vm, vm_shared_memory *memory) VM_CHECK;
void vm_shared_memory_release(vm_shared_memory *memory); // any thread; NULL is ignored

// Promises of Atomics.waitAsync that notifications of other threads, or the passing of time, will settle.
// Whether there are any; *timeout_ns gets the nanoseconds after which vm_wait_settle should be called at the
// latest: UINT64_MAX when none of them has a time limit.
bool vm_wait_pending(vm_isolate *vm, uint64_t *timeout_ns);
// Settles those that were notified or whose time has come; their reactions are jobs. False: error pending.
bool vm_wait_settle(vm_isolate *vm) VM_CHECK;
// The hook is called when one of them was notified, by any thread, and must only tell the isolate's thread to
// call vm_wait_settle. It must not call into the engine. When this function returns the hook before is not
// being called any more. hook NULL: none.
typedef void (*vm_wake_hook)(void *data);
void vm_set_wake_hook(vm_isolate *vm, vm_wake_hook hook, void *data);

// ---------------------------------------------------------------------------------------------------------
// Functions and calls
// ---------------------------------------------------------------------------------------------------------

// A native function. `name` is copied, NULL: none; `length` is the number of expected arguments; `data` is
// what vm_function_data gives.
vm_value vm_function(vm_isolate *vm, vm_native native, const char *name, uint32_t length,
                     void *data) VM_CHECK;
// The same as a constructor: it may be called with new, then vm_new_target is not undefined and frame[0] is
// not to be used. Its `prototype` property has to be defined by the host.
vm_value vm_constructor(vm_isolate *vm, vm_native native, const char *name, uint32_t length,
                        void *data) VM_CHECK;
// Inside a native: its data pointer is vm_function_data(frame[-1]).
void *vm_function_data(vm_value function);
// Inside a native, at its start: the new.target, undefined in a plain call.
vm_value vm_new_target(const vm_isolate *vm);
// The prototype that an object made by `new new_target` gets: its `prototype` property, or `fallback` when
// that is no object. May run script.
vm_value vm_prototype_for_new(vm_isolate *vm, vm_value new_target, vm_value fallback) VM_CHECK;
// Two values that a native function (not a constructor) carries with it; undefined at first.
vm_value vm_captured(vm_value function, unsigned index);
void vm_capture(vm_isolate *vm, vm_value function, unsigned index, vm_value value);

// Many methods at once; they are writable, configurable, not enumerable.
typedef struct vm_method {
    const char *name; // "@@iterator" and the like: well-known symbols
    vm_native native;
    uint32_t length;
    int kind; // VM_METHOD, VM_GETTER
    void *data;
} vm_method;
enum { VM_METHOD = 0, VM_GETTER = 1 };
bool vm_define_methods(vm_isolate *vm, vm_value object, const vm_method *methods, size_t count) VM_CHECK;

// Flags of a function: VM_FUNCTION_CLASS...
enum { VM_FUNCTION_CLASS = 1, VM_FUNCTION_ASYNC = 2, VM_FUNCTION_GENERATOR = 4, VM_FUNCTION_NATIVE = 8 };
unsigned vm_function_flags(vm_value function);

// Calls from C; may run script. Continuations do not run in here: see vm_drain.
vm_value vm_call(vm_isolate *vm, vm_value function, vm_value this_value, uint32_t argc,
                 const vm_value *arguments) VM_CHECK;
vm_value vm_construct(vm_isolate *vm, vm_value constructor, uint32_t argc,
                      const vm_value *arguments) VM_CHECK;
// object.name(arguments)
vm_value vm_invoke(vm_isolate *vm, vm_value object, const char *name, uint32_t argc,
                   const vm_value *arguments) VM_CHECK;

// ---------------------------------------------------------------------------------------------------------
// Host objects: C data and traced values in one heap cell
// ---------------------------------------------------------------------------------------------------------

// A class of host objects. The struct must outlive the isolate; its address is the class's identity.
typedef struct vm_class {
    const char *name;
    uint32_t bytes; // of inline data, zero at first, aligned to 8
    uint32_t slots; // values that the object keeps alive, undefined at first; more per object are possible
    // Called when the object has died, or with its isolate. It must not call into the engine, except in
    // finalizers: vm_data, vm_free. May be NULL; objects without are cheaper.
    void (*finalize)(vm_isolate *vm, void *data);
} vm_class;

// A new object with class->slots + more_slots slots. prototype: object, null, or undefined for
// %Object.prototype%.
vm_value vm_host_object(vm_isolate *vm, const vm_class *host_class, vm_value prototype,
                        uint32_t more_slots) VM_CHECK;
// The same with exactly these slots.
vm_value vm_host_object_with(vm_isolate *vm, const vm_class *host_class, vm_value prototype, uint32_t count,
                             const vm_value *slots) VM_CHECK;
// The inline data when `object` is a host object of this class, else NULL without an error. Valid as long as
// the object lives (vm_keep); it never moves.
void *vm_host_data(vm_value object, const vm_class *host_class);
// The same for `this` or an argument of a native: TypeError when it is something else.
void *vm_host_check(vm_isolate *vm, vm_value object, const vm_class *host_class) VM_CHECK;
const vm_class *vm_host_class(vm_value object); // NULL: no host object
vm_isolate *vm_host_isolate(vm_value object);   // the one that it was made in; NULL: no host object
// The object around inline data.
vm_value vm_host_from_data(const void *data);
uint32_t vm_host_slot_count(vm_value object); // 0: no host object
// The slots, for reading; they never move.
const vm_value *vm_host_slots(vm_value object);
// Ignored for slots that do not exist and for vm_exception().
void vm_host_set_slot(vm_isolate *vm, vm_value object, uint32_t slot, vm_value value);

// ---------------------------------------------------------------------------------------------------------
// Structured clone
// ---------------------------------------------------------------------------------------------------------

// What vm_clone leaves to the embedder. All zero is a valid choice.
typedef struct vm_clone_options {
    // ArrayBuffers, none of them shared, that are moved instead of copied: those of the sender are detached.
    const vm_value *transfer;
    uint32_t transfer_count;
    // Called for a value that the algorithm does not copy: functions, symbols, proxies, promises, weak
    // collections and references, generators, iterators, namespaces, host objects; and for errors that have
    // been given a header (vm_error_set_header). 1: *result, a value of `to`, stands for it; 0:
    // DataCloneError, such errors are copied like others; -1: failed, the error is pending in `from`. May run
    // script.
    int (*special)(vm_isolate *from, vm_isolate *to, vm_value value, vm_value *result, void *data);
    // Makes the DataCloneError in `from`; NULL: an Error with this name. vm_exception(): failed.
    vm_value (*error)(vm_isolate *from, vm_value message, void *data);
    void *data;
} vm_clone_options;
// A copy of `value`, which belongs to `from`, in the current realm of `to`; the two may be the same isolate
// and belong to the same thread. Follows HTML's structured clone: objects with their own enumerable string
// keys (getters run), arrays with holes, boxed primitives, dates, regular expressions, maps, sets, buffers
// and views (SharedArrayBuffers share their memory), errors with name, message, stack, cause and errors.
// Cycles and identity are kept within one call; depth is limited by memory only. Fails with the error pending
// in `from`: what getters throw, a DataCloneError, or out of memory also when it was the receiver's memory
// that was refused; then nothing has been transferred. `options` may be NULL.
vm_value vm_clone(vm_isolate *from, vm_isolate *to, vm_value value, const vm_clone_options *options) VM_CHECK;

// ---------------------------------------------------------------------------------------------------------
// Keeping alive
// ---------------------------------------------------------------------------------------------------------

// The struct is the caller's and stays where it is until vm_root_remove or vm_destroy, which ends all of
// them.
void vm_root_add(vm_isolate *vm, vm_root *root, vm_value value);
// Harmless for a root that is zero or was removed. In finalizers too.
void vm_root_remove(vm_root *root);
// Pins are counted: the value lives until it is unpinned as often. O(1). Values that are no heap cells are
// ignored.
bool vm_pin(vm_isolate *vm, vm_value value) VM_CHECK;
void vm_unpin(vm_isolate *vm, vm_value value);
// For a host that has many values in structures of its own, as the queues of an event loop: every collection
// calls `visit`, which calls vm_mark for each of the values and nothing else of the engine. When it is
// `young` those may be left out that an earlier collection has visited and that have been held since. The
// struct is the caller's, as with roots.
typedef struct vm_marker vm_marker;
typedef struct vm_holder {
    void (*visit)(vm_marker *marker, bool young, void *data);
    void *data;
    struct vm_holder *next; // the engine's
} vm_holder;
void vm_holder_add(vm_isolate *vm, vm_holder *holder);
// Harmless for one that was removed.
void vm_holder_remove(vm_isolate *vm, vm_holder *holder);
void vm_mark(vm_marker *marker, vm_value value);
// Stands after the last use of bytes inside `v` (string text, host data).
static inline void vm_keep(vm_value v) {
#if defined(__GNUC__)
    __asm__ volatile("" : : "r"(v.bits) : "memory");
#else
    volatile uint64_t keep = v.bits;
    (void)keep;
#endif
}

// ---------------------------------------------------------------------------------------------------------
// Errors
// ---------------------------------------------------------------------------------------------------------

typedef enum vm_error_kind {
    VM_ERROR_PLAIN,
    VM_ERROR_TYPE,
    VM_ERROR_RANGE,
    VM_ERROR_SYNTAX,
    VM_ERROR_REFERENCE,
    VM_ERROR_EVAL,
    VM_ERROR_URI
} vm_error_kind;

// Makes `value` the pending error; gives vm_exception(), so that natives can return the call.
vm_value vm_throw(vm_isolate *vm, vm_value value);
// Throws a new error with a message as of printf, at most 1023 bytes.
vm_value vm_throw_error(vm_isolate *vm, vm_error_kind kind, const char *format, ...) VM_PRINTF(3, 4);
vm_value vm_throw_type_error(vm_isolate *vm, const char *format, ...) VM_PRINTF(2, 3);
vm_value vm_throw_range_error(vm_isolate *vm, const char *format, ...) VM_PRINTF(2, 3);
vm_value vm_throw_out_of_memory(vm_isolate *vm);
// Makes toString and the first line of an error's stack "name [code]: message", with the data property `code`
// that it has when the text is made. Does nothing for anything but errors.
void vm_error_show_code(vm_value error);
// Gives an error whose stack has not been looked at the string that its stack begins with, for classes of
// errors whose name and message are no data properties. Does nothing for anything but errors.
void vm_error_set_header(vm_isolate *vm, vm_value error, vm_value header);
// An error object that is not thrown.
vm_value vm_error(vm_isolate *vm, vm_error_kind kind, const char *message) VM_CHECK;

// Whether an error, or termination, is pending.
bool vm_has_exception(const vm_isolate *vm);
// The pending error, which is then no longer pending. undefined when there is none, and for a termination,
// which stays.
vm_value vm_take_exception(vm_isolate *vm);

// An error as text, for reports. Fills what is known; strings are NUL-terminated, NULL when unknown, and
// given back by vm_error_info_free. Never fails (fields stay NULL) and never leaves an error pending; may run
// script (toString, getters), whose errors are swallowed.
typedef struct vm_error_info {
    char *message;     // "TypeError: text" for errors, else the value as text
    char *stack;       // the `stack` property when it is a string
    char *file;        // where the error was made
    uint32_t line;     // 1-based; 0 unknown
    uint32_t column;   // 1-based, UTF-16 units
    char *source_line; // the text of that line
} vm_error_info;
// For other values that were thrown: the place of the last throw, if it threw this very value.
void vm_error_describe(vm_isolate *vm, vm_value error, vm_error_info *out);
void vm_error_info_free(vm_isolate *vm, vm_error_info *info);

// A place in a text. Strings are UTF-8.
typedef struct vm_place {
    const char *file;
    uint32_t line, column;   // 1-based; columns in UTF-16 units
    const char *source_line; // the text of the line; NULL: unknown
    size_t source_line_length;
} vm_place;
// Called when a place in a script is put into the text of a stack or into vm_error_info: true when `*out`
// says what it was generated from. Its strings have to stay valid until the next call. The hook may not run
// script. NULL: none.
typedef bool (*vm_place_hook)(vm_isolate *vm, const vm_source *script, uint32_t line, uint32_t column,
                              vm_place *out, void *data);
void vm_set_place_hook(vm_isolate *vm, vm_place_hook hook, void *data);

// ---------------------------------------------------------------------------------------------------------
// Jobs and promises
// ---------------------------------------------------------------------------------------------------------

// Appends a call of `function` to the microtasks, or to the next-ticks.
bool vm_enqueue_job(vm_isolate *vm, vm_value function, uint32_t argc, const vm_value *arguments) VM_CHECK;
bool vm_enqueue_tick(vm_isolate *vm, vm_value function, uint32_t argc, const vm_value *arguments) VM_CHECK;
// Whether anything waits in the queue (or a rejection to be judged).
bool vm_jobs_pending(const vm_isolate *vm);
// Runs jobs until none is left: all ticks, all microtasks, again until both are empty; then judges
// rejections. To be called when no script is running; inside a drain it does nothing. After something that
// was itself like a microtask (evaluation of a module) `microtasks_first` is true. False: terminated, or an
// error that no hook took is pending; what is left stays in the queue.
bool vm_drain(vm_isolate *vm, bool microtasks_first) VM_CHECK;

// Called for an error that leaves a job and that nothing catches. True: go on with the queue; false: stop,
// the error becomes the pending one of vm_drain. Without a hook the drain stops.
typedef bool (*vm_uncaught_hook)(vm_isolate *vm, vm_value error, void *data);
void vm_set_uncaught_hook(vm_isolate *vm, vm_uncaught_hook hook, void *data);

// Called when the queue is empty for each promise that was rejected and has no handler (handled_late false),
// and for each promise reported so that got one later (true).
typedef void (*vm_rejection_hook)(vm_isolate *vm, vm_value promise, vm_value reason, bool handled_late,
                                  void *data);
void vm_set_rejection_hook(vm_isolate *vm, vm_rejection_hook hook, void *data);

// The async context: an object of the embedder's, undefined at first. Jobs, reactions and awaits keep the one
// that is current when they are made; it is current again while they run.
vm_value vm_async_context(const vm_isolate *vm);
void vm_set_async_context(vm_isolate *vm, vm_value context); // what is no object counts as undefined
// For functions that are called later: one that calls `function` with the same receiver and arguments in the
// current context, or `function` itself when that is undefined.
vm_value vm_async_bind(vm_isolate *vm, vm_value function) VM_CHECK;

vm_value vm_promise(vm_isolate *vm) VM_CHECK; // pending
// As by its resolve function (adopts thenables) and its reject function; nothing when it is already resolved.
// Run no script, except the lookup of `then`.
bool vm_promise_resolve(vm_isolate *vm, vm_value promise, vm_value value) VM_CHECK;
bool vm_promise_reject(vm_isolate *vm, vm_value promise, vm_value reason) VM_CHECK;
typedef enum vm_promise_status {
    VM_PROMISE_PENDING,
    VM_PROMISE_FULFILLED,
    VM_PROMISE_REJECTED
} vm_promise_status;
vm_promise_status vm_promise_state(vm_value promise);
vm_value vm_promise_result(vm_value promise); // value or reason; undefined while pending
// Reacts to a promise; handlers are functions or undefined. No derived promise is made.
bool vm_promise_react(vm_isolate *vm, vm_value promise, vm_value fulfilled, vm_value rejected) VM_CHECK;
// A rejection of it will not be reported.
void vm_promise_set_handled(vm_value promise);

// ---------------------------------------------------------------------------------------------------------
// Interrupts and limits
// ---------------------------------------------------------------------------------------------------------

// Any thread: makes the interrupt hook be called, in the isolate's thread, at the next safepoint: within
// milliseconds when script or a native of the engine runs (after a single operation on huge strings or
// BigInts, and after compiling), else at the start of the next script.
void vm_interrupt(vm_isolate *vm);
// The hook may inspect the isolate and run script; false terminates.
typedef bool (*vm_interrupt_hook)(vm_isolate *vm, void *data);
void vm_set_interrupt_hook(vm_isolate *vm, vm_interrupt_hook hook, void *data);
// Any thread: stops whatever runs within milliseconds; no handler of the script sees it.
void vm_terminate(vm_isolate *vm);
// For natives that work for longer than a millisecond: serves what interrupts and deadlines ask for, as
// script does at its safepoints; call it every few microseconds of work. False: terminated; return
// vm_exception().
bool vm_safepoint(vm_isolate *vm) VM_CHECK;
// The same for loops over bytes or text: looks only whether a termination has been asked for or is due, so
// no script runs and nothing is collected, moved or detached.
bool vm_poll(vm_isolate *vm) VM_CHECK;
// vm_terminate at once, for natives: begins the termination and gives vm_exception(), which the native
// returns.
vm_value vm_terminate_now(vm_isolate *vm);
// Terminates script that still runs so many nanoseconds from now; 0: no deadline.
void vm_set_deadline(vm_isolate *vm, uint64_t nanoseconds_from_now);
typedef enum vm_termination_reason {
    VM_NOT_TERMINATED,
    VM_TERMINATED, // by vm_terminate, vm_terminate_now, or the interrupt hook
    VM_TERMINATED_BY_DEADLINE,
    VM_TERMINATED_BY_MEMORY
} vm_termination_reason;
vm_termination_reason vm_termination(const vm_isolate *vm);
// Makes a terminated isolate usable again; removes the deadline. No script may be running.
void vm_clear_termination(vm_isolate *vm);

// Bytes that the whole isolate may use; 0: no limit. Reaching it is a RangeError after a last collection; at
// a tenth above it script is terminated.
void vm_set_memory_limit(vm_isolate *vm, size_t bytes);
// Bytes held outside the isolate on behalf of its objects (negative: released). They count towards limit and
// collections.
void vm_adjust_external(vm_isolate *vm, ptrdiff_t bytes);

// ---------------------------------------------------------------------------------------------------------
// Collection and statistics
// ---------------------------------------------------------------------------------------------------------

// A full collection now. Values that only stale words of the C stack refer to may survive it.
void vm_collect(vm_isolate *vm);
// The same carried out at once when no script runs, else as soon as none does.
void vm_collect_full(vm_isolate *vm);
// Walks the heap and checks its invariants: NULL, or what is wrong. Slow; for tests.
const char *vm_verify(vm_isolate *vm);

typedef struct vm_statistics {
    size_t used_bytes;        // all memory of the isolate
    size_t heap_bytes;        // of it in cells
    size_t payload_bytes;     // of it outside cells: tables, large strings, bytecode
    size_t limit_bytes;       // 0: none
    uint64_t allocated_bytes; // cells ever, roughly
    uint64_t young_collections, full_collections;
    uint64_t young_pause_ns, full_pause_ns, longest_pause_ns; // totals, and the longest
    uint64_t promises;                                        // ever made
    uint64_t jobs;                                            // ever run
} vm_statistics;
void vm_get_statistics(const vm_isolate *vm, vm_statistics *out);

// For tests of how a host copes: makes the n-th allocation from now fail once; 0 switches that off.
void vm_fail_allocation(vm_isolate *vm, uint64_t n);
// Whether an allocation has failed since the last call.
bool vm_allocation_failed(vm_isolate *vm);

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
