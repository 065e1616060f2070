// Compiled scripts and functions as bytes.
#include "api/api.h"
#include "base/buffer.h"
#include "code/serialize.h"
#include "exec/function_create.h"

// The code that a script or a function stands for; NULL: neither, or one that needs more than its code.
static struct code *code_of(vm_value v) {
    if (value_is_kind(v, CELL_CODE)) {
        return value_as_cell(v);
    }
    struct function *f = value_is_kind(v, CELL_FUNCTION) ? value_as_cell(v) : NULL;
    return f && !f->environment && !(f->code->cell.flags & (CODE_CLASS | CODE_METHOD | CODE_ARROW)) ? f->code
                                                                                                    : NULL;
}

void *vm_save_bytecode(vm_isolate *vm, vm_value script_or_function, unsigned flags, size_t *length) {
    api_enter(vm);
    struct code *code = code_of(script_or_function);
    if (!code) {
        throw_type_error(vm, "Not a script or a function without surroundings");
        return NULL;
    }
    struct buffer out;
    buffer_initialize(&out, &vm->memory);
    if (!code_serialize(vm, code, flags & VM_BYTECODE_TEXT, &out) ||
        (flags & VM_BYTECODE_PACKED && !code_image_pack(vm, &out))) {
        buffer_finalize(&out);
        return NULL;
    }
    *length = out.length;
    return out.bytes;
}

vm_value vm_load_bytecode(vm_isolate *vm, const void *bytes, size_t length, bool internal) {
    api_enter(vm);
    struct code *code = code_deserialize(vm, bytes, length);
    if (!code) {
        return VALUE_EXCEPTION;
    }
    code->script->internal = internal;
    if (code->kind != CODE_FUNCTION) {
        return value_from_cell(code);
    }
    return value_or_exception(function_create(vm, code, NULL));
}
