// Isolates: life, attached data, memory, limits, interrupts, statistics.
#include "exec/isolate.h"
#include "object/throw.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "lang/safepoint.h"

_Static_assert(VM_ERROR_URI == (int)ERROR_URI && VM_ERROR_TYPE == (int)ERROR_TYPE,
               "vm_error_kind is enum error_kind");
_Static_assert(VM_WRITABLE == PROPERTY_WRITABLE && VM_ENUMERABLE == PROPERTY_ENUMERABLE &&
                   VM_CONFIGURABLE == PROPERTY_CONFIGURABLE,
               "attributes of vm.h are those of shapes");
_Static_assert(VM_TERMINATED == (int)TERMINATION_INTERRUPT &&
                   VM_TERMINATED_BY_MEMORY == (int)TERMINATION_MEMORY,
               "vm_termination_reason is enum termination_reason");

void api_check_thread(const vm_isolate *vm) {
    if (vm->embedder && host_of(vm)->thread != os_thread_id()) {
        fputs("vm: an isolate was used by a thread that did not create it\n", stderr);
        abort();
    }
}

const char *vm_version(void) { return VM_VERSION; }

int vm_abi_version(void) { return VM_ABI_VERSION; }

static bool call_uncaught(vm_isolate *vm, void *data) {
    struct host *host = data;
    if (!host->uncaught) {
        return false;
    }
    vm_value error = vm->exception;
    vm->exception = VALUE_EMPTY;
    vm->out_of_memory = false;
    if (host->uncaught(vm, error, host->uncaught_data)) {
        return true;
    }
    if (!vm->terminating) {
        vm->exception = error;
    }
    return false;
}

static void call_rejection(vm_isolate *vm, void *data, struct promise *promise, bool handled_late) {
    struct host *host = data;
    if (host->rejection) {
        host->rejection(vm, value_from_cell(promise), promise->value, handled_late, host->rejection_data);
    }
}

static bool call_interrupt(vm_isolate *vm, void *data) {
    struct host *host = data;
    return !host->interrupt || host->interrupt(vm, host->interrupt_data);
}

vm_isolate *vm_create(const vm_options *options) {
    vm_isolate *vm = isolate_create();
    struct host *host = vm ? memory_allocate_zeroed(&vm->memory, sizeof *host) : NULL;
    if (!host) {
        if (vm) {
            isolate_destroy(vm);
        }
        return NULL;
    }
    host->hooks = (struct embedder){
        .uncaught = call_uncaught, .rejection = call_rejection, .interrupt = call_interrupt, .data = host};
    host->thread = os_thread_id();
    vm->embedder = &host->hooks;
    holders_initialize(vm);
    if (options) {
        host->data[VM_DATA_HOST] = options->data;
        vm_set_memory_limit(vm, options->memory_limit);
        vm->random_seed = options->random_seed;
        vm->clock = options->clock;
        vm->clock_data = options->clock_data;
    }
    return vm;
}

// Debug builds stop a program whose loop or script would go on with what is freed.
static void check_unused(const vm_isolate *vm) {
    const char *wrong = vm_data(vm, VM_DATA_RUNTIME) ? "before vm_loop_detach"
                        : !api_is_outermost(vm)      ? "while its script runs"
                                                     : NULL;
    if (wrong) {
        fprintf(stderr, "vm: an isolate was destroyed %s\n", wrong);
        abort();
    }
}

void vm_destroy(vm_isolate *vm) {
    if (vm) {
        api_enter(vm);
        if (VM_DEBUG) {
            check_unused(vm);
        }
        isolate_destroy(vm);
    }
}

void *vm_data(const vm_isolate *vm, unsigned slot) {
    return slot < VM_DATA_SLOTS ? host_of(vm)->data[slot] : NULL;
}

void vm_set_data(vm_isolate *vm, unsigned slot, void *data) {
    if (slot < VM_DATA_SLOTS) {
        host_of(vm)->data[slot] = data;
    }
}

void vm_stack_set(vm_isolate *vm, void *lowest, void *end) {
    heap_set_stack_base(&vm->heap, end);
    vm->stack_limit = (char *)lowest + 16384 < (char *)end ? (char *)lowest + 16384 : end;
}

bool vm_stack_check(vm_isolate *vm, size_t bytes) {
    api_enter(vm);
    if ((char *)__builtin_frame_address(0) - vm->stack_limit >= (ptrdiff_t)bytes) {
        return true;
    }
    throw_stack_overflow(vm);
    return false;
}

bool vm_safepoint(vm_isolate *vm) {
    api_enter(vm);
    return js_safepoint(vm);
}

bool vm_poll(vm_isolate *vm) {
    api_enter(vm);
    return memory_poll(&vm->memory);
}

// --- memory

void *vm_allocate(vm_isolate *vm, size_t bytes) { return memory_allocate(&vm->memory, bytes); }

void *vm_reallocate(vm_isolate *vm, void *old, size_t bytes) {
    return memory_reallocate(&vm->memory, old, bytes);
}

void vm_free(vm_isolate *vm, void *memory) { memory_free(&vm->memory, memory); }

void vm_set_memory_limit(vm_isolate *vm, size_t bytes) { vm->heap.limit = bytes; }

void vm_adjust_external(vm_isolate *vm, ptrdiff_t bytes) {
    api_enter(vm);
    heap_adjust_external(&vm->heap, bytes);
}

void vm_fail_allocation(vm_isolate *vm, uint64_t n) {
    vm->memory.fail_countdown = n;
    vm->memory.failed_once &= n == 0;
}

bool vm_allocation_failed(vm_isolate *vm) {
    bool failed = vm->memory.failed_once;
    vm->memory.failed_once = false;
    return failed;
}

// --- interrupts

static void request(vm_isolate *vm, uint32_t bits) {
    atomic_fetch_or_explicit(&vm->safepoint, bits, memory_order_release);
}

void vm_interrupt(vm_isolate *vm) { request(vm, SAFEPOINT_HOOK); }

void vm_terminate(vm_isolate *vm) { request(vm, SAFEPOINT_TERMINATE); }

vm_value vm_terminate_now(vm_isolate *vm) {
    api_enter(vm);
    isolate_terminate(vm, TERMINATION_INTERRUPT);
    return VALUE_EXCEPTION;
}

void vm_set_interrupt_hook(vm_isolate *vm, vm_interrupt_hook hook, void *data) {
    host_of(vm)->interrupt = hook;
    host_of(vm)->interrupt_data = data;
}

void vm_set_deadline(vm_isolate *vm, uint64_t nanoseconds_from_now) {
    uint64_t now = os_now_ns();
    vm->deadline_ns = nanoseconds_from_now < UINT64_MAX - now ? now + nanoseconds_from_now : UINT64_MAX;
    if (nanoseconds_from_now) {
        request(vm, SAFEPOINT_DEADLINE);
    } else {
        atomic_fetch_and_explicit(&vm->safepoint, ~(uint32_t)SAFEPOINT_DEADLINE, memory_order_relaxed);
    }
}

vm_termination_reason vm_termination(const vm_isolate *vm) {
    return vm->terminating ? (vm_termination_reason)vm->termination_reason : VM_NOT_TERMINATED;
}

void vm_clear_termination(vm_isolate *vm) {
    api_enter(vm);
    uint32_t bits = SAFEPOINT_TERMINATE | SAFEPOINT_DEADLINE;
    atomic_fetch_and_explicit(&vm->safepoint, ~bits, memory_order_relaxed);
    if (vm->terminating) {
        vm->terminating = false;
        vm->exception = VALUE_EMPTY;
    }
}

// --- collection and statistics

void vm_collect(vm_isolate *vm) {
    api_enter(vm);
    heap_collect_full(&vm->heap);
}

void vm_collect_full(vm_isolate *vm) {
    api_enter(vm);
    if (api_is_outermost(vm)) {
        heap_collect_full(&vm->heap);
    } else {
        host_of(vm)->collect_later = true;
    }
}

const char *vm_verify(vm_isolate *vm) {
    api_enter(vm);
    return heap_verify(&vm->heap);
}

void vm_get_statistics(const vm_isolate *vm, vm_statistics *out) {
    const struct heap_statistics *heap = &vm->heap.statistics;
    size_t used = heap_used_bytes(&vm->heap);
    *out = (vm_statistics){
        .used_bytes = used,
        .heap_bytes = used - vm->memory.used,
        .payload_bytes = vm->memory.used,
        .limit_bytes = vm->heap.limit,
        .allocated_bytes = heap->allocated_bytes,
        .young_collections = heap->young_collections,
        .full_collections = heap->full_collections,
        .young_pause_ns = heap->young_pause_ns,
        .full_pause_ns = heap->full_pause_ns,
        .longest_pause_ns = heap->longest_pause_ns,
        .promises = vm->promise_count,
        .jobs = vm->jobs->executed,
    };
}
