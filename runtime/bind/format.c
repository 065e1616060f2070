// Format specifiers of console.log: %s %d %i %f %j %o %O %c %%.
#include <math.h>
#include <stdlib.h>

#include "bind/inspect.h"

// %s: strings as they are, numbers with -0, objects without a toString of their own in brief.
static bool format_string(struct text *out, vm_value v) {
    vm_isolate *vm = out->vm;
    if (vm_is_string(v)) {
        text_string(out, v);
        return true;
    }
    if (vm_is_object(v)) {
        vm_value text =
            vm_type_of(v) == VM_FUNCTION || vm_type_of(v) == VM_ERROR ? vm_to_string(vm, v) : vm_undefined();
        if (vm_is_string(text)) {
            text_string(out, text);
            return true;
        }
        if (vm_is_exception(text)) {
            return false;
        }
        return inspect_value(out, v, &(struct inspect_options){.depth = 0, .compact = 3});
    }
    return inspect_value(out, v, &INSPECT_DEFAULT);
}

// The longest prefix of a text that is a number, as parseFloat and parseInt take it.
static double leading_number(vm_isolate *vm, vm_value v, bool integer) {
    char *text = vm_is_symbol(v) ? NULL : vm_to_utf8(vm, v, NULL);
    if (!text) {
        if (vm_has_exception(vm) && !vm_termination(vm)) {
            (void)vm_take_exception(vm);
        }
        return NAN;
    }
    char *at = text, *end;
    while (*at && strchr(" \t\n\r\v\f", *at)) {
        at++;
    }
    char *digits = at + (*at == '-' || *at == '+');
    bool decimal = (*digits >= '0' && *digits <= '9') || (!integer && *digits == '.');
    bool infinite = !integer && !strncmp(digits, "Infinity", 8);
    bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    if (hexadecimal && !integer) {
        digits[1] = 0;
    }
    double d = !decimal && !infinite    ? NAN
               : integer && hexadecimal ? (double)strtoll(at, &end, 16)
                                        : strtod(at, &end);
    vm_free(vm, text);
    return integer ? trunc(d) : d;
}

static bool format_number(struct text *out, vm_value v, char specifier) {
    vm_isolate *vm = out->vm;
    if (vm_is_bigint(v) && specifier != 'f') {
        return inspect_value(out, v, &INSPECT_DEFAULT);
    }
    double d = NAN;
    if (specifier == 'd') {
        if (!vm_is_symbol(v) && !vm_is_object(v) && !vm_to_double(vm, v, &d)) {
            return false;
        }
    } else {
        d = leading_number(vm, v, specifier == 'i');
    }
    return inspect_value(out, vm_number(d), &INSPECT_DEFAULT);
}

static bool format_json(struct text *out, vm_value v) {
    vm_isolate *vm = out->vm;
    vm_value json = vm_get(vm, vm_global(vm), "JSON");
    vm_value text = vm_is_object(json) ? vm_invoke(vm, json, "stringify", 1, &v) : json;
    if (vm_is_exception(text)) {
        return false;
    }
    if (!vm_is_object(json)) {
        return inspect_value(out, v, &(struct inspect_options){.depth = -1, .compact = 3});
    }
    if (vm_is_string(text)) {
        text_string(out, text);
    } else {
        text_add(out, "undefined");
    }
    return true;
}

static bool format_one(struct text *out, char specifier, vm_value v) {
    switch (specifier) {
    case 's': return format_string(out, v);
    case 'd':
    case 'i':
    case 'f': return format_number(out, v, specifier);
    case 'j': return format_json(out, v);
    case 'o':
        return inspect_value(out, v,
                             &(struct inspect_options){.depth = 4, .compact = 3, .show_hidden = true});
    case 'O': return inspect_value(out, v, &INSPECT_DEFAULT);
    default: return true; // %c takes a style and shows nothing
    }
}

bool inspect_format(struct text *out, uint32_t argc, const vm_value *arguments) {
    uint32_t used = 0;
    if (argc > 1 && vm_is_string(arguments[0])) {
        size_t length;
        char *format = vm_to_utf8(out->vm, arguments[0], &length);
        if (!format) {
            return false;
        }
        used = 1;
        bool ok = true;
        for (size_t i = 0; i < length && ok; i++) {
            char next = format[i] == '%' && i + 1 < length ? format[i + 1] : 0;
            if (next == '%') {
                text_char(out, '%');
                i++;
            } else if (next && strchr("sdifjoOc", next) && used < argc) {
                ok = format_one(out, next, arguments[used++]);
                i++;
            } else {
                text_char(out, format[i]);
            }
        }
        vm_free(out->vm, format);
        if (!ok) {
            return false;
        }
    }
    for (uint32_t i = used; i < argc; i++) {
        if (i) {
            text_char(out, ' ');
        }
        if (vm_is_string(arguments[i])) {
            text_string(out, arguments[i]);
        } else if (!inspect_value(out, arguments[i], &INSPECT_DEFAULT)) {
            return false;
        }
    }
    return true;
}
