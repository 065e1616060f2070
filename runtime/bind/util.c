// What stdlib/ needs of the inspector.
#include <math.h>

#include "bind/inspect.h"

static vm_value util_inspect(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct inspect_options options = INSPECT_DEFAULT;
    vm_value given = vm_argument(frame, argc, 1);
    if (vm_is_object(given)) {
        vm_value depth = vm_get(vm, given, "depth"),
                 hidden = vm_is_exception(depth) ? depth : vm_get(vm, given, "showHidden");
        if (vm_is_exception(hidden)) {
            return hidden;
        }
        if (vm_is_null(depth) || (vm_is_number(depth) && isinf(vm_as_double(depth)))) {
            options.depth = -1;
        } else if (vm_is_number(depth)) {
            options.depth = (int)fmin(vm_as_double(depth), 1000);
        }
        options.show_hidden = vm_to_boolean(hidden);
    }
    struct text t;
    text_start(&t, vm);
    if (!inspect_value(&t, vm_argument(frame, argc, 0), &options)) {
        text_free(&t);
        return vm_exception();
    }
    return text_value(&t);
}

static vm_value util_format(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct text t;
    text_start(&t, vm);
    if (!inspect_format(&t, argc, frame + 1)) {
        text_free(&t);
        return vm_exception();
    }
    return text_value(&t);
}

bool util_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"inspect", util_inspect, 2, VM_METHOD, NULL},
        {"format", util_format, 1, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
