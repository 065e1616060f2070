#include "modules/name_table.h"

static uint32_t hash_of(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return hash;
}

void name_table_initialize(struct name_table *table, vm_isolate *vm) {
    *table = (struct name_table){.vm = vm};
}

void name_table_finalize(struct name_table *table, void (*release)(vm_isolate *vm, void *value)) {
    for (uint32_t i = 0; i < table->capacity; i++) {
        struct name_entry *e = &table->entries[i];
        if (e->name && release) {
            release(table->vm, e->value);
        }
        vm_free(table->vm, e->name);
    }
    vm_free(table->vm, table->entries);
    name_table_initialize(table, table->vm);
}

// Where a name is, or would be put. The table has free entries.
static struct name_entry *find(const struct name_table *table, const char *name, uint32_t hash) {
    for (uint32_t i = hash;; i++) {
        struct name_entry *e = &table->entries[i & (table->capacity - 1)];
        if (!e->name || (e->hash == hash && !strcmp(e->name, name))) {
            return e;
        }
    }
}

void *name_table_get(const struct name_table *table, const char *name) {
    return table->capacity ? find(table, name, hash_of(name))->value : NULL;
}

static bool grow(struct name_table *table) {
    struct name_table larger = {.vm = table->vm, .capacity = table->capacity ? table->capacity * 2 : 32};
    larger.entries = vm_allocate(table->vm, larger.capacity * sizeof *larger.entries);
    if (!larger.entries) {
        return false;
    }
    memset(larger.entries, 0, larger.capacity * sizeof *larger.entries);
    for (uint32_t i = 0; i < table->capacity; i++) {
        struct name_entry *e = &table->entries[i];
        if (e->name) {
            *find(&larger, e->name, e->hash) = *e;
        }
    }
    larger.count = table->count;
    vm_free(table->vm, table->entries);
    *table = larger;
    return true;
}

bool name_table_add(struct name_table *table, const char *name, void *value) {
    if (table->count >= table->capacity / 2 && !grow(table)) {
        return false;
    }
    size_t bytes = strlen(name) + 1;
    char *copy = vm_allocate(table->vm, bytes);
    if (!copy) {
        return false;
    }
    memcpy(copy, name, bytes);
    uint32_t hash = hash_of(name);
    *find(table, name, hash) = (struct name_entry){copy, value, hash};
    table->count++;
    return true;
}
