// JSON.stringify (sec-json.stringify).
//
// One recursive walk writes straight into a string builder; the C stack limits its depth. Objects whose shape
// was met before are written by a plan: their keys, quoted once, with the slots of the values. Nothing of
// this shows: as soon as script has run in between (a getter, a toJSON method, a replacer) the rest of an
// object is read in the ordinary way, property by property, and plans are made only of plain data properties.
//
// Shapes remembered here stand in the state on the C stack, where the collector sees them.
#include "builtins/json.h"

#include "base/number.h"
#include "base/utf.h"
#include "base/vector.h"
#include "lang/lookup.h"
#include "object/bigint.h"
#include "object/throw.h"

#define PLANS 32            // shapes with a plan
#define PLAN_PROPERTIES 128 // larger objects have none
#define WITHOUT_TO_JSON 16  // shapes known not to have toJSON
#define SAFEPOINT_PERIOD 1024
#define GAP_LIMIT 10

struct planned {
    property_key key;
    uint32_t slot;
    uint32_t text, length; // the key quoted, with its colon
};

// How objects of one shape are written. In use it stays, whoever else would like its place.
struct plan {
    struct planned *properties; // NULL: the shape was met once
    char *text;
    uint32_t count, users;
    bool refused; // some key is wide
};

// An object being written.
struct level {
    struct object *object;
    struct level *outer;
    property_key key; // of the property being written
};

struct stringifier {
    vm_isolate *vm;
    struct string_builder out;
    vm_value replacer;  // function, or UNDEFINED
    struct list *names; // the only keys wanted; NULL: all
    struct string *gap; // NULL: none
    uint32_t depth, steps;
    struct level *innermost;
    struct shape *planned_shapes[PLANS];
    struct plan plans[PLANS];
    struct shape *without_to_json[WITHOUT_TO_JSON];
    uint32_t without_epoch;
    VECTOR(struct shape_property) properties; // scratch, a stack
};

// --- output ----------------------------------------------------------------------------------------

// Room for `count` narrow units at the end of the text; NULL: it is wide, full or given up.
static inline uint8_t *room(struct stringifier *s, size_t count) {
    struct string_builder *b = &s->out;
    if (__builtin_expect(b->wide || b->length + count > b->capacity, 0)) return NULL;
    return (uint8_t *)b->units + b->length;
}

static inline void put(struct stringifier *s, char c) {
    uint8_t *at = room(s, 1);
    if (at) {
        *at = (uint8_t)c;
        s->out.length++;
    } else {
        string_builder_unit(&s->out, (uint8_t)c);
    }
}

static inline void put_text(struct stringifier *s, const char *text, size_t length) {
    uint8_t *at = room(s, length);
    if (at) {
        memcpy(at, text, length);
        s->out.length += (uint32_t)length;
    } else {
        string_builder_latin1(&s->out, (const uint8_t *)text, length);
    }
}

static void put_line(struct stringifier *s) {
    put(s, '\n');
    for (uint32_t i = 0; i < s->depth; i++)
        string_builder_string(&s->out, s->gap);
}

static void put_number(struct stringifier *s, double number) {
    char text[NUMBER_SHORTEST_SIZE];
    if (__builtin_isfinite(number)) {
        put_text(s, text, number_to_shortest(number, text));
    } else {
        put_text(s, "null", 4);
    }
}

static void put_int(struct stringifier *s, int32_t number) {
    char text[16];
    put_text(s, text, number_from_int32(number, text));
}

static void quote_unit(struct string_builder *b, uint16_t unit) {
    static const char letters[] = "btn\0fr"; // of \b to \r
    string_builder_unit(b, '\\');
    if (unit == '"' || unit == '\\') {
        string_builder_unit(b, unit);
    } else if (unit >= '\b' && unit <= '\r' && unit != '\v') {
        string_builder_unit(b, (uint8_t)letters[unit - '\b']);
    } else {
        static const char digits[] = "0123456789abcdef";
        uint8_t text[] = {'u', digits[unit >> 12], digits[unit >> 8 & 15], digits[unit >> 4 & 15],
                          digits[unit & 15]};
        string_builder_latin1(b, text, sizeof text);
    }
}

static inline bool is_plain(uint16_t unit) { return unit >= 0x20 && unit != '"' && unit != '\\'; }

#define REPEAT(byte) (~(uint64_t)0 / 0xFF * (byte))
#define HAS_ZERO(word) (((word)-REPEAT(1)) & ~(word)&REPEAT(0x80))

// The first byte from `at` on that has to be escaped.
static inline const uint8_t *skip_plain(const uint8_t *at, const uint8_t *end) {
    while (end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        uint64_t control = (word - REPEAT(0x20)) & ~word & REPEAT(0x80);
        if (control | HAS_ZERO(word ^ REPEAT('"')) | HAS_ZERO(word ^ REPEAT('\\'))) break;
        at += 8;
    }
    while (at < end && is_plain(*at))
        at++;
    return at;
}

#define NEAR_UNITS (1u << 20) // looked at between two polls

static void quote_latin1(struct string_builder *b, const uint8_t *at, const uint8_t *end) {
    while (at < end && !b->failed) {
        const uint8_t *near = end - at > NEAR_UNITS ? at + NEAR_UNITS : end, *stop = skip_plain(at, near);
        string_builder_latin1(b, at, (size_t)(stop - at));
        if (stop < near) {
            quote_unit(b, *stop++);
        } else if (near < end && !memory_poll(&b->vm->memory)) {
            return;
        }
        at = stop;
    }
}

static void quote_utf16(struct string_builder *b, const uint16_t *at, const uint16_t *end) {
    while (at < end && !b->failed) {
        const uint16_t *near = end - at > NEAR_UNITS ? at + NEAR_UNITS : end, *stop = at;
        while (stop < near && is_plain(*stop)) {
            if (!utf_is_surrogate(*stop)) {
                stop++;
            } else if (utf_is_lead(*stop) && end - stop > 1 && utf_is_trail(stop[1])) {
                stop += 2;
            } else {
                break; // alone: escaped
            }
        }
        string_builder_utf16(b, at, (size_t)(stop - at));
        if (stop < near) {
            quote_unit(b, *stop++);
        } else if (near < end && !memory_poll(&b->vm->memory)) {
            return;
        }
        at = stop;
    }
}

void json_quote(struct string_builder *out, const struct string *s) {
    string_builder_unit(out, '"');
    if (string_is_wide(s)) {
        quote_utf16(out, string_utf16(s), string_utf16(s) + s->length);
    } else {
        quote_latin1(out, string_latin1(s), string_latin1(s) + s->length);
    }
    string_builder_unit(out, '"');
}

// Copies plain text to `to`, eight bytes at a time; false at the first byte that has to be escaped. Both
// sides have room for what is copied too much.
static inline bool copy_plain(uint8_t *to, const uint8_t *from, uint32_t length) {
    uint32_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word;
        memcpy(&word, from + i, sizeof word);
        uint64_t control = (word - REPEAT(0x20)) & ~word & REPEAT(0x80);
        if (control | HAS_ZERO(word ^ REPEAT('"')) | HAS_ZERO(word ^ REPEAT('\\'))) return false;
        memcpy(to + i, &word, sizeof word);
    }
    for (; i < length; i++) {
        if (!is_plain(from[i])) return false;
        to[i] = from[i];
    }
    return true;
}

static bool put_string(struct stringifier *s, struct string *string) {
    if (!string_flatten(s->vm, string)) return false;
    uint8_t *at = room(s, string->length + 2u);
    if (at && !string_is_wide(string) && copy_plain(at + 1, string_latin1(string), string->length)) {
        at[0] = at[string->length + 1] = '"';
        s->out.length += string->length + 2;
    } else {
        json_quote(&s->out, string);
    }
    return true;
}

static bool put_key(struct stringifier *s, property_key key) {
    if (key_is_index(key)) {
        char text[16];
        put(s, '"');
        put_text(s, text, number_from_uint32(key_as_index(key), text));
        put(s, '"');
    } else if (!put_string(s, (struct string *)key_as_cell(key))) {
        return false;
    }
    put(s, ':');
    if (s->gap) put(s, ' ');
    return true;
}

// --- cycles ----------------------------------------------------------------------------------------

// The name of the constructor as the prototypes tell it, without running script.
static struct string *constructor_name(vm_isolate *vm, struct object *o) {
    for (int i = 0; i < 100 && o && o->cell.kind != CELL_PROXY; i++, o = object_prototype(o)) {
        struct property property;
        if (!object_find_own(vm, o, atom_key(vm, ATOM_constructor), &property) ||
            (property.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY)) ||
            !value_is_callable(property.value) || value_is_kind(property.value, CELL_PROXY))
            continue;
        struct object *constructor = value_as_object(property.value);
        if (object_find_own(vm, constructor, atom_key(vm, ATOM_name), &property) &&
            value_is_string(property.value) && value_as_string(property.value)->length)
            return value_as_string(property.value);
    }
    return string_from_text(vm, "Object");
}

static void describe_key(struct string_builder *b, const struct level *level) {
    property_key key = level->key;
    bool index = key_is_index(key);
    string_builder_text(b, !index || level->object->cell.kind != CELL_ARRAY ? "property '" : "index ");
    if (index) {
        char text[16];
        string_builder_latin1(b, (uint8_t *)text, number_from_uint32(key_as_index(key), text));
    } else {
        string_builder_string(b, (struct string *)key_as_cell(key));
    }
    if (!index || level->object->cell.kind != CELL_ARRAY) string_builder_text(b, "'");
}

static void describe_object(struct string_builder *b, struct object *o) {
    struct string *name = constructor_name(b->vm, o);
    string_builder_text(b, "object with constructor '");
    if (name) string_builder_string(b, name);
    string_builder_text(b, "'");
}

// The first two and the last object between the two ends of the circle are named.
#define FIRST_NAMED 2
#define LAST_NAMED 1

// `from` is the level whose object the innermost one's property holds.
static vm_value throw_circle(struct stringifier *s, struct level *from) {
    struct string_builder b;
    uint32_t between = 0, shown = 0;
    for (struct level *l = s->innermost; l != from; l = l->outer)
        between++;
    string_builder_start(&b, s->vm);
    string_builder_text(&b, "Converting circular structure to JSON\n    --> starting at ");
    describe_object(&b, from->object);
    for (uint32_t i = 0; i < between; i++) {
        if (i >= FIRST_NAMED && i < between - LAST_NAMED) {
            if (!shown++) string_builder_text(&b, "\n    |     ...");
            continue;
        }
        struct level *inner = s->innermost;
        for (uint32_t up = between - 1; up > i; up--)
            inner = inner->outer;
        string_builder_text(&b, "\n    |     ");
        describe_key(&b, inner->outer);
        string_builder_text(&b, " -> ");
        describe_object(&b, inner->object);
    }
    string_builder_text(&b, "\n    --- ");
    describe_key(&b, s->innermost);
    string_builder_text(&b, " closes the circle");
    struct string *message = string_builder_finish(&b);
    return message ? throw_type_error(s->vm, "%S", message) : VALUE_EXCEPTION;
}

static bool enter(struct stringifier *s, struct level *level, struct object *o) {
    if (stack_is_low(s->vm)) {
        throw_stack_overflow(s->vm);
        return false;
    }
    if (s->out.failed) return false;
    for (struct level *l = s->innermost; l; l = l->outer) {
        if (l->object == o) {
            throw_circle(s, l);
            return false;
        }
    }
    *level = (struct level){.object = o, .outer = s->innermost};
    s->innermost = level;
    s->depth++;
    return true;
}

static void leave(struct stringifier *s, struct level *level) {
    s->innermost = level->outer;
    s->depth--;
}

// --- values ----------------------------------------------------------------------------------------

// What a property was: written, left out, or the error is pending.
enum written { WRITTEN, LEFT_OUT, FAILED };

static enum written write_value(struct stringifier *s, vm_value value);

// The toJSON of an object; UNDEFINED when shapes like its are known not to have any.
static vm_value to_json_of(struct stringifier *s, struct object *o) {
    vm_isolate *vm = s->vm;
    property_key key = atom_key(vm, ATOM_toJSON);
    if (s->without_epoch != vm->prototype_epoch) {
        memset(s->without_to_json, 0, sizeof s->without_to_json);
        s->without_epoch = vm->prototype_epoch;
    }
    struct shape **known = &s->without_to_json[((uintptr_t)o->shape >> 4) % WITHOUT_TO_JSON];
    if (*known == o->shape) return VALUE_UNDEFINED;
    struct cache_info info;
    switch (lookup_for_get(vm, o, key, &info)) {
    case LOOKUP_ABSENT: *known = o->shape; return VALUE_UNDEFINED;
    case LOOKUP_FAILED: return VALUE_EXCEPTION;
    default: return js_get(vm, o, key);
    }
}

// Lets toJSON and the replacer change the value of the property `key` of `holder`. EXCEPTION: error pending.
static vm_value transform(struct stringifier *s, struct object *holder, property_key key, vm_value value) {
    vm_isolate *vm = s->vm;
    vm_value name = VALUE_EMPTY, method = VALUE_UNDEFINED;
    if (value_is_object(value)) {
        method = to_json_of(s, value_as_object(value));
    } else if (value_is_bigint(value)) {
        method = js_get_value(vm, value, atom_key(vm, ATOM_toJSON));
    }
    if (value_is_exception(method)) return method;
    if (value_is_callable(method)) {
        name = key_to_value(vm, key);
        if (value_is_exception(name)) return name;
        value = js_call(vm, method, value, 1, &name);
        if (value_is_exception(value)) return value;
    }
    if (value_is_undefined(s->replacer)) return value;
    if (value_is_empty(name)) name = key_to_value(vm, key);
    if (value_is_exception(name)) return name;
    vm_value arguments[] = {name, value};
    return js_call(vm, s->replacer, value_from_cell(holder), 2, arguments);
}

// sec-serializejsonproperty, after the value was got.
static enum written write_property(struct stringifier *s, struct object *holder, property_key key,
                                   vm_value value) {
    if (++s->steps % SAFEPOINT_PERIOD == 0 && !js_safepoint(s->vm)) return FAILED;
    if (s->innermost) s->innermost->key = key;
    if (value_is_object(value) || value_is_bigint(value) || !value_is_undefined(s->replacer)) {
        value = transform(s, holder, key, value);
        if (value_is_exception(value)) return FAILED;
    }
    return write_value(s, value);
}

// --- arrays ----------------------------------------------------------------------------------------

static bool write_element(struct stringifier *s, struct object *array, uint64_t i) {
    vm_isolate *vm = s->vm;
    property_key key;
    vm_value value = VALUE_EMPTY;
    if (i && (put(s, ','), s->out.failed)) return false;
    if (s->gap) put_line(s);
    if (array->cell.kind == CELL_ARRAY && i < elements_used(array)) value = array->elements[i];
    if (value_is_int(value) && value_is_undefined(s->replacer)) {
        put_int(s, value_as_int(value));
        return ++s->steps % SAFEPOINT_PERIOD != 0 || js_safepoint(vm);
    }
    if (!key_from_uint64(vm, i, &key)) return false;
    if (value_is_empty(value)) value = js_get(vm, array, key);
    if (value_is_exception(value)) return false;
    switch (write_property(s, array, key, value)) {
    case LEFT_OUT: put_text(s, "null", 4); return true;
    case WRITTEN: return true;
    default: return false;
    }
}

// sec-serializejsonarray
static bool write_array(struct stringifier *s, struct object *array) {
    struct level level;
    uint64_t length;
    if (!enter(s, &level, array) || !js_length_of_array_like(s->vm, array, &length)) return false;
    put(s, '[');
    for (uint64_t i = 0; i < length; i++) {
        if (!write_element(s, array, i)) return false;
    }
    leave(s, &level);
    if (s->gap && length) put_line(s);
    put(s, ']');
    return true;
}

// --- objects ---------------------------------------------------------------------------------------

// Writes `"key":value`, or nothing when the value is left out. The key comes first: it is taken back then.
static bool write_member(struct stringifier *s, struct object *o, property_key key, vm_value value,
                         const char *quoted, uint32_t length, bool *any) {
    uint32_t start = s->out.length;
    if (*any) put(s, ',');
    if (s->gap) put_line(s);
    if (quoted) {
        put_text(s, quoted, length);
    } else if (!put_key(s, key)) {
        return false;
    }
    switch (write_property(s, o, key, value)) {
    case WRITTEN: *any = true; return true;
    case LEFT_OUT: s->out.length = start; return true;
    default: return false;
    }
}

// Gets a property that was there when the keys were listed, and writes it.
static bool write_named(struct stringifier *s, struct object *o, property_key key, bool *any) {
    vm_value value = js_get(s->vm, o, key);
    return !value_is_exception(value) && write_member(s, o, key, value, NULL, 0, any);
}

static bool write_listed(struct stringifier *s, struct object *o, const struct list *keys, bool *any) {
    for (uint32_t i = 0; i < keys->length; i++) {
        if (!write_named(s, o, key_from_value_bits(list_at(keys, i)), any)) return false;
    }
    return true;
}

// sec-enumerableownproperties of any object.
static bool write_all_of(struct stringifier *s, struct object *o, bool *any) {
    vm_isolate *vm = s->vm;
    struct list *keys = list_create(vm);
    if (!keys) return false;
    if (!vm->classes[o->cell.kind].own_keys && !vm->classes[o->cell.kind].get_own_property) {
        return object_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, keys) && write_listed(s, o, keys, any);
    }
    if (!js_own_keys(vm, o, KEYS_STRINGS, keys)) return false;
    uint32_t enumerable = 0;
    for (uint32_t i = 0; i < keys->length; i++) {
        struct property_descriptor d;
        enum outcome there = js_get_own_property(vm, o, key_from_value_bits(list_at(keys, i)), &d);
        if (there == OUTCOME_EXCEPTION) return false;
        if (there && (d.attributes & PROPERTY_ENUMERABLE))
            keys->vector->values[enumerable++] = list_at(keys, i);
    }
    keys->length = enumerable;
    return write_listed(s, o, keys, any);
}

// Listed from the shape, without a LIST; the values are read from the slots while the shape is the same.
static bool write_by_shape(struct stringifier *s, struct object *o, bool *any) {
    vm_isolate *vm = s->vm;
    struct shape *shape = o->shape;
    uint32_t base = s->properties.length, count = shape->count;
    if (!count) return true; // and perhaps there is no vector yet
    if (!VECTOR_RESERVE(&vm->memory, &s->properties, base + count)) {
        throw_out_of_memory(vm);
        return false;
    }
    shape_properties(shape, s->properties.items + base);
    s->properties.length = base + count;
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        struct shape_property property = s->properties.items[base + i];
        if (!(property.attributes & PROPERTY_ENUMERABLE) || key_is_symbol(property.key)) continue;
        bool direct = o->shape == shape && !(property.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY));
        done = direct ? write_member(s, o, property.key, *object_slot(o, property.slot), NULL, 0, any)
                      : write_named(s, o, property.key, any);
    }
    s->properties.length = base;
    KEEP_ALIVE(shape);
    return done;
}

static bool write_by_plan(struct stringifier *s, struct object *o, struct plan *plan, bool *any) {
    struct shape *shape = o->shape;
    bool done = true;
    plan->users++;
    for (uint32_t i = 0; done && i < plan->count; i++) {
        const struct planned *property = &plan->properties[i];
        done = o->shape == shape ? write_member(s, o, property->key, *object_slot(o, property->slot),
                                                plan->text + property->text, property->length, any)
                                 : write_named(s, o, property->key, any);
    }
    plan->users--;
    return done;
}

static void plan_discard(struct stringifier *s, struct plan *plan) {
    memory_free(&s->vm->memory, plan->properties);
    memory_free(&s->vm->memory, plan->text);
    *plan = (struct plan){0};
}

// The keys of the listed properties, quoted, in narrow units. NULL: one is wide, or the error is pending.
static char *plan_text(struct stringifier *s, struct planned *properties, uint32_t count, bool *failed) {
    struct string_builder b;
    string_builder_start(&b, s->vm);
    for (uint32_t i = 0; i < count; i++) {
        properties[i].text = b.length;
        json_quote(&b, (struct string *)key_as_cell(properties[i].key));
        string_builder_text(&b, s->gap ? ": " : ":");
        properties[i].length = b.length - properties[i].text;
    }
    char *text = NULL;
    *failed = b.failed;
    if (!b.failed && !b.wide) {
        text = memory_allocate(&s->vm->memory, b.length + 1);
        if (text) memcpy(text, b.units, b.length);
        if ((*failed = !text)) throw_out_of_memory(s->vm);
    }
    string_builder_discard(&b);
    return text;
}

static __attribute__((noinline)) bool plan_make(struct stringifier *s, struct shape *shape,
                                                struct plan *plan) {
    struct memory *memory = &s->vm->memory;
    struct shape_property listed[PLAN_PROPERTIES];
    struct planned *properties = memory_allocate(memory, shape->count * sizeof *properties);
    uint32_t count = 0;
    bool failed;
    if (!properties) {
        throw_out_of_memory(s->vm);
        return false;
    }
    shape_properties(shape, listed);
    for (uint32_t i = 0; i < shape->count; i++) {
        if (key_is_symbol(listed[i].key) || !(listed[i].attributes & PROPERTY_ENUMERABLE)) continue;
        properties[count++] = (struct planned){.key = listed[i].key, .slot = listed[i].slot};
    }
    char *text = plan_text(s, properties, count, &failed);
    if (text) {
        *plan = (struct plan){.properties = properties, .text = text, .count = count};
    } else {
        memory_free(memory, properties);
        plan->refused = true;
    }
    return !failed;
}

// The plan for objects of this shape, made when it is met for the second time; *out NULL: none. False: error
// pending.
static bool plan_of(struct stringifier *s, struct shape *shape, struct plan **out) {
    uint32_t i = ((uintptr_t)shape >> 4) % PLANS;
    struct plan *plan = &s->plans[i];
    *out = NULL;
    if (s->planned_shapes[i] == shape) {
        if (!plan->properties && !plan->refused && !plan_make(s, shape, plan)) return false;
        if (plan->properties) *out = plan;
        return true;
    }
    bool plain = !shape_is_dictionary(shape) && shape->count && shape->count <= PLAN_PROPERTIES &&
                 !(shape->cell.flags & SHAPE_HAS_SPECIAL);
    if (!plain || plan->users) return true;
    plan_discard(s, plan);
    s->planned_shapes[i] = shape;
    return true;
}

static bool write_members(struct stringifier *s, struct object *o, bool *any) {
    if (s->names) return write_listed(s, o, s->names, any);
    if (o->cell.kind != CELL_OBJECT || elements_used(o) || (o->cell.flags & OBJECT_SPARSE))
        return write_all_of(s, o, any);
    struct plan *plan;
    if (!plan_of(s, o->shape, &plan)) return false;
    return plan ? write_by_plan(s, o, plan, any) : write_by_shape(s, o, any);
}

// sec-serializejsonobject
static bool write_object(struct stringifier *s, struct object *o) {
    struct level level;
    bool any = false;
    if (!enter(s, &level, o)) return false;
    put(s, '{');
    if (!write_members(s, o, &any)) return false;
    leave(s, &level);
    if (s->gap && any) put_line(s);
    put(s, '}');
    return true;
}

// --- dispatch --------------------------------------------------------------------------------------

static enum written write_raw(struct stringifier *s, struct object *raw) {
    struct property text;
    if (!object_find_own(s->vm, raw, atom_key(s->vm, ATOM_rawJSON), &text)) return LEFT_OUT;
    string_builder_string(&s->out, value_as_string(text.value));
    return WRITTEN;
}

// Wrapper objects of numbers and strings, after conversion that script may have a hand in. EMPTY: another
// kind of object.
static vm_value unwrap(vm_isolate *vm, struct object *o) {
    if (o->cell.kind == CELL_STRING_OBJECT) {
        struct string *string = js_to_string(vm, value_from_cell(o));
        return string ? value_from_cell(string) : VALUE_EXCEPTION;
    }
    if (o->cell.kind != CELL_PRIMITIVE_OBJECT) return VALUE_EMPTY;
    vm_value primitive = ((struct primitive_object *)o)->primitive;
    if (value_is_number(primitive)) return js_to_number_value(vm, value_from_cell(o));
    return value_is_boolean(primitive) || value_is_bigint(primitive) ? primitive : VALUE_EMPTY;
}

static enum written write_of_object(struct stringifier *s, struct object *o) {
    if (o->cell.kind == CELL_RAW_JSON) return write_raw(s, o);
    vm_value primitive = unwrap(s->vm, o);
    if (value_is_exception(primitive)) return FAILED;
    if (!value_is_empty(primitive)) return write_value(s, primitive);
    if (object_is_callable(o)) return LEFT_OUT;
    enum outcome is_array = js_is_array(s->vm, value_from_cell(o));
    if (is_array == OUTCOME_EXCEPTION) return FAILED;
    return (is_array ? write_array(s, o) : write_object(s, o)) ? WRITTEN : FAILED;
}

static enum written write_value(struct stringifier *s, vm_value value) {
    if (value_is_int(value)) {
        put_int(s, value_as_int(value));
    } else if (value_is_number(value)) {
        put_number(s, value_as_double(value));
    } else if (value_is_string(value)) {
        return put_string(s, value_as_string(value)) ? WRITTEN : FAILED;
    } else if (value_is_object(value)) {
        return write_of_object(s, value_as_object(value));
    } else if (value_is_boolean(value)) {
        value_is_true(value) ? put_text(s, "true", 4) : put_text(s, "false", 5);
    } else if (value_is_null(value)) {
        put_text(s, "null", 4);
    } else if (value_is_bigint(value)) {
        throw_type_error(s->vm, "Do not know how to serialize a BigInt");
        return FAILED;
    } else {
        return LEFT_OUT;
    }
    return WRITTEN;
}

// --- arguments -------------------------------------------------------------------------------------

// The keys that an array as the second argument names: strings, numbers and their wrapper objects.
static bool read_names(struct stringifier *s, struct object *array) {
    vm_isolate *vm = s->vm;
    uint64_t length;
    struct object *seen = object_create(vm, NULL);
    if (!seen || !(s->names = list_create(vm)) || !js_length_of_array_like(vm, array, &length)) return false;
    for (uint64_t i = 0; i < length; i++) {
        property_key index, key;
        if (!key_from_uint64(vm, i, &index)) return false;
        vm_value name = js_get(vm, array, index);
        if (value_is_exception(name)) return false;
        bool wrapped = value_is_kind(name, CELL_STRING_OBJECT) ||
                       (value_is_kind(name, CELL_PRIMITIVE_OBJECT) &&
                        value_is_number(((struct primitive_object *)value_as_cell(name))->primitive));
        if (!value_is_string(name) && !value_is_number(name) && !wrapped) continue;
        struct string *text = js_to_flat_string(vm, name);
        struct property there;
        if (!text || !key_from_string(vm, text, &key)) return false;
        if (object_find_own(vm, seen, key, &there)) continue;
        if (!object_add(vm, seen, key, VALUE_TRUE, PROPERTY_DEFAULT) ||
            !list_push(vm, s->names, VALUE(key.bits)))
            return false;
    }
    return true;
}

static bool read_replacer(struct stringifier *s, vm_value replacer) {
    if (value_is_callable(replacer)) {
        s->replacer = replacer;
        return true;
    }
    enum outcome is_array = js_is_array(s->vm, replacer);
    if (is_array == OUTCOME_TRUE) return read_names(s, value_as_object(replacer));
    return is_array == OUTCOME_FALSE;
}

static bool read_gap(struct stringifier *s, vm_value space) {
    vm_isolate *vm = s->vm;
    if (value_is_object(space)) {
        vm_value primitive = unwrap(vm, value_as_object(space));
        if (value_is_exception(primitive)) return false;
        space = primitive;
    }
    if (value_is_number(space)) {
        double count;
        if (!js_to_integer_or_infinity(vm, space, &count)) return false;
        if (count < 1) return true;
        return (s->gap = string_from_latin1(vm, (const uint8_t *)"          ",
                                            count > GAP_LIMIT ? GAP_LIMIT : (size_t)count)) != NULL;
    }
    if (!value_is_string(space)) return true;
    struct string *gap = string_flatten(vm, value_as_string(space));
    if (!gap || !gap->length) return gap != NULL;
    s->gap = gap->length > GAP_LIMIT ? string_substring(vm, gap, 0, GAP_LIMIT) : gap;
    return s->gap != NULL;
}

// The root value as a property of the wrapper object that a replacer sees.
static enum written write_root(struct stringifier *s, vm_value value) {
    vm_isolate *vm = s->vm;
    property_key key = atom_key(vm, ATOM_empty);
    struct object *holder = NULL;
    if (!value_is_undefined(s->replacer)) {
        struct object *prototype = intrinsic(vm, INTRINSIC_ObjectPrototype);
        holder = prototype ? object_create(vm, prototype) : NULL;
        if (!holder || !object_add(vm, holder, key, value, PROPERTY_DEFAULT)) return FAILED;
    }
    return write_property(s, holder, key, value);
}

// sec-json.stringify
vm_value json_stringify(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct stringifier s;
    memset(&s, 0, sizeof s);
    s.vm = vm;
    s.replacer = VALUE_UNDEFINED;
    s.without_epoch = vm->prototype_epoch;
    string_builder_start(&s.out, vm);
    enum written written = FAILED;
    if (read_replacer(&s, ARGUMENT(1)) && read_gap(&s, ARGUMENT(2))) written = write_root(&s, ARGUMENT(0));
    for (uint32_t i = 0; i < PLANS; i++)
        plan_discard(&s, &s.plans[i]);
    VECTOR_FREE(&vm->memory, &s.properties);
    struct string *text = written == WRITTEN ? string_builder_finish(&s.out) : NULL;
    string_builder_discard(&s.out);
    KEEP_ALIVE(&s);
    if (text) return value_from_cell(text);
    return written == LEFT_OUT ? VALUE_UNDEFINED : VALUE_EXCEPTION;
}
