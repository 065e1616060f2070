// Making the standard objects from their descriptions, and the global object's properties.
#include "builtins/builtin.h"

#include "object/throw.h"

#define DICTIONARY_ROWS 6 // more rows than these: no use in sharing shapes

// --- rows ------------------------------------------------------------------------------------------

static bool row_key(vm_isolate *vm, const char *name, property_key *key) {
    static const char *const symbols[] = {
#define WELL_KNOWN_SYMBOL(name) #name,
#include "object/well_known_symbols.def"
#undef WELL_KNOWN_SYMBOL
    };
    if (name[0] != '@') return key_from_text(vm, name, key);
    for (int i = 0; i < WELL_KNOWN_SYMBOL_COUNT; i++) {
        if (!strcmp(symbols[i], name + 2)) *key = symbol_key(vm, i);
    }
    return true;
}

static bool define_accessor(vm_isolate *vm, struct object *target, property_key key,
                            const struct builtin_row *row) {
    bool getter = row->kind == ROW_GETTER;
    struct native_function *f =
        native_function_create(vm, row->native, key, getter ? "get" : "set", row->length, false, row->magic);
    struct property there;
    if (!f) return false;
    if (object_find_own(vm, target, key, &there)) {
        struct accessor *accessor = value_as_cell(there.value);
        *(getter ? &accessor->getter : &accessor->setter) = value_from_cell(f);
        heap_write(&vm->heap, accessor);
        return true;
    }
    vm_value half = value_from_cell(f);
    struct accessor *accessor =
        accessor_create(vm, getter ? half : VALUE_UNDEFINED, getter ? VALUE_UNDEFINED : half);
    return accessor && object_define(vm, target, key, value_from_cell(accessor),
                                     (row->attributes & ~PROPERTY_WRITABLE) | PROPERTY_ACCESSOR);
}

// The value of a row that is no accessor; EXCEPTION when it could not be made.
static vm_value row_value(vm_isolate *vm, struct object *target, property_key key,
                          const struct builtin_row *row) {
    void *cell = NULL;
    switch (row->kind) {
    case ROW_METHOD:
        cell = native_function_create(vm, row->native, key, NULL, row->length, false, row->magic);
        break;
    case ROW_ALIAS: {
        struct property there;
        property_key of;
        if (!row_key(vm, row->text, &of)) return VALUE_EXCEPTION;
        return object_find_own(vm, target, of, &there) ? there.value : VALUE_UNDEFINED;
    }
    case ROW_NUMBER: return value_from_double(row->number);
    case ROW_STRING: cell = string_from_text(vm, row->text); break;
    case ROW_INTRINSIC: cell = intrinsic(vm, row->magic); break;
    default: return VALUE_UNDEFINED;
    }
    return cell ? value_from_cell(cell) : VALUE_EXCEPTION;
}

static bool define_row(vm_isolate *vm, struct object *target, const struct builtin_row *row) {
    property_key key;
    if (!row_key(vm, row->name, &key)) return false;
    if (row->kind == ROW_GETTER || row->kind == ROW_SETTER) return define_accessor(vm, target, key, row);
    vm_value value = row_value(vm, target, key, row);
    return !value_is_exception(value) && object_define(vm, target, key, value, row->attributes);
}

// Gives an object that will have many properties, and no like, a table of its own at once.
static bool prepare_for(vm_isolate *vm, struct object *target, size_t count) {
    if (!object_reserve_slots(vm, target, target->shape->slots + (uint32_t)count)) return false;
    if (count > DICTIONARY_ROWS && !shape_is_dictionary(target->shape)) {
        struct shape *shape = shape_to_dictionary(vm, target->shape);
        if (!shape) return false;
        target->shape = shape;
        heap_write(&vm->heap, target);
    }
    return true;
}

bool builtin_define_rows(vm_isolate *vm, struct object *target, const struct builtin_row *rows,
                         size_t count) {
    if (!prepare_for(vm, target, count)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!define_row(vm, target, &rows[i])) return false;
    }
    return true;
}

// --- classes ---------------------------------------------------------------------------------------

void builtin_set_intrinsic(vm_isolate *vm, enum intrinsic id, struct object *object) {
    vm->realm->intrinsics[id] = object;
    heap_write(&vm->heap, vm->realm);
}

static vm_value return_undefined(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    return VALUE_UNDEFINED;
}

// sec-properties-of-the-function-prototype-object: it is itself a function, made before any other.
static struct object *create_function_prototype(vm_isolate *vm, struct object *parent) {
    struct shape *shape = shape_root(vm, parent, CELL_NATIVE_FUNCTION, FUNCTION_INLINE_SLOTS);
    if (!shape) return NULL;
    struct native_function *f =
        object_allocate(vm, CELL_NATIVE_FUNCTION, offsetof(struct native_function, slots), shape);
    if (!f) return NULL;
    f->object.cell.flags = OBJECT_CALLABLE;
    f->native = return_undefined;
    f->realm = vm->realm;
    f->host = false;
    f->captured[0] = f->captured[1] = VALUE_UNDEFINED;
    return object_define(vm, &f->object, atom_key(vm, ATOM_length), value_from_int(0),
                         PROPERTY_CONFIGURABLE) &&
                   object_define(vm, &f->object, atom_key(vm, ATOM_name), atom_value(vm, ATOM_empty),
                                 PROPERTY_CONFIGURABLE)
               ? &f->object
               : NULL;
}

static struct object *create_prototype(vm_isolate *vm, const struct builtin_class *d, struct object *parent) {
    switch (d->prototype_kind) {
    case 0:
    case CELL_OBJECT: return object_create(vm, parent);
    case CELL_ARRAY: return object_allocate_kind(vm, CELL_ARRAY, sizeof(struct object), parent);
    case CELL_NATIVE_FUNCTION: return create_function_prototype(vm, parent);
    default: {
        struct primitive_object *o =
            object_allocate_kind(vm, d->prototype_kind, sizeof(struct primitive_object), parent);
        if (!o) return NULL;
        o->primitive = d->prototype_kind == CELL_STRING_OBJECT         ? atom_value(vm, ATOM_empty)
                       : d->prototype_id == INTRINSIC_BooleanPrototype ? VALUE_FALSE
                                                                       : value_from_int(0);
        return &o->object;
    }
    }
}

static struct object *create_constructor(vm_isolate *vm, const struct builtin_class *d, struct object *parent,
                                         struct object *prototype) {
    property_key name;
    if (!key_from_text(vm, d->name, &name)) return NULL;
    struct native_function *f =
        native_function_create(vm, d->constructor, name, NULL, d->length, true, d->magic);
    if (!f || (f->object.shape->prototype != parent && !object_set_prototype(vm, &f->object, parent)))
        return NULL;
    if (prototype &&
        (!object_define(vm, &f->object, atom_key(vm, ATOM_prototype), value_from_cell(prototype), 0) ||
         !object_define(vm, prototype, atom_key(vm, ATOM_constructor), value_from_cell(f),
                        PROPERTY_HIDDEN))) {
        return NULL;
    }
    return &f->object;
}

static bool fill(vm_isolate *vm, const struct builtin_class *d, struct object *constructor,
                 struct object *prototype) {
    return (!constructor || builtin_define_rows(vm, constructor, d->statics, d->static_count)) &&
           (!prototype || builtin_define_rows(vm, prototype, d->methods, d->method_count)) &&
           (!d->finish || d->finish(vm, constructor, prototype));
}

bool builtin_class_create(vm_isolate *vm, const struct builtin_class *d) {
    struct realm *realm = vm->realm;
    struct object *prototype = NULL, *constructor = NULL, *parent = NULL;
    bool has_prototype = d->prototype_id != BUILTIN_NONE;
    uint16_t id = has_prototype ? d->prototype_id : d->constructor_id;
    if (has_prototype && d->prototype_parent != BUILTIN_NONE &&
        !(parent = intrinsic(vm, d->prototype_parent))) {
        return false;
    }
    if (realm->intrinsics[id]) return true; // making the parent has made it
    if (has_prototype) {
        prototype = create_prototype(vm, d, parent);
        if (!prototype) return false;
        builtin_set_intrinsic(vm, d->prototype_id, prototype);
    }
    if (d->constructor) {
        parent = intrinsic(vm, d->constructor_parent);
        if (parent) constructor = create_constructor(vm, d, parent, prototype);
        if (constructor) builtin_set_intrinsic(vm, d->constructor_id, constructor);
    }
    if ((constructor || !d->constructor) && fill(vm, d, constructor, prototype)) return true;
    if (d->constructor) realm->intrinsics[d->constructor_id] = NULL;
    if (has_prototype) realm->intrinsics[d->prototype_id] = NULL;
    return false;
}

// --- the table of all ------------------------------------------------------------------------------

#define BUILTIN(class, constructor, prototype, global) extern const struct builtin_class class;
#define BUILTIN_FUNCTION(native, intrinsic, length, global)                                                  \
    vm_value native(vm_isolate *vm, vm_value *frame, uint32_t argc);
#define BUILTIN_PART(intrinsic, owner)
#include "builtins/builtins.def"

#define INTRINSIC_NONE BUILTIN_NONE

struct builtin_entry {
    const struct builtin_class *class; // NULL: a function or a part
    vm_native native;
    const char *name, *global;
    uint16_t first, second; // the intrinsics that it makes: constructor or function, and prototype
    uint16_t owner;         // of a part
    uint8_t length;
};

static const struct builtin_entry entries[] = {
#define BUILTIN(class_, constructor, prototype, global_)                                                     \
    {.class = &class_,                                                                                       \
     .global = global_,                                                                                      \
     .first = INTRINSIC_##constructor,                                                                       \
     .second = INTRINSIC_##prototype,                                                                        \
     .owner = BUILTIN_NONE},
#define BUILTIN_FUNCTION(native_, intrinsic, length_, global_)                                               \
    {.native = native_,                                                                                      \
     .name = #intrinsic,                                                                                     \
     .global = global_,                                                                                      \
     .first = INTRINSIC_##intrinsic,                                                                         \
     .second = BUILTIN_NONE,                                                                                 \
     .owner = BUILTIN_NONE,                                                                                  \
     .length = length_},
#define BUILTIN_PART(intrinsic, owner_)                                                                      \
    {.first = INTRINSIC_##intrinsic, .second = BUILTIN_NONE, .owner = INTRINSIC_##owner_},
#include "builtins/builtins.def"
};
#define ENTRY_COUNT (sizeof entries / sizeof entries[0])

static bool throw_missing(vm_isolate *vm, enum intrinsic id) {
    static const char *const names[] = {
#define INTRINSIC(name) #name,
#include "object/intrinsics.def"
#undef INTRINSIC
    };
    throw_error(vm, ERROR_PLAIN, "%s is not available", names[id]);
    return false;
}

bool builtin_make_intrinsic(vm_isolate *vm, enum intrinsic id) {
    const struct builtin_entry *entry = entries;
    while (entry->first != id && entry->second != id) {
        if (++entry == entries + ENTRY_COUNT) return throw_missing(vm, id);
    }
    if (entry->class) return builtin_class_create(vm, entry->class);
    if (entry->owner != BUILTIN_NONE) return intrinsic(vm, entry->owner) != NULL;
    property_key name;
    struct native_function *f =
        key_from_text(vm, entry->name, &name)
            ? native_function_create(vm, entry->native, name, NULL, entry->length, false, 0)
            : NULL;
    if (f) builtin_set_intrinsic(vm, id, &f->object);
    return f != NULL;
}

// --- the global object -----------------------------------------------------------------------------

// The slot of a lazy property holds the number of its row.
bool builtin_define_globals(vm_isolate *vm, struct object *global) {
    if (!prepare_for(vm, global, ENTRY_COUNT + 4)) return false;
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        property_key name;
        if (!entries[i].global) continue;
        if (!key_from_text(vm, entries[i].global, &name) ||
            !object_add(vm, global, name, value_from_int((int32_t)i), PROPERTY_HIDDEN | PROPERTY_LAZY)) {
            return false;
        }
    }
    return object_add(vm, global, atom_key(vm, ATOM_globalThis), vm->realm->global_this, PROPERTY_HIDDEN) &&
           object_add(vm, global, atom_key(vm, ATOM_Infinity), value_from_double(__builtin_inf()), 0) &&
           object_add(vm, global, atom_key(vm, ATOM_NaN), value_from_double(__builtin_nan("")), 0) &&
           object_add(vm, global, atom_key(vm, ATOM_undefined), VALUE_UNDEFINED, 0);
}

bool builtin_materialize_global(vm_isolate *vm, vm_value *value) {
    const struct builtin_entry *entry = &entries[value_as_int(*value)];
    struct object *o = intrinsic(vm, entry->first != BUILTIN_NONE ? entry->first : entry->second);
    if (!o) return false;
    *value = value_from_cell(o);
    return true;
}

// --- what natives share ----------------------------------------------------------------------------

void *builtin_this(vm_isolate *vm, vm_value this_value, enum cell_kind kind, const char *method) {
    if (__builtin_expect(value_is_kind(this_value, kind), 1)) return value_as_cell(this_value);
    throw_type_error(vm, "Method %s called on incompatible receiver %V", method, this_value);
    return NULL;
}

struct object *builtin_new_target(vm_isolate *vm, const char *name) {
    if (value_is_object(vm->new_target)) return value_as_object(vm->new_target);
    throw_type_error(vm, "Constructor %s requires 'new'", name);
    return NULL;
}

void *builtin_create(vm_isolate *vm, struct object *new_target, enum intrinsic fallback, enum cell_kind kind,
                     size_t size) {
    struct object *prototype = js_prototype_from_constructor(vm, new_target, fallback);
    return prototype ? object_allocate_kind(vm, kind, size, prototype) : NULL;
}

vm_value builtin_return_this(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    return THIS;
}
