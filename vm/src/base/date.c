#include "base/date.h"

#include <math.h>

const char date_month_names[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
const char date_weekday_names[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

// Years begin in March, so that the leap day is the last of its year; eras have 400 years.
#define DAYS_PER_ERA 146097
#define DAYS_TO_1970 719468 // from 0000-03-01

int64_t date_days(int64_t year, int32_t month, int64_t day) {
    year -= month < 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month < 2 ? 10 : -2)) + 2) / 5;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_PER_ERA + day_of_era - DAYS_TO_1970 + day - 1;
}

void date_split(int64_t time, struct date_fields *out) {
    int64_t days = time / 86400000;
    int32_t rest = (int32_t)(time % 86400000);
    if (rest < 0) {
        rest += 86400000;
        days--;
    }
    out->millisecond = (uint16_t)(rest % 1000);
    rest /= 1000;
    out->second = (uint8_t)(rest % 60);
    rest /= 60;
    out->minute = (uint8_t)(rest % 60);
    out->hour = (uint8_t)(rest / 60);
    int32_t weekday = (int32_t)((days + 4) % 7);
    out->weekday = (uint8_t)(weekday < 0 ? weekday + 7 : weekday);

    int32_t shifted = (int32_t)days + DAYS_TO_1970;
    int32_t era = (shifted >= 0 ? shifted : shifted - (DAYS_PER_ERA - 1)) / DAYS_PER_ERA;
    uint32_t day = (uint32_t)(shifted - era * DAYS_PER_ERA);
    uint32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    uint32_t month = (5 * day + 2) / 153; // 0: March
    out->day = (uint8_t)(day - (153 * month + 2) / 5 + 1);
    out->month = (uint8_t)(month < 10 ? month + 2 : month - 10);
    out->year = (int32_t)year + era * 400 + (month >= 10);
}

static bool all_finite(double a, double b, double c, double d) {
    return isfinite(a) && isfinite(b) && isfinite(c) && isfinite(d);
}

double date_make_time(double hour, double minute, double second, double millisecond) {
    if (!all_finite(hour, minute, second, millisecond)) return NAN;
    return trunc(hour) * 3600000 + trunc(minute) * 60000 + trunc(second) * 1000 + trunc(millisecond);
}

double date_make_day(double year, double month, double day) {
    if (!all_finite(year, month, day, 0)) return NAN;
    year = trunc(year);
    month = trunc(month);
    double whole = year + floor(month / 12);
    if (fabs(whole) > 400000) return NAN;
    double month_of_year = month - floor(month / 12) * 12;
    return (double)date_days((int64_t)whole, (int32_t)month_of_year, 1) + trunc(day) - 1;
}

double date_make_date(double day, double time) {
    if (!isfinite(day) || !isfinite(time)) return NAN;
    double date = day * DATE_MS_PER_DAY + time;
    return isfinite(date) ? date : NAN;
}

double date_clip(double time) { return fabs(time) <= DATE_LIMIT ? trunc(time) + 0.0 : NAN; }
