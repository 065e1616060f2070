// What a safepoint does when it is asked to.
#include "lang/safepoint.h"

#include "base/os.h"
#include "exec/hooks.h"
#include "exec/isolate.h"

static void clear_bits(vm_isolate *vm, uint32_t bits) {
    atomic_fetch_and_explicit(&vm->safepoint, ~bits, memory_order_relaxed);
}

void isolate_terminate(vm_isolate *vm, enum termination_reason reason) {
    vm->terminating = true;
    vm->termination_reason = (uint8_t)reason;
    vm->exception = VALUE_UNDEFINED;
}

bool isolate_stops(void *data) {
    vm_isolate *vm = data;
    uint32_t bits = atomic_load_explicit(&vm->safepoint, memory_order_relaxed);
    return bits & SAFEPOINT_TERMINATE || (bits & SAFEPOINT_DEADLINE && os_now_ns() >= vm->deadline_ns);
}

bool isolate_poll(void *data) {
    vm_isolate *vm = data;
    uint32_t bits = atomic_load_explicit(&vm->safepoint, memory_order_relaxed);
    if (bits & SAFEPOINT_TERMINATE) {
        isolate_terminate(vm, TERMINATION_INTERRUPT);
    } else if (bits & SAFEPOINT_DEADLINE && os_now_ns() >= vm->deadline_ns) {
        isolate_terminate(vm, TERMINATION_DEADLINE);
    }
    return !vm->terminating;
}

bool js_safepoint_slow(vm_isolate *vm) {
    uint32_t bits = atomic_load_explicit(&vm->safepoint, memory_order_acquire);
    if (bits & SAFEPOINT_COLLECT) {
        clear_bits(vm, SAFEPOINT_COLLECT);
        heap_collect_full(&vm->heap);
    }
    if (bits & SAFEPOINT_TERMINATE) {
        isolate_terminate(vm, TERMINATION_INTERRUPT); // the bit stays until vm_clear_termination
        return false;
    }
    if (bits & SAFEPOINT_HOOK) {
        clear_bits(vm, SAFEPOINT_HOOK);
        struct embedder *e = vm->embedder;
        if (e && e->interrupt && !e->interrupt(vm, e->data)) {
            isolate_terminate(vm, TERMINATION_INTERRUPT);
            return false;
        }
    }
    if (bits & SAFEPOINT_DEADLINE && os_now_ns() >= vm->deadline_ns) {
        isolate_terminate(vm, TERMINATION_DEADLINE);
        return false;
    }
    return !vm->terminating;
}
