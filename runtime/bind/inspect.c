// An object is shown as
//
//     prefix { entry, entry }      on one line when it is short enough, else one entry a line; arrays with
//     many
//                                  short entries in columns
//
// where the prefix (class name, size, tag) is left out for plain objects and arrays. The walk keeps the chain
// of objects that it is inside of: meeting one of them again gives [Circular *n], and <ref *n> stands before
// that object.
#define _GNU_SOURCE // memmem
#include "bind/inspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE_COLUMNS 80
#define DEEPEST 200        // levels, whatever the options say
#define ARRAY_ENTRIES 100  // shown of arrays, sets and maps
#define STRING_UNITS 10000 // shown of strings
#define BUFFER_BYTES 50    // shown of buffers
#define CIRCULAR_LIMIT 16  // different objects that are referred to

struct frame {
    struct frame *outer;
    vm_value object;
};

struct inspector {
    vm_isolate *vm;
    const struct inspect_options *options;
    struct frame *innermost;
    int level;   // objects that the next one is inside of
    int current; // level of the object that was begun last
    unsigned indentation;
    vm_value circular[CIRCULAR_LIMIT]; // objects met again
    unsigned circular_count;
};

struct entries {
    struct text *items;
    size_t count, capacity;
    bool failed;
};

static bool show(struct inspector *in, struct text *out, vm_value v, bool quoted);

// --- lists of entries

static struct text *entries_add(struct inspector *in, struct entries *e) {
    if (e->count == e->capacity) {
        size_t capacity = e->capacity ? e->capacity * 2 : 8;
        struct text *items = vm_reallocate(in->vm, e->items, capacity * sizeof *items);
        if (!items) {
            e->failed = true;
            vm_throw_out_of_memory(in->vm);
            return NULL;
        }
        e->items = items;
        e->capacity = capacity;
    }
    struct text *t = &e->items[e->count++];
    text_start(t, in->vm);
    return t;
}

static void entries_free(struct inspector *in, struct entries *e) {
    for (size_t i = 0; i < e->count; i++) {
        text_free(&e->items[i]);
    }
    vm_free(in->vm, e->items);
    *e = (struct entries){0};
}

static bool contains_newline(const struct text *t) { return t->length && memchr(t->bytes, '\n', t->length); }

// Arrays with many short entries: several entries a line, in columns of one width each.
static void group_entries(struct inspector *in, struct entries *e, size_t grouped, bool numbers) {
    size_t total = 0, longest = 0, *columns_of = vm_allocate(in->vm, grouped * sizeof *columns_of);
    if (!columns_of) {
        return; // one a line is fine too
    }
    for (size_t i = 0; i < grouped; i++) {
        columns_of[i] = text_columns(e->items[i].bytes, e->items[i].length);
        total += columns_of[i] + 2;
        longest = columns_of[i] > longest ? columns_of[i] : longest;
    }
    size_t cell = longest + 2;
    bool fit =
        cell * 3 + in->indentation < LINE_COLUMNS && ((double)total / (double)cell > 5 || longest <= 6);
    double bias = sqrt((double)cell - (double)total / (double)e->count),
           wide = fmax((double)cell - 3 - bias, 1);
    double square = round(sqrt(2.5 * wide * (double)grouped) / wide);
    double room = floor((double)(LINE_COLUMNS - in->indentation) / (double)cell);
    size_t columns = (size_t)fmin(fmin(square, room), fmin(in->options->compact * 4, 15));
    if (!fit || columns <= 1) {
        vm_free(in->vm, columns_of);
        return;
    }
    size_t line = 0, widths[16] = {0};
    for (size_t i = 0; i < grouped; i++) {
        size_t *width = &widths[i % columns];
        *width = columns_of[i] + 2 > *width ? columns_of[i] + 2 : *width;
    }
    for (size_t i = 0; i < grouped; i += columns, line++) {
        struct text row;
        text_start(&row, in->vm);
        size_t end = i + columns < grouped ? i + columns : grouped;
        for (size_t j = i; j < end; j++) {
            bool last = j + 1 == end;
            size_t pad = widths[j - i] - columns_of[j] - 2;
            text_spaces(&row, numbers ? pad : 0);
            text_append(&row, e->items[j].bytes, e->items[j].length);
            if (!last) {
                text_add(&row, ", ");
                text_spaces(&row, numbers ? 0 : pad);
            }
        }
        for (size_t j = i; j < end; j++) {
            text_free(&e->items[j]);
        }
        e->items[line] = row;
    }
    for (size_t i = grouped; i < e->count; i++) {
        e->items[line++] = e->items[i];
    }
    e->count = line;
    vm_free(in->vm, columns_of);
}

enum layout { LAYOUT_OBJECT, LAYOUT_ARRAY };

// Puts prefix, braces and entries together; frees the entries.
static void join_entries(struct inspector *in, struct text *out, const char *prefix, const char *open,
                         const char *close, struct entries *e, enum layout layout, size_t grouped,
                         bool numbers) {
    int level = in->level - 1;
    size_t before = e->count;
    if (layout == LAYOUT_ARRAY && e->count > 6 && in->options->compact >= 1) {
        group_entries(in, e, grouped, numbers);
    }
    if (prefix[0]) {
        text_add(out, prefix);
        text_char(out, ' ');
    }
    text_add(out, open);
    bool one_line = in->current - level < in->options->compact && before == e->count && !strchr(prefix, '\n');
    size_t length = 2 * e->count + in->indentation + strlen(open) + strlen(prefix) + 10;
    for (size_t i = 0; i < e->count && one_line; i++) {
        length += text_columns(e->items[i].bytes, e->items[i].length);
        one_line = length <= LINE_COLUMNS && !contains_newline(&e->items[i]);
    }
    for (size_t i = 0; i < e->count; i++) {
        if (i) {
            text_char(out, ',');
        }
        if (one_line) {
            text_char(out, ' ');
        } else {
            text_char(out, '\n');
            text_spaces(out, in->indentation + 2);
        }
        text_append(out, e->items[i].bytes, e->items[i].length);
        out->failed |= e->items[i].failed;
    }
    if (one_line) {
        text_char(out, ' ');
    } else {
        text_char(out, '\n');
        text_spaces(out, in->indentation);
    }
    text_add(out, close);
    entries_free(in, e);
}

// --- primitives

static bool is_identifier(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i && c >= '0' && c <= '9')) {
            return false;
        }
    }
    return length;
}

// A string in quotes: single ones unless only others avoid escapes.
static void quote(struct text *out, const char *bytes, size_t length) {
    bool has_single = memchr(bytes, '\'', length), has_double = memchr(bytes, '"', length);
    bool has_back = memchr(bytes, '`', length);
    for (size_t i = 0; i + 1 < length; i++) {
        has_back |= bytes[i] == '$' && bytes[i + 1] == '{';
    }
    char mark = !has_single ? '\'' : !has_double ? '"' : !has_back ? '`' : '\'';
    text_char(out, mark);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\n') {
            text_add(out, "\\n");
        } else if (c == '\t') {
            text_add(out, "\\t");
        } else if (c == '\r') {
            text_add(out, "\\r");
        } else if (c == '\b') {
            text_add(out, "\\b");
        } else if (c == '\f') {
            text_add(out, "\\f");
        } else if (c == '\v') {
            text_add(out, "\\v");
        } else if (c == '\\' || c == (unsigned char)mark) {
            text_char(out, '\\');
            text_char(out, (char)c);
        } else if (c < 0x20 || c == 0x7F) {
            text_format(out, "\\x%02X", c);
        } else if (c == 0xED && i + 2 < length && (unsigned char)bytes[i + 1] >= 0xA0) { // a lone surrogate
            text_format(out, "\\u%04X",
                        0xD000 | ((unsigned)bytes[i + 1] & 0x3F) << 6 | ((unsigned)bytes[i + 2] & 0x3F));
            i += 2;
        } else {
            text_char(out, (char)c);
        }
    }
    text_char(out, mark);
}

static bool show_string(struct inspector *in, struct text *out, vm_value v, bool quoted) {
    size_t length;
    char *bytes = vm_to_utf8(in->vm, v, &length);
    if (!bytes) {
        return false;
    }
    size_t rest = 0;
    if (quoted && length > STRING_UNITS) {
        rest = length - STRING_UNITS;
        while (rest && ((unsigned char)bytes[length - rest] & 0xC0) == 0x80) {
            rest--;
        }
    }
    if (quoted) {
        quote(out, bytes, length - rest);
    } else {
        text_append(out, bytes, length);
    }
    if (rest) {
        text_format(out, "... %zu more character%s", rest, rest > 1 ? "s" : "");
    }
    vm_free(in->vm, bytes);
    return true;
}

static bool show_symbol(struct inspector *in, struct text *out, vm_value symbol) {
    text_add(out, "Symbol(");
    vm_value description = vm_symbol_description(symbol);
    bool ok = vm_is_undefined(description) || show_string(in, out, description, false);
    text_char(out, ')');
    return ok;
}

// False: not a primitive, or (error pending) failed.
static bool show_primitive(struct inspector *in, struct text *out, vm_value v, bool quoted) {
    switch (vm_type_of(v)) {
    case VM_STRING: return show_string(in, out, v, quoted);
    case VM_SYMBOL: return show_symbol(in, out, v);
    case VM_NUMBER: {
        double d = vm_as_double(v);
        if (d == 0 && signbit(d)) {
            text_char(out, '-');
        }
        return show_string(in, out, v, false);
    }
    case VM_BIGINT: {
        bool ok = show_string(in, out, v, false);
        text_char(out, 'n');
        return ok;
    }
    case VM_UNDEFINED:
    case VM_NULL:
    case VM_BOOLEAN: return show_string(in, out, v, false);
    default: return false;
    }
}

// --- what an object is called

// A string property found on the object or its prototypes without running getters; false: none.
static bool plain_string(struct inspector *in, vm_value object, vm_key key, vm_value *out, bool own_only) {
    vm_isolate *vm = in->vm;
    for (int i = 0; vm_is_object(object) && i < 100; i++) {
        vm_property p;
        if (vm_type_of(object) == VM_PROXY) {
            return false;
        }
        int there = vm_get_own(vm, object, key, &p);
        if (there < 0) {
            (void)vm_take_exception(vm);
            return false;
        }
        if (there) {
            *out = p.value;
            return !p.is_accessor && vm_is_string(p.value);
        }
        if (own_only) {
            return false;
        }
        object = vm_prototype(vm, object);
    }
    return false;
}

static bool local_key(struct inspector *in, const char *name, vm_key *key) {
    vm_value text = vm_string(in->vm, name);
    return !vm_is_exception(text) && vm_to_key(in->vm, text, key);
}

// The name of the constructor: of the first prototype with an own `constructor`. *depth: how far up. False:
// none.
static bool constructor_name(struct inspector *in, vm_value object, vm_value *name, int *depth) {
    vm_key constructor, name_key;
    if (!local_key(in, "constructor", &constructor) || !local_key(in, "name", &name_key)) {
        (void)vm_take_exception(in->vm);
        return false;
    }
    for (int i = 0; vm_is_object(object) && i < 100; i++) {
        vm_property p;
        if (vm_type_of(object) == VM_PROXY) {
            return false;
        }
        int there = vm_get_own(in->vm, object, constructor, &p);
        if (there < 0) {
            (void)vm_take_exception(in->vm);
            return false;
        }
        if (there && !p.is_accessor && vm_is_function(p.value) &&
            plain_string(in, p.value, name_key, name, true) && vm_string_length(*name)) {
            *depth = i;
            return true;
        }
        object = vm_prototype(in->vm, object);
    }
    return false;
}

// "Name", "Name [Tag]", "Name(size)", "[Name: null prototype]"
static void add_prefix(struct inspector *in, struct text *out, vm_value object, const char *fallback,
                       int64_t size, bool plain_too) {
    vm_value name = vm_undefined(), tag = vm_undefined();
    int up;
    bool has_name = constructor_name(in, object, &name, &up);
    vm_key key = vm_key_from_symbol(vm_well_known_symbol(in->vm, VM_SYMBOL_TO_STRING_TAG));
    bool has_tag = plain_string(in, object, key, &tag, false) && vm_string_length(tag);
    if (has_tag && has_name && vm_strict_equals(in->vm, tag, name)) {
        has_tag = false;
    }
    if (!has_name) {
        text_format(out, "[%s", fallback);
    } else if (!plain_too && !has_tag && vm_string_is(in->vm, name, fallback)) {
        return;
    } else {
        text_string(out, name);
    }
    if (size >= 0) {
        text_format(out, "(%lld)", (long long)size);
    }
    if (!has_name) {
        text_add(out, ": null prototype]");
    }
    if (has_tag) {
        text_add(out, " [");
        text_string(out, tag);
        text_char(out, ']');
    } else if (has_name && plain_too && !vm_string_is(in->vm, name, fallback) && strcmp(fallback, "Object")) {
        text_format(out, " [%s]", fallback);
    }
}

static void add_function_name(struct inspector *in, struct text *out, vm_value f) {
    unsigned flags = vm_function_flags(f);
    vm_key key;
    vm_value name = vm_undefined();
    bool named =
        local_key(in, "name", &key) && plain_string(in, f, key, &name, true) && vm_string_length(name);
    if (flags & VM_FUNCTION_CLASS) {
        text_add(out, "[class ");
        if (named) {
            text_string(out, name);
        } else {
            text_add(out, "(anonymous)");
        }
        vm_value parent = vm_prototype(in->vm, f), parent_name;
        if (vm_is_function(parent) && local_key(in, "name", &key) &&
            plain_string(in, parent, key, &parent_name, true) && vm_string_length(parent_name)) {
            text_add(out, " extends ");
            text_string(out, parent_name);
        }
    } else {
        text_add(out, flags & VM_FUNCTION_ASYNC ? "[Async" : "[");
        text_add(out, flags & VM_FUNCTION_GENERATOR ? "GeneratorFunction" : "Function");
        text_add(out, named ? ": " : " (anonymous)");
        text_string(out, name);
    }
    text_char(out, ']');
}

// --- properties

static bool add_key(struct inspector *in, struct text *t, vm_value key, bool hidden) {
    if (hidden) {
        text_char(t, '[');
    }
    bool ok = true;
    if (vm_is_symbol(key)) {
        text_char(t, '[');
        ok = show_symbol(in, t, key);
        text_char(t, ']');
    } else {
        size_t length;
        char *bytes = vm_to_utf8(in->vm, key, &length);
        if (!bytes) {
            return false;
        }
        if (hidden || is_identifier(bytes, length)) {
            text_append(t, bytes, length);
        } else {
            quote(t, bytes, length);
        }
        vm_free(in->vm, bytes);
    }
    if (hidden) {
        text_char(t, ']');
    }
    return ok;
}

static bool add_property(struct inspector *in, struct entries *e, vm_value object, vm_value name) {
    vm_key key;
    vm_property p;
    if (!vm_to_key(in->vm, name, &key)) {
        return false;
    }
    int there = vm_get_own(in->vm, object, key, &p);
    if (there <= 0) {
        return !there;
    }
    struct text *t = entries_add(in, e);
    if (!t || !add_key(in, t, name, !(p.attributes & VM_ENUMERABLE))) {
        return false;
    }
    text_add(t, ": ");
    if (p.is_accessor) {
        bool get = !vm_is_undefined(p.getter), set = !vm_is_undefined(p.setter);
        text_add(t, get && set ? "[Getter/Setter]" : get ? "[Getter]" : set ? "[Setter]" : "undefined");
        return true;
    }
    in->indentation += 2;
    bool ok = show(in, t, p.value, true);
    in->indentation -= 2;
    return ok;
}

static bool is_index(vm_isolate *vm, vm_value key) {
    vm_text text;
    if (!vm_is_string(key) || !vm_string_length(key) || vm_string_length(key) > 10 ||
        !vm_string_text(vm, key, &text) || !text.latin1) {
        return false;
    }
    for (size_t i = 0; i < text.length; i++) {
        if (text.latin1[i] < '0' || text.latin1[i] > '9') {
            return false;
        }
    }
    return text.length == 1 || text.latin1[0] != '0';
}

static bool add_properties(struct inspector *in, struct entries *e, vm_value object, bool skip_indices,
                           const char *const *skipped) {
    unsigned flags = VM_KEYS_SYMBOLS | (in->options->show_hidden ? 0 : VM_KEYS_ENUMERABLE);
    vm_value keys = vm_own_keys(in->vm, object, flags);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(in->vm, keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value key = vm_get_index(in->vm, keys, i);
        bool skip = vm_is_exception(key) || (skip_indices && is_index(in->vm, key));
        for (const char *const *s = skipped; s && *s && !skip; s++) {
            skip = vm_string_is(in->vm, key, *s);
        }
        if (!skip && !add_property(in, e, object, key)) {
            return false;
        }
    }
    return true;
}

static bool add_elements(struct inspector *in, struct entries *e, vm_value array, bool *numbers,
                         size_t *grouped) {
    uint64_t length;
    if (!vm_length(in->vm, array, &length)) {
        return false;
    }
    size_t shown = 0;
    *numbers = true;
    in->indentation += 2;
    uint64_t i = 0;
    bool ok = true;
    while (ok && i < length && shown < ARRAY_ENTRIES) {
        uint64_t holes = 0;
        vm_property p;
        int there = 0;
        while (i + holes < length) {
            vm_key key;
            there = vm_to_key(in->vm, vm_number((double)(i + holes)), &key)
                        ? vm_get_own(in->vm, array, key, &p)
                        : -1;
            if (there) {
                break;
            }
            holes++;
            if (holes == 1000 && i + holes < length) { // sparse: the keys tell faster
                vm_value keys = vm_own_keys(in->vm, array, 0);
                uint64_t count = 0, next = length;
                if (vm_is_exception(keys) || !vm_length(in->vm, keys, &count)) {
                    return false;
                }
                for (uint32_t k = 0; k < count; k++) {
                    vm_value name = vm_get_index(in->vm, keys, k);
                    double index;
                    if (is_index(in->vm, name) && vm_to_double(in->vm, name, &index) &&
                        index >= (double)(i + holes)) {
                        next = (uint64_t)index;
                        break;
                    }
                }
                holes = next - i;
            }
        }
        if (there < 0) {
            return false;
        }
        struct text *t = entries_add(in, e);
        if (!t) {
            return false;
        }
        shown++;
        if (holes) {
            text_format(t, "<%llu empty item%s>", (unsigned long long)holes, holes > 1 ? "s" : "");
            *numbers = false;
            i += holes;
        } else if (p.is_accessor) {
            text_add(t, "[Getter]");
            *numbers = false;
            i++;
        } else {
            *numbers = *numbers && (vm_is_number(p.value) || vm_is_bigint(p.value));
            ok = show(in, t, p.value, true);
            i++;
        }
    }
    in->indentation -= 2;
    *grouped = e->count;
    if (ok && i < length) {
        struct text *t = entries_add(in, e);
        if (!t) {
            return false;
        }
        text_format(t, "... %llu more item%s", (unsigned long long)(length - i), length - i > 1 ? "s" : "");
    }
    return ok;
}

static bool add_collection(struct inspector *in, struct entries *e, vm_value collection, bool map,
                           uint64_t *size) {
    vm_value entries = vm_entries(in->vm, collection);
    uint64_t count;
    if (vm_is_exception(entries) || !vm_length(in->vm, entries, &count)) {
        return false;
    }
    *size = map ? count / 2 : count;
    in->indentation += 2;
    bool ok = true;
    for (uint64_t i = 0; ok && i < *size && i < ARRAY_ENTRIES; i++) {
        struct text *t = entries_add(in, e);
        ok = t && show(in, t, vm_get_index(in->vm, entries, (uint32_t)(map ? 2 * i : i)), true);
        if (ok && map) {
            text_add(t, " => ");
            ok = show(in, t, vm_get_index(in->vm, entries, (uint32_t)(2 * i + 1)), true);
        }
    }
    in->indentation -= 2;
    if (ok && *size > ARRAY_ENTRIES) {
        struct text *t = entries_add(in, e);
        if (!t) {
            return false;
        }
        uint64_t more = *size - ARRAY_ENTRIES;
        text_format(t, "... %llu more item%s", (unsigned long long)more, more > 1 ? "s" : "");
    }
    return ok;
}

// --- dates, regular expressions, buffers

static bool add_date(struct inspector *in, struct text *base, vm_value date) {
    if (isnan(vm_as_double(vm_inner_value(date)))) {
        text_add(base, "Invalid Date");
        return true;
    }
    vm_value text = vm_invoke(in->vm, date, "toISOString", 0, NULL);
    text_string(base, text);
    return !vm_is_exception(text);
}

static bool add_regexp(struct inspector *in, struct text *base, vm_value regexp) {
    vm_value source = vm_get(in->vm, regexp, "source");
    vm_value flags = vm_is_exception(source) ? source : vm_get(in->vm, regexp, "flags");
    text_char(base, '/');
    text_string(base, source);
    text_char(base, '/');
    text_string(base, flags);
    return !vm_is_exception(flags);
}

static bool add_buffer(struct inspector *in, struct entries *e, vm_value buffer) {
    size_t length = 0;
    uint8_t *bytes;
    bool attached = vm_bytes(buffer, &bytes, &length);
    struct text *t = entries_add(in, e);
    if (!t) {
        return false;
    }
    if (!attached) {
        text_add(t, "(detached)");
    } else {
        text_add(t, "[Uint8Contents]: <");
        for (size_t i = 0; i < length && i < BUFFER_BYTES; i++) {
            text_format(t, i ? " %02x" : "%02x", bytes[i]);
        }
        if (length > BUFFER_BYTES) {
            text_format(t, " ... %zu more byte%s", length - BUFFER_BYTES,
                        length - BUFFER_BYTES > 1 ? "s" : "");
        }
        text_char(t, '>');
    }
    vm_keep(buffer);
    t = entries_add(in, e);
    if (t) {
        text_format(t, "byteLength: %zu", length);
    }
    return t;
}

static bool add_fields(struct inspector *in, struct entries *e, vm_value object, const char *const *names) {
    in->indentation += 2;
    bool ok = true;
    for (; *names && ok; names++) {
        vm_value value = vm_get(in->vm, object, *names);
        struct text *t = entries_add(in, e);
        ok = t && !vm_is_exception(value);
        if (ok) {
            text_format(t, "%s: ", *names);
            ok = show(in, t, value, true);
        }
    }
    in->indentation -= 2;
    return ok;
}

// --- errors

// The stack, or [Name: message] when there is none; lines are indented as the place demands.
static bool add_error(struct inspector *in, struct text *base, vm_value error) {
    vm_value stack = vm_get(in->vm, error, "stack");
    if (vm_is_exception(stack)) {
        (void)vm_take_exception(in->vm);
        stack = vm_undefined();
    }
    struct text t;
    text_start(&t, in->vm);
    bool has_stack = vm_is_string(stack) && vm_string_length(stack);
    if (has_stack) {
        text_string(&t, stack);
    } else {
        vm_error_info info;
        vm_error_describe(in->vm, error, &info);
        text_add(&t, info.message ? info.message : "Error");
        vm_error_info_free(in->vm, &info);
    }
    bool brackets = !t.length || !memmem(t.bytes, t.length, "\n    at", 7);
    if (brackets) {
        text_char(base, '[');
    }
    for (size_t i = 0; i < t.length; i++) {
        text_char(base, t.bytes[i]);
        if (t.bytes[i] == '\n') {
            text_spaces(base, in->indentation);
        }
    }
    if (brackets) {
        text_char(base, ']');
    }
    text_free(&t);
    return true;
}

static bool add_cause(struct inspector *in, struct entries *e, vm_value error) {
    static const char *const names[] = {"cause", "errors"};
    for (int i = 0; i < 2; i++) {
        vm_key key;
        vm_property p;
        if (!local_key(in, names[i], &key)) {
            return false;
        }
        int there = vm_get_own(in->vm, error, key, &p);
        if (there < 0) {
            return false;
        }
        if (there && !(p.attributes & VM_ENUMERABLE)) {
            struct text *t = entries_add(in, e);
            if (!t) {
                return false;
            }
            text_format(t, "[%s]: ", names[i]);
            in->indentation += 2;
            bool ok = show(in, t, p.is_accessor ? vm_undefined() : p.value, true);
            in->indentation -= 2;
            if (!ok) {
                return false;
            }
        }
    }
    return true;
}

// --- objects

static bool add_circular(struct inspector *in, struct text *out, vm_value object) {
    unsigned i = 0;
    while (i < in->circular_count && !vm_same_value(in->vm, in->circular[i], object)) {
        i++;
    }
    if (i == in->circular_count && i < CIRCULAR_LIMIT) {
        in->circular[in->circular_count++] = object;
    }
    text_format(out, "[Circular *%u]", i + 1);
    return true;
}

static bool show_object(struct inspector *in, struct text *out, vm_value object) {
    struct entries e = {0};
    struct text prefix;
    int current = in->current;
    in->current = in->level - 1;
    text_start(&prefix, in->vm);
    const char *open = "{", *close = "}";
    enum layout layout = LAYOUT_OBJECT;
    bool numbers = false, ok = true, base_only = false;
    size_t grouped = 0;
    uint64_t size = 0;
    vm_type type = vm_type_of(object);
    static const char *const error_fields[] = {"stack", "message", "cause", "errors", NULL};
    static const char *const no_fields[] = {NULL};
    const char *const *skipped = no_fields;
    bool skip_indices = false;
    switch (type) {
    case VM_ARRAY:
    case VM_ARGUMENTS:
        open = "[", close = "]", layout = LAYOUT_ARRAY, skip_indices = true;
        ok = vm_length(in->vm, object, &size);
        if (type == VM_ARGUMENTS) {
            text_add(&prefix, "[Arguments]");
        } else {
            vm_value name;
            int up = 0;
            bool plain = constructor_name(in, object, &name, &up) && vm_string_is(in->vm, name, "Array");
            add_prefix(in, &prefix, object, "Array", plain ? -1 : (int64_t)size, false);
        }
        ok = ok && add_elements(in, &e, object, &numbers, &grouped);
        break;
    case VM_MAP:
    case VM_SET: {
        bool map = type == VM_MAP;
        ok = add_collection(in, &e, object, map, &size);
        add_prefix(in, &prefix, object, map ? "Map" : "Set", (int64_t)size, true);
        break;
    }
    case VM_FUNCTION:
        add_function_name(in, &prefix, object);
        base_only = true;
        break;
    case VM_ERROR:
        ok = add_error(in, &prefix, object);
        skipped = error_fields;
        base_only = true;
        break;
    case VM_BOXED: {
        vm_value inner = vm_inner_value(object);
        static const char *const names[] = {[VM_BOOLEAN] = "Boolean",
                                            [VM_NUMBER] = "Number",
                                            [VM_STRING] = "String",
                                            [VM_SYMBOL] = "Symbol",
                                            [VM_BIGINT] = "BigInt"};
        text_format(&prefix, "[%s: ", names[vm_type_of(inner)]);
        ok = show_primitive(in, &prefix, inner, true);
        text_char(&prefix, ']');
        skip_indices = vm_is_string(inner);
        base_only = true;
        break;
    }
    case VM_PROMISE: {
        add_prefix(in, &prefix, object, "Promise", -1, true);
        struct text *t = entries_add(in, &e);
        vm_promise_status state = vm_promise_state(object);
        ok = t;
        if (ok && state == VM_PROMISE_PENDING) {
            text_add(t, "<pending>");
        } else if (ok) {
            text_add(t, state == VM_PROMISE_REJECTED ? "<rejected> " : "");
            in->indentation += 2;
            ok = show(in, t, vm_promise_result(object), true);
            in->indentation -= 2;
        }
        break;
    }
    case VM_WEAK_MAP:
    case VM_WEAK_SET: {
        add_prefix(in, &prefix, object, type == VM_WEAK_MAP ? "WeakMap" : "WeakSet", -1, true);
        struct text *t = entries_add(in, &e);
        ok = t;
        if (ok) {
            text_add(t, "<items unknown>");
        }
        break;
    }
    case VM_WEAK_REF: {
        add_prefix(in, &prefix, object, "WeakRef", -1, true);
        struct text *t = entries_add(in, &e);
        in->indentation += 2;
        ok = t && show(in, t, vm_inner_value(object), true);
        in->indentation -= 2;
        break;
    }
    case VM_DATE:
        ok = add_date(in, &prefix, object);
        base_only = true;
        break;
    case VM_REGEXP:
        ok = add_regexp(in, &prefix, object);
        base_only = true;
        break;
    case VM_ARRAY_BUFFER:
        add_prefix(in, &prefix, object,
                   vm_array_buffer_flags(object) & VM_BUFFER_SHARED ? "SharedArrayBuffer" : "ArrayBuffer", -1,
                   true);
        ok = add_buffer(in, &e, object);
        break;
    case VM_DATA_VIEW: {
        static const char *const names[] = {"byteLength", "byteOffset", "buffer", NULL};
        add_prefix(in, &prefix, object, "DataView", -1, true);
        ok = add_fields(in, &e, object, names);
        break;
    }
    case VM_TYPED_ARRAY: {
        vm_key key = vm_key_from_symbol(vm_well_known_symbol(in->vm, VM_SYMBOL_TO_STRING_TAG));
        vm_value kind = vm_get_key(in->vm, object, key);
        char *name = vm_is_string(kind) ? vm_to_utf8(in->vm, kind, NULL) : NULL;
        open = "[", close = "]", layout = LAYOUT_ARRAY, skip_indices = true;
        ok = !vm_is_exception(kind) && vm_length(in->vm, object, &size);
        add_prefix(in, &prefix, object, name ? name : "TypedArray", (int64_t)size, true);
        vm_free(in->vm, name);
        ok = ok && add_elements(in, &e, object, &numbers, &grouped);
        break;
    }
    case VM_NAMESPACE: text_add(&prefix, "[Module: null prototype]"); break;
    case VM_GENERATOR: text_add(&prefix, "Object [Generator]"); break;
    case VM_HOST_OBJECT: {
        vm_value name;
        int up;
        bool own = constructor_name(in, object, &name, &up) && !vm_string_is(in->vm, name, "Object");
        if (own) {
            add_prefix(in, &prefix, object, "Object", -1, true);
        } else {
            text_add(&prefix, vm_host_class(object)->name);
        }
        break;
    }
    default: add_prefix(in, &prefix, object, "Object", -1, false); break;
    }
    ok = ok && add_properties(in, &e, object, skip_indices, skipped);
    ok = ok && (type != VM_ERROR || add_cause(in, &e, object));
    char *base = ok ? text_take(&prefix, NULL) : NULL;
    if (!base) {
        text_free(&prefix);
        entries_free(in, &e);
        return false;
    }
    if (!e.count) {
        in->current = current; // nothing was shown inside
        text_add(out, base);
        if (!base_only) {
            text_add(out, base[0] ? " " : "");
            text_add(out, open);
            text_add(out, close);
        }
        entries_free(in, &e);
    } else {
        join_entries(in, out, base, open, close, &e, layout, grouped, numbers);
    }
    vm_free(in->vm, base);
    return true;
}

// What stands for an object that is nested too deep.
static bool show_too_deep(struct inspector *in, struct text *out, vm_value object) {
    if (vm_type_of(object) == VM_ARRAY) {
        text_add(out, "[Array]");
        return true;
    }
    vm_value name;
    int up;
    text_char(out, '[');
    if (constructor_name(in, object, &name, &up)) {
        text_string(out, name);
    } else {
        text_add(out, "Object: null prototype");
    }
    text_char(out, ']');
    return true;
}

static bool has_content(struct inspector *in, vm_value object) {
    vm_type type = vm_type_of(object);
    if (type == VM_FUNCTION || type == VM_ERROR || type == VM_BOXED || type == VM_DATE || type == VM_REGEXP) {
        return false;
    }
    vm_value keys = vm_own_keys(in->vm, object, VM_KEYS_ENUMERABLE);
    uint64_t count = 1;
    if (vm_is_exception(keys) || !vm_length(in->vm, keys, &count)) {
        (void)vm_take_exception(in->vm);
    }
    if (!count && (type == VM_MAP || type == VM_SET)) {
        vm_value entries = vm_entries(in->vm, object);
        if (vm_is_exception(entries) || !vm_length(in->vm, entries, &count)) {
            (void)vm_take_exception(in->vm);
        }
    }
    return count;
}

static bool show(struct inspector *in, struct text *out, vm_value v, bool quoted) {
    while (vm_type_of(v) == VM_PROXY) {
        v = vm_inner_value(v);
        if (vm_is_null(v)) {
            text_add(out, "<Revoked Proxy>");
            return true;
        }
    }
    if (!vm_is_object(v)) {
        return show_primitive(in, out, v, quoted);
    }
    for (struct frame *f = in->innermost; f; f = f->outer) {
        if (vm_same_value(in->vm, f->object, v)) {
            return add_circular(in, out, v);
        }
    }
    int limit = in->options->depth < 0 ? DEEPEST : in->options->depth;
    if (in->level > limit && (limit == DEEPEST || has_content(in, v))) {
        return show_too_deep(in, out, v);
    }
    struct frame frame = {in->innermost, v};
    struct text body;
    text_start(&body, in->vm);
    in->innermost = &frame;
    in->level++;
    bool ok = show_object(in, &body, v);
    in->level--;
    in->innermost = frame.outer;
    for (unsigned i = 0; i < in->circular_count && ok; i++) {
        if (vm_same_value(in->vm, in->circular[i], v)) {
            text_format(out, "<ref *%u> ", i + 1);
        }
    }
    text_append(out, body.bytes, body.length);
    out->failed |= body.failed;
    text_free(&body);
    return ok;
}

bool inspect_value(struct text *out, vm_value value, const struct inspect_options *options) {
    struct inspector in = {.vm = out->vm, .options = options, .indentation = options->indentation};
    if (!show(&in, out, value, true)) {
        return false;
    }
    if (out->failed) {
        vm_throw_out_of_memory(out->vm);
    }
    return !out->failed;
}

char *vm_inspect(vm_isolate *vm, vm_value value, size_t *length) {
    struct text t;
    struct inspect_options options = INSPECT_DEFAULT;
    text_start(&t, vm);
    if (!inspect_value(&t, value, &options)) {
        text_free(&t);
        return NULL;
    }
    return text_take(&t, length);
}
