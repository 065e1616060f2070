// Set (sec-set-objects), with the operations on two sets.
#include "builtins/collection.h"

#include "object/throw.h"

// --- one set ---------------------------------------------------------------------------------------

static bool add_key(vm_isolate *vm, struct collection *set, vm_value key, vm_value value) {
    (void)value;
    return ordered_table_set(vm, set, key, VALUE_UNDEFINED);
}

// sec-set.prototype.add
static vm_value set_add(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "Set.prototype.add");
    if (!set || !ordered_table_set(vm, set, ARGUMENT(0), VALUE_UNDEFINED)) return VALUE_EXCEPTION;
    return THIS;
}

static const struct collection_construction construction = {
    .name = "Set",
    .prototype = INTRINSIC_SetPrototype,
    .kind = CELL_SET,
    .adder_name = ATOM_add,
    .adder = set_add,
    .add = add_key,
};

// sec-set-iterable
static vm_value set_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    return collection_construct(vm, &construction, ARGUMENT(0));
}

// sec-set.prototype.clear
static vm_value set_clear(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "Set.prototype.clear");
    return set && ordered_table_clear(vm, set) ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}

// sec-set.prototype.delete
static vm_value set_delete(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "Set.prototype.delete");
    if (!set) return VALUE_EXCEPTION;
    bool there = ordered_table_delete(vm, set, ARGUMENT(0));
    return value_is_empty(vm->exception) ? value_from_bool(there) : VALUE_EXCEPTION;
}

// sec-set.prototype.foreach
static vm_value set_for_each(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "Set.prototype.forEach");
    if (!set) return VALUE_EXCEPTION;
    vm_value callback = ARGUMENT(0), key, value;
    if (!value_is_callable(callback)) return throw_type_error(vm, "%V is not a function", callback);
    struct ordered_cursor cursor = {.table = set->table};
    while (ordered_table_next(&cursor, &key, &value)) {
        vm_value arguments[] = {key, key, THIS};
        if (!js_safepoint(vm) || value_is_exception(js_call(vm, callback, ARGUMENT(1), 3, arguments)))
            return VALUE_EXCEPTION;
    }
    return VALUE_UNDEFINED;
}

// sec-set.prototype.has
static vm_value set_has(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "Set.prototype.has");
    if (!set) return VALUE_EXCEPTION;
    bool there = ordered_table_has(vm, set, ARGUMENT(0));
    return value_is_empty(vm->exception) ? value_from_bool(there) : VALUE_EXCEPTION;
}

// sec-get-set.prototype.size
static vm_value set_size(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct collection *set = builtin_this(vm, THIS, CELL_SET, "get Set.prototype.size");
    return set ? value_from_uint32(ordered_table_size(set)) : VALUE_EXCEPTION;
}

// sec-set.prototype.entries, sec-set.prototype.values; MAGIC: enum iteration_kind
static vm_value set_iterate(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    const char *name = MAGIC == ITERATE_ENTRIES ? "Set.prototype.entries" : "Set.prototype.values";
    struct collection *set = builtin_this(vm, THIS, CELL_SET, name);
    return set ? collection_iterator(vm, set, MAGIC) : VALUE_EXCEPTION;
}

// --- two sets --------------------------------------------------------------------------------------

// A Set Record (sec-set-records): the other operand.
struct set_record {
    struct object *object;
    double size;
    vm_value has, keys;
};

static bool record_method(vm_isolate *vm, struct object *o, enum atom_id name, vm_value *out) {
    *out = js_get_atom(vm, o, name);
    if (value_is_exception(*out)) return false;
    if (value_is_callable(*out)) return true;
    throw_type_error(vm, "The '%K' property must be a function: %V", atom_key(vm, name), *out);
    return false;
}

// sec-getsetrecord
static bool record_of(vm_isolate *vm, vm_value v, struct set_record *out) {
    if (!value_is_object(v)) {
        throw_type_error(vm, "%V is not an object", v);
        return false;
    }
    out->object = value_as_object(v);
    vm_value size = js_get_atom(vm, out->object, ATOM_size);
    double number;
    if (value_is_exception(size) || !js_to_number(vm, size, &number)) return false;
    if (number != number) {
        throw_type_error(vm, "The 'size' property must be a number: %V", size);
        return false;
    }
    out->size = number_to_integer(number);
    if (out->size < 0) {
        throw_range_error(vm, "'%V' is an invalid size", size);
        return false;
    }
    return record_method(vm, out->object, ATOM_has, &out->has) &&
           record_method(vm, out->object, ATOM_keys, &out->keys);
}

// Whether the other set has a key, by its method.
static enum outcome record_has(vm_isolate *vm, const struct set_record *other, vm_value key) {
    vm_value result = js_call(vm, other->has, value_from_cell(other->object), 1, &key);
    if (value_is_exception(result)) return OUTCOME_EXCEPTION;
    return js_to_boolean(result) ? OUTCOME_TRUE : OUTCOME_FALSE;
}

// sec-getiteratorfrommethod on `keys`
static bool record_iterate(vm_isolate *vm, const struct set_record *other, struct iteration *it) {
    vm_value iterator = js_call(vm, other->keys, value_from_cell(other->object), 0, NULL);
    if (value_is_exception(iterator)) return false;
    if (!value_is_object(iterator)) {
        throw_type_error(vm, "%V is not an object", iterator);
        return false;
    }
    return js_iterator_direct(vm, value_as_object(iterator), it);
}

static struct collection *copy_of(vm_isolate *vm, struct collection *set) {
    struct collection *copy = collection_create_plain(vm, CELL_SET);
    struct ordered_cursor cursor = {.table = set->table};
    vm_value key, value;
    while (copy && ordered_table_next(&cursor, &key, &value)) {
        if (!js_safepoint(vm) || !ordered_table_set(vm, copy, key, VALUE_UNDEFINED)) return NULL;
    }
    return copy;
}

// Membership in a set of our own; both fail only when the memory for a rope's text is refused.
static enum outcome own_has(vm_isolate *vm, struct collection *set, vm_value key) {
    if (ordered_table_has(vm, set, key)) return OUTCOME_TRUE;
    return value_is_empty(vm->exception) ? OUTCOME_FALSE : OUTCOME_EXCEPTION;
}
static bool own_delete(vm_isolate *vm, struct collection *set, vm_value key) {
    return ordered_table_delete(vm, set, key) || value_is_empty(vm->exception);
}

static struct collection *operands(vm_isolate *vm, vm_value this_value, vm_value argument, const char *name,
                                   struct set_record *other) {
    struct collection *set = builtin_this(vm, this_value, CELL_SET, name);
    return set && record_of(vm, argument, other) ? set : NULL;
}

// sec-set.prototype.union
static vm_value set_union(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    struct iteration it;
    enum outcome more;
    vm_value key;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.union", &other);
    if (!set || !record_iterate(vm, &other, &it)) return VALUE_EXCEPTION;
    struct collection *result = copy_of(vm, set);
    if (!result) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &key)) == OUTCOME_TRUE) {
        if (!js_safepoint(vm) || !ordered_table_set(vm, result, key, VALUE_UNDEFINED)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_FALSE ? value_from_cell(result) : VALUE_EXCEPTION;
}

// sec-set.prototype.intersection
static vm_value set_intersection(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    enum outcome more = OUTCOME_FALSE, there;
    vm_value key, value;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.intersection", &other);
    struct collection *result = set ? collection_create_plain(vm, CELL_SET) : NULL;
    if (!result) return VALUE_EXCEPTION;
    if (ordered_table_size(set) <= other.size) {
        struct ordered_cursor cursor = {.table = set->table};
        while (ordered_table_next(&cursor, &key, &value)) {
            there = js_safepoint(vm) ? record_has(vm, &other, key) : OUTCOME_EXCEPTION;
            if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
            if (there && !ordered_table_set(vm, result, key, VALUE_UNDEFINED)) return VALUE_EXCEPTION;
        }
    } else {
        struct iteration it;
        if (!record_iterate(vm, &other, &it)) return VALUE_EXCEPTION;
        while ((more = js_iterate_next(vm, &it, &key)) == OUTCOME_TRUE) {
            there = js_safepoint(vm) ? own_has(vm, set, key) : OUTCOME_EXCEPTION;
            if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
            if (there && !ordered_table_set(vm, result, key, VALUE_UNDEFINED)) return VALUE_EXCEPTION;
        }
    }
    return more == OUTCOME_FALSE ? value_from_cell(result) : VALUE_EXCEPTION;
}

// sec-set.prototype.difference
static vm_value set_difference(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    enum outcome more = OUTCOME_FALSE;
    vm_value key, value;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.difference", &other);
    if (!set) return VALUE_EXCEPTION;
    if (ordered_table_size(set) <= other.size) {
        struct collection *result = copy_of(vm, set);
        if (!result) return VALUE_EXCEPTION;
        struct ordered_cursor cursor = {.table = set->table};
        while (ordered_table_next(&cursor, &key, &value)) {
            enum outcome there = js_safepoint(vm) ? record_has(vm, &other, key) : OUTCOME_EXCEPTION;
            if (there == OUTCOME_EXCEPTION || (there && !own_delete(vm, result, key))) return VALUE_EXCEPTION;
        }
        return value_from_cell(result);
    }
    struct iteration it;
    if (!record_iterate(vm, &other, &it)) return VALUE_EXCEPTION;
    struct collection *result = copy_of(vm, set);
    if (!result) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &key)) == OUTCOME_TRUE) {
        if (!js_safepoint(vm) || !own_delete(vm, result, key)) return VALUE_EXCEPTION;
    }
    return more == OUTCOME_FALSE ? value_from_cell(result) : VALUE_EXCEPTION;
}

// sec-set.prototype.symmetricdifference
static vm_value set_symmetric_difference(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    struct iteration it;
    enum outcome more;
    vm_value key;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.symmetricDifference", &other);
    if (!set || !record_iterate(vm, &other, &it)) return VALUE_EXCEPTION;
    struct collection *result = copy_of(vm, set);
    if (!result) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &key)) == OUTCOME_TRUE) {
        enum outcome there = js_safepoint(vm) ? own_has(vm, set, key) : OUTCOME_EXCEPTION;
        if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if (!(there ? own_delete(vm, result, key) : ordered_table_set(vm, result, key, VALUE_UNDEFINED)))
            return VALUE_EXCEPTION;
    }
    return more == OUTCOME_FALSE ? value_from_cell(result) : VALUE_EXCEPTION;
}

// Whether every (`wanted` true) or no key of the set is in the other.
static vm_value compare_own_keys(vm_isolate *vm, struct collection *set, const struct set_record *other,
                                 bool wanted) {
    struct ordered_cursor cursor = {.table = set->table};
    vm_value key, value;
    while (ordered_table_next(&cursor, &key, &value)) {
        enum outcome there = js_safepoint(vm) ? record_has(vm, other, key) : OUTCOME_EXCEPTION;
        if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if ((there == OUTCOME_TRUE) != wanted) return VALUE_FALSE;
    }
    return VALUE_TRUE;
}

// Whether every or no key of the other is in the set.
static vm_value compare_other_keys(vm_isolate *vm, struct collection *set, const struct set_record *other,
                                   bool wanted) {
    struct iteration it;
    enum outcome more;
    vm_value key;
    if (!record_iterate(vm, other, &it)) return VALUE_EXCEPTION;
    while ((more = js_iterate_next(vm, &it, &key)) == OUTCOME_TRUE) {
        enum outcome there = js_safepoint(vm) ? own_has(vm, set, key) : OUTCOME_EXCEPTION;
        if (there == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        if ((there == OUTCOME_TRUE) != wanted)
            return js_iterate_close(vm, &it) ? VALUE_FALSE : VALUE_EXCEPTION;
    }
    return more == OUTCOME_FALSE ? VALUE_TRUE : VALUE_EXCEPTION;
}

// sec-set.prototype.issubsetof
static vm_value set_is_subset_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.isSubsetOf", &other);
    if (!set) return VALUE_EXCEPTION;
    return ordered_table_size(set) > other.size ? VALUE_FALSE : compare_own_keys(vm, set, &other, true);
}

// sec-set.prototype.issupersetof
static vm_value set_is_superset_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.isSupersetOf", &other);
    if (!set) return VALUE_EXCEPTION;
    return ordered_table_size(set) < other.size ? VALUE_FALSE : compare_other_keys(vm, set, &other, true);
}

// sec-set.prototype.isdisjointfrom
static vm_value set_is_disjoint_from(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct set_record other;
    struct collection *set = operands(vm, THIS, ARGUMENT(0), "Set.prototype.isDisjointFrom", &other);
    if (!set) return VALUE_EXCEPTION;
    return ordered_table_size(set) <= other.size ? compare_own_keys(vm, set, &other, false)
                                                 : compare_other_keys(vm, set, &other, false);
}

static const struct builtin_row statics[] = {GETTER("@@species", builtin_return_this)};

static const struct builtin_row methods[] = {
    NATIVE("has", set_has, 1),
    NATIVE("add", set_add, 1),
    NATIVE("delete", set_delete, 1),
    NATIVE("clear", set_clear, 0),
    NATIVE_MAGIC("entries", set_iterate, 0, ITERATE_ENTRIES),
    NATIVE("forEach", set_for_each, 1),
    GETTER("size", set_size),
    NATIVE_MAGIC("values", set_iterate, 0, ITERATE_VALUES),
    ALIAS("keys", "values"),
    NATIVE("union", set_union, 1),
    NATIVE("intersection", set_intersection, 1),
    NATIVE("difference", set_difference, 1),
    NATIVE("symmetricDifference", set_symmetric_difference, 1),
    NATIVE("isSubsetOf", set_is_subset_of, 1),
    NATIVE("isSupersetOf", set_is_superset_of, 1),
    NATIVE("isDisjointFrom", set_is_disjoint_from, 1),
    TO_STRING_TAG("Set"),
    ALIAS("@@iterator", "values"),
};

const struct builtin_class set_class = {
    .name = "Set",
    .constructor = set_constructor,
    .length = 0,
    .constructor_id = INTRINSIC_Set,
    .prototype_id = INTRINSIC_SetPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
