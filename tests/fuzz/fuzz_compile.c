// Lexer, parser, early errors and compiler on any bytes: as a script and as a module.
#include <vm.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vm_isolate *vm = vm_create(&(vm_options){.memory_limit = 256 << 20});
    if (vm == NULL) return 0;
    vm_source source = {.text = (const char *)data, .length = size, .name = "input.js"};
    vm_value script = vm_compile(vm, &source);
    if (vm_is_exception(script)) {
        vm_error_info info;
        vm_error_describe(vm, vm_take_exception(vm), &info);
        vm_error_info_free(vm, &info);
    } else {
        size_t length;
        vm_free(vm, vm_disassemble(vm, script, &length));
    }
    vm_value module = vm_module_compile(vm, &source);
    if (vm_is_exception(module)) vm_take_exception(vm);
    vm_destroy(vm);
    return 0;
}
