// Source maps (ECMA-426), version 3. A script names its map in its last comment `//# sourceMappingURL=`: a
// data: URL or a file beside it. The map is read at the first place that is asked for, and kept.
//
// `mappings` is one line of text for each generated line, a segment for each piece of it: numbers in base 64,
// five bits a digit and the lowest of all bits the sign, each the difference to the one before it. They are
// decoded once into a sorted array of segments. A map of sections is the same array, each section moved to
// its offset. A map that is damaged is treated as far as it goes; one that cannot be read, as none.
#include "modules/source_map.h"

#include <stdlib.h>

#include "bind/text.h"
#include "modules/path.h"
#include "os/fs.h"

#define NO_SOURCE UINT32_MAX
#define SECTION_DEPTH 8 // sections within sections

// A piece of generated text, from its place to the next one. All counted from 0.
struct segment {
    uint32_t line, column;
    uint32_t source; // index; NO_SOURCE: generated from nothing
    uint32_t source_line, source_column;
};

struct source {
    char *file;
    char *text; // from `sourcesContent` or the file; NULL: not known, or not read yet
    size_t length;
    bool tried;
};

// Of one script.
struct source_map {
    struct source_map *next;
    char *name; // of the script: with text and length the key
    const char *text;
    size_t text_length;
    struct segment *segments;
    uint32_t segment_count, segment_capacity;
    struct source *sources;
    uint32_t source_count;
};

static void map_free(vm_isolate *vm, struct source_map *map) {
    for (uint32_t i = 0; i < map->source_count; i++) {
        vm_free(vm, map->sources[i].file);
        vm_free(vm, map->sources[i].text);
    }
    vm_free(vm, map->sources);
    vm_free(vm, map->segments);
    vm_free(vm, map->name);
    vm_free(vm, map);
}

static char *copy_text(vm_isolate *vm, const char *bytes, size_t length) {
    char *copy = vm_allocate(vm, length + 1);
    if (copy) {
        memcpy(copy, bytes, length);
        copy[length] = 0;
    }
    return copy;
}

// --- decoding

static int digit(char c, char last, char last_but_one) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == last_but_one    ? 62
           : c == last            ? 63
                                  : -1;
}

// Adds the next number of a segment to *value. False: there is none.
static bool next_number(const char **at, int64_t *value) {
    uint64_t bits = 0;
    int d;
    for (int shift = 0; shift < 35 && (d = digit(**at, '/', '+')) >= 0; shift += 5) {
        (*at)++;
        bits |= (uint64_t)(d & 31) << shift;
        if (!(d & 32)) {
            *value += bits & 1 ? -(int64_t)(bits >> 1) : (int64_t)(bits >> 1);
            return *value >= 0 && *value < UINT32_MAX;
        }
    }
    return false;
}

static bool add_segment(vm_isolate *vm, struct source_map *map, struct segment segment) {
    if (map->segment_count == map->segment_capacity) {
        uint32_t capacity = map->segment_capacity ? map->segment_capacity * 2 : 64;
        struct segment *more = vm_reallocate(vm, map->segments, capacity * sizeof *more);
        if (!more) {
            return false;
        }
        map->segments = more;
        map->segment_capacity = capacity;
    }
    map->segments[map->segment_count++] = segment;
    return true;
}

// `line` and `column` move the whole; sources count from `first_source`.
static void decode_mappings(vm_isolate *vm, struct source_map *map, const char *at, uint32_t line,
                            uint32_t column, uint32_t first_source) {
    int64_t generated = 0, source = 0, source_line = 0, source_column = 0, name = 0;
    uint32_t first_line = line;
    while (*at) {
        if (*at == ';' || *at == ',') {
            generated = *at == ';' ? 0 : generated;
            line += *at++ == ';';
            continue;
        }
        if (!next_number(&at, &generated)) {
            return;
        }
        struct segment s = {line, (uint32_t)generated + (line == first_line ? column : 0), NO_SOURCE, 0, 0};
        if (*at && *at != ',' && *at != ';') {
            if (!next_number(&at, &source) || !next_number(&at, &source_line) ||
                !next_number(&at, &source_column)) {
                return;
            }
            if (first_source + source < map->source_count) {
                s.source = first_source + (uint32_t)source;
                s.source_line = (uint32_t)source_line;
                s.source_column = (uint32_t)source_column;
            }
            if (*at && *at != ',' && *at != ';' && !next_number(&at, &name)) {
                return;
            }
        }
        if (!add_segment(vm, map, s)) {
            return;
        }
    }
}

static int compare_segments(const void *a, const void *b) {
    const struct segment *x = a, *y = b;
    return x->line != y->line       ? (x->line < y->line ? -1 : 1)
           : x->column != y->column ? (x->column < y->column ? -1 : 1)
                                    : 0;
}

// --- the JSON object

// A property as UTF-8, NULL when it is no string. An error of the way is dropped.
static char *text_property(vm_isolate *vm, vm_value object, const char *name) {
    vm_value v = vm_get(vm, object, name);
    char *text = vm_is_string(v) ? vm_to_utf8(vm, v, NULL) : NULL;
    if (vm_has_exception(vm)) {
        (void)vm_take_exception(vm);
    }
    return text;
}

static vm_value array_property(vm_isolate *vm, vm_value object, const char *name, uint64_t *length) {
    vm_value v = vm_get(vm, object, name);
    *length = 0;
    if (!vm_is_array(v) || !vm_length(vm, v, length)) {
        v = vm_undefined();
    }
    if (vm_has_exception(vm)) {
        (void)vm_take_exception(vm);
    }
    return v;
}

static uint32_t number_property(vm_isolate *vm, vm_value object, const char *name) {
    vm_value v = vm_is_object(object) ? vm_get(vm, object, name) : vm_undefined();
    return vm_is_int(v) && vm_as_int(v) > 0 ? (uint32_t)vm_as_int(v) : 0;
}

// The file that a source names, seen from the map `base`; other URLs than file: stay as they are.
static char *source_file(vm_isolate *vm, const char *base, const char *root, const char *source) {
    struct text t;
    text_start(&t, vm);
    if (root && *root && source[0] != '/' && !strstr(source, "://")) {
        text_add(&t, root);
        text_add(&t, path_has_suffix(root, "/") ? "" : "/");
    }
    text_add(&t, source);
    char *whole = text_take(&t, NULL);
    if (!whole || (strstr(whole, "://") && strncmp(whole, "file://", 7))) {
        return whole;
    }
    char *path = path_resolve(vm, base, whole);
    vm_free(vm, whole);
    return path;
}

static bool read_sources(vm_isolate *vm, struct source_map *map, vm_value object, const char *base) {
    uint64_t count, contents;
    vm_value sources = array_property(vm, object, "sources", &count);
    vm_value texts = array_property(vm, object, "sourcesContent", &contents);
    struct source *more =
        count < UINT32_MAX / sizeof *more - map->source_count
            ? vm_reallocate(vm, map->sources, (map->source_count + count + 1) * sizeof *more)
            : NULL;
    if (!more) {
        return false;
    }
    map->sources = more;
    char *root = text_property(vm, object, "sourceRoot");
    for (uint32_t i = 0; i < count; i++) {
        struct source *s = &map->sources[map->source_count++];
        *s = (struct source){0};
        vm_value name = vm_get_index(vm, sources, i);
        vm_value text = i < contents ? vm_get_index(vm, texts, i) : vm_undefined();
        char *source = vm_is_string(name) ? vm_to_utf8(vm, name, NULL) : NULL;
        s->file = source ? source_file(vm, base, root, source) : NULL;
        s->text = vm_is_string(text) ? vm_to_utf8(vm, text, &s->length) : NULL;
        s->tried = s->text;
        vm_free(vm, source);
        if (vm_has_exception(vm)) {
            (void)vm_take_exception(vm);
        }
    }
    vm_free(vm, root);
    return true;
}

static void read_map(vm_isolate *vm, struct source_map *map, vm_value object, const char *base, uint32_t line,
                     uint32_t column, int depth) {
    uint64_t count;
    if (!vm_is_object(object) || depth > SECTION_DEPTH) {
        return;
    }
    vm_value sections = array_property(vm, object, "sections", &count);
    for (uint32_t i = 0; i < count; i++) {
        vm_value section = vm_get_index(vm, sections, i);
        vm_value offset = vm_is_object(section) ? vm_get(vm, section, "offset") : vm_undefined();
        uint32_t down = number_property(vm, offset, "line"), right = number_property(vm, offset, "column");
        vm_value inner = vm_is_object(section) ? vm_get(vm, section, "map") : vm_undefined();
        read_map(vm, map, inner, base, line + down, right + (down ? 0 : column), depth + 1);
    }
    uint32_t first = map->source_count;
    char *mappings = count ? NULL : text_property(vm, object, "mappings");
    if (mappings && read_sources(vm, map, object, base)) {
        decode_mappings(vm, map, mappings, line, column, first);
    }
    vm_free(vm, mappings);
}

// --- finding it

// What the last comment "//# sourceMappingURL=" of a script says, up to the end of the line.
static const char *find_url(const vm_source *script, size_t *length) {
    static const char mark[] = "sourceMappingURL=";
    const char *found = NULL;
    for (const char *at = script->text; (at = strstr(at, mark)); at++) {
        bool comment = at - script->text >= 4 && (!memcmp(at - 4, "//# ", 4) || !memcmp(at - 4, "//@ ", 4));
        found = comment ? at + sizeof mark - 1 : found;
    }
    *length = found ? strcspn(found, " \t\r\n\"'") : 0;
    return *length ? found : NULL;
}

// The content of "data:type;base64,..." Its result is the isolate's.
static char *decode_data_url(vm_isolate *vm, const char *url, size_t *length) {
    const char *comma = strchr(url, ',');
    if (!comma) {
        return NULL;
    }
    bool base64 = comma - url > 7 && !memcmp(comma - 7, ";base64", 7);
    struct text t;
    text_start(&t, vm);
    if (!base64) {
        for (const char *at = comma + 1; *at; at++) {
            char hex[3] = {at[0] == '%' ? at[1] : 0, at[0] == '%' && at[1] ? at[2] : 0, 0}, *end;
            unsigned long c = strtoul(hex, &end, 16);
            bool escape = end == hex + 2;
            text_char(&t, escape ? (char)c : *at);
            at += escape ? 2 : 0;
        }
        return text_take(&t, length);
    }
    uint32_t bits = 0, count = 0;
    for (const char *at = comma + 1; *at && *at != '='; at++) {
        int d = digit(*at, '/', '+');
        if (d < 0) {
            continue;
        }
        bits = bits << 6 | (uint32_t)d;
        count += 6;
        if (count >= 8) {
            count -= 8;
            text_char(&t, (char)(bits >> count));
        }
    }
    return text_take(&t, length);
}

static struct source_map *read_for(vm_isolate *vm, const vm_source *script, struct source_map *map) {
    size_t length = 0;
    const char *found = find_url(script, &length);
    char *url = found ? copy_text(vm, found, length) : NULL, *base = NULL, *json = NULL, *bytes = NULL;
    if (url && !strncmp(url, "data:", 5)) {
        json = decode_data_url(vm, url, &length);
        base = copy_text(vm, script->name, strlen(script->name));
    } else if (url) {
        base = path_resolve(vm, script->name, url);
        json = base && fs_read(base, &bytes, &length) >= 0 ? bytes : NULL;
    }
    size_t start =
        json && length > 4 && !memcmp(json, ")]}'", 4) ? strcspn(json, "\n") : 0; // against inclusion
    vm_value object = json && base ? vm_json_parse(vm, json + start, length - start) : vm_undefined();
    if (!vm_is_exception(object)) {
        read_map(vm, map, object, base, 0, 0, 0);
        if (map->segment_count) {
            qsort(map->segments, map->segment_count, sizeof *map->segments, compare_segments);
        }
    }
    if (vm_has_exception(vm)) {
        (void)vm_take_exception(vm);
    }
    if (json && json != bytes) {
        vm_free(vm, json);
    }
    free(bytes);
    vm_free(vm, base);
    vm_free(vm, url);
    return map;
}

// The map of a script, an empty one when it has none. NULL: memory is refused.
static struct source_map *map_of(struct runtime *rt, const vm_source *script) {
    vm_isolate *vm = rt->vm;
    for (struct source_map **at = &rt->source_maps, *map; (map = *at); at = &map->next) {
        if (strcmp(map->name, script->name)) {
            continue;
        }
        if (map->text == script->text && map->text_length == script->length) {
            return map;
        }
        *at = map->next; // another text under the same name
        map_free(vm, map);
        break;
    }
    struct source_map *map = vm_allocate(vm, sizeof *map);
    if (!map) {
        return NULL;
    }
    *map = (struct source_map){.name = copy_text(vm, script->name, strlen(script->name)),
                               .text = script->text,
                               .text_length = script->length};
    if (!map->name) {
        vm_free(vm, map);
        return NULL;
    }
    map->next = rt->source_maps;
    rt->source_maps = map;
    return read_for(vm, script, map);
}

// --- answering

// The last segment of the line that does not begin behind the column.
static const struct segment *find_segment(const struct source_map *map, uint32_t line, uint32_t column) {
    uint32_t low = 0, high = map->segment_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct segment *s = &map->segments[middle];
        if (s->line < line || (s->line == line && s->column <= column)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct segment *s = low ? &map->segments[low - 1] : NULL;
    return s && s->line == line && s->source != NO_SOURCE ? s : NULL;
}

static void find_line(vm_isolate *vm, struct source *source, uint32_t line, vm_place *out) {
    char *bytes;
    if (!source->tried) {
        source->tried = true;
        if (fs_read(source->file, &bytes, &source->length) >= 0) {
            source->text = copy_text(vm, bytes, source->length);
            free(bytes);
        }
    }
    const char *at = source->text, *end = at ? at + source->length : NULL;
    for (uint32_t i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (at) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        out->source_line = at;
        out->source_line_length = length && at[length - 1] == '\r' ? length - 1 : length;
    }
}

static bool place_hook(vm_isolate *vm, const vm_source *script, uint32_t line, uint32_t column, vm_place *out,
                       void *data) {
    struct source_map *map = map_of(data, script);
    const struct segment *s = map ? find_segment(map, line - 1, column - 1) : NULL;
    struct source *source = s ? &map->sources[s->source] : NULL;
    if (!source || !source->file) {
        return false;
    }
    *out = (vm_place){source->file, s->source_line + 1, s->source_column + 1, NULL, 0};
    find_line(vm, source, out->line, out);
    return true;
}

void source_maps_enable(struct runtime *rt, bool enabled) {
    vm_set_place_hook(rt->vm, enabled ? place_hook : NULL, rt);
}

void source_maps_detach(struct runtime *rt) {
    vm_set_place_hook(rt->vm, NULL, NULL);
    while (rt->source_maps) {
        struct source_map *map = rt->source_maps;
        rt->source_maps = map->next;
        map_free(rt->vm, map);
    }
}

vm_value source_maps_set_enabled(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value enabled = vm_argument(frame, argc, 0);
    if (!vm_is_bool(enabled)) {
        return throw_argument_type(vm, "val", "of type boolean", enabled);
    }
    source_maps_enable(runtime_of(vm), vm_is_true(enabled));
    return vm_undefined();
}
