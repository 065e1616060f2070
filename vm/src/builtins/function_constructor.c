// Functions from text: the constructors Function, GeneratorFunction, AsyncFunction and AsyncGeneratorFunction
// (sec-function-constructor and its like), and the prototypes of the last three.
#include "builtins/function.h"

#include "exec/compile_error.h"
#include "exec/script.h"
#include "object/throw.h"

// The texts of all arguments but the last, joined by commas, as UTF-8. NULL: exception pending.
static char *parameter_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string_builder b;
    size_t length;
    for (uint32_t i = 0; i + 1 < argc; i++) { // all are converted before the first is used
        struct string *s = js_to_string(vm, frame[1 + i]);
        if (!s) return NULL;
        frame[1 + i] = value_from_cell(s);
    }
    string_builder_start(&b, vm);
    for (uint32_t i = 0; i + 1 < argc; i++) {
        if (i) string_builder_unit(&b, ',');
        string_builder_string(&b, value_as_string(frame[1 + i]));
    }
    struct string *joined = string_builder_finish(&b);
    char *text = joined ? string_to_utf8(vm, joined, &length) : NULL;
    if (text && strlen(text) != length) {
        memory_free(&vm->memory, text);
        throw_syntax_error(vm, "Invalid or unexpected token");
        return NULL;
    }
    return text;
}

// sec-createdynamicfunction, with parameters and body as text
static struct function *compile_function(vm_isolate *vm, const char *parameters, const char *body,
                                         size_t length, uint8_t flags) {
    struct compile_options options = {
        .goal = COMPILE_FUNCTION,
        .realm = vm->realm,
        .parameters = parameters,
        .function_flags = flags,
    };
    struct compile_error error = {0};
    struct code *code = compile(vm, body, length, &options, &error);
    if (!code) {
        compile_error_throw(vm, body, length, NULL, &options, &error);
        return NULL;
    }
    script_note_caller(vm, code->script);
    return function_create(vm, code, NULL);
}

static enum intrinsic prototype_of(uint8_t flags) {
    switch (flags) {
    case CODE_GENERATOR: return INTRINSIC_GeneratorFunctionPrototype;
    case CODE_ASYNC: return INTRINSIC_AsyncFunctionPrototype;
    case CODE_GENERATOR | CODE_ASYNC: return INTRINSIC_AsyncGeneratorFunctionPrototype;
    default: return INTRINSIC_FunctionPrototype;
    }
}

vm_value function_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *new_target =
        value_is_object(NEW_TARGET) ? value_as_object(NEW_TARGET) : value_as_object(frame[-1]);
    uint8_t flags = (uint8_t)MAGIC;
    char *parameters = parameter_text(vm, frame, argc), *body = NULL;
    size_t length = 0;
    struct string *s = !parameters ? NULL : argc ? js_to_string(vm, frame[argc]) : vm->empty_string;
    if (s) body = string_to_utf8(vm, s, &length);
    struct function *f = body ? compile_function(vm, parameters, body, length, flags) : NULL;
    memory_free(&vm->memory, body);
    memory_free(&vm->memory, parameters);
    struct object *prototype = f ? js_prototype_from_constructor(vm, new_target, prototype_of(flags)) : NULL;
    if (!prototype) return VALUE_EXCEPTION;
    if (object_prototype(&f->object) != prototype && !object_set_prototype(vm, &f->object, prototype))
        return VALUE_EXCEPTION;
    return value_from_cell(f);
}

// --- the function kinds without a global name ------------------------------------------------------

// Links %X.prototype% with the prototype of the objects that its functions make.
static bool link_prototype(vm_isolate *vm, struct object *function_prototype, enum intrinsic id) {
    struct object *prototype = intrinsic(vm, id);
    return prototype && object_define(vm, function_prototype, atom_key(vm, ATOM_prototype),
                                      value_from_cell(prototype), PROPERTY_CONFIGURABLE);
}

// The property `constructor` of these prototypes is not writable.
static bool fix_constructor(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    return object_define(vm, prototype, atom_key(vm, ATOM_constructor), value_from_cell(constructor),
                         PROPERTY_CONFIGURABLE);
}

static bool finish_generator(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    return fix_constructor(vm, constructor, prototype) &&
           link_prototype(vm, prototype, INTRINSIC_GeneratorPrototype);
}

static bool finish_async_generator(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    return fix_constructor(vm, constructor, prototype) &&
           link_prototype(vm, prototype, INTRINSIC_AsyncGeneratorPrototype);
}

static const struct builtin_row generator_methods[] = {TO_STRING_TAG("GeneratorFunction")};
static const struct builtin_row async_methods[] = {TO_STRING_TAG("AsyncFunction")};
static const struct builtin_row async_generator_methods[] = {TO_STRING_TAG("AsyncGeneratorFunction")};

const struct builtin_class generator_function_class = {
    .name = "GeneratorFunction",
    .constructor = function_constructor,
    .length = 1,
    .magic = CODE_GENERATOR,
    .constructor_id = INTRINSIC_GeneratorFunction,
    .prototype_id = INTRINSIC_GeneratorFunctionPrototype,
    .constructor_parent = INTRINSIC_Function,
    .prototype_parent = INTRINSIC_FunctionPrototype,
    METHODS(generator_methods),
    .finish = finish_generator,
};

const struct builtin_class async_function_class = {
    .name = "AsyncFunction",
    .constructor = function_constructor,
    .length = 1,
    .magic = CODE_ASYNC,
    .constructor_id = INTRINSIC_AsyncFunction,
    .prototype_id = INTRINSIC_AsyncFunctionPrototype,
    .constructor_parent = INTRINSIC_Function,
    .prototype_parent = INTRINSIC_FunctionPrototype,
    METHODS(async_methods),
    .finish = fix_constructor,
};

const struct builtin_class async_generator_function_class = {
    .name = "AsyncGeneratorFunction",
    .constructor = function_constructor,
    .length = 1,
    .magic = CODE_GENERATOR | CODE_ASYNC,
    .constructor_id = INTRINSIC_AsyncGeneratorFunction,
    .prototype_id = INTRINSIC_AsyncGeneratorFunctionPrototype,
    .constructor_parent = INTRINSIC_Function,
    .prototype_parent = INTRINSIC_FunctionPrototype,
    METHODS(async_generator_methods),
    .finish = finish_async_generator,
};
