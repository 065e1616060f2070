// node:util: inspect and format.
#ifndef BIND_UTIL_H
#define BIND_UTIL_H

#include <vm.h>

vm_value util_exports(vm_isolate *vm);

#endif
