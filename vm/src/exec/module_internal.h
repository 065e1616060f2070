// Shared by module.c, module_link.c and module_evaluate.c.
#ifndef EXEC_MODULE_INTERNAL_H
#define EXEC_MODULE_INTERNAL_H

#include "exec/module.h"

// Exported names are atoms, but for those that spell an array index: these compare by content.
static inline bool module_names_equal(vm_isolate *vm, struct string *a, struct string *b) {
    return a == b || (!string_is_atom(a) && string_equals(vm, a, b));
}

// sec-hostgetsupportedimportattributes: `type` is the only key. An import statement with another is a
// SyntaxError, a call of import() rejects with a TypeError.
static inline bool module_attribute_supported(const struct string *key) {
    return string_equals_text(key, "type");
}

// Asks the host for a module: MODULE value or EXCEPTION.
vm_value module_load(vm_isolate *vm, vm_value referrer, struct string *specifier, vm_value attributes);
// Has the host evaluate a synthetic module. False: exception pending.
bool module_evaluate_synthetic(vm_isolate *vm, struct module *module);

#endif
