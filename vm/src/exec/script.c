#include "exec/script.h"

#include "exec/compile_error.h"
#include "exec/frame.h"
#include "exec/function_create.h"
#include "exec/interpreter.h"
#include "exec/realm.h"

struct code *script_compile(vm_isolate *vm, const char *source, size_t length, struct string *name,
                            uint32_t first_line) {
    struct compile_options options = {
        .goal = COMPILE_SCRIPT, .file_name = name, .first_line = first_line, .realm = vm->realm};
    struct compile_error error = {0};
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code) {
        compile_error_throw(vm, source, length, name, &options, &error);
    }
    return code;
}

struct code *script_compile_input(vm_isolate *vm, const char *source, size_t length, struct string *name,
                                  bool *incomplete) {
    struct compile_options options = {.goal = COMPILE_SCRIPT, .file_name = name, .realm = vm->realm};
    struct compile_error error = {0}, first = {0};
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code && !error.out_of_memory) { // `await` is a name unless that is the fault
        first = error;
        options.await = true;
        code = compile(vm, source, length, &options, &error);
        error = error.offset > first.offset || error.incomplete ? error : first;
    }
    *incomplete = !code && error.incomplete;
    if (!code) {
        compile_error_throw(vm, source, length, name, &options, &error);
        return NULL;
    }
    code->script->redeclares = true;
    return code;
}

struct function *script_compile_function(vm_isolate *vm, const char *source, size_t length,
                                         struct string *name, uint32_t first_line,
                                         const char *const *parameters, uint32_t count) {
    struct compile_options options = {.goal = COMPILE_FUNCTION_BODY,
                                      .file_name = name,
                                      .first_line = first_line,
                                      .realm = vm->realm,
                                      .parameter_names = parameters,
                                      .parameter_count = count};
    struct compile_error error = {0};
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code) {
        compile_error_throw(vm, source, length, name, &options, &error);
        return NULL;
    }
    return function_create(vm, code, NULL);
}

void script_note_caller(vm_isolate *vm, struct script *script) {
    struct call_info *ci = frame_script(vm, vm->call);
    if (ci) {
        struct code *by = ci->function->code;
        heap_write(&vm->heap, script);
        script->host_defined = script_referrer(by->script);
        script->evaluated_by = by;
        script->evaluated_word = (uint32_t)(ci->pc - by->words);
    }
}

vm_value script_run(vm_isolate *vm, struct code *code) {
    return interpreter_run_code(vm, code, NULL, vm->realm->global_this);
}

bool script_check(vm_isolate *vm, const char *source, size_t length, struct string *name, uint32_t first_line,
                  bool module) {
    struct module_description description = {0};
    struct compile_options options = {.goal = module ? COMPILE_MODULE : COMPILE_SCRIPT,
                                      .strict = module,
                                      .syntax_only = true,
                                      .file_name = name,
                                      .first_line = first_line,
                                      .realm = vm->realm,
                                      .module = module ? &description : NULL};
    struct compile_error error = {0};
    compile(vm, source, length, &options, &error);
    if (error.out_of_memory || error.message[0]) {
        compile_error_throw(vm, source, length, name, &options, &error);
        return false;
    }
    return true;
}
