// Format specifiers of console.log and util.format: %s %d %i %f %j %o %O %c %%.
#include <math.h>
#include <stdlib.h>

#include "bind/inspect.h"

// Whether a program has given the object a conversion to a string of its own.
static bool has_own_conversion(vm_isolate *vm, vm_value object) {
    while (vm_type_of(object) == VM_PROXY) {
        object = vm_inner_value(object);
    }
    vm_value name = vm_string(vm, "toString");
    vm_key keys[2] = {vm_key_from_symbol(vm_well_known_symbol(vm, VM_SYMBOL_TO_PRIMITIVE))};
    bool found = false;
    if (!vm_is_exception(name) && vm_to_key(vm, name, &keys[1])) {
        for (int i = 0; i < 2 && !found && vm_is_object(object); i++) {
            vm_value function = vm_get_key(vm, object, keys[i]);
            found = vm_is_function(function) && !(vm_function_flags(function) & VM_FUNCTION_NATIVE);
        }
    }
    if (vm_has_exception(vm)) {
        (void)vm_take_exception(vm);
    }
    return found;
}

// %s: strings and functions as they are, -0 and BigInts as in code, objects without a conversion in brief.
static bool format_string(struct text *out, const struct inspect_options *options, vm_value v) {
    vm_isolate *vm = out->vm;
    if (vm_is_symbol(v) || vm_is_number(v) || vm_is_bigint(v) ||
        (vm_is_object(v) && !vm_is_function(v) && !has_own_conversion(vm, v))) {
        struct inspect_options brief = *options;
        brief.depth = 0;
        brief.colors = false;
        brief.compact = 3;
        return inspect_value(out, v, &brief);
    }
    vm_value text = vm_to_string(vm, v);
    text_string(out, text);
    return !vm_is_exception(text);
}

// The longest prefix of a text that is a number, as parseFloat and parseInt take it. False: error pending.
static bool leading_number(vm_isolate *vm, vm_value v, bool integer, double *out) {
    char *text = vm_to_utf8(vm, v, NULL);
    if (!text) {
        return false;
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
    char *rest = digits;
    while (integer && !hexadecimal && *rest >= '0' && *rest <= '9') {
        rest++;
    }
    if (integer && !hexadecimal) {
        *rest = 0;
    }
    *out = !decimal && !infinite    ? NAN
           : integer && hexadecimal ? (double)strtoll(at, &end, 16)
                                    : strtod(at, &end);
    vm_free(vm, text);
    return true;
}

static bool format_number(struct text *out, const struct inspect_options *options, vm_value v,
                          char specifier) {
    struct inspect_options plain = *options;
    double d = NAN;
    plain.colors = false;
    if (vm_is_bigint(v) && specifier != 'f') {
        return inspect_value(out, v, &plain);
    }
    if (!vm_is_symbol(v) && !(specifier == 'd' ? vm_to_double(out->vm, v, &d)
                                               : leading_number(out->vm, v, specifier == 'i', &d))) {
        return false;
    }
    return inspect_value(out, vm_number(d), &plain);
}

// Whether the pending error says that a structure contains itself.
static bool is_circular_error(vm_isolate *vm) {
    vm_error_info info;
    vm_value error = vm_take_exception(vm);
    vm_error_describe(vm, error, &info);
    bool circular = info.message && strstr(info.message, "circular structure");
    vm_error_info_free(vm, &info);
    if (!circular) {
        vm_throw(vm, error);
    }
    return circular;
}

static bool format_json(struct text *out, vm_value v) {
    vm_isolate *vm = out->vm;
    vm_value json = vm_get(vm, vm_global(vm), "JSON");
    vm_value text = vm_is_exception(json) ? json : vm_invoke(vm, json, "stringify", 1, &v);
    if (vm_is_exception(text)) {
        if (vm_termination(vm) || !is_circular_error(vm)) {
            return false;
        }
        text_add(out, "[Circular]");
    } else if (vm_is_string(text)) {
        text_string(out, text);
    } else {
        text_add(out, "undefined");
    }
    return true;
}

static bool format_one(struct text *out, const struct inspect_options *options, char specifier, vm_value v) {
    switch (specifier) {
    case 's': return format_string(out, options, v);
    case 'd':
    case 'i':
    case 'f': return format_number(out, options, v, specifier);
    case 'j': return format_json(out, v);
    case 'o': {
        struct inspect_options more = *options;
        more.show_hidden = more.show_proxy = true;
        more.depth = 4;
        return inspect_value(out, v, &more);
    }
    case 'O': return inspect_value(out, v, options);
    default: return true; // %c takes a style and shows nothing
    }
}

bool inspect_format(struct text *out, const struct inspect_options *options, uint32_t argc,
                    const vm_value *arguments) {
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
                ok = format_one(out, options, next, arguments[used++]);
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
        } else if (!inspect_value(out, arguments[i], options)) {
            return false;
        }
    }
    return true;
}
