#include "base/date.h"
#include "base/time_zone.h"
#include "run_suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double read(const char *text, bool *local) {
    return date_parse((const uint8_t *)text, strlen(text), local);
}

START_TEST(test_calendar) {
    struct date_fields f;
    for (int64_t day = -100000001; day <= 100000001; day += 733) {
        date_split(day * 86400000 + 86399999, &f);
        ck_assert_int_eq(date_days(f.year, f.month, f.day), day);
        ck_assert(f.hour == 23 && f.minute == 59 && f.second == 59 && f.millisecond == 999);
        ck_assert_int_eq(f.weekday, ((day + 4) % 7 + 7) % 7);
    }
    date_split(-1, &f);
    ck_assert(f.year == 1969 && f.month == 11 && f.day == 31 && f.weekday == 3 && f.millisecond == 999);
    ck_assert(date_make_day(2020, 14, 1) == date_make_day(2021, 2, 1));
    ck_assert(date_make_day(2020, -1, 1) == date_make_day(2019, 11, 1));
    ck_assert(isnan(date_make_day(INFINITY, 0, 1)) && isnan(date_make_day(1e9, 0, 1)));
    ck_assert(date_clip(8.64e15) == 8.64e15 && isnan(date_clip(8.64e15 + 1)) && !signbit(date_clip(-0.5)));
}
END_TEST

START_TEST(test_text) {
    bool local;
    ck_assert(read("1970-01-01", &local) == 0 && !local);
    ck_assert(read("1970-01-01T00:00", &local) == 0 && local);
    ck_assert(read("1 Jan 1970 01:00 +0100", &local) == 0 && !local);
    ck_assert(isnan(read("", &local)) && isnan(read("1970-01-01T", &local)));
    // Every prefix of long texts ends well.
    const char *text = "Thu, 01 Jan (a(b)) 1970 12:34:56.789 PM GMT+01:30 ((";
    for (size_t i = 0; i <= strlen(text); i++)
        date_parse((const uint8_t *)text, i, &local);
}
END_TEST

static struct memory memory;

static struct time_zone *zone_of(const char *rule) {
    return time_zone_create(&memory, "", (const uint8_t *)rule, strlen(rule));
}

static void check_offset(struct time_zone *zone, int64_t utc, int32_t offset, bool daylight) {
    const struct time_zone_period *p = time_zone_at(zone, utc);
    ck_assert_int_eq(p->offset, offset);
    ck_assert_int_eq(p->daylight, daylight);
    ck_assert(p->from <= utc && utc < p->to);
}

START_TEST(test_rules) {
    memory_initialize(&memory);
    struct time_zone *zone = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    int64_t spring = date_days(2024, 2, 31) * 86400 + 3600, autumn = date_days(2024, 9, 27) * 86400 + 3600;
    check_offset(zone, spring - 1, 3600, false);
    check_offset(zone, spring, 7200, true);
    check_offset(zone, autumn - 1, 7200, true);
    check_offset(zone, autumn, 3600, false);
    ck_assert_int_eq(time_zone_offset_at_local(zone, spring + 3600 - 1), 3600);
    ck_assert_int_eq(time_zone_offset_at_local(zone, spring + 3600), 3600); // skipped: as before
    ck_assert_int_eq(time_zone_offset_at_local(zone, spring + 7200), 7200);
    ck_assert_int_eq(time_zone_offset_at_local(zone, autumn + 3600), 7200); // twice: the earlier
    ck_assert_int_eq(time_zone_offset_at_local(zone, autumn + 7200 - 1), 7200);
    ck_assert_int_eq(time_zone_offset_at_local(zone, autumn + 7200), 3600);
    check_offset(zone, INT64_C(8640000000000), 7200, true);
    check_offset(zone, INT64_C(-8640000000000), 7200, true);
    time_zone_free(&memory, zone);

    zone = zone_of("NZST-12NZDT,M9.5.0,M4.1.0/3"); // summer over the new year
    check_offset(zone, date_days(2024, 0, 1) * 86400, 46800, true);
    check_offset(zone, date_days(2024, 6, 1) * 86400, 43200, false);
    time_zone_free(&memory, zone);

    zone = zone_of("<-03>3<-02>,M3.5.0/-1,J300/0:30");
    check_offset(zone, date_days(2024, 0, 1) * 86400, -10800, false);
    check_offset(zone, date_days(2024, 6, 1) * 86400, -7200, true);
    char name[TIME_ZONE_NAME_SIZE];
    time_zone_describe(zone, time_zone_at(zone, 0), name);
    ck_assert_str_eq(name, "GMT-03:00");
    time_zone_free(&memory, zone);

    static const char *const wrong[] = {"",
                                        "A",
                                        "CET",
                                        "CET-1CEST,",
                                        "CET-1CEST,M3.5",
                                        "<x-1",
                                        "CET-1CEST,X",
                                        "CET-999",
                                        "TZif",
                                        "TZif\1",
                                        "CET-1:60",
                                        "1",
                                        "CET-1CEST,M0.1.1,M3.1.1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        zone = zone_of(wrong[i]);
        check_offset(zone, 0, 0, false);
        time_zone_free(&memory, zone);
    }
    memory_finalize(&memory);
}
END_TEST

static void put_32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

// One change, at 0, from UTC+1 to UTC+2; then the rule of the footer.
static size_t make_data(uint8_t *data) {
    size_t at = 0;
    for (int part = 0; part < 2; part++) {
        memset(data + at, 0, 44);
        memcpy(data + at, "TZif2", 5);
        put_32(data + at + 32, part);     // changes
        put_32(data + at + 36, 1 + part); // types
        put_32(data + at + 40, 4);        // characters
        at += 44;
        if (part) {
            memset(data + at, 0, 8);
            data[at + 8] = 1;
            at += 9;
        }
        for (int type = 0; type <= part; type++, at += 6) {
            put_32(data + at, 3600 * (1 + type));
            data[at + 4] = (uint8_t)type;
            data[at + 5] = 0;
        }
        memcpy(data + at, "ABC", 4);
        at += 4;
    }
    memcpy(data + at, "\nABC-3\n", 7);
    return at + 7;
}

START_TEST(test_data) {
    uint8_t data[256];
    size_t length = make_data(data);
    memory_initialize(&memory);
    struct time_zone *zone = time_zone_create(&memory, "Europe/Berlin", data, length);
    check_offset(zone, -1, 3600, false);
    check_offset(zone, 0, 10800, false); // by the footer
    char name[TIME_ZONE_NAME_SIZE];
    time_zone_describe(zone, time_zone_at(zone, -1), name);
    ck_assert_str_eq(name, "Central European Standard Time");
    time_zone_free(&memory, zone);
    for (size_t cut = 0; cut < length; cut++) {
        uint8_t *exact = malloc(cut ? cut : 1); // so that sanitizers see reads beyond
        memcpy(exact, data, cut);
        zone = time_zone_create(&memory, "", exact, cut);
        time_zone_at(zone, 0);
        time_zone_free(&memory, zone);
        free(exact);
    }
    for (size_t i = 0; i < length; i++) {
        uint8_t changed[256];
        memcpy(changed, data, length);
        changed[i] ^= 0xFF;
        zone = time_zone_create(&memory, "", changed, length);
        time_zone_offset_at_local(zone, 12345);
        time_zone_free(&memory, zone);
    }
    memory_finalize(&memory);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("date");
    TCase *tests = tcase_create("date");
    tcase_add_test(tests, test_calendar);
    tcase_add_test(tests, test_text);
    tcase_add_test(tests, test_rules);
    tcase_add_test(tests, test_data);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
