// A table from names to pointers, in an isolate's memory. Names are copied; entries are never taken out.
#ifndef MODULES_NAME_TABLE_H
#define MODULES_NAME_TABLE_H

#include <vm.h>

struct name_entry {
    char *name; // NULL: free
    void *value;
    uint32_t hash;
};

struct name_table {
    vm_isolate *vm;
    struct name_entry *entries;
    uint32_t count, capacity; // a power of two, 0 at first
};

void name_table_initialize(struct name_table *table, vm_isolate *vm);
// Calls release (may be NULL) for every value.
void name_table_finalize(struct name_table *table, void (*release)(vm_isolate *vm, void *value));
// The value of a name, NULL when there is none.
void *name_table_get(const struct name_table *table, const char *name);
// Adds a name that is not there. False: out of memory, no error is pending.
bool name_table_add(struct name_table *table, const char *name, void *value);

#endif
