// Options of util.inspect, and its styles.
//
// util.inspect.defaultOptions, .styles and .colors are objects that programs may change. They are made by
// stdlib and registered here; until then the same values are used from here.
#include <math.h>

#include "bind/inspect_internal.h"
#include "bind/runtime.h"

static const struct inspect_options defaults = {
    .depth = 2,
    .compact = 3,
    .break_length = 80,
    .maximum_entries = 100,
    .maximum_units = 10000,
    .custom = true,
};

struct inspect_options inspect_defaults(vm_isolate *vm) {
    struct inspect_options options = defaults;
    options.comparator = options.given = options.stylize = vm_undefined();
    struct runtime *rt = runtime_of(vm);
    if (rt && vm_is_object(rt->roots.inspect_defaults.value) &&
        !inspect_read_options(vm, rt->roots.inspect_defaults.value, &options) && !vm_termination(vm)) {
        (void)vm_take_exception(vm);
    }
    options.given = vm_undefined();
    return options;
}

// --- reading

static bool is_unlimited(vm_value v) { return vm_is_number(v) && !(vm_as_double(v) < INSPECT_ALL); }

static int limit_of(vm_value v, int otherwise) {
    if (vm_is_null(v) || is_unlimited(v)) {
        return INSPECT_ALL;
    }
    return vm_is_number(v) ? (int)fmax(floor(vm_as_double(v)), -1) : otherwise;
}

static void read_depth(struct inspect_options *o, vm_value v) {
    o->depth = is_unlimited(v) ? INSPECT_INFINITE : limit_of(v, INSPECT_ALL);
}
static void read_entries(struct inspect_options *o, vm_value v) {
    o->maximum_entries = limit_of(v, INSPECT_ALL);
}
static void read_units(struct inspect_options *o, vm_value v) { o->maximum_units = limit_of(v, INSPECT_ALL); }
static void read_break(struct inspect_options *o, vm_value v) {
    o->break_length = limit_of(v, defaults.break_length);
}
static void read_compact(struct inspect_options *o, vm_value v) {
    o->compact = vm_is_true(v) ? INSPECT_DENSE : vm_is_number(v) ? (int)fmax(limit_of(v, 0), 0) : 0;
}
static void read_hidden(struct inspect_options *o, vm_value v) { o->show_hidden = vm_to_boolean(v); }
static void read_colors(struct inspect_options *o, vm_value v) { o->colors = vm_to_boolean(v); }
static void read_custom(struct inspect_options *o, vm_value v) { o->custom = vm_to_boolean(v); }
static void read_proxy(struct inspect_options *o, vm_value v) { o->show_proxy = vm_to_boolean(v); }
static void read_separator(struct inspect_options *o, vm_value v) { o->numeric_separator = vm_to_boolean(v); }
static void read_sorted(struct inspect_options *o, vm_value v) {
    o->sorted = vm_to_boolean(v);
    o->comparator = vm_is_function(v) ? v : vm_undefined();
}
static enum inspect_getters getters_of(vm_isolate *vm, vm_value v) {
    return vm_string_is(vm, v, "get")   ? INSPECT_GETTERS_READONLY
           : vm_string_is(vm, v, "set") ? INSPECT_GETTERS_PAIRED
           : vm_is_true(v)              ? INSPECT_GETTERS_ALL
                                        : INSPECT_GETTERS_NONE;
}

// --- writing them for custom inspection functions

static vm_value limit_value(int limit) { return limit == INSPECT_ALL ? vm_number(INFINITY) : vm_int(limit); }
static vm_value write_depth(const struct inspect_options *o) {
    return o->depth == INSPECT_ALL        ? vm_null()
           : o->depth == INSPECT_INFINITE ? vm_number(INFINITY)
                                          : vm_int(o->depth);
}
static vm_value write_entries(const struct inspect_options *o) { return limit_value(o->maximum_entries); }
static vm_value write_units(const struct inspect_options *o) { return limit_value(o->maximum_units); }
static vm_value write_break(const struct inspect_options *o) { return limit_value(o->break_length); }
static vm_value write_compact(const struct inspect_options *o) {
    return o->compact == INSPECT_DENSE ? vm_bool(true) : o->compact ? vm_int(o->compact) : vm_bool(false);
}
static vm_value write_hidden(const struct inspect_options *o) { return vm_bool(o->show_hidden); }
static vm_value write_colors(const struct inspect_options *o) { return vm_bool(o->colors); }
static vm_value write_custom(const struct inspect_options *o) { return vm_bool(o->custom); }
static vm_value write_proxy(const struct inspect_options *o) { return vm_bool(o->show_proxy); }
static vm_value write_separator(const struct inspect_options *o) { return vm_bool(o->numeric_separator); }
static vm_value write_sorted(const struct inspect_options *o) {
    return vm_is_function(o->comparator) ? o->comparator : vm_bool(o->sorted);
}

static const struct option {
    const char *name;
    void (*read)(struct inspect_options *, vm_value); // NULL: getters, whose value may be a string
    vm_value (*write)(const struct inspect_options *);
} option_table[] = {
    {"showHidden", read_hidden, write_hidden},
    {"depth", read_depth, write_depth},
    {"colors", read_colors, write_colors},
    {"customInspect", read_custom, write_custom},
    {"showProxy", read_proxy, write_proxy},
    {"maxArrayLength", read_entries, write_entries},
    {"maxStringLength", read_units, write_units},
    {"breakLength", read_break, write_break},
    {"compact", read_compact, write_compact},
    {"sorted", read_sorted, write_sorted},
    {"getters", NULL, NULL},
    {"numericSeparator", read_separator, write_separator},
};
#define OPTIONS (sizeof option_table / sizeof *option_table)

bool inspect_read_options(vm_isolate *vm, vm_value object, struct inspect_options *options) {
    vm_value keys = vm_own_keys(vm, object, VM_KEYS_ENUMERABLE);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return false;
    }
    options->given = vm_undefined();
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(vm, keys, i);
        size_t known = 0;
        while (known < OPTIONS && !vm_string_is(vm, name, option_table[known].name)) {
            known++;
        }
        if (known < OPTIONS) {
            vm_value value = vm_get(vm, object, option_table[known].name);
            if (vm_is_exception(value)) {
                return false;
            }
            if (option_table[known].read) {
                option_table[known].read(options, value);
            } else {
                options->getters = getters_of(vm, value);
            }
        } else if (vm_string_is(vm, name, "stylize")) {
            options->stylize = vm_get(vm, object, "stylize");
            if (vm_is_exception(options->stylize)) {
                return false;
            }
        } else {
            options->given = object;
        }
    }
    return true;
}

static vm_value getters_value(vm_isolate *vm, enum inspect_getters getters) {
    return getters == INSPECT_GETTERS_READONLY ? vm_string(vm, "get")
           : getters == INSPECT_GETTERS_PAIRED ? vm_string(vm, "set")
                                               : vm_bool(getters == INSPECT_GETTERS_ALL);
}

// --- styles

static const char *const style_names[STYLE_COUNT] = {
    [STYLE_SPECIAL] = "special", [STYLE_NUMBER] = "number",       [STYLE_BIGINT] = "bigint",
    [STYLE_BOOLEAN] = "boolean", [STYLE_UNDEFINED] = "undefined", [STYLE_NULL] = "null",
    [STYLE_STRING] = "string",   [STYLE_SYMBOL] = "symbol",       [STYLE_DATE] = "date",
    [STYLE_REGEXP] = "regexp",   [STYLE_MODULE] = "module",       [STYLE_NAME] = "name",
};

static const int16_t default_codes[STYLE_COUNT][2] = {
    [STYLE_SPECIAL] = {36, 39}, [STYLE_NUMBER] = {33, 39},    [STYLE_BIGINT] = {33, 39},
    [STYLE_BOOLEAN] = {33, 39}, [STYLE_UNDEFINED] = {90, 39}, [STYLE_NULL] = {1, 22},
    [STYLE_STRING] = {32, 39},  [STYLE_SYMBOL] = {32, 39},    [STYLE_DATE] = {35, 39},
    [STYLE_REGEXP] = {31, 39},  [STYLE_MODULE] = {4, 24},     [STYLE_NAME] = {0, 0},
};

// The codes colors[styles[name]]; false: there are none.
static bool registered_codes(vm_isolate *vm, const struct runtime_roots *roots, const char *name,
                             int16_t codes[2]) {
    vm_key key;
    vm_value color = vm_get(vm, roots->inspect_styles.value, name);
    if (!vm_is_string(color) || !vm_to_key(vm, color, &key)) {
        return false;
    }
    vm_value pair = vm_get_key(vm, roots->inspect_colors.value, key);
    for (uint32_t i = 0; i < 2; i++) {
        vm_value code = vm_is_object(pair) ? vm_get_index(vm, pair, i) : vm_undefined();
        if (!vm_is_number(code) || !(fabs(vm_as_double(code)) < 1000)) {
            return false;
        }
        codes[i] = (int16_t)vm_as_double(code);
    }
    return true;
}

void inspect_read_styles(struct inspector *in) {
    struct runtime *rt = runtime_of(in->vm);
    if (!rt || !vm_is_object(rt->roots.inspect_styles.value) ||
        !vm_is_object(rt->roots.inspect_colors.value)) {
        memcpy(in->style_codes, default_codes, sizeof default_codes);
        return;
    }
    for (int i = 0; i < STYLE_COUNT; i++) {
        int16_t codes[2];
        if (registered_codes(in->vm, &rt->roots, style_names[i], codes)) {
            memcpy(in->style_codes[i], codes, sizeof codes);
        }
        inspect_forgive(in);
    }
}

static void write_code(struct inspector *in, struct text *out, enum style style, int which) {
    const int16_t *codes = in->style_codes[style];
    if (codes[0] || codes[1]) {
        text_format(out, "\x1b[%dm", codes[which]);
    }
}

void style_begin(struct inspector *in, struct text *out, enum style style) {
    in->style_start = out->length;
    if (in->options.colors && !vm_is_function(in->options.stylize)) {
        write_code(in, out, style, 0);
    }
}

// Puts what a program's function makes of the text in its place; when it fails the text stays.
static void restyle(struct inspector *in, struct text *out, enum style style) {
    vm_isolate *vm = in->vm;
    size_t start = in->style_start;
    vm_value pair[2] = {vm_string_utf8(vm, out->bytes + start, out->length - start), vm_undefined()};
    pair[1] = vm_is_exception(pair[0]) ? pair[0] : vm_string(vm, style_names[style]);
    vm_value styled =
        vm_is_exception(pair[1]) ? pair[1] : vm_call(vm, in->options.stylize, vm_undefined(), 2, pair);
    styled = vm_is_exception(styled) ? styled : vm_to_string(vm, styled);
    if (vm_is_string(styled)) {
        out->length = start;
        text_string(out, styled);
    }
    inspect_forgive(in);
}

void style_end(struct inspector *in, struct text *out, enum style style) {
    if (vm_is_function(in->options.stylize)) {
        if (!out->failed && out->length > in->style_start) {
            restyle(in, out, style);
        }
    } else if (in->options.colors) {
        write_code(in, out, style, 1);
    }
}

void style_add(struct inspector *in, struct text *out, enum style style, const char *string) {
    style_begin(in, out, style);
    text_add(out, string);
    style_end(in, out, style);
}

// --- the options object

// options.stylize(text, style) of an inspection without colours, and of one with them (data set).
static vm_value stylize(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value text = vm_to_string(vm, vm_argument(frame, argc, 0)), style = vm_argument(frame, argc, 1);
    if (vm_is_exception(text) || !vm_function_data(frame[-1])) {
        return text;
    }
    struct inspector in = {.vm = vm};
    struct text out;
    inspect_read_styles(&in);
    in.options.colors = true;
    text_start(&out, vm);
    int found = STYLE_NAME;
    for (int i = 0; i < STYLE_COUNT; i++) {
        found = vm_string_is(vm, style, style_names[i]) ? i : found;
    }
    style_begin(&in, &out, (enum style)found);
    text_string(&out, text);
    style_end(&in, &out, (enum style)found);
    return text_value(&out);
}

static bool copy_properties(vm_isolate *vm, vm_value from, vm_value to) {
    vm_value keys = vm_own_keys(vm, from, VM_KEYS_ENUMERABLE | VM_KEYS_SYMBOLS);
    uint64_t count;
    if (vm_is_exception(keys) || !vm_length(vm, keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_key key;
        vm_value name = vm_get_index(vm, keys, i), value;
        if (vm_is_exception(name) || !vm_to_key(vm, name, &key) ||
            vm_is_exception(value = vm_get_key(vm, from, key)) ||
            !vm_define_key(vm, to, key, value, VM_DEFAULT)) {
            return false;
        }
    }
    return true;
}

vm_value inspect_options_object(struct inspector *in) {
    vm_isolate *vm = in->vm;
    const struct inspect_options *o = &in->options;
    vm_value object = vm_object(vm);
    vm_value function = o->stylize;
    if (!vm_is_function(function)) {
        if (!vm_is_function(in->stylize)) {
            in->stylize = vm_function(vm, stylize, "stylize", 2, o->colors ? (void *)1 : NULL);
        }
        function = in->stylize;
    }
    if (vm_is_exception(object) || vm_is_exception(function) || !vm_set(vm, object, "stylize", function)) {
        return vm_exception();
    }
    for (size_t i = 0; i < OPTIONS; i++) {
        vm_value value = option_table[i].write ? option_table[i].write(o) : getters_value(vm, o->getters);
        if (vm_is_exception(value) || !vm_set(vm, object, option_table[i].name, value)) {
            return vm_exception();
        }
    }
    return vm_is_object(o->given) && !copy_properties(vm, o->given, object) ? vm_exception() : object;
}
