// The jobs that call the callbacks of FinalizationRegistry (sec-host-cleanup-finalization-registry).
#ifndef EXEC_FINALIZATION_H
#define EXEC_FINALIZATION_H

#include "object/finalization_registry.h"

// Enqueues a job for each registry in which a collection found dead targets. False: error pending.
bool finalization_enqueue(vm_isolate *vm);
// The job: calls the callback for every dead target. EXCEPTION: it threw; the other targets get another job.
vm_value finalization_run(vm_isolate *vm, struct finalization_registry *registry);

#endif
