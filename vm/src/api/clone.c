// Structured clone (HTML, "safe passing of structured data"): from one isolate's heap to another's, or within
// one. Serializing and deserializing are one pass, so nothing is written down in between.
//
// Order. The algorithm is recursive in the standard and its order can be observed, since getters run: depth
// first, each object remembered before its contents are looked at. Here the recursion is a stack of frames,
// one per object under way; a copy is made empty, stored into the copy that refers to it, and then filled by
// its frame, so that any depth works.
//
// Life. Frames and the memory lie outside both heaps. What they name is kept alive by lists that the C stack
// knows: `sources` and `held` in the sender, `targets`, `keys` in the receiver. Everything from `sources` on
// the sender's side can be changed by getters at any time: nothing read from it is trusted over a step.
//
// Shapes. Most objects are simple (object.h). For each of their shapes the receiver's shape with the same
// keys in the same slots is found once; then objects are copied slot by slot, without looking at keys.
//
// Errors are pending in the sender. All that can fail in the receiver is memory.
#include "api/api.h"
#include "base/vector.h"
#include "builtins/collection.h"
#include "builtins/function.h"
#include "builtins/regexp.h"
#include "exec/stack_trace.h"
#include "lang/safepoint.h"
#include "lang/throw.h"
#include "lang/wrapper.h"
#include "object/bigint.h"
#include "object/date.h"
#include "object/typed_array.h"

#define POLL_STEPS 4096u      // values between two looks at the safepoint
#define SHAPE_CACHE 32u       // shapes whose counterpart is known
#define SHARED_TEXT_LENGTH 64 // strings from this length on are copied once, however often they occur

enum frame_kind {
    FRAME_SLOTS,      // simple object: `held` is its shape, position a slot
    FRAME_ELEMENTS,   // array without named properties: position is an index
    FRAME_PROPERTIES, // `held` is the list of its keys
    FRAME_MAP,        // `held` is the list of its entries: key, value, key, value ...
    FRAME_SET,        // `held` is the list of its members
    FRAME_ERROR,      // `held` is the list of its attached values, alternating with names
};

// An object whose contents are being copied.
struct clone_frame {
    enum frame_kind kind;
    uint32_t position, count;
    struct object *source, *target;
    void *held;
};

struct clone {
    vm_isolate *from, *to;
    const vm_clone_options *options;
    struct list *sources, *targets; // what has been copied, and its copy
    struct list *held;              // what the frames hold, one each
    struct list *keys;              // copied keys of maps whose values are next
    uint32_t *memory;               // hash table: 1 + index in `sources`; 0: free
    uint32_t memory_mask;           // 0: no table yet
    VECTOR(struct clone_frame) frames;
    struct vector *sender_shapes, *receiver_shapes;
    uint32_t steps;
};

// --- failing ---------------------------------------------------------------------------------------

// Memory of the receiver was refused: makes that the sender's error.
static bool receiver_failed(struct clone *c) {
    if (c->from == c->to) return false;
    if (!c->to->terminating) {
        c->to->exception = VALUE_EMPTY;
        c->to->out_of_memory = false;
    }
    throw_out_of_memory(c->from);
    return false;
}

// What stands for a DOMException where the embedder has none.
static vm_value data_clone_error(vm_isolate *vm, struct string *message) {
    struct string *name = string_from_text(vm, "DataCloneError");
    vm_value error = name ? error_create(vm, ERROR_PLAIN, message) : VALUE_EXCEPTION;
    if (value_is_exception(error)) return error;
    property_key key = atom_key(vm, ATOM_name);
    bool done = object_define(vm, value_as_object(error), key, value_from_cell(name), PROPERTY_HIDDEN);
    return done ? error : VALUE_EXCEPTION;
}

// Throws a DataCloneError with this text (NULL: memory was refused).
static bool refuse(struct clone *c, struct string *message) {
    vm_isolate *vm = c->from;
    if (!message) return false;
    vm_value error = c->options && c->options->error
                         ? c->options->error(vm, value_from_cell(message), c->options->data)
                         : data_clone_error(vm, message);
    if (!value_is_exception(error)) throw_value(vm, error);
    return false;
}

static bool refuse_value(struct clone *c, vm_value value) {
    struct string_builder b;
    string_builder_start(&b, c->from);
    if (value_is_callable(value)) {
        struct string *text = function_text(c->from, value_as_object(value));
        if (!text) return false;
        string_builder_string(&b, text);
    } else {
        throw_render(&b, value);
    }
    string_builder_text(&b, " could not be cloned.");
    return refuse(c, string_builder_finish(&b));
}

static bool refuse_text(struct clone *c, const char *text) {
    return refuse(c, string_from_text(c->from, text));
}

static bool poll(struct clone *c) { return ++c->steps % POLL_STEPS || js_safepoint(c->from); }

// --- the memory ------------------------------------------------------------------------------------

static uint32_t memory_slot(const struct clone *c, const void *source) {
    uint32_t i = (uint32_t)(((uint64_t)(uintptr_t)source * 0x9E3779B97F4A7C15ull) >> 32);
    for (;; i++) {
        uint32_t index = c->memory[i & c->memory_mask];
        if (!index || value_as_cell(list_at(c->sources, index - 1)) == source) return i & c->memory_mask;
    }
}

// The copy of what was copied before; ABSENT.
static vm_value remembered(const struct clone *c, const void *source) {
    uint32_t index = c->memory_mask ? c->memory[memory_slot(c, source)] : 0;
    return index ? list_at(c->targets, index - 1) : VALUE_ABSENT;
}

static bool memory_grow(struct clone *c) {
    uint32_t size = c->memory_mask ? 2 * (c->memory_mask + 1) : 16;
    uint32_t *table = memory_allocate_zeroed(&c->from->memory, size * sizeof *table);
    if (!table) {
        throw_out_of_memory(c->from);
        return false;
    }
    memory_free(&c->from->memory, c->memory);
    c->memory = table;
    c->memory_mask = size - 1;
    for (uint32_t i = 0; i < c->sources->length; i++) {
        c->memory[memory_slot(c, value_as_cell(list_at(c->sources, i)))] = i + 1;
    }
    return true;
}

static bool remember(struct clone *c, const void *source, vm_value target) {
    uint32_t count = c->sources->length;
    if ((!c->memory_mask || 2 * count >= c->memory_mask) && !memory_grow(c)) return false;
    if (!list_push(c->to, c->targets, target)) return receiver_failed(c);
    if (!list_push(c->from, c->sources, value_from_cell(source))) return false;
    c->memory[memory_slot(c, source)] = count + 1;
    return true;
}

// --- primitives ------------------------------------------------------------------------------------

static struct string *copy_text(vm_isolate *to, const struct string *s) {
    struct string *copy = string_is_wide(s) ? string_from_utf16(to, string_utf16(s), s->length)
                                            : string_from_latin1(to, string_latin1(s), s->length);
    KEEP_ALIVE(s);
    return copy;
}

static bool clone_string(struct clone *c, struct string *s, vm_value *out) {
    if (c->from == c->to) {
        *out = value_from_cell(s);
        return true;
    }
    bool shared = s->length >= SHARED_TEXT_LENGTH;
    if (shared && !value_is_absent(*out = remembered(c, s))) return true;
    if (!string_flatten(c->from, s)) return false;
    struct string *copy = copy_text(c->to, s);
    if (!copy) return receiver_failed(c);
    *out = value_from_cell(copy);
    return !shared || remember(c, s, *out);
}

static bool clone_bigint(struct clone *c, struct bigint *b, vm_value *out) {
    struct bigint *copy =
        c->from == c->to ? b : bigint_from_digits(c->to, bigint_is_negative(b), b->digits, b->cell.word);
    KEEP_ALIVE(b);
    *out = value_or_exception(copy);
    return copy || receiver_failed(c);
}

// The receiver's key with the same text.
static bool clone_key(struct clone *c, property_key key, property_key *out) {
    *out = key;
    if (c->from == c->to || key_is_index(key)) return true;
    const struct string *name = (struct string *)key_as_cell(key);
    struct string *copy = string_is_wide(name) ? atom_from_utf16(c->to, string_utf16(name), name->length)
                                               : atom_from_latin1(c->to, string_latin1(name), name->length);
    KEEP_ALIVE(name);
    *out = key_from_cell(copy);
    return copy || receiver_failed(c);
}

static bool clone_value(struct clone *c, vm_value value, vm_value *out);

// --- frames ----------------------------------------------------------------------------------------

static bool push_frame(struct clone *c, enum frame_kind kind, struct object *source, vm_value target,
                       void *held, uint32_t count) {
    struct clone_frame frame = {
        .kind = kind, .count = count, .source = source, .target = value_as_object(target), .held = held};
    if (!list_push(c->from, c->held, held ? value_from_cell(held) : VALUE_UNDEFINED)) return false;
    if (VECTOR_PUSH(&c->from->memory, &c->frames, frame)) return true;
    throw_out_of_memory(c->from);
    return false;
}

static void list_pop(struct list *list) { list->vector->values[--list->length] = VALUE_EMPTY; }

static void pop_frame(struct clone *c) {
    c->frames.length--;
    list_pop(c->held);
}

// --- ordinary objects and arrays -------------------------------------------------------------------

// Builds the receiver's shape for a sender's one; NULL without an error: the slots would differ.
static struct shape *make_receiver_shape(struct clone *c, struct shape *shape, struct object *prototype,
                                         bool *ok) {
    struct shape_property properties[OBJECT_SIMPLE_LIMIT], added;
    shape_properties(shape, properties);
    *ok = false;
    struct shape *result = shape_root(c->to, prototype, CELL_OBJECT, shape_inline_capacity(shape));
    for (uint32_t i = 0; result && i < shape->count; i++) {
        property_key key;
        if (properties[i].attributes != PROPERTY_DEFAULT || properties[i].slot != i ||
            key_is_symbol(properties[i].key)) {
            *ok = true;
            return NULL;
        }
        if (!clone_key(c, properties[i].key, &key)) return NULL;
        result = shape_add(c->to, result, key, PROPERTY_DEFAULT, false, &added);
    }
    *ok = result || receiver_failed(c);
    return result && !shape_is_dictionary(result) && result->slots == shape->slots ? result : NULL;
}

// The shape of copies of a simple object; NULL with *ok: they have to be made key by key.
static struct shape *receiver_shape(struct clone *c, const struct object *source, struct object *prototype,
                                    bool *ok) {
    struct shape *shape = source->shape;
    *ok = true;
    if (shape->slots != shape->count) return NULL;
    uint32_t entry = (uint32_t)((uintptr_t)shape >> 5) % SHAPE_CACHE;
    vm_value known = c->receiver_shapes->values[entry];
    if (value_as_cell(c->sender_shapes->values[entry]) == shape)
        return value_is_empty(known) ? NULL : value_as_cell(known);
    struct shape *result = make_receiver_shape(c, shape, prototype, ok);
    if (!*ok) return NULL;
    c->sender_shapes->values[entry] = value_from_cell(shape);
    c->receiver_shapes->values[entry] = result ? value_from_cell(result) : VALUE_EMPTY;
    return result;
}

// An empty copy of a simple object whose slots a frame fills.
static bool begin_slots(struct clone *c, struct object *source, struct shape *shape, vm_value *out) {
    struct object *target = object_create_with_shape(c->to, shape);
    if (!target || !object_reserve_slots(c->to, target, shape->slots)) return receiver_failed(c);
    for (uint32_t i = 0; i < shape->slots; i++)
        *object_slot(target, i) = VALUE_UNDEFINED;
    *out = value_from_cell(target);
    return remember(c, source, *out) &&
           push_frame(c, FRAME_SLOTS, source, *out, source->shape, source->shape->count);
}

// A frame for the enumerable properties with string keys.
static bool begin_properties(struct clone *c, struct object *source, vm_value target) {
    struct list *keys = list_create(c->from);
    return keys && object_own_keys(c->from, source, KEYS_STRINGS | KEYS_ENUMERABLE, keys) &&
           push_frame(c, FRAME_PROPERTIES, source, target, keys, keys->length);
}

static bool begin_object(struct clone *c, struct object *source, vm_value *out) {
    struct object *prototype = intrinsic(c->to, INTRINSIC_ObjectPrototype);
    if (!prototype) return receiver_failed(c);
    if (object_is_simple(source)) {
        bool ok;
        struct shape *shape = receiver_shape(c, source, prototype, &ok);
        if (!ok) return false;
        if (shape) return begin_slots(c, source, shape, out);
    }
    struct object *target = object_create(c->to, prototype);
    if (!target) return receiver_failed(c);
    *out = value_from_cell(target);
    return remember(c, source, *out) && begin_properties(c, source, *out);
}

static bool begin_array(struct clone *c, struct object *source, vm_value *out) {
    struct object *target = array_create(c->to, array_length(source));
    if (!target) return receiver_failed(c);
    *out = value_from_cell(target);
    if (!remember(c, source, *out)) return false;
    if ((source->cell.flags & OBJECT_SPARSE) || source->shape->count)
        return begin_properties(c, source, *out);
    uint32_t count = elements_used(source);
    if (!count) return true;
    if (!elements_reserve(c->to, target, count)) return receiver_failed(c);
    elements_vector(target->elements)->used = count;
    return push_frame(c, FRAME_ELEMENTS, source, *out, NULL, count);
}

// --- other kinds -----------------------------------------------------------------------------------

static bool clone_wrapper(struct clone *c, struct object *source, vm_value *out) {
    vm_value primitive = ((struct primitive_object *)source)->primitive;
    if (value_is_symbol(primitive)) return refuse_value(c, value_from_cell(source));
    if (!clone_value(c, primitive, &primitive)) return false;
    struct object *target = wrapper_create(c->to, primitive);
    *out = value_or_exception(target);
    return target ? remember(c, source, *out) : receiver_failed(c);
}

static bool clone_date(struct clone *c, struct object *source, vm_value *out) {
    struct object *prototype = intrinsic(c->to, INTRINSIC_DatePrototype);
    struct date *target =
        prototype ? object_allocate_kind(c->to, CELL_DATE, sizeof *target, prototype) : NULL;
    if (!target) return receiver_failed(c);
    target->time = ((struct date *)source)->time;
    *out = value_from_cell(target);
    return remember(c, source, *out);
}

static bool clone_regexp(struct clone *c, struct object *source, vm_value *out) {
    struct regexp_program *program = ((struct regexp_object *)source)->program;
    if (!program) return refuse_value(c, value_from_cell(source));
    if (c->from != c->to) {
        struct string *text = copy_text(c->to, program->source);
        program = text ? regexp_program_of(c->to, text, program->flags) : NULL;
    }
    struct regexp_object *target = program ? regexp_create(c->to, program) : NULL;
    *out = value_or_exception(target);
    return target ? remember(c, source, *out) : receiver_failed(c);
}

static bool refuse_detached(struct clone *c) {
    return refuse_text(c, "An ArrayBuffer is detached and could not be cloned.");
}

static struct array_buffer *create_buffer(struct clone *c, bool shared) {
    struct object *prototype =
        intrinsic(c->to, shared ? INTRINSIC_SharedArrayBufferPrototype : INTRINSIC_ArrayBufferPrototype);
    struct array_buffer *target = prototype ? array_buffer_create_empty(c->to, prototype, shared) : NULL;
    if (!target) receiver_failed(c);
    return target;
}

static bool clone_buffer(struct clone *c, struct array_buffer *source, vm_value *out) {
    if (array_buffer_is_detached(source)) return refuse_detached(c);
    bool shared = array_buffer_is_shared(source);
    struct array_buffer *target = create_buffer(c, shared);
    if (!target) return false;
    size_t length = array_buffer_length(source);
    if (shared) {
        array_buffer_attach(c->to, target, backing_store_retain(source->store));
    } else if (array_buffer_allocate(c->to, target, length,
                                     array_buffer_is_resizable(source) ? source->store->maximum
                                                                       : BUFFER_FIXED)) {
        if (length && !memory_copy(&c->from->memory, target->store->bytes, source->store->bytes, length))
            return false;
    } else {
        return receiver_failed(c);
    }
    *out = value_from_cell(target);
    return remember(c, &source->object, *out);
}

static bool clone_view(struct clone *c, struct buffer_view *source, vm_value *out) {
    size_t length;
    vm_value buffer;
    if (!view_bounds(source, &length)) return refuse_detached(c);
    if (!clone_value(c, value_from_cell(source->buffer), &buffer)) return false;
    enum element_type type = view_type(source);
    enum cell_kind kind = source->object.cell.kind;
    struct object *prototype =
        intrinsic(c->to, kind == CELL_DATA_VIEW ? INTRINSIC_DataViewPrototype
                                                : (enum intrinsic)(element_constructors[type] + 1));
    struct array_buffer *store = value_as_array_buffer(buffer);
    struct buffer_view *target = prototype ? view_create(c->to, kind, type, prototype, store,
                                                         source->byte_offset, source->fixed_length)
                                           : NULL;
    if (!target) return receiver_failed(c);
    // A buffer that is transferred gets its store at the very end, at the same address.
    if (array_buffer_is_detached(store)) target->data = source->data;
    *out = value_from_cell(target);
    return remember(c, &source->object, *out);
}

static bool begin_collection(struct clone *c, struct object *source, vm_value *out) {
    enum cell_kind kind = source->cell.kind;
    struct collection *target = collection_create_plain(c->to, kind);
    if (!target) return receiver_failed(c);
    *out = value_from_cell(target);
    if (!remember(c, source, *out)) return false;
    struct list *entries = list_create(c->from);
    struct ordered_cursor cursor = {.table = ((struct collection *)source)->table};
    vm_value key, value;
    while (entries && ordered_table_next(&cursor, &key, &value)) {
        if (!list_push(c->from, entries, key) || (kind == CELL_MAP && !list_push(c->from, entries, value)) ||
            !poll(c)) {
            return false;
        }
    }
    return entries &&
           push_frame(c, kind == CELL_MAP ? FRAME_MAP : FRAME_SET, source, *out, entries, entries->length);
}

// Lets the embedder make the copy of an object or symbol. 1: done; 0: it does not; -1: error pending.
static int ask_embedder(struct clone *c, vm_value value, vm_value *out) {
    if (!c->options || !c->options->special) return 0;
    int handled = c->options->special(c->from, c->to, value, out, c->options->data);
    return handled > 0 && !remember(c, value_as_cell(value), *out) ? -1 : handled;
}

// The prototype that the name of an error stands for.
static enum intrinsic error_prototype(struct string *name) {
    static const struct {
        const char *name;
        enum intrinsic prototype;
    } errors[] = {
        {"EvalError", INTRINSIC_EvalErrorPrototype},
        {"RangeError", INTRINSIC_RangeErrorPrototype},
        {"ReferenceError", INTRINSIC_ReferenceErrorPrototype},
        {"SyntaxError", INTRINSIC_SyntaxErrorPrototype},
        {"TypeError", INTRINSIC_TypeErrorPrototype},
        {"URIError", INTRINSIC_URIErrorPrototype},
        {"AggregateError", INTRINSIC_AggregateErrorPrototype},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (string_equals_text(name, errors[i].name)) return errors[i].prototype;
    }
    return INTRINSIC_ErrorPrototype;
}

// An own data property of an error; ABSENT when there is none, EXCEPTION.
static vm_value own_data(vm_isolate *vm, struct object *error, enum atom_id name) {
    struct property property;
    if (!object_get_own(vm, error, atom_key(vm, name), &property)) return VALUE_ABSENT;
    return property.attributes & PROPERTY_ACCESSOR ? VALUE_ABSENT : property.value;
}

static bool define_text(struct clone *c, struct object *target, enum atom_id name, struct string *text) {
    vm_value copy;
    if (!clone_string(c, text, &copy)) return false;
    return object_define(c->to, target, atom_key(c->to, name), copy, PROPERTY_HIDDEN) || receiver_failed(c);
}

// Adds an attached value of an error, with its name, to the list of its frame.
static bool attach(struct clone *c, struct object *source, enum atom_id name, struct list *attached) {
    vm_value value = own_data(c->from, source, name);
    if (value_is_exception(value)) return false;
    return value_is_absent(value) ||
           (list_push(c->from, attached, value_from_int(name)) && list_push(c->from, attached, value));
}

static bool begin_error(struct clone *c, struct object *source, vm_value *out) {
    vm_isolate *from = c->from;
    if (value_is_string(((struct error_object *)source)->header)) {
        int handled = ask_embedder(c, value_from_cell(source), out);
        if (handled) return handled > 0;
    }
    vm_value name = js_get_atom(from, source, ATOM_name);
    if (value_is_exception(name) || (value_is_string(name) && !string_flatten(from, value_as_string(name))))
        return false;
    vm_value message = own_data(from, source, ATOM_message);
    struct string *text = NULL;
    if (value_is_exception(message) || (!value_is_absent(message) && !(text = js_to_string(from, message)))) {
        return false;
    }
    vm_value stack = own_data(from, source, ATOM_stack);
    if (value_is_exception(stack)) return false;
    struct object *prototype = intrinsic(c->to, value_is_string(name) ? error_prototype(value_as_string(name))
                                                                      : INTRINSIC_ErrorPrototype);
    struct error_object *target =
        prototype ? object_allocate_kind(c->to, CELL_ERROR, sizeof *target, prototype) : NULL;
    if (!target) return receiver_failed(c);
    target->header = VALUE_EMPTY;
    *out = value_from_cell(target);
    struct list *attached;
    return remember(c, source, *out) &&
           (!value_is_string(stack) || define_text(c, &target->object, ATOM_stack, value_as_string(stack))) &&
           (!text || define_text(c, &target->object, ATOM_message, text)) && (attached = list_create(from)) &&
           attach(c, source, ATOM_cause, attached) && attach(c, source, ATOM_errors, attached) &&
           (!attached->length || push_frame(c, FRAME_ERROR, source, *out, attached, attached->length));
}

// What the algorithm does not copy.
static bool clone_special(struct clone *c, vm_value value, vm_value *out) {
    int handled = ask_embedder(c, value, out);
    return handled ? handled > 0 : refuse_value(c, value);
}

// --- one value -------------------------------------------------------------------------------------

// The copy of a value; when it is new and has contents, a frame has been pushed that will fill it.
static bool clone_value(struct clone *c, vm_value value, vm_value *out) {
    *out = value;
    if (!value_is_cell(value)) return true;
    struct object *o = value_as_cell(value);
    enum cell_kind kind = o->cell.kind;
    if (kind == CELL_STRING) return clone_string(c, value_as_string(value), out);
    if (kind == CELL_BIGINT) return clone_bigint(c, value_as_bigint(value), out);
    if (!value_is_absent(*out = remembered(c, o))) return true;
    switch (kind) {
    case CELL_OBJECT: return begin_object(c, o, out);
    case CELL_ARRAY: return begin_array(c, o, out);
    case CELL_PRIMITIVE_OBJECT:
    case CELL_STRING_OBJECT: return clone_wrapper(c, o, out);
    case CELL_DATE: return clone_date(c, o, out);
    case CELL_REGEXP: return clone_regexp(c, o, out);
    case CELL_ARRAY_BUFFER: return clone_buffer(c, (struct array_buffer *)o, out);
    case CELL_TYPED_ARRAY:
    case CELL_DATA_VIEW: return clone_view(c, (struct buffer_view *)o, out);
    case CELL_MAP:
    case CELL_SET: return begin_collection(c, o, out);
    case CELL_ERROR: return begin_error(c, o, out);
    default: return clone_special(c, value, out);
    }
}

// --- the contents ----------------------------------------------------------------------------------
// Each of these carries a frame on until a value has been copied that needs a frame of its own, or to the
// end. Pushing may move the frames: they are named by their index.

static struct clone_frame *frame_at(struct clone *c, uint32_t index) { return &c->frames.items[index]; }

// Whether the frame is still the innermost one, and the sender may go on.
static bool is_innermost(const struct clone *c, uint32_t index) { return c->frames.length == index + 1; }

// The value of an own property; ABSENT when it is no longer there.
static vm_value own_value(vm_isolate *vm, struct object *o, property_key key) {
    struct property property;
    if (!object_find_own(vm, o, key, &property)) return VALUE_ABSENT;
    return property.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY) ? js_get(vm, o, key) : property.value;
}

static vm_value own_element(vm_isolate *vm, struct object *o, uint32_t i) {
    return i < elements_used(o) && !value_is_empty(o->elements[i]) ? o->elements[i]
                                                                   : own_value(vm, o, key_from_index(i));
}

// A slot of an object that has changed since its frame began.
static bool fill_changed_slot(struct clone *c, struct clone_frame *frame, uint32_t slot, vm_value *value) {
    struct shape_property before[OBJECT_SIMPLE_LIMIT];
    property_key key;
    shape_properties(frame->held, before);
    *value = own_value(c->from, frame->source, before[slot].key);
    if (value_is_exception(*value)) return false;
    if (!value_is_absent(*value)) return true;
    return clone_key(c, before[slot].key, &key) &&
           (object_remove(c->to, frame->target, key) || receiver_failed(c));
}

static bool fill_slots(struct clone *c, uint32_t index) {
    while (is_innermost(c, index)) {
        struct clone_frame *frame = frame_at(c, index);
        if (frame->position == frame->count) {
            pop_frame(c);
            return true;
        }
        uint32_t slot = frame->position++;
        struct object *source = frame->source, *target = frame->target;
        bool changed = source->shape != frame->held;
        vm_value value = VALUE_ABSENT;
        if (!changed) {
            value = *object_slot(source, slot);
        } else if (!fill_changed_slot(c, frame, slot, &value)) {
            return false;
        }
        if (value_is_absent(value)) continue;
        if (!clone_value(c, value, &value) || !poll(c)) return false;
        *object_slot(target, slot) = value;
        heap_write(&c->to->heap, target);
    }
    return true;
}

static bool fill_elements(struct clone *c, uint32_t index) {
    while (is_innermost(c, index)) {
        struct clone_frame *frame = frame_at(c, index);
        if (frame->position == frame->count) {
            pop_frame(c);
            return true;
        }
        uint32_t i = frame->position++;
        struct object *target = frame->target;
        vm_value value = own_element(c->from, frame->source, i);
        if (value_is_absent(value)) continue;
        if (value_is_exception(value) || !clone_value(c, value, &value) || !poll(c)) return false;
        target->elements[i] = value;
        heap_write_slot(&c->to->heap, target, elements_vector(target->elements), i);
    }
    return true;
}

static bool fill_properties(struct clone *c, uint32_t index) {
    while (is_innermost(c, index)) {
        struct clone_frame *frame = frame_at(c, index);
        if (frame->position == frame->count) {
            pop_frame(c);
            return true;
        }
        struct object *target = frame->target;
        property_key key = key_from_value_bits(list_at(frame->held, frame->position++));
        vm_value value = own_value(c->from, frame->source, key);
        if (value_is_absent(value)) continue;
        if (value_is_exception(value) || !clone_value(c, value, &value) || !clone_key(c, key, &key) ||
            !poll(c)) {
            return false;
        }
        if (!object_add(c->to, target, key, value, PROPERTY_DEFAULT)) return receiver_failed(c);
    }
    return true;
}

static bool fill_collection(struct clone *c, uint32_t index) {
    while (is_innermost(c, index)) {
        struct clone_frame *frame = frame_at(c, index);
        if (frame->position == frame->count) {
            pop_frame(c);
            return true;
        }
        bool map = frame->kind == FRAME_MAP, is_key = !map || frame->position % 2 == 0;
        struct collection *target = (struct collection *)frame->target;
        vm_value value;
        if (!clone_value(c, list_at(frame->held, frame->position++), &value) || !poll(c)) return false;
        if (map && is_key) {
            if (!list_push(c->to, c->keys, value)) return receiver_failed(c);
            continue;
        }
        vm_value key = map ? list_at(c->keys, c->keys->length - 1) : value;
        if (!ordered_table_set(c->to, target, key, value)) return receiver_failed(c);
        if (map) list_pop(c->keys);
    }
    return true;
}

static bool fill_error(struct clone *c, uint32_t index) {
    while (is_innermost(c, index)) {
        struct clone_frame *frame = frame_at(c, index);
        if (frame->position == frame->count) {
            pop_frame(c);
            return true;
        }
        struct object *target = frame->target;
        enum atom_id name = value_as_int(list_at(frame->held, frame->position));
        vm_value value = list_at(frame->held, frame->position + 1);
        frame->position += 2;
        if (!clone_value(c, value, &value)) return false;
        if (!object_define(c->to, target, atom_key(c->to, name), value, PROPERTY_HIDDEN))
            return receiver_failed(c);
    }
    return true;
}

static bool fill_all(struct clone *c) {
    static bool (*const fill[])(struct clone *, uint32_t) = {
        [FRAME_SLOTS] = fill_slots,    [FRAME_ELEMENTS] = fill_elements, [FRAME_PROPERTIES] = fill_properties,
        [FRAME_MAP] = fill_collection, [FRAME_SET] = fill_collection,    [FRAME_ERROR] = fill_error,
    };
    while (c->frames.length) {
        uint32_t index = c->frames.length - 1;
        if (!fill[frame_at(c, index)->kind](c, index)) return false;
    }
    return true;
}

// --- transfer --------------------------------------------------------------------------------------

// Remembers an empty buffer for each one that is to be transferred.
static bool prepare_transfer(struct clone *c) {
    for (uint32_t i = 0; c->options && i < c->options->transfer_count; i++) {
        vm_value value = c->options->transfer[i];
        if (!value_is_array_buffer(value, false)) return refuse_text(c, "Value is not transferable");
        struct array_buffer *source = value_as_array_buffer(value);
        if (!value_is_absent(remembered(c, source)))
            return refuse_text(c, "Transfer list contains duplicate ArrayBuffer");
        struct array_buffer *target = create_buffer(c, false);
        if (!target || !remember(c, source, value_from_cell(target))) return false;
        target->object.cell.word |= source->object.cell.word & BUFFER_RESIZABLE;
    }
    return true;
}

// Moves the stores: all, or none.
static bool carry_out_transfer(struct clone *c) {
    uint32_t count = c->options ? c->options->transfer_count : 0;
    size_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct array_buffer *source = value_as_array_buffer(c->options->transfer[i]);
        if (array_buffer_is_detached(source)) return refuse_detached(c);
        bytes += array_buffer_length(source);
    }
    if (c->from != c->to && bytes && !heap_admit(&c->to->heap, bytes)) {
        throw_out_of_memory(c->to);
        return receiver_failed(c);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct array_buffer *source = value_as_array_buffer(c->options->transfer[i]);
        struct array_buffer *target = value_as_array_buffer(remembered(c, source));
        array_buffer_attach(c->to, target, array_buffer_detach(c->from, source));
    }
    return true;
}

// --- the function ----------------------------------------------------------------------------------

static bool clone_begin(struct clone *c) {
    c->sources = list_create(c->from);
    c->held = c->sources ? list_create(c->from) : NULL;
    if (!c->held) return false;
    c->sender_shapes = heap_allocate_vector(&c->from->heap, SHAPE_CACHE);
    if (!c->sender_shapes) {
        throw_out_of_memory(c->from);
        return false;
    }
    c->targets = list_create(c->to);
    c->keys = c->targets ? list_create(c->to) : NULL;
    if (!c->keys) return receiver_failed(c);
    c->receiver_shapes = heap_allocate_vector(&c->to->heap, SHAPE_CACHE);
    if (!c->receiver_shapes) {
        throw_out_of_memory(c->to);
        return receiver_failed(c);
    }
    return true;
}

vm_value vm_clone(vm_isolate *from, vm_isolate *to, vm_value value, const vm_clone_options *options) {
    api_enter(to);
    if (!api_may_run(from) || !api_value(from, value)) return VALUE_EXCEPTION;
    if (to->terminating) return throw_error(from, ERROR_PLAIN, "The receiving isolate has been terminated");
    bool plain = !value_is_cell(value) || (from == to && (value_is_string(value) || value_is_bigint(value)));
    if (plain && (!options || !options->transfer_count)) return value;
    struct clone c = {.from = from, .to = to, .options = options};
    vm_value result = VALUE_EXCEPTION;
    if (!clone_begin(&c) || !prepare_transfer(&c) || !clone_value(&c, value, &result) || !fill_all(&c) ||
        !carry_out_transfer(&c)) {
        result = VALUE_EXCEPTION;
    }
    memory_free(&from->memory, c.memory);
    VECTOR_FREE(&from->memory, &c.frames);
    KEEP_ALIVE(&c);
    return result;
}
