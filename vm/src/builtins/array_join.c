// join, toString, toLocaleString (sec-array.prototype.join).
//
// An array that contains itself contributes an empty string to its own text, as everywhere: the arrays being
// joined stand in a chain through the C stack.
#include "builtins/array.h"

#include "object/throw.h"

static bool join_enter(vm_isolate *vm, struct join_frame *here, struct object *o) {
    for (struct join_frame *f = vm->joining; f; f = f->outer) {
        if (f->object == o) return false;
    }
    *here = (struct join_frame){.object = o, .outer = vm->joining};
    vm->joining = here;
    return true;
}

static bool append_value(vm_isolate *vm, struct string_builder *b, vm_value value) {
    if (value_is_nullish(value)) return true;
    struct string *s = value_is_string(value) ? value_as_string(value) : js_to_string(vm, value);
    if (!s) return false;
    string_builder_string(b, s);
    return !b->failed;
}

static bool append_localized(vm_isolate *vm, struct string_builder *b, vm_value value) {
    property_key key;
    if (value_is_nullish(value)) return true;
    if (!key_from_text(vm, "toLocaleString", &key)) return false;
    value = js_invoke(vm, value, key, 0, NULL);
    return !value_is_exception(value) && append_value(vm, b, value);
}

static bool append_elements(vm_isolate *vm, struct string_builder *b, struct object *o, uint64_t length,
                            struct string *separator, bool localized) {
    for (uint64_t k = 0; k < length; k++) {
        if (k) {
            string_builder_string(b, separator);
            if (b->failed) return false;
        }
        vm_value element = array_get(vm, o, k);
        if (value_is_exception(element) || !js_safepoint(vm)) return false;
        if (!(localized ? append_localized : append_value)(vm, b, element)) return false;
    }
    return true;
}

static vm_value join(vm_isolate *vm, struct object *o, uint64_t length, struct string *separator,
                     bool localized) {
    struct join_frame here;
    struct string_builder b;
    if (length && separator->length && (length - 1) > STRING_MAX_LENGTH / separator->length)
        return throw_range_error(vm, "Invalid string length");
    if (!join_enter(vm, &here, o)) return atom_value(vm, ATOM_empty);
    string_builder_start(&b, vm);
    bool done = append_elements(vm, &b, o, length, separator, localized);
    vm->joining = here.outer;
    if (done) return builtin_cell(string_builder_finish(&b));
    string_builder_discard(&b);
    return VALUE_EXCEPTION;
}

static struct string *comma(vm_isolate *vm) { return string_from_unit(vm, ','); }

// sec-array.prototype.join
vm_value array_join(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o) return VALUE_EXCEPTION;
    struct string *separator = value_is_undefined(ARGUMENT(0)) ? comma(vm) : js_to_flat_string(vm, frame[1]);
    return separator ? join(vm, o, length, separator, false) : VALUE_EXCEPTION;
}

// sec-array.prototype.tostring
vm_value array_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *o = js_to_object(vm, THIS);
    if (!o) return VALUE_EXCEPTION;
    vm_value method = js_get_atom(vm, o, ATOM_join);
    if (value_is_exception(method)) return method;
    if (value_is_callable(method)) return js_call(vm, method, value_from_cell(o), 0, NULL);
    return object_prototype_to_string(vm, frame, argc);
}

// sec-array.prototype.tolocalestring
vm_value array_to_locale_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    (void)argc;
    struct object *o = array_receiver(vm, THIS, &length);
    struct string *separator = o ? comma(vm) : NULL;
    return separator ? join(vm, o, length, separator, true) : VALUE_EXCEPTION;
}
