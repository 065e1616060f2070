#include "exec/finalization.h"

#include "exec/jobs.h"
#include "lang/property.h"

bool finalization_enqueue(vm_isolate *vm) {
    while (vm->finalizations) {
        struct finalization_registry *registry = vm->finalizations;
        if (!jobs_enqueue(vm, JOB_FINALIZATION, registry, VALUE_UNDEFINED)) return false;
        vm->finalizations = registry->next;
        registry->next = NULL;
    }
    return true;
}

// sec-cleanup-finalization-registry
vm_value finalization_run(vm_isolate *vm, struct finalization_registry *registry) {
    for (;;) {
        vm_value held = finalization_registry_take_dead(registry);
        if (value_is_absent(held)) break;
        if (value_is_exception(js_call(vm, registry->cleanup, VALUE_UNDEFINED, 1, &held))) {
            registry->next = vm->finalizations;
            vm->finalizations = registry;
            heap_write(&vm->heap, registry);
            return VALUE_EXCEPTION;
        }
    }
    registry->queued = false;
    return VALUE_UNDEFINED;
}
