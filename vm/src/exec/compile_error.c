#include "exec/compile_error.h"

#include "exec/stack_trace.h"
#include "object/throw.h"

void compile_error_throw(vm_isolate *vm, const char *source, size_t length, struct string *name,
                         const struct compile_options *options, const struct compile_error *error) {
    if (error->out_of_memory) {
        throw_out_of_memory(vm);
        return;
    }
    struct string *message = string_from_utf8(vm, error->message, strlen(error->message));
    if (!message) {
        return;
    }
    throw_error(vm, (enum error_kind)error->kind, "%S", message);
    if (!value_is_kind(vm->exception, CELL_ERROR)) {
        return;
    }
    vm_value thrown = vm->exception;
    vm->exception = VALUE_EMPTY;
    struct script *script = script_create(vm, source, length, name);
    if (!script) {
        return;
    }
    script->first_line = options->first_line ? options->first_line : 1;
    script->first_column = options->first_column ? options->first_column : 1;
    struct error_object *e = value_as_cell(thrown);
    heap_write(&vm->heap, e);
    e->syntax_script = script;
    e->syntax_offset = error->offset;
    vm->exception = thrown;
}
