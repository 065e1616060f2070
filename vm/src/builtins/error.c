// Errors (sec-error-objects): Error, the NativeErrors, AggregateError; and what the engine itself throws.
//
// The stack is captured when an error is made and kept raw in the object. `stack` is an own property from the
// start, lazy: its text, which begins with the error's name and message of that moment, is made when somebody
// first asks. So is what a function Error.prepareStackTrace makes of it (as in V8: the stack trace API).
#include "builtins/builtin.h"

#include "builtins/call_site.h"
#include "exec/stack_trace.h"
#include "lang/throw.h"

static const enum intrinsic prototypes[] = {
    [ERROR_PLAIN] = INTRINSIC_ErrorPrototype,
    [ERROR_TYPE] = INTRINSIC_TypeErrorPrototype,
    [ERROR_RANGE] = INTRINSIC_RangeErrorPrototype,
    [ERROR_SYNTAX] = INTRINSIC_SyntaxErrorPrototype,
    [ERROR_REFERENCE] = INTRINSIC_ReferenceErrorPrototype,
    [ERROR_EVAL] = INTRINSIC_EvalErrorPrototype,
    [ERROR_URI] = INTRINSIC_URIErrorPrototype,
    [ERROR_AGGREGATE] = INTRINSIC_AggregateErrorPrototype,
};

// --- capturing and rendering -----------------------------------------------------------------------

// Error.stackTraceLimit when it is a plain number; -1: no stack is wanted.
static int64_t trace_limit(vm_isolate *vm) {
    struct object *error = vm->realm->intrinsics[INTRINSIC_Error];
    struct property property;
    if (!error) return STACK_TRACE_LIMIT;
    if (!object_find_own(vm, error, atom_key(vm, ATOM_stackTraceLimit), &property) ||
        (property.attributes & PROPERTY_ACCESSOR) || !value_is_number(property.value)) {
        return -1;
    }
    double limit = number_to_integer(value_as_double(property.value));
    return limit < 0 ? 0 : limit > UINT16_MAX ? UINT16_MAX : (int64_t)limit;
}

// Captures the stack into an error and makes its `stack` property.
static bool capture(vm_isolate *vm, struct error_object *error, struct object *above) {
    int64_t limit = trace_limit(vm);
    struct vector *trace = NULL;
    if (limit >= 0 && !(trace = stack_trace_capture(vm, above, (uint32_t)limit))) return false;
    heap_write(&vm->heap, error);
    error->trace = trace;
    return object_define(vm, &error->object, atom_key(vm, ATOM_stack), trace ? VALUE_LAZY : VALUE_UNDEFINED,
                         trace ? PROPERTY_HIDDEN | PROPERTY_LAZY : PROPERTY_HIDDEN);
}

static struct error_object *error_allocate(vm_isolate *vm, struct object *prototype, struct object *above) {
    struct error_object *error = object_allocate_kind(vm, CELL_ERROR, sizeof *error, prototype);
    if (!error) return NULL;
    error->header = VALUE_EMPTY;
    return capture(vm, error, above) ? error : NULL;
}

static void append_plain(struct string_builder *b, vm_value v) {
    if (value_is_string(v)) {
        string_builder_string(b, value_as_string(v));
    } else {
        throw_render(b, v);
    }
}

// " [code]" for errors that show theirs.
static void append_code(vm_isolate *vm, struct string_builder *b, struct object *o) {
    if (o->cell.kind == CELL_ERROR && ((struct error_object *)o)->shows_code) {
        string_builder_text(b, " [");
        append_plain(b, object_peek(vm, o, atom_key(vm, ATOM_code)));
        string_builder_text(b, "]");
    }
}

// The first line of a stack: what toString gives, found without running script.
static struct string *header(vm_isolate *vm, struct object *o) {
    vm_value name = object_peek(vm, o, atom_key(vm, ATOM_name)),
             message = object_peek(vm, o, atom_key(vm, ATOM_message));
    struct string_builder b;
    string_builder_start(&b, vm);
    if (value_is_undefined(name)) {
        string_builder_text(&b, "Error");
    } else {
        append_plain(&b, name);
    }
    append_code(vm, &b, o);
    if (!value_is_undefined(message) && !(value_is_string(message) && !value_as_string(message)->length)) {
        if (b.length) string_builder_text(&b, ": ");
        append_plain(&b, message);
    }
    return string_builder_finish(&b);
}

// The value of `stack`: what Error.prepareStackTrace(object, call sites) gives when that is a function, else
// text. `as_error` is the object when it is an ERROR, else NULL. EXCEPTION with the error pending.
static vm_value make_stack(vm_isolate *vm, struct object *o, struct vector *trace,
                           const struct error_object *as_error) {
    struct object *error = vm->realm->intrinsics[INTRINSIC_Error];
    vm_value prepare = error && !vm->preparing_stack ? js_get(vm, error, atom_key(vm, ATOM_prepareStackTrace))
                                                     : VALUE_UNDEFINED;
    if (value_is_exception(prepare)) return VALUE_EXCEPTION;
    if (!value_is_callable(prepare)) {
        struct string *first =
            as_error && value_is_string(as_error->header) ? value_as_string(as_error->header) : header(vm, o);
        struct list *imports = as_error ? as_error->imports : NULL;
        return first ? builtin_cell(stack_trace_render(vm, first, trace, imports)) : VALUE_EXCEPTION;
    }
    struct object *sites = call_sites_create(vm, trace);
    if (!sites) return VALUE_EXCEPTION;
    vm_value arguments[] = {value_from_cell(o), value_from_cell(sites)};
    vm->preparing_stack = true; // the stacks of errors made in there are plain
    vm_value stack = js_call(vm, prepare, value_from_cell(error), 2, arguments);
    vm->preparing_stack = false;
    return stack;
}

bool builtin_materialize_stack(vm_isolate *vm, struct object *o, vm_value *value) {
    struct error_object *error = (struct error_object *)o;
    *value = make_stack(vm, o, error->trace, error);
    return !value_is_exception(*value);
}

// --- the engine's own errors -----------------------------------------------------------------------

vm_value error_create(vm_isolate *vm, enum error_kind kind, struct string *message) {
    struct object *prototype = intrinsic(vm, prototypes[kind]);
    struct error_object *error = prototype ? error_allocate(vm, prototype, NULL) : NULL;
    if (!error || !object_add(vm, &error->object, atom_key(vm, ATOM_message), value_from_cell(message),
                              PROPERTY_HIDDEN)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(error);
}

// --- constructors ----------------------------------------------------------------------------------

static bool is_running(vm_isolate *vm, struct object *function) {
    for (struct call_info *ci = vm->call; ci > vm->interpreter->frames; ci--) {
        if ((struct object *)ci->function == function) return true;
    }
    return false;
}

// sec-installerrorcause
static bool install_cause(vm_isolate *vm, struct object *error, vm_value options) {
    if (!value_is_object(options)) return true;
    property_key key = atom_key(vm, ATOM_cause);
    enum outcome has = js_has_property(vm, value_as_object(options), key);
    if (has != OUTCOME_TRUE) return has == OUTCOME_FALSE;
    vm_value cause = js_get(vm, value_as_object(options), key);
    return !value_is_exception(cause) && object_define(vm, error, key, cause, PROPERTY_HIDDEN);
}

// The iterable of AggregateError as an array.
static struct object *array_from_iterable(vm_isolate *vm, vm_value iterable) {
    struct iteration it;
    struct object *array = array_create(vm, 0);
    vm_value value;
    enum outcome more;
    if (!array || !js_iterate(vm, iterable, &it)) return NULL;
    while ((more = js_iterate_next(vm, &it, &value)) == OUTCOME_TRUE) {
        if (!array_push(vm, array, value)) return NULL;
    }
    return more == OUTCOME_FALSE ? array : NULL;
}

// sec-error-constructor, sec-nativeerror, sec-aggregate-error-constructor; MAGIC: enum error_kind
static vm_value error_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum error_kind kind = MAGIC;
    struct object *callee = value_as_object(frame[-1]);
    struct object *new_target = value_is_object(NEW_TARGET) ? value_as_object(NEW_TARGET) : callee;
    int first = kind == ERROR_AGGREGATE;
    vm_value message = ARGUMENT(first);
    struct object *prototype = js_prototype_from_constructor(vm, new_target, prototypes[kind]);
    if (!prototype) return VALUE_EXCEPTION;
    struct error_object *error =
        error_allocate(vm, prototype, is_running(vm, new_target) ? new_target : callee);
    if (!error) return VALUE_EXCEPTION;
    struct object *o = &error->object;
    if (!value_is_undefined(message)) {
        struct string *text = js_to_string(vm, message);
        if (!text ||
            !object_define(vm, o, atom_key(vm, ATOM_message), value_from_cell(text), PROPERTY_HIDDEN))
            return VALUE_EXCEPTION;
    }
    if (!install_cause(vm, o, ARGUMENT(first + 1))) return VALUE_EXCEPTION;
    if (kind == ERROR_AGGREGATE) {
        struct object *errors = array_from_iterable(vm, ARGUMENT(0));
        if (!errors ||
            !object_define(vm, o, atom_key(vm, ATOM_errors), value_from_cell(errors), PROPERTY_HIDDEN))
            return VALUE_EXCEPTION;
    }
    return value_from_cell(error);
}

// Error.captureStackTrace(object, above): gives any object a `stack`.
static vm_value error_capture_stack_trace(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_object(ARGUMENT(0))) return throw_type_error(vm, "Invalid argument");
    struct object *o = value_as_object(frame[1]);
    struct object *above = value_is_callable(ARGUMENT(1)) ? value_as_object(ARGUMENT(1)) : NULL;
    if (!above) above = value_as_object(frame[-1]);
    property_key key = atom_key(vm, ATOM_stack);
    if (o->cell.kind == CELL_ERROR && !(o->cell.flags & OBJECT_NOT_EXTENSIBLE))
        return capture(vm, (struct error_object *)o, above) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    int64_t limit = trace_limit(vm);
    if (limit < 0) return VALUE_UNDEFINED;
    struct vector *trace = stack_trace_capture(vm, above, (uint32_t)limit);
    vm_value stack = trace ? make_stack(vm, o, trace, NULL) : VALUE_EXCEPTION;
    if (value_is_exception(stack)) return VALUE_EXCEPTION;
    struct property_descriptor descriptor = descriptor_data(stack, PROPERTY_HIDDEN);
    return js_define_or_throw(vm, o, key, &descriptor) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// Error.isError
static vm_value error_is_error(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    return value_from_bool(value_is_kind(ARGUMENT(0), CELL_ERROR));
}

// --- prototype -------------------------------------------------------------------------------------

// A property as text; undefined gives `otherwise`.
static struct string *text_property(vm_isolate *vm, struct object *o, enum atom_id name,
                                    const char *otherwise) {
    vm_value v = js_get_atom(vm, o, name);
    if (value_is_exception(v)) return NULL;
    return value_is_undefined(v) ? string_from_text(vm, otherwise) : js_to_string(vm, v);
}

// sec-error.prototype.tostring, and the code of errors that show theirs
static vm_value error_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_object(THIS))
        return throw_type_error(vm, "Error.prototype.toString requires that 'this' be a JSReceiver");
    struct string *name = text_property(vm, value_as_object(THIS), ATOM_name, "Error");
    struct string *message = name ? text_property(vm, value_as_object(THIS), ATOM_message, "") : NULL;
    if (!message) return VALUE_EXCEPTION;
    if (!name->length) return value_from_cell(message);
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_string(&b, name);
    append_code(vm, &b, value_as_object(THIS));
    if (message->length) {
        string_builder_text(&b, ": ");
        string_builder_string(&b, message);
    }
    return builtin_cell(string_builder_finish(&b));
}

static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)prototype;
    return object_define(vm, constructor, atom_key(vm, ATOM_stackTraceLimit),
                         value_from_int(STACK_TRACE_LIMIT), PROPERTY_DEFAULT);
}

static const struct builtin_row statics[] = {
    NATIVE("captureStackTrace", error_capture_stack_trace, 2),
    NATIVE("isError", error_is_error, 1),
};

static const struct builtin_row methods[] = {
    STRING_VALUE("name", "Error", PROPERTY_HIDDEN),
    STRING_VALUE("message", "", PROPERTY_HIDDEN),
    NATIVE("toString", error_to_string, 0),
};

const struct builtin_class error_class = {
    .name = "Error",
    .constructor = error_constructor,
    .length = 1,
    .magic = ERROR_PLAIN,
    .constructor_id = INTRINSIC_Error,
    .prototype_id = INTRINSIC_ErrorPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};

// sec-native-error-types-used-in-this-standard
#define NATIVE_ERROR(identifier, type, kind, length_)                                                        \
    static const struct builtin_row identifier##_methods[] = {                                               \
        STRING_VALUE("name", #type, PROPERTY_HIDDEN),                                                        \
        STRING_VALUE("message", "", PROPERTY_HIDDEN),                                                        \
    };                                                                                                       \
    const struct builtin_class identifier##_class = {                                                        \
        .name = #type,                                                                                       \
        .constructor = error_constructor,                                                                    \
        .length = length_,                                                                                   \
        .magic = kind,                                                                                       \
        .constructor_id = INTRINSIC_##type,                                                                  \
        .prototype_id = INTRINSIC_##type##Prototype,                                                         \
        .constructor_parent = INTRINSIC_Error,                                                               \
        .prototype_parent = INTRINSIC_ErrorPrototype,                                                        \
        METHODS(identifier##_methods),                                                                       \
    }
NATIVE_ERROR(aggregate_error, AggregateError, ERROR_AGGREGATE, 2);
NATIVE_ERROR(eval_error, EvalError, ERROR_EVAL, 1);
NATIVE_ERROR(range_error, RangeError, ERROR_RANGE, 1);
NATIVE_ERROR(reference_error, ReferenceError, ERROR_REFERENCE, 1);
NATIVE_ERROR(syntax_error, SyntaxError, ERROR_SYNTAX, 1);
NATIVE_ERROR(type_error, TypeError, ERROR_TYPE, 1);
NATIVE_ERROR(uri_error, URIError, ERROR_URI, 1);
