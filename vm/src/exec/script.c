#include "exec/script.h"

#include "exec/interpreter.h"
#include "exec/realm.h"
#include "exec/stack_trace.h"
#include "object/throw.h"

// Puts the place of a compile error in front of the captured frames of the pending error.
static bool add_place(vm_isolate *vm, uint32_t offset, const char *source, size_t length,
                      const struct compile_options *options) {
    if (!value_is_kind(vm->exception, CELL_ERROR) || vm->out_of_memory) {
        return true;
    }
    vm_value pending = vm->exception;
    struct error_object *error = value_as_cell(pending);
    vm->exception = VALUE_EMPTY;
    struct script *script = script_create(vm, source, length, options->file_name);
    if (!script) {
        return false;
    }
    script->first_line = options->first_line ? options->first_line : 1;
    script->first_column = options->first_column ? options->first_column : 1;
    uint32_t frames = error->trace ? error->trace->used : 0;
    struct vector *trace = heap_allocate_vector(&vm->heap, frames + 2);
    if (!trace) {
        throw_out_of_memory(vm);
        return false;
    }
    trace->values[0] = value_from_cell(script);
    trace->values[1] = value_from_int((int32_t)offset);
    if (frames) {
        memcpy(trace->values + 2, error->trace->values, frames * sizeof(vm_value));
    }
    trace->used = frames + 2;
    heap_write(&vm->heap, error);
    error->trace = trace;
    vm->exception = pending;
    return true;
}

vm_value throw_compile_error(vm_isolate *vm, const struct compile_error *error, const char *source, size_t length,
                             const struct compile_options *options) {
    if (error->out_of_memory) {
        return throw_out_of_memory(vm);
    }
    struct string *message = string_from_utf8(vm, error->message, strlen(error->message));
    if (message) {
        throw_error(vm, (enum error_kind)error->kind, "%S", message);
        add_place(vm, error->offset, source, length, options);
    }
    return VALUE_EXCEPTION;
}

struct code *script_compile(vm_isolate *vm, const char *source, size_t length, struct string *name, uint32_t first_line,
                            bool syntax_only) {
    struct compile_options options = {
        .goal = COMPILE_SCRIPT,
        .syntax_only = syntax_only,
        .file_name = name,
        .first_line = first_line,
        .realm = vm->realm,
    };
    struct compile_error error = {0};
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code && (error.out_of_memory || error.message[0])) {
        throw_compile_error(vm, &error, source, length, &options);
    }
    return code;
}

vm_value script_run(vm_isolate *vm, struct code *code) {
    return interpreter_run_code(vm, code, NULL, vm->realm->global_this);
}
