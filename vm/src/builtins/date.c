// Date (sec-date-objects).
#include "builtins/date.h"

#include <math.h>

#include "base/os.h"
#include "object/throw.h"

#define LOCAL_BUFFER 128 // units of a text that is parsed without allocating

// The parts of a date, in the order of the constructor's arguments.
enum field { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MILLISECOND, WEEKDAY, FIELD_COUNT };
#define UTC 0x100                  // in MAGIC: not in local time
#define MOST(count) ((count) << 4) // in the MAGIC of setters: arguments that count

struct date *date_this(vm_isolate *vm, vm_value this_value) {
    if (value_is_kind(this_value, CELL_DATE)) return value_as_cell(this_value);
    throw_type_error(vm, "this is not a Date object.");
    return NULL;
}

// --- local time ------------------------------------------------------------------------------------

static struct time_zone *local_zone(vm_isolate *vm) {
    if (!vm->time_zone && !(vm->time_zone = time_zone_local(&vm->memory))) throw_out_of_memory(vm);
    return vm->time_zone;
}

const struct time_zone_period *date_period(vm_isolate *vm, double time) {
    struct time_zone *zone = local_zone(vm);
    return zone ? time_zone_at(zone, (int64_t)floor(time / 1000)) : NULL;
}

// sec-localtime. False: error pending.
static bool to_local(vm_isolate *vm, double *time) {
    const struct time_zone_period *period = date_period(vm, *time);
    if (period) *time += period->offset * 1000.0;
    return period != NULL;
}

// sec-utc-t
static bool to_utc(vm_isolate *vm, double *local) {
    struct time_zone *zone = local_zone(vm);
    if (!zone) return false;
    if (!(fabs(*local) <= DATE_LIMIT + DATE_MS_PER_DAY)) {
        *local = NAN;
        return true;
    }
    *local -= time_zone_offset_at_local(zone, (int64_t)floor(*local / 1000)) * 1000.0;
    return true;
}

// --- text ------------------------------------------------------------------------------------------

// Narrows the units first: beyond Latin-1 there is nothing but white space that means something.
static bool parse_wide(vm_isolate *vm, const struct string *s, double *out, bool *local) {
    uint8_t narrow[LOCAL_BUFFER] = {0}, *text = narrow;
    if (s->length > LOCAL_BUFFER && !(text = memory_allocate(&vm->memory, s->length))) {
        throw_out_of_memory(vm);
        return false;
    }
    for (uint32_t i = 0; i < s->length; i++) {
        uint16_t unit = string_utf16(s)[i];
        bool space = string_is_white_space(unit) && unit != 0x2028 && unit != 0x2029; // no line terminators
        text[i] = unit <= 0xFF ? (uint8_t)unit : space ? ' ' : 0xFF;
    }
    *out = date_parse(text, s->length, local);
    if (text != narrow) memory_free(&vm->memory, text);
    return true;
}

// Date.parse of a flat string.
static bool parse(vm_isolate *vm, struct string *s, double *out) {
    bool local = false;
    if (!string_is_wide(s)) {
        *out = date_parse(string_latin1(s), s->length, &local);
    } else if (!parse_wide(vm, s, out, &local)) {
        return false;
    }
    if (local && !to_utc(vm, out)) return false;
    *out = date_clip(*out);
    return true;
}

// sec-date.parse
static vm_value date_parse_text(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = js_to_flat_string(vm, ARGUMENT(0));
    double time;
    if (!s || !parse(vm, s, &time)) return VALUE_EXCEPTION;
    return value_from_double(time);
}

// --- making ----------------------------------------------------------------------------------------

static double now(vm_isolate *vm) {
    return vm->clock ? floor((double)vm->clock(vm->clock_data) / 1e6) : (double)os_wall_ms();
}

// sec-date.now
static vm_value date_now(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    UNUSED_PARAMETERS;
    return value_from_double(now(vm));
}

// The date that a year (two digits: of the last century), a month and more say, not clipped.
static bool from_parts(vm_isolate *vm, vm_value *frame, uint32_t argc, double *out) {
    double parts[] = {NAN, 0, 1, 0, 0, 0, 0};
    for (uint32_t i = 0; i < argc && i <= MILLISECOND; i++) {
        if (!js_to_number(vm, frame[1 + i], &parts[i])) return false;
    }
    double year = trunc(parts[YEAR]);
    if (year >= 0 && year <= 99) parts[YEAR] = 1900 + year;
    *out = date_make_date(date_make_day(parts[YEAR], parts[MONTH], parts[DAY]),
                          date_make_time(parts[HOUR], parts[MINUTE], parts[SECOND], parts[MILLISECOND]));
    return true;
}

// sec-date.utc
static vm_value date_utc(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double time;
    if (!from_parts(vm, frame, argc, &time)) return VALUE_EXCEPTION;
    return value_from_double(date_clip(time));
}

static bool from_value(vm_isolate *vm, vm_value v, double *out) {
    if (value_is_kind(v, CELL_DATE)) {
        *out = ((struct date *)value_as_cell(v))->time;
        return true;
    }
    v = js_to_primitive(vm, v, HINT_DEFAULT);
    if (value_is_exception(v)) return false;
    if (value_is_string(v)) {
        struct string *s = string_flatten(vm, value_as_string(v));
        return s && parse(vm, s, out);
    }
    return js_to_number(vm, v, out);
}

// sec-date
static vm_value date_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (value_is_undefined(NEW_TARGET)) return date_to_text(vm, now(vm));
    struct object *new_target = value_as_object(NEW_TARGET);
    double time = now(vm);
    if (argc == 1 && !from_value(vm, frame[1], &time)) return VALUE_EXCEPTION;
    if (argc > 1 && (!from_parts(vm, frame, argc, &time) || !to_utc(vm, &time))) return VALUE_EXCEPTION;
    struct date *date = builtin_create(vm, new_target, INTRINSIC_DatePrototype, CELL_DATE, sizeof *date);
    if (!date) return VALUE_EXCEPTION;
    date->time = date_clip(time);
    return value_from_cell(date);
}

// --- reading ---------------------------------------------------------------------------------------

// getFullYear, getUTCDay and the like; MAGIC: enum field, UTC
static vm_value date_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    int magic = MAGIC;
    struct date *date = date_this(vm, THIS);
    if (!date) return VALUE_EXCEPTION;
    double time = date->time;
    if (time != time) return value_box_double(NAN);
    if (!(magic & UTC) && !to_local(vm, &time)) return VALUE_EXCEPTION;
    struct date_fields f;
    date_split((int64_t)time, &f);
    int32_t fields[] = {f.year, f.month, f.day, f.hour, f.minute, f.second, f.millisecond, f.weekday};
    return value_from_int(fields[magic & 0xF]);
}

// sec-date.prototype.gettime, sec-date.prototype.valueof
static vm_value date_get_time(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct date *date = date_this(vm, THIS);
    return date ? value_from_double(date->time) : VALUE_EXCEPTION;
}

// sec-date.prototype.gettimezoneoffset
static vm_value date_get_timezone_offset(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct date *date = date_this(vm, THIS);
    if (!date) return VALUE_EXCEPTION;
    if (date->time != date->time) return value_box_double(NAN);
    const struct time_zone_period *period = date_period(vm, date->time);
    return period ? value_from_int(-period->offset / 60) : VALUE_EXCEPTION;
}

// sec-date.prototype.getyear
static vm_value date_get_year(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value year = date_get(vm, frame, argc);
    return value_is_int(year) ? value_from_int(value_as_int(year) - 1900) : year;
}

// --- changing --------------------------------------------------------------------------------------

// Stores a time made of changed parts.
static vm_value store(vm_isolate *vm, struct date *date, double time, bool utc) {
    if (!utc && !to_utc(vm, &time)) return VALUE_EXCEPTION;
    date->time = date_clip(time);
    return value_from_double(date->time);
}

// The parts of a time, in local time unless `utc`. False: error pending.
static bool split(vm_isolate *vm, double time, bool utc, double parts[FIELD_COUNT]) {
    if (!utc && !to_local(vm, &time)) return false;
    struct date_fields f;
    date_split((int64_t)time, &f);
    parts[YEAR] = f.year;
    parts[MONTH] = f.month;
    parts[DAY] = f.day;
    parts[HOUR] = f.hour;
    parts[MINUTE] = f.minute;
    parts[SECOND] = f.second;
    parts[MILLISECOND] = f.millisecond;
    return true;
}

static double join(const double parts[FIELD_COUNT]) {
    return date_make_date(date_make_day(parts[YEAR], parts[MONTH], parts[DAY]),
                          date_make_time(parts[HOUR], parts[MINUTE], parts[SECOND], parts[MILLISECOND]));
}

// setFullYear, setUTCHours and the like: the arguments are this part and those that follow; MAGIC: enum
// field, MOST, UTC
static vm_value date_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    int magic = MAGIC;
    uint32_t first = magic & 0xF, most = magic >> 4 & 0xF, count = argc < most ? argc : most;
    bool utc = magic & UTC;
    struct date *date = date_this(vm, THIS);
    if (!date) return VALUE_EXCEPTION;
    double time = date->time, given[4] = {NAN};
    for (uint32_t i = 0; i < count; i++) {
        if (!js_to_number(vm, frame[1 + i], &given[i])) return VALUE_EXCEPTION;
    }
    double parts[FIELD_COUNT];
    if (time != time) {
        if (first != YEAR) return value_box_double(NAN);
        time = 0; // counts as that, local or not
        if (!split(vm, time, true, parts)) return VALUE_EXCEPTION;
    } else if (!split(vm, time, utc, parts)) {
        return VALUE_EXCEPTION;
    }
    memcpy(&parts[first], given, (count ? count : 1) * sizeof *given);
    return store(vm, date, join(parts), utc);
}

// sec-date.prototype.settime
static vm_value date_set_time(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct date *date = date_this(vm, THIS);
    double time;
    if (!date || !js_to_number(vm, ARGUMENT(0), &time)) return VALUE_EXCEPTION;
    return store(vm, date, time, true);
}

// sec-date.prototype.setyear
static vm_value date_set_year(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct date *date = date_this(vm, THIS);
    double year, parts[FIELD_COUNT];
    if (!date) return VALUE_EXCEPTION;
    double time = date->time;
    if (!js_to_number(vm, ARGUMENT(0), &year)) return VALUE_EXCEPTION;
    if (time != time ? !split(vm, 0, true, parts) : !split(vm, time, false, parts)) return VALUE_EXCEPTION;
    double whole = trunc(year);
    parts[YEAR] = whole >= 0 && whole <= 99 ? 1900 + whole : year;
    return store(vm, date, join(parts), false);
}

// --- conversion ------------------------------------------------------------------------------------

// sec-date.prototype.tostring
static vm_value date_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct date *date = date_this(vm, THIS);
    return date ? date_to_text(vm, date->time) : VALUE_EXCEPTION;
}

// sec-date.prototype.tojson
static vm_value date_to_json(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct object *o = js_to_object(vm, THIS);
    vm_value primitive = o ? js_to_primitive(vm, value_from_cell(o), HINT_NUMBER) : VALUE_EXCEPTION;
    if (value_is_exception(primitive)) return primitive;
    if (value_is_number(primitive) && !isfinite(value_as_double(primitive))) return VALUE_NULL;
    return js_invoke(vm, value_from_cell(o), atom_key(vm, ATOM_toISOString), 0, NULL);
}

// sec-date.prototype-%symbol.toprimitive%
static vm_value date_to_primitive(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value hint = ARGUMENT(0);
    if (!value_is_object(THIS)) {
        return throw_type_error(
            vm, "Method Date.prototype [ @@toPrimitive ] called on incompatible receiver %V", THIS);
    }
    struct string *name = value_is_string(hint) ? string_flatten(vm, value_as_string(hint)) : NULL;
    if (!name && value_is_string(hint)) return VALUE_EXCEPTION;
    if (name && (string_equals_text(name, "string") || string_equals_text(name, "default")))
        return js_ordinary_to_primitive(vm, THIS, HINT_STRING);
    if (name && string_equals_text(name, "number")) return js_ordinary_to_primitive(vm, THIS, HINT_NUMBER);
    return throw_type_error(vm, "Invalid hint: %V", hint);
}

// clang-format off
static const struct builtin_row statics[] = {
    NATIVE("now", date_now, 0),
    NATIVE("parse", date_parse_text, 1),
    NATIVE("UTC", date_utc, 7),
};

static const struct builtin_row methods[] = {
    NATIVE("toString", date_to_string, 0),
    NATIVE_MAGIC("toDateString", date_format, 0, STYLE_DATE),
    NATIVE_MAGIC("toTimeString", date_format, 0, STYLE_TIME),
    NATIVE_MAGIC("toISOString", date_format, 0, STYLE_ISO),
    NATIVE_MAGIC("toUTCString", date_format, 0, STYLE_UTC),
    NATIVE_MAGIC("getDate", date_get, 0, DAY),
    NATIVE_MAGIC("setDate", date_set, 1, DAY | MOST(1)),
    NATIVE_MAGIC("getDay", date_get, 0, WEEKDAY),
    NATIVE_MAGIC("getFullYear", date_get, 0, YEAR),
    NATIVE_MAGIC("setFullYear", date_set, 3, YEAR | MOST(3)),
    NATIVE_MAGIC("getHours", date_get, 0, HOUR),
    NATIVE_MAGIC("setHours", date_set, 4, HOUR | MOST(4)),
    NATIVE_MAGIC("getMilliseconds", date_get, 0, MILLISECOND),
    NATIVE_MAGIC("setMilliseconds", date_set, 1, MILLISECOND | MOST(1)),
    NATIVE_MAGIC("getMinutes", date_get, 0, MINUTE),
    NATIVE_MAGIC("setMinutes", date_set, 3, MINUTE | MOST(3)),
    NATIVE_MAGIC("getMonth", date_get, 0, MONTH),
    NATIVE_MAGIC("setMonth", date_set, 2, MONTH | MOST(2)),
    NATIVE_MAGIC("getSeconds", date_get, 0, SECOND),
    NATIVE_MAGIC("setSeconds", date_set, 2, SECOND | MOST(2)),
    NATIVE("getTime", date_get_time, 0),
    NATIVE("setTime", date_set_time, 1),
    NATIVE("getTimezoneOffset", date_get_timezone_offset, 0),
    NATIVE_MAGIC("getYear", date_get_year, 0, YEAR),
    NATIVE("setYear", date_set_year, 1),
    NATIVE_MAGIC("getUTCDate", date_get, 0, DAY | UTC),
    NATIVE_MAGIC("setUTCDate", date_set, 1, DAY | MOST(1) | UTC),
    NATIVE_MAGIC("getUTCDay", date_get, 0, WEEKDAY | UTC),
    NATIVE_MAGIC("getUTCFullYear", date_get, 0, YEAR | UTC),
    NATIVE_MAGIC("setUTCFullYear", date_set, 3, YEAR | MOST(3) | UTC),
    NATIVE_MAGIC("getUTCHours", date_get, 0, HOUR | UTC),
    NATIVE_MAGIC("setUTCHours", date_set, 4, HOUR | MOST(4) | UTC),
    NATIVE_MAGIC("getUTCMilliseconds", date_get, 0, MILLISECOND | UTC),
    NATIVE_MAGIC("setUTCMilliseconds", date_set, 1, MILLISECOND | MOST(1) | UTC),
    NATIVE_MAGIC("getUTCMinutes", date_get, 0, MINUTE | UTC),
    NATIVE_MAGIC("setUTCMinutes", date_set, 3, MINUTE | MOST(3) | UTC),
    NATIVE_MAGIC("getUTCMonth", date_get, 0, MONTH | UTC),
    NATIVE_MAGIC("setUTCMonth", date_set, 2, MONTH | MOST(2) | UTC),
    NATIVE_MAGIC("getUTCSeconds", date_get, 0, SECOND | UTC),
    NATIVE_MAGIC("setUTCSeconds", date_set, 2, SECOND | MOST(2) | UTC),
    NATIVE("valueOf", date_get_time, 0),
    NATIVE("toJSON", date_to_json, 1),
    NATIVE_MAGIC("toLocaleString", date_format, 0, STYLE_LOCALE),
    NATIVE_MAGIC("toLocaleDateString", date_format, 0, STYLE_LOCALE_DATE),
    NATIVE_MAGIC("toLocaleTimeString", date_format, 0, STYLE_LOCALE_TIME),
    ALIAS("toGMTString", "toUTCString"),
    NATIVE_WITH("@@toPrimitive", date_to_primitive, 1, PROPERTY_CONFIGURABLE),
};
// clang-format on

const struct builtin_class date_class = {
    .name = "Date",
    .constructor = date_constructor,
    .length = 7,
    .constructor_id = INTRINSIC_Date,
    .prototype_id = INTRINSIC_DatePrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
};
