#include "exec/frame.h"

#include "base/os.h"
#include "exec/interpreter.h"
#include "object/throw.h"

#define CALL_INFO_BYTES (CALL_INFO_COUNT * sizeof(struct call_info))

// A committed range with an inaccessible page at its end.
static void *stack_reserve(size_t bytes) {
    void *range = os_reserve(bytes + os_page_size(), os_page_size());
    if (range && !os_commit(range, bytes)) {
        os_release(range, bytes + os_page_size());
        return NULL;
    }
    return range;
}

bool interpreter_initialize(vm_isolate *vm) {
    struct interpreter *interpreter = memory_allocate_zeroed(&vm->memory, sizeof *interpreter);
    if (!interpreter) {
        return false;
    }
    vm->interpreter = interpreter;
    vm->stack = stack_reserve(VALUE_STACK_BYTES);
    interpreter->frames = stack_reserve(CALL_INFO_BYTES);
    if (!vm->stack || !interpreter->frames) {
        return false;
    }
    interpreter->frames_end = interpreter->frames + CALL_INFO_COUNT;
    interpreter->stack_hard_end = vm->stack + VALUE_STACK_BYTES / sizeof(vm_value);
    vm->stack_end = vm->stack + STACK_STEP_VALUES;
    vm->call = interpreter->frames;
    *vm->call = (struct call_info){.flags = CALL_NATIVE, .registers = vm->stack, .top = vm->stack};
    return true;
}

void interpreter_finalize(vm_isolate *vm) {
    if (vm->stack) {
        os_release(vm->stack, VALUE_STACK_BYTES + os_page_size());
    }
    if (vm->interpreter && vm->interpreter->frames) {
        os_release(vm->interpreter->frames, CALL_INFO_BYTES + os_page_size());
    }
}

bool frame_ensure_stack(vm_isolate *vm, vm_value *needed_end) {
    if (needed_end > vm->interpreter->stack_hard_end) {
        throw_stack_overflow(vm);
        return false;
    }
    while (vm->stack_end < needed_end) {
        vm->stack_end += STACK_STEP_VALUES;
    }
    if (vm->stack_end > vm->interpreter->stack_hard_end) {
        vm->stack_end = vm->interpreter->stack_hard_end;
    }
    return true;
}

// Everything below the frames that ran since the last collection is as it was then, all of it old: a frame is
// untouched when both it and the frame above it carry CALL_SCANNED, since a new call on top of it would have
// cleared the flag there.
void frame_visit_roots(struct marker *marker, void *data) {
    vm_isolate *vm = data;
    struct call_info *top = vm->call, *first = vm->interpreter->frames;
    vm_value *from = vm->stack;
    if (marker_heap(marker)->young) {
        while (first + 1 < top && first[0].flags & CALL_SCANNED && first[1].flags & CALL_SCANNED) {
            first++;
        }
        from = first->registers > vm->stack ? first->registers - 1 : vm->stack;
    }
    vm_value *end = frame_top(vm);
    mark_values(marker, from, (size_t)(end - from));
    for (struct call_info *ci = first; ci <= top; ci++) {
        mark_cell(marker, ci->function);
        if (ci->flags & CALL_CONSTRUCT) {
            mark_value(marker, ci->new_target);
        }
        if (ci->flags & CALL_GENERATOR) {
            mark_cell(marker, ci->generator);
        }
        ci->flags |= CALL_SCANNED;
    }
    // Stale values above the live windows would dangle after the sweep.
    if (vm->stack_end > end) {
        memset((void *)end, 0, (size_t)((char *)vm->stack_end - (char *)end));
        vm_value *lowered = end + STACK_STEP_VALUES;
        if (lowered < vm->stack_end) {
            vm->stack_end = lowered;
        }
    }
}

struct call_info *frame_script(vm_isolate *vm, struct call_info *ci) {
    for (; ci > vm->interpreter->frames; ci--) {
        if (!(ci->flags & CALL_NATIVE)) {
            return ci;
        }
    }
    return NULL;
}
