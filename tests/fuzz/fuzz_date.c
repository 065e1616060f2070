// Texts of dates, and data of time zones: what is read is a time of the range, and every time has one period
// around it. The first byte chooses.
#include "base/date.h"
#include "base/time_zone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool right) {
    if (!right) abort();
}

static void read_text(const uint8_t *text, size_t length) {
    bool local;
    double date = date_parse(text, length, &local);
    check(isnan(date) || (fabs(date) < 1e20 && date == trunc(date)));
    if (!(fabs(date) <= DATE_LIMIT)) return;
    struct date_fields f;
    date_split((int64_t)date, &f);
    double day = date_make_day(f.year, f.month, f.day);
    double time = date_make_time(f.hour, f.minute, f.second, f.millisecond);
    check(date_make_date(day, time) == date);
}

static void read_zone(const uint8_t *data, size_t length) {
    struct memory memory;
    if (!memory_initialize(&memory)) return;
    struct time_zone *zone = time_zone_create(&memory, "", data, length);
    static const int64_t times[] = {
        0, 1, -1, 1000000000, -1000000000, 2000000000, 8640000000000, -8640000000000};
    for (size_t i = 0; zone && i < sizeof times / sizeof times[0]; i++) {
        const struct time_zone_period *p = time_zone_at(zone, times[i]);
        check(p->from <= times[i] && times[i] < p->to);
        time_zone_offset_at_local(zone, times[i]);
        char name[TIME_ZONE_NAME_SIZE];
        time_zone_describe(zone, p, name);
    }
    time_zone_free(&memory, zone);
    memory_finalize(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    uint8_t *exact = malloc(size); // so that reads beyond are seen
    memcpy(exact, data + 1, size - 1);
    if (data[0] % 4) {
        read_text(exact, size - 1);
    } else {
        read_zone(exact, size - 1);
    }
    free(exact);
    return 0;
}
