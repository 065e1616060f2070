// Throwing: formats the message, makes the error, leaves it pending. As long as the isolate has no realm the
// message itself is thrown.
//
// Values in messages are shown as V8 shows them: primitives by their text, functions by name, errors as
// "Name: message", arrays as [object Array], namespaces as [object Module], other objects as #<Constructor>.
// Nothing observable happens on the way: only plain data properties are read, lazy ones are passed over.
#include "lang/throw.h"

#include <stdio.h>

#include "object/bigint.h"
#include "object/symbol.h"

#define RENDER_LIMIT 200 // units of a string or bigint shown

// -- Values ---------------------------------------------------------------------------------------------

static void render_string(struct string_builder *b, struct string *s) {
    if (s->length <= RENDER_LIMIT) {
        string_builder_string(b, s);
    } else {
        string_builder_range(b, s, 0, RENDER_LIMIT);
        string_builder_text(b, "...");
    }
}

static void render_symbol(struct string_builder *b, const struct symbol *symbol) {
    if (symbol->cell.flags & SYMBOL_PRIVATE) {
        if (symbol->description) render_string(b, symbol->description);
        return;
    }
    string_builder_text(b, "Symbol(");
    if (symbol->description) render_string(b, symbol->description);
    string_builder_text(b, ")");
}

static struct string *plain_string(vm_isolate *vm, struct object *o, enum atom_id name) {
    vm_value value = object_peek(vm, o, atom_key(vm, name));
    return value_is_string(value) && value_as_string(value)->length ? value_as_string(value) : NULL;
}

static void render_error(struct string_builder *b, struct object *o) {
    struct string *name = plain_string(b->vm, o, ATOM_name), *message = plain_string(b->vm, o, ATOM_message);
    if (name) {
        render_string(b, name);
    } else {
        string_builder_text(b, "Error");
    }
    if (message) {
        string_builder_text(b, ": ");
        render_string(b, message);
    }
}

static void render_object(struct string_builder *b, struct object *o) {
    vm_isolate *vm = b->vm;
    if (object_is_callable(o)) {
        struct string *name = plain_string(vm, o, ATOM_name);
        string_builder_text(b, "function ");
        if (name) render_string(b, name);
        return;
    }
    if (o->cell.kind == CELL_ERROR) {
        render_error(b, o);
        return;
    }
    if (o->cell.kind == CELL_ARRAY || o->cell.kind == CELL_NAMESPACE) {
        string_builder_text(b, o->cell.kind == CELL_ARRAY ? "[object Array]" : "[object Module]");
        return;
    }
    vm_value constructor = object_peek(vm, o, atom_key(vm, ATOM_constructor));
    struct string *name =
        value_is_callable(constructor) ? plain_string(vm, value_as_object(constructor), ATOM_name) : NULL;
    string_builder_text(b, "#<");
    if (name) {
        render_string(b, name);
    } else {
        const char *class_name = vm->classes ? vm->classes[o->cell.kind].name : NULL;
        string_builder_text(b, class_name ? class_name : "Object");
    }
    string_builder_text(b, ">");
}

void throw_render(struct string_builder *b, vm_value value) {
    if (value_is_number(value)) {
        struct string *text = string_from_number(b->vm, value_as_double(value));
        if (text) string_builder_string(b, text);
    } else if (!value_is_cell(value)) {
        string_builder_text(b, value_is_undefined(value) ? "undefined"
                               : value_is_null(value)    ? "null"
                               : value_is_true(value)    ? "true"
                               : value_is_boolean(value) ? "false"
                                                         : "uninitialized");
    } else if (value_is_string(value)) {
        render_string(b, value_as_string(value));
    } else if (value_is_symbol(value)) {
        render_symbol(b, value_as_symbol(value));
    } else if (value_is_bigint(value)) {
        struct bigint *bigint = value_as_bigint(value);
        struct string *text =
            bigint->cell.word <= RENDER_LIMIT / 16 ? bigint_to_string(b->vm, bigint, 10) : NULL;
        if (text) {
            string_builder_string(b, text);
        } else {
            string_builder_text(b, "[BigInt]");
        }
    } else if (value_is_object(value)) {
        render_object(b, value_as_object(value));
    }
}

static void render_key(struct string_builder *b, property_key key) {
    if (key_is_index(key)) {
        throw_render(b, value_from_uint32(key_as_index(key)));
    } else {
        throw_render(b, value_from_cell(key_as_cell(key)));
    }
}

// -- Formats --------------------------------------------------------------------------------------------

// Carries out one conversion of printf; `specification` is its text, `length` how many h, l, z, j or t it
// has.
static void format_plain(struct string_builder *b, char *specification, char conversion, int longs,
                         va_list *arguments) {
    char text[400];
    switch (conversion) {
    case 'd':
    case 'i':
        if (longs >= 2) {
            snprintf(text, sizeof text, specification, va_arg(*arguments, long long));
        } else if (longs == 1) {
            snprintf(text, sizeof text, specification, va_arg(*arguments, long));
        } else {
            snprintf(text, sizeof text, specification, va_arg(*arguments, int));
        }
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        if (longs >= 2) {
            snprintf(text, sizeof text, specification, va_arg(*arguments, unsigned long long));
        } else if (longs == 1) {
            snprintf(text, sizeof text, specification, va_arg(*arguments, unsigned long));
        } else {
            snprintf(text, sizeof text, specification, va_arg(*arguments, unsigned));
        }
        break;
    case 'c': snprintf(text, sizeof text, specification, va_arg(*arguments, int)); break;
    case 'e':
    case 'f':
    case 'g': snprintf(text, sizeof text, specification, va_arg(*arguments, double)); break;
    default: snprintf(text, sizeof text, specification, va_arg(*arguments, const char *)); break;
    }
    string_builder_text(b, text);
}

static void format_into(struct string_builder *b, const char *format, va_list *arguments) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        string_builder_latin1(b, (const uint8_t *)format, plain);
        format += plain;
        if (!*format) break;
        const char *start = format++;
        switch (*format) {
        case '%': string_builder_unit(b, '%'); break;
        case 'V': throw_render(b, va_arg(*arguments, vm_value)); break;
        case 'K': render_key(b, va_arg(*arguments, property_key)); break;
        case 'S': string_builder_string(b, va_arg(*arguments, struct string *)); break;
        case 's': string_builder_text(b, va_arg(*arguments, const char *)); break;
        default: {
            char specification[32];
            int longs = 0;
            format += strspn(format, "-+ #0123456789.");
            for (; strchr("hlzjt", *format); format++)
                longs += *format == 'h' ? 0 : *format == 'l' ? 1 : 2;
            size_t length = (size_t)(format + 1 - start);
            if (length >= sizeof specification) return;
            memcpy(specification, start, length);
            specification[length] = 0;
            format_plain(b, specification, *format, longs, arguments);
        }
        }
        format++;
    }
}

struct string *throw_format(vm_isolate *vm, const char *format, va_list arguments) {
    struct string_builder b;
    va_list copy;
    va_copy(copy, arguments);
    string_builder_start(&b, vm);
    format_into(&b, format, &copy);
    va_end(copy);
    return string_builder_finish(&b);
}

// -- Throwing -------------------------------------------------------------------------------------------

vm_value throw_value(vm_isolate *vm, vm_value value) {
    if (vm->terminating) return VALUE_EXCEPTION;
    vm->exception = value;
    vm->out_of_memory = false;
    return VALUE_EXCEPTION;
}

static vm_value throw_list(vm_isolate *vm, enum error_kind kind, const char *format, va_list arguments) {
    if (vm->terminating) return VALUE_EXCEPTION;
    struct string *message = throw_format(vm, format, arguments);
    if (!message) return VALUE_EXCEPTION;
    vm_value error = vm->realm ? error_create(vm, kind, message) : value_from_cell(message);
    return value_is_exception(error) ? error : throw_value(vm, error);
}

#define THROW(kind)                                                                                          \
    va_list arguments;                                                                                       \
    va_start(arguments, format);                                                                             \
    vm_value result = throw_list(vm, kind, format, arguments);                                               \
    va_end(arguments);                                                                                       \
    return result

vm_value throw_error(vm_isolate *vm, enum error_kind kind, const char *format, ...) { THROW(kind); }
vm_value throw_type_error(vm_isolate *vm, const char *format, ...) { THROW(ERROR_TYPE); }
vm_value throw_range_error(vm_isolate *vm, const char *format, ...) { THROW(ERROR_RANGE); }
vm_value throw_reference_error(vm_isolate *vm, const char *format, ...) { THROW(ERROR_REFERENCE); }
vm_value throw_syntax_error(vm_isolate *vm, const char *format, ...) { THROW(ERROR_SYNTAX); }

vm_value throw_stack_overflow(vm_isolate *vm) {
    return throw_range_error(vm, "Maximum call stack size exceeded");
}

vm_value throw_out_of_memory(vm_isolate *vm) {
    if (vm->terminating) return VALUE_EXCEPTION;
    struct string *text = atom(vm, ATOM_out_of_memory);
    vm->exception = value_is_cell(vm->out_of_memory_error) ? vm->out_of_memory_error
                    : text                                 ? value_from_cell(text)
                                                           : VALUE_UNDEFINED;
    vm->out_of_memory = true;
    return VALUE_EXCEPTION;
}

bool throw_preallocate(vm_isolate *vm) {
    vm_value error = error_create(vm, ERROR_RANGE, atom(vm, ATOM_out_of_memory));
    if (value_is_exception(error)) return false;
    vm->out_of_memory_error = error;
    return true;
}
