// Periods between changes come from the table of the data, and after its last entry from the rule at its end.
// The last period found is kept: times asked for one after the other mostly lie in one.
#include "base/time_zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/os.h"

#define FAR INT64_MAX
#define SECONDS_PER_DAY 86400
#define DATA_LIMIT 65536

// One of the two changes of a year.
struct change {
    char form; // 'M': week and weekday of a month, 'J': day without leap days, 'N': day from 0
    int month, week, day;
    int32_t time; // of local time before the change, seconds, may be negative or beyond a day
};

struct rule {
    bool present, has_daylight;
    int32_t standard, daylight; // offsets
    struct change start, end;   // of daylight time
};

struct type {
    int32_t offset;
    bool daylight;
};

struct time_zone {
    char name[TIME_ZONE_NAME_SIZE];
    const char *standard_name, *daylight_name; // NULL: none
    struct time_zone_period last;
    struct rule rule;
    uint32_t count; // of changes
    uint32_t type_count;
    struct type types[256];
    int64_t *times; // of changes, ascending
    uint8_t *to;    // type from then on
};

// --- rules of the TZ variable ----------------------------------------------------------------------

static const char *read_number(const char *at, int limit, int *out) {
    int value = 0;
    if (!at || *at < '0' || *at > '9') return NULL;
    while (*at >= '0' && *at <= '9') {
        value = value * 10 + (*at++ - '0');
        if (value > limit) return NULL;
    }
    *out = value;
    return at;
}

// [+-]hh[:mm[:ss]]
static const char *read_time(const char *at, int32_t *out) {
    int hours = 0, minutes = 0, seconds = 0, sign = 1;
    if (at && (*at == '+' || *at == '-')) sign = *at++ == '-' ? -1 : 1;
    at = read_number(at, 167, &hours);
    if (at && *at == ':') at = read_number(at + 1, 59, &minutes);
    if (at && *at == ':') at = read_number(at + 1, 59, &seconds);
    *out = sign * (hours * 3600 + minutes * 60 + seconds);
    return at;
}

static const char *skip_abbreviation(const char *at) {
    const char *start = at;
    if (*at == '<') {
        at = strchr(at, '>');
        return at ? at + 1 : NULL;
    }
    while ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z')
        at++;
    return at - start >= 3 ? at : NULL;
}

static const char *read_change(const char *at, struct change *out) {
    *out = (struct change){.time = 7200};
    if (!at || *at != ',') return NULL;
    at++;
    if (*at == 'M') {
        out->form = 'M';
        at = read_number(at + 1, 12, &out->month);
        if (!at || *at != '.' || !out->month) return NULL;
        at = read_number(at + 1, 5, &out->week);
        if (!at || *at != '.' || !out->week) return NULL;
        at = read_number(at + 1, 6, &out->day);
    } else {
        out->form = *at == 'J' ? 'J' : 'N';
        at = read_number(at + (*at == 'J'), 365, &out->day);
    }
    return at && *at == '/' ? read_time(at + 1, &out->time) : at;
}

static struct rule read_rule(const char *at) {
    struct rule rule = {0};
    int32_t west;
    at = skip_abbreviation(at);
    at = at ? read_time(at, &west) : NULL;
    if (!at) return rule;
    rule.standard = -west;
    if (!*at) {
        rule.present = true;
        return rule;
    }
    at = skip_abbreviation(at);
    rule.daylight = rule.standard + 3600;
    if (at && *at && *at != ',') {
        at = read_time(at, &west);
        rule.daylight = -west;
    }
    if (at && !*at) at = ",M3.2.0,M11.1.0"; // what systems take when nothing is said
    at = read_change(read_change(at, &rule.start), &rule.end);
    rule.present = rule.has_daylight = at && !*at;
    return rule;
}

// Local seconds of the change in a year.
static int64_t change_in(const struct change *c, int64_t year) {
    int64_t day;
    if (c->form == 'M') {
        day = date_days(year, c->month - 1, 1);
        int64_t weekday = (day + 4) % 7, past = (c->day - (weekday < 0 ? weekday + 7 : weekday) + 7) % 7;
        day += past + (c->week - 1) * 7;
        if (day >= date_days(c->month == 12 ? year + 1 : year, c->month % 12, 1)) day -= 7;
    } else {
        day = date_days(year, 0, 1) + c->day;
        bool leap = date_days(year + 1, 0, 1) - date_days(year, 0, 1) == 366;
        if (c->form == 'J') day += leap && c->day >= 60 ? 0 : -1;
    }
    return day * SECONDS_PER_DAY + c->time;
}

static int64_t year_of(int64_t seconds) {
    struct date_fields fields;
    date_split(seconds * 1000, &fields);
    return fields.year;
}

// The period of a time that the rule decides.
static struct time_zone_period period_by_rule(const struct rule *rule, int64_t utc) {
    struct time_zone_period period = {INT64_MIN, FAR, rule->standard, false};
    if (!rule->has_daylight) return period;
    int64_t year = year_of(utc + rule->standard);
    for (int64_t y = year - 1; y <= year + 1; y++) {
        int64_t at[2] = {change_in(&rule->start, y) - rule->standard,
                         change_in(&rule->end, y) - rule->daylight};
        int first = at[0] <= at[1] ? 0 : 1;
        for (int i = 0; i < 2; i++) {
            int which = first ^ i;
            if (at[which] > utc) {
                period.to = at[which];
                return period;
            }
            period.from = at[which];
            period.daylight = which == 0;
            period.offset = period.daylight ? rule->daylight : rule->standard;
        }
    }
    return period;
}

// --- data ------------------------------------------------------------------------------------------

static uint32_t big_endian_32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}
static int64_t big_endian_64(const uint8_t *at) {
    return (int64_t)((uint64_t)big_endian_32(at) << 32 | big_endian_32(at + 4));
}

#define HEADER_SIZE 44

struct header {
    uint32_t utc_flags, standard_flags, leaps, changes, types, characters;
};

static bool read_header(const uint8_t *data, size_t length, struct header *h) {
    if (length < HEADER_SIZE || memcmp(data, "TZif", 4)) return false;
    h->utc_flags = big_endian_32(data + 20);
    h->standard_flags = big_endian_32(data + 24);
    h->leaps = big_endian_32(data + 28);
    h->changes = big_endian_32(data + 32);
    h->types = big_endian_32(data + 36);
    h->characters = big_endian_32(data + 40);
    return h->changes <= DATA_LIMIT && h->types <= 256 && h->characters <= DATA_LIMIT && h->leaps <= 1024 &&
           h->utc_flags <= 256 && h->standard_flags <= 256;
}

static size_t body_size(const struct header *h, size_t time_size) {
    return h->changes * (time_size + 1) + h->types * 6 + h->characters + h->leaps * (time_size + 4) +
           h->standard_flags + h->utc_flags;
}

// Reads the part of the data with 64-bit times. False: it is damaged.
static bool read_body(struct time_zone *zone, const uint8_t *data, const struct header *h) {
    const uint8_t *times = data, *to = times + h->changes * 8, *types = to + h->changes;
    for (uint32_t i = 0; i < h->types; i++) {
        zone->types[i].offset = (int32_t)big_endian_32(types + i * 6);
        zone->types[i].daylight = types[i * 6 + 4];
        if (zone->types[i].offset < -SECONDS_PER_DAY || zone->types[i].offset > SECONDS_PER_DAY) return false;
    }
    zone->type_count = h->types;
    for (uint32_t i = 0; i < h->changes; i++) {
        zone->times[i] = big_endian_64(times + i * 8);
        zone->to[i] = to[i];
        if (to[i] >= h->types || (i && zone->times[i] <= zone->times[i - 1])) return false;
    }
    zone->count = h->changes;
    return h->types > 0;
}

// The rule that follows the data between line ends.
static struct rule read_footer(const uint8_t *at, size_t length) {
    char text[128];
    size_t size = 0;
    if (length < 2 || at[0] != '\n') return (struct rule){0};
    while (size + 1 < length && at[size + 1] != '\n' && size < sizeof text - 1) {
        text[size] = (char)at[size + 1];
        size++;
    }
    text[size] = 0;
    return read_rule(text);
}

static struct time_zone *allocate(struct memory *memory, const char *name, uint32_t changes) {
    struct time_zone *zone =
        memory_allocate_zeroed(memory, sizeof *zone + changes * (sizeof(int64_t) + 1ull));
    if (!zone) return NULL;
    snprintf(zone->name, sizeof zone->name, "%s", name);
    time_zone_find_names(zone->name, &zone->standard_name, &zone->daylight_name);
    zone->times = (int64_t *)(zone + 1);
    zone->to = (uint8_t *)(zone->times + changes);
    zone->type_count = 1; // UTC, until there is something better
    zone->rule.present = true;
    return zone;
}

static struct time_zone *create_from_rule(struct memory *memory, const char *name, const uint8_t *data,
                                          size_t length) {
    char text[128];
    struct time_zone *zone = allocate(memory, name, 0);
    if (!zone || length >= sizeof text) return zone;
    memcpy(text, data, length);
    text[length] = 0;
    struct rule rule = read_rule(text);
    if (rule.present) zone->rule = rule;
    return zone;
}

struct time_zone *time_zone_create(struct memory *memory, const char *name, const uint8_t *data,
                                   size_t length) {
    struct header h;
    if (!read_header(data, length, &h)) return create_from_rule(memory, name, data, length);
    size_t at = HEADER_SIZE + body_size(&h, 4); // the old part, with 32-bit times, is passed over
    if (data[4] < '2' || at > length || !read_header(data + at, length - at, &h) ||
        at + HEADER_SIZE + body_size(&h, 8) > length) {
        return allocate(memory, name, 0);
    }
    struct time_zone *zone = allocate(memory, name, h.changes);
    if (!zone) return NULL;
    if (!read_body(zone, data + at + HEADER_SIZE, &h)) {
        time_zone_free(memory, zone);
        return allocate(memory, name, 0);
    }
    at += HEADER_SIZE + body_size(&h, 8);
    zone->rule = read_footer(data + at, length - at);
    return zone;
}

struct time_zone *time_zone_local(struct memory *memory) {
    char name[TIME_ZONE_NAME_SIZE];
    uint8_t *data = memory_allocate(memory, DATA_LIMIT);
    if (!data) return NULL;
    size_t length = os_time_zone(name, sizeof name, data, DATA_LIMIT);
    struct time_zone *zone = time_zone_create(memory, name, data, length);
    memory_free(memory, data);
    return zone;
}

void time_zone_free(struct memory *memory, struct time_zone *zone) { memory_free(memory, zone); }

// --- answers ---------------------------------------------------------------------------------------

// Index of the last change at or before a time; -1: it lies before all.
static int64_t last_change(const struct time_zone *zone, int64_t utc) {
    uint32_t low = 0, high = zone->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (zone->times[middle] <= utc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (int64_t)low - 1;
}

const struct time_zone_period *time_zone_at(struct time_zone *zone, int64_t utc) {
    if (utc >= zone->last.from && utc < zone->last.to) return &zone->last;
    int64_t i = last_change(zone, utc);
    if (zone->rule.present && i == (int64_t)zone->count - 1) {
        zone->last = period_by_rule(&zone->rule, utc);
        if (i >= 0 && zone->last.from < zone->times[i]) zone->last.from = zone->times[i];
        return &zone->last;
    }
    const struct type *type = &zone->types[i < 0 ? 0 : zone->to[i]];
    zone->last = (struct time_zone_period){.from = i < 0 ? INT64_MIN : zone->times[i],
                                           .to = i + 1 < zone->count ? zone->times[i + 1] : FAR,
                                           .offset = type->offset,
                                           .daylight = type->daylight};
    return &zone->last;
}

int32_t time_zone_offset_at_local(struct time_zone *zone, int64_t local) {
    // The period that begins last among those that begin, in their own local time, at or before `local`; when
    // `local` still belongs to the one before, too, that is the earlier time of the two.
    const struct time_zone_period *p = &zone->last;
    if (local - p->offset >= p->from + SECONDS_PER_DAY && local - p->offset < p->to - SECONDS_PER_DAY)
        return p->offset;
    struct time_zone_period before = *time_zone_at(zone, local - SECONDS_PER_DAY);
    while (local - before.offset >= before.to) {
        struct time_zone_period after = *time_zone_at(zone, before.to);
        if (local - after.offset < after.from) break; // skipped
        before = after;
    }
    return before.offset;
}

void time_zone_describe(const struct time_zone *zone, const struct time_zone_period *period,
                        char out[TIME_ZONE_NAME_SIZE]) {
    // Ireland's law has its standard time in summer; people speak otherwise.
    bool daylight = strcmp(zone->name, "Europe/Dublin") ? period->daylight : period->offset > 0;
    const char *name = daylight ? zone->daylight_name : zone->standard_name;
    if (name) {
        snprintf(out, TIME_ZONE_NAME_SIZE, "%s", name);
        return;
    }
    int minutes = abs(period->offset) / 60;
    snprintf(out, TIME_ZONE_NAME_SIZE, "GMT%c%02d:%02d", period->offset < 0 ? '-' : '+', minutes / 60 % 100,
             minutes % 60);
}
