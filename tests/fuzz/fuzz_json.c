// JSON texts of both widths: what is parsed is written and parsed again without change, with and without a
// reviver, and the heap is in order afterwards. The first byte says the width and the indentation.
#include <string.h>
#include <vm.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char program[] =
    "(function (text, gap) {\n"
    "    let value;\n"
    "    try { value = JSON.parse(text); } catch (e) {\n"
    "        if (e instanceof SyntaxError) return;\n"
    "        throw e;\n"
    "    }\n"
    "    const once = JSON.stringify(value, null, gap);\n"
    "    if (JSON.stringify(JSON.parse(once), null, gap) !== once) throw new Error('differs');\n"
    "    const revived = JSON.parse(text, function (key, value, context) {\n"
    "        if ('source' in context && !Object.is(JSON.parse(context.source), value)) throw new "
    "Error('source');\n"
    "        return value;\n"
    "    });\n"
    "    if (JSON.stringify(revived, (key, value) => value, gap) !== once) throw new Error('revived');\n"
    "})\n";

static vm_value text_of(vm_isolate *vm, const uint8_t *data, size_t size, bool wide) {
    uint16_t units[2048];
    if (!wide) return vm_string_latin1(vm, data, size);
    if (size > sizeof units) size = sizeof units;
    memcpy(units, data, size / 2 * 2);
    return vm_string_utf16(vm, units, size / 2);
}

// Whether the pending exception is one that any program may get: limits of memory, depth and length.
static bool is_a_limit(vm_isolate *vm) {
    if (vm_termination(vm) != VM_NOT_TERMINATED) {
        vm_clear_termination(vm);
        return true;
    }
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    bool limit = info.message && !strncmp(info.message, "RangeError", 10);
    vm_error_info_free(vm, &info);
    return limit;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    vm_isolate *vm = vm_create(&(vm_options){.memory_limit = 64 << 20});
    if (!vm) return 0;
    vm_source source = {.text = program, .length = sizeof program - 1, .name = "json.js"};
    vm_value check = vm_eval(vm, &source);
    vm_value text = text_of(vm, data + 1, size - 1, data[0] & 1);
    if (!vm_is_exception(check) && !vm_is_exception(text)) {
        vm_value arguments[] = {text, vm_number(data[0] >> 1 & 3)};
        vm_set_deadline(vm, 2000 * UINT64_C(1000000));
        if (vm_is_exception(vm_call(vm, check, vm_undefined(), 2, arguments)) && !is_a_limit(vm))
            __builtin_trap();
    }
    vm_collect(vm);
    if (vm_verify(vm)) __builtin_trap();
    vm_destroy(vm);
    return 0;
}
