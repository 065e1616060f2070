// Iterator, its prototype, Iterator.from and the wrapper that it makes (sec-iterator-objects).
#include "builtins/iterator.h"

#include "object/throw.h"

// sec-iterator: an abstract class.
static vm_value iterator_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *new_target = builtin_new_target(vm, "Iterator");
    (void)argc;
    if (!new_target) return VALUE_EXCEPTION;
    if (value_same_bits(value_from_cell(new_target), frame[-1]))
        return throw_type_error(vm, "Abstract class Iterator not directly constructable");
    return builtin_cell(
        builtin_create(vm, new_target, INTRINSIC_IteratorPrototype, CELL_OBJECT, sizeof(struct object)));
}

// --- opening ---------------------------------------------------------------------------------------

bool iterator_open_flattenable(vm_isolate *vm, vm_value v, bool strings, struct iteration *out) {
    if (!value_is_object(v) && !(strings && value_is_string(v))) {
        throw_type_error(vm, "%V is not an object", v);
        return false;
    }
    vm_value iterator = v, method = js_get_method(vm, v, symbol_key(vm, SYMBOL_iterator));
    if (!value_is_exception(method) && !value_is_undefined(method)) {
        iterator = js_call(vm, method, v, 0, NULL);
        if (value_is_exception(iterator)) return false;
    }
    if (value_is_exception(method)) return false;
    if (!value_is_object(iterator)) {
        throw_type_error(vm, "%V is not an object", iterator);
        return false;
    }
    return js_iterator_direct(vm, value_as_object(iterator), out);
}

bool iterator_take_this(vm_isolate *vm, vm_value this_value, struct iteration *out) {
    *out = (struct iteration){.iterator = this_value, .next = VALUE_UNDEFINED};
    if (value_is_object(this_value)) return true;
    throw_type_error(vm, "Iterator.prototype method called on non-object %V", this_value);
    return false;
}

bool iterator_open(vm_isolate *vm, struct iteration *it) {
    return js_iterator_direct(vm, value_as_object(it->iterator), it);
}

bool iterator_open_this(vm_isolate *vm, vm_value this_value, vm_value callback, struct iteration *out) {
    if (!iterator_take_this(vm, this_value, out)) return false;
    if (value_is_callable(callback)) return iterator_open(vm, out);
    throw_type_error(vm, "%V is not a function", callback);
    js_iterate_abort(vm, out);
    return false;
}

enum outcome iterator_step_without_value(vm_isolate *vm, const struct iteration *it) {
    vm_value result = js_call(vm, it->next, it->iterator, 0, NULL);
    if (value_is_exception(result)) return OUTCOME_EXCEPTION;
    if (!value_is_object(result)) {
        throw_type_error(vm, "Iterator result %V is not an object", result);
        return OUTCOME_EXCEPTION;
    }
    vm_value done = js_get_atom(vm, value_as_object(result), ATOM_done);
    if (value_is_exception(done)) return OUTCOME_EXCEPTION;
    return js_to_boolean(done) ? OUTCOME_FALSE : OUTCOME_TRUE;
}

// --- Iterator.from ---------------------------------------------------------------------------------

// sec-iterator.from
static vm_value iterator_from(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iteration it;
    struct object *constructor = intrinsic(vm, INTRINSIC_Iterator);
    if (!constructor || !iterator_open_flattenable(vm, ARGUMENT(0), true, &it)) return VALUE_EXCEPTION;
    enum outcome is_iterator = js_ordinary_has_instance(vm, value_from_cell(constructor), it.iterator);
    if (is_iterator != OUTCOME_FALSE) return is_iterator == OUTCOME_TRUE ? it.iterator : VALUE_EXCEPTION;
    struct object *prototype = intrinsic(vm, INTRINSIC_WrapForValidIteratorPrototype);
    struct iterator_object *wrapper =
        prototype ? iterator_create(vm, prototype, ITERATOR_WRAPPER, ITERATE_VALUES, it.iterator) : NULL;
    if (wrapper) wrapper->second = it.next;
    return builtin_cell(wrapper);
}

static struct iterator_object *this_wrapper(vm_isolate *vm, vm_value this_value, const char *method) {
    if (value_is_iterator(this_value, ITERATOR_WRAPPER)) return value_as_cell(this_value);
    throw_type_error(vm, "Method %s called on incompatible receiver %V", method, this_value);
    return NULL;
}

// sec-%wrapforvaliditeratorprototype%.next
static vm_value wrapper_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iterator_object *wrapper = this_wrapper(vm, THIS, "%WrapForValidIteratorPrototype%.next");
    (void)argc;
    return wrapper ? js_call(vm, wrapper->second, wrapper->target, 0, NULL) : VALUE_EXCEPTION;
}

// sec-%wrapforvaliditeratorprototype%.return
static vm_value wrapper_return(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iterator_object *wrapper = this_wrapper(vm, THIS, "%WrapForValidIteratorPrototype%.return");
    (void)argc;
    if (!wrapper) return VALUE_EXCEPTION;
    vm_value method = js_get_method(vm, wrapper->target, atom_key(vm, ATOM_return));
    if (value_is_exception(method)) return method;
    if (value_is_undefined(method)) return js_iterator_result(vm, VALUE_UNDEFINED, true);
    return js_call(vm, method, wrapper->target, 0, NULL);
}

static const struct builtin_row wrapper_methods[] = {
    NATIVE("next", wrapper_next, 0),
    NATIVE("return", wrapper_return, 0),
};

const struct builtin_class iterator_wrapper_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_WrapForValidIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(wrapper_methods),
};

// --- the accessors of Iterator.prototype -----------------------------------------------------------

static vm_value get_to_string_tag(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    return builtin_cell(string_from_text(vm, "Iterator"));
}

static vm_value get_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    return builtin_cell(intrinsic(vm, INTRINSIC_Iterator));
}

// sec-SetterThatIgnoresPrototypeProperties
static vm_value set_ignoring_prototype(vm_isolate *vm, vm_value this_value, property_key key,
                                       vm_value value) {
    if (!value_is_object(this_value)) return throw_type_error(vm, "%V is not an object", this_value);
    struct object *o = value_as_object(this_value);
    if (o == vm->realm->intrinsics[INTRINSIC_IteratorPrototype])
        return throw_type_error(vm, "Cannot assign to property '%K' of Iterator.prototype", key);
    struct property_descriptor descriptor;
    enum outcome own = js_get_own_property(vm, o, key, &descriptor);
    if (own == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    bool done =
        own == OUTCOME_TRUE ? js_set(vm, o, key, value) : js_create_data_property_or_throw(vm, o, key, value);
    return done ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

static vm_value set_to_string_tag(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return set_ignoring_prototype(vm, THIS, symbol_key(vm, SYMBOL_toStringTag), ARGUMENT(0));
}

static vm_value set_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return set_ignoring_prototype(vm, THIS, atom_key(vm, ATOM_constructor), ARGUMENT(0));
}

// sec-%iteratorprototype%-%symbol.dispose%
static vm_value iterator_dispose(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    vm_value method = js_get_method(vm, THIS, atom_key(vm, ATOM_return));
    if (value_is_exception(method) || value_is_undefined(method)) return method;
    return value_is_exception(js_call(vm, method, THIS, 0, NULL)) ? VALUE_EXCEPTION : VALUE_UNDEFINED;
}

// --- tables ----------------------------------------------------------------------------------------

static const struct builtin_row accessors[] = {
    GETTER("constructor", get_constructor),
    SETTER("constructor", set_constructor),
};

// `constructor` is an accessor here, which replaces the property that every class gets.
static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    (void)constructor;
    return object_remove(vm, prototype, atom_key(vm, ATOM_constructor)) &&
           builtin_define_rows(vm, prototype, accessors, 2);
}

static const struct builtin_row statics[] = {
    NATIVE("concat", iterator_concat, 0),
    NATIVE("from", iterator_from, 1),
    NATIVE_MAGIC("zip", iterator_zip, 1, false),
    NATIVE_MAGIC("zipKeyed", iterator_zip, 1, true),
};

static const struct builtin_row methods[] = {
    NATIVE_MAGIC("reduce", iterator_reduce, 1, 0),
    NATIVE("toArray", iterator_to_array, 0),
    NATIVE("forEach", iterator_for_each, 1),
    NATIVE_MAGIC("some", iterator_search, 1, ITERATOR_SOME),
    NATIVE_MAGIC("every", iterator_search, 1, ITERATOR_EVERY),
    NATIVE_MAGIC("find", iterator_search, 1, ITERATOR_FIND),
    NATIVE_MAGIC("map", iterator_callback_helper, 1, ITERATOR_HELPER_MAP),
    NATIVE_MAGIC("filter", iterator_callback_helper, 1, ITERATOR_HELPER_FILTER),
    NATIVE_MAGIC("take", iterator_limit_helper, 1, ITERATOR_HELPER_TAKE),
    NATIVE_MAGIC("drop", iterator_limit_helper, 1, ITERATOR_HELPER_DROP),
    NATIVE_MAGIC("flatMap", iterator_callback_helper, 1, ITERATOR_HELPER_FLAT_MAP),
    NATIVE_MAGIC("chunks", iterator_chunk_helper, 1, ITERATOR_HELPER_CHUNKS),
    NATIVE_MAGIC("windows", iterator_chunk_helper, 1, ITERATOR_HELPER_WINDOWS),
    NATIVE("includes", iterator_includes, 1),
    NATIVE("join", iterator_join, 1),
    NATIVE("@@iterator", builtin_return_this, 0),
    NATIVE("@@dispose", iterator_dispose, 0),
    GETTER("@@toStringTag", get_to_string_tag),
    SETTER("@@toStringTag", set_to_string_tag),
};

const struct builtin_class iterator_class = {
    .name = "Iterator",
    .constructor = iterator_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_Iterator,
    .prototype_id = INTRINSIC_IteratorPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};
