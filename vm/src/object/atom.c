// The atom table: open addressing by content hash, linear probing. A slot holds the pointer of an atom and,
// in its upper 16 bits that no address uses, those of the hash, so that a probe rarely reads a string in
// vain.
//
// The table is weak. After marking, a full collection drops every atom not reached. A young one looks only at
// the atoms entered since the last collection: all others are old and keep their marks.
#include "object/atom.h"

#include "base/vector.h"
#include "object/string_internal.h"

#define FIRST_CAPACITY 1024u

#define SLOT_EMPTY 0ull
#define SLOT_DELETED 1ull

struct atom_table {
    uint64_t *slots;
    uint32_t capacity;              // a power of two
    uint32_t used;                  // slots not empty
    uint32_t live;                  // atoms
    VECTOR(struct string *) recent; // entered since the last collection
    bool recent_incomplete;         // `recent` could not grow: look at all
    struct weak_processor processor;
};

static inline uint64_t slot_tag(uint32_t hash) { return (uint64_t)(hash >> 16) << 48; }
static inline uint64_t slot_make(const struct string *s) {
    return (uint64_t)(uintptr_t)s | slot_tag(s->cell.word);
}
static inline struct string *slot_atom(uint64_t slot) {
    return (struct string *)(uintptr_t)(slot << 16 >> 16);
}

// The slots of a hash, from its home on.
#define FOR_EACH_PROBE(table, hash, i)                                                                       \
    for (uint32_t mask_ = (table)->capacity - 1, i = (hash)&mask_;; i = (i + 1) & mask_)

// -- Weakness -------------------------------------------------------------------------------------------

static void drop(struct atom_table *table, uint32_t i) {
    table->slots[i] = SLOT_DELETED;
    table->live--;
}

static void drop_atom(struct atom_table *table, struct string *s) {
    uint64_t slot = slot_make(s);
    FOR_EACH_PROBE(table, s->cell.word, i) {
        if (table->slots[i] == slot) {
            drop(table, i);
            return;
        }
        if (table->slots[i] == SLOT_EMPTY) return;
    }
}

static void drop_dead(struct heap *heap, void *data) {
    struct atom_table *table = data;
    if (heap->young && !table->recent_incomplete) {
        for (uint32_t i = 0; i < table->recent.length; i++) {
            if (!heap_is_live(heap, table->recent.items[i])) drop_atom(table, table->recent.items[i]);
        }
    } else {
        for (uint32_t i = 0; i < table->capacity; i++) {
            if (i % MEMORY_POLL_STEPS == MEMORY_POLL_STEPS - 1 && heap_abandons(heap)) return;
            if (table->slots[i] > SLOT_DELETED && !heap_is_live(heap, slot_atom(table->slots[i])))
                drop(table, i);
        }
    }
    table->recent.length = 0;
    table->recent_incomplete = false;
}

// -- The table ------------------------------------------------------------------------------------------

static void insert(struct atom_table *table, struct string *s, uint32_t i) {
    table->used += table->slots[i] == SLOT_EMPTY;
    table->live++;
    table->slots[i] = slot_make(s);
}

// Makes room for one more atom, leaving a quarter of the slots empty.
static bool reserve(vm_isolate *vm) {
    struct atom_table *table = vm->atom_table;
    if (table->used < table->capacity / 4 * 3) return true;
    uint32_t capacity = table->live < table->capacity / 2 ? table->capacity : table->capacity * 2;
    uint64_t *old = table->slots, *slots = memory_allocate_zeroed(&vm->memory, capacity * sizeof *slots);
    if (!slots) {
        throw_out_of_memory(vm);
        return false;
    }
    uint32_t old_capacity = table->capacity;
    for (uint32_t k = 0; k < old_capacity; k++) {
        if (!memory_poll_step(&vm->memory, k)) break;
        if (old[k] <= SLOT_DELETED) continue;
        for (uint32_t i = slot_atom(old[k])->cell.word & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
            if (slots[i] == SLOT_EMPTY) {
                slots[i] = old[k];
                break;
            }
        }
    }
    if (vm->terminating) {
        memory_free(&vm->memory, slots);
        return false;
    }
    table->slots = slots;
    table->capacity = capacity;
    table->used = table->live;
    memory_free(&vm->memory, old);
    return true;
}

// The atom of the units, or NULL and the slot where it belongs. That slot stays good over a collection.
static struct string *find(vm_isolate *vm, uint32_t hash, const void *chars, size_t length, bool wide,
                           uint32_t *place) {
    struct atom_table *table = vm->atom_table;
    uint64_t tag = slot_tag(hash);
    uint32_t deleted = UINT32_MAX;
    FOR_EACH_PROBE(table, hash, i) {
        uint64_t slot = table->slots[i];
        if (slot == SLOT_EMPTY) {
            *place = deleted == UINT32_MAX ? i : deleted;
            return NULL;
        }
        if (slot == SLOT_DELETED) {
            if (deleted == UINT32_MAX) deleted = i;
            continue;
        }
        if (slot >> 48 << 48 != tag) continue;
        struct string *s = slot_atom(slot);
        if (s->cell.word == hash && string_has_units(&vm->memory, s, chars, length, wide)) return s;
    }
}

// Turns a new or not yet shared flat string with its hash set into an atom. NULL when terminating: a look-up
// that was given up may have missed the atom that there is.
static struct string *enter(vm_isolate *vm, struct string *s, uint32_t place) {
    struct atom_table *table = vm->atom_table;
    if (__builtin_expect(vm->terminating, 0)) return NULL;
    s->cell.flags = (s->cell.flags & STRING_WIDE) | STRING_ATOM | STRING_NOT_INDEX;
    s->index = 0;
    insert(table, s, place);
    if (!VECTOR_PUSH(&vm->memory, &table->recent, s)) table->recent_incomplete = true;
    return s;
}

static struct string *atom_create(vm_isolate *vm, uint32_t hash, const void *chars, size_t length, bool wide,
                                  uint32_t place) {
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, wide);
    if (!s) return NULL;
    if (!memory_copy(&vm->memory, s->latin1, chars, units_bytes(length, wide))) return NULL;
    s->cell.word = hash;
    return enter(vm, s, place);
}

// -- Look-up --------------------------------------------------------------------------------------------

struct string *atom_from_latin1(vm_isolate *vm, const uint8_t *chars, size_t length) {
    if (!reserve(vm)) return NULL;
    uint32_t hash = string_hash_latin1(chars, length), place;
    struct string *found = find(vm, hash, chars, length, false, &place);
    return found ? found : atom_create(vm, hash, chars, length, false, place);
}

// Text whose units are all narrow is copied narrow.
static struct string *atom_from_narrow_units(vm_isolate *vm, uint32_t hash, const uint16_t *chars,
                                             size_t length, uint32_t place) {
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    struct string *s = string_allocate_flat(vm, (uint32_t)length, false);
    if (!s) return NULL;
    if (!units_narrow(&vm->memory, chars, length, s->latin1)) return NULL;
    s->cell.word = hash;
    return enter(vm, s, place);
}

struct string *atom_from_utf16(vm_isolate *vm, const uint16_t *chars, size_t length) {
    if (!reserve(vm)) return NULL;
    uint32_t hash = string_hash_utf16(chars, length), place;
    struct string *found = find(vm, hash, chars, length, true, &place);
    if (found) return found;
    if (units_are_latin1(&vm->memory, chars, length))
        return atom_from_narrow_units(vm, hash, chars, length, place);
    return atom_create(vm, hash, chars, length, true, place);
}

struct string *atom_from_text(vm_isolate *vm, const char *ascii) {
    return atom_from_latin1(vm, (const uint8_t *)ascii, strlen(ascii));
}

struct string *atom_from_string(vm_isolate *vm, struct string *s) {
    if (string_is_atom(s)) return s;
    if (!string_flatten(vm, s) || !reserve(vm)) return NULL;
    bool wide = string_is_wide(s);
    uint32_t hash = string_hash(s), place;
    struct string *found = find(vm, hash, s->chars, s->length, wide, &place);
    if (found) return found;
    if (wide && units_are_latin1(&vm->memory, string_utf16(s), s->length)) {
        return atom_from_narrow_units(vm, hash, string_utf16(s), s->length, place);
    }
    if (s->cell.flags & (STRING_SLICE | STRING_VIEW))
        return atom_create(vm, hash, s->chars, s->length, wide, place);
    return enter(vm, s, place);
}

bool key_from_string(vm_isolate *vm, struct string *s, property_key *key) {
    if (!string_is_atom(s)) {
        if (!string_flatten(vm, s)) return false;
        uint32_t index;
        if (string_is_array_index(s, &index)) {
            *key = key_from_index(index);
            return true;
        }
        s = atom_from_string(vm, s);
        if (!s) return false;
    }
    *key = key_from_cell(s);
    return true;
}

bool key_from_text(vm_isolate *vm, const char *ascii, property_key *key) {
    struct string *s = string_from_text(vm, ascii);
    return s && key_from_string(vm, s, key);
}

vm_value key_to_value(vm_isolate *vm, property_key key) {
    if (!key_is_index(key)) return value_from_cell(key_as_cell(key));
    struct string *s = string_from_number(vm, key_as_index(key));
    return s ? value_from_cell(s) : VALUE_EXCEPTION;
}

// -- Start and end --------------------------------------------------------------------------------------

static const struct predefined {
    const char *text;
    uint32_t length;
} predefined_atoms[ATOM_COUNT] = {
#define ATOM(id, text) {text, sizeof text - 1},
#include "object/atoms.def"
#undef ATOM
};

static bool create_predefined(vm_isolate *vm) {
    struct atom_table *table = vm->atom_table;
    for (uint32_t id = 0; id < ATOM_COUNT; id++) {
        const struct predefined *row = &predefined_atoms[id];
        struct string *s = heap_allocate(&vm->heap, CELL_STRING, STRING_HEADER_SIZE + row->length);
        if (!s) return false;
        memcpy(s->latin1, row->text, row->length);
        s->cell.flags = STRING_ATOM | STRING_NOT_INDEX;
        s->cell.word = string_hash_latin1((const uint8_t *)row->text, row->length);
        s->length = row->length;
        s->index = id;
        s->chars = s->latin1;
        vm->atoms[id] = s;
        FOR_EACH_PROBE(table, s->cell.word, i) {
            if (table->slots[i] == SLOT_EMPTY) {
                table->slots[i] = slot_make(s);
                break;
            }
        }
    }
    table->used = table->live = ATOM_COUNT;
    vm->empty_string = vm->atoms[ATOM_empty];
    return true;
}

bool atom_table_initialize(vm_isolate *vm) {
    _Static_assert(ATOM_COUNT < FIRST_CAPACITY / 2, "the first table holds the predefined atoms");
    struct atom_table *table = memory_allocate_zeroed(&vm->memory, sizeof *table);
    if (!table) return false;
    vm->atom_table = table;
    table->slots = memory_allocate_zeroed(&vm->memory, FIRST_CAPACITY * sizeof *table->slots);
    if (!table->slots) return false;
    table->capacity = FIRST_CAPACITY;
    vm->heap.no_collect++;
    bool created = create_predefined(vm);
    vm->heap.no_collect--;
    if (!created) return false;
    table->processor = (struct weak_processor){.process = drop_dead, .data = table};
    heap_add_weak_processor(&vm->heap, &table->processor);
    return true;
}

void atom_table_finalize(vm_isolate *vm) {
    if (!vm->atom_table) return;
    VECTOR_FREE(&vm->memory, &vm->atom_table->recent);
    memory_free(&vm->memory, vm->atom_table->slots);
    memory_free(&vm->memory, vm->atom_table);
    vm->atom_table = NULL;
}
