// Map and Set tables: insertion order in a vector of key/value pairs, hash chains beside.
//
//   entries   VECTOR: key, value, key, value ...; a deleted entry is EMPTY, EMPTY
//   links     BYTES: per entry its hash and the next entry of its chain, then the buckets
//
// Growing keeps positions: the vector is resized and the chains are made anew. When many entries are deleted
// the live ones move to a new table; the old one then points to it by `successor` and keeps its vector only
// to say which entries were gone, so that a cursor can find its place (ordered_table_next). Clearing does the
// same with `cleared`.
#include "object/ordered_table.h"

#include "object/bigint.h"
#include "object/isolate.h"
#include "object/throw.h"

#define NO_ENTRY UINT32_MAX
#define SMALLEST_CAPACITY 4u
#define LARGEST_CAPACITY (1u << 30)
#define FIRST_STEPS (1u << 16) // that a deletion moves `first` on, at most

struct link {
    uint32_t hash, next;
};

struct links {
    struct cell cell;
    struct link of[]; // capacity, then uint32_t buckets[capacity]
};

struct ordered_table {
    struct cell cell;
    uint32_t capacity;      // entries; a power of two, and the number of buckets
    uint32_t used;          // entries ever added
    uint32_t count;         // live entries
    uint32_t first;         // all entries before it are deleted
    struct vector *entries; // NULL while capacity is 0
    struct links *links;
    struct ordered_table *successor; // NULL: current
    bool cleared;
};

static inline struct ordered_table *table_of(const struct collection *c) {
    return (struct ordered_table *)c->table;
}
static inline uint32_t *buckets_of(const struct ordered_table *t) {
    return (uint32_t *)&t->links->of[t->capacity];
}
static inline vm_value *entry_of(const struct ordered_table *t, uint32_t i) {
    return &t->entries->values[2 * (size_t)i];
}

// --- hashing ---------------------------------------------------------------------------------------

static inline uint32_t mix(uint64_t bits) {
    bits *= 0x9E3779B97F4A7C15ull;
    return (uint32_t)(bits >> 32);
}

// Brings a key to the form in which SameValueZero is sameness of bits, except for strings and bigints, and
// hashes it. False with the error pending.
static bool prepare_key(vm_isolate *vm, vm_value *key, uint32_t *hash) {
    vm_value v = *key;
    if (value_is_cell(v)) {
        switch (value_cell_kind(v)) {
        case CELL_STRING: {
            struct string *s = string_flatten(vm, value_as_string(v));
            if (!s) return false;
            *hash = mix(string_hash(s));
            return true;
        }
        case CELL_BIGINT: *hash = mix(bigint_hash(value_as_bigint(v))); return true;
        default: break;
        }
    } else if (value_is_double(v)) {
        double d = value_unbox_double(v);
        *key = v = d == d ? value_from_double(d + 0.0) : value_box_double(__builtin_nan(""));
    }
    *hash = mix(v.bits);
    return true;
}

static bool same_strings(const struct memory *memory, const struct string *a, const struct string *b) {
    if (string_is_atom(a) && string_is_atom(b)) return false;
    return string_has_units(memory, a, b->chars, b->length, string_is_wide(b));
}

// Sameness of prepared keys with equal hashes and different bits.
static bool same_contents(const struct memory *memory, vm_value a, vm_value b) {
    if (!value_is_cell(a) || !value_is_cell(b) || value_cell_kind(a) != value_cell_kind(b)) return false;
    if (value_cell_kind(a) == CELL_STRING)
        return same_strings(memory, value_as_string(a), value_as_string(b));
    return value_cell_kind(a) == CELL_BIGINT && bigint_equals(value_as_bigint(a), value_as_bigint(b));
}

// NO_ENTRY, too, when the comparison of long keys was given up: vm->terminating tells.
static uint32_t find(const struct memory *memory, const struct ordered_table *t, vm_value key,
                     uint32_t hash) {
    if (!t->count) return NO_ENTRY;
    bool by_content =
        value_is_cell(key) && (value_cell_kind(key) == CELL_STRING || value_cell_kind(key) == CELL_BIGINT);
    const struct link *link;
    for (uint32_t i = buckets_of(t)[hash & (t->capacity - 1)]; i != NO_ENTRY; i = link->next) {
        link = &t->links->of[i];
        if (link->hash != hash) continue;
        vm_value candidate = *entry_of(t, i);
        if (value_same_bits(candidate, key) || (by_content && same_contents(memory, candidate, key)))
            return i;
    }
    return NO_ENTRY;
}

// --- storage ---------------------------------------------------------------------------------------

static struct ordered_table *table_create(vm_isolate *vm) {
    struct ordered_table *t = heap_allocate_zeroed(&vm->heap, CELL_ORDERED_TABLE, sizeof *t);
    if (!t) throw_out_of_memory(vm);
    return t;
}

static inline void chain(struct links *links, uint32_t capacity, uint32_t i, uint32_t hash) {
    uint32_t *bucket = (uint32_t *)&links->of[capacity] + (hash & (capacity - 1));
    links->of[i] = (struct link){.hash = hash, .next = *bucket};
    *bucket = i;
}

// Links without chains. NULL: error pending.
static struct links *links_create(vm_isolate *vm, uint32_t capacity) {
    size_t bytes = (size_t)capacity * (sizeof(struct link) + sizeof(uint32_t));
    struct links *links = (struct links *)heap_allocate_bytes(&vm->heap, bytes);
    if (!links) {
        throw_out_of_memory(vm);
        return NULL;
    }
    uint32_t *buckets = (uint32_t *)&links->of[capacity];
    for (uint32_t i = 0; i < capacity; i++) {
        buckets[i] = NO_ENTRY;
        if (!memory_poll_step(&vm->memory, i)) return NULL;
    }
    return links;
}

// Room for more entries at the same positions.
static bool grow(vm_isolate *vm, struct ordered_table *t) {
    uint32_t capacity = t->capacity ? t->capacity * 2 : SMALLEST_CAPACITY;
    if (capacity > LARGEST_CAPACITY) {
        throw_out_of_memory(vm);
        return false;
    }
    struct links *links = links_create(vm, capacity), *old = t->links;
    if (!links) return false;
    for (uint32_t i = t->first; i < t->used; i++) {
        if (!value_is_empty(*entry_of(t, i))) chain(links, capacity, i, old->of[i].hash);
        if (!memory_poll_step(&vm->memory, i)) return false;
    }
    struct vector *entries = heap_resize_vector(&vm->heap, t->entries, capacity * 2);
    if (!entries) {
        throw_out_of_memory(vm);
        return false;
    }
    t->entries = entries;
    t->links = links;
    t->capacity = capacity;
    heap_write(&vm->heap, t);
    if (old) heap_free_payload(&vm->heap, old);
    return true;
}

static void retire(vm_isolate *vm, struct collection *c, struct ordered_table *successor) {
    struct ordered_table *old = table_of(c);
    old->links = NULL;
    old->successor = successor;
    heap_write(&vm->heap, old);
    c->table = &successor->cell;
    heap_write(&vm->heap, c);
}

// Moves the live entries to a new table.
static bool compact(vm_isolate *vm, struct collection *c) {
    struct ordered_table *old = table_of(c);
    uint32_t capacity = SMALLEST_CAPACITY;
    while (capacity / 2 < old->count)
        capacity *= 2;
    struct ordered_table *t = table_create(vm);
    if (!t) return false;
    struct links *links = links_create(vm, capacity);
    if (!links) return false;
    struct vector *entries = heap_allocate_vector(&vm->heap, capacity * 2);
    if (!entries) {
        throw_out_of_memory(vm);
        return false;
    }
    t->capacity = capacity;
    t->links = links;
    t->entries = entries;
    for (uint32_t i = old->first; i < old->used; i++) {
        const vm_value *entry = entry_of(old, i);
        if (!memory_poll_step(&vm->memory, i)) return false;
        if (value_is_empty(entry[0])) continue;
        entry_of(t, t->used)[0] = entry[0];
        entry_of(t, t->used)[1] = entry[1];
        chain(links, capacity, t->used, old->links->of[i].hash);
        t->used++;
    }
    t->count = t->used;
    heap_write(&vm->heap, t);
    retire(vm, c, t);
    return true;
}

// --- operations ------------------------------------------------------------------------------------

uint32_t ordered_table_size(const struct collection *c) { return table_of(c)->count; }

bool ordered_table_initialize(vm_isolate *vm, struct collection *c) {
    struct ordered_table *t = table_create(vm);
    if (!t) return false;
    c->table = &t->cell;
    heap_write(&vm->heap, c);
    return true;
}

vm_value ordered_table_get(vm_isolate *vm, struct collection *c, vm_value key) {
    uint32_t hash;
    if (!prepare_key(vm, &key, &hash)) return VALUE_EXCEPTION;
    uint32_t i = find(&vm->memory, table_of(c), key, hash);
    if (i != NO_ENTRY) return entry_of(table_of(c), i)[1];
    return vm->terminating ? VALUE_EXCEPTION : VALUE_ABSENT;
}

bool ordered_table_has(vm_isolate *vm, struct collection *c, vm_value key) {
    uint32_t hash;
    return prepare_key(vm, &key, &hash) && find(&vm->memory, table_of(c), key, hash) != NO_ENTRY;
}

bool ordered_table_set(vm_isolate *vm, struct collection *c, vm_value key, vm_value value) {
    uint32_t hash;
    if (!prepare_key(vm, &key, &hash)) return false;
    struct ordered_table *t = table_of(c);
    uint32_t i = find(&vm->memory, t, key, hash);
    if (i == NO_ENTRY) {
        if (__builtin_expect(vm->terminating, 0)) return false;
        if (t->used == t->capacity) {
            bool sparse = t->used - t->count > t->used / 4;
            if (!(sparse ? compact(vm, c) : grow(vm, t))) return false;
            t = table_of(c);
        }
        i = t->used++;
        t->count++;
        entry_of(t, i)[0] = key;
        chain(t->links, t->capacity, i, hash);
        heap_write_slot(&vm->heap, t, t->entries, 2 * i);
    }
    entry_of(t, i)[1] = value;
    heap_write_slot(&vm->heap, t, t->entries, 2 * i + 1);
    return true;
}

bool ordered_table_delete(vm_isolate *vm, struct collection *c, vm_value key) {
    uint32_t hash;
    if (!prepare_key(vm, &key, &hash)) return false;
    struct ordered_table *t = table_of(c);
    uint32_t i = find(&vm->memory, t, key, hash);
    if (i == NO_ENTRY) return false;
    entry_of(t, i)[0] = entry_of(t, i)[1] = VALUE_EMPTY;
    t->count--;
    uint32_t most = t->used - t->first < FIRST_STEPS ? t->used : t->first + FIRST_STEPS;
    while (t->first < most && value_is_empty(*entry_of(t, t->first)))
        t->first++;
    // A table that stays large for few entries is only waste: a failure to make a smaller one is none.
    if (t->used >= 64 && t->count < t->used / 4 && !compact(vm, c) && !vm->terminating)
        vm->exception = VALUE_EMPTY;
    return true;
}

bool ordered_table_clear(vm_isolate *vm, struct collection *c) {
    struct ordered_table *t = table_of(c);
    if (!t->used) return true;
    struct ordered_table *empty = table_create(vm);
    if (!empty) return false;
    t->cleared = true;
    t->entries = NULL;
    retire(vm, c, empty);
    return true;
}

bool ordered_table_next(struct ordered_cursor *cursor, vm_value *key, vm_value *value) {
    const struct ordered_table *t = (struct ordered_table *)cursor->table;
    for (; t->successor; t = t->successor) {
        uint32_t position = 0;
        for (uint32_t i = 0; !t->cleared && i < cursor->position; i++)
            position += !value_is_empty(*entry_of(t, i));
        cursor->position = position;
        cursor->table = &t->successor->cell;
    }
    if (cursor->position < t->first) cursor->position = t->first;
    while (cursor->position < t->used) {
        const vm_value *entry = entry_of(t, cursor->position++);
        if (value_is_empty(entry[0])) continue;
        *key = entry[0];
        *value = entry[1];
        return true;
    }
    return false;
}

// --- collection ------------------------------------------------------------------------------------

void ordered_table_trace(struct marker *marker, struct cell *cell) {
    struct ordered_table *t = (struct ordered_table *)cell;
    if (t->entries) mark_vector(marker, cell, t->entries, t->successor ? 0 : t->used * 2);
    if (t->links) mark_payload(marker, t->links);
    mark_cell(marker, t->successor);
}

void collection_trace(struct marker *marker, struct cell *cell) {
    object_trace(marker, cell);
    mark_cell(marker, ((struct collection *)cell)->table);
}
