// The prototypes of generator and async generator objects (sec-generator-objects,
// sec-asyncgenerator-objects), and of asynchronous iterators. Running generators is exec/generator.h.
#include "builtins/builtin.h"

#include "exec/async_from_sync.h"
#include "exec/generator.h"

// sec-generator.prototype.return, sec-generator.prototype.throw; MAGIC: enum resume_mode
static vm_value generator_resume_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool throws = MAGIC == RESUME_THROW;
    struct generator *g = builtin_this(vm, THIS, CELL_GENERATOR,
                                       throws ? "Generator.prototype.throw" : "Generator.prototype.return");
    return g ? generator_resume(vm, g, MAGIC, ARGUMENT(0)) : VALUE_EXCEPTION;
}

// sec-asyncgenerator-prototype-next, -return, -throw; MAGIC: enum resume_mode
static vm_value async_generator_resume(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return async_generator_enqueue(vm, THIS, MAGIC, ARGUMENT(0));
}

// The property `constructor` of these prototypes leads to the prototype of their functions.
static bool finish_generator(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)constructor;
    struct object *functions = intrinsic(vm, INTRINSIC_GeneratorFunctionPrototype);
    return functions && object_define(vm, prototype, atom_key(vm, ATOM_constructor),
                                      value_from_cell(functions), PROPERTY_CONFIGURABLE);
}

static bool finish_async_generator(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)constructor;
    struct object *functions = intrinsic(vm, INTRINSIC_AsyncGeneratorFunctionPrototype);
    return functions && object_define(vm, prototype, atom_key(vm, ATOM_constructor),
                                      value_from_cell(functions), PROPERTY_CONFIGURABLE);
}

static const struct builtin_row generator_methods[] = {
    NATIVE("next", generator_prototype_next, 1),
    NATIVE_MAGIC("return", generator_resume_with, 1, RESUME_RETURN),
    NATIVE_MAGIC("throw", generator_resume_with, 1, RESUME_THROW),
    TO_STRING_TAG("Generator"),
};

static const struct builtin_row async_generator_methods[] = {
    NATIVE_MAGIC("next", async_generator_resume, 1, RESUME_NEXT),
    NATIVE_MAGIC("return", async_generator_resume, 1, RESUME_RETURN),
    NATIVE_MAGIC("throw", async_generator_resume, 1, RESUME_THROW),
    TO_STRING_TAG("AsyncGenerator"),
};

static const struct builtin_row async_iterator_methods[] = {
    NATIVE("@@asyncIterator", builtin_return_this, 0), // sec-%asynciteratorprototype%-%symbol.asynciterator%
};

static const struct builtin_row async_from_sync_methods[] = {
    NATIVE_MAGIC("next", async_from_sync_step, 1, RESUME_NEXT),
    NATIVE_MAGIC("return", async_from_sync_step, 1, RESUME_RETURN),
    NATIVE_MAGIC("throw", async_from_sync_step, 1, RESUME_THROW),
};

const struct builtin_class generator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_GeneratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(generator_methods),
    .finish = finish_generator,
};

const struct builtin_class async_generator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_AsyncGeneratorPrototype,
    .prototype_parent = INTRINSIC_AsyncIteratorPrototype,
    METHODS(async_generator_methods),
    .finish = finish_async_generator,
};

const struct builtin_class async_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_AsyncIteratorPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    METHODS(async_iterator_methods),
};

const struct builtin_class async_from_sync_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_AsyncFromSyncIteratorPrototype,
    .prototype_parent = INTRINSIC_AsyncIteratorPrototype,
    METHODS(async_from_sync_methods),
};
