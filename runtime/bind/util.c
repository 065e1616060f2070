// native('util'): the inspector, and what only C can tell about values.
#include "bind/inspect.h"
#include "bind/runtime.h"
#include "os/fs.h"

// --- inspect and format

// inspect(value, options) or, as it was once, inspect(value, showHidden, depth, colors).
static vm_value util_inspect(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct inspect_options options = inspect_defaults(vm);
    vm_value given = vm_argument(frame, argc, 1);
    if (vm_is_object(given) && !vm_is_function(given)) {
        if (!inspect_read_options(vm, given, &options)) {
            return vm_exception();
        }
    } else if (vm_is_bool(given) || argc > 2) {
        static const char *const names[] = {"showHidden", "depth", "colors"};
        vm_value object = vm_object(vm);
        for (uint32_t i = 0; i < 3 && !vm_is_exception(object); i++) {
            vm_value value = vm_argument(frame, argc, 1 + i);
            if ((i ? !vm_is_undefined(value) : vm_is_bool(value)) && !vm_set(vm, object, names[i], value)) {
                return vm_exception();
            }
        }
        if (vm_is_exception(object) || !inspect_read_options(vm, object, &options)) {
            return vm_exception();
        }
    }
    struct text t;
    text_start(&t, vm);
    if (!inspect_value(&t, vm_argument(frame, argc, 0), &options)) {
        text_free(&t);
        return vm_exception();
    }
    return text_value(&t);
}

static vm_value format_with(vm_isolate *vm, const struct inspect_options *options, uint32_t argc,
                            const vm_value *arguments) {
    struct text t;
    text_start(&t, vm);
    if (!inspect_format(&t, options, argc, arguments)) {
        text_free(&t);
        return vm_exception();
    }
    return text_value(&t);
}

static vm_value util_format(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct inspect_options options = inspect_defaults(vm);
    return format_with(vm, &options, argc, frame + 1);
}

// formatWithOptions(options, ...arguments); options is an object.
static vm_value util_format_with_options(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct inspect_options options = inspect_defaults(vm);
    vm_value given = vm_argument(frame, argc, 0);
    if (!vm_is_object(given) || vm_is_function(given)) {
        return throw_argument_type(vm, "inspectOptions", "of type object", given);
    }
    return inspect_read_options(vm, given, &options) ? format_with(vm, &options, argc - 1, frame + 2)
                                                     : vm_exception();
}

vm_value runtime_inspect(vm_isolate *vm) {
    struct runtime *rt = runtime_of(vm);
    if (vm_is_undefined(rt->roots.inspect.value)) {
        vm_value function = vm_function(vm, util_inspect, "inspect", 2, NULL);
        if (vm_is_exception(function)) {
            return function;
        }
        rt->roots.inspect.value = function;
    }
    return rt->roots.inspect.value;
}

// setInspectObjects(defaultOptions, styles, colors): what the inspector reads from now on.
static vm_value set_inspect_objects(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime_roots *roots = &runtime_of(vm)->roots;
    roots->inspect_defaults.value = vm_argument(frame, argc, 0);
    roots->inspect_styles.value = vm_argument(frame, argc, 1);
    roots->inspect_colors.value = vm_argument(frame, argc, 2);
    return vm_undefined();
}

// --- texts

// stringWidth(text): columns of a terminal; escapes of colours take none.
static vm_value string_width(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    size_t length;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    if (!text) {
        return vm_exception();
    }
    vm_value width = vm_int64((int64_t)text_width(text, length, true));
    vm_free(vm, text);
    return width;
}

// systemErrorName(number): "ENOENT" for -2; undefined: there is no such error.
static vm_value system_error_name(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value number = vm_argument(frame, argc, 0);
    const char *name = vm_is_int(number) && vm_as_int(number) < 0 ? fs_error_name(-vm_as_int(number)) : NULL;
    return name ? vm_string(vm, name) : vm_undefined();
}

// systemErrorText(number): "no such file or directory" for -2.
static vm_value system_error_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value number = vm_argument(frame, argc, 0);
    return vm_is_int(number) ? vm_string(vm, fs_error_text(-vm_as_int(number))) : vm_undefined();
}

// --- insides

// promiseState(promise): 0 pending, 1 fulfilled, 2 rejected; undefined for anything else.
static vm_value promise_state(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    vm_value promise = vm_argument(frame, argc, 0);
    return vm_is_promise(promise) ? vm_int((int)vm_promise_state(promise)) : vm_undefined();
}

// innerValue(object): see vm_inner_value.
static vm_value inner_value(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return vm_inner_value(vm_argument(frame, argc, 0));
}

// previewEntries(collection): [array, whether it is pairs] of a Map, Set, or one of their iterators, which
// stays where it is; undefined for anything else.
static vm_value preview_entries(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value entries;
    uint64_t count;
    vm_entries_kind kind = vm_entries(vm, vm_argument(frame, argc, 0), UINT64_MAX, &entries, &count);
    if (kind <= VM_ENTRIES_NONE) {
        return kind == VM_ENTRIES_NONE ? vm_undefined() : vm_exception();
    }
    return vm_array(vm, (vm_value[]){entries, vm_bool(kind == VM_ENTRIES_PAIRS)}, 2);
}

// namedKeys(object): own enumerable string keys that are no indices, and enumerable symbols.
static vm_value named_keys(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return vm_own_keys(vm, vm_argument(frame, argc, 0), VM_KEYS_NAMED | VM_KEYS_ENUMERABLE | VM_KEYS_SYMBOLS);
}

bool util_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"format", util_format, 0, VM_METHOD, NULL},
        {"formatWithOptions", util_format_with_options, 1, VM_METHOD, NULL},
        {"setInspectObjects", set_inspect_objects, 3, VM_METHOD, NULL},
        {"stringWidth", string_width, 1, VM_METHOD, NULL},
        {"systemErrorName", system_error_name, 1, VM_METHOD, NULL},
        {"systemErrorText", system_error_text, 1, VM_METHOD, NULL},
        {"promiseState", promise_state, 1, VM_METHOD, NULL},
        {"innerValue", inner_value, 1, VM_METHOD, NULL},
        {"previewEntries", preview_entries, 1, VM_METHOD, NULL},
        {"namedKeys", named_keys, 1, VM_METHOD, NULL},
    };
    vm_value inspect = runtime_inspect(vm);
    return !vm_is_exception(inspect) && vm_set(vm, object, "inspect", inspect) &&
           vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
