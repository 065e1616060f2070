#include "object/finalization_registry.h"

#include "object/isolate.h"
#include "object/throw.h"

#define NOWHERE UINT32_MAX

enum entry_state { ENTRY_FREE, ENTRY_ALIVE, ENTRY_DEAD };

struct entry {
    struct cell *target;
    struct cell *token; // NULL: none
    vm_value held;
    uint32_t next;  // of the same chain, or free place
    uint32_t state; // enum entry_state
};

struct finalization_table {
    struct cell cell;
    uint32_t capacity;         // a power of two; as many chains follow the entries
    uint32_t used;             // places ever used
    uint32_t free;             // list of free ones among them
    uint32_t dead, first_dead; // entries to be told; none stands before first_dead
    struct entry entries[];
};

static inline uint32_t *chains_of(struct finalization_table *t) {
    return (uint32_t *)&t->entries[t->capacity];
}
static inline uint32_t *chain_of(struct finalization_table *t, const struct cell *token) {
    uint64_t hash = (uint64_t)(uintptr_t)token * 0x9E3779B97F4A7C15ull >> 32;
    return &chains_of(t)[hash & (t->capacity - 1)];
}

static void link_entry(struct finalization_table *t, uint32_t i) {
    if (!t->entries[i].token) return;
    uint32_t *chain = chain_of(t, t->entries[i].token);
    t->entries[i].next = *chain;
    *chain = i;
}

static void unlink_entry(struct finalization_table *t, uint32_t i) {
    if (!t->entries[i].token) return;
    uint32_t *at = chain_of(t, t->entries[i].token);
    while (*at != i)
        at = &t->entries[*at].next;
    *at = t->entries[i].next;
}

static void link_all(struct finalization_table *t) {
    memset(chains_of(t), 0xFF, t->capacity * sizeof(uint32_t));
    for (uint32_t i = 0; i < t->used; i++) {
        if (t->entries[i].state != ENTRY_FREE) link_entry(t, i);
    }
}

// Removes an entry that is in no chain any more.
static void free_entry(struct finalization_table *t, uint32_t i) {
    if (t->entries[i].state == ENTRY_DEAD) t->dead--;
    t->entries[i] = (struct entry){.held = VALUE_UNDEFINED, .next = t->free, .state = ENTRY_FREE};
    t->free = i;
}

// A table of twice the size. False with the error pending.
static bool grow(vm_isolate *vm, struct finalization_registry *registry) {
    struct finalization_table *old = registry->table;
    uint32_t capacity = old ? old->capacity * 2 : 8;
    size_t bytes = sizeof(struct finalization_table) - sizeof(struct cell) +
                   (size_t)capacity * (sizeof(struct entry) + sizeof(uint32_t));
    struct finalization_table *t =
        capacity > UINT32_MAX / 4 ? NULL : (void *)heap_allocate_bytes(&vm->heap, bytes);
    if (!t) {
        throw_out_of_memory(vm);
        return false;
    }
    t->capacity = capacity;
    t->used = t->dead = t->first_dead = 0;
    t->free = NOWHERE;
    if (old) { // the allocation may have emptied targets of it
        memcpy(t->entries, old->entries, old->used * sizeof *old->entries);
        t->used = old->used;
        t->free = old->free;
        t->dead = old->dead;
        t->first_dead = old->first_dead;
    }
    link_all(t);
    registry->table = t;
    heap_write(&vm->heap, registry);
    if (old) heap_free_payload(&vm->heap, old);
    return true;
}

bool finalization_registry_add(vm_isolate *vm, struct finalization_registry *registry, struct cell *target,
                               vm_value held, struct cell *token) {
    struct finalization_table *t = registry->table;
    if (!t || (t->free == NOWHERE && t->used == t->capacity)) {
        if (!grow(vm, registry)) return false;
        t = registry->table;
    }
    uint32_t i = t->free;
    if (i == NOWHERE) {
        i = t->used++;
    } else {
        t->free = t->entries[i].next;
    }
    t->entries[i] =
        (struct entry){.target = target, .token = token, .held = held, .next = NOWHERE, .state = ENTRY_ALIVE};
    link_entry(t, i);
    heap_write(&vm->heap, registry);
    return true;
}

bool finalization_registry_remove(struct finalization_registry *registry, const struct cell *token) {
    struct finalization_table *t = registry->table;
    bool removed = false;
    if (!t) return false;
    for (uint32_t *at = chain_of(t, token); *at != NOWHERE;) {
        uint32_t i = *at;
        if (t->entries[i].token != token) {
            at = &t->entries[i].next;
            continue;
        }
        *at = t->entries[i].next;
        free_entry(t, i);
        removed = true;
    }
    return removed;
}

vm_value finalization_registry_take_dead(struct finalization_registry *registry) {
    struct finalization_table *t = registry->table;
    if (!t || !t->dead) return VALUE_ABSENT;
    uint32_t i = t->first_dead;
    while (t->entries[i].state != ENTRY_DEAD)
        i++;
    t->first_dead = i + 1;
    vm_value held = t->entries[i].held;
    unlink_entry(t, i);
    free_entry(t, i);
    return held;
}

// --- collection ------------------------------------------------------------------------------------

void finalization_registry_trace(struct marker *marker, struct cell *cell) {
    struct finalization_registry *registry = (struct finalization_registry *)cell;
    struct finalization_table *t = registry->table;
    object_trace(marker, cell);
    mark_value(marker, registry->cleanup);
    mark_cell(marker, registry->next);
    if (!t) return;
    mark_payload(marker, t);
    for (uint32_t i = 0; i < t->used; i++)
        mark_value(marker, t->entries[i].held);
}

void finalization_registry_trace_clear_dead(struct heap *heap, struct cell *cell) {
    struct finalization_registry *registry = (struct finalization_registry *)cell;
    struct finalization_table *t = registry->table;
    vm_isolate *vm = heap_isolate(heap);
    bool relink = false;
    for (uint32_t i = 0; t && i < t->used; i++) {
        struct entry *entry = &t->entries[i];
        if (entry->state == ENTRY_ALIVE && !heap_is_live(heap, entry->target)) {
            entry->target = NULL;
            entry->state = ENTRY_DEAD;
            t->dead++;
            if (i < t->first_dead) t->first_dead = i;
        }
        if (entry->token && !heap_is_live(heap, entry->token)) {
            entry->token = NULL;
            relink = true;
        }
    }
    if (relink) link_all(t);
    if (t && t->dead && !registry->queued) {
        registry->queued = true;
        registry->next = vm->finalizations;
        vm->finalizations = registry;
    }
}
