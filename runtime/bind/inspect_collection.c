// Entries of arrays, typed arrays, maps, sets, their iterators, and buffers.
#include <stdio.h>

#include "bind/inspect_internal.h"

#define HOLES_BY_STEP 64 // longer runs of holes are measured with the keys

static uint64_t shown_of(const struct inspector *in, uint64_t length) {
    uint64_t most = in->options.maximum_entries < 0 ? 0 : (uint64_t)in->options.maximum_entries;
    return in->options.maximum_entries == INSPECT_ALL || length < most ? length : most;
}

// --- arrays

static int own_element(struct inspector *in, vm_value array, uint64_t i) {
    vm_key key;
    return vm_to_key(in->vm, vm_number((double)i), &key) ? vm_has_own(in->vm, array, key) : -1;
}

// The first index from `from` on that is there; the length when none is. False: error pending.
static bool next_element(struct inspector *in, vm_value array, uint64_t from, uint64_t length,
                         uint64_t *out) {
    uint64_t i = from;
    for (; i < length && i < from + HOLES_BY_STEP; i++) {
        int there = own_element(in, array, i);
        if (there) {
            *out = i;
            return there > 0;
        }
    }
    *out = length;
    if (i == length) {
        return true;
    }
    vm_value keys = vm_own_keys(in->vm, array, 0);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(in->vm, keys, &count)) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        vm_value name = vm_get_index(in->vm, keys, k);
        double index;
        if (!is_index(in, name)) {
            return true;
        }
        if (!vm_to_double(in->vm, name, &index)) {
            return false;
        }
        if (index >= (double)i && index < (double)length) {
            *out = (uint64_t)index;
            return true;
        }
    }
    return true;
}

static bool add_holes(struct inspector *in, uint64_t holes) {
    char text[64];
    snprintf(text, sizeof text, "<%llu empty item%s>", (unsigned long long)holes, holes > 1 ? "s" : "");
    if (!entry_begin(in)) {
        return false;
    }
    style_add(in, in->text, STYLE_UNDEFINED, text);
    entry_end(in);
    return true;
}

bool add_array(struct inspector *in, struct sketch *s) {
    uint64_t length, i = 0, shown = 0, most;
    if (!vm_length(in->vm, s->object, &length)) {
        return false;
    }
    most = shown_of(in, length);
    while (i < length && shown < most) {
        uint64_t next;
        if (!next_element(in, s->object, i, length, &next)) {
            return false;
        }
        if (next > i) {
            if (!add_holes(in, next - i)) {
                return false;
            }
            i = next;
        } else if (!add_property(in, s->object, vm_number((double)i++), PROPERTY_ELEMENT, s->object)) {
            return false;
        }
        shown++;
    }
    return i == length || entry_more(in, length - i);
}

bool add_typed_array(struct inspector *in, struct sketch *s) {
    static const char *const fields[] = {"BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"};
    vm_view view;
    if (!vm_view_of(s->object, &view)) {
        return true;
    }
    uint64_t shown = shown_of(in, view.length);
    for (uint32_t i = 0; i < shown; i++) {
        vm_value element = vm_get_index(in->vm, s->object, i);
        if (vm_is_exception(element) || !entry_begin(in) || !show_primitive(in, element)) {
            return false;
        }
        entry_end(in);
    }
    if (shown < view.length && !entry_more(in, view.length - shown)) {
        return false;
    }
    for (size_t i = 0; in->options.show_hidden && i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(fields[i], "buffer")) {
            if (!add_field(in, s->object, fields[i], true)) {
                return false;
            }
            continue;
        }
        uint8_t *bytes; // its contents are shown already
        size_t length = 0;
        vm_bytes(view.buffer, &bytes, &length);
        if (!entry_begin(in)) {
            return false;
        }
        text_format(in->text, "[buffer]: %sArrayBuffer { byteLength: ",
                    vm_array_buffer_flags(view.buffer) & VM_BUFFER_SHARED ? "Shared" : "");
        if (!show_number(in, in->text, vm_int64((int64_t)length))) {
            return false;
        }
        text_add(in->text, " }");
        entry_end(in);
    }
    return true;
}

// --- maps and sets

bool sketch_entries(struct inspector *in, struct sketch *s) {
    uint64_t most = in->options.maximum_entries == INSPECT_ALL ? UINT64_MAX : shown_of(in, UINT32_MAX);
    vm_entries_kind kind = vm_entries(in->vm, s->object, most, &s->entries, &s->entry_count);
    s->pairs = kind == VM_ENTRIES_PAIRS;
    return kind != VM_ENTRIES_FAILED;
}

// "key => value"; or "[ key, value ]", laid out like an array.
static bool add_pair(struct inspector *in, vm_value key, vm_value value, bool arrow) {
    struct text none = {.vm = in->vm}, open = {.vm = in->vm, .bytes = "[", .length = 1};
    size_t start = in->text->length, first = in->span_count;
    if (arrow) {
        if (!inspect_show(in, key)) {
            return false;
        }
        text_add(in->text, " => ");
        return inspect_show(in, value);
    }
    for (int i = 0; i < 2; i++) {
        if (!entry_begin(in) || !inspect_show(in, i ? value : key)) {
            return false;
        }
        entry_end(in);
    }
    return layout_entries(in, first, start, &none, &open, "]", LAYOUT_ROWS, vm_undefined(), in->level);
}

static bool add_entries(struct inspector *in, struct sketch *s, bool arrows) {
    uint64_t shown = shown_of(in, s->entry_count);
    in->indentation += 2;
    bool ok = true;
    for (uint64_t i = 0; ok && i < shown; i++) {
        uint32_t at = (uint32_t)(s->pairs ? 2 * i : i);
        vm_value first = vm_get_index(in->vm, s->entries, at);
        ok = entry_begin(in) &&
             (s->pairs ? add_pair(in, first, vm_get_index(in->vm, s->entries, at + 1), arrows)
                       : inspect_show(in, first));
        if (ok) {
            entry_end(in);
        }
    }
    in->indentation -= 2;
    return ok && (shown == s->entry_count || entry_more(in, s->entry_count - shown));
}

bool add_collection(struct inspector *in, struct sketch *s) { return add_entries(in, s, true); }
bool add_iterator(struct inspector *in, struct sketch *s) { return add_entries(in, s, false); }

// --- buffers

bool add_array_buffer(struct inspector *in, struct sketch *s) {
    size_t length = 0;
    uint8_t *bytes;
    bool attached = vm_bytes(s->object, &bytes, &length);
    if (!entry_begin(in)) {
        return false;
    }
    if (!attached) {
        style_add(in, in->text, STYLE_SPECIAL, "(detached)");
    } else {
        size_t shown = (size_t)shown_of(in, length);
        style_add(in, in->text, STYLE_SPECIAL, "[Uint8Contents]");
        text_add(in->text, ": <");
        for (size_t i = 0; i < shown; i++) {
            text_format(in->text, i ? " %02x" : "%02x", bytes[i]);
        }
        if (shown < length) {
            text_format(in->text, " ... %zu more byte%s", length - shown, length - shown > 1 ? "s" : "");
        }
        text_char(in->text, '>');
    }
    vm_keep(s->object);
    entry_end(in);
    return add_field(in, s->object, "byteLength", false);
}

bool add_data_view(struct inspector *in, struct sketch *s) {
    return add_field(in, s->object, "byteLength", false) && add_field(in, s->object, "byteOffset", false) &&
           add_field(in, s->object, "buffer", false);
}
