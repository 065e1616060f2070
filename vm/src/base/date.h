// Dates as numbers (sec-time-values-and-time-range), their parts, and reading them from text.
//
// A time value is milliseconds since 1970 UTC, without leap seconds, in the proleptic Gregorian calendar; its
// range is DATE_LIMIT to both sides, NaN is no time. "Local" times are shifted by a zone's offset. Nothing
// here knows a zone (time_zone.h) or a clock (os.h).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DATE_LIMIT 8.64e15
#define DATE_MS_PER_DAY 86400000.0

struct date_fields {
    int32_t year;
    uint8_t month, day; // 0 .. 11, 1 .. 31
    uint8_t hour, minute, second;
    uint8_t weekday; // 0: Sunday
    uint16_t millisecond;
};

// Days since 1970-01-01 of a day of the calendar; month 0 .. 11, day may be any number.
int64_t date_days(int64_t year, int32_t month, int64_t day);
// The parts of a time of the range (or up to a day outside).
void date_split(int64_t time, struct date_fields *out);

// sec-maketime, sec-makeday, sec-makedate, sec-timeclip: NaN for what is not finite.
double date_make_time(double hour, double minute, double second, double millisecond);
double date_make_day(double year, double month, double day);
double date_make_date(double day, double time);
double date_clip(double time);

// Reads a date (date_parse.c): the formats of the specification, then whatever else browsers understand. The
// text is Latin-1. Gives the time value, NaN when the text is none; *local says that the text names no zone:
// the value is a local time, not clipped.
double date_parse(const uint8_t *text, size_t length, bool *local);

extern const char date_month_names[12][4], date_weekday_names[7][4];
