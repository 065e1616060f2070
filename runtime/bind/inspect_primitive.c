// Primitive values.
#include <math.h>

#include "bind/inspect_internal.h"

#define LONG_STRING 16 // units; shorter ones are not broken at their newlines

// A part of a string's text: units from .. to.
struct units {
    vm_text text;
    size_t from, to;
};

static unsigned unit_at(const struct units *u, size_t i) {
    return u->text.latin1 ? u->text.latin1[i] : u->text.utf16[i];
}

static bool is_high(unsigned unit) { return (unit & 0xFC00) == 0xD800; }
static bool is_low(unsigned unit) { return (unit & 0xFC00) == 0xDC00; }

static void append_code_point(struct text *out, unsigned c) {
    char bytes[4];
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else if (c < 0x800) {
        bytes[n++] = (char)(0xC0 | c >> 6);
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        bytes[n++] = (char)(0xE0 | c >> 12);
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else {
        bytes[n++] = (char)(0xF0 | c >> 18);
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3F));
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    }
    text_append(out, bytes, n);
}

static void append_escape(struct text *out, unsigned c) {
    switch (c) {
    case '\b': text_add(out, "\\b"); break;
    case '\t': text_add(out, "\\t"); break;
    case '\n': text_add(out, "\\n"); break;
    case '\f': text_add(out, "\\f"); break;
    case '\r': text_add(out, "\\r"); break;
    case '\\': text_add(out, "\\\\"); break;
    default: text_format(out, c < 0x100 ? "\\x%02X" : "\\u%04x", c); break;
    }
}

// The units with escapes for control characters, lone surrogates, backslashes and the quotation mark.
static void append_escaped(struct text *out, const struct units *u, unsigned mark) {
    for (size_t i = u->from; i < u->to;) {
        size_t plain = i;
        if (u->text.latin1) {
            for (unsigned c;
                 plain < u->to && (c = u->text.latin1[plain]) >= 0x20 && c < 0x7F && c != mark && c != '\\';
                 plain++) {
            }
            text_append(out, (const char *)u->text.latin1 + i, plain - i);
            i = plain;
            if (i == u->to) {
                break;
            }
        }
        unsigned c = unit_at(u, i++);
        if (mark && c == mark) {
            text_char(out, '\\');
            text_char(out, (char)c);
        } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '\\' || is_low(c)) {
            append_escape(out, c);
        } else if (is_high(c)) {
            if (i < u->to && is_low(unit_at(u, i))) {
                append_code_point(out, 0x10000 + ((c & 0x3FF) << 10) + (unit_at(u, i++) & 0x3FF));
            } else {
                append_escape(out, c);
            }
        } else {
            append_code_point(out, c);
        }
    }
}

// Single quotes, unless only others avoid escapes.
static unsigned mark_for(const struct units *u) {
    bool single = false, twice = false, back = false;
    for (size_t i = u->from; i < u->to; i++) {
        unsigned c = unit_at(u, i);
        single |= c == '\'';
        twice |= c == '"';
        back |= c == '`' || (c == '$' && i + 1 < u->to && unit_at(u, i + 1) == '{');
    }
    return !single ? '\'' : !twice ? '"' : !back ? '`' : '\'';
}

static void append_quoted(struct text *out, const struct units *u) {
    unsigned mark = mark_for(u);
    text_char(out, (char)mark);
    append_escaped(out, u, mark);
    text_char(out, (char)mark);
}

bool show_quoted(struct inspector *in, struct text *out, vm_value string) {
    struct units u = {.from = 0};
    if (!vm_string_text(in->vm, string, &u.text)) {
        return false;
    }
    u.to = u.text.length;
    append_quoted(out, &u);
    vm_keep(string);
    return true;
}

bool show_escaped(struct inspector *in, struct text *out, vm_value string) {
    struct units u = {.from = 0};
    if (!vm_string_text(in->vm, string, &u.text)) {
        return false;
    }
    u.to = u.text.length;
    append_escaped(out, &u, 0);
    vm_keep(string);
    return true;
}

// Long strings are cut, and broken behind each newline into parts that are added up.
static bool show_string(struct inspector *in, vm_value string) {
    struct inspect_options *o = &in->options;
    struct units u = {.from = 0};
    if (!vm_string_text(in->vm, string, &u.text)) {
        return false;
    }
    size_t length = u.text.length, shown = length;
    if (o->maximum_units != INSPECT_ALL && shown > (size_t)o->maximum_units) {
        shown = o->maximum_units < 0 ? 0 : (size_t)o->maximum_units;
    }
    bool broken = o->compact != INSPECT_DENSE && shown > LONG_STRING && o->break_length != INSPECT_ALL &&
                  (double)shown > (double)o->break_length - in->indentation - 4;
    while (true) {
        u.to = shown;
        for (size_t i = u.from; broken && i < shown; i++) {
            if (unit_at(&u, i) == '\n') {
                u.to = i + 1;
                break;
            }
        }
        style_begin(in, in->text, STYLE_STRING);
        append_quoted(in->text, &u);
        style_end(in, in->text, STYLE_STRING);
        if (u.to == shown) {
            break;
        }
        text_add(in->text, " +\n");
        text_spaces(in->text, (size_t)in->indentation + 2);
        u.from = u.to;
    }
    if (shown < length) {
        text_format(in->text, "... %zu more character%s", length - shown, length - shown > 1 ? "s" : "");
    }
    vm_keep(string);
    return true;
}

bool show_symbol(struct inspector *in, struct text *out, vm_value symbol, bool escaped) {
    vm_value description = vm_symbol_description(symbol);
    text_add(out, "Symbol(");
    if (vm_is_string(description) && escaped) {
        if (!show_escaped(in, out, description)) {
            return false;
        }
    } else {
        text_string(out, description);
    }
    text_char(out, ')');
    return true;
}

// --- numbers

// Digits in groups of three: from the right before the point, from the left behind it.
static void append_grouped(struct text *out, const char *digits, size_t length, bool fraction) {
    for (size_t i = 0; i < length; i++) {
        if (i && (fraction ? i : length - i) % 3 == 0) {
            text_char(out, '_');
        }
        text_char(out, digits[i]);
    }
}

static void append_separated(struct text *out, const char *number, size_t length) {
    size_t start = number[0] == '-', point = start;
    while (point < length && number[point] >= '0' && number[point] <= '9') {
        point++;
    }
    size_t end = point < length && number[point] == '.' ? point + 1 : point;
    while (end < length && number[end] >= '0' && number[end] <= '9') {
        end++;
    }
    if (end < length) { // an exponent, Infinity, NaN
        text_append(out, number, length);
        return;
    }
    text_append(out, number, start);
    append_grouped(out, number + start, point - start, false);
    if (point < length) {
        text_char(out, '.');
        append_grouped(out, number + point + 1, length - point - 1, true);
    }
}

bool show_number(struct inspector *in, struct text *out, vm_value number) {
    enum style style = vm_is_bigint(number) ? STYLE_BIGINT : STYLE_NUMBER;
    style_begin(in, out, style);
    if (vm_is_int(number) && !in->options.numeric_separator) {
        text_format(out, "%d", vm_as_int(number));
    } else {
        size_t length;
        char *digits = vm_to_utf8(in->vm, number, &length);
        if (!digits) {
            return false;
        }
        if (vm_is_number(number) && vm_as_double(number) == 0 && signbit(vm_as_double(number))) {
            text_char(out, '-');
        }
        if (in->options.numeric_separator) {
            append_separated(out, digits, length);
        } else {
            text_append(out, digits, length);
        }
        vm_free(in->vm, digits);
        text_add(out, style == STYLE_BIGINT ? "n" : "");
    }
    style_end(in, out, style);
    return true;
}

bool show_primitive(struct inspector *in, vm_value value) {
    switch (vm_type_of(value)) {
    case VM_STRING: return show_string(in, value);
    case VM_NUMBER:
    case VM_BIGINT: return show_number(in, in->text, value);
    case VM_BOOLEAN:
        style_add(in, in->text, STYLE_BOOLEAN, vm_is_true(value) ? "true" : "false");
        return true;
    case VM_NULL: style_add(in, in->text, STYLE_NULL, "null"); return true;
    case VM_SYMBOL: {
        style_begin(in, in->text, STYLE_SYMBOL);
        bool ok = show_symbol(in, in->text, value, false);
        style_end(in, in->text, STYLE_SYMBOL);
        return ok;
    }
    default: style_add(in, in->text, STYLE_UNDEFINED, "undefined"); return true;
    }
}

// --- keys

bool is_identifier(struct inspector *in, vm_value string) {
    vm_text t;
    if (!vm_string_text(in->vm, string, &t)) {
        inspect_forgive(in);
        return false;
    }
    for (size_t i = 0; i < t.length; i++) {
        unsigned c = t.latin1 ? t.latin1[i] : t.utf16[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i && c >= '0' && c <= '9')) {
            return false;
        }
    }
    return t.length;
}

bool is_index(struct inspector *in, vm_value key) {
    vm_text t;
    if (!vm_is_string(key) || !vm_string_length(key) || vm_string_length(key) > 10 ||
        !vm_string_text(in->vm, key, &t) || !t.latin1) {
        return false;
    }
    for (size_t i = 0; i < t.length; i++) {
        if (t.latin1[i] < '0' || t.latin1[i] > '9') {
            return false;
        }
    }
    return t.length == 1 || t.latin1[0] != '0';
}
