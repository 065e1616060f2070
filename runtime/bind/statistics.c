// What the engine counts (stdlib/statistics.js).
#include "bind/runtime.h"

// read(): a new object with the counters of this isolate.
static vm_value statistics_read(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    vm_statistics s;
    vm_get_statistics(vm, &s);
    const struct {
        const char *name;
        double number;
    } fields[] = {
        {"promises", (double)s.promises},
        {"jobs", (double)s.jobs},
        {"usedBytes", (double)s.used_bytes},
        {"heapBytes", (double)s.heap_bytes},
        {"payloadBytes", (double)s.payload_bytes},
        {"limitBytes", (double)s.limit_bytes},
        {"allocatedBytes", (double)s.allocated_bytes},
        {"youngCollections", (double)s.young_collections},
        {"fullCollections", (double)s.full_collections},
        {"youngPauseMs", (double)s.young_pause_ns / 1e6},
        {"fullPauseMs", (double)s.full_pause_ns / 1e6},
        {"longestPauseMs", (double)s.longest_pause_ns / 1e6},
    };
    vm_value object = vm_object(vm);
    for (size_t i = 0; i < sizeof fields / sizeof *fields && !vm_is_exception(object); i++) {
        if (!vm_set(vm, object, fields[i].name, vm_number(fields[i].number))) {
            return vm_exception();
        }
    }
    return object;
}

bool statistics_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {{"read", statistics_read, 0, VM_METHOD, NULL}};
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
