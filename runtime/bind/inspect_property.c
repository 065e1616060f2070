// Properties: which ones an object shows, and their entries "name: value".
#include "bind/inspect_internal.h"

vm_value inspect_keys(struct inspector *in, vm_value object, bool named_only) {
    unsigned flags = VM_KEYS_SYMBOLS | (in->options.show_hidden ? 0 : VM_KEYS_ENUMERABLE) |
                     (named_only ? VM_KEYS_NAMED : 0);
    return vm_own_keys(in->vm, object, flags);
}

// --- names

static bool add_string_name(struct inspector *in, vm_value name, bool hidden) {
    struct text *out = in->text;
    bool ok = true;
    if (hidden) {
        text_char(out, '[');
        ok = show_escaped(in, out, name);
        text_char(out, ']');
    } else if (vm_string_is(in->vm, name, "__proto__")) {
        text_add(out, "['__proto__']");
    } else if (is_identifier(in, name)) {
        style_begin(in, out, STYLE_NAME);
        text_string(out, name);
        style_end(in, out, STYLE_NAME);
    } else {
        style_begin(in, out, STYLE_STRING);
        ok = show_quoted(in, out, name);
        style_end(in, out, STYLE_STRING);
    }
    return ok;
}

static bool add_name(struct inspector *in, vm_value name, bool hidden) {
    if (!vm_is_symbol(name)) {
        return add_string_name(in, name, hidden);
    }
    text_char(in->text, '[');
    style_begin(in, in->text, STYLE_SYMBOL);
    bool ok = show_symbol(in, in->text, name, true);
    style_end(in, in->text, STYLE_SYMBOL);
    text_char(in->text, ']');
    return ok;
}

// --- values

// A value that goes on a line of its own when it is too long, in the dense form of plain objects.
static bool add_value(struct inspector *in, vm_value value, enum property_kind kind) {
    bool dense = in->options.compact == INSPECT_DENSE && kind == PROPERTY_NAMED;
    int shift = dense ? 3 : 2;
    size_t start = in->text->length;
    in->indentation += shift;
    bool ok = inspect_show(in, value);
    if (ok && dense && !in->text->failed && in->options.break_length != INSPECT_ALL &&
        text_width(in->text->bytes + start, in->text->length - start, in->options.colors) >
            (size_t)in->options.break_length) {
        in->text->length = start; // again, below the name
        text_remove(in->text, start - 1, start);
        text_char(in->text, '\n');
        text_spaces(in->text, (size_t)in->indentation);
        ok = inspect_show(in, value);
    }
    in->indentation -= shift;
    return ok;
}

static void add_label(struct inspector *in, const char *label, bool open) {
    style_begin(in, in->text, STYLE_SPECIAL);
    text_format(in->text, open ? "[%s:" : "[%s]", label);
    style_end(in, in->text, STYLE_SPECIAL);
}

static bool add_thrown(struct inspector *in) {
    if (vm_termination(in->vm)) {
        return false;
    }
    vm_value error = vm_take_exception(in->vm);
    vm_value message = vm_is_object(error) ? vm_get(in->vm, error, "message") : vm_undefined();
    if (!inspect_forgive(in)) {
        return false;
    }
    text_add(in->text, "<Inspection threw (");
    text_string(in->text, message);
    text_add(in->text, vm_is_string(message) ? ")>" : "undefined)>");
    return inspect_forgive(in);
}

static bool add_getter(struct inspector *in, const vm_property *p, vm_value receiver, const char *label) {
    vm_value value = vm_call(in->vm, p->getter, receiver, 0, NULL);
    bool object = !vm_is_exception(value) && vm_is_object(value) && !vm_is_function(value), ok;
    add_label(in, label, !object);
    text_char(in->text, ' ');
    in->indentation += 2;
    if (vm_is_exception(value)) {
        ok = add_thrown(in);
    } else {
        ok = vm_is_object(value) ? inspect_show(in, value) : show_primitive(in, value);
    }
    in->indentation -= 2;
    if (!object) {
        style_add(in, in->text, STYLE_SPECIAL, "]");
    }
    return ok;
}

static bool add_accessor(struct inspector *in, const vm_property *p, vm_value receiver) {
    bool get = !vm_is_undefined(p->getter), set = !vm_is_undefined(p->setter);
    const char *label = get && set ? "Getter/Setter" : get ? "Getter" : "Setter";
    enum inspect_getters called = in->options.getters;
    if (get && (called == INSPECT_GETTERS_ALL || (called == INSPECT_GETTERS_READONLY && !set) ||
                (called == INSPECT_GETTERS_PAIRED && set))) {
        return add_getter(in, p, receiver, label);
    }
    if (get || set) {
        add_label(in, label, false);
    } else {
        style_add(in, in->text, STYLE_UNDEFINED, "undefined");
    }
    return true;
}

// --- entries

bool add_property(struct inspector *in, vm_value object, vm_value name, enum property_kind kind,
                  vm_value receiver) {
    vm_key key;
    vm_property p;
    int there = vm_to_key(in->vm, name, &key) ? vm_get_own(in->vm, object, key, &p) : -1;
    bool uninitialized = false;
    if (there < 0 && vm_type_of(object) == VM_NAMESPACE) {
        uninitialized = inspect_forgive(in);
        p = (vm_property){.attributes = VM_DEFAULT};
    } else if (there <= 0) {
        return !there;
    }
    if (!entry_begin(in)) {
        return false;
    }
    if (kind != PROPERTY_ELEMENT) {
        if (!add_name(in, name, !(p.attributes & VM_ENUMERABLE))) {
            return false;
        }
        text_add(in->text, ": ");
    }
    bool ok = true;
    if (uninitialized) {
        style_add(in, in->text, STYLE_SPECIAL, "<uninitialized>");
    } else {
        ok = p.is_accessor ? add_accessor(in, &p, receiver) : add_value(in, p.value, kind);
    }
    entry_end(in);
    return ok;
}

bool add_field(struct inspector *in, vm_value object, const char *name, bool bracketed) {
    vm_value value = vm_get(in->vm, object, name);
    if (vm_is_exception(value)) { // a view of a detached buffer has no length
        value = vm_undefined();
    }
    if (!inspect_forgive(in) || !entry_begin(in)) {
        return false;
    }
    text_format(in->text, bracketed ? "[%s]: " : "%s: ", name);
    bool ok = add_value(in, value, PROPERTY_EXTRA);
    entry_end(in);
    return ok;
}

static bool add_inherited(struct inspector *in, struct sketch *s) {
    uint64_t count = 0;
    if (!vm_is_object(s->naming.inherited)) {
        return true;
    }
    if (!vm_length(in->vm, s->naming.inherited, &count)) {
        return false;
    }
    in->level--; // they are shown as if beside the object
    bool ok = true;
    for (uint32_t i = 0; ok && i + 1 < count; i += 2) {
        vm_value holder = vm_get_index(in->vm, s->naming.inherited, i),
                 key = vm_get_index(in->vm, s->naming.inherited, i + 1);
        size_t before = in->span_count;
        ok = !vm_is_exception(holder) && !vm_is_exception(key) &&
             add_property(in, holder, key, PROPERTY_NAMED, s->object);
        if (ok && in->options.colors && in->span_count > before) { // dim
            text_insert(in->text, in->spans[before].start, "\x1b[2m");
            text_add(in->text, "\x1b[22m");
            entry_end(in);
        }
    }
    in->level++;
    return ok;
}

bool add_properties(struct inspector *in, struct sketch *s) {
    uint64_t count;
    enum property_kind kind = s->layout == LAYOUT_ROWS ? PROPERTY_EXTRA : PROPERTY_NAMED;
    if (!vm_length(in->vm, s->keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value key = vm_get_index(in->vm, s->keys, i);
        if (vm_is_exception(key) || !add_property(in, s->object, key, kind, s->object)) {
            return false;
        }
    }
    return add_inherited(in, s);
}
