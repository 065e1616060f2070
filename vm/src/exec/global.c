// Global declarations (sec-globaldeclarationinstantiation) and lexical bindings. The lexical ones live as
// BINDING cells in a null-prototype dictionary beside the global object.
#include "exec/interpreter_slow.h"
#include "object/throw.h"

static struct binding *find_lexical(vm_isolate *vm, property_key name) {
    struct property p;
    return object_get_own(vm, vm->realm->lexical, name, &p) ? value_as_cell(p.value) : NULL;
}

static bool throw_redeclared(vm_isolate *vm, property_key name) {
    throw_syntax_error(vm, "Identifier '%K' has already been declared", name);
    return false;
}

// Whether a script may declare `name` lexically / as var / as function.
static bool check_lexical(vm_isolate *vm, property_key name, bool redeclares) {
    struct property_descriptor d;
    if (redeclares) {
        return true;
    }
    if (find_lexical(vm, name)) {
        return throw_redeclared(vm, name);
    }
    enum outcome there = js_get_own_property(vm, vm->realm->global, name, &d);
    if (there == OUTCOME_TRUE && !(d.attributes & PROPERTY_CONFIGURABLE)) {
        return throw_redeclared(vm, name);
    }
    return there != OUTCOME_EXCEPTION;
}

static bool check_variable(vm_isolate *vm, property_key name, bool function) {
    struct object *global = vm->realm->global;
    struct property_descriptor d;
    if (find_lexical(vm, name)) {
        return throw_redeclared(vm, name);
    }
    enum outcome there = js_get_own_property(vm, global, name, &d);
    if (there == OUTCOME_FALSE) {
        there = js_is_extensible(vm, global);
        if (there == OUTCOME_FALSE) {
            throw_type_error(vm, "Cannot add property %K, object is not extensible", name);
        }
        return there == OUTCOME_TRUE;
    }
    bool enumerable_data = d.attributes & PROPERTY_WRITABLE && d.attributes & PROPERTY_ENUMERABLE;
    if (there == OUTCOME_TRUE && function && !(d.attributes & PROPERTY_CONFIGURABLE) && !enumerable_data) {
        throw_type_error(vm, "Identifier '%K' has already been declared", name);
        return false;
    }
    return there == OUTCOME_TRUE;
}

static bool create_lexical(vm_isolate *vm, property_key name, bool constant) {
    struct binding *binding = find_lexical(vm, name);
    if (binding) { // declared anew: what knows the variable sees the new one
        binding->value = VALUE_EMPTY;
        binding->cell.flags =
            (uint8_t)((binding->cell.flags & ~BINDING_CONST) | (constant ? BINDING_CONST : 0));
        return true;
    }
    binding = binding_create(vm, VALUE_EMPTY, constant ? BINDING_CONST : 0);
    if (!binding || !object_add(vm, vm->realm->lexical, name, value_from_cell(binding), PROPERTY_DEFAULT)) {
        return false;
    }
    vm->prototype_epoch++; // a cached global property may be hidden now
    return true;
}

// What eval declares can be deleted.
static uint8_t variable_attributes(vm_isolate *vm) {
    bool eval = vm->call->function->code->kind == CODE_EVAL_BODY;
    return eval ? PROPERTY_DEFAULT : PROPERTY_WRITABLE | PROPERTY_ENUMERABLE;
}

static bool create_variable(vm_isolate *vm, property_key name) {
    struct object *global = vm->realm->global;
    enum outcome there = js_has_own(vm, global, name);
    if (there != OUTCOME_FALSE) {
        return there == OUTCOME_TRUE;
    }
    struct property_descriptor d = descriptor_data(VALUE_UNDEFINED, variable_attributes(vm));
    return js_define_or_throw(vm, global, name, &d);
}

// sec-web-compat-globaldeclarationinstantiation: left out where a var of that name could not be
static bool create_annex_b(vm_isolate *vm, property_key name) {
    if (find_lexical(vm, name)) {
        return true;
    }
    enum outcome can = js_has_own(vm, vm->realm->global, name);
    if (can == OUTCOME_FALSE) {
        can = js_is_extensible(vm, vm->realm->global);
    }
    return can == OUTCOME_FALSE || (can == OUTCOME_TRUE && create_variable(vm, name));
}

bool interpreter_declare_globals(vm_isolate *vm, struct code *code) {
    for (int pass = 0; pass < 3;
         pass++) { // lexical names, then functions, then the other variables are checked
        for (uint32_t i = 0; i < code->declaration_count; i++) {
            const struct declaration *d = &code->declarations[i];
            property_key name = key_from_value_bits(code->constants[d->name]);
            bool lexical = d->kind == GLOBAL_LET || d->kind == GLOBAL_CONST || d->kind == GLOBAL_CLASS,
                 ok = true;
            if (d->kind == GLOBAL_ANNEX_B) {
                continue;
            }
            if (pass == 0 && lexical) {
                ok = check_lexical(vm, name, code->script->redeclares);
            } else if (pass == 0 ? find_lexical(vm, name) != NULL : false) {
                ok = throw_redeclared(vm, name);
            } else if (pass == (d->kind == GLOBAL_FUNCTION ? 1 : 2) && !lexical) {
                ok = check_variable(vm, name, d->kind == GLOBAL_FUNCTION);
            }
            if (!ok) {
                return false;
            }
        }
    }
    for (uint32_t i = 0; i < code->declaration_count; i++) {
        const struct declaration *d = &code->declarations[i];
        property_key name = key_from_value_bits(code->constants[d->name]);
        bool ok = true;
        switch ((enum global_kind)d->kind) {
        case GLOBAL_VAR: ok = create_variable(vm, name); break;
        case GLOBAL_FUNCTION: break; // DECLARE_GLOBAL_FUNCTION
        case GLOBAL_ANNEX_B: ok = create_annex_b(vm, name); break;
        case GLOBAL_CONST: ok = create_lexical(vm, name, true); break;
        case GLOBAL_LET:
        case GLOBAL_CLASS: ok = create_lexical(vm, name, false); break;
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

// sec-createglobalfunctionbinding
bool interpreter_declare_global_function(vm_isolate *vm, property_key name, vm_value function) {
    struct object *global = vm->realm->global;
    struct property_descriptor existing, d = descriptor_data(function, variable_attributes(vm));
    enum outcome there = js_get_own_property(vm, global, name, &existing);
    if (there == OUTCOME_EXCEPTION) {
        return false;
    }
    if (there == OUTCOME_TRUE && !(existing.attributes & PROPERTY_CONFIGURABLE)) {
        d = (struct property_descriptor){.value = function, .fields = DESCRIPTOR_VALUE};
    }
    return js_define_or_throw(vm, global, name, &d) && js_set(vm, global, name, function);
}

vm_value interpreter_has_global(vm_isolate *vm, property_key name) {
    return find_lexical(vm, name) ? VALUE_TRUE
                                  : interpreter_outcome(js_has_property(vm, vm->realm->global, name));
}

bool interpreter_init_global(vm_isolate *vm, property_key name, vm_value value) {
    struct binding *binding = find_lexical(vm, name);
    heap_write(&vm->heap, binding);
    binding->value = value;
    return true;
}
