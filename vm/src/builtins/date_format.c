// Dates as text (sec-date.prototype.tostring and its like). Without internationalization the locale's forms
// are those of American English.
#include "builtins/date.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "object/throw.h"

#define TEXT_SIZE 192

struct text {
    char bytes[TEXT_SIZE];
    size_t length;
};

static __attribute__((format(printf, 2, 3))) void put(struct text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t->length += (size_t)vsnprintf(t->bytes + t->length, TEXT_SIZE - t->length, format, arguments);
    va_end(arguments);
}

// sec-datestring
static void put_date(struct text *t, const struct date_fields *f) {
    put(t, "%s %s %02d %s%04d", date_weekday_names[f->weekday], date_month_names[f->month], f->day,
        f->year < 0 ? "-" : "", abs(f->year));
}

static void put_clock(struct text *t, const struct date_fields *f) {
    put(t, "%02d:%02d:%02d", f->hour, f->minute, f->second);
}

// sec-timezoneestring
static void put_zone(struct text *t, vm_isolate *vm, const struct time_zone_period *period) {
    char name[TIME_ZONE_NAME_SIZE];
    int minutes = abs(period->offset) / 60;
    time_zone_describe(vm->time_zone, period, name);
    put(t, " GMT%c%02d%02d (%s)", period->offset < 0 ? '-' : '+', minutes / 60 % 100, minutes % 60, name);
}

// sec-date.prototype.toutcstring
static void put_utc(struct text *t, const struct date_fields *f) {
    put(t, "%s, %02d %s %s%04d ", date_weekday_names[f->weekday], f->day, date_month_names[f->month],
        f->year < 0 ? "-" : "", abs(f->year));
    put_clock(t, f);
    put(t, " GMT");
}

// sec-date.prototype.toisostring
static void put_iso(struct text *t, const struct date_fields *f) {
    if (f->year >= 0 && f->year <= 9999) {
        put(t, "%04d", f->year);
    } else {
        put(t, "%c%06d", f->year < 0 ? '-' : '+', abs(f->year));
    }
    put(t, "-%02d-%02dT", f->month + 1, f->day);
    put_clock(t, f);
    put(t, ".%03dZ", f->millisecond);
}

static void put_locale_date(struct text *t, const struct date_fields *f) {
    put(t, "%d/%d/%d", f->month + 1, f->day, f->year > 0 ? f->year : 1 - f->year);
}

static void put_locale_time(struct text *t, const struct date_fields *f) {
    put(t, "%d:%02d:%02d %s", f->hour % 12 ? f->hour % 12 : 12, f->minute, f->second,
        f->hour < 12 ? "AM" : "PM");
}

static vm_value finish(vm_isolate *vm, const struct text *t) {
    return builtin_cell(string_from_utf8(vm, t->bytes, t->length));
}

static vm_value text_of(vm_isolate *vm, double time, enum date_style style) {
    struct date_fields f;
    struct text t = {.length = 0};
    const struct time_zone_period *period = NULL;
    if (style > STYLE_UTC && !(period = date_period(vm, time))) return VALUE_EXCEPTION;
    date_split((int64_t)time + (period ? period->offset * INT64_C(1000) : 0), &f);
    switch (style) {
    case STYLE_ISO: put_iso(&t, &f); break;
    case STYLE_UTC: put_utc(&t, &f); break;
    case STYLE_FULL:
        put_date(&t, &f);
        put(&t, " ");
        put_clock(&t, &f);
        put_zone(&t, vm, period);
        break;
    case STYLE_DATE: put_date(&t, &f); break;
    case STYLE_TIME:
        put_clock(&t, &f);
        put_zone(&t, vm, period);
        break;
    case STYLE_LOCALE:
        put_locale_date(&t, &f);
        put(&t, ", ");
        put_locale_time(&t, &f);
        break;
    case STYLE_LOCALE_DATE: put_locale_date(&t, &f); break;
    case STYLE_LOCALE_TIME: put_locale_time(&t, &f); break;
    }
    return finish(vm, &t);
}

vm_value date_to_text(vm_isolate *vm, double time) {
    if (time != time) return builtin_cell(string_from_text(vm, "Invalid Date"));
    return text_of(vm, time, STYLE_FULL);
}

vm_value date_format(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    enum date_style style = MAGIC;
    struct date *date = date_this(vm, THIS);
    if (!date) return VALUE_EXCEPTION;
    if (date->time == date->time) return text_of(vm, date->time, style);
    if (style == STYLE_ISO) return throw_range_error(vm, "Invalid time value");
    return builtin_cell(string_from_text(vm, "Invalid Date"));
}
