// A host program: a native function, a call of a script's function, an error with its place.
//     cc -Ivm/include examples/embed.c build/libvm.a -lm -pthread -o embed
// prints: from the script: squares 1,4,9
// prints: area of 3 x 4: 12
// prints: shape.js:3: TypeError: no such shape: blob
#include <stdio.h>
#include <vm.h>

static vm_value print(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    if (!text) return vm_exception();
    printf("from the script: %s\n", text);
    vm_free(vm, text);
    return vm_undefined();
}

int main(void) {
    static const char text[] = "function area(shape, a, b) {\n"
                               "    if (shape === 'box') return a * b;\n"
                               "    throw new TypeError('no such shape: ' + shape);\n"
                               "}\n"
                               "print('squares ' + [1, 2, 3].map(x => x * x));";
    vm_isolate *vm = vm_create(NULL);
    vm_source source = {.text = text, .length = sizeof text - 1, .name = "shape.js"};
    if (!vm || !vm_set(vm, vm_global(vm), "print", vm_function(vm, print, "print", 1, NULL))) return 1;
    if (vm_is_exception(vm_eval(vm, &source))) return 1;

    vm_value area = vm_get(vm, vm_global(vm), "area");
    vm_value arguments[3] = {vm_string(vm, "box"), vm_int(3), vm_int(4)};
    printf("area of 3 x 4: %g\n", vm_as_double(vm_call(vm, area, vm_undefined(), 3, arguments)));
    arguments[0] = vm_string(vm, "blob");
    if (vm_is_exception(vm_call(vm, area, vm_undefined(), 3, arguments))) {
        vm_error_info info;
        vm_error_describe(vm, vm_take_exception(vm), &info);
        printf("%s:%u: %s\n", info.file, info.line, info.message);
        vm_error_info_free(vm, &info);
    }
    vm_destroy(vm);
    return 0;
}
