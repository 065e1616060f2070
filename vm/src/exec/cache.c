// Filling and using inline caches beyond the fast paths of the loop.
//
// A site goes EMPTY → one shape → POLYMORPHIC (CACHE_WAYS shapes) → MEGAMORPHIC (the isolate's look-up
// cache). Sites whose receiver keeps being uncacheable (proxies, dictionaries under change) stay EMPTY and
// just pay the look-up.
#include "exec/cache.h"

#include "lang/lookup.h"
#include "lang/operate.h"
#include "object/throw.h"
#include "object/typed_array.h"

#define MEGAMORPHIC_MISSES 16

static bool is_guarded(const struct property_cache *cache) { return cache->kind >= CACHE_PROTOTYPE; }

static bool applies(vm_isolate *vm, const struct property_cache *cache, const struct shape *shape) {
    return cache->shape == shape && cache->kind != CACHE_EMPTY &&
           (!is_guarded(cache) || cache->epoch == vm->prototype_epoch);
}

static struct property_cache *cache_ways(struct property_cache *cache) {
    return (struct property_cache *)((struct cell *)cache->cell + 1);
}

// The entry of a polymorphic site for a shape; NULL: none.
static inline struct property_cache *find_way(vm_isolate *vm, struct property_cache *cache,
                                              const struct shape *shape) {
    if (cache->kind != CACHE_POLYMORPHIC) {
        return NULL;
    }
    struct property_cache *ways = cache_ways(cache);
    for (int i = 0; i < CACHE_WAYS; i++) {
        if (applies(vm, &ways[i], shape)) {
            return &ways[i];
        }
    }
    return NULL;
}

// Enters `fresh` at a site. Memory that is refused only leaves the site as it is.
static void enter(vm_isolate *vm, struct code *code, struct property_cache *cache,
                  struct property_cache fresh) {
    if (fresh.kind == CACHE_EMPTY || cache->kind == CACHE_MEGAMORPHIC) {
        return;
    }
    fresh.epoch = vm->prototype_epoch;
    if (cache->kind == CACHE_EMPTY || cache->shape == fresh.shape) {
        fresh.misses = cache->misses;
        heap_write(&vm->heap, code);
        *cache = fresh;
        return;
    }
    if (cache->kind != CACHE_POLYMORPHIC) {
        struct cell *ways = heap_allocate_bytes(&vm->heap, CACHE_WAYS * sizeof(struct property_cache));
        if (!ways) {
            return;
        }
        memset(ways + 1, 0, CACHE_WAYS * sizeof(struct property_cache));
        heap_write(&vm->heap, code); // the allocation may have collected
        struct property_cache first = *cache;
        heap_write(&vm->heap, code);
        *cache = (struct property_cache){.kind = CACHE_POLYMORPHIC, .cell = ways};
        if (first.shape) { // a collection may have emptied the cache meanwhile
            cache_ways(cache)[0] = first;
        }
    }
    heap_write(&vm->heap, code);
    struct property_cache *ways = cache_ways(cache);
    for (int i = 0; i < CACHE_WAYS; i++) {
        if (ways[i].kind == CACHE_EMPTY || ways[i].shape == fresh.shape) {
            ways[i] = fresh;
            return;
        }
    }
    ways[cache->misses % CACHE_WAYS] = fresh;
    if (++cache->misses > MEGAMORPHIC_MISSES) {
        *cache = (struct property_cache){.kind = CACHE_MEGAMORPHIC};
    }
}

static struct property_cache cache_from_info(const struct cache_info *info) {
    struct property_cache fresh = {.shape = info->shape, .offset = (int16_t)info->offset};
    if (info->offset != fresh.offset) {
        return (struct property_cache){.kind = CACHE_EMPTY};
    }
    switch (info->kind) {
    case LOOKUP_OWN:
    case LOOKUP_SET_OWN: fresh.kind = info->offset >= 0 ? CACHE_OWN_INLINE : CACHE_OWN_SLOT; break;
    case LOOKUP_OWN_GETTER:
    case LOOKUP_SET_OWN_SETTER: fresh.kind = CACHE_OWN_ACCESSOR; break;
    case LOOKUP_PROTOTYPE:
        fresh.kind = CACHE_PROTOTYPE;
        fresh.cell = info->holder;
        break;
    case LOOKUP_PROTOTYPE_GETTER:
    case LOOKUP_SET_PROTOTYPE_SETTER:
        fresh.kind = CACHE_PROTOTYPE_ACCESSOR;
        fresh.cell = info->holder;
        break;
    case LOOKUP_ABSENT: fresh.kind = CACHE_ABSENT; break;
    case LOOKUP_ADD:
        fresh.kind = info->offset >= 0 ? CACHE_ADD_INLINE : CACHE_ADD_SLOT;
        fresh.cell = info->new_shape;
        break;
    case LOOKUP_UNCACHEABLE:
    case LOOKUP_FAILED: break;
    }
    return fresh;
}

// --- reading

static vm_value call_getter(vm_isolate *vm, vm_value accessor, vm_value receiver) {
    vm_value getter = ((struct accessor *)value_as_cell(accessor))->getter;
    if (value_is_typed_array(receiver) && value_is_kind(getter, CELL_NATIVE_FUNCTION) &&
        ((struct native_function *)value_as_cell(getter))->native == typed_array_length) {
        return value_from_int64((int64_t)view_length(value_as_view(receiver))); // the most frequent by far
    }
    return value_is_undefined(getter) ? VALUE_UNDEFINED : js_call(vm, getter, receiver, 0, NULL);
}

static inline vm_value use_get(vm_isolate *vm, const struct property_cache *cache, struct object *o,
                               vm_value receiver) {
    switch ((enum cache_kind)cache->kind) {
    case CACHE_OWN_INLINE:
    case CACHE_OWN_SLOT: return *lookup_slot(o, cache->offset);
    case CACHE_OWN_ACCESSOR: return call_getter(vm, *lookup_slot(o, cache->offset), receiver);
    case CACHE_PROTOTYPE: return *lookup_slot(cache->cell, cache->offset);
    case CACHE_PROTOTYPE_ACCESSOR: return call_getter(vm, *lookup_slot(cache->cell, cache->offset), receiver);
    default: return VALUE_UNDEFINED; // CACHE_ABSENT
    }
}

// Through a site that has given up, or without one (NULL): by the isolate's look-up cache.
static vm_value get_through(vm_isolate *vm, struct code *code, struct property_cache *cache, struct object *o,
                            property_key key) {
    bool shared = !cache || cache->kind == CACHE_MEGAMORPHIC;
    vm_value cached = shared ? lookup_cached(vm, o, key) : VALUE_EMPTY;
    if (!value_is_empty(cached)) {
        return cached;
    }
    struct cache_info info;
    switch (lookup_for_get(vm, o, key, &info)) {
    case LOOKUP_FAILED: return VALUE_EXCEPTION;
    case LOOKUP_UNCACHEABLE: return js_get_with_receiver(vm, o, key, value_from_cell(o));
    default: break;
    }
    if (shared) {
        lookup_remember(vm, key, &info);
    } else {
        enter(vm, code, cache, cache_from_info(&info));
    }
    switch (info.kind) {
    case LOOKUP_OWN: return *lookup_slot(o, info.offset);
    case LOOKUP_PROTOTYPE: return *lookup_slot(info.holder, info.offset);
    case LOOKUP_OWN_GETTER:
    case LOOKUP_PROTOTYPE_GETTER: return call_getter(vm, value_from_cell(info.accessor), value_from_cell(o));
    default: return VALUE_UNDEFINED;
    }
}

vm_value cache_get_symbol(vm_isolate *vm, struct object *o, vm_value symbol) {
    property_key key = key_from_cell(value_as_cell(symbol));
    vm_value cached = lookup_cached(vm, o, key); // none of a proxy
    if (__builtin_expect(!value_is_empty(cached), 1)) {
        return cached;
    }
    return o->cell.kind == CELL_PROXY ? vm->classes[CELL_PROXY].get(vm, o, key, value_from_cell(o))
                                      : get_through(vm, NULL, NULL, o, key);
}

vm_value cache_get(vm_isolate *vm, struct code *code, struct property_cache *cache, vm_value v,
                   property_key key) {
    if (!value_is_object(v)) {
        return js_get_value(vm, v, key);
    }
    struct object *o = value_as_object(v);
    if (o->cell.kind == CELL_PROXY) {
        return vm->classes[CELL_PROXY].get(vm, o, key, v);
    }
    if (applies(vm, cache, o->shape)) {
        return use_get(vm, cache, o, v);
    }
    struct property_cache *way = find_way(vm, cache, o->shape);
    if (way) {
        return use_get(vm, way, o, v);
    }
    return get_through(vm, code, cache, o, key);
}

// --- writing

static bool call_setter(vm_isolate *vm, vm_value accessor, vm_value receiver, property_key key,
                        vm_value value, bool strict) {
    vm_value setter = ((struct accessor *)value_as_cell(accessor))->setter;
    if (value_is_undefined(setter)) {
        if (strict) {
            throw_type_error(vm, "Cannot set property %K of %V which has only a getter", key, receiver);
        }
        return !strict;
    }
    return !value_is_exception(js_call(vm, setter, receiver, 1, &value));
}

static void store_slot(vm_isolate *vm, struct object *o, int32_t offset, vm_value value) {
    heap_write(&vm->heap, o);
    *lookup_slot(o, offset) = value;
}

static bool use_set(vm_isolate *vm, const struct property_cache *cache, struct object *o, property_key key,
                    vm_value value, bool strict) {
    switch ((enum cache_kind)cache->kind) {
    case CACHE_OWN_INLINE:
    case CACHE_OWN_SLOT: store_slot(vm, o, cache->offset, value); return true;
    case CACHE_OWN_ACCESSOR:
        return call_setter(vm, *lookup_slot(o, cache->offset), value_from_cell(o), key, value, strict);
    case CACHE_PROTOTYPE_ACCESSOR:
        return call_setter(vm, *lookup_slot(cache->cell, cache->offset), value_from_cell(o), key, value,
                           strict);
    case CACHE_ADD_SLOT: {
        struct shape *shape = cache->cell;
        if (!object_reserve_slots(vm, o, shape->slots)) {
            return false;
        }
        store_slot(vm, o, (int32_t)o->cell.aux - (int32_t)shape->slots, value);
        o->shape = shape;
        return true;
    }
    default: // CACHE_ADD_INLINE
        store_slot(vm, o, cache->offset, value);
        o->shape = cache->cell;
        return true;
    }
}

bool cache_set(vm_isolate *vm, struct code *code, struct property_cache *cache, vm_value v, property_key key,
               vm_value value, bool strict) {
    if (!value_is_object(v)) {
        return js_put_value(vm, v, key, value, strict);
    }
    struct object *o = value_as_object(v);
    if (applies(vm, cache, o->shape)) {
        return use_set(vm, cache, o, key, value, strict);
    }
    struct property_cache *way = find_way(vm, cache, o->shape);
    if (way) {
        return use_set(vm, way, o, key, value, strict);
    }
    struct cache_info info;
    switch (lookup_for_set(vm, o, key, &info)) {
    case LOOKUP_FAILED: return false;
    case LOOKUP_UNCACHEABLE: return js_put_value(vm, v, key, value, strict);
    default: break;
    }
    struct property_cache fresh = cache_from_info(&info);
    if (fresh.kind == CACHE_EMPTY) {
        return js_put_value(vm, v, key, value, strict);
    }
    enter(vm, code, cache, fresh);
    return use_set(vm, &fresh, o, key, value, strict);
}

bool cache_init(vm_isolate *vm, struct code *code, struct property_cache *cache, struct object *o,
                property_key key, vm_value value) {
    struct property at;
    bool plain =
        o->cell.kind == CELL_OBJECT && !(o->cell.flags & (OBJECT_NOT_EXTENSIBLE | OBJECT_IS_PROTOTYPE));
    if (!plain || object_get_own(vm, o, key, &at)) {
        return js_create_data_property_or_throw(vm, o, key, value);
    }
    struct shape *before = o->shape;
    if (!object_add(vm, o, key, value, PROPERTY_DEFAULT)) {
        return false;
    }
    uint32_t slot = o->shape->slot;
    if (o->shape->parent == before && key_equals(o->shape->key, key) && slot < o->cell.aux) {
        heap_write(&vm->heap, code);
        *cache = (struct property_cache){
            .shape = before,
            .cell = o->shape,
            .offset = (int16_t)(offsetof(struct object, inline_slots) + slot * sizeof(vm_value)),
            .kind = CACHE_ADD_INLINE,
            .epoch = vm->prototype_epoch};
    }
    return true;
}

// --- global variables: lexical bindings first, then properties of the global object

static struct binding *find_binding(vm_isolate *vm, property_key name) {
    struct property p;
    return object_get_own(vm, vm->realm->lexical, name, &p) ? value_as_cell(p.value) : NULL;
}

static bool check_initialized(vm_isolate *vm, struct binding *binding, property_key name) {
    if (value_is_empty(binding->value)) {
        throw_reference_error(vm, "Cannot access '%K' before initialization", name);
        return false;
    }
    return true;
}

static void enter_binding(vm_isolate *vm, struct code *code, struct property_cache *cache,
                          struct binding *binding) {
    heap_write(&vm->heap, code);
    *cache = (struct property_cache){.kind = CACHE_GLOBAL_BINDING, .cell = binding};
}

// Own data properties of the global object are cached by its shape and the epoch (a new lexical declaration
// that hides one counts the epoch up).
static void enter_global(vm_isolate *vm, struct code *code, struct property_cache *cache,
                         const struct cache_info *info) {
    struct property_cache fresh = cache_from_info(info);
    if (fresh.kind == CACHE_OWN_INLINE || fresh.kind == CACHE_OWN_SLOT) {
        fresh.epoch = vm->prototype_epoch;
        heap_write(&vm->heap, code);
        *cache = fresh;
    }
}

vm_value cache_get_global(vm_isolate *vm, struct code *code, struct property_cache *cache, property_key name,
                          bool or_undefined) {
    struct binding *binding = find_binding(vm, name);
    if (binding) {
        if (!check_initialized(vm, binding, name)) {
            return VALUE_EXCEPTION;
        }
        enter_binding(vm, code, cache, binding);
        return binding->value;
    }
    struct object *global = vm->realm->global;
    struct cache_info info;
    enum outcome there;
    switch (lookup_for_get(vm, global, name, &info)) {
    case LOOKUP_FAILED: return VALUE_EXCEPTION;
    case LOOKUP_OWN: enter_global(vm, code, cache, &info); return *lookup_slot(global, info.offset);
    default: break;
    }
    there = js_has_property(vm, global, name);
    if (there == OUTCOME_EXCEPTION) {
        return VALUE_EXCEPTION;
    }
    if (there == OUTCOME_FALSE) {
        return or_undefined ? VALUE_UNDEFINED : throw_reference_error(vm, "%K is not defined", name);
    }
    return js_get(vm, global, name);
}

bool cache_set_global(vm_isolate *vm, struct code *code, struct property_cache *cache, property_key name,
                      vm_value value, bool strict) {
    struct binding *binding = find_binding(vm, name);
    if (binding) {
        if (!check_initialized(vm, binding, name)) {
            return false;
        }
        if (binding->cell.flags & BINDING_CONST) {
            throw_type_error(vm, "Assignment to constant variable.");
            return false;
        }
        enter_binding(vm, code, cache, binding);
        heap_write(&vm->heap, binding);
        binding->value = value;
        return true;
    }
    struct object *global = vm->realm->global;
    struct cache_info info;
    switch (lookup_for_set(vm, global, name, &info)) {
    case LOOKUP_FAILED: return false;
    case LOOKUP_SET_OWN:
        enter_global(vm, code, cache, &info);
        store_slot(vm, global, info.offset, value);
        return true;
    default: break;
    }
    if (strict) {
        enum outcome there = js_has_property(vm, global, name);
        if (there != OUTCOME_TRUE) {
            if (there == OUTCOME_FALSE) {
                throw_reference_error(vm, "%K is not defined", name);
            }
            return false;
        }
    }
    return js_put_value(vm, value_from_cell(global), name, value, strict);
}
