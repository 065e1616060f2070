// Proxy exotic objects (sec-proxy-object-internal-methods-and-internal-slots).
//
// Each method looks up its trap, works on the target alone when there is none, else calls the trap and checks
// what it said against the target, in the order of the specification. Target and handler are read before the
// trap is looked up: doing so may revoke the proxy. A chain of proxies is a chain of C frames, so every
// method begins by looking at the stack.
#include "lang/exotic.h"
#include "lang/operate.h"
#include "lang/safepoint.h"
#include "object/proxy.h"

#define DESCRIPTOR_ANY_ACCESSOR (DESCRIPTOR_GET | DESCRIPTOR_SET)

struct trap {
    struct object *target;
    vm_value handler;
    vm_value function; // UNDEFINED: none, the target decides
};

// False: exception pending (revoked, no function, stack used up).
static bool find_trap(vm_isolate *vm, struct object *o, enum atom_id name, struct trap *out) {
    struct proxy *proxy = (struct proxy *)o;
    property_key key = atom_key(vm, name);
    if (stack_is_low(vm)) {
        throw_stack_overflow(vm);
        return false;
    }
    if (!js_safepoint(vm)) return false; // walks over a prototype chain with a cycle meet no other one
    if (!proxy->handler) {
        throw_type_error(vm, "Cannot perform '%K' on a proxy that has been revoked", key);
        return false;
    }
    out->target = proxy->target;
    out->handler = value_from_cell(proxy->handler);
    out->function = js_get(vm, proxy->handler, key);
    if (value_is_exception(out->function)) return false;
    if (value_is_callable(out->function)) return true;
    if (value_is_nullish(out->function)) {
        out->function = VALUE_UNDEFINED;
        return true;
    }
    throw_type_error(vm, "'%V' returned for property '%K' of object '%V' is not a function", out->function,
                     key, out->handler);
    return false;
}

static bool has_trap(const struct trap *trap) { return !value_is_undefined(trap->function); }

// Lets the target answer. The frame stays until it has: as a tail call, a prototype chain that comes back to
// its proxy would run forever instead of using up the stack.
#define FORWARD(type, call)                                                                                  \
    do {                                                                                                     \
        type answer = call;                                                                                  \
        KEEP_ALIVE(o);                                                                                       \
        return answer;                                                                                       \
    } while (0)

// Calls the trap with the target and up to three more arguments.
static vm_value call_trap(vm_isolate *vm, const struct trap *trap, uint32_t count, vm_value a, vm_value b,
                          vm_value c) {
    vm_value arguments[4] = {value_from_cell(trap->target), a, b, c};
    return js_call(vm, trap->function, trap->handler, 1 + count, arguments);
}

static enum outcome call_predicate(vm_isolate *vm, const struct trap *trap, uint32_t count, vm_value a,
                                   vm_value b, vm_value c) {
    vm_value result = call_trap(vm, trap, count, a, b, c);
    return value_is_exception(result) ? OUTCOME_EXCEPTION : (enum outcome)js_to_boolean(result);
}

static enum outcome call_with_key(vm_isolate *vm, const struct trap *trap, property_key key) {
    vm_value name = key_to_value(vm, key);
    if (value_is_exception(name)) return OUTCOME_EXCEPTION;
    return call_predicate(vm, trap, 1, name, VALUE_UNDEFINED, VALUE_UNDEFINED);
}

#define REFUSE(...) return (throw_type_error(vm, __VA_ARGS__), OUTCOME_EXCEPTION)

static bool is_accessor(const struct property_descriptor *d) { return d->fields & DESCRIPTOR_ANY_ACCESSOR; }
static bool is_configurable(const struct property_descriptor *d) {
    return d->attributes & PROPERTY_CONFIGURABLE;
}
static bool is_fixed_data(const struct property_descriptor *d) {
    return !is_accessor(d) && !(d->attributes & (PROPERTY_CONFIGURABLE | PROPERTY_WRITABLE));
}

// --- prototype and extensibility -------------------------------------------------------------------

// sec-proxy-object-internal-methods-and-internal-slots-getprototypeof
vm_value proxy_get_prototype_of(vm_isolate *vm, struct object *o) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_getPrototypeOf, &trap)) return VALUE_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(vm_value, js_get_prototype_of(vm, trap.target));
    vm_value prototype = call_trap(vm, &trap, 0, VALUE_UNDEFINED, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (value_is_exception(prototype)) return prototype;
    if (!value_is_object(prototype) && !value_is_null(prototype)) {
        return throw_type_error(vm, "'getPrototypeOf' on proxy: trap returned neither object nor null");
    }
    enum outcome extensible = js_is_extensible(vm, trap.target);
    if (extensible != OUTCOME_FALSE) return extensible == OUTCOME_TRUE ? prototype : VALUE_EXCEPTION;
    vm_value actual = js_get_prototype_of(vm, trap.target);
    if (value_is_exception(actual) || value_same_bits(actual, prototype)) return actual;
    return throw_type_error(vm, "'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did "
                                "not return its actual prototype");
}

// sec-proxy-object-internal-methods-and-internal-slots-setprototypeof-v
enum outcome proxy_set_prototype_of(vm_isolate *vm, struct object *o, struct object *prototype) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_setPrototypeOf, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_set_prototype_of(vm, trap.target, prototype));
    vm_value wanted = prototype ? value_from_cell(prototype) : VALUE_NULL;
    enum outcome said = call_predicate(vm, &trap, 1, wanted, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (said != OUTCOME_TRUE) return said;
    enum outcome extensible = js_is_extensible(vm, trap.target);
    if (extensible != OUTCOME_FALSE) return extensible;
    vm_value actual = js_get_prototype_of(vm, trap.target);
    if (value_is_exception(actual)) return OUTCOME_EXCEPTION;
    if (value_same_bits(actual, wanted)) return OUTCOME_TRUE;
    REFUSE("'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the "
           "non-extensible proxy target");
}

// sec-proxy-object-internal-methods-and-internal-slots-isextensible
enum outcome proxy_is_extensible(vm_isolate *vm, struct object *o) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_isExtensible, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_is_extensible(vm, trap.target));
    enum outcome said = call_predicate(vm, &trap, 0, VALUE_UNDEFINED, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (said == OUTCOME_EXCEPTION) return said;
    enum outcome actual = js_is_extensible(vm, trap.target);
    if (actual == OUTCOME_EXCEPTION || actual == said) return actual;
    REFUSE("'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is "
           "'%s')",
           actual ? "true" : "false");
}

// sec-proxy-object-internal-methods-and-internal-slots-preventextensions
enum outcome proxy_prevent_extensions(vm_isolate *vm, struct object *o) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_preventExtensions, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_prevent_extensions(vm, trap.target));
    enum outcome said = call_predicate(vm, &trap, 0, VALUE_UNDEFINED, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (said != OUTCOME_TRUE) return said;
    enum outcome extensible = js_is_extensible(vm, trap.target);
    if (extensible == OUTCOME_EXCEPTION) return extensible;
    if (!extensible) return OUTCOME_TRUE;
    REFUSE("'preventExtensions' on proxy: trap returned truish but the proxy target is extensible");
}

// --- own properties --------------------------------------------------------------------------------

// What [[GetOwnProperty]] answers when the trap said "no such property".
static enum outcome check_absent(vm_isolate *vm, struct object *target, property_key key) {
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, target, key, &actual);
    if (there != OUTCOME_TRUE) return there;
    if (!is_configurable(&actual)) {
        REFUSE("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '%K' which is "
               "non-configurable in the proxy target",
               key);
    }
    enum outcome extensible = js_is_extensible(vm, target);
    if (extensible == OUTCOME_EXCEPTION) return extensible;
    if (extensible) return OUTCOME_FALSE;
    REFUSE("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '%K' which exists in "
           "the non-extensible proxy target",
           key);
}

// sec-completepropertydescriptor: what is not said is undefined or false, which js_to_descriptor has put.
static void complete(struct property_descriptor *d) {
    d->fields |= DESCRIPTOR_ENUMERABLE | DESCRIPTOR_CONFIGURABLE;
    d->fields |= is_accessor(d) ? DESCRIPTOR_ANY_ACCESSOR : DESCRIPTOR_VALUE | DESCRIPTOR_WRITABLE;
}

// What it answers when the trap returned a descriptor object.
static enum outcome check_described(vm_isolate *vm, struct object *target, property_key key, vm_value result,
                                    struct property_descriptor *out) {
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, target, key, &actual);
    if (there == OUTCOME_EXCEPTION) return there;
    enum outcome extensible = js_is_extensible(vm, target);
    if (extensible == OUTCOME_EXCEPTION || !js_to_descriptor(vm, result, out)) return OUTCOME_EXCEPTION;
    complete(out);
    if (!validate_and_apply_descriptor(vm, NULL, key, extensible, out, there ? &actual : NULL)) {
        REFUSE("'getOwnPropertyDescriptor' on proxy: trap returned descriptor for property '%K' that is "
               "incompatible with the existing property in the proxy target",
               key);
    }
    if (is_configurable(out)) return OUTCOME_TRUE;
    if (!there || is_configurable(&actual)) {
        REFUSE("'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property '%K' "
               "which is either non-existent or configurable in the proxy target",
               key);
    }
    if (is_fixed_data(out) && (actual.attributes & PROPERTY_WRITABLE)) {
        REFUSE("'getOwnPropertyDescriptor' on proxy: trap reported non-configurable and writable for "
               "property '%K' which is non-configurable, non-writable in the proxy target",
               key);
    }
    return OUTCOME_TRUE;
}

// sec-proxy-object-internal-methods-and-internal-slots-getownproperty-p
enum outcome proxy_get_own_property(vm_isolate *vm, struct object *o, property_key key,
                                    struct property_descriptor *out) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_getOwnPropertyDescriptor, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_get_own_property(vm, trap.target, key, out));
    vm_value name = key_to_value(vm, key);
    if (value_is_exception(name)) return OUTCOME_EXCEPTION;
    vm_value result = call_trap(vm, &trap, 1, name, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (value_is_exception(result)) return OUTCOME_EXCEPTION;
    if (value_is_undefined(result)) return check_absent(vm, trap.target, key);
    if (value_is_object(result)) return check_described(vm, trap.target, key, result, out);
    REFUSE("'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property "
           "'%K'",
           key);
}

static enum outcome check_defined(vm_isolate *vm, struct object *target, property_key key,
                                  const struct property_descriptor *d) {
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, target, key, &actual);
    if (there == OUTCOME_EXCEPTION) return there;
    enum outcome extensible = js_is_extensible(vm, target);
    if (extensible == OUTCOME_EXCEPTION) return extensible;
    bool fixes = (d->fields & DESCRIPTOR_CONFIGURABLE) && !is_configurable(d);
    if (!there && !extensible) {
        REFUSE("'defineProperty' on proxy: trap returned truish for adding property '%K'  to the "
               "non-extensible proxy target",
               key);
    }
    if (there && !validate_and_apply_descriptor(vm, NULL, key, extensible, d, &actual)) {
        REFUSE("'defineProperty' on proxy: trap returned truish for adding property '%K'  that is "
               "incompatible with the existing property in the proxy target",
               key);
    }
    if (fixes && (!there || is_configurable(&actual))) {
        REFUSE("'defineProperty' on proxy: trap returned truish for defining non-configurable property '%K' "
               "which is either non-existent or configurable in the proxy target",
               key);
    }
    if (there && !is_accessor(&actual) && !is_configurable(&actual) &&
        (actual.attributes & PROPERTY_WRITABLE) && (d->fields & DESCRIPTOR_WRITABLE) &&
        !(d->attributes & PROPERTY_WRITABLE)) {
        REFUSE("'defineProperty' on proxy: trap returned truish for defining non-configurable property '%K' "
               "which cannot be non-writable",
               key);
    }
    return OUTCOME_TRUE;
}

// sec-proxy-object-internal-methods-and-internal-slots-defineownproperty-p-desc
enum outcome proxy_define_own_property(vm_isolate *vm, struct object *o, property_key key,
                                       const struct property_descriptor *descriptor) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_defineProperty, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_define_own_property(vm, trap.target, key, descriptor));
    vm_value name = key_to_value(vm, key);
    vm_value object = value_is_exception(name) ? name : js_from_descriptor(vm, descriptor);
    if (value_is_exception(object)) return OUTCOME_EXCEPTION;
    enum outcome said = call_predicate(vm, &trap, 2, name, object, VALUE_UNDEFINED);
    return said == OUTCOME_TRUE ? check_defined(vm, trap.target, key, descriptor) : said;
}

// sec-proxy-object-internal-methods-and-internal-slots-delete-p
enum outcome proxy_delete(vm_isolate *vm, struct object *o, property_key key) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_deleteProperty, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_delete(vm, trap.target, key));
    enum outcome said = call_with_key(vm, &trap, key);
    if (said != OUTCOME_TRUE) return said;
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, trap.target, key, &actual);
    if (there != OUTCOME_TRUE) return there == OUTCOME_FALSE ? OUTCOME_TRUE : there;
    if (!is_configurable(&actual)) {
        REFUSE("'deleteProperty' on proxy: trap returned truish for property '%K' which is non-configurable "
               "in the proxy target",
               key);
    }
    enum outcome extensible = js_is_extensible(vm, trap.target);
    if (extensible != OUTCOME_FALSE) return extensible;
    REFUSE("'deleteProperty' on proxy: trap returned truish for property '%K' but the proxy target is "
           "non-extensible",
           key);
}

// --- access ----------------------------------------------------------------------------------------

// sec-proxy-object-internal-methods-and-internal-slots-hasproperty-p
enum outcome proxy_has_property(vm_isolate *vm, struct object *o, property_key key) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_has, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_has_property(vm, trap.target, key));
    enum outcome said = call_with_key(vm, &trap, key);
    if (said != OUTCOME_FALSE) return said;
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, trap.target, key, &actual);
    if (there != OUTCOME_TRUE) return there;
    if (!is_configurable(&actual)) {
        REFUSE("'has' on proxy: trap returned falsish for property '%K' which exists in the proxy target as "
               "non-configurable",
               key);
    }
    enum outcome extensible = js_is_extensible(vm, trap.target);
    if (extensible == OUTCOME_EXCEPTION) return extensible;
    if (extensible) return OUTCOME_FALSE;
    REFUSE("'has' on proxy: trap returned falsish for property '%K' but the proxy target is not extensible",
           key);
}

// Whether the target may have an own property of this name that is read-only or an accessor, so that the
// answers of `get` and `set` have to be checked against it.
static inline bool target_restricts(vm_isolate *vm, const struct object *target, property_key key) {
    return key_is_index(key) || target->shape->cell.flags & SHAPE_HAS_SPECIAL ||
           vm->classes[target->cell.kind].get_own_property;
}

// sec-proxy-object-internal-methods-and-internal-slots-get-p-receiver
vm_value proxy_get(vm_isolate *vm, struct object *o, property_key key, vm_value receiver) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_get, &trap)) return VALUE_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(vm_value, js_get_with_receiver(vm, trap.target, key, receiver));
    vm_value name = key_to_value(vm, key);
    if (value_is_exception(name)) return name;
    vm_value value = call_trap(vm, &trap, 2, name, receiver, VALUE_UNDEFINED);
    if (value_is_exception(value) || !target_restricts(vm, trap.target, key)) return value;
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, trap.target, key, &actual);
    if (there != OUTCOME_TRUE) return there == OUTCOME_FALSE ? value : VALUE_EXCEPTION;
    if (is_fixed_data(&actual) && !js_same_value(vm, value, actual.value)) {
        return throw_type_error(vm,
                                "'get' on proxy: property '%K' is a read-only and non-configurable data "
                                "property on the proxy target but the proxy did not return its actual value "
                                "(expected '%V' but got '%V')",
                                key, actual.value, value);
    }
    if (is_accessor(&actual) && !is_configurable(&actual) && value_is_undefined(actual.getter) &&
        !value_is_undefined(value)) {
        return throw_type_error(vm,
                                "'get' on proxy: property '%K' is a non-configurable accessor property on "
                                "the proxy target and does not have a getter function, but the trap did not "
                                "return 'undefined' (got '%V')",
                                key, value);
    }
    return value;
}

// sec-proxy-object-internal-methods-and-internal-slots-set-p-v-receiver
enum outcome proxy_set(vm_isolate *vm, struct object *o, property_key key, vm_value value,
                       vm_value receiver) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_set, &trap)) return OUTCOME_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(enum outcome, js_set_with_receiver(vm, trap.target, key, value, receiver));
    vm_value name = key_to_value(vm, key);
    if (value_is_exception(name)) return OUTCOME_EXCEPTION;
    enum outcome said = call_predicate(vm, &trap, 3, name, value, receiver);
    if (said != OUTCOME_TRUE || !target_restricts(vm, trap.target, key)) return said;
    struct property_descriptor actual;
    enum outcome there = js_get_own_property(vm, trap.target, key, &actual);
    if (there != OUTCOME_TRUE) return there == OUTCOME_FALSE ? OUTCOME_TRUE : there;
    if (is_fixed_data(&actual) && !js_same_value(vm, value, actual.value)) {
        REFUSE("'set' on proxy: trap returned truish for property '%K' which exists in the proxy target as a "
               "non-configurable and non-writable data property with a different value",
               key);
    }
    if (is_accessor(&actual) && !is_configurable(&actual) && value_is_undefined(actual.setter)) {
        REFUSE("'set' on proxy: trap returned truish for property '%K' which exists in the proxy target as a "
               "non-configurable and non-writable accessor property without a setter",
               key);
    }
    return OUTCOME_TRUE;
}

// --- own keys --------------------------------------------------------------------------------------

// The keys that the trap gave, to tell duplicates and to tick off those of the target: open addressing over
// the bits of keys that a list keeps alive.
struct key_set {
    property_key *keys; // bits 0: free
    bool *ticked;
    uint32_t mask, unticked;
};

static bool key_set_initialize(vm_isolate *vm, struct key_set *set, uint32_t count) {
    uint64_t size = 8;
    while (size < count * 2ull)
        size *= 2;
    set->mask = (uint32_t)(size - 1);
    set->unticked = 0;
    set->keys = memory_allocate_zeroed(&vm->memory, size * (sizeof *set->keys + sizeof *set->ticked));
    set->ticked = (bool *)(set->keys + size);
    if (!set->keys) throw_out_of_memory(vm);
    return set->keys != NULL;
}

static uint32_t key_set_place(const struct key_set *set, property_key key) {
    uint32_t i = key_hash(key) & set->mask;
    while (set->keys[i].bits && !key_equals(set->keys[i], key))
        i = (i + 1) & set->mask;
    return i;
}

// False: it was there.
static bool key_set_add(struct key_set *set, property_key key) {
    uint32_t i = key_set_place(set, key);
    if (set->keys[i].bits) return false;
    set->keys[i] = key;
    set->unticked++;
    return true;
}

// False: it was not there.
static bool key_set_tick(struct key_set *set, property_key key) {
    uint32_t i = key_set_place(set, key);
    if (!set->keys[i].bits || set->ticked[i]) return false;
    set->ticked[i] = true;
    set->unticked--;
    return true;
}

// CreateListFromArrayLike with property keys only.
static struct list *keys_from_array_like(vm_isolate *vm, vm_value v) {
    if (!value_is_object(v)) {
        throw_type_error(vm, "CreateListFromArrayLike called on non-object");
        return NULL;
    }
    struct object *o = value_as_object(v);
    uint64_t length;
    if (!js_length_of_array_like(vm, o, &length)) return NULL;
    struct list *list = list_create(vm);
    for (uint64_t i = 0; list && i < length; i++) {
        property_key index, key;
        if (!key_from_uint64(vm, i, &index)) return NULL;
        vm_value name = js_get(vm, o, index);
        if (value_is_exception(name)) return NULL;
        if (value_is_symbol(name)) {
            key = key_from_cell(value_as_cell(name));
        } else if (value_is_string(name)) {
            if (!key_from_string(vm, value_as_string(name), &key)) return NULL;
        } else {
            throw_type_error(vm, "%V is not a valid property name", name);
            return NULL;
        }
        if (!list_push(vm, list, VALUE(key.bits))) return NULL;
    }
    return list;
}

// Ticks off the target's keys that are (or are not) configurable. False: one is missing, exception pending.
static bool tick_keys(vm_isolate *vm, struct key_set *set, const struct list *keys) {
    for (uint32_t i = 0; i < keys->length; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        if (!key_set_tick(set, key)) {
            throw_type_error(vm, "'ownKeys' on proxy: trap result did not include '%K'", key);
            return false;
        }
    }
    return true;
}

// Sorts the target's keys by whether they are configurable.
static bool sort_keys(vm_isolate *vm, struct object *target, struct list *configurable, struct list *fixed) {
    struct list *keys = list_create(vm);
    if (!keys || !js_own_keys(vm, target, KEYS_STRINGS | KEYS_SYMBOLS, keys)) return false;
    for (uint32_t i = 0; i < keys->length; i++) {
        struct property_descriptor actual;
        enum outcome there = js_get_own_property(vm, target, key_from_value_bits(list_at(keys, i)), &actual);
        if (there == OUTCOME_EXCEPTION) return false;
        struct list *to = there && !is_configurable(&actual) ? fixed : configurable;
        if (!list_push(vm, to, list_at(keys, i))) return false;
    }
    return true;
}

static bool check_keys(vm_isolate *vm, struct object *target, const struct list *said, struct key_set *set) {
    for (uint32_t i = 0; i < said->length; i++) {
        if (!key_set_add(set, key_from_value_bits(list_at(said, i)))) {
            throw_type_error(vm, "'ownKeys' on proxy: trap returned duplicate entries");
            return false;
        }
    }
    enum outcome extensible = js_is_extensible(vm, target);
    if (extensible == OUTCOME_EXCEPTION) return false;
    struct list *configurable = list_create(vm), *fixed = configurable ? list_create(vm) : NULL;
    if (!fixed || !sort_keys(vm, target, configurable, fixed)) return false;
    if (extensible && !fixed->length) return true;
    if (!tick_keys(vm, set, fixed)) return false;
    if (extensible) return true;
    if (!tick_keys(vm, set, configurable)) return false;
    if (!set->unticked) return true;
    throw_type_error(vm, "'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible");
    return false;
}

// sec-proxy-object-internal-methods-and-internal-slots-ownpropertykeys
bool proxy_own_keys(vm_isolate *vm, struct object *o, int flags, struct list *out) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_ownKeys, &trap)) return false;
    if (!has_trap(&trap)) FORWARD(bool, js_own_keys(vm, trap.target, flags, out));
    vm_value result = call_trap(vm, &trap, 0, VALUE_UNDEFINED, VALUE_UNDEFINED, VALUE_UNDEFINED);
    struct list *said = value_is_exception(result) ? NULL : keys_from_array_like(vm, result);
    struct key_set set;
    if (!said || !key_set_initialize(vm, &set, said->length)) return false;
    bool checked = check_keys(vm, trap.target, said, &set);
    memory_free(&vm->memory, set.keys);
    for (uint32_t i = 0; checked && i < said->length; i++) {
        property_key key = key_from_value_bits(list_at(said, i));
        if (!(flags & (key_is_symbol(key) ? KEYS_SYMBOLS : KEYS_STRINGS))) continue;
        if (!list_push(vm, out, VALUE(key.bits))) return false;
    }
    return checked;
}

// --- calls -----------------------------------------------------------------------------------------

// sec-proxy-object-internal-methods-and-internal-slots-call-thisargument-argumentslist
vm_value proxy_call(vm_isolate *vm, struct object *o, vm_value this_value, uint32_t argc,
                    const vm_value *arguments) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_apply, &trap)) return VALUE_EXCEPTION;
    if (!has_trap(&trap))
        FORWARD(vm_value, js_call(vm, value_from_cell(trap.target), this_value, argc, arguments));
    struct object *array = array_create_from(vm, arguments, argc);
    if (!array) return VALUE_EXCEPTION;
    return call_trap(vm, &trap, 2, this_value, value_from_cell(array), VALUE_UNDEFINED);
}

// sec-proxy-object-internal-methods-and-internal-slots-construct-argumentslist-newtarget
vm_value proxy_construct(vm_isolate *vm, struct object *o, uint32_t argc, const vm_value *arguments,
                         struct object *new_target) {
    struct trap trap;
    if (!find_trap(vm, o, ATOM_construct, &trap)) return VALUE_EXCEPTION;
    if (!has_trap(&trap)) FORWARD(vm_value, js_construct(vm, trap.target, argc, arguments, new_target));
    struct object *array = array_create_from(vm, arguments, argc);
    if (!array) return VALUE_EXCEPTION;
    vm_value result =
        call_trap(vm, &trap, 2, value_from_cell(array), value_from_cell(new_target), VALUE_UNDEFINED);
    if (value_is_exception(result) || value_is_object(result)) return result;
    return throw_type_error(vm, "'construct' on proxy: trap returned non-object ('%V')", result);
}
