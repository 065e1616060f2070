// Symbols, and the registry of Symbol.for: a list in order of creation with a hash index beside. Registered
// symbols are kept forever, so a young collection visits only those registered since the last one.
#include "object/symbol.h"

#include "base/vector.h"
#include "object/string_internal.h"

struct symbol_registry {
    VECTOR(struct symbol *) symbols;
    uint32_t *index;   // position in `symbols` + 1, by content hash; 0: empty
    uint32_t capacity; // of `index`: a power of two, or 0
    uint32_t marked;   // symbols before are old
};

static struct symbol *symbol_allocate(vm_isolate *vm, struct string *description, uint8_t flags) {
    struct symbol *symbol = heap_allocate(&vm->heap, CELL_SYMBOL, sizeof *symbol);
    if (!symbol) return NULL;
    symbol->cell.flags = flags;
    symbol->description = description;
    return symbol;
}

struct symbol *symbol_create(vm_isolate *vm, struct string *description, uint8_t flags) {
    struct symbol *symbol = symbol_allocate(vm, description, flags);
    if (!symbol) throw_out_of_memory(vm);
    return symbol;
}

static bool registry_reserve(vm_isolate *vm, struct symbol_registry *registry) {
    uint32_t count = registry->symbols.length;
    if (!VECTOR_RESERVE(&vm->memory, &registry->symbols, (size_t)count + 1)) return false;
    if (count < registry->capacity / 2) return true;
    uint32_t capacity = registry->capacity ? registry->capacity * 2 : 32;
    uint32_t *index = memory_allocate_zeroed(&vm->memory, capacity * sizeof *index);
    if (!index) return false;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = string_hash(registry->symbols.items[k]->description) & (capacity - 1);
        while (index[i])
            i = (i + 1) & (capacity - 1);
        index[i] = k + 1;
    }
    memory_free(&vm->memory, registry->index);
    registry->index = index;
    registry->capacity = capacity;
    return true;
}

struct symbol *symbol_for(vm_isolate *vm, struct string *key) {
    struct symbol_registry *registry = vm->symbol_registry;
    if (!string_flatten(vm, key)) return NULL;
    if (!registry_reserve(vm, registry)) {
        throw_out_of_memory(vm);
        return NULL;
    }
    uint32_t mask = registry->capacity - 1, i = string_hash(key) & mask;
    for (; registry->index[i]; i = (i + 1) & mask) {
        struct symbol *symbol = registry->symbols.items[registry->index[i] - 1];
        if (string_equals(vm, symbol->description, key)) return symbol;
    }
    struct symbol *symbol = symbol_create(vm, key, SYMBOL_REGISTERED);
    if (!symbol || !VECTOR_PUSH(&vm->memory, &registry->symbols, symbol)) return NULL;
    registry->index[i] = registry->symbols.length;
    return symbol;
}

static const char *const well_known_names[WELL_KNOWN_SYMBOL_COUNT] = {
#define WELL_KNOWN_SYMBOL(name) "Symbol." #name,
#include "object/well_known_symbols.def"
#undef WELL_KNOWN_SYMBOL
};

bool symbols_initialize(vm_isolate *vm) {
    vm->symbol_registry = memory_allocate_zeroed(&vm->memory, sizeof *vm->symbol_registry);
    if (!vm->symbol_registry) return false;
    for (int id = 0; id < WELL_KNOWN_SYMBOL_COUNT; id++) {
        struct string *description = string_from_text(vm, well_known_names[id]);
        if (!description) return false;
        vm->symbols[id] = symbol_allocate(vm, description, SYMBOL_WELL_KNOWN);
        if (!vm->symbols[id]) return false;
    }
    return true;
}

void symbols_finalize(vm_isolate *vm) {
    if (!vm->symbol_registry) return;
    VECTOR_FREE(&vm->memory, &vm->symbol_registry->symbols);
    memory_free(&vm->memory, vm->symbol_registry->index);
    memory_free(&vm->memory, vm->symbol_registry);
    vm->symbol_registry = NULL;
}

void symbols_mark(vm_isolate *vm, struct marker *marker) {
    for (int id = 0; id < WELL_KNOWN_SYMBOL_COUNT; id++)
        mark_cell(marker, vm->symbols[id]);
    struct symbol_registry *registry = vm->symbol_registry;
    if (!registry) return;
    uint32_t i = vm->heap.young ? registry->marked : 0;
    for (; i < registry->symbols.length; i++)
        mark_cell(marker, registry->symbols.items[i]);
    registry->marked = registry->symbols.length;
}

void symbol_trace(struct marker *marker, struct cell *cell) {
    mark_cell(marker, ((struct symbol *)cell)->description);
}
