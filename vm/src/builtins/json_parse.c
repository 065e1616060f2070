// JSON.parse (sec-json.parse).
//
// The parser does not recurse: keys and values of the containers under way lie on one stack, a LIST, which
// the collector knows; a container is made of what lies above its base when its end is met. So an object's
// keys are known when it is made: its shape is found whole in a small cache, or built key by key, with just
// the room that it needs. A key is guessed from the key before it (in this text, objects like the last one
// are the rule) and compared with the text as it stands there; only a wrong guess is scanned and looked up.
//
// json_parse_units.h is the part that reads the text, compiled once for each width of units.
//
// The caches hold raw pointers to atoms and shapes. They lie in the parser, which lies on the C stack, where
// the collector sees them.
#include "builtins/json.h"

#include "base/number.h"
#include "base/utf.h"
#include "base/vector.h"
#include "object/throw.h"

#define GUESSES 256           // key to following key
#define SHAPES 64             // by first and last key and count
#define SHARED_PROPERTIES 128 // larger objects are dictionaries of their own
#define SAFEPOINT_PERIOD 1024

struct level {
    uint32_t base, record_base; // of the container's entries on the stacks
    bool is_object;
};

struct guess {
    property_key before, key;
};

struct parser {
    vm_isolate *vm;
    struct string *text;
    const void *start, *at, *end; // units of the text
    struct list *stack;           // elements, or keys and values
    struct list *records;         // of the values on the stack; NULL: none are wanted
    VECTOR(struct level) levels;
    struct level top; // the container under way; the levels are those around it
    uint32_t steps;
    struct shape *array_shape;
    struct object *object_prototype;
    struct shape *shapes[SHAPES];
    struct guess guesses[GUESSES];
};

// --- errors ----------------------------------------------------------------------------------------

#define CONTEXT 10 // units shown around an unexpected token

static bool throw_unexpected(struct parser *p, uint32_t position) {
    vm_isolate *vm = p->vm;
    struct string *text = p->text;
    if (position >= text->length) {
        throw_syntax_error(vm, "Unexpected end of JSON input");
        return false;
    }
    uint16_t unit = string_at(text, position);
    if (unit == '-' || (unit >= '0' && unit <= '9')) {
        throw_syntax_error(vm, "Unexpected number in JSON at position %u", position);
        return false;
    }
    if (unit == '"') {
        throw_syntax_error(vm, "Unexpected string in JSON at position %u", position);
        return false;
    }
    static const char *const words[] = {"undefined", "NaN", "Infinity", "[object Object]"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!string_equals_text(text, words[i])) continue;
        throw_syntax_error(vm, "\"%s\" is not valid JSON", words[i]);
        return false;
    }
    bool whole = text->length <= 2 * CONTEXT;
    uint32_t from = whole || position < CONTEXT ? 0 : position - CONTEXT;
    uint32_t to = whole || position + CONTEXT > text->length ? text->length : position + CONTEXT;
    struct string *token = string_from_unit(vm, unit);
    struct string *context = token ? string_substring(vm, text, from, to) : NULL;
    if (context) {
        throw_syntax_error(vm, "Unexpected token '%S', %s\"%S\"%s is not valid JSON", token,
                           !whole && position >= CONTEXT ? "..." : "", context,
                           to < text->length ? "..." : "");
    }
    return false;
}

static bool throw_at(struct parser *p, const char *what, uint32_t position) {
    throw_syntax_error(p->vm, "%s in JSON at position %u", what, position);
    return false;
}

// --- the stack -------------------------------------------------------------------------------------

static inline bool push(struct parser *p, vm_value value) {
    struct list *stack = p->stack;
    if (__builtin_expect(stack->length == stack->vector->cell.word, 0)) return list_push(p->vm, stack, value);
    stack->vector->values[stack->length] = value;
    heap_write_slot(&p->vm->heap, stack, stack->vector, stack->length++);
    return true;
}

// Pushes the record of a value; primitives name the units of their source text.
static bool record(struct parser *p, vm_value value, vm_value more) {
    struct list *entry = list_create(p->vm);
    return entry && list_push(p->vm, entry, value) && list_push(p->vm, entry, more) &&
           list_push(p->vm, p->records, value_from_cell(entry));
}

static bool record_primitive(struct parser *p, vm_value value, uint32_t from, uint32_t to) {
    struct string *source = string_substring(p->vm, p->text, from, to);
    return source && record(p, value, value_from_cell(source));
}

static bool open(struct parser *p, bool is_object) {
    if (!VECTOR_PUSH(&p->vm->memory, &p->levels, p->top)) {
        throw_out_of_memory(p->vm);
        return false;
    }
    p->top = (struct level){
        .base = p->stack->length, .record_base = p->records ? p->records->length : 0, .is_object = is_object};
    return true;
}

// Replaces the entries of the container under way by the container.
static bool close(struct parser *p, struct object *container) {
    p->stack->length = p->top.base;
    p->top = p->levels.items[--p->levels.length];
    return push(p, value_from_cell(container));
}

static bool close_array(struct parser *p) {
    vm_isolate *vm = p->vm;
    uint32_t count = p->stack->length - p->top.base;
    struct object *array = array_create_with_shape(vm, p->array_shape, 0);
    if (!array || (count && !elements_reserve(vm, array, count))) return false;
    if (count) {
        memcpy(array->elements, &p->stack->vector->values[p->top.base], count * sizeof(vm_value));
        elements_vector(array->elements)->used = array->cell.word = count;
        heap_write(&vm->heap, array);
    }
    if (p->records) {
        struct list *elements = list_create(vm);
        for (uint32_t i = p->top.record_base; elements && i < p->records->length; i++) {
            if (!list_push(vm, elements, list_at(p->records, i))) return false;
        }
        if (!elements) return false;
        p->records->length = p->top.record_base;
        if (!record(p, value_from_cell(array), value_from_cell(elements))) return false;
    }
    return close(p, array);
}

// --- objects ---------------------------------------------------------------------------------------

static inline property_key key_at(const vm_value *entries, uint32_t i) {
    return key_from_value_bits(entries[2 * i]);
}

static inline struct shape **shape_place(struct parser *p, const vm_value *entries, uint32_t count) {
    uint32_t hash = key_hash(key_at(entries, 0)) * 31 + key_hash(key_at(entries, count - 1)) + count;
    return &p->shapes[hash % SHAPES];
}

static bool shape_has_just(const struct shape *shape, const vm_value *entries, uint32_t count) {
    if (!shape || shape->count != count) return false;
    for (; shape->parent; shape = shape->parent) {
        if (!key_equals(shape->key, key_at(entries, --count))) return false;
    }
    return true;
}

// The shape of an object with these keys in this order. *shape NULL: they need a dictionary, or are not all
// different names. False: error pending.
static bool find_shape(struct parser *p, const vm_value *entries, uint32_t count, struct shape **shape) {
    struct shape **place = shape_place(p, entries, count);
    *shape = *place;
    if (shape_has_just(*shape, entries, count)) return true;
    *shape = NULL;
    if (count > SHARED_PROPERTIES) return true;
    for (uint32_t i = 0; i < count; i++) {
        property_key key = key_at(entries, i);
        if (key_is_index(key)) return true;
        for (uint32_t j = 0; j < i; j++) {
            if (key_equals(key, key_at(entries, j))) return true;
        }
    }
    struct shape *built = shape_root(p->vm, p->object_prototype, CELL_OBJECT, count);
    for (uint32_t i = 0; built && i < count; i++)
        built = shape_add(p->vm, built, key_at(entries, i), PROPERTY_DEFAULT, false, NULL);
    if (built && !shape_is_dictionary(built)) *place = *shape = built;
    return built != NULL;
}

static struct object *create_shaped(struct parser *p, struct shape *shape, uint32_t count) {
    struct object *o = object_create_with_shape(p->vm, shape);
    if (!o || !object_reserve_slots(p->vm, o, count)) return NULL;
    const vm_value *values = &p->stack->vector->values[p->top.base + 1];
    uint32_t inside = o->cell.aux < count ? o->cell.aux : count;
    for (uint32_t i = 0; i < inside; i++)
        o->inline_slots[i] = values[2 * i];
    for (uint32_t i = inside; i < count; i++)
        o->slots->values[i - inside] = values[2 * i];
    if (inside < count) heap_write(&p->vm->heap, o);
    return o;
}

// Any keys: indices, repeated ones (the last value counts, the first place), very many.
static struct object *create_by_adding(struct parser *p, uint32_t count) {
    vm_isolate *vm = p->vm;
    struct object *o = object_create(vm, p->object_prototype);
    if (o && count > SHARED_PROPERTIES) {
        struct shape *shape = shape_to_dictionary(vm, o->shape);
        if (!shape) return NULL;
        o->shape = shape;
        heap_write(&vm->heap, o);
    }
    for (uint32_t i = 0; o && i < count; i++) {
        const vm_value *entry = &p->stack->vector->values[p->top.base + 2 * i];
        property_key key = key_from_value_bits(entry[0]);
        struct property there;
        if (object_find_own(vm, o, key, &there)) {
            object_store(vm, o, key, &there, entry[1]);
        } else if (!object_add(vm, o, key, entry[1], PROPERTY_DEFAULT)) {
            return NULL;
        }
    }
    return o;
}

// The records of an object's values by their keys.
static struct object *collect_records(struct parser *p, uint32_t count) {
    vm_isolate *vm = p->vm;
    struct object *by_key = object_create(vm, NULL);
    for (uint32_t i = 0; by_key && i < count; i++) {
        property_key key = key_from_value_bits(list_at(p->stack, p->top.base + 2 * i));
        if (!object_define(vm, by_key, key, list_at(p->records, p->top.record_base + i), PROPERTY_DEFAULT))
            return NULL;
    }
    return by_key;
}

static bool close_object(struct parser *p) {
    uint32_t count = (p->stack->length - p->top.base) / 2;
    const vm_value *entries = &p->stack->vector->values[p->top.base];
    struct shape *shape = NULL;
    if (count && !find_shape(p, entries, count, &shape)) return false;
    struct object *o = shape ? create_shaped(p, shape, count) : create_by_adding(p, count);
    if (!o) return false;
    if (p->records) {
        struct object *by_key = collect_records(p, count);
        if (!by_key) return false;
        p->records->length = p->top.record_base;
        if (!record(p, value_from_cell(o), value_from_cell(by_key))) return false;
    }
    return close(p, o);
}

// --- keys ------------------------------------------------------------------------------------------

// What stands before a key: the key before it in its object; before the first one what the object is the
// value of, told from a key by its lowest bit. Only the bits are compared.
static inline property_key key_context(const struct parser *p) {
    uint32_t base = p->top.base;
    if (p->stack->length > base) return key_from_value_bits(list_at(p->stack, p->stack->length - 2));
    const struct level *around = &p->levels.items[p->levels.length - 1];
    if (!around->is_object) base = around->base; // an element is known by its array
    return (property_key){base ? list_at(p->stack, base - 1).bits | 1 : 1};
}

// The guess about the key that comes next.
static inline struct guess *guess_next(struct parser *p) {
    property_key before = key_context(p);
    struct guess *guess = &p->guesses[key_hash(before) % GUESSES];
    if (!key_equals(guess->before, before)) *guess = (struct guess){.before = before};
    return guess;
}

// --- numbers ---------------------------------------------------------------------------------------

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// digits * 10^exponent when one rounding is all that it takes.
static inline bool simple_decimal(uint64_t digits, int exponent, double *out) {
    if (digits >> 53 || exponent < -22 || exponent > 22) return false;
    *out =
        exponent < 0 ? (double)digits / powers_of_ten[-exponent] : (double)digits * powers_of_ten[exponent];
    return true;
}

// --- text ------------------------------------------------------------------------------------------

static inline int hex_value(uint32_t unit) {
    if (unit >= '0' && unit <= '9') return (int)unit - '0';
    unit |= 0x20;
    return unit >= 'a' && unit <= 'f' ? (int)unit - 'a' + 10 : -1;
}

#define ONES (~(uint64_t)0 / 0xFF)
#define UNIT uint8_t
#define NAME(name) name##_latin1
#include "builtins/json_parse_units.h"
#undef UNIT
#undef NAME
#undef ONES
#define ONES (~(uint64_t)0 / 0xFFFF)
#define UNIT uint16_t
#define NAME(name) name##_utf16
#include "builtins/json_parse_units.h"

static bool prepare(struct parser *p) {
    vm_isolate *vm = p->vm;
    struct object *array_prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    p->object_prototype = array_prototype ? intrinsic(vm, INTRINSIC_ObjectPrototype) : NULL;
    p->array_shape = p->object_prototype ? shape_root(vm, array_prototype, CELL_ARRAY, 0) : NULL;
    p->stack = p->array_shape ? list_create(vm) : NULL;
    return p->stack && list_reserve(vm, p->stack, 64);
}

bool json_parse_text(vm_isolate *vm, struct string *text, bool with_records, struct json_parse_result *out) {
    struct parser p;
    memset(&p, 0, sizeof p);
    p.vm = vm;
    p.text = text;
    if (!prepare(&p) || (with_records && !(p.records = list_create(vm)))) return false;
    bool parsed = string_is_wide(text) ? parse_utf16(&p) : parse_latin1(&p);
    VECTOR_FREE(&vm->memory, &p.levels);
    if (!parsed) return false;
    out->value = list_at(p.stack, 0);
    out->record = with_records ? value_as_cell(list_at(p.records, 0)) : NULL;
    KEEP_ALIVE(&p);
    return true;
}

// --- revivers --------------------------------------------------------------------------------------

static vm_value internalize(vm_isolate *vm, struct object *holder, property_key key, vm_value reviver,
                            const struct list *of);

// Puts what the reviver makes of one property of `o` in its place. `of`: the record of its value, or NULL.
static bool revive_property(vm_isolate *vm, struct object *o, property_key key, vm_value reviver,
                            const struct list *of) {
    vm_value revived = internalize(vm, o, key, reviver, of);
    if (value_is_exception(revived)) return false;
    enum outcome done =
        value_is_undefined(revived) ? js_delete(vm, o, key) : js_create_data_property(vm, o, key, revived);
    return done != OUTCOME_EXCEPTION;
}

static bool revive_elements(vm_isolate *vm, struct object *o, vm_value reviver, const struct list *records) {
    uint64_t length;
    if (!js_length_of_array_like(vm, o, &length)) return false;
    for (uint64_t i = 0; i < length; i++) {
        property_key key;
        const struct list *of = records && i < records->length ? value_as_cell(list_at(records, i)) : NULL;
        if (!key_from_uint64(vm, i, &key) || !revive_property(vm, o, key, reviver, of)) return false;
    }
    return true;
}

static bool revive_entries(vm_isolate *vm, struct object *o, vm_value reviver, struct object *records) {
    struct list *keys = list_create(vm);
    if (!keys || !js_own_keys(vm, o, KEYS_STRINGS, keys)) return false;
    uint32_t enumerable = 0; // EnumerableOwnProperties first, script runs after
    for (uint32_t i = 0; i < keys->length; i++) {
        struct property_descriptor d;
        enum outcome there = js_get_own_property(vm, o, key_from_value_bits(list_at(keys, i)), &d);
        if (there == OUTCOME_EXCEPTION) return false;
        if (there && (d.attributes & PROPERTY_ENUMERABLE))
            keys->vector->values[enumerable++] = list_at(keys, i);
    }
    for (uint32_t i = 0; i < enumerable; i++) {
        property_key key = key_from_value_bits(list_at(keys, i));
        struct property of;
        bool known = records && object_find_own(vm, records, key, &of);
        if (!revive_property(vm, o, key, reviver, known ? value_as_cell(of.value) : NULL)) return false;
    }
    return true;
}

// sec-internalizejsonproperty, with the record of what was parsed for this property
static vm_value internalize(vm_isolate *vm, struct object *holder, property_key key, vm_value reviver,
                            const struct list *of) {
    if (stack_is_low(vm)) return throw_stack_overflow(vm);
    vm_value value = js_get(vm, holder, key);
    if (value_is_exception(value)) return value;
    struct object *context = object_create(vm, intrinsic(vm, INTRINSIC_ObjectPrototype));
    if (!context) return VALUE_EXCEPTION;
    vm_value more = VALUE_EMPTY; // only of the value that was parsed, and not of another put in its place
    if (of && js_same_value(vm, value, list_at(of, 0))) more = list_at(of, 1);
    if (value_is_object(value)) {
        enum outcome is_array = js_is_array(vm, value);
        if (is_array == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        struct object *o = value_as_object(value);
        bool known = !value_is_empty(more);
        if (is_array ? !revive_elements(vm, o, reviver, known ? value_as_cell(more) : NULL)
                     : !revive_entries(vm, o, reviver, known ? value_as_cell(more) : NULL))
            return VALUE_EXCEPTION;
    } else if (!value_is_empty(more) &&
               !object_add(vm, context, atom_key(vm, ATOM_source), more, PROPERTY_DEFAULT)) {
        return VALUE_EXCEPTION;
    }
    vm_value name = key_to_value(vm, key);
    if (value_is_exception(name)) return name;
    vm_value arguments[] = {name, value, value_from_cell(context)};
    return js_call(vm, reviver, value_from_cell(holder), 3, arguments);
}

// sec-json.parse
vm_value json_parse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *text = js_to_flat_string(vm, ARGUMENT(0));
    bool revive = value_is_callable(ARGUMENT(1));
    struct json_parse_result parsed;
    if (!text || !json_parse_text(vm, text, revive, &parsed)) return VALUE_EXCEPTION;
    if (!revive) return parsed.value;
    struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
    struct object *holder = prototype ? object_create(vm, prototype) : NULL;
    property_key root = atom_key(vm, ATOM_empty);
    if (!holder || !object_add(vm, holder, root, parsed.value, PROPERTY_DEFAULT)) return VALUE_EXCEPTION;
    return internalize(vm, holder, root, frame[2], parsed.record);
}
