// Shapes: the transition tree, look-up tables, dictionary mode. shape.h has the picture.
//
// A SHAPE_TABLE keeps entries in creation order with a hash index behind them. In the shared tree, entry i
// belongs to the i-th property, and one table serves a whole line of descent: a shape reads only the entries
// below its own count. A child appends in place when the table ends exactly where its parent does (the parent
// is the tip); who comes second builds a table of its own when it is first asked. So an ancestor never loses
// its table to a child.
//
// In dictionary mode the table belongs to one object: removed entries stay as gaps (key 0) until the next
// rehash, freed slots are kept in a list behind the index and are given out again first.
//
// Transitions and the isolate's roots are sets of shapes, open-addressed by what leads to the member, with
// members held weakly: the dead are taken out after marking, by shifting back what follows them.
#include "object/shape.h"

#include "object/isolate.h"
#include "object/throw.h"

#define REBUILD_LIMIT 64 // longer shapes turn to dictionaries instead of being replayed with a change

// Keys of marker transitions: no cell, no index.
#define MARKER_NOT_EXTENSIBLE ((property_key){0x02})
#define MARKER_PROTOTYPE ((property_key){0x06})
#define MARKER_FLAGS (SHAPE_NOT_EXTENSIBLE | SHAPE_IS_PROTOTYPE)

struct table_entry {
    property_key key; // 0: removed
    uint32_t slot;
    uint8_t attributes;
};

struct shape_table {
    struct cell cell;
    uint32_t capacity; // of entries
    uint32_t used;
    uint32_t mask;  // size of the index - 1
    uint32_t freed; // slots in the list of free ones (dictionary mode)
    struct table_entry entries[];
    // uint32_t index[mask + 1]: 0 empty, else entry + 1
    // uint32_t free_slots[capacity]: dictionary mode only
};

struct shape_set {
    struct cell cell;
    uint32_t mask, used;
    struct shape *members[];
};

struct shape_roots {
    struct shape **members;
    uint32_t mask, used;
    struct weak_processor processor;
};

typedef uint32_t (*shape_set_hash)(const struct shape *member);

// --- weak sets -------------------------------------------------------------------------------------

static inline uint32_t transition_hash_of(property_key key, uint8_t attributes) {
    return key_hash(key) + attributes * 0x9E3779B1u;
}

static uint32_t transition_hash(const struct shape *child) {
    return transition_hash_of(child->key, child->cell.aux);
}

static inline uint32_t root_hash_of(const struct object *prototype, uint32_t layout) {
    return key_hash(key_from_cell(prototype)) + layout * 0x9E3779B1u;
}

static uint32_t root_hash(const struct shape *root) { return root_hash_of(root->prototype, root->cell.word); }

static void set_put(struct shape **members, uint32_t mask, shape_set_hash hash, struct shape *member) {
    uint32_t i = hash(member) & mask;
    while (members[i])
        i = (i + 1) & mask;
    members[i] = member;
}

// Takes out every member that did not survive. Each hole is filled by the next member that may stand there.
static uint32_t set_drop_dead(struct heap *heap, struct shape **members, uint32_t mask, shape_set_hash hash) {
    uint32_t dropped = 0;
    for (uint32_t i = 0; i <= mask; i++) {
        while (members[i] && !heap_is_live(heap, members[i])) {
            dropped++;
            uint32_t hole = i;
            members[hole] = NULL;
            for (uint32_t j = (i + 1) & mask; members[j]; j = (j + 1) & mask) {
                uint32_t home = hash(members[j]) & mask;
                if (((j - home) & mask) >= ((j - hole) & mask)) {
                    members[hole] = members[j];
                    members[j] = NULL;
                    hole = j;
                }
            }
        }
    }
    return dropped;
}

static struct shape *transition_find(const struct shape *shape, property_key key, uint8_t attributes) {
    if (!shape->transitions) return NULL;
    if (shape->cell.flags & SHAPE_ONE_TRANSITION) {
        struct shape *child = shape->transitions;
        return key_equals(child->key, key) && child->cell.aux == attributes ? child : NULL;
    }
    const struct shape_set *set = shape->transitions;
    for (uint32_t i = transition_hash_of(key, attributes) & set->mask; set->members[i];
         i = (i + 1) & set->mask) {
        struct shape *child = set->members[i];
        if (key_equals(child->key, key) && child->cell.aux == attributes) return child;
    }
    return NULL;
}

static struct shape_set *transition_set_create(vm_isolate *vm, uint32_t size) {
    size_t bytes = sizeof(struct shape_set) + size * sizeof(struct shape *);
    struct shape_set *set = (struct shape_set *)heap_allocate_bytes(&vm->heap, bytes - sizeof(struct cell));
    if (!set) return NULL;
    set->mask = size - 1;
    set->used = 0;
    memset(set->members, 0, size * sizeof(struct shape *));
    return set;
}

// Records `child` under its parent. When memory is refused the transition is merely not shared.
static void transition_record(vm_isolate *vm, struct shape *parent, struct shape *child) {
    struct shape_set *set =
        parent->transitions && !(parent->cell.flags & SHAPE_ONE_TRANSITION) ? parent->transitions : NULL;
    if (parent->transitions && (!set || (set->used + 1) * 4 > (set->mask + 1) * 3)) {
        struct shape_set *larger = transition_set_create(vm, set ? (set->mask + 1) * 2 : 8);
        if (!larger) return;
        // The allocation may have dropped members.
        if (parent->cell.flags & SHAPE_ONE_TRANSITION) {
            set_put(larger->members, larger->mask, transition_hash, parent->transitions);
            larger->used = 1;
        } else if (set) {
            for (uint32_t i = 0; i <= set->mask; i++) {
                if (set->members[i]) {
                    set_put(larger->members, larger->mask, transition_hash, set->members[i]);
                    larger->used++;
                }
            }
        }
        parent->cell.flags &= ~SHAPE_ONE_TRANSITION;
        parent->transitions = set = larger;
    }
    if (set) {
        set_put(set->members, set->mask, transition_hash, child);
        set->used++;
    } else {
        parent->transitions = child;
        parent->cell.flags |= SHAPE_ONE_TRANSITION;
    }
    heap_write(&vm->heap, parent);
}

// --- roots -----------------------------------------------------------------------------------------

static void roots_process(struct heap *heap, void *data) {
    struct shape_roots *roots = data;
    roots->used -= set_drop_dead(heap, roots->members, roots->mask, root_hash);
}

bool shape_roots_initialize(vm_isolate *vm) {
    struct shape_roots *roots = memory_allocate_zeroed(&vm->memory, sizeof *roots);
    if (!roots) return false;
    roots->mask = 127;
    roots->members = memory_allocate_zeroed(&vm->memory, (roots->mask + 1) * sizeof *roots->members);
    if (!roots->members) {
        memory_free(&vm->memory, roots);
        return false;
    }
    roots->processor = (struct weak_processor){.process = roots_process, .data = roots};
    heap_add_weak_processor(&vm->heap, &roots->processor);
    vm->shape_roots = roots;
    return true;
}

void shape_roots_finalize(vm_isolate *vm) {
    if (!vm->shape_roots) return;
    memory_free(&vm->memory, vm->shape_roots->members);
    memory_free(&vm->memory, vm->shape_roots);
    vm->shape_roots = NULL;
}

static bool roots_grow(vm_isolate *vm, struct shape_roots *roots) {
    uint32_t mask = roots->mask * 2 + 1;
    struct shape **members = memory_allocate_zeroed(&vm->memory, ((size_t)mask + 1) * sizeof *members);
    if (!members) return false;
    for (uint32_t i = 0; i <= roots->mask; i++) {
        if (roots->members[i]) set_put(members, mask, root_hash, roots->members[i]);
    }
    memory_free(&vm->memory, roots->members);
    roots->members = members;
    roots->mask = mask;
    return true;
}

static struct shape *shape_allocate(vm_isolate *vm) {
    struct shape *shape = heap_allocate(&vm->heap, CELL_SHAPE, sizeof *shape);
    if (!shape) throw_out_of_memory(vm);
    return shape;
}

struct shape *shape_root(vm_isolate *vm, struct object *prototype, enum cell_kind kind,
                         uint32_t inline_capacity) {
    if (!object_inline_offsets[kind]) inline_capacity = 0;
    if (inline_capacity > OBJECT_MAXIMUM_INLINE) inline_capacity = OBJECT_MAXIMUM_INLINE;
    uint32_t layout = kind | inline_capacity << 8;
    struct shape_roots *roots = vm->shape_roots;
    uint32_t hash = root_hash_of(prototype, layout);
    for (uint32_t i = hash & roots->mask; roots->members[i]; i = (i + 1) & roots->mask) {
        struct shape *root = roots->members[i];
        if (root->prototype == prototype && root->cell.word == layout) return root;
    }
    if (prototype && !object_become_prototype(vm, prototype)) return NULL;
    struct shape *root = shape_allocate(vm);
    if (!root) return NULL;
    root->cell.word = layout;
    root->prototype = prototype;
    root->parent = NULL;
    root->key = (property_key){0};
    root->slot = root->count = root->slots = root->adds = 0;
    root->table = NULL;
    root->transitions = NULL;
    if ((roots->used + 1) * 4 > (roots->mask + 1) * 3 && !roots_grow(vm, roots)) {
        throw_out_of_memory(vm);
        return NULL;
    }
    set_put(roots->members, roots->mask, root_hash, root);
    roots->used++;
    return root;
}

// --- tables ----------------------------------------------------------------------------------------

static inline uint32_t *table_index(struct shape_table *table) {
    return (uint32_t *)&table->entries[table->capacity];
}
static inline uint32_t *table_free_slots(struct shape_table *table) {
    return table_index(table) + table->mask + 1;
}

// An empty table for `capacity` entries or more.
static struct shape_table *table_create(vm_isolate *vm, uint32_t capacity, bool dictionary) {
    uint32_t size = 16;
    while (size < capacity * 4ull / 3)
        size *= 2;
    capacity = size / 4 * 3;
    size_t bytes = sizeof(struct shape_table) + capacity * sizeof(struct table_entry) +
                   size * sizeof(uint32_t) + (dictionary ? capacity * sizeof(uint32_t) : 0);
    struct shape_table *table = heap_allocate(&vm->heap, CELL_SHAPE_TABLE, bytes);
    if (!table) return NULL;
    table->capacity = capacity;
    table->used = table->freed = 0;
    table->mask = size - 1;
    memset(table_index(table), 0, size * sizeof(uint32_t));
    return table;
}

static struct table_entry *table_find(struct shape_table *table, property_key key) {
    uint32_t *index = table_index(table);
    for (uint32_t i = key_hash(key) & table->mask; index[i]; i = (i + 1) & table->mask) {
        struct table_entry *entry = &table->entries[index[i] - 1];
        if (key_equals(entry->key, key)) return entry;
    }
    return NULL;
}

static void table_append(struct shape_table *table, property_key key, uint32_t slot, uint8_t attributes) {
    uint32_t *index = table_index(table);
    uint32_t i = key_hash(key) & table->mask;
    while (index[i])
        i = (i + 1) & table->mask;
    table->entries[table->used++] = (struct table_entry){.key = key, .slot = slot, .attributes = attributes};
    index[i] = table->used;
}

// A copy of a shape's properties, with room for `more`. NULL when memory is refused.
static struct shape_table *table_copy(vm_isolate *vm, struct shape *shape, uint32_t more, bool dictionary) {
    uint32_t room = shape->count + more;
    if (dictionary && room < shape->slots + more) room = shape->slots + more;
    struct shape_table *table = table_create(vm, room, dictionary);
    if (!table) return NULL;
    struct shape_table *old = shape->table;
    if (old) {
        uint32_t end = shape_is_dictionary(shape) ? old->used : shape->count;
        for (uint32_t i = 0; i < end; i++) {
            struct table_entry *entry = &old->entries[i];
            if (!memory_poll_step(&vm->memory, i)) return NULL;
            if (entry->key.bits) table_append(table, entry->key, entry->slot, entry->attributes);
        }
        if (shape_is_dictionary(shape)) {
            memcpy(table_free_slots(table), table_free_slots(old), old->freed * sizeof(uint32_t));
            table->freed = old->freed;
        }
        return table;
    }
    for (struct shape *s = shape; s->parent; s = s->parent) {
        if (s->count == s->parent->count) continue; // a marker
        table->entries[s->slot] =
            (struct table_entry){.key = s->key, .slot = s->slot, .attributes = s->cell.aux};
    }
    uint32_t *index = table_index(table);
    for (uint32_t n = 0; n < shape->count; n++) {
        uint32_t i = key_hash(table->entries[n].key) & table->mask;
        while (index[i])
            i = (i + 1) & table->mask;
        index[i] = n + 1;
    }
    table->used = shape->count;
    return table;
}

static bool lookup_by_walk(const struct shape *shape, property_key key, struct shape_property *out) {
    for (const struct shape *s = shape; s->parent; s = s->parent) {
        if (key_equals(s->key, key)) {
            *out = (struct shape_property){.key = key, .slot = s->slot, .attributes = s->cell.aux};
            return true;
        }
    }
    return false;
}

bool shape_lookup(vm_isolate *vm, struct shape *shape, property_key key, struct shape_property *out) {
    if (!shape->table) {
        if (shape->count <= SHAPE_LINEAR_LIMIT) return lookup_by_walk(shape, key, out);
        vm->heap.no_collect++;
        shape->table = table_copy(vm, shape, 4, false);
        vm->heap.no_collect--;
        heap_write(&vm->heap, shape);
        if (!shape->table) return lookup_by_walk(shape, key, out);
    }
    const struct table_entry *entry = table_find(shape->table, key);
    if (!entry) return false;
    if (!shape_is_dictionary(shape) && entry - shape->table->entries >= shape->count) return false;
    *out = (struct shape_property){.key = key, .slot = entry->slot, .attributes = entry->attributes};
    return true;
}

void shape_properties(struct shape *shape, struct shape_property *out) {
    if (!shape_is_dictionary(shape)) {
        for (struct shape *s = shape; s->parent; s = s->parent) {
            if (s->count == s->parent->count) continue;
            out[s->slot] = (struct shape_property){.key = s->key, .slot = s->slot, .attributes = s->cell.aux};
        }
        return;
    }
    for (uint32_t i = 0; i < shape->table->used; i++) {
        const struct table_entry *entry = &shape->table->entries[i];
        if (entry->key.bits) {
            *out++ = (struct shape_property){
                .key = entry->key, .slot = entry->slot, .attributes = entry->attributes};
        }
    }
}

// --- growing ---------------------------------------------------------------------------------------

static inline bool attributes_special(uint8_t attributes) {
    return (attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY)) || !(attributes & PROPERTY_WRITABLE);
}

static struct shape *dictionary_add(vm_isolate *vm, struct shape *shape, property_key key, uint8_t attributes,
                                    struct shape_property *out) {
    if (shape->table->used == shape->table->capacity) {
        struct shape_table *table = table_copy(vm, shape, shape->count + 8, true);
        if (!table) {
            throw_out_of_memory(vm);
            return NULL;
        }
        shape->table = table;
    }
    struct shape_table *table = shape->table;
    uint32_t slot = table->freed ? table_free_slots(table)[--table->freed] : shape->slots++;
    table_append(table, key, slot, attributes);
    shape->count++;
    if (attributes_special(attributes)) shape->cell.flags |= SHAPE_HAS_SPECIAL;
    heap_write(&vm->heap, shape);
    if (out) *out = (struct shape_property){.key = key, .slot = slot, .attributes = attributes};
    return shape;
}

// A new child of `parent` with the same properties.
static struct shape *child_create(vm_isolate *vm, struct shape *parent, property_key key,
                                  uint8_t attributes) {
    struct shape *child = shape_allocate(vm);
    if (!child) return NULL;
    child->cell.word = parent->cell.word;
    child->cell.flags = parent->cell.flags & (MARKER_FLAGS | SHAPE_HAS_SPECIAL);
    child->cell.aux = attributes;
    child->prototype = parent->prototype;
    child->parent = parent;
    child->key = key;
    child->slot = parent->slots;
    child->count = parent->count;
    child->slots = parent->slots;
    child->adds = parent->adds;
    child->table = parent->table;
    child->transitions = NULL;
    return child;
}

struct shape *shape_add(vm_isolate *vm, struct shape *shape, property_key key, uint8_t attributes,
                        bool computed, struct shape_property *out) {
    if (shape_is_dictionary(shape)) return dictionary_add(vm, shape, key, attributes, out);
    struct shape *child = transition_find(shape, key, attributes);
    if (!child) {
        if (shape->slots >= SHAPE_SLOT_LIMIT || (computed && shape->adds >= SHAPE_DICTIONARY_LIMIT)) {
            struct shape *dictionary = shape_to_dictionary(vm, shape);
            return dictionary ? dictionary_add(vm, dictionary, key, attributes, out) : NULL;
        }
        child = child_create(vm, shape, key, attributes);
        if (!child) return NULL;
        child->count++;
        child->slots++;
        child->adds += computed;
        if (attributes_special(attributes)) child->cell.flags |= SHAPE_HAS_SPECIAL;
        struct shape_table *table = child->table;
        if (table && table->used == shape->count) {
            if (table->used == table->capacity) {
                struct shape_table *larger = table_copy(vm, shape, shape->count, false);
                child->table = table = larger;
                heap_write(&vm->heap, child);
            }
            if (table) table_append(table, key, child->slot, attributes);
        } else {
            child->table = NULL;
        }
        transition_record(vm, shape, child);
    }
    if (out) *out = (struct shape_property){.key = key, .slot = child->slot, .attributes = attributes};
    return child;
}

// --- dictionaries ----------------------------------------------------------------------------------

struct shape *shape_to_dictionary(vm_isolate *vm, struct shape *shape) {
    struct shape_table *table = table_copy(vm, shape, shape->count / 2 + 8, true);
    struct shape *dictionary = table ? shape_allocate(vm) : NULL;
    if (!dictionary) {
        throw_out_of_memory(vm);
        return NULL;
    }
    dictionary->cell.word = shape->cell.word;
    dictionary->cell.flags = (shape->cell.flags & (MARKER_FLAGS | SHAPE_HAS_SPECIAL)) | SHAPE_DICTIONARY;
    dictionary->prototype = shape->prototype;
    dictionary->parent = NULL;
    dictionary->key = (property_key){0};
    dictionary->slot = 0;
    dictionary->count = shape->count;
    dictionary->slots = shape->slots;
    dictionary->adds = shape->adds;
    dictionary->table = table;
    dictionary->transitions = NULL;
    return dictionary;
}

// The same dictionary under a new identity, so that caches of the old one miss; the old shape is left empty.
// A shared shape gives a dictionary copy.
static struct shape *dictionary_renew(vm_isolate *vm, struct shape *shape) {
    if (!shape_is_dictionary(shape)) return shape_to_dictionary(vm, shape);
    struct shape *renewed = shape_allocate(vm);
    if (!renewed) return NULL;
    uint8_t gc = renewed->cell.gc;
    *renewed = *shape;
    renewed->cell.gc = gc;
    shape->table = NULL;
    shape->count = shape->slots = 0;
    return renewed;
}

static void dictionary_recompute_special(struct shape *shape) {
    shape->cell.flags &= ~SHAPE_HAS_SPECIAL;
    for (uint32_t i = 0; i < shape->table->used; i++) {
        const struct table_entry *entry = &shape->table->entries[i];
        if (entry->key.bits && attributes_special(entry->attributes)) shape->cell.flags |= SHAPE_HAS_SPECIAL;
    }
}

static bool key_is_private(property_key key) {
    return key_is_symbol(key) && (key_as_cell(key)->flags & SYMBOL_PRIVATE);
}

// Attributes of a property after a change: `key` gets `attributes`; key 0: `clear` is taken from all but
// private names.
static uint8_t changed_attributes(const struct shape_property *property, property_key key, uint8_t attributes,
                                  uint8_t clear) {
    if (key.bits) return key_equals(property->key, key) ? attributes : property->attributes;
    return key_is_private(property->key) ? property->attributes : property->attributes & ~clear;
}

// Replays the properties of a shared shape onto `root` with changed attributes, then the markers.
static struct shape *shape_replay(vm_isolate *vm, struct shape *shape, struct shape *root, property_key key,
                                  uint8_t attributes, uint8_t clear) {
    struct shape_property properties[REBUILD_LIMIT];
    shape_properties(shape, properties);
    struct shape *result = root;
    for (uint32_t i = 0; i < shape->count && result; i++) {
        result = shape_add(vm, result, properties[i].key,
                           changed_attributes(&properties[i], key, attributes, clear), false, NULL);
    }
    if (result && (shape->cell.flags & SHAPE_IS_PROTOTYPE)) result = shape_of_prototype(vm, result);
    if (result && (shape->cell.flags & SHAPE_NOT_EXTENSIBLE)) result = shape_not_extensible(vm, result);
    return result;
}

static bool shape_is_long(const struct shape *shape) {
    return shape_is_dictionary(shape) || shape->count > REBUILD_LIMIT;
}

static struct shape *own_root(vm_isolate *vm, const struct shape *shape, struct object *prototype) {
    return shape_root(vm, prototype, shape_kind(shape), shape_inline_capacity(shape));
}

struct shape *shape_with_prototype(vm_isolate *vm, struct shape *shape, struct object *prototype) {
    if (shape->prototype == prototype) return shape;
    struct shape *root = own_root(vm, shape, prototype);
    if (!root) return NULL;
    if (!shape_is_long(shape)) return shape_replay(vm, shape, root, (property_key){0}, 0, 0);
    struct shape *dictionary = dictionary_renew(vm, shape);
    if (dictionary) dictionary->prototype = prototype;
    return dictionary;
}

static struct shape *shape_with_marker(vm_isolate *vm, struct shape *shape, property_key key, uint8_t flag) {
    if (shape->cell.flags & flag) return shape;
    if (shape_is_dictionary(shape)) {
        struct shape *renewed = dictionary_renew(vm, shape);
        if (renewed) renewed->cell.flags |= flag;
        return renewed;
    }
    struct shape *child = transition_find(shape, key, 0);
    if (child) return child;
    child = child_create(vm, shape, key, 0);
    if (!child) return NULL;
    child->cell.flags |= flag;
    transition_record(vm, shape, child);
    return child;
}

struct shape *shape_not_extensible(vm_isolate *vm, struct shape *shape) {
    return shape_with_marker(vm, shape, MARKER_NOT_EXTENSIBLE, SHAPE_NOT_EXTENSIBLE);
}

struct shape *shape_of_prototype(vm_isolate *vm, struct shape *shape) {
    return shape_with_marker(vm, shape, MARKER_PROTOTYPE, SHAPE_IS_PROTOTYPE);
}

struct shape *shape_change_attributes(vm_isolate *vm, struct shape *shape, property_key key,
                                      uint8_t attributes) {
    struct shape_property property;
    if (!shape_lookup(vm, shape, key, &property) || property.attributes == attributes) return shape;
    if (!shape_is_long(shape)) {
        struct shape *root = own_root(vm, shape, shape->prototype);
        return root ? shape_replay(vm, shape, root, key, attributes, 0) : NULL;
    }
    // Nobody has cached a lazy property: becoming real changes nothing for the caches.
    bool materialized = shape_is_dictionary(shape) && property.attributes == (attributes | PROPERTY_LAZY);
    struct shape *dictionary = materialized ? shape : dictionary_renew(vm, shape);
    if (!dictionary) return NULL;
    table_find(dictionary->table, key)->attributes = attributes;
    if (attributes_special(attributes)) dictionary->cell.flags |= SHAPE_HAS_SPECIAL;
    return dictionary;
}

struct shape *shape_restrict(vm_isolate *vm, struct shape *shape, uint8_t clear) {
    if (!shape_is_long(shape)) {
        struct shape *root = own_root(vm, shape, shape->prototype);
        return root ? shape_replay(vm, shape, root, (property_key){0}, 0, clear) : NULL;
    }
    struct shape *dictionary = dictionary_renew(vm, shape);
    if (!dictionary) return NULL;
    for (uint32_t i = 0; i < dictionary->table->used; i++) {
        struct table_entry *entry = &dictionary->table->entries[i];
        if (!entry->key.bits || key_is_private(entry->key)) continue;
        entry->attributes &= ~clear;
    }
    dictionary_recompute_special(dictionary);
    return dictionary;
}

struct shape *shape_remove(vm_isolate *vm, struct shape *shape, property_key key) {
    if (!shape_is_dictionary(shape) && key_equals(shape->key, key)) return shape->parent;
    struct shape *dictionary = dictionary_renew(vm, shape);
    if (!dictionary) return NULL;
    struct shape_table *table = dictionary->table;
    struct table_entry *entry = table_find(table, key);
    entry->key = (property_key){0};
    table_free_slots(table)[table->freed++] = entry->slot;
    dictionary->count--;
    return dictionary;
}

// --- collection ------------------------------------------------------------------------------------

void shape_trace(struct marker *marker, struct cell *cell) {
    struct shape *shape = (struct shape *)cell;
    mark_cell(marker, shape->prototype);
    mark_cell(marker, shape->parent);
    mark_value(marker, VALUE(shape->key.bits));
    if (shape->table) {
        mark_payload(marker, shape->table);
        if (shape_is_dictionary(shape)) {
            for (uint32_t i = 0; i < shape->table->used; i++)
                mark_cell(marker, key_as_cell(shape->table->entries[i].key));
        }
    }
    if (shape->transitions && !(shape->cell.flags & SHAPE_ONE_TRANSITION))
        mark_payload(marker, shape->transitions);
}

void shape_trace_clear_dead(struct heap *heap, struct cell *cell) {
    struct shape *shape = (struct shape *)cell;
    if (!shape->transitions) return;
    if (shape->cell.flags & SHAPE_ONE_TRANSITION) {
        if (!heap_is_live(heap, shape->transitions)) {
            shape->transitions = NULL;
            shape->cell.flags &= ~SHAPE_ONE_TRANSITION;
        }
        return;
    }
    struct shape_set *set = shape->transitions;
    set->used -= set_drop_dead(heap, set->members, set->mask, transition_hash);
}
