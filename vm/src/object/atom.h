// Atoms: interned strings, and property keys.
//
// A property key is a vm_value: an atom (string cell with STRING_ATOM), a symbol, or an array index 0 ..
// 2^32-2 as the int tag with an UNSIGNED 32-bit payload. A string that spells an array index is never an
// atom, so each key has one representation and keys compare by bits. Predefined atoms (atoms.def) live as
// long as the isolate; others are dropped when nothing else holds them.
#ifndef OBJECT_ATOM_H
#define OBJECT_ATOM_H

#include "object/string.h"

typedef struct property_key {
    uint64_t bits;
} property_key;

enum atom_id {
#define ATOM(id, text) ATOM_##id,
#include "object/atoms.def"
#undef ATOM
    ATOM_COUNT
};

static inline bool key_equals(property_key a, property_key b) { return a.bits == b.bits; }
static inline bool key_is_index(property_key k) { return k.bits >= VALUE_INT_TAG; }
static inline uint32_t key_as_index(property_key k) { return (uint32_t)k.bits; }
static inline struct cell *key_as_cell(property_key k) { return (struct cell *)(uintptr_t)k.bits; }
static inline bool key_is_symbol(property_key k) {
    return !key_is_index(k) && key_as_cell(k)->kind == CELL_SYMBOL;
}
static inline bool key_is_string(property_key k) {
    return !key_is_index(k) && key_as_cell(k)->kind == CELL_STRING;
}
static inline property_key key_from_index(uint32_t i) { return (property_key){VALUE_INT_TAG | i}; }
static inline property_key key_from_cell(const void *atom_or_symbol) {
    return (property_key){(uint64_t)(uintptr_t)atom_or_symbol};
}
// The constant operand form of a key: the same bits as a value (indices above INT32_MAX never occur there).
static inline property_key key_from_value_bits(vm_value v) { return (property_key){v.bits}; }
// Well-mixed hash of a key, for property tables and caches.
static inline uint32_t key_hash(property_key k) {
    uint64_t h = k.bits * 0x9E3779B97F4A7C15ull;
    return (uint32_t)(h >> 32);
}

struct atom_table;
// Makes the table and the predefined atoms. False when memory is refused.
bool atom_table_initialize(vm_isolate *vm);
void atom_table_finalize(vm_isolate *vm);

// The atom with the content of `s` (s itself when it can serve). `s` must not spell an array index: use
// key_from_string unless that is known. NULL with the error pending.
struct string *atom_from_string(vm_isolate *vm, struct string *s);
struct string *atom_from_latin1(vm_isolate *vm, const uint8_t *chars, size_t length);
struct string *atom_from_utf16(vm_isolate *vm, const uint16_t *chars, size_t length);
struct string *atom_from_text(vm_isolate *vm, const char *ascii);

// The key that a string names. False with the error pending.
bool key_from_string(vm_isolate *vm, struct string *s, property_key *key);
bool key_from_text(vm_isolate *vm, const char *ascii, property_key *key);
// The key as script sees it: a string (index spelled out) or the symbol. EXCEPTION when memory is refused.
vm_value key_to_value(vm_isolate *vm, property_key key);

#endif
