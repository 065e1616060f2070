// Symbol (sec-symbol-objects).
#include "builtins/builtin.h"

#include "object/throw.h"

// sec-symbol-description
static vm_value symbol_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *description = NULL;
    if (!value_is_undefined(NEW_TARGET)) return throw_type_error(vm, "Symbol is not a constructor");
    if (!value_is_undefined(ARGUMENT(0)) && !(description = js_to_flat_string(vm, ARGUMENT(0))))
        return VALUE_EXCEPTION;
    return builtin_cell(symbol_create(vm, description, 0));
}

// sec-symbol.for
static vm_value symbol_static_for(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *key = js_to_flat_string(vm, ARGUMENT(0));
    return builtin_cell(key ? symbol_for(vm, key) : NULL);
}

// sec-symbol.keyfor
static vm_value symbol_key_for(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_symbol(ARGUMENT(0))) return throw_type_error(vm, "%V is not a symbol", ARGUMENT(0));
    const struct symbol *symbol = value_as_symbol(frame[1]);
    return symbol->cell.flags & SYMBOL_REGISTERED ? value_from_cell(symbol->description) : VALUE_UNDEFINED;
}

// sec-thissymbolvalue
static struct symbol *this_symbol(vm_isolate *vm, vm_value v, const char *method) {
    if (value_is_symbol(v)) return value_as_symbol(v);
    if (value_is_kind(v, CELL_PRIMITIVE_OBJECT)) {
        vm_value primitive = ((struct primitive_object *)value_as_cell(v))->primitive;
        if (value_is_symbol(primitive)) return value_as_symbol(primitive);
    }
    throw_type_error(vm, "%s requires that 'this' be a Symbol", method);
    return NULL;
}

// sec-symbol.prototype.tostring
static vm_value symbol_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct symbol *symbol = this_symbol(vm, THIS, "Symbol.prototype.toString");
    if (!symbol) return VALUE_EXCEPTION;
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_text(&b, "Symbol(");
    if (symbol->description) string_builder_string(&b, symbol->description);
    string_builder_unit(&b, ')');
    return builtin_cell(string_builder_finish(&b));
}

// sec-symbol.prototype.valueof
static vm_value symbol_value_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return builtin_cell(this_symbol(vm, THIS, "Symbol.prototype.valueOf"));
}

// sec-symbol.prototype-%symbol.toprimitive%
static vm_value symbol_to_primitive(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    return builtin_cell(this_symbol(vm, THIS, "Symbol.prototype [ @@toPrimitive ]"));
}

// sec-symbol.prototype.description
static vm_value symbol_description(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const struct symbol *symbol = this_symbol(vm, THIS, "Symbol.prototype.description");
    if (!symbol) return VALUE_EXCEPTION;
    return symbol->description ? value_from_cell(symbol->description) : VALUE_UNDEFINED;
}

// sec-properties-of-the-symbol-constructor: the well-known symbols
static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    static const char *const names[] = {
#define WELL_KNOWN_SYMBOL(name) #name,
#include "object/well_known_symbols.def"
#undef WELL_KNOWN_SYMBOL
    };
    (void)prototype;
    for (int i = 0; i < WELL_KNOWN_SYMBOL_COUNT; i++) {
        property_key key;
        if (!key_from_text(vm, names[i], &key) ||
            !object_define(vm, constructor, key, value_from_cell(vm->symbols[i]), 0))
            return false;
    }
    return true;
}

static const struct builtin_row statics[] = {
    NATIVE("for", symbol_static_for, 1),
    NATIVE("keyFor", symbol_key_for, 1),
};

static const struct builtin_row methods[] = {
    NATIVE("toString", symbol_to_string, 0),
    NATIVE("valueOf", symbol_value_of, 0),
    GETTER("description", symbol_description),
    TO_STRING_TAG("Symbol"),
    NATIVE_WITH("@@toPrimitive", symbol_to_primitive, 1, PROPERTY_CONFIGURABLE),
};

const struct builtin_class symbol_class = {
    .name = "Symbol",
    .constructor = symbol_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_Symbol,
    .prototype_id = INTRINSIC_SymbolPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};
