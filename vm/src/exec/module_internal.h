// Shared by module.c, module_link.c and module_evaluate.c.
#ifndef EXEC_MODULE_INTERNAL_H
#define EXEC_MODULE_INTERNAL_H

#include "exec/module.h"

// Asks the host for a module: MODULE value or EXCEPTION.
vm_value module_load(vm_isolate *vm, vm_value referrer, struct string *specifier, vm_value attributes);

#endif
