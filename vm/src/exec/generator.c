// Generators and async functions: suspending and resuming register windows.
//
//   start    GENERATOR_START saves the window behind the parameters' evaluation and gives the generator
//   object to the caller resume   the window is copied above the live frames and runs in the interpreter's
//   loop, flagged CALL_GENERATOR suspend  the window is copied back with one write barrier
//
// An async function has no suspended frame until its first await; what it returns before that costs its
// promise only.
#include "exec/generator.h"

#include "exec/interpreter_slow.h"
#include "object/throw.h"

static struct suspended_frame *suspended_create(vm_isolate *vm, struct call_info *ci, vm_value owner) {
    uint32_t count = ci->function->code->registers + 1u;
    struct suspended_frame *frame =
        heap_allocate(&vm->heap, CELL_SUSPENDED_FRAME, sizeof *frame + count * sizeof(vm_value));
    if (!frame) {
        throw_out_of_memory(vm);
        return NULL;
    }
    frame->cell.word = count;
    frame->function = ci->function;
    frame->pc = ci->pc;
    frame->owner = owner;
    frame->realm = vm->realm;
    memcpy(frame->values, ci->registers - 1, count * sizeof(vm_value));
    return frame;
}

vm_value interpreter_generator_start(vm_isolate *vm, struct call_info *ci, const uint32_t *next) {
    bool async = ci->function->code->cell.flags & CODE_ASYNC;
    vm_value prototype = js_get_atom(vm, &ci->function->object, ATOM_prototype);
    if (value_is_exception(prototype)) {
        return prototype;
    }
    struct object *parent =
        value_is_object(prototype)
            ? value_as_object(prototype)
            : intrinsic(vm, async ? INTRINSIC_AsyncGeneratorPrototype : INTRINSIC_GeneratorPrototype);
    enum cell_kind kind = async ? CELL_ASYNC_GENERATOR : CELL_GENERATOR;
    struct generator *g = parent ? object_allocate_kind(vm, kind, sizeof *g, parent) : NULL;
    struct suspended_frame *frame = g ? suspended_create(vm, ci, value_from_cell(g)) : NULL;
    if (!frame) {
        return VALUE_EXCEPTION;
    }
    frame->pc = next;
    frame->cell.aux = SUSPENDED_START;
    heap_write(&vm->heap, g);
    g->frame = frame;
    return value_from_cell(g);
}

bool interpreter_suspend(vm_isolate *vm, struct call_info *ci, enum suspended_state state) {
    struct suspended_frame *frame = (struct suspended_frame *)ci->generator;
    heap_write(&vm->heap, frame);
    memcpy(frame->values, ci->registers - 1, frame->cell.word * sizeof(vm_value));
    frame->pc = ci->pc;
    frame->cell.aux = state;
    return true;
}

// The generator whose frame `ci` is has ended.
void interpreter_generator_finish(struct call_info *ci) {
    struct suspended_frame *frame = (struct suspended_frame *)ci->generator;
    frame->cell.aux = SUSPENDED_DONE;
    if (value_is_kind(frame->owner, CELL_GENERATOR)) {
        ((struct generator *)value_as_cell(frame->owner))->frame = NULL;
    }
}

bool generator_push(vm_isolate *vm, struct suspended_frame *frame, uint8_t flags, enum resume_mode mode,
                    vm_value value) {
    struct code *code = frame->function->code;
    struct call_info *ci = vm->call + 1;
    vm_value *R = frame_top(vm) + 1;
    if (stack_is_low(vm) || ci + 1 >= vm->interpreter->frames_end) {
        throw_stack_overflow(vm);
        return false;
    }
    if (R + code->registers > vm->stack_end && !frame_ensure_stack(vm, R + code->registers)) {
        return false;
    }
    memcpy(R - 1, frame->values, frame->cell.word * sizeof(vm_value));
    ci->registers = R;
    ci->constants = code->constants;
    ci->function = frame->function;
    ci->flags = flags;
    ci->argc = 0;
    ci->generator = &frame->cell;
    const uint32_t *pc = frame->pc;
    if (frame->cell.aux != SUSPENDED_START && mode != RESUME_THROW) {
        const uint8_t *operands = (const uint8_t *)pc;
        R[operands[1]] = value;
        switch ((enum opcode)operands[0]) {
        case OP_YIELD: pc += mode == RESUME_RETURN ? (int32_t)pc[1] : 2; break;
        case OP_YIELD_DELEGATE:
            R[operands[1] + 1] = value_from_int(mode);
            pc += 1;
            break;
        default: pc += 1; break; // AWAIT
        }
    } else if (mode == RESUME_THROW && frame->cell.aux != SUSPENDED_START &&
               *(const uint8_t *)pc == OP_YIELD_DELEGATE) {
        R[((const uint8_t *)pc)[1]] = value;
        R[((const uint8_t *)pc)[1] + 1] = value_from_int(RESUME_THROW);
        pc += 1;
    }
    ci->pc = pc;
    frame->cell.aux = SUSPENDED_RUNNING;
    vm->call = ci;
    return true;
}

vm_value suspended_resume(vm_isolate *vm, struct suspended_frame *frame, enum resume_mode mode,
                          vm_value value) {
    bool delegate = *(const uint8_t *)frame->pc == OP_YIELD_DELEGATE && frame->cell.aux != SUSPENDED_START;
    if (!generator_push(vm, frame, CALL_GENERATOR | CALL_ENTRY, mode, value)) {
        return VALUE_EXCEPTION;
    }
    struct realm *caller = vm->realm;
    vm->realm = frame->realm;
    vm_value result;
    if (mode == RESUME_THROW && !delegate) {
        throw_value(vm, value);
        result = interpreter_unwind(vm, &value) == UNWIND_HANDLER ? interpreter_run(vm) : value;
    } else {
        result = interpreter_run(vm);
    }
    vm->realm = caller;
    return result;
}

// --- generators

vm_value generator_resume(vm_isolate *vm, struct generator *g, enum resume_mode mode, vm_value value) {
    struct suspended_frame *frame = g->frame;
    if (frame && frame->cell.aux == SUSPENDED_RUNNING) {
        return throw_type_error(vm, "Generator is already running");
    }
    if (frame && frame->cell.aux == SUSPENDED_START && mode != RESUME_NEXT) {
        frame->cell.aux = SUSPENDED_DONE;
        g->frame = frame = NULL;
    }
    if (!frame) {
        return mode == RESUME_THROW
                   ? throw_value(vm, value)
                   : js_iterator_result(vm, mode == RESUME_RETURN ? value : VALUE_UNDEFINED, true);
    }
    return suspended_resume(vm, frame, mode, value);
}

bool generator_is_resumable(vm_isolate *vm, vm_value v) {
    if (!value_is_kind(v, CELL_GENERATOR)) {
        return false;
    }
    struct suspended_frame *frame = ((struct generator *)value_as_cell(v))->frame;
    return frame && (frame->cell.aux == SUSPENDED_YIELD || frame->cell.aux == SUSPENDED_START) &&
           frame->realm == vm->realm;
}

// sec-generator.prototype.next
vm_value generator_prototype_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_kind(frame[0], CELL_GENERATOR)) {
        return throw_type_error(vm, "next method called on incompatible receiver %V", frame[0]);
    }
    return generator_resume(vm, value_as_cell(frame[0]), RESUME_NEXT, native_argument(frame, argc, 0));
}

// --- async functions

vm_value interpreter_await(vm_isolate *vm, struct call_info *ci, vm_value value) {
    bool resumed = ci->flags & CALL_GENERATOR;
    struct suspended_frame *frame;
    if (resumed) {
        frame = (struct suspended_frame *)ci->generator;
        interpreter_suspend(vm, ci, SUSPENDED_AWAIT);
    } else {
        struct promise *promise = promise_create(vm);
        frame = promise ? suspended_create(vm, ci, value_from_cell(promise)) : NULL;
        if (!frame) {
            return VALUE_EXCEPTION;
        }
        frame->cell.aux = SUSPENDED_AWAIT;
    }
    if (!promise_await(vm, &frame->cell, value)) {
        frame->cell.aux = SUSPENDED_RUNNING;
        return VALUE_EXCEPTION;
    }
    return resumed ? VALUE_UNDEFINED : frame->owner;
}

vm_value interpreter_async_return(vm_isolate *vm, struct call_info *ci, vm_value value) {
    if (ci->flags & CALL_GENERATOR) {
        struct suspended_frame *frame = (struct suspended_frame *)ci->generator;
        frame->cell.aux = SUSPENDED_DONE;
        return promise_resolve(vm, value_as_cell(frame->owner), value) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    }
    struct promise *promise = promise_create(vm);
    return promise && promise_resolve(vm, promise, value) ? value_from_cell(promise) : VALUE_EXCEPTION;
}

void suspended_frame_trace(struct marker *marker, struct cell *cell) {
    struct suspended_frame *frame = (struct suspended_frame *)cell;
    mark_cell(marker, frame->function);
    mark_value(marker, frame->owner);
    mark_cell(marker, frame->realm);
    if (cell->aux !=
        SUSPENDED_DONE) { // a running frame's saved window is stale but its cells are what they were
        mark_values(marker, frame->values, cell->word);
    }
}

void generator_trace(struct marker *marker, struct cell *cell) {
    struct generator *g = (struct generator *)cell;
    object_trace(marker, cell);
    mark_cell(marker, g->frame);
    mark_cell(marker, g->queue);
}
