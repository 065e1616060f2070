#include "exec/isolate.h"

#include "base/os.h"
#include "exec/classes.h"
#include "exec/frame.h"
#include "exec/jobs.h"
#include "exec/kinds.h"
#include "exec/module.h"
#include "exec/realm.h"
#include "lang/throw.h"

#define STACK_RESERVE (64u * 1024) // below this much C stack script throws RangeError
#define STACK_LIMIT (4u << 20)     // script never uses more C stack than this

void isolate_enter(vm_isolate *vm) {
    struct os_stack stack;
    if (!os_stack_bounds(&stack)) {
        return;
    }
    heap_set_stack_base(&vm->heap, stack.base);
    char *limit = stack.limit + STACK_RESERVE, *here = __builtin_frame_address(0);
    if (here - limit > (ptrdiff_t)STACK_LIMIT) {
        limit = here - STACK_LIMIT;
    }
    vm->stack_limit = limit;
}

static void visit_frames(struct marker *marker, void *data) {
    vm_isolate *vm = data;
    frame_visit_roots(marker, vm);
    mark_cell(marker, vm->realm);
    mark_cell(marker, vm->realms);
}

static bool initialize(vm_isolate *vm) {
    if (!heap_initialize(&vm->heap, &vm->memory, cell_kinds, vm)) {
        return false;
    }
    vm->classes = object_classes;
    isolate_enter(vm);
    if (!object_layer_initialize(vm) || !interpreter_initialize(vm)) {
        return false;
    }
    vm->frame_roots = (struct root_section){.name = "frames", .visit = visit_frames, .data = vm};
    heap_add_root_section(&vm->heap, &vm->frame_roots);
    if (!jobs_initialize(vm) || !modules_initialize(vm)) {
        return false;
    }
    vm->realm = realm_create(vm);
    return vm->realm && throw_preallocate(vm);
}

vm_isolate *isolate_create(void) {
    struct memory memory;
    if (!memory_initialize(&memory)) {
        return NULL;
    }
    vm_isolate *vm = memory_allocate_zeroed(&memory, sizeof *vm);
    if (!vm) {
        memory_finalize(&memory);
        return NULL;
    }
    vm->memory = memory;
    vm->memory.poll = isolate_poll;
    vm->memory.stops = isolate_stops;
    vm->memory.poll_data = vm;
    if (!initialize(vm)) {
        isolate_destroy(vm);
        return NULL;
    }
    return vm;
}

void isolate_destroy(vm_isolate *vm) {
    heap_finalize(&vm->heap);
    modules_finalize(vm);
    jobs_finalize(vm);
    interpreter_finalize(vm);
    object_layer_finalize(vm);
    struct memory memory = vm->memory;
    memory_finalize(&memory);
}
