// util.inspect: an object is shown as
//
//     base prefix{ entry, entry }      on one line when it is short enough, else one entry a line; arrays
//     with
//                                      many short entries in columns (inspect_layout.c)
//
// where the prefix (class name, size, tag) is left out for plain objects and arrays, and a base stands before
// or instead of the braces for what is more than its properties: functions, errors, dates. The walk keeps the
// chain of objects that it is inside of: meeting one of them again gives [Circular *n], and <ref *n> stands
// before that object. Depth of the C stack is checked at each object.
//
// Rooms: inspect_options (reading them, styles), inspect_primitive, inspect_name (what objects are called),
// inspect_property, inspect_collection, inspect_error, inspect_layout.
#include <math.h>
#include <stdlib.h>

#include <stdio.h>

#include "bind/inspect_internal.h"
#include "bind/runtime.h"

#define DEEPEST 1000     // levels, whatever the options say: each one copies what is inside of it
#define POLL_STEPS 4096  // primitives between two polls
#define LEVEL_STACK 4096 // bytes of C stack that one takes, at most
#define LONGEST_TEXT ((size_t)1 << 27) // bytes; then nested objects are no longer shown

bool inspect_forgive(struct inspector *in) {
    if (vm_has_exception(in->vm)) {
        (void)vm_take_exception(in->vm);
    }
    return !vm_termination(in->vm);
}

// --- kinds of objects

static void open_brace(struct inspector *in, struct sketch *s, const char *fallback, int64_t size,
                       const char *brace) {
    naming_prefix(in, &s->open, &s->naming, fallback, size);
    text_add(&s->open, brace);
}

static void sketch_plain(struct inspector *in, struct sketch *s) {
    bool plain = same_text(in, s->naming.constructor, "Object") && !vm_is_string(s->naming.tag);
    if (!plain && vm_is_string(s->naming.constructor)) {
        naming_prefix(in, &s->open, &s->naming, "Object", -1);
    } else if (!plain) {
        naming_own_prefix(in, &s->open, s->object, &s->naming);
    }
    text_char(&s->open, '{');
}

static void sketch_arguments(struct inspector *in, struct sketch *s) {
    if (same_text(in, s->naming.constructor, "Object")) {
        text_add(&s->open, "[Arguments] {");
    } else {
        open_brace(in, s, "Arguments", -1, "{");
    }
}

static bool sketch_array(struct inspector *in, struct sketch *s) {
    uint64_t length;
    if (!vm_length(in->vm, s->object, &length)) {
        return false;
    }
    if (same_text(in, s->naming.constructor, "Array") && !vm_is_string(s->naming.tag)) {
        text_char(&s->open, '[');
    } else {
        open_brace(in, s, "Array", (int64_t)length, "[");
    }
    s->close = "]";
    s->layout = LAYOUT_ROWS;
    s->elements = s->object;
    s->empty_anyway = !length;
    s->add = add_array;
    return true;
}

static void sketch_typed_array(struct inspector *in, struct sketch *s) {
    static const char *const names[] = {[VM_INT8] = "Int8Array",
                                        [VM_UINT8] = "Uint8Array",
                                        [VM_UINT8_CLAMPED] = "Uint8ClampedArray",
                                        [VM_INT16] = "Int16Array",
                                        [VM_UINT16] = "Uint16Array",
                                        [VM_INT32] = "Int32Array",
                                        [VM_UINT32] = "Uint32Array",
                                        [VM_FLOAT16] = "Float16Array",
                                        [VM_FLOAT32] = "Float32Array",
                                        [VM_FLOAT64] = "Float64Array",
                                        [VM_BIGINT64] = "BigInt64Array",
                                        [VM_BIGUINT64] = "BigUint64Array"};
    vm_view view = {.length = 0};
    vm_view_of(s->object, &view);
    open_brace(in, s, names[view.type], (int64_t)view.length, "[");
    s->close = "]";
    s->layout = LAYOUT_ROWS;
    s->elements = s->object;
    s->empty_anyway = !view.length && !in->options.show_hidden;
    s->add = add_typed_array;
}

static bool sketch_collection(struct inspector *in, struct sketch *s, bool map) {
    if (!sketch_entries(in, s)) {
        return false;
    }
    open_brace(in, s, map ? "Map" : "Set", (int64_t)s->entry_count, "{");
    s->empty_anyway = !s->entry_count;
    s->add = add_collection;
    return true;
}

static bool add_unknown(struct inspector *in, struct sketch *s) {
    (void)s;
    if (!entry_begin(in)) {
        return false;
    }
    style_add(in, in->text, STYLE_SPECIAL, "<items unknown>");
    entry_end(in);
    return true;
}

static bool add_weak(struct inspector *in, struct sketch *s) {
    size_t first = in->span_count;
    return sketch_entries(in, s) && add_collection(in, s) && layout_sort(in, first);
}

static void sketch_weak(struct inspector *in, struct sketch *s, const char *name) {
    open_brace(in, s, name, -1, "{");
    s->add = in->options.show_hidden ? add_weak : add_unknown;
}

static bool sketch_iterator(struct inspector *in, struct sketch *s) {
    vm_type type = vm_iterated_type(s->object);
    if (type == VM_OTHER_OBJECT) {
        sketch_plain(in, s);
        return true;
    }
    if (!sketch_entries(in, s)) {
        return false;
    }
    char name[32];
    snprintf(name, sizeof name, "%s %s", type == VM_MAP ? "Map" : "Set", s->pairs ? "Entries" : "Iterator");
    if (vm_is_string(s->naming.tag) &&
        !same_text(in, s->naming.tag, type == VM_MAP ? "Map Iterator" : "Set Iterator")) {
        text_char(&s->open, '[');
        text_string(&s->open, s->naming.tag);
        text_add(&s->open, "] ");
    }
    text_format(&s->open, "[%s] {", name);
    s->add = add_iterator;
    return true;
}

static bool add_promise(struct inspector *in, struct sketch *s) {
    vm_promise_status state = vm_promise_state(s->object);
    if (!entry_begin(in)) {
        return false;
    }
    bool ok = true;
    if (state == VM_PROMISE_PENDING) {
        style_add(in, in->text, STYLE_SPECIAL, "<pending>");
    } else {
        if (state == VM_PROMISE_REJECTED) {
            style_add(in, in->text, STYLE_SPECIAL, "<rejected>");
            text_char(in->text, ' ');
        }
        in->indentation += 2;
        ok = inspect_show(in, vm_promise_result(s->object));
        in->indentation -= 2;
    }
    entry_end(in);
    return ok;
}

// --- kinds with a base

static bool sketch_function(struct inspector *in, struct sketch *s) {
    s->base_style = STYLE_SPECIAL;
    return naming_function(in, &s->base, s->object, &s->naming);
}

// Days since 1970-01-01 to year, month 1.., day 1..: eras of 400 years that begin in March.
static void civil_date(int64_t days, int64_t *year, unsigned *month, unsigned *day) {
    int64_t shifted = days + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    unsigned of_era = (unsigned)(shifted - era * 146097);
    unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned from_march = (5 * of_year + 2) / 153;
    *day = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = (int64_t)year_of_era + era * 400 + (*month <= 2);
}

static void sketch_date(struct inspector *in, struct sketch *s) {
    double time = vm_as_double(vm_inner_value(s->object));
    struct text prefix;
    text_start(&prefix, in->vm);
    naming_prefix(in, &prefix, &s->naming, "Date", -1);
    if (prefix.length != 5 || memcmp(prefix.bytes, "Date ", 5)) {
        text_append(&s->base, prefix.bytes, prefix.length);
    }
    s->base.failed |= prefix.failed;
    text_free(&prefix);
    if (isnan(time)) {
        text_add(&s->base, "Invalid Date");
    } else {
        int64_t ms = (int64_t)time, days = (ms >= 0 ? ms : ms - 86399999) / 86400000, year;
        unsigned rest = (unsigned)(ms - days * 86400000), month, day;
        civil_date(days, &year, &month, &day);
        text_format(&s->base, year < 0 ? "-%06d" : year > 9999 ? "+%06d" : "%04d", abs((int)year));
        text_format(&s->base, "-%02u-%02uT%02u:%02u:%02u.%03uZ", month, day, rest / 3600000,
                    rest / 60000 % 60, rest / 1000 % 60, rest % 1000);
    }
    s->base_style = STYLE_DATE;
}

static bool sketch_regexp(struct inspector *in, struct sketch *s) {
    vm_isolate *vm = in->vm;
    vm_value regexp = s->object;
    if (!vm_is_string(s->naming.constructor)) { // source and flags are the prototype's: ask a copy
        vm_value constructor = vm_get(vm, vm_global(vm), "RegExp");
        regexp = vm_is_function(constructor) ? vm_construct(vm, constructor, 1, &regexp) : constructor;
    }
    vm_value source = vm_is_exception(regexp) ? regexp : vm_get(vm, regexp, "source");
    source = vm_is_exception(source) ? source : vm_to_string(vm, source);
    vm_value flags = vm_is_exception(source) ? source : vm_get(vm, regexp, "flags");
    flags = vm_is_exception(flags) ? flags : vm_to_string(vm, flags);
    if (vm_is_exception(flags)) {
        return false;
    }
    struct text prefix;
    text_start(&prefix, vm);
    naming_prefix(in, &prefix, &s->naming, "RegExp", -1);
    if (prefix.length != 7 || memcmp(prefix.bytes, "RegExp ", 7)) {
        text_append(&s->base, prefix.bytes, prefix.length);
    }
    s->base.failed |= prefix.failed;
    text_free(&prefix);
    text_char(&s->base, '/');
    text_string(&s->base, source);
    text_char(&s->base, '/');
    text_string(&s->base, flags);
    s->base_style = STYLE_REGEXP;
    return true;
}

// The keys of a String object without the indices of its characters.
static bool skip_characters(struct inspector *in, struct sketch *s, uint32_t length) {
    vm_value chosen = vm_array(in->vm, NULL, 0);
    uint64_t count;
    if (vm_is_exception(chosen) || !vm_length(in->vm, s->keys, &count)) {
        return false;
    }
    for (uint32_t i = length; i < count; i++) {
        if (!vm_array_push(in->vm, chosen, vm_get_index(in->vm, s->keys, i))) {
            return false;
        }
    }
    s->keys = chosen;
    return true;
}

static bool sketch_boxed(struct inspector *in, struct sketch *s) {
    static const struct {
        const char *name;
        enum style style;
    } kinds[] = {[VM_BOOLEAN] = {"Boolean", STYLE_BOOLEAN},
                 [VM_NUMBER] = {"Number", STYLE_NUMBER},
                 [VM_STRING] = {"String", STYLE_STRING},
                 [VM_SYMBOL] = {"Symbol", STYLE_SYMBOL},
                 [VM_BIGINT] = {"BigInt", STYLE_BIGINT}};
    vm_value inner = vm_inner_value(s->object);
    vm_type type = vm_type_of(inner);
    const char *name = kinds[type].name;
    if (type == VM_STRING && !skip_characters(in, s, vm_string_length(inner))) {
        return false;
    }
    text_format(&s->base, "[%s", name);
    if (!vm_is_string(s->naming.constructor)) {
        text_add(&s->base, " (null prototype)");
    } else if (!same_text(in, s->naming.constructor, name)) {
        text_add(&s->base, " (");
        text_string(&s->base, s->naming.constructor);
        text_char(&s->base, ')');
    }
    text_add(&s->base, ": ");
    size_t start = in->text->length;
    bool colors = in->options.colors;
    in->options.colors = false;
    bool ok = show_primitive(in, inner);
    in->options.colors = colors;
    if (ok && !in->text->failed) {
        text_append(&s->base, in->text->bytes + start, in->text->length - start);
        in->text->length = start;
    }
    text_char(&s->base, ']');
    if (vm_is_string(s->naming.tag) && !vm_strict_equals(in->vm, s->naming.tag, s->naming.constructor)) {
        text_add(&s->base, " [");
        text_string(&s->base, s->naming.tag);
        text_char(&s->base, ']');
    }
    s->base_style = kinds[type].style;
    return ok;
}

// --- the sketch

static void sketch_host(struct inspector *in, struct sketch *s) {
    if (vm_is_string(s->naming.constructor) && !same_text(in, s->naming.constructor, "Object")) {
        sketch_plain(in, s);
    } else {
        text_add(&s->open, vm_host_class(s->object)->name);
        text_add(&s->open, " {");
    }
}

// Objects that only inherit from Error.prototype are shown as errors too.
static bool is_error_like(struct inspector *in, const struct sketch *s) {
    if (!vm_is_string(s->naming.constructor) || same_text(in, s->naming.constructor, "Object")) {
        return false;
    }
    vm_value error = vm_get(in->vm, vm_global(in->vm), "Error");
    int instance = vm_is_function(error) ? vm_instance_of(in->vm, s->object, error) : 0;
    inspect_forgive(in);
    return instance > 0;
}

static bool sketch_object(struct inspector *in, struct sketch *s) {
    vm_type type = vm_type_of(s->object);
    bool elements = type == VM_ARRAY || type == VM_TYPED_ARRAY;
    if (!naming_find(in, s->object, &s->naming)) {
        return false;
    }
    s->keys = inspect_keys(in, s->object, elements);
    if (vm_is_exception(s->keys) && type == VM_NAMESPACE && inspect_forgive(in)) { // some are uninitialized
        s->keys = vm_own_keys(in->vm, s->object, 0);
    }
    if (vm_is_exception(s->keys)) {
        return false;
    }
    s->close = "}";
    s->empty_anyway = s->braced_when_empty = true;
    s->elements = vm_undefined();
    s->base_style = STYLE_NAME;
    switch (type) {
    case VM_ARRAY: return sketch_array(in, s);
    case VM_ARGUMENTS: sketch_arguments(in, s); return true;
    case VM_MAP:
    case VM_SET: return sketch_collection(in, s, type == VM_MAP);
    case VM_TYPED_ARRAY: sketch_typed_array(in, s); return true;
    case VM_ITERATOR:
        s->empty_anyway = vm_iterated_type(s->object) == VM_OTHER_OBJECT;
        return sketch_iterator(in, s);
    case VM_WEAK_MAP:
    case VM_WEAK_SET:
        s->empty_anyway = false;
        sketch_weak(in, s, type == VM_WEAK_MAP ? "WeakMap" : "WeakSet");
        return true;
    case VM_PROMISE:
        s->empty_anyway = false;
        open_brace(in, s, "Promise", -1, "{");
        s->add = add_promise;
        return true;
    case VM_ARRAY_BUFFER:
        s->empty_anyway = false;
        open_brace(in, s,
                   vm_array_buffer_flags(s->object) & VM_BUFFER_SHARED ? "SharedArrayBuffer" : "ArrayBuffer",
                   -1, "{");
        s->add = add_array_buffer;
        return true;
    case VM_DATA_VIEW:
        s->empty_anyway = false;
        open_brace(in, s, "DataView", -1, "{");
        s->add = add_data_view;
        return true;
    case VM_NAMESPACE:
        s->empty_anyway = false;
        open_brace(in, s, "Module", -1, "{");
        return true;
    case VM_HOST_OBJECT: sketch_host(in, s); return true;
    default: break;
    }
    s->braced_when_empty = false;
    text_char(&s->open, '{');
    if (type == VM_OBJECT && is_error_like(in, s)) {
        type = VM_ERROR;
    }
    switch (type) {
    case VM_FUNCTION: return sketch_function(in, s);
    case VM_ERROR: return sketch_error(in, s);
    case VM_BOXED: return sketch_boxed(in, s);
    case VM_DATE: sketch_date(in, s); return true;
    case VM_REGEXP: return sketch_regexp(in, s);
    default:
        s->braced_when_empty = true;
        s->open.length = 0;
        sketch_plain(in, s);
        return true;
    }
}

// --- objects

// The number of an object that is met inside of itself, from 1 on; 0: it is none. add: becomes one.
static uint32_t circular_number(struct inspector *in, vm_value object, bool add) {
    for (uint32_t i = 0; i < in->circular_count; i++) {
        if (vm_strict_equals(in->vm, vm_get_index(in->vm, in->circular, i), object)) {
            return i + 1;
        }
    }
    if (!add) {
        return 0;
    }
    if (!in->circular_count) {
        in->circular = vm_array(in->vm, NULL, 0);
    }
    if (vm_is_exception(in->circular) || !vm_array_push(in->vm, in->circular, object)) {
        return 0;
    }
    return ++in->circular_count;
}

static void add_reference(struct inspector *in, struct text *out, uint32_t number) {
    char reference[32];
    struct text whole;
    text_start(&whole, in->vm);
    snprintf(reference, sizeof reference, "<ref *%u>", number);
    style_add(in, &whole, STYLE_SPECIAL, reference);
    if (out->length) {
        text_char(&whole, ' ');
        text_append(&whole, out->bytes, out->length);
    }
    whole.failed |= out->failed;
    text_free(out);
    *out = whole;
}

// What stands for an object that is nested too deep: its prefix in brackets.
static void show_deep(struct inspector *in, const struct sketch *s) {
    struct text name;
    text_start(&name, in->vm);
    vm_type type = vm_type_of(s->object);
    const struct naming *n = &s->naming;
    if (type == VM_ARRAY && !vm_is_string(n->tag) && same_text(in, n->constructor, "Array")) {
        text_add(&name, "Array");
    } else {
        naming_own_prefix(in, &name, s->object, n);
        name.length -= name.length > 0;
    }
    style_begin(in, in->text, STYLE_SPECIAL);
    bool bracketed = !vm_is_string(n->constructor);
    text_add(in->text, bracketed ? "" : "[");
    text_append(in->text, name.bytes, name.length);
    text_add(in->text, bracketed ? "" : "]");
    style_end(in, in->text, STYLE_SPECIAL);
    in->text->failed |= name.failed;
    text_free(&name);
}

static bool show_entries(struct inspector *in, struct sketch *s) {
    size_t first = in->span_count, start = in->text->length;
    int level = ++in->level;
    in->current = level;
    bool ok = !s->add || s->add(in, s);
    size_t own = in->span_count;
    ok = ok && add_properties(in, s);
    in->level--;
    if (ok && in->options.sorted) {
        ok = layout_sort(in, s->layout == LAYOUT_OBJECT ? first : own);
    }
    uint32_t number = ok ? circular_number(in, s->object, false) : 0;
    if (number) {
        add_reference(in, in->options.compact == INSPECT_DENSE ? &s->open : &s->base, number);
    }
    ok = ok && layout_entries(in, first, start, &s->base, &s->open, s->close, s->layout, s->elements, level);
    if (in->text->length > LONGEST_TEXT) {
        in->options.depth = -1;
    }
    return ok;
}

static bool show_sketch(struct inspector *in, struct sketch *s) {
    uint64_t keys;
    if (!vm_length(in->vm, s->keys, &keys)) {
        return false;
    }
    vm_type type = vm_type_of(s->object);
    bool deep = in->level > in->options.depth;
    if (s->empty_anyway && !keys && !vm_is_object(s->naming.inherited)) {
        style_begin(in, in->text, s->base_style);
        text_append(in->text, s->base.bytes, s->base.length);
        style_end(in, in->text, s->base_style);
        if (s->braced_when_empty) {
            text_append(in->text, s->open.bytes, s->open.length);
            text_add(in->text, s->close);
        }
        return true;
    }
    if (deep && type == VM_REGEXP) {
        text_append(in->text, s->base.bytes, s->base.length);
        return true;
    }
    if (deep) {
        show_deep(in, s);
        return true;
    }
    return show_entries(in, s);
}

static bool show_object(struct inspector *in, vm_value object) {
    struct sketch s = {.object = object};
    text_start(&s.base, in->vm);
    text_start(&s.open, in->vm);
    bool ok = sketch_object(in, &s) && show_sketch(in, &s);
    in->text->failed |= s.base.failed | s.open.failed;
    text_free(&s.base);
    text_free(&s.open);
    return ok;
}

// --- proxies and custom inspection

static bool show_proxy(struct inspector *in, vm_value proxy) {
    struct text none = {.vm = in->vm}, open = {.vm = in->vm, .bytes = "Proxy [", .length = 7};
    vm_value parts[2] = {vm_inner_value(proxy), vm_proxy_handler(proxy)};
    size_t first = in->span_count, start = in->text->length;
    if (in->level > in->options.depth) {
        style_add(in, in->text, STYLE_SPECIAL, "Proxy [Array]");
        return true;
    }
    in->level++;
    in->indentation += 2;
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        ok = entry_begin(in) && inspect_show(in, parts[i]);
        if (ok) {
            entry_end(in);
        }
    }
    in->indentation -= 2;
    in->level--;
    return ok &&
           layout_entries(in, first, start, &none, &open, "]", LAYOUT_ROWS, vm_undefined(), in->level + 1);
}

// The custom inspection function of an object, unless it belongs to the prototype that is shown.
static vm_value custom_function(struct inspector *in, vm_value value) {
    vm_value function = vm_get_key(in->vm, value, in->custom);
    if (!vm_is_function(function) || vm_strict_equals(in->vm, function, runtime_inspect(in->vm))) {
        return vm_is_exception(function) ? function : vm_undefined();
    }
    vm_value constructor = vm_get_key(in->vm, value, in->constructor);
    vm_value prototype = vm_is_exception(constructor) || !vm_is_object(constructor)
                             ? constructor
                             : vm_get(in->vm, constructor, "prototype");
    if (vm_is_exception(prototype)) {
        return prototype;
    }
    return vm_is_object(constructor) && vm_strict_equals(in->vm, prototype, value) ? vm_undefined()
                                                                                   : function;
}

// Shows what the function gives: a string as it is, another object in the place of this one. *done false: it
// gave the object itself.
static bool show_custom(struct inspector *in, vm_value context, vm_value function, bool *done) {
    vm_value options = inspect_options_object(in), inspect = runtime_inspect(in->vm);
    if (vm_is_exception(options) || vm_is_exception(inspect)) {
        return false;
    }
    int levels = in->options.depth;
    vm_value depth = levels == INSPECT_ALL        ? vm_null()
                     : levels == INSPECT_INFINITE ? vm_number(INFINITY)
                                                  : vm_int(levels - in->level);
    vm_value result = vm_call(in->vm, function, context, 3, (vm_value[]){depth, options, inspect});
    if (vm_is_exception(result)) {
        return false;
    }
    *done = !vm_strict_equals(in->vm, result, context);
    if (!*done) {
        return true;
    }
    if (vm_is_nullish(result) ? vm_is_undefined(result) : !vm_is_object(result) || vm_is_function(result)) {
        size_t length;
        char *shown = vm_to_utf8(in->vm, result, &length);
        if (!shown) {
            return false;
        }
        text_indented(in->text, shown, length, (size_t)in->indentation);
        vm_free(in->vm, shown);
        return true;
    }
    return inspect_show(in, result);
}

// --- any value

static bool has_room(struct inspector *in) {
    return in->level < DEEPEST && vm_stack_check(in->vm, LEVEL_STACK);
}

static bool show_overflow(struct inspector *in, vm_value object) {
    if (!inspect_forgive(in)) {
        return false;
    }
    struct naming naming;
    struct text name;
    text_start(&name, in->vm);
    if (!naming_find(in, object, &naming)) {
        inspect_forgive(in);
        naming = (struct naming){vm_undefined(), vm_undefined(), vm_undefined()};
    }
    naming_prefix(in, &name, &naming, "Object", -1);
    text_char(in->text, '[');
    text_append(in->text, name.bytes, name.length - (name.length > 0));
    text_add(in->text, ": Inspection interrupted prematurely. Maximum call stack size exceeded.]");
    in->text->failed |= name.failed;
    text_free(&name);
    return inspect_forgive(in);
}

bool inspect_show(struct inspector *in, vm_value value) {
    vm_value context = value;
    if (!vm_is_object(value)) {
        bool goes_on = ++in->steps % POLL_STEPS || vm_poll(in->vm);
        return goes_on && !vm_is_exception(value) && show_primitive(in, value);
    }
    if (!vm_safepoint(in->vm)) {
        return false;
    }
    while (vm_type_of(value) == VM_PROXY) {
        vm_value target = vm_inner_value(value);
        if (vm_is_null(target)) {
            style_add(in, in->text, STYLE_SPECIAL, "<Revoked Proxy>");
            return true;
        }
        if (in->options.show_proxy) {
            return has_room(in) ? show_proxy(in, value) : show_overflow(in, value);
        }
        value = target;
    }
    if (!has_room(in)) {
        return show_overflow(in, value);
    }
    if (in->options.custom) {
        vm_value function = custom_function(in, value);
        bool done = false;
        if (vm_is_exception(function)) {
            return false;
        }
        if (vm_is_function(function) && (!show_custom(in, context, function, &done) || done)) {
            return done;
        }
    }
    for (struct inspect_frame *f = in->innermost; f; f = f->outer) {
        if (vm_strict_equals(in->vm, f->object, value)) {
            char circular[32];
            snprintf(circular, sizeof circular, "[Circular *%u]", circular_number(in, value, true));
            style_add(in, in->text, STYLE_SPECIAL, circular);
            return !vm_has_exception(in->vm);
        }
    }
    struct inspect_frame frame = {in->innermost, value};
    in->innermost = &frame;
    bool ok = show_object(in, value);
    in->innermost = frame.outer;
    return ok;
}

bool inspect_value(struct text *out, vm_value value, const struct inspect_options *options) {
    vm_isolate *vm = out->vm;
    struct inspector in = {.vm = vm, .options = *options, .text = out};
    in.circular = in.stylize = vm_undefined();
    bool ok = true;
    if (vm_is_object(value)) {
        vm_value custom = vm_symbol_for(vm, "nodejs.util.inspect.custom");
        in.constructor = vm_intern(vm, "constructor");
        in.name = vm_intern(vm, "name");
        ok = !vm_is_exception(custom) && in.constructor.bits && in.name.bits;
        in.custom = ok ? vm_key_from_symbol(custom) : in.name;
    }
    if (options->colors) {
        inspect_read_styles(&in);
    }
    ok = ok && inspect_show(&in, value);
    vm_free(vm, in.spans);
    if (ok && out->failed) {
        vm_throw_out_of_memory(vm);
    }
    return ok && !out->failed;
}

char *vm_inspect(vm_isolate *vm, vm_value value, size_t *length) {
    struct text t;
    struct inspect_options options = inspect_defaults(vm);
    text_start(&t, vm);
    if (!inspect_value(&t, value, &options)) {
        text_free(&t);
        return NULL;
    }
    return text_take(&t, length);
}
