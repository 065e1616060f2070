// Unwinding: from a pending exception to the handler that takes it.
//
// Handlers stand in a table per function, innermost first. A frame without one is left; an async function
// ends by rejecting its promise, which is a result for its caller; a generator is completed. A termination
// runs no handler at all.
#include "exec/generator.h"
#include "exec/interpreter_slow.h"

static const struct handler *find_handler(const struct code *code, uint32_t word) {
    for (uint32_t i = 0; i < code->handler_count; i++) {
        const struct handler *h = &code->handlers[i];
        if (word >= h->start && word < h->end) {
            return h;
        }
    }
    return NULL;
}

// Ends an async function by its pending exception: the promise to give to its caller, undefined when it was
// resumed from a job. EXCEPTION when not even that can be made.
static vm_value reject_async(vm_isolate *vm, struct call_info *ci) {
    vm_value reason = vm->exception;
    vm->exception = VALUE_EMPTY;
    if (ci->flags & CALL_GENERATOR) {
        struct suspended_frame *frame = (struct suspended_frame *)ci->generator;
        frame->cell.aux = SUSPENDED_DONE;
        return promise_reject(vm, value_as_cell(frame->owner), reason) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    }
    struct promise *promise = promise_create(vm);
    if (!promise || !promise_reject(vm, promise, reason)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(promise);
}

void interpreter_throw(vm_isolate *vm, const struct call_info *ci, vm_value value) {
    struct code *code = ci->function->code;
    vm->thrown = (struct thrown){value, code, (uint32_t)(ci->pc - code->words)};
    throw_value(vm, value);
}

// sec-ecmascript-function-objects-construct-argumentslist-newtarget: these errors are the caller's.
void interpreter_refuse_derived(vm_isolate *vm, const struct call_info *ci, vm_value result) {
    struct realm *own = vm->realm;
    const struct call_info *caller = ci - 1;
    if (caller > vm->interpreter->frames) {
        vm->realm = caller->flags & CALL_NATIVE ? ((struct native_function *)caller->function)->realm
                                                : caller->function->code->script->realm;
    }
    if (value_is_undefined(result)) {
        throw_reference_error(vm, "Must call super constructor in derived class before accessing 'this' or "
                                  "returning from derived constructor");
    } else {
        throw_type_error(vm, "Derived constructors may only return object or undefined");
    }
    vm->realm = own;
}

enum unwind_result interpreter_unwind(vm_isolate *vm, vm_value *value) {
    if (value_is_empty(vm->exception) && !vm->terminating) {
        throw_type_error(vm, "A native function has failed without an error");
    }
    for (;;) {
        struct call_info *ci = vm->call;
        struct code *code = ci->function->code;
        uint8_t flags = ci->flags, kind = code->cell.flags;
        if (!vm->terminating) {
            const struct handler *h = find_handler(code, (uint32_t)(ci->pc - code->words));
            if (h) {
                ci->registers[h->reg] = vm->exception;
                vm->exception = VALUE_EMPTY;
                vm->out_of_memory = false;
                ci->pc = code->words + h->target;
                return UNWIND_HANDLER;
            }
            if ((kind & (CODE_ASYNC | CODE_GENERATOR)) == CODE_ASYNC) {
                *value = reject_async(vm, ci);
                if (!value_is_exception(*value)) {
                    vm->call = ci - 1;
                    return flags & CALL_ENTRY ? UNWIND_RETURN : UNWIND_RESULT;
                }
            }
        }
        if (flags & CALL_GENERATOR) {
            interpreter_generator_finish(ci);
        }
        vm->call = ci - 1;
        if (flags & CALL_ENTRY) {
            *value = VALUE_EXCEPTION;
            return UNWIND_RETURN;
        }
        if (flags & CALL_FOR_OF) { // the iteration is done when next() throws
            vm->call->registers[((const uint8_t *)vm->call->pc)[2]] = VALUE_UNDEFINED;
        }
    }
}
