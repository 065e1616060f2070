// Ephemeron tables, open-addressed by the address of the key, and the target of WeakRef.
//
// An entry's value is marked when its key is found alive; the table is looked at again until marking adds
// nothing. Dead entries are taken out before the sweep, by shifting back what follows them, so the table
// never holds a dead address.
#include "object/weak_table.h"

#include "object/isolate.h"
#include "object/throw.h"

struct weak_entry {
    struct cell *key; // NULL: free
    vm_value value;
};

struct weak_table {
    struct cell cell;
    uint32_t mask, count;
    struct weak_entry entries[];
};

static inline struct weak_table *table_of(const struct collection *c) {
    return (struct weak_table *)c->table;
}
static inline uint32_t home_of(const struct weak_table *t, const struct cell *key) {
    return (uint32_t)(((uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15ull) >> 32) & t->mask;
}

static struct weak_table *table_create(vm_isolate *vm, uint32_t size) {
    size_t bytes = sizeof(struct weak_table) + (size_t)size * sizeof(struct weak_entry);
    struct weak_table *t = heap_allocate(&vm->heap, CELL_WEAK_TABLE, bytes);
    if (!t) {
        throw_out_of_memory(vm);
        return NULL;
    }
    t->mask = size - 1;
    t->count = 0;
    for (uint32_t i = 0; i < size; i++) {
        t->entries[i] = (struct weak_entry){.value = VALUE_EMPTY};
        if (memory_poll_step(&vm->memory, i)) continue;
        t->mask = 0;
        return NULL;
    }
    return t;
}

// The entry of `key`, or the free one where it would go.
static struct weak_entry *place_of(struct weak_table *t, const struct cell *key) {
    uint32_t i = home_of(t, key);
    while (t->entries[i].key && t->entries[i].key != key)
        i = (i + 1) & t->mask;
    return &t->entries[i];
}

static void take_out(struct weak_table *t, uint32_t hole) {
    t->entries[hole] = (struct weak_entry){.value = VALUE_EMPTY};
    t->count--;
    for (uint32_t j = (hole + 1) & t->mask; t->entries[j].key; j = (j + 1) & t->mask) {
        uint32_t home = home_of(t, t->entries[j].key);
        if (((j - home) & t->mask) >= ((j - hole) & t->mask)) {
            t->entries[hole] = t->entries[j];
            t->entries[j] = (struct weak_entry){.value = VALUE_EMPTY};
            hole = j;
        }
    }
}

bool weak_table_initialize(vm_isolate *vm, struct collection *c) {
    struct weak_table *t = table_create(vm, 8);
    if (!t) return false;
    c->table = &t->cell;
    heap_write(&vm->heap, c);
    return true;
}

vm_value weak_table_get(struct collection *c, struct cell *key) {
    const struct weak_entry *entry = place_of(table_of(c), key);
    return entry->key ? entry->value : VALUE_ABSENT;
}

static bool grow(vm_isolate *vm, struct collection *c) {
    uint32_t size = table_of(c)->mask + 1;
    struct weak_table *larger = size <= UINT32_MAX / 4 ? table_create(vm, size * 2) : NULL;
    if (!larger) {
        throw_out_of_memory(vm);
        return false;
    }
    struct weak_table *t = table_of(c); // the allocation may have taken entries out
    for (uint32_t i = 0; i <= t->mask; i++) {
        if (t->entries[i].key) *place_of(larger, t->entries[i].key) = t->entries[i];
        if (!memory_poll_step(&vm->memory, i)) return false;
    }
    larger->count = t->count;
    c->table = &larger->cell;
    heap_write(&vm->heap, c);
    return true;
}

bool weak_table_set(vm_isolate *vm, struct collection *c, struct cell *key, vm_value value) {
    struct weak_table *t = table_of(c);
    struct weak_entry *entry = place_of(t, key);
    if (!entry->key) {
        if ((t->count + 1ull) * 4 > (t->mask + 1ull) * 3) {
            if (!grow(vm, c)) return false;
            t = table_of(c);
            entry = place_of(t, key);
        }
        entry->key = key;
        t->count++;
    }
    entry->value = value;
    heap_write(&vm->heap, t);
    return true;
}

bool weak_table_delete(vm_isolate *vm, struct collection *c, struct cell *key) {
    (void)vm;
    struct weak_table *t = table_of(c);
    struct weak_entry *entry = place_of(t, key);
    if (!entry->key) return false;
    take_out(t, (uint32_t)(entry - t->entries));
    return true;
}

bool weak_table_push_entries(vm_isolate *vm, struct collection *c, bool values, uint64_t most,
                             struct object *array, uint64_t *count) {
    struct list *entries = list_create(vm);
    if (!entries || !list_reserve(vm, entries, 2 * table_of(c)->count)) return false;
    struct weak_table *t = table_of(c); // nothing is allocated, so nothing dies, until all are in the list
    *count = t->count;
    for (uint32_t i = 0, n = 0; i <= t->mask && n < most; i++) {
        if (!t->entries[i].key) continue;
        n++;
        entries->vector->values[entries->length++] = value_from_cell(t->entries[i].key);
        if (values) entries->vector->values[entries->length++] = t->entries[i].value;
    }
    for (uint32_t i = 0; i < entries->length; i++) {
        if (!array_push(vm, array, list_at(entries, i))) return false;
    }
    return true;
}

// --- collection ------------------------------------------------------------------------------------

void weak_table_trace(struct marker *marker, struct cell *cell) {
    struct weak_table *t = (struct weak_table *)cell;
    bool waiting = false;
    for (uint32_t i = 0; i <= t->mask; i++) {
        if (i % MEMORY_POLL_STEPS == MEMORY_POLL_STEPS - 1 && heap_abandons(marker_heap(marker))) return;
        if (t->entries[i].key && !mark_ephemeron(marker, t->entries[i].key, t->entries[i].value))
            waiting = true;
    }
    if (waiting) mark_ephemeron_later(marker, cell);
}

void weak_table_trace_clear_dead(struct heap *heap, struct cell *cell) {
    struct weak_table *t = (struct weak_table *)cell;
    for (uint32_t i = 0; i <= t->mask; i++) {
        if (i % MEMORY_POLL_STEPS == MEMORY_POLL_STEPS - 1 && heap_abandons(heap)) return;
        while (t->entries[i].key && !heap_is_live(heap, t->entries[i].key))
            take_out(t, i);
    }
}

void weak_ref_trace(struct marker *marker, struct cell *cell) { object_trace(marker, cell); }

void weak_ref_trace_clear_dead(struct heap *heap, struct cell *cell) {
    struct weak_ref *reference = (struct weak_ref *)cell;
    if (reference->target && !heap_is_live(heap, reference->target)) reference->target = NULL;
}
