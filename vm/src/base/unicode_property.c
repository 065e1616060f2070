// The sets behind \p{...}, decoded from their compact form whenever they are asked for.
#include "base/unicode.h"
#include "base/unicode_data.h"
#include "base/utf.h"

#include <string.h>

struct unicode_name {
    const char *text;
    size_t length;
};

static bool unicode_name_is(struct unicode_name name, const char *text) {
    return strlen(text) == name.length && memcmp(text, name.text, name.length) == 0;
}

// Whether `name` is one of the names in a list separated by '|'.
static bool unicode_name_in(struct unicode_name name, const char *list) {
    for (;;) {
        size_t length = strcspn(list, "|");
        if (length == name.length && memcmp(list, name.text, length) == 0) return true;
        if (list[length] == 0) return false;
        list += length + 1;
    }
}

// The number of the record that holds `name`, or -1.
static int unicode_find_name(struct unicode_name name, const char *records) {
    int number = 0;
    for (; *records; records += strlen(records) + 1, number++)
        if (unicode_name_in(name, records)) return number;
    return -1;
}

// -- Ranges ----------------------------------------------------------------------------------------------

// Joins adjoining ranges on the way to the visitor. A NULL visitor is satisfied at once.
struct unicode_sink {
    unicode_range_visitor *visit;
    void *context;
    uint32_t first, last;
    bool pending;
};

static bool unicode_flush(struct unicode_sink *sink) {
    bool pending = sink->pending;
    sink->pending = false;
    return !pending || sink->visit(sink->context, sink->first, sink->last);
}

static bool unicode_add(struct unicode_sink *sink, uint32_t first, uint32_t last) {
    if (sink->pending && sink->last + 1 == first) {
        sink->last = last;
        return true;
    }
    if (!unicode_flush(sink)) return false;
    sink->first = first;
    sink->last = last;
    sink->pending = true;
    return true;
}

static enum unicode_result unicode_finish(struct unicode_sink *sink, bool going) {
    return going && unicode_flush(sink) ? UNICODE_FOUND : UNICODE_STOPPED;
}

static enum unicode_result unicode_emit_set(const char *set, struct unicode_sink *sink) {
    uint32_t next = 0;
    bool going = sink->visit != NULL;
    if (!going) return UNICODE_FOUND;
    while (*set && going) {
        uint32_t first = next + unicode_number(&set);
        next = first + unicode_number(&set) + 1;
        going = unicode_add(sink, first, next - 1);
    }
    return unicode_finish(sink, going);
}

// The code points of a map whose value lies between `low` and `high`.
static enum unicode_result unicode_emit_map(const char *map, uint32_t low, uint32_t high,
                                            struct unicode_sink *sink) {
    uint32_t next = 0;
    bool going = sink->visit != NULL;
    if (!going) return UNICODE_FOUND;
    while (*map && going) {
        uint32_t value = unicode_number(&map), first = next;
        next = first + unicode_number(&map) + 1;
        if (value >= low && value <= high) going = unicode_add(sink, first, next - 1);
    }
    return unicode_finish(sink, going);
}

static enum unicode_result unicode_emit_range(uint32_t first, uint32_t last, struct unicode_sink *sink) {
    return !sink->visit || sink->visit(sink->context, first, last) ? UNICODE_FOUND : UNICODE_STOPPED;
}

// -- Values of General_Category, Script and Script_Extensions --------------------------------------------

static enum unicode_result unicode_emit_category(struct unicode_name value, struct unicode_sink *sink) {
    static const uint8_t groups[][2] = {{0, 2},   {0, 4},   {5, 7},   {8, 10},
                                        {11, 17}, {18, 21}, {22, 24}, {25, 29}};
    int number = unicode_find_name(value, unicode_category_names);
    if (number < 0) return UNICODE_UNKNOWN;
    uint32_t low = (uint32_t)number, high = low;
    if (number >= UNICODE_CATEGORIES) {
        low = groups[number - UNICODE_CATEGORIES][0];
        high = groups[number - UNICODE_CATEGORIES][1];
    }
    return unicode_emit_map(unicode_category_runs, low, high, sink);
}

static enum unicode_result unicode_emit_script(struct unicode_name value, struct unicode_sink *sink) {
    int number = unicode_find_name(value, unicode_script_names);
    if (number < 0) return UNICODE_UNKNOWN;
    return unicode_emit_map(unicode_script_runs, (uint32_t)number, (uint32_t)number, sink);
}

// Marks the sets of extensions that contain a script.
static void unicode_mark_sets(uint32_t script, bool marks[256]) {
    uint32_t number = 1;
    for (const char *set = unicode_extension_sets; *set; set++, number++)
        while (*set)
            if (unicode_number(&set) == script) marks[number] = true;
}

// Walks the maps of scripts and of extensions side by side; where there is a set of extensions it decides.
static enum unicode_result unicode_emit_extension(struct unicode_name value, struct unicode_sink *sink) {
    int number = unicode_find_name(value, unicode_script_names);
    if (number < 0) return UNICODE_UNKNOWN;
    if (!sink->visit) return UNICODE_FOUND;
    bool marks[256] = {false}, going = true;
    unicode_mark_sets((uint32_t)number, marks);
    const char *scripts = unicode_script_runs, *sets = unicode_extension_runs;
    uint32_t script = 0, script_end = 0, set = 0, set_end = 0;
    for (uint32_t at = 0, end; at <= UTF_MAXIMUM && going; at = end) {
        if (at == script_end) {
            script = unicode_number(&scripts);
            script_end += unicode_number(&scripts) + 1;
        }
        if (at == set_end) {
            set = unicode_number(&sets);
            set_end += unicode_number(&sets) + 1;
        }
        end = script_end < set_end ? script_end : set_end;
        if (set ? marks[set] : script == (uint32_t)number) going = unicode_add(sink, at, end - 1);
    }
    return unicode_finish(sink, going);
}

static enum unicode_result unicode_emit_binary(struct unicode_name name, struct unicode_sink *sink) {
    if (unicode_name_is(name, "Any")) return unicode_emit_range(0, UTF_MAXIMUM, sink);
    if (unicode_name_is(name, "ASCII")) return unicode_emit_range(0, 0x7f, sink);
    if (unicode_name_is(name, "Assigned"))
        return unicode_emit_map(unicode_category_runs, 0, UNICODE_UNASSIGNED - 1, sink);
    for (const char *record = unicode_binary; *record;) {
        const char *set = record + strlen(record) + 1;
        if (unicode_name_in(name, record)) return unicode_emit_set(set, sink);
        record = set + strlen(set) + 1;
    }
    return UNICODE_UNKNOWN;
}

enum unicode_result unicode_property_ranges(const char *name, size_t name_length, const char *value,
                                            size_t value_length, unicode_range_visitor *visit,
                                            void *context) {
    struct unicode_name property = {name, name_length}, wanted = {value, value_length};
    struct unicode_sink sink = {.visit = visit, .context = context};
    if (!value) {
        enum unicode_result result = unicode_emit_category(property, &sink);
        return result == UNICODE_UNKNOWN ? unicode_emit_binary(property, &sink) : result;
    }
    if (unicode_name_in(property, "General_Category|gc")) return unicode_emit_category(wanted, &sink);
    if (unicode_name_in(property, "Script|sc")) return unicode_emit_script(wanted, &sink);
    if (unicode_name_in(property, "Script_Extensions|scx")) return unicode_emit_extension(wanted, &sink);
    return UNICODE_UNKNOWN;
}

// -- Strings ---------------------------------------------------------------------------------------------

static bool unicode_emit_strings(const char *text, unicode_string_visitor *visit, void *context) {
    uint32_t string[UNICODE_SEQUENCE_MAXIMUM];
    for (int i = 0; i < UNICODE_SEQUENCE_MAXIMUM; i++)
        string[i] = 0x1f000;
    while (*text) {
        uint32_t shared = unicode_digit(*text++), length = shared + unicode_digit(*text++);
        for (uint32_t i = shared; i < length; i++) {
            uint32_t zigzag = unicode_number(&text);
            string[i] += zigzag & 1 ? 0 - (zigzag + 1) / 2 : zigzag / 2;
        }
        if (!visit(context, string, length)) return false;
    }
    return true;
}

enum unicode_result unicode_property_strings(const char *name, size_t name_length,
                                             unicode_string_visitor *visit, void *context) {
    struct unicode_name property = {name, name_length};
    bool all = unicode_name_is(property, "RGI_Emoji"), found = all;
    for (const char *record = unicode_sequences; *record;) {
        const char *strings = record + strlen(record) + 1;
        if (all || unicode_name_is(property, record)) {
            found = true;
            if (visit && !unicode_emit_strings(strings, visit, context)) return UNICODE_STOPPED;
        }
        record = strings + strlen(strings) + 1;
    }
    return found ? UNICODE_FOUND : UNICODE_UNKNOWN;
}
