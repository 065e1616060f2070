// Module records: making them, dynamic import, import.meta, and the host's hooks.
#include "exec/module_internal.h"

#include "exec/compile_error.h"
#include "exec/function_create.h"
#include "exec/interpreter_slow.h"
#include "exec/namespace.h"
#include "object/throw.h"

struct module_map {
    module_load_hook load;
    module_meta_hook meta;
    module_evaluate_hook evaluate;
    void *data;
};

bool modules_initialize(vm_isolate *vm) {
    vm->modules = memory_allocate_zeroed(&vm->memory, sizeof *vm->modules);
    return vm->modules;
}

void modules_finalize(vm_isolate *vm) { memory_free(&vm->memory, vm->modules); }

void modules_set_hooks(vm_isolate *vm, module_load_hook load, module_meta_hook meta,
                       module_evaluate_hook evaluate, void *data) {
    *vm->modules = (struct module_map){load, meta, evaluate, data};
}

vm_value module_load(vm_isolate *vm, vm_value referrer, struct string *specifier, vm_value attributes) {
    struct module_map *map = vm->modules;
    if (!map->load) {
        return throw_type_error(vm, "Cannot import '%S': no module loader", specifier);
    }
    return map->load(vm, map->data, referrer, specifier, attributes);
}

bool module_evaluate_synthetic(vm_isolate *vm, struct module *m) {
    struct module_map *map = vm->modules;
    return !map->evaluate || map->evaluate(vm, map->data, m);
}

static struct module *module_create(vm_isolate *vm) {
    struct module *m = heap_allocate_zeroed(&vm->heap, CELL_MODULE, sizeof *m);
    if (!m) {
        throw_out_of_memory(vm);
        return NULL;
    }
    m->realm = vm->realm;
    m->host_defined = VALUE_UNDEFINED;
    m->error = VALUE_EMPTY;
    return m;
}

struct module *module_compile(vm_isolate *vm, const char *source, size_t length, struct string *name) {
    struct module *m = module_create(vm);
    if (!m) {
        return NULL;
    }
    struct compile_error error;
    struct compile_options options = {
        .goal = COMPILE_MODULE, .strict = true, .file_name = name, .realm = vm->realm};
    struct module_description description = {0};
    options.module = &description;
    struct code *code = compile(vm, source, length, &options, &error);
    if (!code) {
        compile_error_throw(vm, source, length, name, &options, &error);
        return NULL;
    }
    heap_write(&vm->heap, m);
    heap_write(&vm->heap, code->script);
    m->code = code;
    m->description = description;
    code->script->host_defined = value_from_cell(m);
    return m;
}

struct module *module_synthetic(vm_isolate *vm) {
    struct module *m = module_create(vm);
    struct list *exports = m ? list_create(vm) : NULL;
    if (!exports) {
        return NULL;
    }
    heap_write(&vm->heap, m);
    m->exports = exports;
    return m;
}

bool module_synthetic_export(vm_isolate *vm, struct module *m, struct string *name, vm_value value) {
    uint32_t index;
    if (!(name = string_flatten(vm, name)) ||
        (!string_is_array_index(name, &index) && !(name = atom_from_string(vm, name)))) {
        return false;
    }
    for (uint32_t i = 0; i < m->exports->length; i += 2) {
        if (module_names_equal(vm, value_as_cell(list_at(m->exports, i)), name)) {
            struct binding *binding = value_as_cell(list_at(m->exports, i + 1));
            heap_write(&vm->heap, binding);
            binding->value = value;
            return true;
        }
    }
    struct binding *binding = binding_create(vm, value, 0);
    return binding && list_push(vm, m->exports, value_from_cell(name)) &&
           list_push(vm, m->exports, value_from_cell(binding));
}

// --- namespaces

static bool collect_names(vm_isolate *vm, struct module *m, bool star, struct list *visited,
                          struct list *names);

static bool add_name(vm_isolate *vm, struct list *names, struct string *name) {
    for (uint32_t i = 0; i < names->length; i++) {
        if (module_names_equal(vm, value_as_cell(list_at(names, i)), name)) {
            return true;
        }
    }
    return list_push(vm, names, value_from_cell(name));
}

// sec-getexportednames
static bool collect_names(vm_isolate *vm, struct module *m, bool star, struct list *visited,
                          struct list *names) {
    for (uint32_t i = 0; i < visited->length; i++) {
        if (value_as_cell(list_at(visited, i)) == m) {
            return true;
        }
    }
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    if (!list_push(vm, visited, value_from_cell(m))) {
        return false;
    }
    for (uint32_t i = 0; m->exports && i < m->exports->length; i += 2) {
        struct string *name = value_as_cell(list_at(m->exports, i));
        if (!(star && name == atom(vm, ATOM_default)) && !add_name(vm, names, name)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < m->description.export_count; i++) {
        const struct export_entry *e = &m->description.exports[i];
        if (e->kind != EXPORT_STAR && !(star && e->export_name == atom(vm, ATOM_default)) &&
            !add_name(vm, names, e->export_name)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < m->description.export_count; i++) {
        const struct export_entry *e = &m->description.exports[i];
        if (e->kind == EXPORT_STAR &&
            !collect_names(vm, value_as_cell(list_at(m->requested, e->request)), true, visited, names)) {
            return false;
        }
    }
    return true;
}

// Insertion sort by code units, names and their targets together.
static void sort_names(vm_isolate *vm, struct list *names, struct list *bindings) {
    vm_value *n = names->vector ? names->vector->values : NULL,
             *b = bindings->vector ? bindings->vector->values : NULL;
    for (uint32_t i = 1; i < names->length; i++) {
        for (uint32_t j = i;
             j > 0 && string_compare(vm, value_as_string(n[j - 1]), value_as_string(n[j])) > 0; j--) {
            vm_value name = n[j], binding = b[j];
            n[j] = n[j - 1];
            b[j] = b[j - 1];
            n[j - 1] = name;
            b[j - 1] = binding;
        }
    }
}

struct object *module_namespace(vm_isolate *vm, struct module *m) {
    if (m->namespace_object) {
        return m->namespace_object;
    }
    struct list *visited = list_create(vm), *all = list_create(vm), *names = list_create(vm),
                *bindings = list_create(vm);
    if (!visited || !all || !names || !bindings || !collect_names(vm, m, false, visited, all)) {
        return NULL;
    }
    for (uint32_t i = 0; i < all->length; i++) {
        struct cell *target;
        enum outcome found = module_resolve_export(vm, m, value_as_cell(list_at(all, i)), &target);
        if (found == OUTCOME_EXCEPTION) {
            return NULL;
        }
        if (found == OUTCOME_TRUE &&
            !(list_push(vm, names, list_at(all, i)) && list_push(vm, bindings, value_from_cell(target)))) {
            return NULL;
        }
    }
    sort_names(vm, names, bindings);
    struct namespace_object *n = namespace_create(vm, m, names, bindings);
    if (!n) {
        return NULL;
    }
    heap_write(&vm->heap, m);
    m->namespace_object = &n->object;
    return &n->object;
}

// --- import.meta and import()

vm_value interpreter_import_meta(vm_isolate *vm, struct code *code) {
    struct module *m = value_as_cell(code->script->host_defined);
    if (!m->meta) {
        struct object *meta = object_create(vm, NULL);
        if (!meta) {
            return VALUE_EXCEPTION;
        }
        heap_write(&vm->heap, m);
        m->meta = meta;
        struct module_map *map = vm->modules;
        if (map->meta && !map->meta(vm, map->data, m, meta)) {
            return VALUE_EXCEPTION;
        }
    }
    return value_from_cell(m->meta);
}

// The attributes of import(x, {with: {...}}): LIST key, value...; UNDEFINED: none.
static vm_value read_attributes(vm_isolate *vm, vm_value options) {
    if (value_is_undefined(options)) {
        return options;
    }
    if (!value_is_object(options)) {
        return throw_type_error(vm, "The second argument of import() must be an object");
    }
    property_key key;
    if (!key_from_text(vm, "with", &key)) {
        return VALUE_EXCEPTION;
    }
    vm_value with = js_get(vm, value_as_object(options), key);
    if (value_is_exception(with) || value_is_undefined(with)) {
        return with;
    }
    if (!value_is_object(with)) {
        return throw_type_error(vm, "The 'with' option of import() must be an object");
    }
    struct object *o = value_as_object(with);
    struct list *keys = list_create(vm), *attributes = list_create(vm);
    if (!keys || !attributes || !js_own_keys(vm, o, KEYS_STRINGS, keys)) {
        return VALUE_EXCEPTION;
    }
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key name = key_from_value_bits(list_at(keys, i));
        struct property_descriptor d;
        enum outcome there = js_get_own_property(vm, o, name, &d);
        if (there == OUTCOME_EXCEPTION) {
            return VALUE_EXCEPTION;
        }
        if (there == OUTCOME_FALSE || !(d.attributes & PROPERTY_ENUMERABLE)) {
            continue;
        }
        vm_value value = js_get(vm, o, name), text = key_to_value(vm, name);
        if (value_is_exception(value) || value_is_exception(text)) {
            return VALUE_EXCEPTION;
        }
        if (!value_is_string(value)) {
            return throw_type_error(vm, "Import attribute value must be a string");
        }
        if (!list_push(vm, attributes, text) || !list_push(vm, attributes, value)) {
            return VALUE_EXCEPTION;
        }
    }
    for (uint32_t i = 0; i < attributes->length; i += 2) {
        struct string *key = value_as_string(list_at(attributes, i));
        if (!module_attribute_supported(key)) {
            return throw_type_error(vm, "Import attribute \"%S\" is not supported", key);
        }
    }
    return attributes->length ? value_from_cell(attributes) : VALUE_UNDEFINED;
}

// The evaluation of an imported module has succeeded: captured[0] the promise of import(), captured[1] the
// module.
static vm_value import_evaluated(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct native_function *self = native_callee(frame);
    struct object *n = module_namespace(vm, value_as_cell(self->captured[1]));
    if (!n) {
        return VALUE_EXCEPTION;
    }
    return promise_resolve(vm, value_as_cell(self->captured[0]), value_from_cell(n)) ? VALUE_UNDEFINED
                                                                                     : VALUE_EXCEPTION;
}

static vm_value import_failed(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct promise *p = value_as_cell(native_callee(frame)->captured[0]);
    return promise_reject(vm, p, native_argument(frame, argc, 0)) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-ContinueDynamicImport, once the graph is loaded: links and evaluates. captured[0] the promise of
// import(), captured[1] the module. The evaluation of a module never starts inside another one's.
static vm_value import_loaded(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct native_function *self = native_callee(frame);
    vm_value own = self->captured[0];
    struct module *m = value_as_cell(self->captured[1]);
    struct promise *evaluation = module_link(vm, m) ? module_evaluate(vm, m) : NULL;
    if (!evaluation) {
        return promise_reject_pending(vm, value_as_cell(own)) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
    }
    struct native_function *fulfilled =
        native_closure_create(vm, import_evaluated, 1, 0, own, self->captured[1]);
    struct native_function *rejected =
        fulfilled ? native_closure_create(vm, import_failed, 1, 0, own, VALUE_UNDEFINED) : NULL;
    bool ok = rejected && promise_then(vm, evaluation, value_from_cell(fulfilled), value_from_cell(rejected),
                                       VALUE_UNDEFINED);
    return ok ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-import-calls. False: exception pending, for the promise.
static bool import_module(vm_isolate *vm, struct code *code, vm_value specifier, vm_value options,
                          struct promise *promise) {
    struct string *name = js_to_flat_string(vm, specifier);
    vm_value attributes = name ? read_attributes(vm, options) : VALUE_EXCEPTION;
    vm_value loaded = value_is_exception(attributes)
                          ? attributes
                          : module_load(vm, script_referrer(code->script), name, attributes);
    if (value_is_exception(loaded)) {
        return false;
    }
    struct native_function *next =
        native_closure_create(vm, import_loaded, 1, 0, value_from_cell(promise), loaded);
    if (!next) {
        return false;
    }
    next->host = true; // not in stacks
    return jobs_enqueue(vm, JOB_CALLBACK, next, VALUE_UNDEFINED);
}

vm_value interpreter_import_call(vm_isolate *vm, struct code *code, vm_value specifier, vm_value options) {
    struct promise *promise = promise_create(vm);
    if (!promise) {
        return VALUE_EXCEPTION;
    }
    if (!import_module(vm, code, specifier, options, promise) && !promise_reject_pending(vm, promise)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(promise);
}

void module_trace(struct marker *marker, struct cell *cell) {
    struct module *m = (struct module *)cell;
    mark_cell(marker, m->code);
    mark_cell(marker, m->realm);
    mark_cell(marker, m->environment);
    mark_cell(marker, m->description.instantiate);
    mark_cell(marker, m->namespace_object);
    mark_cell(marker, m->meta);
    mark_cell(marker, m->requested);
    mark_cell(marker, m->exports);
    mark_value(marker, m->host_defined);
    mark_value(marker, m->error);
    mark_cell(marker, m->top_level_promise);
    mark_cell(marker, m->cycle_root);
    mark_cell(marker, m->importer);
    mark_cell(marker, m->async_parents);
}
