// Functions of the global object (sec-function-properties-of-the-global-object).
#include "builtins/builtin.h"

#include "base/number.h"
#include "exec/compile_error.h"
#include "exec/script.h"
#include "exec/interpreter.h"

// --- numbers ---------------------------------------------------------------------------------------

// The text from *from on as Latin-1: that of the string itself, or a copy of its part up to the first unit
// beyond, for the caller to free. NULL: error pending.
static const char *latin1_text(vm_isolate *vm, struct string *s, uint32_t from, size_t *length, char **copy) {
    *copy = NULL;
    *length = s->length - from;
    if (!string_is_wide(s)) return (const char *)string_latin1(s) + from;
    *copy = memory_allocate(&vm->memory, *length + 1);
    if (!*copy) {
        throw_out_of_memory(vm);
        return NULL;
    }
    size_t n = 0;
    for (; n < *length && string_utf16(s)[from + n] < 0x80 && memory_poll_step(&vm->memory, n); n++)
        (*copy)[n] = (char)string_utf16(s)[from + n];
    *length = n;
    return *copy;
}

// A sign and what follows it: true when it is minus.
static bool take_sign(const char **text, size_t *length) {
    bool minus = *length && **text == '-';
    if (*length && (**text == '-' || **text == '+')) {
        ++*text;
        --*length;
    }
    return minus;
}

static double parse_int_text(const struct memory *memory, const char *text, size_t length, int32_t radix) {
    size_t consumed;
    bool minus = take_sign(&text, &length), strip = radix == 0 || radix == 16;
    if (radix && (radix < 2 || radix > 36)) return __builtin_nan("");
    if (strip && length > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text += 2;
        length -= 2;
        radix = 16;
    }
    double number = number_parse_radix(memory, text, length, radix ? (unsigned)radix : 10, &consumed);
    return minus ? -number : number;
}

// sec-parseint-string-radix
vm_value global_parse_int(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value v = ARGUMENT(0), radix_value = ARGUMENT(1);
    bool decimal =
        value_is_undefined(radix_value) || (value_is_int(radix_value) && value_as_int(radix_value) == 10);
    if (decimal && value_is_int(v)) return v;
    if (decimal && value_is_double(v)) {
        double d = value_as_double(v), magnitude = __builtin_fabs(d);
        if (magnitude >= 1e-6 && magnitude < 1e21) return value_from_double(__builtin_trunc(d));
    }
    struct string *s = js_to_flat_string(vm, v);
    int32_t radix;
    uint32_t from, to;
    size_t length;
    char *copy;
    if (!s || !js_to_int32(vm, radix_value, &radix)) return VALUE_EXCEPTION;
    string_trim_range(&vm->memory, s, true, false, &from, &to);
    const char *text = latin1_text(vm, s, from, &length, &copy);
    if (!text) return VALUE_EXCEPTION;
    double number = parse_int_text(&vm->memory, text, length, radix);
    memory_free(&vm->memory, copy);
    KEEP_ALIVE(s);
    return vm->terminating ? VALUE_EXCEPTION : value_from_double(number);
}

static double parse_float_text(const struct memory *memory, const char *text, size_t length) {
    static const char infinity[] = "Infinity";
    size_t consumed;
    bool minus = take_sign(&text, &length);
    double number = number_parse_decimal(memory, text, length, &consumed);
    if (!consumed && length >= sizeof infinity - 1 && !memcmp(text, infinity, sizeof infinity - 1))
        number = __builtin_inf();
    return minus ? -number : number;
}

// sec-parsefloat-string
vm_value global_parse_float(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (value_is_int(ARGUMENT(0))) return frame[1];
    struct string *s = js_to_flat_string(vm, ARGUMENT(0));
    uint32_t from, to;
    size_t length;
    char *copy;
    if (!s) return VALUE_EXCEPTION;
    string_trim_range(&vm->memory, s, true, false, &from, &to);
    const char *text = latin1_text(vm, s, from, &length, &copy);
    if (!text) return VALUE_EXCEPTION;
    double number = parse_float_text(&vm->memory, text, length);
    memory_free(&vm->memory, copy);
    KEEP_ALIVE(s);
    return vm->terminating ? VALUE_EXCEPTION : value_from_double(number);
}

// sec-isnan-number
vm_value global_is_nan(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number;
    if (!js_to_number(vm, ARGUMENT(0), &number)) return VALUE_EXCEPTION;
    return value_from_bool(number != number);
}

// sec-isfinite-number
vm_value global_is_finite(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double number;
    if (!js_to_number(vm, ARGUMENT(0), &number)) return VALUE_EXCEPTION;
    return value_from_bool(__builtin_isfinite(number));
}

// --- eval ------------------------------------------------------------------------------------------

// sec-eval-x: the indirect form, in the global scope
vm_value global_eval(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_string(ARGUMENT(0))) return ARGUMENT(0);
    size_t length;
    char *text = string_to_utf8(vm, value_as_string(frame[1]), &length);
    if (!text) return VALUE_EXCEPTION;
    struct compile_options options = {.goal = COMPILE_EVAL, .realm = vm->realm};
    struct compile_error error = {0};
    struct code *code = compile(vm, text, length, &options, &error);
    if (!code) compile_error_throw(vm, text, length, NULL, &options, &error);
    memory_free(&vm->memory, text);
    if (code) script_note_caller(vm, code->script);
    return code ? interpreter_run_code(vm, code, NULL, vm->realm->global_this) : VALUE_EXCEPTION;
}
