// Compiled code: the contract of compiler and interpreter.
//
// A SCRIPT is one compiled source text. It owns an arena with everything immutable of its functions:
// instruction words, handler tables, position tables, the source bytes. A CODE is one function: a cell with,
// behind its fields,
//
//      [ caches, last first ][ constants 0.. ]
//                             ^ code->constants, the interpreter's K
//
// so that one base register reaches both. Instruction words never change; caches and constants are the
// isolate's own. Code of an image (serialize.h) has its immutable parts there instead, and caches and
// constants in a block of their own, which is made at the first call: until then `words` is NULL. Caches are
// weak: code_trace_clear_dead empties every cache that names a dead cell.
#ifndef CODE_CODE_H
#define CODE_CODE_H

#include "base/arena.h"
#include "object/environment.h"
#include "object/isolate.h"

enum opcode {
#define OP(name, fields, comment) OP_##name,
#include "code/opcodes.def"
#undef OP
    OPCODE_COUNT
};

// An instruction word is read as bytes: op | a << 8 | b << 16 | c << 24.
static inline uint32_t instruction_encode(enum opcode op, uint8_t a, uint8_t b, uint8_t c) {
    return (uint32_t)op | (uint32_t)a << 8 | (uint32_t)b << 16 | (uint32_t)c << 24;
}
// Words of the instruction at `pc`, JUMP_TABLE included.
uint32_t instruction_length(const uint32_t *pc);
extern const char *const opcode_names[OPCODE_COUNT];

// code.cell.flags
#define CODE_STRICT 0x01
#define CODE_ARROW 0x02 // lexical this: no coercion, not constructible
#define CODE_GENERATOR 0x04
#define CODE_ASYNC 0x08
#define CODE_KEEPS_ARGUMENTS 0x10 // uses REST or ARGUMENTS: the call copies parameters above the actuals
#define CODE_CLASS 0x20           // class constructor: TypeError when called without new
#define CODE_DERIVED 0x40         // derived constructor: this starts EMPTY
#define CODE_METHOD 0x80 // method, accessor or field initializer: not constructible, no prototype property
// code.kind: what the source text is
enum code_kind { CODE_FUNCTION, CODE_SCRIPT_BODY, CODE_MODULE_BODY, CODE_EVAL_BODY };

// w1 flags of DEFINE_METHOD
#define DEFINE_GETTER 1
#define DEFINE_SETTER 2
#define DEFINE_ENUMERABLE 4

// Inline caches. A zeroed cache is empty. Where a slot lies is told as in lang/lookup.h: bytes from the
// object's start, or -1 - index in its overflow vector. Kinds from CACHE_PROTOTYPE on are guarded by
// vm->prototype_epoch as well.
enum cache_kind {
    CACHE_EMPTY,
    CACHE_OWN_INLINE,         // data at byte `offset` of the receiver
    CACHE_OWN_SLOT,           // data in its overflow vector
    CACHE_OWN_ACCESSOR,       // the receiver's slot holds an ACCESSOR
    CACHE_GLOBAL_BINDING,     // cell is the BINDING of a global lexical variable
    CACHE_POLYMORPHIC,        // cell is a BYTES cell with CACHE_WAYS caches
    CACHE_MEGAMORPHIC,        // use the isolate's look-up cache
    CACHE_LITERAL,            // OBJECT_LITERAL: shape is the finished object's
    CACHE_PROTOTYPE,          // data in a slot of the holder (cell)
    CACHE_PROTOTYPE_ACCESSOR, // a slot of the holder has an ACCESSOR
    CACHE_ABSENT,             // undefined
    CACHE_ADD_INLINE,         // add: cell is the new shape, the value goes to byte `offset`
    CACHE_ADD_SLOT,           // add to the overflow vector
};
#define CACHE_WAYS 4
struct property_cache {
    struct shape *shape; // compared with the receiver's shape
    void *cell;          // holder, new shape, binding, ways: by kind
    int16_t offset;
    uint8_t kind; // enum cache_kind
    uint8_t misses;
    uint32_t epoch; // vm->prototype_epoch at the time
};
// Call sites remember the callee's code and what entering it needs.
struct call_cache {
    struct code *code;
    const uint32_t *words;
    vm_value *constants;
    uint16_t registers, parameters;
    uint32_t count; // calls seen (profiling, later tiers)
};
#define PROPERTY_CACHE_BYTES 24 // property, global and OBJECT_LITERAL caches
#define CALL_CACHE_BYTES 32

// Innermost first: the first entry whose range holds the pc of the throwing instruction.
struct handler {
    uint32_t start, end; // word indices [start, end)
    uint32_t target;     // where to go on
    uint32_t reg;        // gets the exception
};

// Global declarations of a script, in the order that GlobalDeclarationInstantiation looks at them.
// ANNEX_B: a var made by a function in a block; skipped where a plain var would be refused
// (sec-web-compat-globaldeclarationinstantiation).
enum global_kind { GLOBAL_VAR, GLOBAL_FUNCTION, GLOBAL_LET, GLOBAL_CONST, GLOBAL_CLASS, GLOBAL_ANNEX_B };
struct declaration {
    uint32_t name;     // constant index (atom)
    uint32_t kind;     // enum global_kind
    uint32_t position; // source offset, for the error
};

struct script {
    struct cell cell;
    struct arena arena;
    const char *source; // UTF-8 (WTF-8), NUL-terminated, in the arena; NULL: still packed, see script_text
    uint32_t source_length;
    uint32_t first_line, first_column; // of the text's start (1-based), for embedders that compile pieces
    struct string *name;               // file name or URL
    vm_value host_defined; // referrer for import(): the MODULE, or the SCRIPT whose code compiled this
                           // one by eval; undefined: the script itself
    uint32_t *line_starts; // byte offsets, built at the first use
    uint32_t line_count;
    struct realm *realm;
    struct code *evaluated_by; // what called eval or Function with this text; NULL: nothing did
    uint32_t evaluated_word;   // where
    bool internal;             // the host's own: left out of stacks
    bool redeclares;           // an input of a dialogue: may declare lexical names anew
    const void *image;         // of serialize.h; NULL: none
    void *unpacked;            // the image when it is the script's own; NULL: it is not
    const uint8_t *packed;     // the source in the image
    size_t packed_length;
    bool names_only; // the text has only what messages need: functions show as native code
};

// The referrer of import() in a script's code.
static inline vm_value script_referrer(struct script *script) {
    return value_is_undefined(script->host_defined) ? value_from_cell(script) : script->host_defined;
}

struct code {
    struct cell cell; // flags: CODE_*
    const uint32_t *words;
    vm_value *constants;  // inside this cell, or inside the block
    struct cell *block;   // BYTES: caches and constants of materialized code
    const uint8_t *image; // where the rest of it is read from; NULL: compiled here
    struct script *script;
    struct string *name; // atom; empty for anonymous functions
    const struct handler *handlers;
    const uint8_t
        *positions; // (word, source offset) pairs and the callee's range of calls, as deltas; see code.c
    const struct declaration *declarations; // scripts
    uint32_t word_count, constant_count, property_caches, call_caches, handler_count, position_bytes,
        declaration_count;
    uint32_t source_start, source_end; // what Function.prototype.toString shows
    uint16_t registers;                // window size above R[0], R[0] included
    uint16_t parameters;               // formal parameters that the call fills up with undefined
    uint16_t length;                   // the function's `length`
    uint8_t kind;                      // enum code_kind
    bool has_prototype;                // ordinary function or generator: has a `prototype` property
    bool is_constructor;               // may be called with new
    bool has_fields;                   // class constructor whose class has field initializers
    uint32_t inline_slots; // constructors: predicted inline slots of the instances (from `this.x =` sites)
    uint32_t probes;       // instances looked at to correct inline_slots; see function_instance_shape
    struct object *probe;  // the last instance made while probing
    struct shape
        *instance_shape; // constructors: root shape of instances, weak cache (with prototype object below)
    struct object *instance_prototype;
};

// Creates a CODE cell with the given block sizes, constants UNDEFINED, caches empty; other fields zero. NULL:
// error pending.
struct code *code_create(vm_isolate *vm, struct script *script, uint32_t constant_count,
                         uint32_t property_caches, uint32_t call_caches);
// A script whose text is unpacked when it is needed. The image stays where it is. NULL: error pending.
struct script *script_create_packed(vm_isolate *vm, const void *image, const uint8_t *packed,
                                    size_t packed_length, size_t length);
// The text; NULL: memory is refused, without a pending error.
const char *script_text(struct script *script);
// Copies the text. NULL: error pending.
struct script *script_create(vm_isolate *vm, const char *source, size_t length, struct string *name);

// Caches number `index` of either sort, and their distances below K. Call caches lie below the property
// caches.
static inline struct property_cache *code_property_cache(const struct code *code, uint32_t index) {
    return (struct property_cache *)((char *)code->constants - (size_t)PROPERTY_CACHE_BYTES * (index + 1));
}
static inline struct call_cache *code_call_cache(const struct code *code, uint32_t index) {
    return (struct call_cache *)((char *)code->constants -
                                 (size_t)PROPERTY_CACHE_BYTES * code->property_caches -
                                 (size_t)CALL_CACHE_BYTES * (index + 1));
}

// Source offset of the instruction that holds word `word`; UINT32_MAX when the table has none.
uint32_t code_position(const struct code *code, uint32_t word);
// Text of the callee at the call, or of the value that an instruction iterates (opcode_has_text), that holds
// word `word`, as messages like "x.y is not a function" show it: what is no identifier or member access
// appears as "(intermediate value)". NULL: there is none, or the error is pending.
struct string *code_call_site_text(vm_isolate *vm, const struct code *code, uint32_t word);
// Copies from `source` to the same places of `to` what code_call_site_text looks at.
void code_copy_texts(const struct code *code, const char *source, char *to);
struct source_position {
    uint32_t line, column; // 1-based; columns in UTF-16 units
};
struct source_position script_position(struct script *script, uint32_t offset);
// The text of a line without its terminator.
const char *script_line(struct script *script, uint32_t line, uint32_t *length);

// Disassembler: appends the listing of a function, and of those nested in its constants when `nested`.
struct buffer;
void disassemble(vm_isolate *vm, struct code *code, bool nested, struct buffer *out);
// Structural check: opcodes known, operands within registers, constants and caches, jumps on instruction
// starts, handlers nested. NULL or what is wrong.
const char *code_verify(const struct code *code);

struct marker;
struct heap;
void script_trace(struct marker *marker, struct cell *cell);
void script_trace_finalize(struct heap *heap, struct cell *cell);
void code_trace(struct marker *marker, struct cell *cell);
void code_trace_clear_dead(struct heap *heap, struct cell *cell);

#endif
