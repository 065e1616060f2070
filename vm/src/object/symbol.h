// Symbols, and private names (#x): a private name is a symbol with SYMBOL_PRIVATE that [[OwnPropertyKeys]]
// and proxies never see.
#ifndef OBJECT_SYMBOL_H
#define OBJECT_SYMBOL_H

#include "object/atom.h"

// cell.flags
#define SYMBOL_PRIVATE 0x01
#define SYMBOL_REGISTERED 0x02 // made by Symbol.for; `description` is its key
#define SYMBOL_WELL_KNOWN 0x04
#define SYMBOL_PRIVATE_METHOD 0x08 // private method or accessor: not writable

struct symbol {
    struct cell cell;
    struct string *description; // NULL: undefined
};

// The well-known symbols, in vm->symbols[].
enum well_known_symbol {
#define WELL_KNOWN_SYMBOL(name) SYMBOL_##name,
#include "object/well_known_symbols.def"
#undef WELL_KNOWN_SYMBOL
    WELL_KNOWN_SYMBOL_COUNT
};

// Makes the well-known symbols and an empty registry. False when memory is refused.
bool symbols_initialize(vm_isolate *vm);
void symbols_finalize(vm_isolate *vm);
struct symbol *symbol_create(vm_isolate *vm, struct string *description,
                             uint8_t flags); // NULL with the error pending
// Symbol.for: one symbol per key text and isolate, kept forever.
struct symbol *symbol_for(vm_isolate *vm, struct string *key);

static inline struct symbol *value_as_symbol(vm_value v) { return value_as_cell(v); }

struct marker;
void symbols_mark(vm_isolate *vm, struct marker *marker); // roots: well-known and registered symbols
void symbol_trace(struct marker *marker, struct cell *cell);

#endif
